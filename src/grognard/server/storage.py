"""Where games are kept: tables, seats, and one row for each event. SQLite or PostgreSQL, the same statements.

Events are appended with (game, seq) as their key, so that of two writers of the same place one fails.
One writer gathers the appends of all games into a commit; an append returns when it is on disk.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

_meta = sa.MetaData()

tables = sa.Table(
    "tables",
    _meta,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
seats = sa.Table(
    "seats",
    _meta,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("sides", sa.String(40), nullable=False),
)
holders = sa.Table(
    "holders",
    _meta,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("token_hash", sa.String(64), primary_key=True),
)
events = sa.Table(
    "events",
    _meta,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


_MOST_ROWS: Final = 100
"""Rows of one statement."""


@lru_cache
def _append(style: str, count: int) -> str:
    """The statement that adds so many events, in the driver's own style; plain text, as it is the hottest.

    All rows in one: SQLite lets go of the interpreter for each statement and then waits to get it back.
    """
    marks = [_MARKS.get(style) or f"${place}" for place in range(1, 4 * count + 1)]
    rows = ", ".join(f"({', '.join(marks[first : first + 4])})" for first in range(0, len(marks), 4))
    return f"INSERT INTO events (game, seq, side, body) VALUES {rows}"


_MARKS: Final = {"qmark": "?", "format": "%s", "pyformat": "%s"}


class TableRow(NamedTuple):
    """A table as it was set up."""

    id: str
    header: bytes
    setup: bytes
    created: int


class SeatRow(NamedTuple):
    """A seat: its place at the table, what it is, and the sides it plays as text ("0,1")."""

    token_hash: str
    game: str
    place: int
    kind: str
    sides: str

    @property
    def numbers(self) -> list[int]:
        """The sides as numbers."""
        return [int(side) for side in self.sides.split(",") if side]


class EventRow(NamedTuple):
    """One event of a game."""

    game: str
    seq: int
    side: int
    body: bytes


class Conflict(Exception):
    """Somebody else has written this place of the game already."""


class _Append(NamedTuple):
    rows: Sequence[EventRow]
    done: asyncio.Future[None]


class Storage:
    """The one module that talks to a database."""

    def __init__(self, address: str, pause: float = 0.0) -> None:
        self._engine = _engine(address)
        self._pause = pause
        self._waiting: list[_Append] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._line: AsyncConnection | None = None
        """The writer's own connection."""
        self.batch = 1
        """How many answers the last commit held: how busy the server is."""

    async def open(self) -> None:
        """Make what is missing and start the writer."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_meta.create_all)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        while self._waiting:
            await asyncio.sleep(0.001)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        if self._line is not None:
            await self._line.close()
        await self._engine.dispose()

    # -- events -----------------------------------------------------------------------------------

    async def append(self, rows: Sequence[EventRow]) -> None:
        """Add events to the end of a game, all or none. They are on disk when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Append(rows, done))
        self._wake.set()
        await done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                self.batch = len(batch)
                await self._commit(batch)
                if len(batch) > 2 and self._pause:
                    # Many play at once: let more answers gather, since a commit costs as much as several.
                    await asyncio.sleep(self._pause)

    async def _commit(self, batch: list[_Append]) -> None:
        try:
            await self._insert([row for append in batch for row in append.rows])
        except Exception as problem:
            if len(batch) > 1:
                # One game's trouble is not the others'.
                for append in batch:
                    await self._commit([append])
                return
            wrong = Conflict(batch[0].rows[0].game) if isinstance(problem, IntegrityError) else problem
            _settle(batch[0].done, wrong)
            return
        for append in batch:
            _settle(append.done, None)

    async def _insert(self, rows: list[EventRow]) -> None:
        if self._line is None:
            self._line = await self._engine.connect()
        try:
            async with self._line.begin():
                for first in range(0, len(rows), _MOST_ROWS):
                    some = rows[first : first + _MOST_ROWS]
                    text = _append(self._engine.dialect.paramstyle, len(some))
                    await self._line.exec_driver_sql(text, tuple(value for row in some for value in row))
        except IntegrityError:
            raise
        except Exception:
            # The database may have gone away: the next commit tries a new connection.
            line, self._line = self._line, None
            await line.close()
            raise

    async def events_of(self, game: str) -> list[EventRow]:
        """Every event of a game, in order."""
        wanted = sa.select(events).where(events.c.game == game).order_by(events.c.seq)
        return [EventRow(*row) for row in await self._rows(wanted)]

    # -- tables and seats -------------------------------------------------------------------------

    async def add_table(self, table: TableRow, new_seats: Sequence[SeatRow], key_hash: str) -> None:
        """A new table with its seats; the ones that are not a friend's go on the maker's list."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.insert(tables), table._asdict())
            await connection.execute(sa.insert(seats), [seat._asdict() for seat in new_seats])
            held = [{"key_hash": key_hash, "token_hash": s.token_hash} for s in new_seats if s.kind == "me"]
            if not held:
                held = [{"key_hash": key_hash, "token_hash": new_seats[-1].token_hash}]
            if key_hash:
                await connection.execute(sa.insert(holders), held)

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
        self, key_hash: str, game: str = "", limit: int = 200
    ) -> list[tuple[SeatRow, TableRow]]:
        """The seats on a browser's list with their tables, the newest first; those of one game if named."""
        wanted = (
            sa.select(seats, tables)
            .join(holders, holders.c.token_hash == seats.c.token_hash)
            .join(tables, tables.c.id == seats.c.game)
            .where(holders.c.key_hash == key_hash, tables.c.id == game if game else sa.true())
            .order_by(tables.c.created.desc(), tables.c.id)
            .limit(limit)
        )
        return [(SeatRow(*row[:5]), TableRow(*row[5:])) for row in await self._rows(wanted)]

    async def hold(self, key_hash: str, token_hash: str) -> None:
        """Put a seat on a browser's list; twice is once."""
        try:
            async with self._engine.begin() as connection:
                row = {"key_hash": key_hash, "token_hash": token_hash}
                await connection.execute(sa.insert(holders), row)
        except IntegrityError:
            return

    async def _rows(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        async with self._engine.connect() as connection:
            found: Sequence[Any] = (await connection.execute(wanted)).all()
            return found


def _settle(done: asyncio.Future[None], problem: Exception | None) -> None:
    """Tell the one who waits; it may have gone meanwhile."""
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def _engine(address: str) -> AsyncEngine:
    engine = create_async_engine(address)
    if not address.startswith("sqlite"):
        return engine

    @sa.event.listens_for(engine.sync_engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # FULL: a commit is on the disk itself, so that not even a power cut loses what was acknowledged.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    return engine
