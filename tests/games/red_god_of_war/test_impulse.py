"""Chapter impulse: from impulse to impulse, and the end of a turn."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.model.position import ARRIVED, GERMAN, IMPULSE_FLAGS, SOVIET, SPENT

HQS = {"41a-hq": "0101", "22a-hq": "0201", "vi-hq": "0401", "ix-hq": "0501"}


def playing(cup: list[str], units: dict[str, str] | None = None, **facts: Any) -> Table:
    return table(["....."] * 2, {**HQS, **(units or {})}, procedure="impulse", cup=cup, **facts)


@pytest.mark.rule("rgw.impulse.1a", "rgw.impulse.2a")
def test_the_player_who_finished_an_impulse_draws_the_next_chit() -> None:
    game = playing(["41a-hq", "vi-hq", "ix-hq"])
    drawers = []
    for hq, side in (("vi-hq", "german"), ("41a-hq", "soviet"), ("ix-hq", "german")):
        drawers.append(game.pos.drawer)
        game.play(f"chance: draw {hq}")
        assert game.asked() == f"{side} TacticalMovement"
        game.play(f"{side}: done", f"{side}: done")
    assert drawers == [SOVIET, GERMAN, SOVIET]
    game.holds("turn 2")


@pytest.mark.rule("rgw.impulse.2b", "rgw.sequence.3", "rgw.movement.2a")
def test_an_impulse_runs_through_its_six_steps_in_order() -> None:
    units = {"17-gds-rd": "0102", "48-mb": "0101", "ss-cav-1": "0103"}
    rows = {"rows": ["....."] * 4, "road": [["0101", "0201", "0301"]]}
    game = table(rows, {**HQS, **units}, procedure="impulse", cup=["41a-hq", "22a-hq"], box=[0, 2])
    seen = [game.ask.step]
    game.play("chance: draw 41a-hq")
    for answer in ("soviet: all", "soviet: done", "soviet: done", "soviet: done"):
        seen.append(game.ask.step)
        game.play(answer)
    seen.append(game.ask.step)
    game.play("soviet: done")
    seen.append(game.ask.step)
    game.play("chance: roll 6")
    seen.append(game.ask.step)
    assert seen == [
        "DrawChit",
        "ActivateUnits",
        "StrategicMovement",
        "TacticalMovement",
        "DeclareAttacks",
        "MechanizedMovement",
        "RollHalt",
        "DrawChit",
    ]


@pytest.mark.rule("rgw.impulse.3a", "rgw.impulse.4")
def test_the_turn_ends_with_the_last_chit() -> None:
    game = playing(["41a-hq", "vi-hq"]).play("chance: draw 41a-hq", "soviet: done", "soviet: done")
    game.holds("turn 1")
    game.play("chance: draw vi-hq", "german: done", "german: done")
    game.holds("turn 2", "chits german 0", "chits soviet 0")
    assert game.asked() == "chance RollGermanSupply"


@pytest.mark.rule("rgw.impulse.5", "rgw.impulse.6a")
def test_what_the_end_of_a_turn_clears() -> None:
    units = {"41a-hq": "0101 lit", "vi-hq": "0401 lit", "150-rd": "0102", "246-id": "0402"}
    game = table(
        ["....."] * 2,
        {**HQS, **units},
        procedure="impulse",
        step="FillBox",
        active="41a-hq",
        box=[4, 1],
        turn=3,
        spent=["246-id"],
        sp_soviet=5,
        sp_german=6,
        steps_last_turn=9,
    )
    pos = game.pos
    pos.halted = [1, 0]
    pos.put_in = [game.unit("41a-hq"), game.unit("vi-hq")]
    pos.steps_this_turn = 4
    pos.flags[game.unit("vi-hq")] |= ARRIVED
    pos.railed = 2
    assert game.asked() == "chance RollGermanSupply"
    game.holds("turn 4", "lit 41a-hq no", "lit vi-hq no", "box german 0", "box soviet 0")
    game.holds("halted german no", "halted soviet no", "sp soviet 5", "sp german 6")
    assert pos.last_put_in == [game.unit("41a-hq"), game.unit("vi-hq")]
    assert pos.put_in == []
    assert pos.activated == [0] * pos.content.units
    assert not any(flags & (SPENT | ARRIVED | IMPULSE_FLAGS) for flags in pos.flags)
    assert (pos.steps_last_turn, pos.steps_this_turn) == (4, 0)
    assert pos.active_hq == -1
    assert pos.railed == 0
    assert "End of turn 3." not in game.told  # nothing was answered yet; the walk went there by itself


@pytest.mark.rule("rgw.impulse.6b", "rgw.turn.1")
def test_the_end_of_a_turn_is_told() -> None:
    game = playing(["vi-hq"], turn=5).play("chance: draw vi-hq", "german: done", "german: done")
    assert "End of turn 5." in game.told
    assert "German impulse 1 is over." in game.told
    game.holds("turn 6")
    assert game.asked() == "chance RollGermanSupply"


@pytest.mark.rule("rgw.impulse.2")
def test_what_the_end_of_an_impulse_clears() -> None:
    game = playing(["41a-hq", "vi-hq"], {"150-rd": "0102"})
    game.play("chance: draw 41a-hq", "soviet: all", "soviet: move 150-rd", "soviet: to 0202", "soviet: halt")
    game.play("soviet: done", "soviet: done")
    assert game.asked() == "chance DrawChit"
    assert game.pos.flags[game.unit("150-rd")] == SPENT
    game.holds("unit 41a-hq active no", "box soviet 1")
