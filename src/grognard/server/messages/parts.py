"""The parts that messages and bodies are made of."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from grognard.core.view import Piece, Track


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One answer that may be given. `do` is what to send back; `noun` is an index of its `kind`."""

    do: str
    verb: str
    label: str
    kind: Literal["none", "hex", "side", "unit", "number"]
    noun: int


class OfferView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A verb with the nouns it may take. An answer is written as the verb and the noun's own name.

    The name of a hex, box, hexside or counter is on the board or in the list of counters; numbers that
    have names of their own come with them. `phrase` has {} where the noun's name goes.
    """

    verb: str
    kind: Literal["none", "hex", "side", "unit", "number"]
    role: str
    phrase: str
    tone: str = "plain"
    nouns: list[int] = []
    low: int = 0
    high: int = -1
    """In place of `nouns`: every number from `low` to `high`."""
    costs: list[int] = []
    """What each noun costs, in the parts of a point that the Ask names."""
    words: list[str] = []
    """What to write for each noun, where it is not the number itself."""
    names: list[str] = []
    """How a button names each noun."""
    notes: list[tuple[int, str]] = []
    """What some nouns come to, in a few words: a noun that is none (-1) is the verb itself."""
    shares: list[float] = []
    """How likely chance gives each answer; only where the dice are typed in."""
    manner: Literal["", "rare", "grave"] = ""
    """How readily it is offered: at once; under More; under More, and asked for once again."""


class PolicyView(msgspec.Struct, frozen=True, gc=False):
    """A way to answer this question, which a seat can make a standing order."""

    name: str
    text: str


class Tip(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of a lesson's guide: it is true now, and what it tells to do is offered."""

    do: str
    tries: str = msgspec.field(name="try")
    """The answer that it means, or its verb."""
    why: str = ""


class AskView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The Ask as the side that answers it sees it. Send `number` back with the answer."""

    number: int
    side: int
    procedure: str
    step: str
    title: str
    sentence: str
    rules: list[str]
    offers: list[OfferView]
    reach: OfferView | None = None
    """Hexes that several answers come to: sent like an offer, in an order; the costs are of the whole way."""
    cost_parts: int = 1
    """How many parts of a cost make a point."""
    usual: str = ""
    """The answer usually given here, as it is to be sent."""
    policies: list[PolicyView] = []
    is_chance: bool = False
    """The dice are to be typed in with `typed_die`."""
    typed: str = ""
    """The verb of a draw that is to be written out with its noun: a list would tell what is hidden."""
    is_secret: bool = False
    """A sealed order: choices can be taken back until `seal`."""
    held: tuple[int, ...] = ()
    """The counters in hand."""
    target: int = -1
    """The hex under attack."""
    draft: list[Option] = []
    """The lines of the sealed order so far."""
    tip: Tip | None = None
    """What the guide of a lesson says."""


class SheetTerm(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of a sheet."""

    label: str
    value: str
    rule: str = ""
    house: bool = False
    bad: bool = False
    """It stands in the way."""


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """An explanation sheet: ordered terms that end in a total."""

    title: str
    terms: list[SheetTerm]
    total: str


class SupplyLineView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How one unit is supplied: its line from its hex on, or the hexes where it is cut."""

    unit: int
    sheet: Sheet
    hexes: list[int] = []
    cut: list[int] = []


class WayOdds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an attack does if its open question is answered in this `way`: for each thing measured its values.

    Each value comes with its chance and the two numbers between which that lies, at 95 %.
    """

    way: str
    """In words; empty where nothing is open."""
    chances: dict[str, list[tuple[int, float, float, float]]]
    means: dict[str, float]
    plays: int
    """Answers of chance that were played."""
    sampled: int = 0
    """Lines of play that were drawn because there are too many to follow all."""


class MatrixView(msgspec.Struct, frozen=True, gc=False):
    """Secret options: a row for each of this side's, a column for each of the other's."""

    rows: list[Option]
    columns: list[Option]
    barred: dict[str, str]
    """Columns that the rules forbid as far as this side can see it, and why."""
    says: dict[str, str]
    """What each of this side's options comes to, in a sentence."""
    high_is_good: bool


class CellView(msgspec.Struct, frozen=True, gc=False):
    """What one option does against another: chance and losses, each from the least to the greatest.

    They differ where the other side has still something to choose.
    """

    row: str
    column: str
    chance: tuple[float, float]
    mine: tuple[float, float]
    theirs: tuple[float, float]


class PlanView(msgspec.Struct, frozen=True, gc=False):
    """A later question that can be planned: the ways to answer it, each a row of answers."""

    step: str
    """The step that asks it."""
    title: str
    note: str
    choices: list[list[str]]
    names: list[str]
    costs: list[str]


class AnswerView(msgspec.Struct, frozen=True, gc=False):
    """An answer at hand that leads straight to a roll, and the chance of what that is for."""

    do: str
    what: str
    chance: tuple[float, float]
    mine: tuple[float, float]
    theirs: tuple[float, float]


class SightCross(msgspec.Struct, frozen=True):
    """A hexside on a line of sight, by the hexes it parts; the same hex twice where a whole hex matters."""

    first: int
    second: int
    what: str
    blocks: bool


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log. `n` is the Ask number it led to, as this side counts them.

    `why` is the reason of a computer player for what the line tells.
    """

    n: int
    kind: str
    text: str
    rule: str = ""
    facts: tuple[int, ...] = ()
    why: str = ""
    way: tuple[int, ...] = ()
    """The hexes that somebody went by, the first and the last included, where this side may know them."""
    hexes: tuple[int, ...] = ()
    """The places that the line speaks of."""


class ChartCell(msgspec.Struct, frozen=True, gc=False):
    """A cell of one of the game's tables, by the labels of its row and column."""

    table: str
    row: str
    column: str


class Dice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An answer of chance that this side may know, and how likely it was."""

    n: int
    title: str
    label: str
    do: str
    share: float
    rule: str = ""
    faces: tuple[int, ...] = ()
    """What each die shows; nothing where that is not known, or where no dice were thrown."""
    worse: float = 0.0
    """How likely chance was to answer this or less."""
    cell: ChartCell | None = None
    """The cell of a table that it hit."""


class Battle(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An attack that was rolled for. Its story are the lines and dice with `n` from `begin` to `until`."""

    begin: int
    roll: int
    """The Ask of the last roll that it hung on: `odds` with this `n` tells what its chances were."""
    sheets: list[Sheet]
    """As it was rolled with."""
    until: int = -1
    """-1 while the attack goes on."""
    told: str = ""
    """What came of it in plain words, as far as this side may read it."""


class Person(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Who plays a side."""

    side: int
    name: str
    """The side's name."""
    by: Literal["person", "computer"]
    level: str = ""
    """The computer player's name."""
    online: bool = False
    connections: int = 0
    """So many sockets sit in its seat: one more than you know of is somebody else's."""
    invited: bool = False
    """A friend is invited and has not taken the seat yet."""


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How the game ended; `winner` is -1 in a draw."""

    winner: int
    result: str


class Barred(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The rule that stands in the way of something."""

    rule: str
    why: str
    fix: str = ""


class ObjectiveView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A place that counts for a side. `hex` is where its flag stands."""

    hex: int
    name: str
    points: str
    side: int
    """The side that it counts for."""
    held: bool = False
    """It counts now."""


class ArrowView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where counters have gone: the hexes of the way, or its two ends."""

    hexes: list[int]
    side: int
    count: int = 1
    retreat: bool = False
    """Of this side's own, in the other's turn."""


class HappenedView(msgspec.Struct, frozen=True, gc=False):
    """A battle: where, and between which Ask numbers."""

    hex: int
    kind: Literal["battle", "air"]
    begin: int
    until: int


class RungView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A level of victory, as this side reads it; `winner` is -1 in a draw."""

    name: str
    winner: int
    least: float | None = None
    """The fewest points of the side that is counted; the lowest level takes none."""


class WorthView(msgspec.Struct, frozen=True, gc=False):
    """Something that counts and is no place, such as a step lost."""

    name: str
    points: str


class ArrivalView(msgspec.Struct, frozen=True, gc=False):
    """Who comes in a turn of the scenario, which counts from 1."""

    turn: int
    side: int
    units: list[str]


class Scene(msgspec.Struct, frozen=True, gc=False):
    """What a side sees of a position."""

    side: int
    number: int
    turn: int
    header: str
    tracks: tuple[Track, ...]
    pieces: tuple[Piece, ...]
    """In drawing order: of two in one hex the later lies on top."""
    holder: tuple[int, ...]
    """The side that holds each hex, -1 for nobody."""
    marks: dict[str, tuple[int, ...]]
    """Markers that lie in hexes, by the name of the badge."""
    side_marks: dict[str, tuple[int, ...]] = {}
    """The same for hexsides: six times the hex plus the direction."""


class Changes(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What is different from the scene before. Set `length`, then put each value at its place."""

    number: int
    header: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    tracks_length: int | UnsetType = UNSET
    tracks: list[tuple[int, Track]] = []
    pieces_length: int | UnsetType = UNSET
    pieces: list[tuple[int, Piece]] = []
    holder: list[tuple[int, int]] = []
    marks: dict[str, tuple[int, ...]] | UnsetType = UNSET
    side_marks: dict[str, tuple[int, ...]] | UnsetType = UNSET


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seat this socket sits in. No sides: a spectator."""

    kind: Literal["player", "watch"]
    sides: list[int]
