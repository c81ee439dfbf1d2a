"""Places beside the map, hexsides, pools of counters, steps apart from faces, nations."""

import pytest

from grognard.core.board.board import load_board
from grognard.core.board.units import load_counters
from grognard.core.content.read import ContentError

MAP = """
columns = 3
rows = 2
[terrain]
legend = { "." = "clear" }
rows = ["...", "..."]
[[boxes]]
id = "reduced"
name = "Reduced units"
x = 4.0
y = 0.0
[[boxes]]
id = "airfield"
name = "Kiev airfield"
x = 4.0
y = 1.5
"""
UNITS = """
sides = ["axis", "soviet"]
[values]
unit = ["attack"]
[kinds]
infantry = "unit"
[[counter]]
id = "one"
name = "1st"
side = "axis"
nation = "romanian"
kind = "infantry"
size = "X"
faces = [[3], [1]]
steps = 4
[[counter]]
id = "two"
name = "2nd"
side = "soviet"
kind = "infantry"
size = "X"
faces = [[3], [1]]
[[pool]]
id = "company"
name = "Company {}"
side = "soviet"
kind = "infantry"
size = "I"
count = 3
faces = [[1]]
"""


def test_boxes_are_numbered_on_after_the_hexes_and_found_by_id() -> None:
    board = load_board(MAP, "map")
    assert board.size == 8
    assert [board.place_id(place) for place in (0, 6, 7)] == ["0101", "reduced", "airfield"]
    assert [board.place_name(place) for place in (0, 6)] == ["0101", "Reduced units"]
    assert [board.find_place(id) for id in ("0101", "airfield", "nowhere")] == [0, 7, -1]
    assert [board.is_box(place) for place in (5, 6)] == [False, True]


def test_faults_of_boxes_are_told_all_at_once() -> None:
    broken = MAP.replace('"airfield"', '"reduced"').replace("y = 1.5", "y = 9999.0")
    with pytest.raises(ContentError) as problem:
        load_board(broken, "map")
    assert "is there twice" in str(problem.value)
    assert "too far" in str(problem.value)


def test_a_hexside_has_one_number_from_both_sides() -> None:
    grid = load_board(MAP, "map").grid
    for a in range(grid.size):
        for direction in range(6):
            b = grid.step(a, direction)
            if b >= 0:
                assert grid.side(a, direction) == grid.side(b, (direction + 3) % 6)
            side = grid.side(a, direction)
            assert grid.find_side(grid.side_name(side)) == side
    assert grid.find_side("0101/S") == grid.find_side("0102/N")
    assert [grid.find_side(name) for name in ("0101", "0101/X", "9999/N")] == [-1, -1, -1]


def test_steps_are_apart_from_faces_and_nations_from_sides() -> None:
    roster = load_counters(UNITS, "units")
    assert [roster.steps(unit) for unit in (0, 1)] == [4, 2]
    assert [roster.nation(unit) for unit in (0, 1)] == ["romanian", "soviet"]


def test_a_pool_is_a_row_of_counters() -> None:
    roster = load_counters(UNITS, "units")
    assert roster.pools == {"company": [2, 3, 4]}
    assert [roster.counters[unit].name for unit in roster.pools["company"]] == [
        "Company 1",
        "Company 2",
        "Company 3",
    ]
    assert roster.side_of == [0, 1, 1, 1, 1]
    small = roster.only({"two", "company"})
    assert small.pools == {"company": [1, 2, 3]}
    assert roster.only({"one"}).pools == {}


def test_a_pool_without_end_is_refused() -> None:
    with pytest.raises(ContentError, match="pool company: 100000 counters"):
        load_counters(UNITS.replace("count = 3", "count = 100000"), "units")
