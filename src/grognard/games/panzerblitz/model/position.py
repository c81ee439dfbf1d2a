"""The state of a game: one flat list per property, one entry per unit."""

from bisect import insort
from typing import Final

from grognard.core.position import KNOWN, NOTHING, OPEN, Position, listed, number, per_side, per_unit
from grognard.games.panzerblitz.model.content import RUSSIAN, Content
from grognard.kit.reach import Reach

# Where a unit is when it is not on the map.
WAITING: Final = -1
DEAD: Final = -2
APART: Final = -3  # a company that is broken down, or a piece that has become part of a formed company
ABSENT: Final = -4
UNKNOWN: Final = -5  # in a view only: an enemy unit nobody has seen

# What a unit has done and suffered.
DISPERSED: Final = 1
FIRED: Final = 2  # has attacked this turn, in whatever manner
MOVED: Final = 4
LANDED: Final = 8  # dropped this turn
FROZEN: Final = 16  # Russians dropped onto it: neither moves nor fires in this turn
FORMED: Final = 32  # became a company this turn
FRESH: Final = 64  # was dispersed in its own side's turn, so it does not recover at the end of it
MUST_LEAVE: Final = 128  # a wagon on which paratroops have landed
INSIDE: Final = 256  # in the fort of its hex
SHOWN: Final = 512  # was seen landing
LOUD: Final = 1024  # has fired from cover since its last turn (experimental option)

SPENT: Final = FIRED | MOVED
UNFIT: Final = DISPERSED | LANDED | FROZEN
TURN_MARKS: Final = FIRED | MOVED | LANDED | FORMED | FRESH | LOUD

FORT: Final = -9
"""The fort of a hex among the units of a target."""


class DropPosition(Position):
    """Units and markers as small ints. `content` never changes; what is `known_` is derived, never saved."""

    keeps_own_caches = True

    where: list[int] = per_unit(ABSENT, KNOWN, unknown=UNKNOWN)
    marks: list[int] = per_unit(0, KNOWN, unknown=0)
    cargo: list[int] = per_unit(NOTHING, KNOWN)
    aboard: list[int] = per_unit(NOTHING, KNOWN)
    left: list[int] = listed(RUSSIAN)
    orders: list[int] = listed(RUSSIAN)
    mines: list[int] = listed(OPEN)
    blocks: list[int] = listed(OPEN)
    forts: list[int] = listed(OPEN)
    wrecks: list[int] = listed(OPEN)
    lost: list[int] = per_side(0, OPEN)
    turn: int = number(0, OPEN)
    mover: int = number(RUSSIAN, OPEN)
    wind_speed: int = number(NOTHING, OPEN)
    wind_way: int = number(NOTHING, OPEN)

    def __init__(self, content: Content) -> None:
        super().__init__(2, content.units)
        self._agree(content)
        self.left = content.start_left[:]
        self.mines = content.start_mines[:]
        self.blocks = content.start_blocks[:]
        self.forts = content.start_forts[:]
        self.turn = content.scenario.first_turn
        self.known_aims: dict[int, list[int]] | None = None
        self.known_witness: list[dict[int, int]] = [{}, {}]
        self.new_lookouts: list[list[int]] = [[], []]
        self.known_ways: dict[int, Reach] = {}

    def _agree(self, content: Content) -> None:
        """What never changes."""
        self.content = content
        self.board = content.board
        self.roster = content.roster
        self.is_open = not content.hidden
        self._at: dict[int, list[int]] | None = None

    def share_caches(self, old: "DropPosition") -> None:
        self._agree(old.content)
        self.known_aims = old.known_aims  # replaced, never changed, so two positions may share it
        self.known_witness = [known.copy() for known in old.known_witness]
        self.new_lookouts = [hexes[:] for hexes in old.new_lookouts]
        self.known_ways = old.known_ways  # filled while nobody moves, replaced when somebody does

    def forget(self) -> None:
        self._at = None
        self.known_aims = None
        self.known_ways = {}
        self.look_again()

    # -- questions ------------------------------------------------------------------------------

    def stacks(self) -> dict[int, list[int]]:
        """The units of every occupied hex, passengers left out, each list in counter order."""
        found = self._at
        if found is None:
            found = {}
            aboard = self.aboard
            for unit, hex in enumerate(self.where):
                if hex >= 0 and aboard[unit] < 0:
                    found.setdefault(hex, []).append(unit)
            self._at = found
        return found

    def at(self, hex: int) -> list[int]:
        """The units in a hex, passengers left out."""
        found = self._at
        return (self.stacks() if found is None else found).get(hex, NOBODY)

    def of_side_at(self, hex: int, side: int) -> list[int]:
        """The units of one side in a hex, passengers left out."""
        sides = self.content.side
        return [unit for unit in self.at(hex) if sides[unit] == side]

    def has_enemy(self, hex: int, side: int) -> bool:
        """Does the hex hold a unit of the other side?"""
        sides = self.content.side
        return any(sides[unit] != side for unit in self.at(hex))

    def enemy_hexes(self, side: int) -> list[int]:
        """The hexes with units of the other side. A mixed stack has one of either side at its ends."""
        sides = self.content.side
        stacks = self.stacks().items()
        return [hex for hex, units in stacks if sides[units[0]] != side or sides[units[-1]] != side]

    def is_loaded(self, carrier: int) -> bool:
        """Does this unit carry a passenger?"""
        return self.cargo[carrier] != NOTHING

    def must_leave(self, wagon: int) -> bool:
        """Is this a wagon that has been landed upon, and that still shares its hex with the paratroops?"""
        hex = self.where[wagon]
        return (
            bool(self.marks[wagon] & MUST_LEAVE)
            and hex >= 0
            and self.has_enemy(hex, self.content.side[wagon])
        )

    def is_whole(self, unit: int) -> bool:
        """Is this a para company that has formed?"""
        return self.content.is_para[unit] and self.where[unit] >= 0

    def fort_at(self, hex: int) -> int:
        """The defence factor of the fort in a hex, 0 if there is none."""
        return dict(zip(self.forts[::2], self.forts[1::2], strict=True)).get(hex, 0)

    # -- changes --------------------------------------------------------------------------------

    def look_again(self) -> None:
        """Somebody may see more or less than before, and know of more or fewer enemies in his way."""
        if not self.content.hidden:
            return
        self.known_witness = [{}, {}]
        self.new_lookouts = [[], []]
        self.known_ways = {}

    def _look_after(self, unit: int, here: int, there: int) -> None:
        """A unit has gone from one hex to another: who saw it, and what it saw, is to be asked anew.

        `known_witness` has for each side and enemy hex the hex from which it is seen, NOTHING if from none.
        """
        side = self.content.side[unit]
        theirs, own = self.known_witness[1 - side], self.known_witness[side]
        theirs.pop(here, None)
        theirs.pop(there, None)
        for hex in [hex for hex, witness in own.items() if witness == here]:
            del own[hex]
        if there >= 0:
            self.new_lookouts[side].append(there)

    def place(self, unit: int, hex: int) -> None:
        """Put a unit in a hex, or with a negative `hex` off the map; its passenger goes along."""
        here = self.where[unit]
        if self._at is not None and self.aboard[unit] < 0:
            if here >= 0:
                there = self._at[here]
                there.remove(unit)
                if not there:
                    del self._at[here]
            if hex >= 0:
                insort(self._at.setdefault(hex, []), unit)
        self.where[unit] = hex
        self.marks[unit] &= ~(INSIDE | SHOWN | MUST_LEAVE)
        if self.cargo[unit] >= 0:
            self.where[self.cargo[unit]] = hex
        if hex >= 0:
            # A death during fire leaves all other lines of fire as they are.
            self.known_aims = None
        if self.content.hidden:
            self._look_after(unit, here, hex)
        self.known_ways = {}

    def embark(self, passenger: int, carrier: int) -> None:
        """Put a passenger aboard."""
        self.place(passenger, self.where[carrier])
        if self._at is not None and self.where[carrier] >= 0:
            self._at[self.where[carrier]].remove(passenger)
        self.cargo[carrier] = passenger
        self.aboard[passenger] = carrier
        self.known_aims = None

    def set_down(self, carrier: int) -> int:
        """Take the passenger off and return it; it stands in the carrier's hex."""
        passenger = self.cargo[carrier]
        self.cargo[carrier] = NOTHING
        self.aboard[passenger] = NOTHING
        if self._at is not None:
            insort(self._at[self.where[passenger]], passenger)
        self.known_aims = None
        return passenger

    def next_player(self, side: int) -> None:
        """A player turn begins: what his units did in their last one is forgotten."""
        self.mover = side
        for unit in self.content.units_of[side]:
            if self.marks[unit]:
                self.marks[unit] &= ~TURN_MARKS
        self.known_aims = None
        self.known_ways = {}
        self.look_again()


NOBODY: Final[list[int]] = []
