"""Lines of the map: rivers along hexsides, roads and railways through hexes, bridges where they meet."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import msgspec

from grognard.core.board import Board
from grognard.draw.geometry import (
    HEX,
    Corner,
    Point,
    centre,
    chains,
    corner_key,
    hexside,
    middle,
    num,
    pair,
    smooth_open,
    unsettled,
)


class Water(msgspec.Struct, frozen=True):
    """A class of river, or of another line along hexsides that is not wet and needs no bridge."""

    ink: str
    bank: str
    width: float
    wet: bool = True
    name: str = ""


WATERS: Final[dict[str, Water]] = {
    "stream": Water("#8fb8d0", "#8fb8d0", 2.2),
    "creek": Water("#86b3cf", "#6c9ab8", 3.2),
    "river": Water("#7fb0d0", "#4f82a6", 8.0),
    "major-river": Water("#7fb0d0", "#4f82a6", 11.0),
    # The coloured hexsides of a line-of-sight chart.
    "green": Water("#5f7f45", "#4a6636", 4.0, wet=False, name="woods side"),
    "gray": Water("#8b867e", "#6a665f", 4.0, wet=False, name="town side"),
    "brown": Water("#9a6a3a", "#7a5129", 4.0, wet=False, name="crest"),
    "orange": Water("#cf8a3a", "#a86a22", 4.0, wet=False, name="hilltop rim"),
}
_APART: Final[float] = 5.0
"""How far a railway keeps from a road in the same hexes."""


def _water_of(kind: str) -> Water:
    return WATERS.get(kind, WATERS["creek"])


def is_wet(kind: str) -> bool:
    """Is this kind of hexside water, with a name to write and bridges to cross it?"""
    return _water_of(kind).wet


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
            self.points[key] = unsettled(point, HEX * 0.035)
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


def rivers(board: Board) -> str:
    """Every river, the smaller ones below."""
    waters = _Waters(board)
    parts: list[str] = []
    for kind in sorted(set(waters.kind.values())):
        edges = [tuple(sorted(edge)) for edge, k in waters.kind.items() if k == kind]
        runs = chains([(e[0], e[1]) for e in edges], lambda c: len(waters.beside[c]) == 2)
        lines: list[str] = []
        for run in runs:
            points = [waters.points[c] for c in run]
            for end in (0, -1):
                points[end] = waters.meeting(run[end])
            lines.append(smooth_open(points))
        look = _water_of(board.side_kinds[kind])
        data = " ".join(lines)
        style = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(
            f'<path d="{data}" {style} stroke="{look.bank}" stroke-width="{num(look.width + 1.8)}"/>'
        )
        parts.append(f'<path d="{data}" {style} stroke="{look.ink}" stroke-width="{num(look.width)}"/>')
    return "".join(parts)


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


def _run_line(board: Board, run: list[int], aside: int) -> str:
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
    parts = [f"M{pair(_leaving(board, run[0], points[0], points[1]))} {_end(points[0], crossings[0])}"]
    for k in range(1, len(run) - 1):
        turn = middle(shifts[k - 1], shifts[k])
        bend = (points[k][0] + turn[0], points[k][1] + turn[1])
        parts.append(f"Q{pair(bend)} {pair(crossings[k])}")
    parts.append(_end(points[-1], _leaving(board, run[-1], points[-1], points[-2])))
    return " ".join(parts)


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


def routes(board: Board) -> str:
    """Roads with a casing, railways with sleepers; a railway beside a road keeps to its right."""
    parts: list[str] = []
    road = 1 << board.link_kinds.index("road") if "road" in board.link_kinds else 0
    for kind, name in enumerate(board.link_kinds):
        aside = road if name == "rail" else 0
        data = " ".join(_run_line(board, run, aside) for run in _runs(board, kind))
        if not data:
            continue
        style = f'd="{data}" fill="none" stroke-linejoin="round"'
        if name == "rail":
            parts.append(f'<path {style} stroke="#3d3833" stroke-width="1.5"/>')
            parts.append(f'<path {style} stroke="#3d3833" stroke-width="5.5" stroke-dasharray="1.4 6.6"/>')
        else:
            parts.append(f'<path {style} stroke="#8a5f42" stroke-width="4.6" stroke-linecap="round"/>')
            parts.append(f'<path {style} stroke="#f0d9a8" stroke-width="2.6" stroke-linecap="round"/>')
    return "".join(parts)


def bridges(board: Board) -> str:
    """A bridge wherever a road or railway crosses a river."""
    signs: list[str] = []
    for i in board.grid.present():
        for d in range(3):
            water = _water_of(board.side_kinds[board.sides[i * 6 + d]])
            if board.links[i * 6 + d] and board.sides[i * 6 + d] and water.wet:
                (ax, ay), (bx, by) = (unsettled(p, HEX * 0.035) for p in hexside(board.grid, i, d))
                signs.append(_bridge(middle((ax, ay), (bx, by)), (bx - ax, by - ay), water.width / 2 + 4))
    return f'<path d="{"".join(signs)}" fill="none" stroke="#3d3833" stroke-width="1.8"/>' if signs else ""


def _bridge(at: Point, along: Point, half: float) -> str:
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
    return data
