"""Movement at its edges: help at every hexside of a stream, who goes with whom, and why not there."""

from typing import Any

import pytest

from games.red_parachutes.battle import (
    ARENA,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    TARGET,
    arena,
)
from games.red_parachutes.table import Table, table
from grognard.games.battalions.movement.move import (
    Move,
    company_refusal,
    fit_to_join,
    picked,
    strategic_allowance,
)
from grognard.games.battalions.movement.reach import move_sheet, near_enemy, reach_of, strategic_bars

RING = (NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST)
MOTOR, OTHER, ENGINEER = "ii-pzgr-73", "i-pzgr-73", "pi-34"


def moving(rows: Any, units: dict[str, str], **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="MoveAndCross", **facts)


def marching(rows: Any, units: dict[str, str], **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="StrategicMovement", **facts)


def crossed(rows: Any, units: dict[str, str], there: str, *others: str) -> Table:
    """The motorized battalion goes from the middle to a hex beside it, with these others."""
    game = moving(rows, units)
    game.play(f"german: move {MOTOR}", *(f"german: with {id}" for id in others))
    return game.play(f"german: to {there}", "german: halt")


# -- help at a stream ---------------------------------------------------------------------------------------
# Motorized pay 2 for clear ground and 3 more over the stream, 1 more with help; the way around it costs 4.


@pytest.mark.rule("rp.dnepr.10b", "rp.dnepr.13")
@pytest.mark.parametrize("there", RING)
@pytest.mark.parametrize(("bank", "cost", "load"), [("here", "3", 3), ("there", "3", 3), ("away", "4", 0)])
def test_an_engineer_on_either_bank_helps_over_any_hexside(
    there: str, bank: str, cost: str, load: int
) -> None:
    place = {"here": TARGET, "there": there, "away": "0101"}[bank]
    game = crossed(arena(stream=[f"{TARGET}/{there}"]), {MOTOR: TARGET, ENGINEER: place}, there)
    game.holds(f"unit {MOTOR} spent {cost}")
    assert game.pos.helped[game.unit(ENGINEER)] == load


@pytest.mark.rule("rp.dnepr.10")
def test_an_engineer_helps_in_the_last_hex_of_the_map_too() -> None:
    rows = arena(stream=["0706/0707"])
    game = moving(rows, {MOTOR: "0706", ENGINEER: "0707"})
    game.play(f"german: move {MOTOR}", "german: to 0707", "german: halt").holds(f"unit {MOTOR} spent 3")


@pytest.mark.rule("rp.dnepr.10", "rp.dnepr.11b")
@pytest.mark.parametrize("state", ["moved", "marched", "built", "infiltrated", "spent=1", "helped=4"])
def test_an_engineer_who_did_something_else_helps_nobody(state: str) -> None:
    game = crossed(arena(stream=[f"{TARGET}/{NORTH}"]), {MOTOR: TARGET, ENGINEER: f"{TARGET} {state}"}, NORTH)
    game.holds(f"unit {MOTOR} spent 4")


@pytest.mark.rule("rp.dnepr.13", "rp.dnepr.14")
@pytest.mark.parametrize(("already", "cost"), [(0, "3"), (3, "3"), (4, "4"), (6, "4")])
def test_a_battalion_of_three_companies_fits_into_what_is_left_of_six(already: int, cost: str) -> None:
    units = {MOTOR: TARGET, ENGINEER: f"{TARGET} helped={already}"}
    game = crossed(arena(stream=[f"{TARGET}/{NORTH}"]), units, NORTH)
    game.holds(f"unit {MOTOR} spent {cost}")
    assert game.pos.helped[game.unit(ENGINEER)] == already + (3 if cost == "3" else 0)


@pytest.mark.rule("rp.dnepr.13")
@pytest.mark.parametrize(("others", "cost"), [((OTHER,), "3"), ((OTHER, "ii-gr-80"), "4")])
def test_those_who_cross_together_are_one_load(others: tuple[str, ...], cost: str) -> None:
    units = {MOTOR: TARGET, ENGINEER: TARGET, **dict.fromkeys(others, TARGET)}
    game = crossed(arena(stream=[f"{TARGET}/{NORTH}"]), units, NORTH, *others)
    game.holds(f"unit {MOTOR} spent {cost}")
    assert game.pos.helped[game.unit(ENGINEER)] == (6 if cost == "3" else 0)


@pytest.mark.rule("rp.dnepr.11")
def test_an_engineer_in_the_group_does_not_help_it() -> None:
    game = crossed(arena(stream=[f"{TARGET}/{NORTH}"]), {MOTOR: TARGET, ENGINEER: TARGET}, NORTH, ENGINEER)
    game.holds(f"unit {MOTOR} spent 4")
    assert game.pos.helped[game.unit(ENGINEER)] == 0


@pytest.mark.rule("rp.dnepr.11", "rp.move-general.3")
@pytest.mark.parametrize("kind", ["road", "highway"])
def test_along_a_road_over_the_stream_no_help_is_needed_and_none_counts(kind: str) -> None:
    rows = arena(stream=[f"{TARGET}/{NORTH}"], **{kind: [[TARGET, NORTH]]})
    game = crossed(rows, {MOTOR: TARGET, ENGINEER: TARGET}, NORTH)
    game.holds(f"unit {MOTOR} spent {'1' if kind == 'road' else '½'}")
    assert game.pos.helped[game.unit(ENGINEER)] == 0


@pytest.mark.rule("rp.dnepr.10", "rp.dnepr.11")
def test_of_two_engineers_only_the_one_beside_the_hexside_helps() -> None:
    """Both stand beside the stream, one of them at another of its hexsides."""
    rows = arena(stream=[f"{TARGET}/{NORTH}", "0101/0102"])
    game = crossed(rows, {MOTOR: TARGET, ENGINEER: TARGET, "pi-157": "0101"}, NORTH)
    helped = [game.pos.helped[game.unit(id)] for id in (ENGINEER, "pi-157")]
    assert helped == [3, 0]
    dry = crossed(rows, {MOTOR: TARGET, ENGINEER: TARGET, "pi-157": "0101"}, SOUTH)
    assert dry.pos.helped[dry.unit(ENGINEER)] == 0


# -- marches --------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.strategic.7", "rp.strategic.8")
@pytest.mark.parametrize(
    ("unit", "state", "points"),
    [
        ("i-gr-80", "", 10),
        ("i-gr-80", "disrupted", 5),
        ("i-gr-80", "demoralized", 3),
        (MOTOR, "", 12),
        (MOTOR, "disrupted", 12),
    ],
)
def test_men_on_foot_in_good_order_alone_march_with_twice_their_points(
    unit: str, state: str, points: int
) -> None:
    """Foot 5, demoralized 5 - 2; motorized 12."""
    game = marching(["."] * 3, {unit: f"0101 {state}"})
    assert strategic_allowance(game.pos, game.unit(unit)) == points
    assert picked(game.pos, Move(strategic=1), game.unit(unit)).allowances == (2 * points,)


@pytest.mark.rule("rp.strategic.3", "rp.strategic.4", "rp.strategic.5b")
def test_what_is_closed_to_a_march_hex_by_hex() -> None:
    """Two hexes around the enemy, what is not friendly, what was won in this phase; not water."""
    rows = {
        "rows": ["." * 9] * 4 + ["....~...."] + ["." * 9] * 4,
        "holders": ["g" * 9] * 8 + ["gggggggs-"],
    }
    game = marching(rows, {"i-gr-80": "0101", "i-a-309": "0902", "1-5-gab": "0509 dispersed"})
    game.pos.control[game.hex("0509")] = 0
    game.pos.taken = [game.hex("0301")]
    game.pos.forget()
    grid = game.pos.content.grid
    enemy = game.hex("0902")
    near = {hex for hex in range(81) if grid.distance(hex, enemy) <= 2}
    assert {hex for hex, yes in enumerate(near_enemy(game.pos, 0)) if yes} == near
    closed = near | {game.hex(name) for name in ("0809", "0909", "0301")}
    assert {hex for hex, yes in enumerate(strategic_bars(game.pos, 0)) if yes} == closed


@pytest.mark.rule("rp.strategic.2", "rp.strategic.3", "rp.strategic.4")
@pytest.mark.parametrize(
    ("goal", "rule"),
    [
        ("0109", "rp.strategic.3"),
        ("0104", "rp.strategic.4"),
        ("0103", "rp.strategic.4"),
        ("0114", "rp.strategic.3"),
        ("0115", "rp.strategic.4"),
        ("0116", "rp.move-intel.1"),
        ("0101", "rp.normal-move.1"),
    ],
)
def test_why_a_march_does_not_lead_there(goal: str, rule: str) -> None:
    """0103 was won in this phase, 0104 is the enemy's, who stands in 0116 with his ground before him."""
    holders = ["s" if row in (4, 15, 16) else "g" for row in range(1, 17)]
    game = marching({"rows": ["."] * 16, "holders": holders}, {"i-gr-80": "0101", "i-a-309": "0116"})
    game.pos.taken = [game.hex("0103")]
    game.pos.forget()
    game.play("german: march i-gr-80")
    assert game.refused(f"german: to {goal}") == rule


# -- who may move, with whom, whereto -----------------------------------------------------------------


@pytest.mark.rule("rp.normal-move.1b", "rp.infiltration.7", "rp.movement-allowance.12")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ("0101 marched", "rp.normal-move.1"),
        ("0101 moved", "rp.normal-move.1"),
        ("0101 infiltrated", "rp.infiltration.7"),
        ("0101 replaced", "rp.movement-allowance.12"),
        ("0101 returned", "rp.hq-return.1"),
        ("0101 crossed", "rp.movement-allowance.13"),
        ("0101 helped", "rp.movement-allowance.14"),
        ("eliminated", "rp.move-intel.1"),
    ],
)
def test_who_moves_no_more_is_not_offered_and_told_why(state: str, rule: str) -> None:
    game = moving(["."] * 4, {"i-gr-80": state, "ii-gr-80": "0101"})
    assert game.offers("move") == ["ii-gr-80"]
    assert game.refused("german: move i-gr-80") == rule


@pytest.mark.rule("rp.normal-move.1")
@pytest.mark.parametrize(
    ("mine", "other", "joins"),
    [("", "", True), ("spent=1", "", False), ("spent=1", "spent=1", True), ("", "spent=1", True)],
)
def test_who_has_not_stirred_does_not_join_those_on_their_way(mine: str, other: str, joins: bool) -> None:
    game = moving(["."] * 4, {"i-gr-80": f"0101 {mine}", "ii-gr-80": f"0101 {other}"})
    first, second = game.unit("i-gr-80"), game.unit("ii-gr-80")
    v = picked(game.pos, Move(), first)
    assert fit_to_join(game.pos, v, [first, second]) == ([second] if joins else [])
    assert (company_refusal(game.pos, v, second) is None) == joins
    again = company_refusal(game.pos, v, first)
    assert again is not None and again.rule == "rp.normal-move.1"


@pytest.mark.rule("rp.zoc.9")
def test_dispersed_companies_and_others_do_not_go_together() -> None:
    units = {"1-5-gab": "0101 dispersed", "2-5-gab": "0101 dispersed", "3-5-gab": "0101"}
    game = moving(["."] * 4, units, phasing="soviet")
    flipped, also, front = (game.unit(id) for id in units)
    v = picked(game.pos, Move(), flipped)
    assert fit_to_join(game.pos, v, [flipped, also, front]) == [also]
    refusal = company_refusal(game.pos, v, front)
    assert refusal is not None and refusal.rule == "rp.zoc.9"
    assert company_refusal(game.pos, v, also) is None


@pytest.mark.rule("rp.zoc.3", "rp.normal-move.4", "rp.move-general.4", "rp.general.9")
@pytest.mark.parametrize(
    ("unit", "goal", "rule"),
    [
        ("i-gr-80", "0404", "rp.normal-move.1"),
        ("i-gr-80", "0403", "rp.normal-move.4"),
        ("i-gr-80", "0405", "rp.normal-move.4"),
        ("i-gr-80", "0504", "rp.move-intel.1"),
        ("i-gr-80", "0701", "rp.general.9"),
        ("i-gr-80", "0107", "rp.dnepr.2"),
        ("i-ar-34", "0304", "rp.move-general.4"),
    ],
)
def test_why_a_move_does_not_lead_there(unit: str, goal: str, rule: str) -> None:
    """Enemies in 0504 and 0505 have their zones in 0404, 0403 and 0405; 2 points do not lead around."""
    rows = [*["......."] * 6, "~......"]
    units = {"i-gr-80": "0404 isolated demoralized", "i-ar-34": "0404", "i-a-309": "0504", "ii-a-309": "0505"}
    game = moving(rows, units)
    zone = game.pos.zoc(1)
    assert [bool(zone[game.hex(name)]) for name in ("0404", "0403", "0405", "0304")] == [
        True,
        True,
        True,
        False,
    ]
    game.play(f"german: move {unit}")
    assert game.refused(f"german: to {goal}") == rule


@pytest.mark.rule("rp.general.9")
def test_the_refusal_names_the_points_of_who_has_fewest_left() -> None:
    game = moving(["."] * 14, {MOTOR: "0101", "i-gr-80": "0101"})
    game.play(f"german: move {MOTOR}", "german: with i-gr-80", "german: to 0103")
    assert "with 3 MP left" in game.refusal("german: to 0114").why


@pytest.mark.rule("rp.normal-move.1")
def test_each_unit_of_a_group_goes_no_farther_than_its_own_points() -> None:
    """Foot 5 with 3 spent beside foot 5 led by nobody with 1 spent: two more hexes together."""
    units = {"i-gr-80": "0101 spent=1", "ii-gr-80": "0101 spent=3"}
    game = moving(["."] * 9, units)
    group = tuple(game.unit(id) for id in units)
    for v in (
        Move(group, (10, 10), (2, 6)),
        Move(group, (10, 6), (2, 6)),
        Move(group[::-1], (10, 10), (6, 2)),
    ):
        farthest = min(
            limit - game.pos.spent[unit] for unit, limit in zip(v.group, v.allowances, strict=True)
        )
        assert len(reach_of(game.pos, v).cost) == farthest // 2


@pytest.mark.rule("rp.movement-allowance.18")
def test_in_a_group_trucks_count_what_is_spent_beside_roads_for_themselves() -> None:
    """Foot on trucks and a motorized battalion: two road hexes at 1 point, then clear ground at 1 and 2."""
    rows = {"rows": ["."] * 9, "road": [["0101", "0102", "0103"]]}
    game = moving(rows, {"i-gr-455": "0101 arrived=2", MOTOR: "0101"})
    trucks, motor = game.unit("i-gr-455"), game.unit(MOTOR)
    for group in ((trucks, motor), (motor, trucks)):
        v = Move()
        for unit in group:
            v = picked(game.pos, v, unit)
        found, goal = reach_of(game.pos, v), game.hex("0105")
        place = group.index(trucks)
        assert (found.paid(goal, place), found.off_road(goal, place)) == (8, 4)
        assert (found.paid(goal, 1 - place), found.off_road(goal, 1 - place)) == (12, 12)


# -- the sheet ------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.normal-move.3", "rp.zoc.1", "rp.zoc.2")
def test_the_sheet_names_what_was_spent_both_zones_and_the_one_hex_that_is_always_allowed() -> None:
    """From a zone into woods on rough: vehicles leave for 2; a foot battalion with 2 points goes one hex."""
    game = moving(["..", "..", ".."], {MOTOR: "0102 spent=1", "i-a-309": "0201"})
    v = picked(game.pos, Move(), game.unit(MOTOR))
    sheet = move_sheet(game.pos, v, game.hex("0103"))
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("already spent", "1"),
        ("0103 clear", "2"),
        ("out of an enemy zone", "2"),
    ]
    assert sheet.total == "5 of 12 MP"
    slow = moving([".", "X", "."], {"i-gr-80": "0101 isolated demoralized", "i-a-309": "0103"})
    v = picked(slow.pos, Move(), slow.unit("i-gr-80"))
    sheet = move_sheet(slow.pos, v, slow.hex("0102"))
    assert [term.value for term in sheet.terms] == ["3", "1", "−2"]
    assert sheet.total == "2 of 2 MP"


@pytest.mark.rule("rp.normal-move.3")
def test_the_one_hex_that_is_always_allowed_is_for_who_has_spent_nothing_and_not_for_marches() -> None:
    """Foot demoralized has 3 points; woods on rough ask for 3, with one spent too much."""
    for state, reaches in (("demoralized isolated", True), ("demoralized isolated spent=1", False)):
        game = moving([".", "X"], {"i-gr-80": f"0101 {state}"})
        v = picked(game.pos, Move(), game.unit("i-gr-80"))
        assert (game.hex("0102") in reach_of(game.pos, v).cost) == reaches
        march = picked(game.pos, Move(strategic=1), game.unit("i-gr-80"))
        assert game.hex("0102") not in reach_of(game.pos, march).cost


@pytest.mark.rule("rp.dnepr.2c")
def test_no_move_ends_on_water_nor_where_it_began() -> None:
    rows = {"rows": [".~.", "...", ARENA[0][:3]], "road": [["0101", "0201", "0301"]]}
    game = moving(rows, {"i-gr-80": "0101"}).play("german: move i-gr-80")
    assert "0201" not in game.offers("to") and "0101" not in game.offers("to")
    assert "0301" in game.offers("to")
