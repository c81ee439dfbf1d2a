"""Chapter movement-allowance: the printed allowance and all that changes it."""

import pytest

from games.red_parachutes.table import table
from grognard.games.battalions.model.scale import half_up
from grognard.games.battalions.movement.allowance import allowance_sheet, movement_allowance

ROW = ["."] * 6


def allowance(id: str, text: str, more: dict[str, str] | None = None, **facts: object) -> int:
    game = table(ROW, {id: text, **(more or {})}, **facts)
    return movement_allowance(game.pos, game.unit(id))


@pytest.mark.rule("rp.movement-allowance.1")
def test_fractions_are_rounded_up() -> None:
    assert [half_up(number) for number in (0, 1, 4, 5)] == [0, 1, 2, 3]


@pytest.mark.rule(
    "rp.movement-allowance.3",
    "rp.movement-allowance.6",
    "rp.movement-allowance.7",
    "rp.general.9",
    "rp.general.21b",
)
@pytest.mark.parametrize(
    ("id", "state", "expected"),
    [
        ("ii-pzgr-73", "", 12),
        ("ii-pzgr-73", "oos", 10),
        ("ii-pzgr-73", "isolated", 8),
        ("pzr-27", "oos", 8),
        ("pzr-27", "isolated", 6),
        ("i-gr-80", "", 5),
        ("i-gr-80", "oos", 5),
        ("i-gr-80", "isolated", 4),
    ],
)
def test_supply_costs_vehicles_two_points_or_four_and_men_on_foot_one_when_isolated(
    id: str, state: str, expected: int
) -> None:
    assert allowance(id, f"0101 {state}") == expected


@pytest.mark.rule("rp.movement-allowance.8", "rp.movement-allowance.9", "rp.movement-allowance.11")
@pytest.mark.parametrize(("id", "turn", "expected"), [("i-gr-80", 2, 3), ("i-gr-80", 4, 2), ("pzr-27", 2, 6)])
def test_demoralization_costs_two_or_four_points_and_half_the_rest_at_night(
    id: str, turn: int, expected: int
) -> None:
    assert allowance(id, "0101 demoralized", turn=turn) == expected


@pytest.mark.rule("rp.movement-allowance.2a", "rp.movement-allowance.2c", "rp.movement-allowance.1")
def test_subtractions_come_before_halves_and_nothing_falls_below_zero() -> None:
    """12 - 2 for being out of supply - 4 for demoralization = 6, halved at night to 3."""
    assert allowance("ii-pzgr-73", "0101 oos demoralized", turn=4) == 3
    assert allowance("glider-5-gab", "0101 isolated demoralized") == 0


@pytest.mark.rule("rp.movement-allowance.4")
def test_a_leader_has_fourteen_points_and_wants_for_nothing() -> None:
    assert allowance("nehring", "0101", {"hq-xxiv": "0103"}) == 14


@pytest.mark.rule(
    "rp.movement-allowance.10",
    "rp.movement-allowance.12",
    "rp.movement-allowance.14",
    "rp.hq-return.1c",
    "rp.movement-allowance.2b",
)
def test_engineers_who_tried_to_blow_the_bridge_have_half_and_others_none() -> None:
    """An engineer battalion with MA 5: 3; with a replacement point or after helping: 0."""
    assert allowance("pi-34", "0101 demolished") == 3
    assert allowance("pi-34", "0101 replaced") == 0
    assert allowance("pi-34", "0101 helped") == 0
    assert allowance("hq-34", "0101 returned") == 0
    assert allowance("i-a-309", "0101 crossed") == 0


@pytest.mark.rule(
    "rp.movement-allowance.15a",
    "rp.movement-allowance.15b",
    "rp.movement-allowance.16a",
    "rp.movement-allowance.16b",
)
def test_a_leader_hurries_his_own_formation_along_within_a_hex() -> None:
    """1 point on foot, 2 with vehicles; two hexes away nothing; strangers only beside his own."""
    here = {"nehring": "0102", "hq-xxiv": "0106"}
    assert allowance("i-gr-80", "0101", here) == 6
    assert allowance("pzr-27", "0103", here) == 12
    assert allowance("i-gr-80", "0104", here) == 5
    assert allowance("i-pzar-7", "0101", {**here, "hq-7": "0106"}) == 10
    assert allowance("i-pzar-7", "0101", {**here, "hq-7": "0106", "i-gr-80": "0101"}) == 12


@pytest.mark.rule("rp.movement-allowance.15c", "rp.general.15b")
def test_only_one_leader_counts_and_an_adc_gives_what_his_side_says() -> None:
    both = {"nehring": "0102", "kaellner": "0101", "hq-xxiv": "0106", "hq-19": "0106"}
    assert allowance("pzr-27", "0101", both) == 12
    assert allowance("pzr-27", "0101", {"kaellner": "0101 adc", "hq-19": "0106"}) == 11


@pytest.mark.rule("rp.movement-allowance.17")
def test_a_dispersed_company_goes_three_hexes_whatever_they_cost() -> None:
    """Three hexes of woods on rough, 3 points each for men on foot."""
    game = table(
        ["X"] * 6, {"1-5-gab": "0101 dispersed"}, procedure="movement", step="MoveAndCross", phasing="soviet"
    )
    game.play("soviet: move 1-5-gab")
    assert game.offers("to") == ["0102", "0103", "0104"]


@pytest.mark.rule("rp.movement-allowance.18a", "rp.movement-allowance.19")
def test_trucks_bring_six_points_in_the_first_two_turns() -> None:
    for turn, expected in ((10, 11), (11, 11), (12, 5)):
        assert allowance("i-gr-455", "0101 arrived=10", turn=turn) == expected
    assert allowance("i-gr-80", "0101 arrived=10", turn=10) == 5


@pytest.mark.rule("rp.movement-allowance.18b")
def test_the_points_of_trucks_serve_along_roads_only() -> None:
    """Eleven road hexes, or five of clear ground; after six on the road still five beside it."""
    rows = {"rows": [".." for _ in range(14)], "road": [[f"01{row:02d}" for row in range(1, 15)]]}
    units = {"i-gr-455": "0101 arrived=2"}
    game = table(rows, units, procedure="movement", step="MoveAndCross")
    game.play("german: move i-gr-455")
    assert "0112" in game.offers("to") and "0113" not in game.offers("to")
    plain = table(["."] * 14, units, procedure="movement", step="MoveAndCross")
    plain.play("german: move i-gr-455")
    assert plain.offers("to")[-1] == "0106"


@pytest.mark.rule("rp.movement-allowance.18")
def test_what_trucks_spent_beside_the_road_is_not_given_back() -> None:
    """Two clear hexes, then a second stretch: three more at most beside the road."""
    units = {"i-gr-455": "0101 arrived=2"}
    game = table(["."] * 14, units, procedure="movement", step="MoveAndCross")
    game.play("german: move i-gr-455", "german: to 0103")
    assert game.offers("to")[-1] == "0106"


@pytest.mark.rule("rp.movement-allowance.20a", "rp.movement-allowance.20b", "rp.movement-allowance.21")
def test_soviet_recon_goes_on_foot_for_good() -> None:
    """MA 6 in place of 12, woods at 2 points, no armor; there is no way back."""
    units = {"recon-9-mc": "0101", "hq-9-mc": "0106"}
    game = table(
        ["."] + ["W"] * 5, units, procedure="movement", step="MoveAndCross", phasing="soviet", turn=10
    )
    game.play("soviet: dismount recon-9-mc")
    pos, unit = game.pos, game.unit("recon-9-mc")
    assert movement_allowance(pos, unit) == 6 and pos.armor_of(unit) == 0
    assert game.refused("soviet: dismount recon-9-mc") == "rp.movement-allowance.21"
    game.play("soviet: move recon-9-mc")
    assert game.offers("to") == ["0102", "0103", "0104"]


@pytest.mark.rule("rp.movement-allowance.20c")
def test_german_recon_does_not_dismount() -> None:
    game = table(ROW, {"pzaa-19": "0101"}, procedure="movement", step="MoveAndCross")
    assert game.refused("german: dismount pzaa-19") == "rp.movement-allowance.20"


@pytest.mark.rule("rp.movement-allowance.22a", "rp.movement-allowance.22b")
@pytest.mark.parametrize(("turn", "expected"), [(3, 6), (8, 6), (9, 11)])
def test_without_fuel_tanks_have_half_through_the_night_of_23_september(turn: int, expected: int) -> None:
    """Turn 8 is that night: 11 halved is 6; from the AM turn of the 24th 11 again."""
    assert allowance("70-mb-tank", "0101", turn=turn) == expected


@pytest.mark.rule("rp.movement-allowance.2", "rp.movement-allowance.9")
def test_the_sheet_adds_up_to_the_allowance_in_force() -> None:
    game = table(ROW, {"pzr-27": "0101 oos demoralized"}, turn=4)
    sheet = allowance_sheet(game.pos, game.unit("pzr-27"))
    assert [term.value for term in sheet.terms] == ["10", "−2", "−4", "× ½"] and sheet.total == "2 MP"


@pytest.mark.rule("rp.movement-allowance.5")
def test_a_leader_marches_along_roads_far_from_the_enemy_and_moves_on_from_there() -> None:
    """Motor rates: a road hex costs half a point as in a march, clear ground 2."""
    rows = {"rows": ["."] * 30, "road": [[f"01{row:02d}" for row in range(1, 25)]]}
    units = {"nehring": "0101", "hq-xxiv": "0101"}
    game = table(rows, units, procedure="movement", step="MoveAndCross")
    game.play("german: move nehring")
    # 23 road hexes are 11½ points; one clear hex at 2 is within 14.
    assert game.offers("to")[-1] == "0125"


@pytest.mark.rule("rp.movement-allowance.20", "rp.movement-allowance.21")
def test_only_recon_that_has_not_moved_goes_on_foot() -> None:
    units = {"recon-9-mc": "0101", "recon-10-tc": "0102 spent=1", "i-a-309": "0103"}
    game = table(ROW, units, procedure="movement", step="MoveAndCross", phasing="soviet")
    assert game.offers("dismount") == ["recon-9-mc"]
    assert game.refused("soviet: dismount recon-10-tc") == "rp.movement-allowance.20"
    assert game.refused("soviet: dismount i-a-309") == "rp.movement-allowance.20"
    marched = table(
        ROW,
        {**units, "recon-9-mc": "0101 marched"},
        procedure="movement",
        step="MoveAndCross",
        phasing="soviet",
    )
    assert marched.offers("dismount") == []
    assert marched.refused("soviet: dismount recon-9-mc") == "rp.normal-move.1"
