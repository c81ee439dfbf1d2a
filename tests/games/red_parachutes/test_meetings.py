"""Where two rules meet, beyond what the examples in cases/meeting_*.toml show."""

import pytest

from games.red_parachutes.battle import (
    ARENA,
    NORTH,
    NORTH_EAST,
    TARGET,
    attack,
    choose,
    levels,
    no_guns,
    to_roll,
)
from games.red_parachutes.table import table
from grognard.games.battalions.combat.attack import present
from grognard.games.battalions.model.unit_steps import last_step_of, lose_step

PIONEERS = {
    "pzpi-19": "broken-down",
    "ger-mot-eng-co-1": "waiting arrives=9 at=0101 of=pzpi-19",
    "ger-mot-eng-co-2": "0402",
    "ger-mot-eng-co-3": "0402",
}


@pytest.mark.rule("rp.post-move.10", "rp.reinforcements.1")
@pytest.mark.parametrize(("turn", "asked"), [(8, False), (9, True)])
def test_a_battalion_that_comes_by_companies_lies_in_its_box_from_its_day_on(turn: int, asked: bool) -> None:
    """Until then companies of another division cannot become it."""
    game = table(ARENA, PIONEERS, procedure="recombination", turn=turn)
    assert (game.asked() == "german Recombine") == asked
    if asked:
        game.play("german: combine ger-mot-eng-co-2", "german: also ger-mot-eng-co-3", "german: form pzpi-19")
        game.holds("unit pzpi-19 at 0402", "unit pzpi-19 steps 2", "unit ger-mot-eng-co-1 at waiting")


@pytest.mark.rule("rp.losses.16", "rp.post-move.12")
def test_the_company_left_over_by_a_battalion_never_stands_for_it() -> None:
    """Two of three tank companies are joined; the battalion is worn down to a company and that is lost."""
    company = "of=pzr-27"
    units = {
        "ger-tank-co-1": f"0101 {company}",
        "ger-tank-co-2": f"0404 {company}",
        "ger-tank-co-3": f"0404 {company}",
        "pzr-27": "broken-down",
    }
    game = table(ARENA, units, procedure="recombination")
    game.play("german: combine ger-tank-co-2", "german: also ger-tank-co-3", "german: form pzr-27")
    pos, battalion, stray = game.pos, game.unit("pzr-27"), game.unit("ger-tank-co-1")
    last = lose_step(game.game, battalion)
    assert last not in (battalion, stray)
    assert present(pos, battalion) == last and last_step_of(pos, last) == battalion
    assert last_step_of(pos, stray) == -1
    lose_step(game.game, last)
    game.holds("unit pzr-27 at eliminated", "unit ger-tank-co-1 at 0101")
    assert present(pos, battalion) == -1
    assert pos.formation_of(stray) == pos.content.formation[battalion]


@pytest.mark.rule("rp.morale.3", "rp.defense-strength.8")
def test_where_all_have_retreated_into_a_hex_they_set_its_level_all_the_same() -> None:
    """Guards alone, who have run: their morale of 3 is all there is."""
    game = attack({"i-gr-80": NORTH}, {"i-a-42-gds": f"{TARGET} retreated"})
    to_roll(game, level=(1, 3))
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.advance.1", "rp.morale.12")
def test_who_stands_with_none_but_those_who_took_no_part_does_not_advance() -> None:
    """The grenadiers in the north-east fail; the pioneers beside them won nothing, the others may follow."""
    attackers = {"i-pzgr-73": NORTH, "ii-pzgr-73": NORTH, "i-gr-80": NORTH_EAST}
    game = attack(attackers, {"smg-51": TARGET, "pi-34": NORTH_EAST, "pzpi-19": NORTH})
    levels(no_guns(choose(game)), 4, 3).play("chance: roll 1", "chance: roll 12")
    game.play("soviet: lose smg-51")
    assert game.offers("advance") == ["i-pzgr-73", "ii-pzgr-73", "pzpi-19"]
    assert game.refused("german: advance pi-34") == "rp.advance.6"


@pytest.mark.rule("rp.losses.2b")
def test_by_option_the_second_step_of_an_attacker_who_stands_is_the_enemys_to_pick() -> None:
    """4 against 4 in column 4, a 5 is 2/0: one step by the result, one for the hex he does not give."""
    option = {"enemy-picks-second-step": True}
    game = attack(
        {"i-gr-80": NORTH, "flak-school": NORTH}, {"i-a-309": TARGET, "at-309": TARGET}, options=option
    )
    to_roll(game).play("chance: roll 5")
    assert game.asked() == "german LoseSteps"
    game.play("german: lose flak-school")
    assert game.asked() == "german ChooseToStand"
    game.play("german: stand-with i-gr-80", "chance: roll 1")
    assert game.asked() == "soviet LoseSteps"


@pytest.mark.rule("rp.morale.12", "rp.odds-shifts.7")
def test_a_leader_with_men_who_take_part_and_men_who_do_not_is_asked() -> None:
    units = {"i-gr-80": NORTH, "i-pzgr-73": NORTH}
    game = attack(units, {"i-a-309": TARGET, "nehring": NORTH})
    levels(no_guns(choose(game)), 4, 2).play("chance: roll 1")
    assert game.asked() == "german AttackLeader"
