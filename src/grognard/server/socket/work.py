"""What a client's messages take of the processor: measured, charged to its seat and address, waited for."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from time import thread_time
from types import coroutine
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

from grognard.server.limits import Bucket

_T = TypeVar("_T")

MUCH: Final = 0.5
"""Seconds of work that an address has had of late beyond which its messages go one by one."""
LONGEST_WAIT: Final = 5.0
"""Seconds that a message waits for its turn; the next waits again."""

_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


class Work:
    """The account of a connection: what its seat and its address may still use."""

    def __init__(self, address: str, by_address: Bucket, by_seat: Bucket) -> None:
        self.by_seat = by_seat
        self._by_address = by_address
        self._turn = _turns.get(address) or _turns.setdefault(address, asyncio.Lock())

    def charge(self, seconds: float) -> None:
        """Note what was used."""
        self._by_address.charge(seconds)
        self.by_seat.charge(seconds)

    async def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Carry a message out when it may be, and let everybody else have a turn after it."""
        try:
            debt = max(self._by_address.debt(), self.by_seat.debt())
            if debt:
                await asyncio.sleep(min(debt, LONGEST_WAIT))
            if self._by_address.used() > MUCH:
                # A client with many sockets gets no more turns of the loop than one with a single socket.
                async with self._turn:
                    await metered(work, self.charge)
                    await asyncio.sleep(0)
            else:
                await metered(work, self.charge)
        finally:
            work.close()
        await asyncio.sleep(0)


@coroutine
def metered(work: Coroutine[Any, Any, _T], charge: Callable[[float], None]) -> Generator[Any, Any, _T]:
    """Await something, and charge what its own steps take of the processor; not what others do meanwhile."""
    spent, given, problem = 0.0, None, None
    try:
        while True:
            since = thread_time()
            try:
                waits_for = work.send(given) if problem is None else work.throw(problem)
            except StopIteration as end:
                result: _T = end.value
                return result
            finally:
                spent += thread_time() - since
            try:
                given, problem = (yield waits_for), None
            except BaseException as thrown:
                given, problem = None, thrown
    finally:
        charge(spent)
