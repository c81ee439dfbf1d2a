"""The edges of what a position keeps and shows, and of what content is read into."""

from random import Random
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs.model.charts import six
from grognard.games.ocs.model.content import Content, load_content, setup_faults
from grognard.games.ocs.model.ground import ARMOR, CATEGORIES, LEG, MECH, OTHER, TRACK, TRUCK
from grognard.games.ocs.model.position import ASTER, BOREAL, DEAD, MOVED, POOL, WAITING, OcsPosition
from grognard.games.ocs.model.scale import SP
from grognard.games.ocs.movement.step_costs import goods_of, trainbusted_hexes
from grognard.games.ocs.table.knowledge import marks, pieces, tracks


@pytest.fixture(scope="module")
def content() -> Content:
    return load_content("selm-river")


# -- counters -------------------------------------------------------------------------------------

Row = tuple[int, ...]
COUNTERS: dict[str, dict[str, Row | int | bool]] = {
    # by the printed counters: pairs are the Combat side and the Move side
    "a21": {
        "strength": (20, 10),
        "rating": (4, 4),
        "movement": (3, 5),
        "mobility": (LEG, LEG),
        "max_steps": 4,
    },
    "a11": {"strength": (6, 3), "rating": (5, 5), "movement": (8, 14), "mobility": (TRACK, TRACK)},
    "a13": {"strength": (8, 4), "movement": (6, 16), "mobility": (TRACK, TRUCK), "max_steps": 1},
    "a16": {"strength": (1, 1), "barrage": (20, 7), "range": (3, 3), "movement": (3, 14), "rating": (3, 3)},
    "a01": {
        "strength": (5, 1),
        "throw": (12, 6),
        "movement": (0, 10),
        "mobility": (LEG, TRUCK),
        "rating": (0, 0),
    },
    "a41": {
        "movement": (45, 45),
        "mobility": (TRUCK, TRUCK),
        "extender_range": 20,
        "extender_mobility": TRUCK,
    },
    "a43": {"movement": (10, 10), "mobility": (LEG, LEG), "extender_range": 10, "extender_mobility": LEG},
    "af1": {"rating": (4, 3), "barrage": (3, 2), "range": (30, 30), "capacity": (0, 0), "max_steps": 2},
    "ad1": {"barrage": (8, 4), "range": (3, 3), "flak": (1, 1), "protection": (1, 1), "movement": (20, 20)},
}


@pytest.mark.rule("ocs.units.1", "ocs.units.6", "ocs.units.9", "ocs.units.10")
@pytest.mark.parametrize("id", COUNTERS)
def test_what_is_printed_on_a_counter(id: str, content: Content) -> None:
    one = content.roster.index[id]
    for name, value in COUNTERS[id].items():
        values = getattr(content, name)
        found = tuple(values[one * 2 : one * 2 + 2]) if isinstance(value, tuple) else values[one]
        assert found == value, name


@pytest.mark.rule(
    "ocs.units.2", "ocs.units.15", "ocs.basics.14", "ocs.units.1", "ocs.units.12", "ocs.units.18b"
)
def test_what_kind_of_unit_it_is(content: Content) -> None:
    def those(flags: list[bool], *ids: str) -> list[bool]:
        return [flags[content.roster.index[id]] for id in ids]

    ids = ("a21", "a01", "a32", "a41", "a17", "af1", "ad1", "a-pax-1", "b33")
    assert those(content.is_combat, *ids) == [True, True, True, False, False, False, False, True, True]
    assert those(content.can_attack, *ids) == [True, *[False] * 6, True, False]
    assert those(content.is_transport, *ids) == [False, False, False, True, True, *[False] * 4]
    assert those(content.is_organic, *ids) == [False] * 4 + [True] + [False] * 4
    assert those(content.is_multi_step, *ids) == [True] + [False] * 8
    assert those(content.has_combat_side, *ids) == [True, True, True, *[False] * 5, True]
    assert those(content.is_independent, "a21", "a11", "a31", "a01", "a41") == [
        False,
        False,
        True,
        True,
        False,
    ]
    classes = [content.combat_class[content.roster.index[id]] for id in ("a11", "a15", "a21")]
    assert classes == [ARMOR, MECH, OTHER]


@pytest.mark.rule("ocs.basics.13d", "ocs.basics.15", "ocs.basics.17")
def test_sizes_and_what_they_take_of_a_transport(content: Content) -> None:
    """Quarters of an RE: divisions by steps, a regiment four, a battalion two, a Repl one."""
    index = content.roster.index
    sizes = {"a21": 16, "a23": 12, "a13": 4, "a11": 2, "a-pax-1": 1, "a01": 4, "af1": 0, "a41": 0}
    assert {id: content.size_quarters[index[id]] for id in sizes} == sizes
    # Sixteenths of a Cap: who walks with up to six MP takes half.
    assert content.equivalent(index["a21"], 16) == 32 and content.equivalent(index["a13"], 4) == 16
    assert content.equivalent(index["a35"], 2) == 4 and content.equivalent(index["a33"], 2) == 8


@pytest.mark.rule("ocs.airmission.11", "ocs.naval.6")
def test_who_is_light_and_who_carries_aircraft() -> None:
    pos = position(None, {})
    content = pos.content
    light = {id: content.is_light(unit(pos, id)) for id in ("a35", "a21", "a33", "a11")}
    assert light == {"a35": True, "a21": True, "a33": False, "a11": False}
    assert content.carrier_room(unit(pos, "ac1")) == 3 and content.carrier_room(unit(pos, "ad1")) == 0


@pytest.mark.rule("ocs.combat.22", "ocs.basics.2", "ocs.combat.23a")
def test_the_ground_is_of_four_categories() -> None:
    pos = position(["~.wFhMsvcC"], {})
    content = pos.content
    words = {name: CATEGORIES[content.category[name]] for name in ("open", "forest", "village", "major-city")}
    assert words == {
        "open": "open",
        "forest": "close",
        "village": "close",
        "major-city": "extremely-close",
    }
    towns = [content.names[one] for one in range(content.hexes) if content.is_town[one]]
    assert towns == ["08.01", "09.01", "10.01"]
    assert [content.names[one] for one in range(content.hexes) if content.is_sea[one]] == ["01.01"]
    assert [content.names[one] for one in range(content.hexes) if content.is_coast[one]] == ["02.01"]


@pytest.mark.rule("ocs.setup.5b")
def test_a_set_up_where_nobody_could_stand_is_a_fault(content: Content) -> None:
    assert setup_faults(content) == []
    was = dict(content.scenario.setup)
    try:
        content.scenario.setup["a31"] = "08.01"  # the sea
        assert [fault.where for fault in setup_faults(content)] == ["setup.a31"]
        content.scenario.setup.update(was)
        here = was["a21"]
        crowd = [id for id in ("a22", "a23", "a24") if id in was]
        content.scenario.setup.update(dict.fromkeys(crowd, here))
        assert [fault.where for fault in setup_faults(content)] == ["setup"]
    finally:
        content.scenario.setup.clear()
        content.scenario.setup.update(was)


# -- what a position keeps ------------------------------------------------------------------------


def test_what_is_remembered_of_stacks_is_what_counting_finds() -> None:
    """Counters are laid about by chance; after each, stacks, men and zones are counted anew."""
    rng = Random(5)
    ids = "a21 a31 a41 af1 b11 b31 b41 bf1"
    pos = position(None, {ids: "03.03"})
    units = [unit(pos, id) for id in ids.split()]
    for _ in range(60):
        pos.at(0)
        pos.zoc(ASTER)
        pos.place(rng.choice(units), rng.choice([*range(25), DEAD, WAITING]))
        for side in (ASTER, BOREAL):
            zones = {
                there
                for one in pos.content.combat_units[side]
                if 0 <= pos.hex[one] < pos.content.hexes and pos.content.can_attack[one] and not pos.mode[one]
                for there in pos.content.around[pos.hex[one]]
            }
            assert {place for place, on in enumerate(pos.zoc(side)) if on} == zones
        for place in range(25):
            there = [one for one in sorted(units) if pos.hex[one] == place]
            assert pos.at(place) == there
            for side in (ASTER, BOREAL):
                mine = [one for one in there if pos.content.side[one] == side]
                fighters = [one for one in mine if pos.content.is_combat[one]]
                assert pos.side_at(place, side) == mine and pos.combat_units_at(place, side) == fighters
                assert pos.men_of(side)[place] == len(fighters)
                assert pos.is_held_by(place, side) is bool(fighters)


@pytest.mark.rule("ocs.basics.22", "ocs.units.2a")
@pytest.mark.parametrize(
    ("units", "given", "there"),
    [
        ({}, {}, False),
        ({}, {"dumps": {"boreal": {"03.03": 1}}}, True),
        ({}, {"dumps": {"aster": {"03.03": 1}}}, False),
        ({}, {"bases": {"boreal": {"03.03": 1}}}, True),
        ({}, {"ports": {"boreal": {"03.03": [1, 0]}}}, True),
        ({}, {"hedgehogs": {"boreal": {"03.03": 1}}}, True),
        ({}, {"hedgehogs": {"aster": {"03.03": 1}}}, False),
        ({"b41": {"hex": "03.03", "points": 1}}, {}, True),
        ({"bf1": "03.03"}, {}, True),
        ({"b11": "03.03"}, {}, False),
        ({"a41": {"hex": "03.03", "points": 1}}, {}, False),
    ],
)
def test_what_counts_as_goods(units: dict[str, Any], given: dict[str, Any], there: bool) -> None:
    pos = position(None, units, **given)
    here = hex(pos, "03.03")
    assert pos.has_enemy_goods(here, ASTER) is there
    assert bool(goods_of(pos, BOREAL)[here]) is there


@pytest.mark.rule("ocs.port.4", "ocs.units.3")
def test_tokens_on_the_ground_pools_and_tops() -> None:
    pos = position(None, {"a41": {"hex": "03.03", "points": 2, "load": 3}}, dumps={"aster": {"03.03": 4}})
    here = hex(pos, "03.03")
    pos.add_dump(here, ASTER, 2)
    pos.add_dump(here, BOREAL, 1)
    assert (pos.ground_dump(here, ASTER), pos.dump_at(here, ASTER), pos.ground_dump(here, BOREAL)) == (
        6,
        9,
        1,
    )
    first = pos.free_of_pool("a-pax")
    assert pos.roster.counters[first].id == "a-pax-1"
    pos.place(first, here)
    assert pos.roster.counters[pos.free_of_pool("a-pax")].id == "a-pax-2"
    for other in pos.roster.pools["a-pax"]:
        pos.place(other, here)
    assert pos.free_of_pool("a-pax") == -1
    a41 = unit(pos, "a41")
    pos.put_on_top(a41)
    pos.put_on_top(first)
    pos.put_on_top(a41)
    assert pos.order == [first, a41]
    pos.place(first, POOL)
    assert not pos.is_on_map(first) and pos.is_on_map(a41)


@pytest.mark.rule("ocs.modes.16")
def test_hexes_with_reserve_markers() -> None:
    units = {
        "a11 a12": {"hex": "01.05", "mode": "reserve"},
        "a13": "02.02",
        "a14": {"hex": "dead", "mode": "reserve"},
        "b11": {"hex": "04.04", "mode": "reserve"},
    }
    pos = position(None, units)
    assert pos.reserve_hexes(ASTER) == {hex(pos, "01.05")} and pos.reserve_hexes(BOREAL) == {
        hex(pos, "04.04")
    }


@pytest.mark.rule("ocs.airmission.6", "ocs.airmission.7")
def test_whom_a_trainbusting_marker_hinders() -> None:
    pos = position(None, {}, trainbusted={"aster": ["03.03"]})
    around = {"03.03", "03.04", "04.04", "04.03", "03.02", "02.03", "02.04"}

    def hexes(side: int, mobility: int) -> set[str]:
        return {pos.content.names[one] for one, on in enumerate(trainbusted_hexes(pos, side, mobility)) if on}

    assert hexes(ASTER, LEG) == {"03.03"}
    assert hexes(ASTER, TRACK) == hexes(ASTER, TRUCK) == around
    assert hexes(BOREAL, TRUCK) == set()


@pytest.mark.rule("ocs.capture.3")
def test_a_table_of_six_columns() -> None:
    table = position(None, {}).content.tables["capture"]
    assert [six(table, "trucks", die) for die in range(1, 7)] == [0, 0, 25, 50, 50, 75]


# -- what is shown --------------------------------------------------------------------------------


def badges(pos: OcsPosition, id: str, side: int = ASTER) -> tuple[str, ...]:
    return next(piece.badges for piece in pieces(pos, side) if piece.unit == unit(pos, id))


@pytest.mark.rule("ocs.fog.1d", "ocs.fog.2")
def test_what_is_written_on_a_counter_and_for_whom() -> None:
    units = {"a01": {"hex": "02.02", "fuel": True, "stocks": "low", "oos": True, "flags": MOVED}}
    pos = position(None, units)
    assert badges(pos, "a01") == ("oos", "low", "fuel", "moved")
    assert badges(pos, "a01", BOREAL) == ("oos",)
    pos.put.stocks[unit(pos, "a01")] = 2
    assert "exhausted" in badges(pos, "a01")
    truck = position(None, {"a41": {"hex": "02.02", "points": 5, "extender": True}})
    piece = next(one for one in pieces(truck, ASTER) if one.unit == unit(truck, "a41"))
    assert (piece.badges, piece.amount, piece.steps) == (("extender",), 5, 0)
    plane = position(None, {"af1": {"hex": "02.02", "active": False, "lost": 1}})
    piece = next(one for one in pieces(plane, ASTER) if one.unit == unit(plane, "af1"))
    assert (piece.badges, piece.face, piece.steps) == (("inactive",), 1, 1)
    many = position(None, {"a21": {"hex": "02.02", "lost": 1, "mode": "move"}, "a34": "03.03"})
    found = {one.unit: (one.face, one.steps, one.amount) for one in pieces(many, ASTER)}
    assert found == {unit(many, "a21"): (1, 3, 0), unit(many, "a34"): (0, 0, 0)}


@pytest.mark.rule("ocs.fog.2", "ocs.supply.3")
def test_supply_on_the_ground_is_counted_for_its_owner_alone() -> None:
    pos = position(None, {}, dumps={"aster": {"02.02": 2 * SP + 1}, "boreal": {"03.03": 8, "04.04": 1}})
    mine = [(piece.hex, piece.text, piece.amount) for piece in pieces(pos, ASTER)]
    assert mine == [
        (hex(pos, "02.02"), "SP", 2),
        (hex(pos, "02.02"), "T", 1),
        *((place, "SP", 0) for place in sorted((hex(pos, "03.03"), hex(pos, "04.04")))),
    ]


def test_works_on_the_map() -> None:
    given: dict[str, Any] = {
        "hedgehogs": {"aster": {"01.01": 1, "02.01": 4}},
        "strips": {"boreal": ["05.01"]},
    }
    bases = {"aster": {"03.01": 1}, "boreal": {"04.01": 3}}
    pos = position(
        None, {}, bases=bases, ports={"boreal": {"01.05": [1, 0]}}, trainbusted={"aster": ["02.02"]}, **given
    )
    names = {kind: [pos.content.names[one] for one in places] for kind, places in marks(pos).items()}
    assert names == {
        "hedgehog-1": ["01.01"],
        "hedgehog-4": ["02.01"],
        "air-base-1": ["03.01"],
        "air-base-3": ["04.01"],
        "air-strip": ["05.01"],
        "port": ["01.05"],
        "trainbusting": ["02.02"],
    }


@pytest.mark.rule("ocs.rail.3", "ocs.sequence.24")
def test_the_numbers_beside_the_map() -> None:
    pos = position(None, {}, turn=2, turns=5, weather="storm", rail_cap={"aster": 3}, rail_used={"aster": 8})
    rows = {track.label: track.value for track in tracks(pos)}
    assert rows["Turn"] == "2 of 5" and rows["Weather"] == "storm" and rows["Rail Cap, Aster"] == "2½"
    assert rows["Rail Cap, Boreal"] == "0" and rows["Victory points"] == "0"
