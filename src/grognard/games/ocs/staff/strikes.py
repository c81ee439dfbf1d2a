"""Attacks that are planned as moves: overruns, and stacks that come together next to an enemy."""

from collections.abc import Sequence
from typing import Final

from grognard.games.ocs.fire.barrage import Shelling
from grognard.games.ocs.model.position import COMBAT, DG, MOVE, MOVEMENT, RESERVE
from grognard.games.ocs.model.scale import MP, RE
from grognard.games.ocs.movement.modes import allowance
from grognard.games.ocs.movement.reach import bare_price
from grognard.games.ocs.movement.step_costs import going_of
from grognard.games.ocs.staff.movers import Movers
from grognard.games.ocs.staff.orders import NO_MODE, Order, burns, has_fuel, side_for
from grognard.games.ocs.staff.prospects import (
    Prospect,
    Striker,
    best_of,
    is_worth_while,
    rating_of,
    shells_of,
    strike_from,
)
from grognard.games.ocs.staff.situation import ROOM
from grognard.kit.reach import CLOSED

LEAST_OVERRUN: Final = 0.7
SURE: Final = 0.75
"""How likely an overrun must clear a hex that guns could prepare for an attack instead."""
SPARSE: Final = 3 * RE
"""A stack beyond this size draws barrages: its density shifts them."""
STRAY: Final = 0.4
"""What speaks against sending a unit out of trace supply to attack."""


class Strikes(Movers):
    """Overruns and attacks, the most promising first."""

    # -- overruns -----------------------------------------------------------------------------------

    def run_over_weak(self) -> None:
        """Stacks that began together and can run over a weak hex in the course of their move."""
        pos = self.pos
        if pos.calm or self.last:
            return
        stacks: dict[int, list[int]] = {}
        for unit in self.free():
            mode = self.fighting(unit)
            if (
                pos.mode[unit] != DG
                and self._allowance(unit, mode) >= 3 * MP
                and not self._is_last_reserve(unit)
            ):
                stacks.setdefault(pos.hex[unit], []).append(unit)
        for here, units in stacks.items():
            best: tuple[float, Prospect, int] | None = None
            for target in self.now.enemy_hexes:
                if target not in self.spoiled and pos.content.distance(here, target) <= 6:
                    found = self._overrun(target, units)
                    if found is None or (best is not None and found[0] <= best[0]):
                        continue
                    if found[1].leaves >= SURE or not self._waits_for_guns(target):
                        best = found
            if best is not None and best[0] >= LEAST_OVERRUN:
                self._run_over(best[1], best[2])

    def _is_last_reserve(self, unit: int) -> bool:
        """In the last turn who is in Reserve waits to run over, exploiting, what the attacks have left."""
        pos = self.pos
        return pos.mode[unit] == RESERVE and pos.phase == MOVEMENT and not self.now.turns_left

    def _waits_for_guns(self, target: int) -> bool:
        """Is a prepared attack on a hex to be had in this turn, after a barrage?"""
        return self.pos.phase == MOVEMENT and bool(self._guns(target)) and self.plan(target) is not None

    def _allowance(self, unit: int, mode: int) -> int:
        pos = self.pos
        was = pos.mode[unit], pos.face[unit]
        pos.put.mode[unit], pos.put.face[unit] = mode, side_for(pos, unit, mode)
        found = allowance(pos, unit) - pos.spent[unit]
        pos.put.mode[unit], pos.put.face[unit] = was
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
            if found is None:
                continue
            value = found.value - self._astray(target, found)
            if best is None or value > best[0]:
                best = (value, found._replace(value=value), origin)
        return best

    def _astray(self, target: int, found: Prospect) -> float:
        """What speaks against an overrun that leaves the victors out of trace supply: they will not stay."""
        now = self.now
        if target in now.trace:
            return 0.0
        if not now.turns_left and self.pos.phase != MOVEMENT:
            return 0.0
        return STRAY * len(found.strikers) * now.step + found.leaves * now.wanted.get(target, 0.0) / 2

    def _runner(self, unit: int, origin: int, target: int) -> Striker | None:
        pos = self.pos
        mode = self.fighting(unit)
        paid = self.reach(unit, mode).get(origin)
        if paid is None or self._allowance(unit, mode) - paid < 3 * MP:
            return None
        if origin == pos.hex[unit] and not has_fuel(pos, unit, mode):
            return None
        was, pos.put.face[unit] = pos.face[unit], side_for(pos, unit, mode)
        price = bare_price(pos, unit, origin, target)
        pos.put.face[unit] = was
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
        self.settled_by_overrun = True
        self.overruns.append(found)
        for unit in units:
            self.settled.add(unit)
            self.ends[unit] = found.target
        changes = pos.phase == MOVEMENT and any(self.differs(unit, mode) for unit in units)
        self.orders.append(
            Order(units, mode if changes else NO_MODE, (*steps, ("overrun", found.target)), why)
        )

    # -- attacks ------------------------------------------------------------------------------------

    def gather(self) -> None:
        """The most promising attack first, then the next with who is left."""
        now = self.now
        if self.pos.calm:
            return
        open_targets = list(now.enemy_hexes)
        while open_targets:
            plans = [plan for target in open_targets if (plan := self.plan(target)) is not None]
            best = max(plans, key=lambda one: now.temper.liked(one.value, one.target), default=None)
            if best is None or not is_worth_while(now, best):
                return
            open_targets.remove(best.target)
            self.attacks.append(best)
            self.guns_used |= set(self._guns(best.target))
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
        short = max(0, tokens - min(self.now.tokens_at(one.origin) for one in found.strikers))
        strays = [one for one in moving if one.origin not in self.now.trace]
        stray = len(strays) if self.now.turns_left or self.pos.phase == MOVEMENT else 0
        cost = min(4, fuel) * self.now.token + (0.15 * short + STRAY * stray) * self.now.step
        return found._replace(value=found.value - cost)

    def _guns(self, target: int) -> list[int]:
        """Artillery that has a hex in range from where it stands."""
        pos, content = self.pos, self.pos.content
        return [
            gun
            for gun in content.combat_units[self.now.side]
            if content.is_artillery[gun]
            and gun not in self.guns_used
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
                best = max(fits, key=lambda one: (one.strength, *self._suits(one, here, size, taken)))
                taken[best.origin] = taken.get(best.origin, 0) + (size if best.origin != here else 0)
                strikers.append(best)
        return strikers

    def _suits(
        self, one: Striker, here: int, size: int, taken: dict[int, int]
    ) -> tuple[bool, bool, int, int]:
        """How well a hex suits for an attack: without a march, beside the others, not under one barrage."""
        beside = all(self.pos.content.is_adjacent(one.origin, other) for other in taken)
        together = one.origin in taken or (len(taken) < 2 and beside)
        there = ROOM - self.room(one.origin) + taken.get(one.origin, 0)
        crowd = max(0, there + (size if one.origin != here else 0) - SPARSE)
        return one.origin == here, together, -crowd, -one.origin

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
        if self._starves(unit, origin):
            strength /= 2
        return Striker(unit, origin, strength, rating_of(pos, unit, face), pos.steps(unit))

    def _starves(self, unit: int, hex: int) -> bool:
        """Will a unit be Out of Supply there before it comes to fight? The Supply Phase lies between."""
        pos = self.pos
        return pos.phase == MOVEMENT and not pos.oos[unit] and not self.now.feeds(hex)
