"""What the staff takes care of: objectives at its back, rings, escorts, HQs that keep up."""

from fractions import Fraction
from typing import Any

import pytest

from games.ocs.bench import build, hex, play, position, unit
from grognard.analysis.odds import forecast
from grognard.core.position import Choice
from grognard.games.ocs.air.mission.variables import BARRAGE, Mission
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.charts import read_result
from grognard.games.ocs.model.position import DEAD, MOVE, OcsPosition
from grognard.games.ocs.model.scale import RE
from grognard.games.ocs.staff import battle, flying
from grognard.games.ocs.staff.marches import Marches
from grognard.games.ocs.staff.prospects import Charts, Striker, prospect
from grognard.games.ocs.staff.rear import Rear
from grognard.games.ocs.staff.situation import Situation
from grognard.games.ocs.supply.trace import trace_area
from grognard.games.ocs.system import Ocs

ASTER, BOREAL = 0, 1
COMBAT = {"procedure": "combat-segment", "step": "Assault"}
SYSTEM = Ocs()


def seen(pos: OcsPosition, side: int) -> Situation:
    return Situation(pos, side, Charts(pos.content.tables))


def moving(side: str, **given: Any) -> dict[str, Any]:
    """Settings of a position in the Movement Phase of a side."""
    return {"phase": "movement", "acting": side, "phasing": side, **given}


def opening(scenario: str) -> OcsPosition:
    """The first Movement Phase of a scenario, Aster's."""
    pos: Any = SYSTEM.rules.start(scenario).pos
    pos.phase, pos.acting, pos.phasing = 4, ASTER, ASTER
    return pos


# -- objectives at the back -----------------------------------------------------------------------


def from_orlinfurt(attacker: str, guard: str) -> tuple[Situation, Combat]:
    """Somebody attacks 15.10 out of Orlinfurt, which counts; a guard stands in a hex."""
    pos = position(
        [],
        {attacker: "14.10", "a34": guard, "b11": "15.10", "a01": "12.10"},
        control={"aster": ["14.10"]},
        dumps={"aster": {"12.10": 20}},
        sources={"aster": "01.10"},
        phase="combat",
        acting="aster",
        phasing="aster",
    )
    attackers = (unit(pos, attacker),)
    return seen(pos, ASTER), Combat(hex(pos, "15.10"), ASTER, attackers=attackers, attacker_option=1)


def test_an_attack_that_may_leave_an_objective_empty_promises_less() -> None:
    """A regiment of one step: wherever the attackers lose or owe one, they are gone or have to go back."""
    values = []
    for guard in ("13.10", "14.10"):
        now, v = from_orlinfurt("a13", guard)
        striker = Striker(v.attackers[0], hex(now.pos, "14.10"), Fraction(8), 4, 1)
        values.append(prospect(now, v.target, [striker]).value)
    assert values[0] < values[1] - 0.5


def test_attackers_lose_a_step_rather_than_an_objective() -> None:
    options: list[Choice] = [("retreat-by", 1), ("retreat-by", 0)]
    for guard, answer in (("13.10", 0), ("14.10", 1)):
        now, v = from_orlinfurt("a21", guard)
        assert battle.attacker_option(now, v, options)[0] == ("retreat-by", answer)


def test_an_objective_that_tanks_could_drive_into_is_held_by_the_weakest() -> None:
    """From 20.10 the brigade drives down the high road to Orlinfurt; nobody could attack it there."""
    for tank, ends in (("20.10", "14.10"), ("25.20", None)):
        pos = position(
            [],
            {"a22": "13.11", "a34": "13.10", "a01": "12.10", "b21": tank},
            control={"aster": ["14.10"]},
            dumps={"aster": {"12.10": 20}},
            sources={"aster": "01.10"},
            **moving("aster"),
        )
        marches = Marches(seen(pos, ASTER))
        assert marches.now.threat[hex(pos, "14.10")] == 0
        marches._guard_objectives()
        assert {pos.content.names[end] for end in marches.ends.values()} == ({ends} if ends else set())
        assert unit(pos, "a22") not in marches.ends


def test_nothing_is_guarded_for_a_turn_that_does_not_come() -> None:
    """Selm River has six turns: in the last nobody stays with the HQ or goes to the dump."""
    for turn, names in ((5, {"16.12", "18.10"}), (6, set())):
        pos = position(
            [],
            {"b01 b38": "16.12", "b13": "19.11", "a22": "15.10"},
            dumps={"boreal": {"18.10": 20}},
            sources={"boreal": "25.10"},
            turn=turn,
            **moving("boreal"),
        )
        marches = Marches(seen(pos, BOREAL))
        marches._garrisons()
        marches._guard_dumps()
        assert {pos.content.names[end] for end in marches.ends.values()} == names


def test_who_attacks_leaves_his_weakest_with_the_hq() -> None:
    for hqs, men, side, stays in (("a01", "a21 a34", ASTER, "a34"), ("b01", "b11 b39", BOREAL, "b11")):
        foe = "b11" if side == ASTER else "a21"
        pos = position([], {hqs: "12.14", men: "12.14", foe: "15.14"}, **moving(("aster", "boreal")[side]))
        marches = Marches(seen(pos, side))
        marches._garrisons()
        assert list(marches.ends) == [unit(pos, stays)]


# -- rings ----------------------------------------------------------------------------------------


def test_a_ring_stays_closed_while_the_pocket_is_attacked() -> None:
    """The Pocket of Birk: when all have gone where they are sent, 09.17 is still out of trace supply."""
    pos = opening("pocket")
    marches = Marches(seen(pos, ASTER))
    marches.make()
    assert [pos.content.names[attack.target] for attack in marches.attacks] == ["09.17"]
    for one, end in marches.ends.items():
        pos.place(one, end)
    assert hex(pos, "09.17") not in trace_area(pos, BOREAL)


def test_as_few_as_keep_the_ring_stay() -> None:
    """Without them the pocket would be fed; without the others it would not."""
    pos = opening("pocket")
    marches = Marches(seen(pos, ASTER))
    marches._keep_rings()
    stay = set(marches.settled)
    assert stay
    for one in marches.fighters:
        if one not in stay:
            pos.place(one, DEAD)
    assert hex(pos, "09.17") not in trace_area(pos, BOREAL)
    for one in stay:
        here = pos.hex[one]
        pos.place(one, DEAD)
        assert hex(pos, "09.17") in trace_area(pos, BOREAL)
        pos.place(one, here)


# -- in the air -----------------------------------------------------------------------------------


def test_bombers_alone_seldom_get_through_a_patrol() -> None:
    """An Iskra has 3, a Stoss 1: she is driven off on 4 and less with two dice, 6 of 36."""
    pos = opening("selm-river")
    now, target = seen(pos, ASTER), hex(pos, "13.10")
    bomber, fighter = unit(pos, "at1"), unit(pos, "af2")
    assert flying.gets_through(now, (bomber,), target) == pytest.approx(6 / 36)
    assert flying.gets_through(now, (bomber, fighter), target) == 1.0
    for name in ("bf1", "bf2"):
        pos.put.active[unit(pos, name)] = 0
    assert flying.gets_through(now, (bomber,), target) == 1.0


def test_paratroops_fly_with_a_fighter_where_the_enemy_patrols_or_not_at_all() -> None:
    pos = opening("selm-river")
    lift, fighter, bomber = (unit(pos, one) for one in ("ax1", "af2", "at1"))
    drop = flying.movement_sortie(seen(pos, ASTER), [bomber, lift, fighter])
    assert drop is not None
    assert drop.planes == (lift, fighter)
    assert flying.movement_sortie(seen(pos, ASTER), [bomber, lift]) is None
    for name in ("bf1", "bf2"):
        pos.put.active[unit(pos, name)] = 0
    drop = flying.movement_sortie(seen(pos, ASTER), [bomber, lift])
    assert drop is not None
    assert drop.planes == (lift,)


def test_an_escort_that_is_a_little_better_is_met_all_the_same() -> None:
    """Falke has 4 in the air, Iskra 2 has 3 and Iskra 1 has 2."""
    for iskra, answer in (("bf2", "intercept"), ("bf1", "let-pass")):
        pos = position(
            [],
            {
                "at1 af1": {"hex": "14.10", "active": True},
                iskra: {"hex": "18.13", "active": True},
                "b11": "14.10",
            },
            bases={"boreal": {"18.13": 1}, "aster": {"08.06": 1}},
        )
        planes = tuple(unit(pos, one) for one in ("at1", "af1"))
        for plane in planes:
            pos.put.home[plane] = hex(pos, "08.06")
        options: list[Choice] = [("intercept", unit(pos, iskra)), ("let-pass", -1)]
        mission = Mission(ASTER, planes, BARRAGE, hex(pos, "14.10"))
        assert flying.intercept(seen(pos, BOREAL), mission, options)[0][0] == answer


# -- HQs ------------------------------------------------------------------------------------------


def test_an_hq_goes_ahead_before_its_men_come_out_of_its_reach() -> None:
    """From 08.10 it throws to the men in 14.10 and not to Merrow, 17.10; nearer on the road to both."""
    pos = position(
        [],
        {"a01": "08.10", "a21": "14.10", "b38": "17.10"},
        control={"aster": [f"{column:02}.10" for column in range(1, 15)]},
        dumps={"aster": {"10.10": 40}},
        sources={"aster": "01.10"},
        **moving("aster"),
    )
    marches = Marches(seen(pos, ASTER))
    rear = Rear(marches)
    hq = unit(pos, "a01")
    rear._hq(hq)
    there = marches.ends[hq]
    assert pos.content.distance(there, hex(pos, "17.10")) <= 6
    assert marches.now.away(there) >= 3
    assert rear._share(hq, there, MOVE, [hex(pos, "14.10")]) == 1.0


def test_in_the_last_turn_an_hq_throws_from_where_it_is() -> None:
    """Two divisions beside it would make it go back, if there were a tomorrow."""
    for turn, stays in ((5, False), (6, True)):
        pos = position(
            [],
            {"b01": "17.10", "b38": "18.10", "a21 a22": "16.11"},
            dumps={"boreal": {"18.10": 40}},
            sources={"boreal": "25.10"},
            turn=turn,
            **moving("boreal"),
        )
        marches = Marches(seen(pos, BOREAL))
        hq = unit(pos, "b01")
        Rear(marches)._hq(hq)
        assert (marches.ends[hq] == hex(pos, "17.10")) is stays


# -- stacks that draw fire --------------------------------------------------------------------------


def test_attackers_spread_over_two_hexes_that_touch() -> None:
    """Counterstroke: a stack of more than six RE would shift barrages on it by four columns."""
    pos: Any = SYSTEM.rules.start("counterstroke").pos
    pos.phase, pos.acting, pos.phasing = 4, BOREAL, BOREAL
    marches = Marches(seen(pos, BOREAL))
    marches.gather()
    sizes: dict[int, int] = {}
    for one in marches.attacks[0].strikers:
        sizes[one.origin] = sizes.get(one.origin, 0) + pos.size(one.unit)
    first, second = sizes
    assert pos.content.is_adjacent(first, second)
    assert max(sizes.values()) <= 6 * RE


# -- what it says of an attack --------------------------------------------------------------------


@pytest.mark.rule("ocs.results.5", "ocs.results.26")
def test_the_reason_for_an_attack_promises_no_hex_to_a_last_step_that_goes_back_first() -> None:
    """A lone brigade against an HQ, 3 to 5: most results are Ao1, and who goes back first wins nothing."""
    units = {"b31": "10.11", "a01": "10.10"}
    given = {"phase": "combat", "acting": "boreal", "phasing": "boreal"}
    pos = position([], units, dumps={"boreal": {"10.11": 9}, "aster": {"10.10": 9}}, **given)
    one = Striker(unit(pos, "b31"), hex(pos, "10.11"), Fraction(3), 3, 1)
    found = prospect(seen(pos, BOREAL), hex(pos, "10.10"), [one])
    game = build([], units, dumps={"boreal": {"10.11": 9}, "aster": {"10.10": 9}}, start=COMBAT, **given)
    (odds,) = forecast(SYSTEM, [play(game, "attack 10.10", "commit b31")]).ways.values()
    assert found.odds == "1:2"
    assert abs(found.leaves - float(odds.mean("hex taken"))) < 0.05


@pytest.mark.rule("ocs.results.6", "ocs.results.26")
def test_who_has_to_go_back_takes_no_hex_and_exploits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ao1 e4 DL1o2 against two steps: a single step has nothing to lose but itself, a second one has."""
    charts = Charts(position([], {}).content.tables)
    result = read_result("Ao1 e4 DL1o2")
    monkeypatch.setattr(charts, "results", lambda *_: [(1.0, result)])
    for mine, promised in ((1, (0.0, 0.0, 1.0)), (2, (1.0, 1.0, 0.0))):
        mean = charts.mean(6, 0, 0, overrun=False, steps=2, mine=mine, best=4, stands=0.5)
        assert (mean.leaves, mean.exploits, mean.yields) == promised


# -- who eats out of a dump -----------------------------------------------------------------------


@pytest.mark.rule("ocs.trace.4", "ocs.trace.6")
def test_who_can_eat_from_a_dump_is_reckoned_at_full_strength() -> None:
    """No HQ and no source: out of trace everywhere. Beside tokens nobody will be Out of Supply."""
    strengths = []
    for dumps in ({}, {"13.14": 4}):
        pos = position([], {"a21": "14.14", "b11": "15.14"}, dumps={"aster": dumps}, **moving("aster"))
        marches = Marches(seen(pos, ASTER))
        assert hex(pos, "14.14") not in marches.now.trace
        striker = marches._striker(unit(pos, "a21"), hex(pos, "14.14"), hex(pos, "15.14"))
        assert striker
        strengths.append((striker.strength, marches.cost(unit(pos, "a21"), hex(pos, "14.14"), MOVE, None)))
    (starving, far), (fed, near) = strengths
    assert fed == 2 * starving
    assert near < far
