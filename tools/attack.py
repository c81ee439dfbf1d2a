"""Attacks a server of its own for a bounded time and prints a table of figures: `make attack`.

    python tools/attack.py [--share 1.0] [--postgres ADDRESS]

kills     server and workers ended with SIGKILL under play: acknowledged answers lost or doubled
flood     a client with the largest map asks 1,200 questions at once: replies of another table meanwhile
messages  messages spoiled at random: how many were accepted
soak      many sockets that play: slowest replies, growth of the server's memory

Everything ends by itself; `--share` makes each part smaller or larger. The computer's timing and twins are
measured by tests/server/test_pace.py and tests/server/test_twins.py.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import httpx
from websockets.exceptions import ConnectionClosed

from grognard.games.ocs.table.large_campaign import campaign_files
from grognard.server.run import free_port
from server.conftest import KEY, Client, Eyes

KILLS: Final = 12
MESSAGES: Final = 1_000_000
QUESTIONS: Final = 1_200
SOAK_SECONDS: Final = 3_600
SOCKETS: Final = 300
RGW: Final = "red-god-of-war"
TWO: Final = [{"by": "me"}, {"by": "me"}]
SERVE: Final = (
    "import sys; from grognard.server.run import listen, serve_together, settings_for; "
    "from grognard.server.settings import Limits; import msgspec; "
    "line = listen('127.0.0.1', int(sys.argv[2])); limits = Limits(tables_burst=1e6, sockets=5000, "
    "**({} if sys.argv[3] == 'strict' else dict(address_rate=1e6, address_burst=1e6, seat_rate=1e6, "
    "seat_burst=1e6, address_work_rate=1e6, address_work_burst=1e6, seat_work_rate=1e6, "
    "seat_work_burst=1e6))); "
    "serve_together(settings_for(sys.argv[1], limits=limits), line, int(sys.argv[4]))"
)


class Server:
    """A server in processes of its own."""

    def __init__(self, database: str, limits: str = "strict", workers: int = 2) -> None:
        self.port = free_port("127.0.0.1", 0)
        command = [sys.executable, "-c", SERVE, database, str(self.port), limits, str(workers)]
        self.process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        until = time.monotonic() + 60
        while not self.is_well():
            if time.monotonic() > until or self.process.poll() is not None:
                raise SystemExit("the server does not start")
            time.sleep(0.05)

    def is_well(self) -> bool:
        """Does it answer, and can it keep games?"""
        try:
            return self.http.get("/api/health").status_code == 200
        except httpx.TransportError:
            return False

    def table(self, game: str = RGW, scenario: str = "teaching", **more: Any) -> dict[str, Any]:
        """A new hot seat."""
        body = {"game": game, "scenario": scenario, "sides": TWO, **more}
        answer = self.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY})
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def sit(self, made: dict[str, Any]) -> Eyes:
        """A player at it."""
        client = Client(f"ws://127.0.0.1:{self.port}", made["table"])
        return Eyes(client, client.hello(made["table"], made["seats"][0]["token"]))

    def children(self) -> list[int]:
        """The processes of its workers."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(word) for word in path.read_text().split()]

    def memory(self) -> int:
        """Megabytes that all its processes hold."""
        found = 0
        for pid in [self.process.pid, *self.children()]:
            for line in Path(f"/proc/{pid}/status").read_text().splitlines():
                if line.startswith("VmRSS"):
                    found += int(line.split()[1]) // 1024
        return found

    def end(self, how: int = signal.SIGTERM) -> None:
        """End it with all its workers."""
        os.killpg(self.process.pid, how)
        self.process.wait(20)
        self.http.close()


def share_of(times: list[float], share: float) -> float:
    """A quantile, in milliseconds."""
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1)


def kills(database: str, share: float) -> dict[str, Any]:
    """Play, end the server or a worker in the middle of it, and look what is there afterwards."""
    count, acknowledged, lost, doubled = max(1, int(KILLS * share)), 0, 0, 0
    for turn in range(count):
        server = Server(database, "loose")
        made = server.table()
        eyes = server.sit(made)
        last, given, stop = eyes.state["scene"]["number"], 0, threading.Event()
        victim = [server.process.pid, *server.children()][turn % 3]

        def kill(
            victim: int = victim,
            is_group: bool = turn % 3 == 0,
            stop: threading.Event = stop,
        ) -> None:
            time.sleep(random.uniform(0.3, 1.5))
            os.killpg(victim, signal.SIGKILL) if is_group else os.kill(victim, signal.SIGKILL)
            time.sleep(0.5)
            stop.set()

        threading.Thread(target=kill, daemon=True).start()
        try:
            while not stop.is_set() and eyes.state["over"] is None:
                if eyes.answer(pick=given)["type"] == "ok":
                    given, last = given + 1, eyes.state["scene"]["number"]
        except (ConnectionClosed, OSError):
            pass
        acknowledged += given
        if turn % 3 == 0:
            server = Server(database, "loose")
        until = time.monotonic() + 30
        while not server.is_well() and time.monotonic() < until:
            time.sleep(0.1)
        now = server.sit(made).state["scene"]["number"]
        lost += now < last
        # One answer may have been kept whose reply was never heard.
        doubled += now > last + 25
        server.end()
    return {
        "kills": count,
        "acknowledged answers": acknowledged,
        "tables with a loss": lost,
        "doubled": doubled,
    }


def flood(database: str, share: float) -> dict[str, Any]:
    """One client's heavy questions, and another table's replies meanwhile."""
    # One worker, so that both tables are in it.
    server = Server(database, workers=1)
    own = campaign_files(99 * 99)
    big = server.table("ocs", "campaign", own={"files": own.files, "scenario": own.scenario})
    other = server.sit(server.table())
    attacker = server.sit(big).client
    times: list[float] = []
    for _ in range(int(QUESTIONS * share)):
        attacker.send("ask_overlay", name="supply")
    until = time.monotonic() + 30 * max(share, 0.2)
    while time.monotonic() < until and other.state["over"] is None:
        since = time.perf_counter()
        other.answer(pick=len(times))
        times.append(time.perf_counter() - since)
        time.sleep(0.02)
    is_well = server.is_well()
    server.end()
    return {
        "replies": len(times), "p50 ms": share_of(times, 0.5), "p99 ms": share_of(times, 0.99),
        "worst ms": share_of(times, 1.0), "server well": is_well,
    }  # fmt: skip


def spoiled(message: dict[str, Any], dice: random.Random) -> bytes:
    """A message with something wrong in it."""
    odd: list[Any] = [
        None,
        -1,
        2**70,
        "",
        "\x00",
        "x" * 3_000,
        [],
        {},
        [[]] * 50,
        True,
        1.5,
        "‮",
        {"a": {"b": 1}},
    ]
    message[dice.choice(list(message))] = dice.choice(odd)
    text = json.dumps(message).encode()
    if dice.random() < 0.3:
        cut = dice.randrange(len(text))
        text = text[:cut] + bytes([dice.randrange(256)]) + text[cut + 1 :]
    return text


def messages(database: str, share: float) -> dict[str, Any]:
    """Hostile messages at a table that must not change by them."""
    server, dice = Server(database, "loose"), random.Random(1)
    made, sent, accepted, closed = server.table(), 0, 0, 0
    before = server.sit(made).state["scene"]["number"]
    until = time.monotonic() + 1_800 * share
    while sent < MESSAGES * share and time.monotonic() < until:
        client = server.sit(made).client
        try:
            for _ in range(18):
                kind = dice.choice(
                    ["answer", "order", "undo", "ask_overlay", "why", "ask_peek", "chat", "pace"]
                )
                whole = {"type": kind, "id": f"h{sent}", "number": 10**6, "choice": "no such", "side": 9}
                client.socket.send(spoiled(whole, dice))
                sent += 1
            client.close()
        except (ConnectionClosed, OSError):
            closed += 1
    after = server.sit(made).state["scene"]["number"]
    accepted = after - before
    is_well = server.is_well()
    server.end()
    return {"sent": sent, "accepted": accepted, "sockets closed": closed, "server well": is_well}


def soak(database: str, share: float) -> dict[str, Any]:
    """Many sockets for long."""
    server = Server(database, "loose")
    eyes = [server.sit(server.table()) for _ in range(max(4, int(SOCKETS * min(1.0, share * 5))))]
    memory, times, until = server.memory(), [0.0], time.monotonic() + SOAK_SECONDS * share
    dice = random.Random(2)
    while time.monotonic() < until:
        player = dice.choice(eyes)
        if player.ask is None or player.state["over"] is not None:
            eyes.remove(player)
            eyes.append(server.sit(server.table()))
            continue
        since = time.perf_counter()
        player.answer(pick=dice.randrange(50))
        times.append(time.perf_counter() - since)
    grown, is_well = server.memory() - memory, server.is_well()
    server.end()
    return {
        "sockets": len(eyes), "answers": len(times) - 1, "p99 ms": share_of(times, 0.99),
        "worst ms": share_of(times, 1.0), "memory grown MB": grown, "server well": is_well,
    }  # fmt: skip


PARTS: Final[dict[str, Callable[[str, float], dict[str, Any]]]] = {
    "kills": kills,
    "flood": flood,
    "messages": messages,
    "soak": soak,
}


def main() -> int:
    """Attack and print."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--share", type=float, default=1.0)
    reader.add_argument("--postgres", default="", help="another database for the kills")
    reader.add_argument("--only", default="", choices=["", *PARTS])
    chosen = reader.parse_args()
    for name, part in PARTS.items():
        if chosen.only in ("", name):
            with tempfile.TemporaryDirectory() as folder:
                print(f"{name:9}", json.dumps(part(f"{folder}/tables.db", chosen.share)), flush=True)
    if chosen.postgres:
        print("kills, PostgreSQL", json.dumps(kills(chosen.postgres, chosen.share)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
