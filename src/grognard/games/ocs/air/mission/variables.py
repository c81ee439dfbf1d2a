"""The variables of an air mission, and the kinds of mission."""

from typing import Final, NamedTuple

from grognard.core.chapter import NOTHING
from grognard.games.ocs.model.position import (
    EXPLOITATION_BARRAGE,
    MOVEMENT_BARRAGE,
    REACTION_BARRAGE,
    OcsPosition,
)

SWEEP: Final = 0
BARRAGE: Final = 1
HIP_SHOOT: Final = 2
TRAINBUSTING: Final = 3
TRANSPORT: Final = 4
DROP: Final = 5
TRANSFER: Final = 6
MISSIONS: Final = (
    *("fighter-sweep", "barrage", "hip-shoot", "trainbusting"),
    *("air-transport", "air-drop", "base-transfer"),
)
"""The missions, in the order of their numbers, by their rows of the table of Flak."""

CARRYING: Final = (TRANSPORT, DROP)
BOMBING: Final = (BARRAGE, HIP_SHOOT, TRAINBUSTING)
ATTACKING: Final = (SWEEP, *BOMBING)
IN_MOVEMENT: Final = (SWEEP, HIP_SHOOT, TRANSPORT, DROP, TRANSFER)
IN_BARRAGE: Final = (BARRAGE, TRAINBUSTING)
BARRAGE_SEGMENTS: Final = (MOVEMENT_BARRAGE, REACTION_BARRAGE, EXPLOITATION_BARRAGE)
"""Barrage Segments in which aircraft fly. That of the Combat Phase is for artillery."""


class Mission(NamedTuple):
    """A mission: who flies where and why, in the order of the mission's stack, and what is aboard."""

    side: int
    planes: tuple[int, ...]
    kind: int = NOTHING
    hex: int = NOTHING
    target: int = NOTHING
    """What is bombed: see `bombing`."""
    ship: int = NOTHING
    tokens: int = 0
    riders: tuple[int, ...] = ()
    gliders: int = 0
    """Glider Points that are towed."""
    staying: tuple[int, ...] = ()
    """The transports that have to stay where they land."""
    leg: int = 0
    """The hexes flown before on the same flight, with the option of a third base."""
    interceptor: int = NOTHING
    may_intercept: int = 1
    hit: tuple[int, ...] = ()
    """The aircraft one of which Flak has hit."""
    kept: int = 0
    """Tokens brought to where the flight is now, and units, that may go on to the third base."""
    through: tuple[int, ...] = ()
    doubled: int = 0
    """1 if more was loaded than could be carried beyond half the range."""


def still_flying(pos: OcsPosition, v: Mission) -> tuple[int, ...]:
    """The aircraft of a mission that are over its hex and go on."""
    return tuple(plane for plane in v.planes if pos.hex[plane] == v.hex and pos.active[plane])
