"""What else a game's speed is: options listed, views, the staff's half-turns, and learners in batches."""

import random
from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Final

import msgspec

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame
from grognard.core.position import Position
from grognard.core.system import AnySystem
from grognard.play.errors import InputError
from grognard.play.setting import open_setting, setting_options
from grognard.sim.one_game import play_one

GAMES: Final = 32
"""Games that learners play at once."""
PROCESSES: Final = 2
_LOOK: Final = 200
_LEAST_ROUNDS: Final = 3
"""Of what is timed: one alone may meet the collector of garbage."""


class Rows(msgspec.Struct, frozen=True):
    """Null where a game has no staff, or the extra `rl` is not installed."""

    options_per_second: float
    """Options offered to a player who chooses at random."""
    view_us: float
    """All that a side knows, as a computer player is given it."""
    screen_us: float
    """The same for a screen or a learner."""
    staff_half_turn_ms: float | None
    """The processor's time for one side's turn of the lesson, the staff playing both."""
    batch_steps_per_second: float | None
    """Observed steps of learners in a batch of games over two processes, by the clock on the wall."""


def measure_rows(
    system: AnySystem, scenario: str, lesson: str, seconds: float, own: PlayerFiles = NO_FILES
) -> Rows:
    """The rows of a game: of this scenario, but for the staff, who plays the lesson."""
    options = setting_options(system, scenario, own=own)
    offered, middle = _offered(system, scenario, seconds, options, own)
    knowledge = system.knowledge
    return Rows(
        options_per_second=offered,
        view_us=microseconds(lambda: knowledge.project(middle, 0)),
        screen_us=microseconds(lambda: knowledge.show(middle, 0)),
        staff_half_turn_ms=_half_turn(system, lesson, own if lesson == scenario else NO_FILES),
        batch_steps_per_second=_batch(system, scenario, seconds, own),
    )


def _offered(
    system: AnySystem, scenario: str, seconds: float, options: Mapping[str, bool], own: PlayerFiles
) -> tuple[float, Position]:
    """Options a second in random play, and a position on the way."""
    generator = random.Random(1)
    offered = answers = 0
    middle: Position | None = None
    began = process_time()
    game: AnyGame | None = None
    while middle is None or process_time() - began < seconds:
        if game is None or game.over:
            game = open_setting(system, scenario, options, own)
            continue
        ask = game.ask
        side = CHANCE if ask.is_chance else ask.side
        found = ask.options(side)
        if not ask.is_chance:
            offered += len(found)
        game.play(found[int(generator.random() * len(found))], side)
        answers += 1
        if answers == _LOOK:
            middle = game.pos.copy()
    return offered / (process_time() - began), middle


def microseconds(work: Callable[[], object], seconds: float = 0.1) -> float:
    """The time of the processor that one call takes: the best of several rounds, since noise only adds."""
    work()
    best, spent, batch, rounds = float("inf"), 0.0, 1, 0
    while spent < seconds or rounds < _LEAST_ROUNDS:
        began = process_time()
        for _ in range(batch):
            work()
        took = process_time() - began
        best = min(best, took / batch)
        spent, rounds = spent + took, rounds + 1
        if took < seconds / 20:
            batch *= 2
    return best * 1e6


def _half_turn(system: AnySystem, scenario: str, own: PlayerFiles) -> float | None:
    began = process_time()
    try:
        outcome = play_one(system, scenario, ["staff"] * len(system.sides), "staff", 0, None, own)
    except InputError:
        return None
    return 1e3 * (process_time() - began) / (outcome.turns * len(system.sides))


def _batch(system: AnySystem, scenario: str, seconds: float, own: PlayerFiles) -> float | None:
    try:
        import numpy as np

        from grognard.rl.batch import Batch
    except ImportError:
        return None
    try:
        batch = Batch(GAMES, system, scenario, processes=PROCESSES, own=own)
    except InputError:  # a game of this process alone
        return None
    try:
        generator = np.random.default_rng(1)
        _, infos = batch.reset(seed=1)
        steps, began = 0, perf_counter()
        while perf_counter() - began < seconds:
            _, _, _, _, infos = batch.step(generator.integers(0, infos["open"]))
            steps += GAMES
        return steps / (perf_counter() - began)
    finally:
        batch.close()
