"""The time between what is seen of the computer tells nothing of what it did unseen in between."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from grognard.core.position import NOTHING
from grognard.server.messages.table_bodies import NewTable, SideSetup
from grognard.server.table import computers
from grognard.server.table.computers import Clock, Computer
from grognard.server.table.seating import HeldSeat
from grognard.server.table.tables import Tables
from server.conftest import settings_at

PACE = 600
THINKS = 0.013
"""Seconds that each answer takes to think of, by the clock of this test."""
ANSWERS = 160


class StoodClock(Clock):
    """A clock that goes on only when somebody thinks or waits."""

    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def think(self, seconds: float) -> None:
        self.time += seconds

    async def wait(self, nudge: asyncio.Event, until: float | None) -> bool:
        assert until is not None
        self.time = max(self.time, until)
        await asyncio.sleep(0)
        return False


class Watcher:
    """Somebody who watches, and notes when something is seen."""

    def __init__(self, looks: int) -> None:
        self.seat = HeldSeat(9, "watch", ())
        self.looks = looks

    def send(self, text: str) -> None:
        pass

    def dismiss(self, why: str) -> None:
        raise AssertionError(why)


def correlation(pairs: list[tuple[float, float]]) -> float:
    """Pearson's; 0 where either does not vary."""
    count = len(pairs)
    means = [sum(pair[i] for pair in pairs) / count for i in (0, 1)]
    spread = [sum((pair[i] - means[i]) ** 2 for pair in pairs) for i in (0, 1)]
    if min(spread) < 1e-9:
        return 0.0
    both = sum((one - means[0]) * (two - means[1]) for one, two in pairs)
    return float(both / (spread[0] * spread[1]) ** 0.5)


async def watch(
    path: Path,
    game: str,
    scenario: str,
    monkeypatch: pytest.MonkeyPatch,
    clock: Any = None,
    pace: int = PACE,
) -> Any:
    """Pairs of how many answers were given unseen before each that was seen, and the time from the last."""
    clock, real = clock or StoodClock(), computers.choose

    def choose(*args: Any) -> Any:
        clock.think(THINKS)
        return real(*args)

    monkeypatch.setattr(computers, "choose", choose)
    tables = Tables(settings_at(path))
    await tables.start()
    sides = [SideSetup("computer", "random"), SideSetup("computer", "random")]
    made = await tables.make(NewTable(game, scenario, sides, pace=pace), "")
    table = (await tables.open(made.table)).table
    computer = Computer(table, tables.pools.computers, random.Random(5), clock)
    seen: list[tuple[float, float]] = []
    unseen, number, then = 0, table.match.pos.number_for(NOTHING), clock.now()
    is_enough = asyncio.Event()

    def changed() -> None:
        nonlocal unseen, number, then
        if table.match.pos.number_for(NOTHING) == number:
            unseen += 1
        else:
            seen.append((float(unseen), clock.now() - then))
            unseen, number, then = 0, table.match.pos.number_for(NOTHING), clock.now()
        if len(table.match.answers) >= ANSWERS or table.match.over:
            table.audience.guests.clear()
            is_enough.set()
        computer.poke()

    table.on_change = changed
    await table.join(Watcher(NOTHING))  # type: ignore[arg-type]  # as much of a guest
    await asyncio.wait_for(is_enough.wait(), 300)
    await computer.stop()
    await tables.stop()
    return seen


PACED = [("ocs", "teaching"), ("red-parachutes", "teaching"), ("red-steel", "teaching")]


@pytest.mark.parametrize(("game", "scenario"), PACED)
def test_time_tells_nothing_of_answers_that_are_not_seen(
    tmp_path: Path, game: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = asyncio.run(watch(tmp_path / "pace.db", game, scenario, monkeypatch))[1:]
    assert len(seen) > 5
    assert len({unseen for unseen, _ in seen}) > 1, "nothing was answered unseen: this test shows nothing"
    assert abs(correlation(seen)) < 0.1, seen
