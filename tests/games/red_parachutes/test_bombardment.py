"""Chapter bombardment: spotting, range, values, stacking, and what the table does."""

from typing import Any

import pytest

from games.red_parachutes.battle import ARENA, MIDDAY, NIGHT, NORTH, TARGET, choose, drawn, run_on
from games.red_parachutes.table import Table, table
from grognard.games.battalions.guns.bombardment import NO_COLUMN, bombard_sheet, column_of, density, sheet
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import SOVIET

SPOTTER = {"i-gr-80": NORTH}
GUN = "0402"


def firing(units: dict[str, str], rows: list[str] | None = None, **facts: Any) -> Table:
    """At the question which hexes are bombarded."""
    facts.setdefault("turn", MIDDAY)
    return table(rows or ARENA, units, procedure="bombardment", **facts)


def aimed(guns: dict[str, str], others: dict[str, str], rows: list[str] | None = None, **facts: Any) -> Table:
    """All these guns fire at the target; the dice are to be rolled."""
    game = firing({**SPOTTER, **guns, **others}, rows, **facts)
    game.play(f"german: target {TARGET}", *(f"german: fire {id}" for id in guns), "german: agreed")
    return game.play("german: done")


RIFLES = {"i-a-309": TARGET}


@pytest.mark.rule("rp.bombardment.1", "rp.bombardment.3b")
def test_all_bombardments_are_declared_before_the_first_is_rolled() -> None:
    units = {**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, "i-a-309": TARGET, "ii-a-309": "0304"}
    game = firing(units)
    assert game.offers("target") == ["0304", TARGET]
    game.play(f"german: target {TARGET}", "german: fire i-ar-34", "german: agreed")
    game.play("german: target 0304", "german: fire iv-ar-34", "german: agreed")
    assert game.asked() == "german DeclareBombardment"
    game.play("german: done")
    assert game.asked() == "chance RollBombardment"
    game.play("chance: roll 2")
    assert game.asked() == "chance RollBombardment"


@pytest.mark.rule("rp.bombardment.3a")
def test_all_guns_that_can_is_one_order_and_a_gun_can_be_taken_back() -> None:
    game = firing({**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, **RIFLES}).play(f"german: target {TARGET}")
    game.play("german: all-guns")
    assert game.offers("hold-fire") == ["i-ar-34", "iv-ar-34"]
    game.play("german: hold-fire i-ar-34")
    assert game.offers("fire") == ["i-ar-34"]


@pytest.mark.rule("rp.bombardment.4a", "rp.bombardment.4b")
@pytest.mark.parametrize("state", ["demoralized", "limbered", "ammunition=0"])
def test_what_keeps_a_gun_from_bombarding(state: str) -> None:
    game = firing({**SPOTTER, "i-ar-34": f"{GUN} {state}", "iv-ar-34": GUN, **RIFLES})
    game.play(f"german: target {TARGET}")
    assert game.offers("fire") == ["iv-ar-34"]
    assert game.refused("german: fire i-ar-34") == "rp.bombardment.4"


@pytest.mark.rule("rp.bombardment.4c")
def test_a_gun_in_an_enemy_zone_fires_at_adjacent_hexes_only() -> None:
    units = {"i-ar-34": NORTH, "i-a-309": TARGET, "ii-a-309": "0405"}
    game = firing(units)
    assert game.offers("target") == [TARGET]
    assert game.refused("german: target 0405") == "rp.bombardment.4"


@pytest.mark.rule("rp.bombardment.6a")
def test_a_target_is_within_range() -> None:
    """A rocket or mortar reaches 2; here a mortar regiment of the Soviets, three hexes off."""
    units = {"i-a-309": "0405", "mortar-regt-1": "0407", "i-gr-80": TARGET}
    game = firing(units, phasing="soviet")
    assert game.offers("target") == []
    assert game.refused(f"soviet: target {TARGET}") == "rp.bombardment.6"


@pytest.mark.rule("rp.bombardment.6b")
def test_only_a_hex_with_enemy_units_is_bombarded() -> None:
    game = firing({**SPOTTER, "i-ar-34": GUN, **RIFLES, "rybalko": "0304"})
    assert game.refused("german: target 0303") == "rp.bombardment.6"
    assert game.refused("german: target 0304") == "rp.bombardment.6"


@pytest.mark.rule("rp.bombardment.8")
def test_a_hex_is_bombarded_once_with_all_guns_together() -> None:
    game = firing({**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, **RIFLES})
    game.play(f"german: target {TARGET}", "german: fire i-ar-34", "german: agreed")
    assert game.offers("target") == []
    assert game.refused(f"german: target {TARGET}") == "rp.bombardment.8"


# -- spotting -----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "rp.bombardment.7a", "rp.bombardment.9a", "rp.bombardment.10", "rp.bombardment.11a", "rp.bombardment.11b"
)
@pytest.mark.parametrize(
    ("spotter", "rows", "turn", "spotted"),
    [
        ("0402", ARENA, MIDDAY, True),
        ("0402", ARENA, NIGHT, False),
        (NORTH, ARENA, NIGHT, True),
        ("0402", drawn("W"), MIDDAY, False),
        ("0402", drawn("T"), MIDDAY, False),
        (NORTH, drawn("C"), MIDDAY, True),
        ("0402", [*ARENA[:2], "...W...", *ARENA[3:]], MIDDAY, False),
        ("0303", [*ARENA[:2], "...W...", *ARENA[3:]], MIDDAY, True),
        ("0303", [*ARENA[:2], "...W...", "..W....", *ARENA[4:]], MIDDAY, False),
    ],
)
def test_by_day_two_hexes_over_open_ground_else_one(
    spotter: str, rows: list[str], turn: int, spotted: bool
) -> None:
    """0403 lies between 0402 and the target; between 0303 and the target lie 0403 and 0304."""
    game = firing({"i-gr-80": spotter, "i-ar-34": "0301", **RIFLES}, rows, turn=turn)
    assert (game.offers("target") == [TARGET]) == spotted
    if not spotted:
        assert game.refused(f"german: target {TARGET}") == "rp.bombardment.7"


@pytest.mark.rule("rp.bombardment.10")
def test_where_no_enemy_is_within_two_hexes_nobody_is_asked() -> None:
    game = firing({"i-gr-80": "0401", "i-ar-34": "0301", **RIFLES}, ARENA, turn=MIDDAY)
    assert game.asked() != "german DeclareBombardment"


# -- value and stacking -------------------------------------------------------------------------------


@pytest.mark.rule("rp.bombardment.12a", "rp.bombardment.12b")
@pytest.mark.parametrize(
    ("state", "letter", "turn", "works", "value"),
    [
        ("", ".", MIDDAY, {}, 13),
        ("disrupted", ".", MIDDAY, {}, 11),
        ("", ".", NIGHT, {}, 7),
        ("", "W", MIDDAY, {}, 7),
        ("", "C", MIDDAY, {}, 5),
        ("", ".", MIDDAY, {TARGET: "ip soviet"}, 7),
        ("", "C", MIDDAY, {TARGET: "ip soviet"}, 5),
        ("", ".", MIDDAY, {TARGET: "ip german"}, 13),
        ("disrupted", "W", NIGHT, {}, 3),
    ],
)
def test_the_values_of_5_and_8_together(
    state: str, letter: str, turn: int, works: dict[str, str], value: int
) -> None:
    """5 halved is 3 for a disrupted gun; 13 halved 7; by three 5; 11 halved 6, halved 3."""
    units = {**SPOTTER, "i-ar-34": f"{GUN} {state}", "iv-ar-34": GUN, **RIFLES}
    game = firing(units, drawn(letter), turn=turn, works=works)
    guns = [game.unit("i-ar-34"), game.unit("iv-ar-34")]
    assert bombard_sheet(game.pos, guns, game.hex(TARGET))[1] == value


@pytest.mark.rule("rp.bombardment.13", "rp.bombardment.14")
@pytest.mark.parametrize(
    ("units", "count"),
    [
        (("i-a-309", "ii-a-309", "smg-51", "1-5-gab", "2-5-gab", "3-5-gab"), 3),
        (("smg-51",), 1),
        (("smg-51", "1-5-gab"), 1),
        (("i-a-309", "smg-51", "1-5-gab"), 1),
        (("i-a-309", "art-309", "hq-309", "rybalko"), 2),
        (("hq-309",), 1),
    ],
)
def test_the_stacking_of_a_hex(units: tuple[str, ...], count: int) -> None:
    """Two battalions and four companies are 3; companies of different types add up here; never below 1."""
    game = firing({**SPOTTER, **dict.fromkeys(units, TARGET)})
    assert density(game.pos, game.hex(TARGET)) == count


@pytest.mark.rule("rp.bombardment.16a")
@pytest.mark.parametrize(
    ("value", "battalions", "column"),
    [
        (3, 1, NO_COLUMN),
        (4, 1, 0),
        (3, 2, 0),
        (6, 2, 1),
        (7, 2, 2),
        (10, 3, 3),
        (22, 4, 6),
        (31, 6, 6),
        (0, 4, NO_COLUMN),
        (16, 1, 3),
    ],
)
def test_the_column_is_moved_by_the_stacking(value: int, battalions: int, column: int) -> None:
    game = firing({**SPOTTER, **RIFLES})
    assert column_of(game.pos, value, battalions) == column


# -- results ------------------------------------------------------------------------------------------


@pytest.mark.rule("rp.bombardment.15", "rp.bombardment.16b", "rp.bombardment.17")
@pytest.mark.parametrize(("roll", "state"), [(6, "in-order"), (7, "disrupted"), (10, "demoralized")])
def test_the_table_is_read_where_value_and_stacking_meet(roll: int, state: str) -> None:
    """13 on one battalion: from column 11-15 one to the left, 7-10: D on 7, M on 10."""
    game = aimed({"i-ar-34": GUN, "iv-ar-34": GUN}, RIFLES).play(f"chance: roll {roll}")
    game.holds(f"unit i-a-309 morale {state}", "unit i-ar-34 ammunition 1", "unit iv-ar-34 ammunition 1")
    game.holds("unit i-ar-34 flag bombarded")


@pytest.mark.rule("rp.bombardment.18a", "rp.bombardment.18b", "rp.combat-markers.2", "rp.leader-casualty.1c")
def test_every_unit_in_the_hex_is_hit_and_the_owner_takes_the_step() -> None:
    """13 on two battalions is column 11-15: a 12 is 1M."""
    others = {"i-a-309": f"{TARGET} demoralized", "ii-a-309": TARGET, "rybalko": TARGET}
    game = aimed({"i-ar-34": GUN, "iv-ar-34": GUN}, others).play("chance: roll 12")
    assert game.asked() == "soviet LoseSteps"
    game.play("soviet: lose ii-a-309")
    game.holds("unit ii-a-309 steps 1", "unit ii-a-309 morale demoralized", "unit i-a-309 steps 1")
    game.holds(f"unit rybalko at {TARGET}")
    assert game.ask.step != "RollCasualty"


@pytest.mark.rule("rp.bombardment.16", "rp.bombardment.17")
def test_too_light_a_bombardment_does_nothing_and_is_fired_all_the_same() -> None:
    """5 halved by woods is 3: one column to the left of the first against one battalion."""
    game = aimed({"i-ar-34": GUN}, RIFLES, drawn("W"))
    game.holds("unit i-ar-34 ammunition 1", "unit i-a-309 morale in-order")
    assert game.ask.step != "RollBombardment"


@pytest.mark.rule("rp.bombardment.17")
def test_the_last_level_goes_too() -> None:
    game = aimed({"iv-ar-34": f"{GUN} ammunition=1"}, RIFLES).play("chance: roll 2")
    game.holds("unit iv-ar-34 ammunition 0")


@pytest.mark.rule("rp.bombardment.2a")
def test_by_option_bombardment_is_part_of_the_attack() -> None:
    """There is no phase of its own; before the attacker's support it is declared and resolved."""
    units = {**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, **RIFLES}
    game = firing(units, options={"bombardment-in-combat": True})
    assert game.ask.step != "DeclareBombardment"
    run_on(game, "DeclareAttack")
    game.play(f"german: target {TARGET}", "german: commit i-gr-80", "german: agreed")
    choose(game).play("soviet: agreed")
    assert game.asked() == "german DeclareBombardment"
    game.play(
        f"german: target {TARGET}",
        "german: fire iv-ar-34",
        "german: agreed",
        "german: done",
        "chance: roll 9",
    )
    assert game.asked() == "german OffensiveSupport"
    game.holds("unit i-a-309 morale disrupted")
    assert game.refused("german: support iv-ar-34") == "rp.bombardment.5"
    assert game.offers("support") == ["i-ar-34"]


@pytest.mark.rule("rp.bombardment.3")
def test_what_is_bombarded_is_seen_and_the_guns_are_seen() -> None:
    game = aimed({"i-ar-34": GUN}, RIFLES)
    assert game.pos.knows(1, game.unit("i-ar-34"))
    assert game.pos.knows(0, game.unit("i-a-309"))


# -- the edges ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.bombardment.7", "rp.general.23", "rp.bombardment.9b")
@pytest.mark.parametrize(
    ("spotter", "spotted"),
    [({"rybalko": "0405"}, False), ({"1-5-gab": "0405 dispersed"}, False), ({"1-5-gab": "0405"}, True)],
)
def test_neither_a_leader_nor_dispersed_companies_spot(spotter: dict[str, str], spotted: bool) -> None:
    game = firing({**spotter, "art-309": "0407", "i-gr-80": TARGET}, phasing="soviet")
    assert (game.offers("target") == [TARGET]) == spotted


@pytest.mark.rule("rp.bombardment.3a")
def test_a_gun_fires_once_and_only_ones_own() -> None:
    units = {**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, "i-a-309": TARGET, "ii-a-309": "0304"}
    game = firing({**units, "art-309": "0407"}).play(f"german: target {TARGET}", "german: fire i-ar-34")
    assert game.refused("german: fire i-ar-34") == "rp.bombardment.3"
    assert game.refused("german: hold-fire iv-ar-34") == "rp.bombardment.3"
    assert game.refused("german: fire art-309") == "rp.bombardment.3"
    assert game.refused("german: fire i-gr-80") == "rp.bombardment.3"
    game.play("german: agreed", "german: target 0304")
    assert game.offers("fire") == ["iv-ar-34"]
    assert game.refused("german: fire i-ar-34") == "rp.bombardment.3"
    game.play("german: drop")
    assert game.offers("target") == ["0304"]


@pytest.mark.rule("rp.bombardment.3", "rp.move-intel.2")
def test_what_is_declared_is_not_shown_before_it_is_fired() -> None:
    game = firing({**SPOTTER, "i-ar-34": GUN, **RIFLES})
    before = SYSTEM.knowledge.project(game.pos, SOVIET)
    game.play(f"german: target {TARGET}", "german: fire i-ar-34", "german: agreed")
    after = SYSTEM.knowledge.project(game.pos, SOVIET)
    assert before.facts["stack"] == after.facts["stack"]
    assert not game.pos.knows(SOVIET, game.unit("i-ar-34"))


@pytest.mark.rule("rp.bombardment.16", "rp.bombardment.18a")
@pytest.mark.parametrize(("roll", "steps", "state"), [(11, 2, "demoralized"), (12, 1, "disrupted")])
def test_a_number_is_steps_and_a_letter_the_marker(roll: int, steps: int, state: str) -> None:
    """13 on one battalion is column 7-10: M on an 11, 1D on a 12."""
    game = aimed({"i-ar-34": GUN, "iv-ar-34": GUN}, RIFLES).play(f"chance: roll {roll}")
    if steps == 1:
        game.play("soviet: lose i-a-309")
    game.holds(f"unit i-a-309 steps {steps}", f"unit i-a-309 morale {state}")


@pytest.mark.rule("rp.bombardment.12", "rp.bombardment.13")
def test_the_sheet_of_a_bombardment_names_every_gun_and_what_divides_it() -> None:
    """5 and 8 are 13, halved by woods 7; one battalion, so a column to the left of 7-10."""
    units = {**SPOTTER, "i-ar-34": GUN, "iv-ar-34": GUN, **RIFLES}
    game = firing(units, drawn("W"))
    found = sheet(game.pos, [game.unit("i-ar-34"), game.unit("iv-ar-34")], game.hex(TARGET))
    assert [(term.label, term.value, term.house) for term in found.terms] == [
        ("I/AR 34", "+5", True),
        ("IV/AR 34", "+8", True),
        ("woods, divided by 2", "-6", True),
        ("battalions in the hex", "1", False),
    ]
    assert (found.title, found.total) == ("Bombardment of 0404", "7: 4-6")
