"""What the staff reckons with: the worth of units and hexes, danger, hidden enemies, ways over the map."""

from collections.abc import Sequence
from typing import Final

from grognard.games.panzerblitz.breakdown import group_of
from grognard.games.panzerblitz.content import CLASS_I, FOOT, GERMAN, RUSSIAN, Content
from grognard.games.panzerblitz.march import begin_march
from grognard.games.panzerblitz.movement import March, can_move, reach_of
from grognard.games.panzerblitz.position import DISPERSED, FORT, DropPosition
from grognard.games.panzerblitz.results import odds_column, result_of
from grognard.games.panzerblitz.sight import can_see
from grognard.games.panzerblitz.stacking import has_room
from grognard.games.panzerblitz.targets import firepower
from grognard.games.panzerblitz.victory import cuts_roads
from grognard.kit.reach import CLOSED, Going, Reach, reach

DISPERSAL: Final = 0.35
"""Dispersing a unit is worth this part of destroying it."""

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
        self.late: float = pos.turn / content.turns
        self.is_last: bool = pos.turn == content.turns
        held = [pos.where[unit] for unit in content.units_of[RUSSIAN] if cuts_roads(pos, unit)]
        self.cutters: list[int] = [sum(1 for hex in held if hex in hexes) for hexes in content.road_hexes]
        # Who is dispersed in the last German turn of the game still cuts his road.
        self.dispersal: float = 0.0 if self.is_last and pos.mover == GERMAN else DISPERSAL
        self.holders: frozenset[int] = road_parties(pos) if self.is_last else frozenset()
        """Units that must stay on a road, or step onto one, in the last turn."""
        self.reserved: frozenset[int] = self.holders
        """Units that have something better to do than to fire."""

    def of_unit(self, pos: DropPosition, unit: int) -> float:
        """What it is worth to the enemy to destroy this unit."""
        if unit == FORT:
            return 1.0
        content = self.content
        if content.side[unit] == GERMAN:
            extra = content.attack[unit] * 0.01
            return 1.0 + extra + (0.5 if pos.cargo[unit] >= 0 else 0.0)
        road = self._road_share(pos.where[unit]) * (0.6 if self.is_last else 0.1 + 0.25 * self.late)
        if content.is_piece[unit]:
            mates = [pos.where[piece] for piece in content.pieces[content.company[unit]]]
            whole = 0.25 if all(hex >= 0 for hex in mates) else 0.0
            return 0.3 + road + whole
        return 0.5 + road + content.attack[unit] * 0.02

    def _road_share(self, hex: int) -> float:
        """The points of the roads a Russian unit in this hex cuts, shared with the others on them."""
        content = self.content
        if hex not in self.roads_at:
            return 0.0
        return sum(
            content.road_points[number] / max(1, self.cutters[number])
            for number, hexes in enumerate(content.road_hexes)
            if hex in hexes
        )

    def denies(self, hex: int) -> float:
        """What it is worth to the Germans to stand in a hex: the shorter a road, the more each hex of it."""
        if hex not in self.roads_at:
            return 0.0
        roads = zip(self.content.road_points, self.content.road_hexes, strict=True)
        return sum(points / len(hexes) for points, hexes in roads if hex in hexes)


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
    return total / 6.0


# -- danger -------------------------------------------------------------------------------------


class Danger:
    """What the enemy can bring to bear on a hex."""

    def __init__(self, pos: DropPosition, side: int) -> None:
        self.pos = pos
        self.side = side
        content = pos.content
        enemies = [u for u in content.units_of[1 - side] if pos.where[u] >= 0 and pos.aboard[u] < 0]
        self.guns = [
            (unit, pos.where[unit], content.range[unit])
            for unit in enemies
            if content.attack[unit] and not content.is_piece[unit]
        ]
        self.stormers = [
            (content.attack[unit], pos.where[unit]) for unit in enemies if content.assaults[unit]
        ]
        self.known: dict[int, tuple[float, float, float]] = {}

    def at(self, hex: int, armoured: bool) -> float:
        """Attack factors that bear on a unit in this hex."""
        hard, soft, storm = self._factors(hex)
        return (hard if armoured else soft) + storm

    def risk(self, hex: int, unit: int) -> float:
        """The chance that a unit in this hex is lost in the next enemy turn, dispersal counted in part."""
        content = self.pos.content
        hard, soft, storm = self._factors(hex)
        fire = int(hard if content.is_armoured[unit] else soft)
        cover = content.cover[hex]
        by_fire = self._harm(fire, content.defence[unit], cover)
        by_storm = self._harm(
            int(storm), content.defence[unit], cover + content.die_modifier("close assault")
        )
        return 1.0 - (1.0 - by_fire) * (1.0 - by_storm)

    def _harm(self, attack: int, defence: int, modifier: int) -> float:
        column = odds_column(self.pos, attack, max(1, defence))
        if column < 0:
            return 0.0
        results = [result_of(self.pos, column, die, modifier) for die in range(1, 7)]
        return sum(1.0 if one == "X" else 0.0 if one == "-" else 0.25 for one in results) / 6.0

    def _factors(self, hex: int) -> tuple[float, float, float]:
        found = self.known.get(hex)
        if found is None:
            found = self._reckon(hex)
            self.known[hex] = found
        return found

    def _reckon(self, hex: int) -> tuple[float, float, float]:
        """Fire at armour, fire at anything else, and infantry within a step, which storms either."""
        pos = self.pos
        content = pos.content
        land = content.land
        hard = soft = 0.0
        for unit, here, longest in self.guns:
            far = content.distance(here, hex)
            if far > longest + 1 or far == 0 or (land.conceals[hex] and far > 2):
                continue
            factor = 1.0 if far <= longest and can_see(land, here, hex) else 0.3
            hard += factor * firepower(pos, unit, hex, True)
            soft += factor * firepower(pos, unit, hex, False)
        storm = sum(strength for strength, here in self.stormers if content.distance(here, hex) <= 2)
        return (hard, soft, storm)


class Hunt:
    """Enemies under cover: who spots them, and what could fire at them once somebody does."""

    def __init__(self, pos: DropPosition, side: int) -> None:
        content = pos.content
        land = content.land
        self.spotters: dict[int, list[int]] = {}
        self.support: dict[int, int] = {}
        for target in enemy_hexes(pos, side):
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
        best = 0.0
        for target in self.spotters:
            if pos.content.distance(hex, target) == 1 and not self.is_spotted(target, unit):
                best = max(best, shot_value(pos, worth, target, self.support[target]))
        return best


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
    content = pos.content
    best = 0.0
    for one in pos.at(target):
        if content.side[one] != pos.mover:
            odds = strength / max(1, content.defence[one])
            best = max(best, worth.of_unit(pos, one) * min(odds / 4.0, 1.0))
    return best


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


def enemy_hexes(pos: DropPosition, side: int) -> list[int]:
    """The hexes in which enemies are known to stand."""
    sides = pos.content.side
    return [hex for hex, units in pos.stacks().items() if sides[units[0]] != side or sides[units[-1]] != side]
