"""Where a group can go and what it pays: ground, zones of control, roads, help at streams.

Movement points are counted in halves, because a highway costs motor vehicles half a point.
"""

from bisect import bisect_left
from collections.abc import Sequence

from grognard.core.chapter import NOTHING, Explanation, Offer, Refusal, Ruling, Term, rule
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import (
    BUILT,
    HELPED,
    INFILTRATED,
    MARCHED,
    MOVED,
    BattalionPosition,
)
from grognard.games.battalions.model.scale import halves
from grognard.games.battalions.model.stacking import barred_hexes, in_companies
from grognard.games.battalions.movement.allowance import (
    has_trucks,
    marches_double,
)
from grognard.games.battalions.movement.move import Move
from grognard.kit.group import GroupReach, Mover, reach_together
from grognard.kit.reach import Going, Numbers, Reach, either, path_to, reach

# -- the search -----------------------------------------------------------------------------------


class Reachable:
    """Where units that pay alike can come to: what each has spent there, in halves, and the way."""

    def __init__(self, alone: Reach) -> None:
        self._alone = alone
        self._hexes, self._costs = alone.in_order

    @property
    def cost(self) -> dict[int, int]:
        """What the first unit pays to come to each hex."""
        return self._alone.cost

    def offer(self) -> Offer:
        """The hexes to go to, in their order, with what the first unit pays."""
        return Offer("to", self._hexes, self._costs)

    def path_to(self, goal: int) -> list[int]:
        """The hexes entered on the way, in order."""
        return path_to(self._alone.came, goal)

    def paid(self, hex: int, place: int) -> int:
        """What one unit of the group pays to come to a hex."""
        return self._costs[bisect_left(self._hexes, hex)]

    def off_road(self, hex: int, place: int) -> int:
        """What it pays of that away from roads, where trucks make a difference; else all of it."""
        return self.paid(hex, place)


class ReachableTogether(Reachable):
    """The same for a group of several kinds of movers; `place_of` has the kind of each unit.

    A unit on trucks counts as two: all that is spent, and after it what is spent away from roads.
    """

    def __init__(self, together: GroupReach, passed: Numbers, place_of: tuple[int, ...]) -> None:
        self._paid = {hex: paid for hex, paid in together.cost.items() if not passed[hex]}
        super().__init__(Reach({hex: paid[0] for hex, paid in self._paid.items()}, {}))
        self._together = together
        self._place_of = place_of

    def path_to(self, goal: int) -> list[int]:
        return self._together.path_to(goal)

    def paid(self, hex: int, place: int) -> int:
        return self._paid[hex][self._place_of[place]]

    def off_road(self, hex: int, place: int) -> int:
        which = self._place_of[place] + 1
        paid = self._paid[hex]
        return paid[which] if which < len(paid) and which not in self._place_of else paid[which - 1]


def reach_of(pos: BattalionPosition, v: Move) -> Reachable:
    """Where the group can come to: worked out once for the Ask and its answer, until somebody is placed."""
    key = (v, [pos.spent[unit] for unit in v.group], pos.turn)
    kept = pos.last_reach
    if kept is not None and kept[0] == key and isinstance(kept[1], Reachable):
        return kept[1]
    found = _reach(pos, v)
    pos.last_reach = (key, found)
    return found


@rule("rp.move-general.2", "rp.normal-move.3", "rp.normal-move.4", "rp.zoc.3", "rp.infiltration.1")
def _reach(pos: BattalionPosition, v: Move) -> Reachable:
    """Every hex the group can come to together with the points it has left.

    A group that has spent nothing may always go one hex, but not from one enemy zone into another.
    """
    movers, place_of = movers_of(pos, v, 0), [0]
    known = {_alike(pos, v, 0): 0} if len(v.group) > 1 else {}
    for place in range(1, len(v.group)):
        alike = _alike(pos, v, place)
        if alike not in known:
            known[alike] = len(movers)
            movers += movers_of(pos, v, place)
        place_of.append(known[alike])
    start = pos.hex[v.group[0]]
    fresh = not v.strategic and not any(pos.spent[unit] for unit in v.group)
    # A move ends neither where it began nor on water.
    passed = bytearray(pos.content.ground.water_flags)
    passed[start] = 1
    if len(movers) == 1:
        return Reachable(search_alone(movers[0], start, fresh, passed))
    return ReachableTogether(reach_together(movers, start, minimum=fresh), passed, tuple(place_of))


def _alike(pos: BattalionPosition, v: Move, place: int) -> tuple[object, ...]:
    """What tells two movers of a group apart."""
    unit = v.group[place]
    off_road = v.off_road[place] if has_trucks(pos, unit) else NOTHING
    content = pos.content
    ways = (pos.mobility_of(unit), content.is_leader[unit], pos.dispersed[unit], content.also_on_foot(unit))
    return (*ways, content.bounds(pos, unit) is None, v.allowances[place] - pos.spent[unit], off_road)


def search_alone(one: Mover, start: int, fresh: bool, passed: Numbers) -> Reach:
    """Where one kind of mover can come to, but for hexes that it can only pass."""
    return reach(
        one.going,
        {start: one.spent},
        max(one.limit, 0),
        closed=one.closed,
        stop=one.stop,
        enter=one.enter,
        leave=one.leave,
        sticky=one.sticky,
        slip=one.slip,
        minimum=fresh,
        passed=passed,
    )


def movers_of(pos: BattalionPosition, v: Move, place: int) -> list[Mover]:
    """How one unit of the group moves: its prices, its limit, and what hinders it.

    Who has trucks counts twice: all that is spent, and what is spent away from roads.
    """
    unit, limit = v.group[place], v.allowances[place]
    left = limit - pos.spent[unit]
    side = pos.content.side[unit]
    closed = closed_hexes(pos, side)
    bounds = pos.content.bounds(pos, unit)
    if bounds is not None:
        closed = either(closed, bounds.closed)
    if pos.dispersed[unit]:
        return [Mover(pos.content.ground.hex_going, left, 0, closed)]
    if v.strategic:
        closed = pos.content.joined[closed, strategic_bars(pos, side)]
        going = bridged(pos, unit, going_of(pos, unit, v.group, strategic=True), True)
        return _with_trucks(pos, v, place, Mover(going, left, 0, closed))
    zone = pos.zoc(1 - side)
    into, out = pos.content.zoc_tolls[zone, FOOT if pos.content.also_on_foot(unit) else pos.mobility_of(unit)]
    going = bridged(pos, unit, going_of(pos, unit, v.group), False, zone)
    mover = Mover(going, left, 0, closed, stop=zone, enter=into, leave=out, sticky=zone)
    return _with_trucks(pos, v, place, mover)


@rule("rs.prut.2", "rs.move-general.5")
def bridged(pos: BattalionPosition, unit: int, going: Going, strategic: bool, zone: bytes = b"") -> Going:
    """The same prices with the bridges that stand over a great river, and for some units those on foot.

    Who may go on foot pays in this enemy zone as on foot; where it drives, the difference is in the price.
    """
    content, mobility = pos.content, pos.mobility_of(unit)
    if content.also_on_foot(unit):
        going = content.ground.also_on_foot(going, strategic, zone, content.zone_extra(mobility))
    exits = content.open_exits(pos, mobility)
    return content.ground.bridged(going, exits, mobility, strategic) if exits else going


@rule("rp.movement-allowance.18")
def _with_trucks(pos: BattalionPosition, v: Move, place: int, mover: Mover) -> list[Mover]:
    """Along a road trucks pay the motorized rate; the points they bring serve only there."""
    unit = v.group[place]
    if not has_trucks(pos, unit):
        return [mover]
    by_road, off_road = pos.content.ground.on_trucks[mover.going, bool(v.strategic)]
    # Twice the allowance is twice the six points of the trucks.
    times = 2 if v.strategic and marches_double(pos, unit) else 1
    own = v.allowances[place] - pos.content.limit("truck-bonus") * 2 * times - v.off_road[place]
    return [mover._replace(going=by_road), mover._replace(going=off_road, limit=own)]


@rule("rp.movement-allowance.5", "rp.dnepr.10")
def going_of(pos: BattalionPosition, unit: int, group: Sequence[int], strategic: bool = False) -> Going:
    """The prices for a unit: streams where an engineer helps; in normal movement marches for a leader."""
    ground = pos.content.ground
    mobility = pos.mobility_of(unit)
    going = (ground.march_going if strategic else ground.going)[mobility]
    if pos.content.is_leader[unit] and not strategic:
        bars = strategic_bars(pos, pos.content.side[unit])
        going = going if bars[pos.hex[unit]] else ground.marching(mobility, bars)
    helped = helped_exits(pos, group)
    return ground.helped(going, mobility, tuple(helped)) if helped else going


@rule("rp.dnepr.13", "rp.dnepr.14")
def burden(pos: BattalionPosition, group: Sequence[int]) -> int:
    """What a group counts, in companies, for an engineer who helps it over a river: leaders nothing."""
    return sum(in_companies(pos, unit) for unit in group if not pos.content.is_leader[unit])


@rule("rp.dnepr.10", "rp.dnepr.11", "rp.dnepr.13", "rp.dnepr.14")
def helpers(pos: BattalionPosition, side: int, load: int) -> list[int]:
    """Engineers that can help a load, counted in companies, over a river: they have not stirred this turn."""
    content = pos.content
    return [
        unit
        for unit in content.engineers_of[side]
        if pos.hex[unit] >= 0
        and not pos.spent[unit]
        and not pos.flags[unit] & (MOVED | MARCHED | BUILT | INFILTRATED)
        and pos.helped[unit] + load <= content.limit("engineer-help")
    ]


def helped_exits(pos: BattalionPosition, group: Sequence[int]) -> list[int]:
    """The stream hexsides, as exits, at which an engineer can help this group: he stands beside them.

    For leaders alone nobody goes to such trouble.
    """
    ground, where, side = pos.content.ground, pos.hex, pos.content.side[group[0]]
    if ground.beside_stream.isdisjoint([where[unit] for unit in pos.content.engineers_of[side]]):
        return []
    load = burden(pos, group)
    if not load:
        return []
    found: list[int] = []
    for unit in helpers(pos, side, load):
        here = where[unit]
        if unit in group or here not in ground.beside_stream:
            continue
        for direction in range(6):
            exit = here * 6 + direction
            if ground.is_stream[exit]:
                there = ground.graph.ends[exit]
                found += [exit, there * 6 + (direction + 3) % 6]
    return found


@rule("rp.dnepr.11", "rp.dnepr.13")
def note_help(pos: BattalionPosition, group: Sequence[int], here: int, there: int) -> None:
    """A stream was crossed with help: the engineer beside it has helped so many, and stays where he is."""
    ground = pos.content.ground
    if here not in ground.beside_stream:
        return
    exit = here * 6 + pos.content.grid.direction(here, there)
    load = burden(pos, group)
    if not ground.is_stream[exit] or ground.is_linked(exit) or not load:
        return
    for unit in helpers(pos, pos.content.side[group[0]], load):
        if unit not in group and pos.hex[unit] in (here, there):
            pos.helped[unit] += load
            pos.flags[unit] |= HELPED
            pos.last_reach = None
            return


# -- what hinders ---------------------------------------------------------------------------------


def closed_hexes(pos: BattalionPosition, side: int) -> bytes:
    """The hexes that this side may not enter now: held by the enemy, or closed to all."""
    barred = barred_hexes(pos, side)
    shut = pos.content.shut(pos)
    return pos.content.closed[barred, shut] if shut else barred


@rule("rp.strategic.3", "rp.strategic.4", "rp.strategic.5")
def strategic_bars(pos: BattalionPosition, side: int) -> bytes:
    """The hexes closed to strategic movement: near the enemy, or not friendly when the phase began.

    Dispersed parachutists do not count as enemy units here, and the Germans pass through them.
    """
    return pos.content.joined[_foreign(pos, side), near_enemy(pos, side)]


def _foreign(pos: BattalionPosition, side: int) -> bytes:
    """The hexes on land that are not friendly, or were not when the phase began."""
    known = pos.kept_bars[side]
    if known is None:
        foreign = bytearray(bytes(pos.control[: pos.content.hexes]).translate(_FOREIGN[side]))
        for hex in pos.taken:
            foreign[hex] = 1
        for hex in pos.content.ground.waters:
            foreign[hex] = 0
        known = pos.kept_bars[side] = bytes(foreign)
    return known


_FOREIGN = [bytes(holder != side for holder in range(256)) for side in (0, 1)]


def near_enemy(pos: BattalionPosition, side: int) -> bytes:
    """The hexes within two of an enemy unit that is not dispersed."""
    return pos.content.within_two[pos.signs(1 - side)]


# -- where it cannot come --------------------------------------------------------------------------


@rule("rp.zoc.3", "rp.normal-move.4", "rp.infiltration.1")
def destination_refusal(pos: BattalionPosition, v: Move, hex: int) -> Ruling:
    """Why the group cannot come to this hex."""
    content = pos.content
    name, here = content.names[hex], pos.hex[v.group[0]]
    side = content.side[v.group[0]]
    if hex == here:
        return Refusal("rp.normal-move.1", f"{name} is where it stands.", "Stop here ends its move.")
    if content.ground.is_water[hex]:
        return Refusal("rp.dnepr.2", f"{name} is all water; nobody ends a move there.")
    for unit in v.group:
        bounds = content.bounds(pos, unit)
        if bounds is not None and bounds.closed[hex]:
            return bounds.why
    if pos.is_held(hex, side=1 - side):
        return Refusal("rp.move-intel.1", f"{name} is held by the enemy.", "Attack it in combat.")
    unlimbered = [unit for unit in v.group if content.is_artillery[unit] and not pos.limbered[unit]]
    if unlimbered:
        return Refusal("rp.move-general.4", f"{content.unit_names[unlimbered[0]]} is not limbered.")
    if v.strategic:
        return _march_refusal(pos, v, hex)
    zone = pos.zoc(1 - side)
    if zone[here] and zone[hex] and content.grid.distance(here, hex) == 1 and not pos.dispersed[v.group[0]]:
        why = f"{content.names[here]} and {name} are both in enemy zones of control."
        return Refusal("rp.normal-move.4", why, "Only infiltration leads from one into another.")
    left = min(limit - pos.spent[unit] for unit, limit in zip(v.group, v.allowances, strict=True))
    too_far = Refusal("rp.general.9", f"{name} is out of reach with {halves(left)} MP left.")
    return _barred_way(pos, v, hex) or too_far


FAR = 10_000
"""Points enough for any way."""


@rule("rp.zoc.3", "rp.move-general.2")
def _barred_way(pos: BattalionPosition, v: Move, hex: int) -> Ruling:
    """Why no points would carry the group to this hex: the ground, or enemy zones in which it must stop."""
    start, there = pos.hex[v.group[0]], pos.content.names[hex]
    for place, unit in enumerate(v.group):
        every = f"every way of {pos.content.unit_names[unit]} to {there} leads through"
        mover = movers_of(pos, v, place)[0]._replace(limit=FAR, spent=0)
        bare = mover._replace(closed=b"", stop=b"", enter=b"", leave=b"", sticky=b"", slip=b"")
        if hex not in _ways_of(pos, bare, start):
            own = pos.content.river_bar(pos, unit, start, hex)
            no_way = f"there is no way for {pos.content.unit_names[unit]} to {there}."
            return own or Refusal("rp.move-general.2", no_way)
        if hex not in _ways_of(pos, mover._replace(stop=b"", sticky=b""), start):
            return Refusal("rp.move-intel.1", f"{every} enemy units.")
        if hex not in _ways_of(pos, mover, start):
            return Refusal("rp.zoc.3", f"{every} an enemy zone of control, where it must stop.")
    return None


def _ways_of(pos: BattalionPosition, mover: Mover, start: int) -> dict[int, int]:
    """The hexes that a mover could come to with points enough."""
    return search_alone(mover, start, False, b"").cost


def _march_refusal(pos: BattalionPosition, v: Move, hex: int) -> Ruling:
    side, name = pos.content.side[v.group[0]], pos.content.names[hex]
    if pos.control[hex] != side or hex in pos.taken:
        return Refusal("rp.strategic.4", f"{name} was not friendly when the phase began.")
    if near_enemy(pos, side)[hex]:
        return Refusal("rp.strategic.3", f"{name} is within 2 hexes of an enemy unit.")
    if hex not in _ways_of(pos, movers_of(pos, v, 0)[0]._replace(limit=FAR), pos.hex[v.group[0]]):
        own = pos.content.river_bar(pos, v.group[0], pos.hex[v.group[0]], hex)
        why = f"every way to {name} leads near the enemy, over ground that was not friendly, or over a river."
        return own or Refusal("rp.strategic.3", why)
    return Refusal("rp.strategic.2", f"{name} is out of reach.")


# -- explanation ----------------------------------------------------------------------------------


def move_sheet(pos: BattalionPosition, v: Move, goal: int) -> Explanation:
    """The way of the group's first unit hex by hex, term by term."""
    found = reach_of(pos, v)
    unit, here = v.group[0], pos.hex[v.group[0]]
    mover = movers_of(pos, v, 0)[0]
    terms = [Term("already spent", halves(pos.spent[unit]), "rp.general.9")] if pos.spent[unit] else []
    total = 0
    for there in found.path_to(goal):
        price = mover.going.prices[here * 6 + pos.content.grid.direction(here, there)]
        label = f"{pos.content.names[there]} {pos.content.ground.name_of(here, there)}"
        terms.append(Term(label, halves(price), "rp.move-general.2", True))
        zones = (_at(mover.leave, here), "rp.zoc.2", "out of"), (_at(mover.enter, there), "rp.zoc.1", "into")
        terms += [Term(f"{word} an enemy zone", halves(cost), id, True) for cost, id, word in zones if cost]
        total += price + sum(cost for cost, _, _ in zones)
        here = there
    if total > found.cost[goal]:
        less = halves(total - found.cost[goal])
        terms.append(Term("one hex is always allowed", f"−{less}", "rp.normal-move.3"))
    paid = f"{halves(pos.spent[unit] + found.cost[goal])} of {halves(v.allowances[0])} MP"
    return Explanation(f"Move to {pos.content.names[goal]}", tuple(terms), paid)


def _at(numbers: Sequence[int], hex: int) -> int:
    return numbers[hex] if numbers else 0
