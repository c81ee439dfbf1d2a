"""What threads share is made before there are any."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from grognard.server.shelf import known_games


def make_ready() -> None:
    """Import every game, and let msgspec look at every kind of record once.

    Otherwise it does so when the first one is read, and two threads that do that at once, each opening a
    table of a server just started, bring the whole process down.
    """
    known_games()
    for kind in set(_kinds(msgspec.Struct)):
        # Some are never read, such as those that a library only writes: nothing can be made ready for them.
        with suppress(Exception):
            msgspec.json.Decoder(kind)


def _kinds(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for below in subclasses:
        yield below
        yield from _kinds(below)
