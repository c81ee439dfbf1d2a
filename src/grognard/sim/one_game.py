"""One game from first Ask to last, played by the computer."""

import random
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Final, Protocol

import msgspec

from grognard.ai.players import choose, make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import OVER, AnyGame, Ask
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.setting import open_setting, setting_options

LONGEST_GAME: Final = 200_000
"""Answers after which a game counts as endless."""


class EndlessGame(Exception):
    """A game that did not end within LONGEST_GAME answers."""


class Outcome(msgspec.Struct):
    """How one game went. `longest` is the longest time each side took over one run of its answers."""

    winner: int
    result: str
    turns: int
    decisions: int
    rolls: int
    seconds: float
    measures: dict[str, int]
    players: list[str]
    longest: list[float]


def generator_for(seed: int | str, game: int, who: str) -> random.Random:
    """A generator of its own for each use, so that results depend on the seed and the game's number only."""
    return random.Random(f"{seed}:{game}:{who}")


class Fortune:
    """What chance answers in a game, and what the players draw from: one stream each."""

    def __init__(self, seed: int | str, number: int, sides: Sequence[str]) -> None:
        self._chance = generator_for(seed, number, "chance")
        self._minds = [generator_for(seed, number, side) for side in sides]

    def place(self, ask: Ask, turn: int) -> int:
        """Which of its options chance takes."""
        return self._chance.choices(range(len(ask.weights)), ask.weights)[0]

    def mind(self, side: int, turn: int) -> random.Random:
        """What a player draws from."""
        return self._minds[side]


class PairedFortune(Fortune):
    """Streams of their own for each turn and step, so that games that differ in one thing share their dice.

    The third roll for weather of turn 5 is the same in both, however many battles came before it.
    """

    def __init__(self, seed: int | str, number: int, sides: Sequence[str]) -> None:
        self._seed, self._number, self._sides = seed, number, sides
        self._streams: dict[tuple[str, int], random.Random] = {}

    def place(self, ask: Ask, turn: int) -> int:
        return self._stream(ask.step, turn).choices(range(len(ask.weights)), ask.weights)[0]

    def mind(self, side: int, turn: int) -> random.Random:
        return self._stream(self._sides[side], turn)

    def _stream(self, who: str, turn: int) -> random.Random:
        found = self._streams.get((who, turn))
        if found is None:
            found = generator_for(self._seed, self._number, f"{who}:{turn}")
            self._streams[who, turn] = found
        return found


class Watcher(Protocol):
    """Somebody who writes down what happens in a game."""

    def rolls(self, game: AnyGame, choice: Choice) -> None:
        """Chance is about to answer so."""

    def answered(self, game: AnyGame) -> None:
        """Somebody has answered; the game stands at the next Ask or is over."""


def play_one(
    system: AnySystem,
    scenario: str,
    players: Sequence[str],
    seed: int | str = 0,
    number: int = 0,
    options: Mapping[str, bool] | None = None,
    own: PlayerFiles = NO_FILES,
    think: float | None = None,
    fortune: type[Fortune] = Fortune,
    watch: Callable[[AnyGame], Watcher] | None = None,
) -> Outcome:
    """Plays one game to its end and returns how it went. Options left out are the scenario's own.

    `think` are the seconds a player that searches has for one phase; without, it goes by no clock.
    """
    if options is None:
        options = setting_options(system, scenario, own=own)
    seated = make_players(players, system, think)
    luck = fortune(seed, number, system.sides)
    began = perf_counter()
    game = open_setting(system, scenario, options, own)
    start = game.pos.copy()
    clock = _Clock(len(system.sides))
    watcher = watch(game) if watch is not None else None
    turn_of = system.knowledge.turn
    decisions = rolls = 0
    while (ask := game.ask) is not OVER:
        if ask.is_chance:
            _roll(game, ask, luck, turn_of(game.pos), watcher)
            rolls += 1
        else:
            # Where several sides write in secret, the first that is not done goes on.
            side = ask.side
            clock.starts(side)
            mind = luck.mind(side, turn_of(game.pos))
            game.play(choose(seated[side], system, game.pos, ask, side, mind), side)
            decisions += 1
        if watcher is not None:
            watcher.answered(game)
        if decisions + rolls > LONGEST_GAME:
            raise EndlessGame(
                f"{system.id} {scenario}: no end after {LONGEST_GAME} answers (seed {seed}, {number})"
            )
    clock.starts(NOTHING)
    return Outcome(
        winner=game.pos.winner,
        result=game.pos.result,
        turns=turn_of(game.pos) - turn_of(start) + 1,
        decisions=decisions,
        rolls=rolls,
        seconds=perf_counter() - began,
        measures=system.odds.measure(start, game.pos),
        players=list(players),
        longest=clock.longest,
    )


def _roll(game: AnyGame, ask: Ask, luck: Fortune, turn: int, watcher: Watcher | None) -> None:
    """Chance answers."""
    choices = ask.options(CHANCE)
    choice = choices[luck.place(ask, turn) if len(choices) > 1 else 0]
    if watcher is not None:
        watcher.rolls(game, choice)
    game.play(choice, CHANCE)


class _Clock:
    """How long each side thinks at a stretch, dice in between included."""

    def __init__(self, sides: int) -> None:
        self.longest = [0.0] * sides
        self._side = NOTHING
        self._since = perf_counter()

    def starts(self, side: int) -> None:
        """This side answers now."""
        if side == self._side:
            return
        now = perf_counter()
        if self._side != NOTHING:
            self.longest[self._side] = max(self.longest[self._side], now - self._since)
        self._side, self._since = side, now
