"""Pictures: a board is made into a scene of plain data, a position into another, and both into SVG or PNG."""

from grognard.draw.board import board_scene
from grognard.draw.counters import counter_svg
from grognard.draw.looks import Looks, load_looks, looks_of
from grognard.draw.scene import Arrow, DrawnPiece, Face, Marker, Overlay, Scene, face_of
from grognard.draw.svg import to_svg

__all__ = [
    "Arrow",
    "DrawnPiece",
    "Face",
    "Looks",
    "Marker",
    "Overlay",
    "Scene",
    "board_scene",
    "counter_svg",
    "face_of",
    "load_looks",
    "looks_of",
    "to_svg",
]
