"""Stacking limits, and the ban on hexes the enemy holds."""

from collections.abc import Sequence

from grognard.core.chapter import Refusal, Ruling, rule
from grognard.games.red_god_of_war.model.content import DIVISION
from grognard.games.red_god_of_war.model.position import GERMAN, RedGodPosition
from grognard.kit.reach import with_flags

GERMANS_BESIDE_A_DIVISION = 4
GERMANS_WITHOUT_A_DIVISION = 7
SOVIETS_IN_A_HEX = 4
SOVIET_DIVISIONS_IN_A_HEX = 2


@rule("rgw.stacking.12")
def stacking_refusal(pos: RedGodPosition, side: int, units: Sequence[int]) -> Ruling:
    """Why these units may not share a hex. HQs do not count, unless agreed.

    Impulse chits and status markers never count.
    """
    content = pos.content
    are_hqs_free = content.options["hqs-stack-free"]
    total = divisions = 0
    for unit in units:
        if not (are_hqs_free and content.is_hq[unit]):
            total += 1
            divisions += content.unit_size[unit] == DIVISION
    if side == GERMAN:
        return _german_refusal(total, divisions)
    if total > SOVIETS_IN_A_HEX:
        return Refusal(
            "rgw.stacking.3", f"{total} Soviet units in one hex; at most {SOVIETS_IN_A_HEX} may stack."
        )
    if divisions > SOVIET_DIVISIONS_IN_A_HEX:
        return Refusal("rgw.stacking.4", f"{divisions} Soviet divisions in one hex; at most two may stack.")
    return None


def _german_refusal(total: int, divisions: int) -> Ruling:
    if divisions > 1:
        return Refusal(
            "rgw.stacking.1", f"{divisions} German divisions in one hex; only one may stand there."
        )
    if divisions and total - 1 > GERMANS_BESIDE_A_DIVISION:
        return Refusal("rgw.stacking.1", f"{total - 1} units beside a German division; at most four may be.")
    if not divisions and total > GERMANS_WITHOUT_A_DIVISION:
        return Refusal("rgw.stacking.2", f"{total} German units in one hex; at most seven may stack.")
    return None


def has_room(pos: RedGodPosition, hex: int, units: Sequence[int]) -> bool:
    """Could these units stand in the hex beside those that are there?"""
    there = pos.at(hex)
    if not there:
        return True
    side = pos.content.side[units[0]]
    return stacking_refusal(pos, side, [*(unit for unit in there if unit not in units), *units]) is None


def is_overstacked(pos: RedGodPosition, hex: int) -> bool:
    """Does the hex exceed its stacking limit?"""
    there = pos.at(hex)
    return bool(there) and stacking_refusal(pos, pos.content.side[there[0]], there) is not None


@rule("rgw.stacking.11")
def is_barred_by_enemy(pos: RedGodPosition, hex: int, side: int) -> bool:
    """Is the hex enemy-occupied, so that it may not be entered? A lone HQ gives way (rule:hq)."""
    if pos.content.options["lone-hq-gives-way"]:
        return pos.is_enemy_held(hex, side)
    return any(pos.content.side[unit] != side for unit in pos.at(hex))


def barred_hexes(pos: RedGodPosition, side: int) -> bytearray:
    """The enemy-occupied hexes, which this side may not enter."""
    held = pos.men_of(1 - side)
    if pos.content.options["lone-hq-gives-way"]:
        return held
    return with_flags(held[:], pos.hexes_of(pos.content.hqs[1 - side]))
