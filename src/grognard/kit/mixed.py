"""Secret choices of two sides that meet in a table: how often each is best made, and a draw by that."""

from collections.abc import Sequence
from typing import Final

from grognard.core.flow.chance import Random

ROUNDS: Final = 600
"""Rounds of play against each other by which the shares are found: they are right to some hundredths."""

LEAST_SHARE: Final = 0.08
"""What is best made more rarely than this is not made at all."""


def shares(gains: Sequence[Sequence[float]]) -> list[float]:
    """How often the side that chooses a row, and gains what the table says, best chooses each.

    The other side, which chooses a column, loses what the first gains. Both in turn answer what the other has
    done so far (fictitious play), which comes to the balance of the game.
    """
    rows, columns = len(gains), len(gains[0])
    by_row, by_column = [0.0] * rows, [0.0] * columns
    counts = [0] * rows
    row = max(range(rows), key=lambda one: min(gains[one]))
    for _ in range(ROUNDS):
        counts[row] += 1
        for column in range(columns):
            by_column[column] += gains[row][column]
        column = min(range(columns), key=by_column.__getitem__)
        for one in range(rows):
            by_row[one] += gains[one][column]
        row = max(range(rows), key=by_row.__getitem__)
    kept = [count if count >= LEAST_SHARE * ROUNDS else 0 for count in counts]
    return [count / sum(kept) for count in kept]


def drawn(chances: Sequence[float], generator: Random) -> int:
    """A place drawn by these shares."""
    left = generator.random()
    for place, share in enumerate(chances):
        left -= share
        if left < 0:
            return place
    return max(range(len(chances)), key=chances.__getitem__)
