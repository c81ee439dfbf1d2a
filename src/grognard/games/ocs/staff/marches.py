"""Where combat units go: to attack together, to hold, to come nearer, to wait in Reserve."""

from typing import Final

from grognard.games.ocs.content import COMBAT_SIDE, LEG, TRACK
from grognard.games.ocs.position import COMBAT, DG, MOVE, MOVEMENT, REACTION, RESERVE, STRAT
from grognard.games.ocs.scale import RE
from grognard.games.ocs.staff.movers import is_mobile
from grognard.games.ocs.staff.orders import NO_MODE, Order, burns, may_take, side_for
from grognard.games.ocs.staff.situation import FAR
from grognard.games.ocs.staff.strikes import Strikes

NEAR: Final = 4
"""Enemies so many hexes off make units show their Combat sides."""
LEAST_GAIN: Final = 3.0
"""What a march must gain, in quarters of MP."""


class Marches(Strikes):
    """The moves of a Movement Segment: the attacks first, then the rest."""

    # -- all of it --------------------------------------------------------------------------------

    def make(self) -> list[Order]:
        """Every move of the segment."""
        phase = self.pos.phase
        if phase == REACTION:
            self._react()
            return self.orders
        self._garrisons()
        self.run_over_weak()
        if self.settled_by_overrun:
            return self.orders  # what they open or do not open decides on all the rest
        self._seize()
        self.gather()
        if phase == MOVEMENT:
            self._reserves()
        self._advance()
        return self.orders

    # -- garrisons ----------------------------------------------------------------------------------

    def _garrisons(self) -> None:
        """The best defender of each objective of ours in reach of the enemy stays."""
        now, pos = self.now, self.pos
        for hex in sorted(now.kept, key=lambda one: -now.kept[one]):
            here = [unit for unit in self.fighters if pos.hex[unit] == hex]
            here.sort(key=lambda one: -pos.content.strength[one * 2])
            if now.threat[hex] or not now.attacks:
                for unit in here[:1] if now.attacks else here:
                    self.settle(unit, hex, COMBAT, f"{pos.content.names[hex]} is held")
        for hex in self._posts():
            here = [unit for unit in self.free() if pos.hex[unit] == hex]
            if here:
                best = max(here, key=lambda one: (pos.content.strength[one * 2], -one))
                self.settle(best, hex, COMBAT, f"guards {pos.content.names[hex]}")

    def _posts(self) -> list[int]:
        """Hexes that are not left without a guard: of HQs near the enemy; for who defends also works."""
        now, pos, content = self.now, self.pos, self.pos.content
        hqs = {pos.hex[hq] for hq in content.hqs[now.side] if 0 <= pos.hex[hq] < content.hexes}
        found = {hex for hex in hqs if now.away(hex) <= NEAR}
        if not now.attacks:
            owners = (pos.hedgehog_side, pos.base_side, pos.port_side)
            works = [hex for hex in range(content.hexes) if any(owner[hex] == now.side for owner in owners)]
            found.update(works)
        return sorted(found - now.kept.keys())

    # -- empty objectives ---------------------------------------------------------------------------

    def _seize(self) -> None:
        """Objectives that nobody holds are taken by who can come there, on his Combat side if he can."""
        now, pos = self.now, self.pos
        for hex in sorted(now.wanted, key=lambda one: -now.wanted[one]):
            ours = pos.is_held_by(hex, now.side) or any(end == hex for end in self.ends.values())
            if ours or pos.is_held_by(hex, now.enemy):
                continue
            found: list[tuple[float, int, int]] = []
            for unit in self.free():
                for mode in (self.fighting(unit), MOVE):
                    if hex in self.reach(unit, mode) and self.room(hex) >= pos.size(unit):
                        strength = pos.content.strength[unit * 2 + side_for(pos, unit, mode)]
                        found.append((strength - 2.0 * burns(pos, unit, mode), unit, mode))
                        break
            if found:
                _, unit, mode = max(found)
                self.settle(unit, hex, mode, f"{pos.content.names[hex]} is free to be taken")

    # -- reserves -----------------------------------------------------------------------------------

    def _reserves(self) -> None:
        """Mobile units without a task wait behind the front, to exploit or to react."""
        now, pos = self.now, self.pos
        markers = pos.content.reserve_markers[now.side]
        hexes: set[int] = set()
        zone = pos.zoc(now.enemy)
        for unit in self.free():
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
        order = sorted(self.free(), key=lambda one: (now.away(pos.hex[one]), one))
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
            self.settle(unit, best, mode, self._why(here, best, way))

    def _why(self, here: int, there: int, way: list[float] | None) -> str:
        """What a march is for, in words."""
        now, content = self.now, self.pos.content
        if there == here:
            return "stands ready where it is"
        if here not in now.trace and there in now.trace:
            return "back into supply"
        if way is None or way[there] >= way[here]:
            return "to where it can hold out"
        goal = min(now.targets, key=lambda one: (content.distance(there, one), one))
        wanted = "is in danger" if goal in now.kept else "is to be taken"
        return f"towards {content.names[goal]}, which {wanted}"

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
                small = 2.0 if pos.size(unit) < RE else 1.0
                cost += min(24.0, small * danger * (0.4 if now.attacks else 0.6))
            if mode in (MOVE, STRAT):
                cost += 8.0 if mode == MOVE else 30.0
        return cost

    # -- reaction -----------------------------------------------------------------------------------

    def _react(self) -> None:
        """Reserves run over who has come too near, take back what was lost, strengthen what is in danger."""
        now, pos = self.now, self.pos
        self.run_over_weak()
        self._seize()
        for hex in sorted(now.kept, key=lambda one: -now.kept[one]):
            if not now.is_in_danger(hex):
                continue
            helpers = [
                unit
                for unit in self.free()
                if pos.hex[unit] != hex and hex in self.reach(unit, self.fighting(unit))
            ]
            for unit in sorted(helpers, key=lambda one: -pos.content.strength[one * 2])[:2]:
                if self.room(hex) >= pos.size(unit):
                    self.settle(unit, hex, NO_MODE, f"{pos.content.names[hex]} is in danger")
