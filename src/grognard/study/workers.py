"""Who plays the games of a study: this process, several of them, or a cluster. All play the same rows."""

import multiprocessing
import signal
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Protocol

from grognard.study.plan import StudySetup
from grognard.study.rows import Broken, Played, try_game

Parcel = tuple[tuple[int, int], ...]
"""Some games to play in one go: the place of each one's setup in the study, and its number."""

Outcomes = list[Played | Broken]

MOST_DEATHS: Final = 3
"""Workers that may die over the same parcels before the study gives up."""


class WorkersDied(Exception):
    """Workers keep dying over the same games."""


class Workers(Protocol):
    """Plays parcels, in whatever order."""

    count: int
    """How many work at the same time."""

    def submit(self, parcel: Parcel) -> None:
        """Have this played."""

    def take(self) -> Outcomes:
        """The games of a parcel that is done; waits for one."""

    def close(self) -> None:
        """Leaves what is not done."""


def play_parcel(setups: Sequence[StudySetup], parcel: Parcel) -> Outcomes:
    """Plays the games of a parcel."""
    return [try_game(setups[place], number) for place, number in parcel]


class Alone:
    """This process."""

    count = 1

    def __init__(self, setups: Sequence[StudySetup]) -> None:
        self._setups = setups
        self._open: list[Parcel] = []

    def submit(self, parcel: Parcel) -> None:
        self._open.append(parcel)

    def take(self) -> Outcomes:
        return play_parcel(self._setups, self._open.pop(0))

    def close(self) -> None:
        self._open.clear()


_here: list[StudySetup] = []
"""In a worker: the setups of the study it works for. They are sent once, not with every parcel."""


def _begin(setups: list[StudySetup]) -> None:
    # An interrupt at the terminal reaches all processes; the first of them ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _here[:] = setups


def _work(parcel: Parcel) -> Outcomes:
    return play_parcel(_here, parcel)


class Processes:
    """Processes of this machine. One that dies is replaced, and what it had not sent is played again."""

    def __init__(self, setups: Sequence[StudySetup], count: int, start_method: str = "spawn") -> None:
        self.count = count
        self._setups = list(setups)
        self._context = multiprocessing.get_context(start_method)
        self._deaths = 0
        self._pool = self._new_pool()
        self._open: dict[Future[Outcomes], Parcel] = {}

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count, mp_context=self._context, initializer=_begin, initargs=(self._setups,)
        )

    def submit(self, parcel: Parcel) -> None:
        try:
            self._open[self._pool.submit(_work, parcel)] = parcel
        except BrokenProcessPool:
            self._replace([parcel])

    def take(self) -> Outcomes:
        while True:
            done, _ = wait(self._open, return_when=FIRST_COMPLETED)
            future = done.pop()
            try:
                played = future.result()
            except BrokenProcessPool:
                self._replace([])
                continue
            del self._open[future]
            self._deaths = 0
            return played

    def _replace(self, more: list[Parcel]) -> None:
        """A new pool for all that is open: when one process dies, Python gives up the others too."""
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise WorkersDied(f"workers died {self._deaths} times over the same games")
        parcels = [*self._open.values(), *more]
        self._open.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new_pool()
        for parcel in parcels:
            self._open[self._pool.submit(_work, parcel)] = parcel

    def close(self) -> None:
        for future in self._open:
            future.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
