"""What a side may do, as numbered actions, as rows of numbers, and by names that stay the same."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.core.board.board import Board
from grognard.core.board.units import Roster
from grognard.core.flow.offers import NO_OPTIONS, Offer, Options
from grognard.core.position import NOTHING, Choice
from grognard.core.words import NOUNS, ROLES, Verb

Row = tuple[Choice, ...]
"""The answers that one action gives, one after another."""

OPTION: Final = ("verb", "role", "kind", "unit", "place", "side")
"""The columns of `options`. Each counts from 1 on, 0 is none; a side is one of a hex's six, north first."""
PRICE: Final = ("across", "down", "number", "cost", "answers")
"""The columns of `prices`, from −1 to 1; a cost of −1 is none."""
MOST_COST: Final = 64
MOST_ANSWERS: Final = 4
_KEPT: Final = 1 << 16
"""Choices whose rows are kept at most."""


def soft(value: float) -> float:
    """Any number between −1 and 1: small ones far apart, larger ones closer and closer."""
    return value / (abs(value) + 16)


class ActionName(NamedTuple):
    """What an action does, in the names that records use: they are the same in every game.

    `unit` is the counter it is about, that of the answer or else the first in hand; `hex` is a hex, a box or
    a hexside; `number` stands where the noun is one.
    """

    verb: str
    unit: str = ""
    hex: str = ""
    number: str = ""


class Actions:
    """The rows of answers that a side may give now, as far as the action space holds them.

    Where there are more than it holds, its last action turns to the next of them.
    """

    __slots__ = ("costs", "has_costs", "has_more", "rows")

    def __init__(self, options: Options, most: int, page: int = 0) -> None:
        self.has_more = len(options) > most
        room = most - 1 if self.has_more else most
        first = page % max(1, -(-len(options) // room)) * room
        self.rows: list[Row] = []
        self.costs: list[int | None] = []
        self.has_costs = False
        place = 0
        for offer in options.offers:
            begin, end = max(0, first - place), min(len(offer.nouns), first + room - place)
            if begin < end:
                self._take(offer, begin, end)
            place += len(offer.nouns)

    def _take(self, offer: Offer, begin: int, end: int) -> None:
        verb = offer.verb
        self.rows += [((verb, noun),) for noun in offer.nouns[begin:end]]
        if offer.costs is None:
            self.costs += [None] * (end - begin)
        else:
            self.costs += offer.costs[begin:end]
            self.has_costs = True

    def open_rows(self, rows: list[Row], most: int) -> None:
        """Takes longer rows in place of single answers."""
        self.rows = rows[:most]
        self.costs = [None] * len(self.rows)
        self.has_costs = False


NO_ACTIONS: Final = Actions(NO_OPTIONS, 1)


class OptionRows:
    """Writes what each action does as a row of integers and a row of scaled numbers.

    The rows of a choice are made once: most of what is offered was offered before.
    """

    def __init__(
        self, board: Board, roster: Roster, words: Mapping[str, Verb], across: Any, down: Any
    ) -> None:
        self._board, self._roster, self._words = board, roster, words
        self._across, self._down = across, down
        self._verbs = {name: place for place, name in enumerate(words, 1)}
        self._known: dict[Row, tuple[bytes, bytes]] = {}
        self.highest = (
            *(len(words) + 1, len(ROLES), len(NOUNS)),
            *(len(roster.counters), board.size, 6),
        )
        """The highest number of each column; the verb after the last turns the page."""

    def write(self, actions: Actions, options: NDArray[np.int32], prices: NDArray[np.float32]) -> None:
        """A row for each action that is open; the rows of all others are 0."""
        known, rows = self._known, actions.rows
        count = len(rows)
        if count:
            found = [known.get(row) or self._learn(row) for row in rows]
            options[:count] = np.frombuffer(b"".join([one[0] for one in found]), np.int32).reshape(count, -1)
            prices[:count] = np.frombuffer(b"".join([one[1] for one in found]), np.float32).reshape(count, -1)
            if actions.has_costs:
                prices[:count, 3] = [-1 if cost is None else scaled_cost(cost) for cost in actions.costs]
        options[count:] = 0
        prices[count:] = 0
        if actions.has_more:
            options[-1, 0] = self.highest[0]

    def _learn(self, row: Row) -> tuple[bytes, bytes]:
        if len(self._known) >= _KEPT:
            self._known.clear()
        verb, noun = row[-1]
        kind = self._words[verb]
        unit = self._unit(row)
        place, side = place_of(self._board, kind.noun, noun)
        numbers = (
            *(self._verbs[verb], ROLES.index(kind.role) + 1, NOUNS.index(kind.noun) + 1),
            *(unit + 1, place + 1, side + 1),
        )
        scaled = (
            float(self._across[place]) if place >= 0 else -1.0,
            float(self._down[place]) if place >= 0 else -1.0,
            soft(noun) if kind.noun == "number" else 0.0,
            -1.0,
            min(1.0, len(row) / MOST_ANSWERS),
        )
        found = (np.array(numbers, np.int32).tobytes(), np.array(scaled, np.float32).tobytes())
        self._known[row] = found
        return found

    def _unit(self, row: Row) -> int:
        """The counter that an action names, in its last answer that names one."""
        units = [noun for verb, noun in row if self._words[verb].noun == "unit"]
        return units[-1] if units and 0 <= units[-1] < len(self._roster.counters) else NOTHING

    def name(self, row: Row, held: Sequence[int]) -> ActionName:
        """What an action does while these counters are in hand."""
        verb, noun = row[-1]
        kind, board = self._words[verb].noun, self._board
        unit = self._unit(row)
        if unit == NOTHING and held:
            unit = held[0]
        return ActionName(
            verb,
            self._roster.counters[unit].id if unit >= 0 else "",
            board.place_id(noun) if kind == "hex" else board.grid.side_name(noun) if kind == "side" else "",
            str(noun) if kind == "number" else "",
        )


def scaled_cost(cost: int) -> float:
    """A cost from 0 to 1."""
    return min(1.0, max(0.0, cost / MOST_COST))


def place_of(board: Board, kind: str, noun: int) -> tuple[int, int]:
    """The place that a noun names, and for a hexside which of its six; NOTHING where it names none."""
    if kind == "hex" and 0 <= noun < board.size:
        return noun, NOTHING
    if kind == "side" and 0 <= noun // 6 < board.grid.size:
        return noun // 6, noun % 6
    return NOTHING, NOTHING
