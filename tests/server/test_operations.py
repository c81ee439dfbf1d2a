"""What whoever runs a server relies on: health that tells the truth, lists that are whole, tables that go."""

import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.cli import main
from grognard.server.run import _NotAgain
from grognard.server.settings import Limits, Settings
from grognard.server.store import storage as storage_module
from grognard.server.store.storage import Storage
from server.conftest import KEY, Eyes, House, settings_at
from server.postgres import postgres


@pytest.fixture
def own(tmp_path: Path) -> Iterator[House]:
    limits = Limits(tables_rate=1e6, tables_burst=1e6)
    made = House(settings_at(tmp_path / "own.db", limits=limits))
    yield made
    made.close()


def listed(house: House, **params: Any) -> list[str]:
    answer = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}, params=params)
    return [card["table"] for card in answer.json()]


def run(*words: str) -> None:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    assert not end.value.code


# -- health -------------------------------------------------------------------------------------


def test_health_says_when_something_was_kept_last(own: House) -> None:
    before = int(time.time())
    told = own.http.get("/api/health")
    assert told.status_code == 200
    assert told.json()["last_commit"] >= before and len(told.json()["build"]) == 8


def test_a_full_disk_is_told(own: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "PULSE_EVERY", 0.0)
    assert own.http.get("/api/health").status_code == 200

    def full(*_: Any) -> None:
        cause = sqlite3.OperationalError("database or disk is full")
        raise sa.exc.OperationalError("insert", {}, cause)

    with monkeypatch.context() as patch:
        patch.setattr(storage_module, "put_row", full)
        told = own.http.get("/api/health")
    assert (told.status_code, told.json()["why"]) == (503, "the disk is full")
    assert own.http.get("/api/health").status_code == 200


def test_a_database_that_says_nothing_is_told(own: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "PULSE_EVERY", 0.0)
    monkeypatch.setattr(storage_module, "PULSE_WITHIN", 0.2)
    gate = threading.Event()
    monkeypatch.setattr(Storage, "_beat", lambda *_: gate.wait(20))
    told = own.http.get("/api/health")
    gate.set()
    assert (told.status_code, told.json()["why"]) == (503, "the database does not answer")


def test_a_postgresql_server_that_was_ended_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage_module, "PULSE_EVERY", 0.0)
    with postgres() as address:
        house = House(Settings(address))
        assert house.http.get("/api/health").status_code == 200
    told = house.http.get("/api/health")
    assert told.status_code == 503 and "database" in told.json()["why"]
    house.close()


# -- lists --------------------------------------------------------------------------------------


def test_my_games_are_all_there_the_latest_activity_first(own: House, tmp_path: Path) -> None:
    made = [own.table("me", "me") for _ in range(45)]
    seen = [*listed(own, count=30), *listed(own, first=30, count=30)]
    assert sorted(seen) == sorted(one["table"] for one in made)
    with sqlite3.connect(tmp_path / "own.db") as data:
        data.execute("update tables set created = created - 1000")
    oldest = seen[-1]
    chosen = next(one for one in made if one["table"] == oldest)
    assert Eyes(*own.sit(chosen, 0)).answer()["type"] == "ok"
    assert listed(own, count=1) == [oldest]


# -- what is said -------------------------------------------------------------------------------


def test_somebody_who_talks_without_end_is_stopped_and_plays_on(own: House) -> None:
    made = own.table("me", "me")
    eyes = Eyes(*own.sit(made, 0))
    replies = [eyes.client.ask("chat", text=f"line {n}") for n in range(30)]
    assert [reply["type"] for reply in replies[:12]] == ["ok"] * 12
    assert replies[-1]["code"] == "too-fast"
    _, state = own.sit(made, 0)
    assert Eyes(eyes.client, state).answer()["type"] == "ok"


def test_the_log_says_the_same_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000.0]
    monkeypatch.setattr("grognard.server.run.time.monotonic", lambda: now[0])
    filtered = _NotAgain()

    def say(what: str) -> str:
        record = logging.LogRecord("grognard", logging.ERROR, "", 1, "bad: %s", (what,), None)
        return record.getMessage() if filtered.filter(record) else ""

    assert [say("a"), say("a"), say("b"), say("a")] == ["bad: a", "", "bad: b", ""]
    now[0] += 61
    assert say("a") == "bad: a (and 2 times before)"


# -- tables that go -----------------------------------------------------------------------------


def test_only_whoever_set_a_table_up_takes_it_away(own: House) -> None:
    made = own.table("me", "friend")
    where = f"/api/tables/{made['table']}"
    mine, friend = (one["token"] for one in made["seats"][:2])
    client, _ = own.sit(made, 1)
    assert own.http.delete(where, headers={"Authorization": f"Bearer {friend}"}).status_code == 403
    assert own.http.delete(where, headers={"Authorization": f"Bearer {mine}"}).status_code == 204
    assert "taken away" in client.until("error")["what"]
    assert listed(own) == []
    assert own.get(f"/api/tables/{made['table']}/at/-1", mine).status_code == 404


def test_tables_that_nobody_opened_expire_and_others_stay(own: House, tmp_path: Path) -> None:
    opened, never = own.table("me", "me"), own.table("me", "me")
    own.sit(opened, 0)
    with sqlite3.connect(tmp_path / "own.db") as data:
        data.execute("update tables set created = created - 3000000")
    run("admin", "expire", "--days", "60", "--data", str(tmp_path / "own.db"))
    assert sorted(listed(own)) == sorted([opened["table"], never["table"]])
    run("admin", "expire", "--days", "30", "--data", str(tmp_path / "own.db"))
    assert listed(own) == [opened["table"]]


def test_whoever_runs_the_server_deletes_tables_and_what_was_said(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "own.db"))
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    assert eyes.client.ask("chat", text="my telephone is 555")["type"] == "ok"
    assert eyes.answer()["type"] == "ok"
    house.close()
    run("admin", "forget", made["table"], "--data", str(tmp_path / "own.db"))
    assert b"555" not in b"".join(
        row[0] for row in sqlite3.connect(tmp_path / "own.db").execute("select body from events")
    )
    house = House(settings_at(tmp_path / "own.db"))
    _, state = house.sit(made, 0)
    assert [said["text"] for said in state["chat"]] == ["(deleted)"]
    assert listed(house) == []
    house.close()
    run("admin", "delete", made["table"], "--data", str(tmp_path / "own.db"))
    with sqlite3.connect(tmp_path / "own.db") as data:
        kept = ("tables", "seats", "events", "holders", "activity")
        assert [data.execute(f"select count(*) from {name}").fetchone()[0] for name in kept] == [0] * 5


def test_browsers_are_told_to_come_by_https_alone(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "own.db", behind_proxy=True))
    secure = house.http.get("/api/health", headers={"X-Forwarded-Proto": "https"})
    assert "max-age" in secure.headers["strict-transport-security"]
    assert "strict-transport-security" not in house.http.get("/api/health").headers
    house.close()
