"""Games that were begun under other rules: how far their answers go under the rules of now.

A rule system has an edition; a rule that changes raises it. A record and a table name the edition they were
begun with, but only playing the answers again decides. Where that comes to another position, or to an answer
that is no longer allowed, the players may go on under the edition of now.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from grognard.core.flow.events import Event
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING
from grognard.play.match import LogLine, Match

EDITION: Final = "edition"
"""The kind of the event that tells of other rules."""


class GivenBefore(NamedTuple):
    """An answer as it was given: its side, words, the name of the position after it, and its order."""

    side: int
    do: str
    hash: str
    """Empty where it is not known."""
    order: int = NOTHING


class Course(NamedTuple):
    """How the answers of a game go under the rules of now."""

    since: int
    """The first answer after which the game is another, or which is refused; 0: none."""
    kept: int
    """So many answers from the first on are still allowed."""
    answers: int
    """So many there are."""
    rule: str = ""
    """What refuses the next, if a rule does."""

    @property
    def is_same(self) -> bool:
        """Is it the game that it was?"""
        return self.since == 0

    @property
    def is_whole(self) -> bool:
        """Does every answer stand?"""
        return self.kept == self.answers


def play_on(match: Match, given: Iterable[GivenBefore], is_same_start: bool = True) -> Course:
    """Play answers of other rules on a match that stands at its beginning, as far as they are allowed."""
    answers = list(given)
    since = 0 if is_same_start else min(1, len(answers))
    for n, one in enumerate(answers, 1):
        try:
            match.say(one.side, one.do, order=one.order)
        except Exception as problem:
            # Whatever a rule of now makes of an answer of then.
            rule = problem.refusal.rule if isinstance(problem, IllegalChoice) else ""
            return Course(since or n, n - 1, len(answers), rule)
        if one.hash and match.answers[-1].hash != one.hash:
            since = since or n
    return Course(since, len(answers), len(answers))


def note_edition(match: Match, edition: int, since: int, is_whole: bool) -> None:
    """A line of the log that everybody may read: under which rules the game goes on, and since when."""
    rest = (
        "Every answer stands."
        if is_whole
        else "What was answered after this is no longer allowed: answer anew."
    )
    under = f"The game goes on under edition {edition} of the rules, which it follows from answer {since} on."
    text = f"{under} {rest}"
    match.log.append(LogLine(len(match.answers), Event(EDITION, (), ""), text))
