"""How soon a long table opens from where it was kept whole, and what it takes in memory."""

import gc
import random
import tracemalloc
from collections.abc import Callable
from time import process_time
from typing import Final, TypeVar

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.play.match import Match
from grognard.play.registry import find_system
from grognard.server.store.database import EventRow
from grognard.server.store.table_events import Answered, encode_event
from grognard.server.table.replaying import play_again
from grognard.server.table.snapshots import go_on_from, packed, taken
from grognard.server.table.table_match import TableMatch

_T = TypeVar("_T")

CAMPAIGNS: Final = (("red-god-of-war", "mars"), ("ocs", "selm-river"))
ANSWERS: Final = 3_000
GOAL_MS: Final = 50.0
GOAL_MB: Final = 3.0


class Opening(msgspec.Struct, frozen=True):
    """One campaign, played at random until it is over or has so many answers. Times are of the processor."""

    game: str
    scenario: str
    answers: int
    played_again_ms: float
    """From its first answer, as before there were snapshots."""
    opened_ms: float
    keeping_ms: float
    """What it takes to keep it whole, once in 500 answers; most of it in a thread."""
    snapshot_kb: float
    memory_mb: float
    """What its match holds in memory beside what all tables of the game share."""


def measure_opening(game: str, scenario: str, answers: int = ANSWERS) -> Opening:
    """Play it, keep it, open it."""
    made, rows = _played(game, scenario, answers)
    began = process_time()
    snapshot = taken(made, len(rows), {}, [])
    assert snapshot is not None
    body = packed(snapshot)
    keeping = process_time() - began
    header = made.header
    count = len(made.answers)
    del made
    _, again = _timed(lambda: play_again(header, rows))
    _, opened = _timed(lambda: go_on_from(header, body, []))
    gc.collect()
    tracemalloc.start()
    table = go_on_from(header, body, [])
    gc.collect()
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del table
    return Opening(
        game,
        scenario,
        count,
        played_again_ms=round(1_000 * again, 1),
        opened_ms=round(1_000 * opened, 1),
        keeping_ms=round(1_000 * keeping, 1),
        snapshot_kb=round(len(body) / 1_000, 1),
        memory_mb=round(held / 1e6, 2),
    )


def _played(game: str, scenario: str, answers: int) -> tuple[TableMatch, list[EventRow]]:
    system, dice = find_system(game), random.Random(1)
    made = Match.new(system, scenario)
    match = TableMatch(system, made.header, made.game)
    rows: list[EventRow] = []
    while not match.over and len(match.answers) < answers:
        side = CHANCE if match.ask.is_chance else match.ask.side
        if side == CHANCE:
            match.roll(dice)
        else:
            match.answer(side, dice.choice(match.ask.options(side)))
        last = match.answers[-1]
        kept = Answered(last.do, last.hash, 0, "", last.order, faces=last.faces)
        rows.append(EventRow("table", len(rows), side, encode_event(kept)))
    return match, rows


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    began = process_time()
    return work(), process_time() - began
