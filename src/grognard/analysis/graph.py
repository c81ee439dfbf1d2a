"""Every line of play of an attack, as a graph: lines that meet in one position go on as one.

A place of the graph is a roll, or an outcome. Two lines are at the same place when the values of the position
and the tally of what was told on the way are equal, and the same ways of answering led there.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Final, NamedTuple

import msgspec

from grognard.analysis.distribution import Leaf
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Ask
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem, Odds, Told

LONGEST_LINE: Final = 2_000
"""Answers after which an attack counts as endless."""

BOOKKEEPING: Final = frozenset(("number", "unseen"))
"""Fields that count answers: two lines that differ in nothing else have met."""

Policy = Callable[[AnyGame, Ask], Choice]
"""Answers the Asks that are not chance's."""
Until = Callable[[AnyGame], bool]
"""Is the attack over?"""

_NEVER: Final = Fraction(0)
_pack = msgspec.msgpack.Encoder().encode


class EndlessAttack(RuntimeError):
    """The rules of a game let an attack go on for ever."""


class Abandoned(Exception):
    """Nobody wants to know any more."""


class TooManyPlays(Exception):
    """The graph is larger than was asked for. Never shown: lines are drawn instead."""


class AttackSetting(NamedTuple):
    """What is to be worked out: where it begins, when it is over, how each way answers for the players."""

    system: AnySystem
    game: AnyGame
    ended: Until
    policies: Sequence[Policy]
    odds: Odds[Any] | None = None
    """What is measured, where it is not an attack as the game measures it."""
    is_left: Callable[[], bool] = lambda: False
    """Does nobody want to know any more? Asked before every roll."""

    @property
    def measures(self) -> Odds[Any]:
        """What is measured."""
        return self.system.odds if self.odds is None else self.odds

    def is_over(self, game: AnyGame) -> bool:
        """Is this line at its end?"""
        return game.over or self.ended(game)

    def tally(self, told: Told, events: Sequence[Event]) -> Told:
        """The tally after these events."""
        odds = self.measures
        for event in events:
            told = odds.tally(told, event)
        return told

    def measured(self, line: "PlayLine") -> Leaf:
        """What a line that is over has done."""
        odds = self.measures
        found = odds.measure(self.game.pos, line.game.pos)
        return tuple({**found, **odds.tallied(line.game.pos, line.told)}.items())


class PlayLine(NamedTuple):
    """A line of play: where it stands, the tally of what was told on it, and the ways that led here."""

    game: AnyGame
    told: Told
    ways: tuple[int, ...]
    is_over: bool = False


class RollNode:
    """A roll: how many of its answers lead to which place. Forks of one answer count in full for each."""

    def __init__(self) -> None:
        self.total = 0
        self.leads: dict[int, int] = {}


def chances(attack: AttackSetting, most_plays: int) -> tuple[list[dict[Leaf, Fraction]], int]:
    """For each way the exact chances of each outcome, and how many plays it took. Raises TooManyPlays."""
    graph = _Graph(attack, most_plays)
    reached = _flow(graph.places)
    found: list[dict[Leaf, Fraction]] = [{} for _ in attack.policies]
    for place, (ways, leaf) in graph.outcomes.items():
        for way in ways:
            found[way][leaf] = found[way].get(leaf, _NEVER) + reached[place]
    return found, graph.plays


class _Graph:
    """The graph of an attack, each place played once. Place 0 is before the first roll."""

    def __init__(self, attack: AttackSetting, most_plays: int) -> None:
        self.attack = attack
        self.places: dict[int, RollNode] = {}
        self.outcomes: dict[int, tuple[tuple[int, ...], Leaf]] = {}
        self.plays = 0
        self._numbers: dict[object, int] = {"start": 0}
        self._fields = attrgetter(*(name for name in attack.game.pos.dump() if name not in BOOKKEEPING))
        self._first = self._fields(attack.game.pos)
        self._todo: list[tuple[int, PlayLine]] = []
        first = PlayLine(attack.game.copy(), (), tuple(range(len(attack.policies))))
        self._lead_on(0, first, 1)
        while self._todo:
            self._roll(*self._todo.pop())
            if self.plays > most_plays:
                raise TooManyPlays

    def _roll(self, place: int, line: PlayLine) -> None:
        """Follow every answer that chance can give."""
        if self.attack.is_left():
            raise Abandoned
        ask = line.game.ask
        for choice, weight in zip(ask.options(CHANCE), ask.weights, strict=True):
            branch = line.game.after(choice, CHANCE)
            told = self.attack.tally(line.told, branch.events)
            self._lead_on(place, PlayLine(branch, told, line.ways), weight)
            self.plays += 1

    def _lead_on(self, place: int, line: PlayLine, weight: int) -> None:
        """Note where an answer leads: to a place for each fork of the line."""
        here = self.places.setdefault(place, RollNode())
        here.total += weight
        for fork in forks(self.attack, line):
            there = self._place(fork)
            here.leads[there] = here.leads.get(there, 0) + weight

    def _place(self, line: PlayLine) -> int:
        """The number of the place where a line stands; a new roll is put on the list."""
        leaf = self.attack.measured(line) if line.is_over else ()
        key = (line.ways, leaf) if line.is_over else (line.ways, line.told, self._changed(line.game.pos))
        number = len(self._numbers)
        known = self._numbers.setdefault(key, number)
        if known == number and line.is_over:
            self.outcomes[number] = (line.ways, leaf)
        elif known == number:
            self._todo.append((number, line))
        return known

    def _changed(self, pos: Position) -> tuple[tuple[int, bytes], ...]:
        """The fields that are not as they were at the start, by value: equal exactly for equal positions."""
        fields = enumerate(zip(self._fields(pos), self._first, strict=True))
        return tuple([(number, _pack(value)) for number, (value, first) in fields if value != first])


def forks(attack: AttackSetting, line: PlayLine) -> Iterator[PlayLine]:
    """The line at its next roll or at its end; several where its ways give different answers before."""
    todo = [line]
    while todo:
        game, told, ways, is_over = todo.pop()
        for _ in range(LONGEST_LINE):
            is_over = attack.is_over(game)
            ask = game.ask
            if is_over or ask.is_chance:
                break
            answers: dict[Choice, tuple[int, ...]] = {}
            for way in ways:
                choice = attack.policies[way](game, ask)
                answers[choice] = (*answers.get(choice, ()), way)
            (choice, ways), *others = answers.items()
            for other, its_ways in others:
                branch = game.after(other, ask.side)
                todo.append(PlayLine(branch, attack.tally(told, branch.events), its_ways))
            told = attack.tally(told, game.play(choice, ask.side))
        else:
            raise EndlessAttack(f"no roll and no end after {LONGEST_LINE:,} answers")
        yield PlayLine(game, told, ways, is_over)


# -- how likely each place is -------------------------------------------------------------------


def _flow(places: dict[int, RollNode]) -> dict[int, Fraction]:
    """How likely each place without a way on is reached from place 0. Takes the places apart.

    A place is taken out as soon as nothing leads to it any more. In a ring ("on a 6 roll again") something
    always does: then what leads there is led past it, as often as it takes.
    """
    comes_from: dict[int, set[int]] = {0: set()}
    for number, place in places.items():
        for there in place.leads:
            comes_from.setdefault(there, set()).update({number} - {there})
    reached: dict[int, Fraction] = {0: Fraction(1)}
    free = [0]
    left = dict.fromkeys(places)
    while left:
        number = free.pop() if free else next(iter(left))
        del left[number]
        place = places[number]
        _lead_past(places, number, comes_from)
        each = reached.pop(number, _NEVER) / place.total
        for there, weight in place.leads.items():
            comes_from[there].discard(number)
            reached[there] = reached.get(there, _NEVER) + each * weight
            if there in left and not comes_from[there]:
                free.append(there)
    return reached


def _lead_past(places: dict[int, RollNode], number: int, comes_from: dict[int, set[int]]) -> None:
    """Let whatever still leads to a place lead to where that leads. Staying there is no outcome."""
    place = places[number]
    place.total -= place.leads.pop(number, 0)
    if not place.total:
        raise EndlessAttack("an attack comes back to the same roll for ever")
    for earlier in comes_from[number]:
        before = places[earlier]
        share = before.leads.pop(number)
        before.total *= place.total
        before.leads = {there: weight * place.total for there, weight in before.leads.items()}
        for there, weight in place.leads.items():
            before.leads[there] = before.leads.get(there, 0) + share * weight
            comes_from[there].update({earlier} - {there})
    comes_from[number] = set()
