"""One table, and how an answer goes through: by the rules, onto the disk, before everybody's eyes."""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, time
from typing import Final
from zlib import crc32

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.rulings import IllegalChoice, Refusal
from grognard.core.position import NOTHING
from grognard.play.errors import InputError
from grognard.play.header import Header, read_choice, write_choice
from grognard.play.orders import ASK_ALL, Carried, Settled, StandingOrders, answers_itself, give_order, settle
from grognard.play.standing_orders import check_standing
from grognard.server.messages.from_server import Ok, OrderDone, Refused, Said, Trouble
from grognard.server.store.database import EventRow
from grognard.server.store.storage import Conflict, NotKept, Storage
from grognard.server.store.table_events import (
    Answered,
    Kept,
    Known,
    Spoken,
    StandingOrdersSet,
    Undone,
    encode_event,
    stamped,
)
from grognard.server.table import to_wire
from grognard.server.table.audience import Audience, Gather
from grognard.server.table.past import Past
from grognard.server.table.replaying import Replay, message_key, play_again
from grognard.server.table.seating import Guest, HeldSeat, TableSetup
from grognard.server.table.snapshots import EVERY, MOST_REPLIES, WORTH, packed, taken
from grognard.server.table.table_match import TableMatch
from grognard.server.table.typed_dice import typing_sides

log = logging.getLogger("grognard.server")

TOUCH_EVERY: Final = 60.0
"""Seconds between two notes that something happens at a table."""
RETRY: Final = 2.0
"""Seconds until chance tries again what could not be kept."""
_MOST_ROLLS: Final = 10_000

Reply = Ok | OrderDone | Refused | Trouble
Tell = Callable[[Reply], None]
Changed = list[tuple[int, Kept]]
"""Events with the side that made each."""


class GameTable:
    """A game with its seats. All changes go through `_change`, one at a time."""

    def __init__(
        self,
        id: str,
        header: Header,
        setup: TableSetup,
        told: Replay,
        seq: int,
        storage: Storage,
        gather: Gather,
        dice: random.Random,
    ) -> None:
        self.id = id
        self.header = header
        self.setup = setup
        self.match = told.match
        self.system = told.match.system
        self.past = Past(self.system, header)
        self.audience = Audience(id, header, setup, told.match, gather)
        self.lock = asyncio.Lock()
        self.on_change: Callable[[], None] = lambda: None
        """Called after each change: the computers look whether they are asked."""
        self._storage = storage
        self._dice = dice
        self._sides = {name: side for side, name in enumerate(self.system.sides)}
        self._people = setup.people()
        self._computers: StandingOrders = {
            side: ASK_ALL for side in self._sides.values() if side not in self._people
        }
        """A computer is asked everything."""
        self._beginning: asyncio.Task[None] | None = None
        self._keeping: asyncio.Task[None] | None = None
        self._going: asyncio.Task[None] | None = None
        self._kept_at = told.kept_at
        """After how many answers it was kept whole."""
        self.is_strange = bool(header.own.files)
        """Is it played with a player's own files, which may make anything slow?"""
        self._touched = monotonic() - TOUCH_EVERY
        self._is_wrong = False
        """What is in memory is not what is on disk: it must be read again."""
        self._take_over(told, seq)

    def _take_over(self, told: Replay, seq: int) -> None:
        self.match = told.match
        self._seq = seq
        self._replies = dict(list(told.replies.items())[-MOST_REPLIES:])
        self.audience.remember(told.chat)

    # -- changes ----------------------------------------------------------------------------------

    async def answer(
        self, seat: HeldSeat | None, side: int, number: int, words: str, id: str, tell: Tell, why: str = ""
    ) -> bool:
        """An answer of a side; no seat: the computer's. `tell` hears the reply before anybody sees it.

        `why` is a reason that everybody may read beside what the answer did.
        """
        tries: list[str] = []

        def act() -> Changed:
            self._check(seat, side)
            before = len(self.match.answers)
            if side == CHANCE:
                tries.extend(self._wrong_draw(words, number))
            self.match.say(side, words, number)
            self._go_on()
            if why:
                self.match.note_reason(before + 1, why)
            return self._made_since(before, seat.place if seat is not None else NOTHING, id)

        is_made = await self._change(seat, side, id, ("answer", side, number, words), act, tell)
        if tries and seat is not None:
            await self.announce(f"{self._names(seat)} typed “{tries[0]}”, which cannot be drawn.")
        return is_made

    def _wrong_draw(self, words: str, number: int) -> list[str]:
        """What cannot be drawn from a secret cup: trying tells what is in it, so everybody hears of it."""
        ask, pos = self.match.ask, self.match.pos
        if not ask.hidden or number != pos.number_for(CHANCE):
            return []
        choice = read_choice(self.system, pos, words)
        return [] if choice in ask.options(CHANCE) else [write_choice(self.system, pos, choice)]

    def _names(self, seat: HeldSeat) -> str:
        return " and ".join(self.system.sides[side] for side in seat.sides)

    async def order(
        self, seat: HeldSeat, side: int, number: int, words: list[str], id: str, tell: Tell
    ) -> bool:
        """A row of answers of a side, carried out as far as it goes."""
        became: list[Carried] = []

        def act() -> Changed:
            self._check(seat, side)
            before = len(self.match.answers)
            choices = [read_choice(self.system, self.match.pos, one) for one in words]
            became.append(give_order(self.match, side, choices, number))
            self._go_on()
            return self._made_since(before, seat.place, id)

        def reply(id: str, number: int) -> Reply:
            return OrderDone(id, number, became[0].waits, to_wire.barred(became[0].why))

        return await self._change(seat, side, id, ("order", side, number, *words), act, tell, reply)

    async def set_standing(
        self, seat: HeldSeat, side: int, orders: dict[str, str], id: str, tell: Tell
    ) -> bool:
        """A side changes its standing orders; those it has now may answer what it is asked."""

        def act() -> Changed:
            self._check(seat, side)
            check_standing(self.system, orders)
            self.match.standing[side] = orders
            before = len(self.match.answers)
            self._go_on()
            return [(side, StandingOrdersSet(seat.place, id, orders)), *self._made_since(before, NOTHING, "")]

        return await self._change(seat, side, id, ("standing", side, *sorted(orders.items())), act, tell)

    async def undo(self, seat: HeldSeat, side: int, id: str, tell: Tell) -> bool:
        """A side takes its last answer back."""

        def act() -> Changed:
            self._check(seat, side)
            if self.match.can_undo(side) is None:
                self.audience.note()
            return [(side, Undone(seat.place, id, self.match.undo(side)))]

        return await self._change(seat, side, id, ("undo", side), act, tell)

    async def say(self, seat: HeldSeat, text: str, id: str, tell: Tell) -> bool:
        """Somebody speaks."""
        by = self._names(seat) or "spectator"
        side = seat.sides[0] if seat.sides else NOTHING
        said = Said(by, text, int(time()))

        def act() -> Changed:
            return [(NOTHING, Spoken(seat.place, id, by, text, said.at))]

        is_new = await self._change(seat, side, id, ("chat", text), act, tell)
        if is_new:
            self.audience.tell(said)
        return is_new

    async def announce(self, text: str) -> None:
        """Say something for the table itself, and keep it like anything that is said."""
        said = Said("table", text, int(time()))

        def act() -> Changed:
            return [(NOTHING, Spoken(NOTHING, "", said.by, text, said.at))]

        if await self._change(None, NOTHING, "", (), act, lambda _: None):
            self.audience.tell(said)

    async def begin(self) -> None:
        """Answer what a game begins with by itself, such as a roll; until it is kept, while anybody waits."""

        def act() -> Changed:
            if not self._begins_by_itself():
                raise IllegalChoice(Refusal("core.ask.side", "somebody is asked."))
            before = len(self.match.answers)
            self._go_on()
            return self._made_since(before, NOTHING, "")

        while self._begins_by_itself() and not await self._change(None, CHANCE, "", (), act, lambda _: None):
            if not self.audience.guests:
                return
            await asyncio.sleep(RETRY)

    def _begins_by_itself(self) -> bool:
        """Is the program to roll, or does the first question of the game have only one answer?"""
        if self.match.ask.is_chance:
            return not self.types_dice()
        return not self.match.answers and answers_itself(self.match, self._standing, self._people)

    @property
    def _standing(self) -> StandingOrders:
        return {**self.match.standing, **self._computers}

    def _check(self, seat: HeldSeat | None, side: int) -> None:
        """Raise IllegalChoice unless this seat may speak for that side."""
        if side == CHANCE:
            typing = typing_sides(self.setup, self.match)
            if not typing:
                raise IllegalChoice(Refusal("core.ask.side", "the program rolls these dice."))
            if seat is None or not any(one in seat.sides for one in typing):
                raise IllegalChoice(Refusal("core.ask.side", "another side rolls these dice."))
        elif seat is not None and side not in seat.sides:
            raise IllegalChoice(Refusal("core.ask.side", "this seat does not play that side."))

    async def _change(
        self,
        seat: HeldSeat | None,
        side: int,
        id: str,
        message: tuple[object, ...],
        act: Callable[[], Changed],
        tell: Tell,
        reply: Callable[[str, int], Reply] = Ok,
    ) -> bool:
        """Carry a change out, keep it, tell its author, show it to all. True if it was made now.

        A message that is known by its id gets its old reply.
        """
        key = message_key(seat.place, id) if seat is not None and id else ""
        said = crc32(repr(message).encode()) if key else 0
        async with self.lock:
            await self._read_again_if_wrong()
            known = self._replies.get(key) if key else None
            if known is not None:
                tell(known.reply if known.said in (0, said) else _used(id))
                return False
            self.audience.hold()
            try:
                made = act()
                known = Known(said, reply(id, self.match.pos.number_for(side)))
                if key and made:
                    made[0] = (made[0][0], stamped(made[0][1], known))
                await self._keep(made)
                if seat is not None:
                    await self._touch()
            except (IllegalChoice, InputError) as problem:
                tell(self._remember(key, Known(said, _refused(id, problem))))
                self.audience.show(side)
                return False
            except Exception as problem:
                # What is not on disk has not happened.
                self._is_wrong = True
                await self._read_again_if_wrong()
                tell(_trouble(self.id, id, problem))
                return False
            tell(self._remember(key, known))
            if made and isinstance(made[0][1], Undone):
                self.audience.restart(self.match)
            else:
                self.audience.show(side)
            if self._is_worth_keeping(EVERY):
                self._keep_whole()
        self.on_change()
        return True

    async def _keep(self, made: Changed) -> None:
        rows = [EventRow(self.id, self._seq + i, by, encode_event(kept)) for i, (by, kept) in enumerate(made)]
        if rows:
            await self._storage.append(rows)
        self._seq += len(rows)

    def _is_worth_keeping(self, answers: int) -> bool:
        """Have so many answers come since it was kept whole?"""
        return len(self.match.answers) - self._kept_at >= answers

    def _keep_whole(self) -> None:
        """Begin to keep the table as it stands, so that it opens without being played again."""
        found = taken(self.match, self._seq, self._replies, self.audience.chat)
        if found is not None:
            self._kept_at = len(self.match.answers)
            self._keeping = asyncio.create_task(self._write_whole(found, self._seq))

    async def _write_whole(self, snapshot: bytes, events: int) -> None:
        body = await asyncio.to_thread(packed, snapshot)
        # What cannot be kept is played again.
        with suppress(NotKept):
            await self._storage.keep_snapshot(self.id, events, body)

    async def keep_if_idle(self) -> None:
        """Nobody sits here any more: keep it whole, if it is not soon played again."""
        async with self.lock:
            if not (self.audience.guests or self._is_wrong) and self._is_worth_keeping(WORTH):
                self._keep_whole()

    async def _touch(self) -> None:
        """Note, now and then, that somebody is here."""
        if monotonic() - self._touched > TOUCH_EVERY:
            self._touched = monotonic()
            with suppress(NotKept):
                await self._storage.touch(self.id)

    async def _read_again_if_wrong(self) -> None:
        if self._is_wrong:
            rows = await self._storage.events_of(self.id)
            told = await asyncio.to_thread(play_again, self.header, rows)
            self._take_over(told, len(rows))
            self._is_wrong = False
            self.audience.restart(self.match)

    def _remember(self, key: str, known: Known) -> Reply:
        if key:
            self._replies[key] = known
            if len(self._replies) > MOST_REPLIES:
                del self._replies[next(iter(self._replies))]
        return known.reply

    def _made_since(self, before: int, by: int, id: str) -> Changed:
        """The answers after `before` as events; the first of them carries the message's id."""
        return [
            (
                self._sides.get(one.by, CHANCE),
                Answered(one.do, one.hash, by, "" if place else id, one.order, faces=one.faces),
            )
            for place, one in enumerate(self.match.answers[before:])
        ]

    # -- dice -------------------------------------------------------------------------------------

    def types_dice(self) -> bool:
        """Do people type the roll that chance is asked for?"""
        return bool(typing_sides(self.setup, self.match))

    def _go_on(self) -> None:
        """Roll, go on with orders that waited and answer what answers itself, until somebody must decide."""
        for _ in range(_MOST_ROLLS):
            for one in settle(self.match, self._standing, self._people):
                self.match.note_for(one.side, _told(self.match, one))
            if self.match.over or not self.match.ask.is_chance or self.types_dice():
                return
            self.match.roll(self._dice)

    # -- coming and going -------------------------------------------------------------------------

    async def join(self, guest: Guest) -> None:
        """A socket sits down."""
        async with self.lock:
            await self._read_again_if_wrong()
            self.audience.join(guest)
            await self._touch()
        if self._begins_by_itself() and (self._beginning is None or self._beginning.done()):
            # It could not be kept when the table was opened.
            self._beginning = asyncio.create_task(self.begin())
        self.on_change()

    async def look(self, guest: Guest, side: int) -> None:
        """A hot seat turns to another of its sides."""
        async with self.lock:
            self.audience.look(guest, side)

    def leave(self, guest: Guest) -> None:
        """A socket has closed."""
        self.audience.leave(guest)
        if not self.audience.guests and self._is_worth_keeping(WORTH):
            self._going = asyncio.create_task(self.keep_if_idle())

    def stop(self) -> None:
        """Try nothing again."""
        for task in (self._beginning, self._going, self._keeping):
            if task is not None:
                task.cancel()

    def is_idle(self) -> bool:
        """Can it be dropped from memory?"""
        return not self.audience.guests and not self.lock.locked()


def _told(match: TableMatch, one: Settled) -> str:
    """What was done for a side without asking it, in words for it alone."""
    if one.why is not None:
        return f"Your order went no further: {one.why.why}"
    if one.choice is None:
        return "Your order went on."
    return f"Answered for you: {match.system.words.label(match.pos, one.choice)}."


def _used(id: str) -> Trouble:
    return Trouble("bad-message", "this id was that of another message", "make a new one for each", id)


def _refused(id: str, problem: IllegalChoice | InputError) -> Refused:
    if isinstance(problem, IllegalChoice):
        return Refused(id, *problem.refusal)
    return Refused(id, "core.ask.words", problem.what, problem.fix)


def _trouble(table: str, id: str, problem: Exception) -> Reply:
    if isinstance(problem, Conflict):
        return Refused(id, "core.ask.number", "the game has gone on elsewhere.", "look again")
    log.error("table %s: a change failed", table, exc_info=problem)
    if isinstance(problem, NotKept):
        return Trouble("our-fault", f"nothing was changed: {problem}.", "try again later", id)
    return Trouble("our-fault", "that failed here, and nothing was changed.", "try something else", id)
