"""The printed board: paper, ground, lines, grid, numbers, names, and the boxes beside the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.hexes import Grid
from grognard.draw.geometry import HEX, Point, centre, corner_key, hexside, pair, rounded, squares
from grognard.draw.lettering import Box, Room
from grognard.draw.looks import INK, Looks
from grognard.draw.names import place_names, river_names
from grognard.draw.printed import (
    BoardScene,
    PaintStyle,
    SceneBox,
    SceneLayer,
    ScenePath,
    SceneText,
    TextStyle,
    framed,
)
from grognard.draw.routes import bridges, hexsides, routes
from grognard.draw.terrain import place_signs, placed, regions, textures, washes

_SIDE: Final[float] = HEX / 3**0.5
_CORNERS: Final[tuple[Point, ...]] = (
    (-_SIDE / 2, -HEX / 2),
    (_SIDE / 2, -HEX / 2),
    (_SIDE, 0.0),
    (_SIDE / 2, HEX / 2),
    (-_SIDE / 2, HEX / 2),
    (-_SIDE, 0.0),
)
"""The corners of a hex around 0, 0."""
_NUMBERS_LEAST: Final[float] = 62.0
"""Pixels of a hex from which on its number is printed."""
_HEAD: Final[float] = 20.0
"""The height of the strip of a box that its name stands in."""


def board_scene(board: Board, looks: Looks, taken: Iterable[Box] = ()) -> BoardScene:
    """The printed board; names keep away from what is ``taken``."""
    looks = looks.on(board)
    boxes = _scene_boxes(board)
    styles = {"paper": PaintStyle(fill=looks.paper)}
    texts: dict[str, TextStyle] = {}
    symbols: dict[str, str] = {}
    ground = [SceneLayer(["paper"], regions(board.grid, board.grid.present(), is_round=False))]
    ground += washes(board, looks, styles)
    ground += textures(board, looks, styles, symbols)
    ground += place_signs(board, looks, styles, symbols)
    lines = [
        *hexsides(board, looks, styles),
        *routes(board, looks, styles),
        *bridges(board, looks, styles),
        _margin(board.grid, looks, styles),
        _grid(board.grid, styles, symbols),
    ]
    room = Room(taken)
    names = place_names(board, looks, texts, room) + river_names(board, looks, texts, room)
    if boxes:
        lines.append(_boxes(boxes, looks, styles))
        names += _box_names(boxes, texts)
    return BoardScene(
        hex=HEX,
        box=_extent(board.grid, boxes),
        margin=looks.margin,
        styles=styles,
        text_styles=texts,
        symbols=symbols,
        ground=ground,
        lines=lines,
        numbers=_numbers(board.grid, texts),
        names=names,
        boxes=boxes,
    )


def _scene_boxes(board: Board) -> list[SceneBox]:
    """The places beside the map in drawing units."""
    found: list[SceneBox] = []
    for place, box in enumerate(board.boxes, board.grid.size):
        x, y, w, h = box.x * HEX, box.y * HEX, box.width * HEX, box.height * HEX
        found.append(SceneBox(place, box.name, x, y, w, h, x + w / 2, y + (_HEAD + h) / 2))
    return found


def outline_of(board: Board, place: int) -> str:
    """The outline of one hex or box as path data."""
    if not board.is_box(place):
        return _hexagon(centre(board.grid, place))
    return _rectangle(_scene_boxes(board)[place - board.grid.size])


def middle_of(board: Board, place: int) -> Point:
    """The middle of a hex or box."""
    if not board.is_box(place):
        return centre(board.grid, place)
    box = _scene_boxes(board)[place - board.grid.size]
    return (box.cx, box.cy)


def _rectangle(box: SceneBox) -> str:
    left, top, right, bottom = box.x, box.y, box.x + box.w, box.y + box.h
    return "M" + "L".join(map(pair, ((left, top), (right, top), (right, bottom), (left, bottom)))) + "Z"


def _hexagon(at: Point) -> str:
    return "M" + "L".join(pair((at[0] + x, at[1] + y)) for x, y in _CORNERS) + "Z"


def extent(grid: Grid) -> Point:
    """Width and height of the map in drawing units."""
    corners = [corner for i in grid.present() for corner in grid.corners(i)]
    return (max(x for x, _ in corners) * HEX, max(y for _, y in corners) * HEX)


def _extent(grid: Grid, boxes: Sequence[SceneBox]) -> tuple[float, float, float, float]:
    """The box of the map and of what lies beside it."""
    wide, high = rounded(extent(grid))
    return (
        min([0.0, *(box.x for box in boxes)]),
        min([0.0, *(box.y for box in boxes)]),
        max([wide, *(box.x + box.w for box in boxes)]),
        max([high, *(box.y + box.h for box in boxes)]),
    )


def _margin(grid: Grid, looks: Looks, styles: dict[str, PaintStyle]) -> SceneLayer:
    """Blank hexes around the map, over whatever sticks out of it; much cheaper to paint than a clip."""
    styles["margin"] = PaintStyle(fill=looks.margin)
    seen: set[tuple[int, int]] = set()
    paths: list[ScenePath] = []
    for square in squares(grid, grid.present()):
        blank: list[Point] = []
        for i in square:
            for d in range(6):
                if grid.step(i, d) < 0:
                    (ax, ay), (bx, by) = hexside(grid, i, d)
                    x, y = centre(grid, i)
                    there = (ax + bx - x, ay + by - y)
                    if corner_key(there) not in seen:
                        seen.add(corner_key(there))
                        blank.append(there)
        if blank:
            paths.append(framed("".join(map(_hexagon, blank)), blank, HEX))
    return SceneLayer(["margin"], paths)


def _grid(grid: Grid, styles: dict[str, PaintStyle], symbols: dict[str, str]) -> SceneLayer:
    """Every hexside once: a hex draws its northern and eastern ones, and those where nobody is beside it."""
    styles["grid"] = PaintStyle(stroke="#6b5f49", width=0.8, least=0.7, alpha=0.34)
    found: list[tuple[str, int]] = []
    for i in grid.present():
        drawn = [d for d in range(6) if d < 3 or grid.step(i, d) < 0]
        name = "hex " + "".join(map(str, drawn))
        if name not in symbols:
            symbols[name] = "".join(f"M{pair(_CORNERS[d])}L{pair(_CORNERS[(d + 1) % 6])}" for d in drawn)
        found.append((name, i))
    return SceneLayer(["grid"], placed=placed(grid, found))


def _numbers(grid: Grid, styles: dict[str, TextStyle]) -> list[SceneText]:
    """The name of every hex at its upper edge."""
    styles["number"] = TextStyle("#7d7057", 8.5)
    texts: list[SceneText] = []
    for i in grid.present():
        x, y = centre(grid, i)
        texts.append(
            SceneText("number", [grid.names[i]], *rounded((x, y - HEX * 0.435)), least=_NUMBERS_LEAST)
        )
    return texts


def _boxes(boxes: Sequence[SceneBox], looks: Looks, styles: dict[str, PaintStyle]) -> SceneLayer:
    """The places off the map as rectangles beside it."""
    styles["box"] = PaintStyle(fill=looks.paper)
    styles["box rim"] = PaintStyle(stroke="#6b5f49", width=1.6, least=0.7)
    return SceneLayer(
        ["box", "box rim"],
        [framed(_rectangle(box), [(box.x, box.y), (box.x + box.w, box.y + box.h)]) for box in boxes],
    )


def _box_names(boxes: Sequence[SceneBox], styles: dict[str, TextStyle]) -> list[SceneText]:
    """The name of each box along its upper edge."""
    styles["box"] = TextStyle(INK, 14.5, 600, floor=9.5)
    return [SceneText("box", [box.name], box.cx, box.y + _HEAD * 0.6, least=20) for box in boxes]
