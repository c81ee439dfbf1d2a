"""Segments: what a side may do in one, chapter by chapter, again and again until it is done."""

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Decision,
    Frame,
    Game,
    Offer,
    Policy,
    Refusal,
    Ruling,
    V,
    by_verbs,
    rule,
)
from grognard.core.flow.steps import P
from grognard.core.position import Position
from grognard.games.ocs.model.position import (
    BREAKOUT,
    COMBAT_BARRAGE,
    COMBAT_SEGMENT,
    EXPLOITATION,
    EXPLOITATION_COMBAT,
    MOVEMENT,
    MOVEMENT_BARRAGE,
    PHASE_FLAGS,
    PHASE_WORK,
    REACTION,
    REACTION_BARRAGE,
    REFIT,
    REINFORCEMENT,
    SUPPLY,
    OcsPosition,
)
from grognard.games.ocs.model.verbs import VERBS

FIRST_SEGMENTS = (REFIT, REINFORCEMENT, BREAKOUT, SUPPLY, REACTION, COMBAT_BARRAGE, EXPLOITATION)
"""The segments with which a phase begins; in the others flags and limits of the phase go on."""


LAST_SEGMENTS = (
    *(REFIT, MOVEMENT_BARRAGE, REACTION_BARRAGE),
    *(COMBAT_SEGMENT, EXPLOITATION_COMBAT),
)
"""The segments with which a phase ends; the Reinforcement, Supply and Clean Up Phases say so themselves."""


class Segment(NamedTuple):
    """Which segment it is, and who acts in it."""

    phase: int
    side: int


def segment(phase: int, own: bool = True) -> Callable[[OcsPosition, object], Segment]:
    """How a segment's vars are made: its number, and the phasing or the other side."""

    def start(pos: OcsPosition, v: object) -> Segment:
        return Segment(phase, pos.phasing if own else 1 - pos.phasing)

    return start


@rule("ocs.sequence.2")
class OpenSegment(Action[OcsPosition, Segment]):
    title = "A segment begins"

    def run(self, game: Game[OcsPosition], v: Segment) -> None:
        pos = game.pos
        pos.phase, pos.acting = v.phase, v.side
        if v.phase in FIRST_SEGMENTS:
            begin_phase(pos)
        game.tell("segment", v.phase, v.side)


def begin_phase(pos: OcsPosition) -> None:
    """Forget what was done in the phase before. The Movement Phase begins with its Breakout Segment."""
    pos.flags = [flags & ~PHASE_FLAGS for flags in pos.flags]
    pos.spent = [0] * len(pos.spent)
    pos.began = pos.hex[:]
    pos.gave_from = [NOTHING] * len(pos.gave_from)
    pos.worked = [done & ~PHASE_WORK for done in pos.worked]
    pos.port_used = [0] * len(pos.port_used)
    pos.unloaded = [0] * len(pos.unloaded)
    pos.flown_in = [0] * len(pos.flown_in)
    pos.converted = [0] * len(pos.converted)


PRIVATE = (
    *("march", "fuel", "pay", "ride", "blow", "collapse", "barrage", "retreat", "detaching"),
    *(
        "voyage",
        "drop-plan",
        "refit-planes",
        "docking",
        "dividing",
        "recon",
        "occupation",
        "newcomer",
        "site",
    ),
)
"""Procedures in which one side plans and pays: the other sees what comes of it, not how it is asked."""


NAMES = ("group", "path", "before", "queue", "hurt", "guns")
"""What such a procedure knows of who is in it, and where they are bound for."""


@rule("ocs.fog.2")
def private(pos: OcsPosition, frame: Frame, side: int) -> Frame | None:
    """A frame of such a procedure, hidden from the other side.

    While something open is played on top of it, it is there, but without names.
    """
    v: Any = frame.vars
    if side == getattr(v, "side", pos.acting):
        return frame
    if pos.stack[-1].procedure in PRIVATE:
        return None
    return Frame(frame.procedure, frame.step, v._replace(**{name: () for name in NAMES if name in v._fields}))


AIMED = ("at-ship", "shell-ship")
"""Verbs that name counters of the other side."""


class SegmentChapter:
    """What a segment offers of one chapter of the rules: verbs, who may use them, and what they do."""

    verbs: ClassVar[tuple[str, ...]] = ()

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        """What may be done now."""
        raise NotImplementedError

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        """Do it."""
        raise NotImplementedError

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        """Why something of this chapter may not be done."""
        return None


class Asked(Decision[P, V]):
    """A question that has a reason for all that it does not offer, and none for what does not exist."""

    @rule("ocs.fog.2")
    def refuse(self, pos: P, v: V, choice: Choice) -> Ruling:
        if not is_there(pos, choice):
            return None
        verb, noun = choice
        if noun_of(verb) == "unit" and verb not in AIMED and pos.roster.side_of[noun] != self.side(pos, v):
            return Refusal("ocs.fog.2", "that counter is of the other side.")  # whatever its state is
        return self.why(pos, v, choice)

    def why(self, pos: P, v: V, choice: Choice) -> Ruling:
        """Why something that exists is not among the options."""
        return None


class Veiled(Asked[P, V]):
    """A question about what only its side knows: that there is one answer would tell the other side."""

    def always_asks(self, pos: P, v: V) -> str:
        return "the other side must not learn how much there is to choose from"


def noun_of(verb: str) -> str:
    """What a verb of the game names."""
    return VERBS[verb].noun if verb in VERBS else "none"


def is_there(pos: Position, choice: Choice) -> bool:
    """Does the counter or place of a choice exist?"""
    verb, noun = choice
    kind = noun_of(verb)
    if kind == "unit":
        return 0 <= noun < len(pos.roster.counters)
    return kind != "hex" or 0 <= noun < pos.board.size


class Acting(Veiled[OcsPosition, Segment]):
    """A side acts, in any order, until it says that it is done."""

    policies: ClassVar[tuple[Policy, ...]] = (
        by_verbs("done", "Nothing more is done in this segment.", "done"),
    )

    def __init__(self, *chapters: SegmentChapter) -> None:
        super().__init__()
        self.chapters = chapters
        self.chapter_of = {verb: chapter for chapter in chapters for verb in chapter.verbs}

    def side(self, pos: OcsPosition, v: Segment) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        found = [offer for chapter in self.chapters for offer in chapter.offers(pos, v)]
        return [*found, Offer("done")]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        if choice[0] == "done":
            game.next()
        else:
            self.chapter_of[choice[0]].take(game, v, choice)

    def why(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        chapter = self.chapter_of.get(choice[0])
        if chapter is None:
            return Refusal("ocs.sequence.2", f"{choice[0]} is for another segment.")
        none = Refusal("ocs.sequence.2", "that cannot be done there now.")
        return chapter.refuse(pos, v, choice) or none


def is_movement(phase: int) -> bool:
    """Is this one of the three Movement Segments?"""
    return phase in (MOVEMENT, REACTION, EXPLOITATION)
