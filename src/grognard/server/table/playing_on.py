"""Playing on from a place in a game: a new table that begins with the answers given until then."""

from time import time

import msgspec

from grognard.play.header import side_of
from grognard.play.match import Match
from grognard.server.messages.table_bodies import SideSetup
from grognard.server.store.database import EventRow, SeatRow, TableRow
from grognard.server.store.storage import Storage
from grognard.server.store.table_events import Answered, encode_event
from grognard.server.store.tokens import hashed, new_token
from grognard.server.table.new_table import new_seats
from grognard.server.table.seating import HeldSeat, SideOf, TableSetup

STAFF = "staff"
"""Who takes the place of a friend: the new table is whose who asked for it."""


def setup_of(old: TableSetup, mine: tuple[int, ...]) -> TableSetup:
    """Who plays at the new table: whoever asks keeps the sides he had, computers play all others."""

    def player(side: int, one: SideOf) -> SideOf:
        if side in mine:
            return SideOf("person")
        return one if one.by == "computer" else SideOf("computer", STAFF)

    return msgspec.structs.replace(old, sides=[player(side, one) for side, one in enumerate(old.sides)])


def first_answers(match: Match) -> list[tuple[int, bytes]]:
    """The answers of a branched game, as a table keeps them."""
    return [
        (
            side_of(match.system, one.by),
            encode_event(Answered(one.do, one.hash, order=one.order, faces=one.faces)),
        )
        for one in match.answers
    ]


def seats_of(setup: TableSetup) -> list[HeldSeat]:
    """One seat for all sides of whoever asked, one to watch from."""
    return new_seats([SideSetup("me" if one.by == "person" else "computer") for one in setup.sides])


async def keep(
    storage: Storage, id: str, match: Match, setup: TableSetup, key_hash: str
) -> list[tuple[HeldSeat, str]]:
    """Keeps the new table. Returns its seats, each with its secret."""
    seats = [(seat, new_token()) for seat in seats_of(setup)]
    rows = [
        SeatRow(hashed(token), id, seat.place, seat.kind, ",".join(map(str, seat.sides)))
        for seat, token in seats
    ]
    row = TableRow(id, msgspec.json.encode(match.header), msgspec.json.encode(setup), int(time()))
    events = [EventRow(id, seq, *one) for seq, one in enumerate(first_answers(match))]
    await storage.add_table(row, rows, key_hash, events, [])
    return seats
