"""Whole tables read back against the printed chart, and the faults that other copies of it have."""

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.core.board.tables import Table, load_tables
from grognard.games.ocs.model.charts import (
    Damage,
    Result,
    attrition,
    barrage_cell,
    barrage_column,
    barrage_cost,
    combat_cell,
    density_shift,
    facility_cell,
    odds_column,
    odds_ratio,
    odds_text,
    read_result,
    shifted,
    six,
    surprise,
)
from grognard.games.ocs.model.content import DATA
from grognard.games.ocs.model.ground import CATEGORIES


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


ODDS = """
extremely-close 1:2 1:1 2:1 3:1 4:1 8:1 12:1 16:1 20:1 28:1 36:1 44:1 52:1
very-close      1:3 1:2 1:1 2:1 3:1 4:1 6:1 9:1 12:1 15:1 18:1 21:1 24:1
close           1:4 1:3 1:2 1:1 2:1 3:1 4:1 6:1 8:1 10:1 12:1 15:1 18:1
open            1:5 1:4 1:3 1:2 1:1 2:1 3:1 4:1 5:1 7:1 9:1 11:1 13:1
"""

RESULTS = {
    "2": "AL2",
    "1": "AL1o1",
    "d": "AL1o1 Do1",
    "l": "AL1 Do1",
    "L": "AL1 DL1o1",
    "o": "Ao1 Do1",
    "O": "Ao1 DL1o1",
    "P": "Ao1 DL1o2",
    "x": "Ao1 e4 DL1o2",
    "4": "Ae4 DL1o2",
    "3": "Ae3 DL2o2DG",
    "E": "Ae2 DL2o3DG",
}

COMBAT = """
1 22222221ddllL
2 2222221ddllOO
3 222221ddllOOO
4 22221ddlloOOx
5 2221ddlloOOx4
6 221ddlloOOO44
7 11dddloOOOx43
8 1dddloOOOx443
9 dddlooOOx4433
10 ddlooOOx4433E
11 dlooOOO44333E
12 dooOOOx4333EE
13 ooOOPx4333EEE
14 oOOxx4333EEEE
15 OOx4433EEEEEE
"""

BARRAGE = """
cost 1 1 2 2 2 3 3 4 6 8 10
2  - - - - - - - - - DG DG
3  - - - - - - - - DG DG DG
4  - - - - - - - DG DG DG DG
5  - - - - - - DG DG DG DG [1/2]
6  - - - - - DG DG DG DG [1/2] [1/2]
7  - - - - DG DG DG DG [1/2] [1/2] 1/2
8  - - - DG DG DG DG [1/2] [1/2] 1/2 1/2
9  - - DG DG DG [1/2] [1/2] [1/2] 1/2 1/2 1/2
10 - DG DG DG [1/2] [1/2] 1/2 1/2 1/2 1 1
11 DG DG DG 1/2 1/2 1/2 1/2 1/2 1 1 2
12 DG 1/2 1/2 1/2 1/2 1 1 1 1 2 3
"""

FACILITY = """
cost 1 1 1 1 2 4 6 8
1 - - - - - - (5) 1(5)
2 - - - - - (5) 1(4) 1(4)
3 - - - - (5) 1(5) 1(4) 1(4)
4 - - - *(6) 1*(5) 1*(4) 1*(4) 2*(4)
5 - (6) *(6) 1*(5) 1*(4) 2*(4) 2*(4) 2*(3)
6 (6) *(5) 1*(5) 1*(4) 1*(4) 2*(4) 2*(3) 2*(3)
"""


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().split("\n")]


def read_back(table: Table) -> list[list[str]]:
    return [[row, *(table.text(row, column) for column in table.columns)] for row in table.rows]


@pytest.mark.rule("ocs.combat.30b")
def test_the_odds_of_all_four_rows_are_the_printed_ones(tables: dict[str, Table]) -> None:
    assert read_back(tables["combat-odds"]) == lines(ODDS)
    assert [row[0] for row in lines(ODDS)] == list(reversed(CATEGORIES))


@pytest.mark.rule("ocs.combat.36c", "ocs.combat.37a")
def test_the_combat_table_is_the_printed_one(tables: dict[str, Table]) -> None:
    printed = [[row, *(RESULTS[code] for code in codes)] for row, codes in lines(COMBAT)]
    assert read_back(tables["combat"]) == printed
    flat = [cell for row in printed for cell in row[1:]]
    assert len(flat) == 195
    assert [cell for cell in set(flat) if flat.count(cell) == 1] in (
        ["AL1 DL1o1", "Ao1 DL1o2"],
        ["Ao1 DL1o2", "AL1 DL1o1"],
    )
    assert "suspect" in tables["combat"].note_of("13")


@pytest.mark.rule("ocs.barrage.8a", "ocs.barrage.10")
def test_the_barrage_table_is_the_printed_one(tables: dict[str, Table]) -> None:
    columns = ["1-", "2", "3-4", "5-7", "8-11", "12-16", "17-24", "25-40", "41-68", "69-116", "117+"]
    assert tables["barrage"].columns == columns
    assert read_back(tables["barrage"]) == lines(BARRAGE)


@pytest.mark.rule("ocs.barrage.29a")
def test_the_facility_table_is_the_printed_one(tables: dict[str, Table]) -> None:
    assert tables["facility"].columns == ["1-", "2", "3-4", "5-10", "11-20", "21-40", "41-80", "81+"]
    assert read_back(tables["facility"]) == lines(FACILITY)


@pytest.mark.rule("ocs.capture.2a", "ocs.capture.2b", "ocs.dumps.1a")
def test_capture_and_dump_blowing_are_the_printed_ones(tables: dict[str, Table]) -> None:
    assert read_back(tables["capture"]) == lines(
        "dump 0 25 25 50 50 75\ntrucks 0 0 25 50 50 75\nwagons 0 0 25 50 75 100"
    )
    assert read_back(tables["dump-blowing"]) == lines("destroyed 25 50 50 75 75 100")
    assert [six(tables["dump-blowing"], "destroyed", die) for die in range(1, 7)] == [25, 50, 50, 75, 75, 100]


ATTRITION = """
5 8 10 11 12
4 7 9 10 11
3 5 7 9 11
2 3 5 7 9
1 2 4 6 8
0 - 3 5 7
"""


@pytest.mark.rule("ocs.trace.18")
def test_the_attrition_table_is_the_printed_one(tables: dict[str, Table]) -> None:
    assert read_back(tables["attrition"]) == lines(ATTRITION)


@pytest.mark.rule("ocs.trace.18a", "ocs.trace.18c")
@pytest.mark.parametrize(
    ("rating", "losses"),
    [
        # rolls of 2 to 15; -1 is all steps
        (5, [0] * 7 + [1, 1, 2, 4, -1, -1, -1]),
        (4, [0] * 6 + [1, 1, 2, 4, -1, -1, -1, -1]),
        (3, [0] * 4 + [1, 1, 2, 2, 4, 4, -1, -1, -1, -1]),
        (2, [0, 0, 1, 1, 2, 2, 4, 4, -1, -1, -1, -1, -1, -1]),
        (1, [0, 1, 1, 2, 2, 4, 4, -1, -1, -1, -1, -1, -1, -1]),
        (0, [1, 1, 2, 2, 4, 4, -1, -1, -1, -1, -1, -1, -1, -1]),
    ],
)
def test_every_attrition_roll(tables: dict[str, Table], rating: int, losses: list[int]) -> None:
    assert [attrition(tables, rating, roll) for roll in range(2, 16)] == losses


@pytest.mark.rule("ocs.trace.18")
def test_a_rating_below_zero_reads_the_column_of_zero(tables: dict[str, Table]) -> None:
    assert attrition(tables, -1, 2) == 1


@pytest.mark.rule("ocs.combat.34a", "ocs.combat.34b")
def test_surprise_numbers(tables: dict[str, Table]) -> None:
    assert read_back(tables["surprise"]) == lines("regular 10 5 -1\noverrun 9 6 -1")
    regular = [surprise(tables, roll, overrun=False) for roll in range(2, 13)]
    overrun = [surprise(tables, roll, overrun=True) for roll in range(2, 13)]
    assert regular == [-1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1]
    assert overrun == [-1, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1]


@pytest.mark.rule(
    "ocs.combat.10", "ocs.combat.11", "ocs.supply.6a", "ocs.supply.6b", "ocs.supply.6c", "ocs.supply.6d"
)
def test_prices_of_supply(tables: dict[str, Table]) -> None:
    assert read_back(tables["combat-supply"]) == lines("attack-per-step 1\ndefence 2\ndefence-of-1-re 1")
    assert dict(read_back(tables["supply-prices"])) == {
        "attack-per-step": "1",
        "defence": "2",
        "defence-of-1-re": "1",
        "fuel-formation": "4",
        "fuel-hq": "4",
        "fuel-unit": "1",
        "eat-per-2-re": "1",
        "restock-low": "2",
        "restock-exhausted": "4",
        "refit": "1",
        "air-base-level": "4",
        "air-strip": "1",
        "air-strip-upgrade": "3",
        "hedgehog-level": "8",
        "port-hit": "4",
    }


@pytest.mark.rule("ocs.aircombat.6", "ocs.aircombat.7", "ocs.flak.2", "ocs.capture.17")
def test_the_air_tables(tables: dict[str, Table]) -> None:
    assert read_back(tables["air-combat"]) == lines("attacker-aborts 6\nboth-abort 7\ndefender-aborts -")
    assert read_back(tables["air-loss"]) == lines("aborting 4")
    assert read_back(tables["flak"]) == lines("roll 11")
    assert read_back(tables["air-base-capture"]) == lines("step-loss-at-most 6\nactive 2\nadvance 2")


@pytest.mark.rule("ocs.flak.3", "ocs.flak.1")
def test_flak_modifiers_and_missions(tables: dict[str, Table]) -> None:
    assert read_back(tables["flak-modifiers"]) == lines(
        "three-aircraft 1\nhq 1\nair-base-level 1\nprinted-flak 1\nship-flak 1\n"
        "patrol-zone-fighter 1\npatrol-zone-no-fighter 2\npatrol-zone-trainbusting 1"
    )
    assert read_back(tables["flak-missions"]) == lines(
        "barrage always\nhip-shoot always\ntrainbusting always\nair-transport in-patrol-zone\n"
        "air-drop in-patrol-zone\nbase-transfer in-patrol-zone\nfighter-sweep never\ninterception never"
    )


@pytest.mark.rule("ocs.flak.13a")
def test_the_mission_loss_table(tables: dict[str, Table]) -> None:
    assert read_back(tables["mission-loss"]) == lines(
        "1 #1 #1 #1 #1 #1 #1\n2 #1 #1 #1 #2 #2 #2\n3 #1 #1 #2 #2 #3 #3\n"
        "4 #1 #2 #3 #4 weakest_barrage strongest_barrage"
    )


@pytest.mark.rule("ocs.airmission.18b", "ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
def test_the_air_transport_success_table(tables: dict[str, Table]) -> None:
    assert read_back(tables["air-transport-success"]) == lines("friendly 5 6\nenemy 6 7")
    assert read_back(tables["air-transport-modifiers"]) == lines(
        "allied-before-9-1944 -1\nsoviet -1\nglider 1\nvery-close -1\nextremely-close -2"
    )


@pytest.mark.rule("ocs.barrage.18", "ocs.barrage.20a", "ocs.barrage.28a", "ocs.barrage.28b", "ocs.port.4")
def test_shifts_reductions_and_port_damage(tables: dict[str, Table]) -> None:
    assert read_back(tables["barrage-density"]) == lines("1 1 -1\n3 3 0\n4 4 1\n5 5 2\n6 6 3\nmore - 4")
    assert read_back(tables["barrage-shifts"]) == lines(
        "hedgehog -1\nclose -1\nvery-close -1\nextremely-close -2\nno-spotter -3\nstrat-mode 3\n"
        "short-range 1\nlong-range -1"
    )
    assert read_back(tables["ship-reduction"]) == lines("1/2 DG\n[1/2] DG\n1 1/2\n2 1\n3 2")
    assert tables["ship-reduction"].mark_of("3", "becomes") == "house"
    assert read_back(tables["port-damage"]) == lines("percent 100 80 60 40 20")


@pytest.mark.rule("ocs.modes.2", "ocs.zoc.3", "ocs.combat.26")
def test_modes_zones_and_anti_tank_levels(tables: dict[str, Table]) -> None:
    assert read_back(tables["modes"]) == lines(
        "combat 1 1 1 printed yes yes yes no\nmove 1 1 1 printed yes yes no yes\n"
        "reserve 1/4 1/2 0 printed no no no no\nstrat 2 0 0 0 no no no no\n"
        "dg 1/2 1/2 1/2 -1 yes no no no\nexploit 1/2 1 1 printed yes yes kept no"
    )
    assert [row[1] for row in read_back(tables["zoc-effects"])] == (
        ["yes", "yes", "no", "yes", "no", "yes", "no", "yes", "no", "no", "no", "no"]
    )
    assert read_back(tables["at-levels"]) == lines(
        "hedgehog heavy\narmor heavy\nmech-with-tank-symbol heavy\nanti-tank heavy\n"
        "anti-aircraft heavy\nmech light\nother none"
    )


MOVEMENT = """
open 1 1 1
light-woods 1 2 2
forest 2 3 4
hills 2 2 3
mountain 3 All P
swamp 2 All P
village 1 1 1
minor-city 1 1 1
major-city 1 1 1
sea P P P
minor-river 1 2 4
major-river All P P
primary-road 1 1/2 1/2
secondary-road 1 1 1
railroad 1 1 2
"""

TERRAIN = """
open open 2 2 1 1 1 1
light-woods close 1 1 1 1 1 1
forest close 1/2 1 1 1/2 1 1
hills close 1 1 1 1 1 1
mountain very-close 1/3 1/2 1 1/3 1/2 1
swamp very-close 1/2 1/2 1 1/2 1/2 1
village close 1 1 1 1 1 1
minor-city very-close 1/2 1/2 1 1/2 1 1
major-city extremely-close 1/3 1/2 1 1/3 1 1
minor-river hexside 1/2 1/2 1/2 - - -
major-river hexside 1/4 1/3 1/2 - - -
"""


@pytest.mark.rule("ocs.movement.3", "ocs.combat.23a", "ocs.combat.24")
def test_the_terrain_charts_of_selm_river(tables: dict[str, Table]) -> None:
    assert read_back(tables["terrain-movement"]) == lines(MOVEMENT)
    assert read_back(tables["terrain-combat"]) == lines(TERRAIN)
    assert tables["terrain-movement"].mark == tables["terrain-combat"].mark == "house"


@pytest.mark.rule("ocs.weather.1", "ocs.sequence.9", "ocs.replacement.1a", "ocs.replacement.7")
def test_the_tables_that_selm_river_brings(tables: dict[str, Table]) -> None:
    weather = "clear all 1"
    assert [" ".join(row[1:]) for row in read_back(tables["weather"])] == [
        *([weather] * 4),
        "overcast own-movement 1",
        "storm none 2",
    ]
    assert tables["supply-arrival"].columns == ["2-3", "4-5", "6-8", "9-10", "11-12"]
    assert read_back(tables["supply-arrival"]) == lines("aster 2 3 4 5 6\nboreal 1 2 3 4 5")
    assert tables["replacement"].columns == ["2-4", "5-7", "8-9", "10-11", "12"]
    assert read_back(tables["replacement"]) == lines("pax 0 1 1 2 2\neq 0 0 1 1 2")
    assert read_back(tables["rebuild"]) == lines(
        "division-step 1 0 1\nmotorised 1 1 1\nheavy 0 1 1\nsmall 1 0 2\ngarrison 1 0 1\nhq 1 1 1\n"
        "truck 0 1 1\naircraft 0 1 2"
    )


@pytest.mark.rule("ocs.sequence.7")
def test_the_sequence_has_fourteen_segments(tables: dict[str, Table]) -> None:
    acting = dict(read_back(tables["sequence"]))
    assert list(acting) == [
        "refit",
        "reinforcement",
        "breakout",
        "movement",
        "movement-barrage",
        "supply",
        "reaction",
        "reaction-barrage",
        "combat-barrage",
        "combat",
        "exploitation",
        "exploitation-barrage",
        "exploitation-combat",
        "clean-up",
    ]
    assert [name for name, side in acting.items() if side != "phasing"] == ["reaction", "reaction-barrage"]


# -- what the rules make of them ------------------------------------------------------------------


@pytest.mark.rule("ocs.results.1")
@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("AL2", Result(2)),
        ("AL1o1", Result(1, 1)),
        ("AL1o1 Do1", Result(1, 1, 0, 0, 1)),
        ("AL1 Do1", Result(1, 0, 0, 0, 1)),
        ("AL1 DL1o1", Result(1, 0, 0, 1, 1)),
        ("Ao1 Do1", Result(0, 1, 0, 0, 1)),
        ("Ao1 DL1o1", Result(0, 1, 0, 1, 1)),
        ("Ao1 DL1o2", Result(0, 1, 0, 1, 2)),
        ("Ao1 e4 DL1o2", Result(0, 1, 4, 1, 2)),
        ("Ae4 DL1o2", Result(0, 0, 4, 1, 2)),
        ("Ae3 DL2o2DG", Result(0, 0, 3, 2, 2, True)),
        ("Ae2 DL2o3DG", Result(0, 0, 2, 2, 3, True)),
    ],
)
def test_a_cell_is_read_letter_by_letter(text: str, result: Result) -> None:
    assert read_result(text) == result


@pytest.mark.rule("ocs.results.1")
def test_all_cells_are_of_those_twelve_kinds(tables: dict[str, Table]) -> None:
    cells = {str(cell) for row in tables["combat"].cells for cell in row}
    assert len(cells) == 12
    assert not read_result("AL2").has_defender_part
    assert sum(not read_result(cell).has_defender_part for cell in cells) == 2


@pytest.mark.rule("ocs.combat.29")
@pytest.mark.parametrize(
    ("attacker", "defender", "told"),
    [(15, 6, (3, 1)), (7, 16, (1, 2)), (4, 10, (1, 3)), (21, Fraction(7, 2), (6, 1)), (1, 12, (1, 12))],
)
def test_odds_round_half_up_on_either_side(attacker: int, defender: Fraction, told: tuple[int, int]) -> None:
    assert odds_ratio(Fraction(attacker), Fraction(defender)) == told


OPEN, CLOSE, VERY_CLOSE, EXTREMELY_CLOSE = range(4)


@pytest.mark.rule("ocs.combat.30a", "ocs.combat.31a")
@pytest.mark.parametrize(
    ("category", "attacker", "defender", "column"),
    [
        (OPEN, 1, 12, 0),  # below the table
        (OPEN, 1, 2, 3),  # 1:2 is the column of 1:2 and not of 1:3
        (OPEN, 2, 3, 3),  # 1:1.5 rounds to 1:2
        (OPEN, 5, 7, 4),  # 1:1.4 rounds to 1:1
        (OPEN, 6, 1, 8),  # 6:1 reads 5:1
        (OPEN, 12, 1, 11),
        (OPEN, 99, 1, 12),
        (CLOSE, 5, 1, 6),  # 5:1 reads 4:1
        (CLOSE, 1, 4, 0),
        (VERY_CLOSE, 27, 5, 5),  # 5.4:1, reads 4:1
        (EXTREMELY_CLOSE, 26, 2, 6),  # 13:1 reads 12:1
        (EXTREMELY_CLOSE, 15, 1, 6),  # 12:1 holds up to 15:1
        (EXTREMELY_CLOSE, 16, 1, 7),
        (EXTREMELY_CLOSE, 1, 3, 0),
    ],
)
def test_the_column_of_odds(
    tables: dict[str, Table], category: int, attacker: int, defender: int, column: int
) -> None:
    assert odds_column(tables, category, Fraction(attacker), Fraction(defender)) == column


@pytest.mark.rule("ocs.combat.32a", "ocs.combat.32b", "ocs.combat.32c")
def test_zero_strengths(tables: dict[str, Table]) -> None:
    none, some = Fraction(0), Fraction(1, 2)
    assert odds_column(tables, OPEN, some, none) == 12
    assert odds_column(tables, OPEN, none, some) == 0
    assert odds_text(tables, OPEN, odds_column(tables, OPEN, none, none)) == "1:1"
    assert odds_text(tables, CLOSE, odds_column(tables, CLOSE, none, none)) == "1:1"


@pytest.mark.rule("ocs.combat.31b", "ocs.barrage.9")
def test_shifts_stop_at_the_ends() -> None:
    assert [shifted(0, 6), shifted(0, -1), shifted(10, 6), shifted(3, -5)] == [6, 0, 12, 0]
    assert shifted(9, 4, last=10) == 10


@pytest.mark.rule("ocs.combat.36b", "ocs.combat.37b")
def test_rolls_beyond_the_table_read_its_first_and_last_row(tables: dict[str, Table]) -> None:
    assert combat_cell(tables, 12, -3) == combat_cell(tables, 12, 1) == "AL1 DL1o1"
    assert combat_cell(tables, 0, 19) == combat_cell(tables, 0, 15) == "Ao1 DL1o1"


@pytest.mark.rule("ocs.barrage.18")
def test_density_has_its_edges(tables: dict[str, Table]) -> None:
    sizes = {4: -1, 5: 0, 12: 0, 13: 1, 16: 1, 17: 2, 20: 2, 21: 3, 24: 3, 25: 4, 40: 4}
    assert {quarters: density_shift(tables, quarters) for quarters in sizes} == sizes


@pytest.mark.rule("ocs.barrage.8a", "ocs.barrage.8b", "ocs.barrage.10", "ocs.barrage.29c")
def test_barrage_columns_have_their_edges(tables: dict[str, Table]) -> None:
    edges = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 7: 3, 8: 4, 11: 4, 12: 5, 16: 5, 17: 6, 24: 6, 25: 7}
    edges |= {40: 7, 41: 8, 68: 8, 69: 9, 116: 9, 117: 10, 500: 10}
    assert {strength: barrage_column(tables, strength) for strength in edges} == edges
    assert [barrage_cost(tables, strength) for strength in (16, 54, 68, 69, 117)] == [3, 6, 6, 8, 10]
    assert [barrage_cost(tables, strength, facility=True) for strength in (10, 11, 21, 41, 81)] == [
        1,
        2,
        4,
        6,
        8,
    ]


@pytest.mark.rule("ocs.barrage.29a")
def test_facility_cells_are_read_part_by_part(tables: dict[str, Table]) -> None:
    assert facility_cell(tables, 30, 4) == Damage(1, 4, True)
    assert facility_cell(tables, 41, 3) == Damage(1, 4, False)
    assert facility_cell(tables, 17, 4) == Damage(1, 5, True)
    assert facility_cell(tables, 34, 5) == Damage(2, 4, True)
    assert facility_cell(tables, 2, 4) == Damage(0, 0, False)
    assert facility_cell(tables, 3, 5) == Damage(0, 6, True)


# -- faults of other copies -----------------------------------------------------------------------


@pytest.mark.rule("ocs.barrage.8")
def test_roll_eleven_is_a_plain_half_where_a_copy_has_brackets(tables: dict[str, Table]) -> None:
    assert barrage_cell(tables, 3, 11) == barrage_cell(tables, 4, 11) == "1/2" != "[1/2]"


@pytest.mark.rule("ocs.barrage.10", "ocs.barrage.8b")
def test_the_column_of_41_to_68_costs_six_where_a_copy_has_five(tables: dict[str, Table]) -> None:
    assert barrage_cost(tables, 41) == barrage_cost(tables, 68) == 6


@pytest.mark.rule("ocs.barrage.28")
def test_ships_reduce_a_two_to_one_where_a_copy_keeps_two(tables: dict[str, Table]) -> None:
    cell = barrage_cell(tables, 9, 12)
    assert cell == "2"
    assert tables["ship-reduction"].text(cell, "becomes") == "1"


@pytest.mark.rule("ocs.barrage.29")
def test_one_point_never_busts_trains_where_a_copy_has_a_star(tables: dict[str, Table]) -> None:
    assert facility_cell(tables, 1, 6) == Damage(0, 6, False)


@pytest.mark.rule("ocs.combat.37a")
def test_roll_thirteen_at_even_odds_where_older_charts_differ(tables: dict[str, Table]) -> None:
    assert combat_cell(tables, 4, 13) == "Ao1 DL1o2" != "Ao1 DL1o1"


@pytest.mark.rule("ocs.trace.18")
def test_rating_four_does_not_read_the_column_of_five(tables: dict[str, Table]) -> None:
    assert (attrition(tables, 4, 8), attrition(tables, 5, 8)) == (1, 0)
    assert (attrition(tables, 2, 3), attrition(tables, 2, 4)) == (0, 1)


@pytest.mark.rule("ocs.flak.13")
def test_mission_losses_where_a_copy_is_off_by_one(tables: dict[str, Table]) -> None:
    table = tables["mission-loss"]
    assert [table.text(row, "2") for row in ("3", "2", "4")] == ["#1", "#1", "#2"]


@pytest.mark.rule("ocs.combat.30")
def test_exploits_stand_in_the_columns_where_a_copy_drops_them(tables: dict[str, Table]) -> None:
    assert combat_cell(tables, 4, 15) == "Ae4 DL1o2"
    assert combat_cell(tables, 5, 14) == "Ae4 DL1o2"
    assert combat_cell(tables, 6, 13) == "Ae4 DL1o2"


@pytest.mark.rule("ocs.barrage.8")
def test_the_row_of_eight_is_there_where_a_copy_lacks_it(tables: dict[str, Table]) -> None:
    row = [barrage_cell(tables, column, 8) for column in range(11)]
    assert row == ["-", "-", "-", "DG", "DG", "DG", "DG", "[1/2]", "[1/2]", "1/2", "1/2"]


@pytest.mark.rule("ocs.combat.36")
def test_e2_is_not_e3_at_the_right_end(tables: dict[str, Table]) -> None:
    assert [combat_cell(tables, 12, roll) for roll in (9, 10, 12)] == [
        "Ae3 DL2o2DG",
        "Ae2 DL2o3DG",
        "Ae2 DL2o3DG",
    ]


@pytest.mark.rule("ocs.combat.18b", "ocs.modes.34", "ocs.modes.26")
def test_modifiers_of_the_action_rating(tables: dict[str, Table]) -> None:
    assert read_back(tables["action-rating"]) == [["dg", "-1"], ["strat", "to 0"]]


LIMITS = """
stacking-re 10
overrun-mp 3
draw-mp 5
breakout-hexes 15
breakout-succeeds 5
extender-points 5
mission-aircraft 4
patrol-zone 10
short-range 10
base-room 4
truck-displacement 10
wagon-displacement 5
wagon-ma 10
engineer-reach 2
rebuild-reach 2
conversion-hexes 4
attrition-steps 5
attrition-modifier 3
hedgehog-levels 4
air-base-levels 3
port-hits 4
air-leg-mp 10
density-of-a-division 3
"""


@pytest.mark.rule("ocs.stacking.1", "ocs.overrun.3", "ocs.supply.8", "ocs.trace.21", "ocs.barrage.19")
def test_the_limits_are_those_of_the_rules(tables: dict[str, Table]) -> None:
    found = {row: values for row, *values in read_back(tables["limits"])}
    assert {row: found[row] for row, *_ in lines(LIMITS)} == {row: rest for row, *rest in lines(LIMITS)}


LANDINGS = """
port 4 2
open 5 3
village 5 3
light-woods 6 4
forest 7 4
hills 7 4
swamp 8 4
mountain 9 3
minor-city 9 3
major-city 9 3
"""


@pytest.mark.rule("ocs.landing.4", "ocs.landing.8")
def test_the_house_values_of_landings(tables: dict[str, Table]) -> None:
    assert read_back(tables["amphibious-landing"]) == lines(LANDINGS)
    assert read_back(tables["landing-modifiers"]) == lines(
        "enemy-adjacent -2\ndg-enemy-adjacent -1\nezoc -1\ncoastal-artillery -1\nship-support 1"
    )


def test_every_table_is_read_back_here(tables: dict[str, Table]) -> None:
    """A table that no test of this file names could be changed unseen."""
    text = Path(__file__).read_text("utf-8")
    assert [name for name in tables if f'"{name}"' not in text] == []
