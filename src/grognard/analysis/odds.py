"""The exact distribution of what an attack does: every answer chance can give, through the real rules."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from grognard.core.chance import CHANCE
from grognard.core.events import Event
from grognard.core.flow import AnyGame, Ask, Decision, Game, Procedure
from grognard.core.offers import Offer
from grognard.core.position import NOTHING, Choice, Frame, Position
from grognard.core.system import AnySystem
from grognard.play.errors import InputError

MOST_LINES: Final = 50_000
"""Lines of play to follow before giving up."""
LONGEST_LINE: Final = 2_000

Policy = Callable[[AnyGame, Ask], Choice]
"""Answers the Asks that are not chance's."""
Until = Callable[[AnyGame], bool]
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


def first_option(game: AnyGame, ask: Ask) -> Choice:
    """The first option of whoever is asked."""
    return ask.options(ask.side)[0]


def usual_policy(system: AnySystem) -> Policy:
    """How the odds of this game answer for the players: as the game itself says."""

    def answer(game: AnyGame, ask: Ask) -> Choice:
        return system.odds.answer(game.pos, ask)

    return answer


class _Pause(Decision[Position, tuple[Any, ...]]):
    title = "The attack is over"

    def side(self, pos: Position, v: tuple[Any, ...]) -> int:
        return 0

    def options(self, pos: Position, v: tuple[Any, ...]) -> list[Offer]:
        return [Offer(_GO_ON[0])]

    def take(self, game: Game[Position], v: tuple[Any, ...], choice: Choice) -> None:
        game.next()


_GO_ON: Final[Choice] = ("go-on", NOTHING)
_PAUSE: Final = Procedure("(pause)", _Pause())


def paused_after(game: AnyGame) -> AnyGame:
    """A copy of the game that asks once more as soon as its running procedure has ended.

    The rest of the turn must not run: what it does is no outcome of the attack. The pause has its caller's
    variables, for what the attack hands back.
    """
    other: AnyGame = Game({**game.procedures, _PAUSE.name: _PAUSE}, game.pos.copy())
    stack = other.pos.stack
    stack.insert(-1, Frame(_PAUSE.name, _Pause.__name__, stack[-2].vars if len(stack) > 1 else ()))
    return other


def procedure_ended(game: AnyGame) -> bool:
    """Has the procedure ended after which the game was to pause?"""
    return game.ask.procedure == _PAUSE.name


class _Line(NamedTuple):
    """One line of play: where it stands, how likely it is, and what happened on the way."""

    game: AnyGame
    chance: Fraction
    events: list[Event]


def outcomes(
    system: AnySystem,
    game: AnyGame,
    policy: Policy | None = None,
    until: Until | None = None,
    most_lines: int = MOST_LINES,
) -> Distribution:
    """The exact distribution of what happens from here until the attack is over. `game` does not change.

    The attack is the running procedure, unless `until` says when it is over. What happened is the game's
    `measure(before, after)`, and `measure_events(events)` for a game that offers it.
    """
    policy = policy or usual_policy(system)
    game = game if until else system.odds.attack_under_way(game)
    first = game.copy() if until else paused_after(game)
    ended = until or procedure_ended
    before = game.pos.copy()
    chances: dict[Leaf, Fraction] = {}
    lines = 0
    todo = [_Line(first, Fraction(1), [])]
    while todo:
        line = todo.pop()
        _to_next_roll(line, policy, ended)
        if line.game.over or ended(line.game):
            lines += 1
            leaf = _measured(system, before, line)
            chances[leaf] = chances.get(leaf, Fraction(0)) + line.chance
        else:
            todo += _after_roll(line)
        if lines + len(todo) > most_lines:
            raise TooManyLines(f"this attack has more than {most_lines:,} lines of play")
    return Distribution(dict(sorted(chances.items())), lines)


def _measured(system: AnySystem, before: Position, line: _Line) -> Leaf:
    found = system.odds.measure(before, line.game.pos)
    return tuple({**found, **system.odds.measure_events(line.events)}.items())


def _to_next_roll(line: _Line, policy: Policy, ended: Until) -> None:
    """Lets the policy answer until chance is asked or the attack is over."""
    game = line.game
    for _ in range(LONGEST_LINE):
        if game.over or ended(game) or game.ask.is_chance:
            return
        line.events.extend(game.play(policy(game, game.ask), game.ask.side))
    raise TooManyLines(f"the attack is not over after {LONGEST_LINE:,} answers")


def _after_roll(line: _Line) -> Iterable[_Line]:
    """The line after each answer chance can give."""
    ask = line.game.ask
    total = sum(ask.weights)
    for choice, weight in zip(ask.options(CHANCE), ask.weights, strict=True):
        branch = line.game.copy()
        events = branch.play(choice, CHANCE)
        yield _Line(branch, line.chance * weight / total, [*line.events, *events])


def table(distribution: Distribution) -> list[dict[str, Any]]:
    """The outcomes as plain rows, the likeliest first: for JSON and for the screen."""
    rows = sorted(distribution.chances.items(), key=lambda item: -item[1])
    return [{**dict(leaf), "chance": str(chance), "share": float(chance)} for leaf, chance in rows]
