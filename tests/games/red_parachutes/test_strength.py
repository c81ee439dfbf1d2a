"""Chapters attack-strength and defense-strength: every modifier by hand."""

import pytest

from games.red_parachutes.battle import (
    NORTH,
    NORTH_EAST,
    TARGET,
    arena,
    attack,
    choose,
    drawn,
    levels,
    no_guns,
    odds,
    to_roll,
)
from games.red_parachutes.table import Table, table
from grognard.games.battalions.combat.odds.odds_sheet import Sheet

WEAK = {"smg-51": TARGET}
"""DS 2, so that no attack is off the table."""


def strength(attackers: dict[str, str], **facts: object) -> int:
    return odds(to_roll(attack(attackers, WEAK, **facts)))[0]  # type: ignore[arg-type]  # facts of a case


def defence(defenders: dict[str, str], **facts: object) -> int:
    """The defence against three strong battalions."""
    attackers = {"i-pzgr-73": NORTH, "ii-pzgr-73": NORTH, "pzr-27": NORTH}
    return odds(to_roll(attack(attackers, defenders, **facts)))[1]  # type: ignore[arg-type]  # facts of a case


# -- attack -----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.attack-strength.1")
def test_the_strengths_of_all_that_take_part_are_added() -> None:
    assert strength({"i-gr-80": NORTH, "i-gr-455": NORTH_EAST}) == 4 + 3


@pytest.mark.rule(
    "rp.attack-strength.3",
    "rp.attack-strength.4",
    "rp.attack-strength.5a",
    "rp.attack-strength.7",
    "rp.attack-strength.8",
)
@pytest.mark.parametrize(
    ("state", "value"),
    [
        ("oos", 4),
        ("isolated", 3),
        ("disrupted", 4),
        ("demoralized", 3),
        ("oos disrupted", 3),
        ("isolated demoralized", 2),
        ("isolated disrupted", 2),
        ("oos demoralized", 2),
    ],
)
def test_supply_and_order_of_a_battalion_of_five(state: str, value: int) -> None:
    """5 - 1; 5 halved up; 5 - 1; 5 halved; 5 - 1 - 1; 3 halved; 3 - 1; 4 halved."""
    assert strength({"i-pzgr-73": f"{NORTH} {state}"}) == value


@pytest.mark.rule("rp.attack-strength.4")
def test_isolated_units_are_halved_each_for_itself() -> None:
    """AS 5 and 3 attack with 3 and 2."""
    assert strength({"i-pzgr-73": f"{NORTH} isolated", "i-gr-455": f"{NORTH} isolated"}) == 3 + 2


@pytest.mark.rule("rp.attack-strength.3")
def test_out_of_supply_leaves_one() -> None:
    assert strength({"flak-school": f"{NORTH} oos"}) == 1


@pytest.mark.rule("rp.attack-strength.5b", "rp.attack-strength.6", "rs.attack-strength.5b")
def test_disruption_takes_nothing_from_companies_nor_below_two() -> None:
    assert strength({"flak-school": f"{NORTH} disrupted"}) == 1
    assert strength({"corps-mg-bn": f"{NORTH} disrupted"}) == 2
    assert strength({"pzjg-34": f"{NORTH} disrupted"}) == 1


@pytest.mark.rule("rp.attack-strength.2", "rp.attack-strength.8")
@pytest.mark.parametrize(
    ("unit", "state", "value"),
    [
        ("i-gr-80", "", 3),
        ("pzr-27", "", 3),
        ("ii-pzgr-73", "", 2),
        ("i-gr-80", "oos", 2),
        ("flak-school", "", 1),
    ],
)
def test_a_stream_takes_a_third_from_foot_and_half_from_vehicles(unit: str, state: str, value: int) -> None:
    """4 x 2/3 = 2.7, so 3; 6 x 1/2 = 3; 4 x 1/2 = 2; terrain before supply: 3 - 1; 1 x 2/3 is 1."""
    rows = arena(stream=[f"{NORTH}/{TARGET}"])
    assert strength({unit: f"{NORTH} {state}"}, rows=rows) == value


@pytest.mark.rule("rp.attack-strength.2")
def test_a_road_bridges_the_stream() -> None:
    rows = arena(stream=[f"{NORTH}/{TARGET}"], road=[[NORTH, TARGET]])
    assert strength({"i-gr-80": NORTH}, rows=rows) == 4


BRIDGE = {
    "rows": ["..~..", "..~..", "..~..", "..~..", "..~.."],
    "areas": {"kanev:west": ["0203"], "kanev:water": ["0303"], "kanev:east": ["0403"]},
}


@pytest.mark.rule("rp.attack-strength.2", "rp.dnepr.2d")
def test_over_the_great_bridge_everybody_attacks_with_half() -> None:
    """Between the ends of the standing bridge: AS 4 is 2, AS 5 is 3."""
    attackers = {"i-gr-80": "0203", "i-pzgr-73": "0203"}
    game = to_roll(attack(attackers, {"smg-51": "0403"}, rows=BRIDGE, target="0403"))
    assert odds(game)[0] == 2 + 3


@pytest.mark.rule("rp.dnepr.2", "rp.attack-declare.1")
def test_nobody_attacks_over_a_blown_bridge() -> None:
    units = {"i-gr-80": "0203", "smg-51": "0403", "i-a-309": "0202"}
    game = table(BRIDGE, units, procedure="attacks", bridge=False)
    assert game.offers("target") == ["0202"]
    assert game.refused("german: target 0403") == "rp.attack-declare.1"


@pytest.mark.rule("rp.attack-strength.9")
def test_the_sheet_ends_with_the_guns() -> None:
    game = attack({"i-gr-80": NORTH}, {**WEAK, "i-ar-34": "0401"})
    choose(game).play("soviet: agreed", "german: support i-ar-34", "german: agreed")
    levels(game, 1, 1)
    sheet = Sheet(game.pos, game.pos.stack[-1].vars).attack.sheet("Attack")
    assert [(term.label, term.value) for term in sheet.terms] == [
        ("I/GR 80", "4"),
        ("support of I/AR 34", "+5"),
    ]
    assert sheet.total == "9"


# -- defence ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.defense-strength.1", "rp.defense-strength.2", "rp.defense-strength.3")
@pytest.mark.parametrize(("state", "value"), [("", 4), ("oos", 4), ("disrupted", 4), ("oos disrupted", 4)])
def test_supply_alone_and_disruption_do_not_weaken_a_defence(state: str, value: int) -> None:
    assert defence({"i-a-309": f"{TARGET} {state}"}) == value


@pytest.mark.rule("rp.defense-strength.6", "rp.defense-strength.7")
@pytest.mark.parametrize(
    ("state", "value"), [("isolated", 3), ("demoralized", 3), ("isolated demoralized", 2)]
)
def test_isolation_and_demoralization_halve_a_defence_of_five(state: str, value: int) -> None:
    attackers = {"69-mb-tank": NORTH, "i-69-mb": NORTH}
    game = attack(attackers, {"i-gr-80": f"{TARGET} {state}"}, by="soviet")
    run = to_roll_past_shots(game)
    assert odds(run)[1] == value


def to_roll_past_shots(game: Table) -> Table:
    levels(no_guns(choose(game)), 1, 1)
    while game.ask.step in ("AimShot", "RollShot"):
        game.play("chance: roll 2" if game.ask.is_chance else f"german: {game.options('german')[0]}")
    return game


@pytest.mark.rule("rp.defense-strength.7")
def test_isolated_defenders_are_halved_each_for_itself() -> None:
    """DS 3 of the engineers and 3 of the cavalry: 2 + 2."""
    assert defence({"20-pontoon": f"{TARGET} isolated", "i-1-gcd": f"{TARGET} isolated"}) == 2 + 2


@pytest.mark.rule("rp.defense-strength.4a", "rp.defense-strength.5")
@pytest.mark.parametrize(("letter", "value"), [(".", 6 + 3), ("W", 6 + 3), ("T", 4 + 2), ("C", 6 + 3)])
def test_field_works_add_half_but_not_in_a_town(letter: str, value: int) -> None:
    """DS 4 is 6 and DS 2 is 3. A city is not named in this game."""
    defenders = {"i-a-309": TARGET, "smg-51": TARGET}
    assert defence(defenders, rows=drawn(letter), works={TARGET: "ip soviet"}) == value


@pytest.mark.rule("rp.defense-strength.4b")
@pytest.mark.parametrize("works", ["ip german", "digging soviet"])
def test_works_of_the_enemy_or_unfinished_ones_do_not_help(works: str) -> None:
    assert defence({"i-a-309": TARGET}, works={TARGET: works}) == 4


@pytest.mark.rule("rp.defense-strength.2", "rp.defense-strength.4", "rp.defense-strength.7")
def test_works_come_before_isolation() -> None:
    """5 x 1.5 = 7.5, so 8; halved 4. The other way round it would be 3 x 1.5, so 5."""
    game = attack(
        {"i-69-mb": NORTH}, {"i-gr-80": f"{TARGET} isolated"}, by="soviet", works={TARGET: "ip german"}
    )
    assert odds(to_roll_past_shots(game))[1] == 4


@pytest.mark.rule("rp.defense-strength.8", "rp.defense-strength.1")
def test_who_retreated_into_the_hex_adds_nothing() -> None:
    assert defence({"i-a-309": TARGET, "ii-a-309": f"{TARGET} retreated"}) == 4


@pytest.mark.rule("rp.defense-strength.8", "rp.odds-shifts.1b")
def test_against_nobody_but_the_retreated_the_odds_are_the_highest() -> None:
    attackers = {"i-gr-80": NORTH}
    assert odds(to_roll(attack(attackers, {"i-a-309": f"{TARGET} retreated"}))) == (4, 0, "8:1", 12)
