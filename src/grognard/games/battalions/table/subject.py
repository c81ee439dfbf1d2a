"""What the running procedure is about, for the words and the screen: who is in hand, which hex, how many."""

from typing import Final, NamedTuple

from grognard.core.position import NOTHING
from grognard.games.battalions.combat.after.advance import Advance
from grognard.games.battalions.combat.after.breakthrough import Breakthrough
from grognard.games.battalions.combat.after.losses import Losses
from grognard.games.battalions.combat.after.owed import Aftermath
from grognard.games.battalions.combat.after.retreat import Retreat
from grognard.games.battalions.combat.after.stand_fast import FallingBack
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.declaration import Declare
from grognard.games.battalions.guns.bombardment import Barrage
from grognard.games.battalions.movement.company_breakdown import Joining
from grognard.games.battalions.movement.infiltration import Infiltration
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.normal_movement import Walk
from grognard.games.battalions.movement.reinforcements import Arrivals

MOVING: Final = (Move, Joining, Walk, Infiltration, FallingBack, Retreat)
"""Vars with a group of units in hand."""
AIMED: Final = (Declare, Breakthrough, Barrage, Combat, Aftermath, Advance, Infiltration)
"""Vars with a hex that is fought over, or slipped into."""
OWING: Final = (Losses, Arrivals)
"""Vars with steps that have still to be lost."""


class Subject(NamedTuple):
    """The units in hand, the hex in question, the steps still owed."""

    units: tuple[int, ...] = ()
    target: int = NOTHING
    owed: int = 0


def subject_of(v: object) -> Subject:
    """What the vars of a procedure of the family are about."""
    return Subject(
        v.group if isinstance(v, MOVING) else (),
        v.target if isinstance(v, AIMED) else NOTHING,
        v.owed if isinstance(v, OWING) else 0,
    )
