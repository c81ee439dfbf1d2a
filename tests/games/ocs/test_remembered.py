"""Searches that are remembered by what they depend on are what a search of this position finds."""

import random

import pytest

from games.ocs.bench import hex, position, unit
from grognard.core.flow.flow import Game
from grognard.core.position import Choice
from grognard.games.ocs.air.mission import declaration
from grognard.games.ocs.model.position import ASTER
from grognard.games.ocs.movement import step_costs
from grognard.games.ocs.rear import railways
from grognard.games.ocs.supply import availability, breakout, draw_and_throw
from grognard.games.ocs.supply.availability import has_supply
from grognard.play.registry import find_system
from grognard.play.setting import open_setting, setting_options

FILES = (declaration, breakout, availability, step_costs, railways, draw_and_throw)


def forget() -> None:
    """Empty everything that outlasts a position."""
    found = [one for file in FILES for one in vars(file).values() if hasattr(one, "cache_clear")]
    assert len(found) >= len(FILES)
    for one in found:
        one.cache_clear()


@pytest.mark.parametrize(("scenario", "answers"), [("selm-river", 700), ("bridges", 300), ("pocket", 200)])
def test_every_ask_lists_what_a_new_search_finds(scenario: str, answers: int) -> None:
    listed = played(scenario, answers, anew=False)
    assert listed == played(scenario, answers, anew=True)


def played(scenario: str, answers: int, anew: bool) -> list[list[Choice]]:
    """What is listed at each Ask of a game at random, as it goes on or searched for anew every time."""
    system = find_system("ocs")
    game = open_setting(system, scenario, setting_options(system, scenario))
    luck = random.Random(scenario)
    asks: list[list[Choice]] = []
    while len(asks) < answers and not game.over:
        if anew:
            forget()
            game = Game(game.procedures, game.pos.copy())
        asks.append(list(game.ask.options(game.ask.side)))
        game.play(luck.choice(asks[-1]))
    return asks


@pytest.mark.rule("ocs.supply.8")
def test_supply_is_enough_as_long_as_it_lies_there() -> None:
    pos = position(None, {"a11": "02.02"}, dumps={"aster": {"02.02": 4}})
    one, here = unit(pos, "a11"), hex(pos, "02.02")
    assert has_supply(pos, one, 4)
    assert not has_supply(pos, one, 5)
    pos.add_dump(here, ASTER, -1)
    assert not has_supply(pos, one, 4)
    pos.add_dump(here, ASTER, 1)
    assert has_supply(pos, one, 4)
