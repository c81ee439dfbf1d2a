"""Chapter dnepr: crossing the river by boat and by bridge."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes.dnepr import Crossing, crossing_row, crossing_terms, landings

RIVER = [".~.."] * 8
PAIR = {"pairs": [["0303", "0103"]]}
BRIDGE = {
    "rows": [".~.", ".~.", ".~."],
    "road": [["0102", "0201", "0302"]],
    "areas": {"kanev:west": ["0102"], "kanev:water": ["0201"], "kanev:east": ["0302"]},
}


def crossing(units: dict[str, str], phasing: str = "soviet", rows: Any = RIVER, **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="MoveAndCross", phasing=phasing, **facts)


@pytest.mark.rule("rp.dnepr.1", "rp.dnepr.4", "rp.dnepr.5", "rp.movement-allowance.13")
@pytest.mark.parametrize(("roll", "where"), [(8, "0103"), (9, "0303")])
def test_a_rifle_battalion_crosses_at_a_bridgehead_on_an_8_and_moves_no_more(roll: int, where: str) -> None:
    game = crossing({"i-a-309": "0303"}, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", f"chance: roll {roll}")
    game.holds(f"unit i-a-309 at {where}", "pair 1 crossed 1", "unit i-a-309 flag crossed")
    assert game.refused("soviet: move i-a-309") == "rp.normal-move.1"


@pytest.mark.rule("rp.dnepr.1")
def test_soviet_units_cross_nowhere_else() -> None:
    game = crossing({"i-a-309": "0305", "ii-a-309": "0303"}, **PAIR)
    assert game.refused("soviet: cross i-a-309") == "rp.dnepr.1"
    game.play("soviet: move i-a-309")
    assert not [hex for hex in game.offers("to") if hex.startswith("01")]


@pytest.mark.rule("rp.dnepr.1", "rp.dnepr.3")
def test_a_unit_can_cross_back_from_the_german_side() -> None:
    game = crossing({"i-a-309": "0103"}, **PAIR)
    assert landings(game.pos, game.unit("i-a-309")) == [game.hex("0303")]


@pytest.mark.rule("rp.dnepr.3", "rp.bridgehead-improvement.4")
@pytest.mark.parametrize(("pair", "most"), [(["0303", "0103"], 3), (["0303", "0103", "improved"], 5)])
def test_three_units_may_try_at_a_bridgehead_and_five_at_an_improved_one(pair: list[str], most: int) -> None:
    names = ["i-a-309", "ii-a-309", "iii-a-309", "i-b-309", "ii-b-309", "iii-b-309"]
    game = crossing(dict.fromkeys(names, "0303"), pairs=[pair])
    for id in names[:most]:
        game.play(f"soviet: cross {id}", "soviet: land 0103", "chance: roll 9")
    assert game.refused(f"soviet: cross {names[most]}") == "rp.dnepr.3"


@pytest.mark.rule("rp.movement-allowance.13")
def test_who_has_moved_cannot_try() -> None:
    game = crossing({"i-a-309": "0303 spent=1", "ii-a-309": "0303"}, **PAIR)
    assert game.refused("soviet: cross i-a-309") == "rp.movement-allowance.13"


@pytest.mark.rule("rp.dnepr.5", "rp.dnepr.6")
@pytest.mark.parametrize(
    ("unit", "row"),
    [
        ("i-a-309", "foot"),
        ("hq-309", "foot"),
        ("hq-9-mc", "foot"),
        ("1-5-gab", "foot"),
        ("i-1-gcd", "cavalry"),
        ("at-309", "light"),
        ("mortar-regt-1", "light"),
        ("gun-bde-1", "heavy"),
        ("i-69-mb", "heavy"),
        ("recon-9-mc", "heavy"),
        ("69-mb-tank", "armor"),
        ("i-pzar-7", "armor"),
        ("rybalko", "foot"),
    ],
)
def test_each_kind_of_unit_has_its_row_an_hq_that_of_infantry(unit: str, row: str) -> None:
    game = crossing({unit: "0303"}, "soviet")
    assert crossing_row(game.pos, game.unit(unit)) == row


@pytest.mark.rule("rp.dnepr.5")
def test_recon_on_foot_crosses_like_infantry() -> None:
    game = crossing({"recon-9-mc": "0303 afoot"})
    assert crossing_row(game.pos, game.unit("recon-9-mc")) == "foot"


@pytest.mark.rule("rp.dnepr.12", "rp.dnepr.13", "rp.dnepr.14", "rp.movement-allowance.14")
def test_an_engineer_beside_the_crossing_takes_two_off_the_roll_for_two_battalions_and_stays() -> None:
    """8 on a 10 less 2; the third battalion has no help."""
    units = dict.fromkeys(("i-a-309", "ii-a-309", "iii-a-309"), "0303") | {"20-pontoon": "0304"}
    game = crossing(units, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 10")
    game.holds("unit i-a-309 at 0103", "unit 20-pontoon flag helped")
    game.play("soviet: cross ii-a-309", "soviet: land 0103", "chance: roll 10")
    game.holds("unit ii-a-309 at 0103")
    game.play("soviet: cross iii-a-309", "soviet: land 0103", "chance: roll 10")
    game.holds("unit iii-a-309 at 0303")
    assert game.refused("soviet: move 20-pontoon") == "rp.movement-allowance.14"


@pytest.mark.rule("rp.dnepr.14")
def test_six_companies_count_as_two_battalions() -> None:
    """After one battalion three more companies can be helped, and no second battalion after one of them."""
    units = {"i-a-309": "0303", "smg-51": "0303", "1-5-gab": "0303", "20-pontoon": "0304 helped=5"}
    game = crossing(units, **PAIR)
    pos = game.pos
    assert [t.label for t in crossing_terms(pos, Crossing(game.unit("smg-51"), game.hex("0103")))] == [
        "engineer"
    ]
    assert not crossing_terms(pos, Crossing(game.unit("i-a-309"), game.hex("0103")))


@pytest.mark.rule("rp.dnepr.12")
def test_night_helps_and_enemies_at_the_landing_hinder() -> None:
    def terms(
        units: dict[str, str], phasing: str = "soviet", mover: str = "i-a-309", **facts: Any
    ) -> list[str]:
        game = crossing(units, phasing, **{**PAIR, **facts})
        goal = "0103" if phasing == "soviet" else "0303"
        return [term.value for term in crossing_terms(game.pos, Crossing(game.unit(mover), game.hex(goal)))]

    assert terms({"i-a-309": "0303"}) == []
    assert terms({"i-a-309": "0303"}, turn=4) == ["-1"]
    assert terms({"i-a-309": "0303", "i-gr-80": "0104"}) == ["2"]
    assert terms({"i-a-309": "0303", "i-gr-80": "0105", "i-ar-34": "0106"}) == ["1"]
    assert terms({"i-a-309": "0303", "i-gr-80": "0105", "i-ar-34": "0106"}, turn=4) == ["-1"]
    assert terms({"i-a-309": "0303", "i-gr-80": "0105", "i-ar-34": "0106 ammunition=0"}) == []
    assert terms({"i-a-309": "0303", "i-gr-80": "0105", "i-ar-34": "0106 limbered"}) == []
    assert terms({"i-gr-80": "0103"}, "german", "i-gr-80") == ["1"]


@pytest.mark.rule("rp.dnepr.5")
def test_a_12_drowns_a_step_whatever_helps() -> None:
    game = crossing({"i-a-309": "0303", "20-pontoon": "0303", "ii-a-309": "0303"}, turn=4, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 12")
    game.holds("unit i-a-309 at 0303", "unit i-a-309 steps 1", "lost soviet 1")


@pytest.mark.rule("rp.dnepr.7", "rp.dnepr.8", "rp.dnepr.9")
def test_germans_cross_from_any_bank_hex_three_units_from_each_to_a_hex_opposite() -> None:
    """A foot battalion on 8 or less, one added for want of a bridgehead."""
    names = ["i-gr-80", "ii-gr-80", "iii-gr-80", "i-gr-107"]
    game = crossing(dict.fromkeys(names, "0103"), "german")
    game.play("german: cross i-gr-80")
    assert game.refused("german: land 0401") == "rp.dnepr.9"
    game.play("german: land 0303", "chance: roll 7")
    game.holds("unit i-gr-80 at 0303")
    for id in names[1:3]:
        game.play(f"german: cross {id}", "german: land 0302", "chance: roll 8")
        game.holds(f"unit {id} at 0103")
    assert game.refused("german: cross i-gr-107") == "rp.dnepr.7"


@pytest.mark.rule("rp.dnepr.9")
def test_no_crossing_where_the_river_is_two_hexes_wide() -> None:
    game = crossing({"i-gr-80": "0103", "ii-gr-80": "0103"}, "german", [".~~."] * 6)
    assert game.refused("german: cross i-gr-80") == "rp.dnepr.9"


@pytest.mark.rule("rp.dnepr.5")
def test_nobody_lands_on_the_enemy() -> None:
    game = crossing({"i-a-309": "0303", "i-gr-80": "0103"}, **PAIR)
    assert game.refused("soviet: cross i-a-309") == "rp.dnepr.5"


@pytest.mark.rule("rp.dnepr.2")
@pytest.mark.parametrize("bridge", [True, False])
def test_the_standing_bridge_is_a_road_over_water_and_nobody_stops_on_it(bridge: bool) -> None:
    """One point for the water hex and one for the far end."""
    game = crossing({"ii-pzgr-73": "0102"}, "german", BRIDGE, bridge=bridge)
    game.play("german: move ii-pzgr-73")
    assert ("0302" in game.offers("to")) == bridge
    assert "0201" not in game.offers("to") and game.refused("german: to 0201") == "rp.dnepr.2"
    if bridge:
        game.play("german: to 0302", "german: halt")
        game.holds("unit ii-pzgr-73 spent 2")


@pytest.mark.rule("rp.move-general.10", "rp.movement-allowance.13", "rp.move-general.7")
@pytest.mark.parametrize(("state", "expected"), [("", "disrupted"), ("disrupted", "disrupted")])
def test_a_crossing_by_night_disrupts_but_does_not_demoralize(state: str, expected: str) -> None:
    game = crossing({"i-a-309": f"0303 {state}", "ii-a-309": "0303"}, turn=4, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 11")
    game.holds(f"unit i-a-309 morale {expected}", "unit i-a-309 at 0303")


@pytest.mark.rule("rp.move-general.5", "rp.movement-allowance.13")
def test_a_crossing_counts_as_the_whole_allowance_so_vehicles_out_of_supply_are_isolated() -> None:
    game = crossing({"i-69-mb": "0303 oos", "i-a-309": "0303 oos"}, **PAIR)
    game.play("soviet: cross i-69-mb", "soviet: land 0103", "chance: roll 11")
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 11")
    game.holds("unit i-69-mb supply isolated", "unit i-a-309 supply oos")


@pytest.mark.rule("rp.move-general.4", "rp.dnepr.3")
def test_a_gun_crosses_limbered() -> None:
    game = crossing({"art-309": "0303", "i-a-309": "0303"}, **PAIR)
    assert game.refused("soviet: cross art-309") == "rp.move-general.4"


@pytest.mark.rule("rp.dnepr.2", "rp.zoc.5", "rp.retreat.15")
def test_a_march_may_use_the_bridge() -> None:
    game = table(BRIDGE, {"ii-pzgr-73": "0102"}, procedure="movement", step="StrategicMovement")
    game.play("german: march ii-pzgr-73")
    assert "0302" in game.offers("to")
