"""The edges of a planner's help, line by line, and of the odds: what an attack is measured by."""

from typing import Any

import pytest

from games.ocs.battle import battle, fight
from games.ocs.bench import build, hex, options, play, position, unit
from games.ocs.test_edges_results import units_of
from games.ocs.test_planner import LONG, values
from grognard.core.flow.events import Event
from grognard.core.flow.rulings import Term
from grognard.core.position import NOTHING, Frame
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling
from grognard.games.ocs.fire.facilities import BASE, UNITS
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.position import ASTER, BOREAL, COMBAT_SEGMENT, DEAD, FIRED, MOVED, OcsPosition
from grognard.games.ocs.table.attack_odds import (
    ALONE,
    GROUND,
    RIVER,
    WITH_GROUND,
    WITH_RIVER,
    OcsOdds,
    PlannedAttack,
    has_rivers,
    on_top,
    steps_of,
)
from grognard.games.ocs.table.planner import MOST_LINES, _short, dry_units, on_map, planner_sheet

MINOR = {"rivers": {"minor-river": ["03.02/03.03"]}}
ODDS = OcsOdds()


# -- the checklist ----------------------------------------------------------------------------------


def listed(pos: OcsPosition, side: int = ASTER) -> dict[str, str]:
    (sheet,) = planner_sheet(pos, side, "checklist")
    return values(sheet)


def in_phase(phase: str, units: Any = (), **given: Any) -> OcsPosition:
    home: dict[str, Any] = {"sources": {"aster": "01.02"}, "control": {"aster": ["01.02"]}}
    return position(LONG, units, phase=phase, acting="aster", **(home | given))


@pytest.mark.rule("ocs.sequence.2", "ocs.airbase.5")
def test_the_refit_phase() -> None:
    planes = {
        "af1 af2": {"hex": "02.02", "active": False},
        "at1": "02.02",
        "at2": {"hex": "dead", "active": False},
    }
    pos = in_phase("refit", planes, bases={"aster": {"02.02": 1}})
    assert listed(pos) == {"aircraft that are Inactive": "2"}
    pos.place(unit(pos, "af1"), 0)
    assert listed(pos) == {"aircraft that are Inactive": "2"}


@pytest.mark.rule("ocs.sequence.2", "ocs.trace.24")
def test_the_reinforcement_phase() -> None:
    pos = in_phase(
        "reinforcement", {"a21": {"hex": "waiting", "back": 3}, "a22": {"hex": "waiting", "back": 4}}, turn=3
    )
    assert listed(pos) == {"units that come back": "1"}
    pos.put.back[unit(pos, "a23")] = 3
    pos.place(unit(pos, "a23"), 0)
    assert listed(pos) == {"units that come back": "1"}
    pos.turn = 5
    (sheet,) = planner_sheet(pos, ASTER, "checklist")
    assert sheet.terms == () and sheet.total == "nothing is waiting"


@pytest.mark.rule("ocs.sequence.2", "ocs.trace.21")
def test_the_breakout_segment() -> None:
    assert listed(in_phase("breakout", {"a21": "20.02", "a22": "03.02"})) == {
        "units without trace that may break out": "1"
    }


@pytest.mark.rule("ocs.sequence.2", "ocs.movement.1", "ocs.modes.16", "ocs.transport.1", "ocs.rail.3")
def test_the_movement_segment() -> None:
    units = {
        "a21 a22": {"hex": "02.02", "mode": "reserve"},
        "a23": {"hex": "03.02", "mode": "reserve"},
        "a24": {"hex": "03.02", "flags": MOVED},
        "a35": {"hex": "03.02", "spent": 1},
        "a31": "20.02",
        "a41": {"hex": "01.03", "points": 3},
        "a42": {"hex": "03.02", "points": 4, "flags": MOVED},
        "a43": {"hex": "03.02", "points": 5, "extender": True},
    }
    pos = in_phase("movement", units, reserves={"aster": 3}, rail_cap={"aster": 2})
    assert listed(pos) == {
        "units that have not moved": "4",
        "units without trace where they stand": "1",
        "Rail Cap left": "2",
        "Reserve markers free": "1",  # three, and two hexes have one
        "units without fuel in reach": "1",
        "Transport Points that have not moved": "3",
    }
    few = in_phase("movement", {"a21": {"hex": "02.02", "mode": "reserve"}}, reserves={"aster": 0})
    assert "Reserve markers free" not in listed(few)


@pytest.mark.rule("ocs.sequence.2", "ocs.stocks.6", "ocs.trace.1")
def test_the_supply_phase() -> None:
    units = {
        "a21": {"hex": "02.02", "stocks": "low"},
        "a22": {"hex": "02.02", "stocks": "exhausted"},
        "a23": "20.02",
    }
    assert listed(in_phase("supply", units)) == {
        "units with stocks to replenish": "2",
        "units without trace": "1",
    }


@pytest.mark.rule("ocs.sequence.2", "ocs.modes.21", "ocs.exploitation.1")
@pytest.mark.parametrize("phase", ["reaction", "exploitation"])
def test_the_segments_of_reserves(phase: str) -> None:
    units = {
        "a21 a22": {"hex": "02.02", "mode": "reserve"},
        "a23": {"hex": "02.02", "mode": "exploit"},
        "a24": {"hex": "02.02", "mode": "exploit", "flags": MOVED},
    }
    assert listed(in_phase(phase, units)) == {
        "units in Reserve to release": "2",
        "units marked for exploitation": "1",
    }


@pytest.mark.rule("ocs.sequence.2", "ocs.barrage.34")
def test_the_barrage_segment() -> None:
    units = {"a32": "02.02", "a16": {"hex": "02.02", "flags": FIRED}, "b11": "05.02", "a21": "03.02"}
    assert listed(in_phase("combat-barrage", units)) == {"guns with a target": "1"}
    far = in_phase("combat-barrage", {"a32": "02.02", "b11": "08.02"})
    assert listed(far) == {}


@pytest.mark.rule("ocs.sequence.2", "ocs.combat.2", "ocs.sequence.20")
def test_the_combat_segments_and_clean_up() -> None:
    units = {
        "a21": {"hex": "02.02", "mode": "exploit"},
        "b11": "03.02",
        "b12": "08.02",
        "a22": {"hex": "06.02", "mode": "dg"},
    }
    for phase in ("combat", "exploitation-combat"):
        assert listed(in_phase(phase, units)) == {"attack 03.02": "can be"}
    assert listed(in_phase("clean-up", units)) == {"DG and Exploit markers that come off": "2"}
    assert listed(in_phase("movement-barrage", units)) == {}


@pytest.mark.rule("ocs.sequence.2")
def test_whose_checklist_it_is() -> None:
    pos = position(LONG, {"b11": {"hex": "05.02", "mode": "dg"}}, phase="clean-up", acting="boreal")
    assert listed(pos, BOREAL) == {"DG and Exploit markers that come off": "1"}
    (sheet,) = planner_sheet(pos, ASTER, "checklist")
    assert sheet.terms == () and sheet.total == "the other side acts"
    assert planner_sheet(pos, BOREAL, "weather") == [] and planner_sheet(pos, NOTHING, "checklist") == []
    assert planner_sheet(pos, ASTER, "trace")[0].total == "0 of 0 in trace"


@pytest.mark.rule("ocs.sequence.2")
@pytest.mark.parametrize(("count", "last"), [(39, "38"), (40, "39"), (41, "1"), (50, "10")])
def test_a_sheet_has_forty_lines_and_says_how_many_more(count: int, last: str) -> None:
    assert MOST_LINES == 40
    short = _short([Term("line", str(number)) for number in range(count)])
    assert len(short) == min(count, 41) and short[-1].value == last
    assert (short[-1].label == "more of them") is (count > 40)


# -- trace, fuel, supply ----------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.1")
def test_units_in_boxes_and_in_the_first_hex() -> None:
    pos = position([], {"b11": "01.20", "b12": "12.10"})
    assert pos.hex[unit(pos, "b11")] == 0 and on_map(pos, BOREAL) == list(units_of(pos, "b11", "b12"))
    pos.place(unit(pos, "b12"), pos.content.hexes)
    assert on_map(pos, BOREAL) == list(units_of(pos, "b11"))


@pytest.mark.rule("ocs.trace.4", "ocs.trace.16")
@pytest.mark.parametrize(("ids", "meals"), [("a31", "1T"), ("a21 a22", "1 SP"), ("a21 a22 a31", "1 SP 1T")])
def test_what_the_meals_of_the_hungry_cost(ids: str, meals: str) -> None:
    """One token for two RE and for each part of them: half an RE, eight RE, eight and a half."""
    pos = position(LONG, {ids: "20.02"})
    count = len(ids.split())
    assert planner_sheet(pos, ASTER, "trace")[0].total == f"0 of {count} in trace; meals {meals}"


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5", "ocs.fuel.11")
def test_the_cheapest_fuel_for_all() -> None:
    """Three of a formation by the unit, six independents and the HQ by the HQ, one alone, one without."""
    independents = "a31 a32 a33 a34 a36"
    units = {
        "a11 a12 a15": "03.02",
        "a01": {"hex": "04.02", "mode": "move"},
        independents: {"hex": "05.02", "mode": "move"},
    }
    pos = position(LONG, units, phase="movement", dumps={"aster": {"04.02": 40}})
    (sheet,) = planner_sheet(pos, ASTER, "fuel")
    assert values(sheet) == {
        "1 Arm Div: 3 units, by each unit": "3T",
        "I Corps HQ and independents in its throw: 6, by the HQ": "1 SP",
    }
    assert sheet.total == "1 SP 3T"
    for id in ("a01", "a11", "a12", "a15", "a32", "a33", "a34", "a36"):
        pos.place(unit(pos, id), NOTHING)
    (alone,) = planner_sheet(pos, ASTER, "fuel")
    assert values(alone) == {"501 Hvy Tank Bn in 05.02": "1T"} and alone.total == "1T"
    assert dry_units(pos, ASTER) == []
    pos.place(unit(pos, "a31"), hex(pos, "20.02"))
    (dry,) = planner_sheet(pos, ASTER, "fuel")
    assert dry.total == "0T" and [term.bad for term in dry.terms] == [True]
    assert dry_units(pos, ASTER) == list(units_of(pos, "a31"))


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4")
def test_fuel_around_an_hq_in_the_first_hex_and_for_the_other_side() -> None:
    units = {
        "a01": {"hex": "01.03", "mode": "move"},
        "a31": "02.02",
        "b21 b22": "18.02",
        "b01": {"hex": "19.02", "mode": "move"},
        "b31": {"hex": "20.02", "mode": "move"},
    }
    pos = position(LONG, units, dumps={"aster": {"01.02": 9}, "boreal": {"19.02": 9}})
    assert pos.hex[unit(pos, "a01")] == 0
    (ours,), (theirs,) = planner_sheet(pos, ASTER, "fuel"), planner_sheet(pos, BOREAL, "fuel")
    assert values(ours) == {"I Corps HQ and independents in its throw: 2, by each unit": "2T"}
    assert values(theirs) == {
        "5 Tank Corps: 2 units, by each unit": "2T",
        "3 Army HQ and independents in its throw: 2, by each unit": "2T",
    }
    assert (ours.total, theirs.total) == ("2T", "1 SP")


@pytest.mark.rule("ocs.fuel.3")
def test_at_four_units_the_formation_costs_the_same_and_at_five_less() -> None:
    for ids, told in (("a11 a12 a15 a13", "by each unit"), ("a11 a12 a15 a13 a14", "by the formation")):
        pos = position(LONG, {ids: {"hex": "03.02", "mode": "move"}}, dumps={"aster": {"03.02": 9}})
        (sheet,) = planner_sheet(pos, ASTER, "fuel")
        assert values(sheet) == {f"1 Arm Div: {len(ids.split())} units, {told}": "1 SP"}


@pytest.mark.rule("ocs.supply.4", "ocs.supply.8", "ocs.supply.10")
def test_where_the_supply_is() -> None:
    units = {
        "a01": "01.03",
        "a02": {"hex": "05.02", "mode": "move"},
        "a17": {"hex": "03.02", "points": 3, "load": 5},
    }
    pos = position(LONG, units, dumps={"aster": {"01.02": 9}, "boreal": {"20.02": 4}})
    assert pos.hex[unit(pos, "a01")] == 0
    dumps, hqs = planner_sheet(pos, ASTER, "supply")
    assert sorted(values(dumps).items()) == [
        ("01.02", "2 SP 1T"),
        ("1 Arm Organic Trucks in 03.02", "1 SP 1T"),
    ]
    assert dumps.total == "3 SP 2T"
    assert list(values(hqs)) == [
        "I Corps HQ in 01.03, Combat Mode, throws 12",
        "II Corps HQ in 05.02, Move Mode, throws 4",
    ]
    pos.place(unit(pos, "a02"), NOTHING)
    assert len(planner_sheet(pos, ASTER, "supply")[1].terms) == 1
    afloat = position([], {"b01": "20.10"})
    afloat.place(unit(afloat, "b01"), afloat.content.hexes)
    assert planner_sheet(afloat, BOREAL, "supply")[1].terms == ()


# -- what is on the table ---------------------------------------------------------------------------


def stacked(pos: OcsPosition, step: str, v: Any) -> OcsPosition:
    pos.stack = [Frame("combat", step, v)]
    return pos


@pytest.mark.rule("ocs.combat.1", "ocs.barrage.1")
def test_when_there_is_an_attack_to_reckon() -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    pos.stack = []
    assert on_top(pos) is None
    target, a21 = hex(pos, "03.03"), unit(pos, "a21")
    named = Combat(target, ASTER, attackers=(a21,))
    laid = Barrage(target, ASTER, UNITS, (a21,))
    for step, v, there in (
        ("PayAttack", named, True),
        ("RollCombat", named, True),
        ("AttackerLoses", named, False),
        ("PayAttack", named._replace(attackers=()), False),
        ("PickGuns", laid, True),
        ("PickGuns", laid._replace(guns=()), False),
        ("PickGuns", laid._replace(aim=BASE), False),
        ("RollBarrage", Shelling(target, ASTER, 9), True),
        ("Fires", PlannedAttack(target, ASTER, (a21,)), True),
        ("Move", None, False),
    ):
        stacked(pos, step, v)
        assert on_top(pos) == (v if there else None)
        assert ODDS.on_table(pos) is there
        assert ODDS.bears_on(pos)[:2] == ((target, unit(pos, "b11")) if there else ())
        assert ODDS.hangs_on_hidden(pos)


@pytest.mark.rule("ocs.combat.33", "ocs.combat.29", "ocs.fog.2")
def test_attacks_that_come_to_the_same_are_worked_out_once() -> None:
    """Those of other strength, rating or number are not."""
    units = {"a21 a22 a31 a34 a33": "03.02", "b11": "03.03"}
    pos = position(None, units, phase="combat")

    def key(*ids: str) -> tuple[int, ...]:
        attackers = tuple(unit(pos, id) for id in ids)
        return ODDS.bears_on(
            stacked(pos, "PayDefence", Combat(hex(pos, "03.03"), ASTER, attackers=attackers))
        )

    assert key("a21", "a33") == key("a21", "a34"), "battalions of two and rating 3"
    assert len({key("a34"), key("a21"), key("a21", "a34"), key("a21", "a31"), key("a21", "a22")}) == 5


@pytest.mark.rule("ocs.combat.20", "ocs.barrage.34")
def test_between_what_he_chooses() -> None:
    pos = position(None, {"a21": "03.02", "a22": "02.03", "b11": "03.03"}, phase="combat", map=MINOR)
    a21, a22 = units_of(pos, "a21", "a22")
    target = hex(pos, "03.03")
    over, beside = Combat(target, ASTER, attackers=(a21,)), Combat(target, ASTER, attackers=(a22,))
    assert has_rivers(pos, over) and not has_rivers(pos, beside)
    assert not has_rivers(pos, over._replace(origins=(pos.hex[a22],)))
    assert ODDS.ways(stacked(pos, "PayAttack", over)) == (RIVER, GROUND)
    assert ODDS.ways(stacked(pos, "PayAttack", beside)) == ()
    barrage = Barrage(target, ASTER, UNITS, (a21,))
    assert ODDS.ways(stacked(pos, "PickGuns", barrage)) == (ALONE, WITH_RIVER, WITH_GROUND)
    alone = Barrage(hex(pos, "05.05"), ASTER, UNITS, (a21,))
    assert ODDS.ways(stacked(pos, "PickGuns", alone)) == ()
    assert ODDS.ways(stacked(pos, "RollBarrage", Shelling(target, ASTER, 9))) == ()


@pytest.mark.rule("ocs.combat.20", "ocs.results.3")
def test_what_both_sides_are_taken_to_answer() -> None:
    game = battle({"a21": "03.02", "b11": "03.03"}, map=MINOR)
    play(game, "attack 03.03", "commit-all")
    pos = game.pos
    assert ODDS.answer(pos, game.ask, ALONE) == ("call-off", NOTHING)
    assert ODDS.answer(pos, game.ask, RIVER) == ("strike", NOTHING)
    play(game, "strike", "supply a21", "pay-defence", "lead a21", "lead b11")
    here = hex(pos, "03.02")
    answers = [ODDS.answer(pos, game.ask, way)[0] for way in (GROUND, WITH_GROUND, RIVER, WITH_RIVER, "")]
    assert answers == ["take-ground", "take-ground", "take-river", "take-river", "take-river"]
    assert ODDS.answer(pos, game.ask, RIVER)[1] == here
    for more, hexes in (({}, 1), ({"defender_option": 1}, 0), ({"exploit": 3}, 0)):
        frame = pos.stack[-1]
        v = fight(game)._replace(attacker_option=1, defender_option=0, exploit=0)
        pos.stack[-1] = frame._replace(step="AttackerOption", vars=v._replace(**more))
        game._ask = None
        assert options(game) == ["retreat-by 1", "retreat-by 0"]
        assert ODDS.answer(pos, game.ask) == ("retreat-by", hexes)


@pytest.mark.rule("ocs.barrage.12", "ocs.combat.34", "ocs.results.28")
@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([], (0, 0, 0, 0)),
        ([("surprise", (7, 9, 1))], (0, 0, 1, 0)),
        ([("surprise", (7, 9, -1))], (0, 0, 0, 1)),
        ([("surprise", (7, 9, 0))], (0, 0, 0, 0)),
        ([("barrage-roll", ())], (0, 0, 0, 0)),
        ([("barrage-roll", ()), ("disorganised", ())], (0, 1, 0, 0)),
        ([("disorganised", ())], (0, 0, 0, 0)),
        ([("barrage-roll", ()), ("attacked", ()), ("disorganised", ())], (0, 0, 0, 0)),
        ([("barrage-roll", ()), ("disorganised", ()), ("attacked", ())], (0, 1, 0, 0)),
        ([("exploits", ()), ("exploits", ())], (2, 0, 0, 0)),
    ],
)
def test_what_is_told_of_an_attack(events: list[Any], found: tuple[int, ...]) -> None:
    """A defender that the barrage disorganised, not one that the combat did."""
    pos = position(None, {})
    told: Any = ()
    for kind, facts in events:
        told = ODDS.tally(told, Event(kind, facts))
    names = ("units exploiting", "disorganised by the barrage", "attacker surprises", "defender surprises")
    assert ODDS.tallied(pos, told) == dict(zip(names, found, strict=True))


@pytest.mark.rule("ocs.combat.1")
@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_what_an_attack_is_measured_by(side: int) -> None:
    before = position(None, {"a21": "01.05", "b11": {"hex": "03.03", "lost": 1}, "b12": "dead"})
    assert (steps_of(before, ASTER), steps_of(before, BOREAL)) == (4, 2)  # one of them in the first hex
    target = hex(before, "03.03")
    before.stack = [Frame("combat", "RollCombat", Combat(target, side, attackers=(1,)))]
    after = before.copy()
    after.put.lost[unit(after, "a21")] = 1
    after.place(unit(after, "b11"), DEAD)
    lost = (1, 2)
    assert ODDS.losses(before, after) == lost
    assert ODDS.measure(before, after) == {
        "attacker steps lost": lost[side],
        "defender steps lost": lost[1 - side],
        "hex taken": 0,
    }
    after.place(unit(after, "a31"), target)
    assert ODDS.measure(before, after)["hex taken"] == int(side == ASTER)
    before.stack = []
    assert ODDS.measure(before, after) == {"aster steps lost": 0, "boreal steps lost": 2}


@pytest.mark.rule("ocs.barrage.1", "ocs.combat.1")
def test_a_barrage_goes_on_into_the_attack_it_prepares() -> None:
    units = {"a32": "03.01", "a21": "03.02", "b11": "03.03"}
    start = {"procedure": "combat-barrage", "step": "Shell"}
    game = build(None, units, phase="combat-barrage", dumps={"aster": {"03.01": 40}}, start=start)
    assert SYSTEM.odds.attack_under_way(game) is game
    play(game, "barrage 03.03", "aim 0", "fire-with a32")
    trial = SYSTEM.odds.attack_under_way(game)
    assert trial is not game and trial.ask.step == "PayShells"
    play(trial, "from 03.01")
    trial.play(("roll", 2))
    assert trial.ask.step == "GatherAttackers" and trial.pos.phase == COMBAT_SEGMENT
    assert fight(trial).attackers == units_of(trial.pos, "a21")
    assert (fight(trial).target, fight(trial).side) == (hex(game.pos, "03.03"), ASTER)
    assert game.pos.phase != COMBAT_SEGMENT
