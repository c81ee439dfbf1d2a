"""Terms that no other tests show: boxes, rounding, markers, formations, agreements, arrivals at ports."""

from fractions import Fraction
from typing import Any

import pytest

from games.ocs.battle import battle, roll, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.flow.chance import dice
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.combat.odds import totals
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.content import load_content
from grognard.games.ocs.model.position import ASTER, BOREAL, DEAD, POOL, STARVED
from grognard.games.ocs.movement.stacking import excess
from grognard.games.ocs.supply.draw_and_throw import lines_to, serves
from grognard.games.ocs.supply.phase import untraced

MOVEMENT = {"procedure": "movement", "step": "Move"}


@pytest.mark.rule("ocs.basics.7", "ocs.basics.10", "ocs.modes.4", "ocs.combat.7", "ocs.combat.19c")
def test_no_total_is_rounded_before_the_odds() -> None:
    pos = battle({"a21": "03.02", "b34 b40": {"hex": "03.03", "mode": "dg"}, "b39": "03.03"}).pos
    place = hex(pos, "03.03")
    v = Combat(
        place, ASTER, attackers=(unit(pos, "a21"),), defenders=tuple(pos.combat_units_at(place, BOREAL))
    )
    assert totals(pos, v) == (
        20,
        Fraction(1, 2) + Fraction(1, 2) + 1,
    )  # DG and without supply: a quarter of 2


@pytest.mark.rule("ocs.basics.11a")
def test_two_dice_are_thirty_six_ways() -> None:
    game = strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03")
    assert dict(zip([noun for _, noun in game.ask.options(-1)], game.ask.weights, strict=True)) == dict(
        dice(2)
    )
    assert sum(game.ask.weights) == 36


@pytest.mark.rule("ocs.basics.4b", "ocs.stacking.4c", "ocs.supply.19")
def test_a_box_has_no_limit_and_no_neighbours() -> None:
    box = {"boxes": [{"id": "sea-box", "name": "Sea", "x": 1.0, "y": 9.0}]}
    pos = position(["..."], {"b11 b12 b13 b14": "sea-box"}, map=box)
    assert excess(pos, hex(pos, "sea-box"), BOREAL) == 0
    assert excess(position(["..."], {"b11 b12 b13 b14": "01.01"}), 0, BOREAL) == 8
    assert untraced(pos, BOREAL) == []


@pytest.mark.rule("ocs.basics.5")
def test_a_scenario_brings_its_own_tables_and_options() -> None:
    content = load_content("selm-river")
    assert content.tables["weather"].mark == "house" and content.tables["combat"].mark == "source"
    agreed = SYSTEM.rules.content("selm-river", {"opt_21_8_attack_empty": True})
    assert agreed.options["opt_21_8_attack_empty"] and not content.options["opt_21_8_attack_empty"]


@pytest.mark.rule("ocs.movement.13", "ocs.movement.14c", "ocs.combat.22")
def test_a_hex_of_selm_river_has_one_terrain_and_a_side_one_river() -> None:
    board = load_content("selm-river").board
    assert len(board.terrain) == board.grid.size
    both = [side for side in board.sides if board.side_kinds[side] in ("minor-river", "major-river")]
    assert len(both) == 2 * (37 + 39)


@pytest.mark.rule("ocs.units.3", "ocs.units.5", "ocs.units.4a")
def test_works_are_goods_that_never_move() -> None:
    pos = position(
        None,
        {},
        hedgehogs={"boreal": {"03.03": 1}},
        strips={"boreal": ["02.02"]},
        ports={"boreal": {"04.04": [2, 0]}},
    )
    assert [pos.has_enemy_goods(hex(pos, name), ASTER) for name in ("03.03", "02.02", "04.04", "01.01")] == [
        True,
        True,
        True,
        False,
    ]
    assert not pos.has_enemy_goods(hex(pos, "03.03"), BOREAL)


@pytest.mark.rule("ocs.units.20a", "ocs.replacement.6", "ocs.results.8")
def test_where_destroyed_units_go() -> None:
    game = build(
        None,
        {
            "a21": "03.03",
            "a-bd-3-1": "03.03",
            "a-pax-1": {"hex": "03.03", "mode": "move"},
            "a17": {"hex": "03.03", "points": 2},
        },
    )
    for id, place in (("a21", DEAD), ("a-bd-3-1", POOL), ("a-pax-1", POOL), ("a17", DEAD)):
        destroy(game, unit(game.pos, id), "ocs.results.8")
        assert game.pos.hex[unit(game.pos, id)] == place


@pytest.mark.rule("ocs.supply.14a", "ocs.hq.2b")
def test_a_divisional_hq_serves_its_own_and_independents() -> None:
    pos = position(
        ["." * 10], {"a03": "01.01", "a11 a31 a21": "08.01", "a01": "01.01"}, dumps={"aster": {"01.01": 9}}
    )
    own, ordinary = unit(pos, "a03"), unit(pos, "a01")
    ids = ("a11", "a31", "a21")
    assert [serves(pos, own, unit(pos, id)) for id in ids] == [True, True, False]
    assert [serves(pos, ordinary, unit(pos, id)) for id in ids] == [True, True, True]
    alone = position(["." * 10], {"a03": "01.01", "a11 a21": "08.01"}, dumps={"aster": {"01.01": 9}})
    assert lines_to(alone, unit(alone, "a11")) and not lines_to(alone, unit(alone, "a21"))


@pytest.mark.rule("ocs.supply.1a", "ocs.supply.1c", "ocs.supply.2b", "ocs.trace.16")
def test_supply_points_stand_in_for_trace_and_never_the_other_way() -> None:
    home: dict[str, Any] = {"sources": {"aster": "01.01"}, "control": {"aster": ["01.01"]}}
    pos = position(["." * 6], {"a31": "03.01", "a41": {"hex": "06.01", "points": 1}, "af1": "06.01"}, **home)
    assert untraced(pos, ASTER) == []
    assert not lines_to(pos, unit(pos, "a31"))  # in trace, but no token for fuel
    hungry = build(
        ["." * 20],
        {"a41": {"hex": "18.01", "points": 1}},
        phase="supply",
        start={"procedure": "supply-phase", "step": "restocking"},
        **home,
    )
    play(hungry, "enough")
    assert hungry.ask.step != "Eat" and hungry.pos.fed[unit(hungry.pos, "a41")] != STARVED


@pytest.mark.rule("ocs.supply.2a", "ocs.supply.2b")
def test_only_combat_units_want_trace() -> None:
    """Far from the source a brigade is without trace; trucks and aircraft beside it are not asked."""
    home: dict[str, Any] = {"sources": {"aster": "01.01"}, "control": {"aster": ["01.01"]}}
    units = {"a31": "30.01", "a41": {"hex": "30.01", "points": 1}, "af1": "30.01"}
    pos = position(["." * 30], units, **home)
    assert untraced(pos, ASTER) == [unit(pos, "a31")]


@pytest.mark.rule("ocs.formation.1b", "ocs.formation.2", "ocs.formation.3", "ocs.formation.4")
def test_the_units_of_a_formation_keep_their_own_modes_and_supply() -> None:
    units = {
        "a11": {"hex": "03.03", "mode": "reserve"},
        "a12": {"hex": "03.03", "oos": True},
        "a13": {"hex": "03.03", "mode": "move", "stocks": "low"},
    }
    for option in ({}, {"opt_13_7b_hidden_formations": True}):
        pos = position(None, units, options=option)
        found = [
            (pos.mode[unit(pos, id)], pos.oos[unit(pos, id)], pos.stocks[unit(pos, id)])
            for id in ("a11", "a12", "a13")
        ]
        assert found == [(2, 0, 0), (0, 1, 0), (1, 0, 1)]
        assert pos.size_of(pos.combat_units_at(hex(pos, "03.03"), ASTER)) == 8


@pytest.mark.rule("ocs.barrage.4", "ocs.barrage.17")
def test_a_barrage_without_a_point_is_not_fired() -> None:
    from grognard.games.ocs.fire.shells import can_pay

    pos = position(None, {"a32": "01.01"}, dumps={"aster": {"01.01": 9}})
    gun = unit(pos, "a32")
    assert can_pay(pos, (gun,), facility=False)
    pos.content.barrage[gun * 2] = 0
    try:
        assert not can_pay(pos, (gun,), facility=False)
    finally:
        pos.content.barrage[gun * 2] = 34


@pytest.mark.rule("ocs.results.31")
def test_every_cell_with_dg_leaves_the_attacker_without_an_option() -> None:
    from grognard.games.ocs.model.charts import read_result

    cells = {str(cell) for row in load_content("selm-river").tables["combat"].cells for cell in row}
    results = [read_result(cell) for cell in cells]
    assert [result.attacker_option for result in results if result.dg] == [0, 0]


@pytest.mark.rule("ocs.sequence.17b")
def test_only_guns_fire_in_the_combat_phase() -> None:
    game = build(
        None,
        {"a32": "02.02", "at1": "02.02", "b11": "03.03"},
        phase="combat-barrage",
        bases={"aster": {"02.02": 1}},
        dumps={"aster": {"02.02": 9}},
        start={"procedure": "combat-barrage", "step": "Shell"},
    )
    assert {text.split()[0] for text in options(game)} == {"barrage", "done"}


@pytest.mark.rule("ocs.sequence.26a")
def test_a_turn_without_fighting_needs_both() -> None:
    start = {"procedure": "game-turn", "step": "AgreeOnCalm", "vars": {"rolls": ()}}
    game = build([], {"a11": "12.10", "b11": "13.10"}, options={"opt_2_4_simulcast": True}, start=start)
    assert game.ask.side == ASTER
    play(game, "keep-calm")
    assert game.ask.side == BOREAL
    play(game, "fight")
    assert not game.pos.calm
    calm = build([], {"a11": "12.10", "b11": "13.10"}, options={"opt_2_4_simulcast": True}, start=start)
    play(calm, "keep-calm", "keep-calm")
    assert calm.pos.calm
    attack = battle({"a21": "03.02", "b11": "03.03"})
    attack.pos.calm = 1
    assert options(attack) == ["done"] and refusal(attack, "attack 03.03").rule == "ocs.sequence.26"


@pytest.mark.rule("ocs.reinforcement.3a", "ocs.reinforcement.2", "ocs.port.2")
def test_arrivals_at_a_port_are_limited_by_it() -> None:
    from grognard.games.ocs.rear.reinforcements import passes_port

    port = {"boreal": {"05.02": [1, 0]}}
    pos = position(["......"] * 3, {"b31": "waiting", "b32": "waiting", "b11": "waiting"}, ports=port)
    place = hex(pos, "05.02")
    assert [passes_port(pos, unit(pos, id), place) for id in ("b31", "b32")] == [
        True,
        False,
    ]  # 1 RE each by truck
    alone = position(["......"] * 3, {"b11": "waiting"}, ports=port)
    assert passes_port(alone, unit(alone, "b11"), place)  # too large, but the only traffic
    closed = position(["......"] * 3, {"b31": "waiting", "a34": "05.03"}, ports=port)
    assert not passes_port(closed, unit(closed, "b31"), place)


@pytest.mark.rule("ocs.reinforcement.2a", "ocs.reinforcement.5a")
def test_aircraft_arrive_active_and_organic_trucks_full() -> None:
    units = {
        "af1": {"hex": "waiting", "back": 2, "active": False},
        "a17": {"hex": "waiting", "back": 2, "points": 2},
    }
    game = build(
        ["......"] * 3,
        units,
        turn=2,
        phase="reinforcement",
        sources={"aster": "01.02"},
        control={"aster": ["01.02"]},
        bases={"aster": {"03.02": 1}},
        start={"procedure": "reinforcement-phase", "step": "OpenSegment"},
    )
    roll(game, 7)
    assert (where(game.pos, "af1"), game.pos.active[unit(game.pos, "af1")]) == ("03.02", 1)
    assert (where(game.pos, "a17"), game.pos.cargo[unit(game.pos, "a17")]) == ("01.02", 8)
