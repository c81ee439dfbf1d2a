"""Writes a board, its picture, its counters and a first scene as JSON, to work on the client alone.

.venv/bin/python web/bench/capture.py red-god-of-war mars > web/bench/fixture.json
.venv/bin/python web/bench/capture.py --country 100 100 2000 > web/bench/fixture.json
"""

import sys
from math import sin
from random import Random
from typing import Any

import msgspec
from country import country

from grognard.core.view import Piece
from grognard.draw.board import board_scene
from grognard.draw.looks import looks_of
from grognard.play.registry import find_system
from grognard.server.http import shelf


def real(game: str, scenario: str) -> dict[str, Any]:
    """A scenario as it begins, seen by its second side."""
    system = find_system(game)
    view = system.knowledge.project(shelf.setting(game, scenario).pos, 1)
    return {
        "board": shelf.board(game, scenario),
        "printed": msgspec.Raw(shelf.printed(game, scenario).data),
        "sprites": shelf.sprites(game, scenario),
        "pieces": view.pieces,
        "holder": view.holder,
        "marks": view.marks,
    }


def made_up(columns: int, rows: int, counters: int) -> dict[str, Any]:
    """A country with the looks and counters of a game spread over it."""
    found = real("red-god-of-war", "mars")
    land = country(columns, rows)
    grid = land.grid
    found["board"] = msgspec.structs.replace(
        found["board"],
        columns=columns,
        rows=rows,
        names=grid.names,
        missing=[],
        terrain=land.terrain,
        sides=land.sides,
        links=land.links,
        places=[],
        rivers=[],
    )
    found["printed"] = board_scene(land, looks_of(find_system("red-god-of-war")))
    dice = Random(counters)
    faces = len(found["sprites"].svg)
    pieces: list[Piece] = []
    for k in range(counters):
        hex = dice.randrange(grid.size)
        badges = () if k % 5 else ("isolated",)
        pieces.append(Piece(hex, int(hex % columns >= columns / 2), k % faces, 0, badges))
    front = [columns / 2 + 4 * sin(row / 4) for row in range(rows)]
    found["pieces"] = pieces
    found["holder"] = [int(i % columns >= front[i // columns]) for i in range(grid.size)]
    return found


def main() -> None:
    out = made_up(*map(int, sys.argv[2:5])) if sys.argv[1] == "--country" else real(*sys.argv[1:3])
    sys.stdout.buffer.write(msgspec.json.encode(out))


if __name__ == "__main__":
    main()
