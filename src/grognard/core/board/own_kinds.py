"""Kinds that a map adds to those of its game: a vineyard, a dyke, a cart track, and how each is drawn.

Rules know a new kind by what it is like. Its rows in the tables are those of that kind, unless the player's
own tables give it rows.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from grognard.core.content.read import Fault, is_slug

Colour = Annotated[str, Meta(pattern=r"^#([0-9a-f]{3}|[0-9a-f]{6})$")]
Ground = Annotated[str, Meta(pattern=r"^(#([0-9a-f]{3}|[0-9a-f]{6}))?$")]
"""A colour, or nothing: the paper shows."""
Length = Annotated[float, Meta(gt=0, le=84)]
Words = Annotated[str, Meta(max_length=80)]
Texture = Literal["tuft", "leaf", "fir", "reed", "hachure", "ditch", "wave", "blocks", "isle"]

MOST_KINDS: Final = 30


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a terrain: its ground, and the strokes strewn over it."""

    fill: Ground = ""
    ink: Colour = "#b9a87c"
    symbol: Texture = "tuft"
    density: Annotated[int, Meta(ge=0, le=40)] = 3
    """Strokes in a hex."""
    weight: Length = 0.7
    seed: int = 0
    """Another number strews them another way."""
    under: str = ""
    """A terrain whose ground goes on below this one, so that no gap opens between the two."""
    far: Annotated[float, Meta(ge=0, le=84)] = 0
    """The side of the block that stands for it from afar; 0 for none."""
    words: Words = ""


class Stroke(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the lines that a line of the map is made of."""

    ink: Colour
    width: Length
    dash: list[Length] = []
    cap: Literal["round", "butt"] = "round"


class Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a line along hexsides, its lowest stroke first."""

    strokes: Annotated[list[Stroke], Meta(min_length=1, max_length=4)]
    bridge: Annotated[float, Meta(ge=0, le=42)] = 0
    """Half the length of a bridge that carries a route across; 0 where none is needed."""
    named: Ground = ""
    """The ink its name is written in along its course; nothing if it is not."""
    afloat: Annotated[float, Meta(ge=0, le=40)] = 0
    """The size of its name where that lies in the hexes beyond the line, as on a wide river; 0: beside it."""
    every: Annotated[int, Meta(ge=0, le=400)] = 0
    """Hexsides after which the name stands again; 0: once."""
    words: Words = ""


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The look of a line from hex to hex, its lowest stroke first."""

    strokes: Annotated[list[Stroke], Meta(min_length=1, max_length=4)]
    aside: str = ""
    """A route that it keeps away from where both lie in the same hexes."""
    words: Words = ""


class OwnTerrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain of the map's own. Without `like` its rows stand in the player's tables."""

    like: str = ""
    look: Terrain | None = None
    """Left out: as what it is like."""


class OwnHexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of hexside of the map's own."""

    like: str = ""
    look: Hexside | None = None


class OwnRoute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of route of the map's own."""

    like: str = ""
    look: Route | None = None


OwnKind = OwnTerrain | OwnHexside | OwnRoute


def own_kind_faults(
    label: str, own: Mapping[str, OwnTerrain] | Mapping[str, OwnHexside] | Mapping[str, OwnRoute]
) -> list[Fault]:
    """What is wrong with the new kinds themselves; the game knows what they may be like."""
    faults = [Fault(label, f"names more than {MOST_KINDS} kinds", "fewer")] if len(own) > MOST_KINDS else []
    for name, kind in own.items():
        where = f"{label}.{name[:40]}"
        if not is_slug(name):
            faults.append(Fault(where, "is not a plain name", "use a-z, 0-9 and hyphens"))
        if kind.like in own:
            faults.append(
                Fault(f"{where}.like", f"{kind.like[:40]!r} is a new kind itself", "a kind of the game")
            )
    return faults
