"""Players of an earlier release: its own package runs in a process of its own and answers from views.

`staff@v0.2.0` is the staff as it was at that tag or commit of this checkout; `staff@FOLDER` that of a package
unpacked there (`pip install --no-deps --target FOLDER grognard==0.2.0`) or of another checkout. The process
gets the view of its side and nothing else, and knows the rules of its own day: where they allow what ours do
not, the usual answer is given.
"""

import io
import os
import pickle
import subprocess
import sys
import tarfile
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import IO, Any, Final

from grognard.ai import past_process
from grognard.core.flow.chance import Random
from grognard.core.flow.flow import Ask
from grognard.core.position import Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.play.errors import InputError

AT: Final = "@"
"""Between a player's name and the release it is of."""

HOW: Final = (
    "name a tag or commit of this checkout, or a folder that pip install --no-deps --target FOLDER has filled"
)

ROOT: Final = Path(__file__).parents[3]
"""The checkout, if this package is run from one."""

_seats = count(1)


def release_folder(release: str) -> Path:
    """The folder to import a release's package from: one that is named, or the tree of a tag or commit."""
    named = Path(release).expanduser()
    for folder in (named, named / "src"):
        if (folder / "grognard" / "__init__.py").exists():
            return folder.resolve()
    return _unpacked(release)


def _unpacked(release: str) -> Path:
    """The sources at a tag or commit of this checkout, unpacked once into the folder for caches."""
    commit = _git("rev-parse", "--verify", "--quiet", f"{release}^{{commit}}").decode().strip()
    if not commit:
        what = f"there is no release '{release[:60]}' here"
        raise InputError(what, HOW)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grognard" / "releases"
    folder = home / commit
    if not folder.exists():
        draft = home / f"{commit}.{os.getpid()}"
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, "src/grognard"))) as tree:
            tree.extractall(draft, filter="data")
        try:
            draft.rename(folder)
        except OSError:  # another process was first
            if not folder.exists():
                raise
    return folder / "src"


def _git(*words: str) -> bytes:
    """What git says of this checkout; nothing where there is none."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
    except FileNotFoundError:
        return b""
    return done.stdout if done.returncode == 0 else b""


class _Process:
    """The package of a release at work. It ends when this process does: its questions end then."""

    def __init__(self, folder: Path) -> None:
        self._work = subprocess.Popen(
            [sys.executable, "-P", past_process.__file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )

    def ask(self, *question: Any) -> Any:
        """Its answer. Raises InputError with what went wrong over there."""
        write, read = self._work.stdin, self._work.stdout
        assert write is not None and read is not None
        try:
            _send(write, question)
            is_fine, found = pickle.load(read)
        except (EOFError, OSError) as problem:
            raise InputError("the process of the release has ended") from problem
        if not is_fine:
            raise InputError(
                f"the release cannot answer: {found}", "its rules may differ too much from these"
            )
        return found


def _send(stream: IO[bytes], message: Any) -> None:
    pickle.dump(message, stream)
    stream.flush()


@lru_cache(maxsize=4)
def _process(folder: Path) -> _Process:
    return _Process(folder)


class PastPlayer:
    """A player of an earlier release."""

    def __init__(self, name: str, system: AnySystem) -> None:
        self.reason = ""
        player, _, release = name.partition(AT)
        self._seat = next(_seats)
        self._process = _process(release_folder(release))
        self._process.ask("seat", self._seat, player, system.id)

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """What it answered in its day; the usual answer where today's rules do not offer that."""
        choice, self.reason = self._process.ask("choose", self._seat, view, generator.randrange(1 << 62))
        if choice in ask.options(view.side):
            return choice[0], choice[1]
        self.reason = "the usual answer: what it would do is not open any more"
        return ask.usual(system.knowledge.sample(view, generator), view.side)
