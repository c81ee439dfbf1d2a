"""Questions that the enemy sees being asked, and that tell him nothing by how soon they are answered."""

from typing import Any, Generic, TypeVar

from grognard.core.chapter import Decision, rule
from grognard.games.battalions.position import B

V = TypeVar("V", bound=tuple[Any, ...])
"""The vars of the procedure a step stands in."""


@rule("rp.move-intel.2")
class Watched(Decision[B, V], Generic[B, V]):
    """A question about stacks that the enemy does not see."""

    def always_asks(self, pos: B, v: V) -> str:
        return "whether hidden units could do more is not shown"
