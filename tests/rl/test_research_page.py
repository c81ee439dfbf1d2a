"""The programs of docs/research.md run as they stand there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def program(name: str) -> str:
    found = dict(re.findall(r"^```python (\S+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))
    programs = {"random_play.py", "against_staff.py", "learner.py", "baseline.py", "shipped.py"}
    assert set(found) == programs
    return found[name]


def said(name: str, tmp_path: Path, *words: str) -> str:
    file = tmp_path / name
    file.write_text(program(name), "utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(file), *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_choosing_at_random(tmp_path: Path) -> None:
    rewards = [float(line.split()[1]) for line in said("random_play.py", tmp_path).splitlines()]
    assert len(rewards) == 2 and sum(rewards) == 0


def test_against_the_staff(tmp_path: Path) -> None:
    assert re.fullmatch(r"result for the Russians -?[01]\.0\n", said("against_staff.py", tmp_path))


@pytest.mark.slow
def test_the_learner_learns(tmp_path: Path) -> None:
    before, after = map(float, re.findall(r"[+-]\d+\.\d+", said("learner.py", tmp_path)))
    assert after > before + 0.5


@pytest.mark.slow
def test_the_baseline_is_trained_and_saved(tmp_path: Path) -> None:
    assert "100 games, the last 100 brought" in said("baseline.py", tmp_path, "0.01")
    assert (tmp_path / "panzerblitz-teaching-russian.npz").stat().st_size < 200_000


@pytest.mark.slow
def test_the_shipped_baseline_plays_better_than_chance(tmp_path: Path) -> None:
    by_chance, learned = map(float, re.findall(r"[+-]\d+\.\d+", said("shipped.py", tmp_path)))
    assert learned > by_chance + 1
