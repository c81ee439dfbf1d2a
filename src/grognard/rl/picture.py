"""What one side sees, as arrays that are kept: each look writes only what is not as it was."""

import re
from collections.abc import Sequence
from itertools import compress
from operator import is_not, ne
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.core.flow.flow import Ask
from grognard.core.position import NOTHING, OPEN, Position
from grognard.core.view import Piece, Track, View
from grognard.rl.actions import Actions, soft
from grognard.rl.coder import MAP, MOST, NUMBERS, Coder, Observation

_NUMBER: Final = re.compile(r"[-−]?\d+")
# Powers of two: what is added and taken away again leaves nothing behind.
_COUNTERS: Final = 1 / 8
_STEPS: Final = 1 / 16
_STRENGTH: Final = 1 / 32
_AMOUNT: Final = 1 / 64
_MOST_AMOUNT: Final = 512
_OWN_GROUND: Final = MAP.index("own ground")
_MOST_KNOWN: Final = 1 << 14
_PLANE: Final = {name: place for place, name in enumerate(MAP)}


class _Known(NamedTuple):
    """What a counter is in the arrays: what it adds where, and its rows."""

    weights: list[tuple[int, float]]
    counter: NDArray[np.int32]
    values: NDArray[np.float32]


class Picture:
    """The arrays of one side, and what they were made from last."""

    def __init__(self, coder: Coder, side: int) -> None:
        self._coder = coder
        self.side = side
        found = coder.nothing()
        self._planes = found["planes"]
        self._flat = self._planes.reshape(len(coder.planes), -1)
        self._planes_flat = self._planes.reshape(-1)
        self._counters, self._values, self._tracks = found["counters"], found["values"], found["tracks"]
        self._pieces: tuple[Piece, ...] = ()
        self._holder: tuple[int, ...] = ()
        self._marks: tuple[dict[str, tuple[int, ...]], dict[str, tuple[int, ...]]] = ({}, {})
        self._lines: tuple[Track, ...] = ()
        self._numbers: tuple[int, ...] = ()
        self._pairs: tuple[tuple[int, ...], ...] = ()
        self._held: Sequence[int] = ()
        self._turn = NOTHING
        self._known: dict[Piece, _Known] = {}

    # -- looking ------------------------------------------------------------------------------------

    def look(self, pos: Position, view: View, held: Sequence[int]) -> None:
        """Takes over what has changed: `held` are the side's own counters in hand."""
        if view.pieces is not self._pieces:
            self._move(view.pieces)
        if view.holder != self._holder:
            self._hold(view.holder)
        if self._coder.system.knowledge.marked and (view.marks, view.side_marks) != self._marks:
            self._mark(view)
        if held != self._held:
            self._take_in_hand(held)
        if view.turn != self._turn:
            self._turn = view.turn
            self._tracks[:2] = self._coder.turn_shares(view.turn)
        self._count(pos)
        if view.tracks != self._lines:
            self._read(view.tracks)

    def write(self, ask: Ask | None, actions: Actions, out: Observation) -> None:
        """Everything into arrays that are there."""
        np.minimum(self._planes, MOST, out=out["planes"])
        out["counters"][...] = self._counters
        out["values"][...] = self._values
        out["tracks"][...] = self._tracks
        out["step"][...] = 0 if ask is None else self._coder.step_of(ask)
        self._coder.options.write(actions, out["options"], out["prices"])

    # -- counters -----------------------------------------------------------------------------------

    def _move(self, pieces: tuple[Piece, ...]) -> None:
        gone, come = differences(self._pieces, pieces)
        planes, counters, values = self._planes_flat, self._counters, self._values
        for piece in gone:
            known = self._known.get(piece) or self._learn(piece)
            for place, weight in known.weights:
                planes[place] -= weight
            if piece.unit >= 0:
                counters[piece.unit] = 0
                values[piece.unit, :-1] = 0
        for piece in come:
            known = self._known.get(piece) or self._learn(piece)
            for place, weight in known.weights:
                planes[place] += weight
            if piece.unit >= 0:
                counters[piece.unit] = known.counter
                values[piece.unit, :-1] = known.values
        self._pieces = pieces

    def _learn(self, piece: Piece) -> "_Known":
        """What a counter is in the arrays. Kept: it comes and goes as it is again and again."""
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        is_unit = piece.unit >= 0
        counter = self._counter_row(piece) if is_unit else ()
        values = self._value_row(piece) if is_unit else ()
        found = _Known(self._weights(piece), np.array(counter, np.int32), np.array(values, np.float32))
        self._known[piece] = found
        return found

    def _weights(self, piece: Piece) -> list[tuple[int, float]]:
        """What a counter adds to the planes in its place."""
        coder = self._coder
        if not 0 <= piece.hex < coder.places:
            return []
        is_enemy = int(piece.side != self.side)
        found = [(is_enemy, _COUNTERS)]
        if piece.unit < 0:
            found.append((_PLANE["unknown"], _COUNTERS))
        else:
            found.append((_PLANE["own steps"] + is_enemy, _STEPS * self._steps_left(piece)))
            found.append((_PLANE["own strength"] + is_enemy, _STRENGTH * self._values_of(piece)[1]))
        found.append((_PLANE["amount"], _AMOUNT * min(piece.amount, _MOST_AMOUNT)))
        cells = coder.rows * coder.columns
        return [(plane * cells + piece.hex, weight) for plane, weight in found if weight]

    def _steps_left(self, piece: Piece) -> int:
        return piece.steps or max(1, self._coder.roster.steps(piece.unit) - piece.face)

    def _counter_row(self, piece: Piece) -> tuple[int, ...]:
        coder = self._coder
        place = piece.hex + 1 if 0 <= piece.hex < coder.places else 0
        kind = coder.kinds[coder.roster.counters[piece.unit].kind]
        return (
            *(1 if piece.side == self.side else 2, kind, piece.face, place),
            *(int(badge in piece.badges) for badge in coder.badges),
        )

    def _value_row(self, piece: Piece) -> tuple[float, ...]:
        steps = self._steps_left(piece) / max(1, self._coder.roster.steps(piece.unit))
        return (*self._values_of(piece)[0], min(1.0, steps), soft(piece.amount))

    def _values_of(self, piece: Piece) -> tuple[list[float], float]:
        """What its face prints, each number as a share of the highest there is; and its plain strength."""
        roster, unit = self._coder.roster, piece.unit
        shown = min(piece.face, len(roster.counters[unit].faces) - 1)
        values = [
            min(1.0, roster.value(unit, shown, name) / self._coder.highest[name])
            for name in self._coder.printed
        ]
        main = roster.value_names[0] if roster.value_names else ""
        return values, roster.value(unit, shown, main)

    def _take_in_hand(self, held: Sequence[int]) -> None:
        for column, units in ((0.0, self._held), (1.0, held)):
            for unit in units:
                self._values[unit, -1] = column
        self._held = held

    # -- the map and what is kept beside it -----------------------------------------------------------

    def _hold(self, holder: tuple[int, ...]) -> None:
        now = np.asarray(holder, np.int64)
        self._flat[_OWN_GROUND] = 0
        self._flat[_OWN_GROUND + 1] = 0
        self._flat[_OWN_GROUND, : len(now)] = now == self.side
        self._flat[_OWN_GROUND + 1, : len(now)] = (now >= 0) & (now != self.side)
        self._holder = holder

    def _mark(self, view: View) -> None:
        """What lies on hexes; what lies on a hexside is in both of its hexes."""
        coder = self._coder
        near = coder.neighbours
        for plane, name in enumerate(coder.system.knowledge.marked, len(MAP)):
            self._flat[plane] = 0
            for place in view.marks.get(name, ()):
                self._flat[plane, place] = 1
            for side in view.side_marks.get(name, ()):
                place, way = divmod(side, 6)
                self._flat[plane, [one for one in (place, near[place, way]) if one >= 0]] = 1
        self._marks = (view.marks, view.side_marks)

    def _count(self, pos: Position) -> None:
        """The declared numbers that this side knows."""
        coder = self._coder
        numbers, pairs = coder.read_numbers(pos), tuple(map(tuple, coder.read_pairs(pos)))
        if numbers != self._numbers or pairs != self._pairs:
            self._numbers, self._pairs = numbers, pairs
            slots = [soft(number) for number in numbers]
            for field, values in zip(coder.pairs, pairs, strict=True):
                is_open = field.sees == OPEN
                slots += [
                    soft(one) if is_open or side == self.side else 0.0 for side, one in enumerate(values)
                ]
            self._tracks[2 : 2 + len(slots)] = slots

    def _read(self, lines: tuple[Track, ...]) -> None:
        """The numbers in what is written beside the map; words are in the declared numbers."""
        labels = self._coder.labels
        first = len(self._coder.tracks) - len(labels) * NUMBERS
        self._tracks[first:] = 0
        for line in lines:
            place = labels.get(line.label)
            if place is not None:
                numbers = [int(one.replace("−", "-")) for one in _NUMBER.findall(line.value)[:NUMBERS]]
                begin = first + place * NUMBERS
                self._tracks[begin : begin + len(numbers)] = [soft(one) for one in numbers]
        self._lines = lines


def differences(old: tuple[Piece, ...], new: tuple[Piece, ...]) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """What was there and is not, and what is there and was not; what only changed places is in both."""
    if len(old) == len(new):
        # Most games keep the counters they show: what is the same object need not be compared.
        others = compress(range(len(new)), map(is_not, old, new))
        places = [place for place in others if old[place] != new[place]]
        return [old[place] for place in places], [new[place] for place in places]
    same = next(compress(range(len(new)), map(ne, old, new)), min(len(old), len(new)))
    gone, come = old[same:], new[same:]
    shorter = min(len(gone), len(come))
    alike = next(compress(range(shorter), map(ne, reversed(gone), reversed(come))), shorter)
    return gone[: len(gone) - alike], come[: len(come) - alike]
