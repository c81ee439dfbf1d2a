"""The staff: it sees only its view, answers with an option, says why, and beats chance from either side."""

import time
from random import Random
from typing import Any

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.flow.chance import pick
from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from grognard.games.ocs.air.mission.variables import BARRAGE, Mission
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling
from grognard.games.ocs.model.position import BARRAGED, COMBAT, MOVE, MOVEMENT, RESERVE, OcsPosition
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.staff import battle, flying, works
from grognard.games.ocs.staff.marches import Marches
from grognard.games.ocs.staff.player import OcsStaff
from grognard.games.ocs.staff.prospects import Charts, Striker, prospect, shells_of, strike_from
from grognard.games.ocs.staff.rear import Rear
from grognard.games.ocs.staff.situation import Situation
from grognard.games.ocs.system import Ocs
from grognard.play.standing_orders import routine_orders

ASTER, BOREAL = 0, 1
SYSTEM = Ocs()


def fight(scenario: str, side: int, seed: int) -> tuple[int, float]:
    """The winner of a game of the staff against chance, and the staff's longest segment in seconds."""
    dice = Random(seed)
    game: Game[Any] = SYSTEM.rules.start(scenario)
    staff = OcsStaff()
    segments: dict[tuple[int, int, int], float] = {}
    while not game.over:
        ask = game.ask
        asked = ask.sides[0]
        choices = ask.options(asked)
        if asked == side:
            start = time.process_time()
            view = SYSTEM.knowledge.project(game.pos, side)
            choice = staff.choose(SYSTEM, view, ask, dice)
            segment = (game.pos.turn, game.pos.phasing, game.pos.phase)
            segments[segment] = segments.get(segment, 0.0) + time.process_time() - start
            assert choice in choices
            assert staff.reason
        elif ask.is_chance:
            choice = (
                choices[0][0],
                pick([(noun, ask.weights[i]) for i, (_, noun) in enumerate(choices)], dice),
            )
        else:
            choice = choices[dice.randrange(len(choices))]
        game.play(choice, asked)
    return int(game.pos.winner), max(segments.values())


def seen(pos: OcsPosition, side: int) -> Situation:
    return Situation(pos, side, Charts(pos.content.tables))


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_the_staff_wins_the_teaching_scenario_against_chance(side: int) -> None:
    assert [fight("teaching", side, seed)[0] for seed in range(3)] == [side] * 3


@pytest.mark.slow
@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_the_staff_wins_selm_river_against_chance_and_in_time(side: int) -> None:
    winner, longest = fight("selm-river", side, 4)
    assert winner == side
    assert longest < 5.0


def test_its_answer_hangs_on_its_view_alone() -> None:
    """Two positions that Aster cannot tell apart: under the top of 18.10 a brigade has lost its stocks."""
    answers: list[Choice] = []
    for stocks in (0, 2):
        game: Game[Any] = SYSTEM.rules.start("selm-river")
        while game.ask.is_chance or game.ask.side != ASTER:
            game.play(game.ask.options(game.ask.sides[0])[0], game.ask.sides[0])
        game.pos.put.stocks[unit(game.pos, "b22")] = stocks
        view = SYSTEM.knowledge.project(game.pos, ASTER)
        answers.append(OcsStaff().choose(SYSTEM, view, game.ask, Random(1)))
    assert answers[0] == answers[1]


# -- attacks --------------------------------------------------------------------------------------


def test_a_striker_behind_a_river_is_reckoned_with_what_helps_the_defender() -> None:
    """12.10 touches 13.10 over the Orlin, a minor river: half of the 20 of the 10th Division."""
    pos = position([], {"a21": "12.10", "b11": "13.10"})
    there = hex(pos, "13.10")
    assert strike_from(pos, unit(pos, "a21"), hex(pos, "12.10"), there, 0) == 10


def test_tanks_in_the_open_are_doubled_but_for_anti_tank_units() -> None:
    """6 doubled is 12 against infantry; heavy anti-tank leaves one and a half times, 9."""
    for defender, strength in (("b11", 12), ("b31", 9)):
        pos = position(None, {"a11": "02.02", defender: "03.02"})
        assert strike_from(pos, unit(pos, "a11"), hex(pos, "02.02"), hex(pos, "03.02"), 0) == strength


def test_a_prospect_grows_with_the_odds_and_with_a_barrage() -> None:
    pos = position(None, {"a21": "02.02", "b11": "03.02"})
    now, target = seen(pos, ASTER), hex(pos, "03.02")
    one = Striker(unit(pos, "a21"), hex(pos, "02.02"), strike_from(pos, unit(pos, "a21"), 0, target, 0), 4, 4)
    weak = one._replace(strength=one.strength / 4)
    assert prospect(now, target, [weak]).value < prospect(now, target, [one]).value
    assert prospect(now, target, [one]).value < prospect(now, target, [one], dg=1.0).value


def test_every_result_of_an_attack_has_its_chance() -> None:
    charts = Charts(position(None, {"a21": "02.02"}).content.tables)
    for column, rating, hedgehog in ((0, -3, 2), (5, 0, 0), (12, 4, 1)):
        assert sum(chance for chance, _ in charts.results(column, rating, hedgehog, False)) == pytest.approx(
            1
        )


def test_a_barrage_of_twenty_on_three_re_in_the_open() -> None:
    """Column 17-24, no shift at 3 RE: 5 and more disorganise, 30 of 36.

    [1/2] at 9 and 1/2 at 10 and 11 give half a step, 4 + 3 + 2 ways; 12 gives a whole one.
    """
    pos = position(None, {"a21": "02.02", "b11": "03.02"})
    found = shells_of(pos, Shelling(hex(pos, "03.02"), ASTER, 20))
    assert found.dg == pytest.approx(30 / 36)
    assert found.steps == pytest.approx((4 + 3 + 2) * 0.5 / 36 + 1 / 36)


def test_it_gathers_a_division_and_tanks_against_a_lone_regiment() -> None:
    pos = position(
        None,
        {"a21": "01.03", "a11": "01.03", "b38": "04.03", "a01": "01.02"},
        dumps={"aster": {"01.02": 40}},
        sources={"aster": "01.01"},
        phase="movement",
        acting="aster",
        phasing="aster",
    )
    marches = Marches(seen(pos, ASTER))
    marches.make()
    assert [attack.target for attack in marches.attacks] == [hex(pos, "04.03")] or any(
        ("overrun", hex(pos, "04.03")) in order.steps for order in marches.orders
    )


def test_it_does_not_attack_a_division_with_a_battalion() -> None:
    pos = position(
        None,
        {"a33": "02.03", "b11": "03.03"},
        dumps={"aster": {"02.03": 8}},
        phase="combat",
        acting="aster",
        phasing="aster",
    )
    answer, plan = battle.attack(seen(pos, ASTER), [hex(pos, "03.03")])
    assert answer[0] == battle.DONE
    assert plan is None


def test_nobody_attacks_without_supply_and_stocks() -> None:
    units = {"a21": {"hex": "02.03", "stocks": "exhausted"}, "b38": "03.03"}
    pos = position(None, units, phase="combat", acting="aster", phasing="aster")
    assert battle.strikers_at(pos, hex(pos, "03.03")) == []


# -- results --------------------------------------------------------------------------------------


def test_an_objective_is_held_while_there_are_steps_and_other_ground_is_given_up() -> None:
    pos = position([], {"a21": "16.10", "b11": "17.10", "b12": "12.03"})
    now = seen(pos, BOREAL)
    owed = {"side": ASTER, "defender_option": 1}
    castle = Combat(hex(pos, "17.10"), defenders=(unit(pos, "b11"),), **owed)
    field = Combat(hex(pos, "12.03"), defenders=(unit(pos, "b12"),), **owed)
    options = [("retreat-by", 1), ("retreat-by", 0)]
    assert battle.defender_option(now, castle, options)[0] == ("retreat-by", 0)
    assert battle.defender_option(now, field, options)[0] == ("retreat-by", 1)


def test_an_option_that_lapsed_is_ignored() -> None:
    pos = position([], {"a21": "16.10", "b11": "17.10"})
    v = Combat(hex(pos, "17.10"), ASTER, defenders=(unit(pos, "b11"),), defender_option=1, lapsed=1)
    options = [("ignore", -1), ("retreat-by", 1), ("retreat-by", 0)]
    assert battle.defender_option(seen(pos, BOREAL), v, options)[0] == ("ignore", -1)


# -- marches and the rear -------------------------------------------------------------------------


def test_an_empty_objective_in_reach_is_taken() -> None:
    pos = position(
        [],
        {"a22": "13.10", "a01": "10.10", "b38": "17.10"},
        control={"boreal": ["14.10"]},
        dumps={"aster": {"10.10": 20}},
        sources={"aster": "01.10"},
        phase="movement",
        acting="aster",
        phasing="aster",
    )
    marches = Marches(seen(pos, ASTER))
    marches.make()
    assert marches.ends[unit(pos, "a22")] == hex(pos, "14.10")


def test_mobile_units_without_a_task_wait_in_reserve() -> None:
    """The tanks stand three hexes behind a division in a hedgehog that they cannot beat alone."""
    pos = position(
        [],
        {"a12": "10.12", "a34": "14.10", "a01": "10.10", "b11 b12": "13.12"},
        dumps={"aster": {"10.10": 20}},
        hedgehogs={"boreal": {"13.12": 4}},
        control={"aster": ["14.10", "17.10", "15.02", "22.10", "22.11"]},
        phase="movement",
        acting="aster",
        phasing="aster",
    )
    marches = Marches(seen(pos, ASTER))
    marches.make()
    assert [(order.units, order.mode) for order in marches.orders] == [((unit(pos, "a12"),), RESERVE)]


def test_loaded_trucks_drive_to_the_hq_and_unload() -> None:
    """From 04.10 to 10.10 is six hexes on the high road; 5 MP for unloading are left of 45."""
    pos = position(
        [],
        {"a41": {"hex": "04.10", "points": 5, "load": 20}, "a01": "10.10", "a21": "12.10", "b11": "13.10"},
        sources={"aster": "01.10"},
        phase="movement",
        acting="aster",
        phasing="aster",
    )
    marches = Marches(seen(pos, ASTER))
    rear = Rear(marches)
    rear.make()
    trucks = [order for order in marches.orders if order.units == (unit(pos, "a41"),)]
    assert trucks[0].steps == (("to", hex(pos, "10.10")), ("unload", 20))


def test_guns_with_the_enemy_in_range_stay_on_their_combat_side() -> None:
    pos = position(
        [],
        {"a32": "11.10", "a21": "12.10", "b11": "13.10", "a01": "10.10"},
        sources={"aster": "01.10"},
        phase="movement",
        acting="aster",
        phasing="aster",
    )
    marches = Marches(seen(pos, ASTER))
    Rear(marches).make()
    gun = unit(pos, "a32")
    assert marches.ends[gun] == pos.hex[gun]
    assert pos.mode[gun] == COMBAT
    assert not any(gun in order.units and order.mode == MOVE for order in marches.orders)


def test_an_hq_near_the_enemy_is_not_left_without_a_guard() -> None:
    pos = position(
        [],
        {"b01 b38": "17.10", "a22": "15.10", "b34": "14.10"},
        sources={"boreal": "25.10"},
        phase="movement",
        acting="boreal",
        phasing="boreal",
    )
    marches = Marches(seen(pos, BOREAL))
    marches.make()
    assert marches.ends[unit(pos, "b38")] == hex(pos, "17.10")


# -- air and works --------------------------------------------------------------------------------


def in_the_air(escorts: bool) -> tuple[OcsPosition, Mission]:
    """Stoss 1 over 14.10, with Falke 1 or without; a Fighter of Boreal waits at 18.13."""
    planes = {"at1 af1" if escorts else "at1": {"hex": "14.10", "active": True}}
    pos = position(
        [],
        {**planes, "bf1": {"hex": "18.13", "active": True}, "b11": "14.10"},
        bases={"boreal": {"18.13": 1}, "aster": {"08.06": 1}},
    )
    flying_now = tuple(unit(pos, one) for one in (("at1", "af1") if escorts else ("at1",)))
    for plane in flying_now:
        pos.put.home[plane] = hex(pos, "08.06")
    return pos, Mission(ASTER, flying_now, BARRAGE, hex(pos, "14.10"))


def test_bombers_alone_are_intercepted_and_a_better_escort_is_let_pass() -> None:
    """Falke has 4 in the air, the Fighter of Boreal 3; a bomber's rating is in parentheses."""
    for escorts, answer in ((False, "intercept"), (True, "let-pass")):
        pos, mission = in_the_air(escorts)
        options = [("intercept", unit(pos, "bf1")), ("let-pass", -1)]
        assert flying.intercept(seen(pos, BOREAL), mission, options)[0][0] == answer


def opening() -> OcsPosition:
    pos: Any = SYSTEM.rules.start("selm-river").pos
    pos.phase, pos.acting, pos.phasing = MOVEMENT, ASTER, ASTER
    return pos


def test_a_fighter_sweeps_first_and_the_paratroops_jump_as_planned() -> None:
    pos = opening()
    planes = [plane for plane in pos.content.planes[ASTER] if pos.active[plane]]
    sweep = flying.sweep(seen(pos, ASTER), planes)
    assert sweep is not None
    assert (sweep.verb, pos.content.names[sweep.hex]) == ("sweep", "18.13")
    rest = [plane for plane in planes if plane not in sweep.planes]
    drop = flying.movement_sortie(seen(pos, ASTER), rest)
    assert drop is not None
    assert (drop.verb, drop.hex, drop.rider) == ("drop-at", hex(pos, "14.12"), unit(pos, "a35"))


def test_fighters_clear_the_sky_before_a_hip_shoot() -> None:
    """In the opening of Selm River an overrun is planned, and Iskras watch the hex."""
    game: Game[Any] = SYSTEM.rules.start("selm-river")
    staff, dice = OcsStaff(), Random(7)
    missions: list[str] = []
    while not missions:
        ask = game.ask
        side = ask.side
        choice = ask.options(side)[0]
        if not ask.is_chance:
            choice = staff.choose(SYSTEM, SYSTEM.knowledge.project(game.pos, side), ask, dice)
        missions += [verb for verb, _ in [choice] if verb in ("sweep", "hip-shoot", "drop-at")]
        game.play(choice, side)
    assert missions == ["sweep"]


def test_what_has_had_its_barrage_is_not_bombed() -> None:
    pos = opening()
    planes = [plane for plane in pos.content.planes[ASTER] if pos.active[plane]]
    first = flying.bombing(seen(pos, ASTER), planes)
    assert first is not None
    pos.put.worked[first.hex] |= BARRAGED
    second = flying.bombing(seen(pos, ASTER), planes)
    assert second is None or second.hex != first.hex


def test_flak_is_reckoned_as_it_will_be_rolled() -> None:
    """Against 13.10 in a Patrol Zone, without a Fighter +2: a step is lost on 9 and more, 10 of 36."""
    pos = opening()
    risk = flying.flak_risk(pos, BARRAGE, hex(pos, "13.10"), (unit(pos, "at1"),), ASTER)
    assert risk == pytest.approx(10 / 36)


def test_an_objective_in_danger_is_dug_in_where_there_is_supply_to_spare() -> None:
    for tokens, answer in ((40, True), (8, False)):
        pos = position(
            [],
            {"b01 b38": "17.10", "a22": "15.10"},
            dumps={"boreal": {"18.10": tokens}},
            phase="movement",
            acting="boreal",
            phasing="boreal",
        )
        found = works.work(seen(pos, BOREAL), [("dig", hex(pos, "17.10"))])
        assert (found is not None) is answer


def test_a_dump_beside_the_enemy_that_nobody_guards_is_blown() -> None:
    for guard, answer in (("18.10", False), ("20.10", True)):
        pos = position([], {"b38": guard, "a22": "17.10"}, dumps={"boreal": {"18.10": 20}})
        found = works.blow(seen(pos, BOREAL), [("blow", hex(pos, "18.10"))])
        assert (found is not None) is answer


# -- standing orders ------------------------------------------------------------------------------


def test_what_many_are_tired_of_can_be_left_to_standing_orders() -> None:
    """Fuel, payments, combat supply, Action Rating units, terrain and interception have usual answers."""
    usual = {
        "FuelUnits": "cheapest",
        "DrawSupply": "nearest",
        "PayShells": "nearest",
        "PayAttack": "pay",
        "PayDefence": "pay",
        "NameLeader": "best",
        "NameRival": "best",
        "ChooseTerrain": "weaker",
        "Intercept": "never",
        "Refit": "all",
        "Rebuild": "rebuild",
        "Breakout": "done",
    }
    orders = routine_orders(SYSTEM)
    assert {step: orders.get(step) for step in usual} == usual


def test_the_usual_refit_makes_every_base_ready() -> None:
    """Base by base until no other can: at 04.11 the planes that have flown, and at 08.06."""
    game: Any = SYSTEM.rules.start("selm-river")
    while game.ask.step != "Refit":
        game.play(game.ask.options(game.ask.sides[0])[0], game.ask.sides[0])
    for name in ("at1", "af2"):
        game.pos.put.active[unit(game.pos, name)] = 0
    game = Game(PROCEDURES, game.pos)
    while game.ask.side == ASTER and game.pos.phase == 1:
        game.play(game.ask.usual(game.pos, ASTER), ASTER)
    assert [game.pos.active[unit(game.pos, name)] for name in ("at1", "af2")] == [1, 1]
