"""Ground movement: what a way costs, mixed stacks, zones, what is always allowed and what never is."""

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.games.ocs.model.position import MOVE, MOVED, PLEDGED, OcsPosition
from grognard.games.ocs.movement.reach import (
    bare_price,
    closed_hexes,
    move_refusal,
    path_of,
    way_sheet,
    ways_of,
)
from grognard.kit.reach import CLOSED

MOVEMENT = {"procedure": "movement", "step": "Move"}
FUEL = {"aster": {"01.01": 40}}


def costs(pos: OcsPosition, *ids: str) -> dict[str, tuple[int, ...]]:
    """What a group pays to each hex, in quarters, by class."""
    found = ways_of(pos, tuple(unit(pos, id) for id in ids))
    return {pos.content.names[place]: paid for place, paid in found.cost.items()}


def ends(game: object) -> list[str]:
    return [text[3:] for text in options(game) if text.startswith("to ")]  # type: ignore[arg-type] # a game


@pytest.mark.rule("ocs.movement.3", "ocs.units.6a")
def test_each_mobility_pays_its_own_price() -> None:
    rows = [".wFhM", "....."]
    prices = {}
    for id, mode in (("a21", "move"), ("a11", "combat"), ("a14", "move")):
        pos = position(rows, {id: {"hex": "01.02", "mode": mode}})
        prices[id] = [costs(pos, id).get(name) for name in ("02.02", "01.01")]
    # woods 1, 2, 2 and open 1
    assert prices == {"a21": [(4,), (4,)], "a11": [(8,), (4,)], "a14": [(8,), (4,)]}


@pytest.mark.rule(
    "ocs.movement.9a", "ocs.movement.9b", "ocs.movement.9c", "ocs.movement.10", "ocs.movement.11b"
)
def test_a_road_replaces_ground_and_river_where_it_is_cheaper() -> None:
    rows = [".F.", "...", "..."]
    drawn = {"roads": {"primary-road": ["01.03 02.03 03.02"]}, "rivers": {"minor-river": ["01.03/02.03"]}}
    pos = position(rows, {"a11": "01.03"}, map=drawn)
    assert costs(pos, "a11")["02.03"] == (2,)
    assert costs(pos, "a11")["03.02"] == (4,)
    rail = position(
        ["..."], {"a14": {"hex": "01.01", "mode": "move"}}, map={"roads": {"railroad": ["01.01 02.01 03.01"]}}
    )
    assert costs(rail, "a14")["02.01"] == (4,)  # open ground is cheaper than the railway
    over = {"roads": {"railroad": ["01.01 02.01 03.01"]}, "rivers": {"minor-river": ["01.01/02.01"]}}
    bridge = position(["..."], {"a14": {"hex": "01.01", "mode": "move"}}, map=over)
    assert costs(bridge, "a14")["02.01"] == (8,)  # and dearer than 1 + 4 over the river


@pytest.mark.rule("ocs.movement.11a", "ocs.movement.12")
def test_rivers_are_added_or_prohibited() -> None:
    drawn = {"rivers": {"minor-river": ["01.01/02.01"], "major-river": ["02.01/03.01"]}}
    leg = position(["...."], {"a21": {"hex": "01.01", "mode": "move"}}, map=drawn)
    assert costs(leg, "a21")["02.01"] == (8,)
    track = position(["...."], {"a11": "02.01"}, map=drawn)
    assert costs(track, "a11") == {"01.01": (12,)}


@pytest.mark.rule("ocs.movement.15a", "ocs.movement.15c")
def test_all_takes_what_is_left_and_ends_the_move() -> None:
    drawn = {"rivers": {"major-river": ["02.01/03.01"]}}
    game = build(["....."], {"a21": {"hex": "01.01", "mode": "move"}}, map=drawn, start=MOVEMENT)
    pos = game.pos
    assert costs(pos, "a21") == {"02.01": (4,), "03.01": (20,)}
    play(game, "move a21", "to 03.01")
    assert pos.spent[unit(pos, "a21")] == 20
    assert not ends(game)
    swamp = position([".s."], {"a11": "01.01"})
    assert costs(swamp, "a11") == {"02.01": (32,)}


@pytest.mark.rule("ocs.movement.4a", "ocs.movement.4b", "ocs.movement.4e")
def test_one_hex_is_always_allowed_to_who_has_not_moved() -> None:
    game = build(["...", "FF.", "..."], {"a21": {"hex": "01.03", "mode": "reserve"}}, start=MOVEMENT)
    play(game, "move a21")
    assert "01.02" in ends(game)  # ¾ MP and a forest of 2
    play(game, "to 01.02")
    assert not ends(game)
    assert game.pos.spent[unit(game.pos, "a21")] == 3
    hq = position(None, {"a01": "03.03"})
    assert not costs(hq, "a01")  # an MA of 0 never moves


@pytest.mark.rule("ocs.movement.4c", "ocs.movement.12a")
def test_not_even_one_hex_into_prohibited_ground() -> None:
    pos = position(["~~~", "~.~", "~M~"], {"a14": {"hex": "02.02", "mode": "reserve-move"}}, dumps=FUEL)
    assert not costs(pos, "a14")


@pytest.mark.rule("ocs.movement.6", "ocs.movement.2")
def test_unlike_units_go_together_and_pay_each_their_own() -> None:
    rows = ["....", ".w..", "...."]
    units = {"a11": "01.03", "a21": {"hex": "01.03", "mode": "move"}}
    pos = position(rows, units)
    found = ways_of(pos, (unit(pos, "a11"), unit(pos, "a21")))
    assert [pos.mobility(group[0]) for group in found.classes] == [0, 1]
    # Into the woods foot pays 1 and tracks 2; the infantry's 5 MP bound the group.
    assert found.cost[hex(pos, "02.02")] == (8, 12) or found.cost[hex(pos, "02.02")] == (4, 8)
    assert max(paid[0] for paid in found.cost.values()) <= 20


@pytest.mark.rule("ocs.movement.6a")
def test_what_each_unit_of_a_stack_has_spent_is_its_own() -> None:
    game = build(
        [".w..", "...."],
        {"a11": "01.02", "a21": {"hex": "01.02", "mode": "move"}},
        dumps=FUEL,
        start=MOVEMENT,
    )
    play(game, "move a11", "join a21", "to 02.02", "fuel-unit a11")
    assert [game.pos.spent[unit(game.pos, id)] for id in ("a11", "a21")] == [8, 4]


@pytest.mark.rule("ocs.movement.7a", "ocs.movement.7b", "ocs.overrun.11")
def test_a_dropped_unit_is_finished() -> None:
    game = build(["." * 6] * 3, {"a21 a22": {"hex": "01.02", "mode": "move"}}, start=MOVEMENT)
    play(game, "move a21", "join a22", "to 02.02", "drop a22")
    assert game.pos.flags[unit(game.pos, "a22")] & MOVED
    play(game, "to 04.02", "halt")
    assert (where(game.pos, "a21"), where(game.pos, "a22")) == ("04.02", "02.02")
    assert refusal(game, "move a22").rule == "ocs.movement.2"


@pytest.mark.rule("ocs.movement.7", "ocs.movement.8a", "ocs.movement.2b", "ocs.transport.2c")
def test_nobody_joins_on_the_way() -> None:
    game = build(["." * 6] * 3, {"a21": {"hex": "01.02", "mode": "move"}, "a22": "02.02"}, start=MOVEMENT)
    play(game, "move a21", "to 02.02")
    assert refusal(game, "join a22").rule == "ocs.movement.7"
    assert all(not text.startswith("move") for text in options(game))


@pytest.mark.rule("ocs.movement.1", "ocs.movement.2")
def test_who_may_not_begin_to_move() -> None:
    units = {
        "a21": {"hex": "01.01", "flags": MOVED},
        "a22": {"hex": "01.01", "flags": PLEDGED},
        "b11": "05.05",
    }
    pos = position(None, units | {"af1": "01.01", "a24": "waiting"})
    rules = {id: move_refusal(pos, unit(pos, id)) for id in ("a21", "a22", "b11", "af1", "a24")}
    assert {id: ruling.rule for id, ruling in rules.items() if ruling} == {
        "a21": "ocs.movement.2",
        "a22": "ocs.zoc.17",
        "b11": "ocs.movement.1",
        "af1": "ocs.air.15",
        "a24": "ocs.movement.1",
    }


@pytest.mark.rule("ocs.exploitation.1", "ocs.reaction.1")
def test_who_may_move_in_exploitation() -> None:
    units = {"a21": "01.01", "a22": {"hex": "01.01", "mode": "exploit"}}
    pos = position(None, units, phase="exploitation")
    ruling = move_refusal(pos, unit(pos, "a21"))
    assert ruling is not None and ruling.rule == "ocs.exploitation.1"
    assert move_refusal(pos, unit(pos, "a22")) is None


# -- zones ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.zoc.4a", "ocs.zoc.6")
def test_trucks_stop_in_a_zone_and_tracks_and_legs_do_not() -> None:
    rows = ["." * 7] * 3
    enemy = {"b11": "04.03"}
    for id, mode, passes in (("a14", "move", False), ("a11", "combat", True), ("a21", "move", True)):
        pos = position(rows, {id: {"hex": "02.01", "mode": mode}} | enemy, dumps={"aster": {"02.01": 9}})
        # 04.02 is next to the enemy; 06.01 lies behind it.
        found = costs(pos, id)
        assert "04.02" in found
        way = path_of(ways_of(pos, (unit(pos, id),)), hex(pos, "05.01" if passes else "04.02"))
        assert (hex(pos, "04.02") in way[:-1] or "05.01" in found) is True
        assert ("05.02" in found and found["05.02"] == (12,)) is passes


@pytest.mark.rule("ocs.zoc.4b", "ocs.zoc.17b")
def test_a_friend_who_stays_lets_trucks_through_and_is_held_to_it() -> None:
    rows = ["...", "...", "...", "..."]
    units = {"a14": {"hex": "02.01", "mode": "move"}, "b11": "03.02", "a21": "02.02"}
    game = build(rows, units, dumps={"aster": {"02.01": 9}}, start=MOVEMENT)
    play(game, "move a14", "to 02.02", "fuel-unit a14")
    assert not game.pos.flags[unit(game.pos, "a21")] & PLEDGED
    play(game, "to 01.02")
    assert game.pos.flags[unit(game.pos, "a21")] & PLEDGED
    play(game, "halt")
    play(game, "move a21")
    assert refusal(game, "to 01.02").rule == "ocs.zoc.17" and not ends(game)
    play(game, "mode 1", "halt")  # that costs no MP
    assert (game.pos.mode[unit(game.pos, "a21")], where(game.pos, "a21")) == (MOVE, "02.02")


@pytest.mark.rule("ocs.zoc.4a")
def test_a_truck_that_drove_into_a_zone_is_bound() -> None:
    rows = ["...", "...", "...", "..."]
    game = build(
        rows,
        {"a14": {"hex": "02.01", "mode": "move"}, "b11": "03.02"},
        dumps={"aster": {"02.01": 9}},
        start=MOVEMENT,
    )
    play(game, "move a14", "to 02.02", "fuel-unit a14")
    assert not ends(game)
    assert refusal(game, "to 02.01").rule == "ocs.zoc.4"
    assert "halt" in options(game)


@pytest.mark.rule("ocs.zoc.5")
def test_who_begins_in_a_zone_may_leave_with_trucks() -> None:
    game = build(
        None,
        {"a14": {"hex": "02.02", "mode": "move"}, "b11": "03.03", "a21": "02.01"},
        dumps={"aster": {"02.02": 9}},
        start=MOVEMENT,
    )
    play(game, "move a14")
    assert "01.01" in ends(game)


# -- hexes of the enemy ---------------------------------------------------------------------------


@pytest.mark.rule("ocs.stacking.6a", "ocs.basics.22b")
def test_nobody_enters_enemy_combat_units_and_only_the_capable_his_goods() -> None:
    units = {"a21": {"hex": "01.01", "mode": "move"}, "a01": {"hex": "01.01", "mode": "move"}, "b12": "03.03"}
    pos = position(None, units, dumps={"boreal": {"01.02": 4}, "aster": {"01.01": 4}})
    a21, a01 = unit(pos, "a21"), unit(pos, "a01")
    goods, held = hex(pos, "01.02"), hex(pos, "03.03")
    assert not closed_hexes(pos, [a21])[goods] and closed_hexes(pos, [a21])[held]
    assert closed_hexes(pos, [a01])[goods] and closed_hexes(pos, [a21, a01])[goods]
    game = build(None, units, dumps={"boreal": {"01.02": 4}, "aster": {"01.01": 4}}, start=MOVEMENT)
    play(game, "move a01")
    assert refusal(game, "to 01.02").rule == "ocs.basics.22"


@pytest.mark.rule("ocs.stacking.6c")
def test_enemy_held_hexes_are_refused_by_name() -> None:
    game = build(None, {"a21": "03.02", "b11": "03.03"}, start=MOVEMENT)
    play(game, "move a21")
    assert refusal(game, "to 03.03").rule == "ocs.stacking.6"
    assert refusal(game, "to 05.05").rule == "ocs.movement.3"


@pytest.mark.rule("ocs.airmission.6", "ocs.airmission.7a", "ocs.movement.3")
def test_a_trainbusting_zone_costs_one_more_and_on_foot_only_under_the_marker() -> None:
    rows = ["....", "...."]
    busted = {"aster": ["03.02"]}
    track = position(rows, {"a11": "01.02"}, trainbusted=busted)
    assert costs(track, "a11")["02.02"] == (8,)
    leg = position(rows, {"a21": {"hex": "01.02", "mode": "move"}}, trainbusted=busted)
    assert costs(leg, "a21")["02.02"] == (4,)
    assert costs(leg, "a21")["03.02"] == (12,)
    other = position(rows, {"a11": "01.02"}, trainbusted={"boreal": ["03.02"]})
    assert costs(other, "a11")["02.02"] == (4,)


@pytest.mark.rule("ocs.weather.1")
def test_storm_slows_trucks_off_road() -> None:
    pos = position(["....."], {"a14": {"hex": "01.01", "mode": "move"}}, weather="storm")
    assert costs(pos, "a14")["02.01"] == (8,)


# -- bridges --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.engineer.2a", "ocs.movement.11c", "ocs.engineer.4a")
def test_engineers_bridge_the_rivers_of_their_hex() -> None:
    drawn = {"rivers": {"minor-river": ["01.01/02.01"], "major-river": ["02.01/03.01"]}}
    units = {"a11": "01.01", "a33": "02.01"}
    pos = position(["...."], units, map=drawn)
    # The minor river costs nothing, the major one as a minor: 1, then 1 + 2.
    assert costs(pos, "a11")["02.01"] == (4,)
    assert costs(pos, "a11")["03.01"] == (16,)
    resting = position(["...."], {"a11": "01.01", "a33": {"hex": "02.01", "mode": "move"}}, map=drawn)
    assert costs(resting, "a11") == {"02.01": (12,)}
    foreign = position(["...."], {"a11": "01.01", "b02": "04.01"}, map=drawn)
    assert "03.01" not in costs(foreign, "a11")


@pytest.mark.rule("ocs.engineer.4b")
def test_an_engineer_uses_its_own_bridge_to_leave() -> None:
    drawn = {"rivers": {"major-river": ["01.01/02.01"]}}
    game = build(["..."], {"a33": "01.01"}, map=drawn, dumps={"aster": {"01.01": 9}}, start=MOVEMENT)
    play(game, "move a33", "mode 1")
    assert "02.01" in ends(game)  # 1 + 4 by truck over its own bridge
    play(game, "to 02.01", "fuel-unit a33")
    assert game.pos.spent[unit(game.pos, "a33")] == 20
    assert "01.01" not in ends(game)  # behind it there is none any more


@pytest.mark.rule("ocs.overrun.5a", "ocs.overrun.5b", "ocs.engineer.3a")
def test_an_overrun_counts_neither_roads_nor_bridges() -> None:
    drawn = {"rivers": {"minor-river": ["01.01/02.01"], "major-river": ["02.01/03.01"]}}
    drawn["roads"] = {"primary-road": ["01.01 02.01 03.01"]}  # type: ignore[dict-item] # chains, not hexsides
    pos = position(["..."], {"a11": "01.01", "a33": "02.01"}, map=drawn)
    one = unit(pos, "a11")
    assert bare_price(pos, one, hex(pos, "01.01"), hex(pos, "02.01")) == 12
    assert bare_price(pos, one, hex(pos, "02.01"), hex(pos, "03.01")) == CLOSED


def test_a_sheet_explains_a_move() -> None:
    pos = position(["...."], {"a21": {"hex": "01.01", "mode": "move"}})
    sheet = way_sheet(pos, (unit(pos, "a21"),), hex(pos, "03.01"))
    assert sheet.total == "2 of 5 Leg MP"
    assert [term.value for term in sheet.terms] == ["1", "1"]
