"""Attacks on dispersed companies that have been found (chapter para-search): a fight inside a hex."""

from typing import Any

import pytest

from games.red_parachutes.battle import (
    MIDDAY,
    NIGHT,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
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
from games.red_parachutes.table import Table, table

FOUND = {"1-5-gab": f"{TARGET} dispersed found"}
SEARCHER = {"i-gr-80": TARGET}


def found(attackers: dict[str, str], others: dict[str, str] | None = None, **facts: Any) -> Table:
    return attack(attackers, {**FOUND, **(others or {})}, **facts)


@pytest.mark.rule("rp.para-search.4c")
def test_a_company_that_was_not_found_is_not_attacked() -> None:
    lost = {"2-5-gab": f"{TARGET} dispersed", "1-5-gab": f"{SOUTH} dispersed found"}
    units = {**SEARCHER, **lost, "ii-gr-80": NORTH, "pi-34": SOUTH}
    game = table(drawn("."), units, procedure="attacks")
    assert game.offers("target") == [SOUTH]
    assert game.refused(f"german: target {TARGET}") == "rp.para-search.4"


@pytest.mark.rule("rp.para-search.4a", "rp.para-search.7")
def test_units_in_the_hex_and_around_it_attack_together() -> None:
    """Own hex and three around are four hexes: an envelopment."""
    around = {"ii-gr-80": NORTH, "iii-gr-80": NORTH_EAST, "i-gr-107": NORTH_WEST}
    game = to_roll(found({**SEARCHER, **around}))
    assert shifts(game)["envelopment"] == "+1"
    game = to_roll(found({**SEARCHER, "ii-gr-80": NORTH, "i-gr-107": NORTH_WEST}))
    assert "envelopment" not in shifts(game)


@pytest.mark.rule("rp.para-search.8", "rp.para-search.9a", "rp.general.23b")
def test_found_companies_defend_alone_with_the_front_side() -> None:
    """DS 2; the company that was not found takes no part. 4 against 2 is 2:1."""
    game = to_roll(found(SEARCHER, {"2-5-gab": f"{TARGET} dispersed"}))
    assert odds(game) == (4, 2, "2:1", 6)


@pytest.mark.rule("rp.para-search.9b")
def test_a_found_at_company_has_no_at_value() -> None:
    attackers = {"pzr-27": TARGET, "ii-pzgr-73": TARGET}
    game = attack(attackers, {"at-5-gab": f"{TARGET} dispersed found"})
    levels(no_guns(choose(game)), 1, 1)
    assert game.asked() == "chance RollCombat"


@pytest.mark.rule("rp.para-search.6", "rp.resolution.6")
@pytest.mark.parametrize(
    ("letter", "turn", "column"), [("W", MIDDAY, 4), ("W", NIGHT, 4), (".", MIDDAY, 6), ("C", MIDDAY, 2)]
)
def test_the_terrain_of_their_own_hex_is_used(letter: str, turn: int, column: int) -> None:
    """2:1 in woods is column 4, by night 4 as everywhere, in a city 2."""
    assert odds(to_roll(found(SEARCHER, rows=drawn(letter), turn=turn)))[3] == column


@pytest.mark.rule("rp.para-search.10")
def test_only_guns_of_their_brigade_support_them() -> None:
    guns = {"glider-5-gab": "0406", "gun-bde-1": "0406"}
    game = choose(found({"ii-gr-80": NORTH}, {**guns, **SEARCHER}))
    assert game.offers("support") == ["glider-5-gab"]
    assert game.refused("soviet: support gun-bde-1") == "rp.para-search.10"


@pytest.mark.rule("rp.para-search.11a")
def test_they_slip_away_through_zones_without_loss() -> None:
    """4 against 2, column 6, a 6 is 1/1: one hex, though German zones cover all of them."""
    others = {"pi-34": "0205", "i-gr-107": "0506", "2-5-gab": f"{TARGET} dispersed"}
    game = to_roll(found(SEARCHER, others))
    game.play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way")
    game.play(f"soviet: withdraw {SOUTH}")
    game.holds(f"unit 1-5-gab at {SOUTH}", "unit 1-5-gab steps 1", "unit 1-5-gab dispersed yes")
    game.holds(f"unit 2-5-gab at {TARGET}")


@pytest.mark.rule("rp.para-search.11b")
def test_surrounded_by_germans_they_are_lost() -> None:
    ring = {"pi-34": NORTH, "i-gr-107": NORTH_EAST, "ii-gr-107": NORTH_WEST}
    more = {"corps-mg-bn": SOUTH, "i-gr-455": "0505", "iii-gr-80": "0305"}
    game = to_roll(found(SEARCHER, {**ring, **more}))
    game.play("chance: roll 6", "german: lose i-gr-80", "soviet: give-way")
    game.holds("unit 1-5-gab at eliminated")


@pytest.mark.rule("rp.para-search.12")
def test_who_attacked_from_the_hex_itself_does_not_advance() -> None:
    """From the hex beside one may enter it; the searcher stays where he is."""
    attackers = {**SEARCHER, "ii-gr-107": NORTH}
    game = to_roll(found(attackers))
    assert odds(game)[2] == "4:1"
    game.play("chance: roll 10", "soviet: lose 1-5-gab")
    assert game.asked() == "german AdvanceUnits"
    assert game.offers("advance") == ["ii-gr-107"]


@pytest.mark.rule("rp.para-search.4d")
def test_they_are_found_only_for_this_combat_phase() -> None:
    game = table(drawn("."), {**SEARCHER, **FOUND}, procedure="attacks").play("german: done")
    assert not game.game.over
    assert game.pos.flags[game.unit("1-5-gab")] == 0
