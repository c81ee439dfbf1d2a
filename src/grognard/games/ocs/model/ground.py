"""The ground: terrain, ways, and what a step costs by mobility, as flat lists for the rules."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.chapter import NOTHING, rule
from grognard.games.ocs.model.scale import MP
from grognard.kit.areas import HexSets
from grognard.kit.reach import CLOSED, Going, Graph

LEG: Final = 0
TRACK: Final = 1
TRUCK: Final = 2
MOBILITIES: Final = ("leg", "track", "truck")

ARMOR: Final = 0
MECH: Final = 1
OTHER: Final = 2
CLASSES: Final = ("armor", "mech", "other")

ALL: Final = CLOSED + 1
"""The price of an exit that takes every MP left."""

RAIL: Final = 4
MULTI: Final = 8
ROAD_ROWS: Final = ((1, "primary-road"), (2, "secondary-road"), (RAIL, "railroad"))
"""The bits of links that are followed, with their row of the movement chart."""

CATEGORIES: Final = ("open", "close", "very-close", "extremely-close")


def fraction(text: str) -> Fraction:
    """A cell such as "1/2" as a number; a dash changes nothing."""
    return Fraction(1) if text == "-" else Fraction(text)


class Ground:
    """The map of one game, indexed by hex number and by exit: six times the hex and the direction."""

    def __init__(self, board: Board, tables: dict[str, Table]) -> None:
        self.board = board
        self.grid = board.grid
        self.tables = tables
        self._away: dict[int, list[int]] = {}
        self.hexes: int = board.grid.size
        self.places: int = board.size
        self.names: list[str] = board.grid.names
        self.distance: Callable[[int, int], int] = board.grid.distance
        self.neighbours: list[int] = board.grid.neighbours
        self.hex_sets: HexSets = HexSets(board.grid)
        self.graph: Graph = Graph.of_hexes(self.neighbours)
        self.around: list[list[int]] = [
            [there for there in self.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]
            for hex in range(self.hexes)
        ]
        self.edge: list[int] = [hex for hex in range(self.hexes) if len(self.around[hex]) < 6]
        """The hexes at the edge of the map, on all its sides."""
        self._terrain()

    @rule("ocs.basics.1", "ocs.basics.2", "ocs.movement.13", "ocs.movement.14", "ocs.combat.22")
    def _terrain(self) -> None:
        """The ground: a hex has one terrain, its dearest, and a hexside one kind, as the map draws them."""
        board = self.board
        self.terrain_name: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        known = board.known_terrain()
        self._known_sides = board.known_sides()
        self.known_name: list[str] = [known[code] for code in board.terrain]
        """The terrain by the name that the game knows it by, if the map has kinds of its own."""
        self.is_sea: list[bool] = [name == "sea" for name in self.known_name]
        self.is_coast: list[bool] = [
            not self.is_sea[hex] and any(self.is_sea[there] for there in self.around[hex])
            for hex in range(self.hexes)
        ]
        self.is_town: list[bool] = [
            name in ("village", "minor-city", "major-city") for name in self.known_name
        ]
        combat = self.tables["terrain-combat"]
        self.category: dict[str, int] = {
            row: CATEGORIES.index(combat.text(row, "category"))
            for row in combat.rows
            if combat.text(row, "category") in CATEGORIES
        }
        self.attack_factor: dict[str, list[Fraction]] = {
            row: [fraction(combat.text(row, f"attack-{name}")) for name in CLASSES] for row in combat.rows
        }
        self.defence_factor: dict[str, list[Fraction]] = {
            row: [fraction(combat.text(row, f"defence-{name}")) for name in CLASSES] for row in combat.rows
        }
        self.has_rail: list[bool] = [
            any(links & RAIL for links in board.links[hex * 6 : hex * 6 + 6]) for hex in range(self.hexes)
        ]
        self.rail_hexes: list[int] = [hex for hex in range(self.hexes) if self.has_rail[hex]]
        self.is_multi_track: list[bool] = [
            any(links & MULTI for links in board.links[hex * 6 : hex * 6 + 6]) for hex in range(self.hexes)
        ]
        is_double = any(self.is_multi_track)
        self.single_track: bytes = (
            bytes(place >= self.hexes or not self.is_multi_track[place] for place in range(self.places))
            if is_double
            else b""
        )
        """One byte per place: is it no hex of a double track? Empty where the map has none."""
        self._prices()

    def _prices(self) -> None:
        """What each exit costs in quarters of MP by mobility: fair and in storm, and without any road."""
        board = self.board
        self._kept_cells: dict[tuple[str, int], int] = {}
        self._exit_kind: list[tuple[int, int, int]] = [
            (board.terrain[there] if there >= 0 else NOTHING, board.sides[exit], board.links[exit])
            for exit, there in enumerate(self.neighbours)
        ]
        """What lies behind each exit: ground, hexside and ways. Exits that are alike have one price."""
        self.fair: list[list[int]] = [self.exit_prices(mobility) for mobility in (LEG, TRACK, TRUCK)]
        self.stormy: list[list[int]] = [
            self.exit_prices(mobility, storm=True) for mobility in (LEG, TRACK, TRUCK)
        ]
        self.bare: list[list[int]] = [
            self.exit_prices(mobility, roads=False) for mobility in (LEG, TRACK, TRUCK)
        ]
        self.bare_stormy: list[list[int]] = [
            self.exit_prices(mobility, storm=True, roads=False) for mobility in (LEG, TRACK, TRUCK)
        ]
        self.going_fair: list[Going] = [Going(self.graph, prices) for prices in self.fair]
        self.cheapest: list[int] = [max(1, min(prices)) for prices in self.fair]
        """By mobility the least that a step costs anywhere."""
        self.going_stormy: list[Going] = [Going(self.graph, prices) for prices in self.stormy]
        self.whole_hexes: list[frozenset[int]] = [self._whole(mobility) for mobility in (LEG, TRACK, TRUCK)]
        """By mobility the hexes from which a step can lead that takes all MP, bridged or not."""
        self.near_on_foot: dict[int, frozenset[int]] = {}
        """The hexes from which an engineer works in a hex, found when first asked for."""
        self.sites_on_foot: dict[int, frozenset[int]] = {}
        """The hexes in which an engineer works from a hex, found when first asked for."""
        self.going_sea: Going = Going(self.graph, [1] * (self.hexes * 6))
        """One point for each hex; what is closed to ships is said by the search."""
        self.going_rail: Going = Going(
            self.graph, [0 if links & RAIL else CLOSED for links in self.board.links]
        )

    def _whole(self, mobility: int) -> frozenset[int]:
        deep = {name: self._cell(name, mobility) == ALL for name in set(self.terrain_name)}
        return frozenset(
            exit // 6
            for exit, (there, price) in enumerate(zip(self.neighbours, self.fair[mobility], strict=True))
            if there >= 0 and (price == ALL or deep[self.terrain_name[there]])
        )

    @rule("ocs.movement.5")
    def exit_prices(self, mobility: int, storm: bool = False, roads: bool = True) -> list[int]:
        """The price of every exit; closed where the step back would be closed."""
        first = dict(zip(reversed(self._exit_kind), reversed(range(self.hexes * 6)), strict=True))
        of_kind = {
            kind: self.exit_price(mobility, exit, storm=storm, roads=roads) for kind, exit in first.items()
        }
        price = [of_kind[kind] for kind in self._exit_kind]
        closed = [exit for exit, cost in enumerate(price) if cost == CLOSED]
        for exit in closed:
            there = self.neighbours[exit]
            if there >= 0:
                price[there * 6 + (exit % 6 + 3) % 6] = CLOSED
        return price

    @rule("ocs.movement.3", "ocs.movement.9", "ocs.movement.10", "ocs.movement.11", "ocs.movement.12")
    @rule("ocs.movement.15")
    def exit_price(
        self, mobility: int, exit: int, bridged: bool = False, storm: bool = False, roads: bool = True
    ) -> int:
        """The price of an exit in quarters: the cheaper of the road followed and the ground with its hexside.

        `bridged`: an Engineer-Capable unit stands at one end.
        """
        there = self.neighbours[exit]
        if there < 0:
            return CLOSED
        ground = self._ground_price(mobility, there, storm)
        crossing = self._crossing_price(mobility, self.board.side_kinds[self.board.sides[exit]], bridged)
        if CLOSED in (ground, crossing):
            price = CLOSED
        elif ALL in (ground, crossing):
            price = ALL
        else:
            price = ground + crossing
        return min(price, self._road_price(mobility, exit)) if roads else price

    def _road_price(self, mobility: int, exit: int) -> int:
        links = self.board.links[exit]
        rows = [row for bit, row in ROAD_ROWS if links & bit]
        return min((self._cell(row, mobility) for row in rows), default=CLOSED + 2)

    def _ground_price(self, mobility: int, hex: int, storm: bool) -> int:
        if storm and mobility == TRUCK and self.known_name[hex] == "open":
            return self.tables["weather"].integer("6", "truck-open") * MP
        return self._cell(self.terrain_name[hex], mobility)

    @rule("ocs.engineer.2")
    def _crossing_price(self, mobility: int, kind: str, bridged: bool) -> int:
        """The price of a hexside; a bridge makes a major river minor and a minor one nothing."""
        if bridged:
            known = self._known_sides[self.board.side_kinds.index(kind)]
            kind = "minor-river" if known == "major-river" else ""
        return self._cell(kind, mobility) if kind else 0

    def _cell(self, row: str, mobility: int) -> int:
        key = (row, mobility)
        if key not in self._kept_cells:
            text = self.tables["terrain-movement"].text(row, MOBILITIES[mobility])
            closed = {"P": CLOSED, "All": ALL}
            self._kept_cells[key] = closed[text] if text in closed else int(Fraction(text) * MP)
        return self._kept_cells[key]

    # -- questions ------------------------------------------------------------------------------

    def away_from(self, hex: int) -> list[int]:
        """How far every hex is from this one, to read only."""
        found = self._away.get(hex)
        if found is None:
            found = self._away[hex] = [self.distance(hex, there) for there in range(self.hexes)]
        return found

    def exit(self, here: int, there: int) -> int:
        """The number of the exit from a hex to its neighbour."""
        return here * 6 + self.grid.direction(here, there)

    def side_kind(self, here: int, there: int) -> str:
        """What runs along the hexside between two neighbours, or nothing."""
        return self._known_sides[self.board.sides[self.exit(here, there)]]

    def is_adjacent(self, here: int, there: int) -> bool:
        """Are two hexes neighbours?"""
        return self.grid.direction(here, there) >= 0
