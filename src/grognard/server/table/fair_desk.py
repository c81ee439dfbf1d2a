"""Fair dice at one table: who is asked for a value when, what is kept of it, and what pages are told.

A call is on disk before anybody hears of it, so that after a crash the same values are asked for again.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING
from grognard.play.dice.arithmetic import leads, to_bytes
from grognard.play.dice.counts import PlaceCount, count_calls
from grognard.play.dice.events import Called, DiceEvent, Mixed
from grognard.play.dice.lines import SERVER, CallLine, as_text, decode_line
from grognard.play.dice.table import FairTable
from grognard.server.messages.from_client import DiceSeen
from grognard.server.messages.from_server import (
    DiceCall,
    DiceLines,
    DiceTable,
    MyChain,
    Refused,
    Trouble,
    encode,
)
from grognard.server.store.dice_seeds import KeptSeed, add_seed, seeds_of
from grognard.server.store.storage import NotKept, Storage
from grognard.server.store.table_events import UNREADABLE, Answered, Drawn, Kept, Reply
from grognard.server.table import to_wire
from grognard.server.table.seating import Guest, HeldSeat
from grognard.server.table.table_match import TableMatch

log = logging.getLogger("grognard.server")

LATE_AFTER: Final = 5.0
"""Seconds for which a roll waits for the values of others who are here."""

Tell = Callable[[Reply | Refused | Trouble], None]
Made = list[tuple[int, Kept]]
"""Events with the side that made each."""


class Table(Protocol):
    """A table, as far as its dice know it."""

    id: str
    match: TableMatch

    async def change_dice(
        self,
        act: Callable[[], bool],
        seat: HeldSeat | None = None,
        id: str = "",
        message: tuple[object, ...] = (),
        tell: Tell | None = None,
    ) -> None:
        """Carry out what changes the dice; `act` says whether the game goes on by itself then."""


class FairDesk:
    """The dice of one table, between its match, its disk and its guests."""

    def __init__(
        self, table: Table, fair: FairTable, storage: Storage, late_after: float = LATE_AFTER
    ) -> None:
        self.fair = fair
        self._table = table
        self._storage = storage
        self._late_after = late_after
        self._kept: list[KeptSeed] = []
        self._pages: dict[Guest, bool] = {}
        """The pages that know of fair dice: has each the key of its seat's chain?"""
        self._told: dict[Guest, int] = {}
        """How many lines each has been sent."""
        self._late: set[int] = set()
        """Places whose pages let a call pass: they are not here until they say something."""
        self._made: list[tuple[int, DiceEvent]] = []
        """What has happened since the change began: after how many answers, and what."""
        self._draws: dict[int, tuple[int, ...]] = {}
        self._sender = NOTHING
        self._asked: set[int] = set()
        self._heard_missing: list[int] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._timed = 0
        """The call that the clock runs for."""
        self._is_author_asked = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_busy(self) -> bool:
        """Is something under way here?"""
        return self._timer is not None or bool(self._tasks)

    def renew(self, fair: FairTable) -> None:
        """The table was read again from its events."""
        fair.seeds = self.fair.seeds
        self.fair = fair
        self._made, self._draws = [], {}
        self._stop_clock()
        self._timed = 0

    async def start(self) -> None:
        """When the table opens: see to it that the server's chain is one of this copy of the data."""
        self._kept, copy = await seeds_of(self._storage, self._table.id)
        count = self.fair.course.server_chains
        self.fair.seeds = [one.seed for one in self._kept[:count]]
        is_ours = 0 < count <= len(self._kept) and self._kept[count - 1].copy == copy
        if not is_ours:
            await self._new_server_chain()
        await self._table.change_dice(self._goes_on)

    async def _new_server_chain(self) -> None:
        count = self.fair.course.server_chains
        made = await add_seed(self._storage, self._table.id, max(count, len(self._kept[:count])))

        def act() -> bool:
            self._kept[count:] = [made]
            self.fair.seeds[count:] = [made.seed]
            self._happen(*self.fair.lay_server(made.seed))
            return True

        await self._table.change_dice(act)

    def stop(self) -> None:
        """Wait for nobody any more."""
        self._stop_clock()
        for task in list(self._tasks):
            task.cancel()

    # -- a change of the table ----------------------------------------------------------------------

    def begin(self, seat: int) -> None:
        """A change begins, by a message of this seat."""
        self._made, self._draws, self._sender = [], {}, seat
        self._late.discard(seat)
        self._asked = self._places_asked()

    def _places_asked(self) -> set[int]:
        """The seats of persons that everybody sees asked."""
        sides = self._table.match.system.sides
        waiting = [sides[side] for side in to_wire.waiting(self._table.match.game) if side >= 0]
        seats = self.fair.course.dice.seats
        return {int(place) for place, own in seats.items() if any(side in waiting for side in own)}

    def _happen(self, *events: DiceEvent) -> None:
        for one in events:
            self._made.append((len(self._table.match.answers), one))
            self.fair.take(one, len(self._table.match.answers))

    def go_on(self) -> bool:
        """Chance is asked: False where its answer must wait for values."""
        fair, match = self.fair, self._table.match
        throw = fair.throw(match)
        if throw is None:
            return self._call_for_roll()
        n = len(match.answers) + 1
        match.drawn = fair.shown(match, throw.draw)
        fair.rolled(throw.draw, match.game, n)
        self._draws[n] = throw.draw
        match.answer(CHANCE, throw.choice, faces=throw.faces)
        return True

    def _call_for_roll(self) -> bool:
        fair, match = self.fair, self._table.match
        if not fair.course.opened or fair.course.owes_opening:
            return self._open()
        called = fair.roll(match.answers, self._here(), self._sender)
        if called is None:
            return False
        match.close_for_roll()
        self._happen(called)
        return self._mix_if_complete()

    def _open(self) -> bool:
        called = self.fair.opening()
        if called is None:
            return False
        self._happen(called)
        return self._mix_if_complete()

    def _mix_if_complete(self) -> bool:
        """Close the call under way when all have given, or its author, and who else has not is late."""
        call, waits = self.fair.pending, set(self.fair.waits_for())
        assert call is not None
        if waits:
            is_author_in = call.k == self._timed and self._is_author_asked and call.by in self.fair.given
            if not is_author_in or waits & set(self.fair.course.dice.witnesses):
                return False
        self._happen(self.fair.mixed())
        return True

    def _goes_on(self) -> bool:
        """Is there anything to do at once: an opening, or a roll of nobody's?"""
        return self._open() or self._table.match.ask.is_chance

    def _here(self) -> set[int]:
        """The persons whose pages can give a value now."""
        ready = {guest.seat.place for guest, has_key in self._pages.items() if has_key}
        return ready - self._late

    def weave(self, before: int, answers: list[tuple[int, Answered]]) -> Made:
        """The answers since `before` and what happened to the dice, in order."""
        self._call_who_leaves()
        woven: Made = []
        events = list(self._made)
        for n, (side, one) in enumerate(answers, before + 1):
            while events and events[0][0] < n:
                woven.append((NOTHING, events.pop(0)[1]))
            draw = self._draws.get(n)
            woven.append((side, one if draw is None else _drawn(one, draw)))
        return [*woven, *((NOTHING, one) for _, one in events)]

    def _call_who_leaves(self) -> None:
        """Who passes the question on to another person leaves a fresh value under all that is rolled."""
        match, seat = self._table.match, self._sender
        if match.over or match.ask.is_chance or seat not in self._asked or self.fair.pending is not None:
            return
        asked = self._places_asked()
        if asked and seat not in asked and not any(isinstance(one, Mixed) for _, one in self._made):
            called = self.fair.part(seat)
            if called is not None:
                self._happen(called)

    # -- what pages say -----------------------------------------------------------------------------

    async def hello(self, guest: Guest, seen: DiceSeen | None) -> None:
        """A page is here that knows of fair dice."""
        if seen is None:
            return
        place = guest.seat.place
        self._pages[guest] = seen.ready and place in self.fair.course.dice.all
        self._late.discard(place)
        if self._has_gone_further(seen):
            await self._new_server_chain()
        lines = self._all_lines()
        is_known = 0 < seen.seen <= len(lines) and lines[seen.seen - 1] == seen.last.encode()
        self._told[guest] = seen.seen if is_known else 0
        self._tell_table([guest])
        self._tell_lines([guest])
        await self._table.change_dice(self._goes_on)
        call = self.fair.pending
        if call is not None and (place != call.by or self._is_author_asked):
            self._send_call([guest])

    def _has_gone_further(self, seen: DiceSeen) -> bool:
        """Does a page know a later value of our chain? Then this table was put back."""
        if self._table.match.over:
            return False
        with suppress(*UNREADABLE, ValueError):
            line = decode_line(seen.last)
            chain = self.fair.course.known.get(SERVER)
            if isinstance(line, CallLine) and line.server and chain is not None:
                return leads(to_bytes(line.server), line.k - chain.at, chain.value)
        return False

    def leave(self, guest: Guest) -> None:
        """A page has gone."""
        self._pages.pop(guest, None)
        self._told.pop(guest, None)

    async def lay(self, guest: Guest, id: str, salt: str, anchor: str, tell: Tell) -> None:
        """A page lays a chain down."""
        place = guest.seat.place

        def act() -> bool:
            known = self.fair.laid.get(place)
            if known is not None and (known.salt, known.anchor) == (salt, anchor):
                return self._open()
            events = self.fair.lay(place, id, salt, anchor)
            if not isinstance(events, list):
                assert events is not None
                raise IllegalChoice(events)
            self._happen(*events)
            if guest in self._pages:
                self._pages[guest] = True
            self._open()
            return True

        await self._table.change_dice(act, guest.seat, id, ("dice_chain", salt, anchor), tell)

    async def value(self, guest: Guest, id: str, k: int, value: str, tell: Tell) -> None:
        """A page gives a value."""
        place = guest.seat.place

        def act() -> bool:
            refusal = self.fair.give(place, k, value)
            if refusal is not None:
                raise IllegalChoice(refusal)
            return self.fair.pending is not None and self._mix_if_complete()

        await self._table.change_dice(act, guest.seat, id, ("dice_value", k, value), tell)

    # -- what pages are told ------------------------------------------------------------------------

    def kept(self) -> None:
        """What has happened is on disk: tell it."""
        self._made, self._draws = [], {}
        self._tell_lines(list(self._pages))
        missing = self.fair.missing()
        if missing != self._heard_missing:
            self._heard_missing = missing
            self._tell_table(list(self._pages))

    def ask(self) -> None:
        """Ask for the values of the call under way, if that was not done."""
        self._ask()
        if self.fair.course.is_used_up(SERVER) and not self._tasks:
            self._do(self._new_server_chain())

    def _tell_table(self, guests: Iterable[Guest]) -> None:
        fair, course = self.fair, self.fair.course
        for guest in guests:
            own = fair.laid.get(guest.seat.place)
            mine = None if own is None else MyChain(own.base, own.salt, own.anchor)
            guest.send(
                encode(
                    DiceTable(
                        course.dice.strict,
                        course.first_mix.hex(),
                        course.lines,
                        course.receipt.hex(),
                        course.dice.seats,
                        course.dice.witnesses,
                        fair.missing(),
                        guest.seat.place,
                        mine,
                    )
                ).decode()
            )

    def _tell_lines(self, guests: Iterable[Guest]) -> None:
        every = self._all_lines()
        for guest in guests:
            first = self._told.get(guest, 0)
            if first < len(every):
                self._told[guest] = len(every)
                guest.send(encode(DiceLines(first, [one.decode() for one in every[first:]])).decode())

    def _all_lines(self) -> list[bytes]:
        """The lines of the record that are about dice; when the game is over with those that end it."""
        match = self._table.match
        if not match.over or not self.fair.seeds:
            return self.fair.lines
        end, keys = self.fair.ending(match.answers)
        return [*self.fair.lines, end, *keys]

    def parts(self) -> list[PlaceCount]:
        """Each player's part in the rolls so far."""
        return count_calls(self.fair.lines, self.fair.course.dice)

    def happened_at_the_end(self) -> list[bytes]:
        """The lines that end the record of a game which is over."""
        return self._all_lines()[len(self.fair.lines) :]

    def _ask(self) -> None:
        """Send the call under way to those who are to give now: its author last of all."""
        call = self.fair.pending
        if call is None:
            self._stop_clock()
            self._timed = 0
            return
        if call.k != self._timed:
            self._stop_clock()
            self._timed, self._is_author_asked = call.k, False
            self._send_call(self._guests([one for one in call.need if one != call.by]))
            if self._has_a_clock(call):
                self._timer = asyncio.get_running_loop().call_later(self._late_after, self._time_is_up)
        if call.by in call.need and not self._is_author_asked and self._others_gave(call):
            self._is_author_asked = True
            self._send_call(self._guests([call.by]))

    def _others_gave(self, call: Called) -> bool:
        return all(place == call.by for place in self.fair.waits_for())

    def _has_a_clock(self, call: Called) -> bool:
        """Who leaves, and who was only needed because he is here, may be late; a strict table waits."""
        if call.why == "part":
            return True
        return call.why == "roll" and not self.fair.course.dice.strict

    def _guests(self, places: Collection[int]) -> list[Guest]:
        return [guest for guest in self._pages if guest.seat.place in places]

    def _send_call(self, guests: list[Guest]) -> None:
        call, values = self.fair.pending, as_text(self.fair.given)
        assert call is not None
        receipt = self.fair.course.receipt.hex()
        message = DiceCall(call.k, call.why, call.by, call.need, values, call.seal, receipt)
        text = encode(message).decode()
        for guest in guests:
            if guest.seat.place in call.need and guest.seat.place not in self.fair.given:
                guest.send(text)

    # -- time ---------------------------------------------------------------------------------------

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_is_up(self) -> None:
        self._timer = None
        call = self.fair.pending
        if call is None or call.k != self._timed:
            return
        witnesses = set(self.fair.course.dice.witnesses)
        late = {place for place in self.fair.waits_for() if place != call.by or call.why == "part"}
        self._late |= late - witnesses
        if call.why == "part":
            self._do(self._close_late(call.k))
        elif not late & witnesses and call.by in call.need and not self._is_author_asked:
            self._is_author_asked = True
            self._send_call(self._guests([call.by]))

    async def _close_late(self, k: int) -> None:
        """Who leaves did not give in time."""

        def act() -> bool:
            call = self.fair.pending
            if call is None or call.k != k or call.why != "part":
                return False
            self._happen(self.fair.mixed())
            return True

        await self._table.change_dice(act)

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work, self._table.id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _logged(work: Coroutine[Any, Any, None], table: str) -> None:
    try:
        await work
    except (IllegalChoice, NotKept) as problem:
        log.warning("table %s: dice: %s", table, problem)


def _drawn(one: Answered, draw: tuple[int, ...]) -> Drawn:
    return Drawn(one.do, one.hash, one.seat, one.id, one.order, faces=one.faces, draw=draw)
