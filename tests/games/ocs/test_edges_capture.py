"""The edges of capture: who takes, what changes hands, how points and loads are divided, who gets away."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from grognard.core.flow.flow import Game
from grognard.core.position import NOTHING
from grognard.games.ocs.combat.capture import (
    Capture,
    column_of,
    displacement_hexes,
    enter_hex,
    nearest_home,
    receive,
    refuges,
    vehicles,
)
from grognard.games.ocs.model.position import ASTER, BOREAL, DEAD, JOINED, MOVED, POOL, OcsPosition
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.supply.extenders import collapse_hexes

MOVEMENT = {"procedure": "movement", "step": "Move"}
WIDE = ["." * 16] * 9


def entered(units: Any, **given: Any) -> Game[OcsPosition]:
    """Aster's division has marched into 03.05."""
    game = build(WIDE, {"a21": {"hex": "02.05", "mode": "move"}} | units, start=MOVEMENT, **given)
    return play(game, "move a21", "to 03.05")


# -- entering -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.rail.15a", "ocs.capture.1b", "ocs.basics.22", "ocs.stacking.6a")
@pytest.mark.parametrize(
    ("ids", "units", "controls", "captures"),
    [
        ("a21", {}, True, True),
        ("a21 a32", {}, True, True),
        ("a32", {}, True, False),  # artillery takes nothing
        ("a41", {}, False, False),  # nor do trucks, and a hex is not theirs
        ("a21 a41", {}, True, True),
        ("a21", {"b11": "03.03"}, True, False),  # as long as somebody defends nothing is captured
    ],
)
def test_who_takes_a_hex_and_what_is_in_it(
    ids: str, units: dict[str, Any], controls: bool, captures: bool
) -> None:
    given: dict[str, Any] = {"dumps": {"boreal": {"03.03": 4}}, "control": {"boreal": ["03.03"]}}
    game = build(None, {"a21 a32 a41": "02.02"} | units, **given)
    pos = game.pos
    there = hex(pos, "03.03")
    enter_hex(game, [unit(pos, id) for id in ids.split()], there)
    assert all(pos.hex[unit(pos, id)] == there for id in ids.split())
    assert pos.control[there] == (ASTER if controls else BOREAL)
    assert [frame.vars for frame in pos.stack] == ([Capture(there, ASTER)] if captures else [])


@pytest.mark.rule("ocs.capture.1", "ocs.capture.17")
def test_an_empty_hex_is_no_capture_and_an_advance_is_remembered() -> None:
    game = build(None, {"a21": "02.02", "bf1": "03.04"}, bases={"boreal": {"03.04": 1}})
    pos = game.pos
    enter_hex(game, [unit(pos, "a21")], hex(pos, "03.03"))
    assert pos.stack == []
    enter_hex(game, [unit(pos, "a21")], hex(pos, "03.04"), advance=True)
    assert pos.stack[-1].vars == Capture(hex(pos, "03.04"), ASTER, 1, planes=(unit(pos, "bf1"),))


@pytest.mark.rule("ocs.landing.12e", "ocs.capture.21d")
def test_an_lst_on_the_beach_is_lost_to_who_can_take_it() -> None:
    for id, owner, after in (("a21", BOREAL, NOTHING), ("a21", ASTER, ASTER), ("a32", BOREAL, BOREAL)):
        game = build(None, {id: "02.02"})
        pos = game.pos
        there = hex(pos, "03.03")
        pos.put.beach[there] = owner
        enter_hex(game, [unit(pos, id)], there)
        assert pos.beach[there] == after
        assert told(game).count("beach-lost") == (after != owner)


@pytest.mark.rule("ocs.capture.15", "ocs.capture.16a", "ocs.capture.19", "ocs.capture.21")
@pytest.mark.parametrize("taken", ["hedgehogs", "bases", "ports"])
def test_each_work_changes_hands_by_itself(taken: str) -> None:
    works: dict[str, Any] = {
        "hedgehogs": {"aster": {"03.05": 2}},
        "bases": {"aster": {"03.05": 2}},
        "ports": {"aster": {"03.05": [3, 1]}},
    }
    works[taken] = {"boreal": works[taken]["aster"]}
    game = entered({}, gliders={"03.05": 3}, **works)
    pos, there = game.pos, hex(game.pos, "03.05")
    assert (pos.hedgehog_side[there], pos.base_side[there], pos.port_side[there]) == (0, 0, 0)
    assert (pos.hedgehog[there], pos.base[there], pos.port_hits[there]) == (2, 2, 1)
    assert pos.gliders[there] == (0 if taken == "bases" else 3)  # only those of the base are lost
    assert told(game).count("captured") == 1


@pytest.mark.rule("ocs.option.16a", "ocs.hedgehog.5")
@pytest.mark.parametrize(("option", "level", "after"), [(False, 2, 2), (True, 2, 1), (True, 1, 0)])
def test_by_the_option_a_captured_hedgehog_loses_a_level(option: bool, level: int, after: int) -> None:
    game = entered({}, hedgehogs={"boreal": {"03.05": level}}, options={"opt_21_11_construction": option})
    pos, there = game.pos, hex(game.pos, "03.05")
    assert pos.hedgehog[there] == after
    assert pos.hedgehog_side[there] == (ASTER if after else NOTHING)  # none is left to be taken again
    port = entered({}, ports={"boreal": {"03.05": [3, 0]}}, options={"opt_21_11_construction": option})
    assert port.pos.hedgehog[there] == 0


@pytest.mark.rule("ocs.capture.20a")
def test_only_the_ships_of_the_loser_are_destroyed() -> None:
    units = {"b13": {"hex": "04.05", "mode": "move"}, "ad1": "03.05", "bd1": "03.05"}
    units["a41"] = {"hex": "03.05", "points": 1}
    game = build(WIDE, units, phasing="boreal", start=MOVEMENT)
    play(game, "move b13", "to 03.05")
    pos = game.pos
    assert (pos.hex[unit(pos, "ad1")], where(pos, "bd1")) == (DEAD, "03.05")
    assert where(pos, "a41") == "03.05"


@pytest.mark.rule("ocs.capture.2a", "ocs.capture.3a", "ocs.capture.3b", "ocs.basics.6")
@pytest.mark.parametrize(("pips", "percent"), [(1, 0), (2, 25), (3, 25), (4, 50), (5, 50), (6, 75)])
def test_a_dump_is_captured_by_the_table_and_the_rest_destroyed(pips: int, percent: int) -> None:
    game = entered({}, dumps={"boreal": {"03.05": 10}, "aster": {"03.05": 1}})
    assert (game.ask.step, game.ask.side) == ("RollDump", game.ask.side)
    roll(game, pips)
    pos, there = game.pos, hex(game.pos, "03.05")
    taken = {0: 0, 25: 3, 50: 5, 75: 8}[percent]  # 2½ and 7½ go up
    assert (pos.ground_dump(there, ASTER), pos.ground_dump(there, BOREAL)) == (1 + taken, 0)
    facts = next(event.facts for event in game.events if event.kind == "dump-captured")
    assert facts[:4] == (there, ASTER, taken, 10)
    assert game.ask.step == "Marching"


# -- vehicles -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.capture.4a")
def test_the_column_of_vehicles_is_by_their_allowance() -> None:
    pos = position(WIDE, {})
    columns = {id: column_of(pos.content, unit(pos, id)) for id in ("a41", "a17", "a44", "a43")}
    assert columns == {"a41": 0, "a17": 0, "a44": 0, "a43": 1}  # 45, 45, 24 and 10 MP


@pytest.mark.rule("ocs.capture.4", "ocs.capture.12a")
def test_which_vehicles_are_rolled_for() -> None:
    units = {
        "b41 b42 b43": {"hex": "03.05", "points": 1},
        "b-truck-1": {"hex": "03.05", "points": 5, "extender": True},
        "b-truck-2": {"hex": "04.05", "points": 1},
        "a41": {"hex": "03.05", "points": 1},
    }
    pos = position(WIDE, units)
    v = Capture(hex(pos, "03.05"), ASTER)
    b41, b42, b43 = (unit(pos, id) for id in ("b41", "b42", "b43"))
    assert vehicles(pos, v) == [b41, b42] and vehicles(pos, v._replace(column=1)) == [b43]
    assert vehicles(pos, v._replace(moving=(b41,))) == [b42]


@pytest.mark.rule(
    "ocs.capture.2b", "ocs.capture.2c", "ocs.capture.5a", "ocs.capture.5b", "ocs.capture.6", "ocs.basics.6"
)
@pytest.mark.parametrize("column", ["trucks", "wagons"])
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_points_and_loads_are_divided_by_one_percentage(column: str, pips: int) -> None:
    share = {"trucks": [0, 0, 25, 50, 50, 75], "wagons": [0, 0, 25, 50, 75, 100]}[column][pips - 1]
    id, new = ("b41", "a-truck-1") if column == "trucks" else ("b43", "a-wagon-1")
    game = entered({id: {"hex": "03.05", "points": 6, "load": 22}})
    roll(game, pips)
    # Of 6 points and 22 tokens: 25 % are 1½ -> 2 and 5½ -> 6, 50 % 3 and 11, 75 % 4½ -> 5 and 16½ -> 17.
    points, tokens = {0: (0, 0), 25: (2, 6), 50: (3, 11), 75: (5, 17), 100: (6, 22)}[share]
    if points:
        assert (game.ask.step, game.ask.side) == ("GiveUpVehicles", BOREAL)
        play(game, f"give-up {id}")
    pos = game.pos
    one, other = unit(pos, new), unit(pos, id)
    assert (pos.points[one], pos.cargo[one]) == (points, tokens)
    if share < 100:
        assert (pos.points[other], pos.cargo[other]) == (6 - points, 22 - tokens)
        assert game.ask.step == "DisplaceVehicles"
    else:
        assert pos.hex[other] == DEAD or pos.hex[other] == POOL
        assert game.ask.step == "Marching"


@pytest.mark.rule("ocs.capture.8", "ocs.capture.9", "ocs.capture.4b")
def test_what_is_owed_is_given_counter_by_counter_and_lies_on_one_counter() -> None:
    game = entered(
        {"b41": {"hex": "03.05", "points": 1, "load": 4}, "b42": {"hex": "03.05", "points": 3, "load": 2}}
    )
    roll(game, 6)  # 75 % of four points is three, of six tokens 4½: five
    assert options(game) == ["give-up b41", "give-up b42"]
    assert refusal(game, "give-up b43").rule == "ocs.capture.8"
    play(game, "give-up b41")
    pos = game.pos
    assert (pos.points[unit(pos, "a-truck-1")], pos.points[unit(pos, "b41")]) == (1, 0)
    play(game, "give-up b42")
    taken = unit(pos, "a-truck-1")
    assert (pos.points[taken], pos.cargo[taken], pos.hex[unit(pos, "a-truck-2")]) == (3, 5, POOL)
    assert pos.hex[unit(pos, "b41")] < 0  # nothing of it is left
    assert (pos.points[unit(pos, "b42")], pos.cargo[unit(pos, "b42")]) == (1, 1)
    play(game, "displace 05.05")
    assert where(pos, "b42") == "05.05" and game.ask.step == "Marching"


@pytest.mark.rule("ocs.capture.10a")
def test_supply_beyond_the_captured_vehicles_lies_on_the_ground() -> None:
    # Two full points and a 3: half a point goes up to one, and 2 of 8 tokens ride on it.
    game = entered({"b41": {"hex": "03.05", "points": 2, "load": 8}})
    roll(game, 3)
    play(game, "give-up b41")
    pos, there = game.pos, hex(game.pos, "03.05")
    assert (pos.cargo[unit(pos, "a-truck-1")], pos.ground_dump(there, ASTER)) == (2, 0)
    # One point is left for six tokens: four have room, and what is over rides along.
    assert (pos.points[unit(pos, "b41")], pos.cargo[unit(pos, "b41")]) == (1, 6)
    # One full point and a 3: no point, and one token that has no vehicle.
    none = entered({"b43": {"hex": "03.05", "points": 1, "load": 4}})
    roll(none, 3)
    assert none.pos.ground_dump(there, ASTER) == 1 and none.pos.cargo[unit(none.pos, "b43")] == 3


@pytest.mark.rule("ocs.capture.9", "ocs.capture.11")
def test_captured_points_are_ordinary_ones_of_the_captor() -> None:
    for phase, flags in (("movement", JOINED), ("exploitation", JOINED | MOVED), ("combat", JOINED | MOVED)):
        pos = position(WIDE, {"a41": {"hex": "03.05", "points": 2}}, phase=phase)
        there = hex(pos, "03.05")
        receive(pos, ASTER, there, 0, 3)
        receive(pos, ASTER, there, 0, 1)
        receive(pos, ASTER, there, 1, 2)
        truck, wagon = unit(pos, "a-truck-1"), unit(pos, "a-wagon-1")
        assert (pos.points[truck], pos.points[wagon], pos.points[unit(pos, "a41")]) == (4, 2, 2)
        assert (pos.hex[truck], pos.hex[wagon], pos.hex[unit(pos, "a-truck-2")]) == (there, there, POOL)
        assert (pos.flags[truck], pos.flags[wagon], pos.flags[unit(pos, "a41")]) == (flags, flags, 0)
    elsewhere = position(WIDE, {"a41": {"hex": "04.05", "points": 2, "flags": JOINED}})
    receive(elsewhere, ASTER, there, 0, 1)
    assert elsewhere.points[unit(elsewhere, "a41")] == 2


@pytest.mark.rule("ocs.capture.6a", "ocs.capture.7")
def test_where_vehicles_displace_to() -> None:
    rows = ["." * 26, "." * 12 + "~" + "." * 13, "." * 26]
    pos = position(rows, {"b41 b43": {"hex": "12.02", "points": 1}, "a21": "11.02", "b11": "10.02"})
    start, content = hex(pos, "12.02"), pos.content
    for id, most in (("b41", 10), ("b43", 5)):
        plain = [
            place
            for place in range(content.hexes)
            if 0 < content.distance(start, place) <= most
            and place not in (hex(pos, "11.02"), hex(pos, "13.02"))
        ]
        assert sorted(displacement_hexes(pos, unit(pos, id), start)) == plain


@pytest.mark.rule("ocs.capture.6")
def test_vehicles_get_away_out_of_zones_and_towards_their_source() -> None:
    pos = position(WIDE, {"a21": "03.05"}, sources={"boreal": "16.05"})
    v = Capture(hex(pos, "03.05"), ASTER)
    far, near, zone = hex(pos, "08.05"), hex(pos, "10.05"), hex(pos, "04.05")
    ranks = {place: nearest_home(pos, v, ("displace", place)) for place in (far, near, zone)}
    assert ranks == {far: (False, 8, far), near: (False, 6, near), zone: (True, 12, zone)}
    lost = position(WIDE, {})
    assert nearest_home(lost, v, ("displace", far)) == (False, 0, far)
    first = position(WIDE, {}, sources={"boreal": "01.09"})  # the first hex of the map
    assert nearest_home(first, v, ("displace", hex(first, "02.09")))[1] == 1


@pytest.mark.rule("ocs.capture.6")
def test_vehicles_are_placed_one_after_another() -> None:
    game = entered({"b41 b42": {"hex": "03.05", "points": 1}})
    roll(game, 1)
    assert game.ask.side == BOREAL
    assert refusal(game, "displace 14.05").rule == "ocs.capture.6"
    play(game, "displace 06.05")
    assert (where(game.pos, "b41"), where(game.pos, "b42")) == ("06.05", "03.05")
    own, other = game.events[-2:]
    assert own.facts == (unit(game.pos, "b41"), hex(game.pos, "06.05")) and not own.open_to(ASTER)
    assert other.facts == (hex(game.pos, "03.05"), hex(game.pos, "06.05"), BOREAL)
    play(game, "displace 07.05")
    assert where(game.pos, "b42") == "07.05" and game.ask.step == "Marching"


# -- Extenders ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.capture.12b", "ocs.capture.12c", "ocs.capture.13")
def test_where_an_extender_collapses_to() -> None:
    rows = ["." * 40, "." * 10 + "~" + "." * 29, "." * 40]
    units = {"b43": {"hex": "12.02", "points": 5, "extender": True}, "a21": "14.02"}
    pos = position(rows, units, sources={"boreal": "17.02"}, control={"boreal": ["17.02"]})
    content, b43 = pos.content, unit(pos, "b43")
    source, here = hex(pos, "17.02"), hex(pos, "12.02")
    zone = {pos.hex[unit(pos, "a21")], *content.around[pos.hex[unit(pos, "a21")]]}
    found = set(collapse_hexes(pos, b43))
    # Wagons collapse within 10 hexes, to where 5 Truck MP and a hex lead to the source past the zone.
    assert found and here not in found and hex(pos, "14.02") not in found
    assert all(content.distance(here, place) <= 10 for place in found)
    assert all(content.distance(source, place) <= 6 for place in found)
    behind = {
        place
        for place in range(content.hexes)
        if place >= 0
        and content.distance(source, place) <= 3
        and content.distance(here, place) <= 10
        and place not in zone
        and place != hex(pos, "11.02")
    }
    assert behind <= found
    assert collapse_hexes(position(rows, units), b43) == []


@pytest.mark.rule("ocs.capture.12", "ocs.capture.13", "ocs.capture.4b")
def test_extenders_collapse_one_by_one_and_stranded_ones_are_rolled_for() -> None:
    units = {"b41 b42": {"hex": "03.05", "points": 5, "extender": True}}
    game = entered(units, sources={"boreal": "16.05"}, control={"boreal": ["16.05"]})
    assert (game.ask.step, game.ask.side) == ("CollapseExtenders", BOREAL)
    assert refusal(game, "displace 03.05").rule == "ocs.capture.12"
    play(game, "displace 12.05")
    assert game.ask.step == "CollapseExtenders" and told(game) == ["displaced", "stack-moved"]
    play(game, "displace 13.05")
    pos = game.pos
    assert [(where(pos, id), pos.extender[unit(pos, id)]) for id in ("b41", "b42")] == [
        ("12.05", 0),
        ("13.05", 0),
    ]
    alone = entered({**units, "a41": {"hex": "03.05", "points": 5, "extender": True}})
    assert [alone.pos.extender[unit(alone.pos, id)] for id in ("b41", "b42", "a41")] == [0, 0, 1]
    roll(alone, 4)  # half of ten points
    assert alone.pos.stack[-1].vars.owed == 5


# -- aircraft -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.capture.18a")
def test_aircraft_flee_to_friendly_bases_within_twice_their_range() -> None:
    rows = ["." * 60]
    bases = {"boreal": {"51.01": 1, "52.01": 1, "04.01": 2}, "aster": {"05.01": 1}}
    pos = position(rows, {"bf1": "01.01"}, bases=bases, strips={"boreal": ["07.01"]})
    found = refuges(pos, unit(pos, "bf1"), 0)  # 25 hexes of range: 50
    assert [pos.content.names[place] for place in found] == ["04.01", "07.01", "51.01"]


@pytest.mark.rule("ocs.capture.17a", "ocs.capture.17b")
@pytest.mark.parametrize(
    ("active", "advance", "dice", "lost"),
    [
        (0, 0, 6, 1),
        (0, 0, 7, 0),
        (1, 0, 4, 1),
        (1, 0, 5, 0),
        (0, 1, 4, 1),
        (0, 1, 5, 0),
        (1, 1, 2, 1),
        (1, 1, 3, 0),
    ],
)
def test_an_aircraft_loses_a_step_on_six_or_less_with_two_more_for_each_help(
    active: int, advance: int, dice: int, lost: int
) -> None:
    pos = position(WIDE, {"bf1": {"hex": "03.05", "active": active}}, bases={"boreal": {"12.05": 1}})
    game = Game(PROCEDURES, pos)
    v = Capture(hex(pos, "03.05"), ASTER, advance, planes=(unit(pos, "bf1"),))
    game.call("capture", v)
    roll(game, dice)
    assert pos.lost[unit(pos, "bf1")] == lost
    assert (game.ask.step, game.ask.side) == ("DisplacePlanes", BOREAL)
    assert refusal(game, "fly-to 11.05").rule == "ocs.capture.18"


@pytest.mark.rule("ocs.capture.17a", "ocs.capture.18a")
def test_each_aircraft_is_rolled_for_and_flies_off_by_itself() -> None:
    bases = {"boreal": {"03.05": 1, "12.05": 1}}
    game = entered({"bf1": "03.05", "bt1": {"hex": "03.05", "lost": 1}, "bx1": "03.05"}, bases=bases)
    pos = game.pos
    roll(game, 12)
    play(game, "fly-to 12.05")
    assert (where(pos, "bf1"), pos.active[unit(pos, "bf1")], game.ask.step) == ("12.05", 0, "RollPlanes")
    roll(game, 2)  # its last step: it is gone, and flies nowhere
    assert pos.hex[unit(pos, "bt1")] == DEAD and game.ask.step == "RollPlanes"
    roll(game, 12)
    assert refusal(game, "fly-to 03.05").rule == "ocs.capture.18"  # that base is the enemy's now
    play(game, "fly-to 12.05")
    assert game.ask.step == "Marching"
