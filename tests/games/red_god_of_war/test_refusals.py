"""What is refused, and the reason that is given: each names what stands in the way, and nothing else."""

from typing import Any

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table

LINE = {"rows": ["......."], "holders": ["ggggsss"], "areas": {"source:german": ["0101"]}}


def said(game: Table, line: str) -> tuple[str, str]:
    refusal = game.refusal(line)
    return refusal.rule, refusal.why


@pytest.mark.rule("rgw.initial.18a", "rgw.initial.19", "rgw.initial.20", "rgw.initial.21")
@pytest.mark.parametrize(
    ("line", "rule", "why"),
    [
        (
            "light 150-rd",
            "rgw.initial.18",
            "150 RD is not one of your HQs; only they are put in combat supply.",
        ),
        (
            "light vi-hq",
            "rgw.initial.18",
            "VI HQ is not one of your HQs; only they are put in combat supply.",
        ),
        (
            "light 246-id",
            "rgw.initial.18",
            "246 ID is not one of your HQs; only they are put in combat supply.",
        ),
        ("light 39a-hq", "rgw.initial.18", "39A HQ is not on the map."),
        ("unlight 22a-hq", "rgw.initial.18", "22A HQ has been given no supply point."),
        ("light 41a-hq", "rgw.initial.19", "41A HQ is in combat supply already."),
    ],
)
def test_why_an_hq_is_not_put_in_combat_supply(line: str, rule: str, why: str) -> None:
    units = {"41a-hq": "0501", "22a-hq": "0601", "39a-hq": "dead", "150-rd": "0501", "vi-hq": "0101"}
    game = table(LINE, {**units, "246-id": "0201"}, step="SupplySovietHqs", sp_soviet=2)
    game.play("soviet: light 41a-hq")
    assert said(game, f"soviet: {line}") == (rule, why)


@pytest.mark.rule("rgw.initial.21")
def test_without_points_nobody_more_is_put_in_combat_supply() -> None:
    game = table(LINE, {"41a-hq": "0501", "22a-hq": "0601"}, step="SupplySovietHqs", sp_soviet=1)
    game.play("soviet: light 41a-hq")
    assert said(game, "soviet: light 22a-hq") == ("rgw.initial.21", "no supply point is left.")


@pytest.mark.rule("rgw.initial.28a")
def test_why_an_arrived_hq_is_not_put_in_combat_supply() -> None:
    units = {"vi-hq": "0201", "xxx-hq": "waiting arrives=2 at=0101", "41a-hq": "0601", "246-id": "0301"}
    game = table(LINE, units, step="arrivals", turn=2, sp_german=3).play("german: land 0101")
    assert said(game, "german: light vi-hq") == (
        "rgw.initial.28",
        "VI HQ has not arrived as an HQ this turn.",
    )
    for id in ("41a-hq", "246-id"):
        assert game.refused(f"german: light {id}") == "rgw.initial.28"
        assert "is not one of your HQs" in game.refusal(f"german: light {id}").why
    assert game.options("german") == ["light xxx-hq", "done"]


@pytest.mark.rule("rgw.initial.6")
def test_why_a_german_unit_is_not_sent_away() -> None:
    units = {"vi-hq": "0101", "246-id": "0201", "1pz-1-pz": "0301", "1pz-1-pg": "dead", "150-rd": "0701"}
    game = table(LINE, units, step="RollHilfe", turn=2, okw=5).play("chance: roll 4")
    nobody = "is no German combat unit on the map."
    for id, name in (("vi-hq", "VI HQ"), ("1pz-1-pg", "1Pz/1 PG"), ("150-rd", "150 RD")):
        assert said(game, f"german: dismiss {id}") == ("rgw.initial.6", f"{name} {nobody}")
    kind = "1Pz/1 Pz is isolated, or not of the kind that is called for."
    assert said(game, "german: dismiss 1pz-1-pz") == ("rgw.initial.6", kind)


@pytest.mark.rule("rgw.initial.12")
def test_why_a_soviet_unit_is_not_sent_away() -> None:
    units = {"41a-hq": "0501", "150-rd": "0501", "74-sib-rb": "0601", "93-rd": "dead", "246-id": "0101"}
    game = table(LINE, units, step="RollStalin", turn=2, stalin=7).play("chance: roll 2")
    nobody = "is no Soviet combat unit on the map."
    for id, name in (("41a-hq", "41A HQ"), ("93-rd", "93 RD"), ("246-id", "246 ID")):
        assert said(game, f"soviet: dismiss {id}") == ("rgw.initial.12", f"{name} {nobody}")
    assert said(game, "soviet: dismiss-corps 150-rd") == (
        "rgw.initial.12",
        "150 RD will not do: a rifle division must leave.",
    )
    game = table(LINE, {**units, "75-sib-rb": "0601"}, step="RollStalin", turn=2, stalin=7)
    game.play("chance: roll 2", "soviet: dismiss 74-sib-rb")
    assert said(game, "soviet: dismiss 150-rd")[1] == "150 RD will not do: a brigade must leave."


@pytest.mark.rule("rgw.initial.14", "rgw.initial.15", "rgw.initial.16", "rgw.initial.17")
def test_why_a_unit_does_not_recover() -> None:
    units = {
        "vi-hq": "0101",
        "246-id": "0201 steps=1",
        "86-id": "0201",
        "1pz-1-pz": "0201 steps=1",
        "2-lfd": "0601 steps=1",
        "150-rd": "0701 steps=1",
        "7-lfd": "dead",
    }
    game = table(LINE, units, step="Recover", turn=3)
    assert game.options("german") == ["recover 246-id", "done"]
    rules = {
        id: game.refused(f"german: recover {id}") for id in ("86-id", "1pz-1-pz", "2-lfd", "150-rd", "vi-hq")
    }
    assert rules == {
        "86-id": "rgw.initial.14",
        "1pz-1-pz": "rgw.initial.15",
        "2-lfd": "rgw.initial.17",
        "150-rd": "rgw.initial.14",
        "vi-hq": "rgw.initial.14",
    }


# -- reassignment and arrivals ------------------------------------------------------------------


@pytest.mark.rule("rgw.reinforce.11")
def test_why_an_army_does_not_take_a_unit() -> None:
    units = {"41a-hq": "0501", "22a-hq": "0601", "39a-hq": "dead", "150-rd": "0501", "vi-hq": "0101"}
    game = table(LINE, units, step="reassignment").play("soviet: reassign 150-rd")
    assert said(game, "soviet: assign 41a-hq")[1] == "41A HQ commands it already."
    for id, name in (("39a-hq", "39A HQ"), ("vi-hq", "VI HQ"), ("150-rd", "150 RD")):
        assert said(game, f"soviet: assign {id}") == (
            "rgw.reinforce.11",
            f"{name} is no Soviet HQ on the map.",
        )
    assert said(game, "soviet: also 150-rd")[1] == "two brigades of one army, or one division, or one corps."
    game.play("soviet: cancel")
    assert game.refusal("soviet: chit 41a-hq").rule == "core.ask.options"
    assert said(game, "soviet: reassign vi-hq")[1] == "VI HQ is no Soviet combat unit on the map."


@pytest.mark.rule("rgw.reinforce.3", "rgw.reinforce.4", "rgw.reinforce.5")
def test_why_a_soviet_reinforcement_does_not_come() -> None:
    full = {"150-rd": "0501", "262-rd": "0501", "74-sib-rb": "0501", "75-sib-rb": "0501"}
    units = {
        "41a-hq": "0501",
        "22a-hq": "0601",
        "vi-hq": "0101",
        "246-id": "waiting arrives=2 at=0101",
        "30-gds-rd": "waiting arrives=2",
        "243-rd": "waiting arrives=9",
        "93-rd": "0601",
        **full,
    }
    game = table(LINE, units, step="arrivals", turn=2)
    assert game.offers("bring") == ["30-gds-rd"]
    for id in ("246-id", "243-rd", "93-rd"):
        assert game.refused(f"soviet: bring {id}") == "rgw.reinforce.3"
    game.play("soviet: bring 30-gds-rd")
    assert said(game, "soviet: assign 41a-hq") == ("rgw.reinforce.5", "no room with 41A HQ.")
    assert said(game, "soviet: assign vi-hq")[0] == "rgw.reinforce.4"
    crowd = {"93-rd": "0601", "234-rd": "0601", "134-rd": "waiting arrives=2"}
    none = table(LINE, {**units, **crowd, "3ta-hq": "waiting arrives=2 at=0701"}, step="arrivals", turn=2)
    assert none.offers("bring") == ["3ta-hq"]
    assert none.refused("soviet: bring 134-rd") == "rgw.reinforce.5"


@pytest.mark.rule("rgw.reinforce.4b", "rgw.initial.27")
def test_why_an_hq_does_not_land() -> None:
    rows = {**LINE, "holders": ["ggggsss"]}
    units = {
        "41a-hq": "0701",
        "3ta-hq": "waiting arrives=2 at=0601,0401",
        "xxx-hq": "waiting arrives=2 at=0101",
    }
    game = table(rows, units, step="arrivals", turn=2).play("soviet: bring 3ta-hq")
    assert game.offers("land") == ["0601"]
    assert said(game, "soviet: land 0701") == ("rgw.reinforce.4", "3TA HQ does not come on at 0701.")
    lost = "0401 is in enemy hands or in an enemy zone of control."
    assert said(game, "soviet: land 0401") == ("rgw.reinforce.4", lost)
    game.play("soviet: land 0601")
    assert said(game, "german: land 0201") == ("rgw.initial.27", "XXX HQ does not come on at 0201.")


@pytest.mark.rule("rgw.reinforce.1b", "rgw.stacking.11", "rgw.stacking.7")
def test_why_a_german_reinforcement_does_not_enter() -> None:
    places = "0101,0201,0301,0701"
    units = {"vi-hq": "0101", "86-id": f"waiting arrives=2 at={places}", "246-id": "0201", "114-rb": "0301"}
    game = table(
        {**LINE, "rows": ["........"] * 1, "holders": ["gggggggg"]},
        {**units, "ix-hq": "0801"},
        procedure="movement",
        step="TacticalMovement",
        active="vi-hq",
        turn=2,
    ).play("german: move 86-id")
    assert game.offers("enter") == ["0101"]
    assert said(game, "german: enter 0401")[1] == "86 ID does not enter at 0401."
    assert game.refused("german: enter 0301") == "rgw.stacking.11"
    assert game.refused("german: enter 0201") == "rgw.stacking.7"
    assert said(game, "german: enter 0701")[1] == "0701 is closed, or out of range of the active HQ."


# -- movement -----------------------------------------------------------------------------------


def moving(units: dict[str, str], **facts: Any) -> Table:
    facts.setdefault("step", "TacticalMovement")
    return table(
        facts.pop("rows", ARENA), {"vi-hq": "0101", **units}, procedure="movement", active="vi-hq", **facts
    )


@pytest.mark.rule("rgw.tactical.1", "rgw.stacking.11", "rgw.stacking.7", "rgw.zoc.12")
def test_why_a_move_does_not_end_there() -> None:
    game = moving({"246-id": NORTH, "86-id": "0402", "150-rd": "0405", "262-rd": "0204"})
    game.play("german: move 246-id")
    assert said(game, f"german: to {NORTH}")[1] == f"{NORTH} is where it stands."
    assert game.refused("german: to 0405") == "rgw.stacking.11"
    assert said(game, "german: to 0707")[1] == "0707 is out of reach with 4 MP left."
    game.play("german: to 0502")
    assert said(game, "german: to 0707")[1] == "0707 is out of reach with 2 MP left."
    both = moving({"246-id": "0404", "150-rd": "0405", "vi-hq": "0401"}).play("german: move 246-id")
    assert both.refused("german: to 0305") == "rgw.zoc.12"


@pytest.mark.rule("rgw.tactical.1", "rgw.tactical.2", "rgw.movement.1", "rgw.zoc.13")
def test_why_a_unit_does_not_move_with_the_others() -> None:
    units = {"5pz-31-pz": NORTH, "5pz-13-pg": NORTH, "246-id": NORTH, "1pz-1-pz": f"{NORTH} unsupplied"}
    game = moving({**units, "ss-cav-1": "0402", "86-id": "0503 idle", "vi-hq": NORTH}).play(
        "german: move 5pz-31-pz"
    )
    why = {
        id: said(game, f"german: with {id}")[1]
        for id in ("5pz-31-pz", "246-id", "1pz-1-pz", "ss-cav-1", "vi-hq")
    }
    assert why == {
        "5pz-31-pz": "5Pz/31 Pz is on the move already.",
        "246-id": "units of different kinds pay different costs and move one by one.",
        "1pz-1-pz": "units with different allowances move one by one.",
        "ss-cav-1": "SS Cav/1 is in another hex.",
        "vi-hq": "units of different kinds pay different costs and move one by one.",
    }
    assert said(game, "german: with 86-id") == ("rgw.movement.1", "86 ID is not activated.")
    assert game.offers("with") == ["5pz-13-pg"]


@pytest.mark.rule(
    "rgw.movement.3", "rgw.movement.4", "rgw.movement.5", "rgw.movement.6b", "rgw.zoc.7", "rgw.movement.7b"
)
def test_why_a_unit_does_not_go_by_road_or_rail() -> None:
    rows = {"rows": ["......."] * 2, "holders": ["ggggggg"] * 2, "rail": [["0101", "0201", "0301", "0401"]]}
    units = {"246-id": "0301", "86-id": "0202", "2-lfd": "0401", "150-rd": "0501", "7-lfd": "dead"}
    game = moving(units, rows=rows, step="StrategicMovement")
    assert game.offers("rail") == ["246-id", "vi-hq"]
    assert said(game, "german: rail 86-id") == ("rgw.movement.4", "86 ID is not on a railway.")
    assert said(game, "german: rail 2-lfd") == ("rgw.zoc.7", "2 LFD starts in an enemy zone of control.")
    assert said(game, "german: rail 150-rd") == (
        "rgw.movement.5",
        "150 RD is Soviet; only German units go by rail.",
    )
    assert said(game, "german: strategic 86-id")[1] == "no road or railway leads on from here."
    assert game.refused("german: strategic 2-lfd") == "rgw.zoc.7"
    game.play("german: rail 246-id")
    assert game.refused("german: to 0102") == "rgw.movement.3"
    assert game.refused("german: to 0501") == "rgw.movement.7"
    assert game.refused("german: to 0401") == "rgw.zoc.8"
    game.play("german: to 0201")
    assert game.refused("german: rail vi-hq") == "rgw.movement.6"
    mud = moving(units, rows=rows, step="StrategicMovement", weather="mud")
    assert said(mud, "german: rail 246-id") == ("rgw.movement.4", "no rail movement in mud (rule:4.3).")


# -- combat -------------------------------------------------------------------------------------


@pytest.mark.rule("rgw.losses.3b", "rgw.losses.8b", "rgw.losses.11")
def test_why_a_unit_loses_or_regains_no_step() -> None:
    game = attack(
        {"150-rd": NORTH, "17-gds-rd": NORTH}, {"ss-cav-1": TARGET, "xx-hq": TARGET, "93-rd": NORTH}
    )
    game.play("chance: roll 4")
    assert said(game, "soviet: lose 93-rd") == (
        "rgw.losses.2",
        "93 RD is not one of your units in this combat.",
    )
    game.play("soviet: lose 150-rd", "german: retreat 0")
    assert said(game, "german: lose xx-hq") == (
        "rgw.losses.8",
        "XX HQ is an HQ or destroyed, and cannot lose a step.",
    )
    game.play("german: lose ss-cav-1")
    assert said(game, "soviet: restore 17-gds-rd") == (
        "rgw.losses.11",
        "17 Gds RD has lost no step in this combat.",
    )


@pytest.mark.rule("rgw.declare.1", "rgw.declare.2", "rgw.declare.5")
def test_why_a_unit_is_not_committed_or_released() -> None:
    units = {"41a-hq": "0401", "150-rd": NORTH, "262-rd": NORTH, "246-id": TARGET, "86-id": "0304"}
    game = table(ARENA, units, procedure="combat-phase", active="41a-hq")
    game.play(f"soviet: target {TARGET}", "soviet: commit 150-rd")
    assert said(game, "soviet: commit 150-rd") == ("rgw.declare.5", "150 RD is in this attack already.")
    assert said(game, "soviet: release 262-rd") == ("rgw.declare.1", "262 RD is not in this attack.")
    assert said(game, "soviet: commit 246-id") == ("rgw.declare.2", "246 ID is the enemy's.")
    game.play("soviet: agreed", "soviet: target 0304")
    assert game.refused("soviet: commit 150-rd") == "rgw.declare.5"
    game.play("soviet: agreed", "soviet: done")
    assert said(game, "soviet: resolve 0304") == ("rgw.declare.1", "no attack on 0304 was declared.")


@pytest.mark.rule("rgw.turn.2", "rgw.initial.24", "rgw.initial.27")
def test_why_a_chit_does_not_go_in() -> None:
    units = {"20a-hq": "0501", "31a-hq": "0601", "39a-hq": "dead", "150-rd": "0601", "vi-hq": "0101"}
    game = table(LINE, units, step="PlaceChits", turn=2, last_chits=["20a-hq"])
    assert said(game, "soviet: add 39a-hq") == ("rgw.initial.24", "39A HQ is no HQ on the map.")
    assert said(game, "soviet: add 150-rd") == ("rgw.initial.24", "150 RD is no HQ on the map.")
    assert said(game, "soviet: add 20a-hq")[0] == "rgw.turn.2"


@pytest.mark.rule("rgw.activation.4", "rgw.activation.7", "rgw.activation.8", "rgw.activation.10")
def test_why_a_unit_does_not_activate() -> None:
    units = {"41a-hq": "0501", "150-rd": "0601", "238-rd": "0601", "22a-hq": "0701", "246-id": "0101"}
    game = table(LINE, units, procedure="impulse", step="ActivateUnits", active="41a-hq")
    assert said(game, "soviet: activate 246-id")[0] == "rgw.activation.4"
    assert said(game, "soviet: activate 22a-hq")[0] == "rgw.activation.10"
    assert said(game, "soviet: activate 238-rd")[0] == "rgw.activation.7"
    assert said(game, "soviet: leave 150-rd") == ("rgw.activation.8", "150 RD is not named.")
    game.play("soviet: activate 150-rd")
    assert said(game, "soviet: activate 150-rd") == ("rgw.activation.8", "150 RD is named already.")


@pytest.mark.rule("rgw.initial.27")
def test_a_landing_that_is_refused_names_the_hq_that_is_due() -> None:
    units = {"vi-hq": "0201", "xii-hq": "waiting arrives=9 at=0301", "xxx-hq": "waiting arrives=2 at=0101"}
    game = table(LINE, units, step="arrivals", turn=2)
    assert game.options("german") == ["land 0101"]
    assert said(game, "german: land 0301") == ("rgw.initial.27", "XXX HQ does not come on at 0301.")
