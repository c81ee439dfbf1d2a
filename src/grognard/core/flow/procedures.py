"""Named lists of steps and of other procedures, and how far each side knows where they stand."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from grognard.core.flow.steps import Step
from grognard.core.position import NOTHING, Choice, Frame, Position

Seen = Callable[[Any, Frame, int], Frame | None]
"""A frame as a side may know it: (position, frame, side), None where it may not know that it runs."""


class Procedure:
    """A named list of steps and sub-procedures. `start` makes its first vars from the position.

    `sees` says who may know its vars and the step it stands at: OPEN, or a function that tells a frame as
    a side may know it. A procedure with vars must say it.
    """

    def __init__(
        self,
        name: str,
        *items: "Step | Procedure",
        title: str = "",
        rules: tuple[str, ...] = (),
        start: Callable[[Any, Any], tuple[Any, ...]] | None = None,
        vars: type[tuple[Any, ...]] = tuple,
        sees: str | Seen = "",
    ) -> None:
        if vars is not tuple and not sees:
            raise ValueError(f"procedure {name} does not say who may know its vars")
        self.name = name
        self.title = title or name
        self.rules = rules
        self.items: list[Step | Procedure] = list(items)
        self.start = start
        self.vars = vars
        self.sees: Seen | None = sees if callable(sees) else None
        self.item: dict[str, Step | Procedure] = {item.name: item for item in self.items}
        # Past the last step a frame keeps an empty place: the step's own code may still call or go elsewhere.
        self.after: dict[str, str] = {a.name: b.name for a, b in pairwise(self.items)}
        self.after[self.items[-1].name] = ""
        if len(self.item) != len(self.items):
            raise ValueError(f"procedure {name} names a step twice")

    def tree(self) -> dict[str, "Procedure"]:
        """This procedure and all below it, by name."""
        found = {self.name: self}
        for item in self.items:
            if isinstance(item, Procedure):
                for name, below in item.tree().items():
                    if found.setdefault(name, below) is not below:
                        raise ValueError(f"two procedures are called {name}")
        return found


class Procedures(dict[str, Procedure]):
    """The procedures of a game by name, what the noun of each of its verbs counts, and if it has boxes.

    `ids` are the rules that their code cites by another game's number, each with this game's.
    """

    def __init__(
        self,
        procedures: Mapping[str, Procedure],
        nouns: Mapping[str, str],
        has_boxes: bool,
        ids: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(procedures)
        self.nouns = nouns
        self.has_boxes = has_boxes
        self.ids = ids or {}

    def is_there(self, pos: Position, choice: Choice) -> bool:
        """Does what a choice names exist: the verb, and its place, side or counter? A number may be any."""
        verb, noun = choice
        kind = self.nouns.get(verb)
        if kind == "hex":
            return 0 <= noun < (pos.board.size if self.has_boxes else pos.board.grid.size)
        if kind == "unit":
            return 0 <= noun < len(pos.roster.counters)
        if kind == "side":
            return 0 <= noun < pos.board.grid.size * 6
        return kind == "number" or (kind == "none" and noun == NOTHING)


def known_stack(procedures: Mapping[str, Procedure], pos: Position, side: int) -> list[Frame]:
    """Where the sequence of play stands, as far as a side may know."""
    known: list[Frame] = []
    for frame in pos.stack:
        sees = procedures[frame.procedure].sees
        seen = frame if sees is None else sees(pos, frame, side)
        if seen is not None:
            known.append(seen)
    return known
