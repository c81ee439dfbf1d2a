"""On-map supply: draw, throw, zones on the way, Organic Trucks, paying."""

import pytest

from games.ocs.bench import build, hex, options, play, position, unit
from grognard.games.ocs.model.ground import LEG, TRUCK
from grognard.games.ocs.model.position import ASTER, PLEDGED, OcsPosition
from grognard.games.ocs.supply.draw_and_throw import (
    all_sources,
    drawn_from,
    hq_lines,
    lines_to,
    may_use,
    reachable,
    supply_for,
    take_tokens,
    thrown_to,
    tokens_of,
)
from grognard.games.ocs.supply.payment import pay

LINE = ["." * 12] * 3
MOVEMENT = {"procedure": "movement", "step": "Move"}


def names(pos: OcsPosition, id: str) -> list[str]:
    """The places from which supply reaches a unit, nearest first; Organic Trucks by their name."""
    places = pos.content.places
    return [
        pos.content.names[line.source]
        if line.source < places
        else pos.roster.counters[line.source - places].id
        for line in lines_to(pos, unit(pos, id))
    ]


@pytest.mark.rule("ocs.supply.8a", "ocs.supply.15")
def test_a_draw_is_five_mp_and_one_hex() -> None:
    pos = position(LINE, {"a11": "01.02"}, dumps={"aster": {"07.02": 4, "08.02": 4}})
    # 07.02 is 6 hexes away: 5 MP to the hex next to it. 08.02 is 7.
    assert names(pos, "a11") == ["07.02"]
    assert lines_to(pos, unit(pos, "a11"))[0].cost == 20


@pytest.mark.rule("ocs.supply.8b", "ocs.supply.16a")
def test_a_draw_counts_truck_mp_and_roads() -> None:
    woods = ["............", "wwwwwwwwwwww", "............"]
    pos = position(woods[1:2], {"a21": "01.01"}, dumps={"aster": {"04.01": 4, "05.01": 4}})
    assert names(pos, "a21") == ["04.01"]  # 2 + 2 to the hex next to it; 05.01 would be 6
    road = {"roads": {"primary-road": ["01.01 02.01 03.01 04.01 05.01 06.01 07.01"]}}
    pos = position(woods[1:2], {"a21": "01.01"}, dumps={"aster": {"08.01": 4}}, map=road)
    assert names(pos, "a21") == ["08.01"]


@pytest.mark.rule("ocs.supply.15a")
def test_the_adjacent_step_ignores_terrain() -> None:
    rows = ["...~", "...~"]
    drawn = {"rivers": {"major-river": ["02.01/03.01", "02.02/03.01", "02.02/03.02"]}}
    pos = position(rows, {"a21": "02.01"}, dumps={"aster": {"03.01": 4}}, map=drawn)
    assert names(pos, "a21") == ["03.01"]
    far = position(rows, {"a21": "01.01"}, dumps={"aster": {"03.01": 4}}, map=drawn)
    assert names(far, "a21") == ["03.01"]  # 1 MP to 02.01, then over the river for nothing


@pytest.mark.rule("ocs.supply.16c", "ocs.movement.15", "ocs.supply.8b")
def test_a_step_that_costs_all_ends_a_path() -> None:
    # An HQ that throws in Leg MP would cross the river with its last MP; a truck path never does.
    drawn = {"rivers": {"major-river": ["02.01/03.01"]}}
    pos = position(["....."], {"a21": "01.01"}, dumps={"aster": {"04.01": 4}}, map=drawn)
    assert names(pos, "a21") == []
    found = drawn_from(pos, hex(pos, "01.01"), ASTER, LEG)
    assert found == {hex(pos, "04.01"): 20}


@pytest.mark.rule("ocs.supply.17", "ocs.zoc.7a", "ocs.zoc.7b", "ocs.stacking.9a", "ocs.stacking.9b")
def test_enemy_units_and_their_zones_block_truck_paths() -> None:
    held = position(
        ["......"], {"a11": "01.01", "b34": {"hex": "03.01", "mode": "move"}}, dumps={"aster": {"05.01": 4}}
    )
    assert names(held, "a11") == []
    goods = position(
        ["......"], {"a11": "01.01", "b41": {"hex": "03.01", "points": 1}}, dumps={"aster": {"05.01": 4}}
    )
    assert names(goods, "a11") == ["05.01"]
    zone = position(["......", "......"], {"a11": "01.01", "b34": "03.02"}, dumps={"aster": {"06.01": 4}})
    assert names(zone, "a11") == []
    friend = position(
        ["......", "......"],
        {"a11": "01.01", "b34": "03.02", "a33": "02.01", "a34": "03.01", "a31": "04.01"},
        dumps={"aster": {"06.01": 4}},
    )
    assert names(friend, "a11") == ["06.01"]


@pytest.mark.rule("ocs.zoc.18", "ocs.supply.15c")
def test_who_moves_cannot_negate_for_his_own_draw() -> None:
    pos = position(["......", "......"], {"a11": "02.01", "b34": "03.02"}, dumps={"aster": {"05.01": 4}})
    one = unit(pos, "a11")
    assert supply_for(pos, one) == 0  # the hexes before it are in the zone too
    near = position(
        ["......", "......"], {"a11": "03.01", "b34": {"hex": "03.02"}}, dumps={"aster": {"04.01": 4}}
    )
    assert supply_for(near, unit(near, "a11"), (unit(near, "a11"),)) == 4  # next to it no path is needed


@pytest.mark.rule("ocs.supply.18a", "ocs.airmission.7c")
def test_weather_and_trainbusting_do_not_lengthen_paths() -> None:
    pos = position(
        LINE,
        {"a11": "01.02"},
        dumps={"aster": {"07.02": 4}},
        weather="storm",
        trainbusted={"aster": ["03.02"]},
    )
    assert names(pos, "a11") == ["07.02"]


@pytest.mark.rule("ocs.supply.10a", "ocs.hq.1", "ocs.supply.15", "ocs.supply.12")
def test_an_hq_throws_as_far_as_the_side_that_shows() -> None:
    rows = ["." * 20]
    units = {"a02": "01.01", "a11": "12.01", "a12": "13.01"}
    pos = position(rows, units, dumps={"aster": {"01.01": 4}})
    assert names(pos, "a11") == ["01.01"]  # 10 MP and the hex next to it
    assert names(pos, "a12") == []
    moving = position(rows, units | {"a02": {"hex": "01.01", "mode": "move"}}, dumps={"aster": {"01.01": 4}})
    assert names(moving, "a11") == []
    assert thrown_to(moving, unit(moving, "a02"), hex(moving, "06.01")) == 16


@pytest.mark.rule("ocs.modes.29b", "ocs.modes.37c")
def test_an_hq_in_strat_mode_does_not_throw_and_a_disorganised_one_does() -> None:
    rows = ["." * 12]
    for mode, found in (("strat", []), ("dg", ["01.01"]), ("reserve", ["01.01"])):
        pos = position(
            rows, {"a02": {"hex": "01.01", "mode": mode}, "a11": "10.01"}, dumps={"aster": {"01.01": 4}}
        )
        assert names(pos, "a11") == found


@pytest.mark.rule("ocs.supply.13", "ocs.supply.11")
def test_no_hq_throws_on_what_another_threw() -> None:
    rows = ["." * 24]
    units = {"a01": "01.01", "a02": "12.01", "a11": "22.01"}
    pos = position(rows, units, dumps={"aster": {"01.01": 4}})
    assert names(pos, "a02") == ["01.01"]  # for its own needs
    assert hq_lines(pos, unit(pos, "a02")) == []
    assert names(pos, "a11") == []


@pytest.mark.rule("ocs.supply.9a")
def test_supply_comes_from_several_dumps() -> None:
    pos = position(["....."], {"a21": "03.01"}, dumps={"aster": {"01.01": 2, "05.01": 3}})
    assert supply_for(pos, unit(pos, "a21")) == 5


@pytest.mark.rule("ocs.supply.4", "ocs.units.19", "ocs.supply.5")
def test_loaded_supply_pays_like_that_on_the_ground() -> None:
    units = {"a41": {"hex": "02.01", "points": 5, "load": 3}, "b41": {"hex": "04.01", "points": 2, "load": 8}}
    pos = position(["....."], units, dumps={"aster": {"02.01": 2}})
    place = hex(pos, "02.01")
    assert all_sources(pos, ASTER) == [place]
    assert tokens_of(pos, ASTER, place) == 5
    take_tokens(pos, ASTER, place, 4)
    assert (pos.ground_dump(place, ASTER), pos.cargo[unit(pos, "a41")]) == (0, 1)


@pytest.mark.rule("ocs.supply.20a", "ocs.supply.20b", "ocs.transport.7")
def test_organic_trucks_serve_their_formation() -> None:
    units = {"a17": {"hex": "02.01", "points": 2, "load": 8}, "a11": "01.01", "a31": "03.01"}
    pos = position(["..."], units)
    source = pos.content.places + unit(pos, "a17")
    assert names(pos, "a11") == ["a17"] and names(pos, "a31") == []
    assert may_use(pos, unit(pos, "a11"), source) and not may_use(pos, unit(pos, "a31"), source)
    thrown = position(["." * 12], units | {"a01": "02.01", "a11": "12.01", "a31": "11.01"})
    assert names(thrown, "a11") == ["a17"] and names(thrown, "a31") == []


@pytest.mark.rule("ocs.supply.19b")
def test_a_box_is_out_of_reach() -> None:
    box = {"boxes": [{"id": "sea-box", "name": "Sea", "x": 1.0, "y": 9.0}]}
    pos = position(["..."], {"a11": "01.01", "a21": "sea-box"}, dumps={"aster": {"sea-box": 8}}, map=box)
    assert names(pos, "a11") == []
    assert supply_for(pos, unit(pos, "a21")) == 8


@pytest.mark.rule("ocs.airbase.5", "ocs.supply.10")
def test_a_place_is_reached_by_draw_and_throw() -> None:
    pos = position(["." * 14], {"a01": "02.01"}, dumps={"aster": {"01.01": 4}})
    assert [line.source for line in reachable(pos, ASTER, hex(pos, "03.01"))] == [hex(pos, "01.01")]
    assert [line.through for line in reachable(pos, ASTER, hex(pos, "14.01"))] == [unit(pos, "a01")]


@pytest.mark.rule("ocs.supply.9", "ocs.supply.3")
def test_paying_asks_from_where_the_nearest_first() -> None:
    game = build(["....."], {"a21": "03.01"}, dumps={"aster": {"01.01": 3, "04.01": 2}}, start=MOVEMENT)
    near, far = hex(game.pos, "04.01"), hex(game.pos, "01.01")
    pay(game, ASTER, 4, (near, far))
    assert options(game) == ["from 04.01", "from 01.01"]
    assert game.ask.usual(game.pos) == ("from", near)
    play(game, "from 04.01", "from 01.01")
    assert [game.pos.ground_dump(place, ASTER) for place in (near, far)] == [0, 1]
    pay(game, ASTER, 1, (near, far))  # only one of them has anything: nothing is asked
    assert game.pos.ground_dump(far, ASTER) == 0


@pytest.mark.rule("ocs.zoc.17b")
def test_those_who_keep_a_path_open_are_held_to_it() -> None:
    rows = ["......", "......"]
    units = {"a11": "01.01", "b34": "03.02", "a33": "02.01", "a34": "03.01", "a31": "04.01"}
    game = build(rows, units, dumps={"aster": {"06.01": 4}}, start=MOVEMENT)
    play(game, "move a11", "to 01.02", "fuel-unit a11")
    held = [id for id in ("a33", "a34", "a31") if game.pos.flags[unit(game.pos, id)] & PLEDGED]
    assert held == ["a34"]  # of the way only 03.01 is in the zone


def test_truck_is_the_mobility_of_a_plain_draw() -> None:
    pos = position(["..."], {"a21": "01.01"}, dumps={"aster": {"02.01": 1}})
    assert drawn_from(pos, hex(pos, "01.01"), ASTER, TRUCK) == {hex(pos, "02.01"): 0}
