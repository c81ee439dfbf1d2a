"""Capture: dumps, trucks, wagons, Extenders, works, aircraft and ships of an entered hex."""

from typing import Any

import pytest

from games.ocs.battle import answer_until, roll
from games.ocs.bench import build, hex, options, play, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.combat.capture import column_of, displacement_hexes, refuges
from grognard.games.ocs.model.position import ASTER, BOREAL, JOINED, MOVED, OcsPosition

MOVEMENT = {"procedure": "movement", "step": "Move"}
WIDE = ["." * 16] * 9


def entered(units: Any, **given: Any) -> Game[OcsPosition]:
    """Aster's division has marched into 03.05."""
    game = build(WIDE, {"a21": {"hex": "02.05", "mode": "move"}} | units, start=MOVEMENT, **given)
    return play(game, "move a21", "to 03.05")


@pytest.mark.rule("ocs.capture.1a", "ocs.capture.2", "ocs.capture.3", "ocs.capture.5a", "ocs.capture.6b")
def test_the_worked_capture_of_trucks_and_dump() -> None:
    # Worked example 18: nine SP on the ground with a 5, three trucks with three SP with a 3.
    game = entered({"b41": {"hex": "03.05", "points": 3, "load": 12}}, dumps={"boreal": {"03.05": 36}})
    roll(game, 5)
    assert game.pos.ground_dump(hex(game.pos, "03.05"), ASTER) == 18
    assert game.pos.ground_dump(hex(game.pos, "03.05"), BOREAL) == 0
    roll(game, 3)
    play(game, "give-up b41")
    taken = unit(game.pos, "a-truck-1")
    assert (game.pos.points[taken], game.pos.cargo[taken], where(game.pos, "a-truck-1")) == (1, 3, "03.05")
    assert game.ask.step == "DisplaceVehicles"
    play(game, "displace 13.05")
    assert (game.pos.points[unit(game.pos, "b41")], game.pos.cargo[unit(game.pos, "b41")]) == (2, 9)
    assert where(game.pos, "b41") == "13.05"
    assert game.ask.step == "Marching"


@pytest.mark.rule("ocs.capture.6a", "ocs.capture.7")
def test_how_far_vehicles_displace() -> None:
    pos = build(WIDE, {"b41 b43": {"hex": "03.05", "points": 1}, "a22": "06.05"}).pos
    start = hex(pos, "03.05")
    trucks = displacement_hexes(pos, unit(pos, "b41"), start)
    wagons = displacement_hexes(pos, unit(pos, "b43"), start)
    assert max(pos.content.distance(start, one) for one in trucks) == 10
    assert max(pos.content.distance(start, one) for one in wagons) == 5
    assert hex(pos, "07.05") in wagons and hex(pos, "06.05") not in wagons  # past enemies, not onto them


@pytest.mark.rule("ocs.capture.4", "ocs.capture.2", "ocs.capture.1a")
def test_wagons_have_their_own_column_and_roll() -> None:
    game = entered({"b41": {"hex": "03.05", "points": 4}, "b43": {"hex": "03.05", "points": 4}})
    assert [column_of(game.pos.content, unit(game.pos, id)) for id in ("b41", "b43")] == [0, 1]
    roll(game, 5)  # trucks: half
    play(game, "give-up b41")
    roll(game, 6)  # wagons: all
    play(game, "give-up b43")
    assert game.pos.points[unit(game.pos, "a-truck-1")] == 2
    assert game.pos.points[unit(game.pos, "a-wagon-1")] == 4
    assert game.pos.hex[unit(game.pos, "b43")] < 0


@pytest.mark.rule("ocs.capture.10a", "ocs.capture.5b")
def test_supply_without_vehicles_lies_on_the_ground_or_is_lost() -> None:
    # One truck with 4T and a 3: 25 % of a point rounds to none, 25 % of 4T is one token.
    game = entered({"b41": {"hex": "03.05", "points": 1, "load": 4}})
    roll(game, 3)
    assert game.pos.ground_dump(hex(game.pos, "03.05"), ASTER) == 1
    assert game.pos.cargo[unit(game.pos, "b41")] == 3
    full = entered({"b41": {"hex": "03.05", "points": 2, "load": 8}})
    roll(full, 4)  # one point and 4T each
    play(full, "give-up b41")
    assert full.pos.cargo[unit(full.pos, "b41")] == 4 == full.pos.cargo[unit(full.pos, "a-truck-1")]


@pytest.mark.rule("ocs.capture.9a", "ocs.capture.9b")
def test_captured_vehicles_move_at_once_in_the_movement_phase() -> None:
    game = entered({"b41": {"hex": "03.05", "points": 2}})
    roll(game, 4)
    play(game, "give-up b41", "displace 08.05", "halt")
    taken = unit(game.pos, "a-truck-1")
    assert game.pos.flags[taken] & JOINED and not game.pos.flags[taken] & MOVED
    assert "move a-truck-1" in options(game)
    late = build(
        WIDE,
        {"a21": {"hex": "02.05", "mode": "exploit"}, "b41": {"hex": "03.05", "points": 2}},
        phase="exploitation",
        start={"procedure": "exploitation", "step": "Move"},
    )
    play(late, "move a21", "to 03.05")
    roll(late, 4)
    play(late, "give-up b41")
    assert late.pos.flags[unit(late.pos, "a-truck-1")] & MOVED


@pytest.mark.rule("ocs.capture.8", "ocs.capture.11")
def test_the_owner_says_which_trucks_are_lost_and_organic_ones_become_ordinary() -> None:
    game = build(
        WIDE,
        {
            "b13": {"hex": "04.05", "mode": "move"},
            "a17": {"hex": "03.05", "points": 2, "load": 8},
            "a41": {"hex": "03.05", "points": 2},
        },
        phasing="boreal",
        start=MOVEMENT,
    )
    play(game, "move b13", "to 03.05")
    roll(game, 4)  # half of four
    assert options(game) == ["give-up a17", "give-up a41"]
    play(game, "give-up a17")
    assert game.pos.points[unit(game.pos, "b-truck-1")] == 2
    assert game.pos.hex[unit(game.pos, "a17")] < 0
    assert game.pos.cargo[unit(game.pos, "b-truck-1")] == 4
    assert game.pos.cargo[unit(game.pos, "a41")] == 4  # the rest of the load rides on


@pytest.mark.rule("ocs.capture.12a", "ocs.capture.12b", "ocs.capture.13")
def test_an_extender_collapses_into_trace_or_is_rolled_for() -> None:
    units = {"b41": {"hex": "03.05", "points": 5, "extender": True}}
    game = entered(units, sources={"boreal": "16.05"}, control={"boreal": ["16.05"]})
    assert game.ask.step == "CollapseExtenders"
    play(game, "displace 12.05")
    assert (
        where(game.pos, "b41"),
        game.pos.extender[unit(game.pos, "b41")],
        game.pos.points[unit(game.pos, "b41")],
    ) == ("12.05", 0, 5)
    assert game.ask.step == "Marching"
    alone = entered(units)
    assert alone.ask.step == "RollVehicles"


@pytest.mark.rule(
    "ocs.capture.15a", "ocs.capture.16a", "ocs.capture.21a", "ocs.capture.19", "ocs.hedgehog.5b"
)
def test_works_change_hands_as_they_are() -> None:
    game = entered(
        {},
        hedgehogs={"boreal": {"03.05": 3}},
        bases={"boreal": {"03.05": 2}},
        ports={"boreal": {"03.05": [3, 2]}},
        gliders={"03.05": 2},
    )
    place = hex(game.pos, "03.05")
    pos = game.pos
    assert (pos.hedgehog[place], pos.base[place], pos.port_hits[place], pos.gliders[place]) == (3, 2, 2, 0)
    assert (pos.hedgehog_side[place], pos.base_side[place], pos.port_side[place]) == (ASTER, ASTER, ASTER)


@pytest.mark.rule("ocs.capture.20a")
def test_ships_in_the_hex_are_destroyed() -> None:
    game = build(
        WIDE, {"b13": {"hex": "04.05", "mode": "move"}, "ad1": "03.05"}, phasing="boreal", start=MOVEMENT
    )
    play(game, "move b13", "to 03.05")
    assert game.pos.hex[unit(game.pos, "ad1")] < 0


@pytest.mark.rule("ocs.capture.17a", "ocs.capture.17b", "ocs.capture.18a")
@pytest.mark.parametrize(
    ("active", "dice", "lost"), [(True, 5, 0), (True, 4, 1), (False, 6, 1), (False, 7, 0)]
)
def test_aircraft_of_a_captured_base(active: bool, dice: int, lost: int) -> None:
    game = entered({"bf1": {"hex": "03.05", "active": active}}, bases={"boreal": {"03.05": 1, "12.05": 1}})
    roll(game, dice)
    play(game, "fly-to 12.05")
    assert game.pos.lost[unit(game.pos, "bf1")] == lost
    assert (where(game.pos, "bf1"), game.pos.active[unit(game.pos, "bf1")]) == ("12.05", 0)


@pytest.mark.rule("ocs.capture.18b")
def test_an_aircraft_without_a_base_in_range_is_destroyed() -> None:
    game = entered({"bf1": "03.05"}, bases={"boreal": {"03.05": 1}})
    roll(game, 12)
    assert game.pos.hex[unit(game.pos, "bf1")] < 0
    assert game.ask.step == "Marching"
    pos = build(WIDE, {"bf1": "03.05"}, bases={"boreal": {"05.05": 1}, "aster": {"06.05": 1}}).pos
    assert refuges(pos, unit(pos, "bf1"), hex(pos, "03.05")) == [hex(pos, "05.05")]


@pytest.mark.rule("ocs.capture.17b", "ocs.results.27")
def test_two_more_for_aircraft_when_the_base_falls_by_advance() -> None:
    from games.ocs.battle import battle, strike

    game = battle(
        {"a21": "03.02", "b39": "03.03", "bf1": {"hex": "03.03", "active": False}},
        bases={"boreal": {"03.03": 1, "05.05": 1}},
    )
    strike(game, "03.03")
    roll(game, 7, 9)
    answer_until(game, "Advance", "RollPlanes")
    if game.ask.step == "Advance":
        play(game, "advance a21")
    roll(game, 5)  # 5 + 2
    play(game, "fly-to 05.05")
    assert game.pos.lost[unit(game.pos, "bf1")] == 0


@pytest.mark.rule("ocs.rail.15a")
def test_entering_takes_control() -> None:
    game = entered({}, control={"boreal": ["03.05"]})
    assert game.pos.control[hex(game.pos, "03.05")] == ASTER
