"""What to draw, as plain data: counters, markers, shading, arrows, words. No drawing happens here."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.core.board.units import Counter
from grognard.draw.looks import PLAIN, Looks, Tint, Tone

HIDDEN: Final[str] = "?"
"""The kind of a counter of which only the back is seen."""


class Face(msgspec.Struct, frozen=True):
    """One side of a counter as it lies on the map."""

    side: str
    kind: str
    size: str
    name: str
    values: tuple[int, ...]
    parent: str = ""
    command: str = ""
    steps: int = 1
    losses: int = 0
    nation: str = ""
    traits: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    amount: int = 0
    """How much of it there is; 0 for a counter that is one."""


class DrawnPiece(msgspec.Struct, frozen=True):
    """A counter in a hex. Pieces of one hex lie on each other in the order of the list, the last on top."""

    hex: int
    face: Face
    id: str = ""
    lit: bool = False


class Marker(msgspec.Struct, frozen=True):
    """A badge that lies in a hex and not on a counter."""

    hex: int
    badge: str
    text: str = ""


class SideMarker(msgspec.Struct, frozen=True):
    """A badge that lies on a hexside, by the side's number."""

    side: int
    badge: str


class Overlay(msgspec.Struct, frozen=True):
    """A wash over a hex, ``plain``, ``good`` or ``bad``, with a word in it."""

    hex: int
    tone: Tone
    text: str = ""


class Arrow(msgspec.Struct, frozen=True):
    """A path from hex to hex: ``move``, ``attack``, ``retreat`` or ``supply``."""

    hexes: tuple[int, ...]
    kind: str = "move"
    text: str = ""


class Scene(msgspec.Struct, frozen=True):
    """A position to draw on a board, and how its game looks."""

    looks: Looks = PLAIN
    title: str = ""
    subtitle: str = ""
    pieces: tuple[DrawnPiece, ...] = ()
    markers: tuple[Marker, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    control: tuple[str, ...] = ()
    """The side that controls each hex, "" for nobody; empty when control is not shown."""
    tint: Tint | None = None
    """Weather or time of day."""
    numbers: bool = True
    """Print hex numbers?"""
    legend: bool = True
    side_markers: tuple[SideMarker, ...] = ()


def back_of(side: str, badges: tuple[str, ...] = (), text: str = "", amount: int = 0) -> Face:
    """A counter that is not known, but whose it is; with a `text`, what is none, such as supply."""
    return Face(side, HIDDEN, "", text, (), badges=badges, amount=amount)


def face_of(
    counter: Counter, face: int = 0, badges: tuple[str, ...] = (), left: int = 0, amount: int = 0
) -> Face:
    """A side of a counter; ``left`` are the steps it has, where its side does not tell."""
    steps = counter.steps or len(counter.faces)
    lost = steps - left if left else 0 if counter.steps else face
    return Face(
        side=counter.side,
        kind=counter.kind,
        size=counter.size,
        name=counter.name,
        values=tuple(counter.faces[face]),
        parent=counter.parent,
        command=counter.command,
        steps=steps,
        losses=lost,
        nation=counter.nation,
        traits=tuple(counter.traits),
        badges=badges,
        amount=amount,
    )
