"""Dispersed (flipped) airborne units that gather: at the start of the drop step of a night turn."""

from typing import NamedTuple

from grognard.core.chapter import D6, NOTHING, OPEN, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.model.position import CROSSED
from grognard.games.battalions.movement.entering import take_control
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition

GATHERS_UP_TO = 2
WITH_FRIENDS = -3


class Gathering(NamedTuple):
    """The last unit that was rolled for."""

    last: int = -1


@rule("rp.paradrop.1", "rp.paradrop.2", "rp.paradrop.3", "rp.paradrop.4")
def gatherers(pos: ParachutePosition) -> list[int]:
    """Dispersed units that may try: dropped in an earlier turn, not moved, with no German in their hex.

    Who tried to cross the Dnepr has moved, whether he came across or not.
    """
    if not pos.is_night or pos.phasing != SOVIET:
        return []
    return [
        unit
        for unit in pos.on_map(SOVIET)
        if pos.dispersed[unit]
        and pos.arrived[unit] < pos.turn
        and not pos.spent[unit]
        and not pos.flags[unit] & CROSSED
        and not pos.of_side_at(pos.hex[unit], GERMAN)
    ]


def next_gatherer(pos: ParachutePosition, v: Gathering) -> int:
    """The unit that is rolled for next; NOTHING when all have tried."""
    return next((unit for unit in gatherers(pos) if unit > v.last), NOTHING)


@rule("rp.paradrop.6", "rp.general.19")
def gathering_modifier(pos: ParachutePosition, unit: int) -> int:
    """Three less beside a Soviet unit that is not airborne."""
    content = pos.content
    others = [one for one in pos.of_side_at(pos.hex[unit], SOVIET) if not content.is_leader[one]]
    return WITH_FRIENDS if any(not content.is_airborne[one] for one in others) else 0


@rule("rp.paradrop.2", "rp.paradrop.5", "rp.paradrop.6")
class RollConsolidation(Roll[ParachutePosition, Gathering]):
    """A die for each: a result of 2 or less flips it to its front, and the hex is friendly from now on."""

    title = "Does the company gather?"

    def outcomes(self, pos: ParachutePosition, v: Gathering) -> list[Outcome]:
        return [] if next_gatherer(pos, v) == NOTHING else D6

    def roller(self, pos: ParachutePosition, v: Gathering) -> int:
        return SOVIET

    def take(self, game: Game[ParachutePosition], v: Gathering, noun: int) -> None:
        pos = game.pos
        unit = next_gatherer(pos, v)
        result = noun + gathering_modifier(pos, unit)
        if result <= GATHERS_UP_TO:
            pos.dispersed[unit] = 0
            pos.changed(unit)
            take_control(pos, pos.hex[unit], SOVIET)
        gathered = int(result <= GATHERS_UP_TO)
        game.tell("consolidation", pos.hex[unit], noun, result, gathered, rule="rp.paradrop.5")
        game.goto("RollConsolidation", Gathering(unit))


consolidation = Procedure(
    "consolidation",
    RollConsolidation(),
    title="Consolidation",
    start=lambda pos, v: Gathering(),
    vars=Gathering,
    sees=OPEN,
)
