"""Chapter morale: levels picked in secret, participation, and the shift."""

import pytest

from games.red_parachutes.battle import NORTH, TARGET, attack, choose, levels, no_guns, odds, shifts
from games.red_parachutes.table import Table
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.participation import morale_shift, usual_level


def at_levels(attackers: dict[str, str], defenders: dict[str, str], **facts: object) -> Table:
    return no_guns(choose(attack(attackers, defenders, **facts)))  # type: ignore[arg-type]  # facts of a case


@pytest.mark.rule("rp.morale.2", "rp.morale.3a")
def test_a_level_needs_a_unit_that_meets_it() -> None:
    """The German has morale 3 and 4, the Soviet 2."""
    game = at_levels({"i-gr-80": NORTH, "pi-34": NORTH}, {"i-a-309": TARGET})
    assert game.asked() == "german and soviet ChooseLevels"
    assert game.options("german") == [f"morale-level {n}" for n in range(5)]
    assert game.options("soviet") == [f"morale-level {n}" for n in range(3)]
    assert game.refused("soviet: morale-level 3") == "rp.morale.3"


@pytest.mark.rule("rp.morale.2")
def test_the_levels_are_shown_together() -> None:
    game = at_levels({"i-gr-80": NORTH}, {"i-a-309": TARGET})
    game.play("german: morale-level 3", "german: seal")
    assert not any("Morale levels" in line for line in game.told)
    game.play("soviet: morale-level 1", "soviet: seal")
    assert "Morale levels: attacker 3, defender 1." in game.told


@pytest.mark.rule("rp.morale.3")
def test_a_unit_without_strength_sets_no_level() -> None:
    """The HQ has morale 3 and DS 2 and can set the level of a defence."""
    game = at_levels({"i-gr-80": NORTH}, {"i-a-309": TARGET, "hq-309": TARGET})
    assert "morale-level 3" in game.options("soviet")


@pytest.mark.rule("rp.morale.4", "rp.morale.5")
@pytest.mark.parametrize(
    ("state", "highest"), [("", 3), ("isolated", 2), ("demoralized", 2), ("isolated demoralized", 1)]
)
def test_isolation_and_demoralization_lower_morale(state: str, highest: int) -> None:
    game = at_levels({"i-gr-80": f"{NORTH} {state}"}, {"i-a-309": TARGET})
    assert game.options("german")[-1] == f"morale-level {highest}"


@pytest.mark.rule("rp.morale.4")
def test_morale_does_not_fall_below_nothing() -> None:
    game = at_levels({"i-a-309": f"{NORTH} isolated demoralized"}, {"i-gr-80": TARGET}, by="soviet")
    assert game.options("soviet") == ["morale-level 0"]


MIXED = {"i-gr-455": f"{NORTH} isolated", "i-pzgr-73": NORTH, "flak-school": NORTH}
"""Morale 2 after isolation, 4 and 3."""


@pytest.mark.rule(
    "rp.morale.6",
    "rp.morale.7",
    "rp.morale.8a",
    "rp.morale.8b",
    "rp.morale.9",
    "rp.morale.10",
    "rp.morale.12a",
)
@pytest.mark.parametrize(
    ("die", "attack_strength"), [(1, 5), (2, 5), (3, 5 + 1), (4, 5 + 1 + 2), (6, 5 + 1 + 2)]
)
def test_one_die_decides_for_all_attackers_below_the_level(die: int, attack_strength: int) -> None:
    """Level 4: morale 4 takes part; the company at 3 fails on 1 and 2, the battalion at 2 on 1 to 3.

    The isolated battalion of AS 3 counts 2.
    """
    game = levels(at_levels(MIXED, {"i-a-309": TARGET}), 4, 1)
    assert game.asked() == "chance AttackerParticipation"
    game.play(f"chance: roll {die}")
    assert odds(game)[0] == attack_strength


@pytest.mark.rule("rp.morale.11")
@pytest.mark.parametrize(("die", "fails"), [(4, True), (5, False)])
def test_three_points_below_fail_on_four(die: int, fails: bool) -> None:
    """Level 4 against morale 1 of an isolated, demoralized battalion: it would add AS 4 / 2 / 2 = 1."""
    attackers = {"i-pzgr-73": NORTH, "i-gr-80": f"{NORTH} isolated demoralized"}
    game = levels(at_levels(attackers, {"i-a-309": TARGET}), 4, 1).play(f"chance: roll {die}")
    assert odds(game)[0] == 5 + (not fails)


@pytest.mark.rule("rp.morale.7", "rp.morale.8")
def test_nobody_rolls_who_meets_the_level() -> None:
    game = levels(at_levels({"i-gr-80": NORTH}, {"i-a-309": TARGET}), 3, 2)
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.morale.13", "rp.morale.8b")
@pytest.mark.parametrize(("die", "strength"), [(2, 4 + 2), (3, 4 + 4)])
def test_defenders_that_fail_count_half_rounded_down(die: int, strength: int) -> None:
    """Level 3 of the motor rifles; the rifle battalion of morale 2 fails on 1 and 2, DS 4 counts 2."""
    game = levels(at_levels({"i-gr-80": NORTH}, {"i-a-309": TARGET, "i-22-mrb": TARGET}), 1, 3)
    assert game.asked() == "chance DefenderParticipation"
    game.play(f"chance: roll {die}")
    assert odds(game)[1] == strength


@pytest.mark.rule("rp.morale.13")
def test_a_ds_of_five_that_fails_counts_two() -> None:
    rifles = {"i-a-309": NORTH, "ii-a-309": NORTH}
    game = attack(rifles, {"i-gr-80": TARGET, "i-pzgr-73": TARGET}, by="soviet")
    levels(no_guns(choose(game)), 2, 4).play("chance: roll 1")
    assert odds(game)[1] == 2 + 5


@pytest.mark.rule(
    "rp.morale.1", "rp.morale.15", "rp.morale.16", "rp.morale.17a", "rp.morale.17b", "rp.odds-shifts.5"
)
@pytest.mark.parametrize(
    ("mine", "theirs", "shift"),
    [(5, 1, 3), (4, 1, 3), (3, 1, 2), (2, 2, 0), (2, 3, -1), (2, 4, -1), (2, 5, -2), (0, 5, -2), (1, 2, -1)],
)
def test_the_levels_shift_the_odds(mine: int, theirs: int, shift: int) -> None:
    assert morale_shift(Combat(0, (), (), attack_level=mine, defence_level=theirs)) == shift


@pytest.mark.rule("rp.morale.15", "rp.odds-shifts.2")
def test_the_morale_shift_is_part_of_the_odds() -> None:
    game = levels(at_levels({"i-gr-80": NORTH}, {"i-a-309": TARGET}), 3, 1)
    assert shifts(game) == {"morale": "+2"}
    assert odds(game) == (4, 4, "3:1", 7)


@pytest.mark.rule("rp.morale.2")
def test_the_usual_level_is_met_by_half_of_the_strength() -> None:
    """AS 5 at morale 4 and 3 at 2: half of 8 meets level 4. DS 4 at 2 and 2 at 3: 2 of 6 meet 3, so 2."""
    game = at_levels(
        {"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}, {"i-a-309": TARGET, "hq-309": TARGET}
    )
    v = game.pos.stack[-1].vars
    assert (usual_level(game.pos, v, 0), usual_level(game.pos, v, 1)) == (4, 2)


@pytest.mark.rule("rp.morale.12b", "rp.odds-shifts.16")
def test_attackers_that_fail_do_not_envelop() -> None:
    """Four hexes attack; the isolated one of morale 2 fails, and three are left."""
    around = {"i-pzgr-73": NORTH, "ii-pzgr-73": "0504", "pzpi-19": "0304", "i-gr-80": "0405 isolated"}
    for die, enveloped in ((3, False), (4, True)):
        game = levels(at_levels(around, {"i-a-309": TARGET}), 4, 1).play(f"chance: roll {die}")
        assert ("envelopment" in shifts(game)) == enveloped
