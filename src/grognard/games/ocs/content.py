"""What never changes in a game: map, counters, tables and agreed options, as flat lists for the rules."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final

from grognard.core.board import Board
from grognard.core.chapter import NOTHING, rule
from grognard.core.content import Fault, counters_in_play, raise_faults
from grognard.core.own import NO_OWN, Own
from grognard.core.parts import load_parts
from grognard.core.system import Toggle
from grognard.core.tables import Table
from grognard.core.units import Counter, Roster
from grognard.games.ocs.scale import CAP, MP, RE
from grognard.games.ocs.scenario import SIDES, Means, OcsScenario, part_faults
from grognard.kit.areas import HexSets
from grognard.kit.reach import CLOSED, Going, Graph

DATA: Final = Path(__file__).parent / "data"

LEG: Final = 0
TRACK: Final = 1
TRUCK: Final = 2
MOBILITIES: Final = ("leg", "track", "truck")

ARMOR: Final = 0
MECH: Final = 1
OTHER: Final = 2
CLASSES: Final = ("armor", "mech", "other")

NO_AT: Final = 0
LIGHT_AT: Final = 1
HEAVY_AT: Final = 2

COMBAT_SIDE: Final = 0
MOVE_SIDE: Final = 1

ALL: Final = CLOSED + 1
"""The price of an exit that takes every MP left."""

RAIL: Final = 4
MULTI: Final = 8
ROAD_ROWS: Final = ((1, "primary-road"), (2, "secondary-road"), (RAIL, "railroad"))
"""The bits of links that are followed, with their row of the movement chart."""

CATEGORIES: Final = ("open", "close", "very-close", "extremely-close")
AIRCRAFT: Final = ("fighter", "tactical-bomber", "strategic-bomber", "transport-plane")
TRANSPORT: Final = ("truck", "wagon", "organic-truck")
REPLS: Final = ("pax", "eq")
CRAFT: Final = ("landing-craft", "lst", "dukw")
SHIPS: Final = ("ship", *CRAFT)
ENGINEERS: Final = ("hq", "engineer")
NON_COMBAT: Final = (*AIRCRAFT, *TRANSPORT, *SHIPS)
STRIP: Final = 9
"""The level of an air strip: flak 0, no levels."""

TOGGLES: Final = [
    Toggle(
        "opt_2_4_simulcast", "A turn without fighting is played by both at once.", False, "ocs.sequence.26"
    ),
    Toggle(
        "opt_13_7b_hidden_formations", "Formation markers may be hidden in stacks.", False, "ocs.formation.4"
    ),
    Toggle("opt_21_1_recon", "Recon units look at a neighbouring hex.", False, "ocs.option.1"),
    Toggle("opt_21_2_proportional_loss", "Strength falls with every step lost.", False, "ocs.option.2"),
    Toggle("opt_21_3_independents", "Attacks of independents alone cost 2T a step.", False, "ocs.option.3"),
    Toggle("opt_21_4_long_range_air", "Aircraft far from base fight worse.", False, "ocs.option.4"),
    Toggle("opt_21_5_rebasing", "Few aircraft stay Active on changing base.", False, "ocs.option.7"),
    Toggle("opt_21_6_convention_tempo", "Twice the supply at start, more later.", False, "ocs.option.8"),
    Toggle("opt_21_7_rebuilds", "Repls must be used, and cost the same.", False, "ocs.option.9"),
    Toggle("opt_21_8_attack_empty", "Attacks into empty hexes.", False, "ocs.option.10"),
    Toggle("opt_21_9_reactive_artillery", "All artillery may fire in Reaction.", False, "ocs.option.11"),
    Toggle("opt_21_10_caches", "Supply Caches.", False, "ocs.option.12"),
    Toggle("opt_21_11_construction", "Construction rules of 21.11.", False, "ocs.option.14"),
    Toggle("opt_21_12a_xyz", "Air Transport by way of a third base.", False, "ocs.option.17"),
    Toggle("opt_21_12b_night", "Ports in enemy zones by night.", False, "ocs.option.18"),
    Toggle("opt_21_12c_strat_spacing", "At most 3 RE in Strat Mode in a hex.", False, "ocs.option.19"),
    Toggle("opt_21_12d_strat_draw", "Strat Mode must end at a direct draw.", False, "ocs.option.20"),
    Toggle("opt_21_12e_drop_terrain", "Drops suffer from close terrain.", False, "ocs.option.21"),
    Toggle("opt_hr_1_initiative_ties", "Ties go to the last first player.", False, "ocs.option.22"),
]


def fraction(text: str) -> Fraction:
    """A cell such as "1/2" as a number; a dash changes nothing."""
    return Fraction(1) if text == "-" else Fraction(text)


class Content:
    """The unchanging part of one game, indexed by unit number and hex number."""

    def __init__(self, scenario: OcsScenario, board: Board, roster: Roster, tables: dict[str, Table]) -> None:
        self.scenario = scenario
        self.board = board
        self.grid = board.grid
        self.roster = roster
        self.tables = tables
        self._limits: dict[str, int] = {}
        self._costs: dict[str, int] = {}
        self._away: dict[int, list[int]] = {}
        self.options: dict[str, bool] = {toggle.id: toggle.default for toggle in TOGGLES}
        self.key = scenario.id
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
        self._counters(roster.counters)
        self._formations(roster.counters)
        self._terrain()
        self._means()

    # -- units ----------------------------------------------------------------------------------

    @rule("ocs.units.1", "ocs.units.2", "ocs.units.6", "ocs.units.7", "ocs.units.18", "ocs.basics.14")
    @rule("ocs.units.15", "ocs.units.16", "ocs.units.17")
    def _counters(self, counters: list[Counter]) -> None:
        self.units: int = len(counters)
        self.unit_names: list[str] = [counter.name for counter in counters]
        self.kind: list[str] = [counter.kind for counter in counters]
        self.side: list[int] = [self.roster.sides.index(counter.side) for counter in counters]
        self.is_combat: list[bool] = [kind not in NON_COMBAT for kind in self.kind]
        self.is_hq: list[bool] = [kind == "hq" for kind in self.kind]
        self.is_artillery: list[bool] = [kind == "artillery" for kind in self.kind]
        self.is_transport: list[bool] = [kind in TRANSPORT for kind in self.kind]
        self.is_organic: list[bool] = [kind == "organic-truck" for kind in self.kind]
        self.is_aircraft: list[bool] = [kind in AIRCRAFT for kind in self.kind]
        self.is_ship: list[bool] = [kind in SHIPS for kind in self.kind]
        self.is_craft: list[bool] = [kind in CRAFT for kind in self.kind]
        self.is_repl: list[bool] = [kind in REPLS for kind in self.kind]
        self.is_breakdown: list[bool] = [kind == "breakdown" for kind in self.kind]
        self.traits: list[frozenset[str]] = [frozenset(counter.traits) for counter in counters]
        self.combat_class: list[int] = [self._class_of(traits) for traits in self.traits]
        self.max_steps: list[int] = [
            counter.steps or (len(counter.faces) if kind not in TRANSPORT else 0)
            for counter, kind in zip(counters, self.kind, strict=True)
        ]
        self.is_multi_step: list[bool] = [
            steps > 1 and fights for steps, fights in zip(self.max_steps, self.is_combat, strict=True)
        ]
        self.has_combat_side: list[bool] = [
            fights and len(counter.faces) > 1
            for counter, fights in zip(counters, self.is_combat, strict=True)
        ]
        self.strength: list[int] = self._strengths()
        self.rating: list[int] = self._values("rating")
        self.movement: list[int] = self._values("movement")
        self.mobility: list[int] = self._values("mobility")
        self.barrage: list[int] = self._values("barrage")
        self.range: list[int] = self._values("range")
        self.throw: list[int] = self._values("throw")
        self.throw_mobility: list[int] = [self._throws_by(traits) for traits in self.traits]
        self.capacity: list[int] = self._values("capacity")
        self.flak: list[int] = self._values("flak")
        self.protection: list[int] = self._values("protection")
        self.extender_range: list[int] = self._values("extender")[::2]
        self.extender_mobility: list[int] = self._values("extender-mobility")[::2]
        self.can_attack: list[bool] = [
            fights and not (hq or guns or "defends-only" in traits)
            for fights, hq, guns, traits in zip(
                self.is_combat, self.is_hq, self.is_artillery, self.traits, strict=True
            )
        ]
        self.size_quarters: list[int] = [self._size_of(counter) for counter in counters]

    def _values(self, name: str) -> list[int]:
        """A printed value by unit * 2 + face; a counter with one face shows it always."""
        flat = [0] * (self.units * 2)
        for unit, counter in enumerate(self.roster.counters):
            names = self.roster.names_for(counter.kind)
            if name in names:
                column = names.index(name)
                for face in (COMBAT_SIDE, MOVE_SIDE):
                    flat[unit * 2 + face] = counter.faces[min(face, len(counter.faces) - 1)][column]
        return flat

    @rule("ocs.units.9", "ocs.units.10")
    def _strengths(self) -> list[int]:
        """The Combat Strength by unit * 2 + face, with the hidden ones of HQs and artillery."""
        flat = self._values("strength")
        for unit in range(self.units):
            if self.is_hq[unit]:
                flat[unit * 2 : unit * 2 + 2] = [5, 1]
            elif self.is_artillery[unit]:
                flat[unit * 2 : unit * 2 + 2] = [1, 1]
        return flat

    @staticmethod
    def _class_of(traits: frozenset[str]) -> int:
        return ARMOR if "armor" in traits else MECH if "mech" in traits else OTHER

    @staticmethod
    def _throws_by(traits: frozenset[str]) -> int:
        return LEG if "throws-leg" in traits else TRACK if "throws-track" in traits else TRUCK

    @rule("ocs.basics.13")
    def _size_of(self, counter: Counter) -> int:
        """The RE in quarters of a counter without step losses; nothing for what is no combat unit."""
        if counter.kind in NON_COMBAT:
            return 0
        if counter.steps > 1:
            return counter.steps * RE
        if counter.kind in REPLS or counter.size == "I":
            return RE // 4
        return RE // 2 if counter.size == "II" else RE

    @rule("ocs.units.11", "ocs.units.12", "ocs.units.13")
    def _formations(self, counters: list[Counter]) -> None:
        self.formation_ids: list[str] = list(self.roster.formations)
        place = {id: number for number, id in enumerate(self.formation_ids)}
        self.formation: list[int] = [place.get(counter.parent, -1) for counter in counters]
        self.members: list[list[int]] = [
            [unit for unit in range(self.units) if self.formation[unit] == number]
            for number in range(len(self.formation_ids))
        ]
        self.is_independent: list[bool] = [
            self.is_combat[unit] and not self.is_multi_step[unit] and self.formation[unit] < 0
            for unit in range(self.units)
        ]
        self.units_of: list[list[int]] = [
            [unit for unit in range(self.units) if self.side[unit] == side] for side in (0, 1)
        ]
        self.combat_units: list[list[int]] = [
            [unit for unit in units if self.is_combat[unit]] for units in self.units_of
        ]
        self.hqs: list[list[int]] = [[unit for unit in units if self.is_hq[unit]] for units in self.units_of]
        self.engineers: list[list[int]] = [
            [unit for unit in units if self.kind[unit] in ENGINEERS] for units in self.combat_units
        ]
        """HQs and plain engineers, who are Engineer-Capable in the right mode."""
        self.light_units: list[list[int]] = [
            [unit for unit in units if self.is_light(unit)] for units in self.combat_units
        ]
        self.transports: list[list[int]] = [
            [unit for unit in units if self.is_transport[unit]] for units in self.units_of
        ]
        self.planes: list[list[int]] = [
            [unit for unit in units if self.is_aircraft[unit]] for units in self.units_of
        ]
        self.ships: list[list[int]] = [
            [unit for unit in units if self.is_ship[unit]] for units in self.units_of
        ]
        self.crafts: list[list[int]] = [
            [unit for unit in ships if self.is_craft[unit]] for ships in self.ships
        ]
        self.carriers: list[list[int]] = [
            [unit for unit in ships if self.carrier_room(unit)] for ships in self.ships
        ]

    @rule("ocs.naval.6")
    def carrier_room(self, ship: int) -> int:
        """How many aircraft a ship can hold, Active and Inactive together; 0 if it is no carrier."""
        rooms = [
            trait.removeprefix("carrier:") for trait in self.traits[ship] if trait.startswith("carrier:")
        ]
        return int(rooms[0]) if rooms else 0

    @rule("ocs.basics.15", "ocs.basics.17")
    def equivalent(self, unit: int, size_quarters: int) -> int:
        """The transport capacity that a unit of this size takes, in parts of a Cap: half if it walks."""
        move = unit * 2 + MOVE_SIDE
        walks = self.mobility[move] == LEG and 1 <= self.movement[move] <= 6
        return size_quarters * CAP // RE // (2 if walks else 1)

    # -- map ------------------------------------------------------------------------------------

    @rule("ocs.basics.1", "ocs.basics.2", "ocs.movement.13", "ocs.movement.14", "ocs.combat.22")
    def _terrain(self) -> None:
        """The ground: a hex has one terrain, its dearest, and a hexside one kind, as the map draws them."""
        board = self.board
        self.terrain_name: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        self.is_sea: list[bool] = [name == "sea" for name in self.terrain_name]
        self.is_coast: list[bool] = [
            not self.is_sea[hex] and any(self.is_sea[there] for there in self.around[hex])
            for hex in range(self.hexes)
        ]
        self.is_town: list[bool] = [
            name in ("village", "minor-city", "major-city") for name in self.terrain_name
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
        if storm and mobility == TRUCK and self.terrain_name[hex] == "open":
            return self.tables["weather"].integer("6", "truck-open") * MP
        return self._cell(self.terrain_name[hex], mobility)

    @rule("ocs.engineer.2")
    def _crossing_price(self, mobility: int, kind: str, bridged: bool) -> int:
        """The price of a hexside; a bridge makes a major river minor and a minor one nothing."""
        if bridged:
            kind = "minor-river" if kind == "major-river" else ""
        return self._cell(kind, mobility) if kind else 0

    def _cell(self, row: str, mobility: int) -> int:
        key = (row, mobility)
        if key not in self._kept_cells:
            text = self.tables["terrain-movement"].text(row, MOBILITIES[mobility])
            closed = {"P": CLOSED, "All": ALL}
            self._kept_cells[key] = closed[text] if text in closed else int(Fraction(text) * MP)
        return self._kept_cells[key]

    # -- what the sides have --------------------------------------------------------------------

    @rule("ocs.units.3", "ocs.units.4", "ocs.basics.4")
    def _means(self) -> None:
        means = [self.scenario.sides.get(side, Means()) for side in SIDES]
        index = self.grid.index
        self.source: list[int] = [index(one.source) if one.source else -1 for one in means]
        self.source_port: list[int] = [index(one.port) if one.port else -1 for one in means]
        self.sea_box: list[int] = [self.board.find_place(one.sea_box) if one.sea_box else -1 for one in means]
        self.sea_entry: list[list[int]] = [[index(hex) for hex in one.sea_entry] for one in means]
        self.rail_cap: list[int] = [one.rail_cap * CAP for one in means]
        self.sea_cap: list[int] = [one.sea_cap * CAP for one in means]
        self.reserve_markers: list[int] = [one.reserve_markers for one in means]
        self.caches: list[int] = [one.caches for one in means]
        self.has_gliders: bool = bool(self.scenario.facilities.gliders)
        self.hip_shoot: list[bool] = [one.hip_shoot for one in means]
        self.port_capacity: dict[int, int] = {
            index(hex): port.level for hex, port in self.scenario.facilities.ports.items()
        }
        self.printed_flak: dict[int, int] = {
            index(hex): value for hex, value in self.scenario.facilities.flak.items()
        }
        self.objective: dict[int, int] = {
            index(hex): points for hex, points in self.scenario.victory.hexes.items()
        }
        self.arrival_turn: list[int] = [0] * self.units
        self.arrival_hex: list[int] = [-1] * self.units
        for arrival in self.scenario.reinforcements:
            for id in arrival.units:
                unit = self.roster.index[id]
                self.arrival_turn[unit] = arrival.turn
                self.arrival_hex[unit] = index(arrival.at[0])

    # -- questions ------------------------------------------------------------------------------

    def limit(self, name: str) -> int:
        """A number of the table of limits."""
        found = self._limits.get(name)
        if found is None:
            found = self._limits[name] = self.tables["limits"].integer(name, "value")
        return found

    def cost(self, name: str) -> int:
        """What supply pays for something, in tokens."""
        found = self._costs.get(name)
        if found is None:
            found = self._costs[name] = self.tables["supply-prices"].integer(name, "tokens")
        return found

    @rule("ocs.airmission.11")
    def is_light(self, unit: int) -> bool:
        """Can a combat unit go by air, with Leg MP of 10 at most on its Move side?"""
        move = unit * 2 + MOVE_SIDE
        return self.mobility[move] == LEG and self.movement[move] <= self.limit("air-leg-mp")

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
        return self.board.side_kinds[self.board.sides[self.exit(here, there)]]

    def is_adjacent(self, here: int, there: int) -> bool:
        """Are two hexes neighbours?"""
        return self.grid.direction(here, there) >= 0


SCENARIOS: Final = ("teaching", "pocket", "counterstroke", "bridges", "selm-river")
"""The scenarios that ship, the shortest first."""


def scenario_files() -> list[Path]:
    """The scenario files that ship with the game."""
    return [DATA / "scenarios" / f"{name}.toml" for name in SCENARIOS]


@rule("ocs.basics.5")
def load_content(scenario: str, own: Own = NO_OWN) -> Content:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    toggles = [toggle.id for toggle in TOGGLES]
    parts = load_parts(DATA, OcsScenario, scenario, own, toggles, part_faults)
    playing = parts.roster.only([*counters_in_play(parts.scenario), *parts.roster.pools])
    content = Content(parts.scenario, parts.board, playing, parts.tables)
    raise_faults(scenario or parts.scenario.id, setup_faults(content))
    return content


@rule("ocs.setup.5")
def setup_faults(content: Content) -> list[Fault]:
    """Counters of a set-up where they could not go by moving, and hexes that are too full."""
    sizes: dict[tuple[int, int], int] = {}
    faults: list[Fault] = []
    for id, name in content.scenario.setup.items():
        unit, hex = content.roster.index[id], content.board.find_place(name)
        walks = content.is_combat[unit] or content.is_transport[unit]
        if walks and 0 <= hex < content.hexes:
            prices = content.fair[content.mobility[unit * 2 + MOVE_SIDE]]
            closed = all(prices[content.exit(there, hex)] == CLOSED for there in content.around[hex])
            faults += (
                [Fault(f"setup.{id}", f"it could not move into {name}", "another hex")] if closed else []
            )
            lost = content.scenario.lost.get(id, 0) if content.is_multi_step[unit] else 0
            key = (content.side[unit], hex)
            sizes[key] = sizes.get(key, 0) + content.size_quarters[unit] - lost * RE
    most = content.limit("stacking-re") * RE
    full = [hex for (_, hex), size in sizes.items() if size > most]
    return faults + [Fault("setup", f"{content.names[hex]} is too full", "fewer units") for hex in full]
