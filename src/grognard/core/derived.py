"""Facts made from a position, kept until something that they read is written.

A position is written in two ways. An entry of a column goes through the position's doors,
`pos.put.mode[unit] = DG`; a whole field is assigned, `pos.phase = MOVEMENT`. Both empty the shelves of facts
that read the field, and nothing else does: a rule writes what has changed and cannot forget a fact.

    class FordPosition(Position):
        shelves = {"zones": ("at/own", "mode/own")}

    @derived("zones/own")
    def zones_of(pos, side): ...

    @derived()
    def supplied(pos, side): ...

A fact that names no shelf is on the shelf of everything: any write takes it away. A shelf of its own is for a
fact that is asked again and again while other fields change. It names all that the fact reads, in its own
lines and through the facts that it asks. `field/own` are the entries of one side: there are two shelves then,
one for each side. What is kept is read only, so a copy goes on with all that was found before it was made.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, overload
from weakref import ref

if TYPE_CHECKING:
    from grognard.core.position import Position

P = ParamSpec("P")
T = TypeVar("T")
Pos = TypeVar("Pos", bound="Position")

Shelf = dict[Any, Any]
"""Answers, by the function that makes them and its arguments."""
Shelves = Mapping[str, tuple[str, ...]]

EVERYTHING: Final = ""
"""The shelf of facts that may read every field."""


# -- facts ----------------------------------------------------------------------------------------


def derived(
    shelf: str = EVERYTHING,
) -> Callable[[Callable[Concatenate[Pos, P], T]], Callable[Concatenate[Pos, P], T]]:
    """A question whose answer is kept until a field that its shelf reads is written.

    Its arguments are hashable, its answer is not None and never changed. `zones/own` is the shelf "zones"
    of the side that is the first argument.
    """

    def wrap(make: Callable[Concatenate[Pos, P], T]) -> Callable[Concatenate[Pos, P], T]:
        ask: Callable[Concatenate[Pos, P], T] = wraps(make)(_asker(make, shelf))
        return ask

    return wrap


def _asker(make: Callable[..., Any], shelf: str) -> Any:
    """The function that answers from the shelf, written out with the arguments: it is hot.

    What a position keeps has as its key the function that makes it and its arguments.
    """
    pos, *names = signature(make).parameters
    given = {p.name: p.default for p in signature(make).parameters.values() if p.default is not p.empty}
    name, _, own = shelf.partition("/")
    row = "0" if shelf == EVERYTHING else f"{pos}._plan.row[{name!r}]"
    if own:
        row += f" + {names[0]}"
    parameters = ", ".join([pos, *(f"{n}=given[{n!r}]" if n in given else n for n in names)])
    lines = [
        f"def ask({parameters}):",
        f" kept = {pos}.kept[{row}]",
        f" key = (make, {' '.join(n + ',' for n in names)})",
        " found = kept.get(key)",
        " if found is None:",
        f"  found = kept[key] = make({', '.join([pos, *names])})",
        " return found",
    ]
    made: dict[str, Any] = {"make": make, "given": given}
    exec("\n".join(lines), made)
    return made["ask"]


# -- shelves --------------------------------------------------------------------------------------


class Plan:
    """Which rows of a position hold which shelf, and which of them a write of each field empties."""

    def __init__(self, shelves: Shelves, fields: Sequence[str]) -> None:
        self.row: dict[str, int] = {EVERYTHING: 0}
        rows: dict[str, tuple[list[int], list[int]]] = {name: ([0], [0]) for name in fields}
        count = 1
        for shelf, reads in shelves.items():
            sided = any("/" in read for read in reads)
            self.row[shelf] = count
            for read in reads:
                name, _, part = read.partition("/")
                if name not in rows or part not in ("", "own"):
                    raise ValueError(f"shelf {shelf!r} reads {read!r}, which is no declared field")
                for side in (0, 1):
                    rows[name][side].extend(
                        [count + side] if part else [count, count + 1] if sided else [count]
                    )
            count += 1 + sided
        self.count = count
        self.rows = {name: (tuple(ours), tuple(theirs)) for name, (ours, theirs) in rows.items()}
        self.all_rows = {name: tuple(sorted({*ours, *theirs})) for name, (ours, theirs) in rows.items()}


# -- doors ----------------------------------------------------------------------------------------


class Door:
    """Where the entries of a column are written. A write that changes nothing takes no fact away."""

    __slots__ = ("column", "kept", "rows")

    def __init__(self, column: list[int], kept: list[Shelf], rows: tuple[int, ...]) -> None:
        self.column = column
        self.kept = kept
        self.rows = rows

    def __getitem__(self, entry: int) -> int:
        return self.column[entry]

    def __setitem__(self, entry: int, value: int) -> None:
        if self.column[entry] != value:
            self.column[entry] = value
            kept = self.kept
            for row in self.rows:
                if kept[row]:
                    kept[row] = {}


class SidedDoor(Door):
    """The door of a column of counters, of which some shelves hold what one side's entries say."""

    __slots__ = ("by_side", "side_of")

    def __init__(
        self,
        column: list[int],
        kept: list[Shelf],
        by_side: tuple[tuple[int, ...], tuple[int, ...]],
        side_of: Sequence[int],
    ) -> None:
        super().__init__(column, kept, ())
        self.by_side = by_side
        self.side_of = side_of

    def __setitem__(self, entry: int, value: int) -> None:
        if self.column[entry] != value:
            self.column[entry] = value
            kept = self.kept
            for row in self.by_side[self.side_of[entry]]:
                if kept[row]:
                    kept[row] = {}


class Doors:
    """The doors of a position's columns, each made when it is first asked for."""

    def __init__(self, pos: "Position") -> None:
        self._pos = ref(pos)  # no circle: a position goes as soon as nobody holds it

    def __getattr__(self, name: str) -> Door:
        pos = self._pos()
        assert pos is not None
        door = pos.door(name)
        self.__dict__[name] = door
        return door

    def lead(self, name: str, column: list[int]) -> None:
        """The column has been replaced by another list: its door leads there from now on."""
        if name in self.__dict__:
            self.__dict__[name].column = column


class DoorsOf:
    """`pos.put`: made when a position is first written to."""

    @overload
    def __get__(self, pos: None, cls: type) -> "DoorsOf": ...
    @overload
    def __get__(self, pos: "Position", cls: type) -> Doors: ...
    def __get__(self, pos: "Position | None", cls: type) -> "Doors | DoorsOf":
        if pos is None:
            return self
        doors = pos.__dict__["put"] = Doors(pos)
        return doors
