"""A small learner to measure others by: how good an action is, is a sum of weights.

For each verb there is a weight for each thing known of an option: its cost, its counter and the place it
leads to. They are learned by REINFORCE: after a game each action is made likelier by what came after it. All
of it is numpy alone.
"""

from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from grognard.core.system import AnySystem
from grognard.rl.batch import Batch
from grognard.rl.coder import Coder, Observation

Vector = NDArray[np.float64]

SHIPPED: Final = Path(__file__).parent / "data" / "panzerblitz-teaching-russian.npz"
"""Trained by the page docs/research.md: the Russian side of the lesson of PanzerBlitz."""
_RATE: Final = 0.05
_PACE: Final = 0.02
"""How fast the mean of the rewards and the size of a step follow."""


class Baseline:
    """Weights by verb and by what is known of an option."""

    def __init__(self, coder: Coder, weights: Vector | None = None) -> None:
        self._coder = coder
        counters = len(coder.badges) + len(coder.value_columns)
        self._known = 1 + 5 + counters + len(coder.planes) + len(coder.ground)
        shape = (len(coder.verbs) + 2, self._known)
        if weights is not None and weights.shape != shape:
            raise ValueError(f"these weights are for {weights.shape}, not for {shape}: another scenario")
        self.weights: Vector = np.zeros(shape) if weights is None else weights

    @classmethod
    def load(cls, path: Path, coder: Coder) -> Self:
        """Weights that were saved. Raises ValueError if they are for something else."""
        with np.load(path) as kept:
            return cls(coder, kept["weights"].astype(float))

    def save(self, path: Path) -> None:
        """Writes the weights."""
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(path, weights=self.weights.astype(np.float32))

    # -- choosing -----------------------------------------------------------------------------------

    def features(self, seen: Observation, count: int) -> tuple[NDArray[np.intp], Vector]:
        """The verb of each option, and what is known of it."""
        options = seen["options"][:count]
        verbs = options[:, 0].astype(np.intp)
        found = np.zeros((count, self._known))
        found[:, 0] = 1
        found[:, 1:6] = seen["prices"][:count]
        units, places = options[:, 3], options[:, 4]
        # An option that names no place leads where its counter is.
        places = np.where(places > 0, places, seen["counters"][units - 1, 3] * (units > 0))
        first = 6 + len(self._coder.badges)
        counters = seen["counters"][units - 1, 4:]
        found[:, 6:first] = counters * (units > 0)[:, None]
        last = first + len(self._coder.value_columns)
        found[:, first:last] = seen["values"][units - 1] * (units > 0)[:, None]
        cells = np.concatenate([seen["planes"], self._coder.ground]).reshape(self._known - last, -1)
        found[:, last:] = cells[:, places - 1].T * (places > 0)[:, None]
        return verbs, found

    def chances(self, verbs: NDArray[np.intp], known: Vector) -> Vector:
        """How likely each option is."""
        worth = (self.weights[verbs] * known).sum(axis=1)
        chances = np.exp(worth - worth.max())
        found: Vector = chances / chances.sum()
        return found

    def choose(self, seen: Observation, count: int, generator: np.random.Generator) -> int:
        """One of the first `count` actions."""
        return int(generator.choice(count, p=self.chances(*self.features(seen, count))))


class _Game:
    """What was chosen in one game, to learn from at its end."""

    def __init__(self) -> None:
        self.slopes: list[tuple[NDArray[np.intp], Vector]] = []
        self.rewards: list[float] = []


class Training:
    """Learns by playing a side against a named opponent, many games at once."""

    def __init__(
        self,
        game: str | AnySystem,
        scenario: str,
        side: str | int,
        opponent: str = "random",
        games: int = 16,
        processes: int = 1,
        seed: int = 1,
    ) -> None:
        more: dict[str, Any] = {"side": side, "opponent": opponent, "reward": "score"}
        self._batch = Batch(games, game, scenario, processes=processes, **more)
        self.baseline = Baseline(self._batch.coder)
        self._generator = np.random.default_rng(seed)
        self._size = np.ones_like(self.baseline.weights)
        self._mean = 0.0
        self._played = [_Game() for _ in range(games)]
        self._seen, self._infos = self._batch.reset(seed=seed)
        self.results: list[float] = []
        """The rewards of each game that has ended, all of a game together."""

    def play(self, games: int) -> list[float]:
        """Plays on until so many more games have ended; returns their rewards."""
        begin = len(self.results)
        while len(self.results) < begin + games:
            self._step()
        return self.results[begin:]

    def close(self) -> None:
        """Ends its processes."""
        self._batch.close()

    def _step(self) -> None:
        actions = [self._choose(number) for number in range(len(self._played))]
        self._seen, rewards, over, cut, self._infos = self._batch.step(actions)
        for number, reward in enumerate(rewards.tolist()):
            game = self._played[number]
            game.rewards.append(reward)
            if over[number] or cut[number]:
                self._learn(game)
                self._played[number] = _Game()

    def _choose(self, number: int) -> int:
        seen = {name: array[number] for name, array in self._seen.items()}
        count = int(self._infos["open"][number])
        verbs, known = self.baseline.features(seen, count)
        chances = self.baseline.chances(verbs, known)
        action = int(self._generator.choice(count, p=chances))
        # Towards what was chosen, away from what was expected.
        push = -chances
        push[action] += 1
        self._played[number].slopes.append((verbs, known * push[:, None]))
        return action

    def _learn(self, game: _Game) -> None:
        rewards = np.array(game.rewards)
        total = float(rewards.sum())
        to_come = rewards[::-1].cumsum()[::-1]  # an action answers for what comes after it
        gains = to_come - to_come.mean() + total - self._mean
        step = np.zeros_like(self.baseline.weights)
        for gain, (verbs, slope) in zip(gains, game.slopes, strict=True):
            np.add.at(step, verbs, gain * slope)
        self._size += _PACE * (step**2 - self._size)
        self.baseline.weights += _RATE * step / np.sqrt(self._size)
        self._mean += _PACE * (total - self._mean)
        self.results.append(total)
