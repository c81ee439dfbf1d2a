"""Workers, their parent or all of them ended with SIGKILL under play: is all there that was acknowledged?"""

import os
import random
import signal
import threading
import time
from itertools import groupby
from typing import Any, Final

from websockets.exceptions import ConnectionClosed

from attacks.server import Server
from grognard.play.header import CHANCE_NAME
from grognard.play.record import read_record, verify_record
from server.conftest import Eyes

KILLS: Final = 60
VICTIMS: Final = ("group", "worker", "parent")


class Played:
    """What a player has sent: how many answers were acknowledged, and the message in doubt."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.doubtful: dict[str, Any] = {}

    def play(self, eyes: Eyes, dice: random.Random, stop: threading.Event, name: str) -> None:
        """Answer until the line breaks."""
        try:
            while not stop.is_set() and eyes.state["over"] is None and eyes.ask is not None:
                before = eyes.ask
                self.doubtful = {
                    "id": f"{name}-{self.acknowledged}",
                    "number": before["number"],
                    "choice": dice.choice(before["options"])["do"],
                    "side": before["side"],
                }
                eyes.client.send("answer", **self.doubtful)
                id = self.doubtful["id"]
                while eyes.ask is before and eyes.state["over"] is None:
                    heard = eyes.client.next()
                    eyes.see(heard)
                    if heard.get("id") == id:
                        assert heard["type"] == "ok", heard
                        self.acknowledged += 1
                        self.doubtful = {}
        except (ConnectionClosed, OSError):
            pass


def kills(database: str, share: float) -> dict[str, Any]:
    """Each kind of victim in turn; afterwards the message in doubt is sent again and must count once."""
    count, dice = max(len(VICTIMS), int(KILLS * share)), random.Random(7)
    sums = {"kills": count, "acknowledged": 0, "lost": 0, "doubled": 0, "torn": 0}
    for turn in range(count):
        server = Server(database, "loose")
        try:
            made, played = server.table(), Played()
            kind, stop = VICTIMS[turn % len(VICTIMS)], threading.Event()
            killer = threading.Thread(target=_kill, args=(server, kind, dice.uniform(0.3, 1.5), stop))
            eyes = server.sit(made)
            killer.start()
            played.play(eyes, dice, stop, f"k{turn}")
            killer.join()
            if kind != "worker":
                server.end()
                server = Server(database, "loose")
            server.await_well()
            _sum_up(server, made, played, sums)
        finally:
            server.end()
    return sums


def _kill(server: Server, kind: str, after: float, stop: threading.Event) -> None:
    time.sleep(after)
    if kind == "group":
        os.killpg(server.process.pid, signal.SIGKILL)
    else:
        # Of two workers one serves the table; killing both in turn hits it.
        for pid in server.children() if kind == "worker" else [server.process.pid]:
            os.kill(pid, signal.SIGKILL)
    time.sleep(0.5)
    stop.set()


def _sum_up(server: Server, made: dict[str, Any], played: Played, sums: dict[str, int]) -> None:
    given = played.acknowledged
    if played.doubtful:
        reply = server.sit(made).client.ask("answer", **played.doubtful)
        assert reply["type"] == "ok", reply
        given += 1
    record = server.record(made)
    kept = answers_given(record)
    sums["acknowledged"] += played.acknowledged
    sums["lost"] += max(0, given - kept)
    sums["doubled"] += max(0, kept - given)
    sums["torn"] += verify_record(record).fault is not None


def answers_given(record: bytes) -> int:
    """The answers of a record that somebody gave: rolls and what answers itself within an order are none."""
    orders = groupby(read_record(record, "record").answers, lambda one: one.order or -one.n)
    return sum(next(group).by != CHANCE_NAME for _, group in orders)
