"""A real server in a thread, and clients that talk to it over real sockets."""

import threading
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from grognard.play import registry
from grognard.server.limits import SharedMemory
from grognard.server.run import listen, server_of
from grognard.server.settings import Limits, Settings
from toy.game import SYSTEM as TOY

KEY = "k" * 30
RGW = "red-god-of-war"


_ids = count(1)
PATIENCE = 60.0
"""Seconds for anything that must come: a slow machine is late, a fault is late for ever."""


class Client:
    """One socket. Keeps what it heard until somebody asks for it."""

    def __init__(self, address: str, table: str = "", **extra: Any) -> None:
        where = f"{address}/api/socket{f'?table={table}' if table else ''}"
        self._line = connect(where, open_timeout=PATIENCE, close_timeout=1, **extra)
        self.socket: ClientConnection = self._line.__enter__()
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self._lines: list[str] = []

    def send(self, type: str, **fields: Any) -> str:
        # Unique within a seat, whoever sits in it: as a browser makes them up.
        id = fields.pop("id", None) or f"m{next(_ids)}"
        self.socket.send(msgspec.json.encode({"type": type, "id": id, **fields}).decode())
        return id

    def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        if not self._lines:
            frame = self.socket.recv(timeout)
            assert isinstance(frame, str)
            self.raw.append(frame)
            self._lines = frame.split("\n")
        message: dict[str, Any] = msgspec.json.decode(self._lines.pop(0))
        return message

    def until(self, *types: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of one of these types; others are kept in `heard`."""
        while True:
            message = self.next(timeout)
            self.heard.append(message)
            if message["type"] in types:
                return message

    def reply(self, id: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The reply to a message."""
        while True:
            message = self.next(timeout)
            self.heard.append(message)
            if message.get("id") == id:
                return message

    def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        return self.reply(self.send(type, **fields))

    def hello(self, table: str, token: str, **more: Any) -> dict[str, Any]:
        """Sits down and returns the state."""
        id = self.send("hello", table=table, token=token, **more)
        state = self.until("state", "error")
        assert self.reply(id)["type"] == "ok"
        return state

    def close(self) -> None:
        self.socket.close()


class House:
    """The server, and ways to talk to it."""

    def __init__(self, settings: Settings, shared: SharedMemory | None = None) -> None:
        line = listen("127.0.0.1", 0)
        self.port = int(line.getsockname()[1])
        self.address = f"ws://127.0.0.1:{self.port}"
        self.server = server_of(settings, "127.0.0.1", self.port, shared)
        self._thread = threading.Thread(target=self.server.run, args=([line],), daemon=True)
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < deadline and self._thread.is_alive(), "the server did not start"
            time.sleep(0.02)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE)
        self._clients: list[Client] = []

    def client(self, **extra: Any) -> Client:
        made = Client(self.address, **extra)
        self._clients.append(made)
        return made

    def table(self, *by: str, game: str = RGW, scenario: str = "teaching", **more: Any) -> dict[str, Any]:
        """A new table; each side by "me", "friend" or a computer's level."""
        sides = [{"by": one} if one in ("me", "friend") else {"by": "computer", "level": one} for one in by]
        body = {"game": game, "scenario": scenario, "sides": sides, "pace": 0, **more}
        answer = self.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        for seat in made["seats"]:
            if seat["invites"]:
                seat |= self.accept(made, seat["token"]).json()
        return made

    def accept(self, made: dict[str, Any], invitation: str, code: str = "", key: str = "") -> httpx.Response:
        """A friend takes the seat of an invitation."""
        headers = {"Authorization": f"Bearer {invitation}", "X-Grognard-Key": key}
        return self.http.post(f"/api/tables/{made['table']}/invitation", json={"code": code}, headers=headers)

    def sit(self, made: dict[str, Any], place: int) -> tuple[Client, dict[str, Any]]:
        client = self.client()
        return client, client.hello(made["table"], made["seats"][place]["token"])

    def get(self, path: str, token: str = "", **params: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.http.get(path, headers=headers, params=params)

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self.http.close()
        self.server.should_exit = True
        self._thread.join(10)


def settings_at(path: Path, **more: Any) -> Settings:
    """Every table rolls the same dice and its computers choose the same: a red run is red again tomorrow."""
    return Settings(f"sqlite:///{path}", gather=0.01, **{"seed": 4, **more})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for the tests of a file, with limits that they do not reach."""
    registry.register(TOY)
    limits = Limits(
        seat_burst=1e6,
        address_rate=1e6,
        address_burst=1e6,
        seat_work_burst=1e6,
        address_work_burst=1e6,
        chat_burst=1e6,
        tables_rate=1e6,
        tables_burst=1e6,
    )
    made = House(settings_at(tmp_path_factory.mktemp("house") / "house.db", limits=limits))
    yield made
    made.close()


def apply(scene: dict[str, Any], changes: dict[str, Any]) -> None:
    """Patch a scene with an update's changes, as the client does."""
    for name in ("number", "header", "turn", "marks"):
        if name in changes:
            scene[name] = changes[name]
    for name in ("tracks", "pieces"):
        values = scene[name]
        length = changes.get(f"{name}_length", len(values))
        del values[length:]
        values += [None] * (length - len(values))
        for place, value in changes.get(name, []):
            values[place] = value
    for place, value in changes.get("holder", []):
        scene["holder"][place] = value


def written_out(ask: dict[str, Any], offer: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers of an offer, one by one."""
    nouns = offer.get("nouns") or list(range(offer.get("low", 0), offer.get("high", -1) + 1))
    if offer["kind"] == "none":
        return [{"do": offer["verb"], "verb": offer["verb"], "kind": "none", "noun": -1}]
    found = []
    for place, noun in enumerate(nouns):
        option = {"do": f"{offer['verb']} #{noun}", "verb": offer["verb"]}
        option |= {"kind": offer["kind"], "noun": noun}
        if offer.get("costs"):
            whole, parts = divmod(offer["costs"][place], ask.get("cost_parts", 1))
            option["cost"] = (f"{whole}½" if whole else "½") if parts else str(whole)
        if offer.get("shares"):
            option["share"] = offer["shares"][place]
        found.append(option)
    return found


class Eyes:
    """What a client knows: the last state with all updates applied."""

    def __init__(self, client: Client, state: dict[str, Any]) -> None:
        self.client = client
        self.state = state
        self._written: tuple[Any, dict[str, Any]] = (None, {})

    @property
    def ask(self) -> dict[str, Any] | None:
        """The Ask with its answers written out one by one as `options`."""
        found: dict[str, Any] | None = self.state["ask"]
        if found is None:
            return None
        if self._written[0] is not found:
            options = [option for offer in found["offers"] for option in written_out(found, offer)]
            self._written = (found, {**found, "options": options})
        return self._written[1]

    def ask_all(self) -> None:
        """Be asked everything, also where there is only one answer."""
        assert self.client.ask("set_standing", orders={"*": "ask"})["type"] == "ok"

    def see(self, message: dict[str, Any]) -> None:
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "update":
            assert message["version"] == self.state["version"] + 1
            self.state["version"] = message["version"]
            apply(self.state["scene"], message["changes"])
            for name in ("ask", "waiting", "waiting_for", "place", "sheets", "undo_barred", "over"):
                if name in message:
                    self.state[name] = message[name]
            self.state["log"] = self.state["log"] + message.get("log", [])

    def wait(self, timeout: float = PATIENCE) -> None:
        """Hear until this side is asked or the game is over."""
        while self.ask is None and self.state["over"] is None:
            self.see(self.client.next(timeout))

    def type_die(self, *choices: str) -> dict[str, Any]:
        """Type the first of these that chance may answer, and hear until the next picture is there."""
        before = self.ask
        assert before is not None
        for words in choices:
            id = self.client.send("typed_die", number=before["number"], choice=words)
            while True:
                message = self.client.next()
                self.see(message)
                if message.get("id") == id:
                    break
            if message["type"] == "ok":
                while self.ask is before and self.state["over"] is None:
                    self.see(self.client.next())
                break
        return message

    def answer(self, choice: str | None = None, pick: int = 0) -> dict[str, Any]:
        """Give an answer and hear until its reply and the next picture are there."""
        before = self.ask
        assert before is not None
        words = choice if choice is not None else before["options"][pick % len(before["options"])]["do"]
        id = self.client.send("answer", number=before["number"], choice=words, side=before["side"])
        while True:
            message = self.client.next()
            self.see(message)
            if message.get("id") == id:
                break
        if message["type"] == "ok":
            while self.ask is before and self.state["over"] is None:
                self.see(self.client.next())
        return message
