"""The lines of a record that tell of its dice, and what its first line says of them."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from grognard.play.dice.arithmetic import to_bytes, to_text

SCHEME: Final = "grognard-dice-1"
SERVER: Final = -1
"""The server's place."""


class FairDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table with fair dice says of them before they fall: who gives values, and how strict it is."""

    scheme: str
    table: str
    strict: bool
    seats: dict[str, list[str]]
    """By place: the sides that a person plays there."""
    witnesses: list[int] = []

    @property
    def persons(self) -> list[int]:
        """The places of persons."""
        return sorted(int(place) for place in self.seats)

    @property
    def all(self) -> list[int]:
        """All places that give values."""
        return sorted([*self.persons, *self.witnesses])


class _Line(msgspec.Struct, frozen=True, tag_field="dice", forbid_unknown_fields=True, omit_defaults=True):
    """A line of the record about dice."""


class ChainLine(_Line, tag="chain", frozen=True):
    """A chain is laid down: a person's with `salt`, the server's with the sum of its hidden key."""

    place: int
    base: int
    salt: str = ""
    anchor: str = ""
    hidden: str = ""


Why = Literal["open", "roll", "part", "void"]


class CallLine(_Line, tag="call", frozen=True, kw_only=True):
    """Secrets are put together: for an opening, a roll, because somebody leaves, or in vain."""

    k: int
    why: Why = msgspec.field(name="for")
    by: int
    need: list[int]
    seal: str = ""
    values: dict[str, str]
    server: str = ""

    @property
    def given(self) -> dict[int, bytes]:
        """The values by place. Raises ValueError."""
        return {int(place): to_bytes(text) for place, text in self.values.items()}

    @property
    def late(self) -> list[int]:
        """Who was needed and did not give."""
        return [place for place in self.need if str(place) not in self.values]


def as_text(values: Mapping[int, bytes]) -> dict[str, str]:
    """Values as a line writes them."""
    return {str(place): to_text(values[place]) for place in sorted(values)}


class GoneLine(_Line, tag="gone", frozen=True):
    """A computer plays on for that seat, which is needed no more."""

    place: int


class EndLine(_Line, tag="end", frozen=True):
    """The game is over: a seal over all answers."""

    seal: str


class KeyLine(_Line, tag="key", frozen=True):
    """The hidden key of a server chain, told when the game is over."""

    base: int
    hidden: str


class SumLine(_Line, tag="sum", frozen=True):
    """The sum of all bytes before."""

    sha256: str


DiceLine = ChainLine | CallLine | GoneLine | EndLine | KeyLine | SumLine

decode_line = msgspec.json.Decoder(DiceLine).decode
encode_line = msgspec.json.Encoder().encode


def is_noted(line: DiceLine) -> bool:
    """Does the receipt run over it?"""
    return not isinstance(line, KeyLine | SumLine)


def is_dice(line: bytes) -> bool:
    """Is it a line about dice? A program writes what it is first."""
    return line.startswith(b'{"dice":"')
