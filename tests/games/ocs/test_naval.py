"""Ships: sailing, gunfire, and fire at ships."""

import pytest

from games.ocs.bench import hex, options, play, position, refusal, unit, where
from games.ocs.skies import flying
from grognard.core.flow import Game, Procedure
from grognard.core.position import OPEN
from grognard.games.ocs.naval import ShipFire, ShipGunfire, Ships, fire_column, hit_ship, sailing_range
from grognard.games.ocs.position import DEAD, DG, SHELLED, TARGETED, OcsPosition
from grognard.games.ocs.segments import Acting, Segment
from grognard.games.ocs.sequence import PROCEDURES
from grognard.games.ocs.words import PHASES


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


@pytest.mark.rule("ocs.naval.2", "ocs.naval.3")
def test_ships_sail_over_sea_hexes_only_and_once_in_a_phase() -> None:
    """The sea of Selm River is 08.01 to 18.01."""
    game = at_sea({"ad1": "08.01"})
    play(game, "sail ad1")
    assert options(game) == [f"sail-to {column:02d}.01" for column in range(9, 19)] + ["anchor"]
    assert refusal(game, "sail-to 08.02").rule == "ocs.naval.2"
    play(game, "sail-to 18.01")
    assert where(game.pos, "ad1") == "18.01"
    assert refusal(game, "sail ad1").rule == "ocs.naval.4"


@pytest.mark.rule("ocs.naval.3")
def test_ships_sail_in_reaction_and_exploitation_but_not_in_a_barrage_segment() -> None:
    assert "sail ad1" in options(at_sea({"ad1": "08.01"}, "reaction"))
    assert refusal(at_sea({"ad1": "08.01"}, "movement-barrage"), "sail ad1").rule == "ocs.naval.3"


@pytest.mark.rule("ocs.naval.4")
def test_a_damaged_single_ship_is_slow_and_a_flotilla_is_not() -> None:
    pos = position([], {"ad1": {"hex": "08.01", "lost": 1}})
    ad1 = unit(pos, "ad1")
    assert sailing_range(pos, ad1) == 20
    pos.content.traits[ad1] = frozenset()
    assert sailing_range(pos, ad1) == 10


@pytest.mark.rule("ocs.naval.1")
def test_ships_do_not_enter_hexes_with_enemies() -> None:
    pos = position([], {"ad1": "08.01"})
    game = at_sea({"ad1": "08.01"})
    b11 = unit(pos, "b11")
    game.pos.place(b11, hex(pos, "10.01"))
    play(game, "sail ad1")
    assert options(game) == ["sail-to 09.01", "anchor"]


@pytest.mark.rule("ocs.naval.10", "ocs.naval.11", "ocs.barrage.28")
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
    later.pos.flags[ad1] |= SHELLED
    assert refusal(play(later, "fire-ship ad1"), "shell-units 12.03").rule == "ocs.naval.10"


@pytest.mark.rule("ocs.naval.11", "ocs.barrage.34")
def test_ships_fire_as_far_as_their_range() -> None:
    """The Destroyer Flotilla reaches 3 hexes."""
    game = at_sea({"ad1": "12.01", "b11": "12.05"}, "movement-barrage")
    assert refusal(play(game, "fire-ship ad1"), "shell-units 12.05").rule == "ocs.barrage.34"


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


@pytest.mark.rule("ocs.naval.14", "ocs.naval.5")
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


@pytest.mark.rule("ocs.naval.12", "ocs.air.5")
def test_aircraft_attack_one_ship_once_in_a_phase() -> None:
    bases = {"boreal": {"18.05": 1}}
    units = {"bt1": "18.05", "ad1": "14.01"}
    game = flying(units, "movement-barrage", "boreal", bases=bases)
    play(game, "fly bt1", "bomb 14.01", "at-ship ad1", "roll 2", "roll 2")
    assert game.pos.flags[unit(game.pos, "ad1")] & TARGETED
    again = flying(units, "movement-barrage", "boreal", bases=bases)
    again.pos.flags[unit(again.pos, "ad1")] |= TARGETED
    assert refusal(play(again, "fly bt1"), "bomb 14.01").rule == "ocs.barrage.7"
