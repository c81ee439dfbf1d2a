"""Chapter replacements: German points by type."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.red_parachutes.turn.replacements import point_type

DUE = 21
"""27 September, AM: the schedule lists replacements."""
COLUMN = ["."] * 12


def spending(units: dict[str, str], points: dict[str, int] | None = None, **facts: Any) -> Table:
    """At the spending of points, after the roll."""
    return table(
        COLUMN,
        units,
        procedure="replacements",
        step="SpendPoints",
        points=points or {},
        **{"turn": DUE, **facts},
    )


@pytest.mark.rule("rp.replacements.1a", "rp.replacements.6")
@pytest.mark.parametrize(("turn", "rolled"), [(21, True), (33, True), (93, True), (17, False), (22, False)])
def test_replacements_come_only_in_the_am_turns_of_the_schedule(turn: int, rolled: bool) -> None:
    game = table(COLUMN, {"i-gr-80": "0101 steps=2"}, procedure="initial", turn=turn, points={"infantry": 3})
    assert (game.asked() == "chance RollReplacements") == rolled


@pytest.mark.rule("rp.replacements.2a", "rp.replacements.7a")
@pytest.mark.parametrize(
    ("die", "infantry", "tank", "at"), [(1, 2, 0, 0), (2, 3, 0, 0), (3, 4, 0, 0), (4, 4, 0, 1), (5, 4, 1, 0)]
)
def test_the_points_of_the_roll_are_added_to_the_stock(die: int, infantry: int, tank: int, at: int) -> None:
    game = table(COLUMN, {"i-gr-80": "0101"}, procedure="initial", turn=DUE, points={"infantry": 2})
    game.play(f"chance: roll {die}")
    game.holds(f"points infantry {infantry}", f"points tank-4 {tank}", f"points at-4 {at}")


@pytest.mark.rule("rp.replacements.7b")
def test_a_6_leaves_the_choice_of_a_tank_or_recon_point() -> None:
    game = table(COLUMN, {"i-gr-80": "0101"}, procedure="initial", turn=DUE)
    game.play("chance: roll 6")
    assert game.offers("point") == ["1", "2", "3"]
    game.play("german: point 2")
    game.holds("points infantry 3", "points tank-5 1", "points tank-4 0")


@pytest.mark.rule("rp.replacements.3", "rp.replacements.8", "rp.replacements.11")
def test_a_point_restores_a_step_and_who_takes_it_does_not_move() -> None:
    game = spending({"i-gr-80": "0101 steps=2", "pi-34": "0102"}, {"infantry": 2})
    game.play("german: replace i-gr-80")
    game.holds("unit i-gr-80 steps 3", "points infantry 1", "unit i-gr-80 flag replaced")


@pytest.mark.rule("rp.replacements.8", "rp.replacements.9", "rp.losses.14")
def test_a_remnant_becomes_its_battalion_again() -> None:
    units = {"i-gr-80": "reduced", "ger-inf-rem-1": "0102 of=i-gr-80", "pi-34": "0103"}
    game = spending(units, {"infantry": 1})
    game.play("german: replace ger-inf-rem-1")
    game.holds("unit i-gr-80 at 0102", "unit i-gr-80 steps 2", "unit ger-inf-rem-1 at absent")


@pytest.mark.rule("rp.replacements.10", "rp.replacements.16a", "rp.replacements.22b")
@pytest.mark.parametrize(
    ("battalion", "company", "kind"),
    [("pzr-27", "ger-tank-co-1", "tank-4"), ("pzaa-19", "ger-recon-co-1", "recon-1")],
)
def test_a_last_company_becomes_its_battalion_from_the_reduced_box(
    battalion: str, company: str, kind: str
) -> None:
    units = {battalion: "reduced", company: f"0102 of={battalion}", "pi-34": "0103"}
    game = spending(units, {kind: 1})
    game.play(f"german: replace {company}")
    game.holds(f"unit {battalion} at 0102", f"unit {battalion} steps 2", f"points {kind} 0")


@pytest.mark.rule("rp.replacements.16b")
def test_a_company_of_a_battalion_in_the_breakdown_box_does_not_grow() -> None:
    units = {"pzaa-19": "broken-down", "ger-recon-co-1": "0102 of=pzaa-19", "pi-34": "0103"}
    game = spending(units, {"recon-1": 1})
    assert game.refused("german: replace ger-recon-co-1") == "rp.replacements.8"


@pytest.mark.rule("rp.replacements.12", "rp.replacements.23")
@pytest.mark.parametrize(
    ("unit", "away", "refused"),
    [
        ("i-gr-80", 2, "rp.replacements.12"),
        ("i-gr-80", 3, ""),
        ("pzjg-34", 4, "rp.replacements.23"),
        ("pzjg-34", 5, ""),
    ],
)
def test_the_enemy_must_be_three_hexes_away_and_five_from_tank_recon_and_at_units(
    unit: str, away: int, refused: str
) -> None:
    units = {unit: "0101 steps=2", "i-a-309": f"01{1 + away:02d}", "pi-34": "0101"}
    game = spending(units, {"infantry": 1, "at-4": 1})
    if refused:
        assert game.refused(f"german: replace {unit}") == refused
    else:
        game.play(f"german: replace {unit}")
        game.holds(f"unit {unit} steps 3")


@pytest.mark.rule("rp.replacements.13", "rp.replacements.14", "rp.replacements.15")
@pytest.mark.parametrize(
    ("state", "id"),
    [
        ("oos", "rp.replacements.13"),
        ("isolated", "rp.replacements.13"),
        ("disrupted", "rp.replacements.14"),
        ("demoralized", "rp.replacements.15"),
    ],
)
def test_nobody_out_of_supply_or_out_of_order_takes_a_point(state: str, id: str) -> None:
    game = spending({"i-gr-80": f"0101 steps=2 {state}", "pi-34": "0102"}, {"infantry": 1})
    assert game.refused("german: replace i-gr-80") == id


@pytest.mark.rule("rp.replacements.17", "rp.formations.2b")
def test_one_step_a_turn_is_restored_in_each_formation_as_it_is_printed() -> None:
    units = {"i-gr-80": "0101 steps=2", "ii-gr-80": "0101 steps=2", "ii-pzgr-73": "0102 steps=2"}
    game = spending(units, {"infantry": 3})
    game.play("german: replace i-gr-80")
    assert game.refused("german: replace ii-gr-80") == "rp.replacements.17"
    game.play("german: replace ii-pzgr-73")
    game.holds("unit ii-pzgr-73 steps 3", "points infantry 1")


@pytest.mark.rule("rp.replacements.4b", "rp.replacements.4c", "rp.replacements.5", "rp.replacements.18")
def test_a_unit_taken_off_the_map_gives_its_steps_to_its_own_formation_without_limit() -> None:
    units = {"i-gr-80": "0101 steps=2", "ii-gr-80": "0101 steps=2", "iii-gr-80": "0102 steps=2"}
    units["ii-pzgr-73"] = "0103 steps=2"
    game = spending(units)
    assert game.refused("german: replace i-gr-80") == "rp.replacements.19"
    game.play("german: strip iii-gr-80")
    game.holds("unit iii-gr-80 at removed")
    assert game.refused("german: replace ii-pzgr-73") == "rp.replacements.19"
    game.play("german: replace i-gr-80", "german: replace ii-gr-80")
    game.holds("unit i-gr-80 steps 3", "unit ii-gr-80 steps 3", "points infantry 0", "lost german 0")


@pytest.mark.rule("rp.replacements.4d")
def test_points_of_a_unit_taken_off_are_lost_if_they_are_not_spent_at_once() -> None:
    game = spending({"i-gr-80": "0101 steps=2", "pi-34": "0102"})
    game.play("german: strip pi-34", "german: done")
    game.holds("points infantry 0", "unit pi-34 at removed", "unit i-gr-80 steps 2")


@pytest.mark.rule("rp.replacements.4a")
def test_only_infantry_and_engineers_are_taken_off() -> None:
    game = spending({"pzr-27": "0101", "pi-34": "0102"})
    assert game.offers("strip") == ["pi-34"] and game.refused("german: strip pzr-27") == "rp.replacements.4"


@pytest.mark.rule("rp.replacements.19", "rp.replacements.20", "rp.replacements.21", "rp.replacements.22a")
@pytest.mark.parametrize(
    ("unit", "kind"),
    [
        ("i-gr-80", "infantry"),
        ("ii-pzgr-73", "infantry"),
        ("i-pzgr-73", "infantry"),
        ("corps-mg-bn", "infantry"),
        ("pi-34", "infantry"),
        ("pzr-27", "tank-4"),
        ("pzaa-19", "recon-1"),
        ("pzjg-34", "at-4"),
        ("stug-239", ""),
        ("hq-34", ""),
        ("i-ar-34", ""),
    ],
)
def test_each_type_takes_its_own_points_tank_recon_and_at_by_value(unit: str, kind: str) -> None:
    game = spending({unit: "0101", "i-gr-107": "0102"})
    assert point_type(game.pos, game.unit(unit)) == kind


@pytest.mark.rule("rp.replacements.22b", "rp.replacements.19")
def test_a_tank_point_of_another_value_does_not_serve() -> None:
    game = spending({"pzr-27": "0101 steps=2", "pi-34": "0102"}, {"tank-5": 1, "infantry": 1})
    assert game.refused("german: replace pzr-27") == "rp.replacements.22"


@pytest.mark.rule("rp.replacements.24", "rp.replacements.25")
def test_other_types_and_guns_are_not_rebuilt() -> None:
    units = {"stug-239": "0101 steps=2", "i-ar-34": "0101", "pi-34": "0102"}
    game = spending(units, {"infantry": 1, "tank-4": 1})
    assert game.refused("german: replace stug-239") == "rp.replacements.24"
    assert game.refused("german: replace i-ar-34") == "rp.replacements.25"


@pytest.mark.rule("rp.replacements.2b", "rp.replacements.3", "rp.replacements.1b")
def test_unspent_points_stay_in_stock_and_serve_only_in_a_later_turn_of_the_schedule() -> None:
    game = spending({"i-gr-80": "0101 steps=2", "pi-34": "0102"}, {"infantry": 2})
    game.play("german: done")
    game.holds("points infantry 2")
    off = spending({"i-gr-80": "0101 steps=2", "pi-34": "0102"}, {"infantry": 2}, turn=25)
    assert off.asked() != "german SpendPoints"


@pytest.mark.rule("rp.movement-allowance.12a", "rp.movement-allowance.12b", "rp.sequence.2")
def test_who_took_a_point_stands_still_in_that_turns_player_turn_and_moves_in_the_next() -> None:
    game = spending({"i-gr-80": "0101 steps=2", "pi-34": "0102"}, {"infantry": 1})
    game.play("german: replace i-gr-80", "german: done")
    while game.asked() != "german MoveAndCross":
        game.game.play(game.ask.usual(game.pos) if not game.ask.is_chance else game.ask.options(-1)[0])
    assert game.refused("german: move i-gr-80") == "rp.movement-allowance.12"
    while game.pos.turn == DUE or game.asked() != "german MoveAndCross":
        game.game.play(game.ask.usual(game.pos) if not game.ask.is_chance else game.ask.options(-1)[0])
    assert "i-gr-80" in game.offers("move")


@pytest.mark.rule("rp.replacements.3", "rp.replacements.8", "rp.replacements.4")
def test_strangers_whole_units_and_those_just_built_up_are_refused() -> None:
    units = {"i-gr-80": "0101 steps=2", "pi-34": "0102", "i-a-309": "0112 steps=1", "ii-gr-80": "eliminated"}
    game = spending(units, {"infantry": 2})
    assert (game.offers("replace"), game.offers("strip")) == (["i-gr-80"], ["i-gr-80", "pi-34"])
    assert game.refused("german: replace i-a-309") == "rp.replacements.3"
    assert game.refused("german: replace ii-gr-80") == "rp.replacements.3"
    assert game.refused("german: replace pi-34") == "rp.replacements.8"
    assert game.refused("german: strip i-a-309") == "rp.replacements.4"
    assert game.refused("german: strip ii-gr-80") == "rp.replacements.4"
    game.play("german: replace i-gr-80")
    assert game.offers("strip") == ["pi-34"]
    assert game.refused("german: strip i-gr-80") == "rp.replacements.4"


@pytest.mark.rule("rp.replacements.4b", "rp.losses.14")
def test_with_a_remnant_its_battalion_goes_for_one_point() -> None:
    units = {"i-gr-80": "reduced", "ger-inf-rem-1": "0101 of=i-gr-80", "ii-gr-80": "0102 steps=1"}
    game = spending({**units, "pi-34": "0103"}).play("german: strip ger-inf-rem-1")
    game.holds("unit i-gr-80 at removed", "unit ger-inf-rem-1 at absent", "lost german 0")
    game.play("german: replace ii-gr-80")
    game.holds("unit ii-gr-80 steps 2")
    assert game.refused("german: replace ii-gr-80") == "rp.replacements.19"


@pytest.mark.rule("rp.replacements.4", "rp.breakdown.2")
def test_a_company_taken_off_leaves_its_battalion_in_the_breakdown_box_to_the_others() -> None:
    units = {"pi-34": "broken-down", "i-gr-80": "0103 steps=2"}
    units |= {f"ger-eng-co-{n}": "0101 of=pi-34" for n in (1, 2)}
    game = spending(units).play("german: strip ger-eng-co-1")
    game.holds("unit pi-34 at broken-down", "unit ger-eng-co-1 at absent", "unit ger-eng-co-2 at 0101")
    game.play("german: replace i-gr-80")
    game.holds("unit i-gr-80 steps 3")


@pytest.mark.rule("rp.replacements.5", "rp.replacements.17", "rp.replacements.18")
def test_points_of_a_unit_taken_off_come_before_those_in_stock_and_leave_the_limit_alone() -> None:
    """Two steps of a stripped battalion, then one from the stock, then no more."""
    units = {"i-gr-80": "0101 steps=1", "ii-gr-80": "0101 steps=1", "iii-gr-80": "0102 steps=2"}
    game = spending({**units, "pi-34": "0103"}, {"infantry": 2}).play("german: strip iii-gr-80")
    game.play("german: replace i-gr-80", "german: replace ii-gr-80")
    game.holds("points infantry 2")
    game.play("german: replace i-gr-80")
    game.holds("unit i-gr-80 steps 3", "unit ii-gr-80 steps 2", "points infantry 1")
    assert game.refused("german: replace ii-gr-80") == "rp.replacements.17"


@pytest.mark.rule("rp.replacements.9", "rp.move-intel.2")
@pytest.mark.parametrize("seen", ["yes", "no"])
def test_a_battalion_built_up_from_a_remnant_is_as_well_known_as_that_was(seen: str) -> None:
    state = "0102 of=i-gr-80" + (" seen" if seen == "yes" else "")
    game = spending({"i-gr-80": "reduced", "ger-inf-rem-1": state, "pi-34": "0103"}, {"infantry": 1})
    game.play("german: replace ger-inf-rem-1")
    game.holds(f"unit i-gr-80 seen {seen}", "unit i-gr-80 flag replaced")


@pytest.mark.rule("rp.replacements.7")
def test_a_6_leaves_one_choice_and_the_next_question_is_how_to_spend() -> None:
    game = table(COLUMN, {"i-gr-80": "0101"}, procedure="initial", turn=DUE, points={"recon-1": 1})
    game.play("chance: roll 6", "german: point 3")
    game.holds("points recon-1 2", "points infantry 3")
    assert game.asked() == "german SpendPoints"
