"""A game as an environment sees it: somebody is to choose, chance is answered inside, rewards at the end."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.rulings import IllegalChoice
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.play.setting import CASE, open_setting, scenario_of, setting_options
from grognard.rl.actions import NO_ACTIONS, ActionName, Actions, Row
from grognard.rl.coder import Coder, Observation
from grognard.rl.picture import Picture

LONGEST: Final = 50_000
"""Answers after which a game is broken off."""

Reward = Literal["result", "score"]
"""1, 0 or −1 at the end; or the change of the score by the side's own view, answer by answer, and both."""

_FOLLOWS: Final = ("pick", "join")
"""Roles of verbs that begin an order rather than do something."""

Mind = tuple[Any, ...]
"""Where a generator of random numbers is, as its `getstate` says it."""


class Moment(msgspec.Struct, frozen=True):
    """All that a game under way is, with its dice to come."""

    position: dict[str, Any]
    chance: Mind
    minds: list[Mind]
    answers: int
    page: int


class Episodes:
    """One game after another, with everything that all kinds of environment need."""

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
        self._options = setting_options(system, scenario, options, own)
        self._orders = orders
        self._longest = longest
        # Every game begins with a copy of this one.
        self._opening: AnyGame = open_setting(system, scenario, self._options, own)
        self.game: AnyGame = self._opened()
        told = None if scenario.startswith(CASE) else scenario_of(system, scenario, own)
        self.coder = Coder(system, self.game.pos, actions, told)
        self._chance = random.Random(0)
        self.minds = [random.Random(side) for side in range(len(system.sides))]
        self.answers = 0
        self._page = 0
        self._actions: Actions | None = None
        self._pictures: dict[int, Picture] = {}

    def _opened(self) -> AnyGame:
        return Game(self.system.rules.procedures, self._opening.pos.copy())

    def deal(self, seed: int | None) -> None:
        """A new game. The same seed gives the same dice; without one the dice go on."""
        if seed is not None:
            self._chance = random.Random(seed)
            self.minds = [random.Random(f"{seed}:{side}") for side in self.system.sides]
        self.game = self._opened()
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

    @property
    def action_names(self) -> list[ActionName]:
        """What each action that is open does, in names that stay the same."""
        if self.over:
            return []
        held = self._held(self.side)
        return [self.coder.options.name(row, held) for row in self.actions.rows]

    def act(self, action: int) -> None:
        """Carries out an action: one answer, or as much of an order as is still offered."""
        actions = self.actions
        if actions.has_more and action == self.coder.actions - 1:
            self._page, self._actions = self._page + 1, None
            # Turning pages for ever must end, too.
            self.answers += 1
            return
        side = self.side
        row = actions.rows[action]
        if len(row) == 1:
            self.give(row[0])
            return
        for choice in row:
            if self.game.over or self.side != side or choice not in self.game.ask.options(side):
                break
            self.give(choice)

    def give(self, choice: Choice) -> None:
        """One answer of the side that is asked."""
        self.game.play(choice, self.side)
        self.answers += 1
        self._ready()

    def _order_rows(self, actions: Actions) -> list[Row]:
        """Each pick together with each thing that can be done with it, as far as the side's view tells.

        It looks ahead on a position in which what the side does not know is absent.
        """
        roles = self.coder.roles
        if not any(roles[row[0][0]] in _FOLLOWS for row in actions.rows):
            return actions.rows
        side = self.side
        known = self.system.knowledge.bare(self.view(side))
        found: list[Row] = []
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
        found = self.coder.unwritten()
        self.observe(side, found)
        return found

    def observe(self, side: int, out: Observation) -> None:
        """The same into arrays that are there."""
        picture = self._pictures.get(side)
        if picture is None:
            picture = self._pictures[side] = Picture(self.coder, side)
        game = self.game
        is_asked = not game.over and side == self.side
        held = self._held(side) if is_asked else ()
        picture.look(game.pos, self.system.knowledge.show(game.pos, side), held)
        picture.write(None if game.over else game.ask, self.actions if is_asked else NO_ACTIONS, out)

    def _held(self, side: int) -> Sequence[int]:
        """The side's own counters that are in hand."""
        of = self.coder.roster.side_of
        held = self.system.screen.held(self.game.pos)
        return tuple([unit for unit in held if of[unit] == side]) if held else ()

    def mask(self, side: int) -> NDArray[np.int8]:
        """What is open to a side; nothing for one that is not asked."""
        is_asked = not self.over and side == self.side
        return self.coder.mask(self.actions if is_asked else NO_ACTIONS)

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

    # -- keeping ------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """The same game with the same dice to come; what becomes of one is nothing to the other."""
        new = self.__class__.__new__(self.__class__)
        new.__dict__.update(self.__dict__)
        new.game = Game(self.system.rules.procedures, self.game.pos.copy())
        new._chance, new.minds = _same(self._chance), [_same(mind) for mind in self.minds]
        new._actions, new._pictures = None, {}
        return new

    def get_state(self) -> bytes:
        """All that the game is now, with its dice to come."""
        minds = [mind.getstate() for mind in self.minds]
        moment = Moment(self.game.pos.dump(), self._chance.getstate(), minds, self.answers, self._page)
        return msgspec.msgpack.encode(moment)

    def set_state(self, state: bytes) -> None:
        """Goes on from there."""
        moment = msgspec.msgpack.decode(state, type=Moment)
        rules = self.system.rules
        self.game = Game(rules.procedures, rules.restore(self._opening.pos, moment.position))
        self._chance = _at(moment.chance)
        self.minds = [_at(mind) for mind in moment.minds]
        self.answers = moment.answers
        self._page, self._actions = moment.page, None


def _same(mind: random.Random) -> random.Random:
    found = random.Random()
    found.setstate(mind.getstate())
    return found


def _at(mind: Mind) -> random.Random:
    version, numbers, more = mind
    found = random.Random()
    found.setstate((version, tuple(numbers), more))
    return found
