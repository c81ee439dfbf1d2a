"""The standard environments pass the standard tests, for every game, and tell nothing hidden."""

import random
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from grognard.core.flow.flow import Game
from grognard.core.system import AnySystem
from grognard.games.red_steel import SYSTEM as RED_STEEL
from grognard.play.registry import find_system, game_ids
from grognard.rl import solo_env, table_env, vector_env
from grognard.rl.actions import Actions
from grognard.rl.speed import measure_steps
from grognard.rl.table import TableEnv
from grognard.template.hill_fight import SYSTEM as HILL_FIGHT

GAMES = sorted({*game_ids(), RED_STEEL.id})
RGW = "red-god-of-war"


def system_of(game: str) -> AnySystem:
    return RED_STEEL if game == RED_STEEL.id else find_system(game)


def short(system: AnySystem) -> str:
    """The scenario to try: the lesson, where there is one."""
    ids = [scenario.id for scenario in system.rules.scenarios()]
    return "teaching" if "teaching" in ids else ids[-1]


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo warns of observations that are dicts; ours are, as it recommends for masks."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def steps(env: TableEnv, count: int, seed: int = 1) -> Iterator[str]:
    """Random steps; yields the agent before each."""
    generator = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(count):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            return
        yield agent
        env.step(generator.randrange(env.open_actions))


@pytest.mark.parametrize("game", GAMES)
def test_the_table_passes_the_tests_of_pettingzoo(game: str) -> None:
    system = system_of(game)
    api_test(table_env(system, short(system)), num_cycles=60, verbose_progress=False)
    seed_test(lambda: table_env(system, short(system)), num_cycles=20)


@pytest.mark.parametrize("game", GAMES)
def test_one_side_passes_the_test_of_gymnasium(game: str) -> None:
    system = system_of(game)
    check_env(solo_env(system, short(system), side=1), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_is_an_environment(game: str) -> None:
    system = system_of(game)
    for scenario in system.rules.scenarios():
        env = table_env(system, scenario.id)
        for agent in steps(env, 12):
            last = agent
        assert env.observation_space(last).contains(env.observe(last))


@pytest.mark.parametrize(
    ("game", "options"), [(RGW, {}), ("panzerblitz", {"hidden-movement": True}), ("red-parachutes", {})]
)
@pytest.mark.parametrize("orders", [False, True])
def test_positions_that_a_side_cannot_tell_apart_are_observed_alike(
    game: str, options: dict[str, bool], orders: bool
) -> None:
    system = find_system(game)
    env = table_env(system, "teaching", options=options, orders=orders)
    generator = random.Random(5)
    for number, agent in enumerate(steps(env, 120)):
        if number % 10:
            continue
        side = env.possible_agents.index(agent)
        seen = env.observe(agent)
        true = env.deal.game
        view = system.knowledge.project(true.pos, side)
        env.deal.game = Game(system.rules.procedures, system.knowledge.sample(view, generator))
        env.deal.look_again()
        twin = env.observe(agent)
        env.deal.game = true
        env.deal.look_again()
        assert np.array_equal(seen["action_mask"], twin["action_mask"])
        for name, array in seen["observation"].items():
            assert np.array_equal(array, twin["observation"][name]), name


def test_the_winner_gains_what_the_loser_loses() -> None:
    env = table_env(RGW)
    for _ in steps(env, 100_000):
        pass
    winner = env.deal.game.pos.winner
    assert env.terminations == {"player_0": True, "player_1": True}
    assert [env.rewards[agent] for agent in env.possible_agents] == [
        1.0 if side == winner else -1.0 for side in (0, 1)
    ]


def test_rewards_by_score_add_up_to_the_score_and_the_result() -> None:
    env = solo_env(RGW, side="soviet", opponent="random", reward="score")
    env.reset(seed=4)
    generator = random.Random(4)
    start = env.deal.score(1)
    total, over = 0.0, False
    while not over:
        open_ones = int(env.action_masks().sum())
        _, reward, over, _, _ = env.step(generator.randrange(open_ones))
        total += reward
    assert total == pytest.approx(env.deal.score(1) - start + env.deal.result(1))


def test_an_action_that_is_not_open_is_refused_at_the_table() -> None:
    env = table_env(RGW)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="mind the mask"):
        env.step(env.open_actions)


def test_what_does_not_fit_the_action_space_is_on_the_next_page() -> None:
    env = table_env(RGW, actions=4)
    for _ in steps(env, 400):
        options = env.deal.game.ask.options(env.deal.side)
        if len(options) > 8:
            break
    assert len(options) > 8
    found: list[Any] = []
    pages = -(-len(options) // 3)
    for _ in range(pages):
        assert env.action_mask()[3] == 1
        found += [row[0] for row in env.deal.actions.rows]
        env.step(3)
    assert found == list(options)
    # After the last page comes the first again.
    assert env.deal.actions.rows[0][0] == options[0]


def test_a_page_holds_the_costs_of_its_own_options() -> None:
    env = table_env(HILL_FIGHT)
    for _ in steps(env, 40):
        options = env.deal.game.ask.options(env.deal.side)
        priced = [options.cost(choice) for choice in options]
        if any(cost is not None for cost in priced):
            break
    pages = [Actions(options, 3, page) for page in range(-(-len(options) // 2))]
    assert [cost for page in pages for cost in page.costs] == priced


def test_an_order_is_a_pick_and_what_is_done_with_it() -> None:
    env = table_env(HILL_FIGHT, orders=True)
    env.reset(seed=1)
    rows = env.deal.actions.rows
    assert {row[0][0] for row in rows if len(row) == 2} == {"take"}
    place = next(n for n, row in enumerate(rows) if row[-1][0] == "go")
    (_, unit), (_, hex) = rows[place]
    env.step(place)
    assert env.deal.game.pos.at[unit] == hex


def test_a_game_that_is_too_long_is_broken_off() -> None:
    env = table_env(RGW, longest=10)
    for _ in steps(env, 100):
        pass
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_many_environments_run_over_processes() -> None:
    env = vector_env(2, RGW, "teaching", side="soviet", opponent="random")
    try:
        seen, infos = env.reset(seed=[1, 2])
        assert seen["options"].shape[0] == 2
        for _ in range(5):
            actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
            seen, rewards, _, _, infos = env.step(np.array(actions))
        assert rewards.shape == (2,)
    finally:
        env.close()


def test_the_speed_of_an_environment_is_measured() -> None:
    found = measure_steps(HILL_FIGHT, "teaching", 0.05)
    assert found.plain > found.observed > 0
