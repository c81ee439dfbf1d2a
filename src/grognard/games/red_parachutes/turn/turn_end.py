"""The end of a game turn."""

from grognard.core.chapter import Action, Game, rule
from grognard.games.red_parachutes.model.position import ParachutePosition
from grognard.games.red_parachutes.turn.victory import sudden_end, verdict


@rule("rp.turn-end.1")
class EndTurn(Action[ParachutePosition, tuple[()]]):
    """The turn marker is advanced; after the last turn the game is over."""

    title = "Game Turn Indication"

    def run(self, game: Game[ParachutePosition], v: tuple[()]) -> None:
        pos = game.pos
        ending = sudden_end(pos)
        if ending is not None:
            game.end(*ending)
        elif pos.turn >= pos.content.scenario.turns:
            game.end(*verdict(pos))
        else:
            pos.turn += 1
            game.goto("BeginTurn")
