"""Chapter tactical: costs, weather, groups, hexes too full and friends that stay put."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.movement.costs import halves, move_sheet, step_cost
from grognard.kit.reach import CLOSED

FOOT, MECH, SKI = "150-rd", "104-tb", "74-sib-rb"


def moving(rows: Any, units: dict[str, str], **facts: Any) -> Table:
    return table(
        rows,
        {"41a-hq": "0101", **units},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
        **facts,
    )


def cost(game: Table, unit: str, there: str) -> int:
    """The price of the first hex of a move, in halves."""
    return step_cost(game.pos, (game.unit(unit),), game.pos.hex[game.unit(unit)], game.hex(there))


TEC = {  # movement points of foot and mechanized units
    ".": (1, 1),
    "l": (1, 2),
    "H": (2, 3),
    "s": (2, 4),
    "T": (1, 1),
    "C": (1, 1),
}


@pytest.mark.rule(
    "rgw.tactical.1c", "rgw.tactical.3a", "rgw.tactical.4", "rgw.tactical.5a", "rgw.tactical.5b"
)
@pytest.mark.parametrize(("weather", "factor", "ski"), [("clear", 1, 1), ("snow", 2, 1), ("mud", 3, 3)])
@pytest.mark.parametrize("letter", TEC)
def test_terrain_costs_by_class_and_weather(letter: str, weather: str, factor: int, ski: int) -> None:
    game = moving([f".{letter}..."], {FOOT: "0101", MECH: "0101", SKI: "0101"}, weather=weather)
    foot, mech = TEC[letter]
    assert cost(game, FOOT, "0201") == foot * factor * 2
    assert cost(game, SKI, "0201") == foot * ski * 2
    closed = letter == "s" and weather == "mud"
    assert cost(game, MECH, "0201") == (CLOSED if closed else mech * factor * 2)
    assert cost(game, "41a-hq", "0201") == (CLOSED if closed else mech * factor * 2)


@pytest.mark.rule("rgw.tactical.1c", "rgw.tactical.3a")
@pytest.mark.parametrize(("weather", "factor"), [("clear", 1), ("snow", 2)])
@pytest.mark.parametrize(
    ("feature", "foot", "mech"),
    [("creek", 1, 2), ("river", 2, 3), ("road", 1, 0.5), ("rail", 1, 1), ("", 1, 1)],
)
def test_hexsides_and_roads(feature: str, foot: float, mech: float, weather: str, factor: int) -> None:
    chain: list[Any] = ["0101/0201"] if feature in ("creek", "river") else [["0101", "0201"]]
    game = moving(
        {"rows": ["..."], **({feature: chain} if feature else {})},
        {FOOT: "0101", MECH: "0101"},
        weather=weather,
    )
    assert cost(game, FOOT, "0201") == foot * factor * 2
    assert cost(game, MECH, "0201") == mech * factor * 2


@pytest.mark.rule("rgw.tactical.1c")
def test_a_road_or_railway_is_a_bridge_and_overrules_the_woods() -> None:
    game = moving(
        {"rows": [".H."], "river": ["0101/0201"], "road": [["0101", "0201"]]}, {FOOT: "0101", MECH: "0101"}
    )
    assert (cost(game, FOOT, "0201"), cost(game, MECH, "0201")) == (2, 1)
    game = moving(
        {"rows": [".H."], "creek": ["0101/0201"], "rail": [["0101", "0201"]]}, {FOOT: "0101", MECH: "0101"}
    )
    assert (cost(game, FOOT, "0201"), cost(game, MECH, "0201")) == (2, 2)


@pytest.mark.rule("rgw.tactical.3b", "rgw.zoc.10c")
def test_weather_does_not_multiply_zone_charges() -> None:
    """Snow doubles the clear hex to 2; entering the zone of 246 ID is 1 more, leaving it half of 8 more."""
    game = moving(["....."] * 3, {MECH: "0102", "47-mb": "0202", "246-id": "0302"}, weather="snow")
    assert cost(game, MECH, "0201") == 2 * (2 + 1)
    assert cost(game, "47-mb", "0102") == 2 * (2 + 4)


@pytest.mark.rule("rgw.tactical.1a")
def test_a_unit_goes_as_far_as_its_points_and_may_move_in_several_legs() -> None:
    game = moving([".........."], {FOOT: "0101"})
    game.play("soviet: move 150-rd")
    assert game.offers("to") == ["0201", "0301", "0401", "0501"]
    game.play("soviet: to 0301")
    assert game.offers("to") == ["0101", "0201", "0401", "0501"]
    game.play("soviet: to 0201")
    assert game.offers("to") == ["0101", "0301"]
    assert game.refused("soviet: to 0401") == "rgw.tactical.1"
    game.play("soviet: halt")
    assert game.refused("soviet: move 150-rd") == "rgw.tactical.1"
    assert game.offers("move") == ["41a-hq"]


@pytest.mark.rule("rgw.tactical.1")
def test_the_last_point_ends_the_move_by_itself() -> None:
    game = moving([".........."], {FOOT: "0101"}).play("soviet: move 150-rd", "soviet: to 0501")
    assert game.offers("move") == ["41a-hq"]
    assert "150 RD moves from 0101 to 0501 for 4 MP." in game.told


@pytest.mark.rule("rgw.tactical.1")
def test_a_unit_picked_up_and_put_down_has_not_moved() -> None:
    game = moving([".........."], {FOOT: "0101"}).play("soviet: move 150-rd", "soviet: halt")
    assert game.offers("move") == ["150-rd", "41a-hq"]


@pytest.mark.rule("rgw.tactical.1b")
@pytest.mark.parametrize(
    ("state", "last"), [("supplied", "0901"), ("unsupplied", "0501"), ("isolated", "0501")]
)
def test_the_allowance_is_the_one_after_supply_effects(state: str, last: str) -> None:
    game = moving([".........."], {MECH: f"0101 {state}"}).play("soviet: move 104-tb")
    assert game.offers("to")[-1] == last


@pytest.mark.rule("rgw.tactical.1d")
def test_the_minimum_move_is_one_hex_by_a_unit_that_has_not_moved() -> None:
    game = moving([".HHH."], {FOOT: "0101"}, weather="mud").play("soviet: move 150-rd")
    assert game.offers("to") == ["0201"]
    game = moving([".HHH."], {FOOT: "0101"}).play("soviet: move 150-rd", "soviet: to 0201", "soviet: to 0301")
    assert game.offers("move") == ["41a-hq"]  # 4 MP spent; no minimum move for one that has moved
    game = moving(["..HH."], {FOOT: "0101"}, weather="snow").play("soviet: move 150-rd", "soviet: to 0201")
    assert game.offers("to") == ["0101"]


@pytest.mark.rule("rgw.tactical.1", "rgw.zoc.10")
def test_the_minimum_move_leaves_a_zone_the_unit_cannot_pay_for() -> None:
    """Woods in snow cost the brigade 6 of its 8 MP, leaving the zone 4: too much, but one hex can be made."""
    game = moving(["H....", ".....", "....."], {MECH: "0102", "246-id": "0202"}, weather="snow")
    assert cost(game, MECH, "0101") == 20
    game.play("soviet: move 104-tb")
    assert game.offers("to") == ["0101"]  # 0103 is in the zone as well
    game.holds("reach 104-tb 0101 8", "zoc german 0103 yes", "zoc german 0101 no")


# -- groups -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.tactical.1")
def test_units_of_one_kind_and_allowance_move_as_one() -> None:
    units = {
        MECH: "0101",
        "47-mb": "0101",
        "48-mb": "0101 unsupplied",
        FOOT: "0101",
        "3-gds-cd": "0101 army=41a-hq",
    }
    game = moving([".........."], {**units, "219-tb": "0201"}).play("soviet: move 104-tb")
    assert game.offers("with") == ["47-mb"]
    assert game.refused("soviet: with 48-mb") == "rgw.tactical.1"  # another allowance
    assert game.refused("soviet: with 150-rd") == "rgw.tactical.1"  # other costs
    assert game.refused("soviet: with 41a-hq") == "rgw.tactical.1"
    game.play("soviet: with 47-mb")
    assert game.offers("with") == []
    game.play("soviet: to 0301")
    assert game.offers("with") == []
    game.holds("unit 104-tb at 0301", "unit 47-mb at 0301", "unit 48-mb at 0101")
    game.play("soviet: halt")
    assert game.refused("soviet: move 47-mb") == "rgw.tactical.1"


@pytest.mark.rule("rgw.tactical.1", "rgw.tactical.4")
def test_cavalry_and_riflemen_have_the_same_costs_but_not_the_same_allowance() -> None:
    game = moving([".........."], {FOOT: "0101", SKI: "0101", "3-gds-cd": "0101 army=41a-hq"})
    assert game.play("soviet: move 150-rd").offers("with") == ["74-sib-rb"]
    game = moving([".........."], {FOOT: "0101", SKI: "0101"}, weather="snow")
    assert game.play("soviet: move 150-rd").offers("with") == []  # in snow the skis pay less


@pytest.mark.rule("rgw.tactical.1")
def test_an_hq_moves_alone() -> None:
    game = moving([".........."], {MECH: "0101"}).play("soviet: move 41a-hq")
    assert game.offers("with") == []
    assert game.offers("to")[-1] == "0701"


# -- hexes too full -----------------------------------------------------------------------------

FULL = {"74-sib-rb": "0301", "75-sib-rb": "0301", "78-sib-rb": "0301", "91-sib-rb": "0301"}


@pytest.mark.rule("rgw.stacking.7d")
def test_a_unit_may_crowd_a_full_hex_while_another_can_leave_it() -> None:
    game = moving(["......", "......"], {FOOT: "0101", **FULL})
    game.play("soviet: move 150-rd", "soviet: to 0301", "soviet: halt")
    assert game.offers("move") == ["74-sib-rb", "75-sib-rb", "78-sib-rb", "91-sib-rb"]
    assert game.options("soviet")[-1] != "done"  # somebody must go first
    game.play("soviet: move 74-sib-rb", "soviet: halt")
    assert "done" not in game.options("soviet")  # he did not
    game.play("soviet: move 74-sib-rb", "soviet: to 0401", "soviet: halt")
    assert "done" in game.options("soviet")
    game.holds("unit 150-rd at 0301", "unit 74-sib-rb at 0401")


@pytest.mark.rule("rgw.stacking.7a")
def test_nobody_crowds_a_hex_of_units_that_stay() -> None:
    idle = {id: f"{hex} idle" for id, hex in FULL.items()}
    game = moving(["......", "......"], {FOOT: "0101", **idle}).play("soviet: move 150-rd")
    assert "0301" not in game.offers("to")
    assert game.refused("soviet: to 0301") == "rgw.stacking.7"
    assert "0501" in game.offers("to")  # but they may be passed (rgw.stacking.10)


@pytest.mark.rule("rgw.stacking.7")
def test_two_units_together_do_not_crowd_a_hex() -> None:
    game = moving(["......", "......"], {FOOT: "0101", "262-rd": "0101", **FULL})
    game.play("soviet: move 150-rd", "soviet: with 262-rd")
    assert "0301" not in game.offers("to")


@pytest.mark.rule("rgw.stacking.7")
def test_who_leaves_must_find_a_hex_with_room() -> None:
    """The full hex lies in a corner; its only ways out are as full or held by the enemy."""
    wall = {"246-id": "0102"}
    more = {"47-mb": "0201 idle", "48-mb": "0201 idle", "104-tb": "0201 idle", "19-mb": "0201 idle"}
    corner = dict.fromkeys(FULL, "0101")
    units = {FOOT: "0301", **corner, **more, **wall}
    game = table(
        ["....."] * 2,
        {"41a-hq": "0501", **units},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 150-rd")
    assert "0101" not in game.offers("to")


@pytest.mark.rule("rgw.stacking.7", "rgw.stacking.4")
def test_only_a_unit_whose_leaving_makes_the_stack_legal_makes_room() -> None:
    """Two divisions and two brigades: a third division can come only for a division that goes."""
    units = {"262-rd": "0301", "93-rd": "0301", "74-sib-rb": "0301 idle", "75-sib-rb": "0301"}
    game = moving(["......", "......"], {FOOT: "0101", **units})
    game.play("soviet: move 150-rd", "soviet: to 0301", "soviet: halt")
    assert game.offers("move") == ["262-rd", "93-rd"]


# -- friends that stay put ----------------------------------------------------------------------

FRONT = ["....."] * 4


@pytest.mark.rule("rgw.zoc.13", "rgw.zoc.12")
def test_an_activated_friend_that_covers_a_step_from_zone_to_zone_is_pinned() -> None:
    """246 ID in 0302 watches 0202 and 0201; 47 MB waits in 0201 while 150 RD slips in."""
    game = moving(FRONT, {FOOT: "0202", "47-mb": "0201", "246-id": "0302"})
    game.holds("zoc german 0202 yes", "zoc german 0201 yes", "zoc german 0102 no")
    game.play("soviet: move 150-rd")
    game.holds("reach 150-rd 0201 4")  # 2 to leave, 1 for the hex, 1 for the zone
    game.play("soviet: to 0201")
    assert "47 MB covers the move and may not move itself." in game.told
    assert game.refused("soviet: move 47-mb") == "rgw.zoc.13"
    game.play("soviet: done", "soviet: done")
    assert game.asked() == "soviet MechanizedMovement"
    assert game.refused("soviet: move 47-mb") == "rgw.zoc.13"
    game.play("soviet: done")
    assert game.pos.flags[game.unit("47-mb")] & 16 == 0  # free again in another impulse


@pytest.mark.rule("rgw.zoc.13")
def test_a_friend_reached_from_outside_the_zones_is_not_pinned() -> None:
    game = moving(FRONT, {FOOT: "0102", "47-mb": "0201", "246-id": "0302"})
    game.play("soviet: move 150-rd", "soviet: to 0201", "soviet: halt")
    assert game.offers("move") == ["41a-hq", "47-mb"]


@pytest.mark.rule("rgw.zoc.12a", "rgw.zoc.13")
@pytest.mark.parametrize(
    ("friend", "allowed"), [("0201", True), ("0201 idle", True), ("0102", False), ("dead", False)]
)
def test_from_zone_to_zone_only_to_a_friend(friend: str, allowed: bool) -> None:
    game = moving(FRONT, {FOOT: "0202", "47-mb": friend, "246-id": "0302"}).play("soviet: move 150-rd")
    assert ("0201" in game.offers("to")) is allowed
    if not allowed:
        assert game.refused("soviet: to 0201") == "rgw.zoc.12"


@pytest.mark.rule("rgw.zoc.12")
def test_a_unit_that_can_pay_goes_round_the_zone() -> None:
    """Eight points: 4 to leave and 1 for 0102, then 1 and 1 into the zone again."""
    game = moving(FRONT, {MECH: "0202", "246-id": "0302"}).play("soviet: move 104-tb")
    game.holds("reach 104-tb 0102 5", "reach 104-tb 0201 7")


@pytest.mark.rule("rgw.zoc.13")
def test_a_friend_that_has_moved_covers_nobody() -> None:
    game = moving(FRONT, {FOOT: "0202", "47-mb": "0101", "246-id": "0302"})
    game.play("soviet: move 47-mb", "soviet: to 0201", "soviet: halt", "soviet: move 150-rd")
    assert game.refused("soviet: to 0201") == "rgw.zoc.12"


@pytest.mark.rule("rgw.zoc.13")
def test_an_idle_friend_serves_before_one_that_would_be_pinned() -> None:
    game = moving(FRONT, {FOOT: "0202", "47-mb": "0201", "48-mb": "0201 idle", "246-id": "0302"})
    game.play("soviet: move 150-rd", "soviet: to 0201")
    assert game.offers("move") == ["41a-hq", "47-mb"]


# -- words --------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.tactical.1", "rgw.zoc.9", "rgw.zoc.10")
def test_the_price_of_a_move_is_explained_hex_by_hex() -> None:
    game = moving(["....."] * 3, {"48-mb": "0102", "47-mb": "0202", "246-id": "0302"})
    unit = game.unit("47-mb")
    sheet = move_sheet(game.pos, (unit,), 0, game.hex("0102"))
    assert [(term.label, term.value, term.rule) for term in sheet.terms] == [
        ("0102 clear", "1", "rgw.tactical.1"),
        ("out of an enemy zone", "4", "rgw.zoc.10"),
    ]
    assert sheet.total == "5 of 8 MP"
    sheet = move_sheet(game.pos, (game.unit("48-mb"),), 3, game.hex("0201"))
    assert [term.label for term in sheet.terms] == ["already spent", "0201 clear", "into an enemy zone"]
    assert sheet.total == "3½ of 8 MP"


def test_half_points_are_written_as_players_write_them() -> None:
    assert [halves(value) for value in (0, 1, 2, 3, 9)] == ["0", "½", "1", "1½", "4½"]
