"""The whole drive of a unit: every hex it can come to by steps of one hex, as far as its side knows."""

from heapq import heappop, heappush
from typing import NamedTuple

from grognard.core.ledger import rule
from grognard.core.position import Choice
from grognard.games.panzerblitz.movement import March, barred_hexes, open_steps
from grognard.games.panzerblitz.position import UNKNOWN, DropPosition
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import has_room


class Drive(NamedTuple):
    """The cheapest way to each hex: its cost, and the hex before it."""

    cost: dict[int, int]
    came: dict[int, int]


@rule("pb.movement.1", "pb.movement.2", "pb.mines.1")
def drives(pos: DropPosition, v: March) -> Drive:
    """Where the units on the move can come, each step as it will be offered. Mines end the drive."""
    side, start = pos.content.side[v.units[0]], pos.where[v.units[0]]
    barred = barred_hexes(pos, side)
    known = _as_known(pos, side)
    found = Drive({start: 0}, {})
    ahead = [(0, start)]
    while ahead:
        spent, here = heappop(ahead)
        if spent > found.cost[here] or (here in pos.mines and here != start):
            continue
        for unit in v.units:
            known.place(unit, here)
        on = March(v.units, v.left - spent, v.steps + (here != start), v.unloaded)
        for there, cost in open_steps(known, on):
            if there not in barred and spent + cost < found.cost.get(there, v.left + 1):
                found.cost[there] = spent + cost
                found.came[there] = here
                heappush(ahead, (spent + cost, there))
    return found


def _as_known(pos: DropPosition, side: int) -> DropPosition:
    """A copy without the units that this side does not see: they must not show in a price."""
    known = pos.copy()
    if pos.content.hidden:
        for unit in range(pos.content.units):
            if pos.where[unit] >= 0 and not knows(pos, side, unit):
                known.place(unit, UNKNOWN)
    return known


def reach(pos: DropPosition) -> dict[int, int]:
    """The hexes in which the units on the move may stop after two steps or more, with the cost of the way."""
    v = _on_the_move(pos)
    if v is None:
        return {}
    near = {hex for hex, _ in open_steps(pos, v)} | {pos.where[v.units[0]]}
    found = drives(pos, v).cost
    return {hex: found[hex] for hex in sorted(found) if hex not in near and has_room(pos, hex, v.units)}


def route(pos: DropPosition, goal: int) -> tuple[Choice, ...]:
    """The steps of the cheapest drive to a hex of the reach; none for another hex."""
    v = _on_the_move(pos)
    if v is None or goal not in reach(pos):
        return ()
    came, start = drives(pos, v).came, pos.where[v.units[0]]
    way = [goal]
    while came[way[-1]] != start:
        way.append(came[way[-1]])
    return tuple(("go", hex) for hex in reversed(way))


def _on_the_move(pos: DropPosition) -> March | None:
    v = pos.stack[-1].vars if pos.stack else ()
    return v if isinstance(v, March) and v.left > 0 else None
