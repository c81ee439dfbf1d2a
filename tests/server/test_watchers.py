"""A table that many watch: what all of them see is made and encoded once."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from grognard.play.header import write_choice
from grognard.server.messages.from_server import State
from grognard.server.messages.table_bodies import NewTable, SideSetup
from grognard.server.settings import Settings
from grognard.server.table import audience
from grognard.server.table.game_table import GameTable
from grognard.server.table.seating import HeldSeat
from grognard.server.table.tables import Tables

WATCHERS = 190
ME = HeldSeat(0, "me", (0, 1))


class Watcher:
    """Somebody at the table, without a line."""

    def __init__(self, seat: HeldSeat) -> None:
        self.seat = seat
        self.looks = -1
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)

    def dismiss(self, why: str) -> None:
        raise AssertionError(why)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[GameTable]:
    tables = Tables(Settings(f"sqlite:///{tmp_path / 'watched.db'}"))
    await tables.start()
    made = await tables.make(NewTable("red-god-of-war", "mars", [SideSetup("me"), SideSetup("me")]), "")
    yield (await tables.open(made.table)).table
    await tables.stop()


async def answer(table: GameTable, id: str) -> int:
    """The first option of whoever is asked; who it was."""
    match = table.match
    side = match.ask.side
    words = write_choice(table.system, match.pos, match.ask.options(side)[0])
    assert await table.answer(ME, side, match.pos.number_for(side), words, id, lambda _: None)
    return side


async def test_a_state_is_encoded_once_for_all_who_see_the_same(
    table: GameTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded = 0
    real = audience.encode

    def counted(message: Any) -> bytes:
        nonlocal encoded
        encoded += isinstance(message, State)
        return real(message)

    monkeypatch.setattr(audience, "encode", counted)
    watchers = [Watcher(HeldSeat(1, "watch", ())) for _ in range(WATCHERS)]
    for one in watchers:
        await table.join(one)
    assert encoded == 1, "all came to the same picture"
    for number in range(40):
        side = await answer(table, f"a{number}")
        table.audience._show_late()
        if table.match.can_undo(side) is None:
            break
    encoded = 0
    for one in watchers:
        one.heard.clear()
    assert await table.undo(ME, side, "u", lambda _: None)
    assert encoded == 1
    assert len({one.heard[-1] for one in watchers}) == 1
    assert watchers[0].heard[-1].startswith('{"type":"state"')
