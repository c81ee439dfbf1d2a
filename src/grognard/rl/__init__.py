"""Standard environments for learners, for every game and scenario: the extra `rl`.

    from grognard.rl import batch_env, solo_env, table_env

    env = solo_env("red-god-of-war", "teaching", side="soviet", opponent="staff")   # Gymnasium
    table = table_env("panzerblitz", "teaching")                                    # PettingZoo, AEC
    many = batch_env(64, "panzerblitz", "teaching", processes=2)                    # Gymnasium, vector

`docs/research.md` says what is observed and how actions count.
"""

from typing import TYPE_CHECKING, Any

from grognard.core.system import AnySystem

if TYPE_CHECKING:  # loaded only by those who have the extra
    from gymnasium.vector import AsyncVectorEnv

    from grognard.rl.batch import Batch
    from grognard.rl.solo import SoloEnv
    from grognard.rl.table import TableEnv

__all__ = ["batch_env", "solo_env", "table_env", "vector_env"]


def table_env(game: str | AnySystem, scenario: str = "teaching", **more: Any) -> "TableEnv":
    """A PettingZoo AEC environment in which every side is an agent."""
    from grognard.rl.table import TableEnv

    return TableEnv(game, scenario, **more)


def solo_env(game: str | AnySystem, scenario: str = "teaching", **more: Any) -> "SoloEnv":
    """A Gymnasium environment: one side against a named opponent."""
    from grognard.rl.solo import SoloEnv

    return SoloEnv(game, scenario, **more)


def batch_env(count: int, game: str | AnySystem, scenario: str = "teaching", **more: Any) -> "Batch":
    """So many games as one Gymnasium vector environment: the fastest way to play many."""
    from grognard.rl.batch import Batch

    return Batch(count, game, scenario, **more)


def vector_env(count: int, game: str, scenario: str = "teaching", **more: Any) -> "AsyncVectorEnv":
    """So many Gymnasium environments, each in a process of its own."""
    from functools import partial

    from gymnasium.vector import AsyncVectorEnv

    return AsyncVectorEnv([partial(solo_env, game, scenario, **more) for _ in range(count)], context="spawn")
