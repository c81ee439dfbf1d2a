"""The bodies of the HTTP routes of tables: setting one up, looking back, the report, and what went wrong."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.server.messages.parts import Line, Scene, Sheet
from grognard.server.messages.shelf_bodies import ScenarioCard

Slug = Annotated[str, Meta(max_length=64, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays a side. Two sides by `me` is a hot seat."""

    by: Literal["me", "computer", "friend"]
    level: Annotated[str, Meta(max_length=40)] = "staff"


FileName = Annotated[str, Meta(max_length=80)]
"""NAME.toml, a plain name: any other is refused with what it should be."""


class OwnFiles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's own files, whole (docs/scenario-format.md), and which of them is what."""

    files: Annotated[
        dict[FileName, Annotated[str, Meta(max_length=500_000)]], Meta(min_length=1, max_length=8)
    ]
    scenario: Annotated[str, Meta(max_length=80)] = ""
    """The file that is the scenario; the others it names. Nothing: a scenario of the game."""
    tables: Annotated[str, Meta(max_length=80)] = ""
    """The file whose tables replace the game's."""


class FaultOut(msgspec.Struct, frozen=True):
    """One thing wrong in a file."""

    where: str
    what: str
    fix: str
    file: str = ""
    """The file it stands in, or "SCENARIO, map"; nothing: the scenario."""
    key: str = ""
    hex: str = ""
    counter: str = ""


class OwnChecked(msgspec.Struct, frozen=True):
    """What a player's own files are: a scenario that can be played, or every fault in them."""

    scenario: ScenarioCard | None
    options: dict[str, bool]
    """Every option of the game as the scenario has it."""
    faults: list[FaultOut]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to set up. `sides` in the order of the game's sides."""

    game: Slug
    scenario: Annotated[str, Meta(max_length=120, pattern=r"^(case:)?[a-z0-9]+(-[a-z0-9]+)*$")]
    """A scenario, or an example of play as its card names it; with an own scenario, its id."""
    sides: Annotated[list[SideSetup], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[str, bool], Meta(max_length=64)] = {}
    dice: Literal["rolled", "typed"] = "rolled"
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 600
    codes: bool = False
    """Must friends know a code beside their link?"""
    lesson: bool = False
    """The answers that the game's lesson begins with are given already."""
    after: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """How many answers of an example are given already."""
    own: OwnFiles | None = None


class SeatOut(msgspec.Struct, frozen=True):
    """A seat and its secret, told once: keep it, the server cannot tell it again."""

    kind: Literal["me", "friend", "watch"]
    sides: list[int]
    token: str
    link: str
    """The part of the address after the host; the secret is in the fragment, which no server sees."""
    place: int
    """Its number at the table: `seats/{place}/renew` makes its link anew."""
    invites: bool = False
    """Is the secret that of an invitation? It opens nothing until somebody has taken the seat with it."""
    code: str = ""
    """Four digits that whoever takes the seat must know: to be told by other means than the link."""


class InvitationOut(msgspec.Struct, frozen=True):
    """What somebody is invited to."""

    table: str
    game: str
    title: str
    scenario_title: str
    sides: list[str]
    """The names of those to be played."""
    needs_code: bool


class Acceptance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whoever was invited takes the seat."""

    code: Annotated[str, Meta(max_length=10)] = ""


class TableMade(msgspec.Struct, frozen=True):
    """The new table."""

    table: str
    seats: list[SeatOut]


class OnwardOut(msgspec.Struct, frozen=True):
    """How a game that other rules began would go on under those of this program, if its players agree."""

    edition: int
    """Of the game's rules."""
    since: int
    """From this answer on it is another game, as an onlooker counts them."""
    is_whole: bool
    """Do all answers stand?"""
    lost: int
    """So many of this seat's answers are no longer allowed."""
    agreed: bool
    """Has this seat agreed?"""
    waits_for: int
    """So many seats have still to agree."""


class WentOn(msgspec.Struct, frozen=True):
    """A player has agreed that a game goes on under other rules."""

    goes_on: bool
    """Does it go on now, or is another player waited for?"""


class TableCard(msgspec.Struct, frozen=True):
    """A game on the list of my games."""

    table: str
    game: str
    title: str
    scenario: str
    scenario_title: str
    kind: Literal["me", "friend", "watch"]
    sides: list[int]
    header: str
    answers: int
    """The Ask number as this seat counts them."""
    your_turn: bool
    result: str
    created: int
    closed: Literal["", "damaged", "foreign"] = ""
    """Why it cannot be gone on with: something stored is damaged, or it is of another version."""
    why: str = ""
    needs: str = ""
    """The program that can go on with it as it was."""
    onward: OnwardOut | None = None
    """How it would go on here."""


class Claimed(msgspec.Struct, frozen=True):
    """The seat that a link gave."""

    table: str
    game: str
    scenario: str
    kind: Literal["me", "friend", "watch"]
    sides: list[int]
    place: int


class PositionOut(msgspec.Struct, frozen=True):
    """A position of a game as a seat may see it."""

    table: str
    game: str
    scenario: str
    n: int
    last: int
    scene: Scene
    place: list[str]
    waiting: list[int]
    waiting_for: str
    sheets: list[Sheet]
    log: list[Line]


class LogOut(msgspec.Struct, frozen=True):
    """A part of the log, oldest first."""

    lines: list[Line]
    before: int
    """How many lines there are before these."""


class RollOut(msgspec.Struct, frozen=True):
    """Where a roll fell among all that could have been rolled, 0 to 100."""

    n: int
    step: str
    after: str
    do: str
    chance: float
    percentile: float


class LuckOut(msgspec.Struct, frozen=True):
    """The rolls of one kind; 50 is what the dice owe everybody."""

    step: str
    after: str
    rolls: int
    mean_percentile: float


class TurnOut(msgspec.Struct, frozen=True):
    """What a turn cost: the game's measures from the start to its end."""

    turn: int
    answers: int
    n: int
    """The number after its last answer, for the picture."""
    measures: dict[str, int]


class ReportOut(msgspec.Struct, frozen=True):
    """The after-action report."""

    table: str
    game: str
    title: str
    scenario: str
    setting: str
    """Names board and counters, as in a state."""
    answers: int
    result: str
    winner: str
    turns: list[TurnOut]
    events: dict[str, int]
    luck: list[LuckOut]
    rolls: list[RollOut]


class Health(msgspec.Struct, frozen=True):
    """Is the server alive, and are the games where they are kept?"""

    ok: bool
    version: str
    network: list[str] = []
    """Where other machines reach this server; empty where it answers this machine alone."""
    build: str = ""
    """The stamp of the rules, which tells programs of one version apart."""
    last_commit: int = 0
    """When something was last put on disk, in seconds of the epoch."""
    why: str = ""
    """Why games cannot be kept."""


class Problem(msgspec.Struct, frozen=True):
    """What went wrong with a request, and what would mend it."""

    status_code: int
    detail: str
    extra: Any = None
