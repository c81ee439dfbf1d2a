"""Supply by nation, over the Prut and from the map edges; stores of ammunition."""

from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.battalions.guns.support import formation_halves
from grognard.games.battalions.turn.supply import is_in_supply
from grognard.games.red_steel.turn.supply import may_be_unassigned

COLUMN = ["." for _ in range(16)]


def standing(units: dict[str, str], rows: Any = None, **facts: Any) -> Table:
    """A column of 16 hexes whose first leads off the map for both sides."""
    board = {"rows": COLUMN, "areas": {"exit:axis": ["0101"], "exit:soviet": ["0101"]}}
    return table(rows or board, units, **facts)


def fed(game: Table, unit: str) -> bool:
    return is_in_supply(game.pos, game.unit(unit))


@pytest.mark.rule(
    "rs.supply.3a", "rs.supply.4", "rs.general.3", "rs.general.5", "rs.general.6a", "rs.general.6b"
)
def test_romanians_and_ukrainians_reach_eight_hexes_from_a_romanian_hq() -> None:
    """From 0101: 0109 is eight hexes away, 0110 is nine."""
    game = standing({"hq-35": "0101", "i-25-inf": "0109", "i-67-inf": "0110", "ukrainian-bn": "0109"})
    assert fed(game, "i-25-inf")
    assert not fed(game, "i-67-inf")
    assert fed(game, "ukrainian-bn")


@pytest.mark.rule("rs.general.4", "rs.supply.3b")
def test_germans_need_a_german_hq_and_reach_twelve() -> None:
    german = standing({"hq-72": "0101", "i-ir-105": "0113", "ii-ir-105": "0114", "i-25-inf": "0102"})
    assert fed(german, "i-ir-105")
    assert not fed(german, "ii-ir-105")
    assert not fed(german, "i-25-inf")


@pytest.mark.rule("rs.supply.8", "rs.supply.9")
def test_tank_and_cavalry_hqs_reach_ten_hexes_all_other_soviet_ones_six() -> None:
    printed = {"hq-11-td": 10, "hq-44-td": 10, "hq-47-td": 10, "hq-2-cav": 10}
    printed |= {"hq-95": 6, "hq-30": 6, "hq-15-md": 6, "hq-150": 6, "hq-35-rc": 6, "hq-chisinau": 6}
    for hq, reach in printed.items():
        game = standing({hq: "0101"})
        assert game.pos.value("range", game.unit(hq)) == reach, hq
    game = standing({"hq-2-cav": "0101", "11-cav": "0111", "96-cav": "0112"})
    assert fed(game, "11-cav")
    assert not fed(game, "96-cav")


@pytest.mark.rule("rs.formations.4", "rs.formations.5")
def test_soviet_units_keep_their_formation_and_only_independent_ones_choose() -> None:
    """A tank battalion of 2 Cav has no HQ of its own here; border guards take any."""
    game = standing({"hq-95": "0101", "32-tank": "0102", "border-1": "0102", "175-nkvd": "0103"})
    assert not fed(game, "32-tank")
    assert fed(game, "border-1")
    assert fed(game, "175-nkvd")


@pytest.mark.rule("rs.supply.11", "rs.supply.12", "rs.supply.13")
def test_the_north_edge_feeds_the_axis_after_mid_day_of_12_july() -> None:
    """Turn 40 is mid-day of 12 July."""
    rows = {"rows": COLUMN, "areas": {"exit:axis-north": ["0101"], "exit:soviet": ["0116"]}}
    units = {"hq-72": "0103", "hq-95": "0114"}
    assert not fed(standing(units, rows, turn=40), "hq-72")
    assert fed(standing(units, rows, turn=41), "hq-72")
    assert fed(standing({"hq-95": "0114"}, rows, turn=1), "hq-95")
    west = standing({"hq-35": "0103"}, turn=1)
    assert fed(west, "hq-35")


@pytest.mark.rule("rs.supply.12", "rs.supply.13")
def test_supply_is_looked_at_anew_when_the_turn_is_another() -> None:
    rows = {"rows": COLUMN, "areas": {"exit:axis-north": ["0101"]}}
    game = standing({"hq-72": "0103"}, rows, turn=40)
    assert not fed(game, "hq-72")
    game.pos.turn = 41
    assert fed(game, "hq-72")
    game.pos.turn = 40
    assert not fed(game, "hq-72")


@pytest.mark.rule("rs.supply.17")
def test_a_path_crosses_the_prut_only_at_a_bridge() -> None:
    rows = {
        "rows": ["..", ".."],
        "river": ["0101/0201", "0102/0201", "0102/0202"],
        "areas": {"exit:axis": ["0101"]},
    }
    units = {"hq-35": "0101", "i-67-inf": "0201", "rom-bridge-eng-1": "removed"}
    assert not fed(standing(units, rows), "i-67-inf")
    assert fed(standing(units, rows, bridges=[["rom-bridge-eng-1", "0101", "0201", 0]]), "i-67-inf")


# -- ammunition -----------------------------------------------------------------------------------


def resupplying(units: dict[str, str], stores: dict[str, int]) -> Table:
    rows = {"rows": COLUMN, "areas": {"exit:axis": ["0101"], "exit:soviet": ["0101"]}}
    return table(rows, units, procedure="player-turn", step="salvos", stores=stores)


@pytest.mark.rule("rs.setup.1", "rs.ammo-resupply.2", "rs.ammo-resupply.4a", "rs.ammo-resupply.4b")
def test_each_gun_draws_on_the_store_of_its_nation_and_type() -> None:
    """German light guns have salvos, heavy ones and Romanians have none."""
    units = {
        "hq-72": "0101",
        "i-ar-72": "0102 ammunition=1",
        "iv-ar-72": "0102 ammunition=0",
        "hq-35": "0103",
        "art-a-35": "0103 ammunition=1",
    }
    game = resupplying(units, {"german-light": 1})
    assert game.offers("resupply") == ["i-ar-72"]
    game.play("axis: resupply i-ar-72")
    game.holds("store german-light 0", "unit i-ar-72 ammunition 2")


@pytest.mark.rule("rs.ammo-resupply.5", "rs.ammo-resupply.6", "rs.setup.2")
def test_a_level_for_a_regiment_costs_two_salvos_and_nothing_is_ever_renewed() -> None:
    units = {"hq-35": "0101", "art-a-35": "0102 ammunition=0"}
    game = resupplying(units, {"romanian-light": 3})
    game.play("axis: resupply art-a-35")
    game.holds("store romanian-light 1", "unit art-a-35 ammunition 1")
    assert "resupply" not in " ".join(game.options(game.asked().split()[0]))


@pytest.mark.rule("rs.formations.4b", "rs.supply.3a")
def test_romanian_tanks_are_fed_and_supported_as_if_they_were_of_no_formation() -> None:
    """Their own corps HQ is not there: that of a division feeds them, and its guns give them nothing."""
    game = standing({"hq-35": "0101", "i-2-tank": "0109", "art-a-35": "0108", "i-67-inf": "0109"})
    assert fed(game, "i-2-tank")
    gun, tanks, own = (game.unit(id) for id in ("art-a-35", "i-2-tank", "i-67-inf"))
    assert may_be_unassigned(game.pos, tanks)
    assert (formation_halves(game.pos, gun, tanks), formation_halves(game.pos, gun, own)) == (0, 2)
