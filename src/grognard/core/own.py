"""A player's own files, held whole: what a game is played with beside, or in place of, what ships with it.

They travel with the game: a record or a table that was played with them needs no file beside it.
"""

import hashlib
from pathlib import Path
from typing import Final

import msgspec

from grognard.core.content import Fault, parse_toml, read_source


class Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Texts by the name of their file, and which of them is what."""

    files: dict[str, str] = {}
    tables: str = ""
    """The file whose tables replace the game's; none: the game's own hold."""

    @property
    def key(self) -> str:
        """A name of these files by what is in them; nothing for none."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=16).hexdigest() if self.files else ""

    def faults(self) -> list[Fault]:
        """What is wrong with how they are put together."""
        if self.tables and self.tables not in self.files:
            return [Fault("own.tables", f"there is no file {self.tables[:80]!r}", "one of own.files")]
        return []


NO_OWN: Final = Own()


def read_text(path: Path) -> str:
    """A content file as text, or a ContentError that says why it is none."""
    file, data = read_source(path)
    parse_toml(data, file)
    return data.decode("utf-8-sig")


def own_tables(path: Path | None) -> Own:
    """A player's own tables; without a path none."""
    return NO_OWN if path is None else Own({path.name: read_text(path)}, tables=path.name)
