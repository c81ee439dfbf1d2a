"""Markers on units: disruption, demoralization, supply and ammunition, and what they change."""

from grognard.core.ledger import rule
from grognard.games.battalions.model.position import (
    DEMORALIZED,
    IN_ORDER,
    ISOLATED,
    BattalionPosition,
)


def is_demoralized(pos: BattalionPosition, unit: int) -> bool:
    return pos.morale_state[unit] == DEMORALIZED


@rule("rp.combat-markers.2")
def disrupt(pos: BattalionPosition, unit: int) -> None:
    """A unit in order is disrupted, a disrupted one demoralized; a demoralized one stays so."""
    if not pos.content.is_leader[unit]:
        pos.morale_state[unit] = min(pos.morale_state[unit] + 1, DEMORALIZED)


def demoralize(pos: BattalionPosition, unit: int) -> None:
    """The unit is demoralized, whatever it was."""
    if not pos.content.is_leader[unit]:
        pos.morale_state[unit] = DEMORALIZED


@rule("rp.recovery.2", "rp.recovery.3")
def recover(pos: BattalionPosition, unit: int) -> None:
    """One step better: demoralized becomes disrupted, disrupted is in order again."""
    pos.morale_state[unit] = max(pos.morale_state[unit] - 1, IN_ORDER)


@rule("rp.morale.4", "rp.morale.5")
def current_morale(pos: BattalionPosition, unit: int) -> int:
    """The printed morale less 1 for isolation and 1 for demoralization, not below 0."""
    lost = (pos.supply[unit] == ISOLATED) + (pos.morale_state[unit] == DEMORALIZED)
    return max(0, pos.morale_of(unit) - lost + pos.content.combat.morale_change(pos, unit))
