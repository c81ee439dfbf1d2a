"""The battle report of a game: what each turn cost, what happened how often, and how the dice fell."""

import msgspec

from grognard.analysis.luck import Luck, luck_ledger, rolls
from grognard.core.position import NOTHING
from grognard.play.header import side_of
from grognard.play.match import Match


class TurnLine(msgspec.Struct, frozen=True):
    """One turn: how many answers it had, and the game's measures from the first turn to its end."""

    turn: int
    answers: int
    measures: dict[str, int]


class Report(msgspec.Struct, frozen=True):
    """A whole game in numbers."""

    game: str
    scenario: str
    answers: int
    result: str
    winner: str
    turns: list[TurnLine]
    events: dict[str, int]
    luck: list[Luck]


def battle_report(match: Match, reader: int | None = None) -> Report:
    """The report of a match as far as it has been played; with a reader, only what that side may know.

    How many answers others gave in secret is part of what it may not.
    """
    return Report(
        game=match.system.id,
        scenario=match.header.scenario,
        answers=_counted(match, reader) - _counted(match.branch(0), reader),
        result=match.system.words.result(match.pos),
        winner=match.winner,
        turns=_turns(match, reader),
        events=_events(match, reader),
        luck=luck_ledger(rolls(match, reader)),
    )


def _counted(match: Match, reader: int | None) -> int:
    """The answers so far, as the reader counts them."""
    return len(match.answers) if reader is None else match.pos.number_for(reader)


def _turns(match: Match, reader: int | None) -> list[TurnLine]:
    walk = match.branch(0)
    start = walk.pos.copy()
    lines: dict[int, TurnLine] = {}
    for answer in match.answers:
        turn, before = _turn(walk), _counted(walk, reader)
        walk.say(side_of(match.system, answer.by), answer.do)
        count = lines[turn].answers if turn in lines else 0
        count += _counted(walk, reader) - before
        # The last answer of a turn leaves the measures the turn ended with.
        lines[turn] = TurnLine(turn, count, match.system.odds.measure(start, walk.pos))
    return list(lines.values())


def _turn(match: Match) -> int:
    return match.system.knowledge.show(match.pos, NOTHING).turn


def _events(match: Match, reader: int | None) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in match.log if reader is None else match.log_for(reader):
        counts[line.event.kind] = counts.get(line.event.kind, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))
