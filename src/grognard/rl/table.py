"""A PettingZoo AEC environment for every game and scenario: each side is an agent, chance is inside."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import AnySystem
from grognard.play.registry import find_system
from grognard.rl.episodes import LONGEST, Episodes, Reward


class TableEnv(AECEnv[str, Any, int | None]):
    """All sides at one table. `player_0` is the game's first side.

    An observation is {"observation": arrays of the side's own view, "action_mask": what is open to it}.
    """

    def __init__(
        self,
        game: str | AnySystem,
        scenario: str = "teaching",
        *,
        options: Mapping[str, bool] | None = None,
        own: PlayerFiles = NO_FILES,
        actions: int = 256,
        orders: bool = False,
        reward: Reward = "result",
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        system = find_system(game) if isinstance(game, str) else game
        self.metadata = {"name": f"{system.id}_{scenario}_v0", "render_modes": [], "is_parallelizable": False}
        self._deal = Episodes(system, scenario, options, own, actions, orders, longest)
        self._reward = reward
        self.possible_agents = [f"player_{side}" for side in range(len(system.sides))]
        self.agents: list[str] = []
        mask = spaces.Box(0, 1, (actions,), np.int8)
        space = spaces.Dict({"observation": self._deal.coder.space, "action_mask": mask})
        self._observed = dict.fromkeys(self.possible_agents, space)
        self._acted = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._scores: list[float] = []

    @property
    def deal(self) -> Episodes:
        """The game behind it, for those who look at positions and words."""
        return self._deal

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._acted[agent]

    def action_mask(self) -> NDArray[np.int8]:
        """What is open to the agent that is asked: without the cost of an observation."""
        return self._deal.coder.mask(self._deal.actions)

    @property
    def open_actions(self) -> int:
        """How many actions, from 0 on, are open to the agent that is asked."""
        return len(self._deal.actions.rows)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._deal.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scores = self._all_scores()
        self.agent_selection = self.possible_agents[self._deal.side]

    def _all_scores(self) -> list[float]:
        sides = range(len(self.possible_agents))
        return [self._deal.score(side) for side in sides] if self._reward == "score" else []

    def observe(self, agent: str) -> dict[str, Any]:
        side = self.possible_agents.index(agent)
        deal = self._deal
        is_asked = not deal.over and agent == self.agent_selection and side == deal.side
        mask = self.action_mask() if is_asked else np.zeros(deal.coder.actions, np.int8)
        return {"observation": deal.observation(side), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        deal = self._deal
        if action is None or not self._is_open(int(action)):
            raise ValueError(f"the action {action} of {agent} is not open: mind the mask")
        self._cumulative_rewards[agent] = 0.0
        deal.act(int(action))
        over, is_too_long = deal.over, deal.is_too_long
        for side, one in enumerate(self.agents):
            self.rewards[one] = deal.result(side) if over else 0.0
            self.terminations[one], self.truncations[one] = over, is_too_long and not over
        if self._reward == "score":
            self._reward_scores()
        self.agent_selection = self.agents[0] if over else self.possible_agents[deal.side]
        self._accumulate_rewards()

    def _is_open(self, action: int) -> bool:
        actions = self._deal.actions
        is_page = actions.has_more and action == self._deal.coder.actions - 1
        return 0 <= action < len(actions.rows) or is_page

    def _reward_scores(self) -> None:
        scores = self._all_scores()
        for agent, before, now in zip(self.agents, self._scores, scores, strict=True):
            self.rewards[agent] += now - before
        self._scores = scores

    def render(self) -> None:
        """Nothing: `grognard show` and the report draw positions."""

    def close(self) -> None:
        """Nothing is held."""
