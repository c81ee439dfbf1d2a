"""Chapter para-search: looking for dispersed companies."""

from typing import Any

import pytest

from games.red_parachutes.table import Table, table
from grognard.games.battalions.model.position import SEARCHED

COLUMN = ["."] * 4
ELSEWHERE = {"iii-gr-80": "0104", "9-5-gab": "0104 dispersed"}
"""Another hex to search, so that the question goes on."""


def searching(units: dict[str, str], **facts: Any) -> Table:
    return table(COLUMN, units, procedure="combat-phase", step="para-search", **facts)


@pytest.mark.rule("rp.para-search.1a", "rp.para-search.3a", "rp.para-search.4")
@pytest.mark.parametrize(("die", "flag"), [(1, "found"), (2, "found"), (3, "")])
def test_a_battalion_finds_a_company_in_its_hex_on_a_2_or_less(die: int, flag: str) -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0102 dispersed"}
    game = searching(units)
    game.play("german: search 0102", f"chance: roll {die}")
    game.holds(f"unit 1-5-gab seen {'yes' if flag else 'no'}", "unit i-gr-80 flag searched")
    assert bool(game.pos.flags[game.unit("1-5-gab")] & 16384) == bool(flag)


@pytest.mark.rule("rp.para-search.1b")
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


@pytest.mark.rule("rp.para-search.5a", "rp.para-search.5b")
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


@pytest.mark.rule("rp.para-search.3b")
def test_each_attempt_is_against_one_company_that_has_not_been_found() -> None:
    units = {"i-gr-80": "0102", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", "2-5-gab": "0102 dispersed"}
    game = searching(units)
    game.play("german: search 0102", "chance: roll 1", "german: search 0102", "chance: roll 1")
    game.holds("unit 1-5-gab seen yes", "unit 2-5-gab seen yes")


@pytest.mark.rule("rp.para-search.1", "rp.sequence.8")
def test_in_the_soviet_player_turn_nobody_searches() -> None:
    game = searching({"i-gr-80": "0102", "1-5-gab": "0102 dispersed"}, phasing="soviet")
    assert game.asked() != "german ChooseSearch"


@pytest.mark.rule("rp.para-search.5", "rp.para-search.2")
def test_an_hq_or_two_companies_do_not_search() -> None:
    others = {**ELSEWHERE, "pi-34": "broken-down"}
    pairs = {f"ger-eng-co-{n}": "0103 of=pi-34" for n in (1, 2)}
    lost = {"1-5-gab": "0102 dispersed", "2-5-gab": "0103 dispersed"}
    game = searching({"hq-34": "0102", **pairs, **lost, **others})
    assert game.offers("search") == ["0104"]
    assert game.refused("german: search 0102") == "rp.para-search.5"
    assert game.refused("german: search 0103") == "rp.para-search.5"


@pytest.mark.rule("rp.para-search.2", "rp.para-search.5")
def test_beside_a_unit_that_marched_another_searches_once() -> None:
    units = {"i-gr-80": "0102 marched", "ii-gr-80": "0102", "1-5-gab": "0102 dispersed", **ELSEWHERE}
    game = searching(units).play("german: search 0102", "chance: roll 3")
    game.holds("unit ii-gr-80 flag searched")
    assert not game.pos.flags[game.unit("i-gr-80")] & SEARCHED
    assert game.offers("search") == ["0104"]


@pytest.mark.rule("rp.para-search.5")
def test_of_five_companies_of_two_types_the_three_alike_search() -> None:
    units = {"pi-34": "broken-down", "pzr-27": "broken-down", "1-5-gab": "0102 dispersed"}
    units |= {f"ger-eng-co-{n}": "0102 of=pi-34" for n in (1, 2)}
    units |= {f"ger-tank-co-{n}": "0102 of=pzr-27" for n in (1, 2, 3)}
    game = searching({**units, **ELSEWHERE}).play("german: search 0102", "chance: roll 6")
    searched = [id for id in units if game.pos.flags[game.unit(id)] & SEARCHED]
    assert searched == ["ger-tank-co-1", "ger-tank-co-2", "ger-tank-co-3"]


@pytest.mark.rule("rp.para-search.3")
def test_a_company_that_has_been_found_is_not_searched_for_again() -> None:
    units = {"i-gr-80": "0102", "1-5-gab": "0102 dispersed found", "ii-gr-80": "0103"}
    game = searching({**units, "2-5-gab": "0103 dispersed", "3-5-gab": "0102"})
    assert game.offers("search") == ["0103"]
    assert game.refused("german: search 0102") == "rp.para-search.1"


@pytest.mark.rule("rp.para-search.1a")
def test_the_search_may_be_left() -> None:
    game = searching({"i-gr-80": "0102", "1-5-gab": "0102 dispersed"}).play("german: done")
    assert not game.pos.flags[game.unit("i-gr-80")] & SEARCHED
    assert game.asked() != "german ChooseSearch"
