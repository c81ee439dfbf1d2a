"""Where games are kept: tables, seats, and one row for each event.

Events are appended with (game, seq) as their key, so that of two writers of the same place one fails.
What all games append during one commit goes into the next; an append returns when it is on disk.

One thread talks to the database, and a commit is one call there and back. A busy event loop takes its time
for each turn, so a driver that came back to it after every statement would keep all players waiting.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from itertools import chain
from pathlib import Path
from time import monotonic, time
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from grognard.core.position import NOTHING
from grognard.server.store.database import (
    META,
    EventRow,
    SeatRow,
    TableRow,
    activity,
    data_file_of,
    delete_table,
    engine_of,
    events,
    holders,
    insert_table,
    invitations,
    pulse,
    put_row,
    seats,
    snapshots,
    tables,
)
from grognard.server.store.expiry import take_unopened

log = logging.getLogger("grognard.server")

_P = ParamSpec("_P")
_T = TypeVar("_T")

PULSE_EVERY: Final = 5.0
"""Seconds between two tries whether anything can be written."""
PULSE_WITHIN: Final = 3.0
"""Seconds after which a database that says nothing is taken not to answer."""
_MOST_ROWS: Final = 500
"""Rows of one statement."""


@lru_cache(_MOST_ROWS)
def _append(style: str, count: int) -> str:
    """The statement that adds so many events, in the driver's own style; plain text, as it is the hottest.

    All rows in one: SQLite lets go of the interpreter for each statement and then waits to get it back.
    """
    mark = "?" if style == "qmark" else "%s"
    row = f"({', '.join([mark] * 4)})"
    return f"INSERT INTO events (game, seq, side, body) VALUES {', '.join([row] * count)}"


class Conflict(Exception):
    """Somebody else has written this place of the game already."""


class NotKept(Exception):
    """The database does not take what is to be kept; the text says why, to anybody."""


class _Append(NamedTuple):
    rows: Sequence[EventRow]
    done: asyncio.Future[None]


class Storage:
    """The one module that talks to a database."""

    def __init__(self, address: str) -> None:
        self._engine = engine_of(address)
        self._file = data_file_of(address)
        self._inode = (0, 0)
        """What was opened: a file that was deleted takes what is written, and nobody finds it again."""
        self._at_once = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._line: sa.Connection | None = None
        """The connection of everything that is one statement. Kept: to get one takes longer than to write."""
        self._thread = ThreadPoolExecutor(1, "storage")
        self._waiting: list[_Append] = []
        self._is_writing = False
        self._loop: asyncio.AbstractEventLoop
        self.last_commit = 0.0
        """When something was last put on disk, by the clock on the wall."""
        self._pulse = (0.0, "")
        """When it was last tried whether anything can be written, and what was wrong."""
        self.batch = 1
        """How many answers the last commit held: how busy the server is."""

    async def open(self) -> None:
        """Make what is missing."""
        self._loop = asyncio.get_running_loop()
        await self._do(META.create_all, self._engine)
        self._inode = _inode(self._file)

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        while self._is_writing:
            await asyncio.sleep(0.001)
        await self._do(self._hang_up)
        await self._do(self._engine.dispose)
        self._thread.shutdown()

    async def _do(self, work: Callable[_P, _T], *args: _P.args, **more: _P.kwargs) -> _T:
        """Let the thread of the database do something."""
        return await self._loop.run_in_executor(self._thread, partial(work, *args, **more))

    # -- events -----------------------------------------------------------------------------------

    async def append(self, rows: Sequence[EventRow]) -> None:
        """Add events to the end of a game, all or none. They are on disk when this returns."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(_Append(rows, done))
        if not self._is_writing:
            self._is_writing = True
            self._loop.call_soon(self._write)
        await done

    def _write(self) -> None:
        """Send what waits to the disk."""
        batch, self._waiting = self._waiting, []
        self._is_writing = bool(batch)
        if batch:
            self.batch = len(batch)
            self._thread.submit(self._keep, batch)

    def _keep(self, batch: list[_Append]) -> None:
        """In the thread: commit, and tell the loop itself, which takes a turn less than a future would."""
        problems = self._commit([append.rows for append in batch])
        self._loop.call_soon_threadsafe(self._written, batch, problems)

    def _written(self, batch: list[_Append], problems: list[Exception | None]) -> None:
        """Tell those whose events are on disk. All who append in this turn share the next commit."""
        self._loop.call_soon(self._write)
        for append, problem in zip(batch, problems, strict=True):
            _settle(append.done, problem)

    def _commit(self, batch: list[Sequence[EventRow]]) -> list[Exception | None]:
        """Put these appends on disk; for each of them what went wrong, or None."""
        try:
            self._insert([row for rows in batch for row in rows])
        except Exception as problem:
            if len(batch) > 1:
                # One game's trouble is not the others'.
                return [found for rows in batch for found in self._commit([rows])]
            return [Conflict(batch[0][0].game) if isinstance(problem, IntegrityError) else problem]
        self.last_commit = time()
        return [None] * len(batch)

    async def trouble(self, worker: int = 0) -> str:
        """Why nothing can be kept now, in words for anybody; nothing where it can. A small write tells."""
        if not self.is_there():
            return "the file that keeps the games is gone"
        at, found = self._pulse
        if monotonic() - at < PULSE_EVERY:
            return found
        try:
            async with asyncio.timeout(PULSE_WITHIN):
                await self._do(self._beat, worker)
            found = ""
        except NotKept as problem:
            found = str(problem)
        except TimeoutError:
            found = "the database does not answer"
        except Exception:
            log.exception("whether games can be kept could not be tried")
            found = "the database does not take what is written"
        self._pulse = monotonic(), found
        return found

    def _beat(self, worker: int) -> None:
        with self._keeping(), self._engine.begin() as connection:
            put_row(connection, pulse, "worker", {"worker": worker, "at": int(time())})
        self.last_commit = time()

    def is_there(self) -> bool:
        """Is what was opened still where it was?"""
        return _inode(self._file) == self._inode

    @contextmanager
    def _keeping(self) -> Iterator[None]:
        """Around everything that writes: what cannot be kept is told apart from other faults."""
        if not self.is_there():
            log.error("the file that keeps the games was deleted or replaced; start the server again")
            raise NotKept("the file that keeps the games is gone, and the server must be started again")
        try:
            yield
        except IntegrityError:
            raise
        except DBAPIError as problem:
            is_full = "full" in str(problem.orig).lower()
            raise NotKept("the disk is full" if is_full else "the database does not answer") from problem

    def _insert(self, rows: list[EventRow]) -> None:
        with self._keeping():
            self._insert_all(rows)

    def _insert_all(self, rows: list[EventRow]) -> None:
        if len(rows) <= _MOST_ROWS:
            # A single statement is all or nothing by itself, and the loop is not held up for another.
            with self._on_line() as connection:
                _add(connection, rows)
            return
        with self._engine.begin() as connection:
            for first in range(0, len(rows), _MOST_ROWS):
                _add(connection, rows[first : first + _MOST_ROWS])

    @contextmanager
    def _on_line(self) -> Iterator[sa.Connection]:
        """The connection that is kept; after anything that goes wrong on it the next has another."""
        if self._line is None:
            self._line = self._at_once.connect()
        try:
            yield self._line
        except Exception:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            line.close()

    async def events_of(self, game: str, first: int = 0) -> list[EventRow]:
        """The events of a game in order, all or from this one on."""
        of_game = sa.select(events).where(
            events.c.game == game, events.c.seq >= first if first else sa.true()
        )
        wanted = of_game.order_by(events.c.seq)
        return [EventRow(*row) for row in await self._rows(wanted)]

    async def how_many_events(self, game: str) -> int:
        """How many events a game has."""
        rows = await self._rows(sa.select(sa.func.count()).where(events.c.game == game))
        return int(rows[0][0])

    async def snapshot(self, game: str) -> tuple[int, bytes] | None:
        """How a table was kept whole: after how many events, and what was kept."""
        wanted = sa.select(snapshots.c.events, snapshots.c.body).where(snapshots.c.game == game)
        rows = await self._rows(wanted)
        return (int(rows[0][0]), bytes(rows[0][1])) if rows else None

    async def keep_snapshot(self, game: str, count: int, body: bytes) -> None:
        """Keep a table whole as it stood after so many events, in the place of what was kept before."""
        await self._do(self._keep_snapshot, {"game": game, "events": count, "body": body})

    def _keep_snapshot(self, row: dict[str, int | str | bytes]) -> None:
        with suppress(IntegrityError), self._keeping(), self._engine.begin() as connection:
            # Another server that kept it in the same moment kept as much.
            put_row(connection, snapshots, "game", row)

    # -- tables and seats -------------------------------------------------------------------------

    async def add_table(
        self,
        table: TableRow,
        new_seats: Sequence[SeatRow],
        key_hash: str,
        begun: Sequence[EventRow] = (),
        codes: Sequence[tuple[str, str]] = (),
    ) -> None:
        """A new table with its seats and first events; the seats not a friend's go on the maker's list.

        `codes`: of invitations with a code the hash of their secret and that of the code.
        """
        mine = [seat for seat in new_seats if seat.kind == "me"] or [new_seats[-1]]
        held = [{"key_hash": key_hash, "token_hash": seat.token_hash} for seat in mine if key_hash]
        await self._do(self._add_table, table, new_seats, held, begun, codes)

    def _add_table(
        self,
        table: TableRow,
        new_seats: Sequence[SeatRow],
        held: list[dict[str, str]],
        begun: Sequence[EventRow],
        codes: Sequence[tuple[str, str]],
    ) -> None:
        with self._keeping(), self._engine.begin() as connection:
            insert_table(connection, table, new_seats, begun)
            for token_hash, code_hash in codes:
                _add_code(connection, token_hash, code_hash)
            if held:
                connection.execute(sa.insert(holders), held)

    async def touch(self, game: str) -> None:
        """Something happened at a table now."""
        await self._do(self._touch, game)

    def _touch(self, game: str) -> None:
        try:
            with self._keeping(), self._engine.begin() as connection:
                put_row(connection, activity, "game", {"game": game, "at": int(time())})
        except IntegrityError:
            # Another server noted it in the same moment.
            return

    async def delete(self, game: str) -> None:
        """Take a table away with everything that was done and said there."""
        await self._do(self._delete, game)

    def _delete(self, game: str) -> None:
        with self._keeping(), self._engine.begin() as connection:
            delete_table(connection, game)

    async def expire(self, days: int) -> list[str]:
        """Take away the tables that nobody has opened since they were made so many days ago."""
        return await self._do(self._expire, days)

    def _expire(self, days: int) -> list[str]:
        with self._keeping(), self._engine.begin() as connection:
            return take_unopened(connection, days)

    async def table(self, id: str) -> TableRow | None:
        """The table of that id."""
        rows = await self._rows(sa.select(tables).where(tables.c.id == id))
        return TableRow(*rows[0]) if rows else None

    async def seats_of(self, game: str) -> list[SeatRow]:
        """The seats of a table in their order."""
        wanted = sa.select(seats).where(seats.c.game == game).order_by(seats.c.place)
        return [SeatRow(*row) for row in await self._rows(wanted)]

    async def seat(self, game: str, token_hash: str) -> SeatRow | None:
        """The seat that this token holds at this table."""
        wanted = sa.select(seats).where(seats.c.token_hash == token_hash, seats.c.game == game)
        rows = await self._rows(wanted)
        return SeatRow(*rows[0]) if rows else None

    async def seats_held(
        self, key_hash: str, game: str = "", first: int = 0, count: int = 200
    ) -> list[tuple[SeatRow, TableRow]]:
        """The seats on a browser's list with their tables, the latest activity first; of a game if named."""
        latest = sa.func.coalesce(activity.c.at, tables.c.created)
        wanted = (
            sa.select(seats, tables)
            .join(holders, holders.c.token_hash == seats.c.token_hash)
            .join(tables, tables.c.id == seats.c.game)
            .outerjoin(activity, activity.c.game == tables.c.id)
            .where(holders.c.key_hash == key_hash, tables.c.id == game if game else sa.true())
            .order_by(latest.desc(), tables.c.created.desc(), tables.c.id, seats.c.place)
            .limit(count)
            .offset(first)
        )
        return [(SeatRow(*row[:5]), TableRow(*row[5:])) for row in await self._rows(wanted)]

    async def hold(self, key_hash: str, token_hash: str) -> None:
        """Put a seat on a browser's list; twice is once."""
        await self._do(self._hold, key_hash, token_hash)

    def _hold(self, key_hash: str, token_hash: str) -> None:
        try:
            with self._keeping(), self._engine.begin() as connection:
                connection.execute(sa.insert(holders), {"key_hash": key_hash, "token_hash": token_hash})
        except IntegrityError:
            return

    async def renew_seat(self, old: SeatRow, new: SeatRow, key_hash: str = "", code_hash: str = "") -> None:
        """The seat has another secret from now on, and is on no list but that of this key.

        `code_hash`: its secret is that of an invitation with a code.
        """
        await self._do(self._renew_seat, old, new, key_hash, code_hash)

    def _renew_seat(self, old: SeatRow, new: SeatRow, key_hash: str, code_hash: str) -> None:
        with self._keeping(), self._engine.begin() as connection:
            _change_seat(connection, old, new)
            if key_hash:
                held = {"key_hash": key_hash, "token_hash": new.token_hash}
                connection.execute(sa.insert(holders), held)
            if code_hash:
                _add_code(connection, new.token_hash, code_hash)

    async def take_seat(self, row: SeatRow, token_hash: str, key_hash: str) -> bool:
        """Whoever was invited sits down with a secret of his own; False where somebody else was first."""
        return await self._do(self._take_seat, row, token_hash, key_hash)

    def _take_seat(self, row: SeatRow, token_hash: str, key_hash: str) -> bool:
        new = row._replace(token_hash=token_hash, kind="friend")
        with self._keeping(), self._engine.begin() as connection:
            if not _change_seat(connection, row, new):
                return False
            if key_hash:
                connection.execute(sa.insert(holders), {"key_hash": key_hash, "token_hash": token_hash})
        return True

    async def try_code(self, token_hash: str, code_hash: str, most: int) -> int:
        """`most` where this is the code of an invitation; else the tries left, -1 if there were none."""
        return await self._do(self._try_code, token_hash, code_hash, most)

    def _try_code(self, token_hash: str, code_hash: str, most: int) -> int:
        here = invitations.c.token_hash == token_hash
        with self._keeping(), self._engine.begin() as connection:
            # Counted before it is compared: those who try at once are all counted.
            counted = sa.update(invitations).where(here & (invitations.c.tries < most))
            if not connection.execute(counted.values(tries=invitations.c.tries + 1)).rowcount:
                return NOTHING
            kept, tries = connection.execute(
                sa.select(invitations.c.code_hash, invitations.c.tries).where(here)
            ).one()
            return most if kept == code_hash else most - int(tries)

    async def _rows(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        return await self._do(self._select, wanted)

    def _select(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        with self._on_line() as connection:
            return connection.execute(wanted).all()


def _add_code(connection: sa.Connection, token_hash: str, code_hash: str) -> None:
    row = {"token_hash": token_hash, "code_hash": code_hash, "tries": 0}
    connection.execute(sa.insert(invitations), row)


def _change_seat(connection: sa.Connection, old: SeatRow, new: SeatRow) -> bool:
    """Put a seat in the place of what it was; False where it is another by now. It leaves all lists."""
    was = seats.c.token_hash == old.token_hash
    changed = sa.update(seats).where(was & (seats.c.kind == old.kind))
    if not connection.execute(changed.values(token_hash=new.token_hash, kind=new.kind)).rowcount:
        return False
    connection.execute(sa.delete(holders).where(holders.c.token_hash == old.token_hash))
    connection.execute(sa.delete(invitations).where(invitations.c.token_hash == old.token_hash))
    return True


def _add(connection: sa.Connection, rows: Sequence[EventRow]) -> None:
    """Add events with one statement."""
    text = _append(connection.dialect.paramstyle, len(rows))
    connection.exec_driver_sql(text, tuple(chain.from_iterable(rows)))


def _settle(done: asyncio.Future[None], problem: Exception | None) -> None:
    """Tell the one who waits; it may have gone meanwhile."""
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _inode(file: Path | None) -> tuple[int, int]:
    """Which file lies at a path; none at all is no file of any disk."""
    if file is None:
        return (0, 0)
    try:
        found = file.stat()
    except OSError:
        return (NOTHING, NOTHING)
    return found.st_dev, found.st_ino
