"""Spotting and line of sight: what a unit can see, and why, hexside by hexside."""

from itertools import pairwise
from typing import Final, NamedTuple

from grognard.core.ledger import rule
from grognard.core.rulings import Explanation, Term
from grognard.games.panzerblitz.land import (
    BROWN,
    COLOURS,
    GRAY,
    GREEN,
    GROUND,
    HILLTOP,
    LEVEL_NAMES,
    ORANGE,
    SLOPE,
    Land,
)
from grognard.games.panzerblitz.position import ABSENT, DEAD, DISPERSED, LOUD, SHOWN, DropPosition

FARTHEST: Final = 20
"""The longest range of any weapon; hidden units are not seen from further away (house)."""

SEEN_LANDING: Final = 4
"""Pieces that land this near to a German unit are seen."""


class Crossing(NamedTuple):
    """A hexside on the line: the two hexes it parts, its colour, its place on the line, does it block?"""

    first: int
    second: int
    colour: int
    number: int
    blocks: bool
    rule: str


# -- the line -----------------------------------------------------------------------------------


@rule("pb.los.3")
def hexsides(land: Land, a: int, b: int) -> list[tuple[int, int]]:
    """The hexsides a line from centre to centre crosses, in order, as pairs of hexes.

    A line that runs along a hexside crosses that one side (and not the two it only touches at the corner).
    """
    found: list[tuple[int, int]] = []
    line = land.grid.line_crossings(a, b)
    for before, after in pairwise(line):
        if len(after) == 2:
            found.append((after[0], after[1]))
        elif len(before) == 1:
            found.append((before[0], after[0]))
    return found


def _colour(land: Land, a: int, b: int) -> int:
    direction = land.grid.direction(a, b)
    return land.bar[a * 6 + direction] if direction >= 0 else 0


@rule("pb.los.4", "pb.los.5", "pb.los.6", "pb.los.7", "pb.los.8", "pb.los.9")
def crossings(land: Land, a: int, b: int) -> list[Crossing]:
    """Every hexside on the line with its verdict, by the levels of the two ends.

    Two orange sides are needed to block towards a hilltop, so there the second one is the one that blocks.
    """
    low, high = (a, b) if land.level[a] <= land.level[b] else (b, a)
    levels = (land.level[low], land.level[high])
    sides = hexsides(land, a, b)
    found: list[Crossing] = []
    rims = 0
    for number, (first, second) in enumerate(sides):
        colour = _colour(land, first, second)
        rims += colour == ORANGE
        # Sides crossed between the lower end and this one, whichever way the line was drawn.
        from_low = number if low == a else len(sides) - 1 - number
        blocks, named = _verdict(levels, colour, rims, low in (first, second), from_low, len(sides))
        found.append(Crossing(first, second, colour, number, blocks, named))
    return found


def _verdict(
    levels: tuple[int, int], colour: int, rims: int, at_low: bool, from_low: int, count: int
) -> tuple[bool, str]:
    """Does a side of this colour block between these levels, and by which rule?"""
    screen = colour in (GREEN, GRAY)
    if levels == (GROUND, GROUND):
        return (colour != 0, "pb.los.4")
    if levels == (GROUND, SLOPE):
        return (colour in (BROWN, ORANGE) or (screen and at_low), "pb.los.5")
    if levels == (SLOPE, SLOPE):
        return (colour in (BROWN, ORANGE), "pb.los.6")
    if levels == (GROUND, HILLTOP):
        # Nearer to the ground unit or exactly half way, counted in hexsides.
        near = 2 * from_low + 1 <= count
        crest = colour == BROWN and near
        return ((screen and at_low) or crest or (colour == ORANGE and rims >= 2), "pb.los.7")
    if levels == (SLOPE, HILLTOP):
        return (colour == ORANGE and rims >= 2, "pb.los.8")
    return (False, "pb.los.9")


@rule("pb.los.10")
def gully_hides(land: Land, a: int, b: int) -> bool:
    """Is one end in a gully and the other not above it? Only slopes and hilltops look into gullies."""
    if land.is_gully[a] and land.level[b] == GROUND:
        return True
    return land.is_gully[b] and land.level[a] == GROUND


def can_see(land: Land, a: int, b: int) -> bool:
    """Is there a line of sight between two hexes? Adjacent ones always see each other."""
    key = a * land.size + b
    known = land.sight.get(key)
    if known is None:
        known = _look(land, a, b)
        land.sight[key] = known
        land.sight[b * land.size + a] = known
    return known


def _look(land: Land, a: int, b: int) -> bool:
    if land.grid.distance(a, b) <= 1:
        return True
    if gully_hides(land, a, b):
        return False
    return not any(crossing.blocks for crossing in crossings(land, a, b))


def explain_sight(land: Land, a: int, b: int) -> Explanation:
    """Why one hex can or cannot see another: every hexside crossed, and whether it blocks."""
    names = land.names
    title = f"Line of sight from {names[a]} to {names[b]}"
    ends = f"{LEVEL_NAMES[land.level[a]]} to {LEVEL_NAMES[land.level[b]]}"
    terms = [Term(ends, f"{land.grid.distance(a, b)} hexes", "pb.los.3")]
    if land.grid.distance(a, b) <= 1:
        return Explanation(title, (*terms, Term("adjacent hexes", "open", "pb.los.3")), "seen")
    if gully_hides(land, a, b):
        terms.append(Term("a gully is seen only from next to it or from above", "blocks", "pb.los.10"))
    for one in crossings(land, a, b):
        colour = COLOURS[one.colour] or "open"
        label = f"{names[one.first]} / {names[one.second]}: {colour}"
        terms.append(Term(label, "blocks" if one.blocks else "open", one.rule))
    return Explanation(title, tuple(terms), "seen" if can_see(land, a, b) else "not seen")


# -- spotting -----------------------------------------------------------------------------------


@rule("pb.los.1", "pb.los.2", "pb.balance.4")
def is_spotted(pos: DropPosition, hex: int, by: int) -> bool:
    """May units of a side fire into this hex at all? In woods and towns only next to an undispersed friend.

    Any friend will do, trucks and wagons too. Having fired gives nobody away, except with the
    experimental option.
    """
    content = pos.content
    land = content.land
    if not land.conceals[hex]:
        return True
    sides, marks = content.side, pos.marks
    for there in land.neighbours[hex * 6 : hex * 6 + 6]:
        for unit in pos.at(there):
            if sides[unit] == by and not marks[unit] & DISPERSED:
                return True
    return content.experimental and any(marks[unit] & LOUD for unit in pos.at(hex))


@rule("pb.balance.2")
def seen_units(pos: DropPosition, side: int) -> frozenset[int]:
    """The enemy units this side sees with hidden movement: in line of sight, or next to it in cover."""
    known = pos.known_seen[side]
    if known is None:
        known = _spotted(pos, side)
        pos.known_seen[side] = known
    return known


def _spotted(pos: DropPosition, side: int) -> frozenset[int]:
    content = pos.content
    land = content.land
    sides, marks = content.side, pos.marks
    lookouts: list[int] = []
    others: list[int] = []
    for hex, units in pos.stacks().items():
        if any(sides[unit] == side and not marks[unit] & DISPERSED for unit in units):
            lookouts.append(hex)
        if any(sides[unit] != side for unit in units):
            others.append(hex)
    found: set[int] = set()
    for hex in others:
        near = 1 if land.conceals[hex] else FARTHEST
        if any(content.distance(hex, one) <= near and can_see(land, one, hex) for one in lookouts):
            found.update(unit for unit in pos.at(hex) if sides[unit] != side)
    for unit in content.units_of[1 - side]:
        carrier = pos.aboard[unit]
        if (marks[unit] & SHOWN and pos.where[unit] >= 0) or carrier in found:
            found.add(unit)
    return frozenset(found)


def knows(pos: DropPosition, side: int, unit: int) -> bool:
    """Does this side know where the unit is? An onlooker (a negative side) knows only what both may know."""
    content = pos.content
    if not content.hidden or content.side[unit] == side:
        return True
    if pos.where[unit] in (DEAD, ABSENT):
        return True
    return side >= 0 and unit in seen_units(pos, side)


@rule("pb.los.3")
def visible_from(land: Land, hex: int, reach: int) -> list[int]:
    """The hexes within reach that a unit in this hex can see."""
    return [there for there in land.grid.within(hex, reach) if can_see(land, hex, there)]
