"""What one side may see. Views are built by adding: they start empty and get only what is known."""

from typing import Any

import msgspec

Facts = dict[str, Any]
"""A game's own fields by name, as far as a side knows them."""


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A counter on the map as a side sees it. An unknown one has no `unit`, only its side and place.

    What is no counter of its own, such as supply, has no `unit` either: its `text` says what it is.
    """

    hex: int
    side: int
    unit: int = -1
    face: int = 0
    badges: tuple[str, ...] = ()
    text: str = ""
    steps: int = 0
    """Steps it has left, where they are shown; 0 where the face tells."""
    amount: int = 0
    """How much of it there is, such as supply points on the map; 0 for a counter that is one."""


class Track(msgspec.Struct, frozen=True, gc=False):
    """A number or word kept beside the map: turn, weather, supply points."""

    label: str
    value: str
    rule: str = ""
    house: bool = False
    way: int = -1
    """A direction on the map (N, NE, SE, S, SW, NW as 0 to 5), such as the wind's."""


class View(msgspec.Struct, frozen=True):
    """What one side knows of a position. `facts` holds the game's own fields as far as it knows them."""

    game: str
    scenario: str
    side: int
    number: int
    turn: int
    header: str
    tracks: tuple[Track, ...]
    pieces: tuple[Piece, ...]
    holder: tuple[int, ...]
    facts: Facts
    marks: dict[str, tuple[int, ...]] = {}
    side_marks: dict[str, tuple[int, ...]] = {}
    """What lies on hexsides, such as bridges: by name the numbers of the sides."""

    def hash_source(self) -> bytes:
        """Bytes that are equal exactly for equal views."""
        return msgspec.msgpack.encode(self)
