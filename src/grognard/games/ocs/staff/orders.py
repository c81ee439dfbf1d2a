"""Orders of a staff: who goes where in which mode and why, and where a unit could come to."""

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.position import NOTHING, Choice
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.position import COMBAT, DG, EXPLOIT, MOVE, RESERVE, STRAT, OcsPosition
from grognard.games.ocs.movement.modes import allowance
from grognard.games.ocs.movement.reach import mover_of
from grognard.games.ocs.movement.step_costs import with_whole_steps
from grognard.games.ocs.supply.fuel import fuel_refusal, needs_fuel
from grognard.kit.reach import reach


class Order(NamedTuple):
    """Who moves together: into which mode, the answers of the march in their order, and why."""

    units: tuple[int, ...]
    mode: int
    steps: tuple[Choice, ...]
    why: str


def side_for(pos: OcsPosition, unit: int, mode: int) -> int:
    """The side of the counter that shows in a mode."""
    if mode in (DG, EXPLOIT, RESERVE):
        return pos.face[unit]
    return COMBAT_SIDE if mode == COMBAT and pos.content.has_combat_side[unit] else MOVE_SIDE


def may_take(pos: OcsPosition, unit: int, mode: int) -> bool:
    """Can the unit be in this mode for its move: as it is, or by a change?"""
    if pos.mode[unit] == DG:
        return mode in (COMBAT, MOVE)
    if pos.mode[unit] == EXPLOIT:
        return mode == EXPLOIT
    if mode == COMBAT and not pos.content.has_combat_side[unit]:
        return False
    zone = pos.zoc(1 - pos.content.side[unit])[pos.hex[unit]]
    return not (mode in (STRAT, RESERVE) and zone)


def reach_in(pos: OcsPosition, unit: int, mode: int) -> dict[int, int]:
    """Where a unit could come to in a mode, itself first, and what that costs in quarters of MP."""
    here = pos.hex[unit]
    was = pos.mode[unit], pos.face[unit]
    if was[0] == DG:
        pos.put.face[unit] = side_for(pos, unit, mode)
    else:
        pos.put.face[unit] = side_for(pos, unit, mode)
        pos.put.mode[unit] = mode
    try:
        if allowance(pos, unit) <= pos.spent[unit] or fuel_refusal(pos, unit) is not None:
            return {here: 0}
        one = mover_of(pos, (unit,), (unit,), ())
        found = reach(one.going, {here: 0}, one.limit, one.closed, one.stop, one.enter, minimum=True)
        whole = pos.content.whole_hexes[pos.mobility(unit)]
        return with_whole_steps(one.going, found, one.limit, one.closed, whole, one.stop).cost
    finally:
        pos.put.mode[unit], pos.put.face[unit] = was


def burns(pos: OcsPosition, unit: int, mode: int) -> bool:
    """Would the unit need fuel to move in a mode?"""
    was = pos.face[unit]
    pos.put.face[unit] = side_for(pos, unit, mode)
    found = needs_fuel(pos, unit)
    pos.put.face[unit] = was
    return found


def has_fuel(pos: OcsPosition, unit: int, mode: int) -> bool:
    """Has the unit what it needs to move in a mode, or can it get it where it stands?"""
    was = pos.face[unit]
    pos.put.face[unit] = side_for(pos, unit, mode)
    found = fuel_refusal(pos, unit) is None
    pos.put.face[unit] = was
    return found


def together(orders: Iterable[Order], pos: OcsPosition) -> list[Order]:
    """The same with units of one hex that go the same way as one order."""
    found: dict[tuple[object, ...], Order] = {}
    for order in orders:
        loaded = pos.content.is_transport[order.units[0]]
        key = (order.units if loaded else pos.hex[order.units[0]], order.mode, order.steps)
        if key in found:
            before = found[key]
            found[key] = before._replace(units=(*before.units, *order.units))
        else:
            found[key] = order
    return list(found.values())


NO_MODE = NOTHING
"""An order that leaves the mode as it is."""
