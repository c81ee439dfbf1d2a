"""Single clauses of the terms of the rules: kinds of units, modes, the letters of a result."""

import pytest

from games.ocs.battle import answer_until, battle, fight, roll, strike
from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_results import resolved
from grognard.games.ocs.combat.odds import attack_strength
from grognard.games.ocs.combat.payments import attack_price
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE, load_content
from grognard.games.ocs.model.position import ASTER, COMBAT, DG, EXPLOIT, MOVE
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.model.units import action_rating
from grognard.games.ocs.movement.modes import allowance, mode_refusal

MOVING = {"procedure": "movement", "step": "Move"}
WIDE = ["." * 9] * 5


# -- kinds of units ---------------------------------------------------------------------------------


@pytest.mark.rule("ocs.units.1a")
@pytest.mark.parametrize("id", ["b11", "b01", "b32"])
def test_hqs_and_guns_are_combat_units_and_are_attacked_as_such(id: str) -> None:
    """Alone in their hex they defend it, though no strength is printed on them."""
    game = strike(battle({"a21": "03.02", id: "03.03"}), "03.03")
    assert fight(game).defenders == (unit(game.pos, id),)


@pytest.mark.rule("ocs.units.1b")
@pytest.mark.parametrize("id", ["b41", "bf1"])
def test_who_has_no_strength_is_no_combat_unit_and_cannot_be_attacked(id: str) -> None:
    game = battle({"a21": "03.02", id: "03.03", "b11": "02.03"})
    assert not game.pos.combat_units_at(hex(game.pos, "03.03"), 1)
    assert "attack 02.03" in options(game) and "attack 03.03" not in options(game)


ALONE = {"opt_21_3_independents": True}
"""With this option independents that attack without any other unit pay twice."""


@pytest.mark.rule("ocs.units.12a")
def test_divisions_and_members_of_formations_are_not_independent() -> None:
    pos = battle({"a21 a11 a31 a34": "03.02", "b11": "03.03"}, options=ALONE).pos
    for ids, prices in ((("a31", "a34"), [2, 2]), (("a31", "a11"), [1, 1]), (("a31", "a21"), [1, 4])):
        v = Combat(hex(pos, "03.03"), ASTER, attackers=tuple(unit(pos, id) for id in ids))
        assert [attack_price(pos, v, one) for one in v.attackers] == prices


@pytest.mark.rule("ocs.units.12b")
@pytest.mark.parametrize("id", ["a-bd-4-1", "a-bd-3-1", "a-pax-1", "a-eq-1"])
def test_breakdowns_and_repls_are_independent(id: str) -> None:
    pos = battle({id: "03.02", "b11": "03.03"}, options=ALONE).pos
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(unit(pos, id),))
    assert attack_price(pos, v, unit(pos, id)) == 2


# -- modes ------------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.modes.9a", "ocs.modes.9b")
def test_a_disorganised_unit_turns_over_as_it_begins_to_move_and_stays_disorganised() -> None:
    game = build(WIDE, {"a21": {"hex": "03.03", "mode": "dg"}}, start=MOVING)
    a21 = unit(game.pos, "a21")
    assert game.pos.face[a21] == COMBAT_SIDE
    play(game, "move a21", "mode 1")
    assert (game.pos.mode[a21], game.pos.face[a21]) == (DG, MOVE_SIDE)
    play(game, "to 03.02")
    assert refusal(game, "mode 0").rule == "ocs.modes.6"
    play(game, "halt")
    assert (game.pos.mode[a21], game.pos.face[a21], where(game.pos, "a21")) == (DG, MOVE_SIDE, "03.02")


@pytest.mark.rule("ocs.modes.9a")
@pytest.mark.parametrize("given", [{"phase": "reaction"}, {"phase": "exploitation"}, {"acting": "boreal"}])
def test_a_disorganised_unit_turns_over_in_its_own_movement_phase_only(given: dict[str, str]) -> None:
    entry = {"a21": {"hex": "03.03", "mode": "dg"}}
    other = position(None, entry, **given)
    ruling = mode_refusal(other, unit(other, "a21"), MOVE)
    assert ruling is not None and ruling.rule == "ocs.modes.7"
    own = position(None, entry)
    assert mode_refusal(own, unit(own, "a21"), MOVE) is None


@pytest.mark.rule("ocs.modes.10a")
def test_the_combat_side_has_more_strength_and_less_ma() -> None:
    content = load_content("selm-river")
    both = [one for one in range(content.units) if content.has_combat_side[one]]
    assert len(both) > 40
    for one in both:
        combat, move = one * 2 + COMBAT_SIDE, one * 2 + MOVE_SIDE
        assert content.strength[combat] >= content.strength[move], content.unit_names[one]
        assert content.movement[combat] <= content.movement[move], content.unit_names[one]
        assert (content.strength[combat], content.movement[combat]) != (
            content.strength[move],
            content.movement[move],
        ) or content.barrage[combat] > content.barrage[move]


@pytest.mark.rule("ocs.modes.10b")
def test_in_combat_mode_all_printed_values_apply() -> None:
    pos = position(None, {"a21": "03.02", "b11": "03.03"}, phase="combat")
    a21 = unit(pos, "a21")
    printed = pos.content.roster.counters[a21].faces[COMBAT_SIDE]
    v = Combat(hex(pos, "03.03"), ASTER, attackers=(a21,))
    found = [attack_strength(pos, v, a21), action_rating(pos, a21), allowance(pos, a21) / MP]
    assert found == printed[:3]


@pytest.mark.rule("ocs.modes.10c")
@pytest.mark.parametrize(("mode", "may"), [("combat", True), ("strat", False)])
def test_in_combat_mode_units_attack_overrun_and_barrage(mode: str, may: bool) -> None:
    """What Strat Mode does not allow: the same stack, next to the same enemy."""
    near = {"a21 a32": {"hex": "03.02", "mode": mode}, "b34": "03.03"}
    supply = {"dumps": {"aster": {"01.01": 40}}, "sources": {"aster": "01.01"}}
    assert ("attack 03.03" in options(battle(near))) is may
    moving = play(build(WIDE, near, start=MOVING, **supply), "move a21")
    assert ("overrun 03.03" in options(moving)) is may
    shell = {"procedure": "combat-barrage", "step": "Shell"}
    guns = build(WIDE, near, phase="combat-barrage", start=shell, **supply)
    assert ("barrage 03.03" in options(guns)) is may


# -- the letters of a result ------------------------------------------------------------------------


@pytest.mark.rule("ocs.results.1a", "ocs.results.1b", "ocs.results.1f")
def test_what_stands_behind_a_is_the_attackers_and_who_has_no_part_suffers_nothing() -> None:
    """At 1:1 a two, one more for the ratings, is AL2: two steps of the attacker's, and no word of a D."""
    game = roll(strike(battle({"a22": "03.02", "b11": "03.03"}), "03.03"), 7, 2)
    assert (fight(game).defender_owes, fight(game).defender_option) == (0, 0)
    answer_until(game, "Assault")
    pos = game.pos
    a22, b11 = unit(pos, "a22"), unit(pos, "b11")
    assert (pos.lost[a22], pos.lost[b11], where(pos, "b11")) == (2, 0, "03.03")
    assert pos.mode[b11] == COMBAT


@pytest.mark.rule("ocs.results.1a", "ocs.results.1b")
def test_what_stands_behind_d_is_the_defenders() -> None:
    game = resolved(strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03"), dl=2)
    answer_until(game, "Advance", "Assault")
    assert [game.pos.lost[unit(game.pos, id)] for id in ("a21", "b11")] == [0, 2]


@pytest.mark.rule("ocs.results.1c")
@pytest.mark.parametrize(("hexes", "steps"), [(0, 2), (1, 1), (2, 0)])
def test_an_option_is_a_step_or_a_hex(hexes: int, steps: int) -> None:
    game = resolved(strike(battle({"a21": "03.02", "b11": "03.03"}), "03.03"), do=2)
    assert {"retreat-by 0", "retreat-by 1", "retreat-by 2"} <= set(options(game))
    play(game, f"retreat-by {hexes}")
    answer_until(game, "Advance", "Assault")
    pos = game.pos
    gone = pos.content.distance(hex(pos, "03.03"), pos.hex[unit(pos, "b11")])
    assert (gone, pos.lost[unit(pos, "b11")]) == (hexes, steps)


@pytest.mark.rule("ocs.results.1d")
def test_e_marks_attackers_of_that_rating_and_more() -> None:
    game = resolved(strike(battle({"a21 a22": "03.02", "b34": "03.03"}), "03.03"), e=4, dl=1)
    answer_until(game, "Assault")
    pos = game.pos
    ratings = [action_rating(pos, unit(pos, id)) for id in ("a21", "a22")]
    assert ratings == [4, 3]
    assert [pos.mode[unit(pos, id)] == EXPLOIT for id in ("a21", "a22")] == [True, False]


@pytest.mark.rule("ocs.results.1e")
def test_dg_disorganises_the_defender() -> None:
    """Three divisions and a twelve: a result with DG. With a two there is none."""
    for dice, mode in ((12, DG), (2, COMBAT)):
        game = strike(battle({"a21 a22 a24": "03.02", "b11": {"hex": "03.03", "lost": 2}}), "03.03")
        roll(game, 7, dice)
        assert game.pos.mode[unit(game.pos, "b11")] == mode
