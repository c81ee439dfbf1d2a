"""What holds kept facts to the truth, for tests and for the fuzzer: nothing here runs while people play.

stale(pos)       facts that are kept and would come out otherwise if they were made now
undeclared(pos)  what facts read beyond their shelf
sealed()         while it lasts, a column refuses every write that does not go through its door
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import get_annotations
from typing import Any, Final, NoReturn

from grognard.core import derived
from grognard.core.position import Position

FLOW: Final = frozenset({"number", "unseen", "stack", "drafts", "sealed", "winner", "result", "over", "vars"})
"""What no fact may read: it is written past all doors."""


class WrittenPastTheDoor(Exception):
    """A column was changed, and the facts that read it were not told."""


# -- comparing ------------------------------------------------------------------------------------


def stale(pos: Position) -> list[str]:
    """The facts kept of a position that are not as they would be if they were made now."""
    twin = pos.copy()
    twin.forget()
    found = []
    for shelf in pos.kept:
        for key, value in list(shelf.items()):
            make, args = _parts(key)
            if not same(make(twin, *args), value):
                found.append(f"{make.__module__}.{make.__qualname__}{args}")
    return found


def _parts(key: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    return (key[0], key[1:]) if isinstance(key, tuple) else (key, ())


def same(one: Any, other: Any) -> bool:
    """Do two answers say the same? Objects without an equality of their own say what they are by `told`."""
    if one == other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return hasattr(one, "told") and bool(one.told() == other.told())


# -- reading --------------------------------------------------------------------------------------


def undeclared(pos: Position) -> list[str]:
    """What the facts kept of a position read, when they are made now, that their shelf does not name."""
    found: dict[str, None] = {}
    for shelf, sides, row in _rows(type(pos)):
        for key in list(pos.kept[row]):
            make, args = _parts(key)
            name = f"{make.__module__}.{make.__qualname__}"
            twin = pos.copy()
            twin.forget()
            object.__setattr__(twin, "__class__", _recorded(type(pos)))
            reads: set[tuple[str, int | None]] = set()
            twin.__dict__["_reads"] = reads
            make(twin, *args)
            allowed = type(pos).shelves.get(shelf, ())
            for field, side in sorted(reads, key=str):
                is_own = f"{field}/own" in allowed and side is not None and side == sides
                if field in FLOW or (shelf != derived.EVERYTHING and field not in allowed and not is_own):
                    found[f"{name} reads {field}" + ("" if side is None else f" of side {side}")] = None
    return list(found)


def _rows(cls: type[Position]) -> Iterator[tuple[str, int | None, int]]:
    """Each shelf with its rows, and the side whose facts a row holds; None where sides share it."""
    for shelf, row in cls._plan.row.items():
        if any(read.endswith("/own") for read in cls.shelves.get(shelf, ())):
            yield shelf, 0, row
            yield shelf, 1, row + 1
        else:
            yield shelf, None, row


_recorders: dict[type[Position], type[Position]] = {}


def _recorded(cls: type[Position]) -> type[Position]:
    """The same position, which notes what is read of it: the field, and the side if it is one counter's."""
    if cls not in _recorders:
        _recorders[cls] = _recorder(cls)
    return _recorders[cls]


def _recorder(cls: type[Position]) -> type[Position]:
    lists = {field.name: field.kind for field in cls.declared if field.is_list}
    watched = FLOW | {field.name for field in cls.declared}

    def get(self: Any, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if name not in watched:
            return value
        reads = object.__getattribute__(self, "_reads")
        if name in lists:
            sides = object.__getattribute__(self, "roster").side_of if lists[name] == "unit" else None
            return _Read(value, name, sides, reads)
        reads.add((name, None))
        return value

    return type(f"Recorded{cls.__name__}", (cls,), {"__getattribute__": get})


class _Read(Sequence[int]):
    """A column that notes which entries are read."""

    def __init__(self, column: list[int], name: str, sides: Sequence[int] | None, reads: set[Any]) -> None:
        self.column, self.name, self.sides, self.reads = column, name, sides, reads

    def __getitem__(self, entry: Any) -> Any:
        one = self.sides is not None and not isinstance(entry, slice)
        self.reads.add((self.name, self.sides[entry] if one and self.sides is not None else None))
        return self.column[entry]

    def __len__(self) -> int:
        return len(self.column)

    def __iter__(self) -> Iterator[int]:
        self.reads.add((self.name, None))
        return iter(self.column)

    def __eq__(self, other: object) -> bool:
        self.reads.add((self.name, None))
        return self.column == (other.column if isinstance(other, _Read) else other)

    def __hash__(self) -> int:
        return id(self)


# -- writing --------------------------------------------------------------------------------------


class _Sealed(list[int]):
    """A column that only its door writes."""

    is_open = False

    def __setitem__(self, entry: Any, value: Any) -> None:
        if not self.is_open:
            _refuse()
        list.__setitem__(self, entry, value)


def _refuse(*args: Any, **more: Any) -> NoReturn:
    raise WrittenPastTheDoor("write it through pos.put, or assign the whole field")


_MUTATORS: Final = "append extend insert remove pop clear sort reverse __delitem__ __iadd__ __imul__"
for _name in _MUTATORS.split(" "):
    setattr(_Sealed, _name, _refuse)


_door_columns: dict[type[Position], tuple[str, ...]] = {}


def door_columns(cls: type[Position]) -> tuple[str, ...]:
    """The columns that are declared as Sequences: only doors write them."""
    if cls not in _door_columns:
        hints = {name: hint for base in reversed(cls.__mro__) for name, hint in get_annotations(base).items()}
        columns = [field.name for field in cls.declared if field.is_list]
        _door_columns[cls] = tuple(name for name in columns if "Sequence" in str(hints.get(name)))
    return _door_columns[cls]


def _seal(pos: Position) -> None:
    for name in door_columns(type(pos)):
        if name in pos.__dict__:
            pos.__dict__[name] = _Sealed(pos.__dict__[name])
    pos.__dict__.pop("put", None)


@contextmanager
def sealed() -> Iterator[None]:
    """Positions made, copied or written while this lasts refuse writes past their doors."""
    copy, write = Position.copy, Position.__setattr__
    doors = {door: door.__setitem__ for door in (derived.Door, derived.SidedDoor)}

    def sealed_copy(self: Position) -> Position:
        new = copy(self)
        _seal(new)
        return new

    def sealed_write(self: Position, name: str, value: Any) -> None:
        write(self, name, value)
        if name in door_columns(type(self)) and type(self.__dict__[name]) is list:
            self.__dict__[name] = _Sealed(self.__dict__[name])
            self.put.lead(name, self.__dict__[name])

    def through(enter: Any) -> Any:
        def put(door: Any, entry: int, value: int) -> None:
            door.column.is_open = True
            try:
                enter(door, entry, value)
            finally:
                door.column.is_open = False

        return put

    try:
        Position.copy, Position.__setattr__ = sealed_copy, sealed_write  # type: ignore[method-assign,assignment]
        for door, enter in doors.items():
            door.__setitem__ = through(enter)  # type: ignore[method-assign]
        yield
    finally:
        Position.copy, Position.__setattr__ = copy, write  # type: ignore[method-assign]
        for door, enter in doors.items():
            door.__setitem__ = enter  # type: ignore[method-assign]
