"""The printed board as plain data: what the SVG writer and the browser's canvas both paint.

Only what is printed: no control, tint, marks, lights or counters. Large grounds are cut into squares, every
path says which box it lies in, and symbols are defined once and placed, so that a tile of the map paints
little more than it shows. Lengths are drawing units (a hex is 84 high) with 0, 0 at the map's top left.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from math import ceil, floor

import msgspec


class PaintStyle(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a path is painted: filled, or drawn with a pen."""

    fill: str = ""
    stroke: str = ""
    width: float = 1
    least: float = 0
    """Pixels that the pen has at least, from however far it is seen."""
    alpha: float = 1
    dash: list[float] = []
    cap: str = "butt"


class TextStyle(msgspec.Struct, frozen=True, omit_defaults=True):
    """How words are written; they stand around their middle."""

    ink: str
    size: float
    weight: int = 400
    italic: bool = False
    halo: str = ""
    """The colour of the rim that sets them off the ground."""
    halo_width: float = 0
    spacing: float = 0
    floor: float = 0
    """Pixels that they have at least, from however far they are seen."""


class ScenePath(msgspec.Struct, frozen=True, array_like=True):
    """Path data as SVG writes it, and the box that it lies in."""

    d: str
    left: int
    top: int
    right: int
    bottom: int


def framed(d: str, points: Iterable[tuple[float, float]], room: float = 1) -> ScenePath:
    """Path data with the box around its points and the pen's room beside them."""
    xs, ys = zip(*points, strict=True)
    return ScenePath(
        d, floor(min(xs) - room), floor(min(ys) - room), ceil(max(xs) + room), ceil(max(ys) + room)
    )


class ScenePlaced(msgspec.Struct, frozen=True, array_like=True):
    """A symbol and where it lies: x, y, x, y, …"""

    symbol: str
    at: list[float]


class SceneLayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Paths and symbols painted with the same styles, all with the first, then all with the next."""

    styles: list[str]
    paths: list[ScenePath] = []
    placed: list[ScenePlaced] = []
    least: float = 0
    """Pixels of a hex from which on it is painted."""
    most: float = 0
    """Pixels of a hex from which on it no longer is; 0 for always."""


class SceneText(msgspec.Struct, frozen=True, array_like=True):
    """Words on the map, line below line around a middle."""

    style: str
    lines: list[str]
    x: float
    y: float
    angle: float = 0
    """Degrees, clockwise."""
    least: float = 0
    """Pixels of a hex from which on they are written."""


class SceneBox(msgspec.Struct, frozen=True):
    """A place off the map: its number among the places of the board, its name, and where it is drawn."""

    index: int
    name: str
    x: float
    y: float
    w: float
    h: float
    cx: float
    """The middle of the room below its name, where counters lie."""
    cy: float


class BoardScene(msgspec.Struct, frozen=True):
    """The printed board."""

    hex: float
    """The height of a hex."""
    box: tuple[float, float, float, float]
    """Left, top, right and bottom of all there is."""
    margin: str
    """The colour of what lies around the map."""
    styles: dict[str, PaintStyle]
    text_styles: dict[str, TextStyle]
    symbols: dict[str, str]
    """Path data around 0, 0."""
    ground: list[SceneLayer]
    """What tint and control are laid upon."""
    lines: list[SceneLayer]
    """What lies above them."""
    numbers: list[SceneText]
    names: list[SceneText]
    boxes: list[SceneBox]

    def hash(self) -> str:
        """A name for this content."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=10).hexdigest()
