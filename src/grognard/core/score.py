"""What the battle is for: objectives with their points, how it stands, and what the next level takes."""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from grognard.core.position import NOTHING
from grognard.core.victory import Ladder, Rung


class Objective(NamedTuple):
    """A place, or a road, that counts for a side which takes it. `hex` is where its flag stands."""

    hex: int
    name: str
    points: float
    side: int
    """The side that it counts for."""
    is_held: bool
    """It counts now."""


class Worth(NamedTuple):
    """What else counts, such as a step lost, with its points for the side whose points are counted."""

    name: str
    points: str


class Score(NamedTuple):
    """How the game stands in two short lines, as a side reads them, and where on the ladder that is."""

    now: str
    needs: str
    points: float
    rungs: Ladder


def reachable(ladder: Ladder) -> Ladder:
    """The levels that some number of points reaches; a level that takes as much as the one above has none."""
    found: list[Rung] = []
    for rung in ladder:
        if not found or rung.least < found[-1].least:
            found.append(rung)
    return tuple(found)


def score_of(ladder: Ladder, points: float, counted: int, side: int, sides: Sequence[str]) -> Score:
    """How the game stands for a side: the points, the level they reach, and what the next one takes."""
    rungs = reachable(ladder)
    place = next(k for k, rung in enumerate(rungs) if points >= rung.least)
    name = sides[counted].capitalize()
    whose = "Your points" if side == counted else f"{name} points"
    now = f"{whose} {number(points)}: {level_words(rungs[place], side, sides)}"
    if side >= 0 and side != counted:
        return Score(now, _below(rungs, place, side, sides), points, rungs)
    return Score(now, _above(rungs, place, points, side, sides), points, rungs)


def _above(rungs: Ladder, place: int, points: float, side: int, sides: Sequence[str]) -> str:
    """What the side whose points are counted needs; at the top, what it has to spare."""
    if place:
        better = rungs[place - 1]
        return f"{number(better.least - points)} more: {level_words(better, side, sides)}"
    spare = number(points - rungs[0].least)
    return f"The best level, with {spare} to spare" if len(rungs) > 1 else ""


def _below(rungs: Ladder, place: int, side: int, sides: Sequence[str]) -> str:
    """To what the other side must keep the points down."""
    if place + 1 < len(rungs):
        better = rungs[place + 1]
        return f"Below {number(rungs[place].least)}: {level_words(better, side, sides)}"
    above = f": at {number(rungs[place - 1].least)} it is less" if place else ""
    return f"The best level{above}"


def level_words(rung: Rung, side: int, sides: Sequence[str]) -> str:
    """A level as a side reads it: "your marginal victory", "German decisive victory", "draw"."""
    if rung.winner == NOTHING:
        return "draw"
    parts = [part for part in rung.name.replace("-", " ").split() if part != "victory"]
    grade = parts[-1] if parts else ""
    whose = "your" if rung.winner == side else sides[rung.winner].capitalize()
    return f"{whose} {grade} victory"


_PARTS: Final = {0.25: "¼", 0.5: "½", 0.75: "¾"}


def number(value: float) -> str:
    """Points as players write them: 3½, −2."""
    if value in (inf, -inf):
        return "any"
    size = abs(value)
    whole = int(size)
    part = _PARTS.get(round(size - whole, 2))
    text = f"{round(size, 1):g}" if part is None else f"{whole}{part}" if whole else part
    return f"−{text}" if value < 0 and text != "0" else text
