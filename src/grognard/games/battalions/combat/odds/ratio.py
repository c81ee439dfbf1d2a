"""Ratios and odds levels. A shift moves the odds themselves; then the terrain names a column of the table."""

from typing import Final

from grognard.core.board.tables import Table
from grognard.core.ledger import rule

HIGHEST: Final = 7
"""The level of 8:1, the last column. 1:1 is 0, 2:1 is 1, 1:2 is -1."""
OFF_TABLE: Final = 0
"""No column: off the left side of the table."""


@rule("rp.odds-shifts.1")
def basic_level(attack: int, defence: int) -> int:
    """The level of a ratio, rounded in the defender's favour; against nothing the highest of the table.

    A ratio beyond the last column keeps its size until it is shifted.
    """
    if defence <= 0:
        return HIGHEST
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


@rule("rp.odds-shifts.2", "rp.odds-shifts.3", "rp.general.20")
def shifted(level: int, shift: int) -> int:
    """A level moved by the net shift, to the right if it is positive."""
    return level + shift


def odds_name(level: int) -> str:
    """A level as players say it: 3:1, 1:2."""
    return f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"


@rule("rp.resolution.2", "rp.resolution.3", "rp.resolution.6")
def column(ladder: Table, terrain: str, night: bool, level: int) -> int:
    """The column of the results table, beyond the last the last; OFF_TABLE where no attack may be made.

    Night has its own row.
    """
    row, name = "night" if night else terrain, odds_name(min(level, HIGHEST))
    if name not in ladder.columns or ladder.is_blank(row, name):
        return OFF_TABLE
    return ladder.integer(row, name)
