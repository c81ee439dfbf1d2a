"""Fuel: three methods, who is covered, how long it lasts."""

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from grognard.core.position import NOTHING
from grognard.games.ocs.model.position import ASTER, FUELLED
from grognard.games.ocs.sequence.segments import begin_phase
from grognard.games.ocs.supply.fuel import burn, fuel_refusal, giver, is_covered, is_fuelled, needs_fuel

MOVEMENT = {"procedure": "movement", "step": "Move"}


@pytest.mark.rule("ocs.fuel.1")
def test_who_burns_fuel() -> None:
    units = {"a11 a13": "01.01", "a14": "01.01", "a21": "01.01", "a41": {"hex": "01.01", "points": 1}}
    pos = position(None, units | {"a32": {"hex": "01.01", "mode": "move"}})
    ids = ("a11", "a13", "a14", "a21", "a41", "a32")
    assert [needs_fuel(pos, unit(pos, id)) for id in ids] == [True, True, False, False, False, True]


@pytest.mark.rule("ocs.fuel.11a", "ocs.fuel.11b", "ocs.modes.6c", "ocs.fuel.9", "ocs.stocks.1b")
def test_without_fuel_not_even_one_hex() -> None:
    game = build(None, {"a31": "03.03"}, start=MOVEMENT)
    play(game, "move a31")
    assert not [text for text in options(game) if text.startswith("to")]
    assert refusal(game, "to 03.04").rule == "ocs.fuel.11"
    play(game, "mode 1", "halt")
    assert game.pos.face[unit(game.pos, "a31")] == 1


@pytest.mark.rule("ocs.fuel.5a", "ocs.fuel.5b", "ocs.fuel.10")
def test_one_token_fuels_one_unit_for_the_phase() -> None:
    game = build(["....."], {"a31": "02.01"}, dumps={"aster": {"01.01": 3}}, start=MOVEMENT)
    play(game, "move a31", "to 03.01", "fuel-unit a31")
    assert where(game.pos, "a31") == "03.01"
    assert game.pos.ground_dump(hex(game.pos, "01.01"), ASTER) == 2
    play(game, "to 04.01")  # it goes on without more
    assert game.pos.ground_dump(hex(game.pos, "01.01"), ASTER) == 2
    begin_phase(game.pos)
    assert not game.pos.flags[unit(game.pos, "a31")] & FUELLED


@pytest.mark.rule("ocs.fuel.4b", "ocs.fuel.6")
def test_a_fuelled_hq_serves_the_independents_in_its_throw() -> None:
    rows = ["." * 16]
    units = {
        "a01": {"hex": "01.01", "fuel": True},
        "a31": "14.01",
        "a11": "02.01",
        "a21": "02.01",
        "a32": {"hex": "15.01", "mode": "move"},
    }
    pos = position(rows, units)
    assert giver(pos, unit(pos, "a31")) == unit(pos, "a01")  # 12 MP and the hex next to it
    assert giver(pos, unit(pos, "a32")) == -1  # a hex too far
    assert giver(pos, unit(pos, "a11")) == -1  # of a formation
    assert is_fuelled(pos, unit(pos, "a21"))  # it walks
    assert not is_fuelled(pos, unit(pos, "a11"))


@pytest.mark.rule("ocs.fuel.4a", "ocs.sequence.21")
def test_fuelling_an_hq_costs_one_sp_and_lasts_to_the_own_clean_up() -> None:
    units = {"a01": "01.01", "a31": "03.01", "a32": {"hex": "02.01", "mode": "move"}}
    game = build(["." * 8], units, dumps={"aster": {"01.01": 5}}, start=MOVEMENT)
    play(game, "move a31", "to 04.01", "fuel-hq a01", "halt", "move a32", "to 05.01", "halt")
    assert game.pos.ground_dump(hex(game.pos, "01.01"), ASTER) == 1
    assert game.pos.fuel[unit(game.pos, "a01")]
    begin_phase(game.pos)
    assert is_fuelled(game.pos, unit(game.pos, "a31"))


@pytest.mark.rule("ocs.fuel.7a")
def test_an_hq_gives_fuel_from_one_place_in_a_phase() -> None:
    rows = ["." * 10]
    units = {"a01": {"hex": "01.01", "fuel": True}, "a31": "03.01", "a32": {"hex": "05.01", "mode": "move"}}
    pos = position(rows, units)
    a01, a32 = unit(pos, "a01"), unit(pos, "a32")
    pos.put.gave_from[a01] = hex(pos, "01.01")
    assert giver(pos, a32) == a01
    pos.place(a01, hex(pos, "02.01"))
    assert giver(pos, a32) == a01  # from the hex in which it began
    pos.place(a01, hex(pos, "10.01"))
    pos.place(a32, hex(pos, "09.01"))
    pos.put.face[a01] = 1  # a throw of 6
    assert giver(pos, a32) == -1  # it is next to the HQ, but that has chosen where it began


@pytest.mark.rule("ocs.fuel.7b")
def test_an_hq_that_has_moved_gives_from_where_it_began_or_from_where_it_is() -> None:
    """It threw 6 MP from 01.01 and throws 6 from 14.01; in 08.01 both would do, so nothing is chosen yet."""
    units = {"a01": {"hex": "01.01", "mode": "move", "fuel": True}}
    units |= {id: {"hex": "01.01", "mode": "move"} for id in ("a31", "a32", "a33", "a34")}
    pos = position(["." * 24], units)
    a01 = unit(pos, "a01")
    pos.place(a01, hex(pos, "14.01"))
    for id, where_, gave in (("a31", "08.01", -1), ("a32", "02.01", "01.01"), ("a33", "08.01", "01.01")):
        pos.place(unit(pos, id), hex(pos, where_))
        assert giver(pos, unit(pos, id)) == a01
        burn(pos, [unit(pos, id)])
        assert pos.gave_from[a01] == (gave if gave == -1 else hex(pos, gave))
    pos.place(unit(pos, "a34"), hex(pos, "15.01"))
    assert giver(pos, unit(pos, "a34")) == -1  # beside the HQ, and too late


@pytest.mark.rule("ocs.fuel.4a")
def test_a_fuelled_hq_may_move_itself() -> None:
    pos = position(["..."], {"a01": {"hex": "01.01", "mode": "move", "fuel": True}})
    assert is_fuelled(pos, unit(pos, "a01"))


@pytest.mark.rule("ocs.fuel.3a", "ocs.supply.9c")
def test_a_formation_is_fuelled_through_one_hq_or_from_one_dump() -> None:
    units = {"a01": "01.01", "a11 a12 a13": "03.01", "a31": "03.01"}
    game = build(["." * 12], units, dumps={"aster": {"02.01": 5}}, start=MOVEMENT)
    play(game, "move a11", "join a12", "join a13", "to 04.01")
    assert {"formation-through a01", "formation-from 02.01", "fuel-unit a12"} <= set(options(game))
    play(game, "formation-through a01")
    assert game.pos.ground_dump(hex(game.pos, "02.01"), ASTER) == 1
    assert where(game.pos, "a13") == "04.01"
    pos = game.pos
    assert is_covered(pos, unit(pos, "a14")) is False  # not on the map
    pos.place(unit(pos, "a15"), hex(pos, "12.01"))
    assert is_covered(pos, unit(pos, "a15"))
    assert not is_covered(pos, unit(pos, "a31"))
    begin_phase(pos)
    assert is_fuelled(pos, unit(pos, "a11"))


@pytest.mark.rule("ocs.fuel.3b")
def test_a_unit_that_the_source_does_not_reach_pays_for_itself() -> None:
    units = {"a01": "01.01", "a11": "03.01", "a12": "16.01"}
    pos = position(["." * 16], units)
    pos.put.formation_fuel[0] = pos.content.places + unit(pos, "a01")
    assert is_covered(pos, unit(pos, "a11")) and not is_covered(pos, unit(pos, "a12"))
    pos.put.formation_fuel[0] = hex(pos, "09.01")
    assert [is_covered(pos, unit(pos, id)) for id in ("a11", "a12")] == [True, False]


@pytest.mark.rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5")
def test_the_usual_answer_is_the_cheapest() -> None:
    start = {"procedure": "movement", "step": "Move"}
    four = build(
        ["." * 8], {"a01": "01.01", "a11 a12 a13 a15": "03.01"}, dumps={"aster": {"02.01": 9}}, start=start
    )
    play(four, "move a11", "join a12", "join a13", "join a15", "to 04.01")
    assert four.ask.usual(four.pos)[0] == "formation-through"
    three = build(
        ["." * 8], {"a01": "01.01", "a11 a12 a13": "03.01"}, dumps={"aster": {"02.01": 9}}, start=start
    )
    play(three, "move a11", "join a12", "join a13", "to 04.01")
    assert three.ask.usual(three.pos)[0] == "fuel-all"


@pytest.mark.rule("ocs.fuel.5", "ocs.supply.9", "ocs.supply.20")
def test_one_answer_fuels_a_group_from_what_is_nearest_to_each() -> None:
    """Two tank units burn two tokens: the near dump has one, the second comes from the far one."""
    dumps = {"aster": {"01.01": 5, "03.02": 1}}
    game = build(["." * 8] * 2, {"a11 a12": "03.01"}, dumps=dumps, start=MOVEMENT)
    near, far = hex(game.pos, "03.02"), hex(game.pos, "01.01")
    play(game, "move a11", "join a12", "to 04.01")
    assert game.ask.usual(game.pos) == ("fuel-all", NOTHING)
    play(game, "fuel-all")
    assert [game.pos.ground_dump(place, ASTER) for place in (near, far)] == [0, 4]
    assert game.ask.step == "Marching" and where(game.pos, "a12") == "04.01"


@pytest.mark.rule("ocs.fuel.5", "ocs.supply.9")
def test_a_lone_tank_takes_the_nearest_dump_or_another() -> None:
    dumps = {"aster": {"01.01": 5, "03.02": 5}}
    game = build(["." * 8] * 2, {"a11": "03.01"}, dumps=dumps, start=MOVEMENT)
    near, far = hex(game.pos, "03.02"), hex(game.pos, "01.01")
    play(game, "move a11", "to 04.01")
    other = game.copy()
    play(game, "fuel-all")
    assert [game.pos.ground_dump(place, ASTER) for place in (near, far)] == [4, 5]
    play(other, "fuel-unit a11", "from 01.01")
    assert [other.pos.ground_dump(place, ASTER) for place in (near, far)] == [5, 4]


@pytest.mark.rule("ocs.fuel.10", "ocs.fuel.11")
def test_too_little_for_all_leaves_somebody_behind() -> None:
    game = build(["." * 6], {"a11 a12": "02.01"}, dumps={"aster": {"01.01": 1}}, start=MOVEMENT)
    play(game, "move a11", "join a12", "to 03.01", "fuel-unit a11")
    assert options(game) == ["leave-behind a12"]
    play(game, "leave-behind a12", "halt")
    assert (where(game.pos, "a11"), where(game.pos, "a12")) == ("03.01", "02.01")
    assert fuel_refusal(game.pos, unit(game.pos, "a12")) is not None


@pytest.mark.rule("ocs.fuel.4b", "ocs.fuel.5")
def test_five_independents_and_one_tank_battalion_cost_five_tokens() -> None:
    # Worked example 21 with counters of Selm River: 1 SP for the HQ, a token for the divisional tanks.
    units = {
        "a01": "01.01",
        "a31": "03.01",
        "a34": {"hex": "03.01", "mode": "move"},
        "a33": {"hex": "03.01", "mode": "move"},
        "a11": "03.01",
    }
    game = build(["." * 8], units, dumps={"aster": {"02.01": 9}}, start=MOVEMENT)
    play(game, "move a31", "join a34", "join a33", "join a11", "to 04.01", "fuel-hq a01", "fuel-unit a11")
    assert game.pos.ground_dump(hex(game.pos, "02.01"), ASTER) == 4
    assert where(game.pos, "a33") == "04.01"
