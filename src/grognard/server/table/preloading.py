"""What threads share is made before there are any."""

import logging
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from grognard.core.system import AnySystem
from grognard.play.registry import playable_games
from grognard.server.table.snapshots import stamp_for

log = logging.getLogger("grognard.server")


def preload() -> None:
    """Import every game, and let msgspec look at every kind of record once.

    Otherwise it does so when the first one is read, and two threads that do that at once, each opening a
    table of a server just started, bring the whole process down.
    """
    for system in known_games():
        stamp_for(system)
    for kind in set(_kinds(msgspec.Struct)):
        # Some are never read, such as those that a library only writes: nothing can be made ready for them.
        with suppress(Exception):
            msgspec.json.Decoder(kind)


def _kinds(kind: type) -> Iterator[type]:
    subclasses: list[type] = kind.__subclasses__()
    for below in subclasses:
        yield below
        yield from _kinds(below)


def known_games() -> list[AnySystem]:
    """Every game that can be loaded; one that cannot is told in the log and left out."""
    return playable_games(_tell_log)


def _tell_log(id: str, problem: Exception) -> None:
    log.error("the game %s cannot be loaded", id, exc_info=problem)
