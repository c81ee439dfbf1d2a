"""One game from first Ask to last, played by the computer."""

import random
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Final

import msgspec

from grognard.ai.players import choose, make_players
from grognard.core.chance import CHANCE
from grognard.core.own import NO_OWN, Own
from grognard.core.position import NOTHING
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


def play_one(
    system: AnySystem,
    scenario: str,
    players: Sequence[str],
    seed: int | str = 0,
    number: int = 0,
    options: Mapping[str, bool] | None = None,
    own: Own = NO_OWN,
    think: float | None = None,
) -> Outcome:
    """Plays one game to its end and returns how it went. Options left out are the scenario's own.

    `think` are the seconds a player that searches has for one question; without, it goes by no clock.
    """
    if options is None:
        options = setting_options(system, scenario, own=own)
    seated = make_players(players, system, think)
    dice = generator_for(seed, number, "chance")
    minds = [generator_for(seed, number, side) for side in system.sides]
    began = perf_counter()
    game = open_setting(system, scenario, options, own)
    start = game.pos.copy()
    clock = _Clock(len(system.sides))
    decisions = rolls = 0
    while not game.over:
        ask = game.ask
        if ask.is_chance:
            choices = ask.options(CHANCE)
            place = dice.choices(range(len(choices)), ask.weights)[0] if len(choices) > 1 else 0
            game.play(choices[place], CHANCE)
            rolls += 1
        else:
            # Where several sides write in secret, the first that is not done goes on.
            side = ask.side
            clock.starts(side)
            game.play(choose(seated[side], system, game.pos, ask, side, minds[side]), side)
            decisions += 1
        if decisions + rolls > LONGEST_GAME:
            raise EndlessGame(
                f"{system.id} {scenario}: no end after {LONGEST_GAME} answers (seed {seed}, {number})"
            )
    clock.starts(NOTHING)
    return Outcome(
        winner=game.pos.winner,
        result=game.pos.result,
        turns=system.knowledge.project(game.pos, NOTHING).turn,
        decisions=decisions,
        rolls=rolls,
        seconds=perf_counter() - began,
        measures=system.odds.measure(start, game.pos),
        players=list(players),
        longest=clock.longest,
    )


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
