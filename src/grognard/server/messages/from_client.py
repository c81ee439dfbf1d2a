"""What a client sends over the socket. `docs/server.md` shows an example of each.

A message carries an `id` of the client's making; the reply to it carries the same one. An answer also
carries the number of the Ask that the player was looking at.
"""

from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.play.orders import LONGEST_ORDER

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


class AskSupply(_In, tag="supply", frozen=True):
    """How are the own units in a hex supplied?"""

    id: Id
    hex: HexNumber


class AskSight(_In, tag="sight", frozen=True):
    """Does one hex see another, in a game that has lines of sight?"""

    id: Id
    here: HexNumber
    there: HexNumber


class AskScore(_In, tag="score", frozen=True):
    """Wants the score, term by term."""

    id: Id


class AskBriefing(_In, tag="briefing", frozen=True):
    """Wants the briefing of the scenario for the side that is looked at."""

    id: Id


class AskSince(_In, tag="since", frozen=True):
    """Wants the story of the other side's last turn."""

    id: Id


class AskPlan(_In, tag="plan", frozen=True):
    """Wants one of the game's plans for the side that is looked at."""

    id: Id
    name: Annotated[str, Meta(max_length=40)]


class AskOdds(_In, tag="odds", frozen=True):
    """Wants the chances of the attack on the table, or of the one that was there at Ask number `n`."""

    id: Id
    n: Count = -1


class AskCard(_In, tag="card", frozen=True):
    """Wants the card of the roll that is about to be chosen. A later one lets go of it.

    `after`: answers that are chosen and not given yet, as in `peek`; `plan`: how this side means to answer
    later questions; `row`: the option of the matrix to work out. None of them leaves this question."""

    id: Id
    after: Row = []
    plan: Row = []
    row: Text = ""
    only_row: bool = False
    """Nothing but the cells of that row is wanted."""
    side: SideNumber | None = None


class AskHint(_In, tag="hint", frozen=True):
    """Wants to know what the computer would answer here. `after`: as in `path`."""

    id: Id
    level: Annotated[str, Meta(max_length=40)] = "staff"
    after: Row = []


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
    | AskSupply
    | AskSight
    | AskScore
    | AskBriefing
    | AskSince
    | AskPlan
    | AskOdds
    | AskCard
    | AskHint
    | ReplayAt
    | Chat
    | Pace
    | StepOn
    | Look
)
