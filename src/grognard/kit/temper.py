"""How a staff is minded: bold or careful, after objectives or after the enemy; and its whims.

A staff weighs harm done against harm taken, danger against ground. A temper changes these weights, so that
one staff has many plans for the same turn; an even one changes nothing. It may also name the place of the
main effort, and one that is given up.
"""

from collections.abc import Container
from typing import Final, NamedTuple, Protocol, runtime_checkable

from grognard.core.position import NOTHING

A_WHIM: Final = 0.3
"""By how much of its worth a whim makes an attack look better or worse."""


EFFORT: Final = 2.5
GIVEN_UP: Final = 0.2
"""What the place of the main effort, and a place that is given up, count of their worth."""


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
    effort: int = NOTHING
    """The place of the main effort."""
    leave: int = NOTHING
    """A place that is given up."""

    def at(self, place: int) -> float:
        """What counts for victory in a place is multiplied by this."""
        return EFFORT if place == self.effort else GIVEN_UP if place == self.leave else 1.0

    def among(self, places: Container[int]) -> float:
        """The same of what lies in several places at once, such as a road."""
        if self.effort in places:
            return EFFORT
        return GIVEN_UP if self.leave in places else 1.0

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
