"""The luck ledger: where each roll of a game fell among all that could have been rolled."""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.events import EVERYBODY, Event
from grognard.core.flow.flow import Ask
from grognard.core.flow.steps import Roll
from grognard.core.position import NOTHING, Choice
from grognard.play.header import read_choice, side_name, side_of
from grognard.play.match import Match


class RollLuck(msgspec.Struct, frozen=True):
    """One answer of chance. `percentile` is the share of rolls below it, counting half of its equals."""

    n: int
    step: str
    after: str
    """The side that answered last before the roll."""
    do: str
    chance: float
    percentile: float


class Luck(msgspec.Struct, frozen=True):
    """The rolls of one kind together: 50 is what the dice owe everybody."""

    step: str
    after: str
    rolls: int
    mean_percentile: float


def percentile(ask: Ask, choice: Choice) -> tuple[Fraction, Fraction]:
    """How likely this answer of chance was, and where it fell between 0 and 100."""
    total = sum(ask.weights)
    below = equal = 0
    for other, weight in zip(ask.options(CHANCE), ask.weights, strict=True):
        if other[1] < choice[1]:
            below += weight
        elif other == choice:
            equal += weight
    return Fraction(equal, total), Fraction(100 * (2 * below + equal), 2 * total)


def rolls(match: Match, reader: int | None = None) -> list[RollLuck]:
    """Every answer of chance in a match, in order; with a reader, those that this side may know."""
    found: list[RollLuck] = []
    last = NOTHING
    walk = match.branch(0)
    for answer in match.answers:
        side = side_of(match.system, answer.by)
        if side == CHANCE:
            ask = walk.ask
            chance, place = percentile(ask, read_choice(match.system, walk.pos, answer.do))
            after = "" if last == NOTHING else side_name(match.system, last)
            if reader is None or _may_know(walk, reader):
                found.append(RollLuck(answer.n, ask.title, after, answer.do, float(chance), float(place)))
        else:
            last = side
        walk.say(side, answer.do)
    return found


def _may_know(match: Match, reader: int) -> bool:
    """Will this side learn what chance is about to answer?"""
    step = match.system.rules.procedures[match.ask.procedure].item[match.ask.step]
    sees = step.sees(match.pos, match.pos.stack[-1].vars) if isinstance(step, Roll) else EVERYBODY
    return Event("", (), "", sees).open_to(reader)


def luck_ledger(found: Iterable[RollLuck]) -> list[Luck]:
    """The rolls summed up by step and by the side they followed."""
    groups: dict[tuple[str, str], list[float]] = {}
    for roll in found:
        groups.setdefault((roll.step, roll.after), []).append(roll.percentile)
    return [Luck(step, after, len(fell), sum(fell) / len(fell)) for (step, after), fell in groups.items()]
