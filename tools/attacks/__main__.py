"""Attacks a server of its own for a bounded time and prints a table of figures: `make attack`.

    PYTHONPATH=tests:tools python -m attacks [--share 1.0] [--only PART]

kills     workers, their parent and the whole group ended with SIGKILL under play: answers lost, doubled, torn
postgres  the same on a PostgreSQL server of its own, where its programs are installed
flood     a client with the largest map asks 1,200 questions at once: another table's replies meanwhile
hostile   a million messages of every kind, spoiled, from seats that may not answer: how many were accepted
secrets   twins are sent the same bytes; what the computer's pauses tell of its hidden answers
soak      300 sockets that play for an hour: slowest replies, growth of the server's memory

Everything ends by itself: `--share` makes each part smaller, and a part that takes three times as long as it
should is ended with an error. A small share of each is in the gate (tests/server/test_attack.py).
"""

import argparse
import json
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

import pytest

from attacks.flood import flood
from attacks.hostile import hostile
from attacks.kills import kills
from attacks.secrets import secrets
from attacks.soak import soak
from server.postgres import postgres

Part = Callable[[str, float], dict[str, Any]]


def on_postgres(_: str, share: float) -> dict[str, Any]:
    """The kills on PostgreSQL."""
    try:
        with postgres() as address:
            return kills(address, share)
    except pytest.skip.Exception as problem:
        return {"left out": str(problem)}


PARTS: Final[dict[str, tuple[Part, float]]] = {
    "kills": (kills, 600),
    "postgres": (on_postgres, 600),
    "flood": (flood, 300),
    "hostile": (hostile, 2_000),
    "secrets": (secrets, 1_200),
    "soak": (soak, 3_900),
}
"""Each part, and the seconds that it takes at most with all of its share."""
LEAST: Final = 120.0
"""Seconds that the smallest share may take."""


class TookTooLong(Exception):
    """A part that did not end by itself."""


def _ring(_: int, __: FrameType | None) -> None:
    raise TookTooLong


def attack(name: str, share: float) -> dict[str, Any]:
    """One part and its figures."""
    part, longest = PARTS[name]
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, LEAST + 3 * longest * share)
    try:
        with tempfile.TemporaryDirectory() as folder:
            return part(f"{folder}/tables.db", share)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main() -> int:
    """Attack and print."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--share", type=float, default=1.0, help="so much of each part")
    reader.add_argument("--only", default="", choices=["", *PARTS])
    reader.add_argument("--json", action="store_true", help="one object in the place of a table")
    chosen = reader.parse_args()
    found: dict[str, dict[str, Any]] = {}
    for name in [chosen.only] if chosen.only else PARTS:
        since = time.monotonic()
        figures = found[name] = attack(name, chosen.share)
        if chosen.json:
            continue
        for what, value in figures.items():
            print(f"{name:9} {what:58} {value!s:>10}", flush=True)
        print(f"{name:9} {'seconds':58} {time.monotonic() - since:10.0f}", flush=True)
    if chosen.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
