"""The first line of a record: which game, under which rules and data, and the answers that follow it."""

import hashlib
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from grognard import __version__
from grognard.core.chance import CHANCE
from grognard.core.content import read_source
from grognard.core.flow import SEAL
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem
from grognard.play.errors import InputError

FORMAT: Final = "grognard-record"
VERSION: Final = 1

CHANCE_NAME: Final = "chance"

# Neither changes how a game is played: one is prose, the other an index of our tests.
_NOT_PLAYED: Final = frozenset({"ledger.toml", "looks.toml", "tests.toml"})


class OwnTables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own tables file: its name and the hash of its content."""

    name: str
    hash: str


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game this one branched from: the hash of its position there, and after how many answers."""

    hash: str
    at: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must be known to play a record again."""

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


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One answer: its place from 1 on, who gave it, what it was, and the name of the position after it."""

    n: int
    by: str
    do: str
    hash: str
    order: int = 0
    """Answers of one order share its number."""


def digest(*parts: bytes) -> str:
    """Sixteen hex digits over the parts and where each ends."""
    total = hashlib.blake2b(digest_size=8)
    for part in parts:
        total.update(len(part).to_bytes(8, "big"))
        total.update(part)
    return total.hexdigest()


def data_hash(system: AnySystem, scenario: str, more: bytes = b"") -> str:
    """The name of the data a scenario is played with: map, counters, tables, its own file, and `more`.

    Other scenarios stay out, so that a new one does not make old records look foreign.
    """
    folder = system.folder / "data"
    parts: list[bytes] = []
    for path in sorted(folder.rglob("*.toml")):
        inside = path.relative_to(folder).as_posix()
        if inside in _NOT_PLAYED or (
            inside.startswith("scenarios/") and path.stem not in _family(folder, scenario)
        ):
            continue
        parts += [inside.encode(), path.read_bytes()]
    return digest(*parts, *([more] if more else []))


def _family(folder: Path, scenario: str) -> set[str]:
    """The scenario and the one it takes its other values from."""
    path = folder / "scenarios" / f"{scenario}.toml"
    if not path.is_file():
        return {scenario}
    base = tomllib.loads(path.read_text("utf-8")).get("base", "")
    return {scenario, str(base)}


def own_tables(path: Path | None) -> OwnTables | None:
    """The name and hash of a tables file."""
    if path is None:
        return None
    _, data = read_source(path)
    return OwnTables(path.name, digest(data))


def make_header(
    system: AnySystem,
    scenario: str,
    data: str,
    options: Mapping[str, bool],
    tables: Path | None,
    players: Mapping[str, str],
    start: Position,
) -> Header:
    """The header of a game that begins now."""
    return Header(
        format=FORMAT,
        version=VERSION,
        game=system.id,
        scenario=scenario,
        options=dict(options),
        grognard=__version__,
        data=data,
        sides=list(system.sides),
        start=start.hash(),
        players=dict(players),
        tables=own_tables(tables),
    )


def side_name(system: AnySystem, side: int) -> str:
    """A side as records write it."""
    return CHANCE_NAME if side == CHANCE else system.sides[side]


def side_of(system: AnySystem, name: str) -> int:
    """The side a record names. Raises InputError for one that the game does not have."""
    if name == CHANCE_NAME:
        return CHANCE
    if name not in system.sides:
        known = ", ".join([*system.sides, CHANCE_NAME])
        raise InputError(f"there is no side '{name[:60]}'", f"known: {known}")
    return system.sides.index(name)


def write_choice(system: AnySystem, pos: Position, choice: Choice) -> str:
    """A choice as text. Closing a secret order is the engine's own word, in every game."""
    return (
        SEAL[0] if choice == SEAL and SEAL[0] not in system.words.verbs else system.words.write(pos, choice)
    )


def read_choice(system: AnySystem, pos: Position, text: str) -> Choice:
    """The choice that a text means. Raises InputError that says what is unknown."""
    if text.strip() == SEAL[0] and SEAL[0] not in system.words.verbs:
        return SEAL
    try:
        return system.words.read(pos, text)
    except (ValueError, KeyError) as problem:
        raise InputError(str(problem)) from problem
