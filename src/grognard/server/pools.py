"""Threads for heavy work, apart by its kind: no kind of work keeps another waiting."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

_T = TypeVar("_T")


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

    def stop(self) -> None:
        """Begin nothing new."""
        for pool in (self.loading, self.looking, self.odds, self.drawing, self.computers):
            pool.shutdown(wait=False, cancel_futures=True)


async def run_in(pool: ThreadPoolExecutor, work: Callable[..., _T], *args: Any) -> _T:
    """What `work` returns, found in a thread of this pool."""
    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
