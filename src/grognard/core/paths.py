"""Searches over the hex graph. Costs are small ints; a board's six exits per hex are flat lists.

These are the plain versions. `grognard.core.kernels` has the same searches compiled by numba for
large maps, held equal by a test.
"""

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


def areas(neighbours: Sequence[int], open_hexes: Sequence[bool | int]) -> list[int]:
    """The connected area each hex belongs to: a number from 1 on, 0 for closed hexes."""
    area = [0] * len(open_hexes)
    count = 0
    for first, is_open in enumerate(open_hexes):
        if not is_open or area[first]:
            continue
        count += 1
        area[first] = count
        edge = [first]
        while edge:
            base = edge.pop() * 6
            for there in neighbours[base : base + 6]:
                if there >= 0 and open_hexes[there] and not area[there]:
                    area[there] = count
                    edge.append(there)
    return area


def path_to(came: dict[int, int], goal: int) -> list[int]:
    """The hexes entered on the way to `goal`, in order, the start left out."""
    steps: list[int] = []
    while goal in came:
        steps.append(goal)
        goal = came[goal]
    steps.reverse()
    return steps
