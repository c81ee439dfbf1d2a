"""What the running procedure is about, for the words and the screen: who is in hand, which hex, how many."""

from typing import Final, NamedTuple

from grognard.core.position import NOTHING
from grognard.games.battalions.advance import Advance
from grognard.games.battalions.aftermath import Aftermath
from grognard.games.battalions.battle import Combat
from grognard.games.battalions.bombardment import Barrage
from grognard.games.battalions.breakdown import Joining
from grognard.games.battalions.breakthrough import Breakthrough
from grognard.games.battalions.declare import Declare
from grognard.games.battalions.falling_back import FallingBack
from grognard.games.battalions.infiltration import Infiltration
from grognard.games.battalions.losses import Losses
from grognard.games.battalions.movement import Move
from grognard.games.battalions.normal_move import Walk
from grognard.games.battalions.reinforcements import Arrivals
from grognard.games.battalions.retreat import Retreat

MOVING: Final = (Move, Joining, Walk, Infiltration, FallingBack, Retreat)
"""Vars with a group of units in hand."""
AIMED: Final = (Declare, Breakthrough, Barrage, Combat, Aftermath, Advance, Infiltration)
"""Vars with a hex that is fought over, or slipped into."""
OWING: Final = (Losses, Arrivals)
"""Vars with steps that have still to be lost."""


class Hand(NamedTuple):
    """The units in hand, the hex in question, the steps still owed."""

    units: tuple[int, ...] = ()
    target: int = NOTHING
    owed: int = 0


def hand(v: object) -> Hand:
    """What the vars of a procedure of the family are about."""
    return Hand(
        v.group if isinstance(v, MOVING) else (),
        v.target if isinstance(v, AIMED) else NOTHING,
        v.owed if isinstance(v, OWING) else 0,
    )
