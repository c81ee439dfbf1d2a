"""Examples of play in a mirror: what was one edge of a small map is another.

Rules know neither east and west nor north and south. In a mirror every way, zone and range is measured along
other hexsides, and must come out the same.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from grognard.core.system import AnySystem
from grognard.play.cases import Case, case_files, load_cases

SHOWN = ("map", "units", "set", "play", "expect")
"""What of a case names hexes."""


class Mirror(NamedTuple):
    """How hexes are written, where one comes to lie, and what becomes of the rows of a map."""

    hex: re.Pattern[str]
    moved: Callable[[int, int], tuple[int, int]]
    rows: Callable[[list[str]], list[str]]

    def of(self, value: Any) -> Any:
        """The same with every hex where the mirror shows it."""
        if isinstance(value, str):
            return self.hex.sub(self._name, value)
        if isinstance(value, list):
            return [self.of(one) for one in value]
        if isinstance(value, dict):
            turned = {self.of(key): self.of(one) for key, one in value.items()}
            drawn = {key: self.rows(turned[key]) for key in ("rows", "holders") if key in turned}
            return turned | drawn
        return value

    def _name(self, found: re.Match[str]) -> str:
        column, row = self.moved(int(found["column"]), int(found["row"]))
        return f"{column:02d}{found['dot']}{row:02d}"

    def of_case(self, case: Case) -> Case:
        """The example as the mirror shows it."""
        fields = {name: self.of(getattr(case, name)) for name in SHOWN}
        if isinstance(fields["map"], list):
            fields["map"] = self.rows(fields["map"])
        return msgspec.structs.replace(case, **fields)


def rows_of(case: Case) -> list[str]:
    """The rows of a case's own map; none if it has no map."""
    found: Any = case.map["rows"] if isinstance(case.map, dict) else case.map
    return list(found)


def drawn_cases(system: AnySystem) -> list[Case]:
    """The examples of a game that draw a map of their own."""
    cases = [case for path in case_files(system) for case in load_cases(path)]
    return [case for case in cases if rows_of(case)]


def wide_cases(system: AnySystem) -> list[Case]:
    """Those that are their own mirror from east to west: every second column lies lower, so they are odd."""
    return [case for case in drawn_cases(system) if len(rows_of(case)[0]) % 2]


def east_and_west(case: Case, hex: re.Pattern[str]) -> Case:
    """East for west."""
    columns = len(rows_of(case)[0])
    mirror = Mirror(
        hex, lambda column, row: (columns + 1 - column, row), lambda rows: [row[::-1] for row in rows]
    )
    return mirror.of_case(case)


def north_and_south(case: Case, hex: re.Pattern[str], edge: str) -> Case:
    """North for south; with one column of `edge` before the others they lie as they must."""
    count = len(rows_of(case))
    mirror = Mirror(
        hex,
        lambda column, row: (column + 1, count + 1 - row),
        lambda rows: [f"{edge}{row}" for row in reversed(rows)],
    )
    return mirror.of_case(case)
