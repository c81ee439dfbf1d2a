"""The edges of combat, supply and capture: one state on either side of every condition."""

from fractions import Fraction
from typing import Any

import pytest

from games.ocs.battle import battle, fight, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_modes import rule_of
from grognard.core.flow.steps import Roll
from grognard.games.ocs.combat.attacks import (
    attacker_refusal,
    may_lead,
    open_stacks,
    ready_against,
    target_refusal,
)
from grognard.games.ocs.combat.capture import (
    Capture,
    column_of,
    displacement_hexes,
    enter_hex,
    receive,
    refuges,
    vehicles,
)
from grognard.games.ocs.combat.losses import destroy, lose_step
from grognard.games.ocs.combat.odds import (
    attack_factor,
    attack_strength,
    category_of,
    combat_modifier,
    defence_strength,
    odds_sheet,
    stacks,
    surprise_modifier,
)
from grognard.games.ocs.combat.overrun import overrun_refusal, overrun_targets
from grognard.games.ocs.combat.payments import (
    attack_price,
    covered_by,
    defence_price,
    movers_of,
    plain_supply,
    stocks_refusal,
    unsettled,
)
from grognard.games.ocs.combat.results import advance_refusal, loss_refusal, may_exploit, who_loses
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import (
    ABSENT,
    ASTER,
    ATTACKED,
    BOREAL,
    CARRIED,
    DROPPED,
    FOUGHT,
    JOINED,
    MOVED,
    PLEDGED,
    RELEASED,
    OcsPosition,
)
from grognard.games.ocs.movement.reach import move_refusal
from grognard.games.ocs.movement.stacking import crowded, excess, strat_excess
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.rear.railways import (
    closed_to_rail,
    destinations,
    detrainable,
    entrain_refusal,
    freight_limit,
    is_port_source,
    is_station,
    network,
    rail_cost,
    rail_sources,
)
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.turn import Turn, chooser
from grognard.games.ocs.supply.breakout import escape_refusal, has_way_out, is_near_friend
from grognard.games.ocs.supply.draw_and_throw import (
    SupplyLine,
    hold_lines,
    lines_to,
    may_use,
    serves,
    throws_to,
)
from grognard.games.ocs.supply.extenders import collapse_hexes
from grognard.games.ocs.supply.phase import (
    Feeding,
    attrition_modifier,
    best_attrition_rating,
    eaten_from,
    forage_refusal,
    meal_price,
    table_for,
    untraced,
)
from grognard.games.ocs.supply.trace import formation_part, is_traced, own_hqs, plain_sources

HALF = Fraction(1, 2)


# -- who attacks ----------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.combat.2a", "ocs.combat.3a", "ocs.combat.6a", "ocs.combat.8", "ocs.exploitation.1", "ocs.combat.4a"
)
@pytest.mark.parametrize(
    ("id", "state", "phase", "rule"),
    [
        ("a21", {}, "combat", ""),
        ("b12", {}, "combat", "ocs.combat.2"),
        ("a21", {"hex": "waiting"}, "combat", "ocs.combat.2"),
        ("a21", {"hex": "03.01"}, "combat", "ocs.combat.3"),
        ("a32", {}, "combat", "ocs.basics.21"),
        ("a21", {"flags": FOUGHT}, "combat", "ocs.combat.6"),
        ("a21", {"flags": MOVED}, "combat", ""),
        ("a21", {}, "exploitation-combat", "ocs.exploitation.1"),
        ("a21", {"mode": "exploit"}, "exploitation-combat", ""),
        ("a21", {"flags": RELEASED}, "exploitation-combat", ""),
    ],
)
def test_who_may_attack(id: str, state: dict[str, Any], phase: str, rule: str) -> None:
    pos = position(None, {id: {"hex": "03.02", **state}, "b11": "03.03"}, phase=phase, acting="aster")
    assert rule_of(attacker_refusal(pos, unit(pos, id), hex(pos, "03.03"))) == rule
    ready = [unit(pos, id)] if not rule else []
    assert ready_against(pos, hex(pos, "03.03")) == ready


@pytest.mark.rule("ocs.combat.2a", "ocs.combat.3b", "ocs.combat.6b", "ocs.sequence.26b")
def test_what_may_be_attacked() -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03", "b12": "05.05"}, phase="combat")

    def why(name: str) -> str:
        return rule_of(target_refusal(pos, hex(pos, name)))

    assert [why(name) for name in ("03.03", "02.02", "05.05")] == ["", "ocs.combat.3", "ocs.combat.3"]
    pos.put.worked[hex(pos, "03.03")] = ATTACKED
    assert why("03.03") == "ocs.combat.6"
    pos.calm = 1
    assert why("03.03") == "ocs.sequence.26"
    pos.phase = 9
    assert why("03.03") == "ocs.combat.2"


@pytest.mark.rule("ocs.combat.17", "ocs.option.3a", "ocs.option.3b", "ocs.option.3c", "ocs.option.3d")
def test_who_may_lead_with_the_option() -> None:
    pos = position(None, {"a21 a31 a34": "03.02", "b11": "03.03"}, phase="combat")
    a21, a31, a34 = (unit(pos, id) for id in ("a21", "a31", "a34"))
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(a21, a31, a34))
    assert may_lead(pos, v) == [a21, a31, a34]
    pos.content.options["opt_21_3_independents"] = True
    assert may_lead(pos, v) == [a21]
    assert may_lead(pos, v._replace(attackers=(a31, a34))) == [a31, a34]
    # Attacks of independents alone cost twice as much, and no stocks.
    assert attack_price(pos, v, a31) == 1 and attack_price(pos, v, a21) == 4
    alone = v._replace(attackers=(a31, a34))
    assert attack_price(pos, alone, a31) == 2
    assert rule_of(stocks_refusal(pos, alone, a31, 2)) == "ocs.option.3"
    assert rule_of(stocks_refusal(pos, v, a31, 1)) == "ocs.option.3"  # nor beside a division
    assert rule_of(stocks_refusal(pos, v, a21, 4)) == ""
    pos.content.options["opt_21_3_independents"] = False
    assert attack_price(pos, alone, a31) == 1 and rule_of(stocks_refusal(pos, alone, a31, 2)) == ""


@pytest.mark.rule("ocs.combat.11", "ocs.combat.13", "ocs.stocks.2", "ocs.transport.9", "ocs.supply.6a")
def test_what_combat_costs_and_who_fights_on_stocks() -> None:
    units = {"a21": "03.02", "b11 b31": "03.03", "b33 b39": "04.04", "b34": "01.05", "a17": {"hex": "02.02"}}
    pos = position(None, units, phase="combat", dumps={"boreal": {"03.03": 1}})
    b31, b33, b39, b34 = (unit(pos, id) for id in ("b31", "b33", "b39", "b34"))
    assert defence_price(pos, [b31]) == 1 and defence_price(pos, [b33, b39]) == 1
    assert defence_price(pos, [b31, b39]) == 2 and defence_price(pos, [unit(pos, "b11")]) == 2
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(unit(pos, "a21"),), defenders=(b31,))
    assert rule_of(stocks_refusal(pos, v, b31, 1)) == "ocs.combat.13"
    assert rule_of(stocks_refusal(pos, v, b31, 2)) == ""
    pos.put.stocks[b31] = 2
    assert rule_of(stocks_refusal(pos, v, b31, 2)) == "ocs.stocks.2"
    pos.put.stocks[b31] = 1
    assert rule_of(stocks_refusal(pos, v, b31, 2)) == ""
    assert plain_supply(pos, b34) == 1  # drawn over open ground
    assert covered_by(pos, v._replace(defenders=(b31, b34)), [hex(pos, "03.03")]) == (b31, b34)
    assert unsettled(v) == [unit(pos, "a21")] and unsettled(v._replace(settled=v.attackers)) == []
    assert movers_of(v) == () and movers_of(v._replace(overrun=1)) == v.attackers


@pytest.mark.rule("ocs.combat.13b", "ocs.transport.9", "ocs.supply.20a")
def test_organic_trucks_are_left_aside_and_serve_their_own() -> None:
    units = {"a11": "02.02", "a21": "02.02", "a17": {"hex": "02.02", "points": 2, "load": 6}}
    pos = position(None, units, dumps={"aster": {"02.03": 3}})
    a11, a21, a17 = (unit(pos, id) for id in ("a11", "a21", "a17"))
    truck = pos.content.places + a17
    assert {line.source for line in lines_to(pos, a11)} == {hex(pos, "02.03"), truck}
    assert {line.source for line in lines_to(pos, a21)} == {hex(pos, "02.03")}
    assert may_use(pos, a11, truck) and not may_use(pos, a21, truck) and may_use(pos, a21, 0)
    assert plain_supply(pos, a11) == 3


# -- strengths ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.combat.12", "ocs.combat.16a", "ocs.combat.28", "ocs.modes.34", "ocs.trace.17")
def test_every_half_of_a_strength() -> None:
    units = {"a21": {"hex": "03.02", "lost": 1}, "b11": "03.03"}
    pos = position(None, units, phase="combat")
    a21, b11 = unit(pos, "a21"), unit(pos, "b11")
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(a21,), defenders=(b11,), supplied=(b11,))
    assert attack_strength(pos, v, a21) == 20 * HALF and defence_strength(pos, v, b11) == 12
    assert defence_strength(pos, v._replace(supplied=()), b11) == 6
    pos.put.oos[b11] = pos.put.oos[a21] = 1
    assert attack_strength(pos, v, a21) == 5 and defence_strength(pos, v, b11) == 6
    pos.put.mode[b11] = 4
    assert defence_strength(pos, v._replace(supplied=()), b11) == Fraction(12, 8)


@pytest.mark.rule("ocs.combat.20", "ocs.combat.23", "ocs.combat.26c", "ocs.landing.13")
def test_terrain_and_anti_tank_factors() -> None:
    rivers = {"rivers": {"minor-river": ["03.02/03.03"]}}
    units = {"a11 a21": "03.02", "a12": "02.02", "b11": "03.03"}
    pos = position(None, units, phase="combat", map=rivers)
    a11, a21, a12 = (unit(pos, id) for id in ("a11", "a21", "a12"))
    here = hex(pos, "03.02")
    v = Combat(
        hex(pos, "03.03"), ASTER, attackers=(a11, a21, a12), origins=tuple(stacks(pos, (a11, a21, a12)))
    )
    assert attack_factor(pos, v, a11) == (2, "open") and attack_factor(pos, v, a21)[0] == 1
    river = v._replace(rivers=(here,))
    table = pos.content.attack_factor["minor-river"]
    assert attack_factor(pos, river, a11) == (table[pos.content.combat_class[a11]], "minor-river")
    assert attack_factor(pos, river, a12) == (2, "open")
    assert attack_factor(pos, river._replace(beach=1), a21) == (HALF, "beach")
    assert open_stacks(pos, v) == [here] and open_stacks(pos, v._replace(chosen=(here,))) == []
    assert len(open_stacks(pos, v._replace(beach=1))) == 2
    pos.place(unit(pos, "b23"), hex(pos, "03.03"))  # light anti-tank guns against heavy tanks
    assert attack_factor(pos, v, a11) == (2, "open")
    pos.place(unit(pos, "b31"), hex(pos, "03.03"))
    assert attack_factor(pos, v, a11) == (Fraction(3, 2), "open, anti-tank")


@pytest.mark.rule("ocs.combat.33", "ocs.combat.34", "ocs.combat.36a", "ocs.hedgehog.4a", "ocs.hedgehog.4b")
@pytest.mark.parametrize(("level", "surprise", "combat"), [(0, 2, 2), (1, 1, 1), (3, 1, -1)])
def test_ratings_and_hedgehogs_on_both_rolls(level: int, surprise: int, combat: int) -> None:
    """Rating 4 against 2."""
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    pos.put.hedgehog[hex(pos, "03.03")] = level
    v = Combat(hex(pos, "03.03"), ASTER, leader=unit(pos, "a21"), rival=unit(pos, "b11"))
    assert (surprise_modifier(pos, v), combat_modifier(pos, v)) == (surprise, combat)
    shown = v._replace(shown=(0, 5, 1, 0, 0, 0, 0))
    assert combat_modifier(pos, shown) == 4 - level


@pytest.mark.rule("ocs.combat.29", "ocs.combat.35")
def test_the_whole_sheet_of_a_combat() -> None:
    units = {"a21": "03.02", "b11": "03.03"}
    pos = position(None, units, phase="combat", hedgehogs={"boreal": {"03.03": 2}})
    a21, b11 = unit(pos, "a21"), unit(pos, "b11")
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(a21,), leader=a21, rival=b11, shift=-1)
    sheet = odds_sheet(pos, v)
    assert sheet.title == "Attack on 03.03"
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("10 Inf Div attacks, open (other 20)", "20"),
        ("31 Inf Div defends without supply (other 12)", "6"),
        ("strengths", "20 : 6"),
        ("column, open", "3:1"),
        ("Action Ratings", "4 − 2"),
        ("hedgehog", "−2"),
        ("surprise", "-1"),
    ]
    assert sheet.total == "2:1"
    over = odds_sheet(pos, v._replace(overrun=1, shift=0, supplied=(b11,)))
    assert (over.title == "Overrun of 03.03" and over.total == "3:2") or over.total == "2:1"
    assert category_of(pos, hex(pos, "03.03")) == 0


# -- losses and what follows ----------------------------------------------------------------------


@pytest.mark.rule("ocs.results.9", "ocs.results.10", "ocs.results.11", "ocs.combat.4")
def test_who_loses_and_why_not_another() -> None:
    pos = position(None, {"a21 a31 a34": "03.02", "a35": "02.02"})
    a21, a31, a34, a35 = (unit(pos, id) for id in ("a21", "a31", "a34", "a35"))
    party = (a21, a31, a34)
    assert who_loses(pos, party, a31, ()) == [a31]
    assert who_loses(pos, party, a31, (a31,)) == [a21, a34]
    assert who_loses(pos, party, a31, (a31, a21, a34)) == [a21, a31, a34]
    pos.place(a31, -2)
    assert who_loses(pos, party, a31, ()) == [a21, a34]
    assert who_loses(pos, (), a31, ()) == []
    assert rule_of(loss_refusal(pos, party, a21, (), a35)) == "ocs.combat.4"
    assert rule_of(loss_refusal(pos, party, a21, (), a31)) == "ocs.combat.4"
    assert rule_of(loss_refusal(pos, party, a21, (), a34)) == "ocs.results.10"
    assert rule_of(loss_refusal(pos, party, a21, (a21,), a21)) == "ocs.results.11"
    assert rule_of(loss_refusal(pos, party, a31, (), a34)) == "ocs.results.11"


@pytest.mark.rule("ocs.results.25a", "ocs.results.26a", "ocs.results.26c", "ocs.results.23d")
def test_who_may_advance() -> None:
    pos = position(["...", "..~", "..."], {"a21 a31": "02.01", "bc1": "02.03", "b11": "02.02"})
    a21, a31, b11 = (unit(pos, id) for id in ("a21", "a31", "b11"))
    v = Combat(hex(pos, "02.02"), ASTER, attackers=(a21, a31), settled=(a21,))
    assert rule_of(advance_refusal(pos, v, a21)) == "ocs.results.25"
    pos.place(b11, -2)
    assert (
        rule_of(advance_refusal(pos, v, a21)) == ""
        and rule_of(advance_refusal(pos, v, a31)) == "ocs.results.26"
    )
    assert rule_of(advance_refusal(pos, v._replace(attackers_went=1), a21)) == "ocs.results.26"
    pos.place(a21, hex(pos, "02.02"))
    assert rule_of(advance_refusal(pos, v, a21)) == "ocs.results.25"
    pos.place(a21, -2)
    assert rule_of(advance_refusal(pos, v, a21)) == "ocs.results.26"
    guns = unit(pos, "bc1")
    coastal = Combat(hex(pos, "02.02"), BOREAL, settled=(guns,))
    assert rule_of(advance_refusal(pos, coastal, guns)) == "ocs.results.23"


@pytest.mark.rule("ocs.results.29a", "ocs.results.30", "ocs.results.6")
def test_when_a_result_is_exploited() -> None:
    pos = position(None, {"a21": "03.02"}, phase="combat")
    one, two, apart = hex(pos, "03.02"), hex(pos, "02.02"), hex(pos, "03.04")
    v = Combat(hex(pos, "03.03"), ASTER, exploit=3, origins=(one,))
    assert may_exploit(pos, v) and may_exploit(pos, v._replace(origins=(one, two)))
    assert not may_exploit(pos, v._replace(origins=(one, apart)))
    for change in ({"exploit": 0}, {"overrun": 1}, {"attackers_went": 1}, {"origins": (one, two, apart)}):
        assert not may_exploit(pos, v._replace(**change))
    pos.phase = 13
    assert not may_exploit(pos, v)


@pytest.mark.rule("ocs.stacking.1", "ocs.stacking.4", "ocs.option.19a", "ocs.option.19b")
def test_ten_re_and_three_in_strat_mode() -> None:
    units = {"a21 a22": "01.05", "a31 a34 a35": "01.05", "a11": "01.05"}
    pos = position(None, units)
    assert excess(pos, hex(pos, "01.05"), ASTER) == 0 and crowded(pos, ASTER) == -1  # exactly ten
    pos.place(unit(pos, "a33"), hex(pos, "01.05"))
    assert excess(pos, hex(pos, "01.05"), ASTER) == 2 and crowded(pos, ASTER) == hex(pos, "01.05")
    option = {"opt_21_12c_strat_spacing": True}
    strat = {"a23": {"hex": "02.02", "mode": "strat"}, "a35": {"hex": "02.02", "mode": "strat"}}
    pos = position(None, strat, options=option)
    assert strat_excess(pos, hex(pos, "02.02"), ASTER) == [unit(pos, id) for id in ("a23", "a35")]
    pos.put.mode[unit(pos, "a35")] = 1
    assert strat_excess(pos, hex(pos, "02.02"), ASTER) == []
    four = position(None, {"a21": {"hex": "02.02", "mode": "strat"}}, options=option)
    assert strat_excess(four, hex(four, "02.02"), ASTER) == []  # one unit alone
    whole = {"a11 a12 a13 a14 a16": {"hex": "02.02", "mode": "strat"}}
    own = position(None, whole, options=option)
    assert strat_excess(own, hex(own, "02.02"), ASTER) == []  # of one formation
    mixed = position(None, {**whole, "a31": {"hex": "02.02", "mode": "strat"}}, options=option)
    assert len(strat_excess(mixed, hex(mixed, "02.02"), ASTER)) == 6
    plain = position(None, strat)
    assert strat_excess(plain, hex(plain, "02.02"), ASTER) == []


@pytest.mark.rule(
    "ocs.overrun.1a",
    "ocs.overrun.2a",
    "ocs.overrun.2b",
    "ocs.overrun.3",
    "ocs.overrun.4a",
    "ocs.overrun.11a",
    "ocs.sequence.26b",
    "ocs.modes.35a",
)
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a11", {}, {}, ""),
        ("a11", {"mode": "exploit"}, {"phase": "exploitation"}, ""),
        ("a11", {"mode": "dg"}, {}, "ocs.overrun.2"),
        ("a32", {"mode": "move"}, {}, "ocs.overrun.11"),
        ("a11", {"spent": 5}, {}, ""),
        ("a11", {"spent": 5.25}, {}, "ocs.overrun.3"),
        ("a11", {}, {"calm": 1}, "ocs.sequence.26"),
        ("a11", {}, {"dumps": {}}, "ocs.fuel.11"),
        ("a11", {}, {"rows": [".....", ".....", "..F..", ".....", "....."]}, ""),
        ("a14", {"mode": "move"}, {"rows": [".....", ".....", "..F..", ".....", "....."]}, "ocs.overrun.4"),
        ("a11", {}, {"rows": [".....", ".....", "..s..", ".....", "....."]}, "ocs.overrun.4"),
    ],
)
def test_who_overruns(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    more = {"dumps": {"aster": {"03.02": 9}}, **more}
    rows = more.pop("rows", None)
    pos = position(rows, {id: {"hex": "03.02", **state}, "b11": "03.03"}, **more)
    v = March((unit(pos, id),))
    assert rule_of(overrun_refusal(pos, v, hex(pos, "03.03"))) == rule
    assert overrun_targets(pos, v) == ([hex(pos, "03.03")] if not rule else [])
    assert rule_of(overrun_refusal(pos, v, hex(pos, "03.04"))) == "ocs.overrun.1"
    assert rule_of(overrun_refusal(pos, v, hex(pos, "03.01"))) == "ocs.overrun.1"


@pytest.mark.rule("ocs.movement.1", "ocs.movement.2", "ocs.reaction.1", "ocs.exploitation.1", "ocs.zoc.17")
@pytest.mark.parametrize(
    ("id", "state", "phase", "rule"),
    [
        ("a21", {}, "movement", ""),
        ("a21", {}, "combat", "ocs.movement.1"),
        ("b11", {}, "movement", "ocs.movement.1"),
        ("a21", {"hex": "dead"}, "movement", "ocs.movement.1"),
        ("af1", {}, "movement", "ocs.air.15"),
        ("ad1", {}, "movement", "ocs.naval.2"),
        ("a41", {"points": 5, "extender": True}, "movement", "ocs.trace.15"),
        ("a21", {"flags": PLEDGED}, "movement", "ocs.zoc.17"),
        ("a21", {"flags": MOVED}, "movement", "ocs.movement.2"),
        ("a21", {"flags": CARRIED}, "movement", ""),
        ("a21", {}, "reaction", "ocs.reaction.1"),
        ("a21", {"flags": RELEASED}, "reaction", ""),
        ("a21", {}, "exploitation", "ocs.exploitation.1"),
        ("a21", {"mode": "exploit"}, "exploitation", ""),
        ("a21", {"flags": RELEASED}, "exploitation", ""),
        ("a41", {"points": 2, "flags": RELEASED}, "reaction", "ocs.movement.1"),
        ("a17", {"points": 2, "flags": RELEASED}, "reaction", ""),
        ("a41", {"points": 2}, "movement", ""),
    ],
)
def test_who_may_begin_to_move(id: str, state: dict[str, Any], phase: str, rule: str) -> None:
    pos = position(None, {id: {"hex": "03.03", **state}}, phase=phase, acting="aster")
    assert rule_of(move_refusal(pos, unit(pos, id))) == rule


# -- supply and trace -----------------------------------------------------------------------------


@pytest.mark.rule("ocs.supply.12", "ocs.supply.13", "ocs.supply.14", "ocs.hq.2", "ocs.supply.10")
def test_whom_an_hq_serves_and_how_far() -> None:
    """a01 throws twelve MP by truck and a hex more, on its Move side six."""
    rows = ["." * 20]
    units = {"a01": "01.01", "a03": "02.01", "a11": "05.01", "a21": "14.01", "a31": "15.01", "b11": "dead"}
    pos = position(rows, units)
    a01, a03, a11, a21, a31 = (unit(pos, id) for id in ("a01", "a03", "a11", "a21", "a31"))
    assert [serves(pos, a01, one) for one in (a01, a03, a11, a21, a31, unit(pos, "b11"))] == [
        *(False, True, True, True, True, False)
    ]
    assert [serves(pos, a03, one) for one in (a11, a21, a31)] == [True, False, True]
    assert throws_to(pos, ASTER, hex(pos, "14.01"))[a01] == 12 * 4
    assert a01 not in throws_to(pos, ASTER, hex(pos, "15.01"))
    pos.set_mode(a01, 1)
    assert a01 in throws_to(pos, ASTER, hex(pos, "08.01"))
    assert a01 not in throws_to(pos, ASTER, hex(pos, "09.01"))
    pos.set_mode(a01, 3)
    assert a01 not in throws_to(pos, ASTER, hex(pos, "02.01"))


@pytest.mark.rule("ocs.zoc.17", "ocs.zoc.7")
@pytest.mark.parametrize(("dump", "held"), [("01.01", False), ("05.01", True)])
def test_who_kept_a_zone_off_the_way_of_supply_is_held(dump: str, held: bool) -> None:
    """The way to the far dump leads by the battalion in 03.01, into whose hex the enemy's zone reaches."""
    units = {"a11": "02.01", "a34": {"hex": "03.01", "mode": "move"}, "b11": "03.02"}
    pos = position(["~~.~~~", "~....~"], units)
    hold_lines(pos, hex(pos, "02.01"), [SupplyLine(0, hex(pos, dump))])
    assert bool(pos.flags[unit(pos, "a34")] & PLEDGED) is held


@pytest.mark.rule("ocs.trace.4", "ocs.trace.5", "ocs.modes.29")
def test_what_meals_cost_and_who_is_fed_from_where() -> None:
    assert [meal_price(0, quarters) for quarters in (1, 8, 9, 16, 17)] == [1, 1, 2, 2, 3]
    assert [meal_price(4, quarters) for quarters in (4, 5)] == [0, 1]
    v = Feeding(ASTER, meals=(7, 4, 9, 8, 7, 2))
    assert [eaten_from(v, source) for source in (7, 9, 8)] == [6, 8, 0]
    pos = position(None, {"a21": "03.03", "a34": "03.03"}, dumps={"aster": {"03.03": 1, "05.05": 2}})
    a21, a34 = unit(pos, "a21"), unit(pos, "a34")
    fresh = Feeding(ASTER)
    near, far = hex(pos, "03.03"), hex(pos, "05.05")
    assert table_for(pos, fresh, a34) == [(near, 2)]
    assert table_for(pos, fresh, a21) == [(far, 16)]  # two tokens are not in the nearer one
    pos.add_dump(far, ASTER, -1)
    assert table_for(pos, fresh, a21) == [(near, 8), (far, 8)]  # two RE from each
    pos.add_dump(far, ASTER, -1)
    assert table_for(pos, fresh, a21) == []
    pos.put.mode[a34] = 3
    assert table_for(pos, fresh, a34) == []


@pytest.mark.rule("ocs.option.13b")
def test_when_a_cache_feeds_those_around_an_hq() -> None:
    units = {"a01": {"hex": "03.03", "fed": 1}, "a21": "03.03", "a02": {"hex": "04.04", "fed": 3}}
    pos = position(None, units, options={"opt_21_10_caches": True}, caches={"aster": 1})
    a01, a02, a21 = (unit(pos, id) for id in ("a01", "a02", "a21"))
    v = Feeding(ASTER, hungry=(a01, a02, a21))
    assert [rule_of(forage_refusal(pos, v, one)) for one in (a01, a02, a21)] == [
        *("", "ocs.option.13", "ocs.option.13")
    ]
    assert rule_of(forage_refusal(pos, v._replace(hungry=(a21,)), a01)) == "ocs.option.13"
    pos.put.cache[ASTER] = 0
    assert rule_of(forage_refusal(pos, v, a01)) == "ocs.option.13"
    pos.put.cache[ASTER] = 1
    pos.content.options["opt_21_10_caches"] = False
    assert rule_of(forage_refusal(pos, v, a01)) == "ocs.option.13"


@pytest.mark.rule("ocs.trace.18", "ocs.trace.20")
def test_five_steps_and_the_best_rating() -> None:
    units = {"a21": {"hex": "03.03", "mode": "dg"}, "a34": "03.03", "a35": {"hex": "03.03", "mode": "strat"}}
    pos = position(None, units)
    a21, a34, a35 = (unit(pos, id) for id in ("a21", "a34", "a35"))
    assert attrition_modifier(pos, [a21]) == 0 and attrition_modifier(pos, [a21, a34]) == 3
    pos.put.lost[a21] = 1
    assert attrition_modifier(pos, [a21, a34]) == 0
    assert (
        best_attrition_rating(pos, [a21, a34]) == 4
        and best_attrition_rating(pos, [a34, a35]) == 3
        and best_attrition_rating(pos, [a35]) == 0
    )


@pytest.mark.rule("ocs.trace.1", "ocs.trace.7", "ocs.trace.8", "ocs.trace.9")
def test_who_traces() -> None:
    rows = ["." * 20]
    units = {"a21": "07.01", "a22": "08.01", "a11": "02.01", "a12": "03.01", "a13": "12.01"}
    pos = position(rows, units, sources={"aster": "01.01"}, control={"aster": ["01.01"]})
    a21, a22, a11, a12, a13 = (unit(pos, id) for id in ("a21", "a22", "a11", "a12", "a13"))
    assert is_traced(pos, a21) and not is_traced(pos, a22)  # five MP and a hex more
    assert untraced(pos, ASTER) == sorted([a22, a13])
    formation = pos.content.formation[a11]
    assert formation_part(pos, formation) == {a11, a12}
    pos.put.flags[a13] = pos.put.flags[a22] = DROPPED
    assert untraced(pos, ASTER) == [] and formation_part(pos, formation) == {a11, a12, a13}
    pos.put.flags[a22] = 0
    pos.put.hex[a22], pos.put.craft[a22] = ABSENT, 3
    assert is_traced(pos, a22)
    pos.forget()
    pos.place(unit(pos, "a03"), hex(pos, "04.01"))
    assert own_hqs(pos, a11) == [unit(pos, "a03")] and own_hqs(pos, a21) == []


@pytest.mark.rule("ocs.trace.2", "ocs.zoc.7", "ocs.port.7", "ocs.trace.3b")
def test_sources_close_under_the_enemy_and_his_zones() -> None:
    given: dict[str, Any] = {"sources": {"aster": "01.05"}, "control": {"aster": ["01.05", "03.03"]}}
    ports: dict[str, Any] = {"source_ports": {"aster": "03.03"}, "ports": {"aster": {"03.03": [1, 0]}}}
    pos = position(None, {}, **given, **ports)
    assert plain_sources(pos, ASTER) == {hex(pos, "01.05"), hex(pos, "03.03")} and is_port_source(pos, ASTER)
    assert plain_sources(pos, BOREAL) == set() and not is_port_source(pos, BOREAL)
    pos.put.port_hits[hex(pos, "03.03")] = 1  # 80 % of 1 SP: three tokens
    assert not is_port_source(pos, ASTER)
    watched = position(None, {"b11": "02.05"}, **given)
    assert plain_sources(watched, ASTER) == set()
    guarded = position(None, {"b11": "02.05", "a34": "01.05"}, **given)
    assert plain_sources(guarded, ASTER) == {hex(guarded, "01.05")}
    taken = position(None, {"b11": {"hex": "01.05", "mode": "move"}}, **given)
    assert plain_sources(taken, ASTER) == set()


# -- railways -------------------------------------------------------------------------------------

LINE = {"roads": {"railroad": [" ".join(f"{column:02d}.01" for column in range(1, 10))]}}
TOWNS = ["..v..v..v."]


def line(units: Any = (), **given: Any) -> OcsPosition:
    """A railway from the source of Aster in 01.01 to 09.01, with villages at 03, 06 and 09."""
    held = [f"{column:02d}.01" for column in range(1, 11)]
    given = {"sources": {"aster": "01.01"}, "control": {"aster": held}, "rail_cap": {"aster": 2}} | given
    return position(TOWNS, units, map=LINE, **given)


@pytest.mark.rule("ocs.rail.4a", "ocs.rail.4d", "ocs.rail.5", "ocs.rail.10", "ocs.rail.15")
def test_stations_and_what_closes_the_line() -> None:
    pos = line({"a01": "05.01"})
    stations = {pos.content.names[one] for one in detrainable(pos, ASTER, True)}
    assert stations == {"01.01", "03.01", "05.01", "06.01", "09.01"}
    assert not is_station(pos, hex(pos, "10.01"), ASTER) and not is_station(pos, hex(pos, "02.01"), ASTER)
    assert not is_station(pos, hex(pos, "05.01"), BOREAL) and rail_sources(pos, ASTER) == [hex(pos, "01.01")]
    assert rail_sources(pos, BOREAL) == []
    moved = line({"a01": {"hex": "05.01", "mode": "move"}})
    assert hex(moved, "05.01") not in detrainable(moved, ASTER, True)
    lost = line(control={"aster": ["01.01", "03.01"], "boreal": ["06.01"]})
    assert {lost.content.names[one] for one in network(lost, ASTER, True)} == {
        f"{column:02d}.01" for column in range(1, 6)
    }
    enemy = line({"b11": {"hex": "05.01", "mode": "move"}})
    assert hex(enemy, "04.01") in network(enemy, ASTER, True) and hex(enemy, "06.01") not in network(
        enemy, ASTER, True
    )
    zone = line({"b11": "05.01", "a34": {"hex": "04.01", "mode": "move"}})
    assert hex(zone, "04.01") not in network(zone, ASTER, True)  # for cargo nobody negates it
    assert hex(zone, "04.01") in network(zone, ASTER, False)
    foreign = line(gauge={"boreal": ["05.01"], "aster": ["02.01"]})
    assert closed_to_rail(foreign, ASTER, True)[hex(foreign, "05.01")]
    assert not closed_to_rail(foreign, ASTER, True)[hex(foreign, "02.01")]


@pytest.mark.rule("ocs.rail.1b", "ocs.rail.3", "ocs.rail.6", "ocs.rail.7", "ocs.modes.15", "ocs.basics.18")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a21", {}, {}, ""),
        ("a41", {"points": 1}, {}, ""),
        ("a21", {}, {"phase": "reaction"}, "ocs.rail.3"),
        ("a21", {}, {"acting": "boreal"}, "ocs.rail.3"),
        ("af1", {}, {}, "ocs.rail.1"),
        ("a41", {"points": 5, "extender": True}, {}, "ocs.rail.1"),
        ("a21", {"hex": "04.01"}, {}, "ocs.rail.6"),
        ("a21", {"mode": "combat"}, {}, "ocs.modes.15"),
        ("a21", {"flags": CARRIED}, {}, "ocs.basics.18"),
        ("a21", {"flags": PLEDGED}, {}, "ocs.zoc.17"),
        ("a21", {"flags": MOVED}, {}, ""),
        ("a21", {"spent": 2.5}, {}, ""),
        ("a21", {"spent": 2.75}, {}, "ocs.rail.7"),
        ("a21", {}, {"rail_used": {"aster": 32}}, "ocs.rail.3"),
        ("a21", {}, {"rail_used": {"aster": 31}}, ""),
        ("a36", {"mode": "combat", "hex": "04.01"}, {}, ""),
        ("a36", {"mode": "combat", "spent": 4}, {}, ""),
    ],
)
def test_who_may_entrain(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = line({id: {"hex": "03.01", "mode": "move", **state}}, **more)
    assert rule_of(entrain_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.rail.2", "ocs.rail.3", "ocs.airmission.7")
def test_what_a_ride_costs_and_where_it_leads() -> None:
    pos = line({"a21": {"hex": "03.01", "mode": "move"}}, dumps={"aster": {"03.01": 7}})
    here, there = hex(pos, "03.01"), hex(pos, "09.01")
    assert rail_cost(pos, ASTER, 5, here, there) == 5 and freight_limit(pos, ASTER, here, there) == 7
    assert destinations(pos, ASTER, here, 32) == sorted(
        hex(pos, name) for name in ("01.01", "06.01", "09.01")
    )
    assert destinations(pos, ASTER, here, 33) == []
    pos.put.unloaded[here] = 3
    assert freight_limit(pos, ASTER, here, there) == 4
    busted = line(trainbusted={"aster": ["08.01"]}, dumps={"aster": {"03.01": 7}})
    assert (
        rail_cost(busted, ASTER, 5, here, there) == 10
        and rail_cost(busted, ASTER, 5, here, hex(busted, "06.01")) == 5
    )
    assert freight_limit(busted, ASTER, here, there) == 4
    other = line(trainbusted={"boreal": ["08.01"]})
    assert rail_cost(other, ASTER, 5, here, there) == 5
    goods = line(dumps={"boreal": {"09.01": 1}})
    assert hex(goods, "09.01") not in destinations(goods, ASTER, here, 4)


# -- breaking out ---------------------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.21a", "ocs.trace.21e", "ocs.trace.22a", "ocs.trace.22c", "ocs.sequence.10")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a21", {"fed": 1}, {}, ""),
        ("a21", {"fed": 0}, {}, ""),
        ("a21", {"fed": 3}, {}, "ocs.trace.21"),
        ("a21", {"fed": 3}, {"friend": "20.01"}, ""),
        ("a21", {"fed": 3}, {"friend": "21.01"}, "ocs.trace.21"),
        ("a21", {"fed": 1}, {"phase": "movement"}, "ocs.sequence.10"),
        ("a21", {"fed": 1}, {"acting": "boreal"}, "ocs.sequence.10"),
        ("a21", {"fed": 1, "hex": "dead"}, {}, "ocs.trace.21"),
        ("a21", {"fed": 1, "hex": "24.01"}, {}, "ocs.trace.21"),
        ("a41", {"fed": 1, "points": 2}, {}, ""),
        ("a41", {"fed": 3, "points": 2}, {}, "ocs.trace.22"),
        ("a41", {"fed": 1, "points": 5, "extender": True}, {}, "ocs.trace.22"),
        ("a41", {"fed": 1, "points": 2, "hex": "24.01"}, {}, "ocs.trace.22"),
        ("af1", {"fed": 1}, {}, "ocs.trace.21"),
    ],
)
def test_who_may_break_out(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    """The source of Aster lies twenty hexes off."""
    more = {"phase": "breakout", **more}
    friend = more.pop("friend", "")
    units = {id: {"hex": "05.01", **state}} | ({"a22": friend} if friend else {})
    given: dict[str, Any] = {"sources": {"aster": "25.01"}, "control": {"aster": ["25.01"]}}
    pos = position(["." * 26], units, acting=more.pop("acting", "aster"), **given, **more)
    assert rule_of(escape_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.trace.21b")
def test_a_way_out_is_free_of_enemies_and_ends_with_a_friend_in_trace() -> None:
    given: dict[str, Any] = {
        "sources": {"aster": "09.01"},
        "control": {"aster": ["09.01"]},
        "phase": "breakout",
    }
    free = position(["." * 9], {"a21": "01.01", "a22": "08.01"}, **given)
    assert has_way_out(free, unit(free, "a21")) and is_near_friend(free, unit(free, "a21"))
    shut = position(["." * 9], {"a21": "01.01", "a22": "08.01", "b11": "04.01"}, **given)
    assert not has_way_out(shut, unit(shut, "a21"))
    alone = position(["." * 9], {"a21": "01.01"}, **given)
    assert not has_way_out(alone, unit(alone, "a21")) and not is_near_friend(alone, unit(alone, "a21"))


# -- capture --------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.capture.4", "ocs.capture.6", "ocs.capture.7", "ocs.capture.18")
def test_where_what_got_away_goes() -> None:
    rows = ["." * 30]
    units = {
        "b41": {"hex": "13.01", "points": 2},
        "b43": {"hex": "13.01", "points": 2},
        "a21": "20.01",
        "bt1": "13.01",
    }
    bases = {"boreal": {"13.01": 1, "30.01": 1}, "aster": {"12.01": 1}}
    pos = position(rows, units, bases=bases)
    b41, b43, bt1 = (unit(pos, id) for id in ("b41", "b43", "bt1"))
    here = hex(pos, "13.01")
    assert (column_of(pos.content, b41), column_of(pos.content, b43)) == (0, 1)
    trucks = {pos.content.names[one] for one in displacement_hexes(pos, b41, here)}
    assert trucks == {f"{column:02d}.01" for column in range(3, 24)} - {"13.01", "20.01"}
    wagons = {pos.content.names[one] for one in displacement_hexes(pos, b43, here)}
    assert wagons == {f"{column:02d}.01" for column in range(8, 19)} - {"13.01"}
    v = Capture(here, ASTER)
    assert vehicles(pos, v) == [b41] and vehicles(pos, v._replace(column=1)) == [b43]
    assert vehicles(pos, v._replace(moving=(b41,))) == []
    assert refuges(pos, bt1, here) == [here, hex(pos, "30.01")]  # twice twenty hexes
    pos.content.range[bt1 * 2] = 8
    assert refuges(pos, bt1, here) == [here]
    pos.content.range[bt1 * 2] = 20


@pytest.mark.rule("ocs.capture.9", "ocs.capture.11")
@pytest.mark.parametrize(("phase", "flags"), [("movement", JOINED), ("exploitation", JOINED | MOVED)])
def test_captured_vehicles_move_at_once_in_the_movement_phase(phase: str, flags: int) -> None:
    pos = position(None, {"a21": "03.03"}, phase=phase)
    here = hex(pos, "03.03")
    receive(pos, ASTER, here, 0, 2)
    receive(pos, ASTER, here, 0, 1)
    got = [one for one in pos.content.transports[ASTER] if pos.hex[one] == here]
    assert [(pos.content.kind[one], pos.points[one], pos.flags[one]) for one in got] == [("truck", 3, flags)]


@pytest.mark.rule("ocs.capture.1", "ocs.rail.15", "ocs.landing.12")
def test_who_enters_takes_control_and_who_takes_goods() -> None:
    game = build(
        None,
        {"a21": "03.02", "a41": {"hex": "03.02", "points": 1}, "b11": "05.05"},
        dumps={"boreal": {"03.03": 4}},
    )
    pos = game.pos
    here = hex(pos, "03.03")
    pos.put.control[here], pos.put.beach[here] = BOREAL, BOREAL
    enter_hex(game, [unit(pos, "a41")], here)
    assert (pos.control[here], pos.beach[here]) == (BOREAL, BOREAL) and not pos.stack
    enter_hex(game, [unit(pos, "a21")], here)
    assert (pos.control[here], pos.beach[here]) == (ASTER, -1)
    assert [frame.procedure for frame in pos.stack] == ["capture"]


@pytest.mark.rule("ocs.capture.12c", "ocs.capture.13")
def test_where_an_extender_collapses_to() -> None:
    units = {"a41": {"hex": "05.01", "points": 5, "extender": True}, "b11": "03.01"}
    given: dict[str, Any] = {"sources": {"aster": "01.01"}, "control": {"aster": ["01.01"]}}
    pos = position(["......."], units, **given)
    names = {pos.content.names[one] for one in collapse_hexes(pos, unit(pos, "a41"))}
    # The zone of b11 closes 02.01 and 04.01 to trucks: what is left is next to the source.
    assert names == {"01.01", "02.01"}
    free = position(["......."], {"a41": units["a41"]}, **given)
    near = {free.content.names[one] for one in collapse_hexes(free, unit(free, "a41"))}
    assert near == {"01.01", "02.01", "03.01", "04.01", "06.01", "07.01"}


# -- turns and dice -------------------------------------------------------------------------------


@pytest.mark.rule("ocs.sequence.5", "ocs.option.22")
def test_who_chooses_the_order() -> None:
    pos = position(None, {}, first="boreal")
    assert [chooser(pos, Turn(rolls)) for rolls in ((7, 6), (6, 7), (6, 6))] == [ASTER, BOREAL, BOREAL]


MINE = {
    *("RollBarrage", "RollHalf", "RollFacility", "RollDump", "RollVehicles", "RollSurprise", "RollCombat"),
    *("RollLanding", "RollShipFire", "RollShipHalf", "RollSupply", "RollReplacements", "RollAttrition"),
}
THEIRS = {"RollFlak", "RollMissionLoss"}


@pytest.mark.rule("ocs.flak.1", "ocs.basics.5")
def test_who_rolls() -> None:
    """Whoever acts; Flak is rolled by the side that is flown over."""
    pos = position(None, {})
    seen = set()
    for procedure in PROCEDURES.values():
        for step in procedure.items:
            if isinstance(step, Roll) and type(step).__name__ in MINE | THEIRS:
                seen.add(type(step).__name__)
                for side in (ASTER, BOREAL):
                    # Who rolls goes by the side alone, whatever else is under way.
                    given = [
                        name for name in procedure.vars._fields if name not in procedure.vars._field_defaults
                    ]
                    v = procedure.vars(**(dict.fromkeys(given, 0) | {"side": side}))
                    expected = side if type(step).__name__ in MINE else 1 - side
                    assert step.roller(pos, v) == expected, type(step).__name__
    assert seen == MINE | THEIRS


@pytest.mark.rule("ocs.combat.35")
def test_the_surprised_do_not_roll_for_the_shift() -> None:
    from grognard.games.ocs.combat.attacks import RollShift

    pos = position(None, {})
    v = Combat(0, ASTER, surprise=1)
    assert RollShift().roller(pos, v) == ASTER and RollShift().roller(pos, v._replace(surprise=-1)) == BOREAL


@pytest.mark.rule("ocs.combat.1a", "ocs.combat.17b", "ocs.combat.9", "ocs.combat.11")
def test_refusals_in_the_course_of_a_combat() -> None:
    game = battle({"a21 a32": "03.02", "a34": "02.03", "b11 b31": "03.03"}, dumps={"aster": {"01.01": 4}})
    play(game, "attack 03.03")
    assert options(game) == ["commit a21", "commit a34", "commit-all", "call-off"]
    assert (
        refusal(game, "commit a32").rule == "ocs.basics.21" and refusal(game, "strike").rule == "ocs.combat.1"
    )
    play(game, "commit a21")
    assert refusal(game, "commit a21").rule == "ocs.combat.6"
    play(game, "strike")
    assert (
        refusal(game, "supply a34").rule == "ocs.combat.9"
        and refusal(game, "stocks a21").rule == "ocs.combat.13"
    )
    play(game, "supply a21")
    assert refusal(game, "pay-defence").rule == "ocs.combat.11"
    play(game, "decline", "decline")
    assert refusal(game, "lead a34").rule == "ocs.combat.17"
    play(game, "lead a21")
    assert refusal(game, "lead a21").rule == "ocs.fog.2"  # of the attackers he knows only the hexes


@pytest.mark.rule("ocs.combat.6c", "ocs.fog.4")
def test_what_an_attack_leaves_behind() -> None:
    game = strike(battle({"a21": "03.02", "a34": "02.03", "b11": "03.03"}), "03.03", "a21", "a34")
    pos, v = game.pos, fight(game)
    assert pos.worked[hex(pos, "03.03")] & ATTACKED
    assert all(pos.flags[unit(pos, id)] & FOUGHT for id in ("a21", "a34"))
    assert v.origins == tuple(sorted((hex(pos, "03.02"), hex(pos, "02.03"))))
    assert v.defenders == (unit(pos, "b11"),) and where(pos, "b11") == "03.03"


@pytest.mark.rule("ocs.results.8a", "ocs.results.8b", "ocs.units.20", "ocs.replacement.6", "ocs.units.14")
def test_what_becomes_of_the_destroyed() -> None:
    """Counters of a pool go back to it with all their steps; nobody takes a marker along."""
    state = {"hex": "03.03", "mode": "dg", "stocks": "low", "oos": True, "fuel": True, "flags": MOVED}
    units = {
        "a01": state,
        "a-pax-1": {**state, "fuel": False},
        "a41": {"hex": "03.03", "points": 3, "load": 5, "extender": True},
        "a17": {"hex": "03.03", "points": 2, "load": 5},
        "a21": {"hex": "03.03", "lost": 2},
        "al1": {"hex": "03.03", "points": 1},
        "a35": {"aboard": "al1"},
    }
    game = build(None, units)
    pos = game.pos
    for id in ("a01", "a-pax-1", "a41", "a17", "al1"):
        destroy(game, unit(pos, id), "ocs.results.8")
    places = {id: pos.hex[unit(pos, id)] for id in ("a01", "a-pax-1", "a41", "a17", "al1", "a35")}
    assert places == {"a01": -2, "a-pax-1": -3, "a41": -3, "a17": -2, "al1": -2, "a35": -2}
    for id in ("a01", "a-pax-1", "a41", "a17"):
        one = unit(pos, id)
        marks = (pos.stocks, pos.oos, pos.flags, pos.fuel, pos.extender, pos.points, pos.cargo, pos.active)
        assert [field[one] for field in marks] == [0] * 8, id
        assert pos.home[one] == pos.craft[one] == -1
    modes = {id: (pos.mode[unit(pos, id)], pos.face[unit(pos, id)]) for id in ("a01", "a-pax-1", "a41")}
    assert modes == {"a01": (0, 0), "a-pax-1": (1, 1), "a41": (1, 1)}
    assert pos.lost[unit(pos, "a-pax-1")] == 0
    a21 = unit(pos, "a21")
    lose_step(game, a21, "ocs.results.8")
    assert (pos.lost[a21], where(pos, "a21")) == (3, "03.03")
    lose_step(game, a21, "ocs.results.8")
    assert (pos.lost[a21], pos.hex[a21]) == (4, -2)
