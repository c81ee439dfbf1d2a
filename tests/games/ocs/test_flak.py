"""Flak: when, what is added, and whom it hits."""

import pytest

from games.ocs.bench import options, play, position, unit
from games.ocs.skies import BASES, flying
from grognard.games.ocs.air.flak import flak_sheet, is_hit, is_under_flak, planes_hit
from grognard.games.ocs.air.mission.variables import (
    BARRAGE,
    DROP,
    HIP_SHOOT,
    SWEEP,
    TRAINBUSTING,
    TRANSFER,
    TRANSPORT,
)
from grognard.games.ocs.model.position import DEAD, OcsPosition


def total(pos: OcsPosition, kind: int, hex: str, *planes: str) -> int:
    numbers = [unit(pos, id) for id in planes]
    return int(flak_sheet(pos, kind, pos.content.grid.index(hex), numbers, 0).total)


@pytest.mark.rule("ocs.flak.1a", "ocs.flak.1b", "ocs.flak.1c")
def test_bombers_always_meet_flak_cargo_only_in_a_patrol_zone_and_sweeps_never() -> None:
    pos = position([], {"bf1": "20.10"}, bases=BASES)
    near, far = pos.content.grid.index("15.10"), pos.content.grid.index("05.10")
    for kind in (BARRAGE, HIP_SHOOT, TRAINBUSTING):
        assert is_under_flak(pos, kind, near, 0)
        assert is_under_flak(pos, kind, far, 0)
    for kind in (TRANSPORT, DROP, TRANSFER):
        assert is_under_flak(pos, kind, near, 0)
        assert not is_under_flak(pos, kind, far, 0)
    assert not is_under_flak(pos, SWEEP, near, 0)


@pytest.mark.rule("ocs.flak.2")
def test_11_or_more_destroys_a_step_and_10_does_not() -> None:
    pos = position([], {"at1": "04.11"})
    assert is_hit(pos, 11)
    assert not is_hit(pos, 10)


@pytest.mark.rule("ocs.flak.3a", "ocs.flak.5", "ocs.flak.6", "ocs.flak.8")
def test_two_aircraft_with_a_fighter_on_a_base_of_level_2_with_an_hq_in_a_patrol_zone_give_4() -> None:
    """2 for the base, 1 for the HQ, 1 for the Patrol Zone with a Fighter along."""
    pos = position([], {"af1 at1": "04.11", "bf1": "20.10", "b01": "20.10"}, bases=BASES)
    assert pos.content.is_hq[unit(pos, "b01")]
    assert total(pos, BARRAGE, "20.10", "af1", "at1") == 4


@pytest.mark.rule("ocs.flak.5")
def test_several_hqs_count_once() -> None:
    hqs = [id for id in ("b01", "b02") if position([], {id: "15.10"}).content.is_hq]
    pos = position([], {"at1": "04.11", " ".join(hqs): "15.10"}, bases={"aster": {"04.11": 2}})
    assert total(pos, BARRAGE, "15.10", "at1") == 1


@pytest.mark.rule("ocs.flak.3", "ocs.flak.4", "ocs.flak.8", "ocs.flak.9")
def test_three_aircraft_without_a_fighter_trainbusting_in_a_patrol_zone_give_4_and_outside_1() -> None:
    pos = position([], {"at1 at2 as1": "04.11", "bf1": "20.10"}, bases=BASES)
    assert total(pos, TRAINBUSTING, "15.10", "at1", "at2", "as1") == 4
    assert total(pos, TRAINBUSTING, "05.10", "at1", "at2", "as1") == 1
    assert total(pos, BARRAGE, "15.10", "at1", "at2", "as1") == 3
    assert total(pos, BARRAGE, "15.10", "at1", "at2") == 2
    assert total(pos, BARRAGE, "05.10", "at1", "at2") == 0


@pytest.mark.rule("ocs.flak.6", "ocs.flak.3b")
def test_a_strip_adds_nothing_and_an_own_base_does_not_fire() -> None:
    pos = position([], {"at1": "04.11"}, strips={"boreal": ["15.10"]}, bases={"aster": {"04.11": 3}})
    assert total(pos, BARRAGE, "15.10", "at1") == 0
    assert total(pos, TRANSFER, "04.11", "at1") == 0


@pytest.mark.rule("ocs.flak.7")
def test_ships_of_the_other_side_add_their_flak() -> None:
    """The Destroyer Flotilla prints Flak 1."""
    pos = position([], {"bt1": "20.10", "ad1": "12.01"}, bases=BASES)
    ships = [unit(pos, "bt1")]
    hex = pos.content.grid.index("12.01")
    assert flak_sheet(pos, BARRAGE, hex, ships, 1).total == "+1"
    assert flak_sheet(pos, BARRAGE, hex, ships, 0).total == "+0"


@pytest.mark.rule("ocs.flak.13a", "ocs.flak.13b")
def test_a_die_names_the_aircraft_by_its_place_in_the_stack() -> None:
    pos = position([], {"af1 at1 at2 as1": "04.11"})
    af1, at1, at2, as1 = (unit(pos, id) for id in ("af1", "at1", "at2", "as1"))
    two, three, four = (at1, af1), (af1, at1, as1), (at1, af1, as1, at2)
    assert [planes_hit(pos, two, roll) for roll in (3, 4)] == [[at1], [af1]]
    assert [planes_hit(pos, three, roll) for roll in (2, 4, 5)] == [[af1], [at1], [as1]]
    assert [planes_hit(pos, four, roll) for roll in (1, 2, 3, 4)] == [[at1], [af1], [as1], [at2]]
    # Barrage 17, 3, 24, 17: the weakest on 5, the strongest on 6.
    assert planes_hit(pos, four, 5) == [af1]
    assert planes_hit(pos, four, 6) == [as1]
    pos.put.lost[as1] = 1  # 12 now: two aircraft of 17 are the strongest, the owner chooses
    assert planes_hit(pos, four, 6) == [at1, at2]


@pytest.mark.rule("ocs.flak.13c", "ocs.flak.14", "ocs.flak.12")
def test_the_owner_orders_the_stack_before_flak_and_a_lost_aircraft_does_not_bomb() -> None:
    game = flying({"af1": "04.11", "at1": {"hex": "04.11", "lost": 1}, "b11": "08.10"}, "movement-barrage")
    play(game, "fly af1", "fly-with at1", "bomb 08.10", "at-units")
    assert options(game) == ["put-last af1", "agreed"]
    play(game, "put-last af1", "agreed", "roll 11", "roll 1", "lose-step at1")
    assert game.pos.hex[unit(game.pos, "at1")] == DEAD


@pytest.mark.rule("ocs.flak.13a")
def test_a_lone_aircraft_is_hit_without_a_die() -> None:
    game = flying({"at1": "04.11", "b11": "08.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 08.10", "at-units", "roll 11", "lose-step at1")
    assert game.pos.lost[unit(game.pos, "at1")] == 1


@pytest.mark.rule("ocs.flak.10")
def test_a_patrol_zone_whose_fighter_was_just_beaten_counts_no_more() -> None:
    game = flying({"af1 at1": "04.11", "b11": "16.10", "bf1": "20.10"}, "movement-barrage")
    play(game, "fly af1", "fly-with at1", "bomb 16.10", "at-units", "intercept bf1", "engage", "engage")
    # Iskra 1 (2) attacks Falke 1 (4): 2 + 2 - 4 = 0, the interceptor aborts.
    play(game, "attack-with bf1", "defend-with af1", "roll 2", "roll 1", "agreed", "agreed")
    assert game.ask.step == "RollFlak"
    v = game.pos.stack[-1].vars
    assert flak_sheet(game.pos, v.kind, v.hex, v.planes, v.side).total == "+0"
