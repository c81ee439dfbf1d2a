"""The edges of ships, their guns and the ports: one state on either side of each limit."""

from typing import Any

import pytest

from games.ocs.bench import hex, options, play, position, refusal, told, unit, where
from games.ocs.test_edges_landing import BOX, STRAIT, numbers, vars_of
from games.ocs.test_edges_modes import rule_of
from games.ocs.test_landing import COAST, PORT, ashore
from games.ocs.test_naval import SEA_SEGMENT
from grognard.core.flow.flow import Game
from grognard.games.ocs.fire.barrage import BY_SHIP
from grognard.games.ocs.fire.facilities import BASE, UNITS
from grognard.games.ocs.fire.facilities import PORT as AT_PORT
from grognard.games.ocs.model.position import (
    ASTER,
    BARRAGED,
    BOREAL,
    CARRIED,
    COMBAT,
    DEAD,
    DG,
    FIRED,
    FOUGHT,
    MOVE,
    MOVED,
    SHELLED,
    TARGETED,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.sea.gunfire import (
    Broadside,
    enemy_ships_in_range,
    ground_refusal,
    gunfire_refusal,
    gunners,
)
from grognard.games.ocs.sea.ports import (
    harbours,
    has_sea_path,
    is_watched,
    port_room,
    ports_for,
    sea_cost,
    sea_left,
    takes,
)
from grognard.games.ocs.sea.ship_fire import ShipFire, fire_column, hit_ship, ship_targets, sink
from grognard.games.ocs.sea.ships import (
    carried_by,
    closed_to_ships,
    is_in_box,
    sail_refusal,
    sailing_hexes,
    sailing_range,
)
from grognard.games.ocs.sequence.segments import Segment

SEA = ["~" * 12]
"""Every hex is sea, the first and the last too."""


def afloat(
    units: Any, phase: str = "movement-barrage", rows: list[str] = SEA, **given: Any
) -> Game[OcsPosition]:
    """A segment in which ships sail and fire."""
    pos = position(rows, units, phase=phase, **given)
    game = Game({"sea-segment": SEA_SEGMENT, **_procedures()}, pos)
    game.call("sea-segment", Segment(pos.phase, pos.acting))
    return game


def _procedures() -> dict[str, Any]:
    from grognard.games.ocs.sequence.game_turn import PROCEDURES

    return dict(PROCEDURES)


def names_of(pos: OcsPosition, hexes: Any) -> set[str]:
    return {pos.board.place_id(one) for one in hexes}


# -- sailing ------------------------------------------------


@pytest.mark.rule("ocs.naval.3", "ocs.landing.3")
@pytest.mark.parametrize(
    ("id", "place", "entries", "rule"),
    [
        ("ad1", "01.02", ["01.02"], ""),
        ("ad1", "sea", ["01.02"], "ocs.naval.3"),  # warships have no box
        ("al1", "sea", ["01.02"], ""),
        ("al1", "sea", [], "ocs.naval.3"),
        ("al1", "waiting", ["01.02"], "ocs.naval.3"),
        ("al1", "01.02", [], ""),
    ],
)
def test_from_where_ships_sail(id: str, place: str, entries: list[str], rule: str) -> None:
    given = {**BOX, "sea_entries": {"aster": entries}}
    pos = position(STRAIT, {id: {"hex": place, "points": 1}}, **given)
    assert rule_of(sail_refusal(pos, unit(pos, id))) == rule
    assert is_in_box(pos, unit(pos, id)) is (id == "al1" and place == "sea" and bool(entries))


@pytest.mark.rule("ocs.naval.3")
def test_a_ship_in_the_first_hex_of_the_map_sails() -> None:
    pos = position(SEA, {"ad1": "01.01", "ac1": "12.01"})
    assert rule_of(sail_refusal(pos, unit(pos, "ad1"))) == ""
    assert rule_of(gunfire_refusal(pos, unit(pos, "ad1"))) == ""
    assert rule_of(gunfire_refusal(pos, unit(pos, "ac1"))) == ""


@pytest.mark.rule("ocs.landing.8a", "ocs.naval.3")
def test_once_landings_are_rolled_for_no_landing_craft_of_that_side_sail() -> None:
    pos = position(SEA, {"al1 al2": {"hex": "01.01", "points": 1}, "ad1": "02.01", "bd1": "12.01"})
    al1, al2, ad1, bd1 = numbers(pos, "al1 al2 ad1 bd1")
    pos.put.flags[ad1] = pos.put.flags[bd1] = FOUGHT
    assert rule_of(sail_refusal(pos, al1)) == ""
    pos.put.flags[al2] = FOUGHT
    assert rule_of(sail_refusal(pos, al1)) == "ocs.landing.8"
    assert rule_of(sail_refusal(pos, ad1)) == ""


@pytest.mark.rule("ocs.naval.4a", "ocs.naval.4b", "ocs.landing.10a")
@pytest.mark.parametrize(
    ("id", "state", "hexes"),
    [
        ("ad1", {}, 20),
        ("ad1", {"lost": 1}, 20),  # several ships
        ("bd2", {}, 20),
        ("bd2", {"lost": 1}, 10),
        ("bd1", {}, 10),
        ("bd1", {"lost": 1}, 10),
        ("ac1", {"lost": 1}, 10),
        ("al1", {}, 10),
        ("al1", {"spent": 1}, 9),
        ("al3", {"lost": 1}, 10),
        ("al4", {"spent": 2.25}, 5),  # whole hexes
        ("al4", {"spent": 8}, 0),
    ],
)
def test_how_many_hexes_a_ship_sails(id: str, state: dict[str, Any], hexes: int) -> None:
    pos = position(["~" * 30], {id: {"hex": "01.01", "points": 1, **state}})
    assert sailing_range(pos, unit(pos, id)) == hexes
    reached = names_of(pos, sailing_hexes(pos, unit(pos, id)))
    assert reached == {f"{column:02d}.01" for column in range(2, hexes + 2)}


@pytest.mark.rule("ocs.landing.3a")
def test_the_way_from_and_to_the_box() -> None:
    """Entries in 02.01 and 06.01; an enemy ship closes one of them."""
    given = {**BOX, "sea_entries": {"aster": ["02.01", "06.01"]}}
    pos = position(SEA, {"al1": {"hex": "sea", "points": 1}}, **given)
    al1, box = unit(pos, "al1"), hex(pos, "sea")
    costs = sailing_hexes(pos, al1)
    assert {pos.board.place_id(one): cost for one, cost in costs.items()} == {
        f"{column:02d}.01": min(abs(column - 2), abs(column - 6)) for column in range(1, 13)
    }
    pos.place(al1, hex(pos, "05.01"))
    assert sailing_hexes(pos, al1)[box] == 1
    pos.put.spent[al1] = 9 * MP
    assert sailing_hexes(pos, al1)[box] == 1
    pos.put.spent[al1] = 10 * MP
    assert box not in sailing_hexes(pos, al1)
    pos.put.spent[al1] = 0
    pos.place(unit(pos, "bd1"), hex(pos, "06.01"))
    assert sailing_hexes(pos, al1)[box] == 3 and hex(pos, "07.01") not in sailing_hexes(pos, al1)
    pos.place(al1, box)
    assert names_of(pos, sailing_hexes(pos, al1)) == {f"0{column}.01" for column in range(1, 6)}
    pos.place(unit(pos, "ad1"), hex(pos, "02.01"))
    assert box not in sailing_hexes(pos, unit(pos, "ad1"))


@pytest.mark.rule("ocs.naval.1b", "ocs.naval.2a", "ocs.stacking.7b")
def test_hexes_closed_to_the_ships_of_either_side() -> None:
    units = {
        "ad1": "01.02",
        "bd1": "04.02",
        "a35": "01.03",
        "b38": "04.01",
        "al1": {"hex": "02.02", "points": 1},
    }
    pos = position(STRAIT, units)
    land = {f"0{column}.0{row}" for column in range(1, 5) for row in (1, 3)}
    every = names_of(pos, range(pos.content.hexes))
    for side, ships, men in ((ASTER, {"04.02"}, {"04.01"}), (BOREAL, {"01.02", "02.02"}, {"01.03"})):
        closed = names_of(pos, [one for one, shut in enumerate(closed_to_ships(pos, side)) if shut])
        assert closed == land | ships
        craft = names_of(pos, [one for one, shut in enumerate(closed_to_ships(pos, side, True)) if shut])
        assert craft == ships | men and craft < every


@pytest.mark.rule("ocs.naval.2", "ocs.naval.3", "ocs.naval.4")
def test_a_ship_that_sails_has_sailed() -> None:
    given = {**BOX, "sea_entries": {"aster": ["07.01"]}}
    game = ashore({"ad1": "01.01", "al1": {"hex": "01.01", "points": 1, "spent": 8}}, **given)
    play(game, "sail al1")
    assert (
        refusal(game, "sail-to 01.03").rule == "ocs.naval.4" if "sail-to 01.03" not in options(game) else True
    )
    assert refusal(game, "sail-to 05.03").rule == "ocs.naval.4"  # the coast, but three hexes and more
    assert refusal(game, "sail-to 05.04").rule == "ocs.naval.2"  # land
    assert refusal(game, "sail-to 07.01").rule == "ocs.naval.4"
    assert refusal(game, "sail-to sea").rule == "ocs.naval.4"
    play(game, "anchor")
    pos, al1, ad1 = game.pos, unit(game.pos, "al1"), unit(game.pos, "ad1")
    assert (where(pos, "al1"), pos.flags[al1], pos.spent[al1]) == ("01.01", 0, 8 * MP)
    play(game, "sail al1", "sail-to 03.01")
    assert (where(pos, "al1"), pos.flags[al1], pos.spent[al1]) == ("03.01", MOVED, 10 * MP)
    play(game, "sail ad1")
    assert refusal(game, "sail-to 01.03").rule == "ocs.naval.2"
    play(game, "sail-to 01.02")
    assert (where(pos, "ad1"), pos.flags[ad1], pos.spent[ad1]) == ("01.02", MOVED, MP)


@pytest.mark.rule("ocs.naval.6", "ocs.naval.8b")
def test_whom_a_carrier_takes_along_and_down() -> None:
    game = afloat({"ac1 af1 af2 bf1": "03.01", "at1": "04.01", "ad1": "03.01"}, "movement")
    pos = game.pos
    ac1, ad1, af1, af2, bf1 = numbers(pos, "ac1 ad1 af1 af2 bf1")
    assert carried_by(pos, ac1) == [af1, af2] and carried_by(pos, ad1) == []
    pos.put.home[af2] = hex(pos, "09.01")  # over it on a mission of its own
    assert carried_by(pos, ac1) == [af1]
    sink(game, ac1)
    assert [pos.hex[one] for one in (ac1, af1)] == [DEAD, DEAD]
    assert names_of(pos, [pos.hex[one] for one in (af2, bf1, ad1)]) == {"03.01"}
    assert where(pos, "at1") == "04.01"


# -- fire at ships ------------------------------------------------


@pytest.mark.rule("ocs.naval.13a", "ocs.naval.13b")
@pytest.mark.parametrize(
    ("id", "strength", "heading"),
    [
        ("ad1", 7, "5-7"),  # Protection 1
        ("ad1", 8, "8-11"),
        ("bd1", 9, "5-7"),  # by 2: 4½, which is 5
        ("bd1", 8, "3-4"),
        ("bd2", 22, "5-7"),  # by 3: 7⅓
        ("bd2", 23, "8-11"),  # 7⅔
        ("al1", 8, "8-11"),  # none printed is 1
    ],
)
def test_the_column_of_fire_at_a_ship(id: str, strength: int, heading: str) -> None:
    pos = position(SEA, {id: {"hex": "01.01", "points": 1}})
    headings = pos.content.tables["barrage"].columns
    v = ShipFire(ASTER, unit(pos, id), strength)
    column = fire_column(pos, v)
    assert headings[column] == heading
    assert fire_column(pos, v._replace(near=1)) == column + 1
    assert fire_column(pos, v._replace(far=1)) == column - 1
    assert fire_column(pos, v._replace(near=1, far=1)) == column
    assert headings[fire_column(pos, v._replace(strength=500, near=1))] == "117+"
    assert headings[fire_column(pos, v._replace(strength=1, far=1))] == "1-"


@pytest.mark.rule("ocs.naval.13", "ocs.naval.14a", "ocs.barrage.14", "ocs.barrage.16b")
@pytest.mark.parametrize(
    ("strength", "rolls", "mode", "lost"),
    [
        (8, (6,), MOVE, 0),  # nothing
        (8, (7,), DG, 0),
        (8, (10,), DG, 0),  # a half in brackets is no more than that for ships and aircraft
        (8, (11, 3), DG, 0),
        (8, (11, 4), DG, 1),
        (12, (12,), DG, 1),
    ],
)
def test_what_fire_does_to_a_ship(strength: int, rolls: tuple[int, ...], mode: int, lost: int) -> None:
    """A ship of Protection 1 and two steps, as ever in Move Mode."""
    game = afloat({"ad1": "05.01"})
    pos, ad1 = game.pos, unit(game.pos, "ad1")
    game.call("ship-fire", ShipFire(BOREAL, ad1, strength))
    for pips in rolls:
        assert game.ask.is_chance
        play(game, f"roll {pips}")
    assert (pos.mode[ad1], pos.lost[ad1], where(pos, "ad1")) == (mode, lost, "05.01")
    assert pos.flags[ad1] == TARGETED and not game.ask.is_chance


@pytest.mark.rule("ocs.naval.13", "ocs.naval.14")
def test_heavy_fire_sinks_a_ship_at_once() -> None:
    game = afloat({"ad1": "05.01"})
    game.call("ship-fire", ShipFire(BOREAL, unit(game.pos, "ad1"), 120))
    play(game, "roll 11")
    assert game.pos.hex[unit(game.pos, "ad1")] == DEAD


@pytest.mark.rule("ocs.naval.15a", "ocs.naval.15c")
@pytest.mark.parametrize(("mode", "hits", "owed"), [(COMBAT, 0, 0), (COMBAT, 2, 2), (DG, 0, 1), (DG, 2, 3)])
def test_hits_on_landing_craft_are_points_and_the_marker_is_on_all_of_them(
    mode: int, hits: int, owed: int
) -> None:
    units = {"al1": {"hex": "05.01", "points": 9}, "al3": {"hex": "05.01", "points": 9}}
    game = afloat({**units, "al2": {"hex": "06.01", "points": 9}, "ad1": "05.01"})
    pos = game.pos
    al1, al2, al3, ad1 = numbers(pos, "al1 al2 al3 ad1")
    pos.put.mode[al1] = pos.put.mode[al3] = mode
    hit_ship(game, al1, hits)
    after = DG if mode == COMBAT else COMBAT
    assert [pos.mode[one] for one in (al1, al3)] == [after, after]
    assert [pos.mode[one] for one in (al2, ad1)] == [MOVE, MOVE]
    assert [pos.flags[one] & TARGETED for one in (al1, al3, al2, ad1)] == [TARGETED, TARGETED, 0, 0]
    asked = game.ask.step == "RollCraft"
    assert asked is (owed > 0) and (not asked or vars_of(game).owed == owed)


@pytest.mark.rule("ocs.naval.17")
def test_coastal_guns_are_destroyed_by_a_step() -> None:
    for hits, lost in ((0, False), (1, True), (2, True)):
        game = afloat({"bc1": "01.03"}, rows=STRAIT)
        hit_ship(game, unit(game.pos, "bc1"), hits)
        assert (game.pos.hex[unit(game.pos, "bc1")] == DEAD) is lost
        assert game.pos.mode[unit(game.pos, "bc1")] == COMBAT


# -- gunfire ------------------------------------------------


@pytest.mark.rule("ocs.naval.10", "ocs.naval.16a")
def test_guns_are_on_the_map() -> None:
    pos = position(STRAIT, {"ad1": "01.02", "bc1": "01.03"}, phase="movement-barrage", **BOX)
    ad1, bc1 = numbers(pos, "ad1 bc1")
    assert gunners(pos, ASTER) == [ad1] and gunners(pos, BOREAL) == []  # it is not his segment
    for place in (WAITING, DEAD, hex(pos, "sea")):
        pos.place(ad1, place)
        assert rule_of(gunfire_refusal(pos, ad1)) == "ocs.naval.10"
    pos.acting = BOREAL
    assert gunners(pos, BOREAL) == [bc1]  # in the first hex
    pos.put.flags[bc1] = FIRED
    assert gunners(pos, BOREAL) == []


@pytest.mark.rule("ocs.naval.11", "ocs.barrage.34")
@pytest.mark.parametrize(
    ("columns", "fires"), [((3, 3), True), ((3, 4), False), ((4, 3), False), ((4, 4), False)]
)
def test_all_ships_that_fire_together_must_reach(columns: tuple[int, int], fires: bool) -> None:
    """Both reach three hexes."""
    first, second = (5 - column for column in columns)
    rows = ["~~~~.~~~~~~~"]
    pos = position(
        rows,
        {"ad1": f"{first:02d}.01", "ac1": f"{10 - second:02d}.01", "b38": "05.01"},
        phase="combat-barrage",
    )
    ships = tuple(numbers(pos, "ad1 ac1"))
    rule = rule_of(ground_refusal(pos, ships, hex(pos, "05.01"), UNITS, ASTER))
    assert rule == ("" if fires else "ocs.barrage.34")


@pytest.mark.rule("ocs.naval.10", "ocs.barrage.7")
def test_what_is_there_to_shell() -> None:
    rows = ["~..........."]
    given: dict[str, Any] = {
        "bases": {"boreal": {"02.01": 1}, "aster": {"03.01": 1}},
        "ports": {"boreal": {"04.01": [1, 0]}, "aster": {"02.01": [1, 0]}},
    }
    pos = position(
        rows, {"ad1": "01.01", "b41": {"hex": "03.01", "points": 1}}, phase="combat-barrage", **given
    )
    ad1 = unit(pos, "ad1")
    there = {
        (name, aim): rule_of(ground_refusal(pos, (ad1,), hex(pos, name), aim, ASTER)) == ""
        for name in ("02.01", "03.01", "04.01")
        for aim in (UNITS, BASE, AT_PORT)
    }
    assert {key for key, is_there in there.items() if is_there} == {("02.01", BASE), ("04.01", AT_PORT)}


@pytest.mark.rule("ocs.naval.9", "ocs.naval.12", "ocs.naval.16")
def test_ships_at_the_edges_of_the_map_are_in_sight_and_those_off_it_are_not() -> None:
    pos = position(STRAIT, {"ad1": "02.02", "bd1": "01.02", "bc1": "01.03"}, phase="combat-barrage", **BOX)
    ad1, bd1, bc1, bd2 = numbers(pos, "ad1 bd1 bc1 bd2")
    assert enemy_ships_in_range(pos, (ad1,), ASTER) == [bd1, bc1]
    pos.place(bd1, hex(pos, "04.02"))
    pos.place(bc1, hex(pos, "04.01"))
    assert enemy_ships_in_range(pos, (ad1,), ASTER) == [bd1, bc1]
    for place in (WAITING, DEAD, hex(pos, "sea")):
        pos.place(bd1, place)
        assert enemy_ships_in_range(pos, (ad1,), ASTER) == [bc1]
    pos.place(bc1, DEAD)
    assert enemy_ships_in_range(pos, (ad1,), ASTER) == []
    sea = position(SEA, {"ad1": "02.01", "bd1": "01.01"})
    assert enemy_ships_in_range(sea, (ad1,), ASTER) == [bd1]  # the first hex
    assert bd2 >= 0


@pytest.mark.rule("ocs.naval.16", "ocs.naval.17")
def test_coastal_guns_fire_at_ships_and_only_ships_fire_at_coastal_guns() -> None:
    pos = position(STRAIT, {"bc1": "01.03", "ad1": "04.02", "ac1": "03.02"}, phase="combat-barrage")
    bc1, ad1, ac1 = numbers(pos, "bc1 ad1 ac1")
    assert set(enemy_ships_in_range(pos, (bc1,), BOREAL)) == {ad1, ac1}
    own = position(STRAIT, {"bc1": "01.03"}, phase="combat-barrage")
    own.content.traits[unit(own, "a32")] |= {"coastal"}
    own.place(unit(own, "a32"), hex(own, "02.03"))
    assert enemy_ships_in_range(own, (unit(own, "a32"),), ASTER) == []  # a gun against a gun
    own.place(unit(own, "ad1"), hex(own, "02.02"))
    assert enemy_ships_in_range(own, (unit(own, "ad1"),), ASTER) == [bc1]


@pytest.mark.rule("ocs.naval.12d")
def test_ships_in_a_hex_and_those_fired_at_before() -> None:
    pos = position(SEA, {"ad1 ac1": "02.01", "bd1": "02.01", "af1": "02.01"})
    ad1, ac1, bd1 = numbers(pos, "ad1 ac1 bd1")
    assert ship_targets(pos, hex(pos, "02.01"), BOREAL) == sorted([ad1, ac1])
    assert ship_targets(pos, hex(pos, "02.01"), ASTER) == [bd1]
    pos.put.flags[ac1] = TARGETED | MOVED
    assert ship_targets(pos, hex(pos, "02.01"), BOREAL) == [ad1]


@pytest.mark.rule("ocs.naval.10b", "ocs.naval.11c", "ocs.naval.12")
def test_a_broadside_of_two() -> None:
    rows = ["~~~~~.", "......"]
    units = {"ad1": "03.02", "ac1": "04.02", "b38": "06.02", "bd1": "05.02"}
    game = play(afloat(units, rows=rows), "fire-ship ad1")
    pos = game.pos
    ad1, ac1 = numbers(pos, "ad1 ac1")
    assert options(game) == ["shell-units 06.02", "shell-ship bd1", "with-ship ac1", "hold-fire"]
    play(game, "hold-fire")
    assert (pos.flags[ad1], game.ask.step) == (0, "AtSea")
    play(game, "fire-ship ad1", "with-ship ac1")
    assert vars_of(game) == Broadside(ASTER, (ad1, ac1))
    assert refusal(game, "with-ship ac1").rule == "ocs.naval.11"
    play(game, "shell-ship bd1")
    assert game.ask.step == "RollShipFire"
    v = vars_of(game)
    assert (v.side, v.ship, v.strength, v.near, v.far) == (ASTER, unit(pos, "bd1"), 8 + 4, 0, 0)
    assert [pos.flags[one] for one in (ad1, ac1)] == [FIRED, FIRED]


@pytest.mark.rule("ocs.naval.10", "ocs.naval.11a", "ocs.barrage.6")
@pytest.mark.parametrize("spotter", [True, False])
def test_ships_shell_combat_units_with_a_spotter_or_without(spotter: bool) -> None:
    units = {"ad1": "03.02", "b38": "06.02", **({"a35": "06.01"} if spotter else {})}
    game = play(afloat(units, rows=["~~~~~.", "......"]), "fire-ship ad1", "shell-units 06.02")
    pos, ad1, there = game.pos, unit(game.pos, "ad1"), hex(game.pos, "06.02")
    assert game.ask.is_chance
    frame = next(one for one in pos.stack if one.procedure == "shelling")
    v: Any = frame.vars
    assert (v.target, v.side, v.strength, v.kind, v.spotted) == (there, ASTER, 8, BY_SHIP, int(spotter))
    assert pos.worked[there] == BARRAGED and pos.flags[ad1] == FIRED | SHELLED


@pytest.mark.rule("ocs.naval.10", "ocs.naval.11b", "ocs.barrage.29")
@pytest.mark.parametrize(("verb", "aim"), [("shell-base", BASE), ("shell-port", AT_PORT)])
def test_ships_shell_facilities(verb: str, aim: int) -> None:
    given: dict[str, Any] = {"bases": {"boreal": {"06.02": 2}}, "ports": {"boreal": {"06.02": [2, 0]}}}
    game = play(
        afloat({"ad1": "03.02"}, rows=["~~~~~.", "......"], **given), "fire-ship ad1", f"{verb} 06.02"
    )
    assert game.ask.step == "RollFacility"
    v, there = vars_of(game), hex(game.pos, "06.02")
    assert (v.target, v.side, v.strength, v.aim) == (there, ASTER, 8, aim)
    assert game.pos.worked[there] == BARRAGED
    assert game.pos.flags[unit(game.pos, "ad1")] == FIRED | SHELLED


# -- ports ------------------------------------------------


@pytest.mark.rule("ocs.port.1", "ocs.port.3", "ocs.port.8e", "ocs.landing.12")
def test_the_box_is_a_harbour_that_is_never_full_nor_watched() -> None:
    given = {**BOX, "sea_entries": {"aster": ["01.01"]}}
    pos = position(COAST, {"b38": "03.04"}, ports=PORT, **given)
    port, box = hex(pos, "03.03"), hex(pos, "sea")
    assert harbours(pos, ASTER) == [port, box] and harbours(pos, BOREAL) == []
    pos.put.beach[hex(pos, "07.03")] = ASTER
    assert harbours(pos, ASTER) == [port, hex(pos, "07.03"), box]
    assert is_watched(pos, port, ASTER) and not is_watched(pos, box, ASTER)
    assert not is_watched(pos, port, BOREAL)
    assert port_room(pos, box, ASTER) > 10**6 and takes(pos, box, ASTER, 10**6, False)
    assert [sea_cost(pos, ASTER, 5, *way) for way in ((port, box), (box, port), (box, box))] == [20, 20, 5]
    assert has_sea_path(pos, ASTER, port, box) and has_sea_path(pos, ASTER, box, port)


@pytest.mark.rule("ocs.port.8")
def test_ports_on_two_seas_are_not_joined() -> None:
    pos = position(
        ["~~....~~", "........"], {}, ports={"aster": {"01.01": [1, 0], "08.01": [1, 0], "02.01": [1, 0]}}
    )
    left, right, near = (hex(pos, name) for name in ("01.01", "08.01", "02.01"))
    assert has_sea_path(pos, ASTER, left, near) and not has_sea_path(pos, ASTER, left, right)
    inland = position(["~~~~", "....", "...."], {})
    assert not has_sea_path(inland, ASTER, hex(inland, "01.01"), hex(inland, "01.02"))
    assert not has_sea_path(inland, ASTER, hex(inland, "01.02"), hex(inland, "01.01"))


@pytest.mark.rule("ocs.port.8e", "ocs.port.1", "ocs.option.18b")
@pytest.mark.parametrize(
    ("cap", "used", "port", "dump", "unloaded", "night", "most"),
    [
        (2, 0, 3, 20, 0, False, 8),  # Sea Cap
        (2, 12, 3, 20, 0, False, 5),
        (4, 0, 3, 20, 0, False, 12),  # the port
        (4, 0, 3, 7, 0, False, 7),  # the dump
        (4, 0, 3, 7, 5, False, 2),
        (4, 0, 3, 20, 0, True, 4),  # four times the cost
    ],
)
def test_how_much_supply_goes_by_sea(
    cap: int, used: int, port: int, dump: int, unloaded: int, night: bool, most: int
) -> None:
    given = {**BOX, "sea_entries": {"aster": ["01.01"]}, "options": {"opt_21_12b_night": night}}
    units = {"b38": "03.04"} if night else {}
    game = ashore(
        units,
        ports={"aster": {"03.03": [port, 0]}},
        sea_cap={"aster": cap},
        dumps={"aster": {"03.03": dump}},
        **given,
    )
    pos, here = game.pos, hex(game.pos, "03.03")
    pos.put.sea_used[ASTER], pos.put.unloaded[here] = used, unloaded
    assert sea_left(pos, ASTER) == cap * 16 - used
    play(game, "ship-supply 03.03", "ship-to sea")
    assert options(game) == [f"tokens {tokens}" for tokens in range(1, most + 1)]
    box, few = hex(pos, "sea"), game.copy()
    assert play(few, "tokens 1").ask.step == "Move"  # one load, not one after another
    play(game, f"tokens {most}")
    assert (pos.ground_dump(here, ASTER), pos.ground_dump(box, ASTER)) == (dump - most, most)
    assert pos.sea_used[ASTER] == used + most * 4 * (4 if night else 1)
    assert (pos.port_used[here], pos.unloaded[box]) == (most * 4, most)
    assert "shipped-supply" in told(game)
    assert game.ask.step == "Move"


@pytest.mark.rule("ocs.port.8", "ocs.port.1")
def test_what_is_offered_at_the_quays() -> None:
    units = {"a35": {"hex": "03.03", "mode": "move"}, "a33": "03.03", "a34": {"hex": "sea", "mode": "move"}}
    given = {**BOX, "sea_entries": {"aster": ["01.01"]}, "ports": PORT}
    game = ashore(units, sea_cap={"aster": 1}, dumps={"aster": {"sea": 1}}, **given)

    def shipping(one: Game[OcsPosition]) -> list[str]:
        return [text for text in options(one) if text.split()[0] in ("embark", "ship-supply")]

    assert shipping(game) == ["embark a35", "embark a34", "ship-supply sea"]
    assert refusal(game, "embark a33").rule == "ocs.port.8"
    assert refusal(game, "ship-supply 03.03").rule == "ocs.port.8"
    spent = ashore(units, dumps={"aster": {"sea": 1}}, **given)
    assert shipping(spent) == [] and refusal(spent, "embark a35").rule == "ocs.port.1"
    later = ashore(
        units,
        sea_cap={"aster": 1},
        dumps={"aster": {"sea": 1}},
        phase="exploitation",
        start={"procedure": "exploitation", "step": "Move"},
        **given,
    )
    assert shipping(later) == []
    play(game, "embark a35")
    assert options(game) == ["ship-to sea", "stay"] and refusal(game, "ship-to 03.03").rule == "ocs.port.1"
    play(game, "stay")
    pos, a35 = game.pos, unit(game.pos, "a35")
    assert where(pos, "a35") == "03.03" and pos.sea_used[ASTER] == 0
    play(game, "embark a35", "ship-to sea")
    assert "shipped" in told(game)
    assert (where(pos, "a35"), pos.flags[a35], pos.sea_used[ASTER]) == ("sea", CARRIED | MOVED, 4)
    assert pos.port_used[hex(pos, "03.03")] == 4


@pytest.mark.rule("ocs.port.8", "ocs.port.2")
def test_a_load_goes_to_every_other_port_that_takes_it() -> None:
    ports = {"aster": {"03.03": [3, 0], "01.03": [1, 0], "07.03": [2, 4]}}
    pos = position(COAST, {}, ports=ports, sea_cap={"aster": 4})
    here = hex(pos, "03.03")

    def found(size: int, is_unit: bool = False) -> set[str]:
        return names_of(pos, ports_for(pos, ASTER, here, size, is_unit))

    assert found(4) == {"01.03", "07.03"}  # 20 % of 2 SP are 1.6: two tokens
    assert found(8) == {"01.03", "07.03"} and found(9) == {"01.03"}
    assert found(16) == {"01.03"} and found(17) == set() and found(17, True) == {"01.03", "07.03"}
    large = ashore({"a21": {"hex": "01.03", "mode": "move"}}, ports=ports, sea_cap={"aster": 4})
    assert "embark a21" in options(large)  # two points, more than the port passes at a time
    pos.put.port_used[here] = 40
    assert found(8) == {"01.03", "07.03"} and found(9) == set()
