"""What a side knows and may do, as arrays: planes by hex, rows by counter, tracks, and the options.

All of it is made from the side's view and its offers alone.
"""

import re
from typing import Any, Final
from zlib import crc32

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from grognard.core.flow.flow import Ask
from grognard.core.flow.offers import Options
from grognard.core.flow.procedures import Procedure
from grognard.core.flow.steps import SEAL
from grognard.core.position import NOTHING, Choice, Position
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.core.words import NOUNS, ROLES, Verb

Floats = NDArray[np.float32]
Observation = dict[str, Floats]

TRACKS: Final = 64
"""Slots for what is kept beside the map; each track has the one that its name gives it."""
COUNTER: Final = ("seen", "own", "enemy", "across", "down", "face", "steps", "amount")
"""The columns of a row of `counters`."""
OPTION: Final = ("verb", "role", "kind", "noun", "across", "down", "cost", "many")
"""The columns of a row of `options`: what an action does."""
_MAP: Final = ("own", "enemy", "unknown", "own steps", "enemy steps", "amount", "own ground", "enemy ground")
_NUMBER: Final = re.compile(r"-?\d+")


class Coder:
    """Turns views and offers of one scenario into arrays of fixed sizes."""

    def __init__(self, system: AnySystem, pos: Position, actions: int) -> None:
        self.system = system
        self.actions = actions
        self._board = pos.board
        self._places: int = pos.board.size
        self._units: int = len(pos.roster.counters)
        self._roster = pos.roster
        # The core's own verb, whether the game has words for it or not.
        self._words = {SEAL[0]: Verb("none", "seal", "seal"), **system.words.verbs}
        self._verbs = {name: place for place, name in enumerate(self._words)}
        self._steps = self._all_steps()
        self._across, self._down = self._middles()
        self._terrain = self._ground()
        self.space = spaces.Dict(
            {
                "planes": _box(len(_MAP) + len(self._terrain), self._places),
                "counters": _box(self._units, len(COUNTER)),
                "tracks": _box(TRACKS + 1 + len(self._steps)),
                "options": _box(actions, len(OPTION)),
            }
        )

    @property
    def roles(self) -> dict[str, str]:
        """What each verb does to an order."""
        return {name: verb.role for name, verb in self._words.items()}

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs in the order in which options number them, from 1 on."""
        return tuple(self._words)

    @property
    def planes(self) -> tuple[str, ...]:
        """What each plane is of."""
        return (*_MAP, *self._board.terrain_kinds)

    def _all_steps(self) -> dict[tuple[str, str], int]:
        """Every place in the sequence of play at which somebody may be asked."""
        found = [
            (procedure.name, item.name)
            for procedure in self.system.rules.procedures.values()
            for item in procedure.items
            if not isinstance(item, Procedure)
        ]
        return {place: number for number, place in enumerate(found)}

    def _middles(self) -> tuple[Floats, Floats]:
        """Where each place lies, from 0 to 1; a box beside the map lies nowhere."""
        columns = self._board.grid.columns
        hexes = np.arange(self._board.grid.size)
        across, down = np.zeros(self._places, np.float32), np.zeros(self._places, np.float32)
        across[: len(hexes)] = (hexes % columns) / max(1, columns - 1)
        rows = max(1, self._board.grid.size // columns - 1)
        down[: len(hexes)] = (hexes // columns) / rows
        return across, down

    def _ground(self) -> Floats:
        """A plane for each kind of terrain."""
        found = np.zeros((len(self._board.terrain_kinds), self._places), np.float32)
        for hex, kind in enumerate(self._board.terrain):
            if kind >= 0:
                found[kind, hex] = 1.0
        return found

    # -- what is known ----------------------------------------------------------------------------

    def observation(self, view: View, ask: Ask, options: "Actions") -> Observation:
        """All that the side of this view sees, and what it may do."""
        return {
            "planes": self._planes(view),
            "counters": self._counters(view),
            "tracks": self._tracks(view, ask),
            "options": self.options(options),
        }

    def nothing(self) -> Observation:
        """What somebody sees who is not asked."""
        return {name: np.zeros(box.shape, np.float32) for name, box in self.space.spaces.items() if box.shape}

    def _planes(self, view: View) -> Floats:
        found = np.zeros((len(_MAP) + len(self._terrain), self._places), np.float32)
        found[len(_MAP) :] = self._terrain
        own = view.side
        for piece in view.pieces:
            if not 0 <= piece.hex < self._places:
                continue
            is_enemy = int(piece.side != own)
            found[is_enemy, piece.hex] += 1
            if piece.unit < 0:
                found[2, piece.hex] += 1
            else:
                found[3 + is_enemy, piece.hex] += self._left(piece.unit, piece.face, piece.steps)
            found[5, piece.hex] += piece.amount
        if view.holder:
            holder = np.asarray(view.holder)
            found[6, : len(holder)] = holder == own
            found[7, : len(holder)] = (holder >= 0) & (holder != own)
        return found

    def _left(self, unit: int, face: int, steps: int) -> int:
        return steps or max(1, self._roster.steps(unit) - face)

    def _counters(self, view: View) -> Floats:
        found = np.zeros((self._units, len(COUNTER)), np.float32)
        for piece in view.pieces:
            if 0 <= piece.unit < self._units and 0 <= piece.hex < self._places:
                is_own = piece.side == view.side
                found[piece.unit] = (
                    1.0,
                    is_own,
                    not is_own,
                    self._across[piece.hex],
                    self._down[piece.hex],
                    piece.face,
                    self._left(piece.unit, piece.face, piece.steps),
                    piece.amount,
                )
        return found

    def _tracks(self, view: View, ask: Ask) -> Floats:
        found = np.zeros(TRACKS + 1 + len(self._steps), np.float32)
        for track in view.tracks:
            slot = crc32(track.label.encode()) % TRACKS
            number = _NUMBER.search(track.value)
            # A word counts by its letters: the same word is always the same number.
            found[slot] += float(number[0]) if number else crc32(track.value.encode()) % 1009 / 1009
        found[TRACKS] = view.turn
        place = self._steps.get((ask.procedure, ask.step))
        if place is not None:
            found[TRACKS + 1 + place] = 1.0
        return found

    # -- what may be done -------------------------------------------------------------------------

    def options(self, actions: "Actions") -> Floats:
        """A row for each action that is open."""
        found = np.zeros((self.actions, len(OPTION)), np.float32)
        for place, row in enumerate(actions.rows):
            found[place] = self._option(row, actions.costs[place])
        if actions.has_more:
            found[self.actions - 1] = -1.0
        return found

    def _option(self, row: tuple[Choice, ...], cost: int | None) -> tuple[float, ...]:
        verb, noun = row[-1]
        kind = self._words[verb]
        place = self._place_of(kind.noun, noun)
        return (
            self._verbs[verb] + 1.0,
            ROLES.index(kind.role) + 1.0,
            float(NOUNS.index(kind.noun)),
            float(noun),
            float(self._across[place]) if place >= 0 else -1.0,
            float(self._down[place]) if place >= 0 else -1.0,
            -1.0 if cost is None else float(cost),
            float(len(row)),
        )

    def _place_of(self, kind: str, noun: int) -> int:
        if kind == "hex" and 0 <= noun < self._places:
            return noun
        if kind == "side" and 0 <= noun // 6 < self._places:
            return noun // 6
        return NOTHING

    def mask(self, actions: "Actions") -> NDArray[np.int8]:
        """1 for each action that is open."""
        found = np.zeros(self.actions, np.int8)
        found[: len(actions.rows)] = 1
        if actions.has_more:
            found[self.actions - 1] = 1
        return found


def _box(*shape: int) -> Any:
    return spaces.Box(-np.inf, np.inf, shape, np.float32)


class Actions:
    """The rows of answers that a side may give now, as far as the action space holds them.

    Where there are more than it holds, its last action turns to the next of them.
    """

    __slots__ = ("costs", "has_more", "rows")

    def __init__(self, options: Options, most: int, page: int = 0) -> None:
        self.has_more = len(options) > most
        room = most - 1 if self.has_more else most
        pages = -(-len(options) // room)
        first = page % max(1, pages) * room
        self.rows: list[tuple[Choice, ...]] = []
        self.costs: list[int | None] = []
        place = 0
        for offer in options.offers:
            for n in range(max(0, first - place), min(len(offer.nouns), first + room - place)):
                self.rows.append(((offer.verb, offer.nouns[n]),))
                self.costs.append(None if offer.costs is None else offer.costs[n])
            place += len(offer.nouns)

    def open_rows(self, rows: list[tuple[Choice, ...]], most: int) -> None:
        """Takes longer rows in place of single answers."""
        self.rows = rows[:most]
        self.costs = [None] * len(self.rows)
