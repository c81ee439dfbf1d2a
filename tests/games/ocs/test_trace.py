"""Trace supply: sources, Extenders, eating, Out of Supply, attrition, stocks, breakout."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit
from grognard.core.flow.flow import Game
from grognard.games.ocs.model.position import (
    ASTER,
    ATE,
    AWAY,
    DEAD,
    DROPPED,
    EXEMPT,
    EXHAUSTED,
    FULL,
    LOW,
    STARVED,
    TRACED,
    OcsPosition,
)
from grognard.games.ocs.supply.breakout import escape_refusal, has_way_out, is_first_turn
from grognard.games.ocs.supply.internal_stocks import restock_price
from grognard.games.ocs.supply.phase import attrition_modifier, best_attrition_rating, meal_price, untraced
from grognard.games.ocs.supply.trace import formation_part, is_traced, trace_area, trace_sources

WIDE = ["." * 20] * 3
SUPPLY = {"procedure": "supply-phase", "step": "restocking"}
HOME = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}


def feeding(units: Any, rows: list[str] | None = None, **given: Any) -> Game[OcsPosition]:
    """Aster's Supply Phase."""
    return sated(build(rows or WIDE, units, **({"phase": "supply", "start": SUPPLY} | given)))


def sated(game: Game[OcsPosition]) -> Game[OcsPosition]:
    """Past the question about stocks, if nobody wants any."""
    return play(game, "enough") if options(game) == ["enough"] else game


def names(pos: OcsPosition, hexes: set[int]) -> set[str]:
    return {pos.content.names[one] for one in hexes}


# -- sources --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.1", "ocs.trace.2a", "ocs.supply.8")
def test_a_unit_traces_five_mp_and_a_hex_to_the_map_edge() -> None:
    pos = position(WIDE, {"a21": "07.02", "a22": "08.02"}, **HOME)
    assert [is_traced(pos, unit(pos, id)) for id in ("a21", "a22")] == [True, False]
    assert untraced(pos, ASTER) == [unit(pos, "a22")]


@pytest.mark.rule("ocs.trace.1", "ocs.supply.10")
def test_an_hq_throws_trace_supply_on() -> None:
    units = {"a02": "07.02", "a21": "18.02", "a22": "19.02"}
    pos = position(WIDE, units, **HOME)
    assert [is_traced(pos, unit(pos, id)) for id in ("a21", "a22")] == [True, False]
    strat = position(WIDE, units | {"a02": {"hex": "07.02", "mode": "strat"}}, **HOME)
    assert not is_traced(strat, unit(strat, "a21"))


@pytest.mark.rule("ocs.trace.2b", "ocs.rail.4b", "ocs.rail.5", "ocs.engineer.5a")
def test_stations_on_a_free_railway_are_sources() -> None:
    rows = ["." * 20, "." * 9 + "v" + "." * 10, "." * 20]
    rail = {"roads": {"railroad": [" ".join(f"{c:02d}.02" for c in range(1, 16))]}}
    own = {"aster": [f"{c:02d}.02" for c in range(1, 21)]}
    pos = position(rows, {"a21": "16.02"}, map=rail, sources={"aster": "01.02"}, control=own)
    assert names(pos, trace_sources(pos, ASTER)) == {"01.02", "10.02"}
    assert is_traced(pos, unit(pos, "a21"))
    hq = position(rows, {"a01": "14.02"}, map=rail, sources={"aster": "01.02"}, control=own)
    assert names(hq, trace_sources(hq, ASTER)) == {"01.02", "10.02", "14.02"}
    moving = position(
        rows, {"a01": {"hex": "14.02", "mode": "move"}}, map=rail, sources={"aster": "01.02"}, control=own
    )
    assert names(moving, trace_sources(moving, ASTER)) == {"01.02", "10.02"}
    foreign = position(rows, {}, map=rail, sources={"aster": "01.02"}, control=own | {"boreal": ["10.02"]})
    assert names(foreign, trace_sources(foreign, ASTER)) == {"01.02"}


@pytest.mark.rule("ocs.zoc.9", "ocs.trace.3a", "ocs.rail.4c")
def test_a_zone_cuts_the_railway_unless_negated() -> None:
    rows = ["." * 20, "." * 9 + "v" + "." * 10, "." * 20]
    rail = {"roads": {"railroad": [" ".join(f"{c:02d}.02" for c in range(1, 16))]}}
    given: dict[str, Any] = {
        "map": rail,
        "sources": {"aster": "01.02"},
        "control": {"aster": ["01.02", "10.02"]},
    }
    cut = position(rows, {"b34": "05.03"}, **given)
    assert names(cut, trace_sources(cut, ASTER)) == {"01.02"}
    held = position(rows, {"b34": "05.03", "a31": "05.02", "a33": "04.02", "a34": "06.02"}, **given)
    assert names(held, trace_sources(held, ASTER)) == {"01.02", "10.02"}
    closed = position(WIDE, {"b34": "01.03"}, **HOME)
    assert trace_sources(closed, ASTER) == set()


@pytest.mark.rule("ocs.port.7", "ocs.zoc.11a", "ocs.trace.2a", "ocs.port.3b")
def test_a_port_is_a_source_while_it_can_pass_one_sp() -> None:
    given: dict[str, Any] = {"source_ports": {"boreal": "10.02"}}
    for hits, is_source in ((0, True), (2, True), (3, True), (4, False)):
        pos = position(WIDE, {}, ports={"boreal": {"10.02": [3, hits]}}, **given)
        assert (hex(pos, "10.02") in trace_sources(pos, 1)) is is_source
    lost = position(WIDE, {}, ports={"aster": {"10.02": [3, 0]}}, **given)
    assert not trace_sources(lost, 1)
    zone = position(WIDE, {"a34": "10.03"}, ports={"boreal": {"10.02": [3, 0]}}, **given)
    assert not trace_sources(zone, 1)
    held = position(WIDE, {"a34": "10.03", "b39": "10.02"}, ports={"boreal": {"10.02": [3, 0]}}, **given)
    assert trace_sources(held, 1)


@pytest.mark.rule(
    "ocs.trace.10", "ocs.trace.13a", "ocs.trace.14a", "ocs.trace.15b", "ocs.trace.2c", "ocs.trace.12a"
)
def test_extenders_chain_back_to_a_source() -> None:
    rows = ["." * 60]
    units = {"a41": {"hex": "22.01", "points": 5, "extender": True}}
    pos = position(rows, units, sources={"aster": "01.01"}, control={"aster": ["01.01"]})
    assert names(pos, trace_sources(pos, ASTER)) == {"01.01", "22.01"}  # 20 MP and the hex next to it
    far = position(
        rows,
        {"a41": {"hex": "23.01", "points": 5, "extender": True}},
        sources={"aster": "01.01"},
        control={"aster": ["01.01"]},
    )
    assert names(far, trace_sources(far, ASTER)) == {"01.01"}
    chain = units | {"a42": {"hex": "43.01", "points": 5, "extender": True}, "a21": "49.01"}
    pos = position(rows, chain, sources={"aster": "01.01"}, control={"aster": ["01.01"]})
    assert is_traced(pos, unit(pos, "a21"))
    wagons = position(
        rows,
        {"a43": {"hex": "12.01", "points": 5, "extender": True}},
        sources={"aster": "01.01"},
        control={"aster": ["01.01"]},
    )
    assert names(wagons, trace_sources(wagons, ASTER)) == {"01.01", "12.01"}  # 10 Leg MP


@pytest.mark.rule("ocs.trace.12c", "ocs.trace.12d", "ocs.rail.4d")
def test_an_extender_on_a_railway_makes_its_stations_sources_but_not_for_cargo() -> None:
    from grognard.games.ocs.rear.railways import detrainable

    rows = ["." * 30, "." * 24 + "v" + "." * 5]
    rail = {"roads": {"railroad": [" ".join(f"{c:02d}.01" for c in range(18, 28))]}}
    given: dict[str, Any] = {
        "map": rail,
        "sources": {"aster": "01.01"},
        "control": {"aster": ["01.01", "25.01"]},
    }
    pos = position(rows, {"a41": {"hex": "20.01", "points": 5, "extender": True}}, **given)
    assert names(pos, trace_sources(pos, ASTER)) == {"01.01", "20.01", "25.01"}
    assert names(pos, detrainable(pos, ASTER, True)) == set()


@pytest.mark.rule("ocs.trace.7a", "ocs.trace.7c")
def test_a_formation_traces_through_one_source_the_larger_part_free() -> None:
    rows = ["." * 40]
    units = {"a01": "06.01", "a11 a12": "08.01", "a13": "34.01", "a02": "30.01"}
    rail = {"roads": {"railroad": [" ".join(f"{c:02d}.01" for c in range(1, 31))]}}
    pos = position(
        rows,
        units,
        map=rail,
        sources={"aster": "01.01"},
        control={"aster": [f"{c:02d}.01" for c in range(1, 31)]},
    )
    part = formation_part(pos, 0)
    assert part == {unit(pos, "a11"), unit(pos, "a12")}
    assert untraced(pos, ASTER) == [unit(pos, "a13")]


@pytest.mark.rule("ocs.trace.8", "ocs.trace.9")
def test_dropped_and_shipped_units_need_no_trace() -> None:
    pos = position(WIDE, {"a35": {"hex": "18.02", "flags": DROPPED}, "a21": "18.02"}, **HOME)
    pos.put.craft[unit(pos, "a21")] = unit(pos, "ad1")
    assert untraced(pos, ASTER) == []


@pytest.mark.rule("ocs.trace.1")
def test_everybody_of_selm_river_traces_at_the_start() -> None:
    pos = position([], {}, opening=True)
    assert untraced(pos, 0) == [] and untraced(pos, 1) == []
    assert hex(pos, "03.10") in trace_sources(pos, 0)
    assert hex(pos, "25.10") in trace_sources(pos, 1)
    assert len(trace_area(pos, 0)) > 100


# -- eating and Out of Supply ---------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.4")
def test_one_token_feeds_two_re_fractions_up() -> None:
    assert meal_price(0, 26) == 4  # 6.5 RE
    assert [meal_price(0, 4), meal_price(4, 4), meal_price(8, 1)] == [1, 0, 1]


@pytest.mark.rule(
    "ocs.trace.4",
    "ocs.trace.5a",
    "ocs.trace.6",
    "ocs.trace.16",
    "ocs.sequence.13b",
    "ocs.supply.1b",
    "ocs.trace.1",
)
def test_untraced_units_eat_or_go_out_of_supply() -> None:
    # Set piece 26: 3 RE and 1 RE eat for 2T.
    units = {"b11 b31": "15.02", "b12": {"hex": "05.02", "oos": True}}
    game = build(
        WIDE,
        units,
        phase="supply",
        phasing="boreal",
        start=SUPPLY,
        dumps={"boreal": {"15.02": 9}},
        sources={"boreal": "01.02"},
        control={"boreal": ["01.02"]},
    )
    sated(game)
    assert options(game) == ["feed b11", "feed b31", "starve"]
    assert refusal(game, "feed b12").rule == "ocs.trace.5"
    play(game, "feed b11", "feed b31")
    pos = game.pos
    assert pos.ground_dump(hex(pos, "15.02"), 1) == 7
    assert [pos.fed[unit(pos, id)] for id in ("b11", "b31", "b12")] == [ATE, ATE, TRACED]
    assert not pos.oos[unit(pos, "b12")]  # in supply again


@pytest.mark.rule("ocs.trace.6", "ocs.trace.16b", "ocs.trace.17", "ocs.trace.5b")
def test_refusing_to_eat_means_out_of_supply_and_attrition() -> None:
    game = feeding({"a21": "15.02"}, dumps={"aster": {"15.02": 9}})
    assert game.pos.zoc(ASTER)[hex(game.pos, "15.03")]
    play(game, "starve")
    assert game.pos.oos[unit(game.pos, "a21")] and game.pos.fed[unit(game.pos, "a21")] == STARVED
    assert not game.pos.zoc(ASTER)[hex(game.pos, "15.03")]
    roll(game, 8)  # four steps, rating 4: 8 is one step
    play(game, "lose a21")
    assert game.pos.lost[unit(game.pos, "a21")] == 1


@pytest.mark.rule("ocs.modes.29a")
def test_strat_mode_never_eats() -> None:
    game = feeding({"a21": {"hex": "15.02", "mode": "strat"}, "a22": "15.02"}, dumps={"aster": {"15.02": 9}})
    assert options(game) == ["feed a22", "starve"]
    assert refusal(game, "feed a21").rule == "ocs.modes.29"


@pytest.mark.rule("ocs.trace.9", "ocs.trace.22")
def test_a_dropped_unit_is_exempt() -> None:
    game = feeding({"a35": {"hex": "15.02", "flags": DROPPED}})
    assert game.ask.step != "Eat"
    assert game.pos.fed[unit(game.pos, "a35")] == EXEMPT


@pytest.mark.rule("ocs.trace.18b", "ocs.trace.19", "ocs.trace.20")
def test_attrition_counts_starving_steps_and_their_best_rating() -> None:
    units = {
        "a21": {"hex": "15.02", "oos": True, "mode": "dg"},
        "a31": {"hex": "15.02", "oos": True, "mode": "strat"},
    }
    pos = position(WIDE, units | {"a11": {"hex": "15.02"}})
    party = [unit(pos, "a21"), unit(pos, "a31")]
    assert best_attrition_rating(pos, party) == 4  # DG does not lower it, Strat does
    assert attrition_modifier(pos, party) == 3  # five steps
    assert attrition_modifier(pos, party[:1]) == 0


@pytest.mark.rule("ocs.trace.18", "ocs.trace.19b", "ocs.basics.11b", "ocs.results.12c")
def test_the_worked_attrition_of_five_steps() -> None:
    # Best rating 4 and a 7: 10 loses two steps, the owner's choice.
    game = feeding({"a21": {"hex": "15.02", "oos": True}, "a34": {"hex": "15.02", "oos": True}})
    play(game, "starve")  # no dump is in reach
    roll(game, 7)
    assert options(game) == ["lose a21", "lose a34"]
    play(game, "lose a34", "lose a21")
    assert game.pos.lost[unit(game.pos, "a21")] == 1
    assert game.pos.hex[unit(game.pos, "a34")] == DEAD


@pytest.mark.rule("ocs.trace.18a", "ocs.trace.16")
def test_all_steps_may_go_and_every_hex_rolls() -> None:
    game = feeding({"a34": {"hex": "15.02", "oos": True}, "a33": {"hex": "18.02", "oos": True}})
    play(game, "starve")
    roll(game, 12)  # rating 3
    play(game, "lose a34")
    roll(game, 5)
    assert game.pos.hex[unit(game.pos, "a33")] >= 0


# -- stocks ---------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.stocks.6b", "ocs.stocks.7")
def test_prices_of_replenishing() -> None:
    pos = position(WIDE, {"b11": "02.02", "b31": "02.02", "b12": {"hex": "02.02", "lost": 1}})
    prices = [
        restock_price(pos, unit(pos, id), state) for id in ("b11", "b31", "b12") for state in (LOW, EXHAUSTED)
    ]
    assert prices == [6, 12, 2, 4, 4, 8]


@pytest.mark.rule("ocs.stocks.6a", "ocs.stocks.7a", "ocs.sequence.13a")
def test_replenishing_is_compulsory_and_too_little_is_wasted() -> None:
    for entry, tokens, state, left in (
        ({"a31": {"hex": "02.02", "stocks": "low"}}, 5, FULL, 3),
        ({"a31": {"hex": "02.02", "stocks": "exhausted"}}, 5, FULL, 1),
        ({"a31": {"hex": "02.02", "stocks": "exhausted"}}, 3, LOW, 0),  # 2T, then the last is wasted
        ({"a23": {"hex": "02.02", "stocks": "low"}}, 2, LOW, 0),  # 6T wanted
        ({"a23": {"hex": "02.02", "stocks": "exhausted"}}, 7, LOW, 0),
    ):
        game = feeding(entry, dumps={"aster": {"02.02": tokens}}, **HOME)
        id = next(iter(entry))
        while options(game) == [f"restock {id}"]:
            play(game, f"restock {id}")
        assert options(game) == [
            "enough"
        ]  # asked in any case: whether anybody wants is nobody else's business
        assert (game.pos.stocks[unit(game.pos, id)], game.pos.ground_dump(hex(game.pos, "02.02"), ASTER)) == (
            state,
            left,
        )


@pytest.mark.rule("ocs.stocks.8", "ocs.stocks.9", "ocs.transport.9b")
def test_organic_trucks_need_not_replenish_and_stocks_do_not_feed() -> None:
    game = feeding(
        {"a11": {"hex": "15.02", "stocks": "low"}, "a17": {"hex": "15.02", "points": 2, "load": 8}}
    )
    assert game.ask.step == "Eat"


# -- breakout -------------------------------------------------------------------------------------


def trapped(units: Any, **given: Any) -> Game[OcsPosition]:
    return build(
        WIDE,
        units,
        **({"phase": "breakout", "start": {"procedure": "breakout", "step": "Breakout"}} | HOME | given),
    )


@pytest.mark.rule(
    "ocs.trace.21",
    "ocs.trace.22b",
    "ocs.trace.22d",
    "ocs.trace.23a",
    "ocs.trace.23b",
    "ocs.trace.24",
    "ocs.sequence.10",
)
@pytest.mark.parametrize(
    ("fed", "die", "out"), [(TRACED, 4, True), (TRACED, 3, False), (ATE, 4, False), (STARVED, 5, True)]
)
def test_breaking_out(fed: int, die: int, out: bool) -> None:
    # Set piece 27: in the first turn one is added to the die.
    game = trapped({"a21": {"hex": "15.02", "fed": fed, "lost": 1, "stocks": "low"}, "a22": "05.02"})
    assert options(game) == ["break-out a21", "done"]
    play(game, "break-out a21")
    roll(game, die)
    one = unit(game.pos, "a21")
    if out:
        roll(game, 3)
        assert (game.pos.hex[one], game.pos.back[one]) == (AWAY, game.pos.turn + 3)
        assert (game.pos.lost[one], game.pos.stocks[one]) == (1, FULL)
    else:
        assert game.pos.hex[one] == DEAD


@pytest.mark.rule("ocs.trace.21b")
def test_the_conditions_of_a_later_breakout() -> None:
    wall = {"b11": "10.01", "b12": "10.02", "b13": "10.03", "b34": "11.01", "b37": "11.02", "b38": "11.03"}
    game = trapped({"a21": {"hex": "15.02", "fed": STARVED}, "a22": "05.02"} | wall)
    ruling = escape_refusal(game.pos, unit(game.pos, "a21"))
    assert ruling is not None and ruling.rule == "ocs.trace.21"
    assert not has_way_out(game.pos, unit(game.pos, "a21"))
    far = build(
        ["." * 40] * 3, {"a21": {"hex": "30.02", "fed": STARVED}, "a22": "05.02"}, phase="breakout", **HOME
    )
    assert has_way_out(far.pos, unit(far.pos, "a21"))
    assert escape_refusal(far.pos, unit(far.pos, "a21")) is not None  # 25 hexes
    home = trapped({"a22": "05.02"})
    assert escape_refusal(home.pos, unit(home.pos, "a22")) is not None  # in trace


@pytest.mark.rule("ocs.trace.22c", "ocs.trace.22e")
def test_transport_points_try_one_by_one_and_leave_their_load() -> None:
    game = trapped({"a41": {"hex": "15.02", "points": 3, "load": 5}, "a22": "05.02"})
    assert is_first_turn(game.pos, unit(game.pos, "a41"))
    play(game, "break-out a41")
    roll(game, 1)
    assert game.pos.points[unit(game.pos, "a41")] == 2
    assert game.pos.ground_dump(hex(game.pos, "15.02"), ASTER) == 5
    late = trapped({"a41": {"hex": "15.02", "points": 3, "fed": STARVED}})
    assert refusal(late, "break-out a41").rule == "ocs.trace.22"
