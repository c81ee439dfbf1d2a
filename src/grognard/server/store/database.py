"""The database: its tables, their rows, and how it is opened. SQLite or PostgreSQL, the same statements."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from grognard.play.errors import InputError
from grognard.play.folders import data_file

META = sa.MetaData()

tables = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("setup", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)
seats = sa.Table(
    "seats",
    META,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False, index=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("sides", sa.String(40), nullable=False),
)
holders = sa.Table(
    "holders",
    META,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    sa.Column("token_hash", sa.String(64), primary_key=True),
)
invitations = sa.Table(
    "invitations",
    META,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("code_hash", sa.String(64), nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
)
activity = sa.Table(
    "activity",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""When something happened at a table, to the minute; tables of earlier versions have no row until then."""
pulse = sa.Table(
    "pulse",
    META,
    sa.Column("worker", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
"""What is written to see whether anything can be written."""
snapshots = sa.Table(
    "snapshots",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Of each table how it stood after so many of its events, so that it opens soon. Nobody needs it."""
events = sa.Table(
    "events",
    META,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("side", sa.SmallInteger, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)


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


def usual_file() -> Path:
    """Where games are kept if nothing else is said, its folder made if need be."""
    file = data_file()
    # Nobody else on the machine may read the secret orders in it.
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return file


def address_of(data: str) -> str:
    """The database that `--data` names: a file, an address, or nothing for the usual file."""
    return data if "://" in data else f"sqlite:///{data or usual_file()}"


def check_there(address: str) -> None:
    """Raise InputError unless games are kept there."""
    file = data_file_of(address)
    if file is not None and not file.is_file():
        raise InputError(f"no games are kept in {file}", "name the file with --data")
    check(address)


def check(address: str) -> None:
    """Raise InputError unless games can be kept there."""
    try:
        engine = engine_of(address)
        META.create_all(engine)
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


def insert_table(
    connection: sa.Connection, table: TableRow, its_seats: Sequence[SeatRow], its_events: Sequence[EventRow]
) -> None:
    """Add a table with its seats and events."""
    connection.execute(sa.insert(tables), table._asdict())
    connection.execute(sa.insert(seats), [seat._asdict() for seat in its_seats])
    if its_events:
        connection.execute(sa.insert(events), [event._asdict() for event in its_events])


def delete_table(connection: sa.Connection, game: str) -> bool:
    """Take a table away with seats, lists and everything said and done there; False where there is none."""
    its_seats = sa.select(seats.c.token_hash).where(seats.c.game == game)
    for kept in (holders, invitations):
        connection.execute(sa.delete(kept).where(kept.c.token_hash.in_(its_seats)))
    for kept in (seats, events, activity, snapshots):
        connection.execute(sa.delete(kept).where(kept.c.game == game))
    return bool(connection.execute(sa.delete(tables).where(tables.c.id == game)).rowcount)


def put_row(connection: sa.Connection, table: sa.Table, key: str, row: dict[str, int | str | bytes]) -> None:
    """Write a row in the place of the one of its key, or as the first."""
    changed = sa.update(table).where(table.c[key] == row[key]).values(**row)
    if not connection.execute(changed).rowcount:
        connection.execute(sa.insert(table), row)


def data_file_of(address: str) -> Path | None:
    """The file of an SQLite address; None for another database, or one in memory."""
    url = sa.make_url(address)
    name = url.database or ":memory:"
    is_file = url.get_backend_name() == "sqlite" and not name.startswith((":memory:", "file:"))
    return Path(name) if is_file else None


def is_of_one_process(address: str) -> bool:
    """Is it a database in the memory of whoever opens it, which no other process sees?"""
    url = sa.make_url(address)
    return url.get_backend_name() == "sqlite" and (url.database or ":memory:") == ":memory:"


def keep_private(file: Path) -> None:
    """Nobody but the owner may read it, as secret orders are in there; SQLite's helper files likewise."""
    # Where that cannot be, SQLite itself will say what is wrong with the path.
    with suppress(OSError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for one in (file, *(Path(f"{file}{ending}") for ending in ("-wal", "-shm"))):
        with suppress(OSError):
            # Who named a folder by mistake must still get into it.
            if one.is_file():
                one.chmod(0o600)


def engine_of(address: str) -> sa.Engine:
    """A way to talk to the database there."""
    # Parameters stay out of errors, and so out of logs: they hold the answers.
    engine = sa.create_engine(address, hide_parameters=True)
    file = data_file_of(address)
    if file is not None:
        keep_private(file)
    if engine.dialect.name != "sqlite":
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
