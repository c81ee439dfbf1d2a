"""What is stored can be damaged, foreign, full or gone: nobody else is hurt by it, nothing is lost unsaid."""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.play.record import load_record, read_record, verify_record
from grognard.server.store.storage import Storage
from grognard.server.table import game_table as table_module
from server.conftest import KEY, Eyes, House, settings_at


class Kept:
    """A server whose data file can be changed between two runs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.house = House(settings_at(path))

    def again(self, *statements: str) -> House:
        """The server started again, after something was done to its data."""
        self.house.close()
        with sqlite3.connect(self.path) as database:
            for statement in statements:
                assert database.execute(statement).rowcount != 0, statement
        self.house = House(settings_at(self.path))
        return self.house


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Kept]:
    made = Kept(tmp_path / "kept.db")
    yield made
    made.house.close()


def mine(house: House) -> dict[str, Any]:
    answer = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY})
    assert answer.status_code == 200, answer.text
    return {card["table"]: card for card in answer.json()}


def play_some(house: House, made: dict[str, Any], answers: int = 6) -> Eyes:
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(answers):
        assert eyes.answer(pick=turn)["type"] == "ok"
    eyes.client.close()
    return eyes


DAMAGE = {
    "event": "update events set body = x'ff00' where game = '{id}' and seq = 3",
    "event of text": "update events set body = 'nonsense' where game = '{id}' and seq = 3",
    "missing event": "delete from events where game = '{id}' and seq = 3",
    "header": "update tables set header = x'7b' where id = '{id}'",
    "set-up": "update tables set setup = x'80' where id = '{id}'",
    "set-up for others": """update tables set setup = '{{"sides":[]}}' where id = '{id}'""",
    "seat": "update seats set sides = 'x' where game = '{id}' and place = 0",
    "seat of nobody": "update seats set sides = '7' where game = '{id}' and place = 0",
    "kind of seat": "update seats set kind = 'throne' where game = '{id}' and place = 0",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_one_bad_row_breaks_no_list_and_its_record_can_be_saved(kept: Kept, what: str) -> None:
    good, bad = kept.house.table("me", "me"), kept.house.table("me", "me")
    play_some(kept.house, bad)
    house = kept.again(DAMAGE[what].format(id=bad["table"]))
    cards = mine(house)
    assert set(cards) == {good["table"], bad["table"]}
    assert (cards[good["table"]]["closed"], cards[good["table"]]["game"]) == ("", "red-god-of-war")
    card = cards[bad["table"]]
    assert card["closed"] == "damaged"
    assert card["why"].endswith("cannot be read")
    token = bad["seats"][0]["token"]
    answer = house.get(f"/api/tables/{bad['table']}/record", token)
    assert answer.status_code == 200, answer.text
    if what != "header":
        assert verify_record(answer.content).fault is None
        assert len(read_record(answer.content).answers) >= 3
    else:
        assert '"by":"1"' in answer.text and answer.text.startswith("{\n")
    # The socket says so too, and the good table plays on.
    client = house.client()
    reply = client.ask("hello", table=bad["table"], token=token)
    assert (reply["type"], reply["code"]) == ("error", "our-fault")
    assert Eyes(*house.sit(good, 0)).answer()["type"] == "ok"


def test_a_damaged_seat_does_not_open_what_the_others_still_play(kept: Kept) -> None:
    made = kept.house.table("me", "friend")
    house = kept.again(DAMAGE["seat"].format(id=made["table"]))
    path = f"/api/tables/{made['table']}/record"
    assert house.get(path, made["seats"][0]["token"]).status_code == 409
    assert house.get(path, made["seats"][1]["token"]).status_code == 403
    assert house.sit(made, 1)[1]["type"] == "state"


def test_a_game_of_another_version_is_listed_with_it_and_its_players_get_the_record(kept: Kept) -> None:
    made = kept.house.table("me", "friend")
    secret = "chit of the other side"
    body = json.dumps(["a2", secret, "0" * 16]).encode().hex()
    house = kept.again(
        f"""update tables set header = replace(cast(header as text), '"grognard":"0', '"grognard":"7')
        where id = '{made["table"]}'""",
        f"""insert into events (game, seq, side, body)
        select '{made["table"]}', coalesce(max(seq), -1) + 1, -1, x'{body}' from events
        where game = '{made["table"]}'""",
    )
    card = mine(house)[made["table"]]
    assert (card["closed"], card["needs"][0]) == ("foreign", "7")
    assert card["title"] == "Red God of War"
    path = f"/api/tables/{made['table']}/record"
    for place, status in ((0, 200), (1, 200), (2, 409)):
        answer = house.get(path, made["seats"][place]["token"])
        assert answer.status_code == status
        if status == 200:
            assert read_record(answer.content).answers[-1].do == secret
        else:
            assert secret not in answer.text
    # Neither the socket nor any other route tells what the answer was.
    client = house.client()
    reply = client.ask("hello", table=made["table"], token=made["seats"][2]["token"])
    assert "7." in reply["fix"] and secret not in str(reply)
    assert secret not in house.get(f"/api/tables/{made['table']}/at/0", made["seats"][2]["token"]).text


def test_a_record_of_what_stands_needs_no_replay(kept: Kept) -> None:
    """Secret lines that were taken back are left out, and what the other side wrote after them stays."""
    made = kept.house.table("me", "friend")
    eyes = [Eyes(*kept.house.sit(made, place)) for place in (0, 1)]
    one, two = until_secret(eyes)
    assert one.ask is not None
    taken = next(option["do"] for option in one.ask["options"] if option["verb"] != "seal")
    assert one.answer(taken)["type"] == "ok"
    assert two.ask is not None
    stays = next(option["do"] for option in two.ask["options"] if option["verb"] != "seal")
    assert two.answer(stays)["type"] == "ok"
    assert one.client.ask("undo")["type"] == "ok"
    table, tokens = made["table"], [seat["token"] for seat in made["seats"]]
    # A program that cannot go on with it: the scenario of another day.
    good = sqlite3.connect(kept.path).execute("select header from tables").fetchone()[0]
    house = kept.again(
        f"""update tables set header = replace(cast(header as text), '"start":"', '"start":"x')
        where id = '{table}'"""
    )
    found = read_record(house.get(f"/api/tables/{table}/record", tokens[0]).content)
    assert (found.answers[-1].by, found.answers[-1].hash) == ("soviet", "")
    assert found.answers[-2].by != "german" or not found.answers[-2].do.startswith("chit")
    assert all(answer.hash for answer in found.answers[:-1])
    lines = house.get(f"/api/tables/{table}/record", tokens[0]).content.split(b"\n")
    match = load_record(read_record(b"\n".join([good, *lines[1:]])))
    assert match.answers[-1].do == found.answers[-1].do


def until_secret(eyes: list[Eyes]) -> list[Eyes]:
    """Play until both are asked for secret orders."""
    from server.test_play import hear

    for turn in range(400):
        hear(eyes)
        one = next(one for one in eyes if one.ask is not None)
        assert one.ask is not None
        if one.ask.get("is_secret"):
            for other in eyes:
                other.wait()
            return eyes
        one.answer(pick=turn)
    raise AssertionError("nobody was asked in secret")


# -- room on the disk -----------------------------------------------------------------------------


def full(*_: Any) -> None:
    cause = sqlite3.OperationalError("database or disk is full")
    raise sa.exc.OperationalError("INSERT", {}, cause)


def test_a_table_first_opened_on_a_full_disk_goes_on_when_there_is_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RETRY", 0.1)
    made = house.table("me", "me")
    with monkeypatch.context() as patch:
        patch.setattr(Storage, "_insert_all", full)
        eyes = Eyes(*house.sit(made, 0))
        assert eyes.state["waiting"] == [-1]
        with pytest.raises(TimeoutError):
            eyes.client.until("update", timeout=0.4)
    # Whoever waits at the table sees it go on, without coming again.
    eyes.wait(5)
    assert eyes.answer()["type"] == "ok"


def test_an_answer_that_finds_no_room_is_told_so_and_counts_when_sent_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    eyes = Eyes(*house.sit(house.table("me", "me"), 0))
    assert eyes.ask is not None
    message = {"number": eyes.ask["number"], "choice": eyes.ask["options"][0]["do"], "id": "a1"}
    with monkeypatch.context() as patch:
        patch.setattr(Storage, "_insert_all", full)
        reply = eyes.client.ask("answer", **message)
        assert (reply["code"], reply["what"]) == ("our-fault", "nothing was changed: the disk is full.")
    assert eyes.client.ask("answer", **message)["type"] == "ok"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX lets an open file be deleted")
def test_a_data_file_deleted_while_running_acknowledges_nothing_more(kept: Kept) -> None:
    made = kept.house.table("me", "me")
    eyes = Eyes(*kept.house.sit(made, 0))
    assert eyes.answer()["type"] == "ok"
    assert kept.house.http.get("/api/health").json()["ok"]
    for ending in ("", "-wal", "-shm"):
        Path(f"{kept.path}{ending}").unlink(missing_ok=True)
    assert eyes.ask is not None
    reply = eyes.client.ask("answer", number=eyes.ask["number"], choice=eyes.ask["options"][0]["do"])
    assert (reply["type"], reply["code"]) == ("error", "our-fault")
    assert "gone" in reply["what"]
    answer = kept.house.http.get("/api/health")
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    body = {"game": "red-god-of-war", "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}
    assert kept.house.http.post("/api/tables", json=body).status_code == 503
    assert not kept.path.exists()
