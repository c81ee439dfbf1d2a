"""What each side may know of a position, made from the declarations of its fields and procedures."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic

from grognard.core.flow.chance import Random
from grognard.core.flow.events import Event
from grognard.core.flow.procedures import Procedure, known_stack
from grognard.core.flow.steps import P
from grognard.core.position import KNOWN, NOTHING, OPEN, OWNER, Field, Position
from grognard.core.view import Facts, View

Eyes = Callable[[Field], Sequence[bool]]
"""What a side knows of a position: for each field that is KNOWN, entry by entry."""


class Knowledge(Generic[P]):
    """What each side may know. A game adds the look of things, its `knows`, and guesses at the rest."""

    labels: ClassVar[tuple[str, ...]] = ()
    """What the lines beside the map can be called, all of them: a learner has a place for each."""
    marked: ClassVar[tuple[str, ...]] = ()
    """What can lie on hexes and hexsides without being a counter, by the names of a view's marks."""

    def __init__(self, procedures: dict[str, Procedure]) -> None:
        self.procedures = procedures

    # -- from a position to a view ----------------------------------------------------------------

    def project(self, pos: P, side: int) -> View:
        """What `side` may know; a negative side is an onlooker."""
        raise NotImplementedError

    def show(self, pos: P, side: int) -> View:
        """The same for a screen: a game may leave out `facts`, which only computer players read."""
        return self.project(pos, side)

    def turn(self, pos: P) -> int:
        """The number of the turn, which everybody knows. A game that has it at hand says so faster."""
        return self.project(pos, NOTHING).turn

    def knows(self, pos: P, side: int, field: str, entry: int) -> bool:
        """Does the side know this entry of a field that is KNOWN?"""
        return False

    def eyes(self, pos: P, side: int) -> Eyes:
        """All that `knows` says. A game that looks at each counter once, not once a field, says it faster."""
        return lambda field: [
            self.knows(pos, side, field.name, entry) for entry in range(len(getattr(pos, field.name)))
        ]

    def facts(self, pos: P, side: int) -> Facts:
        """The declared fields and the flow as far as a side knows them; nothing that is not declared so."""
        known: Facts = {}
        unseen = _Unseen(pos, side, self.eyes(pos, side))
        for field in pos.declared:
            value = getattr(pos, field.name)
            if field.sees in (OPEN, side):
                known[field.name] = tuple(value) if field.is_list else value
            elif field.sees == OWNER and field.kind == "list":
                known[field.name] = tuple([unit for unit in value if pos.roster.side_of[unit] == side])
            elif field.sees in (OWNER, KNOWN):
                found = list(value)
                for entry in unseen.entries(field):
                    found[entry] = field.unknown
                known[field.name] = tuple(found)
        known["stack"] = tuple(known_stack(self.procedures, pos, side))
        known["public"] = pos.number_for(NOTHING)
        known["draft"] = pos.drafts[side] if side >= 0 else ()
        known["sealed"] = pos.sealed
        known["winner"], known["result"] = pos.winner, pos.result
        return known

    # -- from a view to a position ----------------------------------------------------------------

    def empty(self, view: View) -> P:
        """A position of the view's scenario and options in which nothing has happened yet."""
        raise NotImplementedError

    def bare(self, view: View) -> P:
        """The position a side knows: what it does not know is absent. Peeks and previews play on this one."""
        return self._loaded(view)

    def _loaded(self, view: View) -> P:
        pos = self.empty(view)
        load_facts(pos, view)
        return pos

    def sample(self, view: View, generator: Random) -> P:
        """A position that could be the true one, as far as this view knows."""
        pos = self._loaded(view)
        self.guess(pos, view, generator)
        pos.forget()
        return pos

    def guess(self, pos: P, view: View, generator: Random) -> None:
        """Fill in what the view does not know."""

    # -- taking back ------------------------------------------------------------------------------

    def is_reveal(self, event: Event) -> bool:
        """Did somebody learn by this what was hidden? Then what led to it cannot be taken back."""
        return not event.is_open

    def may_teach(self, before: P, after: P, side: int) -> bool:
        """Could the answers between two positions have shown this side something hidden?

        If they lead to different views in any two positions that the side could not tell apart, they can
        be taken back in neither: a scout who saw nothing has learned that nobody is there.
        """
        return False


class _Unseen:
    """The entries of a position's fields that a side does not know. What fields share is listed once."""

    def __init__(self, pos: Position, side: int, eyes: Eyes) -> None:
        self._eyes = eyes
        owner = pos.roster.side_of
        self._others = [unit for unit, one in enumerate(owner) if one != side]
        self._other_sides = [one for one in range(len(pos.drafts)) if one != side]
        # With what it was made from, which must live as long: a number in memory is given out again.
        self._found: dict[int, tuple[Sequence[bool], list[int]]] = {}

    def entries(self, field: Field) -> list[int]:
        """Those of a field that its owner sees, or whoever the game says."""
        if field.sees == OWNER:
            return self._other_sides if field.kind == "side" else self._others
        seen = self._eyes(field)
        if id(seen) not in self._found:
            self._found[id(seen)] = (seen, [entry for entry, is_known in enumerate(seen) if not is_known])
        return self._found[id(seen)][1]


def load_facts(pos: Position, view: View) -> None:
    """Take over what a view knows of the declared fields and the flow."""
    facts, side = view.facts, view.side
    for field in pos.declared:
        if field.name in facts:
            value = facts[field.name]
            setattr(pos, field.name, list(value) if field.is_list else value)
    pos.number = view.number
    # What an onlooker has seen everybody has; how much more another side has seen is its own affair.
    pos.unseen = [view.number - facts["public"]] * len(pos.unseen)
    pos.unseen[max(side, NOTHING) + 1] = 0
    pos.stack = list(facts["stack"])
    pos.sealed = facts["sealed"]
    pos.winner, pos.result = facts["winner"], facts["result"]
    if side >= 0:
        pos.drafts[side] = facts["draft"]
    pos.forget()
