"""The executable examples of play hold."""

from pathlib import Path

import pytest

from games.foolish import asks_of, unheard
from games.mirror import has_image, image
from grognard.core.content import ContentError
from grognard.games.panzerblitz import SYSTEM
from grognard.play.cases import Case, case_files, load_cases, run_case

CASES = [case for path in case_files(SYSTEM) for case in load_cases(path, rules=SYSTEM.ledger.ids())]

IMAGES = [case for case in CASES if has_image(case)]


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


def test_there_are_many_and_no_two_have_the_same_title() -> None:
    titles = [case.title for case in CASES]
    assert len(set(titles)) == len(titles) >= 80


def test_a_misspelt_key_is_a_fault_not_an_example_of_nothing() -> None:
    data = {"title": "x", "story": "y", "map": {"rows": ["."]}, "units": [{"id": "recon-1", "att": "0101"}]}
    with pytest.raises(ContentError) as problem:
        SYSTEM.cases.position(data | {"set": {"wnd": "light N"}})
    assert [fault.what for fault in problem.value.faults] == [
        "there is no key 'att'",
        "there is no key 'wnd'",
    ]


def test_an_unknown_step_is_a_fault() -> None:
    data = {"title": "x", "story": "y", "map": {"rows": ["."]}, "start": {"step": "Teatime"}}
    with pytest.raises(ContentError):
        SYSTEM.cases.position(data)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("recon-1 at 0101", True),
        ("recon-1 at 0201", False),
        ("recon-1 dead", False),
        ("points 0", True),
        ("mines 0101", False),
        ("recon-1 not fired", True),
        ("nonsense 3", False),
        ("recon-1 sings", False),
    ],
)
def test_claims_are_checked(claim: str, holds: bool) -> None:
    data = {"title": "x", "story": "y", "map": {"rows": [".."]}, "units": [{"id": "recon-1", "at": "0101"}]}
    assert (SYSTEM.cases.check(SYSTEM.cases.position(data).pos, claim) is None) is holds
