"""Dumps, transport, rail: what is moved, what it costs, what is blown."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.position import ASTER, BOREAL, CARRIED, CONVERTED, MOVED, OcsPosition
from grognard.games.ocs.rear.railways import detrainable, rail_cost, rail_left
from grognard.games.ocs.supply.transport import handling

MOVEMENT = {"procedure": "movement", "step": "Move"}
WIDE = ["." * 20] * 3


def driving(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    return build(rows or WIDE, units, start=MOVEMENT, **given)


# -- dumps ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.dumps.1a", "ocs.dumps.3b", "ocs.dumps.4a", "ocs.dumps.2a")
@pytest.mark.parametrize(("die", "left"), [(1, 30), (2, 20), (3, 20), (4, 10), (5, 10), (6, 0)])
def test_blowing_forty_tokens(die: int, left: int) -> None:
    # Set piece 21 has the 4: 30T gone, 10T left.
    game = driving({}, dumps={"aster": {"05.02": 40}})
    play(game, "blow 05.02", "tokens 40")
    roll(game, die)
    assert game.pos.ground_dump(hex(game.pos, "05.02"), ASTER) == left
    if left:
        assert refusal(game, "blow 05.02").rule == "ocs.dumps.4"


@pytest.mark.rule("ocs.dumps.1")
def test_half_of_thirteen_is_seven() -> None:
    game = driving({}, dumps={"aster": {"05.02": 13}})
    play(game, "blow 05.02", "tokens 13")
    roll(game, 2)
    assert game.pos.ground_dump(hex(game.pos, "05.02"), ASTER) == 6


@pytest.mark.rule(
    "ocs.dumps.2a",
    "ocs.dumps.3a",
    "ocs.dumps.3b",
    "ocs.sequence.15a",
    "ocs.sequence.15c",
    "ocs.sequence.19",
    "ocs.dumps.4b",
)
def test_part_of_a_dump_loads_too_and_in_reaction() -> None:
    game = build(
        WIDE,
        {"b41": {"hex": "05.02", "points": 2, "load": 6}},
        phase="reaction",
        acting="boreal",
        start={"procedure": "reaction", "step": "Move"},
        dumps={"boreal": {"05.02": 4}},
    )
    assert [text for text in options(game) if text.split()[0] in ("dig", "entrain", "send-supply")] == []
    play(game, "blow 05.02", "tokens 8")
    roll(game, 6)
    assert game.pos.dump_at(hex(game.pos, "05.02"), BOREAL) == 2
    assert game.pos.points[unit(game.pos, "b41")] == 2
    barrage = position(WIDE, {}, phase="movement-barrage", dumps={"aster": {"05.02": 4}})
    from grognard.games.ocs.supply.dumps import blow_refusal

    ruling = blow_refusal(barrage, hex(barrage, "05.02"), ASTER)
    assert ruling is not None and ruling.rule == "ocs.dumps.2"


# -- loading --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.transport.6")
def test_loading_costs_a_tenth() -> None:
    pos = position(None, {"a41": {"hex": "01.01", "points": 1}, "a43": {"hex": "01.01", "points": 1}})
    assert [handling(pos, unit(pos, id)) for id in ("a41", "a43")] == [20, 4]  # 4.5 rounds to 5 MP; 1 MP


@pytest.mark.rule(
    "ocs.transport.1", "ocs.transport.4a", "ocs.transport.5", "ocs.transport.6", "ocs.supply.7b"
)
def test_set_piece_thirty_load_drive_unload() -> None:
    game = driving({"a41": {"hex": "02.02", "points": 2}, "a21": "12.02"}, dumps={"aster": {"02.02": 20}})
    play(game, "move a41")
    assert "load 8" in options(game) and "load 9" not in options(game)
    play(game, "load 8", "to 11.02")
    assert not any(text.startswith("unload") for text in options(game))
    assert refusal(game, "unload 8").rule == "ocs.transport.5"
    play(game, "to 12.02", "unload 8")
    assert game.pos.ground_dump(hex(game.pos, "12.02"), ASTER) == 8
    assert game.pos.spent[unit(game.pos, "a41")] == (5 + 10 + 5) * 4
    assert not any(text.startswith("load") for text in options(game))  # not again in this phase


@pytest.mark.rule("ocs.transport.7", "ocs.transport.3b")
def test_organic_trucks_load_and_never_unload() -> None:
    game = driving({"a17": {"hex": "02.02", "points": 2}, "a11": "02.02"}, dumps={"aster": {"02.02": 20}})
    play(game, "move a17", "load 4")
    assert refusal(game, "unload 4").rule == "ocs.transport.7"
    assert not any(text.startswith("take") for text in options(game))


@pytest.mark.rule("ocs.transport.3a", "ocs.units.18a")
def test_points_are_divided_as_part_of_the_order_and_combine_again() -> None:
    game = driving(
        {
            "a41": {"hex": "02.02", "points": 5, "load": 12},
            "a42": {"hex": "06.02", "points": 5, "flags": MOVED},
        }
    )
    play(game, "move a41")
    assert [text for text in options(game) if text.startswith("take")] == [f"take {n}" for n in (1, 2, 3, 4)]
    play(game, "take 2", "to 06.02", "halt")
    pos = game.pos
    assert (pos.points[unit(pos, "a41")], pos.cargo[unit(pos, "a41")]) == (3, 4)
    assert (pos.points[unit(pos, "a42")], pos.cargo[unit(pos, "a42")]) == (7, 8)
    assert pos.hex[unit(pos, "a-truck-1")] < 0
    assert "move a41" in options(game)


@pytest.mark.rule("ocs.transport.2", "ocs.supply.4")
def test_a_load_pays_for_fuel_where_it_stands() -> None:
    game = driving({"a41": {"hex": "02.02", "points": 1, "load": 4}, "a31": "03.02"})
    play(game, "move a31", "to 05.02", "fuel-unit a31")
    assert game.pos.cargo[unit(game.pos, "a41")] == 3


@pytest.mark.rule("ocs.movement.1")
def test_trucks_move_only_in_the_movement_phase() -> None:
    game = build(
        WIDE,
        {"a41": {"hex": "02.02", "points": 1}},
        phase="exploitation",
        start={"procedure": "exploitation", "step": "Move"},
    )
    assert options(game) == ["done"]


# -- Extenders ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.10b", "ocs.trace.11", "ocs.trace.15a", "ocs.transport.7")
def test_forming_and_breaking_an_extender() -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
    game = driving({"a42": {"hex": "09.02", "points": 5}}, **home)
    play(game, "move a42", "extend")
    one = unit(game.pos, "a42")
    assert game.pos.extender[one] and game.pos.spent[one] == 90  # half of 45 is 22½
    assert refusal(game, "move a42").rule == "ocs.trace.15"
    assert refusal(game, "break-up a42").rule == "ocs.trace.10"
    back = driving({"a42": {"hex": "09.02", "points": 5, "extender": True}}, **home)
    play(back, "break-up a42", "move a42")
    assert back.pos.spent[unit(back.pos, "a42")] == 90
    assert "to 16.02" in options(back)


@pytest.mark.rule("ocs.trace.10a", "ocs.trace.11a")
@pytest.mark.parametrize(
    ("entry", "given", "rule"),
    [
        ({"points": 4}, True, "ocs.trace.10"),
        ({"points": 5, "load": 1}, True, "ocs.trace.11"),
        ({"points": 5, "spent": 23}, True, "ocs.trace.10"),
        ({"points": 5}, False, "ocs.trace.11"),
    ],
)
def test_when_no_extender_can_be_formed(entry: dict[str, Any], given: bool, rule: str) -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}} if given else {}
    game = driving({"a42": {"hex": "09.02", **entry}}, **home)
    play(game, "move a42")
    assert refusal(game, "extend").rule == rule


# -- rail -----------------------------------------------------------------------------------------


def railway(units: Any, **given: Any) -> Game[OcsPosition]:
    """A line of twelve hexes with villages at 06.02 and 12.02; the first six are double track."""
    rows = ["." * 14, ".....v.....v..", "." * 14]
    line = [f"{column:02d}.02" for column in range(1, 13)]
    drawn = {"roads": {"railroad": [" ".join(line)], "multi-track": [" ".join(line[:6])]}}
    base: dict[str, Any] = {
        "sources": {"aster": "01.02"},
        "control": {"aster": line},
        "rail_cap": {"aster": 3},
    }
    return build(rows, units, map=drawn, start=MOVEMENT, **(base | given))


@pytest.mark.rule("ocs.rail.1", "ocs.rail.2c", "ocs.rail.3", "ocs.rail.8")
def test_set_piece_three_supply_by_rail() -> None:
    game = railway({}, dumps={"aster": {"01.02": 16}})
    play(game, "send-supply 01.02", "rail-to 06.02", "tokens 16")  # 4 SP for 2 caps on double track
    assert game.pos.rail_used[ASTER] == 32
    assert game.pos.ground_dump(hex(game.pos, "06.02"), ASTER) == 16
    far = railway({}, dumps={"aster": {"01.02": 16}})
    play(far, "send-supply 01.02", "rail-to 12.02")
    assert "tokens 12" in options(far) and "tokens 13" not in options(far)  # 1 cap a SP, three caps


@pytest.mark.rule("ocs.rail.2d", "ocs.airmission.7", "ocs.basics.15b", "ocs.basics.12b", "ocs.rail.1a")
def test_what_a_ride_costs() -> None:
    pos = railway({}).pos
    near, far, home = (hex(pos, name) for name in ("06.02", "12.02", "01.02"))
    assert rail_cost(pos, ASTER, 48, home, near) == 24  # 3 SP on double track: 1½ caps
    assert rail_cost(pos, ASTER, 48, home, far) == 48
    assert rail_cost(pos, ASTER, 2, home, near) == 1  # a Pax Repl: 1/16
    busted = railway({}, trainbusted={"aster": ["03.02"]}).pos
    assert rail_cost(busted, ASTER, 48, home, near) == 48  # both together cancel out
    assert rail_cost(busted, ASTER, 16, home, far) == 32


@pytest.mark.rule(
    "ocs.rail.6a", "ocs.rail.7b", "ocs.modes.15", "ocs.basics.18", "ocs.basics.20e", "ocs.basics.19a"
)
def test_passengers() -> None:
    units = {"a14": {"hex": "01.02", "mode": "move"}, "a21": "01.02", "a22": {"hex": "02.02", "mode": "move"}}
    game = railway(units | {"a23": {"hex": "01.02", "mode": "move", "spent": 3}})
    assert [text for text in options(game) if text.startswith("entrain")] == ["entrain a14"]
    assert refusal(game, "entrain a21").rule == "ocs.modes.15"
    assert refusal(game, "entrain a22").rule == "ocs.rail.6"
    assert refusal(game, "entrain a23").rule == "ocs.rail.7"  # 3 of 5 MP
    play(game, "entrain a14", "rail-to 12.02")
    one = unit(game.pos, "a14")
    assert where(game.pos, "a14") == "12.02"
    assert game.pos.flags[one] & CARRIED and game.pos.flags[one] & MOVED
    assert rail_left(game.pos, ASTER) == 32
    assert refusal(game, "move a14").rule == "ocs.movement.2"


@pytest.mark.rule(
    "ocs.rail.6b",
    "ocs.zoc.8b",
    "ocs.zoc.8c",
    "ocs.stacking.9a",
    "ocs.stacking.9b",
    "ocs.stacking.9c",
    "ocs.rail.15c",
)
def test_what_stops_a_train() -> None:
    units = {"a14": {"hex": "01.02", "mode": "move"}}
    for enemy, ends in (
        ({}, {"06.02", "12.02"}),
        ({"b34": "09.02"}, {"06.02"}),  # combat units
        (
            {"b34": "08.03", "a31": "08.02", "a33": "09.02", "a34": "09.03"},
            {"06.02"},
        ),  # a zone, negated or not
        ({"b41": {"hex": "08.02", "points": 2}}, {"06.02", "12.02"}),  # trucks are passed
        ({"b41": {"hex": "12.02", "points": 2}}, {"06.02"}),  # but nobody gets off with them
    ):
        game = railway(units | enemy)
        play(game, "entrain a14")
        assert {text[8:] for text in options(game) if text.startswith("rail-to")} == ends
    lost = railway(units, control={"aster": ["01.02"], "boreal": ["06.02"]})
    assert {lost.pos.content.names[one] for one in detrainable(lost.pos, ASTER, True)} == {"01.02"}


@pytest.mark.rule("ocs.rail.5", "ocs.engineer.5a", "ocs.rail.4")
def test_an_hq_in_combat_mode_makes_a_station() -> None:
    units = {"a14": {"hex": "01.02", "mode": "move"}, "a01": "09.02", "a33": "08.02"}
    game = railway(units)
    play(game, "entrain a14")
    assert "rail-to 09.02" in options(game) and "rail-to 08.02" not in options(game)  # an engineer does not


@pytest.mark.rule("ocs.rail.3a")
def test_rail_cap_is_for_the_movement_phase_and_runs_out() -> None:
    units = {"a14": {"hex": "01.02", "mode": "move"}}
    game = railway(units, rail_used={"aster": 48})
    assert not any(text.startswith("entrain") for text in options(game))
    assert refusal(game, "entrain a14").rule == "ocs.rail.3"


# -- gauges ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.rail.9", "ocs.rail.10", "ocs.rail.6b")
def test_a_side_uses_only_its_own_gauge() -> None:
    game = railway({"a14": {"hex": "01.02", "mode": "move"}}, gauge={"boreal": ["08.02", "09.02"]})
    play(game, "entrain a14")
    assert {text[8:] for text in options(game) if text.startswith("rail-to")} == {"06.02"}
    trace = railway({}, gauge={"boreal": ["08.02"]}).pos
    assert {trace.content.names[one] for one in detrainable(trace, ASTER, False)} == {"01.02", "06.02"}


@pytest.mark.rule("ocs.rail.11a", "ocs.rail.11b", "ocs.rail.12a", "ocs.rail.12c", "ocs.zoc.10")
def test_rail_repair_units_convert_four_hexes_by_moving_in() -> None:
    foreign = [f"{column:02d}.02" for column in range(2, 12)]
    game = railway({"a36": "01.02"}, gauge={"boreal": foreign})
    play(game, "move a36", "to 02.02", "to 03.02", "to 04.02", "to 05.02")
    pos = game.pos
    assert [pos.gauge[hex(pos, name)] for name in foreign[:5]] == [0, 0, 0, 0, 1]
    moving = railway(
        {"a36": {"hex": "01.02", "mode": "move"}}, gauge={"boreal": foreign}, dumps={"aster": {"01.02": 4}}
    )
    play(moving, "move a36", "to 03.02", "fuel-unit a36")
    assert moving.pos.gauge[hex(moving.pos, "02.02")] == 1  # only in Combat Mode
    zone = railway({"a36": "01.02", "b34": "03.03", "a21": "02.02"}, gauge={"boreal": foreign})
    play(zone, "move a36", "to 02.02")
    assert zone.pos.gauge[hex(zone.pos, "02.02")] == 0
    play(zone, "to 03.02")
    assert zone.pos.gauge[hex(zone.pos, "03.02")] == 1  # in an enemy zone, a friend or not


@pytest.mark.rule(
    "ocs.rail.13a", "ocs.rail.13b", "ocs.rail.13c", "ocs.rail.14", "ocs.basics.20e", "ocs.modes.15d"
)
def test_rail_repair_units_ride_in_combat_mode_between_any_rail_hexes_and_go_on() -> None:
    game = railway({"a36": "02.02"}, gauge={"boreal": ["10.02", "11.02"]})
    play(game, "entrain a36")
    assert "rail-to 09.02" in options(game) and "rail-to 10.02" not in options(game)
    play(game, "rail-to 09.02", "move a36", "to 10.02")
    pos = game.pos
    assert pos.gauge[hex(pos, "10.02")] == 0
    again = railway({"a36": "04.02"})
    again.pos.put.worked[hex(again.pos, "10.02")] |= CONVERTED
    play(again, "entrain a36")
    assert "rail-to 09.02" in options(again) and "rail-to 10.02" not in options(again)  # new in this phase


@pytest.mark.rule("ocs.capture.14")
def test_an_owner_may_collapse_his_extender_instead_of_moving_it() -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
    game = driving({"a42": {"hex": "15.02", "points": 5, "extender": True}}, **home)
    play(game, "collapse a42", "displace 04.02")
    assert (where(game.pos, "a42"), game.pos.extender[unit(game.pos, "a42")]) == ("04.02", 0)
    assert refusal(game, "move a42").rule == "ocs.movement.2"
