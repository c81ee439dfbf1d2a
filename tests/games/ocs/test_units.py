"""Basic terms: rounding, sizes, who can attack, ratings, step losses, anti-tank levels."""

from fractions import Fraction

import pytest

from games.ocs.bench import hex, position, unit
from grognard.games.ocs.model.content import COMBAT_SIDE, HEAVY_AT, LIGHT_AT, MOVE_SIDE, NO_AT
from grognard.games.ocs.model.position import ASTER, BOREAL, MODES
from grognard.games.ocs.model.scale import (
    fraction_text,
    mp_text,
    percent,
    re_text,
    rounded,
    supply_text,
)
from grognard.games.ocs.model.units import (
    action_rating,
    at_level,
    at_level_of,
    is_attack_capable,
    is_engineer_capable,
    mode_factor,
    step_factor,
    transport_size,
    works,
)


@pytest.mark.rule("ocs.basics.6")
def test_a_half_goes_up() -> None:
    values = ["2.49", "2.5", "4.6", "0.5", "3"]
    assert [rounded(Fraction(value)) for value in values] == [2, 3, 5, 1, 3]
    assert percent(13, 50) == 7
    assert percent(4, 80) == 3


@pytest.mark.rule("ocs.basics.9a", "ocs.basics.12a", "ocs.supply.3")
def test_how_amounts_are_written() -> None:
    assert [mp_text(quarters) for quarters in (0, 3, 4, 6, 10)] == ["0", "¾", "1", "1½", "2½"]
    assert [supply_text(tokens) for tokens in (0, 3, 4, 9)] == ["0T", "3T", "1 SP", "2 SP 1T"]
    assert re_text(5) == "1¼"
    assert [fraction_text(Fraction(value)) for value in ("21", "7/2", "1/3")] == ["21", "3.5", "1/3"]


@pytest.mark.rule(
    "ocs.basics.21a",
    "ocs.basics.21b",
    "ocs.basics.21c",
    "ocs.modes.18",
    "ocs.modes.26",
    "ocs.replacement.2a",
    "ocs.units.9b",
    "ocs.units.10",
    "ocs.modes.10",
    "ocs.modes.14a",
)
@pytest.mark.parametrize(
    ("id", "mode", "can"),
    [
        ("a21", "combat", True),
        ("a21", "move", True),
        ("a21", "dg", True),
        ("a21", "exploit", True),
        ("a21", "reserve", False),
        ("a21", "strat", False),
        ("a01", "combat", False),
        ("a32", "combat", False),
        ("b33", "combat", False),  # its strength is in parentheses
        ("b-pax-1", "move", True),  # a printed 0 counts
        ("a41", "move", False),
    ],
)
def test_who_can_attack(id: str, mode: str, can: bool) -> None:
    pos = position(None, {id: {"hex": "01.01", "mode": mode}})
    assert is_attack_capable(pos, unit(pos, id)) is can


@pytest.mark.rule(
    "ocs.combat.18a",
    "ocs.combat.18b",
    "ocs.combat.18c",
    "ocs.units.8",
    "ocs.modes.34d",
    "ocs.modes.26a",
    "ocs.modes.30c",
)
def test_action_ratings() -> None:
    modes = {"combat": 4, "move": 4, "reserve": 4, "exploit": 4, "dg": 3, "strat": 0}
    for mode, rating in modes.items():
        pos = position(None, {"a21": {"hex": "01.01", "mode": mode}})
        assert action_rating(pos, unit(pos, "a21")) == rating
    pos = position(None, {"b34": {"hex": "01.01", "mode": "dg"}})
    assert action_rating(pos, unit(pos, "b34")) == -1


@pytest.mark.rule("ocs.combat.28a", "ocs.combat.28b", "ocs.results.13a")
@pytest.mark.parametrize(
    ("lost", "attack", "defence", "size"), [(0, 14, 14, 12), (1, 7, 14, 8), (2, 7, 7, 4)]
)
def test_lost_steps_of_a_three_step_division(lost: int, attack: int, defence: int, size: int) -> None:
    pos = position(None, {"b14": {"hex": "01.01", "lost": lost}})
    one = unit(pos, "b14")
    assert 14 * step_factor(pos, one, attacks=True) == attack
    assert 14 * step_factor(pos, one, attacks=False) == defence
    assert pos.size(one) == size
    assert pos.steps(one) == 3 - lost


@pytest.mark.rule("ocs.combat.28b")
def test_half_the_steps_of_four_are_two() -> None:
    for lost, factor in ((1, Fraction(1)), (2, Fraction(1, 2)), (3, Fraction(1, 2))):
        pos = position(None, {"a21": {"hex": "01.01", "lost": lost}})
        assert step_factor(pos, unit(pos, "a21"), attacks=False) == factor


@pytest.mark.rule("ocs.option.2")
def test_proportional_losses_round_at_once() -> None:
    pos = position(None, {"a24": {"hex": "01.01", "lost": 1}}, options={"opt_21_2_proportional_loss": True})
    # 18 x 3/4 = 13.5 is 14, in attack and in defence
    assert 18 * step_factor(pos, unit(pos, "a24"), attacks=True) == 14
    assert 18 * step_factor(pos, unit(pos, "a24"), attacks=False) == 14


@pytest.mark.rule("ocs.modes.19", "ocs.modes.26", "ocs.modes.34a", "ocs.modes.10", "ocs.modes.30c")
def test_what_a_mode_leaves_of_strength() -> None:
    half, whole, none = Fraction(1, 2), Fraction(1), Fraction(0)
    expected = dict(zip(MODES, (whole, whole, half, none, half, whole), strict=True))
    for mode, factor in expected.items():
        pos = position(None, {"a21": {"hex": "01.01", "mode": mode}})
        assert mode_factor(pos, unit(pos, "a21")) == factor


@pytest.mark.rule("ocs.combat.26a", "ocs.combat.26b", "ocs.combat.27")
def test_anti_tank_levels() -> None:
    levels = {"a11": HEAVY_AT, "a13": LIGHT_AT, "b21": HEAVY_AT, "b23": LIGHT_AT, "b31": HEAVY_AT}
    levels |= {"b33": HEAVY_AT, "a21": NO_AT, "a01": NO_AT}
    pos = position(None, {" ".join(levels): "01.01"})
    assert {id: at_level(pos, unit(pos, id)) for id in levels} == levels


@pytest.mark.rule("ocs.combat.26c", "ocs.combat.27a", "ocs.hedgehog.4")
def test_the_level_of_a_hex_is_its_highest() -> None:
    units = {"b11": "02.02", "b23": {"hex": "03.03", "mode": "dg"}, "b11 b31": "04.04"}
    pos = position(None, {"b12": "02.02", "b23": {"hex": "03.03", "mode": "dg"}, "b11 b31": "04.04"})
    assert [at_level_of(pos, hex(pos, name), BOREAL) for name in ("02.02", "03.03", "04.04")] == [
        NO_AT,
        LIGHT_AT,
        HEAVY_AT,
    ]
    dug = position(None, units, hedgehogs={"boreal": {"02.02": 1}})
    assert at_level_of(dug, hex(dug, "02.02"), BOREAL) == HEAVY_AT


@pytest.mark.rule("ocs.engineer.1a", "ocs.modes.11b", "ocs.modes.37b", "ocs.rail.5")
@pytest.mark.parametrize(
    ("id", "mode", "face", "can"),
    [
        ("a33", "combat", "combat", True),
        ("a33", "dg", "combat", True),
        ("a33", "dg", "move", False),
        ("a33", "move", "move", False),
        ("a33", "reserve", "combat", False),
        ("a01", "combat", "combat", True),
        ("a01", "strat", "move", False),
        ("a21", "combat", "combat", False),
    ],
)
def test_who_is_engineer_capable(id: str, mode: str, face: str, can: bool) -> None:
    pos = position(None, {id: {"hex": "01.01", "mode": mode, "face": face}})
    assert is_engineer_capable(pos, unit(pos, id)) is can


@pytest.mark.rule("ocs.modes.11")
def test_troops_work_in_combat_mode() -> None:
    pos = position(None, {"a21": "01.01", "a22": {"hex": "01.01", "mode": "move"}})
    assert works(pos, unit(pos, "a21")) and not works(pos, unit(pos, "a22"))


@pytest.mark.rule("ocs.modes.3b", "ocs.units.6b")
def test_the_side_that_shows_gives_the_values_under_a_marker() -> None:
    pos = position(
        None, {"a13": {"hex": "01.01", "mode": "reserve"}, "a14": {"hex": "01.01", "mode": "reserve-move"}}
    )
    a13, a14 = unit(pos, "a13"), unit(pos, "a14")
    assert (pos.face[a13], pos.shown(pos.content.movement, a13)) == (COMBAT_SIDE, 6)
    assert (pos.face[a14], pos.shown(pos.content.movement, a14)) == (MOVE_SIDE, 18)


@pytest.mark.rule("ocs.basics.15", "ocs.basics.17a", "ocs.units.18a", "ocs.results.13b")
def test_what_units_take_of_a_transport() -> None:
    pos = position(
        None, {"b11": {"hex": "01.01", "lost": 1}, "b41": {"hex": "01.01", "points": 3, "load": 12}}
    )
    assert transport_size(pos, unit(pos, "b11")) == 16  # 2 RE that walk
    assert transport_size(pos, unit(pos, "b41")) == 48  # loaded or not


@pytest.mark.rule("ocs.units.19")
def test_a_dump_is_all_supply_of_a_hex() -> None:
    units = {"a41": {"hex": "02.02", "points": 2, "load": 5}, "a17": {"hex": "02.02", "points": 2, "load": 8}}
    pos = position(None, units, dumps={"aster": {"02.02": 7}})
    assert pos.dump_at(hex(pos, "02.02"), ASTER) == 12
    assert pos.ground_dump(hex(pos, "02.02"), ASTER) == 7
    assert pos.dump_at(hex(pos, "02.02"), BOREAL) == 0
