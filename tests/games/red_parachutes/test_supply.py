"""Chapters supply and formations: paths to HQs and off the map, and who may go to which HQ."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.model.formations import is_of, may_be_unassigned

LONG = 30


def checked(rows: Any, units: dict[str, str], phasing: str = "german", **facts: Any) -> Table:
    """The position after the supply check of a player turn."""
    game = table(rows, units, procedure="player-turn", step="CheckSupply", phasing=phasing, **facts)
    assert not game.game.over
    return game


def column(length: int, exits: dict[str, list[str]], **more: Any) -> dict[str, Any]:
    return {"rows": ["."] * length, "areas": {f"exit:{side}": hexes for side, hexes in exits.items()}, **more}


@pytest.mark.rule("rp.supply.1", "rp.supply.2a", "rp.supply.8")
@pytest.mark.parametrize(("hex", "state"), [("0113", "supplied"), ("0114", "oos")])
def test_a_german_unit_is_in_supply_within_twelve_hexes_of_any_german_hq(hex: str, state: str) -> None:
    """The HQ of another division in 0101, at the road exit."""
    game = checked(column(LONG, {"german": ["0101"]}), {"i-gr-80": hex, "hq-19": "0101"})
    game.holds(f"unit i-gr-80 supply {state}", "unit hq-19 supply supplied")


@pytest.mark.rule("rp.supply.2b", "rp.supply.8a", "rp.supply.11")
def test_an_hq_that_reaches_no_exit_supplies_nobody() -> None:
    """The Soviet battalion in 0103 and its zone cut the HQ in 0106 off."""
    units = {"i-gr-80": "0107", "hq-34": "0106", "i-a-309": "0103"}
    game = checked(column(8, {"german": ["0101"]}), units)
    game.holds("unit hq-34 supply oos", "unit i-gr-80 supply oos")
    free = checked(column(8, {"german": ["0101"]}), {"i-gr-80": "0107", "hq-34": "0106"})
    free.holds("unit hq-34 supply supplied", "unit i-gr-80 supply supplied")


@pytest.mark.rule("rp.supply.8b")
def test_the_path_of_an_hq_may_be_of_any_length() -> None:
    checked(column(40, {"german": ["0101"]}), {"hq-34": "0140"}).holds("unit hq-34 supply supplied")


@pytest.mark.rule("rp.supply.3a", "rp.supply.4")
def test_a_rifle_battalion_needs_the_hq_of_its_own_division_within_its_range() -> None:
    """Range 6 of the rifle division's HQ; another division's next to the battalion does not help."""
    where = column(LONG, {"soviet": ["0101"]})
    near = checked(where, {"i-a-309": "0107", "hq-309": "0101"}, "soviet")
    near.holds("unit i-a-309 supply supplied")
    far = checked(where, {"i-a-309": "0108", "hq-309": "0101", "hq-161": "0108"}, "soviet")
    far.holds("unit i-a-309 supply oos")


@pytest.mark.rule("rp.supply.5", "rp.supply.6")
def test_parachutists_and_gliders_are_always_in_supply() -> None:
    units = {
        "1-5-gab": "0101 oos",
        "hq-5-gab": "0102 dispersed",
        "at-5-gab": "0103",
        "glider-5-gab": "0104 isolated",
    }
    game = checked(column(6, {}), units, "soviet")
    game.holds(*(f"unit {id} supply supplied" for id in units))


@pytest.mark.rule("rp.supply.7", "rp.formations.3", "rp.formations.4", "rp.formations.1b")
def test_independent_units_and_vehicles_may_use_any_hq_the_rifle_divisions_and_guns_not() -> None:
    units = {
        "20-pontoon": "0103",
        "i-22-mrb": "0103",
        "i-1-gcd": "0103",
        "i-a-161": "0103",
        "art-309": "0103",
    }
    game = checked(column(8, {"soviet": ["0101"]}), {**units, "hq-9-mc": "0101"}, "soviet")
    for id in ("20-pontoon", "i-22-mrb", "i-1-gcd"):
        game.holds(f"unit {id} supply supplied")
    for id in ("i-a-161", "art-309"):
        game.holds(f"unit {id} supply oos")


@pytest.mark.rule("rp.formations.2a", "rp.formations.3a", "rp.formations.3b", "rp.formations.4")
def test_who_may_be_called_unassigned() -> None:
    units = {"i-gr-80": "0101", "i-ar-34": "0101", "69-mb-tank": "0104", "i-1-gcd": "0104", "1-5-gab": "0104"}
    units |= {"i-a-309": "0104", "art-309": "0104", "20-pontoon": "0104", "glider-5-gab": "0104"}
    game = table(["."] * 4, units)
    free = {id for id in units if may_be_unassigned(game.pos, game.unit(id))}
    assert free == {"i-gr-80", "i-ar-34", "69-mb-tank", "i-1-gcd", "1-5-gab", "20-pontoon"}


@pytest.mark.rule("rp.formations.5", "rp.formations.1", "rp.supply.3")
def test_without_its_hq_a_division_is_still_a_division_and_out_of_supply() -> None:
    units = {"i-a-309": "0102", "hq-309": "eliminated", "hq-161": "0101"}
    game = checked(column(4, {"soviet": ["0101"]}), units, "soviet")
    game.holds("unit i-a-309 supply oos")
    division = game.pos.content.formation_ids.index("309 RD")
    assert is_of(game.pos, game.unit("i-a-309"), division)


@pytest.mark.rule("rp.supply.9a", "rp.supply.9b", "rp.supply.9c")
@pytest.mark.parametrize(
    ("more", "state"),
    [
        ({}, "oos"),
        ({"ii-gr-80": "0204"}, "supplied"),
        ({"hq-19": "0204"}, "supplied"),
        ({"nehring": "0204", "hq-xxiv": "0108"}, "oos"),
    ],
)
def test_a_path_enters_an_enemy_zone_only_where_a_friendly_unit_stands(
    more: dict[str, str], state: str
) -> None:
    """Two columns; the Soviets in 0104 reach all ways past them: 0103, 0105, 0203 and 0204."""
    rows = {"rows": [".."] * 8, "areas": {"exit:german": ["0101"]}}
    units = {"hq-34": "0101", "i-gr-80": "0107", "i-a-309": "0104", "iii-gr-80": "0203", "pi-34": "0205"}
    game = checked(rows, {**units, **more})
    game.holds(f"unit i-gr-80 supply {state}")


@pytest.mark.rule("rp.supply.9d")
def test_dispersed_companies_do_not_block_a_path_and_any_other_unit_does_in_its_hex() -> None:
    """A lone company with AS 1 has no zone but closes its hex; dispersed it closes nothing."""
    where = column(8, {"german": ["0101"]})
    units = {"hq-34": "0101", "i-gr-80": "0106"}
    checked(where, {**units, "1-5-gab": "0103"}).holds("unit i-gr-80 supply oos")
    checked(where, {**units, "1-5-gab": "0103 dispersed"}).holds("unit i-gr-80 supply supplied")


@pytest.mark.rule("rp.supply.10")
def test_a_path_does_not_cross_an_impassable_hexside() -> None:
    where = column(4, {"german": ["0101"]}, impassable=["0102/0103"])
    game = checked(where, {"hq-34": "0101", "i-gr-80": "0103", "ii-gr-80": "0102"})
    game.holds("unit i-gr-80 supply oos", "unit ii-gr-80 supply supplied")


@pytest.mark.rule("rp.supply.12a", "rp.bridgeheads.6")
@pytest.mark.parametrize(("facts", "state"), [({}, "oos"), ({"pairs": [["0301", "0101"]]}, "supplied")])
def test_soviet_supply_crosses_the_dnepr_at_a_bridgehead(facts: dict[str, Any], state: str) -> None:
    rows = {"rows": [".~.", ".~."], "areas": {"exit:soviet": ["0302"]}}
    game = checked(rows, {"i-a-309": "0101", "hq-309": "0302"}, "soviet", **facts)
    game.holds(f"unit i-a-309 supply {state}")


@pytest.mark.rule("rp.supply.12d", "rp.supply.4")
def test_the_water_hex_counts_as_one_of_the_path() -> None:
    """HQ in the arrow hex, battalion across: 2 hexes; so with range 6 four more beyond it, not five."""
    rows = {"rows": [".~."] * 8, "areas": {"exit:soviet": ["0301"]}}
    units = {"hq-309": "0301", "i-a-309": "0105", "ii-a-309": "0106"}
    game = checked(rows, units, "soviet", pairs=[["0301", "0101"]])
    game.holds("unit i-a-309 supply supplied", "unit ii-a-309 supply oos")


@pytest.mark.rule("rp.supply.12b", "rp.supply.12c")
@pytest.mark.parametrize(
    ("bridge", "pairs", "state"),
    [(True, [], "supplied"), (False, [], "oos"), (False, [["0301", "0101"]], "oos")],
)
def test_german_supply_crosses_only_over_the_standing_bridge(
    bridge: bool, pairs: list[Any], state: str
) -> None:
    areas = {"exit:german": ["0101"], "kanev:west": ["0101"], "kanev:water": ["0201"], "kanev:east": ["0301"]}
    rows = {"rows": [".~.", ".~."], "areas": areas, "road": [["0101", "0201", "0301"]]}
    game = checked(rows, {"hq-34": "0101", "i-gr-80": "0302"}, bridge=bridge, pairs=pairs)
    game.holds(f"unit i-gr-80 supply {state}")


@pytest.mark.rule("rp.supply.13", "rp.supply.14", "rp.supply.15a", "rp.supply.15b", "rp.general.8")
@pytest.mark.parametrize(
    ("before", "exits", "after"),
    [
        ("oos", ["0101"], "supplied"),
        ("isolated", ["0101"], "supplied"),
        ("", [], "oos"),
        ("oos", [], "oos"),
        ("isolated", [], "isolated"),
    ],
)
def test_markers_come_off_with_a_path_and_isolation_is_not_eased_without_one(
    before: str, exits: list[str], after: str
) -> None:
    game = checked(column(4, {"german": exits}), {"hq-34": f"0101 {before}", "i-gr-80": f"0102 {before}"})
    game.holds(f"unit i-gr-80 supply {after}", f"unit hq-34 supply {after}")


@pytest.mark.rule("rp.supply.1", "rp.general.5a")
def test_only_the_phasing_players_units_are_checked() -> None:
    units = {"i-gr-80": "0102", "i-a-309": "0108"}
    checked(column(8, {}), units).holds("unit i-gr-80 supply oos", "unit i-a-309 supply supplied")


@pytest.mark.rule("rp.supply.3b")
def test_a_division_whose_hq_is_cut_off_is_out_of_supply_with_it() -> None:
    """Germans in 0104 and their zone lie between the HQ in 0106 and the exit."""
    units = {"i-a-309": "0107", "hq-309": "0106", "hq-161": "0101"}
    where = column(8, {"soviet": ["0101"]})
    cut = checked(where, units | {"i-gr-80": "0104"}, "soviet")
    cut.holds("unit hq-309 supply oos", "unit i-a-309 supply oos", "unit hq-161 supply supplied")
    checked(where, units, "soviet").holds("unit hq-309 supply supplied", "unit i-a-309 supply supplied")
