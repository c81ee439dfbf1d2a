"""The rules know neither east and west nor north and south: examples hold in mirrors too.

What was one edge is then another, so every way, zone and range is measured along other hexsides.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from games.ocs.test_cases import CASES
from grognard.games.ocs import SYSTEM
from grognard.play.cases import Case, run_case

HEX = re.compile(r"\b(\d\d)\.(\d\d)\b")


class Mirror(NamedTuple):
    """Where a hex comes to lie, and what becomes of the rows of a map."""

    hex: Callable[[int, int], tuple[int, int]]
    rows: Callable[[list[str]], list[str]]

    def of(self, value: Any) -> Any:
        """The same with every hex where the mirror shows it."""
        if isinstance(value, str):
            return HEX.sub(self._name, value)
        if isinstance(value, list):
            return [self.of(one) for one in value]
        if isinstance(value, dict):
            return {self.of(key): self.of(one) for key, one in value.items()}
        return value

    def _name(self, found: re.Match[str]) -> str:
        column, row = self.hex(int(found[1]), int(found[2]))
        return f"{column:02d}.{row:02d}"

    def of_case(self, case: Case) -> Case:
        """The example as the mirror shows it."""
        fields = {name: self.of(getattr(case, name)) for name in ("map", "units", "set", "play", "expect")}
        drawn = fields["map"]
        rows = self.rows(rows_of(case))
        fields["map"] = {**drawn, "rows": rows} if isinstance(drawn, dict) else rows
        return msgspec.structs.replace(case, **fields)


def rows_of(case: Case) -> list[str]:
    """The rows of a case's own map; none if it has no map."""
    found: Any = case.map["rows"] if isinstance(case.map, dict) else case.map
    return list(found)


def east_and_west(case: Case) -> Mirror:
    columns = len(rows_of(case)[0])
    return Mirror(lambda column, row: (columns + 1 - column, row), lambda rows: [row[::-1] for row in rows])


def north_and_south(case: Case) -> Mirror:
    """Every second column lies lower: with one of sea before them they lie as they must."""
    rows = len(rows_of(case))
    return Mirror(
        lambda column, row: (column + 1, rows + 1 - row), lambda drawn: [f"~{row}" for row in reversed(drawn)]
    )


# Only an odd number of columns is its own mirror.
WIDE = [case for case in CASES if rows_of(case) and len(rows_of(case)[0]) % 2]
DRAWN = [case for case in CASES if rows_of(case)]


@pytest.mark.parametrize("case", WIDE, ids=lambda case: case.title)
def test_the_case_holds_with_east_for_west(case: Case) -> None:
    result = run_case(SYSTEM, east_and_west(case).of_case(case))
    assert result.passed, "\n".join([*result.faults, *result.lines])


@pytest.mark.parametrize("case", DRAWN, ids=lambda case: case.title)
def test_the_case_holds_with_north_for_south(case: Case) -> None:
    result = run_case(SYSTEM, north_and_south(case).of_case(case))
    assert result.passed, "\n".join([*result.faults, *result.lines])


def test_most_examples_have_a_mirror() -> None:
    assert len(WIDE) >= 150 and len(DRAWN) >= 150
