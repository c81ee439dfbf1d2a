"""Why something is forbidden, and where a number comes from."""

from typing import NamedTuple


class Refusal(NamedTuple):
    """A rule that forbids something, with the facts of this case and what would make it legal."""

    rule: str
    why: str
    fix: str = ""

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}]" + (f" {self.fix}" if self.fix else "")


Ruling = Refusal | None
"""None where a thing is allowed."""


def first_refusal(*clauses: tuple[object, str, str] | tuple[object, str, str, str]) -> Ruling:
    """The first of these clauses that holds: what it depends on, then rule, facts and fix of the refusal.

    All of them are looked at, so it is for answers to a player; what is asked a thousand times stops early.
    """
    return next((Refusal(*said) for holds, *said in clauses if holds), None)


class Term(NamedTuple):
    """One line of an explanation: what, how much, by which rule. `house` marks a value of ours.

    `bad` marks what stands in the way, such as a hexside that blocks a line of sight.
    """

    label: str
    value: str
    rule: str = ""
    house: bool = False
    bad: bool = False


class Explanation(NamedTuple):
    """An ordered sheet of terms that ends in a total. The object shown is the object that resolves."""

    title: str
    terms: tuple[Term, ...]
    total: str

    def text(self) -> str:
        """The sheet as aligned lines for a terminal."""
        width = max([len(term.label) for term in self.terms] + [len("total")], default=5)
        lines = [self.title]
        for term in self.terms:
            mark = " (house)" if term.house else ""
            lines.append(f"  {term.label:<{width}}  {term.value:>8}  {term.rule}{mark}".rstrip())
        if self.total:
            lines.append(f"  {'total':<{width}}  {self.total:>8}")
        return "\n".join(lines)


class Crossed(NamedTuple):
    """A hexside on a line of sight, by the hexes it parts; the same hex twice where a whole hex matters.

    `what` is on it, nothing where the side is open.
    """

    first: int
    second: int
    what: str
    blocks: bool


class Sight(NamedTuple):
    """Whether one hex sees another: the line hexside by hexside, and the sheet that says why."""

    is_clear: bool
    crossed: tuple[Crossed, ...]
    sheet: Explanation


class IllegalChoice(Exception):
    """A submitted answer that the Ask does not offer; carries the ruling."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
