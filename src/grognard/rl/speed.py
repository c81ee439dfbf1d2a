"""How many steps a second an environment makes, with and without observations."""

import random
from time import process_time

import msgspec

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import AnySystem
from grognard.rl.table import TableEnv


class StepsSpeed(msgspec.Struct, frozen=True):
    """Steps a second of the processor, by agents that choose at random."""

    plain: float
    """Without observations."""
    observed: float
    """With an observation and a mask before every step."""


def measure_steps(
    system: AnySystem, scenario: str, seconds: float = 1.0, own: PlayerFiles = NO_FILES
) -> StepsSpeed:
    """The speed of a scenario's environment."""
    env = TableEnv(system, scenario, own=own)
    return StepsSpeed(_steps(env, seconds, False), _steps(env, seconds, True))


def _steps(env: TableEnv, seconds: float, is_observed: bool) -> float:
    generator = random.Random(1)
    env.reset(seed=1)
    steps = 0
    began = process_time()
    while process_time() - began < seconds:
        for _ in range(20):
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:
                env.reset()
            if is_observed:
                env.observe(env.agent_selection)
            env.step(int(generator.random() * env.open_actions))
            steps += 1
    return steps / (process_time() - began)
