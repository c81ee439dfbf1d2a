"""Where combat units go: to attack together, to hold, to come nearer, to wait in Reserve."""

from collections.abc import Sequence
from typing import Final

from grognard.games.ocs.barrage import Shelling
from grognard.games.ocs.content import COMBAT_SIDE, LEG, MOVE_SIDE, TRACK
from grognard.games.ocs.modes import allowance
from grognard.games.ocs.movement import bare_price, move_refusal
from grognard.games.ocs.paths import going_of
from grognard.games.ocs.position import (
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
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.scale import MP
from grognard.games.ocs.staff.orders import NO_MODE, Order, burns, may_take, reach_in, side_for
from grognard.games.ocs.staff.prospects import (
    Prospect,
    Striker,
    best_of,
    rating_of,
    shells_of,
    strike_from,
)
from grognard.games.ocs.staff.situation import FAR, ROOM, Situation
from grognard.kit.reach import CLOSED

LEAST: Final = 0.3
"""What an attack must promise, in steps."""
LEAST_OVERRUN: Final = 0.7
NEAR: Final = 4
"""Enemies so many hexes off make units show their Combat sides."""
LEAST_GAIN: Final = 3.0
"""What a march must gain, in quarters of MP."""


def is_fighter(pos: OcsPosition, unit: int) -> bool:
    """Does this unit attack and hold ground?"""
    content = pos.content
    return content.can_attack[unit] and not content.is_repl[unit]


def is_mobile(pos: OcsPosition, unit: int) -> bool:
    """Does it drive when it marches?"""
    return pos.content.mobility[unit * 2 + MOVE_SIDE] != LEG


class Marches:
    """The moves of a Movement Segment, planned at its beginning."""

    def __init__(self, now: Situation) -> None:
        self.now = now
        self.pos = now.pos
        self.orders: list[Order] = []
        self.attacks: list[Prospect] = []
        self.ends: dict[int, int] = {}
        self.settled: set[int] = set()
        self._room: dict[int, int] = {}
        self._reaches: dict[tuple[int, int], dict[int, int]] = {}
        self._guns_used: set[int] = set()
        self.movers = [unit for unit in self.pos.content.combat_units[now.side] if self._may_move(unit)]
        self.fighters = [unit for unit in self.movers if is_fighter(self.pos, unit)]

    def _may_move(self, unit: int) -> bool:
        """Can a unit move now, or could it once it is released?"""
        pos = self.pos
        if pos.mode[unit] == RESERVE and pos.phase in (REACTION, EXPLOITATION):
            return 0 <= pos.hex[unit] < pos.content.hexes and not pos.flags[unit] & (MOVED | PLEDGED)
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
        changes = pos.phase == MOVEMENT and mode != NO_MODE and self._differs(unit, mode)
        if hex != here or changes:
            steps = (("to", hex),) if hex != here else ()
            self.orders.append(Order((unit,), mode if changes else NO_MODE, steps, why))

    def _differs(self, unit: int, mode: int) -> bool:
        pos = self.pos
        if pos.mode[unit] == DG:
            return pos.face[unit] != side_for(pos, unit, mode)
        return pos.mode[unit] != mode

    # -- all of it --------------------------------------------------------------------------------

    def make(self) -> list[Order]:
        """Every move of the segment."""
        phase = self.pos.phase
        if phase == REACTION:
            self._react()
            return self.orders
        self._garrisons()
        self._overruns()
        self._seize()
        self._gather()
        if phase == MOVEMENT:
            self._reserves()
        self._advance()
        return self.orders

    def _free(self) -> list[int]:
        return [unit for unit in self.fighters if unit not in self.settled]

    # -- garrisons ----------------------------------------------------------------------------------

    def _garrisons(self) -> None:
        """The best defender of each objective of ours in reach of the enemy stays."""
        now, pos = self.now, self.pos
        for hex in sorted(now.kept, key=lambda one: -now.kept[one]):
            if not now.threat[hex] and now.attacks:
                continue
            here = [unit for unit in self.fighters if pos.hex[unit] == hex]
            for unit in sorted(here, key=lambda one: -pos.content.strength[one * 2]):
                if now.defence_at(hex, self._leaving(hex)) and unit not in self.settled:
                    self.settle(unit, hex, COMBAT, f"{pos.content.names[hex]} is held")
                    if now.attacks:
                        break

    def _leaving(self, hex: int) -> set[int]:
        return {unit for unit, end in self.ends.items() if end != hex}

    # -- overruns -----------------------------------------------------------------------------------

    def _overruns(self) -> None:
        """Stacks that began together and can run over a weak hex in the course of their move."""
        pos = self.pos
        if pos.calm:
            return
        stacks: dict[int, list[int]] = {}
        for unit in self._free():
            mode = self.fighting(unit)
            if pos.mode[unit] != DG and self._allowance(unit, mode) >= 3 * MP:
                stacks.setdefault(pos.hex[unit], []).append(unit)
        for here, units in stacks.items():
            best: tuple[float, Prospect, int] | None = None
            for target in self.now.enemy_hexes:
                if pos.content.distance(here, target) <= 6:
                    found = self._overrun(target, units)
                    if found is not None and (best is None or found[0] > best[0]):
                        best = found
            if best is not None and best[0] >= LEAST_OVERRUN:
                self._run_over(best[1], best[2])

    def _allowance(self, unit: int, mode: int) -> int:
        pos = self.pos
        was = pos.mode[unit], pos.face[unit]
        pos.mode[unit], pos.face[unit] = mode, side_for(pos, unit, mode)
        found = allowance(pos, unit) - pos.spent[unit]
        pos.mode[unit], pos.face[unit] = was
        return found

    def _overrun(self, target: int, units: Sequence[int]) -> tuple[float, Prospect, int] | None:
        """The best overrun of a hex by some of a stack, and the hex it is made from."""
        pos = self.pos
        best: tuple[float, Prospect, int] | None = None
        for origin in pos.content.around[target]:
            if pos.is_held_by(origin, self.now.enemy):
                continue
            strikers = [one for unit in units if (one := self._runner(unit, origin, target)) is not None]
            if not strikers or sum(pos.size(one.unit) for one in strikers) > self.room(origin) + ROOM // 2:
                continue
            found = best_of(self.now, target, strikers, overrun=True)
            if found is not None and (best is None or found.value > best[0]):
                best = (found.value, found, origin)
        return best

    def _runner(self, unit: int, origin: int, target: int) -> Striker | None:
        pos = self.pos
        mode = self.fighting(unit)
        paid = self.reach(unit, mode).get(origin)
        if paid is None or self._allowance(unit, mode) - paid < 3 * MP:
            return None
        was, pos.face[unit] = pos.face[unit], side_for(pos, unit, mode)
        price = bare_price(pos, unit, origin, target)
        pos.face[unit] = was
        if price > 3 * MP:
            return None
        face = side_for(pos, unit, mode)
        strength = strike_from(pos, unit, origin, target, face)
        return Striker(unit, origin, strength, rating_of(pos, unit, face), pos.steps(unit))

    def _run_over(self, found: Prospect, origin: int) -> None:
        pos = self.pos
        units = tuple(one.unit for one in found.strikers)
        why = f"{found.odds} overrun of {pos.content.names[found.target]} promises {found.value:.1f}"
        mode = self.fighting(units[0])
        steps = (("to", origin),) if pos.hex[units[0]] != origin else ()
        for unit in units:
            self.settled.add(unit)
            self.ends[unit] = found.target
        changes = pos.phase == MOVEMENT and any(self._differs(unit, mode) for unit in units)
        self.orders.append(
            Order(units, mode if changes else NO_MODE, (*steps, ("overrun", found.target)), why)
        )

    # -- empty objectives ---------------------------------------------------------------------------

    def _seize(self) -> None:
        """Objectives that nobody holds are taken by who can come there, on his Combat side if he can."""
        now, pos = self.now, self.pos
        for hex in sorted(now.wanted, key=lambda one: -now.wanted[one]):
            if pos.is_held_by(hex, now.enemy) or any(end == hex for end in self.ends.values()):
                continue
            found: list[tuple[float, int, int]] = []
            for unit in self._free():
                for mode in (self.fighting(unit), MOVE):
                    if hex in self.reach(unit, mode) and self.room(hex) >= pos.size(unit):
                        strength = pos.content.strength[unit * 2 + side_for(pos, unit, mode)]
                        found.append((strength - 2.0 * burns(pos, unit, mode), unit, mode))
                        break
            if found:
                _, unit, mode = max(found)
                self.settle(unit, hex, mode, f"{pos.content.names[hex]} is free to be taken")

    # -- attacks ------------------------------------------------------------------------------------

    def _gather(self) -> None:
        """The most promising attack first, then the next with who is left."""
        now = self.now
        if self.pos.calm:
            return
        open_targets = list(now.enemy_hexes)
        while open_targets:
            plans = [plan for target in open_targets if (plan := self.plan(target)) is not None]
            best = max(plans, key=lambda one: one.value, default=None)
            if best is None or best.value < LEAST:
                return
            open_targets.remove(best.target)
            self.attacks.append(best)
            self._guns_used |= set(self._guns(best.target))
            why = f"to attack {self.pos.content.names[best.target]} at {best.odds} ({best.value:.1f})"
            for one in best.strikers:
                self.settle(one.unit, one.origin, self.fighting(one.unit), why)

    def plan(self, target: int) -> Prospect | None:
        """The best attack on a hex by units that are free or stand beside it."""
        strikers = self._strikers(target)
        if not strikers:
            return None
        guns = self._guns(target) if self.pos.phase == MOVEMENT else []
        strength = sum(self.pos.content.barrage[gun * 2] for gun in guns)
        dg = 0.0
        if strength:
            dg = shells_of(self.pos, Shelling(target, self.now.side, strength)).dg
        found = best_of(self.now, target, strikers, dg=dg)
        if found is None:
            return None
        moving = [one for one in found.strikers if self.pos.hex[one.unit] != one.origin]
        fuel = sum(burns(self.pos, one.unit, self.fighting(one.unit)) for one in moving)
        tokens = sum(one.steps for one in found.strikers)
        short = max(0, tokens - self.now.tokens_at(target))
        return found._replace(value=found.value - min(4, fuel) * self.now.token - 0.15 * short)

    def _guns(self, target: int) -> list[int]:
        """Artillery that has a hex in range from where it stands."""
        pos, content = self.pos, self.pos.content
        return [
            gun
            for gun in content.combat_units[self.now.side]
            if content.is_artillery[gun]
            and gun not in self._guns_used
            and pos.hex[gun] >= 0
            and pos.mode[gun] in (COMBAT, MOVE)
            and content.distance(pos.hex[gun], target) <= content.range[gun * 2]
        ]

    def _strikers(self, target: int) -> list[Striker]:
        """Who can come next to a hex to attack it, the strongest first, each to its best hex with room."""
        pos, content = self.pos, self.pos.content
        found: list[tuple[float, int, list[Striker]]] = []
        for unit in self.fighters:
            if content.distance(pos.hex[unit], target) > 12 or self._is_bound(unit, target):
                continue
            ways = [one for origin in content.around[target] if (one := self._striker(unit, origin, target))]
            if ways:
                found.append((-float(max(one.strength for one in ways)), unit, ways))
        taken: dict[int, int] = {}
        strikers: list[Striker] = []
        for _, unit, ways in sorted(found):
            here, size = pos.hex[unit], pos.size(unit)
            fits = [
                one
                for one in ways
                if one.origin == here or self.room(one.origin) - taken.get(one.origin, 0) >= size
            ]
            if fits:
                best = max(
                    fits, key=lambda one: (one.strength, one.origin in taken, one.origin == here, -one.origin)
                )
                taken[best.origin] = taken.get(best.origin, 0) + (size if best.origin != here else 0)
                strikers.append(best)
        return strikers

    def _is_bound(self, unit: int, target: int) -> bool:
        """Is the unit settled elsewhere, or for another attack? A garrison beside the target may strike."""
        if unit not in self.settled:
            return False
        stays = self.ends.get(unit) == self.pos.hex[unit]
        used = any(one.unit == unit for attack in self.attacks for one in attack.strikers)
        return used or not stays or not self.pos.content.is_adjacent(self.pos.hex[unit], target)

    def _striker(self, unit: int, origin: int, target: int) -> Striker | None:
        pos, content = self.pos, self.pos.content
        mode = self.fighting(unit)
        bound = unit in self.settled and origin != pos.hex[unit]
        if bound or pos.is_held_by(origin, self.now.enemy) or origin not in self.reach(unit, mode):
            return None
        face = side_for(pos, unit, mode)
        mobility = content.mobility[unit * 2 + face]
        if going_of(pos, self.now.side, mobility).prices[content.exit(origin, target)] == CLOSED:
            return None
        strength = strike_from(pos, unit, origin, target, face)
        return Striker(unit, origin, strength, rating_of(pos, unit, face), pos.steps(unit))

    # -- reserves -----------------------------------------------------------------------------------

    def _reserves(self) -> None:
        """Mobile units without a task wait behind the front, to exploit or to react."""
        now, pos = self.now, self.pos
        markers = pos.content.reserve_markers[now.side]
        hexes: set[int] = set()
        zone = pos.zoc(now.enemy)
        for unit in self._free():
            here = pos.hex[unit]
            ready = is_mobile(pos, unit) and pos.mode[unit] in (COMBAT, MOVE, RESERVE)
            near = 2 <= now.away(here) <= 6
            if not ready or not near or zone[here] or pos.hedgehog[here] or len(hexes | {here}) > markers:
                continue
            hexes.add(here)
            self.settle(unit, here, RESERVE, "kept in Reserve behind the front")

    # -- nearer -------------------------------------------------------------------------------------

    def _advance(self) -> None:
        """The rest go where the way to a goal is shortest, the nearest first, without crowding."""
        now, pos = self.now, self.pos
        ways = {LEG: now.ways(LEG), TRACK: now.ways(TRACK)} if now.targets else {}
        order = sorted(self._free(), key=lambda one: (now.away(pos.hex[one]), one))
        for unit in order:
            here = pos.hex[unit]
            way = ways.get(TRACK if is_mobile(pos, unit) else LEG)
            best, mode = here, self._resting(unit)
            least = self.cost(unit, here, mode, way)
            for other in self._marching(unit):
                fuel = 2.0 if burns(pos, unit, other) else 0.0
                for hex in self.reach(unit, other):
                    if hex == here or self.room(hex) < pos.size(unit):
                        continue
                    cost = self.cost(unit, hex, other, way) + fuel
                    if cost < least - LEAST_GAIN:
                        best, mode, least = hex, other, cost + LEAST_GAIN
            why = "nearer to what is to be taken" if best != here else "stands ready where it is"
            if here not in now.trace and best in now.trace:
                why = "back into supply"
            self.settle(unit, best, mode, why)

    def _resting(self, unit: int) -> int:
        """The mode of a unit that stays: its Combat side near the enemy."""
        pos = self.pos
        if pos.phase != MOVEMENT:
            return NO_MODE
        return COMBAT if may_take(pos, unit, COMBAT) else MOVE

    def _marching(self, unit: int) -> list[int]:
        """The modes in which a unit could march."""
        pos = self.pos
        if pos.phase != MOVEMENT:
            return [self.fighting(unit)]
        far = self.now.away(pos.hex[unit])
        modes = [COMBAT] if far <= 2 * NEAR else []
        modes += [MOVE]
        return [*modes, STRAT] if far > 2 * NEAR and pos.mode[unit] != DG else modes

    def cost(self, unit: int, hex: int, mode: int, way: list[float] | None) -> float:
        """What standing in a hex costs, in quarters of MP: the way left, danger, want of supply."""
        now, pos, content = self.now, self.pos, self.pos.content
        cost = way[hex] if way is not None and way[hex] < FAR else 0.0
        if hex not in now.trace and hex not in now.wanted:
            cost += 24.0
        threat = now.threat[hex]
        if threat:
            face = COMBAT_SIDE if mode == NO_MODE else side_for(pos, unit, mode)
            mine = content.strength[unit * 2 + face]
            others = now.defence_at(hex, (unit,)) if pos.is_held_by(hex, now.side) else 0.0
            danger = threat - 2.0 * (mine + others) * (1 + 0.3 * content.category[content.terrain_name[hex]])
            if danger > 0:
                cost += min(24.0, danger * (0.3 if now.attacks else 0.6))
            if mode in (MOVE, STRAT):
                cost += 8.0 if mode == MOVE else 30.0
        return cost

    # -- reaction -----------------------------------------------------------------------------------

    def _react(self) -> None:
        """Reserves run over who has come too near, take back what was lost, strengthen what is in danger."""
        now, pos = self.now, self.pos
        self._overruns()
        self._seize()
        for hex in sorted(now.kept, key=lambda one: -now.kept[one]):
            if not now.is_in_danger(hex):
                continue
            helpers = [
                unit
                for unit in self._free()
                if pos.hex[unit] != hex and hex in self.reach(unit, self.fighting(unit))
            ]
            for unit in sorted(helpers, key=lambda one: -pos.content.strength[one * 2])[:2]:
                if self.room(hex) >= pos.size(unit):
                    self.settle(unit, hex, NO_MODE, f"{pos.content.names[hex]} is in danger")


def is_waiting(pos: OcsPosition, unit: int) -> bool:
    """Is a unit in Reserve, to be released before it moves?"""
    return pos.mode[unit] == RESERVE and not pos.flags[unit] & RELEASED
