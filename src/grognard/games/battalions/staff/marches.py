"""Where units go: to attack together, to hold, to come nearer; guns, HQs and leaders behind them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from grognard.games.battalions.content import FOOT
from grognard.games.battalions.movement import Move, mover_refusal, picked, reach_of
from grognard.games.battalions.position import DEMORALIZED, BattalionPosition
from grognard.games.battalions.stacking import in_companies, stacked
from grognard.games.battalions.staff.situation import FAR, Errands, Situation

WANTED: Final = 2.5
"""The ratio of strengths for which an attack is planned."""
BEHIND: Final = 3
"""How far from the enemy guns and HQs stay."""
RESTED: Final = 6
"""How far from the enemy a forced march has to end, so that men on foot recover before they fight."""


class Plan(NamedTuple):
    """Where a unit is to go, and why."""

    hex: int
    why: str


def reach(pos: BattalionPosition, unit: int, strategic: bool) -> dict[int, int]:
    """Where a unit can come to by itself, and what it costs."""
    move = Move(strategic=1) if strategic else Move()
    v = picked(pos, move, unit)
    if pos.content.is_artillery[unit] and not pos.limbered[unit]:
        return {}
    return reach_of(pos, v).cost


def is_fighter(pos: BattalionPosition, unit: int) -> bool:
    """Does this unit attack?"""
    return pos.attack_of(unit) > 0 and not pos.content.is_artillery[unit]


class Marches:
    """The moves of a phase, planned at its beginning."""

    def __init__(self, now: Situation, strategic: bool, errands: Errands) -> None:
        self.now = now
        self.errands = errands
        self.pos = now.pos
        self.strategic = strategic
        self.room: dict[int, int] = {}
        self.load: dict[int, int] = {}
        self.plans: dict[int, Plan] = {}
        units = [unit for unit in self.pos.on_map(now.side) if mover_refusal(self.pos, unit) is None]
        self.fighters = [unit for unit in units if is_fighter(self.pos, unit) and self._is_fit(unit)]
        self.others = [unit for unit in units if unit not in self.fighters]
        self.reaches: dict[int, dict[int, int]] = {}

    def _is_fit(self, unit: int) -> bool:
        return self.pos.morale_state[unit] != DEMORALIZED

    def _reach(self, unit: int) -> dict[int, int]:
        found = self.reaches.get(unit)
        if found is None:
            found = reach(self.pos, unit, self.strategic)
            self.reaches[unit] = found
        return found

    def _room(self, hex: int) -> int:
        if hex not in self.room:
            self.room[hex] = self.now.room_at(hex)
        return self.room[hex]

    def _load(self, hex: int) -> int:
        """What will stand in a hex as stacking counts it, by the plans so far."""
        if hex not in self.load:
            self.load[hex] = stacked(self.pos, self.pos.of_side_at(hex, self.now.side))
        return self.load[hex]

    def _fits(self, unit: int, hex: int, more: int = 0) -> bool:
        """Can the unit be in the hex after the move, with so much more, within the stacking limit?"""
        if hex == self.pos.hex[unit]:
            return True
        return self._load(hex) + more + self._weight(unit) <= self.pos.content.limit("stacking")

    def _weight(self, unit: int) -> int:
        content = self.pos.content
        return 0 if content.is_leader[unit] or content.is_hq[unit] else content.weight(self.pos, unit)

    def _settle(self, unit: int, hex: int, why: str) -> None:
        """Plan a move: room is taken there and free here."""
        size, weight = in_companies(self.pos, unit), self._weight(unit)
        here = self.pos.hex[unit]
        self.room[here] = self._room(here) + size
        self.room[hex] = self._room(hex) - size
        self.load[here] = self._load(here) - weight
        self.load[hex] = self._load(hex) + weight
        if hex != here:
            self.plans[unit] = Plan(hex, why)

    def make(self) -> dict[int, Plan]:
        """The plan of every unit that is to move."""
        settled = self._errands()
        if not self.strategic:
            settled |= self._garrisons()
            settled |= self._attacks(settled)
        self._advance([unit for unit in self.fighters if unit not in settled])
        self._follow(settled)
        return self.plans

    # -- errands ----------------------------------------------------------------------------------

    def _errands(self) -> set[int]:
        """Who is wanted somewhere goes there, or as near as he can; who is there stays."""
        pos, distance = self.pos, self.pos.content.grid.distance
        settled: set[int] = set()
        for unit, wanted in self.errands.items():
            settled.add(unit)
            if unit in self.fighters or unit in self.others:
                ends = [pos.hex[unit], *(hex for hex in self._reach(unit) if self._fits(unit, hex))]
                best = min(ends, key=lambda hex: (distance(hex, wanted), hex != pos.hex[unit], hex))
                self._settle(unit, best, f"wanted in {pos.content.names[wanted]}")
        return settled

    # -- garrisons ------------------------------------------------------------------------------

    def _garrisons(self) -> set[int]:
        """The strongest defender in each goal of ours that is in danger stays, or one comes."""
        now, pos = self.now, self.pos
        settled: set[int] = set()
        for hex, _ in sorted(now.goals.items(), key=lambda one: -one[1]):
            if pos.control[hex] != now.side or not now.threat[hex]:
                continue
            here = [unit for unit in self.fighters if pos.hex[unit] == hex and unit not in settled]
            if here:
                settled.add(max(here, key=pos.defence_of))
                continue
            near = [one for one in self.fighters if one not in settled and hex in self._reach(one)]
            near = [one for one in near if self._fits(one, hex)]
            if near and not pos.is_held(hex, now.side):
                best = max(near, key=lambda unit: (pos.defence_of(unit), -self._reach(unit)[hex]))
                self._settle(best, hex, f"{pos.content.names[hex]} must be held")
                settled.add(best)
        return settled

    # -- attacks --------------------------------------------------------------------------------

    def _attacks(self, settled: set[int]) -> set[int]:
        """Units that come together next to an enemy stack they can beat."""
        now, pos = self.now, self.pos
        used: set[int] = set()
        around = pos.content.graph.ends
        order = sorted(
            now.enemy_hexes,
            key=lambda hex: (-now.goals.get(hex, 0.0), now.defence_at(hex, now.enemy), hex),
        )
        for target in order:
            beside = {hex for hex in around[target * 6 : target * 6 + 6] if hex >= 0}
            free = [unit for unit in self.fighters if unit not in settled and unit not in used]
            party = self._gather(target, beside, free)
            need = WANTED * max(1, now.defence_at(target, now.enemy))
            if sum(pos.attack_of(unit) for unit, _ in party) >= need:
                why = f"to attack {pos.content.names[target]} together"
                for unit, hex in party:
                    self._settle(unit, hex, why)
                    used.add(unit)
        return used

    def _gather(self, target: int, beside: set[int], units: Iterable[int]) -> list[tuple[int, int]]:
        """Who can come next to a hex, the strongest first, and to which hex each goes."""
        pos, now = self.pos, self.now
        party: list[tuple[int, int]] = []
        taken: dict[int, int] = {}
        heavy: dict[int, int] = {}
        need = WANTED * max(1, now.defence_at(target, now.enemy))
        total = 0
        for unit in sorted(units, key=lambda one: (-pos.attack_of(one), one)):
            size = in_companies(pos, unit)
            here = pos.hex[unit]
            can = [here] if here in beside else [hex for hex in beside if hex in self._near(unit, target)]
            fits = [hex for hex in can if hex == here or self._room(hex) - taken.get(hex, 0) >= size]
            fits = [hex for hex in fits if self._fits(unit, hex, heavy.get(hex, 0))]
            if fits:
                hex = min(fits, key=lambda one: (one != here, taken.get(one, 0), now.threat[one], one))
                taken[hex] = taken.get(hex, 0) + size
                if hex != here:
                    heavy[hex] = heavy.get(hex, 0) + self._weight(unit)
                party.append((unit, hex))
                total += pos.attack_of(unit)
                if total >= need * 1.5:
                    break
        return party

    def _near(self, unit: int, target: int) -> dict[int, int]:
        """The reach of a unit, if it can be near the target at all."""
        if self.pos.content.grid.distance(self.pos.hex[unit], target) > MOST_HEXES:
            return {}
        return self._reach(unit)

    # -- nearer -----------------------------------------------------------------------------------

    def _advance(self, units: list[int]) -> None:
        """The rest go where the way to a goal is shortest, the nearest first, without crowding."""
        now, pos = self.now, self.pos
        for unit in sorted(units, key=lambda one: (self._way(one, pos.hex[one]), one)):
            here, ways = pos.hex[unit], now.to_goals(pos.mobility_of(unit))
            if ways[here] >= FAR:
                continue
            size = in_companies(pos, unit)
            best, least = here, self._cost(unit, here, ways)
            for hex in self._reach(unit):
                if self._room(hex) >= size and self._fits(unit, hex):
                    cost = self._cost(unit, hex, ways)
                    if cost < least - LEAST_GAIN:
                        best, least = hex, cost
            if not self._tires(unit, best):
                self._settle(unit, best, "nearer to the goal")

    def _tires(self, unit: int, hex: int) -> bool:
        """Would a forced march bring men on foot disrupted before the enemy?"""
        return self.strategic and self.pos.mobility_of(unit) == FOOT and self._away(hex) < RESTED

    def _way(self, unit: int, hex: int) -> float:
        """How far it is from a hex to a goal for this unit."""
        return self.now.to_goals(self.pos.mobility_of(unit))[hex]

    def _cost(self, unit: int, hex: int, ways: list[float]) -> float:
        """What standing in a hex costs: the way that is left, and the danger for a lone unit."""
        now, pos = self.now, self.pos
        cost = ways[hex]
        danger = now.threat[hex] - now.defence_at(hex, now.side) - pos.defence_of(unit)
        if danger > 0:
            cost += danger * DANGER
        if pos.zoc(now.enemy)[hex] and pos.attack_of(unit) < 2:
            cost += 4
        return cost

    # -- behind the line ----------------------------------------------------------------------------

    def _follow(self, settled: set[int]) -> None:
        """Guns come within range of the enemy and stay out of his reach; HQs and leaders follow their men."""
        pos = self.pos
        for unit in self.others:
            if unit in settled:
                continue
            if pos.content.is_leader[unit]:
                self._join(unit)
            elif pos.content.is_artillery[unit] or pos.content.is_hq[unit]:
                self._trail(unit)
            elif pos.morale_state[unit] == DEMORALIZED or pos.dispersed[unit]:
                self._withdraw(unit)

    def _trail(self, unit: int) -> None:
        """Come up behind the men: near where they will stand, outside enemy zones and out of reach."""
        pos, now = self.pos, self.now
        here, is_gun = pos.hex[unit], pos.content.is_artillery[unit]
        if is_gun and self._away(here) <= pos.value("range", unit):
            return
        men = self._men_of(unit)
        if not men:
            return
        zone, distance = pos.zoc(now.enemy), pos.content.grid.distance

        def cost(hex: int) -> float:
            far = sum(distance(hex, one) for one in men) / len(men)
            return far + now.threat[hex] + max(0, BEHIND - self._away(hex)) * 3

        best, least = here, cost(here)
        for hex in self._reach(unit):
            if not zone[hex] and self._fits(unit, hex) and cost(hex) < least - 1:
                best, least = hex, cost(hex)
        if best != here and not self._tires(unit, best):
            self._settle(unit, best, "to keep up with the line")

    def _away(self, hex: int) -> int:
        """How many hexes the nearest enemy is off."""
        distance = self.pos.content.grid.distance
        return min((distance(hex, one) for one in self.now.enemy_hexes), default=99)

    def _men_of(self, unit: int) -> list[int]:
        """Where the fighters of a gun's or HQ's formation will stand; of an unassigned gun, all."""
        pos = self.pos
        formation = pos.formation_of(unit)
        mine = [one for one in self.fighters if formation < 0 or pos.formation_of(one) == formation]
        return [self.plans[one].hex if one in self.plans else pos.hex[one] for one in mine]

    def _join(self, unit: int) -> None:
        """A leader goes with the strongest stack of his formation."""
        pos = self.pos
        mine = [one for one in self.fighters if pos.formation_of(one) in pos.content.leads[unit]]
        if not mine:
            return
        ends = {one: self.plans[one].hex if one in self.plans else pos.hex[one] for one in mine}
        found = self._reach(unit)
        near = [one for one in mine if ends[one] == pos.hex[unit] or ends[one] in found]
        if near:
            best = max(near, key=lambda one: (pos.attack_of(one), one))
            if ends[best] != pos.hex[unit]:
                self.plans[unit] = Plan(ends[best], f"with {pos.content.unit_names[best]}")

    def _withdraw(self, unit: int) -> None:
        """Who is demoralized, or has landed among the enemy, gets out of his reach."""
        pos, now = self.pos, self.now
        here = pos.hex[unit]
        if not now.threat[here]:
            return
        free = [hex for hex in self._reach(unit) if self._fits(unit, hex)]
        best = min(free, key=lambda hex: (now.threat[hex], hex), default=here)
        if now.threat[best] < now.threat[here]:
            self._settle(unit, best, "out of the enemy's reach")


MOST_HEXES: Final = 14
LEAST_GAIN: Final = 0.9
DANGER: Final = 0.4
