"""Formations: the assignment of a unit to one, and when its owner may call it unassigned."""

from grognard.core.ledger import rule
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import GERMAN, BattalionPosition

FREE_KINDS = ("cavalry", "parachute")


@rule("rp.formations.1", "rp.formations.5")
def is_assigned(pos: BattalionPosition, unit: int) -> bool:
    """Does it belong to a formation? It does so still when the formation's HQ is gone."""
    return pos.formation_of(unit) >= 0


@rule("rp.formations.2", "rp.formations.3", "rp.formations.4")
def may_be_unassigned(pos: BattalionPosition, unit: int) -> bool:
    """May its owner call it unassigned, to trace supply or to be supported?

    The German player any unit; the Soviet player his vehicles, cavalry and airborne, guns excepted.
    """
    content = pos.content
    if not is_assigned(pos, unit):
        return True
    answer = content.may_be_unassigned(pos, unit)
    if answer is not None:
        return answer
    if content.side[unit] == GERMAN:
        return True
    if content.is_artillery[unit]:
        return False
    return content.mobility[unit] != FOOT or content.kind[unit] in FREE_KINDS or content.is_airborne[unit]


@rule("rp.formations.1")
def is_of(pos: BattalionPosition, unit: int, formation: int) -> bool:
    """Is this the formation printed for the unit?"""
    return formation >= 0 and pos.formation_of(unit) == formation
