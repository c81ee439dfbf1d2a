"""Twins, and the clock: what bytes and pauses tell of hidden answers."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from grognard.server.table.computers import Clock
from server.test_pace import PACED, correlation, watch
from server.test_twins import SETTINGS, STOPS, compare_twins


class RealClock(Clock):
    """The clock on the wall: a computer that thinks takes its time."""

    def think(self, seconds: float) -> None:
        """In the thread that thinks."""
        time.sleep(seconds)


def secrets(database: str, share: float) -> dict[str, Any]:
    """Twins are sent the same bytes; pauses have nothing to do with how much was answered unseen."""
    count = max(1, int(len(SETTINGS) * min(1.0, share * 10)))
    compared = sum(
        compare_twins(setting, max(2, int(STOPS * min(4.0, share * 40)))) for setting in SETTINGS[:count]
    )
    found: dict[str, Any] = {"twins compared alike": compared}
    for game, scenario in PACED[: max(1, int(len(PACED) * min(1.0, share * 10)))]:
        with pytest.MonkeyPatch.context() as patch:
            path = Path(database).with_name(f"{game}.db")
            seen = asyncio.run(watch(path, game, scenario, patch, RealClock(), 100))[1:]
        found[f"{game}: correlation of time with hidden answers"] = round(correlation(seen), 3)
        found[f"{game}: pauses measured"] = len(seen)
    return found
