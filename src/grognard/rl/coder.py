"""What of a scenario never changes for a learner: sizes, ids, the ground, and where each place lies."""

from collections.abc import Callable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.core.content.read import Scenario
from grognard.core.flow.flow import Ask
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import SEAL
from grognard.core.position import OPEN, OWNER, Field, Position
from grognard.core.system import AnySystem
from grognard.core.words import Verb
from grognard.draw.looks import looks_of
from grognard.rl.actions import PRICE, Actions, OptionRows

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Observation = dict[str, NDArray[Any]]

MAP: Final = (
    *("own", "enemy", "unknown", "own steps", "enemy steps", "own strength", "enemy strength", "amount"),
    *("own ground", "enemy ground"),
)
"""The planes that every game has; those of what lies on hexes follow."""
COUNTER: Final = ("side", "kind", "face", "place")
"""The first columns of `counters`; a column for each badge follows. A side is 1 for own, 2 for enemy."""
BESIDE: Final = ("steps", "amount", "in hand")
"""The last columns of `values`; before them stands what counters of this game print."""
MOST: Final = 8.0
"""The highest value of a plane."""
NUMBERS: Final = 3
"""Numbers of a line beside the map that are told."""
DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")


class Coder:
    """The ids and sizes of one scenario. A Picture writes with them what a side sees."""

    def __init__(
        self, system: AnySystem, pos: Position, actions: int, scenario: Scenario | None = None
    ) -> None:
        self.system = system
        self.actions = actions
        self.board, self.roster = pos.board, pos.roster
        self.places: int = pos.board.size
        self.columns: int = pos.board.grid.columns
        # Boxes beside the map are numbered on after the last hex: they fill rows below it.
        self.rows: int = -(-self.places // self.columns)
        # The core's own verb, whether the game has words for it or not.
        self.words = {SEAL[0]: Verb("none", "seal", "seal"), **system.words.verbs}
        self._first, self._last = (scenario.first_turn, scenario.turns) if scenario else (0, 0)
        self._lay_out(pos)
        self._steps = self._all_steps()
        self.options = OptionRows(self.board, self.roster, self.words, self.across, self.down)
        self.space = self._space()
        self._shapes = [(name, box.shape, box.dtype) for name, box in self.space.spaces.items() if box.shape]
        self.ground = self._ground(pos)

    def _lay_out(self, pos: Position) -> None:
        """Gives each thing its number."""
        knowledge, roster = self.system.knowledge, self.roster
        badges = [name for name in looks_of(self.system).badges if name not in knowledge.marked]
        self.planes = (*MAP, *knowledge.marked)
        self.counter_columns = (*COUNTER, *badges)
        self.badges = {name: place for place, name in enumerate(badges, len(COUNTER))}
        self.kinds = {name: place for place, name in enumerate(sorted(roster.kinds), 1)}
        printed = {name for counter in roster.counters for name in roster.names_for(counter.kind)}
        self.printed = tuple(sorted(printed))
        self.value_columns = (*self.printed, *BESIDE)
        self.highest = {name: self._highest(name) for name in self.printed}
        self.numbers = [one for one in pos.declared if one.kind == "number" and one.sees == OPEN]
        self.pairs = [one for one in pos.declared if one.kind == "side" and one.sees in (OPEN, OWNER)]
        self.read_numbers, self.read_pairs = _reader(self.numbers), _reader(self.pairs)
        self.labels = {label: place for place, label in enumerate(knowledge.labels)}
        self.tracks = self._track_names()

    def _highest(self, name: str) -> int:
        """The highest of a value that any counter prints."""
        roster = self.roster
        faces = [(unit, face) for unit, one in enumerate(roster.counters) for face in range(len(one.faces))]
        return max(1, *(roster.value(unit, face, name) for unit, face in faces))

    def _track_names(self) -> tuple[str, ...]:
        """What each slot of `tracks` is: every number has its own."""
        names = ["turns played", "turns left"]
        names += [field.name for field in self.numbers]
        names += [f"{field.name} {side}" for field in self.pairs for side in self.system.sides]
        for label in self.labels:
            names += [label, *(f"{label}, {n}" for n in range(2, NUMBERS + 1))]
        return tuple(names)

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs in the order in which options number them, from 1 on."""
        return tuple(self.words)

    @cached_property
    def roles(self) -> dict[str, str]:
        """What each verb does to an order."""
        return {name: verb.role for name, verb in self.words.items()}

    # -- where things are ---------------------------------------------------------------------------

    @cached_property
    def cells(self) -> Ints:
        """For each place its row and column in the planes."""
        return np.array([divmod(place, self.columns) for place in range(self.places)], np.int32)

    @cached_property
    def neighbours(self) -> Ints:
        """For each place those beside it, north first and clockwise; −1 beyond the edge, and all of a box."""
        found = np.full((self.places, 6), -1, np.int32)
        near = self.board.grid.neighbours
        found[: self.board.grid.size] = [near[hex * 6 : hex * 6 + 6] for hex in range(self.board.grid.size)]
        return found

    @cached_property
    def across(self) -> Floats:
        """How far right each place lies, from 0 to 1; a box lies nowhere, which is −1."""
        return self._from_0_to_1([place % self.columns for place in range(self.board.grid.size)])

    @cached_property
    def down(self) -> Floats:
        """How far down each place lies, from 0 to 1."""
        return self._from_0_to_1([place // self.columns for place in range(self.board.grid.size)])

    def _from_0_to_1(self, numbers: Sequence[int]) -> Floats:
        found = np.full(self.places, -1.0, np.float32)
        found[: len(numbers)] = np.array(numbers) / max(1, *numbers)
        return found

    # -- what never changes -------------------------------------------------------------------------

    @property
    def ground_planes(self) -> tuple[str, ...]:
        """What each plane of `ground` is of: terrain, sides and routes by direction, objectives by side."""
        board = self.board
        lines = [*board.side_kinds[1:], *board.link_kinds]
        return (
            *board.terrain_kinds,
            *(f"{kind} {way}" for kind in lines for way in DIRECTIONS),
            *(f"objective of {side}" for side in self.system.sides),
        )

    def _ground(self, pos: Position) -> Floats:
        """The printed map: planes × rows × columns."""
        board = self.board
        found = np.zeros((len(self.ground_planes), self.rows * self.columns), np.float32)
        there = np.array([hex for hex in range(board.grid.size) if hex not in board.grid.missing], np.int64)
        found[np.array(board.terrain)[there], there] = 1.0
        plane = len(board.terrain_kinds)
        sides = np.array(board.sides).reshape(-1, 6)
        links = np.array(board.links).reshape(-1, 6)
        lines = [sides == kind for kind in range(1, len(board.side_kinds))]
        lines += [links >> kind & 1 for kind in range(len(board.link_kinds))]
        for line in lines:
            found[plane : plane + 6, : len(line)] = line.T
            plane += 6
        for objective in self.system.screen.objectives(pos, 0):
            if 0 <= objective.hex < self.places and objective.side >= 0:
                found[plane + objective.side, objective.hex] += objective.points
        found[plane:] /= max(1.0, float(np.abs(found[plane:]).max()))
        return found.reshape(-1, self.rows, self.columns)

    # -- the sequence of play -----------------------------------------------------------------------

    def _all_steps(self) -> dict[tuple[str, str], int]:
        """Every place in the sequence of play at which somebody may be asked."""
        found = [
            (procedure.name, item.name)
            for procedure in self.system.rules.procedures.values()
            for item in procedure.items
            if not isinstance(item, Procedure)
        ]
        return {place: number for number, place in enumerate(found, 1)}

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """Procedure and step of each number in `step`, from 1 on."""
        return tuple(self._steps)

    def step_of(self, ask: Ask) -> int:
        """The number of the step that asks; 0 for none."""
        return self._steps.get((ask.procedure, ask.step), 0)

    def turn_shares(self, turn: int) -> tuple[float, float]:
        """The turns played and those left, as shares of the game's."""
        count = self._last - self._first + 1
        if count <= 0 or self._last <= 0:
            return 0.0, 0.0
        left = min(1.0, max(0.0, (self._last - turn) / count))
        return min(1.0, max(0.0, (turn - self._first) / count)), left

    # -- spaces -------------------------------------------------------------------------------------

    def _space(self) -> spaces.Dict:
        units = len(self.roster.counters)
        faces = max((len(one.faces) for one in self.roster.counters), default=1)
        highest = (2, len(self.kinds), faces, self.places, *(1 for _ in self.badges))
        return spaces.Dict(
            {
                "planes": _numbers(0, MOST, len(self.planes), self.rows, self.columns),
                "counters": _ids(highest, units),
                "values": _numbers(0, 1, units, len(self.value_columns)),
                "tracks": _numbers(-1, 1, len(self.tracks)),
                "step": _ids((len(self._steps),)),
                "options": _ids(self.options.highest, self.actions),
                "prices": _numbers(-1, 1, self.actions, len(PRICE)),
            }
        )

    def nothing(self) -> Observation:
        """What is seen before anything is."""
        return {name: np.zeros(shape, kind) for name, shape, kind in self._shapes}

    def unwritten(self) -> Observation:
        """Arrays in which everything is still to be written."""
        return {name: np.empty(shape, kind) for name, shape, kind in self._shapes}

    def mask(self, actions: Actions) -> NDArray[np.int8]:
        """1 for each action that is open."""
        found = np.zeros(self.actions, np.int8)
        self.write_mask(actions, found)
        return found

    def write_mask(self, actions: Actions, found: NDArray[np.int8]) -> None:
        """The same into an array that is there."""
        count = len(actions.rows)
        found[:count] = 1
        found[count:] = 0
        if actions.has_more:
            found[-1] = 1


def _reader(fields: Sequence[Field]) -> Callable[[Position], tuple[Any, ...]]:
    """A function that takes the values of these fields from a position."""
    if not fields:
        return lambda pos: ()
    # One name alone would be given without a tuple around it.
    read = attrgetter("number", *(field.name for field in fields))
    return lambda pos: read(pos)[1:]


def _numbers(low: float, high: float, *shape: int) -> Any:
    return spaces.Box(low, high, shape, np.float32)


def _ids(highest: Sequence[int], *rows: int) -> Any:
    high = np.broadcast_to(np.array(highest, np.int32), (*rows, len(highest)))
    return spaces.Box(np.zeros_like(high), high.copy(), dtype=np.int32)
