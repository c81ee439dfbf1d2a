"""Computer players know what their side sees: answers, plans and the games they play on are equal for twins.

Twins are two positions that a side cannot tell apart. They differ in what the other side has hidden.
"""

import random

import pytest

from grognard.ai import general, playout
from grognard.ai.general import General
from grognard.ai.playout import Playout, TurnPlan
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from grognard.core.system import AnySystem, Player
from grognard.core.view import View
from grognard.play.registry import find_system

GAMES = ("panzerblitz", "red-god-of-war", "red-parachutes", "red-steel", "ocs")


def positions(system: AnySystem, steps: int) -> list[Game]:
    """A game of the usual answers, looked at now and then where somebody has a choice."""
    game, found = system.rules.start("teaching"), []
    dice = random.Random(7)
    for number in range(steps):
        ask = game.ask
        side = ask.sides[0]
        options = ask.options(side)
        if side != CHANCE and len(options) > 1 and number % 3 == 0:
            found.append(game.copy())
        game.play(
            options[dice.randrange(len(options))] if side == CHANCE else ask.usual(game.pos, side), side
        )
        if game.over:
            break
    return found


def twin_of(system: AnySystem, game: Game, side: int, seed: int) -> Game:
    """A game that the side could as well be in, drawn from its view."""
    view = system.knowledge.project(game.pos, side)
    return Game(system.rules.procedures, system.knowledge.sample(view, random.Random(seed)))


def answered(system: AnySystem, player: Player, game: Game, side: int) -> Choice:
    view: View = system.knowledge.project(game.pos, side)
    return player.choose(system, view, game.ask, random.Random(11))


@pytest.mark.parametrize("id", GAMES)
def test_the_staff_answers_twins_alike(id: str) -> None:
    system = find_system(id)
    looked = 0
    for game in positions(system, 60):
        side = game.ask.sides[0]
        twin = twin_of(system, game, side, 5)
        if system.knowledge.project(twin.pos, side) != system.knowledge.project(game.pos, side):
            continue
        looked += 1
        assert answered(system, system.staff(), game, side) == answered(system, system.staff(), twin, side)
    assert looked > 3


@pytest.mark.parametrize("id", GAMES)
def test_the_general_plans_and_thinks_alike_for_twins(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer, its reason, every plan that it tries and from which dice, and how much it has spent."""
    monkeypatch.setattr(general, "MOST_TRIALS", 1)
    monkeypatch.setattr(general, "DRAWN", (1, 1, 0, 0))
    monkeypatch.setattr(general, "MOST_RIVALS", 1)
    monkeypatch.setattr(playout, "HALF_TURNS", 0)
    tried: list[tuple[int, TurnPlan]] = []
    after = Playout.after

    def note(self: Playout, plan: TurnPlan) -> object:
        tried.append((self._seed, plan))
        return after(self, plan)

    monkeypatch.setattr(Playout, "after", note)
    system = find_system(id)
    game = positions(system, 40)[-1]
    side = game.ask.sides[0]
    found = []
    for one in (game, twin_of(system, game, side, 5)):
        tried.clear()
        player = General()
        choice = answered(system, player, one, side)
        found.append((choice, player.reason, player._purse, list(tried)))
    assert found[0] == found[1]
