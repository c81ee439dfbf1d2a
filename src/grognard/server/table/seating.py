"""Who plays each side, and what a seat is."""

from typing import Literal, NamedTuple, Protocol

import msgspec


class SideOf(msgspec.Struct, frozen=True):
    """Who plays a side, as the table was set up."""

    by: Literal["person", "computer"]
    level: str = ""


class TableSetup(msgspec.Struct, frozen=True):
    """How a table was set up, beside what its record says."""

    sides: list[SideOf]
    dice: Literal["rolled", "typed", "fair", "strict"] = "rolled"
    pace: int = 600

    def people(self) -> list[int]:
        """The sides that persons play."""
        return [side for side, who in enumerate(self.sides) if who.by == "person"]


class HeldSeat(NamedTuple):
    """A seat as a socket holds it. `place` is its number at the table; no sides: a spectator."""

    place: int
    kind: Literal["me", "friend", "watch"]
    sides: tuple[int, ...]


class Guest(Protocol):
    """A socket at the table: the seat it holds, the side it looks for, and a way to send it text."""

    seat: HeldSeat
    looks: int

    def send(self, text: str) -> None: ...

    def dismiss(self, why: str) -> None:
        """Its seat is taken from it."""
