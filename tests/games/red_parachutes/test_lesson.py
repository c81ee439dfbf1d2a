"""The lesson: its first lines can be followed to an attack that wins."""

import tomllib
from typing import Any

import pytest

from grognard.core.flow import Game
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.content import DATA
from grognard.games.red_parachutes.position import ParachutePosition
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
    moves = ["move i-pzgr-73", "with pzr-27", "to 2810", "move ii-pzgr-73", "with pzaa-19", "to 2911", "done"]
    attack = ["done", "target 2910", "all-attack", "agreed", "attack-option 3", "seal"]
    said = [line["try"] for line in LINES]
    assert set(moves) | set(attack) <= set(said)
    say(game, *(f"german: {words}" for words in (*moves, *attack)))
    say(game, "soviet: defence-option 0", "soviet: seal", "soviet: agreed")
    say(game, "german: all-guns", "german: agreed", "german: morale-level 4", "german: seal")
    say(game, "soviet: morale-level 3", "soviet: seal", "german: leader kaellner", "chance: roll 4")
    # 5 + 4 + 6 + 4 and the guns' 5 against 4: 6:1. Morale, armor, the regiment and the leader push it off the
    # right side; in rough ground 8:1 is column 11, and a 7 there is 0/3D. An assault adds one to both: the
    # attacker's 1 is a step, which he names first, the defender's 4 two steps and two hexes.
    told = say(game, "chance: roll 7")
    assert "The dice at 2910 show 7 in column 11: attacker 0; defender 3, disrupted." in told
    assert (game.ask.step, SYSTEM.sides[game.ask.side]) == ("LoseSteps", "german")
