"""A player that searches: it plays on what it could do, with the staff on both sides, and takes the best.

It knows what its side knows. Each trial begins at a position sampled from its view, goes on to the end of the
game or as far as is affordable, and counts by the level of victory that it comes to.
"""

from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from grognard.ai.playout import End, Playout
from grognard.core.chance import Random
from grognard.core.flow import Ask
from grognard.core.offers import Offer
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem, Player, SaysWhy
from grognard.core.view import View
from grognard.core.words import counted

FIRST_LOOK: Final = 3
"""Games played on after an answer that comes to the same as the staff's, until it is left at that."""

MOST_TRIALS: Final = 12
"""Games played on after one answer, where no time is given: answers then depend on nothing but the dice."""

MOST_RIVALS: Final = 4
"""Answers that are looked at beside the staff's."""

LEAST_TRIALS: Final = 5
"""Another answer than the staff's must have been tried so often to be believed."""

SURE: Final = 1.5
"""How many standard errors another answer must be better than the staff's."""

PATIENCE: Final = 4
"""Looks at a kind of question that showed no difference until it is looked at half as often."""

GATHERS: Final = ("pick", "join", "leave")
"""What verbs do that only make up an order: the staff does that in an order of its own."""

UNDOES: Final = ("drop", "leave")
"""What is done only once a turn against the staff's will, or it would be taken up and put back for ever."""

OFTEN: Final = 12
"""Times that somebody is taken up or sent somewhere in one step of a turn: more is going in circles."""

NEAR: Final = 2
"""Hexes about the one that the staff sends somebody to, which are the likeliest to be better still."""


class _Tried(NamedTuple):
    """An answer and what the games played on after it came to, in the order of the trials."""

    choice: Choice
    ends: list[End]

    @property
    def mean(self) -> float:
        return sum(end.promise for end in self.ends) / len(self.ends)

    @property
    def level(self) -> float:
        return sum(end.level for end in self.ends) / len(self.ends)


class _Interest:
    """Whether answers to a kind of question matter: where all came to the same it is looked at less often."""

    def __init__(self) -> None:
        self._looked = 0
        self._mattered = 0

    def is_worth_a_look(self, generator: Random) -> bool:
        chance = (PATIENCE + PATIENCE * self._mattered) / (PATIENCE + self._looked)
        return generator.random() < chance

    def note(self, tried: list[_Tried]) -> None:
        """What the last look came to."""
        own = tried[0]
        self._looked += 1
        self._mattered += any(
            mine != theirs for one in tried[1:] for mine, theirs in zip(one.ends, own.ends, strict=False)
        )


class General:
    """Asks the staff, looks at other answers as well, and says how the games went that it played on.

    `think` is the time for one question in seconds; without, it plays on a fixed number of games.
    """

    def __init__(self, think: float | None = None) -> None:
        self.reason = ""
        self._think = think
        self._staff: Player | None = None
        self._interest: dict[str, _Interest] = {}
        self._given: dict[tuple[int, str, Choice], int] = {}
        self._put_back: set[tuple[int, str, Choice]] = set()

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        if self._staff is None:
            self._staff = system.staff()
        choice = self._staff.choose(system, view, ask, generator)
        self.reason = self._staff.reason if isinstance(self._staff, SaysWhy) else ""
        if self._goes_in_circles(system, view, ask, choice):
            self.reason = "the usual answer, or there would be no end of it"
            return ask.usual(system.knowledge.sample(view, generator), view.side)
        interest = self._interest.setdefault(ask.step, _Interest())
        rivals = self._rivals(system, view, ask, choice, generator)
        if not rivals or (self._think is None and not interest.is_worth_a_look(generator)):
            return choice
        tried = self._try(system, view, [choice, *rivals], generator)
        best, own = _best(tried), tried[0]
        interest.note(tried)
        if best is own:
            self.reason = f"{self.reason}; {_told(own)}" if own.ends else self.reason
            return choice
        self.reason = f"{_told(best)}, after '{_words(system, view, choice)}' {own.level:.0%}"
        if system.words.verbs[best.choice[0]].role in UNDOES:
            self._put_back.add((view.turn, ask.step, best.choice))
        # What the staff had planned from here has come to nothing.
        self._staff = system.staff()
        return best.choice

    def _goes_in_circles(self, system: AnySystem, view: View, ask: Ask, choice: Choice) -> bool:
        """Does the staff, whose plan was upset, do the same again and again?"""
        key = (view.turn, ask.step, choice)
        self._given[key] = self._given.get(key, 0) + 1
        return self._given[key] > OFTEN and system.words.verbs[choice[0]].role in ("pick", "go")

    def _rivals(
        self, system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random
    ) -> list[Choice]:
        """Other answers worth a look. Of an order that is being made up only where it goes is looked at."""
        options = ask.options(view.side)
        if len(options) < 2:
            return []
        role = system.words.verbs[choice[0]].role
        pos = system.knowledge.sample(view, generator)
        if system.screen.held(pos):
            return _elsewhere(pos, options.of(choice[0]), choice, generator) if role == "go" else []
        found = [
            one
            for offer in options.offers
            if not (role in GATHERS and system.words.verbs[offer.verb].role in GATHERS)
            for one in _some(offer, max(1, MOST_RIVALS // len(options.offers)), generator)
            if one != choice and (view.turn, ask.step, one) not in self._put_back
        ]
        return found[:MOST_RIVALS]

    def _try(
        self, system: AnySystem, view: View, choices: Sequence[Choice], generator: Random
    ) -> list[_Tried]:
        """Plays games on, all answers in turn from the same positions and dice; the hopeless are dropped."""
        tried = [_Tried(choice, []) for choice in choices]
        live = tried
        until = None if self._think is None else perf_counter() + self._think
        while len(live) > 1 and (
            len(tried[0].ends) < MOST_TRIALS if until is None else perf_counter() < until
        ):
            playout = Playout(system, view, generator.randrange(1 << 32))
            for one in live:
                one.ends.append(playout.after(one.choice))
            live = _hopeful(live)
        return tried


# -- what is looked at ----------------------------------------------------------------------------


def _some(offer: Offer, count: int, generator: Random) -> list[Choice]:
    """A few choices of an offer, all of them where it has no more."""
    return [(offer.verb, noun) for noun in _drawn(offer.nouns, count, generator)]


def _drawn(nouns: Sequence[int], count: int, generator: Random) -> list[int]:
    """So many of these at random, in their order."""
    places = list(range(len(nouns)))
    while len(places) > count:
        places.pop(generator.randrange(len(places)))
    return [nouns[place] for place in places]


def _elsewhere(pos: Position, hexes: Sequence[int], choice: Choice, generator: Random) -> list[Choice]:
    """Other places to go to: some about the staff's, and one anywhere."""
    verb, there = choice
    grid = pos.board.grid
    others = [hex for hex in hexes if hex != there]
    near = [hex for hex in others if max(hex, there) < grid.size and grid.distance(hex, there) <= NEAR]
    found = _drawn(near, MOST_RIVALS - 1, generator)
    far = [hex for hex in others if hex not in found]
    return [(verb, hex) for hex in found + _drawn(far, 1, generator)]


# -- what is believed -----------------------------------------------------------------------------


def _gap(one: _Tried, other: _Tried) -> tuple[float, float]:
    """By how much an answer does better than another in the same trials, and the standard error of it."""
    pairs = [mine.promise - theirs.promise for mine, theirs in zip(one.ends, other.ends, strict=False)]
    count = len(pairs)
    if count < 2:
        return (sum(pairs), 1.0)
    mean = sum(pairs) / count
    spread = sum((pair - mean) ** 2 for pair in pairs) / (count - 1)
    # Trials that all ended alike prove less than they seem to.
    return (mean, sqrt(spread / count) + 0.25 / count)


def _hopeful(live: list[_Tried]) -> list[_Tried]:
    """Those that may still prove better than the staff's own answer, the first, which stays with them."""
    own, *others = live
    is_first = len(own.ends) < FIRST_LOOK
    return [own, *(one for one in others if one.mean > own.mean or (is_first and one.mean == own.mean))]


def _best(tried: list[_Tried]) -> _Tried:
    """The staff's answer, unless another is better beyond doubt."""
    own = tried[0]
    sure = [one for one in tried[1:] if len(one.ends) >= LEAST_TRIALS and _is_better(one, own)]
    return max(sure, key=lambda one: one.mean, default=own)


def _is_better(one: _Tried, other: _Tried) -> bool:
    gap, error = _gap(one, other)
    return gap > SURE * error


# -- words ----------------------------------------------------------------------------------------


def _told(one: _Tried) -> str:
    return f"{counted(len(one.ends), 'game')} played on from here come to {one.level:.0%} of the best"


def _words(system: AnySystem, view: View, choice: Choice) -> str:
    return system.words.write(system.knowledge.bare(view), choice)
