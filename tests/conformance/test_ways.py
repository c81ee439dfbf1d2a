"""Where options lead, in every game: the way, its price, and the counters in hand."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from conformance.playing import Setting, all_settings, play_on
from grognard.core.rulings import Explanation

in_every_setting = pytest.mark.parametrize("setting", all_settings(), ids=str)
ANSWERS = 400
_DRIFTS = ("target",)
"""Choices of a place from which the wind carries the units."""
_SUMS = ("Move to", "Step to", "Strategic", "Overrun", "Enter")
"""Sheets whose lines add up to their total."""


def amount(text: str) -> Fraction:
    sign = -1 if text.startswith("−") else 1
    half = Fraction(1, 2) if "½" in text else Fraction(0)
    whole = text.strip("−½")
    return sign * (Fraction(whole or 0) + half)


def check_sum(sheet: Explanation) -> None:
    if sheet.title.startswith(_SUMS):
        lines = sum((amount(term.value) for term in sheet.terms), Fraction(0))
        assert lines == amount(sheet.total.split()[0]), sheet


@in_every_setting
def test_a_way_leads_along_neighbours_to_its_hex_and_its_terms_add_up_to_the_cost_shown(
    setting: Setting,
) -> None:
    system, game, dice = setting.system, setting.start(), Random(3)
    ways = 0
    for _ in play_on(game, dice, ANSWERS):
        ask = game.ask
        if not ask.is_chance:
            before = game.pos.hash()
            costs = (
                system.screen.overlay(game.pos, ask.side, "reach")
                if "reach" in system.screen.overlays()
                else {}
            )
            offered = [one for one in ask.options(ask.side) if system.words.verbs[one[0]].noun == "hex"]
            for choice in dice.sample(offered, min(6, len(offered))):
                way = system.screen.way(game.pos, choice)
                if way is None:
                    continue
                ways += 1
                grid = game.pos.board.grid
                assert choice[1] in way.hexes
                if choice[0] not in _DRIFTS:
                    assert all(grid.direction(a, b) >= 0 for a, b in pairwise(way.hexes)), way
                assert {term.rule for term in way.sheet.terms} <= set(system.ledger.ids())
                check_sum(way.sheet)
                if choice[0] in ("to", "go"):
                    assert costs[choice[1]] == way.sheet.total.split()[0]
            assert game.pos.hash() == before
    if setting.game in ("red-god-of-war", "panzerblitz"):
        assert ways > 20


@in_every_setting
def test_what_is_in_hand_belongs_to_the_side_that_is_asked(setting: Setting) -> None:
    system, game, dice = setting.system, setting.start(), Random(4)
    in_hand = 0
    for _ in play_on(game, dice, ANSWERS):
        ask = game.ask
        held = system.screen.held(game.pos)
        if not ask.is_chance and held:
            in_hand += 1
            counters = game.pos.roster.counters
            assert {counters[unit].side for unit in held} == {system.sides[ask.side]}
    if setting.game in ("red-god-of-war", "panzerblitz"):
        assert in_hand > 20
