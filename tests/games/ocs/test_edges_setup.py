"""Content and set-up against the files: every counter, every scenario, and what a scenario may not say."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from games.ocs.bench import position
from grognard.core.content.load import Loaded
from grognard.core.position import NOTHING
from grognard.games.ocs.model import content as texts
from grognard.games.ocs.model.content import SCENARIOS, TOGGLES, Content, load_content, setup_faults
from grognard.games.ocs.model.position import COMBAT, DG, EXPLOIT, MOVE, POOL, RESERVE, STRAT, TRACED, WAITING
from grognard.games.ocs.model.scenario import (
    SIDES,
    Facilities,
    Facility,
    Means,
    OcsScenario,
    WrittenDropPlan,
    part_faults,
)
from grognard.games.ocs.model.setup import START_MODES, first_position


@cache
def full() -> Content:
    """All counters on the map of Selm River."""
    return position([], {}).content


@cache
def selm() -> Content:
    return load_content("selm-river")


COMBAT_KINDS = (
    *("hq", "inf", "mech-inf", "tank", "recon", "rail-repair", "engineer", "anti-tank", "anti-aircraft"),
    *("para", "militia", "breakdown", "pax", "eq", "artillery"),
)
PLANES = ("fighter", "tactical-bomber", "strategic-bomber", "transport-plane")
VEHICLES = ("truck", "wagon", "organic-truck")
CRAFT = ("landing-craft", "lst", "dukw")

COLUMNS = {
    "unit": ("strength", "rating", "movement", "mobility"),
    "artillery": ("barrage", "rating", "range", "movement", "mobility"),
    "hq": ("throw", "movement", "mobility"),
    "transport": ("movement", "mobility"),
    "aircraft": ("rating", "barrage", "range", "capacity"),
    "ship": ("barrage", "range", "flak", "protection", "movement"),
}


def form_of(kind: str) -> str:
    """What is printed on a counter of a kind."""
    if kind in ("artillery", "hq"):
        return kind
    if kind in VEHICLES:
        return "transport"
    return "aircraft" if kind in PLANES else "ship" if kind in ("ship", *CRAFT) else "unit"


@pytest.mark.rule(
    "ocs.units.1",
    "ocs.units.2",
    "ocs.units.6",
    "ocs.units.7",
    "ocs.units.9",
    "ocs.units.10",
    "ocs.basics.13b",
    "ocs.units.15a",
    "ocs.units.17a",
)
@pytest.mark.rule("ocs.units.15", "ocs.units.16", "ocs.units.17", "ocs.basics.13", "ocs.basics.14")
def test_every_counter_is_read_as_it_is_printed() -> None:
    content = full()
    for one, counter in enumerate(content.roster.counters):
        kind = counter.kind
        fights = kind in COMBAT_KINDS
        flags = {
            "is_combat": fights,
            "is_hq": kind == "hq",
            "is_artillery": kind == "artillery",
            "is_transport": kind in VEHICLES,
            "is_organic": kind == "organic-truck",
            "is_aircraft": kind in PLANES,
            "is_ship": kind in ("ship", *CRAFT),
            "is_craft": kind in CRAFT,
            "is_repl": kind in ("pax", "eq"),
            "is_breakdown": kind == "breakdown",
            "is_multi_step": fights and counter.steps > 1,
            "has_combat_side": fights and len(counter.faces) == 2,
            "can_attack": fights and kind not in ("hq", "artillery") and "defends-only" not in counter.traits,
            "is_independent": fights and counter.steps < 2 and not counter.parent,
        }
        for name, value in flags.items():
            assert getattr(content, name)[one] == value, (counter.id, name)
        assert (content.unit_names[one], content.kind[one]) == (counter.name, kind)
        assert content.side[one] == ("aster", "boreal").index(counter.side)
        for column, name in enumerate(COLUMNS[form_of(kind)]):
            printed = [face[column] for face in counter.faces]
            values = [printed[0], printed[-1]]
            assert getattr(content, name)[one * 2 : one * 2 + 2] == values, (counter.id, name)
        if kind == "hq":
            assert content.strength[one * 2 : one * 2 + 2] == [5, 1]
        if kind == "artillery":
            assert content.strength[one * 2 : one * 2 + 2] == [1, 1]
        extender = counter.faces[0][2:] if kind in VEHICLES else [0, 0]
        assert [content.extender_range[one], content.extender_mobility[one]] == list(extender)
        steps = counter.steps if kind not in VEHICLES else 0
        assert content.max_steps[one] == steps
        size = 0
        if fights:
            small = 1 if kind in ("pax", "eq") else {"I": 1, "II": 2}.get(counter.size, 4)
            size = 4 * steps if steps > 1 else small
        assert content.size_quarters[one] == size, counter.id
        assert content.formation[one] == (
            content.formation_ids.index(counter.parent) if counter.parent else NOTHING
        )
        # Up to 6 Leg MP on the Move side a combat unit takes half its size, in sixteenths of a point.
        mobility, movement = content.mobility[one * 2 + 1], content.movement[one * 2 + 1]
        walks = mobility == 0 and 1 <= movement <= 6
        assert content.equivalent(one, 4) == (8 if walks else 16)
        assert content.is_light(one) == (mobility == 0 and movement <= 10)
        room = [trait.partition(":")[2] for trait in counter.traits if trait.startswith("carrier:")]
        assert content.carrier_room(one) == int(*room)


@pytest.mark.rule("ocs.basics.15b", "ocs.airmission.11")
@pytest.mark.parametrize(
    ("mobility", "movement", "half", "light"),
    [
        *((0, 0, False, True), (0, 1, True, True), (0, 6, True, True), (0, 7, False, True)),
        *((0, 10, False, True), (0, 11, False, False), (1, 6, False, False), (2, 5, False, False)),
    ],
)
def test_who_takes_half_the_room_and_who_goes_by_air(
    mobility: int, movement: int, half: bool, light: bool
) -> None:
    content = position(None, {}).content
    one = content.roster.index["a14"]
    content.mobility[one * 2 + 1], content.movement[one * 2 + 1] = mobility, movement
    assert content.equivalent(one, 4) == (8 if half else 16)
    assert content.is_light(one) is light


@pytest.mark.rule("ocs.units.11", "ocs.units.12", "ocs.units.13")
def test_counters_are_listed_by_side_and_kind() -> None:
    content = full()
    for side in (0, 1):
        own = [one for one in range(content.units) if content.side[one] == side]
        lists = {
            "units_of": own,
            "combat_units": [one for one in own if content.kind[one] in COMBAT_KINDS],
            "hqs": [one for one in own if content.kind[one] == "hq"],
            "engineers": [one for one in own if content.kind[one] in ("hq", "engineer")],
            "transports": [one for one in own if content.kind[one] in VEHICLES],
            "planes": [one for one in own if content.kind[one] in PLANES],
            "ships": [one for one in own if content.kind[one] in ("ship", *CRAFT)],
            "crafts": [one for one in own if content.kind[one] in CRAFT],
            "carriers": [one for one in own if content.carrier_room(one)],
            "light_units": [
                one for one in own if content.kind[one] in COMBAT_KINDS and content.is_light(one)
            ],
        }
        for name, plain in lists.items():
            assert getattr(content, name)[side] == plain, name
    for number in range(len(content.formation_ids)):
        plain = [one for one in range(content.units) if content.formation[one] == number]
        assert content.members[number] == plain


@pytest.mark.rule("ocs.basics.5", "ocs.combat.26")
def test_options_are_off_until_they_are_agreed_on() -> None:
    assert len(TOGGLES) == 19 and not any(toggle.default for toggle in TOGGLES)
    assert full().options == {toggle.id: False for toggle in TOGGLES}
    assert (texts.NO_AT, texts.LIGHT_AT, texts.HEAVY_AT) == (0, 1, 2)
    assert (texts.COMBAT_SIDE, texts.MOVE_SIDE, texts.STRIP) == (0, 1, 9)
    traits = [frozenset({name}) for name in ("armor", "mech", "other", "throws-leg", "throws-track")]
    assert [Content._class_of(one) for one in traits[:3]] == [0, 1, 2]
    assert [Content._throws_by(one) for one in traits[2:]] == [2, 0, 1]


@pytest.mark.rule("ocs.units.3", "ocs.units.4", "ocs.basics.4c")
@pytest.mark.parametrize("name", SCENARIOS)
def test_what_the_sides_of_a_scenario_have(name: str) -> None:
    content = load_content(name)
    scenario, index = content.scenario, content.grid.index
    for side, id in enumerate(SIDES):
        means = scenario.sides.get(id, Means())
        assert content.source[side] == (index(means.source) if means.source else -1)
        assert content.source_port[side] == (index(means.port) if means.port else -1)
        assert content.sea_box[side] == (content.board.find_place(means.sea_box) if means.sea_box else -1)
        assert content.sea_entry[side] == [index(one) for one in means.sea_entry]
        assert (content.rail_cap[side], content.sea_cap[side]) == (means.rail_cap * 16, means.sea_cap * 16)
        assert (content.reserve_markers[side], content.caches[side]) == (means.reserve_markers, means.caches)
        assert content.hip_shoot[side] == means.hip_shoot
    built = scenario.facilities
    assert content.port_capacity == {index(hex): port.level for hex, port in built.ports.items()}
    assert content.printed_flak == {index(hex): value for hex, value in built.flak.items()}
    assert content.has_gliders == bool(built.gliders)
    assert content.objective == {index(hex): points for hex, points in scenario.victory.hexes.items()}
    arrivals = {id: (one.turn, index(one.at[0])) for one in scenario.reinforcements for id in one.units}
    for one, counter in enumerate(content.roster.counters):
        plain = arrivals.get(counter.id, (0, -1))
        assert (content.arrival_turn[one], content.arrival_hex[one]) == plain


@pytest.mark.rule("ocs.stacking.1", "ocs.supply.6")
def test_limits_and_prices_are_those_of_the_tables() -> None:
    for _ in range(2):  # looked up, and remembered
        assert [full().limit(name) for name in ("stacking-re", "draw-mp", "wagon-ma")] == [10, 5, 10]
        assert [full().cost(name) for name in ("hedgehog-level", "refit", "fuel-hq")] == [8, 1, 4]


# -- set-up ---------------------------------------------------------------------------------------

MODES_OF = {
    # the mode, and the side of the counter that shows
    "combat": (COMBAT, 0),
    "move": (MOVE, 1),
    "reserve": (RESERVE, 0),
    "reserve-move": (RESERVE, 1),
    "strat": (STRAT, 1),
    "dg": (DG, 0),
    "exploit": (EXPLOIT, 0),
}


@pytest.mark.rule("ocs.setup.1a", "ocs.setup.3a", "ocs.setup.4")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_game_begins_as_its_scenario_says(name: str) -> None:
    content = load_content(name)
    pos, scenario, index = first_position(content), content.scenario, content.grid.index
    pools = {one for units in content.roster.pools.values() for one in units}
    pooled = {
        one: index(hex)
        for pool, hexes in scenario.pools.items()
        for one, hex in zip(content.roster.pools[pool], hexes, strict=False)
    }
    plans = {plan.unit: (index(plan.hex), plan.turn) for plan in scenario.plans}
    for one, counter in enumerate(content.roster.counters):
        id = counter.id
        off = POOL if one in pools else WAITING
        place = content.board.find_place(scenario.setup[id]) if id in scenario.setup else pooled.get(one, off)
        load = scenario.loads.get(id)
        assert pos.hex[one] == pos.began[one] == place, id
        assert (pos.points[one], pos.cargo[one]) == ((load.points, load.tokens) if load else (0, 0))
        assert pos.lost[one] == scenario.lost.get(id, 0)
        assert (pos.plan_hex[one], pos.plan_turn[one]) == plans.get(id, (NOTHING, 0))
        assert (pos.back[one], pos.fed[one]) == (content.arrival_turn[one], TRACED)
        assert pos.active[one] == content.is_aircraft[one]
        mode, face = MODES_OF[scenario.modes.get(id, "combat")]
        if not content.has_combat_side[one]:
            mode, face = (
                (mode if mode in (STRAT, DG) or scenario.modes.get(id) == "reserve-move" else MOVE),
                1,
            )
        assert (pos.mode[one], pos.face[one]) == (mode, face), id
    built = scenario.facilities
    for hex in range(content.hexes):
        men = [content.side[one] for one in pos.at(hex) if content.is_combat[one]]
        assert pos.control[hex] == (men[0] if men else content.board.holder[hex])
    sides: list[str] = list(SIDES)
    works: dict[str, tuple[list[int], list[int], Any]] = {
        "bases": (pos.base, pos.base_side, built.air_bases),
        "hedgehogs": (pos.hedgehog, pos.hedgehog_side, built.hedgehogs),
    }
    for levels, owners, given in works.values():
        for hex, work in given.items():
            assert (levels[index(hex)], owners[index(hex)]) == (work.level, sides.index(work.side))
    for hex, side in built.air_strips.items():
        assert (pos.base[index(hex)], pos.base_side[index(hex)]) == (9, sides.index(side))
    assert sum(level > 0 for level in pos.base) == len(built.air_bases) + len(built.air_strips)
    assert sum(level > 0 for level in pos.hedgehog) == len(built.hedgehogs)
    for hex, port in built.ports.items():
        assert (pos.port_side[index(hex)], pos.port_hits[index(hex)]) == (sides.index(port.side), port.hits)
    assert {hex: pos.gliders[index(hex)] for hex in built.gliders} == {
        hex: store.level for hex, store in built.gliders.items()
    }
    for number, side in enumerate(SIDES):
        dumps = scenario.dumps.get(side, {})
        plain = {index(hex): tokens for hex, tokens in dumps.items()}
        assert {
            hex: pos.ground_dump(hex, number) for hex in range(content.hexes) if pos.ground_dump(hex, number)
        } == plain
    first = sides.index(scenario.opening.first_player)
    assert (pos.first, pos.phasing, pos.acting, pos.turn) == (first, first, first, scenario.first_turn)
    assert pos.cache == content.caches and pos.cache is not content.caches


@pytest.mark.rule("ocs.setup.3", "ocs.modes.12")
def test_the_modes_of_a_scenario_file() -> None:
    assert START_MODES == MODES_OF
    for name, (mode, face) in MODES_OF.items():
        pos = position(
            None, {"a21": {"hex": "03.03", "mode": name}, "a-pax-1": {"hex": "03.03", "mode": name}}
        )
        one, repl = pos.content.roster.index["a21"], pos.content.roster.index["a-pax-1"]
        assert (pos.mode[one], pos.face[one]) == (mode, face)
        kept = name in ("strat", "reserve-move", "dg")  # a Repl is never in Combat Mode
        assert (pos.mode[repl], pos.face[repl]) == ((mode if kept else MOVE), 1)


# -- faults ---------------------------------------------------------------------------------------


def faults(**changed: Any) -> list[str]:
    """Where a changed scenario of Selm River is at fault."""
    scenario: OcsScenario = replace(selm().scenario, **changed)
    return [
        fault.where for fault in part_faults(Loaded(scenario, selm().board, selm().roster, selm().tables))
    ]


@pytest.mark.rule("ocs.setup.1", "ocs.setup.5")
def test_a_scenario_names_hexes_and_counters_that_there_are() -> None:
    assert faults() == []
    scenario, nowhere = selm().scenario, "99.99"
    means = scenario.sides["aster"]
    for name in ("source", "port"):
        sides = {**scenario.sides, "aster": replace(means, **{name: nowhere})}
        assert faults(sides=sides) == [f"sides.aster.{name}"]
    assert faults(sides={**scenario.sides, "aster": replace(means, sea_entry=(nowhere,))}) == [
        "sides.aster.sea-entry"
    ]
    assert faults(dumps={"boreal": {nowhere: 4}}) == ["dumps.boreal"]
    assert faults(within={"a21": (nowhere, 3)}) == ["within"]
    assert faults(victory=replace(scenario.victory, hexes={nowhere: 1})) == ["victory.hexes"]
    assert faults(plans=[WrittenDropPlan("a35", nowhere, 2)]) == ["plans"]
    assert faults(plans=[WrittenDropPlan("nobody", "04.10", 2)]) == ["plans.nobody"]
    assert faults(pools={"a-pax": [nowhere]}) == ["pools.a-pax"]
    assert faults(pools={"no-pool": ["04.10"]}) == ["pools.no-pool"]
    work = Facility("aster", 1)
    kinds: dict[str, Any] = {
        **{kind: {nowhere: work} for kind in ("air_bases", "ports", "hedgehogs", "gliders")},
        "air_strips": {nowhere: "aster"},
        "flak": {nowhere: 1},
    }
    for kind, given in kinds.items():
        assert faults(facilities=Facilities(**{kind: given})) == [f"facilities.{kind.replace('_', '-')}"]
    assert faults(modes={"nobody": "move"}) == ["modes.nobody"]
    assert faults(lost={"nobody": 1}) == ["lost.nobody"]
    assert faults(loads={"nobody": next(iter(scenario.loads.values()))}) == ["loads.nobody"]


@pytest.mark.rule("ocs.setup.2a")
def test_within_x_hexes_takes_in_the_hex_at_x() -> None:
    at = selm().scenario.setup["a21"]
    grid = selm().grid
    for name in grid.names:
        away = grid.distance(grid.index(at), grid.index(name))
        if 2 <= away <= 4:
            assert faults(within={"a21": (name, 3)}) == (["setup.a21"] if away > 3 else [])
    assert faults(within={"nobody": (at, 3)}) == []  # who is not set up stands nowhere


@pytest.mark.rule("ocs.setup.5", "ocs.basics.1")
def test_a_map_has_the_ground_and_ways_of_the_series() -> None:
    from copy import copy

    def board_faults(**changed: Any) -> list[str]:
        board = copy(selm().board)
        for name, value in changed.items():
            object.__setattr__(board, name, value)
        return [
            one.where for one in part_faults(Loaded(selm().scenario, board, selm().roster, selm().tables))
        ]

    board = selm().board
    assert board_faults() == []
    assert board_faults(terrain_kinds=[*board.terrain_kinds, "lava", "ice"]) == [
        "map, terrain",
        "map, terrain",
    ]
    assert board_faults(side_kinds=[*board.side_kinds, "wall"]) == ["map, side_kinds"]
    assert board_faults(side_kinds=[""]) == []
    assert board_faults(link_kinds=board.link_kinds[::-1]) == ["map, link_kinds"]


@pytest.mark.rule("ocs.setup.5a", "ocs.stacking.1", "ocs.results.13a")
def test_a_set_up_of_ten_re_is_not_too_full() -> None:
    def wrong(setup: dict[str, str], lost: dict[str, int] | None = None) -> list[str]:
        scenario = replace(selm().scenario, setup=setup, lost=lost or {})
        return [
            one.where for one in setup_faults(Content(scenario, selm().board, selm().roster, selm().tables))
        ]

    here = selm().scenario.setup["a21"]
    ten = dict.fromkeys(("a21", "a22", "a13", "a31", "a33"), here)  # 4 + 4 + 1 + ½ + ½
    assert wrong(ten) == [] and wrong({**ten, "b11": here}) == []  # each side for itself
    assert wrong({**ten, "a34": here}) == ["setup"]
    assert wrong({**ten, "a34": here, "a35": here}, {"a21": 1}) == []
    assert wrong({**ten, "a34": here, "a35": here, "a14": here}, {"a21": 1}) == ["setup"]
    assert wrong({**ten, "a41": here, "af1": here}) == []
    assert wrong({"a21": "08.01"}) == ["setup.a21"] == wrong({"a21": "08.01", "ad1": "08.01"})
    box = selm().board.place_id(selm().hexes)  # the first place that is no hex
    assert wrong({**ten, "a34": here}) == ["setup"] and wrong(dict.fromkeys((*ten, "a34"), box)) == []
    first = selm().grid.names[0]
    assert wrong({"a41": first}) == ([] if not selm().is_sea[0] else ["setup.a41"])
