"""Chapter movement: rail and strategic movement."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table

ROW = [f"{column:02d}01" for column in range(1, 13)]
ROAD: dict[str, Any] = {"rows": ["............", "............"], "road": [ROW]}
RAIL: dict[str, Any] = {
    "rows": ["............", "............"],
    "rail": [ROW],
    "holders": ["gggggggggggg", "gggggggggggg"],
}


def marching(rows: dict[str, Any], units: dict[str, str], hq: str = "41a-hq", **facts: Any) -> Table:
    return table(rows, {hq: "1202", **units}, procedure="movement", active=hq, **facts)


@pytest.mark.rule("rgw.movement.3b")
@pytest.mark.parametrize(
    ("unit", "weather", "furthest"),
    [
        ("150-rd 0101", "clear", "0901"),  # 8 MP at 1 a hex
        ("150-rd 0101", "snow", "0501"),
        ("150-rd 0101", "mud", "0301"),
        ("74-sib-rb 0101", "snow", "0901"),  # skis
        ("74-sib-rb 0101", "mud", "0301"),
        ("104-tb 0101", "mud", "1101"),  # 16 MP at 1½ a hex
        ("104-tb 0101 unsupplied", "mud", "0601"),  # halved first, then doubled: 8
        ("104-tb 0101 isolated", "mud", "0601"),
        ("150-rd 0101 isolated", "clear", "0901"),  # foot keeps its allowance
    ],
)
def test_a_strategic_move_has_twice_the_allowance_in_force(unit: str, weather: str, furthest: str) -> None:
    id, where = unit.split(maxsplit=1)
    game = marching(ROAD, {id: where}, weather=weather)
    game.play(f"soviet: strategic {id}")
    assert game.offers("to")[-1] == furthest


@pytest.mark.rule("rgw.movement.3b")
def test_a_railway_serves_as_a_road_for_strategic_movement_at_its_own_cost() -> None:
    """The railway costs 1 a hex for mechanized units too, a road half."""
    both = {**RAIL, "holders": ["ssssssssssss"] * 2}
    game = marching(both, {"104-tb": "0101"}, weather="mud")
    game.play("soviet: strategic 104-tb")
    assert game.offers("to")[-1] == "0601"
    game = marching({**both, "road": [ROW[:4]]}, {"104-tb": "0101"}, weather="mud")
    game.play("soviet: strategic 104-tb")
    assert game.offers("to")[-1] == "0701"  # three hexes at 1½, then three at 3 and the rest is 2½


@pytest.mark.rule("rgw.movement.3b", "rgw.zoc.7", "rgw.movement.1")
def test_who_may_not_march() -> None:
    game = marching(
        ROAD,
        {
            "150-rd": "0301",  # in the zone of 246 ID
            "246-id": "0201",
            "262-rd": "0602",  # beside the road, not on it
            "93-rd": "0701 idle",
            "134-rd": "0801",
        },
    )
    assert game.offers("strategic") == ["134-rd"]
    assert game.refused("soviet: strategic 150-rd") == "rgw.zoc.7"
    assert game.refused("soviet: strategic 262-rd") == "rgw.movement.3"
    assert game.refused("soviet: strategic 93-rd") == "rgw.movement.1"


@pytest.mark.rule("rgw.movement.7")
def test_a_road_that_leads_only_into_enemy_country_is_no_way_to_march() -> None:
    game = marching({**ROAD, "holders": ["sgggggggggggg"[:12], "ssssssssssss"]}, {"150-rd": "0101"})
    assert game.asked() == "soviet TacticalMovement"


@pytest.mark.rule("rgw.movement.7a", "rgw.stacking.7b")
def test_the_refusals_of_a_march() -> None:
    holders = ["ssssssssgsss", "ssssssssssss"]
    full = {"74-sib-rb": "0301", "75-sib-rb": "0301", "78-sib-rb": "0301", "91-sib-rb": "0301"}
    game = marching({**ROAD, "holders": holders}, {"150-rd": "0101", **full})
    game.play("soviet: strategic 150-rd")
    assert game.offers("to") == ["0201", "0401", "0501", "0601", "0701", "0801"]
    assert game.refused("soviet: to 0301") == "rgw.stacking.7"
    assert game.refused("soviet: to 0901") == "rgw.movement.7"
    assert game.refused("soviet: to 0102") == "rgw.movement.3"


@pytest.mark.rule("rgw.movement.2b", "rgw.tactical.2")
def test_a_march_not_made_leaves_the_unit_its_tactical_move() -> None:
    game = marching(ROAD, {"150-rd": "0101", "262-rd": "0201"})
    game.play("soviet: strategic 150-rd", "soviet: halt", "soviet: strategic 262-rd", "soviet: to 0301")
    assert game.offers("strategic") == ["150-rd"]
    assert game.refused("soviet: strategic 262-rd") == "rgw.tactical.2"
    game.play("soviet: done")
    assert game.asked() == "soviet TacticalMovement"
    assert game.offers("move") == ["150-rd", "41a-hq"]


@pytest.mark.rule("rgw.movement.4b", "rgw.zoc.8b", "rgw.movement.7b")
def test_a_train_stops_before_country_it_may_not_enter() -> None:
    units = {"102-id": "0601", "150-rd": "1101"}
    game = marching({**RAIL, "holders": ["ggsggggggggg", "gggggggggggg"]}, units, "xxxix-pz-hq")
    game.play("german: rail 102-id")
    assert game.offers("to") == ["0401", "0501", "0701", "0801", "0901"]
    assert game.refused("german: to 0301") == "rgw.movement.7"
    assert game.refused("german: to 0201") == "rgw.movement.3"
    assert game.refused("german: to 1001") == "rgw.zoc.8"


@pytest.mark.rule("rgw.movement.4a", "rgw.zoc.7b")
def test_who_may_not_board() -> None:
    units = {"102-id": "0602", "337-id": "0401", "78-id": "0101 idle", "150-rd": "0402", "7-id": "waiting"}
    game = marching(RAIL, {**units, "5pz-13-pg": "1201"}, "xxxix-pz-hq")
    assert game.refused("german: rail 102-id") == "rgw.movement.4"
    assert game.refused("german: rail 337-id") == "rgw.zoc.7"
    assert game.refused("german: rail 78-id") == "rgw.movement.1"
    assert game.refused("german: rail 7-id") == "rgw.movement.1"
    assert game.offers("rail") == ["5pz-13-pg"]


@pytest.mark.rule("rgw.movement.6a")
@pytest.mark.parametrize(
    ("first", "second", "allowed"),
    [
        ("102-id", "337-id", False),
        ("102-id", "5pz-13-pg", False),
        ("5pz-13-pg", "102-id", False),
        ("5pz-13-pg", "gd-pz-abt", True),
        ("5pz-13-pg", "xxxix-pz-hq", True),
    ],
)
def test_rail_capacity_is_one_division_or_two_smaller_units(first: str, second: str, allowed: bool) -> None:
    ids = ["102-id", "337-id", "5pz-13-pg", "gd-pz-abt"]
    rows = {"rows": RAIL["rows"], "rail": [ROW, ["1201", "1202"]], "holders": RAIL["holders"]}
    game = marching(rows, {id: f"0{place}01" for place, id in enumerate(ids, 1)}, "xxxix-pz-hq")
    game.play(f"german: rail {first}", "german: to 0901")
    assert (second in game.offers("rail")) is allowed


@pytest.mark.rule("rgw.movement.6c")
def test_rail_capacity_is_new_in_every_impulse() -> None:
    units = {"xxxix-pz-hq": "0102", "ix-hq": "0202", "102-id": "0101", "35-id": "0201", "292-id": "0301"}
    game = table(RAIL, units, procedure="impulse", cup=["xxxix-pz-hq", "ix-hq"])
    game.play("chance: draw xxxix-pz-hq", "german: activate 102-id", "german: done")
    game.play("german: rail 102-id", "german: to 0901", "german: done", "german: done")
    game.play("chance: draw ix-hq", "german: all")
    assert game.offers("rail") == ["292-id", "35-id"]


@pytest.mark.rule("rgw.movement.5")
def test_no_soviet_unit_takes_the_train() -> None:
    game = marching({**RAIL, "holders": ["ssssssssssss"] * 2}, {"150-rd": "0101", "104-tb": "0201"})
    assert game.offers("rail") == []
    assert game.refused("soviet: rail 104-tb") == "rgw.movement.5"


@pytest.mark.rule("rgw.movement.7c")
@pytest.mark.parametrize(("passing", "holder"), [(True, "soviet"), (False, "german")])
def test_a_hex_passed_through_changes_control_unless_agreed_otherwise(passing: bool, holder: str) -> None:
    game = table(
        {"rows": ["....."], "holders": ["sgggg"]},
        {"41a-hq": "0101", "150-rd": "0101"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
        options={"control-in-passing": passing},
    )
    game.play("soviet: move 150-rd", "soviet: to 0401", "soviet: halt")
    game.holds(
        f"control 0201 {holder}", f"control 0301 {holder}", "control 0401 soviet", "control 0501 german"
    )


@pytest.mark.rule("rgw.movement.1", "rgw.movement.2")
def test_units_of_the_other_side_are_not_asked() -> None:
    game = marching(ROAD, {"150-rd": "0101", "246-id": "0401 idle"})
    assert game.asked().startswith("soviet")
    assert game.refused("soviet: strategic 246-id") == "rgw.movement.1"


@pytest.mark.rule("rgw.movement.3c")
def test_a_unit_that_marched_may_attack() -> None:
    game = marching(ROAD, {"150-rd": "0101", "ss-cav-1": "0502"}, opened=["41a-hq"])
    game.play("soviet: strategic 150-rd", "soviet: to 0501", "soviet: done")
    assert game.asked() == "soviet DeclareAttacks"
    game.play("soviet: target 0502")
    assert game.offers("commit") == ["150-rd"]


# -- what entering a hex does -------------------------------------------------------------------


@pytest.mark.rule("rgw.movement.7", "rgw.initial.9", "rgw.initial.3")
@pytest.mark.parametrize(
    ("worth", "stalin", "okw"), [(2, 0, 0), (3, 1, 0), (4, 1, 0), (5, 1, 1), (12, 1, 1), (0, 0, 0)]
)
def test_stalin_hears_of_an_objective_worth_three_and_the_okw_of_one_worth_five(
    worth: int, stalin: int, okw: int
) -> None:
    rows = {"rows": ["..."], "holders": ["sgg"], "objectives": {"0201": [worth, 0]}}
    facts = {"procedure": "movement", "step": "TacticalMovement"}
    game = table(rows, {"41a-hq": "0101", "150-rd": "0101"}, active="41a-hq", **facts)
    game.play("soviet: move 150-rd", "soviet: to 0201").holds("control 0201 soviet")
    assert (game.pos.took_objective, game.pos.lost_objective) == (stalin, okw)


@pytest.mark.rule("rgw.movement.7")
def test_an_objective_the_germans_take_back_is_nothing_to_the_leaders() -> None:
    rows = {"rows": ["..."], "holders": ["ssg"], "objectives": {"0201": [9, 9]}}
    facts = {"procedure": "movement", "step": "TacticalMovement"}
    game = table(rows, {"vi-hq": "0301", "246-id": "0301"}, active="vi-hq", **facts)
    game.play("german: move 246-id", "german: to 0201").holds("control 0201 german")
    assert (game.pos.took_objective, game.pos.lost_objective) == (0, 0)
    assert "0201 is in German hands (9 VP)." in game.told


@pytest.mark.rule("rgw.movement.7")
def test_a_hex_that_is_ones_own_already_is_not_taken_again() -> None:
    rows = {"rows": ["..."], "holders": ["sss"], "objectives": {"0201": [9, 9]}}
    facts = {"procedure": "movement", "step": "TacticalMovement"}
    game = table(rows, {"41a-hq": "0101", "150-rd": "0101"}, active="41a-hq", **facts)
    game.play("soviet: move 150-rd", "soviet: to 0201")
    assert game.told == ["150 RD moves from 0101 to 0201 for 1 MP."]
    assert game.pos.took_objective == 0
