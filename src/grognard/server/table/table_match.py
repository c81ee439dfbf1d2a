"""The match that the events of a table make when they are played again, and the positions of its past."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from grognard.core.chance import CHANCE
from grognard.core.events import EVERYBODY, Event, only
from grognard.core.flow import AnyGame
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Explanation, IllegalChoice
from grognard.core.system import AnySystem
from grognard.play.header import Answer, Header, read_choice, side_name, side_of
from grognard.play.match import LogLine, Match
from grognard.play.record import Record, open_start
from grognard.play.setting import open_setting
from grognard.server.database import EventRow
from grognard.server.dice import seers
from grognard.server.events import (
    CannotGoOn,
    Known,
    Spoken,
    Standing,
    StandingSet,
    known_by,
    read_events,
    standing,
)

NEVER: Final = 1 << 62
STRIDE: Final = 16
"""A position is kept for every so many answers once somebody looks back."""
CHECKED: Final = 32
"""The name of the position is checked after every so many answers that are played again, and after the last:
to work it out takes as long as a third of the rest."""

FOR_YOU: Final = "answered-for-you"
"""Lines that tell a side alone what was answered for it, which all can see done."""


class Rolled(msgspec.Struct, frozen=True, gc=False):
    """An answer of chance: after which answer, at which step, how likely, and who may know it."""

    n: int
    title: str
    rule: str
    label: str
    do: str
    share: float
    event: Event


class Fought(NamedTuple):
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
        self._targets: list[int] = []
        """After each answer: the hex under attack."""
        self._count()
        self.standing: dict[int, dict[str, str]] = {}
        """The standing orders of each side."""
        self.rolled: list[Rolled] = []
        self.battles: list[Fought] = []
        self._explained: list[Explanation] = []
        self._explained_at = NOTHING
        """After how many answers that was said of the position."""

    def _count(self) -> None:
        pos = self.pos
        for numbers, unseen in zip(self.counts, pos.unseen, strict=True):
            numbers.append(pos.number - unseen)
        self._targets.append(self.system.screen.target(pos))

    def _uncount(self, answers: int) -> None:
        if len(self._targets) > answers + 1:
            for numbers in (*self.counts, self._targets):
                del numbers[answers + 1 :]

    def answer(
        self, side: int, choice: Choice, number: int = NOTHING, order: int = NOTHING, name: str = ""
    ) -> list[Event]:
        """Answer for a side, as a match does."""
        rolled = self._rolling(choice) if side == CHANCE and self.ask.is_chance else None
        fought = self._fighting() if rolled and self.system.odds.on_table(self.pos) else None
        events = super().answer(side, choice, number, order, name)
        n = len(self.answers)
        self._uncount(n - 1)
        self._count()
        if rolled is not None:
            self.rolled.append(rolled)
        if fought is not None:
            self.battles.append(fought)
        if self.is_fought():
            self._end_battle(n)
        return events

    def _fighting(self) -> Fought | None:
        """The attack that chance is about to answer for; None where its first roll has been."""
        if self.is_fought():
            return None
        n, pos = len(self.answers), self.pos
        since = self.battles[-1].until + 1 if self.battles else 0
        begin = n
        while begin > since and 0 <= self._targets[n] == self._targets[begin - 1]:
            begin -= 1
        sides = [side for side in range(len(self.system.sides)) if self.system.screen.shows_attack(pos, side)]
        is_open = len(sides) == len(self.system.sides) and self.system.screen.shows_attack(pos, NOTHING)
        sees = EVERYBODY if is_open else only(*sides)
        return Fought(begin, n + 1, NEVER, self._explain(), Event("", (), "", sees))

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
        """Note the end: the target is off the table, or somebody builds another attack on it."""
        if self._targets[n] < 0:
            self.battles[-1] = self.battles[-1]._replace(until=n)
        elif not self.ask.is_chance and self.system.odds.on_table(self.pos):
            self.battles[-1] = self.battles[-1]._replace(until=n - 1)

    def sheets(self) -> list[Explanation]:
        """The sheets on the table: from the roll until the attack is over, those that resolved it."""
        return self.battles[-1].sheets if self.is_fought() else self._explain()

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

    def _rolling(self, choice: Choice) -> Rolled | None:
        """What chance is about to answer, as the dice are shown; None for an answer it may not give."""
        ask = self.ask
        options = ask.options(CHANCE)
        if choice not in options:
            return None
        share = ask.weights[options.index(choice)] / sum(ask.weights)
        words = self.system.words.label(self.pos, choice), self.system.words.write(self.pos, choice)
        rule = ask.rules[0] if ask.rules else ""
        sees = seers(self.game)
        return Rolled(len(self.answers) + 1, ask.title, rule, *words, share, Event("", (), "", sees))

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


# -- playing again --------------------------------------------------------------------------------


def start_again(header: Header) -> TableMatch:
    """The match of a table before its first answer."""
    try:
        match = open_start(Record("table", header, []), None, False)
    except Exception as problem:
        raise CannotGoOn("it cannot be set up as it was", header.grognard) from problem
    return TableMatch(match.system, match.header, match.game)


class Told(NamedTuple):
    """What events say beside the answers: the reply to each message by seat and id, and the chat."""

    match: TableMatch
    replies: dict[tuple[int, str], Known]
    chat: list[Spoken]


def play_again(header: Header, rows: Sequence[EventRow], checked: int = CHECKED) -> Told:
    """The match that the events of a table make. Raises CannotGoOn where one does not fit.

    What somebody else has written is checked after every answer: `checked` is 1.
    """
    try:
        return _played_again(header, rows, checked)
    except CannotGoOn:
        if checked == 1:
            raise
        # Again, to say which event was the first.
        return _played_again(header, rows, 1)


def _played_again(header: Header, rows: Sequence[EventRow], checked: int) -> Told:
    events = read_events(rows)
    match = start_again(header)
    told = Told(match, {}, [])
    stand = standing(rows, events)
    stands = {one.place: one for one in stand}
    due = {one.place for n, one in enumerate(stand, 1) if n % checked == 0 or n == len(stand)}
    for row, kept in zip(rows, events, strict=True):
        if row.seq in stands:
            _play(header, match, stands[row.seq], row.seq in due)
        elif isinstance(kept, StandingSet):
            match.standing[row.side] = kept.orders
        elif isinstance(kept, Spoken):
            told.chat.append(kept)
        if kept.id:
            told.replies[kept.seat, kept.id] = known_by(kept, match.pos.number_for(row.side))
    return told


def _play(header: Header, match: TableMatch, answer: Standing, is_checked: bool) -> None:
    try:
        match.say(answer.side, answer.do, order=answer.order, name="" if is_checked else answer.hash)
    except Exception as problem:
        # Whatever a rule of today makes of an answer of yesterday: neither that nor its facts are told.
        rule = problem.refusal.rule if isinstance(problem, IllegalChoice) else ""
        raise CannotGoOn(f"event {answer.place} cannot be played again", header.grognard, rule) from problem
    if answer.hash and match.answers[-1].hash != answer.hash:
        raise CannotGoOn(f"the position after event {answer.place} is another", header.grognard)


# -- looking back ---------------------------------------------------------------------------------


class Past:
    """Positions of a game's past, played again from the nearest one that was kept.

    Used from threads: it takes the answers as they were when somebody asked, and checks by the names of
    positions that what it has kept still belongs to them.
    """

    def __init__(self, system: AnySystem, header: Header) -> None:
        self._system = system
        self._header = header
        self._kept: dict[int, tuple[str, AnyGame]] = {}

    def at(self, answers: Sequence[Answer], count: int) -> AnyGame:
        """The game after `count` of these answers."""
        here, game = self._nearest(answers, count)
        while here < count:
            answer = answers[here]
            side = side_of(self._system, answer.by)
            game.play(read_choice(self._system, game.pos, answer.do), side)
            here += 1
            if here % STRIDE == 0:
                self._kept[here] = (answer.hash, game.copy())
        return game

    def _nearest(self, answers: Sequence[Answer], count: int) -> tuple[int, AnyGame]:
        for here in range(count - count % STRIDE, 0, -STRIDE):
            found = self._kept.get(here)
            if found is not None and found[0] == answers[here - 1].hash:
                return here, found[1].copy()
        return 0, open_setting(self._system, self._header.scenario, self._header.options, self._header.own)
