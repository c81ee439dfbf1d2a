"""The rules know no east and west: examples hold in the mirror too."""

import re

import pytest

from games.mirrors import east_and_west, wide_cases
from grognard.games.red_parachutes import SYSTEM
from grognard.play.cases import Case, run_case

HEX = re.compile(r"\b(?P<column>\d\d)(?P<dot>)(?P<row>\d\d)\b")
WIDE = wide_cases(SYSTEM)


@pytest.mark.parametrize("case", WIDE, ids=lambda case: case.title)
def test_the_case_holds_with_east_for_west(case: Case) -> None:
    result = run_case(SYSTEM, east_and_west(case, HEX))
    assert result.passed, "\n".join([*result.faults, *result.lines])
