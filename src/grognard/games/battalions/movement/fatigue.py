"""What marching does to units: disruption at night, isolation without supply."""

from grognard.core.chapter import Game, rule
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import (
    CROSSED,
    DEMORALIZED,
    DISRUPTED,
    IN_ORDER,
    ISOLATED,
    LIMBERED_NOW,
    OOS,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.scale import half_up
from grognard.games.battalions.movement.allowance import marches_double


def tire(game: Game[B], unit: int, allowance: int, strategic: bool) -> None:
    """A unit has ended its move: what it spent of its allowance, both in halves, decides."""
    pos = game.pos
    if pos.content.is_leader[unit]:
        return
    single = allowance
    if strategic and marches_double(pos, unit):
        single = allowance // 2
        if pos.spent[unit] > single:
            _forced_march(game, unit)
            return
    if moved_far(pos, unit, single):
        run_dry(game, unit)
        if pos.is_night:
            night_move(game, unit)


def moved_far(pos: BattalionPosition, unit: int, allowance: int) -> bool:
    """Has it moved more than half its allowance, half being rounded up to a whole point?"""
    return pos.spent[unit] > half_up(allowance // 2) * 2


@rule("rp.move-general.5", "rp.move-general.6")
def run_dry(game: Game[B], unit: int) -> None:
    """A unit with vehicles that is out of supply and moves far becomes isolated."""
    pos = game.pos
    if pos.supply[unit] == OOS and pos.mobility_of(unit) != FOOT:
        pos.supply[unit] = ISOLATED
        game.tell("supply", unit, ISOLATED, rule="rp.move-general.5", sees=pos.viewers(unit))


@rule(
    "rp.move-general.7", "rp.move-general.8", "rp.move-general.9", "rp.move-general.10", "rs.move-general.9"
)
def night_move(game: Game[B], unit: int) -> None:
    """Moving far at night disrupts; who was disrupted is demoralized.

    Not demoralized is a gun that did nothing but unlimber, nor who tried to cross the great river.
    """
    pos = game.pos
    if pos.content.guns_rest_at_night and (pos.flags[unit] & CROSSED or only_limbered(pos, unit)):
        return
    spared = pos.flags[unit] & (CROSSED | LIMBERED_NOW) and pos.spent[unit] <= _unlimbering(pos, unit)
    if pos.morale_state[unit] == DISRUPTED and not spared:
        set_order(game, unit, DEMORALIZED, "rp.move-general.8")
    elif pos.morale_state[unit] == IN_ORDER:
        set_order(game, unit, DISRUPTED, "rp.move-general.7")


@rule("rs.move-general.9")
def only_limbered(pos: BattalionPosition, unit: int) -> bool:
    """Has a gun spent no more than it takes to limber, or to unlimber?"""
    price = max(pos.value("limber" if pos.limbered[unit] else "unlimber", unit) * 2, 1)
    return bool(pos.flags[unit] & LIMBERED_NOW) and pos.spent[unit] <= price


def _unlimbering(pos: BattalionPosition, unit: int) -> int:
    """What a gun spends that only unlimbers; a crossing has no price of its own."""
    if pos.flags[unit] & CROSSED:
        return pos.spent[unit]
    return 0 if pos.limbered[unit] else max(pos.value("unlimber", unit) * 2, 1)


@rule("rp.strategic.9", "rp.strategic.10")
def _forced_march(game: Game[B], unit: int) -> None:
    """Beyond the single allowance a foot unit is disrupted by day and demoralized by night."""
    if game.pos.is_night:
        set_order(game, unit, DEMORALIZED, "rp.strategic.10")
    else:
        set_order(game, unit, DISRUPTED, "rp.strategic.9")


def set_order(game: Game[B], unit: int, order: int, why: str) -> None:
    """The unit is in this order now."""
    game.pos.morale_state[unit] = order
    game.tell("order", unit, order, rule=why, sees=game.pos.viewers(unit))
