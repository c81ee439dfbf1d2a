"""Chapter strategic: marches far from the enemy."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table


def marching(length: int, units: dict[str, str], **facts: Any) -> Table:
    rows = {"rows": ["."] * length, "road": [[f"01{row:02d}" for row in range(1, length + 1)]]}
    return table(rows, units, procedure="movement", step="StrategicMovement", **facts)


@pytest.mark.rule("rp.strategic.1", "rp.strategic.2", "rp.normal-move.1b")
def test_vehicles_march_along_roads_at_half_a_point_before_normal_movement() -> None:
    """MA 12: 24 road hexes. Who marched does not move again."""
    game = marching(30, {"ii-pzgr-73": "0101"})
    game.play("german: march ii-pzgr-73")
    assert game.offers("to")[-1] == "0125"
    game.play("german: to 0125")
    game.holds("unit ii-pzgr-73 at 0125", "unit ii-pzgr-73 flag marched", "unit ii-pzgr-73 spent 12")
    assert game.asked() == "german MoveAndCross"
    assert game.refused("german: move ii-pzgr-73") == "rp.normal-move.1"


@pytest.mark.rule("rp.strategic.3a", "rp.strategic.3b")
def test_nobody_marches_from_within_two_hexes_of_the_enemy_nor_into_them() -> None:
    """The enemy in 0110 closes 0108 and beyond; from 0108 nobody sets out."""
    game = marching(12, {"i-gr-80": "0103", "ii-gr-80": "0108", "i-a-309": "0110"})
    assert game.refused("german: march ii-gr-80") == "rp.strategic.3"
    game.play("german: march i-gr-80")
    assert game.offers("to")[-1] == "0107"
    assert game.refused("german: to 0108") == "rp.strategic.3"


@pytest.mark.rule("rp.strategic.4a")
def test_a_march_enters_only_hexes_that_were_friendly_when_the_phase_began() -> None:
    rows = {"rows": ["."] * 8, "holders": ["g", "g", "g", "s", "g", "g", "g", "g"]}
    game = table(rows, {"i-gr-80": "0101"}, procedure="movement", step="StrategicMovement")
    game.play("german: march i-gr-80")
    assert game.offers("to") == ["0102", "0103"]
    assert game.refused("german: to 0104") == "rp.strategic.4"


@pytest.mark.rule("rp.strategic.4b")
def test_a_hex_belongs_to_who_was_there_last_and_ground_won_in_this_phase_does_not_count_yet() -> None:
    """Soviet ground that a leader has just driven through is his side's, and no march leads there."""
    rows = {"rows": ["."] * 8, "holders": ["g", "g", "s", "s", "s", "s", "s", "s"]}
    units = {"i-gr-80": "0101", "nehring": "0101", "hq-xxiv": "0101"}
    game = table(rows, units, procedure="movement", step="MoveAndCross")
    game.play("german: move nehring", "german: to 0105", "german: halt")
    game.holds("control 0105 german", "control 0103 german", "control 0106 soviet")
    assert game.hex("0105") in game.pos.taken


@pytest.mark.rule("rp.strategic.5a", "rp.strategic.5b")
def test_germans_march_through_dispersed_companies_and_past_them() -> None:
    game = marching(12, {"i-gr-80": "0101", "1-5-gab": "0104 dispersed"}, control_german=["0104"])
    game.play("german: march i-gr-80")
    assert {"0103", "0104", "0105"} <= set(game.offers("to"))


@pytest.mark.rule("rp.strategic.6")
def test_engineers_who_tried_to_blow_the_bridge_do_not_march() -> None:
    game = marching(12, {"pi-34": "0101 demolished", "i-gr-80": "0101"})
    assert game.refused("german: march pi-34") == "rp.strategic.6"


@pytest.mark.rule("rp.strategic.7", "rp.strategic.8")
@pytest.mark.parametrize(
    ("state", "farthest"), [("", "0111"), ("disrupted", "0106"), ("demoralized", "0104")]
)
def test_men_on_foot_in_good_order_march_twice_their_allowance(state: str, farthest: str) -> None:
    """10 road hexes with MA 5; disrupted 5; demoralized MA 3."""
    game = marching(14, {"i-gr-80": f"0101 {state}"})
    game.play("german: march i-gr-80")
    assert game.offers("to")[-1] == farthest


@pytest.mark.rule("rp.strategic.9", "rp.strategic.10")
@pytest.mark.parametrize(
    ("turn", "goal", "expected"),
    [
        (2, "0106", "in-order"),
        (2, "0107", "disrupted"),
        (4, "0104", "in-order"),
        (4, "0106", "disrupted"),
        (4, "0107", "demoralized"),
    ],
)
def test_beyond_the_single_allowance_a_march_on_foot_disrupts_by_day_and_demoralizes_by_night(
    turn: int, goal: str, expected: str
) -> None:
    """MA 5. At night more than 3 points disrupt anyway; the demoralization takes the place of that."""
    game = marching(14, {"i-gr-80": "0101"}, turn=turn)
    game.play("german: march i-gr-80", f"german: to {goal}")
    game.holds(f"unit i-gr-80 morale {expected}", "unit i-gr-80 flag marched")


@pytest.mark.rule("rp.move-general.4", "rp.strategic.1", "rp.move-general.1a")
def test_an_unlimbered_gun_does_not_march_and_a_limbered_one_does() -> None:
    game = marching(8, {"i-ar-34": "0101", "iv-ar-34": "0101 limbered"})
    assert game.refused("german: march i-ar-34") == "rp.move-general.4"
    game.play("german: march iv-ar-34", "german: to 0103")
    game.holds("unit iv-ar-34 at 0103")


@pytest.mark.rule("rp.move-general.5", "rp.strategic.2", "rp.move-general.1a")
def test_a_march_of_more_than_half_isolates_vehicles_out_of_supply() -> None:
    """MA 12 - 2 = 10: 11 road hexes are 5½ points."""
    game = marching(30, {"ii-pzgr-73": "0101 oos"})
    game.play("german: march ii-pzgr-73", "german: to 0112")
    game.holds("unit ii-pzgr-73 supply isolated")


@pytest.mark.rule("rp.normal-move.1a", "rp.strategic.1")
def test_after_the_last_march_all_movement_is_normal_again() -> None:
    """One battalion marches; the other, near the enemy, then moves by the rules of normal moves."""
    units = {"i-gr-80": "0101", "ii-gr-80": "0108", "i-a-309": "0110"}
    game = marching(12, units)
    game.play("german: march i-gr-80", "german: to 0104")
    assert game.asked() == "german MoveAndCross"
    game.play("german: move ii-gr-80")
    assert "0109" in game.offers("to")  # into the enemy's zone, where nobody marches


@pytest.mark.rule("rp.attack-declare.8c", "rp.limbering.2", "rp.strategic.2", "rs.attack-declare.7")
def test_a_gun_may_unlimber_as_the_last_act_of_its_march_if_the_points_last() -> None:
    """Guns of MA 12: 10 hexes of road are 5, unlimbering 4. After 20 hexes nothing is left for that."""
    game = marching(30, {"i-pzar-19": "0101 limbered", "i-pzgr-73": "0101"})
    game.play("german: march i-pzar-19", "german: with i-pzgr-73")
    assert game.refused("german: unlimber i-pzar-19") == "rp.strategic.2"
    game.play("german: to 0111")
    game.holds("unit i-pzgr-73 flag marched", "unit i-pzar-19 limbered yes")
    assert (game.offers("to"), game.offers("unlimber")) == ([], ["i-pzar-19"])
    assert game.refused("german: to 0112") == "rp.strategic.2"
    assert game.refused("german: with i-pzgr-73") == "rp.strategic.2"
    game.play("german: unlimber i-pzar-19")
    game.holds("unit i-pzar-19 limbered no", "unit i-pzar-19 flag marched", "unit i-pzar-19 spent 9")
    assert game.asked() == "german MoveAndCross"
    far = marching(30, {"i-pzar-19": "0101 limbered"})
    far.play("german: march i-pzar-19", "german: to 0121")
    far.holds("unit i-pzar-19 limbered yes", "unit i-pzar-19 flag marched")
    assert far.asked() == "german MoveAndCross"


@pytest.mark.rule("rp.attack-declare.8c")
def test_guns_that_have_marched_may_stay_limbered() -> None:
    game = marching(30, {"i-pzar-19": "0101 limbered", "ii-pzar-19": "0101 limbered"})
    game.play("german: march i-pzar-19", "german: with ii-pzar-19", "german: to 0105")
    game.play("german: unlimber ii-pzar-19", "german: halt")
    game.holds("unit i-pzar-19 limbered yes", "unit i-pzar-19 flag marched", "unit ii-pzar-19 limbered no")
    assert game.asked() == "german MoveAndCross"
