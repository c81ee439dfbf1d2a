"""Rules that stand on a content: made once, named by a key, found again from a view."""

import pytest

from grognard.core.content.player_files import PlayerFiles
from grognard.core.content.read import ContentError
from grognard.games.panzerblitz import SYSTEM as PANZERBLITZ
from grognard.template.hill_fight import SYSTEM
from grognard.template.hill_fight.content import DATA
from grognard.template.hill_fight.system import HillFightRules

TEACHING = (DATA / "scenarios" / "teaching.toml").read_text("utf-8")
CASE = {"title": "t", "story": "s", "map": [".h"], "units": [{"id": "red-1", "hex": "0101"}]}


def test_a_content_is_made_once_for_a_scenario_and_its_own_files() -> None:
    rules = HillFightRules()
    short = PlayerFiles({"short.toml": TEACHING.replace("turns = 6", "turns = 2")}, scenario="short.toml")
    long = PlayerFiles({"short.toml": TEACHING.replace("turns = 6", "turns = 9")}, scenario="short.toml")
    assert rules.content("teaching") is rules.content("teaching", {})
    assert rules.content("", {}, short) is rules.content("", {}, short)
    assert [rules.own_scenario(own).turns for own in (short, long)] == [2, 9]
    assert rules.scenarios() is rules.scenarios()
    assert [scenario.id for scenario in rules.scenarios()] == ["teaching"]


def test_options_make_a_content_of_their_own() -> None:
    plain, hidden = (
        PANZERBLITZ.rules.start("teaching", options).pos.content
        for options in ({}, {"hidden-movement": True})
    )
    assert plain is not hidden
    assert (plain.hidden, hidden.hidden) == (False, True)


def test_an_option_that_is_none_is_a_fault_that_names_those_there_are() -> None:
    with pytest.raises(ContentError, match="is no option of this game") as caught:
        SYSTEM.rules.start("teaching", {"fog": True})
    assert caught.value.faults[0].fix == "known: none"


def test_every_example_has_a_content_of_its_own_that_its_views_find_again() -> None:
    first, second = SYSTEM.cases.position(CASE), SYSTEM.cases.position(CASE)
    assert first.pos.content.key != second.pos.content.key
    for game in (first, second):
        view = SYSTEM.knowledge.project(game.pos, 0)
        assert SYSTEM.knowledge.empty(view).content is game.pos.content
