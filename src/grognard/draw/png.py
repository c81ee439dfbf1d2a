"""SVG to PNG with the fonts that come with the package, so that a picture is the same on every machine."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Final

import resvg_py

from grognard.core.board.board import Board
from grognard.draw.scene import Scene
from grognard.draw.svg import to_svg

_FONTS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("font_source_serif_pro", ("Regular", "It", "Semibold", "SemiboldIt", "Bold")),
    ("font_source_sans_pro", ("Regular", "Semibold", "Bold")),
)


def font_files() -> list[str]:
    """The font files that pictures use."""
    found: list[str] = []
    for package, weights in _FONTS:
        folder = files(package) / "files"
        family = "SourceSerifPro" if "serif" in package else "SourceSansPro"
        found += [str(folder / f"{family}-{weight}.otf") for weight in weights]
    return found


def to_png(svg: str, zoom: float = 1.0) -> bytes:
    """The picture as PNG; ``zoom`` 2 doubles both its sides."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        skip_system_fonts=True,
        font_files=font_files(),
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
    )


def save(path: Path, board: Board, scene: Scene, zoom: float = 1.0) -> None:
    """Draw a scene into a file; its ending, .svg or .png, says which."""
    ending = path.suffix.lower()
    if ending not in (".svg", ".png"):
        raise ValueError(f"{path.name}: a picture's name ends in .svg or .png")
    svg = to_svg(board, scene)
    path.write_bytes(svg.encode() if ending == ".svg" else to_png(svg, zoom))


def _main() -> None:
    """SVG on stdin, PNG on stdout; a server that draws so is not held up meanwhile."""
    sys.stdout.buffer.write(to_png(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    _main()
