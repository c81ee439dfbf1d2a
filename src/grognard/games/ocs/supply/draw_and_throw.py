"""On-map supply: what a unit draws from dumps and trucks in its draw range, or what an HQ throws to it."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    rule,
)
from grognard.core.derived import derived
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import STRAT, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.zoc import pledge, who_matters
from grognard.games.ocs.movement.step_costs import supply_reach
from grognard.kit.reach import Reach, path_to


class SupplyLine(NamedTuple):
    """Supply within reach: its source, the HQ that throws it, and how long the way is in quarters of MP.

    A source is a place for what lies there and on ordinary trucks, or places + unit for Organic Trucks.
    """

    cost: int
    source: int
    through: int = NOTHING


# -- sources ------------------------------------------------------------------------------------


@rule("ocs.units.19", "ocs.supply.4", "ocs.supply.5")
@derived()
def all_sources(pos: OcsPosition, side: int) -> list[int]:
    """Every dump of a side, and every Organic Truck with a load."""
    content = pos.content
    places = content.places
    ground = pos.stores[side * places : side * places + places]
    hexes = set(compress(range(places), ground))
    found = []
    for unit in content.transports[side]:
        if pos.hex[unit] >= 0 and pos.cargo[unit]:
            if content.is_organic[unit]:
                found.append(places + unit)
            else:
                hexes.add(pos.hex[unit])
    return [*sorted(hexes), *found]


def place_of(pos: OcsPosition, source: int) -> int:
    """Where a source is."""
    places = pos.content.places
    return source if source < places else pos.hex[source - places]


def tokens_of(pos: OcsPosition, side: int, source: int) -> int:
    """The tokens of a source."""
    places = pos.content.places
    return pos.dump_at(source, side) if source < places else pos.cargo[source - places]


def total_of(pos: OcsPosition, side: int, sources: Iterable[int]) -> int:
    """The tokens of several sources."""
    return sum(tokens_of(pos, side, source) for source in sources)


@rule("ocs.supply.4", "ocs.transport.2")
def take_tokens(pos: OcsPosition, side: int, source: int, tokens: int) -> None:
    """Take tokens from a source: of a dump first what lies on the ground."""
    places = pos.content.places
    if source >= places:
        pos.put.cargo[source - places] -= tokens
    else:
        ground = min(tokens, pos.ground_dump(source, side))
        pos.add_dump(source, side, -ground)
        left = tokens - ground
        for unit in pos.transports_at(source, side):
            if not pos.content.is_organic[unit]:
                used = min(left, pos.cargo[unit])
                pos.put.cargo[unit] -= used
                left -= used


@rule("ocs.supply.20", "ocs.transport.7")
def may_use(pos: OcsPosition, unit: int, source: int) -> bool:
    """Is the source for this unit? Organic Trucks serve only their formation."""
    content, truck = pos.content, source - pos.content.places
    return truck < 0 or content.is_craft[truck] or content.formation[unit] == content.formation[truck]


@rule("ocs.supply.21", "ocs.landing.14")
def craft_lines(pos: OcsPosition, hex: int, side: int) -> list[SupplyLine]:
    """Supply aboard landing craft in a hex or next to it. It cannot be thrown."""
    content = pos.content
    near = [
        craft for craft in content.crafts[side] if pos.cargo[craft] and 0 <= pos.hex[craft] < content.hexes
    ]
    if not 0 <= hex < content.hexes:
        return []
    return [
        SupplyLine(0, content.places + craft) for craft in near if content.distance(pos.hex[craft], hex) <= 1
    ]


# -- draw and throw -------------------------------------------------------------------------------


@rule("ocs.supply.8", "ocs.supply.15", "ocs.supply.19")
def drawn_from(
    pos: OcsPosition, place: int, side: int, mobility: int, movers: Sequence[int] = ()
) -> dict[int, int]:
    """The places of a side's supply that can be drawn from a place, with the length of the way."""
    content = pos.content
    if place >= content.hexes:
        there = any(place_of(pos, source) == place for source in all_sources(pos, side))
        return {place: 0} if there else {}
    ways = supply_reach(pos, place, side, mobility, content.limit("draw-mp") * MP, movers)
    return _drawn(content, ways, source_hexes(pos, side))


@lru_cache(maxsize=1 << 10)
def _drawn(content: Content, ways: Reach, sources: tuple[int, ...]) -> dict[int, int]:
    """The sources at the ends of these ways or next to them, to read only."""
    cost, near = ways.cost, near_sources(content, sources)
    found: dict[int, int] = {}
    for hex in near.keys() & cost.keys():
        for goal in near[hex]:
            found[goal] = min(found.get(goal, cost[hex]), cost[hex])
    return dict(sorted(found.items()))


@derived()
def source_hexes(pos: OcsPosition, side: int) -> tuple[int, ...]:
    """The hexes with supply of a side, in order."""
    hexes = {place_of(pos, source) for source in all_sources(pos, side)}
    return tuple(sorted(hex for hex in hexes if hex < pos.content.hexes))


@lru_cache(maxsize=128)
def near_sources(content: Content, sources: tuple[int, ...]) -> dict[int, list[int]]:
    """For each hex the places with supply in it or next to it, to read only."""
    found: dict[int, list[int]] = {}
    for goal in sources:
        for hex in (goal, *content.around[goal]):
            found.setdefault(hex, []).append(goal)
    return found


@rule("ocs.supply.8")
def draw_mobility(pos: OcsPosition, unit: int) -> int:
    """In which MP a unit's draw range is counted: Truck, for an HQ those of its throw."""
    return pos.content.throw_mobility[unit] if pos.content.is_hq[unit] else TRUCK


@rule("ocs.supply.10", "ocs.hq.1", "ocs.modes.29")
def throw_reach(
    pos: OcsPosition, hq: int, movers: Sequence[int] = (), start: int = NOTHING
) -> dict[int, int]:
    """The hexes that an HQ's throw path reaches, with its length; none in Strat Mode.

    `start`: from there and not from where it is.
    """
    content = pos.content
    here = pos.hex[hq] if start == NOTHING else start
    if pos.mode[hq] == STRAT or not 0 <= here < content.hexes:
        return {}
    limit = pos.shown(content.throw, hq) * MP
    return supply_reach(pos, here, content.side[hq], content.throw_mobility[hq], limit, movers).cost


@rule("ocs.supply.10", "ocs.supply.15")
def thrown_to(pos: OcsPosition, hq: int, hex: int, movers: Sequence[int] = (), start: int = NOTHING) -> int:
    """The length of an HQ's throw to a hex or to one next to it, NOTHING if it does not reach."""
    if not 0 <= hex < pos.content.hexes:
        return NOTHING
    cost = throw_reach(pos, hq, movers, start)
    near = [cost[one] for one in (hex, *pos.content.around[hex]) if one in cost]
    return min(near, default=NOTHING)


def throws_to(pos: OcsPosition, side: int, hex: int, movers: Sequence[int] = ()) -> dict[int, int]:
    """The HQs of a side whose throw reaches a hex, with its length."""
    if not 0 <= hex < pos.content.hexes:
        return {}
    return _throws_to(pos, side, hex, who_matters(pos, side, movers))


@derived()
def _throws_to(pos: OcsPosition, side: int, hex: int, movers: tuple[int, ...]) -> dict[int, int]:
    content = pos.content
    near = (hex, *content.around[hex])
    row, column = divmod(hex, content.grid.columns)
    found = {}
    for hq, its_column, its_row, far in throwers(pos, side):
        if -far <= its_column - column <= far and -far <= its_row - row <= far:
            cost = throw_reach(pos, hq, movers)
            lengths = [cost[one] for one in near if one in cost]
            if lengths:
                found[hq] = min(lengths)
    return found


@derived()
def throwers(pos: OcsPosition, side: int) -> list[tuple[int, int, int, int]]:
    """The HQs of a side on the map: number, column, row, and how many hexes a throw goes by the best road."""
    content = pos.content
    found = []
    for hq in content.hqs[side]:
        if 0 <= pos.hex[hq] < content.hexes:
            row, column = divmod(pos.hex[hq], content.grid.columns)
            limit = pos.shown(content.throw, hq) * MP
            far = limit // content.cheapest[content.throw_mobility[hq]] + 1
            found.append((hq, column, row, far))
    return found


@rule("ocs.supply.12", "ocs.supply.13", "ocs.supply.14", "ocs.hq.2")
def serves(pos: OcsPosition, hq: int, unit: int) -> bool:
    """May this HQ throw to this unit? A divisional one only to its own and to independents."""
    content = pos.content
    if hq == unit or content.side[hq] != content.side[unit]:
        return False
    own = content.formation[hq]
    return own < 0 or content.formation[unit] == own or content.is_independent[unit]


def hq_lines(pos: OcsPosition, hq: int, movers: Sequence[int] = ()) -> list[SupplyLine]:
    """The supply that an HQ can draw, nearest first."""
    return _hq_lines(pos, hq, who_matters(pos, pos.content.side[hq], movers))


@derived()
def _hq_lines(pos: OcsPosition, hq: int, movers: tuple[int, ...]) -> list[SupplyLine]:
    side = pos.content.side[hq]
    found = drawn_from(pos, pos.hex[hq], side, draw_mobility(pos, hq), movers)
    return sorted(
        SupplyLine(found[place_of(pos, source)], source, hq)
        for source in all_sources(pos, side)
        if place_of(pos, source) in found
    )


@rule("ocs.supply.20")
def lines_through(pos: OcsPosition, hq: int, users: Iterable[int]) -> list[SupplyLine]:
    """What an HQ draws for these units: Organic Trucks serve only if all are of their formation."""
    return [line for line in hq_lines(pos, hq) if all(may_use(pos, user, line.source) for user in users)]


@rule("ocs.supply.8", "ocs.supply.9", "ocs.supply.10", "ocs.supply.11", "ocs.supply.20")
def lines_to(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> list[SupplyLine]:
    """All supply that can reach a unit by draw or throw, nearest first, each source once."""
    # Units of one hex share their lines, if the same HQs and trucks may serve them.
    like, matter = pos.content.alike[unit], who_matters(pos, pos.content.side[unit], movers)
    return _lines_to(pos, like, pos.hex[unit], pos.craft[unit] != NOTHING, matter)


@derived()
def _lines_to(
    pos: OcsPosition, unit: int, here: int, afloat: bool, movers: tuple[int, ...]
) -> list[SupplyLine]:
    side = pos.content.side[unit]
    direct = drawn_from(pos, here, side, draw_mobility(pos, unit), movers)
    lines = [
        SupplyLine(direct[place_of(pos, source)], source)
        for source in all_sources(pos, side)
        if place_of(pos, source) in direct
    ]
    for hq, far in throws_to(pos, side, here, movers).items():
        if serves(pos, hq, unit):
            lines += [SupplyLine(line.cost + far, line.source, hq) for line in hq_lines(pos, hq, movers)]
    if afloat:
        lines = []  # in a Beach Assault (ocs.landing.14)
    lines += craft_lines(pos, here, side)
    best: dict[int, SupplyLine] = {}
    for line in sorted(lines):
        if may_use(pos, unit, line.source):
            best.setdefault(line.source, line)
    return list(best.values())


@rule("ocs.supply.14", "ocs.airbase.5")
def reachable(pos: OcsPosition, side: int, place: int) -> list[SupplyLine]:
    """The dumps whose supply can be drawn or thrown to an air base, nearest first.

    A base is of no division and no independent unit: a divisional HQ throws nothing to it.
    """
    direct = drawn_from(pos, place, side, TRUCK)
    lines = [SupplyLine(cost, source) for source, cost in direct.items() if tokens_of(pos, side, source)]
    for hq in pos.content.hqs[side]:
        is_ready = pos.hex[hq] >= 0 and pos.content.formation[hq] < 0
        far = thrown_to(pos, hq, place) if is_ready else NOTHING
        if far != NOTHING:
            ordinary = [line for line in hq_lines(pos, hq) if line.source < pos.content.places]
            lines += [line._replace(cost=line.cost + far) for line in ordinary]
    best: dict[int, SupplyLine] = {}
    for line in sorted(lines):
        best.setdefault(line.source, line)
    return list(best.values())


def sources_of(lines: Iterable[SupplyLine]) -> tuple[int, ...]:
    """The sources of lines, in their order."""
    return tuple(line.source for line in lines)


def supply_for(pos: OcsPosition, unit: int, movers: Sequence[int] = ()) -> int:
    """The tokens that can reach a unit."""
    return total_of(pos, pos.content.side[unit], sources_of(lines_to(pos, unit, movers)))


@rule("ocs.zoc.17", "ocs.zoc.7")
def hold_lines(pos: OcsPosition, start: int, lines: Iterable[SupplyLine], movers: Sequence[int] = ()) -> None:
    """Hold to their promise the units that kept enemy zones off the ways of supply that was used."""
    for line in lines:
        far = place_of(pos, line.source)
        hq = line.through
        if hq != NOTHING:
            limit = pos.shown(pos.content.throw, hq) * MP
            _hold(pos, pos.hex[hq], start, pos.content.throw_mobility[hq], limit, movers)
            _hold(pos, pos.hex[hq], far, draw_mobility(pos, hq), pos.content.limit("draw-mp") * MP, movers)
        else:
            _hold(pos, start, far, TRUCK, pos.content.limit("draw-mp") * MP, movers)


def _hold(pos: OcsPosition, here: int, goal: int, mobility: int, limit: int, movers: Sequence[int]) -> None:
    content = pos.content
    if mobility != TRUCK or here >= content.hexes or goal >= content.hexes:
        return
    found = supply_reach(pos, here, pos.acting, mobility, limit, movers)
    near = [hex for hex in (goal, *content.around[goal]) if hex in found.cost]
    if near:
        way = path_to(found.came, min(near, key=lambda hex: found.cost[hex]))
        for hex in [here, *way] if way else []:
            pledge(pos, hex, pos.acting, movers)
