"""Ships: sailing, gunfire, and fire at ships."""

import pytest

from games.ocs.bench import build, hex, options, play, position, refusal, told, unit, where
from games.ocs.skies import flying
from grognard.core.flow.flow import Game
from grognard.core.flow.procedures import Procedure
from grognard.core.position import OPEN
from grognard.games.ocs.air.aircraft import is_base_of, is_patrolled
from grognard.games.ocs.air.bases import refit_count
from grognard.games.ocs.model.position import DEAD, DG, SHELLED, TARGETED, OcsPosition
from grognard.games.ocs.sea.craft_losses import lose_craft
from grognard.games.ocs.sea.gunfire import ShipGunfire, enemy_ships_in_range
from grognard.games.ocs.sea.landing_craft import is_lst
from grognard.games.ocs.sea.ship_fire import ShipFire, fire_column, hit_ship, sink
from grognard.games.ocs.sea.ships import Ships, sailing_range
from grognard.games.ocs.sequence.game_turn import PROCEDURES
from grognard.games.ocs.sequence.segments import Acting, Segment
from grognard.games.ocs.table.words import PHASES


class AtSea(Acting):
    title = "Ships sail and fire, and nothing else is done"


SEA_SEGMENT = Procedure(
    "sea-segment", AtSea(Ships(), ShipGunfire()), vars=Segment, sees=OPEN, title="A segment"
)


def at_sea(units: dict[str, object], phase: str = "movement", **given: object) -> Game[OcsPosition]:
    pos = position([], units, phase=phase, acting="aster", **given)
    game = Game({**PROCEDURES, SEA_SEGMENT.name: SEA_SEGMENT}, pos)
    game.call(SEA_SEGMENT.name, Segment(PHASES.index(phase), 0))
    return game


@pytest.mark.rule("ocs.naval.2a", "ocs.naval.3")
def test_ships_sail_over_sea_hexes_only_and_once_in_a_phase() -> None:
    """The sea of Selm River is 08.01 to 18.01."""
    game = at_sea({"ad1": "08.01"})
    play(game, "sail ad1")
    assert options(game) == [f"sail-to {column:02d}.01" for column in range(9, 19)] + ["anchor"]
    assert refusal(game, "sail-to 08.02").rule == "ocs.naval.2"
    play(game, "sail-to 18.01")
    assert where(game.pos, "ad1") == "18.01"
    assert refusal(game, "sail ad1").rule == "ocs.naval.4"


@pytest.mark.rule("ocs.naval.3", "ocs.sequence.11a", "ocs.reaction.3a")
def test_ships_sail_in_reaction_and_exploitation_but_not_in_a_barrage_segment() -> None:
    assert "sail ad1" in options(at_sea({"ad1": "08.01"}, "reaction"))
    assert refusal(at_sea({"ad1": "08.01"}, "movement-barrage"), "sail ad1").rule == "ocs.naval.3"


@pytest.mark.rule("ocs.naval.4b")
def test_a_damaged_single_ship_is_slow_and_a_flotilla_is_not() -> None:
    pos = position([], {"ad1": {"hex": "08.01", "lost": 1}})
    ad1 = unit(pos, "ad1")
    assert sailing_range(pos, ad1) == 20
    pos.content.traits[ad1] = frozenset()
    assert sailing_range(pos, ad1) == 10


@pytest.mark.rule("ocs.naval.1b")
def test_ships_do_not_enter_hexes_with_enemies() -> None:
    pos = position([], {"ad1": "08.01"})
    game = at_sea({"ad1": "08.01"})
    b11 = unit(pos, "b11")
    game.pos.place(b11, hex(pos, "10.01"))
    play(game, "sail ad1")
    assert options(game) == ["sail-to 09.01", "anchor"]


@pytest.mark.rule("ocs.naval.10c", "ocs.naval.11", "ocs.barrage.28", "ocs.sequence.12a")
def test_a_ship_shells_the_ground_once_in_a_game_turn_and_its_results_are_reduced() -> None:
    """8 at 3 RE with a spotter: column 8-11, no shift for the port's city but its terrain."""
    units = {"ad1": "12.01", "b11": "12.03", "a11": "12.04"}
    game = at_sea(units, "movement-barrage")
    play(game, "fire-ship ad1")
    assert "shell-units 12.03" in options(game)
    play(game, "shell-units 12.03", "roll 2")
    ad1 = unit(game.pos, "ad1")
    assert game.pos.flags[ad1] & SHELLED
    assert refusal(game, "fire-ship ad1").rule == "ocs.naval.10"
    later = at_sea({"ad1": "12.01", "b11": "12.03"}, "reaction-barrage")
    later.pos.put.flags[ad1] |= SHELLED
    assert refusal(later, "fire-ship ad1").rule == "ocs.naval.10"


@pytest.mark.rule("ocs.naval.11", "ocs.barrage.34")
def test_ships_fire_as_far_as_their_range() -> None:
    """The Destroyer Flotilla reaches 3 hexes."""
    far = at_sea({"ad1": "12.01", "b11": "12.05"}, "movement-barrage")
    assert refusal(far, "fire-ship ad1").rule == "ocs.barrage.34", "who has no target is not taken up"
    game = play(at_sea({"ad1": "12.01", "b11": "12.04", "b12": "12.05"}, "movement-barrage"), "fire-ship ad1")
    assert "shell-units 12.04" in options(game)
    assert refusal(game, "shell-units 12.05").rule == "ocs.barrage.34"


@pytest.mark.rule("ocs.naval.11c", "ocs.barrage.34")
@pytest.mark.parametrize(("carrier", "joins"), [("12.02", True), ("02.01", False)])
def test_a_ship_joins_only_where_something_is_in_range_of_both(carrier: str, joins: bool) -> None:
    game = at_sea({"ad1": "12.01", "ac1": carrier, "b11": "12.04"}, "movement-barrage")
    play(game, "fire-ship ad1")
    assert ("with-ship ac1" in options(game)) == joins
    if not joins:
        assert refusal(game, "with-ship ac1").rule == "ocs.naval.11"


@pytest.mark.rule("ocs.naval.13")
def test_aircraft_are_doubled_and_the_total_is_divided_by_the_protection() -> None:
    """6 times 2 by 3 is 4: column 3-4, and right 1 for short range: 5-7."""
    pos = position([], {"ad1": "08.01"})
    ad1 = unit(pos, "ad1")
    columns = pos.content.tables["barrage"].columns
    pos.content.protection[ad1 * 2] = 3
    assert columns[fire_column(pos, ShipFire(1, ad1, 12))] == "3-4"
    assert columns[fire_column(pos, ShipFire(1, ad1, 12, near=1))] == "5-7"
    assert columns[fire_column(pos, ShipFire(1, ad1, 12, far=1))] == "2"


@pytest.mark.rule("ocs.naval.14a", "ocs.naval.14b", "ocs.naval.5b", "ocs.modes.1c")
def test_a_hit_brings_a_dg_and_a_second_dg_is_a_hit() -> None:
    game = at_sea({"ad1": "08.01"})
    pos, ad1 = game.pos, unit(game.pos, "ad1")
    hit_ship(game, ad1, 0)
    assert (pos.mode[ad1], pos.lost[ad1]) == (DG, 0)
    hit_ship(game, ad1, 0)
    assert (pos.mode[ad1] == DG, pos.lost[ad1]) == (False, 1)
    # An undamaged ship with a DG marker that is hit once sinks: the DG adds a second hit.
    other = at_sea({"ad1": "08.01"})
    hit_ship(other, ad1, 0)
    hit_ship(other, ad1, 1)
    assert other.pos.hex[ad1] == DEAD


@pytest.mark.rule("ocs.naval.12d", "ocs.air.5")
def test_aircraft_attack_one_ship_once_in_a_phase() -> None:
    bases = {"boreal": {"18.05": 1}}
    units = {"bt1": "18.05", "ad1": "14.01"}
    game = flying(units, "movement-barrage", "boreal", bases=bases)
    play(game, "fly bt1", "bomb 14.01", "at-ship ad1", "roll 2", "roll 2")
    assert game.pos.flags[unit(game.pos, "ad1")] & TARGETED
    again = flying(units, "movement-barrage", "boreal", bases=bases)
    again.pos.put.flags[unit(again.pos, "ad1")] |= TARGETED
    assert refusal(play(again, "fly bt1"), "bomb 14.01").rule == "ocs.barrage.7"


# -- carriers -----------------------------------------------------------------------------------


def from_carrier(units: dict[str, object], phase: str = "movement", **given: object) -> Game[OcsPosition]:
    return flying(units, phase, **{"bases": {"boreal": {"17.12": 1}}, **given})


@pytest.mark.rule("ocs.naval.6a", "ocs.naval.8a")
def test_a_carrier_is_an_air_base_with_a_patrol_zone_for_as_many_aircraft_as_it_holds() -> None:
    pos = position([], {"ac1 af1": "12.01"})
    assert is_base_of(pos, hex(pos, "12.01"), 0) and not is_base_of(pos, hex(pos, "12.01"), 1)
    assert is_patrolled(pos, hex(pos, "12.11"), 0) and not is_patrolled(pos, hex(pos, "12.12"), 0)
    # It holds three, Active and Inactive together.
    units = {"ac1 af1 af2": "12.01", "at1": {"hex": "12.01", "active": False}, "at2": "04.11"}
    game = from_carrier(units, bases={"aster": {"04.11": 1, "05.14": 1}})
    play(game, "fly at2")
    assert refusal(game, "transfer-to 12.01").rule == "ocs.naval.6"
    room = from_carrier({**units, "at1": "dead"}, bases={"aster": {"04.11": 1}})
    assert "transfer-to 12.01" in options(play(room, "fly at2"))


@pytest.mark.rule("ocs.naval.8b")
def test_carrier_aircraft_move_with_it_and_are_lost_with_it() -> None:
    game = at_sea({"ac1 af1": "12.01"})
    play(game, "sail ac1", "sail-to 14.01")
    assert where(game.pos, "af1") == "14.01" and game.pos.active[unit(game.pos, "af1")]
    flown = from_carrier({"ac1 af1": "14.01"}, bases={"aster": {"04.11": 1}})
    assert "fly af1" in options(flown)  # sailing was no mission
    sink(game, unit(game.pos, "ac1"))
    assert {game.pos.hex[unit(game.pos, id)] for id in ("ac1", "af1")} == {DEAD}


@pytest.mark.rule("ocs.naval.7")
def test_a_carrier_refits_all_its_aircraft_free_and_a_damaged_one_two() -> None:
    off = {"hex": "12.01", "active": False}
    game = from_carrier({"ac1": "12.01", "af1 af2 at1": off}, "refit")
    assert refit_count(game.pos, hex(game.pos, "12.01"), 0) == 3
    play(game, "refit 12.01", "make-active af1", "make-active af2", "make-active at1")
    assert all(game.pos.active[unit(game.pos, id)] for id in ("af1", "af2", "at1"))
    hurt = from_carrier({"ac1": {"hex": "12.01", "lost": 1}, "af1 af2 at1": off}, "refit")
    assert refit_count(hurt.pos, hex(hurt.pos, "12.01"), 0) == 2


@pytest.mark.rule("ocs.naval.9", "ocs.naval.16")
def test_ships_spare_a_carrier_while_another_ship_is_in_range_and_coastal_guns_do_not() -> None:
    units = {"ac1": "12.01", "ad1": "13.01", "bd2": "15.01", "bc1": "14.02"}
    pos = position([], units, acting="boreal", phasing="boreal", phase="movement-barrage")
    bd2, bc1 = unit(pos, "bd2"), unit(pos, "bc1")
    ships = {id: unit(pos, id) for id in ("ac1", "ad1")}
    assert enemy_ships_in_range(pos, (bd2,), 1) == [ships["ad1"]]
    assert set(enemy_ships_in_range(pos, (bc1,), 1)) == set(ships.values())
    pos.place(ships["ad1"], hex(pos, "08.01"))  # out of the cruiser's range of 4
    assert enemy_ships_in_range(pos, (bd2,), 1) == [ships["ac1"]]


# -- coastal artillery and landing craft ----------------------------------------------------------


@pytest.mark.rule("ocs.naval.16a", "ocs.naval.16b", "ocs.sequence.12c")
def test_coastal_artillery_fires_at_ships_without_supply_and_at_the_ground_as_artillery() -> None:
    units = {"bc1": "14.02", "ad1": "12.01", "a11": "12.03"}
    pos = position([], units, acting="boreal", phasing="boreal", phase="movement-barrage")
    game = Game({**PROCEDURES, SEA_SEGMENT.name: SEA_SEGMENT}, pos)
    game.call(SEA_SEGMENT.name, Segment(5, 1))
    play(game, "fire-ship bc1")
    assert options(game) == ["shell-ship ad1", "hold-fire"]
    assert refusal(game, "shell-units 12.03").rule == "ocs.naval.16"
    play(game, "shell-ship ad1", "roll 7")
    assert told(game)[0] == "ship-fire"
    assert refusal(game, "fire-ship bc1").rule == "ocs.naval.10"


@pytest.mark.rule("ocs.naval.17")
def test_a_step_destroys_coastal_artillery_and_a_dg_does_nothing() -> None:
    game = at_sea({"ad1": "13.01", "bc1": "14.02"}, "movement-barrage")
    bc1 = unit(game.pos, "bc1")
    mode = game.pos.mode[bc1]
    hit_ship(game, bc1, 0)
    assert game.pos.mode[bc1] == mode and where(game.pos, "bc1") == "14.02"
    assert "shell-ship bc1" in options(play(game, "fire-ship ad1"))
    hit_ship(game, bc1, 1)
    assert game.pos.hex[bc1] == DEAD


@pytest.mark.rule("ocs.naval.12", "ocs.naval.15")
def test_landing_craft_of_a_hex_are_one_target_and_lose_points_by_lot() -> None:
    units = {"al1": {"hex": "12.01", "points": 2}, "al3": {"hex": "12.01", "points": 1}, "bd2": "13.01"}
    pos = position([], units, acting="boreal", phasing="boreal", phase="movement-barrage")
    al1, al3 = unit(pos, "al1"), unit(pos, "al3")
    assert enemy_ships_in_range(pos, (unit(pos, "bd2"),), 1) == [al1]
    game = Game({**PROCEDURES, SEA_SEGMENT.name: SEA_SEGMENT}, pos)
    game.call(SEA_SEGMENT.name, Segment(5, 1))
    hit_ship(game, al1, 0)
    assert (pos.mode[al1], pos.mode[al3]) == (DG, DG)  # the marker goes on all of them
    hit_ship(game, al1, 0)  # the second DG is a hit
    assert sorted(zip(game.ask.choices[0], game.ask.weights, strict=True)) == [
        (("roll", al1), 2),
        (("roll", al3), 1),
    ]
    play(game, f"roll {al1}")
    assert (pos.points[al1], pos.points[al3]) == (1, 1)


@pytest.mark.rule("ocs.naval.15a")
def test_cargo_beyond_the_points_left_is_lost_and_an_lst_that_was_hit_is_none_any_more() -> None:
    units = {"al3": {"hex": "12.01", "points": 2}, "a35 a13": {"aboard": "al3"}}
    game = at_sea(units)
    pos, al3 = game.pos, unit(game.pos, "al3")
    assert is_lst(pos, al3)
    lose_craft(game, 0, hex(pos, "12.01"), 1)
    play(game, f"roll {al3}", f"roll {unit(pos, 'a13')}")  # a mechanised regiment takes a point of its own
    assert (pos.points[al3], is_lst(pos, al3)) == (1, False)
    assert (pos.hex[unit(pos, "a13")], pos.craft[unit(pos, "a35")]) == (DEAD, al3)


@pytest.mark.rule(
    "ocs.reaction.3a",
    "ocs.reaction.3b",
    "ocs.exploitation.3a",
    "ocs.exploitation.3b",
    "ocs.air.6a",
    "ocs.naval.3",
)
def test_ships_and_active_aircraft_act_in_reaction_and_exploitation_without_markers() -> None:
    for phase in ("reaction", "exploitation"):
        side = {"phasing": "boreal", "acting": "aster"} if phase == "reaction" else {}
        units = {"ad1": "12.01", "af1": "04.11", "af2": {"hex": "04.11", "active": False}}
        start = {"procedure": phase, "step": "Move"}
        game = build([], units, phase=phase, start=start, bases={"aster": {"04.11": 1, "05.14": 1}}, **side)
        found = options(game)
        assert "sail ad1" in found and "fly af1" in found and "fly af2" not in found
