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


def covered(box: Box, taken: Iterable[Box]) -> float:
    """The area of a rectangle that others take."""
    return sum(box.covers(other) for other in taken)
