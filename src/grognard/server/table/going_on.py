"""Tables that cannot be gone on with as they were: their players, or who runs the server, let them go on."""

from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from grognard.core.position import NOTHING
from grognard.play.build import program
from grognard.play.header import Header
from grognard.server.messages.table_bodies import OnwardOut
from grognard.server.store.database import EventRow, SeatRow
from grognard.server.store.storage import Storage
from grognard.server.store.table_events import Agreed, Continued, Kept, encode_event, read_events
from grognard.server.table.replaying import Onward, play_onward
from grognard.server.table.thread_pools import run_in

_MOST_SEEN: Final = 200


class GoingOn:
    """How closed tables would go on, and who has agreed to it."""

    def __init__(self, storage: Storage, pool: ThreadPoolExecutor) -> None:
        self._storage = storage
        self._pool = pool
        self._seen: OrderedDict[str, tuple[int, Onward]] = OrderedDict()

    async def offer(self, seat: SeatRow, header: Header) -> OnwardOut:
        """What a seat is told of how its table would go on. Raises CannotGoOn where it cannot at all."""
        rows, onward = await self._look(seat.game, header)
        agreed = agreed_by(read_events(rows))
        due = await self._players(seat.game)
        return OnwardOut(
            edition=onward.match.system.edition,
            since=onward.since,
            is_whole=onward.course.is_whole,
            lost=sum(side in seat.numbers for side in onward.lost),
            agreed=seat.place in agreed,
            waits_for=len(due - agreed),
        )

    async def agree(self, seat: SeatRow, header: Header) -> bool:
        """A player agrees; True where the table goes on now, since all have. Raises CannotGoOn."""
        rows, onward = await self._look(seat.game, header)
        agreed = agreed_by(read_events(rows)) | {seat.place}
        made: list[Kept] = [Agreed(seat.place, "", program())]
        is_agreed = await self._players(seat.game) <= agreed
        if is_agreed:
            made.append(onward.event())
        await self._storage.append(
            [EventRow(seat.game, len(rows) + n, NOTHING, encode_event(one)) for n, one in enumerate(made)]
        )
        return is_agreed

    async def _players(self, table: str) -> set[int]:
        """The seats that must agree: those that play and have somebody in them."""
        seats = await self._storage.seats_of(table)
        return {one.place for one in seats if one.numbers and one.kind in ("me", "friend")}

    async def _look(self, table: str, header: Header) -> tuple[list[EventRow], Onward]:
        rows = await self._storage.events_of(table)
        known = self._seen.get(table)
        if known is None or known[0] != len(rows):
            known = len(rows), await run_in(self._pool, play_onward, header, rows)
            self._seen[table] = known
            if len(self._seen) > _MOST_SEEN:
                self._seen.popitem(last=False)
        return rows, known[1]


def agreed_by(events: Sequence[Kept]) -> set[int]:
    """The seats that have agreed to go on under the rules of this program."""
    found: set[int] = set()
    for kept in events:
        if isinstance(kept, Agreed) and kept.program == program():
            found.add(kept.seat)
        elif isinstance(kept, Continued):
            found.clear()
    return found
