"""Sets of hexes as numbers agree with plain slow searches."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from grognard.core.board.hexes import Grid
from grognard.kit.areas import HexSets


@st.composite
def marked_grids(draw: st.DrawFn) -> tuple[Grid, list[bool]]:
    """A small map, ragged in places, with some hexes marked."""
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    missing = draw(st.frozensets(st.integers(0, columns * rows - 1), max_size=3))
    grid = Grid(columns, rows, draw(st.sampled_from(["even", "odd"])), missing=missing)
    return grid, draw(st.lists(st.booleans(), min_size=grid.size, max_size=grid.size))


def hexes_of(number: int) -> set[int]:
    return {hex for hex in range(number.bit_length()) if number >> hex & 1}


def around(grid: Grid, hex: int) -> list[int]:
    return [there for there in grid.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]


def slow_flood(grid: Grid, start: int, is_open: set[int]) -> set[int]:
    queue = deque([start])
    seen = {start}
    while queue:
        for there in around(grid, queue.popleft()):
            if there in is_open and there not in seen:
                seen.add(there)
                queue.append(there)
    return seen


@given(marked_grids())
def test_a_set_holds_the_marked_hexes_that_are_on_the_map(case: tuple[Grid, list[bool]]) -> None:
    grid, marked = case
    assert hexes_of(HexSets(grid).flagged(bytes(marked))) == {hex for hex in grid.present() if marked[hex]}


@given(marked_grids())
def test_a_set_spreads_to_all_neighbours(case: tuple[Grid, list[bool]]) -> None:
    grid, marked = case
    sets = HexSets(grid)
    hexes = hexes_of(sets.flagged(bytearray(marked)))
    beside = {there for hex in hexes for there in around(grid, hex)}
    assert hexes_of(sets.spread(sets.flagged(bytearray(marked)))) == hexes | beside


@given(marked_grids())
def test_areas_are_what_marked_hexes_join(case: tuple[Grid, list[bool]]) -> None:
    grid, marked = case
    sets = HexSets(grid)
    found = [hexes_of(area) for area in sets.areas(sets.flagged(bytes(marked)))]
    left = {hex for hex in grid.present() if marked[hex]}
    for area in found:
        assert area == slow_flood(grid, min(left), left)
        left -= area
    assert not left
