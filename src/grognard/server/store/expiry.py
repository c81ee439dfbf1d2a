"""Tables that nobody has ever opened, and how they go."""

from time import time
from typing import Final

import sqlalchemy as sa

from grognard.server.store.database import EventRow, activity, delete_table, events, tables
from grognard.server.store.table_events import readable

_DAY: Final = 86_400


def take_unopened(connection: sa.Connection, days: int) -> list[str]:
    """Delete the tables made so many days ago at which nobody has sat down since; which they were."""
    opened = sa.select(activity.c.game)
    wanted = sa.select(tables.c.id).where(
        tables.c.created < int(time()) - days * _DAY, tables.c.id.not_in(opened)
    )
    old = [str(row[0]) for row in connection.execute(wanted.order_by(tables.c.created))]
    gone = [game for game in old if not _was_played(connection, game)]
    for game in gone:
        delete_table(connection, game)
    return gone


def _was_played(connection: sa.Connection, game: str) -> bool:
    """Did anybody answer or say something? Earlier versions took no note of who sat down."""
    wanted = sa.select(events).where(events.c.game == game).order_by(events.c.seq)
    rows = [EventRow(*row) for row in connection.execute(wanted)]
    kept = readable(rows)
    # What cannot be read was written by somebody.
    return len(kept) < len(rows) or any(one.seat >= 0 for one in kept)
