"""How likely each outcome of an attack is: exactly, or with an interval where something was drawn."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final

Leaf = tuple[tuple[str, int], ...]
"""What happened, as named numbers in a fixed order."""
Interval = tuple[float, float]

_NEVER: Final = Fraction(0)
_Z: Final = 1.96
"""Standard errors to either side that hold 95 % of what is drawn."""


class Distribution:
    """How likely each outcome is. Chances sum to 1; where nothing was drawn at random they are exact."""

    def __init__(
        self,
        chances: dict[Leaf, Fraction],
        plays: int,
        sampled: int = 0,
        parts: Sequence["Distribution"] = (),
    ) -> None:
        self.chances = dict(sorted(chances.items()))
        self.plays = plays
        """How many answers of chance were played."""
        self.sampled = sampled
        """How many lines of play were drawn at random; 0 where all were followed."""
        self.parts = parts
        """The distributions in the positions that were drawn of what is hidden; none where nothing is."""

    @property
    def is_exact(self) -> bool:
        """Was every line followed, in the one position there can be?"""
        return not self.sampled and not self.parts

    def names(self) -> list[str]:
        """The numbers that were measured."""
        return list(dict.fromkeys(name for leaf in self.chances for name, _ in leaf))

    def of(self, name: str) -> dict[int, Fraction]:
        """The distribution of one number alone, in order of its values."""
        found: dict[int, Fraction] = {}
        for leaf, chance in self.chances.items():
            value = dict(leaf).get(name, 0)
            found[value] = found.get(value, _NEVER) + chance
        return dict(sorted(found.items()))

    def intervals(self, name: str) -> dict[int, Interval]:
        """Between which two the chance of each value of a number lies, at 95 %; twice itself if exact."""
        drawn = [part.of(name) for part in self.parts]
        return {
            value: self._between(share, [one.get(value, _NEVER) for one in drawn])
            for value, share in self.of(name).items()
        }

    def between(self, leaf: Leaf) -> Interval:
        """The same for an outcome as a whole."""
        return self._between(self.chances[leaf], [part.chances.get(leaf, _NEVER) for part in self.parts])

    def _between(self, share: Fraction, drawn: Sequence[Fraction]) -> Interval:
        exact = float(share)
        if drawn:
            return confidence([float(one) for one in drawn])
        return _of_lines(exact, self.sampled) if self.sampled else (exact, exact)

    def mean(self, name: str) -> Fraction:
        """The mean of one number."""
        return sum((value * chance for value, chance in self.of(name).items()), _NEVER)

    def at_least(self, name: str, value: int) -> Fraction:
        """The chance that a number is this much or more."""
        return sum((chance for found, chance in self.of(name).items() if found >= value), _NEVER)

    def total(self) -> Fraction:
        """The sum of all chances, which is 1."""
        return sum(self.chances.values(), _NEVER)


def mixture(parts: Sequence[Distribution]) -> Distribution:
    """What happens in one of several positions of which each is as likely as the others."""
    if len(parts) == 1:
        return parts[0]
    chances: dict[Leaf, Fraction] = {}
    for part in parts:
        for leaf, chance in part.chances.items():
            chances[leaf] = chances.get(leaf, _NEVER) + chance / len(parts)
    plays, sampled = sum(part.plays for part in parts), sum(part.sampled for part in parts)
    return Distribution(chances, plays, sampled, parts)


# -- intervals ----------------------------------------------------------------------------------


def confidence(shares: Sequence[float]) -> Interval:
    """The 95 % interval of the mean that these shares, each between 0 and 1, were drawn around."""
    return _interval(sum(shares), sum(share * share for share in shares), len(shares))


def _of_lines(share: float, lines: int) -> Interval:
    """The same of lines that each either did it or did not."""
    did = share * lines
    return _interval(did, did, lines)


def _interval(total: float, squares: float, count: int) -> Interval:
    # Two more that never did it and two that always did (Agresti and Coull): otherwise a few draws that
    # happen to agree would claim to be certain.
    count, total, squares = count + 4, total + 2, squares + 2
    mean = total / count
    error = _Z * sqrt(max(0.0, squares / count - mean * mean) / (count - 1))
    return max(0.0, mean - error), min(1.0, mean + error)


# -- as plain rows ------------------------------------------------------------------------------


def table(found: Distribution) -> list[dict[str, Any]]:
    """The outcomes as plain rows, the likeliest first: for JSON and for the screen."""
    rows: list[dict[str, Any]] = []
    for leaf, chance in sorted(found.chances.items(), key=lambda item: -item[1]):
        row = {**dict(leaf), "chance": str(chance), "share": float(chance)}
        if not found.is_exact:
            row["between"] = found.between(leaf)
        rows.append(row)
    return rows
