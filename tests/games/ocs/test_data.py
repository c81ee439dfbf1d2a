"""Selm River as data: the map, the counters, the set-up, read back against the published values."""

import msgspec
import pytest

from games.ocs.bench import hex, unit
from grognard.games.ocs.model.content import Content, load_content, scenario_files, setup_faults
from grognard.games.ocs.model.ground import ALL, ARMOR, LEG, MECH, OTHER, TRACK, TRUCK
from grognard.games.ocs.model.position import (
    ASTER,
    BOREAL,
    COMBAT,
    MOVE,
    POOL,
    RESERVE,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.setup import first_position
from grognard.kit.reach import CLOSED


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content("selm-river")


@pytest.fixture
def pos(content: Content) -> OcsPosition:
    return first_position(content)


@pytest.mark.rule("ocs.basics.1a", "ocs.basics.2")
def test_hexes_are_named_by_column_and_row_from_the_bottom(content: Content) -> None:
    names = content.names
    assert (names[0], names[24], names[-25], names[-1]) == ("01.20", "25.20", "01.01", "25.01")
    here = content.grid.index
    # The neighbours of an odd column (13.10) and of an even one, which lies half a hex lower.
    assert {names[n] for n in content.around[here("13.10")]} == {
        *("13.11", "14.11", "14.10", "13.09", "12.10", "12.11")
    }
    assert {names[n] for n in content.around[here("12.10")]} == {
        *("12.11", "13.10", "13.09", "12.09", "11.09", "11.10")
    }


def test_the_ground(content: Content) -> None:
    kinds = {kind: content.terrain_name.count(kind) for kind in set(content.terrain_name)}
    assert kinds["sea"] == 11
    assert kinds["mountain"] == 8
    assert kinds["swamp"] == 4
    assert (kinds["village"], kinds["minor-city"], kinds["major-city"]) == (6, 3, 2)
    here = content.grid.index
    assert content.terrain_name[here("13.20")] == "open"
    assert content.terrain_name[here("14.20")] == "forest"


@pytest.mark.rule(
    "ocs.movement.3a",
    "ocs.movement.9a",
    "ocs.movement.9b",
    "ocs.movement.11a",
    "ocs.movement.11b",
    "ocs.movement.12a",
    "ocs.movement.12b",
)
@pytest.mark.parametrize(
    ("here", "there", "leg", "track", "truck"),
    [
        # quarters of MP: open 1, the high road 1/2, railway 2 for trucks where the ground costs 1
        ("05.15", "05.14", 4, 4, 4),
        ("11.12", "12.12", 4, 2, 2),
        ("09.10", "10.10", 4, 4, 4),
        ("12.12", "13.11", 4, 2, 2),  # the road crosses the Orlin
        ("12.10", "13.10", 4, 4, 8),  # the railway does
        ("12.06", "13.06", 8, 12, 20),  # nothing does: 1 + 1, 1 + 2, 1 + 4
        ("19.10", "20.10", 4, 2, 2),  # the bridge of the Selm
        ("19.12", "20.12", ALL, CLOSED, CLOSED),
        ("13.18", "13.17", 8, 12, 16),  # forest
        ("19.18", "20.18", ALL, CLOSED, CLOSED),
        ("21.18", "20.18", 12, ALL, CLOSED),  # mountain
        ("08.02", "08.01", CLOSED, CLOSED, CLOSED),  # sea
    ],
)
def test_what_a_step_costs(content: Content, here: str, there: str, leg: int, track: int, truck: int) -> None:
    exit = content.exit(content.grid.index(here), content.grid.index(there))
    assert [content.fair[mobility][exit] for mobility in (LEG, TRACK, TRUCK)] == [leg, track, truck]


@pytest.mark.rule("ocs.movement.5")
def test_a_step_is_closed_where_the_step_back_is(content: Content) -> None:
    # A truck can be in no mountain, so it cannot leave one either.
    out = content.exit(content.grid.index("21.18"), content.grid.index("22.18"))
    assert content.fair[TRUCK][out] == CLOSED
    assert content.fair[TRACK][out] == 4


@pytest.mark.rule("ocs.weather.1a")
def test_storm_makes_open_ground_dear_for_trucks_alone(content: Content) -> None:
    here = content.grid.index
    open_ground = content.exit(here("05.15"), here("05.14"))
    road = content.exit(here("11.12"), here("12.12"))
    river = content.exit(here("12.06"), here("13.06"))
    assert [content.stormy[mobility][open_ground] for mobility in (LEG, TRACK, TRUCK)] == [4, 4, 8]
    assert content.stormy[TRUCK][road] == 2
    assert content.stormy[TRUCK][river] == 24


@pytest.mark.rule("ocs.units.1", "ocs.units.2")
def test_every_counter_is_there(content: Content) -> None:
    counted = [sum(content.side[u] == side for u in range(content.units)) for side in (ASTER, BOREAL)]
    pooled = [sum(len(p) for n, p in content.roster.pools.items() if n[0] == letter) for letter in "ab"]
    # 20 on the map and one that comes, planes and the ship; Boreal's two Repls are of the pools.
    assert counted == [pooled[0] + 20 + 1 + 6 + 1, pooled[1] + 20 + 1 + 4]
    assert {name: len(units) for name, units in content.roster.pools.items()} == {
        "a-bd-4": 3,
        "a-bd-3": 6,
        "b-bd-3": 4,
        "b-bd-2": 4,
        "a-pax": 16,
        "a-eq": 16,
        "b-pax": 16,
        "b-eq": 16,
        "a-truck": 12,
        "b-truck": 12,
        "a-wagon": 8,
        "b-wagon": 8,
    }


@pytest.mark.rule("ocs.units.6a", "ocs.units.7", "ocs.units.8", "ocs.units.9a", "ocs.units.10")
@pytest.mark.parametrize(
    ("id", "combat", "move", "kind"),
    [
        ("a01", (5, 0, 0, LEG), (1, 0, 10, TRUCK), OTHER),
        ("a11", (6, 5, 8, TRACK), (3, 5, 14, TRACK), ARMOR),
        ("a13", (8, 4, 6, TRACK), (4, 4, 16, TRUCK), MECH),
        ("a14", (8, 4, 3, LEG), (3, 4, 18, TRUCK), OTHER),
        ("a16", (1, 3, 3, LEG), (1, 3, 14, TRUCK), OTHER),
        ("a21", (20, 4, 3, LEG), (10, 4, 5, LEG), OTHER),
        ("b23", (6, 3, 4, LEG), (3, 3, 14, TRUCK), MECH),
        ("b34", (2, 0, 1, LEG), (1, 0, 3, LEG), OTHER),
        ("b-pax-1", (0, 0, 5, LEG), (0, 0, 5, LEG), OTHER),
    ],
)
def test_printed_values(
    content: Content, id: str, combat: tuple[int, ...], move: tuple[int, ...], kind: int
) -> None:
    one = content.roster.index[id]
    for face, values in enumerate((combat, move)):
        place = one * 2 + face
        found = (content.strength, content.rating, content.movement, content.mobility)
        assert tuple(value[place] for value in found) == values
    assert content.combat_class[one] == kind


@pytest.mark.rule(
    "ocs.basics.13b",
    "ocs.basics.13c",
    "ocs.basics.14a",
    "ocs.basics.14b",
    "ocs.units.11",
    "ocs.units.12",
    "ocs.units.13",
    "ocs.units.9a",
    "ocs.replacement.2a",
    "ocs.breakdown.1a",
)
def test_sizes_steps_and_formations(content: Content) -> None:
    index = content.roster.index
    sizes = {"a01": 4, "a11": 2, "a13": 4, "a21": 16, "a23": 12, "b31": 4, "a-bd-4-1": 4, "a-pax-1": 1}
    assert {id: content.size_quarters[index[id]] for id in sizes} == sizes
    assert [content.max_steps[index[id]] for id in ("a11", "a21", "a23", "a01", "af1", "ad1")] == [
        1,
        4,
        3,
        1,
        2,
        2,
    ]
    names = {
        id: [content.roster.counters[u].id for u in content.members[i]]
        for i, id in enumerate(content.formation_ids)
    }
    assert names == {
        "1 Arm Div": ["a11", "a12", "a13", "a14", "a15", "a16", "a17"],
        "5 Tank Corps": ["b21", "b22", "b23", "b24"],
    }
    independent = [
        id
        for id in ("a11", "a21", "a31", "a32", "a01", "a17", "a-bd-3-1", "a-pax-1", "af1")
        if content.is_independent[index[id]]
    ]
    assert independent == ["a31", "a32", "a01", "a-bd-3-1", "a-pax-1"]


@pytest.mark.rule("ocs.basics.15a", "ocs.basics.15b", "ocs.basics.16")
def test_transportation_equivalents(content: Content) -> None:
    index = content.roster.index
    # In sixteenths of a Cap: a 3-RE division that walks is 1.5, a motorised regiment 1, a Pax 1/8.
    equivalents = {"b11": 24, "a14": 16, "a-pax-1": 2, "a-eq-1": 4, "a35": 4, "a01": 16}
    assert {
        id: content.equivalent(index[id], content.size_quarters[index[id]]) for id in equivalents
    } == equivalents


@pytest.mark.rule("ocs.units.15a", "ocs.units.16a", "ocs.units.17a")
def test_aircraft_and_the_ship(content: Content, pos: OcsPosition) -> None:
    at1, ax1, ad1 = (unit(pos, id) for id in ("at1", "ax1", "ad1"))
    assert [pos.shown(values, at1) for values in (content.rating, content.barrage, content.range)] == [
        1,
        17,
        40,
    ]
    assert "cannot-attack" in content.traits[at1]
    assert pos.shown(content.capacity, ax1) == 2
    pos.put.lost[at1] = pos.put.lost[ax1] = pos.put.lost[ad1] = 1
    assert pos.shown(content.barrage, at1) == 9
    assert pos.shown(content.capacity, ax1) == 1
    assert [pos.shown(values, ad1) for values in (content.barrage, content.range)] == [4, 3]


@pytest.mark.rule(
    "ocs.setup.1", "ocs.setup.3c", "ocs.setup.4a", "ocs.setup.4b", "ocs.setup.4c", "ocs.setup.5"
)
def test_the_set_up(pos: OcsPosition, content: Content) -> None:
    assert content.names[pos.hex[unit(pos, "a31")]] == "11.12"
    modes = {"a11": COMBAT, "a15": RESERVE, "b21": RESERVE, "a35": MOVE, "b-pax-1": MOVE, "a41": MOVE}
    assert {id: pos.mode[unit(pos, id)] for id in modes} == modes
    assert pos.hex[unit(pos, "b24")] == pos.hex[unit(pos, "a24")] == WAITING
    assert (pos.back[unit(pos, "b24")], pos.back[unit(pos, "a24")]) == (2, 3)
    assert pos.hex[unit(pos, "a-truck-1")] == POOL
    assert (pos.points[unit(pos, "a17")], pos.cargo[unit(pos, "a17")]) == (2, 8)
    assert all(pos.active[plane] for side in (0, 1) for plane in content.planes[side])
    assert not any(pos.fuel) and not any(pos.lost) and not any(pos.oos)
    assert (pos.plan_hex[unit(pos, "a35")], pos.plan_turn[unit(pos, "a35")]) == (hex(pos, "14.12"), 1)


def test_supply_and_works_of_the_set_up(pos: OcsPosition) -> None:
    def dumps(side: int) -> dict[str, int]:
        names = pos.content.names
        return {names[h]: t for h in range(pos.content.hexes) if (t := pos.ground_dump(h, side))}

    assert dumps(ASTER) == {"04.10": 64, "09.10": 32, "09.05": 16}
    assert dumps(BOREAL) == {"18.10": 40, "16.03": 20, "14.12": 8, "22.10": 24}
    assert pos.dump_at(hex(pos, "04.10"), ASTER) == 84  # and 20 on the trucks
    assert pos.dump_at(hex(pos, "11.12"), ASTER) == 0  # Organic Trucks are their formation's
    levels = {"13.10": 2, "13.06": 1, "15.02": 3, "17.10": 1, "20.10": 1, "12.06": 1}
    assert {pos.content.names[h]: v for h, v in enumerate(pos.hedgehog) if v} == levels
    assert (pos.base_level(hex(pos, "04.11")), pos.base_level(hex(pos, "10.15"))) == (2, 0)
    assert pos.base_side[hex(pos, "10.15")] == ASTER
    assert pos.port_capacity(hex(pos, "15.02")) == 12
    assert (pos.control[hex(pos, "12.03")], pos.control[hex(pos, "13.03")]) == (ASTER, BOREAL)
    assert pos.content.rail_cap == [48, 32]
    assert pos.content.sea_cap == [0, 32]


@pytest.mark.rule("ocs.stacking.1", "ocs.setup.5")
def test_no_stack_of_the_set_up_is_too_high(pos: OcsPosition) -> None:
    heights = [pos.size_of(pos.combat_units_at(h, s)) for h in range(pos.content.hexes) for s in (0, 1)]
    assert max(heights) == 16  # a four-step division alone


@pytest.mark.rule("ocs.setup.5a", "ocs.setup.5b")
def test_a_set_up_that_is_too_full_or_where_nobody_could_go_is_refused() -> None:
    """Three divisions of 4 RE are 12; nobody walks into the sea."""
    content = load_content("selm-river")
    given = content.scenario.setup
    for moved, faults in (
        ({"a21": "11.12", "a22": "11.12", "a24": "11.12"}, 1),
        ({"a21": "10.01"}, 1),
        ({"ad1": "10.01"}, 0),
        ({}, 0),
    ):
        scenario = msgspec.structs.replace(content.scenario, setup={**given, **moved})
        found = setup_faults(Content(scenario, content.board, content.roster, content.tables))
        assert len(found) == faults, moved


def test_all_scenarios_of_the_list_are_there() -> None:
    assert all(path.is_file() for path in scenario_files())
