"""Which steps of the enemy a side may know of: with hidden movement not whom he has in hand."""

from typing import Final, Generic

from grognard.core.chapter import Decision, Frame, V, rule
from grognard.games.panzerblitz.content import GERMAN
from grognard.games.panzerblitz.position import UNKNOWN, DropPosition
from grognard.games.panzerblitz.sight import is_seen


class MoverDecides(Decision[DropPosition, V], Generic[V]):
    """A question to the player whose turn it is."""

    def side(self, pos: DropPosition, v: V) -> int:
        return pos.mover


@rule("pb.balance.2")
class Watched(MoverDecides[V], Generic[V]):
    """A question of which the enemy knows that it is asked, and sees how soon it is answered."""

    def always_asks(self, pos: DropPosition, v: V) -> str:
        return (
            "a step that passes by itself would tell of units nobody has seen" if pos.content.hidden else ""
        )


NOT_TOLD: Final = (UNKNOWN,)
"""The vars of opportunity fire to him who is asked whether he fires, and does not see at whom."""


@rule("pb.balance.2")
def in_hand(pos: DropPosition, frame: Frame, side: int) -> Frame | None:
    """A step with units in hand: known to the mover alone."""
    return frame if side == pos.mover or not pos.content.hidden else None


@rule("pb.balance.2")
def in_set_up(pos: DropPosition, frame: Frame, side: int) -> Frame | None:
    """That the Germans set up is known, and not what they place."""
    if side == GERMAN or not pos.content.hidden:
        return frame
    return Frame(frame.procedure, frame.step, type(frame.vars)())


@rule("pb.balance.2", "pb.opportunity.1")
def in_sights(pos: DropPosition, frame: Frame, side: int) -> Frame | None:
    """Opportunity fire: who moves knows where he is, and not who fires at him; who fires, whom he sees."""
    if not pos.content.hidden:
        return frame
    hex, aim, _, _, plans, *rest = frame.vars
    if side == pos.mover:
        blind = (hex, aim, (), (), tuple((one, ()) for one, _ in plans), *rest)
        return Frame(frame.procedure, frame.step, type(frame.vars)(*blind))
    if side < 0:
        return None
    is_told = bool(aim or plans) and is_seen(pos, side, hex)
    return frame if is_told else Frame(frame.procedure, frame.step, NOT_TOLD)
