"""The search of `grognard.kit.reach`, compiled: the same places in the same order, the same costs and ways.

It needs numba, the extra `speed`. `reach` turns to it on large maps where it is installed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numba import njit

from grognard.kit.reach import CLOSED, Going, Graph, Numbers, Reach

_NOWHERE, _START = -1, -2
"""Where a place was entered from that was not found, and one where the search began."""
_BYTE = np.dtype(np.uint8)


class Room:
    """A graph as arrays, and room to search in. A search holds the interpreter's lock, so one is enough."""

    def __init__(self, graph: Graph) -> None:
        pushes = len(graph.ends) + graph.size
        self.first = np.array(graph.first, np.int32)
        self.ends = np.array(graph.ends, np.int32)
        self.best = np.full(graph.size, CLOSED, np.int32)
        self.before = np.empty(graph.size, np.int32)
        self.found = np.empty(graph.size, np.int32)
        self.queue = np.empty(pushes, np.int32)
        self.behind = np.empty(pushes, np.int32)
        self.work = (self.best, self.before, self.found, self.queue, self.behind)
        self.nothing = _flat(graph.nothing)


class Came(Mapping[int, int]):
    """Where each place was entered from, read from an array: as a rule one way is asked for, no more."""

    def __init__(self, places: list[int], before: Any) -> None:
        self._places = places
        self._before = before

    def __contains__(self, place: object) -> bool:
        return bool(self._before.item(place) >= 0)

    def __getitem__(self, place: int) -> int:
        before: int = self._before.item(place)
        if before < 0:
            raise KeyError(place)
        return before

    def __iter__(self) -> Iterator[int]:
        return (place for place in self._places if place in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


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
) -> Reach:
    """As `grognard.kit.reach.reach`; every hindrance must be bytes."""
    room = _room(going.graph)
    hindrances = [
        _flat(numbers) if numbers else room.nothing for numbers in (closed, stop, enter, leave, sticky, slip)
    ]
    begun = np.array([*starts.keys(), *starts.values()], np.int32)
    answer = _search(room.first, room.ends, _prices(going), begun, limit, *hindrances, minimum, *room.work)
    places: list[int] = answer[0].tolist()
    return Reach(None, Came(places, answer[2]), (places, answer[1].tolist()))


def _flat(numbers: Any) -> Any:
    """Numbers as an array that may not be written: the one kind that the search is compiled for."""
    return np.frombuffer(bytes(numbers), _BYTE)


def _room(graph: Graph) -> Room:
    if graph.arrays is None:
        graph.arrays = Room(graph)
    room: Room = graph.arrays
    return room


def _prices(going: Going) -> Any:
    """The prices as an array; those of a changed going are the old ones with the changes in them."""
    if going.array is None:
        if going.origin is None:
            going.array = np.array(going.prices, np.int32)
        else:
            old, exits = going.origin
            going.array = _prices(old).copy()
            going.array[list(exits.keys())] = list(exits.values())
    return going.array


def _plain_search(
    first: Any,
    ends: Any,
    prices: Any,
    begun: Any,
    limit: int,
    closed: Any,
    stop: Any,
    enter: Any,
    leave: Any,
    sticky: Any,
    slip: Any,
    minimum: bool,
    best: Any,
    before: Any,
    found: Any,
    queue: Any,
    behind: Any,
) -> tuple[Any, Any, Any]:
    """The places found, in order, and their costs; for every place of the graph where it was entered from.

    What waits at each cost is a chain through `behind`, first come first served. Every exit is tried once, so
    the queue is never longer than they are. `best` is left as it was found.
    """
    head = np.full(limit + 1, -1, np.int32)
    tail = np.full(limit + 1, -1, np.int32)
    count = made = 0
    starts = begun.size // 2
    for number in range(starts):
        here, spent = begun[number], begun[starts + number]
        if spent <= limit:
            best[here], before[here], found[count] = spent, _START, here
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
                        found[count] = there
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
    places = found[:count].copy()
    costs, came = best[places], np.full(before.size, _NOWHERE, np.int32)
    came[places] = before[places]
    best[places] = CLOSED
    return places, costs, came


_SEARCH = (
    "Tuple((i4[::1], i4[::1], i4[::1]))("
    "i4[::1], i4[::1], i4[::1], i4[::1], i8, "
    + "Array(u1, 1, 'C', readonly=True), " * 6
    + "b1, i4[::1], i4[::1], i4[::1], i4[::1], i4[::1])"
)
_search: Any = njit(_SEARCH, cache=True)(_plain_search)
