"""Chapters armor and at-fire: who may use his value, levels, shifts, and the shots of the defender."""

import pytest

from games.red_parachutes.battle import (
    MIDDAY,
    NIGHT,
    NORTH,
    NORTH_EAST,
    SOUTH,
    TARGET,
    attack,
    choose,
    drawn,
    levels,
    no_guns,
    odds,
    shifts,
)
from games.red_parachutes.table import Table
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.odds.armor import armor_shift, armor_value, at_value


def armored(
    attackers: dict[str, str], defenders: dict[str, str], level: tuple[int, int] = (1, 1), **facts: object
) -> Table:
    """After the morale levels: at the first shot, or at the roll."""
    return levels(no_guns(choose(attack(attackers, defenders, **facts))), *level)  # type: ignore[arg-type]  # facts of a case


def vars_of(game: Table) -> Combat:
    v = game.pos.stack[-1].vars
    assert isinstance(v, Combat)
    return v


def armor_and_at(game: Table) -> tuple[int, int]:
    return (vars_of(game).armor, vars_of(game).at)


GERMAN_TANKS = {"pzr-27": NORTH, "i-pzgr-73": NORTH}
RIFLES = {"i-a-309": TARGET}


# -- who may use his value --------------------------------------------------------------------------


@pytest.mark.rule("rp.armor.2a", "rp.armor.5a", "rp.armor.11a")
def test_tanks_use_their_armor_only_with_infantry_in_their_hex() -> None:
    assert armor_and_at(armored(GERMAN_TANKS, RIFLES)) == (4, 0)
    assert armor_and_at(armored({"pzr-27": NORTH}, RIFLES)) == (0, 0)
    assert armor_and_at(armored({"pzr-27": NORTH, "i-gr-80": "0504"}, RIFLES)) == (0, 0)


@pytest.mark.rule("rp.armor.2b", "rp.morale.12b")
def test_the_partner_must_take_part() -> None:
    """The infantry at morale 2 fails on a 1: the tanks are without a partner."""
    tanks = {"pzr-27": NORTH, "i-gr-455": f"{NORTH} isolated"}
    for die, level in ((1, 0), (6, 4)):
        game = armored(tanks, RIFLES, level=(4, 1)).play(f"chance: roll {die}")
        assert vars_of(game).armor == level


@pytest.mark.rule("rp.armor.2c")
def test_infantry_uses_its_own_at_value_and_an_at_battalion_needs_a_partner() -> None:
    """A lone infantry battalion uses its 1; a lone AT unit not its 3, but beside engineers it does."""
    assert armor_and_at(
        armored({"69-mb-tank": NORTH, "i-69-mb": NORTH}, {"i-gr-80": TARGET}, by="soviet")
    ) == (4, 1)
    alone = armored({"69-mb-tank": NORTH, "i-69-mb": NORTH}, {"pzjg-34": TARGET}, by="soviet")
    assert armor_and_at(alone) == (4, 0)
    backed = armored(
        {"69-mb-tank": NORTH, "i-69-mb": NORTH}, {"pzjg-34": TARGET, "pi-34": TARGET}, by="soviet"
    )
    assert armor_and_at(backed) == (4, 4)


@pytest.mark.rule("rp.armor.2", "rp.armor.4")
def test_german_mechanized_and_engineer_units_defend_alone_with_their_at_value() -> None:
    soviet = {"69-mb-tank": NORTH, "i-69-mb": NORTH}
    assert armor_and_at(armored(soviet, {"i-pzgr-73": TARGET}, by="soviet"))[1] == 2
    assert armor_and_at(armored(soviet, {"pi-34": TARGET}, by="soviet"))[1] == 1
    assert armor_and_at(armored(GERMAN_TANKS, {"i-69-mb": TARGET}))[1] == 0


@pytest.mark.rule("rp.armor.2d")
def test_a_mechanized_unit_is_no_partner_to_itself() -> None:
    """In attack the lone mechanized battalion of the Soviets lends its infantry to the tanks."""
    game = armored({"69-mb-tank": NORTH, "i-69-mb": NORTH}, {"flak-school": TARGET}, by="soviet")
    assert armor_and_at(game) == (4, 0)


@pytest.mark.rule("rp.armor.3")
def test_recon_uses_its_values_alone() -> None:
    assert armor_and_at(armored({"pzaa-19": NORTH}, RIFLES)) == (1, 0)
    assert (
        armor_and_at(armored({"i-69-mb": NORTH, "69-mb-tank": NORTH}, {"pzaa-19": TARGET}, by="soviet"))[1]
        == 1
    )


@pytest.mark.rule("rp.armor.5b")
def test_a_defending_tanks_armor_serves_as_its_at_value() -> None:
    assert armor_and_at(armored(GERMAN_TANKS, {"69-mb-tank": TARGET, "i-69-mb": TARGET})) == (4, 4)


@pytest.mark.rule("rp.armor.6", "rp.armor.7", "rp.armor.8", "rp.armor.9")
@pytest.mark.parametrize(
    ("state", "tank", "gun"),
    [("", 4, 4), ("isolated", 2, 3), ("demoralized", 2, 3), ("isolated demoralized", 0, 2)],
)
def test_isolation_and_demoralization_lower_the_values(state: str, tank: int, gun: int) -> None:
    """Armor 4 loses 2 for each, AT 4 loses 1."""
    game = attack({"pzr-27": f"{NORTH} {state}", "pzjg-34": f"{NORTH} {state}"}, RIFLES)
    assert armor_value(game.pos, game.unit("pzr-27")) == tank
    assert at_value(game.pos, game.unit("pzjg-34")) == gun


@pytest.mark.rule("rp.armor.6", "rp.armor.7")
def test_a_value_does_not_fall_below_nothing() -> None:
    game = attack({"pzaa-19": f"{NORTH} isolated demoralized"}, RIFLES)
    assert armor_value(game.pos, game.unit("pzaa-19")) == 0
    assert at_value(game.pos, game.unit("pzaa-19")) == 0


@pytest.mark.rule("rp.morale.14")
def test_defenders_that_fail_halve_their_at_value() -> None:
    """AT 3 of morale 2 below the level 3 of the motor rifles: on a 1 it counts 1."""
    defenders = {"at-309": TARGET, "i-22-mrb": TARGET}
    for die, level in ((1, 1), (6, 3)):
        game = armored(GERMAN_TANKS, defenders, level=(1, 3)).play(f"chance: roll {die}")
        assert vars_of(game).at == level


# -- shifts -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.armor.1",
    "rp.armor.11a",
    "rp.armor.11b",
    "rp.armor.12a",
    "rp.armor.12b",
    "rp.armor.13a",
    "rp.armor.13b",
    "rp.armor.13c",
    "rp.odds-shifts.6a",
    "rp.odds-shifts.6c",
)
@pytest.mark.parametrize(
    ("armor", "at", "theirs", "shift"),
    [
        (5, 0, 0, 3),
        (2, 0, 0, 2),
        (5, 2, 0, 1),
        (4, 3, 0, 0),
        (1, 4, 0, 0),
        (0, 3, 3, -1),
        (3, 4, 4, -1),
        (4, 4, 4, 0),
        (2, 0, 3, 1),
        (2, 1, 3, 0),
        (5, 1, 6, 1),
    ],
)
def test_armor_shifts_to_the_right_and_at_values_cancel(armor: int, at: int, theirs: int, shift: int) -> None:
    assert armor_shift(armor, at, theirs) == shift


LONE_TANKS = {"69-mb-tank": "reduced", "sov-tank-co-1": f"{TARGET} of=69-mb-tank"}


@pytest.mark.rule("rp.armor.13a", "rp.armor.13b", "rp.armor.13d", "rs.armor.13")
def test_tanks_in_defence_shift_to_the_left_against_no_tanks_if_they_have_a_partner() -> None:
    """Riflemen beside them make their armour count; a tank company alone in its hex has none to use."""
    attacker = {"i-gr-80": NORTH, "ii-gr-80": NORTH}
    assert shifts(armored(attacker, LONE_TANKS | RIFLES))["armor"] == "-1"
    assert "armor" not in shifts(armored(attacker, LONE_TANKS))


@pytest.mark.rule("rp.armor.13d", "rp.armor.2a", "rs.armor.13")
def test_a_lone_tank_company_takes_nothing_from_the_attackers_armour() -> None:
    """T-70s of armor 3 and riflemen against a lone Pz IV company of armor 4: 6 against 2, 3:1, rises."""
    attacker = {"2-54-gtb-tank": NORTH, "i-a-309": NORTH}
    lone = {"pzr-27": "reduced", "ger-tank-co-1": f"{TARGET} of=pzr-27"}
    game = armored(attacker, lone, by="soviet")
    assert shifts(game) == {"armor": "+3"}
    assert odds(game)[:3] == (6, 2, "6:1")


@pytest.mark.rule("rp.armor.14a", "rp.armor.15")
@pytest.mark.parametrize(("steps", "massed"), [(3, True), (2, False)])
def test_five_tank_steps_to_one_are_massed(steps: int, massed: bool) -> None:
    """Six steps of armor 4 against one of AT 3 are massed, four are not."""
    tanks = {"pzr-27": f"{NORTH} steps={steps}", "stug-239": f"0504 steps={2 if steps == 2 else 3}"}
    partners = {"i-pzgr-73": NORTH, "i-gr-80": "0504"}
    game = armored({**tanks, **partners}, {"at-309": TARGET, "i-a-309": TARGET})
    assert vars_of(game).massed == massed


@pytest.mark.rule("rp.armor.14b", "rs.armor.14")
def test_recon_is_no_massed_armour() -> None:
    """Six recon steps of armor 1 against one step of AT 1 are not; as many tank steps of armor 3 are."""
    pioneers = {"ger-eng-co-1": f"{TARGET} of=pi-34", "pi-34": "broken-down"}
    rifles = {"i-a-309": NORTH, "ii-a-309": NORTH_EAST, "iii-a-309": SOUTH}
    recon = {"recon-6-gtc": NORTH, "recon-7-gtc": NORTH_EAST, "recon-9-mc": SOUTH}
    tanks = {"2-54-gtb-tank": NORTH, "2-55-gtb-tank": NORTH_EAST, "2-51-gtb-tank": SOUTH}
    for armour, massed in ((recon, 0), (tanks, 1)):
        assert vars_of(armored(rifles | armour, pioneers, by="soviet")).massed == massed


@pytest.mark.rule("rp.odds-shifts.6b", "rp.armor.14a", "rs.odds-shifts.6")
def test_massed_armour_is_one_more_than_the_three_of_armour() -> None:
    """T-34s of armor 4 in two hexes, six steps, against one step of AT 1: 3 less 1, and one for the mass."""
    pioneers = {"ger-eng-co-1": f"{TARGET} of=pi-34", "pi-34": "broken-down"}
    tanks = {"1-54-gtb-tank": NORTH, "1-55-gtb-tank": NORTH_EAST, "1-51-gtb-tank": NORTH}
    game = armored({"i-a-309": NORTH, "ii-a-309": NORTH_EAST} | tanks, pioneers, by="soviet")
    assert shifts(game) == {"armor": "+2", "massed armor": "+1"}


@pytest.mark.rule("rp.armor.15")
def test_without_at_steps_armor_is_not_massed() -> None:
    assert vars_of(armored(GERMAN_TANKS, RIFLES)).massed == 0


@pytest.mark.rule("rp.armor.10a", "rp.armor.1")
def test_tanks_and_recon_far_below_the_at_level_attack_with_half() -> None:
    """Recon of armor 1 with AS 4 against AT 3: AS 2. Its infantry of AS 5 is not halved."""
    attackers = {"pzaa-19": NORTH, "i-pzgr-73": NORTH}
    game = armored(attackers, {"at-309": TARGET, "i-a-309": TARGET})
    assert armor_and_at(game) == (1, 3)
    game.play("soviet: shoot pzaa-19", "chance: roll 2")
    assert odds(game)[0] == 2 + 5


@pytest.mark.rule("rp.armor.10b")
def test_one_point_is_not_enough_to_halve_them() -> None:
    """Isolated tanks of armor 2 against AT 3: only isolation halves AS 6 to 3."""
    attackers = {"pzr-27": f"{NORTH} isolated", "i-pzgr-73": NORTH}
    game = armored(attackers, {"at-309": TARGET, "i-a-309": TARGET})
    assert armor_and_at(game) == (2, 3)
    game.play("soviet: shoot pzr-27", "chance: roll 2")
    assert odds(game)[0] == 3 + 5


# -- AT fire ----------------------------------------------------------------------------------------


DEFENDED = {"at-309": TARGET, "i-a-309": TARGET}
"""One step of AT 3 with its infantry."""


@pytest.mark.rule(
    "rp.at-fire.1", "rp.at-fire.2b", "rp.at-fire.3", "rp.at-fire.4", "rp.at-fire.5a", "rp.at-fire.5b"
)
@pytest.mark.parametrize(
    ("roll", "steps", "strength"), [(11, 2, 4 + 5), (10, 3, 3 + 5), (9, 3, 6 + 5), (12, 2, 4 + 5)]
)
def test_a_shot_kills_a_step_or_pins(roll: int, steps: int, strength: int) -> None:
    """AT 3 against armor 4 is index -1: a step on 11 and more, pinned on 10: AS 6 is halved."""
    game = armored(GERMAN_TANKS, DEFENDED)
    assert game.asked() == "soviet AimShot"
    assert game.offers("shoot") == ["pzr-27"]
    assert game.refused("soviet: shoot i-pzgr-73") == "rp.at-fire.2"
    game.play("soviet: shoot pzr-27", f"chance: roll {roll}")
    game.holds(f"unit pzr-27 steps {steps}")
    assert odds(game)[0] == strength


@pytest.mark.rule("rp.at-fire.2a")
def test_every_step_with_a_usable_value_fires_once() -> None:
    """An AT regiment has two steps of 4; the motor rifles' two steps of 1 fire after them."""
    game = armored(GERMAN_TANKS, {"at-regt-1": TARGET, "i-22-mrb": TARGET})
    assert [value for _, value in vars_of(game).shots] == [4, 4, 1, 1]
    for _ in range(4):
        game.play("soviet: shoot pzr-27", "chance: roll 2")
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.at-fire.2b")
def test_without_armor_in_the_attack_there_are_no_shots() -> None:
    assert armored({"i-gr-80": NORTH}, DEFENDED).asked() == "chance RollCombat"


@pytest.mark.rule("rp.at-fire.2")
def test_an_at_unit_without_a_partner_does_not_fire() -> None:
    assert armored(GERMAN_TANKS, {"at-309": TARGET}).asked() == "chance RollCombat"


@pytest.mark.rule("rp.at-fire.2", "rp.losses.16", "rp.at-fire.5b")
def test_shots_go_on_at_what_is_left_of_the_tanks() -> None:
    """Two kills bring the battalion to its last company, which the rest shoots at; AS 2 attacks."""
    game = armored({"pzr-27": NORTH, "i-pzgr-73": NORTH}, {"at-regt-1": TARGET, "i-a-309": TARGET})
    game.play("soviet: shoot pzr-27", "chance: roll 12", "soviet: shoot pzr-27", "chance: roll 12")
    game.holds("unit pzr-27 at reduced", f"unit ger-tank-co-1 at {NORTH}")
    assert odds(game)[0] == 2 + 5


@pytest.mark.rule("rp.at-fire.5c", "rp.armor.5")
def test_losses_by_at_fire_do_not_change_the_armor_shift() -> None:
    """Armor 4 counts as 3, less AT 3: no shift; nor is it worked out again when a step is gone."""
    game = armored(GERMAN_TANKS, DEFENDED)
    game.play("soviet: shoot pzr-27", "chance: roll 12")
    assert "armor" not in shifts(game)
    assert armor_and_at(game) == (4, 3)


@pytest.mark.rule("rp.at-fire.4")
@pytest.mark.parametrize(
    ("letter", "turn", "state", "killed"),
    [
        (".", MIDDAY, "", False),
        ("W", MIDDAY, "", True),
        ("T", MIDDAY, "", True),
        ("W", NIGHT, "", False),
        ("W", MIDDAY, "disrupted", False),
    ],
)
def test_ambush_night_and_disruption_change_the_roll(
    letter: str, turn: int, state: str, killed: bool
) -> None:
    """Index -1 kills on 11: a 10 is enough from woods or a town, but not at night or disrupted."""
    defenders = {"at-309": f"{TARGET} {state}", "i-a-309": TARGET}
    game = armored(GERMAN_TANKS, defenders, rows=drawn(letter), turn=turn)
    game.play("soviet: shoot pzr-27", "chance: roll 10")
    assert (game.pos.steps[game.unit("pzr-27")] == 2) == killed


@pytest.mark.rule("rp.at-fire.3", "rp.at-fire.5")
@pytest.mark.parametrize(("die", "steps"), [(1, 2), (2, 2), (3, 2), (4, 3)])
def test_against_armor_that_is_far_too_thick_half_of_the_hits_kill(die: int, steps: int) -> None:
    """AT 1 against armor 4 is index -3: a 12, and then a die of 1 to 3."""
    game = armored(GERMAN_TANKS, {"i-22-mrb": TARGET})
    game.play("soviet: shoot pzr-27", "chance: roll 12")
    assert game.asked() == "chance RollHalfKill"
    game.play(f"chance: roll {die}")
    game.holds(f"unit pzr-27 steps {steps}")
    assert game.asked() == "soviet AimShot"  # the second step of the battalion


@pytest.mark.rule("rp.at-fire.5")
def test_index_minus_two_kills_on_twelve_and_pins_nobody() -> None:
    """German mechanized infantry of AT 2 against armor 4."""
    game = armored({"69-mb-tank": SOUTH, "i-69-mb": SOUTH}, {"i-pzgr-73": TARGET}, by="soviet")
    game.play("german: shoot 69-mb-tank", "chance: roll 11")
    game.holds("unit 69-mb-tank steps 2")
    assert not vars_of(game).pinned
    game.play("german: shoot 69-mb-tank", "chance: roll 12")
    game.holds("unit 69-mb-tank at reduced")


@pytest.mark.rule("rp.at-fire.5", "rp.at-fire.2c")
def test_a_unit_is_pinned_once_at_most() -> None:
    game = armored(GERMAN_TANKS, {"at-regt-1": TARGET, "i-a-309": TARGET})
    game.play("soviet: shoot pzr-27", "chance: roll 9", "soviet: shoot pzr-27", "chance: roll 9")
    assert odds(game)[0] == 3 + 5
