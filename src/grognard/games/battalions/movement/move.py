"""The units in hand that move together, and who may be taken in hand."""

from typing import Final, NamedTuple

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.games.battalions.model.position import (
    CROSSED,
    HELPED,
    INFILTRATED,
    MARCHED,
    MOVED,
    REPLACED,
    RETURNED,
    BattalionPosition,
)
from grognard.games.battalions.model.zoc import ignores_zoc
from grognard.games.battalions.movement.allowance import frozen_refusal, marches_double, movement_allowance

STILL = MARCHED | INFILTRATED | MOVED | REPLACED | RETURNED | CROSSED | HELPED
"""Whoever did one of these moves no more in this turn."""


ARRIVED: Final = 2
"""Of guns in hand that have marched and may still unlimber."""


class Move(NamedTuple):
    """The units in hand, with the allowance of each fixed where its move began, in halves.

    `off_road` is what each has spent away from roads: trucks help on roads only. `strategic`: they march, or
    have ARRIVED.
    """

    group: tuple[int, ...] = ()
    allowances: tuple[int, ...] = ()
    off_road: tuple[int, ...] = ()
    strategic: int = 0


def picked(pos: BattalionPosition, v: Move, unit: int) -> Move:
    """The same with one more unit in hand."""
    allowance = strategic_allowance(pos, unit) if v.strategic else movement_allowance(pos, unit)
    limits = (*v.allowances, allowance * 2)
    return Move((*v.group, unit), limits, (*v.off_road, pos.spent[unit]), v.strategic)


@rule("rp.strategic.7", "rp.strategic.8")
def strategic_allowance(pos: BattalionPosition, unit: int) -> int:
    """In strategic movement a foot unit in good order has twice its allowance."""
    return movement_allowance(pos, unit) * (2 if marches_double(pos, unit) else 1)


def movers(pos: BattalionPosition) -> list[int]:
    """The units of the phasing side that may be moved now: those that nothing is said against."""
    flags, content = pos.flags, pos.content
    return content.free_to_move(pos, [unit for unit in pos.on_map(pos.phasing) if not flags[unit] & STILL])


@rule("rp.normal-move.1", "rp.move-intel.1")
def mover_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit may not be moved now."""
    name = pos.content.unit_names[unit]
    if pos.content.side[unit] != pos.phasing:
        return Refusal("rp.move-intel.1", f"{name} is not of the phasing side.")
    if pos.hex[unit] < 0:
        return Refusal("rp.move-intel.1", f"{name} is not on the map.")
    if pos.flags[unit] & MARCHED:
        return Refusal("rp.normal-move.1", f"{name} has moved strategically.")
    if pos.flags[unit] & INFILTRATED:
        return Refusal("rp.infiltration.7", f"{name} has tried to infiltrate.")
    if pos.flags[unit] & MOVED:
        return Refusal("rp.normal-move.1", f"{name} has made its move.")
    return pos.content.move_bar(pos, unit) or frozen_refusal(pos, unit)


def fit_to_join(pos: BattalionPosition, v: Move, units: list[int]) -> list[int]:
    """Those of these units, all in the hex of those in hand, that `company_refusal` says nothing against."""
    group, dispersed, spent = v.group, pos.dispersed, pos.spent
    kind, on_the_way = dispersed[group[0]], any(spent[one] for one in group)
    return [
        unit
        for unit in units
        if unit not in group and dispersed[unit] == kind and (spent[unit] or not on_the_way)
    ]


def company_refusal(pos: BattalionPosition, v: Move, unit: int) -> Ruling:
    """Why a unit that may move cannot go with those in hand."""
    name = pos.content.unit_names[unit]
    if unit in v.group:
        return Refusal("rp.normal-move.1", f"{name} is in hand already.")
    if pos.hex[unit] != pos.hex[v.group[0]]:
        return Refusal("rp.normal-move.1", f"{name} is in another hex.", "Move it by itself.")
    if ignores_zoc(pos, unit) != ignores_zoc(pos, v.group[0]):
        return Refusal("rp.zoc.9", "dispersed companies move by themselves.")
    if any(pos.spent[one] for one in v.group) and not pos.spent[unit]:
        return Refusal("rp.normal-move.1", "the units in hand are on their way already.")
    return None
