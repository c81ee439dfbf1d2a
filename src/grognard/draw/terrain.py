"""Terrain: muted washes with rounded edges and a texture of small strokes, scattered repeatably."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from grognard.core.board import Board
from grognard.draw.geometry import HEX, centre, num, outline, scatter

VARIANTS: Final[int] = 6
"""Different tiles of each texture; a hex picks one by its number."""


class Wash(msgspec.Struct, frozen=True):
    """The look of a terrain: ground colour, stroke colour and weight, and the texture's sign."""

    ground: str
    ink: str
    sign: str
    count: int = 0
    weight: float = 1.0
    under: str = ""
    """A kind whose wash continues below this one, so that no gap opens between the two."""


WASHES: Final[dict[str, Wash]] = {
    "clear": Wash("", "#b9a87c", "tuft", 3, 0.7),
    "light-woods": Wash("#dfe3bf", "#8a9c66", "leaf", 8, 1.1),
    "heavy-woods": Wash("#c0cfa0", "#587048", "fir", 15, 1.1, "light-woods"),
    "swamp": Wash("#d5e2da", "#54858d", "reed", 8, 1.1),
    "town": Wash("", "#5b4a3e", "blocks", 9),
    "city": Wash("#ead9c4", "#4d3b31", "blocks", 20),
    "hill": Wash("#eadfbd", "#a98d57", "hachure", 9, 1.1),
    "slope": Wash("#e6d9b2", "#a98d57", "hachure", 12, 1.1),
    "rough": Wash("#e4d8b8", "#8d7a52", "hachure", 10, 1.1),
    "woods": Wash("#c9d6aa", "#6b8355", "leaf", 11, 1.1),
    "lake": Wash("#b9d3e2", "#6f9fc0", "reed", 2, 0.8),
    "pond": Wash("#b9d3e2", "#6f9fc0", "reed", 2, 0.8),
    "hilltop": Wash("#d6bd86", "#8a6a34", "hachure", 4, 1.1),
    "gully": Wash("#cfcdb5", "#67654a", "ditch", 5, 1.3),
    "ford": Wash("#cfcdb5", "#4f86ab", "ditch", 5, 1.3),
}


def _tuft(x: float, y: float, dice: Random) -> str:
    return f"M{num(x)} {num(y)}h{num(2 + 3 * dice.random())}"


def _leaf(x: float, y: float, dice: Random) -> str:
    """A round crown with its shadow line."""
    r = 2.6 + 1.4 * dice.random()
    crown = f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0"
    return crown + f"m-{num(r * 0.6)} {num(r * 0.5)}h{num(r)}"


def _fir(x: float, y: float, dice: Random) -> str:
    h = 6.5 + 2.5 * dice.random()
    w = h * 0.36
    crown = f"M{num(x - w)} {num(y)}l{num(w)} {num(-h)} {num(w)} {num(h)}"
    return crown + f"M{num(x)} {num(y - h * 0.4)}v{num(h * 0.65)}"


def _reed(x: float, y: float, dice: Random) -> str:
    w = 9 + 5 * dice.random()
    blades = f"M{num(x - 2.4)} {num(y)}l-1.6-4M{num(x)} {num(y)}v-5.4M{num(x + 2.4)} {num(y)}l1.6-4"
    return f"M{num(x - w / 2)} {num(y)}h{num(w)}{blades}"


def _hachure(x: float, y: float, dice: Random) -> str:
    """Strokes that run downhill from the middle of the hex."""
    far = max((x * x + y * y) ** 0.5, 1.0)
    reach = 7 + 5 * dice.random()
    return f"M{num(x)} {num(y)}l{num(x / far * reach)} {num(y / far * reach)}"


def _ditch(x: float, y: float, dice: Random) -> str:
    """The two banks of a cut in the ground."""
    w = 6 + 3 * dice.random()
    return f"M{num(x - w)} {num(y)}q{num(w)}-4 {num(2 * w)} 0m0 5q-{num(w)}-4-{num(2 * w)} 0"


def _blocks(x: float, y: float, dice: Random) -> str:
    w, h = 5 + 4 * dice.random(), 4 + 3 * dice.random()
    return f"M{num(x - w / 2)} {num(y - h / 2)}h{num(w)}v{num(h)}h-{num(w)}z"


_SIGNS: Final = {
    "tuft": _tuft,
    "leaf": _leaf,
    "fir": _fir,
    "reed": _reed,
    "hachure": _hachure,
    "ditch": _ditch,
    "blocks": _blocks,
}


def _spots(count: int, dice: Random, reach: float) -> list[tuple[float, float]]:
    """Points in a hex around 0, 0, none close to another: the best of several tries for each."""
    spots: list[tuple[float, float]] = []
    for _ in range(count):
        best, best_gap = (0.0, 0.0), -1.0
        for _ in range(12):
            x, y = (dice.random() * 2 - 1) * reach * 1.15, (dice.random() * 2 - 1) * reach
            if abs(x) * 0.866 + abs(y) * 0.5 > reach:
                continue
            gap = min((((x - a) ** 2 + (y - b) ** 2) for a, b in spots), default=1.0)
            if gap > best_gap:
                best, best_gap = (x, y), gap
        spots.append(best)
    return sorted(spots, key=lambda spot: spot[1])


def _tile(kind: str, wash: Wash, variant: int) -> str:
    dice = scatter(len(kind), sum(kind.encode()), variant)
    reach = HEX * (0.30 if wash.sign == "blocks" else 0.42)
    sign = _SIGNS[wash.sign]
    return "".join(sign(x, y, dice) for x, y in _spots(wash.count, dice, reach))


def textures(board: Board) -> str:
    """Definitions: the tiles of every terrain on the board."""
    parts: list[str] = []
    for kind in sorted({board.terrain_at(i) for i in board.grid.present()}):
        wash = WASHES.get(kind)
        if wash is not None and wash.count:
            parts += [f'<path id="{kind}-{v}" d="{_tile(kind, wash, v)}"/>' for v in range(VARIANTS)]
    return "".join(parts)


def washes(board: Board) -> str:
    """The ground colours, each terrain as one rounded shape."""
    hexes: dict[str, set[int]] = {}
    for i in board.grid.present():
        kind = board.terrain_at(i)
        hexes.setdefault(kind, set()).add(i)
        under = WASHES[kind].under if kind in WASHES else ""
        if under:
            hexes.setdefault(under, set()).add(i)
    parts: list[str] = []
    for kind, wash in WASHES.items():
        if wash.ground and kind in hexes:
            shape = outline(board.grid, hexes[kind], HEX * 0.07)
            parts.append(f'<path d="{shape}" fill="{wash.ground}" fill-rule="evenodd"/>')
    return "".join(parts)


def scattered(board: Board) -> str:
    """The textures laid into the hexes."""
    placed: dict[str, list[str]] = {}
    for i in board.grid.present():
        kind = board.terrain_at(i)
        wash = WASHES.get(kind)
        if wash is None or not wash.count:
            continue
        x, y = centre(board.grid, i)
        variant = scatter(i, 5).randrange(VARIANTS)
        placed.setdefault(kind, []).append(f'<use href="#{kind}-{variant}" x="{num(x)}" y="{num(y)}"/>')
    parts: list[str] = []
    for kind in sorted(placed):
        wash = WASHES[kind]
        paint = f'fill="{wash.ink}"' if wash.sign == "blocks" else f'fill="none" stroke="{wash.ink}"'
        parts.append(
            f'<g {paint} stroke-width="{wash.weight}" stroke-linecap="round">{"".join(placed[kind])}</g>'
        )
    return "".join(parts)
