"""Chapter mech: the second movement of HQ, cavalry and mechanized units."""

from typing import Any

import pytest

from games.red_god_of_war.table import Table, table

STRIP = ["..........", ".........."]


def second(units: dict[str, str], rows: Any = None, hq: str = "41a-hq", **facts: Any) -> Table:
    return table(rows or STRIP, {hq: "0101", **units}, procedure="mechanized", active=hq, **facts)


@pytest.mark.rule("rgw.mech.1", "rgw.mech.2", "rgw.mech.3a", "rgw.mech.4")
@pytest.mark.parametrize(
    ("unit", "moves"),
    [
        ("150-rd", False),
        ("74-sib-rb", False),
        ("104-tb", True),
        ("47-mb", True),
        ("3-gds-cd", True),
        ("238-rd", False),
    ],
)
def test_who_moves_again(unit: str, moves: bool) -> None:
    game = second({unit: "0201 army=41a-hq", "48-mb": "0301 idle"})
    assert (unit in game.offers("move")) is moves
    assert "41a-hq" in game.offers("move")
    assert "48-mb" not in game.offers("move")
    if not moves:
        assert game.refused(f"soviet: move {unit}") == "rgw.mech.4"
    assert game.refused("soviet: move 48-mb") == "rgw.movement.1"


@pytest.mark.rule("rgw.mech.1", "rgw.mech.2", "rgw.mech.3")
def test_germans_too() -> None:
    units = {"ss-cav-1": "0201", "5pz-31-pz": "0202", "5pz-13-pg": "0301", "102-id": "0302", "ix-hq": "0401"}
    game = second(units, hq="xxxix-pz-hq")
    assert game.offers("move") == ["5pz-13-pg", "5pz-31-pz", "ss-cav-1", "xxxix-pz-hq"]
    assert game.refused("german: move 102-id") == "rgw.mech.4"
    assert game.refused("german: move ix-hq") == "rgw.movement.1"


@pytest.mark.rule("rgw.mech.3b")
def test_the_full_allowance_is_there_anew() -> None:
    game = table(
        STRIP,
        {"41a-hq": "0101", "104-tb": "0101"},
        procedure="movement",
        step="TacticalMovement",
        active="41a-hq",
    )
    game.play("soviet: move 104-tb", "soviet: to 0901", "soviet: done", "soviet: move 104-tb")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("reach 104-tb 0101 8", "reach 104-tb 1001 1")
    game.play("soviet: to 1001", "soviet: halt")
    assert game.refused("soviet: move 104-tb") == "rgw.tactical.1"  # but only once


@pytest.mark.rule("rgw.mech.3a")
def test_a_unit_that_attacked_and_advanced_moves_again() -> None:
    game = table(
        ["......."] * 7,
        {"41a-hq": "0101", "48-mb": "0403", "17-gds-rd": "0403", "ss-cav-1": "0404"},
        procedure="combat-phase",
        active="41a-hq",
        opened=["41a-hq"],
    )
    game.play(
        "soviet: target 0404",
        "soviet: commit 48-mb",
        "soviet: commit 17-gds-rd",
        "soviet: agreed",
        "soviet: done",
    )
    game.play("soviet: resolve 0404", "chance: roll 6", "german: retreat 0", "german: lose ss-cav-1")
    game.play("soviet: advance 48-mb", "soviet: stop", "soviet: done")
    assert game.offers("move") == ["41a-hq", "48-mb"]
    game.play("soviet: move 48-mb")
    game.holds("reach 48-mb 0407 3")


@pytest.mark.rule("rgw.mech.7a", "rgw.mech.7b")
@pytest.mark.parametrize("kind", ["road", "rail"])
def test_no_march_and_no_train(kind: str) -> None:
    rows = {"rows": STRIP, kind: [["0101", "0201", "0301", "0401"]], "holders": ["gggggggggg"] * 2}
    game = second({"5pz-31-pz": "0101"}, rows, "xxxix-pz-hq")
    assert game.asked() == "german MechanizedMovement"
    assert game.offers("strategic") == game.offers("rail") == []


@pytest.mark.rule("rgw.mech.4", "rgw.stacking.7c")
def test_a_full_hex_can_be_crowded_only_if_a_mobile_unit_leaves_it() -> None:
    full = {"150-rd": "0301", "262-rd": "0301", "74-sib-rb": "0301", "47-mb": "0301"}
    game = second({"104-tb": "0101", **full}).play("soviet: move 104-tb", "soviet: to 0301", "soviet: halt")
    assert game.options("soviet") == ["move 47-mb"]
    assert game.refused("soviet: move 150-rd") == "rgw.mech.4"
    full["47-mb"] = "0301 idle"
    game = second({"104-tb": "0101", **full}).play("soviet: move 104-tb")
    assert game.refused("soviet: to 0301") == "rgw.stacking.7"


@pytest.mark.rule("rgw.mech.3")
def test_a_reinforcement_that_did_not_enter_waits() -> None:
    game = second({"12pz-29-pz": "waiting arrives=1 at=0201"}, hq="xxxix-pz-hq")
    assert game.offers("move") == ["xxxix-pz-hq"]
    assert game.refused("german: move 12pz-29-pz") == "rgw.mech.4"


@pytest.mark.rule("rgw.mech.5b", "rgw.overrun.3b")
def test_cavalry_and_hqs_do_not_overrun_here_either() -> None:
    game = second({"3-gds-cd": "0201 army=41a-hq", "gd-pz-abt": "0301"}, ["....."] * 3)
    game.pos.lit[game.unit("41a-hq")] = 1
    game.play("soviet: move 3-gds-cd")
    assert game.offers("overrun") == []
    assert game.refused("soviet: overrun 0301") == "rgw.overrun.3"
    game.play("soviet: halt", "soviet: move 41a-hq", "soviet: to 0201")
    assert game.refused("soviet: overrun 0301") == "rgw.overrun.3"
