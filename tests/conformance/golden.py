"""What is kept as data: counts of choices at fixed positions, and golden records."""

from pathlib import Path
from random import Random

import msgspec

from conformance.playing import Setting, perft, play_on, playthrough
from grognard.core.flow import Game
from grognard.play.match import Match
from grognard.play.record import record_text

DATA = Path(__file__).parent / "data"
GOLDEN = DATA / "golden"

SEED = 1
PREFIXES = (0, 12, 40, 90, 400, 1500)
"""After how many random answers the counted positions stand."""

MOST_SEQUENCES = 4_000
DEEPEST = 5
GOLDEN_ANSWERS = 400
"""Answers kept of a game other than a teaching one, which is kept whole."""


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed position, and how many sequences of 1, 2, 3 … answers follow it."""

    game: str
    scenario: str
    seed: int
    answers: int
    hash: str
    counts: list[int]


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of counts."""

    position: list[Count]


def position_after(setting: Setting, seed: int, answers: int) -> Game:
    """The game after so many random answers, or at its end."""
    game = setting.start()
    for _ in play_on(game, Random(seed), answers):
        pass
    return game


def counts_of(setting: Setting) -> list[Count]:
    """Counts at some positions of a scenario, each as deep as stays quick."""
    found: list[Count] = []
    for answers in PREFIXES:
        game = position_after(setting, SEED, answers)
        if game.over:
            break
        counts = [perft(game, 1)]
        while len(counts) < DEEPEST and _guess(counts) < MOST_SEQUENCES:
            counts.append(perft(game, len(counts) + 1))
        found.append(Count(setting.game, setting.scenario, SEED, answers, game.pos.hash(), counts))
    return found


def _guess(counts: list[int]) -> int:
    """About how many sequences the next depth has: it grows as the last one did, or faster."""
    before = counts[-2] if len(counts) > 1 else 1
    return counts[-1] * max(4, counts[-1] // before)


def golden_path(setting: Setting) -> Path:
    return GOLDEN / f"{setting}.jsonl"


def golden_record(setting: Setting) -> bytes:
    """A random game as a record: a teaching scenario whole, the beginning of any other."""
    answers = playthrough(setting, SEED).answers
    match = Match.new(setting.system, setting.scenario)
    for answer in answers if setting.scenario == "teaching" else answers[:GOLDEN_ANSWERS]:
        match.answer(answer.side, answer.choice)
    return record_text(match)
