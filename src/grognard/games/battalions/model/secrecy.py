"""What the enemy sees of a question about hidden stacks: that it is asked, but not what has been chosen."""

from functools import cache
from typing import Any, Generic, TypeVar

from grognard.core.chapter import Decision, Frame, rule
from grognard.core.position import Vars
from grognard.games.battalions.model.position import B

V = TypeVar("V", bound=tuple[Any, ...])
"""The vars of the procedure a step stands in."""


@rule("rp.move-intel.2")
class Watched(Decision[B, V], Generic[B, V]):
    """A question about stacks that the enemy does not see."""

    def always_asks(self, pos: B, v: V) -> str:
        return "whether hidden units could do more is not shown"


def seen_without_hand(pos: Any, frame: Frame, side: int) -> Frame | None:
    """A step of the phasing player with units in hand: to others its vars are as at its beginning."""
    if side == pos.phasing:
        return frame
    return _at_beginning(frame.procedure, frame.step, type(frame.vars))


@cache
def _at_beginning(procedure: str, step: str, kind: type[Vars]) -> Frame:
    """A frame with the vars of its procedure as they are when it begins."""
    return Frame(procedure, step, kind())
