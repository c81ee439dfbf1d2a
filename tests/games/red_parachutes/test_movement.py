"""Chapters move-general and normal-move: costs, tiredness, field works, lone leaders, one hex always."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.after.entering_in_combat import come_into
from grognard.games.battalions.movement.reach import move_sheet
from grognard.games.red_parachutes import SYSTEM

COLUMN = ["."] * 8


def moving(rows: Any, units: dict[str, str], **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="MoveAndCross", **facts)


@pytest.mark.rule("rp.move-general.2a", "rp.move-general.1", "rp.normal-move.1")
@pytest.mark.parametrize(
    ("terrain", "foot", "motorized", "mechanized"),
    [
        (".", "1", "2", "2"),
        ("R", "2", "4", "3"),
        ("W", "2", "4", "3"),
        ("X", "3", "6", "5"),
        ("T", "1", "2", "2"),
        ("C", "2", "2", "3"),
    ],
)
def test_a_hex_costs_what_its_terrain_asks_of_the_class(
    terrain: str, foot: str, motorized: str, mechanized: str
) -> None:
    units = {"i-gr-80": "0101", "ii-pzgr-73": "0101", "pzr-27": "0101"}
    for unit, cost in (("i-gr-80", foot), ("ii-pzgr-73", motorized), ("pzr-27", mechanized)):
        game = moving([".", terrain], units)
        game.play(f"german: move {unit}", "german: to 0102", "german: halt")
        game.holds(f"unit {unit} spent {cost}")


@pytest.mark.rule("rp.move-general.2", "rp.normal-move.3b")
def test_swamp_and_water_are_closed_to_vehicles_even_for_the_one_hex_move() -> None:
    game = moving([".", "S"], {"ii-pzgr-73": "0101", "i-gr-80": "0101"})
    game.play("german: move ii-pzgr-73")
    assert game.offers("to") == []
    game.play("german: halt", "german: move i-gr-80", "german: to 0102")
    game.holds("unit i-gr-80 spent 2")
    wet = moving([".", "~"], {"i-gr-80": "0101"})
    wet.play("german: move i-gr-80")
    assert wet.refused("german: to 0102") == "rp.dnepr.2"


@pytest.mark.rule("rp.move-general.2b", "rp.dnepr.10")
def test_a_stream_is_added_to_the_ground_behind_it() -> None:
    """Foot 1 + 1, motorized 2 + 3, mechanized 2 + 2."""
    rows = {"rows": [".", "."], "stream": ["0101/0102"]}
    for unit, cost in (("i-gr-80", "2"), ("ii-pzgr-73", "5"), ("pzr-27", "4")):
        game = moving(rows, {unit: "0101"})
        game.play(f"german: move {unit}", "german: to 0102", "german: halt")
        game.holds(f"unit {unit} spent {cost}")


@pytest.mark.rule("rp.move-general.3")
def test_along_a_road_or_highway_its_rate_is_paid_and_no_stream() -> None:
    """Woods along a road cost 1, along a highway ½ for vehicles; beside it the woods are 4."""
    for kind, cost in (("road", "1"), ("highway", "½")):
        rows = {"rows": [".", "W"], kind: [["0101", "0102"]], "stream": ["0101/0102"]}
        game = moving(rows, {"ii-pzgr-73": "0101"})
        game.play("german: move ii-pzgr-73", "german: to 0102", "german: halt")
        game.holds(f"unit ii-pzgr-73 spent {cost}")


@pytest.mark.rule("rp.move-general.3")
def test_a_road_in_a_hex_does_not_help_who_comes_across_country() -> None:
    rows = {"rows": ["..", "WW"], "road": [["0102", "0202"]]}
    game = moving(rows, {"ii-pzgr-73": "0101"})
    game.play("german: move ii-pzgr-73", "german: to 0102", "german: halt")
    game.holds("unit ii-pzgr-73 spent 4")


@pytest.mark.rule("rp.move-general.4")
def test_a_gun_must_be_limbered_to_move() -> None:
    game = moving(COLUMN, {"i-ar-34": "0101"})
    game.play("german: move i-ar-34")
    assert game.offers("to") == [] and game.refused("german: to 0102") == "rp.move-general.4"


@pytest.mark.rule("rp.move-general.5a", "rp.move-general.6", "rp.general.8")
def test_vehicles_out_of_supply_that_move_more_than_half_their_allowance_are_isolated() -> None:
    """MA 12 - 2 = 10: 5 points do nothing, more isolate. The state of artillery ammunition is another."""
    units = {"ii-pzgr-73": "0101 oos"}
    near = moving({"rows": COLUMN, "road": [["0101", "0102"]]}, units)
    near.play("german: move ii-pzgr-73", "german: to 0103", "german: halt")
    near.holds("unit ii-pzgr-73 spent 3", "unit ii-pzgr-73 supply oos")
    far = moving(COLUMN, units)
    far.play("german: move ii-pzgr-73", "german: to 0104", "german: halt")
    far.holds("unit ii-pzgr-73 spent 6", "unit ii-pzgr-73 supply isolated", "unit ii-pzgr-73 ammunition 0")


@pytest.mark.rule("rp.move-general.5b", "rp.move-general.1c")
def test_men_on_foot_are_not_isolated_by_marching() -> None:
    game = moving(COLUMN, {"i-gr-80": "0101 oos"})
    game.play("german: move i-gr-80", "german: to 0106", "german: halt")
    game.holds("unit i-gr-80 supply oos")


@pytest.mark.rule(
    "rp.move-general.7a", "rp.move-general.7b", "rp.move-general.8", "rp.general.22b", "rp.move-general.1c"
)
@pytest.mark.parametrize(
    ("turn", "state", "goal", "expected"),
    [
        (4, "", "0104", "in-order"),
        (4, "", "0105", "disrupted"),
        (4, "disrupted", "0104", "disrupted"),
        (4, "disrupted", "0105", "demoralized"),
        (3, "", "0106", "in-order"),
        (5, "disrupted", "0106", "disrupted"),
    ],
)
def test_moving_more_than_half_at_night_disrupts_and_demoralizes_the_disrupted(
    turn: int, state: str, goal: str, expected: str
) -> None:
    """MA 5: half rounded up is 3. Every fourth turn is a night."""
    game = moving(COLUMN, {"i-gr-80": f"0101 {state}"}, turn=turn)
    game.play("german: move i-gr-80", f"german: to {goal}")
    if game.asked() == "german MoveAndCross" and game.pos.stack[-1].vars.group:
        game.play("german: halt")
    game.holds(f"unit i-gr-80 morale {expected}")


@pytest.mark.rule("rp.move-general.9a", "rp.move-general.9b", "rp.limbering.3")
def test_a_gun_that_only_unlimbers_at_night_is_not_demoralized() -> None:
    """Isolated, a heavy horse-drawn gun has MA 4, and unlimbering costs it 3: more than half.

    One that moves two hexes besides, and spends 4 of 5 points, is demoralized if it was disrupted.
    """
    still = moving(COLUMN, {"iv-ar-34": "0101 disrupted limbered isolated"}, turn=4)
    still.play("german: move iv-ar-34", "german: unlimber iv-ar-34")
    still.holds("unit iv-ar-34 morale disrupted", "unit iv-ar-34 limbered no")
    ordered = moving(COLUMN, {"iv-ar-34": "0101 limbered isolated"}, turn=4)
    ordered.play("german: move iv-ar-34", "german: unlimber iv-ar-34")
    ordered.holds("unit iv-ar-34 morale disrupted")
    moved = moving(COLUMN, {"i-ar-34": "0101 disrupted limbered"}, turn=4)
    moved.play("german: move i-ar-34", "german: to 0103", "german: unlimber i-ar-34")
    moved.holds("unit i-ar-34 morale demoralized", "unit i-ar-34 spent 4")


@pytest.mark.rule("rp.move-general.12")
def test_germans_move_through_dispersed_companies_but_not_through_others() -> None:
    hidden = moving(COLUMN, {"i-gr-80": "0101", "1-5-gab": "0103 dispersed"})
    hidden.play("german: move i-gr-80")
    assert {"0103", "0104", "0106"} <= set(hidden.offers("to"))
    formed = moving(COLUMN, {"i-gr-80": "0101", "1-5-gab": "0103"})
    formed.play("german: move i-gr-80")
    assert formed.offers("to") == ["0102"] and formed.refused("german: to 0103") == "rp.move-intel.1"


@pytest.mark.rule("rp.move-general.13")
def test_a_dispersed_company_may_stay_with_the_germans_in_its_hex() -> None:
    units = {"1-5-gab": "0102 dispersed", "i-gr-80": "0102"}
    game = table(COLUMN, units, procedure="movement", step="MoveAndCross", phasing="soviet")
    game.play("soviet: done")
    game.holds("unit 1-5-gab at 0102", "unit 1-5-gab dispersed yes")


@pytest.mark.rule("rp.move-general.14a")
def test_a_unit_that_comes_next_to_builders_stops_their_work() -> None:
    units = {"i-gr-80": "0101", "smg-51": "0104 built"}
    game = moving(COLUMN, units, works={"0104": "digging soviet"})
    game.play("german: move i-gr-80", "german: to 0102")
    game.holds("works 0104 digging soviet")
    game.play("german: to 0103")
    game.holds("works 0104 none")


@pytest.mark.rule("rp.move-general.14b", "rs.move-general.11")
@pytest.mark.parametrize(("kind", "why"), [("advanced", "rp.advance.1"), ("retreated", "rp.retreat.5")])
def test_who_advances_or_retreats_past_the_builders_does_not_disturb_them(kind: str, why: str) -> None:
    game = moving(COLUMN, {"i-gr-80": "0101"}, works={"0104": "digging soviet"})
    come_into(game.game, (game.unit("i-gr-80"),), game.hex("0103"), kind, why)
    game.holds("unit i-gr-80 at 0103", "works 0104 digging soviet")


@pytest.mark.rule("rp.move-general.15a", "rs.move-general.13a")
def test_who_builds_and_is_moved_gives_his_works_up() -> None:
    game = moving(COLUMN, {"i-gr-80": "0101 built"}, works={"0101": "digging german"})
    game.play("german: move i-gr-80", "german: to 0102")
    game.holds("works 0101 none")


@pytest.mark.rule("rp.move-general.15b")
def test_who_passes_by_the_builders_or_leaves_them_does_not_stop_their_work() -> None:
    units = {"ii-gr-80": "0102 built", "i-gr-80": "0101", "hq-34": "0102"}
    game = moving(COLUMN, units, works={"0102": "digging german"})
    game.play("german: move i-gr-80", "german: to 0104", "german: halt")
    game.play("german: move hq-34", "german: to 0103", "german: halt")
    game.holds("works 0102 digging german")
    game.play("german: move ii-gr-80", "german: to 0103")
    game.holds("works 0102 none")


@pytest.mark.rule("rp.move-general.15")
def test_builders_who_retreat_in_the_enemys_turn_leave_nothing_behind() -> None:
    """They have not stayed in their hex."""
    game = moving(COLUMN, {"i-gr-80": "0102"}, works={"0102": "digging german"}, phasing="soviet")
    come_into(game.game, [game.unit("i-gr-80")], game.hex("0101"), "retreated", "rp.retreat.5")
    game.holds("works 0102 none", "unit i-gr-80 at 0101")


@pytest.mark.rule("rp.move-general.16a", "rp.move-general.17a", "rp.leader-casualty.1")
def test_a_lone_leader_is_checked_and_driven_off_if_he_survives() -> None:
    units = {"i-gr-80": "0101", "rybalko": "0103", "hq-3-gta": "0108"}
    game = moving(COLUMN, units)
    game.play("german: move i-gr-80", "german: to 0104")
    assert game.asked() == "chance RollCasualty"
    game.play("chance: roll 5")
    game.holds("unit rybalko at displaced", "unit i-gr-80 at 0104")


@pytest.mark.rule(
    "rp.move-general.16a",
    "rp.move-general.16c",
    "rp.leader-casualty.2",
    "rp.leader-casualty.3",
    "rp.leader-casualty.4",
)
def test_a_lone_leader_is_killed_on_a_2_and_wounded_on_a_3() -> None:
    """Wounded with 7 on the second roll he is away 14 days: 56 turns."""
    units = {"i-gr-80": "0101", "rybalko": "0103", "hq-3-gta": "0108"}
    killed = moving(COLUMN, units)
    killed.play("german: move i-gr-80", "german: to 0103", "chance: roll 2")
    killed.holds("unit rybalko at hurt", "unit rybalko back 0")
    wounded = moving(COLUMN, units, turn=6)
    wounded.play("german: move i-gr-80", "german: to 0103", "chance: roll 3", "chance: roll 7")
    wounded.holds("unit rybalko at hurt", "unit rybalko back 62")


@pytest.mark.rule("rp.move-general.16b")
def test_a_leader_among_his_units_is_not_reached() -> None:
    units = {"i-gr-80": "0101", "rybalko": "0103", "smg-51": "0103"}
    game = moving(COLUMN, units)
    game.play("german: move i-gr-80")
    assert game.refused("german: to 0103") == "rp.move-intel.1"


@pytest.mark.rule("rp.normal-move.3a", "rp.normal-move.4", "rp.infiltration.1b")
def test_one_hex_is_always_allowed_but_not_from_zone_to_zone() -> None:
    """A gun with MA 3 is demoralized and isolated: MA 0, and still goes one hex; not into a second zone."""
    units = {"glider-5-gab": "0101 limbered isolated demoralized"}
    slow = table(["."] * 3, units, procedure="movement", step="MoveAndCross", phasing="soviet")
    slow.play("soviet: move glider-5-gab", "soviet: to 0102")
    slow.holds("unit glider-5-gab at 0102")
    rows, enemy = ["..", "..", ".."], {"i-a-309": "0201", "ii-a-309": "0203"}
    held = moving(rows, {"i-gr-80": "0102", **enemy})
    held.play("german: move i-gr-80")
    assert held.refused("german: to 0101") == "rp.normal-move.4"
    assert held.refused("german: to 0103") == "rp.normal-move.4"


@pytest.mark.rule("rp.normal-move.3b")
def test_the_one_hex_move_carries_into_a_zone_without_its_charge_but_not_for_who_has_no_allowance() -> None:
    """A foot battalion with 2 points pays them for woods on rough and a zone; after a crossing none."""
    units = {"i-gr-80": "0101 isolated demoralized", "i-a-309": "0103"}
    game = moving([".", "X", "."], units)
    game.play("german: move i-gr-80", "german: to 0102")
    # MA 5 - 1 - 2 = 2, woods on rough and the zone would be 4.
    game.holds("unit i-gr-80 at 0102", "unit i-gr-80 spent 2")
    stuck = moving(["."] * 3, {"i-gr-80": "0101 crossed"})
    assert stuck.refused("german: move i-gr-80") == "rp.movement-allowance.13"


@pytest.mark.rule("rp.normal-move.1a")
def test_a_stack_moves_together_as_far_as_its_slowest_class() -> None:
    """A foot and a motorized battalion over clear ground: 5 hexes, 5 and 10 points."""
    game = moving(COLUMN, {"i-gr-80": "0101", "ii-pzgr-73": "0101"})
    game.play("german: move i-gr-80", "german: with ii-pzgr-73")
    assert game.offers("to")[-1] == "0106"
    game.play("german: to 0106", "german: halt")
    game.holds("unit i-gr-80 spent 5", "unit ii-pzgr-73 spent 10")


@pytest.mark.rule("rp.normal-move.1")
def test_who_stands_elsewhere_cannot_go_along() -> None:
    game = moving(COLUMN, {"i-gr-80": "0101", "ii-gr-80": "0102"})
    game.play("german: move i-gr-80")
    assert game.refused("german: with ii-gr-80") == "rp.normal-move.1"


@pytest.mark.rule("rp.move-intel.1", "rp.general.6", "rp.general.7")
def test_only_the_phasing_player_moves() -> None:
    game = moving(COLUMN, {"i-gr-80": "0101", "i-a-309": "0108"})
    assert game.refused("german: move i-a-309") == "rp.move-intel.1"


@pytest.mark.rule("rp.dnepr.10a", "rp.dnepr.11a", "rp.dnepr.13", "rp.dnepr.14")
def test_an_engineer_beside_a_stream_makes_it_cheap_for_two_battalions_and_then_stays() -> None:
    """Motorized: clear 2 and the stream 1 in place of 3. The third battalion pays the full price."""
    rows = {"rows": ["..", "..", ".."], "stream": ["0101/0102"]}
    units = {"pi-34": "0101", "ii-pzgr-73": "0101", "i-pzgr-73": "0101", "pzr-27": "0101"}
    game = moving(rows, units)
    game.play("german: move ii-pzgr-73", "german: to 0102", "german: halt")
    game.holds("unit ii-pzgr-73 spent 3", "unit pi-34 flag helped")
    assert game.refused("german: move pi-34") == "rp.movement-allowance.14"
    game.play("german: move pzr-27", "german: to 0102", "german: halt")
    game.holds("unit pzr-27 spent 3")
    game.play("german: move i-pzgr-73", "german: to 0102", "german: halt")
    game.holds("unit i-pzgr-73 spent 4")


@pytest.mark.rule("rp.dnepr.11b")
def test_an_engineer_who_has_moved_helps_nobody() -> None:
    rows = {"rows": [".", ".", "."], "stream": ["0102/0103"]}
    game = moving(rows, {"pi-34": "0101", "ii-pzgr-73": "0102"})
    game.play("german: move pi-34", "german: to 0102", "german: halt")
    game.play("german: move ii-pzgr-73", "german: to 0103", "german: halt")
    game.holds("unit ii-pzgr-73 spent 5")


@pytest.mark.rule("rp.move-general.2b", "rp.zoc.1")
def test_the_sheet_of_a_move_adds_up() -> None:
    game = moving([".", "W", ".", "."], {"i-gr-80": "0101", "i-a-309": "0104"})
    game.play("german: move i-gr-80")
    sheet = move_sheet(game.pos, game.pos.stack[-1].vars, game.hex("0103"))
    assert [term.value for term in sheet.terms] == ["2", "1", "1"]
    assert sheet.total == "4 of 5 MP"


@pytest.mark.rule("rp.normal-move.2a")
def test_units_without_defence_strength_are_swept_away() -> None:
    """None of the counters has DS 0, so a battalion of the test is given none."""
    game = moving(COLUMN, {"i-gr-80": "0101", "smg-51": "0103"})
    game.pos.content.printed["defence"][game.unit("smg-51") * 5 + 1] = 0
    game.pos.content.printed["attack"][game.unit("smg-51") * 5 + 1] = 0
    game.pos.forget()
    game.play("german: move i-gr-80", "german: to 0104")
    game.holds("unit smg-51 at eliminated", "unit i-gr-80 at 0104")


@pytest.mark.rule("rp.move-general.2", "rp.infiltration.3", "rp.dnepr.5")
def test_the_screen_shows_the_way_and_its_price() -> None:
    game = moving([".", "W", ".", "."], {"i-gr-80": "0101", "i-a-309": "0104"})
    game.play("german: move i-gr-80")
    shown = SYSTEM.screen.way(game.pos, ("to", game.hex("0103")))
    assert shown is not None and shown.hexes == (0, 1, 2) and shown.sheet.total == "4 of 5 MP"
    boat = table(
        [".~."] * 3,
        {"i-a-309": "0302", "20-pontoon": "0302"},
        procedure="movement",
        step="MoveAndCross",
        phasing="soviet",
        pairs=[["0302", "0102"]],
    )
    boat.play("soviet: cross i-a-309")
    across = SYSTEM.screen.way(boat.pos, ("land", boat.hex("0102")))
    assert across is not None and [term.value for term in across.sheet.terms] == ["8", "-2"]
