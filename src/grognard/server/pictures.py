"""Positions drawn: what a side may see of them, as SVG or PNG."""

from typing import Any

from grognard.core.system import RuleSystem
from grognard.core.view import View
from grognard.draw.scene import Face, Marker, Piece, Scene, face_of
from grognard.draw.svg import to_svg


def picture(system: RuleSystem, pos: Any, side: int, heading: str = "") -> str:
    """The SVG of a side's view."""
    view = system.project(pos, side)
    names = system.sides
    scene = Scene(
        title=heading or system.title,
        subtitle=view.header,
        pieces=_pieces(system, pos, view),
        markers=tuple(Marker(at, name) for name, hexes in view.marks.items() for at in hexes),
        control=tuple(names[holder] if holder >= 0 else "" for holder in view.holder),
    )
    return to_svg(system.board(pos), scene)


def _pieces(system: RuleSystem, pos: Any, view: View) -> tuple[Piece, ...]:
    counters = system.roster(pos).counters
    found: list[Piece] = []
    for piece in view.pieces:
        if piece.hex >= 0 and piece.unit >= 0:
            found.append(Piece(piece.hex, face_of(counters[piece.unit], piece.face, piece.badges)))
        elif piece.hex >= 0:
            found.append(Piece(piece.hex, Face(system.sides[piece.side], "unknown", "", "?", ())))
    return tuple(found)


def png(svg: str) -> bytes:
    """The same as PNG."""
    from grognard.draw.png import to_png

    return to_png(svg)
