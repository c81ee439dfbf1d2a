"""Format 1 of records and tables, as version 0.1.0 wrote it. It is read, never written.

Its names of positions were made otherwise, and a hash named the game's data; neither is looked at. A game
goes on if every answer is legal where it stands.
"""

import hashlib

import msgspec

from grognard.play.header import Header, Origin


class OwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own tables file: its name and the hash of its content. The file itself is kept elsewhere."""

    name: str
    hash: str

    def is_in(self, data: bytes) -> bool:
        """Is this the content that was played with?"""
        total = hashlib.blake2b(len(data).to_bytes(8, "big"), digest_size=8)
        total.update(data)
        return total.hexdigest() == self.hash


class HeaderOne(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: str
    version: int
    game: str
    scenario: str
    options: dict[str, bool]
    grognard: str
    data: str
    sides: list[str]
    start: str
    players: dict[str, str] = {}
    tables: OwnTables | None = None
    branched: Origin | None = None

    def header(self) -> Header:
        """As a header of today; its version still says that the names are those of then."""
        return Header(
            format=self.format,
            version=self.version,
            game=self.game,
            scenario=self.scenario,
            options=self.options,
            grognard=self.grognard,
            sides=self.sides,
            start=self.start,
            players=self.players,
            branched=self.branched,
        )
