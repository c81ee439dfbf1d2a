"""Spotting and line of sight: what a unit can see, and why, hexside by hexside."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.core.chapter import NOTHING, Crossed, Explanation, Sight, Term, rule
from grognard.games.panzerblitz.model.boards import (
    BARS,
    BROWN,
    GRAY,
    GREEN,
    GROUND,
    HILLTOP,
    LEVEL_NAMES,
    ORANGE,
    SLOPE,
    Boards,
)
from grognard.games.panzerblitz.model.content import Content
from grognard.games.panzerblitz.model.position import ABSENT, DEAD, DISPERSED, LOUD, SHOWN, DropPosition


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
def hexsides(land: Boards, a: int, b: int) -> list[tuple[int, int]]:
    """The hexsides a line from centre to centre crosses, in order, as pairs of hexes.

    A line that runs along a hexside crosses that one side (and not the two it only touches at the corner).
    One that runs along the edge of the map has a hex at one hand only: it is named twice.
    """
    grid = land.grid
    found: list[tuple[int, int]] = []
    for before, after in pairwise(grid.line_crossings(a, b)):
        if len(after) == 2:
            found.append((after[0], after[1]))
        elif runs_along_edge(land, a, b, after):
            found.append((after[0], after[0]))
        elif len(before) == 1 and not runs_along_edge(land, a, b, before):
            found.append((before[0], after[0]))
    return found


def runs_along_edge(land: Boards, a: int, b: int, passed: Sequence[int]) -> bool:
    """Does the line run along a side of this one hex, with nothing but the edge of the map beyond it?

    Lines along hexsides join hexes whose differences in two of the three rows are equal; on them every
    second hex is one of a pair.
    """
    grid = land.grid
    across, down = grid.q[b] - grid.q[a], grid.r[b] - grid.r[a]
    is_along_sides = across == down or down == -2 * across or across == -2 * down
    return is_along_sides and len(passed) == 1 and grid.distance(a, passed[0]) % 2 == 1


def _colour(land: Boards, a: int, b: int) -> int:
    direction = land.grid.direction(a, b)
    return land.bar[a * 6 + direction] if direction >= 0 else 0


@rule("pb.los.4", "pb.los.5", "pb.los.6", "pb.los.7", "pb.los.8", "pb.los.9")
def crossings(land: Boards, a: int, b: int) -> list[Crossing]:
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
        crest = colour == BROWN and 2 * from_low + 1 <= count
        return ((screen and at_low) or crest or (colour == ORANGE and rims >= 2), "pb.los.7")
    if levels == (SLOPE, HILLTOP):
        return (colour == ORANGE and rims >= 2, "pb.los.8")
    return (False, "pb.los.9")


@rule("pb.los.10")
def gully_hides(land: Boards, a: int, b: int) -> bool:
    """Is one end in a gully and the other not above it? Only slopes and hilltops look into gullies."""
    if land.is_gully[a] and land.level[b] == GROUND:
        return True
    return land.is_gully[b] and land.level[a] == GROUND


def can_see(land: Boards, a: int, b: int) -> bool:
    """Is there a line of sight between two hexes? Adjacent ones always see each other."""
    key = a * land.size + b
    known = land.sight.get(key)
    if known is None:
        known = _look(land, a, b)
        land.sight[key] = known
        land.sight[b * land.size + a] = known
    return known


def _look(land: Boards, a: int, b: int) -> bool:
    if land.grid.distance(a, b) <= 1:
        return True
    if gully_hides(land, a, b):
        return False
    return not any(crossing.blocks for crossing in crossings(land, a, b))


def explain_sight(land: Boards, a: int, b: int) -> Explanation:
    """Why one hex can or cannot see another: every hexside crossed, and whether it blocks."""
    names = land.names
    title = f"Line of sight from {names[a]} to {names[b]}"
    ends = f"{LEVEL_NAMES[land.level[a]]} to {LEVEL_NAMES[land.level[b]]}"
    far = land.grid.distance(a, b)
    terms = [Term(ends, "1 hex" if far == 1 else f"{far} hexes", "pb.los.3")]
    if far <= 1:
        return Explanation(title, (*terms, Term("adjacent hexes", "open", "pb.los.3")), "seen")
    if gully_hides(land, a, b):
        terms.append(
            Term("a gully is seen only from next to it or from above", "blocks", "pb.los.10", bad=True)
        )
    for one in crossings(land, a, b):
        label = f"{names[one.first]} / {names[one.second]}"
        if one.first == one.second:
            label = f"{names[one.first]}: along the edge of the map"
        if one.colour:
            label += f": {BARS[one.colour]}"
        terms.append(Term(label, "blocks" if one.blocks else "open", one.rule, bad=one.blocks))
    return Explanation(title, tuple(terms), "seen" if can_see(land, a, b) else "not seen")


def obstacle(land: Boards, a: int, b: int) -> str:
    """What stands in the way between two hexes that do not see each other: the first thing on the line."""
    if gully_hides(land, a, b):
        return "a gully is seen only from next to it or from above"
    bars = (
        f"{BARS[one.colour]} between {land.names[one.first]} and {land.names[one.second]}"
        for one in crossings(land, a, b)
        if one.blocks
    )
    return next(bars, "nothing")


@rule("pb.los.1", "pb.los.3", "pb.los.10")
def line_of_sight(pos: DropPosition, side: int, here: int, there: int) -> Sight:
    """The line from one hex to another, and whether this side has a spotter for cover at its end.

    Only the ground, the side's own units and enemies it knows of are looked at.
    """
    land = pos.content.land
    sheet = explain_sight(land, here, there)
    crossed: list[Crossed] = []
    if land.grid.distance(here, there) > 1:
        crossed = [Crossed(c.first, c.second, BARS[c.colour], c.blocks) for c in crossings(land, here, there)]
        if gully_hides(land, here, there):
            low = here if land.is_gully[here] else there
            crossed.append(Crossed(low, low, "gully", True))
    if side >= 0 and land.conceals[there]:
        known = has_spotter(pos, there, side) or any(
            knows(pos, side, unit) for unit in loud_units(pos, there)
        )
        label = f"units in the {land.ground[there]} of {land.names[there]}"
        term = Term(label, "spotted" if known else "not spotted", "pb.los.1", bad=not known)
        sheet = sheet._replace(terms=(*sheet.terms, term))
    return Sight(can_see(land, here, there), tuple(crossed), sheet)


# -- spotting -----------------------------------------------------------------------------------


@rule("pb.los.1", "pb.los.2", "pb.balance.4")
def is_spotted(pos: DropPosition, hex: int, by: int) -> bool:
    """May units of a side fire into this hex at all? In woods and towns only next to an undispersed friend.

    Any friend will do, trucks and wagons too, and one in the hex itself. Having fired gives nobody away,
    except with the experimental option.
    """
    if not pos.content.land.conceals[hex]:
        return True
    return has_spotter(pos, hex, by) or bool(loud_units(pos, hex))


def has_spotter(pos: DropPosition, hex: int, side: int) -> bool:
    """Is an undispersed unit of this side next to the hex, or in it beside the enemy?"""
    sides, marks = pos.content.side, pos.marks
    shared = (hex,) if pos.has_enemy(hex, side) else ()
    for there in (*shared, *pos.content.land.neighbours[hex * 6 : hex * 6 + 6]):
        for unit in pos.at(there):
            if sides[unit] == side and not marks[unit] & DISPERSED:
                return True
    return False


def loud_units(pos: DropPosition, hex: int) -> list[int]:
    """The units that have given themselves away by firing from this hex."""
    return [unit for unit in pos.at(hex) if pos.marks[unit] & LOUD] if pos.content.experimental else []


@rule("pb.balance.2")
def is_seen(pos: DropPosition, side: int, hex: int) -> bool:
    """With hidden movement: does this side see the enemies in a hex? It sees all of them or none."""
    known, fresh = pos.known_witness[side], pos.new_lookouts[side]
    if fresh:
        pos.new_lookouts[side] = []
        for unseen in [place for place, witness in known.items() if witness < 0]:
            known[unseen] = _witness(pos, side, unseen, fresh)
    witness = known.get(hex)
    if witness is None:
        witness = _seen_from(pos, side, hex)
        known[hex] = witness
    return witness >= 0


@rule("pb.balance.2", "pb.balance.3", "pb.balance.4")
def _seen_from(pos: DropPosition, side: int, hex: int) -> int:
    """A hex from which a side sees into this one; NOTHING if there is none.

    Nobody overlooks enemies in his own hex, nor a stack of which he has seen a unit land or run into it.
    """
    sides = pos.content.side
    for unit in pos.at(hex):
        if sides[unit] == side or pos.marks[unit] & SHOWN:
            return hex
    return _witness(pos, side, hex, list(pos.stacks()))


def _witness(pos: DropPosition, side: int, hex: int, hexes: Sequence[int]) -> int:
    """The first of these hexes from which an undispersed unit sees into `hex`; cover only from beside it."""
    land = pos.content.land
    sides, marks = pos.content.side, pos.marks
    near = 1 if land.conceals[hex] and not loud_units(pos, hex) else pos.content.farthest
    far = land.distances(hex)
    for one in hexes:
        if far[one] > near:
            continue
        for unit in pos.at(one):
            if sides[unit] == side and not marks[unit] & DISPERSED:
                if can_see(land, one, hex):
                    return one
                break
    return NOTHING


def knows(pos: DropPosition, side: int, unit: int) -> bool:
    """Does this side know where the unit is? An onlooker (a negative side) knows only what both may know."""
    if not pos.content.hidden or pos.content.side[unit] == side:
        return True
    hex = pos.where[unit]
    if hex < 0:
        return hex in (DEAD, ABSENT)
    return side >= 0 and is_seen(pos, side, hex)


@rule("pb.los.3")
def visible_from(land: Boards, hex: int, reach: int) -> list[int]:
    """The hexes within reach that a unit in this hex can see."""
    return [there for there in land.grid.within(hex, reach) if can_see(land, hex, there)]


@lru_cache(maxsize=1 << 11)
@rule("pb.balance.2", "pb.los.1")
def overlooked(content: Content, here: int) -> frozenset[int]:
    """The hexes in which a unit here sees enemies: in cover only those beside it."""
    land = content.land
    near = [here, *(there for there in land.neighbours[here * 6 : here * 6 + 6] if there >= 0)]
    return frozenset(
        [*near, *(hex for hex in visible_from(land, here, content.farthest) if not land.conceals[hex])]
    )


@rule("pb.balance.2")
def sees_more(before: DropPosition, side: int, unit: int, here: int) -> bool:
    """Does a unit that has come here see into a hex into which nobody of its side saw?

    Who has fired out of cover is seen from afar, too; but where cover gives away, every step asks the enemy.
    """
    content, came = before.content, before.where[unit]
    fresh = overlooked(content, here)
    if came >= 0 and not before.marks[unit] & DISPERSED:
        fresh -= overlooked(content, came)
    return any(not is_seen(before, side, hex) for hex in fresh)
