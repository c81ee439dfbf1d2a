"""The printed map below the counters: paper, terrain, control, waters, routes, grid and hex numbers."""

from __future__ import annotations

from typing import Final

from grognard.core.board import Board
from grognard.draw.geometry import (
    HEX,
    Corner,
    Point,
    centre,
    chains,
    corner_key,
    hexside,
    num,
    outline,
    smooth_open,
)
from grognard.draw.liveries import MARGIN_PAPER, PAPER, SERIF, livery_of
from grognard.draw.routes import bridges, rivers, routes
from grognard.draw.terrain import scattered, textures, washes
from grognard.draw.words import safe

_BAND: Final[float] = 11.0
_TINTS: Final[dict[str, tuple[str, float]]] = {
    "snow": ("#eef4fa", 0.34),
    "mud": ("#8a6a45", 0.16),
    "night": ("#20305a", 0.30),
}


def extent(board: Board) -> Point:
    """Width and height of the map in drawing units."""
    corners = [corner for i in board.grid.present() for corner in board.grid.corners(i)]
    return (max(x for x, _ in corners) * HEX, max(y for _, y in corners) * HEX)


def hexagon(board: Board, i: int) -> str:
    """The outline of one hex as path data."""
    points = [f"{num(x * HEX)} {num(y * HEX)}" for x, y in board.grid.corners(i)]
    return "M" + "L".join(points) + "Z"


def definitions(board: Board) -> str:
    """Shapes that the map uses many times."""
    side = HEX / 3**0.5
    points = [
        (-side / 2, -HEX / 2),
        (side / 2, -HEX / 2),
        (side, 0.0),
        (side / 2, HEX / 2),
        (-side / 2, HEX / 2),
    ]
    points.append((-side, 0.0))
    shape = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"
    return f'<path id="hex" d="{shape}"/>{textures(board)}'


def board_svg(board: Board, control: tuple[str, ...] = (), tint: str = "", numbers: bool = True) -> str:
    """The map as a group; :func:`definitions` must stand before it."""
    wide, high = extent(board)
    paper = f'<rect width="{num(wide)}" height="{num(high)}" fill="{PAPER}"/>'
    wash = ""
    if tint in _TINTS:
        colour, strength = _TINTS[tint]
        wash = f'<rect width="{num(wide)}" height="{num(high)}" fill="{colour}" fill-opacity="{strength}"/>'
    inside = paper + washes(board) + scattered(board) + wash + _control(board, control)
    lines = rivers(board) + routes(board) + bridges(board)
    return f"{inside}{lines}{_surround(board)}{_grid(board)}{_numbers(board) if numbers else ''}"


def _surround(board: Board) -> str:
    """Margin paper over whatever sticks out of the map; much cheaper to paint than a clip."""
    wide, high = extent(board)
    edge = outline(board.grid, board.grid.present(), rounded=False)
    around = f"M-20-20H{num(wide + 20)}V{num(high + 20)}H-20Z"
    return f'<path d="{around}{edge}" fill="{MARGIN_PAPER}" fill-rule="evenodd"/>'


def _grid(board: Board) -> str:
    uses: list[str] = []
    for i in board.grid.present():
        x, y = centre(board.grid, i)
        uses.append(f'<use href="#hex" x="{num(x)}" y="{num(y)}"/>')
    style = 'fill="none" stroke="#6b5f49" stroke-width=".8" stroke-opacity=".32"'
    return f'<g id="grid" {style}>{"".join(uses)}</g>'


def _numbers(board: Board) -> str:
    texts: list[str] = []
    for i in board.grid.present():
        x, y = centre(board.grid, i)
        texts.append(f'<text x="{num(x)}" y="{num(y - HEX * 0.405)}">{safe(board.grid.names[i])}</text>')
    style = f'font-family="{SERIF}" font-size="8.5" fill="#8b7d63" text-anchor="middle"'
    return f'<g id="numbers" {style}>{"".join(texts)}</g>'


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


def _control(board: Board, control: tuple[str, ...]) -> str:
    """Each side's ground tinted, and a band along the front: plain for the first side, toothed for others."""
    if len(control) != board.grid.size:
        return ""
    runs, points = _front(board, control)
    parts: list[str] = []
    for k, side in enumerate(sorted({c for c in control if c})):
        hexes = [i for i in board.grid.present() if control[i] == side]
        shade = livery_of(side).shade
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
