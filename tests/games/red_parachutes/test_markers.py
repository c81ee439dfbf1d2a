"""Chapters combat-markers and combat-supply: what a combat leaves behind on those who fought."""

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
    levels,
    no_guns,
    odds,
    run_on,
    to_roll,
)
from games.red_parachutes.table import Table

EVEN = {"i-gr-80": NORTH}
RIFLES = {"i-a-309": TARGET}


def fought(roll: int, attackers: dict[str, str], others: dict[str, str], turn: int = MIDDAY) -> Table:
    """A combat without guns, carried out with usual answers: everybody gives way."""
    elsewhere = {"pi-34": "0101", "ii-b-309": "0102"}  # so that the phase goes on
    game = to_roll(attack(attackers, {**others, **elsewhere}, turn=turn))
    return run_on(game, "DeclareAttack", roll)


@pytest.mark.rule("rp.combat-markers.1", "rp.combat-markers.2", "rp.combat-markers.3")
@pytest.mark.parametrize(
    ("before", "after"), [("", "disrupted"), ("disrupted", "demoralized"), ("demoralized", "demoralized")]
)
def test_disruption_makes_the_disrupted_demoralized_and_no_worse(before: str, after: str) -> None:
    """4 against 4, column 4, a 6: 1D/0; a demoralized battalion attacks with 2: 1:2, column 2, an 8: 1D/0."""
    roll = {"": 6, "disrupted": 8, "demoralized": 8}[before]
    game = to_roll(attack({"i-gr-80": f"{NORTH} {before}"}, RIFLES))
    assert odds(game)[3] + roll == 10
    game.play(f"chance: roll {roll}", "german: lose i-gr-80")
    game.holds(f"unit i-gr-80 morale {after}", "unit i-gr-80 steps 2")


@pytest.mark.rule("rp.combat-markers.1a")
def test_a_result_may_demoralize_at_once() -> None:
    """16 against 4 is 4:1, column 8: an 11 is 0/3M."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzpi-19": NORTH_EAST, "ii-pzgr-73": NORTH_EAST}
    game = to_roll(attack(units, RIFLES)).play("chance: roll 11", "soviet: lose i-a-309", "soviet: give-way")
    game.play(f"soviet: withdraw {SOUTH}", "soviet: withdraw 0406")
    game.holds("unit i-a-309 morale demoralized", "unit i-gr-80 morale in-order")


@pytest.mark.rule("rp.combat-markers.3")
def test_the_demoralized_lose_a_step_when_demoralized_again() -> None:
    """DS 2 and 2 when demoralized: 16 against 4, column 8, 11: a step of the result, then each one."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzpi-19": NORTH_EAST, "ii-pzgr-73": NORTH_EAST}
    both = {"i-a-309": f"{TARGET} demoralized", "ii-a-309": f"{TARGET} demoralized"}
    game = to_roll(attack(units, both))
    assert odds(game) == (16, 4, "4:1", 8)
    game.play("chance: roll 11", "soviet: lose i-a-309", "soviet: give-way")
    game.play(f"soviet: withdraw {SOUTH}", "soviet: withdraw 0406")
    game.holds("unit i-a-309 at eliminated", "unit ii-a-309 steps 1")


@pytest.mark.rule("rp.combat-markers.1a", "rp.morale.12")
def test_attackers_that_took_no_part_get_no_marker() -> None:
    attackers = {"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}
    game = attack(attackers, {"i-a-309": TARGET, "ii-a-309": TARGET})
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1")
    assert odds(game)[3] == 6
    game.play("chance: roll 4", "german: lose i-pzgr-73")  # 1D/0
    game.holds("unit i-pzgr-73 morale disrupted", "unit i-gr-455 morale in-order")


@pytest.mark.rule("rp.combat-markers.4a", "rp.combat-markers.5")
@pytest.mark.parametrize("roll", [8, 9])
def test_the_ledgers_example_of_the_night(roll: int) -> None:
    """A in order and B disrupted. AS 4 and 3 against 4 is 1:1, at night column 2: an 8 is 1D/0, a 9 is 1/0.

    Without markers A is disrupted and B demoralized; if the result disrupts both, it is the same.
    """
    units = {"i-gr-80": NORTH, "i-gr-107": f"{NORTH} disrupted"}
    game = to_roll(attack(units, RIFLES, turn=NIGHT))
    assert odds(game) == (7, 4, "1:1", 2)
    game.play(f"chance: roll {roll}", "german: lose i-gr-80")
    game.holds("unit i-gr-80 morale disrupted", "unit i-gr-107 morale demoralized")


@pytest.mark.rule("rp.combat-markers.4c")
def test_by_day_nobody_is_disrupted_for_attacking() -> None:
    game = to_roll(attack(EVEN, RIFLES)).play("chance: roll 7", "german: lose i-gr-80")
    game.holds("unit i-gr-80 morale in-order")


@pytest.mark.rule(
    "rp.combat-markers.4b", "rp.combat-markers.5", "rp.defensive-support.15", "rp.offensive-support.2"
)
def test_at_night_the_guns_of_the_attack_are_disrupted_too() -> None:
    """Support x night x ammunition: half strength, a level spent, disrupted, or demoralized if it was."""
    guns = {"i-ar-34": "0402", "iv-ar-34": "0402 disrupted"}
    game = choose(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, {**RIFLES, **guns}, turn=NIGHT))
    game.play("soviet: agreed", "german: all-guns", "german: agreed")
    levels(game, 1, 1)
    # 8, and 3 (half of 5) and 3 (7 less 1, half of 6): 14 against 4 is 3:1, column 5
    assert odds(game) == (14, 4, "3:1", 5)
    game.play("chance: roll 6", "german: lose i-gr-80")
    game.holds("unit i-ar-34 morale disrupted", "unit iv-ar-34 morale demoralized")
    game.holds("unit i-ar-34 ammunition 1", "unit iv-ar-34 ammunition 1", "unit i-a-309 morale in-order")


@pytest.mark.rule("rp.combat-markers.4", "rp.morale.12d")
def test_at_night_attackers_that_took_no_part_are_disrupted_too() -> None:
    attackers = {"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}
    game = attack(attackers, RIFLES, turn=NIGHT)
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1", "chance: roll 7")
    run_on(game, "DeclareAttack")
    game.holds("unit i-gr-455 morale disrupted")


@pytest.mark.rule("rp.combat-markers.4", "rp.combat-options.6")
def test_a_night_attack_without_a_roll_disrupts_its_attackers() -> None:
    game = choose(attack(EVEN, {"recon-9-mc": TARGET}, turn=NIGHT), "probe", "retreat")
    game.play(f"soviet: withdraw {SOUTH}")
    game.holds("unit i-gr-80 morale disrupted")


# -- supply -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.combat-supply.1")
def test_attackers_out_of_supply_are_isolated_after_the_combat() -> None:
    game = fought(7, {"i-gr-80": f"{NORTH} oos", "i-gr-107": NORTH}, RIFLES)
    game.holds("unit i-gr-80 supply isolated", "unit i-gr-107 supply supplied")


@pytest.mark.rule("rp.combat-supply.1")
def test_a_remnant_of_an_attacker_out_of_supply_is_isolated() -> None:
    """Column 4, a 2: two steps are lost, the remnant retreats a hex."""
    game = fought(2, {"i-pzgr-73": f"{NORTH} oos"}, RIFLES)
    game.holds("unit i-pzgr-73 at reduced", "unit ger-mech-rem-1 supply isolated")


@pytest.mark.rule("rp.combat-supply.2", "rp.combat-supply.3")
def test_defenders_out_of_supply_roll_each_for_himself() -> None:
    """The ledger's example: 3 isolates the first, 4 does not the second."""
    both = {"i-a-309": f"{TARGET} oos", "ii-a-309": f"{TARGET} oos"}
    game = to_roll(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, both))
    game.play("chance: roll 7", "german: lose i-gr-80")
    assert game.asked() == "chance RollIsolation"
    game.play("chance: roll 3", "chance: roll 4")
    game.holds("unit i-a-309 supply isolated", "unit ii-a-309 supply oos")
    assert game.asked() == "german DeclareAttack"


@pytest.mark.rule("rp.combat-supply.3")
@pytest.mark.parametrize(("die", "state"), [(1, "isolated"), (2, "isolated"), (3, "isolated"), (4, "oos")])
def test_a_defender_out_of_supply_is_isolated_on_one_to_three(die: int, state: str) -> None:
    game = to_roll(attack(EVEN, {"i-a-309": f"{TARGET} oos"})).play("chance: roll 7", "german: lose i-gr-80")
    game.play(f"chance: roll {die}").holds(f"unit i-a-309 supply {state}")


@pytest.mark.rule("rp.combat-supply.2", "rp.stand-fast.6")
def test_isolation_comes_after_the_stand() -> None:
    """Leader x stand fast x isolation: morale 3 is still 3 when the stack stands; then it is isolated."""
    attackers = {"i-gr-80": NORTH, "i-gr-107": NORTH}
    game = to_roll(attack(attackers, {"i-22-mrb": f"{TARGET} oos", "rybalko": TARGET}))
    assert odds(game) == (8, 4, "2:1", 6)
    game.play("chance: roll 6", "german: lose i-gr-80", "chance: roll 12")
    game.play("soviet: stand-with i-22-mrb", "chance: roll 3", "soviet: lose i-22-mrb", "chance: roll 1")
    game.holds("unit i-22-mrb supply isolated", "unit i-22-mrb steps 1", f"unit i-22-mrb at {TARGET}")
