"""A page at a table with fair dice, in a thread: it lays its chain down and gives its values."""

import json
import os
import threading
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed

from grognard.play.dice.arithmetic import player_chain, to_bytes, to_text
from server.conftest import PATIENCE, Client, House


class Page:
    """One page of one seat. `gives`: does it answer calls? `key` is kept by whoever opens it again."""

    def __init__(
        self,
        client: Client,
        table: str,
        token: str,
        key: bytes | None = None,
        gives: bool = True,
        seen: dict[str, Any] | None = None,
        lines: list[str] | None = None,
    ) -> None:
        self.client = client
        self.key = key or os.urandom(32)
        self.gives = gives
        self.refuses: Callable[[dict[str, Any]], bool] = lambda _: False
        self.state: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.lines = list(lines or [])
        self.calls: list[dict[str, Any]] = []
        self.dice: list[dict[str, Any]] = []
        self.replies: dict[str, dict[str, Any]] = {}
        self.heard: list[dict[str, Any]] = []
        self.salt = os.urandom(16)
        self._news = threading.Condition()
        self._is_closed = False
        client.send("hello", table=table, token=token, dice=seen or {"ready": key is not None})
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.until(lambda: bool(self.state) and bool(self.table))

    def _run(self) -> None:
        try:
            while True:
                message = self.client.next()
                with self._news:
                    self._hear(message)
                    self._news.notify_all()
        except (ConnectionClosed, EOFError, OSError, TimeoutError):
            with self._news:
                self._is_closed = True
                self._news.notify_all()

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        kind = message["type"]
        if "id" in message:
            self.replies[message["id"]] = message
        if kind == "state":
            self.state = message
        elif kind == "update":
            self.state |= {name: message[name] for name in ("ask", "over", "waiting") if name in message}
            self.dice += message.get("dice", [])
        elif kind == "dice_table":
            self.table = message
            if message["mine"] is None and self.gives and message["place"] in self.places:
                self.lay()
        elif kind == "dice_lines":
            del self.lines[message["from"] :]
            self.lines += message["lines"]
        elif kind == "dice_call":
            self.calls.append(message)
            if self.gives and not self.refuses(message):
                self.give(message["k"])

    @property
    def places(self) -> list[int]:
        return [int(place) for place in self.table["seats"]]

    def lay(self) -> str:
        """Lays a chain down, a new one each time."""
        self.salt = os.urandom(16)
        anchor = player_chain(self.key, self.salt).anchor
        return self.client.send("dice_chain", salt=to_text(self.salt), anchor=to_text(anchor))

    def value(self, k: int) -> str:
        """The value for a call, of the chain that stands in the lines."""
        laid = [json.loads(line) for line in self.lines if line.startswith('{"dice":"chain"')]
        mine = [line for line in laid if line["place"] == self.table["place"]][-1]
        return to_text(player_chain(self.key, to_bytes(mine["salt"], 16)).value(k - mine["base"]))

    def give(self, k: int) -> str:
        return self.client.send("dice_value", k=k, value=self.value(k))

    def until(self, done: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while not done():
                assert not self._is_closed, "the line was closed"
                # What is waited for may be another page's.
                self._news.wait(0.02)
                assert time.monotonic() < deadline, "nothing came"

    def until_not(self, ask: object) -> None:
        """Until another Ask than this one is on the table."""
        self.until(lambda: self.state["ask"] is not ask or self.state["over"] is not None)

    def reply(self, id: str) -> dict[str, Any]:
        self.until(lambda: id in self.replies)
        return self.replies[id]

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        return self.reply(self.client.send(type, **fields))

    def answer(self, choice: str) -> dict[str, Any]:
        ask = self.state["ask"]
        fields = {"number": ask["number"], "choice": choice, "side": ask["side"]}
        return self.ask("answer", **fields)

    def close(self) -> None:
        self.client.close()
        self._thread.join(10)


def page_at(house: House, made: dict[str, Any], place: int, **more: Any) -> Page:
    client = house.client()
    return Page(client, made["table"], made["seats"][place]["token"], **more)
