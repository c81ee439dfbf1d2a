"""Positions in which aircraft fly: a segment in which nothing else is done."""

from typing import Any

from games.ocs.bench import position
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import Procedure
from grognard.core.position import OPEN
from grognard.games.ocs.air.bases import Refits
from grognard.games.ocs.air.drop_plans import DropPlans
from grognard.games.ocs.air.mission.declaration import Missions
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Acting, Segment
from grognard.games.ocs.table.words import PHASES


class Flying(Acting):
    title = "Aircraft fly, and nothing else is done"


AIR_SEGMENT = Procedure(
    "air-segment", Flying(Missions(), Refits(), DropPlans()), vars=Segment, sees=OPEN, title="A segment"
)
BASES = {"aster": {"04.11": 2, "05.14": 1}, "boreal": {"20.10": 2, "17.12": 1}}


def flying(units: Any, phase: str = "movement", side: str = "aster", **given: Any) -> Game[OcsPosition]:
    """A segment on the map of Selm River; bases of both sides unless they are given."""
    given.setdefault("bases", BASES)
    given.setdefault("phasing", side)
    pos = position([], units, phase=phase, acting=side, **given)
    game = Game({**PROCEDURES, AIR_SEGMENT.name: AIR_SEGMENT}, pos)
    game.call(AIR_SEGMENT.name, Segment(PHASES.index(phase), pos.acting))
    return game
