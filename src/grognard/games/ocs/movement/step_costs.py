"""Ways over the map: what a step costs now, with weather and bridges, and what closes a hex."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress

from grognard.core.derived import derived
from grognard.core.ledger import rule
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.ground import ALL, LEG, TRUCK
from grognard.games.ocs.model.position import STORM, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.units import is_engineer_capable
from grognard.games.ocs.model.zoc import open_zones, who_matters
from grognard.kit.reach import CLOSED, Going, Reach, either, reach


@rule("ocs.engineer.2", "ocs.engineer.4")
def bridge_hexes(pos: OcsPosition, side: int) -> set[int]:
    """The hexes of a side's Engineer-Capable units: rivers around them are bridged."""
    content = pos.content
    return {
        pos.hex[unit]
        for unit in content.engineers[side]
        if 0 <= pos.hex[unit] < content.hexes and is_engineer_capable(pos, unit)
    }


@derived()
def going_of(
    pos: OcsPosition, side: int, mobility: int, storm: bool = False, bridges: tuple[int, ...] = ()
) -> Going:
    """The price of every exit for a mobility of a side, its bridges counted; `bridges` are further ones."""
    hexes = tuple(sorted({*bridge_hexes(pos, side), *bridges}))
    return _bridged(pos.content, mobility, storm, hexes)


@lru_cache(maxsize=64)
def _bridged(content: Content, mobility: int, storm: bool, hexes: tuple[int, ...]) -> Going:
    """The price of every exit with bridges around these hexes; the same object again for the same bridges."""
    found = content.going_stormy[mobility] if storm else content.going_fair[mobility]
    changed = _bridged_exits(content, mobility, storm, hexes)
    return found.changed(changed) if changed else found


@rule("ocs.engineer.2")
def _bridged_exits(content: Content, mobility: int, storm: bool, hexes: Iterable[int]) -> dict[int, int]:
    """New prices for the exits over rivers into and out of these hexes."""
    changed: dict[int, int] = {}
    for here in hexes:
        for exit in range(here * 6, here * 6 + 6):
            there = content.neighbours[exit]
            if there < 0 or not content.board.sides[exit]:
                continue
            back = there * 6 + (exit % 6 + 3) % 6
            out = content.exit_price(mobility, exit, bridged=True, storm=storm)
            home = content.exit_price(mobility, back, bridged=True, storm=storm)
            if CLOSED not in (out, home):
                changed[exit], changed[back] = out, home
    return changed


def is_stormy(pos: OcsPosition) -> bool:
    """Does the weather make ground dear now?"""
    return pos.weather == STORM


@rule("ocs.supply.17", "ocs.zoc.7", "ocs.stacking.9")
@derived()
def blocked(pos: OcsPosition, side: int, mobility: int, movers: tuple[int, ...] = ()) -> bytes:
    """The hexes that a supply path may not enter or leave: enemy combat units, and for trucks their zones."""
    men = pos.men_of(1 - side)
    return bytes(men) if mobility != TRUCK else either(men, open_zones(pos, side, movers))


@rule("ocs.supply.16", "ocs.supply.18")
def supply_reach(
    pos: OcsPosition, start: int, side: int, mobility: int, limit: int, movers: Sequence[int] = ()
) -> Reach:
    """Where a supply path of so many quarters of MP leads: fair-weather costs, no Trainbusting."""
    return _supply_reach(pos, start, side, mobility, limit, who_matters(pos, side, movers))


@derived()
def _supply_reach(
    pos: OcsPosition, start: int, side: int, mobility: int, limit: int, movers: tuple[int, ...]
) -> Reach:
    closed = blocked(pos, side, mobility, movers)
    # Out of an enemy zone no path leads either.
    far = 0 if closed[start] else limit
    going = going_of(pos, side, mobility)
    return _paths(going, start, far, closed, pos.content.whole_hexes[mobility])


@lru_cache(maxsize=1 << 10)
def _paths(going: Going, start: int, limit: int, closed: bytes, whole_hexes: frozenset[int]) -> Reach:
    """The same by all that it depends on: what is found outlasts changes that leave it alone."""
    return with_whole_steps(going, reach(going, {start: 0}, limit, closed=closed), limit, closed, whole_hexes)


@rule("ocs.supply.16", "ocs.movement.15")
def with_whole_steps(
    going: Going,
    found: Reach,
    limit: int,
    closed: Sequence[int],
    whole_hexes: frozenset[int],
    stop: Sequence[int] = b"",
) -> Reach:
    """The same with the places that cost all there is: entered with anything left, and the end of a path.

    `whole_hexes` are those from which such a step can lead.
    """
    near = whole_hexes.intersection(found.cost)
    if not near:
        return found
    cost, came = dict(found.cost), dict(found.came)
    for here in sorted(near):
        paid = found.cost[here]
        if paid >= limit or (stop and stop[here] and here in came):
            continue
        for exit in range(here * 6, here * 6 + 6):
            there = going.graph.ends[exit]
            if there >= 0 and going.prices[exit] == ALL and not closed[there] and there not in cost:
                cost[there], came[there] = limit, here
    return Reach(cost, came)


def reverse_going(pos: OcsPosition, side: int, mobility: int) -> Going:
    """The same map walked backwards: what it costs to come from there to here."""
    return _reversed(pos.content, going_of(pos, side, mobility))


@lru_cache(maxsize=8)
def _reversed(content: Content, forward: Going) -> Going:
    prices = [CLOSED] * len(forward.prices)
    for exit, price in enumerate(forward.prices):
        there = content.neighbours[exit]
        if there >= 0:
            prices[there * 6 + (exit % 6 + 3) % 6] = price
    return Going(content.graph, prices)


@rule("ocs.supply.8", "ocs.supply.15")
def area_around(
    pos: OcsPosition, goals: Iterable[int], side: int, mobility: int, limit: int
) -> dict[int, int]:
    """The hexes from which a supply path leads to one of these places or next to it, and its cost."""
    closed = blocked(pos, side, mobility)
    return _area(pos.content, reverse_going(pos, side, mobility), tuple(sorted(goals)), limit, closed)


@lru_cache(maxsize=16)
def _area(
    content: Content, going: Going, goals: tuple[int, ...], limit: int, closed: bytes
) -> dict[int, int]:
    """The same by all that it depends on, to read only."""
    ends = {near for goal in goals if goal < content.hexes for near in (goal, *content.around[goal])}
    starts = {hex: 0 for hex in sorted(ends) if not closed[hex]}
    found = dict(reach(going, starts, limit, closed=closed).cost)
    # A step that takes all there is must be the last one, with anything left for it.
    before = {
        going.graph.ends[exit]: 1
        for here in starts
        for exit in range(here * 6, here * 6 + 6)
        if going.prices[exit] == ALL and not closed[going.graph.ends[exit]]
    }
    for here in reach(going, before, limit, closed=closed).cost:
        found.setdefault(here, limit)
    for hex in ends:
        found.setdefault(hex, 0)
    return found


def with_adjacent(content: Content, hexes: Iterable[int]) -> set[int]:
    """These hexes and all that are next to them."""
    found = set(hexes)
    for hex in list(found):
        if hex < content.hexes:
            found.update(content.around[hex])
    return found


@rule("ocs.airmission.6", "ocs.airmission.7")
def trainbusted_hexes(pos: OcsPosition, side: int, mobility: int) -> bytearray:
    """The hexes whose entry costs a side 1 MP more: around its markers, for Leg only under them."""
    content = pos.content
    flags = bytearray(content.places)
    if not is_any_trainbusted(pos):
        return flags
    for hex, sides in enumerate(pos.trainbusted):
        if sides >> side & 1:
            flags[hex] = 1
            if mobility != LEG:
                for there in content.around[hex]:
                    flags[there] = 1
    return flags


def is_any_trainbusted(pos: OcsPosition) -> bool:
    """Is there a Trainbusting marker anywhere?"""
    return pos.trainbusted.count(0) < len(pos.trainbusted)


def goods_of(pos: OcsPosition, side: int) -> bytearray:
    """One byte per place: has this side non-combat units, works, aircraft or ships there?"""
    content = pos.content
    places = content.places
    ground = pos.stores[side * places : side * places + places]
    found = bytearray(places)
    for place in compress(range(places), ground):
        found[place] = 1
    for owners in (pos.base_side, pos.port_side, pos.hedgehog_side, pos.beach):
        place = -1
        for _ in range(owners.count(side)):
            place = owners.index(side, place + 1)
            found[place] = 1
    for unit in content.units_of[side]:
        if pos.hex[unit] >= 0 and not content.is_combat[unit]:
            found[pos.hex[unit]] = 1
    return found


TRAINBUSTING = MP
"""What a hex in a Trainbusting Zone costs more, in quarters."""
