"""What whoever runs the server does with tables: let games of older rules go on, take away, forget."""

from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.server.store.database import (
    EventRow,
    TableRow,
    check_there,
    delete_table,
    engine_of,
    events,
    holders,
    seats,
    snapshots,
    tables,
)
from grognard.server.store.expiry import take_unopened
from grognard.server.store.table_events import CannotGoOn, Spoken, encode_event, readable
from grognard.server.table.export import events_of, header_of
from grognard.server.table.replaying import play_again, play_onward

FORGOTTEN: Final = "(deleted)"


class LetOn(NamedTuple):
    """A table that its rules had stranded, and what became of it."""

    table: str
    goes_on: bool
    told: str


def let_go_on(address: str, table: str = "") -> list[LetOn]:
    """Let a table go on under the rules of now, or all that are stranded; players need not agree.

    Nobody can play at such a table meanwhile, so the server may run. Raises InputError.
    """
    check_there(address)
    engine = engine_of(address)
    told: list[LetOn] = []
    with engine.begin() as connection:
        wanted = (
            sa.select(tables).where(tables.c.id == table if table else sa.true()).order_by(tables.c.created)
        )
        rows = [TableRow(*row) for row in connection.execute(wanted).all()]
        if table and not rows:
            raise InputError(f"there is no table '{table[:40]}'", "grognard export lists them")
        for row in rows:
            one = _let_on(connection, row)
            if one is not None:
                told.append(one)
    engine.dispose()
    return told


def _let_on(connection: sa.Connection, row: TableRow) -> LetOn | None:
    """One table; None where it goes on anyway."""
    its_events = events_of(connection, row.id)
    try:
        header = header_of(row.header)
        try:
            play_again(header, its_events)
            return None
        except CannotGoOn:
            onward = play_onward(header, its_events)
    except CannotGoOn as problem:
        return LetOn(row.id, False, str(problem))
    course, kept = onward.course, encode_event(onward.event())
    connection.execute(sa.insert(events), EventRow(row.id, len(its_events), NOTHING, kept)._asdict())
    rest = "all answers stand" if course.is_whole else f"{course.kept} of {course.answers} answers stand"
    edition = onward.match.system.edition
    return LetOn(row.id, True, f"edition {edition} of the rules from answer {course.since} on; {rest}")


def take_away(address: str, table: str) -> None:
    """Delete a table for good. Nobody should sit at it. Raises InputError where there is none."""
    check_there(address)
    engine = engine_of(address)
    with engine.begin() as connection:
        is_gone = delete_table(connection, table)
    engine.dispose()
    if not is_gone:
        raise InputError(f"there is no table '{table[:40]}'", "grognard export lists them")


def expire(address: str, days: int) -> list[str]:
    """Delete the tables that nobody has opened since they were made so many days ago."""
    if days < 1:
        raise InputError(f"{days} days", "1 or more")
    check_there(address)
    engine = engine_of(address)
    with engine.begin() as connection:
        gone = take_unopened(connection, days)
    engine.dispose()
    return gone


def forget(address: str, table: str, place: int = NOTHING) -> int:
    """Delete what a seat has said at a table and on whose lists it is; without a place that of all.

    Returns how many lines were said. The game itself stays: its answers are the other players' too.
    """
    check_there(address)
    engine = engine_of(address)
    said = 0
    with engine.begin() as connection:
        rows = events_of(connection, table)
        for row, kept in zip(rows, readable(rows), strict=False):
            if isinstance(kept, Spoken) and kept.by != "table" and place in (NOTHING, kept.seat):
                empty = encode_event(msgspec.structs.replace(kept, text=FORGOTTEN))
                here = (events.c.game == table) & (events.c.seq == row.seq)
                connection.execute(sa.update(events).where(here).values(body=empty))
                said += 1
        its = (seats.c.game == table) & (sa.true() if place < 0 else seats.c.place == place)
        listed = sa.select(seats.c.token_hash).where(its)
        # What was said is in it too.
        connection.execute(sa.delete(snapshots).where(snapshots.c.game == table))
        connection.execute(sa.delete(holders).where(holders.c.token_hash.in_(listed)))
        is_there = connection.execute(sa.select(tables.c.id).where(tables.c.id == table)).first()
    engine.dispose()
    if is_there is None:
        raise InputError(f"there is no table '{table[:40]}'", "grognard export lists them")
    return said
