"""Chapters resolution, losses and leader-casualty: the roll, who pays for it, and who is hurt."""

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
    to_roll,
)
from games.red_parachutes.table import Table
from grognard.games.battalions.combat.after.losses import Losses, candidates, capacity
from grognard.games.battalions.combat.resolution import what_is_owed
from grognard.games.battalions.combat.results import Numbers
from grognard.games.battalions.model.unit_steps import lose_step

STRONG = {"i-gr-80": NORTH, "i-gr-107": NORTH, "i-pzgr-73": NORTH_EAST, "ii-pzgr-73": NORTH_EAST}
"""AS 17 of four battalions; no regiment is whole but the 73rd, whose shift is 1R."""


def steps(game: Table, *ids: str) -> list[int]:
    return [game.pos.steps[game.unit(id)] for id in ids]


# -- resolution -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.resolution.1", "rp.resolution.2")
def test_the_roll_is_read_in_the_column_of_terrain_and_odds() -> None:
    """8 against 4 is 2:1, in woods column 4. A 12 is 0/2D."""
    game = to_roll(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, {"i-a-309": TARGET}, drawn("W")))
    assert odds(game) == (8, 4, "2:1", 4)
    game.play("chance: roll 12")
    line = "The dice at 0404 show 12 in column 4: attacker 0; defender 2, disrupted. "
    assert f"{line}To pay: defender 1 step and 1 hex of retreat." in game.told


@pytest.mark.rule("rp.resolution.3a", "rp.resolution.3b")
def test_an_attack_off_the_table_is_called_off_and_costs_its_ammunition() -> None:
    """4 against 16 is 1:4."""
    defenders = {"i-a-309": TARGET, "ii-a-309": TARGET, "gun-bde-1": "0407"}
    game = choose(attack({"i-gr-80": NORTH}, {**defenders, "i-ar-34": "0401"}))
    game.play("soviet: support gun-bde-1", "soviet: agreed", "german: agreed", "chance: roll 1")
    levels(game, 1, 1)
    odds = "4 against 16 is 1:4, off the left side of the table (clear)"
    assert f"The attack on 0404 is called off: {odds}." in game.told
    assert game.asked() == "german DeclareAttack"
    game.holds("unit gun-bde-1 ammunition 1", "unit i-gr-80 steps 3", "unit i-gr-80 flag attacked")


@pytest.mark.rule("rp.resolution.6")
def test_at_night_the_row_of_the_night_is_used() -> None:
    """2:1 on clear ground is column 6; at night 4."""
    game = to_roll(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, {"i-a-309": TARGET}, turn=NIGHT))
    assert odds(game)[2:] == ("2:1", 4)


# -- how many, and from whom ------------------------------------------------------------------------


@pytest.mark.rule("rp.losses.1", "rp.losses.3", "rp.losses.5a")
def test_the_attacker_loses_half_his_number_rounded_up() -> None:
    """4 against 4 is column 4; a 2 is 3D/0: 2 steps of his choice, then 1 hex."""
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "ii-gr-80": "0402"}))
    assert odds(game)[3] == 4
    game.play("chance: roll 2")
    assert game.asked() == "german LoseSteps"
    assert game.offers("lose") == ["i-gr-80"]
    assert game.refused("german: lose ii-gr-80") == "rp.losses.5"
    game.play("german: lose i-gr-80", "german: lose i-gr-80")
    game.holds("unit i-gr-80 at reduced", f"unit ger-inf-rem-1 at {NORTH}")
    assert game.asked() == "german ChooseToStand"


@pytest.mark.rule("rp.losses.1", "rp.losses.4")
def test_the_defender_loses_half_his_number_rounded_down() -> None:
    """17 against 8 and 1R is 3:1, column 7; an 11 is 0/3D: 1 step and 2 hexes."""
    game = to_roll(attack(STRONG, {"i-a-309": TARGET, "ii-a-309": TARGET}))
    assert odds(game) == (17, 8, "3:1", 7)
    game.play("chance: roll 11")
    assert game.offers("lose") == ["i-a-309", "ii-a-309"]
    game.play("soviet: lose ii-a-309")
    assert steps(game, "i-a-309", "ii-a-309") == [2, 1]
    assert game.asked() == "soviet ChooseToStand"


@pytest.mark.rule("rp.losses.5a")
def test_supporting_guns_pay_nothing() -> None:
    game = choose(attack({"i-gr-80": NORTH}, {"smg-51": TARGET, "i-ar-34": "0402"}))
    game.play("soviet: agreed", "german: support i-ar-34", "german: agreed")
    levels(game, 1, 1).play("chance: roll 2")
    assert game.offers("lose") == ["i-gr-80"]


@pytest.mark.rule("rp.losses.2a")
def test_by_option_the_enemy_picks_the_second_step() -> None:
    """1:1, column 4, a 2: the attacker loses 2 steps."""
    units = {"i-gr-80": NORTH, "flak-school": NORTH}
    game = to_roll(attack(units, {"i-a-309": TARGET}, options={"enemy-picks-second-step": True}))
    game.play("chance: roll 2", "german: lose i-gr-80")
    assert game.asked() == "soviet LoseSteps"
    game.play("soviet: lose i-gr-80")
    assert game.asked() == "german ChooseToStand"


@pytest.mark.rule("rp.losses.6a", "rp.losses.6b", "rp.odds-shifts.17")
def test_half_of_the_losses_come_from_engineers_who_opened_a_town() -> None:
    """8 against 8 is 1:1, 1R for engineers 2:1, column 4 of the town. A 2 is 3D/0: 2 steps, 1 theirs."""
    units = {"i-gr-80": NORTH, "pi-34": NORTH}
    game = to_roll(attack(units, {"i-a-309": TARGET, "ii-a-309": TARGET}, drawn("T")))
    assert odds(game) == (8, 8, "2:1", 4)
    game.play("chance: roll 2")
    assert game.offers("lose") == ["pi-34"]
    assert game.refused("german: lose i-gr-80") == "rp.losses.6"
    game.play("german: lose pi-34")
    assert game.offers("lose") == ["i-gr-80", "pi-34"]


@pytest.mark.rule("rp.losses.7")
def test_units_that_passed_their_morale_check_pay_first() -> None:
    """The rifles of morale 2 fail at level 3; the motor rifles pay first."""
    game = attack(STRONG, {"i-a-309": TARGET, "i-22-mrb": TARGET})
    levels(no_guns(choose(game)), 3, 3).play("chance: roll 1", "chance: roll 11")
    assert game.offers("lose") == ["i-22-mrb"]
    assert game.refused("soviet: lose i-a-309") == "rp.losses.7"


@pytest.mark.rule("rp.losses.7", "rp.morale.12")
def test_attackers_that_took_no_part_pay_nothing() -> None:
    attackers = {"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}
    game = attack(attackers, {"i-a-309": TARGET})
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1", "chance: roll 2")
    assert game.offers("lose") == ["i-pzgr-73"]
    assert game.refused("german: lose i-gr-455") == "rp.losses.5"


# -- what a step is ---------------------------------------------------------------------------------


def struck(unit: str, times: int) -> Table:
    """A unit, far from the fight, that loses steps one after the other."""
    game = attack({"i-pzgr-73": NORTH}, {"smg-51": TARGET, unit: "0101"})
    standing = game.unit(unit)
    for _ in range(times):
        standing = lose_step(game.game, standing, "rp.losses.1")
    return game


@pytest.mark.rule("rp.losses.8")
def test_a_gun_has_one_step() -> None:
    struck("i-ar-34", 1).holds("unit i-ar-34 at eliminated")
    struck("gun-bde-1", 1).holds("unit gun-bde-1 at eliminated")


@pytest.mark.rule("rp.losses.9", "rp.losses.10", "rp.losses.16a", "rp.losses.16b")
@pytest.mark.parametrize(("unit", "company"), [("pzr-27", "ger-tank-co-1"), ("pzaa-19", "ger-recon-co-1")])
def test_the_last_step_of_tanks_and_recon_is_a_company(unit: str, company: str) -> None:
    struck(unit, 2).holds(f"unit {unit} at reduced", f"unit {company} at 0101")
    struck(unit, 3).holds(f"unit {unit} at eliminated", f"unit {company} at absent")


@pytest.mark.rule("rp.losses.11")
def test_a_rifle_battalion_has_two_steps() -> None:
    struck("i-a-309", 1).holds("unit i-a-309 at 0101", "unit i-a-309 steps 1")
    struck("i-a-309", 2).holds("unit i-a-309 at eliminated")


@pytest.mark.rule("rp.losses.12", "rp.losses.14", "rp.losses.15")
@pytest.mark.parametrize(
    ("unit", "remnant", "steps_first"), [("i-gr-80", "ger-inf-rem-1", 2), ("i-69-mb", "sov-mech-rem-1", 1)]
)
def test_a_remnant_stands_for_a_unit_in_the_reduced_box(unit: str, remnant: str, steps_first: int) -> None:
    struck(unit, steps_first).holds(f"unit {unit} at reduced", f"unit {remnant} at 0101")
    struck(unit, steps_first + 1).holds(f"unit {unit} at eliminated", f"unit {remnant} at absent")


@pytest.mark.rule("rp.losses.12")
def test_motor_rifles_have_no_remnant() -> None:
    struck("i-22-mrb", 2).holds("unit i-22-mrb at eliminated")


@pytest.mark.rule("rp.losses.13")
def test_a_company_is_the_remnant_of_a_parachute_battalion() -> None:
    game = struck("5-gab-bns-1", 2)
    game.holds("unit 5-gab-bns-1 at reduced", "unit sov-para-co-1 at 0101")


@pytest.mark.rule("rp.losses.1", "rp.breakdown.2", "rp.post-move.10", "rp.combat-markers.3")
def test_with_its_last_company_a_broken_down_battalion_is_lost() -> None:
    """Breakdown x losses x demoralization: two companies of II/GR 80 attack, one of them demoralized.

    1 + 1 against 2 is 1:1, column 4: a 7 is 1/0. The owner gives up the one in order, and the battalion in
    the Breakdown box stays as long as the other is on the map; with it, it goes to the Eliminated box.
    """
    companies = {"ger-inf-co-1": f"{NORTH} of=ii-gr-80", "ger-inf-co-2": f"{NORTH} demoralized of=ii-gr-80"}
    game = to_roll(attack(companies, {"smg-51": TARGET, "ii-gr-80": "broken-down"}))
    assert odds(game) == (2, 2, "1:1", 4)
    game.play("chance: roll 7", "german: lose ger-inf-co-1")
    game.holds("unit ii-gr-80 at broken-down", "unit ger-inf-co-1 at absent")
    lose_step(game.game, game.unit("ger-inf-co-2"), "rp.combat-markers.3")
    game.holds("unit ii-gr-80 at eliminated", "unit ger-inf-co-2 at absent")


# -- tanks against guns -----------------------------------------------------------------------------


@pytest.mark.rule("rp.losses.17")
def test_guns_one_point_better_take_the_first_step_from_the_best_tanks() -> None:
    """Isolated tanks of armor 2 against AT 3. 3 + 5 against 6: 1:1, column 4; a 7 is 1/0."""
    attackers = {"pzr-27": f"{NORTH} isolated", "i-pzgr-73": NORTH}
    game = attack(attackers, {"at-309": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1).play("soviet: shoot pzr-27", "chance: roll 2")
    assert odds(game) == (8, 6, "1:1", 4)
    game.play("chance: roll 7")
    assert game.offers("lose") == ["pzr-27"]
    assert game.refused("german: lose i-pzgr-73") == "rp.losses.17"


@pytest.mark.rule("rp.losses.18a")
def test_guns_two_points_better_let_the_defender_choose_half() -> None:
    """Isolated tanks of armor 2 against AT 4 of two steps: the lead is 2. 2 + 5 against 8 is 1:2, column 2.

    A 3 is 3D/0: 2 steps, of which the defender chooses 1 and then the owner 1.
    """
    attackers = {"pzr-27": f"{NORTH} isolated", "i-pzgr-73": NORTH}
    game = attack(attackers, {"at-regt-1": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1)
    game.play("soviet: shoot pzr-27", "chance: roll 2", "soviet: shoot pzr-27", "chance: roll 2")
    assert odds(game) == (7, 8, "1:2", 2)
    game.play("chance: roll 3")
    assert game.asked() == "soviet LoseSteps"
    assert game.offers("lose") == ["i-pzgr-73", "pzr-27"]
    game.play("soviet: lose i-pzgr-73")
    assert game.asked() == "german LoseSteps"


@pytest.mark.rule("rp.losses.17", "rp.losses.18")
def test_equal_values_leave_the_choice_to_the_owner() -> None:
    """Armor 4 against AT 4."""
    attackers = {"pzr-27": NORTH, "i-pzgr-73": NORTH}
    game = attack(attackers, {"at-regt-1": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 1, 1)
    game.play(
        "soviet: shoot pzr-27", "chance: roll 2", "soviet: shoot pzr-27", "chance: roll 2", "chance: roll 7"
    )
    assert game.asked() == "german LoseSteps"
    assert game.offers("lose") == ["i-pzgr-73", "pzr-27"]


# -- too few steps ----------------------------------------------------------------------------------


@pytest.mark.rule("rp.losses.19b")
@pytest.mark.parametrize(
    ("unit", "roll", "asked"), [("flak-school", 5, "DeclareAttack"), ("corps-mg-bn", 3, "ChooseToStand")]
)
def test_attackers_with_too_few_steps_take_one_off_the_defenders_number(
    unit: str, roll: int, asked: str
) -> None:
    """An assault that rolls 2/0 owes 3, two steps, and the defender 1, one hex.

    The company (1 against 2 and 1R, column 4) has one step: the defender's 1 becomes 0. The battalion (2
    against 2 and 1R, column 6) has three steps: the defender owes his hex.
    """
    units = {"smg-51": TARGET, "i-gr-80": "0202", "i-b-309": "0302"}
    game = to_roll(attack({unit: NORTH}, units), "assault", "defend")
    game.play(f"chance: roll {roll}", *[f"german: lose {unit}"] * (1 if unit == "flak-school" else 2))
    assert game.ask.step == asked
    if asked == "ChooseToStand":
        assert game.asked() == "soviet ChooseToStand"
    else:
        game.holds("unit flak-school at eliminated", f"unit smg-51 at {TARGET}")


@pytest.mark.rule("rp.losses.19a")
def test_a_defender_with_too_few_steps_takes_one_off_the_attackers_number() -> None:
    """An assault on a determined defence, 1:1, column 4: a 10 is 1/2, raised to 2/3: two steps, rounded up.

    The company of one step cannot lose two: the attacker's 2, a step and a hex, becomes 1, a step.
    """
    game = to_roll(attack({"corps-mg-bn": NORTH}, {"smg-51": TARGET}), "assault", "determined")
    assert odds(game)[2:] == ("1:1", 4)
    game.play("chance: roll 10", "german: lose corps-mg-bn", "soviet: lose smg-51")
    assert game.asked() == "german AdvanceUnits"


@pytest.mark.rule("rp.losses.19")
def test_a_defender_who_can_pay_takes_nothing_off() -> None:
    """The same roll against a battalion of two steps: it is lost, and the attacker still owes his hex."""
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-22-mrb": TARGET}), "assault", "determined")
    assert odds(game)[2:] == ("1:1", 4)
    game.play("chance: roll 10", "german: lose i-gr-80", "soviet: lose i-22-mrb", "soviet: lose i-22-mrb")
    assert game.asked() == "german ChooseToStand"


@pytest.mark.rule("rp.losses.20")
def test_others_in_the_hex_pay_when_all_defenders_are_gone() -> None:
    """Three companies stay within the limits; the HQs beyond them do not defend, but pay."""
    defenders = {"smg-51": TARGET, "hq-309": TARGET}
    game = attack(
        {**STRONG, "pzr-27": NORTH}, {**defenders, "i-a-309": TARGET, "ii-a-309": TARGET, "iii-a-309": TARGET}
    )
    game.play("soviet: stay-out iii-a-309")
    v = game.pos.stack[-1].vars
    owed = Losses(1, v.defenders, 9, reserve=v.target)
    assert game.unit("iii-a-309") not in candidates(game.pos, owed)
    assert capacity(game.pos, 1, v.defenders, v.target) == 2 + 2 + 2 + 1 + 1
    for unit in v.defenders:
        game.pos.place(unit, -3)
    assert candidates(game.pos, owed) == [game.unit("iii-a-309")]


# -- leaders ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.leader-casualty.1a", "rp.leader-casualty.1b")
def test_a_leader_in_a_hex_of_the_combat_is_in_danger_even_without_losses() -> None:
    """4 against 4, column 4, a 10 is 1/2: one step of the attackers, one of the defenders."""
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "nehring": NORTH, "rybalko": "0406"}))
    game.play("chance: roll 10", "german: lose i-gr-80", "soviet: lose i-a-309")
    assert game.asked() == "chance RollCasualty"
    game.play("chance: roll 9")
    game.holds(f"unit nehring at {NORTH}", "unit rybalko at 0406")
    assert game.asked() == "soviet ChooseToStand"


@pytest.mark.rule("rp.leader-casualty.2a", "rp.leader-casualty.3", "rp.leader-casualty.4")
@pytest.mark.parametrize(("roll", "where"), [(3, "hurt"), (4, "hurt"), (5, NORTH), (2, "hurt")])
def test_a_leader_is_hit_by_the_steps_lost_around_him(roll: int, where: str) -> None:
    """One step was lost in his hex: eliminated up to 3, wounded on 4."""
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "nehring": NORTH}))
    game.play("chance: roll 7", "german: lose i-gr-80", f"chance: roll {roll}")
    game.holds(f"unit nehring at {where}")
    assert (game.asked() == "chance RollDaysAway") == (roll == 4)
    if roll == 4:
        game.play("chance: roll 7")
        game.holds(f"unit nehring back {MIDDAY + 14 * 4}")


@pytest.mark.rule("rp.leader-casualty.2b")
def test_only_steps_of_his_own_hex_count() -> None:
    """The step is lost in the other hex: 3 wounds, 4 does nothing."""
    units = {"i-gr-80": NORTH, "flak-school": NORTH_EAST}
    game = to_roll(attack(units, {"i-a-309": TARGET, "nehring": NORTH_EAST}))
    game.play("chance: roll 7", "german: lose i-gr-80", "chance: roll 4")
    game.holds(f"unit nehring at {NORTH_EAST}")


@pytest.mark.rule("rp.leader-casualty.1a", "rp.leader-casualty.1b")
def test_two_leaders_roll_each_for_himself() -> None:
    others = {"i-69-mb": TARGET, "nehring": NORTH, "rybalko": TARGET}
    game = to_roll(attack({"i-gr-80": NORTH}, others))
    game.play("chance: roll 7", "german: lose i-gr-80", "chance: roll 12", "chance: roll 12")
    game.holds(f"unit nehring at {NORTH}", f"unit rybalko at {TARGET}")
    assert game.asked() == "german DeclareAttack"


@pytest.mark.rule("rp.leader-casualty.2", "rp.stand-fast.6")
def test_a_leader_who_falls_no_longer_steadies_the_stand() -> None:
    """Leader x stand fast: with Nehring dead the roll of 3 is not below morale 3."""
    soviet = {"i-a-309": NORTH, "ii-a-309": NORTH, "i-b-309": NORTH_EAST, "ii-b-309": NORTH_EAST}
    for roll, stands in ((2, False), (12, True)):
        game = to_roll(attack(soviet, {"i-gr-80": TARGET, "nehring": TARGET}, by="soviet"))
        assert odds(game)[2:] == ("2:1", 6)
        game.play("chance: roll 8", "soviet: lose i-a-309", "german: lose i-gr-80", f"chance: roll {roll}")
        game.play("german: stand-with i-gr-80", "chance: roll 3")
        assert any("stands fast" in line for line in game.told) == stands
        assert (game.asked() == "german WalkBack") != stands


# -- who has retreated into the hex -----------------------------------------------------------------


FRESH = {"i-gr-80": NORTH, "i-gr-107": NORTH}


@pytest.mark.rule("rp.losses.5c", "rp.losses.19a", "rp.defense-strength.8", "rp.stand-fast.7")
def test_who_has_retreated_and_stands_alone_loses_no_step_and_goes_on() -> None:
    """8 against 0: 8:1; a 2 in column 12 is 1/2. He owes a step and has none: the attacker's 1 is 0.

    The hex cannot be paid in steps either, so that nobody tries to stand.
    """
    game = to_roll(attack(FRESH, {"i-a-309": f"{TARGET} retreated"}))
    assert odds(game)[2:] == ("8:1", 12)
    game.play("chance: roll 2")
    assert game.asked() == "soviet WalkBack"
    game.play(f"soviet: withdraw {SOUTH}")
    game.holds("unit i-a-309 steps 2", "lost german 0", "lost soviet 0", f"unit i-a-309 at {SOUTH}")


@pytest.mark.rule("rp.losses.5b", "rp.losses.20")
def test_beside_him_only_the_others_pay_and_who_did_not_defend_pays_nothing() -> None:
    """A battalion with two steps, one that has retreated, a third that stays out: only the first can pay."""
    stack = {"i-a-309": TARGET, "ii-a-309": f"{TARGET} retreated", "iii-a-309": TARGET}
    game = attack(FRESH, stack).play("soviet: stay-out iii-a-309")
    v = game.pos.stack[-1].vars
    owed = Losses(1, v.defenders, 9, reserve=v.target)
    assert candidates(game.pos, owed) == [game.unit("i-a-309")]
    assert capacity(game.pos, 1, v.defenders, v.target) == 2
    game.pos.place(game.unit("i-a-309"), -3)
    assert candidates(game.pos, owed) == []


@pytest.mark.rule("rp.losses.19c")
def test_both_sides_shortfalls_are_judged_by_the_roll() -> None:
    """A company on either side, and a result of 3/4: two steps each. Both are short of one, so it is 2/3.

    Were the attacker's 3 cut first, his one step would be enough and the defender's 4 would stand.
    """
    company = {"pi-34": "broken-down", "smg-51": TARGET}
    game = choose(attack({"ger-eng-co-1": f"{NORTH} of=pi-34"}, company))
    v = game.pos.stack[-1].vars
    owed = what_is_owed(game.pos, v, Numbers(3, 0, 4, 0))
    assert (owed.attack_steps, owed.attack_hexes, owed.defence_number) == (1, 1, 3)
