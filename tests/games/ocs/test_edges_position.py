"""The position: its numbers and fields, its stacks and caches, and what is asked of a unit or a hex."""

from random import Random
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.position import NOTHING
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model import position as numbers
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE, STRIP
from grognard.games.ocs.model.position import (
    ABSENT,
    ASTER,
    AWAY,
    BARRAGED,
    BEACHED,
    BLOWN,
    BOREAL,
    COMBAT,
    CONVERTED,
    DEAD,
    DG,
    EXPLOIT,
    MODES,
    MOVE,
    PHASE_FLAGS,
    PHASE_WORK,
    POOL,
    REFITTED,
    RESERVE,
    STRAT,
    VOLUNTARY,
    WAITING,
    WEATHERS,
    OcsPosition,
)

# -- numbers --------------------------------------------------------------------------------------


def valued(names: str) -> list[int]:
    """The numbers that the position gives to these names."""
    return [getattr(numbers, name) for name in names.split()]


@pytest.mark.rule("ocs.sequence.7")
def test_phases_and_segments_are_numbered_in_the_order_of_play() -> None:
    names = "PRE_TURN REFIT REINFORCEMENT BREAKOUT MOVEMENT MOVEMENT_BARRAGE SUPPLY REACTION"
    more = "REACTION_BARRAGE COMBAT_BARRAGE COMBAT_SEGMENT EXPLOITATION EXPLOITATION_BARRAGE"
    assert valued(f"{names} {more} EXPLOITATION_COMBAT CLEAN_UP") == list(range(15))


@pytest.mark.rule("ocs.modes.2", "ocs.modes.5")
def test_the_six_modes_and_the_four_that_are_chosen() -> None:
    assert valued("COMBAT MOVE RESERVE STRAT DG EXPLOIT") == list(range(6))
    assert MODES == ("combat", "move", "reserve", "strat", "dg", "exploit")
    assert VOLUNTARY == (COMBAT, MOVE, RESERVE, STRAT)


@pytest.mark.rule("ocs.stocks.1", "ocs.trace.22", "ocs.weather.1", "ocs.sequence.2")
def test_sides_stocks_meals_and_weathers_count_from_nothing() -> None:
    assert valued("ASTER BOREAL") == [0, 1]
    assert valued("FULL LOW EXHAUSTED") == [0, 1, 2]
    assert valued("NEW TRACED ATE STARVED EXEMPT") == [0, 1, 2, 3, 4]
    assert valued("CLEAR OVERCAST STORM") == [0, 1, 2]
    assert WEATHERS == ("clear", "overcast", "storm")


@pytest.mark.rule("ocs.units.20", "ocs.trace.23")
def test_where_a_unit_is_that_is_not_on_the_map_has_five_answers() -> None:
    assert [WAITING, DEAD, POOL, ABSENT, AWAY] == [-1, -2, -3, -4, -5]


UNIT_FLAGS = (
    "MOVED PLEDGED FUELLED FIRED FOUGHT RELEASED CARRIED DROPPED "
    "BUILT FLEW HAD_ZOC LANDED SHELLED JOINED TARGETED"
)
WORK_FLAGS = (
    "HEDGEHOG_WORK BASE_WORK PORT_WORK PORT_BROKEN BARRAGED BLOWN REFITTED ATTACKED CONVERTED BEACHED TAKEN "
    "EMPTIED"
)


@pytest.mark.rule("ocs.sequence.2", "ocs.zoc.17")
def test_everything_that_was_done_has_a_bit_of_its_own() -> None:
    assert valued(UNIT_FLAGS) == [1 << place for place in range(15)]
    assert valued(WORK_FLAGS) == [1 << place for place in range(12)]


@pytest.mark.rule("ocs.trace.9", "ocs.zoc.1", "ocs.naval.12")
def test_a_new_phase_forgets_all_but_drops_zones_and_the_fire_of_ships() -> None:
    lasting = sum(valued("DROPPED HAD_ZOC SHELLED"))
    assert sum(valued(UNIT_FLAGS)) - lasting == PHASE_FLAGS


@pytest.mark.rule("ocs.hedgehog.2", "ocs.airbase.8b", "ocs.port.5", "ocs.port.6")
def test_work_lasts_a_turn_and_fire_a_phase() -> None:
    once_a_turn = sum(valued("HEDGEHOG_WORK BASE_WORK PORT_WORK PORT_BROKEN"))
    assert sum(valued(WORK_FLAGS)) - once_a_turn == PHASE_WORK
    assert not PHASE_WORK & once_a_turn


# -- fields ---------------------------------------------------------------------------------------

UNIT_FIELDS = {
    # what a counter is that nothing has happened to, and what the enemy is told of one that he does not see
    "hex": (ABSENT, ABSENT),
    "began": (NOTHING, NOTHING),
    "gave_from": (NOTHING, NOTHING),
    "home": (NOTHING, NOTHING),
    "plan_hex": (NOTHING, NOTHING),
    "craft": (NOTHING, NOTHING),
    **dict.fromkeys(
        (
            *("mode", "face", "lost", "stocks", "oos", "fed", "flags", "spent", "fuel", "points", "cargo"),
            *("extender", "active", "back", "plan_turn"),
        ),
        (0, 0),
    ),
}
PLACE_FIELDS = {
    **dict.fromkeys(("control", "base_side", "hedgehog_side", "port_side", "gauge", "beach"), NOTHING),
    **dict.fromkeys(
        (
            *("hedgehog", "base", "port_hits", "port_used", "trainbusted", "worked", "gliders"),
            "unloaded",
        ),
        0,
    ),
}


@pytest.mark.rule("ocs.setup.1", "ocs.setup.4c")
def test_in_an_empty_position_nothing_has_happened_to_anybody() -> None:
    pos = OcsPosition(position().content)
    units, places = pos.content.units, pos.content.places
    for name, (value, _) in UNIT_FIELDS.items():
        assert getattr(pos, name) == [value] * units, name
    for name, value in PLACE_FIELDS.items():
        assert getattr(pos, name) == [value] * places, name
    assert pos.converted == [0] * units
    assert pos.stores == [0] * (2 * places)
    assert pos.formation_fuel == [NOTHING] * len(pos.content.formation_ids)
    assert (pos.order, pos.rail_used, pos.sea_used, pos.cache) == ([], [0, 0], [0, 0], [0, 0])
    tracks = (pos.turn, pos.weather, pos.first, pos.phasing, pos.acting, pos.phase, pos.calm)
    assert tracks == (1, 0, 0, 0, 0, 0, 0)


@pytest.mark.rule("ocs.fog.2")
def test_a_counter_under_the_top_looks_like_one_that_nothing_has_happened_to() -> None:
    entries = [{"id": "b11", "hex": "03.03"}, {"id": "b31", "hex": "03.03"}]
    data = {"title": "t", "map": {"rows": ["....."] * 5}, "units": entries}
    pos = SYSTEM.cases.position(data).pos
    hidden = unit(pos, "b31")
    for name in UNIT_FIELDS:
        if name != "hex":
            getattr(pos, name)[hidden] = 2 if name != "face" else 1
    assert pos.mode[hidden] == RESERVE  # so that it has no zone, and the division lies on top
    pos.put.home[hidden] = NOTHING
    facts = SYSTEM.knowledge.project(pos, ASTER).facts
    assert {name: facts[name][hidden] for name in UNIT_FIELDS} == {
        name: unknown for name, (_, unknown) in UNIT_FIELDS.items()
    }
    own = SYSTEM.knowledge.project(pos, BOREAL).facts
    assert (own["mode"][hidden], own["stocks"][hidden], own["cargo"][hidden]) == (RESERVE, 2, 2)
    places = pos.content.places
    pos.put.stores[BOREAL * places + 7] = 5
    assert SYSTEM.knowledge.project(pos, ASTER).facts["stores"][BOREAL * places + 7] == NOTHING
    assert SYSTEM.knowledge.project(pos, BOREAL).facts["stores"][BOREAL * places + 7] == 5


# -- stacks and caches ----------------------------------------------------------------------------


def plain_stacks(pos: OcsPosition) -> tuple[list[list[int]], list[list[int]]]:
    """The stacks of all places and the combat units of both sides there, counted one by one."""
    places, content = range(pos.content.places), pos.content
    stacks = [[one for one in range(content.units) if pos.hex[one] == place] for place in places]
    men = [
        [sum(content.side[one] == side and content.is_combat[one] for one in stack) for stack in stacks]
        for side in (ASTER, BOREAL)
    ]
    return stacks, men


@pytest.mark.rule("ocs.stacking.4", "ocs.zoc.2")
def test_stacks_and_zones_stay_true_while_units_come_and_go() -> None:
    ids = ("a11", "a21", "a01", "a41", "af1", "b11", "b31", "b41", "bf1")
    pos = position(None, {" ".join(ids): "01.05"})  # the first hex of the map, whose number is 0
    units, generator = [unit(pos, id) for id in ids], Random(5)
    spots = [0, 0, 1, 7, 24, WAITING, DEAD, POOL]
    for _ in range(60):
        one, spot = generator.choice(units), generator.choice(spots)
        assert len(pos.zoc(ASTER)) == len(pos.zoc(BOREAL))  # asked for before, so that both are kept
        pos.place(one, spot)
        stacks, men = plain_stacks(pos)
        assert pos.hex[one] == spot
        assert [pos.at(place) for place in range(pos.content.places)] == stacks
        assert [list(pos.men_of(side)) for side in (ASTER, BOREAL)] == men
        fresh = pos.copy()
        fresh.forget()
        assert [fresh.at(place) for place in range(pos.content.places)] == stacks
        assert [list(fresh.men_of(side)) for side in (ASTER, BOREAL)] == men
        assert [pos.zoc(side) for side in (ASTER, BOREAL)] == [fresh.zoc(side) for side in (ASTER, BOREAL)]
        assert pos.is_on_map(one) == (spot >= 0)


@pytest.mark.rule("ocs.basics.13", "ocs.zoc.2")
def test_a_copy_lives_its_own_life() -> None:
    pos = position(None, {"a21": "02.02", "b11": "04.04"})
    zone = bytes(pos.zoc(BOREAL))
    new = pos.copy()
    assert new.content is pos.content
    assert (new.board, new.roster) == (pos.board, pos.roster)
    new.place(unit(pos, "b11"), hex(pos, "01.01"))
    assert bytes(pos.zoc(BOREAL)) == zone and bytes(new.zoc(BOREAL)) != zone
    assert pos.at(hex(pos, "04.04")) == [unit(pos, "b11")] and new.at(hex(pos, "04.04")) == []


@pytest.mark.rule("ocs.zoc.1")
def test_what_searches_found_is_dropped_when_something_changes() -> None:
    pos = position(None, {"b11": "03.03"})
    b11, beside = unit(pos, "b11"), hex(pos, "03.04")
    assert pos.zoc(BOREAL)[beside] and not pos.zoc(ASTER)[beside]
    pos.put.mode[b11] = MOVE
    assert not pos.zoc(BOREAL)[beside]
    pos.mode = [COMBAT] * len(pos.mode)
    assert pos.zoc(BOREAL)[beside]
    pos.put.hex[b11] = hex(pos, "01.01")
    assert pos.at(hex(pos, "01.01")) == [b11] and pos.is_held_by(hex(pos, "01.01"), BOREAL)
    pos.hex = [ABSENT] * len(pos.hex)
    assert pos.at(hex(pos, "01.01")) == [] and not any(pos.zoc(BOREAL))


@pytest.mark.rule("ocs.units.1", "ocs.units.16", "ocs.units.17")
def test_a_stack_is_asked_for_by_side_and_by_kind() -> None:
    units: dict[str, Any] = {
        "a21 af1 b11 bf1": "03.03",
        "a41 a42 b41": {"hex": "03.03", "points": 1},
        "a43": {"hex": "03.03", "points": 5, "extender": True},
    }
    pos = position(None, units)
    here = hex(pos, "03.03")
    lists = {
        "all of Aster": (pos.side_at(here, ASTER), "a21 a41 a42 a43 af1"),
        "all of Boreal": (pos.side_at(here, BOREAL), "b11 b41 bf1"),
        "combat units of Aster": (pos.combat_units_at(here, ASTER), "a21"),
        "combat units of Boreal": (pos.combat_units_at(here, BOREAL), "b11"),
        "trucks of Aster": (pos.transports_at(here, ASTER), "a41 a42"),
        "trucks of Boreal": (pos.transports_at(here, BOREAL), "b41"),
        "aircraft of Aster": (pos.planes_at(here, ASTER), "af1"),
        "aircraft of Boreal": (pos.planes_at(here, BOREAL), "bf1"),
    }
    for name, (found, ids) in lists.items():
        assert sorted(found) == sorted(unit(pos, id) for id in ids.split()), name
    assert pos.is_held_by(here, ASTER) and pos.is_held_by(here, BOREAL)
    trucks = position(None, {"a41": {"hex": "03.03", "points": 1}, "b11": "03.04"})
    assert not trucks.is_held_by(hex(trucks, "03.03"), ASTER)
    assert not trucks.is_held_by(hex(trucks, "03.04"), ASTER)
    assert trucks.is_held_by(hex(trucks, "03.04"), BOREAL)


# -- a unit ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.basics.13a", "ocs.basics.13b", "ocs.basics.13c", "ocs.basics.14a", "ocs.basics.14b", "ocs.units.9a"
)
@pytest.mark.parametrize(
    ("id", "lost", "steps", "quarters"),
    [
        ("a21", 0, 4, 16),  # a division of four steps
        ("a21", 1, 3, 12),
        ("a21", 3, 1, 4),
        ("a14", 0, 1, 4),  # a regiment
        ("a01", 0, 1, 4),  # an HQ
        ("a11", 0, 1, 2),  # a battalion
        ("a-pax-1", 0, 1, 1),
        ("af1", 1, 1, 0),  # no combat unit
    ],
)
def test_steps_and_size_of_a_unit(id: str, lost: int, steps: int, quarters: int) -> None:
    pos = position(None, {id: {"hex": "03.03", "lost": lost}})
    assert (pos.steps(unit(pos, id)), pos.size(unit(pos, id))) == (steps, quarters)
    others = [unit(pos, "a21"), unit(pos, "a11")] if id == "a14" else []
    assert pos.size_of([unit(pos, id), *others]) == quarters + (18 if others else 0)


@pytest.mark.rule("ocs.modes.3", "ocs.air.2", "ocs.naval.14")
def test_values_are_those_of_the_side_that_shows() -> None:
    pos = position(None, {"a13": "03.03", "at1 ad1": "03.03"})
    movement, barrage, content = pos.content.movement, pos.content.barrage, pos.content
    a13, at1, ad1 = (unit(pos, id) for id in ("a13", "at1", "ad1"))
    assert (pos.shown(movement, a13), pos.mobility(a13)) == (6, 1)
    pos.put.face[a13] = MOVE_SIDE
    assert (pos.shown(movement, a13), pos.mobility(a13)) == (16, 2)
    pos.put.lost[a13] = 1  # a step less turns no combat unit over
    pos.put.face[a13] = COMBAT_SIDE
    assert pos.shown(content.strength, a13) == 8
    shown = []
    for lost in (0, 1, 2):
        pos.put.lost[at1] = pos.put.lost[ad1] = lost
        pos.put.face[at1] = pos.put.face[ad1] = 1 - min(
            lost, 1
        )  # the face of an aircraft or ship says nothing
        shown.append((pos.shown(barrage, at1), pos.shown(barrage, ad1)))
    assert shown == [(17, 8), (9, 4), (9, 4)]


@pytest.mark.rule("ocs.modes.16")
def test_reserve_markers_lie_where_reserves_are() -> None:
    units = {
        "a11": {"hex": "01.05", "mode": "reserve"},
        "a12": {"hex": "02.02", "mode": "reserve"},
        "a13": "03.03",
        "a14": {"hex": "dead", "mode": "reserve"},
        "b11": {"hex": "04.04", "mode": "reserve"},
    }
    pos = position(None, units)
    assert pos.reserve_hexes(ASTER) == {hex(pos, "01.05"), hex(pos, "02.02")}
    assert pos.reserve_hexes(BOREAL) == {hex(pos, "04.04")}


@pytest.mark.rule("ocs.modes.3a", "ocs.modes.25a", "ocs.modes.33", "ocs.modes.30a")
def test_a_mode_that_is_a_side_of_the_counter_turns_it_over() -> None:
    pos = position(None, {"a13": "03.03"})
    a13 = unit(pos, "a13")
    faces = []
    for before in (COMBAT_SIDE, MOVE_SIDE):
        for mode in (COMBAT, MOVE, RESERVE, STRAT, DG, EXPLOIT):
            pos.put.face[a13] = before
            pos.set_mode(a13, mode)
            assert pos.mode[a13] == mode
            faces.append(pos.face[a13])
    assert faces == [0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1]


# -- hexes ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.supply.4", "ocs.supply.5", "ocs.supply.20")
def test_the_dump_of_a_side_is_what_lies_there_and_on_its_ordinary_trucks() -> None:
    units = {
        "a41": {"hex": "03.03", "points": 2, "load": 5},
        "a43": {"hex": "03.03", "points": 2, "load": 3},
        "a17": {"hex": "03.03", "points": 2, "load": 7},  # Organic
        "b41": {"hex": "03.03", "points": 2, "load": 4},
    }
    pos = position(None, units, dumps={"aster": {"03.03": 9}, "boreal": {"03.03": 2, "01.05": 6}})
    here = hex(pos, "03.03")
    assert (pos.ground_dump(here, ASTER), pos.dump_at(here, ASTER)) == (9, 17)
    assert (pos.ground_dump(here, BOREAL), pos.dump_at(here, BOREAL)) == (2, 6)
    assert (pos.ground_dump(0, ASTER), pos.ground_dump(0, BOREAL)) == (0, 6)
    pos.add_dump(here, ASTER, 4)
    pos.add_dump(here, BOREAL, -1)
    assert (pos.ground_dump(here, ASTER), pos.ground_dump(here, BOREAL)) == (13, 1)


@pytest.mark.rule("ocs.airbase.1", "ocs.flak.3")
def test_a_strip_is_a_base_of_level_nothing() -> None:
    pos = position(None, {}, bases={"aster": {"01.01": 1, "02.02": 3}}, strips={"aster": ["03.03"]})
    levels = [pos.base_level(hex(pos, name)) for name in ("01.01", "02.02", "03.03", "04.04")]
    assert levels == [1, 3, 0, 0]
    assert pos.base[hex(pos, "03.03")] == STRIP


@pytest.mark.rule("ocs.port.4a")
@pytest.mark.parametrize(
    ("capacity", "tokens"),
    [
        # capacity in SP, tokens with 0 to 4 hits: 100, 80, 60, 40, 20 per cent to the nearest
        (3, [12, 10, 7, 5, 2]),  # 12, 9.6, 7.2, 4.8, 2.4
        (1, [4, 3, 2, 2, 1]),  # 4, 3.2, 2.4, 1.6, 0.8
        (5, [20, 16, 12, 8, 4]),
    ],
)
def test_hits_leave_a_port_a_share_of_its_capacity(capacity: int, tokens: list[int]) -> None:
    found = []
    for hits in range(5):
        pos = position(None, {}, ports={"aster": {"03.03": [capacity, hits]}})
        found.append(pos.port_capacity(hex(pos, "03.03")))
    assert found == tokens
    assert position().port_capacity(3) == 0


@pytest.mark.rule("ocs.landing.12c")
def test_a_beached_lst_passes_a_supply_point_from_the_next_phase_on() -> None:
    pos = position(None, {}, ports={"aster": {"03.03": [5, 0]}})
    here = hex(pos, "02.02")
    for side in (ASTER, BOREAL):
        pos.put.beach[here] = side
        pos.put.worked[here] = 0
        assert pos.port_capacity(here) == 4
        pos.put.worked[here] = BEACHED
        assert pos.port_capacity(here) == 0
        pos.put.worked[here] = BARRAGED | BLOWN | REFITTED | CONVERTED
        assert pos.port_capacity(here) == 4


@pytest.mark.rule("ocs.capture.1", "ocs.basics.22", "ocs.units.2a")
@pytest.mark.parametrize(
    ("units", "given", "is_there"),
    [
        ({}, {}, False),
        ({}, {"dumps": {"boreal": {"03.03": 1}}}, True),
        ({}, {"dumps": {"aster": {"03.03": 1}}}, False),
        ({}, {"bases": {"boreal": {"03.03": 1}}}, True),
        ({}, {"bases": {"aster": {"03.03": 1}}}, False),
        ({}, {"ports": {"boreal": {"03.03": [3, 0]}}}, True),
        ({}, {"ports": {"aster": {"03.03": [3, 0]}}}, False),
        ({}, {"hedgehogs": {"boreal": {"03.03": 1}}}, True),
        ({}, {"hedgehogs": {"aster": {"03.03": 1}}}, False),
        ({"b41": {"hex": "03.03", "points": 1}}, {}, True),
        ({"bf1": "03.03"}, {}, True),
        ({"bd1": "03.03"}, {}, True),
        ({"b11": "03.03"}, {}, False),  # a combat unit is nothing to take
        ({"a41": {"hex": "03.03", "points": 1}, "af1": "03.03"}, {}, False),
    ],
)
def test_what_a_hex_holds_that_can_be_taken(
    units: dict[str, Any], given: dict[str, Any], is_there: bool
) -> None:
    pos = position(None, units, **given)
    here = hex(pos, "03.03")
    assert pos.has_enemy_goods(here, ASTER) == is_there
    assert not pos.has_enemy_goods(hex(pos, "03.04"), ASTER)
    if is_there:
        assert not pos.has_enemy_goods(here, BOREAL)


@pytest.mark.rule("ocs.fog.3", "ocs.breakdown.3")
def test_the_order_of_a_stack_and_the_counters_of_a_pool() -> None:
    pos = position(None, {"a11 a12": "03.03", "a-pax-1": "03.03"})
    a11, a12 = unit(pos, "a11"), unit(pos, "a12")
    pos.put_on_top(a11)
    pos.put_on_top(a12)
    pos.put_on_top(a11)
    assert pos.order == [a12, a11]
    assert pos.free_of_pool("a-pax") == unit(pos, "a-pax-2")
    for one in pos.roster.pools["a-pax"]:
        pos.put.hex[one] = DEAD
    assert pos.free_of_pool("a-pax") == NOTHING
    assert pos.free_of_pool("no such pool") == NOTHING
