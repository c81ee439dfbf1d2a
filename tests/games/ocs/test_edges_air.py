"""The edges of the air war: one state on either side of every condition and range."""

from typing import Any

import pytest

from games.ocs.bench import hex, options, play, position, refusal, unit, where
from games.ocs.skies import flying
from games.ocs.test_edges_modes import rule_of
from grognard.games.ocs.air.aircraft import (
    Returning,
    active_limit,
    bases_of,
    bases_within,
    fly_refusal,
    has_place_for,
    hit_plane,
    is_base_of,
    is_patrolled,
    land,
    missions_now,
    patrollers,
    refit_limit,
    return_bases,
    take_off,
)
from grognard.games.ocs.air.combat import air_rating, attacker_now, combat_sheet, is_far, who_aborts
from grognard.games.ocs.air.flak import flak_terms, is_hit, planes_hit, ship_flak
from grognard.games.ocs.air.mission.bombing import (
    SHIP,
    air_fire,
    air_shelling,
    bomb_refusal,
    hip_shoot_refusal,
    is_short_range,
    is_spotted,
    targets_in,
    trainbust_refusal,
)
from grognard.games.ocs.air.mission.declaration import (
    fly_along_refusal,
    has_way_home,
    in_range,
    legs_of,
    mission_refusal,
    places_for,
    sweep_refusal,
    transfer_refusal,
    way_home,
)
from grognard.games.ocs.air.mission.interception import interceptors
from grognard.games.ocs.air.mission.loading import (
    capacity,
    excess_load,
    load_refusal,
    plane_capacity,
    rider_refusal,
    room_left,
    staying,
    tokens_at_hand,
    towing_limit,
    unload_at_base,
    weight,
)
from grognard.games.ocs.air.mission.variables import (
    BARRAGE,
    DROP,
    HIP_SHOOT,
    SWEEP,
    TRAINBUSTING,
    TRANSFER,
    TRANSPORT,
    Mission,
    still_flying,
)
from grognard.games.ocs.fire.barrage import BY_AIR
from grognard.games.ocs.fire.facilities import BASE, PORT, UNITS
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    BUILT,
    CARRIED,
    DEAD,
    FLEW,
    FOUGHT,
    MOVED,
    PLEDGED,
    RELEASED,
    OcsPosition,
)

WIDE = ["." * 70]


def sky(units: Any = (), rows: list[str] | None = None, **given: Any) -> OcsPosition:
    """Bases of Aster in 01.01 and 11.01, of Boreal in 21.01 and 31.01, on one long row."""
    given.setdefault("bases", {"aster": {"01.01": 2, "11.01": 1}, "boreal": {"21.01": 3, "31.01": 1}})
    return position(rows or WIDE, units, **given)


def at(pos: OcsPosition, column: int) -> int:
    return hex(pos, f"{column:02d}.01")


# -- bases and Patrol Zones -----------------------------------------------------------------------


@pytest.mark.rule("ocs.airbase.2a", "ocs.airbase.3b", "ocs.air.9")
def test_what_bases_hold_and_where_they_are() -> None:
    pos = sky({"af1 af2": "01.01"}, strips={"aster": ["41.01"]})
    assert [active_limit(pos, at(pos, column)) for column in (1, 11, 21, 41)] == [6, 5, 7, 4]
    assert [refit_limit(pos, at(pos, column)) for column in (1, 11, 21, 41)] == [4, 2, 6, 1]
    assert bases_of(pos, ASTER) == [at(pos, column) for column in (1, 11, 41)]
    assert bases_of(pos, BOREAL) == [at(pos, column) for column in (21, 31)]
    assert bases_within(pos, ASTER, at(pos, 9), 8) == [at(pos, 11), at(pos, 1)]
    assert bases_within(pos, ASTER, at(pos, 9), 7) == [at(pos, 11)]
    assert bases_within(pos, ASTER, at(pos, 9), 1) == []
    assert is_base_of(pos, at(pos, 1), ASTER) and not is_base_of(pos, at(pos, 1), BOREAL)
    assert not is_base_of(pos, at(pos, 2), ASTER)
    assert has_way_home(pos, ASTER, at(pos, 9), 2) and not has_way_home(pos, ASTER, at(pos, 9), 1)
    home = way_home(pos.content, (at(pos, 1), at(pos, 11)))
    assert [home[at(pos, column)] for column in (1, 5, 9, 20)] == [0, 4, 2, 9]


@pytest.mark.rule("ocs.naval.6a")
def test_only_carriers_are_ever_full() -> None:
    pos = position(["~~~~~"], {"ac1": "03.01", "af1 af2": "03.01"}, bases={"aster": {"01.01": 1}})
    at1, at2 = unit(pos, "at1"), unit(pos, "at2")
    assert has_place_for(pos, (at1,), hex(pos, "03.01"))
    assert not has_place_for(pos, (at1, at2), hex(pos, "03.01"))
    assert has_place_for(pos, (at1, at2), hex(pos, "01.01"))
    pos.put.home[unit(pos, "af2")] = hex(pos, "01.01")  # it is only flying over
    assert has_place_for(pos, (at1, at2), hex(pos, "03.01"))
    assert is_base_of(pos, hex(pos, "03.01"), ASTER) and bases_of(pos, ASTER)[-1] == hex(pos, "03.01")


@pytest.mark.rule("ocs.aircombat.9")
def test_a_fighters_patrol_zone_is_ten_hexes_around_its_base() -> None:
    pos = sky({"bf1 bt1": "21.01"})
    bf1 = unit(pos, "bf1")
    for column, covered in ((11, True), (10, False), (31, True), (32, False)):
        assert is_patrolled(pos, at(pos, column), BOREAL) is covered
        assert patrollers(pos, at(pos, column), BOREAL) == ([bf1] if covered else [])
    pos.put.home[bf1] = at(pos, 31)
    assert not is_patrolled(pos, at(pos, 21), BOREAL)  # it is on a mission
    pos.put.home[bf1], pos.put.active[bf1] = -1, 0
    assert not is_patrolled(pos, at(pos, 21), BOREAL)
    pos.put.active[bf1] = 1
    pos.place(bf1, at(pos, 22))
    assert not is_patrolled(pos, at(pos, 21), BOREAL)  # not at a base
    assert not is_patrolled(pos, at(pos, 21), ASTER)


# -- who flies ------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.air.1a", "ocs.air.6", "ocs.air.8a", "ocs.air.15", "ocs.weather.1")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("af1", {}, {}, ""),
        ("a21", {}, {}, "ocs.air.15"),
        ("bf1", {}, {}, "ocs.air.6"),
        ("af1", {"hex": "dead"}, {}, "ocs.air.1"),
        ("af1", {"active": False}, {}, "ocs.air.1"),
        ("af1", {"flags": FLEW}, {}, "ocs.air.8"),
        ("af1", {"flags": MOVED}, {}, ""),
        ("af1", {}, {"phase": "combat-barrage"}, "ocs.air.6"),
        ("af1", {}, {"phase": "supply"}, "ocs.air.6"),
        ("af1", {}, {"phase": "movement-barrage"}, ""),
        ("af1", {}, {"phase": "reaction"}, ""),
        ("af1", {}, {"phase": "exploitation-barrage"}, ""),
        ("af1", {}, {"weather": "storm"}, "ocs.weather.1"),
        ("af1", {}, {"weather": "overcast"}, ""),
        ("af1", {}, {"weather": "overcast", "phase": "movement-barrage"}, ""),
        ("af1", {}, {"weather": "overcast", "phase": "reaction"}, "ocs.weather.1"),
        ("af1", {}, {"weather": "overcast", "phase": "exploitation"}, "ocs.weather.1"),
    ],
)
def test_who_may_fly(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = sky({id: {"hex": "01.01", **state}}, acting="aster", **more)
    assert rule_of(fly_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.air.6")
def test_which_missions_are_flown_when() -> None:
    flown_in = {
        "movement": {SWEEP, HIP_SHOOT, TRANSPORT, DROP, TRANSFER, TRAINBUSTING},
        "movement-barrage": {BARRAGE},
        "supply": set(),
    }
    for phase, kinds in flown_in.items():
        found = set(missions_now(sky({}, phase=phase)))
        assert found & {SWEEP, HIP_SHOOT, TRANSPORT, DROP, TRANSFER} == kinds - {BARRAGE, TRAINBUSTING}
        assert (BARRAGE in found) is (phase == "movement-barrage")


@pytest.mark.rule("ocs.air.7", "ocs.air.11", "ocs.barrage.2c")
def test_at_most_four_fly_together() -> None:
    pos = sky({"af1 af2 at1 at2 as1": "01.01"})
    planes = tuple(unit(pos, id) for id in ("af1", "af2", "at1", "at2"))
    as1 = unit(pos, "as1")
    assert rule_of(fly_along_refusal(pos, Mission(ASTER, planes[:3]), as1)) == ""
    assert rule_of(fly_along_refusal(pos, Mission(ASTER, planes), as1)) == "ocs.air.7"


@pytest.mark.rule("ocs.air.9b", "ocs.airmission.27a", "ocs.air.6", "ocs.sequence.26")
def test_how_far_missions_are_flown() -> None:
    """bt1 flies twenty hexes; who changes base flies twice as far, and needs no way back."""
    assert [legs_of(kind) for kind in (SWEEP, BARRAGE, DROP, TRANSPORT, TRANSFER)] == [1, 1, 1, 2, 2]
    bases = {"boreal": {"21.01": 3, "61.01": 1}}
    pos = sky({"bt1": "21.01", "a21": "41.01", "a22": "42.01"}, bases=bases, acting="boreal")
    bt1 = unit(pos, "bt1")
    hexes = range(pos.content.hexes)
    single = {pos.content.names[one] for one in in_range(pos, [bt1], BARRAGE, hexes, BOREAL)}
    assert single == {f"{column:02d}.01" for column in range(1, 42)}
    double = {pos.content.names[one] for one in in_range(pos, [bt1], TRANSFER, hexes, BOREAL)}
    assert double == {f"{column:02d}.01" for column in range(1, 62)}
    alone = sky({"bt1": "21.01"}, bases={"boreal": {"62.01": 1}}, acting="boreal")
    assert in_range(alone, [unit(alone, "bt1")], BARRAGE, [at(alone, 41)], BOREAL) == []
    assert in_range(alone, [unit(alone, "bt1")], BARRAGE, [at(alone, 42)], BOREAL) == []

    def why(kind: int, column: int) -> str:
        return rule_of(mission_refusal(pos, (bt1,), kind, at(pos, column), BOREAL))

    pos.phase = 5
    assert why(BARRAGE, 41) == "" and why(BARRAGE, 42) == "ocs.air.9" and why(TRANSFER, 61) == "ocs.air.6"
    pos.calm = 1
    assert why(BARRAGE, 41) == "ocs.sequence.26"
    pos.phase = 4
    assert why(TRANSFER, 61) == "" and why(TRANSFER, 62) == "ocs.air.9"
    assert rule_of(mission_refusal(pos, (bt1,), TRANSFER, pos.content.hexes, BOREAL)) == "ocs.air.9"
    assert rule_of(mission_refusal(alone, (unit(alone, "bt1"),), HIP_SHOOT, at(alone, 40), BOREAL)) == (
        "ocs.air.9"
    )


@pytest.mark.rule("ocs.airmission.1", "ocs.airmission.27", "ocs.air.4b")
def test_sweeps_and_transfers() -> None:
    pos = sky({"af1 at1": "01.01", "bf1": "21.01", "bt1": {"hex": "31.01", "active": False}})
    af1, at1 = unit(pos, "af1"), unit(pos, "at1")
    sweeps = [rule_of(sweep_refusal(pos, (af1,), at(pos, column), ASTER)) for column in (21, 31, 11)]
    assert sweeps == ["", "ocs.airmission.1", "ocs.airmission.1"]
    assert rule_of(sweep_refusal(pos, (af1, at1), at(pos, 21), ASTER)) == "ocs.air.4"
    transfers = [rule_of(transfer_refusal(pos, (af1,), at(pos, column), ASTER)) for column in (11, 1, 21, 2)]
    assert transfers == ["", "ocs.airmission.27", "ocs.airmission.27", "ocs.airmission.27"]
    assert places_for(pos, TRANSFER, ASTER) == [at(pos, 1), at(pos, 11)]
    assert places_for(pos, SWEEP, ASTER) == [at(pos, 21), at(pos, 31)]
    assert len(places_for(pos, TRAINBUSTING, ASTER)) == pos.content.hexes


# -- bombs ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.barrage.6b",
    "ocs.barrage.7",
    "ocs.air.5b",
    "ocs.naval.12",
    "ocs.barrage.4",
    "ocs.air.4d",
    "ocs.airmission.3c",
)
def test_what_aircraft_can_be_sent_against() -> None:
    rows = ["......~~~~"]
    units = {"at1 as1": "01.01", "b11": "04.01", "bd1": "08.01", "a21": "05.01"}
    given: dict[str, Any] = {"bases": {"aster": {"01.01": 1}, "boreal": {"04.01": 1, "06.01": 1}}}
    pos = position(rows, units, ports={"boreal": {"04.01": [1, 0]}, "aster": {"05.01": [1, 0]}}, **given)
    at1, as1 = (unit(pos, "at1"),), (unit(pos, "as1"),)

    def found(name: str, planes: tuple[int, ...] = at1, kind: int = BARRAGE) -> list[int]:
        return targets_in(pos, planes, hex(pos, name), ASTER, kind)

    assert found("04.01") == [UNITS, BASE, PORT] and found("06.01") == [BASE] and found("05.01") == []
    assert found("08.01") == [SHIP] and found("08.01", as1) == []
    pos.put.worked[hex(pos, "04.01")] = BARRAGED
    assert found("04.01") == [] and found("04.01", kind=HIP_SHOOT) == [UNITS, BASE, PORT]
    assert rule_of(bomb_refusal(pos, at1, hex(pos, "04.01"), ASTER)) == "ocs.barrage.6"
    assert rule_of(bomb_refusal(pos, at1, hex(pos, "03.01"), ASTER)) == "ocs.barrage.7"
    assert rule_of(bomb_refusal(pos, at1, hex(pos, "06.01"), ASTER)) == ""
    assert rule_of(bomb_refusal(pos, (unit(pos, "ax1"),), hex(pos, "06.01"), ASTER)) == "ocs.barrage.4"


@pytest.mark.rule("ocs.airmission.3a", "ocs.airmission.3b", "ocs.barrage.26", "ocs.air.5b")
def test_who_makes_a_hip_shoot() -> None:
    units = {"at1 at2 as1 ax1": "01.01", "b11": "04.01", "a21": "05.01", "b12": "08.01"}
    pos = sky(units, hip_shoot={"aster": True})
    at1, at2, as1, ax1 = (unit(pos, id) for id in ("at1", "at2", "as1", "ax1"))

    def why(*planes: int, column: int = 4) -> str:
        return rule_of(hip_shoot_refusal(pos, planes, at(pos, column), ASTER))

    assert why(at1) == "" and why(at1, at2) == "ocs.airmission.3" and why(as1) == "ocs.air.5"
    assert why(ax1) == "ocs.barrage.4" and why(at1, column=6) == "ocs.barrage.7"
    assert why(at1, column=8) == "ocs.barrage.26"
    pos.content.hip_shoot[ASTER] = False
    assert why(at1) == "ocs.airmission.3"


@pytest.mark.rule("ocs.airmission.4a", "ocs.airmission.4b", "ocs.barrage.6e")
def test_where_trains_are_hunted() -> None:
    pos = position(["...~."], {"at1 ax1": "01.01", "b11": "02.01"}, bases={"aster": {"01.01": 1}})
    at1 = (unit(pos, "at1"),)

    def why(name: str, planes: tuple[int, ...] = at1) -> str:
        return rule_of(trainbust_refusal(pos, planes, hex(pos, name), ASTER))

    assert why("03.01") == "" and why("04.01") == "ocs.airmission.4"
    assert why("03.01", (unit(pos, "ax1"),)) == "ocs.barrage.4"
    pos.put.trainbusted[hex(pos, "03.01")] = 1 << ASTER
    assert why("03.01") == ""  # that one is the enemy's
    pos.put.trainbusted[hex(pos, "03.01")] = 1 << BOREAL
    assert why("03.01") == "ocs.airmission.4"
    pos.put.worked[hex(pos, "05.01")] = BARRAGED
    assert why("05.01") == "ocs.barrage.6"


@pytest.mark.rule(
    "ocs.barrage.25a",
    "ocs.barrage.25b",
    "ocs.barrage.41a",
    "ocs.barrage.41b",
    "ocs.air.5",
    "ocs.naval.13a",
    "ocs.option.5",
)
def test_spotters_and_ranges_of_an_air_barrage() -> None:
    pos = sky({"at1 as1": "01.01", "a21": "10.01", "b11": "11.01", "b12": "13.01"})
    at1, as1 = unit(pos, "at1"), unit(pos, "as1")
    assert is_spotted(pos, [at1], at(pos, 11), ASTER) and not is_spotted(pos, [at1], at(pos, 13), ASTER)
    assert not is_spotted(pos, [at1, as1], at(pos, 11), ASTER)
    assert is_short_range(pos, [at1], at(pos, 11)) and not is_short_range(pos, [at1], at(pos, 12))
    assert not is_short_range(pos, [at1, as1], at(pos, 11))
    v = Mission(ASTER, (at1,), BARRAGE, at(pos, 11))
    shelling = air_shelling(pos, v, 17)
    assert (shelling.strength, shelling.kind, shelling.spotted, shelling.near, shelling.far) == (
        *(17, BY_AIR, 1, 1, 0),
    )
    fire = air_fire(pos, v._replace(ship=unit(pos, "bd1")), 17)
    assert (fire.strength, fire.near, fire.far, fire.side) == (34, 1, 0, ASTER)


@pytest.mark.rule("ocs.option.4a", "ocs.option.5", "ocs.aircombat.6")
def test_far_from_base_with_the_option() -> None:
    """Half the range of thirty hexes."""
    pos = sky({"af1": "01.01", "bf1": "16.01"}, options={"opt_21_4_long_range_air": True})
    af1, bf1 = unit(pos, "af1"), unit(pos, "bf1")
    for column, far in ((16, False), (17, True)):
        pos.put.home[af1] = at(pos, 1)
        pos.place(af1, at(pos, column))
        assert is_far(pos, af1) is far and air_rating(pos, af1) == 4 - far
    sheet = combat_sheet(pos, af1, bf1)
    assert [term.value for term in sheet.terms] == ["+3", "-2", "-1"] and sheet.total == "+1"
    pos.content.options["opt_21_4_long_range_air"] = False
    assert not is_far(pos, af1) and combat_sheet(pos, af1, bf1).total == "+2"


@pytest.mark.rule("ocs.aircombat.3b", "ocs.aircombat.4", "ocs.aircombat.1")
def test_who_attacks_in_the_air() -> None:
    pos = sky({"af1 at1": "21.01", "bf1": "21.01"})
    here, af1, bf1 = at(pos, 21), unit(pos, "af1"), unit(pos, "bf1")
    assert [attacker_now(pos, here, side) for side in (ASTER, BOREAL)] == [ASTER, BOREAL]
    pos.put.active[af1] = 0  # at1 cannot attack
    assert attacker_now(pos, here, ASTER) == BOREAL
    pos.put.active[bf1] = 0
    assert attacker_now(pos, here, ASTER) == -1
    pos.put.active[bf1], pos.put.active[unit(pos, "at1")] = 1, 0
    assert attacker_now(pos, here, BOREAL) == -1


@pytest.mark.rule("ocs.aircombat.6")
def test_who_turns_away() -> None:
    table = position(None, {}).content.tables["air-combat"]
    worst, even = table.integer("attacker-aborts", "at-most"), table.integer("both-abort", "at-most")
    pos = position(None, {})
    assert [who_aborts(pos, total) for total in (worst, worst + 1, even, even + 1)] == [
        (True, False),
        (True, True),
        (True, True),
        (False, True),
    ]


# -- flak -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.flak.4", "ocs.flak.5", "ocs.flak.6", "ocs.flak.7", "ocs.flak.8", "ocs.flak.9", "ocs.flak.3b"
)
@pytest.mark.parametrize(
    ("units", "given", "planes", "kind", "labels"),
    [
        ({}, {"bases": {}}, "at1", BARRAGE, []),
        ({}, {"bases": {}}, "at1 at2", BARRAGE, []),
        ({}, {"bases": {}}, "at1 at2 as1", BARRAGE, ["three or more aircraft"]),
        ({"b01": "03.01"}, {"bases": {}}, "at1", BARRAGE, ["headquarters"]),
        ({"a01": "03.01"}, {"bases": {}}, "at1", BARRAGE, []),
        ({}, {"bases": {"boreal": {"03.01": 3}}}, "at1", BARRAGE, ["air base of level 3"]),
        ({}, {"bases": {"aster": {"03.01": 3}}}, "at1", BARRAGE, []),
        ({}, {"bases": {}, "strips": {"boreal": ["03.01"]}}, "at1", BARRAGE, []),
        ({}, {"bases": {}, "flak": {"03.01": 2}}, "at1", BARRAGE, ["printed Flak"]),
        ({"bd1": "03.01"}, {"bases": {}}, "at1", BARRAGE, ["ships"]),
        (
            {"bf1": "13.01"},
            {"bases": {"boreal": {"13.01": 1}}},
            "at1",
            BARRAGE,
            ["Patrol Zone, without a Fighter"],
        ),
        (
            {"bf1": "13.01"},
            {"bases": {"boreal": {"13.01": 1}}},
            "at1 af1",
            BARRAGE,
            ["Patrol Zone, with a Fighter"],
        ),
        ({"bf1": "14.01"}, {"bases": {"boreal": {"14.01": 1}}}, "at1", TRAINBUSTING, []),
        (
            {"bf1": "13.01"},
            {"bases": {"boreal": {"13.01": 1}}},
            "at1",
            TRAINBUSTING,
            ["Patrol Zone, without a Fighter", "Trainbusting in a Patrol Zone"],
        ),
    ],
)
def test_what_is_added_to_flak(
    units: dict[str, str], given: dict[str, Any], planes: str, kind: int, labels: list[str]
) -> None:
    pos = sky(units, **given)
    flyers = tuple(unit(pos, id) for id in planes.split())
    terms = flak_terms(pos, kind, hex(pos, "03.01"), flyers, ASTER)
    assert [term.label for term in terms] == labels
    modifiers = pos.content.tables["flak-modifiers"]
    if labels == ["air base of level 3"]:
        assert int(terms[0].value) == 3 * modifiers.integer("air-base-level", "change")
    if labels == ["printed Flak"]:
        assert int(terms[0].value) == 2 * modifiers.integer("printed-flak", "change")


@pytest.mark.rule("ocs.flak.7", "ocs.flak.2", "ocs.flak.13b")
def test_ships_flak_hits_and_whom() -> None:
    pos = sky({"bd1": "03.01", "bd2": {"hex": "03.01", "lost": 1}, "ad1": "03.01"})
    assert ship_flak(pos, at(pos, 3), BOREAL) == 1 + 1  # the second is reduced
    needed = pos.content.tables["flak"].integer("roll", "step-lost-at")
    assert is_hit(pos, needed) and not is_hit(pos, needed - 1)
    planes = [unit(pos, id) for id in ("at1", "af1", "as1", "at2")]  # strengths 17, 3, 24, 17
    hit = {die: planes_hit(pos, planes, die) for die in range(1, 7)}
    assert [hit[die] for die in (1, 2, 3, 4)] == [[plane] for plane in planes]
    assert hit[5] == [planes[1]] and hit[6] == [planes[2]]
    assert [planes_hit(pos, planes[:3], die)[0] for die in range(1, 7)] == [
        *(planes[0], planes[0], planes[1], planes[1], planes[2], planes[2])
    ]
    twice = [unit(pos, id) for id in ("at1", "at2", "af1", "bf1")]
    assert planes_hit(pos, twice, 6) == twice[:2]  # equals: the owner chooses


# -- there and back -------------------------------------------------------------------------------


@pytest.mark.rule("ocs.air.2", "ocs.air.12", "ocs.air.13")
def test_off_and_down_and_hit() -> None:
    game = flying({"af1": "04.11", "bf1": "17.12"})
    pos, af1 = game.pos, unit(game.pos, "af1")
    there = hex(pos, "10.10")
    take_off(pos, af1, there)
    assert (pos.home[af1], pos.hex[af1]) == (hex(pos, "04.11"), there)
    v = Mission(ASTER, (af1,), SWEEP, there)
    assert still_flying(pos, v) == (af1,)
    pos.put.active[af1] = 0
    assert still_flying(pos, v) == ()
    land(pos, af1, hex(pos, "05.14"), active=True)
    assert (pos.home[af1], pos.hex[af1], pos.active[af1]) == (-1, hex(pos, "05.14"), 1)
    land(pos, af1, hex(pos, "05.14"))
    assert pos.active[af1] == 0
    assert not hit_plane(game, af1, "ocs.flak.2") and pos.lost[af1] == 1
    pos.put.home[af1], pos.put.active[af1] = there, 1
    assert hit_plane(game, af1, "ocs.flak.2")
    assert (pos.hex[af1], pos.home[af1], pos.active[af1]) == (DEAD, -1, 0)


@pytest.mark.rule("ocs.air.12", "ocs.air.9b", "ocs.air.14")
def test_bases_to_return_to_the_own_first() -> None:
    pos = sky({"af1": "09.01"}, bases={"aster": {"01.01": 2, "11.01": 1, "40.01": 1}})
    af1 = unit(pos, "af1")
    pos.put.home[af1] = at(pos, 1)
    assert return_bases(pos, Returning(ASTER, (af1,), (30,))) == [at(pos, 1), at(pos, 11)]
    assert return_bases(pos, Returning(ASTER, (af1,), (31,))) == [at(pos, one) for one in (1, 11, 40)]
    assert return_bases(pos, Returning(ASTER, (af1,), (1,))) == []
    assert return_bases(pos, Returning(ASTER)) == []


@pytest.mark.rule("ocs.aircombat.10b", "ocs.air.3a")
def test_who_may_intercept() -> None:
    pos = sky({"at1": "15.01", "bf1": "21.01", "bf2": "31.01", "b01": "15.01"})
    at1 = unit(pos, "at1")
    v = Mission(ASTER, (at1,), BARRAGE, at(pos, 15), target=UNITS)
    assert interceptors(pos, v) == [unit(pos, "bf1")]
    pos.put.active[at1] = 0
    assert interceptors(pos, v) == []


# -- cargo ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "ocs.airmission.14d",
    "ocs.airmission.23a",
    "ocs.airmission.23b",
    "ocs.airmission.24",
    "ocs.airmission.9",
    "ocs.air.3b",
    "ocs.airmission.26a",
)
def test_what_transports_carry() -> None:
    """A token in full strength, half a token when hit; twice as much within half the range of 62."""
    pos = sky({"ax1": "01.01", "at1": "01.01"})
    ax1, at1 = unit(pos, "ax1"), unit(pos, "at1")
    token = 4
    near, far = at(pos, 32), at(pos, 33)
    assert [plane_capacity(pos, ax1, place) for place in (near, far)] == [2 * token, token]
    assert plane_capacity(pos, ax1, near, leg=32) == token  # of two legs the longer counts
    assert capacity(pos, [ax1, at1], near) == 2 * token
    assert [towing_limit(pos, [ax1, at1], place) for place in (near, far)] == [2, 1]
    assert capacity(pos, [ax1], far, gliders=1) == 2 * token
    assert capacity(pos, [ax1], near, gliders=2) == 4 * token
    assert capacity(pos, [ax1], near, gliders=1) == 3 * token  # half of its own is left beside one glider
    pos.put.lost[ax1] = 1
    assert [plane_capacity(pos, ax1, place) for place in (near, far)] == [token, token // 2]
    assert towing_limit(pos, [ax1], near) == 0
    assert capacity(pos, [ax1], far, gliders=1) == token


@pytest.mark.rule("ocs.airmission.10", "ocs.flak.15b", "ocs.airbase.6")
def test_weights_room_and_what_is_too_much() -> None:
    pos = sky({"ax1": "01.01", "a35": {"hex": "01.01", "mode": "move"}})
    ax1, a35 = unit(pos, "ax1"), unit(pos, "a35")
    v = Mission(ASTER, (ax1,), TRANSPORT, at(pos, 11), tokens=1, riders=(a35,))
    assert weight(pos, v) == 4 + 4  # a battalion that walks takes a quarter of a Cap
    assert room_left(pos, v) == 0 and excess_load(pos, v) == 0
    assert room_left(pos, v._replace(riders=())) == 4
    pos.put.lost[ax1] = 1
    assert excess_load(pos, v) == 4
    assert excess_load(pos, v._replace(planes=())) == 8
    assert excess_load(pos, v._replace(tokens=0, riders=())) == 0
    # Beyond half the range it carries half a token: rounding favours the cargo.
    assert excess_load(pos, v._replace(hex=at(pos, 40), riders=())) == 0


@pytest.mark.rule(
    "ocs.airmission.11",
    "ocs.airmission.12a",
    "ocs.airmission.15a",
    "ocs.airmission.15b",
    "ocs.airmission.16a",
    "ocs.basics.17b",
    "ocs.basics.19b",
    "ocs.modes.15b",
)
@pytest.mark.parametrize(
    ("id", "state", "kind", "more", "rule"),
    [
        ("a35", {}, TRANSPORT, {}, ""),
        ("b39", {}, TRANSPORT, {}, "ocs.airmission.11"),
        ("a41", {"points": 1}, TRANSPORT, {}, "ocs.basics.17"),
        ("a33", {}, TRANSPORT, {}, "ocs.airmission.11"),  # engineers ride
        ("a35", {"mode": "combat"}, TRANSPORT, {}, "ocs.airmission.11"),
        ("a35", {"flags": CARRIED}, TRANSPORT, {}, "ocs.basics.18"),
        ("a35", {"flags": PLEDGED}, TRANSPORT, {}, ""),  # that costs no MP
        ("a35", {"flags": PLEDGED | BUILT}, TRANSPORT, {}, "ocs.engineer.7"),
        ("a35", {"spent": 2.5}, TRANSPORT, {}, ""),
        ("a35", {"spent": 2.75}, TRANSPORT, {}, "ocs.airmission.12"),
        ("a35", {}, DROP, {}, "ocs.airmission.16"),
        ("a35", {"plan": ["11.01", 1]}, DROP, {}, ""),
        ("a35", {"plan": ["12.01", 1]}, DROP, {}, "ocs.airmission.16"),
        ("a35", {"plan": ["11.01", 2]}, DROP, {}, "ocs.airmission.16"),
        ("a35", {"plan": ["11.01", 1]}, DROP, {"phase": "exploitation"}, "ocs.airmission.16"),
        ("a21", {"plan": ["11.01", 1]}, DROP, {}, "ocs.airmission.15"),
        ("a21", {"plan": ["11.01", 1]}, DROP, {"gliders": 1}, ""),
    ],
)
def test_who_goes_by_air(id: str, state: dict[str, Any], kind: int, more: dict[str, Any], rule: str) -> None:
    gliders = more.get("gliders", 0)
    pos = sky(
        {id: {"hex": "01.01", "mode": "move", **state}, "ax1": "01.01"}, phase=more.get("phase", "movement")
    )
    v = Mission(ASTER, (unit(pos, "ax1"),), kind, at(pos, 11), gliders=gliders)
    assert rule_of(rider_refusal(pos, v, unit(pos, id))) == rule


@pytest.mark.rule("ocs.airmission.28", "ocs.air.4a", "ocs.air.4c", "ocs.airmission.9", "ocs.airmission.12f")
def test_who_can_carry_something() -> None:
    pos = sky({"ax1 at1": "01.01"}, dumps={"aster": {"01.01": 3}})
    ax1, at1 = unit(pos, "ax1"), unit(pos, "at1")
    v = Mission(ASTER, (ax1,), TRANSPORT, at(pos, 11))

    def why(planes: tuple[int, ...], column: int = 11) -> str:
        return rule_of(load_refusal(pos, planes, at(pos, column), TRANSPORT))

    assert why((ax1, at1)) == "" and why((at1,)) == "ocs.air.4" and why((ax1,), 1) == "ocs.airmission.9"
    pos.put.unloaded[at(pos, 1)] = 2
    assert tokens_at_hand(pos, v) == 1
    pos.put.unloaded[at(pos, 1)] = 5
    assert tokens_at_hand(pos, v) == 0 and why((ax1,)) == "ocs.airmission.28"
    pos.place(unit(pos, "a35"), at(pos, 1))
    pos.set_mode(unit(pos, "a35"), 1)
    assert why((ax1,)) == ""


@pytest.mark.rule("ocs.airbase.6", "ocs.airmission.12e")
@pytest.mark.parametrize(
    ("phase", "flags", "after"),
    [
        ("movement", 0, CARRIED),
        ("reaction", RELEASED, RELEASED | CARRIED),
        ("reaction", 0, CARRIED | MOVED | FOUGHT),
    ],
)
def test_who_was_flown_in(phase: str, flags: int, after: int) -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", "mode": "move", "flags": flags}}
    game = flying(units, phase=phase, dumps={"aster": {"05.14": 1}})
    pos, a35 = game.pos, unit(game.pos, "a35")
    there = hex(pos, "05.14")
    v = Mission(ASTER, (unit(pos, "ax1"),), TRANSPORT, there, tokens=2, riders=(a35,))
    unload_at_base(game, v)
    assert (pos.hex[a35], pos.flags[a35]) == (there, after)
    assert (pos.ground_dump(there, ASTER), pos.unloaded[there], pos.flown_in[there]) == (3, 2, 3)


@pytest.mark.rule("ocs.airbase.6c")
def test_transports_stay_where_not_all_can_be_unloaded() -> None:
    pos = sky({"ax1": "01.01"}, strips={"aster": ["05.01"]})
    ax1 = unit(pos, "ax1")
    for column, tokens, stays in ((11, 2, ()), (5, 1, ()), (5, 2, ())):
        v = Mission(ASTER, (ax1,), TRANSPORT, at(pos, column), tokens=tokens)
        assert staying(pos, v) == stays
    pos.put.unloaded[at(pos, 5)] = 2  # by trucks: that is no matter
    assert staying(pos, Mission(ASTER, (ax1,), TRANSPORT, at(pos, 5), tokens=1)) == ()
    pos.put.flown_in[at(pos, 5)] = 2
    assert staying(pos, Mission(ASTER, (ax1,), TRANSPORT, at(pos, 5), tokens=1)) == (ax1,)
    assert staying(pos, Mission(ASTER, (ax1,), DROP, at(pos, 5), tokens=1)) == ()


@pytest.mark.rule("ocs.airmission.9a", "ocs.airmission.10")
def test_loading_a_transport_and_thinking_again() -> None:
    units = {"ax1": "04.11", "a35": {"hex": "04.11", "mode": "move"}, "a33": {"hex": "04.11", "mode": "move"}}
    game = flying(units, dumps={"aster": {"04.11": 5}})
    play(game, "fly ax1", "carry-to 05.14")
    assert options(game) == ["load 2", "load 1", "board a35", "stay"]
    assert refusal(game, "load 3").rule == "ocs.airmission.9"
    assert refusal(game, "board a33").rule == "ocs.airmission.11"
    play(game, "load 1")
    assert options(game) == ["load 1", "board a35", "take-off", "stay"]
    play(game, "load 1")
    assert options(game) == ["take-off", "stay"] and refusal(game, "board a35").rule == "ocs.airmission.9"
    play(game, "take-off")
    pos = game.pos
    assert pos.ground_dump(hex(pos, "04.11"), ASTER) == 3 and pos.ground_dump(hex(pos, "05.14"), ASTER) == 2
    assert where(pos, "a35") == "04.11"
