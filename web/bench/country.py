"""A made-up country as large as wanted, to measure how large maps are drawn and sent."""

from math import cos, sin
from random import Random

from grognard.core.board.board import Board, Place
from grognard.core.board.hexes import Grid

CLEAR, LIGHT, HEAVY, SWAMP, TOWN, CITY = range(6)
CREEK, RIVER = 1, 2
ROAD, RAIL = 0, 1


def country(columns: int, rows: int) -> Board:
    """Woods and swamps in patches, rivers and routes every few hexes, and places on them."""
    names = [f"{i % columns + 1:03}{i // columns + 1:03}" for i in range(columns * rows)]
    board = Board(Grid(columns, rows, "even", names), "A made-up country", "house", "")
    board.terrain_kinds = ["clear", "light-woods", "heavy-woods", "swamp", "town", "city"]
    board.side_kinds = ["", "creek", "river"]
    board.link_kinds = ["road", "rail"]
    dice = Random(columns * 1000 + rows)
    for i in range(columns * rows):
        board.terrain[i] = _terrain(i % columns / 9, i // columns / 9, dice)
        if board.terrain[i] >= TOWN:
            kind = board.terrain_kinds[board.terrain[i]]
            board.places[i] = Place(f"Town {names[i]}", kind)
    for column in range(columns):
        _column(board, column, rows)
    return board


def _terrain(x: float, y: float, dice: Random) -> int:
    wood = sin(x * 1.7) + cos(y * 2.1 + x) + dice.random() * 0.8
    if dice.random() < 0.015:
        return CITY if dice.random() < 0.1 else TOWN
    if wood > 0.8:
        return HEAVY if wood > 1.5 else LIGHT
    return SWAMP if wood < -1.7 else CLEAR


def _column(board: Board, column: int, rows: int) -> None:
    """What runs from north to south along a column: a river on its eastern side, a road, a railway."""
    grid = board.grid
    hexes = [row * grid.columns + column for row in range(rows)]
    if column % 12 == 5:
        kind = RIVER if column % 24 == 5 else CREEK
        sides = [(i, d) for i in hexes for d in (1, 2) if grid.step(i, d) >= 0]
        for i, d in sides:
            board.set_side(i, d, kind)
        name = f"River {column + 1}"
        board.rivers[name] = tuple((i, grid.step(i, d)) for i, d in sides)
        board.river_kinds[name] = board.side_kinds[kind]
    for route, every, first in ((ROAD, 10, 3), (RAIL, 14, 8)):
        if column % every == first:
            for i in hexes[1:]:
                board.add_link(i, 0, route)
