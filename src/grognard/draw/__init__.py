"""Pictures of positions: a scene is plain data, drawn as SVG or PNG; counters can be drawn one at a time."""

from grognard.draw.counters import counter_svg
from grognard.draw.scene import Arrow, Face, Marker, Overlay, Piece, Scene, face_of
from grognard.draw.svg import to_svg

__all__ = ["Arrow", "Face", "Marker", "Overlay", "Piece", "Scene", "counter_svg", "face_of", "to_svg"]
