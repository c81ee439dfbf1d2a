"""Threads for heavy work, apart by its kind: no kind of work keeps another waiting."""

import asyncio
import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any, Final, Generic, TypeVar

from grognard.kit.reach import compiled_reach

_T = TypeVar("_T")

DEADLINE: Final = 4.0
"""Seconds that a question may take at a table with a player's own files."""


class TookTooLong(Exception):
    """Work that was stopped."""


def _load_search() -> None:
    """The compiled search, before any work can be stopped: numba stays broken if its import is cut off."""
    compiled_reach()


class Pools:
    """A few threads for each kind of heavy work; they start when they are first needed."""

    def __init__(self, threads: int) -> None:
        self.loading = ThreadPoolExecutor(threads, "loading")
        """Setting tables up and rebuilding them."""
        self.looking = ThreadPoolExecutor(threads, "looking")
        """Positions of the past, and reports."""
        self.odds = ThreadPoolExecutor(threads, "odds")
        """Chances and hints."""
        self.drawing = ThreadPoolExecutor(1, "drawing")
        self.computers = ThreadPoolExecutor(threads, "computer")
        self.strange = ThreadPoolExecutor(1, "strange", initializer=_load_search)
        """Questions and pictures of tables with players' own files: as slow as somebody made them."""
        self.strange_computers = ThreadPoolExecutor(1, "strange-computer")

    def stop(self) -> None:
        """Begin nothing new."""
        ours = (self.loading, self.looking, self.odds, self.drawing, self.computers)
        for pool in (*ours, self.strange, self.strange_computers):
            pool.shutdown(wait=False, cancel_futures=True)


async def run_in(pool: ThreadPoolExecutor, work: Callable[..., _T], *args: Any) -> _T:
    """What `work` returns, found in a thread of this pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)


class _Job(Generic[_T]):
    """Work in a thread that can be stopped from outside, between two steps of the interpreter."""

    def __init__(self, work: Callable[..., _T], args: tuple[Any, ...], begun: Callable[[], None]) -> None:
        self._work = work
        self._args = args
        self._begun = begun
        self._lock = threading.Lock()
        self._thread = 0
        self.seconds = 0.0
        """What it took of the processor."""

    def run(self) -> _T:
        """In the thread."""
        self._begun()
        since = thread_time()
        with self._lock:
            self._thread = threading.get_ident()
        try:
            return self._work(*self._args)
        finally:
            with self._lock:
                self._thread = 0
            self.seconds = thread_time() - since

    def stop(self) -> None:
        """End it, wherever it is."""
        with self._lock:
            if self._thread:
                # Only what works on copies of its own may be stopped so.
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread), ctypes.py_object(TookTooLong)
                )


async def run_within(
    pool: ThreadPoolExecutor,
    charge: Callable[[float], None],
    work: Callable[..., _T],
    *args: Any,
    deadline: float | None = DEADLINE,
) -> _T:
    """What `work` returns on copies of its own, found in a thread of this pool; stopped at the deadline,
    if there is one.

    `charge` hears what it took of the processor. Raises TookTooLong.
    """
    loop = asyncio.get_running_loop()
    timers: list[asyncio.TimerHandle] = []

    def begun() -> None:
        if deadline is not None:
            loop.call_soon_threadsafe(lambda: timers.append(loop.call_later(deadline, job.stop)))

    job = _Job(work, args, begun)
    try:
        return await loop.run_in_executor(pool, job.run)
    finally:
        for timer in timers:
            timer.cancel()
        charge(job.seconds)
