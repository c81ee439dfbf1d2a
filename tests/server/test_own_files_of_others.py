"""Whoever plays on a map of his own, however large, keeps nobody at another table waiting."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.games.ocs.table.large_campaign import campaign_files
from grognard.play.registry import find_system
from grognard.server.limits import Bucket, SharedMemory
from grognard.server.settings import Limits
from grognard.server.socket import connection
from grognard.server.table import uploads
from server.conftest import KEY, Eyes, House, settings_at

HEXES = 99 * 99
ASKED = 1_200
SIDES = [{"by": "me"}, {"by": "me"}]


def campaign(house: House) -> dict[str, Any]:
    own = campaign_files(HEXES)
    files = {"files": own.files, "scenario": own.scenario}
    new = {"game": "ocs", "scenario": "campaign", "sides": SIDES, "own": files}
    answer = house.http.post("/api/tables", json=new, headers={"X-Grognard-Key": KEY})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_twelve_hundred_questions_at_once_keep_no_other_table_waiting(house: House) -> None:
    own = campaign(house)
    other = Eyes(*house.sit(house.table("me", "me"), 0))
    attacker, _ = house.sit(own, 0)
    for _ in range(ASKED):
        attacker.send("ask_overlay", name="supply")
    answered: list[str] = []
    is_over = threading.Event()

    def hear() -> None:
        while len(answered) < ASKED and not is_over.is_set():
            message = attacker.next()
            if message["type"] in ("overlay", "error"):
                answered.append(message["type"])

    listener = threading.Thread(target=hear, daemon=True)
    listener.start()
    for turn in range(20):
        assert other.answer(pick=turn)["type"] == "ok"
    # The other table went on while most of the questions still waited for their turn.
    assert len(answered) < ASKED // 2
    is_over.set()
    attacker.close()


def test_work_is_charged_by_what_it_takes_and_a_debt_is_waited_for() -> None:
    bucket = Bucket(SharedMemory().times[0], 0, 0.5, 4.0)
    assert bucket.debt() == 0
    bucket.charge(3.0)
    assert bucket.debt() == 0 and 2.9 < bucket.used() <= 3.0
    bucket.charge(3.0)
    # Two seconds too many, at half a second each second.
    assert 3.9 < bucket.debt() <= 4.0


def test_a_question_on_a_players_own_map_is_stopped(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any) -> None:
        while True:
            pass

    own = campaign(house)
    client, _ = house.sit(own, 0)
    monkeypatch.setattr(connection.questions, "overlay", endless)
    monkeypatch.setattr("grognard.server.table.thread_pools.run_within.__kwdefaults__", {"deadline": 0.2})
    reply = client.ask("ask_overlay", name="supply")
    assert (reply["type"], reply["code"]) == ("error", "not-now")
    monkeypatch.undo()
    assert client.ask("ask_overlay", name="supply")["type"] == "overlay"


def test_counters_of_a_players_own_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_COUNTERS", 100)
    checked = uploads.check_own("ocs", "", campaign_files(HEXES))
    assert [fault.what for fault in checked.faults] == ["has more than 100 counters"]


QUESTIONS: dict[str, dict[str, Any]] = {
    "ask_overlay": {"name": "supply"},
    "peek": {"choices": ["done"]},
    "why": {"choice": "done"},
    "path": {"choice": "done"},
    "odds": {},
    "card": {},
    "card ahead": {"after": ["done"]},
    "hint": {"after": ["done"]},
    "since": {},
    "replay_at": {"n": 0},
    "standing": {},
    "briefing": {},
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_no_question_about_a_players_own_map_is_worked_out_where_all_are_served(
    house: House, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read off a large map is read in the thread of such maps; the loop does nothing of it."""
    client, _ = house.sit(campaign(house), 0)
    system = find_system("ocs")
    threads: set[str] = set()
    for part, names in ((system.knowledge, ("project", "bare")), (system.screen, ("overlay", "score_sheet"))):
        for name in names:
            monkeypatch.setattr(part, name, noting(threads, getattr(part, name)))
    client.ask(kind.split()[0], **QUESTIONS[kind])
    assert all(name.startswith("strange") for name in threads), threads


def noting(threads: set[str], work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, which notes the thread it is done in."""

    def noted(*args: Any, **more: Any) -> Any:
        threads.add(threading.current_thread().name)
        return work(*args, **more)

    return noted


def test_whoever_keeps_the_processor_busy_by_http_waits_too(tmp_path: Path) -> None:
    limits = Limits(seat_work_rate=1e-6, seat_work_burst=1e-4)
    house = House(settings_at(tmp_path / "own.db", limits=limits))
    made = house.table("me", "me")
    token, path = made["seats"][0]["token"], f"/api/tables/{made['table']}"
    assert house.get(f"{path}/at/0", token).status_code == 200
    refused = [house.get(f"{path}/{what}", token) for what in ("at/0", "record", "report", "report.html")]
    assert [answer.status_code for answer in refused] == [429] * 4
    assert "wait" in refused[0].json()["detail"]
    house.close()
