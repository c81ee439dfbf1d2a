"""Kept stretches of play: every option, log line, sheet and view of seeded games stays as it was.

A game names its stretches and keeps their digests in a `playthrough.json` beside its test. After a deliberate
change of rules or words GROGNARD_RENEW=1 writes them anew: look at what the change did.
"""

import hashlib
import json
import os
import random
from pathlib import Path
from typing import NamedTuple

from grognard.core.flow.chance import pick
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem


class Stretch(NamedTuple):
    """A seeded random game: its scenario and options, and how many answers of it are kept."""

    scenario: str
    options: dict[str, bool]
    answers: int
    seed: int


def look(system: AnySystem, game: AnyGame) -> str:
    """What the table shows now: the question, its options, and the sheets."""
    ask = game.ask
    shown = [ask.title, *ask.rules, *(system.words.sentence(game.pos, ask, side) for side in ask.sides)]
    for side in ask.sides:
        shown += [system.words.label(game.pos, choice) for choice in ask.options(side)]
    shown += [repr(sheet) for sheet in system.screen.explain(game.pos)]
    return "\n".join(shown)


def digests(system: AnySystem, stretch: Stretch) -> list[str]:
    """A digest of every fifty answers, the views of both sides and of an onlooker at every tenth."""
    generator = random.Random(stretch.seed)
    game = system.rules.start(stretch.scenario, stretch.options)
    found: list[str] = []
    digest = hashlib.blake2b(digest_size=6)
    for number in range(1, stretch.answers + 1):
        if game.over:
            break
        ask = game.ask
        digest.update(look(system, game).encode())
        side = ask.sides[generator.randrange(len(ask.sides))]
        choices = ask.options(side)
        if ask.is_chance:
            weights = [(place, weight) for place, weight in enumerate(ask.weights)]
            choice = choices[pick(weights, generator)]
        else:
            choice = choices[generator.randrange(len(choices))]
        for event in game.play(choice, side):
            digest.update(f"{event} {system.words.story(game.pos, event)}".encode())
        if number % 10 == 0:
            for viewer in (-1, 0, 1):
                digest.update(system.knowledge.project(game.pos, viewer).hash_source())
        if number % 50 == 0:
            found.append(digest.hexdigest())
    return [*found, f"{digest.hexdigest()} {game.pos.result}".strip()]


def differs(system: AnySystem, file: Path, name: str, stretch: Stretch) -> str:
    """What to say where a stretch is not as it was kept in the file; nothing if it is, or is renewed."""
    played = digests(system, stretch)
    kept = json.loads(file.read_text("utf-8")) if file.exists() else {}
    if os.environ.get("GROGNARD_RENEW"):
        file.write_text(json.dumps({**kept, name: played}, indent=1) + "\n", "utf-8")
        return ""
    if played == kept.get(name):
        return ""
    same = sum(1 for one, other in zip(played, kept.get(name, []), strict=False) if one == other)
    return f"'{name}' differs after {50 * same} answers; if that was meant, run it with GROGNARD_RENEW=1"
