"""A table as a file: written on one machine, taken up on another, with seats, chat and every answer."""

import re
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec import Meta
from sqlalchemy.exc import IntegrityError

from grognard import __version__
from grognard.ai.players import make_player
from grognard.core.text import printable
from grognard.play.errors import InputError, RecordError
from grognard.play.header import Header
from grognard.play.record import MAX_BYTES, MAX_HEADER, MAX_LINE, read_header
from grognard.server.store.database import (
    EventRow,
    SeatRow,
    TableRow,
    check,
    check_there,
    engine_of,
    events,
    insert_table,
    seats,
    tables,
)
from grognard.server.store.dice_seeds import ELSEWHERE, KeptSeed, insert_seeds, read_seeds
from grognard.server.store.table_events import UNREADABLE, CannotGoOn, read_events
from grognard.server.store.tokens import hashed, new_token
from grognard.server.table.cards import closed_card
from grognard.server.table.invitations import INVITED, UNTAKEN
from grognard.server.table.replaying import Replay, play_again
from grognard.server.table.seating import TableSetup

FORMAT: Final = "grognard-table"
VERSION: Final = 1
MOST_PACE: Final = 10_000
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


class SeatLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat: the hash of its secret, so that links hold where the table goes."""

    token_hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    place: Annotated[int, Meta(ge=0, le=100)]
    kind: Annotated[str, Meta(pattern="^(me|friend|watch|invited|coded)$")]
    sides: Annotated[str, Meta(pattern="^([0-9]{1,2}(,[0-9]{1,2})*)?$")]


class TableLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of the file: the table without its events."""

    format: str
    version: int
    grognard: str
    id: str
    created: int
    header: msgspec.Raw
    setup: TableSetup
    seats: Annotated[list[SeatLine], Meta(min_length=1, max_length=32)]
    seeds: Annotated[list[bytes], Meta(max_length=10_000)] = []
    """Of fair dice: the seeds of the server's chains. Where the table goes a new chain is laid down."""


class EventLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every other line: an event as the storage keeps it."""

    side: Annotated[int, Meta(ge=-1, le=15)]
    body: msgspec.Raw


class Listed(msgspec.Struct, frozen=True):
    """A table as the list shows it, and whether this program can go on with it."""

    table: str
    game: str
    scenario: str
    created: int
    events: int
    goes_on: bool
    why: str
    needs: str


class Moved(NamedTuple):
    """A table that was written or taken up, and the new links to its seats, if they were wanted."""

    title: str
    answers: int
    links: list[str]


# -- the list ---------------------------------------------------------------------------------------


def list_tables(address: str) -> list[Listed]:
    """Every table there, the newest first; each is played again, so that one knows before an update."""
    check_there(address)
    engine = engine_of(address)
    with engine.connect() as connection:
        wanted = sa.select(tables).order_by(tables.c.created.desc(), tables.c.id)
        found = [_listed(connection, TableRow(*row)) for row in connection.execute(wanted).all()]
    engine.dispose()
    return found


def _listed(connection: sa.Connection, row: TableRow) -> Listed:
    rows = events_of(connection, row.id)
    seat = SeatRow("", row.id, 0, "watch", "")
    try:
        play_again(header_of(row.header), rows)
        problem = CannotGoOn("")
    except CannotGoOn as found:
        problem = found
    card = closed_card(seat, row, problem)
    why, needs = problem.what, problem.needs
    return Listed(row.id, card.game, card.scenario, card.created, len(rows), not why, why, needs)


def header_of(stored: bytes) -> Header:
    """The header of a table. Raises CannotGoOn."""
    try:
        return read_header(stored, "table")
    except RecordError as problem:
        raise CannotGoOn("its header cannot be read") from problem


def events_of(connection: sa.Connection, id: str) -> list[EventRow]:
    """The events of a table in their order."""
    wanted = sa.select(events).where(events.c.game == id).order_by(events.c.seq)
    return [EventRow(*row) for row in connection.execute(wanted)]


# -- writing ----------------------------------------------------------------------------------------


def export_table(address: str, id: str) -> bytes:
    """A table as a file holds it. Raises InputError."""
    check_there(address)
    engine = engine_of(address)
    with engine.connect() as connection:
        row = connection.execute(sa.select(tables).where(tables.c.id == id)).first()
        if row is None:
            raise InputError(f"there is no table '{id[:40]}'", "grognard export lists them")
        wanted = sa.select(seats).where(seats.c.game == id).order_by(seats.c.place)
        its_seats = [SeatRow(*seat) for seat in connection.execute(wanted)]
        its_events = events_of(connection, id)
        seeds = [one.seed for one in read_seeds(connection, id)]
    engine.dispose()
    return _text(TableRow(*row), its_seats, its_events, seeds)


def _text(table: TableRow, its_seats: list[SeatRow], its_events: list[EventRow], seeds: list[bytes]) -> bytes:
    encode = msgspec.json.encode
    try:
        read_events(its_events)
        read_header(table.header, "table")
        first = TableLine(
            FORMAT,
            VERSION,
            __version__,
            table.id,
            table.created,
            msgspec.Raw(table.header),
            msgspec.json.decode(table.setup, type=TableSetup),
            [SeatLine(one.token_hash, one.place, one.kind, one.sides) for one in its_seats],
            seeds,
        )
        rest = [EventLine(one.side, msgspec.Raw(one.body)) for one in its_events]
        return b"\n".join([encode(first), *map(encode, rest)]) + b"\n"
    except (*UNREADABLE, CannotGoOn, RecordError) as problem:
        fix = "its players can save its record"
        raise InputError(f"table {table.id} cannot be read by this program", fix) from problem


# -- reading ----------------------------------------------------------------------------------------


def import_table(address: str, source: Path, new_links: bool = False) -> Moved:
    """Take a table up that was written elsewhere. Raises InputError, and then nothing was kept."""
    first, its_events = _read(source)
    header = bytes(first.header)
    told = _checked(source.name, first, its_events)
    tokens = [new_token() if new_links else "" for _ in first.seats]
    its_seats = [
        SeatRow(
            hashed(token) if token else one.token_hash,
            first.id,
            one.place,
            # A new link needs no code of before.
            INVITED if token and one.kind in UNTAKEN else one.kind,
            one.sides,
        )
        for one, token in zip(first.seats, tokens, strict=True)
    ]
    table = TableRow(first.id, header, msgspec.json.encode(first.setup), first.created)
    check(address)
    engine = engine_of(address)
    try:
        with engine.begin() as connection:
            insert_table(connection, table, its_seats, its_events)
            insert_seeds(connection, first.id, [KeptSeed(seed, ELSEWHERE) for seed in first.seeds])
    except IntegrityError as problem:
        raise InputError(f"table {first.id} is here already", "it can be taken up once") from problem
    finally:
        engine.dispose()
    names = [
        " and ".join(told.match.system.sides[side] for side in seat.numbers) or "onlookers"
        for seat in its_seats
    ]
    pages = ["i" if seat.kind in UNTAKEN else "t" for seat in its_seats]
    links = [
        f"{name}: /#/{page}/{first.id}/{token}"
        for name, page, token in zip(names, pages, tokens, strict=True)
        if token
    ]
    return Moved(told.match.system.title, len(told.match.answers), links)


def _read(source: Path) -> tuple[TableLine, list[EventRow]]:
    """The lines of a file, each of the right kind."""
    name = source.name or str(source)
    if not source.is_file():
        raise InputError(f"{name} is no file", "name one that grognard export wrote")
    with source.open("rb") as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(f"{name} is larger than {MAX_BYTES:,} bytes", "no game is that long")
    lines = data.split(b"\n")
    if lines.pop() != b"" or not lines or len(lines[0]) > MAX_HEADER:
        raise InputError(f"{name} breaks off, or is no table", "copy it again")
    number = 0
    try:
        first = msgspec.json.decode(lines[0], type=TableLine)
        its_events: list[EventRow] = []
        for number, line in enumerate(lines[1:], 1):
            if len(line) > MAX_LINE:
                raise InputError(f"{name}: line {number + 1} is too long", "this is no table")
            event = msgspec.json.decode(line, type=EventLine)
            its_events.append(EventRow(first.id, number - 1, event.side, bytes(event.body)))
    except UNREADABLE as problem:
        what = printable(str(problem)[:200])
        raise InputError(
            f"{name}: line {number + 1}: {what}", "grognard export writes such files"
        ) from problem
    if first.format != FORMAT or first.version != VERSION:
        fix = f"it was written by grognard {printable(first.grognard[:20])}"
        raise InputError(f"{name} is no table that this program reads", fix)
    return first, its_events


def _checked(name: str, first: TableLine, its_events: list[EventRow]) -> Replay:
    """The match of a table whose parts fit together. Raises InputError."""
    places = [seat.place for seat in first.seats]
    if _ID.fullmatch(first.id) is None or len(set(places)) < len(places) or first.created < 0:
        raise InputError(f"{name}: the table or its seats are not what they should be", "export it again")
    try:
        told = play_again(header_of(bytes(first.header)), its_events, checked=1)
    except CannotGoOn as problem:
        raise InputError(f"{name}: this program cannot go on with it: {problem}") from problem
    people = first.setup.people()
    sides = [side for seat in first.seats for side in SeatRow("", "", 0, "", seat.sides).numbers]
    is_whole = len(first.setup.sides) == len(told.match.system.sides) and len(set(sides)) == len(sides)
    if not is_whole or not set(sides) <= set(people) or not 0 <= first.setup.pace <= MOST_PACE:
        raise InputError(f"{name}: its seats are not those of {told.match.system.title}", "export it again")
    for who in first.setup.sides:
        if who.by == "computer":
            make_player(who.level, told.match.system)
    return told
