"""What the questions themselves would tell of hidden Germans: they are put whoever stands there."""

import pytest

from games.red_parachutes.table import Table, table
from grognard.core.flow.procedures import known_stack
from grognard.games.red_parachutes import SYSTEM
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET

ROW = ["............"]


def shown(game: Table, side: int) -> object:
    """All that a side is shown, and where it is told that the sequence of play stands."""
    return SYSTEM.knowledge.show(game.pos, side), known_stack(SYSTEM.rules.procedures, game.pos, side)


@pytest.mark.rule("rp.para-search.1", "rp.move-intel.2")
@pytest.mark.parametrize("marched", ["", " marched"])
@pytest.mark.parametrize("unit", ["i-gr-80", "hq-34", "kaellner"])
def test_whether_who_shares_a_hex_with_dispersed_men_can_search_is_not_told(unit: str, marched: str) -> None:
    """A battalion could, one that marched, a headquarters or a general could not: all are asked."""
    units = {unit: f"0101{marched}", "1-5-gab": "0101 dispersed"}
    game = table(ROW, units, procedure="combat-phase", step="para-search", turn=14)
    assert game.asked() == "german ChooseSearch"
    assert game.offers("search") == (["0101"] if unit == "i-gr-80" and not marched else [])


@pytest.mark.rule("rp.para-search.1", "rp.para-search.3")
def test_nobody_is_asked_to_search_where_nobody_lies_hidden() -> None:
    """Both sides see that: no Germans in the hex, or every company of it found."""
    for units in (
        {"i-gr-80": "0101", "1-5-gab": "0301 dispersed"},
        {"i-gr-80": "0101", "1-5-gab": "0101 dispersed found"},
    ):
        game = table(ROW, units, procedure="combat-phase", step="para-search", turn=14)
        assert game.asked() != "german ChooseSearch"


@pytest.mark.rule("rp.replacements.3", "rp.replacements.17", "rp.move-intel.2")
def test_whose_steps_were_restored_is_not_told() -> None:
    """Twins: a battalion of either of two divisions takes the point. The Soviets see a point less."""
    after = []
    for unit in ("i-gr-80", "i-gr-179"):
        units = {"i-gr-80": "0101 steps=2", "i-gr-179": "0101 steps=2", "i-a-309": "1201"}
        facts = {"procedure": "replacements", "step": "SpendPoints", "turn": 21, "points": {"infantry": 2}}
        game = table(ROW, units, **facts)
        game.play(f"german: replace {unit}")
        assert game.asked() == "german SpendPoints"
        after.append(game)
    one, two = after
    assert shown(one, SOVIET) == shown(two, SOVIET)
    assert shown(one, -1) == shown(two, -1)
    assert shown(one, GERMAN) != shown(two, GERMAN)


@pytest.mark.rule("rp.replacements.3", "rp.replacements.4")
def test_whether_anybody_could_take_or_give_a_point_is_not_told() -> None:
    """Guns and headquarters neither take nor give points; on a morning with replacements all are asked."""
    for unit in ("i-ar-34", "i-gr-80"):
        units = {unit: "0101", "i-a-309": "1201"}
        game = table(ROW, units, procedure="replacements", step="SpendPoints", turn=21)
        assert game.asked() == "german SpendPoints"
