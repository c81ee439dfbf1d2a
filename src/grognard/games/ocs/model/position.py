"""The state of a game of the series: one flat list per property, one entry per unit, hex or side."""

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from grognard.core.derived import Shelves
from grognard.core.position import (
    KNOWN,
    NOTHING,
    OPEN,
    OWNER,
    Position,
    listed,
    number,
    per_place,
    per_side,
    per_unit,
)
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE, STRIP, Content
from grognard.games.ocs.model.scale import RE, SP, percent

ASTER: Final = 0
BOREAL: Final = 1

# Modes: Combat Mode, Move Mode, Reserve Mode, Strat Mode, DG Mode (disorganised), Exploit Mode.
COMBAT: Final = 0
MOVE: Final = 1
RESERVE: Final = 2
STRAT: Final = 3
DG: Final = 4
EXPLOIT: Final = 5
MODES: Final = ("combat", "move", "reserve", "strat", "dg", "exploit")
VOLUNTARY: Final = (COMBAT, MOVE, RESERVE, STRAT)

# Where a unit is when it is not on the map.
WAITING: Final = -1
DEAD: Final = -2
POOL: Final = -3
ABSENT: Final = -4
AWAY: Final = -5
"""Broken out: it comes back as a reinforcement on the turn that `back` names."""

# Internal stocks.
FULL: Final = 0
LOW: Final = 1
EXHAUSTED: Final = 2

# How a unit lived through its last own Supply Phase.
NEW: Final = 0
TRACED: Final = 1
ATE: Final = 2
STARVED: Final = 3
EXEMPT: Final = 4

# What a unit has done in this phase.
MOVED: Final = 1
"""Finished: it may not move any more."""
PLEDGED: Final = 2
"""Has negated a ZOC or works: it may spend no MP in this phase."""
FUELLED: Final = 4
"""For this phase only."""
FIRED: Final = 8
FOUGHT: Final = 16
RELEASED: Final = 32
"""From Reserve, in this phase."""
CARRIED: Final = 64
"""By rail, air or sea in this phase."""
DROPPED: Final = 128
BUILT: Final = 256
FLEW: Final = 512
HAD_ZOC: Final = 1024
"""An Exploit unit that had a ZOC when it got its marker keeps it."""
LANDED: Final = 2048
"""Aboard landing craft or landed from it in this phase."""
SHELLED: Final = 4096
"""A ship that has fired at the ground in this game turn, or been fired at in this phase."""
JOINED: Final = 8192
"""Captured vehicles that may still move."""
TARGETED: Final = 16384
"""A ship that has been fired at in this phase."""
PHASE_FLAGS: Final = (
    TARGETED
    | MOVED
    | PLEDGED
    | FUELLED
    | FIRED
    | FOUGHT
    | RELEASED
    | CARRIED
    | BUILT
    | FLEW
    | LANDED
    | JOINED
)

# What was done in a hex: the first four once a turn, the rest once a phase.
HEDGEHOG_WORK: Final = 1
BASE_WORK: Final = 2
PORT_WORK: Final = 4
PORT_BROKEN: Final = 8
BARRAGED: Final = 16
BLOWN: Final = 32
REFITTED: Final = 64
ATTACKED: Final = 128
CONVERTED: Final = 256
BEACHED: Final = 512
"""An LST has become a port in this phase; it works from the next one on."""
TAKEN: Final = 1024
"""What the enemy had there was captured in this phase."""
EMPTIED: Final = 2048
"""A barrage of this phase destroyed the last combat unit there."""
PHASE_WORK: Final = EMPTIED | BARRAGED | BLOWN | REFITTED | ATTACKED | CONVERTED | BEACHED | TAKEN

# Phases and segments, as in the table of the sequence of play.
PRE_TURN: Final = 0
"""Pre-Turn Phase: Weather Determination and First Player Determination. The Turn End Phase has no number."""
REFIT: Final = 1
REINFORCEMENT: Final = 2
BREAKOUT: Final = 3
MOVEMENT: Final = 4
MOVEMENT_BARRAGE: Final = 5
SUPPLY: Final = 6
REACTION: Final = 7
REACTION_BARRAGE: Final = 8
COMBAT_BARRAGE: Final = 9
COMBAT_SEGMENT: Final = 10
EXPLOITATION: Final = 11
EXPLOITATION_BARRAGE: Final = 12
EXPLOITATION_COMBAT: Final = 13
"""With the two before it the Exploitation Phase."""
CLEAN_UP: Final = 14

# Weather.
CLEAR: Final = 0
OVERCAST: Final = 1
STORM: Final = 2
WEATHERS: Final = ("clear", "overcast", "storm")


@dataclass(slots=True)
class Stacks:
    """Who is where."""

    at: list[list[int]]
    """The units of each place, in the order of the counter list."""
    men: tuple[bytearray, bytearray]
    """How many combat units of each side are in each place."""


STACKS: Final = 1
ZONES: Final = 2
"""Rows of `kept`, in the order of the shelves."""


class OcsPosition(Position):
    """Units, hexes and tracks as small ints. `content` is what never changes; the rest is made from it."""

    is_open = False
    shelves: ClassVar[Shelves] = {
        "stacks": ("hex",),
        "zones": ("hex/own", "mode/own", "flags/own", "oos/own"),
    }

    # -- units
    hex: Sequence[int] = per_unit(ABSENT, KNOWN, unknown=ABSENT)
    mode: Sequence[int] = per_unit(COMBAT, KNOWN, unknown=COMBAT)
    face: Sequence[int] = per_unit(COMBAT_SIDE, KNOWN, unknown=COMBAT_SIDE)
    """The side of the counter that shows, in every mode: its orientation."""
    lost: Sequence[int] = per_unit(0, KNOWN, unknown=0)
    """Steps lost; a plane's or ship's first turns it to its reduced side, which everybody sees."""
    stocks: Sequence[int] = per_unit(FULL, OWNER, unknown=FULL)
    oos: Sequence[int] = per_unit(0, KNOWN, unknown=0)
    """1 under an Out of Supply marker."""
    fed: Sequence[int] = per_unit(NEW, OWNER, unknown=NEW)
    flags: Sequence[int] = per_unit(0, KNOWN, unknown=0)
    spent: Sequence[int] = per_unit(0, OWNER, unknown=0)
    """Quarters of MP spent in this phase."""
    began: Sequence[int] = per_unit(NOTHING, OWNER)
    """The hex in which the unit began the phase."""
    fuel: Sequence[int] = per_unit(0, OWNER, unknown=0)
    """HQs: 1 if fuelled until the owner's Clean Up."""
    gave_from: Sequence[int] = per_unit(NOTHING, OWNER)
    """The one hex from which a fuelled HQ gives fuel in this phase."""
    points: Sequence[int] = per_unit(0, OWNER, unknown=0)
    """Transport Points of a counter."""
    cargo: Sequence[int] = per_unit(0, OWNER, unknown=0)
    """Tokens on Transport Points."""
    extender: Sequence[int] = per_unit(0, KNOWN, unknown=0)
    active: Sequence[int] = per_unit(0, KNOWN, unknown=0)
    """Aircraft: 1 Active, 0 Inactive."""
    home: Sequence[int] = per_unit(NOTHING, KNOWN)
    """The base that an aircraft flew from, while it is on a mission."""
    back: Sequence[int] = per_unit(0, OWNER, unknown=0)
    """The turn on which a unit that is not on the map comes."""
    plan_hex: Sequence[int] = per_unit(NOTHING, OWNER)
    plan_turn: Sequence[int] = per_unit(0, OWNER, unknown=0)
    craft: Sequence[int] = per_unit(NOTHING, OWNER)
    """The landing craft that a unit is aboard."""
    # -- hexes
    control: Sequence[int] = per_place(NOTHING, OPEN)
    """The side that last had a combat unit there; the railway is its."""
    hedgehog: Sequence[int] = per_place(0, OPEN)
    base: Sequence[int] = per_place(0, OPEN)
    """Level of an air base, STRIP for an air strip, 0 for none."""
    base_side: Sequence[int] = per_place(NOTHING, OPEN)
    hedgehog_side: Sequence[int] = per_place(NOTHING, OPEN)
    port_side: Sequence[int] = per_place(NOTHING, OPEN)
    port_hits: Sequence[int] = per_place(0, OPEN)
    port_used: Sequence[int] = per_place(0, OPEN)
    """Parts of a Cap that went through a port in this phase."""
    trainbusted: Sequence[int] = per_place(0, OPEN)
    """Bits of the sides that a Trainbusting marker hurts."""
    worked: Sequence[int] = per_place(0, OPEN)
    gliders: Sequence[int] = per_place(0, OPEN)
    gauge: Sequence[int] = per_place(NOTHING, OPEN)
    """The side whose gauge a railway has in a hex; NOTHING where both can use it."""
    converted: Sequence[int] = per_unit(0, OPEN)
    """Rail Repair units: hexes converted in this phase."""
    beach: Sequence[int] = per_place(NOTHING, OPEN)
    """The side whose LST lies on the beach as a port."""
    unloaded: Sequence[int] = per_place(0, KNOWN, unknown=0)
    """Tokens that were unloaded in this phase and cannot be loaded again."""
    flown_in: Sequence[int] = per_place(0, KNOWN, unknown=0)
    """Tokens' worth of cargo that Air Transport has unloaded at a base in this phase."""
    rebased: Sequence[int] = per_place(0, KNOWN, unknown=0)
    """With the option on changing base: aircraft that came to a base this turn and are Active there; below 0
    for Boreal."""
    stores: Sequence[int] = listed(KNOWN)
    """Tokens on the ground by side * places + place."""
    formation_fuel: Sequence[int] = listed(OPEN)
    """By formation the source of its fuel until the owner's Clean Up: a hex, or places + HQ."""
    order: Sequence[int] = listed(OPEN)
    """Counters in the order in which they were last laid on top of a stack."""
    # -- sides and tracks
    rail_used: Sequence[int] = per_side(0, OPEN)
    sea_used: Sequence[int] = per_side(0, OPEN)
    cache: Sequence[int] = per_side(0, OPEN)
    """Supply Caches, with the option."""
    pax_coming: Sequence[int] = per_side(0, OWNER, unknown=1)
    """With revised rebuilds: Pax that were rolled and still have to be placed."""
    eq_coming: Sequence[int] = per_side(0, OWNER, unknown=0)
    pax_owed: Sequence[int] = per_side(0, OWNER, unknown=0)
    """With revised rebuilds: Pax that must still be used in this phase."""
    eq_owed: Sequence[int] = per_side(0, OWNER, unknown=0)
    repl_rolls: int = number(0, OPEN)
    """At convention tempo: rolls made on the replacement table in this phase, until the last of them."""
    turn: int = number(1, OPEN)
    weather: int = number(CLEAR, OPEN)
    first: int = number(ASTER, OPEN)
    phasing: int = number(ASTER, OPEN)
    acting: int = number(ASTER, OPEN)
    phase: int = number(PRE_TURN, OPEN)
    calm: int = number(0, OPEN)
    """1 in a turn that both have agreed to play without fighting."""

    def __init__(self, content: Content) -> None:
        super().__init__(2, content.units, content.places)
        self.content = content
        self.board = content.board
        self.roster = content.roster
        self.stores = [0] * (2 * content.places)
        self.formation_fuel = [NOTHING] * len(content.formation_ids)

    def share_caches(self, old: "OcsPosition") -> None:
        self.content = old.content
        self.board = old.board
        self.roster = old.roster
        self.kept[STACKS] = {}  # `place` changes the stacks

    # -- stacks ---------------------------------------------------------------------------------

    def at(self, place: int) -> list[int]:
        """All units of a place, in the order of the counter list; to read only."""
        try:
            stacks: Stacks = self.kept[STACKS][stacks_in]
        except KeyError:
            stacks = self._index()
        return stacks.at[place]

    def side_at(self, place: int, side: int) -> list[int]:
        """All units of a side in a place."""
        of = self.content.side
        return [unit for unit in self.at(place) if of[unit] == side]

    def combat_units_at(self, place: int, side: int) -> list[int]:
        """The combat units of a side in a place."""
        content = self.content
        return [unit for unit in self.at(place) if content.side[unit] == side and content.is_combat[unit]]

    def transports_at(self, place: int, side: int) -> list[int]:
        """The Transport Points of a side in a place, Extenders left out."""
        content = self.content
        return [
            unit
            for unit in self.at(place)
            if content.is_transport[unit] and content.side[unit] == side and not self.extender[unit]
        ]

    def planes_at(self, place: int, side: int) -> list[int]:
        """The aircraft of a side in a place."""
        content = self.content
        return [unit for unit in self.at(place) if content.is_aircraft[unit] and content.side[unit] == side]

    def men_of(self, side: int) -> bytearray:
        """How many combat units of a side are in each hex, to read only."""
        try:
            stacks: Stacks = self.kept[STACKS][stacks_in]
        except KeyError:
            stacks = self._index()
        return stacks.men[side]

    def is_held_by(self, place: int, side: int) -> bool:
        """Does the hex contain a combat unit of this side?"""
        return self.men_of(side)[place] > 0

    # -- a unit ---------------------------------------------------------------------------------

    def is_on_map(self, unit: int) -> bool:
        """Is it in a hex or box?"""
        return self.hex[unit] >= 0

    def steps(self, unit: int) -> int:
        """The steps that a unit has left."""
        return self.content.max_steps[unit] - self.lost[unit]

    def size(self, unit: int) -> int:
        """The RE of a combat unit in quarters."""
        content = self.content
        if content.is_multi_step[unit]:
            return (content.max_steps[unit] - self.lost[unit]) * RE
        return content.size_quarters[unit]

    def size_of(self, units: list[int]) -> int:
        """The RE of units in quarters."""
        return sum([self.size(unit) for unit in units])

    def shown(self, values: list[int], unit: int) -> int:
        """A printed value of the side that shows; aircraft and ships show their losses."""
        content = self.content
        if content.is_aircraft[unit] or content.is_ship[unit]:
            return values[unit * 2 + min(self.lost[unit], 1)]
        return values[unit * 2 + self.face[unit]]

    def mobility(self, unit: int) -> int:
        """Leg, Track or Truck, by the side that shows."""
        return self.content.mobility[unit * 2 + self.face[unit]]

    def reserve_hexes(self, side: int) -> set[int]:
        """The hexes with a Reserve marker of a side."""
        units = self.content.units_of[side]
        return {self.hex[unit] for unit in units if self.mode[unit] == RESERVE and self.hex[unit] >= 0}

    # -- hexes ----------------------------------------------------------------------------------

    def zoc(self, side: int) -> bytearray:
        """One byte per place: is it in a Zone of Control of `side`?"""
        from grognard.games.ocs.model.zoc import zones_of  # the chapter imports this file

        return zones_of(self, side)

    def ground_dump(self, place: int, side: int) -> int:
        """Tokens of a side that lie on the ground."""
        return self.stores[side * self.content.places + place]

    def dump_at(self, place: int, side: int) -> int:
        """Tokens of a side in a place, on the ground or on ordinary Transport Points."""
        organic = self.content.is_organic
        loaded = sum(self.cargo[unit] for unit in self.transports_at(place, side) if not organic[unit])
        return self.ground_dump(place, side) + loaded

    def base_level(self, place: int) -> int:
        """The level of an air base as Flak and refit count it; a strip's is 0."""
        return 0 if self.base[place] == STRIP else self.base[place]

    def port_capacity(self, place: int) -> int:
        """The tokens that a port can pass in a phase; 0 where there is none. A beached LST passes 1 SP."""
        if self.beach[place] != NOTHING:
            return 0 if self.worked[place] & BEACHED else SP
        printed = self.content.port_capacity.get(place, 0) * SP
        share = self.content.tables["port-damage"].integer("percent", str(self.port_hits[place]))
        return percent(printed, share)

    def has_enemy_goods(self, place: int, side: int) -> bool:
        """Are there enemy dumps, vehicles, aircraft, ships or works that a unit of `side` would take?"""
        enemy, content = 1 - side, self.content
        if self.ground_dump(place, enemy):
            return True
        works = (self.base_side[place], self.port_side[place], self.hedgehog_side[place], self.beach[place])
        if enemy in works:
            return True
        return any(content.side[unit] == enemy and not content.is_combat[unit] for unit in self.at(place))

    # -- changes --------------------------------------------------------------------------------

    def place(self, unit: int, place: int) -> None:
        """Put a unit in a hex or box, or with a negative `place` off the map.

        Stacks that are known are changed and kept: to make them anew for each step would be dear.
        """
        stacks: Stacks | None = self.kept[STACKS].get(stacks_in)
        here = self.hex[unit]
        self.put.hex[unit] = place
        if stacks is not None:
            content = self.content
            men, fights = stacks.men[content.side[unit]], content.is_combat[unit]
            if here >= 0:
                stacks.at[here].remove(unit)
                men[here] -= fights
            if place >= 0:
                insort(stacks.at[place], unit)  # kept in order, so that a copy lists the same options
                men[place] += fights
            self.kept[STACKS][stacks_in] = stacks

    def set_mode(self, unit: int, mode: int) -> None:
        """Put a unit in a mode; its orientation follows where the mode is a side of the counter."""
        self.put.mode[unit] = mode
        if mode == COMBAT:
            self.put.face[unit] = COMBAT_SIDE
        elif mode in (MOVE, STRAT):
            self.put.face[unit] = MOVE_SIDE

    def add_dump(self, place: int, side: int, tokens: int) -> None:
        """Lay tokens on the ground, or take them up with a negative number."""
        self.put.stores[side * self.content.places + place] += tokens

    def put_on_top(self, unit: int) -> None:
        """Lay a counter on top of its stack."""
        self.order = [*(one for one in self.order if one != unit), unit]

    def free_of_pool(self, pool: str) -> int:
        """The first counter of a pool that is not in play; NOTHING if all are."""
        for unit in self.roster.pools.get(pool, []):
            if self.hex[unit] == POOL:
                return unit
        return NOTHING

    def _index(self) -> Stacks:
        stacks = self.kept[STACKS][stacks_in] = stacks_in(self)
        return stacks


def stacks_in(pos: OcsPosition) -> Stacks:
    """Who is where, made from the places of all units."""
    content = pos.content
    at: list[list[int]] = [[] for _ in range(content.places)]
    men = bytearray(content.places), bytearray(content.places)
    for unit, place in enumerate(pos.hex):
        if place >= 0:
            at[place].append(unit)
            if content.is_combat[unit]:
                men[content.side[unit]][place] += 1
    return Stacks(at, men)
