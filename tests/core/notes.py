"""Procedures of a line or two, on a position that only takes notes, for the tests of the engine."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.flow.chance import D6, Outcome
from grognard.core.flow.events import only
from grognard.core.flow.flow import Game
from grognard.core.flow.offers import Offer, plain
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.rulings import Refusal, Ruling
from grognard.core.flow.steps import SEAL, Action, Decision, Roll, Sealed
from grognard.core.ledger import rule
from grognard.core.position import OPEN, Choice, Position, listed


class Notes(Position):
    """A position that only takes notes."""

    notes: list[int] = listed(OPEN)

    def __init__(self) -> None:
        super().__init__(2)


class Vars(NamedTuple):
    """What the small procedures remember."""

    left: int = 0
    tag: int = 0


class Note(Action[Notes, Any]):
    title = "Notes a number."

    def __init__(self, number: int, name: str = "") -> None:
        super().__init__()
        self.number = number
        self.name = name or f"Note{number}"

    def run(self, game: Game[Notes], v: Any) -> None:
        game.pos.notes.append(self.number)


class End(Action[Notes, Any]):
    title = "Ends the game."

    def run(self, game: Game[Notes], v: Any) -> None:
        game.end(1, "done")


@rule("rgw.none.1")
class Take(Decision[Notes, Vars]):
    title = "Takes one away until none is left."

    def side(self, pos: Notes, v: Vars) -> int:
        return v.tag

    def options(self, pos: Notes, v: Vars) -> list[Offer]:
        return plain([("take", number) for number in range(1, v.left + 1)])

    def take(self, game: Game[Notes], v: Vars, choice: Choice) -> None:
        game.pos.notes.append(choice[1])
        game.update(v._replace(left=v.left - choice[1]))

    def refuse(self, pos: Notes, v: Vars, choice: Choice) -> Ruling:
        if choice[0] == "take":
            return Refusal("rgw.none.1", f"only {v.left} are left.", "Take fewer.")
        return None


class Die(Roll[Notes, Vars]):
    title = "Rolls a die."

    def outcomes(self, pos: Notes, v: Vars) -> list[Outcome]:
        return D6 if v.left else []

    def take(self, game: Game[Notes], v: Vars, noun: int) -> None:
        game.pos.notes.append(noun)


class Does(Action[Notes, Any]):
    title = "Calls a function once."

    def __init__(self, name: str, *calls: tuple[Any, ...]) -> None:
        super().__init__()
        self.name = name
        self.calls = calls

    def run(self, game: Game[Notes], v: Any) -> None:
        for method, *arguments in self.calls:
            getattr(game, method)(*arguments)


class Write(Sealed[Notes, Any]):
    title = "Both sides write numbers."

    def sides(self, pos: Notes, v: Any) -> tuple[int, ...]:
        return (0, 1) if not pos.notes else ()

    def options(self, pos: Notes, v: Any, side: int, draft: tuple[Choice, ...]) -> list[Offer]:
        return plain([("line", 1), ("line", 2), SEAL])

    def reveal(self, game: Game[Notes], v: Any, drafts: Sequence[tuple[Choice, ...]]) -> None:
        game.pos.notes = [len(draft) for draft in drafts]
        game.tell("open", *game.pos.notes, sees=only(1))


def begin(main: Procedure, *others: Procedure) -> Game[Notes]:
    procedures = main.tree()
    for other in others:
        procedures.update(other.tree())
    game = Game(procedures, Notes())
    game.begin(main.name)
    return game


def looped(left: int, tag: int = 0) -> Any:
    return lambda pos, v: Vars(left, tag)
