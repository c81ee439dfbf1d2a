"""What the staff plans in set positions, and why: overruns, supply, surrounds, errands of aircraft."""

from fractions import Fraction
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.position import Choice
from grognard.games.ocs.air.mission.variables import DROP, Mission
from grognard.games.ocs.model.position import COMBAT, OcsPosition
from grognard.games.ocs.staff import flying
from grognard.games.ocs.staff.errands import hip_shoot, supply_by_air, trainbusting
from grognard.games.ocs.staff.flying import Sortie
from grognard.games.ocs.staff.marches import Marches
from grognard.games.ocs.staff.orders import NO_MODE, Order
from grognard.games.ocs.staff.player import OcsStaff
from grognard.games.ocs.staff.prospects import Charts, Prospect, Striker, is_worth_while
from grognard.games.ocs.staff.rear import Rear
from grognard.games.ocs.staff.situation import Situation
from grognard.kit.temper import Temper

ASTER, BOREAL = 0, 1


def seen(pos: OcsPosition, side: int) -> Situation:
    return Situation(pos, side, Charts(pos.content.tables))


def moving(side: str, **given: Any) -> dict[str, Any]:
    """Settings of a position in the Movement Phase of a side."""
    return {"phase": "movement", "acting": side, "phasing": side, **given}


def reasons(marches: Marches) -> str:
    return "; ".join(order.why for order in marches.orders)


# -- overruns -------------------------------------------------------------------------------------


def tanks_beside_militia(tokens: int) -> OcsPosition:
    """Two battalions of tanks beside a regiment of 2; with a dump under them or without any supply."""
    return position(
        None,
        {"a11 a12": "03.03", "b34": "04.03"},
        dumps={"aster": {"03.03": tokens}} if tokens else {},
        **moving("aster"),
    )


def test_tanks_overrun_a_weak_hex_only_with_fuel() -> None:
    for tokens, targets in ((20, ["04.03"]), (0, [])):
        pos = tanks_beside_militia(tokens)
        marches = Marches(seen(pos, ASTER))
        marches.make()
        assert [pos.content.names[plan.target] for plan in marches.overruns] == targets


def test_an_overrun_that_could_not_be_made_is_not_planned_again_and_the_last_plan_has_none() -> None:
    pos = tanks_beside_militia(20)
    target = hex(pos, "04.03")
    for marches in (Marches(seen(pos, ASTER), spoiled={target}), Marches(seen(pos, ASTER), last=True)):
        marches.make()
        assert marches.overruns == []
        assert marches.ends  # everybody has an order all the same


def test_all_others_get_their_orders_after_an_overrun_that_is_not_needed_any_more() -> None:
    """Two stacks were to run over 04.03; the first has done it. The division has no orders yet."""
    pos = position(
        None,
        {"a12": "05.03", "a21": {"hex": "01.01", "mode": "move"}, "b34": "05.05"},
        dumps={"aster": {"05.03": 20}},
        **moving("aster"),
    )
    staff = OcsStaff()
    staff._begins(pos, ASTER)
    staff._plans, staff._runs_over = 1, True
    staff._orders = [Order((unit(pos, "a12"),), NO_MODE, (("overrun", hex(pos, "04.03")),), "once more")]
    options: list[Choice] = [("move", unit(pos, "a21")), ("done", -1)]
    found = staff.handlers["Move"](pos, ASTER, None, options)
    assert found is not None
    assert found[0] == ("move", unit(pos, "a21"))


def test_in_the_last_turn_a_reserve_is_kept_for_the_exploitation_phase() -> None:
    """Selm River has six turns; in its fifth another movement is to come. Orlinfurt counts for victory."""
    for turn, mode, targets in ((5, "reserve", ["14.10"]), (6, "reserve", []), (6, "combat", ["14.10"])):
        units = {name: {"hex": "14.11", "mode": mode} for name in ("a11", "a12")}
        pos = position(
            [], units | {"b34": "14.10"}, dumps={"aster": {"14.11": 20}}, turn=turn, **moving("aster")
        )
        marches = Marches(seen(pos, ASTER))
        marches.run_over_weak()
        assert [pos.content.names[plan.target] for plan in marches.overruns] == targets, (turn, mode)


# -- hidden stacks --------------------------------------------------------------------------------


def test_what_is_hidden_is_reckoned_in_equal_parts_in_all_stacks() -> None:
    """Tops of 12 and 5; below one of them lies a brigade of 6, so that 3 are added to each.

    The garrison's rating is 2; only one unit is hidden in two hexes, and tells nothing of ratings.
    """
    pos = position(None, {"a21": "02.02", "b11 b22": "03.02", "b38": "04.04"})
    now = seen(pos, ASTER)
    found = {name: now.held(hex(pos, name)) for name in ("03.02", "04.04")}
    assert {name: held.strength for name, held in found.items()} == {"03.02": 15, "04.04": 8}
    assert found["04.04"].rating == 2


def test_a_single_stack_is_reckoned_with_all_that_is_in_it() -> None:
    pos = position(None, {"a21": "02.02", "b11 b22": "03.02"})
    held = seen(pos, ASTER).held(hex(pos, "03.02"))
    assert (held.strength, held.steps) == (18, 4)


# -- the last turn --------------------------------------------------------------------------------


def test_men_count_for_little_when_no_turn_is_to_come() -> None:
    """17.10 is worth two points; Selm River has six turns. Whoever is answered yet keeps some care."""
    worth = {}
    for turn, first in ((5, "aster"), (6, "aster"), (6, "boreal")):
        pos = position([], {"a21": "16.10", "b11": "17.10"}, turn=turn, first=first, **moving("aster"))
        worth[turn, first] = seen(pos, ASTER).step
    assert worth == {(5, "aster"): 1.0, (6, "aster"): 0.6, (6, "boreal"): 0.1}


def test_a_last_attack_needs_a_chance_and_an_earlier_one_a_promise() -> None:
    for turn, chances in ((3, {0.5: False, 0.05: False}), (6, {0.5: True, 0.05: False})):
        pos = position([], {"a21": "16.10", "b11": "17.10"}, turn=turn, first="boreal", **moving("aster"))
        now = seen(pos, ASTER)
        plans = {leaves: Prospect(0.1, hex(pos, "17.10"), (), "1:1", leaves) for leaves in chances}
        assert {leaves: is_worth_while(now, plan) for leaves, plan in plans.items()} == chances


# -- supply ---------------------------------------------------------------------------------------


def test_a_dump_in_the_enemys_reach_gets_the_weakest_guard() -> None:
    """The dump of 18.10 lies two hexes from a division; the garrison, not the division, goes back to it."""
    pos = position(
        [],
        {"b01": "20.10", "b38": "19.10", "b13": "19.11", "a22": "16.10"},
        dumps={"boreal": {"18.10": 20}},
        sources={"boreal": "25.10"},
        control={"aster": ["14.10", "17.10", "15.02", "22.10", "22.11"]},
        **moving("boreal"),
    )
    marches = Marches(seen(pos, BOREAL))
    marches._guard_dumps()
    assert marches.ends == {unit(pos, "b38"): hex(pos, "18.10")}
    assert "guards the dump in 18.10" in reasons(marches)


def test_an_hq_stays_while_its_men_attack() -> None:
    """Two hexes from two divisions with a battalion: it goes back, unless there is an attack to feed."""
    for attacking in (True, False):
        pos = position(
            [],
            {"a01 a33": "11.11", "a21": "12.11", "b11 b12": "13.11"},
            dumps={"aster": {"09.10": 40}},
            sources={"aster": "01.10"},
            **moving("aster"),
        )
        marches = Marches(seen(pos, ASTER))
        plan = marches.plan(hex(pos, "13.11"))
        assert plan is not None
        marches.attacks = [plan] if attacking else []
        Rear(marches)._hq(unit(pos, "a01"))
        assert (marches.ends[unit(pos, "a01")] == hex(pos, "11.11")) is attacking


def test_somebody_stays_where_the_way_to_the_attackers_would_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both brigades would leave 15.11, into which the zone of 15.10 reaches: the weaker one stays."""
    for cut in (True, False):
        pos = position(
            [],
            {"b01": "17.10", "b21 b22": "15.11", "a34": "15.10", "b38": "17.11"},
            dumps={"boreal": {"18.10": 40}},
            sources={"boreal": "25.10"},
            **moving("boreal"),
        )
        now = seen(pos, BOREAL)
        marches = Marches(now)
        origin, target = hex(pos, "16.10"), hex(pos, "15.10")
        strikers = tuple(Striker(unit(pos, one), origin, Fraction(6), 3, 1) for one in ("b21", "b22"))
        marches.attacks = [Prospect(2.0, target, strikers, "3:1")]
        for one in strikers:
            marches.settle(one.unit, origin, COMBAT, "to attack 15.10")
        monkeypatch.setattr(marches, "_trace_after", lambda cut=cut, now=now: set() if cut else now.trace)
        marches._keep_links()
        ends = {one: pos.content.names[marches.ends[unit(pos, one)]] for one in ("b21", "b22")}
        assert ends == {"b21": "16.10", "b22": "15.11" if cut else "16.10"}
        assert len(marches.attacks[0].strikers) == (1 if cut else 2)


def spearhead() -> OcsPosition:
    """A division in 15.10: between it and the HQ in 17.10 guns hold 16.11, a zone lies on 16.10 and 16.09."""
    return position(
        [],
        {"b01": "17.10", "b13": "15.10", "b31": "18.10", "a16": "16.11", "a31": "15.09", "a21": "14.11"},
        dumps={"boreal": {"18.10": 40}},
        sources={"boreal": "25.10"},
        **moving("boreal"),
    )


def test_a_unit_goes_into_a_zone_to_open_the_way_to_a_stack() -> None:
    pos = spearhead()
    now = seen(pos, BOREAL)
    assert list(now.cut_off) == [hex(pos, "15.10")]
    marches = Marches(now)
    marches._open_ways()
    assert {pos.content.names[end] for end in marches.ends.values()} == {"16.10"}
    assert reasons(marches) == "opens the way of supply to 15.10"


def test_it_is_worth_more_to_clear_a_hex_that_stands_in_the_way_of_supply() -> None:
    """Without the guns in 16.11 there is a way; in time only by an overrun, before the Supply Phase.

    The division has three steps, each worth 0.4.
    """
    pos = spearhead()
    now = seen(pos, BOREAL)
    guns = hex(pos, "16.11")
    assert now.relief[guns] == pytest.approx(3 * 0.4)
    assert now.prize(guns, overrun=True) == pytest.approx(now.prize(guns) + 3 * 0.4)


# -- surrounds ------------------------------------------------------------------------------------


def test_a_free_unit_goes_where_it_cuts_a_stack_off() -> None:
    """All that Boreal has lives from the railway through 18.10; from 18.11 a zone reaches into it."""
    pos = position(
        [],
        {"a13": "16.13", "a01": "13.12", "b11": "14.10", "b01": "17.10", "b12": "15.10"},
        dumps={"aster": {"13.12": 40}},
        sources={"aster": "01.10", "boreal": "25.10"},
        **moving("aster"),
    )
    marches = Marches(seen(pos, ASTER))
    marches._surround()
    assert marches.ends == {unit(pos, "a13"): hex(pos, "18.11")}
    assert reasons(marches) == "cuts 14.10, 15.10, 17.10 off from supply"


# -- aircraft -------------------------------------------------------------------------------------


def before_an_overrun(**given: Any) -> tuple[Situation, Prospect]:
    """Two battalions of tanks are about to run over a division in the open, 24 against 12."""
    pos = position(
        None,
        {"a11 a12": "02.03", "a01": "01.03", "b11": "03.03", "at1": {"hex": "01.05", "active": True}},
        dumps={"aster": {"01.03": 40}},
        sources={"aster": "01.01"},
        bases={"aster": {"01.05": 1}},
        **moving("aster", **given),
    )
    now = seen(pos, ASTER)
    found = Marches(now)._overrun(hex(pos, "03.03"), [unit(pos, "a11"), unit(pos, "a12")])
    assert found is not None
    return now, found[1]


def test_a_hip_shoot_goes_before_an_overrun() -> None:
    now, plan = before_an_overrun(hip_shoot={"aster": True})
    sortie = hip_shoot(now, [unit(now.pos, "at1")], [plan])
    assert sortie is not None
    assert (sortie.verb, sortie.hex, sortie.aim) == ("hip-shoot", plan.target, "at-units")
    assert sortie.why.startswith("a Hip Shoot before the overrun of 03.03 adds")


def test_no_hip_shoot_without_the_right_to_it_or_an_overrun() -> None:
    now, plan = before_an_overrun(hip_shoot={"aster": False})
    assert hip_shoot(now, [unit(now.pos, "at1")], [plan]) is None
    now, _ = before_an_overrun(hip_shoot={"aster": True})
    assert hip_shoot(now, [unit(now.pos, "at1")], []) is None


def at_the_railway(phase: str, turn: int) -> Sortie | None:
    pos = position(
        [],
        {"a21": "12.10", "b38": "17.10", "b01": "18.10", "at1": {"hex": "08.06", "active": True}},
        sources={"boreal": "25.10"},
        rail_cap={"boreal": 2},
        bases={"aster": {"08.06": 1}},
        turn=turn,
        first="boreal",
        phase=phase,
        acting="aster",
        phasing="aster",
    )
    return trainbusting(seen(pos, ASTER), [unit(pos, "at1")])


def test_bombers_that_find_nothing_else_go_for_the_trains() -> None:
    """On the railway from 25.10; not before the last barrages, nor when no train will run again."""
    sortie = at_the_railway("exploitation-barrage", 3)
    assert sortie is not None
    assert sortie.verb == "trainbust"
    assert sortie.why.endswith("are to pay twice")
    assert at_the_railway("combat-barrage", 3) is None
    assert at_the_railway("exploitation-barrage", 6) is None


def cut_off(tokens: int, at: str = "20.05") -> tuple[OcsPosition, Sortie | None]:
    """The 10th Division, four RE, behind the enemy; transports and perhaps supply wait at 04.11."""
    pos = position(
        [],
        {"a21": at, "b12": "19.06", "ax1": {"hex": "04.11", "active": True}},
        dumps={"aster": {"04.11": tokens}} if tokens else {},
        sources={"aster": "01.10"},
        bases={"aster": {"04.11": 2}},
        **moving("aster"),
    )
    return pos, supply_by_air(seen(pos, ASTER), [unit(pos, "ax1")])


def test_tokens_are_flown_to_a_stack_that_is_cut_off() -> None:
    """A token for each RE, and what the transports hold of them is loaded before they take off."""
    pos, sortie = cut_off(8)
    assert sortie is not None
    assert (sortie.verb, sortie.hex, sortie.tokens) == ("drop-at", hex(pos, "20.05"), 4)
    assert sortie.why == "the stack in 20.05 is cut off and must be fed"
    loading = Mission(ASTER, sortie.planes, DROP, sortie.hex)
    most = [("load", 2), ("load", 1), ("stay", -1)]
    assert flying.load_aircraft(sortie, loading, most) == (("load", 2), sortie.why)
    ready = [("take-off", -1), ("stay", -1)]
    assert flying.load_aircraft(sortie, loading._replace(tokens=2), ready) == (("take-off", -1), sortie.why)


def test_nothing_is_flown_without_tokens_or_to_a_stack_in_supply() -> None:
    assert cut_off(0)[1] is None
    assert cut_off(8, "03.09")[1] is None


# -- tempers --------------------------------------------------------------------------------------


def test_who_is_after_objectives_counts_a_point_twice_and_who_is_careful_the_danger() -> None:
    pos = tanks_beside_militia(8)
    charts = Charts(pos.content.tables)
    even, keen = Situation(pos, ASTER, charts), Situation(pos, ASTER, charts, Temper(goals=2.0))
    assert keen.swing == 2 * even.swing > 0
    militia, there = unit(pos, "b34"), hex(pos, "04.03")
    costs = []
    for safety in (0.0, 1.0, 2.0):
        now = Situation(pos, BOREAL, charts, Temper(safety=safety))
        costs.append(Marches(now).cost(militia, there, COMBAT, None))
    assert costs[2] - costs[1] == costs[1] - costs[0] > 0
