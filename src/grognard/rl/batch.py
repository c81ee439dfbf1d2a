"""Many games at once: one call steps all, and what is seen is written into arrays that stay.

The games may be shared out over processes, which write into the same memory.
"""

import multiprocessing
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from grognard.ai.players import choose, make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem, Player
from grognard.play.registry import side_number
from grognard.rl.coder import Observation
from grognard.rl.episodes import LONGEST, Episodes, Reward
from grognard.rl.games_by_name import name_of, system_of

Arrays = dict[str, NDArray[Any]]


class Games:
    """So many games in this process. Each writes into its own row of the arrays."""

    def __init__(
        self,
        count: int,
        system: AnySystem,
        scenario: str,
        *,
        side: int = NOTHING,
        opponent: str = "random",
        options: Mapping[str, bool] | None = None,
        own: PlayerFiles = NO_FILES,
        actions: int = 256,
        orders: bool = False,
        reward: Reward = "result",
        longest: int = LONGEST,
    ) -> None:
        first = Episodes(system, scenario, options, own, actions, orders, longest)
        self.coder = first.coder
        self._deals = [first, *(first.clone() for _ in range(count - 1))]
        self._side = side
        self._by_score = reward == "score"
        self._sides = range(len(system.sides))
        self._players: list[Player] = [] if side < 0 else make_players([opponent] * len(self._sides), system)
        self._scores = np.zeros((count, len(self._sides)))
        self._written: Arrays | None = None
        self._rows: list[Arrays] = []

    def arrays(self, count: int) -> Arrays:
        """Arrays for so many games, all 0."""
        found = {
            name: np.zeros((count, *box.shape), box.dtype)
            for name, box in self.coder.space.spaces.items()
            if box.shape
        }
        return found | {
            "mask": np.zeros((count, self.coder.actions), np.int8),
            "rewards": np.zeros((count, len(self._sides)), np.float32),
            **{name: np.zeros(count, np.int32) for name in ("over", "cut", "side", "open")},
        }

    def reset(self, out: Arrays, seeds: list[int | None]) -> None:
        """New games."""
        out["rewards"][...], out["over"][...], out["cut"][...] = 0, 0, 0
        for number, seed in enumerate(seeds):
            self._begin(number, seed)
            self._show(number, out)

    def step(self, choices: NDArray[np.int32], out: Arrays) -> None:
        """One action in each game. A game that ends begins anew at once."""
        for number, choice in enumerate(choices.tolist()):
            deal = self._deals[number]
            actions = deal.actions
            is_page = actions.has_more and choice == self.coder.actions - 1
            deal.act(choice if is_page else choice % len(actions.rows))
            self._wait(deal)
            is_over = deal.over
            is_cut = not is_over and deal.is_too_long
            out["over"][number], out["cut"][number] = is_over, is_cut
            self._reward(number, out["rewards"][number], is_over)
            if is_over or is_cut:
                self._begin(number, None)
            self._show(number, out)

    def _begin(self, number: int, seed: int | None) -> None:
        deal = self._deals[number]
        deal.deal(seed)
        self._wait(deal)
        if self._by_score:
            self._scores[number] = self._scored(deal)

    def _wait(self, deal: Episodes) -> None:
        """The opponent answers, where there is one."""
        while self._side >= 0 and not deal.over and not deal.is_too_long and deal.side != self._side:
            side, game = deal.side, deal.game
            deal.give(choose(self._players[side], deal.system, game.pos, game.ask, side, deal.minds[side]))

    def _reward(self, number: int, rewards: NDArray[np.float32], is_over: bool) -> None:
        deal = self._deals[number]
        rewards[...] = [deal.result(side) for side in self._sides] if is_over else 0
        if self._by_score:
            now = self._scored(deal)
            rewards += (now - self._scores[number]).astype(np.float32)
            self._scores[number] = now

    def _scored(self, deal: Episodes) -> NDArray[np.float64]:
        """The score of each side; of the opponent, who learns nothing, none is taken."""
        told = [deal.score(side) if self._side in (NOTHING, side) else 0.0 for side in self._sides]
        return np.array(told)

    def _rows_of(self, out: Arrays) -> list[Arrays]:
        """The row of each game in these arrays, which are the same ones at every step."""
        if self._written is not out:
            self._written = out
            names = (*self.coder.space.spaces, "mask")
            self._rows = [{name: out[name][number] for name in names} for number in range(len(self._deals))]
        return self._rows

    def _show(self, number: int, out: Arrays) -> None:
        deal = self._deals[number]
        rows = self._rows_of(out)[number]
        deal.observe(deal.side, rows)
        self.coder.write_mask(deal.actions, rows["mask"])
        out["side"][number] = deal.side
        out["open"][number] = len(deal.actions.rows)


class Batch(VectorEnv[Any, Any, Any]):
    """Many games of a scenario as one vector environment.

    Without a `side` the learner plays all of them: each observation is that of the side which is asked, and
    `infos["side"]` says whose it is. Rewards are the acting side's, `infos["rewards"]` those of all. What is
    returned is written anew by the next step: copy what is to be kept.
    """

    def __init__(
        self,
        count: int,
        game: str | AnySystem,
        scenario: str = "teaching",
        *,
        side: str | int | None = None,
        processes: int = 1,
        **more: Any,
    ) -> None:
        system = system_of(game)
        number = NOTHING if side is None else side_number(system, side) if isinstance(side, str) else side
        shares = [share for share in _shares(count, processes) if share]
        sample = Games(shares[0] if len(shares) == 1 else 1, system, scenario, side=number, **more)
        self.coder = sample.coder
        self.num_envs = count
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = sample.coder.space
        self.single_action_space = spaces.Discrete(sample.coder.actions)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        self._everyone = np.arange(count)
        if len(shares) == 1:
            self._workers: list[_Worker] = []
            self._games = sample
            self._out = sample.arrays(count)
        else:
            memory = {name: _Shared(array) for name, array in sample.arrays(count).items()}
            memory["choices"] = _Shared(np.zeros(count, np.int32))
            self._out = {name: one.array() for name, one in memory.items()}
            begins = np.cumsum([0, *shares]).tolist()
            words = {"game": name_of(system), "scenario": scenario, "side": number, **more}
            self._workers = [
                _Worker(memory, begin, begin + share, words)
                for begin, share in zip(begins, shares, strict=False)
            ]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        seeds = (
            seed
            if isinstance(seed, list)
            else [None if seed is None else seed + number for number in range(self.num_envs)]
        )
        if self._workers:
            self._all(lambda worker: ("reset", seeds[worker.begin : worker.end]))
        else:
            self._games.reset(self._out, seeds)
        return self._seen(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        out = self._out
        acting = out["side"].copy()
        if self._workers:
            out["choices"][...] = actions
            self._all(lambda worker: ("step", None))
        else:
            self._games.step(np.asarray(actions, np.int32), out)
        rewards = out["rewards"][self._everyone, acting]
        return self._seen(), rewards, out["over"] != 0, out["cut"] != 0, self._infos()

    def close(self, **more: Any) -> None:
        """Ends the processes."""
        for worker in self._workers:
            worker.end_process()
        self._workers = []

    def _all(self, ask: Any) -> None:
        for worker in self._workers:
            worker.pipe.send(ask(worker))
        for worker in self._workers:
            worker.hear()

    def _seen(self) -> Observation:
        return {name: self._out[name] for name in self.coder.space.spaces}

    def _infos(self) -> dict[str, Any]:
        """Views of what is told beside what is seen."""
        out = self._out
        return {
            "action_mask": out["mask"],
            "side": out["side"],
            "open": out["open"],
            "rewards": out["rewards"],
        }


def _shares(count: int, processes: int) -> list[int]:
    """The games of each process."""
    if count < 1 or processes < 1:
        raise ValueError(f"{count} games over {processes} processes: at least one each")
    return [count // processes + (number < count % processes) for number in range(processes)]


# -- processes ----------------------------------------------------------------------------------------


class _Shared:
    """An array in memory that processes share."""

    def __init__(self, like: NDArray[Any]) -> None:
        self._shape, self._type = like.shape, like.dtype
        self._memory = multiprocessing.get_context("spawn").RawArray("b", max(1, like.nbytes))

    def array(self) -> NDArray[Any]:
        found: NDArray[Any] = np.frombuffer(self._memory, self._type, int(np.prod(self._shape)))
        return found.reshape(self._shape)


class _Worker:
    """A process with the games from `begin` to `end`."""

    def __init__(self, memory: dict[str, _Shared], begin: int, end: int, words: dict[str, Any]) -> None:
        self.begin, self.end = begin, end
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self._process = context.Process(target=_play, args=(other, memory, begin, end, words), daemon=True)
        self._process.start()
        other.close()

    def hear(self) -> None:
        """Waits until it has done what it was told. Raises RuntimeError with its fault."""
        try:
            fault = self.pipe.recv()
        except EOFError:
            fault = "it ended"
        if fault:
            raise RuntimeError(f"a process of the batch stopped: {fault}")

    def end_process(self) -> None:
        """Lets it go."""
        self.pipe.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()


def _play(pipe: Connection, memory: dict[str, _Shared], begin: int, end: int, words: dict[str, Any]) -> None:
    """What a process does: steps its games whenever it is told to."""
    out = {name: one.array()[begin:end] for name, one in memory.items()}
    games: Games | None = None
    while True:
        try:
            told, seeds = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            if games is None:
                more = dict(words)
                games = Games(end - begin, system_of(more.pop("game")), more.pop("scenario"), **more)
            if told == "reset":
                games.reset(out, seeds)
            else:
                games.step(out["choices"], out)
            pipe.send("")
        except Exception as problem:
            pipe.send(f"{type(problem).__name__}: {problem}")
            return
