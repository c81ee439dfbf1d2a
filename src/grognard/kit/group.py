"""A mixed group: units of several movement classes that go the same way, each paying its own price."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.kit.reach import CLOSED, Going, Numbers, path_to

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


def reach_together(movers: Sequence[Mover], start: int, minimum: bool = False) -> GroupReach:
    """Where movers of one graph can come to as one group.

    A dear way for one class may be the cheap one for another, so a place can be worth entering at several
    costs: all that no other beats are kept. What closes a place to one class, or stops it, does so to all.
    """
    found = GroupReach({}, {}, [], {}, {})
    begun = tuple(mover.spent for mover in movers)
    open_ways: list[tuple[int, int, Costs, int, int]] = []
    if all(mover.spent <= mover.limit for mover in movers):
        open_ways.append((sum(begun), 0, begun, start, -1))
    made = 0
    while open_ways:
        _, _, costs, here, before = heappop(open_ways)
        known = found.best.setdefault(here, [])
        if any(_beats(other, costs) for other in known):
            continue
        known.append(costs)
        label = len(found.labels)
        found.labels.append(here)
        found.cost.setdefault(here, costs)
        found.first.setdefault(here, label)
        if before >= 0:
            found.came[label] = before
        for there, total in _steps(movers, costs, here, here == start, minimum):
            made += 1
            heappush(open_ways, (sum(total), made, total, there, label))
    return found


def _beats(one: Costs, other: Costs) -> bool:
    """Is one way at least as cheap as the other for every class?"""
    return all(a <= b for a, b in zip(one, other, strict=True))


def _steps(
    movers: Sequence[Mover], costs: Costs, here: int, is_start: bool, minimum: bool
) -> list[tuple[int, Costs]]:
    """The places that all can enter from here, with what each has spent then."""
    if any(_at(mover.stop, here) and (mover.spent or not is_start) for mover in movers):
        return []
    graph = movers[0].going.graph
    found: list[tuple[int, Costs]] = []
    for exit in range(graph.first[here], graph.first[here + 1]):
        there = graph.ends[exit]
        if there < 0 or any(_bars(mover, exit, here, there) for mover in movers):
            continue
        total = tuple(
            spent + mover.going.prices[exit] + _at(mover.leave, here) + _at(mover.enter, there)
            for mover, spent in zip(movers, costs, strict=True)
        )
        if minimum and is_start:
            total = tuple(min(spent, mover.limit) for mover, spent in zip(movers, total, strict=True))
        if all(spent <= mover.limit for mover, spent in zip(movers, total, strict=True)):
            found.append((there, total))
    return found


def _bars(mover: Mover, exit: int, here: int, there: int) -> bool:
    """Is this step closed to a class whatever it pays?"""
    if mover.going.prices[exit] >= CLOSED or _at(mover.closed, there):
        return True
    held = _at(mover.sticky, here) and _at(mover.sticky, there)
    return bool(held) and not _at(mover.slip, there)


def _at(numbers: Numbers, place: int) -> int:
    return numbers[place] if numbers else 0
