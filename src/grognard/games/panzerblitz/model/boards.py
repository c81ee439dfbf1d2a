"""The boards as flat lists: terrain, levels, coloured hexsides and roads."""

from collections.abc import Callable
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.hexes import opposite
from grognard.kit.areas import HexSets
from grognard.kit.reach import Graph

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
BARS: Final = (
    "",
    "edge of woods (green)",
    "edge of town (gray)",
    "crest (brown)",
    "rim of a hilltop (orange)",
)


class Boards:
    """The boards as flat lists by hex and by exit (hex * 6 + direction), shared by all games on them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid = board.grid
        self.size: int = board.grid.size
        self.names: list[str] = board.grid.names
        self.neighbours: list[int] = board.grid.neighbours
        self.hexes: list[int] = board.grid.present()
        self.distances: Callable[[int], bytes] = board.grid.distances
        self.ground: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        kinds = board.known_terrain()
        known: list[str] = [kinds[code] for code in board.terrain]
        self.level: list[int] = [
            HILLTOP if name == "hilltop" else SLOPE if name == "slope" else GROUND for name in known
        ]
        self.conceals: list[bool] = [name in ("woods", "town") for name in known]
        self.is_town: list[bool] = [name == "town" for name in known]
        self.is_gully: list[bool] = [name == "gully" for name in known]
        self.is_in_gully: list[bool] = [name in ("gully", "ford") for name in known]
        self.is_pond: list[bool] = [name == "pond" for name in known]
        self.is_open: list[bool] = [name in ("clear", "hilltop", "ford") for name in known]
        colours = board.known_sides()
        self.bar: list[int] = [COLOURS.index(colours[code]) for code in board.sides]
        self.road: list[bool] = [links != 0 for links in board.links]
        self.graph: Graph = Graph.of_hexes(self.neighbours)
        self.road_exits: dict[int, list[int]] = self._road_exits()
        """The exits along roads that lead out of a hex or into it."""
        self.sight: dict[int, bool] = {}
        """Can hex a see hex b, by a * size + b, filled as it is asked for."""
        self.town_gain: int = sum(sorted(self._town_sizes())[-2:]) // 2
        """Points a path can save by going through towns: half a point per hex, of two towns at most."""

    def _road_exits(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for exit, is_road in enumerate(self.road):
            if is_road:
                found.setdefault(exit // 6, []).append(exit)
                found.setdefault(self.neighbours[exit], []).append(exit)
        return found

    def exits_into(self, hex: int) -> list[int]:
        """The exits of the neighbours of a hex that lead into it."""
        around = enumerate(self.neighbours[hex * 6 : hex * 6 + 6])
        return [there * 6 + opposite(direction) for direction, there in around if there >= 0]

    def _town_sizes(self) -> list[int]:
        """The number of hexes of each town."""
        sets = HexSets(self.grid)
        return [town.bit_count() for town in sets.areas(sets.flagged(bytes(self.is_town)))]
