"""Positions of a game's past, played again from the nearest one that was kept."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final

from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem
from grognard.play.header import Answer, Header, read_choice, side_of
from grognard.play.setting import open_setting

STRIDE: Final = 16
"""A position is kept for every so many answers once somebody looks back."""
MOST_KEPT: Final = 48
"""Positions kept of one table; beyond that the longest unused goes."""


class Past:
    """Positions of a game's past, played again from the nearest one that was kept.

    Used from threads: it takes the answers as they were when somebody asked, and checks by the names of
    positions that what it has kept still belongs to them.
    """

    def __init__(self, system: AnySystem, header: Header) -> None:
        self._system = system
        self._header = header
        self._kept: OrderedDict[int, tuple[str, AnyGame]] = OrderedDict()
        self._start: AnyGame | None = None
        self._starting = Lock()
        self._keeping = Lock()

    def at(self, answers: Sequence[Answer], count: int) -> AnyGame:
        """The game after `count` of these answers."""
        here, game = self._nearest(answers, count)
        while here < count:
            answer = answers[here]
            side = side_of(self._system, answer.by)
            game.play(read_choice(self._system, game.pos, answer.do), side)
            here += 1
            if here % STRIDE == 0:
                self._keep(here, answer.hash, game.copy())
        return game

    def _keep(self, here: int, name: str, game: AnyGame) -> None:
        with self._keeping:
            self._kept[here] = (name, game)
            self._kept.move_to_end(here)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def _nearest(self, answers: Sequence[Answer], count: int) -> tuple[int, AnyGame]:
        for here in range(count - count % STRIDE, 0, -STRIDE):
            found = self._kept.get(here)
            if found is not None and found[0] == answers[here - 1].hash:
                self._keep(here, *found)
                return here, found[1].copy()
        with self._starting:
            if self._start is None:
                header = self._header
                self._start = open_setting(self._system, header.scenario, header.options, header.own)
        # Kept, not opened anew: a view finds the content of an example only while a game of it is held.
        return 0, self._start.copy()
