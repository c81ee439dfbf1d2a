"""Chapters advance and breakthrough: who follows, how far, and who attacks again."""

from typing import Any

import pytest

from games.red_parachutes.battle import (
    ARENA,
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
    to_roll,
)
from games.red_parachutes.table import Table
from grognard.games.battalions.combat.after.advance import Advance, goals, length_of, longest
from grognard.games.battalions.combat.after.owed import Aftermath

FOOT = {"i-gr-80": NORTH, "i-gr-107": NORTH}
RIFLES = {"i-a-309": TARGET}
TALL = [*ARENA, "......."]


def following(
    hexes: int, attackers: dict[str, str], others: dict[str, str] | None = None, **facts: Any
) -> Table:
    """Recon in the target falls back two hexes; an assault lets the attacker follow both, others one."""
    game = attack(attackers, {"recon-9-mc": TARGET, **(others or {})}, **facts)
    choose(game, "assault" if hexes == 2 else "standard", "retreat")
    if hexes == 2:
        game.play("chance: roll 6")
    return game.play(f"soviet: withdraw {SOUTH}", "soviet: withdraw 0406")


def driven_off(
    roll: int, attackers: dict[str, str], others: dict[str, str] | None = None, **facts: Any
) -> Table:
    """At the advance after a rifle battalion has gone straight south."""
    game = to_roll(attack(attackers, {**RIFLES, **(others or {})}, **facts)).play(f"chance: roll {roll}")
    path = iter((SOUTH, "0406", "0407", "0408"))
    while game.ask.step != "AdvanceUnits":
        side = "chance" if game.ask.is_chance else ("german", "soviet")[game.ask.side]
        if game.ask.step == "WalkBack":
            game.play(f"{side}: withdraw {next(path)}")
        elif game.ask.step == "ChooseToStand":
            game.play(f"{side}: give-way")
        elif game.ask.step == "RollCasualty":
            game.play("chance: roll 12")
        else:
            game.play(f"{side}: {game.options(side)[0]}")
    return game


# -- whether and who --------------------------------------------------------------------------------


@pytest.mark.rule("rp.advance.1a", "rp.advance.2", "rp.advance.22")
def test_the_victors_follow_as_far_as_the_defender_went() -> None:
    """8 against 4, column 6: a 6 is 1/1. One hex, the one he left."""
    game = driven_off(6, FOOT)
    assert game.offers("advance") == ["i-gr-107", "i-gr-80"]
    game.play("german: advance i-gr-80")
    assert game.offers("onto") == [TARGET]
    game.play(f"german: onto {TARGET}", "german: done")
    game.holds(f"unit i-gr-80 at {TARGET}", f"unit i-gr-107 at {NORTH}", f"control {TARGET} german")


@pytest.mark.rule("rp.advance.1")
@pytest.mark.parametrize(
    ("policy", "inside"), [("one", ["i-pzgr-73"]), ("all", ["i-pzgr-73", "pzpi-19"]), ("none", [])]
)
def test_the_usual_ways_to_advance(policy: str, inside: list[str]) -> None:
    """The best in defence goes in alone, or all; though they could go two hexes they stop in the first."""
    game = following(2, {"i-pzgr-73": NORTH, "pzpi-19": NORTH}, {"pi-34": "0101", "i-c-309": "0102"})
    while game.ask.step == "AdvanceUnits":
        way = next(one for one in game.ask.policies if one.name == policy)
        game.game.play(way.answer(game.pos, game.pos.stack[-1].vars, game.ask.options(0)), 0)
    there = [id for id in ("i-pzgr-73", "pzpi-19") if game.pos.hex[game.unit(id)] == game.hex(TARGET)]
    assert there == inside


@pytest.mark.rule("rp.advance.22")
def test_nobody_advances_if_the_defender_stays() -> None:
    game = to_roll(attack(FOOT, RIFLES)).play("chance: roll 6", "german: lose i-gr-80")
    game.play("soviet: stand-with i-a-309", "chance: roll 1", "soviet: lose i-a-309")
    assert game.asked() == "german DeclareAttack"


@pytest.mark.rule("rp.advance.1b", "rp.advance.6")
def test_others_in_the_attackers_hexes_may_follow_too() -> None:
    game = driven_off(6, FOOT, {"pi-34": NORTH, "corps-mg-bn": NORTH_EAST})
    assert game.offers("advance") == ["i-gr-107", "i-gr-80", "pi-34"]
    assert game.refused("german: advance corps-mg-bn") == "rp.advance.6"
    assert game.refused("german: advance i-a-309") == "rp.advance.1"


@pytest.mark.rule("rp.advance.6")
def test_who_was_not_next_to_the_defender_with_the_attackers_does_not_follow() -> None:
    game = driven_off(6, FOOT, {"pi-34": "0101"})
    assert game.refused("german: advance pi-34") == "rp.advance.6"


@pytest.mark.rule("rp.morale.12c", "rp.advance.1")
def test_attackers_that_took_no_part_do_not_follow() -> None:
    game = attack({"i-pzgr-73": NORTH, "i-gr-455": f"{NORTH} isolated"}, {"smg-51": TARGET})
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1", "chance: roll 12", "soviet: lose smg-51")
    assert game.offers("advance") == ["i-pzgr-73"]
    assert game.refused("german: advance i-gr-455") == "rp.morale.12"


@pytest.mark.rule("rp.advance.5")
def test_who_retreated_does_not_advance() -> None:
    """An assault on a determined defence: 4 against 4, column 4, a 10: 1/2, raised to 2/3.

    Both sides lose steps, the defender dies of his two; the attackers go a hex, and only the engineers that
    did not attack are there to follow.
    """
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-22-mrb": TARGET, "pi-34": NORTH}), "assault", "determined")
    assert odds(game) == (4, 4, "1:1", 4)
    game.play("chance: roll 10", "german: lose i-gr-80", "soviet: lose i-22-mrb", "soviet: lose i-22-mrb")
    game.play("german: give-way", "german: go-along pi-34", "german: withdraw 0402")
    assert game.ask.step != "AdvanceUnits"
    game = to_roll(attack({"i-gr-80": NORTH}, {"i-22-mrb": TARGET, "pi-34": NORTH}), "assault", "determined")
    game.play("chance: roll 10", "german: lose i-gr-80", "soviet: lose i-22-mrb", "soviet: lose i-22-mrb")
    game.play("german: give-way", "german: stay", "german: withdraw 0402")
    assert game.offers("advance") == ["pi-34"]


@pytest.mark.rule("rp.advance.3", "rp.advance.17")
def test_a_full_hex_takes_nobody_more() -> None:
    """Five units advance; the sixth finds no room."""
    units = {"i-gr-80": NORTH, "i-gr-107": NORTH, "pi-34": NORTH_EAST, "i-gr-455": NORTH_EAST}
    others = {"corps-mg-bn": NORTH, "flak-school": NORTH_EAST}
    game = driven_off(6, units, others)
    for id in ("i-gr-80", "i-gr-107", "pi-34", "i-gr-455", "corps-mg-bn"):
        game.play(f"german: advance {id}", f"german: onto {TARGET}")
    assert game.asked() == "german DeclareAttack"
    game.holds(f"unit flak-school at {NORTH_EAST}")


@pytest.mark.rule("rp.advance.4")
def test_vehicles_do_not_advance_into_a_swamp() -> None:
    rows = [*ARENA[:3], "...S...", *ARENA[4:]]
    game = driven_off(8, {"i-gr-80": NORTH, "pzpi-19": NORTH}, rows=rows)
    assert game.offers("advance") == ["i-gr-80"]
    assert game.refused("german: advance pzpi-19") == "rp.advance.4"


# -- how far ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.advance.8", "rp.advance.9", "rp.advance.10", "rp.advance.11", "rp.advance.12", "rp.advance.13"
)
def test_the_longest_advance_of_each_arm() -> None:
    units = {
        "pzr-27": 4,
        "pzaa-19": 4,
        "i-pzgr-73": 4,
        "ii-pzgr-73": 4,
        "stug-239": 4,
        "pzpi-19": 3,
        "pzjg-34": 3,
        "hq-19": 3,
        "i-gr-80": 2,
        "pi-34": 2,
        "i-pzar-7": 2,
        "i-ar-34": 0,
        "i-pzar-19": 0,
        "69-mb-tank": 2,
        "i-22-mrb": 2,
        "i-a-309": 2,
        "i-1-gcd": 2,
        "gun-bde-1": 0,
    }
    soviet = ("69-mb-tank", "i-22-mrb", "i-a-309", "i-1-gcd", "gun-bde-1")
    places = {id: "0707" if id in soviet else "0101" for id in units}
    game = attack({"i-gr-107": NORTH}, {"smg-51": TARGET, **places})
    assert {id: longest(game.pos, game.unit(id)) for id in units} == units


@pytest.mark.rule("rp.advance.12", "rp.advance.11", "rp.advance.9")
@pytest.mark.parametrize(("unit", "most"), [("pzr-27", 4), ("pzpi-19", 3), ("i-gr-80", 2)])
def test_tanks_follow_four_hexes_engineers_three_and_foot_two(unit: str, most: int) -> None:
    """The defender went south four hexes."""
    board = attack({"corps-mg-bn": "0101"}, {"smg-51": "0102", unit: NORTH}, rows=TALL, target="0102")
    way = tuple(board.hex(name) for name in (TARGET, SOUTH, "0406", "0407"))
    v = Advance(way[0], 4, (way,), (board.hex(NORTH),), (board.unit(unit),), (), ())
    assert goals(board.pos, v, board.unit(unit)) == list(way[:most])


@pytest.mark.rule("rp.advance.2")
def test_an_advance_keeps_to_the_path_of_the_retreat() -> None:
    game = following(2, {"pzaa-19": NORTH}).play("german: advance pzaa-19")
    assert game.offers("onto") == [TARGET, SOUTH]
    assert game.refused(f"german: onto {SOUTH_WEST}") == "rp.advance.2"
    assert game.refused("german: onto 0406") == "rp.advance.2"


@pytest.mark.rule("rp.advance.13")
def test_towed_guns_stay() -> None:
    game = driven_off(6, FOOT, {"i-ar-34": NORTH})
    assert game.refused("german: advance i-ar-34") == "rp.advance.13"


@pytest.mark.rule("rp.advance.14", "rp.advance.15a")
@pytest.mark.parametrize(("enemy", "most"), [({}, 2), ({"i-c-309": SOUTH_EAST}, 1)])
def test_every_zone_left_takes_a_hex_off(enemy: dict[str, str], most: int) -> None:
    """Two hexes are open. With the taken hex in the zone of another stack only the first is left."""
    game = following(2, {"pzaa-19": NORTH}, enemy).play("german: advance pzaa-19")
    assert game.offers("onto") == [TARGET, SOUTH][:most]


@pytest.mark.rule("rp.advance.15c", "rp.advance.14")
def test_the_first_hex_may_always_be_entered() -> None:
    """The attackers' own hex lies in the zone of another stack, and so does the taken hex."""
    game = driven_off(6, FOOT, {"i-c-309": NORTH_WEST})
    game.play("german: advance i-gr-80")
    assert game.offers("onto") == [TARGET]


@pytest.mark.rule("rp.advance.15b")
def test_the_zone_of_the_beaten_in_the_attackers_hex_does_not_count() -> None:
    """Of three hexes the zone of another stack over the start takes one; that of the beaten none."""
    for more, most in (({}, 3), ({"i-c-309": "0303"}, 2)):
        board = attack(
            {"corps-mg-bn": "0101"},
            {"smg-51": "0102", "pzr-27": NORTH, "i-a-309": "0407", **more},
            target="0102",
        )
        way = tuple(board.hex(name) for name in (TARGET, SOUTH, SOUTH_WEST))
        v = Advance(
            way[0], 3, (way,), (board.hex(NORTH),), (board.unit("pzr-27"),), (), (board.unit("i-a-309"),)
        )
        assert len(goals(board.pos, v, board.unit("pzr-27"))) == most


# -- a defender who is no more ------------------------------------------------------------------------


@pytest.mark.rule("rp.advance.18a", "rp.advance.18b")
def test_over_a_dead_defender_at_least_one_hex_and_what_he_still_owed() -> None:
    """The ledger's example in the numbers of the rule: 6 for 4 steps leaves 2, for 6 steps 0, so 1."""
    game = attack({"i-gr-80": NORTH}, {**RIFLES, "ii-a-309": "0101"})
    dead = game.unit("i-a-309")
    game.pos.place(dead, -3)
    v = Aftermath(game.hex(TARGET), (game.unit("i-gr-80"),), (game.hex(NORTH),), (dead,), defence_number=6)
    assert length_of(game.pos, v._replace(paid=4)) == 2
    assert length_of(game.pos, v._replace(paid=6)) == 1
    assert length_of(game.pos, v._replace(paid=4, advance=1)) == 1


@pytest.mark.rule("rp.advance.18a", "rp.stand-fast.7b")
def test_who_stands_and_dies_leaves_the_way_open() -> None:
    """14 against 2 is 7:1, column 11: a 12 is 0/5M. One step is all the company has; 4 are unfulfilled."""
    units = {"i-pzgr-73": NORTH, "pzpi-19": NORTH, "i-gr-80": NORTH_EAST, "flak-school": NORTH_EAST}
    game = to_roll(attack(units, {"smg-51": TARGET}, rows=TALL))
    assert odds(game) == (14, 2, "7:1", 11)
    game.play("chance: roll 12", "soviet: lose smg-51", "german: advance i-pzgr-73")
    assert TARGET in game.offers("onto")
    assert "0407" in game.offers("onto")
    assert "0408" not in game.offers("onto")


# -- leaders, HQs, and who is in the way --------------------------------------------------------------


@pytest.mark.rule("rp.advance.20a", "rp.advance.21")
def test_leaders_and_hqs_follow_a_unit_that_attacked() -> None:
    game = driven_off(6, FOOT, {"nehring": NORTH, "hq-34": NORTH})
    assert game.offers("advance") == ["i-gr-107", "i-gr-80"]
    assert game.refused("german: advance nehring") == "rp.advance.21"
    game.play("german: advance i-gr-80", f"german: onto {TARGET}")
    assert game.offers("advance") == ["hq-34", "i-gr-107", "nehring"]
    game.play("german: advance nehring", f"german: onto {TARGET}")
    game.holds(f"unit nehring at {TARGET}")


@pytest.mark.rule("rp.advance.20b")
def test_a_leader_goes_no_farther_than_the_unit() -> None:
    game = following(2, {"pzaa-19": NORTH}, {"kaellner": NORTH})
    game.play("german: advance pzaa-19", f"german: onto {TARGET}", "german: advance kaellner")
    assert game.offers("onto") == [TARGET]


@pytest.mark.rule("rp.advance.19", "rp.move-general.16", "rp.move-general.17")
def test_a_lone_leader_in_the_taken_hex_is_checked() -> None:
    """Leader x displacement: the company dies around Rybalko; he survives his roll and is driven off."""
    game = to_roll(attack(FOOT, {"smg-51": TARGET, "rybalko": TARGET}))
    assert odds(game)[2] == "4:1"
    game.play("chance: roll 9", "soviet: lose smg-51", "chance: roll 12")
    game.holds(f"unit rybalko at {TARGET}")
    game.play("german: advance i-gr-80", f"german: onto {TARGET}")
    assert game.asked() == "chance RollCasualty"
    game.play("chance: roll 5")
    game.holds("unit rybalko at displaced")


@pytest.mark.rule("rp.advance.1", "rp.move-general.11c")
def test_an_advance_into_a_bridgehead_drives_it_off() -> None:
    """Advance x bridgehead: the ledger's example. Both counters go to the Turn track."""
    rows = ["...~...", "...~...", "...~...", "...~...", "...~..."]
    units = {"i-22-mrb": "0303"}
    game = to_roll(
        attack(
            {"i-gr-80": "0203", "i-gr-107": "0203"},
            units,
            rows=rows,
            target="0303",
            pairs=[["0503", "0303", "improved"]],
        )
    )
    game.play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way")
    game.play(
        f"soviet: withdraw {game.offers('withdraw')[0]}", "german: advance i-gr-80", "german: onto 0303"
    )
    game.holds("pair 1 at track", "pair 1 due 3")


@pytest.mark.rule("rp.advance.16", "rp.defensive-support.6")
def test_an_advance_silences_guns_for_the_combats_that_follow() -> None:
    """The gun south-west of the taken hex comes into the zone of the victors, and supports no more."""
    others = {"art-309": SOUTH_WEST, "ii-gr-80": "0604", "iii-gr-80": "0604", "ii-b-309": "0605"}
    board = to_roll(attack(FOOT, {**RIFLES, **others})).play("chance: roll 6", "german: lose i-gr-80")
    board.play("soviet: give-way", f"soviet: withdraw {SOUTH}")
    board.play("german: advance i-gr-80", f"german: onto {TARGET}", "german: done")
    board.play("german: target 0605", "german: commit ii-gr-80", "german: agreed")
    choose(board)
    assert board.refused("soviet: support art-309") == "rp.defend-declare.6"


# -- breakthrough -----------------------------------------------------------------------------------


LED = {"pzaa-19": NORTH, "i-pzgr-73": NORTH}


def broken(others: dict[str, str], **facts: Any) -> Table:
    """Recon and halftracks have taken the hex of a company that died; Kaellner is north of it."""
    game = to_roll(attack(LED, {"smg-51": TARGET, **others}, **facts)).play("chance: roll 9")
    while game.ask.step != "AdvanceUnits":
        side = "chance" if game.ask.is_chance else ("german", "soviet")[game.ask.side]
        game.play("chance: roll 12" if side == "chance" else f"{side}: {game.options(side)[0]}")
    for id in LED:
        game.play(f"german: advance {id}", f"german: onto {TARGET}")
    return game.play("german: done") if game.ask.step == "AdvanceUnits" else game


SECOND = {"ii-b-309": SOUTH, "kaellner": NORTH}


@pytest.mark.rule("rp.breakthrough.1a", "rp.breakthrough.3", "rp.breakthrough.4")
@pytest.mark.parametrize(("die", "fights"), [(4, True), (5, False)])
def test_units_that_advanced_attack_again_if_their_leader_manages_it(die: int, fights: bool) -> None:
    """Kaellner has 4."""
    game = broken(SECOND)
    assert game.asked() == "german DeclareBreakthrough"
    assert game.offers("target") == [SOUTH]
    game.play(
        f"german: target {SOUTH}", "german: commit pzaa-19", "german: commit i-pzgr-73", "german: agreed"
    )
    game.play(f"chance: roll {die}")
    assert (game.asked() == "german and soviet ChooseOptions") == fights
    if not fights:
        assert game.asked() == "german DeclareAttack"


@pytest.mark.rule("rp.breakthrough.1")
def test_a_target_that_was_dropped_can_be_named_again_or_the_breakthrough_left() -> None:
    game = broken(SECOND).play(f"german: target {SOUTH}", "german: drop")
    assert game.offers("target") == [SOUTH]
    assert game.offers("commit") == []
    game.play(f"german: target {SOUTH}", "german: commit pzaa-19", "german: release pzaa-19", "german: drop")
    assert "done" in game.options("german")


@pytest.mark.rule("rp.breakthrough.3")
def test_without_the_leader_of_their_formation_nobody_breaks_through() -> None:
    """Nehring is too far; the leader of another formation would not do."""
    assert broken({"ii-b-309": SOUTH}).asked() == "german DeclareAttack"
    assert broken({"ii-b-309": SOUTH, "nehring": "0402"}).asked() == "german DeclareAttack"


@pytest.mark.rule("rp.breakthrough.3")
def test_one_unit_near_its_leader_is_enough() -> None:
    """The infantry of another division goes in beside them; alone it may not."""
    attackers = {"pzaa-19": NORTH, "i-gr-80": NORTH}
    game = to_roll(attack(attackers, {"smg-51": TARGET, **SECOND})).play(
        "chance: roll 10", "soviet: lose smg-51"
    )
    game.play("chance: roll 12")
    for id in attackers:
        game.play(f"german: advance {id}", f"german: onto {TARGET}")
    if game.ask.step == "AdvanceUnits":
        game.play("german: done")
    game.play(f"german: target {SOUTH}", "german: commit i-gr-80")
    assert game.refused("german: agreed") == "rp.breakthrough.3"
    game.play("german: commit pzaa-19", "german: agreed")
    assert game.asked() == "chance RollBreakthrough"


@pytest.mark.rule("rp.breakthrough.1a")
def test_only_units_that_advanced_take_part() -> None:
    game = broken({**SECOND, "i-gr-80": SOUTH_EAST}).play(f"german: target {SOUTH}")
    assert game.offers("commit") == ["i-pzgr-73", "pzaa-19"]
    assert game.refused("german: commit i-gr-80") == "rp.breakthrough.1"
    assert "not in it" in game.refusal("german: release i-gr-80").why
    game.play("german: commit pzaa-19")
    assert "already" in game.refusal("german: commit pzaa-19").why


@pytest.mark.rule("rp.breakthrough.1b")
def test_the_soviets_do_not_break_through() -> None:
    soviet = {"i-69-mb": NORTH, "69-mb-tank": NORTH}
    game = attack(soviet, {"flak-school": TARGET, "i-gr-80": SOUTH, "rybalko": NORTH}, by="soviet")
    levels(no_guns(choose(game)), 1, 1)
    while game.ask.step != "AdvanceUnits":
        side = "chance" if game.ask.is_chance else ("german", "soviet")[game.ask.side]
        dice = "12" if game.ask.step == "RollCasualty" else "9"
        pick = (
            f"roll {dice}"
            if side == "chance" and game.ask.step in ("RollCombat", "RollCasualty")
            else game.options(side)[0]
        )
        game.play(f"{side}: {pick}")
    game.play("soviet: advance i-69-mb", f"soviet: onto {TARGET}", "soviet: done")
    assert game.asked() == "soviet DeclareAttack"


@pytest.mark.rule("rp.breakthrough.2")
def test_stacks_that_come_into_sight_are_not_looked_at() -> None:
    game = broken(SECOND)
    assert not game.pos.knows(0, game.unit("ii-b-309"))


@pytest.mark.rule("rp.bombardment.2c", "rp.breakthrough.6", "rs.bombardment.3")
def test_there_is_no_bombardment_in_a_breakthrough_either() -> None:
    guns = {"i-pzar-19": "0402", "art-309": "0608", "pi-34": "0101", "i-c-309": "0102"}
    game = broken({**SECOND, **guns}, rows=TALL)
    game.pos.content.options["bombardment-in-combat"] = True
    game.play(f"german: target {SOUTH}", "german: commit pzaa-19", "german: agreed", "chance: roll 1")
    assert choose(game).asked() == "german and soviet ChooseLevels"


@pytest.mark.rule("rp.breakthrough.5", "rp.breakthrough.6", "rp.breakthrough.7", "rp.breakthrough.8")
def test_a_breakthrough_is_fought_without_guns_and_once() -> None:
    """9 against 4 is 2:1, column 6, and 1R for armor of 1: 3:1, column 7. A 10 is 0/3D."""
    guns = {"i-pzar-19": "0402", "art-309": "0608", "pi-34": "0101", "i-c-309": "0102"}
    game = broken({**SECOND, **guns}, rows=TALL)
    game.play(
        f"german: target {SOUTH}", "german: commit pzaa-19", "german: commit i-pzgr-73", "german: agreed"
    )
    game.play("chance: roll 1")
    choose(game)
    assert game.asked() == "german and soviet ChooseLevels"
    levels(game, 1, 1).play("german: no-leader")
    assert odds(game) == (9, 4, "3:1", 7)
    game.play("chance: roll 10", "soviet: lose ii-b-309", "soviet: give-way")
    game.play("soviet: withdraw 0406", "soviet: withdraw 0407")
    assert game.asked() == "german AdvanceUnits"
    game.play("german: advance pzaa-19", f"german: onto {SOUTH}", "german: done")
    game.holds(f"unit pzaa-19 at {SOUTH}", "unit pzaa-19 flag broke-through")
    assert game.asked() == "german DeclareAttack"
