"""The first line of a record: which game, under which rules and files, and the answers that follow it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from grognard import __version__
from grognard.core.content.player_files import NO_FILES, PlayerFiles
from grognard.core.flow.chance import CHANCE
from grognard.core.flow.steps import SEAL
from grognard.core.position import Choice, Position
from grognard.core.system import AnySystem
from grognard.play.build import build, full_name
from grognard.play.dice.lines import FairDice
from grognard.play.errors import InputError

FORMAT: Final = "grognard-record"
VERSION: Final = 2
FAIR_VERSION: Final = 3
"""Of a record that proves its dice."""

CHANCE_NAME: Final = "chance"


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game this one branched from: the hash of its position there, and after how many answers."""

    hash: str
    at: int


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be known to play a record again."""

    format: str
    version: int
    game: str
    scenario: str
    options: dict[str, bool]
    grognard: str
    sides: list[str]
    start: str
    players: dict[str, str] = {}
    own: PlayerFiles = NO_FILES
    branched: Origin | None = None
    edition: int = 0
    """Of the game's rules; 0: before they were counted."""
    build: str = ""
    """The stamp of the program that began it; nothing: before there were stamps."""
    dice: FairDice | None = None
    """What a table with fair dice says of them; it is of version 3."""

    @property
    def program(self) -> str:
        """The program it needs, by a name that no other has."""
        return full_name(self.grognard, self.build)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """One answer: its place from 1 on, who gave it, what it was, and the name of the position after it."""

    n: int
    by: str
    do: str
    hash: str
    order: int = 0
    """The number that all answers of one order share; 0: an order of one, as a line without it says."""
    faces: tuple[int, ...] = ()
    """What each die of a throw of several shows; nothing where one was thrown, or where it is not known."""
    draw: tuple[int, ...] = ()
    """Of fair dice: the ball that was drawn, of how many, and the number of a hidden roll."""


def make_header(
    system: AnySystem,
    scenario: str,
    options: Mapping[str, bool],
    own: PlayerFiles,
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
        sides=list(system.sides),
        start=start.hash(),
        players=dict(players),
        own=own,
        edition=system.edition,
        build=build(),
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
