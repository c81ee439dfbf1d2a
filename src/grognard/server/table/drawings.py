"""Pictures of positions: drawn one at a time for each seat, and kept while there is room."""

import asyncio
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from grognard.server.table.thread_pools import run_within

MOST_KEPT: Final = 48 * 1024 * 1024
"""Bytes of pictures kept; the longest unused goes first."""
MOST_WAITING: Final = 40
"""Pictures that one seat may wait for: a report shows one for each turn."""
LONGEST: Final = 60.0
"""Seconds that a picture may take."""
LONGEST_STRANGE: Final = 10.0
"""The same at a table with a player's own files."""


class TooManyPictures(Exception):
    """A seat waits for more pictures than anybody looks at."""


class PictureName(NamedTuple):
    """What a picture shows: a position of a table by its name, through the eyes of a side."""

    table: str
    position: str
    side: int
    kind: str
    """svg or png."""


class Drawings:
    """The pictures of all tables."""

    def __init__(self, pool: ThreadPoolExecutor, strange: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._strange = strange
        """For tables with players' own files."""
        self._kept: OrderedDict[PictureName, bytes] = OrderedDict()
        self._size = 0
        self._lines: dict[tuple[str, int], _Queue] = {}

    async def draw(
        self,
        name: PictureName,
        place: int,
        svg: Callable[[], str],
        is_strange: bool,
        charge: Callable[[float], None],
    ) -> bytes:
        """The picture of that name; `svg` draws it, in a thread, if it is not kept.

        `charge` hears what that took of the processor. Raises TookTooLong where the files are a player's.
        """
        line = self._lines.setdefault((name.table, place), _Queue())
        if line.waiting >= MOST_WAITING:
            raise TooManyPictures
        line.waiting += 1
        try:
            async with line.turn:
                # Whoever waited in this line may have wanted the same.
                found = self._kept.get(name)
                if found is None:
                    found = await self._draw(name.kind, svg, is_strange, charge)
                self._keep(name, found)
                return found
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop((name.table, place), None)

    async def _draw(
        self, kind: str, svg: Callable[[], str], is_strange: bool, charge: Callable[[float], None]
    ) -> bytes:
        if is_strange:
            return await run_within(self._strange, charge, _drawn, kind, svg, deadline=LONGEST_STRANGE)
        return await run_within(self._pool, charge, _drawn, kind, svg, deadline=None)

    def _keep(self, name: PictureName, picture: bytes) -> None:
        self._size += len(picture) - len(self._kept.pop(name, b""))
        self._kept[name] = picture
        while self._size > MOST_KEPT and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)


class _Queue:
    """Those who wait for the pictures of one seat."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.waiting = 0


def _drawn(kind: str, svg: Callable[[], str]) -> bytes:
    drawn = svg().encode()
    return drawn if kind == "svg" else _to_png(drawn)


def _to_png(svg: bytes) -> bytes:
    """Rendered in a process of its own: the renderer lets no other thread run for seconds."""
    command = [sys.executable, "-m", "grognard.draw.png"]
    return subprocess.run(command, input=svg, stdout=subprocess.PIPE, timeout=LONGEST, check=True).stdout
