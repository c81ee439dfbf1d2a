"""The lesson: its first lines can be followed to an attack that wins."""

import tomllib
from typing import Any

import pytest

from grognard.core.flow.flow import Game
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.content import DATA
from grognard.games.red_parachutes.model.position import ParachutePosition
from grognard.play.header import read_choice, side_of

GUIDE: dict[str, Any] = tomllib.loads((DATA / "guide.toml").read_text("utf-8"))
LINES: list[dict[str, Any]] = GUIDE["line"]


def begun() -> Game[ParachutePosition]:
    game = SYSTEM.rules.start(GUIDE["scenario"])
    say(game, *GUIDE["opening"])
    return game


def say(game: Game[ParachutePosition], *lines: str) -> list[str]:
    """What the log tells of these answers."""
    told: list[str] = []
    for line in lines:
        who, _, words = line.partition(":")
        events = game.play(read_choice(SYSTEM, game.pos, words.strip()), side_of(SYSTEM, who))
        told += [SYSTEM.words.story(game.pos, event) for event in events]
    return told


def test_the_learner_begins_with_his_first_move() -> None:
    game = begun()
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("MoveAndCross", GUIDE["side"])
    assert LINES[0]["try"] == "move i-pzgr-73"
    assert read_choice(SYSTEM, game.pos, LINES[0]["try"]) in game.ask.options(game.ask.side)


@pytest.mark.rule("rp.attack-declare.1")
def test_the_first_attack_of_the_lesson_can_be_made_as_it_says() -> None:
    game = begun()
    moves = ["move i-pzgr-73", "to 2908", "halt", "move pzr-27", "to 2911", "move ii-pzgr-73", "to 2911"]
    moves += ["move pzaa-19", "to 3011", "move kaellner", "to 2911", "done"]
    attack = ["done", "target 3010", "all-attack", "agreed", "attack-option 3", "seal"]
    said = [line["try"] for line in LINES]
    assert set(moves) | set(attack) <= set(said)
    told = say(game, *(f"german: {words}" for words in (*moves, *attack)))
    assert "The Germans enter 2908 Zarubyntsi: bridgehead 1 is back in turn 2." in told
    say(game, "soviet: defence-option 0", "soviet: seal", "soviet: agreed")
    say(game, "german: all-guns", "german: agreed", "german: morale-level 4", "german: seal")
    say(game, "soviet: morale-level 3", "soviet: seal")
    say(game, *("soviet: shoot pzaa-19", "chance: roll 7") * 2)
    say(game, "german: leader kaellner", "chance: roll 4")
    # 4 + 6 + 4 and the guns' 5 against 2 + 4: 3:1. Assault, morale, leader are a shift each, armor two: 8:1.
    # In rough ground that is column 11, where a 7 is 0/3D. Assault adds one to both: a step for the attacker,
    # two and two hexes for the defender.
    told = say(game, "chance: roll 7")
    dice = "The dice at 3010 Hryhorivka show 7 in column 11: attacker 1; defender 4, disrupted"
    how = "(in the table 0/3, 1/4 by the options)"
    assert f"{dice} {how}. To pay: attacker 1 step; defender 2 steps and 2 hexes of retreat." in told
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("LoseSteps", "german")
    say(game, "german: lose ii-pzgr-73")
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("LoseSteps", "soviet")
