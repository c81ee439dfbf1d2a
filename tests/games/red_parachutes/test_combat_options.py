"""Chapter combat-options: chosen in secret, shown together, crossed on the matrix."""

import pytest

from games.red_parachutes.battle import NORTH, SOUTH, TARGET, attack, choose, odds, shifts, to_roll
from games.red_parachutes.table import Table

FOOT = {"i-gr-80": NORTH}
TRUCKS = {"ii-pzgr-73": NORTH, "pzr-27": NORTH}
RIFLES = {"i-a-309": TARGET}


@pytest.mark.rule("rp.combat-options.1a", "rp.combat-options.2", "rp.combat-options.5")
def test_both_choose_before_either_choice_is_shown() -> None:
    game = attack(FOOT, RIFLES)
    assert game.asked() == "german and soviet ChooseOptions"
    assert game.options("german") == [f"attack-option {n}" for n in range(4)]
    game.play("german: attack-option 3", "german: seal")
    assert game.asked() == "soviet ChooseOptions"
    assert not any("Assault" in line for line in game.told)
    game.play("soviet: defence-option 2", "soviet: seal")
    assert "Options: Assault against Determined Defense." in game.told


@pytest.mark.rule("rp.combat-options.1b", "rp.combat-options.2")
def test_without_the_matrix_every_combat_is_standard_against_defend() -> None:
    game = attack(FOOT, RIFLES, options={"combat-options": False})
    assert game.asked() == "soviet DefensiveSupport"


@pytest.mark.rule("rp.combat-options.3a")
@pytest.mark.parametrize(
    ("attackers", "barred"),
    [({"ii-pzgr-73": NORTH, "pzr-27": NORTH}, True), ({"ii-pzgr-73": NORTH, "i-gr-80": NORTH}, False)],
)
def test_nobody_withdraws_from_attackers_who_are_all_faster(attackers: dict[str, str], barred: bool) -> None:
    """MA 12 and 10 against 5; with a foot battalion of MA 5 among them they are not all faster than 5."""
    game = attack(attackers, RIFLES)
    assert ("defence-option 1" not in game.options("soviet")) == barred
    if barred:
        assert game.refused("soviet: defence-option 1") == "rp.combat-options.3"


@pytest.mark.rule("rp.combat-options.3a")
def test_one_fast_defender_is_enough_to_withdraw() -> None:
    game = attack(TRUCKS, {"i-a-309": TARGET, "i-23-mrb": TARGET})
    assert "defence-option 1" in game.options("soviet")


@pytest.mark.rule("rp.combat-options.3b")
def test_present_allowances_are_compared() -> None:
    """Demoralized trucks have 12 - 4 = 8, and so have cavalry: not all attackers are faster."""
    game = attack({"ii-pzgr-73": f"{NORTH} demoralized"}, {"i-1-gcd": TARGET})
    assert "defence-option 1" in game.options("soviet")
    game = attack({"ii-pzgr-73": NORTH}, {"i-1-gcd": TARGET})
    assert "defence-option 1" not in game.options("soviet")


@pytest.mark.rule("rp.combat-options.4")
def test_only_a_stack_with_recon_retreats_before_the_fight() -> None:
    assert attack(FOOT, RIFLES).refused("soviet: defence-option 3") == "rp.combat-options.4"
    game = attack(FOOT, {**RIFLES, "recon-9-mc": TARGET})
    assert "defence-option 3" in game.options("soviet")


@pytest.mark.rule("rp.combat-options.6a")
@pytest.mark.parametrize(
    ("mine", "theirs", "shift"),
    [("standard", "determined", "-1"), ("probe", "determined", "-2"), ("assault", "defend", "+1")],
)
def test_the_matrix_shifts_the_odds(mine: str, theirs: str, shift: str) -> None:
    game = to_roll(attack(FOOT, RIFLES), mine, theirs)
    assert shifts(game)["options"] == shift


def fallen_back(game: Table, *hexes: str) -> Table:
    return game.play(*(f"soviet: withdraw {hex}" for hex in hexes))


RECON = {"recon-9-mc": TARGET}


@pytest.mark.rule("rp.combat-options.6", "rp.stand-fast.9")
def test_who_retreats_before_a_standard_attack_goes_two_hexes_unhurt() -> None:
    """No guns, no AT fire, no roll; the attacker follows one hex."""
    game = choose(attack(FOOT, RECON), "standard", "retreat")
    assert game.asked() == "soviet WalkBack"
    fallen_back(game, SOUTH, "0406")
    game.holds("unit recon-9-mc at 0406", "unit recon-9-mc steps 2", "unit recon-9-mc morale in-order")
    assert game.asked() == "german AdvanceUnits"
    game.play("german: advance i-gr-80")
    assert game.offers("onto") == [TARGET]


@pytest.mark.rule("rp.combat-options.6")
def test_a_probe_that_meets_nobody_wins_no_ground() -> None:
    game = fallen_back(choose(attack(FOOT, RECON), "probe", "retreat"), SOUTH)
    game.holds(f"unit recon-9-mc at {SOUTH}")
    assert game.asked() != "german AdvanceUnits"


@pytest.mark.rule("rp.combat-options.6")
def test_a_feint_on_who_withdraws_disrupts_him() -> None:
    game = fallen_back(choose(attack(FOOT, RIFLES), "feint", "withdraw"), SOUTH, "0406")
    game.holds("unit i-a-309 morale disrupted", "unit i-a-309 at 0406")


@pytest.mark.rule("rp.combat-options.6", "rp.recovery.1")
def test_a_feint_on_a_determined_defence_only_keeps_it_from_recovering() -> None:
    game = choose(attack(FOOT, RIFLES), "feint", "determined")
    game.holds(f"unit i-a-309 at {TARGET}", "unit i-a-309 flag no-recovery")
    game.holds("unit i-gr-80 flag attacked")


@pytest.mark.rule("rp.combat-options.6")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 2)])
def test_an_assault_on_who_retreats_may_cost_him_a_step(die: int, steps: int) -> None:
    game = choose(attack({"pzaa-19": NORTH}, {"smg-51": TARGET, "recon-9-mc": TARGET}), "assault", "retreat")
    assert game.asked() == "chance RollPursuit"
    game.play(f"chance: roll {die}")
    if steps == 1:
        game.play("soviet: lose recon-9-mc")
    left = "sov-recon-co-1" if steps == 1 else "recon-9-mc"
    fallen_back(game, SOUTH, "0406")
    game.holds(f"unit {left} at 0406", "unit smg-51 at 0406")
    game.play("german: advance pzaa-19")
    assert game.offers("onto") == [TARGET, SOUTH]


@pytest.mark.rule("rp.combat-options.6", "rp.stand-fast.9", "rp.advance.1")
def test_who_withdraws_before_a_standard_attack_gives_a_hex_at_least() -> None:
    """A roll of 4 in column 6 is 1D/0; the attacker's 1 is lowered to 0, the defender still goes one hex."""
    game = to_roll(attack({"i-gr-80": NORTH, "pi-34": NORTH}, RIFLES), "standard", "withdraw")
    assert odds(game) == (8, 4, "2:1", 6)
    game.play("chance: roll 4")
    assert game.asked() == "soviet WalkBack"
    fallen_back(game, SOUTH)
    game.holds("unit i-a-309 steps 2", "unit i-gr-80 steps 3", "unit i-gr-80 morale disrupted")
    assert game.asked() == "german AdvanceUnits"


@pytest.mark.rule("rp.combat-options.6")
@pytest.mark.parametrize(("roll", "hexes", "state"), [(9, 2, "disrupted"), (11, 3, "demoralized")])
def test_who_withdraws_far_before_an_assault_is_demoralized(roll: int, hexes: int, state: str) -> None:
    """14 against 8 is 1:1; 1R for the options and 3R for armor make it 5:1, column 9.

    A 9 is 0/3D, with d + 1 a 4: 2 steps and 2 hexes. An 11 is 0/4D, a 5: 2 steps and 3 hexes.
    """
    attackers = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzr-27": NORTH}
    game = to_roll(attack(attackers, {**RIFLES, "ii-b-309": TARGET}), "assault", "withdraw")
    assert odds(game) == (14, 8, "5:1", 9)
    game.play(f"chance: roll {roll}", "soviet: lose i-a-309", "soviet: lose i-a-309")
    fallen_back(game, *(SOUTH, "0406", "0407")[:hexes])
    game.holds(f"unit ii-b-309 morale {state}", "unit ii-b-309 steps 2")


@pytest.mark.rule("rp.combat-options.6", "rp.defensive-support.17")
def test_nobody_fires_where_there_is_no_roll() -> None:
    guns = {"art-309": "0407", "i-ar-34": "0401"}
    game = choose(attack(FOOT, {**RECON, **guns}), "standard", "retreat")
    assert game.asked() == "soviet WalkBack"
    game.holds("unit art-309 ammunition 2", "unit i-ar-34 ammunition 2")


@pytest.mark.rule("rp.combat-options.6")
def test_a_feint_halves_what_the_attacker_owes_and_takes_no_steps() -> None:
    """4 against 4 with 1L is 1:2, column 2. A 2 is 4D/0: the attacker owes 2, 1 step and 1 hex."""
    game = to_roll(attack({"pi-34": NORTH}, RIFLES), "feint", "defend")
    assert odds(game) == (4, 4, "1:2", 2)
    game.play("chance: roll 2", "german: lose pi-34")
    assert game.asked() == "german ChooseToStand"
