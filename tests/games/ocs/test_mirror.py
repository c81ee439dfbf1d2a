"""The rules know neither east and west nor north and south: examples hold in mirrors too."""

import re

import pytest

from games.mirrors import drawn_cases, east_and_west, north_and_south, wide_cases
from grognard.games.ocs import SYSTEM
from grognard.play.cases import Case, run_case

HEX = re.compile(r"\b(?P<column>\d\d)(?P<dot>\.)(?P<row>\d\d)\b")
WIDE, DRAWN = wide_cases(SYSTEM), drawn_cases(SYSTEM)
SEA = "~"


@pytest.mark.parametrize("case", WIDE, ids=lambda case: case.title)
def test_the_case_holds_with_east_for_west(case: Case) -> None:
    result = run_case(SYSTEM, east_and_west(case, HEX))
    assert result.passed, "\n".join([*result.faults, *result.lines])


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: case.title)
def test_the_case_holds_with_north_for_south(case: Case) -> None:
    result = run_case(SYSTEM, north_and_south(case, HEX, SEA))
    assert result.passed, "\n".join([*result.faults, *result.lines])


def test_most_examples_have_a_mirror() -> None:
    assert len(WIDE) >= 150 and len(DRAWN) >= 150
