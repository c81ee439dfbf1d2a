"""The executable examples of play hold."""

from pathlib import Path

import pytest

from games.foolish import asks_of, unheard
from games.mirror import has_image, image
from grognard.core.content import ContentError
from grognard.games.red_god_of_war import SYSTEM
from grognard.play.cases import Case, case_files, load_cases, rules_shown, run_case

CASES = [case for path in case_files(SYSTEM) for case in load_cases(path, rules=SYSTEM.ledger.ids())]

BY_NUMBER = {"The headquarters in the taken hex"}
"""Of several refuges an HQ takes the one with the lowest number, which is not the same in the mirror."""

IMAGES = [case for case in CASES if has_image(case) and case.title not in BY_NUMBER]


@pytest.mark.parametrize("case", CASES, ids=[f"{Path(case.file).stem}: {case.title}" for case in CASES])
def test_the_example_holds(case: Case) -> None:
    assert run_case(SYSTEM, case).faults == []


@pytest.mark.parametrize("case", IMAGES, ids=[f"{Path(case.file).stem}: {case.title}" for case in IMAGES])
def test_the_example_holds_in_the_mirror(case: Case) -> None:
    assert run_case(SYSTEM, image(case)).faults == []


@pytest.mark.parametrize("file", sorted({case.file for case in CASES}))
def test_what_an_example_does_not_offer_is_refused_by_a_rule_and_what_is_not_there_by_none(file: str) -> None:
    games = asks_of(SYSTEM, [case for case in CASES if case.file == file])
    assert [line for game in games for line in unheard(SYSTEM, game)] == []


def test_no_two_examples_have_the_same_title() -> None:
    titles = [case.title for case in CASES]
    assert len(titles) == len(set(titles))


def test_examples_cite_rules_of_the_ledger() -> None:
    assert set(rules_shown(CASES)) <= set(SYSTEM.ledger.ids())


def test_a_misspelt_key_is_a_fault_not_an_example_of_nothing() -> None:
    entry = {"id": "150-rd", "hex": "0101", "suply": "isolated"}
    data = {"title": "x", "map": ["."], "units": [entry], "set": {"whether": "snow"}}
    with pytest.raises(ContentError) as problem:
        SYSTEM.cases.position(data)
    assert [fault.what for fault in problem.value.faults] == [
        "there is no key 'suply'",
        "there is no key 'whether'",
    ]
