"""Where units go: to attack together, to hold, to come nearer; guns, HQs and leaders behind them."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import DEMORALIZED, IN_ORDER, OOS, BattalionPosition
from grognard.games.battalions.model.scale import half_up
from grognard.games.battalions.model.stacking import in_companies, stacked
from grognard.games.battalions.movement.allowance import movement_allowance
from grognard.games.battalions.movement.move import mover_refusal
from grognard.games.battalions.staff.foresight import defence_of, foreseen_value
from grognard.games.battalions.staff.prospects import FORBIDDEN
from grognard.games.battalions.staff.situation import FAR, Errands, Situation, reach

PROMISING: Final = 0.5
"""What an attack must promise for units to gather for it."""
A_UNIT: Final = 0.1
"""What one more unit in an attack must add to it."""
BEHIND: Final = 3
"""How far from the enemy guns and HQs stay."""
RESTED: Final = 6
"""How far from the enemy a forced march has to end, so that men on foot recover before they fight."""


class Destination(NamedTuple):
    """Where a unit is to go, and why."""

    hex: int
    why: str


def is_fighter(pos: BattalionPosition, unit: int) -> bool:
    """Does this unit attack?"""
    return pos.attack_of(unit) > 0 and not pos.content.is_artillery[unit]


class Marches:
    """The moves of a phase, planned at its beginning."""

    def __init__(
        self, now: Situation, strategic: bool, errands: Errands, spared: frozenset[int] = frozenset()
    ) -> None:
        self.now = now
        self.errands = errands
        self.spared = spared
        self.pos = now.pos
        self.strategic = strategic
        self.room: dict[int, int] = {}
        self.load: dict[int, int] = {}
        self.plans: dict[int, Destination] = {}
        units = [unit for unit in self.pos.on_map(now.side) if mover_refusal(self.pos, unit) is None]
        self.fighters = [unit for unit in units if is_fighter(self.pos, unit) and self._is_fit(unit)]
        self.others = [unit for unit in units if unit not in self.fighters]
        self.reaches: dict[int, dict[int, int]] = {}
        self.nearest: dict[int, float] = {}

    def _is_fit(self, unit: int) -> bool:
        return self.pos.morale_state[unit] != DEMORALIZED

    def _reach(self, unit: int) -> dict[int, int]:
        found = self.reaches.get(unit)
        if found is None:
            found = reach(self.pos, unit, self.strategic)
            self.reaches[unit] = found
        return found

    def _rested(self, unit: int) -> dict[int, int]:
        """The reach of a unit without what wears it out: a long way by night, or without fuel."""
        pos, found = self.pos, self._reach(unit)
        is_dry = pos.supply[unit] == OOS and pos.mobility_of(unit) != FOOT
        if not (pos.is_night or is_dry) or (not self.now.later and pos.morale_state[unit] == IN_ORDER):
            return found
        most = half_up(movement_allowance(pos, unit)) * 2 - pos.spent[unit]
        return {hex: cost for hex, cost in found.items() if cost <= most}

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
            self.plans[unit] = Destination(hex, why)

    def make(self) -> dict[int, Destination]:
        """The plan of every unit that is to move."""
        settled = self._errands()
        if not self.strategic:
            settled |= self._garrisons()
            settled |= self._empty_goals(settled)
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
                self._settle(unit, best, f"wanted in {pos.board.place_name(wanted)}")
        return settled

    # -- garrisons ------------------------------------------------------------------------------

    def _garrisons(self) -> set[int]:
        """In each goal of ours to which the enemy can come stays enough to hold it, or somebody comes."""
        now, pos = self.now, self.pos
        settled: set[int] = set()
        if now.has_last_word:
            return settled
        for hex, _ in sorted(now.goals.items(), key=lambda one: (-one[1], one[0])):
            if pos.control[hex] != now.side or not now.coming[hex]:
                continue
            here = [unit for unit in self.fighters if pos.hex[unit] == hex and unit not in settled]
            kept = self._enough(hex, sorted(here, key=lambda one: (-pos.defence_of(one), one)))
            settled.update(kept)
            if not kept and not pos.is_held(hex, now.side):
                settled |= self._send_to(hex, settled, f"{pos.board.place_name(hex)} must be held")
        return settled

    def _enough(self, hex: int, units: list[int]) -> list[int]:
        """The first of these that together can hold a goal against what may come; at least one."""
        kept: list[int] = []
        for unit in units:
            defence = sum(self.pos.defence_of(one) for one in kept)
            if not kept or defence * HOLDS < self.now.temper.hold * self.now.coming[hex]:
                kept.append(unit)
        return kept

    def _send_to(self, hex: int, settled: set[int], why: str) -> set[int]:
        """Send the best defender of those who can come to a hex."""
        pos = self.pos
        near = [one for one in self.fighters if one not in settled and hex in self._reach(one)]
        near = [one for one in near if self._fits(one, hex)]
        if not near:
            return set()
        best = max(near, key=lambda unit: (pos.defence_of(unit), -self._reach(unit)[hex], -unit))
        self._settle(best, hex, why)
        return {best}

    def _empty_goals(self, settled: set[int]) -> set[int]:
        """A goal that nobody holds is simply taken."""
        now, pos = self.now, self.pos
        found: set[int] = set()
        for hex, _ in sorted(now.goals.items(), key=lambda one: (-one[1], one[0])):
            if pos.control[hex] != now.side and not pos.has_unit(hex, now.enemy):
                why = f"{pos.board.place_name(hex)} is there for the taking"
                found |= self._send_to(hex, settled | found, why)
        return found

    # -- attacks --------------------------------------------------------------------------------

    def _attacks(self, settled: set[int]) -> set[int]:
        """Units that come together next to the enemy stacks they can beat, where most can be won first."""
        now, pos = self.now, self.pos
        used: set[int] = set()
        chances: dict[int, float] = {}
        for target in now.enemy_hexes:
            free = [unit for unit in self.fighters if unit not in settled]
            chances[target] = self._party(target, free)[0]
        liked = now.temper.liked
        for target in sorted(chances, key=lambda one: (-liked(chances[one], one), one)):
            if chances[target] < PROMISING:
                continue
            free = [unit for unit in self.fighters if unit not in settled and unit not in used]
            value, party = self._party(target, free)
            if value >= PROMISING:
                why = f"to attack {pos.board.place_name(target)} together"
                for unit, hex in party:
                    self._settle(unit, hex, why)
                    used.add(unit)
        return used

    def _party(self, target: int, units: list[int]) -> tuple[float, list[tuple[int, int]]]:
        """The units, each with its hex, whose attack promises most, and what it promises."""
        around = self.pos.content.graph.ends[target * 6 : target * 6 + 6]
        all_in = self._gather(target, {hex for hex in around if hex >= 0}, units)
        best, most, price = 0, FORBIDDEN, 0.0
        defence = defence_of(self.now, target)
        for count, (unit, hex) in enumerate(all_in, 1):
            price += A_UNIT + self._detour(unit, hex) + A_MARCH * (unit in self.spared)
            value = foreseen_value(self.now, target, all_in[:count], defence) - price
            if value > most:
                best, most = count, value
        return most, all_in[:best]

    def _detour(self, unit: int, hex: int) -> float:
        """What it costs that the unit could be nearer to a goal; a defender has time."""
        if self.now.is_defending:
            return 0.0
        ways = self.now.to_goals(self.pos.mobility_of(unit))
        if unit not in self.nearest:
            self.nearest[unit] = min(ways[there] for there in (self.pos.hex[unit], *self._reach(unit)))
        return DETOUR * max(0.0, min(ways[hex], FAR) - self.nearest[unit])

    def _gather(self, target: int, beside: set[int], units: Iterable[int]) -> list[tuple[int, int]]:
        """Who can come next to a hex, the strongest first, and to which hex each goes."""
        pos, now = self.pos, self.now
        party: list[tuple[int, int]] = []
        taken: dict[int, int] = {}
        heavy: dict[int, int] = {}
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
        return party

    def _near(self, unit: int, target: int) -> dict[int, int]:
        """The reach of a rested unit, if it can be near the target at all."""
        if self.pos.content.grid.distance(self.pos.hex[unit], target) > MOST_HEXES:
            return {}
        return self._rested(unit)

    # -- nearer -----------------------------------------------------------------------------------

    def _advance(self, units: list[int]) -> None:
        """The rest go where the way to a goal is shortest, the nearest first, without crowding."""
        now, pos = self.now, self.pos
        for unit in sorted(units, key=lambda one: (self._way(one, pos.hex[one]), one)):
            here, ways = pos.hex[unit], now.to_goals(pos.mobility_of(unit))
            if ways[here] >= FAR:
                continue
            size = in_companies(pos, unit)
            best, least = here, self._cost(unit, here, ways) - (WORN * (unit in self.spared))
            for hex in self._rested(unit):
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
        cost = ways[hex] + A_WHIM * now.temper.whim(hex, unit)
        danger = now.threat[hex] - now.defence_at(hex, now.side) - pos.defence_of(unit)
        if danger > 0:
            cost += danger * DANGER * now.temper.safety
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
        pos = self.pos
        here, is_gun = pos.hex[unit], pos.content.is_artillery[unit]
        men = self._men_of(unit)
        if not men or (
            is_gun and self._away(here) <= pos.value("range", unit) and self._is_covered(here, men)
        ):
            return
        zone, cost = pos.zoc(self.now.enemy), self._gun_cost if is_gun else self._hq_cost
        best, least = here, cost(unit, here, men)
        for hex in self._rested(unit):
            if not zone[hex] and self._fits(unit, hex) and cost(unit, hex, men) < least - 1:
                best, least = hex, cost(unit, hex, men)
        if best != here and not self._tires(unit, best):
            is_back = self._away(best) > self._away(here)
            self._settle(unit, best, "out of the enemy's reach" if is_back else "to keep up with the line")

    def _gun_cost(self, unit: int, hex: int, men: list[int]) -> float:
        """Guns stand near their men and not within a step of the enemy."""
        return self._far(hex, men) + self.now.threat[hex] + max(0, BEHIND - self._away(hex)) * 3

    def _hq_cost(self, unit: int, hex: int, men: list[int]) -> float:
        """An HQ has its men in range; nearer is worth little, and an enemy who may come costs most."""
        now = self.now
        far = self._far(hex, men)
        danger = max(0, now.coming[hex] - HOLDS * now.defence_at(hex, now.side))
        return (
            far * 0.2 + max(0.0, far - self.pos.value("range", unit)) + danger * EXPOSED * now.temper.safety
        )

    def _far(self, hex: int, men: list[int]) -> float:
        distance = self.pos.content.grid.distance
        return sum(distance(hex, one) for one in men) / len(men)

    def _away(self, hex: int) -> int:
        """How many hexes the nearest enemy is off."""
        distance = self.pos.content.grid.distance
        return min((distance(hex, one) for one in self.now.enemy_hexes), default=99)

    def _is_covered(self, hex: int, men: list[int]) -> bool:
        """Can guns stay here: does nobody come, or are their men as near as the enemy?"""
        distance = self.pos.content.grid.distance
        return not self.now.coming[hex] or min(distance(hex, one) for one in men) <= COVER

    def _men_of(self, unit: int) -> list[int]:
        """Where the fighters of a gun's or HQ's formation will stand; of one that has none, all."""
        pos = self.pos
        formation = pos.formation_of(unit)
        men = [one for one in pos.on_map(self.now.side) if is_fighter(pos, one) and self._is_fit(one)]
        mine = [one for one in men if pos.formation_of(one) == formation and formation >= 0]
        return [self.plans[one].hex if one in self.plans else pos.hex[one] for one in mine or men]

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
                self.plans[unit] = Destination(ends[best], f"with {pos.content.unit_names[best]}")

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


HOLDS: Final = 2
"""The ratio of strengths up to which a garrison is reckoned to hold."""
MOST_HEXES: Final = 14
COVER: Final = 2
"""How near their men have to be for guns to stay where the enemy may come."""
DETOUR: Final = 0.02
"""What half a movement point is worth that a unit does not come nearer to a goal."""
WORN: Final = 16.0
"""How far a march has to bring a unit that suffers by it, in halves of a movement point."""
A_MARCH: Final = 0.5
"""What an attack must gain by such a unit."""
EXPOSED: Final = 0.4
"""What an HQ fears of each point of strength that may come."""
A_WHIM: Final = 2.0
"""What a whim makes of a hex, in halves of a movement point."""
LEAST_GAIN: Final = 0.9
DANGER: Final = 0.4
