"""The lesson: its first lines can be followed to an attack that wins."""

import tomllib
from typing import Any

import pytest

from grognard.core.flow.flow import Game
from grognard.games.red_steel import SYSTEM
from grognard.games.red_steel.model.content import DATA
from grognard.games.red_steel.model.position import SteelPosition
from grognard.play.header import read_choice, side_of

GUIDE: dict[str, Any] = tomllib.loads((DATA / "guide.toml").read_text("utf-8"))
LINES: list[dict[str, Any]] = GUIDE["line"]


def begun() -> Game[SteelPosition]:
    game = SYSTEM.rules.start(GUIDE["scenario"])
    say(game, *GUIDE["opening"])
    return game


def say(game: Game[SteelPosition], *lines: str) -> list[str]:
    """What the log tells of these answers."""
    told: list[str] = []
    for line in lines:
        who, _, words = line.partition(":")
        events = game.play(read_choice(SYSTEM, game.pos, words.strip()), side_of(SYSTEM, who))
        told += [SYSTEM.words.story(game.pos, event) for event in events]
    return told


@pytest.mark.rule("rs.air-units.2", "rs.air-units.3")
def test_the_learner_begins_with_his_first_move_and_three_planes() -> None:
    game = begun()
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("MoveAndFord", GUIDE["side"])
    assert [game.pos.content.unit_names[unit] for unit in game.pos.air] == ["air 1", "air 5", "air 8"]
    assert LINES[0]["try"] == "ford iii-10-van"
    assert read_choice(SYSTEM, game.pos, LINES[0]["try"]) in game.ask.options(game.ask.side)


@pytest.mark.rule("rs.odds-shifts.11", "rs.prut.2", "rs.attack-declare.6")
def test_the_first_attack_of_the_lesson_can_be_made_as_it_says() -> None:
    game = begun()
    moves = ["ford iii-10-van", "land 2334", "move i-25-inf", "with ii-25-inf", "to 2536", "halt", "done"]
    planes = ["strike-with air-8", "target 2333", "done"]
    attack = ["target 2333", "all-attack", "agreed", "attack-option 3", "seal"]
    said = {line["try"] for line in LINES}
    assert {*moves, *planes, *attack} <= said
    say(game, *(f"axis: {words}" for words in (*moves, "done", *planes, "done")))
    say(game, "chance: roll 5", *(f"axis: {words}" for words in attack))
    say(game, "soviet: defence-option 0", "soviet: seal", "soviet: agreed")
    say(game, "axis: all-guns", "axis: agreed", "axis: morale-level 3", "axis: seal")
    told = say(game, "soviet: morale-level 2", "soviet: seal", "axis: leader atanasiu", "chance: roll 3")
    # 4 + 4 and of 18 points of support 16, twice the attackers' strength: 24 against 4 is 6:1. Assault,
    # morale, the regiment, whose third battalion stands by, and the leader push it to 10:1, beyond the
    # last column, which is 12 in the open.
    shifts = "clear; options +1, morale +1, attacker's leader +1, regimental integrity +1"
    assert f"24 against 4 at 2333 Obileni: 6:1, shifted to 10:1, column 12 ({shifts})." in told
    told = say(game, "chance: roll 7")
    dice = "The dice at 2333 Obileni show 7 in column 12: attacker 1; defender 4, demoralized"
    how = "(in the table 0/3, 1/4 by the options)"
    assert f"{dice} {how}. To pay: attacker 1 step; defender 2 steps and 2 hexes of retreat." in told
    # Assault adds one to both: a step for the attacker; two for the defender, who has no more.
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("LoseSteps", "axis")
    told = say(game, "axis: lose i-10-van", *["soviet: lose iii-161-rr"] * 2)
    assert "III/161 RR is eliminated." in told
