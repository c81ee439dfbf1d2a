"""Small rules of the air: who is a Fighter, what costs nothing, where aircraft may be."""

import pytest

from games.ocs.bench import hex, options, play, position, refusal, unit, where
from games.ocs.skies import flying
from grognard.games.ocs.air.aircraft import is_fighter, is_patrolled, is_strategic
from grognard.games.ocs.air.mission.loading import staying
from grognard.games.ocs.air.mission.variables import TRANSPORT, Mission
from grognard.games.ocs.sea.ports import port_room


@pytest.mark.rule("ocs.air.3a", "ocs.air.3b", "ocs.units.15b")
def test_only_fighters_and_types_that_are_also_fighters_make_patrol_zones_and_intercept() -> None:
    pos = position([], {"at1 as1": "04.11"}, bases={"aster": {"04.11": 2}})
    at1 = unit(pos, "at1")
    assert not is_fighter(pos, at1) and is_strategic(pos, unit(pos, "as1"))
    assert not is_patrolled(pos, hex(pos, "05.11"), 0)
    pos.content.traits[at1] |= {"fighter"}
    assert is_fighter(pos, at1) and is_patrolled(pos, hex(pos, "05.11"), 0)
    pos.content.traits[at1] -= {"fighter"}


@pytest.mark.rule("ocs.barrage.40a", "ocs.flak.11", "ocs.airmission.2b")
def test_bombs_and_flak_cost_no_supply() -> None:
    dumps = {"aster": {"04.11": 5}, "boreal": {"14.10": 7}}
    game = flying(
        {"at1": "04.11", "b31": "14.10"}, "movement-barrage", dumps=dumps, bases={"aster": {"04.11": 2}}
    )
    play(game, "fly at1", "bomb 14.10", "at-units", "roll 6", "roll 7", "return-to 04.11")
    pos = game.pos
    assert pos.ground_dump(hex(pos, "04.11"), 0) == 5 and pos.ground_dump(hex(pos, "14.10"), 1) == 7
    poor = flying({"at1": "04.11", "b31": "14.10"}, "movement-barrage", bases={"aster": {"04.11": 2}})
    assert "bomb 14.10" in options(play(poor, "fly at1"))


@pytest.mark.rule("ocs.stacking.8", "ocs.air.15")
def test_a_mission_enters_a_hex_with_any_enemies_and_nothing_else_moves_aircraft() -> None:
    units = {"at1": "04.11", "b31 b01": "14.10", "b41": {"hex": "14.10", "points": 2}, "bf1": "18.13"}
    bases = {"aster": {"04.11": 2}, "boreal": {"18.13": 1}}
    game = flying(units, "movement-barrage", bases=bases)
    play(game, "fly at1", "bomb 14.10", "at-units")
    assert where(game.pos, "at1") == "14.10"  # before interception and Flak
    from games.ocs.bench import build

    ground = build([], {"af1": "04.11"}, bases=bases, start={"procedure": "movement", "step": "Move"})
    assert refusal(ground, "move af1").rule == "ocs.air.15"


@pytest.mark.rule("ocs.zoc.13", "ocs.airbase.5")
def test_a_base_in_a_zone_refits_only_if_somebody_negates_it() -> None:
    off = {"hex": "04.11", "active": False}
    given = {"bases": {"aster": {"04.11": 2}}, "dumps": {"aster": {"04.11": 4}}}
    watched = flying({"at1": off, "b11": "05.11"}, "refit", **given)
    assert refusal(watched, "refit 04.11").rule == "ocs.zoc.3"
    held = flying({"at1": off, "b11": "05.11", "a21": "04.11"}, "refit", **given)
    assert "refit 04.11" in options(held)


@pytest.mark.rule("ocs.zoc.12", "ocs.port.3a")
def test_nobody_negates_a_zone_on_a_port() -> None:
    units = {"a21": "15.03", "b14": "15.02"}
    pos = position([], units, ports={"boreal": {"15.02": [3, 0]}})
    assert pos.zoc(0)[hex(pos, "15.02")] and port_room(pos, hex(pos, "15.02"), 1) == 0
    calm = position([], {"a21": {"hex": "15.03", "mode": "move"}}, ports={"boreal": {"15.02": [3, 0]}})
    assert port_room(calm, hex(calm, "15.02"), 1) == 48


@pytest.mark.rule("ocs.airmission.26a")
def test_transports_with_gliders_of_their_own_are_free_of_the_limit_on_unloading() -> None:
    """A strip that has unloaded 1T can take one more: of 2T one is too much, but not by such gliders."""
    pos = position([], {"ax1": "04.11"}, bases={"aster": {"04.11": 2}}, strips={"aster": ["10.15"]})
    ax1, there = unit(pos, "ax1"), hex(pos, "10.15")
    pos.put.flown_in[there] = 1
    flight = Mission(0, (ax1,), TRANSPORT, there, tokens=2)
    assert staying(pos, flight) == (ax1,)
    printed = pos.content.traits[ax1]
    pos.content.traits[ax1] = printed | {"integral-gliders"}
    assert staying(pos, flight) == ()
    pos.content.traits[ax1] = printed
