"""A table opens from where it was kept whole as it would from its first answer, or is played again."""

import random
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.cli import main
from grognard.core.flow.chance import CHANCE
from grognard.core.position import NOTHING
from grognard.play.match import Match
from grognard.play.orders import settle
from grognard.play.registry import find_system
from grognard.server.messages.from_server import Ok, Said
from grognard.server.store.database import EventRow
from grognard.server.store.table_events import Answered, Known, Undone, encode_event
from grognard.server.table import game_table, snapshots, tables
from grognard.server.table.audience import Audience
from grognard.server.table.channel import common
from grognard.server.table.replaying import play_again
from grognard.server.table.seating import SideOf, TableSetup
from grognard.server.table.snapshots import Misfit, go_on_from, packed, taken
from grognard.server.table.table_match import FOR_YOU, TableMatch
from server.conftest import PATIENCE, Eyes, House, settings_at

SETUP = TableSetup([SideOf("person"), SideOf("person")])
GAMES = [
    ("red-god-of-war", "teaching", {}),
    ("panzerblitz", "teaching", {"hidden-movement": True}),
    ("red-parachutes", "teaching", {}),
    ("red-steel", "teaching", {}),
    ("ocs", "teaching", {}),
]
LATER = 40
"""Answers after the snapshot."""


class Table:
    """A match and its events, as a table writes them."""

    def __init__(self, game: str, scenario: str, options: dict[str, bool], seed: int) -> None:
        made = Match.new(find_system(game), scenario, options)
        self.match = TableMatch(made.system, made.header, made.game)
        self.rows: list[EventRow] = []
        self.dice = random.Random(seed)

    def answer(self) -> None:
        match, dice, before = self.match, self.dice, len(self.match.answers)
        if match.ask.is_chance:
            match.roll(dice)
        else:
            side = dice.choice(match.ask.sides)
            if dice.random() < 0.2 and match.can_undo(side) is None:
                self.write(side, Undone(0, "", match.undo(side)))
                return
            match.answer(side, dice.choice(match.ask.options(side)))
            settle(match, {})
        sides = {name: side for side, name in enumerate(match.system.sides)}
        for one in match.answers[before:]:
            self.write(
                sides.get(one.by, CHANCE), Answered(one.do, one.hash, 0, "", one.order, faces=one.faces)
            )

    def write(self, side: int, kept: Any) -> None:
        self.rows.append(EventRow("table", len(self.rows), side, encode_event(kept)))

    def play(self, answers: int) -> None:
        until = len(self.rows) + answers
        while len(self.rows) < until and not self.match.over:
            self.answer()


def told(match: TableMatch) -> list[Any]:
    """All that a table tells of a match, and what can be taken back."""
    found: list[Any] = [match.answers, match.log, match.rolled, match.battles, match.ways, match.orders]
    for side in (NOTHING, *range(len(match.system.sides))):
        audience = Audience("table", match.header, SETUP, match, lambda: 0.0)
        sides = (side,) if side >= 0 else ()
        guest: Any = type("Guest", (), {"seat": type("Seat", (), {"sides": sides}), "looks": side})()
        channel = audience._channel(guest)
        found.append(audience._state(sides, channel, channel.look(common(match.system, match))))
        found.append((match.counts[side + 1], match.order_ends(side), match.can_undo(side)))
    return found


@pytest.mark.parametrize(("game", "scenario", "options"), GAMES, ids=lambda one: str(one))
@pytest.mark.parametrize("first", [7, 60, 150])
def test_a_table_is_what_it_was(game: str, scenario: str, options: dict[str, bool], first: int) -> None:
    """Undo and its barriers, counts, log and battles; later events take back what came before it."""
    table = Table(game, scenario, options, first)
    table.play(first)
    found = taken(table.match, len(table.rows), {}, [])
    assert found is not None
    cut = len(table.rows)
    assert told(go_on_from(table.match.header, packed(found), []).match) == told(table.match)
    table.play(LATER)
    on = go_on_from(table.match.header, packed(found), table.rows[cut:]).match
    assert told(on) == told(table.match)
    # It goes on as the other one does, back as far as it may and forth again.
    for match in (on, table.match):
        dice = random.Random(9)
        for _ in range(LATER):
            if match.over:
                break
            if match.ask.is_chance:
                match.roll(dice)
                continue
            side = dice.choice(match.ask.sides)
            while dice.random() < 0.5 and match.can_undo(side) is None:
                match.undo(side)
            if side in match.ask.sides:
                match.answer(side, dice.choice(match.ask.options(side)))
    assert told(on) == told(table.match)


def test_replies_and_what_was_said_are_there() -> None:
    table = Table("red-god-of-war", "teaching", {}, 1)
    table.play(20)
    replies = {"0 m1": Known(7, Ok("m1", 3))}
    found = taken(table.match, len(table.rows), replies, [Said("soviet", "Hello.", 12)])
    assert found is not None
    again = go_on_from(table.match.header, packed(found), [])
    assert again.replies == replies
    assert [(one.by, one.text, one.at) for one in again.chat] == [("soviet", "Hello.", 12)]


def damaged(body: bytes) -> bytes:
    return body[:-20] + bytes([body[-20] ^ 1]) + body[-19:]


def changed(**values: Any) -> Callable[[bytes], bytes]:
    def change(body: bytes) -> bytes:
        there = snapshots.unpacked(body)
        return packed(snapshots._encode(msgspec.structs.replace(there, **values)))

    return change


SPOILED = {
    "damaged": damaged,
    "cut off": lambda body: body[: len(body) // 2],
    "nothing": lambda body: b"",
    "of another program": changed(stamp="1234"),
    "another position": changed(name="0" * 16),
}


@pytest.mark.parametrize("how", list(SPOILED))
def test_what_is_damaged_or_foreign_is_left_aside(how: str) -> None:
    table = Table("red-god-of-war", "teaching", {}, 2)
    table.play(40)
    found = taken(table.match, len(table.rows), {}, [])
    assert found is not None
    with pytest.raises(Misfit):
        go_on_from(table.match.header, SPOILED[how](packed(found)), [])


# -- at a table ---------------------------------------------------------------------------------


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables are kept after every ten answers."""
    monkeypatch.setattr(game_table, "EVERY", 10)


def kept(path: Path) -> int:
    """How many events are in the snapshot of the only table; -1 without one."""
    with sqlite3.connect(path) as data:
        rows = data.execute("select events from snapshots").fetchall()
    return rows[0][0] if rows else -1


def until_kept(path: Path, events: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while kept(path) < events:
        assert time.monotonic() < deadline, f"{kept(path)} events are kept"
        time.sleep(0.02)


def play(house: House, made: dict[str, Any], answers: int) -> None:
    eyes = Eyes(*house.sit(made, 0))
    for turn in range(answers):
        assert eyes.answer(pick=turn)["type"] == "ok"
    eyes.client.close()


def state(house: House, made: dict[str, Any]) -> dict[str, Any]:
    _, found = house.sit(made, 0)
    # What was answered for a side is told to it when it happens, and is no event.
    found["log"] = [line for line in found["log"] if line["kind"] != FOR_YOU]
    return {name: value for name, value in found.items() if name not in ("people", "version")}


def never(*_: Any) -> None:
    raise AssertionError("it was played again")


@pytest.mark.usefixtures("often")
def test_a_server_opens_a_table_without_playing_it_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.db"
    house = House(settings_at(path))
    made = house.table("me", "me")
    play(house, made, 35)
    until_kept(path, 30)
    before = state(house, made)
    house.close()
    with monkeypatch.context() as patch:
        patch.setattr(tables, "play_again", never)
        house = House(settings_at(path))
        assert state(house, made) == before
        play(house, made, 5)
        before = state(house, made)
        house.close()
    with sqlite3.connect(path) as data:
        body = data.execute("select body from snapshots").fetchone()[0]
        data.execute("update snapshots set body = ?", (damaged(body),))
    house = House(settings_at(path))
    assert state(house, made) == before
    house.close()


def test_a_table_that_nobody_sits_at_any_more_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    house = House(settings_at(path))
    made = house.table("me", "me")
    play(house, made, snapshots.WORTH)
    until_kept(path, snapshots.WORTH)
    house.close()


@pytest.mark.usefixtures("often")
def test_what_is_forgotten_or_deleted_is_in_no_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    house = House(settings_at(path))
    made = house.table("me", "me")
    eyes = Eyes(*house.sit(made, 0))
    assert eyes.client.ask("chat", text="my telephone is 555")["type"] == "ok"
    for turn in range(12):
        eyes.answer(pick=turn)
    until_kept(path, 10)
    house.close()
    with pytest.raises(SystemExit):
        main(["admin", "forget", made["table"], "--data", str(path)])
    assert kept(path) == -1
    house = House(settings_at(path))
    assert [one["text"] for one in state(house, made)["chat"]] == ["(deleted)"]
    play(house, made, 12)
    until_kept(path, 20)
    headers = {"Authorization": f"Bearer {made['seats'][0]['token']}"}
    assert house.http.delete(f"/api/tables/{made['table']}", headers=headers).status_code == 204
    house.close()
    assert kept(path) == -1


def test_a_snapshot_that_is_ahead_of_its_events_is_left_aside(tmp_path: Path) -> None:
    """As after a copy of before was put in its place by halves."""
    path = tmp_path / "own.db"
    house = House(settings_at(path))
    made = house.table("me", "me")
    play(house, made, snapshots.WORTH)
    until_kept(path, snapshots.WORTH)
    house.close()
    with sqlite3.connect(path) as data:
        last = data.execute("select max(seq) from events").fetchone()[0]
        data.execute("delete from events where seq > ?", (last // 2,))
    house = House(settings_at(path))
    assert state(house, made)["scene"]["number"] <= last // 2 + 1
    house.close()


def test_the_events_alone_make_the_same_table() -> None:
    table = Table("ocs", "teaching", {}, 3)
    table.play(60)
    assert play_again(table.match.header, table.rows).match.answers == table.match.answers
