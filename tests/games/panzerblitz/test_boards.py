"""The boards carry the geography the article names."""

from itertools import pairwise

import pytest

from grognard.games.panzerblitz import SYSTEM

CONTENT = SYSTEM.rules.content("red-drop")
BOARD = CONTENT.board
GRID = CONTENT.grid


def hexes(*names: str) -> list[int]:
    return [GRID.index(name) for name in names]


@pytest.mark.rule("pb.forces.1a")
def test_three_boards_of_346_hexes_share_two_rows() -> None:
    boards = [BOARD.area(f"board {number}") for number in (1, 2, 3)]
    assert [len(board) for board in boards] == [346, 346, 346]
    assert len(boards[0] & boards[1]) == len(boards[1] & boards[2]) == 10
    assert len(CONTENT.land.hexes) == 3 * 346 - 20
    assert GRID.has("1-A-10")
    assert not GRID.has("1-A-11")
    assert GRID.has("1-B-11")
    assert GRID.has("3-GG-10")


@pytest.mark.rule("pb.forces.1a")
def test_row_a_is_west_and_hex_1_is_south() -> None:
    assert GRID.centre(GRID.index("1-A-5"))[0] < GRID.centre(GRID.index("1-B-5"))[0]
    assert GRID.centre(GRID.index("1-A-1"))[1] > GRID.centre(GRID.index("1-A-10"))[1]
    assert GRID.centre(GRID.index("1-FF-5"))[0] < GRID.centre(GRID.index("2-A-5"))[0]


@pytest.mark.rule("pb.victory.20", "pb.victory.9")
def test_eleven_roads_are_worth_28_points_and_the_western_ones_most() -> None:
    assert len(CONTENT.road_ids) == 11
    assert sum(CONTENT.road_points) == 28
    west = [sum(GRID.q[hex] for hex in road) / len(road) for road in CONTENT.road_hexes]
    for (near, one), (far, other) in pairwise(sorted(zip(west, CONTENT.road_points, strict=True))):
        assert near <= far
        assert one + 1 >= other


@pytest.mark.rule("pb.victory.15", "pb.victory.16", "pb.victory.17", "pb.victory.18", "pb.victory.19")
def test_roads_end_at_the_coordinates_the_article_names() -> None:
    ends = {id: {road[0], road[-1]} for id, road in zip(CONTENT.road_ids, CONTENT.road_hexes, strict=True)}
    assert set(hexes("1-J-5", "1-Q-9")) == ends["j5-q9"]
    assert set(hexes("1-J-5", "1-A-3")) == ends["j5-a3"]
    assert set(hexes("1-J-5", "1-Q-1")) == ends["j5-q1"]
    assert GRID.index("1-Q-9") in ends["uschas-q9"]
    assert GRID.index("2-G-10") in ends["uschas-g10"]


@pytest.mark.rule("pb.victory.10", "pb.victory.11", "pb.victory.12", "pb.victory.13", "pb.victory.14")
def test_town_roads_end_in_the_first_town_hex() -> None:
    towns = {"grabyosh": 3, "opustoschenia": 3, "bednost": 2, "golod": 2, "uschas": 1}
    places = {place.name.lower(): hex for hex, place in BOARD.places.items() if place.kind == "town"}
    assert set(places) == set(towns)
    for name, board in towns.items():
        assert GRID.names[places[name]].startswith(f"{board}-")
    for id, road in zip(CONTENT.road_ids, CONTENT.road_hexes, strict=True):
        built = [hex for hex in road if CONTENT.land.is_town[hex]]
        assert len(built) == sum(id.count(town) for town in towns) + (id == "bednost-north-south"), id


def test_roads_have_no_gap_and_are_passable() -> None:
    for id, chain in BOARD.routes.items():
        for a, b in pairwise(chain):
            assert GRID.distance(a, b) == 1, id
            assert BOARD.is_linked(a, b, "road")
        assert not any(CONTENT.land.is_pond[hex] for hex in chain)


def test_hexsides_have_the_colours_of_their_terrain() -> None:
    land = CONTENT.land
    for exit, there in enumerate(land.neighbours):
        if there < 0 or exit // 6 in GRID.missing:
            continue
        ends = {land.ground[exit // 6], land.ground[there]}
        if ends == {"woods"}:
            assert land.bar[exit] == 1
        if ends == {"town"}:
            assert land.bar[exit] == 2
        if "hilltop" in ends and len(ends) == 2:
            assert land.bar[exit] == 4


def test_the_short_scenario_is_played_on_the_western_board() -> None:
    short = SYSTEM.rules.content("crossroads")
    assert len(short.land.hexes) == 346
    for hex in short.land.hexes:
        name = short.grid.names[hex]
        assert short.land.ground[hex] == CONTENT.land.ground[GRID.index(name.replace("1-GG", "2-A"))]
