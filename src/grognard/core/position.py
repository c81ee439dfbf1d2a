"""The state of a game at one instant: flat lists of small ints and a stack of frames.

A game declares each field of its position once, with its kind and who may know it:

    class FordPosition(Position):
        at: Sequence[int] = per_unit(RESERVE, OPEN)
        hand: Sequence[int] = listed(SECRET)
        turn: int = number(0, OPEN)

Copies, dumps, names and the known half of a view are made from that. Nothing is public by default.

Entries are written through the position's doors, `pos.put.at[unit] = hex`, so that no fact made from it goes
stale (`grognard.core.derived`). A column is declared as a Sequence: the type checker refuses other writes.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Final, NamedTuple, Self, cast

import msgspec

from grognard.core.board.board import Board
from grognard.core.board.units import Roster
from grognard.core.derived import Door, DoorsOf, Plan, Shelf, Shelves, SidedDoor

Choice = tuple[str, int]
"""A verb and a noun. The noun is an index (hex, unit, number …) or NOTHING."""

Vars = tuple[Any, ...]
"""The vars of a procedure: its NamedTuple of ints and tuples."""

NOTHING: Final = -1

OPEN: Final = "open"
"""Everybody knows the field."""
OWNER: Final = "owner"
"""Each entry is known to the side it belongs to: the side itself, or the side of the counter."""
KNOWN: Final = "known"
"""Each entry is known to those whom the game's `knows` names."""
SECRET: Final = "secret"
"""Nobody knows it; what follows from it and may be known, the game's view adds. A side's number in place
of one of these words: that side alone knows it."""

_pack = msgspec.msgpack.Encoder().encode
_NO_DEFAULT: Final = object()


class Frame(NamedTuple):
    """Where the flow stands in one procedure. `vars` is that procedure's NamedTuple of ints and tuples."""

    procedure: str
    step: str
    vars: tuple[Any, ...]


# -- fields ---------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A declared field: what its entries count, its value in an empty position, and who may know it."""

    kind: str
    default: int
    sees: str | int
    unknown: int
    name: str = ""

    @property
    def is_list(self) -> bool:
        return self.kind != "number"

    def blank(self, sizes: dict[str, int]) -> int | list[int]:
        """The value in an empty position."""
        return [self.default] * sizes.get(self.kind, 0) if self.is_list else self.default


def per_unit(default: int, sees: str | int, unknown: int = NOTHING) -> list[int]:
    """A list with one entry for each counter; `unknown` stands in a view for an entry not known."""
    return cast(list[int], Field("unit", default, sees, unknown))


def per_place(default: int, sees: str | int, unknown: int = NOTHING) -> list[int]:
    """A list with one entry for each hex and box."""
    return cast(list[int], Field("place", default, sees, unknown))


def per_side(default: int, sees: str | int, unknown: int = NOTHING) -> list[int]:
    """A list with one entry for each side."""
    return cast(list[int], Field("side", default, sees, unknown))


def listed(sees: str | int) -> list[int]:
    """A list of any length; if its owner sees it, its entries are counters."""
    return cast(list[int], Field("list", NOTHING, sees, NOTHING))


def number(default: int, sees: str | int, unknown: int = NOTHING) -> int:
    """A single number."""
    return cast(int, Field("number", default, sees, unknown))


# Two functions of a game's fields are written out, for they are hot: every answer names its position.


def _copier(fields: Sequence[Field]) -> Callable[["Position", "Position"], None]:
    """A function that takes the fields of one position over into another."""
    lines = [" d = new.__dict__"]  # what is taken over is no write
    lines += [f" d[{f.name!r}] = old.{f.name}{'[:]' if f.is_list else ''}" for f in fields]
    made: dict[str, Any] = {}
    exec("def take_over(new, old):\n" + "\n".join(lines), made)
    return cast(Callable[["Position", "Position"], None], made["take_over"])


def _namer(fields: Sequence[Field]) -> Callable[["Position", tuple[Any, ...]], list[tuple[str, Any]]]:
    """A function that lists by name the fields of a position that are not as in an empty one."""
    by_name = sorted(enumerate(fields), key=lambda one: one[1].name)
    lines = [f" if pos.{f.name} != blanks[{i}]: told.append(({f.name!r}, pos.{f.name}))" for i, f in by_name]
    made: dict[str, Any] = {}
    exec("\n".join(["def named(pos, blanks):", " told = []", *lines, " return told"]), made)
    return cast(Callable[["Position", tuple[Any, ...]], list[tuple[str, Any]]], made["named"])


@lru_cache(maxsize=64)
def _blanks_of(fields: tuple[Field, ...], sides: int, units: int, places: int) -> tuple[int | list[int], ...]:
    """The fields of an empty position, to read only: one for all games on a map of this size."""
    sizes = {"side": sides, "unit": units, "place": places}
    return tuple([field.blank(sizes) for field in fields])


# -- the position ---------------------------------------------------------------------------------


class Position:
    """Everything that is true of a game now.

    Nothing in here is a closure, a generator or a reference to a piece: only ints, strings and
    tuples of them. Derived maps live in caches that `forget` drops and nothing saves.
    """

    shelves: ClassVar[Shelves] = {}
    """Shelves for facts that read a few fields only, with what they read."""
    _plan: ClassVar[Plan] = Plan({}, ())
    _written: ClassVar[dict[str, tuple[int, ...]]] = {}
    """By field the rows of `kept` that a write of all of it empties."""
    _columns: ClassVar[frozenset[str]] = frozenset()
    keeps_own_caches: ClassVar[bool] = False
    """Does the game keep what it derives by itself, and drop it by hand? Then a plain write will do."""
    put = DoorsOf()
    kept: list[Shelf]
    """The facts made from this position, shelf by shelf; the first holds what reads everything."""

    declared: ClassVar[tuple[Field, ...]] = ()
    """The game's own fields, in the order of their declaration."""
    _take_over: ClassVar[Any]
    _own: ClassVar[Any] = staticmethod(_namer(()))

    is_open: bool = True
    """Does everybody see every answer that is not a secret order? Not where pieces move unseen."""

    board: Board
    roster: Roster
    # Bookkeeping, which names no position: the answers given; for an onlooker and each side those unseen.
    number: int
    unseen: list[int]
    # The flow.
    stack: list[Frame]
    drafts: list[tuple[Choice, ...]]
    sealed: int
    winner: int
    result: str

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = [field._replace(name=name) for name, field in vars(cls).items() if isinstance(field, Field)]
        for field in own:
            delattr(cls, field.name)
        cls.declared = (*cls.declared, *own)
        cls._plan = Plan(cls.shelves, [field.name for field in cls.declared])
        cls._written = cls._plan.all_rows
        if cls.keeps_own_caches:
            cls.__setattr__ = object.__setattr__  # type: ignore[method-assign,assignment]
        cls._columns = frozenset(field.name for field in cls.declared if field.is_list)
        cls._take_over = staticmethod(_copier(cls.declared))
        cls._own = staticmethod(_namer(cls.declared))

    def __init__(self, sides: int, units: int = 0, places: int = 0) -> None:
        self.kept = [{} for _ in range(self._plan.count)]
        self.number = 0
        self.unseen = [0] * (sides + 1)
        self.stack = []
        self.drafts = [() for _ in range(sides)]
        self.sealed = 0
        self.winner = NOTHING
        self.result = ""
        self._blanks = _blanks_of(self.declared, sides, units, places)
        for field, value in zip(self.declared, self._blanks, strict=True):
            setattr(self, field.name, value[:] if isinstance(value, list) else value)

    def copy(self) -> Self:
        """An independent Position, equal to this one."""
        new = self.__class__.__new__(self.__class__)
        new.kept = [row or {} for row in self.kept]  # an empty one is never shared: both would fill it
        new.number = self.number
        new.unseen = self.unseen[:]
        new.stack = self.stack[:]
        new.drafts = self.drafts[:]
        new.sealed = self.sealed
        new.winner = self.winner
        new.result = self.result
        new._blanks = self._blanks
        self._take_over(new, self)
        new.share_caches(self)
        return new

    def share_caches(self, old: Self) -> None:
        """Take over what never changes, and those derived maps of a position just copied that stay true."""

    def forget(self) -> None:
        """Drop all derived maps."""
        self.kept[:] = [{} for _ in self.kept]

    # -- writing, and what is kept ----------------------------------------------------------------

    def __setattr__(self, name: str, value: Any) -> None:
        """Write a whole field. A column takes over the entries, never the list itself."""
        mine = self.__dict__
        rows = self._written.get(name)
        if rows is None:
            mine[name] = value
        elif mine.get(name, rows) != value:
            if name in self._columns:
                value = list(value)
                if "put" in mine:
                    mine["put"].lead(name, value)
            mine[name] = value
            kept = self.kept
            for row in rows:
                if kept[row]:
                    kept[row] = {}

    def door(self, name: str) -> Door:
        """Where the entries of a column are written."""
        if name not in self._columns:
            raise AttributeError(f"{self.__class__.__name__} has no column {name!r}")
        first, second = self._plan.rows[name]
        column = self.__dict__[name]
        if first == second:
            return Door(column, self.kept, first)
        return SidedDoor(column, self.kept, (first, second), self.roster.side_of)

    @property
    def over(self) -> bool:
        """Has the game ended? A drawn game has a result but no winner."""
        return self.result != ""

    @property
    def vars(self) -> Vars:
        """The vars of the procedure that is under way; none where nothing is."""
        return self.stack[-1].vars if self.stack else ()

    def number_for(self, side: int) -> int:
        """How many answers a side has seen given; what others do unseen or write in secret does not count."""
        return self.number - self.unseen[side + 1 if side >= 0 else 0]

    # -- all of it --------------------------------------------------------------------------------

    def values(self) -> tuple[Any, ...]:
        """What distinguishes this position from others of its game, as a key: bookkeeping left out."""
        own = tuple(
            [tuple(getattr(self, f.name)) if f.is_list else getattr(self, f.name) for f in self.declared]
        )
        return (tuple(self.stack), tuple(self.drafts), self.sealed, self.winner, self.result, own)

    def dump(self) -> dict[str, Any]:
        """The whole position as plain lists, numbers and strings."""
        flow = ("number", "unseen", "stack", "drafts", "sealed", "winner", "result")
        return {name: getattr(self, name) for name in (*flow, *(field.name for field in self.declared))}

    def load(self, dump: dict[str, Any], frame: Callable[[str, str, Sequence[Any]], Frame]) -> None:
        """Take over a dump. A field that it does not name keeps its value; `frame` makes frames."""
        self.forget()
        for field in self.declared:
            if field.name in dump:
                # Lists of its own: a dump that was never text shares them with the position it was taken of.
                value = dump[field.name]
                setattr(self, field.name, [frozen(one) for one in value] if field.is_list else value)
        self.number, self.unseen = dump["number"], list(dump["unseen"])
        self.sealed, self.winner, self.result = dump["sealed"], dump["winner"], dump["result"]
        self.drafts = [tuple((verb, noun) for verb, noun in draft) for draft in dump["drafts"]]
        self.stack = [frame(*parts) for parts in dump["stack"]]

    def hash(self) -> str:
        """Sixteen hex digits that name this position; equal positions have equal names.

        Taken over the fields by name, those left out that are as in an empty position: a field that a
        later version adds renames nothing.
        """
        flow = ([_named(frame) for frame in self.stack], self.drafts, self.sealed, self.winner, self.result)
        own = self._own(self, self._blanks)
        return hashlib.blake2b(_pack((flow, own)), digest_size=8).hexdigest()


def _named(frame: Frame) -> tuple[str, str, Any]:
    """A frame as it names a position: vars by name, those left out that have their default."""
    v = frame.vars
    if not v or type(v) is tuple:
        return frame
    told = [(name, v[place]) for name, place, default in _names_of(type(v)) if v[place] != default]
    return (frame.procedure, frame.step, told)


@cache
def _names_of(vars: type[tuple[Any, ...]]) -> list[tuple[str, int, Any]]:
    """The names of a procedure's vars in their order, each with its place and its default."""
    names: tuple[str, ...] = getattr(vars, "_fields", ())
    defaults: dict[str, Any] = getattr(vars, "_field_defaults", {})
    return sorted((name, place, defaults.get(name, _NO_DEFAULT)) for place, name in enumerate(names))


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down: vars are frozen."""
    return tuple(frozen(one) for one in value) if isinstance(value, list) else value
