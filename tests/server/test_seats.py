"""Links that went astray: a seat's secret is made anew, and the old one opens nothing."""

from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from server.conftest import KEY, Client, Eyes, House


def renew(house: House, made: dict[str, Any], by: int, place: int, key: str = "") -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['seats'][by]['token']}", "X-Grognard-Key": key}
    return house.http.post(f"/api/tables/{made['table']}/seats/{place}/renew", headers=headers)


def closed(client: Client) -> tuple[str, int]:
    """What a dismissed socket is told last, and the code it is closed with."""
    try:
        while True:
            client.heard.append(client.next())
    except ConnectionClosed as end:
        assert end.rcvd is not None
        return next(one["what"] for one in client.heard if one["type"] == "error"), end.rcvd.code


def test_a_link_made_anew_opens_the_seat_and_the_old_one_nothing(house: House) -> None:
    made = house.table("me", "friend")
    assert [seat["place"] for seat in made["seats"]] == [0, 1, 2]
    old = made["seats"][1]["token"]
    me, friend = Eyes(*house.sit(made, 0)), Eyes(*house.sit(made, 1))
    claim = f"/api/tables/{made['table']}/claim"
    house.http.post(claim, headers={"Authorization": f"Bearer {old}", "X-Grognard-Key": "t" * 30})
    answer = renew(house, made, by=0, place=1)
    assert answer.status_code == 200, answer.text
    fresh = answer.json()
    assert (fresh["kind"], fresh["sides"], fresh["place"]) == ("friend", [1], 1)
    assert fresh["token"] not in (old, "")
    assert closed(friend.client) == ("the link to this seat was made anew", 1008)
    # Everybody is told, so that nobody takes a seat in silence.
    assert "soviet" in me.client.until("chat")["text"]
    for token, key in ((old, ""), ("", "t" * 30)):
        client = house.client()
        reply = client.ask("hello", table=made["table"], token=token, key=key)
        assert (reply["type"], reply["code"]) == ("error", "no-seat")
    assert house.get(f"/api/tables/{made['table']}/at/-1", old).status_code == 404
    assert house.http.get("/api/tables", headers={"X-Grognard-Key": "t" * 30}).json() == []
    assert fresh["invites"]
    taken = house.accept(made, fresh["token"]).json()
    state = house.client().hello(made["table"], taken["token"])
    assert state["side"] == 1
    assert state["chat"][-1]["by"] == "table"


def test_a_player_renews_the_own_seat_and_keeps_it_on_the_own_list(house: House) -> None:
    made = house.table("me", "friend")
    answer = renew(house, made, by=1, place=1, key="f" * 30)
    assert answer.status_code == 200
    listed = house.http.get("/api/tables", headers={"X-Grognard-Key": "f" * 30}).json()
    assert [card["table"] for card in listed] == [made["table"]]
    # What the maker was told when the table was made is worth nothing now.
    reply = house.client().ask("hello", table=made["table"], token=made["seats"][1]["token"])
    assert (reply["type"], reply["code"]) == ("error", "no-seat")
    assert made["table"] in {
        card["table"] for card in house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
    }


def test_nobody_else_takes_a_seat(house: House) -> None:
    made = house.table("me", "friend")
    for by, place in ((1, 0), (1, 2), (2, 0), (2, 1), (2, 2)):
        assert renew(house, made, by, place).status_code == 403, (by, place)
    assert renew(house, made, 0, 7).status_code == 404
    other = house.table("me", "friend")
    mixed = {"table": made["table"], "seats": other["seats"]}
    assert renew(house, mixed, 0, 1).status_code == 404
    for place in range(3):
        assert house.sit(made, place)[1]["type"] == "state"


def test_a_table_nobody_sits_at_gives_new_links_too(house: House) -> None:
    made = house.table("me", "me")
    fresh = renew(house, made, 0, 1).json()
    assert fresh["kind"] == "watch"
    assert house.client().hello(made["table"], fresh["token"])["side"] == -1
