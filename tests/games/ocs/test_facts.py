"""What is remembered of supply by all that it depends on is what a fresh search finds."""

from random import Random

import pytest

from grognard.core.freshness import stale, undeclared
from grognard.core.position import NOTHING
from grognard.games.ocs import SYSTEM
from grognard.games.ocs.model.position import (
    COMBAT,
    DG,
    EXPLOIT,
    HAD_ZOC,
    MOVE,
    RESERVE,
    STACKS,
    STRAT,
    ZONES,
    OcsPosition,
)
from grognard.games.ocs.supply.availability import _answers, has_supply, supply_answers
from grognard.testing.playing import Setting, play_on


def test_the_rows_of_the_shelves_are_those_the_hot_questions_take() -> None:
    rows = OcsPosition._plan.row
    assert (rows["stacks"], rows["zones"]) == (STACKS, ZONES)


@pytest.mark.parametrize("mode", [COMBAT, MOVE, RESERVE, STRAT, DG, EXPLOIT])
@pytest.mark.parametrize("flags", [0, HAD_ZOC])
def test_zones_read_what_their_shelf_names_whatever_the_units_do(mode: int, flags: int) -> None:
    """Random games seldom come to an Exploit unit that had a ZOC when it got its marker."""
    pos = Setting(SYSTEM, "pocket").start().pos
    pos.mode, pos.flags = [mode] * len(pos.mode), [flags] * len(pos.flags)
    for oos in (0, 1):
        pos.oos = [oos] * len(pos.oos)
        for side in (0, 1):
            assert len(pos.zoc(side)) == pos.content.places
        assert undeclared(pos) == [] and stale(pos) == []


def test_a_copy_has_stacks_of_its_own() -> None:
    pos = Setting(SYSTEM, "teaching").start().pos
    unit = next(unit for unit in pos.content.combat_units[0] if pos.hex[unit] >= 0)
    here = pos.hex[unit]
    assert unit in pos.at(here)
    copy = pos.copy()
    copy.place(unit, -1)
    assert unit in pos.at(here) and unit not in copy.at(here)
    assert stale(pos) == [] and stale(copy) == []


def test_what_is_known_of_supply_is_true() -> None:
    compared = 0
    for scenario in ("teaching", "pocket", "counterstroke"):
        game = Setting(SYSTEM, scenario).start()
        for number, _ in enumerate(play_on(game, Random(3), 500)):
            if number % 9 == 0:
                compared += _compare(game.pos)
    assert compared > 100


def _compare(pos: OcsPosition) -> int:
    """How many answers were compared: those to questions that could be asked now."""
    known = [(key, answer) for side in (0, 1) for key, answer in supply_answers(pos, side).items()]
    _answers.cache_clear()
    twin = pos.copy()
    twin.forget()
    count = 0
    for (unit, hex, afloat, price), answer in known:
        if pos.hex[unit] == hex and (pos.craft[unit] != NOTHING) is afloat:
            assert has_supply(twin, unit, price) is answer, (pos.content.unit_names[unit], price)
            count += 1
    return count
