"""A position as a scene: what a side may see of it, ready to be drawn."""

from typing import Any

from grognard.core.system import AnySystem
from grognard.core.view import Piece as Seen
from grognard.core.view import View
from grognard.draw.looks import looks_of
from grognard.draw.scene import DrawnPiece, Face, Marker, Overlay, Scene, SideMarker, back_of, face_of
from grognard.draw.svg import to_svg
from grognard.play.errors import InputError


def scene_of(system: AnySystem, pos: Any, side: int, overlay: str = "") -> Scene:
    """What a side may see of a position, with the overlay named. Raises InputError for an unknown one."""
    view = system.knowledge.project(pos, side)
    looks = looks_of(system)
    return Scene(
        looks=looks,
        title=system.title,
        subtitle=view.header,
        pieces=_pieces(system, pos, view),
        markers=tuple(Marker(at, name) for name, hexes in view.marks.items() for at in hexes),
        side_markers=tuple(SideMarker(at, name) for name, sides in view.side_marks.items() for at in sides),
        overlays=_overlay(system, pos, side, overlay),
        control=tuple(system.sides[holder] if holder >= 0 else "" for holder in view.holder),
        tint=looks.tint(view.tracks),
    )


def position_svg(system: AnySystem, pos: Any, side: int) -> str:
    """The SVG of a side's view."""
    return to_svg(pos.board, scene_of(system, pos, side))


def _pieces(system: AnySystem, pos: Any, view: View) -> tuple[DrawnPiece, ...]:
    roster = pos.roster
    found: list[DrawnPiece] = []
    for piece in view.pieces:
        if piece.hex < 0:
            continue
        if piece.unit < 0:
            found.append(DrawnPiece(piece.hex, _without_unit(system, piece)))
        else:
            counter = roster.counters[piece.unit]
            face = face_of(counter, piece.face, piece.badges, piece.steps, piece.amount)
            found.append(DrawnPiece(piece.hex, face, counter.id))
    return tuple(found)


def _without_unit(system: AnySystem, piece: Seen) -> Face:
    return back_of(system.sides[piece.side], piece.badges, piece.text, piece.amount)


def _overlay(system: AnySystem, pos: Any, side: int, name: str) -> tuple[Overlay, ...]:
    if not name:
        return ()
    offered = system.screen.overlays()
    if name not in offered:
        known = ", ".join(offered) or "none"
        raise InputError(f"{system.title} has no overlay '{name[:60]}'", f"known: {known}")
    tone = looks_of(system).overlays.get(name, "plain")
    return tuple(Overlay(at, tone, text) for at, text in system.screen.overlay(pos, side, name).items())
