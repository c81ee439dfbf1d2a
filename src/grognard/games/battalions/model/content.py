"""What never changes in a game of the family: map, counters, tables and options, as flat lists."""

from typing import Final, NamedTuple

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.tables import Table
from grognard.core.board.units import Roster
from grognard.core.chapter import Refusal, Ruling, counted, rule
from grognard.core.content.read import counters_in_play
from grognard.core.flow.flow import AnyGame
from grognard.core.position import Position
from grognard.games.battalions.family import CombatDifferences
from grognard.games.battalions.model.memo import Memo
from grognard.games.battalions.model.scenario import CLASSES, MOST_STEPS, BattalionScenario, named
from grognard.games.battalions.model.terrain import Ground
from grognard.kit.areas import HexSets
from grognard.kit.reach import Graph, Numbers, either, toll

FOOT: Final = 0
MOTORIZED: Final = 1
MECHANIZED: Final = 2

STRIDE: Final = MOST_STEPS + 1
"""Values are read at unit * STRIDE + steps left."""

NO_BATTALION: Final = ("hq", "leader", "monitor")
AM: Final = 0
PARTS_OF_DAY: Final = 4
NIGHT: Final = 3

UNIT_SIGNS: Final = bytes(sign & 1 for sign in range(256))
"""Of what a hex shows of a side, whether a unit is there."""
COMBAT_SIGNS: Final = bytes(sign >> 1 & 1 for sign in range(256))
"""And whether a combat unit is."""
_FLAGS: Final = bytes(code == 49 for code in range(256))

NONE: Final[tuple[int, ...]] = ()


class Bounds(NamedTuple):
    """The hexes that are closed to a unit, one byte for each, and why."""

    closed: bytes
    why: Refusal


class Content:
    """The unchanging part of one game, indexed by unit number and hex number.

    A game of the family makes a class of its own from it and overrides the hooks at its end.
    """

    def __init__(
        self,
        scenario: BattalionScenario,
        board: Board,
        roster: Roster,
        tables: dict[str, Table],
        options: dict[str, bool],
    ) -> None:
        self.scenario = scenario
        self.board = board
        self.grid = board.grid
        self.roster = roster
        self.tables = tables
        self.options = dict(options)
        self.key = scenario.id
        self.hexes: int = board.grid.size
        self.names: list[str] = board.grid.names
        self.neighbours: list[int] = board.grid.neighbours
        self.around: list[tuple[int, ...]] = [
            tuple(there for there in self.neighbours[hex * 6 : hex * 6 + 6] if there >= 0)
            for hex in range(self.hexes)
        ]
        """The hexes next to each."""
        self.graph: Graph = Graph.of_hexes(self.neighbours, is_wide=True)
        self.hex_sets: HexSets = HexSets(board.grid)
        self.ground: Ground = Ground(board, tables, self.graph)
        self.water_set: int = sum(1 << hex for hex in self.ground.waters)
        self.fenced_set: int = sum(1 << hex for hex in self.ground.beside_barrier)
        """The hexes beside an impassable hexside or a great river."""
        self.unfenced: dict[int, int] = {hex: self._unfenced(hex) for hex in self.ground.beside_barrier}
        """For each of these the set of those next to it that no such hexside parts from it."""
        self._keep_maps()
        self._counters()
        self._values()
        self._formations()
        self._slots()
        self._arrivals()
        self.limits: dict[str, int] = {}

    def _unfenced(self, hex: int) -> int:
        exits = [exit for exit in range(hex * 6, hex * 6 + 6) if not self.ground.is_barrier[exit]]
        return sum(1 << self.neighbours[exit] for exit in exits if self.neighbours[exit] >= 0)

    # -- counters -------------------------------------------------------------------------------

    @rule("rp.general.17", "rp.general.21")
    def _counters(self) -> None:
        counters = self.roster.counters
        self.units: int = len(counters)
        self.unit_names: list[str] = [counter.name for counter in counters]
        self.side: list[int] = self.roster.side_of
        self.nation: list[str] = [self.roster.nation(unit) for unit in range(self.units)]
        self.kind: list[str] = [counter.kind for counter in counters]
        self.size: list[str] = [counter.size for counter in counters]
        self.traits: list[frozenset[str]] = [frozenset(counter.traits) for counter in counters]
        self.mobility: list[int] = [
            MOTORIZED if counter.kind == "leader" else _mobility(traits)
            for counter, traits in zip(counters, self.traits, strict=True)
        ]
        self.is_leader: list[bool] = [kind == "leader" for kind in self.kind]
        self.is_hq: list[bool] = [kind == "hq" for kind in self.kind]
        self.is_artillery: list[bool] = [kind == "artillery" for kind in self.kind]
        self.fires: list[bool] = [kind in ("artillery", "monitor") for kind in self.kind]
        """Guns of every kind, those on a river too."""
        self.is_afloat: list[bool] = [kind == "monitor" for kind in self.kind]
        """Does it lie on a river, so that nothing befalls it of what befalls the hex beside it?"""
        self.is_engineer: list[bool] = [kind == "engineer" for kind in self.kind]
        self.is_recon: list[bool] = [kind == "recon" for kind in self.kind]
        self.is_sp: list[bool] = ["sp" in traits for traits in self.traits]
        self.is_airborne: list[bool] = ["airborne" in traits for traits in self.traits]
        self.is_glider: list[bool] = ["glider" in traits for traits in self.traits]
        self.is_company: list[bool] = [size == "I" for size in self.size]
        self.is_battalion: list[bool] = [
            kind not in NO_BATTALION and not company
            for kind, company in zip(self.kind, self.is_company, strict=True)
        ]
        """Does it count as one? Regiments and brigades do; companies, remnants, HQs and leaders not."""
        self.company_type: list[str] = [self._company_type(unit) for unit in range(self.units)]
        """The type of a company, three of which stand in for a battalion; "" for what is no such company."""
        self.builds: list[bool] = [kind == "engineer" or kind in self.builders for kind in self.kind]
        """Is it of an arm that builds improved positions?"""
        self.max_steps: list[int] = [self._steps_of(unit) for unit in range(self.units)]
        self.units_of: list[list[int]] = [[], []]
        """The counters of each side, company slots included."""
        for unit, side in enumerate(self.side):
            self.units_of[side].append(unit)
        self.leaders_of: list[list[int]] = self._only(self.is_leader)
        self.engineers_of: list[list[int]] = self._only(self.is_engineer)
        self.companies_of: list[list[int]] = self._only(self.is_company)

    @rule("rp.general.24", "rp.general.25", "rp.losses.13")
    def _company_type(self, unit: int) -> str:
        """Infantry on foot and on trucks are two types. A remnant is none, but of parachutists a company."""
        kind = self.kind[unit]
        is_remnant = "remnant" in self.traits[unit] and kind != "parachute"
        if not self.is_company[unit] or is_remnant:
            return ""
        return "motorized infantry" if kind == "infantry" and self.mobility[unit] != FOOT else kind

    def _only(self, wanted: list[bool]) -> list[list[int]]:
        """The wanted counters of each side."""
        return [[unit for unit in units if wanted[unit]] for units in self.units_of]

    @rule("rp.losses.8", "rp.losses.11")
    def _steps_of(self, unit: int) -> int:
        """Its counter says how many steps it has: a gun one, most Soviet units two."""
        return 1 if self.is_leader[unit] else self.roster.steps(unit)

    def _values(self) -> None:
        """Every printed value by unit * STRIDE + steps left; a leader's second face is his ADC's."""
        names = {name for names in self.roster.value_sets.values() for name in names}
        self.printed: dict[str, list[int]] = {name: [0] * (self.units * STRIDE) for name in sorted(names)}
        for unit, counter in enumerate(self.roster.counters):
            most = self.max_steps[unit]
            for column, name in enumerate(self.roster.names_for(counter.kind)):
                flat = self.printed[name]
                for steps in range(1, most + 1):
                    # The last step of some battalions is another counter, so a face may be missing.
                    face = counter.faces[min(most - steps, len(counter.faces) - 1)]
                    flat[unit * STRIDE + steps] = face[column]
                if self.is_leader[unit]:
                    flat[unit * STRIDE] = counter.faces[-1][column]

    def printed_value(self, name: str, unit: int, steps: int) -> int:
        """A printed value of a counter with so many steps left; 0 if it prints none."""
        flat = self.printed.get(name)
        return flat[unit * STRIDE + steps] if flat is not None else 0

    # -- formations -----------------------------------------------------------------------------

    def _formations(self) -> None:
        """Whose each counter is: its formation, its regiment, and for a leader all that he leads."""
        self.formation_ids: list[str] = list(self.roster.formations)
        self.formation_kinds: list[str] = [one.kind for one in self.roster.formations.values()]
        number = {id: place for place, id in enumerate(self.formation_ids)}
        counters = self.roster.counters
        self.formation: list[int] = [number.get(counter.parent, -1) for counter in counters]
        self.regiment: list[str] = [counter.command for counter in counters]
        self.hq_of: list[int] = [-1] * len(self.formation_ids)
        for unit, formation in enumerate(self.formation):
            if formation >= 0 and self.is_hq[unit]:
                self.hq_of[formation] = unit
        self.leads: list[frozenset[int]] = [
            frozenset(number[id] for id in named(traits, "leads") if id in number) for traits in self.traits
        ]
        index = self.roster.index
        self.leader_hq: list[int] = [
            next((index[id] for id in named(traits, "at-hq") if id in index), -1) for traits in self.traits
        ]

    def _slots(self) -> None:
        """Which counters stand for the last step of a battalion, for its companies, for what these become."""
        pools = self.roster.pools
        self.last_slots: list[tuple[int, ...]] = [_pooled(traits, "last", pools) for traits in self.traits]
        self.company_slots: list[tuple[int, ...]] = [
            _pooled(traits, "companies", pools) for traits in self.traits
        ]
        self.joins: list[tuple[int, ...]] = [_pooled(traits, "joins", pools) for traits in self.traits]
        """The battalions that parachute companies of each brigade can become."""
        self.pool_of: list[str] = [""] * self.units
        self.breaks_into: dict[str, list[int]] = {}
        """The battalions that break down into companies of each pool."""
        for unit, slots_of in enumerate(self.company_slots):
            if slots_of:
                pool = next(id for id, units in pools.items() if slots_of[0] in units)
                self.breaks_into.setdefault(pool, []).append(unit)
        self.breakable: list[tuple[int, str]] = [
            (unit, pool) for pool, units in self.breaks_into.items() for unit in units
        ]
        """These battalions, each with its pool."""
        for id, slots in pools.items():
            for slot in slots:
                self.pool_of[slot] = id

    def _arrivals(self) -> None:
        self.arrival_turn: list[int] = [0] * self.units
        self.arrival_hexes: list[tuple[int, ...]] = [()] * self.units
        """Where each may come in: the hex designated for it, and others for when that one is barred."""
        self.scheduled: list[list[int]] = [[], []]
        """The counters of each side that come later, in the order of the counter list."""
        for arrival in self.scenario.reinforcements:
            for id in arrival.units:
                unit = self.roster.index[id]
                self.arrival_turn[unit] = arrival.turn
                self.arrival_hexes[unit] = tuple(self.grid.index(hex) for hex in arrival.at)
        for side, units in enumerate(self.units_of):
            self.scheduled[side] = [unit for unit in units if self.arrival_turn[unit] > 0]

    # -- maps of flags ----------------------------------------------------------------------------

    def _keep_maps(self) -> None:
        """What follows from the signs and zones of a side, one number per hex: asked for again and again."""
        self.within_two: Memo[bytes, bytes] = Memo(self._within_two)
        """The hexes at most two away from a hex whose sign says that a unit is there."""
        self.barred: Memo[bytes, bytes] = Memo(lambda signs: signs.translate(COMBAT_SIGNS))
        """Those whose sign says that a combat unit is there."""
        self.closed: Memo[tuple[bytes, tuple[int, ...]], bytes] = Memo(self._closed)
        """The hexes that are flagged, and those named."""
        self.joined: Memo[tuple[bytes, bytes], bytes] = Memo(lambda both: either(*both))
        """The hexes that are flagged in one or the other."""
        self.zoc_tolls: Memo[tuple[bytes, int], tuple[Numbers, Numbers]] = Memo(self._zoc_tolls)
        """What a mobility class pays in enemy zones to come in and to leave, in halves."""

    def _within_two(self, signs: bytes) -> bytes:
        flagged = self.hex_sets.flagged(signs.translate(UNIT_SIGNS))
        near = self.hex_sets.spread(self.hex_sets.spread(flagged))
        digits = f"{near:0{self.hexes}b}".encode()[::-1]
        return digits.translate(_FLAGS)

    def _closed(self, key: tuple[bytes, tuple[int, ...]]) -> bytes:
        flags = bytearray(key[0])
        for hex in key[1]:
            flags[hex] = 1
        return bytes(flags)

    def _zoc_tolls(self, key: tuple[bytes, int]) -> tuple[Numbers, Numbers]:
        zone, mobility = key
        costs, name = self.tables["zoc-costs"], CLASSES[mobility]
        return toll(zone, costs.halves("enter", name)), toll(zone, costs.halves("leave", name))

    def zone_extra(self, mobility: int) -> tuple[int, int]:
        """What a class pays more than foot units to come into an enemy zone, and to leave one, in halves."""
        costs, name, foot = self.tables["zoc-costs"], CLASSES[mobility], CLASSES[FOOT]
        into, out = (costs.halves(row, name) - costs.halves(row, foot) for row in ("enter", "leave"))
        return into, out

    # -- tables ---------------------------------------------------------------------------------

    def limit(self, name: str) -> int:
        """A number of the table of limits."""
        known = self.limits.get(name)
        if known is None:
            known = self.limits[name] = self.tables["limits"].integer(name, "value")
        return known

    def since(self, table: str, turn: int, column: str) -> int:
        """What a table whose rows are turn numbers says from a turn on: the last row that is not later."""
        rows = self.tables[table]
        reached = [row for row in rows.rows if int(row) <= turn]
        if not reached or rows.is_blank(max(reached, key=int), column):
            return 0
        return rows.integer(max(reached, key=int), column)

    def is_house(self, table: str, row: str, column: str) -> bool:
        """Is this table value ours?"""
        return self.tables[table].mark_of(row, column) == "house"

    # -- the turn track ---------------------------------------------------------------------------

    def part_of_day(self, turn: int) -> int:
        """0 AM, 1 mid-day, 2 PM, 3 night."""
        return (turn - 1 + self.limit("first-part")) % PARTS_OF_DAY

    def day(self, turn: int) -> int:
        """The number of the day, the first of the campaign being 0."""
        return (turn - 1 + self.limit("first-part")) // PARTS_OF_DAY

    def is_am(self, turn: int) -> bool:
        return self.part_of_day(turn) == AM

    def is_night(self, turn: int) -> bool:
        return self.part_of_day(turn) == NIGHT

    def next_am(self, turn: int) -> int:
        """The first AM turn that is not before this one."""
        return turn + -self.part_of_day(turn) % PARTS_OF_DAY

    # -- what the games of the family do differently ----------------------------------------------

    combat: CombatDifferences = CombatDifferences()
    """What is named differently in combat."""

    builders: frozenset[str] = frozenset({"infantry", "mechanized", "cavalry", "mg", "recon", "parachute"})
    """The arms besides engineers that build improved positions (rp.engineering.10)."""
    bridge_ends: frozenset[int] = frozenset()
    """The hexes at either end of a bridge over a great river that count as adjacent in combat."""
    has_wounds: bool = True
    """Can a leader be wounded, or only eliminated (rp.leader-casualty.3)?"""
    guns_rest_at_night: bool = False
    """Does a gun that only limbers or unlimbers at night stay in order (rp.move-general.9)?"""

    def move_bar(self, pos: Position, unit: int) -> Ruling:
        """A reason of this game's own why a unit may not move, build or come in now."""
        return None

    def march_bar(self, pos: Position, unit: int) -> Ruling:
        """A reason of this game's own why a unit may not move strategically."""
        return None

    def free_to_move(self, pos: Position, units: list[int]) -> list[int]:
        """Those of these units of the phasing side that `move_bar` says nothing against: both go together."""
        return units

    def free_to_march(self, pos: Position, units: list[int]) -> list[int]:
        """Those of these units that `march_bar` says nothing against."""
        return units

    def bounds(self, pos: Position, unit: int) -> Bounds | None:
        """What is closed to this unit alone; None where it goes anywhere."""
        return None

    def weight(self, pos: Position, unit: int) -> int:
        """What a counter other than a leader counts in the limit of stacking (rp.post-move.6)."""
        return 1

    def stack_words(self, weight: int) -> str:
        """So much of a stack in words, as stacking counts it."""
        return counted(weight, "unit")

    def may_be_unassigned(self, pos: Position, unit: int) -> bool | None:
        """May its owner call an assigned unit unassigned? None: as in the first game of the family."""
        return None

    def supply_hqs(self, pos: Position, unit: int) -> frozenset[int] | None:
        """The HQs to which alone a unit can trace supply; None: as its side does otherwise."""
        return None

    def open_exits(self, pos: Position, mobility: int) -> tuple[int, ...]:
        """The exits over a great river that a bridge opens to a mobility class now."""
        return ()

    def also_on_foot(self, unit: int) -> bool:
        """Does it pay, hex by hex, the cheaper of its own and the foot price?"""
        return False

    def may_wade(self, pos: Position, unit: int, here: int, there: int) -> bool:
        """May a unit cross a great river here after combat, with or without a bridge?"""
        return False

    def river_bar(self, pos: Position, unit: int, here: int, there: int) -> Ruling:
        """Why a unit does not go over the great river from one hex to another, where that is what bars it."""
        return None

    def entered(self, game: AnyGame, unit: int, hex: int, moves: bool) -> None:
        """A unit has come into a hex by moving, or if not by advancing or retreating."""

    def is_checked(self, pos: Position, hex: int) -> bool:
        """Does the stacking check of this movement concern a hex of the phasing player (rp.post-move.5)?"""
        return True

    def supply_exits(self, pos: Position, side: int) -> list[int]:
        """The road hexes at the map edge from which a side is supplied now."""
        return []

    def supply_links(self, pos: Position, side: int) -> list[tuple[int, int, int]]:
        """Ways over a great river that supply of a side may use: two hexes, and how many hexes it counts."""
        return []

    def shut(self, pos: Position) -> tuple[int, ...]:
        """The hexes closed to everybody now, such as the water under a bridge that has been blown."""
        return ()


def _mobility(traits: frozenset[str]) -> int:
    return next((number for number, name in enumerate(CLASSES) if name in traits), FOOT)


def _pooled(traits: frozenset[str], label: str, pools: dict[str, list[int]]) -> tuple[int, ...]:
    """The counters of the pool that a trait such as "companies:ger-inf-co" names."""
    return next((tuple(pools[id]) for id in named(traits, label) if id in pools), NONE)


def ids_in_play(scenario: BattalionScenario, roster: Roster) -> set[str]:
    """The counters of a scenario and the pools that they and what is placed at the start draw from."""
    found = {*counters_in_play(scenario), *scenario.broken_down}
    slots = {roster.counters[slot].id: id for id, pool in roster.pools.items() for slot in pool}
    found.update(slots[id] for id in list(found) if id in slots)
    # Twice: battalions that are joined from companies have a last step too.
    for _ in range(2):
        for id in sorted(found):
            unit = roster.pools[id][0] if id in roster.pools else roster.index[id]
            traits = frozenset(roster.counters[unit].traits)
            found.update(named(traits, "last"), named(traits, "companies"), named(traits, "joins"))
    return found


def roster_in_play(scenario: BattalionScenario, roster: Roster) -> Roster:
    """The counters of a scenario alone, with no more companies and remnants than its battalions can need."""
    playing = roster.only(ids_in_play(scenario, roster))
    needed: dict[str, int] = dict.fromkeys(playing.pools, 0)
    pooled = {slot for slots in playing.pools.values() for slot in slots}
    for unit, counter in enumerate(playing.counters):
        traits = frozenset(counter.traits)
        for id in named(traits, "last"):
            needed[id] += 1
        for id in named(traits, "companies") if unit not in pooled else []:
            needed[id] += playing.steps(unit)
        for id in named(traits, "joins"):
            needed[id] = len(playing.pools[id])
    placed = set(counters_in_play(scenario))
    pools = []
    for pool in playing.content.pool:
        last = max((k for k, one in enumerate(pool.counters(), 1) if one.id in placed), default=0)
        pools.append(msgspec.structs.replace(pool, count=min(pool.count, max(needed[pool.id], last, 1))))
    return Roster(msgspec.structs.replace(playing.content, pool=pools))
