"""What the battle is for: the briefing, and how the game stands on its ladder, as far as a side may know."""

from math import inf

import msgspec

from grognard.core.content.read import Reinforcement
from grognard.core.score import Objective, level_words, number, score_of
from grognard.play.setting import CASE, find_case, scenario_of
from grognard.server.messages.from_server import BriefingShown, ScoreShown
from grognard.server.messages.parts import ArrivalView, ObjectiveView, RungView, WorthView
from grognard.server.socket import questions
from grognard.server.table.table_match import TableMatch

MOST_NAMED = 6
"""Units of an arrival that are named; of more the rest is counted."""


def score_now(match: TableMatch, side: int, id: str) -> ScoreShown:
    """The score with its ladder, and the objectives; without the ladder where this side may not know it."""
    system, pos = match.system, match.pos
    shown = questions.score_sheet(match, side, id)
    flags = [_objective(one) for one in system.screen.objectives(pos, side)]
    if shown.sheet is None:
        return msgspec.structs.replace(shown, objectives=flags)
    victory = system.victory
    ladder, points, counted = victory.ladder(pos), victory.points(pos), victory.side(pos)
    told = score_of(ladder, points, counted, side, system.sides)
    now, needs = system.screen.score_words(pos, side)
    rungs = [
        RungView(
            level_words(rung, side, system.sides), rung.winner, None if rung.least == -inf else rung.least
        )
        for rung in told.rungs
    ]
    return msgspec.structs.replace(
        shown,
        now=now or told.now,
        needs="" if match.over else needs or told.needs,
        points=told.points,
        rungs=rungs,
        objectives=flags,
    )


def _objective(one: Objective) -> ObjectiveView:
    return ObjectiveView(one.hex, one.name, number(one.points), one.side, one.is_held)


def briefing(match: TableMatch, side: int, id: str) -> BriefingShown:
    """What a side needs to know before it begins, and can read again at any time."""
    system, pos, setting = match.system, match.pos, match.header.scenario
    own = [system.sides[side]] if side >= 0 else []
    if setting.startswith(CASE):
        return _of_example(match, side, id, own[0] if own else "")
    scenario = scenario_of(system, setting, match.header.own)
    others = [name for name in system.sides if name not in own]
    commands = [(name, scenario.commands.get(name, "")) for name in (*own, *others)]
    first = scenario.first_turn
    return BriefingShown(
        id=id,
        title=scenario.title,
        you=own[0] if own else "",
        commands=commands,
        situation=scenario.situation or scenario.summary,
        date=system.screen.date(pos),
        minutes=scenario.minutes,
        turns=scenario.turns - first + 1,
        score=score_now(match, side, id),
        worths=[WorthView(*one) for one in system.screen.worths(pos)],
        special=list(scenario.notes),
        arrivals=[
            ArrivalView(arrival.turn - first + 1, arriving, _named(match, arrival, arriving))
            for arrival in sorted(scenario.reinforcements, key=lambda one: one.turn)
            if first <= arrival.turn <= scenario.turns
            for arriving in _sides_of(match, arrival)
        ],
    )


def _of_example(match: TableMatch, side: int, id: str, you: str) -> BriefingShown:
    """An example of play is told by its story: it has no turns of its own and nobody comes."""
    system = match.system
    case = find_case(system, match.header.scenario)
    return BriefingShown(
        id=id,
        title=case.title,
        you=you,
        commands=[(name, "") for name in system.sides],
        situation=case.story,
        date=system.screen.date(match.pos),
        minutes=0,
        turns=0,
        score=score_now(match, side, id),
        worths=[],
        special=[],
        arrivals=[],
    )


def _sides_of(match: TableMatch, arrival: Reinforcement) -> list[int]:
    """The sides that units come to: as a rule one."""
    index, side_of = match.pos.roster.index, match.pos.roster.side_of
    return sorted({side_of[index[unit]] for unit in arrival.units if unit in index})


def _named(match: TableMatch, arrival: Reinforcement, side: int) -> list[str]:
    roster = match.pos.roster
    if arrival.note:
        return [arrival.note]
    units = [roster.index[unit] for unit in arrival.units if unit in roster.index]
    names = [roster.counters[unit].name for unit in units if roster.side_of[unit] == side]
    more = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], f"{more} more"] if more > 0 else names
