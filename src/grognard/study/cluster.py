"""Studies on Ray: the workers are those of a cluster, or of a Ray that is started here for the study.

Ray replaces a worker that dies and plays its parcel again; a game that comes twice is written down once.
"""

import importlib
import os
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from grognard.play.errors import InputError
from grognard.study.plan import StudySetup
from grognard.study.workers import MOST_DEATHS, Outcomes, Parcel, Workers, WorkersDied, play_parcel

HERE: Final = "ray"
"""The name of a Ray that is started on this machine and ends with the study."""

_played = msgspec.msgpack.Decoder(Outcomes)


def on_ray(setups: Sequence[StudySetup], jobs: int, on: str) -> Workers:
    """The workers of a Ray cluster: at an address such as ray://HOST:10001, or one that is started here."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        # By name at run time: types are checked with it and without it, and must come out the same.
        ray = importlib.import_module("ray")
    except ImportError as problem:
        raise InputError("Ray is not installed", "pip install 'grognard[cluster]'") from problem
    if on == HERE:
        start_here(ray, jobs)
        return RayWorkers(ray, setups, jobs)
    try:
        ray.init(address=on, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as problem:
        what = f"there is no Ray at {on[:80]}: {type(problem).__name__}"
        raise InputError(what, "ray://HOST:10001; see docs/studies.md") from problem
    return RayWorkers(ray, setups, max(1, int(ray.cluster_resources().get("CPU", 1))))


def start_here(ray: Any, jobs: int) -> None:
    """Starts a Ray on this machine. It waits half a minute for itself, which a busy machine may not keep."""
    for is_last in (False, False, True):
        try:
            ray.init(num_cpus=jobs, include_dashboard=False, logging_level="ERROR")
            return
        except Exception as problem:
            if is_last or "timed out" not in str(problem):
                raise
            ray.shutdown()


def _work(setups: list[StudySetup], parcel: Parcel) -> bytes:
    return msgspec.msgpack.encode(play_parcel(setups, parcel))


class RayWorkers:
    """One task for each parcel, one processor for each task."""

    def __init__(self, ray: Any, setups: Sequence[StudySetup], count: int) -> None:
        self.count = count
        self._ray = ray
        self._task = ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(_work)
        self._setups = ray.put(list(setups))
        self._open: dict[Any, Parcel] = {}
        self._deaths = 0

    def submit(self, parcel: Parcel) -> None:
        self._open[self._task.remote(self._setups, parcel)] = parcel

    def take(self) -> Outcomes:
        lost = (self._ray.exceptions.WorkerCrashedError, self._ray.exceptions.ObjectLostError)
        while True:
            (done, *_), _ = self._ray.wait(list(self._open), num_returns=1)
            parcel = self._open.pop(done)
            try:
                found = _played.decode(self._ray.get(done))
            except lost as problem:
                # Beyond Ray's own retries: a whole machine may have gone.
                self._deaths += 1
                if self._deaths > MOST_DEATHS:
                    raise WorkersDied(f"workers died {self._deaths} times over the same games") from problem
                self.submit(parcel)
                continue
            self._deaths = 0
            return found

    def close(self) -> None:
        for one in self._open:
            self._ray.cancel(one, force=True)
        self._open.clear()
        self._ray.shutdown()
