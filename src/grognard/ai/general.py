"""A player that searches: it plays on what it could do, with the staff on both sides, and takes the best.

What it does in a turn is a plan: what the staff does when it is bolder, more careful, more after objectives
or has other whims. It looks at plans when a step of a turn begins, and at single answers besides, as often as
it has found that they matter. It knows what its side knows: each trial begins at a position sampled from its
view, goes on to the end of the game or as far as is affordable, and counts by the level of victory reached.
"""

from collections.abc import Sequence
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from grognard.ai.playout import End, Playout, TurnPlan, best_temper, is_tempered, staff_of
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.flow.offers import Offer
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem, Player, SaysWhy
from grognard.core.view import View
from grognard.core.words import counted
from grognard.kit.temper import EVEN, Temper

TEMPERS: Final = {
    "even": EVEN,
    "bolder": Temper(daring=1.5, safety=0.6),
    "more careful": Temper(daring=0.7, safety=1.6),
    "more after objectives": Temper(goals=1.8),
    "more after the enemy": Temper(daring=1.3, goals=0.6),
}
"""How the staff can be minded, in words. Another draw of its whims comes on top of them."""

MOST_TEMPERS: Final = 2
"""Other tempers that are looked at when a step of a turn begins."""

MOST_RIVALS: Final = 3
"""Other answers that are looked at."""

MOST_TRIALS: Final = 8
"""Games played on after one plan, where no time is given: answers then depend on nothing but the dice."""

LEAST_TRIALS: Final = 4
"""Another plan than the one that is followed must have been tried so often to be believed."""

SURE: Final = 1.2
"""How many standard errors another plan must be better than the one that is followed."""

PATIENCE: Final = 3
"""Looks at a kind of question where nothing better was found until it is looked at half as often."""

SPENDS: Final = 25
"""Answers that it plays on, where no time is given, for each that is given at the table, by anybody."""

AT_FIRST: Final = 600
"""Answers that it may play on beside those."""

GATHERS: Final = ("pick", "join", "leave")
"""What verbs do that only make up an order: the staff does that in an order of its own."""

UNDOES: Final = ("drop", "leave")
"""What is done only once a turn against the staff's will, or it would be taken up and put back for ever."""

OFTEN: Final = 12
"""Times that somebody is taken up or sent somewhere in one step of a turn: more is going in circles."""

NEAR: Final = 2
"""Hexes about the one that the staff sends somebody to, which are the likeliest to be better still."""


class _Tried(NamedTuple):
    """A plan and what the games played on after it came to, in the order of the trials."""

    plan: TurnPlan
    ends: list[End]

    @property
    def mean(self) -> float:
        return sum(end.promise for end in self.ends) / len(self.ends)

    @property
    def level(self) -> float:
        return sum(end.level for end in self.ends) / len(self.ends)


class _Interest:
    """Whether it pays to think at a kind of question: where nothing is better it is looked at less often."""

    def __init__(self) -> None:
        self._looked = 0
        self._paid = 0

    def is_worth_a_look(self, generator: Random) -> bool:
        chance = PATIENCE * (1 + self._paid) / (PATIENCE + self._looked)
        return generator.random() < chance

    def note(self, tried: list[_Tried]) -> None:
        """What the last look came to: did another plan do better for some trials?"""
        self._looked += 1
        self._paid += any(len(one.ends) > 2 for one in tried[1:])


class General:
    """Follows a plan until it finds a better one, and says how the games went that it played on.

    `think` is the time for one question in seconds; without, what it plays on goes by the answers that are
    given at the table.
    """

    def __init__(self, think: float | None = None) -> None:
        self.reason = ""
        self._think = think
        self._temper = EVEN
        self._staff: Player | None = None
        self._number = 0
        self._turn = NOTHING
        self._purse = AT_FIRST
        self._interest: dict[str, _Interest] = {}
        self._begun: set[tuple[int, str]] = set()
        self._given: dict[tuple[int, str, Choice], int] = {}
        self._put_back: set[tuple[int, str, Choice]] = set()

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        self._purse += SPENDS * max(0, view.number - self._number)
        self._number = view.number
        if view.turn != self._turn:
            self._begin(system, view)
        choice = self._follow(system, view, ask, generator)
        if len(ask.options(view.side)) < 2:
            return choice
        if self._goes_in_circles(system, view, ask, choice):
            self.reason = "the usual answer, or there would be no end of it"
            return ask.usual(system.knowledge.sample(view, generator), view.side)
        if not self._is_time(ask, generator):
            return choice
        plans = self._plans(system, view, ask, choice, generator)
        if len(plans) < 2:
            return choice
        tried = self._try(system, view, plans, generator)
        self._interest[ask.step].note(tried)
        return self._take(system, view, ask, choice, tried, generator)

    def _begin(self, system: AnySystem, view: View) -> None:
        """Plans are for a turn: in the next the side goes by its best temper again."""
        self._turn = view.turn
        best = best_temper(system, view.side)
        if self._temper != best:
            self._temper, self._staff = best, None

    def _follow(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """What the staff says whose plan is followed."""
        if self._staff is None:
            self._staff = staff_of(system, self._temper)
        choice = self._staff.choose(system, view, ask, generator)
        self.reason = self._staff.reason if isinstance(self._staff, SaysWhy) else ""
        return choice

    def _take(
        self,
        system: AnySystem,
        view: View,
        ask: Ask,
        choice: Choice,
        tried: list[_Tried],
        generator: Random,
    ) -> Choice:
        """The answer of the best plan, which is followed from here on."""
        best, own = _best(tried), tried[0]
        if best is own:
            self.reason = f"{self.reason}; {_told(own)}" if own.ends else self.reason
            return choice
        # What the staff had planned from here has come to nothing.
        self._temper, self._staff = best.plan.temper, None
        found = best.plan.choice
        if found is None:
            found = self._follow(system, view, ask, generator)
            self.reason = f"{self.reason}; {_minded(self._temper)}: {_told(best)}, else {own.level:.0%}"
            return found
        self.reason = f"{_told(best)}, after '{_words(system, view, choice)}' {own.level:.0%}"
        if system.words.verbs[found[0]].role in UNDOES:
            self._put_back.add((view.turn, ask.step, found))
        return found

    def _goes_in_circles(self, system: AnySystem, view: View, ask: Ask, choice: Choice) -> bool:
        """Does the staff, whose plan was upset, do the same again and again?"""
        key = (view.turn, ask.step, choice)
        self._given[key] = self._given.get(key, 0) + 1
        return self._given[key] > OFTEN and system.words.verbs[choice[0]].role in ("pick", "go")

    def _is_time(self, ask: Ask, generator: Random) -> bool:
        """Is this a question to think about, and is there something left to think with?"""
        interest = self._interest.setdefault(ask.step, _Interest())
        return self._think is not None or (self._purse > 0 and interest.is_worth_a_look(generator))

    def _plans(
        self, system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random
    ) -> list[TurnPlan]:
        """The plan that is followed, other tempers where a step of the turn begins, other answers."""
        rivals = [TurnPlan(self._temper, one) for one in self._rivals(system, view, ask, choice, generator)]
        if (view.turn, ask.step) in self._begun or not is_tempered(self._staff):
            return [TurnPlan(self._temper, choice), *rivals]
        self._begun.add((view.turn, ask.step))
        others = [one for one in TEMPERS.values() if one != self._temper]
        others.append(self._temper._replace(whims=1 + generator.randrange(1 << 30)))
        drawn = _drawn(range(len(others)), MOST_TEMPERS, generator)
        return [TurnPlan(self._temper), *(TurnPlan(others[place]) for place in drawn), *rivals]

    def _rivals(
        self, system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random
    ) -> list[Choice]:
        """Other answers worth a look. Of an order that is being made up only where it goes is looked at."""
        options = ask.options(view.side)
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
        self, system: AnySystem, view: View, plans: Sequence[TurnPlan], generator: Random
    ) -> list[_Tried]:
        """Plays games on, all plans in turn from the same positions and dice; the hopeless are dropped."""
        tried = [_Tried(plan, []) for plan in plans]
        live = tried
        until = None if self._think is None else perf_counter() + self._think
        while len(live) > 1 and (
            len(tried[0].ends) < MOST_TRIALS if until is None else perf_counter() < until
        ):
            playout = Playout(system, view, generator.randrange(1 << 32))
            for one in live:
                one.ends.append(playout.after(one.plan))
            self._purse -= playout.answers
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
    """By how much a plan does better than another in the same trials, and the standard error of it."""
    pairs = [mine.promise - theirs.promise for mine, theirs in zip(one.ends, other.ends, strict=False)]
    count = len(pairs)
    if count < 2:
        return (sum(pairs), 1.0)
    mean = sum(pairs) / count
    spread = sum((pair - mean) ** 2 for pair in pairs) / (count - 1)
    # Trials that all ended alike prove less than they seem to.
    return (mean, sqrt(spread / count) + 0.25 / count)


def _hopeful(live: list[_Tried]) -> list[_Tried]:
    """Those that may still prove better than the plan that is followed, the first, which stays with them."""
    own, *others = live
    return [own, *(one for one in others if one.mean > own.mean)]


def _best(tried: list[_Tried]) -> _Tried:
    """The plan that is followed, unless another is better beyond doubt."""
    own = tried[0]
    sure = [one for one in tried[1:] if len(one.ends) >= LEAST_TRIALS and _is_better(one, own)]
    return max(sure, key=lambda one: one.mean, default=own)


def _is_better(one: _Tried, other: _Tried) -> bool:
    gap, error = _gap(one, other)
    return gap > SURE * error


# -- words ----------------------------------------------------------------------------------------


def _told(one: _Tried) -> str:
    return f"{counted(len(one.ends), 'game')} played on from here come to {one.level:.0%} of the best"


def _minded(temper: Temper) -> str:
    """A temper in words."""
    return next((name for name, one in TEMPERS.items() if one == temper), "another idea")


def _words(system: AnySystem, view: View, choice: Choice) -> str:
    return system.words.write(system.knowledge.bare(view), choice)
