"""A table that other rules began goes on when its players agree, or who runs the server says so."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.cli import main
from server.conftest import KEY, Eyes, House, settings_at

OTHER_NAME = "0" * 16


class Stranded:
    """A server with a table, which is changed on the disk as if other rules had begun it."""

    def __init__(self, path: Path, *by: str) -> None:
        self.path = path
        self.house = House(settings_at(path))
        self.made = self.house.table(*by)
        for turn in range(8):
            for place in range(1 + by.count("friend")):
                eyes = Eyes(*self.house.sit(self.made, place))
                if eyes.ask is not None:
                    assert eyes.answer(pick=turn)["type"] == "ok"
                eyes.client.close()
        self.house.close()

    def change(self, field: int, value: str, seq: int = -1) -> House:
        """Another word or name in an event, the last if none is said, and the server started again."""
        with sqlite3.connect(self.path) as database:
            if seq < 0:
                seq = database.execute("select max(seq) from events").fetchone()[0]
            where = (self.made["table"], seq)
            body = database.execute("select body from events where game = ? and seq = ?", where).fetchone()[0]
            event = json.loads(body)
            assert event[0] == "a2"
            event[field] = value
            changed = json.dumps(event).encode()
            database.execute("update events set body = ? where game = ? and seq = ?", (changed, *where))
        self.house = House(settings_at(self.path))
        return self.house

    def card(self) -> dict[str, Any]:
        listed = self.house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
        card: dict[str, Any] = next(one for one in listed if one["table"] == self.made["table"])
        return card

    def agree(self, place: int) -> dict[str, Any]:
        token = self.made["seats"][place]["token"]
        answer = self.house.http.post(
            f"/api/tables/{self.made['table']}/onward", headers={"Authorization": f"Bearer {token}"}
        )
        assert answer.status_code == 200, answer.text
        said: dict[str, Any] = answer.json()
        return said


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Stranded]:
    made = Stranded(tmp_path / "stranded.db", "me", "me")
    yield made
    made.house.close()


def log_of(state: dict[str, Any]) -> list[str]:
    return [line["text"] for line in state["log"]]


def test_where_only_a_position_is_another_every_answer_stands(alone: Stranded) -> None:
    house = alone.change(2, OTHER_NAME)
    card = alone.card()
    assert card["closed"] == "foreign"
    assert card["onward"]["is_whole"] and card["onward"]["lost"] == 0 and card["onward"]["waits_for"] == 1
    # What it needs is a program by a name that tells builds apart.
    assert "+" in card["needs"]
    assert alone.agree(0) == {"goes_on": True}
    eyes = Eyes(*house.sit(alone.made, 0))
    assert any(
        "goes on under edition" in text and "Every answer stands" in text for text in log_of(eyes.state)
    )
    assert alone.card()["closed"] == ""
    number = eyes.state["scene"]["number"]
    assert eyes.answer()["type"] == "ok"
    house.close()
    alone.house = House(settings_at(alone.path))
    _, again = alone.house.sit(alone.made, 0)
    assert again["scene"]["number"] > number
    assert any("goes on under edition" in text for text in log_of(again))


def test_an_answer_that_is_not_allowed_any_more_is_given_anew(alone: Stranded) -> None:
    house = alone.change(1, "commit no-such-unit", seq=4)
    card = alone.card()
    assert not card["onward"]["is_whole"] and card["onward"]["lost"] > 0
    assert alone.agree(0) == {"goes_on": True}
    eyes = Eyes(*house.sit(alone.made, 0))
    assert any("answer anew" in text for text in log_of(eyes.state))
    assert eyes.ask is not None
    assert eyes.answer()["type"] == "ok"
    house.close()
    alone.house = House(settings_at(alone.path))
    assert alone.card()["closed"] == ""


def test_two_players_must_both_agree(tmp_path: Path) -> None:
    two = Stranded(tmp_path / "two.db", "me", "friend")
    house = two.change(2, OTHER_NAME)
    try:
        assert two.card()["onward"]["waits_for"] == 2
        assert two.agree(0) == {"goes_on": False}
        assert two.card()["onward"]["agreed"] and two.card()["onward"]["waits_for"] == 1
        assert two.card()["closed"] == "foreign"
        assert two.agree(1) == {"goes_on": True}
        assert two.card()["closed"] == ""
        # Who only watches has no say.
        token = two.made["seats"][-1]["token"]
        refused = house.http.post(
            f"/api/tables/{two.made['table']}/onward", headers={"Authorization": f"Bearer {token}"}
        )
        assert refused.status_code == 403
    finally:
        two.house.close()


def test_whoever_runs_the_server_lets_all_games_go_on(
    alone: Stranded, capsys: pytest.CaptureFixture[str]
) -> None:
    alone.change(2, OTHER_NAME)
    assert alone.card()["closed"] == "foreign"
    with pytest.raises(SystemExit) as end:
        main(["admin", "go-on", "--data", str(alone.path)])
    assert not end.value.code
    assert alone.made["table"] in capsys.readouterr().out
    assert alone.card()["closed"] == ""
