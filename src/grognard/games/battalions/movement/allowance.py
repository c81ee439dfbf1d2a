"""How far a unit may go: the printed movement allowance and all that changes it."""

from typing import NamedTuple

from grognard.core.chapter import Explanation, Refusal, Ruling, Term, rule
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.markers import is_demoralized
from grognard.games.battalions.model.position import (
    CROSSED,
    DEMOLISHED,
    HELPED,
    IN_ORDER,
    ISOLATED,
    REPLACED,
    RETURNED,
    SUPPLIED,
    BattalionPosition,
)
from grognard.games.battalions.model.scale import half_up

FUEL = "no-fuel"
TRUCKS = "truck-borne"
FROZEN = REPLACED | RETURNED | CROSSED | HELPED
"""Whoever did one of these has no movement allowance in this turn, see `frozen_refusal`."""


class Change(NamedTuple):
    """What is added to an allowance, why, and whether the number is ours."""

    label: str
    points: int
    rule: str
    house: bool = False


def allowance_terms(pos: BattalionPosition, unit: int) -> tuple[list[Term], int]:
    """The allowance term by term (what is added, then halves, then what sets it), and the total."""
    total = movement_allowance(pos, unit)
    if pos.dispersed[unit]:
        return [Term("dispersed: hexes, whatever they cost", str(total), "rp.movement-allowance.17")], total
    rule_id = "rp.movement-allowance.4" if pos.content.is_leader[unit] else "rp.general.9"
    terms = [Term("printed", str(pos.movement_of(unit)), rule_id)]
    for label, points, why, house in _changes(pos, unit):
        terms.append(Term(label, f"−{-points}" if points < 0 else str(points), why, house))
    terms += _halves(pos, unit)
    frozen = frozen_refusal(pos, unit)
    if frozen is not None:
        terms.append(Term(frozen.why.rstrip("."), "0", frozen.rule))
    return terms, total


@rule("rp.movement-allowance.2", "rp.general.9")
def movement_allowance(pos: BattalionPosition, unit: int) -> int:
    """The allowance in force, in whole points: never below 0, fractions rounded up."""
    if pos.dispersed[unit]:
        return pos.content.limit("dispersed-move")
    if pos.flags[unit] & FROZEN:
        return 0
    total = pos.movement_of(unit)
    for change in _changes(pos, unit):
        total += change.points
    total = max(0, total)
    for _ in _halves(pos, unit):
        total = half_up(total)
    return total


@rule("rp.strategic.7", "rp.strategic.8")
def marches_double(pos: BattalionPosition, unit: int) -> bool:
    """Has it twice its allowance in strategic movement: on foot, in good order, not dispersed?"""
    return pos.mobility_of(unit) == FOOT and pos.morale_state[unit] == IN_ORDER and not pos.dispersed[unit]


def can_stir(pos: BattalionPosition, unit: int) -> bool:
    """Is the allowance above 0? What halves it leaves something, so one in good order and supply is sure."""
    hindered = pos.morale_state[unit] or pos.supply[unit] or pos.dispersed[unit] or pos.flags[unit] & FROZEN
    if not hindered and pos.movement_of(unit):
        return True
    return movement_allowance(pos, unit) > 0


def _changes(pos: BattalionPosition, unit: int) -> list[Change]:
    bonuses = _bonuses(pos, unit)
    if pos.supply[unit] == SUPPLIED and pos.morale_state[unit] == IN_ORDER:
        return bonuses
    return [*_supply_changes(pos, unit), *_order_changes(pos, unit), *bonuses]


def allowance_sheet(pos: BattalionPosition, unit: int) -> Explanation:
    """The allowance of a unit as a sheet."""
    terms, total = allowance_terms(pos, unit)
    return Explanation(f"Movement of {pos.content.unit_names[unit]}", tuple(terms), f"{total} MP")


@rule("rp.movement-allowance.3", "rp.movement-allowance.6", "rp.movement-allowance.7")
def _supply_changes(pos: BattalionPosition, unit: int) -> list[Change]:
    """Isolated takes the place of out of supply. A leader needs none."""
    supply = pos.supply[unit]
    if supply == SUPPLIED or pos.content.is_leader[unit]:
        return []
    on_foot = pos.mobility_of(unit) == FOOT
    if supply == ISOLATED:
        if on_foot:
            return [Change("isolated, on foot", -1, "rp.movement-allowance.6")]
        return [Change("isolated, with vehicles", -4, "rp.movement-allowance.7")]
    return [] if on_foot else [Change("out of supply, with vehicles", -2, "rp.movement-allowance.3")]


@rule("rp.movement-allowance.8", "rp.movement-allowance.9")
def _order_changes(pos: BattalionPosition, unit: int) -> list[Change]:
    if not is_demoralized(pos, unit):
        return []
    if pos.mobility_of(unit) == FOOT:
        return [Change("demoralized, on foot", -2, "rp.movement-allowance.8")]
    return [Change("demoralized, with vehicles", -4, "rp.movement-allowance.9")]


def _bonuses(pos: BattalionPosition, unit: int) -> list[Change]:
    found: list[Change] = []
    leader, bonus = leader_bonus(pos, unit)
    if bonus:
        found.append(Change(f"{pos.content.unit_names[leader]} is near", bonus, "rp.movement-allowance.15"))
    if has_trucks(pos, unit):
        more = pos.content.limit("truck-bonus")
        found.append(Change("trucks, along roads only", more, "rp.movement-allowance.18", True))
    return found


@rule("rp.movement-allowance.15", "rp.movement-allowance.16")
def leader_bonus(pos: BattalionPosition, unit: int) -> tuple[int, int]:
    """The leader who hurries this unit along and by how much: the best one within a hex; at most one."""
    content = pos.content
    if content.is_leader[unit] or pos.hex[unit] < 0:
        return -1, 0
    where, hex = pos.hex, pos.hex[unit]
    near = (hex, *content.around[hex])
    name = "foot" if pos.mobility_of(unit) == FOOT else "motor"
    best = (-1, 0)
    for leader in content.leaders_of[content.side[unit]]:
        if where[leader] in near and is_led(pos, unit, leader):
            value = pos.value(name, leader)
            if value > best[1]:
                best = (leader, value)
    return best


def is_led(pos: BattalionPosition, unit: int, leader: int) -> bool:
    """Is the leader within a hex, and the unit of his formation or stacked with one that is?"""
    content = pos.content
    if content.grid.distance(pos.hex[unit], pos.hex[leader]) > 1:
        return False
    return any(
        pos.formation_of(one) in content.leads[leader]
        for one in pos.of_side_at(pos.hex[unit], content.side[unit])
        if not content.is_leader[one]
    )


@rule("rp.movement-allowance.18", "rp.movement-allowance.19")
def has_trucks(pos: BattalionPosition, unit: int) -> bool:
    """Did it arrive by truck, this turn or in the one before?"""
    arrived = pos.arrived[unit]
    if arrived <= 0 or pos.turn - arrived >= pos.content.limit("truck-turns"):
        return False
    return TRUCKS in pos.content.traits[pos.origin(unit)]


@rule("rp.movement-allowance.10", "rp.movement-allowance.11", "rp.movement-allowance.22")
def _halves(pos: BattalionPosition, unit: int) -> list[Term]:
    """What halves the allowance, each for itself and rounded up."""
    terms: list[Term] = []
    if pos.flags[unit] & DEMOLISHED:
        terms.append(Term("tried to blow the bridge", "× ½", "rp.movement-allowance.10"))
    if is_demoralized(pos, unit) and pos.is_night:
        terms.append(Term("demoralized at night", "× ½", "rp.movement-allowance.11"))
    if FUEL in pos.content.traits[pos.origin(unit)] and pos.turn <= pos.content.limit("fuel-until"):
        terms.append(Term("without fuel", "× ½", "rp.movement-allowance.22", True))
    return terms


@rule(
    "rp.movement-allowance.12",
    "rp.movement-allowance.13",
    "rp.movement-allowance.14",
    "rp.hq-return.1",
    "rp.dnepr.11",
)
def frozen_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why a rule sets the allowance of this unit to 0: then it may not even go one hex."""
    flags, name = pos.flags[unit], pos.content.unit_names[unit]
    if flags & REPLACED:
        return Refusal("rp.movement-allowance.12", f"{name} took a replacement point this turn.")
    if flags & RETURNED:
        return Refusal("rp.hq-return.1", f"{name} was put back into play this turn.")
    if flags & CROSSED:
        return Refusal("rp.movement-allowance.13", f"{name} has tried to cross the river this turn.")
    if flags & HELPED:
        return Refusal("rp.movement-allowance.14", f"{name} has helped others over a river this turn.")
    return None
