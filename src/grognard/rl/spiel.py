"""Games for OpenSpiel: chance is explicit, each answer has one number, tensors are a side's own view.

    from grognard.rl.spiel import load

    state = load("red-god-of-war", "teaching").new_initial_state()

OpenSpiel is a package of its own: the extra `spiel`.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel
from numpy.typing import NDArray

from grognard.core.flow.chance import CHANCE
from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.offers import Options
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.play.setting import open_setting, scenario_of, setting_options
from grognard.rl.actions import NO_ACTIONS, Actions
from grognard.rl.coder import Coder
from grognard.rl.episodes import LONGEST
from grognard.rl.games_by_name import name_of, system_of
from grognard.rl.picture import Picture

MOST_NUMBERS: Final = 1024
"""Numbers that one verb is offered with at most."""
_OPTIONS: Final = 256
_OUTCOMES: Final = 4096


def load(game: str | AnySystem, scenario: str = "teaching") -> Any:
    """A scenario as a game of OpenSpiel, which knows it by its name from now on."""
    system = system_of(game)
    kind = _kind(system, scenario)
    if kind.short_name not in pyspiel.registered_names():

        class Named(SpielGame):
            """The game of this name: OpenSpiel wants a class for each."""

            def __init__(self, params: dict[str, Any] | None = None) -> None:
                super().__init__(system, scenario, params)

        pyspiel.register_game(kind, Named)
    return pyspiel.load_game(kind.short_name)


def _kind(system: AnySystem, scenario: str) -> Any:
    name = f"python_grognard_{system.id}_{scenario}".replace("-", "_")
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{system.title}: {scenario}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(system.sides),
        min_num_players=len(system.sides),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class ActionNumbers:
    """A number for each answer that a scenario can ever offer.

    A hex, a hexside and a counter have their own; of a verb that takes a number, the places among the numbers
    it is offered with are counted.
    """

    def __init__(self, coder: Coder) -> None:
        board, units = coder.board, len(coder.roster.counters)
        sizes = {
            "none": 1,
            "hex": board.size,
            "side": board.grid.size * 6,
            "unit": units,
            "number": MOST_NUMBERS,
        }
        self._kinds = {name: verb.noun for name, verb in coder.words.items()}
        ends = list(accumulate(sizes[kind] for kind in self._kinds.values()))
        self._first = dict(zip(self._kinds, (0, *ends), strict=False))
        self.count = ends[-1]

    def numbered(self, options: Options) -> dict[int, Choice]:
        """What is offered, by number."""
        found: dict[int, Choice] = {}
        counted: dict[str, int] = {}
        for verb, noun in sorted(options):
            place = noun
            if self._kinds[verb] in ("none", "number"):
                place = counted.get(verb, 0)
                counted[verb] = place + 1
            found[self._first[verb] + place] = (verb, noun)
        return found


class SpielGame(pyspiel.Game):
    """A scenario as OpenSpiel sees it."""

    def __init__(self, system: AnySystem, scenario: str, params: dict[str, Any] | None = None) -> None:
        self.system, self.scenario = system, scenario
        self.opening: AnyGame = open_setting(system, scenario, setting_options(system, scenario))
        self.coder = Coder(system, self.opening.pos, _OPTIONS, scenario_of(system, scenario))
        self.numbers = ActionNumbers(self.coder)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.count,
            max_chance_outcomes=_OUTCOMES,
            num_players=len(system.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_kind(system, scenario), info, params or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self.coder)


class SpielState(pyspiel.State):
    """A game under way. Where several sides write secret orders, they are asked one after another."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = _Play(game)

    def current_player(self) -> int:
        return self.play.player

    def is_terminal(self) -> bool:
        return self.play.game.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.open) if player == self.play.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = self.play.game.ask.weights
        total = sum(weights)
        return [(number, weight / total) for number, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.play.answer(action)

    def _action_to_string(self, player: int, action: int) -> str:
        choice = self.play.open.get(action)
        if choice is None:
            return f"{action}, which is not open"
        return self.play.game_of.system.words.write(self.play.game.pos, choice)

    def returns(self) -> list[float]:
        game = self.play.game
        winner = game.pos.winner if game.over else NOTHING
        count = len(self.play.game_of.system.sides)
        return [0.0 if winner == NOTHING else 1.0 if side == winner else -1.0 for side in range(count)]

    def __str__(self) -> str:
        pos = self.play.game.pos
        return f"answer {pos.number}, position {pos.hash()}"


class _Play:
    """The game behind a state. OpenSpiel copies a state with all it holds: this one knows what is shared."""

    def __init__(self, game_of: SpielGame, game: AnyGame | None = None) -> None:
        self.game_of = game_of
        self.game: AnyGame = game or self._copied(game_of.opening)
        self._open: dict[int, Choice] | None = None

    def __deepcopy__(self, memo: object) -> "_Play":
        return _Play(self.game_of, self._copied(self.game))

    def __reduce__(self) -> tuple[Callable[..., "_Play"], tuple[object, ...]]:
        """OpenSpiel saves a state as a pickle."""
        game_of = self.game_of
        dump = msgspec.msgpack.encode(self.game.pos.dump())
        return _taken_up, (name_of(game_of.system), game_of.scenario, dump)

    def _copied(self, game: AnyGame) -> AnyGame:
        return Game(self.game_of.system.rules.procedures, game.pos.copy())

    @property
    def player(self) -> int:
        """Who is asked, as OpenSpiel counts."""
        if self.game.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.game.ask.is_chance else self.game.ask.side

    @property
    def open(self) -> dict[int, Choice]:
        """What may be answered, by number."""
        if self._open is None:
            ask = self.game.ask
            if self.game.over:
                self._open = {}
            elif ask.is_chance:
                self._open = dict(enumerate(ask.options(CHANCE)))
            else:
                self._open = self.game_of.numbers.numbered(ask.options(ask.side))
        return self._open

    def answer(self, number: int) -> None:
        """One answer, of whoever is asked."""
        ask = self.game.ask
        self.game.play(self.open[number], CHANCE if ask.is_chance else ask.side)
        self._open = None


def _taken_up(game: str, scenario: str, dump: bytes) -> _Play:
    """A game as it was when it was saved."""
    game_of = load(game, scenario)
    rules = game_of.system.rules
    pos = rules.restore(game_of.opening.pos, msgspec.msgpack.decode(dump))
    return _Play(game_of, Game(rules.procedures, pos))


class Observer:
    """What a side sees, as one tensor and by name in `dict` (docs/research.md)."""

    def __init__(self, coder: Coder) -> None:
        self._coder = coder
        self._pictures: dict[int, Picture] = {}
        shapes = {name: box.shape for name, box in coder.space.spaces.items() if box.shape}
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        begins = [0, *accumulate(sizes)]
        self.dict: dict[str, NDArray[np.float32]] = {
            name: self.tensor[begin : begin + size].reshape(shape)
            for (name, shape), begin, size in zip(shapes.items(), begins, sizes, strict=False)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        """Writes what a player sees of a state."""
        play, coder = state.play, self._coder
        game, system = play.game, coder.system
        picture = self._pictures.get(player)
        if picture is None:
            picture = self._pictures[player] = Picture(coder, player)
        is_asked = player == play.player
        of = coder.roster.side_of
        held = [unit for unit in system.screen.held(game.pos) if of[unit] == player] if is_asked else []
        picture.look(game.pos, system.knowledge.show(game.pos, player), tuple(held))
        actions = Actions(game.ask.options(player), _OPTIONS) if is_asked else NO_ACTIONS
        picture.write(None if game.over else game.ask, actions, self.dict)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as a name that is equal exactly for equal views."""
        system = self._coder.system
        return system.knowledge.project(state.play.game.pos, player).hash_source().hex()
