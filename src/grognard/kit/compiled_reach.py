"""The search of `grognard.kit.reach`, compiled: the same places in the same order, the same costs and ways.

It needs numba, the extra `speed`. `reach` turns to it on large maps where it is installed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numba import njit

from grognard.kit.reach import CLOSED, Going, Graph, Listed, Numbers, Reach

_NOWHERE, _START = -1, -2
"""Where a place was entered from that was not found, and one where the search began."""
_BYTE = np.dtype(np.uint8)


class Room:
    """A graph as an array, and room to search in. A search holds the interpreter's lock, so one is enough.

    Every array handed over takes time, so there are few: rows of one kind lie one after another in one.
    """

    def __init__(self, graph: Graph) -> None:
        pushes = len(graph.ends) + graph.size
        self.graph = np.array([*graph.first, *graph.ends], np.int32)
        self.work = np.empty(graph.size + 2 * pushes, np.int32)
        self.work[: graph.size] = CLOSED
        self.rows = np.empty((4, graph.size), np.int32)


class Came(Mapping[int, int]):
    """Where each place was entered from, read from an array: as a rule one way is asked for, no more."""

    def __init__(self, before: Any) -> None:
        self._before = before

    def __getitem__(self, place: int) -> int:
        before: int = self._before.item(place)
        if before < 0:
            raise KeyError(place)
        return before

    def get(self, place: int, default: Any = None) -> Any:
        before = self._before.item(place)
        return before if before >= 0 else default

    def __iter__(self) -> Iterator[int]:
        return iter(np.flatnonzero(self._before >= 0).tolist())

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Rows(Reach):
    """A reach read from arrays: places and costs as they were found, and again by the places' numbers."""

    def __init__(self, rows: Any, before: Any) -> None:
        super().__init__(None, Came(before))
        self._rows = rows

    @property
    def listed(self) -> Listed:
        return self._rows[0].tolist(), self._rows[1].tolist()

    @property
    def in_order(self) -> Listed:
        return self._rows[2].tolist(), self._rows[3].tolist()


def reach(
    going: Going,
    starts: Mapping[int, int],
    limit: int,
    closed: Numbers,
    stop: Numbers,
    enter: Numbers,
    leave: Numbers,
    sticky: Numbers,
    slip: Numbers,
    minimum: bool,
    passed: Numbers,
) -> Reach:
    """As `grognard.kit.reach.reach`; every hindrance must be bytes."""
    graph = going.graph
    room, before = room_of(graph), np.empty(graph.size, np.int32)
    hindrances = flat(graph, (closed, stop, enter, leave, sticky, slip, passed))
    begun = np.array([*starts.keys(), *starts.values()], np.int32)
    rows = (room.work, room.rows, before)
    count = _search(room.graph, prices_of(going), begun, limit, hindrances, minimum, *rows)
    return Rows(room.rows[:, :count].copy(), before)


def flat(graph: Graph, numbers: Sequence[Numbers]) -> Any:
    """Rows of numbers per place in one array that may not be written; one left out has none anywhere.

    A row may be longer than the graph, as where a board has boxes to which no way leads.
    """
    nothing, size = graph.nothing, graph.size
    return np.frombuffer(b"".join([bytes(row)[:size] if row else nothing for row in numbers]), _BYTE)


def room_of(graph: Graph) -> Room:
    """The graph's arrays, made when they are first wanted."""
    if graph.arrays is None:
        graph.arrays = Room(graph)
    room: Room = graph.arrays
    return room


def prices_of(going: Going) -> Any:
    """The prices as an array; those of a changed going are the old ones with the changes in them."""
    if going.array is None:
        if going.origin is None:
            going.array = np.array(going.prices, np.int32)
        else:
            old, exits = going.origin
            going.array = prices_of(old).copy()
            going.array[list(exits.keys())] = list(exits.values())
    return going.array


def _plain_search(
    graph: Any,
    prices: Any,
    begun: Any,
    limit: int,
    hindrances: Any,
    minimum: bool,
    work: Any,
    rows: Any,
    before: Any,
) -> int:
    """How many places there are. `rows` are those of `Rows`; `before` says where each was entered from.

    What waits at each cost is a chain through `behind`, first come first served. Every exit is tried once, so
    the queue is never longer than they are. `best`, the first part of `work`, is left as it was found.
    """
    size = before.size
    first, ends = graph[: size + 1], graph[size + 1 :]
    pushes = ends.size + size
    best, queue, behind = work[:size], work[size : size + pushes], work[size + pushes :]
    closed, stop = hindrances[:size], hindrances[size : 2 * size]
    enter, leave = hindrances[2 * size : 3 * size], hindrances[3 * size : 4 * size]
    sticky, slip = hindrances[4 * size : 5 * size], hindrances[5 * size : 6 * size]
    passed, places = hindrances[6 * size :], rows[0]
    head = np.full(limit + 1, -1, np.int32)
    tail = np.full(limit + 1, -1, np.int32)
    before[:] = _NOWHERE
    count = made = 0
    starts = begun.size // 2
    for number in range(starts):
        here, spent = begun[number], begun[starts + number]
        if spent <= limit:
            best[here], before[here], places[count] = spent, _START, here
            queue[made], behind[made] = here, -1
            if tail[spent] < 0:
                head[spent] = made
            else:
                behind[tail[spent]] = made
            tail[spent] = made
            count += 1
            made += 1
    for paid in range(limit + 1):
        entry = head[paid]
        while entry >= 0:
            here = queue[entry]
            is_start = before[here] == _START
            if best[here] == paid and not (stop[here] and (paid or not is_start)):
                base = paid + leave[here]
                for exit in range(first[here], first[here + 1]):
                    there = ends[exit]
                    if there < 0 or prices[exit] >= CLOSED:
                        continue
                    total = base + prices[exit] + enter[there]
                    if total > limit or total >= best[there]:
                        if not (minimum and is_start) or best[there] < CLOSED:
                            continue
                        total = limit
                    if closed[there] or (sticky[here] and sticky[there] and not slip[there]):
                        continue
                    if best[there] == CLOSED:
                        places[count] = there
                        count += 1
                    best[there], before[there] = total, here
                    queue[made], behind[made] = there, -1
                    if tail[total] < 0:
                        head[total] = made
                    else:
                        behind[tail[total]] = made
                    tail[total] = made
                    made += 1
            entry = behind[entry]
    listed = 0
    for number in range(count):
        place = places[number]
        if not passed[place]:
            rows[0, listed], rows[1, listed] = place, best[place]
            listed += 1
        else:
            best[place] = CLOSED
    ordered = 0
    for place in range(size):
        if best[place] < CLOSED:
            rows[2, ordered], rows[3, ordered] = place, best[place]
            ordered += 1
            best[place] = CLOSED
    return listed


_SEARCH = (
    "i8(i4[::1], i4[::1], i4[::1], i8, Array(u1, 1, 'C', readonly=True), b1, i4[::1], i4[:, ::1], i4[::1])"
)
_search: Any = njit(_SEARCH, cache=True)(_plain_search)
