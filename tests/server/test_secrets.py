"""Each seat gets its own view and nothing else; tokens and keys are never where they do not belong."""

import contextlib
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from grognard.server.settings import Settings
from grognard.server.store.tokens import hashed, new_token
from server.conftest import KEY, Client, Eyes, House, settings_at
from server.test_damage import until_secret
from server.test_play import hear, play_out
from toy.game import SYSTEM as TOY


def rest(client: Client) -> list[dict[str, Any]]:
    """Everything that still comes within a moment."""
    found: list[dict[str, Any]] = []
    with contextlib.suppress(TimeoutError):
        while True:
            found.append(client.next(0.3))
    return found


def test_what_one_side_seals_never_reaches_the_other(house: House) -> None:
    made = house.table("me", "friend")
    eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
    for turn in range(400):
        hear(eyes)
        one = next(one for one in eyes if one.ask is not None)
        if one.ask is not None and one.ask.get("is_secret"):
            for other in eyes:
                other.wait()
            break
        one.answer(pick=turn)
    mine, other = eyes
    assert mine.ask is not None and other.ask is not None
    other.client.raw.clear()
    before = other.state["scene"]["number"]
    for _ in range(3):
        assert mine.ask is not None
        choice = next(option["do"] for option in mine.ask["options"] if option["verb"] != "seal")
        assert mine.answer(choice)["type"] == "ok"
    assert mine.ask["draft"]
    with pytest.raises(TimeoutError):
        other.client.next(0.3)
    assert other.client.raw == []
    _, fresh = house.sit(made, 1)
    assert fresh["scene"]["number"] == before
    assert fresh["ask"] == other.state["ask"]
    # A draft that is taken back shows as little.
    assert mine.client.ask("undo")["type"] == "ok"
    assert all(heard["type"] == "people" for heard in rest(other.client))
    watch, onlooker = house.sit(made, 2)
    assert onlooker["ask"] is None
    assert "draft" not in str(watch.raw)


def secret_pair(house: House) -> tuple[dict[str, Any], list[Eyes]]:
    """A table at which both sides are asked for secret orders."""
    made = house.table("me", "friend")
    return made, until_secret([Eyes(*house.sit(made, place)) for place in (0, 1)])


def test_what_is_taken_back_in_secret_counts_no_version_on_for_others(house: House) -> None:
    made, (mine, other) = secret_pair(house)
    watch = Eyes(*house.sit(made, 2))
    for _ in range(3):
        assert mine.ask is not None
        choice = next(option["do"] for option in mine.ask["options"] if option["verb"] != "seal")
        assert mine.answer(choice)["type"] == "ok"
        assert mine.client.ask("undo")["type"] == "ok"
        mine.see(mine.client.until("state"))
    other.client.raw.clear()
    watch.client.raw.clear()
    # The next that they may know is the next that they are told: `see` checks that no version is left out.
    for one in (mine, other):
        assert one.answer("seal")["type"] == "ok"
    while watch.state["waiting"] == [0, 1]:
        watch.see(watch.client.next())
    assert '"type":"state"' not in str(other.client.raw + watch.client.raw)


def test_what_is_taken_back_in_secret_does_not_turn_a_late_update_into_a_state(tmp_path: Path) -> None:
    house = House(Settings(f"sqlite:///{tmp_path / 'late.db'}", gather=0.6, gather_most=0.6))
    try:
        made = house.table("me", "friend")
        eyes = [Eyes(*house.sit(made, place)) for place in (0, 1)]
        watch = Eyes(*house.sit(made, 2))
        until_secret(eyes)
        one = eyes[0]
        # The onlooker has not been told yet that secret orders are being written.
        assert watch.state["waiting"] != [0, 1]
        assert one.ask is not None
        choice = next(option["do"] for option in one.ask["options"] if option["verb"] != "seal")
        assert one.answer(choice)["type"] == "ok"
        assert one.client.ask("undo")["type"] == "ok"
        while watch.state["waiting"] != [0, 1]:
            message = watch.client.next()
            assert message["type"] in ("update", "people")
            watch.see(message)
    finally:
        house.close()


def hidden_names(state: dict[str, Any]) -> set[str]:
    """Names of the enemy counters in the game that this side does not see."""
    roster = TOY.rules.start("teaching").pos.roster
    seen = {piece["unit"] for piece in state["scene"]["pieces"]}
    side = state["side"]
    return {
        counter.name
        for number, counter in enumerate(roster.counters)
        if number not in seen and TOY.sides.index(counter.side) != side
    }


def test_hidden_units_are_unknown_pieces_for_the_others(house: House) -> None:
    made = house.table("me", "friend", "friend", game="toy")
    eyes = [Eyes(*house.sit(made, place)) for place in range(3)]
    unknown = 0
    for _ in range(30):
        for one in eyes:
            for piece in one.state["scene"]["pieces"]:
                if piece["unit"] < 0:
                    unknown += 1
                    assert piece["side"] != one.state["side"]
                    assert piece["face"] == 0
        if play_out(house, eyes, 1, seed=unknown) == 0:
            break
        hear(eyes)
    assert unknown
    # A newcomer's whole state names no counter that the side has not seen.
    for place, one in enumerate(eyes):
        client, state = house.sit(made, place)
        log = " ".join(line["text"] for line in state["log"])
        for name in hidden_names(state):
            assert f'"{name}"' not in client.raw[0] or name in log, (place, name)
        assert one.state["side"] == state["side"]


def test_the_views_facts_stay_in_the_server(house: House) -> None:
    made = house.table("me", "friend")
    client, state = house.sit(made, 0)
    assert set(state["scene"]) == {
        "side",
        "number",
        "turn",
        "header",
        "tracks",
        "pieces",
        "holder",
        "marks",
        "side_marks",
    }
    assert 'facts":{' not in client.raw[0]


def test_another_seats_token_opens_nothing(house: House) -> None:
    one, two = house.table("me", "me"), house.table("me", "me")
    client = house.client()
    for table, token in (
        (one["table"], two["seats"][0]["token"]),
        (one["table"], "x" * 32),
        (one["table"], ""),
        ("nowhere", one["seats"][0]["token"]),
    ):
        reply = client.ask("hello", table=table, token=token)
        assert (reply["type"], reply["code"]) == ("error", "no-seat")
        assert house.get(f"/api/tables/{table}/at/-1", token or "none").status_code == 404
        assert house.get(f"/api/tables/{table}/record", token or "none").status_code == 404


def test_tokens_cannot_be_guessed() -> None:
    tokens = {new_token() for _ in range(1_000)}
    assert len(tokens) == 1_000
    assert all(len(token) == 32 for token in tokens)
    assert len(hashed("x")) == 64


def test_secrets_are_stored_hashed_and_never_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    logging.getLogger("uvicorn").setLevel(logging.DEBUG)
    path = tmp_path / "secret.db"
    house = House(settings_at(path))
    try:
        made = house.table("me", "friend")
        eyes = Eyes(*house.sit(made, 0))
        eyes.client.ask("answer", number=99, choice="nonsense")
        eyes.client.ask("hello", table=made["table"], token="wrong-" + made["seats"][1]["token"])
        house.get(f"/api/tables/{made['table']}/at/0", made["seats"][0]["token"])
        house.get(f"/api/tables/{made['table']}/record", made["seats"][1]["token"])
    finally:
        house.close()
    tokens = [seat["token"] for seat in made["seats"]]
    said = "\n".join(record.getMessage() + str(record.exc_info or "") for record in caplog.records)
    with sqlite3.connect(path) as database:
        stored = "\n".join(database.iterdump())
    for secret in (*tokens, KEY):
        assert secret not in said
        assert secret not in stored
    assert hashed(tokens[0]) in stored
