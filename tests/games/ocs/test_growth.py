"""Reinforcements, supply and replacements that arrive, rebuilding, consolidation, Breakdowns."""

from typing import Any

import pytest

from games.ocs.battle import roll
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.flow import Game
from grognard.core.position import Frame
from grognard.games.ocs.model.position import ASTER, BOREAL, DEAD, MOVE, NEW, POOL, OcsPosition
from grognard.games.ocs.rear.breakdowns import absorb, can_absorb, detach_refusal
from grognard.games.ocs.rear.consolidation import merge_refusal
from grognard.games.ocs.rear.reinforcements import Arrival, entry_hex
from grognard.games.ocs.rear.replacements import depots, lost_trucks, rebuild_refusal

ARRIVAL = {"procedure": "reinforcement-phase", "step": "OpenSegment"}
WIDE = ["." * 12] * 3
HOME: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}


def arriving(units: Any, **given: Any) -> Game[OcsPosition]:
    return build(WIDE, units, **({"phase": "reinforcement", "start": ARRIVAL} | HOME | given))


# -- arrivals -------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.reinforcement.1", "ocs.reinforcement.4", "ocs.trace.23", "ocs.fuel.8", "ocs.sequence.9a"
)
def test_units_arrive_on_their_turn() -> None:
    game = arriving({"a24": {"hex": "waiting", "back": 3}, "a21": {"hex": "waiting", "back": 4}}, turn=3)
    assert game.ask.step == "RollSupply"
    assert (where(game.pos, "a24"), game.pos.mode[unit(game.pos, "a24")]) == ("01.02", MOVE)
    assert game.pos.hex[unit(game.pos, "a21")] < 0
    assert game.pos.fed[unit(game.pos, "a24")] == NEW


@pytest.mark.rule("ocs.reinforcement.4d", "ocs.basics.3")
def test_a_blocked_edge_hex_is_replaced_by_the_nearest() -> None:
    pos = arriving({"b34": "01.02"}).pos
    assert pos.content.names[entry_hex(pos, hex(pos, "01.02"), ASTER)] in ("01.01", "01.03")
    free = arriving({}).pos
    assert entry_hex(free, hex(free, "01.02"), ASTER) == hex(free, "01.02")


@pytest.mark.rule("ocs.sequence.9b")
@pytest.mark.parametrize(
    ("dice", "aster", "boreal"),
    [
        (2, 8, 4),
        (3, 8, 4),
        (4, 12, 8),
        (5, 12, 8),
        (6, 16, 12),
        (8, 16, 12),
        (9, 20, 16),
        (10, 20, 16),
        (11, 24, 20),
        (12, 24, 20),
    ],
)
def test_supply_that_arrives(dice: int, aster: int, boreal: int) -> None:
    game = arriving({})
    roll(game, dice)
    assert game.pos.ground_dump(hex(game.pos, "01.02"), ASTER) == aster
    other = arriving({}, phasing="boreal", sources={"boreal": "12.02"}, control={"boreal": ["12.02"]})
    roll(other, dice)
    assert other.pos.ground_dump(hex(other.pos, "12.02"), BOREAL) == boreal


@pytest.mark.rule("ocs.sequence.9b", "ocs.port.8")
def test_supply_may_go_to_the_sea_box() -> None:
    game = build([], {}, phase="reinforcement", phasing="boreal", start=ARRIVAL)
    roll(game, 7)
    assert options(game) == [f"by-sea {tokens}" for tokens in range(13)]
    assert game.ask.usual(game.pos) == ("by-sea", 0)
    play(game, "by-sea 5")
    assert game.pos.ground_dump(hex(game.pos, "sea-box"), BOREAL) == 5
    assert game.pos.ground_dump(hex(game.pos, "25.10"), BOREAL) == 7


@pytest.mark.rule("ocs.replacement.1a", "ocs.replacement.2", "ocs.sequence.9c")
@pytest.mark.parametrize(
    ("dice", "pax", "eq"),
    [(2, 0, 0), (4, 0, 0), (5, 1, 0), (7, 1, 0), (8, 1, 1), (10, 2, 1), (11, 2, 1), (12, 2, 2)],
)
def test_replacements_that_arrive(dice: int, pax: int, eq: int) -> None:
    game = arriving({})
    roll(game, 7, dice)
    kinds = [game.pos.content.kind[one] for one in game.pos.combat_units_at(hex(game.pos, "01.02"), ASTER)]
    assert (kinds.count("pax"), kinds.count("eq")) == (pax, eq)


@pytest.mark.rule("ocs.option.8d")
def test_the_tempo_of_conventions_brings_half_as_much_again() -> None:
    game = arriving({}, options={"opt_21_6_convention_tempo": True})
    roll(game, 7)
    assert game.pos.ground_dump(hex(game.pos, "01.02"), ASTER) == 24


# -- rebuilding -----------------------------------------------------------------------------------


def rebuilding(units: Any, **given: Any) -> Game[OcsPosition]:
    """Aster rebuilds; the Breakout Segment comes next."""
    start = {"procedure": "breakout", "step": "Breakout"}
    game = build(WIDE, units, phase="reinforcement", start=start, **(HOME | given))
    game.pos.stack.append(Frame("arrival", "Rebuild", Arrival(ASTER)))
    return game


MOVE_MODE = {"hex": "05.02", "mode": "move"}


@pytest.mark.rule("ocs.replacement.3b", "ocs.replacement.3c", "ocs.zoc.16", "ocs.modes.11c", "ocs.modes.37b")
def test_where_repls_rebuild() -> None:
    hq = {"a01": "03.02"}
    repl = {"a-pax-1": MOVE_MODE}
    for units, there in (
        (hq | repl, ["05.02"]),
        ({"a01": "02.02"} | repl, []),  # three hexes
        ({"a01": {"hex": "03.02", "mode": "move"}} | repl, []),
        ({"a01": {"hex": "03.02", "mode": "dg"}} | repl, ["05.02"]),
        (hq | {"a-pax-1": {"hex": "05.02", "mode": "strat"}}, []),
        (hq | repl | {"b34": "05.03"}, []),  # a zone
        (hq | repl | {"b34": "05.03", "a34": "05.02"}, []),  # not even negated
    ):
        pos = position(WIDE, units)
        assert [pos.content.names[one] for one in depots(pos, ASTER)] == there


@pytest.mark.rule("ocs.replacement.3a", "ocs.replacement.5", "ocs.units.20b")
def test_a_dead_unit_comes_back_with_its_repls_gone() -> None:
    game = rebuilding({"a01": "03.02", "a-eq-1": MOVE_MODE, "a31": "dead", "a13": "dead"})
    assert {"rebuild a31", "rebuild a11", "rebuild a32"} <= set(options(game))
    assert refusal(game, "rebuild a13").rule == "ocs.replacement.3"  # a Pax is wanting
    play(game, "rebuild a31")
    assert (
        where(game.pos, "a31"),
        game.pos.mode[unit(game.pos, "a31")],
        game.pos.lost[unit(game.pos, "a31")],
    ) == ("05.02", MOVE, 0)
    assert game.pos.hex[unit(game.pos, "a-eq-1")] == POOL


@pytest.mark.rule("ocs.replacement.4")
def test_a_step_comes_back_only_where_the_repls_are() -> None:
    units = {
        "a01": "03.02",
        "a-pax-1": MOVE_MODE,
        "a21": {"hex": "05.02", "lost": 2},
        "a22": {"hex": "06.02", "lost": 1},
    }
    game = rebuilding(units)
    assert refusal(game, "rebuild a22").rule == "ocs.replacement.3"
    play(game, "rebuild a21")
    assert game.pos.lost[unit(game.pos, "a21")] == 1


@pytest.mark.rule("ocs.replacement.4", "ocs.units.20b")
def test_a_dead_division_comes_back_with_one_step() -> None:
    game = rebuilding({"a01": "03.02", "a-pax-1": MOVE_MODE, "a21": "dead"})
    play(game, "rebuild a21")
    assert game.pos.steps(unit(game.pos, "a21")) == 1


@pytest.mark.rule("ocs.replacement.7")
def test_two_small_units_for_one_repl() -> None:
    game = rebuilding(
        {"a01": "03.02", "a-pax-1": MOVE_MODE, "a33": "dead", "a34": "dead", "a35": "dead", "a15": "dead"}
    )
    play(game, "rebuild a33", "rebuild a34")
    assert (where(game.pos, "a33"), where(game.pos, "a34")) == ("05.02", "05.02")
    assert options(game) == ["done", "settle a33", "settle a34"]  # nothing more can be rebuilt
    assert rebuild_refusal(game.pos, unit(game.pos, "a35")) is not None


@pytest.mark.rule("ocs.replacement.9a", "ocs.replacement.9d")
def test_one_eq_for_two_steps_of_aircraft() -> None:
    units = {"a01": "03.02", "a-eq-1": MOVE_MODE, "af1": {"hex": "02.02", "lost": 1}, "at1": "dead"}
    game = rebuilding(units, bases={"aster": {"02.02": 1}})
    play(game, "rebuild af1", "rebuild at1")
    pos = game.pos
    assert pos.lost[unit(pos, "af1")] == 0
    assert (where(pos, "at1"), pos.lost[unit(pos, "at1")], pos.active[unit(pos, "at1")]) == ("02.02", 1, 1)


@pytest.mark.rule("ocs.replacement.8a")
def test_lost_trucks_cost_an_eq_each() -> None:
    game = build(
        [],
        {"a01": "10.10", "a-eq-1": {"hex": "11.10", "mode": "move"}, "a41": {"hex": "02.10", "points": 5}},
        phase="reinforcement",
        start={"procedure": "reinforcement-phase", "step": "OpenSegment"},
    )
    assert lost_trucks(game.pos, ASTER) == 5  # ten at the start of Selm River
    roll(game, 7, 2)
    assert "rebuild-truck 11.10" in options(game)
    play(game, "rebuild-truck 11.10")
    assert game.pos.points[unit(game.pos, "a-truck-1")] == 1


@pytest.mark.rule("ocs.replacement.3")
def test_an_hq_is_rebuilt_at_the_source_if_none_is_left() -> None:
    repls = {"a-pax-1": {"hex": "01.02", "mode": "move"}, "a-eq-1": {"hex": "01.02", "mode": "move"}}
    game = rebuilding(repls | {"a01": "dead", "a02": "dead"})
    play(game, "rebuild a02")
    assert where(game.pos, "a02") == "01.02"


@pytest.mark.rule("ocs.replacement.6", "ocs.units.14")
def test_generic_units_are_not_rebuilt() -> None:
    pos = position(WIDE, {"a01": "03.02", "a-pax-1": MOVE_MODE})
    ruling = rebuild_refusal(pos, unit(pos, "a-bd-4-1"))
    assert ruling is not None
    pos.put.hex[unit(pos, "a-bd-4-1")] = DEAD
    pos.forget()
    ruling = rebuild_refusal(pos, unit(pos, "a-bd-4-1"))
    assert ruling is not None and ruling.rule == "ocs.replacement.6"


# -- consolidation --------------------------------------------------------------------------------


@pytest.mark.rule("ocs.consolidation.1a", "ocs.consolidation.2", "ocs.sequence.9d")
def test_two_reduced_divisions_become_one() -> None:
    units = {
        "b11": {"hex": "05.02", "lost": 1},
        "b12": {"hex": "05.02", "lost": 1},
        "b13": {"hex": "05.02", "lost": 1},
    }
    pos = position(WIDE, units, phasing="boreal")
    assert merge_refusal(pos, unit(pos, "b11")) is None
    assert merge_refusal(pos, unit(pos, "b13")) is not None  # other values
    game = build(
        WIDE,
        units,
        phasing="boreal",
        start=ARRIVAL,
        phase="reinforcement",
        sources={"boreal": "12.02"},
        control={"boreal": ["12.02"]},
    )
    roll(game, 7, 2)
    play(game, "merge b11")
    assert game.pos.lost[unit(game.pos, "b12")] == 0  # 2 + 2, one step too many is lost
    assert game.pos.hex[unit(game.pos, "b11")] == DEAD


@pytest.mark.rule("ocs.consolidation.1b", "ocs.consolidation.1c")
@pytest.mark.parametrize("fault", [{"mode": "dg"}, {"stocks": "low"}, {"stocks": "exhausted"}])
def test_who_may_not_consolidate(fault: dict[str, str]) -> None:
    units = {"b11": {"hex": "05.02", "lost": 1, **fault}, "b12": {"hex": "05.02", "lost": 1}}
    pos = position(WIDE, units)
    assert merge_refusal(pos, unit(pos, "b11")) is not None
    hungry = position(
        WIDE, {"b11": {"hex": "05.02", "lost": 1, "oos": True}, "b12": {"hex": "05.02", "lost": 1}}
    )
    assert merge_refusal(hungry, unit(hungry, "b11")) is None


@pytest.mark.rule("ocs.consolidation.5a")
def test_two_reduced_aircraft_become_one() -> None:
    units = {"at1 at2": {"hex": "02.02", "lost": 1}, "af1": {"hex": "02.02", "lost": 1}}
    pos = position(WIDE, units)
    assert merge_refusal(pos, unit(pos, "at1")) is None
    assert merge_refusal(pos, unit(pos, "af1")) is not None
    pos.put.active[unit(pos, "at2")] = 0
    assert merge_refusal(pos, unit(pos, "at1")) is not None


@pytest.mark.rule("ocs.consolidation.3", "ocs.consolidation.4")
def test_a_like_unit_takes_a_dead_ones_place_in_a_formation() -> None:
    # No independent of Selm River is like a unit of a formation: the dead of a like counter is wanted.
    pos = position(WIDE, {"a31": "05.02", "a11": "dead"})
    assert merge_refusal(pos, unit(pos, "a31")) is not None


# -- Breakdowns -----------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.breakdown.1a", "ocs.breakdown.2a", "ocs.breakdown.4a", "ocs.breakdown.6b", "ocs.breakdown.7b"
)
def test_a_division_detaches_a_regiment_as_it_begins_to_move() -> None:
    game = build(
        WIDE,
        {"a21": {"hex": "05.02", "mode": "move", "stocks": "low"}},
        start={"procedure": "movement", "step": "Move"},
    )
    play(game, "move a21", "detach a21")
    part = unit(game.pos, "a-bd-4-1")
    pos = game.pos
    assert (pos.lost[unit(pos, "a21")], pos.size(unit(pos, "a21")), pos.size(part)) == (1, 12, 4)
    assert (pos.mode[part], pos.stocks[part], where(pos, "a-bd-4-1")) == (MOVE, 1, "05.02")
    play(game, "to 06.02", "drop a21", "to 08.02", "halt")
    assert (where(pos, "a21"), where(pos, "a-bd-4-1")) == ("06.02", "08.02")


@pytest.mark.rule("ocs.breakdown.1b", "ocs.breakdown.3a")
def test_who_detaches_nothing() -> None:
    pos = position(WIDE, {"a21": {"hex": "05.02", "lost": 3}, "a13": "05.02", "b11": "08.02"})
    assert detach_refusal(pos, unit(pos, "a21")) is not None  # the last step
    assert detach_refusal(pos, unit(pos, "a13")) is not None
    for number in range(1, 5):
        pos.put.hex[unit(pos, f"b-bd-2-{number}")] = DEAD
    pos.forget()
    ruling = detach_refusal(pos, unit(pos, "b11"))
    assert ruling is not None and ruling.rule == "ocs.breakdown.3"  # only better ones are left


@pytest.mark.rule("ocs.breakdown.3b", "ocs.breakdown.4", "ocs.breakdown.5a")
def test_breakdowns_are_taken_in_at_the_end_of_a_phase() -> None:
    units = {
        "a22": {"hex": "05.02", "lost": 2},
        "a-bd-3-1 a-bd-4-1": "05.02",
        "a-bd-3-2": {"hex": "05.02", "mode": "move"},
    }
    game = build(WIDE, units)
    pos = game.pos
    assert can_absorb(pos, unit(pos, "a22"), unit(pos, "a-bd-3-1"))
    assert not can_absorb(pos, unit(pos, "a22"), unit(pos, "a-bd-3-2"))  # another mode
    absorb(game, ASTER)
    assert pos.lost[unit(pos, "a22")] == 0
    assert [pos.hex[unit(pos, f"a-bd-{id}")] for id in ("3-1", "4-1")] == [POOL, POOL]
    low = position(WIDE, {"a21": {"hex": "05.02", "lost": 1}, "a-bd-3-1": "05.02"})
    assert not can_absorb(low, unit(low, "a21"), unit(low, "a-bd-3-1"))  # a lower rating
