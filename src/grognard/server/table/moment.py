"""The position of a table at one of a side's Ask numbers, as that side saw it."""

from bisect import bisect_left, bisect_right

from grognard.core.flow.flow import AnyGame
from grognard.core.position import NOTHING
from grognard.core.view import View
from grognard.server.messages.parts import Line, Scene, Sheet
from grognard.server.table import to_wire
from grognard.server.table.game_table import GameTable


class Moment:
    """The position of a table at one of a side's Ask numbers, as that side saw it."""

    def __init__(self, table: GameTable, side: int, n: int, whole: bool = False) -> None:
        """`whole`: not in the middle of an order, but where it ended."""
        match = table.match
        ends = match.order_ends(side)
        if whole and n >= 0:
            n = ends[min(bisect_left(ends, n), len(ends) - 1)]
        self.system = table.system
        self.side = side
        self._count = match.answers_at(n, side) if n >= 0 else len(match.answers)
        self.last = match.number_at(len(match.answers), side)
        self.n = match.number_at(self._count, side)
        self.onlooker = match.number_at(self._count, NOTHING)
        earlier = bisect_left(ends, self.n)
        self.before = ends[earlier - 1] if earlier else NOTHING
        later = bisect_right(ends, self.n)
        self.after = ends[later] if later < len(ends) else NOTHING
        since = self.before if whole else self.n - 1
        first = match.answers_at(since, side) if self.n > 0 else NOTHING
        found = [line for line in match.log if first < line.n <= self._count]
        self.log: list[Line] = to_wire.lines(match, side, found)
        self._past = table.past
        self._answers = match.answers[: self._count]
        self.name = self._answers[-1].hash if self._answers else table.header.start
        """The name of the position."""

    def play(self) -> AnyGame:
        """The game there. Takes a while, so it runs in a thread."""
        return self._past.at(self._answers, self._count)

    def scene(self, game: AnyGame) -> Scene:
        """What the side saw."""
        return to_wire.scene(self.system.knowledge.show(game.pos, self.side))

    def view(self) -> View:
        """What the side knew then. Takes as long as `play`."""
        return self.system.knowledge.project(self.play().pos, self.side)

    def sheets(self, game: AnyGame) -> list[Sheet]:
        """The sheets of an attack that was being built."""
        return to_wire.sheets(self.system, game.pos) if self._shows_attack(game) else []

    def target(self, game: AnyGame) -> int:
        """The hex of that attack."""
        return self.system.screen.target(game.pos) if self._shows_attack(game) else NOTHING

    def _shows_attack(self, game: AnyGame) -> bool:
        system, pos = self.system, game.pos
        return not game.over and system.odds.on_table(pos) and system.screen.shows_attack(pos, self.side)

    def asked(self, game: AnyGame) -> str:
        """What was asked, to the side that was."""
        ask = game.ask
        if self.side in ask.sides and self.side >= 0:
            return self.system.words.sentence(game.pos, ask, self.side)
        return to_wire.place(game, self.side)[1]
