"""What is kept as data: counts of choices at fixed positions, and a golden record of every scenario.

They lie in the game's folder under `golden/`. A red test here says that a game plays otherwise than before.
If that was meant, run the tests once with GROGNARD_RENEW=1 and look at what has changed.
"""

import os
from pathlib import Path
from random import Random

import msgspec

from grognard.core.flow.flow import AnyGame
from grognard.play.record import record_text, verify_record
from grognard.testing.playing import Setting, perft, play_on, playthrough
from grognard.testing.suite import Suite

SEED = 1
PREFIXES = (0, 12, 40, 90, 400, 1500)
"""After how many random answers the counted positions stand."""

MOST_SEQUENCES = 4_000
DEEPEST = 5
GOLDEN_ANSWERS = 400
"""Answers kept of a game other than a teaching one, which is kept whole."""

HEAD = "# How many sequences of answers follow a fixed position. GROGNARD_RENEW=1 writes it anew.\n"


class Count(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fixed position, and how many sequences of 1, 2, 3 … answers follow it."""

    seed: int
    answers: int
    hash: str
    counts: list[int]


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The counts of a scenario."""

    position: list[Count]


def position_after(setting: Setting, seed: int, answers: int) -> AnyGame:
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
        found.append(Count(SEED, answers, game.pos.hash(), counts))
    return found


def _guess(counts: list[int]) -> int:
    """About how many sequences the next depth has: it grows as the last one did, or faster."""
    before = counts[-2] if len(counts) > 1 else 1
    return counts[-1] * max(4, counts[-1] // before)


def golden_record(setting: Setting) -> bytes:
    """A random game as a record: a teaching scenario whole, the beginning of any other."""
    answers = playthrough(setting, SEED).answers
    match = setting.match()
    for answer in answers if setting.scenario == "teaching" else answers[:GOLDEN_ANSWERS]:
        match.answer(answer.side, answer.choice)
    return record_text(match)


# -- the files ------------------------------------------------------------------------------------


def golden_path(setting: Setting, ending: str) -> Path:
    """The kept file of a scenario: `.toml` holds its counts, `.jsonl` its record."""
    path = setting.system.folder / "golden" / f"{setting.scenario}{ending}"
    if not os.environ.get("GROGNARD_RENEW"):
        assert path.is_file(), f"{path.name} is not kept yet: run once with GROGNARD_RENEW=1"
    path.parent.mkdir(exist_ok=True)
    return path


def counts_text(counts: list[Count]) -> str:
    """One short block for each position, so that a change reads well."""
    blocks = [HEAD]
    for count in counts:
        lines = [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in _values(count)]
        blocks.append("\n".join(["[[position]]", *lines]) + "\n")
    return "\n".join(blocks)


def _values(count: Count) -> list[tuple[str, object]]:
    return list(msgspec.to_builtins(count).items())


class Golden(Suite):
    """Every scenario plays as it was kept."""

    def test_fixed_positions_have_the_kept_numbers_of_choices(self, setting: Setting) -> None:
        path = golden_path(setting, ".toml")
        if os.environ.get("GROGNARD_RENEW"):
            path.write_text(counts_text(counts_of(setting)), "utf-8")
        kept = msgspec.toml.decode(path.read_bytes(), type=Counts).position
        assert kept
        for count in kept:
            game = position_after(setting, count.seed, count.answers)
            assert game.pos.hash() == count.hash
            assert [perft(game, depth) for depth in range(1, len(count.counts) + 1)] == count.counts

    def test_the_golden_record_plays_as_it_did(self, setting: Setting) -> None:
        path = golden_path(setting, ".jsonl")
        if os.environ.get("GROGNARD_RENEW"):
            path.write_bytes(golden_record(setting))
        verdict = verify_record(path, system=setting.system)
        assert verdict.fault is None, str(verdict.fault)
        assert verdict.verified == verdict.answers > 0
        assert verdict.match is not None
        assert verdict.match.over or setting.scenario != "teaching"
