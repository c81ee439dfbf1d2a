"""The two player turns of a game turn, and its end."""

from grognard.core.chapter import Action, Game, rule
from grognard.games.red_steel.model.position import AXIS, SOVIET, SteelPosition
from grognard.games.red_steel.turn.victory import divisions_cut_off, verdict

Nothing = tuple[()]


@rule("rs.sequence.1", "rs.sequence.4", "rs.sequence.7")
class AxisPlayerTurn(Action[SteelPosition, Nothing]):
    """The Axis player turn."""

    title = "Axis player turn"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        game.pos.phasing = AXIS
        game.call("player-turn", ())


@rule("rs.sequence.1", "rs.sequence.5", "rs.sequence.8", "rs.sequence.9")
class SovietPlayerTurn(Action[SteelPosition, Nothing]):
    """The Soviet player turn: the same steps, but movement goes by chits."""

    title = "Soviet player turn"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        game.pos.phasing = SOVIET
        game.call("soviet-turn", ())


@rule("rs.turn-end.1", "rs.sequence.1")
class EndTurn(Action[SteelPosition, Nothing]):
    """The turn marker is advanced; after the last turn the game is over."""

    title = "Game Turn Indication"

    def run(self, game: Game[SteelPosition], v: Nothing) -> None:
        pos = game.pos
        if pos.turn >= pos.content.scenario.turns:
            pos.cut_off = divisions_cut_off(pos)
            game.end(*verdict(pos))
        else:
            pos.turn += 1
            game.goto("BeginTurn")
