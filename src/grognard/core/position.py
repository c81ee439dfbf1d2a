"""The state of a game at one instant: flat lists of small ints and a stack of frames."""

import hashlib
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

Choice = tuple[str, int]
"""A verb and a noun. The noun is an index (hex, unit, number …) or NOTHING."""

NOTHING = -1

_pack = msgspec.msgpack.Encoder().encode
_FLOW = ("number", "stack", "drafts", "drafted", "sealed", "winner", "result")
_values_of = lru_cache(lambda fields: attrgetter(*_FLOW, *fields))


class Frame(NamedTuple):
    """Where the flow stands in one procedure. `vars` is that procedure's NamedTuple of ints and tuples."""

    procedure: str
    step: str
    vars: tuple[Any, ...]


class Position:
    """Everything that is true of a game now. Games add flat lists and name them in `fields`.

    Nothing in here is a closure, a generator or a reference to a piece: only ints, strings and
    tuples of them. Derived maps live in caches that `forget` drops and nothing saves.
    """

    number: int
    stack: list[Frame]
    drafts: list[tuple[Choice, ...]]
    drafted: list[int]
    sealed: int
    winner: int
    result: str

    def __init__(self, sides: int) -> None:
        self.number = 0
        self.stack = []
        self.drafts = [() for _ in range(sides)]
        self.drafted = [0] * sides
        self.sealed = 0
        self.winner = NOTHING
        self.result = ""

    def fields(self) -> tuple[str, ...]:
        """The names of the game's own flat fields, in a fixed order."""
        return ()

    def copy(self) -> "Position":
        """An independent Position, equal to this one."""
        raise NotImplementedError  # every game writes its own: it is the hot path of search

    def copy_flow(self, other: "Position") -> None:
        """Take over the parts of `other` that every game has."""
        self.number = other.number
        self.stack = other.stack[:]
        self.drafts = other.drafts[:]
        self.drafted = other.drafted[:]
        self.sealed = other.sealed
        self.winner = other.winner
        self.result = other.result

    def forget(self) -> None:
        """Drop all derived maps."""

    @property
    def over(self) -> bool:
        """Has the game ended? A drawn game has a result but no winner."""
        return self.result != ""

    def dump(self) -> dict[str, Any]:
        """The whole position as plain lists, numbers and strings."""
        return dict(zip((*_FLOW, *self.fields()), self._values(), strict=True))

    def _values(self) -> tuple[Any, ...]:
        """All fields in their order."""
        values: tuple[Any, ...] = _values_of(self.fields())(self)
        return values

    def hash(self) -> str:
        """Sixteen hex digits that name this position; equal positions have equal names."""
        packed = _pack(self._values())
        return hashlib.blake2b(packed, digest_size=8).hexdigest()
