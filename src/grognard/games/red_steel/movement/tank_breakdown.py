"""Soviet tanks: before they move a die says whether they break down."""

from typing import Any, NamedTuple

from grognard.core.chapter import D6, NOTHING, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.knowledge import in_hand
from grognard.games.battalions.movement import Move, picked
from grognard.games.battalions.position import CHECKED, BattalionPosition
from grognard.games.battalions.states import current_morale
from grognard.games.battalions.steps import lose_step
from grognard.games.red_steel.position import SOVIET, SteelPosition

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
def breaks_down(pos: BattalionPosition, unit: int, die: int) -> bool:
    """Higher than its present morale, with one less for the best tanks."""
    return die - (pos.armor_of(unit) == BEST_ARMOR) > current_morale(pos, unit)


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
        broken = breaks_down(pos, v.unit, noun)
        game.tell("tank-check", v.unit, noun, int(broken), rule="rs.soviet-move.1", sees=pos.viewers(v.unit))
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
    sees=in_hand,
)
