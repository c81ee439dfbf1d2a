"""A small share of `make attack`: what it measures of kills, hostile messages and a soak holds here too."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARE = "0.001"


def figures(part: str) -> dict[str, str]:
    """What a part prints, by name."""
    paths = os.pathsep.join([str(ROOT / "tests"), str(ROOT / "tools")])
    command = [sys.executable, "-m", "attacks", "--share", SHARE, "--only", part, "--json"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)[part]
    return found


@pytest.mark.parametrize("part", ["kills", "postgres"])
def test_after_a_kill_every_acknowledged_answer_is_there_once(part: str) -> None:
    if part == "postgres" and shutil.which("initdb") is None:
        pytest.skip("no PostgreSQL programs on the path")
    found = figures(part)
    assert int(found["kills"]) >= 3 and int(found["acknowledged"]) > 0
    assert [found[name] for name in ("lost", "doubled", "torn")] == [0, 0, 0]


def test_of_a_thousand_hostile_messages_none_is_accepted() -> None:
    found = figures("hostile")
    assert int(found["sent"]) >= 1_000 and int(found["kinds"]) > 20
    assert (found["accepted"], found["server well"]) == (0, True)


def test_other_tables_play_on_under_every_kind_of_question_and_a_soak_ends_well() -> None:
    assert figures("flood")["server well"]
    found = figures("soak")
    assert int(found["answers"]) > 0 and found["server well"]
