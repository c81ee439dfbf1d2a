"""What an attack is worth, by every result of the table; which hexes to attack, from where and with whom."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from grognard.core.chapter import NOTHING
from grognard.games.red_god_of_war.combat.declare import attack_refusal
from grognard.games.red_god_of_war.combat.odds import Sheet, crosses_river
from grognard.games.red_god_of_war.combat.retreat import defenders_at, holds_friend
from grognard.games.red_god_of_war.model.formations import survivors
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy
from grognard.games.red_god_of_war.movement.costs import exit_costs
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.places import Places
from grognard.kit.reach import CLOSED

MOST_HITS = 5


class Prospect(NamedTuple):
    """An attack weighed: expected harm done less harm taken, and the column it is fought on."""

    value: float
    column: int
    label: str


def prospect(
    estimate: Estimate,
    pos: RedGodPosition,
    target: int,
    attackers: Sequence[int],
    extra: bool = False,
    overrun: bool = False,
) -> Prospect:
    """The exact expectation over the six results of the die."""
    sheet = Sheet(pos, target, attackers, overrun, extra)
    done = harm_to_defender(estimate, pos, target, attackers)
    taken = harm_to_attacker(estimate, pos, attackers)
    eagerness = estimate.worth.temper.daring * weights.EAGERNESS[pos.content.side[attackers[0]]]
    total = sum(
        eagerness * done[min(on_defender, MOST_HITS)] - taken[min(on_attacker, MOST_HITS)]
        for on_attacker, on_defender in estimate.worth.results[sheet.column]
    )
    return Prospect(total / 6, sheet.column, sheet.label)


def harm_to_defender(
    estimate: Estimate, pos: RedGodPosition, target: int, attackers: Sequence[int]
) -> list[float]:
    """What 0, 1, 2 … hits cost the defender, who meets them by steps or retreat, whichever is cheaper."""
    content, worth = pos.content, estimate.worth
    defenders = defenders_at(pos, target)
    owner = 1 - content.side[attackers[0]]
    steps = worth.cheapest_steps(pos, defenders, MOST_HITS)
    ground = worth.hex_to(target, owner, estimate.matters(target, owner))
    longest = content.limit("retreat-hexes") if has_way_back(pos, target, attackers) else 0
    harm: list[float] = []
    for hits in range(MOST_HITS + 1):
        ways: list[float] = []
        for gone in range(min(hits, longest) + 1):
            lost = min(hits - gone, len(steps) - 1)
            destroyed = hits - gone >= len(steps) - 1
            way_back = weights.FURTHER_HEX * (gone - 1) if gone else 0.0
            ways.append(steps[lost] + (ground + way_back if gone or destroyed else 0.0))
        harm.append(min(ways))
    return harm


def has_way_back(pos: RedGodPosition, target: int, attackers: Sequence[int]) -> bool:
    """Could the defenders of the hex retreat from it, as things stand?"""
    defenders = defenders_at(pos, target)
    if not defenders:
        return False
    side = pos.content.side[defenders[0]]
    zone = pos.zoc(1 - side)
    fronts = {pos.hex[unit] for unit in attackers}
    costs = exit_costs(pos, defenders[0])
    return any(
        there >= 0
        and there not in fronts
        and costs[exit] < CLOSED
        and not is_barred_by_enemy(pos, there, side)
        and (not zone[there] or holds_friend(pos, there, side, defenders))
        and has_room(pos, there, defenders)
        for exit, there in enumerate(pos.content.neighbours[target * 6 : target * 6 + 6], target * 6)
    )


def harm_to_attacker(estimate: Estimate, pos: RedGodPosition, attackers: Sequence[int]) -> list[float]:
    """What 0, 1, 2 … hits cost the attacker: half are steps, the rest steps or retreat."""
    steps = estimate.worth.cheapest_steps(pos, attackers, MOST_HITS)
    back = weights.ATTACKER_RETREAT * estimate.worth.future
    last = len(steps) - 1
    return [
        min(steps[min(hits, last)], steps[min((hits + 1) // 2, last)] + back * (hits // 2))
        for hits in range(MOST_HITS + 1)
    ]


Reaches = Mapping[int, Iterable[int]]
"""For each unit the hexes it can stand in when the attacks begin, its own included."""


class PlannedAttack(NamedTuple):
    """One planned attack: who attacks from which hex."""

    target: int
    places: tuple[tuple[int, int], ...]
    prospect: Prospect

    @property
    def units(self) -> list[int]:
        return [unit for unit, _ in self.places]


class Planner:
    """Plans the attacks of one impulse on a working copy of the position, in which attackers are moved."""

    def __init__(self, estimate: Estimate, pos: RedGodPosition, side: int, reaches: Reaches) -> None:
        self.estimate = estimate
        self.pos = pos
        self.content = pos.content
        self.side = side
        self.free: dict[int, set[int]] = {unit: set(hexes) for unit, hexes in reaches.items()}
        self.homes: dict[int, int] = {unit: pos.hex[unit] for unit in self.free}
        places = Places(estimate, pos)
        self.posts: dict[int, float] = {unit: places.leaves(unit) for unit in self.free}
        """What each unit would give up by leaving its hex: an attack that opens the line must be worth it."""

    def plan(self, most: int) -> list[PlannedAttack]:
        """The best attacks, best first; their units stand in their places afterwards."""
        attacks: list[PlannedAttack] = []
        targets = self._targets()
        while targets and len(attacks) < most:
            found = [attack for attack in map(self._weigh, targets) if attack is not None]
            if not found:
                break
            best = max(found, key=lambda attack: (self._liked(attack), -attack.target))
            attacks.append(best)
            for unit, hex in best.places:
                self.pos.place(unit, hex)
                del self.free[unit]
                if self.side == SOVIET and self.pos.army[unit] >= 0:  # the first-attack bonus is used up
                    self.pos.opened[self.pos.army[unit]] = self.pos.turn
            worthy = {attack.target for attack in found}
            targets = [hex for hex in targets if hex != best.target and hex in worthy]
        return attacks

    def _liked(self, attack: PlannedAttack) -> float:
        return self.estimate.worth.temper.liked(attack.prospect.value, attack.target)

    def _targets(self) -> list[int]:
        """Enemy-held hexes beside a hex that one of ours can stand in."""
        neighbours = self.content.neighbours
        stands = {hex for hexes in self.free.values() for hex in hexes}
        beside = {there for hex in stands for there in neighbours[hex * 6 : hex * 6 + 6]} - {NOTHING}
        held = [hex for hex in sorted(beside) if self.pos.is_enemy_held(hex, self.side)]
        return [hex for hex in held if defenders_at(self.pos, hex)]

    def _weigh(self, target: int) -> PlannedAttack | None:
        """The best attack on a hex that can be put together, or None if it is not worth while."""
        homes = {unit: self.pos.hex[unit] for unit in self.free}
        placed = self._gather(target)
        attack = self._trim(target, placed) if placed else None
        for unit in placed:
            self.pos.place(unit, homes[unit])
        return attack if attack is not None and attack.prospect.value >= self.least else None

    @property
    def least(self) -> float:
        """What an attack must promise; in the last turn nothing is kept for later."""
        return weights.LEAST_GAIN[self.side] * self.estimate.worth.future

    def _weighed(self, target: int, units: Sequence[int]) -> Prospect:
        """The attack of these units from where they stand now, less what they left to get there."""
        found = prospect(self.estimate, self.pos, target, units)
        left = sum(self.posts[unit] for unit in units if self.pos.hex[unit] != self.homes[unit])
        return found._replace(value=found.value - left)

    # -- gathering ------------------------------------------------------------------------------

    def _gather(self, target: int) -> list[int]:
        """Puts everybody who can get there beside the target, whole divisions first, then the strongest."""
        around = [there for there in self.content.neighbours[target * 6 : target * 6 + 6] if there >= 0]
        spots = {
            unit: [hex for hex in around if hex in hexes and self._may_attack_from(unit, hex, target)]
            for unit, hexes in self.free.items()
        }
        placed: list[int] = []
        for division in self._divisions(spots):
            placed.extend(self._place_together(division, spots, target))
        rest = [unit for unit, hexes in spots.items() if hexes and unit not in placed]
        rest.sort(key=lambda unit: (-self.pos.attack_of(unit), unit))
        for unit in rest:
            hex = self._best_spot(unit, spots[unit], target)
            if hex >= 0:
                self.pos.place(unit, hex)
                placed.append(unit)
        return placed

    def _may_attack_from(self, unit: int, hex: int, target: int) -> bool:
        """Tanks do not attack across rivers."""
        if not self.content.is_tank[unit]:
            return True
        return not self.content.is_river[hex * 6 + self.content.grid.direction(hex, target)]

    def _divisions(self, spots: Mapping[int, Sequence[int]]) -> list[list[int]]:
        """German mechanized divisions all of whose survivors can take part."""
        if self.side != GERMAN:
            return []
        numbers = sorted({self.content.formation[unit] for unit in spots} - {NOTHING})
        whole = [survivors(self.pos, number) for number in numbers if self.content.has_integrity[number]]
        return [units for units in whole if len(units) > 1 and all(spots.get(unit) for unit in units)]

    def _place_together(
        self, division: list[int], spots: Mapping[int, Sequence[int]], target: int
    ) -> list[int]:
        common = [hex for hex in spots[division[0]] if all(hex in spots[unit] for unit in division)]
        common = [hex for hex in common if has_room(self.pos, hex, division)]
        if not common:
            return []
        hex = max(common, key=lambda hex: self._spot_worth(division[0], hex, target))
        self.pos.place_all(division, hex)
        return division

    def _best_spot(self, unit: int, spots: Sequence[int], target: int) -> int:
        fit = [hex for hex in spots if hex == self.pos.hex[unit] or has_room(self.pos, hex, (unit,))]
        return max(fit, key=lambda hex: self._spot_worth(unit, hex, target), default=-1)

    def _spot_worth(self, unit: int, hex: int, target: int) -> tuple[float, int]:
        """Dry ground before rivers, tanks beside infantry, staying before moving, cover before the open."""
        content, pos = self.content, self.pos
        exit = hex * 6 + content.grid.direction(hex, target)
        worth = -weights.SPOT_SHIFT * self.estimate.shift_at(hex, self.side)
        worth -= weights.SPOT_THREAT * self.estimate.threat[hex]
        if content.is_river[exit]:
            worth -= weights.SPOT_RIVER
        if content.is_creek[exit]:
            worth -= weights.SPOT_CREEK
        mates = [other for other in pos.combat_units_at(hex) if other != unit]
        if any(content.is_tank[other] != content.is_tank[unit] for other in mates):
            worth += weights.SPOT_COMBINED
        if hex == pos.hex[unit]:
            worth += weights.SPOT_HERE + self.posts[unit]
        return worth, -hex

    # -- trimming -------------------------------------------------------------------------------

    def _trim(self, target: int, placed: list[int]) -> PlannedAttack | None:
        """Leaves out units that do not change the odds, the weakest first, and those that leave too much."""
        is_tank = self.content.is_tank
        able = [unit for unit in placed if not (is_tank[unit] and crosses_river(self.pos, unit, target))]
        if not able:
            return None
        best = self._weighed(target, able)
        for unit in sorted(able, key=lambda unit: (self.pos.attack_of(unit), unit)):
            fewer = [other for other in able if other != unit]
            is_in_division = self.side == GERMAN and self.content.formation[unit] >= 0
            if not fewer or is_in_division:
                continue
            trial = self._weighed(target, fewer)
            spare = best.value >= self.least and trial.column >= best.column and len(self.free) > len(able)
            if spare or trial.value > best.value:
                able, best = fewer, trial
        return PlannedAttack(target, tuple((unit, self.pos.hex[unit]) for unit in able), best)


def standing_reaches(pos: RedGodPosition) -> dict[int, list[int]]:
    """The units that may still attack, each in the hex it is in."""
    found: dict[int, list[int]] = {}
    for unit in pos.content.combat_units[pos.active_side]:
        hex = pos.hex[unit]
        if hex < 0:
            continue
        for there in pos.content.neighbours[hex * 6 : hex * 6 + 6]:
            if there >= 0 and pos.is_enemy_held(there, pos.active_side) and defenders_at(pos, there):
                if _may_join(pos, unit, there):
                    found[unit] = [hex]
                    break
    return found


def _may_join(pos: RedGodPosition, unit: int, target: int) -> bool:
    """May the unit attack that hex, whatever it is pledged to at present?"""
    pledged = pos.target[unit]
    pos.target[unit] = -1
    refusal = attack_refusal(pos, unit, target)
    pos.target[unit] = pledged
    return refusal is None


def most_attacks(pos: RedGodPosition, side: int) -> int:
    """How many hexes a side may attack in one impulse."""
    return pos.content.limit("soviet-attacks") if side == SOVIET else 99
