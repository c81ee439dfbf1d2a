"""The edges of ports, ships, landing craft and landings: one state on either side of every condition."""

from typing import Any

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, unit, where
from games.ocs.test_edges_modes import rule_of
from games.ocs.test_landing import COAST, PORT, ashore
from games.ocs.test_naval import at_sea
from grognard.games.ocs.fire.facilities import BASE, UNITS
from grognard.games.ocs.fire.facilities import PORT as AT_PORT
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BEACHED,
    BOREAL,
    BUILT,
    CARRIED,
    DG,
    FIRED,
    FOUGHT,
    LANDED,
    MOVED,
    PLEDGED,
    SHELLED,
    TARGETED,
    OcsPosition,
)
from grognard.games.ocs.sea.gunfire import enemy_ships_in_range, ground_refusal, gunfire_refusal
from grognard.games.ocs.sea.landing_craft import (
    board_refusal,
    divide_refusal,
    dock_refusal,
    goes_by_air,
    others_alike,
    riders_of,
    room_aboard,
    spare_counter,
)
from grognard.games.ocs.sea.landing_rolls import Landing, RollLanding, groups_of, landing_row, landing_sheet
from grognard.games.ocs.sea.landings import (
    afloat_refusal,
    ashore_refusal,
    beach_refusal,
    land_refusal,
    lst_refusal,
)
from grognard.games.ocs.sea.ports import (
    harbours,
    has_sea_path,
    is_watched,
    port_room,
    ports_for,
    sea_cost,
    ship_refusal,
    takes,
)
from grognard.games.ocs.sea.ship_fire import ShipFire, fire_column, fire_sheet, ship_targets
from grognard.games.ocs.sea.ships import (
    closed_to_ships,
    one_of_each_flotilla,
    sail_refusal,
    sailing_hexes,
    sailing_range,
)


def coast(units: Any, **given: Any) -> OcsPosition:
    return position(COAST, units, **given)


# -- ports ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.port.1a", "ocs.port.3", "ocs.option.18a", "ocs.zoc.12")
def test_what_a_port_can_still_pass() -> None:
    """3 SP are twelve tokens, of four parts each; after two hits 60 %: seven tokens."""
    pos = coast({"a35": "03.03"}, ports=PORT)
    here = hex(pos, "03.03")
    assert port_room(pos, here, ASTER) == 48 and not is_watched(pos, here, ASTER)
    pos.put.port_used[here] = 47
    assert port_room(pos, here, ASTER) == 1
    pos.put.port_used[here] = 60
    assert port_room(pos, here, ASTER) == 0
    hit = coast({"a35": "03.03"}, ports={"aster": {"03.03": [3, 2]}})
    assert port_room(hit, here, ASTER) == 28
    for night, room in ((False, 0), (True, 48)):
        seen = coast({"a35": "03.03", "b38": "03.04"}, ports=PORT, options={"opt_21_12b_night": night})
        assert is_watched(seen, here, ASTER) and port_room(seen, here, ASTER) == room
        assert sea_cost(seen, ASTER, 4, here, hex(seen, "01.01")) == 16
        assert sea_cost(seen, ASTER, 4, hex(seen, "01.01"), here) == 16
    assert sea_cost(pos, ASTER, 4, here, hex(pos, "01.01")) == 4


@pytest.mark.rule("ocs.port.1", "ocs.port.2")
def test_one_unit_that_is_too_large_passes_alone() -> None:
    pos = coast({"a21": {"hex": "03.03", "mode": "move"}}, ports={"aster": {"03.03": [1, 0]}})
    here = hex(pos, "03.03")
    assert takes(pos, here, ASTER, 16, False) and takes(pos, here, ASTER, 17, True)
    assert not takes(pos, here, ASTER, 17, False)
    pos.put.port_used[here] = 1
    assert takes(pos, here, ASTER, 15, True) and not takes(pos, here, ASTER, 16, True)
    watched = coast({"b38": "03.04"}, ports={"aster": {"03.03": [1, 0]}})
    assert not takes(watched, here, ASTER, 17, True) and not takes(watched, here, ASTER, 1, False)


@pytest.mark.rule("ocs.port.8", "ocs.landing.12")
def test_which_ports_are_a_sides_own() -> None:
    pos = coast({}, ports={"aster": {"03.03": [3, 0], "01.03": [1, 0]}, "boreal": {"07.03": [1, 0]}})
    assert harbours(pos, ASTER) == sorted([hex(pos, "03.03"), hex(pos, "01.03")])
    assert harbours(pos, BOREAL) == [hex(pos, "07.03")]
    pos.put.beach[hex(pos, "05.03")] = BOREAL
    assert harbours(pos, BOREAL) == [hex(pos, "07.03"), hex(pos, "05.03")]
    assert hex(pos, "05.03") not in harbours(pos, ASTER)
    assert pos.port_capacity(hex(pos, "05.03")) == 4  # a beached LST passes 1 SP
    pos.put.worked[hex(pos, "05.03")] = BEACHED
    assert pos.port_capacity(hex(pos, "05.03")) == 0  # from the next phase on
    assert pos.port_capacity(hex(pos, "02.02")) == 0


@pytest.mark.rule(
    "ocs.port.8a",
    "ocs.port.8c",
    "ocs.modes.15c",
    "ocs.basics.17",
    "ocs.sequence.11b",
    "ocs.sequence.19d",
    "ocs.modes.3c",
)
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a35", {}, {}, ""),
        ("a41", {"points": 2}, {}, ""),
        ("a35", {"mode": "combat"}, {}, "ocs.port.8"),
        ("a35", {"mode": "dg", "face": "move"}, {}, "ocs.port.8"),
        ("a35", {"hex": "04.03"}, {}, "ocs.port.8"),
        ("a35", {"spent": 1}, {}, "ocs.port.8"),
        ("a35", {"flags": MOVED}, {}, "ocs.port.8"),
        ("a35", {"flags": CARRIED}, {}, "ocs.basics.18"),
        ("a35", {"flags": PLEDGED}, {}, "ocs.port.8"),
        ("a41", {"points": 5, "extender": True}, {}, "ocs.port.8"),
        ("af1", {}, {}, "ocs.port.8"),
        ("a35", {}, {"phase": "exploitation"}, "ocs.port.8"),
        ("a35", {}, {"acting": "boreal"}, "ocs.port.8"),
    ],
)
def test_who_may_be_shipped(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = coast({id: {"hex": "03.03", "mode": "move", **state}}, ports=PORT, **more)
    assert rule_of(ship_refusal(pos, unit(pos, id))) == rule


TWO_PORTS = {"aster": {"03.03": [3, 0], "07.03": [1, 0]}}


@pytest.mark.rule("ocs.port.8b", "ocs.port.1", "ocs.port.2")
@pytest.mark.parametrize(
    ("cap", "size", "is_unit", "found"),
    [
        (1, 16, False, ["07.03"]),
        (1, 17, False, []),  # Sea Cap
        (2, 17, False, []),  # the other port passes 16 parts
        (2, 17, True, ["07.03"]),
        (3, 48, True, ["07.03"]),
        (2, 33, True, []),
    ],
)
def test_where_a_load_can_be_shipped_to(cap: int, size: int, is_unit: bool, found: list[str]) -> None:
    pos = coast({"a35": {"hex": "03.03", "mode": "move"}}, ports=TWO_PORTS, sea_cap={"aster": cap})
    ports = ports_for(pos, ASTER, hex(pos, "03.03"), size, is_unit)
    assert ports == [hex(pos, name) for name in found]


@pytest.mark.rule("ocs.port.8d")
def test_ships_between_ports_close_the_way_over_sea() -> None:
    given: dict[str, Any] = {"ports": TWO_PORTS, "sea_cap": {"aster": 4}}
    free = coast({"a35": "03.03"}, **given)
    assert has_sea_path(free, ASTER, hex(free, "03.03"), hex(free, "07.03"))
    barred = coast({"bd1": "05.01", "bd2": "05.02"}, **given)
    assert not has_sea_path(barred, ASTER, hex(barred, "03.03"), hex(barred, "07.03"))
    assert ports_for(barred, ASTER, hex(barred, "03.03"), 4, False) == []
    assert has_sea_path(barred, BOREAL, hex(barred, "03.03"), hex(barred, "07.03"))


@pytest.mark.rule("ocs.port.8", "ocs.basics.16")
def test_tokens_by_sea_are_counted_at_both_ports_and_against_the_cap() -> None:
    game = ashore({"a35": "03.03"}, ports=TWO_PORTS, sea_cap={"aster": 2}, dumps={"aster": {"03.03": 9}})
    pos = game.pos
    pos.put.unloaded[hex(pos, "03.03")] = 6
    play(game, "ship-supply 03.03", "ship-to 07.03")
    assert options(game) == ["tokens 1", "tokens 2", "tokens 3"]
    assert refusal(game, "tokens 4").rule == "ocs.port.1"
    play(game, "tokens 3")
    here, there = hex(pos, "03.03"), hex(pos, "07.03")
    assert (pos.ground_dump(here, ASTER), pos.ground_dump(there, ASTER)) == (6, 3)
    assert (pos.port_used[here], pos.port_used[there], pos.sea_used[ASTER]) == (12, 12, 12)
    assert pos.unloaded[there] == 3
    assert "ship-supply 03.03" not in options(game)  # the rest was unloaded in this phase
    assert refusal(game, "ship-supply 03.03").rule == "ocs.port.8"


@pytest.mark.rule("ocs.port.8c", "ocs.port.8d", "ocs.port.1", "ocs.port.3", "ocs.basics.20c")
def test_a_battalion_by_sea_moves_no_more_and_why_it_cannot_go_elsewhere() -> None:
    units = {"a35": {"hex": "03.03", "mode": "move"}, "b38": "06.03"}
    ports = {"aster": {"03.03": [3, 0], "07.03": [1, 0], "01.03": [1, 0]}}
    game = ashore(units, ports=ports, sea_cap={"aster": 2})
    play(game, "embark a35")
    assert options(game) == ["ship-to 01.03", "stay"]
    assert refusal(game, "ship-to 07.03").rule == "ocs.port.3"
    assert refusal(game, "ship-to 04.03").rule == "ocs.port.8"
    play(game, "ship-to 01.03")
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert where(pos, "a35") == "01.03" and pos.flags[a35] == CARRIED | MOVED
    assert (pos.sea_used[ASTER], pos.port_used[hex(pos, "03.03")], pos.port_used[hex(pos, "01.03")]) == (
        4,
        4,
        4,
    )
    assert refusal(game, "embark a35").rule == "ocs.basics.18"


# -- ships ----------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.naval.3", "ocs.naval.4", "ocs.landing.8")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("ad1", {}, {}, ""),
        ("ad1", {}, {"phase": "reaction"}, ""),
        ("ad1", {}, {"phase": "combat"}, "ocs.naval.3"),
        ("ad1", {}, {"acting": "boreal"}, "ocs.naval.3"),
        ("a35", {}, {}, "ocs.naval.3"),
        ("ad1", {"hex": "waiting"}, {}, "ocs.naval.3"),
        ("ad1", {"flags": MOVED}, {}, "ocs.naval.4"),
        ("ad1", {"flags": FOUGHT}, {}, ""),
        ("al1", {"points": 1}, {}, ""),
        ("al1", {"points": 1, "flags": FOUGHT}, {}, "ocs.landing.8"),
    ],
)
def test_who_may_sail(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = coast({id: {"hex": "04.02", **state}}, **more)
    assert rule_of(sail_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.naval.2a", "ocs.naval.4", "ocs.stacking.7a", "ocs.stacking.7b")
def test_which_hexes_are_closed_to_ships() -> None:
    pos = coast({"ad1": "01.01", "bd1": "04.01", "b38": "05.03", "bf1": "03.01"})
    open_to_ships = {
        pos.content.names[one] for one, shut in enumerate(closed_to_ships(pos, ASTER)) if not shut
    }
    sea = {f"{column:02d}.0{row}" for column in range(1, 8) for row in (1, 2)}
    assert open_to_ships == sea - {"04.01"}
    craft = {pos.content.names[one] for one, shut in enumerate(closed_to_ships(pos, ASTER, True)) if not shut}
    assert craft == (sea | {f"{column:02d}.03" for column in range(1, 8)}) - {"04.01", "05.03"}


@pytest.mark.rule("ocs.naval.4", "ocs.landing.10")
def test_how_far_ships_sail() -> None:
    pos = coast({"ad1": {"hex": "01.01", "lost": 1}, "bd2": {"hex": "07.01", "lost": 1}, "bd1": "07.02"})
    ships = {"ad1": 20, "bd2": 10, "bd1": 10}
    assert {id: sailing_range(pos, unit(pos, id)) for id in ships} == ships
    craft = coast({"al1": {"hex": "01.01", "points": 1, "spent": 8}, "al4": {"hex": "01.01", "points": 1}})
    al1 = unit(craft, "al1")
    assert (sailing_range(craft, al1), sailing_range(craft, unit(craft, "al4"))) == (2, 8)
    near = {craft.content.names[one]: cost for one, cost in sailing_hexes(craft, al1).items()}
    assert near["01.02"] == 1 and near["03.01"] == 2 and "04.01" not in near and "01.01" not in near
    craft.put.spent[al1] = 11 * 4
    assert sailing_range(craft, al1) == 0


@pytest.mark.rule("ocs.naval.12b", "ocs.naval.15")
def test_landing_craft_of_a_hex_are_one_target() -> None:
    units = {"al1 al2": {"hex": "04.02", "points": 1}, "al3": {"hex": "05.02", "points": 1}, "ad1": "04.02"}
    pos = coast(units)
    ids = ("al1", "al2", "al3", "ad1")
    al1, al2, al3, ad1 = (unit(pos, id) for id in ids)
    assert one_of_each_flotilla(pos, [al1, al2, al3, ad1]) == [al1, al3, ad1]
    assert ship_targets(pos, hex(pos, "04.02"), BOREAL) == sorted([ad1, al1])
    pos.put.flags[ad1] = TARGETED
    assert ship_targets(pos, hex(pos, "04.02"), BOREAL) == [al1]
    assert ship_targets(pos, hex(pos, "04.02"), ASTER) == []


@pytest.mark.rule("ocs.naval.13b", "ocs.barrage.41", "ocs.option.5")
def test_the_sheet_of_fire_at_a_ship() -> None:
    """Twenty against Protection 3 are 6⅔: seven."""
    pos = coast({"bd2": "04.02"})
    bd2 = unit(pos, "bd2")
    plain, near, far = (ShipFire(ASTER, bd2, 20, *shifts) for shifts in ((0, 0), (1, 0), (0, 1)))
    assert fire_column(pos, near) == fire_column(pos, plain) + 1
    assert fire_column(pos, far) == fire_column(pos, plain) - 1
    terms = {label: value for label, value, *_ in fire_sheet(pos, near).terms}
    assert terms == {"strength": "20", "divided by Protection 3": "7", "short range": "+1"}
    assert [term.label for term in fire_sheet(pos, far).terms][2:] == ["long range"]
    assert len(fire_sheet(pos, plain).terms) == 2
    headings = pos.content.tables["barrage"].columns
    assert fire_sheet(pos, near).total == headings[fire_column(pos, near)]


@pytest.mark.rule("ocs.naval.10a", "ocs.naval.10b", "ocs.naval.10d", "ocs.naval.16", "ocs.sequence.26c")
@pytest.mark.rule("ocs.sequence.17c")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("ad1", {}, {}, ""),
        ("bd1", {}, {}, "ocs.naval.10"),
        ("a32", {}, {}, "ocs.naval.10"),
        ("al1", {"points": 1}, {}, "ocs.naval.10"),
        ("ad1", {"hex": "dead"}, {}, "ocs.naval.10"),
        ("ad1", {"flags": FIRED}, {}, "ocs.naval.10"),
        ("ad1", {"flags": SHELLED}, {}, ""),
        ("ad1", {}, {"calm": 1}, "ocs.sequence.26"),
        ("bc1", {"hex": "04.03"}, {"acting": "boreal"}, ""),
        ("ad1", {}, {"phase": "combat-barrage"}, "ocs.sequence.17"),
        ("bc1", {"hex": "04.03"}, {"acting": "boreal", "phase": "combat-barrage"}, ""),
    ],
)
def test_which_ships_may_fire(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = coast({id: {"hex": "04.02", **state}}, **{"phase": "movement-barrage", **more})
    assert rule_of(gunfire_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule(
    "ocs.naval.10c", "ocs.naval.11", "ocs.barrage.6a", "ocs.barrage.7", "ocs.barrage.34", "ocs.barrage.3"
)
def test_what_ships_may_fire_at_on_the_ground() -> None:
    """The destroyers reach three hexes."""
    units = {"ad1": "04.01", "b38": "04.03", "bc1": "01.03", "b39": "04.05", "a35": "05.03"}
    given: dict[str, Any] = {"bases": {"boreal": {"03.03": 1}}, "ports": {"boreal": {"05.03": [1, 0]}}}
    pos = coast(units, phase="combat-barrage", **given)
    ad1 = unit(pos, "ad1")

    def why(name: str, aim: int = UNITS, guns: tuple[int, ...] = (ad1,)) -> str:
        return rule_of(ground_refusal(pos, guns, hex(pos, name), aim, ASTER))

    assert [why("04.03"), why("03.03", BASE), why("05.03", AT_PORT)] == ["", "", ""]
    assert [why("03.03"), why("04.03", BASE), why("04.03", AT_PORT)] == ["ocs.barrage.7"] * 3
    assert why("05.03") == "ocs.barrage.7"  # own units
    assert why("04.05") == "ocs.barrage.34" and why("04.01") == "ocs.barrage.34"
    assert why("04.03", guns=(ad1, unit(pos, "bc1"))) == "ocs.naval.16"
    pos.put.worked[hex(pos, "04.03")] = BARRAGED
    assert why("04.03") == "ocs.barrage.6"
    pos.put.flags[ad1] = SHELLED
    assert why("04.03") == "ocs.naval.10"


@pytest.mark.rule("ocs.naval.9", "ocs.naval.12c", "ocs.naval.16")
def test_which_ships_can_be_fired_at() -> None:
    units = {"bd1": "01.02", "ad1": "03.02", "ac1": "02.01", "al1 al2": {"hex": "02.02", "points": 1}}
    pos = coast({**units, "bc1": "01.04", "bd2": "05.02"}, phase="combat-barrage", acting="boreal")
    bd1, bd2, bc1, ad1, ac1, al1 = (unit(pos, id) for id in ("bd1", "bd2", "bc1", "ad1", "ac1", "al1"))
    assert enemy_ships_in_range(pos, (bd1,), BOREAL) == sorted([ad1, al1])  # not the carrier beside others
    assert enemy_ships_in_range(pos, (bc1,), BOREAL) == sorted([ad1, ac1, al1])  # coastal guns may
    assert enemy_ships_in_range(pos, (ad1,), ASTER) == [bd1, bd2, bc1]
    pos.put.flags[bd1] = TARGETED
    assert enemy_ships_in_range(pos, (ad1,), ASTER) == [bd2, bc1]
    for one in ("ad1", "al1", "al2"):
        pos.place(unit(pos, one), -2)
    assert enemy_ships_in_range(pos, (bd1,), BOREAL) == [ac1]
    pos.place(ac1, hex(pos, "04.02"))
    assert enemy_ships_in_range(pos, (bd1,), BOREAL) == []  # three hexes, and it reaches two


@pytest.mark.rule("ocs.naval.10", "ocs.naval.11")
def test_ships_fire_together_and_what_they_did_is_marked() -> None:
    game = at_sea({"ad1": "12.01", "b38": "12.03"}, "movement-barrage")
    play(game, "fire-ship ad1")
    assert refusal(game, "shell-units 12.10").rule == "ocs.barrage.34"
    assert refusal(game, "with-ship ad1").rule == "ocs.naval.11"
    assert refusal(game, "shell-ship bd1").rule == "ocs.naval.12"
    play(game, "shell-units 12.03")
    pos = game.pos
    assert pos.flags[unit(pos, "ad1")] & (FIRED | SHELLED) == FIRED | SHELLED
    assert pos.worked[hex(pos, "12.03")] & BARRAGED
    assert game.ask.is_chance


# -- landing craft --------------------------------------------------------------------------------


@pytest.mark.rule("ocs.landing.1", "ocs.landing.2", "ocs.landing.3", "ocs.port.1")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("al1", {}, {}, ""),
        ("ad1", {}, {}, "ocs.landing.1"),
        ("al1", {}, {"acting": "boreal"}, "ocs.landing.1"),
        ("al1", {}, {"phase": "combat"}, "ocs.landing.1"),
        ("al1", {"hex": "04.03"}, {}, "ocs.landing.2"),
        ("al1", {"flags": MOVED}, {}, ""),
        ("al1", {}, {"watch": "b38"}, "ocs.port.3"),
    ],
)
def test_who_may_dock(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    more = dict(more)
    watch = more.pop("watch", "")
    units = {id: {"hex": "03.03", "points": 1, **state}} | ({watch: "03.04"} if watch else {})
    pos = coast(units, ports=PORT, **more)
    assert rule_of(dock_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.landing.1a", "ocs.landing.2b", "ocs.landing.10a")
@pytest.mark.parametrize(
    ("id", "state", "craft", "rule"),
    [
        ("a35", {}, "al1", ""),
        ("a41", {"points": 1}, "al1", ""),
        ("a35", {"hex": "04.03"}, "al1", "ocs.landing.2"),
        ("af1", {}, "al1", "ocs.landing.2"),
        ("a35", {"spent": 1}, "al1", "ocs.landing.2"),
        ("a35", {"flags": MOVED}, "al1", "ocs.landing.2"),
        ("a35", {"flags": CARRIED}, "al1", "ocs.landing.2"),
        ("a35", {"flags": PLEDGED}, "al1", "ocs.landing.2"),
        ("a41", {"points": 5, "extender": True}, "al1", "ocs.landing.2"),
        ("a33", {}, "al4", "ocs.landing.10"),
        ("a35", {}, "al4", ""),
        ("a41", {"points": 1}, "al4", "ocs.landing.10"),
        ("a21", {}, "al1", "ocs.landing.1"),
        ("a21", {"lost": 2}, "al1", ""),
        ("a41", {"points": 2}, "al1", "ocs.landing.1"),
    ],
)
def test_who_is_taken_aboard(id: str, state: dict[str, Any], craft: str, rule: str) -> None:
    units = {id: {"hex": "03.03", "mode": "move", **state}, craft: {"hex": "03.03", "points": 1}}
    pos = coast(units, ports=PORT)
    assert rule_of(board_refusal(pos, unit(pos, craft), unit(pos, id))) == rule


@pytest.mark.rule(
    "ocs.landing.1a", "ocs.basics.15", "ocs.basics.12b", "ocs.basics.16", "ocs.basics.17b", "ocs.units.17b"
)
def test_what_is_aboard_and_what_room_is_left() -> None:
    units = {"al1": {"hex": "04.02", "points": 2, "load": 3}, "a35": {"aboard": "al1"}, "a33": "04.04"}
    pos = coast(units)
    al1 = unit(pos, "al1")
    assert riders_of(pos, al1) == [unit(pos, "a35")]
    assert room_aboard(pos, al1) == 32 - 12 - 4
    light = {id: goes_by_air(pos, unit(pos, id)) for id in ("a35", "a33", "a21", "a41")}
    assert light == {"a35": True, "a33": False, "a21": True, "a41": False}


@pytest.mark.rule("ocs.landing.1")
def test_who_is_divided_and_who_joins() -> None:
    units: dict[str, Any] = {"al1": {"hex": "04.02", "points": 2}, "al2": {"hex": "waiting"}, "a35": "04.04"}
    pos = coast(units)
    al1, al2 = unit(pos, "al1"), unit(pos, "al2")
    assert spare_counter(pos, al1) == al2 and rule_of(divide_refusal(pos, al1)) == ""
    assert rule_of(divide_refusal(pos, unit(pos, "a35"))) == "ocs.landing.1"
    for field, value in ((pos.points, 1), (pos.cargo, 1)):
        was, field[al1] = field[al1], value
        assert rule_of(divide_refusal(pos, al1)) == "ocs.landing.1"
        field[al1] = was
    pos.put.points[al2] = 1
    assert spare_counter(pos, al1) == -1 and rule_of(divide_refusal(pos, al1)) == "ocs.landing.1"
    pos.place(al2, hex(pos, "04.02"))
    assert others_alike(pos, al1) == [al2]
    for field in (pos.flags, pos.spent, pos.mode, pos.lost):
        field[al2] += 1
        assert others_alike(pos, al1) == []
        field[al2] -= 1
    pos.place(al2, hex(pos, "05.02"))
    assert others_alike(pos, al1) == [] and others_alike(pos, unit(pos, "al3")) == []


@pytest.mark.rule("ocs.landing.1b")
def test_craft_join_with_all_that_is_aboard() -> None:
    units = {"al1 al2": {"hex": "04.02", "points": 2, "load": 3}, "a35": {"aboard": "al2"}}
    game = play(ashore(units), "combine-craft al1")
    pos, al1, al2 = game.pos, unit(game.pos, "al1"), unit(game.pos, "al2")
    assert (pos.points[al1], pos.cargo[al1], riders_of(pos, al1)) == (4, 6, [unit(pos, "a35")])
    assert (pos.points[al2], pos.cargo[al2], pos.hex[al2] < 0) == (0, 0, True)
    assert refusal(game, "combine-craft al1").rule == "ocs.landing.1"


@pytest.mark.rule("ocs.landing.5", "ocs.port.1", "ocs.supply.7b")
def test_what_was_unloaded_is_not_loaded_again() -> None:
    game = ashore({"al1": {"hex": "03.03", "points": 4}}, ports=PORT, dumps={"aster": {"03.03": 5}})
    pos = game.pos
    pos.put.unloaded[hex(pos, "03.03")] = 2
    play(game, "dock al1")
    assert [text for text in options(game) if text.startswith("load")] == ["load 1", "load 2", "load 3"]
    assert refusal(game, "load 4").rule == "ocs.port.1"
    play(game, "load 2", "unload 1")
    al1 = unit(pos, "al1")
    assert (pos.cargo[al1], pos.ground_dump(hex(pos, "03.03"), ASTER)) == (1, 4)
    assert pos.unloaded[hex(pos, "03.03")] == 3 and pos.flags[al1] & MOVED
    assert pos.port_used[hex(pos, "03.03")] == 12


# -- landings -------------------------------------------------------------------------------------


@pytest.mark.rule("ocs.landing.4", "ocs.landing.5", "ocs.landing.6")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("al1", {}, {}, ""),
        ("ad1", {}, {}, "ocs.landing.4"),
        ("al1", {}, {"acting": "boreal"}, "ocs.landing.4"),
        ("al1", {}, {"phase": "exploitation"}, "ocs.landing.6"),
        ("al1", {"hex": "04.02"}, {}, "ocs.landing.4"),
        ("al1", {"hex": "waiting"}, {}, "ocs.landing.4"),
        ("al1", {}, {"enemy": "b38"}, "ocs.landing.4"),
        ("al1", {"flags": LANDED}, {}, "ocs.landing.5"),
        ("al1", {"flags": BUILT}, {}, "ocs.landing.5"),
        ("al1", {"flags": MOVED}, {}, ""),
    ],
)
def test_which_craft_may_try_a_landing(
    id: str, state: dict[str, Any], more: dict[str, Any], rule: str
) -> None:
    more = dict(more)
    enemy = more.pop("enemy", "")
    units = {id: {"hex": "04.03", "points": 1, **state}} | ({enemy: "04.03"} if enemy else {})
    pos = coast(units, **more)
    assert rule_of(beach_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.landing.4", "ocs.landing.7", "ocs.landing.10", "ocs.landing.12a")
def test_who_lands_how() -> None:
    units: dict[str, Any] = {
        **{id: {"hex": "04.03", "points": 1} for id in ("al1", "al3", "al4")},
        "a35": {"aboard": "al1", "mode": "move"},
    }
    pos = coast(units, ports=PORT)
    al1, al3, al4, a35 = (unit(pos, id) for id in ("al1", "al3", "al4", "a35"))
    assert [rule_of(land_refusal(pos, one)) for one in (al1, al3)] == ["", "ocs.landing.7"]
    for mode, rule in ((0, ""), (1, ""), (4, "ocs.modes.13"), (3, "ocs.modes.13")):
        pos.put.mode[a35] = mode
        assert rule_of(land_refusal(pos, al1)) == rule
    assert [rule_of(lst_refusal(pos, one)) for one in (al1, al3, al4)] == [
        "ocs.landing.12",
        "",
        "ocs.landing.12",
    ]
    assert [rule_of(ashore_refusal(pos, one)) for one in (al1, al4)] == ["ocs.landing.10", ""]
    pos.put.cargo[al3] = pos.put.cargo[al4] = 1
    assert rule_of(lst_refusal(pos, al3)) == "ocs.landing.12" and rule_of(ashore_refusal(pos, al4)) == ""
    pos.put.cargo[al3] = 0
    pos.put.beach[hex(pos, "04.03")] = ASTER
    assert rule_of(lst_refusal(pos, al3)) == "ocs.landing.12"
    pos.put.beach[hex(pos, "04.03")] = -1
    pos.place(al3, hex(pos, "03.03"))
    assert rule_of(lst_refusal(pos, al3)) == "ocs.landing.12"  # a port is there
    pos.put.lost[al3] = 1
    pos.place(al3, hex(pos, "04.03"))
    assert rule_of(lst_refusal(pos, al3)) == "ocs.landing.12"  # hit, it is plain landing craft


@pytest.mark.rule("ocs.landing.10d")
@pytest.mark.parametrize(
    ("id", "state", "more", "rule"),
    [
        ("a44", {}, {}, ""),
        ("a41", {}, {}, "ocs.landing.10"),
        ("a44", {"flags": MOVED}, {}, "ocs.landing.10"),
        ("a44", {}, {"phase": "reaction"}, "ocs.landing.10"),
        ("a44", {}, {"acting": "boreal"}, "ocs.landing.10"),
        ("a44", {"hex": "04.04"}, {}, "ocs.landing.10"),
    ],
)
def test_which_trucks_float(id: str, state: dict[str, Any], more: dict[str, Any], rule: str) -> None:
    pos = coast({id: {"hex": "04.03", "points": 1, **state}}, **more)
    assert rule_of(afloat_refusal(pos, unit(pos, id))) == rule


@pytest.mark.rule("ocs.landing.8b")
@pytest.mark.parametrize(
    ("units", "terms"),
    [
        ({}, {}),
        ({"b38": {"hex": "04.04", "mode": "move"}}, {"enemy adjacent": "-2"}),
        ({"b38": "04.04"}, {"enemy adjacent": "-2", "ezoc": "-1"}),
        ({"b38": {"hex": "04.04", "mode": "dg"}}, {"dg enemy adjacent": "-1"}),
        (
            {"b38": {"hex": "04.04", "mode": "dg"}, "b34": {"hex": "04.04", "mode": "move"}},
            {"enemy adjacent": "-2"},
        ),
        ({"b38": "04.05"}, {}),
        ({"bc1": "01.05"}, {"coastal artillery": "-1"}),
        ({"ad1": "04.01"}, {"ship support": "+1"}),
        ({"bd1": "04.01"}, {}),
        ({"b32": "04.05"}, {}),
    ],
)
def test_what_changes_the_roll_of_a_landing(units: dict[str, Any], terms: dict[str, str]) -> None:
    pos = coast({"al1": {"hex": "04.03", "points": 1}, **units})
    sheet = landing_sheet(pos, hex(pos, "04.03"), ASTER)
    assert {term.label: term.value for term in sheet.terms} == terms
    assert int(sheet.total) == sum(int(value) for value in terms.values())
    assert sheet.title.endswith("5 or more")


@pytest.mark.rule("ocs.landing.4", "ocs.landing.8")
def test_the_row_of_a_landing() -> None:
    pos = coast({}, ports={"boreal": {"03.03": [3, 0]}})
    rows = {name: landing_row(pos, hex(pos, name)) for name in ("03.03", "05.03", "04.03")}
    assert rows == {"03.03": "village", "05.03": "hills", "04.03": "open"}


@pytest.mark.rule("ocs.landing.8")
@pytest.mark.parametrize(
    ("roll", "craft", "drowned", "failed"),
    [
        # in the open 5 succeeds and 3 is mixed
        (5, 0, 0, 0),
        (4, 1, 0, 0),
        (3, 1, 0, 0),
        (2, 1, 2, 1),
    ],
)
def test_what_a_landing_roll_costs(roll: int, craft: int, drowned: int, failed: int) -> None:
    units = {"al1": {"hex": "04.03", "points": 3}, "a35 a33 a34": {"aboard": "al1", "mode": "move"}}
    game = build(COAST, units)
    pos = game.pos
    group = tuple(unit(pos, id) for id in ("a35", "a33", "a34"))
    game.call("landing", Landing(ASTER, (hex(pos, "04.03"),), units=group))
    assert game.ask.step == "RollLanding"
    v: Any = pos.stack[-1].vars
    assert sorted(v.group) == sorted(group)
    RollLanding().take(game, v, roll)
    after: Any = pos.stack[-1].vars
    # A Cap and a quarter: two points are used, and half of them are lost.
    assert (after.craft_lost, after.units_lost, after.failed) == (craft, drowned, failed)


@pytest.mark.rule("ocs.landing.8")
def test_groups_of_three_re_the_largest_first() -> None:
    ids = ("a21", "a23", "a35", "a33", "a34", "a14")
    pos = coast({" ".join(ids): "04.04"})
    numbers = {unit(pos, id): id for id in ids}
    groups = [[numbers[one] for one in group] for group in groups_of(pos, list(numbers))]
    # Four RE land alone, three RE fill a group; one RE and three halves go together.
    assert groups[0] == ["a21"] and groups[1] == ["a23"]
    assert sorted(groups[2]) == ["a14", "a33", "a34", "a35"] and len(groups) == 3


@pytest.mark.rule("ocs.naval.14a", "ocs.naval.14b", "ocs.naval.5b")
@pytest.mark.parametrize(
    ("mode", "hits", "lost", "after"),
    [(0, 0, 0, DG), (0, 1, 1, DG), (DG, 0, 1, 0), (DG, 1, 2, None), (0, 2, 2, None)],
)
def test_hits_on_a_ship_of_two_steps(mode: int, hits: int, lost: int, after: int | None) -> None:
    from grognard.games.ocs.sea.ship_fire import hit_ship

    game = at_sea({"ad1": "12.01"})
    pos, ad1 = game.pos, unit(game.pos, "ad1")
    pos.put.mode[ad1] = mode
    hit_ship(game, ad1, hits)
    if after is None:
        assert pos.hex[ad1] < 0
    else:
        assert (pos.lost[ad1], pos.mode[ad1]) == (lost, after)
