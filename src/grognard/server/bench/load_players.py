"""Many players in one process, each on a socket of its own, answering at once with a random option.

The frames are written by hand: the players share the machine with the server they measure.
"""

import asyncio
import random
import sys
from time import perf_counter, process_time
from typing import Any, cast

import msgspec

_FIRST = (
    "GET /api/socket?table={table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: Z3JvZ25hcmQtYXQtbG9hZA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


_AT_ONCE = 20
"""Players that sit down at the same time."""


class _Offer(msgspec.Struct):
    verb: str
    nouns: list[int] = []
    low: int = 0
    high: int = -1


class _Ask(msgspec.Struct):
    number: int
    offers: list[_Offer]

    def any_answer(self) -> str:
        """One of the answers, each as likely as the next."""
        sizes = [len(offer.nouns) or max(offer.high - offer.low + 1, 1) for offer in self.offers]
        place = int(random.random() * sum(sizes))
        for offer, size in zip(self.offers, sizes, strict=True):
            if place < size:
                if not offer.nouns and offer.high < offer.low:
                    return offer.verb
                return f"{offer.verb} #{offer.nouns[place] if offer.nouns else offer.low + place}"
            place -= size
        raise ValueError("an Ask without answers")


class _Heard(msgspec.Struct):
    """As much of a message as a player looks at."""

    type: str
    id: str = ""
    ask: _Ask | None = None
    over: Any = None
    why: str = ""
    what: str = ""


class CrowdPlan(msgspec.Struct):
    """What a process of players is to do."""

    host: str
    port: int
    seconds: float
    seats: list[tuple[str, str]]
    """Table and token."""


class CrowdResult(msgspec.Struct):
    """What came of it. Times are milliseconds."""

    answers: int
    seconds: float
    latencies: list[float]
    refused: int
    over: int
    first_refusal: str
    cpu_seconds: float


_decode = msgspec.json.Decoder(_Heard).decode


def frame(data: bytes) -> bytes:
    """A text frame. Its mask is zero, which leaves the text as it is."""
    if len(data) < 126:
        return b"\x81" + bytes([0x80 | len(data)]) + b"\0\0\0\0" + data
    return b"\x81\xfe" + len(data).to_bytes(2, "big") + b"\0\0\0\0" + data


class SocketPlayer(asyncio.Protocol):
    """One seat."""

    def __init__(self, crowd: "SocketPlayers", table: str, token: str) -> None:
        self._crowd = crowd
        self._table = table
        self._hello = msgspec.json.encode({"type": "hello", "id": "h", "table": table, "token": token})
        self._transport: asyncio.Transport | None = None
        self._buffer = b""
        self._is_open = False
        self._count = 0
        self._sent = 0.0
        self._ask: _Ask | None = None
        self._waits = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are of no common class.
        self._transport = cast(asyncio.Transport, transport)
        plan = self._crowd.plan
        self._transport.write(_FIRST.format(table=self._table, host=f"{plan.host}:{plan.port}").encode())

    def connection_lost(self, problem: Exception | None) -> None:
        self._crowd.lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head:
                self._crowd.fail(head.decode("latin-1")[:200])
                return
            self._is_open, self._buffer = True, rest
            self._write(self._hello)
        self._frames()

    def _frames(self) -> None:
        data, at = self._buffer, 0
        while len(data) - at >= 2:
            length, body = data[at + 1] & 0x7F, at + 2
            if length == 126:
                length, body = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, body = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < body + length:
                break
            if data[at] & 0x0F == 1:
                for line in data[body : body + length].split(b"\n"):
                    self._hear(line)
            at = body + length
        self._buffer = data[at:]

    def _write(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(frame(data))

    def _hear(self, data: bytes) -> None:
        heard = _decode(data)
        if heard.ask is not None:
            self._ask = heard.ask
        if heard.type == "ok":
            if heard.id == "h":
                self._crowd.seated(self)
            else:
                self._waits = False
                self._crowd.latencies.append(perf_counter() - self._sent)
        elif heard.type in ("refused", "error"):
            self._waits = False
            self._crowd.refuse(heard.why or heard.what)
        if heard.over is not None:
            self._crowd.ended()
        elif not self._waits and self._crowd.is_on:
            self.answer()

    def answer(self) -> None:
        """Answer the Ask at once, if there is one."""
        if self._ask is None or self._waits:
            return
        ask, self._ask = self._ask, None
        self._count += 1
        choice = ask.any_answer()
        message = f'{{"type":"answer","id":"{self._count}","number":{ask.number},"choice":"{choice}"}}'
        self._waits = True
        self._sent = perf_counter()
        self._write(message.encode())

    def stop(self) -> None:
        """Get up."""
        if self._transport is not None:
            self._transport.abort()


class SocketPlayers:
    """All players of a process."""

    def __init__(self, plan: CrowdPlan) -> None:
        self.plan = plan
        self.latencies: list[float] = []
        self.is_on = False
        self.refused = 0
        self.first_refusal = ""
        self._players: list[SocketPlayer] = []
        self._seated: set[SocketPlayer] = set()
        self._ready = asyncio.Event()
        self._done = asyncio.Event()
        self._ends = 0

    async def play(self) -> CrowdResult:
        """Sit down, wait for all, play until time is up or a tenth of the games is over."""
        loop = asyncio.get_running_loop()
        for table, token in self.plan.seats:
            player = SocketPlayer(self, table, token)
            self._players.append(player)
            await loop.create_connection(lambda made=player: made, self.plan.host, self.plan.port)  # type: ignore[misc]
            while len(self._players) - len(self._seated) >= _AT_ONCE and not self._done.is_set():
                await asyncio.sleep(0.002)
        await asyncio.wait_for(self._ready.wait(), 60)
        print("ready", flush=True)
        await loop.run_in_executor(None, sys.stdin.readline)
        begin, cpu = perf_counter(), process_time()
        self.is_on = True
        for player in self._players:
            player.answer()
        try:
            await asyncio.wait_for(self._done.wait(), self.plan.seconds)
        except TimeoutError:
            self._done.set()
        took, cpu = perf_counter() - begin, process_time() - cpu
        self.is_on = False
        found = [round(1000 * one, 2) for one in self.latencies]
        await asyncio.sleep(0.2)
        for player in self._players:
            player.stop()
        return CrowdResult(len(found), took, found, self.refused, self._ends // 2, self.first_refusal, cpu)

    def seated(self, player: SocketPlayer) -> None:
        """A player has got its seat."""
        self._seated.add(player)
        if len(self._seated) == len(self.plan.seats):
            self._ready.set()

    def ended(self) -> None:
        """A player's game is over."""
        self._ends += 1
        if self._ends >= max(2, len(self.plan.seats) // 10):
            self._done.set()

    def refuse(self, why: str) -> None:
        """The server refused something; random legal answers never should be."""
        self.refused += 1
        self.first_refusal = self.first_refusal or why

    def lost(self) -> None:
        """A socket was closed; while they play, that is a failure."""
        if not self._done.is_set():
            self.fail("the server closed a socket")

    def fail(self, why: str) -> None:
        """The server would not have a player."""
        self.refuse(why)
        self._ready.set()
        self._done.set()


def main() -> None:
    """Reads the plan from the first line of the input, plays, prints what came of it."""
    plan = msgspec.json.decode(sys.stdin.readline(), type=CrowdPlan)
    try:
        import uvloop

        runner = asyncio.Runner(loop_factory=uvloop.new_event_loop)
    except ImportError:
        runner = asyncio.Runner()
    with runner:
        played = runner.run(_main(plan))
    print(msgspec.json.encode(played).decode(), flush=True)


async def _main(plan: CrowdPlan) -> CrowdResult:
    return await SocketPlayers(plan).play()


if __name__ == "__main__":
    main()
