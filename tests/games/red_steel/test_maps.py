"""The small maps are parts of the large one: the same ground under the same numbers."""

import pytest

from games.red_steel.table import new_game
from grognard.core.board.board import Board

LARGE = new_game("bessarabia").pos.board


def ground(board: Board, hex: int) -> str:
    return board.terrain_kinds[board.terrain[hex]]


def around(board: Board, hex: int) -> list[int]:
    return [there for there in board.grid.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]


def edge(board: Board, here: int, there: int) -> tuple[str, int]:
    """What lies between two neighbours: the kind of hexside, and the routes across it."""
    exit = here * 6 + board.grid.direction(here, there)
    return board.side_kinds[board.sides[exit]], board.links[exit]


@pytest.mark.parametrize("scenario", ["teaching", "chisinau", "over-the-prut"])
def test_a_small_map_has_the_ground_of_the_large_one(scenario: str) -> None:
    small = new_game(scenario).pos.board
    for hex in range(small.grid.size):
        name = small.grid.names[hex]
        same = LARGE.grid.index(name)
        assert ground(small, hex) == ground(LARGE, same), name
        place, twin = small.places.get(hex), LARGE.places.get(same)
        assert (place and place.name) == (twin and twin.name), name
        for there in around(small, hex):
            far = LARGE.grid.index(small.grid.names[there])
            assert edge(small, hex, there) == edge(LARGE, same, far), name


def test_a_railway_runs_from_the_prut_to_the_city_through_neighbours() -> None:
    """Iasi - Ungheni - Cornesti - Calarasi - Straseni - Chisinau; it leaves no gap."""
    rail = 1 << LARGE.link_kinds.index("rail")
    stations = ["0715", "1108", "1606", "2912", "4318", "5224"]
    grid = LARGE.grid

    def linked(hex: int) -> list[int]:
        return [there for there in around(LARGE, hex) if edge(LARGE, hex, there)[1] & rail]

    reached = {grid.index(stations[0])}
    frontier = list(reached)
    while frontier:
        frontier = [there for hex in frontier for there in linked(hex) if there not in reached]
        reached |= set(frontier)
    assert {grid.index(name) for name in stations} <= reached
