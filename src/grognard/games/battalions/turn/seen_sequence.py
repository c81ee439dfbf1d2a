"""Where the sequence of play stands before the eyes of the enemy, while the phasing player plans and moves.

Many of his questions are put only if hidden units have something to answer: a gun lacks ammunition, an
engineer could dig. So from his first question to the end of movement, in which everybody is asked, others
are told one place, that of normal movement; what he does they see on the map.
"""

from typing import Any, Final

from grognard.core.chapter import Frame, rule
from grognard.games.battalions.model.secrecy import seen_without_hand
from grognard.games.battalions.movement.move import Move

QUIET: Final = frozenset(
    (
        *("SpendStoredSalvos", "SetBridgeheads", "SetCharge", "WorkOnBridges", "BuildWorks", "BringIn"),
        *("BreakDown", "StrategicMovement", "MoveAndCross", "MoveAndFord", "Infiltrate", "Recombine"),
    )
)
"""The steps that are told as one."""
AFTER: Final = {"player-turn": "bombardment", "activation": "CheckActivation"}
"""What follows movement in the procedures that it is a part of."""
NOT_YET: Final = ("bridgeheads", "engineering", "movement")
"""Steps of those procedures that are still to come while something quiet is asked before them."""


def is_told_as_movement(pos: Any, side: int) -> bool:
    """Is the phasing player asked something that this side is not told?"""
    return side != pos.phasing and bool(pos.stack) and pos.stack[-1].step in QUIET


@rule("rp.move-intel.2")
def seen_preparing(pos: Any, frame: Frame, side: int) -> Frame | None:
    """What comes before movement is told as movement.

    Not where movement goes by chits: there the question that everybody knows of is the next of the caller's.
    """
    if not is_told_as_movement(pos, side):
        return frame
    is_before_chits = frame.procedure == "salvos" and pos.stack[-2].procedure == "activation"
    return None if is_before_chits else Frame("movement", pos.main_move, Move())


@rule("rp.move-intel.2")
def seen_moving(pos: Any, frame: Frame, side: int) -> Frame | None:
    """All steps of movement are told as one."""
    return (
        seen_preparing(pos, frame, side)
        if is_told_as_movement(pos, side)
        else seen_without_hand(pos, frame, side)
    )


def seen_within_moving(pos: Any, frame: Frame, side: int) -> Frame | None:
    """A part of movement is not told apart from it."""
    return None if is_told_as_movement(pos, side) else seen_without_hand(pos, frame, side)


def seen_arriving(pos: Any, frame: Frame, side: int) -> Frame | None:
    """Dice and losses of divisions that arrive are open; who is brought in is a part of movement."""
    return None if is_told_as_movement(pos, side) else frame


def seen_around_moving(pos: Any, frame: Frame, side: int) -> Frame | None:
    """A procedure that movement is a part of goes on with what follows movement."""
    if frame.step not in NOT_YET or not is_told_as_movement(pos, side):
        return frame
    return Frame(frame.procedure, AFTER[frame.procedure], frame.vars)
