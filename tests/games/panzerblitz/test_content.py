"""What never changes: the ground as flat lists, the price of every way out, roads, areas and forces."""

import pytest

from games.panzerblitz.table import at, game_of, options, play, refusal, unit
from grognard.games.panzerblitz import SYSTEM
from grognard.games.panzerblitz.model.boards import (
    BROWN,
    GRAY,
    GREEN,
    GROUND,
    HILLTOP,
    ORANGE,
    SLOPE,
)
from grognard.games.panzerblitz.model.content import FOOT, TRUCK, VEHICLE, WAGON
from grognard.games.panzerblitz.model.position import ABSENT, INSIDE, WAITING
from grognard.games.panzerblitz.sequence.setup import first_position, setup_refusal
from grognard.kit.reach import CLOSED

DRAWN = [".wt/^", "~gfo.", "....."]
NAMES = dict(
    zip(
        ("0101", "0201", "0301", "0401", "0501", "0102", "0202", "0302", "0402"),
        ("clear", "woods", "town", "slope", "hilltop", "swamp", "gully", "ford", "pond"),
        strict=True,
    )
)


# -- the ground ---------------------------------------------------------------------------------


@pytest.mark.rule("pb.los.1", "pb.los.10", "pb.weapons.6", "pb.overrun.3", "pb.terrain.5a")
def test_what_each_kind_of_ground_is() -> None:
    game = game_of(DRAWN)
    land = game.pos.content.land
    hexes = {NAMES[land.names[hex]]: hex for hex in land.hexes if land.names[hex] in NAMES}

    def those(flags: list[bool]) -> set[str]:
        return {name for name, hex in hexes.items() if flags[hex]}

    assert those(land.conceals) == {"woods", "town"}
    assert those(land.is_town) == {"town"}
    assert those(land.is_gully) == {"gully"}
    assert those(land.is_pond) == {"pond"}
    assert those(land.is_open) == {"clear", "hilltop", "ford"}
    levels = {name: land.level[hex] for name, hex in hexes.items()}
    assert levels == dict.fromkeys(levels, GROUND) | {"slope": SLOPE, "hilltop": HILLTOP}


@pytest.mark.rule("pb.los.4", "pb.road.2")
def test_bars_and_roads_lie_on_both_sides_of_a_hexside() -> None:
    rows = ["ww..", "tt.^", "//.."]
    game = game_of(rows, map={"brown": ["0103/0203"], "road": {"r": "0301 0302 0303"}})
    land = game.pos.content.land
    for a, b, bar in (
        *(("0101", "0201", GREEN), ("0102", "0202", GRAY), ("0103", "0203", BROWN)),
        *(("0402", "0302", ORANGE), ("0301", "0302", 0), ("0101", "0102", 0)),
    ):
        here, there = at(game, a), at(game, b)
        road = (a, b) == ("0301", "0302")
        for one, other in ((here, there), (there, here)):
            exit = one * 6 + land.grid.direction(one, other)
            assert land.bar[exit] == bar
            assert land.road[exit] is road


def test_a_path_saves_half_a_point_for_each_hex_of_the_two_largest_towns() -> None:
    three_towns = ["tt.t.", "t....", "....t", "....t"]
    land = game_of(three_towns).pos.content.land
    assert sorted(land._town_sizes()) == [1, 2, 3]
    assert land.town_gain == (3 + 2) // 2
    assert game_of(["..", ".."]).pos.content.land.town_gain == 0


# -- prices -------------------------------------------------------------------------------------


@pytest.mark.rule("pb.terrain.1", "pb.terrain.2a", "pb.terrain.3", "pb.terrain.6")
def test_there_is_no_way_off_the_map_into_ponds_or_for_vehicles_through_green_sides() -> None:
    game = game_of([".ww", "~o.", "..."])
    content = game.pos.content
    land = content.land
    for column in (FOOT, VEHICLE, TRUCK, WAGON):
        for exit, there in enumerate(land.neighbours):
            closed = there < 0 or land.is_pond[there]
            if column != FOOT and not closed:
                closed = land.bar[exit] == GREEN or land.ground[there] == "swamp"
            assert (content.exit_cost[column][exit] == CLOSED) is closed


@pytest.mark.rule("pb.terrain.4b", "pb.terrain.4d", "pb.terrain.5")
@pytest.mark.parametrize(
    ("in_all", "prices"),
    [(False, {"clear": 8, "woods": 8, "slope": 12}), (True, {"clear": 6, "woods": 6, "slope": 6})],
)
def test_only_out_of_a_gully_and_not_along_it_or_into_a_ford_is_there_a_charge(
    in_all: bool, prices: dict[str, int]
) -> None:
    game = game_of([".g/", "wgf", ".g."], options={"gully-exit-in-all": in_all})
    content = game.pos.content
    land = content.land
    for hex in land.hexes:
        for exit in range(hex * 6, hex * 6 + 6):
            there = land.neighbours[exit]
            if there < 0:
                continue
            ground = land.ground[there]
            charged = land.ground[hex] == "gully" and ground not in ("gully", "ford")
            plain = content.entry_cost[VEHICLE][there]
            assert content.exit_cost[VEHICLE][exit] == (prices[ground] if charged else plain)


# -- roads --------------------------------------------------------------------------------------


@pytest.mark.rule("pb.victory.7a", "pb.victory.7b")
@pytest.mark.parametrize(
    ("rows", "chain", "cut"),
    [
        (["tt...."], "0101 0201 0301 0401", "0201 0301 0401"),
        (["t....t"], "0101 0201 0301 0401 0501 0601", "0101 0201 0301 0401 0501 0601"),
        (["....tt"], "0201 0301 0401 0501 0601", "0201 0301 0401 0501"),
        ([".tttt."], "0101 0201 0301 0401 0501 0601", "0101 0201 0501 0601"),
        (["tttt"], "0101 0201 0301 0401", ""),
    ],
)
def test_a_road_is_cut_outside_towns_and_where_it_enters_them(rows: list[str], chain: str, cut: str) -> None:
    game = game_of([*rows, "." * len(rows[0])], map={"road": {"r": chain}, "points": {"r": 2}})
    content = game.pos.content
    assert content.road_ids == ["r"]
    assert [content.land.names[hex] for hex in content.road_hexes[0]] == cut.split()


@pytest.mark.rule("pb.victory.8")
def test_roads_without_a_value_are_scored_nowhere() -> None:
    roads = {"road": {"a": "0101 0201", "b": "0301 0401"}, "points": {"b": 3}}
    content = game_of(map=roads).pos.content
    assert (content.road_ids, content.road_points) == (["b"], [3])


@pytest.mark.rule("pb.victory.21", "pb.victory.24")
def test_a_scenario_may_ask_for_less_than_the_table() -> None:
    whole, short = SYSTEM.rules.content("red-drop"), SYSTEM.rules.content("crossroads")
    assert (whole.level("Russian points", "marginal"), whole.level("German losses", "marginal")) == (17, 7)
    for row, marginal in (("Russian points", 13), ("German losses", 6)):
        assert short.level(row, "marginal") == marginal
        assert short.level(row, "marginal") < whole.level(row, "marginal")


@pytest.mark.rule("pb.dispersal.17", "pb.mines.6")
def test_a_value_says_whether_it_is_ours() -> None:
    content = SYSTEM.rules.content("red-drop")
    assert content.is_house("paratroop-dispersal", "5", "medium")
    assert not content.is_house("paratroop-dispersal", "6", "medium")
    assert content.is_house("mines", "clearing", "value")


# -- forces and set-up --------------------------------------------------------------------------


@pytest.mark.rule("pb.forces.1", "pb.forces.2", "pb.breakdown.5", "pb.transport.1a")
def test_the_kinds_of_unit() -> None:
    content = SYSTEM.rules.content("red-drop")
    index = content.roster.index

    def those(flags: list[bool], *wanted: str) -> list[bool]:
        return [flags[index[id]] for id in wanted]

    carriers = ("t34c-1", "halftrack-1", "r-truck-1", "wagon-1", "r-rifle-1", "cavalry-1", "at75-1")
    assert those(content.is_carrier, *carriers) == [True, True, True, True, False, False, False]
    assert those(content.is_transport, *carriers) == [False, True, True, True, False, False, False]
    assert those(content.is_passenger, *carriers) == [False, False, False, False, True, False, True]
    assert those(content.assaults, *carriers) == [False, False, False, False, True, True, False]
    assert those(content.moves_with_vehicles, *carriers) == [True, True, True, True, False, True, False]
    assert [content.column[index[id]] for id in carriers] == [
        VEHICLE,
        VEHICLE,
        TRUCK,
        WAGON,
        FOOT,
        FOOT,
        FOOT,
    ]
    assert those(content.is_indirect, "maultier-1", "mortar81-1", "mortar82-1", "stuh42-1") == [
        True,
        True,
        True,
        False,
    ]
    assert content.company[index["t34c-1"]] == content.para_type[index["t34c-1"]] == -1
    assert content.company[index["smg-2-3"]] == index["para-smg-2"]
    assert content.pieces[index["t34c-1"]] == []


@pytest.mark.rule("pb.forces.3b", "pb.forces.4b", "pb.forces.1b")
def test_set_up_areas_have_no_ponds_and_only_germans_have_one() -> None:
    content = SYSTEM.rules.content("red-drop")
    for one, area in content.setup_area.items():
        assert content.side[one] == 1
        assert not [hex for hex in area if content.land.is_pond[hex]]
    west, east = unit_area("stuh42-1"), unit_area("panther-1")
    # The last row of board 2 is the first of board 3, and bears that name.
    assert {name[0] if name[:3] != "3-A" else "2" for name in west} == {"1", "2"}
    assert {name[0] for name in east} == {"2", "3"}


def unit_area(id: str) -> set[str]:
    content = SYSTEM.rules.content("red-drop")
    return {content.land.names[hex] for hex in content.setup_area[content.roster.index[id]]}


@pytest.mark.rule("pb.forces.3", "pb.stack.1", "pb.stack.5")
def test_placing_a_unit_within_its_area() -> None:
    areas = {"areas": {"west": "0101 0102 0201 0202", "east": "0501 0502"}}
    setup = {"g-rifle-1": "0101", "g-truck-1": "0102", "maultier-1": "0501"}
    given = {
        "step": "SetUp",
        "mover": "german",
        "map": areas,
        "setup": setup,
        "west force": "g-rifle-1 g-truck-1",
    }
    game = game_of(["....."] * 2, forts={"0202": 20}, **given)
    assert game.pos.marks[unit(game, "g-rifle-1")] == 0
    assert options(game) == ["place g-rifle-1", "place g-truck-1", "place maultier-1", "ready"]
    assert setup_refusal(game.pos, unit(game, "g-rifle-1"), at(game, "0201")) is None
    play(game, "place g-rifle-1")
    assert options(game) == ["at 0101", "at 0201", "at 0102", "at 0202"]
    assert refusal(game, "at 0501").rule == "pb.forces.3"
    play(game, "at 0202")
    assert game.pos.marks[unit(game, "g-rifle-1")] == INSIDE
    assert game.events[0].facts == (unit(game, "g-rifle-1"), at(game, "0202"))
    assert game.events[0].rule == "pb.forces.3"
    play(game, "place g-truck-1", "at 0202")
    assert game.pos.marks[unit(game, "g-truck-1")] == 0
    play(game, "place maultier-1")
    assert refusal(game, "at 0101").rule == "pb.forces.4"


@pytest.mark.rule("pb.forces.2", "pb.stack.5")
def test_the_position_before_the_game() -> None:
    content = SYSTEM.rules.content("crossroads")
    pos = first_position(content)
    places = {content.roster.counters[one].id: hex for one, hex in enumerate(pos.where)}
    assert places["para-rifle-1"] == places["rifle-1-5"] == WAITING
    assert places["para-smg-3"] == ABSENT
    for passenger, carrier in content.start_cargo.items():
        assert pos.where[passenger] == pos.where[carrier]
        assert (pos.cargo[carrier], pos.aboard[passenger]) == (passenger, carrier)
    for one, hex in content.start_hex.items():
        inside = pos.fort_at(hex) > 0 and content.is_passenger[one] and pos.aboard[one] < 0
        assert bool(pos.marks[one] & INSIDE) is inside


@pytest.mark.rule("pb.forces.3")
def test_a_passenger_is_set_up_with_its_carrier() -> None:
    game = SYSTEM.rules.start("red-drop")
    offered = options(game)
    for passenger, carrier in game.pos.content.start_cargo.items():
        if passenger in game.pos.content.setup_area:
            ids = game.pos.content.roster.counters
            assert f"place {ids[passenger].id}" not in offered
            assert f"place {ids[carrier].id}" in offered
    assert "place stuh42-1" in offered
