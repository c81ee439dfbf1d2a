"""Small positions for tests, built like the executable examples."""

from typing import Any

from grognard.core.flow.flow import Game
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.position import Choice
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.verbs import VERBS
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.system import OcsWords
from grognard.games.ocs.table.examples import case_position

PLAIN = [".....", ".....", ".....", ".....", "....."]
WORDS = OcsWords(VERBS)


def position(rows: list[str] | None = None, units: Any = (), **given: Any) -> OcsPosition:
    """A position on a small map, Open all over unless drawn; the map of Selm River if `rows` is empty.

    `units` is ids -> hex, or ids -> a table of keys as in a case; `map` adds roads and rivers; the rest
    stands under `set` in a case.
    """
    return build(rows, units, **given).pos


def build(rows: list[str] | None = None, units: Any = (), **given: Any) -> Game[OcsPosition]:
    """The game of such a position, at the step that `start` names."""
    entries = [
        {"id": ids, "hex": at} if isinstance(at, str) else {"id": ids, **at}
        for ids, at in dict(units).items()
    ]
    drawn: Any = {"rows": PLAIN if rows is None else rows, **given.pop("map", {})} if rows != [] else ""
    data = {
        "title": "t",
        "map": drawn,
        "units": entries,
        "options": given.pop("options", {}),
        "start": given.pop("start", {}),
        "set": given,
    }
    _, pos = case_position(data)
    return Game(PROCEDURES, pos)


def hex(pos: OcsPosition, name: str) -> int:
    """The number of a hex or box."""
    place = pos.board.find_place(name)
    assert place >= 0, name
    return place


def unit(pos: OcsPosition, id: str) -> int:
    """The number of a unit."""
    return pos.content.roster.index[id]


def where(pos: OcsPosition, id: str) -> str:
    """The name of the hex of a unit."""
    return pos.board.place_id(pos.hex[unit(pos, id)])


def play(game: Game[OcsPosition], *texts: str) -> Game[OcsPosition]:
    """Answer one Ask after another, written as in a record."""
    for text in texts:
        game.play(WORDS.read(game.pos, text))
    return game


def options(game: Game[OcsPosition]) -> list[str]:
    """What the side that is asked may answer, as text."""
    return [WORDS.write(game.pos, choice) for choice in game.ask.options(game.ask.side)]


def refusal(game: Game[OcsPosition], text: str) -> Refusal:
    """Why an answer is refused."""
    choice: Choice = WORDS.read(game.pos, text)
    try:
        game.copy().play(choice)
    except IllegalChoice as problem:
        return problem.refusal
    raise AssertionError(f"{text} is allowed")


def told(game: Game[OcsPosition]) -> list[str]:
    """The kinds of the events of the last answer."""
    return [event.kind for event in game.events]
