"""Tables and counters, read back whole."""

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.combat.results import odds_column, result_of
from grognard.games.panzerblitz.model.content import (
    COMPANY,
    FOOT,
    PARA_TYPES,
    TRUCK,
    VEHICLE,
    WAGON,
    game_tables,
)
from grognard.kit.reach import CLOSED

CONTENT = SYSTEM.rules.content("red-drop")
POS = SYSTEM.rules.start("red-drop").pos

PRINTED = """
-2 DD X X X X X X
-1 D DD X X X X X
0 - D DD DD X X X
1 - D D DD X X X
2 - - D D DD X X
3 - - - D DD X X
4 - - - - D DD X
5 - - - - D DD X
6 - - - - - - X
7 - - - - - - -
"""


@pytest.mark.rule("pb.results.1", "pb.results.2")
@pytest.mark.parametrize("line", PRINTED.split("\n")[1:-1])
def test_combat_results(line: str) -> None:
    die, *results = line.split()
    assert [result_of(POS, column, int(die), 0) for column in range(7)] == results


@pytest.mark.rule("pb.results.1")
def test_the_outer_rows_hold_beyond_the_table() -> None:
    assert result_of(POS, 0, 1, -4) == "DD"
    assert result_of(POS, 6, 6, 3) == "-"


@pytest.mark.rule("pb.fire.8", "pb.fire.9", "pb.fire.10")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 4, 0),
        (1, 3, 1),
        (6, 16, 1),
        (1, 2, 2),
        (9, 10, 2),
        (10, 10, 3),
        (19, 10, 3),
        (20, 10, 4),
        (29, 10, 4),
        (30, 10, 5),
        (39, 10, 5),
        (40, 10, 6),
        (500, 10, 6),
        (1, 5, -1),
        (4, 17, -1),
        (0, 3, -1),
        (4, 16, 0),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: int) -> None:
    assert odds_column(POS, attack, defence) == column


@pytest.mark.rule("pb.dispersal.1a", "pb.dispersal.8", "pb.breakdown.1", "pb.breakdown.2", "pb.breakdown.3")
def test_every_row_of_a_dispersal_chart_places_the_whole_company() -> None:
    pieces = [CONTENT.tables["breakdown"].integer(kind, "pieces") for kind in PARA_TYPES]
    assert pieces == [5, 6, 8]
    for kind, charts in enumerate(CONTENT.charts):
        assert [sum(row) for row in charts] == [pieces[kind]] * 6
    assert [len(row) for row in CONTENT.charts[0]] == [1, 3, 4, 6, 8, 12]
    assert [len(row) for row in CONTENT.charts[1]] == [1, 3, 4, 6, 8, 13]
    assert [len(row) for row in CONTENT.charts[2]] == [1, 3, 4, 6, 8, 14]


@pytest.mark.rule(
    "pb.dispersal.2a",
    "pb.dispersal.2b",
    "pb.dispersal.2c",
    "pb.dispersal.3a",
    "pb.dispersal.3b",
    "pb.dispersal.3c",
    "pb.dispersal.4a",
    "pb.dispersal.4b",
    "pb.dispersal.4c",
    "pb.dispersal.5a",
    "pb.dispersal.5b",
    "pb.dispersal.5c",
    "pb.dispersal.6a",
    "pb.dispersal.6b",
    "pb.dispersal.6c",
    "pb.dispersal.1a",
    "pb.dispersal.7a",
    "pb.dispersal.7b",
    "pb.dispersal.7c",
    "pb.forming.7",
)
@pytest.mark.rule("pb.dispersal.7")
def test_the_charts_are_those_of_the_article() -> None:
    printed = {
        "rifle": "5 221 2111 011111 02010101 001010101001",
        "guards": "6 321 2211 021111 02020101 0101010101001",
        "smg": "8 332 2222 221111 02211101 00200201010101",
    }
    for kind, rows in enumerate(CONTENT.charts):
        assert ["".join(map(str, row)) for row in rows] == printed[PARA_TYPES[kind]].split()


@pytest.mark.rule("pb.dispersal.11", "pb.dispersal.17")
def test_the_known_cell_is_the_articles_and_the_rest_is_ours() -> None:
    table = CONTENT.tables["paratroop-dispersal"]
    assert table.cell("6", "medium") == "E"
    assert table.mark_of("6", "medium") == "source"
    assert table.mark_of("5", "medium") == "house"
    letters = ["".join(str(table.cell(str(die), speed)) for die in range(1, 7)) for speed in table.columns]
    assert letters == ["AAABCD", "AABCDE", "ABCDEF"]


@pytest.mark.rule(
    "pb.strength.8a", "pb.strength.8b", "pb.strength.3", "pb.breakdown.1", "pb.breakdown.2", "pb.breakdown.3"
)
def test_what_companies_and_pieces_print() -> None:
    index = CONTENT.roster.index

    def printed(id: str) -> tuple[int, int, int, int]:
        unit = index[id]
        return (CONTENT.attack[unit], CONTENT.range[unit], CONTENT.defence[unit], CONTENT.move[unit])

    assert printed("para-rifle-1") == (5, 4, 16, 1)
    assert printed("para-guards-1") == (6, 5, 18, 1)
    assert printed("para-smg-1") == (8, 1, 12, 1)
    assert printed("rifle-1-1") == (1, 1, 3, 1)
    assert printed("guards-1-1") == (1, 1, 3, 1)
    assert printed("smg-1-1") == (1, 1, 1, 1)
    assert {CONTENT.weapon[index[id]] for id in ("rifle-1-1", "guards-1-1", "smg-1-1")} == {0}


@pytest.mark.rule("pb.stacking.2", "pb.breakdown.5")
def test_the_pieces_of_a_company_weigh_as_much_as_the_company() -> None:
    assert len(CONTENT.companies) == 10
    for company in CONTENT.companies:
        pieces = CONTENT.pieces[company]
        assert sum(CONTENT.weight[piece] for piece in pieces) == CONTENT.weight[company] == COMPANY
        assert {CONTENT.company[piece] for piece in pieces} == {company}
        assert len(pieces) == CONTENT.attack[company]


@pytest.mark.rule("pb.breakdown.4")
def test_only_rifle_guards_and_smg_companies_drop() -> None:
    kinds = {CONTENT.roster.counters[company].traits[-1] for company in CONTENT.companies}
    assert kinds == {"rifle", "guards", "smg"}
    dropping = [arrival for arrival in CONTENT.scenario.reinforcements if arrival.when == "drop"]
    assert all(CONTENT.is_para[CONTENT.roster.index[id]] for arrival in dropping for id in arrival.units)


@pytest.mark.rule("pb.terrain.1", "pb.terrain.3a", "pb.terrain.6", "pb.road.1a", "pb.terrain.5a")
def test_terrain_costs_in_halves() -> None:
    ground = {name: CONTENT.land.ground.index(name) for name in set(CONTENT.land.ground)}

    def costs(name: str) -> list[int]:
        return [CONTENT.entry_cost[column][ground[name]] for column in (FOOT, VEHICLE, TRUCK, WAGON)]

    assert (
        costs("clear")
        == costs("hilltop")
        == costs("woods")
        == costs("gully")
        == costs("ford")
        == [2, 2, 4, 2]
    )
    assert costs("town") == [1, 1, 1, 1]
    assert costs("slope") == [2, 6, 8, 6]
    assert costs("swamp") == [2, CLOSED, CLOSED, CLOSED]
    assert costs("pond") == [CLOSED] * 4
    assert CONTENT.road_cost == [1, 1, 1, 1]


@pytest.mark.rule("pb.terrain.7")
def test_cover() -> None:
    cover = {name: CONTENT.cover[hex] for hex, name in enumerate(CONTENT.land.ground)}
    plain = dict.fromkeys(("clear", "hilltop", "slope", "gully", "ford", "pond"), 0)
    assert cover == plain | {"woods": 1, "town": 1, "swamp": 1}


@pytest.mark.rule("pb.weapons.1a", "pb.weapons.2", "pb.weapons.3")
def test_weapon_effects_in_halves() -> None:
    assert CONTENT.effect == [[0, 0, 2], [4, 2, 1], [2, 1, 2], [2, 1, 2]]


@pytest.mark.rule("pb.forces.13", "pb.forces.14a", "pb.forces.7")
def test_the_paraforces_and_their_turns() -> None:
    assert CONTENT.windows == [(1, 2), (1, 4), (1, 6)]
    assert CONTENT.start_left == [2, 1, 1, 1, 1, 1, 1, 1, 1]
    assert sum(CONTENT.start_left) == len(CONTENT.companies)


@pytest.mark.rule("pb.forces.16", "pb.forces.17", "pb.forces.3a", "pb.forces.4a", "pb.forces.1")
def test_the_german_force_has_what_the_article_names() -> None:
    ids = [CONTENT.roster.counters[unit].id for unit in CONTENT.start_hex]
    for kind in ("maultier", "wirbelwind", "panther", "wagon"):
        assert any(id.startswith(kind) for id in ids)
    for unit, hex in CONTENT.start_hex.items():
        assert hex in CONTENT.setup_area[unit]
    assert "board 1" in CONTENT.scenario.markers.west_area
    assert "western half of board 3" in CONTENT.scenario.markers.east_area


@pytest.mark.rule("pb.balance.1", "pb.balance.2a", "pb.balance.4b")
def test_without_options_no_balance_rule_is_in_force() -> None:
    assert not CONTENT.hidden
    assert not CONTENT.experimental
    assert {toggle.rule for toggle in SYSTEM.rules.toggles()} <= set(SYSTEM.ledger.ids())
    wild = SYSTEM.rules.content("red-drop", {"hidden-movement": True, "experimental": True})
    assert wild.hidden
    assert wild.experimental
    assert wild.road_cost == [1, 2, 2, 2]
    assert not SYSTEM.rules.content("red-drop").hidden


def test_a_player_can_bring_tables_of_his_own() -> None:
    text = '[[table]]\nname = "stacking"\ncolumns = ["units"]\n[table.rows]\ngerman = [4]\nrussian = [3]\n'
    own = SYSTEM.rules.start("teaching", own=PlayerFiles({"own.toml": text}, tables="own.toml")).pos.content
    assert own.limit == [3 * COMPANY, 4 * COMPANY]
    assert SYSTEM.rules.content("teaching").limit == [2 * COMPANY, 3 * COMPANY]


def test_how_far_is_seen_is_a_table() -> None:
    """Twenty hexes is the longest range of a gun (ours); the article lets a landing be seen from four."""
    sight = game_tables()["sight"]
    assert [sight.integer(row, "hexes") for row in ("farthest", "landing")] == [20, 4]
    assert [sight.mark_of(row, "hexes") for row in ("farthest", "landing")] == ["house", "source"]
