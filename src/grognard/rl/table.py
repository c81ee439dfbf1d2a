"""A PettingZoo AEC environment for every game and scenario: each side is an agent, chance is inside."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Self

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import AnySystem
from grognard.rl.actions import ActionName
from grognard.rl.episodes import LONGEST, Episodes, Reward
from grognard.rl.games_by_name import name_of, system_of


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
        system = system_of(game)
        self._made_with: dict[str, Any] = {
            "scenario": scenario,
            "options": options,
            "own": own,
            "actions": actions,
            "orders": orders,
            "reward": reward,
            "longest": longest,
        }
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
    def action_names(self) -> list[ActionName]:
        """What each action that is open does, in names that stay the same."""
        return self._deal.action_names

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
        return {"observation": self._deal.observation(side), "action_mask": self._deal.mask(side)}

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

    # -- keeping ------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """The same game with the same dice to come; what becomes of one is nothing to the other."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new._deal = self._deal.clone()
        for name in _BY_AGENT:
            setattr(new, name, dict(getattr(self, name)))
        new.agents, new._scores = list(self.agents), list(self._scores)
        return new

    def get_state(self) -> bytes:
        """All that the game is now, with its dice to come, for one that has been reset."""
        kept = {name: getattr(self, name) for name in (*_BY_AGENT, *_BESIDE)}
        return msgspec.msgpack.encode((self._deal.get_state(), kept))

    def set_state(self, state: bytes) -> None:
        """Goes on from there."""
        moment, kept = msgspec.msgpack.decode(state, type=tuple[bytes, dict[str, Any]])
        self._deal.set_state(moment)
        for name in (*_BY_AGENT, *_BESIDE):
            setattr(self, name, kept[name])

    def __reduce__(self) -> tuple[Callable[..., "TableEnv"], tuple[object, ...]]:
        state = self.get_state() if hasattr(self, "agent_selection") else None
        return _again, (self.__class__, name_of(self._deal.system), self._made_with, state)

    # -- what PettingZoo asks for -------------------------------------------------------------------

    def render(self) -> None:
        """Nothing: `grognard show` and the report draw positions."""

    def close(self) -> None:
        """Nothing is held."""


_BY_AGENT: Final = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
_BESIDE: Final = ("agents", "agent_selection", "_scores")


def _again(kind: type[TableEnv], game: str, made_with: dict[str, Any], state: bytes | None) -> TableEnv:
    """An environment as it was when it was put away."""
    env = kind(game, **made_with)
    if state is not None:
        env.set_state(state)
    return env
