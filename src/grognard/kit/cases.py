"""Examples of play: what the games' own readers of them share. `docs/cases.md` is the dialect.

A small map is drawn in rows of letters. What runs along hexsides stands under its kind as pairs of
hexes, what runs from hex to hex as chains of hexes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from grognard.core.board.board import Board, MapFile, build_board
from grognard.core.content.read import ContentError, Fault, convert, raise_faults
from grognard.core.flow.procedures import Procedure
from grognard.core.position import Frame, Position
from grognard.core.system import CaseData

P = TypeVar("P", bound=Position)

Claim = Callable[[P, list[str]], str | None]
"""What is wrong with a claim, from the position and the words after its first; None if it holds."""


# -- a drawn map ------------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """How a game's small maps are drawn."""

    letters: Mapping[str, str]
    """The terrain of each letter."""
    side_kinds: tuple[str, ...] = ()
    """What may run along hexsides, the weakest first, as in the game's map files."""
    link_kinds: tuple[str, ...] = ()
    """What may run from hex to hex."""
    holders: Mapping[str, str] = {}
    """The side of each letter in the rows of `holders`."""
    own: tuple[str, ...] = ()
    """Keys that the game reads itself."""


def drawn_map(drawn: CaseData | list[str] | str, drawing: Drawing) -> CaseData:
    """The values of a map file from a drawing: its rows, or a table with `rows` and more."""
    values: CaseData = drawn if isinstance(drawn, dict) else {"rows": drawn}
    if not isinstance(values.get("rows"), list):
        raise ContentError("case", [Fault("map", "draws no rows", 'map = ["...", "..."]')])
    raise_faults("case", _faults("map", [values], map_keys(drawing)))
    rows = values["rows"]
    found: CaseData = {
        "columns": len(rows[0]),
        "rows": len(rows),
        "sides": list(drawing.holders.values()),
        "side_kinds": list(drawing.side_kinds),
        "link_kinds": list(drawing.link_kinds),
        "terrain": {"legend": dict(drawing.letters), "rows": rows},
        "rivers": [
            {"name": f"a {kind}", "kind": kind, "sides": names_in(values[kind])}
            for kind in drawing.side_kinds
            if kind in values
        ],
        "routes": [
            {"id": id, "name": id, "kind": kind, "hexes": names_in(chain)}
            for kind in drawing.link_kinds
            for id, chain in _chains(kind, values.get(kind, {}))
        ],
        "areas": {name: names_in(hexes) for name, hexes in values.get("areas", {}).items()},
    }
    if drawing.holders:
        last = list(drawing.holders)[-1]
        legend = {letter: {"holder": side} for letter, side in drawing.holders.items()}
        found["holders"] = {
            "legend": legend,
            "rows": values.get("holders") or [last * len(rows[0])] * len(rows),
        }
    return found


def map_keys(drawing: Drawing) -> tuple[str, ...]:
    """The keys that a drawn map may have."""
    holders = ("holders",) if drawing.holders else ()
    return ("rows", *holders, *drawing.side_kinds, *drawing.link_kinds, "areas", *drawing.own)


def drawn_board(drawn: CaseData | list[str] | str, drawing: Drawing) -> Board:
    """The board of a drawing."""
    return build_board(convert(drawn_map(drawn, drawing), MapFile, "case map"), "case map")


def names_in(value: str | list[str]) -> list[str]:
    """Names in a list, or one after another in a text."""
    return value.split() if isinstance(value, str) else value


def _chains(kind: str, value: Any) -> Iterable[tuple[str, Any]]:
    """The routes of a kind by their ids: a table has them, a list is numbered."""
    if isinstance(value, dict):
        return value.items()
    return [(f"{kind}{number}", chain) for number, chain in enumerate(value)]


# -- keys, counters, places -----------------------------------------------------------------------


def check_keys(data: CaseData, unit_keys: Collection[str], set_keys: Collection[str]) -> None:
    """ContentError for misspelt keys, which would make an example that shows nothing."""
    faults = _faults("units", data.get("units", []), unit_keys)
    raise_faults("case", faults + _faults("set", [data.get("set", {})], set_keys))


def _faults(where: str, entries: list[CaseData], known: Collection[str]) -> list[Fault]:
    return [
        Fault(
            where if len(entries) == 1 else f"{where}[{number}]",
            f"there is no key {key!r}",
            f"known: {', '.join(sorted(known))}",
        )
        for number, entry in enumerate(entries, 1)
        for key in entry
        if key not in known
    ]


def unit_called(pos: Position, id: str) -> int:
    """The number of a counter; ContentError if there is none of that id."""
    if id not in pos.roster.index:
        raise ContentError("case", [Fault("units", f"there is no counter {id!r}", "see units.toml")])
    return pos.roster.index[id]


def place_called(pos: Position, name: str, off_map: Mapping[str, int]) -> int:
    """The number of a hex, a box, or a place off the map; ContentError if there is none of that name."""
    place = off_map.get(name, pos.board.find_place(name))
    if place < 0 and name not in off_map:
        raise ContentError("case", [Fault("units", f"there is no place {name!r}", "see the map")])
    return place


def place_word(pos: Position, place: int, off_map: Mapping[str, int]) -> str:
    """What a place is called in a case."""
    if place >= 0:
        return pos.board.place_id(place)
    return next((word for word, number in off_map.items() if number == place), str(place))


# -- where it begins --------------------------------------------------------------------------------


def frames_to(main: Procedure, step: str, skipped: Collection[str] = ()) -> list[Frame]:
    """The frames of a game that stands at a step of the sequence of play, vars as they begin.

    The first step of that name is taken; procedures that are `skipped` are not looked into.
    """
    found = _path(main, step, skipped)
    if not found:
        what = f"there is no step {step!r}"
        raise ContentError("case", [Fault("start.step", what, "see the sequence of play")])
    return found


def _path(procedure: Procedure, step: str, skipped: Collection[str]) -> list[Frame]:
    v = procedure.start(None, ()) if procedure.start else procedure.vars()
    for item in procedure.items:
        if not isinstance(item, Procedure):
            if item.name == step:
                return [Frame(procedure.name, step, v)]
        elif item.name not in skipped and (below := _path(item, step, skipped)):
            return [Frame(procedure.name, procedure.after[item.name], v), *below]
    return []


# -- claims -----------------------------------------------------------------------------------------


def check_claim(claims: Mapping[str, Claim[P]], pos: P, text: str) -> str | None:
    """What is wrong with a claim such as "unit 150-rd at 0303"; None if it holds."""
    word, *rest = text.split()
    claim = claims.get(word)
    if claim is None:
        return f"no claim begins with {word!r}; known: {', '.join(sorted(claims))}"
    return claim(pos, rest)


def differs(found: object, said: str) -> str | None:
    """What to say where something is not as it was said."""
    return None if str(found) == said else f"it is {found}"


def yes_or_no(value: object) -> str:
    """A fact as a claim says it."""
    return "yes" if value else "no"
