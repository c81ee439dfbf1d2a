"""A player's own files, held whole: what a game is played with beside, or in place of, what ships with it.

They travel with the game: a record or a table that was played with them needs no file beside it.
"""

import hashlib
from pathlib import Path
from typing import Final

import msgspec

from grognard.core.content.read import (
    ContentError,
    Fault,
    is_file_name,
    is_text,
    parse_toml,
    raise_faults,
    read_source,
)

MAX_CHARACTERS: Final = 2_000_000
"""Characters of all files together."""
NAMED: Final = ("map", "counters", "tables", "base")
"""The keys by which a scenario or a map names other files."""


class PlayerFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Texts by the name of their file, and which of them is what."""

    files: dict[str, str] = {}
    scenario: str = ""
    """The file that is the scenario; none: one of the game's. The files it names are among these."""
    tables: str = ""
    """The file whose tables replace the game's; none: the game's own hold."""

    @property
    def key(self) -> str:
        """A name of these files by what is in them; nothing for none."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=16).hexdigest() if self.files else ""

    def faults(self) -> list[Fault]:
        """What is wrong with how they are put together."""
        faults = [
            Fault(f"own.{label}", f"there is no file {name[:80]!r}", "one of own.files")
            for label, name in (("scenario", self.scenario), ("tables", self.tables))
            if name and name not in self.files
        ]
        if sum(map(len, self.files.values())) > MAX_CHARACTERS:
            faults.append(
                Fault("own.files", f"are larger than {MAX_CHARACTERS:,} characters", "leave some out")
            )
        return faults


NO_FILES: Final = PlayerFiles()


def read_player_files(scenario: Path | None = None, tables: Path | None = None) -> PlayerFiles:
    """A player's own scenario, with the files it names that lie beside it, and his own tables."""
    files: dict[str, str] = {}
    if scenario is not None:
        files[scenario.name] = read_text(scenario)
        wanted = _named_in(files[scenario.name])
        while wanted:
            name = wanted.pop()
            if name not in files and (scenario.parent / name).is_file():
                files[name] = read_text(scenario.parent / name)
                wanted += _named_in(files[name])
    player_tables = ""
    if tables is not None:
        text = read_text(tables)
        # The scenario may have brought another file of that name.
        player_tables = tables.name if files.get(tables.name, text) == text else f"own {tables.name}"
        files[player_tables] = text
    own = PlayerFiles(files, scenario.name if scenario is not None else "", player_tables)
    raise_faults(own.scenario or own.tables, own.faults())
    return own


def player_tables(path: Path | None) -> PlayerFiles:
    """A player's own tables; without a path none."""
    return read_player_files(tables=path)


def read_text(path: Path) -> str:
    """A content file as text, or a ContentError that says why it is none."""
    file, data = read_source(path)
    parse_toml(data, file)
    return data.decode("utf-8-sig")


def _named_in(text: str) -> list[str]:
    """The files that a scenario names."""
    try:
        values = parse_toml(text.encode(), "")
    except ContentError:
        return []
    named = [values.get(key) for key in NAMED]
    inner = named[0]
    found = [name for name in named if isinstance(name, str) and is_file_name(name)]
    return found + (_named_in(inner) if isinstance(inner, str) and is_text(inner) else [])
