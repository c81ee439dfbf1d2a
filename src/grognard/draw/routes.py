"""Lines of the map: rivers along hexsides, roads and railways through hexes, bridges where they meet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.own_kinds import Stroke
from grognard.draw.geometry import (
    HEX,
    Corner,
    Point,
    centre,
    chains,
    corner_key,
    hexside,
    middle,
    pair,
    smooth_open,
    unsettled,
)
from grognard.draw.looks import Looks
from grognard.draw.printed import PaintStyle, SceneLayer, ScenePath, framed

_APART: Final[float] = 5.0
"""How far a route keeps from another in the same hexes."""
_UNSETTLED: Final[float] = HEX * 0.035
_BRIDGE: Final = PaintStyle(stroke="#3d3833", width=1.8)


def _pens(name: str, strokes: Sequence[Stroke], styles: dict[str, PaintStyle]) -> list[str]:
    """The styles of a line, the lowest first."""
    names = [f"{name} {k}" for k in range(len(strokes))]
    for token, one in zip(names, strokes, strict=True):
        styles[token] = PaintStyle(stroke=one.ink, width=one.width, dash=one.dash, cap=one.cap)
    return names


class _Waters:
    """Hexside features as a graph of corners."""

    def __init__(self, board: Board) -> None:
        self.points: dict[Corner, Point] = {}
        self.kind: dict[frozenset[Corner], int] = {}
        self.beside: dict[Corner, list[Corner]] = {}
        for i in board.grid.present():
            for d in range(3):
                kind = board.sides[i * 6 + d]
                if kind:
                    self._add(*hexside(board.grid, i, d), kind)

    def _add(self, a: Point, b: Point, kind: int) -> None:
        ends = (corner_key(a), corner_key(b))
        for key, point in zip(ends, (a, b), strict=True):
            self.points[key] = unsettled(point, _UNSETTLED)
        self.kind[frozenset(ends)] = kind
        self.beside.setdefault(ends[0], []).append(ends[1])
        self.beside.setdefault(ends[1], []).append(ends[0])

    def meeting(self, corner: Corner) -> Point:
        """Where waters meet: on the curve of the two strongest, not on the corner that the curve cuts."""
        here = self.points[corner]
        around = sorted(self.beside[corner], key=lambda c: (-self.kind[frozenset((corner, c))], c))
        if len(around) < 2:
            return here
        a, b = (middle(here, self.points[c]) for c in around[:2])
        return middle(middle(a, here), middle(here, b))

    def lines(self, kind: int) -> list[ScenePath]:
        """The runs of one kind."""
        edges = [tuple(sorted(edge)) for edge, k in self.kind.items() if k == kind]
        found: list[ScenePath] = []
        for run in chains([(e[0], e[1]) for e in edges], lambda c: len(self.beside[c]) == 2):
            points = [self.points[c] for c in run]
            for end in (0, -1):
                points[end] = self.meeting(run[end])
            found.append(framed(smooth_open(points), points, 8))
        return found


def hexsides(board: Board, looks: Looks, styles: dict[str, PaintStyle]) -> list[SceneLayer]:
    """Everything that runs along hexsides, the weaker kinds below."""
    waters = _Waters(board)
    layers: list[SceneLayer] = []
    for kind in sorted(set(waters.kind.values())):
        name = board.side_kinds[kind]
        layers.append(
            SceneLayer(_pens(f"side {name}", looks.hexside(name).strokes, styles), waters.lines(kind))
        )
    return layers


def _linked(board: Board, i: int, kind: int) -> list[int]:
    """The directions in which a road or railway leaves a hex."""
    return [d for d in range(6) if board.links[i * 6 + d] >> kind & 1]


def _runs(board: Board, kind: int) -> list[list[int]]:
    """Routes as runs of hexes between junctions and ends."""
    grid = board.grid
    edges: list[tuple[Corner, Corner]] = []
    for i in grid.present():
        edges += [((i, 0), (grid.step(i, d), 0)) for d in _linked(board, i, kind) if grid.step(i, d) > i]
    return [[corner[0] for corner in run] for run in chains(edges, lambda c: c[0] not in board.places)]


def _run_line(board: Board, run: list[int], aside: int) -> ScenePath:
    """A run as a curve that crosses every hexside at its middle; ``aside`` is a link to keep away from."""
    grid = board.grid
    points = [centre(grid, i) for i in run]
    shifts: list[Point] = []
    for k in range(len(run) - 1):
        (ax, ay), (bx, by) = points[k], points[k + 1]
        shared = aside and board.links[run[k] * 6 + grid.direction(run[k], run[k + 1])] & aside
        scale = _APART / HEX if shared else 0.0
        shifts.append(((ay - by) * scale, (bx - ax) * scale))
    middles = [middle(a, b) for a, b in pairwise(points)]
    crossings = [(m[0] + s[0], m[1] + s[1]) for m, s in zip(middles, shifts, strict=True)]
    start = _leaving(board, run[0], points[0], points[1])
    parts = [f"M{pair(start)}{_end(points[0], crossings[0])}"]
    for k in range(1, len(run) - 1):
        turn = middle(shifts[k - 1], shifts[k])
        bend = (points[k][0] + turn[0], points[k][1] + turn[1])
        parts.append(f"Q{pair(bend)} {pair(crossings[k])}")
    end = _leaving(board, run[-1], points[-1], points[-2])
    parts.append(_end(points[-1], end))
    return framed("".join(parts), [*points, start, end], 12)


def _end(bend: Point, to: Point) -> str:
    return f"L{pair(to)}" if bend == to else f"Q{pair(bend)} {pair(to)}"


def _leaving(board: Board, i: int, here: Point, before: Point) -> Point:
    """Where a route ends: in the hex, or off the map when it comes to the edge and nothing stops it there."""
    linked = sum(1 for d in range(6) if board.links[i * 6 + d])
    if i in board.places or linked != 1:
        return here
    best, ahead = here, HEX * HEX * 0.2
    for d in range(6):
        if board.grid.step(i, d) < 0:
            edge = middle(*hexside(board.grid, i, d))
            score = (edge[0] - here[0]) * (here[0] - before[0]) + (edge[1] - here[1]) * (here[1] - before[1])
            if score > ahead:
                best, ahead = edge, score
    return best


def routes(board: Board, looks: Looks, styles: dict[str, PaintStyle]) -> list[SceneLayer]:
    """Everything that runs from hex to hex, in the order of the map file."""
    layers: list[SceneLayer] = []
    for kind, name in enumerate(board.link_kinds):
        look = looks.route(name)
        aside = 1 << board.link_kinds.index(look.aside) if look.aside in board.link_kinds else 0
        lines = [_run_line(board, run, aside) for run in _runs(board, kind)]
        if lines:
            layers.append(SceneLayer(_pens(f"route {name}", look.strokes, styles), lines))
    return layers


def bridges(board: Board, looks: Looks, styles: dict[str, PaintStyle]) -> list[SceneLayer]:
    """A bridge wherever a route crosses a hexside that needs one."""
    signs: list[ScenePath] = []
    for i in board.grid.present():
        for d in range(3):
            kind = board.sides[i * 6 + d]
            half = looks.hexside(board.side_kinds[kind]).bridge if kind and board.links[i * 6 + d] else 0
            if half:
                a, b = (unsettled(point, _UNSETTLED) for point in hexside(board.grid, i, d))
                signs.append(_bridge(middle(a, b), (b[0] - a[0], b[1] - a[1]), half))
    if not signs:
        return []
    styles["bridge"] = _BRIDGE
    return [SceneLayer(["bridge"], signs)]


def _bridge(at: Point, along: Point, half: float) -> ScenePath:
    """Two rails across the water with short wings at their ends."""
    length = (along[0] ** 2 + along[1] ** 2) ** 0.5
    ux, uy = along[0] / length, along[1] / length
    data = ""
    for side in (-1.0, 1.0):
        ox, oy = at[0] + ux * 4.6 * side, at[1] + uy * 4.6 * side
        wx, wy = ux * 2.4 * side, uy * 2.4 * side
        start = (ox - uy * half, oy + ux * half)
        end = (ox + uy * half, oy - ux * half)
        wings = (pair((start[0] + wx, start[1] + wy)), pair((end[0] + wx, end[1] + wy)))
        data += f"M{wings[0]}L{pair(start)} {pair(end)} {wings[1]}"
    return framed(data, [at], half + 10)
