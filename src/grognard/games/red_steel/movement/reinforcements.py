"""Reinforcements, and the tank division of which a die says whether it comes."""

from grognard.core.chapter import D6, NOTHING, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.movement.reinforcements import Arrivals, BringIn
from grognard.games.battalions.turn.seen_sequence import seen_within_moving
from grognard.games.red_steel.model.position import SOVIET, SteelPosition


@rule("rs.reinforcements.7")
class RollEither(Roll[SteelPosition, tuple[()]]):
    """A die says which of two tank divisions comes, if any."""

    title = "Which tank division comes?"

    def outcomes(self, pos: SteelPosition, v: tuple[()]) -> list[Outcome]:
        return D6 if pos.turn == pos.content.scenario.either.turn else []

    def roller(self, pos: SteelPosition, v: tuple[()]) -> int:
        return SOVIET

    def take(self, game: Game[SteelPosition], v: tuple[()], noun: int) -> None:
        choose_division(game, noun)


@rule("rs.reinforcements.7")
def choose_division(game: Game[SteelPosition], die: int) -> None:
    """1 or 2 the first, 3 or 4 the second, 5 or 6 none; who does not come is out of the game."""
    pos = game.pos
    ids = pos.content.formation_ids
    named = [ids.index(id) for id in pos.content.scenario.either.formations]
    comes = named[(die - 1) // 2] if (die - 1) // 2 < len(named) else NOTHING
    pos.absent = sorted(one for one in named if one != comes)
    game.tell("tank-division", die, comes, rule="rs.reinforcements.7")


reinforcements = Procedure(
    "reinforcements",
    BringIn(),
    title="Reinforcements",
    rules=("rs.reinforcements.1",),
    start=lambda pos, v: Arrivals(),
    vars=Arrivals,
    sees=seen_within_moving,
)
