"""How a staff is minded: bold or careful, after objectives or after the enemy; and its whims.

A staff weighs harm done against harm taken, danger against ground. A temper changes these weights, so that
one staff has many plans for the same turn; an even one changes nothing.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

A_WHIM: Final = 0.3
"""By how much of its worth a whim makes an attack look better or worse."""


class Temper(NamedTuple):
    """What the staff's usual weights are multiplied by, and the number of its whims, 0 for none."""

    daring: float = 1.0
    """Of harm done to the enemy in battle, against harm taken."""
    safety: float = 1.0
    """Of the danger in a place."""
    goals: float = 1.0
    """Of what counts for victory on the map."""
    hold: float = 1.0
    """Of the line and of garrisons, against what units could do elsewhere."""
    whims: int = 0

    def whim(self, place: int, unit: int = 0) -> float:
        """How much a place is liked for no reason, from -1 to 1: always the same for the same unit."""
        if not self.whims:
            return 0.0
        mixed = (self.whims * 0x9E3779B1 + place * 0x85EBCA77 + unit * 0xC2B2AE3D) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
        mixed ^= mixed >> 13
        return (mixed & 0xFFFF) / 0x8000 - 1.0

    def liked(self, value: float, place: int, unit: int = 0) -> float:
        """The worth of something at a place, as the whims see it."""
        return value + A_WHIM * abs(value) * self.whim(place, unit)


EVEN: Final = Temper()
"""As the staff is."""


@runtime_checkable
class Tempered(Protocol):
    """A player whose temper can be set before it answers."""

    temper: Temper
    best: Sequence[Temper]
    """By side the temper that did best against an even one, as far as that was measured."""
