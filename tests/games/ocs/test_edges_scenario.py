"""The edges of a scenario file: what it may leave out, what it may not name, how a game is set up from it."""

from functools import cache
from typing import Any

import msgspec
import pytest

from games.ocs.bench import hex, unit
from grognard.core.content.load import Loaded, load_all
from grognard.core.content.player_files import NO_FILES
from grognard.games.ocs.model.content import DATA, STRIP, load_content
from grognard.games.ocs.model.position import ASTER, BOREAL, POOL, TRACED, WAITING
from grognard.games.ocs.model.scenario import (
    Facilities,
    Facility,
    Means,
    OcsScenario,
    Opening,
    StartingLoad,
    VictoryTerms,
    WrittenDropPlan,
    part_faults,
)
from grognard.games.ocs.model.setup import first_position


@cache
def selm() -> Loaded[OcsScenario]:
    return load_all(DATA, OcsScenario, "selm-river", NO_FILES, [], part_faults)


def faults(**change: Any) -> list[str]:
    """Where Selm River is at fault after a change."""
    parts = selm()
    scenario = msgspec.structs.replace(parts.scenario, **change)
    found = part_faults(Loaded(scenario, parts.board, parts.roster, parts.tables))
    return [fault.where for fault in found]


@pytest.mark.rule("ocs.setup.1")
def test_what_a_scenario_may_leave_out() -> None:
    assert (StartingLoad(3).tokens, Facility("aster", 2).hits) == (0, 0)
    means = Means()
    assert (means.source, means.port, means.sea_box, means.sea_entry) == ("", "", "", ())
    assert (means.rail_cap, means.sea_cap, means.reserve_markers, means.caches) == (0, 0, 0, 0)
    assert not means.hip_shoot and not Opening().air_strips and Opening().first_player == "aster"
    assert VictoryTerms({}).levels == (7, 5, 3, 1) and VictoryTerms({}).attacker == "aster"


@pytest.mark.rule("ocs.setup.1")
@pytest.mark.parametrize(("points", "can"), [(-1, False), (0, True), (999, True), (1000, False)])
def test_numbers_of_a_scenario(points: int, can: bool) -> None:
    try:
        found = msgspec.convert({"points": points}, StartingLoad).points == points
    except msgspec.ValidationError:
        found = False
    assert found is can


@pytest.mark.rule("ocs.setup.1")
def test_the_scenario_as_it_is_has_no_fault() -> None:
    assert faults() == []


@pytest.mark.rule("ocs.setup.1")
@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"sides": {"aster": Means(source="99.99")}}, "sides.aster.source"),
        ({"sides": {"boreal": Means(port="99.99")}}, "sides.boreal.port"),
        ({"sides": {"boreal": Means(sea_entry=("99.99",))}}, "sides.boreal.sea-entry"),
        ({"dumps": {"aster": {"99.99": 3}}}, "dumps.aster"),
        ({"within": {"a21": ("99.99", 3)}}, "within"),
        ({"victory": VictoryTerms({"99.99": 3})}, "victory.hexes"),
        ({"plans": [WrittenDropPlan("a35", "99.99", 1)]}, "plans"),
        ({"plans": [WrittenDropPlan("zz", "12.10", 1)]}, "plans.zz"),
        ({"pools": {"a-pax": ["99.99"]}}, "pools.a-pax"),
        ({"pools": {"zz": ["12.10"]}}, "pools.zz"),
        ({"modes": {"zz": "move"}}, "modes.zz"),
        ({"lost": {"zz": 1}}, "lost.zz"),
        ({"loads": {"zz": StartingLoad(1)}}, "loads.zz"),
        ({"facilities": Facilities(air_bases={"99.99": Facility("aster", 1)})}, "facilities.air-bases"),
        ({"facilities": Facilities(air_strips={"99.99": "aster"})}, "facilities.air-strips"),
        ({"facilities": Facilities(ports={"99.99": Facility("aster", 1)})}, "facilities.ports"),
        ({"facilities": Facilities(hedgehogs={"99.99": Facility("aster", 1)})}, "facilities.hedgehogs"),
        ({"facilities": Facilities(gliders={"99.99": Facility("aster", 1)})}, "facilities.gliders"),
        ({"facilities": Facilities(flak={"99.99": 1})}, "facilities.flak"),
    ],
)
def test_what_is_not_there_is_a_fault(change: dict[str, Any], where: str) -> None:
    assert faults(**change) == [where]


@pytest.mark.rule("ocs.setup.2")
def test_a_counter_off_the_map_is_within_nothing() -> None:
    assert faults(within={"a24": ("01.01", 1)}) == []  # it arrives later


@pytest.mark.rule("ocs.basics.1")
def test_ground_hexsides_and_ways_that_no_rule_knows() -> None:
    parts = selm()
    board = parts.board

    def found(**change: Any) -> list[str]:
        kept = {name: getattr(board, name) for name in change}
        for name, value in change.items():
            setattr(board, name, value)
        try:
            return [fault.where for fault in part_faults(parts)]
        finally:
            for name, value in kept.items():
                setattr(board, name, value)

    assert found(terrain_kinds=[*board.terrain_kinds, "lava"]) == ["map, terrain"]
    assert found(side_kinds=[*board.side_kinds, "wall"]) == ["map, side_kinds"]
    assert found(side_kinds=[""]) == []
    assert found(link_kinds=board.link_kinds[::-1]) == ["map, link_kinds"]


# -- the first position -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.setup.1", "ocs.setup.3a", "ocs.setup.4a")
def test_a_game_as_the_scenario_sets_it_up() -> None:
    content = load_content("selm-river")
    scenario = content.scenario
    pos = first_position(content)
    index = content.roster.index
    assert {id: pos.board.place_id(pos.hex[index[id]]) for id in scenario.setup} == dict(scenario.setup)
    pooled = {one for units in content.roster.pools.values() for one in units}
    placed = {index[id] for id in scenario.setup}
    for one in range(content.units):
        if one not in placed and pos.hex[one] < 0:
            assert pos.hex[one] == (POOL if one in pooled else WAITING)
        assert pos.fed[one] == TRACED and pos.active[one] == int(content.is_aircraft[one])
        assert pos.back[one] == content.arrival_turn[one]
    assert {id: (pos.points[index[id]], pos.cargo[index[id]]) for id in scenario.loads} == {
        id: (load.points, load.tokens) for id, load in scenario.loads.items()
    }
    assert pos.began == pos.hex and pos.turn == scenario.first_turn
    assert (pos.first, pos.phasing, pos.acting) == (ASTER, ASTER, ASTER)


@pytest.mark.rule("ocs.setup.1", "ocs.setup.3", "ocs.setup.4b")
def test_everything_that_a_scenario_can_say() -> None:
    content = load_content("selm-river")
    built = Facilities(
        air_bases={"10.10": Facility("aster", 2)},
        air_strips={"11.11": "boreal"},
        ports={"12.12": Facility("boreal", 3, hits=1)},
        hedgehogs={"13.13": Facility("boreal", 4)},
        gliders={"10.10": Facility("aster", 5)},
    )
    content.scenario = msgspec.structs.replace(
        content.scenario,
        facilities=built,
        dumps={"aster": {"10.10": 7}, "boreal": {"20.10": 9}},
        pools={"b-pax": ["20.10", "21.10"]},
        plans=[WrittenDropPlan("a35", "15.10", 2)],
        lost={"b11": 2},
        opening=Opening(first_player="boreal"),
        modes={"a21": "strat"},
    )
    content.caches = [2, 1]
    pos = first_position(content)

    def at(values: Any, name: str) -> int:
        return int(values[hex(pos, name)])

    assert (at(pos.base, "10.10"), at(pos.base_side, "10.10"), at(pos.gliders, "10.10")) == (2, ASTER, 5)
    assert (at(pos.base, "11.11"), at(pos.base_side, "11.11")) == (STRIP, BOREAL)
    assert (at(pos.port_side, "12.12"), at(pos.port_hits, "12.12")) == (BOREAL, 1)
    assert (at(pos.hedgehog, "13.13"), at(pos.hedgehog_side, "13.13")) == (4, BOREAL)
    assert pos.ground_dump(hex(pos, "10.10"), ASTER) == 7 and pos.ground_dump(hex(pos, "20.10"), BOREAL) == 9
    assert [pos.hex[unit(pos, f"b-pax-{number}")] for number in (1, 2, 3)] == [
        hex(pos, "20.10"),
        hex(pos, "21.10"),
        POOL,
    ]
    a35 = unit(pos, "a35")
    assert (pos.plan_hex[a35], pos.plan_turn[a35], pos.lost[unit(pos, "b11")]) == (hex(pos, "15.10"), 2, 2)
    assert (pos.first, pos.phasing, pos.acting, pos.cache) == (BOREAL, BOREAL, BOREAL, [2, 1])
    assert pos.cache is not content.caches
    held = {
        pos.hex[one]: content.side[one]
        for one in range(content.units)
        if content.is_combat[one] and pos.hex[one] >= 0
    }
    assert all(pos.control[place] == side for place, side in held.items() if place < content.hexes)
    free = [place for place in range(content.hexes) if place not in held]
    assert all(pos.control[place] == content.board.holder[place] for place in free)
