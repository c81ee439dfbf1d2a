"""What happens to the dice of a table, as a server keeps it."""

import msgspec

from grognard.play.dice.lines import Why


class Chained(msgspec.Struct, frozen=True, tag="h", array_like=True, gc=False):
    """A chain is laid down: by which message of which seat, whose it is, and after which call."""

    seat: int
    id: str
    place: int
    base: int
    salt: str
    anchor: str
    hidden: str


class Called(msgspec.Struct, frozen=True, tag="k", array_like=True, gc=False):
    """Values are asked for; it is on disk before anybody hears of it."""

    k: int
    why: Why
    by: int
    need: list[int]
    seal: str


class Mixed(msgspec.Struct, frozen=True, tag="m", array_like=True, gc=False):
    """The values of a call are put together."""

    k: int
    why: Why
    values: dict[str, str]
    server: str


DiceEvent = Chained | Called | Mixed
