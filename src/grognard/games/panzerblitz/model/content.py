"""What never changes in a game: boards, counters, tables and agreed options, as flat lists for the rules."""

from functools import lru_cache
from pathlib import Path
from typing import Final, get_args

from grognard.core.board.board import Board
from grognard.core.board.tables import Table, load_tables
from grognard.core.board.units import Roster
from grognard.core.chapter import Choice, rule
from grognard.core.content.load import load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import Toggle
from grognard.games.panzerblitz.model.boards import GREEN, Boards
from grognard.games.panzerblitz.model.scenario import DropScenario, Levels, Paraforce, ParaType, part_faults
from grognard.kit.reach import CLOSED, Going

DATA: Final = Path(__file__).parent.parent / "data"

SIDES: Final = ("russian", "german")
RUSSIAN: Final = 0
GERMAN: Final = 1

# Weapon classes; C has no weapon.
CLASSES: Final = "IAHMC"
CLASS_I: Final = CLASSES.index("I")
CLASS_C: Final = CLASSES.index("C")

# Columns of the terrain table.
FOOT: Final = 0
VEHICLE: Final = 1
TRUCK: Final = 2
WAGON: Final = 3
COLUMNS: Final = ("foot", "vehicle", "truck", "wagon")

COMPANY: Final = 120
"""The stacking weight of a whole unit: divisible by 5, 6 and 8, so that fractions of companies stay exact."""

PARA_TYPES: Final[tuple[str, ...]] = get_args(ParaType)
PARAFORCES: Final[tuple[str, ...]] = get_args(Paraforce)
SPEEDS: Final = ("light", "medium", "strong")
LEVELS: Final = ("marginal", "tactical", "strategic")
RUSSIAN_POINTS: Final = "Russian points"
GERMAN_LOSSES: Final = "German losses"

TOGGLES: Final = [
    Toggle(
        "free-setup", "The German player may change the given set-up within his areas.", True, "pb.forces.3"
    ),
    Toggle(
        "blind-drop",
        "Targets of turn 1 are written before the German set-up is shown.",
        False,
        "pb.dispersal.10",
    ),
    Toggle("hidden-movement", "Units out of sight are not shown to the enemy.", False, "pb.balance.2"),
    Toggle(
        "experimental",
        "Who moves may be fired at, firing units give themselves away, and vehicles are slower.",
        False,
        "pb.balance.4",
    ),
    Toggle(
        "indirect-fire",
        "Mortars and rocket launchers fire over hills for a command post.",
        False,
        "pb.posts.2",
    ),
    Toggle(
        "gully-exit-in-all", "Leaving a gully costs 3 (trucks 5) in all, not on top.", False, "pb.terrain.4"
    ),
    Toggle("long-odds", "Attacks at worse than 1-4 are allowed and count as 1-4.", False, "pb.fire.10"),
]


class Content:
    """The unchanging part of one game, indexed by unit number and hex number."""

    def __init__(
        self,
        scenario: DropScenario,
        land: Boards,
        roster: Roster,
        tables: dict[str, Table],
        options: dict[str, bool],
    ) -> None:
        self.scenario = scenario
        self.land = land
        self.board = land.board
        self.grid = land.grid
        self.roster = roster
        self.tables = tables
        self.key: str = scenario.id
        self.turns: int = scenario.turns
        self._units()
        self._companies()
        self._tables()
        self._roads()
        self._setup()
        self.options: dict[str, bool] = {
            toggle.id: options.get(toggle.id, toggle.default) for toggle in TOGGLES
        }
        self.hidden: bool = self.options["hidden-movement"]
        self.experimental: bool = self.options["experimental"]
        self.indirect: bool = self.options["indirect-fire"]
        self._costs()
        self.setup_choices: dict[int, list[Choice]] = {
            unit: [("at", hex) for hex in sorted(area) if self.entry_cost[self.column[unit]][hex] < CLOSED]
            for unit, area in self.setup_area.items()
        }
        self.target_choices: list[Choice] = [("target", hex) for hex in self.land.hexes]

    # -- units ----------------------------------------------------------------------------------

    def _units(self) -> None:
        counters = self.roster.counters
        self.units: int = len(counters)
        self.unit_names: list[str] = [counter.name for counter in counters]
        self.side: list[int] = [SIDES.index(counter.side) for counter in counters]
        self.units_of: list[list[int]] = [self.roster.of_side(side) for side in SIDES]
        self.attack: list[int] = self._printed("attack")
        self.range: list[int] = self._printed("range")
        self.defence: list[int] = self._printed("defence")
        self.move: list[int] = self._printed("move")
        letters = [next(t for t in counter.traits if t.startswith("class-")) for counter in counters]
        self.weapon: list[int] = [CLASSES.index(letter[-1].upper()) for letter in letters]
        self.is_armoured: list[bool] = self._having("armoured")
        self.is_engineer: list[bool] = self._having("engineer")
        self.is_para: list[bool] = self._having("para")
        self.is_piece: list[bool] = self._having("piece")
        self.is_flak: list[bool] = self._having("flak")
        self.is_indirect: list[bool] = [
            "indirect" in counter.traits or counter.kind == "mortar" for counter in counters
        ]
        self.is_observer: list[bool] = self._having("observer")
        self.is_wagon: list[bool] = self._having("wagon")
        self.is_truck: list[bool] = self._having("truck")
        self.is_gun: list[bool] = self._having("gun")
        self.is_foot: list[bool] = self._having("foot")
        self.is_cavalry: list[bool] = self._having("cavalry")
        everyone = range(self.units)
        self.is_transport: list[bool] = [
            not {"wagon", "truck", "transport"}.isdisjoint(counter.traits) for counter in counters
        ]
        self.is_carrier: list[bool] = [self.is_transport[u] or self.is_armoured[u] for u in everyone]
        self.is_passenger: list[bool] = [self.is_foot[u] or self.is_gun[u] for u in everyone]
        self.assaults: list[bool] = [self.is_foot[u] or self.is_cavalry[u] for u in everyone]
        self.moves_with_vehicles: list[bool] = [self.is_carrier[u] or self.is_cavalry[u] for u in everyone]
        self.column: list[int] = [
            TRUCK
            if self.is_truck[u]
            else WAGON
            if self.is_wagon[u]
            else VEHICLE
            if self.is_armoured[u]
            else FOOT
            for u in everyone
        ]

    def _printed(self, name: str) -> list[int]:
        return [self.roster.value(unit, 0, name) for unit in range(len(self.roster.counters))]

    def _having(self, trait: str) -> list[bool]:
        return [trait in counter.traits for counter in self.roster.counters]

    @rule("pb.breakdown.5", "pb.breakdown.4", "pb.stacking.2")
    def _companies(self) -> None:
        """Every piece carries the number of its company, its type, and the share of a company it weighs."""
        counters = self.roster.counters
        self.companies: list[int] = [u for u in range(self.units) if self.is_para[u]]
        by_parent = {counters[u].parent: u for u in self.companies}
        self.company: list[int] = [by_parent.get(counter.parent, -1) for counter in counters]
        self.para_type: list[int] = [-1] * self.units
        self.pieces: list[list[int]] = [[] for _ in range(self.units)]
        self.weight: list[int] = [COMPANY] * self.units
        for unit, counter in enumerate(counters):
            if self.company[unit] >= 0:
                self.para_type[unit] = next(n for n, kind in enumerate(PARA_TYPES) if kind in counter.traits)
            if self.is_piece[unit]:
                self.pieces[self.company[unit]].append(unit)
        for pieces in self.pieces:
            for piece in pieces:
                self.weight[piece] = COMPANY // len(pieces)

    # -- tables ---------------------------------------------------------------------------------

    @rule("pb.dispersal.1", "pb.dispersal.2", "pb.dispersal.3", "pb.dispersal.4", "pb.dispersal.5")
    @rule("pb.dispersal.6", "pb.dispersal.7", "pb.breakdown.1", "pb.breakdown.2", "pb.breakdown.3")
    def _tables(self) -> None:
        tables = self.tables
        results = tables["combat-results"]
        self.odds_names: list[str] = results.columns
        self.results: list[list[str]] = [[str(cell) for cell in row] for row in results.cells]
        self.lowest_die: int = int(results.rows[0])
        self.highest_die: int = int(results.rows[-1])
        effects = tables["weapon-effect"]
        # In halves: 4 doubles, 2 leaves as it is, 1 halves, 0 has no effect.
        self.effect: list[list[int]] = [
            [effects.halves(row, column) for column in effects.columns] for row in effects.rows
        ]
        cover = tables["cover"]
        self.cover: list[int] = [cover.integer(name, "die") for name in self.land.ground]
        charts = tables["dispersal-charts"]
        self.charts: list[list[list[int]]] = [
            [[int(count) for count in charts.text(letter, kind).split()] for letter in charts.rows]
            for kind in PARA_TYPES
        ]
        self.letters: list[str] = charts.rows
        self.smg_defence: list[int] = [0, *(int(row[0]) for row in tables["smg-defence"].cells)]
        self.limit: list[int] = [tables["stacking"].integer(side, "units") * COMPANY for side in SIDES]
        entrance = tables["paraforce-entrance"]
        self.windows: list[tuple[int, int]] = [
            (entrance.integer(force, "first"), entrance.integer(force, "last")) for force in PARAFORCES
        ]
        self.mine_column: int = self.odds_names.index(tables["mines"].text("attack", "value"))
        self.clearing: int = tables["mines"].integer("clearing", "value")
        self.farthest: int = tables["sight"].integer("farthest", "hexes")
        """Hidden units are not seen from further away."""
        self.seen_landing: int = tables["sight"].integer("landing", "hexes")
        """Pieces that land this near to a German unit are seen."""

    def dispersal_row(self, speed: int, die: int) -> int:
        """The row of a company's chart for a die in wind of this speed."""
        return self.letters.index(self.tables["paratroop-dispersal"].text(str(die), SPEEDS[speed]))

    def die_modifier(self, name: str) -> int:
        """A modifier that does not come from terrain."""
        return self.tables["die-modifiers"].integer(name, "die")

    def _costs(self) -> None:
        prefix = "experimental-" if self.experimental else ""
        terrain = self.tables[f"{prefix}terrain"]
        other = self.tables[f"{prefix}surcharges"]
        self.entry_cost: list[list[int]] = []
        self.exit_cost: list[list[int]] = []
        self.road_cost: list[int] = [other.halves("road", column) for column in COLUMNS]
        for number, column in enumerate(COLUMNS):
            self.entry_cost.append(
                [
                    CLOSED if terrain.is_blank(name, column) else terrain.halves(name, column)
                    for name in self.land.ground
                ]
            )
            self.exit_cost.append(self._exit_costs(number, other.halves("out of a gully", column)))
        self.going: list[Going] = [Going(self.land.graph, costs) for costs in self.exit_cost]
        roads = [exit for exit, is_road in enumerate(self.land.road) if is_road]
        self.road_going: list[Going] = [
            going.changed(dict.fromkeys(roads, rate))
            for going, rate in zip(self.going, self.road_cost, strict=True)
        ]
        """The same with the road rate on every road, as one has it who meets nobody."""

    @rule("pb.terrain.1", "pb.terrain.2", "pb.terrain.3", "pb.terrain.4", "pb.terrain.5", "pb.terrain.6")
    def _exit_costs(self, column: int, out_of_gully: int) -> list[int]:
        """The price in halves of each exit off the road rate; CLOSED where this kind of unit may not go.

        Green sides are closed to all but foot. A ford is not a gully here: it has no exit charge.
        """
        land = self.land
        entry = self.entry_cost[column]
        flat = [CLOSED] * (land.size * 6)
        in_all = self.options["gully-exit-in-all"]
        for exit, there in enumerate(land.neighbours):
            if there < 0 or entry[there] == CLOSED:
                continue
            if column != FOOT and land.bar[exit] == GREEN:
                continue
            here = exit // 6
            cost = entry[there]
            if land.is_gully[here] and not land.is_in_gully[there]:
                cost = out_of_gully if in_all else cost + out_of_gully
            flat[exit] = cost
        return flat

    # -- scenario -------------------------------------------------------------------------------

    @rule("pb.victory.7")
    def _roads(self) -> None:
        """The scoring roads with their points and the hexes from which each can be cut.

        Inside a town only the hex at which the road comes in from outside counts.
        """
        values = self.tables["road-values"]
        self.road_ids: list[str] = []
        self.road_points: list[int] = []
        self.road_hexes: list[tuple[int, ...]] = []
        for id, chain in self.board.routes.items():
            points = self.scenario.victory.roads.get(id, 0)
            if not points and values.has_row(id):
                points = values.integer(id, "points")
            if points <= 0:
                continue
            self.road_ids.append(id)
            self.road_points.append(points)
            self.road_hexes.append(tuple(hex for n, hex in enumerate(chain) if self._cuts(chain, n)))

    def _cuts(self, chain: tuple[int, ...], number: int) -> bool:
        if not self.land.is_town[chain[number]]:
            return True
        return any(not self.land.is_town[hex] for hex in chain[max(0, number - 1) : number + 2])

    def level(self, row: str, name: str) -> int:
        """What a victory level asks for: the scenario's own number, or the table's."""
        own = self._own_levels(row)
        if own is None:
            return self.tables["victory-levels"].integer(row, name)
        return {"marginal": own.marginal, "tactical": own.tactical, "strategic": own.strategic}[name]

    def _own_levels(self, row: str) -> Levels | None:
        victory = self.scenario.victory
        return victory.russian_points if row == RUSSIAN_POINTS else victory.german_losses

    def has_own_levels(self, row: str) -> bool:
        """Does the scenario set these levels itself?"""
        return self._own_levels(row) is not None

    def _setup(self) -> None:
        index = self.roster.index
        markers = self.scenario.markers
        self.start_hex: dict[int, int] = {
            index[id]: self.grid.index(name) for id, name in self.scenario.setup.items()
        }
        self.arrival_turn: dict[int, int] = {}
        self.arrival_hexes: dict[int, tuple[int, ...]] = {}
        for arrival in self.scenario.reinforcements:
            if arrival.when:
                continue
            hexes = sorted({hex for place in arrival.at for hex in self._place(place)})
            for id in arrival.units:
                self.arrival_turn[index[id]] = arrival.turn
                self.arrival_hexes[index[id]] = tuple(hexes)
        self.start_cargo: dict[int, int] = {
            index[passenger]: index[carrier] for passenger, carrier in markers.loaded.items()
        }
        self.start_left: list[int] = [0] * (len(PARAFORCES) * len(PARA_TYPES))
        for force, kinds in markers.paraforces.items():
            for kind in kinds:
                self.start_left[PARAFORCES.index(force) * 3 + PARA_TYPES.index(kind)] += 1
        self.start_mines: list[int] = self._hexes(markers.mines)
        self.start_blocks: list[int] = self._hexes(markers.blocks)
        self.start_forts: list[int] = []
        for name, strength in markers.forts.items():
            self.start_forts += [self.grid.index(name), strength]
        west = frozenset(markers.west_force)
        areas = [self._area(names) for names in (markers.west_area, markers.east_area)]
        self.setup_area: dict[int, frozenset[int]] = {
            unit: areas[0] if self.roster.counters[unit].id in west else areas[1]
            for unit in self.start_hex
            if self.side[unit] == GERMAN
        }

    def _hexes(self, names: list[str]) -> list[int]:
        return sorted(self.grid.index(name) for name in names)

    def _place(self, name: str) -> list[int]:
        return [self.grid.index(name)] if self.grid.has(name) else sorted(self.board.area(name))

    def _area(self, names: list[str]) -> frozenset[int]:
        found: frozenset[int] = frozenset()
        for name in names:
            found |= self.board.area(name)
        return frozenset(hex for hex in found if not self.land.is_pond[hex])

    # -- questions ------------------------------------------------------------------------------

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from a to b."""
        return self.land.distances(a)[b]

    def is_house(self, table: str, row: str, column: str) -> bool:
        """Is this table value ours?"""
        return self.tables[table].mark_of(row, column) == "house"


SCENARIOS: Final = ("teaching", "crossroads", "red-drop")


@lru_cache(maxsize=32)
def land_of(board: Board) -> Boards:
    """The boards as flat lists, made once: games share them."""
    return Boards(board)


@lru_cache(maxsize=1)
def game_tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


def load_content(scenario: str, options: dict[str, bool], own: PlayerFiles = NO_FILES) -> Content:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    parts = load_all(DATA, DropScenario, scenario, own, [toggle.id for toggle in TOGGLES], part_faults)
    chosen = parts.scenario.options | options
    return Content(parts.scenario, land_of(parts.board), parts.roster, parts.tables, chosen)
