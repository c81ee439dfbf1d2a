"""A study that is stopped at the keyboard, in the middle of games that several processes play."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grognard.study.folder import read_rows
from grognard.study.plan import read_plan
from grognard.study.run import run_study

GAMES = 30
PLAN = f"""
games = {GAMES}
[[match]]
game = "red-god-of-war"
players = ["staff", "staff"]
name = "mars"
"""


def _hear_the_keyboard() -> None:
    """A shell lets what it starts in the background ignore the keyboard, and so would this program."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name != "posix", reason="a signal to a group of processes is POSIX")
def test_a_study_that_is_stopped_at_the_keyboard_keeps_what_it_has_and_goes_on(tmp_path: Path) -> None:
    plan, into = tmp_path / "plan.toml", tmp_path / "rows"
    plan.write_text(PLAN, "utf-8")
    command = [sys.executable, "-m", "grognard.cli", "study", str(plan), "--into", str(into), "--jobs", "2"]
    program = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=_hear_the_keyboard
    )
    until = time.monotonic() + 90
    while time.monotonic() < until and (not (into / "games.csv").exists() or not read_rows(into)[0]):
        time.sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)
    _, said = program.communicate(timeout=60)
    assert (program.returncode, said) == (130, "grognard: stopped; the same command goes on from here\n")
    kept = read_rows(into)[0]
    assert 0 < len(kept) < GAMES
    study = read_plan(plan)
    assert run_study(study, into).played == GAMES - len(kept)
    run_study(study, tmp_path / "whole")
    for name in ("games.csv", "turns.csv", "battles.csv"):
        assert (into / name).read_text("utf-8") == (tmp_path / "whole" / name).read_text("utf-8")
