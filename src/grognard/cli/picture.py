"""Positions as pictures: in a file, and as letters for a terminal."""

from pathlib import Path
from typing import Any

from grognard.core.board.board import Board
from grognard.core.system import AnySystem
from grognard.draw.looks import Looks, looks_of
from grognard.draw.scene import Scene
from grognard.play.errors import InputError


def write_picture(path: Path, board: Board, scene: Scene) -> None:
    """Draw the scene into an SVG or PNG file, by its ending."""
    if path.suffix.lower() not in (".svg", ".png"):
        raise InputError(f"'{path.name}' is neither SVG nor PNG", "name a file that ends in .svg or .png")
    from grognard.draw.png import to_png
    from grognard.draw.svg import to_svg

    drawn = to_svg(board, scene)
    if path.suffix.lower() == ".svg":
        path.write_text(drawn, "utf-8")
    else:
        path.write_bytes(to_png(drawn))


def text_map(system: AnySystem, pos: Any, side: int) -> str:
    """The map in letters: terrain, and for each stack its side's initial and how many counters.

    Each row of hexes takes two lines, since every second column lies half a hex lower.
    """
    board = pos.board
    grid = board.grid
    stacks: dict[int, list[int]] = {}
    for piece in system.knowledge.project(pos, side).pieces:
        if piece.hex >= 0:
            stacks.setdefault(piece.hex, []).append(piece.side)
    lowered = 1 if grid.lower == "even" else 0
    half_name = len(grid.names[0]) // 2
    width = max(half_name, 2) + 1
    letters = _letters(board.terrain_kinds, looks_of(system))
    lines = ["    " + "".join(f"{grid.names[column][:half_name]:<{width}}" for column in range(grid.columns))]
    for row in range(grid.rows):
        for half in (0, 1):
            cells = []
            for column in range(grid.columns):
                is_low = column % 2 == lowered
                here = row * grid.columns + column
                cells.append(_cell(system, board, stacks, letters, here) if is_low == bool(half) else "")
            name = "" if half else grid.names[row * grid.columns][half_name:]
            lines.append((f"{name:<4}" + "".join(f"{cell:<{width}}" for cell in cells)).rstrip())
    kinds = ", ".join(f"{letter} {kind}" for kind, letter in zip(board.terrain_kinds, letters, strict=True))
    sides = ", ".join(f"{name[0].upper()}n {name}" for name in system.sides)
    return "\n".join([*lines, f"terrain: {kinds}", f"stacks of n counters: {sides}"])


def _letters(kinds: list[str], looks: Looks) -> list[str]:
    """A letter of its own for each kind of terrain, from its name where one is free; bare paper is a dot."""
    taken: list[str] = []
    for kind in kinds:
        look = looks.terrain_look(kind)
        is_bare = not look.fill and not look.far
        wanted = ["." if is_bare else kind[0], *kind, *"abcdefghijklmnopqrstuvwxyz"]
        taken.append(next((letter for letter in wanted if letter not in taken and letter != "-"), "?"))
    return taken


def _cell(
    system: AnySystem, board: Board, stacks: dict[int, list[int]], letters: list[str], here: int
) -> str:
    if here in board.grid.missing:
        return ""
    if here in stacks:
        sides = stacks[here]
        return f"{system.sides[sides[0]][0].upper()}{len(sides)}"
    return letters[board.terrain[here]]
