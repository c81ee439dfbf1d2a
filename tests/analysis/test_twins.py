"""Two positions that a side cannot tell apart have equal odds for it."""

import random

import pytest

from conformance.playing import Setting
from conformance.twins import HIDDEN_SETTINGS, TWINS
from grognard.analysis import odds as analysis
from grognard.play.registry import find_system
from grognard.server.messages import OddsShown
from grognard.server.questions import odds


@pytest.mark.parametrize("setting", HIDDEN_SETTINGS, ids=lambda setting: setting.scenario)
def test_twins_are_told_the_same_odds(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "DRAWS", 6)
    system = find_system(setting.game)
    generator = random.Random(11)
    compared = 0
    for _ in range(40):
        game = system.rules.start(setting.scenario, dict.fromkeys(setting.options, True))
        for _ in range(3_000):
            if game.over or compared > 30:
                break
            ask = game.ask
            if not ask.is_chance and system.odds.on_table(game.pos):
                told = odds(system, system.knowledge.project(game.pos, ask.side), "x")
                assert isinstance(told, OddsShown) and told.draws == 6
                for twin in list(TWINS[setting.game](game.pos, ask.side))[:2]:
                    assert odds(system, system.knowledge.project(twin, ask.side), "x") == told
                    compared += 1
            game.play(generator.choice(ask.options(ask.side)), ask.side)
        if compared > 30:
            break
    assert compared > 30
