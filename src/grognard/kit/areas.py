"""Sets of hexes as the bits of one number: a whole set grows by a ring at once, and so areas are found."""

from typing import Final

from grognard.core.board.hexes import Grid

_DIGITS: Final = bytes([48]) + bytes([49]) * 255
"""Turns flags into the digits of a binary number."""


class HexSets:
    """Sets of hexes of one grid. Bit n stands for hex n: `set >> hex & 1` asks whether it is in."""

    def __init__(self, grid: Grid) -> None:
        columns = range(grid.columns)
        first = sum(1 << row * grid.columns for row in range(grid.rows))
        lowered = [column for column in columns if (column % 2 == 1) == (grid.lower == "even")]
        self.columns: int = grid.columns
        self.all: int = sum(1 << hex for hex in grid.present())
        self._lowered: int = sum(first << column for column in lowered)
        self._raised: int = sum(first << column for column in columns if column not in lowered)
        self._not_first: int = ~first
        self._not_last: int = ~(first << grid.columns - 1)

    def flagged(self, flags: bytes | bytearray) -> int:
        """The set of the hexes that are flagged, one byte each."""
        return int(flags[::-1].translate(_DIGITS), 2) & self.all

    def spread(self, hexes: int) -> int:
        """These hexes and all that are next to them."""
        columns = self.columns
        beside = (hexes & self._not_last) << 1 | (hexes & self._not_first) >> 1
        # A hex of a lowered column touches its own row and the next one of the raised columns beside it.
        slanting = (beside & self._raised) << columns | (beside & self._lowered) >> columns
        return (hexes | hexes << columns | hexes >> columns | beside | slanting) & self.all

    def areas(self, hexes: int) -> list[int]:
        """The connected areas of a set, that with the lowest hex first."""
        found: list[int] = []
        while hexes:
            area, before = hexes & -hexes, 0
            while area != before:
                before = area
                area = self.spread(area) & hexes
            found.append(area)
            hexes &= ~area
        return found
