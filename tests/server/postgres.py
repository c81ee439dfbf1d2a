"""A PostgreSQL server of the tests' own, where its programs are installed: a socket in a folder, no port."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SOCKET = ".s.PGSQL.5432"


def _programs() -> Path | None:
    """The folder with initdb, on the path or where Debian puts it."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of an empty database that is gone afterwards; skips the test where there can be none."""
    programs = _programs()
    if programs is None:
        pytest.skip("no PostgreSQL programs on this machine")
    user = "postgres" if os.name == "posix" and os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if user is not None:
            # PostgreSQL refuses to run as root; Debian's package makes this user for it.
            try:
                shutil.chown(folder, user)
            except LookupError:
                pytest.skip("PostgreSQL cannot run as root, and there is no user postgres")

        def run(program: str, *args: str) -> None:
            command = [programs / program, "-D", folder / "data", *args]
            subprocess.run(command, user=user, cwd=folder, check=True, capture_output=True)

        run("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        quiet = f"-k {folder} -c listen_addresses="
        run("pg_ctl", "start", "--wait", "--log", str(folder / "log"), "-o", quiet)
        try:
            yield f"postgresql+pg8000://postgres@/postgres?unix_sock={folder / SOCKET}"
        finally:
            run("pg_ctl", "stop", "--wait", "--mode=immediate")
