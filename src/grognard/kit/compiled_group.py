"""The search of `grognard.kit.group`, compiled: the same ways in the same order at the same costs.

It needs numba, the extra `speed`. `reach_together` turns to it where `reach` turns to its twin.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from grognard.kit.compiled_reach import flat, prices_of, room_of
from grognard.kit.group import GroupReach, Mover, stops
from grognard.kit.reach import CLOSED, either

_ROOM = 1024
"""The ways that there is room for at first; it is doubled as they come."""


def reach_together(movers: Sequence[Mover], start: int, minimum: bool) -> GroupReach:
    """As `grognard.kit.group.reach_together`; every hindrance must be bytes."""
    if any(mover.spent > mover.limit for mover in movers):
        return GroupReach([], [], [])
    graph = movers[0].going.graph
    nothing = graph.nothing
    for_all = [either(*[bytes(row or nothing) for row in rows]) for rows in zip(*_bars(movers), strict=True)]
    for_each = [row for one in movers for row in (one.enter, one.leave, one.sticky, one.slip)]
    prices = np.concatenate([prices_of(mover.going) for mover in movers])
    classes = np.array([(mover.spent, mover.limit) for mover in movers], np.int32)
    is_held = stops(movers, start, True)
    hindrances = flat(graph, [*for_all, *for_each])
    found = _search(room_of(graph).graph, graph.size, prices, classes, hindrances, start, is_held, minimum)
    spent: list[list[int]] = found[:, 2:].tolist()
    return GroupReach(found[:, 0].tolist(), found[:, 1].tolist(), [tuple(costs) for costs in spent])


def _bars(movers: Sequence[Mover]) -> list[tuple[Any, Any]]:
    """What closes places to each class and what stops it: both hold for all."""
    return [(mover.closed, mover.stop) for mover in movers]


def _plain_search(
    graph: Any,
    size: int,
    prices: Any,
    classes: Any,
    hindrances: Any,
    start: int,
    is_held: bool,
    minimum: bool,
) -> Any:
    """The ways, a row each: the place, the way it goes on from, and what each class has spent.

    What waits at each sum of costs is a chain, first come first served; a row of `waiting` is a way with the
    next of its chain before it. The ways to one place are a chain too, through `older`.
    """
    first, ends = graph[: size + 1], graph[size + 1 :]
    closed, stop = hindrances[:size], hindrances[size : 2 * size]
    each = hindrances[2 * size :]
    count, exits = classes.shape[0], ends.size
    most = classes[:, 1].sum()
    head = np.full(most + 1, -1, np.int32)
    tail = np.full(most + 1, -1, np.int32)
    newest = np.full(size, -1, np.int32)
    older = np.empty(_ROOM, np.int32)
    found = np.empty((_ROOM, 2 + count), np.int32)
    waiting = np.empty((_ROOM, 3 + count), np.int32)
    total = np.empty(count, np.int32)
    waiting[0, 0], waiting[0, 1], waiting[0, 2] = -1, start, -1
    waiting[0, 3:] = classes[:, 0]
    begun = classes[:, 0].sum()
    head[begun] = tail[begun] = 0
    made, ways = 1, 0
    for paid in range(begun, most + 1):
        entry = head[paid]
        while entry >= 0:
            here = waiting[entry, 1]
            if _is_beaten(found, older, newest[here], waiting[entry, 3:]):
                entry = waiting[entry, 0]
                continue
            if ways == found.shape[0]:
                found, older = _doubled(found), _doubled(older)
            found[ways] = waiting[entry, 1:]
            older[ways] = newest[here]
            newest[here] = ways
            is_start = here == start
            if (is_start and not is_held) or (not is_start and not stop[here]):
                for exit in range(first[here], first[here + 1]):
                    there = ends[exit]
                    if there < 0 or closed[there]:
                        continue
                    can = True
                    for one in range(count):
                        price = prices[one * exits + exit]
                        row = each[one * 4 * size : (one + 1) * 4 * size]
                        is_stuck = (
                            row[2 * size + here] and row[2 * size + there] and not row[3 * size + there]
                        )
                        if price >= CLOSED or is_stuck:
                            can = False
                            break
                        spent = found[ways, 2 + one] + price + row[size + here] + row[there]
                        if spent > classes[one, 1]:
                            if not (minimum and is_start):
                                can = False
                                break
                            spent = classes[one, 1]
                        total[one] = spent
                    if not can or _is_beaten(found, older, newest[there], total):
                        continue
                    if made == waiting.shape[0]:
                        waiting = _doubled(waiting)
                    waiting[made, 0], waiting[made, 1], waiting[made, 2] = -1, there, ways
                    waiting[made, 3:] = total
                    cost = total.sum()
                    if tail[cost] < 0:
                        head[cost] = made
                    else:
                        waiting[tail[cost], 0] = made
                    tail[cost] = made
                    made += 1
            ways += 1
            entry = waiting[entry, 0]
    return found[:ways].copy()


@njit(cache=True)
def _doubled(rows: Any) -> Any:
    """The same rows with as much room again."""
    return np.concatenate((rows, np.empty_like(rows)))


@njit(cache=True)
def _is_beaten(found: Any, older: Any, way: int, costs: Any) -> bool:
    """Is a way of this chain at least as cheap for every class?"""
    while way >= 0:
        beats = True
        for one in range(costs.size):
            if costs[one] < found[way, 2 + one]:
                beats = False
                break
        if beats:
            return True
        way = older[way]
    return False


_SEARCH = "i4[:, ::1](i4[::1], i8, i4[::1], i4[:, ::1], Array(u1, 1, 'C', readonly=True), i8, b1, b1)"
_search: Any = njit(_SEARCH, cache=True)(_plain_search)
