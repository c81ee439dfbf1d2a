"""How many units may stand in a hex, and inside a fort in it: who does not fit overstacks it."""

from collections.abc import Sequence

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.games.panzerblitz.model.content import COMPANY, GERMAN
from grognard.games.panzerblitz.model.position import INSIDE, DropPosition


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
