"""Rules at the corner of the map and at the edge of a question."""

import pytest

from games.red_god_of_war.battle import ARENA
from games.red_god_of_war.table import Table, table
from games.red_god_of_war.test_initial import at
from games.red_god_of_war.test_movement import RAIL, ROAD, marching
from games.red_god_of_war.test_policies import answer
from games.red_god_of_war.test_reinforce import ARMIES, CORPS, reassigning
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.model.position import DEAD, GERMAN, SOVIET
from grognard.games.red_god_of_war.table.sheets import steps_lost

CORNER = "0101"


def declaring() -> Table:
    """150 RD next to a German division in the corner of the map."""
    units = {"41a-hq": "0103", "150-rd": "0102", "246-id": CORNER}
    return table(ARENA, units, procedure="combat-phase", active="41a-hq", opened=["41a-hq"])


@pytest.mark.rule("rgw.declare.1")
def test_an_attack_on_the_corner_of_the_map_lies_on_the_table() -> None:
    game = declaring().play(f"soviet: target {CORNER}")
    assert not SYSTEM.odds.on_table(game.pos), "nobody has been named"
    game.play("soviet: commit 150-rd")
    assert SYSTEM.odds.on_table(game.pos)
    assert SYSTEM.screen.target(game.pos) == game.hex(CORNER)


@pytest.mark.rule("rgw.declare.1", "rgw.declare.5")
def test_who_is_named_before_a_target_is_is_not_told_that_it_attacks_already() -> None:
    game = declaring()
    assert game.refused("soviet: commit 150-rd") != "rgw.declare.5"
    game.play(f"soviet: target {CORNER}", "soviet: commit 150-rd")
    assert game.refused("soviet: commit 150-rd") == "rgw.declare.5"


@pytest.mark.rule("rgw.losses.3")
def test_steps_lost_in_the_corner_of_the_map_are_counted() -> None:
    before = declaring().pos
    reduced, dead, gone = before.copy(), before.copy(), before.copy()
    unit = next(one for one in before.content.combat_units[GERMAN] if before.hex[one] == 0)
    reduced.steps[unit] -= 1
    dead.steps[unit] = 0
    dead.place(unit, DEAD)
    assert [steps_lost(before, after, GERMAN) for after in (before, reduced, dead)] == [0, 1, 2]
    gone.steps[unit] = 0
    assert steps_lost(before, gone, SOVIET) == 0


@pytest.mark.rule("rgw.initial.14")
def test_who_gains_most_recovers_before_nobody_does() -> None:
    units = {"xli-pz-hq": "0101", "246-id": "0102 steps=1", "1pz-1-pg": "0102 steps=1"}
    game = at("Recover", units, turn=3)
    assert answer(game).startswith("recover ")


@pytest.mark.rule("rgw.reinforce.11")
def test_the_last_brigade_of_a_corps_goes_as_its_corps_and_takes_no_other_along() -> None:
    left = dict.fromkeys(CORPS, "dead") | {"19-mb": "0101", "104-tb": "0101"}
    game = reassigning(ARMIES | left)
    pair = game.copy().play("soviet: reassign 19-mb")
    assert "104-tb" in pair.offers("also")
    assert "19-mb" in game.offers("reassign-corps")
    game.play("soviet: reassign-corps 19-mb")
    assert game.offers("also") == []


@pytest.mark.rule("rgw.movement.3", "rgw.movement.4")
def test_a_step_along_a_road_reads_the_road_and_along_a_railway_the_railway() -> None:
    road = marching(ROAD, {"104-tb": "0101", "150-rd": "0101"})
    rail = marching(RAIL, {"104-tb": "0101"})
    for game, row in ((road, "road"), (rail, "rail")):
        here, there = game.hex("0101"), game.hex("0201")
        content = game.pos.content
        assert content.ground_cell(here, there, game.unit("104-tb")) == (row, "mech")
        assert content.ground_name(here, there) == {"road": "road", "rail": "railway"}[row]
        assert content.ground_cell(here, game.hex("0102"), game.unit("104-tb"))[0] == "clear"
    assert road.pos.content.ground_cell(here, there, road.unit("150-rd")) == ("road", "foot")


@pytest.mark.rule("rgw.impulse.1", "rgw.impulse.2", "rgw.activation.3")
def test_which_chit_comes_is_drawn_and_not_typed() -> None:
    units = {"vi-hq": "0101", "41a-hq": "0103"}
    game = table(ARENA, units, procedure="initial", step="TossCoin", cup=["vi-hq", "41a-hq"])
    assert game.asked() == "chance DrawChit"
    assert game.ask.hidden
    toss = {"coin-toss": True}
    game = table(ARENA, units, procedure="initial", step="TossCoin", cup=["vi-hq", "41a-hq"], options=toss)
    assert game.asked() == "chance TossCoin"
    assert not game.ask.hidden, "a coin can be tossed at the table"
