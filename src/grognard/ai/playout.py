"""A game played on from what one side knows, with the staff on every side: its own may have any temper.

It goes on to the end of the game where that is near, else through the enemy's next turn.
"""

import random
from itertools import pairwise
from math import inf
from time import perf_counter
from typing import Any, Final, NamedTuple

from grognard.core.content.read import Scenario
from grognard.core.flow.chance import CHANCE, pick
from grognard.core.flow.flow import AnyGame, Ask, Game
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem, Player
from grognard.core.view import View
from grognard.kit.foresight import likely
from grognard.kit.temper import EVEN, Temper, Tempered

HALF_TURNS: Final = 8
"""Where no more turns of a side are left than these, games are played on to their end."""

ENOUGH: Final = 100
"""Elsewhere, answers after which one is judged as it stands when a turn ends; but not in the first."""

LONG_RUN: Final = 40
"""Answers of one side without a break after which it is watched for going in circles."""

LONGEST: Final = 400
TO_THE_END: Final = 4_000
"""Answers after which it is judged wherever it stands, and if it was to be played to its end."""

DECIDES: Final = 4.0
"""A level that changes who wins, in levels that do not."""


class End(NamedTuple):
    """What a game played on came to, each from 0 to 1."""

    level: float
    """By the level of victory."""
    promise: float
    """With the points that led to it: what was only just reached would as easily have been missed."""


NO_WAY: Final = End(0.0, 0.0)


class OutOfTime(Exception):
    """A game played on was broken off: the time is up."""


class TurnPlan(NamedTuple):
    """What a side may do: the temper of its staff for this turn; an answer that is given first, if any."""

    temper: Temper = EVEN
    choice: Choice | None = None


def staff_of(system: AnySystem, temper: Temper) -> Player:
    """A fresh staff that is minded so, if the game's staff can be."""
    staff = system.staff()
    if isinstance(staff, Tempered):
        staff.temper = temper
    return staff


def is_tempered(staff: object) -> bool:
    """Can this staff be minded in several ways?"""
    return isinstance(staff, Tempered)


def is_near_the_end(pos: Position, turn: int) -> bool:
    """Are so few turns left that it is played on to the last of them?"""
    scenario = getattr(getattr(pos, "content", None), "scenario", None)
    return isinstance(scenario, Scenario) and 2 * (scenario.turns - turn + 1) <= HALF_TURNS


class Playout:
    """One position that could be the true one, and one set of dice, for every plan that is tried.

    Games that come to the same position at the end of somebody's run of answers go on as one.
    """

    def __init__(
        self, system: AnySystem, view: View, seed: int, until: float = inf, is_short: bool = False
    ) -> None:
        """`until`: the time at which it is broken off. `is_short`: not to the end, however near that is."""
        self._system = system
        self._side = view.side
        self._seed = seed
        self._until = until
        self._start: Position = system.knowledge.sample(view, random.Random(seed))
        self.is_to_the_end = not is_short and is_near_the_end(self._start, view.turn)
        self._known: dict[tuple[Any, ...], End] = {}
        self.answers = 0
        """Answers given in all games so far."""

    def after(self, plan: TurnPlan) -> End:
        """What a plan comes to; one whose answer is not open in this position is worth nothing."""
        game: AnyGame = Game(self._system.rules.procedures, self._start.copy())
        if plan.choice is not None:
            if plan.choice not in game.ask.options(self._side):
                return NO_WAY
            game.play(plan.choice, self._side)
        return self._play_on(game, plan.temper)

    def _play_on(self, game: AnyGame, temper: Temper) -> End:
        system, known = self._system, self._known
        turn_of = system.knowledge.turn
        dice = _Dice(self._seed)
        players = [system.staff() for _ in system.sides]
        players[self._side] = staff_of(system, temper)
        first = turn_of(game.pos)
        asked = self._side
        passed: list[tuple[Any, ...]] = []
        circle = _Circle()
        for answers in range(TO_THE_END if self.is_to_the_end else LONGEST):
            if game.over:
                break
            if perf_counter() > self._until:
                raise OutOfTime
            self.answers += 1
            ask, turn = game.ask, turn_of(game.pos)
            if turn > first + 1 and answers >= ENOUGH and not self.is_to_the_end:
                break
            if turn != first and temper != EVEN:
                temper = EVEN
                players[self._side] = staff_of(system, temper)
            side = ask.side
            if ask.is_chance:
                options = ask.options(CHANCE)
                game.play(options[dice.place(ask, turn)], CHANCE)
                continue
            if side != asked:
                asked = side
                circle = _Circle()
                here = (temper, *game.pos.values())
                if here in known:
                    return self._note(passed, known[here])
                passed.append(here)
            if circle.is_closed(game.pos):
                # The staff cannot make anything of what it finds: no way to play on.
                return self._note(passed, NO_WAY)
            options = ask.options(side)
            if len(options) == 1:
                game.play(options[0], side)
            else:
                view = system.knowledge.project(game.pos, side)
                game.play(players[side].choose(system, view, ask, dice.mind(side, turn)), side)
        return self._note(passed, judged(system, game.pos, self._side))

    def _note(self, passed: list[tuple[Any, ...]], found: End) -> End:
        """What every position on the way came to."""
        self._known.update(dict.fromkeys(passed, found))
        return found


class _Circle:
    """Watches a long run of one side's answers for a position that comes back."""

    def __init__(self) -> None:
        self._answers = 0
        self._mark: tuple[Any, ...] = ()

    def is_closed(self, pos: Position) -> bool:
        """Does this answer find the position of an earlier one?"""
        self._answers += 1
        if self._answers < LONG_RUN:
            return False
        here = pos.values()
        if here == self._mark:
            return True
        if self._answers % LONG_RUN == 0:
            self._mark = here
        return False


class _Dice:
    """Streams of their own for each turn and step: what one answer changes leaves other rolls alone."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[tuple[str, int], random.Random] = {}

    def place(self, ask: Ask, turn: int) -> int:
        """Which of its options chance takes."""
        return pick(list(enumerate(ask.weights)), self._stream(ask.step, turn))

    def mind(self, side: int, turn: int) -> random.Random:
        """What a staff draws from."""
        return self._stream(str(side), turn)

    def _stream(self, who: str, turn: int) -> random.Random:
        found = self._streams.get((who, turn))
        if found is None:
            found = self._streams[who, turn] = random.Random(f"{self._seed}:{who}:{turn}")
        return found


def judged(system: AnySystem, pos: Position, side: int) -> End:
    """How well a side stands or has come out."""
    level = value(system, pos, side, pos.over)
    return End(level, (level + value(system, pos, side, False)) / 2)


def value(system: AnySystem, pos: Position, side: int, is_sure: bool) -> float:
    """How well a side stands, from 0, the worst level of victory, to 1, its best: who wins counts most.

    Unless it is sure the points may still wander, so that each level is reached by a chance.
    """
    victory = system.victory
    ladder = victory.ladder(pos)
    points = victory.points(pos)
    doubt = max(ladder[0].least - ladder[-2].least, 1.0) / 4
    total = reached = 0.0
    for rung, below in pairwise(ladder):
        weight = 1.0 if rung.winner == below.winner else DECIDES
        chance = float(points >= rung.least) if is_sure else likely((points - rung.least) / doubt)
        total += weight
        reached += weight * chance
    return reached / total if side == victory.side(pos) else 1.0 - reached / total
