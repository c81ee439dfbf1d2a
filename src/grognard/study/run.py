"""Plays a study: parcels to workers, rows to the folder, and on from where it was left."""

from collections.abc import Callable, Iterator
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Final

import msgspec

from grognard.play.errors import InputError
from grognard.study.folder import StudyFolder
from grognard.study.plan import Study
from grognard.study.rows import Played
from grognard.study.workers import Alone, Parcel, Processes, Workers

PARCEL_SECONDS: Final = 0.5
"""What a parcel should take: long against the time to send it, short against the time a person waits."""
LARGEST_PARCEL: Final = 64

Progress = Callable[[int, int], None]
"""Told how many games are done, of how many."""


class Done(msgspec.Struct, frozen=True):
    """What a run of a study did."""

    games: int
    """Games of the study that are played."""
    played: int
    """Those of them that were played now."""
    of: int


def workers_for(study: Study, jobs: int, on: str = "") -> Workers:
    """Those who play: on a Ray cluster where one is named, else processes of this machine."""
    if jobs < 1:
        raise InputError("nobody to play", "--jobs is 1 or more")
    if on:
        from grognard.study.cluster import on_ray

        return on_ray(study.setups, jobs, on)
    return Alone(study.setups) if jobs == 1 else Processes(study.setups, jobs)


def run_study(
    study: Study, into: Path, workers: Workers | None = None, progress: Progress | None = None
) -> Done:
    """Plays what is left of a study. Whatever stops it, what has been played is in the folder."""
    folder = StudyFolder(into, study)
    before = sum(1 for _ in _wanted(study, folder)) if folder.done else study.games
    tell = progress or (lambda done, of: None)
    tell(study.games - before, study.games)
    left = before
    try:
        for _ in _rows(study, folder, workers or Alone(study.setups)):
            left -= 1
            tell(study.games - left, study.games)
    finally:
        folder.close()
    return Done(study.games - left, before - left, study.games)


def _wanted(study: Study, folder: StudyFolder) -> Iterator[tuple[int, int]]:
    """The games to play. All variants go on together, so that an interrupt leaves them comparable."""
    for number in range(max(setup.games for setup in study.setups)):
        for place, setup in enumerate(study.setups):
            if number < setup.games and (setup.match, setup.variant, number) not in folder.done:
                yield place, number


def _rows(study: Study, folder: StudyFolder, workers: Workers) -> Iterator[None]:
    """Yields once for each game that is written down."""
    wanted = iter(list(_wanted(study, folder)))
    seconds = games = waiting = 0.0
    try:
        while True:
            size = ceil(PARCEL_SECONDS * games / seconds) if seconds else 1
            while waiting < 2 * workers.count:
                parcel = _some(wanted, min(size, LARGEST_PARCEL))
                if not parcel:
                    break
                workers.submit(parcel)
                waiting += 1
            if not waiting:
                return
            found = workers.take()
            waiting -= 1
            for one in found:
                if isinstance(one, Played):
                    seconds, games = seconds + one.seconds, games + 1
                if folder.add(one):
                    yield
    finally:
        workers.close()


def _some(wanted: Iterator[tuple[int, int]], size: int) -> Parcel:
    return tuple(islice(wanted, size))
