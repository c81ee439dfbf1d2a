"""Where combat units go: to attack together, to hold, to come nearer, to wait in Reserve."""

from collections.abc import Sequence
from typing import Final

from grognard.core.position import NOTHING
from grognard.games.ocs.model.content import COMBAT_SIDE
from grognard.games.ocs.model.ground import LEG, TRACK
from grognard.games.ocs.model.position import COMBAT, DEAD, DG, MOVE, MOVEMENT, REACTION, RESERVE, STRAT
from grognard.games.ocs.model.scale import RE
from grognard.games.ocs.staff.movers import is_fighting_unit, is_mobile
from grognard.games.ocs.staff.orders import NO_MODE, Order, burns, may_take, side_for
from grognard.games.ocs.staff.situation import CUT, FAR
from grognard.games.ocs.staff.strikes import Strikes
from grognard.games.ocs.supply.trace import trace_area, trace_sources

NEAR: Final = 4
"""Enemies so many hexes off make units show their Combat sides."""
WORTH_A_GUARD: Final = 8
"""Tokens of a dump that is not left alone near the enemy."""
LEAST_CUT: Final = 1.0
RING: Final = 2
"""How far from a stack that is cut off those stand who could let it go."""
TRIED: Final = 10
"""How many hexes are tried for each unit that could cut a way."""
A_WHIM: Final = 5.0
"""What a whim makes of a hex, in quarters of MP."""
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
        self._keep_rings()
        self.run_over_weak()
        if self.settled_by_overrun:
            return self.orders  # what they open or do not open decides on all the rest
        if phase == MOVEMENT:
            self._open_ways()
        self._seize()
        self.gather()
        if phase == MOVEMENT:
            self._keep_links()
            self._guard_objectives()
            self._guard_dumps()
        self._surround()
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
            if now.attacks and now.threat[hex]:
                here = here[:1]
            elif now.attacks:
                here = here[-1:] if hex in now.raided else []
            for unit in here:
                self.settle(unit, hex, COMBAT, f"{pos.content.names[hex]} is held")
        for hex in self._posts():
            here = [unit for unit in self.free() if pos.hex[unit] == hex]
            if here:
                by_strength = sorted(here, key=lambda one: (pos.content.strength[one * 2], one))
                best = by_strength[0 if now.attacks else -1]
                self.settle(best, hex, COMBAT, f"guards {pos.content.names[hex]}")

    def _posts(self) -> list[int]:
        """Hexes that are not left without a guard: of HQs near the enemy; for who defends also works."""
        now, pos, content = self.now, self.pos, self.pos.content
        if not now.turns_left:
            return []
        hqs = {pos.hex[hq] for hq in content.hqs[now.side] if 0 <= pos.hex[hq] < content.hexes}
        found = {hex for hex in hqs if now.away(hex) <= NEAR}
        if not now.attacks:
            owners = (pos.hedgehog_side, pos.base_side, pos.port_side)
            works = [hex for hex in range(content.hexes) if any(owner[hex] == now.side for owner in owners)]
            found.update(works)
        return sorted(found - now.kept.keys())

    def _keep_rings(self) -> None:
        """Enough stay around enemy stacks that are cut off to keep them so, and may attack from there."""
        now, pos, content = self.now, self.pos, self.pos.content
        area = trace_area(pos, now.enemy)
        shut = {hex for hex in now.enemy_hexes if hex not in area and self._worth_starving(hex)}
        ring = [
            unit for unit in self.free() if any(content.distance(pos.hex[unit], one) <= RING for one in shut)
        ]
        gone: dict[int, int] = {}
        for unit in sorted(ring, key=lambda one: (-content.strength[one * 2], one)):
            here = pos.hex[unit]
            self._place(unit, DEAD)
            if shut & trace_area(pos, now.enemy):
                self._place(unit, here)
                self.settle(unit, here, COMBAT, "keeps the ring closed")
            else:
                gone[unit] = here
        for unit, here in gone.items():
            self._place(unit, here)

    def _worth_starving(self, hex: int) -> bool:
        return CUT * self.now.held(hex).steps + self.now.wanted.get(hex, 0.0) >= LEAST_CUT

    def _place(self, unit: int, hex: int) -> None:
        self.pos.place(unit, hex)

    def _guard_dumps(self) -> None:
        """A dump that the enemy could drive into gets a guard."""
        now, pos = self.now, self.pos
        for hex in range(pos.content.hexes) if now.turns_left else ():
            if pos.ground_dump(hex, now.side) >= WORTH_A_GUARD and now.threat[hex]:
                self._guard(hex, f"guards the dump in {pos.content.names[hex]}")

    def _guard_objectives(self) -> None:
        """Nor is an objective of ours left empty that he could drive into."""
        now = self.now
        for hex in sorted(now.kept, key=lambda one: -now.kept[one]):
            if now.threat[hex] or hex in now.raided:
                self._guard(hex, f"{self.pos.content.names[hex]} is not left empty")

    def _guard(self, hex: int, why: str) -> None:
        """The weakest of those who can come to a hex stands guard there, if nobody does."""
        pos, content = self.pos, self.pos.content
        there = [unit for unit in pos.combat_units_at(hex, self.now.side) if self.ends.get(unit, hex) == hex]
        stays = any(unit in self.settled or not is_fighting_unit(pos, unit) for unit in there)
        if stays or hex in self.ends.values():
            return
        able = [
            unit
            for unit in self.free()
            if pos.hex[unit] == hex or (hex in self.reach(unit, COMBAT) and self.room(hex) >= pos.size(unit))
        ]
        if able:
            weak = min(able, key=lambda one: (pos.hex[one] != hex, content.strength[one * 2], one))
            self.settle(weak, hex, COMBAT, why)

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

    # -- links --------------------------------------------------------------------------------------

    def _keep_links(self) -> None:
        """Who attacks must not starve because a hex behind him was left to an enemy zone."""
        now, pos = self.now, self.pos
        origins = {one.origin for attack in self.attacks for one in attack.strikers} & now.trace
        if not origins or origins <= self._trace_after():
            return
        zone = pos.zoc(now.enemy)
        leaving: dict[int, list[int]] = {}
        for unit in sorted(self.settled):
            if zone[pos.hex[unit]]:
                leaving.setdefault(pos.hex[unit], []).append(unit)
        for hex, units in leaving.items():
            here = pos.combat_units_at(hex, now.side)
            if len(here) > 1 and all(self.ends.get(unit, hex) != hex for unit in here):
                weak = min(units, key=lambda one: (pos.content.strength[one * 2], one))
                self.recall(weak, f"keeps the way through {pos.content.names[hex]} open")

    def _trace_after(self) -> set[int]:
        """The hexes in trace supply once all orders are carried out."""
        pos = self.pos
        was = {unit: pos.hex[unit] for unit in self.ends}
        for unit, hex in self.ends.items():
            pos.place(unit, hex)
        found = set(trace_area(pos, self.now.side))
        for unit, hex in was.items():
            pos.place(unit, hex)
        return found

    # -- surrounds ----------------------------------------------------------------------------------

    def _surround(self) -> None:
        """Mobile units without a task go where they cut enemy stacks off from their trace supply."""
        now, pos, content = self.now, self.pos, self.pos.content
        sources = trace_sources(pos, now.enemy)
        fed = [hex for hex in now.enemy_hexes if hex in trace_area(pos, now.enemy)]
        if not fed or not sources:
            return
        lasting = pos.phase != MOVEMENT and not now.turns_left
        for unit in self.free():
            mode = self.fighting(unit)
            if lasting or not is_mobile(pos, unit) or pos.mode[unit] == DG:
                continue
            near = [
                hex
                for hex in self.reach(unit, mode)
                if hex in now.trace
                and self.room(hex) >= pos.size(unit)
                and any(content.distance(hex, one) <= 3 for one in fed)
            ]
            near.sort(key=lambda hex: (min(content.distance(hex, one) for one in sources), hex))
            best: tuple[float, int, list[int]] = (LEAST_CUT, NOTHING, [])
            for hex in near[:TRIED]:
                cut = self._cut_by(unit, hex, fed)
                worth = CUT * sum(now.held(one).steps for one in cut) - self._exposed(unit, hex)
                best = max(best, (worth, hex, cut), key=lambda one: one[0])
            if best[1] != NOTHING:
                names = ", ".join(content.names[hex] for hex in best[2])
                self.settle(unit, best[1], mode, f"cuts {names} off from supply")
                fed = [hex for hex in fed if hex not in best[2]]

    def _cut_by(self, unit: int, hex: int, fed: Sequence[int]) -> list[int]:
        """The enemy stacks that would be out of trace supply with this unit in a hex."""
        pos = self.pos
        was = pos.hex[unit], pos.mode[unit], pos.face[unit], pos.control[hex]
        pos.place(unit, hex)
        pos.put.mode[unit], pos.put.face[unit], pos.put.control[hex] = COMBAT, COMBAT_SIDE, self.now.side
        area = trace_area(pos, self.now.enemy)
        found = [one for one in fed if one not in area]
        pos.place(unit, was[0])
        pos.put.mode[unit], pos.put.face[unit], pos.put.control[hex] = was[1:]
        return found

    def _exposed(self, unit: int, hex: int) -> float:
        """What speaks against standing alone in a hex, in steps."""
        strength = self.pos.content.strength[unit * 2] + self.now.defence_at(hex, (unit,))
        return 0.6 if self.now.threat[hex] > 3 * strength else 0.0

    def _open_ways(self) -> None:
        """Where enemy zones alone cut a stack off, a unit that goes into them opens the way again."""
        now, pos, content = self.now, self.pos, self.pos.content
        shut = dict(now.cut_off)
        zone = pos.zoc(now.enemy)
        for unit in sorted(self.free(), key=lambda one: (content.strength[one * 2], one)):
            if not shut:
                return
            near = [
                hex
                for hex in self.reach(unit, COMBAT)
                if zone[hex] and any(content.distance(hex, one) <= 3 for one in shut)
            ]
            best: tuple[float, int, list[int]] = (LEAST_CUT, NOTHING, [])
            for hex in near[: 2 * TRIED]:
                area = self._trace_with(unit, hex)
                fed = [one for one in shut if one in area and (one != pos.hex[unit] or one == hex)]
                worth = sum(shut[one] for one in fed)
                best = max(best, (worth, hex, fed), key=lambda one: one[0])
            if best[1] != NOTHING:
                names = ", ".join(content.names[hex] for hex in best[2])
                self.settle(unit, best[1], COMBAT, f"opens the way of supply to {names}")
                shut = {hex: worth for hex, worth in shut.items() if hex not in best[2]}

    def _trace_with(self, unit: int, hex: int) -> set[int]:
        """The hexes in trace supply with this unit in a hex."""
        self.ends[unit] = hex
        found = self._trace_after()
        del self.ends[unit]
        return found

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
        cost += A_WHIM * now.temper.whim(hex, unit)
        if hex not in now.trace and hex not in now.wanted:
            cost += 4.0 if now.feeds(hex) else 24.0
        threat = now.threat[hex]
        if threat:
            face = COMBAT_SIDE if mode == NO_MODE else side_for(pos, unit, mode)
            mine = content.strength[unit * 2 + face]
            others = now.defence_at(hex, (unit,)) if pos.is_held_by(hex, now.side) else 0.0
            danger = threat - 2.0 * (mine + others) * (1 + 0.3 * content.category[content.terrain_name[hex]])
            if danger > 0:
                small = 2.0 if pos.size(unit) < RE else 1.0
                cost += now.temper.safety * min(24.0, small * danger * (0.4 if now.attacks else 0.6))
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
