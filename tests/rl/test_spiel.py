"""Scenarios as games of OpenSpiel pass its own tests."""

import random
from typing import Any

import numpy as np
import pytest

from grognard.core.flow.flow import Game
from grognard.play.registry import game_ids

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'grognard[spiel]'")


def load(game: str, scenario: str = "teaching") -> Any:
    from grognard.rl import spiel

    return spiel.load(game, scenario)


@pytest.mark.parametrize("game", game_ids())
def test_it_passes_the_test_of_open_spiel(game: str) -> None:
    pyspiel.random_sim_test(load(game), num_sims=1, serialize=game == "red-god-of-war", verbose=False)


def test_a_state_is_saved_and_loaded_and_cloned() -> None:
    game = load("red-god-of-war")
    state = played(game, 60)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state) and again.legal_actions() == state.legal_actions()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)


def played(game: Any, count: int) -> Any:
    state, generator = game.new_initial_state(), random.Random(1)
    for _ in range(count):
        if state.is_terminal():
            break
        if state.is_chance_node():
            numbers, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(generator.choices(numbers, chances)[0])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
    return state


def test_an_answer_has_the_same_number_wherever_it_is_offered() -> None:
    game = load("red-god-of-war")
    known: dict[str, int] = {}
    state, generator = game.new_initial_state(), random.Random(2)
    for _ in range(150):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            for action in state.legal_actions():
                assert action < game.num_distinct_actions()
                assert known.setdefault(state.action_to_string(action), action) == action
        state.apply_action(generator.choice(state.legal_actions()))
    assert len(known) > 20


def test_a_player_observes_only_what_he_may_know() -> None:
    game = load("red-parachutes")
    state = played(game, 80)
    observer = game.make_py_observer()
    player = max(0, state.current_player())
    play = state.play
    observer.set_from(state, player)
    seen, name = observer.tensor.copy(), observer.string_from(state, player)
    knowledge = game.system.knowledge
    view = knowledge.project(play.game.pos, player)
    twin = Game(game.system.rules.procedures, knowledge.sample(view, random.Random(3)))
    play.game, play._open = twin, None
    observer.set_from(state, player)
    assert np.array_equal(observer.tensor, seen)
    assert observer.string_from(state, player) == name
