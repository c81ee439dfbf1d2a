"""The storage on both databases: events in order, one writer of each place, commits shared by many games."""

import asyncio
import os
import stat
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from grognard.play.errors import InputError
from grognard.server.run import serve_table
from grognard.server.settings import Settings
from grognard.server.store.database import EventRow, SeatRow, TableRow
from grognard.server.store.storage import Conflict, NotKept, Storage
from server.conftest import Eyes, House
from server.postgres import postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.db'}"
    else:
        with postgres() as address:
            yield address


def rows(game: str, first: int, count: int) -> list[EventRow]:
    return [EventRow(game, first + i, i % 2, f"{game} {first + i}".encode()) for i in range(count)]


async def test_events_come_back_in_order_after_a_restart(path: str) -> None:
    store = Storage(path)
    await store.open()
    await store.append(rows("a", 0, 3))
    await store.append(rows("b", 0, 1))
    await store.append(rows("a", 3, 2))
    await store.close()
    again = Storage(path)
    await again.open()
    assert await again.events_of("a") == rows("a", 0, 3) + rows("a", 3, 2)
    assert await again.events_of("nothing") == []
    await again.close()


async def test_of_two_writers_of_one_place_one_fails_and_writes_nothing(path: str) -> None:
    one, two = Storage(path), Storage(path)
    await one.open()
    await two.open()
    await one.append(rows("a", 0, 2))
    with pytest.raises(Conflict):
        await two.append([*rows("a", 1, 1), *rows("a", 2, 1)])
    assert len(await two.events_of("a")) == 2
    await two.append(rows("a", 2, 1))
    await one.close()
    await two.close()


async def test_one_games_conflict_does_not_touch_the_others_of_its_commit(path: str) -> None:
    store = Storage(path)
    await store.open()
    await store.append(rows("bad", 0, 1))
    found = await asyncio.gather(
        store.append(rows("good", 0, 2)),
        store.append(rows("bad", 0, 1)),
        store.append(rows("fine", 0, 1)),
        return_exceptions=True,
    )
    assert found[0] is None
    assert isinstance(found[1], Conflict)
    assert found[2] is None
    assert len(await store.events_of("good")) == 2
    assert len(await store.events_of("fine")) == 1
    await store.close()


async def test_answers_of_many_games_share_a_commit(path: str) -> None:
    store = Storage(path)
    await store.open()
    await asyncio.gather(*(store.append(rows(f"g{i}", 0, 1)) for i in range(200)))
    assert store.batch > 20
    await store.close()


async def test_an_append_of_many_events_is_all_or_nothing_too(path: str) -> None:
    store = Storage(path)
    await store.open()
    await store.append(rows("a", 0, 1_200))
    with pytest.raises(Conflict):
        await store.append([*rows("b", 0, 1_000), *rows("a", 1_199, 1)])
    assert len(await store.events_of("a")) == 1_200
    assert await store.events_of("b") == []
    await store.close()


async def test_tables_seats_and_lists(path: str) -> None:
    store = Storage(path)
    await store.open()
    seats = [SeatRow("h0", "t", 0, "me", "0,1"), SeatRow("h1", "t", 1, "watch", "")]
    await store.add_table(TableRow("t", b"{}", b"{}", 5), seats, "key")
    assert (await store.table("t")) == TableRow("t", b"{}", b"{}", 5)
    assert await store.table("u") is None
    assert await store.seat("t", "h1") == seats[1]
    assert await store.seat("other", "h1") is None
    assert seats[0].numbers == [0, 1]
    assert [seat for seat, _ in await store.seats_held("key")] == [seats[0]]
    await store.hold("friend", "h1")
    await store.hold("friend", "h1")
    assert [seat for seat, _ in await store.seats_held("friend")] == [seats[1]]
    await store.close()


def test_a_folder_that_is_named_by_mistake_stays_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir(mode=0o755)
    with pytest.raises(InputError, match="games cannot be kept in"):
        serve_table(port=0, data=str(folder))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has owners of files so")
async def test_the_data_file_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        for name in ("new.db", "old.db"):
            file = tmp_path / name
            if name == "old.db":
                # Of a version that did not look after it.
                file.touch(0o666)
            store = Storage(f"sqlite:///{file}")
            await store.open()
            await store.append(rows("a", 0, 3))
            found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.glob(f"{name}*")}
            assert len(found) == 3, "the log that is written ahead has secrets in it too"
            assert set(found.values()) == {0o600}, found
            await store.close()
    finally:
        os.umask(before)


async def test_errors_of_the_database_tell_no_answers(path: str) -> None:
    store = Storage(path)
    await store.open()
    secret = b"chit 41a-hq"
    with store._engine.begin() as connection:
        connection.exec_driver_sql("drop table events")
    with pytest.raises(NotKept) as found:
        await store.append([EventRow("a", 0, 0, secret)])
    told = "".join(traceback.format_exception(found.value))
    assert "41a" not in told and secret.hex() not in told
    assert "events" in told, "but what is wrong"
    await store.close()


async def test_a_seat_made_anew_is_on_no_list_but_its_owners(path: str) -> None:
    store = Storage(path)
    await store.open()
    seats = [SeatRow("h0", "t", 0, "me", "0"), SeatRow("h1", "t", 1, "friend", "1")]
    await store.add_table(TableRow("t", b"{}", b"{}", 5), seats, "key")
    await store.hold("thief", "h0")
    await store.renew_seat(seats[0], seats[0]._replace(token_hash="h2"), "key")
    assert await store.seat("t", "h0") is None
    assert await store.seat("t", "h2") == SeatRow("h2", "t", 0, "me", "0")
    assert await store.seat("t", "h1") == seats[1]
    assert [seat.token_hash for seat, _ in await store.seats_held("key")] == ["h2"]
    assert await store.seats_held("thief") == []
    await store.close()


async def test_a_table_and_its_first_events_are_kept_together_or_not_at_all(path: str) -> None:
    store = Storage(path)
    await store.open()
    seats = [SeatRow("h0", "t", 0, "me", "0")]
    await store.append(rows("t", 0, 1))
    with pytest.raises(IntegrityError):
        await store.add_table(TableRow("t", b"{}", b"{}", 5), seats, "key", rows("t", 0, 2))
    assert await store.table("t") is None
    await store.close()


async def test_commits_are_full_and_the_log_is_written_ahead(tmp_path: Path) -> None:
    store = Storage(f"sqlite:///{tmp_path / 'store.db'}")
    await store.open()
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    await store.close()


def test_a_game_goes_on_after_the_server_was_started_again(path: str) -> None:
    house = House(Settings(path, gather=0.01))
    try:
        made = house.table("me", "me")
        eyes = Eyes(*house.sit(made, 0))
        for _ in range(5):
            assert eyes.answer()["type"] == "ok"
    finally:
        house.close()
    again = House(Settings(path, gather=0.01))
    try:
        _, state = again.sit(made, 0)
        assert state["ask"] == eyes.state["ask"]
    finally:
        again.close()


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ("{folder}/no/such/folder/x.db", "unable to open"),
        ("{folder}/text.db", "not a database"),
        ("postgresql+pg8000://me:secret@127.0.0.1:1/x", "me:***@"),
        ("postgresql+nothing://x/y", "postgresql.nothing"),
        ("://", "that database"),
    ],
)
def test_a_database_that_cannot_be_used_is_named_before_the_server_starts(
    tmp_path: Path, data: str, named: str
) -> None:
    (tmp_path / "text.db").write_text("no database at all\n" * 100)
    with pytest.raises(InputError, match="cannot be kept") as found:
        serve_table(port=0, data=data.format(folder=tmp_path))
    assert named in found.value.what
    assert "secret" not in str(found.value)
