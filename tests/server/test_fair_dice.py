"""Fair dice at a table of a real server: calls, who is waited for, and what the record proves."""

import json
import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.play.dice.verify import verify_dice
from grognard.server.store.backup import back_up
from grognard.server.table.export import export_table, import_table
from server.conftest import Client, House, settings_at, written_out
from server.pages import Page, page_at
from server.test_crash import Process


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that waits only a moment for who is late."""
    made = House(settings_at(tmp_path_factory.mktemp("quick") / "quick.db", dice_late=0.2))
    yield made
    made.close()


def options(page: Page) -> list[str]:
    ask = page.state["ask"]
    return [one["do"] for offer in ask["offers"] for one in written_out(ask, offer)]


def play_on(pages: list[Page], answers: int, generator: random.Random, until: Any = None) -> None:
    """Whoever is asked answers at random, so many times or until the game is over."""
    is_done = until or (lambda: False)
    for _ in range(answers):
        pages[0].until(lambda: is_done() or any(one.state["over"] or one.state["ask"] for one in pages))
        asked = [page for page in pages if page.state["ask"] is not None]
        if is_done() or any(page.state["over"] for page in pages):
            return
        page = generator.choice(asked)
        before = page.state["ask"]
        assert page.answer(generator.choice(options(page)))["type"] == "ok"
        page.until_not(before)


def record(house: House, made: dict[str, Any], place: int = 0) -> bytes:
    answer = house.get(f"/api/tables/{made['table']}/record", made["seats"][place]["token"])
    assert answer.status_code == 200, answer.text
    return answer.content


def calls(page: Page, why: str = "roll") -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in page.lines]
    return [line for line in lines if line.get("for") == why]


@pytest.mark.parametrize("dice", ["fair", "strict"])
def test_two_players_play_a_game_whose_record_proves_every_roll(house: House, dice: str) -> None:
    made = house.table("me", "friend", dice=dice)
    pages = [page_at(house, made, place) for place in (0, 1)]
    play_on(pages, 5_000, random.Random(3))
    pages[0].until(lambda: pages[0].state["over"] is not None)
    pages[1].until(lambda: bool(pages[1].lines) and '"key"' in pages[1].lines[-1])
    proof = verify_dice(record(house, made))
    assert proof.fault == "" and proof.is_over and proof.open_rolls > 3
    told = {line for line in record(house, made).decode().splitlines() if line.startswith('{"dice"')}
    assert set(pages[0].lines) <= told and set(pages[1].lines) == set(pages[0].lines)
    report = house.get(f"/api/tables/{made['table']}/report", made["seats"][0]["token"]).json()
    rolled = calls(pages[0])
    for part, place in zip(report["dice"], "01", strict=True):
        assert part["calls"] == len(rolled) and part["void"] == 0
        assert part["fresh"] == sum(place in call["values"] for call in rolled)
    if dice == "strict":
        assert all(sorted(call["values"]) == ["0", "1"] for call in calls(pages[0]))


def test_a_game_against_the_computer_rolls_without_waiting(house: House) -> None:
    made = house.table("random", "me", dice="fair")
    page = page_at(house, made, 0)
    play_on([page], 5_000, random.Random(4))
    proof = verify_dice(record(house, made))
    assert proof.fault == "" and proof.is_over
    assert {call["by"] for call in calls(page)} == {-1, 0}


def test_a_hot_seat_gives_one_value(house: House) -> None:
    made = house.table("me", "me", dice="fair")
    page, generator = page_at(house, made, 0), random.Random(2)
    while len(calls(page)) < 3 and not page.state["over"]:
        page.until(lambda: page.state["over"] or page.state["waiting"] not in ([], [-1]))
        if page.state["ask"] is None:
            page.ask("look", side=page.state["waiting"][0])
            page.until(lambda: page.state["ask"] is not None)
        before = page.state["ask"]
        page.answer(generator.choice(options(page)))
        page.until_not(before)
    assert {tuple(call["need"]) for call in calls(page) if call["by"] >= 0} == {(0,)}
    assert verify_dice(record(house, made)).fault == ""


def is_roll_of_a_person(call: dict[str, Any]) -> bool:
    return bool(call["for"] == "roll" and call["by"] >= 0)


def held(page: Page) -> bool:
    """Does a roll wait for this page, which holds its value back?"""
    return bool(page.calls) and page.refuses(page.calls[-1])


def test_no_roll_before_the_friend_has_looked_in(house: House) -> None:
    made = house.table("friend", "me", dice="fair")
    me, friend = page_at(house, made, 0), page_at(house, made, 1, gives=False)
    play_on([me, friend], 400, random.Random(5), until=lambda: me.state["waiting"] == [-1])
    assert me.state["waiting"] == [-1]
    assert me.table["missing"] == [1]
    assert calls(me) == []
    friend.gives = True
    friend.lay()
    me.until(lambda: bool(calls(me, "open")))
    friend.until(lambda: bool(calls(friend, "open")))
    me.until(lambda: bool(calls(me)))
    assert verify_dice(record_of_both(house, made, [me, friend])).fault == ""


def record_of_both(house: House, made: dict[str, Any], pages: list[Page]) -> bytes:
    play_on(pages, 5_000, random.Random(6))
    return record(house, made)


def test_a_page_that_does_not_give_is_late_and_the_author_rolls(quick: House) -> None:
    made = quick.table("friend", "me", dice="fair")
    me, friend = page_at(quick, made, 0), page_at(quick, made, 1)
    me.until(lambda: bool(calls(me, "open")))
    for page, place in ((me, 0), (friend, 1)):
        page.refuses = lambda call, place=place: is_roll_of_a_person(call) and call["by"] != place
    play_on([me, friend], 400, random.Random(1), until=lambda: any(late(call) for call in calls(me)))
    found = next(call for call in calls(me) if late(call))
    assert str(found["by"]) in found["values"] and late(found) == [1 - found["by"]]
    assert verify_dice(record_of_both(quick, made, [me, friend])).fault == ""


def late(call: dict[str, Any]) -> list[int]:
    return [place for place in call["need"] if str(place) not in call["values"]]


def test_undo_stops_at_a_call_and_values_that_do_not_belong_are_refused(house: House) -> None:
    made = house.table("friend", "me", dice="strict")
    me, friend = page_at(house, made, 0), page_at(house, made, 1)
    me.until(lambda: bool(calls(me, "open")))
    friend.refuses = is_roll_of_a_person
    play_on([me, friend], 400, random.Random(1), until=lambda: held(friend))
    assert held(friend)
    call = friend.calls[-1]
    author = me if call["by"] == 0 else friend
    undone = author.ask("undo")
    assert undone["type"] == "refused" and undone["rule"].startswith("core.undo.")
    k = call["k"]
    for value, number, rule in (
        (me.value(k), k, "core.dice.value"),
        (friend.value(k + 1), k + 1, "core.dice.late"),
    ):
        refused = friend.ask("dice_value", k=number, value=value)
        assert (refused["type"], refused["rule"]) == ("refused", rule)
    assert friend.ask("dice_value", k=k, value="x")["rule"] == "core.dice.value"
    friend.refuses = lambda _: False
    reply = friend.reply(friend.give(k))
    again = friend.reply(friend.give(k))
    assert reply["type"] == again["type"] == "ok"
    me.until(lambda: bool(calls(me)))
    assert verify_dice(record_of_both(house, made, [me, friend])).fault == ""


def test_a_new_device_lays_a_new_chain_and_the_waiting_roll_is_void(house: House) -> None:
    made = house.table("friend", "me", dice="fair")
    me, friend = page_at(house, made, 0), page_at(house, made, 1)
    me.until(lambda: bool(calls(me, "open")))
    for page, place in ((me, 0), (friend, 1)):
        page.refuses = lambda call, place=place: is_roll_of_a_person(call) and call["by"] == place
    play_on([me, friend], 400, random.Random(1), until=lambda: held(me) or held(friend))
    assert held(me) or held(friend)
    place = 0 if held(me) else 1
    (me, friend)[place].close()
    other, stays = page_at(house, made, place, gives=False), (friend, me)[place]
    other.gives, stays.refuses = True, lambda _: False
    assert other.reply(other.lay())["type"] == "ok"
    other.until(lambda: len(calls(other, "open")) == 2)
    proof = verify_dice(record_of_both(house, made, [other, stays]))
    assert (proof.fault, proof.void) == ("", {place: 1})


def test_onlookers_lay_no_chains_and_other_tables_know_no_values(house: House) -> None:
    made = house.table("me", "friend", dice="fair")
    onlooker = page_at(house, made, 2)
    assert onlooker.reply(onlooker.lay())["rule"] == "core.dice.value"
    rolled = house.table("me", "me")
    client, _ = house.sit(rolled, 0)
    assert client.ask("dice_value", k=1, value="x")["code"] == "unknown"


def test_answers_that_are_given_already_have_no_fair_dice(house: House) -> None:
    body = {"game": "red-god-of-war", "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}
    answer = house.http.post("/api/tables", json={**body, "dice": "fair", "lesson": True})
    assert answer.status_code == 400 and "given already" in answer.text


def test_the_server_stopped_and_started_rolls_the_same(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    house = House(settings_at(database))
    made = house.table("friend", "me", dice="strict")
    me, friend = page_at(house, made, 0), page_at(house, made, 1)
    me.until(lambda: bool(calls(me, "open")))
    friend.refuses = is_roll_of_a_person
    play_on([me, friend], 400, random.Random(1), until=lambda: held(friend))
    assert held(friend)
    call, lines = friend.calls[-1], list(me.lines)
    house.close()
    house = House(settings_at(database))
    seen = {"seen": len(lines), "last": lines[-1], "ready": True}
    me = page_at(house, made, 0, key=me.key, seen=seen, gives=False)
    friend = page_at(house, made, 1, key=friend.key, gives=False)
    friend.until(lambda: bool(friend.lines))
    me.lines = lines
    pages = {0: me, 1: friend}
    other = 1 - call["by"]
    pages[other].until(lambda: bool(pages[other].calls))
    assert pages[other].calls[-1] | {"values": {}} == call | {"values": {}, "receipt": call["receipt"]}
    me.gives = friend.gives = True
    pages[other].give(call["k"])
    friend.until(lambda: bool(calls(friend)))
    assert verify_dice(record_of_both(house, made, [me, friend])).fault == ""
    house.close()


def chains_of_the_server(page: Page) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in page.lines]
    return [line for line in lines if line.get("dice") == "chain" and line["place"] == -1]


@pytest.mark.parametrize("way", ["backup", "export"])
def test_a_table_put_back_or_moved_gets_a_new_chain_of_the_server(tmp_path: Path, way: str) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    house = House(settings_at(database))
    made = house.table("friend", "me", dice="fair")
    me, friend = page_at(house, made, 0), page_at(house, made, 1)
    play_on([me, friend], 400, random.Random(1), until=lambda: len(calls(me)) > 1)
    keys, lines = (me.key, friend.key), list(me.lines)
    house.close()
    if way == "backup":
        back_up(f"sqlite:///{database}", copy)
    else:
        file = tmp_path / "table.jsonl"
        file.write_bytes(export_table(f"sqlite:///{database}", made["table"]))
        import_table(f"sqlite:///{copy}", file)
    house = House(settings_at(copy))
    seen = {"seen": len(lines), "last": lines[-1], "ready": True}
    me = page_at(house, made, 0, key=keys[0], seen=seen, lines=lines)
    friend = page_at(house, made, 1, key=keys[1])
    me.until(lambda: len(chains_of_the_server(me)) == 2 and len(calls(me, "open")) == 2)
    proof = verify_dice(record_of_both(house, made, [me, friend]))
    assert proof.fault == "" and proof.is_over
    house.close()


def test_a_page_that_knows_more_than_the_table_gets_a_new_chain_of_the_server(tmp_path: Path) -> None:
    """The file was copied by hand, and put back after the game had gone on."""
    database = tmp_path / "tables.db"
    house = House(settings_at(database))
    made = house.table("friend", "me", dice="fair")
    me, friend = page_at(house, made, 0), page_at(house, made, 1)
    me.until(lambda: bool(calls(me, "open")))
    keys = (me.key, friend.key)
    house.close()
    before = database.read_bytes()
    house = House(settings_at(database))
    me, friend = page_at(house, made, 0, key=keys[0]), page_at(house, made, 1, key=keys[1])
    play_on([me, friend], 400, random.Random(1), until=lambda: len(calls(me)) > 1)
    lines = list(me.lines)
    house.close()
    for old in (f"{database}-wal", f"{database}-shm"):
        Path(old).unlink(missing_ok=True)
    database.write_bytes(before)
    house = House(settings_at(database))
    friend = page_at(house, made, 1, key=keys[1])
    assert len(chains_of_the_server(friend)) == 1
    last = next(line for line in reversed(lines) if '"server"' in line)
    liar = {"seen": 9_999, "last": last.replace('"server":"', '"server":"A'), "ready": True}
    page_at(house, made, 0, key=keys[0], seen=liar, gives=False).close()
    assert len(chains_of_the_server(friend)) == 1
    seen = {"seen": len(lines), "last": last, "ready": True}
    page_at(house, made, 0, key=keys[0], seen=seen, gives=False)
    friend.until(lambda: len(chains_of_the_server(friend)) == 2)
    house.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL here")
@pytest.mark.parametrize("given", [(), (0,), (1,)])
def test_a_server_killed_in_the_middle_of_a_call_rolls_the_same(
    tmp_path: Path, given: tuple[int, ...]
) -> None:
    """Kill -9 after the call is on disk, after a value has come: it asks for the same values again."""
    database = tmp_path / "tables.db"
    server = Process(database)
    sides = [{"by": "friend"}, {"by": "me"}]
    body = {"game": "red-god-of-war", "scenario": "teaching", "sides": sides, "dice": "strict"}
    made = server.http.post("/api/tables", json=body).json()
    headers = {"Authorization": f"Bearer {made['seats'][1]['token']}"}
    made["seats"][1] |= server.http.post(
        f"/api/tables/{made['table']}/invitation", json={}, headers=headers
    ).json()
    pages = [page_of(server, made, place) for place in (0, 1)]
    for page in pages:
        page.refuses = is_roll_of_a_person
    play_on(pages, 400, random.Random(1), until=lambda: held(pages[0]) or held(pages[1]))
    call = next(page for page in pages if held(page)).calls[-1]
    for place in given:
        if place != call["by"]:
            assert pages[place].reply(pages[place].give(call["k"]))["type"] == "ok"
    lines, keys = list(pages[0].lines), [page.key for page in pages]
    expected = [page.value(call["k"]) for page in pages]
    server.kill()
    server = Process(database)
    pages = [page_of(server, made, place, key=keys[place]) for place in (0, 1)]
    pages[0].until(lambda: len(calls(pages[0])) > sum('"roll"' in line for line in lines))
    mixed = next(line for line in calls(pages[0]) if line["k"] == call["k"])
    assert mixed["values"] == {"0": expected[0], "1": expected[1]}
    assert {name: mixed[name] for name in ("by", "need", "seal")} == {
        name: call[name] for name in ("by", "need", "seal")
    }
    play_on(pages, 5_000, random.Random(6))
    path = f"/api/tables/{made['table']}/record"
    token = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    pages[0].until(lambda: pages[0].state["over"] is not None)
    assert verify_dice(server.http.get(path, headers=token).content).fault == ""
    server.kill()


def page_of(server: Process, made: dict[str, Any], place: int, **more: Any) -> Page:
    client = Client(f"ws://127.0.0.1:{server.port}", made["table"])
    return Page(client, made["table"], made["seats"][place]["token"], **more)
