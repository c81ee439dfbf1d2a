"""A copy of all games that is whole, also while a server writes to them."""

import os
import secrets
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from grognard.play.errors import InputError
from grognard.server.store.database import check_there, data_file_of


def back_up(address: str, output: Path) -> int:
    """Write the copy and return how many tables are in it. Raises InputError.

    It is made beside its place and put there when it is complete, so that a copy of before stays until then.
    """
    file = data_file_of(address)
    if file is None:
        raise InputError("that database has a tool of its own for copies", "for PostgreSQL: pg_dump")
    check_there(address)
    if output.exists() and output.samefile(file):
        raise InputError(f"{output.name} is the data file itself", "name another file for the copy")
    if output.is_dir():
        raise InputError(f"{output} is a folder", "name a file in it")
    handle, name = -1, ""
    try:
        # Its owner's alone, as what it is a copy of.
        handle, name = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
        os.close(handle)
        count = _copy(file, name)
        os.replace(name, output)
    except (OSError, sqlite3.Error) as problem:
        with suppress(OSError):
            os.unlink(name)
        why = getattr(problem, "strerror", None) or problem
        raise InputError(
            f"the copy {output.name} cannot be made: {why}", "check folder and disk"
        ) from problem
    return count


def _copy(file: Path, copy: str) -> int:
    """One reading of the file: what is committed meanwhile is not in the copy, and nothing is in it half."""
    with closing(sqlite3.connect(file, timeout=30)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        # One file alone, without a log beside it.
        target.execute("PRAGMA journal_mode=DELETE")
        found = target.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"the data file is damaged: {found}")
        # Dice that were called for since must not fall again: a copy that is put back lays new chains.
        if target.execute("SELECT count(*) FROM sqlite_master WHERE name = 'copies'").fetchone()[0]:
            target.execute("UPDATE copies SET name = ?", (secrets.token_hex(16),))
            target.commit()
        return int(target.execute("SELECT count(*) FROM tables").fetchone()[0])
