"""A mixed group: units of several movement classes that go the same way, each paying its own price."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from heapq import heappop, heappush
from typing import Final, NamedTuple

from grognard.kit.reach import CLOSED, Going, Numbers, compiled_reach, either

Costs = tuple[int, ...]

FARTHEST: Final = 1 << 16
"""The compiled twin has a place for every sum of costs, so it is used where all limits together are less."""


class Mover(NamedTuple):
    """One class of the group: its prices, what it may spend and has spent; hindrances are as for `reach`."""

    going: Going
    limit: int
    spent: int = 0
    closed: Numbers = b""
    stop: Numbers = b""
    enter: Numbers = b""
    leave: Numbers = b""
    sticky: Numbers = b""
    slip: Numbers = b""


class GroupReach:
    """Where a group can come to together, way by way, those that cost least in all first.

    Three rows have the place that each way leads to, the number of the way that it goes on from (-1 at the
    start), and what each class has spent at its end.
    """

    def __init__(self, places: list[int], before: list[int], spent: list[Costs]) -> None:
        self.places = places
        self.before = before
        self.spent = spent

    @cached_property
    def first(self) -> dict[int, int]:
        """The number of the cheapest way to each place."""
        found: dict[int, int] = {}
        for number, place in enumerate(self.places):
            found.setdefault(place, number)
        return found

    @cached_property
    def cost(self) -> dict[int, Costs]:
        """What each class has spent on the way to each place that is cheapest for the group in all."""
        return {place: self.spent[number] for place, number in self.first.items()}

    @cached_property
    def best(self) -> dict[int, list[Costs]]:
        """The costs of every way to each place that no other beats."""
        found: dict[int, list[Costs]] = {}
        for place, costs in zip(self.places, self.spent, strict=True):
            found.setdefault(place, []).append(costs)
        return found

    def path_to(self, goal: int) -> list[int]:
        """The places entered on the cheapest way to `goal`, in order, the start left out."""
        path: list[int] = []
        number = self.first[goal]
        while self.before[number] >= 0:
            path.append(self.places[number])
            number = self.before[number]
        return path[::-1]


def reach_together(movers: Sequence[Mover], start: int, minimum: bool = False) -> GroupReach:
    """Where movers of one graph can come to as one group.

    A dear way for one class may be the cheap one for another, so a place can be worth entering at several
    costs: all that no other beats are kept. What closes a place to one class, or stops it, does so to all.
    """
    if movers[0].going.graph.is_large and (compiled := compiled_together()) is not None:
        has_bytes = not any(isinstance(one.enter, list) or isinstance(one.leave, list) for one in movers)
        if has_bytes and sum(mover.limit for mover in movers) < FARTHEST:
            return compiled(movers, start, minimum)
    return plain_together(movers, start, minimum)


@cache
def compiled_together() -> Callable[..., GroupReach] | None:
    """The compiled twin, where that of `reach` is used."""
    if compiled_reach() is None:
        return None
    from grognard.kit import compiled_group  # takes a second, so only when it is wanted

    return compiled_group.reach_together


def plain_together(movers: Sequence[Mover], start: int, minimum: bool = False) -> GroupReach:
    """`reach_together` in plain Python."""
    best: dict[int, list[Costs]] = {}
    places: list[int] = []
    came: list[int] = []
    spent: list[Costs] = []
    graph = movers[0].going.graph
    nothing = graph.nothing
    classes = [
        mover._replace(
            enter=mover.enter or nothing,
            leave=mover.leave or nothing,
            sticky=mover.sticky or nothing,
            slip=mover.slip or nothing,
        )
        for mover in movers
    ]
    closed = either(*[bytes(mover.closed or nothing) for mover in movers])
    begun = tuple(mover.spent for mover in movers)
    open_ways: list[tuple[int, int, Costs, int, int]] = []
    if all(mover.spent <= mover.limit for mover in movers):
        open_ways.append((sum(begun), 0, begun, start, -1))
    made = 0
    while open_ways:
        _, _, costs, here, before = heappop(open_ways)
        known = best.setdefault(here, [])
        if known and _is_beaten(known, costs):
            continue
        known.append(costs)
        number = len(places)
        places.append(here)
        came.append(before)
        spent.append(costs)
        if stops(movers, here, here == start):
            continue
        grace = minimum and here == start
        for exit in range(graph.first[here], graph.first[here + 1]):
            there = graph.ends[exit]
            if there < 0 or closed[there]:
                continue
            total = _paid(classes, costs, exit, here, there, grace)
            if total is None or _is_beaten(best.get(there, ()), total):
                continue
            made += 1
            heappush(open_ways, (sum(total), made, total, there, number))
    return GroupReach(places, came, spent)


def _is_beaten(known: Sequence[Costs], costs: Costs) -> bool:
    """Is another way at least as cheap for every class?"""
    for other in known:
        for one, least in zip(costs, other, strict=True):
            if one < least:
                break
        else:
            return True
    return False


def stops(movers: Sequence[Mover], here: int, is_start: bool) -> bool:
    """Does one of them end its move here?"""
    return any(mover.stop and mover.stop[here] and (mover.spent or not is_start) for mover in movers)


def _paid(
    classes: Sequence[Mover], costs: Costs, exit: int, here: int, there: int, grace: bool
) -> Costs | None:
    """What each has spent after this step; None where one of them may not take it, or cannot pay."""
    total: list[int] = []
    for (going, limit, _, _, _, enter, leave, sticky, slip), spent in zip(classes, costs, strict=True):
        price = going.prices[exit]
        if price >= CLOSED or (sticky[here] and sticky[there] and not slip[there]):
            return None
        spent += price + leave[here] + enter[there]
        if spent > limit:
            if not grace:
                return None
            spent = limit
        total.append(spent)
    return tuple(total)
