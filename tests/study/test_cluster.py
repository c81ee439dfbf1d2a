"""A study on a real Ray of this machine: the same rows, also when workers die."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.play.errors import InputError
from grognard.study import workers as workers_module
from grognard.study.cluster import RayWorkers, on_ray, start_here
from grognard.study.folder import read_rows
from grognard.study.plan import Study
from grognard.study.run import run_study
from grognard.study.workers import Alone, Outcomes, Parcel

ray = pytest.importorskip("ray", reason="`make cluster` installs Ray; `make test` does it first")

FILES = ("games.csv", "turns.csv", "battles.csv")


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    """One Ray for all tests here: it takes some seconds to start."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    start_here(ray, 2)
    yield
    ray.shutdown()


class _Staying(RayWorkers):
    """Workers of a Ray that others go on using."""

    def close(self) -> None:
        self._open.clear()


def contents(folder: Path) -> list[str]:
    return [(folder / name).read_text("utf-8") for name in FILES]


@pytest.mark.usefixtures("cluster")
def test_the_rows_are_the_same_as_without_ray(study: Study, tmp_path: Path) -> None:
    run_study(study, tmp_path / "here", Alone(study.setups))
    run_study(study, tmp_path / "ray", _Staying(ray, study.setups, 2))
    assert contents(tmp_path / "ray") == contents(tmp_path / "here")


class _Fragile(_Staying):
    """Workers that get the second game of the first setup die over it, more often than Ray itself retries."""

    def __init__(self, study: Study, mark: str, deaths: int) -> None:
        super().__init__(ray, study.setups, 2)

        def work(setups: Any, parcel: Parcel) -> bytes:
            import msgspec

            path = Path(mark)
            died = len(path.read_bytes()) if path.exists() else 0
            if (0, 1) in parcel and died < deaths:
                path.write_bytes(b"x" * (died + 1))
                os.kill(os.getpid(), signal.SIGKILL)
            return msgspec.msgpack.encode(workers_module.play_parcel(setups, parcel))

        self._task = ray.remote(num_cpus=1, max_retries=1)(work)


@pytest.mark.usefixtures("cluster")
def test_a_worker_that_dies_is_replaced_and_nothing_counts_twice(study: Study, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    # Ray tries once more by itself; the third try is ours.
    run_study(study, tmp_path / "ray", _Fragile(study, str(mark), 2))
    assert len(mark.read_bytes()) == 2
    run_study(study, tmp_path / "here", Alone(study.setups))
    assert contents(tmp_path / "ray") == contents(tmp_path / "here")


class _Answers:
    """A Ray that sends every parcel twice, as one may that lost a machine and found it again."""

    count = 1

    def __init__(self, study: Study) -> None:
        self._alone = Alone(study.setups)

    def submit(self, parcel: Parcel) -> None:
        self._alone.submit(parcel)

    def take(self) -> Outcomes:
        found = self._alone.take()
        return [*found, *found]

    def close(self) -> None:
        self._alone.close()


def test_a_parcel_that_comes_twice_counts_once(study: Study, tmp_path: Path) -> None:
    run_study(study, tmp_path / "rows", _Answers(study))
    games = read_rows(tmp_path / "rows")[0]
    assert len(games) == len({(row.match, row.variant, row.number) for row in games}) == study.games


def test_a_ray_that_is_slow_to_start_gets_another_chance() -> None:
    class Slow:
        tries = 0

        def init(self, **more: object) -> None:
            self.tries += 1
            if self.tries < 3:
                raise Exception("The current node timed out during startup.")

        def shutdown(self) -> None:
            pass

    slow = Slow()
    start_here(slow, 1)
    assert slow.tries == 3


def test_an_address_where_nobody_is_is_told(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray itself waits half a minute before it says so."""

    def nobody(**more: object) -> None:
        raise ConnectionError("ray client connection timeout")

    monkeypatch.setattr(ray, "init", nobody)
    with pytest.raises(InputError, match="there is no Ray at ray:"):
        on_ray(study.setups, 1, "ray://127.0.0.1:1")
