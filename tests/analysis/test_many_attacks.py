"""The odds of attacks as they happen in games between computers, in every scenario of every game.

A few of each here; `make odds` takes 1,000 and prints what they took.
"""

import os
import random
from collections.abc import Iterator
from time import process_time

import pytest

from analysis.tree import enumerated
from grognard.ai.players import choose, make_players
from grognard.analysis.odds import DRAWS, forecast, imagined, outcomes, usual_policy
from grognard.core.flow.chance import CHANCE, pick
from grognard.core.flow.flow import AnyGame
from grognard.core.system import AnySystem
from grognard.play.registry import find_scenario, find_system, full_options

GAMES = ("red-god-of-war", "panzerblitz")
SETTINGS = [(game, scenario.id) for game in GAMES for scenario in find_system(game).rules.scenarios()]
ATTACKS = int(os.environ.get("ATTACKS", "0")) or 3 * len(SETTINGS)
EACH = -(-ATTACKS // len(SETTINGS))

pytestmark = pytest.mark.timeout(3_600)


def attacks(system: AnySystem, scenario: str, **more: bool) -> Iterator[tuple[AnyGame, int]]:
    """A game each time an attack is about to be rolled for, and the attacker: one game after another."""
    options = full_options(system, more, find_scenario(system, scenario))
    players = make_players(["staff"] * len(system.sides), system)
    for number in range(1_000):
        generator = random.Random(f"{scenario} {number}")
        game, attacker = system.rules.start(scenario, options), 0
        while not game.over:
            ask = game.ask
            if ask.is_chance and system.odds.on_table(game.pos):
                yield game, attacker
            if ask.is_chance:
                place = pick(list(enumerate(ask.weights)), generator)
                game.play(ask.options(CHANCE)[place], CHANCE)
            else:
                attacker = ask.side
                game.play(choose(players[attacker], system, game.pos, ask, attacker, generator), attacker)


@pytest.mark.parametrize(("id", "scenario"), SETTINGS)
def test_attacks_of_every_scenario_are_followed_whole(id: str, scenario: str) -> None:
    """As the graph has it and as plain enumeration does, in each way and in the usual one."""
    system = find_system(id)
    took: list[float] = []
    forked = 0
    for game, attacker in attacks(system, scenario):
        began = process_time()
        games = imagined(system, system.knowledge.project(game.pos, attacker))
        found = forecast(system, games)
        took.append(process_time() - began)
        forked += len(found.ways) > 1
        for way, chances in found.ways.items():
            assert chances.is_exact and chances.total() == 1
            # Where nothing is open, every way is the usual one.
            policy = usual_policy(system, way)
            assert chances.chances == enumerated(system, games[0], policy)
        assert outcomes(system, game).chances == enumerated(system, game)
        if len(took) == EACH:
            break
    assert len(took) == EACH
    mean, worst = 1e3 * sum(took) / EACH, 1e3 * max(took)
    print(f"{id} {scenario}: {EACH} attacks, {forked} forked, {mean:.1f} ms each, {worst:.1f} ms at worst")


@pytest.mark.parametrize("scenario", [scenario for id, scenario in SETTINGS if id == "panzerblitz"])
def test_attacks_with_hidden_movement_are_told_from_what_is_known(scenario: str) -> None:
    system = find_system("panzerblitz")
    took: list[float] = []
    for game, attacker in attacks(system, scenario, **{"hidden-movement": True}):
        began = process_time()
        games = imagined(system, system.knowledge.project(game.pos, attacker))
        assert all(system.odds.on_table(one.pos) for one in games)
        (found,) = forecast(system, games).ways.values()
        took.append(process_time() - began)
        assert found.total() == 1
        assert len(found.parts) == DRAWS
        assert all(not part.sampled and part.total() == 1 for part in found.parts)
        assert found.parts[0].chances == enumerated(system, games[0])
        for name in found.names():
            between = found.intervals(name)
            assert all(
                between[value][0] <= share <= between[value][1] for value, share in found.of(name).items()
            )
        if len(took) == EACH:
            break
    mean, worst = 1e3 * sum(took) / EACH, 1e3 * max(took)
    print(f"panzerblitz {scenario}, hidden: {EACH} attacks, {mean:.0f} ms each, {worst:.0f} ms at worst")
