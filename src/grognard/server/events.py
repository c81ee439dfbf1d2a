"""The events of a table as the storage keeps them, and which answers of them stand."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from grognard.core.position import NOTHING
from grognard.server.storage import EventRow


class AnsweredOne(msgspec.Struct, frozen=True, tag="a", array_like=True, gc=False):
    """An answer as version 0.1.0 kept it; positions had other names then."""

    do: str
    hash: str
    seat: int = NOTHING
    id: str = ""


class Answered(msgspec.Struct, frozen=True, tag="a2", array_like=True, gc=False):
    """An answer: its words, the name of the position after it, and which message of which seat gave it."""

    do: str
    hash: str
    seat: int = NOTHING
    id: str = ""
    order: int = NOTHING
    """Answers of one order share its number; NOTHING: an order of its own."""


class Undone(msgspec.Struct, frozen=True, tag="u", array_like=True, gc=False):
    """A side took its last order back: the answers at these places. None named: the side's last answer."""

    seat: int
    id: str
    answers: list[int] = []


class Spoken(msgspec.Struct, frozen=True, tag="c", array_like=True, gc=False):
    """Something said at the table."""

    seat: int
    id: str
    by: str
    text: str
    at: int


class StandingSet(msgspec.Struct, frozen=True, tag="s", array_like=True, gc=False):
    """A side has changed its standing orders: by step the policy that answers it."""

    seat: int
    id: str
    orders: dict[str, str]


Kept = AnsweredOne | Answered | Undone | Spoken | StandingSet

encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Kept).decode


class CannotGoOn(Exception):
    """A table whose events this program cannot play again."""


def read_events(rows: Sequence[EventRow]) -> list[Kept]:
    """The events of a table. Raises CannotGoOn where one is missing."""
    for place, row in enumerate(rows):
        if row.seq != place:
            raise CannotGoOn(f"event {place} is missing")
    return [_decode(row.body) for row in rows]


class Standing(NamedTuple):
    """An answer that was not taken back: the place of its event, its side, words, position and order."""

    place: int
    side: int
    do: str
    hash: str
    """Empty where the position has another name now: something before it was taken back later, or it was
    named by version 0.1.0."""
    order: int


def standing(rows: Sequence[EventRow], events: Sequence[Kept]) -> list[Standing]:
    """The answers that stand. What was taken back was judged then, so it is not played again."""
    found: list[Standing] = []
    for row, kept in zip(rows, events, strict=True):
        if isinstance(kept, Answered):
            found.append(Standing(row.seq, row.side, kept.do, kept.hash, kept.order))
        elif isinstance(kept, AnsweredOne):
            found.append(Standing(row.seq, row.side, kept.do, "", NOTHING))
        elif isinstance(kept, Undone):
            taken = {n - 1 for n in kept.answers} or _last_of(found, row.side)
            first = min(taken, default=len(found))
            # What other sides wrote in secret after it stays.
            later = [one for i, one in enumerate(found[first:], first) if i not in taken]
            found[first:] = [one._replace(hash="") for one in later]
    return found


def _last_of(found: list[Standing], side: int) -> set[int]:
    """Where the last answer of a side is."""
    own = (i for i in reversed(range(len(found))) if found[i].side == side)
    return {i for i in (next(own, None),) if i is not None}
