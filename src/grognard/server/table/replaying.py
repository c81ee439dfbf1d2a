"""The events of a table, played again: the match that they make, and what they say beside the answers."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING
from grognard.play.build import program
from grognard.play.editions import Course, GivenBefore, note_edition, play_on
from grognard.play.header import Header
from grognard.play.record import Record, open_start
from grognard.server.store.database import EventRow
from grognard.server.store.table_events import (
    AnswerInForce,
    CannotGoOn,
    Continued,
    Known,
    Spoken,
    StandingOrdersSet,
    answers_in_force,
    known_by,
    read_events,
)
from grognard.server.table.table_match import TableMatch

CHECKED: Final = 32
"""The name of the position is checked after every so many answers that are played again, and after the last:
to work it out takes as long as a third of the rest."""


def start_again(header: Header, is_other: bool = False) -> TableMatch:
    """The match of a table before its first answer; `is_other`: it may begin otherwise than it did."""
    try:
        match = open_start(Record("table", header, []), None, is_other)
    except Exception as problem:
        raise CannotGoOn("it cannot be set up as it was", header.program) from problem
    return TableMatch(match.system, match.header, match.game)


class Replay(NamedTuple):
    """What events say beside the answers: the reply to each message by seat and id, and the chat."""

    match: TableMatch
    replies: dict[str, Known]
    chat: list[Spoken]
    kept_at: int = 0
    """After how many answers it was kept whole."""


def message_key(place: int, id: str) -> str:
    """A seat's message by its name."""
    return f"{place} {id}"


def play_again(header: Header, rows: Sequence[EventRow], checked: int = CHECKED) -> Replay:
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


def _played_again(header: Header, rows: Sequence[EventRow], checked: int) -> Replay:
    events = read_events(rows)
    match = start_again(header, any(isinstance(kept, Continued) for kept in events))
    told = Replay(match, {}, [])
    stand = answers_in_force(rows, events)
    stands = {one.place: one for one in stand}
    due = {one.place for n, one in enumerate(stand, 1) if n % checked == 0 or n == len(stand)}
    for row, kept in zip(rows, events, strict=True):
        if row.seq in stands:
            _play(header, match, stands[row.seq], row.seq in due)
        elif isinstance(kept, StandingOrdersSet):
            match.standing[row.side] = kept.orders
        elif isinstance(kept, Spoken):
            told.chat.append(kept)
        elif isinstance(kept, Continued):
            since = min(kept.since, len(match.answers))
            note_edition(match, kept.edition, match.number_at(since, NOTHING), kept.is_whole)
        if kept.id:
            told.replies[message_key(kept.seat, kept.id)] = known_by(kept, match.pos.number_for(row.side))
    return told


def _play(header: Header, match: TableMatch, answer: AnswerInForce, is_checked: bool) -> None:
    try:
        name = "" if is_checked else answer.hash
        match.say(answer.side, answer.do, order=answer.order, name=name, faces=answer.faces)
    except Exception as problem:
        # Whatever a rule of today makes of an answer of yesterday: neither that nor its facts are told.
        rule = problem.refusal.rule if isinstance(problem, IllegalChoice) else ""
        raise CannotGoOn(f"event {answer.place} cannot be played again", header.program, rule) from problem
    if answer.hash and match.answers[-1].hash != answer.hash:
        raise CannotGoOn(f"the position after event {answer.place} is another", header.program)


class Onward(NamedTuple):
    """How a table that cannot be gone on with as it was goes under the rules of this program."""

    match: TableMatch
    course: Course
    lost: list[int]
    """The side of each answer that is no longer allowed."""

    def event(self) -> Continued:
        """What is kept when it goes on so."""
        edition, name = self.match.system.edition, self.match.pos.hash()
        course = self.course
        return Continued(NOTHING, "", edition, program(), course.since, course.kept, course.is_whole, name)

    @property
    def since(self) -> int:
        """The answer from which it is another game, in numbers that everybody may know."""
        return self.match.number_at(min(self.course.since, len(self.match.answers)), NOTHING)


def play_onward(header: Header, rows: Sequence[EventRow]) -> Onward:
    """Play the answers of a table under the rules of now as far as they are allowed. Raises CannotGoOn."""
    match = start_again(header, True)
    stand = answers_in_force(rows, read_events(rows))
    given = [GivenBefore(one.side, one.do, one.hash, one.order) for one in stand]
    course = play_on(match, given, match.header.start == header.start)
    return Onward(match, course, [one.side for one in stand[course.kept :]])
