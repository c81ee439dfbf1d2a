"""The tables of the game read back whole against figures typed by hand."""

from typing import Final

import pytest

from grognard.core.board.tables import Cell, Table, load_tables
from grognard.games.red_parachutes.model.content import DATA

NO: Final = "-"

FIGURES: Final[dict[str, tuple[list[str], dict[str, list[Cell]]]]] = {
    "terrain-movement": (
        ["foot", "motorized", "mechanized"],
        {
            "clear": [1, 2, 2],
            "rough": [2, 4, 3],
            "woods": [2, 4, 3],
            "woods-on-rough": [3, 6, 5],
            "swamp": [2, NO, NO],
            "town": [1, 2, 2],
            "city": [2, 2, 3],
            "water": [NO, NO, NO],
            "road": [1, 1, 1],
            "highway": [1, 0.5, 0.5],
            "stream": [1, 3, 2],
            "stream-helped": [0, 1, 1],
        },
    ),
    "strategic-movement": (
        ["foot", "motorized", "mechanized"],
        {"road": [1, 0.5, 0.5], "highway": [1, 0.5, 0.5]},
    ),
    "zoc-costs": (["foot", "motorized", "mechanized"], {"enter": [1, 2, 2], "leave": [1, 2, 2]}),
    "infiltration": (["succeed-on"], {"recon": [4], "foot": [3], "motor": [2], "artillery": [1]}),
    "infiltration-modifiers": (
        ["modifier"],
        {
            "night": [-1],
            "cover": [-1],
            "leader": [-1],
            "several-battalions": [1],
            "enemy-battalion": [1],
            "disrupted": [1],
        },
    ),
    "crossing": (["cross-on"], {"foot": [8], "cavalry": [7], "light": [6], "heavy": [5], "armor": [4]}),
    "crossing-modifiers": (
        ["modifier"],
        {
            "engineer": [-2],
            "night": [-1],
            "enemy-next-to-landing": [2],
            "enemy-guns": [1],
            "no-bridgehead": [1],
        },
    ),
    # 1d6 on 23 September (turns 5 to 8), 2d6 on the 24th, 3d6 on the 25th, then without a roll.
    "drop-dice": (
        ["dice", "with-extra"],
        {"5": [1, 2], "9": [2, 3], "13": [3, 4], "17": [NO, NO]},
    ),
    # 3-4 lost, 5-6 times 5, 7-8 times 4, 9-10 times 3, 11-12 times 2, 13-14 times 1, 15-18 lands.
    "drop": (
        ["multiplier"],
        {
            str(total): [value]
            for total, value in zip(
                range(3, 19), [-1, -1, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0], strict=True
            )
        },
    ),
    # 1 north, 2 north-east, 3 south-east, 4 south, 5 south-west, 6 north-west.
    "scatter": (["direction"], {"1": [0], "2": [1], "3": [2], "4": [3], "5": [4], "6": [5]}),
    "german-replacements": (
        ["infantry", "tank-4", "tank-5", "recon-1", "at-4", "choice"],
        {
            "1": [0, 0, 0, 0, 0, 0],
            "2": [1, 0, 0, 0, 0, 0],
            "3": [2, 0, 0, 0, 0, 0],
            "4": [2, 0, 0, 0, 1, 0],
            "5": [2, 1, 0, 0, 0, 0],
            "6": [3, 0, 0, 0, 0, 1],
        },
    ),
    # The mornings of 27 and 30 September, 3, 6, 9, 12, 15, 18 and 21 October.
    "replacement-turns": (["due"], {str(turn): [1] for turn in (21, 33, 45, 57, 69, 81, 93, 105, 117)}),
    "salvo-dice": (
        ["german", "soviet"],
        {
            "1": [2, 1],  # 22 September
            "25": [2, 2],  # 28 September
            "29": [3, 2],  # 29 and 30 September
            "37": [2, 2],  # 1 October
            "77": [2, 4],  # 11 to 13 October
            "89": [2, 2],  # 14 October
            "113": [2, 4],  # 20 to 22 October
            "125": [2, 2],
        },
    ),
    "rifle-division-losses": (
        ["steps"],
        {
            str(total): [steps]
            for total, steps in zip(range(2, 13), [2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11], strict=True)
        },
    ),
    # From 8 October on.
    "rifle-division-refit": (["modifier"], {"1": [0], "65": [-2]}),
    "breakdown": (
        ["companies"],
        {
            kind: [3]
            for kind in ("infantry", "mechanized", "engineer", "recon", "mg", "tank", "assault-gun", "at")
        },
    ),
}

LIMITS: Final = {
    "stacking": 5,
    "zoc-strength": 3,
    "leader-movement": 14,
    "afoot-movement": 6,
    "first-part": 0,
    "german-supply": 12,
    "drop-zone-edge": 10,
    "crossers": 3,
    "improved-crossers": 2,
    "bridgehead-move": 2,
    "dispersed-move": 3,
    "truck-bonus": 6,
    "truck-turns": 2,
    "replacement-distance": 3,
    "armor-replacement-distance": 5,
    "engineer-help": 6,
    "fuel-until": 8,
    "examine-day": 2,
    "examine-night": 1,
}


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    return load_tables(DATA / "tables.toml")


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.rule(
    "rp.move-general.2",
    "rp.move-general.3",
    "rp.strategic.2",
    "rp.zoc.1",
    "rp.zoc.2",
    "rp.infiltration.7",
    "rp.dnepr.5",
    "rp.paradrop.16",
    "rp.paradrop.17",
    "rp.replacements.7a",
    "rp.ammo-resupply.4",
    "rp.reinforcements.8",
    "rp.breakdown.1",
)
def test_a_table_holds_its_figures(tables: dict[str, Table], name: str) -> None:
    columns, rows = FIGURES[name]
    table = tables[name]
    assert table.columns == columns
    assert dict(zip(table.rows, table.cells, strict=True)) == rows


def test_the_qualities_of_the_ground_are_those_of_the_rules(tables: dict[str, Table]) -> None:
    qualities = tables["terrain-qualities"]
    found = {
        column: {row for row in qualities.rows if not qualities.is_blank(row, column)}
        for column in qualities.columns
    }
    assert found == {
        "shelter": {"woods", "woods-on-rough", "town", "city"},
        "built-up": {"town", "city"},
        "at-cover": {"woods", "woods-on-rough", "town"},
        "infiltration-cover": {"rough", "woods", "woods-on-rough", "swamp", "town"},
        "works-in-vain": {"town"},
        "no-guns": {"swamp"},
    }


def test_the_limits_are_those_of_the_player_aid(tables: dict[str, Table]) -> None:
    limits = tables["limits"]
    found = {row: limits.integer(row, "value") for row in limits.rows}
    assert {row: found.get(row) for row in LIMITS} == LIMITS


def test_every_value_says_whose_it_is(tables: dict[str, Table]) -> None:
    assert tables["crossing-modifiers"].mark_of("engineer", "modifier") == "source"
    assert tables["crossing-modifiers"].mark_of("night", "modifier") == "house"
    assert tables["drop-dice"].mark_of("5", "dice") == "source"
    assert tables["limits"].mark_of("stacking", "value") == "source"
    assert tables["limits"].mark_of("afoot-movement", "value") == "house"
    ours = {"terrain-movement", "crossing", "drop", "german-replacements", "rifle-division-losses"}
    assert {tables[name].mark for name in ours} == {"house"}


@pytest.mark.rule("rp.paradrop.16")
def test_one_company_in_ten_lands_where_it_was_aimed(tables: dict[str, Table]) -> None:
    dice = [a + b + c for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    landed = sum(tables["drop"].integer(str(total), "multiplier") == 0 for total in dice)
    lost = sum(tables["drop"].integer(str(total), "multiplier") < 0 for total in dice)
    assert (landed, lost, len(dice)) == (20, 4, 216)
