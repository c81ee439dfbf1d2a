"""Two positions that a side cannot tell apart have equal odds for it."""

import random

import pytest

from games.panzerblitz.twins import HIDDEN, drop_twins
from grognard.analysis import odds as analysis
from grognard.games.panzerblitz import SYSTEM
from grognard.server.messages.from_server import OddsShown
from grognard.server.socket.questions import odds


@pytest.mark.parametrize("setting", HIDDEN, ids=lambda setting: setting[0])
def test_twins_are_told_the_same_odds(setting: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "DRAWS", 6)
    scenario, *options = setting
    generator = random.Random(11)
    compared = 0
    for _ in range(40):
        game = SYSTEM.rules.start(scenario, dict.fromkeys(options, True))
        for _ in range(3_000):
            if game.over or compared > 30:
                break
            ask = game.ask
            if not ask.is_chance and SYSTEM.odds.on_table(game.pos):
                told = odds(SYSTEM, SYSTEM.knowledge.project(game.pos, ask.side), "x")
                assert isinstance(told, OddsShown) and told.draws == 6
                for twin in list(drop_twins(game.pos, ask.side))[:2]:
                    assert odds(SYSTEM, SYSTEM.knowledge.project(twin, ask.side), "x") == told
                    compared += 1
            game.play(generator.choice(ask.options(ask.side)), ask.side)
        if compared > 30:
            break
    assert compared > 30
