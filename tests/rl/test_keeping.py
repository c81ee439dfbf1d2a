"""Environments are cloned, put away and taken up again; many play at once; actions keep their names."""

import pickle
import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from grognard.core.system import AnySystem
from grognard.games.red_steel import SYSTEM as RED_STEEL
from grognard.play.registry import find_system, game_ids
from grognard.rl import batch_env, solo_env, table_env
from grognard.rl.table import TableEnv
from grognard.template.hill_fight import SYSTEM as HILL_FIGHT

GAMES = sorted({*game_ids(), RED_STEEL.id})
RGW = "red-god-of-war"


def system_of(game: str) -> AnySystem:
    return RED_STEEL if game == RED_STEEL.id else find_system(game)


def went_on(env: TableEnv, count: int, seed: int) -> list[Any]:
    """What becomes of a game under random choices."""
    generator = random.Random(seed)
    found: list[Any] = []
    for _ in range(count):
        agent = env.agent_selection
        if env.terminations[agent] or env.truncations[agent]:
            break
        env.step(generator.randrange(env.open_actions))
        found.append((env.agent_selection, env.deal.game.pos.hash(), dict(env.rewards)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_clone_a_state_and_a_pickle_go_on_alike(game: str) -> None:
    env = table_env(system_of(game))
    env.reset(seed=3)
    went_on(env, 50, 3)
    state = env.get_state()
    others = [env.clone(), pickle.loads(pickle.dumps(env)), deepcopy(env), table_env(system_of(game))]
    others[-1].set_state(state)
    expected = went_on(env, 60, 4)
    assert expected
    for other in others:
        assert went_on(other, 60, 4) == expected
    env.set_state(state)
    assert went_on(env, 60, 4) == expected


def test_what_is_played_in_a_clone_is_not_played_in_the_game() -> None:
    env = table_env(RGW)
    env.reset(seed=1)
    name = env.deal.game.pos.hash()
    went_on(env.clone(), 40, 1)
    assert env.deal.game.pos.hash() == name
    alone = table_env(RGW)
    alone.reset(seed=1)
    assert went_on(env, 40, 1) == went_on(alone, 40, 1)


def test_a_side_is_put_away_with_its_opponent() -> None:
    env = solo_env(RGW, side="soviet", opponent="random", reward="score")
    env.reset(seed=5)
    generator = random.Random(1)
    for _ in range(20):
        env.step(generator.randrange(200))
    for other in (pickle.loads(pickle.dumps(env)), env.clone()):
        twin = env.clone()
        for action in range(15):
            first, second = twin.step(action), other.step(action)
            assert first[1:4] == second[1:4]
            assert all(np.array_equal(first[0][name], second[0][name]) for name in first[0])


def test_an_environment_of_a_game_that_is_not_installed_is_pickled_by_its_module() -> None:
    env = table_env(HILL_FIGHT)
    env.reset(seed=1)
    again = pickle.loads(pickle.dumps(env))
    assert again.deal.system is HILL_FIGHT
    assert went_on(again, 10, 1) == went_on(env, 10, 1)


def test_actions_have_names_that_say_verb_unit_and_hex() -> None:
    env = table_env(RGW)
    env.reset(seed=1)
    generator = random.Random(2)
    moves = []
    for _ in range(400):
        names = env.action_names
        assert len(names) == env.open_actions == len(set(names))
        moves += [name for name in names if name.verb == "to"]
        env.step(generator.randrange(env.open_actions))
        if env.terminations[env.agent_selection]:
            break
    roster, board = env.deal.game.pos.roster, env.deal.game.pos.board
    assert moves
    assert all(name.unit in roster.index and board.find_place(name.hex) >= 0 for name in moves)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_batch_plays_the_games_that_single_environments_play(processes: int) -> None:
    batch = batch_env(3, RGW, processes=processes)
    alone = [table_env(RGW) for _ in range(3)]
    try:
        seen, infos = batch.reset(seed=7)
        for number, env in enumerate(alone):
            env.reset(seed=7 + number)
        generator = np.random.default_rng(1)
        for _ in range(150):
            for number, env in enumerate(alone):
                told = env.observe(env.agent_selection)
                assert env.possible_agents[infos["side"][number]] == env.agent_selection
                assert np.array_equal(told["action_mask"], infos["action_mask"][number])
                for name, array in told["observation"].items():
                    assert np.array_equal(array, seen[name][number]), name
            actions = generator.integers(0, infos["open"])
            for env, action in zip(alone, actions, strict=True):
                env.step(int(action))
            seen, _, over, _, infos = batch.step(actions)
            assert over.tolist() == [env.terminations["player_0"] for env in alone]
            for number, env in enumerate(alone):
                if over[number]:
                    rewards = [env.rewards[agent] for agent in env.possible_agents]
                    assert infos["rewards"][number].tolist() == rewards
                    env.reset()
    finally:
        batch.close()


def test_a_batch_of_one_side_answers_for_the_other() -> None:
    batch = batch_env(2, "panzerblitz", side="russian", opponent="random", reward="score")
    russian = find_system("panzerblitz").sides.index("russian")
    _, infos = batch.reset(seed=1)
    total = 0.0
    generator = np.random.default_rng(1)
    ended = 0
    for _ in range(400):
        assert infos["side"].tolist() == [russian, russian]
        _, rewards, over, cut, infos = batch.step(generator.integers(0, infos["open"]))
        total += float(np.abs(rewards).sum())
        ended += int(over.sum())
        assert not cut.any()
    assert total > 0 and ended > 0


def test_a_fault_in_a_process_is_told() -> None:
    batch = batch_env(2, RGW, processes=2)
    try:
        with pytest.raises(RuntimeError, match="a process of the batch stopped"):
            batch.reset(seed=["not", {}])  # type: ignore[arg-type]
    finally:
        batch.close()


def test_a_batch_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one each"):
        batch_env(0, RGW)
