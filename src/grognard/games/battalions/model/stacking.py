"""How many counters a hex holds, how companies count, and who bars a hex."""

from collections.abc import Sequence

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.games.battalions.model.position import BattalionPosition

BATTALION: int = 3
"""A battalion counted in companies."""


@rule("rp.post-move.6", "rp.post-move.7", "rp.post-move.8")
def stacked(pos: BattalionPosition, units: Sequence[int]) -> int:
    """How many of these counters of one side count for stacking: all but leaders and the first HQ."""
    content = pos.content
    counting = [unit for unit in units if not content.is_leader[unit]]
    hqs = [unit for unit in counting if content.is_hq[unit]]
    free = max((content.weight(pos, unit) for unit in hqs), default=0)
    return sum(content.weight(pos, unit) for unit in counting) - free


def stacking_refusal(pos: BattalionPosition, units: Sequence[int]) -> Ruling:
    """Why these counters of one side may not share a hex."""
    count, most = stacked(pos, units), pos.content.limit("stacking")
    if count <= most:
        return None
    words = pos.content.stack_words
    return Refusal("rp.post-move.6", f"{words(count)} in one hex; at most {words(most)} may stack.")


def excess(pos: BattalionPosition, hex: int, side: int) -> int:
    """How many counters of a side are too many in a hex."""
    return max(0, stacked(pos, pos.of_side_at(hex, side)) - pos.content.limit("stacking"))


def has_room(pos: BattalionPosition, hex: int, units: Sequence[int]) -> bool:
    """Could these counters stand in the hex beside those of their side that are there?"""
    side = pos.content.side[units[0]]
    others = [unit for unit in pos.of_side_at(hex, side) if unit not in units]
    return stacking_refusal(pos, [*others, *units]) is None


@rule("rp.attack-declare.5", "rp.defend-declare.8", "rp.defend-declare.9")
def is_battalion(pos: BattalionPosition, unit: int) -> bool:
    """Does it count as a battalion? Regiments and brigades do; companies, remnants, HQs and leaders not."""
    return pos.content.is_battalion[unit]


@rule("rp.general.24", "rp.general.25", "rp.bombardment.13")
def battalions(pos: BattalionPosition, units: Sequence[int]) -> int:
    """How many battalions these are, three companies of one type standing in for one if that is agreed."""
    content = pos.content
    count = sum(is_battalion(pos, unit) for unit in units)
    if content.options.get("company-substitution", True):
        types = [content.company_type[unit] for unit in units if content.company_type[unit]]
        count += sum(types.count(one) // BATTALION for one in set(types))
    return count


@rule("rp.dnepr.14")
def in_companies(pos: BattalionPosition, unit: int) -> int:
    """A unit counted in companies: a battalion is three."""
    return BATTALION if is_battalion(pos, unit) else 1


@rule("rp.recovery.4", "rp.hq-return.2")
def is_beside_enemy(pos: BattalionPosition, hex: int, side: int) -> bool:
    """Is an enemy unit next to the hex, or in it with a dispersed company? A dispersed one is not noticed.

    A leader alone counts, since nobody can tell him from a unit. Rivers between the hexes change nothing.
    """
    enemy = 1 - side
    return any(pos.has_unit(there, enemy) for there in (hex, *pos.content.around[hex]))


@rule("rp.move-general.12")
def barred_hexes(pos: BattalionPosition, side: int) -> bytes:
    """The hexes that the enemy bars to this side: those with a combat unit that is not dispersed."""
    return pos.content.barred[pos.signs(1 - side)]
