"""Refusals of Red Parachutes name the true cause, and events the rule that is meant."""

import pytest

from games.red_parachutes.table import table
from grognard.games.battalions.combat.after.losses import Losses, loss_refusal
from grognard.games.red_parachutes.airborne.paradrop import night_rule
from grognard.games.red_parachutes.dnepr.crossing import Crossing, crossing_terms

COLUMN = ["."] * 8
RIVER = [".~.."] * 8
FIELD = ["......."] * 7


@pytest.mark.rule("rp.zoc.3")
def test_a_hex_behind_an_enemy_zone_is_not_out_of_reach() -> None:
    units = {"i-gr-80": "0101", "i-a-309": "0103"}
    game = table(["..."] * 8, {**units, "ii-a-309": "0303"}, procedure="movement", step="MoveAndCross")
    refusal = game.play("german: move i-gr-80").refusal("german: to 0105")
    assert refusal.rule == "rp.zoc.3" and "must stop" in refusal.why


@pytest.mark.rule("rp.dnepr.1", "rp.dnepr.9")
def test_a_hex_across_the_dnepr_is_not_out_of_reach() -> None:
    for unit, side, rule in (("i-gr-80", "german", "rp.dnepr.9"), ("i-a-309", "soviet", "rp.dnepr.1")):
        game = table(RIVER, {unit: "0303"}, procedure="movement", step="MoveAndCross", phasing=side)
        refusal = game.play(f"{side}: move {unit}").refusal(f"{side}: to 0103")
        assert refusal.rule == rule and "across the Dnepr" in refusal.why


@pytest.mark.rule("rp.general.9")
def test_what_is_only_far_is_out_of_reach() -> None:
    game = table(["."] * 40, {"i-gr-80": "0101"}, procedure="movement", step="MoveAndCross")
    assert game.play("german: move i-gr-80").refusal("german: to 0140").rule == "rp.general.9"


@pytest.mark.rule("rp.losses.5b")
def test_who_retreated_is_not_said_to_have_no_strength() -> None:
    game = table(FIELD, {"i-a-309": "0404 retreated", "i-gr-80": "0403"})
    unit = game.unit("i-a-309")
    refusal = loss_refusal(game.pos, Losses(1, (unit,), 1), unit)
    assert refusal is not None and refusal.why.startswith("I/a/309 has retreated into its hex")


@pytest.mark.rule("rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10", "rp.paradrop.12")
def test_the_number_of_companies_cites_the_rule_of_the_night() -> None:
    """The nights of 23 September and after are turns 8, 12, 16 and 20."""
    found = [night_rule(table(FIELD, {"i-gr-80": "0101"}, turn=turn).pos) for turn in (8, 12, 16, 20)]
    assert found == ["rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10", "rp.paradrop.12"]


@pytest.mark.rule("rp.paradrop.21", "rp.paradrop.22")
def test_a_glider_lands_by_the_rule_of_gliders() -> None:
    field = ["." * 25] * 25
    given = {"turn": 8, "phasing": "soviet", "brigades": ["5 GAB"], "zones": ["1313"]}
    for unit, rule in (("1-5-gab", "rp.paradrop.21"), ("glider-5-gab", "rp.paradrop.22")):
        units = {"2-5-gab": "1313", unit: "waiting"}
        game = table(field, units, procedure="post-move", step="paradrop", **given)
        game.play("soviet: brigade 0", "chance: roll 4", f"soviet: jump {unit}", "soviet: over 1313")
        game.play("soviet: done", "chance: roll 15")
        assert {event.rule for event in game.game.events if event.kind in ("landed", "drop")} == {rule}


@pytest.mark.rule("rp.supply.13", "rp.supply.14")
def test_each_supply_marker_comes_off_by_its_own_rule() -> None:
    road = {"rows": COLUMN, "areas": {"exit:german": ["0101"]}}
    units = {"hq-34": "0101", "i-gr-80": "0102 oos", "ii-gr-80": "0102 isolated", "i-a-309": "0108"}
    game = table(road, units, procedure="player-turn", step="CheckSupply")
    game.asked()
    cited = {event.facts[0]: event.rule for event in game.game.events if event.kind == "supply"}
    assert cited[game.unit("i-gr-80")] == "rp.supply.13"
    assert cited[game.unit("ii-gr-80")] == "rp.supply.14"


@pytest.mark.rule("rp.dnepr.5", "rp.dnepr.12")
def test_only_the_engineer_cites_the_rule_of_engineers_at_a_crossing() -> None:
    units = {"i-gr-80": "0303", "pi-34": "0303", "i-a-309": "0104"}
    game = table(RIVER, units, procedure="movement", step="MoveAndCross", turn=4)
    terms = crossing_terms(game.pos, Crossing(game.unit("i-gr-80"), game.hex("0103")))
    cited = {term.label: term.rule for term in terms}
    assert cited.pop("engineer") == "rp.dnepr.12"
    assert len(cited) >= 2 and set(cited.values()) == {"rp.dnepr.5"}
