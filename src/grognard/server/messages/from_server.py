"""What the server sends over the socket. `docs/server.md` shows an example of each."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from grognard.server.messages.parts import (
    AnswerView,
    ArrivalView,
    ArrowView,
    AskView,
    Barred,
    Battle,
    CellView,
    Changes,
    Dice,
    Ending,
    HappenedView,
    Line,
    MatrixView,
    ObjectiveView,
    Option,
    Person,
    PlanView,
    RungView,
    Scene,
    Seat,
    Sheet,
    SightCross,
    SupplyLineView,
    WayOdds,
    WorthView,
)


class _Out(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """A message from the server. Fields at their default are left out."""


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

    `waits`: the rest goes on by itself after a roll or another side's answer, unless something happens to it.
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
    warning: str = ""
    """What the move would cost beside its price: who would be out of supply after it."""


class SupplyShown(_Out, tag="supply", frozen=True):
    """The reply to `supply`: the line of each own unit in a hex, or where it is cut."""

    id: str
    hex: int
    lines: list[SupplyLineView] = []


class SightShown(_Out, tag="sight", frozen=True):
    """The reply to `sight`: the line hexside by hexside, and the sheet that says why."""

    id: str
    here: int
    there: int
    is_clear: bool
    crossed: list[SightCross]
    sheet: Sheet


class ScoreShown(_Out, tag="score", frozen=True):
    """The reply to `score`: how the game stands; nothing where this side may not know."""

    id: str
    sheet: Sheet | None = None
    score: float | None = None
    """The points of the ladder of victory as this side counts them: more is better for it."""
    unit: str = ""
    """What they are counted in."""
    now: str = ""
    """How it stands, in a short line; "" where this side may not know."""
    needs: str = ""
    """What the next level takes."""
    points: float = 0
    """The points of the side that is counted: the place of the pointer on the ladder."""
    rungs: list[RungView] = []
    """The levels of victory, from the best of the side that is counted down to its worst."""
    objectives: list[ObjectiveView] = []


class BriefingShown(_Out, tag="briefing", frozen=True):
    """The reply to `briefing`: what this side needs to know before it begins."""

    id: str
    title: str
    you: str
    """What this side is called; "" for an onlooker."""
    commands: list[tuple[str, str]]
    """What each side commands and is to do, this side's own first."""
    situation: str
    date: str
    minutes: int
    turns: int
    score: ScoreShown
    worths: list[WorthView]
    special: list[str]
    arrivals: list[ArrivalView]


class SinceShown(_Out, tag="since", frozen=True):
    """The reply to `since`: what the other side's last turn has changed. No title: nothing is to be told."""

    id: str
    n: int
    """The Ask number at which it began, as this side counts: from there it can be seen again."""
    title: str = ""
    sentences: list[str] = []
    """Ground and points, losses, threats."""
    arrows: list[ArrowView] = []
    happened: list[HappenedView] = []
    reasons: list[str] = []
    """Why the computer did what it did, as far as this side may know."""


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


class CardShown(_Out, tag="card", frozen=True):
    """The reply to `card`: what is about to be rolled for, how likely that is, and where it comes from.

    Where the other side has something to choose, numbers come from the least to the greatest.
    """

    id: str
    number: int
    """The Ask that it is true at, as this side counts."""
    kind: Literal["", "attack", "roll"] = ""
    """Empty where nothing is about to be rolled for; `answers` may still lead to a roll."""
    title: str = ""
    target: int = -1
    what: str = ""
    """What the chance is of."""
    chance: tuple[float, float] = (0.0, 0.0)
    mine: tuple[float, float] = (0.0, 0.0)
    """What this side loses on average."""
    theirs: tuple[float, float] = (0.0, 0.0)
    is_counted: bool = False
    """Are losses counted?"""
    unit: str = ""
    """What they are counted in."""
    names: list[str] = []
    ways: list[WayOdds] = []
    yes_or_no: list[str] = []
    sheets: list[Sheet] = []
    draws: int = 0
    note: str = ""
    matrix: MatrixView | None = None
    cells: list[CellView] = []
    """The row of the matrix that was asked for."""
    plans: list[PlanView] = []
    answers: list[AnswerView] = []


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
    | SupplyShown
    | SightShown
    | ScoreShown
    | BriefingShown
    | SinceShown
    | PlanShown
    | OddsShown
    | CardShown
    | HintShown
    | Replayed
    | Said
    | People
    | Thought
)

encode = msgspec.json.Encoder().encode
"""A message as it is sent."""
