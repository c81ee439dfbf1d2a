"""The Initial Segment: air units, militia, Romanian replacements, assignments, leaders."""

from random import Random
from typing import Any

import pytest

from games.red_steel.table import Table, table
from grognard.games.red_steel.model.position import AXIS, SOVIET
from grognard.games.red_steel.turn.replacements import may_need_steps
from grognard.play.match import Match
from grognard.play.orders import settle
from grognard.play.registry import find_system

TOWN = ["T.....T", ".......", "......."]


def first_morning() -> Table:
    """The morning of 3 July, before the roll for air units."""
    units = {f"air-{number}": "waiting" for number in range(1, 9)} | {"i-67-inf": "0701"}
    return table(TOWN, units, procedure="initial", step="air-draw", turn=3)


@pytest.mark.rule("rs.air-units.1", "rs.air-units.2", "rs.air-units.3a")
def test_a_die_says_how_many_air_units_are_drawn_and_three_come_at_least() -> None:
    for die, count in ((1, 3), (3, 3), (5, 5)):
        game = first_morning().play(f"chance: roll {die}")
        drawn = []
        while game.asked() == "chance DrawAir":
            drawn.append(game.options("chance")[0])
            game.play(f"chance: {drawn[-1]}")
        assert len(set(drawn)) == count
        game.holds(f"air {count}")


@pytest.mark.rule("rs.air-units.3b", "rs.bombardment.25")
def test_unused_air_units_are_back_in_the_cup_before_the_next_draw() -> None:
    units = {f"air-{number}": "waiting" for number in range(1, 9)}
    game = table(TOWN, units, procedure="initial", step="air-draw", turn=3, air=["air-1", "air-2"])
    game.play("chance: roll 3")
    game.holds("air 0")
    assert len(game.options("chance")) == 8


# -- militia --------------------------------------------------------------------------------------

MILITIA = {f"militia-{number}": "waiting" for number in range(1, 8)}


def calling(more: dict[str, str] | None = None, **facts: Any) -> Table:
    holders = {"rows": TOWN, "holders": ["sssssss"] * 3}
    return table(holders, MILITIA | (more or {}), procedure="initial", step="militia", turn=3, **facts)


@pytest.mark.rule("rs.militia.1")
def test_nobody_has_to_call_the_militia() -> None:
    game = calling().play("soviet: done")
    assert game.asked() != "chance RollMilitia"


@pytest.mark.rule("rs.militia.2", "rs.militia.3", "rs.militia.4a", "rs.militia.6")
def test_one_brings_two_battalions_two_brings_four_and_three_to_five_none() -> None:
    for die, count in ((1, 2), (2, 4), (3, 0), (4, 0), (5, 0)):
        game = calling().play("soviet: call-out", f"chance: roll {die}")
        placed = 0
        while game.asked() == "soviet PlaceMilitia":
            game.play("soviet: muster 0701") if placed < 3 else game.play("soviet: muster 0101")
            placed += 1
        assert placed == count
        assert len(game.pos.on_map(1)) == count


@pytest.mark.rule("rs.militia.5")
def test_a_six_gives_the_romanians_a_point() -> None:
    calling().play("soviet: call-out", "chance: roll 6").holds("points 1")


@pytest.mark.rule("rs.militia.7a", "rs.militia.8")
def test_militia_gathers_in_soviet_towns_four_hexes_from_the_axis() -> None:
    """0101 is 2 hexes from 0301 and too near; 0701 is 4 away; 0603 is no town."""
    game = calling({"i-67-inf": "0301"}).play("soviet: call-out", "chance: roll 1")
    assert game.offers("muster") == ["0701"]
    assert game.refused("soviet: muster 0101") == "rs.militia.8"
    assert game.refused("soviet: muster 0603") == "rs.militia.7"
    lost = calling(control_axis=["0701"]).play("soviet: call-out", "chance: roll 1")
    assert lost.offers("muster") == ["0101"]


@pytest.mark.rule("rs.militia.9", "rs.militia.10", "rs.militia.4b")
def test_eliminated_militia_returns_and_that_of_10_july_not_before_it_has_come() -> None:
    """Only the eliminated one can be called: the other is due on turn 31."""
    rows = {"rows": TOWN, "holders": ["sssssss"] * 3}
    units = {"militia-8": "waiting arrives=31 at=0101", "militia-9": "eliminated"}
    game = table(rows, units, procedure="initial", step="militia", turn=3)
    game.play("soviet: call-out", "chance: roll 1", "soviet: muster 0701")
    game.holds("unit militia-9 at 0701", "unit militia-8 at waiting")
    assert game.asked() != "soviet PlaceMilitia"


# -- replacements ---------------------------------------------------------------------------------


def spending(units: dict[str, str], points: int = 2) -> Table:
    return table(TOWN, units, procedure="replacements", step="SpendPoints", turn=3, points=points)


@pytest.mark.rule("rs.replacements.1", "rs.replacements.2", "rs.replacements.3")
def test_half_a_die_rounded_up_is_added_to_the_stock() -> None:
    """1 and 2 give 1, 5 and 6 give 3."""
    for die, points in ((1, 2), (2, 2), (3, 3), (5, 4), (6, 4)):
        game = table(TOWN, {"i-67-inf": "0101"}, procedure="initial", step="replacements", turn=3, points=1)
        game.play(f"chance: roll {die}").holds(f"points {points}")


@pytest.mark.rule("rs.replacements.4", "rs.replacements.6", "rs.replacements.11", "rs.replacements.12a")
def test_a_point_is_a_step_of_romanian_infantry_and_one_for_each_formation() -> None:
    """Two battalions of 35 Reserve, one of 15 ID, cavalry and a German battalion have lost steps."""
    units = {
        "i-67-inf": "0101 steps=2",
        "ii-67-inf": "0101 steps=2",
        "i-25-inf": "0201 steps=2",
        "9-calarasi": "0301 steps=2",
        "i-ir-105": "0302 steps=2",
    }
    game = spending(units)
    assert game.offers("replace") == ["i-25-inf", "i-67-inf", "ii-67-inf"]
    assert game.refused("axis: replace 9-calarasi") == "rs.replacements.12"
    assert game.refused("axis: replace i-ir-105") == "rs.replacements.12"
    game.play("axis: replace i-67-inf")
    game.holds("unit i-67-inf steps 3", "points 1")
    assert game.offers("replace") == ["i-25-inf"]


@pytest.mark.rule("rs.replacements.7", "rs.replacements.8", "rs.replacements.9", "rs.replacements.10")
def test_no_step_near_the_enemy_nor_out_of_supply_nor_in_disorder() -> None:
    """i-67 stands two hexes from a rifle battalion in 0301; three are needed."""
    units = {
        "i-67-inf": "0101 steps=2",
        "i-25-inf": "0701 steps=2 oos",
        "i-10-van": "0701 steps=2 disrupted",
        "i-2-dor": "0601 steps=2 demoralized",
        "i-90-rr": "0301",
    }
    game = spending(units | {"i-8-dor": "0703 steps=2"})
    assert game.offers("replace") == ["i-8-dor"]
    found = {unit: game.refused(f"axis: replace {unit}") for unit in list(units)[:4]}
    assert found == {
        "i-67-inf": "rs.replacements.7",
        "i-25-inf": "rs.replacements.8",
        "i-10-van": "rs.replacements.9",
        "i-2-dor": "rs.replacements.10",
    }


@pytest.mark.rule("rs.replacements.5")
def test_a_remnant_becomes_its_battalion_again() -> None:
    """The battalion comes from the Reduced box with two steps."""
    units = {"i-25-inf": "reduced steps=1", "rom-inf-rem-1": "0101 of=i-25-inf"}
    game = spending(units).play("axis: replace rom-inf-rem-1")
    game.holds("unit i-25-inf at 0101", "unit i-25-inf steps 2", "points 1")


# -- assignments and leaders ----------------------------------------------------------------------


@pytest.mark.rule("rs.formations.3a", "rs.formations.3b", "rs.formations.3c", "rs.formations.5")
def test_one_german_unit_is_assigned_to_each_romanian_formation() -> None:
    units = {"i-ir-105": "0101", "ii-ir-105": "0102", "i-67-inf": "0201"}
    game = table(TOWN, units, procedure="initial", step="attachment", turn=3)
    assert game.refused("axis: assign i-67-inf") == "rs.formations.3"
    number = game.pos.content.formation_ids.index("35 Res Div")
    game.play("axis: assign i-ir-105")
    assert game.offers("assign-to") == [str(number)]
    game.play(f"axis: assign-to {number}")
    assert game.pos.formation_of(game.unit("i-ir-105")) == number
    assert game.offers("assign") == []
    game.play("axis: take-back i-ir-105")
    assert game.offers("assign") == ["i-ir-105", "ii-ir-105"]


@pytest.mark.rule("rs.leader-return.1", "rs.move-general.15b")
def test_a_leader_is_eliminated_on_a_2_and_never_wounded() -> None:
    """2d6 with no step lost: a 3 leaves him unhurt, but displaced; his ADC takes the place of a dead one."""
    for roll, where in ((2, "hurt"), (3, "displaced")):
        units = {"i-67-inf": "0101", "belov": "0102"}
        game = table(TOWN, units, procedure="movement", step="MoveAndFord")
        game.play("axis: move i-67-inf", "axis: to 0102", f"chance: roll {roll}")
        game.holds(f"unit belov at {where}")
    back = table(
        TOWN, {"belov": "hurt", "hq-2-cav": "0102"}, procedure="initial", step="ReturnLeaders", turn=3
    )
    back.asked()
    back.holds("unit belov at 0102", "unit belov adc yes")


# -- at the table ---------------------------------------------------------------------------------------


def _asked(people: list[int], lost: int = 1) -> list[str]:
    """The questions of the lesson's first morning that the Axis hears, with these sides played by persons.

    So many steps of Romanian infantry were lost before it.
    """
    system = find_system("red-steel")
    match, dice, found = Match.new(system, "teaching"), Random(1), []
    match.pos.lost_steps[AXIS] = match.pos.axis_cost = lost
    for _ in range(20):
        settle(match, {}, people)
        if match.ask.is_chance:
            match.roll(dice)
        elif match.ask.step == "DeclareAttack":
            break
        else:
            side = match.ask.side
            found += [match.ask.step] if side == AXIS else []
            match.answer(side, match.ask.usual(match.pos, side))
    return found


def test_points_that_nobody_can_use_are_no_question_for_a_person_against_computers() -> None:
    """All Romanian infantry of the lesson is whole on its first morning: "Done" is the only answer."""
    assert "SpendPoints" in _asked([AXIS, SOVIET]), "whether hidden units lack steps is not shown"
    assert "SpendPoints" not in _asked([AXIS])


@pytest.mark.rule("rs.replacements.1", "rs.replacements.4")
def test_points_are_no_question_where_everybody_sees_that_nobody_lacks_a_step() -> None:
    """No step lost, or only those of units in the Eliminated box; what Germans and tanks lost is dear."""
    assert "SpendPoints" not in _asked([AXIS, SOVIET], lost=0)
    units = {"i-67-inf": "0101", "ii-67-inf": "eliminated", "i-ir-105": "eliminated", "i-90-rr": "0601"}
    pos = table(["......"], units, turn=3).pos
    for lost, cost, asked in ((0, 0, False), (3, 3, False), (4, 4, True), (6, 9, False), (7, 10, True)):
        pos.lost_steps[AXIS], pos.axis_cost = lost, cost
        assert may_need_steps(pos) is asked, (lost, cost)
