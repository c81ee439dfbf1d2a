"""A game played on from what one side knows, with the staff on every side."""

import random
from itertools import pairwise
from typing import Final

from grognard.core.chance import CHANCE, pick
from grognard.core.flow import AnyGame, Game
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.kit.foresight import likely

LONGEST: Final = 400
"""Answers after which a game played on is judged as it stands."""

DECIDES: Final = 4.0
"""A level that changes who wins, in levels that do not."""


class Playout:
    """One position that could be the true one, and one set of dice, for every answer that is tried."""

    def __init__(self, system: AnySystem, view: View, seed: int) -> None:
        self._system = system
        self._side = view.side
        self._seed = seed
        self._start: Position = system.knowledge.sample(view, random.Random(seed))

    def value_of(self, choice: Choice) -> float:
        """What an answer comes to, from 0 to 1; one that is not open in this position is worth nothing."""
        game: AnyGame = Game(self._system.rules.procedures, self._start.copy())
        if choice not in game.ask.options(self._side):
            return 0.0
        game.play(choice, self._side)
        self._play_on(game)
        return value(self._system, game.pos, self._side)

    def _play_on(self, game: AnyGame) -> None:
        system = self._system
        generator = random.Random(self._seed)
        players = [system.staff() for _ in system.sides]
        for _ in range(LONGEST):
            if game.over:
                return
            ask = game.ask
            side = ask.side
            if ask.is_chance:
                options = ask.options(CHANCE)
                game.play(options[pick(list(enumerate(ask.weights)), generator)], CHANCE)
            else:
                view = system.knowledge.project(game.pos, side)
                game.play(players[side].choose(system, view, ask, generator), side)


def value(system: AnySystem, pos: Position, side: int) -> float:
    """How well a side stands, from 0, the worst level of victory, to 1, its best: who wins counts most.

    Before the end the points may still wander, so each level is reached by a chance.
    """
    victory = system.victory
    ladder = victory.ladder(pos)
    points = victory.points(pos)
    doubt = max(ladder[0].least - ladder[-2].least, 1.0) / 4
    total = reached = 0.0
    for rung, below in pairwise(ladder):
        weight = 1.0 if rung.winner == below.winner else DECIDES
        chance = float(points >= rung.least) if pos.over else likely((points - rung.least) / doubt)
        total += weight
        reached += weight * chance
    return reached / total if side == victory.side(pos) else 1.0 - reached / total
