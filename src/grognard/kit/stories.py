"""The log told from templates: what each kind of event says, with a place for each of its facts.

"{0:unit} arrives at {1:hex}." names the first fact as a unit and the second as a hex. "{1:units}" lists the
units from there to the last fact, "{1:retreats/retreat}" is the verb for one of them or for more, and
"{1:n chit}" counts: one chit, two chits.
"""

from collections.abc import Callable, Mapping, Sequence

from grognard.core.words import counted

Names = Mapping[str, Callable[[int], str]]
"""What a fact is called, by what it is: a unit, a hex, a side."""
Listed = Callable[[Sequence[int]], str]
"""What several units are called."""


class _Fact:
    """A fact of an event, written as its template asks."""

    def __init__(self, facts: Sequence[int], place: int, names: Names, listed: Listed) -> None:
        self.facts = facts
        self.place = place
        self.names = names
        self.listed = listed

    def __format__(self, kind: str) -> str:
        if kind.startswith("n "):
            one, _, more = kind[2:].partition("/")
            return counted(self.facts[self.place], one, more)
        if "/" in kind:
            return kind.split("/")[len(self.facts) - self.place != 1]
        if kind == "units":
            return self.listed(self.facts[self.place :])
        return self.names.get(kind, str)(self.facts[self.place])


def tell(template: str, facts: Sequence[int], names: Names, listed: Listed) -> str:
    """A line of the log. There is a place after the last fact too: nobody is listed there."""
    return template.format(*(_Fact(facts, place, names, listed) for place in range(len(facts) + 1)))
