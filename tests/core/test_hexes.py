"""The geometry of the map: neighbours, distances, lines and drawing positions."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.board.hexes import DIRECTION_NAMES, Grid, opposite

GRIDS = [Grid(9, 8, "even"), Grid(8, 9, "odd"), Grid(7, 7, "even", missing=frozenset({0, 10, 24, 48}))]
grids = st.sampled_from(GRIDS)


def pick(grid: Grid, number: int) -> int:
    """Some hex of the map."""
    present = grid.present()
    return present[number % len(present)]


def test_an_odd_column_has_the_neighbours_of_the_published_formula() -> None:
    grid = Grid(30, 30)
    around = [grid.names[j] for j in grid.neighbours[grid.index("0715") * 6 : grid.index("0715") * 6 + 6]]
    assert around == ["0714", "0814", "0815", "0716", "0615", "0614"]


def test_an_even_column_lies_half_a_hex_lower() -> None:
    grid = Grid(30, 30)
    around = [grid.names[j] for j in grid.neighbours[grid.index("0815") * 6 : grid.index("0815") * 6 + 6]]
    assert around == ["0814", "0915", "0916", "0816", "0716", "0715"]


def test_odd_columns_can_be_the_lower_ones() -> None:
    grid = Grid(5, 5, "odd")
    assert grid.names[grid.step(grid.index("0303"), DIRECTION_NAMES.index("SE"))] == "0404"
    assert grid.centre(grid.index("0301"))[1] == 1.0
    assert grid.centre(grid.index("0201"))[1] == 0.5


def test_the_corner_hex_has_only_the_neighbours_on_the_map() -> None:
    grid = Grid(4, 4)
    assert grid.neighbours[0:6] == [-1, -1, 1, 4, -1, -1]


def test_wide_maps_use_three_digits() -> None:
    grid = Grid(120, 3)
    assert grid.names[0] == "001001"
    assert grid.index("120003") == grid.size - 1


def test_names_must_be_different_and_complete() -> None:
    with pytest.raises(ValueError, match="same name"):
        Grid(2, 1, names=["A1", "A1"])
    with pytest.raises(ValueError, match="2 names needed"):
        Grid(2, 1, names=["A1"])
    assert Grid(2, 1, names=["A1", "B1"]).index("B1") == 1


def test_an_unknown_or_missing_hex_has_no_index() -> None:
    grid = Grid(3, 3, missing=frozenset({4}))
    for name in ("9999", "0202"):
        assert not grid.has(name)
        with pytest.raises(KeyError):
            grid.index(name)


def test_a_missing_hex_is_nobodys_neighbour() -> None:
    grid = Grid(3, 3, missing=frozenset({4}))
    assert 4 not in grid.neighbours
    assert grid.neighbours[24:30] == [-1] * 6
    assert 4 not in grid.within(0, 3)
    assert len(grid.present()) == 8


@given(grids, st.integers(0), st.integers(0, 5))
def test_the_way_back_is_the_opposite_direction(grid: Grid, number: int, direction: int) -> None:
    a = pick(grid, number)
    b = grid.step(a, direction)
    if b >= 0:
        assert grid.step(b, opposite(direction)) == a
        assert grid.direction(a, b) == direction
        assert grid.distance(a, b) == 1


@given(st.sampled_from(GRIDS[:2]), st.integers(0), st.integers(0))
def test_distance_is_the_number_of_steps_of_a_search(grid: Grid, first: int, second: int) -> None:
    a, b = pick(grid, first), pick(grid, second)
    steps, reached = 0, {a}
    while b not in reached:
        reached |= {j for i in reached for j in grid.neighbours[i * 6 : i * 6 + 6] if j >= 0}
        steps += 1
    assert grid.distance(a, b) == steps


@given(grids, st.integers(0), st.integers(0, 6))
def test_within_is_every_hex_at_most_that_far(grid: Grid, number: int, radius: int) -> None:
    a = pick(grid, number)
    assert grid.within(a, radius) == [i for i in grid.present() if grid.distance(a, i) <= radius]


def test_hexes_apart_have_no_direction() -> None:
    grid = Grid(5, 5)
    assert grid.direction(0, 24) == -1
    assert grid.direction(0, 0) == -1
    assert grid.direction(0, -1) == -1


def test_a_ray_runs_straight_and_stops_at_the_edge() -> None:
    grid = Grid(6, 6)
    ray = grid.ray(grid.index("0104"), DIRECTION_NAMES.index("NE"), 20)
    assert [grid.names[i] for i in ray] == ["0203", "0303", "0402", "0502", "0601"]
    assert grid.ray(grid.index("0104"), DIRECTION_NAMES.index("NE"), 2) == ray[:2]


def test_a_line_along_a_hexside_passes_both_hexes() -> None:
    grid = Grid(6, 6)
    a, b = grid.index("0202"), grid.index("0402")
    passed = [[grid.names[i] for i in hexes] for hexes in grid.line_crossings(a, b)]
    assert passed == [["0202"], ["0302", "0303"], ["0402"]]


def test_a_line_down_a_column_passes_the_column() -> None:
    grid = Grid(3, 5)
    line = grid.line_crossings(grid.index("0201"), grid.index("0205"))
    assert [grid.names[i] for hexes in line for i in hexes] == ["0201", "0202", "0203", "0204", "0205"]


def test_a_line_to_itself_is_one_hex() -> None:
    assert GRIDS[0].line_crossings(5, 5) == [(5,)]


def length_inside(grid: Grid, a: int, b: int, i: int, margin: float) -> float:
    """How much of the line from a to b lies in hex i made larger by a margin, as a share of the line."""
    (ax, ay), (bx, by), corners = grid.centre(a), grid.centre(b), grid.corners(i)
    enter, leave = 0.0, 1.0
    for d in range(6):
        (px, py), (qx, qy) = corners[d], corners[(d + 1) % 6]
        # Outward normal of a side of a clockwise hexagon, y pointing down.
        nx, ny = (qy - py) / hypot(qx - px, qy - py), (px - qx) / hypot(qx - px, qy - py)
        start = nx * (ax - px) + ny * (ay - py) - margin
        change = nx * (bx - ax) + ny * (by - ay)
        if abs(change) < 1e-12:
            if start > 0:
                return 0.0
        elif change > 0:
            leave = min(leave, -start / change)
        else:
            enter = max(enter, -start / change)
    return max(0.0, leave - enter)


@settings(deadline=None)
@given(st.sampled_from([Grid(14, 12, "even"), Grid(13, 13, "odd")]), st.integers(0), st.integers(0))
def test_a_line_passes_the_hexes_that_it_cuts_on_paper(grid: Grid, first: int, second: int) -> None:
    a, b = pick(grid, first), pick(grid, second)
    if a == b:
        return
    crossed = grid.line_crossings(a, b)
    cut = {i for i in grid.present() if length_inside(grid, a, b, i, -1e-7) > 1e-6}
    beside = {i for i in grid.present() if length_inside(grid, a, b, i, 1e-7) > 1e-3} - cut
    assert {i for hexes in crossed for i in hexes} == cut | beside
    assert all(set(hexes) <= beside or (len(hexes) == 1 and hexes[0] in cut) for hexes in crossed)
    assert crossed[0] == (a,)
    assert crossed[-1] == (b,)
    assert crossed == grid.line_crossings(b, a)[::-1]
    ways = [grid.distance(a, hexes[0]) for hexes in crossed]
    assert ways == sorted(ways)


@given(grids, st.integers(0), st.integers(0, 5))
def test_neighbours_share_the_two_corners_of_their_side(grid: Grid, number: int, direction: int) -> None:
    a = pick(grid, number)
    b = grid.step(a, direction)
    if b < 0:
        return
    mine = grid.corners(a)
    theirs = grid.corners(b)
    back = opposite(direction)
    assert mine[direction] == pytest.approx(theirs[(back + 1) % 6])
    assert mine[(direction + 1) % 6] == pytest.approx(theirs[back])
    assert hypot(
        grid.centre(a)[0] - grid.centre(b)[0], grid.centre(a)[1] - grid.centre(b)[1]
    ) == pytest.approx(1)


def test_the_map_starts_at_the_origin() -> None:
    points = [p for i in range(20) for p in Grid(5, 4).corners(i)]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert min(y for _, y in points) == pytest.approx(0)


@pytest.mark.parametrize(("columns", "rows", "lower"), [(0, 3, "even"), (3, 0, "even"), (3, 3, "left")])
def test_a_senseless_map_is_refused(columns: int, rows: int, lower: str) -> None:
    with pytest.raises(ValueError):
        Grid(columns, rows, lower)
