"""For whoever runs a server: copies while it runs, tables that move, and a page whose commands hold."""

import json
import os
import random
import re
import shutil
import sqlite3
import stat
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.cli.app import app
from grognard.cli.error_messages import run_command
from grognard.play.errors import InputError
from grognard.server.run import own_addresses
from grognard.server.settings import Settings
from grognard.server.store.backup import back_up
from grognard.server.store.tokens import new_table_id
from grognard.server.table.export import export_table, import_table, list_tables
from server.conftest import Eyes, House, settings_at
from server.postgres import postgres

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text("utf-8")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[House, Path]]:
    path = tmp_path / "here.db"
    house = House(settings_at(path))
    yield house, path
    house.close()


def address(path: Path) -> str:
    return f"sqlite:///{path}"


def played(house: House, answers: int = 12, every: int = 5) -> tuple[dict[str, Any], Eyes]:
    """A table with some answers, some of them taken back, and a word."""
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(answers):
        assert eyes.answer(pick=turn)["type"] == "ok"
        if eyes.state["undo_barred"] is None and every and not turn % every:
            assert eyes.client.ask("undo")["type"] == "ok"
            eyes.see(eyes.client.until("state"))
    assert eyes.client.ask("chat", text="Good luck.")["type"] == "ok"
    return made, eyes


# -- backup -----------------------------------------------------------------------------------------


def test_a_copy_made_while_games_are_played_is_whole(running: tuple[House, Path], tmp_path: Path) -> None:
    house, path = running
    stop = threading.Event()
    acknowledged = {"number": 0}
    made = house.table("me", "me")

    def play() -> None:
        eyes, generator = Eyes(*house.sit(made, 0)), random.Random(1)
        while not stop.is_set() and eyes.state["over"] is None:
            reply = eyes.answer(pick=generator.randrange(1_000))
            acknowledged["number"] = reply["number"]

    player = threading.Thread(target=play)
    player.start()
    try:
        for copy in range(8):
            before = acknowledged["number"]
            output = tmp_path / f"copy-{copy}.db"
            assert back_up(address(path), output) == 1
            (listed,) = list_tables(address(output))
            assert listed.goes_on, listed.why
            # Everything that was acknowledged before is in it: events are never fewer than answers.
            assert listed.events >= before - 1
            if os.name == "posix":
                assert stat.S_IMODE(output.stat().st_mode) == 0o600
    finally:
        stop.set()
        player.join(30)
    assert acknowledged["number"] > 0


def test_a_server_goes_on_from_its_copy(running: tuple[House, Path], tmp_path: Path) -> None:
    house, path = running
    made, eyes = played(house)
    copy = tmp_path / "copy.db"
    back_up(address(path), copy)
    assert eyes.answer()["type"] == "ok"
    restored = House(settings_at(copy))
    try:
        _, state = restored.sit(made, 0)
        assert state["scene"]["number"] <= eyes.state["scene"]["number"]
        assert Eyes(*restored.sit(made, 0)).answer()["type"] == "ok"
    finally:
        restored.close()


def test_a_copy_that_cannot_be_made_says_why_and_leaves_the_one_before(
    running: tuple[House, Path], tmp_path: Path
) -> None:
    _, path = running
    for source, output, said in (
        (tmp_path / "none.db", tmp_path / "copy.db", "no games are kept"),
        (path, path, "the data file itself"),
        (path, tmp_path, "is a folder"),
        (path, tmp_path / "no" / "copy.db", "cannot be made"),
    ):
        with pytest.raises(InputError, match=said):
            back_up(address(source), output)
    with pytest.raises(InputError, match="tool of its own"):
        back_up("postgresql+pg8000://x/y", tmp_path / "copy.db")
    damaged = tmp_path / "damaged.db"
    back_up(address(path), damaged)
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[: len(whole) // 2])
    copy = tmp_path / "copy.db"
    copy.write_text("the one before")
    with pytest.raises(InputError):
        back_up(address(damaged), copy)
    assert copy.read_text() == "the one before"
    assert not list(tmp_path.glob(".copy.db*"))


# -- tables that move -------------------------------------------------------------------------------


def test_no_table_has_a_name_that_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-nrf9OYTt9YA", "-o", "a-bc"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_table_id() == "a-bc"


def test_a_table_that_was_named_like_an_option_is_still_found_by_its_name(
    running: tuple[House, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, path = running
    monkeypatch.setattr("grognard.server.table.tables.new_table_id", lambda: "-nrf9OYTt9YA")
    made, _ = played(house)
    file = tmp_path / "table.jsonl"
    assert run_command(["export", "-o", str(file), "--data", str(path), "--", made["table"]]) == 0
    assert file.exists()


def test_a_table_moves_to_another_server_with_its_links(
    running: tuple[House, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, path = running
    made, eyes = played(house)
    file, other = tmp_path / "table.jsonl", tmp_path / "there.db"
    there = House(settings_at(other))
    try:
        assert run_command(["export", made["table"], "-o", str(file), "--data", str(path)]) == 0
        assert run_command(["import", str(file), "--data", str(other)]) == 0
        assert "taken up" in capsys.readouterr().out
        again = Eyes(*there.sit(made, 0))
        assert again.state["scene"] == eyes.state["scene"]
        assert again.ask == eyes.ask
        assert [said["text"] for said in again.state["chat"]] == ["Good luck."]
        assert again.answer()["type"] == "ok"
        assert there.sit(made, 1)[1]["side"] == -1
        # Once is enough.
        assert run_command(["import", str(file), "--data", str(other)]) == 2
        assert "is here already" in capsys.readouterr().err
    finally:
        there.close()


def test_its_links_can_be_made_anew(
    running: tuple[House, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, path = running
    made, eyes = played(house, 3)
    file, other = tmp_path / "table.jsonl", tmp_path / "there.db"
    file.write_bytes(export_table(address(path), made["table"]))
    assert run_command(["import", str(file), "--data", str(other), "--new-links"]) == 0
    links = re.findall(r"(.+): /#/t/([\w-]+)/([\w-]+)", capsys.readouterr().out)
    assert [name.strip() for name, _, _ in links] == ["german and soviet", "onlookers"]
    there = House(settings_at(other))
    try:
        client = there.client()
        assert Eyes(client, client.hello(links[0][1], links[0][2])).ask == eyes.ask
        reply = there.client().ask("hello", table=made["table"], token=made["seats"][0]["token"])
        assert (reply["type"], reply["code"]) == ("error", "no-seat")
    finally:
        there.close()


def test_a_table_moves_from_sqlite_to_postgresql(running: tuple[House, Path], tmp_path: Path) -> None:
    """Needs the programs of a PostgreSQL server, such as Debian's; without them it is left out."""
    house, path = running
    made, eyes = played(house)
    file = tmp_path / "table.jsonl"
    file.write_bytes(export_table(address(path), made["table"]))
    with postgres() as there:
        assert import_table(there, file).answers > 0
        (listed,) = list_tables(there)
        assert listed.goes_on
        server = House(Settings(there, gather=0.01))
        try:
            again = Eyes(*server.sit(made, 0))
            assert again.ask == eyes.ask
            assert again.answer()["type"] == "ok"
        finally:
            server.close()
        # And on from there.
        file.write_bytes(export_table(there, made["table"]))
        assert import_table(address(tmp_path / "back.db"), file).answers > 0


def edited(change: Callable[[list[dict[str, Any]]], Any]) -> Callable[[list[dict[str, Any]]], bytes]:
    def edit(lines: list[dict[str, Any]]) -> bytes:
        change(lines)
        return b"".join(json.dumps(line).encode() + b"\n" for line in lines)

    return edit


WRONG: dict[str, Callable[[list[dict[str, Any]]], bytes]] = {
    "empty": lambda lines: b"",
    "torn": lambda lines: b'{"format": "grogn',
    "no JSON": lambda lines: b"\xff\xfe\n",
    "another format": edited(lambda lines: lines[0].update(format="chess")),
    "another version": edited(lambda lines: lines[0].update(version=2, grognard="9\x1b[2J")),
    "a path for a name": edited(lambda lines: lines[0].update(id="../../etc/x")),
    "an unknown key": edited(lambda lines: lines[0].update(extra=1)),
    "no seats": edited(lambda lines: lines[0].update(seats=[])),
    "a seat twice": edited(lambda lines: lines[0]["seats"].append(lines[0]["seats"][0])),
    "a seat of nobody": edited(lambda lines: lines[0]["seats"][0].update(sides="7")),
    "a plain secret": edited(lambda lines: lines[0]["seats"][0].update(token_hash="x")),
    "other sides": edited(lambda lines: lines[0]["setup"].update(sides=[])),
    "a wild pace": edited(lambda lines: lines[0]["setup"].update(pace=-5)),
    "an unknown player": edited(
        lambda lines: lines[0]["setup"]["sides"].append({"by": "computer", "level": "napoleon"})
    ),
    "another game": edited(lambda lines: lines[0]["header"].update(game="chess")),
    "a wicked header": edited(lambda lines: lines[0]["header"].update(grognard="\x1b[2J")),
    "an answer that may not be": edited(lambda lines: lines[2]["body"].__setitem__(1, "to 9999")),
    "another position": edited(lambda lines: lines[2]["body"].__setitem__(2, "0" * 16)),
    "a missing answer": edited(lambda lines: lines.pop(2)),
    "a wild side": edited(lambda lines: lines[2].update(side=99)),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_of_a_stranger_is_taken_whole_or_not_at_all(
    running: tuple[House, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    house, path = running
    made, _ = played(house, 4, every=0)
    lines = [json.loads(line) for line in export_table(address(path), made["table"]).splitlines()]
    file, other = tmp_path / "table.jsonl", tmp_path / "there.db"
    file.write_bytes(WRONG[what](lines))
    assert run_command(["import", str(file), "--data", str(other)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("grognard: table.jsonl") or "there is no player" in said
    assert "\x1b" not in said and "Traceback" not in said
    if other.exists():
        assert list_tables(address(other)) == []


def test_the_list_says_which_tables_go_on(
    running: tuple[House, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    house, path = running
    good, bad = played(house, 3)[0], played(house, 3)[0]
    with sqlite3.connect(path) as database:
        database.execute("update events set body = x'00' where game = ? and seq = 2", (bad["table"],))
    found = {one.table: one for one in list_tables(address(path))}
    assert found[good["table"]].goes_on
    assert found[bad["table"]].why == "its event 2 is missing or cannot be read"
    assert run_command(["export", "--data", str(path)]) == 0
    out = capsys.readouterr().out
    assert "goes on" in out and "cannot be read" in out
    with pytest.raises(InputError, match="cannot be read"):
        export_table(address(path), bad["table"])
    with pytest.raises(InputError, match="there is no table"):
        export_table(address(path), "nowhere")


# -- the page ---------------------------------------------------------------------------------------


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_of_the_page_is_one() -> None:
    lines = [
        line.strip().removeprefix("$ ")
        for block in (*blocks("sh"), *blocks("ini"))
        for line in block.replace("\\\n", " ").splitlines()
    ]
    found = [
        match[1]
        for line in lines
        if (match := re.search(r"\bgrognard ((?:serve|backup|export|import)\b.*)", line))
    ]
    assert {words.split()[0] for words in found} == {"serve", "backup", "export", "import"}
    for words in found:
        tokens = words.partition(" #")[0].partition(" &&")[0].split()
        app.parse_args(tokens, exit_on_error=False, print_error=False)


def test_the_service_of_the_page_is_a_unit(tmp_path: Path) -> None:
    (unit, *_) = blocks("ini")
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("no systemd on this machine")
    file = tmp_path / "grognard.service"
    # The program is not installed here.
    file.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit))
    done = subprocess.run([program, "verify", str(file)], capture_output=True, text=True, check=False)
    wrong = [line for line in done.stderr.splitlines() if "grognard.service" in line]
    assert wrong == []


def test_the_container_file_of_the_page_is_the_one_in_the_tree() -> None:
    assert (ROOT / "Containerfile").read_text("utf-8") in PAGE


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("127.0.0.1", ()),
        ("localhost", ()),
        ("::1", ()),
        ("192.168.7.5", ("192.168.7.5",)),
        ("fe80::2", ("[fe80::2]",)),
    ],
)
def test_the_address_for_others_is_the_one_it_listens_on(host: str, found: tuple[str, ...]) -> None:
    assert own_addresses(host) == found


def test_a_server_for_the_network_names_an_address_that_is_not_local() -> None:
    for one in own_addresses("0.0.0.0"):
        assert not one.startswith("127.")
