"""Who can move in a segment, where to, and the orders that are given; what all plans of moves stand on."""

from collections.abc import Collection

from grognard.core.position import NOTHING
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.ground import LEG
from grognard.games.ocs.model.position import (
    COMBAT,
    DG,
    EXPLOIT,
    EXPLOITATION,
    MOVE,
    MOVED,
    MOVEMENT,
    PLEDGED,
    REACTION,
    RELEASED,
    RESERVE,
    OcsPosition,
)
from grognard.games.ocs.movement.reach import move_refusal
from grognard.games.ocs.staff.orders import NO_MODE, Order, may_take, reach_in, side_for
from grognard.games.ocs.staff.prospects import Prospect
from grognard.games.ocs.staff.situation import ROOM, Situation


def is_fighting_unit(pos: OcsPosition, unit: int) -> bool:
    """Does this unit attack and hold ground?"""
    content = pos.content
    return content.can_attack[unit] and not content.is_repl[unit]


def is_mobile(pos: OcsPosition, unit: int) -> bool:
    """Does it drive when it marches?"""
    return pos.content.mobility[unit * 2 + MOVE_SIDE] != LEG


def is_waiting(pos: OcsPosition, unit: int) -> bool:
    """Is a unit in Reserve, to be released before it moves?"""
    return pos.mode[unit] == RESERVE and not pos.flags[unit] & RELEASED


class Movers:
    """The units that can move now, where they could come to, and the orders that are given."""

    def __init__(self, now: Situation, spoiled: Collection[int] = (), last: bool = False) -> None:
        self.now = now
        self.spoiled = spoiled
        """Hexes that are not to be overrun: it was tried and could not be done."""
        self.last = last
        """Is it the last plan of the segment? Then it holds no overruns, so that all others go too."""
        self.pos = now.pos
        self.orders: list[Order] = []
        self.attacks: list[Prospect] = []
        self.overruns: list[Prospect] = []
        self.ends: dict[int, int] = {}
        self.settled: set[int] = set()
        self.settled_by_overrun = False
        self._room: dict[int, int] = {}
        self._reaches: dict[tuple[int, int], dict[int, int]] = {}
        self.guns_used: set[int] = set()
        self.movers = [unit for unit in self.pos.content.combat_units[now.side] if self._may_move(unit)]
        self.fighters = [unit for unit in self.movers if is_fighting_unit(self.pos, unit)]

    def _may_move(self, unit: int) -> bool:
        """Can a unit move now, or could it once it is released?"""
        pos = self.pos
        if pos.mode[unit] == RESERVE and pos.phase in (REACTION, EXPLOITATION):
            return 0 <= pos.hex[unit] < pos.content.hexes and not pos.flags[unit] & (MOVED | PLEDGED)
        if pos.plan_hex[unit] != NOTHING:
            return False  # it waits for its drop
        return move_refusal(pos, unit) is None

    # -- modes and ways ---------------------------------------------------------------------------

    def fighting(self, unit: int) -> int:
        """The mode in which a unit would go to attack in this phase."""
        pos = self.pos
        if pos.mode[unit] == EXPLOIT:
            return EXPLOIT
        if pos.phase == MOVEMENT:
            return COMBAT
        return COMBAT if pos.face[unit] == COMBAT_SIDE else MOVE

    def reach(self, unit: int, mode: int) -> dict[int, int]:
        """Where a unit can come to in a mode."""
        found = self._reaches.get((unit, mode))
        if found is None:
            can = may_take(self.pos, unit, mode) if self.pos.phase == MOVEMENT else True
            found = reach_in(self.pos, unit, mode) if can else {}
            self._reaches[unit, mode] = found
        return found

    def room(self, hex: int) -> int:
        """The quarters of an RE that a hex still takes."""
        found = self._room.get(hex)
        if found is None:
            pos = self.pos
            found = self._room[hex] = ROOM - pos.size_of(pos.combat_units_at(hex, self.now.side))
        return found

    def settle(self, unit: int, hex: int, mode: int, why: str) -> None:
        """Plan a move, or a change of mode on the spot."""
        pos = self.pos
        here = pos.hex[unit]
        self.settled.add(unit)
        self.ends[unit] = hex
        size = pos.size(unit)
        self._room[here] = self.room(here) + size
        self._room[hex] = self.room(hex) - size
        changes = pos.phase == MOVEMENT and mode != NO_MODE and self.differs(unit, mode)
        if hex != here or changes:
            steps = (("to", hex),) if hex != here else ()
            self.orders.append(Order((unit,), mode if changes else NO_MODE, steps, why))

    def recall(self, unit: int, why: str) -> None:
        """Take an order back: the unit stays where it is, and strikes nobody from elsewhere."""
        here = self.pos.hex[unit]
        self.orders = [order for order in self.orders if unit not in order.units]
        self.attacks = [
            attack._replace(strikers=tuple(one for one in attack.strikers if one.unit != unit))
            for attack in self.attacks
        ]
        self._room[self.ends[unit]] = self.room(self.ends[unit]) + self.pos.size(unit)
        self._room[here] = self.room(here) - self.pos.size(unit)
        self.settle(unit, here, COMBAT, why)

    def differs(self, unit: int, mode: int) -> bool:
        """Is a unit not in a mode yet?"""
        pos = self.pos
        if pos.mode[unit] == DG:
            return pos.face[unit] != side_for(pos, unit, mode)
        return pos.mode[unit] != mode

    def free(self) -> list[int]:
        """The fighters without an order."""
        return [unit for unit in self.fighters if unit not in self.settled]
