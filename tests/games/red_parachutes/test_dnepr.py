"""Chapter dnepr: crossing the river by boat and by bridge."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.dnepr.crossing import (
    Crossing,
    crossing_row,
    crossing_terms,
    landings,
    over_water,
    supply_links,
)
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET

RIVER = [".~.."] * 8
PAIR = {"pairs": [["0303", "0103"]]}
BRIDGE = {
    "rows": [".~.", ".~.", ".~."],
    "road": [["0102", "0201", "0302"]],
    "areas": {"kanev:west": ["0102"], "kanev:water": ["0201"], "kanev:east": ["0302"]},
}


def crossing(units: dict[str, str], phasing: str = "soviet", rows: Any = RIVER, **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="MoveAndCross", phasing=phasing, **facts)


@pytest.mark.rule("rp.dnepr.1", "rp.dnepr.4", "rp.dnepr.5", "rp.movement-allowance.13a")
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


@pytest.mark.rule("rp.dnepr.3", "rp.bridgehead-improvement.4a")
@pytest.mark.parametrize(("pair", "most"), [(["0303", "0103"], 3), (["0303", "0103", "improved"], 5)])
def test_three_units_may_try_at_a_bridgehead_and_five_at_an_improved_one(pair: list[str], most: int) -> None:
    names = ["i-a-309", "ii-a-309", "iii-a-309", "i-b-309", "ii-b-309", "iii-b-309"]
    game = crossing(dict.fromkeys(names, "0303"), pairs=[pair])
    for id in names[:most]:
        game.play(f"soviet: cross {id}", "soviet: land 0103", "chance: roll 9")
    assert game.refused(f"soviet: cross {names[most]}") == "rp.dnepr.3"


@pytest.mark.rule("rp.movement-allowance.13b")
def test_who_has_moved_cannot_try() -> None:
    game = crossing({"i-a-309": "0303 spent=1", "ii-a-309": "0303"}, **PAIR)
    assert game.refused("soviet: cross i-a-309") == "rp.movement-allowance.13"


@pytest.mark.rule("rp.dnepr.5a", "rp.dnepr.6")
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


@pytest.mark.rule("rp.dnepr.5", "rp.movement-allowance.20b")
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


@pytest.mark.rule("rp.dnepr.12", "rp.dnepr.5b")
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


@pytest.mark.rule("rp.dnepr.5c")
def test_a_12_drowns_a_step_whatever_helps() -> None:
    game = crossing({"i-a-309": "0303", "20-pontoon": "0303", "ii-a-309": "0303"}, turn=4, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 12")
    game.holds("unit i-a-309 at 0303", "unit i-a-309 steps 1", "lost soviet 1")


@pytest.mark.rule("rp.dnepr.7", "rp.dnepr.8a", "rp.dnepr.8b", "rp.dnepr.9")
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


@pytest.mark.rule("rp.dnepr.5d")
def test_nobody_lands_on_the_enemy() -> None:
    game = crossing({"i-a-309": "0303", "i-gr-80": "0103"}, **PAIR)
    assert game.refused("soviet: cross i-a-309") == "rp.dnepr.5"


@pytest.mark.rule("rp.dnepr.2a", "rp.dnepr.2b")
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


@pytest.mark.rule(
    "rp.move-general.10a", "rp.move-general.10b", "rp.movement-allowance.13c", "rp.move-general.7"
)
@pytest.mark.parametrize(("state", "expected"), [("", "disrupted"), ("disrupted", "disrupted")])
def test_a_crossing_by_night_disrupts_but_does_not_demoralize(state: str, expected: str) -> None:
    game = crossing({"i-a-309": f"0303 {state}", "ii-a-309": "0303"}, turn=4, **PAIR)
    game.play("soviet: cross i-a-309", "soviet: land 0103", "chance: roll 11")
    game.holds(f"unit i-a-309 morale {expected}", "unit i-a-309 at 0303")


@pytest.mark.rule("rp.move-general.5c", "rp.movement-allowance.13c")
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


def modifiers(
    units: dict[str, str], phasing: str = "soviet", mover: str = "i-a-309", rows: Any = RIVER, **facts: Any
) -> dict[str, str]:
    """What changes the roll of a crossing at 0303 and 0103, by name."""
    game = crossing(units, phasing, rows, **{**PAIR, **facts})
    goal = "0103" if phasing == "soviet" else "0303"
    terms = crossing_terms(game.pos, Crossing(game.unit(mover), game.hex(goal)))
    return {term.label: term.value for term in terms}


@pytest.mark.rule("rp.dnepr.12", "rp.dnepr.13")
@pytest.mark.parametrize(
    ("engineer", "helps"),
    [("0303", True), ("0302", True), ("0305", False), ("0304 crossed", False), ("0103", False)],
)
def test_only_an_engineer_in_the_hex_or_next_to_it_who_has_not_crossed_helps(
    engineer: str, helps: bool
) -> None:
    assert modifiers({"i-a-309": "0303", "20-pontoon": engineer}) == ({"engineer": "-2"} if helps else {})


@pytest.mark.rule("rp.dnepr.12")
def test_an_engineer_needs_another_to_help_him() -> None:
    assert modifiers({"20-pontoon": "0303"}, mover="20-pontoon") == {}
    helped = modifiers({"20-pontoon": "0303", "pontoon-park": "0304"}, mover="20-pontoon")
    assert helped == {"engineer": "-2"}


@pytest.mark.rule("rp.dnepr.5", "rp.dnepr.12")
@pytest.mark.parametrize(
    ("germans", "expected"),
    [
        ({"i-gr-80": "0106", "i-ar-34": "0107"}, {}),
        ({"i-ar-34": "0105"}, {"enemy guns": "1"}),
        ({"i-gr-80": "0105"}, {}),
        ({"i-gr-80": "0105", "corps-mg-bn": "0107"}, {}),
        ({"i-ar-34": "0104"}, {"enemy guns": "1"}),
    ],
)
def test_guns_hinder_a_landing_that_is_seen_from_two_hexes(
    germans: dict[str, str], expected: dict[str, str]
) -> None:
    """Three hexes are too far to see; a gun sees for itself, and is no combat unit that holds the bank."""
    found = modifiers({"i-a-309": "0303", **germans})
    assert {name: value for name, value in found.items() if name == "enemy guns"} == expected


@pytest.mark.rule("rp.dnepr.5", "rp.dnepr.12")
def test_a_landing_in_a_town_is_seen_only_from_the_next_hex() -> None:
    town = [*RIVER[:2], "T~..", *RIVER[3:]]
    units = {"i-a-309": "0303", "i-ar-34": "0107"}
    assert "enemy guns" not in modifiers({**units, "i-gr-80": "0105"}, rows=town)
    assert "enemy guns" in modifiers({**units, "i-gr-80": "0104"}, rows=town)


@pytest.mark.rule("rp.dnepr.12", "rp.general.23")
def test_dispersed_companies_do_not_see_for_the_guns() -> None:
    units = {"i-gr-80": "0103", "art-309": "0306"}
    assert "enemy guns" not in modifiers({**units, "1-5-gab": "0305 dispersed"}, "german", "i-gr-80")
    assert "enemy guns" in modifiers({**units, "1-5-gab": "0305"}, "german", "i-gr-80")


@pytest.mark.rule("rp.dnepr.5", "rp.dnepr.9")
def test_germans_land_in_any_free_hex_opposite_but_not_on_the_enemy() -> None:
    game = crossing({"i-gr-80": "0103", "ii-gr-80": "0103", "i-a-309": "0303"}, "german")
    game.play("german: cross i-gr-80")
    assert game.offers("land") == ["0302", "0304"]
    assert game.refused("german: land 0303") == "rp.dnepr.5"
    assert game.refused("german: land 0305") == "rp.dnepr.9"


@pytest.mark.rule("rp.dnepr.3")
def test_two_bridgeheads_in_a_hex_serve_three_units_each() -> None:
    """Three cross to 0103; the fourth has the second bridgehead, to 0104."""
    names = ["i-a-309", "ii-a-309", "iii-a-309", "i-b-309"]
    game = crossing(dict.fromkeys(names, "0303"), pairs=[["0303", "0103"], ["0303", "0104"]])
    for id in names[:3]:
        game.play(f"soviet: cross {id}", "soviet: land 0103", "chance: roll 9")
    game.play(f"soviet: cross {names[3]}")
    assert game.offers("land") == ["0104"]
    game.play("soviet: land 0104", "chance: roll 8")
    game.holds("unit i-b-309 at 0104", "pair 1 crossed 3", "pair 2 crossed 1")


@pytest.mark.rule("rp.dnepr.1", "rp.dnepr.7")
def test_who_is_offered_a_crossing_stands_at_a_bridgehead_or_for_germans_at_the_bank() -> None:
    soviet = {"i-a-309": "0303", "ii-a-309": "0304", "iii-a-309": "0103", "i-b-309": "0403"}
    assert crossing(soviet, **PAIR).offers("cross") == ["i-a-309", "iii-a-309"]
    germans = {"i-gr-80": "0106", "ii-gr-80": "0308", "iii-gr-80": "0406"}
    assert crossing(germans, "german").offers("cross") == ["i-gr-80", "ii-gr-80"]


@pytest.mark.rule("rp.dnepr.5", "rp.losses.8")
def test_a_unit_of_one_step_drowns_on_a_12_and_its_attempt_counts() -> None:
    game = crossing({"smg-51": "0303", "i-a-309": "0303"}, **PAIR)
    game.play("soviet: cross smg-51", "soviet: land 0103", "chance: roll 12")
    game.holds("unit smg-51 at eliminated", "pair 1 crossed 1", "lost soviet 1")


@pytest.mark.rule("rp.move-general.10", "rp.dnepr.6")
def test_a_leader_crosses_like_infantry_and_the_night_does_not_disrupt_him() -> None:
    """8 on a 9 less 1 for the night."""
    game = crossing({"rybalko": "0303", "i-a-309": "0303"}, turn=4, **PAIR)
    game.play("soviet: cross rybalko", "soviet: land 0103", "chance: roll 9")
    game.holds("unit rybalko at 0103", "unit rybalko morale in-order")


@pytest.mark.rule("rp.supply.12b", "rp.dnepr.2")
def test_supply_crosses_by_the_standing_bridge_and_for_the_soviets_by_bridgeheads() -> None:
    """The water hex on the way counts as one of two."""
    game = crossing({"i-a-309": "0302"}, rows=BRIDGE, pairs=[["0301", "0101"], ["track", 9]])
    pos, hex = game.pos, game.hex
    bridge = (hex("0102"), hex("0302"), 2)
    assert supply_links(pos, GERMAN) == [bridge]
    assert supply_links(pos, SOVIET) == [bridge, (hex("0301"), hex("0101"), 2)]
    pos.bridge = 0
    assert supply_links(pos, GERMAN) == []
    assert crossing({"i-a-309": "0303"}).pos.bridge == 1
    assert supply_links(crossing({"i-a-309": "0303"}).pos, GERMAN) == []


@pytest.mark.rule("rp.dnepr.9")
@pytest.mark.parametrize(("landing", "water"), [("0102", "0202"), ("0104", "0203")])
def test_the_way_of_a_crossing_leads_over_the_water_between(landing: str, water: str) -> None:
    game = crossing({"i-a-309": "0303"})
    way = over_water(game.pos, game.unit("i-a-309"), game.hex(landing))
    assert way == (game.hex("0303"), game.hex(water), game.hex(landing))


@pytest.mark.rule("rp.dnepr.5", "rp.move-intel.2")
def test_the_sheet_of_a_crossing_names_the_number_and_what_is_openly_known() -> None:
    """Guns that nobody has seen are not given away."""
    units = {"i-a-309": "0303", "i-ar-34": "0105", "20-pontoon": "0303"}
    game = crossing(units, **PAIR).play("soviet: cross i-a-309")
    way = SYSTEM.screen.way(game.pos, ("land", game.hex("0103")))
    assert way is not None and way.sheet is not None
    assert [(term.label, term.value) for term in way.sheet.terms] == [
        ("crosses on (foot)", "8"),
        ("engineer", "-2"),
    ]
    assert way.sheet.total == "8 or less"
