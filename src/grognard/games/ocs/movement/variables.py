"""The variables of a march."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING, rule
from grognard.games.ocs.model.position import OcsPosition


class March(NamedTuple):
    """Who moves, the hexes still to enter, and what has been settled.

    `before` holds modes * 2 + face as they were, to take a choice back; `bridge` is the hex whose rivers an
    engineer of the group bridges for its own leaving. A `bound` group has driven into an enemy zone.
    """

    group: tuple[int, ...]
    path: tuple[int, ...] = ()
    before: tuple[int, ...] = ()
    bridge: int = NOTHING
    bound: int = 0
    acted: int = 0
    attack: int = NOTHING
    """The hex that is to be overrun as soon as there is fuel."""
    parted: int = 0
    """1 while regiments were detached and nobody has gone a hex."""

    def with_part(self, part: int) -> "March":
        """With a Breakdown that one of the group has detached."""
        return self._replace(group=(*self.group, part), acted=1, parted=1)


def is_fresh(pos: OcsPosition, v: March) -> bool:
    """Has nobody of the group spent or done anything yet?"""
    return not v.acted and not any(pos.spent[unit] for unit in v.group)


@rule("ocs.breakdown.2")
def is_at_start(pos: OcsPosition, v: March) -> bool:
    """Has nobody of the group spent anything, and been done nothing but detach regiments?"""
    return (not v.acted or v.parted > 0) and not any(pos.spent[unit] for unit in v.group)


def bridges_of(v: March) -> tuple[int, ...]:
    """Bridging: the hex whose rivers an engineer of the group bridges, as long as one does."""
    return (v.bridge,) if v.bridge != NOTHING else ()
