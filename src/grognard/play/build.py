"""Which program this is: its version, and a stamp over everything that decides how a game goes."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import grognard
from grognard import __version__

DECIDES: Final = ("core", "kit", "games", "play")
"""The packages whose code and data a game is played by."""
_KINDS: Final = (".py", ".toml")


@cache
def build() -> str:
    """Eight hex digits over the rules and what plays them: two programs of one version may differ."""
    root = Path(grognard.__file__).parent
    return stamp_of(*(root / package for package in DECIDES))[:8]


@cache
def stamp_of(*folders: Path) -> str:
    """A sum over the code and data in these folders."""
    files = sorted(
        (folder, file) for folder in folders for file in folder.rglob("*") if file.suffix in _KINDS
    )
    total = sha256()
    for folder, file in files:
        # An example of play shows a rule and is none, and so does a test; they may be reworded.
        if "cases" not in file.parts and file.name != "tests.toml":
            total.update(file.relative_to(folder.parent).as_posix().encode())
            total.update(sha256(file.read_bytes()).digest())
    return total.hexdigest()


def program() -> str:
    """This program by its full name."""
    return full_name(__version__, build())


def full_name(version: str, stamp: str) -> str:
    """A program by its version and stamp; one without a stamp is told apart from this one."""
    if stamp:
        return f"{version}+{stamp}"
    return f"{version} (older build)" if version == __version__ else version
