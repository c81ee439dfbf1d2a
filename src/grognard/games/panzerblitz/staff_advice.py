"""What the staff reckons with: exact chances of attacks, danger and worth of hexes, ways over the map."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.paths import CLOSED
from grognard.games.panzerblitz.breakdown import defence_of
from grognard.games.panzerblitz.content import CLASS_I, FOOT, GERMAN, Content
from grognard.games.panzerblitz.fire import Attack, helpers, volley
from grognard.games.panzerblitz.movement import March, is_barred, step_cost
from grognard.games.panzerblitz.position import DISPERSED, FORT, DropPosition
from grognard.games.panzerblitz.results import BEST, dispersed_modifier, odds_column, result_of
from grognard.games.panzerblitz.sight import can_see
from grognard.games.panzerblitz.stacking import has_room
from grognard.games.panzerblitz.targets import (
    fire_strength,
    firepower,
    only_whole,
    weakest,
    whole_target,
)

STEP_WORTH: Final = 0.35
"""Dispersing a unit is worth this part of destroying it."""

SPENDING: Final = 0.004
"""What a factor of attack is worth somewhere else, so that nobody shoots sparrows with rockets."""


class Plan(NamedTuple):
    """An attack the staff would make: its worth, whom it aims at, and who joins next (or nobody)."""

    worth: float
    aim: tuple[int, ...]
    joins: int


# -- worth --------------------------------------------------------------------------------------


class Worth:
    """How much units and hexes matter, reckoned once per step of a turn."""

    def __init__(self, pos: DropPosition) -> None:
        content = pos.content
        self.content = content
        self.roads_at: dict[int, float] = {}
        for number, hexes in enumerate(content.road_hexes):
            for hex in hexes:
                self.roads_at[hex] = self.roads_at.get(hex, 0.0) + content.road_points[number]
        self.total: float = float(sum(content.road_points)) or 1.0
        self.late: float = pos.turn / content.turns

    def of_unit(self, pos: DropPosition, unit: int) -> float:
        """What it is worth to the enemy to destroy this unit."""
        if unit == FORT:
            return 1.0
        content = self.content
        if content.side[unit] == GERMAN:
            extra = content.attack[unit] * 0.01
            return 1.0 + extra + (0.5 if pos.cargo[unit] >= 0 else 0.0)
        road = self.roads_at.get(pos.where[unit], 0.0) * (0.1 + 0.25 * self.late)
        if content.is_piece[unit]:
            mates = [pos.where[piece] for piece in content.pieces[content.company[unit]]]
            whole = 0.25 if all(hex >= 0 for hex in mates) else 0.0
            return 0.3 + road + whole
        return 0.5 + road + content.attack[unit] * 0.02


def gain(pos: DropPosition, worth: Worth, aim: Sequence[int], column: int, modifier: int) -> float:
    """The worth an attack destroys on average, by the six faces of the die."""
    if column < 0:
        return 0.0
    total = 0.0
    values = [(worth.of_unit(pos, unit), unit >= 0 and bool(pos.marks[unit] & DISPERSED)) for unit in aim]
    for die in range(1, 7):
        result = result_of(pos, column, die, modifier)
        if result == "-":
            continue
        for value, was_dispersed in values:
            if result == "X" or (result == "DD" and was_dispersed):
                total += value
            elif not was_dispersed:
                total += value * STEP_WORTH
    return total / 6.0


# -- fire ---------------------------------------------------------------------------------------


def aims(pos: DropPosition, hex: int) -> list[tuple[int, ...]]:
    """The targets in a hex that are worth thinking about: all of it, and one of each kind of single unit."""
    found = [whole_target(pos, hex)]
    if not only_whole(pos, hex):
        seen: set[tuple[int, int, int]] = set()
        for unit in weakest(pos, hex):
            kind = (pos.content.company[unit], pos.content.defence[unit], pos.marks[unit] & DISPERSED)
            if kind not in seen:
                seen.add(kind)
                found.append((unit,))
    return found


def plan_fire(pos: DropPosition, worth: Worth, v: Attack) -> Plan:
    """The best way to go on with an attack on this hex, from the aim and the firers it already has."""
    best = Plan(0.0, (), -1)
    for aim in [v.aim] if v.aim else aims(pos, v.hex):
        plan = _plan_aim(pos, worth, v._replace(aim=aim))
        if plan.worth > best.worth or not best.aim:
            best = plan
    return best


def _plan_aim(pos: DropPosition, worth: Worth, v: Attack) -> Plan:
    """Add the strongest firers one after another, and remember where it was best to stop."""
    defence = defence_of(pos, v.aim, v.hex)
    modifier = pos.content.cover[v.hex] + dispersed_modifier(pos, v.aim)
    strength = fire_strength(pos, v.hex, v.aim, v.firers)
    column = odds_column(pos, strength, defence)
    best = Plan(gain(pos, worth, v.aim, column, modifier) - _spent(pos, v.firers), v.aim, -1)
    if column < 0:
        best = Plan(0.0, v.aim, -1)
    first = -1
    while column < BEST:
        able = helpers(pos, v)
        if not able:
            break
        unit = max(able, key=lambda one: firepower(pos, one, v.hex, True) + firepower(pos, one, v.hex, False))
        first = unit if first < 0 else first
        v = v._replace(firers=(*v.firers, *volley(pos, unit, v)))
        now = odds_column(pos, fire_strength(pos, v.hex, v.aim, v.firers), defence)
        if now > column:
            value = gain(pos, worth, v.aim, now, modifier) - _spent(pos, v.firers)
            if value > best.worth:
                best = Plan(value, v.aim, first)
            column = now
    return best


def _spent(pos: DropPosition, firers: Sequence[int]) -> float:
    return SPENDING * sum(pos.content.attack[unit] for unit in firers)


# -- danger -------------------------------------------------------------------------------------


class Danger:
    """How much the enemy can bring to bear on a hex, by whether the target is armoured."""

    def __init__(self, pos: DropPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        content = pos.content
        self.guns = [
            (unit, pos.where[unit], content.range[unit])
            for unit in content.units_of[1 - side]
            if pos.where[unit] >= 0
            and pos.aboard[unit] < 0
            and content.attack[unit]
            and not content.is_piece[unit]
        ]
        self.stormers = [
            (content.attack[unit], pos.where[unit])
            for unit in content.units_of[1 - side]
            if pos.where[unit] >= 0 and pos.aboard[unit] < 0 and content.assaults[unit]
        ]
        self.known: dict[int, tuple[float, float]] = {}

    def at(self, hex: int, armoured: bool) -> float:
        """Attack factors that bear on a unit in this hex."""
        found = self.known.get(hex)
        if found is None:
            found = self._reckon(hex)
            self.known[hex] = found
        return found[0] if armoured else found[1]

    def _reckon(self, hex: int) -> tuple[float, float]:
        pos = self.pos
        content = pos.content
        land = content.land
        hard = soft = 0.0
        for unit, here, reach in self.guns:
            far = content.distance(here, hex)
            if far > reach + 1 or far == 0 or (land.conceals[hex] and far > 2):
                continue
            factor = 1.0 if far <= reach and can_see(land, here, hex) else 0.3
            hard += factor * firepower(pos, unit, hex, True)
            soft += factor * firepower(pos, unit, hex, False)
        # Infantry within a step can storm, and does not care about armour.
        storm = sum(strength for strength, here in self.stormers if content.distance(here, hex) <= 2)
        return (hard + storm, soft + storm)


# -- ways ---------------------------------------------------------------------------------------


def ways(pos: DropPosition, v: March) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest cost in half points to every hex these units can stop in, and where each is entered from."""
    content = pos.content
    neighbours = content.land.neighbours
    side = content.side[v.units[0]]
    start = pos.where[v.units[0]]
    cost = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[start]] + [[] for _ in range(v.left)]
    for spent in range(v.left):
        for here in buckets[spent]:
            if cost[here] != spent:
                continue
            at = v if here == start else March(v.units, v.left - spent, v.steps + 1)
            for direction in range(6):
                there = neighbours[here * 6 + direction]
                if there < 0:
                    continue
                total = spent + step_cost(pos, at, here, direction, there)
                if total > v.left or total >= cost.get(there, CLOSED) or there in pos.mines:
                    continue
                if is_barred(pos, there, side):
                    continue
                cost[there] = total
                came[there] = here
                buckets[total].append(there)
    return ({hex: spent for hex, spent in cost.items() if hex == start or has_room(pos, hex, v.units)}, came)


def road_distances(content: Content) -> list[list[int]]:
    """For every scoring road the steps on foot from each hex to the nearest hex that cuts it."""
    neighbours = content.land.neighbours
    closed = content.entry_cost[FOOT]
    found: list[list[int]] = []
    for hexes in content.road_hexes:
        far = [99] * content.land.size
        edge = list(hexes)
        for hex in edge:
            far[hex] = 0
        for here in edge:
            for there in neighbours[here * 6 : here * 6 + 6]:
                if there >= 0 and far[there] == 99 and closed[there] < CLOSED:
                    far[there] = far[here] + 1
                    edge.append(there)
        found.append(far)
    return found


def prospects(pos: DropPosition, worth: Worth, unit: int, hex: int, targets: Sequence[int]) -> float:
    """What a unit could fire at from this hex next turn: the best of the enemy stacks in range and sight."""
    content = pos.content
    land = content.land
    best = 0.0
    here = pos.where[unit]
    for target in targets:
        far = content.distance(hex, target)
        if far == 0 or far > content.range[unit] or not can_see(land, hex, target):
            continue
        if land.conceals[target] and far > 1:
            continue
        there = [one for one in pos.at(target) if content.side[one] != content.side[unit]]
        armoured = land.is_town[target] or all(content.is_armoured[one] for one in there)
        if armoured and content.weapon[unit] == CLASS_I:
            continue
        near = far <= content.range[unit] // 2
        factor = content.effect[content.weapon[unit]][2 if not armoured else 0 if near else 1]
        strength = content.attack[unit] * factor // 2
        if land.level[hex] < land.level[target]:
            strength //= 2
        value = 0.0
        for one in there:
            odds = strength / max(1, content.defence[one])
            value = max(value, worth.of_unit(pos, one) * min(odds / 4.0, 1.0))
        best = max(best, value)
    return best if here != hex else best * 1.02


def enemy_hexes(pos: DropPosition, side: int) -> list[int]:
    """The hexes in which enemies are known to stand."""
    sides = pos.content.side
    return [hex for hex, units in pos.stacks().items() if sides[units[0]] != side or sides[units[-1]] != side]
