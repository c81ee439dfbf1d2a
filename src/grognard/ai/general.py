"""A player that searches: it plays on what it could do, with the staff on both sides, and takes the best.

It knows what its side knows. Each trial begins at a position sampled from its view, goes on to the end of the
game or as far as is affordable, and counts by the level of victory that it comes to.
"""

from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from grognard.ai.playout import Playout
from grognard.core.chance import Random
from grognard.core.flow import Ask
from grognard.core.offers import Offer
from grognard.core.position import Choice
from grognard.core.system import AnySystem, Player, SaysWhy
from grognard.core.view import View
from grognard.core.words import counted

TRIALS: Final = 24
"""Games played on for one question, where no time is given: answers then depend on nothing but the dice."""

MOST_RIVALS: Final = 5
"""Answers that are looked at beside the staff's."""

LEAST_TRIALS: Final = 4
"""Another answer than the staff's must have been tried so often to be believed."""

SURE: Final = 1.0
"""How many standard errors another answer must be better than the staff's."""


class _Tried(NamedTuple):
    """An answer and what the games played on after it came to, in the order of the trials."""

    choice: Choice
    values: list[float]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)


class General:
    """Asks the staff, looks at other answers as well, and says how the games went that it played on.

    `think` is the time for one question in seconds; without, it plays on a fixed number of games.
    """

    def __init__(self, think: float | None = None) -> None:
        self.reason = ""
        self._think = think
        self._staff: Player | None = None

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        if self._staff is None:
            self._staff = system.staff()
        choice = self._staff.choose(system, view, ask, generator)
        self.reason = self._staff.reason if isinstance(self._staff, SaysWhy) else ""
        rivals = _rivals(system, view, ask, choice, generator)
        if not rivals:
            return choice
        tried = self._try(system, view, [choice, *rivals], generator)
        best = _best(tried)
        own = tried[0]
        if best is own:
            self.reason = f"{self.reason}; {_told(own)}" if own.values else self.reason
            return choice
        self.reason = f"{_told(best)}, after '{_words(system, view, choice)}' {own.mean:.0%}"
        # What the staff had planned from here has come to nothing.
        self._staff = system.staff()
        return best.choice

    def _try(
        self, system: AnySystem, view: View, choices: Sequence[Choice], generator: Random
    ) -> list[_Tried]:
        """Plays games on, all answers in turn from the same positions and dice; the hopeless are dropped."""
        tried = [_Tried(choice, []) for choice in choices]
        live = tried
        left = TRIALS
        until = None if self._think is None else perf_counter() + self._think
        while len(live) > 1 and (left >= len(live) if until is None else perf_counter() < until):
            playout = Playout(system, view, generator.randrange(1 << 32))
            for one in live:
                one.values.append(playout.value_of(one.choice))
            left -= len(live)
            live = _hopeful(live)
        return tried


# -- what is looked at ----------------------------------------------------------------------------


def _rivals(system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random) -> list[Choice]:
    """Other answers worth a look; none where something is in hand, which the staff's plan goes on with."""
    options = ask.options(view.side)
    if len(options) < 2 or ask.is_chance:
        return []
    if system.screen.held(system.knowledge.sample(view, generator)):
        return []
    share = max(1, MOST_RIVALS // len(options.offers))
    found = [one for offer in options.offers for one in _some(offer, share, generator)]
    return [one for one in found if one != choice][:MOST_RIVALS]


def _some(offer: Offer, count: int, generator: Random) -> list[Choice]:
    """A few choices of an offer, all of them where it has no more."""
    places = list(range(len(offer.nouns)))
    while len(places) > count:
        places.pop(generator.randrange(len(places)))
    return [(offer.verb, offer.nouns[place]) for place in places]


# -- what is believed -----------------------------------------------------------------------------


def _gap(one: _Tried, other: _Tried) -> tuple[float, float]:
    """By how much an answer does better than another in the same trials, and the standard error of it."""
    pairs = [mine - theirs for mine, theirs in zip(one.values, other.values, strict=False)]
    count = len(pairs)
    if count < 2:
        return (sum(pairs), 1.0)
    mean = sum(pairs) / count
    spread = sum((pair - mean) ** 2 for pair in pairs) / (count - 1)
    # Trials that all ended alike prove less than they seem to.
    return (mean, sqrt(spread / count) + 0.25 / count)


def _hopeful(live: list[_Tried]) -> list[_Tried]:
    """Those that may still be the best. The staff's own answer, the first, stays to be compared with."""
    if len(live[0].values) < 3:
        return live
    leader = max(live, key=lambda one: one.mean)
    stays = [live[0]]
    for one in live[1:]:
        gap, error = _gap(one, leader)
        if one is leader or gap + 1.5 * error > 0:
            stays.append(one)
    return stays


def _best(tried: list[_Tried]) -> _Tried:
    """The staff's answer, unless another is better beyond doubt."""
    own = tried[0]
    sure = [one for one in tried[1:] if len(one.values) >= LEAST_TRIALS and _is_better(one, own)]
    return max(sure, key=lambda one: one.mean, default=own)


def _is_better(one: _Tried, other: _Tried) -> bool:
    gap, error = _gap(one, other)
    return gap > SURE * error


# -- words ----------------------------------------------------------------------------------------


def _told(one: _Tried) -> str:
    return f"{counted(len(one.values), 'game')} played on from here come to {one.mean:.0%} of the best"


def _words(system: AnySystem, view: View, choice: Choice) -> str:
    return system.words.write(system.knowledge.bare(view), choice)
