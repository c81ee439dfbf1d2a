"""The edges of air missions from the declaration to the way home: one state on either side of each limit."""

from typing import Any

import pytest

from games.ocs.bench import hex, options, play, position, refusal, told, unit, where
from games.ocs.skies import AIR_SEGMENT, BASES, flying
from games.ocs.test_edges_air import at, sky
from games.ocs.test_edges_landing import BOX, STRAIT, numbers, vars_of
from games.ocs.test_edges_modes import rule_of
from grognard.core.flow.flow import Game
from grognard.core.position import Frame
from grognard.games.ocs.air.aircraft import (
    Returning,
    ReturnToBase,
    active_over,
    base_of,
    bases_of,
    carrier_at,
    count_rebased,
    destroy_plane,
    flown,
    fly_refusal,
    has_place_for,
    hit_plane,
    is_base_of,
    is_patrolled,
    missions_now,
    patrollers,
    return_bases,
    send_back,
)
from grognard.games.ocs.air.bases import inactive_at, refit_count, refit_refusal, unloading_limit
from grognard.games.ocs.air.combat import (
    AbortBefore,
    AttackingPlane,
    DefendingPlane,
    Dogfight,
    RollAirCombat,
    RollAirLoss,
    abort,
)
from grognard.games.ocs.air.drop_plans import plan_refusal, plan_turns, planned
from grognard.games.ocs.air.drops import Dropping, RollDrop
from grognard.games.ocs.air.flak import flak_sheet, is_under_flak
from grognard.games.ocs.air.mission.bombing import (
    NameTarget,
    bomb_refusal,
    hip_shoot_refusal,
    strength_of,
    targets_in,
    trainbust_refusal,
)
from grognard.games.ocs.air.mission.declaration import (
    DeclareMission,
    declared,
    in_range,
    mission_refusal,
    places_for,
    transport_refusal,
)
from grognard.games.ocs.air.mission.flight_home import FlyOn, must_stay, next_bases, stays_active, way_back
from grognard.games.ocs.air.mission.interception import (
    Intercept,
    OrderOfStack,
    RollFlak,
    RollMissionLoss,
    TakeFlakLoss,
    interceptors,
    is_fired_at,
)
from grognard.games.ocs.air.mission.loading import JettisonCargo, LoadCargo, is_doubled
from grognard.games.ocs.air.mission.variables import (
    BARRAGE,
    DROP,
    HIP_SHOOT,
    SWEEP,
    TRAINBUSTING,
    TRANSFER,
    TRANSPORT,
    Mission,
)
from grognard.games.ocs.fire.facilities import BASE, PORT, TRAINS
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    DEAD,
    FLEW,
    PLEDGED,
    POOL,
    REFITTED,
    WAITING,
)
from grognard.games.ocs.sea.landing_rolls import Landing, RollLanding
from grognard.games.ocs.sea.ship_fire import RollShipFire, RollShipHalf, ShipFire
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Segment
from grognard.games.ocs.table.log import LogTeller
from grognard.games.ocs.table.words import PHASES

FLYING = {4, 5, 7, 8, 11, 12}
"""The three Movement Segments and the Barrage Segments that follow them."""
LONG = {"aster": {"01.01": 2, "11.01": 1, "42.01": 1, "43.01": 1}}


# -- who may fly, and when ------------------------------------------------


@pytest.mark.rule(
    "ocs.air.6a",
    "ocs.air.6b",
    "ocs.weather.1b",
    "ocs.reaction.3b",
    "ocs.exploitation.3b",
    "ocs.sequence.11c",
    "ocs.sequence.12a",
    "ocs.sequence.16a",
    "ocs.sequence.17b",
    "ocs.sequence.18b",
)
@pytest.mark.parametrize("weather", ["clear", "overcast", "storm"])
def test_in_which_phases_and_weather_aircraft_fly(weather: str) -> None:
    pos = sky({"af1": "01.01"}, weather=weather)
    af1 = unit(pos, "af1")
    for phase in range(len(PHASES)):
        pos.phase = phase
        moving, bombing = phase in (4, 7, 11), phase in (5, 8, 12)
        assert set(missions_now(pos)) == (
            {SWEEP, HIP_SHOOT, TRANSPORT, DROP, TRANSFER}
            if moving
            else {BARRAGE, TRAINBUSTING}
            if bombing
            else set()
        )
        if phase not in FLYING:
            rule = "ocs.air.6"
        elif weather == "storm" or (weather == "overcast" and phase not in (4, 5)):
            rule = "ocs.weather.1"
        else:
            rule = ""
        assert rule_of(fly_refusal(pos, af1)) == rule


@pytest.mark.rule("ocs.aircombat.9", "ocs.air.3")
def test_a_patrol_from_the_first_hex_and_none_from_off_the_map() -> None:
    pos = sky({"af1": "01.01", "at1": "01.01"}, bases={"aster": {"01.01": 1, "70.01": 1, "69.01": 1}})
    af1 = unit(pos, "af1")
    assert patrollers(pos, at(pos, 11), ASTER) == [af1] and patrollers(pos, at(pos, 12), ASTER) == []
    for place in (WAITING, DEAD):  # counted from the end these would be bases
        pos.place(af1, place)
        assert patrollers(pos, at(pos, 70), ASTER) == [] and not is_patrolled(pos, at(pos, 1), ASTER)
        assert rule_of(fly_refusal(pos, af1)) == "ocs.air.1"
    pos.place(af1, at(pos, 1))
    assert rule_of(fly_refusal(pos, af1)) == ""


@pytest.mark.rule("ocs.naval.6a", "ocs.naval.8", "ocs.units.4b")
def test_where_carriers_are_bases() -> None:
    pos = position(STRAIT, {"ac1": "01.02", "af1 af2 at1": "01.02"}, bases={"aster": {"04.01": 1}}, **BOX)
    ac1, af1, af2, at1, at2 = numbers(pos, "ac1 af1 af2 at1 at2")
    here = hex(pos, "01.02")
    assert carrier_at(pos, here, ASTER) == ac1 and carrier_at(pos, here, BOREAL) == -1
    assert bases_of(pos, ASTER) == [hex(pos, "04.01"), here] and bases_of(pos, BOREAL) == []
    assert has_place_for(pos, (af1,), here)  # it is one of the three
    assert has_place_for(pos, (af1, af2, at1), here) and not has_place_for(pos, (at2,), here)
    for place in (WAITING, DEAD, hex(pos, "sea")):
        pos.place(ac1, place)
        assert bases_of(pos, ASTER) == [hex(pos, "04.01")] and not is_base_of(pos, here, ASTER)
    first = position(["~~~"], {"ac1": "01.01"})
    assert bases_of(first, ASTER) == [0] and is_base_of(first, 0, ASTER)


@pytest.mark.rule("ocs.air.9")
def test_the_base_of_an_aircraft_is_where_it_took_off() -> None:
    pos = sky({"af1": "11.01"})
    af1 = unit(pos, "af1")
    assert (base_of(pos, af1), flown(pos, af1, at(pos, 31))) == (at(pos, 11), 20)
    pos.put.home[af1] = at(pos, 1)  # the first hex is a hex
    assert (base_of(pos, af1), flown(pos, af1, at(pos, 31))) == (at(pos, 1), 30)


# -- the declaration ------------------------------------------------


@pytest.mark.rule("ocs.air.9", "ocs.sequence.26c", "ocs.air.6", "ocs.basics.3a")
def test_a_mission_is_flown_on_the_map_and_within_the_truce() -> None:
    units = {"af1 at1 ax1": "11.01", "bf1": "21.01", "b11": "22.01", "a21": "23.01"}
    pos = sky(units, hip_shoot={"aster": True}, dumps={"aster": {"11.01": 2}})
    af1, at1, ax1 = numbers(pos, "af1 at1 ax1")

    def why(plane: int, kind: int, place: int) -> str:
        return rule_of(mission_refusal(pos, (plane,), kind, place, ASTER))

    assert why(af1, TRANSFER, at(pos, 1)) == ""
    assert why(af1, TRANSFER, -1) == why(af1, TRANSFER, pos.content.hexes) == "ocs.air.9"
    missions = [
        (af1, SWEEP, 21),
        (at1, HIP_SHOOT, 22),
        (ax1, TRANSPORT, 1),
        (ax1, DROP, 5),
        (af1, TRANSFER, 1),
    ]
    assert [why(plane, kind, at(pos, column)) for plane, kind, column in missions] == [""] * 5
    assert why(at1, BARRAGE, at(pos, 22)) == why(at1, TRAINBUSTING, at(pos, 22)) == "ocs.air.6"
    pos.calm = 1
    assert [why(plane, kind, at(pos, column)) for plane, kind, column in missions] == [
        *("ocs.sequence.26", "ocs.sequence.26", "", "", "")
    ]
    pos.phase = 5
    assert why(at1, BARRAGE, at(pos, 22)) == why(at1, TRAINBUSTING, at(pos, 25)) == "ocs.sequence.26"
    pos.calm = 0
    assert why(at1, BARRAGE, at(pos, 22)) == why(at1, TRAINBUSTING, at(pos, 25)) == ""


@pytest.mark.rule("ocs.air.9a", "ocs.air.7")
def test_every_aircraft_of_a_mission_must_reach_and_come_home() -> None:
    """Ranges: 30 for the Fighter in 01.01, 40 for the bomber in 11.01."""
    pos = sky({"af1": "01.01", "at1": "11.01"}, bases={"aster": {"01.01": 1, "11.01": 1}})
    af1, at1 = numbers(pos, "af1 at1")
    every = range(pos.content.hexes)

    def columns(planes: list[int], kind: int) -> list[int]:
        return [int(pos.content.names[one][:2]) for one in in_range(pos, planes, kind, every, ASTER)]

    assert columns([af1], BARRAGE) == list(range(1, 32))
    assert columns([at1], BARRAGE) == list(range(1, 52))
    assert columns([af1, at1], BARRAGE) == list(range(1, 32))
    assert columns([af1, at1], TRANSFER) == list(range(1, 62))
    for column in range(1, 70):
        alone = rule_of(mission_refusal(pos, (af1, at1), TRANSPORT, at(pos, column), ASTER))
        assert (alone == "ocs.air.9") is (column > 61)


@pytest.mark.rule("ocs.airmission.9a", "ocs.air.4")
def test_cargo_goes_to_a_friendly_base() -> None:
    pos = sky({"ax1": "01.01"}, dumps={"aster": {"01.01": 1}})
    ax1 = (unit(pos, "ax1"),)
    rules = [rule_of(transport_refusal(pos, ax1, at(pos, column), ASTER)) for column in (11, 12, 21, 1)]
    assert rules == ["", "ocs.airmission.9", "ocs.airmission.9", "ocs.airmission.9"]


@pytest.mark.rule("ocs.barrage.7", "ocs.airmission.1")
def test_where_a_mission_may_find_something_to_attack() -> None:
    given: dict[str, Any] = {
        "bases": {"boreal": {"05.01": 1}, "aster": {"06.01": 1}},
        "ports": {"boreal": {"07.01": [1, 0]}, "aster": {"08.01": [1, 0]}},
    }
    pos = sky({"b11": "01.01", "b41": {"hex": "03.01", "points": 1}, "a21": "09.01"}, **given)
    pos.place(unit(pos, "b12"), DEAD)
    pos.place(unit(pos, "b13"), WAITING)
    for kind in (SWEEP, BARRAGE, HIP_SHOOT):
        assert places_for(pos, kind, ASTER) == [at(pos, column) for column in (1, 3, 5, 7)]
    assert places_for(pos, TRANSPORT, ASTER) == places_for(pos, TRANSFER, ASTER) == [at(pos, 6)]
    for kind in (DROP, TRAINBUSTING):
        assert places_for(pos, kind, ASTER) == list(range(pos.content.hexes))
    boxed = position(STRAIT, {"b11": "04.01"}, **BOX)
    boxed.place(unit(boxed, "b12"), hex(boxed, "sea"))
    assert places_for(boxed, BARRAGE, ASTER) == [hex(boxed, "04.01")]


@pytest.mark.rule("ocs.air.7a", "ocs.air.10", "ocs.air.11")
def test_who_joins_a_mission() -> None:
    units = {
        "af1 at1": "04.11",
        "af2": {"hex": "04.11", "active": False},
        "at2": {"hex": "05.14", "flags": FLEW},
    }
    game = flying({**units, "as1": "05.14", "bf1": "20.10"})
    assert [text for text in options(game) if text.startswith("fly")] == ["fly af1", "fly at1", "fly as1"]
    assert refusal(game, "fly af2").rule == "ocs.air.1" and refusal(game, "fly at2").rule == "ocs.air.8"
    play(game, "fly af1")
    assert {text for text in options(game) if text.startswith("fly-with")} == {"fly-with at1", "fly-with as1"}
    assert refusal(game, "fly-with af1").rule == "ocs.air.7"
    assert refusal(game, "fly-with af2").rule == "ocs.air.1"
    assert "sweep 20.10" in options(game)
    play(game, "fly-with at1")
    assert "sweep 20.10" not in options(game) and refusal(game, "sweep 20.10").rule == "ocs.air.4"
    assert vars_of(game).planes == tuple(numbers(game.pos, "af1 at1"))
    play(game, "stay")
    assert game.ask.step == "Flying" and not game.pos.flags[unit(game.pos, "af1")]


@pytest.mark.rule("ocs.sequence.26", "ocs.air.6")
def test_in_a_truce_no_attack_is_offered() -> None:
    for calm in (0, 1):
        game = flying({"af1": "04.11", "bf1": "20.10"}, calm=calm)
        found = {text.split()[0] for text in options(play(game, "fly af1"))}
        assert ("sweep" in found) is (not calm) and "transfer-to" in found and "bomb" not in found


@pytest.mark.rule("ocs.air.8", "ocs.air.10", "ocs.barrage.6b", "ocs.airmission.3d", "ocs.airmission.4")
@pytest.mark.parametrize(
    ("phase", "verb", "more", "used"),
    [
        ("movement-barrage", "bomb", ("at-units",), BARRAGED),
        ("movement-barrage", "trainbust", (), BARRAGED),
        ("movement", "hip-shoot", ("at-units",), 0),
    ],
)
def test_what_a_mission_marks(phase: str, verb: str, more: tuple[str, ...], used: int) -> None:
    game = flying({"at1": "04.11", "b11": "12.10", "a21": "11.10"}, phase)
    play(game, "fly at1", f"{verb} 12.10", *more)
    pos, at1 = game.pos, unit(game.pos, "at1")
    assert told(game) == ["mission"] and game.ask.step == "RollFlak"
    assert (pos.home[at1], where(pos, "at1"), pos.flags[at1]) == (hex(pos, "04.11"), "12.10", FLEW)
    assert pos.worked[hex(pos, "12.10")] == used


@pytest.mark.rule("ocs.fog.2", "ocs.air.10")
def test_a_mission_is_secret_until_it_is_placed_and_its_cargo_always() -> None:
    pos = sky({"ax1": "01.01"})
    v = Mission(ASTER, (3,), DROP, 5, tokens=2, riders=(7,), gliders=1, staying=(3,))
    for step in ("DeclareMission", "NameTarget", "LoadCargo", "PlaceAircraft", "RollFlak"):
        frame = Frame("mission", step, v)
        assert declared(pos, frame, ASTER) is frame
        seen = declared(pos, frame, BOREAL)
        if step in ("DeclareMission", "NameTarget", "LoadCargo"):
            assert seen is None
        else:
            assert seen == Frame("mission", step, Mission(ASTER, (3,), DROP, 5))


# -- bombs ------------------------------------------------


@pytest.mark.rule("ocs.barrage.4", "ocs.airmission.2a", "ocs.flak.14", "ocs.air.3b")
def test_strengths_are_added_and_what_is_lost_is_missing() -> None:
    pos = sky({"at1 at2 af1": "01.01", "b11": "05.01"})
    at1, at2, af1, ax1 = numbers(pos, "at1 at2 af1 ax1")
    assert strength_of(pos, (at1, at2, af1)) == 17 + 17 + 3 and strength_of(pos, (ax1,)) == 0
    pos.put.lost[at2] = 1
    assert strength_of(pos, (at1, at2)) == 17 + 9
    pos.content.barrage[ax1 * 2] = 1
    one = (ax1,)
    assert rule_of(bomb_refusal(pos, one, at(pos, 5), ASTER)) == ""
    assert rule_of(trainbust_refusal(pos, one, at(pos, 6), ASTER)) == ""
    pos.content.hip_shoot[ASTER] = True
    pos.place(unit(pos, "a21"), at(pos, 4))
    assert rule_of(hip_shoot_refusal(pos, one, at(pos, 5), ASTER)) == ""


@pytest.mark.rule("ocs.barrage.7")
def test_own_works_are_no_targets() -> None:
    for owner, found in (("aster", []), ("boreal", [BASE, PORT])):
        given = {"bases": {owner: {"05.01": 1}}, "ports": {owner: {"05.01": [1, 0]}}}
        pos = sky({"at1": "01.01"}, **given)
        assert targets_in(pos, (unit(pos, "at1"),), at(pos, 5), ASTER, BARRAGE) == found


@pytest.mark.rule("ocs.barrage.7a", "ocs.naval.12c", "ocs.air.11", "ocs.airmission.2a")
def test_what_is_named_as_target_is_what_is_bombed() -> None:
    given: dict[str, Any] = {"bases": {"boreal": {"12.01": 1}, "aster": {"04.11": 1}}}
    given["ports"] = {"boreal": {"12.01": [2, 0]}}
    units = {"at1": "04.11", "b11": "12.01", "bd1": "12.01"}
    for verb, step in (
        ("at-units", "shelling"),
        ("at-base", "facility"),
        ("at-port", "facility"),
        ("at-ship bd1", ""),
    ):
        game = flying(units, "movement-barrage", **given)
        play(game, "fly at1", "bomb 12.01")
        assert options(game) == ["at-units", "at-base", "at-port", "at-ship bd1"]
        assert refusal(game, "at-ship bd2").rule == "ocs.naval.12"
        play(game, verb, "roll 2")
        frames = {frame.procedure: frame.vars for frame in game.pos.stack}
        if step == "facility":
            v: Any = frames["facility"]
            assert (v.target, v.side, v.strength) == (hex(game.pos, "12.01"), ASTER, 17)
            assert v.aim == (BASE if verb == "at-base" else PORT)
        elif step:
            assert step in frames
        else:
            fire: Any = frames["ship-fire"]
            assert (fire.ship, fire.strength, fire.side) == (unit(game.pos, "bd1"), 34, ASTER)


@pytest.mark.rule("ocs.airmission.5a", "ocs.airmission.5b", "ocs.airmission.2b")
def test_trainbusting_goes_to_the_facility_table() -> None:
    game = flying({"at1": "04.11"}, "movement-barrage")
    play(game, "fly at1", "trainbust 12.10", "roll 2")
    v = vars_of(game)
    assert (v.target, v.side, v.strength, v.aim) == (hex(game.pos, "12.10"), ASTER, 17, TRAINS)
    play(game, "roll 1", "return-to 04.11")
    assert where(game.pos, "at1") == "04.11" and not game.pos.active[unit(game.pos, "at1")]


@pytest.mark.rule("ocs.flak.14", "ocs.barrage.4")
def test_who_has_no_bombs_left_lays_no_barrage() -> None:
    """Iskra 1 carries 2, reduced 1; without strength nothing is rolled."""
    game = flying({"bf1": "17.12", "a21": "12.10"}, "movement-barrage", "boreal")
    pos, bf1 = game.pos, unit(game.pos, "bf1")
    play(game, "fly bf1", "bomb 12.10", "at-units")
    pos.content.barrage[bf1 * 2 + 1] = 0
    pos.content.barrage[bf1 * 2] = 0
    play(game, "roll 2")
    assert game.ask.step == "ReturnToBase"


# -- interception and Flak ------------------------------------------------


@pytest.mark.rule("ocs.flak.1a", "ocs.flak.1b", "ocs.aircombat.10a")
@pytest.mark.parametrize("kind", [SWEEP, BARRAGE, HIP_SHOOT, TRAINBUSTING, TRANSPORT, DROP, TRANSFER])
def test_which_missions_meet_flak_and_are_intercepted(kind: int) -> None:
    """The Fighter in 21.01 patrols from 11.01 on."""
    pos = sky({"bf1": "21.01", "at1": "11.01"})
    at1, bf1 = numbers(pos, "at1 bf1")
    for column, patrolled in ((11, True), (10, False)):
        pos.place(at1, at(pos, column))
        v = Mission(ASTER, (at1,), kind, at(pos, column))
        flak = kind in (BARRAGE, HIP_SHOOT, TRAINBUSTING) or (kind != SWEEP and patrolled)
        assert is_under_flak(pos, kind, at(pos, column), ASTER) is flak
        assert is_fired_at(pos, v) is flak and not is_fired_at(pos, v._replace(planes=()))
        assert interceptors(pos, v) == ([bf1] if flak and patrolled else [])
        assert interceptors(pos, v._replace(planes=())) == []


@pytest.mark.rule("ocs.flak.2", "ocs.flak.3a", "ocs.flak.5", "ocs.flak.6", "ocs.fog.5c")
def test_the_sheet_of_flak_adds_up() -> None:
    units = {"b01 b02": "03.01", "at1 at2 as1": "01.01"}
    pos = sky(units, bases={"boreal": {"03.01": 2}}, flak={"03.01": 3})
    planes = tuple(numbers(pos, "at1 at2 as1"))
    sheet = flak_sheet(pos, BARRAGE, at(pos, 3), planes, ASTER)
    assert sheet.total == f"{1 + 1 + 2 + 3:+d}" and sheet.title.endswith("11 or more")


@pytest.mark.rule(
    "ocs.aircombat.10c", "ocs.aircombat.12b", "ocs.flak.13", "ocs.aircombat.3a", "ocs.aircombat.11a"
)
def test_a_mission_is_intercepted_once() -> None:
    game = flying({"at1 at2": "04.11", "b11": "16.10", "bf1 bf2": "20.10"}, "movement-barrage")
    play(game, "fly at1", "fly-with at2", "bomb 16.10", "at-units")
    assert refusal(game, "intercept bt1").rule == "ocs.aircombat.10"
    play(game, "intercept bf1")
    pos, bf1 = game.pos, unit(game.pos, "bf1")
    assert "intercepted" in told(game) and where(pos, "bf1") == "16.10" and pos.home[bf1] == hex(pos, "20.10")
    frame = next(one for one in pos.stack if one.procedure == "air-combat")
    assert frame.vars == Dogfight(hex(pos, "16.10"), BOREAL, bf1)
    assert game.ask.side == BOREAL
    # 2 to 1 and dice 4: 5, the interceptor aborts; the mission goes on, and nobody comes any more.
    play(game, "engage", "engage", "attack-with bf1", "defend-with at1", "roll 4", "roll 1", "agreed")
    assert (where(pos, "bf1"), pos.active[bf1], pos.home[bf1]) == ("20.10", 0, -1)
    assert game.ask.step == "OrderOfStack"


@pytest.mark.rule("ocs.aircombat.10c", "ocs.flak.13c", "ocs.flak.14")
def test_let_pass_then_the_stack_is_ordered_and_flak_takes_one() -> None:
    game = flying({"at1 at2": "04.11", "b11": "16.10", "bf1": "20.10"}, "movement-barrage")
    play(game, "fly at1", "fly-with at2", "bomb 16.10", "at-units", "let-pass")
    pos = game.pos
    at1, at2 = numbers(pos, "at1 at2")
    assert where(pos, "bf1") == "20.10" and game.ask.side == ASTER
    assert options(game) == ["put-last at1", "agreed"]
    assert refusal(game, "put-last at2").rule == "ocs.flak.13"
    play(game, "put-last at1")
    assert options(game) == ["put-last at2", "agreed"] and vars_of(game).planes == (at2, at1)
    play(game, "agreed", "roll 9")  # and 2 for the Patrol Zone: 11
    assert game.ask.step == "RollMissionLoss"
    play(game, "roll 6")  # the second of two
    assert options(game) == ["lose-step at1"] and refusal(game, "lose-step at2").rule == "ocs.flak.13"
    play(game, "lose-step at1")
    assert game.ask.is_chance and told(game).count("plane-hit") == 1
    assert (pos.lost[at1], pos.lost[at2]) == (1, 0)
    safe = flying({"at1 at2": "04.11", "b11": "16.10", "bf1": "20.10"}, "movement-barrage")
    play(safe, "fly at1", "fly-with at2", "bomb 16.10", "at-units", "let-pass", "agreed", "roll 8")
    assert safe.ask.step != "RollMissionLoss" and not safe.pos.lost[at1]


@pytest.mark.rule("ocs.aircombat.13a", "ocs.aircombat.12a")
def test_a_mission_without_aircraft_is_over_and_the_winner_goes_home_active() -> None:
    game = flying({"at1": "04.11", "b11": "16.10", "bf2": "20.10"}, "movement-barrage")
    play(game, "fly at1", "bomb 16.10", "at-units", "intercept bf2", "engage", "engage")
    play(game, "attack-with bf2", "defend-with at1", "roll 6", "roll 5")  # 6 + 3 - 1 = 8, and a loss
    pos, bf2, at1 = game.pos, unit(game.pos, "bf2"), unit(game.pos, "at1")
    play(game, "return-to 05.14", "agreed")
    assert (pos.lost[at1], where(pos, "at1"), pos.active[at1], pos.home[at1]) == (1, "05.14", 0, -1)
    assert (where(pos, "bf2"), pos.active[bf2], pos.home[bf2], pos.flags[bf2]) == ("20.10", 1, -1, 0)
    assert "mission-over" in told(game) and game.ask.step == "Flying"


# -- air combat ------------------------------------------------


@pytest.mark.rule("ocs.air.13", "ocs.air.12")
def test_where_aircraft_go_that_abort() -> None:
    game = flying({"af1 at1": "20.10", "bf1 bf2": "20.10"})
    pos = game.pos
    af1, at1, bf1, bf2 = numbers(pos, "af1 at1 bf1 bf2")
    pos.put.home[af1] = pos.put.home[at1] = hex(pos, "04.11")
    pos.put.home[bf2] = hex(pos, "17.12")
    abort(game, [bf1, bf2], interceptor=bf2)
    assert [(where(pos, id), pos.active[unit(pos, id)]) for id in ("bf1", "bf2")] == [
        ("20.10", 0),
        ("17.12", 0),
    ]
    assert (pos.home[bf1], pos.home[bf2]) == (-1, -1)
    abort(game, [af1])
    assert pos.active[af1] == 0 and told(game).count("aborted") == 3
    assert vars_of(game) == Returning(ASTER, (af1,), (30,))


@pytest.mark.rule("ocs.aircombat.2a", "ocs.aircombat.2b", "ocs.aircombat.5a", "ocs.air.6c")
def test_who_is_asked_in_an_air_combat() -> None:
    game = flying(
        {"af1 at1": "04.11", "bf1": "20.10", "bt1": {"hex": "20.10", "active": False}}, "movement-barrage"
    )
    play(game, "fly af1", "fly-with at1", "bomb 20.10", "at-base")
    assert (game.ask.side, options(game)) == (ASTER, ["abort af1", "abort at1", "engage"])
    assert refusal(game, "abort af2").rule == "ocs.aircombat.2"
    play(game, "engage")
    assert (game.ask.side, options(game)) == (BOREAL, ["engage"])
    assert refusal(game, "abort bf1").why.startswith("at least one")
    assert refusal(game, "abort bt1").why.startswith("only own Active")
    play(game, "engage")
    assert (game.ask.side, options(game)) == (ASTER, ["attack-with af1"])
    assert refusal(game, "attack-with at1").why.startswith("its rating is in parentheses")
    assert refusal(game, "attack-with af2").why.startswith("only an own Active")
    play(game, "attack-with af1")
    assert (game.ask.side, options(game)) == (BOREAL, ["defend-with bf1"])
    assert refusal(game, "defend-with bt1").rule == "ocs.aircombat.5"
    play(game, "defend-with bf1", "roll 5")  # 5 + 4 - 2 = 7: both abort
    play(game, "roll 4")
    pos = game.pos
    assert [pos.lost[one] for one in numbers(pos, "af1 bf1")] == [0, 0]
    assert pos.active[unit(pos, "bf1")] == 0 and where(pos, "bf1") == "20.10"
    assert "roles-swapped" not in told(game)


# -- the way home ------------------------------------------------


@pytest.mark.rule("ocs.air.2", "ocs.units.15a")
def test_a_first_loss_reduces_and_a_second_destroys() -> None:
    game = flying({"af1 af2": "04.11"})
    pos = game.pos
    af1, af2 = numbers(pos, "af1 af2")
    assert hit_plane(game, af1, "ocs.flak.2") is False
    assert (pos.lost[af1], where(pos, "af1"), told(game)[-1]) == (1, "04.11", "plane-hit")
    assert hit_plane(game, af1, "ocs.flak.2") is True
    assert (pos.lost[af1], pos.hex[af1], told(game)[-1]) == (2, DEAD, "plane-lost")
    destroy_plane(game, af2, "ocs.air.14")
    assert (pos.lost[af2], pos.hex[af2], pos.active[af2], pos.home[af2]) == (2, DEAD, 0, -1)


@pytest.mark.rule("ocs.air.14", "ocs.air.12a", "ocs.air.9", "ocs.naval.6")
def test_aircraft_come_home_one_after_another_or_are_lost() -> None:
    units = {"af1 af2 at1": "10.10", "ac1": "12.01", "at2 as1 ax1": "12.01", "bf1": "17.12"}
    game = flying(units)
    pos = game.pos
    af1, af2, at1 = numbers(pos, "af1 af2 at1")
    for plane in (af1, af2, at1):
        pos.put.home[plane] = hex(pos, "05.14")
    assert return_bases(pos, Returning(ASTER, (af1,), (3,))) == []
    send_back(game, [af1, af2, at1], [3, 30, 40])
    assert game.ask.step == "ReturnToBase"
    assert pos.hex[af1] == DEAD and vars_of(game) == Returning(ASTER, (af2, at1), (30, 40))
    assert options(game) == ["return-to 05.14", "return-to 04.11"]
    assert refusal(game, "return-to 10.10").rule == "ocs.air.12"
    assert refusal(game, "return-to 17.12").rule == "ocs.air.12"
    assert refusal(game, "return-to 12.01").rule == "ocs.naval.6"  # the carrier holds its three
    play(game, "return-to 04.11")
    assert (where(pos, "af2"), pos.active[af2], pos.home[af2]) == ("04.11", 0, -1)
    assert "returned" in told(game)
    play(game, "return-to 05.14")
    assert where(pos, "at1") == "05.14" and game.ask.step == "Flying"
    near = flying({"af1": "10.10"})
    send_back(near, [af1], [7])
    assert near.ask.step == "ReturnToBase"
    assert (
        refusal(near, "return-to 04.11").rule == "ocs.air.9"
        if "return-to 04.11" not in options(near)
        else True
    )


@pytest.mark.rule("ocs.airmission.27b", "ocs.air.12", "ocs.option.6")
@pytest.mark.parametrize(
    ("id", "far", "option", "stays"),
    [
        ("af1", 30, False, True),  # its range
        ("af1", 31, False, False),
        ("at1", 10, False, False),
        ("af1", 15, True, True),  # with the option half its range
        ("af1", 16, True, False),
    ],
)
def test_who_stays_active_at_the_new_base(id: str, far: int, option: bool, stays: bool) -> None:
    pos = sky(
        {id: f"{far + 1:02d}.01"},
        bases={"aster": {"01.01": 1, f"{far + 1:02d}.01": 1}},
        options={"opt_21_4_long_range_air": option},
    )
    plane = unit(pos, id)
    pos.put.home[plane] = at(pos, 1)
    assert stays_active(pos, plane, at(pos, far + 1)) is stays


@pytest.mark.rule("ocs.airmission.27c", "ocs.airbase.2a", "ocs.option.7a", "ocs.option.7b", "ocs.naval.6")
def test_room_for_active_aircraft_at_the_new_base() -> None:
    """A base of level 1 holds five, a strip four."""
    units = {"af1": "11.01", "af2 at1 at2 as1 ax1": "11.01"}
    pos = sky(units)
    here = at(pos, 11)
    af1, at2, ax1 = numbers(pos, "af1 at2 ax1")
    pos.put.home[af1] = at(pos, 1)
    assert not stays_active(pos, af1, here)
    pos.put.active[ax1] = 0
    assert stays_active(pos, af1, here)
    strip = sky(units, bases={}, strips={"aster": ["11.01", "01.01"]})
    strip.put.home[af1] = at(pos, 1)
    strip.put.active[ax1] = 0
    assert not stays_active(strip, af1, here)
    strip.put.home[at2] = at(pos, 1)  # over it on a mission
    assert stays_active(strip, af1, here)
    pos.content.options["opt_21_5_rebasing"] = True
    assert stays_active(pos, af1, here)
    count_rebased(pos, ASTER, here, 0)  # it came in Inactive
    count_rebased(pos, BOREAL, at(pos, 1), 1)
    assert stays_active(pos, af1, here)
    count_rebased(pos, ASTER, here, 1)
    assert not stays_active(pos, af1, here)  # one for each level
    pos.put.base[here] = 2
    assert stays_active(pos, af1, here)
    count_rebased(pos, ASTER, here, 1)
    assert not stays_active(pos, af1, here)
    strip.content.options["opt_21_5_rebasing"] = True
    assert stays_active(strip, af1, here)  # a strip counts one
    count_rebased(strip, ASTER, here, 1)
    assert not stays_active(strip, af1, here)
    deck = position(["~" * 12], {"ac1 af1": "11.01"}, bases={"aster": {"01.01": 1}})
    deck.put.home[af1] = hex(deck, "01.01")
    assert stays_active(deck, af1, hex(deck, "11.01"))


@pytest.mark.rule(
    "ocs.airmission.14a", "ocs.airmission.14b", "ocs.airmission.14c", "ocs.airbase.6", "ocs.air.4a"
)
def test_transports_that_stay_and_those_that_go_home() -> None:
    """Range 62."""
    pos = sky({"ax1": "63.01", "af1": "31.01"})
    ax1, af1 = numbers(pos, "ax1 af1")
    pos.put.home[ax1] = pos.put.home[af1] = at(pos, 1)
    v = Mission(ASTER, (ax1, af1), TRANSPORT, at(pos, 63), tokens=1)
    assert not must_stay(pos, ax1, v) and must_stay(pos, ax1, v._replace(hex=at(pos, 64)))
    assert must_stay(pos, ax1, v._replace(staying=(ax1,)))
    near = v._replace(hex=at(pos, 11))
    assert [way_back(pos, plane, near) for plane in (ax1, af1)] == [62, 30]

    def loaded(v: Mission) -> Mission:
        """The mission as it takes off."""
        return v._replace(doubled=int(is_doubled(pos, v)))

    doubled = loaded(near._replace(tokens=2))
    assert [way_back(pos, plane, doubled) for plane in (ax1, af1)] == [31, 30]
    assert way_back(pos, ax1, doubled._replace(tokens=0)) == 31  # what is lost on the way changes nothing
    glider = near._replace(kind=DROP, tokens=2, gliders=1)
    assert [way_back(pos, ax1, loaded(glider._replace(tokens=load))) for load in (2, 3)] == [62, 31]


@pytest.mark.rule("ocs.airmission.14c", "ocs.airmission.14d")
def test_a_double_load_comes_home_within_half_the_range() -> None:
    """The transport of Boreal has range 45: from 17.12 it is back at 20.10, not at 04.11 beyond 22 hexes."""
    bases = {"boreal": {"24.10": 2, "17.12": 1, "01.11": 1}}
    for tokens, home in ((1, {"24.10", "17.12", "01.11"}), (2, {"24.10", "17.12"})):
        game = flying({"bx1": "17.12"}, side="boreal", bases=bases, dumps={"boreal": {"17.12": 4}})
        play(game, "fly bx1", "carry-to 24.10", f"load {tokens}", "take-off")
        assert game.ask.step == "ReturnToBase"
        assert {text.split()[1] for text in options(game)} == home


@pytest.mark.rule("ocs.option.17c")
def test_third_bases() -> None:
    """From 11.01 it is 31 hexes to 42.01, which is half the range, and 32 to 43.01."""
    xyz = {"opt_21_12a_xyz": True}
    pos = sky({"ax1 af1": "11.01"}, bases=LONG, dumps={"aster": {"11.01": 3}}, options=xyz)
    ax1, af1 = numbers(pos, "ax1 af1")
    pos.put.home[ax1] = pos.put.home[af1] = at(pos, 1)
    here = at(pos, 11)
    pos.put.unloaded[here] = 2
    v = Mission(ASTER, (ax1,), TRANSPORT, here, tokens=1)

    def columns(flight: Mission) -> list[int]:
        return [int(pos.content.names[base][:2]) for base in next_bases(pos, flight)]

    assert columns(v) == [1, 42, 43]
    assert columns(v._replace(doubled=1)) == [1, 42]
    assert columns(v._replace(planes=(ax1, af1))) == [1]  # the escort has range 30
    assert (
        columns(v._replace(kind=DROP)) == columns(v._replace(leg=10)) == columns(v._replace(planes=())) == []
    )
    assert columns(v._replace(planes=(af1,))) == []
    pos.put.unloaded[here] = 3
    assert columns(v) == [1, 42, 43]  # what was brought may go on
    assert columns(v._replace(tokens=0)) == []
    pos.put.unloaded[here] = 0
    pos.content.options["opt_21_12a_xyz"] = False
    assert columns(v) == []


@pytest.mark.rule("ocs.option.17a")
def test_a_flight_goes_on_or_ends_where_it_is() -> None:
    bases = {"aster": {"04.11": 2, "05.14": 2, "10.15": 1}}
    given: dict[str, Any] = {"bases": bases, "dumps": {"aster": {"04.11": 8, "05.14": 3}}}
    game = flying({"ax1": "04.11"}, options={"opt_21_12a_xyz": True}, **given)
    play(game, "fly ax1", "carry-to 05.14", "load 2", "take-off")
    assert refusal(game, "fly-on 05.14").rule == "ocs.option.17"
    play(game, "fly-on 10.15")
    pos, ax1 = game.pos, unit(game.pos, "ax1")
    v = vars_of(game)
    assert (v.side, v.planes, v.kind, v.hex) == (ASTER, (ax1,), TRANSPORT, hex(pos, "10.15"))
    assert v.leg == pos.content.distance(hex(pos, "04.11"), hex(pos, "05.14")) == 4
    assert (where(pos, "ax1"), pos.active[ax1], pos.home[ax1]) == ("05.14", 1, -1)
    play(game, "stay")
    assert (where(pos, "ax1"), pos.active[ax1]) == ("05.14", 0) and game.ask.step == "Flying"
    home = flying({"ax1": "04.11"}, options={"opt_21_12a_xyz": True}, **given)
    play(home, "fly ax1", "carry-to 05.14", "load 2", "take-off", "go-home")
    assert home.ask.step == "ReturnToBase"


# -- refit ------------------------------------------------


@pytest.mark.rule("ocs.airbase.2", "ocs.airbase.3b")
@pytest.mark.parametrize(
    ("level", "active", "waiting", "count"),
    [(1, 0, 1, 1), (1, 0, 3, 2), (1, 4, 2, 1), (1, 5, 1, 0), (2, 0, 5, 4), (3, 0, 6, 6), (3, 3, 3, 3)],
)
def test_how_many_a_refit_makes_active(level: int, active: int, waiting: int, count: int) -> None:
    pos = sky({"af1 af2 at1 at2 as1 ax1": "01.01"}, bases={"aster": {"01.01": level}})
    planes = numbers(pos, "af1 af2 at1 at2 as1 ax1")
    for plane in planes[active:]:
        pos.put.active[plane] = 0
    for plane in planes[active + waiting :]:
        pos.place(plane, DEAD)
    assert refit_count(pos, at(pos, 1), ASTER) == count
    assert inactive_at(pos, at(pos, 1), ASTER) == sorted(planes[active : active + waiting])
    assert active_over(pos, at(pos, 1), ASTER) == sorted(planes[:active])


@pytest.mark.rule("ocs.airbase.3a", "ocs.airbase.5", "ocs.airbase.2", "ocs.sequence.8a")
def test_why_a_base_cannot_refit() -> None:
    pos = sky({"af1": {"hex": "01.01", "active": False}}, dumps={"aster": {"01.01": 1}})

    def why(place: int) -> str:
        return rule_of(refit_refusal(pos, place, ASTER))

    assert (
        why(at(pos, 1)) == "" and why(at(pos, 2)) == "ocs.airbase.3" and why(at(pos, 11)) == "ocs.airbase.3"
    )
    assert why(-1) == why(pos.content.hexes) == "ocs.airbase.3"
    pos.put.worked[at(pos, 1)] = REFITTED
    assert why(at(pos, 1)) == "ocs.airbase.3"
    pos.put.worked[at(pos, 1)] = BARRAGED
    assert why(at(pos, 1)) == ""
    pos.add_dump(at(pos, 1), ASTER, -1)
    assert why(at(pos, 1)) == "ocs.airbase.5"
    pos.put.active[unit(pos, "af1")] = 1
    assert why(at(pos, 1)) == "ocs.airbase.3"


@pytest.mark.rule("ocs.airbase.3a", "ocs.naval.7", "ocs.zoc.13")
def test_a_refit_is_paid_on_land_and_free_on_a_carrier() -> None:
    off = {"hex": "04.11", "active": False}
    game = flying({"af1 at1": off, "a35": "04.11", "b11": "04.12"}, "refit", dumps={"aster": {"04.11": 2}})
    play(game, "refit 04.11")
    pos, here = game.pos, hex(game.pos, "04.11")
    assert pos.worked[here] & REFITTED and "refit" in told(game)
    assert pos.flags[unit(pos, "a35")] & PLEDGED  # it keeps the zone off
    assert options(game) == ["make-active af1", "make-active at1"]
    assert refusal(game, "make-active af2").rule == "ocs.airbase.3"
    play(game, "make-active at1")
    assert pos.active[unit(pos, "at1")] == 1 and vars_of(game).left == 1
    play(game, "make-active af1")
    assert pos.ground_dump(here, ASTER) == 1
    deck = flying({"ac1": "12.01", "af1 at1": {"hex": "12.01", "active": False}}, "refit", bases={})
    play(deck, "refit 12.01", "make-active af1", "make-active at1")
    assert deck.pos.worked[hex(pos, "12.01")] & REFITTED and deck.ask.step == "Flying"


@pytest.mark.rule("ocs.airbase.6a")
@pytest.mark.parametrize(
    ("level", "unloaded", "left"), [(1, 0, 2), (2, 1, 3), (3, 6, 0), (3, 7, 0), (9, 0, 2), (9, 1, 1)]
)
def test_what_a_base_can_still_unload(level: int, unloaded: int, left: int) -> None:
    pos = sky({})
    pos.put.base[at(pos, 1)], pos.put.flown_in[at(pos, 1)] = level, unloaded
    assert unloading_limit(pos, at(pos, 1)) == left


# -- Drop Plans ------------------------------------------------


@pytest.mark.rule("ocs.airmission.15", "ocs.airmission.16b", "ocs.airmission.11")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a35", {}, {}, ""),
        ("b39", {}, {}, "ocs.airmission.16"),
        ("a41", {"points": 1}, {}, "ocs.airmission.16"),
        ("a35", {"hex": "dead"}, {}, "ocs.airmission.16"),
        ("a35", {"hex": "pool"}, {}, "ocs.airmission.16"),
        ("a35", {"hex": "waiting"}, {}, ""),  # it may arrive before the drop
        ("a35", {"plan": ["12.10", 5]}, {}, "ocs.airmission.16"),
        ("a33", {}, {}, "ocs.airmission.11"),
        ("a21", {}, {}, "ocs.airmission.15"),
        ("a21", {}, {"gliders": {"04.11": 1}}, ""),
        ("a35", {}, {"turn": 4}, ""),
        ("a35", {}, {"turn": 5}, "ocs.airmission.16"),
    ],
)
def test_for_whom_a_drop_is_planned(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = position([], {id: {"hex": "04.11", **state}}, bases=BASES, **more)
    assert rule_of(plan_refusal(pos, unit(pos, id), ASTER)) == rule


@pytest.mark.rule("ocs.airmission.16b")
def test_plans_are_for_two_turns_ahead_and_to_the_end() -> None:
    pos = position([], {})
    for turn in range(1, 7):
        pos.turn = turn
        assert list(plan_turns(pos)) == list(range(turn + 2, 7))


@pytest.mark.rule("ocs.airmission.16", "ocs.airmission.17a", "ocs.airmission.22")
def test_plans_on_the_last_turn_are_not_put_off_and_nothing_is_planned_at_sea() -> None:
    units = {"a35": {"hex": "04.11", "plan": ["12.10", 4]}, "a21": "04.11", "b39": "17.12"}
    given: dict[str, Any] = {"gliders": {"04.11": 1}}

    def plans(turn: int, due: int) -> list[str]:
        game = flying({**units, "a35": {"hex": "04.11", "plan": ["12.10", due]}}, "refit", turn=turn, **given)
        return [text for text in options(game) if "plan" in text.split()[0] and "a35" in text]

    assert plans(4, 4) == ["cancel-plan a35", "delay-plan a35"]
    assert plans(3, 4) == ["cancel-plan a35", "delay-plan a35"] and plans(6, 6) == ["cancel-plan a35"]
    assert plans(3, 6) == ["cancel-plan a35"]
    assert plans(5, 5) == ["cancel-plan a35", "delay-plan a35"]
    game = flying(units, "refit", turn=2, **given)
    pos, a21, a35 = game.pos, unit(game.pos, "a21"), unit(game.pos, "a35")
    assert planned(pos, ASTER) == [a35] and planned(pos, BOREAL) == []
    assert refusal(game, "cancel-plan a21").rule == "ocs.airmission.17"
    assert refusal(game, "delay-plan a21").rule == "ocs.airmission.17"
    assert "plan-drop a21" in options(game) and "plan-drop b39" not in options(game)
    play(game, "plan-drop a21")
    assert refusal(game, "plan-hex 12.01").rule == "ocs.airmission.22"
    land = [text for text in options(game) if text.startswith("plan-hex")]
    assert len(land) == sum(not sea for sea in pos.content.is_sea[: pos.content.hexes])
    play(game, "no-drop")
    assert pos.plan_turn[a21] == 0
    play(game, "plan-drop a21", "plan-hex 12.10")
    assert options(game) == ["plan-turn 4", "plan-turn 5", "plan-turn 6"]
    assert refusal(game, "plan-turn 3").rule == "ocs.airmission.16"
    play(game, "plan-turn 5")
    assert (pos.plan_hex[a21], pos.plan_turn[a21], told(game)) == (hex(pos, "12.10"), 5, ["plan"])
    play(game, "cancel-plan a21")
    assert (pos.plan_hex[a21], pos.plan_turn[a21], told(game)) == (-1, 0, ["no-plan"])
    assert POOL < DEAD < WAITING


# -- the log ----------------------------------------------


@pytest.mark.rule("ocs.aircombat.6", "ocs.airmission.18", "ocs.naval.14", "ocs.option.1e")
def test_the_log_says_how_it_came_out() -> None:
    teller = LogTeller(position([], {}))
    ends = {6: "the attacker aborts.", 7: "both abort.", 8: "the defender aborts.", 2: "the attacker aborts."}
    for modified, end in ends.items():
        assert teller.air_combat(0, 1, 5, modified).endswith(end)
    assert [teller.dropped(0, 5, 7, 6, safe)[-12:] for safe in (1, 0)] == ["down safely.", " it is lost."]
    assert [teller.token_dropped(5, 7, 6, safe)[-5:] for safe in (1, 0)] == ["safe.", "lost."]
    assert [teller.ship_hit(0, hits).rsplit(" is ")[-1] for hits in (0, 1, 2)] == [
        *("DG.", "1 time hit.", "2 times hit.")
    ]
    levels = [teller.scouted(5, 3, level).rsplit(", ")[-1] for level in (0, 1, 2)]
    assert levels == ["no anti-tank.", "light anti-tank.", "heavy anti-tank."]


@pytest.mark.rule("ocs.flak.2", "ocs.flak.13", "ocs.aircombat.5b", "ocs.airmission.18", "ocs.naval.13")
@pytest.mark.parametrize("side", [ASTER, BOREAL])
def test_who_rolls_and_who_is_asked(side: int) -> None:
    pos = sky({})
    mission, fight = Mission(side, ()), Dogfight(5, side)
    assert [step.roller(pos, mission) for step in (RollFlak(), RollMissionLoss())] == [1 - side] * 2
    assert [step.roller(pos, fight) for step in (RollAirCombat(), RollAirLoss())] == [side] * 2
    assert RollDrop().roller(pos, Dropping(side, 5)) == side
    assert RollLanding().roller(pos, Landing(side, ())) == side
    fire = ShipFire(side, 0, 1)
    assert [step.roller(pos, fire) for step in (RollShipFire(), RollShipHalf())] == [side] * 2
    owners = (
        DeclareMission(),
        NameTarget(),
        LoadCargo(),
        OrderOfStack(),
        TakeFlakLoss(),
        JettisonCargo(),
        FlyOn(),
    )
    assert {step.side(pos, mission) for step in owners} == {side}
    assert Intercept().side(pos, mission) == 1 - side
    assert [AbortBefore().side(pos, fight._replace(asked=asked)) for asked in (0, 1)] == [side, 1 - side]
    assert (AttackingPlane().side(pos, fight), DefendingPlane().side(pos, fight)) == (side, 1 - side)
    assert ReturnToBase().side(pos, Returning(side)) == side


@pytest.mark.rule("ocs.airbase.5", "ocs.zoc.13")
def test_who_keeps_a_zone_off_the_dump_of_a_refit_is_held_to_it() -> None:
    units = {"af1": {"hex": "01.01", "active": False}, "a35": "02.01", "a33": "03.01", "b11": "03.02"}
    pos = position(
        ["~~.~~", "....."], units, phase="refit", bases={"aster": {"01.01": 1}}, dumps={"aster": {"04.01": 1}}
    )
    game = Game({**PROCEDURES, AIR_SEGMENT.name: AIR_SEGMENT}, pos)
    game.call(AIR_SEGMENT.name, Segment(pos.phase, ASTER))
    zone = pos.zoc(BOREAL)
    assert zone[hex(pos, "03.01")] and not zone[hex(pos, "01.01")]
    play(game, "refit 01.01")
    assert pos.flags[unit(pos, "a33")] & PLEDGED


@pytest.mark.rule("ocs.aircombat.5")
def test_usually_the_best_ratings_fight() -> None:
    units = {"af1": {"hex": "04.11", "lost": 1}, "af2": "04.11", "bf1 bf2 bt1": "20.10"}
    game = flying(units)
    play(game, "fly af1", "fly-with af2", "sweep 20.10", "engage", "engage")
    assert game.ask.usual(game.pos) == ("attack-with", unit(game.pos, "af2"))  # 4, the other 3
    play(game, "attack-with af2")
    assert game.ask.usual(game.pos) == ("defend-with", unit(game.pos, "bf2"))  # 3, the others 2
