"""The end of a game turn."""

from grognard.core.flow import Action, Game
from grognard.core.ledger import rule
from grognard.core.position import NOTHING
from grognard.games.red_parachutes.position import ParachutePosition


@rule("rp.turn-end.1")
class EndTurn(Action[ParachutePosition, tuple[()]]):
    """The turn marker is advanced; after the last turn the game is over."""

    title = "Game Turn Indication"

    def run(self, game: Game[ParachutePosition], v: tuple[()]) -> None:
        pos = game.pos
        if pos.turn >= pos.content.scenario.turns:
            game.end(NOTHING, "draw")
        else:
            pos.turn += 1
            game.goto("BeginTurn")
