"""Small positions for tests, built like the executable examples."""

from typing import Any

from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import Refusal
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.testing.table import Table, small_table

OPEN = [".....", ".....", ".....", ".....", "....."]

DropGame = Game[DropPosition]


def game_of(
    rows: list[str] | None = None, step: str = "Fire", mover: str = "russian", **given: Any
) -> DropGame:
    """A game on a small map: `units` is id -> hex (several ids in one string), the rest as in a case."""
    units = [{"id": ids, "hex": hex} for ids, hex in given.pop("units", {}).items()]
    drawn = {"rows": rows or OPEN, **given.pop("map", {})}
    options, more = given.pop("options", {}), given.pop("more", [])
    start = {"step": step}
    table = small_table(SYSTEM, drawn, [*units, *more], start=start, options=options, mover=mover, **given)
    return table.game


def at(game: DropGame, name: str) -> int:
    """The number of a hex."""
    return Table(SYSTEM, game).hex(name)


def unit(game: DropGame, id: str) -> int:
    """The number of a unit."""
    return Table(SYSTEM, game).unit(id)


def play(game: DropGame, *texts: str) -> DropGame:
    """Answer one Ask after another, written as in a record."""
    return Table(SYSTEM, game).play(*texts).game


def options(game: DropGame) -> list[str]:
    """What the side that is asked may answer, as text."""
    return Table(SYSTEM, game).options()


def refusal(game: DropGame, text: str) -> Refusal:
    """Why an answer is refused."""
    return Table(SYSTEM, game).refusal(text)


def log(game: DropGame) -> list[str]:
    """What the last answer brought, as the log tells it, each line after its rule."""
    return Table(SYSTEM, game).log()
