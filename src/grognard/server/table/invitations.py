"""Invitations: a friend's link opens no seat by itself. Who takes it gets a secret that nobody else sees."""

import secrets
from typing import Final, NamedTuple

from grognard.server.store.database import SeatRow
from grognard.server.store.storage import Storage
from grognard.server.store.tokens import hashed, new_token
from grognard.server.table.errors import Forbidden, NoSuchTable

INVITED: Final = "invited"
CODED: Final = "coded"
"""The kinds of a friend's seat that nobody has taken: with a link alone, or with a code beside it."""
UNTAKEN: Final = (INVITED, CODED)
MOST_TRIES: Final = 5
"""Wrong codes, after which the invitation is worth nothing."""


class Invitation(NamedTuple):
    """What is made for a friend: the secret of the link, and the code told by other means, if any."""

    token: str
    code: str

    @property
    def kind(self) -> str:
        """How its seat is kept until it is taken."""
        return CODED if self.code else INVITED

    @property
    def code_hash(self) -> str:
        """How the code is kept; the secret of the link goes into it."""
        return hashed(f"{self.token} {self.code}") if self.code else ""


def invite(with_code: bool) -> Invitation:
    """A new invitation."""
    return Invitation(new_token(), f"{secrets.randbelow(10_000):04d}" if with_code else "")


async def invited(storage: Storage, table: str, token: str) -> SeatRow:
    """The seat that an invitation is for. Raises NoSuchTable where it was taken, or never was."""
    row = await storage.seat(table, hashed(token))
    if row is None or row.kind not in UNTAKEN:
        raise NoSuchTable
    return row


async def accept(storage: Storage, table: str, token: str, code: str, key: str) -> tuple[SeatRow, str]:
    """Take the seat of an invitation: the seat as it is now, and its new secret. The first who asks gets it.

    Raises NoSuchTable, and Forbidden for a wrong code.
    """
    row = await invited(storage, table, token)
    if row.kind == CODED:
        given = hashed(f"{token} {code.strip()}")
        left = await storage.try_code(row.token_hash, given, MOST_TRIES)
        if left < 0:
            raise NoSuchTable
        if left < MOST_TRIES:
            raise Forbidden("that is not the code; ask who invited you")
    fresh = new_token()
    if not await storage.take_seat(row, hashed(fresh), hashed(key) if key else ""):
        raise NoSuchTable
    return row._replace(token_hash=hashed(fresh), kind="friend"), fresh
