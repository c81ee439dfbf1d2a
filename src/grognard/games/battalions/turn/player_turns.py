"""The frame of a game turn: whose player turn it is, and what is forgotten when one begins."""

from grognard.core.chapter import Action, Game, rule
from grognard.games.battalions.model.position import (
    GERMAN,
    LASTING_FLAGS,
    SOVIET,
    TURN_FLAGS,
    B,
    BattalionPosition,
)


@rule("rp.general.6", "rp.general.7")
class BeginPlayerTurn(Action[BattalionPosition, tuple[()]]):
    """What units did in the last player turn is forgotten."""

    title = "A player turn begins"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        begin_player_turn(game)


def begin_player_turn(game: Game[B]) -> None:
    """Flags, spent points and counts of the turn begin anew."""
    pos = game.pos
    pos.flags = [flags & LASTING_FLAGS for flags in pos.flags]
    pos.spent = [0] * len(pos.spent)
    pos.helped = [0] * len(pos.helped)
    pos.attempts = [0] * len(pos.attempts)
    pos.crossings = [0] * len(pos.crossings)
    pos.forget_taken()
    pos.bombarded = []
    game.tell("player-turn", pos.phasing, rule="rp.sequence.4")


@rule("rp.sequence.1", "rp.sequence.7")
class FirstPlayerTurn(Action[BattalionPosition, tuple[()]]):
    """The German player turn."""

    title = "German player turn"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        game.pos.phasing = GERMAN
        game.call("player-turn", ())


@rule("rp.sequence.1", "rp.sequence.7")
class SecondPlayerTurn(Action[BattalionPosition, tuple[()]]):
    """The Soviet player turn: the same steps with the roles exchanged."""

    title = "Soviet player turn"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        game.pos.phasing = SOVIET
        game.call("player-turn", ())


@rule("rp.sequence.1", "rp.sequence.2")
class BeginTurn(Action[BattalionPosition, tuple[()]]):
    """A new game turn; only an AM turn has an Initial Segment."""

    title = "A game turn begins"

    def run(self, game: Game[BattalionPosition], v: tuple[()]) -> None:
        pos = game.pos
        pos.flags = [flags & ~TURN_FLAGS for flags in pos.flags]
        game.tell("turn", pos.turn, rule="rp.sequence.1")
        if pos.is_am:
            game.call("initial", ())
