"""The executable examples hold, and a wrong claim in one would be found."""

import pytest

from grognard.games.ocs import SYSTEM
from grognard.play.cases import Case, case_files, load_cases, run_case

CASES = [case for path in case_files(SYSTEM) for case in load_cases(path, rules=SYSTEM.ledger.citable())]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_case_holds(case: Case) -> None:
    result = run_case(SYSTEM, case)
    assert result.passed, "\n".join([*result.faults, *result.lines])


def test_titles_are_different() -> None:
    assert len({case.title for case in CASES}) == len(CASES) >= 160
