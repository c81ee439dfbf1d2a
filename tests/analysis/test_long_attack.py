"""An attack as long as a boxed game asks for, called in the test game: exact, and as its dice fall."""

from random import Random

import pytest

from analysis.tree import enumerated
from grognard.analysis.odds import (
    MOST_PLAYS,
    AttackSetting,
    Forecast,
    drawn,
    forecast,
    paused_after,
    procedure_ended,
    usual_policy,
)
from grognard.core.flow.flow import AnyGame
from grognard.core.flow.steps import SEAL
from grognard.sim.long_attack import (
    WAYS,
    Ammunition,
    AntiTankFire,
    LongAttackAlone,
    TakePart,
    called_in,
    long_attack,
)
from toy.game import SYSTEM as TOY

SYSTEM = LongAttackAlone()
MEASURED = ("attacker steps lost", "defender steps lost")


def at_the_ford() -> AnyGame:
    """The test game with the attack called in its first turn."""
    toy = TOY.rules.start("teaching")
    return called_in(toy.procedures, toy.pos)


@pytest.fixture(scope="module")
def odds() -> Forecast:
    return forecast(SYSTEM, [at_the_ford()])


def test_the_attack_is_as_long_as_promised() -> None:
    game = at_the_ford()
    asked: list[str] = []
    while game.ask.procedure == long_attack.name:
        asked.append(game.ask.step)
        if game.ask.step == "WriteOptions":
            assert len(game.ask.options(game.ask.side)) in (4, 1)
        game.play(game.ask.options(game.ask.side)[0])
    assert asked.count("WriteOptions") == 4, "two sides choose one of four, and seal"
    rolls = {step: asked.count(step) for step in ("TakePart", "Ammunition", "AntiTankFire", "RollAssault")}
    assert rolls == {"TakePart": 2, "Ammunition": 3, "AntiTankFire": 6, "RollAssault": 1}
    assert "ChooseLosses" in asked
    assert SEAL not in game.ask.options(game.ask.side)


def test_it_is_followed_whole_and_forks_over_the_secret_option(odds: Forecast) -> None:
    assert tuple(odds.ways) == WAYS
    for found in odds.ways.values():
        assert found.is_exact and found.total() == 1
        assert found.plays < MOST_PLAYS
    means = [found.mean("defender steps lost") for found in odds.ways.values()]
    assert means == sorted(means, reverse=True), "who defends harder loses less"


def test_the_dice_fall_as_the_odds_say(odds: Forecast) -> None:
    """4,000 lines for each way: an interval misses what is true 1 time in 20."""
    first = paused_after(at_the_ford())
    held = told = 0
    for way, exact in odds.ways.items():
        attack = AttackSetting(SYSTEM, first, procedure_ended, [usual_policy(SYSTEM, way)])
        found = drawn(attack, 0, 4_000, Random(f"dice {way}"))
        for name in MEASURED:
            assert abs(found.mean(name) - exact.mean(name)) < 0.06
            for value, (low, high) in found.intervals(name).items():
                told += 1
                held += low <= exact.of(name)[value] <= high
    assert told > 30
    assert held >= 0.9 * told


def test_a_shorter_one_agrees_with_plain_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (TakePart, Ammunition, AntiTankFire):
        monkeypatch.setattr(kind, "many", 1)
    game = at_the_ford()
    found = forecast(SYSTEM, [game])
    for way in WAYS[::2]:
        assert found.ways[way].chances == enumerated(SYSTEM, game, usual_policy(SYSTEM, way))
