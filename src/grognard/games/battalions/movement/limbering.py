"""Limbering and unlimbering guns."""

from grognard.core.chapter import Game, Refusal, Ruling, rule
from grognard.games.battalions.model.position import LANDED, LIMBERED_NOW, B, BattalionPosition
from grognard.games.battalions.model.scale import halves
from grognard.games.battalions.model.zoc import in_enemy_zoc
from grognard.games.battalions.movement.move import Move


@rule("rp.limbering.3")
def limbering_cost(pos: BattalionPosition, unit: int, verb: str) -> int:
    """What it costs to limber or unlimber this gun, in halves, as its counter says."""
    return pos.value(verb, unit) * 2


def _left(pos: BattalionPosition, v: Move, unit: int) -> int:
    return v.allowances[v.group.index(unit)] - pos.spent[unit]


def _hand_refusal(pos: BattalionPosition, v: Move, unit: int) -> Ruling:
    """What is said of any counter: of one that is not in hand nothing more is looked at."""
    name = pos.content.unit_names[unit]
    if not pos.content.is_artillery[unit]:
        return Refusal("rp.limbering.1", f"{name} is no artillery.")
    if unit not in v.group:
        return Refusal("rp.limbering.3", f"{name} is not in hand.", "Pick it up first.")
    return None


def _price_refusal(pos: BattalionPosition, v: Move, unit: int, verb: str) -> Ruling:
    cost = limbering_cost(pos, unit, verb)
    if cost > _left(pos, v, unit):
        why = f"to {verb} costs {halves(cost)} MP, {halves(_left(pos, v, unit))} are left."
        return Refusal("rp.limbering.3", why)
    return None


@rule("rp.limbering.1", "rp.limbering.3")
def limber_refusal(pos: BattalionPosition, v: Move, unit: int) -> Ruling:
    """Why this gun may not be limbered now; an enemy zone is no reason."""
    barred = _hand_refusal(pos, v, unit)
    if barred is not None:
        return barred
    if pos.limbered[unit]:
        return Refusal("rp.limbering.1", f"{pos.content.unit_names[unit]} is limbered.")
    return _price_refusal(pos, v, unit, "limber")


@rule("rp.limbering.2", "rp.limbering.3", "rp.limbering.4")
def unlimber_refusal(pos: BattalionPosition, v: Move, unit: int) -> Ruling:
    """Why this gun may not be unlimbered now."""
    name = pos.content.unit_names[unit]
    barred = _hand_refusal(pos, v, unit)
    if barred is not None:
        return barred
    if not pos.limbered[unit]:
        return Refusal("rp.limbering.2", f"{name} is not limbered.")
    barred = _price_refusal(pos, v, unit, "unlimber")
    if barred is not None:
        return barred
    if pos.flags[unit] & LANDED:
        return Refusal("rp.limbering.4", f"{name} landed this turn.")
    if in_enemy_zoc(pos, pos.hex[unit], pos.content.side[unit]):
        return Refusal("rp.limbering.2", f"{name} is in an enemy zone of control.")
    if pos.content.ground.bars_guns[pos.hex[unit]]:
        return Refusal(
            "rp.limbering.3", f"no gun is unlimbered in a {pos.content.ground.terrain[pos.hex[unit]]}."
        )
    return None


def limber(game: Game[B], unit: int) -> None:
    """The gun is limbered, before its first hex."""
    _turn(game, unit, "limber", 1)


def unlimber(game: Game[B], unit: int) -> None:
    """The gun is unlimbered, and its move is over."""
    _turn(game, unit, "unlimber", 0)


def _turn(game: Game[B], unit: int, verb: str, limbered: int) -> None:
    pos = game.pos
    # What costs nothing is an act of the unit all the same.
    pos.spent[unit] += max(limbering_cost(pos, unit, verb), 1)
    pos.limbered[unit] = limbered
    pos.flags[unit] |= LIMBERED_NOW
    pos.changed(unit)
    game.tell("limbered", unit, limbered, rule="rp.limbering.3", sees=pos.viewers(unit))
