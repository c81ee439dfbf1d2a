"""Where options lead: the way, its price, and the counters in hand."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import NamedTuple

from grognard.core.flow.flow import AnyGame
from grognard.core.position import Choice
from grognard.core.system import Screen, Way
from grognard.testing.playing import Setting, play_on
from grognard.testing.suite import Suite

ANSWERS = 400
ENOUGH = 20
"""Ways, and answers with something in hand, that a game with ways has in so many answers."""


class Offered(NamedTuple):
    """A choice of a hex that the game offers, and the way it goes."""

    game: AnyGame
    choice: Choice
    role: str
    way: Way


def offered_ways(setting: Setting) -> Iterator[Offered]:
    """Some of the ways that are offered in a random game."""
    system, game, dice = setting.system, setting.start(), Random(3)
    for _ in play_on(game, dice, ANSWERS):
        ask = game.ask
        if ask.is_chance:
            continue
        before = game.pos.hash()
        offered = [one for one in ask.options(ask.side) if system.words.verbs[one[0]].noun == "hex"]
        for choice in dice.sample(offered, min(6, len(offered))):
            way = system.screen.way(game.pos, choice)
            if way is not None:
                yield Offered(game, choice, system.words.verbs[choice[0]].role, way)
        assert game.pos.hash() == before


class Ways(Suite):
    """A way leads where it says, and what is in hand belongs to who is asked."""

    def test_a_way_leads_along_neighbours_to_its_hex_and_its_terms_cite_rules(self, setting: Setting) -> None:
        ways = 0
        for game, choice, role, way in offered_ways(setting):
            ways += 1
            grid = game.pos.board.grid
            assert choice[1] in way.hexes
            # What is aimed, such as a drop into the wind, may come down beside its hex.
            if role == "go":
                assert all(grid.direction(a, b) >= 0 for a, b in pairwise(way.hexes)), way
            assert {term.rule for term in way.sheet.terms} <= set(self.system.ledger.ids())
        if type(self.system.screen).way is not Screen.way:
            assert ways > ENOUGH

    def test_what_is_in_hand_belongs_to_the_side_that_is_asked(self, setting: Setting) -> None:
        game, in_hand = setting.start(), 0
        for _ in play_on(game, Random(4), ANSWERS):
            ask = game.ask
            held = self.system.screen.held(game.pos)
            if not ask.is_chance and held:
                in_hand += 1
                counters = game.pos.roster.counters
                assert {counters[unit].side for unit in held} == {self.system.sides[ask.side]}
        if type(self.system.screen).held is not Screen.held:
            assert in_hand > ENOUGH
