"""What many games tell, and how surely: means with intervals, paired differences, games still needed."""

import math
from collections.abc import Sequence
from typing import Final

import msgspec

Z: Final = 1.959963984540054
_POWER: Final = 0.8416212335729143
"""Four times out of five a difference that is really there shall be found."""
MOST_NEEDED: Final = 10_000_000


class Estimate(msgspec.Struct, frozen=True):
    """A mean of so many values, with their spread and the 95 % interval of the mean."""

    mean: float
    low: float
    high: float
    spread: float
    """The standard deviation of single values."""
    games: int


class Difference(msgspec.Struct, frozen=True):
    """How much more one thing is than another, in games with the same dice."""

    mean: float
    low: float
    high: float
    games: int
    """Pairs of games."""
    is_decided: bool
    """Does the interval leave out 0?"""
    more_games: int | None
    """Pairs to play besides until it is decided, if it is as it looks; None where nothing differs."""


def quantile(freedom: int) -> float:
    """How many standard errors a 95 % interval reaches to each side, by Student's t."""
    if freedom < 1:
        return math.inf
    if freedom == 1:
        return 12.706204736432095
    if freedom == 2:
        return 4.302652729911275
    # The first three terms of the expansion in 1/freedom: off by less than 0.02 at 3.
    z, n = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values, and how surely it is known."""
    games = len(values)
    if games == 0:
        return Estimate(0.0, -math.inf, math.inf, 0.0, 0)
    mean = math.fsum(values) / games
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / max(1, games - 1))
    half = quantile(games - 1) * spread / math.sqrt(games) if spread else 0.0
    return Estimate(mean, mean - half, mean + half, spread, games)


def difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    """How much more the second of each pair is."""
    found = estimate([second - first for first, second in pairs])
    is_decided = found.games > 1 and (found.low > 0 or found.high < 0)
    more = None if not found.mean or not found.spread else _needed(found)
    if is_decided:
        more = 0
    return Difference(found.mean, found.low, found.high, found.games, is_decided, more)


def _needed(found: Estimate) -> int:
    wanted = math.ceil(((Z + _POWER) * found.spread / found.mean) ** 2)
    return min(MOST_NEEDED, max(1, wanted - found.games))


def share_at(values: Sequence[float], share: float) -> float:
    """The value below which such a share of the values lies, between neighbours in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """How closely two numbers go together, from −1 to 1; None where one of them never changes."""
    if len(pairs) < 3:
        return None
    first, second = estimate([a for a, _ in pairs]), estimate([b for _, b in pairs])
    if not first.spread or not second.spread:
        return None
    together = math.fsum((a - first.mean) * (b - second.mean) for a, b in pairs) / (len(pairs) - 1)
    return together / (first.spread * second.spread)
