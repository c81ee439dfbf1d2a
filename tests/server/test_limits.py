"""What one client may do does not hang on how many workers there are, nor on how slowly it speaks."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from grognard.server.http import request_deadlines
from grognard.server.limits import Allowances, SharedMemory
from grognard.server.settings import Limits
from grognard.server.socket.connection import MOST_UNSENT, Connection
from grognard.server.table.tables import Tables
from server.conftest import PATIENCE, RGW, House, settings_at

LIMITS = Limits(address_rate=0.001, address_burst=40, tables_rate=0.001, tables_burst=4, sockets=3)
JSON = b"application/json"
BODY = {"game": RGW, "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[House]]:
    """Two workers of one server, without the process that listens before them."""
    shared = SharedMemory(2)
    made = [
        House(settings_at(tmp_path / "pair.db", limits=LIMITS, workers=2, worker=number), shared)
        for number in (0, 1)
    ]
    yield made
    for house in made:
        house.close()


def test_an_address_may_do_as_much_with_two_workers_as_with_one(pair: list[House]) -> None:
    made = [pair[n % 2].http.post("/api/tables", json=BODY).status_code for n in range(10)]
    assert made.count(201) == 4
    for n in range(3):
        pair[n % 2].client()
    for house in pair:
        with pytest.raises(InvalidStatus):
            house.client()
    asked = [pair[n % 2].http.get("/api/health").status_code for n in range(60)]
    # Of forty in all, ten were spent on tables and five on sockets.
    assert asked.count(200) == 25


def test_the_sockets_of_a_worker_that_was_killed_count_no_more() -> None:
    shared = SharedMemory(2)
    first, second = (Allowances(LIMITS, shared, number) for number in (0, 1))
    assert [first.sockets.open("here"), second.sockets.open("here"), first.sockets.open("here")] == [True] * 3
    assert not second.sockets.open("here") and second.sockets.open("there")
    again = Allowances(LIMITS, shared, 0)
    assert again.sockets.open("here") and second.sockets.open("here") and not again.sockets.open("here")
    second.sockets.close("here")
    assert again.sockets.open("here")


def test_a_household_with_many_addresses_is_one_client(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "proxy.db", limits=LIMITS, behind_proxy=True))

    def asked(*said: str) -> int:
        found = [house.http.get("/api/health", headers={"X-Forwarded-For": one}) for one in said]
        return sum(one.status_code == 200 for one in found)

    try:
        assert asked(*(f"2001:db8:0:7:{n:x}::1" for n in range(60))) == 40
        assert asked("2001:db8:0:8::1") == 1
        assert asked(*["198.51.100.1", "::ffff:198.51.100.1"] * 30) == 40
    finally:
        house.close()


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/health HT",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: 1\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost:127.0.0.1\r\nContent-Length:500\r\nContent-Type:%b\r\n\r\n"
        % JSON,
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api/he",
    ],
)
def test_whoever_drips_is_let_go(house: House, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(request_deadlines, "HEAD_WITHIN", 0.5)
    monkeypatch.setattr(request_deadlines, "BODY_WITHIN", 0.5)
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as line:
        line.sendall(begun)
        line.settimeout(0.1)
        until = time.monotonic() + 4
        try:
            while time.monotonic() < until:
                try:
                    if not line.recv(1_000):
                        return
                except TimeoutError:
                    line.sendall(b"a" if begun else b"")
        except ConnectionError:
            return
    raise AssertionError("it still waits")


def test_a_socket_that_is_silent_after_its_hello_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_deadlines, "HEAD_WITHIN", 0.2)
    monkeypatch.setattr(request_deadlines, "BODY_WITHIN", 0.2)
    client, _ = house.sit(house.table("me", "me"), 0)
    time.sleep(0.6)
    assert client.ask("chat", text="still here")["type"] == "ok"


def test_whoever_hears_nothing_of_what_is_sent_is_let_go(tmp_path: Path) -> None:
    """Without this all that a table tells would wait in memory for a client that never reads."""
    sent: list[dict[str, Any]] = []

    async def socket_of_one_who_reads_late() -> None:
        tables = Tables(settings_at(tmp_path / "late.db"))
        reads = asyncio.Event()
        coming = asyncio.Queue[dict[str, str]]()
        coming.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            if message["type"] != "websocket.accept":
                await reads.wait()
            sent.append(message)

        connection = Connection(coming.get, send, tables, "here")
        running = asyncio.create_task(connection.run())
        for _ in range(3 * MOST_UNSENT):
            connection.send("news")
            await asyncio.sleep(0)
        reads.set()
        await asyncio.sleep(0.01)
        coming.put_nowait({"type": "websocket.disconnect"})
        await running

    asyncio.run(socket_of_one_who_reads_late())
    assert sum(len(one["text"].split()) for one in sent if "text" in one) <= 2 * MOST_UNSENT
    assert next(one["code"] for one in sent if one["type"] == "websocket.close") == 1013
