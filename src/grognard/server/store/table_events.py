"""The events of a table as the storage keeps them, and which answers of them stand."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from grognard.core.flow.chance import CHANCE
from grognard.core.position import NOTHING
from grognard.play.dice.events import Called, Chained, Mixed
from grognard.play.dice.lines import ChainLine, encode_line
from grognard.play.dice.table import call_line
from grognard.play.dice.writing import fair_record
from grognard.play.header import CHANCE_NAME, Answer
from grognard.server.messages.from_server import Ok, OrderDone, Refused, Trouble
from grognard.server.store.database import EventRow


class Answered(msgspec.Struct, frozen=True, tag="a2", array_like=True, gc=False):
    """An answer: its words, the name of the position after it, and which message of which seat gave it."""

    do: str
    hash: str
    seat: int = NOTHING
    id: str = ""
    order: int = NOTHING
    """Answers of one order share its number; NOTHING: an order of its own."""
    number: int = NOTHING
    """The Ask number that its author was told, so that a repeated message gets the same reply."""
    said: int = 0
    """The sum of the message, so that its id is not taken for that of another."""
    done: OrderDone | None = None
    """What the author of an order was told."""
    faces: tuple[int, ...] = ()
    """What each die of a throw of several shows."""


class Drawn(Answered, frozen=True, tag="d", array_like=True, gc=False):
    """An answer of chance whose dice are fair: the ball that was drawn, of how many."""

    draw: tuple[int, ...] = ()


class Undone(msgspec.Struct, frozen=True, tag="u", array_like=True, gc=False):
    """A side took its last order back: the answers at these places. None named: the side's last answer."""

    seat: int
    id: str
    answers: list[int] = []
    number: int = NOTHING
    said: int = 0


class Spoken(msgspec.Struct, frozen=True, tag="c", array_like=True, gc=False):
    """Something said at the table."""

    seat: int
    id: str
    by: str
    text: str
    at: int
    number: int = NOTHING
    said: int = 0


class StandingOrdersSet(msgspec.Struct, frozen=True, tag="s", array_like=True, gc=False):
    """A side has changed its standing orders: by step the policy that answers it."""

    seat: int
    id: str
    orders: dict[str, str]
    number: int = NOTHING
    said: int = 0


class Agreed(msgspec.Struct, frozen=True, tag="g", array_like=True, gc=False):
    """A seat agrees that the game goes on under the rules of this program."""

    seat: int
    id: str
    program: str


class Continued(msgspec.Struct, frozen=True, tag="e", array_like=True, gc=False):
    """From here on the game is one of another edition: so many of its answers stand under those rules."""

    seat: int
    id: str
    edition: int
    program: str
    since: int
    """The first answer after which it was another game."""
    kept: int
    is_whole: bool
    """Did every answer stand?"""
    hash: str
    """The name of the position after the last answer that stands."""


Kept = Answered | Drawn | Undone | Spoken | StandingOrdersSet | Agreed | Continued | Chained | Called | Mixed
Reply = Ok | OrderDone

encode_event = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Kept).decode


class Known(NamedTuple):
    """A message that was answered: its sum, 0 where an older event does not say, and the reply."""

    said: int
    reply: Reply | Refused | Trouble


def stamped(kept: Kept, known: Known) -> Kept:
    """An event with the message that brought it about and what its author was told."""
    said, told = known
    if isinstance(kept, Drawn | Agreed | Continued | Chained | Called | Mixed) or not isinstance(
        told, (Ok, OrderDone)
    ):
        return kept
    if isinstance(kept, Answered):
        done = told if isinstance(told, OrderDone) else None
        return Answered(
            kept.do, kept.hash, kept.seat, kept.id, kept.order, told.number, said, done, kept.faces
        )
    return msgspec.structs.replace(kept, number=told.number, said=said)


def known_by(kept: Kept, number: int) -> Known:
    """The message that brought an event about; `number` where an older event does not say what was told."""
    if isinstance(kept, Agreed | Continued | Chained | Called | Mixed):
        return Known(0, Ok(kept.id, number))
    if isinstance(kept, Answered) and kept.done is not None:
        return Known(kept.said, kept.done)
    return Known(kept.said, Ok(kept.id, kept.number if kept.number >= 0 else number))


class CannotGoOn(Exception):
    """A table that this program cannot play again; its text tells nothing that a side may not know."""

    def __init__(self, what: str, needs: str = "", rule: str = "") -> None:
        needs = needs[:40]
        begun = f" (it was begun with grognard {needs})" if needs else ""
        super().__init__(f"{what}{begun}{f': {rule} forbids it now' if rule else ''}")
        self.what = what
        self.needs = needs
        """The program it was begun with, if that can be read."""


class Damaged(CannotGoOn):
    """A table of which something stored cannot be read."""


UNREADABLE: Final = (msgspec.MsgspecError, UnicodeError, TypeError, RecursionError)
"""What comes of reading a row that holds anything at all."""


def readable(rows: Sequence[EventRow], first: int = 0) -> list[Kept]:
    """The events of a table, from `first` on, up to one that is missing or cannot be read."""
    found: list[Kept] = []
    for place, row in enumerate(rows, first):
        try:
            if row.seq != place:
                break
            found.append(_decode(row.body))
        except UNREADABLE:
            break
    return found


def read_events(rows: Sequence[EventRow]) -> list[Kept]:
    """The events of a table. Raises Damaged where one is missing or cannot be read."""
    found = readable(rows)
    if len(found) < len(rows):
        raise Damaged(f"its event {len(found)} is missing or cannot be read")
    return found


class AnswerInForce(NamedTuple):
    """An answer that was not taken back: the place of its event, its side, words, position and order."""

    place: int
    side: int
    do: str
    hash: str
    """Empty where the position has another name now: something before it was taken back later, or the
    game went on under other rules."""
    order: int
    faces: tuple[int, ...] = ()
    draw: tuple[int, ...] = ()


def answers_in_force(rows: Sequence[EventRow], events: Sequence[Kept]) -> list[AnswerInForce]:
    """The answers that stand. What was taken back was judged then, so it is not played again."""
    found: list[AnswerInForce] = []
    for row, kept in zip(rows, events, strict=False):
        if isinstance(kept, Answered):
            draw = kept.draw if isinstance(kept, Drawn) else ()
            found.append(AnswerInForce(row.seq, row.side, kept.do, kept.hash, kept.order, kept.faces, draw))
        elif isinstance(kept, Undone):
            taken = {n - 1 for n in kept.answers} or _last_of(found, row.side)
            first = min(taken, default=len(found))
            # What other sides wrote in secret after it stays.
            later = [one for i, one in enumerate(found[first:], first) if i not in taken]
            found[first:] = [one._replace(hash="") for one in later]
        elif isinstance(kept, Continued):
            first = max(kept.since - 1, 0)
            found[first:] = [one._replace(hash="") for one in found[first : kept.kept]]
            if found:
                found[-1] = found[-1]._replace(hash=kept.hash)
    return found


def _last_of(found: list[AnswerInForce], side: int) -> set[int]:
    """Where the last answer of a side is."""
    own = (i for i in reversed(range(len(found))) if found[i].side == side)
    return {i for i in (next(own, None),) if i is not None}


class _Sides(msgspec.Struct):
    """As much of a header as a record's answers need."""

    sides: list[str] = []
    dice: msgspec.Raw | None = None


def happened(
    rows: Sequence[EventRow], events: Sequence[Kept], answers: Sequence[Answer]
) -> list[Answer | bytes]:
    """The answers that stand and the lines about dice, in the order of what happened."""
    standing = zip(answers_in_force(rows, events), answers, strict=False)
    stands = {one.place: (answer, one.draw) for one, answer in standing}
    found: list[Answer | bytes] = []
    call: Called | None = None
    for row, kept in zip(rows, events, strict=False):
        if row.seq in stands:
            answer, draw = stands[row.seq]
            found.append(msgspec.structs.replace(answer, draw=draw))
        elif isinstance(kept, Chained):
            line = ChainLine(kept.place, kept.base, kept.salt, kept.anchor, kept.hidden)
            found.append(encode_line(line))
        elif isinstance(kept, Called):
            call = kept
        elif isinstance(kept, Mixed) and call is not None:
            found.append(encode_line(call_line(call, kept)))
    return found


def record_of_rows(header: bytes | str, rows: Sequence[EventRow]) -> bytes:
    """The record of a table without playing it, as far as its rows can be read."""
    try:
        read = msgspec.json.decode(header, type=_Sides)
    except UNREADABLE:
        read = _Sides()
    names = dict(enumerate(read.sides)) | {CHANCE: CHANCE_NAME}
    events = readable(rows)
    answers = [
        Answer(n, names.get(one.side, str(one.side)), one.do, one.hash, max(one.order, 0), one.faces)
        for n, one in enumerate(answers_in_force(rows, events), 1)
    ]
    # A damaged row may hold text where bytes belong, and lines where one belongs.
    first = header if isinstance(header, bytes) else header.encode("utf-8", "replace")
    if read.dice is not None:
        return fair_record(b" ".join(first.splitlines()), happened(rows, events, answers))
    return b"\n".join([b" ".join(first.splitlines()), *map(msgspec.json.encode, answers)]) + b"\n"
