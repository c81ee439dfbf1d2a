"""Movement of the battalion games reckoned again: allowances, reach, supply."""

from collections import deque
from typing import Any, NamedTuple

from referee.battalions_facts import (
    BLEW,
    CROSSED,
    DEMORALIZED,
    FOOT,
    HAS_BUILT,
    HAS_MARCHED,
    HAS_MOVED,
    HAS_SLIPPED,
    HELPED,
    IN_ORDER,
    ISOLATED,
    MOTOR,
    OUT,
    REPLACED,
    RETURNED,
    SUPPLIED,
    Facts,
    up,
)

# -- allowances -----------------------------------------------------------------------------------


def allowance(f: Facts, unit: int) -> int:
    """The MA in force: printed, with what is added, then halved, each fraction rounded up."""
    pos = f.pos
    if pos.dispersed[unit]:
        return 3
    if pos.flags[unit] & (REPLACED | RETURNED | CROSSED | HELPED):
        return 0
    foot = f.mobility(unit) == FOOT
    if f.is_leader(unit):
        return 14
    total = f.limit("afoot-movement") if pos.afoot[unit] else f.printed(unit, "movement")
    if pos.supply[unit] == OUT and not foot:
        total -= 2
    if pos.supply[unit] == ISOLATED:
        total -= 1 if foot else 4
    if pos.morale_state[unit] == DEMORALIZED:
        total -= 2 if foot else 4
    total += leader_bonus(f, unit, foot)
    if on_trucks(f, unit):
        total += f.limit("truck-bonus")
    total = max(0, total)
    if pos.flags[unit] & BLEW:
        total = up(total)
    if pos.morale_state[unit] == DEMORALIZED and f.is_night:
        total = up(total)
    if "no-fuel" in f.traits(f.origin(unit)) and pos.turn <= f.limit("fuel-until"):
        total = up(total)
    return total


def leader_bonus(f: Facts, unit: int, foot: bool) -> int:
    """The best of the leaders within a hex of a unit of theirs, or of one that is stacked with such."""
    side, here = f.side(unit), f.pos.hex[unit]
    mates = [one for one in f.stack(here, side) if not f.is_leader(one)]
    near = [one for hex in (here, *f.around(here)) for one in f.stack(hex, side) if f.is_leader(one)]
    led = [leader for leader in near if any(f.leads(leader, mate) for mate in mates)]
    return max([f.printed(leader, "foot" if foot else "motor") for leader in led], default=0)


def on_trucks(f: Facts, unit: int) -> bool:
    came = f.pos.arrived[unit]
    return 0 < came > f.pos.turn - f.limit("truck-turns") and "truck-borne" in f.traits(f.origin(unit))


def marches_double(f: Facts, unit: int) -> bool:
    on_foot = f.mobility(unit) == FOOT and not f.pos.dispersed[unit]
    return on_foot and f.pos.morale_state[unit] == IN_ORDER


# -- reach ----------------------------------------------------------------------------------------


class Purse(NamedTuple):
    """One thing that a unit of the group must not overspend: its points, or with trucks those off roads."""

    unit: int
    limit: int
    off_road: bool = False


def purses(f: Facts, v: Any) -> list[Purse]:
    found = []
    for place, unit in enumerate(v.group):
        found.append(Purse(unit, v.allowances[place] - f.pos.spent[unit]))
        if on_trucks(f, unit) and not f.pos.dispersed[unit]:
            times = 2 if v.strategic and marches_double(f, unit) else 1
            own = v.allowances[place] - f.limit("truck-bonus") * 2 * times - v.off_road[place]
            found.append(Purse(unit, own, True))
    return found


def reach(f: Facts, v: Any) -> dict[int, int]:
    """Where the group can come to, each hex with the least that its first unit pays for it."""
    side = f.side(v.group[0])
    start = f.pos.hex[v.group[0]]
    ways = Ways(f, v, side)
    all_purses = purses(f, v)
    fresh = not v.strategic and not any(f.pos.spent[unit] for unit in v.group)
    labels: dict[int, list[tuple[int, ...]]] = {start: [(0,) * len(all_purses)]}
    queue = deque([(start, (0,) * len(all_purses))])
    while queue:
        here, spent = queue.popleft()
        if spent not in labels[here] or (here != start and ways.must_stop(here)):
            continue
        for way, there in f.beside(here):
            if ways.is_closed(here, there):
                continue
            prices = [ways.price(purse, here, way, there) for purse in all_purses]
            if any(price is None for price in prices):
                continue
            paid = tuple(before + (price or 0) for before, price in zip(spent, prices, strict=True))
            if any(one > max(0, purse.limit) for one, purse in zip(paid, all_purses, strict=True)):
                if here != start or not fresh:
                    continue
                paid = tuple(
                    min(one, max(0, purse.limit)) for one, purse in zip(paid, all_purses, strict=True)
                )
            known = labels.setdefault(there, [])
            if any(all(a <= b for a, b in zip(one, paid, strict=True)) for one in known):
                continue
            known[:] = [one for one in known if not all(b <= a for a, b in zip(one, paid, strict=True))]
            known.append(paid)
            queue.append((there, paid))
    ends = {hex for hex in labels if hex != start and not f.is_water(hex)}
    return {hex: min(one[0] for one in labels[hex]) for hex in ends}


class Ways:
    """What opens and bars the ways of a group."""

    def __init__(self, f: Facts, v: Any, side: int) -> None:
        self.f, self.v, self.side = f, v, side
        self.dispersed = bool(f.pos.dispersed[v.group[0]])
        self.zone = set() if v.strategic or self.dispersed else f.zone(1 - side)
        self.barred = bars_to_marches(f, side) if v.strategic or self._has_leader() else set()
        self.tied = f.is_steel and not f.pos.alarmed and any("chisinau" in f.traits(u) for u in v.group)
        self.city = f.board.area("chisinau") if self.tied else frozenset()
        self.helped = set() if self.dispersed else helped_streams(f, v.group, side)
        self.over = {
            (here, there): vehicles
            for near, far, vehicles in (f.bridges() if f.pos.phasing == 0 else [])
            for here, there in ((near, far), (far, near))
        }

    def _has_leader(self) -> bool:
        return any(self.f.is_leader(unit) for unit in self.v.group)

    def must_stop(self, hex: int) -> bool:
        return hex in self.zone

    def is_closed(self, here: int, there: int) -> bool:
        f = self.f
        if f.holds(there, 1 - self.side) or (self.v.strategic and there in self.barred):
            return True
        if not f.is_steel and not f.pos.bridge and there == f.content.bridge_water:
            return True
        if self.tied and there not in self.city:
            return True
        return here in self.zone and there in self.zone

    def price(self, purse: Purse, here: int, way: int, there: int) -> int | None:
        """What a purse pays for one step; None if its unit may not go."""
        f, unit = self.f, purse.unit
        if self.dispersed:
            return None if f.price(here, way, FOOT) is None else 2
        classes = [f.mobility(unit)]
        if "motorcycle" in f.traits(unit):
            classes.append(FOOT)
        found = [self._one(purse, here, way, there, mobility) for mobility in classes]
        return min([price for price in found if price is not None], default=None)

    def _one(self, purse: Purse, here: int, way: int, there: int, mobility: str) -> int | None:
        f, unit = self.f, purse.unit
        marches = bool(self.v.strategic)
        if f.is_leader(unit) and not marches:
            marches = f.pos.hex[unit] not in self.barred and there not in self.barred
        road = f.road(here, way)
        price = f.price(here, way, mobility, marches)
        if (here, there) in self.over and (self.over[here, there] or mobility == FOOT):
            rates = f.tables["strategic-movement" if marches else "terrain-movement"]
            price = rates.halves(road or "road", mobility)
        if price is not None and not road and (here, there) in self.helped:
            costs = f.tables["terrain-movement"]
            price -= costs.halves("stream", mobility) - costs.halves("stream-helped", mobility)
        if road and on_trucks(f, unit) and f.hexside(here, way) != "river":
            rates = f.tables["strategic-movement" if self.v.strategic else "terrain-movement"]
            price = 0 if purse.off_road else rates.halves(road, MOTOR)
        if price is None:
            return None
        tolls = f.tables["zoc-costs"]
        price += tolls.halves("enter", mobility) * (there in self.zone)
        return int(price + tolls.halves("leave", mobility) * (here in self.zone))


def bars_to_marches(f: Facts, side: int) -> set[int]:
    """Hexes within two of an enemy unit, and land that was not friendly when the phase began."""
    found = {hex for hex in f.hexes if not f.is_water(hex) and f.pos.control[hex] != side}
    found.update(hex for hex in f.pos.taken if not f.is_water(hex))
    for hex in f.stacks:
        if f.has_unit(hex, 1 - side):
            near = {hex, *f.around(hex)}
            found |= near.union(*(f.around(one) for one in near))
    return found


def helped_streams(f: Facts, group: tuple[int, ...], side: int) -> set[tuple[int, int]]:
    """The streams over which an engineer beside them, who has not stirred, can help so many."""
    load = sum(3 if f.is_battalion(unit) else 1 for unit in group if not f.is_leader(unit))
    if not load:
        return set()
    stirred = HAS_MOVED | HAS_MARCHED | HAS_BUILT | HAS_SLIPPED
    found: set[tuple[int, int]] = set()
    for unit in f.on_map(side):
        if f.kind(unit) != "engineer" or unit in group or f.pos.spent[unit] or f.pos.flags[unit] & stirred:
            continue
        if f.pos.helped[unit] + load > f.limit("engineer-help"):
            continue
        for way, there in f.beside(f.pos.hex[unit]):
            if f.hexside(f.pos.hex[unit], way) == "stream":
                found |= {(f.pos.hex[unit], there), (there, f.pos.hex[unit])}
    return found


# -- supply ---------------------------------------------------------------------------------------


def supplied(f: Facts, side: int) -> dict[int, bool]:
    """Every unit of a side on the map but leaders, and whether it can trace a supply path."""
    links = supply_links(f, side)
    steps = {hex: supply_steps(f, hex) for hex in f.hexes}
    blocked = blocked_to_supply(f, side)
    from_edge = spread(sources(f, side), None, steps, links, blocked)
    units = [unit for unit in f.on_map(side) if not f.is_leader(unit)]
    always = [unit for unit in units if {"airborne", "glider"} & f.traits(unit) or f.kind(unit) == "monitor"]
    hqs = [unit for unit in units if f.is_hq(unit) and (f.pos.hex[unit] in from_edge or unit in always)]
    areas = {hq: spread([f.pos.hex[hq]], supply_range(f, hq, side), steps, links, blocked) for hq in hqs}
    found = {}
    for unit in units:
        if unit in always:
            found[unit] = True
        elif f.is_hq(unit):
            found[unit] = unit in hqs
        else:
            found[unit] = any(
                f.pos.hex[unit] in area for hq, area in areas.items() if may_trace_to(f, unit, hq, side)
            )
    return found


def supply_range(f: Facts, hq: int, side: int) -> int:
    if side == 0:
        return (12 if f.nation(hq) == "german" else 8) if f.is_steel else 12
    return f.printed(hq, "range")


def may_trace_to(f: Facts, unit: int, hq: int, side: int) -> bool:
    """Germans to any HQ, in Red Steel of their nation; Soviets to their own, independent units to any."""
    if f.is_steel and side == 0:
        romanian = {"romanian", "ukrainian"}
        return (f.nation(unit) in romanian) == (f.nation(hq) in romanian)
    if side == 0:
        return True
    formation = f.formation(unit)
    if formation == f.formation(hq):
        return True
    if not formation:
        return True
    if f.is_steel:
        return bool(f.roster.formations[formation].kind == "garrison")
    if f.is_gun(unit):
        return False
    mobile = not {"motorized", "mechanized"}.isdisjoint(f.traits(unit))
    return mobile or f.kind(unit) in ("cavalry", "parachute")


def sources(f: Facts, side: int) -> list[int]:
    """The road hexes at the map edge from which a side is supplied."""
    if not f.is_steel:
        return list(f.content.exits[side])
    if side == 1:
        return list(f.content.soviet_exits)
    late = f.pos.turn >= f.limit("north-edge-from")
    return [*f.content.axis_exits, *(f.content.north_exits if late else ())]


def supply_links(f: Facts, side: int) -> dict[int, list[tuple[int, int]]]:
    """Over the great river at bridges and bridgeheads only, and how many hexes each way counts."""
    pairs: list[tuple[int, int, int]] = [(near, far, 1) for near, far, _ in f.bridges()]
    if not f.is_steel:
        if f.pos.bridge and f.content.bridge_water >= 0:
            pairs.append((f.content.bridge_west, f.content.bridge_east, 2))
        if side == 1:
            heads = [pair for pair in f.pos.all_pairs() if pair.on_map]
            pairs += [(one.near, one.far, f.board.grid.distance(one.near, one.far)) for one in heads]
    found: dict[int, list[tuple[int, int]]] = {}
    for near, far, length in pairs:
        found.setdefault(near, []).append((far, length))
        found.setdefault(far, []).append((near, length))
    return found


def supply_steps(f: Facts, hex: int) -> list[int]:
    barred = ("impassable", "river")
    ways = [(way, there) for way, there in f.beside(hex) if f.hexside(hex, way) not in barred]
    return [there for _, there in ways if not f.is_water(there)]


def blocked_to_supply(f: Facts, side: int) -> set[int]:
    """Hexes with an enemy, and those in his zones without a friendly unit."""
    zone = f.zone(1 - side)
    found = set()
    for hex in f.hexes:
        mine = any(not f.is_leader(unit) for unit in f.stack(hex, side))
        if (hex in zone and not mine) or f.has_unit(hex, 1 - side):
            found.add(hex)
    return found


def spread(
    starts: list[int],
    most: int | None,
    steps: dict[int, list[int]],
    links: dict[int, list[tuple[int, int]]],
    blocked: set[int],
) -> set[int]:
    """Every hex that a path from one of these can come to within so many hexes."""
    length = {hex: 0 for hex in starts if hex >= 0 and hex not in blocked}
    queue = deque(length)
    while queue:
        here = queue.popleft()
        ways = [(there, 1) for there in steps[here]] + links.get(here, [])
        for there, more in ways:
            far = length[here] + more
            if there in blocked or (most is not None and far > most):
                continue
            if far < length.get(there, 1 << 30):
                length[there] = far
                queue.append(there)
    return set(length)


def states_after_check(f: Facts, side: int) -> dict[int, int]:
    """The supply state of every unit after the check: who has no path keeps being isolated, or is out."""
    return {
        unit: SUPPLIED if fed else max(f.pos.supply[unit], OUT) for unit, fed in supplied(f, side).items()
    }
