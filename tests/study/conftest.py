"""A study of random play in the teaching scenarios: whole games in a few hundredths of a second."""

from pathlib import Path

import pytest

from grognard.study.plan import Study, read_plan

PLAN = """
title = "A try"
games = 4
seed = 3

[[match]]
game = "red-god-of-war"
players = ["random", "staff"]
name = "mars"

[[match]]
game = "panzerblitz"
players = ["random", "random"]
games = 2
name = "drop"

[[variant]]
name = "dear divisions"
game = "red-god-of-war"
change = { "victory-schedule.soviet-division.points" = "+1", "victory-schedule.railway-cut.points" = 5 }
"""


@pytest.fixture
def plan_file(tmp_path: Path) -> Path:
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, "utf-8")
    return path


@pytest.fixture
def study(plan_file: Path) -> Study:
    return read_plan(plan_file)
