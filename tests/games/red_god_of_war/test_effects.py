"""Chapter effects: what the supply states do to strength and movement."""

import pytest

from games.red_god_of_war.table import Table, table
from grognard.games.red_god_of_war.combat.odds import Sheet, divided
from grognard.games.red_god_of_war.model.position import ISOLATED, SUPPLIED, UNSUPPLIED
from grognard.games.red_god_of_war.supply.trace import movement_allowance

FIELD = ["...", "...", "..."]


def sheet(units: dict[str, str], target: str = "0202", **options: bool) -> Sheet:
    """The attack of everybody else on the hex."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    game = table(FIELD, units, options=named)
    attackers = [game.unit(id) for id, text in units.items() if text[:4] != target]
    return Sheet(game.pos, game.hex(target), attackers, overrun=False, extra=False)


@pytest.mark.rule("rgw.effects.2b", "rgw.effects.5b")
@pytest.mark.parametrize(
    ("strength", "half", "quarter", "half_down", "quarter_down"),
    [
        (0, 0, 0, 0, 0),
        (1, 1, 1, 1, 1),
        (2, 1, 1, 1, 1),
        (3, 2, 1, 1, 1),
        (5, 3, 2, 2, 1),
        (8, 4, 2, 4, 2),
        (11, 6, 3, 5, 2),
    ],
)
def test_fractions_are_rounded_up_or_by_option_down_and_leave_at_least_one(
    strength: int, half: int, quarter: int, half_down: int, quarter_down: int
) -> None:
    up = table(FIELD, {"150-rd": "0101"}).pos
    assert (divided(up, strength, 2), divided(up, strength, 4)) == (half, quarter)
    down = table(FIELD, {"150-rd": "0101"}, options={"halves-round-up": False}).pos
    assert (divided(down, strength, 2), divided(down, strength, 4)) == (half_down, quarter_down)
    assert divided(up, strength, 1) == divided(down, strength, 1) == strength


@pytest.mark.rule("rgw.effects.1b", "rgw.effects.2a", "rgw.effects.5a", "rgw.effects.5b")
@pytest.mark.parametrize(
    ("states", "attack"),
    [
        (("supplied", "supplied", "supplied"), 12),
        (("unsupplied", "unsupplied", "unsupplied"), 6),
        (("isolated", "isolated", "isolated"), 3),
        (("supplied", "unsupplied", "unsupplied"), 8),  # 4 + (5 + 3) / 2
        (("unsupplied", "supplied", "supplied"), 10),
        (("isolated", "unsupplied", "supplied"), 7),  # 1 + 3 + 3
        (("isolated", "isolated", "supplied"), 6),  # 9 / 4 = 2¼, 3; and 3
    ],
)
def test_attackers_of_one_state_are_added_up_before_they_are_cut(
    states: tuple[str, ...], attack: int
) -> None:
    units = {"150-rd": "0201", "17-gds-rd": "0201", "74-sib-rb": "0102", "246-id": "0202"}
    for id, word in zip(("150-rd", "17-gds-rd", "74-sib-rb"), states, strict=True):
        units[id] += f" {word}"
    assert sheet(units).attack == attack


@pytest.mark.rule("rgw.effects.4a", "rgw.effects.6a", "rgw.effects.1b")
@pytest.mark.parametrize(
    ("states", "defence"),
    [
        (("supplied", "supplied"), 9),
        (("unsupplied", "unsupplied"), 9),
        (("isolated", "supplied"), 7),
        (("isolated", "unsupplied"), 7),
        (("isolated", "isolated"), 5),  # nine halved once, not 3 + 2
    ],
)
def test_only_isolation_halves_the_defence_and_only_of_the_isolated(
    states: tuple[str, str], defence: int
) -> None:
    units = {"17-gds-rd": f"0202 {states[0]}", "150-rd": f"0202 {states[1]}", "246-id": "0201"}
    assert sheet(units).defence == defence


@pytest.mark.rule("rgw.effects.2", "rgw.effects.6")
def test_german_units_suffer_alike() -> None:
    attack = sheet({"246-id": "0201 unsupplied", "78-id": "0102 isolated", "150-rd": "0202"})
    assert attack.attack == 3 + 2
    assert sheet({"150-rd": "0201", "78-id": "0202 isolated"}).defence == 5


@pytest.mark.rule("rgw.effects.2", "rgw.effects.5", "rgw.effects.6")
def test_the_sheet_names_the_rule_of_every_cut() -> None:
    cut = sheet({"150-rd": "0201 unsupplied", "93-rd": "0102 isolated", "78-id": "0202 isolated"})
    attack, defence, _ = cut.explanations()
    assert [(term.value, term.rule) for term in attack.terms if "effects" in term.rule] == [
        ("-2", "rgw.effects.2"),
        ("-3", "rgw.effects.5"),
    ]
    assert (attack.total, defence.total) == ("3", "5")
    assert [(term.value, term.rule) for term in defence.terms if "effects" in term.rule] == [
        ("-4", "rgw.effects.6")
    ]
    whole = sheet({"150-rd": "0201", "78-id": "0202 unsupplied"}).explanations()
    assert not any("effects" in term.rule for page in whole for term in page.terms)


@pytest.mark.rule(
    "rgw.effects.1a", "rgw.effects.3a", "rgw.effects.4b", "rgw.effects.7", "rgw.effects.8a", "rgw.supply.12b"
)
@pytest.mark.parametrize(
    ("unit", "printed", "short"),
    [
        ("65-tb", 8, 4),
        ("19-mb", 8, 4),
        ("1pz-1-pz", 8, 4),
        ("1pz-1-pg", 8, 4),
        ("gd-pz-abt", 8, 4),
        ("150-rd", 4, 4),
        ("246-id", 4, 4),
        ("74-sib-rb", 4, 4),
        ("3-gds-cd", 6, 6),
        ("ss-cav-1", 6, 6),
        ("41a-hq", 6, 6),
        ("vi-hq", 6, 6),
    ],
)
def test_without_supply_mechanized_units_have_half_their_allowance_and_nobody_else(
    unit: str, printed: int, short: int
) -> None:
    game = table(FIELD, {unit: "0101"})
    index = game.unit(unit)
    for state, allowance in ((SUPPLIED, printed), (UNSUPPLIED, short), (ISOLATED, short)):
        game.pos.supply[index] = state
        assert movement_allowance(game.pos, index) == allowance


@pytest.mark.rule("rgw.effects.3b", "rgw.effects.7")
def test_an_allowance_of_seven_is_halved_to_four() -> None:
    game = table(FIELD, {"65-tb": "0101 unsupplied"})
    game.pos.content.movement[game.unit("65-tb") * 3 + 1] = 7
    game.holds("unit 65-tb allowance 4")


def attrition(units: dict[str, str], agreed: bool = True) -> Table:
    return table(
        ["."] * 5,
        units,
        procedure="campaign",
        step="Attrition",
        options={"isolation-attrition": agreed},
    )


@pytest.mark.rule("rgw.effects.8")
def test_attrition_needs_two_isolated_turns_in_a_row() -> None:
    units = {
        "150-rd": "0101 isolated",
        "93-rd": "0101 unsupplied",
        "246-id": "0103 isolated",
        "78-id": "0105",
    }
    game = attrition(units)
    game.pos.hungry[game.unit("150-rd")] = 1
    game.pos.hungry[game.unit("93-rd")] = 1
    game.pos.hungry[game.unit("78-id")] = 1
    assert game.asked() == "chance RollGermanSupply"
    game.holds("unit 150-rd steps 1", "unit 246-id steps 2", "unit 93-rd steps 2", "unit 78-id steps 2")
    # Who was not isolated this turn begins anew.
    assert [game.pos.hungry[game.unit(id)] for id in units] == [1, 0, 1, 0]


@pytest.mark.rule("rgw.effects.8")
def test_attrition_destroys_a_unit_on_its_last_step() -> None:
    game = attrition({"150-rd": "0101 isolated steps=1", "246-id": "0103"})
    game.pos.hungry[game.unit("150-rd")] = 1
    assert game.asked() == "chance RollGermanSupply"
    game.holds("unit 150-rd at dead")


@pytest.mark.rule("rgw.effects.8")
def test_attrition_looks_at_step_six_not_at_the_recheck() -> None:
    game = attrition({"150-rd": "0101 isolated traced=unsupplied", "246-id": "0103"})
    game.pos.hungry[game.unit("150-rd")] = 1
    assert game.asked() == "chance RollGermanSupply"
    game.holds("unit 150-rd steps 2")


@pytest.mark.rule("rgw.effects.8b")
def test_without_the_option_isolated_units_lose_nothing() -> None:
    game = attrition({"150-rd": "0101 isolated", "246-id": "0103 isolated"}, agreed=False)
    game.pos.hungry[game.unit("150-rd")] = 1
    assert game.asked() == "chance RollGermanSupply"
    game.holds("unit 150-rd steps 2", "unit 246-id steps 2")
    assert game.pos.hungry[game.unit("246-id")] == 0
