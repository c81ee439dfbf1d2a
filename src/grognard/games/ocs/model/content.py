"""What never changes in a game beside its ground: counters, means and agreed options, as flat lists."""

from pathlib import Path
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.board.units import Counter, Roster
from grognard.core.chapter import rule
from grognard.core.content.load import load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Fault, counters_in_play, raise_faults
from grognard.core.system import Toggle
from grognard.games.ocs.model.ground import ARMOR, LEG, MECH, OTHER, TRACK, TRUCK, Ground
from grognard.games.ocs.model.scale import CAP, RE
from grognard.games.ocs.model.scenario import SIDES, Means, OcsScenario, part_faults
from grognard.kit.reach import CLOSED

DATA: Final = Path(__file__).parent.parent / "data"

NO_AT: Final = 0
LIGHT_AT: Final = 1
HEAVY_AT: Final = 2

COMBAT_SIDE: Final = 0
MOVE_SIDE: Final = 1

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


class Content(Ground):
    """The unchanging part of one game, indexed by unit number and hex number."""

    def __init__(self, scenario: OcsScenario, board: Board, roster: Roster, tables: dict[str, Table]) -> None:
        super().__init__(board, tables)
        self.scenario = scenario
        self.roster = roster
        self._limits: dict[str, int] = {}
        self._costs: dict[str, int] = {}
        self.options: dict[str, bool] = {toggle.id: toggle.default for toggle in TOGGLES}
        self.key = scenario.id
        self._counters(roster.counters)
        self._formations(roster.counters)
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
        self.attack_pays: list[int] = [number_of(traits, "attack") for traits in self.traits]
        """What a counter pays to attack that does not pay by steps, in tokens; 0: it pays by steps."""
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
        first: dict[tuple[object, ...], int] = {}
        self.alike: list[int] = []
        for unit in range(self.units):
            hq = unit if self.is_hq[unit] else None
            like = (self.side[unit], self.formation[unit], self.is_independent[unit], hq)
            self.alike.append(first.setdefault(like, unit))
        """The first of the units that the same HQs and trucks may serve."""
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
        return number_of(self.traits[ship], "carrier")

    @rule("ocs.basics.15", "ocs.basics.17")
    def equivalent(self, unit: int, size_quarters: int) -> int:
        """The transport capacity that a unit of this size takes, in parts of a Cap: half if it walks."""
        move = unit * 2 + MOVE_SIDE
        walks = self.mobility[move] == LEG and 1 <= self.movement[move] <= 6
        return size_quarters * CAP // RE // (2 if walks else 1)

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

    @property
    def is_in_haste(self) -> bool:
        """Is it played at convention tempo?"""
        return self.options["opt_21_6_convention_tempo"]

    @rule("ocs.option.8")
    def rail_capacity(self, side: int) -> int:
        """The Rail Cap of a side for a turn, in parts: by the option twice as much."""
        return self.rail_cap[side] * (2 if self.is_in_haste else 1)

    @rule("ocs.option.8")
    def sea_capacity(self, side: int) -> int:
        """The Sea Cap of a side for a turn, in parts: by the option half as much again."""
        return self.sea_cap[side] * 3 // 2 if self.is_in_haste else self.sea_cap[side]

    @rule("ocs.option.8")
    def starting_load(self, unit: int) -> tuple[int, int]:
        """The points and tokens of a counter as a scenario gives them.

        By the option ordinary Transport Points on the map, and what is on them, are twice as many at the
        start. Organic Trucks belong to their formation: neither they nor their load are doubled.
        """
        id = self.roster.counters[unit].id
        load = self.scenario.loads.get(id)
        if load is None:
            return 0, 0
        doubles = self.is_in_haste and id in self.scenario.setup and self.is_transport[unit]
        times = 2 if doubles and not self.is_organic[unit] else 1
        return load.points * times, load.tokens * times

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


def number_of(traits: frozenset[str], label: str) -> int:
    """The number of a trait such as "carrier:3"; 0 without one."""
    numbers = [trait.partition(":")[2] for trait in traits if trait.startswith(f"{label}:")]
    return int(numbers[0]) if numbers else 0


SCENARIOS: Final = ("teaching", "pocket", "counterstroke", "bridges", "selm-river")
"""The scenarios that ship, the shortest first."""


def scenario_files() -> list[Path]:
    """The scenario files that ship with the game."""
    return [DATA / "scenarios" / f"{name}.toml" for name in SCENARIOS]


@rule("ocs.basics.5")
def load_content(scenario: str, own: PlayerFiles = NO_FILES) -> Content:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    toggles = [toggle.id for toggle in TOGGLES]
    parts = load_all(DATA, OcsScenario, scenario, own, toggles, part_faults)
    playing = parts.roster.only([*counters_in_play(parts.scenario), *parts.roster.pools])
    content = Content(parts.scenario, parts.board, playing, parts.tables)
    raise_faults(scenario or parts.scenario.id, [*setup_faults(content), *mode_faults(content)])
    return content


@rule("ocs.setup.1")
def mode_faults(content: Content) -> list[Fault]:
    """Units that are set up in Reserve or Strat Mode next to an enemy who could attack them."""
    scenario, index = content.scenario, content.roster.index
    asleep = {
        index[id] for id, mode in scenario.modes.items() if mode in ("reserve", "reserve-move", "strat")
    }
    places = {index[id]: content.board.find_place(name) for id, name in scenario.setup.items()}
    awake = {
        (content.side[unit], hex)
        for unit, hex in places.items()
        if content.can_attack[unit] and unit not in asleep
    }
    return [
        Fault(f"modes.{id}", "an enemy who could attack is next to it", "Combat or Move Mode")
        for id, unit in index.items()
        if unit in asleep and 0 <= places.get(unit, -1) < content.hexes
        if any((1 - content.side[unit], there) in awake for there in content.around[places[unit]])
    ]


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
