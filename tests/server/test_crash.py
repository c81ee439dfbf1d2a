"""Kill -9 in the middle of play: everything that was acknowledged is there afterwards, and nothing twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.play.record import verify_record
from grognard.server.run import free_port
from server.conftest import Client, Eyes


class Process:
    """A server in processes of its own."""

    def __init__(self, database: Path, workers: int = 1) -> None:
        self.port = free_port("127.0.0.1", 0)
        command = [sys.executable, "-m", "grognard.cli", "serve", "--port", str(self.port)]
        more = ["--data", str(database), "--workers", str(workers)]
        self.process = subprocess.Popen([*command, *more], start_new_session=True)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=20)
        deadline = time.monotonic() + 60
        while True:
            try:
                self.http.get("/api/health")
                return
            except httpx.TransportError:
                assert time.monotonic() < deadline and self.process.poll() is None
                time.sleep(0.05)

    def sit(self, made: dict[str, Any]) -> Eyes:
        client = Client(f"ws://127.0.0.1:{self.port}", made["table"])
        return Eyes(client, client.hello(made["table"], made["seats"][0]["token"]))

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)
        self.http.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)
        self.http.close()


def play_until_it_breaks(server: Process, eyes: Eyes, answers: int) -> tuple[int, dict[str, Any]]:
    """Answers until the server is killed: the last acknowledged number, and the message after that."""
    generator = random.Random(answers)
    acknowledged, message = eyes.state["scene"]["number"], {}
    try:
        for turn in range(10_000):
            assert eyes.ask is not None
            options = eyes.ask["options"]
            message = {
                "id": f"{answers}-{turn}",
                "number": eyes.ask["number"],
                "choice": options[generator.randrange(len(options))]["do"],
                "side": eyes.ask["side"],
            }
            before = eyes.ask
            eyes.client.send("answer", **message)
            if turn == answers:
                # Without waiting for the reply: it may or may not be on disk.
                server.kill()
            while eyes.ask is before:
                heard = eyes.client.next()
                eyes.see(heard)
                if heard.get("id") == message["id"]:
                    assert heard["type"] == "ok"
                    acknowledged = heard["number"]
    except (ConnectionClosed, EOFError, OSError):
        return acknowledged, message
    raise AssertionError("the server was not killed")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("workers", [1, 2])
def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path, workers: int) -> None:
    database = tmp_path / "tables.db"
    server = Process(database, workers)
    sides = [{"by": "me"}, {"by": "me"}]
    body = {"game": "red-god-of-war", "scenario": "teaching", "sides": sides}
    made = server.http.post("/api/tables", json=body).json()
    for answers in (11, 17):
        eyes = server.sit(made)
        acknowledged, message = play_until_it_breaks(server, eyes, answers)
        server = Process(database, workers)
        eyes = server.sit(made)
        known = eyes.state["scene"]["number"]
        # Whether the last answer was kept or not, sending it again makes it count exactly once.
        reply = eyes.client.ask("answer", **message)
        assert reply["type"] == "ok", (reply, known, acknowledged)
        assert reply["number"] >= acknowledged
        after = server.sit(made)
        token = made["seats"][0]["token"]
        path = f"/api/tables/{made['table']}/record"
        record = server.http.get(path, headers={"Authorization": f"Bearer {token}"})
        verdict = verify_record(record.content)
        assert verdict.fault is None
        eyes.client.close()
        after.client.close()
    server.stop()
