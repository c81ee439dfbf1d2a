"""Air combat, interception and the way home."""

import pytest

from games.ocs.bench import options, play, position, refusal, told, unit, where
from games.ocs.skies import BASES, flying
from grognard.games.ocs.air.aircraft import is_patrolled
from grognard.games.ocs.air.combat import combat_sheet, who_aborts
from grognard.games.ocs.model.position import DEAD


@pytest.mark.rule("ocs.aircombat.6")
def test_up_to_6_the_attacker_aborts_on_7_both_and_from_8_on_the_defender() -> None:
    pos = position([], {"af1": "04.11"})
    assert who_aborts(pos, 6) == (True, False)
    assert who_aborts(pos, 7) == (True, True)
    assert who_aborts(pos, 8) == (False, True)
    assert who_aborts(pos, 2) == (True, False)


@pytest.mark.rule(
    "ocs.airmission.1a", "ocs.aircombat.1", "ocs.aircombat.5", "ocs.aircombat.7", "ocs.air.12a", "ocs.air.8a"
)
def test_a_sweep_beats_the_fighter_of_a_base_and_flies_home_inactive() -> None:
    """Falke 1 has 4, Iskra 1 has 2: 6 + 4 - 2 = 8, the defender aborts; a loss die of 4 spares him."""
    game = flying({"af1": "04.11", "bf1": "20.10"})
    play(game, "fly af1", "sweep 20.10", "engage", "engage", "attack-with af1", "defend-with bf1", "roll 6")
    play(game, "roll 4")
    pos = game.pos
    assert pos.lost[unit(pos, "bf1")] == 0
    assert (where(pos, "bf1"), pos.active[unit(pos, "bf1")]) == ("20.10", 0)
    play(game, "agreed", "return-to 04.11")
    assert (where(pos, "af1"), pos.active[unit(pos, "af1")]) == ("04.11", 0)
    assert refusal(game, "fly af1").rule == "ocs.air.8"


@pytest.mark.rule("ocs.aircombat.7", "ocs.air.2")
def test_on_5_or_6_of_the_third_die_those_who_abort_lose_a_step() -> None:
    """Ratings 4 against 2 and dice 5: 7, both abort; the loss die 5 hits both."""
    game = flying({"af1": "04.11", "bf1": {"hex": "20.10", "lost": 1}})
    play(game, "fly af1", "sweep 20.10", "engage", "engage", "attack-with af1", "defend-with bf1", "roll 5")
    play(game, "roll 5")
    pos = game.pos
    assert pos.lost[unit(pos, "af1")] == 1
    assert pos.hex[unit(pos, "bf1")] == DEAD


@pytest.mark.rule("ocs.aircombat.6", "ocs.option.4a", "ocs.aircombat.8")
def test_the_ratings_alone_change_the_roll_unless_the_option_counts_long_flights() -> None:
    units = {"af1": {"hex": "04.11"}, "bf1": "20.10"}
    pos = position([], units, bases=BASES)
    af1, bf1 = unit(pos, "af1"), unit(pos, "bf1")
    assert combat_sheet(pos, af1, bf1).total == "+2"
    far = position([], units, bases=BASES, options={"opt_21_4_long_range_air": True})
    far.put.home[af1] = far.hex[af1]
    far.place(af1, far.hex[bf1])
    # 04.11 to 20.10 is 16 hexes, more than half the range of 30: one less.
    assert combat_sheet(far, af1, bf1).total == "+1"


@pytest.mark.rule("ocs.aircombat.3b", "ocs.units.16a", "ocs.aircombat.2b")
def test_without_an_aircraft_that_can_attack_the_roles_are_swapped() -> None:
    """A Fighter (4) and a bomber (1) fly against a Fighter (2). The Fighter aborts: the other attacks now."""
    game = flying({"af1 at1": "04.11", "bf1": "20.10"}, "movement-barrage")
    play(game, "fly af1", "fly-with at1", "bomb 20.10", "at-base", "engage", "engage")
    play(game, "attack-with af1", "defend-with bf1")
    play(game, "roll 4", "roll 1", "return-to 04.11")  # 4 + 4 - 2 = 6: the attacker aborts
    assert "roles-swapped" in told(game)
    assert game.ask.side == 1
    assert options(game) == ["attack-with bf1"]
    play(game, "attack-with bf1", "defend-with at1")
    assert game.ask.is_chance


@pytest.mark.rule("ocs.aircombat.4")
def test_aircraft_with_ratings_in_parentheses_ignore_each_other() -> None:
    game = flying({"at1": "04.11", "bt1": "20.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 20.10", "at-base")
    assert game.ask.step == "RollFlak"
    assert "air-combat" not in told(game)


@pytest.mark.rule("ocs.aircombat.2a", "ocs.air.13")
def test_before_the_first_round_aircraft_may_abort_but_one_must_stay() -> None:
    game = flying({"af1 af2": "04.11", "bf1 bf2": "20.10"})
    play(game, "fly af1", "fly-with af2", "sweep 20.10")
    assert options(game) == ["abort af1", "abort af2", "engage"]
    play(game, "abort af2", "return-to 05.14")
    assert options(game) == ["engage"]
    assert refusal(game, "abort af1").rule == "ocs.aircombat.2"
    play(game, "engage", "abort bf1")
    pos = game.pos
    # Over its own base an aircraft that aborts stays there, Inactive.
    assert (where(pos, "bf1"), pos.active[unit(pos, "bf1")]) == ("20.10", 0)
    assert options(game) == ["engage"]
    play(game, "engage", "attack-with af1", "defend-with bf2", "roll 12", "roll 1", "agreed")
    assert game.ask.step == "ReturnToBase"


@pytest.mark.rule("ocs.aircombat.9")
def test_a_patrol_zone_reaches_ten_hexes_from_a_base_with_an_active_fighter() -> None:
    pos = position([], {"bf1": "20.10", "bt1": "17.12"}, bases=BASES)
    hex = pos.content.grid.index
    assert is_patrolled(pos, hex("10.10"), 1)
    assert not is_patrolled(pos, hex("09.10"), 1)
    pos.put.active[unit(pos, "bf1")] = 0
    assert not is_patrolled(pos, hex("10.10"), 1)


@pytest.mark.rule(
    "ocs.aircombat.10", "ocs.aircombat.11a", "ocs.aircombat.12a", "ocs.air.12b", "ocs.aircombat.13a"
)
def test_a_fighter_intercepts_what_flies_into_its_patrol_zone_and_stays_active_if_it_wins() -> None:
    """Iskra 2 (3) meets Stoss 1 (1): 7 + 3 - 1 = 9, the bomber aborts; the mission is over without Flak."""
    game = flying({"at1": "04.11", "b11": "16.10", "bf2": "20.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 16.10", "at-units")
    assert game.ask.side == 1
    assert options(game) == ["intercept bf2", "let-pass"]
    play(game, "intercept bf2", "engage", "engage", "attack-with bf2", "defend-with at1", "roll 7", "roll 1")
    play(game, "return-to 04.11", "agreed")
    pos = game.pos
    assert (where(pos, "bf2"), pos.active[unit(pos, "bf2")]) == ("20.10", 1)
    assert pos.active[unit(pos, "at1")] == 0
    assert game.ask.step == "Flying"


@pytest.mark.rule("ocs.aircombat.12b", "ocs.air.13")
def test_an_interceptor_that_aborts_is_inactive_at_its_base() -> None:
    game = flying({"at1": "04.11", "b11": "16.10", "bf2": "20.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 16.10", "at-units", "intercept bf2", "engage", "engage")
    play(game, "attack-with bf2", "defend-with at1", "roll 2", "roll 1", "agreed")  # 2 + 3 - 1 = 4
    pos = game.pos
    assert (where(pos, "bf2"), pos.active[unit(pos, "bf2")]) == ("20.10", 0)
    # The Patrol Zone is gone with it: Flak is rolled without.
    assert game.ask.step == "RollFlak"


@pytest.mark.rule("ocs.aircombat.13b", "ocs.barrage.6d")
def test_a_barrage_that_never_came_through_still_uses_the_hex_up() -> None:
    game = flying({"at1 at2": "04.11", "b11": "16.10", "bf2": "20.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 16.10", "at-units", "intercept bf2", "engage", "engage")
    play(
        game,
        "attack-with bf2",
        "defend-with at1",
        "roll 12",
        "roll 1",
        "return-to 04.11",
        "agreed",
        "fly at2",
    )
    assert refusal(game, "bomb 16.10").rule == "ocs.barrage.6"


@pytest.mark.rule("ocs.aircombat.10a", "ocs.flak.1c")
def test_a_sweep_is_never_intercepted() -> None:
    game = flying({"af1": "04.11", "bt1": "17.12", "bf2": "20.10"})
    play(game, "fly af1", "sweep 17.12", "engage", "engage", "attack-with af1", "defend-with bt1", "roll 12")
    play(game, "roll 1", "agreed")
    assert game.ask.step == "ReturnToBase"


@pytest.mark.rule("ocs.air.14", "ocs.air.9")
def test_an_aircraft_without_a_base_in_range_is_lost() -> None:
    game = flying({"bf1": "20.10", "af1": "10.10"}, side="boreal", bases={"boreal": {"20.10": 1}})
    play(game, "fly bf1", "sweep 10.10", "engage", "engage", "attack-with bf1", "defend-with af1")
    pos = game.pos
    pos.put.base[pos.content.grid.index("20.10")] = 0
    play(game, "roll 12", "roll 1", "agreed")
    assert pos.hex[unit(pos, "bf1")] == DEAD
