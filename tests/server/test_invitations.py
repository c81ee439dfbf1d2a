"""A friend's link is an invitation: the first who takes it has a secret that whoever invited never sees."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from server.conftest import KEY, RGW, Eyes, House


def new(house: House, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """A table as its creator is told of it, and the friend's seat."""
    body = {"game": RGW, "scenario": "teaching", "sides": [{"by": "me"}, {"by": "friend"}], **more}
    answer = house.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made, next(seat for seat in made["seats"] if seat["kind"] == "friend")


def renew(house: House, made: dict[str, Any], place: int, **params: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {made['seats'][0]['token']}", "X-Grognard-Key": KEY}
    where = f"/api/tables/{made['table']}/seats/{place}/renew"
    return house.http.post(where, headers=headers, params=params)


def test_nothing_that_the_creator_was_told_opens_the_friends_side(house: House) -> None:
    made, seat = new(house)
    table = made["table"]
    assert seat["invites"] and seat["link"].startswith(f"/#/i/{table}/")
    for _ in range(2):
        # Neither before the friend has come nor after it.
        reply = house.client().ask("hello", table=table, token=seat["token"])
        assert (reply["type"], reply["code"]) == ("error", "no-seat")
        for path in ("at/-1", "log", "picture.svg", "record"):
            assert house.get(f"/api/tables/{table}/{path}", seat["token"]).status_code == 404
        house.accept(made, seat["token"])


def test_the_first_who_takes_it_sits_there_and_the_table_is_told(house: House) -> None:
    made, seat = new(house)
    mine = Eyes(*house.sit(made, 0))
    told = house.get(f"/api/tables/{made['table']}/invitation", seat["token"]).json()
    assert (told["sides"], told["needs_code"]) == (["soviet"], False)
    assert [one["invited"] for one in mine.state["people"] if one["side"] == 1] == [True]
    taken = house.accept(made, seat["token"], key="f" * 30)
    assert taken.status_code == 200
    assert taken.json()["token"] != seat["token"]
    assert "soviet" in mine.client.until("chat")["text"]
    assert house.accept(made, seat["token"]).status_code == 404
    friend, state = house.client(), taken.json()
    assert friend.hello(made["table"], state["token"])["side"] == 1
    listed = house.http.get("/api/tables", headers={"X-Grognard-Key": "f" * 30}).json()
    assert [card["table"] for card in listed] == [made["table"]]


def test_of_many_who_take_it_at_once_one_gets_it(house: House) -> None:
    made, seat = new(house)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: house.accept(made, seat["token"]).status_code, range(8)))
    assert sorted(answers) == [200, *[404] * 7]


def test_a_code_is_needed_and_cannot_be_tried_for_long(house: House) -> None:
    made, seat = new(house, codes=True)
    assert len(seat["code"]) == 4 and seat["code"].isdigit() and seat["code"] not in seat["link"]
    wrong = f"{(int(seat['code']) + 1) % 10_000:04d}"
    assert house.get(f"/api/tables/{made['table']}/invitation", seat["token"]).json()["needs_code"]
    assert house.accept(made, seat["token"], wrong).status_code == 403
    assert house.accept(made, seat["token"]).status_code == 403
    assert house.accept(made, seat["token"], seat["code"]).status_code == 200
    # Another table: five wrong ones, and the right one comes too late.
    made, seat = new(house, codes=True)
    wrong = f"{(int(seat['code']) + 1) % 10_000:04d}"
    tried = [house.accept(made, seat["token"], wrong).status_code for _ in range(7)]
    assert tried == [403] * 5 + [404] * 2
    assert house.accept(made, seat["token"], seat["code"]).status_code == 404
    again = renew(house, made, seat["place"], code=True).json()
    assert again["invites"] and house.accept(made, again["token"], again["code"]).status_code == 200


def test_whoever_takes_the_seat_back_is_seen_to_do_so(house: House) -> None:
    made, seat = new(house)
    taken = house.accept(made, seat["token"]).json()
    friend = house.client()
    friend.hello(made["table"], taken["token"])
    fresh = renew(house, made, seat["place"]).json()
    assert fresh["invites"]
    # The friend is sent away with a word, and the new link is an invitation like the first.
    assert friend.until("error")["what"] == "the link to this seat was made anew"
    assert house.client().ask("hello", table=made["table"], token=fresh["token"])["code"] == "no-seat"


def test_each_seat_shows_how_many_sit_in_it(house: House) -> None:
    made = house.table("me", "friend")
    mine, _ = house.sit(made, 0)
    friends = [house.sit(made, 1)[0] for _ in range(3)]

    def connections() -> int:
        people = mine.until("people")["people"]
        return next(int(one.get("connections", 0)) for one in people if one["side"] == 1)

    while connections() != 3:
        pass
    for friend in friends[1:]:
        friend.close()
    while connections() != 1:
        pass
