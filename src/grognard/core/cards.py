"""What a card says of a roll: its aim, secret options as a matrix, plans, the cell of a table."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from grognard.core.flow.events import Event
from grognard.core.position import Choice


class Aim(NamedTuple):
    """What a roll that a side chooses to make is for, and which event tells that it came off."""

    what: str
    """As the card says it after the chance: "67 %, the bridge is blown"."""
    came_off: Callable[[Event], bool]
    goes_on: bool = False
    """Counts what follows, until the procedure has ended; else only until somebody is asked."""
    changed: Callable[[Any, Any], bool] | None = None
    """In place of an event: the positions before and after it tell that it came off."""


class Goal(NamedTuple):
    """What the chance of an attack is of: one of these measured numbers is at least 1; what to call that."""

    names: tuple[str, ...]
    what: str


class Matrix(NamedTuple):
    """Secret options: what the side can choose, what the other can, and what each comes to in a sentence."""

    rows: tuple[Choice, ...]
    columns: tuple[Choice, ...]
    names: Mapping[Choice, str]
    barred: Mapping[Choice, str]
    """Columns that the rules forbid, as far as this side can see it, and why."""
    says: Mapping[Choice, str]
    high_is_good: bool = True
    """Does the side that chooses the row want the goal to be reached?"""


class PlanLine(NamedTuple):
    """A later question that can be planned on the card: the ways to answer it, the first is what is usual."""

    step: str
    """The step that asks it."""
    title: str
    note: str
    choices: tuple[tuple[Choice, ...], ...]
    """Each way is a row of choices; it is planned as a whole."""
    names: tuple[str, ...]
    costs: tuple[str, ...]
    """What each way costs, in words; nothing where it costs nothing."""


class TableCell(NamedTuple):
    """A cell of one of the game's tables, by the labels of its row and column."""

    table: str
    row: str
    column: str


NO_GOAL: Final = Goal((), "")


class Fate(NamedTuple):
    """What an event of the log means for somebody, so that a battle can be told in a sentence.

    `what` is "step", "destroyed", "retreat", "advance", or a word for what the units are now: "disorganised".
    """

    what: str
    first: int = 0
    """The place of the first unit among the facts."""
    is_many: bool = False
    """All facts from there on are units."""
    side_at: int = -1
    """In place of units: the fact that is the side."""
    only_value: int = -1
    """Where the fact after the unit has this value; -1: whatever it is."""


def told(kind: str, place: int = -1, value: int = 1) -> Callable[[Event], bool]:
    """Is it an event of this kind? With a place: whose fact there is the value."""

    def fits(event: Event) -> bool:
        return event.kind == kind and (place < 0 or event.facts[place] == value)

    return fits
