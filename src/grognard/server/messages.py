"""What goes over the socket. `docs/server.md` shows an example of each; the client's types are made from it.

A client message carries an `id` of the client's making; the reply to it carries the same one. An answer
also carries the number of the Ask that the player was looking at.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from grognard.play.orders import LONGEST_ORDER
from grognard.server.wire import (
    AskView,
    Barred,
    Battle,
    Changes,
    Dice,
    Ending,
    Line,
    Option,
    Person,
    Scene,
    Seat,
    Sheet,
    SightCross,
    WayOdds,
)

Text = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(max_length=100)]
Count = Annotated[int, Meta(ge=-1, le=2_000_000_000)]
AskNumber = Annotated[int, Meta(ge=0, le=2_000_000_000)]
SideNumber = Annotated[int, Meta(ge=-1, le=15)]
Row = Annotated[list[Text], Meta(max_length=LONGEST_ORDER)]
HexNumber = Annotated[int, Meta(ge=0, le=1_000_000)]


class _In(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A message from a client."""


class _Out(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """A message from the server. Fields at their default are left out."""


# -- from the client ----------------------------------------------------------------------------


class Hello(_In, tag="hello", frozen=True):
    """The first message: which table, and the seat's secret. `seen` is the last number the client knows."""

    id: Id
    table: Annotated[str, Meta(max_length=40)]
    token: Secret = ""
    key: Secret = ""
    """The browser's own key, for a seat it holds; one of token and key is needed."""
    seen: Count = -1


class GiveAnswer(_In, tag="answer", frozen=True):
    """An answer to the Ask `number`. `side` only where a seat plays several."""

    id: Id
    number: AskNumber
    choice: Text
    side: SideNumber | None = None


class GiveOrder(_In, tag="order", frozen=True):
    """A row of answers from the Ask `number` on, given, shown and taken back as one."""

    id: Id
    number: AskNumber
    choices: Annotated[list[Text], Meta(min_length=1, max_length=LONGEST_ORDER)]
    side: SideNumber | None = None


class AskPeek(_In, tag="peek", frozen=True):
    """Wants to see the Ask after these answers, without giving them."""

    id: Id
    choices: Annotated[list[Text], Meta(min_length=1, max_length=LONGEST_ORDER)]
    side: SideNumber | None = None


class SetStanding(_In, tag="set_standing", frozen=True):
    """Standing orders of a side: by step the name of the policy that answers it; "ask" to be stopped there.

    The step "*" stands for all. They take the place of those before."""

    id: Id
    orders: Annotated[dict[Text, Text], Meta(max_length=200)]
    side: SideNumber | None = None


class TypedDie(_In, tag="typed_die", frozen=True):
    """What the dice on the players' own table show, in a game whose dice are typed in."""

    id: Id
    number: AskNumber
    choice: Text


class Undo(_In, tag="undo", frozen=True):
    """Take the side's last order back."""

    id: Id
    side: SideNumber | None = None


class AskOverlay(_In, tag="ask_overlay", frozen=True):
    """Wants a map overlay by its name."""

    id: Id
    name: Text


class Why(_In, tag="why", frozen=True):
    """Would this choice be allowed, and if not, why?"""

    id: Id
    choice: Text
    side: SideNumber | None = None


class WhyHere(_In, tag="why_here", frozen=True):
    """Somebody clicked where nothing can be chosen: why not? `unit` is the counter that was clicked.

    `after`: answers that are chosen and not given yet, as in `peek`."""

    id: Id
    hex: HexNumber
    unit: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    after: Row = []
    side: SideNumber | None = None


class AskPath(_In, tag="path", frozen=True):
    """Wants the way that an offered choice of a hex goes, and what it costs.

    `after`: answers that are chosen and not given yet, as in `peek`."""

    id: Id
    choice: Text
    after: Row = []
    side: SideNumber | None = None


class AskSight(_In, tag="sight", frozen=True):
    """Does one hex see another, in a game that has lines of sight?"""

    id: Id
    here: HexNumber
    there: HexNumber


class AskStanding(_In, tag="standing", frozen=True):
    """Wants the score, term by term."""

    id: Id


class AskPlan(_In, tag="plan", frozen=True):
    """Wants one of the game's plans for the side that is looked at."""

    id: Id
    name: Annotated[str, Meta(max_length=40)]


class AskOdds(_In, tag="odds", frozen=True):
    """Wants the chances of the attack on the table, or of the one that was there at Ask number `n`."""

    id: Id
    n: Count = -1


class AskHint(_In, tag="hint", frozen=True):
    """Wants to know what the computer would answer here."""

    id: Id
    level: Annotated[str, Meta(max_length=40)] = "staff"


class ReplayAt(_In, tag="replay_at", frozen=True):
    """Wants the position at the Ask `n`, as this side saw it; `whole`: where the order there ended."""

    id: Id
    n: Count
    whole: bool = False


class Chat(_In, tag="chat", frozen=True):
    """Something to say to everybody at the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=2_000)]


class Pace(_In, tag="pace", frozen=True):
    """How long the computer waits before it answers, or whether it waits for `step`."""

    id: Id
    delay: Annotated[int, Meta(ge=0, le=10_000)] = 600
    """Milliseconds."""
    paused: bool = False


class StepOn(_In, tag="step", frozen=True):
    """One answer of a paused computer."""

    id: Id


class Look(_In, tag="look", frozen=True):
    """Which of a seat's several sides to look at."""

    id: Id
    side: SideNumber


ClientMessage = (
    Hello
    | GiveAnswer
    | GiveOrder
    | AskPeek
    | SetStanding
    | TypedDie
    | Undo
    | AskOverlay
    | Why
    | WhyHere
    | AskPath
    | AskSight
    | AskStanding
    | AskPlan
    | AskOdds
    | AskHint
    | ReplayAt
    | Chat
    | Pace
    | StepOn
    | Look
)


# -- from the server ----------------------------------------------------------------------------


class Refused(_Out, tag="refused", frozen=True):
    """An answer, undo or question that a rule forbids. Nothing has changed."""

    id: str
    rule: str
    why: str
    fix: str = ""


class State(msgspec.Struct, frozen=True, tag_field="type", tag="state"):
    """Everything this seat sees. Comes after hello, after an undo, and when a hot seat changes sides."""

    table: str
    game: str
    scenario: str
    options: dict[str, bool]
    dice: Literal["rolled", "typed"]
    seat: Seat
    side: int
    """The side whose eyes these are; -1 for a spectator."""
    version: int
    """Each update's `version` is one more than the one before."""
    scene: Scene
    ask: AskView | None
    waiting: list[int]
    """The sides that are asked now; -1 is chance, empty when the game is over."""
    waiting_for: str
    """What is asked, in one sentence; only the step's title where this side is not the one asked."""
    place: list[str]
    """Ids of the outline, outermost first: the procedures under way, and last the step ("procedure/step")."""
    sheets: list[Sheet]
    target: int
    """The hex of the attack that these sheets are of; -1 without one."""
    log: list[Line]
    """The last lines; older ones by HTTP."""
    battles: list[Battle]
    """The last attacks that were rolled for, as far as `log` tells of them; the newest may still go on."""
    rolls: list[Dice]
    """The dice of these battles."""
    chat: list["Said"]
    undo_barred: Barred | None
    """None where the side may take its last order back."""
    standing: dict[str, str]
    """The side's own standing orders: by step the policy that answers it."""
    people: list[Person]
    pace: int
    paused: bool
    over: Ending | None
    title: str
    """What the scenario is called."""
    setting: str
    """Names board and counters: the scenario, or the own files that the table is played with."""
    is_private: bool
    """Something of this is for this side's eyes alone: a hot seat lowers a curtain before it."""


class Update(_Out, tag="update", frozen=True):
    """What has changed for this seat. What is left out is as before."""

    version: int
    changes: Changes
    ask: AskView | UnsetType | None = UNSET
    waiting: list[int] | UnsetType = UNSET
    waiting_for: str | UnsetType = UNSET
    place: list[str] | UnsetType = UNSET
    sheets: list[Sheet] | UnsetType = UNSET
    target: int | UnsetType = UNSET
    log: list[Line] = []
    """New lines."""
    dice: list[Dice] = []
    """Rolls since the last update, for show."""
    battles: list[Battle] = []
    """Attacks that were rolled for or ended. One that is known by its `begin` takes the place of the old."""
    undo_barred: Barred | UnsetType | None = UNSET
    over: Ending | UnsetType = UNSET


class Ok(_Out, tag="ok", frozen=True):
    """The message was carried out and is kept. `number` is the Ask the side is at now."""

    id: str
    number: int


class OrderDone(_Out, tag="order_done", frozen=True):
    """The reply to `order`: it was carried out, or as far as it went.

    `waits`: the rest goes on by itself after a roll or another side's answer, if nothing befalls it.
    """

    id: str
    number: int
    waits: bool = False
    stopped: Barred | None = None
    """Why the rest was left."""


class Peeked(_Out, tag="peeked", frozen=True):
    """The reply to `peek`: the Ask after the answers, as the side would see it."""

    id: str
    given: list[str] = []
    """The answers as they would be given, those included that are implied."""
    ask: AskView | None = None
    """None where the row ends at a roll or at another side's question."""
    sheets: list[Sheet] = []
    waits: bool = False
    refused: Barred | None = None


class Ruling(_Out, tag="ruling", frozen=True):
    """The reply to `why` and `why_here`."""

    id: str
    allowed: bool
    rule: str = ""
    why: str = ""
    fix: str = ""


class OverlayShown(_Out, tag="overlay", frozen=True):
    """The reply to `ask_overlay`: a label for each hex it marks."""

    id: str
    name: str
    title: str
    hexes: list[tuple[int, str]]


class PathShown(_Out, tag="path", frozen=True):
    """The reply to `path`: the hexes of the way, its start first. Neither for a choice that moves nobody."""

    id: str
    hexes: list[int] = []
    sheet: Sheet | None = None


class SightShown(_Out, tag="sight", frozen=True):
    """The reply to `sight`: the line hexside by hexside, and the sheet that says why."""

    id: str
    here: int
    there: int
    is_clear: bool
    crossed: list[SightCross]
    sheet: Sheet


class StandingShown(_Out, tag="standing", frozen=True):
    """The reply to `standing`: how the game stands; nothing where this side may not know."""

    id: str
    sheet: Sheet | None = None
    score: float | None = None
    """The points of the ladder of victory as this side counts them: more is better for it."""
    unit: str = ""
    """What they are counted in."""


class PlanShown(_Out, tag="plan", frozen=True):
    """The reply to `plan`."""

    id: str
    sheets: list[Sheet]


class OddsShown(_Out, tag="odds", frozen=True):
    """The reply to `odds`: for each way to answer the question an attack leaves open, what it then does."""

    id: str
    names: list[str]
    """The things that are measured."""
    ways: list[WayOdds]
    sheets: list[Sheet]
    yes_or_no: list[str] = []
    """Those of `names` that happen or do not: 1 or 0."""
    draws: int = 0
    """Positions that were drawn of what this side does not see; 0 where it sees all that matters."""
    note: str = ""
    """How the players are taken to answer on the way."""


class HintShown(_Out, tag="hint", frozen=True):
    """The reply to `hint`."""

    id: str
    option: Option
    reason: str = ""


class Replayed(_Out, tag="replay", frozen=True):
    """The reply to `replay_at`. `last` is the number the game stands at now."""

    id: str
    n: int
    last: int
    onlooker: int
    """The number of the same place as onlookers count, for a link to it."""
    scene: Scene
    place: list[str]
    waiting: list[int]
    waiting_for: str
    before: int = -1
    """Where the order before this place ended; -1 at the beginning."""
    after: int = -1
    """Where the next order ends; -1 at the end."""
    sheets: list[Sheet] = []
    target: int = -1
    log: list[Line] = []
    """What the answer that led here brought about."""


class Said(_Out, tag="chat", frozen=True):
    """Somebody's words. `by` is a side's name, "spectator", or "table"."""

    by: str
    text: str
    at: int
    """Seconds since 1970."""


class People(_Out, tag="people", frozen=True):
    """Somebody came or left, or the computer's pace was changed."""

    people: list[Person]
    watching: int
    pace: int
    paused: bool


class Thought(_Out, tag="thought", frozen=True):
    """What the computer has just answered, and why; its reasons stand in the log as well (`Line.why`)."""

    side: int
    label: str
    reason: str


class Trouble(_Out, tag="error", frozen=True):
    """A message that could not be used. `code` is for programs, `what` and `fix` are for people."""

    code: Literal[
        "bad-message", "no-hello", "no-seat", "not-yours", "too-fast", "not-now", "unknown", "our-fault"
    ]
    what: str
    fix: str = ""
    id: str = ""


ServerMessage = (
    State
    | Update
    | Ok
    | OrderDone
    | Peeked
    | Refused
    | Trouble
    | Ruling
    | OverlayShown
    | PathShown
    | SightShown
    | StandingShown
    | PlanShown
    | OddsShown
    | HintShown
    | Replayed
    | Said
    | People
    | Thought
)
