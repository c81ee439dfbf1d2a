"""`grognard new-game`: a small complete game in a folder of its own, to change into another."""

import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import grognard
from grognard.cli.output import console
from grognard.play.errors import InputError
from grognard.play.registry import game_ids

TEMPLATE: Final = Path(grognard.__file__).parent / "template"
_LONGEST: Final = 40


def make_game(name: str, into: Path) -> int:
    """Writes the game and says what to do with it."""
    folder = write_game(name, into)
    out = console()
    out.print(f"{folder.name}: a game that can be played. Next:")
    for line in (f"cd {folder}", 'pip install -e ".[test]"', f"grognard play {name}", "pytest"):
        out.print(f"  {line}", markup=False)
    return 0


def write_game(name: str, into: Path) -> Path:
    """The folder of a new game of that name, written into another. Raises InputError."""
    package = name.replace("-", "_")
    _check(name, package)
    folder = into / name
    if folder.exists():
        raise InputError(f"there is a '{name}' already", "choose another name, or another folder with --into")
    for source, target in ((TEMPLATE / "hill_fight", folder / package), (TEMPLATE / "project", folder)):
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                written = target / path.relative_to(source)
                written.parent.mkdir(parents=True, exist_ok=True)
                written.write_text(renamed(path.read_text("utf-8"), name), "utf-8", newline="\n")
    return folder


def renamed(text: str, name: str) -> str:
    """A text of the template in the name of the new game."""
    words = name.split("-")
    package, title = "_".join(words), " ".join(word.capitalize() for word in words)
    text = text.replace("grognard.template.hill_fight", package).replace("hill_fight", package)
    text = text.replace("hill-fight", name).replace("HillFight", title.replace(" ", ""))
    return re.sub(r"\bhf\b", prefix_of(name), text.replace("Hill Fight", title))


def prefix_of(name: str) -> str:
    """What the ids of a game's rules begin with: its initials, of one word its first two letters."""
    words = name.split("-")
    return "".join(word[0] for word in words) if len(words) > 1 else name[:2]


def _check(name: str, package: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > _LONGEST:
        raise InputError(
            f"'{name[:60]}' cannot be a game's name", "small letters and hyphens, such as river-line"
        )
    if name in game_ids():
        raise InputError(f"there is a game '{name}' on the shelf already", "choose another name")
    if (TEMPLATE / "project" / package).exists():
        raise InputError(f"'{name}' is a folder of every game", "choose another name")
    if keyword.iskeyword(package) or package in sys.stdlib_module_names or find_spec(package) is not None:
        raise InputError(f"'{name}' is the name of something in Python", "choose another name")
