"""The state of a game of Red God of War: one flat list per property, one entry per unit or hex."""

from bisect import insort
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from grognard.core.position import (
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
from grognard.core.view import Piece
from grognard.games.red_god_of_war.model.content import Content
from grognard.kit.reach import Reach

GERMAN: Final = 0
SOVIET: Final = 1

CLEAR: Final = 0
SNOW: Final = 1
MUD: Final = 2

# The supply state of a unit: its status marker.
SUPPLIED: Final = 0
UNSUPPLIED: Final = 1
ISOLATED: Final = 2

# Where a unit is when it is not on the map.
WAITING: Final = -1
DEAD: Final = -2
WITHDRAWN: Final = -3
ABSENT: Final = -4

# What a unit has done. The first group ends with the impulse, the second with the turn.
ACTIVE: Final = 1
MOVED: Final = 2  # in this movement phase
STIRRED: Final = 4  # in any movement phase of this impulse
MARCHED: Final = 8  # by rail or strategic movement
PINNED: Final = 16
OVERRAN: Final = 32
FOUGHT: Final = 64
RETREATED: Final = 1024  # walked back from a combat
IMPULSE_FLAGS: Final = ACTIVE | MOVED | STIRRED | MARCHED | PINNED | OVERRAN | FOUGHT | RETREATED
SPENT: Final = 128  # has activated this turn
ARRIVED: Final = 256  # came onto the map this turn
OWED: Final = 512  # a paid HQ driven off before it activated: a halt gives its point back
TURN_FLAGS: Final = SPENT | ARRIVED | OWED

# Which side of an HQ is up. One in combat supply is flipped to its supplied side: here it is lit.
UNLIT: Final = 0
PAID: Final = 1
FREE: Final = 2


# The headings of the log.
INITIAL_SEGMENT: Final = 0
MOVEMENT_PHASE: Final = 1
COMBAT_PHASE: Final = 2
MECHANIZED_PHASE: Final = 3


class LastLook(NamedTuple):
    """What lay on the table when somebody last looked, and the state it was made from."""

    state: tuple[list[int], ...]
    corps: int
    pieces: tuple[Piece, ...]
    holder: tuple[int, ...]
    net_points: int


class RedGodPosition(Position):
    """Units, hexes and tracks as small ints. `content` is what never changes; the caches are derived."""

    keeps_own_caches = True

    hex: list[int] = per_unit(ABSENT, OPEN)
    steps: list[int] = per_unit(0, OPEN)
    supply: list[int] = per_unit(SUPPLIED, OPEN)
    traced: list[int] = per_unit(SUPPLIED, OPEN)
    flags: list[int] = per_unit(0, OPEN)
    target: list[int] = per_unit(NOTHING, OPEN)
    army: list[int] = per_unit(NOTHING, OPEN)
    lit: list[int] = per_unit(UNLIT, OPEN)
    opened: list[int] = per_unit(0, OPEN)
    hungry: list[int] = per_unit(0, OPEN)
    barred: list[int] = per_unit(0, OPEN)
    activated: list[int] = per_unit(0, OPEN)
    control: list[int] = per_place(GERMAN, OPEN)
    cup: list[int] = listed(OWNER)
    put_in: list[int] = listed(OWNER)
    last_put_in: list[int] = listed(OPEN)
    trail: list[int] = listed(OPEN)
    lost_steps: list[int] = listed(OPEN)
    sp: list[int] = per_side(0, OPEN)
    box: list[int] = per_side(0, OPEN)
    halted: list[int] = per_side(0, OPEN)
    turn: int = number(1, OPEN)
    weather: int = number(SNOW, OPEN)
    stalin: int = number(0, OPEN)
    okw: int = number(0, OPEN)
    active_hq: int = number(NOTHING, OPEN)
    drawer: int = number(SOVIET, OPEN)
    railed: int = number(0, OPEN)
    army_overran: int = number(0, OPEN)
    released: int = number(0, OPEN)
    took_objective: int = number(0, OPEN)
    lost_objective: int = number(0, OPEN)
    division_died: int = number(0, OPEN)
    steps_this_turn: int = number(0, OPEN)
    steps_last_turn: int = number(0, OPEN)
    corps_destroyed: int = number(0, OPEN)

    def __init__(self, content: Content) -> None:
        super().__init__(2, content.units, content.hexes)
        self.content = content
        self.board = content.board
        self.roster = content.roster
        self._zoc: list[bytearray | None] = [None, None]
        self._start_caches()

    def _start_caches(self) -> None:
        self._at: list[list[int]] | None = None
        self._men: list[bytearray] = []
        self.known_active: list[int] | None = None
        self.last_reach: tuple[object, Reach] | None = None
        self.last_look: LastLook | None = None
        # Odds sheets of declared attacks, and the state that they were made from.
        self.last_sheets: tuple[tuple[Any, ...], dict[tuple[int, ...], Any]] = ((), {})

    def share_caches(self, old: "RedGodPosition") -> None:
        self.content = old.content
        self.board = old.board
        self.roster = old.roster
        self._zoc = old._zoc[:]  # a cache is replaced, never changed, so two positions may share it
        self._start_caches()

    def forget(self) -> None:
        self.known_active = None
        self.last_reach = None
        self._at = None
        self._zoc = [None, None]

    # -- questions ------------------------------------------------------------------------------

    @property
    def active_side(self) -> int:
        """The side whose chit was drawn."""
        return self.content.side[self.active_hq]

    def stacks(self) -> list[list[int]]:
        """The units of every hex, HQs included, in the order of the counter list; to read only."""
        stacks = self._at
        return self._index() if stacks is None else stacks

    def at(self, hex: int) -> list[int]:
        """The units of a hex, HQs included, in the order of the counter list."""
        stacks = self._at
        if stacks is None:
            stacks = self._index()
        return stacks[hex]

    def hexes_of(self, units: Sequence[int]) -> list[int]:
        """The hexes of those units that are on the map."""
        where = self.hex
        return [where[unit] for unit in units if where[unit] >= 0]

    def combat_units_at(self, hex: int) -> list[int]:
        """The units of a hex that can fight: all but HQs."""
        is_hq = self.content.is_hq
        return [unit for unit in self.at(hex) if not is_hq[unit]]

    def men_of(self, side: int) -> bytearray:
        """How many combat units of a side are in each hex, to read only."""
        if self._at is None:
            self._index()
        return self._men[side]

    def is_held(self, hex: int) -> bool:
        """Does the hex contain a combat unit of either side?"""
        return self.men_of(GERMAN)[hex] > 0 or self.men_of(SOVIET)[hex] > 0

    def is_enemy_held(self, hex: int, side: int) -> bool:
        """Does the hex contain an enemy combat unit?"""
        if self._at is None:
            self._index()
        return self._men[1 - side][hex] > 0

    def has_friend(self, hex: int, side: int) -> bool:
        """Does the hex contain a combat unit of this side?"""
        if self._at is None:
            self._index()
        return self._men[side][hex] > 0

    def attack_of(self, unit: int) -> int:
        """The printed attack strength of the side that is up."""
        return self.content.attack[unit * 3 + self.steps[unit]]

    def defence_of(self, unit: int) -> int:
        """The printed defence strength of the side that is up."""
        return self.content.defence[unit * 3 + self.steps[unit]]

    def movement_of(self, unit: int) -> int:
        """The printed movement allowance of the side that is up."""
        return self.content.movement[unit * 3 + self.steps[unit]]

    def active_units(self) -> list[int]:
        """The units that take part in this impulse, in the order of the counter list."""
        active = self.known_active
        if active is None:
            active = [unit for unit, flags in enumerate(self.flags) if flags & ACTIVE]
            self.known_active = active
        return [unit for unit in active if self.hex[unit] >= WAITING]

    def zoc(self, side: int) -> bytearray:
        """One byte per hex: is it in a zone of control of `side`?"""
        zone = self._zoc[side]
        if zone is None:
            from grognard.games.red_god_of_war.model.zoc import zones_of  # the chapter imports this file

            zone = zones_of(self, side)
            self._zoc[side] = zone
        return zone

    # -- changes --------------------------------------------------------------------------------

    def set_active(self, unit: int, active: bool) -> None:
        """Let a unit take part in this impulse, or not."""
        self.flags[unit] = self.flags[unit] | ACTIVE if active else self.flags[unit] & ~ACTIVE
        self.known_active = None

    def place_all(self, units: Sequence[int], hex: int) -> None:
        """Put several units in a hex."""
        for unit in units:
            self.place(unit, hex)

    def place(self, unit: int, hex: int) -> None:
        """Put a unit in a hex, or with a negative `hex` off the map. Keeps the caches true."""
        content = self.content
        self.last_reach = None
        here = self.hex[unit]
        if self._at is not None:
            men = self._men[content.side[unit]]
            fights = not content.is_hq[unit]
            if here >= 0:
                self._at[here].remove(unit)
                men[here] -= fights
            if hex >= 0:
                insort(self._at[hex], unit)  # kept in order, so that a copy lists the same options
                men[hex] += fights
        self.hex[unit] = hex
        if not content.is_hq[unit]:
            self._zoc[content.side[unit]] = None

    def _index(self) -> list[list[int]]:
        content = self.content
        stacks: list[list[int]] = [[] for _ in range(content.hexes)]
        self._men = [bytearray(content.hexes), bytearray(content.hexes)]
        for unit, hex in enumerate(self.hex):
            if hex >= 0:
                stacks[hex].append(unit)
                if not content.is_hq[unit]:
                    self._men[content.side[unit]][hex] += 1
        self._at = stacks
        return stacks
