"""Printed hex numbers by rule: where counting begins and which way it goes."""

import re
from typing import Final, Literal

import msgspec

_NUMBER: Final = re.compile(r"(\d{1,4}|[A-Z]{1,2})([-./ ]?)(\d{1,4}|[A-Z]{1,2})")
_LETTERS: Final = 26


class HexNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the hexes of a printed map are numbered.

    `first` is the number of the hex that counting begins at: at the west edge or, where it goes to the left,
    the east one; in the northernmost row or, where it goes up, the southernmost.
    """

    first: str = "0101"
    """Its form is that of all others: "0101", "101" with `digits`, "1.01", "A1"."""
    across: Literal["right", "left"] = "right"
    rows: Literal["down", "up"] = "down"
    leads: Literal["column", "row"] = "column"
    """Which of the two stands first."""
    digits: int = 0
    """How many characters the first part has; 0: as many as the second."""


def hex_numbers(rule: HexNumbers, columns: int, rows: int) -> list[str]:
    """The numbers of all hexes, row by row from the north-west; none where the rule makes none."""
    parts = _parts(rule)
    if parts is None:
        return []
    first, between, second = parts
    across = range(columns) if rule.across == "right" else range(columns - 1, -1, -1)
    down = range(rows) if rule.rows == "down" else range(rows - 1, -1, -1)
    by_column = rule.leads == "column"
    return [
        _counted(first, column if by_column else row)
        + between
        + _counted(second, row if by_column else column)
        for row in down
        for column in across
    ]


def _parts(rule: HexNumbers) -> tuple[str, str, str] | None:
    """The two counts of a number and what stands between them."""
    text = rule.first
    if text.isascii() and text.isdigit():
        cut = rule.digits or len(text) // 2
        even = rule.digits > 0 or len(text) % 2 == 0
        return (text[:cut], "", text[cut:]) if even and 0 < cut < len(text) <= 8 else None
    found = _NUMBER.fullmatch(text)
    return (found[1], found[2], found[3]) if found is not None else None


def _counted(start: str, steps: int) -> str:
    """A count so many steps after another, as wide as that; after Z come AA, BB and so on."""
    if start.isdigit():
        return f"{int(start) + steps:0{len(start)}d}"
    place = ord(start[0]) - ord("A") + _LETTERS * (len(start) - 1) + steps
    return chr(ord("A") + place % _LETTERS) * (place // _LETTERS + 1)
