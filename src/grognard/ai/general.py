"""A player that searches: it plays on what it could do, with the staff on both sides, and takes the best.

When a phase begins it compares whole plans for it: what the staff would do, and what it would do if it were
bolder or more careful, made its main effort somewhere, or gave something up. Later in the phase it looks at
single answers besides. It knows what its side knows: each trial begins at a position sampled from its view,
goes on to the end of the game or as far as is affordable, and counts by the level of victory reached.
"""

from collections.abc import Sequence
from math import ceil, inf, log2, sqrt
from time import perf_counter
from typing import Any, Final, NamedTuple

from grognard.ai.playout import End, OutOfTime, Playout, TurnPlan, is_tempered, staff_of
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.flow.offers import Offer
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem, Player, SaysWhy
from grognard.core.view import View
from grognard.core.words import counted
from grognard.kit.temper import EVEN, Temper

TEMPERS: Final = {
    "bolder": Temper(daring=1.5, safety=0.6),
    "more careful": Temper(daring=0.7, safety=1.6),
    "more after objectives": Temper(goals=1.8),
    "more after the enemy's men": Temper(daring=1.3, goals=0.6),
}
"""How the staff can be minded, in words."""

DRAWN: Final = (2, 2, 1, 1)
"""Plans that are looked at when a phase begins, beside the staff's own and the one that is followed.

Drawn anew each time: so many tempers, places for the main effort, places given up, and whims.
"""

MOST_RIVALS: Final = 3
"""Other answers that are looked at."""

MOST_TRIALS: Final = 8
"""Games played on after one plan, where no time is given: answers then depend on nothing but the dice."""

CLOCKED_TRIALS: Final = 64
"""And where time is given, so that an easy question leaves it to the others of its phase."""

LEAST_TRIALS: Final = 4
"""Another plan than the one that is followed must have been tried so often to be believed."""

FOR_PLANS: Final = 0.6
"""The part of a phase's time that goes to whole plans; the rest is left for its single answers."""

A_LOOK: Final = 0.3
"""The part of what is left that one of these may take."""

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
        return sum(end.promise for end in self.ends) / max(1, len(self.ends))

    @property
    def level(self) -> float:
        return sum(end.level for end in self.ends) / max(1, len(self.ends))


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

    `think` is the time for one phase in seconds; without, what it plays on goes by the answers that are
    given at the table.
    """

    def __init__(self, think: float | None = None) -> None:
        self.reason = ""
        self._think = think
        self._temper = EVEN
        self._staff: Player | None = None
        self._number = 0
        self._turn = NOTHING
        self._phase: Any = None
        self._is_fresh = False
        self._clock = inf
        self._is_slow = False
        self._purse = AT_FIRST
        self._interest: dict[str, _Interest] = {}
        self._given: dict[tuple[int, str, Choice], int] = {}
        self._put_back: set[tuple[int, str, Choice]] = set()

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer of the view's side."""
        self._purse += SPENDS * max(0, view.number - self._number)
        self._number = view.number
        self._begin(view)
        choice = self._follow(system, view, ask, generator)
        if len(ask.options(view.side)) < 2:
            return choice
        if self._goes_in_circles(system, view, ask, choice):
            self.reason = "the usual answer, or there would be no end of it"
            return ask.usual(system.knowledge.sample(view, generator), view.side)
        if self._is_fresh and is_tempered(self._staff):
            self._is_fresh = False
            choice = self._plan_phase(system, view, ask, choice, generator)
        if not self._is_time(ask, generator):
            return choice
        rivals = self._rivals(system, view, ask, choice, generator)
        if not rivals:
            return choice
        tried = self._try(system, view, [TurnPlan(self._temper, one) for one in (choice, *rivals)], generator)
        self._interest[ask.step].note(tried)
        return self._take(system, view, ask, choice, tried, generator)

    def _begin(self, view: View) -> None:
        """In a new turn the side goes by its even staff again; in a new phase it plans anew, with a clock."""
        if view.turn != self._turn:
            self._turn = view.turn
            if self._temper != EVEN:
                self._temper, self._staff = EVEN, None
        phase = phase_of(view)
        if phase != self._phase:
            self._phase = phase
            self._is_fresh = True
            self._clock = self._think or 0.0

    def _follow(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """What the staff says whose plan is followed."""
        if self._staff is None:
            self._staff = staff_of(system, self._temper)
        choice = self._staff.choose(system, view, ask, generator)
        self.reason = self._staff.reason if isinstance(self._staff, SaysWhy) else ""
        return choice

    # -- whole plans --------------------------------------------------------------------------------

    def _plan_phase(
        self, system: AnySystem, view: View, ask: Ask, choice: Choice, generator: Random
    ) -> Choice:
        """The first answer of the best plan for the phase, which is followed from here on."""
        if self._think is None and self._purse <= 0:
            return choice
        pos = system.knowledge.sample(view, generator)
        tempers = dict.fromkeys((self._temper, EVEN, *_drawn_tempers(system, pos, view.side, generator)))
        tried = self._halve(system, view, [TurnPlan(one) for one in tempers], generator)
        best, own = _best(tried), tried[0]
        if best is own:
            return choice
        self._temper, self._staff = best.plan.temper, None
        found = self._follow(system, view, ask, generator)
        self.reason = f"{_minded(pos, self._temper)} {_weighed(best, own)} ({self.reason})"
        return found

    def _halve(
        self, system: AnySystem, view: View, plans: Sequence[TurnPlan], generator: Random
    ) -> list[_Tried]:
        """Tries plans in rounds; the worse half is dropped after each, but the first, which is followed.

        Each round has its part of the time, or twice the trials of the one before.
        """
        tried = [_Tried(plan, []) for plan in plans]
        live = tried
        rounds = max(1, ceil(log2(len(plans))))
        until, part = self._until(FOR_PLANS), FOR_PLANS / rounds
        for number in range(1, rounds + 1):
            most = MOST_TRIALS if number == rounds else 2**number
            stop = until - (self._think or 0.0) * part * (rounds - number)
            while len(live) > 1 and self._has_time(live, most, stop):
                if not self._trial(system, view, live, generator, until):
                    break
                live = _different(live)
            live = _upper_half(live)
        self._note_time(until, FOR_PLANS)
        return tried

    # -- single answers -----------------------------------------------------------------------------

    def _take(
        self,
        system: AnySystem,
        view: View,
        ask: Ask,
        choice: Choice,
        tried: list[_Tried],
        generator: Random,
    ) -> Choice:
        """The best answer. What the staff had planned comes to nothing if it is another than its own."""
        best, own = _best(tried), tried[0]
        if best is own or best.plan.choice is None:
            self.reason = f"{self.reason}; {_told(own)}" if own.ends else self.reason
            return choice
        self._staff = None
        found = best.plan.choice
        self.reason = f"{_weighed(best, own)}, where the staff would '{_words(system, view, choice)}'"
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
        has_some = self._purse > 0 if self._think is None else self._clock > 0
        return has_some and interest.is_worth_a_look(generator)

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
        until = self._until(A_LOOK)
        while len(live) > 1 and self._has_time(live, MOST_TRIALS, until):
            if not self._trial(system, view, live, generator, until):
                break
            live = _hopeful(live)
        self._note_time(until, A_LOOK)
        return tried

    # -- trials and time ----------------------------------------------------------------------------

    def _trial(
        self, system: AnySystem, view: View, live: Sequence[_Tried], generator: Random, until: float
    ) -> bool:
        """One position and one set of dice for all these plans. False if time was up before all had it."""
        playout = Playout(system, view, generator.randrange(1 << 32), until, self._is_slow)
        try:
            ends = [playout.after(one.plan) for one in live]
        except OutOfTime:
            # To the end of the game it is too far for this clock, unless there were some already.
            self._is_slow = self._is_slow or (playout.is_to_the_end and len(live[0].ends) < LEAST_TRIALS)
            return False
        for one, end in zip(live, ends, strict=True):
            one.ends.append(end)
        self._purse -= playout.answers
        return True

    def _until(self, part: float) -> float:
        """The time at which a look that may take this part of what is left of the clock is over."""
        return inf if self._think is None else perf_counter() + self._clock * part

    def _has_time(self, live: Sequence[_Tried], most: int, until: float) -> bool:
        """By the clock; without one so many trials, and a purse that later answers fill up again."""
        if self._think is None:
            return len(live[0].ends) < most and self._purse > 0
        return len(live[0].ends) < CLOCKED_TRIALS and perf_counter() < until

    def _note_time(self, until: float, part: float) -> None:
        """Take what a look has taken from the clock of the phase."""
        if self._think is not None:
            began = until - self._clock * part
            self._clock -= max(0.0, perf_counter() - began)


def phase_of(view: View) -> object:
    """The phase of a turn that a question belongs to: where the two outermost procedures stand."""
    return view.turn, tuple((frame.procedure, frame.step) for frame in view.facts["stack"][:2])


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


def _drawn_tempers(system: AnySystem, pos: Position, side: int, generator: Random) -> list[Temper]:
    """Some of the ways in which the staff could be minded in this phase, drawn anew each time."""
    tempers, efforts, leaves, whims = DRAWN
    hexes = list(dict.fromkeys(one.hex for one in system.screen.objectives(pos, side) if one.hex >= 0))
    ways = list(TEMPERS.values())
    return [
        *(ways[place] for place in _drawn(range(len(ways)), tempers, generator)),
        *(Temper(effort=hex) for hex in _drawn(hexes, efforts, generator)),
        *(Temper(leave=hex) for hex in _drawn(hexes, leaves, generator)),
        *(Temper(whims=1 + generator.randrange(1 << 30)) for _ in range(whims)),
    ]


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


def _different(live: list[_Tried]) -> list[_Tried]:
    """Those that came to something else than the plan that is followed, which stays with them.

    After two trials a plan that always came to the same is the same plan in other words.
    """
    own, *others = live
    return [own, *(one for one in others if len(own.ends) < 2 or one.ends != own.ends)]


def _upper_half(live: list[_Tried]) -> list[_Tried]:
    """The better half of the plans, and the one that is followed."""
    own, *others = live
    return [own, *sorted(others, key=lambda one: -one.mean)[: len(live) // 2]]


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


def _weighed(best: _Tried, own: _Tried) -> str:
    """How much better a plan did than the one that was followed."""
    return f"{_told(best)}, else {own.level:.0%}"


def _minded(pos: Position, temper: Temper) -> str:
    """What a plan comes down to, as a staff officer would say it."""
    if temper.effort != NOTHING:
        return f"Our main effort goes to {pos.board.place_name(temper.effort)}:"
    if temper.leave != NOTHING:
        return f"{pos.board.place_name(temper.leave)} is not worth our men now:"
    name = next((name for name, one in TEMPERS.items() if one == temper), "")
    return f"We are {name} in this phase:" if name else "Another plan than the first one:"


def _words(system: AnySystem, view: View, choice: Choice) -> str:
    return system.words.write(system.knowledge.bare(view), choice)
