"""Chapter para-search: looking for dispersed companies."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table

COLUMN = ["."] * 4


def searching(units: dict[str, str], **facts: Any) -> Table:
    return table(COLUMN, units, procedure="combat-phase", step="para-search", **facts)


@pytest.mark.rule("rp.para-search.1", "rp.para-search.3", "rp.para-search.4")
@pytest.mark.parametrize(("die", "flag"), [(1, "found"), (2, "found"), (3, "")])
def test_a_battalion_finds_a_company_in_its_hex_on_a_2_or_less(die: int, flag: str) -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0102 dispersed"}
    game = searching(units)
    game.play("german: search 0102", f"chance: roll {die}")
    game.holds(f"unit 1-5-gab seen {'yes' if flag else 'no'}", "unit i-gr-80 flag searched")
    assert bool(game.pos.flags[game.unit("1-5-gab")] & 16384) == bool(flag)


@pytest.mark.rule("rp.para-search.1")
def test_only_hexes_with_germans_and_dispersed_companies_are_searched() -> None:
    units = {"i-gr-80": "0101", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0103 dispersed"}
    game = searching(units)
    assert game.offers("search") == ["0102"]
    assert game.refused("german: search 0101") == "rp.para-search.1"
    assert game.refused("german: search 0103") == "rp.para-search.1"


@pytest.mark.rule("rp.para-search.2")
def test_who_marched_does_not_search() -> None:
    units = {
        "i-gr-80": "0102 marched",
        "1-5-gab": "0102 dispersed",
        "ii-gr-80": "0103",
        "2-5-gab": "0103 dispersed",
    }
    game = searching(units)
    assert game.refused("german: search 0102") == "rp.para-search.2"


@pytest.mark.rule("rp.para-search.5")
def test_there_is_one_attempt_for_each_battalion_three_companies_counting_as_one() -> None:
    """Two battalions, three companies of a type and two of another: three attempts."""
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "pi-34": "broken-down", "pzr-27": "broken-down"}
    units |= {f"ger-eng-co-{n}": "0102 of=pi-34" for n in (1, 2, 3)}
    units |= {f"ger-tank-co-{n}": "0102 of=pzr-27" for n in (1, 2)}
    units |= {"1-5-gab": "0102 dispersed", "hq-34": "0102", "iii-gr-80": "0103", "2-5-gab": "0103 dispersed"}
    game = searching(units)
    for _ in range(3):
        game.play("german: search 0102", "chance: roll 6")
    assert game.refused("german: search 0102") == "rp.para-search.5"
    game.holds("unit ger-eng-co-2 flag searched", "unit 1-5-gab seen no")


@pytest.mark.rule("rp.para-search.3")
def test_each_attempt_is_against_one_company_that_has_not_been_found() -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0102 dispersed"}
    game = searching(units)
    game.play("german: search 0102", "chance: roll 1", "german: search 0102", "chance: roll 1")
    game.holds("unit 1-5-gab seen yes", "unit 2-5-gab seen yes")


@pytest.mark.rule("rp.para-search.1", "rp.sequence.8")
def test_in_the_soviet_player_turn_nobody_searches() -> None:
    game = searching({"i-gr-80": "0102", "1-5-gab": "0102 dispersed"}, phasing="soviet")
    assert game.asked() != "german ChooseSearch"
