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
    """The report of a match as far as it has been played; with a reader, only what that side may know."""
    return Report(
        game=match.system.id,
        scenario=match.header.scenario,
        answers=len(match.answers),
        result=match.system.words.result(match.pos),
        winner=match.winner,
        turns=_turns(match),
        events=_events(match, reader),
        luck=luck_ledger(rolls(match, reader)),
    )


def _turns(match: Match) -> list[TurnLine]:
    walk = match.branch(0)
    start = walk.pos.copy()
    lines: dict[int, TurnLine] = {}
    for answer in match.answers:
        turn = _turn(walk)
        walk.say(side_of(match.system, answer.by), answer.do)
        count = lines[turn].answers if turn in lines else 0
        # The last answer of a turn leaves the measures the turn ended with.
        lines[turn] = TurnLine(turn, count + 1, match.system.odds.measure(start, walk.pos))
    return list(lines.values())


def _turn(match: Match) -> int:
    return match.system.knowledge.show(match.pos, NOTHING).turn


def _events(match: Match, reader: int | None) -> dict[str, int]:
    counts: dict[str, int] = {}
    for line in match.log if reader is None else match.log_for(reader):
        counts[line.event.kind] = counts.get(line.event.kind, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))
