"""Recovery: units of the phasing player that did nothing come back into order."""

from typing import Any, NamedTuple

from grognard.core.chapter import D6, NOTHING, Action, Frame, Game, Outcome, Procedure, Roll, rule
from grognard.games.battalions.model.markers import current_morale, recover
from grognard.games.battalions.model.position import (
    ACTIVE_FLAGS,
    IN_ORDER,
    MARCHED,
    NO_RECOVERY,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import is_beside_enemy


class Recovery(NamedTuple):
    """Units next to the enemy that have to roll."""

    queue: tuple[int, ...] = ()


@rule("rp.recovery.1")
def has_rested(pos: BattalionPosition, unit: int) -> bool:
    """Has the unit spent no movement points, built nothing, and not attacked in this player turn?"""
    return pos.spent[unit] == 0 and not pos.flags[unit] & (ACTIVE_FLAGS | MARCHED)


def may_recover(pos: BattalionPosition, unit: int) -> bool:
    """Is it out of order, rested, and not kept from it by a feint?"""
    if pos.morale_state[unit] == IN_ORDER or pos.flags[unit] & NO_RECOVERY:
        return False
    return has_rested(pos, unit)


@rule("rp.recovery.1", "rp.recovery.4")
class RecoverAway(Action[BattalionPosition, Recovery]):
    """Away from the enemy without a roll; next to him each rolls."""

    title = "Units away from the enemy recover"

    def run(self, game: Game[BattalionPosition], v: Recovery) -> None:
        pos = game.pos
        units = pos.on_map(pos.phasing)
        ready = [unit for unit in units if may_recover(pos, unit)]
        for unit in units:
            pos.flags[unit] &= ~NO_RECOVERY
        rolling = [unit for unit in ready if is_beside_enemy(pos, pos.hex[unit], pos.phasing)]
        for unit in ready:
            if unit not in rolling:
                recovers(game, unit, "rp.recovery.4", (NOTHING, NOTHING))
        game.update(Recovery(tuple(rolling)))


def recovers(game: Game[BattalionPosition], unit: int, why: str, roll: tuple[int, int]) -> None:
    """A unit recovers; `roll` is its die and the number it needed, for the log."""
    recover(game.pos, unit)
    facts = (unit, game.pos.morale_state[unit], *roll)
    game.tell("recovered", *facts, rule=why, sees=game.pos.viewers(unit))


@rule("rp.recovery.5")
class RollRecovery(Roll[BattalionPosition, Recovery]):
    """Not above its morale now, losses for isolation and demoralization counted."""

    title = "A unit next to the enemy rolls to recover"
    hidden = True

    def outcomes(self, pos: BattalionPosition, v: Recovery) -> list[Outcome]:
        return D6 if v.queue else []

    def sees(self, pos: BattalionPosition, v: Recovery) -> int:
        return pos.viewers(v.queue[0])

    def roller(self, pos: BattalionPosition, v: Recovery) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Recovery, noun: int) -> None:
        pos = game.pos
        unit, *rest = v.queue
        needed = current_morale(pos, unit)
        if noun <= needed:
            recovers(game, unit, "rp.recovery.5", (noun, needed))
        else:
            game.tell("not-recovered", unit, noun, needed, rule="rp.recovery.5", sees=pos.viewers(unit))
        game.goto("RollRecovery", Recovery(tuple(rest)))


def seen_recovery(pos: Any, frame: Frame, side: int) -> Frame:
    """Who rolls is the owner's business: to others the phase is as at its beginning."""
    return frame if side == pos.phasing else Frame(frame.procedure, "RecoverAway", Recovery())


recovery = Procedure(
    "recovery",
    RecoverAway(),
    RollRecovery(),
    title="Recovery",
    rules=("rp.recovery.1",),
    start=lambda pos, v: Recovery(),
    vars=Recovery,
    sees=seen_recovery,
)
