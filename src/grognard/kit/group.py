"""A mixed group: units of several movement classes that go the same way, each paying its own price."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.kit.reach import CLOSED, Going, Numbers, either, path_to

Costs = tuple[int, ...]


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


class GroupReach(NamedTuple):
    """Where a group can come to together: what each class has spent there, class by class.

    `cost` has the way that is cheapest for the group in all; `best` every way that no other beats.
    """

    cost: dict[int, Costs]
    best: dict[int, list[Costs]]
    labels: list[int]
    came: dict[int, int]
    first: dict[int, int]

    def path_to(self, goal: int) -> list[int]:
        """The places entered on the cheapest way to `goal`, in order, the start left out."""
        return [self.labels[label] for label in path_to(self.came, self.first[goal])]


class _Class(NamedTuple):
    """A mover with every hindrance written out, and what it has spent where the search stands."""

    prices: Sequence[int]
    enter: Numbers
    leave: Numbers
    sticky: Numbers
    slip: Numbers
    limit: int


def reach_together(movers: Sequence[Mover], start: int, minimum: bool = False) -> GroupReach:
    """Where movers of one graph can come to as one group.

    A dear way for one class may be the cheap one for another, so a place can be worth entering at several
    costs: all that no other beats are kept. What closes a place to one class, or stops it, does so to all.
    """
    found = GroupReach({}, {}, [], {}, {})
    graph = movers[0].going.graph
    nothing = graph.nothing
    classes = [
        _Class(
            mover.going.prices,
            mover.enter or nothing,
            mover.leave or nothing,
            mover.sticky or nothing,
            mover.slip or nothing,
            mover.limit,
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
        known = found.best.setdefault(here, [])
        if known and _is_beaten(known, costs):
            continue
        known.append(costs)
        label = len(found.labels)
        found.labels.append(here)
        found.cost.setdefault(here, costs)
        found.first.setdefault(here, label)
        if before >= 0:
            found.came[label] = before
        if _stops(movers, here, here == start):
            continue
        grace = minimum and here == start
        for exit in range(graph.first[here], graph.first[here + 1]):
            there = graph.ends[exit]
            if there < 0 or closed[there]:
                continue
            total = _paid(classes, costs, exit, here, there, grace)
            if total is None or _is_beaten(found.best.get(there, ()), total):
                continue
            made += 1
            heappush(open_ways, (sum(total), made, total, there, label))
    return found


def _is_beaten(known: Sequence[Costs], costs: Costs) -> bool:
    """Is another way at least as cheap for every class?"""
    for other in known:
        for one, least in zip(costs, other, strict=True):
            if one < least:
                break
        else:
            return True
    return False


def _stops(movers: Sequence[Mover], here: int, is_start: bool) -> bool:
    """Does one of them end its move here?"""
    return any(mover.stop and mover.stop[here] and (mover.spent or not is_start) for mover in movers)


def _paid(
    classes: Sequence[_Class], costs: Costs, exit: int, here: int, there: int, grace: bool
) -> Costs | None:
    """What each has spent after this step; None where one of them may not take it, or cannot pay."""
    total: list[int] = []
    for (prices, enter, leave, sticky, slip, limit), spent in zip(classes, costs, strict=True):
        price = prices[exit]
        if price >= CLOSED or (sticky[here] and sticky[there] and not slip[there]):
            return None
        spent += price + leave[here] + enter[there]
        if spent > limit:
            if not grace:
                return None
            spent = limit
        total.append(spent)
    return tuple(total)
