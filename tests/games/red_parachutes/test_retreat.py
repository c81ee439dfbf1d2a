"""Chapters stand-fast and retreat: who stays and pays, who goes where, and where rules of both meet."""

from typing import Any

import pytest

from games.red_parachutes.battle import (
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
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

FOUR = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pzpi-19": NORTH_EAST, "ii-pzgr-73": NORTH_EAST}
"""AS 16, no whole regiment."""


def beaten(roll: int, defenders: dict[str, str], others: dict[str, str] | None = None, **facts: Any) -> Table:
    """16 against the defenders after the roll; what steps they owe is still to be paid."""
    game = to_roll(attack(FOUR, {**defenders, **(others or {})}, **facts))
    return game.play(f"chance: roll {roll}")


def driven(
    hexes: int, others: dict[str, str] | None = None, defenders: dict[str, str] | None = None, **facts: Any
) -> Table:
    """A rifle battalion attacked at 4:1, column 8, gives way: 1 hex without loss, or 2 hexes and a step."""
    game = beaten({1: 5, 2: 9}[hexes], defenders or {"i-a-309": TARGET}, others, **facts)
    if hexes == 1:
        game.play("german: lose i-gr-80")
    else:
        game.play("soviet: lose i-a-309")
    return game.play("soviet: give-way")


# -- stand fast -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.stand-fast.1", "rp.stand-fast.2")
def test_what_is_not_steps_is_hexes() -> None:
    """16 against 4 is 4:1, column 8: a 9 is 0/3D, 1 step and 2 hexes."""
    game = beaten(9, {"i-a-309": TARGET})
    game.play("soviet: lose i-a-309")
    assert game.asked() == "soviet ChooseToStand"
    assert game.options("soviet") == ["stand-with i-a-309", "give-way"]
    game.play("soviet: give-way", f"soviet: withdraw {SOUTH}", "soviet: withdraw 0406")
    game.holds("unit i-a-309 at 0406", "unit i-a-309 steps 1")


@pytest.mark.rule("rp.stand-fast.5a", "rp.stand-fast.7a", "rp.stand-fast.8")
@pytest.mark.parametrize(("die", "stands"), [(1, True), (2, False), (3, False)])
def test_below_its_morale_the_stack_stays_and_pays(die: int, stands: bool) -> None:
    """A rifle battalion of morale 2 that owes one hex: on a 1 it stays and loses a step."""
    game = beaten(5, {"i-a-309": TARGET}).play("german: lose i-gr-80")
    game.play("soviet: stand-with i-a-309", f"chance: roll {die}")
    why = [event.rule for event in game.game.events if event.kind == "stands"]
    assert why == ["rp.stand-fast.7" if stands else "rp.stand-fast.8"]
    if stands:
        game.play("soviet: lose i-a-309")
        game.holds(f"unit i-a-309 at {TARGET}", "unit i-a-309 steps 1")
        assert game.asked() == "german DeclareAttack"
    else:
        assert game.asked() == "soviet WalkBack"


@pytest.mark.rule("rp.stand-fast.5", "rp.stand-fast.7b")
def test_the_ledgers_example_of_standing_with_morale_four() -> None:
    """Morale 4, two hexes of retreat and a roll of 3: the stack stays and loses 2 more steps."""
    soviet = {"i-a-309": NORTH, "ii-a-309": NORTH, "i-b-309": NORTH_EAST, "ii-b-309": NORTH_EAST}
    more = {"i-c-309": NORTH_WEST, "ii-c-309": NORTH_WEST}
    game = to_roll(attack({**soviet, **more}, {"pi-34": TARGET}, by="soviet"))
    assert odds(game) == (18, 4, "4:1", 8)
    game.play("chance: roll 9", "german: lose pi-34", "german: stand-with pi-34", "chance: roll 3")
    game.play("german: lose pi-34", "german: lose pi-34")
    game.holds("unit pi-34 at eliminated")
    assert game.asked() == "soviet AdvanceUnits"


@pytest.mark.rule("rp.stand-fast.5a")
def test_the_owner_names_a_unit_of_the_stack_that_took_part() -> None:
    game = beaten(9, {"i-22-mrb": TARGET, "hq-309": TARGET}, {"ii-b-309": SOUTH})
    game.play("german: lose i-gr-80", "soviet: lose i-22-mrb")  # 16 against 6: 2:1, column 6, 1/2D
    assert game.offers("stand-with") == ["hq-309", "i-22-mrb"]
    assert game.refused("soviet: stand-with ii-b-309") == "rp.stand-fast.5"


@pytest.mark.rule("rp.stand-fast.5", "rp.combat-markers.1b", "rp.morale.13")
def test_who_failed_his_morale_check_does_not_stand_for_the_stack_and_gets_no_marker() -> None:
    """Level 3 of the motor rifles; the rifles fail: DS 4 + 2. 16 against 6 is 2:1, column 6, a 9: 1/2D."""
    game = attack(FOUR, {"i-22-mrb": TARGET, "i-a-309": TARGET})
    levels(no_guns(choose(game)), 3, 3).play("chance: roll 1")
    assert odds(game) == (16, 6, "2:1", 6)
    game.play("chance: roll 9", "german: lose i-gr-80", "soviet: lose i-22-mrb")
    assert game.offers("stand-with") == ["i-22-mrb"]
    assert game.refused("soviet: stand-with i-a-309") == "rp.stand-fast.5"
    game.play("soviet: give-way", f"soviet: withdraw {SOUTH}")
    game.holds("unit i-22-mrb morale disrupted", "unit i-a-309 morale in-order", f"unit i-a-309 at {SOUTH}")


@pytest.mark.rule("rp.stand-fast.5c", "rp.morale.5")
def test_present_morale_counts() -> None:
    """A demoralized motor rifle battalion has morale 2: a 2 is not below it."""
    game = beaten(5, {"i-22-mrb": f"{TARGET} demoralized"})
    run_on(game, "ChooseToStand").play("soviet: stand-with i-22-mrb", "chance: roll 2")
    assert game.asked() == "soviet WalkBack"


@pytest.mark.rule("rp.stand-fast.6a")
@pytest.mark.parametrize(("leader", "stands"), [("rybalko", True), ("sidorchuk", False)])
def test_the_leader_of_its_formation_steadies_a_unit(leader: str, stands: bool) -> None:
    """Morale 3 and a roll of 3: with its own leader the result is 2."""
    game = beaten(5, {"i-22-mrb": TARGET, leader: TARGET}).play("german: lose i-gr-80", "chance: roll 12")
    game.play("soviet: stand-with i-22-mrb", "chance: roll 3")
    assert (game.asked() == "soviet LoseSteps") == stands


RIVER = ["...~...", "...~...", "...~...", "...~...", "...~..."]


def on_the_bank(pairs: list[list[str]], leader: dict[str, str] | None = None) -> Table:
    """A Soviet battalion on the west bank owes one hex: 8 against 4 is 2:1, column 6, and a 6 is 1/1."""
    attackers = {"i-gr-80": "0203", "i-gr-107": "0203"}
    game = to_roll(
        attack(attackers, {"i-22-mrb": "0303", **(leader or {})}, rows=RIVER, target="0303", pairs=pairs)
    )
    assert odds(game) == (8, 4, "2:1", 6)
    return game.play("chance: roll 6", "german: lose i-gr-80")


@pytest.mark.rule("rp.stand-fast.6b")
@pytest.mark.parametrize(
    ("pairs", "stands"),
    [
        ([["0503", "0303", "improved"]], True),
        ([["0503", "0303"]], False),
        ([["0504", "0304", "improved"]], False),
    ],
)
def test_an_improved_bridgehead_steadies_a_soviet_unit(pairs: list[list[str]], stands: bool) -> None:
    """Morale 3 and a roll of 3."""
    game = on_the_bank(pairs).play("soviet: stand-with i-22-mrb", "chance: roll 3")
    assert (game.asked() == "soviet LoseSteps") == stands


@pytest.mark.rule("rp.stand-fast.6c")
def test_leader_and_bridgehead_give_one_modifier() -> None:
    """Both: a roll of 4 is a result of 3, not 2."""
    game = on_the_bank([["0503", "0303", "improved"]], {"rybalko": "0303"}).play("chance: roll 12")
    game.play("soviet: stand-with i-22-mrb", "chance: roll 4")
    assert game.asked() == "soviet WalkBack"


@pytest.mark.rule("rp.stand-fast.4", "rp.combat-options.6")
def test_a_determined_defender_must_try() -> None:
    """1L: 3:1, column 7; a 7 is 1/2, the attacker's raised to 2: a step and a hex for each."""
    game = to_roll(attack(FOUR, {"i-a-309": TARGET}), "standard", "determined")
    assert odds(game) == (16, 4, "3:1", 7)
    game.play("chance: roll 7", "german: lose i-gr-80", "soviet: lose i-a-309")
    assert game.options("soviet") == ["stand-with i-a-309"]
    assert game.refused("soviet: give-way") == "rp.stand-fast.4"


@pytest.mark.rule("rp.stand-fast.3")
def test_the_defender_tries_before_the_attacker() -> None:
    game = to_roll(attack(FOUR, {"i-a-309": TARGET}), "standard", "determined")
    game.play("chance: roll 7", "german: lose i-gr-80", "soviet: lose i-a-309")
    game.play("soviet: stand-with i-a-309", "chance: roll 6", f"soviet: withdraw {SOUTH}")
    assert game.asked() == "german ChooseToStand"


@pytest.mark.rule("rp.stand-fast.9", "rp.combat-options.6")
def test_who_chose_to_withdraw_does_not_stand() -> None:
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET}), "standard", "withdraw")
    game.play("chance: roll 12")
    assert game.asked() == "soviet WalkBack"


@pytest.mark.rule("rp.stand-fast.5b", "rp.stand-fast.7")
def test_each_stack_of_the_attackers_tries_for_itself() -> None:
    """4 + 4 against 8 is 1:1, column 4: a 3 is 2D/0, a step and a hex. The northern stack stands."""
    attackers = {"i-gr-80": NORTH, "i-gr-107": NORTH_EAST}
    game = to_roll(attack(attackers, {"i-a-309": TARGET, "ii-a-309": TARGET}))
    game.play("chance: roll 3", "german: lose i-gr-80")
    assert game.offers("stand-with") == ["i-gr-80"]
    game.play("german: stand-with i-gr-80", "chance: roll 1", "german: lose i-gr-80")
    game.holds("unit i-gr-80 at reduced", f"unit ger-inf-rem-1 at {NORTH}")
    assert game.offers("stand-with") == ["i-gr-107"]
    game.play("german: give-way")
    assert game.asked() == "german WalkBack"


# -- who goes ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.retreat.1", "rp.retreat.13")
def test_everybody_in_the_attacked_hex_goes_with_his_leader() -> None:
    """The HQ and a battalion that did not defend go too, and so does Rybalko."""
    stack = {"i-a-309": TARGET, "ii-a-309": TARGET, "iii-a-309": TARGET, "hq-309": TARGET, "rybalko": TARGET}
    game = attack(FOUR, stack).play("soviet: stay-out iii-a-309")
    to_roll(game).play("chance: roll 11")  # 16 against 10 is 1:1, column 4: 1/2D
    game.play("german: lose i-gr-80", "soviet: lose i-a-309", "chance: roll 12")
    game.play("soviet: give-way", f"soviet: withdraw {SOUTH}")
    for id in ("i-a-309", "ii-a-309", "iii-a-309", "hq-309", "rybalko"):
        game.holds(f"unit {id} at {SOUTH}")


@pytest.mark.rule("rp.retreat.2a", "rp.retreat.3")
def test_attackers_that_took_part_go_and_others_may() -> None:
    """The engineers only stand in the hex; they may go along or stay."""
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-a-309": TARGET, "pi-34": NORTH, "i-gr-107": NORTH}))
    game.play("chance: roll 4", "german: lose i-gr-80", "german: give-way")  # 2D/0
    assert game.asked() == "german JoinRetreat"
    assert game.offers("go-along") == ["i-gr-107", "pi-34"]
    game.play("german: go-along pi-34", "german: stay", "german: withdraw 0402")
    game.holds("unit i-gr-80 at 0402", "unit pi-34 at 0402", f"unit i-gr-107 at {NORTH}")


@pytest.mark.rule("rp.retreat.2b", "rp.morale.12")
def test_an_attacker_that_took_no_part_need_not_go() -> None:
    game = attack(
        {"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}, {"i-a-309": TARGET, "ii-a-309": TARGET}
    )
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1")
    assert odds(game) == (5, 8, "2:1", 6)
    game.play("chance: roll 3", "german: lose i-pzgr-73", "german: give-way")  # 2/0
    assert game.offers("go-along") == ["i-gr-455"]


@pytest.mark.rule("rp.retreat.4")
def test_when_all_attackers_are_gone_others_may_still_retreat() -> None:
    """A company against a battalion: 1:4, off the table; 1:2 with a second company, column 2: 3D/0."""
    units = {"flak-school": NORTH, "ger-inf-co-1": f"{NORTH} of=ii-gr-80"}
    others = {"smg-51": TARGET, "20-pontoon": TARGET, "ii-gr-80": "broken-down", "pi-34": NORTH}
    game = to_roll(attack(units, others))
    assert odds(game) == (2, 5, "1:3", 1)
    game.play("chance: roll 4", "german: lose flak-school", "german: lose ger-inf-co-1")  # 3D/0
    assert game.asked() == "german JoinRetreat"
    game.play("german: go-along pi-34", "german: withdraw 0402")
    game.holds("unit pi-34 at 0402")


# -- where to ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.retreat.5a", "rp.retreat.5b", "rp.retreat.6", "rp.retreat.8")
def test_a_hex_without_zone_that_leads_away_comes_first() -> None:
    """Attacked from the north and north-east: south and south-west are farther from both hexes.

    South-east is in the zone of the attackers in the north-east; so is the north-west of those in the north.
    """
    game = driven(1)
    assert game.offers("withdraw") == sorted([SOUTH, SOUTH_WEST])
    assert game.refused(f"soviet: withdraw {SOUTH_EAST}") == "rp.retreat.6"
    assert game.refused(f"soviet: withdraw {NORTH}") == "rp.retreat.15"
    assert game.refused("soviet: withdraw 0406") == "rp.retreat.5"


@pytest.mark.rule("rp.retreat.8", "rp.retreat.5b")
def test_among_equal_hexes_one_that_leads_away_is_taken() -> None:
    """Attacked from the north alone: all three hexes behind are two hexes from the attackers."""
    game = to_roll(attack({"i-gr-80": NORTH, "i-gr-107": NORTH}, {"smg-51": TARGET}))
    game.play("chance: roll 5")
    run_on(game, "ChooseToStand").play("soviet: give-way")
    assert game.offers("withdraw") == sorted([SOUTH, SOUTH_EAST, SOUTH_WEST])


@pytest.mark.rule("rp.retreat.7a")
def test_a_full_hex_outside_zones_comes_before_any_zone() -> None:
    """Five units in the south; the south-west is in the zone of another German stack."""
    full = dict.fromkeys(("i-b-309", "ii-b-309", "iii-b-309", "i-c-309", "ii-c-309"), SOUTH)
    game = driven(1, {**full, "corps-mg-bn": "0205", "iii-gr-80": "0205"})
    assert game.offers("withdraw") == [SOUTH]
    assert game.refused(f"soviet: withdraw {SOUTH_WEST}") == "rp.retreat.7"


RING = {"corps-mg-bn": "0205", "iii-gr-80": "0205", "stug-239": "0506"}
"""German stacks whose zones cover the south-west, the south and the south-east of the target."""


@pytest.mark.rule("rp.retreat.9", "rp.retreat.11", "rp.retreat.12b")
def test_in_zones_a_hex_with_a_friend_comes_before_an_empty_one() -> None:
    game = driven(1, {**RING, "ii-b-309": SOUTH})
    assert game.offers("withdraw") == [SOUTH]
    assert game.refused(f"soviet: withdraw {SOUTH_WEST}") == "rp.retreat.9"
    game.play(f"soviet: withdraw {SOUTH}", "soviet: lose i-a-309")
    game.holds("unit i-a-309 steps 1", "unit ii-b-309 steps 2")


@pytest.mark.rule("rp.retreat.10")
def test_in_zones_even_a_full_hex_with_friends_comes_before_an_empty_one() -> None:
    full = dict.fromkeys(("i-b-309", "ii-b-309", "iii-b-309", "i-c-309", "ii-c-309"), SOUTH)
    game = driven(1, {**RING, **full})
    assert game.offers("withdraw") == [SOUTH]
    assert game.refused(f"soviet: withdraw {SOUTH_WEST}") == "rp.retreat.10"


@pytest.mark.rule("rp.retreat.11", "rp.retreat.12a")
def test_every_zone_entered_costs_a_step() -> None:
    """Two hexes, both in German zones: two steps besides the one of the result, of two battalions."""
    defenders = {"i-a-309": TARGET, "ii-a-309": TARGET}
    game = beaten(12, defenders, RING)
    # 16 against 8 is 2:1, column 6: 0/3D
    game.play("soviet: lose i-a-309", "soviet: give-way", f"soviet: withdraw {SOUTH}", "soviet: lose i-a-309")
    game.holds("unit i-a-309 at eliminated")
    assert game.asked() == "soviet WalkBack"
    game.play("soviet: withdraw 0406", "soviet: lose ii-a-309")
    game.holds("unit ii-a-309 at 0406", "unit ii-a-309 steps 1")


@pytest.mark.rule("rp.retreat.5c")
def test_nobody_retreats_back_into_the_battle() -> None:
    game = driven(2).play(f"soviet: withdraw {SOUTH}")
    assert game.refused(f"soviet: withdraw {TARGET}") == "rp.retreat.5"


@pytest.mark.rule("rp.retreat.14", "rp.retreat.15")
def test_who_can_go_nowhere_is_eliminated() -> None:
    """Water behind, Germans before: the battalion on the bank is lost, with no bridge."""
    ring = {"pi-34": "0302", "corps-mg-bn": "0304", "ii-gr-107": "0202"}
    attackers = {"i-gr-80": "0203", "i-gr-107": "0203"}
    game = attack(attackers, {**ring, "i-22-mrb": "0303"}, rows=RIVER, target="0303")
    to_roll(game).play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way")
    game.holds("unit i-22-mrb at eliminated")
    assert game.asked() == "german AdvanceUnits"


@pytest.mark.rule("rp.retreat.15", "rp.dnepr.1")
def test_nobody_retreats_over_the_river_at_a_bridgehead() -> None:
    """Retreat x river: the pair of counters does not help a retreat; only land hexes are open."""
    game = on_the_bank([["0503", "0303"]]).play("soviet: give-way")
    assert game.refused("soviet: withdraw 0403") == "rp.retreat.15"
    assert set(game.offers("withdraw")) <= {"0302", "0304"}


KANEV = {"rows": RIVER, "areas": {"kanev:west": ["0303"], "kanev:water": ["0403"], "kanev:east": ["0503"]}}


@pytest.mark.rule("rp.retreat.15", "rp.advance.7", "rp.dnepr.2")
@pytest.mark.parametrize("stands", [True, False])
def test_a_retreat_may_go_over_the_standing_bridge(stands: bool) -> None:
    """Retreat x river x zones: the far end is outside all zones and comes first; a blown bridge is closed."""
    attackers = {"i-gr-80": "0203", "i-gr-107": "0203"}
    game = attack(attackers, {"i-22-mrb": "0303"}, rows=KANEV, target="0303", bridge=stands)
    to_roll(game).play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way")
    assert ("0503" in game.offers("withdraw")) == stands
    if stands:
        game.play("soviet: withdraw 0503")
        game.holds("unit i-22-mrb at 0503", "unit i-22-mrb steps 2")


@pytest.mark.rule("rp.retreat.15")
def test_trucks_do_not_retreat_into_a_swamp() -> None:
    """Behind the target all is swamp: the foot could go there, the trucks cannot."""
    rows = ["......."] * 4 + ["..SSS..", "..SSS..", "......."]
    game = driven(1, rows=rows, defenders={"i-22-mrb": TARGET})
    assert game.refused(f"soviet: withdraw {SOUTH}") == "rp.retreat.15"


@pytest.mark.rule("rp.retreat.14", "rp.retreat.15")
def test_where_not_all_can_go_each_class_goes_for_itself() -> None:
    """Swamp behind, the enemy on all other sides: the foot go through the swamp, the trucks are lost."""
    rows = ["......."] * 4 + ["..SSS..", "..SSS..", "......."]
    block = {"corps-mg-bn": NORTH_WEST, "iii-gr-80": NORTH_WEST}
    defenders = {"i-a-309": TARGET, "i-22-mrb": TARGET}
    game = beaten(8, defenders, block, rows=rows)  # 16 against 8: 2:1, column 6: 1/2
    game.play("german: lose i-gr-80", "soviet: lose i-a-309", "soviet: give-way")
    game.holds("unit i-22-mrb at eliminated")
    assert game.asked() == "soviet WalkBack"
    assert set(game.offers("withdraw")) <= {SOUTH, SOUTH_EAST, SOUTH_WEST}


@pytest.mark.rule("rp.retreat.16")
def test_unlimbered_guns_are_lost_and_limbered_ones_go() -> None:
    """16 against 5 is 3:1, column 7: a 5 is 1/1."""
    stack = {"i-22-mrb": TARGET, "art-309": TARGET, "mortar-regt-1": f"{TARGET} limbered"}
    game = to_roll(attack(FOUR, stack).play("soviet: stay-out mortar-regt-1"))
    game.play("chance: roll 5", "german: lose i-gr-80", "soviet: give-way")
    game.holds("unit art-309 at eliminated")
    game.play(f"soviet: withdraw {SOUTH}")
    game.holds(f"unit mortar-regt-1 at {SOUTH}", "unit mortar-regt-1 limbered yes")


@pytest.mark.rule("rp.retreat.17")
def test_self_propelled_guns_are_limbered_and_go() -> None:
    soviet = {"i-a-309": NORTH, "ii-a-309": NORTH, "i-b-309": NORTH_EAST, "ii-b-309": NORTH_EAST}
    game = to_roll(attack(soviet, {"i-gr-80": TARGET, "i-pzar-7": TARGET}, by="soviet"))
    assert odds(game) == (12, 6, "2:1", 6)
    game.play("chance: roll 6", "soviet: lose i-a-309", "german: give-way", f"german: withdraw {SOUTH}")
    game.holds(f"unit i-pzar-7 at {SOUTH}", "unit i-pzar-7 limbered yes")


@pytest.mark.rule("rp.retreat.5", "rp.defense-strength.8")
def test_who_has_retreated_defends_with_nothing_for_the_rest_of_the_turn() -> None:
    game = driven(1).play(f"soviet: withdraw {SOUTH}")
    game.holds("unit i-a-309 flag retreated")


@pytest.mark.rule("rp.move-general.11c", "rp.retreat.5")
def test_a_german_retreat_into_a_bridgehead_drives_it_off() -> None:
    """Retreat x bridgehead: both counters go to the Turn track, one turn ahead."""
    attackers = {"i-a-309": "0203", "ii-a-309": "0203", "i-b-309": "0202", "ii-b-309": "0202"}
    block = {"iii-b-309": "0304", "i-c-309": "0304", "ii-c-309": "0204", "iii-c-309": "0204"}
    game = attack(
        attackers,
        {"i-gr-80": "0303", **block},
        rows=RIVER,
        target="0303",
        by="soviet",
        pairs=[["0502", "0302"]],
    )
    to_roll(game).play("chance: roll 6")
    run_on(game, "WalkBack")
    assert game.offers("withdraw") == ["0302"]
    game.play("german: withdraw 0302")
    game.holds("pair 1 at track", "pair 1 due 3")


@pytest.mark.rule("rp.retreat.12", "rp.losses.14", "rp.combat-markers.1")
def test_breakdown_losses_and_disruption_meet_in_a_retreat() -> None:
    """Breakdown x losses x demoralization: a disrupted German battalion becomes a remnant on its retreat.

    12 against 5 is 2:1, column 6: a 9 is 1/2D, a step and a hex. The hex is in a zone and costs the second
    step: what is left is the remnant, demoralized because it was disrupted before.
    """
    soviet = {"i-a-309": NORTH, "ii-a-309": NORTH, "i-b-309": NORTH_EAST, "ii-b-309": NORTH_EAST}
    ring = {"i-c-309": "0205", "ii-c-309": "0205", "iii-c-309": "0506", "iii-b-309": "0506"}
    game = to_roll(attack(soviet, {"i-gr-80": f"{TARGET} disrupted", **ring}, by="soviet"))
    assert odds(game) == (12, 5, "2:1", 6)
    game.play("chance: roll 9", "soviet: lose i-a-309", "german: lose i-gr-80", "german: give-way")
    game.play(f"german: withdraw {SOUTH}", "german: lose i-gr-80")
    game.holds(
        "unit i-gr-80 at reduced", f"unit ger-inf-rem-1 at {SOUTH}", "unit ger-inf-rem-1 morale demoralized"
    )
    game.holds("unit ger-inf-rem-1 flag retreated")
