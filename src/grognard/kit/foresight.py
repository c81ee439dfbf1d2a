"""Thinking one step further: the next level of victory, what is still to come, what a garrison saves.

A staff weighs what it can do now in points. These few questions tell it what a point is worth and what the
enemy's answer takes away again; the games say what their points, levels and answers are.
"""

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final, NamedTuple

DOUBTS: Final = (0.12, 0.5, 0.9, 1.2)
"""How far a score may still wander from where it stands, by turns to come, in steps of the ladder."""

BEYOND: Final = 0.25
"""Part of a point's worth that it has whatever the ladder says: scores are never quite sure."""


class Rung(NamedTuple):
    """A level of victory as one side sees it: the least score that reaches it, and how much it is wanted."""

    least: float
    weight: float = 1.0


class Stakes(NamedTuple):
    """Where a side stands on the ladder of victory, higher scores being better for it."""

    score: float
    rungs: tuple[Rung, ...]
    turns_left: int

    def worth(self, points: float) -> float:
        """What so many points more are worth (or fewer, below 0), an average point of the ladder being 1.

        A point that reaches a level is worth many that reach none, the more so the nearer the end is.
        """
        if not self.rungs:
            return points
        step, doubt = self._step(), self._step() * DOUBTS[min(self.turns_left, len(DOUBTS) - 1)]
        climbed = self._climbed(self.score + points, doubt) - self._climbed(self.score, doubt)
        return BEYOND * points + (1 - BEYOND) * climbed * step

    def swing(self) -> float:
        """What a single point is worth now, the mean of having one more and of not having one fewer."""
        return (self.worth(1) - self.worth(-1)) / 2

    def _step(self) -> float:
        least = [rung.least for rung in self.rungs]
        return max(1.0, (max(least) - min(least)) / max(1, len(least) - 1))

    def _climbed(self, score: float, doubt: float) -> float:
        """The rungs that a score which may still wander reaches on average, by their weight."""
        return sum(rung.weight * likely((score - rung.least + 0.5) / doubt) for rung in self.rungs)


def ladder(least: Sequence[float], decisive: Iterable[int] = ()) -> tuple[Rung, ...]:
    """Rungs of equal weight but those that decide who wins, which are wanted twice as much."""
    deciding = set(decisive)
    return tuple(Rung(score, 2.0 if place in deciding else 1.0) for place, score in enumerate(least))


def likely(margin: float) -> float:
    """The chance that something is reached, by the margin: one half at 0, nearly sure at 3."""
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, margin))))


def any_of(chances: Iterable[float]) -> float:
    """The chance that at least one of several blows strikes home."""
    spared = 1.0
    for chance in chances:
        spared *= 1.0 - chance
    return 1.0 - spared


def garrison(prize: float, falls_without: float, falls_with: float) -> float:
    """What a group saves by standing in a place: its prize, by how much less likely it falls."""
    return prize * max(0.0, falls_without - falls_with)


def still_good_for(turns_left: int, needed: int = 2) -> float:
    """How much of its worth strength has that is kept for later: none when there is no later."""
    return min(1.0, turns_left / needed)
