"""How much one client may ask for, whichever of the workers it meets.

The counts lie in memory that all workers of a server share, so that they do not hang on how many there are. A
client has its place there by a sum over its name, keyed by the interpreter's own secret, which forks share:
two may have the same one, and then share an allowance that neither comes near; nobody can arrange it.
"""

from mmap import mmap
from time import monotonic
from typing import Final

from grognard.server.settings import Limits

_PLACES: Final = 1 << 16


class SharedMemory:
    """The counts of all workers: made before they are. What is written is one machine word: no lock."""

    def __init__(self, workers: int = 1) -> None:
        self.times = [memoryview(mmap(-1, 8 * _PLACES)).cast("d") for _ in range(6)]
        """For each kind of bucket when that of each client is full again."""
        self.sockets = [memoryview(mmap(-1, 4 * _PLACES)).cast("I") for _ in range(workers)]
        """For each worker how many sockets each client has there: nobody else writes that."""


class Bucket:
    """One client's allowance: so many drops, and it fills again at a steady rate."""

    __slots__ = ("_most", "_place", "_rate", "_times", "refused")

    def __init__(self, times: "memoryview[float]", place: int, rate: float, burst: float) -> None:
        self._times = times
        self._place = place
        self._rate = rate
        self._most = burst - 1.0
        self.refused = 0
        """How often in a row whoever holds this found it empty."""

    def take(self) -> bool:
        """One drop, if there is one."""
        now = monotonic()
        full = max(self._times[self._place], now)
        if (full - now) * self._rate > self._most:
            self.refused += 1
            return False
        self._times[self._place] = full + 1.0 / self._rate
        self.refused = 0
        return True

    def charge(self, drops: float) -> None:
        """Take so many drops, also where there are not as many: then there is a debt."""
        now = monotonic()
        self._times[self._place] = max(self._times[self._place], now) + drops / self._rate

    def used(self) -> float:
        """So many drops are missing from a full bucket."""
        return max(0.0, self._times[self._place] - monotonic()) * self._rate

    def debt(self) -> float:
        """Seconds until a debt is paid; 0 where there is none."""
        return max(0.0, (self.used() - self._most - 1.0) / self._rate)


class Buckets:
    """A bucket for each of many clients."""

    def __init__(self, times: "memoryview[float]", rate: float, burst: float) -> None:
        self._times = times
        self._rate = rate
        self._burst = burst

    def of(self, who: str) -> Bucket:
        """The bucket of this client."""
        return Bucket(self._times, _place(who), self._rate, self._burst)


class Sockets:
    """The open sockets of each client."""

    def __init__(self, shared: SharedMemory, worker: int, most: int) -> None:
        self._all = shared.sockets
        self._mine = shared.sockets[worker]
        self._most = most
        # The worker before this one took its sockets along.
        self._mine[:] = memoryview(bytes(4 * _PLACES)).cast("I")

    def open(self, who: str) -> bool:
        """Count one more; False where the client has as many as it may."""
        place = _place(who)
        if sum(counts[place] for counts in self._all) >= self._most:
            return False
        self._mine[place] += 1
        return True

    def close(self, who: str) -> None:
        """Count one less."""
        self._mine[_place(who)] -= 1


class Allowances:
    """All that is counted of clients."""

    def __init__(self, limits: Limits, shared: SharedMemory, worker: int) -> None:
        addresses, makers, seats, address_work, seat_work, chats = shared.times
        self.addresses = Buckets(addresses, limits.address_rate, limits.address_burst)
        self.makers = Buckets(makers, limits.tables_rate, limits.tables_burst)
        self.seats = Buckets(seats, limits.seat_rate, limits.seat_burst)
        self.address_work = Buckets(address_work, limits.address_work_rate, limits.address_work_burst)
        self.seat_work = Buckets(seat_work, limits.seat_work_rate, limits.seat_work_burst)
        self.chats = Buckets(chats, limits.chat_rate, limits.chat_burst)
        self.sockets = Sockets(shared, worker, limits.sockets)


def _place(who: str) -> int:
    return hash(who) % _PLACES
