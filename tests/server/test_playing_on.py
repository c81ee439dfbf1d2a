"""Playing on from a place in a game: a new table with the answers until then, for whoever may read them."""

from typing import Any

import httpx

from server.conftest import KEY, House


def play_on(house: House, made: dict[str, Any], seat: int, n: int) -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['seats'][seat]['token']}", "X-Grognard-Key": KEY}
    return house.http.post(f"/api/tables/{made['table']}/play-on/{n}", headers=headers)


def test_a_new_table_begins_with_the_answers_until_then_and_the_old_one_stays(house: House) -> None:
    made = house.table("me", "me")
    token = made["seats"][0]["token"]
    player = house.client()
    state = player.hello(made["table"], token)
    number, side = state["ask"]["number"], state["ask"]["side"]
    reply = player.ask("answer", number=number, choice="light 41a-hq", side=side)
    assert reply["type"] == "ok", reply
    answer = play_on(house, made, 0, number)
    assert answer.status_code == 201, answer.text
    other = answer.json()
    assert other["table"] != made["table"]
    assert [(seat["kind"], seat["sides"]) for seat in other["seats"]] == [("me", [0, 1]), ("watch", [])]
    again = house.client().hello(other["table"], other["seats"][0]["token"])
    assert again["scene"] == state["scene"]
    assert again["ask"] == state["ask"]
    listed = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
    assert {other["table"]} <= {card["table"] for card in listed}
    later = play_on(house, made, 0, -1).json()
    assert house.client().hello(later["table"], later["seats"][0]["token"])["scene"]["number"] == number + 1


def test_while_a_friend_plays_nobody_plays_on_with_his_secrets(house: House) -> None:
    made = house.table("me", "friend")
    assert play_on(house, made, 0, 0).status_code == 403
    assert play_on(house, made, 1, 0).status_code in (403, 404), "an invitation opens nothing"
    watcher = len(made["seats"]) - 1
    assert play_on(house, made, watcher, 0).status_code == 403
