"""One client with the largest map asks as much as it can at once: the replies of another table meanwhile."""

import threading
import time
from contextlib import suppress
from typing import Any, Final

from websockets.exceptions import ConnectionClosed

from attacks.server import FAR, Server, quantile
from grognard.games.ocs.table.large_campaign import campaign_files
from server.conftest import Eyes

QUESTIONS: Final = 1_200
SECONDS: Final = 20.0
"""For each kind of question."""
HEXES: Final = 99 * 99
KINDS: Final[dict[str, dict[str, Any]]] = {
    "ask_overlay": {"name": "supply"},
    "peek": {"choices": ["done"]},
    "odds": {},
    "card": {},
    "hint": {"level": "staff"},
    "since": {},
    "standing": {},
}


def flood(database: str, share: float) -> dict[str, Any]:
    """Each kind of question in turn. One worker, so that both tables are in it; nobody else's address."""
    with Server(database, workers=1) as server:
        own = campaign_files(HEXES)
        big = server.table("ocs", "campaign", own={"files": own.files, "scenario": own.scenario})
        other = server.sit(server.table(), 0, FAR)
        seconds = max(1.0, SECONDS * min(1.0, share * 10))
        found: dict[str, Any] = {"quiet p99 ms": quantile(_replies(server, other, seconds), 0.99)}
        for kind, fields in KINDS.items():
            over = threading.Event()
            attacker = threading.Thread(target=_ask, args=(server, big, kind, fields, over), daemon=True)
            attacker.start()
            times = _replies(server, other, seconds)
            over.set()
            attacker.join()
            found[f"{kind} p99 ms"] = quantile(times, 0.99)
        return found | {"server well": server.is_well()}


def _replies(server: Server, other: Eyes, seconds: float) -> list[float]:
    """How long each reply took to come."""
    times: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if other.state["over"] is not None:
            other.__dict__.update(server.sit(server.table(), 0, FAR).__dict__)
        since = time.perf_counter()
        other.answer(pick=len(times))
        times.append(time.perf_counter() - since)
        time.sleep(0.02)
    return times


def _ask(
    server: Server, big: dict[str, Any], kind: str, fields: dict[str, Any], over: threading.Event
) -> None:
    """All at once, and hear what comes; whoever is let go for it has what it wanted."""
    with suppress(ConnectionClosed, OSError, AssertionError):
        client = server.sit(big).client
        for _ in range(QUESTIONS):
            client.send(kind, **fields)
        while not over.is_set():
            with suppress(TimeoutError):
                client.next(0.2)
        client.close()
