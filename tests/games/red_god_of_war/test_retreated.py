"""House rule 8.3: units that retreated may be attacked again only in another impulse."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET
from games.red_god_of_war.table import Table, table

SOVIETS = {"17-gds-rd": NORTH, "150-rd": NORTH, "262-rd": "0504", "93-rd": "0504"}
BEHIND = "0505"  # next to the target and to 0504


def two_attacks(germans: dict[str, str], again: bool = False, **facts: object) -> Table:
    """The Soviets attack TARGET with two divisions and BEHIND with two others; the first is resolved."""
    game = table(
        ARENA,
        {"41a-hq": "0401", **SOVIETS, **germans},
        procedure="combat-phase",
        active="41a-hq",
        opened=["41a-hq"],
        options={"retreated-defend-again": again},
        **facts,
    )
    game.play(f"soviet: target {TARGET}", "soviet: commit 17-gds-rd", "soviet: commit 150-rd")
    game.play("soviet: agreed", f"soviet: target {BEHIND}", "soviet: commit 262-rd", "soviet: commit 93-rd")
    return game.play("soviet: agreed", "soviet: done", f"soviet: resolve {TARGET}")


def beaten(germans: dict[str, str], again: bool = False, die: int = 2) -> Table:
    """The Germans of TARGET have taken one hit and retreated to BEHIND, where the next attack comes."""
    game = two_attacks(germans, again).play(f"chance: roll {die}", "soviet: lose 150-rd", "german: retreat 1")
    return game.play(f"german: withdraw {BEHIND}", "soviet: done", f"soviet: resolve {BEHIND}")


@pytest.mark.rule("rgw.losses.10e", "rgw.odds.1")
@pytest.mark.parametrize(("again", "defence"), [(False, 3), (True, 5)])
def test_units_that_retreated_add_nothing_to_the_defence_of_the_hex_they_came_to(
    again: bool, defence: int
) -> None:
    beaten({"5pz-31-pz": TARGET, "1pz-1-pg": BEHIND}, again).holds(f"defence {defence}")


@pytest.mark.rule("rgw.losses.10", "rgw.odds.3")
@pytest.mark.parametrize(("again", "defence"), [(False, 6), (True, 16)])
def test_units_that_retreated_do_not_complete_a_division_that_is_under_attack(
    again: bool, defence: int
) -> None:
    germans = {"5pz-31-pz": TARGET, "5pz-13-pg": BEHIND, "5pz-14-pg": BEHIND}
    beaten(germans, again).holds(f"defence {defence}")


@pytest.mark.rule("rgw.losses.10", "rgw.odds.5e")
@pytest.mark.parametrize(("again", "shift"), [(False, "no"), (True, "yes")])
def test_tanks_that_retreated_do_not_support_the_infantry_they_came_to(again: bool, shift: str) -> None:
    game = table(
        ARENA,
        {"41a-hq": "0401", **SOVIETS, "104-tb": "0504", "5pz-31-pz": TARGET, "1pz-1-pg": BEHIND},
        procedure="combat-phase",
        active="41a-hq",
        opened=["41a-hq"],
        options={"retreated-defend-again": again},
    )
    game.play(f"soviet: target {TARGET}", "soviet: commit 17-gds-rd", "soviet: commit 150-rd")
    game.play("soviet: agreed", f"soviet: target {BEHIND}", "soviet: commit 262-rd", "soviet: commit 104-tb")
    game.play("soviet: agreed", "soviet: done", f"soviet: resolve {TARGET}", "chance: roll 2")
    game.play("soviet: lose 150-rd", "german: retreat 1", f"german: withdraw {BEHIND}", "soviet: done")
    game.play(f"soviet: resolve {BEHIND}").holds(f"shift tanks-with-infantry-defend {shift}")


@pytest.mark.rule("rgw.losses.8", "rgw.losses.10")
@pytest.mark.parametrize("again", [False, True])
def test_units_that_retreated_take_no_second_hit(again: bool) -> None:
    game = beaten({"5pz-31-pz": TARGET, "1pz-1-pg": BEHIND}, again).play("chance: roll 4")
    while game.asked().startswith("soviet"):
        game.play(f"soviet: {game.options('soviet')[0]}")
    game.play("german: retreat 0")
    assert game.offers("lose") == (["1pz-1-pg", "5pz-31-pz"] if again else ["1pz-1-pg"])


@pytest.mark.rule("rgw.advance.1a", "rgw.losses.10", "rgw.losses.11")
def test_a_hex_in_which_they_remain_is_not_vacated_though_its_defenders_are_destroyed() -> None:
    """Eight attack the reduced cavalry, 2 in defence, at 4:1; the tanks that retreated there stay."""
    game = beaten({"5pz-31-pz": TARGET, "ss-cav-1": BEHIND})
    game.holds("defence 2", "odds 4:1")
    game.play("chance: roll 3", "soviet: lose 93-rd", "german: retreat 0", "german: lose ss-cav-1")
    assert game.options("soviet") == ["restore 93-rd"]  # all defending units were wiped out with a hit over
    game.play("soviet: restore 93-rd")
    assert game.asked() == "soviet MechanizedMovement"
    game.holds("unit ss-cav-1 is dead", f"unit 5pz-31-pz at {BEHIND}", f"control {BEHIND} german")


@pytest.mark.rule("rgw.losses.7", "rgw.losses.10")
def test_defenders_go_back_alone_and_an_hq_goes_with_them() -> None:
    game = beaten({"5pz-31-pz": TARGET, "1pz-1-pg": BEHIND, "xxxix-pz-hq": BEHIND}, die=3)
    game.holds("odds 1:1")
    game.play("chance: roll 6", "soviet: lose 93-rd", "german: retreat 2")
    game.play("german: withdraw 0506", "german: withdraw 0507")
    game.holds("unit 1pz-1-pg at 0507", "unit xxxix-pz-hq at 0507", f"unit 5pz-31-pz at {BEHIND}")


# -- overruns -----------------------------------------------------------------------------------

PANZER = ("5pz-31-pz", "5pz-13-pg", "5pz-14-pg")
CHARGE = ["german: move 5pz-31-pz", "german: with 5pz-13-pg", "german: with 5pz-14-pg"]


def overrun(again: bool = False, die: int = 4, **units: str) -> Table:
    """5th Panzer overruns a brigade at 4:1; with a 4 it takes two hits."""
    game = table(
        ["......."] * 9,
        {
            "xxxix-pz-hq": "0401 lit",
            **dict.fromkeys(PANZER, NORTH),
            "37-mb": TARGET,
            "41a-hq": "0709",
            **units,
        },
        procedure="movement",
        step="TacticalMovement",
        active="xxxix-pz-hq",
        options={"retreated-defend-again": again},
    )
    return game.play(*CHARGE, f"german: overrun {TARGET}", f"chance: roll {die}", "german: lose 5pz-13-pg")


@pytest.mark.rule("rgw.losses.10e", "rgw.overrun.7", "rgw.declare.7")
@pytest.mark.parametrize("again", [False, True])
def test_who_retreated_from_an_overrun_is_neither_overrun_nor_attacked_again(again: bool) -> None:
    game = overrun(again).play("soviet: retreat 1", "soviet: lose 37-mb", "soviet: withdraw 0405")
    game.holds("unit 5pz-31-pz at 0404", "unit 37-mb at 0405")
    assert game.offers("overrun") == (["0405"] if again else [])
    if again:
        return
    refusal = game.refusal("german: overrun 0405")
    assert (refusal.rule, "have retreated in this impulse" in refusal.why) == ("rgw.losses.10", True)
    game.play("german: halt", "german: done")
    assert game.asked() == "german MechanizedMovement"  # there is nobody to attack


@pytest.mark.rule("rgw.losses.10", "rgw.declare.1")
def test_a_hex_of_retreated_units_is_refused_as_a_target() -> None:
    game = overrun(**{"104-tb": "0504"}).play(
        "soviet: retreat 1", "soviet: lose 37-mb", "soviet: withdraw 0405", "german: halt", "german: done"
    )
    assert game.offers("target") == ["0504"]
    assert game.refused("german: target 0405") == "rgw.losses.10"


@pytest.mark.rule("rgw.losses.10", "rgw.declare.7a")
def test_a_hex_whose_units_stood_their_overrun_may_be_attacked() -> None:
    game = overrun(die=2).play("soviet: retreat 0", "soviet: lose 37-mb", "german: done")
    assert game.offers("target") == [TARGET]


@pytest.mark.rule("rgw.losses.10")
def test_in_the_next_impulse_they_are_attacked_like_everybody() -> None:
    game = overrun(**{"ix-hq": "0401", "1pz-1-pg": "0304 idle"})
    game.pos.cup = [game.unit("ix-hq")]
    game.play("soviet: retreat 1", "soviet: lose 37-mb", "soviet: withdraw 0305", "german: halt")
    game.play(
        "german: done", "german: done", "chance: draw ix-hq", "german: activate 1pz-1-pg", "german: done"
    )
    game.play("german: done")
    assert game.offers("target") == ["0305"]
    game.play("german: target 0305", "german: commit 1pz-1-pg").holds("defence 1")
