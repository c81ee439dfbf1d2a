"""Pictures of positions: drawn one at a time for each seat, and kept while there is room."""

import asyncio
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

from grognard.server.pools import run_in

MOST_KEPT: Final = 48 * 1024 * 1024
"""Bytes of pictures kept; the longest unused goes first."""
MOST_WAITING: Final = 40
"""Pictures that one seat may wait for: a report shows one for each turn."""
LONGEST: Final = 60.0
"""Seconds that a picture may take."""


class TooManyPictures(Exception):
    """A seat waits for more pictures than anybody looks at."""


class Name(NamedTuple):
    """What a picture shows: a position of a table by its name, through the eyes of a side."""

    table: str
    position: str
    side: int
    kind: str
    """svg or png."""


class Drawings:
    """The pictures of all tables."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        self._kept: OrderedDict[Name, bytes] = OrderedDict()
        self._size = 0
        self._lines: dict[tuple[str, int], _Line] = {}

    async def draw(self, name: Name, place: int, svg: Callable[[], str]) -> bytes:
        """The picture of that name; `svg` draws it, in a thread, if it is not kept."""
        line = self._lines.setdefault((name.table, place), _Line())
        if line.waiting >= MOST_WAITING:
            raise TooManyPictures
        line.waiting += 1
        try:
            async with line.turn:
                # Whoever waited in this line may have wanted the same.
                found = self._kept.get(name)
                if found is None:
                    found = await run_in(self._pool, _drawn, name.kind, svg)
                self._keep(name, found)
                return found
        finally:
            line.waiting -= 1
            if not line.waiting:
                self._lines.pop((name.table, place), None)

    def _keep(self, name: Name, picture: bytes) -> None:
        self._size += len(picture) - len(self._kept.pop(name, b""))
        self._kept[name] = picture
        while self._size > MOST_KEPT and len(self._kept) > 1:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)


class _Line:
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
