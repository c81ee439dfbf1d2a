"""What never changes: every counter of the campaign and every hex of its map against what the files print."""

from functools import cache

import msgspec
import pytest

from games.red_parachutes.table import table
from grognard.core.board.board import Board
from grognard.core.board.units import Counter, Roster
from grognard.core.content.load import Loaded
from grognard.core.content.read import Fault
from grognard.games.battalions.model.content import STRIDE, Content
from grognard.games.battalions.model.scenario import BattalionScenario, counter_faults
from grognard.games.red_parachutes.model.content import load_content

CLASSES = ("foot", "motorized", "mechanized")


@cache
def campaign() -> Content:
    return load_content("red-parachutes")


def counters() -> list[tuple[int, Counter]]:
    return list(enumerate(campaign().roster.counters))


# -- counters -----------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.general.13", "rp.losses.8")
def test_every_value_is_read_from_the_face_that_is_up() -> None:
    """The first face with all steps, the next with one fewer; the last serves for what has no face."""
    content = campaign()
    for unit, counter in counters():
        names = content.roster.names_for(counter.kind)
        most = 1 if counter.kind == "leader" else counter.steps or len(counter.faces)
        assert content.max_steps[unit] == most
        for steps in range(STRIDE):
            lost = most - steps
            face = counter.faces[min(lost, len(counter.faces) - 1)] if 0 < steps <= most else None
            if counter.kind == "leader" and steps == 0:
                face = counter.faces[-1]
            for name in content.printed:
                printed = face[names.index(name)] if face is not None and name in names else 0
                assert content.printed_value(name, unit, steps) == printed, (counter.id, name, steps)
        assert content.printed_value("no such value", unit, most) == 0


@pytest.mark.rule("rp.general.17", "rp.general.21a", "rp.attack-declare.5b")
def test_what_every_counter_is() -> None:
    content = campaign()
    builders = ("engineer", "infantry", "mechanized", "cavalry", "mg", "recon", "parachute")
    for unit, counter in counters():
        kind, traits = counter.kind, counter.traits
        own = [CLASSES.index(trait) for trait in traits if trait in CLASSES]
        assert content.mobility[unit] == (1 if kind == "leader" else own[0])
        assert content.is_leader[unit] == (kind == "leader") and content.is_hq[unit] == (kind == "hq")
        assert content.is_artillery[unit] == (kind == "artillery") == content.fires[unit]
        assert content.is_engineer[unit] == (kind == "engineer") and content.is_recon[unit] == (
            kind == "recon"
        )
        assert content.is_sp[unit] == ("sp" in traits) and content.is_glider[unit] == ("glider" in traits)
        assert content.is_airborne[unit] == ("airborne" in traits)
        company = counter.size == "I"
        assert content.is_company[unit] == company
        assert content.is_battalion[unit] == (kind not in ("hq", "leader") and not company)
        assert content.builds[unit] == (kind in builders)
        assert content.side[unit] == ("german", "soviet").index(counter.side)
        assert content.regiment[unit] == counter.command
        ids = content.formation_ids
        assert content.formation[unit] == (ids.index(counter.parent) if counter.parent in ids else -1)


@pytest.mark.rule("rp.general.17")
def test_the_lists_of_each_side() -> None:
    content = campaign()
    for side, name in enumerate(("german", "soviet")):
        mine = [unit for unit, counter in counters() if counter.side == name]
        assert content.units_of[side] == mine
        for found, kind in ((content.leaders_of, "leader"), (content.engineers_of, "engineer")):
            assert found[side] == [unit for unit in mine if content.kind[unit] == kind]
        assert content.companies_of[side] == [unit for unit in mine if content.size[unit] == "I"]
        assert content.scheduled[side] == [unit for unit in mine if content.arrival_turn[unit] > 0]


@pytest.mark.rule("rp.reinforcements.4")
def test_when_and_where_each_arrives() -> None:
    content = campaign()
    named = {id: one for one in content.scenario.reinforcements for id in one.units}
    for unit, counter in counters():
        arrival = named.get(counter.id)
        assert content.arrival_turn[unit] == (0 if arrival is None else arrival.turn)
        places = () if arrival is None else tuple(content.grid.index(hex) for hex in arrival.at)
        assert content.arrival_hexes[unit] == places


@pytest.mark.rule("rp.breakdown.1", "rp.losses.9", "rp.movement-allowance.16")
def test_slots_leaders_and_headquarters_are_those_the_traits_name() -> None:
    content = campaign()
    pools, index = content.roster.pools, content.roster.index
    for unit, counter in counters():
        named = [trait.partition(":") for trait in counter.traits]
        for label, found in (("last", content.last_slots), ("companies", content.company_slots)):
            wanted = [tuple(pools[id]) for name, _, id in named if name == label]
            assert found[unit] == (wanted[0] if wanted else ())
        led = {
            content.formation_ids.index(id)
            for name, _, id in named
            if name == "leads" and id in content.formation_ids
        }
        assert content.leads[unit] == led
        at = [index[id] for name, _, id in named if name == "at-hq" and id in index]
        assert content.leader_hq[unit] == (at[0] if at else -1)
        holders = [id for id, slots in pools.items() if unit in slots]
        assert content.pool_of[unit] == (holders[0] if holders else "")
    for formation, hq in enumerate(content.hq_of):
        own = [unit for unit, one in counters() if one.kind == "hq" and content.formation[unit] == formation]
        assert hq == (own[-1] if own else -1)
    broken = {
        pool: [
            unit for unit, slots in enumerate(content.company_slots) if slots and slots == tuple(pools[pool])
        ]
        for pool in content.breaks_into
    }
    assert content.breaks_into == broken
    assert all(broken.values())


# -- the map -------------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.zoc.4")
def test_what_is_next_to_every_hex_and_what_no_river_parts_from_it() -> None:
    rows = {
        "rows": ["....."] * 5,
        "impassable": ["0303/0302", "0303/0402"],
        "river": ["0101/0102", "0505/0405"],
    }
    content = table(rows, {"i-gr-80": "0101"}).pos.content
    closed = [{"0303", "0302"}, {"0303", "0402"}, {"0101", "0102"}, {"0505", "0405"}]
    names, distance = content.names, content.grid.distance
    for hex in range(25):
        near = {there for there in range(25) if distance(hex, there) == 1}
        assert set(content.around[hex]) == near and len(content.around[hex]) == len(near)
        if any(names[hex] in pair for pair in closed):
            open_ways = {there for there in near if {names[hex], names[there]} not in closed}
            assert content.unfenced[hex] == sum(1 << there for there in open_ways)
            assert content.fenced_set >> hex & 1
        else:
            assert hex not in content.unfenced and not content.fenced_set >> hex & 1


@pytest.mark.rule("rp.strategic.3")
@pytest.mark.parametrize("marked", [[], [0], [24], [12], [0, 24], [3, 21]])
def test_within_two_of_those_who_show_a_unit(marked: list[int]) -> None:
    """A sign of a "?" alone does not count."""
    content = table(["....."] * 5, {"i-gr-80": "0101"}).pos.content
    signs = bytearray(25)
    signs[7] = 4
    for hex in marked:
        signs[hex] = 3
    near = {hex for hex in range(25) for one in marked if content.grid.distance(hex, one) <= 2}
    for _ in range(2):
        assert {hex for hex, yes in enumerate(content.within_two[bytes(signs)]) if yes} == near


# -- time and tables ---------------------------------------------------------------------------------------


@pytest.mark.rule("rp.general.22a", "rp.general.22b")
def test_the_parts_of_the_day_follow_each_other_and_the_next_morning_is_the_first_one_not_before() -> None:
    content = campaign()
    first = content.part_of_day(1)
    days = 0
    for turn in range(1, 60):
        part = (first + turn - 1) % 4
        days += part == 0 and turn > 1
        assert content.part_of_day(turn) == part
        assert content.day(turn) == days
        assert content.is_am(turn) == (part == 0) and content.is_night(turn) == (part == 3)
        mornings = [later for later in range(turn, turn + 4) if content.part_of_day(later) == 0]
        assert content.next_am(turn) == mornings[0]


@pytest.mark.rule("rp.reinforcements.8", "rp.ammo-resupply.4")
def test_a_table_of_turns_says_from_its_row_on() -> None:
    content = campaign()
    for name, columns in (("rifle-division-refit", ("modifier",)), ("salvo-dice", ("german", "soviet"))):
        rows = content.tables[name]
        for turn in range(80):
            reached = [row for row in rows.rows if int(row) <= turn]
            for column in columns:
                last = max(reached, key=int) if reached else ""
                blank = not last or rows.is_blank(last, column)
                assert content.since(name, turn, column) == (0 if blank else rows.integer(last, column))


# -- what a scenario needs --------------------------------------------------------------------------------


def parts_with(**change: object) -> list[Fault]:
    """The faults of one counter changed so."""
    good = {"id": "x", "name": "X", "side": "german", "kind": "infantry", "size": "II", "traits": ["foot"]}
    values = {**good, "faces": [[1] * 6], **change}
    base = campaign().roster.content
    counter = msgspec.convert(values, Counter)
    roster = Roster(msgspec.structs.replace(base, counter=[counter], pool=[]))
    board: Board = campaign().board
    scenario: BattalionScenario = campaign().scenario
    return counter_faults(Loaded(scenario, board, roster, campaign().tables))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({}, []),
        ({"steps": 4}, []),
        ({"steps": 5}, ["has more steps than the rules know"]),
        ({"traits": []}, ["has no mobility class, or several"]),
        ({"traits": ["foot", "motorized"]}, ["has no mobility class, or several"]),
        ({"kind": "leader", "traits": [], "faces": [[1] * 9]}, []),
    ],
)
def test_counters_that_the_rules_cannot_read(change: dict[str, object], what: list[str]) -> None:
    assert [fault.what for fault in parts_with(**change)] == what


@pytest.mark.rule("rp.breakdown.4", "rp.losses.9")
def test_a_small_scenario_has_as_many_companies_and_remnants_as_its_battalions_can_need() -> None:
    """Two battalions: three companies each and a remnant each; engineers: three companies of their own."""
    units = {"i-gr-80": "0101", "ii-gr-80": "0102", "pi-34": "0103", "i-a-309": "0104"}
    content = table(["."] * 4, units).pos.content
    sizes = {id: len(slots) for id, slots in content.roster.pools.items()}
    assert sizes["ger-inf-co"] == 6 and sizes["ger-eng-co"] == 3 and sizes["ger-inf-rem"] == 2
