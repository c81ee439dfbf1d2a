"""How much one client may ask for. A bucket holds so many drops and fills again at a steady rate."""

from collections import OrderedDict
from time import monotonic
from typing import Final

_MOST: Final = 10_000
"""Addresses remembered; the longest silent is forgotten first, whose bucket is full again anyway."""


class Bucket:
    """One client's allowance."""

    __slots__ = ("_burst", "_drops", "_rate", "_since", "refused")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._drops = burst
        self._since = monotonic()
        self.refused = 0
        """How often in a row it was empty."""

    def take(self) -> bool:
        """One drop, if there is one."""
        now = monotonic()
        self._drops = min(self._burst, self._drops + (now - self._since) * self._rate)
        self._since = now
        if self._drops < 1.0:
            self.refused += 1
            return False
        self._drops -= 1.0
        self.refused = 0
        return True


class Buckets:
    """A bucket for each of many clients."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._all: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """The bucket of this client."""
        bucket = self._all.get(who)
        if bucket is None:
            bucket = self._all[who] = Bucket(self._rate, self._burst)
            if len(self._all) > _MOST:
                self._all.popitem(last=False)
        else:
            self._all.move_to_end(who)
        return bucket
