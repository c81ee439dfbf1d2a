"""The tables of combat read back whole: results by the formula they were made with, others as typed."""

from typing import Final

import pytest

from grognard.core.board.tables import Cell, Table, load_tables
from grognard.games.red_parachutes.model.content import DATA

NO: Final = "-"

# The column of the results table by terrain and odds, 1:4 to 8:1.
LADDER: Final = """
clear           -  1  2  4  6  7  8  9 10 11 12
swamp           -  1  2  3  5  6  7  8  9 10 11
rough           -  -  1  3  5  6  7  8  9 10 11
woods           -  -  1  3  4  5  6  7  8  9 10
woods-on-rough  -  -  -  2  3  5  6  7  8  9  9
town            -  -  -  2  4  5  6  7  8  8  9
city            -  -  -  1  2  3  4  5  6  7  8
night           -  -  1  2  4  5  5  6  7  7  8
"""

# Column plus dice: the lowest sum of each result.
ATTACKER: Final = {3: "4M", 4: "4D", 5: "3D", 7: "2D", 9: "2", 10: "1D", 11: "1", 16: "0"}
DEFENDER: Final = {
    3: "0",
    12: "1",
    14: "2",
    15: "2D",
    17: "3D",
    19: "3M",
    20: "4D",
    21: "4M",
    22: "5M",
    24: "6M",
}

# Rows of dice, columns of bombardment value.
BOMBARDMENT: Final = """
2   -  -  -  -  -  -  D
3   -  -  -  -  -  -  D
4   -  -  -  -  -  D  D
5   -  -  -  -  D  D  D
6   -  -  -  D  D  D  M
7   -  -  D  D  D  M  M
8   -  D  D  D  M  M  1D
9   -  D  D  M  M  1D 1M
10  D  D  M  M  1D 1M 1M
11  D  M  M  1D 1M 1M 2M
12  M  1D 1D 1M 2D 2M 2M
"""

# roll, shift, attacker, defender, split, stand, fall back, advance, effect
MATRIX: Final = """
standard/defend      yes  0    0   0 halves may   0 - -
standard/withdraw    yes  0   -1   0 hexes  never 0 1 -
standard/determined  yes -1    1   0 halves must  0 - -
standard/retreat     no   0    0   0 halves never 2 1 -
probe/defend         yes -1   -1  -1 halves may   0 - -
probe/withdraw       no   0    0   0 halves never 1 1 -
probe/determined     yes -2   -1  -1 halves must  0 - -
probe/retreat        no   0    0   0 halves never 1 0 -
feint/defend         yes -1 half one halves may   0 - -
feint/withdraw       no   0    0   0 halves never 2 1 disrupted
feint/determined     no   0    0   0 halves never 0 - no-recovery
feint/retreat        no   0    0   0 halves never 2 1 -
assault/defend       yes  1    1   1 halves may   0 - -
assault/withdraw     yes  1    0   1 halves never 0 - demoralized
assault/determined   yes  0    1   1 up     must  0 - -
assault/retreat      no   0    0   0 halves never 2 2 pursued
"""

SMALL: Final[dict[str, dict[str, list[Cell]]]] = {
    # Kill on this roll or more, pinned at exactly that; by value less armor.
    "at-fire": {
        "-3": [12, NO],
        "-2": [12, NO],
        "-1": [11, 10],
        "0": [10, 9],
        "1": [9, 8],
        "2": [8, 7],
        "3": [7, 6],
        "4": [6, 5],
    },
    "at-modifiers": {"woods-or-town": [1], "night": [-1], "disrupted": [-1]},
    "bombardment-columns": {
        "1-3": [1],
        "4-6": [4],
        "7-10": [7],
        "11-15": [11],
        "16-22": [16],
        "23-30": [23],
        "31+": [31],
    },
    "bombardment-stacking": {"1": [-1], "2": [0], "3": [1], "4": [2]},
    "bombardment-factors": {
        "disrupted": [2],
        "night": [2],
        "woods": [2],
        "woods-on-rough": [2],
        "town": [2],
        "improved-position": [2],
        "city": [3],
    },
    "morale-participation": {"1": [2], "2": [3], "3": [4]},
    "strength-factors": {"stream-foot": [2, 3], "stream-motor": [1, 2], "great-river": [1, 2]},
    "support-formations": {"german": [1, 2], "soviet": [0, 1]},
    "advance-limits": {
        "artillery": [0, 0],
        "sp-artillery": [2, 2],
        "foot": [2, 2],
        "cavalry": [2, 2],
        "motorized": [3, 2],
        "mobile-arms": [4, 2],
    },
}


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


def typed(text: str) -> dict[str, list[str]]:
    rows = [line.split() for line in text.strip().splitlines()]
    return {row: cells for row, *cells in rows}


def printed(table: Table) -> dict[str, list[str]]:
    return {row: [str(cell) for cell in cells] for row, cells in zip(table.rows, table.cells, strict=True)}


@pytest.mark.rule("rp.odds-shifts.3", "rp.resolution.2", "rp.resolution.6")
def test_the_ladder_of_odds(tables: dict[str, Table]) -> None:
    ladder = tables["odds-ladder"]
    assert ladder.columns == ["1:4", "1:3", "1:2", "1:1", *(f"{level}:1" for level in range(2, 9))]
    assert printed(ladder) == typed(LADDER)


def reached(steps: dict[int, str], total: int) -> str:
    return steps[max(least for least in steps if least <= total)]


@pytest.mark.rule("rp.resolution.2b")
def test_the_results_hang_on_column_plus_dice(tables: dict[str, Table]) -> None:
    crt = tables["crt"]
    assert crt.columns == [str(column) for column in range(1, 13)]
    assert crt.rows == [str(total) for total in range(2, 13)]
    for column in range(1, 13):
        for dice in range(2, 13):
            expected = f"{reached(ATTACKER, column + dice)}/{reached(DEFENDER, column + dice)}"
            assert crt.text(str(dice), str(column)) == expected, (column, dice)


@pytest.mark.rule("rp.resolution.2", "rp.losses.3", "rp.losses.4")
def test_the_columns_cost_what_they_should(tables: dict[str, Table]) -> None:
    """Mean steps of attacker and defender, and the chance that the defender owes a hex, in hundredths."""
    expected = {1: (128, 0, 8), 4: (100, 17, 42), 7: (72, 58, 83), 10: (28, 108, 100), 12: (8, 144, 100)}
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    for column, figures in expected.items():
        cells = [tables["crt"].text(str(dice), str(column)).split("/") for dice in throws]
        attacker = [int(one.rstrip("DM")) for one, _ in cells]
        defender = [int(two.rstrip("DM")) for _, two in cells]
        found = (
            sum((number + 1) // 2 for number in attacker) / 36,
            sum(number // 2 for number in defender) / 36,
            sum(number > 0 for number in defender) / 36,
        )
        assert tuple(round(100 * value) for value in found) == figures


@pytest.mark.rule("rp.combat-options.6d")
def test_the_matrix_of_options(tables: dict[str, Table]) -> None:
    assert printed(tables["option-matrix"]) == typed(MATRIX)


@pytest.mark.rule("rp.bombardment.16b")
def test_the_bombardment_table(tables: dict[str, Table]) -> None:
    assert tables["bombardment"].columns == list(SMALL["bombardment-columns"])
    assert printed(tables["bombardment"]) == typed(BOMBARDMENT)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.rule(
    "rp.at-fire.5a",
    "rp.bombardment.12a",
    "rp.bombardment.13",
    "rp.morale.9",
    "rp.morale.10",
    "rp.morale.11",
    "rp.attack-strength.2",
    "rp.advance.8",
    "rp.advance.12",
)
def test_a_small_table_holds_its_figures(tables: dict[str, Table], name: str) -> None:
    table = tables[name]
    assert dict(zip(table.rows, table.cells, strict=True)) == SMALL[name]


def test_no_table_is_left_unread(tables: dict[str, Table]) -> None:
    from games.red_parachutes.test_tables import FIGURES

    read = {*FIGURES, "limits", "odds-ladder", "crt", "option-matrix", "bombardment", *SMALL}
    read.add("terrain-qualities")
    assert set(tables) == read
