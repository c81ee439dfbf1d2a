"""The ground: what each hex is, and what it costs to go from one to the next.

Movement points are counted in halves, because a highway costs motor vehicles half a point.
"""

from collections.abc import Callable, Mapping
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.ledger import rule
from grognard.games.battalions.model.memo import MOST_REMEMBERED, Memo
from grognard.games.battalions.model.scenario import (
    CLASSES,
    HIGHWAY,
    IMPASSABLE,
    QUALITIES,
    RIVER,
    ROAD,
    STREAM,
    WATER,
)
from grognard.kit.reach import CLOSED, Going, Graph

ROAD_BIT: Final = 1
HIGHWAY_BIT: Final = 2
FOOT: Final = CLASSES.index("foot")
HELPED_STREAM: Final = "stream-helped"


class Ground:
    """The map as the rules read it, in flat lists by hex and by exit."""

    def __init__(self, board: Board, tables: dict[str, Table], graph: Graph) -> None:
        self.board = board
        self.graph = graph
        self.costs = tables["terrain-movement"]
        self.strategic_costs = tables["strategic-movement"]
        self.terrain: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        known = board.known_terrain()
        self.is_water: list[bool] = [known[code] == WATER for code in board.terrain]
        self.waters: list[int] = [hex for hex, water in enumerate(self.is_water) if water]
        self.water_flags: bytes = bytes(self.is_water)
        self._qualities = tables[QUALITIES]
        self.is_town: list[bool] = self._that_are("built-up")
        self.is_shelter: list[bool] = self._that_are("shelter")
        """Terrain that cannot be spotted into from two hexes away."""
        self.is_at_cover: list[bool] = self._that_are("at-cover")
        self.is_infiltration_cover: list[bool] = self._that_are("infiltration-cover")
        self.works_in_vain: list[bool] = self._that_are("works-in-vain")
        """Terrain in which an improved position adds nothing."""
        self.bars_guns: list[bool] = self._that_are("no-guns")
        sides = board.known_sides()
        self.stream_sides: list[int] = [code for code, kind in enumerate(sides) if kind == STREAM]
        """The kinds of hexside that are streams."""
        self.is_stream: list[bool] = [sides[code] == STREAM for code in board.sides]
        self.beside_stream: frozenset[int] = frozenset(
            exit // 6 for exit, stream in enumerate(self.is_stream) if stream
        )
        self.is_impassable: list[bool] = [sides[code] == IMPASSABLE for code in board.sides]
        self.is_river: list[bool] = [sides[code] == RIVER for code in board.sides]
        """Exits over a great river, closed to all but where the game opens them."""
        self.is_barrier: list[bool] = [
            closed or river for closed, river in zip(self.is_impassable, self.is_river, strict=True)
        ]
        self.beside_barrier: list[int] = sorted(
            {exit // 6 for exit, closed in enumerate(self.is_barrier) if closed}
        )
        self.going: list[Going] = [Going(graph, self._prices(name, False)) for name in CLASSES]
        """The price of every exit for each mobility class."""
        self.march_going: list[Going] = [Going(graph, self._prices(name, True)) for name in CLASSES]
        """The same for strategic movement."""
        self.hex_going: Going = Going(
            graph, [2 if price < CLOSED else CLOSED for price in self.going[0].prices]
        )
        """Hex by hex, whatever the ground costs: for dispersed companies."""
        self.beside: list[list[tuple[int, ...]]] = [self._beside(going.prices) for going in self.going]
        """The hexes on land next to each that a mobility class can enter from it."""
        self.linked: list[int] = [exit for exit in range(len(graph.ends)) if self.is_linked(exit)]

        self.on_trucks: Memo[tuple[Going, bool], tuple[Going, Going]] = Memo(self._on_trucks)
        """The prices of units on trucks, made of others, in strategic movement or not."""
        self._changed: dict[tuple[object, ...], Going] = {}

    def _that_are(self, quality: str) -> list[bool]:
        """The hexes whose terrain has a quality in the table of qualities."""
        having = {kind: not self._qualities.is_blank(kind, quality) for kind in self.board.terrain_kinds}
        return [having[name] for name in self.terrain]

    def _beside(self, prices: list[int]) -> list[tuple[int, ...]]:
        ends, water = self.graph.ends, self.is_water
        return [
            tuple(
                ends[exit]
                for exit in range(6 * hex, 6 * hex + 6)
                if prices[exit] < CLOSED and not water[ends[exit]]
            )
            for hex in range(self.graph.size)
        ]

    def _on_trucks(self, key: tuple[Going, bool]) -> tuple[Going, Going]:
        """The motorized rate along roads; and nothing there: the second count what is spent off roads."""
        going, strategic = key
        motor = (self.march_going if strategic else self.going)[CLASSES.index("motorized")].prices
        by_road = going.changed({exit: motor[exit] for exit in self.linked})
        return by_road, going.changed(dict.fromkeys(self.linked, 0))

    def marching(self, mobility: int, bars: bytes) -> Going:
        """The prices of one who takes roads at the rate of strategic movement where nothing bars it."""
        march, ends = self.march_going[mobility].prices, self.graph.ends
        return self._kept(
            ("march", mobility, bars),
            self.going[mobility],
            lambda: {exit: march[exit] for exit in self.linked if not bars[ends[exit]]},
        )

    @rule("rs.move-general.5")
    def also_on_foot(
        self, going: Going, strategic: bool, zone: bytes = b"", extra: tuple[int, int] = (0, 0)
    ) -> Going:
        """The cheaper of these prices and those on foot, exit by exit.

        `extra` is what it costs more than on foot to drive into this zone, and out of it.
        """
        foot = (self.march_going if strategic else self.going)[FOOT].prices
        return self._kept(
            ("on foot", going, strategic, zone, extra),
            going,
            lambda: self._cheaper(going.prices, foot, zone, extra),
        )

    def _cheaper(
        self, own: list[int], foot: list[int], zone: bytes, extra: tuple[int, int]
    ) -> dict[int, int]:
        into, out = extra
        found: dict[int, int] = {}
        for exit, price in enumerate(own):
            there = self.graph.ends[exit]
            more = into * zone[there] + out * zone[exit // 6] if zone and there >= 0 else 0
            best = min(foot[exit], price + more if price < CLOSED else CLOSED)
            if best != price:
                found[exit] = max(0, best)
        return found

    @rule("rs.prut.2")
    def bridged(self, going: Going, exits: tuple[int, ...], mobility: int, strategic: bool) -> Going:
        """The same prices with bridges at these exits over a great river."""
        return self._kept(
            ("bridges", going, exits, strategic),
            going,
            lambda: {exit: self.over_bridge(exit, mobility, strategic) for exit in exits},
        )

    @rule("rp.dnepr.10")
    def helped(self, going: Going, mobility: int, exits: tuple[int, ...]) -> Going:
        """The same prices for one whom engineers help over the streams at these exits."""
        name = CLASSES[mobility]
        less = self.costs.halves(STREAM, name) - self.costs.halves(HELPED_STREAM, name)
        streams = [exit for exit in exits if going.prices[exit] < CLOSED and not self.is_linked(exit)]
        return self._kept(
            ("helped", going, exits), going, lambda: {exit: going.prices[exit] - less for exit in streams}
        )

    def _kept(self, key: tuple[object, ...], going: Going, prices: Callable[[], dict[int, int]]) -> Going:
        """A going with other prices at some exits, made once."""
        known = self._changed.get(key)
        if known is None:
            if len(self._changed) >= MOST_REMEMBERED:
                self._changed.clear()
            known = self._changed[key] = going.changed(prices())
        return known

    @rule("rp.move-general.2", "rp.move-general.3", "rp.strategic.2")
    def _prices(self, name: str, strategic: bool) -> list[int]:
        """The dearest of what a hex asks, with its stream; along a road or highway that rate instead."""
        entry = {kind: self.entry_cost(kind, name) for kind in set(self.terrain)}
        prices = [CLOSED if there < 0 else entry[self.terrain[there]] for there in self.graph.ends]
        kinds = self.board.side_kinds
        streams = {side: self.costs.halves(kinds[side], name) for side in self.stream_sides}
        for exit, price in enumerate(prices):
            if self.is_river[exit]:
                prices[exit] = CLOSED
            elif self.graph.ends[exit] >= 0:
                prices[exit] = min(self._plain(exit, price, streams), self._along(exit, name, strategic))
        return prices

    def _plain(self, exit: int, price: int, streams: Mapping[int, int]) -> int:
        if self.is_impassable[exit] or price >= CLOSED:
            return CLOSED
        return price + streams.get(self.board.sides[exit], 0)

    def _along(self, exit: int, name: str, strategic: bool) -> int:
        """The rate of the road or highway that leads this way; CLOSED where there is none."""
        links = self.board.links[exit]
        rates = self.strategic_costs if strategic else self.costs
        if links & HIGHWAY_BIT:
            return rates.halves(HIGHWAY, name)
        return rates.halves(ROAD, name) if links & ROAD_BIT else CLOSED

    def entry_cost(self, kind: str, name: str) -> int:
        """What a kind of terrain asks of a mobility class, in halves; CLOSED if it may not enter."""
        return CLOSED if self.costs.is_blank(kind, name) else self.costs.halves(kind, name)

    def can_enter(self, here: int, there: int, mobility: int) -> bool:
        """May a unit of this class go from a hex to its neighbour, all else left out?"""
        direction = self.board.grid.direction(here, there)
        return direction >= 0 and self.going[mobility].prices[here * 6 + direction] < CLOSED

    def over_bridge(self, exit: int, mobility: int, strategic: bool = False) -> int:
        """What a bridge over a great river costs: the road that leads to it, or the road rate."""
        along = self._along(exit, CLASSES[mobility], strategic)
        rates = self.strategic_costs if strategic else self.costs
        return along if along < CLOSED else rates.halves(ROAD, CLASSES[mobility])

    def is_linked(self, exit: int) -> bool:
        """Does a road or highway lead this way?"""
        return bool(self.board.links[exit] & (ROAD_BIT | HIGHWAY_BIT))

    def name_of(self, here: int, there: int) -> str:
        """What a step pays for: "road", "woods", "clear over a stream"."""
        exit = here * 6 + self.board.grid.direction(here, there)
        links = self.board.links[exit]
        if links & (ROAD_BIT | HIGHWAY_BIT):
            return HIGHWAY if links & HIGHWAY_BIT else ROAD
        over = " over a stream" if self.is_stream[exit] else " over the river" if self.is_river[exit] else ""
        return self.terrain[there].replace("-", " ") + over
