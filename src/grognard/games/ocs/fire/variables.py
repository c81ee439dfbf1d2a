"""The variables of a barrage by artillery."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING


class Barrage(NamedTuple):
    """A barrage that is being laid: its target, what is aimed at, and the guns."""

    target: int
    side: int
    aim: int = NOTHING
    guns: tuple[int, ...] = ()
    ready: int = 0
    strength: int = 0
    """With a Supply Cache: the part of the strength that is paid."""
    caches: int = 1
    """The Supply Caches that are spent if one is, and the HQ where that is."""
    hq: int = NOTHING
