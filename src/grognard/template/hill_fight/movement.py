"""Movement: where a unit can go, and why not elsewhere."""

from grognard.core.chapter import NOTHING, Refusal, Ruling, rule
from grognard.kit.reach import Reach, reach
from grognard.template.hill_fight.position import HillFightPosition


@rule("hf.move.1", "hf.move.2")
def reach_of(pos: HillFightPosition, unit: int) -> Reach:
    """Where a unit can come to, its own hex and those of friends among them, and what that costs."""
    enemies = pos.units_of(1 - pos.side_of(unit))
    closed = bytearray(pos.board.size)
    for enemy in enemies:
        closed[pos.at[enemy]] = 1
    allowance = pos.content.movement(unit, pos.lost[unit])
    return reach(pos.content.going, {pos.at[unit]: 0}, allowance, closed=closed)


def destinations(pos: HillFightPosition, unit: int) -> dict[int, int]:
    """The hexes in which a unit can end its move, with their costs."""
    found = reach_of(pos, unit).cost
    return {hex: cost for hex, cost in found.items() if pos.unit_at(hex) == NOTHING}


def move_refusal(pos: HillFightPosition, unit: int, hex: int) -> Ruling:
    """Why a unit cannot go to a hex."""
    if pos.unit_at(hex) != NOTHING:
        return Refusal("hf.move.2", "there is a unit in that hex.", "No hex holds two.")
    if hex not in destinations(pos, unit):
        points = pos.content.movement(unit, pos.lost[unit])
        return Refusal("hf.move.1", f"it is farther than {points} points.")
    return None
