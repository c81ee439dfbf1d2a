"""Zones of control: who exerts one and where it reaches."""

import pytest

from games.red_parachutes.table import table

OPEN_GROUND = ["...", "...", "..."]


@pytest.mark.rule("rp.zoc.6", "rp.zoc.4a")
def test_a_stack_with_a_total_attack_strength_of_3_has_a_zone_and_one_of_2_has_none() -> None:
    """rp.zoc.6, rp.zoc.4: companies of AS 1 and 2 reach 3 together; the zone is their hex and all around."""
    two = table(OPEN_GROUND, {"smg-51": "0202"})
    two.holds("zoc soviet 0202 no", "zoc soviet 0201 no")
    three = table(OPEN_GROUND, {"smg-51": "0202", "1-5-gab": "0202"})
    three.holds("zoc soviet 0202 yes", "zoc soviet 0201 yes", "zoc soviet 0303 yes", "zoc soviet 0301 no")


@pytest.mark.rule("rp.zoc.7")
def test_a_gun_has_a_zone_as_long_as_it_has_ammunition() -> None:
    """rp.zoc.7: attack strength 0, ammunition level 1 or 2; limbered or not."""
    table(OPEN_GROUND, {"i-ar-34": "0202 ammunition=1 limbered"}).holds("zoc german 0203 yes")
    table(OPEN_GROUND, {"i-ar-34": "0202 ammunition=0"}).holds("zoc german 0203 no", "zoc german 0202 no")


@pytest.mark.rule("rp.zoc.8", "rp.general.23c")
def test_dispersed_companies_have_no_zone_even_in_their_own_hex() -> None:
    """rp.zoc.8, rp.general.23: three companies of AS 1 would have one if they had rallied."""
    units = {"1-5-gab": "0202", "2-5-gab": "0202", "3-5-gab": "0202"}
    table(OPEN_GROUND, units).holds("zoc soviet 0202 yes")
    hidden = {id: f"{hex} dispersed" for id, hex in units.items()}
    table(OPEN_GROUND, hidden).holds("zoc soviet 0202 no", "zoc soviet 0203 no")


@pytest.mark.rule("rp.zoc.4b", "rp.zoc.5")
def test_no_zone_reaches_onto_water_or_into_ground_its_units_may_not_enter() -> None:
    """rp.zoc.4, rp.zoc.5: a motorized battalion reaches no swamp, one on foot does; nobody the water."""
    rows = [".S.", ".~.", "..."]
    units = {"ii-pzgr-73": "0101"}
    table(rows, units).holds("zoc german 0201 no", "zoc german 0102 yes", "zoc german 0202 no")
    table(rows, {"i-gr-80": "0101"}).holds("zoc german 0201 yes", "zoc german 0202 no")


@pytest.mark.rule("rp.zoc.6")
def test_a_reduced_battalion_counts_with_the_strength_of_its_reduced_side() -> None:
    """rp.zoc.6: a rifle battalion of 3-4 has 2-2 after one lost step: too little."""
    table(OPEN_GROUND, {"i-a-309": "0202"}).holds("zoc soviet 0202 yes")
    table(OPEN_GROUND, {"i-a-309": "0202 steps=1"}).holds("zoc soviet 0202 no")


@pytest.mark.rule("rp.zoc.5a", "rp.dnepr.2")
def test_no_zone_crosses_the_dnepr_even_along_the_standing_bridge() -> None:
    """A battalion at one end of the bridge does not reach the water hex nor the other end."""
    rows = {"rows": [".~."], "road": [["0101", "0201", "0301"]]}
    table(rows, {"i-gr-80": "0101"}).holds("zoc german 0101 yes", "zoc german 0201 no", "zoc german 0301 no")


@pytest.mark.rule("rp.zoc.1", "rp.zoc.2", "rp.zoc.3")
def test_entering_an_enemy_zone_costs_more_and_ends_the_move() -> None:
    """A foot battalion pays 1 for clear ground and 1 for the zone in 0103, and cannot go on to 0104."""
    game = table(["."] * 6, {"i-gr-80": "0101", "i-a-309": "0104"}, procedure="movement", step="MoveAndCross")
    game.play("german: move i-gr-80")
    assert game.offers("to") == ["0102", "0103"]
    assert game.ask.options(0).cost(("to", game.hex("0103"))) == 6
    game.play("german: to 0103")
    game.holds("unit i-gr-80 at 0103", "unit i-gr-80 spent 3")
    assert game.refused("german: move i-gr-80") == "rp.normal-move.1"


@pytest.mark.rule("rp.zoc.2", "rp.zoc.1")
def test_vehicles_pay_two_points_to_leave_a_zone_and_two_to_enter_one() -> None:
    """A motorized battalion leaves 0102 (+2) for 0101 at 2: 4 points."""
    units = {"ii-pzgr-73": "0102", "i-a-309": "0103"}
    game = table(["."] * 6, units, procedure="movement", step="MoveAndCross")
    game.play("german: move ii-pzgr-73", "german: to 0101")
    game.holds("unit ii-pzgr-73 spent 4")


@pytest.mark.rule("rp.zoc.9", "rp.infiltration.1")
def test_dispersed_companies_walk_through_german_zones() -> None:
    """From beside one German battalion past it to the far side, two hexes in its zone, one beyond."""
    units = {"1-5-gab": "0102 dispersed", "i-gr-80": "0203"}
    game = table(
        ["..", "..", "..", "..", ".."], units, procedure="movement", step="MoveAndCross", phasing="soviet"
    )
    game.play("soviet: move 1-5-gab", "soviet: to 0105")
    game.holds("unit 1-5-gab at 0105")
