"""What can be set when the server starts."""

from typing import Final

import msgspec

MAX_FRAME: Final = 64 * 1024
"""The largest message a client may send."""

MAX_UPLOAD: Final = 1024 * 1024
"""The largest body of the routes that take a player's own files."""

LOCAL_HOSTS: Final = ("localhost", "127.0.0.1", "[::1]")


class Limits(msgspec.Struct, frozen=True):
    """How much one client may ask for: so many at once, so many each second after that."""

    seat_rate: float = 60.0
    seat_burst: float = 150.0
    address_rate: float = 150.0
    """Requests and socket messages of one address together."""
    address_burst: float = 600.0
    seat_work_rate: float = 0.5
    """Seconds of the processor that a seat's messages may take in each second."""
    seat_work_burst: float = 4.0
    address_work_rate: float = 0.8
    address_work_burst: float = 10.0
    chat_rate: float = 0.5
    """What a seat may say at the table."""
    chat_burst: float = 12.0
    tables_rate: float = 0.5
    """New tables of one address."""
    tables_burst: float = 30.0
    sockets: int = 200
    """Open sockets of one address."""
    live_games: int = 500
    """Games kept in memory; others are rebuilt from their record when somebody comes."""


class Settings(msgspec.Struct, frozen=True):
    """The whole of it. The default is a table for the people at this machine."""

    database: str
    """A SQLAlchemy address: sqlite:///FILE, or postgresql+pg8000://…"""
    hosts: tuple[str, ...] = LOCAL_HOSTS
    """The names this server answers to; "*" for any."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use it."""
    network: tuple[str, ...] = ()
    """Where other machines of the network reach it."""
    behind_proxy: bool = False
    """Everything comes from a proxy that says for whom it asks: that is the client's address."""
    limits: Limits = Limits()
    gather: float = 0.04
    """Seconds within which updates for a side that is not asked are gathered, when there is little to do."""
    gather_most: float = 0.4
    """The same when there is much to do."""
    threads: int = 2
    """Threads for each kind of heavy work: rebuilding tables, looking back, odds, computer players."""
    hello_within: float = 10.0
    """Seconds that a socket may stay silent before its hello."""
    expire_days: int = 0
    """Tables that nobody has opened within so many days are taken away; 0: never."""
    dice_late: float = 5.0
    """Seconds that a roll of fair dice waits for the values of others who are here."""
    workers: int = 1
    """Processes that share the tables."""
    worker: int = 0
    """Which of them this is."""
    seed: int | None = None
    """For tests: each table's dice and computer players repeat themselves. No command sets it: where people
    play, the dice are those of the operating system, which nobody foresees."""
