"""Shapes from hexes: smooth lines along hexsides, outlines of regions, repeatable scatter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from grognard.core.hexes import Grid

HEX: Final[float] = 84.0
"""Height of a hex in drawing units; the picture is this large when a unit is a pixel."""

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


def smooth_closed(points: Sequence[Point]) -> str:
    """A rounded outline around the points."""
    parts = [f"M{pair(middle(points[-1], points[0]))}"]
    for i, here in enumerate(points):
        parts.append(f"Q{pair(here)} {pair(middle(here, points[(i + 1) % len(points)]))}")
    return " ".join(parts) + "Z"


def outline(grid: Grid, hexes: Iterable[int], reach: float = 0.0, rounded: bool = True) -> str:
    """The outline of a set of hexes, holes included; ``reach`` unsettles its corners."""
    inside = frozenset(hexes)
    follow: dict[Corner, tuple[Corner, Point]] = {}
    for i in sorted(inside):
        for d in range(6):
            if grid.neighbours[i * 6 + d] not in inside:
                a, b = hexside(grid, i, d)
                follow[corner_key(a)] = (corner_key(b), a)
    loops: list[str] = []
    while follow:
        start = next(iter(follow))
        loop: list[Point] = []
        here = start
        while here in follow:
            here, point = follow.pop(here)
            loop.append(unsettled(point, reach) if reach else point)
        loops.append(smooth_closed(loop) if rounded else "M" + "L".join(pair(p) for p in loop) + "Z")
    return " ".join(loops)


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
