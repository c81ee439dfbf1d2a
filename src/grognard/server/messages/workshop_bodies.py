"""The bodies of the workshop's routes."""

from typing import Literal

import msgspec


class KindOut(msgspec.Struct, frozen=True):
    """A kind of terrain, hexside or route, and the colour that stands for it."""

    kind: str
    words: str
    colour: str


class AreaKind(msgspec.Struct, frozen=True):
    """An area that the rules read."""

    name: str
    words: str


class CounterRow(msgspec.Struct, frozen=True):
    """A counter of the game that a scenario can place."""

    id: str
    name: str
    side: str
    kind: str
    size: str
    faces: list[list[int]]


class WorkshopOut(msgspec.Struct, frozen=True):
    """What the workshop of a game paints with. Kinds of hexside and route in the game's order."""

    game: str
    title: str
    sides: list[str]
    shades: list[str]
    holders: list[str]
    """The sides that hold hexes, in the order that maps name them; none where nobody does."""
    terrain: list[KindOut]
    hexsides: list[KindOut]
    routes: list[KindOut]
    places: list[str]
    areas: list[AreaKind]
    objective: Literal["", "points", "sides"]
    rest: str
    victory: str
    kinds: dict[str, list[str]]
    """The names of the values that each kind of counter prints."""
    counters: list[CounterRow]
    formations: list[str]
    """Of the game: a counter of one's own may be part of one."""
