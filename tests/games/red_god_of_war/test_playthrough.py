"""Whole stretches of play, kept: every option, log line, sheet and view of seeded games stays as it was.

After a deliberate change of rules or words, renew the kept digests and look at what the change did:

    GROGNARD_RENEW=1 .venv/bin/python -m pytest tests/games/red_god_of_war/test_playthrough.py
"""

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from grognard.core.chance import pick
from grognard.core.flow import Game
from grognard.games.red_god_of_war import GAME

KEPT = Path(__file__).parent / "playthrough.json"
STRETCHES = {
    "teaching": ("teaching", {}, 400, 1),
    "teaching, free set-up": ("teaching", {"free-setup": True, "isolation-attrition": True}, 400, 2),
    "storm": ("storm-on-the-vazuza", {}, 1100, 3),
    "storm, other readings": ("storm-on-the-vazuza", {"chit-swap": True, "coin-toss": True}, 700, 4),
    "jupiter": ("jupiter", {"one-overrun-per-army": True}, 2600, 5),
}


def look(game: Game) -> str:
    """What the table shows now: the question, its options, the sheets, and both sides' views."""
    ask = game.ask
    shown = [ask.title, *ask.rules, *(GAME.sentence(game.pos, ask, side) for side in ask.sides)]
    for side in ask.sides:
        shown += [GAME.label(game.pos, choice) for choice in ask.options(side)]
    shown += [repr(sheet) for sheet in GAME.explain(game.pos)]
    return "\n".join(shown)


def digests(scenario: str, options: dict[str, bool], answers: int, seed: int) -> list[str]:
    """A digest of every fifty answers of a seeded random game."""
    generator = random.Random(seed)
    game = GAME.start(scenario, options)
    found: list[str] = []
    digest = hashlib.blake2b(digest_size=6)
    for number in range(1, answers + 1):
        if game.over:
            break
        ask = game.ask
        digest.update(look(game).encode())
        side = ask.sides[generator.randrange(len(ask.sides))]
        choices = ask.options(side)
        if ask.is_chance:
            weights = [(place, weight) for place, weight in enumerate(ask.weights)]
            choice = choices[pick(weights, generator)]
        else:
            choice = choices[generator.randrange(len(choices))]
        for event in game.play(choice, side):
            digest.update(f"{event} {GAME.story(game.pos, event)}".encode())
        if number % 10 == 0:
            for viewer in (-1, 0, 1):
                digest.update(GAME.project(game.pos, viewer).hash_source())
        if number % 50 == 0:
            found.append(digest.hexdigest())
    return [*found, f"{digest.hexdigest()} {game.pos.result}".strip()]


@pytest.mark.parametrize("name", STRETCHES)
def test_a_stretch_of_play_is_as_it_was_kept(name: str) -> None:
    scenario, options, answers, seed = STRETCHES[name]
    played = digests(scenario, options, answers, seed)
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    if os.environ.get("GROGNARD_RENEW"):
        KEPT.write_text(json.dumps({**kept, name: played}, indent=1) + "\n", "utf-8")
        return
    assert played == kept[name], "play differs; see the docstring of this file"
