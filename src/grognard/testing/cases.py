"""The executable examples of play hold, in the mirror too, and refuse whatever they do not offer."""

from pathlib import Path
from typing import ClassVar

import pytest

from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_files, load_cases, run_case
from grognard.testing.foolish_answers import asks_of, unheard
from grognard.testing.mirror import has_image, image
from grognard.testing.suite import Suite


def all_cases(system: AnySystem) -> list[Case]:
    """Every example of a game; ContentError where one cites a rule that is not in the ledger."""
    return [case for path in case_files(system) for case in load_cases(path, rules=system.ledger.citable())]


def title_of(case: Case) -> str:
    """The example as a test is called after it."""
    return f"{Path(case.file).stem}: {case.title}"


class CasesHold(Suite):
    """Examples of play, which every game has."""

    not_in_the_mirror: ClassVar[tuple[str, ...]] = ()
    """Titles of examples whose outcome hangs on the numbers of hexes, which are others in the mirror."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        super().pytest_generate_tests(metafunc)
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", all_cases(self.system), ids=title_of)

    def test_the_example_holds(self, case: Case) -> None:
        assert run_case(self.system, case).faults == []
        if has_image(case) and case.title not in self.not_in_the_mirror:
            assert run_case(self.system, image(case)).faults == [], "in the mirror"

    def test_there_are_examples_and_no_two_have_the_same_title(self) -> None:
        titles = [case.title for case in all_cases(self.system)]
        assert len(set(titles)) == len(titles) > 0

    def test_what_an_example_does_not_offer_is_refused_by_a_rule_and_what_is_not_there_by_none(self) -> None:
        for path in case_files(self.system):
            games = asks_of(self.system, load_cases(path))
            assert [line for game in games for line in unheard(self.system, game)] == [], path.name
