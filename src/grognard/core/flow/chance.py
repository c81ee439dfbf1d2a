"""Dice and draws. Chance is a player: it answers Asks, and its answers go into the record."""

from collections.abc import Sequence
from typing import Final, Protocol

CHANCE: Final = -1
"""The side that rolls dice and draws from cups."""

Outcome = tuple[int, int]
"""(noun, weight): one answer chance can give and how often it does."""

D6: Final[list[Outcome]] = [(pips, 1) for pips in range(1, 7)]


class Random(Protocol):
    """What chance and the players need of a generator; `random.Random` has it."""

    def random(self) -> float: ...

    def randrange(self, start: int, /) -> int: ...


def dice(count: int, faces: int = 6) -> list[Outcome]:
    """The totals of `count` dice with their number of ways."""
    ways = {0: 1}
    for _ in range(count):
        thrown: dict[int, int] = {}
        for total, number in ways.items():
            for pips in range(1, faces + 1):
                thrown[total + pips] = thrown.get(total + pips, 0) + number
        ways = thrown
    return sorted(ways.items())


def draw(tokens: Sequence[int]) -> list[Outcome]:
    """A blind draw: every token in the cup is equally likely."""
    return [(token, 1) for token in tokens]


def pick(outcomes: Sequence[Outcome], generator: Random) -> int:
    """One outcome, drawn by its weight."""
    total = 0
    for _, weight in outcomes:
        total += weight
    ball = generator.randrange(total)
    for noun, weight in outcomes:
        ball -= weight
        if ball < 0:
            return noun
    raise ValueError("chance has no outcome to pick from")


MOST_DICE: Final = 6


def how_many_dice(options: Sequence[int], weights: Sequence[int]) -> int:
    """How many six-sided dice give these totals, each so often; 0 where it is no throw of dice."""
    for count in range(1, MOST_DICE + 1):
        if (list(options), list(weights)) == _THROWS[count - 1]:
            return count
    return 0


_THROWS: Final = [
    ([total for total, _ in dice(count)], [ways for _, ways in dice(count)])
    for count in range(1, MOST_DICE + 1)
]


def faces_of(count: int, total: int, generator: Random) -> tuple[int, ...]:
    """Dice that show this total, every way to throw it as likely as the others."""
    faces: list[int] = []
    for left in range(count - 1, 0, -1):
        rest = dict(dice(left))
        fits = [(pips, rest.get(total - pips, 0)) for pips in range(1, 7)]
        pips = pick(fits, generator)
        faces.append(pips)
        total -= pips
    return (*faces, total)
