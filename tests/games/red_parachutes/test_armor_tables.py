"""Armour, AT fire, leaders and breakthroughs stated as tables."""

from itertools import product

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NIGHT, NORTH, RING_AROUND, TARGET, arena
from games.red_parachutes.table import table
from grognard.games.battalions.combat.after.breakthrough import Breakthrough, breakthrough_refusal, leaders_of
from grognard.games.battalions.combat.at_fire import modifiers, row_of
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.leader_attempts import attempt_refusal
from grognard.games.battalions.combat.odds.armor import (
    all_shots,
    armor_shift,
    armor_value,
    at_value,
    best_defending_armor,
    best_steps,
    defending_value,
    is_massed,
    may_use,
)
from grognard.games.battalions.model.stacking import is_beside_enemy
from grognard.games.battalions.turn.leader_return import hosts, return_leader

GERMAN, SOVIET = 0, 1


@pytest.mark.rule("rp.armor.6", "rp.armor.7", "rp.armor.8", "rp.armor.9")
@pytest.mark.parametrize("supply", ["supplied", "oos", "isolated"])
@pytest.mark.parametrize("order", ["in-order", "disrupted", "demoralized"])
def test_isolation_and_demoralization_cost_two_of_armor_and_one_of_at(supply: str, order: str) -> None:
    units = {"pzr-27": f"{NORTH} {supply} {order}", "pzjg-34": f"{NORTH} {supply} {order}"}
    game = table(ARENA, units)
    tanks, guns = game.unit("pzr-27"), game.unit("pzjg-34")
    worse = (supply == "isolated") + (order == "demoralized")
    armor, at = game.pos.armor_of(tanks), game.pos.at_of(guns)
    assert armor > 2 and at > 2
    assert armor_value(game.pos, tanks) == max(0, armor - 2 * worse)
    assert at_value(game.pos, guns) == max(0, at - worse)
    v = Combat(game.hex(TARGET), (), (), (guns,), 0)
    assert defending_value(game.pos, v, guns) == at - worse
    assert defending_value(game.pos, v._replace(defence_failed=(guns,)), guns) == (at - worse) // 2


@pytest.mark.rule("rp.armor.11", "rp.armor.12b", "rp.armor.13c", "rp.odds-shifts.6", "rs.armor.13")
def test_the_shift_of_armour() -> None:
    """The level, 3 at most, less the AT level, never below 0; one less against better armour."""
    for armor, at, theirs in product(range(6), range(6), range(6)):
        expected = max(0, (3 if armor > 3 else armor) - at)
        if theirs > armor:
            expected -= 1
        assert armor_shift(armor, at, theirs) == expected


@pytest.mark.rule("rp.armor.14a", "rp.armor.15", "rp.at-fire.2")
def test_massed_armour_has_five_times_the_steps_and_every_step_has_a_shot() -> None:
    units = {"pzr-27": NORTH, "stug-239": NORTH, "at-309": f"{TARGET} steps=1", "i-a-309": TARGET}
    game = table(ARENA, units)
    pos = game.pos
    tanks, guns, foe, rifles = (game.unit(id) for id in units)
    pos.steps[tanks], pos.steps[guns] = 3, 2
    assert best_steps(pos, {tanks: 4, guns: 4}) == 5 and best_steps(pos, {tanks: 4, guns: 3}) == 3
    assert best_steps(pos, {}) == 0
    assert is_massed(pos, {tanks: 4, guns: 4}, {foe: 2})
    assert not is_massed(pos, {tanks: 4, guns: 3}, {foe: 2})
    assert not is_massed(pos, {tanks: 4, guns: 4}, {})
    assert all_shots(pos, {rifles: 1, foe: 3}) == ((foe, 3), (rifles, 1), (rifles, 1))


@pytest.mark.rule("rp.armor.13a", "rp.armor.13d", "rp.morale.14")
def test_the_best_armour_of_the_defenders_counts_and_half_of_who_failed_his_check() -> None:
    game = table(ARENA, {"pzr-27": TARGET, "i-gr-80": TARGET})
    tanks, rifles = game.unit("pzr-27"), game.unit("i-gr-80")
    armor = game.pos.armor_of(tanks)
    v = Combat(game.hex(TARGET), (), (), (rifles, tanks), 0)
    assert best_defending_armor(game.pos, v) == armor > 1
    assert best_defending_armor(game.pos, v._replace(defenders=(tanks,))) == 0
    assert best_defending_armor(game.pos, v._replace(defence_failed=(rifles,))) == 0
    assert best_defending_armor(game.pos, v._replace(defence_failed=(tanks,))) == armor // 2
    assert best_defending_armor(game.pos, v._replace(defenders=())) == 0


@pytest.mark.rule("rp.armor.2a", "rp.armor.3", "rp.armor.4")
@pytest.mark.parametrize(
    ("partner", "where", "uses"),
    [
        ("i-gr-80", NORTH, True),
        ("i-gr-80", "0304", False),
        ("stug-239", NORTH, False),
        ("pi-34", NORTH, True),
    ],
)
def test_tanks_need_a_partner_on_foot_in_their_hex(partner: str, where: str, uses: bool) -> None:
    game = table(ARENA, {"pzr-27": NORTH, partner: where})
    tanks, other = game.unit("pzr-27"), game.unit(partner)
    assert may_use(game.pos, tanks, [tanks, other], False) is uses
    assert not may_use(game.pos, tanks, [tanks], False)


@pytest.mark.rule("rp.at-fire.4", "rp.at-fire.5")
def test_rows_and_modifiers_of_at_fire() -> None:
    assert [row_of(number) for number in (-9, -4, -3, 0, 4, 5)] == ["-3", "-3", "-3", "0", "4", "4"]
    for letter, turn, order in product(".WXTCR", (MIDDAY, NIGHT), ("", "disrupted", "demoralized")):
        game = table(arena(letter), {"at-309": f"{TARGET} {order}", "pzr-27": NORTH}, turn=turn)
        v = Combat(game.hex(TARGET), (), (), (), 0)._replace(shots=((game.unit("at-309"), 3),))
        names = {"woods-or-town"} if letter in "WXT" else set()
        names |= {"night"} if turn == NIGHT else set()
        names |= {"disrupted"} if order == "disrupted" else set()
        assert set(modifiers(game.pos, v)) == names


# -- leaders ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.odds-shifts.7a", "rp.odds-shifts.9")
@pytest.mark.parametrize(
    ("leader", "where", "attempts", "rule"),
    [
        ("nehring", "0402", 0, ""),
        ("nehring", "0402", 1, ""),
        ("nehring", "0402", 2, "rp.odds-shifts.9"),
        ("nehring", "0401", 0, "rp.odds-shifts.7"),
        ("nehring", "waiting", 0, "rp.odds-shifts.7"),
        ("rybalko", "0402", 0, "rp.odds-shifts.7"),
        ("ii-gr-80", "0402", 0, "rp.odds-shifts.7"),
    ],
)
def test_which_leader_can_give_a_shift(leader: str, where: str, attempts: int, rule: str) -> None:
    game = table(ARENA, {"i-gr-80": NORTH, leader: where, "hq-xxiv": "0101", "i-a-309": TARGET})
    game.pos.attempts[game.unit(leader)] = attempts
    v = Combat(game.hex(TARGET), (game.unit("i-gr-80"),), (game.hex(NORTH),), (game.unit("i-a-309"),), 0)
    refusal = attempt_refusal(game.pos, v, game.unit(leader))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("rp.breakthrough.1", "rp.breakthrough.8", "rp.breakthrough.3")
@pytest.mark.parametrize(
    ("unit", "state", "rule"),
    [
        ("i-gr-80", NORTH, ""),
        ("i-gr-80", f"{NORTH} broke-through", "rp.breakthrough.8"),
        ("i-gr-80", "eliminated", "rp.breakthrough.1"),
        ("hq-34", NORTH, "rp.breakthrough.1"),
        ("i-gr-80", "0402", "rp.attack-declare.1"),
        ("i-gr-107", NORTH, "rp.breakthrough.1"),
    ],
)
def test_who_may_break_through(unit: str, state: str, rule: str) -> None:
    units = {unit: state, "nehring": NORTH, "hq-xxiv": "0101", "i-a-309": TARGET}
    game = table(ARENA, units)
    advanced = () if unit == "i-gr-107" else (game.unit(unit),)
    refusal = breakthrough_refusal(game.pos, Breakthrough(advanced), game.unit(unit), game.hex(TARGET))
    assert (refusal.rule if refusal is not None else "") == rule


@pytest.mark.rule("rp.breakthrough.3")
@pytest.mark.parametrize(
    ("where", "near"), [(NORTH, True), ("0402", True), ("0401", False), ("waiting", False)]
)
def test_a_leader_is_with_his_unit_or_next_to_it(where: str, near: bool) -> None:
    game = table(ARENA, {"i-gr-80": NORTH, "nehring": where, "hq-xxiv": "0101", "rybalko": "0402"})
    assert leaders_of(game.pos, game.unit("i-gr-80")) == ([game.unit("nehring")] if near else [])


@pytest.mark.rule("rp.leader-return.1", "rp.leader-return.2", "rp.leader-return.3", "rp.leader-return.4")
@pytest.mark.parametrize(
    ("state", "where", "adc", "back"),
    [
        ("hurt", "0101", 1, 0),
        ("hurt back=5", "0101", 0, 0),
        ("hurt back=4", "0101", 0, 0),
        ("hurt back=6", "0101", 1, 6),
        ("displaced", "0101", 0, 0),
        ("0202 adc back=5", "0101", 0, 0),
        ("0202 adc back=6", "0202", 1, 6),
        ("0202 adc", "0202", 1, 0),
        ("0202", "0202", 0, 0),
    ],
)
def test_how_a_leader_comes_back_in_turn_5(state: str, where: str, adc: int, back: int) -> None:
    game = table(ARENA, {"nehring": state, "hq-xxiv": "0101"}, turn=5)
    leader, pos = game.unit("nehring"), game.pos
    away = pos.hex[leader] < 0
    pos.steps[leader] = 0 if away else 1
    return_leader(game.game, leader)
    assert pos.steps[leader] == 1
    assert (pos.content.names[pos.hex[leader]], pos.adc[leader], pos.back[leader]) == (where, adc, back)
    gone = table(ARENA, {"nehring": "hurt", "hq-xxiv": "eliminated"}, turn=5)
    return_leader(gone.game, gone.unit("nehring"))
    assert gone.pos.hex[gone.unit("nehring")] < 0


@pytest.mark.rule("rp.hq-return.2a", "rp.recovery.4")
@pytest.mark.parametrize("there", [TARGET, *RING_AROUND])
def test_an_enemy_on_any_side_or_in_the_hex_is_next_to_a_unit(there: str) -> None:
    for enemy, state, near in (
        ("i-a-309", "", True),
        ("rybalko", "", True),
        ("1-5-gab", " dispersed", False),
    ):
        game = table(ARENA, {"i-gr-80": TARGET, "hq-34": "eliminated", enemy: f"{there}{state}"})
        unit = game.unit("i-gr-80")
        assert is_beside_enemy(game.pos, game.hex(TARGET), GERMAN) is near
        assert hosts(game.pos, game.unit("hq-34")) == ([] if near else [unit])
