"""What never changes in a game: map, counters, tables and agreed options, as flat lists for the rules."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, get_args

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.board.units import Counter, Roster
from grognard.core.content.load import Loaded, load_all
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.content.read import Fault, counters_in_play, faults_at
from grognard.core.ledger import rule
from grognard.core.system import Toggle
from grognard.games.red_god_of_war.model.scenario import (
    SIDES,
    RedGodScenario,
    Weather,
    part_faults,
    victory_hexes,
    victory_levels,
)
from grognard.kit.areas import HexSets
from grognard.kit.reach import CLOSED, Going, Graph

DATA: Final = Path(__file__).parent.parent / "data"

BATTALION: Final = 0
REGIMENT: Final = 1
BRIGADE: Final = 2
DIVISION: Final = 3
CORPS: Final = 4
SIZES: Final = {"II": BATTALION, "III": REGIMENT, "X": BRIGADE, "XX": DIVISION, "XXX": CORPS, "XXXX": CORPS}

FOOT: Final = 0
MECH: Final = 1
SKI: Final = 2
COST_COLUMN: Final = {"inf": FOOT, "cav": FOOT, "ski": SKI, "mech": MECH, "tank": MECH, "hq": MECH}

ROAD_BIT: Final = 1
RAIL_BIT: Final = 2
UNTIL_RELEASED: Final = 999
"""The arrival turn of units that wait for an event, not for a date."""

WEATHERS: Final[tuple[str, ...]] = get_args(Weather)
CREEK: Final = "creek"
RIVER: Final = "river"
MOST_STEPS: Final = 2

_PROPER: Final = {"hq": "HQ", "german": "German", "soviet": "Soviet", "luftwaffe": "Luftwaffe"}

TOGGLES: Final = [
    Toggle("free-setup", "Players place their units anywhere in their set-up areas.", False, "rgw.setup.3"),
    Toggle("hqs-stack-free", "HQs do not count for stacking.", True, "rgw.stacking.12"),
    Toggle(
        "lone-hq-gives-way",
        "An HQ alone in a hex is displaced by an enemy who enters.",
        True,
        "rgw.stacking.11",
    ),
    Toggle(
        "halves-round-up", "Halved and quartered strengths are rounded up, not down.", True, "rgw.effects.2"
    ),
    Toggle("one-activation", "A German unit activates at most once a turn.", True, "rgw.activation.9"),
    Toggle("coin-toss", "A coin decides who makes the first draw of a turn.", False, "rgw.activation.2"),
    Toggle("rail-in-mud", "Rail movement also in mud.", False, "rgw.movement.4"),
    Toggle("control-in-passing", "A hex passed through changes control.", True, "rgw.movement.7"),
    Toggle(
        "corps-within-one-hex", "A Soviet corps keeps integrity over adjacent hexes.", True, "rgw.overrun.1"
    ),
    Toggle(
        "one-overrun-per-army",
        "One Soviet overrun per army and impulse, not per unit.",
        False,
        "rgw.overrun.6",
    ),
    Toggle("overrun-needs-2-to-1", "An overrun needs final odds of 2:1.", True, "rgw.overrun.1"),
    Toggle("extra-point-needs-supply", "Only a combat-supplied HQ adds a supply point.", True, "rgw.odds.6"),
    Toggle(
        "first-attack-each-turn", "The first-attack bonus of an army returns each turn.", False, "rgw.odds.5"
    ),
    Toggle(
        "retreated-defend-again",
        "Units that retreated can be attacked again in the same impulse, with the others of their hex.",
        False,
        "rgw.losses.10",
    ),
    Toggle(
        "city-first-hit-is-step", "In a city the first hit on the defender is a step.", False, "rgw.losses.7"
    ),
    Toggle("isolation-attrition", "A unit isolated two turns running loses a step.", False, "rgw.effects.8"),
    Toggle("chit-swap", "The Soviets may also swap one chit for another.", False, "rgw.turn.2"),
]


def spoken(name: str) -> str:
    """The name of a table's row as a sheet says it: "defender-hq" is "defender HQ"."""
    return " ".join(_PROPER.get(word, word) for word in name.split("-"))


class Content:
    """The unchanging part of one game, indexed by unit number and hex number."""

    def __init__(
        self, scenario: RedGodScenario, board: Board, roster: Roster, tables: dict[str, Table]
    ) -> None:
        self.scenario = scenario
        self.board = board
        self.grid = board.grid
        self.roster = roster
        self.tables = tables
        self.options: dict[str, bool] = {toggle.id: toggle.default for toggle in TOGGLES}
        self.key = scenario.id
        self.hexes: int = board.grid.size
        self.names: list[str] = board.grid.names
        self.distance: Callable[[int, int], int] = board.grid.distance
        self.neighbours: list[int] = board.grid.neighbours
        self.hex_sets: HexSets = HexSets(board.grid)
        self.graph: Graph = Graph.of_hexes(self.neighbours)
        counters = roster.counters
        self.units: int = len(counters)
        self.unit_names: list[str] = [counter.name for counter in counters]
        self.side: list[int] = [roster.sides.index(counter.side) for counter in counters]
        self.unit_size: list[int] = [SIZES[counter.size] for counter in counters]
        self.is_hq: list[bool] = [counter.kind == "hq" for counter in counters]
        self.is_tank: list[bool] = [counter.kind == "tank" for counter in counters]
        self.is_mech: list[bool] = [counter.kind in ("mech", "tank") for counter in counters]
        self.is_cavalry: list[bool] = [counter.kind == "cav" for counter in counters]
        self.is_infantry: list[bool] = [counter.kind in ("inf", "ski", "mech") for counter in counters]
        self.is_division: list[bool] = [
            SIZES[counter.size] == DIVISION and counter.kind != "hq" for counter in counters
        ]
        self.cost_column: list[int] = [COST_COLUMN[counter.kind] for counter in counters]
        self.max_steps: list[int] = [len(counter.faces) for counter in counters]
        self.attack: list[int] = self._values("attack")
        self.defence: list[int] = self._values("defence")
        self.movement: list[int] = self._values("movement")
        self.hq_range: list[int] = [
            roster.value(unit, 0, "range") if self.is_hq[unit] else 0 for unit in range(self.units)
        ]
        self._formations(counters)
        self._sides_in_play()
        self._terrain()
        self._objectives()

    # -- units ----------------------------------------------------------------------------------

    def _values(self, name: str) -> list[int]:
        """A printed value by unit * 3 + steps left; nothing is left of a dead unit."""
        flat = [0] * (self.units * 3)
        for unit, counter in enumerate(self.roster.counters):
            names = self.roster.names_for(counter.kind)
            if name in names:
                column = names.index(name)
                for lost, face in enumerate(counter.faces):
                    flat[unit * 3 + len(counter.faces) - lost] = face[column]
        return flat

    def _formations(self, counters: list[Counter]) -> None:
        formations = list(self.roster.formations.values())
        self.formation_ids: list[str] = [formation.id for formation in formations]
        self.formation_kinds: list[str] = [formation.kind for formation in formations]
        self.has_integrity: list[bool] = [formation.integrity for formation in formations]
        place = {id: number for number, id in enumerate(self.formation_ids)}
        self.formation: list[int] = [place.get(counter.parent, -1) for counter in counters]
        self.members: list[list[int]] = [[] for _ in self.formation_ids]
        for unit, number in enumerate(self.formation):
            if number >= 0:
                self.members[number].append(unit)

    def _sides_in_play(self) -> None:
        playing = sorted(self.roster.index[id] for id in counters_in_play(self.scenario))
        self.units_of: list[list[int]] = [[u for u in playing if self.side[u] == side] for side in (0, 1)]
        self.combat_units: list[list[int]] = [
            [u for u in units if not self.is_hq[u]] for units in self.units_of
        ]
        self.hqs: list[list[int]] = [[u for u in units if self.is_hq[u]] for units in self.units_of]
        commands = {self.roster.counters[hq].command: hq for hq in [*self.hqs[0], *self.hqs[1]]}
        self.home_hq: list[int] = [commands.get(counter.command, -1) for counter in self.roster.counters]
        self.arrival_turn: list[int] = [0] * self.units
        self.arrival_places: list[list[int]] = [[] for _ in range(self.units)]
        for arrival in self.scenario.reinforcements:
            places = [hex for place in arrival.at if place != "hq" for hex in self._place(place)]
            for id in arrival.units:
                unit = self.roster.index[id]
                self.arrival_turn[unit] = arrival.turn or UNTIL_RELEASED
                self.arrival_places[unit] = places

    def _place(self, name: str) -> list[int]:
        """The hex of that name, or all hexes of the area of that name."""
        return [self.grid.index(name)] if name in self.names else sorted(self.board.area(name))

    # -- map ------------------------------------------------------------------------------------

    def _terrain(self) -> None:
        board = self.board
        self.terrain_name: list[str] = [board.terrain_kinds[code] for code in board.terrain]
        known, sides = board.known_terrain(), board.known_sides()
        self.is_swamp: list[bool] = [known[code] == "swamp" for code in board.terrain]
        self.is_city: list[bool] = [known[code] == "city" for code in board.terrain]
        self.improved: list[bool] = [hex in board.area("improved") for hex in range(self.hexes)]
        self.is_creek: list[bool] = [sides[code] == CREEK for code in board.sides]
        self.is_river: list[bool] = [sides[code] == RIVER for code in board.sides]
        self.sources: list[list[int]] = [sorted(board.area(f"source:{side}")) for side in SIDES]
        self.rail_entry: list[int] = sorted(board.area("entry:german-rail"))
        self.lifeline: list[int] = sorted(board.area("rail:rzhev-vyazma"))
        self.zoc_entry: int = self.limit("enemy-zoc-entry") * 2
        self.linked: list[int] = [exit for exit, links in enumerate(board.links) if links]
        self._movement_costs()

    def _movement_costs(self) -> None:
        """Costs in halves by class of unit and weather. `cost_list` says which list a class reads.

        Ski units read the lists of foot units wherever the weather treats both alike.
        """
        self.exit_costs: list[list[int]] = []
        self.march_costs: list[list[int]] = []
        self.entry_costs: list[list[int]] = []
        self.cost_list: list[int] = []
        effects = self.tables["weather-effects"]
        for column, multiplier in (("foot", "cost"), ("mech", "cost"), ("foot", "ski-cost")):
            for number, weather in enumerate(WEATHERS):
                factor = effects.integer(weather, multiplier)
                if multiplier == "ski-cost" and factor == effects.integer(weather, "cost"):
                    self.cost_list.append(FOOT * 3 + number)
                    continue
                self.cost_list.append(len(self.exit_costs))
                self.exit_costs.append(self._exit_costs(column, weather, factor))
                self.march_costs.append(self._march_costs(column, factor))
                self.entry_costs.append(self._entry_costs(column, weather, factor))
        self.going: list[Going] = [Going(self.graph, costs) for costs in self.exit_costs]
        self.march_going: list[Going] = [Going(self.graph, costs) for costs in self.march_costs]
        self.rail_going: Going = Going(
            self.graph, [0 if links & RAIL_BIT else CLOSED for links in self.board.links]
        )

    def _entry_costs(self, column: str, weather: str, factor: int) -> list[int]:
        price = {name: self.ground_cost(name, column, weather, factor) for name in set(self.terrain_name)}
        return [price[name] for name in self.terrain_name]

    @rule("rgw.tactical.1")
    def ground_cost(self, name: str, column: str, weather: str, factor: int) -> int:
        """The price of a kind of terrain, in halves; CLOSED where this weather forbids it."""
        forbidden = self.tables["tec-forbidden"]
        if forbidden.has_row(name) and forbidden.text(name, column) == weather:
            return CLOSED
        return self.tables["tec-movement"].halves(name, column) * factor

    def _link_cost(self, exit: int, column: str, factor: int) -> int:
        """The price of going along a road or railway; a link is also a bridge. CLOSED if there is none."""
        costs = self.tables["tec-movement"]
        links = self.board.links[exit]
        best = CLOSED
        if links & ROAD_BIT:
            best = costs.halves("road", column) * factor
        if links & RAIL_BIT:
            best = min(best, costs.halves("rail", column) * factor)
        return best

    def _exit_costs(self, column: str, weather: str, factor: int) -> list[int]:
        costs = self.tables["tec-movement"]
        price = self._entry_costs(column, weather, factor)
        flat = [price[there] if there >= 0 else CLOSED for there in self.neighbours]
        for exit, code in enumerate(self.board.sides):
            if code and flat[exit] < CLOSED:
                flat[exit] += costs.halves(self.board.side_kinds[code], column) * factor
        for exit in self.linked:
            flat[exit] = min(flat[exit], self._link_cost(exit, column, factor))
        return flat

    def _march_costs(self, column: str, factor: int) -> list[int]:
        flat = [CLOSED] * (self.hexes * 6)
        for exit in self.linked:
            flat[exit] = self._link_cost(exit, column, factor)
        return flat

    def _objectives(self) -> None:
        worth = victory_hexes(self.scenario, self.tables)
        self.objective: list[list[int]] = [[0] * self.hexes, [0] * self.hexes]
        self.objective_hexes: list[int] = sorted(self.grid.index(name) for name in worth)
        for name, points in worth.items():
            hex = self.grid.index(name)
            self.objective[0][hex] = points.german
            self.objective[1][hex] = points.soviet
        self.levels: list[tuple[str, int | None]] = victory_levels(self.scenario, self.tables)
        """The levels of victory from the highest Soviet one down, each with its lowest net points."""

    # -- questions ------------------------------------------------------------------------------

    def limit(self, name: str) -> int:
        """A number of the table of limits."""
        return self.tables["limits"].integer(name, "value")

    def shift(self, name: str) -> int:
        """An odds modifier."""
        return self.tables["odds-modifiers"].integer(name, "shift")

    def ground_name(self, here: int, there: int) -> str:
        """What a step pays for: "road", "heavy-woods", "clear over a creek"."""
        exit = here * 6 + self.grid.direction(here, there)
        links = self.board.links[exit]
        if links:
            return "road" if links & ROAD_BIT else "railway"
        side = self.board.side_kinds[self.board.sides[exit]]
        return f"{self.terrain_name[there]} over a {side}" if side else self.terrain_name[there]

    def ground_cell(self, here: int, there: int, unit: int) -> tuple[str, str]:
        """The row and column of the movement chart that a step of this unit reads."""
        links = self.board.links[here * 6 + self.grid.direction(here, there)]
        row = ("road" if links & ROAD_BIT else "rail") if links else self.terrain_name[there]
        return row, "mech" if self.cost_column[unit] == MECH else "foot"

    def is_house(self, table: str, row: str, column: str) -> bool:
        """Is this table value ours?"""
        return self.tables[table].mark_of(row, column) == "house"


SCENARIOS: Final = ("teaching", "storm-on-the-vazuza", "mars", "jupiter")


def load_content(scenario: str, options: dict[str, bool], own: PlayerFiles = NO_FILES) -> Content:
    """Everything a game needs, checked; ContentError lists what is wrong."""
    parts = load_all(DATA, RedGodScenario, scenario, own, [toggle.id for toggle in TOGGLES], _faults)
    playing = parts.roster.only(counters_in_play(parts.scenario))
    content = Content(parts.scenario, parts.board, playing, parts.tables)
    content.options |= parts.scenario.options | options
    return content


def _faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    return [*part_faults(parts), *_counter_faults(parts)]


def _counter_faults(parts: Loaded[RedGodScenario]) -> list[Fault]:
    """Counters of a player's own: those of the game are known to fit."""
    faults: list[Fault] = []
    sizes = f"one of: {', '.join(SIZES)}"
    for counter in parts.roster.counters if parts.scenario.counters else ():
        is_long = len(counter.faces) > MOST_STEPS or counter.steps not in (0, len(counter.faces))
        faults += faults_at(
            f"counter {counter.id}",
            (counter.size not in SIZES, f"there is no size {counter.size!r}", sizes),
            (is_long, "has more steps than the rules know", f"1 to {MOST_STEPS} faces"),
        )
    return faults
