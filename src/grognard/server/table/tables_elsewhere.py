"""Tables that other workers serve, as far as lists of games tell of them: read from the disk, not played."""

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from grognard.core.flow.flow import AnyGame
from grognard.play.header import Header, read_choice
from grognard.play.registry import find_system
from grognard.server.store.database import EventRow
from grognard.server.store.storage import Storage
from grognard.server.store.table_events import Undone, answers_in_force, readable
from grognard.server.table.replaying import play_again, start_again
from grognard.server.table.thread_pools import run_in


class _Seen(NamedTuple):
    """What the first so many events of a table come to."""

    events: int
    game: AnyGame
    """Never played on: whoever wants to go on takes a copy."""


class TablesElsewhere:
    """The games of tables elsewhere. One that has gone on is played on from where it was seen last."""

    def __init__(self, storage: Storage, pool: ThreadPoolExecutor, most: int) -> None:
        self._storage = storage
        self._pool = pool
        self._most = most
        self._seen: OrderedDict[str, _Seen] = OrderedDict()

    async def game(self, table: str, header: Header) -> AnyGame:
        """The game of a table as it was when last written. Raises CannotGoOn."""
        known = self._seen.get(table)
        if known is None or known.events != await self._storage.how_many_events(table):
            known = self._seen[table] = await self._look(table, header, known)
        self._seen.move_to_end(table)
        if len(self._seen) > self._most:
            self._seen.popitem(last=False)
        return known.game

    async def _look(self, table: str, header: Header, known: _Seen | None) -> _Seen:
        if known is not None:
            later = await self._storage.events_of(table, known.events)
            seen = await run_in(self._pool, _played_on, header, known, later)
            if seen is not None:
                return seen
        rows = await self._storage.events_of(table)
        return await run_in(self._pool, _played, header, rows)


def _played(header: Header, rows: Sequence[EventRow]) -> _Seen:
    """What all events of a table come to. Raises CannotGoOn, as its own worker would."""
    seen = _played_on(header, _Seen(0, start_again(header).game), rows)
    return seen or _Seen(len(rows), play_again(header, rows).match.game)


def _played_on(header: Header, known: _Seen, later: Sequence[EventRow]) -> _Seen | None:
    """What a table has come to with later events; None where that takes more than playing them."""
    events = readable(later, known.events)
    is_taken_back = known.events and any(isinstance(one, Undone) for one in events)
    if len(events) < len(later) or is_taken_back:
        return None
    system, game = find_system(header.game), known.game.copy()
    answers = answers_in_force(later, events)
    try:
        for one in answers:
            game.play(read_choice(system, game.pos, one.do), one.side)
    except Exception:
        # Whatever a rule of today makes of an answer of yesterday.
        return None
    if answers and answers[-1].hash not in ("", game.pos.hash()):
        return None
    return _Seen(known.events + len(later), game)
