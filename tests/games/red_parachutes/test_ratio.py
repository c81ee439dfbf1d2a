"""Ratios, levels and columns: the ladder read by hand."""

import pytest

from grognard.core.board.tables import Table, load_tables
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE, basic_level, column, odds_name, shifted
from grognard.games.red_parachutes.model.content import DATA

LADDER: Table = load_tables(DATA / "tables.toml")["odds-ladder"]


@pytest.mark.rule("rp.odds-shifts.1a")
@pytest.mark.parametrize(
    ("attack", "defence", "level"),
    [
        (23, 9, "2:1"),
        (7, 4, "1:1"),
        (4, 7, "1:2"),
        (5, 11, "1:3"),
        (8, 8, "1:1"),
        (7, 8, "1:2"),
        (4, 8, "1:2"),
        (1, 5, "1:5"),
        (1, 6, "1:6"),
        (40, 5, "8:1"),
        (39, 5, "7:1"),
        (100, 5, "20:1"),
        (3, 0, "8:1"),
    ],
)
def test_a_ratio_is_rounded_in_the_defenders_favour(attack: int, defence: int, level: str) -> None:
    assert odds_name(basic_level(attack, defence)) == level


@pytest.mark.rule("rp.odds-shifts.2", "rp.odds-shifts.3a", "rp.odds-shifts.3c")
@pytest.mark.parametrize(
    ("before", "shift", "after"),
    [((2, 1), 2, "4:1"), ((1, 1), -1, "1:2"), ((1, 2), 1, "1:1"), ((6, 1), 4, "10:1"), ((1, 3), -2, "1:5")],
)
def test_a_shift_moves_the_odds(before: tuple[int, int], shift: int, after: str) -> None:
    assert odds_name(shifted(basic_level(*before), shift)) == after


@pytest.mark.rule("rp.odds-shifts.3b", "rp.resolution.3c", "rs.odds-shifts.3")
@pytest.mark.parametrize(
    ("odds", "shift", "found"), [((10, 1), -1, 12), ((10, 1), -3, 11), ((8, 1), -1, 11), ((3, 0), -1, 11)]
)
def test_odds_beyond_the_last_column_keep_their_size_until_they_are_shifted(
    odds: tuple[int, int], shift: int, found: int
) -> None:
    """10:1 with 1L is 9:1, still the last column; 8:1 is 7:1. Against nothing it is 8:1 before the shift."""
    assert column(LADDER, "clear", False, shifted(basic_level(*odds), shift)) == found


@pytest.mark.rule("rp.resolution.2a", "rp.resolution.3c", "rp.resolution.6", "rp.odds-shifts.3")
@pytest.mark.parametrize(
    ("terrain", "night", "odds", "found"),
    [
        ("clear", False, (1, 1), 4),
        ("clear", False, (2, 1), 6),
        ("city", False, (2, 1), 2),
        ("city", False, (1, 2), OFF_TABLE),
        ("clear", False, (1, 3), 1),
        ("clear", False, (1, 4), OFF_TABLE),
        ("clear", False, (1, 5), OFF_TABLE),
        ("clear", False, (9, 1), 12),
        ("woods-on-rough", False, (8, 1), 9),
        ("clear", True, (2, 1), 4),
        ("clear", True, (1, 3), OFF_TABLE),
        ("city", True, (1, 2), 1),
    ],
)
def test_the_terrain_or_the_night_names_the_column(
    terrain: str, night: bool, odds: tuple[int, int], found: int
) -> None:
    assert column(LADDER, terrain, night, basic_level(*odds)) == found
