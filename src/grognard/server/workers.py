"""Several processes behind one address, each with tables of its own: a server that uses every processor.

One process listens. It looks at the first line of a connection without taking it off the line, sees which
table it is about, and hands the connection itself to the worker that serves this table; from then on it has
nothing to do with it. What is about no table goes to each in turn. Workers share nothing but the database: a
table is in the memory of one of them only, and a computer that thinks in one keeps nobody waiting in another.
"""

import asyncio
import errno
import logging
import multiprocessing
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, Final

import uvicorn

from grognard.server.table.which_worker import owner_of, table_in

log = logging.getLogger("grognard.server")

CAN_SHARE: Final = "fork" in multiprocessing.get_all_start_methods() and hasattr(socket, "send_fds")
"""Can this system hand a connection to another process?"""
MOST_WORKERS: Final = 4
"""As many as are started unasked."""

_LONGEST_LINE: Final = 4_096
_FIRST_LINE_WITHIN: Final = 10.0
"""Seconds until a connection that says nothing is closed."""
_MOST_SILENT: Final = 2_000
"""Connections that have said nothing yet; the oldest is closed for one more."""
_TICK: Final = 0.1
_END_WITHIN: Final = 8.0
_SIGN_EVERY: Final = 1.0
"""Seconds between a worker's signs of life."""
_SIGN_WITHIN: Final = 60.0
"""Seconds without one after which it is taken to hang; the longest honest work of a loop is far below one."""
_PAUSE: Final = 2.0
"""Seconds until a worker that could not take another's place is tried again."""

Work = Callable[[int, socket.socket], None]
"""Serves as the worker of a number the connections that come over a line, until that closes."""


def usual_workers() -> int:
    """One for each processor that this process may use, where they can share and it is well tried."""
    if not CAN_SHARE or sys.platform != "linux":
        return 1
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable, MOST_WORKERS)


# -- the process that listens ----------------------------------------------------------------------


class _Worker:
    """A process that serves, as the one that listens knows it."""

    def __init__(self, process: BaseProcess, line: socket.socket) -> None:
        self.process = process
        self.line = line
        self.has_begun = False
        self.last_sign = time.monotonic()

    def listen(self) -> None:
        """Hear the signs of life that have come."""
        with suppress(OSError):
            if self.line.recv(1_000):
                self.has_begun = True
                self.last_sign = time.monotonic()

    def hangs(self) -> bool:
        """Has it given no sign of life for long?"""
        return self.has_begun and time.monotonic() - self.last_sign > _SIGN_WITHIN


class Front:
    """Listens, and gives every connection to its worker."""

    def __init__(self, door: socket.socket, workers: int, work: Work) -> None:
        self._door = door
        self._count = workers
        self._work = work
        self._workers: dict[int, _Worker] = {}
        self._missing: dict[int, float] = {}
        """Workers whose place is empty, with the time at which another is started."""
        self._proven: set[int] = set()
        """Workers that have begun at least once."""
        self._silent: dict[socket.socket, float] = {}
        """Connections whose first line has not come, with the time of their end."""
        self._later: list[socket.socket] = []
        """Those of them with a piece of it, or whose worker is busy: looked at again after a while."""
        self._again = 0.0
        """When: not at once, or those that drip would keep this process busy."""
        self._selector = selectors.DefaultSelector()
        self._turn = 0
        self._ends = False

    def run(self) -> int:
        """Serve until somebody ends it; 1 if a worker could not live."""
        for number in range(self._count):
            self._start(number)
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self._end)
        self._door.setblocking(False)
        self._selector.register(self._door, selectors.EVENT_READ)
        is_well = True
        while is_well and not self._ends:
            self._wait()
            is_well = self._look_after()
        self._stop()
        return 0 if is_well else 1

    def _end(self, *_: Any) -> None:
        self._ends = True

    # -- workers ----------------------------------------------------------------------------------

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        # A fork: the door stays where it is, and what is loaded is shared.
        context = multiprocessing.get_context("fork")
        process = context.Process(target=self._become, args=(number, ours, theirs), name=f"worker {number}")
        process.start()
        theirs.close()
        ours.setblocking(False)
        self._workers[number] = _Worker(process, ours)

    def _become(self, number: int, ours: socket.socket, line: socket.socket) -> None:
        """In the new process: be a worker. It keeps nothing open that would hide the end of the others."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._selector.close()
        lines = [worker.line for worker in self._workers.values()]
        for one in (ours, self._door, *self._silent, *lines):
            one.close()
        with suppress(KeyboardInterrupt):
            self._work(number, line)

    def _look_after(self) -> bool:
        """End workers that hang, start others where one has ended; False where the first could not begin."""
        for number, worker in list(self._workers.items()):
            worker.listen()
            if worker.has_begun:
                self._proven.add(number)
            if worker.hangs():
                log.error("worker %d hangs: it is ended", number)
                worker.process.kill()
                worker.process.join()
            if not (self._ends or worker.process.is_alive()) and not self._bury(number):
                return False
        now = time.monotonic()
        for number in [one for one, due in self._missing.items() if due <= now]:
            del self._missing[number]
            self._start(number)
        return True

    def _bury(self, number: int) -> bool:
        """A worker has ended; False where none of its number ever began."""
        worker = self._workers.pop(number)
        worker.line.close()
        if number not in self._proven:
            log.error("worker %d could not begin", number)
            return False
        # Its players come back by themselves, and all that was acknowledged is on the disk.
        log.error("worker %d ended (%s); another takes its place", number, worker.process.exitcode)
        self._missing[number] = time.monotonic() + (0.0 if worker.has_begun else _PAUSE)
        return True

    def _stop(self) -> None:
        """Listen no more, and wait for the workers to end; not for ever."""
        for one in (self._door, *self._silent):
            one.close()
        for worker in self._workers.values():
            worker.process.terminate()
        until = time.monotonic() + _END_WITHIN
        for worker in self._workers.values():
            worker.process.join(max(0.0, until - time.monotonic()))
            worker.process.kill()
            worker.process.join()
            worker.line.close()

    # -- connections ------------------------------------------------------------------------------

    def _wait(self) -> None:
        for key, _ in self._selector.select(_TICK):
            if key.fileobj is self._door:
                self._accept()
            elif isinstance(key.fileobj, socket.socket) and key.fileobj in self._silent:
                self._listen_to(key.fileobj)
        now = time.monotonic()
        if now >= self._again:
            later, self._later, self._again = self._later, [], now + _TICK
            for one in later:
                self._selector.register(one, selectors.EVENT_READ)
        for late in [one for one, end in self._silent.items() if end < now]:
            self._forget(late)

    def _accept(self) -> None:
        try:
            found, _ = self._door.accept()
        except OSError as problem:
            # It has gone already, or there are too many: then whoever is silent longest must go first.
            if problem.errno in (errno.EMFILE, errno.ENFILE):
                if self._silent:
                    self._forget(next(iter(self._silent)))
                else:
                    time.sleep(_TICK)
            return
        found.setblocking(False)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self._silent) >= _MOST_SILENT:
            self._forget(next(iter(self._silent)))
        self._silent[found] = time.monotonic() + _FIRST_LINE_WITHIN
        self._selector.register(found, selectors.EVENT_READ)

    def _listen_to(self, found: socket.socket) -> None:
        """Look at what has come; with its first line whole a connection goes to its worker."""
        try:
            said = found.recv(_LONGEST_LINE, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        line, is_whole, _ = said.partition(b"\r\n")
        if not said:
            self._forget(found)
        elif is_whole or len(said) == _LONGEST_LINE:
            self._hand_over(found, line)
        else:
            self._put_off(found)

    def _hand_over(self, found: socket.socket, line: bytes) -> None:
        """Give it to its worker; where that is busy, or has just ended, after a while."""
        table = table_in(line)
        worker = self._workers.get(owner_of(table, self._count)) if table else self._next()
        try:
            if worker is None:
                raise BlockingIOError
            socket.send_fds(worker.line, [b"."], [found.fileno()])
        except OSError:
            self._put_off(found)
        else:
            self._forget(found)

    def _next(self) -> _Worker | None:
        """Each of the workers in turn."""
        self._turn += 1
        there = list(self._workers.values())
        return there[self._turn % len(there)] if there else None

    def _put_off(self, found: socket.socket) -> None:
        self._selector.unregister(found)
        self._later.append(found)

    def _forget(self, found: socket.socket) -> None:
        """Close a connection here; a worker that has it keeps it open."""
        if found in self._later:
            self._later.remove(found)
        else:
            self._selector.unregister(found)
        del self._silent[found]
        found.close()


# -- a worker --------------------------------------------------------------------------------------


class WorkerServer(uvicorn.Server):
    """A server that gets its connections from the process that listens, and ends with it."""

    def __init__(self, config: uvicorn.Config, line: socket.socket) -> None:
        super().__init__(config)
        self._line = line
        self._coming: set[asyncio.Task[None]] = set()
        self._sign: asyncio.TimerHandle

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take connections."""
        await super().startup(sockets=[])
        self._line.setblocking(False)
        self._live()
        asyncio.get_running_loop().add_reader(self._line, self._take)

    def _live(self) -> None:
        """Give a sign of life, and again after a while."""
        with suppress(OSError):
            self._line.send(b".")
        self._sign = asyncio.get_running_loop().call_later(_SIGN_EVERY, self._live)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and end what is under way."""
        asyncio.get_running_loop().remove_reader(self._line)
        self._sign.cancel()
        await super().shutdown(sockets=[])

    def _take(self) -> None:
        """Take all connections that have come: a busy loop is long in coming back here."""
        while True:
            try:
                said, handed, _, _ = socket.recv_fds(self._line, 1, 1)
            except BlockingIOError:
                return
            except OSError:
                said, handed = b"", []
            if not said:
                # Nobody listens any more.
                asyncio.get_running_loop().remove_reader(self._line)
                self.should_exit = True
                return
            for one in handed:
                task = asyncio.create_task(self._welcome(socket.socket(fileno=one)))
                self._coming.add(task)
                task.add_done_callback(self._coming.discard)

    async def _welcome(self, found: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(self._protocol, found)
        except OSError:
            # The client has gone meanwhile.
            found.close()

    def _protocol(self) -> asyncio.Protocol:
        config: Any = self.config
        protocol: asyncio.Protocol = config.http_protocol_class(
            config=config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol
