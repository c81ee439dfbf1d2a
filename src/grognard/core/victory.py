"""Who is ahead: the points that a game counts for victory, and the ladder of levels that they climb."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Generic, NamedTuple

from grognard.core.flow.steps import P
from grognard.core.position import NOTHING


class Rung(NamedTuple):
    """A level of victory: its name as results bear it, who wins by it, and the fewest points it takes."""

    name: str
    winner: int
    least: float


Ladder = tuple[Rung, ...]
"""From the best level of the side whose points are counted down to its worst, which takes none."""


class Victory(Generic[P]):
    """How the game stands in numbers. Points hang on nothing that a side does not know, but at the end."""

    unit: str = "points"

    def side(self, pos: P) -> int:
        """The side whose points are counted; what is good for it is bad for the other."""
        return 0

    def points(self, pos: P) -> float:
        """Its points now; after the end, such points as reach the level the game ended with."""
        raise NotImplementedError

    def ladder(self, pos: P) -> Ladder:
        """The levels of victory of this scenario."""
        raise NotImplementedError

    def score(self, pos: P, side: int) -> float:
        """The points as this side counts them: more is better for it. An onlooker counts as the ladder."""
        points = self.points(pos)
        return points if side < 0 or side == self.side(pos) else -points

    def rung(self, pos: P) -> Rung:
        """The level that the points reach now."""
        points = self.points(pos)
        return next(rung for rung in self.ladder(pos) if points >= rung.least)


def rungs(levels: Iterable[tuple[str, float | None]], sides: Sequence[str]) -> Ladder:
    """A ladder whose levels are named for who wins by them: "soviet-major", "draw". None: what is left."""
    return tuple(
        Rung(name, _named(name.partition("-")[0], sides), -inf if least is None else float(least))
        for name, least in levels
    )


def _named(side: str, sides: Sequence[str]) -> int:
    return sides.index(side) if side in sides else NOTHING


def settled(ladder: Ladder, result: str, points: float, piece: float) -> float:
    """Points that reach the level the game ended with, whatever ended it; `piece` is the least of a point."""
    above = inf
    for rung in ladder:
        if rung.name == result:
            return max(rung.least, min(points, above - piece))
        above = rung.least
    return points
