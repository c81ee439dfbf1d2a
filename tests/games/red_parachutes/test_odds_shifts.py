"""Chapter odds-shifts: leaders, regiments, mixed formations, envelopment, engineers."""

import pytest

from games.red_parachutes.battle import (
    MIDDAY,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    TARGET,
    attack,
    choose,
    drawn,
    levels,
    no_guns,
    odds,
    shifts,
    to_roll,
)
from games.red_parachutes.table import Table
from grognard.games.battalions.combat.odds.odds_sheet import Sheet

RIFLES = {"i-a-309": TARGET}


def at_leaders(
    attackers: dict[str, str], others: dict[str, str], by: str = "german", **facts: object
) -> Table:
    return levels(no_guns(choose(attack(attackers, others, by=by, **facts))), 1, 1)  # type: ignore[arg-type]  # facts of a case


def found(
    attackers: dict[str, str], others: dict[str, str], by: str = "german", **facts: object
) -> dict[str, str]:
    return shifts(to_roll(attack(attackers, others, by=by, **facts)))  # type: ignore[arg-type]  # facts of a case


# -- leaders ----------------------------------------------------------------------------------------


@pytest.mark.rule("rp.odds-shifts.7a", "rp.odds-shifts.7b")
@pytest.mark.parametrize(("die", "shift"), [(4, {"attacker's leader": "+1"}), (5, {})])
def test_a_leader_gives_a_shift_up_to_his_tactical_number(die: int, shift: dict[str, str]) -> None:
    """Nehring has 4 and leads the 34th; he stands behind the attackers."""
    game = at_leaders({"i-gr-80": NORTH}, {**RIFLES, "nehring": "0402"})
    assert game.asked() == "german AttackLeader"
    game.play("german: leader nehring", f"chance: roll {die}")
    assert shifts(game) == shift


@pytest.mark.rule("rp.odds-shifts.7")
def test_a_leader_who_could_help_is_seen_when_the_combat_begins() -> None:
    """Nehring behind the attackers can help them; Kaellner cannot and stays hidden."""
    game = attack({"i-gr-80": NORTH}, {**RIFLES, "nehring": "0402", "kaellner": "0303"})
    assert game.pos.knows(1, game.unit("nehring"))
    assert not game.pos.knows(1, game.unit("kaellner"))


@pytest.mark.rule("rp.odds-shifts.7")
def test_a_leader_of_another_formation_or_too_far_does_not_help() -> None:
    """Kaellner leads the 19th Panzer; Nehring two hexes from the attackers is too far."""
    others = {**RIFLES, "kaellner": NORTH, "nehring": "0401"}
    game = at_leaders({"i-gr-80": NORTH}, others)
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.odds-shifts.7")
def test_why_a_leader_cannot_help() -> None:
    others = {**RIFLES, "kaellner": NORTH, "nehring": "0402"}
    game = at_leaders({"i-gr-80": NORTH}, others)
    assert game.refused("german: leader kaellner") == "rp.odds-shifts.7"
    assert game.refused("german: leader i-gr-80") == "rp.odds-shifts.7"


@pytest.mark.rule("rp.odds-shifts.7c", "rp.odds-shifts.8")
def test_each_side_may_use_one_leader() -> None:
    """Rybalko has 3 and leads the mechanized corps; both shifts cancel."""
    attackers = {"i-pzgr-73": NORTH}
    others = {"i-69-mb": TARGET, "rybalko": SOUTH, "kaellner": NORTH, "nehring": NORTH}
    game = at_leaders(attackers, others)
    assert game.offers("leader") == ["kaellner", "nehring"]
    game.play("german: leader kaellner", "chance: roll 1")
    assert game.asked() == "soviet DefenceLeader"
    game.play("soviet: leader rybalko", "chance: roll 3")
    assert shifts(game) == {"attacker's leader": "+1", "defender's leader": "-1"}


@pytest.mark.rule("rp.odds-shifts.9")
def test_a_leader_tries_twice_in_a_player_turn() -> None:
    game = at_leaders({"i-gr-80": NORTH}, {**RIFLES, "nehring": f"{NORTH} attempts=1"})
    game.play("german: leader nehring", "chance: roll 6")
    assert game.pos.attempts[game.unit("nehring")] == 2
    game = at_leaders({"i-gr-80": NORTH}, {**RIFLES, "nehring": f"{NORTH} attempts=2"})
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.odds-shifts.9")
def test_who_has_tried_twice_says_so() -> None:
    others = {**RIFLES, "nehring": f"{NORTH} attempts=2", "i-pzgr-73": NORTH_EAST, "kaellner": NORTH_EAST}
    game = at_leaders({"i-gr-80": NORTH, "pzr-27": NORTH_EAST}, others)
    assert game.refused("german: leader nehring") == "rp.odds-shifts.9"


@pytest.mark.rule("rp.odds-shifts.7", "rp.general.15b")
def test_an_adc_leads_with_his_own_number() -> None:
    """Nehring's ADC has 3: a 4 is too high."""
    game = at_leaders({"i-gr-80": NORTH}, {**RIFLES, "nehring": f"{NORTH} adc"})
    game.play("german: leader nehring", "chance: roll 4")
    assert shifts(game) == {}


# -- regiments --------------------------------------------------------------------------------------


@pytest.mark.rule("rp.odds-shifts.10a", "rp.odds-shifts.10b", "rp.odds-shifts.10c")
def test_a_whole_regiment_next_to_the_defender_shifts_the_odds() -> None:
    """One of them attacks, the other only stands there."""
    assert found({"i-gr-80": NORTH}, {**RIFLES, "ii-gr-80": NORTH_EAST}) == {"regimental integrity": "+1"}
    assert found({"i-gr-80": NORTH}, {**RIFLES, "ii-gr-80": "0402"}) == {}
    assert found({"i-gr-80": NORTH}, {**RIFLES, "ii-gr-80": f"{NORTH_EAST} demoralized"}) == {}


@pytest.mark.rule("rp.odds-shifts.14")
def test_a_single_battalion_is_no_regiment() -> None:
    assert found({"i-gr-80": NORTH}, RIFLES) == {}


@pytest.mark.rule("rp.odds-shifts.11")
def test_two_regiments_give_two_shifts_at_most() -> None:
    units = {"i-gr-80": NORTH, "ii-gr-80": NORTH, "i-gr-107": NORTH_EAST, "ii-gr-107": NORTH_EAST}
    assert found(units, RIFLES)["regimental integrity"] == "+2"
    third = {"i-pzgr-73": SOUTH, "ii-pzgr-73": SOUTH}
    assert found({**units, **third}, RIFLES)["regimental integrity"] == "+2"


@pytest.mark.rule("rp.odds-shifts.12a", "rp.odds-shifts.12b", "rp.odds-shifts.13")
def test_a_neighbour_of_the_same_regiment_helps_a_defence_once() -> None:
    name = "regimental integrity of the defender"
    rifles = {"i-a-309": NORTH, "ii-a-309": NORTH}
    assert found(rifles, {"i-gr-80": TARGET, "ii-gr-80": SOUTH}, by="soviet") == {name: "-1"}
    two = {"i-gr-80": TARGET, "ii-gr-80": TARGET, "iii-gr-80": SOUTH}
    assert found({**rifles, "iii-a-309": "0504", "i-b-309": "0504"}, two, by="soviet")[name] == "-1"
    for state in (f"{SOUTH} demoralized", "0406"):
        assert found(rifles, {"i-gr-80": TARGET, "ii-gr-80": state}, by="soviet") == {}
    assert found(rifles, {"i-gr-80": f"{TARGET} demoralized", "ii-gr-80": SOUTH}, by="soviet") == {}


@pytest.mark.rule("rp.odds-shifts.10d", "rp.odds-shifts.12")
def test_soviet_regiments_have_no_integrity() -> None:
    assert found({"i-a-309": NORTH, "ii-a-309": NORTH}, {"i-gr-80": TARGET}, by="soviet") == {}
    assert found({"i-gr-80": NORTH}, {"i-a-309": TARGET, "ii-a-309": TARGET}) == {}


@pytest.mark.rule("rp.odds-shifts.10")
def test_a_company_of_a_broken_down_battalion_is_part_of_its_regiment() -> None:
    """II/GR 80 is in the Breakdown box; its company stands far away, so the regiment is not whole."""
    company = {"ii-gr-80": "broken-down", "ger-inf-co-1": "0402 of=ii-gr-80"}
    assert found({"i-gr-80": NORTH}, {**RIFLES, **company, "iii-gr-80": NORTH}) == {}


# -- the others -------------------------------------------------------------------------------------


@pytest.mark.rule("rp.odds-shifts.15a", "rp.odds-shifts.15b")
def test_rifle_divisions_get_in_each_others_way() -> None:
    two = {"i-a-309": NORTH, "i-a-161": NORTH}
    assert found(two, {"flak-school": TARGET}, by="soviet") == {"mixed formations": "-1"}
    assert found({"i-a-309": NORTH, "ii-a-309": NORTH}, {"flak-school": TARGET}, by="soviet") == {}
    tanks = {"i-a-309": NORTH, "i-22-mrb": NORTH}
    assert found(tanks, {"flak-school": TARGET}, by="soviet") == {}
    germans = {"i-gr-80": NORTH, "ii-pzgr-73": NORTH}
    assert found(germans, RIFLES) == {}


@pytest.mark.rule("rp.odds-shifts.16")
def test_four_hexes_envelop() -> None:
    around = {"i-gr-80": NORTH, "i-gr-107": NORTH_EAST, "pi-34": NORTH_WEST}
    assert found(around, RIFLES) == {}
    assert found({**around, "corps-mg-bn": SOUTH}, RIFLES) == {"envelopment": "+1"}


@pytest.mark.rule("rp.odds-shifts.17a")
@pytest.mark.parametrize("letter", ["T", "C"])
def test_engineers_in_every_attacking_hex_open_a_town(letter: str) -> None:
    rows = drawn(letter)
    assert found({"i-gr-80": NORTH, "pi-34": NORTH}, RIFLES, rows=rows) == {"engineers": "+1"}
    one_of_two = {"pi-34": NORTH, "i-gr-80": NORTH_EAST}
    assert found(one_of_two, RIFLES, rows=rows) == {}
    both = {"pi-34": NORTH, "pzpi-19": NORTH_EAST}
    assert found(both, RIFLES, rows=rows) == {"engineers": "+1"}
    assert found({"pi-34": NORTH}, RIFLES) == {}


@pytest.mark.rule("rp.odds-shifts.17b")
def test_engineers_must_be_among_the_attackers() -> None:
    assert found({"i-gr-80": NORTH}, {**RIFLES, "pi-34": NORTH}, rows=drawn("T")) == {}


@pytest.mark.rule("rp.odds-shifts.2", "rp.odds-shifts.3a", "rp.resolution.2")
def test_all_shifts_are_added_before_the_column_is_read() -> None:
    """9 against 4 is 2:1. Engineers 1R, morale level 4 to 2 gives 2R, a determined defence 1L: 4:1.

    The row of the town reads 4:1 in column 6.
    """
    attackers = {"i-pzgr-73": NORTH, "pzpi-19": NORTH}
    game = to_roll(attack(attackers, RIFLES, drawn("T")), "standard", "determined", (4, 2))
    assert shifts(game) == {"options": "-1", "morale": "+2", "engineers": "+1"}
    assert odds(game) == (9, 4, "4:1", 6)


@pytest.mark.rule("rp.odds-shifts.2")
def test_the_shifts_stand_on_the_sheet_with_their_rules() -> None:
    game = to_roll(attack({"i-gr-80": NORTH}, {**RIFLES, "ii-gr-80": SOUTH_EAST}, turn=MIDDAY))
    sheet = Sheet(game.pos, game.pos.stack[-1].vars).explanations()[2]
    lines = [(term.label, term.value, term.rule) for term in sheet.terms]
    assert lines == [
        ("4 against 4", "1:1", "rp.odds-shifts.1"),
        ("regimental integrity", "+1", "rp.odds-shifts.10"),
        ("read in the row clear", "column 6", "rp.resolution.2"),
    ]
    assert sheet.total == "2:1"
