"""What an attack promises: its odds column read through the whole table of results."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.core.chance import dice
from grognard.core.tables import Table
from grognard.games.battalions.battle import Combat
from grognard.games.battalions.declare import Declare, all_that_can, opened
from grognard.games.battalions.position import BattalionPosition
from grognard.games.battalions.ratio import OFF_TABLE, level_name
from grognard.games.battalions.results import attacker_split, cell, defender_split, numbers
from grognard.games.battalions.sheet import Sheet
from grognard.games.battalions.staff.situation import Situation

STEP: Final = 1.0
"""What a step is worth, of either side, in points of goals."""


class Mean(NamedTuple):
    """What a column of the table gives on average: steps of both sides, and how often the hex is left."""

    own: float
    theirs: float
    leaves: float


class Prospect(NamedTuple):
    """An attack: who takes part, what it promises and its odds in words."""

    value: float
    target: int
    units: tuple[int, ...]
    odds: str


@lru_cache(maxsize=64)
def _mean(crt: Table, matrix: Table, column: int, night: bool) -> Mean:
    plain = cell(matrix, 0, 0)
    own = theirs = leaves = 0.0
    total = 0
    for roll, ways in dice(2):
        found = numbers(crt, column, roll, night)
        steps, hexes = defender_split(found.defender, plain)
        own += ways * attacker_split(found.attacker)[0]
        theirs += ways * steps
        leaves += ways * (hexes > 0)
        total += ways
    return Mean(own / total, theirs / total, leaves / total)


def mean_of(pos: BattalionPosition, column: int) -> Mean:
    """The average result of a column, Standard against Defend."""
    tables = pos.content.tables
    return _mean(tables["crt"], tables["option-matrix"], column, pos.is_night)


def prospect(now: Situation, target: int, units: Sequence[int]) -> Prospect:
    """What an attack of these units promises; a value far below 0 where it may not be made."""
    pos = now.pos
    v: Combat = opened(pos, target, units)._replace(reckoned=1)
    sheet = Sheet(pos, v)
    if sheet.column == OFF_TABLE:
        return Prospect(-100.0, target, tuple(units), "no attack")
    mean = mean_of(pos, sheet.column)
    prize = now.goals.get(target, 0.0) + 0.5
    value = mean.theirs * STEP + mean.leaves * prize - mean.own * STEP
    return Prospect(value, target, tuple(units), level_name(sheet.level))


def best_attack(now: Situation, target: int) -> Prospect:
    """The attack of all who can."""
    units = all_that_can(now.pos, Declare(target))
    if not units:
        return Prospect(-100.0, target, (), "no attack")
    return prospect(now, target, units)
