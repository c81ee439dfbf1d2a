"""Small positions for tests, built like the executable examples."""

from typing import Any

from grognard.core.flow import Game
from grognard.core.position import Choice
from grognard.core.rulings import IllegalChoice, Refusal
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.position import DropPosition

OPEN = [".....", ".....", ".....", ".....", "....."]


def game_of(rows: list[str] | None = None, step: str = "Fire", mover: str = "russian", **given: Any) -> Game:
    """A game on a small map: `units` is id -> hex (several ids in one string), the rest as in a case."""
    units = [{"id": ids, "hex": hex} for ids, hex in given.pop("units", {}).items()]
    drawn = {"rows": rows or OPEN, **given.pop("map", {})}
    options = given.pop("options", {})
    more = given.pop("more", [])
    data = {"title": "t", "story": "s", "map": drawn, "units": [*units, *more], "options": options}
    return SYSTEM.cases.position(data | {"set": {"mover": mover, **given}, "start": {"step": step}})


def at(game: Game, name: str) -> int:
    """The number of a hex."""
    pos: DropPosition = game.pos
    return pos.content.grid.index(name)


def unit(game: Game, id: str) -> int:
    """The number of a unit."""
    pos: DropPosition = game.pos
    return pos.content.roster.index[id]


def play(game: Game, *texts: str) -> Game:
    """Answer one Ask after another, written as in a record."""
    for text in texts:
        game.play(SYSTEM.words.read(game.pos, text))
    return game


def options(game: Game) -> list[str]:
    """What the side that is asked may answer, as text."""
    return [SYSTEM.words.write(game.pos, choice) for choice in game.ask.options(game.ask.side)]


def refusal(game: Game, text: str) -> Refusal:
    """Why an answer is refused."""
    choice: Choice = SYSTEM.words.read(game.pos, text)
    try:
        game.copy().play(choice)
    except IllegalChoice as problem:
        return problem.refusal
    raise AssertionError(f"{text} is allowed")


def log(game: Game) -> list[str]:
    """What the last answer brought, as the log tells it, each line after its rule."""
    return [f"{event.rule} {SYSTEM.words.story(game.pos, event)}" for event in game.events]
