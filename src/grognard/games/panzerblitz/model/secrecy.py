"""With hidden movement: which steps of the enemy a side may know of, and who reads of what befalls a unit."""

from collections.abc import Sequence
from typing import Final, Generic

from grognard.core.chapter import EVERYBODY, Decision, Frame, Game, Offer, V, only, rule
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import SHOWN, UNKNOWN, DropPosition
from grognard.games.panzerblitz.model.sight import is_seen, knows


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


def with_done(pos: DropPosition, *found: Offer) -> list[Offer]:
    """The options of a step that a player may end; without any, the step passes by itself.

    Not so with hidden movement: which steps pass would tell the enemy what nobody of his has seen.
    """
    if not pos.content.hidden and not any(offer.nouns for offer in found):
        return []
    return [*found, Offer("done")]


BOTH: Final = only(RUSSIAN, GERMAN)
"""What both sides may know, and not that the other does."""

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


# -- who reads of what -----------------------------------------------------------------------------


@rule("pb.balance.2")
def witnesses(pos: DropPosition, unit: int) -> int:
    """The sides that may know what happens to this unit now, as an event mask.

    Never onlookers: who moves does not know who sees him, and would have only to ask one of them.
    """
    if not pos.content.hidden:
        return EVERYBODY
    owner = pos.content.side[unit]
    return BOTH if knows(pos, 1 - owner, unit) else only(owner)


def tell_unit(game: Game[DropPosition], kind: str, unit: int, *facts: int, rule: str) -> None:
    """An event about a unit, told to those who see it now."""
    game.tell(kind, unit, *facts, rule=rule, sees=witnesses(game.pos, unit))


@rule("pb.balance.2")
def tell_attack(
    game: Game[DropPosition], kind: str, attackers: Sequence[int], hex: int, *facts: int, rule: str
) -> None:
    """An attack with all who make it.

    With hidden movement each side reads on a line of its own who they are: the enemy those he sees, and
    their owner all of them, whoever else does.
    """
    pos = game.pos
    if not pos.content.hidden:
        game.tell(kind, hex, *facts, *attackers, rule=rule)
        return
    owner = pos.content.side[attackers[0]]
    known = [unit for unit in attackers if knows(pos, 1 - owner, unit)]
    game.tell(kind, hex, *facts, rule=rule)
    game.tell("attackers", hex, *attackers, rule=rule, sees=only(owner))
    if known:
        game.tell("seen-attacking", hex, *known, rule=rule, sees=only(1 - owner))


# The headings of the log.
FIRE: Final = 0
OVERRUNS: Final = 1
VEHICLES: Final = 2
ASSAULTS: Final = 3
FOOT: Final = 4


@rule("pb.sequence.1", "pb.balance.2")
def tell_phase(game: Game[DropPosition], phase: int, is_first: bool) -> None:
    """A heading before the first act of a phase. With hidden movement the enemy does not read of it."""
    if is_first:
        sees = only(game.pos.mover) if game.pos.content.hidden else EVERYBODY
        game.tell("phase", phase, rule="pb.sequence.1", sees=sees)


PRINTED: Final = 2
"""In an event of factors: printed ones count, whatever the target. Else 0, not armoured, or 1, armoured."""


@rule("pb.balance.2", "pb.fire.3")
def tell_factors(
    game: Game[DropPosition], hex: int, sums: Sequence[int], each: Sequence[tuple[int, int]], rule: str
) -> None:
    """What an attack is made of: both sums, the column, the class of the target, and the factor of each unit.

    With hidden movement it is told to the attacker alone, as it would give away who attacks.
    """
    owner = game.pos.content.side[each[0][0]]
    sees = only(owner) if game.pos.content.hidden else EVERYBODY
    game.tell("factors", hex, *sums, *(fact for pair in each for fact in pair), rule=rule, sees=sees)


@rule("pb.balance.2")
def run_into(game: Game[DropPosition], unit: int, hex: int) -> None:
    """A unit has run into enemies nobody had seen: from now on they are known."""
    pos = game.pos
    hidden = [one for one in pos.of_side_at(hex, 1 - pos.content.side[unit]) if not pos.marks[one] & SHOWN]
    for enemy in hidden:
        pos.marks[enemy] |= SHOWN
    if hidden:
        pos.look_again()
        tell_unit(game, "bumped", unit, hex, rule="pb.balance.2")
