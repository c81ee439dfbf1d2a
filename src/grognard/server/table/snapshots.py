"""A table as it stood after so many of its events, kept so that it need not be played again from the first.

A snapshot is no truth of its own: the events are. One that is damaged, that another program has written, or
that what came later does not fit is left aside, and the table is played again. Only what a match holds is in
it; whatever hangs on the rules of a position is worked out anew.
"""

from collections.abc import Sequence
from hashlib import blake2b
from inspect import getfile
from pathlib import Path
from typing import Any, Final
from zlib import compress, decompress

import msgspec

from grognard.core.flow.flow import AnyGame, Game
from grognard.core.flow.rulings import Refusal
from grognard.core.position import NOTHING
from grognard.core.system import AnySystem
from grognard.play.build import DECIDES, stamp_of
from grognard.play.header import Answer, Header
from grognard.play.match import Given, LogLine, TakeBack
from grognard.server.messages.from_server import Ok, OrderDone, Said
from grognard.server.store.database import EventRow
from grognard.server.store.table_events import (
    Answered,
    Continued,
    Kept,
    Known,
    Spoken,
    StandingOrdersSet,
    Undone,
    known_by,
    readable,
)
from grognard.server.table.replaying import Replay, message_key, start_again
from grognard.server.table.table_match import FoughtBattle, ShownRoll, TableMatch

EVERY: Final = 500
"""A table is kept whole after so many answers."""
WORTH: Final = 32
"""When nobody sits at it any more it is kept if so many answers came since: fewer are soon played again."""
MOST_REPLIES: Final = 1_000
"""Message ids remembered for each table; far more than a client has under way."""
_SUM: Final = 16


class SavedReply(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What was replied to a message, by seat and id."""

    key: str
    said: int
    reply: Ok | OrderDone


class Snapshot(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """All that a table holds in memory."""

    stamp: str
    """Of the program and the game that wrote it."""
    events: int
    """So many events are in it."""
    name: str
    """Of the position."""
    position: dict[str, Any]
    begun: dict[str, Any]
    """The position before the first answer that can still be taken back."""
    open: list[Given]
    answers: list[Answer]
    log: list[LogLine]
    counts: list[list[int]]
    targets: list[int]
    laid: list[bool]
    barriers: dict[int, Refusal]
    is_passed_on: bool
    orders: int
    standing: dict[int, dict[str, str]]
    rolled: list[ShownRoll]
    battles: list[FoughtBattle]
    ways: dict[int, tuple[int, ...]]
    replies: list[SavedReply]
    chat: list[Spoken]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Snapshot).decode


class Misfit(Exception):
    """A snapshot that cannot be gone on from."""


def taken(match: TableMatch, events: int, replies: dict[str, Known], chat: list[Said]) -> bytes | None:
    """The snapshot of a table after so many events; None while an order waits, which only its match knows."""
    if match.intentions:
        return None
    saved = [
        SavedReply(key, known.said, known.reply)
        for key, known in replies.items()
        # What was refused is judged anew.
        if isinstance(known.reply, Ok | OrderDone)
    ]
    back = match.open
    return _encode(
        Snapshot(
            stamp=stamp_for(match.system),
            events=events,
            name=match.pos.hash(),
            position=match.pos.dump(),
            begun=back.begun.pos.dump(),
            open=back.open,
            answers=match.answers,
            log=match.log,
            counts=match.counts,
            targets=match.targets,
            laid=match.laid,
            barriers=back.barriers,
            is_passed_on=back.is_passed_on,
            orders=match.orders,
            standing=match.standing,
            rolled=match.rolled,
            battles=match.battles,
            ways=match.ways,
            replies=saved,
            chat=[Spoken(NOTHING, "", said.by, said.text, said.at) for said in chat],
        )
    )


def packed(snapshot: bytes) -> bytes:
    """As it is written: small, and with a sum that tells whether it is still whole."""
    small = compress(snapshot, 1)
    return blake2b(small, digest_size=_SUM).digest() + small


def unpacked(body: bytes) -> Snapshot:
    """The snapshot that was written so. Raises Misfit."""
    given, small = body[:_SUM], body[_SUM:]
    if blake2b(small, digest_size=_SUM).digest() != given:
        raise Misfit("it is damaged")
    try:
        return _decode(decompress(small))
    except Exception as problem:
        raise Misfit("it cannot be read") from problem


def stamp_for(system: AnySystem) -> str:
    """The stamp of this program, and of a game that comes from elsewhere."""
    here, own = Path(__file__).parents[2], Path(getfile(type(system))).parent
    others = () if own.is_relative_to(here) else (own,)
    return stamp_of(*(here / package for package in (*DECIDES, "server")), *others)


def go_on_from(header: Header, body: bytes, rows: Sequence[EventRow]) -> Replay:
    """The table that a snapshot and the events after it make. Raises Misfit where they make none."""
    snapshot = unpacked(body)
    try:
        match = _restored(header, snapshot)
        replies = {one.key: Known(one.said, one.reply) for one in snapshot.replies}
        told = Replay(match, replies, snapshot.chat, len(snapshot.answers))
        events = readable(rows, snapshot.events)
        if len(events) < len(rows):
            raise Misfit("an event after it cannot be read")
        for row, kept in zip(rows, events, strict=True):
            _play(told, row, kept)
    except Misfit:
        raise
    except Exception as problem:
        # Whatever is wrong with it, the events are there.
        raise Misfit("it does not fit what came later") from problem
    if rows and (last := match.answers[-1:]) and last[0].hash != match.pos.hash():
        raise Misfit("what came later leads elsewhere")
    return told


def _restored(header: Header, snapshot: Snapshot) -> TableMatch:
    match = start_again(header)
    system = match.system
    if snapshot.stamp != stamp_for(system):
        raise Misfit("another program wrote it")
    games: list[AnyGame] = [
        Game(system.rules.procedures, system.rules.restore(match.pos, dump))
        for dump in (snapshot.position, snapshot.begun)
    ]
    if games[0].pos.hash() != snapshot.name:
        raise Misfit("its position is another")
    back = TakeBack(games[1], snapshot.open, snapshot.barriers, snapshot.is_passed_on)
    match.stand_at(games[0], snapshot.answers, snapshot.log, snapshot.orders, back)
    match.counts, match.targets, match.laid = snapshot.counts, snapshot.targets, snapshot.laid
    match.standing, match.rolled = snapshot.standing, snapshot.rolled
    match.battles, match.ways = snapshot.battles, snapshot.ways
    return match


def _play(told: Replay, row: EventRow, kept: Kept) -> None:
    """An event as it came: what is taken back is taken back again."""
    match = told.match
    if isinstance(kept, Answered):
        match.say(row.side, kept.do, order=kept.order, name=kept.hash, faces=kept.faces)
    elif isinstance(kept, Undone):
        if match.take_back(row.side) != kept.answers:
            raise Misfit("other answers would be taken back")
    elif isinstance(kept, StandingOrdersSet):
        match.standing[row.side] = kept.orders
    elif isinstance(kept, Spoken):
        told.chat.append(kept)
    elif isinstance(kept, Continued):
        raise Misfit("the game went on under other rules")
    if kept.id:
        told.replies[message_key(kept.seat, kept.id)] = known_by(kept, match.pos.number_for(row.side))
