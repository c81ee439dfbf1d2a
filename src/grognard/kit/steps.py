"""Steps that games write the same way: questions that one side is always asked, and a single die."""

from typing import Generic

from grognard.core.chapter import D6, NOTHING, Outcome
from grognard.core.flow.steps import Decision, P, Roll, V


class SideDecides(Decision[P, V], Generic[P, V]):
    """A question that is always put to the side `asked`."""

    asked: int

    def side(self, pos: P, v: V) -> int:
        return self.asked


class Die(Roll[P, V], Generic[P, V]):
    """One die, always rolled by the side `by` if that is named."""

    by: int = NOTHING

    def outcomes(self, pos: P, v: V) -> list[Outcome]:
        return D6

    def roller(self, pos: P, v: V) -> int:
        return self.by
