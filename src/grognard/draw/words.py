"""Text in pictures: made safe for XML, measured roughly, placed where it covers nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from math import atan2, cos, degrees, sin
from typing import Final

import msgspec

from grognard.core.board import Board
from grognard.draw.geometry import HEX, Point, centre, hexside, middle, num
from grognard.draw.liveries import INK, PAPER, SERIF
from grognard.draw.routes import is_wet

# XML 1.0 has no place for control characters, not even escaped, nor for halves of surrogate pairs.
_FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def safe(text: str) -> str:
    """Text that can stand in XML, as content and as an attribute."""
    return escape(_FORBIDDEN.sub("\ufffd", text))


def width_of(text: str, size: float) -> float:
    """About how wide a line of our serif face is."""
    return len(text) * size * 0.5


class Box(msgspec.Struct, frozen=True):
    """A rectangle on the map."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> float:
        """The area two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def around(at: Point, wide: float, high: float) -> Box:
    """The rectangle of that size with its middle at a point."""
    return Box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


def _covered(box: Box, taken: Iterable[Box]) -> float:
    return sum(box.covers(other) for other in taken)


def _lines(name: str) -> list[str]:
    """A long name of two words takes two lines."""
    if len(name) <= 13 or " " not in name:
        return [name]
    words = name.split(" ")
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) * 2 - len(name)))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


_SPOTS: Final[tuple[Point, ...]] = (
    (0, 0.43),
    (0, -0.43),
    (0.12, 0.45),
    (-0.12, 0.45),
    (0.3, 0.43),
    (-0.3, 0.43),
    (0.3, -0.43),
    (-0.3, -0.43),
    (0.75, 0.05),
    (-0.75, 0.05),
)
"""Where a name may stand, best first, in hexes from the middle of its place."""


def place_names(board: Board, taken: list[Box]) -> str:
    """The names of all places; each takes the spot where it covers least, and is then in the way itself."""
    parts: list[str] = []
    order = sorted(board.places, key=lambda i: (board.places[i].kind != "city", i))
    for i in order:
        place = board.places[i]
        size = 21.0 if place.kind == "city" else 14.5
        lines = _lines(place.name)
        wide = max(width_of(line, size) for line in lines)
        x, y = centre(board.grid, i)
        boxes = [around((x + dx * HEX, y + dy * HEX), wide, size * len(lines)) for dx, dy in _SPOTS]
        # A spot further down the list must be clearly better to be taken.
        best = min(enumerate(boxes), key=lambda choice: _covered(choice[1], taken) + 12 * choice[0])[1]
        taken.append(best)
        parts.append(_name(lines, best, size, place.kind == "city"))
    return (
        f'<g {_halo(PAPER, 3.6)} font-family="{SERIF}" text-anchor="middle" fill="{INK}">{"".join(parts)}</g>'
    )


def _halo(colour: str, width: float) -> str:
    style = f'stroke="{colour}" stroke-width="{width}" stroke-opacity=".88"'
    return f'{style} stroke-linejoin="round" paint-order="stroke"'


def _name(lines: list[str], box: Box, size: float, bold: bool) -> str:
    x = (box.left + box.right) / 2
    style = f'font-size="{num(size)}" font-weight="{700 if bold else 600}"'
    parts: list[str] = []
    for k, line in enumerate(lines):
        y = box.top + size * (k + 0.8)
        parts.append(f'<text x="{num(x)}" y="{num(y)}" {style}>{safe(line)}</text>')
    return "".join(parts)


def river_names(board: Board, taken: list[Box]) -> str:
    """A name beside each river, along its course, left out where there is no free stretch."""
    sides: dict[str, list[tuple[int, int]]] = {}
    for name, pairs in board.rivers.items():
        if is_wet(board.river_kinds.get(name, "")):
            sides.setdefault(name.split(" (")[0], []).extend(pairs)
    parts: list[str] = []
    for name in sorted(sides, key=lambda n: (-len(sides[n]), n)):
        label = _river_name(board, name, sides[name], taken)
        if label:
            parts.append(label)
    style = f'font-family="{SERIF}" font-style="italic" font-size="13" fill="#2f6690" text-anchor="middle"'
    return f'<g {style} {_halo(PAPER, 3)} letter-spacing=".6">{"".join(parts)}</g>'


def _river_name(board: Board, name: str, pairs: list[tuple[int, int]], taken: list[Box]) -> str:
    wide = width_of(name, 14.5)
    middles = [middle(*hexside(board.grid, a, board.grid.direction(a, b))) for a, b in pairs]
    best: tuple[float, Point, float] | None = None
    for k in range(1, len(middles) - 1):
        (ax, ay), (bx, by) = middles[k - 1], middles[k + 1]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length < HEX * 0.7 or length > HEX * 1.6:
            continue
        angle = atan2(by - ay, bx - ax)
        if cos(angle) < -0.01:
            angle = atan2(ay - by, ax - bx)
        for off in (-10.0, 17.0):
            at = (middles[k][0] - sin(angle) * off, middles[k][1] + cos(angle) * off)
            cost = (
                sum(_covered(box, taken) for box in _strip(at, angle, wide)) + abs(k * 2 - len(middles)) * 0.2
            )
            if best is None or cost < best[0]:
                best = (cost, at, angle)
    if best is None or best[0] > 40:
        return ""
    _, at, angle = best
    taken.extend(_strip(at, angle, wide))
    turn = f"translate({num(at[0])} {num(at[1])}) rotate({num(degrees(angle))})"
    return f'<text transform="{turn}">{safe(name)}</text>'


def _strip(at: Point, angle: float, wide: float) -> list[Box]:
    """A slanting line of text as a row of small boxes."""
    count = max(2, int(wide // 12))
    boxes: list[Box] = []
    for k in range(count):
        along = (k / (count - 1) - 0.5) * wide
        boxes.append(around((at[0] + cos(angle) * along, at[1] + sin(angle) * along - 4), 12, 12))
    return boxes
