"""Zones of Control: who exerts one, what it forbids, and who negates it."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, rule
from grognard.core.derived import derived
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import COMBAT, EXPLOIT, HAD_ZOC, MOVED, PLEDGED, OcsPosition
from grognard.games.ocs.model.units import is_attack_capable


@rule("ocs.zoc.1", "ocs.trace.17")
def has_zoc(pos: OcsPosition, unit: int) -> bool:
    """Does the unit exert a ZOC: Attack-Capable, in Combat Mode or exploiting out of it, in supply?"""
    if pos.oos[unit] or not is_attack_capable(pos, unit):
        return False
    return pos.mode[unit] == COMBAT or (pos.mode[unit] == EXPLOIT and pos.flags[unit] & HAD_ZOC > 0)


@rule("ocs.zoc.2")
@derived("zones/own")
def zones_of(pos: OcsPosition, side: int) -> bytearray:
    """One byte per place: is it next to a unit of `side` with a ZOC?"""
    content = pos.content
    zone = bytearray(content.places)
    for unit in content.combat_units[side]:
        here = pos.hex[unit]
        if 0 <= here < content.hexes and has_zoc(pos, unit):
            for there in content.around[here]:
                zone[there] = 1
    return zone


@rule("ocs.zoc.17")
def negator(pos: OcsPosition, hex: int, side: int, movers: Sequence[int] = ()) -> int:
    """A combat unit of `side` in the hex that negates enemy ZOCs there; NOTHING if there is none.

    Any mode will do. It must not spend MP later in this phase, so one that cannot any more is taken first.
    """
    found = NOTHING
    for unit in pos.combat_units_at(hex, side):
        if unit in movers:
            continue
        if not may_still_move(pos, unit):
            return unit
        if found == NOTHING:
            found = unit
    return found


def may_still_move(pos: OcsPosition, unit: int) -> bool:
    """Could this unit still spend MP in the phase?"""
    return pos.acting == pos.content.side[unit] and not pos.flags[unit] & (MOVED | PLEDGED)


@rule("ocs.zoc.17", "ocs.zoc.18")
def is_stopped_by_zoc(pos: OcsPosition, hex: int, side: int, movers: Sequence[int] = ()) -> bool:
    """Is the hex in an enemy ZOC that no unit of `side` but the movers negates?"""
    return bool(zones_of(pos, 1 - side)[hex]) and negator(pos, hex, side, movers) == NOTHING


@rule("ocs.zoc.3", "ocs.zoc.4", "ocs.zoc.7", "ocs.zoc.17")
@derived()
def open_zones(pos: OcsPosition, side: int, movers: tuple[int, ...] = ()) -> bytearray:
    """One byte per place: is it in an enemy ZOC that nobody of `side` but the movers negates?"""
    found = zones_of(pos, 1 - side)[:]
    for unit in pos.content.combat_units[side]:
        here = pos.hex[unit]
        if here >= 0 and found[here] and unit not in movers:
            found[here] = 0
    return found


def who_matters(pos: OcsPosition, side: int, movers: Sequence[int]) -> tuple[int, ...]:
    """Those of the movers that stand in an enemy ZOC: only they could negate one."""
    if not movers:
        return ()
    zones = zones_of(pos, 1 - side)
    return tuple(unit for unit in movers if pos.hex[unit] >= 0 and zones[pos.hex[unit]])


@rule("ocs.zoc.17")
def pledge(pos: OcsPosition, hex: int, side: int, movers: Sequence[int] = ()) -> None:
    """Hold a unit of the hex to its promise, where an enemy ZOC had to be negated there."""
    if not zones_of(pos, 1 - side)[hex]:
        return
    unit = negator(pos, hex, side, movers)
    if unit != NOTHING and may_still_move(pos, unit):
        pos.put.flags[unit] |= PLEDGED


@rule("ocs.zoc.5", "ocs.zoc.6")
def heeds_zoc(pos: OcsPosition, unit: int) -> bool:
    """Is the unit's movement stopped by ZOCs? Only with Truck MP."""
    return pos.mobility(unit) == TRUCK
