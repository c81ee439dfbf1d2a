"""The match of a table: it remembers how each side counted its Asks, what chance answered, the battles."""

from bisect import bisect_left, bisect_right
from copy import copy
from typing import Final, NamedTuple

import msgspec

from grognard.core.cards import TableCell
from grognard.core.flow.chance import CHANCE, how_many_dice
from grognard.core.flow.events import EVERYBODY, Event, only
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.rulings import Explanation
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.header import Header, side_name, side_of
from grognard.play.match import LogLine, Match
from grognard.server.table.typed_dice import seers

NEVER: Final = 1 << 62
LONG: Final = 3
"""Hexes of a way that is more than a step to a neighbour."""
FOR_YOU: Final = "answered-for-you"
"""Lines that tell a side alone what was answered for it, which all can see done."""


class ShownRoll(msgspec.Struct, frozen=True, gc=False):
    """An answer of chance: after which answer, at which step, how likely, and who may know it."""

    n: int
    title: str
    rule: str
    label: str
    do: str
    share: float
    event: Event
    faces: tuple[int, ...] = ()
    """What each die shows; nothing where that is not known, or where no dice were thrown."""
    worse: float = 0.0
    """How likely chance was to answer this or less."""
    cell: TableCell | None = None
    """The cell of a table that it hit."""


class FoughtBattle(NamedTuple):
    """An attack that was rolled for, by answers: since when on the table, its first roll, the last of it."""

    begin: int
    roll: int
    until: int
    """A number never reached while the attack goes on."""
    sheets: list[Explanation]
    """As they were rolled with."""
    event: Event
    """Who may know of it."""


class TableMatch(Match):
    """A match that also remembers how each side counted its Asks, what chance answered, and the battles."""

    def __init__(self, system: AnySystem, header: Header, game: AnyGame) -> None:
        super().__init__(system, header, game)
        self.counts: list[list[int]] = [[] for _ in (NOTHING, *system.sides)]
        """Of an onlooker, then of each side: the number of its Ask after each answer."""
        self.targets: list[int] = []
        """After each answer: the hex under attack."""
        self.laid: list[bool] = []
        """After each answer: does an attack lie on the table that is still to be rolled for?"""
        self._count()
        self.standing: dict[int, dict[str, str]] = {}
        """The standing orders of each side."""
        self.rolled: list[ShownRoll] = []
        self.battles: list[FoughtBattle] = []
        self.ways: dict[int, tuple[int, ...]] = {}
        """By answer: the hexes of the way that was chosen with it, its start first."""
        self._explained: list[Explanation] = []
        self._explained_at = NOTHING
        """After how many answers that was said of the position."""

    def _count(self) -> None:
        pos = self.pos
        for numbers, unseen in zip(self.counts, pos.unseen, strict=True):
            numbers.append(pos.number - unseen)
        self.targets.append(self.system.screen.target(pos))
        self.laid.append(not pos.over and self.system.odds.on_table(pos))

    def _uncount(self, answers: int) -> None:
        if len(self.targets) > answers + 1:
            for numbers in (*self.counts, self.targets):
                del numbers[answers + 1 :]
            del self.laid[answers + 1 :]

    def answer(
        self,
        side: int,
        choice: Choice,
        number: int = NOTHING,
        order: int = NOTHING,
        name: str = "",
        faces: tuple[int, ...] = (),
    ) -> list[Event]:
        """Answer for a side, as a match does."""
        rolled = self._rolling(choice, faces) if side == CHANCE and self.ask.is_chance else None
        is_on_table = rolled is not None and self.system.odds.on_table(self.pos)
        fought = self._fighting() if is_on_table else None
        if is_on_table and self.is_fought():
            # A leader, a surprise: what was rolled for first has changed what the last die is read with.
            self.battles[-1] = self.battles[-1]._replace(sheets=self._explain(), roll=len(self.answers) + 1)
        way = self._way(side, choice)
        events = super().answer(side, choice, number, order, name, faces)
        n = len(self.answers)
        self._uncount(n - 1)
        self.ways.pop(n, None)
        if way:
            self.ways[n] = way
        self._count()
        if rolled is not None:
            self.rolled.append(rolled)
        if fought is not None:
            self.battles.append(fought)
        if self.is_fought():
            self._end_battle(n)
        return events

    def _way(self, side: int, choice: Choice) -> tuple[int, ...]:
        """The hexes that a side has chosen to go by with this answer; none where it moves nobody by a way."""
        verb = self.system.words.verbs.get(choice[0])
        if side == CHANCE or self.over or verb is None or verb.noun != "hex" or side not in self.ask.sides:
            return ()
        if self.ask.is_secret or choice not in self.ask.options(side):
            return ()
        way = self.system.screen.way(self.pos, choice)
        return () if way is None or len(way.hexes) < LONG else tuple(way.hexes)

    def way_of(self, line: LogLine, side: int) -> tuple[int, ...]:
        """The way that was gone in this line, as far as its goal; none that is no more than there and back.

        Who went it knows it. Anybody else only where nothing is hidden: a way goes round what its owner sees.
        """
        way = self.ways.get(line.n, ())
        if not way or not (self.pos.is_open or self._author(line.n) == side):
            return ()
        ends = [place for place, hex in enumerate(way) if place and hex in line.event.facts]
        return way[: ends[-1] + 1] if ends and way[0] in line.event.facts else ()

    def target_at(self, answers: int) -> int:
        """The hex that was under attack after so many answers."""
        return self.targets[answers]

    def _author(self, n: int) -> int:
        """The side that gave an answer."""
        return side_of(self.system, self.answers[n - 1].by)

    def _fighting(self) -> FoughtBattle | None:
        """The attack that chance is about to answer for; None where its first roll has been."""
        if self.is_fought():
            return None
        n, pos = len(self.answers), self.pos
        since = self.battles[-1].until + 1 if self.battles else 0
        begin = n
        while begin > since and 0 <= self.targets[n] == self.targets[begin - 1]:
            begin -= 1
        sides = [side for side in range(len(self.system.sides)) if self.system.screen.shows_attack(pos, side)]
        is_open = len(sides) == len(self.system.sides) and self.system.screen.shows_attack(pos, NOTHING)
        sees = EVERYBODY if is_open else only(*sides)
        return FoughtBattle(begin, n + 1, NEVER, self._explain(), Event("", (), "", sees))

    def note_for(self, side: int, text: str) -> None:
        """A line of the log for one side alone: what was done for it."""
        self.log.append(LogLine(len(self.answers), Event(FOR_YOU, (), "", only(side)), text))

    def note_reason(self, n: int, why: str) -> None:
        """Why answer `n` was given, on its own line of the log: what it did, or the roll that it led to.

        An answer that tells nothing, such as a unit picked up, has no line for a reason.
        """
        rolled = n < len(self.answers) and self.answers[n].by == side_name(self.system, CHANCE)
        places = range(bisect_left(self.log, n, key=lambda line: line.n), len(self.log))
        for told_after in (n, n + 1) if rolled else (n,):
            for place in places:
                line = self.log[place]
                if line.n == told_after and line.event.is_open:
                    self.log[place] = msgspec.structs.replace(line, why=why)
                    return

    def is_fought(self) -> bool:
        """Is an attack under way whose die has been rolled?"""
        return bool(self.battles) and self.battles[-1].until > len(self.answers)

    def _end_battle(self, n: int) -> None:
        """Note the end: the target is off the table, or somebody builds another attack on it.

        An attack is another one if there was a moment since the last roll at which none lay on the table.
        """
        if self.targets[n] < 0:
            self.battles[-1] = self.battles[-1]._replace(until=n)
        elif not self.ask.is_chance and self.laid[n] and not all(self.laid[self.battles[-1].roll : n]):
            self.battles[-1] = self.battles[-1]._replace(until=n - 1)

    def sheets(self) -> list[Explanation]:
        """The sheets on the table: from the last roll until the attack is over, those that resolved it."""
        is_resolved = self.is_fought() and not self.system.odds.on_table(self.pos)
        return self.battles[-1].sheets if is_resolved else self._explain()

    def _explain(self) -> list[Explanation]:
        """What the game says of the position, asked once."""
        if self._explained_at != len(self.answers):
            self._explained, self._explained_at = self.system.screen.explain(self.pos), len(self.answers)
        return self._explained

    def take_back(self, side: int) -> list[int]:
        """Take back, as a match does. Never crosses a roll, so `rolled` stays true."""
        taken = super().take_back(side)
        self._uncount(len(self.answers))
        self._explained_at = NOTHING
        if self.is_fought():
            self.battles[-1] = self.battles[-1]._replace(until=NEVER)
        return taken

    def _rolling(self, choice: Choice, faces: tuple[int, ...]) -> ShownRoll | None:
        """What chance is about to answer, as the dice are shown; None for an answer it may not give."""
        ask = self.ask
        options = ask.options(CHANCE)
        if choice not in options:
            return None
        weights, total = ask.weights, sum(ask.weights)
        share = weights[options.index(choice)] / total
        nouns = [noun for _, noun in options]
        count = how_many_dice(nouns, weights)
        if not faces and count == 1:
            faces = (choice[1],)
        # Of a draw even this would tell what else is in the cup.
        fell = zip(nouns, weights, strict=True) if count else ()
        worse = sum(way for noun, way in fell if noun <= choice[1]) / total
        cell = self.system.screen.cell(self.pos, choice[1]) if count else None
        words = self.system.words.label(self.pos, choice), self.system.words.write(self.pos, choice)
        rule = ask.rules[0] if ask.rules else ""
        sees = seers(self.game)
        event = Event("", (), "", sees)
        n = len(self.answers) + 1
        return ShownRoll(n, ask.title, rule, *words, share, event, faces, worse, cell)

    def still(self) -> "TableMatch":
        """As it stands now, for somebody who looks at it in a thread that may be stopped."""
        other = copy(self)
        other.game = self.game.copy()
        return other

    # -- as a side counts -------------------------------------------------------------------------

    def number_at(self, answers: int, side: int) -> int:
        """The Ask number of a side after so many answers."""
        return self.counts[side + 1][answers]

    def answers_at(self, number: int, side: int) -> int:
        """After how many answers a side last stood at this number, or at the nearest before it."""
        return max(bisect_right(self.counts[side + 1], number) - 1, 0)

    def order_ends(self, side: int) -> list[int]:
        """The numbers at which a side saw an order end, the beginning first. What is unseen ends none."""
        counts = self.counts[side + 1]
        ends, last = [], NOTHING
        for place, answer in enumerate(self.answers):
            if counts[place + 1] > counts[place]:
                if answer.order != last:
                    ends.append(counts[place])
                last = answer.order
        return [*ends, counts[-1]]
