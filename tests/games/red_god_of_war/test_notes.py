"""What stands beside the choices: odds before the die, losses after it."""

import pytest

from games.red_god_of_war.battle import ARENA, NORTH, TARGET, attack
from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war import SYSTEM
from grognard.games.red_god_of_war.table.sheets import ways_of
from grognard.play.header import write_choice
from grognard.play.notes import choice_notes

PAIR = {"150-rd": NORTH, "262-rd": NORTH}  # 4 in attack each
RING = {"150-rd": NORTH, "262-rd": "0304", "93-rd": "0504", "238-rd": "0305", "185-rd": "0505"}


def beside(game: Table) -> dict[str, str]:
    """The notes of the side that is asked, by the choice as records write it."""
    found = choice_notes(SYSTEM, game.game, game.ask.side)
    return {write_choice(SYSTEM, game.pos, choice): note for choice, note in found.items()}


def declaring(others: dict[str, str]) -> Table:
    units = {"41a-hq": "0401", **PAIR, **others}
    return table(ARENA, units, procedure="combat-phase", active="41a-hq", opened=["41a-hq"])


@pytest.mark.rule("rgw.declare.1", "rgw.odds.2")
def test_a_target_has_the_best_odds_beside_it() -> None:
    game = declaring({"246-id": TARGET})  # 8 to 8
    assert beside(game) == {f"target {TARGET}": "at best 1:1 with 2 units"}


@pytest.mark.rule("rgw.declare.1", "rgw.odds.2")
def test_a_unit_has_the_odds_with_it_beside_it() -> None:
    game = declaring({"246-id": TARGET}).play(f"soviet: target {TARGET}")
    assert beside(game)["commit 150-rd"] == "then 1:2"  # 4 to 8
    game.play("soviet: commit 150-rd")
    assert beside(game) == {"commit 262-rd": "then 1:1", "release 150-rd": "then no attack"}


@pytest.mark.rule("rgw.odds.6", "rgw.odds.8")
def test_both_tables_stand_at_the_question_for_a_supply_point() -> None:
    units = {"41a-hq": "0401 lit", **PAIR, "246-id": TARGET}
    game = table(ARENA, units, procedure="combat-phase", active="41a-hq", opened=["41a-hq"], sp_soviet=1)
    lines = [f"target {TARGET}", "commit 150-rd", "commit 262-rd", "agreed", "done", f"resolve {TARGET}"]
    game.play(*(f"soviet: {line}" for line in lines))
    assert game.asked() == "soviet AddSupplyPoint"
    notes = beside(game)
    # 1:1 by 8 to 8, one column better for the HQ in combat supply; the point gives one more.
    assert notes["save"].startswith(
        "2:1: hits by die 1 to 6, attacker/defender: 2/0  2/1  2/1  1/1  1/2  1/2; on average 1.5/1.2"
    )
    assert notes["spend"].startswith(
        "3:1: hits by die 1 to 6, attacker/defender: 2/1  2/1  1/1  1/2  1/2  1/3; on average 1.3/1.7"
    )
    assert ways_of(game.pos) == (
        "if he stands",
        "if he goes",
        "with the point, if he stands",
        "with the point, if he goes",
    )
    assert ways_of(game.play("soviet: save").pos) == ("if he stands", "if he goes")


@pytest.mark.rule("rgw.losses.2")
def test_a_loss_says_what_it_leaves() -> None:
    hard = dict.fromkeys(("5pz-31-pz", "5pz-13-pg", "5pz-14-pg"), TARGET)
    game = attack({"150-rd": NORTH, "262-rd": f"{NORTH} steps=1"}, hard).play("chance: roll 6")
    assert game.asked() == "soviet AttackerForcedLosses"
    assert beside(game) == {
        "lose 150-rd": "left with attack 2, defence 2",
        "lose 262-rd": "destroyed",
    }


@pytest.mark.rule("rgw.losses.6", "rgw.losses.7")
def test_a_retreat_says_what_it_costs() -> None:
    game = attack(PAIR, {"246-id": TARGET}).play("chance: roll 6")  # 1:1, die 6: 1/2
    game.play("soviet: lose 150-rd")
    assert game.asked() == "german DefenderChoosesRetreat"
    assert beside(game) == {
        "retreat 0": "2 steps lost, destroyed",
        "retreat 1": "1 step lost",
        "retreat 2": "no step lost",
    }


@pytest.mark.rule("rgw.losses.6", "rgw.zoc.14")
def test_a_retreat_that_finds_no_way_costs_a_step_for_each_hex() -> None:
    units = {**RING, "219-tb": "0405"}
    game = attack({"150-rd": NORTH, "262-rd": "0304", "93-rd": "0504"}, {**units, "246-id": TARGET})
    game.play("chance: roll 4")
    while game.asked().startswith("soviet"):
        game.play("soviet: lose 150-rd" if "lose 150-rd" in game.options("soviet") else "soviet: retreat 0")
    notes = beside(game)
    assert set(notes.values()) <= {"1 step lost", "2 steps lost, destroyed"}
    assert notes["retreat 1"] == notes["retreat 0"]


@pytest.mark.rule("rgw.losses.9")
def test_a_hex_of_a_retreat_says_whether_it_is_the_last() -> None:
    game = attack(PAIR, {"246-id": TARGET}).play("chance: roll 6", "soviet: lose 150-rd", "german: retreat 2")
    assert set(beside(game).values()) == {"1 to go"}
