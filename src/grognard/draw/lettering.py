"""Words in pictures: made safe for XML, measured roughly, and the room they take."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final

import msgspec

from grognard.draw.geometry import Point

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


class Room:
    """The rectangles that are taken, by the squares of the map they touch."""

    _SQUARE: Final[float] = 128.0

    def __init__(self, taken: Iterable[Box] = ()) -> None:
        self.taken: list[Box] = []
        self._by_square: dict[tuple[int, int], list[Box]] = {}
        for box in taken:
            self.take(box)

    def take(self, box: Box) -> None:
        """From now on this is in the way."""
        self.taken.append(box)
        for square in self._squares(box):
            self._by_square.setdefault(square, []).append(box)

    def covered(self, box: Box) -> float:
        """The area of a rectangle that others take, each counted."""
        near = {
            id(other): other for square in self._squares(box) for other in self._by_square.get(square, ())
        }
        return sum(box.covers(other) for other in near.values())

    def _squares(self, box: Box) -> list[tuple[int, int]]:
        columns = range(int(box.left // self._SQUARE), int(box.right // self._SQUARE) + 1)
        rows = range(int(box.top // self._SQUARE), int(box.bottom // self._SQUARE) + 1)
        return [(column, row) for column in columns for row in rows]
