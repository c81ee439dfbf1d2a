"""The exact distribution of what an attack does: every answer chance can give, through the real rules."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

from grognard.core.chance import CHANCE
from grognard.core.flow import Ask, Game
from grognard.core.position import Choice
from grognard.core.system import RuleSystem
from grognard.play.errors import InputError

MOST_LINES: Final = 50_000
"""Lines of play to follow before giving up."""
LONGEST_LINE: Final = 2_000

Policy = Callable[[Game, Ask], Choice]
"""Answers the Asks that are not chance's."""
Until = Callable[[Game], bool]
"""Is the attack over?"""
Leaf = tuple[tuple[str, int], ...]
"""What happened, as named numbers in a fixed order."""


class TooManyLines(InputError):
    """An attack that branches too much to be followed whole."""


class Distribution:
    """How likely each outcome is. Probabilities are exact and sum to 1."""

    def __init__(self, chances: dict[Leaf, Fraction], lines: int) -> None:
        self.chances = chances
        self.lines = lines
        """How many lines of play were followed."""

    def names(self) -> list[str]:
        """The numbers that were measured."""
        return list(dict.fromkeys(name for leaf in self.chances for name, _ in leaf))

    def of(self, name: str) -> dict[int, Fraction]:
        """The distribution of one number alone, in order of its values."""
        found: dict[int, Fraction] = {}
        for leaf, chance in self.chances.items():
            value = dict(leaf).get(name, 0)
            found[value] = found.get(value, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def mean(self, name: str) -> Fraction:
        """The mean of one number."""
        return sum((value * chance for value, chance in self.of(name).items()), Fraction(0))

    def at_least(self, name: str, value: int) -> Fraction:
        """The chance that a number is this much or more."""
        return sum((chance for found, chance in self.of(name).items() if found >= value), Fraction(0))

    def total(self) -> Fraction:
        """The sum of all chances, which is 1."""
        return sum(self.chances.values(), Fraction(0))


def first_option(game: Game, ask: Ask) -> Choice:
    """The first option of whoever is asked."""
    return ask.options(ask.side)[0]


def usual_policy(system: RuleSystem) -> Policy:
    """How the odds of this game answer for the players: as the game itself says, else the first option.

    A game says it with `odds_answer(pos, ask) -> Choice`.
    """
    said = getattr(system, "odds_answer", None)
    if said is None:
        return first_option

    def answer(game: Game, ask: Ask) -> Choice:
        choice: Choice = said(game.pos, ask)
        return choice

    return answer


def attack_over(system: RuleSystem, game: Game) -> Until:
    """Is the attack that is on the table in `game` over?

    It is when its procedure has left the stack, or when play is back at the depth it had there and
    nothing is on the table any more.
    """
    depth = len(game.pos.stack)

    def over(now: Game) -> bool:
        here = len(now.pos.stack)
        return here < depth or (here == depth and not system.on_table(now.pos))

    return over


def outcomes(
    system: RuleSystem,
    game: Game,
    policy: Policy | None = None,
    until: Until | None = None,
    most_lines: int = MOST_LINES,
) -> Distribution:
    """The exact distribution of what happens from here until the attack is over. `game` does not change."""
    policy = policy or usual_policy(system)
    until = until or attack_over(system, game)
    before = game.pos.copy()
    chances: dict[Leaf, Fraction] = {}
    lines = 0
    todo: list[tuple[Game, Fraction]] = [(game.copy(), Fraction(1))]
    while todo:
        here, chance = todo.pop()
        _to_next_roll(here, policy, until)
        if here.over or until(here):
            lines += 1
            leaf = tuple(system.measure(before, here.pos).items())
            chances[leaf] = chances.get(leaf, Fraction(0)) + chance
        else:
            todo += _after_roll(here, chance)
        if lines + len(todo) > most_lines:
            raise TooManyLines(f"this attack has more than {most_lines:,} lines of play")
    return Distribution(dict(sorted(chances.items())), lines)


def _to_next_roll(game: Game, policy: Policy, until: Until) -> None:
    """Lets the policy answer until chance is asked or the attack is over."""
    for _ in range(LONGEST_LINE):
        if game.over or until(game) or game.ask.is_chance:
            return
        game.play(policy(game, game.ask), game.ask.side)
    raise TooManyLines(f"the attack is not over after {LONGEST_LINE:,} answers")


def _after_roll(game: Game, chance: Fraction) -> Iterable[tuple[Game, Fraction]]:
    """The game after each answer chance can give, with how likely it is."""
    ask = game.ask
    total = sum(ask.weights)
    for choice, weight in zip(ask.options(CHANCE), ask.weights, strict=True):
        branch = game.copy()
        branch.play(choice, CHANCE)
        yield branch, chance * weight / total


def table(distribution: Distribution) -> list[dict[str, Any]]:
    """The outcomes as plain rows, the likeliest first: for JSON and for the screen."""
    rows = sorted(distribution.chances.items(), key=lambda item: -item[1])
    return [{**dict(leaf), "chance": str(chance), "share": float(chance)} for leaf, chance in rows]
