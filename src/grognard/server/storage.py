"""Where games are kept: tables, seats, and one row for each event. SQLite or PostgreSQL, the same statements.

Events are appended with (game, seq) as their key, so that of two writers of the same place one fails.
What all games append during one commit goes into the next; an append returns when it is on disk.

One thread talks to the database, and a commit is one call there and back. A busy event loop takes its time
for each turn, so a driver that came back to it after every statement would keep all players waiting.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from grognard.play.errors import InputError

_P = ParamSpec("_P")
_T = TypeVar("_T")

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

    def __init__(self, address: str) -> None:
        self._engine = _engine(address)
        self._at_once = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._thread = ThreadPoolExecutor(1, "storage")
        self._waiting: list[_Append] = []
        self._is_writing = False
        self._loop: asyncio.AbstractEventLoop
        self.batch = 1
        """How many answers the last commit held: how busy the server is."""

    async def open(self) -> None:
        """Make what is missing."""
        self._loop = asyncio.get_running_loop()
        await self._do(_meta.create_all, self._engine)

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        while self._is_writing:
            await asyncio.sleep(0.001)
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
        return [None] * len(batch)

    def _insert(self, rows: list[EventRow]) -> None:
        if len(rows) <= _MOST_ROWS:
            # A single statement is all or nothing by itself, and the loop is not held up for another.
            with self._at_once.connect() as connection:
                _add(connection, rows)
            return
        with self._engine.begin() as connection:
            for first in range(0, len(rows), _MOST_ROWS):
                _add(connection, rows[first : first + _MOST_ROWS])

    async def events_of(self, game: str) -> list[EventRow]:
        """Every event of a game, in order."""
        wanted = sa.select(events).where(events.c.game == game).order_by(events.c.seq)
        return [EventRow(*row) for row in await self._rows(wanted)]

    # -- tables and seats -------------------------------------------------------------------------

    async def add_table(self, table: TableRow, new_seats: Sequence[SeatRow], key_hash: str) -> None:
        """A new table with its seats; the ones that are not a friend's go on the maker's list."""
        mine = [seat for seat in new_seats if seat.kind == "me"] or [new_seats[-1]]
        held = [{"key_hash": key_hash, "token_hash": seat.token_hash} for seat in mine if key_hash]
        await self._do(self._add_table, table, new_seats, held)

    def _add_table(self, table: TableRow, new_seats: Sequence[SeatRow], held: list[dict[str, str]]) -> None:
        with self._engine.begin() as connection:
            connection.execute(sa.insert(tables), table._asdict())
            connection.execute(sa.insert(seats), [seat._asdict() for seat in new_seats])
            if held:
                connection.execute(sa.insert(holders), held)

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
        await self._do(self._hold, key_hash, token_hash)

    def _hold(self, key_hash: str, token_hash: str) -> None:
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(holders), {"key_hash": key_hash, "token_hash": token_hash})
        except IntegrityError:
            return

    async def _rows(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        return await self._do(self._select, wanted)

    def _select(self, wanted: sa.Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(wanted).all()


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


def check(address: str) -> None:
    """Raise InputError unless games can be kept there."""
    try:
        engine = _engine(address)
        _meta.create_all(engine)
        engine.dispose()
    except ModuleNotFoundError as problem:
        raise InputError(f"{problem.name}, the driver of that database, is missing", _DRIVERS) from problem
    except SQLAlchemyError as problem:
        why = str(problem.orig if isinstance(problem, DBAPIError) else problem).splitlines()[0]
        raise InputError(f"games cannot be kept in {_shown(address)}: {why}", _ADDRESSES) from problem


_DRIVERS: Final = "install it, or for PostgreSQL: pip install pg8000 and postgresql+pg8000://…"
_ADDRESSES: Final = "name a file in a folder you may write to, or a database that runs"


def _shown(address: str) -> str:
    """The address without its password."""
    try:
        return sa.make_url(address).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return "that database"


def _engine(address: str) -> sa.Engine:
    engine = sa.create_engine(address)
    if not address.startswith("sqlite"):
        return engine

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        # FULL: a commit is on the disk itself, so that not even a power cut loses what was acknowledged.
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.close()

    return engine
