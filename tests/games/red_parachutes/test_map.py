"""The map: real coordinates, the river and its banks, ground by its formula, roads, streams, edges, boxes."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import pytest

from grognard.core.board.board import Board, load_board
from grognard.core.board.hexes import Grid
from grognard.games.red_parachutes.model.content import DATA

# Place, latitude, longitude, bank (R the west), hex.
PLACES: Final = (
    ("Kaniv", 49.7518, 31.46, "R", "3219"),
    ("Kaniv bridge", 49.7652, 31.4818, "-", "3319"),
    ("Rzhyshchiv", 49.9689, 31.0463, "R", "1508"),
    ("Balyko-Shchuchynka", 49.9533, 31.1372, "R", "1808"),
    ("Monastyrok", 49.95, 31.108, "R", "1709"),
    ("Hrebeni", 50.03, 30.97, "R", "1204"),
    ("Yushky", 50.04, 30.935, "R", "1003"),
    ("Staiky", 50.0782, 30.9038, "R", "0902"),
    ("Khodoriv", 49.925, 31.25, "R", "2310"),
    ("Velykyi Bukryn", 49.9472, 31.3158, "R", "2608"),
    ("Malyi Bukryn", 49.902, 31.318, "R", "2611"),
    ("Trakhtemyriv", 49.98, 31.335, "R", "2707"),
    ("Zarubyntsi", 49.962, 31.38, "R", "2908"),
    ("Hryhorivka", 49.925, 31.4056, "R", "3010"),
    ("Kolesyshche", 49.905, 31.365, "R", "2811"),
    ("Lukovytsia", 49.895, 31.42, "R", "3011"),
    ("Buchak", 49.8664, 31.43, "R", "3013"),
    ("Pshenychnyky", 49.848, 31.395, "R", "2915"),
    ("Studenets", 49.83, 31.44, "R", "3116"),
    ("Bobrytsia", 49.805, 31.405, "R", "2917"),
    ("Selyshche", 49.795, 31.44, "R", "3117"),
    ("Khmilna", 49.785, 31.455, "R", "3118"),
    ("Pekari", 49.695, 31.535, "R", "3523"),
    ("Lytvynets", 49.76, 31.33, "R", "2619"),
    ("Kopiiuvata", 49.775, 31.365, "R", "2818"),
    ("Potaptsi", 49.805, 31.28, "R", "2416"),
    ("Trostianets", 49.77, 31.245, "R", "2319"),
    ("Hrusheve", 49.83, 31.19, "R", "2116"),
    ("Potik", 49.8, 31.17, "R", "2017"),
    ("Romashky", 49.87, 31.21, "R", "2213"),
    ("Dudari", 49.9, 31.175, "R", "2011"),
    ("Pii", 49.8797, 31.1275, "R", "1812"),
    ("Lypovyi Rih", 49.862, 31.16, "R", "1914"),
    ("Makedony", 49.835, 31.1236, "R", "1815"),
    ("Shandra", 49.775, 31.035, "R", "1418"),
    ("Maslivka", 49.7217, 31.1597, "R", "2021"),
    ("Stepantsi", 49.7083, 31.3, "R", "2522"),
    ("Kovali", 49.735, 31.35, "R", "2721"),
    ("Potashnia", 49.665, 31.24, "R", "2325"),
    ("Tahancha", 49.635, 31.345, "R", "2726"),
    ("Mezhyrich", 49.64, 31.415, "R", "3026"),
    ("Myronivka", 49.6601, 30.9823, "R", "1224"),
    ("Kaharlyk", 49.8623, 30.8282, "R", "0613"),
    ("Karapyshi", 49.6424, 30.79, "R", "0425"),
    ("Bohuslav", 49.5494, 30.8744, "R", "0731"),
    ("Pereiaslav", 50.0674, 31.4497, "L", "3102"),
    ("Andrushi", 50.01, 31.365, "L", "2805"),
    ("Kozyntsi", 49.998, 31.42, "L", "3006"),
    ("Pidsinne", 49.995, 31.25, "L", "2306"),
    ("Komarivka", 49.95, 31.49, "L", "3309"),
    ("Stara Karan", 50.055, 31.3, "L", "2503"),
    ("Tsybli", 49.9948, 31.5628, "L", "3606"),
    ("Khotsky", 49.935, 31.69, "L", "4110"),
    ("Lipliave", 49.79, 31.545, "L", "3518"),
    ("Keleberda", 49.735, 31.57, "L", "3620"),
    ("Prokhorivka", 49.7128, 31.6136, "L", "3822"),
)


def hexes_of(text: str) -> list[str]:
    return text.split()


DNEPR: Final = hexes_of(
    """
    0901 1001 1002 1103 1203 1304 1305 1405 1406 1507 1607 1708 1807 1908 2008 2109 2208 2309 2408 2508 2507
    2606 2706 2806 2907 3007 3008 3009 3110 3111 3112 3113 3114 3214 3215 3216 3217 3318 3319 3320 3420 3521
    3522 3622 3723 3823 3924 4024 4125 4225 4226 4327 4427 4428
    """
)
TOWNS: Final = {"1508", "2522", "1224", "0613", "0731", "3518", "2608", "2611", "2310"}
CITIES: Final = {"3219", "3102"}
BRIDGED: Final = hexes_of("1622/1723 1922/2021 2021/2122 2122/2221 3025/3026 3623/3724 1224/1325 3102/3103")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(DATA / "map.toml")


def names(board: Board, hexes: Iterable[int]) -> set[str]:
    return {board.grid.names[hex] for hex in hexes}


def of_terrain(board: Board, kind: str) -> set[str]:
    return {board.grid.names[hex] for hex in range(board.grid.size) if board.terrain_at(hex) == kind}


def beside(grid: Grid, hex: int) -> list[int]:
    return [there for there in grid.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]


def around(grid: Grid, name: str, reach: int) -> set[str]:
    middle = grid.index(name)
    return {grid.names[hex] for hex in range(grid.size) if grid.distance(middle, hex) <= reach}


def hex_at(latitude: float, longitude: float) -> str:
    """The hex whose centre is nearest: 2 km hexes, columns 1.732 km apart, even ones half a hex lower."""
    x, y = (longitude - 30.70) * 71.85, (50.10 - latitude) * 111.2
    centres = {
        f"{column:02}{row:02}": (
            1.155 + 1.732 * (column - 1),
            1 + 2 * (row - 1) + (1 if column % 2 == 0 else 0),
        )
        for column in range(1, 45)
        for row in range(1, 34)
    }
    return min(centres, key=lambda name: (centres[name][0] - x) ** 2 + (centres[name][1] - y) ** 2)


# -- the grid -------------------------------------------------------------------------------------


def test_the_map_is_44_by_33_hexes_and_even_columns_lie_lower(board: Board) -> None:
    grid = board.grid
    assert (grid.columns, grid.rows, grid.lower) == (44, 33, "even")
    assert names(board, beside(grid, grid.index("0205"))) == {"0204", "0206", "0105", "0106", "0305", "0306"}
    assert names(board, beside(grid, grid.index("0305"))) == {"0304", "0306", "0204", "0205", "0404", "0405"}


# -- places ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "latitude", "longitude", "bank", "hex"), PLACES)
def test_a_place_lies_where_its_coordinates_say(
    board: Board, name: str, latitude: float, longitude: float, bank: str, hex: str
) -> None:
    assert hex_at(latitude, longitude) == hex
    at = board.grid.index(hex)
    assert board.places[at].name == name
    if bank != "-":
        assert at in board.area({"R": "west-bank", "L": "east-bank"}[bank])


def test_there_are_no_other_places_but_islands(board: Board) -> None:
    others = {board.grid.names[hex] for hex in board.places} - {hex for *_, hex in PLACES}
    assert {board.places[board.grid.index(hex)].kind for hex in others} == {"island"}
    assert others <= set(DNEPR)


def test_towns_and_cities(board: Board) -> None:
    assert of_terrain(board, "town") == TOWNS
    assert of_terrain(board, "city") == CITIES
    kinds = {board.grid.names[hex]: place.kind for hex, place in board.places.items()}
    assert {hex for hex, kind in kinds.items() if kind == "town"} == TOWNS
    assert {hex for hex, kind in kinds.items() if kind == "city"} == CITIES


# -- the Dnepr --------------------------------------------------------------------------------------


@pytest.mark.rule("rp.dnepr.1")
def test_the_river_is_one_chain_of_all_water_hexes(board: Board) -> None:
    assert of_terrain(board, "water") == set(DNEPR)
    assert len(DNEPR) == 54
    for here, there in pairwise(DNEPR):
        assert board.grid.direction(board.grid.index(here), board.grid.index(there)) >= 0, (here, there)
    assert names(board, board.area("dnepr")) == set(DNEPR)


def land_joined_to(board: Board, start: str) -> set[int]:
    found, todo = {board.grid.index(start)}, [board.grid.index(start)]
    while todo:
        for there in beside(board.grid, todo.pop()):
            if there not in found and board.terrain_at(there) != "water":
                found.add(there)
                todo.append(there)
    return found


@pytest.mark.rule("rp.setup.2")
def test_the_river_parts_the_land_into_two_banks(board: Board) -> None:
    assert board.area("west-bank") == land_joined_to(board, "0115")
    assert board.area("east-bank") == land_joined_to(board, "4402")
    assert not board.area("west-bank") & board.area("east-bank")
    assert len(board.area("west-bank")) + len(board.area("east-bank")) + 54 == 44 * 33


def test_the_high_bank_runs_all_along_the_west_bank(board: Board) -> None:
    grid = board.grid
    expected = {
        (land, water)
        for water in board.area("dnepr")
        for land in beside(grid, water)
        if land in board.area("west-bank")
    }
    assert set(board.rivers["Dnepr"]) == expected
    assert len(board.rivers["Dnepr"]) == len(expected)
    assert board.river_kinds["Dnepr"] == "high-bank"


@pytest.mark.rule("rp.dnepr.2")
def test_the_kanev_bridge_leads_over_one_water_hex(board: Board) -> None:
    at = board.grid.index
    assert [names(board, board.area(f"kanev:{part}")) for part in ("west", "water", "east")] == [
        {"3219"},
        {"3319"},
        {"3419"},
    ]
    for kind in ("road", "rail"):
        assert board.is_linked(at("3219"), at("3319"), kind)
        assert board.is_linked(at("3319"), at("3419"), kind)
    wet = {name for name in DNEPR if any(board.links[at(name) * 6 + d] for d in range(6))}
    assert wet == {"3319"}


@pytest.mark.rule("rp.setup.3")
def test_every_historical_drop_zone_is_ten_hexes_from_every_edge(board: Board) -> None:
    zones = {name: hex for name, *_, hex in PLACES if name in ("Pii", "Hrusheve", "Potaptsi", "Trostianets")}
    assert len(zones) == 4
    for hex in zones.values():
        column, row = int(hex[:2]), int(hex[2:])
        assert 11 <= column <= 34
        assert 11 <= row <= 23


# -- ground -----------------------------------------------------------------------------------------


def ground_by_formula(board: Board) -> dict[str, str]:
    """Every hex by the rules that the map was painted with."""
    grid = board.grid
    west, east = names(board, board.area("west-bank")), names(board, board.area("east-bank"))
    lower_reach = DNEPR[DNEPR.index("3113") : DNEPR.index("3522") + 1]
    ravines = set().union(*(around(grid, hex, 2) for hex in lower_reach))
    riverside = set().union(*(around(grid, hex, 2) for hex in DNEPR))
    shore = set().union(*(around(grid, hex, 1) for hex in DNEPR))
    villages_in_woods = (around(grid, "2726", 1) | around(grid, "3026", 1)) - {"2726", "3026"}
    mouths = around(grid, "2906", 1) | around(grid, "3623", 1)
    dry = {grid.names[hex] for chain in _roads(board) for hex in chain} | {hex for *_, hex in PLACES}
    found: dict[str, str] = {}
    for name in grid.names:
        column, row = int(name[:2]), int(name[2:])
        is_rough = name in west and ((24 <= column <= 30 and 7 <= row <= 13) or name in ravines)
        is_woods = (
            (name in west and 29 <= column <= 33 and 13 <= row <= 22)
            or (name in east and name in riverside and (column + row) % 2 == 0)
            or name in villages_in_woods
        )
        is_swamp = (name in east and name in shore and 16 <= column <= 30) or name in mouths
        if name in DNEPR:
            found[name] = "water"
        elif name in CITIES:
            found[name] = "city"
        elif name in TOWNS:
            found[name] = "town"
        elif is_woods:
            found[name] = "woods-on-rough" if is_rough else "woods"
        elif is_rough:
            found[name] = "rough"
        else:
            wet = is_swamp and name not in dry and name not in ("2407", "2308", "3108")
            found[name] = "swamp" if wet else "clear"
    return found


def _roads(board: Board) -> list[tuple[int, ...]]:
    return [chain for id, chain in board.routes.items() if board.route_kinds[id] != "rail"]


def test_the_ground_follows_its_formula(board: Board) -> None:
    expected = ground_by_formula(board)
    found = {name: board.terrain_at(hex) for hex, name in enumerate(board.grid.names)}
    assert {name: (found[name], kind) for name, kind in expected.items() if found[name] != kind} == {}


def test_so_much_of_each_ground(board: Board) -> None:
    counts = {kind: len(of_terrain(board, kind)) for kind in board.terrain_kinds}
    assert counts == {
        "clear": 1241,
        "rough": 44,
        "woods": 74,
        "woods-on-rough": 21,
        "swamp": 7,
        "town": 9,
        "city": 2,
        "water": 54,
    }


# -- streams and roads --------------------------------------------------------------------------------


def runs(board: Board, river: str) -> int:
    """Into how many runs a river falls; sides that meet in a corner run on."""
    corners = [_corners(board.grid, side) for side in board.rivers[river]]
    left = set(range(len(corners)))
    count = 0
    while left:
        count += 1
        todo = [left.pop()]
        while todo:
            here = todo.pop()
            joined = {other for other in left if corners[other] & corners[here]}
            left -= joined
            todo += joined
    return count


def _corners(grid: Grid, side: tuple[int, int]) -> set[tuple[int, int]]:
    """The two corners that both hexes of a side share."""
    both = [{(round(x * 1000), round(y * 1000)) for x, y in grid.corners(hex)} for hex in side]
    return both[0] & both[1]


def test_rivers_and_streams_do_not_break_off(board: Board) -> None:
    # The Ros leaves the map in the south between Bohuslav and Korsun and comes back.
    assert {river: runs(board, river) for river in board.rivers} == {
        "Dnepr": 1,
        "Ros": 2,
        "Rosava": 1,
        "Trubizh": 1,
    }


def test_no_stream_touches_a_water_hex(board: Board) -> None:
    for river in ("Ros", "Rosava", "Trubizh"):
        wet = {hex for side in board.rivers[river] for hex in side} & board.area("dnepr")
        assert not wet
    assert [len(board.rivers[river]) for river in ("Ros", "Rosava", "Trubizh")] == [40, 42, 9]


def test_a_road_crosses_a_stream_at_eight_bridges(board: Board) -> None:
    found = set()
    for chain in _roads(board):
        for here, there in pairwise(chain):
            if board.side_between(here, there) == "stream":
                found.add(frozenset(names(board, (here, there))))
    assert found == {frozenset(pair.split("/")) for pair in BRIDGED}


def test_roads_join_the_places_they_are_named_for(board: Board) -> None:
    at = {name: board.grid.index(hex) for name, *_, hex in PLACES}
    through = {
        "h1": ["Kaharlyk", "Myronivka", "Bohuslav"],
        "r2": ["Myronivka", "Maslivka", "Stepantsi", "Kovali", "Kaniv"],
        "r3": ["Rzhyshchiv", "Lypovyi Rih", "Potik", "Kopiiuvata", "Kaniv"],
        "r4": ["Kaharlyk", "Rzhyshchiv"],
        "r5": ["Kaharlyk", "Dudari", "Malyi Bukryn", "Velykyi Bukryn"],
        "r6": ["Kaniv", "Bobrytsia", "Pshenychnyky", "Buchak", "Lukovytsia", "Hryhorivka"],
        "r7": ["Kaniv", "Mezhyrich"],
        "r8": ["Kaniv", "Pekari"],
        "r10": ["Pereiaslav", "Andrushi"],
        "r11": ["Pereiaslav", "Kozyntsi"],
        "r12": ["Pereiaslav", "Tsybli", "Khotsky", "Lipliave", "Keleberda", "Prokhorivka"],
        "r14": ["Kaniv", "Kaniv bridge", "Lipliave"],
    }
    for id, stations in through.items():
        places = [board.routes[id].index(at[name]) for name in stations]
        assert places == sorted(places), id
    assert [id for id, kind in board.route_kinds.items() if kind == "highway"] == ["h1"]
    assert len(_roads(board)) == 15


# -- edges and control --------------------------------------------------------------------------------


@pytest.mark.rule("rp.supply.8c")
def test_road_exits_lie_on_friendly_edges(board: Board) -> None:
    grid = board.grid
    exits = {side: names(board, board.area(f"exit:{side}")) for side in ("german", "soviet")}
    assert exits["german"] == {"0105", "0114", "2033", "2633", "4429"}
    assert exits["soviet"] == {"3301", "4410", "4422"}
    for side, hexes in exits.items():
        assert hexes <= names(board, board.area(f"edge:{side}"))
        for hex in hexes:
            here = grid.index(hex)
            assert any(grid.step(here, d) < 0 for d in range(6))
            assert any(board.links[here * 6 + d] for d in range(6))
    assert not board.area("edge:german") & board.area("edge:soviet")


@pytest.mark.rule("rp.strategic.4")
def test_who_holds_the_ground_at_the_start(board: Board) -> None:
    grid = board.grid
    for hex, holder in enumerate(board.holder):
        name = grid.names[hex]
        if name in DNEPR:
            assert holder == -1
        elif hex in board.area("west-bank"):
            assert holder == (1 if name in ("2908", "3010") else 0)
        else:
            assert holder == (0 if grid.distance(hex, grid.index("3419")) <= 8 else 1)


def test_boxes_lie_beside_the_map_and_not_on_each_other(board: Board) -> None:
    wide = max(x for hex in range(board.grid.size) for x, _ in board.grid.corners(hex))
    assert {box.id for box in board.boxes} >= {
        *(f"german-{box}" for box in ("arrivals", "broken-down", "reduced", "eliminated")),
        *(f"soviet-{box}" for box in ("arrivals", "reduced", "eliminated")),
        *(f"airborne-{brigade}" for brigade in (1, 3, 5)),
    }
    for k, box in enumerate(board.boxes):
        assert box.x + box.width < 0 or box.x > wide
        for other in board.boxes[:k]:
            apart = box.x != other.x or box.y >= other.y + other.height or other.y >= box.y + box.height
            assert apart, (box.id, other.id)


# -- the part for an evening ----------------------------------------------------------------------------


def test_the_evening_map_is_cut_from_the_large_one(board: Board) -> None:
    part = load_board(DATA / "map-bukrin.toml")
    assert part.grid.size == 17 * 19
    for hex, name in enumerate(part.grid.names):
        whole = board.grid.index(name)
        assert part.terrain_at(hex) == board.terrain_at(whole)
        assert (hex in part.area("west-bank")) == (whole in board.area("west-bank"))
        near = {part.grid.names[there] for there in beside(part.grid, hex)}
        assert near <= names(board, beside(board.grid, whole))
        for direction in range(6):
            if part.grid.step(hex, direction) >= 0:
                here, there = hex * 6 + direction, whole * 6 + direction
                assert part.side_kinds[part.sides[here]] == board.side_kinds[board.sides[there]]
                if part.links[here] != board.links[there]:
                    # Only railways that serve nothing here are left out.
                    assert board.links[there] & ~part.links[here] == 4
