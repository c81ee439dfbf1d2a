"""Ways reckoned a second time, step by step and by every path there is, on maps drawn by chance.

Slow and simple: hexes are columns and rows, prices are the printed chart, nothing is remembered.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs.combat.retreat import Retreat, ways_back
from grognard.games.ocs.model.ground import LEG, TRACK, TRUCK
from grognard.games.ocs.model.position import ASTER, BOREAL, OcsPosition
from grognard.games.ocs.model.zoc import has_zoc
from grognard.games.ocs.movement.reach import ways_of
from grognard.games.ocs.movement.step_costs import area_around, supply_reach
from grognard.games.ocs.supply.draw_and_throw import drawn_from

COLUMNS, ROWS = 7, 6
ALL, NEVER = "all", "never"
Price = int | str
"""Quarters of a Movement Point."""
GROUND: dict[str, tuple[Price, Price, Price]] = {
    ".": (4, 4, 4),
    "w": (4, 8, 8),
    "F": (8, 12, 16),
    "h": (8, 8, 12),
    "M": (12, ALL, NEVER),
    "s": (8, ALL, NEVER),
    "v": (4, 4, 4),
    "~": (NEVER, NEVER, NEVER),
}
RIVERS: dict[str, tuple[Price, Price, Price]] = {
    "minor-river": (4, 8, 16),
    "major-river": (ALL, NEVER, NEVER),
}
ROADS = {
    "primary-road": (4, 2, 2),
    "secondary-road": (4, 4, 4),
    "railroad": (4, 4, 8),
}
Hex = tuple[int, int]


def around(place: Hex) -> list[Hex]:
    """Every second column lies half a hex lower."""
    column, row = place
    step = 1 if column % 2 else -1
    near = [(column, row + 1), (column, row - 1)]
    near += [(column + side, row + rise) for side in (-1, 1) for rise in (0, step)]
    return [(c, r) for c, r in near if 1 <= c <= COLUMNS and 1 <= r <= ROWS]


def far_from(start: Hex) -> dict[Hex, int]:
    """How many hexes everything is from here."""
    found, ring = {start: 0}, [start]
    while ring:
        ring = [there for here in ring for there in around(here) if there not in found]
        found |= dict.fromkeys(ring, max(found.values()) + 1)
    return found


def name(place: Hex) -> str:
    return f"{place[0]:02d}.{place[1]:02d}"


class Land:
    """A map drawn by chance, and what a step costs on it."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.rng = rng
        self.letters = {
            (column, row): rng.choice("......wwFhMsv~")
            for column in range(1, COLUMNS + 1)
            for row in range(1, ROWS + 1)
        }
        pairs = sorted({tuple(sorted((here, there))) for here in self.letters for there in around(here)})
        self.rivers = {pair: rng.choice(list(RIVERS)) for pair in rng.sample(pairs, 14)}
        self.roads = {
            pair: kind
            for kind in ("railroad", "secondary-road", "primary-road")
            for pair in rng.sample(pairs, 7)
        }
        self.free = [place for place, letter in self.letters.items() if letter != "~"]
        self.bridges: set[Hex] = set()

    @property
    def rows(self) -> list[str]:
        return [
            "".join(self.letters[column, row] for column in range(1, COLUMNS + 1))
            for row in range(ROWS, 0, -1)
        ]

    @property
    def map(self) -> dict[str, Any]:
        rivers = {
            kind: [f"{name(a)}/{name(b)}" for (a, b), one in self.rivers.items() if one == kind]
            for kind in RIVERS
        }
        roads = {
            kind: [f"{name(a)} {name(b)}" for (a, b), one in self.roads.items() if one == kind]
            for kind in ROADS
        }
        return {"rivers": rivers, "roads": roads}

    def _one_way(self, mobility: int, here: Hex, there: Hex, bridged: bool, storm: bool) -> Price:
        pair = (min(here, there), max(here, there))
        price = GROUND[self.letters[there]][mobility]
        if storm and mobility == TRUCK and self.letters[there] == ".":
            price = 8
        kind = self.rivers.get(pair, "")
        if bridged:
            kind = "minor-river" if kind == "major-river" else ""
        crossing = RIVERS[kind][mobility] if kind else 0
        if NEVER in (price, crossing):
            whole: Price = NEVER
        elif isinstance(price, str) or isinstance(crossing, str):
            whole = ALL
        else:
            whole = price + crossing
        road = ROADS[self.roads[pair]][mobility] if pair in self.roads else None
        return road if road is not None and (isinstance(whole, str) or road < whole) else whole

    def price(self, mobility: int, here: Hex, there: Hex, storm: bool = False) -> Price:
        """What a step costs; nobody goes where he could not come back from."""

        def both(bridged: bool) -> tuple[Price, Price]:
            out = self._one_way(mobility, here, there, bridged, storm)
            return out, self._one_way(mobility, there, here, bridged, storm)

        if here in self.bridges or there in self.bridges:
            out, home = both(True)
            if NEVER not in (out, home):
                return out
        out, home = both(False)
        return NEVER if NEVER in (out, home) else out


# -- moving ---------------------------------------------------------------------------------------

BODIES = {LEG: "a21", TRACK: "a11", TRUCK: "a14"}


def scene(seed: int, **given: Any) -> tuple[Land, OcsPosition, Hex]:
    """Two divisions of Boreal with their zones, an engineer of Aster, and the movers in one hex."""
    land = Land(seed)
    start, *others = land.rng.sample(land.free, 4)
    land.bridges = {others[2]}
    units = {
        " ".join(BODIES.values()): {"hex": name(start), "mode": "move"},
        "b11": name(others[0]),
        "b12": name(others[1]),
        "a33": name(others[2]),
    }
    return land, position(land.rows, units, map=land.map, **given), start


def zones(pos: OcsPosition, side: int) -> set[Hex]:
    """The hexes next to units of a side with a zone."""
    return {there for place in places(pos, side, zone=True) for there in around(place)}


def places(pos: OcsPosition, side: int, zone: bool = False) -> list[Hex]:
    units = [one for one in pos.content.combat_units[side] if pos.hex[one] >= 0]
    return [as_hex(pos, pos.hex[one]) for one in units if not zone or has_zoc(pos, one)]


def as_hex(pos: OcsPosition, number: int) -> Hex:
    column, row = pos.content.names[number].split(".")
    return int(column), int(row)


def paid(price: Price, busted: bool, spent: int, limit: int) -> int | None:
    """What has been spent after a step; None if it cannot be made."""
    if price == NEVER:
        return None
    if isinstance(price, str):
        return limit if spent < limit else None
    after = spent + price + 4 * busted
    return after if after <= limit else None


def reached(
    land: Land, pos: OcsPosition, start: Hex, kinds: list[int], limits: list[int], moved: bool
) -> set[Hex]:
    """Every hex that a group comes to together, by every way there is."""
    storm = pos.weather == 2
    men = set(places(pos, BOREAL))
    open_zones = zones(pos, BOREAL) - {name_ for name_ in places(pos, ASTER) if name_ != start}
    marked = {as_hex(pos, number) for number, sides in enumerate(pos.trainbusted) if sides & 1}
    near = marked | {there for place in marked for there in around(place)}
    begun = (start, (0,) * len(kinds))
    seen, waiting = {begun}, [begun]
    while waiting:
        here, spent = waiting.pop()
        if here != start and TRUCK in kinds and here in open_zones:
            continue
        for there in around(here):
            prices = [land.price(kind, here, there, storm) for kind in kinds]
            after = [
                paid(price, there in (marked if kind == LEG else near), one, limit)
                for price, kind, one, limit in zip(prices, kinds, spent, limits, strict=True)
            ]
            if here == start and spent == begun[1] and not moved and NEVER not in prices:
                # One hex is always allowed.
                after = [one if one is not None else limit for one, limit in zip(after, limits, strict=True)]
            if there in men or None in after:
                continue
            state = (there, tuple(one for one in after if one is not None))
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return {place for place, _ in seen} - {start}


@pytest.mark.rule(
    "ocs.movement.3a",
    "ocs.movement.3b",
    "ocs.movement.4e",
    "ocs.movement.6b",
    "ocs.movement.9c",
    "ocs.movement.12",
    "ocs.basics.9b",
    "ocs.zoc.5",
    "ocs.movement.10",
    "ocs.movement.15c",
    "ocs.airmission.7a",
)
@pytest.mark.rule("ocs.movement.15", "ocs.zoc.4", "ocs.zoc.5", "ocs.engineer.2", "ocs.airmission.6")
@pytest.mark.parametrize("seed", range(12))
def test_where_stacks_come_to(seed: int) -> None:
    weather = ("clear", "storm")[seed % 2]
    busted = {"aster": ["04.03"]} if seed % 3 == 0 else {}
    land, pos, start = scene(seed, weather=weather, trainbusted=busted)
    allowances = {LEG: 5, TRACK: 14, TRUCK: 18}
    groups = [[LEG], [TRACK], [TRUCK], [TRACK, TRUCK], [LEG, TRUCK]]
    for kinds, left in product(groups, (5 * 4, 5 * 2)):
        units = [unit(pos, BODIES[kind]) for kind in kinds]
        for one, kind in zip(units, kinds, strict=True):
            pos.put.spent[one] = allowances[kind] * 4 - left
        moved = any(pos.spent[one] for one in units)
        expected = reached(land, pos, start, kinds, [left] * len(kinds), moved)
        found = {as_hex(pos, number) for number in ways_of(pos, tuple(units)).cost}
        assert found == expected, (kinds, left, found ^ expected)


# -- supply ---------------------------------------------------------------------------------------


def supplied(land: Land, pos: OcsPosition, start: Hex, mobility: int, limit: int) -> dict[Hex, int]:
    """How far a supply path leads in fair weather, and what it costs."""
    closed = set(places(pos, BOREAL))
    if mobility == TRUCK:
        closed |= zones(pos, BOREAL) - set(places(pos, ASTER))
    found = {start: 0}
    if start in closed:
        return found
    for _ in range(COLUMNS * ROWS):
        for here, spent in list(found.items()):
            for there in around(here):
                after = paid(land.price(mobility, here, there), False, spent, limit)
                if after is not None and there not in closed and after < found.get(there, 396):
                    found[there] = after
    return found


@pytest.mark.rule(
    "ocs.supply.8a",
    "ocs.supply.15a",
    "ocs.supply.16a",
    "ocs.supply.17",
    "ocs.supply.18a",
    "ocs.zoc.7c",
    "ocs.airmission.7c",
)
@pytest.mark.parametrize("seed", range(4))
def test_how_far_supply_is_drawn_and_from_where(seed: int) -> None:
    land, pos, _ = scene(seed + 100, weather="storm", trainbusted={"aster": ["04.03"]})
    goal = land.rng.choice(land.free)
    pos.add_dump(hex(pos, name(goal)), ASTER, 4)
    near = {goal, *around(goal)}
    for mobility in (LEG, TRACK, TRUCK):
        area = area_around(pos, [hex(pos, name(goal))], ASTER, mobility, 5 * 4)
        for here in land.rng.sample(land.free, 9):
            number = hex(pos, name(here))
            ways = supplied(land, pos, here, mobility, 5 * 4)
            found = supply_reach(pos, number, ASTER, mobility, 5 * 4).cost
            assert {as_hex(pos, one): cost for one, cost in found.items()} == ways
            length = min((cost for place, cost in ways.items() if place in near), default=None)
            drawn = drawn_from(pos, number, ASTER, mobility)
            assert drawn == ({} if length is None else {hex(pos, name(goal)): length})
            if here not in places(pos, BOREAL):
                assert (number in area) is (length is not None)


# -- retreating -----------------------------------------------------------------------------------


def ways_out(
    land: Land, pos: OcsPosition, v: Retreat, kinds: list[int], is_dg: bool
) -> Iterator[tuple[Hex, int]]:
    """Every retreat to exactly the distance owed: its first hex, and the steps that zones cost on it."""
    start = as_hex(pos, v.way[0])
    far = far_from(start)
    zone = zones(pos, 1 - v.side)
    barred = {as_hex(pos, number) for number in v.barred} | set(places(pos, 1 - v.side))
    begun = [as_hex(pos, number) for number in v.way]
    for first in around(begun[-1]):
        open_ends = [(begun[-1], first, is_dg, len(begun), 0)]
        been = set()
        while open_ends:
            here, there, shaken, count, harm = open_ends.pop()
            prices = [land.price(kind, here, there, pos.weather == 2) for kind in kinds]
            harm = int(harm or (shaken and there in zone))
            state = (there, shaken, min(count, 3), harm)
            if state in been or there in begun or there in barred or NEVER in prices:
                continue
            been.add(state)
            if far[there] == v.hexes:
                yield first, harm
                continue
            after = shaken or there in zone or count == 2
            open_ends += [(there, on, after, count + 1, harm) for on in around(there)]


@pytest.mark.rule(
    "ocs.results.15a",
    "ocs.results.16b",
    "ocs.results.16c",
    "ocs.results.17",
    "ocs.results.18a",
    "ocs.results.20",
)
@pytest.mark.rule("ocs.results.21", "ocs.results.19")
@pytest.mark.parametrize("seed", range(30))
def test_which_way_a_beaten_stack_goes_back(seed: int) -> None:
    land, pos, start = scene(seed + 200)
    kinds = [[LEG], [TRACK], [LEG, TRUCK]][seed % 3]
    group = tuple(unit(pos, BODIES[kind]) for kind in kinds)
    for dg, owed in product((False, True), (1, 2, 3)):
        for one in group:
            pos.put.mode[one] = 4 if dg else 1
        barred = (hex(pos, name(land.rng.choice(around(start)))),)
        here = hex(pos, name(start))
        v = Retreat(ASTER, owed, barred, (), group=group, way=(here,))
        best: dict[Hex, int] = {}
        for first, harm in ways_out(land, pos, v, kinds, dg):
            best[first] = min(best.get(first, harm), harm)
        safe = {first for first, harm in best.items() if not harm}
        found = {as_hex(pos, number) for number in ways_back(pos, v)}
        assert found == (safe or set(best)), (dg, owed)
