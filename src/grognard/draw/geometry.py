"""Shapes from hexes: smooth lines along hexsides, outlines of regions, repeatable scatter."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from grognard.core.board.hexes import Grid

HEX: Final[float] = 84.0
"""Height of a hex in drawing units; the picture is this large when a unit is a pixel."""

SQUARE: Final[int] = 8
"""Columns and rows of the squares that large grounds are cut into."""

Point = tuple[float, float]
Corner = tuple[int, int]
"""A corner of the grid as whole numbers, equal for all three hexes that meet there."""


def num(value: float) -> str:
    """A coordinate with one decimal at most, to keep files small."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def pair(point: Point) -> str:
    """A point as path data."""
    return f"{num(point[0])} {num(point[1])}"


def rounded(point: Point) -> Point:
    """A point to one decimal, as everything is written."""
    return (round(point[0], 1), round(point[1], 1))


def centre(grid: Grid, i: int) -> Point:
    """The middle of a hex in drawing units."""
    x, y = grid.centre(i)
    return (x * HEX, y * HEX)


def middle(a: Point, b: Point) -> Point:
    """The point halfway between two points."""
    return ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)


def hexside(grid: Grid, i: int, d: int) -> tuple[Point, Point]:
    """The two ends of side d of a hex."""
    corners = grid.corners(i)
    (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
    return ((ax * HEX, ay * HEX), (bx * HEX, by * HEX))


def corner_key(point: Point) -> Corner:
    """The corner a point stands for, whichever hex it was computed from."""
    return (round(point[0]), round(point[1]))


def scatter(*seed: int) -> Random:
    """The same random stream for the same numbers, on every machine."""
    value = 17
    for number in seed:
        value = (value * 1_000_003 + number) % 2_147_483_647
    return Random(value)


def unsettled(point: Point, reach: float) -> Point:
    """The point moved a little, always the same way, so that outlines look drawn by hand."""
    key = corner_key(point)
    stream = scatter(key[0], key[1])
    return (point[0] + (stream.random() * 2 - 1) * reach, point[1] + (stream.random() * 2 - 1) * reach)


def smooth_open(points: Sequence[Point]) -> str:
    """A gentle line from the first to the last point, through the middles between the others."""
    if len(points) < 3:
        return "M" + " L".join(pair(p) for p in points)
    parts = [f"M{pair(points[0])} L{pair(middle(points[0], points[1]))}"]
    for here, after in pairwise(points[1:]):
        parts.append(f"Q{pair(here)} {pair(middle(here, after))}")
    parts.append(f"L{pair(points[-1])}")
    return " ".join(parts)


Loop = list[tuple[Point, bool]]
"""The corners around a region, each with whether it lies on the region's own edge or on a cut through it."""


def loops(grid: Grid, hexes: Iterable[int], reach: float = 0.0, whole: Container[int] = ()) -> list[Loop]:
    """The loops around a set of hexes, holes included; ``reach`` unsettles the corners of its edge.

    Sides towards other hexes of the ``whole`` are no edge but a cut.
    """
    inside = frozenset(hexes)
    follow: dict[Corner, tuple[Corner, Point]] = {}
    edge: set[Corner] = set()
    for i in sorted(inside):
        for d in range(6):
            there = grid.neighbours[i * 6 + d]
            if there not in inside:
                a, b = hexside(grid, i, d)
                follow[corner_key(a)] = (corner_key(b), a)
                if there not in whole:
                    edge |= {corner_key(a), corner_key(b)}
    found: list[Loop] = []
    while follow:
        here = next(iter(follow))
        loop: Loop = []
        while here in follow:
            is_edge = here in edge
            here, point = follow.pop(here)
            loop.append((unsettled(point, reach) if reach and is_edge else point, is_edge))
        found.append(loop)
    return found


def outline(grid: Grid, hexes: Iterable[int]) -> str:
    """The outline of a set of hexes as path data."""
    return "".join(closed(loop) for loop in loops(grid, hexes))


def closed(loop: Loop, is_round: bool = True) -> str:
    """A loop as path data: rounded along the region's own edge, straight along a cut."""
    if not is_round:
        return "M" + "L".join(pair(point) for point, _ in loop) + "Z"
    last, was_edge = loop[-1]
    start = middle(last, loop[0][0]) if was_edge or loop[0][1] else last
    parts = [f"M{pair(start)}"]
    for k, (here, is_edge) in enumerate(loop):
        after = loop[(k + 1) % len(loop)][0]
        if is_edge:
            if not was_edge:
                parts.append(f"L{pair(middle(last, here))}")
            parts.append(f"Q{pair(here)} {pair(middle(here, after))}")
        else:
            parts.append(f"L{pair(here)}")
        last, was_edge = here, is_edge
    return "".join(parts) + "Z"


def squares(grid: Grid, hexes: Iterable[int]) -> list[list[int]]:
    """The hexes by the square of the map that they lie in."""
    found: dict[tuple[int, int], list[int]] = {}
    for i in hexes:
        found.setdefault((i // grid.columns // SQUARE, i % grid.columns // SQUARE), []).append(i)
    return [found[key] for key in sorted(found)]


def with_rim(grid: Grid, hexes: Iterable[int], whole: Container[int]) -> set[int]:
    """The hexes, and those beside them that are part of the whole."""
    inside = set(hexes)
    return inside | {j for i in inside for j in grid.neighbours[i * 6 : i * 6 + 6] if j in whole}


def chains(
    edges: Iterable[tuple[Corner, Corner]], goes_through: Callable[[Corner], bool]
) -> list[list[Corner]]:
    """Edges joined into the longest runs; a run ends where ``goes_through`` says no."""
    beside: dict[Corner, list[Corner]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ends = sorted(c for c in beside if len(beside[c]) != 2 or not goes_through(c))
    runs: list[list[Corner]] = []
    used: set[frozenset[Corner]] = set()
    # Whatever has no end is a ring: start it anywhere.
    for start in [*ends, *sorted(beside)]:
        for after in sorted(beside[start]):
            if frozenset((start, after)) not in used:
                run = _run(start, after, beside, set(ends), used)
                runs.append(run)
    return runs


def _run(
    start: Corner,
    after: Corner,
    beside: dict[Corner, list[Corner]],
    ends: set[Corner],
    used: set[frozenset[Corner]],
) -> list[Corner]:
    run = [start, after]
    used.add(frozenset((start, after)))
    while run[-1] not in ends and run[-1] != start:
        here = run[-1]
        onward = [c for c in beside[here] if frozenset((here, c)) not in used]
        if not onward:
            break
        used.add(frozenset((here, onward[0])))
        run.append(onward[0])
    return run
