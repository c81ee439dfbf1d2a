"""Every clause of the ledger is shown by a test or an example, where a game says which tests show what."""

import tomllib
from typing import Any, ClassVar

from grognard.core.system import AnySystem
from grognard.testing.cases import all_cases
from grognard.testing.suite import Suite


def shown_clauses(system: AnySystem) -> set[str] | None:
    """What examples and tests name; None where the game ships no index of its tests, `data/tests.toml`."""
    path = system.folder / "data" / "tests.toml"
    if not path.is_file():
        return None
    index: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    return {*index.get("tests", {}), *(named for case in all_cases(system) for named in case.rules)}


def unshown_clauses(system: AnySystem, shown: set[str]) -> list[str]:
    """The clauses, and the rules without any, that nothing names. Another game may show a rule they share."""
    rules = [entry for entry in system.ledger.rule if not (entry.same_as and entry.id in shown)]
    return [named for entry in rules for named in entry.clause_ids if named not in shown]


class Clauses(Suite):
    """A rule with several clauses is shown clause by clause."""

    leaves_clauses_unshown: ClassVar[bool] = False
    """Is the game still on its way to showing all of them?"""

    def test_every_clause_of_the_ledger_is_named_by_a_test_or_an_example(self) -> None:
        shown = shown_clauses(self.system)
        if shown is not None and not self.leaves_clauses_unshown:
            assert unshown_clauses(self.system, shown) == []
