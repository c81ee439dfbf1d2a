"""The strip below the map that says what every sign means; only signs that the picture uses are in it."""

from __future__ import annotations

from grognard.core.board import Board
from grognard.draw.counters import badge, ground
from grognard.draw.geometry import num
from grognard.draw.liveries import INK, PAPER, SERIF, badge_of, livery_of
from grognard.draw.routes import WATERS
from grognard.draw.scene import Scene
from grognard.draw.terrain import WASHES
from grognard.draw.words import safe, width_of

_ROW = 44.0


def legend(board: Board, scene: Scene, wide: float) -> tuple[str, float]:
    """The strip and its height."""
    entries = _terrain(board) + _lines(board) + _sides(scene) + _badges(scene)
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


def _terrain(board: Board) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    present = {board.terrain_at(i) for i in board.grid.present()}
    for kind in board.terrain_kinds:
        wash = WASHES.get(kind)
        if wash is None or kind not in present:
            continue
        paint = f'fill="{wash.ink}"' if wash.sign == "blocks" else f'fill="none" stroke="{wash.ink}"'
        sign = (
            f'<rect width="36" height="34" rx="6" fill="{wash.ground or PAPER}" stroke="#b5a888"/>'
            f'<g transform="translate(18 17) scale(.42)" {paint} stroke-width="2"><use href="#{kind}-1"/></g>'
        )
        found.append((sign, kind.replace("-", " ")))
    return found


def _lines(board: Board) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for kind in board.side_kinds[1:]:
        water = WATERS.get(kind, WATERS["creek"])
        style = f'fill="none" stroke="{water.ink}" stroke-width="{water.width}"'
        curve = f'<path d="M0 20Q9 10 18 17T36 14" {style}/>'
        found.append((curve, water.name or kind.replace("-", " ")))
    for kind in board.link_kinds:
        if kind == "rail":
            line = '<path d="M0 17H36" stroke="#3d3833" stroke-width="1.5"/>'
            line += '<path d="M0 17H36" stroke="#3d3833" stroke-width="6" stroke-dasharray="1.4 6.6"/>'
        else:
            line = '<path d="M0 17H36" stroke="#8a5f42" stroke-width="4.6"/>'
            line += '<path d="M0 17H36" stroke="#f0d9a8" stroke-width="2.6"/>'
        found.append((line, kind))
    return found


def _sides(scene: Scene) -> list[tuple[str, str]]:
    sides = sorted({piece.face.side for piece in scene.pieces} | {side for side in scene.control if side})
    return [(f'<g transform="scale(.34)">{ground(livery_of(side))}</g>', side.capitalize()) for side in sides]


def _badges(scene: Scene) -> list[tuple[str, str]]:
    names = {name for piece in scene.pieces for name in piece.face.badges} | {m.badge for m in scene.markers}
    return [(badge(badge_of(name), 18, 17, 11), badge_of(name).words) for name in sorted(names)]
