"""Soviet tank breakdown: before tanks move a die says whether they break down."""

from typing import Any, NamedTuple

from grognard.core.chapter import D6, NOTHING, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.model.markers import current_morale
from grognard.games.battalions.model.position import CHECKED, BattalionPosition
from grognard.games.battalions.model.secrecy import seen_without_hand
from grognard.games.battalions.model.unit_steps import lose_step
from grognard.games.battalions.movement.move import Move, picked
from grognard.games.red_steel.model.position import SOVIET, SteelPosition

BEST_ARMOR = 3


class TankCheck(NamedTuple):
    """The tank unit that is going to move, and whether it moves strategically."""

    unit: int = NOTHING
    strategic: int = 0


@rule("rs.soviet-move.1")
def needs_check(pos: BattalionPosition, unit: int) -> bool:
    """Once for each Soviet tank unit that is going to move in this turn."""
    is_tank = pos.content.kind[unit] == "tank" and pos.content.side[unit] == SOVIET
    return is_tank and not pos.flags[unit] & CHECKED


@rule("rs.soviet-move.1", "rs.soviet-move.2")
def is_tank_breakdown(pos: BattalionPosition, unit: int, die: int) -> bool:
    """Higher than its present morale, with one less for the best tanks."""
    return die > holds_to(pos, unit)


def holds_to(pos: BattalionPosition, unit: int) -> int:
    """The highest die with which the unit does not break down."""
    return current_morale(pos, unit) + (pos.armor_of(unit) == BEST_ARMOR)


@rule("rs.soviet-move.1", "rs.soviet-move.3")
class RollTankCheck(Roll[SteelPosition, TankCheck]):
    """Higher than its morale, and the unit loses a step, which counts like any other; the rest may move."""

    title = "Do the tanks break down?"

    def outcomes(self, pos: SteelPosition, v: TankCheck) -> list[Outcome]:
        return D6

    def roller(self, pos: SteelPosition, v: TankCheck) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: TankCheck, noun: int) -> None:
        pos = game.pos
        if v.unit == NOTHING:
            return  # to the other side nobody is named who starts his engines
        pos.flags[v.unit] |= CHECKED
        broken = is_tank_breakdown(pos, v.unit, noun)
        facts = (v.unit, noun, int(broken), holds_to(pos, v.unit))
        game.tell("tank-check", *facts, rule="rs.soviet-move.1", sees=pos.viewers(v.unit))
        if broken:
            lose_step(game, v.unit, "rs.soviet-move.1")
        caller: Any = game.caller()
        if isinstance(caller, Move) and pos.hex[v.unit] >= 0:
            game.hand_back(picked(pos, caller._replace(strategic=v.strategic), v.unit))


tank_check = Procedure(
    "tank-check",
    RollTankCheck(),
    title="Tank check",
    rules=("rs.soviet-move.1",),
    vars=TankCheck,
    sees=seen_without_hand,
)
