"""One socket: hello, then messages in turn, each with one reply. Nothing a client sends raises from here."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.server.asgi import Receive, Send
from grognard.server.messages import from_client as m
from grognard.server.messages.from_server import Ok, Refused, Replayed, Trouble, encode
from grognard.server.socket import card_question, purpose, questions, supply
from grognard.server.socket.work import Work
from grognard.server.store.table_events import CannotGoOn
from grognard.server.table import to_wire, turn_story
from grognard.server.table.errors import NoSuchTable, ServedElsewhere
from grognard.server.table.moment import Moment
from grognard.server.table.seating import HeldSeat
from grognard.server.table.tables import OpenTable, Tables
from grognard.server.table.thread_pools import TookTooLong, run_within

log = logging.getLogger("grognard.server")

MOST_UNSENT: Final = 500
"""Messages a slow client may fall behind before it is let go; it gets a whole state when it comes back."""
MOST_REFUSED: Final = 100
"""Messages over the limit in a row before the socket is closed."""
MOST_BAD: Final = 20
"""Unreadable messages before the socket is closed."""
MOST_QUESTIONS: Final = 3
"""Heavy questions under way at once."""
LONG: Final = 10.0
"""Seconds for one of them at a table with a player's own files."""

POLICY: Final = 1008
LATER: Final = 1013
CANNOT_GO_ON: Final = 4000

_decode = msgspec.json.Decoder(m.ClientMessage).decode


class _OnlyId(msgspec.Struct):
    id: str = ""


class _Close(Exception):
    """The socket is to be closed, politely."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Connection:
    """A client's socket, from hello to the end."""

    def __init__(self, receive: Receive, send: Send, tables: Tables, address: str) -> None:
        self.seat = HeldSeat(-1, "watch", ())
        self.looks = -1
        self._next = receive
        self._send = send
        self._tables = tables
        self._pools = tables.pools
        self._open: OpenTable | None = None
        self._by_address = tables.allows.addresses.of(address)
        self._by_seat = tables.allows.seats.of(f"nobody at {address}")
        self._work = Work(
            address,
            tables.allows.address_work.of(address),
            tables.allows.seat_work.of(f"nobody at {address}"),
        )
        self._by_chat = tables.allows.chats.of(f"nobody at {address}")
        self._unsent: deque[str] = deque()
        self._loop = asyncio.get_running_loop()
        self._more = self._loop.create_future()
        """Done when there is something to send. A bare future: an event asks for the loop each time."""
        self._last: _Close | None = None
        """What it is closed with when it has heard all that waits for it."""
        self._questions: set[asyncio.Task[None]] = set()
        self._wish: object = None
        """The last card that was asked for."""
        self._bad = 0

    async def run(self) -> None:
        """Serve the socket until it closes."""
        await self._next()
        await self._send({"type": "websocket.accept"})
        writer = asyncio.create_task(self._write())
        try:
            await self._first()
            while (data := await self._receive()) is not None:
                await self._work.do(self._handle(data))
        except _Close as end:
            await self._end(writer, end.code, end.why)
        except TimeoutError:
            await self._end(writer, POLICY, "no hello")
        finally:
            writer.cancel()
            for task in self._questions:
                task.cancel()
            self._leave()

    async def _end(self, writer: asyncio.Task[None], code: int, why: str) -> None:
        """Send what is still unsent, then close."""
        await asyncio.sleep(0)
        writer.cancel()
        try:
            async with asyncio.timeout(2):
                while self._unsent:
                    await self._send({"type": "websocket.send", "text": self._unsent.popleft()})
                await self._send({"type": "websocket.close", "code": code, "reason": why})
        except Exception:
            log.debug("a socket was gone before it was closed")

    # -- reading and writing ----------------------------------------------------------------------

    def send(self, text: str) -> None:
        """Put a message on its way."""
        self._unsent.append(text)
        if len(self._unsent) == MOST_UNSENT:
            # Not here and now: whoever sends to many is going through the list of them.
            self._loop.call_soon(self._fall_behind)
        if not self._more.done():
            self._more.set_result(None)

    def dismiss(self, why: str) -> None:
        """The seat is taken from this socket: it is told so, and closed."""
        self._leave()
        self._last = _Close(POLICY, why)
        self.reply(Trouble("no-seat", why, "ask for the new link"))

    def _fall_behind(self) -> None:
        """Whoever hears too slowly hears no more; the memory is not for what waits for him."""
        if len(self._unsent) >= MOST_UNSENT:
            self._leave()
            self._unsent.clear()
            self._last = _Close(LATER, "too slow")

    def _leave(self) -> None:
        if self._open is not None:
            self._open.table.leave(self)
            self._open = None

    def reply(self, message: Any) -> None:
        """Send a record."""
        self.send(encode(message).decode())

    async def _write(self) -> None:
        unsent, send = self._unsent, self._send
        try:
            while True:
                await self._more
                self._more = self._loop.create_future()
                while unsent:
                    # One message on each line: an answer's `ok` and `update` go out together.
                    text = "\n".join(unsent)
                    unsent.clear()
                    await send({"type": "websocket.send", "text": text})
                if self._last is not None:
                    end = self._last
                    await send({"type": "websocket.close", "code": end.code, "reason": end.why})
                    return
        except Exception:
            # The client has gone; the reader will hear of it too.
            unsent.clear()

    async def _receive(self) -> str | bytes | None:
        event = await self._next()
        if event["type"] == "websocket.disconnect":
            return None
        data: str | bytes = event.get("text") or event.get("bytes") or ""
        return data

    async def _first(self) -> None:
        """Wait until the client has a seat. The clock runs only while it is the client that is waited for."""
        left = self._tables.settings.hello_within
        while self._open is None:
            since = self._loop.time()
            async with asyncio.timeout(left):
                data = await self._receive()
            left -= self._loop.time() - since
            if data is None:
                raise _Close(1000, "")
            await self._work.do(self._handle(data))

    async def _handle(self, data: str | bytes) -> None:
        if not (self._by_address.take() and self._by_seat.take()):
            self._too_fast()
            return
        try:
            message = _decode(data)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
            self._bad_message(data, problem)
            return
        if self._open is None and not isinstance(message, m.Hello):
            self.reply(Trouble("no-hello", "the first message is hello", "see docs/server.md", message.id))
            return
        try:
            await _KINDS[type(message)](self, message)
        except _Close:
            raise
        except ServedElsewhere as problem:
            # Whoever comes again without naming the table may be luckier.
            raise _Close(LATER, "name the table in the address: /api/socket?table=ID") from problem
        except NoSuchTable:
            self.reply(Trouble("no-seat", "there is no such seat", "check the link", message.id))
        except CannotGoOn as problem:
            log.error("a table cannot be gone on with: %s", problem)
            self.reply(Trouble("our-fault", "this table cannot be gone on with", str(problem), message.id))
            raise _Close(CANNOT_GO_ON, "cannot go on") from problem
        except Exception:
            log.exception("a message failed: %s", type(message).__name__)
            self.reply(Trouble("our-fault", "that failed here", "try again", message.id))

    def _too_fast(self) -> None:
        refused = max(self._by_address.refused, self._by_seat.refused)
        if refused > MOST_REFUSED:
            raise _Close(POLICY, "too many messages")
        if refused % 25 == 1:
            self.reply(Trouble("too-fast", "too many messages", "wait a second and send it again"))

    def _bad_message(self, data: str | bytes, problem: Exception) -> None:
        self._bad += 1
        if self._bad > MOST_BAD:
            raise _Close(POLICY, "too many unreadable messages")
        try:
            id = msgspec.json.decode(data, type=_OnlyId).id[:64]
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            id = ""
        what = "nested too deep" if isinstance(problem, RecursionError) else str(problem)[:300]
        self.reply(Trouble("bad-message", what, "see docs/server.md", id))

    # -- messages ---------------------------------------------------------------------------------

    @property
    def _here(self) -> OpenTable:
        assert self._open is not None
        return self._open

    def _side(self, given: int | None) -> int:
        return self.looks if given is None else given

    async def _hello(self, hello: m.Hello) -> None:
        found, seat = await self._tables.sit(hello.table, hello.token, hello.key)
        if self._open is not None:
            self._open.table.leave(self)
        self.seat = seat
        name, allows = f"{hello.table} {seat.place}", self._tables.allows
        self._by_seat, self._work.by_seat = allows.seats.of(name), allows.seat_work.of(name)
        self._by_chat = allows.chats.of(name)
        self._open = found
        await found.table.join(self)
        self.reply(Ok(hello.id, found.table.match.game.pos.number_for(self.looks)))

    async def _answer(self, message: m.GiveAnswer) -> None:
        side = self._side(message.side)
        table = self._here.table
        if side == CHANCE or not self.seat.sides:
            self.reply(Trouble("not-yours", "this seat does not answer", "", message.id))
            return
        await table.answer(self.seat, side, message.number, message.choice, message.id, self.reply)

    async def _order(self, message: m.GiveOrder) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            table = self._here.table
            await table.order(self.seat, side, message.number, message.choices, message.id, self.reply)

    async def _set_standing(self, message: m.SetStanding) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            await self._here.table.set_standing(self.seat, side, message.orders, message.id, self.reply)

    async def _peek(self, message: m.AskPeek) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            await self._find_out(questions.peeked, message.id, side, message.id, message.choices)

    async def _typed_die(self, message: m.TypedDie) -> None:
        table = self._here.table
        await table.answer(self.seat, CHANCE, message.number, message.choice, message.id, self.reply)

    async def _undo(self, message: m.Undo) -> None:
        await self._here.table.undo(self.seat, self._side(message.side), message.id, self.reply)

    async def _chat(self, message: m.Chat) -> None:
        if not self._by_chat.take():
            what = "that is much to say at once"
            self.reply(Trouble("too-fast", what, "wait a few seconds and say it again", message.id))
            return
        await self._here.table.say(self.seat, message.text, message.id, self.reply)

    async def _look(self, message: m.Look) -> None:
        if message.side not in self.seat.sides:
            self.reply(Trouble("not-yours", "this seat does not play that side", "", message.id))
            return
        table = self._here.table
        await table.look(self, message.side)
        self.reply(Ok(message.id, table.match.game.pos.number_for(message.side)))

    async def _pace(self, message: m.Pace) -> None:
        if self._is_player(message.id):
            self._here.computer.set_pace(message.delay, message.paused)
            self.reply(Ok(message.id, self._here.table.match.game.pos.number_for(self.looks)))

    async def _step(self, message: m.StepOn) -> None:
        if self._is_player(message.id):
            self._here.computer.step()
            self.reply(Ok(message.id, self._here.table.match.game.pos.number_for(self.looks)))

    def _is_player(self, id: str) -> bool:
        if not self.seat.sides and self._here.table.setup.people():
            self.reply(Trouble("not-yours", "only a player may do that", "", id))
            return False
        return True

    # -- questions --------------------------------------------------------------------------------

    async def _why(self, message: m.Why) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            await self._find_out(questions.why, message.id, side, message.id, message.choice)

    async def _why_here(self, message: m.WhyHere) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            asked = message.id, message.hex, message.unit, message.after
            await self._find_out(questions.why_here, message.id, side, *asked)

    async def _path(self, message: m.AskPath) -> None:
        side = self._side(message.side)
        if self._plays(side, message.id):
            asked = message.id, message.choice, message.after
            await self._find_out(supply.warned_path, message.id, side, *asked)

    def _plays(self, side: int, id: str) -> bool:
        """Does this seat play the side? If not, it is told so."""
        if side not in self.seat.sides:
            self.reply(Trouble("not-yours", "this seat does not play that side", "", id))
        return side in self.seat.sides

    async def _supply(self, message: m.AskSupply) -> None:
        await self._find_out(supply.lines_in, message.id, self.looks, message.id, message.hex)

    async def _overlay(self, message: m.AskOverlay) -> None:
        await self._find_out(questions.overlay, message.id, self.looks, message.id, message.name)

    async def _sight(self, message: m.AskSight) -> None:
        asked = message.id, message.here, message.there
        await self._find_out(questions.sight, message.id, self.looks, *asked)

    async def _score(self, message: m.AskScore) -> None:
        await self._find_out(purpose.score_now, message.id, self.looks, message.id)

    async def _briefing(self, message: m.AskBriefing) -> None:
        await self._find_out(purpose.briefing, message.id, self.looks, message.id)

    async def _since(self, message: m.AskSince) -> None:
        if self._is_busy(message.id):
            return
        table = self._here.table
        async with table.lock:
            if table.is_strange:
                # Nothing is stopped here: what it reads is the table itself.
                pool, charge, looked_at = self._pools.strange, self._work.charge, turn_story.looked_at
                before = await run_within(pool, charge, looked_at, table, self.looks, deadline=None)
            else:
                before = turn_story.looked_at(table, self.looks)
        self._ask(self._pools.looking, message.id, turn_story.told, before, message.id)

    async def _plan(self, message: m.AskPlan) -> None:
        await self._find_out(questions.plan, message.id, self.looks, message.id, message.name)

    async def _find_out(self, work: Callable[..., Any], id: str, *args: Any) -> None:
        """Answer a question of the match."""
        try:
            self.reply(await self._of_match(work, *args))
        except TookTooLong:
            self._took_too_long(id)

    async def _of_match(self, work: Callable[..., Any], *args: Any) -> Any:
        """What `work` makes of the match: here, or in a thread where the map is a player's own.

        Raises TookTooLong.
        """
        table = self._here.table
        if not table.is_strange:
            async with table.lock:
                return work(table.match, *args)
        pool, charge = self._pools.strange, self._work.charge
        async with table.lock:
            # The copy of a large map is heavy too; nobody answers at this table meanwhile.
            match = await run_within(pool, charge, table.match.still)
        return await run_within(pool, charge, work, match, *args)

    def _took_too_long(self, id: str) -> None:
        self.reply(Trouble("not-now", "that takes too long on this map", "a smaller map answers sooner", id))

    async def _odds(self, message: m.AskOdds) -> None:
        if self._is_busy(message.id):
            return
        table = self._here.table
        if message.n >= 0:
            async with table.lock:
                moment = Moment(table, self.looks, message.n)
            self._ask(self._pools.odds, message.id, questions.odds_then, moment, message.id)
            return
        view = await self._prepared(message.id, questions.attack_seen, self.looks, message.id)
        if view is not None:
            self._ask(self._pools.odds, message.id, questions.odds, table.system, view, message.id)

    async def _card(self, message: m.AskCard) -> None:
        side = self._side(message.side)
        if side != self.looks and side not in self.seat.sides:
            self.reply(Trouble("not-yours", "this seat does not play that side", "", message.id))
            return
        if self._is_busy(message.id):
            return
        table = self._here.table
        wanted = await self._prepared(message.id, card_question.wish, side, message)
        if wanted is None:
            return
        self._wish = turn = object()

        def is_left() -> bool:
            # Asked anew, or something has happened that this side may know: the answer is out of date.
            return self._wish is not turn or table.match.pos.number_for(side) != wanted.number

        self._ask(self._pools.odds, message.id, card_question.card, wanted, message.id, is_left)

    async def _hint(self, message: m.AskHint) -> None:
        table, side = self._here.table, self.looks
        if side < 0:
            self.reply(Trouble("not-yours", "onlookers are not asked", "", message.id))
            return
        if self._is_busy(message.id):
            return
        seen = await self._prepared(message.id, questions.stages, side, message.after)
        if seen is not None:
            asked = table.system, seen, side, message.id, message.level
            self._ask(self._pools.odds, message.id, questions.hint, *asked)

    async def _prepared(self, id: str, work: Callable[..., Any], *args: Any) -> Any:
        """What a heavy question is asked of, read off the match; None where the client has its reply."""
        try:
            found = await self._of_match(work, *args)
        except TookTooLong:
            self._took_too_long(id)
            return None
        if isinstance(found, Trouble | Refused):
            self.reply(found)
            return None
        return found

    async def _replay(self, message: m.ReplayAt) -> None:
        if self._is_busy(message.id):
            return
        table = self._here.table
        async with table.lock:
            moment = Moment(table, self.looks, message.n, message.whole)
        self._ask(self._pools.looking, message.id, _replayed, moment, message.id)

    def _ask(self, pool: ThreadPoolExecutor, id: str, work: Callable[..., Any], *args: Any) -> None:
        """Let a thread find the answer; other messages need not wait for it."""
        if self._is_busy(id):
            return
        is_strange = self._here.table.is_strange
        pool, deadline = (self._pools.strange, LONG) if is_strange else (pool, None)
        task = asyncio.create_task(self._find(pool, deadline, id, work, args))
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    def _is_busy(self, id: str) -> bool:
        """Are as many heavy questions under way as may be? Then whoever asks another is told so."""
        is_busy = len(self._questions) >= MOST_QUESTIONS
        if is_busy:
            self.reply(Trouble("too-fast", "other questions are still open", "wait for their answers", id))
        return is_busy

    async def _find(
        self,
        pool: ThreadPoolExecutor,
        deadline: float | None,
        id: str,
        work: Callable[..., Any],
        args: tuple[Any, ...],
    ) -> None:
        try:
            self.reply(await run_within(pool, self._work.charge, work, *args, deadline=deadline))
        except TookTooLong:
            self._took_too_long(id)
        except Exception:
            log.exception("a question failed: %s", work.__name__)
            self.reply(Trouble("our-fault", "that failed here", "", id))


_KINDS: Final[dict[type, Callable[[Connection, Any], Awaitable[None]]]] = {
    m.Hello: Connection._hello,
    m.GiveAnswer: Connection._answer,
    m.GiveOrder: Connection._order,
    m.AskPeek: Connection._peek,
    m.SetStanding: Connection._set_standing,
    m.TypedDie: Connection._typed_die,
    m.Undo: Connection._undo,
    m.AskOverlay: Connection._overlay,
    m.Why: Connection._why,
    m.WhyHere: Connection._why_here,
    m.AskPath: Connection._path,
    m.AskSupply: Connection._supply,
    m.AskSight: Connection._sight,
    m.AskScore: Connection._score,
    m.AskBriefing: Connection._briefing,
    m.AskSince: Connection._since,
    m.AskPlan: Connection._plan,
    m.AskOdds: Connection._odds,
    m.AskCard: Connection._card,
    m.AskHint: Connection._hint,
    m.ReplayAt: Connection._replay,
    m.Chat: Connection._chat,
    m.Pace: Connection._pace,
    m.StepOn: Connection._step,
    m.Look: Connection._look,
}
"""What is done with each kind of message."""


def _replayed(moment: Moment, id: str) -> Replayed:
    game = moment.play()
    return Replayed(
        id=id,
        n=moment.n,
        last=moment.last,
        onlooker=moment.onlooker,
        before=moment.before,
        after=moment.after,
        scene=moment.scene(game),
        place=to_wire.place(game, moment.side)[0],
        waiting=to_wire.waiting(game),
        waiting_for=moment.asked(game),
        sheets=moment.sheets(game),
        target=moment.target(game),
        log=moment.log,
    )
