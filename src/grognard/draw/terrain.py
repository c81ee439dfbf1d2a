"""The ground: muted washes with rounded edges and a texture of small strokes, strewn repeatably."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.hexes import Grid
from grognard.core.board.own_kinds import Terrain
from grognard.draw.geometry import HEX, centre, closed, loops, rounded, scatter, squares, with_rim
from grognard.draw.looks import Looks
from grognard.draw.printed import PaintStyle, SceneLayer, ScenePath, ScenePlaced, framed
from grognard.draw.symbols import FILLED, STROKES

VARIANTS: Final[int] = 6
"""Different tiles of each texture; a hex picks one by its number."""
FAR: Final[float] = 20.0
"""Pixels of a hex below which single strokes cannot be seen."""
_UNSETTLED: Final[float] = HEX * 0.07


def regions(grid: Grid, hexes: Iterable[int], reach: float = 0.0, is_round: bool = True) -> list[ScenePath]:
    """A set of hexes as shapes, cut into squares. Each has a rim of its neighbours' hexes: there the same
    colour lies upon itself, so that no gap can be seen."""
    whole = frozenset(hexes)
    found: list[ScenePath] = []
    for square in squares(grid, sorted(whole)):
        around = loops(grid, with_rim(grid, square, whole), reach, whole)
        points = [point for loop in around for point, _ in loop]
        found.append(framed("".join(closed(loop, is_round) for loop in around), points))
    return found


def washes(board: Board, looks: Looks, styles: dict[str, PaintStyle]) -> list[SceneLayer]:
    """The grounds, each terrain as rounded shapes, in the order of the looks."""
    hexes: dict[str, list[int]] = {}
    for i in board.grid.present():
        kind = board.terrain_at(i)
        hexes.setdefault(kind, []).append(i)
        under = looks.terrain_look(kind).under
        if under:
            hexes.setdefault(under, []).append(i)
    layers: list[SceneLayer] = []
    for kind, look in looks.terrain.items():
        if look.fill and kind in hexes:
            styles[f"ground {kind}"] = PaintStyle(fill=look.fill)
            layers.append(SceneLayer([f"ground {kind}"], regions(board.grid, hexes[kind], _UNSETTLED)))
    return layers


def textures(
    board: Board, looks: Looks, styles: dict[str, PaintStyle], symbols: dict[str, str]
) -> list[SceneLayer]:
    """The strokes laid into the hexes, and the blocks that stand for some of them from afar."""
    hexes: dict[str, list[int]] = {}
    for i in board.grid.present():
        hexes.setdefault(board.terrain_at(i), []).append(i)
    layers: list[SceneLayer] = []
    for number, kind in enumerate(board.terrain_kinds):
        look = looks.terrain_look(kind)
        if kind not in hexes or not look.density:
            continue
        styles[f"strokes {kind}"] = pen_of(look)
        for variant in range(VARIANTS):
            symbols[f"{number}.{variant}"] = tile(look, variant)
        strewn = [(f"{number}.{scatter(i, 5).randrange(VARIANTS)}", i) for i in hexes[kind]]
        layers.append(SceneLayer([f"strokes {kind}"], placed=placed(board.grid, strewn), least=FAR))
        if look.far:
            symbols[f"{number}.far"] = (
                f"M{-look.far / 2:g} {-look.far / 2:g}h{look.far:g}v{look.far:g}h{-look.far:g}z"
            )
            styles[f"far {kind}"] = PaintStyle(fill=look.ink)
            there = placed(board.grid, [(f"{number}.far", i) for i in hexes[kind]])
            layers.append(SceneLayer([f"far {kind}"], placed=there, most=FAR))
    return layers


def place_signs(
    board: Board, looks: Looks, styles: dict[str, PaintStyle], symbols: dict[str, str]
) -> list[SceneLayer]:
    """What marks places that are no terrain of their own: the houses of a village, an island."""
    layers: list[SceneLayer] = []
    for kind, look in looks.places.items():
        there = [i for i in sorted(board.places) if board.places[i].kind == kind]
        if not look.sign or not there:
            continue
        strewn = Terrain(symbol=look.sign, density=look.strokes, ink=look.ink)
        styles[f"sign {kind}"] = pen_of(strewn)
        for variant in range(VARIANTS):
            symbols[f"sign {kind}.{variant}"] = tile(strewn, variant, HEX * 0.17)
        signs = [(f"sign {kind}.{scatter(i, 5).randrange(VARIANTS)}", i) for i in there]
        layers.append(SceneLayer([f"sign {kind}"], placed=placed(board.grid, signs), least=FAR))
    return layers


def pen_of(look: Terrain) -> PaintStyle:
    """How the strokes of a terrain are painted."""
    if look.symbol in FILLED:
        return PaintStyle(fill=look.ink)
    return PaintStyle(stroke=look.ink, width=look.weight, cap="round")


def placed(grid: Grid, symbols: Iterable[tuple[str, int]]) -> list[ScenePlaced]:
    """Symbols in the middles of hexes."""
    found: dict[str, list[float]] = {}
    for symbol, i in symbols:
        found.setdefault(symbol, []).extend(rounded(centre(grid, i)))
    return [ScenePlaced(symbol, found[symbol]) for symbol in sorted(found)]


def tile(look: Terrain, variant: int, reach: float = 0.0) -> str:
    """The strokes of one hex as path data around its middle, as far from it as a hex goes or as ``reach``."""
    dice = scatter(look.seed, look.density, variant)
    reach = reach or HEX * (0.30 if look.symbol in FILLED else 0.42)
    stroke = STROKES[look.symbol]
    return "".join(stroke(x, y, dice) for x, y in _spots(look.density, dice, reach))


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
