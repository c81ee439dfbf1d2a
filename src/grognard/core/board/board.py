"""The printed map: terrain, hexsides, roads and railways, places and named areas. It never changes in play.

A map file has one character for each hex, row by row, with a legend; rivers are pairs of hexes that share
a side, roads and railways are chains of hexes.
"""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from grognard.core.board.hex_numbers import HexNumbers, hex_numbers
from grognard.core.board.hexes import OFF_MAP, Grid, default_names, opposite
from grognard.core.board.own_kinds import OwnHexside, OwnRoute, OwnTerrain, own_kind_faults
from grognard.core.content.read import ContentError, Fault, decode_toml, is_slug, raise_faults

MAX_SPAN: Final[int] = 400
"""The largest number of columns or rows of a map."""

_MARKS: Final[tuple[str, ...]] = ("source", "house", "player")


class TerrainBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terrain drawn with characters, north at the top."""

    legend: dict[str, str]
    rows: list[str]


class HolderCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character of the holders block says: who holds the hex, and named areas it is part of."""

    holder: str = ""
    """Nothing: nobody, as in the middle of a river."""
    areas: list[str] = []


class HolderBlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds each hex when play begins, drawn like the terrain."""

    legend: dict[str, HolderCode] = {}
    rows: list[str] = []


class RiverEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature that runs along hexsides."""

    name: str
    kind: str
    sides: list[str]
    """Pairs of hexes that share a side: "2210/2310"."""


class RouteEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A road, a railway: a chain of neighbouring hexes."""

    id: str
    name: str
    kind: str
    hexes: list[str]


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A named hex."""

    name: str
    kind: str
    mark: str = "house"
    note: str = ""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place beside the map that holds counters: a turn track, a box of the reduced, a far airfield.

    It lies where `x` and `y` say, in hex heights from the map's top left corner, and is clicked like a hex.
    """

    id: str
    name: str
    x: float
    y: float
    width: float = 2.0
    height: float = 1.0
    kind: str = ""
    mark: str = "house"
    note: str = ""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a map file."""

    columns: int
    rows: int
    terrain: TerrainBlock
    hexes: dict[str, str] = {}
    """Single hexes whose terrain is another than is drawn: for a map that changes its base."""
    title: str = ""
    lower: str = "even"
    mark: str = "house"
    note: str = ""
    names: list[str] = []
    numbering: HexNumbers | None = None
    """The rule by which the hexes are numbered, in place of their names."""
    missing: list[str] = []
    sides: list[str] = []
    """The sides that can hold hexes, in the order of their numbers."""
    side_kinds: list[str] = []
    """Kinds of hexside, weakest first: where two features claim a side, the later kind wins."""
    link_kinds: list[str] = []
    holders: HolderBlock = HolderBlock()
    rivers: list[RiverEntry] = []
    routes: list[RouteEntry] = []
    places: dict[str, Place] = {}
    areas: dict[str, list[str]] = {}
    """Named sets of hexes; "0101..0116" is a straight run down a column or along a row."""
    layers: dict[str, list[list[int]]] = {}
    boxes: list[Box] = []
    new_terrain: dict[str, OwnTerrain] = {}
    """Kinds of terrain that the game does not have, each with what it is like and how it looks."""
    new_hexsides: dict[str, OwnHexside] = {}
    new_routes: dict[str, OwnRoute] = {}


class Board:
    """A map ready for play, all in flat lists by hex number (times six plus direction for hexsides).

    Boxes beside the map are numbered on after the last hex: both are places, and a place is one number.
    """

    def __init__(self, grid: Grid, title: str, mark: str, note: str) -> None:
        self.grid: Grid = grid
        self.title: str = title
        self.mark: str = mark
        self.note: str = note
        self.terrain: list[int] = [0] * grid.size
        self.terrain_kinds: list[str] = []
        self.sides: list[int] = [0] * (grid.size * 6)
        self.side_kinds: list[str] = [""]
        self.links: list[int] = [0] * (grid.size * 6)
        self.link_kinds: list[str] = []
        self.places: dict[int, Place] = {}
        self.areas: dict[str, frozenset[int]] = {}
        self.routes: dict[str, tuple[int, ...]] = {}
        self.route_kinds: dict[str, str] = {}
        self.route_names: dict[str, str] = {}
        self.rivers: dict[str, tuple[tuple[int, int], ...]] = {}
        self.river_kinds: dict[str, str] = {}
        self.holder: list[int] = [-1] * grid.size
        self.holder_sides: list[str] = []
        self.layers: dict[str, list[int]] = {}
        self.boxes: list[Box] = []
        self.new_terrain: dict[str, OwnTerrain] = {}
        self.new_hexsides: dict[str, OwnHexside] = {}
        self.new_routes: dict[str, OwnRoute] = {}

    # -- kinds of the map's own -------------------------------------------------------------------

    @property
    def likes(self) -> dict[str, str]:
        """What each kind of the map's own is like; nothing where the tables say all of it."""
        terrain = {name: kind.like for name, kind in self.new_terrain.items()}
        hexsides = {name: kind.like for name, kind in self.new_hexsides.items()}
        return terrain | hexsides | {name: kind.like for name, kind in self.new_routes.items()}

    def known_terrain(self) -> list[str]:
        """The kinds of terrain by the names that the game knows them by: a vineyard like woods is woods."""
        return [_known(kind, self.new_terrain) for kind in self.terrain_kinds]

    def known_sides(self) -> list[str]:
        """The same of the kinds of hexside."""
        return [_known(kind, self.new_hexsides) for kind in self.side_kinds]

    # -- places: hexes and boxes ----------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many places there are: hexes, then boxes."""
        return self.grid.size + len(self.boxes)

    def is_box(self, place: int) -> bool:
        """Is this place a box beside the map?"""
        return place >= self.grid.size

    def place_id(self, place: int) -> str:
        """A place as records write it: the hex's number or the box's id."""
        hexes = self.grid.size
        return self.grid.names[place] if place < hexes else self.boxes[place - hexes].id

    def place_name(self, place: int) -> str:
        """A place as a button says it: the hex's number with the name of its town, or the box's name."""
        if self.is_box(place):
            return self.boxes[place - self.grid.size].name
        named = self.places.get(place)
        return self.grid.names[place] if named is None else f"{self.grid.names[place]} {named.name}"

    def find_place(self, id: str) -> int:
        """The hex or box of that name; -1 where there is none."""
        if self.grid.has(id):
            return self.grid.index(id)
        for number, box in enumerate(self.boxes, self.grid.size):
            if box.id == id:
                return number
        return OFF_MAP

    # -- terrain and hexsides ---------------------------------------------------------------------

    def terrain_at(self, i: int) -> str:
        """The name of a hex's terrain."""
        return self.terrain_kinds[self.terrain[i]]

    def side_between(self, a: int, b: int) -> str:
        """The hexside feature between two neighbours, or nothing."""
        return self.side_kinds[self.sides[a * 6 + self._towards(a, b)]]

    def is_linked(self, a: int, b: int, kind: str) -> bool:
        """Does a road (or railway, by kind) lead directly from a to its neighbour b?"""
        bit = 1 << self.link_kinds.index(kind)
        return self.links[a * 6 + self._towards(a, b)] & bit != 0

    def _towards(self, a: int, b: int) -> int:
        direction = self.grid.direction(a, b)
        if direction < 0:
            raise ValueError(f"{self.grid.names[a]} and {self.grid.names[b]} are not neighbours")
        return direction

    def area(self, name: str) -> frozenset[int]:
        """The hexes of a named area; empty when the map has no such area."""
        return self.areas.get(name, frozenset())

    def set_side(self, a: int, direction: int, kind: int) -> None:
        """Put a feature on a hexside, seen from both of its hexes, unless a stronger one is there."""
        b = self.grid.step(a, direction)
        self.sides[a * 6 + direction] = max(kind, self.sides[a * 6 + direction])
        self.sides[b * 6 + opposite(direction)] = self.sides[a * 6 + direction]

    def add_link(self, a: int, direction: int, kind: int) -> None:
        """Join a hex and its neighbour by a road or railway, in both directions."""
        b = self.grid.step(a, direction)
        self.links[a * 6 + direction] |= 1 << kind
        self.links[b * 6 + opposite(direction)] |= 1 << kind


def _known(kind: str, own: Mapping[str, OwnTerrain] | Mapping[str, OwnHexside]) -> str:
    return own[kind].like or kind if kind in own else kind


def load_board(source: Path | str | bytes, name: str = "") -> Board:
    """A map from its file; ContentError lists every fault."""
    file, content = decode_toml(source, MapFile, name)
    return build_board(content, file)


def build_board(content: MapFile, file: str) -> Board:
    """A map from values already read; `file` names them in an error."""
    return _Builder(content, file).build()


class _Builder:
    """Turns a map file into a board and collects what is wrong with it on the way."""

    def __init__(self, content: MapFile, file: str) -> None:
        self.content: MapFile = content
        self.file: str = file
        self.faults: list[Fault] = []
        self.areas: dict[str, set[int]] = {}
        self.grid: Grid = self._grid()
        self.board: Board = Board(self.grid, content.title, content.mark, content.note)

    def build(self) -> Board:
        self._kinds()
        self._terrain()
        self._holders()
        self._rivers()
        self._routes()
        self._places()
        self._areas()
        self._layers()
        self._boxes()
        raise_faults(self.file, self.faults, self.board)
        return self.board

    def _fault(self, where: str, what: str, fix: str = "") -> None:
        self.faults.append(Fault(where, what, fix))

    def _grid(self) -> Grid:
        """The bare grid. Nothing else can be checked without one, so its faults end the reading."""
        c = self.content
        if not (1 <= c.columns <= MAX_SPAN and 1 <= c.rows <= MAX_SPAN):
            self._fault("columns, rows", f"{c.columns} by {c.rows} is no map", f"1 to {MAX_SPAN} each")
            raise ContentError(self.file, self.faults)
        if c.lower not in ("even", "odd"):
            self._fault("lower", f"{c.lower!r} is unknown", "even or odd")
        names = self._names()
        if len(names) != c.columns * c.rows or len(set(names)) != len(names):
            self._fault("names", f"{len(names)} names for {c.columns * c.rows} hexes", "a different one each")
        by_name = {hex_name: i for i, hex_name in enumerate(names)}
        for hex_name in c.missing:
            if hex_name not in by_name:
                self._fault("missing", f"there is no hex {hex_name!r}")
        raise_faults(self.file, self.faults)
        return Grid(c.columns, c.rows, c.lower, names, frozenset(by_name[m] for m in c.missing))

    def _names(self) -> list[str]:
        """The printed numbers: as listed, by the rule of the map, or 0101 and so on."""
        c = self.content
        if c.names and c.numbering is not None:
            self._fault("numbering", "stands beside names", "give one of them")
        if c.names or c.numbering is None:
            return c.names or default_names(c.columns, c.rows)
        names = hex_numbers(c.numbering, c.columns, c.rows)
        if not names:
            self._fault(
                "numbering.first", f"{c.numbering.first[:40]!r} is no number", 'such as "0101" or "A1"'
            )
        return names or default_names(c.columns, c.rows)

    def _kinds(self) -> None:
        c, board = self.content, self.board
        board.new_terrain, board.new_hexsides, board.new_routes = c.new_terrain, c.new_hexsides, c.new_routes
        for label, own in (
            ("new_terrain", c.new_terrain),
            ("new_hexsides", c.new_hexsides),
            ("new_routes", c.new_routes),
        ):
            self.faults += own_kind_faults(label, own)
        for name, route in c.new_routes.items():
            if route.like not in c.link_kinds:
                what = f"like {route.like[:40]!r}, which is no kind of route of this map"
                self._fault(f"new_routes.{name[:40]}.like", what, f"one of: {', '.join(c.link_kinds)}")
        board.terrain_kinds = list(dict.fromkeys(c.terrain.legend.values()))
        board.side_kinds = [""] + [kind for kind in c.side_kinds if kind]
        board.link_kinds = list(c.link_kinds)
        board.holder_sides = list(c.sides)
        lists = (("side_kinds", board.side_kinds), ("link_kinds", c.link_kinds), ("sides", c.sides))
        for label, kinds in lists:
            if len(set(kinds)) != len(kinds) or len(kinds) > 30:
                self._fault(label, "names something twice or has more than 30 entries")
        if c.mark not in _MARKS:
            self._fault("mark", f"{c.mark!r} is not a mark", f"one of: {', '.join(_MARKS)}")

    def _drawn(self, label: str, rows: list[str], legend: list[str]) -> list[str]:
        """The characters of a drawn block by hex number, blank where the drawing is wrong."""
        for code in legend:
            if len(code) != 1:
                self._fault(f"{label}.legend", f"{code!r} is not one character")
        if len(rows) != self.grid.rows:
            self._fault(f"{label}.rows", f"{len(rows)} rows drawn, the map has {self.grid.rows}")
        codes: list[str] = [""] * self.grid.size
        for number, row in enumerate(rows[: self.grid.rows], 1):
            where = f"{label}.rows[{number}]"
            if len(row) != self.grid.columns:
                self._fault(where, f"{len(row)} characters, the map has {self.grid.columns} columns")
            for column, code in enumerate(row[: self.grid.columns]):
                i = (number - 1) * self.grid.columns + column
                if i in self.grid.missing:
                    continue
                if code in legend:
                    codes[i] = code
                else:
                    self._fault(where, f"column {column + 1}: {code!r} is not in the legend")
        return codes

    def _terrain(self) -> None:
        legend = self.content.terrain.legend
        for i, code in enumerate(self._drawn("terrain", self.content.terrain.rows, list(legend))):
            if code:
                self.board.terrain[i] = self.board.terrain_kinds.index(legend[code])
        for name, kind in self.content.hexes.items():
            i = self._hex(name, f"hexes.{name[:40]}")
            if i >= 0:
                if kind not in self.board.terrain_kinds:
                    self.board.terrain_kinds.append(kind)
                self.board.terrain[i] = self.board.terrain_kinds.index(kind)

    def _holders(self) -> None:
        block = self.content.holders
        if block == HolderBlock():
            return
        for code, entry in block.legend.items():
            if entry.holder and entry.holder not in self.content.sides:
                self._fault(f"holders.legend.{code}", f"there is no side {entry.holder!r}", "see sides")
        numbers = {side: number for number, side in enumerate(self.content.sides)}
        for i, code in enumerate(self._drawn("holders", block.rows, list(block.legend))):
            if code:
                self.board.holder[i] = numbers.get(block.legend[code].holder, -1)
                for area in block.legend[code].areas:
                    self.areas.setdefault(area, set()).add(i)

    def _hex(self, name: str, where: str) -> int:
        if self.grid.has(name):
            return self.grid.index(name)
        self._fault(where, f"there is no hex {name!r}", "name a hex of the map")
        return -1

    def _rivers(self) -> None:
        for river in self.content.rivers:
            where = f"river {river.name}"
            if river.kind not in self.board.side_kinds or not river.kind:
                self._fault(where, f"there is no kind of side {river.kind!r}", "see side_kinds")
                continue
            if river.name in self.board.rivers:
                self._fault(where, "is there twice", "rename one")
            kind = self.board.side_kinds.index(river.kind)
            pairs: list[tuple[int, int]] = []
            for text in river.sides:
                first, _, second = text.partition("/")
                a, b = self._hex(first, where), self._hex(second, where)
                direction = self.grid.direction(a, b) if a >= 0 and b >= 0 else -1
                if direction >= 0:
                    pairs.append((a, b))
                    self.board.set_side(a, direction, kind)
                elif a >= 0 and b >= 0:
                    self._fault(where, f"{text!r}: these hexes share no side")
            self.board.rivers[river.name] = tuple(pairs)
            self.board.river_kinds[river.name] = river.kind

    def _routes(self) -> None:
        for route in self.content.routes:
            where = f"route {route.id}"
            if route.kind not in self.board.link_kinds and route.kind not in self.content.new_routes:
                self._fault(where, f"there is no kind of route {route.kind!r}", "see link_kinds")
                continue
            if route.kind in self.content.new_routes and self.content.new_routes[route.kind].like not in (
                self.board.link_kinds
            ):
                continue  # said of the kind itself
            if route.id in self.board.routes:
                self._fault(where, "is there twice", "rename one")
            own = self.content.new_routes.get(route.kind)
            kind = self.board.link_kinds.index(own.like if own is not None else route.kind)
            chain = [self._hex(hex_name, where) for hex_name in route.hexes]
            for a, b in pairwise(chain):
                direction = self.grid.direction(a, b) if a >= 0 and b >= 0 else -1
                if direction >= 0:
                    self.board.add_link(a, direction, kind)
                elif a >= 0 and b >= 0:
                    names = self.grid.names
                    self._fault(where, f"{names[a]} and {names[b]} are not neighbours", "leave no gap")
            self.board.routes[route.id] = tuple(chain)
            self.board.route_kinds[route.id] = route.kind
            self.board.route_names[route.id] = route.name

    def _places(self) -> None:
        for hex_name, place in self.content.places.items():
            where = f"place {place.name}"
            i = self._hex(hex_name, where)
            if place.mark not in _MARKS:
                self._fault(where, f"{place.mark!r} is not a mark", f"one of: {', '.join(_MARKS)}")
            if i >= 0:
                self.board.places[i] = place

    def _areas(self) -> None:
        for name, entries in self.content.areas.items():
            hexes = self.areas.setdefault(name, set())
            for entry in entries:
                hexes.update(self._run(entry, f"area {name}"))
        self.board.areas = {name: frozenset(hexes) for name, hexes in self.areas.items()}

    def _run(self, entry: str, where: str) -> list[int]:
        """One hex, or a straight run "first..last" along a row or down a column, without missing hexes."""
        first, dots, last = entry.partition("..")
        a = self._hex(first, where)
        b = self._hex(last, where) if dots else a
        if a < 0 or b < 0:
            return []
        columns = self.grid.columns
        if a % columns != b % columns and a // columns != b // columns:
            self._fault(where, f"{entry!r} runs neither along a row nor down a column")
            return []
        stride = 1 if a // columns == b // columns else columns
        return [i for i in range(min(a, b), max(a, b) + 1, stride) if i not in self.grid.missing]

    def _layers(self) -> None:
        for name, rows in self.content.layers.items():
            flat = [value for row in rows for value in row]
            if len(rows) != self.grid.rows or any(len(row) != self.grid.columns for row in rows):
                self._fault(f"layers.{name}", f"is not {self.grid.rows} rows of {self.grid.columns} numbers")
            elif any(abs(value) > 1_000_000 for value in flat):
                self._fault(f"layers.{name}", "holds a number beyond a million")
            else:
                self.board.layers[name] = flat

    def _boxes(self) -> None:
        seen: set[str] = set()
        for box in self.content.boxes:
            where = f"box {box.id[:40]}"
            if not is_slug(box.id):
                self._fault(where, "the id is not a plain name", "use a-z, 0-9 and hyphens")
            if box.id in seen or self.grid.has(box.id):
                self._fault(where, "is there twice, or is a hex's name", "rename one")
            seen.add(box.id)
            if not (0 < box.width <= MAX_SPAN and 0 < box.height <= MAX_SPAN):
                self._fault(where, f"is {box.width} by {box.height}", f"above 0, to {MAX_SPAN}")
            if abs(box.x) > MAX_SPAN or abs(box.y) > MAX_SPAN:
                self._fault(where, "lies too far from the map", f"within {MAX_SPAN} hexes")
            if box.mark not in _MARKS:
                self._fault(where, f"{box.mark!r} is not a mark", f"one of: {', '.join(_MARKS)}")
        self.board.boxes = list(self.content.boxes)
