"""Chapter reinforcements."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.movement.reinforcements import division_losses
from grognard.games.battalions.table.knowledge import pieces

ROWS = {"rows": ["W"] * 6, "road": [["0101", "0102", "0103"]]}
RIFLE = [f"{battalion}-{regiment}-309" for regiment in "abc" for battalion in ("i", "ii", "iii")]


def arriving(units: dict[str, str], rows: Any = ROWS, **facts: Any) -> Table:
    return table(rows, units, procedure="movement", step="reinforcements", **facts)


@pytest.mark.rule("rp.reinforcements.1", "rp.reinforcements.2", "rp.reinforcements.4", "rp.reinforcements.5")
def test_who_is_due_comes_in_at_its_hex_in_supply_and_pays_for_it() -> None:
    """Along the road that leads off the map the entry hex costs 1."""
    units = {"ii-pzgr-73": "waiting arrives=2 at=0101", "pzr-27": "waiting arrives=3 at=0101"}
    game = arriving(units)
    assert game.offers("bring") == ["ii-pzgr-73"]
    assert game.refused("german: bring pzr-27") == "rp.reinforcements.1"
    game.play("german: bring ii-pzgr-73")
    game.holds("unit ii-pzgr-73 at 0101", "unit ii-pzgr-73 spent 1", "unit ii-pzgr-73 supply supplied")
    shown = [piece for piece in pieces(game.pos, game.pos.phasing) if piece.unit == game.unit("ii-pzgr-73")]
    assert "entered" in shown[0].badges


@pytest.mark.rule("rp.reinforcements.5")
def test_without_a_road_the_ground_is_paid() -> None:
    game = arriving({"i-gr-80": "waiting arrives=2 at=0106"})
    game.play("german: arrive")
    game.holds("unit i-gr-80 at 0106", "unit i-gr-80 spent 2")


@pytest.mark.rule("rp.reinforcements.3")
def test_guns_arrive_limbered_with_ammunition_level_2() -> None:
    game = arriving({"i-pzar-19": "waiting arrives=2 at=0101 ammunition=0"})
    game.play("german: arrive")
    game.holds("unit i-pzar-19 ammunition 2", "unit i-pzar-19 limbered yes")


@pytest.mark.rule("rp.reinforcements.6a")
def test_a_unit_waits_while_the_enemy_holds_its_hex_and_comes_later() -> None:
    units = {
        "i-gr-80": "waiting arrives=2 at=0101",
        "ii-gr-80": "waiting arrives=2 at=0106",
        "i-a-309": "0101",
    }
    game = arriving(units)
    assert game.refused("german: bring i-gr-80") == "rp.reinforcements.6"
    game.play("german: arrive")
    game.holds("unit i-gr-80 at waiting", "unit ii-gr-80 at 0106")
    late = arriving({"i-gr-80": "waiting arrives=2 at=0101"}, turn=5)
    late.play("german: arrive")
    late.holds("unit i-gr-80 at 0101")


@pytest.mark.rule("rp.reinforcements.1", "rp.movement-allowance.19")
def test_reinforcements_move_on_with_what_is_left() -> None:
    """A truck-borne battalion: 11 points, 1 for the entry."""
    game = arriving({"i-gr-455": "waiting arrives=2 at=0101"})
    game.play("german: arrive", "german: done")
    assert game.asked() == "german StrategicMovement"
    game.play("german: done", "german: move i-gr-455")
    # Two road hexes, then woods at 2 with its own 5 points: 0104 and 0105.
    assert game.offers("to") == ["0102", "0103", "0104", "0105"]


@pytest.mark.rule("rp.reinforcements.7", "rp.reinforcements.8b")
def test_an_arriving_rifle_division_is_rolled_for_and_its_owner_chooses_who_is_weak() -> None:
    """12: 11 steps of nine battalions: seven are left with one step, two are gone."""
    units = dict.fromkeys([*RIFLE, "hq-309", "at-309"], "waiting arrives=2 at=0101")
    game = arriving(units, phasing="soviet")
    assert game.asked() == "chance RollDivisionLosses"
    game.play("chance: roll 12")
    game.play("soviet: lose i-a-309")
    assert game.refused("soviet: lose i-a-309") == "rp.reinforcements.8"
    assert game.refused("soviet: lose at-309") == "rp.reinforcements.8"
    for id in RIFLE[1:]:
        game.play(f"soviet: lose {id}")
    game.play("soviet: lose i-a-309", "soviet: lose ii-a-309")
    assert game.asked() == "soviet BringIn"
    game.holds(
        "unit i-a-309 at eliminated", "unit ii-a-309 at eliminated", "unit iii-a-309 steps 1", "lost soviet 0"
    )


@pytest.mark.rule("rp.reinforcements.8a")
@pytest.mark.parametrize(
    ("turn", "roll", "steps"),
    [(2, 2, 2), (2, 7, 6), (2, 8, 7), (2, 12, 11), (65, 2, 2), (65, 9, 6), (65, 12, 9)],
)
def test_the_chart_and_divisions_that_were_refilled(turn: int, roll: int, steps: int) -> None:
    """From 8 October (turn 65) two are taken off the roll."""
    game = arriving({"i-a-309": f"waiting arrives={turn} at=0101"}, phasing="soviet", turn=turn)
    division = game.pos.content.formation_ids.index("309 RD")
    assert division_losses(game.pos, division, roll) == steps


@pytest.mark.rule("rp.reinforcements.7")
def test_two_divisions_are_rolled_for_one_after_the_other_and_corps_not_at_all() -> None:
    units = {"i-a-309": "waiting arrives=2 at=0101", "i-a-161": "waiting arrives=2 at=0101"}
    game = arriving({**units, "i-69-mb": "waiting arrives=2 at=0101"}, phasing="soviet")
    game.play("chance: roll 2", "soviet: lose i-a-309", "soviet: lose i-a-309")
    assert game.asked() == "chance RollDivisionLosses"
    game.play("chance: roll 2", "soviet: lose i-a-161", "soviet: lose i-a-161")
    assert game.asked() == "soviet BringIn"


@pytest.mark.rule("rp.reinforcements.4", "rp.reinforcements.6a")
def test_while_the_enemy_is_in_its_hex_a_unit_comes_in_at_the_other_one_named_for_it() -> None:
    """0106 is woods without a road: 2 points for men on foot; the road at 0101 costs 1."""
    units = {"i-gr-80": "waiting arrives=2 at=0101,0106", "i-a-309": "0101"}
    barred = arriving(units)
    barred.play("german: arrive")
    barred.holds("unit i-gr-80 at 0106", "unit i-gr-80 spent 2")
    free = arriving({"i-gr-80": "waiting arrives=2 at=0101,0106"})
    free.play("german: arrive")
    free.holds("unit i-gr-80 at 0101", "unit i-gr-80 spent 1")
    both = arriving({**units, "ii-a-309": "0106", "ii-gr-80": "waiting arrives=2 at=0103"})
    assert both.refused("german: bring i-gr-80") == "rp.reinforcements.6"
    assert both.offers("bring") == ["ii-gr-80"]
