"""What happened, as small facts. The log, the screen and the caches read them."""

from functools import cache
from typing import Final

import msgspec

EVERYBODY: Final = -1


class Event(msgspec.Struct, frozen=True, gc=False):
    """One fact of the log: `kind` names it, `facts` are its ints, `rule` is why.

    `sees` is a bit mask of the sides that may know it; EVERYBODY where it is open.
    """

    kind: str
    facts: tuple[int, ...] = ()
    rule: str = ""
    sees: int = EVERYBODY

    @property
    def is_open(self) -> bool:
        """May everybody read it?"""
        return self.sees == EVERYBODY

    def open_to(self, side: int) -> bool:
        """May this side read the event? An onlooker (a negative side) reads only open ones."""
        return self.sees == EVERYBODY or (side >= 0 and bool(self.sees >> side & 1))


@cache
def only(*sides: int) -> int:
    """The mask of an event that only these sides may know."""
    mask = 0
    for side in sides:
        mask |= 1 << side
    return mask
