"""The names of places and rivers, put where they cover nothing."""

from __future__ import annotations

from math import atan2, cos, degrees, sin
from typing import Final

from grognard.core.board.board import Board
from grognard.core.board.own_kinds import Hexside
from grognard.draw.geometry import HEX, Point, centre, hexside, middle, rounded
from grognard.draw.lettering import Box, Room, around, width_of
from grognard.draw.looks import INK, Looks
from grognard.draw.printed import SceneText, TextStyle

RISE: Final[float] = 0.3
"""How far below the middle of a line of words its foot lies, in sizes of the letters."""

_SPOTS: Final[tuple[Point, ...]] = (
    (0, 0.43),
    (0, -0.43),
    (0.12, 0.45),
    (-0.12, 0.45),
    (0.3, 0.43),
    (-0.3, 0.43),
    (0.3, -0.43),
    (-0.3, -0.43),
    (0.75, 0.05),
    (-0.75, 0.05),
)
"""Where a name may stand, best first, in hexes from the middle of its place: between the counters."""
_RIVER_SIZE: Final[float] = 13.0
_RIVER_LEAST: Final[float] = 44.0
"""Pixels of a hex from which on rivers have names."""


def _lines(name: str) -> list[str]:
    """A long name of two words takes two lines."""
    if len(name) <= 13 or " " not in name:
        return [name]
    words = name.split(" ")
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) * 2 - len(name)))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def place_names(board: Board, looks: Looks, styles: dict[str, TextStyle], room: Room) -> list[SceneText]:
    """The names of all places; each takes the spot where it covers least, and is then in the way itself."""
    texts: list[SceneText] = []
    for i in sorted(board.places, key=lambda i: (-looks.place(board.places[i].kind).size, i)):
        place = board.places[i]
        look = looks.place(place.kind)
        style = f"place {place.kind}"
        styles[style] = TextStyle(
            INK, look.size, look.weight, halo=looks.paper, halo_width=3.6, floor=look.floor
        )
        lines = _lines(place.name)
        wide = max(width_of(line, look.size) for line in lines)
        x, y = centre(board.grid, i)
        boxes = [around((x + dx * HEX, y + dy * HEX), wide, look.size * len(lines)) for dx, dy in _SPOTS]
        # A spot further down the list must be clearly better to be taken.
        best = min(enumerate(boxes), key=lambda choice: room.covered(choice[1]) + 12 * choice[0])[1]
        room.take(best)
        at = rounded(((best.left + best.right) / 2, (best.top + best.bottom) / 2))
        texts.append(SceneText(style, lines, *at, least=look.least))
    return texts


def river_names(board: Board, looks: Looks, styles: dict[str, TextStyle], room: Room) -> list[SceneText]:
    """A name beside each river, along its course, left out where there is no free stretch."""
    sides: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for name, pairs in board.rivers.items():
        kind = board.river_kinds.get(name, "")
        if looks.hexside(kind).named:
            sides.setdefault((name.split(" (")[0], kind), []).extend(pairs)
    texts: list[SceneText] = []
    for name, kind in sorted(sides, key=lambda key: (-len(sides[key]), key)):
        look = looks.hexside(kind)
        style = f"river {kind}"
        styles[style] = _river_style(look, looks.paper)
        every = look.every or len(sides[name, kind])
        for start in range(0, len(sides[name, kind]), every):
            spot = _stretch(board, name, sides[name, kind][start : start + every], look, room)
            if spot is not None:
                at, angle = spot
                for box in _strip(at, angle, width_of(name, styles[style].size * 1.1)):
                    room.take(box)
                slant = round(degrees(angle), 1)
                texts.append(SceneText(style, [name], *rounded(at), slant, least=_RIVER_LEAST))
    return texts


def _river_style(look: Hexside, paper: str) -> TextStyle:
    """Names on the water need no rim to set them off."""
    if look.afloat:
        return TextStyle(look.named, look.afloat, italic=True, spacing=look.afloat / 5, floor=9.5)
    return TextStyle(look.named, _RIVER_SIZE, italic=True, halo=paper, halo_width=3, spacing=0.6, floor=9.5)


def _stretch(
    board: Board, name: str, pairs: list[tuple[int, int]], look: Hexside, room: Room
) -> tuple[Point, float] | None:
    """The middle and slant of the freest stretch beside a river, or on it where its name is afloat."""
    wide = width_of(name, (look.afloat or _RIVER_SIZE) * 1.1)
    middles = [middle(*hexside(board.grid, a, board.grid.direction(a, b))) for a, b in pairs]
    around_it = 4 if look.afloat else 1
    best: tuple[float, Point, float] | None = None
    for k in range(around_it, len(middles) - around_it):
        (ax, ay), (bx, by) = middles[k - around_it], middles[k + around_it]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length < HEX * 0.7 * around_it or length > HEX * 1.6 * around_it:
            continue
        angle = atan2(by - ay, bx - ax)
        if cos(angle) < -0.01:
            angle = atan2(ay - by, ax - bx)
        if look.afloat:
            beyond = list(dict.fromkeys(b for _, b in pairs[k - around_it : k + around_it + 1]))
            spots = [_mean([centre(board.grid, b) for b in beyond])]
        else:
            spots = [
                (middles[k][0] - sin(angle) * off, middles[k][1] + cos(angle) * off) for off in (-14.0, 13.0)
            ]
        for at in spots:
            hidden = sum(room.covered(box) for box in _strip(at, angle, wide))
            cost = hidden + abs(k * 2 - len(middles)) * 0.2
            if look.afloat:
                # Rather where the river runs straight than on a bend.
                cost += max(0.0, HEX * around_it - length) * 0.3
            if best is None or cost < best[0]:
                best = (cost, at, angle)
    return None if best is None or best[0] > 40 else (best[1], best[2])


def _mean(points: list[Point]) -> Point:
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def _strip(at: Point, angle: float, wide: float) -> list[Box]:
    """A slanting line of text as a row of small boxes."""
    count = max(2, int(wide // 12))
    boxes: list[Box] = []
    for k in range(count):
        along = (k / (count - 1) - 0.5) * wide
        boxes.append(around((at[0] + cos(angle) * along, at[1] + sin(angle) * along), 12, 12))
    return boxes
