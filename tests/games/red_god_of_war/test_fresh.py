"""The empty table: where every marker lies before a game is set up, and that no marker stands for another."""

import random
from itertools import pairwise

import pytest

from games.red_god_of_war.table import table
from grognard.games.red_god_of_war.model import content as sizes
from grognard.games.red_god_of_war.model import position
from grognard.games.red_god_of_war.model.position import GERMAN, SOVIET, RedGodPosition
from grognard.games.red_god_of_war.model.zoc import zones_of
from grognard.games.red_god_of_war.movement import walk
from grognard.games.red_god_of_war.sequence import initial_segment

UNITS = {
    "vi-hq": "0101",
    "246-id": "0101",
    "1pz-1-pg": "0201",
    "41a-hq": "0303",
    "150-rd": "0303",
    "65-tb": "0203",
}


@pytest.mark.rule("rgw.setup.5", "rgw.setup.6", "rgw.setup.7", "rgw.setup.8", "rgw.setup.9")
def test_on_the_empty_table_nobody_is_there_and_nothing_has_happened() -> None:
    content = table(["...", "...", "..."], UNITS).pos.content
    pos = RedGodPosition(content)
    units = content.units
    assert pos.hex == [-4] * units, "absent: neither waiting, dead nor withdrawn"
    for name in ("steps", "supply", "traced", "flags", "lit", "opened", "hungry", "barred", "activated"):
        assert getattr(pos, name) == [0] * units, name
    assert pos.target == pos.army == [-1] * units
    assert pos.control == [0] * 9
    assert pos.cup == pos.put_in == pos.last_put_in == pos.trail == pos.lost_steps == []
    assert pos.sp == pos.box == pos.halted == [0, 0]
    assert (pos.turn, pos.weather, pos.drawer, pos.active_hq) == (1, 1, 1, -1), (
        "turn 1, snow, the Soviets draw"
    )
    for name in ("stalin", "okw", "railed", "army_overran", "released", "took_objective", "lost_objective"):
        assert getattr(pos, name) == 0, name
    for name in ("division_died", "steps_this_turn", "steps_last_turn", "corps_destroyed"):
        assert getattr(pos, name) == 0, name


IMPULSE = ("ACTIVE", "MOVED", "STIRRED", "MARCHED", "PINNED", "OVERRAN", "FOUGHT", "RETREATED")
TURN = ("SPENT", "ARRIVED", "OWED")


@pytest.mark.rule("rgw.impulse.1", "rgw.impulse.6")
def test_no_marker_of_a_unit_stands_for_another() -> None:
    bits = [getattr(position, name) for name in (*IMPULSE, *TURN)]
    assert all(bit > 0 and bit & (bit - 1) == 0 for bit in bits), "one bit each"
    assert len(set(bits)) == len(bits)
    assert sum(bits[: len(IMPULSE)]) == position.IMPULSE_FLAGS
    assert sum(bits[len(IMPULSE) :]) == position.TURN_FLAGS


@pytest.mark.rule("rgw.zoc.1", "rgw.stacking.1", "rgw.movement.2")
def test_sizes_classes_and_ways_are_told_apart_in_their_order() -> None:
    ranks = (sizes.BATTALION, sizes.REGIMENT, sizes.BRIGADE, sizes.DIVISION, sizes.CORPS)
    assert all(small < great for small, great in pairwise(ranks))
    assert (sizes.FOOT, sizes.MECH, sizes.SKI) == (0, 1, 2), "they number the lists of costs"
    assert sizes.ROAD_BIT & sizes.RAIL_BIT == 0
    weathers = [sizes.WEATHERS.index(name) for name in ("clear", "snow", "mud")]
    assert weathers == [position.CLEAR, position.SNOW, position.MUD]
    assert len({walk.TACTICAL, walk.STRATEGIC, walk.RAIL}) == 3
    assert walk.Move().way == walk.TACTICAL
    assert (
        len({initial_segment.HILFE_NOTHING, initial_segment.HILFE_INFANTRY, initial_segment.HILFE_TANK}) == 3
    )
    places = (position.WAITING, position.DEAD, position.WITHDRAWN, position.ABSENT)
    assert all(one > other for one, other in pairwise((0, *places)))
    assert (position.UNLIT, position.PAID != position.FREE) == (0, True)


@pytest.mark.rule("rgw.zoc.3", "rgw.stacking.11")
def test_what_is_kept_about_the_map_stays_true_when_counters_are_placed() -> None:
    """After every placing the stacks, the men of each side and the zones are what a fresh look finds."""
    pos = table(["...", "...", "..."], UNITS).pos
    generator = random.Random(1)
    units = [pos.roster.index[id] for id in UNITS]
    for _ in range(40):
        pos.at(0), pos.zoc(GERMAN), pos.zoc(SOVIET)  # all of it is kept
        unit = generator.choice(units)
        ground = range(5) if pos.content.side[unit] == GERMAN else range(5, 9)  # never with the enemy
        pos.place(unit, generator.choice([*ground, position.WAITING, position.DEAD]))
        for hex in range(9):
            there = [unit for unit in sorted(units) if pos.hex[unit] == hex]
            assert pos.at(hex) == there
            for side in (GERMAN, SOVIET):
                men = [
                    unit for unit in there if pos.content.side[unit] == side and not pos.content.is_hq[unit]
                ]
                assert pos.men_of(side)[hex] == len(men)
                assert pos.has_friend(hex, side) is pos.is_enemy_held(hex, 1 - side) is bool(men)
            held = any(not pos.content.is_hq[unit] for unit in there)
            assert pos.is_held(hex) is held
        assert [pos.zoc(side) for side in (GERMAN, SOVIET)] == [
            zones_of(pos, side) for side in (GERMAN, SOVIET)
        ]


@pytest.mark.rule("rgw.activation.8")
def test_who_takes_part_is_asked_anew_after_each_change() -> None:
    pos = table(["...", "...", "..."], UNITS).pos
    men, tanks = pos.roster.index["150-rd"], pos.roster.index["65-tb"]
    for unit in range(pos.content.units):
        pos.set_active(unit, False)
    assert pos.active_units() == []
    pos.set_active(tanks, True)
    pos.set_active(men, True)
    assert pos.active_units() == sorted((men, tanks))
    pos.place(tanks, position.WAITING)
    assert pos.active_units() == sorted((men, tanks)), "who waits to enter takes part"
    pos.place(tanks, position.DEAD)
    assert pos.active_units() == [men]
    pos.flags[tanks] |= position.SPENT
    pos.set_active(tanks, False)
    assert pos.flags[tanks] == position.SPENT, "nothing else is forgotten"
