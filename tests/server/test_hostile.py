"""Hostile clients: wrong messages, floods, foreign origins. The server stays polite and alive."""

import contextlib
import http.client
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.server.settings import MAX_UPLOAD, Limits
from server.conftest import Client, Eyes, House, settings_at

BAD = [
    "",
    "hello",
    "null",
    "[]",
    "{}",
    "[[[[" * 5_000,
    '{"type":"nothing","id":"1"}',
    '{"type":"answer"}',
    '{"type":"answer","id":1,"number":0,"choice":"x"}',
    '{"type":"answer","id":"1","number":"0","choice":"x"}',
    '{"type":"answer","id":"1","number":0,"choice":["x"]}',
    '{"type":"answer","id":"1","number":1e400,"choice":"x"}',
    '{"type":"answer","id":"1","number":99999999999999999999999,"choice":"x"}',
    '{"type":"answer","id":"1","number":0,"choice":"x","side":"0"}',
    '{"type":"answer","id":"1","number":-1,"choice":"x"}',
    '{"type":"typed_die","id":"1","number":-1,"choice":"x"}',
    '{"type":"answer","id":"","number":0,"choice":"x"}',
    '{"type":"chat","id":"1","text":""}',
    '{"type":"hello","id":"1","table":{"a":1}}',
    '{"type":"look","id":"1","side":99}',
]
ODD: list[dict[str, Any]] = [
    {"type": "answer", "id": "1", "number": 0, "choice": "x" * 200},
    {"type": "answer", "id": "2", "number": 1, "choice": "\u0000 \U0001f600 to 0101"},
    {"type": "answer", "id": "3", "number": 0, "choice": "to ٣٣٣"},
    {"type": "answer", "id": "4", "number": 0, "choice": "roll 6", "side": 14},
    {"type": "undo", "id": "5", "side": 9},
    {"type": "replay_at", "id": "6", "n": 2_000_000_000},
    {"type": "replay_at", "id": "7", "n": -1},
    {"type": "ask_overlay", "id": "8", "name": "../../etc"},
    {"type": "why", "id": "9", "choice": "seal seal seal"},
    {"type": "hint", "id": "10", "level": "__import__"},
]


def closing(client: Client, texts: list[str]) -> int:
    """Send these and listen until the server closes the socket; its code."""
    with contextlib.suppress(ConnectionClosed):
        for text in texts:
            client.socket.send(text)
    try:
        while True:
            client.next()
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code


def test_unreadable_messages_are_answered_and_the_socket_lives_on(house: House) -> None:
    made = house.table("me", "me")
    client, state = house.sit(made, 0)
    for text in BAD:
        client.socket.send(text)
        reply = client.until("error")
        assert reply["code"] in ("bad-message", "not-yours"), text[:50]
    for message in ODD:
        reply = client.ask(**message)
        assert reply["type"] in ("refused", "error", "ruling", "replay"), reply
    _, after = house.sit(made, 0)
    assert after["scene"] == state["scene"]


def test_surrogates_and_binary_frames(house: House) -> None:
    client, _ = house.sit(house.table("me", "me"), 0)
    client.socket.send(b'{"type":"chat","id":"b","text":"\xed\xa0\x80"}')
    assert client.until("error")["code"] == "bad-message"
    client.socket.send(b'{"type":"chat","id":"b","text":"in bytes"}')
    assert client.reply("b")["type"] == "ok"
    client.socket.send('{"type":"chat","id":"s","text":"\\ud800"}')
    assert client.until("ok", "error")["type"] in ("ok", "error")


def test_too_many_unreadable_messages_close_the_socket(house: House) -> None:
    client = house.client()
    assert closing(client, ["garbage"] * 100) == 1008


def test_a_megabyte_is_too_much(house: House) -> None:
    client, _ = house.sit(house.table("me", "me"), 0)
    assert closing(client, ["x" * 1_000_000]) == 1009
    assert house.http.get("/api/health").json()["ok"]


def test_nothing_is_done_before_hello(house: House) -> None:
    client = house.client()
    assert client.ask("undo")["code"] == "no-hello"
    assert client.ask("odds")["code"] == "no-hello"


@pytest.fixture
def strict(tmp_path: Path) -> House:
    limits = Limits(
        seat_rate=5, seat_burst=20, address_rate=1e5, address_burst=1e5, sockets=3, tables_burst=3
    )
    return House(settings_at(tmp_path / "strict.db", limits=limits, hello_within=0.5))


def test_a_flood_is_told_then_closed(strict: House) -> None:
    try:
        client, _ = strict.sit(strict.table("me", "me"), 0)
        assert closing(client, ['{"type":"why","id":"1","choice":"done"}'] * 2_000) == 1008
        assert any('"too-fast"' in text for text in client.raw)
        assert strict.http.get("/api/health").json()["ok"]
    finally:
        strict.close()


def test_limits_of_an_address(strict: House) -> None:
    try:
        made = strict.table("me", "me")
        clients = [strict.client() for _ in range(3)]
        with pytest.raises(InvalidStatus):
            strict.client()
        # Silent sockets are let go.
        with pytest.raises(ConnectionClosed):
            clients[0].next(5)
        strict.table("me", "me")
        strict.table("me", "me")
        body = {"game": "red-god-of-war", "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}
        answer = strict.http.post("/api/tables", json=body)
        assert answer.status_code == 429
        assert "retry-after" in answer.headers
        assert made["table"]
    finally:
        strict.close()


def test_requests_over_the_rate_get_429(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "r.db", limits=Limits(address_rate=1, address_burst=10)))
    try:
        found = [house.http.get("/api/health").status_code for _ in range(20)]
        assert found.count(200) >= 10
        assert 429 in found
    finally:
        house.close()


def test_behind_a_proxy_the_address_is_the_clients_and_cannot_be_made_up(tmp_path: Path) -> None:
    limits = Limits(address_rate=0.001, address_burst=5)
    settings = settings_at(tmp_path / "proxy.db", limits=limits, behind_proxy=True)
    house = House(settings)

    def asked(*said: str) -> int:
        found = [house.http.get("/api/health", headers={"X-Forwarded-For": one}) for one in said]
        return sum(one.status_code == 200 for one in found)

    try:
        assert asked(*["198.51.100.1"] * 9) == 5
        assert asked(*["2001:db8::1"] * 9) == 5
        # What the client itself wrote stands before what the proxy adds.
        assert asked(*(f"203.0.113.{n}, 198.51.100.2" for n in range(9))) == 5
        # Nonsense is the proxy's own address.
        assert asked(*(f"nonsense {n}" for n in range(9))) == 5
    finally:
        house.close()


def test_without_a_proxy_nobody_is_believed_who_says_he_is_one(tmp_path: Path) -> None:
    house = House(settings_at(tmp_path / "r.db", limits=Limits(address_rate=0.001, address_burst=5)))
    try:
        found = [
            house.http.get("/api/health", headers={"X-Forwarded-For": f"198.51.100.{n}"}).status_code
            for n in range(9)
        ]
        assert found.count(200) == 5
    finally:
        house.close()


def test_a_page_of_another_origin_may_not_use_it(house: House) -> None:
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{house.port + 1}"):
        with pytest.raises(InvalidStatus):
            house.client(origin=origin)
        answer = house.http.post("/api/tables", json={}, headers={"Origin": origin})
        assert answer.status_code == 403
    client = house.client(origin=f"http://127.0.0.1:{house.port}")
    assert client.ask("undo")["code"] == "no-hello"


def test_an_origin_that_is_no_address_is_a_foreign_one(house: House) -> None:
    for origin in ("http://[", "http://[::1", "//", "a" * 5_000):
        answer = house.http.post("/api/tables", json={}, headers={"Origin": origin})
        assert answer.status_code == 403, origin[:20]
        with pytest.raises(InvalidStatus) as refused:
            house.client(origin=origin)
        assert refused.value.response.status_code == 403


def test_an_answer_without_its_ask_number_is_not_taken(house: House) -> None:
    eyes = Eyes(*house.sit(house.table("me", "me"), 0))
    assert eyes.ask is not None
    reply = eyes.client.ask("answer", number=-1, choice=eyes.ask["options"][0]["do"])
    assert (reply["type"], reply["code"]) == ("error", "bad-message")


def test_foreign_host_names_are_not_answered(house: House) -> None:
    assert house.http.get("/api/health", headers={"Host": "rebound.example"}).status_code == 421


def test_every_answer_carries_the_headers_that_keep_a_page_to_itself(house: House) -> None:
    for path in ("/", "/api/games", "/nothing", "/api/games/red-god-of-war/picture.svg"):
        headers = house.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_large_and_shapeless_bodies(house: House) -> None:
    assert house.http.post("/api/tables", content=b"x" * (MAX_UPLOAD + 1)).status_code == 413
    assert house.http.post("/api/tables/x/claim", content=b"x" * 100_000).status_code == 413
    for body in (b"", b"[]", b"{", b"[" * 30_000, b'{"game":5}', b"\xff", b'{"game":"\xff"}', b'"\\ud800"'):
        answer = house.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, body[:20]
    line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=10)
    line.request("POST", "/api/tables", body=iter([b"{}"]), encode_chunked=True)
    assert line.getresponse().status in (400, 411)
    line.close()


def test_a_body_that_does_not_say_it_is_json_is_not_taken(house: House) -> None:
    """A page of another origin could send text or a form without asking first."""
    body = b'{"game": "red-god-of-war", "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = house.http.post("/api/tables", content=body, headers={"content-type": kind})
        assert answer.status_code == 415, kind
    for kind in ("application/json", "application/json; charset=utf-8"):
        answer = house.http.post("/api/tables", content=body, headers={"content-type": kind})
        assert answer.status_code == 201, kind


def test_tables_that_cannot_be(house: House) -> None:
    good = {"game": "red-god-of-war", "scenario": "teaching", "sides": [{"by": "me"}, {"by": "me"}]}
    for wrong in (
        {"game": "chess"},
        {"scenario": "moon"},
        {"sides": [{"by": "me"}]},
        {"sides": [{"by": "computer", "level": "napoleon"}, {"by": "me"}]},
        {"options": {"gravity": False}},
        {"dice": "loaded"},
        {"pace": -1},
        {"unknown": 1},
    ):
        answer = house.http.post("/api/tables", json={**good, **wrong})
        assert answer.status_code in (400, 404), wrong
        assert answer.json()["detail"]


def test_paths_do_not_leave_the_site(house: House) -> None:
    for path in ("/../pyproject.toml", "/%2e%2e/secret", "/assets/../../x", "/etc/passwd"):
        assert house.http.get(path).status_code == 404
    assert house.http.get("/").status_code == 200
    tag = house.http.get("/").headers["etag"]
    assert house.http.get("/", headers={"If-None-Match": tag}).status_code == 304


def test_a_seat_that_plays_on_after_all_this(house: House) -> None:
    eyes = Eyes(*house.sit(house.table("me", "me"), 0))
    assert eyes.answer()["type"] == "ok"
