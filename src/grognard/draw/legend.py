"""The strip below the map that says what every sign means; only signs that the picture uses are in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.own_kinds import Stroke
from grognard.draw.counters import badge, ground
from grognard.draw.geometry import num
from grognard.draw.lettering import safe, width_of
from grognard.draw.looks import INK, SERIF, Looks, in_order
from grognard.draw.printed import PaintStyle
from grognard.draw.scene import Scene
from grognard.draw.svg_board import paint
from grognard.draw.terrain import pen_of, tile

_ROW: Final[float] = 44.0
_RIVER: Final[str] = "M0 20Q9 10 18 17T36 14"
_ROAD: Final[str] = "M0 17H36"


def legend(board: Board, scene: Scene, wide: float) -> tuple[str, float]:
    """The strip and its height."""
    looks = scene.looks.on(board)
    entries = _terrain(board, looks) + _lines(board, looks) + _nations(scene) + _badges(scene)
    parts: list[str] = []
    x, y = 0.0, 0.0
    for sign, words in entries:
        room = 62 + width_of(words, 16)
        if x and x + room > wide:
            x, y = 0.0, y + _ROW
        parts.append(
            f'<g transform="translate({num(x)} {num(y)})">{sign}'
            f'<text x="44" y="22" font-family="{SERIF}" font-size="16" fill="{INK}">{safe(words)}</text></g>'
        )
        x += room
    return "".join(parts), y + _ROW + 12


def _terrain(board: Board, looks: Looks) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    present = {board.terrain_at(i) for i in board.grid.present()}
    for kind in board.terrain_kinds:
        if kind not in present or kind not in looks.terrain:
            continue
        look = looks.terrain[kind]
        sign = (
            f'<rect width="36" height="34" rx="6" fill="{look.fill or looks.paper}" stroke="#b5a888"/>'
            f'<g transform="translate(18 17) scale(.42)" {paint(pen_of(look))}>'
            f'<path d="{tile(look, 1)}"/></g>'
        )
        found.append((sign, looks.words(look, kind)))
    return found


def _lines(board: Board, looks: Looks) -> list[tuple[str, str]]:
    sides = [(kind, looks.hexside(kind)) for kind in board.side_kinds[1:]]
    found = [(_line(look.strokes, _RIVER), looks.words(look, kind)) for kind, look in sides]
    links = [(kind, looks.route(kind)) for kind in board.link_kinds]
    return found + [(_line(look.strokes, _ROAD), looks.words(look, kind)) for kind, look in links]


def _line(strokes: Sequence[Stroke], course: str) -> str:
    return "".join(
        f'<path d="{course}" {paint(PaintStyle(stroke=one.ink, width=one.width, dash=one.dash))}/>'
        for one in strokes
    )


def _nations(scene: Scene) -> list[tuple[str, str]]:
    """Whose counters and ground the picture shows."""
    looks = scene.looks
    faces = [piece.face for piece in scene.pieces]
    names = {looks.nation(face.side, face.nation, face.traits) for face in faces}
    names |= {side for side in scene.control if side}
    found: list[tuple[str, str]] = []
    for name in in_order(names, looks.nations):
        livery = looks.livery(name)
        found.append((f'<g transform="scale(.34)">{ground(livery)}</g>', looks.words(livery, name)))
    return found


def _badges(scene: Scene) -> list[tuple[str, str]]:
    names = {name for piece in scene.pieces for name in piece.face.badges}
    names |= {marker.badge for marker in scene.markers} | {marker.badge for marker in scene.side_markers}
    looks = [scene.looks.badge(name) for name in in_order(names, scene.looks.badges)]
    return [(badge(look, 18, 17, 11), look.words) for look in looks]
