"""Victory: who has the hill."""

from grognard.core.flow import Action, Game
from grognard.core.ledger import rule
from grognard.core.position import NOTHING
from grognard.core.rulings import Explanation, Term
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


@rule("hf.win.1")
class CloseTurn(Action[HillFightPosition, tuple[()]]):
    title = "The turn ends, and perhaps the game"

    def run(self, game: Game[HillFightPosition], v: tuple[()]) -> None:
        pos = game.pos
        if pos.turn < pos.content.scenario.turns:
            game.goto("OpenTurn")
            return
        side = holder(pos)
        game.end(side, f"{SIDES[side].title()} has the hill" if side >= 0 else "Nobody has the hill")
