"""Chapter infiltration: from one enemy zone straight into another."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.movement.infiltration import Infiltration, infiltration_modifier, succeeds_on

# The battalion in 0102 stands between two Soviet battalions; 0101 and 0103 are in their zones too.
ROWS = ["...", "...", "..."]
ENEMIES = {"i-a-309": "0201", "ii-a-309": "0203"}


def slipping(units: dict[str, str], rows: Any = ROWS, **facts: Any) -> Table:
    return table(rows, {**units, **ENEMIES}, procedure="movement", step="Infiltrate", **facts)


@pytest.mark.rule("rp.infiltration.1a", "rp.infiltration.6", "rp.infiltration.7")
@pytest.mark.parametrize(("die", "where"), [(3, "0101"), (4, "0102")])
def test_men_on_foot_slip_through_on_a_3(die: int, where: str) -> None:
    # A second battalion could slip too, so that the phase goes on.
    game = slipping({"i-gr-80": "0102", "ii-gr-80": "0102"})
    game.play("german: slip i-gr-80", "german: infiltrate 0101", f"chance: roll {die}")
    game.holds(f"unit i-gr-80 at {where}", "unit i-gr-80 flag infiltrated")


@pytest.mark.rule("rp.infiltration.7c")
def test_a_6_fails_whatever_helps_and_disrupts_the_stack() -> None:
    game = slipping({"i-gr-80": "0102"}, ["WWW"] * 3, turn=4)
    game.play("german: slip i-gr-80", "german: infiltrate 0101", "chance: roll 6")
    game.holds("unit i-gr-80 at 0102", "unit i-gr-80 morale disrupted")


@pytest.mark.rule("rp.infiltration.2", "rp.infiltration.3")
def test_the_points_must_suffice_for_the_ground_and_both_zones() -> None:
    """Woods on rough 3 and two zones: 5 of 5 points; with one fewer it is refused."""
    fit = slipping({"i-gr-80": "0102", "ii-gr-80": "0102"}, ["X..", "...", "..."])
    fit.play("german: slip i-gr-80", "german: infiltrate 0101", "chance: roll 2")
    fit.holds("unit i-gr-80 at 0101", "unit i-gr-80 spent 5")
    weak = slipping({"i-gr-80": "0102 isolated"}, ["X..", "...", "..."])
    weak.play("german: slip i-gr-80")
    assert weak.refused("german: infiltrate 0101") == "rp.infiltration.3"
    motor = slipping({"ii-pzgr-73": "0102"}, ["S..", "...", "..."])
    motor.play("german: slip ii-pzgr-73")
    assert motor.refused("german: infiltrate 0101") == "rp.infiltration.2"


@pytest.mark.rule("rp.infiltration.4", "rp.infiltration.7")
def test_a_stack_goes_as_one_on_the_number_of_its_worst_unit() -> None:
    """Infantry 3, tanks 2: together 2, and 1 is added for two battalions."""
    units = {"i-gr-80": "0102", "pzr-27": "0102"}
    for die, where in ((1, "0101"), (2, "0102")):
        game = slipping(units)
        game.play(
            "german: slip i-gr-80", "german: with pzr-27", "german: infiltrate 0101", f"chance: roll {die}"
        )
        game.holds(f"unit i-gr-80 at {where}", f"unit pzr-27 at {where}")


@pytest.mark.rule("rp.infiltration.4")
def test_only_units_of_one_hex_infiltrate_together() -> None:
    game = slipping({"i-gr-80": "0102", "ii-gr-80": "0101"})
    game.play("german: slip i-gr-80")
    assert game.refused("german: with ii-gr-80") == "rp.infiltration.4"
    assert "already" in game.refusal("german: with i-gr-80").why


@pytest.mark.rule("rp.infiltration.7a")
@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (("pzaa-19",), 4),
        (("i-gr-80",), 3),
        (("pi-34",), 3),
        (("hq-19",), 3),
        (("ii-pzgr-73",), 2),
        (("pzjg-34",), 2),
        (("i-ar-34",), 1),
        (("pzaa-19", "i-ar-34"), 1),
    ],
)
def test_each_kind_has_its_number(units: tuple[str, ...], expected: int) -> None:
    game = slipping(dict.fromkeys(units, "0102 limbered"))
    assert succeeds_on(game.pos, [game.unit(id) for id in units]) == expected


@pytest.mark.rule("rp.infiltration.7b")
def test_night_cover_and_a_leader_help_disruption_and_a_crowd_of_enemies_hinder() -> None:
    def modifier(units: dict[str, str], rows: Any = ROWS, **facts: Any) -> int:
        game = slipping(units, rows, **facts)
        return infiltration_modifier(game.pos, Infiltration((game.unit("i-gr-80"),), game.hex("0101")))

    assert modifier({"i-gr-80": "0102"}) == 0
    assert modifier({"i-gr-80": "0102"}, turn=4) == -1
    assert modifier({"i-gr-80": "0102"}, ["W..", "...", "..."]) == -1
    assert modifier({"i-gr-80": "0102", "nehring": "0103", "hq-xxiv": "0103"}) == -1
    assert modifier({"i-gr-80": "0102 disrupted"}) == 1
    # Next to 0101 stand three battalions in 0201: one beyond two.
    crowd = {"iii-a-309": "0201", "i-b-309": "0201"}
    assert modifier({"i-gr-80": "0102", **crowd}) == 1


@pytest.mark.rule("rp.infiltration.5a", "rp.infiltration.5b")
def test_soviet_at_units_alone_may_always_try_and_with_others_follow_the_worst_of_them() -> None:
    """Demoralized, with 3 of 5 points, into woods on rough: 5 points."""
    germans = {"i-gr-80": "0201", "ii-gr-80": "0203"}
    units = {"at-309": "0102 demoralized", "i-a-309": "0102 demoralized", **germans}
    alone = table(["X..", "...", "..."], units, procedure="movement", step="Infiltrate", phasing="soviet")
    alone.play("soviet: slip at-309", "soviet: infiltrate 0101", "chance: roll 2")
    # 3 or less, and one is added for being demoralized.
    alone.holds("unit at-309 at 0101")
    both = table(["X..", "...", "..."], units, procedure="movement", step="Infiltrate", phasing="soviet")
    both.play("soviet: slip at-309", "soviet: with i-a-309")
    assert both.refused("soviet: infiltrate 0101") == "rp.infiltration.7"


@pytest.mark.rule("rp.infiltration.7d")
def test_the_demoralized_do_not_try() -> None:
    game = slipping({"i-gr-80": "0102 demoralized"})
    game.play("german: slip i-gr-80")
    assert game.refused("german: infiltrate 0101") == "rp.infiltration.7"


@pytest.mark.rule("rp.infiltration.8")
def test_leaders_slip_through_without_a_roll() -> None:
    game = slipping({"nehring": "0102", "hq-xxiv": "0303"})
    game.play("german: slip nehring", "german: infiltrate 0103")
    game.holds("unit nehring at 0103")


@pytest.mark.rule("rp.infiltration.1b", "rp.normal-move.1")
def test_who_has_moved_does_not_infiltrate_and_nobody_from_outside_a_zone() -> None:
    moved = slipping({"i-gr-80": "0102 moved", "ii-gr-80": "0102"})
    assert moved.refused("german: slip i-gr-80") == "rp.normal-move.1"
    units = {"i-gr-80": "0101", "ii-gr-80": "0104", "i-a-309": "0105"}
    free = table(["."] * 5, units, procedure="movement", step="Infiltrate")
    assert free.refused("german: slip i-gr-80") == "rp.infiltration.1"


@pytest.mark.rule("rp.infiltration.1", "rp.move-general.7", "rp.move-general.1b")
def test_infiltrating_at_night_tires_like_any_move() -> None:
    """Clear ground and two zones: 3 of 5 points, no more than half; woods on rough 5."""
    game = slipping({"i-gr-80": "0102"}, ["X..", "...", "..."], turn=4)
    game.play("german: slip i-gr-80", "german: infiltrate 0101", "chance: roll 2")
    game.holds("unit i-gr-80 at 0101", "unit i-gr-80 morale disrupted")


@pytest.mark.rule("rp.infiltration.1a", "rp.infiltration.2", "rp.move-intel.1")
def test_only_the_next_hex_in_a_zone_and_without_the_enemy_is_a_goal() -> None:
    """0102 has 0101, 0103, 0201 and 0202 around it: the enemy is in 0201, and 0103 has no zone left."""
    units = {"i-gr-80": "0102", "i-a-309": "0201", "iii-a-309": "0303"}
    game = table(["..."] * 4, units, procedure="movement", step="Infiltrate").play("german: slip i-gr-80")
    assert game.offers("infiltrate") == ["0101", "0202"]
    assert game.refused("german: infiltrate 0103") == "rp.infiltration.1"
    assert game.refused("german: infiltrate 0203") == "rp.infiltration.1"
    assert game.refused("german: infiltrate 0201") == "rp.move-intel.1"


@pytest.mark.rule(
    "rp.infiltration.1", "rp.move-general.4", "rp.zoc.9", "rp.normal-move.1", "rp.move-general.1b"
)
def test_who_may_not_slip_through() -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102 spent=1", "i-ar-34": "0102", "iv-ar-34": "0102 limbered"}
    game = slipping(units)
    assert game.offers("slip") == ["i-gr-80", "iv-ar-34"]
    assert game.refused("german: slip ii-gr-80") == "rp.normal-move.1"
    assert game.refused("german: slip i-ar-34") == "rp.move-general.4"
    germans = {"i-gr-80": "0201", "1-5-gab": "0102 dispersed", "2-5-gab": "0102"}
    red = table(ROWS, germans, procedure="movement", step="Infiltrate", phasing="soviet")
    assert red.offers("slip") == ["2-5-gab"]
    assert red.refused("soviet: slip 1-5-gab") == "rp.zoc.9"


@pytest.mark.rule("rp.infiltration.4")
def test_a_stack_in_hand_can_be_put_back_and_nobody_has_to_go() -> None:
    game = slipping({"i-gr-80": "0102", "ii-gr-80": "0102"}).play("german: slip i-gr-80")
    assert game.offers("with") == ["ii-gr-80"]
    game.play("german: halt")
    assert game.offers("slip") == ["i-gr-80", "ii-gr-80"]
    game.play("german: done")
    assert game.ask.step != "Infiltrate"
    game.holds("unit i-gr-80 at 0102")


@pytest.mark.rule("rp.infiltration.7")
@pytest.mark.parametrize(
    ("letter", "modifier"), [(".", 0), ("R", -1), ("X", -1), ("S", -1), ("T", -1), ("C", 0)]
)
def test_rough_woods_swamp_and_town_are_cover(letter: str, modifier: int) -> None:
    game = slipping({"i-gr-80": "0102"}, [f"{letter}..", "...", "..."])
    found = infiltration_modifier(game.pos, Infiltration((game.unit("i-gr-80"),), game.hex("0101")))
    assert found == modifier


@pytest.mark.rule("rp.infiltration.7")
def test_two_enemy_battalions_and_any_companies_do_not_hinder() -> None:
    """Two battalions in 0201, and a company: 0. A fourth battalion counts like the third."""
    for more, modifier in (
        ({"iii-a-309": "0201", "smg-51": "0201"}, 0),
        ({"iii-a-309": "0201", "i-b-309": "0201", "ii-b-309": "0201"}, 2),
    ):
        game = slipping({"i-gr-80": "0102", **more})
        v = Infiltration((game.unit("i-gr-80"),), game.hex("0101"))
        assert infiltration_modifier(game.pos, v) == modifier


@pytest.mark.rule("rp.infiltration.6", "rp.infiltration.7")
def test_who_failed_is_where_it_was_and_does_not_try_again() -> None:
    game = slipping({"i-gr-80": "0102", "ii-gr-80": "0102"})
    game.play("german: slip i-gr-80", "german: infiltrate 0101", "chance: roll 5")
    game.holds("unit i-gr-80 at 0102", "unit i-gr-80 morale in-order", "unit i-gr-80 flag infiltrated")
    assert game.offers("slip") == ["ii-gr-80"]


@pytest.mark.rule("rp.infiltration.7b")
@pytest.mark.parametrize("where", ["0402", "0503", "0504", "0404", "0304", "0303"])
def test_enemies_on_every_side_of_the_goal_hinder(where: str) -> None:
    """The goal is 0403; three battalions in any of the six hexes around it count one beyond two."""
    enemies = dict.fromkeys(("i-a-309", "ii-a-309", "iii-a-309"), where)
    game = table(["......."] * 6, {"i-gr-80": "0706", **enemies})
    v = Infiltration((game.unit("i-gr-80"),), game.hex("0403"))
    assert infiltration_modifier(game.pos, v) == 1
