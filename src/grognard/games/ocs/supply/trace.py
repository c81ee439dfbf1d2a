"""Trace supply: sources, Extenders, who is in trace."""

from collections.abc import Iterable

from grognard.core.chapter import NOTHING, rule
from grognard.core.derived import derived
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import DROPPED, STRAT, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.zoc import open_zones
from grognard.games.ocs.movement.step_costs import area_around, supply_reach, with_adjacent
from grognard.games.ocs.rear.railways import detrainable, is_port_source
from grognard.games.ocs.supply.draw_and_throw import draw_mobility, serves, throw_reach, throws_to


@rule("ocs.trace.2", "ocs.trace.3", "ocs.zoc.11", "ocs.landing.12")
def plain_sources(pos: OcsPosition, side: int) -> set[int]:
    """A side's sources without railways and Extenders: its map edge and its port, if no zone closes them."""
    content = pos.content
    found = {content.source[side]} if content.source[side] >= 0 else set()
    if is_port_source(pos, side):
        found.add(content.source_port[side])
    found |= {hex for hex, owner in enumerate(pos.beach) if owner == side and pos.port_capacity(hex)}
    zones, enemies = open_zones(pos, side), pos.men_of(1 - side)
    return {hex for hex in found if not zones[hex] and not enemies[hex]}


@rule("ocs.trace.2", "ocs.trace.12", "ocs.trace.13", "ocs.trace.14", "ocs.trace.15")
@derived()
def trace_sources(pos: OcsPosition, side: int, without: int = NOTHING) -> set[int]:
    """All hexes where trace supply can be drawn: sources, stations, and Extenders joined to them.

    `without`: as it would be if this Extender were none.
    """
    content = pos.content
    extenders = [
        unit
        for unit in content.transports[side]
        if pos.extender[unit] and pos.hex[unit] >= 0 and unit != without
    ]
    joined: list[int] = []
    zones = open_zones(pos, side)
    while True:
        ends = tuple(sorted({pos.hex[unit] for unit in joined}))
        stations = {hex for hex in detrainable(pos, side, False, ends) if not zones[hex]}
        found = plain_sources(pos, side) | stations | {hex for hex in ends if not zones[hex]}
        new = [
            unit for unit in extenders if unit not in joined and is_joined(pos, unit, pos.hex[unit], found)
        ]
        if not new:
            break
        joined += new
    return found


@rule("ocs.trace.13", "ocs.trace.11")
def is_joined(pos: OcsPosition, unit: int, here: int, sources: Iterable[int]) -> bool:
    """Does an Extender of this counter in a hex reach back to a source, or to a hex next to one?"""
    content = pos.content
    limit = content.extender_range[unit] * MP
    mobility = content.extender_mobility[unit]
    cost = supply_reach(pos, here, content.side[unit], mobility, limit).cost
    return any(hex in cost for goal in sources for hex in (goal, *content.around[goal]))


@rule("ocs.trace.1", "ocs.supply.8", "ocs.supply.10")
@derived()
def trace_area(pos: OcsPosition, side: int) -> set[int]:
    """The hexes where any unit of a side is in trace supply, by draw or by an HQ's throw."""
    content = pos.content
    found = set(draw_area(pos, side, TRUCK))
    for hq in content.hqs[side]:
        if pos.hex[hq] >= 0 and content.formation[hq] < 0 and is_hq_traced(pos, hq):
            found |= with_adjacent(content, throw_reach(pos, hq))
    return found


@derived()
def draw_area(pos: OcsPosition, side: int, mobility: int) -> dict[int, int]:
    """The hexes from which a source of trace supply is within a draw."""
    limit = pos.content.limit("draw-mp") * MP
    return area_around(pos, trace_sources(pos, side), side, mobility, limit)


def is_hq_traced(pos: OcsPosition, hq: int) -> bool:
    """Can an HQ draw trace supply, to throw it on?"""
    if pos.mode[hq] == STRAT:
        return False
    return pos.hex[hq] in draw_area(pos, pos.content.side[hq], draw_mobility(pos, hq))


@rule("ocs.trace.1", "ocs.trace.8", "ocs.trace.9")
def is_traced(pos: OcsPosition, unit: int) -> bool:
    """Is a combat unit in trace supply where it stands?"""
    content = pos.content
    here = pos.hex[unit]
    if here >= content.hexes or pos.craft[unit] != NOTHING or pos.flags[unit] & DROPPED:
        return True
    if here in trace_area(pos, content.side[unit]):
        return True
    reached = throws_to(pos, content.side[unit], here)
    return any(hq in reached for hq in own_hqs(pos, unit))


def own_hqs(pos: OcsPosition, unit: int) -> list[int]:
    """Divisional HQs that are in trace and may throw to this unit."""
    content = pos.content
    return [
        hq
        for hq in content.hqs[content.side[unit]]
        if pos.hex[hq] >= 0 and content.formation[hq] >= 0 and serves(pos, hq, unit) and is_hq_traced(pos, hq)
    ]


@rule("ocs.trace.7")
def formation_ways(pos: OcsPosition, unit: int) -> list[int]:
    """Through what a formation's unit traces: HQs as places + HQ, and sources of a direct draw."""
    content = pos.content
    side, here = content.side[unit], pos.hex[unit]
    ways = [
        content.places + hq
        for hq in throws_to(pos, side, here)
        if serves(pos, hq, unit) and is_hq_traced(pos, hq)
    ]
    limit = content.limit("draw-mp") * MP
    cost = supply_reach(pos, here, side, TRUCK, limit).cost
    near = near_trace(pos, side)
    return ways + sorted({source for hex in near.keys() & cost.keys() for source in near[hex]})


@derived()
def near_trace(pos: OcsPosition, side: int) -> dict[int, list[int]]:
    """For each hex the sources of trace supply in it or next to it."""
    found: dict[int, list[int]] = {}
    for source in trace_sources(pos, side):
        for hex in (source, *pos.content.around[source]):
            found.setdefault(hex, []).append(source)
    return found


@rule("ocs.trace.7")
def formation_part(pos: OcsPosition, formation: int) -> set[int]:
    """The units of a multi-unit formation that trace together: the largest part one HQ or source serves."""
    content = pos.content
    present = [unit for unit in content.members[formation] if content.is_combat[unit] and pos.hex[unit] >= 0]
    by_way: dict[int, set[int]] = {}
    for unit in present:
        if pos.hex[unit] < content.hexes:
            for way in formation_ways(pos, unit):
                by_way.setdefault(way, set()).add(unit)
    exempt = {unit for unit in present if pos.flags[unit] & DROPPED or pos.craft[unit] != NOTHING}
    return max(by_way.values(), key=len, default=set()) | exempt
