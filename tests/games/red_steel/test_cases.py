"""The executable examples of play hold."""

from pathlib import Path

import pytest

from grognard.games.red_steel import SYSTEM
from grognard.play.cases import Case, case_files, load_cases, rules_shown, run_case

CASES = [case for path in case_files(SYSTEM) for case in load_cases(path, rules=SYSTEM.ledger.citable())]


@pytest.mark.parametrize("case", CASES, ids=[f"{Path(case.file).stem}: {case.title}" for case in CASES])
def test_the_example_holds(case: Case) -> None:
    assert run_case(SYSTEM, case).faults == []


def test_no_two_examples_have_the_same_title() -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles))


def test_examples_cite_rules_of_the_ledger() -> None:
    assert set(rules_shown(CASES)) <= set(SYSTEM.ledger.ids())
