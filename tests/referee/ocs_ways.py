"""Marches, overruns, retreats, advances and supply paths of the Operational Combat Series, reckoned again."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from referee.ocs_world import ALL, COMBAT, DG, EXPLOIT, MOVE, RESERVE, STORM, STRAT, TRUCK, P, World

Spent = tuple[Fraction, ...]


# -- marches --------------------------------------------------------------------------------------


def classes(world: World, group: Sequence[int]) -> list[int]:
    return sorted({world.way_of(unit) for unit in group})


def closed_to(world: World, group: Sequence[int]) -> set[int]:
    """Enemy combat units; goods for who cannot take them; zones for Strat Mode."""
    enemy = 1 - world.side(group[0])
    shut = world.held(enemy)
    if not all(world.can_attack(unit) for unit in group):
        shut |= {hex for hex in range(world.grid.size) if world.goods_in(hex, enemy)}
    if any(world.pos.mode[unit] == STRAT for unit in group):
        shut |= world.zones(enemy)
    return shut


def march(world: World, group: Sequence[int], bridge: int) -> dict[int, list[Spent]]:
    """Every hex that the group can come to, with what its classes spend: all ways that none other beats."""
    side, start = world.side(group[0]), world.pos.hex[group[0]]
    ways = classes(world, group)
    storm = world.pos.weather == STORM
    bridges = world.bridges(side) | ({bridge} if bridge >= 0 else set())
    shut = closed_to(world, group)
    stop = world.open_zones(side, group) if TRUCK in ways else set()
    most = tuple(min(world.left(u) for u in group if world.way_of(u) == way) for way in ways)
    busted = [world.busted(side, way) for way in ways]
    found: dict[int, list[Spent]] = {start: [tuple(Fraction(0) for _ in ways)]}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        if here in stop and here != start:
            continue
        for there in world.around(here):
            if there in shut or there == start:
                continue
            prices = [world.price(here, there, way, side, storm, bridges) for way in ways]
            if P in prices:
                continue
            for spent in found[here]:
                after = _spent(prices, spent, most, [there in zone for zone in busted])
                if after is not None and _add(found.setdefault(there, []), after):
                    waiting.append(there)
    fresh = all(not world.pos.spent[u] and world.allowance(u) > 0 for u in group)
    for there in world.around(start) if fresh else ():
        prices = [world.price(start, there, way, side, storm, bridges) for way in ways]
        if there not in shut and P not in prices:
            costs = [
                limit if price == ALL else min(limit, price + (there in zone))
                for price, limit, zone in zip(prices, most, busted, strict=True)
            ]
            _add(found.setdefault(there, []), tuple(map(Fraction, costs)))
    found.pop(start)
    return {hex: labels for hex, labels in found.items() if labels}


def _spent(prices: Sequence[Any], spent: Spent, most: Spent, busted: Sequence[bool]) -> Spent | None:
    after = []
    for price, paid, limit, more in zip(prices, spent, most, busted, strict=True):
        if price == ALL:
            total = limit
            if paid >= limit:
                return None
        else:
            total = paid + price + (1 if more else 0)
        if total > limit:
            return None
        after.append(total)
    return tuple(after)


def _add(labels: list[Spent], new: Spent) -> bool:
    """Keep what no other way beats; was it new?"""
    if any(all(a <= b for a, b in zip(old, new, strict=True)) for old in labels):
        return False
    labels[:] = [old for old in labels if not all(a <= b for a, b in zip(new, old, strict=True))]
    labels.append(new)
    return True


def overruns(world: World, group: Sequence[int]) -> list[int]:
    """The hexes that the group may overrun, fuel left aside."""
    pos, side, here = world.pos, world.side(group[0]), world.pos.hex[group[0]]
    for unit in group:
        ready = world.can_attack(unit) and pos.mode[unit] in (COMBAT, MOVE, EXPLOIT) and world.left(unit) >= 3
        if not ready or pos.began[unit] != pos.began[group[0]]:
            return []
    if sum(world.quarters(unit) for unit in world.units_in(here, side)) > 40 or pos.calm:
        return []
    return [
        there
        for there in world.around(here)
        if world.units_in(there, 1 - side) and all(_can_overrun(world, unit, here, there) for unit in group)
    ]


def _can_overrun(world: World, unit: int, here: int, there: int) -> bool:
    side, way = world.side(unit), world.way_of(unit)
    price = world.price(here, there, way, side, world.pos.weather == STORM, set(), roads=False)
    return price not in (P, ALL) and price + (there in world.busted(side, way)) <= 3


# -- after a combat -------------------------------------------------------------------------------


def could_enter(world: World, unit: int, here: int, there: int) -> bool:
    side = world.side(unit)
    storm = world.pos.weather == STORM
    return bool(world.price(here, there, world.way_of(unit), side, storm, world.bridges(side)) != P)


def retreats(world: World, v: Any) -> list[int]:
    """Where the group may step back to: ways without harm, or all that lead to the distance owed."""
    pos, start = world.pos, v.way[0]
    zones = world.zones(1 - v.side)
    enemy_held = world.held(1 - v.side)
    able = all(world.can_attack(unit) for unit in v.group)
    marching = any(pos.mode[unit] == STRAT for unit in v.group)

    def legal(here: int, there: int) -> bool:
        if there in v.barred or there in enemy_held or (not able and world.goods_in(there, 1 - v.side)):
            return False
        return all(could_enter(world, unit, here, there) for unit in v.group)

    def leads(first: int, unharmed: bool) -> bool:
        """Does a way that begins with this step come to the distance owed?"""
        was_dg = any(pos.mode[unit] == DG for unit in v.group)
        seen = set()
        waiting = [(v.way[-1], first, was_dg, len(v.way))]
        while waiting:
            here, there, dg, count = waiting.pop()
            if (there, dg, min(count, 3)) in seen or there in v.way or not legal(here, there):
                continue
            seen.add((there, dg, min(count, 3)))
            if unharmed and there in zones and (dg or marching):
                continue
            if world.grid.distance(start, there) == v.hexes:
                return True
            worse = dg or there in zones or count == 2
            waiting += [(there, on, worse, count + 1) for on in world.around(there)]
        return False

    near = world.around(v.way[-1])
    safe = [there for there in near if leads(there, True)]
    return safe or [there for there in near if leads(there, False)]


def advancers(world: World, v: Any) -> list[int]:
    """The attackers that may go into the hex that was attacked."""
    if v.attackers_went or world.units_in(v.target, 1 - v.side):
        return []
    return [
        unit
        for unit in v.attackers
        if unit in v.settled
        and 0 <= world.pos.hex[unit] != v.target
        and max(world.printed(unit, "movement", face) for face in (0, 1))
        and could_enter(world, unit, world.pos.hex[unit], v.target)
    ]


# -- supply ---------------------------------------------------------------------------------------


def supply_path(
    world: World, start: int, side: int, way: int, limit: int, movers: Sequence[int] = ()
) -> set[int]:
    """The hexes that a supply path of so many MP comes to, in fair weather."""
    shut = world.held(1 - side) | (world.open_zones(side, movers) if way == TRUCK else set())
    cost = {start: Fraction(0)}
    waiting = [] if start in shut else [start]
    bridges = world.bridges(side)
    while waiting:
        here = waiting.pop(0)
        for there in world.around(here):
            price = P if there in shut else world.price(here, there, way, side, False, bridges)
            if price == P or cost[here] >= limit:
                continue
            total = Fraction(limit) if price == ALL else cost[here] + price
            if total <= limit and total < cost.get(there, limit + 1):
                cost[there] = total
                waiting.append(there)
    return set(cost)


def sources(world: World, side: int) -> dict[Any, tuple[int, int, str]]:
    """Where supply lies: dumps and ordinary trucks by hex, Organic Trucks each for its formation."""
    pos = world.pos
    found: dict[Any, tuple[int, int, str]] = {}
    for hex in range(world.grid.size):
        tokens = pos.stores[side * world.board.size + hex]
        for unit, at in enumerate(pos.hex):
            ordinary = world.kind(unit) in ("truck", "wagon") and not pos.extender[unit]
            tokens += pos.cargo[unit] if at == hex and world.side(unit) == side and ordinary else 0
        if tokens:
            found[hex] = (hex, tokens, "")
    for unit, at in enumerate(pos.hex):
        mine = world.kind(unit) == "organic-truck" and world.side(unit) == side
        if mine and 0 <= at < world.grid.size and pos.cargo[unit]:
            found["truck", unit] = (at, pos.cargo[unit], world.formation(unit))
    return found


def in_reach(world: World, unit: int, movers: Sequence[int] = ()) -> int:
    """The tokens that a unit can draw, or have thrown to it."""
    pos, side, here = world.pos, world.side(unit), world.pos.hex[unit]
    all_sources = sources(world, side)
    way = _throws_by(world, unit) if world.kind(unit) == "hq" else TRUCK
    drawn = _drawn(world, supply_path(world, here, side, way, 5, movers), all_sources)
    for hq, at in enumerate(pos.hex):
        if not (
            0 <= at < world.grid.size and world.kind(hq) == "hq" and world.side(hq) == side and hq != unit
        ):
            continue
        own = world.formation(hq)
        serves = not own or world.formation(unit) == own or world.is_alone(unit)
        if not serves or pos.mode[hq] == STRAT:
            continue
        by = _throws_by(world, hq)
        reach = supply_path(world, at, side, by, world.printed(hq, "throw"), movers)
        if reach & {here, *world.around(here)}:
            drawn |= _drawn(world, supply_path(world, at, side, by, 5, movers), all_sources)
    mine = world.formation(unit)
    return sum(all_sources[one][1] for one in drawn if all_sources[one][2] in ("", mine))


def _throws_by(world: World, hq: int) -> int:
    traits = world.counters[hq].traits
    return 0 if "throws-leg" in traits else 1 if "throws-track" in traits else TRUCK


def _drawn(world: World, reach: set[int], all_sources: dict[Any, tuple[int, int, str]]) -> set[Any]:
    return {one for one, (at, _, _) in all_sources.items() if reach & {at, *world.around(at)}}


def reserve_may_stay(world: World, group: Sequence[int], hex: int) -> bool:
    """No Reserve in a hedgehog, nor in more hexes than there are markers."""
    pos, side = world.pos, world.side(group[0])
    waiting = [unit for unit in group if pos.mode[unit] == RESERVE]
    if not waiting:
        return True
    others = {
        at
        for unit, at in enumerate(pos.hex)
        if at >= 0 and world.side(unit) == side and pos.mode[unit] == RESERVE and unit not in waiting
    }
    return not pos.hedgehog[hex] and len(others | {hex}) <= pos.content.reserve_markers[side]
