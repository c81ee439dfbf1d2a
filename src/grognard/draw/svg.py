"""A scene on a board as one SVG document."""

from __future__ import annotations

from typing import Final

from grognard.core.board.board import Board
from grognard.draw.board import board_scene, middle_of, outline_of
from grognard.draw.counters import badge, describe, ground, marks
from grognard.draw.geometry import HEX, Point, hexside, middle, num, pair, smooth_open
from grognard.draw.holders import control_svg
from grognard.draw.legend import legend
from grognard.draw.lettering import Box, around, safe
from grognard.draw.looks import INK, SANS, SERIF, Livery, Looks, Tint, Tone
from grognard.draw.printed import BoardScene
from grognard.draw.scene import Arrow, DrawnPiece, Overlay, Scene
from grognard.draw.svg_board import definitions, layers_svg, texts_svg

CARD: Final[float] = HEX * 0.64
"""The side of a counter on the map."""
MARGIN: Final[float] = 36.0

_LIT: Final[str] = (
    '<rect x="-3" y="-3" width="106" height="106" rx="12" fill="none" stroke="#f2c230" stroke-width="6"/>'
)
_WASHES: Final[dict[Tone, tuple[str, float, str]]] = {
    "plain": ("#ffffff", 0.35, "#6b5f49"),
    "good": ("#2f8f4e", 0.20, "#1f6b39"),
    "bad": ("#c0392b", 0.28, "#8e1f14"),
}
_ARROWS: Final[dict[str, tuple[str, str]]] = {
    "move": ("#2b5d8c", ""),
    "attack": ("#b3261e", ""),
    "retreat": ("#7a6a55", "9 6"),
    "supply": ("#2c7a3f", "3 5"),
}


def to_svg(board: Board, scene: Scene) -> str:
    """The picture of a position."""
    taken, stacks = _stacks(board, scene)
    marked, markers = _markers(board, scene)
    printed = board_scene(board, scene.looks, taken=taken + marked)
    left, upper, right, lower = printed.box
    wide, high = right - left, lower - upper
    top = MARGIN + (58.0 if scene.title or scene.subtitle else 0.0)
    if _is_narrow(scene, wide):
        top += 30.0
    foot, foot_high = legend(board, scene, wide) if scene.legend else ("", 0.0)
    full_wide, full_high = wide + 2 * MARGIN, top + high + MARGIN + foot_high
    size = f'width="{num(full_wide)}" height="{num(full_high)}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {num(full_wide)} {num(full_high)}">',
        f"<title>{safe(scene.title or board.title)}</title>",
        f"<defs>{definitions(printed)}{_grounds(scene)}</defs>",
        f'<rect width="100%" height="100%" fill="{printed.margin}"/>',
        f'<g transform="translate({num(MARGIN - left)} {num(top - upper)})">',
        layers_svg(printed, printed.ground),
        _tint(scene.tint, printed),
        control_svg(board, scene.looks, scene.control),
        layers_svg(printed, printed.lines),
        f'<g id="numbers">{texts_svg(printed, printed.numbers)}</g>' if scene.numbers else "",
        _overlays(board, scene.overlays),
        stacks,
        texts_svg(printed, printed.names),
        markers,
        _arrows(board, scene.arrows),
        "</g>",
        _heading(scene, full_wide),
        f'<g transform="translate({num(MARGIN)} {num(top + high + MARGIN * 0.6)})">{foot}</g>',
        "</svg>",
    ]
    return "".join(parts)


def _tint(tint: Tint | None, printed: BoardScene) -> str:
    """A wash over the paper, and over nothing else: where the paper ends blank hexes are laid around it."""
    if tint is None:
        return ""
    paper = "".join(path.d for path in printed.ground[0].paths)
    return f'<path d="{paper}" fill="{tint.colour}" fill-opacity="{tint.strength:g}"/>'


def _is_narrow(scene: Scene, wide: float) -> bool:
    """Would title and subtitle run into each other on one line? Letters are about half as wide as high."""
    return len(scene.title) * 18 + len(scene.subtitle) * 9 + 30 > wide


def _fitting(text: str, size: int, wide: float) -> str:
    """The size of letters in which a line fits into the picture, at most this."""
    return num(min(size, 2 * wide / max(1, len(text))))


def _heading(scene: Scene, wide: float) -> str:
    y, room = MARGIN + 26, wide - 2 * MARGIN
    place = f'x="{num(MARGIN)}" y="{num(y)}" font-size="{_fitting(scene.title, 36, room)}"'
    title = f'<text {place} font-weight="600">{safe(scene.title)}</text>'
    if _is_narrow(scene, room):
        place = f'x="{num(MARGIN)}" y="{num(y + 30)}" font-size="{_fitting(scene.subtitle, 17, room)}"'
    else:
        place = f'x="{num(wide - MARGIN)}" y="{num(y)}" font-size="20" text-anchor="end"'
    words = f'<text {place} font-style="italic">{safe(scene.subtitle)}</text>'
    return f'<g font-family="{SERIF}" fill="{INK}">{title}{words}</g>'


def _liveries(scene: Scene) -> list[Livery]:
    """The liveries of the scene, in order of appearance."""
    found: dict[Livery, None] = {}
    for piece in scene.pieces:
        found[scene.looks.livery(piece.face.side, piece.face.nation, piece.face.traits)] = None
    return list(found)


def _grounds(scene: Scene) -> str:
    shadow = (
        '<g id="shadow"><rect x="3" y="5" width="102" height="102" rx="12" fill-opacity=".12"/>'
        '<rect x="2" y="3" width="100" height="100" rx="10" fill-opacity=".26"/></g>'
    )
    return shadow + "".join(
        f'<g id="ground-{k}">{ground(look)}</g>' for k, look in enumerate(_liveries(scene))
    )


def _stacks(board: Board, scene: Scene) -> tuple[list[Box], str]:
    """Every stack drawn from the bottom, and the room the stacks take."""
    by_hex: dict[int, list[DrawnPiece]] = {}
    for piece in scene.pieces:
        by_hex.setdefault(piece.hex, []).append(piece)
    grounds = {livery: k for k, livery in enumerate(_liveries(scene))}
    taken: list[Box] = []
    parts: list[str] = []
    for i in sorted(by_hex):
        at = middle_of(board, i)
        taken.append(around(at, CARD + 8, CARD + 8))
        parts.append(_stack(at, by_hex[i], scene.looks, grounds))
    return taken, f'<g id="pieces">{"".join(parts)}</g>'


def _stack(at: Point, pieces: list[DrawnPiece], looks: Looks, grounds: dict[Livery, int]) -> str:
    """Counters below the top one show only their edge, so only their card is drawn."""
    step = min(4.5, 10.0 / len(pieces))
    parts = [f"<g><title>{safe(chr(10).join(describe(p.face, looks) for p in reversed(pieces)))}</title>"]
    for k, piece in enumerate(pieces):
        shift = step * ((len(pieces) - 1) / 2 - k)
        x, y = at[0] - CARD / 2 + shift, at[1] - CARD / 2 + shift
        look = grounds[looks.livery(piece.face.side, piece.face.nation, piece.face.traits)]
        face = marks(piece.face, looks) if k == len(pieces) - 1 else ""
        parts.append(
            f'<g transform="translate({num(x)} {num(y)}) scale({CARD / 100:.3f})"><use href="#shadow"/>'
            f'<use href="#ground-{look}"/>{face}{_LIT if piece.lit else ""}</g>'
        )
    if len(pieces) > 1:
        parts.append(_depth(at, len(pieces)))
    return "".join(parts) + "</g>"


def _depth(at: Point, count: int) -> str:
    """How many counters lie here, on the lower left corner of the stack."""
    x, y = at[0] - CARD / 2 + 1, at[1] + CARD / 2 + 1
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="7" fill="#2f2a22" stroke="#fff" stroke-width="1"/>'
        f'<text x="{num(x)}" y="{num(y + 3.7)}" text-anchor="middle" font-family="{SANS}" font-size="10.5" '
        f'font-weight="700" fill="#fff">{count}</text>'
    )


def _overlays(board: Board, overlays: tuple[Overlay, ...]) -> str:
    parts: list[str] = []
    for overlay in overlays:
        fill, strength, line = _WASHES[overlay.tone]
        x, y = middle_of(board, overlay.hex)
        style = f'fill="{fill}" fill-opacity="{strength}" stroke="{line}" stroke-width="2"'
        parts.append(f'<path d="{outline_of(board, overlay.hex)}" {style}/>')
        if overlay.text:
            parts.append(_word(overlay.text, (x, y + 6), 17, line))
    return "".join(parts)


def _word(text: str, at: Point, size: int, colour: str) -> str:
    return (
        f'<text x="{num(at[0])}" y="{num(at[1])}" text-anchor="middle" font-family="{SANS}" '
        f'font-size="{size}" font-weight="700" fill="{colour}" stroke="#fff" stroke-width="3" '
        f'stroke-opacity=".8" paint-order="stroke">{safe(text)}</text>'
    )


def _markers(board: Board, scene: Scene) -> tuple[list[Box], str]:
    """Badges in hexes, side by side along the lower edge, and on hexsides, and the room they take."""
    seen: dict[int, int] = {}
    taken: list[Box] = []
    parts: list[str] = []
    for marker in scene.markers:
        k = seen.get(marker.hex, 0)
        seen[marker.hex] = k + 1
        x, y = middle_of(board, marker.hex)
        x, y = x + HEX * 0.28 - 17 * k, y + HEX * 0.37
        look = scene.looks.badge(marker.badge)
        taken.append(around((x, y), 18, 18))
        parts.append(f"<g><title>{safe(marker.text or look.words)}</title>{badge(look, x, y, 8.0)}</g>")
    for mark in scene.side_markers:
        x, y = middle(*hexside(board.grid, mark.side // 6, mark.side % 6))
        look = scene.looks.badge(mark.badge)
        taken.append(around((x, y), 20, 20))
        parts.append(f"<g><title>{safe(look.words)}</title>{badge(look, x, y, 9.0)}</g>")
    return taken, "".join(parts)


def _arrows(board: Board, arrows: tuple[Arrow, ...]) -> str:
    return "".join(_arrow(board, arrow) for arrow in arrows if len(arrow.hexes) > 1)


def _arrow(board: Board, arrow: Arrow) -> str:
    points = [middle_of(board, i) for i in arrow.hexes]
    colour, dash = _ARROWS.get(arrow.kind, _ARROWS["move"])
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    neck = (bx - ux * 20, by - uy * 20)
    head = [
        (bx - ux * 6, by - uy * 6),
        (neck[0] - uy * 8, neck[1] + ux * 8),
        (neck[0] + uy * 8, neck[1] - ux * 8),
    ]
    style = f'fill="none" stroke="{colour}" stroke-width="5" stroke-opacity=".85"'
    line = smooth_open([*points[:-1], neck])
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    text = _word(arrow.text, (points[len(points) // 2][0], points[len(points) // 2][1] - 8), 15, colour)
    return (
        f'<path d="{line}" {style}{dashes}/><path d="M{"L".join(pair(p) for p in head)}Z" fill="{colour}"/>'
        f"{text if arrow.text else ''}"
    )
