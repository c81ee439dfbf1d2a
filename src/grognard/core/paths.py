"""Searches over the hex graph. Costs are small ints; a board's six exits per hex are flat lists."""

from collections.abc import Callable, Sequence
from typing import Final

CLOSED: Final = 1 << 20
"""The cost of an exit that may never be used."""


def reach(
    neighbours: Sequence[int], costs: Sequence[int], start: int, limit: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Cheapest cost to every hex within `limit`, and the hex each is entered from.

    `costs` is flat like `neighbours`: the price of leaving hex h in direction d stands at 6*h+d.
    """
    cost = {start: 0}
    came: dict[int, int] = {}
    buckets: list[list[int]] = [[start]] + [[] for _ in range(limit)]
    for spent in range(limit + 1):
        for here in buckets[spent]:
            if cost[here] != spent:
                continue
            base = here * 6
            for exit in range(base, base + 6):
                there = neighbours[exit]
                if there < 0:
                    continue
                total = spent + costs[exit]
                if total <= limit and total < cost.get(there, CLOSED):
                    cost[there] = total
                    came[there] = here
                    buckets[total].append(there)
    return cost, came


def flood(neighbours: Sequence[int], starts: Sequence[int], open_hex: Callable[[int], bool]) -> set[int]:
    """All hexes joined to a start by a chain of open hexes; a start that is not open does not count."""
    seen = {start for start in starts if open_hex(start)}
    edge = list(seen)
    while edge:
        base = edge.pop() * 6
        for exit in range(base, base + 6):
            there = neighbours[exit]
            if there >= 0 and there not in seen and open_hex(there):
                seen.add(there)
                edge.append(there)
    return seen


def areas(adjacent: Sequence[Sequence[int]], open_hexes: bytearray) -> list[int]:
    """The connected area each hex belongs to: a number from 1 on, 0 for closed hexes.

    `adjacent` lists the neighbours of each hex that are on the map.
    """
    area = [0] * len(open_hexes)
    to_visit = bytearray(open_hexes)
    count = 0
    first = to_visit.find(1)
    while first >= 0:
        count += 1
        to_visit[first] = 0
        edge = [first]
        for here in edge:  # grows while it is walked
            area[here] = count
            for there in adjacent[here]:
                if to_visit[there]:
                    to_visit[there] = 0
                    edge.append(there)
        first = to_visit.find(1, first)
    return area


def path_to(came: dict[int, int], goal: int) -> list[int]:
    """The hexes entered on the way to `goal`, in order, the start left out."""
    steps: list[int] = []
    while goal in came:
        steps.append(goal)
        goal = came[goal]
    steps.reverse()
    return steps
