"""A Gymnasium environment: one side of a game against a named opponent."""

from collections.abc import Callable, Mapping
from typing import Any, Self

import gymnasium
import msgspec
from gymnasium import spaces
from numpy import int8
from numpy.typing import NDArray

from grognard.ai.players import choose, make_players
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.system import AnySystem, Player
from grognard.play.registry import side_number
from grognard.rl.actions import ActionName
from grognard.rl.coder import Observation
from grognard.rl.episodes import LONGEST, Episodes, Reward
from grognard.rl.games_by_name import name_of, system_of


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
        system = system_of(game)
        self._made_with: dict[str, Any] = {
            "scenario": scenario,
            "side": side,
            "opponent": opponent,
            "options": options,
            "own": own,
            "actions": actions,
            "orders": orders,
            "reward": reward,
            "longest": longest,
        }
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
        self._seat_players()
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

    def action_masks(self) -> NDArray[int8]:
        """What is open; nothing after the end."""
        return self._deal.mask(self._side)

    @property
    def action_names(self) -> list[ActionName]:
        """What each action that is open does, in names that stay the same."""
        return self._deal.action_names

    # -- keeping ------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """The same game with the same dice to come. An opponent that plans ahead plans anew in it."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new._deal = self._deal.clone()
        new._seat_players()
        return new

    def get_state(self) -> bytes:
        """All that the game is now, with its dice to come."""
        return msgspec.msgpack.encode((self._deal.get_state(), self._score))

    def set_state(self, state: bytes) -> None:
        """Goes on from there."""
        moment, self._score = msgspec.msgpack.decode(state, type=tuple[bytes, float])
        self._deal.set_state(moment)
        self._seat_players()

    def __reduce__(self) -> tuple[Callable[..., "SoloEnv"], tuple[object, ...]]:
        return _again, (self.__class__, name_of(self._deal.system), self._made_with, self.get_state())

    def _seat_players(self) -> None:
        system = self._deal.system
        self._players = make_players([self._opponent] * len(system.sides), system)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _wait(self) -> None:
        """The opponent answers until this side is asked or the game is over."""
        deal = self._deal
        while not deal.over and not deal.is_too_long and deal.side != self._side:
            side = deal.side
            mind = deal.minds[side]
            deal.give(choose(self._players[side], deal.system, deal.game.pos, deal.game.ask, side, mind))


def _again(kind: type[SoloEnv], game: str, made_with: dict[str, Any], state: bytes) -> SoloEnv:
    """An environment as it was when it was put away."""
    env = kind(game, **made_with)
    env.set_state(state)
    return env
