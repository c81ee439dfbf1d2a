"""How many units may stand in a hex, and whether a stack is an armoured target."""

from collections.abc import Sequence

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.games.panzerblitz.content import COMPANY, GERMAN
from grognard.games.panzerblitz.position import INSIDE, DropPosition

ARMOURED = 1
SOFT = 0
EITHER = 2
"""A tie: the class that suits the defender."""


@rule("pb.stacking.2", "pb.stack.3", "pb.stack.4")
def weight_at(pos: DropPosition, hex: int, side: int, inside: bool = False) -> int:
    """What stands in a hex, in parts of a company: units of a side by their fraction, and wrecks.

    Passengers, mines, blocks and forts weigh nothing. With `inside`, what is in the fort and not on top.
    """
    weights, sides, marks = pos.content.weight, pos.content.side, pos.marks
    total = 0
    for unit in pos.at(hex):
        if sides[unit] == side and bool(marks[unit] & INSIDE) == inside:
            total += weights[unit]
    if pos.wrecks and not inside:
        total += pos.wrecks.count(hex) * COMPANY
    return total


@rule("pb.stack.1", "pb.stacking.1", "pb.stack.2")
def has_room(pos: DropPosition, hex: int, units: Sequence[int]) -> bool:
    """Could these units end their move in the hex? Those already there are not counted twice."""
    content = pos.content
    side = content.side[units[0]]
    there = pos.at(hex)
    if not there and len(units) == 1 and hex not in pos.wrecks:
        return True
    extra = 0
    for unit in units:
        if unit not in there:
            extra += content.weight[unit]
    if weight_at(pos, hex, side) + extra <= content.limit[side]:
        return True
    return goes_inside(pos, hex, units)


@rule("pb.stack.5")
def goes_inside(pos: DropPosition, hex: int, units: Sequence[int]) -> bool:
    """Is there a fort that still has room for these foot units or guns? A full stack fits into it."""
    if not pos.forts or not pos.fort_at(hex):
        return False
    content = pos.content
    if not all(content.is_passenger[unit] for unit in units):
        return False
    side = content.side[units[0]]
    extra = sum(
        content.weight[unit] for unit in units if not pos.marks[unit] & INSIDE or pos.where[unit] != hex
    )
    return weight_at(pos, hex, side, inside=True) + extra <= content.limit[side]


def stacking_refusal(pos: DropPosition, hex: int, units: Sequence[int]) -> Ruling:
    """Why these units may not stop in the hex."""
    if has_room(pos, hex, units):
        return None
    content = pos.content
    side = content.side[units[0]]
    held = weight_at(pos, hex, side) + sum(content.weight[u] for u in units if u not in pos.at(hex))
    most = content.limit[side] // COMPANY
    named = "pb.stack.1" if side == GERMAN else "pb.stacking.1"
    return Refusal(named, f"{held / COMPANY:.3g} units would stand in {content.grid.names[hex]}; {most} may.")


# -- target class -------------------------------------------------------------------------------


@rule("pb.fire.11", "pb.stacking.3", "pb.stacking.4", "pb.weapons.6")
def target_class(pos: DropPosition, hex: int, units: Sequence[int]) -> int:
    """Is this target armoured? The majority decides, pieces counting as their fraction of a company.

    So a Russian vehicle with less than a company's worth of pieces is an armoured target. Everything in
    a town or a fort is one.
    """
    content = pos.content
    if content.land.is_town[hex]:
        return ARMOURED
    armoured = soft = 0
    for unit in units:
        if unit < 0 or pos.marks[unit] & INSIDE:
            return ARMOURED
        if content.is_armoured[unit]:
            armoured += content.weight[unit]
        else:
            soft += content.weight[unit]
    if armoured == soft:
        return EITHER
    return ARMOURED if armoured > soft else SOFT
