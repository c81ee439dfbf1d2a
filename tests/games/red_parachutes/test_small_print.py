"""Small print of the family's chapters: what happens a second time, to the last of several, off the road."""

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NORTH, SOUTH, TARGET
from games.red_parachutes.table import table
from grognard.games.battalions.entering import can_go
from grognard.games.battalions.falling_back import FallingBack, steadiest
from grognard.games.battalions.movement import closed_hexes
from grognard.games.battalions.results import MAY_STAND

RIFLE = [f"{battalion}-a-309" for battalion in ("i", "ii", "iii")]


@pytest.mark.rule("rp.retreat.15", "rp.advance.4")
def test_nobody_retreats_or_advances_onto_water_even_along_a_road() -> None:
    rows = {"rows": [".~.", "..."], "road": [["0101", "0201", "0301"]]}
    game = table(rows, {"i-gr-80": "0101"})
    unit, here = game.unit("i-gr-80"), game.hex("0101")
    assert not can_go(game.pos, unit, here, game.hex("0201"))
    assert can_go(game.pos, unit, here, game.hex("0102"))


@pytest.mark.rule("rp.engineering.7")
def test_a_blown_bridge_shuts_its_water_and_nothing_where_there_is_none() -> None:
    kanev = {"rows": [".~.", "..."], "areas": {"kanev:water": ["0201"]}}
    for rows, bridge, shut in ((kanev, False, ["0201"]), (kanev, True, []), (["...", "..."], False, [])):
        game = table(rows, {"i-gr-80": "0101"}, bridge=bridge)
        closed = closed_hexes(game.pos, 0)
        assert [game.pos.content.names[hex] for hex, yes in enumerate(closed) if yes] == shut


@pytest.mark.rule("rp.recovery.5")
def test_each_unit_next_to_the_enemy_rolls_for_itself() -> None:
    units = {"i-gr-80": f"{NORTH} disrupted", "ii-gr-80": f"{SOUTH} disrupted", "i-a-309": TARGET}
    game = table(ARENA, units, procedure="recovery", turn=MIDDAY)
    game.play("chance: roll 1")
    game.holds("unit i-gr-80 morale in-order", "unit ii-gr-80 morale disrupted")
    assert game.asked() == "chance RollRecovery"
    game.play("chance: roll 6")
    game.holds("unit ii-gr-80 morale disrupted")
    assert game.asked() != "chance RollRecovery"


@pytest.mark.rule("rp.reinforcements.8")
def test_why_a_unit_does_not_lose_the_step_of_an_arriving_division() -> None:
    units = dict.fromkeys(RIFLE, "waiting arrives=2 at=0101") | {"i-a-161": "0103"}
    game = table(["."] * 3, units, procedure="movement", step="reinforcements", phasing="soviet")
    game.play("chance: roll 7", "soviet: lose i-a-309")
    assert "not of the division" in game.refusal("soviet: lose i-a-161").why
    assert "second step" in game.refusal("soviet: lose i-a-309").why


@pytest.mark.rule("rp.stand-fast.2")
def test_whoever_wants_to_stand_tries_even_with_the_most_shaken_unit() -> None:
    game = table(ARENA, {"ii-gr-80": NORTH, "i-gr-80": TARGET, "i-a-309": SOUTH})
    steady, shaken = game.unit("ii-gr-80"), game.unit("i-gr-80")
    game.pos.content.printed["morale"][shaken * 5 + game.pos.steps[shaken]] = 0
    v = FallingBack(0, 1, (), (steady, shaken), (), game.hex(TARGET), MAY_STAND)
    ranked = sorted(
        (("give-way", -1), ("stand-with", shaken), ("stand-with", steady)),
        key=lambda one: steadiest(game.pos, v, one),
    )
    assert ranked == [("stand-with", steady), ("stand-with", shaken), ("give-way", -1)]
