"""Victory: who has the hill."""

from math import inf

from grognard.core.chapter import NOTHING, Action, Explanation, Game, Term, rule
from grognard.core.victory import Ladder, Rung, Victory
from grognard.template.hill_fight.content import SIDES
from grognard.template.hill_fight.position import HillFightPosition


def holder(pos: HillFightPosition) -> int:
    """The side on the hill, or NOTHING."""
    unit = pos.unit_at(pos.content.hill)
    return pos.side_of(unit) if unit != NOTHING else NOTHING


def score(pos: HillFightPosition) -> Explanation:
    """How the game stands."""
    side = holder(pos)
    terms = (Term("on the hill", SIDES[side] if side >= 0 else "nobody", "hf.win.1"),)
    return Explanation("The hill", terms, SIDES[side] if side >= 0 else "drawn")


class HillFightVictory(Victory[HillFightPosition]):
    """One point for the hill, and after the end for having won."""

    def points(self, pos: HillFightPosition) -> float:
        side = pos.winner if pos.over else holder(pos)
        return 0.0 if side == NOTHING else 1.0 if side == 0 else -1.0

    def ladder(self, pos: HillFightPosition) -> Ladder:
        return Rung(_ending(0), 0, 1.0), Rung(_ending(NOTHING), NOTHING, 0.0), Rung(_ending(1), 1, -inf)


def _ending(side: int) -> str:
    return f"{SIDES[side].title()} has the hill" if side >= 0 else "Nobody has the hill"


@rule("hf.win.1")
class CloseTurn(Action[HillFightPosition, tuple[()]]):
    title = "The turn ends, and perhaps the game"

    def run(self, game: Game[HillFightPosition], v: tuple[()]) -> None:
        pos = game.pos
        if pos.turn < pos.content.scenario.turns:
            game.goto("OpenTurn")
            return
        side = holder(pos)
        game.end(side, _ending(side))
