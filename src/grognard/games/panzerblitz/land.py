"""The boards as flat lists: terrain, levels, coloured hexsides and roads."""

from typing import Final

from grognard.core.board import Board

GROUND: Final = 0
SLOPE: Final = 1
HILLTOP: Final = 2
LEVEL_NAMES: Final = ("ground", "slope", "hilltop")

# Hexsides, by the colour of their bar.
GREEN: Final = 1
GRAY: Final = 2
BROWN: Final = 3
ORANGE: Final = 4
COLOURS: Final = ("", "green", "gray", "brown", "orange")


class Land:
    """The boards as flat lists by hex and by exit (hex * 6 + direction), shared by all games on them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid
        self.size: int = board.grid.size
        self.names: list[str] = board.grid.names
        self.neighbours: list[int] = board.grid.neighbours
        self.hexes: list[int] = board.grid.present()
        self.ground: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        self.level: list[int] = [
            HILLTOP if name == "hilltop" else SLOPE if name == "slope" else GROUND for name in self.ground
        ]
        self.conceals: list[bool] = [name in ("woods", "town") for name in self.ground]
        self.is_town: list[bool] = [name == "town" for name in self.ground]
        self.is_gully: list[bool] = [name == "gully" for name in self.ground]
        self.is_pond: list[bool] = [name == "pond" for name in self.ground]
        self.is_open: list[bool] = [name in ("clear", "hilltop", "ford") for name in self.ground]
        self.bar: list[int] = [COLOURS.index(board.side_kinds[code]) for code in board.sides]
        self.road: list[bool] = [links != 0 for links in board.links]
        self.sight: dict[int, bool] = {}
        """Can hex a see hex b, by a * size + b, filled as it is asked for."""
