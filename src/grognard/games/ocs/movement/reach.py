"""Ground movement: who may move, what a way costs, where a stack of unlike units can come to."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grognard.core.chapter import Explanation, Refusal, Ruling, Term, rule
from grognard.core.derived import derived
from grognard.games.ocs.model.ground import ALL, MOBILITIES, TRUCK
from grognard.games.ocs.model.position import (
    BUILT,
    EXPLOIT,
    EXPLOITATION,
    MOVED,
    MOVEMENT,
    PLEDGED,
    REACTION,
    RELEASED,
    STRAT,
    OcsPosition,
)
from grognard.games.ocs.model.scale import mp_text
from grognard.games.ocs.model.units import is_attack_capable
from grognard.games.ocs.model.zoc import open_zones
from grognard.games.ocs.movement.modes import allowance, left
from grognard.games.ocs.movement.step_costs import (
    TRAINBUSTING,
    going_of,
    goods_of,
    is_stormy,
    trainbusted_hexes,
    with_whole_steps,
)
from grognard.games.ocs.sequence.segments import is_movement
from grognard.kit.group import Mover, reach_together
from grognard.kit.reach import CLOSED, either, path_to, reach, toll

# -- who ----------------------------------------------------------------------------------------


@rule("ocs.movement.1", "ocs.reaction.1", "ocs.exploitation.1", "ocs.sequence.18", "ocs.units.5")
def move_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit may not begin to move, or change its mode, now."""
    content = pos.content
    name = content.unit_names[unit]
    if not is_movement(pos.phase):
        return Refusal("ocs.movement.1", "nobody moves in this segment.")
    if content.side[unit] != pos.acting:
        return Refusal("ocs.movement.1", f"{name} is of the other side.")
    if not 0 <= pos.hex[unit] < content.hexes:
        return Refusal("ocs.movement.1", f"{name} is not on the map.")
    if pos.extender[unit]:
        return Refusal("ocs.trace.15", f"{name} is an Extender and cannot move.")
    if content.is_aircraft[unit] or content.is_ship[unit]:
        why = "ocs.air.15" if content.is_aircraft[unit] else "ocs.naval.2"
        return Refusal(why, f"{name} does not move on the ground.")
    flags = pos.flags[unit]
    if flags & PLEDGED:
        return pledge_refusal(pos, unit)
    if flags & MOVED:
        return Refusal("ocs.movement.2", f"{name} has moved in this phase.")
    if pos.phase == REACTION and not flags & RELEASED:
        return Refusal("ocs.reaction.1", f"{name} was not released from Reserve.")
    if pos.phase == EXPLOITATION and not flags & RELEASED and pos.mode[unit] != EXPLOIT:
        return Refusal("ocs.exploitation.1", f"{name} neither exploits nor was released from Reserve.")
    if content.is_transport[unit] and pos.phase != MOVEMENT and not content.is_organic[unit]:
        return Refusal("ocs.movement.1", f"{name} moves only in the Movement Phase.")
    return None


def is_pledged(pos: OcsPosition, unit: int) -> bool:
    """Has the unit promised to spend no MP in this phase, or does it work?"""
    return pos.flags[unit] & PLEDGED > 0


@rule("ocs.zoc.17", "ocs.engineer.7")
def pledge_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit that works, or that keeps an enemy zone off others, does not move in this phase."""
    if not is_pledged(pos, unit):
        return None
    name = pos.content.unit_names[unit]
    if pos.flags[unit] & BUILT:
        return Refusal("ocs.engineer.7", f"{name} works: it stays in this phase.")
    return Refusal("ocs.zoc.17", f"{name} holds off an enemy zone: it stays in this phase.")


# -- where --------------------------------------------------------------------------------------


class StackWays(NamedTuple):
    """Where a group can come to: its classes of mobility, and what each class pays on the way."""

    classes: tuple[tuple[int, ...], ...]
    cost: dict[int, tuple[int, ...]]
    came: Mapping[int, int]
    """Where each place is entered from; of a mixed group `paths` has the whole ways."""
    paths: Mapping[int, list[int]]


@rule("ocs.basics.22", "ocs.stacking.6", "ocs.zoc.15")
def closed_hexes(pos: OcsPosition, group: tuple[int, ...]) -> bytes:
    """The hexes that a group may not enter: enemy combat units, goods it cannot take, zones in Strat Mode."""
    side = pos.content.side[group[0]]
    flags: list[bytes | bytearray] = [pos.men_of(1 - side)]
    if not all(is_attack_capable(pos, unit) for unit in group):
        flags.append(goods_of(pos, 1 - side))
    if any(pos.mode[unit] == STRAT for unit in group):
        flags.append(pos.zoc(1 - side))
    return either(*flags)


def classes_of(pos: OcsPosition, group: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The units of a group by mobility."""
    found: dict[int, list[int]] = {}
    for unit in group:
        found.setdefault(pos.mobility(unit), []).append(unit)
    return tuple(tuple(units) for _, units in sorted(found.items()))


def mover_of(
    pos: OcsPosition, units: Sequence[int], group: tuple[int, ...], bridges: tuple[int, ...]
) -> Mover:
    """One class of a group: its prices, what it has left, and what hinders it."""
    side = pos.content.side[units[0]]
    mobility = pos.mobility(units[0])
    going = going_of(pos, side, mobility, is_stormy(pos), bridges)
    busted = trainbusted_hexes(pos, side, mobility)
    stop = open_zones(pos, side, group) if mobility == TRUCK else b""
    limit = min(left(pos, unit) for unit in units)
    return Mover(going, limit, 0, closed_hexes(pos, group), stop, toll(busted, TRAINBUSTING))


@rule("ocs.movement.3", "ocs.movement.4", "ocs.movement.6", "ocs.zoc.4", "ocs.zoc.5", "ocs.zoc.6")
@derived()
def ways_of(pos: OcsPosition, group: tuple[int, ...], bridges: tuple[int, ...] = ()) -> StackWays:
    """Where the group can come to together with the MP each unit has left, and what each class pays."""
    classes = classes_of(pos, group)
    movers = [mover_of(pos, units, group, bridges) for units in classes]
    start = pos.hex[group[0]]
    # The one hex that is always allowed is for units that have not moved and can move at all.
    minimum = all(pos.spent[unit] == 0 and allowance(pos, unit) > 0 for unit in group)
    if len(movers) == 1:
        one = movers[0]
        found = reach(one.going, {start: 0}, one.limit, one.closed, one.stop, one.enter, minimum=minimum)
        whole = pos.content.whole_hexes[pos.mobility(group[0])]
        found = with_whole_steps(one.going, found, one.limit, one.closed, whole, one.stop)
        alone: dict[int, tuple[int, ...]] = {hex: (paid,) for hex, paid in found.cost.items() if hex != start}
        return StackWays(classes, alone, found.came, {})
    together = reach_together(movers, start, minimum)
    cost = {hex: paid for hex, paid in together.cost.items() if hex != start}
    paths = {hex: together.path_to(hex) for hex in cost}
    _add_whole_steps(movers, start, cost, paths, minimum)
    return StackWays(classes, cost, {}, paths)


def path_of(ways: StackWays, goal: int) -> list[int]:
    """The hexes entered on the way to a goal."""
    return ways.paths[goal] if goal in ways.paths else path_to(ways.came, goal)


def _add_whole_steps(
    movers: Sequence[Mover],
    start: int,
    cost: dict[int, tuple[int, ...]],
    paths: dict[int, list[int]],
    minimum: bool,
) -> None:
    """A mixed group: add the hexes that take all that one of its classes has left.

    `minimum`: the first hex is allowed to a class that lacks the MP for it.
    """
    graph = movers[0].going.graph
    begun = tuple(0 for _ in movers)
    for here, paid in [(start, begun), *list(cost.items())]:
        if here != start and any(mover.stop and mover.stop[here] for mover in movers):
            continue
        for exit in range(here * 6, here * 6 + 6):
            there = graph.ends[exit]
            prices = [mover.going.prices[exit] for mover in movers]
            if there < 0 or there in cost or there == start or ALL not in prices or movers[0].closed[there]:
                continue
            total = tuple(
                _after(mover, price, spent, minimum and here == start)
                for mover, price, spent in zip(movers, prices, paid, strict=True)
            )
            if all(spent >= 0 for spent in total):
                cost[there], paths[there] = total, [*paths.get(here, []), there]


def _after(mover: Mover, price: int, spent: int, is_allowed: bool) -> int:
    """What a class has spent after a step; -1 if it cannot make it."""
    if price == ALL:
        return mover.limit if spent < mover.limit else -1
    if is_allowed and price < CLOSED:
        return min(price, mover.limit)
    return spent + price if spent + price <= mover.limit else -1


# -- one step -------------------------------------------------------------------------------------


def step_price(pos: OcsPosition, unit: int, here: int, there: int, bridges: tuple[int, ...] = ()) -> int:
    """The price of a step for a unit, in quarters, Trainbusting included; ALL or CLOSED where it is that."""
    side, mobility = pos.content.side[unit], pos.mobility(unit)
    price = going_of(pos, side, mobility, is_stormy(pos), bridges).prices[pos.content.exit(here, there)]
    return price if price >= CLOSED else price + TRAINBUSTING * trainbusted_hexes(pos, side, mobility)[there]


@rule("ocs.overrun.4", "ocs.overrun.5")
def bare_price(pos: OcsPosition, unit: int, here: int, there: int) -> int:
    """The same without roads and bridges, as an overrun counts it."""
    content = pos.content
    side, mobility = content.side[unit], pos.mobility(unit)
    lists = content.bare_stormy if is_stormy(pos) else content.bare
    price = lists[mobility][content.exit(here, there)]
    return price if price >= CLOSED else price + TRAINBUSTING * trainbusted_hexes(pos, side, mobility)[there]


@rule("ocs.combat.8", "ocs.engineer.3")
def could_enter(pos: OcsPosition, unit: int, hex: int) -> bool:
    """Could the unit enter a neighbouring hex by movement, by road or bridge if need be?"""
    return step_price(pos, unit, pos.hex[unit], hex) != CLOSED


@rule("ocs.movement.2", "ocs.movement.3", "ocs.movement.12")
def way_refusal(pos: OcsPosition, group: tuple[int, ...], goal: int) -> Ruling:
    """Why a group does not come to a hex."""
    content = pos.content
    side = content.side[group[0]]
    name = content.names[goal]
    if pos.is_held_by(goal, 1 - side):
        return Refusal("ocs.stacking.6", f"enemy combat units are in {name}.", "Overrun it, or attack.")
    if closed_hexes(pos, group)[goal]:
        if pos.zoc(1 - side)[goal] and any(pos.mode[unit] == STRAT for unit in group):
            return Refusal("ocs.zoc.15", f"{name} is in an enemy Zone of Control, closed to Strat Mode.")
        return Refusal("ocs.basics.22", f"only Attack-Capable units may enter {name}.")
    if all(allowance(pos, unit) == 0 for unit in group):
        return Refusal("ocs.movement.4", "the side of the counter that shows has no movement allowance.")
    return Refusal("ocs.movement.3", f"{name} is further than the MP that are left lead.")


def way_sheet(
    pos: OcsPosition, group: tuple[int, ...], goal: int, bridges: tuple[int, ...] = ()
) -> Explanation:
    """The price of a move hex by hex for the class of the group that pays most."""
    content = pos.content
    ways = ways_of(pos, group, bridges)
    paid = max(ways.cost[goal])
    unit = ways.classes[ways.cost[goal].index(paid)][0]
    here, total, most = pos.hex[unit], 0, left(pos, unit)
    terms: list[Term] = []
    for there in path_of(ways, goal):
        price = step_price(pos, unit, here, there, bridges)
        price = most - total if price == ALL else price
        label = f"{content.names[there]} {content.terrain_name[there]}"
        terms.append(Term(label, mp_text(price), "ocs.movement.3", house=True))
        total += price
        here = there
    if total > paid:
        terms.append(Term("one hex is always allowed", f"−{mp_text(total - paid)}", "ocs.movement.4"))
    kind = MOBILITIES[pos.mobility(unit)].capitalize()
    return Explanation(
        f"Move to {content.names[goal]}", tuple(terms), f"{mp_text(paid)} of {mp_text(most)} {kind} MP"
    )
