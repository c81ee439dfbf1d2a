"""Searches over the hex graph agree with plain slow ones."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes import Grid
from grognard.core.paths import CLOSED, areas, flood, path_to, reach

small_grids = st.builds(Grid, st.integers(1, 6), st.integers(1, 6), st.sampled_from(["even", "odd"]))


@st.composite
def grids_with_costs(draw: st.DrawFn) -> tuple[Grid, list[int], int, int]:
    grid = draw(small_grids)
    prices = st.sampled_from([0, 1, 1, 2, 3, 7, CLOSED])
    costs = draw(st.lists(prices, min_size=grid.size * 6, max_size=grid.size * 6))
    return (grid, costs, draw(st.integers(0, grid.size - 1)), draw(st.integers(0, 12)))


def slow_costs(grid: Grid, costs: list[int], start: int) -> list[int]:
    """The cheapest way to every hex by trying every exit until nothing gets cheaper."""
    best = [CLOSED] * grid.size
    best[start] = 0
    changed = True
    while changed:
        changed = False
        for exit, there in enumerate(grid.neighbours):
            total = best[exit // 6] + costs[exit]
            if there >= 0 and total < best[there]:
                best[there] = total
                changed = True
    return best


@given(grids_with_costs())
def test_reach_finds_the_cheapest_cost_to_every_hex_within_the_limit(
    case: tuple[Grid, list[int], int, int],
) -> None:
    grid, costs, start, limit = case
    found, _ = reach(grid.neighbours, costs, start, limit)
    slow = slow_costs(grid, costs, start)
    assert found == {hex: cost for hex, cost in enumerate(slow) if cost <= limit}


@given(grids_with_costs())
def test_the_path_to_a_hex_costs_what_reach_says(case: tuple[Grid, list[int], int, int]) -> None:
    grid, costs, start, limit = case
    found, came = reach(grid.neighbours, costs, start, limit)
    assert start not in came
    for goal, cost in found.items():
        here, spent = start, 0
        for there in path_to(came, goal):
            spent += costs[here * 6 + grid.direction(here, there)]
            here = there
        assert (here, spent) == (goal, cost)


def test_a_limit_of_nothing_reaches_only_the_start() -> None:
    grid = Grid(3, 3)
    assert reach(grid.neighbours, [1] * 54, 4, 0) == ({4: 0}, {})
    assert path_to({}, 4) == []


def slow_flood(grid: Grid, starts: list[int], is_open: list[bool]) -> set[int]:
    queue = deque(start for start in starts if is_open[start])
    seen = set(queue)
    while queue:
        here = queue.popleft()
        for there in grid.present():
            if grid.distance(here, there) == 1 and is_open[there] and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


@st.composite
def open_grids(draw: st.DrawFn) -> tuple[Grid, list[bool], list[int]]:
    grid = draw(small_grids)
    is_open = draw(st.lists(st.booleans(), min_size=grid.size, max_size=grid.size))
    return (grid, is_open, draw(st.lists(st.integers(0, grid.size - 1), max_size=4)))


@given(open_grids())
def test_flood_finds_what_open_hexes_join(case: tuple[Grid, list[bool], list[int]]) -> None:
    grid, is_open, starts = case
    assert flood(grid.neighbours, starts, is_open.__getitem__) == slow_flood(grid, starts, is_open)


@given(open_grids())
def test_areas_are_the_floods_numbered_in_order(case: tuple[Grid, list[bool], list[int]]) -> None:
    grid, is_open, _ = case
    area = areas(grid.adjacent, bytearray(is_open))
    assert [number > 0 for number in area] == is_open
    for hex, number in enumerate(area):
        if number:
            alike = {other for other, same in enumerate(area) if same == number}
            assert slow_flood(grid, [hex], is_open) == alike
    firsts = [area.index(number) for number in range(1, max(area, default=0) + 1)]
    assert firsts == sorted(firsts)
