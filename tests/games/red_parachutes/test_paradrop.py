"""Chapters setup and paradrop: drop zones, drops with scatter, consolidation."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.airborne.drop_zones import edge_distance, zone_hexes, zone_refusal
from grognard.games.red_parachutes.airborne.paradrop import ANY_NUMBER, Drop, drift, drop_dice
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET

FIELD = ["." * 25] * 25
BRIGADE = {"1-5-gab": "waiting", "2-5-gab": "waiting", "3-5-gab": "waiting", "4-5-gab": "waiting"}
STAFF = {"hq-5-gab": "waiting", "at-5-gab": "waiting", "glider-5-gab": "waiting", "sidorchuk": "waiting"}
NIGHT_OF_23 = 8


def dropping(units: dict[str, str], rows: Any = FIELD, **facts: Any) -> Table:
    given = {"turn": NIGHT_OF_23, "phasing": "soviet", "brigades": ["5 GAB"], "zones": ["1313"], **facts}
    return table(rows, units, procedure="post-move", step="paradrop", **given)


# -- drop zones -----------------------------------------------------------------------------------


@pytest.mark.rule("rp.setup.1", "rp.setup.2", "rp.setup.3")
def test_a_drop_zone_lies_west_of_the_river_and_ten_hexes_from_every_edge() -> None:
    rows = ["." * 22 + "~" + ".." for _ in range(25)]
    game = table(rows, BRIGADE, procedure="campaign", brigades=["5 GAB"], turn=1)
    assert game.asked() == "soviet WriteDropZones"
    assert game.refused("soviet: zone 1013") == "rp.setup.3"
    assert game.refused("soviet: zone 1310") == "rp.setup.3"
    assert game.refused("soviet: zone 2413") == "rp.setup.2"
    allowed = [hex for hex in range(game.pos.content.hexes) if zone_refusal(game.pos, hex) is None]
    assert zone_hexes(game.pos) == allowed, "the list and the refusals are one rule"
    assert len(allowed) == 25, "columns and rows eleven to fifteen of twenty-five"
    game.play("soviet: zone 1111")
    game.holds("zone 1 1111")


@pytest.mark.rule("rp.setup.3")
@pytest.mark.parametrize(
    ("hex", "expected"), [("1313", 12), ("1113", 10), ("1011", 9), ("1511", 10), ("1516", 9), ("0101", 0)]
)
def test_the_distance_is_counted_to_the_nearest_hex_of_the_edge(hex: str, expected: int) -> None:
    game = table(FIELD, BRIGADE)
    assert edge_distance(game.pos, game.hex(hex)) == expected


@pytest.mark.rule("rp.setup.1b")
def test_the_germans_learn_of_a_drop_zone_when_its_brigade_first_drops() -> None:
    game = dropping(BRIGADE)
    view = SYSTEM.knowledge.project(game.pos, GERMAN)
    assert "zones" not in view.facts and view.facts["shown_zones"] == (-1,)
    assert SYSTEM.knowledge.project(game.pos, SOVIET).facts["zones"] == (game.hex("1313"),)
    game.play("soviet: brigade 0")
    assert SYSTEM.knowledge.project(game.pos, GERMAN).facts["shown_zones"] == (game.hex("1313"),)


@pytest.mark.rule("rp.setup.1c")
def test_brigades_may_share_a_drop_zone() -> None:
    units = {**BRIGADE, "1-1-gab": "waiting"}
    game = table(FIELD, units, procedure="campaign", brigades=["5 GAB", "1 GAB"], turn=2)
    game.play("soviet: zone 1313", "soviet: zone 1313")
    game.holds("zone 1 1313", "zone 2 1313")


# -- how many -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.paradrop.8", "rp.paradrop.9", "rp.paradrop.10", "rp.paradrop.11", "rp.paradrop.12")
@pytest.mark.parametrize(
    ("turn", "dice", "with_extra"),
    [(4, 0, 0), (8, 1, 2), (12, 2, 3), (16, 3, 4), (20, ANY_NUMBER, ANY_NUMBER)],
)
def test_so_many_dice_are_rolled_on_each_night(turn: int, dice: int, with_extra: int) -> None:
    """22 to 26 September: none, one, two, three dice, then any number without a roll."""
    assert drop_dice(dropping(BRIGADE, turn=turn).pos) == dice
    assert drop_dice(dropping(BRIGADE, turn=turn, options={"extra-drop-die": True}).pos) == with_extra


@pytest.mark.rule("rp.paradrop.1")
@pytest.mark.parametrize(("turn", "asked"), [(8, True), (7, False), (4, False), (12, True)])
def test_brigades_drop_only_in_night_turns_from_23_september_on(turn: int, asked: bool) -> None:
    assert (dropping(BRIGADE, turn=turn).asked() == "soviet SelectBrigade") == asked


@pytest.mark.rule("rp.paradrop.7b", "rp.paradrop.8")
def test_each_selected_brigade_is_rolled_for_by_itself_once() -> None:
    units = {**BRIGADE, "1-1-gab": "waiting"}
    game = dropping(units, brigades=["5 GAB", "1 GAB"], zones=["1313", "1313"])
    game.play("soviet: brigade 0", "chance: roll 1", "soviet: jump 1-5-gab")
    assert game.refused("soviet: beside 2-5-gab") == "rp.paradrop.8"
    game.play("soviet: over 1313", "soviet: done", "chance: roll 15")
    assert game.refused("soviet: brigade 0") == "rp.paradrop.7"
    game.play("soviet: brigade 1")
    assert game.asked() == "chance RollCompanies"


# -- aiming ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.paradrop.13a", "rp.paradrop.23")
def test_companies_aim_within_two_hexes_of_the_zone_at_dry_ground_without_enemies() -> None:
    rows = ["." * 25] * 12 + ["." * 13 + "~" + "." * 11] + ["." * 25] * 12
    game = dropping({**BRIGADE, "i-gr-80": "1312"}, rows)
    game.play("soviet: brigade 0", "chance: roll 6", "soviet: jump 1-5-gab")
    assert game.refused("soviet: over 1316") == "rp.paradrop.13"
    assert game.refused("soviet: over 1413") == "rp.paradrop.23"
    assert game.refused("soviet: over 1312") == "rp.paradrop.23"
    assert "1315" in game.offers("over")


@pytest.mark.rule("rp.paradrop.14a", "rp.paradrop.14c")
def test_hq_at_units_and_gliders_are_placed_on_companies_that_are_face_up() -> None:
    """On one placed for this drop, or on one that has gathered before; they do not count as companies."""
    units = {**BRIGADE, **STAFF, "4-5-gab": "0505"}
    game = dropping(units)
    game.play("soviet: brigade 0", "chance: roll 1", "soviet: jump 1-5-gab", "soviet: over 1314")
    game.play("soviet: jump hq-5-gab")
    assert game.offers("over") == ["0505", "1314"]
    assert game.refused("soviet: over 1313") == "rp.paradrop.14"
    game.play("soviet: beside glider-5-gab", "soviet: over 0505")
    assert game.offers("jump") == ["at-5-gab"]


# -- falling --------------------------------------------------------------------------------------


def jumped(units: dict[str, str], unit: str = "1-5-gab", rows: Any = FIELD, **facts: Any) -> Table:
    """One company over 1313, about to be rolled for."""
    game = dropping(units, rows, **facts)
    return game.play(
        "soviet: brigade 0", "chance: roll 1", f"soviet: jump {unit}", "soviet: over 1313", "soviet: done"
    )


@pytest.mark.rule("rp.paradrop.15", "rp.paradrop.16", "rp.paradrop.21")
@pytest.mark.parametrize(
    ("roll", "where"), [(3, "eliminated"), (4, "eliminated"), (15, "1313"), (18, "1313")]
)
def test_a_company_is_lost_or_lands_on_target_on_its_question_mark_side(roll: int, where: str) -> None:
    game = jumped(BRIGADE).play(f"chance: roll {roll}")
    game.holds(f"unit 1-5-gab at {where}", f"unit 1-5-gab dispersed {'yes' if where == '1313' else 'no'}")


@pytest.mark.rule("rp.paradrop.16", "rp.paradrop.17", "rp.paradrop.18")
@pytest.mark.parametrize(
    ("roll", "direction", "distance", "where"),
    [
        (13, 1, 4, "1309"),
        (14, 4, 6, "1319"),
        (11, 1, 3, "1307"),
        (9, 4, 3, "1322"),
        (7, 4, 2, "1321"),
        (5, 1, 1, "1308"),
    ],
)
def test_a_scattered_company_drifts_the_die_times_the_multiplier(
    roll: int, direction: int, distance: int, where: str
) -> None:
    """13-14 ×1, 11-12 ×2, 9-10 ×3, 7-8 ×4, 5-6 ×5; 1 is north, 4 south."""
    game = jumped(BRIGADE).play(
        f"chance: roll {roll}", f"chance: roll {direction}", f"chance: roll {distance}"
    )
    game.holds(f"unit 1-5-gab at {where}")


@pytest.mark.rule("rp.paradrop.17")
@pytest.mark.parametrize(
    ("die", "where"), [(1, "1312"), (2, "1412"), (3, "1413"), (4, "1314"), (5, "1213"), (6, "1212")]
)
def test_the_six_directions_go_round_the_clock(die: int, where: str) -> None:
    game = jumped(BRIGADE).play("chance: roll 13", f"chance: roll {die}", "chance: roll 1")
    game.holds(f"unit 1-5-gab at {where}")


@pytest.mark.rule("rp.paradrop.19")
def test_beyond_the_edge_a_company_comes_down_in_the_last_hex_of_its_line() -> None:
    game = jumped(BRIGADE).play("chance: roll 5", "chance: roll 1", "chance: roll 6")
    game.holds("unit 1-5-gab at 1301")
    assert drift(game.pos, game.hex("2413"), 2, 5) == game.hex("2514")


@pytest.mark.rule("rp.paradrop.20a", "rp.paradrop.20b")
def test_in_water_or_among_enemies_it_is_eliminated() -> None:
    water = ["." * 25] * 8 + ["." * 12 + "~" + "." * 12] + ["." * 25] * 16
    wet = jumped(BRIGADE, rows=water).play("chance: roll 13", "chance: roll 1", "chance: roll 4")
    wet.holds("unit 1-5-gab at eliminated", "lost soviet 1")
    caught = jumped({**BRIGADE, "i-gr-80": "1309"}).play(
        "chance: roll 13", "chance: roll 1", "chance: roll 4"
    )
    caught.holds("unit 1-5-gab at eliminated")


@pytest.mark.rule("rp.paradrop.20", "rp.paradrop.21")
def test_woods_and_swamps_do_no_harm() -> None:
    for ground in "WXRS":
        rows = ["." * 25] * 8 + ["." * 12 + ground + "." * 12] + ["." * 25] * 16
        game = jumped(BRIGADE, rows=rows).play("chance: roll 13", "chance: roll 1", "chance: roll 4")
        game.holds("unit 1-5-gab at 1309", "unit 1-5-gab dispersed yes")


@pytest.mark.rule("rp.paradrop.22", "rp.limbering.4")
def test_a_glider_gun_lands_on_its_front_limbered_with_two_levels_of_ammunition() -> None:
    game = jumped({**BRIGADE, **STAFF, "4-5-gab": "1313"}, "glider-5-gab").play("chance: roll 15")
    game.holds(
        "unit glider-5-gab at 1313", "unit glider-5-gab dispersed no", "unit glider-5-gab limbered yes"
    )
    game.holds("unit glider-5-gab ammunition 2")


@pytest.mark.rule("rp.paradrop.21", "rp.leader-return.1")
@pytest.mark.parametrize(("roll", "hq", "leader"), [(15, "1313", "1313"), (3, "eliminated", "hurt")])
def test_a_leader_jumps_with_his_hq_and_shares_its_fate(roll: int, hq: str, leader: str) -> None:
    game = jumped({**BRIGADE, **STAFF, "4-5-gab": "1313"}, "hq-5-gab").play(f"chance: roll {roll}")
    game.holds(f"unit hq-5-gab at {hq}", f"unit sidorchuk at {leader}")


@pytest.mark.rule("rp.paradrop.13", "rp.move-intel.2")
def test_the_germans_do_not_see_who_aims_where() -> None:
    game = dropping(BRIGADE)
    game.play("soviet: brigade 0", "chance: roll 6", "soviet: jump 1-5-gab", "soviet: over 1314")
    stack = SYSTEM.knowledge.project(game.pos, GERMAN).facts["stack"]
    assert stack[-1].vars == Drop(brigade=0, allowed=6, tried=(0,))


# -- consolidation --------------------------------------------------------------------------------


def gathering(units: dict[str, str], **facts: Any) -> Table:
    given = {"turn": 12, "phasing": "soviet", "brigades": ["5 GAB"], "zones": ["1313"], **facts}
    return table(FIELD, units, procedure="post-move", step="consolidation", **given)


@pytest.mark.rule("rp.paradrop.2a", "rp.paradrop.5")
@pytest.mark.parametrize(("die", "dispersed"), [(1, "no"), (2, "no"), (3, "yes")])
def test_a_dispersed_company_gathers_on_a_2_or_less(die: int, dispersed: str) -> None:
    game = gathering({"1-5-gab": "0505 dispersed arrived=8"})
    game.play(f"chance: roll {die}")
    game.holds(f"unit 1-5-gab dispersed {dispersed}")


@pytest.mark.rule("rp.paradrop.6")
@pytest.mark.parametrize(
    ("friend", "die", "dispersed"), [("i-a-309", 5, "no"), ("i-a-309", 6, "yes"), ("2-5-gab", 3, "yes")]
)
def test_beside_a_soviet_unit_that_is_not_airborne_three_is_taken_off(
    friend: str, die: int, dispersed: str
) -> None:
    game = gathering({"1-5-gab": "0505 dispersed arrived=8", friend: "0505"})
    game.play(f"chance: roll {die}")
    game.holds(f"unit 1-5-gab dispersed {dispersed}")


@pytest.mark.rule("rp.paradrop.1", "rp.paradrop.2b", "rp.paradrop.3", "rp.paradrop.4")
@pytest.mark.parametrize(
    ("text", "more", "turn"),
    [
        ("0505 dispersed arrived=12", {}, 12),
        ("0505 dispersed arrived=8 spent=1", {}, 12),
        ("0505 dispersed arrived=8", {"i-gr-80": "0505"}, 12),
        ("0505 dispersed arrived=8", {}, 11),
        ("0505 arrived=8", {}, 12),
    ],
)
def test_not_who_landed_this_turn_moved_shares_a_hex_with_germans_nor_by_day(
    text: str, more: dict[str, str], turn: int
) -> None:
    assert gathering({"1-5-gab": text, **more}, turn=turn).asked() != "chance RollConsolidation"


@pytest.mark.rule("rp.paradrop.2b", "rp.general.23a")
def test_airborne_hqs_and_at_units_gather_in_the_same_way_one_after_the_other() -> None:
    units = {"hq-5-gab": "0505 dispersed arrived=8", "at-5-gab": "0606 dispersed arrived=8"}
    game = gathering(units)
    first, second = sorted(units, key=game.unit)
    game.play("chance: roll 1", "chance: roll 6")
    game.holds(f"unit {first} dispersed no", f"unit {second} dispersed yes")


@pytest.mark.rule("rp.general.23b", "rp.zoc.8")
def test_on_its_question_mark_side_a_company_has_no_attack_and_no_at_value() -> None:
    game = table(FIELD, {"1-5-gab": "0505 dispersed", "at-5-gab": "0505 dispersed"})
    pos, company, gun = game.pos, game.unit("1-5-gab"), game.unit("at-5-gab")
    assert (pos.attack_of(company), pos.defence_of(company), pos.morale_of(company)) == (0, 2, 4)
    assert pos.at_of(gun) == 0


# -- the edges of a drop --------------------------------------------------------------------------

OTHERS = {"1-1-gab": "waiting", "2-1-gab": "waiting"}
TWO = {"brigades": ["5 GAB", "1 GAB"], "zones": ["1313", "1313"]}


@pytest.mark.rule("rp.paradrop.7", "rp.setup.1")
def test_a_brigade_without_men_waiting_or_without_a_zone_does_not_drop() -> None:
    game = dropping({**BRIGADE, "1-1-gab": "0505"}, **TWO)
    assert game.offers("brigade") == ["0"]
    assert game.refused("soviet: brigade 1") == "rp.paradrop.7"
    blank = dropping({**BRIGADE, **OTHERS}, **TWO)
    blank.pos.zones[1] = -1
    assert blank.offers("brigade") == ["0"]
    assert blank.refused("soviet: brigade 1") == "rp.setup.1"


@pytest.mark.rule("rp.paradrop.7a")
def test_the_soviets_may_leave_their_brigades_on_the_ground() -> None:
    game = dropping(BRIGADE).play("soviet: done")
    game.holds("unit 1-5-gab at waiting")
    assert game.pos.shown_zones == [-1]
    assert game.asked() != "soviet SelectBrigade"


@pytest.mark.rule("rp.paradrop.1", "rp.sequence.8")
def test_in_the_german_night_nobody_drops_and_nobody_gathers() -> None:
    assert dropping(BRIGADE, phasing="german").asked() != "soviet SelectBrigade"
    lost = {"1-5-gab": "0505 dispersed arrived=8"}
    assert gathering(lost, phasing="german").asked() != "chance RollConsolidation"


@pytest.mark.rule("rp.paradrop.12")
def test_from_26_september_all_companies_jump_without_a_roll() -> None:
    game = dropping(BRIGADE, turn=20).play("soviet: brigade 0")
    assert game.asked() == "soviet PlaceJumpers"
    game.play("soviet: jump 1-5-gab", *(f"soviet: beside {n}-5-gab" for n in (2, 3, 4)), "soviet: over 1313")
    game.play("soviet: done", *["chance: roll 15"] * 4)
    game.holds(*(f"unit {n}-5-gab at 1313" for n in (1, 2, 3, 4)))


@pytest.mark.rule("rp.paradrop.8")
def test_companies_in_hand_and_those_with_an_aiming_point_both_count() -> None:
    """Three may jump: one is placed, two are in hand, and the fourth stays."""
    game = dropping({**BRIGADE, **STAFF}).play("soviet: brigade 0", "chance: roll 3", "soviet: jump 1-5-gab")
    game.play("soviet: over 1313", "soviet: jump 2-5-gab", "soviet: beside 3-5-gab")
    assert game.refused("soviet: beside 4-5-gab") == "rp.paradrop.8"
    assert game.refused("soviet: beside 1-5-gab") == "rp.paradrop.13"
    assert game.refused("soviet: beside 2-5-gab") == "rp.paradrop.13"
    assert game.refused("soviet: beside hq-5-gab") == "rp.paradrop.14"
    game.play("soviet: cancel")
    assert game.offers("jump") == ["2-5-gab", "3-5-gab", "4-5-gab", "at-5-gab", "glider-5-gab", "hq-5-gab"]


@pytest.mark.rule("rp.paradrop.7a")
def test_only_the_selected_brigade_jumps() -> None:
    game = dropping({**BRIGADE, **OTHERS}, **TWO).play("soviet: brigade 1", "chance: roll 6")
    assert game.offers("jump") == ["1-1-gab", "2-1-gab"]
    assert game.refused("soviet: jump 1-5-gab") == "rp.paradrop.7"


@pytest.mark.rule("rp.paradrop.14b")
@pytest.mark.parametrize(
    ("company", "state", "offered"),
    [
        ("4-5-gab", "0505", ["1-5-gab", "hq-5-gab"]),
        ("4-5-gab", "0505 dispersed", ["1-5-gab"]),
        ("1-1-gab", "0505", ["1-5-gab"]),
        ("4-5-gab", "waiting", ["1-5-gab", "4-5-gab"]),
    ],
)
def test_an_hq_jumps_only_onto_a_gathered_company_of_its_own_brigade(
    company: str, state: str, offered: list[str]
) -> None:
    units = {"1-5-gab": "waiting", "hq-5-gab": "waiting", "sidorchuk": "waiting", company: state}
    game = dropping(units, **TWO).play("soviet: brigade 0", "chance: roll 6")
    assert game.offers("jump") == offered


@pytest.mark.rule("rp.paradrop.13a")
def test_the_aiming_points_are_the_nineteen_hexes_within_two_of_the_zone() -> None:
    game = dropping(BRIGADE).play("soviet: brigade 0", "chance: roll 1", "soviet: jump 1-5-gab")
    offered = game.offers("over")
    assert len(offered) == 1 + 6 + 12
    assert {"1313", "1311", "1315", "1112", "1114", "1512", "1514"} <= set(offered)
    assert game.refused("soviet: over 1611") == "rp.paradrop.13"


@pytest.mark.rule("rp.paradrop.21", "rp.paradrop.2")
def test_who_has_landed_arrived_this_turn_and_all_are_told_where_but_not_who() -> None:
    game = jumped({**BRIGADE, **STAFF, "4-5-gab": "1313"}, "hq-5-gab").play("chance: roll 15")
    game.holds("unit hq-5-gab dispersed yes", "unit hq-5-gab flag landed")
    assert game.pos.arrived[game.unit("hq-5-gab")] == NIGHT_OF_23
    assert game.pos.arrived[game.unit("sidorchuk")] == NIGHT_OF_23
    assert "Parachutes come down in 1313." in game.told
    german = [event.kind for event in game.game.events if event.open_to(GERMAN)]
    assert "drop" in german and "landed" not in german


@pytest.mark.rule("rp.paradrop.20")
def test_a_fall_among_the_enemy_is_told_and_costs_every_step() -> None:
    game = jumped({**BRIGADE, **STAFF, "4-5-gab": "1313", "i-gr-80": "1309"}, "hq-5-gab")
    game.play("chance: roll 13", "chance: roll 1", "chance: roll 4")
    game.holds("unit hq-5-gab at eliminated", "unit sidorchuk at hurt", "unit hq-5-gab dispersed no")
    assert "Parachutes come down in 1309, and nobody gets away." in game.told


@pytest.mark.rule("rp.paradrop.6")
def test_neither_a_leader_nor_airborne_guns_help_a_company_to_gather() -> None:
    units = {"1-5-gab": "0505 dispersed arrived=8", "rybalko": "0505", "glider-5-gab": "0505"}
    game = gathering(units).play("chance: roll 3")
    game.holds("unit 1-5-gab dispersed yes")
    assert "Consolidation in 0505: 3 rolled, 2 or less needed: no effect." in game.told


@pytest.mark.rule("rp.paradrop.5", "rp.paradrop.6")
def test_each_company_rolls_once_in_turn() -> None:
    units = {f"{n}-5-gab": f"050{n} dispersed arrived=8" for n in (1, 2, 3)} | {"i-a-309": "0503"}
    game = gathering(units).play("chance: roll 2", "chance: roll 3", "chance: roll 5")
    game.holds("unit 1-5-gab dispersed no", "unit 2-5-gab dispersed yes", "unit 3-5-gab dispersed no")
    assert game.asked() != "chance RollConsolidation"


@pytest.mark.rule("rp.setup.1")
def test_as_usual_a_drop_zone_is_as_far_from_the_edge_as_can_be() -> None:
    game = table(FIELD, BRIGADE, procedure="campaign", brigades=["5 GAB"], turn=2)
    game.game.play(game.ask.usual(game.pos))
    game.holds("zone 1 1313")
