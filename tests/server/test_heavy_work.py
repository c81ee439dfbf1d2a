"""Heavy work of one kind keeps no player from anything else: drawing, loading, odds, computers, hello."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.core.view import View
from grognard.server.http import routes_tables
from grognard.server.socket import questions
from grognard.server.table import drawings, tables, thread_pools
from grognard.server.table.table_match import TableMatch
from server.conftest import PATIENCE, Eyes, House, settings_at


class Gate:
    """A function that waits until it is let through, and knows how many wait in it."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self._open = threading.Event()
        self._count = threading.Lock()
        self.inside = 0
        self.most = 0
        self.calls = 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        with self._count:
            self.calls += 1
            self.inside += 1
            self.most = max(self.most, self.inside)
        try:
            assert self._open.wait(60)
            return self._real(*args, **more)
        finally:
            with self._count:
                self.inside -= 1

    def wait_for_visitor(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.inside:
            assert time.monotonic() < deadline, "nobody came"
            time.sleep(0.005)

    def open(self) -> None:
        self._open.set()


@pytest.fixture
def askers() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(16) as pool:
        yield pool


def test_twelve_pictures_lock_nobody_out(
    house: House, askers: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(routes_tables.position_svg)
    monkeypatch.setattr(routes_tables, "position_svg", gate)
    made = house.table("me", "me")
    token = made["seats"][0]["token"]
    path = f"/api/tables/{made['table']}/picture.png"
    asked = [askers.submit(house.get, path, token) for _ in range(12)]
    try:
        gate.wait_for_visitor()
        # A newcomer sits down, answers, looks back and asks; a computer answers.
        other = house.table("random", "me")
        eyes = Eyes(*house.sit(other, 0))
        eyes.wait()
        assert eyes.answer()["type"] == "ok"
        eyes.wait()
        assert eyes.client.ask("replay_at", n=0)["type"] == "replay"
        assert eyes.client.ask("hint", level="random")["type"] == "hint"
        assert gate.inside == 1
    finally:
        gate.open()
    pictures = [one.result() for one in asked]
    assert {one.status_code for one in pictures} == {200}
    assert len({one.content for one in pictures}) == 1
    assert (gate.calls, gate.most) == (1, 1), "the same position was drawn again"


def test_a_seat_has_one_drawing_at_a_time_and_does_not_wait_for_more_than_it_can_look_at(
    house: House, askers: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawings, "MOST_WAITING", 4)
    made = house.table("me", "me")
    token = made["seats"][0]["token"]
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(8):
        eyes.answer(pick=turn)
    gate = Gate(routes_tables.position_svg)
    monkeypatch.setattr(routes_tables, "position_svg", gate)
    path = f"/api/tables/{made['table']}/picture.svg"
    asked = [askers.submit(house.get, path, token, n=n, side=0) for n in range(8)]
    try:
        deadline = time.monotonic() + PATIENCE
        while sum(one.done() for one in asked) < 4:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert gate.inside == 1
    finally:
        gate.open()
    found = sorted(one.result().status_code for one in asked)
    assert found == [200] * 4 + [429] * 4
    assert gate.most == 1


def test_pictures_are_kept_by_position_and_the_longest_unused_goes_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = house.table("me", "me")
    token = made["seats"][0]["token"]
    eyes = Eyes(*house.sit(made, 0))
    eyes.answer()
    gate = Gate(routes_tables.position_svg)
    gate.open()
    monkeypatch.setattr(routes_tables, "position_svg", gate)
    path = f"/api/tables/{made['table']}/picture.svg"

    def drawn(n: int) -> int:
        before = gate.calls
        assert house.get(path, token, n=n, side=0).status_code == 200
        return gate.calls - before

    assert [drawn(n) for n in (0, 0, -1, 0, -1)] == [1, 0, 1, 0, 0]
    eyes.answer()
    assert drawn(-1) == 1
    monkeypatch.setattr(drawings, "MOST_KEPT", 1)
    eyes.answer()
    assert [drawn(-1), drawn(-1), drawn(0)] == [1, 0, 1]


def test_a_large_picture_does_not_stop_the_clock_of_the_others(
    house: House, askers: ThreadPoolExecutor
) -> None:
    made = house.table("me", "me", scenario="mars")
    token = made["seats"][0]["token"]
    path = f"http://127.0.0.1:{house.port}/api/tables/{made['table']}/picture.png"
    bearer = {"Authorization": f"Bearer {token}"}
    picture = askers.submit(httpx.get, path, headers=bearer, timeout=100)
    began, longest = time.monotonic(), 0.0
    while not picture.done():
        since = time.monotonic()
        assert house.http.get("/api/health").json()["ok"]
        longest = max(longest, time.monotonic() - since)
        time.sleep(0.02)
    assert picture.result().content.startswith(b"\x89PNG")
    # The renderer takes most of the time, in one piece.
    assert longest < (time.monotonic() - began) / 3


def _view(match: TableMatch, side: int) -> View:
    return match.system.knowledge.project(match.pos, side)


def test_odds_do_not_keep_a_table_from_being_opened(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate(questions.odds)
    monkeypatch.setattr(questions, "odds", gate)
    # As if an attack lay on the table: without one nothing heavy is begun.
    monkeypatch.setattr(questions, "attack_seen", lambda match, side, _: _view(match, side))
    made = house.table("me", "me")
    clients = [house.sit(made, 0)[0] for _ in range(4)]
    try:
        for client in clients:
            client.send("odds")
        gate.wait_for_visitor()
        eyes = Eyes(*house.sit(house.table("me", "random"), 0))
        eyes.wait()
        assert eyes.answer()["type"] == "ok"
        assert eyes.client.ask("replay_at", n=0)["type"] == "replay"
    finally:
        gate.open()
    for client in clients:
        assert client.until("error", "odds")["type"] == "error"


def test_the_hello_clock_stops_when_hello_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = tables.play_again

    def slowly(*args: Any) -> Any:
        time.sleep(1.0)
        return real(*args)

    monkeypatch.setattr(tables, "play_again", slowly)
    house = House(settings_at(tmp_path / "slow.db", hello_within=0.4))
    try:
        _, state = house.sit(house.table("me", "me"), 0)
        assert state["type"] == "state"
    finally:
        house.close()


def test_what_can_be_stopped_begins_with_the_compiled_search_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(thread_pools, "compiled_reach", lambda: done.append("search"))
    pools = thread_pools.Pools(1)
    pools.strange.submit(done.append, "work").result(PATIENCE)
    pools.stop()
    assert done == ["search", "work"]
