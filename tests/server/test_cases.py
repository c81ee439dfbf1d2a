"""Examples of play at the table: stepped through, played on from, kept, and taken home as a record."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grognard.play.record import verify_record
from server.conftest import RGW, Eyes, House, settings_at

PB = "panzerblitz"


def cases_of(house: House, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.get(f"/api/games/{game}/cases").json()
    return found


def long_case(house: House, game: str) -> dict[str, Any]:
    """The case of this game with the most answers."""
    best: dict[str, Any] = {}
    for card in cases_of(house, game):
        case = house.get(f"/api/games/{game}/cases/{card['number']}").json()
        if not best or case["steps"][-1]["answers"] > best["steps"][-1]["answers"]:
            best = case
    return best


@pytest.mark.parametrize("game", [RGW, PB])
def test_every_example_opens_line_by_line_without_a_fault(house: House, game: str) -> None:
    for card in cases_of(house, game):
        case = house.get(f"/api/games/{game}/cases/{card['number']}").json()
        assert case["faults"] == []
        answers = [step["answers"] for step in case["steps"]]
        assert answers == sorted(answers)
        assert answers[0] == 0
        assert case["steps"][0]["label"] == ""
        assert all(step["label"] and step["who"] for step in case["steps"][1:])
        assert all(step["told"] for step in case["steps"] if step["rule"])


@pytest.mark.parametrize("game", [RGW, PB])
def test_a_table_begins_with_the_position_of_an_example(house: House, game: str) -> None:
    case = long_case(house, game)
    setting = case["card"]["setting"]
    assert house.get(f"/api/games/{game}/settings/{setting}/board").status_code == 200
    for step in (case["steps"][0], case["steps"][-2]):
        made = house.table("me", "me", game=game, scenario=setting, after=step["answers"], dice="typed")
        _, state = house.sit(made, 0)
        shown = house.get(f"/api/tables/{made['table']}/at/-1", made["seats"][0]["token"], side=step["side"])
        assert shown.json()["scene"]["pieces"] == step["scene"]["pieces"]
        assert state["scenario"] == setting


def test_the_table_of_an_example_survives_a_restart_and_its_record_replays(tmp_path: Path) -> None:
    first = House(settings_at(tmp_path / "games.db"))
    case = long_case(first, RGW)
    made = first.table("me", "me", scenario=case["card"]["setting"], after=1)
    eyes = Eyes(*first.sit(made, 0))
    for turn in range(6):
        eyes.wait()
        assert eyes.answer(pick=turn)["type"] == "ok"
    eyes.wait()
    number = eyes.state["scene"]["number"]
    first.close()
    again = House(settings_at(tmp_path / "games.db"))
    client, state = again.sit(made, 0)
    assert state["scene"]["number"] == number
    assert state["scene"]["pieces"] == eyes.state["scene"]["pieces"]
    past = client.ask("replay_at", n=0)
    assert past["scene"]["pieces"] == case["steps"][0]["scene"]["pieces"]
    record = again.get(f"/api/tables/{made['table']}/record", made["seats"][0]["token"]).content
    again.close()
    verdict = verify_record(record)
    assert verdict.fault is None
    assert verdict.verified >= 7
    file = tmp_path / "example.jsonl"
    file.write_bytes(record)
    command = [sys.executable, "-m", "grognard.cli", "replay", str(file), "--verify"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert f"all {verdict.verified} answers hold" in done.stdout


def test_the_computer_plays_on_from_an_example(house: House) -> None:
    for game in (RGW, PB):
        case = long_case(house, game)
        made = house.table("staff", "staff", game=game, scenario=case["card"]["setting"])
        client, state = house.sit(made, 0)
        eyes = Eyes(client, state)
        while eyes.state["scene"]["number"] < 5 and eyes.state["over"] is None:
            eyes.see(client.next())
        client.close()  # else they play on to the end


def test_the_briefing_of_an_example_is_its_story(house: House) -> None:
    for game in (RGW, PB):
        case = long_case(house, game)
        made = house.table("me", "me", game=game, scenario=case["card"]["setting"])
        client, _ = house.sit(made, 0)
        told = client.ask("briefing")
        assert told["type"] == "briefing"
        assert (told["title"], told["turns"]) == (case["card"]["title"], 0)
        assert told["situation"] == case["card"]["story"]


def case_of_a_fire(house: House) -> dict[str, Any]:
    """The first example that rolls for an attack by fire."""
    for card in cases_of(house, PB):
        case: dict[str, Any] = house.get(f"/api/games/{PB}/cases/{card['number']}").json()
        labels = [step["label"] for step in case["steps"]]
        if "Roll the die" in labels and labels[1].startswith("Fire at"):
            return case
    raise AssertionError("no example fires")


def test_the_chances_of_an_examples_attack_are_told_after_its_roll_as_before(house: House) -> None:
    case = case_of_a_fire(house)
    rolled = next(step for step in case["steps"] if step["label"] == "Roll the die")
    made = house.table("me", "me", game=PB, scenario=case["card"]["setting"], after=rolled["answers"] - 1)
    client, state = house.sit(made, 0)
    eyes = Eyes(client, state)
    eyes.wait()
    before = client.ask("odds", n=-1)
    assert before["type"] == "odds"
    eyes.answer("resolve")
    _, state = house.sit(made, 0)
    after = client.ask("odds", n=state["battles"][-1]["roll"])
    assert after["ways"] == before["ways"]


def test_a_table_from_an_example_that_is_not_there_is_refused(house: House) -> None:
    setting = cases_of(house, RGW)[0]["setting"]
    sides = [{"by": "me"}, {"by": "me"}]
    for body, told in (
        ({"scenario": "case:no-such-thing"}, "no example"),
        ({"scenario": setting, "after": 900}, "answers"),
        ({"scenario": setting, "options": {"coin-toss": True}}, "options of its own"),
        ({"scenario": "teaching", "after": 1}, "only an example"),
        ({"scenario": "case:../x"}, ""),
    ):
        answer = house.http.post("/api/tables", json={"game": RGW, "sides": sides, **body})
        assert answer.status_code in (400, 404), answer.text
        assert told in answer.text
