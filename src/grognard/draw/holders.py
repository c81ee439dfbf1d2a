"""Who holds the ground: each side's hexes lightly tinted, and a band along the front."""

from __future__ import annotations

from typing import Final

from grognard.core.board.board import Board
from grognard.draw.geometry import Corner, Point, centre, chains, corner_key, hexside, outline, smooth_open
from grognard.draw.looks import Looks, in_order

_BAND: Final[float] = 11.0


def control_svg(board: Board, looks: Looks, control: tuple[str, ...]) -> str:
    """The holders of the hexes; the band is plain for the first side, toothed for others."""
    if len(control) < board.grid.size:
        return ""
    runs, points = _front(board, control)
    parts: list[str] = []
    for k, side in enumerate(in_order({c for c in control if c}, looks.nations)):
        hexes = [i for i in board.grid.present() if control[i] == side]
        shade = looks.livery(side).shade
        region = outline(board.grid, hexes)
        moved = _drawn_back(board, hexes, points)
        band = " ".join(smooth_open([moved.get(c, points[c]) for c in run]) for run in runs)
        style = f'fill="none" stroke="{shade}" stroke-width="{_BAND}" stroke-opacity=".42"'
        teeth = ' stroke-dasharray="5 5"' if k else ""
        parts.append(
            f'<path d="{region}" fill="{shade}" fill-rule="evenodd" fill-opacity=".06"/>'
            f'<path d="{band}" {style}{teeth}/>'
        )
    line = " ".join(smooth_open([points[c] for c in run]) for run in runs)
    return "".join(parts) + f'<path d="{line}" fill="none" stroke="#5a3a2c" stroke-width="1.6"/>'


def _front(board: Board, control: tuple[str, ...]) -> tuple[list[list[Corner]], dict[Corner, Point]]:
    """The lines between hexes of different sides, and where their corners are."""
    points: dict[Corner, Point] = {}
    edges: list[tuple[Corner, Corner]] = []
    for i in board.grid.present():
        for d in range(3):
            j = board.grid.step(i, d)
            if j >= 0 and control[i] and control[j] and control[i] != control[j]:
                a, b = hexside(board.grid, i, d)
                points[corner_key(a)], points[corner_key(b)] = a, b
                edges.append((corner_key(a), corner_key(b)))
    return chains(edges, lambda _: True), points


def _drawn_back(board: Board, hexes: list[int], points: dict[Corner, Point]) -> dict[Corner, Point]:
    """The corners of the front moved half a band towards the hexes of one side."""
    pull: dict[Corner, Point] = {}
    for i in hexes:
        x, y = centre(board.grid, i)
        for d in range(6):
            corner = hexside(board.grid, i, d)[0]
            key = corner_key(corner)
            if key in points:
                before = pull.get(key, (0.0, 0.0))
                pull[key] = (before[0] + x - corner[0], before[1] + y - corner[1])
    moved: dict[Corner, Point] = {}
    for key, (px, py) in pull.items():
        scale = _BAND / 2 / ((px * px + py * py) ** 0.5 or 1.0)
        moved[key] = (points[key][0] + px * scale, points[key][1] + py * scale)
    return moved
