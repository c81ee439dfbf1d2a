"""A Gymnasium environment: one side of a game against a named opponent."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.ai.players import choose, make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import AnySystem, Player
from grognard.play.registry import find_system, side_number
from grognard.rl.arrays import Observation
from grognard.rl.episodes import LONGEST, Episodes, Reward


class SoloEnv(gymnasium.Env[Any, Any]):
    """One side. The opponent and chance answer between two steps.

    An index beyond what is open counts from the start again, so that learners without masks can play;
    those with one find it in `action_masks()` and in info["action_mask"].
    """

    def __init__(
        self,
        game: str | AnySystem,
        scenario: str = "teaching",
        *,
        side: str | int = 0,
        opponent: str = "random",
        options: Mapping[str, bool] | None = None,
        own: PlayerFiles = NO_FILES,
        actions: int = 256,
        orders: bool = False,
        reward: Reward = "result",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.metadata = {"render_modes": []}
        system = find_system(game) if isinstance(game, str) else game
        self._side = side_number(system, side) if isinstance(side, str) else side
        self._opponent = opponent
        self._deal = Episodes(system, scenario, options, own, actions, orders, longest)
        self._reward = reward
        self._players: list[Player] = make_players([opponent] * len(system.sides), system)
        self._score = 0.0
        self.observation_space = self._deal.coder.space
        self.action_space = spaces.Discrete(actions)

    @property
    def deal(self) -> Episodes:
        """The game behind it, for those who look at positions and words."""
        return self._deal

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        system = self._deal.system
        self._players = make_players([self._opponent] * len(system.sides), system)
        self._deal.deal(seed)
        self._wait()
        self._score = self._deal.score(self._side) if self._reward == "score" else 0.0
        return self._deal.observation(self._side), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        deal = self._deal
        actions = deal.actions
        is_page = actions.has_more and int(action) == deal.coder.actions - 1
        deal.act(int(action) if is_page else int(action) % len(actions.rows))
        self._wait()
        over = deal.over
        reward = deal.result(self._side) if over else 0.0
        if self._reward == "score":
            now = deal.score(self._side)
            reward, self._score = reward + now - self._score, now
        return deal.observation(self._side), reward, over, deal.is_too_long and not over, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """What is open; nothing after the end."""
        deal = self._deal
        return np.zeros(deal.coder.actions, np.int8) if deal.over else deal.coder.mask(deal.actions)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _wait(self) -> None:
        """The opponent answers until this side is asked or the game is over."""
        deal = self._deal
        while not deal.over and not deal.is_too_long and deal.side != self._side:
            side = deal.side
            mind = deal.minds[side]
            deal.give(choose(self._players[side], deal.system, deal.game.pos, deal.game.ask, side, mind))
