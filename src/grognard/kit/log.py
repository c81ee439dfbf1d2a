"""The log told from templates: what each kind of event says, with a place for each of its facts.

"{0:unit} arrives at {1:hex}." names the first fact as a unit and the second as a hex. "{1:units}" lists the
units from there to the last fact, "{1:retreats/retreat}" is the verb for one of them or for more, and
"{1:n chit}" counts: one chit, two chits.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter

from grognard.core.position import NOTHING
from grognard.core.words import counted

Names = Mapping[str, Callable[[int], str]]
"""What a fact is called, by what it is: a unit, a hex, a side."""
Listed = Callable[[Sequence[int]], str]
"""What several units are called."""


def tell(template: str, facts: Sequence[int], names: Names, listed: Listed) -> str:
    """A line of the log. There is a place after the last fact too: nobody is listed there."""
    return "".join([_written(kind, facts, place, names, listed) for place, kind in _parts(template)])


@cache
def _parts(template: str) -> list[tuple[int, str]]:
    """The parts of a template in their order: a place with what it asks for, or words as they stand."""
    found: list[tuple[int, str]] = []
    for words, place, kind, _ in Formatter().parse(template):
        found.append((NOTHING, words))
        if place is not None:
            found.append((int(place), kind or ""))
    return found


def _written(kind: str, facts: Sequence[int], place: int, names: Names, listed: Listed) -> str:
    """A fact as its template asks; the words themselves where there is no place."""
    if place < 0:
        return kind
    if kind.startswith("n "):
        one, _, more = kind[2:].partition("/")
        return counted(facts[place], one, more)
    if "/" in kind:
        return kind.split("/")[len(facts) - place != 1]
    return listed(facts[place:]) if kind == "units" else names.get(kind, str)(facts[place])
