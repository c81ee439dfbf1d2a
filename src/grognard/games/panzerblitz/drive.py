"""The whole drive of a unit: every hex it can come to by steps of one hex, as far as its side knows."""

from grognard.core.position import Choice
from grognard.games.panzerblitz.movement import March, open_steps, reach_of
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.stacking import has_room
from grognard.kit.reach import path_to


def reach(pos: DropPosition) -> dict[int, int]:
    """The hexes in which the units on the move may stop after two steps or more, with the cost of the way."""
    v = _on_the_move(pos)
    return {} if v is None else _far(pos, v, reach_of(pos, v).cost)


def route(pos: DropPosition, goal: int) -> tuple[Choice, ...]:
    """The steps of the cheapest drive to a hex of the reach; none for another hex."""
    v = _on_the_move(pos)
    if v is None:
        return ()
    found = reach_of(pos, v)
    if goal not in _far(pos, v, found.cost):
        return ()
    way = path_to(found.came, goal)
    if pos.where[v.units[0]] < 0:
        way.insert(0, found.came[way[0]])  # the edge hex is entered too
    return tuple(("go", hex) for hex in way)


def _far(pos: DropPosition, v: March, cost: dict[int, int]) -> dict[int, int]:
    """Of the hexes in reach those that the Ask does not offer itself."""
    near = {hex for hex, _ in open_steps(pos, v)} | {pos.where[v.units[0]]}
    return {hex: cost[hex] for hex in sorted(cost) if hex not in near and has_room(pos, hex, v.units)}


def _on_the_move(pos: DropPosition) -> March | None:
    v = pos.stack[-1].vars if pos.stack else ()
    return v if isinstance(v, March) and v.left > 0 else None
