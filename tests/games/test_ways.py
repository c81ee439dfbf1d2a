"""The price of a way is the one that the map shows, and its terms add up to it."""

from fractions import Fraction

import pytest

from grognard.core.flow.rulings import Explanation
from grognard.games import panzerblitz, red_god_of_war
from grognard.testing.playing import Setting, settings
from grognard.testing.ways import offered_ways

SETTINGS = [*settings(panzerblitz.SYSTEM), *settings(red_god_of_war.SYSTEM)]
SUMS = ("Move to", "Step to", "Strategic", "Overrun", "Enter")
"""Sheets whose lines add up to their total."""


def amount(text: str) -> Fraction:
    sign = -1 if text.startswith("−") else 1
    half = Fraction(1, 2) if "½" in text else Fraction(0)
    whole = text.strip("−½")
    return sign * (Fraction(whole or 0) + half)


def check_sum(sheet: Explanation) -> None:
    if sheet.title.startswith(SUMS):
        lines = sum((amount(term.value) for term in sheet.terms), Fraction(0))
        assert lines == amount(sheet.total.split()[0]), sheet


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_the_terms_of_a_way_add_up_to_the_cost_shown(setting: Setting) -> None:
    priced = 0
    for game, choice, _, way in offered_ways(setting):
        check_sum(way.sheet)
        if choice[0] in ("to", "go"):
            costs = setting.system.screen.overlay(game.pos, game.ask.side, "reach")
            assert costs[choice[1]] == way.sheet.total.split()[0]
            priced += 1
    assert priced > 20
