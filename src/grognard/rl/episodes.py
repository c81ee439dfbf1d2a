"""A game as an environment sees it: somebody is to choose, chance is answered inside, rewards at the end."""

import random
from collections.abc import Mapping
from typing import Any, Final, Literal

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.offers import NO_OPTIONS
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.play.setting import open_setting, setting_options
from grognard.rl.arrays import Actions, Coder, Observation

LONGEST: Final = 50_000
"""Answers after which a game is broken off."""

Reward = Literal["result", "score"]
"""1, 0 or −1 at the end; or the change of the score by the side's own view, answer by answer, and both."""

_FOLLOWS: Final = ("pick", "join")
"""Roles of verbs that begin an order rather than do something."""


class Episodes:
    """One game after another, with everything that both kinds of environment need."""

    def __init__(
        self,
        system: AnySystem,
        scenario: str,
        options: Mapping[str, bool] | None = None,
        own: PlayerFiles = NO_FILES,
        actions: int = 256,
        orders: bool = False,
        longest: int = LONGEST,
    ) -> None:
        self.system = system
        self._scenario = scenario
        self._own = own
        self._options = setting_options(system, scenario, options, own)
        self._orders = orders
        self._longest = longest
        self.game: AnyGame = open_setting(system, scenario, self._options, own)
        self.coder = Coder(system, self.game.pos, actions)
        self._chance = random.Random(0)
        self.minds = [random.Random(side) for side in range(len(system.sides))]
        self.answers = 0
        self._page = 0
        self._actions: Actions | None = None

    def deal(self, seed: int | None) -> None:
        """A new game. The same seed gives the same dice; without one the dice go on."""
        if seed is not None:
            self._chance = random.Random(seed)
            self.minds = [random.Random(f"{seed}:{side}") for side in self.system.sides]
        self.game = open_setting(self.system, self._scenario, self._options, self._own)
        self.answers = 0
        self._ready()

    def _ready(self) -> None:
        """Chance answers until somebody else is asked."""
        self.look_again()
        game = self.game
        while not game.over and game.ask.is_chance:
            ask = game.ask
            choices = ask.options(CHANCE)
            place = self._chance.choices(range(len(choices)), ask.weights)[0] if len(choices) > 1 else 0
            game.play(choices[place], CHANCE)

    @property
    def over(self) -> bool:
        """Is the game at its end?"""
        return self.game.over

    @property
    def is_too_long(self) -> bool:
        """Have there been so many answers that it is broken off?"""
        return self.answers >= self._longest

    @property
    def side(self) -> int:
        """The side that is asked."""
        return self.game.ask.side

    def view(self, side: int) -> View:
        """What a side knows."""
        return self.system.knowledge.project(self.game.pos, side)

    def look_again(self) -> None:
        """Forgets what was open: somebody has put another game in place of this one."""
        self._page, self._actions = 0, None

    # -- choosing ---------------------------------------------------------------------------------

    @property
    def actions(self) -> Actions:
        """What the side that is asked may do."""
        if self._actions is None:
            options = self.game.ask.options(self.side)
            self._actions = Actions(options, self.coder.actions, self._page)
            if self._orders and not self._actions.has_more:
                self._actions.open_rows(self._order_rows(self._actions), self.coder.actions)
        return self._actions

    def act(self, action: int) -> None:
        """Carries out an action: one answer, or as much of an order as is still offered."""
        actions = self.actions
        if actions.has_more and action == self.coder.actions - 1:
            self._page, self._actions = self._page + 1, None
            # Turning pages for ever must end, too.
            self.answers += 1
            return
        side = self.side
        for choice in actions.rows[action]:
            if self.game.over or choice not in self.game.ask.options(side):
                break
            self.give(choice)

    def give(self, choice: Choice) -> None:
        """One answer of the side that is asked."""
        self.game.play(choice, self.side)
        self.answers += 1
        self._ready()

    def _order_rows(self, actions: Actions) -> list[tuple[Choice, ...]]:
        """Each pick together with each thing that can be done with it, as far as the side's view tells.

        It looks ahead on a position in which what the side does not know is absent.
        """
        roles = self.coder.roles
        if not any(roles[row[0][0]] in _FOLLOWS for row in actions.rows):
            return actions.rows
        side = self.side
        known = self.system.knowledge.bare(self.view(side))
        found: list[tuple[Choice, ...]] = []
        for row in actions.rows:
            if roles[row[0][0]] not in _FOLLOWS:
                found.append(row)
                continue
            trial: AnyGame = Game(self.system.rules.procedures, known.copy())
            try:
                trial.play(row[0], side)
            except IllegalChoice:
                found.append(row)
                continue
            more = [] if trial.over else [one for one in trial.ask.options(side) if roles[one[0]] != "drop"]
            found += [(*row, one) for one in more] or [row]
        return found if len(found) <= self.coder.actions else actions.rows

    # -- telling ----------------------------------------------------------------------------------

    def observation(self, side: int) -> Observation:
        """What a side sees: all it knows if it is asked, else nothing of what may be done."""
        view = self.view(side)
        ask = self.game.ask
        if not self.over and side in ask.sides and side == self.side:
            return self.coder.observation(view, ask, self.actions)
        return self.coder.observation(view, ask, _NO_ACTIONS)

    def result(self, side: int) -> float:
        """1 for the winner, −1 for the loser, 0 in a draw and while it goes on."""
        winner = self.game.pos.winner if self.over else NOTHING
        return 0.0 if winner == NOTHING else 1.0 if winner == side else -1.0

    def score(self, side: int) -> float:
        """How the game stands for a side by its own view."""
        return self.system.score(self.view(side))

    def told(self, side: int) -> dict[str, Any]:
        """What goes into the infos."""
        ask = self.game.ask
        return {"side": self.system.sides[side], "step": ask.step if not self.over else ""}


_NO_ACTIONS: Final = Actions(NO_OPTIONS, 1)
