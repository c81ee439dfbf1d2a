"""What the staff reckons with: the worth of units and hexes, hidden enemies, ways over the map."""

from collections.abc import Sequence
from typing import Final

from grognard.games.panzerblitz.combat.results import result_of
from grognard.games.panzerblitz.combat.targets import firepower
from grognard.games.panzerblitz.drop.breakdown import group_of
from grognard.games.panzerblitz.model.content import (
    CLASS_I,
    FOOT,
    GERMAN,
    GERMAN_LOSSES,
    LEVELS,
    RUSSIAN,
    RUSSIAN_POINTS,
    Content,
)
from grognard.games.panzerblitz.model.position import DISPERSED, FORT, DropPosition
from grognard.games.panzerblitz.model.sight import can_see
from grognard.games.panzerblitz.model.stacking import has_room
from grognard.games.panzerblitz.movement.costs import March, can_move, reach_of
from grognard.games.panzerblitz.movement.movement import begin_march
from grognard.games.panzerblitz.sequence.victory import cuts_roads, german_level, road_points, russian_level
from grognard.kit.foresight import Rung, Stakes, garrison, ladder, still_good_for
from grognard.kit.reach import CLOSED, Going, Reach, reach
from grognard.kit.temper import EVEN, Temper

DISPERSAL: Final = 0.35
"""Dispersing a unit is worth this part of destroying it."""

LEAST_FUTURE: Final = 0.1
"""Part of its worth that strength keeps in the last turn."""

ROAD_LAST: Final = 0.6
ROAD_SOON: Final = (0.1, 0.25)
"""What a point of the roads that a unit cuts adds to its worth: in the last turn, and before."""

ROAD_SHARE: Final = 0.35
"""Part of all roads' points that hangs on the units that can still fight for them."""

JUNCTION: Final = 0.3
"""Part of the points of the further roads of a junction that whoever stands on it saves."""

PIECE: Final = 0.34
"""A piece of a company, as a part of a unit."""

# -- worth --------------------------------------------------------------------------------------


class Worth:
    """How much units and hexes matter, reckoned once per step of a turn."""

    def __init__(self, pos: DropPosition, temper: Temper = EVEN) -> None:
        content = pos.content
        self.content = content
        self.temper = temper
        roads = zip(content.road_points, content.road_hexes, strict=True)
        self.points: list[float] = [points * temper.among(hexes) for points, hexes in roads]
        """What each road counts, as this staff is minded."""
        self.roads_at: dict[int, float] = {}
        for number, hexes in enumerate(content.road_hexes):
            for hex in hexes:
                self.roads_at[hex] = self.roads_at.get(hex, 0.0) + self.points[number]
        self.late: float = pos.turn / content.turns
        self.is_last: bool = pos.turn == content.turns
        left = content.turns - pos.turn
        self.later: float = max(LEAST_FUTURE, still_good_for(left))
        self.urgency: float = 2.0 / (1.0 + max(1, left))
        """How much it matters now that a road is kept shut: it is judged at the end, but taken before."""
        self.loss, road = levels_at_stake(pos, left)
        self.road: float = road * temper.goals
        self.shares: tuple[float, float] = self._shares(pos)
        """What each Russian, and each German, is worth for the roads: the fewer are left, the more."""
        held = [pos.where[unit] for unit in content.units_of[RUSSIAN] if cuts_roads(pos, unit)]
        self.cutters: list[int] = [sum(1 for hex in held if hex in hexes) for hexes in content.road_hexes]
        # Who is dispersed in the last German turn of the game still cuts his road.
        self.dispersal: float = 0.0 if self.is_last and pos.mover == GERMAN else DISPERSAL
        self.holders: frozenset[int] = road_parties(pos) if self.is_last else frozenset()
        """Units that must stay on a road, or step onto one, in the last turn."""
        self.reserved: frozenset[int] = self.holders
        """Units that have something better to do than to fire."""

    def _shares(self, pos: DropPosition) -> tuple[float, float]:
        content = self.content
        stake = ROAD_SHARE * self.road * sum(content.road_points)
        men = [
            sum(PIECE if content.is_piece[unit] else 1.0 for unit in units if pos.where[unit] >= 0)
            for units in content.units_of
        ]
        return (stake / max(1.0, men[RUSSIAN]), stake / max(1.0, men[GERMAN]))

    def of_unit(self, pos: DropPosition, unit: int) -> float:
        """What it is worth to the enemy to destroy this unit."""
        if unit == FORT:
            return 1.0
        content = self.content
        if content.side[unit] == GERMAN:
            extra = content.attack[unit] * 0.01 * self.later
            if content.attack[unit]:
                extra += self.shares[GERMAN] * self.later
            return self.loss * (1.5 if pos.cargo[unit] >= 0 else 1.0) + extra
        nearness = ROAD_LAST if self.is_last else ROAD_SOON[0] + ROAD_SOON[1] * self.late
        road = self.road * self._road_share(pos.where[unit]) * nearness
        if content.is_piece[unit]:
            mates = [pos.where[piece] for piece in content.pieces[content.company[unit]]]
            whole = 0.25 if all(hex >= 0 for hex in mates) else 0.0
            return (0.3 + whole + PIECE * self.shares[RUSSIAN]) * self.later + road
        share = self.shares[RUSSIAN] if content.attack[unit] else 0.0
        return (0.5 + content.attack[unit] * 0.02 + share) * self.later + road

    def _road_share(self, hex: int) -> float:
        """The points of the roads a Russian unit in this hex cuts, shared with the others on them."""
        if hex not in self.roads_at:
            return 0.0
        return sum(
            self.points[number] / max(1, self.cutters[number])
            for number, hexes in enumerate(self.content.road_hexes)
            if hex in hexes
        )

    def denies(self, pos: DropPosition, hex: int, units: Sequence[int]) -> float:
        """What it is worth to the Germans that these units stand in a hex: most in the last gap of a road.

        Where roads meet one Russian cuts them all; whoever stands there makes him send one for each.
        """
        content = self.content
        if hex not in self.roads_at or (self.is_last and pos.mover == GERMAN):
            return 0.0  # after the last German turn no road is taken any more
        closed = {pos.where[u] for u in content.units_of[GERMAN] if pos.where[u] >= 0 and u not in units}
        if hex in closed:
            return 0.0
        roads = zip(self.points, content.road_hexes, strict=True)
        met = [(points, hexes) for points, hexes in roads if hex in hexes]
        total = JUNCTION * (self.roads_at[hex] - max(points for points, _ in met))
        for points, hexes in met:
            gaps = sum(1 for one in hexes if one not in closed)
            total += garrison(points, cut_chance(gaps), cut_chance(gaps - 1))
        return total * self.road * self.urgency

    def post(self, pos: DropPosition, unit: int) -> float:
        """What a side gives up if this unit leaves its hex."""
        hex = pos.where[unit]
        if self.content.side[unit] == GERMAN:
            return self.denies(pos, hex, (unit,))
        return self.road * self._road_share(hex) if self.is_last and cuts_roads(pos, unit) else 0.0


def levels_at_stake(pos: DropPosition, left: int) -> tuple[float, float]:
    """What one German unit more lost, and one point of roads more cut, are worth on the two ladders.

    An average one is worth 1. What takes the German level down, or the Russian one up, is worth more, and
    most where it decides who wins.
    """
    losses = [-pos.content.level(GERMAN_LOSSES, name) for name in LEVELS]
    points = [pos.content.level(RUSSIAN_POINTS, name) for name in LEVELS]
    cut = road_points(pos)
    german, russian = german_level(pos, pos.lost[GERMAN]), russian_level(pos, cut)
    coming = still_good_for(left, 3)
    for_losses = Stakes(_heading(-pos.lost[GERMAN], losses, coming), _rungs(losses, russian), left)
    for_roads = Stakes(_heading(cut, points, coming), _rungs(points, german), left)
    return -for_losses.worth(-1), for_roads.swing()


def _rungs(least: Sequence[int], other: int) -> tuple[Rung, ...]:
    """A ladder whose rungs beside the other side's level decide: one makes a draw, the next a victory."""
    return ladder([float(one) for one in least], {other - 1, other})


def _heading(now: int, least: Sequence[int], coming: float) -> float:
    """Where a score is heading: to the middle of its ladder while there is time."""
    return now + (sorted(least)[len(least) // 2] - now) * coming


def cut_chance(gaps: int) -> float:
    """How likely a road with so many hexes open is cut in the end: each gap is found as often as not."""
    return 1.0 - 0.5**gaps


def road_parties(pos: DropPosition) -> frozenset[int]:
    """For each road the weakest Russian units that are on it, or can reach it now."""
    content = pos.content
    if pos.mover != RUSSIAN:
        return frozenset()
    on_map = [u for u in content.units_of[RUSSIAN] if pos.where[u] >= 0 and pos.aboard[u] < 0]
    able = [u for u in on_map if not content.is_transport[u] or pos.cargo[u] >= 0]
    reach = {u: ways(pos, begin_march(pos, u)).cost if can_move(pos, u) else {pos.where[u]: 0} for u in able}
    found: set[int] = set()
    for number in sorted(range(len(content.road_hexes)), key=lambda one: -content.road_points[one]):
        hexes = content.road_hexes[number]
        if any(pos.where[unit] in hexes for unit in found):
            continue
        free = [unit for unit in able if unit not in found]
        near = [unit for unit in free if not reach[unit].keys().isdisjoint(hexes)]
        if not near:
            # The enemy holds what is near of it: some storm, and others are kept back to step in.
            beside = [u for u in free if any(content.distance(pos.where[u], hex) == 1 for hex in hexes)]
            near = beside if len({group_of(pos, unit) for unit in beside}) > 1 else []
        if near:
            best = min(near, key=lambda unit: (pos.where[unit] not in hexes, content.attack[unit]))
            found.update(group_of(pos, best))
    return frozenset(found)


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
                total += value * worth.dispersal
    return worth.temper.daring * total / 6.0


# -- hidden enemies ------------------------------------------------------------------------------


class Hunt:
    """Enemies under cover: who spots them, and what could fire at them once somebody does."""

    def __init__(self, pos: DropPosition, side: int) -> None:
        content = pos.content
        land = content.land
        self.spotters: dict[int, list[int]] = {}
        self.support: dict[int, int] = {}
        for target in pos.enemy_hexes(side):
            if not land.conceals[target]:
                continue
            beside = [u for there in land.neighbours[target * 6 : target * 6 + 6] for u in pos.at(there)]
            self.spotters[target] = [
                u for u in beside if content.side[u] == side and not pos.marks[u] & DISPERSED
            ]
            far = land.distances(target)
            self.support[target] = sum(
                firepower(pos, unit, target, land.is_town[target])
                for unit in content.units_of[side]
                if content.attack[unit]
                and pos.aboard[unit] < 0 <= pos.where[unit]
                and 0 < far[pos.where[unit]] <= content.range[unit]
                and can_see(land, pos.where[unit], target)
            )

    def is_spotted(self, target: int, unit: int) -> bool:
        """Does somebody else spot this hex?"""
        return any(other != unit for other in self.spotters.get(target, ()))

    def scouting(self, pos: DropPosition, worth: Worth, unit: int, hex: int) -> float:
        """What it is worth to bring a spotter to this hex: the best that others could then fire at."""
        beside = [target for target in self.spotters if pos.content.distance(hex, target) == 1]
        hidden = [target for target in beside if not self.is_spotted(target, unit)]
        return max((shot_value(pos, worth, one, self.support[one]) for one in hidden), default=0.0)


# -- ways ---------------------------------------------------------------------------------------


def ways(pos: DropPosition, v: March) -> Reach:
    """Cheapest cost in half points to every hex these units would stop in, and where each is entered from."""
    start = pos.where[v.units[0]]
    found = reach_of(pos, v)
    fit = {
        hex: spent
        for hex, spent in found.cost.items()
        if hex == start or (hex not in pos.mines and has_room(pos, hex, v.units))
    }
    return Reach(fit, found.came)


def road_distances(content: Content) -> list[list[int]]:
    """For every scoring road the steps on foot from each hex to the nearest hex that cuts it."""
    land, entry = content.land, content.entry_cost[FOOT]
    prices = [1 if there >= 0 and entry[there] < CLOSED else CLOSED for there in land.neighbours]
    on_foot = Going(land.graph, prices)
    far = [reach(on_foot, dict.fromkeys(hexes, 0), 98).cost for hexes in content.road_hexes]
    return [[one.get(hex, 99) for hex in range(land.size)] for one in far]


def shot_value(pos: DropPosition, worth: Worth, target: int, strength: int) -> float:
    """What is to be gained by so many factors of fire into a hex: the best single unit in it."""
    enemies = pos.of_side_at(target, 1 - pos.mover)
    odds = {one: strength / max(1, pos.content.defence[one]) for one in enemies}
    return max((worth.of_unit(pos, one) * min(odds[one] / 4.0, 1.0) for one in enemies), default=0.0)


def prospects(
    pos: DropPosition, worth: Worth, hunt: Hunt, unit: int, hex: int, targets: Sequence[int]
) -> float:
    """What a unit could fire at from this hex next turn: the best of the enemy stacks in range and sight."""
    content = pos.content
    land = content.land
    best = 0.0
    for target in targets:
        far = content.distance(hex, target)
        if far == 0 or far > content.range[unit] or not can_see(land, hex, target):
            continue
        if land.conceals[target] and far > 1 and not hunt.is_spotted(target, unit):
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
        best = max(best, shot_value(pos, worth, target, strength))
    return best if pos.where[unit] != hex else best * 1.02
