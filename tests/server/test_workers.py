"""Several processes behind one address: each table has its worker, and nobody notices which."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.play.errors import InputError
from grognard.play.header import Header
from grognard.server import run, workers
from grognard.server.settings import Settings
from grognard.server.store.database import EventRow
from grognard.server.table import tables_elsewhere
from grognard.server.table.tables import Tables
from grognard.server.table.which_worker import owner_of, table_in
from server.conftest import KEY, PATIENCE, RGW, Client, Eyes, House, settings_at
from server.test_crash import Process
from server.test_own import BRIDGE, files
from server.test_twins import Room, assert_alike

pytestmark = pytest.mark.skipif(not workers.CAN_SHARE, reason="connections stay in one process here")

ME = [{"by": "me"}, {"by": "me"}]


# -- which worker ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "table"),
    [
        (b"GET /api/tables/c3V4-_sY/log?before=3 HTTP/1.1", "c3V4-_sY"),
        (b"POST /api/tables/c3V4/seats/0/renew HTTP/1.1", "c3V4"),
        (b"GET /api/tables/c3V4?x=/api/tables/other HTTP/1.1", "c3V4"),
        (b"GET /api/socket?table=c3V4 HTTP/1.1", "c3V4"),
        (b"GET /api/socket?a=1&table=c3V4&b=2 HTTP/1.1", "c3V4"),
        (b"GET /api/tables/%633V4/log HTTP/1.1", "c3V4"),
        (b"GET /api/games/ocs/settings/own%3A0f3a%3Ac3V4/board HTTP/1.1", "c3V4"),
        (b"GET /api/games/ocs/settings/own:0f3a:c3V4/counters/1/0?badges=a HTTP/1.1", "c3V4"),
        (b"GET /api/games/ocs/settings/selm-river/board HTTP/1.1", ""),
        (b"GET /api/tables HTTP/1.1", ""),
        (b"GET /api/tables?key=/api/tables/x HTTP/1.1", ""),
        (b"GET /api/socket HTTP/1.1", ""),
        (b"GET /api/socket?stable=c3V4 HTTP/1.1", ""),
        (b"GET /api/games/red-god-of-war HTTP/1.1", ""),
        (b"GET / HTTP/1.1", ""),
        (b"\xff\xfe\x00", ""),
    ],
)
def test_the_first_line_of_a_request_says_which_table_it_is_about(line: bytes, table: str) -> None:
    assert table_in(line) == table


def test_an_id_leads_to_the_worker_that_made_the_table(tmp_path: Path) -> None:
    tables = Tables(Settings(f"sqlite:///{tmp_path / 'x.db'}", workers=3, worker=1))
    made = {tables._new_id() for _ in range(50)}
    assert len(made) == 50
    assert {owner_of(id, 3) for id in made} == {1}
    assert len({owner_of(id, 2) for id in made}) == 2


# -- two workers, each asked by name --------------------------------------------------------------


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """The two workers of one server, without the process that listens before them."""
    path = tmp_path_factory.mktemp("pair") / "pair.db"
    made = tuple(House(settings_at(path, workers=2, worker=number)) for number in (0, 1))
    yield made[0], made[1]
    for house in made:
        house.close()


def cards(house: House) -> dict[str, Any]:
    found = house.http.get("/api/tables", headers={"X-Grognard-Key": KEY}).json()
    return {card["table"]: card for card in found}


def test_my_games_are_the_same_whichever_worker_is_asked(pair: tuple[House, House]) -> None:
    first, second = pair
    made = [house.table("me", "me") for house in (first, second, first)]
    eyes = [Eyes(*house.sit(one, 0)) for house, one in zip((first, second, first), made, strict=True)]
    for count in (3, 2):
        for turn in range(count):
            assert all(one.answer(pick=turn)["type"] == "ok" for one in eyes)
        assert cards(first) == cards(second)
    mine = [cards(second)[one["table"]] for one in made]
    assert [card["answers"] for card in mine] == [one.state["scene"]["number"] for one in eyes]
    assert min(card["answers"] for card in mine) >= 5 and all(card["your_turn"] for card in mine)


def test_my_games_elsewhere_are_played_on_from_where_they_were_seen(
    pair: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = pair
    made = first.table("me", "me")
    eyes = Eyes(*first.sit(made, 0))
    whole: list[int] = []
    in_full = tables_elsewhere._played

    def played(header: Header, rows: list[EventRow]) -> Any:
        whole.append(len(rows))
        return in_full(header, rows)

    cards(second)
    monkeypatch.setattr(tables_elsewhere, "_played", played)
    for turn in range(8):
        assert eyes.answer(pick=turn)["type"] == "ok"
        assert cards(first)[made["table"]] == cards(second)[made["table"]]
    assert not whole
    eyes.client.ask("undo")
    assert cards(first)[made["table"]] == cards(second)[made["table"]]
    # What was taken back takes more than playing on, once.
    assert len(whole) == 1
    eyes.client.ask("chat", text="well")
    assert cards(first)[made["table"]] == cards(second)[made["table"]]
    assert len(whole) == 1


def test_a_table_that_cannot_be_gone_on_with_is_listed_alike_everywhere(tmp_path: Path) -> None:
    houses = [House(settings_at(tmp_path / "b.db", workers=2, worker=number)) for number in (0, 1)]
    try:
        made = houses[0].table("me", "me")
        eyes = Eyes(*houses[0].sit(made, 0))
        assert [eyes.answer(pick=turn)["type"] for turn in range(3)] == ["ok"] * 3
        with sqlite3.connect(tmp_path / "b.db") as line:
            line.execute("UPDATE events SET body = ? WHERE seq = 1", (b'["a2","fly away","00"]',))
        again = [House(settings_at(tmp_path / "b.db", workers=2, worker=number)) for number in (0, 1)]
        houses += again
        (card,) = cards(again[0]).values()
        assert card["closed"] == "foreign" and card["why"] == "event 1 cannot be played again"
        assert cards(again[1]) == cards(again[0])
    finally:
        for house in houses:
            house.close()


def test_a_table_of_another_worker_is_neither_opened_nor_shown(pair: tuple[House, House]) -> None:
    first, second = pair
    made = first.table("me", "me")
    token = made["seats"][0]["token"]
    answer = second.get(f"/api/tables/{made['table']}/log", token)
    assert answer.status_code == 421
    assert answer.json()["detail"] == "another worker serves that table; open a connection for it"
    assert first.get(f"/api/tables/{made['table']}/log", token).status_code == 200
    client = second.client()
    client.send("hello", table=made["table"], token=token)
    with pytest.raises(ConnectionClosed) as closed:
        client.next()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        1013,
        "name the table in the address: /api/socket?table=ID",
    )


def test_a_connection_serves_one_request_for_the_next_may_belong_elsewhere(
    pair: tuple[House, House], house: House
) -> None:
    assert pair[0].http.get("/api/health").headers["connection"] == "close"
    assert "connection" not in house.http.get("/api/health").headers


# -- the whole server -----------------------------------------------------------------------------


class Together(Process):
    """A server of two workers in processes of its own."""

    def __init__(self, database: Path) -> None:
        super().__init__(database, workers=2)

    def workers(self) -> list[int]:
        main = self.process.pid
        return [int(one) for one in Path(f"/proc/{main}/task/{main}/children").read_text().split()]

    def tables(self) -> list[dict[str, Any]]:
        """A new table at each worker, in their order."""
        found: dict[int, dict[str, Any]] = {}
        while len(found) < 2:
            body = {"game": RGW, "scenario": "teaching", "sides": ME}
            made = self.http.post("/api/tables", json=body, headers={"X-Grognard-Key": KEY}).json()
            found.setdefault(owner_of(made["table"], 2), made)
        return [found[0], found[1]]


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Together]:
    made = Together(tmp_path_factory.mktemp("together") / "tables.db")
    yield made
    made.stop()


def test_two_players_at_one_table_meet_and_others_play_elsewhere(together: Together) -> None:
    for made in together.tables():
        player, other = together.sit(made), together.sit(made)
        for turn in range(6):
            reply = player.answer(pick=turn)
            assert reply["type"] == "ok"
        while other.state["scene"]["number"] < reply["number"]:
            other.see(other.client.next())
        assert other.state["scene"] == player.state["scene"]
        headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        log = together.http.get(f"/api/tables/{made['table']}/log", headers=headers).json()
        assert log["lines"]


def test_the_map_of_a_table_with_own_files_is_found_by_every_request(together: Together) -> None:
    for _ in range(2):
        body = {"game": RGW, "scenario": "bridge", "sides": ME, "own": files(BRIDGE)}
        made = together.http.post("/api/tables", json=body).json()
        setting = together.sit(made).state["setting"]
        for part in ("board", "counters", "sprites", "board"):
            answer = together.http.get(f"/api/games/{RGW}/settings/{setting}/{part}")
            assert answer.status_code == 200, part


def test_a_first_line_may_come_in_pieces(together: Together) -> None:
    with socket.create_connection(("127.0.0.1", together.port), PATIENCE) as client:
        for piece in (b"GET /api/he", b"alth HTTP/1.1\r", b"\nHost: 127.0.0.1\r\n", b"\r\n"):
            client.sendall(piece)
            time.sleep(0.15)
        assert client.recv(100).startswith(b"HTTP/1.1 200")


def test_what_is_no_request_hurts_nobody(together: Together) -> None:
    for said in (b"", b"\r\n", b"\0" * 5_000, b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", together.port), PATIENCE) as client:
            client.sendall(said)
            client.shutdown(socket.SHUT_WR)
            with suppress(ConnectionError):
                assert client.recv(100).startswith((b"HTTP/1.1 4", b""))
    assert together.http.get("/api/health").status_code == 200


@needs_proc
def test_a_worker_that_dies_takes_only_its_own_tables_and_comes_back(tmp_path: Path) -> None:
    server = Together(tmp_path / "tables.db")
    try:
        made = server.tables()
        struck, spared = (server.sit(one) for one in made)
        for turn in range(5):
            assert struck.answer(pick=turn)["type"] == spared.answer(pick=turn)["type"] == "ok"
        before = server.workers()
        os.kill(before[0], signal.SIGKILL)
        with pytest.raises((ConnectionClosed, EOFError, OSError)):
            struck.client.until("nothing of the kind")
        assert spared.answer(pick=1)["type"] == "ok"
        again = _sit_again(server, made[0])
        assert again.state["scene"]["number"] == struck.state["scene"]["number"]
        assert again.answer(pick=0)["type"] == spared.answer(pick=2)["type"] == "ok"
        after = server.workers()
        assert before[1] in after and before[0] not in after and len(after) == 2
    finally:
        server.stop()


def _sit_again(server: Process, made: dict[str, Any]) -> Eyes:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return server.sit(made)
        except (ConnectionClosed, OSError):
            assert time.monotonic() < deadline
            time.sleep(0.1)


@needs_proc
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_all_processes_end_with_the_one_that_listens(tmp_path: Path, by: signal.Signals) -> None:
    server = Together(tmp_path / "tables.db")
    player = server.sit(server.tables()[0])
    found = server.workers()
    os.kill(server.process.pid, by)
    assert server.process.wait(PATIENCE) == (-by if by == signal.SIGKILL else 0)
    deadline = time.monotonic() + PATIENCE
    while any(_is_alive(one) for one in found):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    with pytest.raises((ConnectionClosed, EOFError, OSError)):
        player.client.until("nothing of the kind")
    server.http.close()


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


_BROKEN = """
import sys
from grognard.server.run import listen
from grognard.server.workers import Front
def work(number, line):
    raise RuntimeError("no database")
sys.exit(Front(listen("127.0.0.1", 0), 2, work).run())
"""


def test_a_server_whose_workers_cannot_begin_ends_and_says_so() -> None:
    done = subprocess.run([sys.executable, "-c", _BROKEN], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "could not begin" in done.stderr and "no database" in done.stderr


def test_where_connections_cannot_be_handed_over_there_is_one_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "CAN_SHARE", False)
    monkeypatch.setattr(run, "CAN_SHARE", False)
    assert workers.usual_workers() == 1
    with pytest.raises(InputError, match="stay in one process"):
        run.serve_table(port=0, data=str(tmp_path / "x.db"), workers=2)


@pytest.mark.parametrize("data", ["sqlite://", "sqlite:///:memory:"])
def test_games_in_memory_are_served_by_one_process(data: str) -> None:
    with pytest.raises(InputError, match="in memory"):
        run.serve_table(port=0, data=data, workers=2)


@pytest.mark.parametrize("data", ["/", ".", "//"])
def test_a_folder_is_no_file_to_keep_games_in(data: str) -> None:
    with pytest.raises(InputError, match="games cannot be kept in"):
        run.serve_table(port=0, data=data)


def test_a_socket_that_names_no_table_finds_it_when_it_comes_again(together: Together) -> None:
    made = together.tables()[0]
    for _ in range(4):
        client = Client(f"ws://127.0.0.1:{together.port}")
        client.send("hello", table=made["table"], token=made["seats"][0]["token"])
        try:
            assert client.until("state")["table"] == made["table"]
            return
        except ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code == 1013
    raise AssertionError("it went to the wrong worker four times")


def test_a_crowd_that_comes_at_once_is_let_in(together: Together) -> None:
    lines = [socket.create_connection(("127.0.0.1", together.port), PATIENCE) for _ in range(150)]
    for one in lines:
        one.sendall(b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    for one in lines:
        with one:
            assert one.recv(100).startswith(b"HTTP/1.1 200")


def test_http_that_is_kept_alive_by_a_client_opens_a_new_connection(together: Together) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{together.port}", timeout=PATIENCE) as client:
        for made in together.tables() * 2:
            headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
            assert client.get(f"/api/tables/{made['table']}/at/-1", headers=headers).status_code == 200


def test_either_worker_sends_and_lists_twins_alike(pair: tuple[House, House]) -> None:
    """Two Germans set up in secret, each at a table of another worker; the Russian hears the same of both."""
    hidden = {"hidden-movement": True}
    one, two = (Room(house, "panzerblitz", 0, options=hidden) for house in pair)
    one.do(1, "place stuh42", "at 0104", "ready")
    two.do(1, "place g-smg-1", "at 0205")
    two.send(1, "undo")
    two.do(1, "place g-smg-1", "at 0104", "place stuh42", "at 0105", "ready")
    assert_alike(one, two)
    for choice in ("drop I-rifle", "target 0403", "seal"):
        for room in (one, two):
            room.do(0, choice)
        assert_alike(one, two)
    for house in pair:
        listed = cards(house)
        mine = [listed[room.made["table"]] for room in (one, two)]
        for card in mine:
            del card["table"], card["created"]
        assert mine[0] == mine[1]
