"""Single clauses of the rules behind the front: supply, trace, stocks, rail, replacements, engineers."""

from typing import Any

import pytest

from games.ocs.battle import answer_until, battle, roll, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.board.board import MapFile, build_board
from grognard.core.content.read import convert
from grognard.core.flow.flow import Game
from grognard.core.position import Frame
from grognard.games.ocs.model.position import MOVED, POOL, TRACED, OcsPosition
from grognard.games.ocs.model.scale import CAP, MP
from grognard.games.ocs.model.units import action_rating, is_engineer_capable
from grognard.games.ocs.movement.modes import allowance, left
from grognard.games.ocs.movement.reach import step_price
from grognard.games.ocs.movement.step_costs import bridge_hexes
from grognard.games.ocs.rear.railways import entrain_refusal, freight_hexes, rail_cost
from grognard.games.ocs.rear.reinforcements import Arrival
from grognard.games.ocs.supply.draw_and_throw import supply_for
from grognard.games.ocs.supply.extenders import extend_refusal
from grognard.games.ocs.supply.trace import is_traced, trace_sources
from grognard.games.ocs.supply.transport import load_limit

MOVING = {"procedure": "movement", "step": "Move"}
SUPPLY = {"procedure": "supply-phase", "step": "restocking"}
WIDE = ["." * 20] * 3
HOME: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
RAILS = {"roads": {"railroad": [" ".join(f"{column:02d}.02" for column in range(1, 13))]}}
TOWNS = ["............", "vv.........v", "............"]


def moving(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    return build(rows or WIDE, units, start=MOVING, **given)


def rebuilding(units: Any, **given: Any) -> Game[OcsPosition]:
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(WIDE, units, phase="reinforcement", start=start, **(HOME | given))
    game.pos.stack.append(Frame("arrival", "Rebuild", Arrival(0)))
    return game


@pytest.mark.rule("ocs.basics.1b")
def test_on_several_maps_the_letter_of_the_map_stands_before_the_number() -> None:
    values = {
        "columns": 2,
        "rows": 2,
        "names": ["A01.02", "B01.02", "A01.01", "B01.01"],
        "terrain": {"legend": {".": "open"}, "rows": ["..", ".."]},
    }
    board = build_board(convert(values, MapFile, "map"), "map")
    assert board.find_place("A01.01") != board.find_place("B01.01") and board.find_place("01.01") < 0


# -- supply -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.supply.10c")
def test_a_throw_is_counted_in_the_mp_of_its_colour() -> None:
    """Swamp lies between: 2 on foot, closed to trucks."""
    rows = ["." * 9, "...sss...", "." * 9]
    pos = position(
        ["~~~~~~~~~", "...sss...", "~~~~~~~~~"],
        {"a01": "03.02", "a21": "08.02"},
        dumps={"aster": {"02.02": 9}},
    )
    assert rows and supply_for(pos, unit(pos, "a21")) == 0
    pos.content.throw_mobility[unit(pos, "a01")] = 0
    pos.forget()
    assert supply_for(pos, unit(pos, "a21")) == 9


@pytest.mark.rule("ocs.transport.4b")
def test_trucks_load_nothing_through_a_draw_or_a_throw() -> None:
    pos = position(
        None, {"a41": {"hex": "02.02", "points": 3}, "a01": "02.02"}, dumps={"aster": {"02.03": 9}}
    )
    assert load_limit(pos, unit(pos, "a41")) == 0
    there = position(None, {"a41": {"hex": "02.02", "points": 3}}, dumps={"aster": {"02.02": 9}})
    assert load_limit(there, unit(there, "a41")) == 9


@pytest.mark.rule("ocs.transport.2d")
def test_a_truck_that_pauses_pays_fuel_and_nothing_in_advance() -> None:
    units = {
        "a41": {"hex": "02.02", "points": 3, "load": 9},
        "a31": {"hex": "03.02", "mode": "move"},
        "a32 a21": "03.02",
        "b34": "05.02",
    }
    game = play(moving(units), "move a41")
    verbs = {text.split()[0] for text in options(game)}
    assert "fuel-unit" in verbs and not verbs & {"barrage", "attack", "supply", "supply-all"}


# -- trace ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.11b")
def test_extenders_are_not_made_of_two_kinds() -> None:
    units = {"a41": {"hex": "03.02", "points": 4}, "a43": {"hex": "03.02", "points": 1}}
    pos = position(WIDE, units, phase="movement", **HOME)
    refused = extend_refusal(pos, unit(pos, "a41"))
    assert refused is not None and refused.rule == "ocs.trace.10"
    pos.put.points[unit(pos, "a41")] = 5
    assert extend_refusal(pos, unit(pos, "a41")) is None


@pytest.mark.rule("ocs.trace.12b")
def test_an_extender_links_two_stretches_of_rail() -> None:
    """The line is broken between 04 and 07; an Extender at 07.02 reaches back to the station at 02.02."""
    chains = ["01.02 02.02 03.02", "07.02 08.02 09.02 10.02 11.02 12.02"]
    given: dict[str, Any] = {
        "map": {"roads": {"railroad": chains}},
        **HOME,
        "control": {"aster": ["01.02", "02.02", "12.02"]},
    }
    without = position(TOWNS, {}, **given)
    assert hex(without, "12.02") not in trace_sources(without, 0)
    linked = position(TOWNS, {"a41": {"hex": "07.02", "points": 5, "extender": True}}, **given)
    assert hex(linked, "12.02") in trace_sources(linked, 0)


@pytest.mark.rule("ocs.trace.12e")
def test_an_extender_lengthens_no_draw_of_sp() -> None:
    units = {"a41": {"hex": "15.02", "points": 5, "extender": True}, "a21": "15.02"}
    pos = position(WIDE, units, dumps={"aster": {"02.02": 9}}, **HOME)
    assert is_traced(pos, unit(pos, "a21")) and supply_for(pos, unit(pos, "a21")) == 0


@pytest.mark.rule("ocs.trace.13b")
def test_the_range_of_an_extender_is_counted_from_its_end_back() -> None:
    """Ten hexes of forest cost trucks 4 each: from the forward end that is too far, beside it it is not."""
    rows = ["~" * 14, ".FFFFFFFFFFFF.", "~" * 14]
    far = position(rows, {"a41": {"hex": "13.02", "points": 5, "extender": True}}, **HOME)
    assert hex(far, "13.02") not in trace_sources(far, 0)
    near = position(rows, {"a41": {"hex": "06.02", "points": 5, "extender": True}}, **HOME)
    assert hex(near, "06.02") in trace_sources(near, 0)
    uphill = [rows[0], ".FFFFF........", rows[0]]
    back = position(uphill, {"a41": {"hex": "07.02", "points": 5, "extender": True}}, **HOME)
    assert hex(back, "07.02") in trace_sources(back, 0)  # 4 times 4 back to a hex next to it


@pytest.mark.rule("ocs.trace.14b")
def test_an_hq_does_not_stand_in_the_middle_of_a_chain() -> None:
    """The HQ at 12.02 throws to 18.02; an Extender there reaches back to it, and to no source."""
    rows = ["." * 60] * 3
    units = {"a01": "06.02", "a41": {"hex": "45.02", "points": 5, "extender": True}, "a21": "18.02"}
    pos = position(rows, units, **HOME)
    assert is_traced(pos, unit(pos, "a21")) and hex(pos, "45.02") not in trace_sources(pos, 0)


@pytest.mark.rule("ocs.trace.16c")
def test_eating_takes_the_marker_off() -> None:
    units = {"a21": {"hex": "10.02", "oos": True, "lost": 2}}
    game = build(WIDE, units, phase="supply", dumps={"aster": {"10.02": 4}}, start=SUPPLY, turns=3)
    answer_until(game, "Eat")
    play(game, options(game)[0])
    assert game.pos.oos[unit(game.pos, "a21")] == 0


@pytest.mark.rule("ocs.trace.17c")
def test_out_of_supply_leaves_rating_and_movement() -> None:
    pos = position(None, {"a21": {"hex": "02.02", "oos": True}, "a22": "03.03"})
    a21 = unit(pos, "a21")
    assert (action_rating(pos, a21), allowance(pos, a21)) == (4, 3 * MP)


@pytest.mark.rule("ocs.trace.21f")
def test_an_hq_in_combat_mode_may_break_out() -> None:
    """Its MA of 0 is that of the Combat side; the other has 10."""
    units = {"a01": {"hex": "15.02", "fed": TRACED}, "a21": "01.02"}
    game = build(WIDE, units, phase="breakout", start={"procedure": "breakout", "step": "Breakout"}, **HOME)
    assert "break-out a01" in options(game)


# -- stocks -----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.stocks.2c")
def test_an_exhausted_unit_uses_supply_on_the_map_as_others_do() -> None:
    game = strike(battle({"a21": {"hex": "03.02", "stocks": "exhausted"}, "b34": "03.03"}), "03.03")
    pos = game.pos
    assert pos.ground_dump(hex(pos, "01.01"), 0) == 36 and pos.stocks[unit(pos, "a21")] == 2


@pytest.mark.rule("ocs.stocks.9a")
def test_a_unit_out_of_supply_may_fight_on_its_stocks() -> None:
    game = play(
        battle({"a21": {"hex": "03.02", "oos": True}, "b34": "03.03"}, dumps={}),
        "attack 03.03",
        "commit-all",
        "strike",
    )
    assert "stocks a21" in options(game)
    answer_until(game, "RollSurprise")
    assert game.pos.stocks[unit(game.pos, "a21")] == 1


@pytest.mark.rule("ocs.stocks.9b")
def test_exhausted_stocks_put_nobody_out_of_supply() -> None:
    units = {"a21": {"hex": "03.02", "stocks": "exhausted"}}
    game = build(WIDE, units, phase="supply", start=SUPPLY, turns=3, **HOME)
    assert game.ask.step != "RollAttrition" and game.pos.oos[unit(game.pos, "a21")] == 0


# -- rail -------------------------------------------------------------------------------------------


def railway(units: Any, **given: Any) -> Game[OcsPosition]:
    held = {"aster": [f"{column:02d}.02" for column in range(1, 13)]}
    given = {"rail_cap": {"aster": 4}, **HOME, "control": held} | given
    return moving(units, TOWNS, map=RAILS, **given)


@pytest.mark.rule("ocs.zoc.8a")
def test_nobody_entrains_in_a_zone() -> None:
    game = railway({"a21": {"hex": "02.02", "mode": "move"}, "b11": "02.03"}, dumps={"aster": {"02.02": 8}})
    pos = game.pos
    refused = entrain_refusal(pos, unit(pos, "a21"))
    assert refused is not None and refused.rule == "ocs.rail.6"
    assert hex(pos, "02.02") not in freight_hexes(pos, 0)
    free = railway({"a21": {"hex": "02.02", "mode": "move"}}, dumps={"aster": {"02.02": 8}}).pos
    assert entrain_refusal(free, unit(free, "a21")) is None and hex(free, "02.02") in freight_hexes(free, 0)


@pytest.mark.rule("ocs.sequence.19c")
def test_in_exploitation_no_rail_cap_is_used() -> None:
    game = railway(
        {"a21": {"hex": "02.02", "mode": "move"}}, dumps={"aster": {"02.02": 8}}, phase="exploitation"
    )
    pos = game.pos
    refused = entrain_refusal(pos, unit(pos, "a21"))
    assert refused is not None and refused.rule == "ocs.rail.3" and freight_hexes(pos, 0) == []


@pytest.mark.rule("ocs.rail.2b")
def test_two_zones_double_the_rail_cap_once() -> None:
    one = railway({}, trainbusted={"aster": ["04.02"]}).pos
    two = railway({}, trainbusted={"aster": ["04.02", "09.02"]}).pos
    plain = railway({}).pos
    ends = hex(plain, "01.02"), hex(plain, "12.02")
    assert [rail_cost(pos, 0, CAP, *ends) for pos in (plain, one, two)] == [CAP, 2 * CAP, 2 * CAP]


@pytest.mark.rule("ocs.zoc.10b", "ocs.sequence.19e")
def test_gauge_is_converted_in_no_zone_and_in_no_exploitation() -> None:
    """A friend in the hex does not help; and the same unit converts nothing in Exploitation."""
    foreign = {"boreal": [f"{column:02d}.02" for column in range(4, 9)]}
    alone = railway({"a36": "03.02"}, gauge=foreign)
    play(alone, "move a36", "to 04.02", "halt")
    assert alone.pos.gauge[hex(alone.pos, "04.02")] == 0
    watched = railway({"a36": "03.02", "a21": "04.02", "b11": "04.03"}, gauge=foreign)
    play(watched, "move a36", "to 04.02", "halt")
    assert watched.pos.gauge[hex(watched.pos, "04.02")] == 1
    start = {"procedure": "exploitation", "step": "Move"}
    given: dict[str, Any] = {**HOME, "gauge": foreign, "phase": "exploitation", "start": start}
    later = build(TOWNS, {"a36": {"hex": "03.02", "mode": "reserve"}}, map=RAILS, **given)
    play(later, "release a36", "move a36", "to 04.02", "halt")
    assert later.pos.gauge[hex(later.pos, "04.02")] == 1


@pytest.mark.rule("ocs.rail.15b")
def test_a_station_behind_the_enemys_line_keeps_its_owner() -> None:
    game = railway({"b11": "09.02", "b12": "10.03"})
    play(game, "done")
    assert game.pos.control[hex(game.pos, "12.02")] == 0


@pytest.mark.rule("ocs.rail.13d")
def test_a_rail_repair_unit_goes_on_after_its_ride_with_what_it_has_left() -> None:
    game = railway({"a36": "03.02"})
    play(game, "move a36", "to 02.02", "halt", "entrain a36", "rail-to 11.02")
    a36 = unit(game.pos, "a36")
    assert left(game.pos, a36) == 4 * MP - game.pos.spent[a36] == 3 * MP
    play(game, "move a36", "to 12.02")
    assert where(game.pos, "a36") == "12.02"


@pytest.mark.rule("ocs.rail.12b")
def test_a_rail_repair_unit_of_two_mp_converts_two_hexes() -> None:
    """Disorganised it has 2 MP; a primary road beside the line halves what the hexes cost."""
    foreign = {"boreal": [f"{column:02d}.02" for column in range(4, 9)]}
    line = " ".join(f"{column:02d}.02" for column in range(1, 13))
    both = {"roads": {"railroad": [line], "primary-road": [line]}}
    units = {"a36": {"hex": "03.02", "mode": "dg"}}
    game = moving(units, TOWNS, map=both, gauge=foreign, dumps={"aster": {"03.02": 4}}, **HOME)
    game.pos.content.mobility[unit(game.pos, "a36") * 2] = 1  # on tracks the road is worth taking
    play(game, "move a36", "to 06.02", "fuel-unit a36")
    mine = [name for name in foreign["boreal"] if game.pos.gauge[hex(game.pos, name)] == 0]
    assert mine == ["04.02", "05.02"]


# -- replacements -----------------------------------------------------------------------------------


@pytest.mark.rule("ocs.replacement.1b")
def test_repls_that_come_in_are_used_at_once_or_kept() -> None:
    start = {"procedure": "reinforcement-phase", "step": "OpenSegment"}
    game = build(
        WIDE, {"a01": "02.02", "a34": "dead", "a33": "dead"}, phase="reinforcement", start=start, **HOME
    )
    roll(game, 7, 11)  # two Pax, an Eq
    play(game, "rebuild a34", "rebuild a33", "done")
    kinds = [game.pos.content.kind[one] for one in game.pos.combat_units_at(hex(game.pos, "01.02"), 0)]
    assert sorted(kinds) == ["anti-tank", "engineer", "eq", "pax"]


@pytest.mark.rule("ocs.replacement.2b")
def test_repls_are_fuelled_and_fed_as_others_are() -> None:
    units = {"a-eq-1": {"hex": "15.02", "mode": "move"}, "a-pax-1": {"hex": "15.02", "mode": "move"}}
    game = play(moving(units, **HOME), "move a-eq-1")
    assert refusal(game, "to 16.02").rule == "ocs.fuel.11"
    assert not is_traced(game.pos, unit(game.pos, "a-pax-1"))


@pytest.mark.rule("ocs.replacement.5a", "ocs.replacement.5c")
def test_a_division_gets_several_steps_back_and_spends_no_mp() -> None:
    units = {
        "a01": "03.02",
        "a-pax-1 a-pax-2": {"hex": "05.02", "mode": "move"},
        "a21": {"hex": "05.02", "lost": 3},
    }
    game = play(rebuilding(units), "rebuild a21", "rebuild a21", "done")
    a21 = unit(game.pos, "a21")
    assert (game.pos.lost[a21], game.pos.spent[a21], game.pos.flags[a21] & MOVED) == (1, 0, 0)
    assert left(game.pos, a21) == 3 * MP


@pytest.mark.rule("ocs.replacement.8b")
def test_wagons_are_not_rebuilt() -> None:
    units: dict[str, Any] = {
        "a01": "03.02",
        "a-eq-1": {"hex": "05.02", "mode": "move"},
        "a43": "dead",
        "a41": {"hex": "01.01", "points": 10},
    }
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build([], units, phase="reinforcement", start=start)  # ten trucks and five wagons were given
    game.pos.stack.append(Frame("arrival", "Rebuild", Arrival(0)))
    assert "rebuild a43" not in options(game) and "rebuild-truck 05.02" not in options(game)
    units["a41"] = {"hex": "01.01", "points": 9}
    fewer = build([], units, phase="reinforcement", start=start)
    fewer.pos.stack.append(Frame("arrival", "Rebuild", Arrival(0)))
    assert "rebuild-truck 05.02" in options(fewer) and "rebuild a43" not in options(fewer)


@pytest.mark.rule("ocs.replacement.9c", "ocs.replacement.9e")
def test_aircraft_are_rebuilt_in_a_storm_and_half_an_eq_is_not_kept() -> None:
    units = {
        "a01": "03.02",
        "a-eq-1 a-eq-2": {"hex": "05.02", "mode": "move"},
        "af1": "dead",
        "af2": {"hex": "06.02", "lost": 1},
    }
    game = rebuilding(units, weather="storm", bases={"aster": {"06.02": 1}})
    play(game, "rebuild af1", "done")
    eqs = [game.pos.hex[unit(game.pos, f"a-eq-{number}")] for number in (1, 2)]
    assert where(game.pos, "af1") == "06.02" and eqs == [POOL, hex(game.pos, "05.02")]
    later = rebuilding(units, bases={"aster": {"06.02": 1}})
    play(later, "rebuild af2")  # a new phase: the step costs an Eq again
    assert later.pos.hex[unit(later.pos, "a-eq-1")] == POOL


@pytest.mark.rule("ocs.reinforcement.4b", "ocs.fuel.8a", "ocs.fuel.8b")
def test_arrivals_come_into_a_zone_without_fuel_and_need_it_to_go_on() -> None:
    start = {"procedure": "reinforcement-phase", "step": "OpenSegment"}
    units = {"a11": {"hex": "waiting", "back": 3}, "b11": "01.03"}
    game = build(WIDE, units, phase="reinforcement", turn=3, turns=6, start=start, **HOME)
    assert game.ask.step == "RollSupply" and where(game.pos, "a11") == "01.02"
    assert game.pos.zoc(1)[hex(game.pos, "01.02")]
    dry = play(moving({"a11": {"hex": "01.02", "mode": "move"}}, **HOME), "move a11")
    assert refusal(dry, "to 02.02").rule == "ocs.fuel.11"


# -- engineers and Breakdowns -----------------------------------------------------------------------


@pytest.mark.rule("ocs.engineer.1b")
def test_rail_repair_units_bridge_and_build_nothing() -> None:
    pos = position(None, {"a36": "03.03", "a33": "01.01"})
    assert not is_engineer_capable(pos, unit(pos, "a36")) and bridge_hexes(pos, 0) == {hex(pos, "01.01")}


@pytest.mark.rule("ocs.engineer.2b")
def test_bridging_costs_no_sp() -> None:
    rivers = {"rivers": {"major-river": ["03.02/03.03"]}}
    units = {"a33": "03.03", "a31": {"hex": "03.03", "mode": "move"}}
    game = build(None, units, map=rivers, dumps={"aster": {"02.02": 5}}, start=MOVING)
    play(game, "move a31", "to 03.02", "fuel-unit a31", "halt")
    assert (where(game.pos, "a31"), game.pos.ground_dump(hex(game.pos, "02.02"), 0)) == ("03.02", 4)


@pytest.mark.rule("ocs.engineer.3b")
def test_a_bridge_changes_no_strength() -> None:
    rivers = {"rivers": {"major-river": ["03.02/03.03"]}}
    for bridge in ({}, {"a33": "03.03"}):
        game = play(
            battle({"a21": "03.03", "b11": "03.02", **bridge}, map=rivers),
            "attack 03.02",
            "commit a21",
            "strike",
        )
        answer_until(game, "ChooseTerrain")
        play(game, "take-river 03.03")
        answer_until(game, "RollSurprise")
        v: Any = next(frame.vars for frame in game.pos.stack if frame.procedure == "combat")
        assert v.shown[3] == 10 * 12  # 20 by a half


@pytest.mark.rule("ocs.breakdown.6a")
def test_detaching_costs_no_mp() -> None:
    game = play(moving({"a21": {"hex": "05.02", "mode": "move"}}, **HOME), "move a21", "detach a21")
    part = next(
        one for one in game.pos.side_at(hex(game.pos, "05.02"), 0) if game.pos.content.is_breakdown[one]
    )
    assert game.pos.spent[part] == game.pos.spent[unit(game.pos, "a21")] == 0


@pytest.mark.rule("ocs.airbase.3c")
def test_a_reduced_aircraft_counts_as_one_in_a_refit() -> None:
    units = {"af1 af2 at1": {"hex": "05.02", "active": False, "lost": 1}}
    start = {"procedure": "refit-phase", "step": "Refit"}
    game = build(
        WIDE, units, phase="refit", bases={"aster": {"05.02": 1}}, dumps={"aster": {"05.02": 4}}, start=start
    )
    play(game, "refit 05.02")
    answer_until(game, "Refit")
    assert sum(game.pos.active[unit(game.pos, id)] for id in ("af1", "af2", "at1")) == 2


@pytest.mark.rule("ocs.airmission.7d", "ocs.airmission.7e")
def test_zones_that_overlap_add_nothing_and_retreats_pay_none() -> None:
    marks = {"aster": ["03.03", "03.04"]}
    pos = position(None, {"a31": {"hex": "02.03", "mode": "move"}}, trainbusted=marks)
    assert step_price(pos, unit(pos, "a31"), hex(pos, "02.03"), hex(pos, "03.03")) == 2 * MP
    game = strike(
        battle({"b13 b14": "03.04", "a22": "03.03"}, phasing="boreal", trainbusted={"aster": ["03.02"]}),
        "03.03",
    )
    roll(game, 9, 12)
    answer_until(game, "DefenderOption")
    play(game, "retreat-by 1")
    answer_until(game, "WalkBack")
    assert "withdraw 03.02" in options(game)
    play(game, "withdraw 03.02")
    assert game.pos.spent[unit(game.pos, "a22")] == 0


@pytest.mark.rule("ocs.weather.1c", "ocs.sequence.4b")
def test_the_weather_of_a_turn_is_for_both_sides() -> None:
    game = build(
        WIDE,
        {"a21": "01.01", "b11": "20.01"},
        start={"procedure": "game-turn", "step": "RollWeather"},
        turns=4,
    )
    roll(game, 6)
    for _ in range(200):
        if game.pos.phasing == 1 and game.pos.phase == 4:
            break
        game.play(game.ask.usual(game.pos) if not game.ask.is_chance else ("roll", 7))
    pos = game.pos
    assert (pos.phasing, pos.weather) == (1, 2)
    b41 = unit(pos, "b41")
    pos.place(b41, hex(pos, "10.02"))
    assert step_price(pos, b41, hex(pos, "10.02"), hex(pos, "11.02")) == 2 * MP
