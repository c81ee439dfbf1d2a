"""The first counter of the list and the first hex of the map are refused by rule like any other."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import table

FIRST = "vi-hq"  # counter number 0
CORNER = "0101"  # hex number 0


@pytest.mark.rule("rgw.activation.10")
def test_when_activating() -> None:
    units = {FIRST: "0201", "xx-hq": "0301", "246-id": "0401"}
    game = table(["....."], units, procedure="impulse", step="ActivateUnits", active="xx-hq")
    assert game.unit(FIRST) == 0 and game.hex(CORNER) == 0
    assert game.refused(f"german: activate {FIRST}") == "rgw.activation.10"


@pytest.mark.rule("rgw.movement.1", "rgw.movement.7")
def test_when_marching() -> None:
    rows = {"rows": ["....."], "holders": ["sgggg"], "rail": [["0101", "0201", "0301", "0401", "0501"]]}
    units = {FIRST: "0201", "xx-hq": "0501", "246-id": "0301"}
    game = table(rows, units, procedure="movement", active="xx-hq")
    assert game.refused(f"german: strategic {FIRST}") == "rgw.movement.1"
    assert game.refused(f"german: rail {FIRST}") == "rgw.movement.1"
    game.play("german: strategic 246-id")
    assert game.refused(f"german: to {CORNER}") == "rgw.movement.7"


@pytest.mark.rule("rgw.movement.1", "rgw.stacking.11a", "rgw.overrun.3")
def test_when_moving() -> None:
    units = {FIRST: "0301", "xx-hq": "0501", "246-id": "0201", "150-rd": CORNER}
    game = table(["....."], units, procedure="movement", step="TacticalMovement", active="xx-hq")
    assert game.refused(f"german: move {FIRST}") == "rgw.movement.1"
    game.play("german: move 246-id")
    assert game.refused(f"german: with {FIRST}") == "rgw.movement.1"
    assert game.refused(f"german: to {CORNER}") == "rgw.stacking.11"
    assert game.refused(f"german: overrun {CORNER}") == "rgw.overrun.3"


@pytest.mark.rule("rgw.declare.1", "rgw.declare.2")
def test_when_declaring() -> None:
    units = {FIRST: "0301", "xx-hq": "0501", "246-id": "0201", "150-rd": CORNER, "262-rd": "0202"}
    game = table(["....."] * 2, units, procedure="combat-phase", active="xx-hq")
    assert game.refused("german: target 0301") == "rgw.declare.1"
    game.play(f"german: target {CORNER}")
    assert game.refused(f"german: commit {FIRST}") == "rgw.declare.2"
    other = table(["....."] * 2, {**units, "150-rd": "0401"}, procedure="combat-phase", active="xx-hq")
    assert other.refused(f"german: target {CORNER}") == "rgw.declare.1"


@pytest.mark.rule("rgw.losses.10", "rgw.advance.3", "rgw.advance.5")
def test_when_retreating_and_advancing() -> None:
    game = attack({"17-gds-rd": NORTH, "262-rd": NORTH}, {"ss-cav-1": TARGET, FIRST: "0101"}, ARENA)
    game.holds("odds 4:1")
    game.play("chance: roll 6", "german: retreat 3")
    assert game.refused(f"german: withdraw {CORNER}") == "rgw.losses.10"
    game.play("german: withdraw 0405", "german: withdraw 0406", "german: withdraw 0407")
    assert game.refused(f"soviet: advance {FIRST}") == "rgw.advance.3"
    game.play("soviet: advance 17-gds-rd")
    assert game.refused(f"soviet: onward {CORNER}") == "rgw.advance.5"


@pytest.mark.rule("rgw.turn.3")
def test_when_choosing_chits() -> None:
    units = {FIRST: "0201", "41a-hq": "0401"}
    game = table(["....."], units, procedure="initial", step="PlaceChits", turn=2, barred={FIRST: 2})
    assert game.refused(f"german: chit {FIRST}") == "rgw.stacking.11"
