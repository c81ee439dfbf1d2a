"""The seeds of the server's chains, on disk before anybody sees what is laid down of them."""

import secrets
from collections.abc import Sequence
from typing import Final, NamedTuple

import sqlalchemy as sa

from grognard.server.store.database import copies, dice_seeds
from grognard.server.store.storage import Storage

ELSEWHERE: Final = "elsewhere"
"""The copy of what was laid down on another machine."""


class KeptSeed(NamedTuple):
    """A seed, and in which copy of the data its chain was laid down."""

    seed: bytes
    copy: str


async def seeds_of(storage: Storage, game: str) -> tuple[list[KeptSeed], str]:
    """The seeds of a table's chains in their order, and the name of this copy of the data."""

    def read(connection: sa.Connection) -> tuple[list[KeptSeed], str]:
        return read_seeds(connection, game), _name_of_copy(connection)

    return await storage.change(read)


def read_seeds(connection: sa.Connection, game: str) -> list[KeptSeed]:
    """The seeds of a table's chains in their order."""
    wanted = sa.select(dice_seeds.c.seed, dice_seeds.c.copy).where(dice_seeds.c.game == game)
    return [KeptSeed(*row) for row in connection.execute(wanted.order_by(dice_seeds.c.number))]


async def add_seed(storage: Storage, game: str, number: int) -> KeptSeed:
    """A new seed for the chain of this number; one that was never used makes way."""

    def write(connection: sa.Connection) -> KeptSeed:
        made = KeptSeed(secrets.token_bytes(32), _name_of_copy(connection))
        insert_seeds(connection, game, [made], number)
        return made

    return await storage.change(write)


def insert_seeds(connection: sa.Connection, game: str, found: Sequence[KeptSeed], first: int = 0) -> None:
    """Write these seeds from this number on, in the place of those there."""
    connection.execute(
        sa.delete(dice_seeds).where((dice_seeds.c.game == game) & (dice_seeds.c.number >= first))
    )
    for number, one in enumerate(found, first):
        row = {"game": game, "number": number, "seed": one.seed, "copy": one.copy}
        connection.execute(sa.insert(dice_seeds), row)


def _name_of_copy(connection: sa.Connection) -> str:
    found = connection.execute(sa.select(copies.c.name).order_by(copies.c.name)).first()
    if found is not None:
        return str(found[0])
    name = secrets.token_hex(16)
    connection.execute(sa.insert(copies), {"name": name})
    return name
