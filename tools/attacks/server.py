"""A server in processes of its own, and clients that come from different addresses."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import httpx

from grognard.server.run import free_port
from server.conftest import KEY, Client, Eyes

RGW: Final = "red-god-of-war"
TWO: Final = [{"by": "me"}, {"by": "me"}]
NEAR: Final = "127.0.0.1"
FAR: Final = "127.0.0.2"
"""Another address of this machine: what one client uses up is not the other's."""
_SERVE: Final = (
    "import sys; from grognard.server.run import listen, serve_together, settings_for; "
    "from grognard.server.settings import Limits; "
    "line = listen('127.0.0.1', int(sys.argv[2])); loose = dict(address_rate=1e6, address_burst=1e6, "
    "seat_rate=1e6, seat_burst=1e6, address_work_rate=1e6, address_work_burst=1e6, seat_work_rate=1e6, "
    "seat_work_burst=1e6, chat_rate=1e6, chat_burst=1e6) if sys.argv[3] == 'loose' else {}; "
    "limits = Limits(tables_rate=1e6, tables_burst=1e6, sockets=5000, **loose); "
    "serve_together(settings_for(sys.argv[1], limits=limits), line, int(sys.argv[4]))"
)


class Server:
    """A server that ends with the block it is used in. Its limits are `strict`, or `loose`: next to none."""

    def __init__(self, database: str, limits: str = "strict", workers: int = 2) -> None:
        self.port = free_port("127.0.0.1", 0)
        command = [sys.executable, "-c", _SERVE, database, str(self.port), limits, str(workers)]
        self.process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        self.await_well()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def await_well(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 120
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
        """A new table, a hot seat if nothing else is said."""
        body = {"game": game, "scenario": scenario, "sides": TWO, **more}
        answer = self.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY})
        answer.raise_for_status()
        made: dict[str, Any] = answer.json()
        return made

    def sit(self, made: dict[str, Any], place: int = 0, address: str = NEAR) -> Eyes:
        """A player at it."""
        where = f"ws://127.0.0.1:{self.port}"
        client = Client(where, made["table"], source_address=(address, 0))
        return Eyes(client, client.hello(made["table"], made["seats"][place]["token"]))

    def record(self, made: dict[str, Any]) -> bytes:
        """The record of a hot seat."""
        headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        answer = self.http.get(f"/api/tables/{made['table']}/record", headers=headers)
        answer.raise_for_status()
        return answer.content

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

    def end(self) -> None:
        """End it with all its workers."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.http.close()


def quantile(times: list[float], share: float) -> float:
    """A quantile, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 1)
