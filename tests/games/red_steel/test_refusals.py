"""Refusals of Red Steel name the true cause."""

import pytest

from games.red_steel.table import table
from games.red_steel.test_prut import RIVER, moving
from grognard.games.battalions.combat.after.advance import Advance, AdvanceUnits
from grognard.games.battalions.combat.after.losses import Losses, loss_refusal

FIELD = ["......."] * 7


@pytest.mark.rule("rs.prut.1", "rs.prut.2a", "rs.prut.3")
def test_a_hex_across_the_prut_is_not_out_of_reach() -> None:
    """It is adjacent, and the points are there: the river is what bars the way."""
    for unit, rule in (("i-67-inf", "rs.prut.2"), ("i-1-tank", "rs.prut.3")):
        game = moving({unit: "0202"}).play(f"axis: move {unit}")
        refusal = game.refusal("axis: to 0302")
        assert refusal.rule == rule and "across the Prut" in refusal.why
    game = moving({"i-90-rr": "0302"}, phasing="soviet", active="95 RD", turn=12)
    game.play("soviet: move i-90-rr")
    assert game.refusal("soviet: to 0202").rule == "rs.prut.1"


@pytest.mark.rule("rs.advance.7b", "rs.prut.3")
def test_an_advance_over_the_prut_is_not_refused_for_want_of_room() -> None:
    game = table(RIVER, {"i-1-tank": "0202", "i-67-inf": "0202"})
    hexes = {name: game.hex(name) for name in ("0202", "0302")}
    units = (game.unit("i-1-tank"), game.unit("i-67-inf"))
    v = Advance(hexes["0302"], 1, (), (hexes["0202"],), units, (), ())
    refusal = AdvanceUnits().refuse(game.pos, v, ("advance", units[0]))
    assert refusal is not None and refusal.rule == "rs.prut.3" and "across the Prut" in refusal.why


@pytest.mark.rule("rs.losses.14a")
def test_who_retreated_has_strength_but_loses_no_step_for_that() -> None:
    game = table(FIELD, {"i-90-rr": "0404 retreated", "i-67-inf": "0403"}, turn=4)
    unit = game.unit("i-90-rr")
    refusal = loss_refusal(game.pos, Losses(1, (unit,), 1), unit)
    assert refusal is not None and refusal.why.startswith("I/90 RR has retreated into its hex")


@pytest.mark.rule("rs.zoc.3")
def test_a_hex_behind_an_enemy_zone_is_not_out_of_reach() -> None:
    """A row of three: the rifle battalion at the side has its zone over the middle."""
    game = table(
        ["......", "......"],
        {"i-67-inf": "0101", "i-90-rr": "0301"},
        procedure="movement",
        step="MoveAndFord",
    )
    game.play("axis: move i-67-inf")
    refusal = game.refusal("axis: to 0501")
    assert refusal.rule == "rs.zoc.3" and "must stop" in refusal.why


@pytest.mark.rule("rs.defensive-support.19", "rs.defensive-support.20", "rs.offensive-support.1")
def test_support_and_ammunition_cite_the_rule_of_their_side_and_level() -> None:
    for level, rule in ((2, "rs.defensive-support.19"), (1, "rs.defensive-support.20")):
        units = {
            "i-67-inf": "0403",
            "i-90-rr": "0404",
            "57-art": f"0407 ammunition={level}",
            "i-ar-72": "0401",
        }
        units |= {"i-ir-105": "0403"}
        game = table(FIELD, units, procedure="attacks", turn=4)
        game.play("axis: target 0404", "axis: commit i-ir-105", "axis: agreed", "axis: attack-option 0")
        game.play("axis: seal", "soviet: defence-option 0", "soviet: seal", "soviet: support 57-art")
        cited = {event.kind: event.rule for event in game.play("soviet: agreed").game.events}
        assert cited["supports"] == "rs.defensive-support.2"
        cited = {
            event.kind: event.rule for event in game.play("axis: support i-ar-72", "axis: agreed").game.events
        }
        assert cited["supports"] == "rs.offensive-support.1"
        cited = {event.kind: event.rule for event in game.play("chance: roll 1").game.events}
        assert cited["ammunition"] == rule
