"""What the tests of every game stand on: random play, and stops on the way through a game."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeVar

from grognard.core.flow.chance import CHANCE, pick
from grognard.core.flow.events import Event
from grognard.core.flow.flow import AnyGame, Ask, Game
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem
from grognard.play.match import Match

MOST_ANSWERS = 400_000
"""A random game that goes on longer than this is taken for endless."""

MANY_STOPS = 120
"""Stops kept of a game other than a teaching one; those stop at every Ask."""

ONLOOKER = -3
"""Somebody who watches. Not −1: that is chance, whose options tell what is in the cup."""

_T = TypeVar("_T")


class Setting(NamedTuple):
    """A game, one of its scenarios, and the options that are switched on."""

    system: AnySystem
    scenario: str
    options: tuple[str, ...] = ()

    def start(self) -> AnyGame:
        """A new game."""
        return self.system.rules.start(self.scenario, dict.fromkeys(self.options, True))

    def match(self) -> Match:
        """A new game at a table."""
        return Match.new(self.system, self.scenario, dict.fromkeys(self.options, True))

    def __str__(self) -> str:
        return "-".join((self.system.id, self.scenario, *self.options))


def settings(system: AnySystem) -> list[Setting]:
    """Every scenario. A game that does not load gets a setting too: its tests fail with the reason."""
    try:
        return [Setting(system, scenario.id) for scenario in system.rules.scenarios()]
    except Exception:
        return [Setting(system, "does-not-load")]


class Answered(NamedTuple):
    """Who answered what."""

    side: int
    choice: Choice


class Stop(NamedTuple):
    """One Ask on the way: the game there, the answer, what happened, the position's hash before and after."""

    number: int
    game: AnyGame
    answer: Answered
    events: tuple[Event, ...]
    before: str
    after: str


class Playthrough(NamedTuple):
    """A random game from start to end."""

    answers: list[Answered]
    stops: list[Stop]
    end: str


def random_answer(ask: Ask, generator: Random) -> Answered:
    """An answer any player could give: chance by its weights, the sides evenly."""
    if ask.is_chance:
        return Answered(CHANCE, ask.choices[0][pick(list(enumerate(ask.weights)), generator)])
    side = ask.sides[generator.randrange(len(ask.sides))]
    options = ask.options(side)
    return Answered(side, options[generator.randrange(len(options))])


def play_on(game: AnyGame, generator: Random, most: int) -> Iterator[Answered]:
    """Random answers, each yielded before it is played."""
    for _ in range(most):
        if game.over:
            return
        answer = random_answer(game.ask, generator)
        yield answer
        game.play(answer.choice, answer.side)


@cache
def playthrough(setting: Setting, seed: int = 1) -> Playthrough:
    """A random game to its end, with stops spread over all of it."""
    game = setting.start()
    answers: list[Answered] = []
    stops: list[Stop] = []
    stride = 1
    for number, answer in enumerate(play_on(game, Random(seed), MOST_ANSWERS)):
        answers.append(answer)
        if number % stride:
            continue
        twin = game.copy()
        events = tuple(twin.play(answer.choice, answer.side))
        stops.append(Stop(number, game.copy(), answer, events, game.pos.hash(), twin.pos.hash()))
        if setting.scenario != "teaching" and len(stops) == 2 * MANY_STOPS:
            del stops[1::2]
            stride *= 2
    assert game.over, f"no end after {MOST_ANSWERS} answers"
    return Playthrough(answers, stops, game.pos.hash())


def some(things: Sequence[_T], count: int) -> list[_T]:
    """About `count` of them, evenly spread."""
    return list(things[:: max(1, len(things) // count)])


def shape(ask: Ask) -> tuple[Any, ...]:
    """Everything an Ask says."""
    return (*public(ask), ask.number, ask.choices, ask.weights)


def public(ask: Ask) -> tuple[Any, ...]:
    """What every side may know of an Ask."""
    return (ask.procedure, ask.step, ask.title, ask.rules, ask.sides)


def fresh(setting: Setting, pos: Position) -> AnyGame:
    """A game on the same position that has not yet looked at its Ask."""
    return Game(setting.system.rules.procedures, pos)


def through_text(setting: Setting, pos: Position) -> AnyGame:
    """The game saved as JSON text and loaded into a new setting.

    Loaded over a start position: whatever the dump forgets is then really gone.
    """
    text = json.dumps(pos.dump())
    return fresh(setting, setting.system.rules.restore(_start_position(setting), json.loads(text)))


@cache
def _start_position(setting: Setting) -> Position:
    pos: Position = setting.start().pos
    return pos


def perft(game: AnyGame, depth: int) -> int:
    """How many sequences of answers of this length there are; shorter ones count where the game ends."""
    if depth == 0 or game.over:
        return 1
    ask = game.ask
    options = ask.options(ask.side)
    if depth == 1:
        return len(options)
    count = 0
    for choice in options:
        after = game.copy()
        after.play(choice, ask.side)
        count += perft(after, depth - 1)
    return count
