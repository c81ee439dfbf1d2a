"""Step 6 of an impulse: the chit goes onto the impulse track, and the Operational Halt roll."""

from grognard.core.chapter import D6, Action, Game, Outcome, Roll, rule
from grognard.games.red_god_of_war.model.content import WEATHERS
from grognard.games.red_god_of_war.model.position import OWED, PAID, UNLIT, RedGodPosition
from grognard.games.red_god_of_war.model.scenario import SIDES
from grognard.games.red_god_of_war.supply.points import add_points


def halt_number(pos: RedGodPosition, side: int) -> int:
    """The number in the box the side has just filled; 0 where there is none."""
    table = pos.content.tables["impulse-tracks"]
    row, column = SIDES[side], str(min(pos.box[side], len(table.columns)))
    return 0 if table.is_blank(row, column) else table.integer(row, column)


@rule("rgw.halt.1")
class FillBox(Action[RedGodPosition, tuple[object, ...]]):
    title = "6. The chit goes into the leftmost empty box of the impulse track"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        pos.box[pos.active_side] += 1
        game.tell("box", pos.active_side, pos.box[pos.active_side], rule="rgw.halt.1")


@rule("rgw.halt.2", "rgw.halt.3", "rgw.halt.4")
class RollHalt(Roll[RedGodPosition, tuple[object, ...]]):
    title = "6. Operational Halt roll"

    def outcomes(self, pos: RedGodPosition, v: object) -> list[Outcome]:
        return D6 if halt_number(pos, pos.active_side) else []

    def roller(self, pos: RedGodPosition, v: tuple[object, ...]) -> int:
        return pos.active_side

    def take(self, game: Game[RedGodPosition], v: object, noun: int) -> None:
        pos = game.pos
        side = pos.active_side
        modifier = pos.content.tables["weather-effects"].integer(WEATHERS[pos.weather], "halt-die")
        number = halt_number(pos, side)
        halted = noun + modifier <= number
        game.tell("halt", side, noun, number, int(halted), modifier, pos.weather, rule="rgw.halt.4")
        if halted:
            operational_halt(game, side)


@rule("rgw.halt.5", "rgw.halt.6", "rgw.halt.7", "rgw.halt.8")
def operational_halt(game: Game[RedGodPosition], side: int) -> None:
    """The side takes its chits out of the cup and its points back from HQs that did not activate."""
    pos = game.pos
    pos.halted[side] = 1
    removed = [hq for hq in pos.cup if pos.content.side[hq] == side]
    pos.cup = [hq for hq in pos.cup if pos.content.side[hq] != side]
    game.tell("removed", *removed, rule="rgw.halt.5")
    paid = [hq for hq in pos.content.hqs[side] if pos.lit[hq] == PAID or pos.flags[hq] & OWED]
    idle = [hq for hq in paid if not pos.activated[hq]]
    for hq in idle:
        pos.lit[hq] = UNLIT
    if idle:
        add_points(game, side, len(idle), "rgw.halt.7")
