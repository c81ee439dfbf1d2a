"""How the German staff changes the given set-up: a short road with few gaps is shut beforehand."""

from typing import Final

from grognard.core.position import NOTHING, Choice
from grognard.games.panzerblitz.model.content import GERMAN
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.sequence.setup import READY, SettingUp, setup_refusal
from grognard.games.panzerblitz.staff.advice import Worth
from grognard.kit.staff import Answer

MOST_GAPS: Final = 2
"""A road with more hexes open than this is not shut by placing a unit or two."""


def place(pos: DropPosition, worth: Worth, v: SettingUp, options: list[Choice]) -> Answer:
    """Who stands idle goes into the gap that is worth most; the others stay as the scenario has them."""
    names = pos.content.land.names
    if v.picked >= 0:
        hex = best_gap(pos, worth, v.picked)
        stay = ("at", pos.where[v.picked])
        return (("at", hex), f"shuts the road at {names[hex]}") if hex >= 0 else (stay, "it stands well")
    for spare in spare_units(pos, worth):
        hex = best_gap(pos, worth, spare)
        unit = relieved(pos, spare, hex) if hex >= 0 else NOTHING
        if ("place", unit) in options:
            return ("place", unit), f"is needed at {names[hex]}"
    return READY, "the roads are guarded as well as can be"


def spare_units(pos: DropPosition, worth: Worth) -> list[int]:
    """Infantry in the open that guards no road: it is missed least where it is."""
    content = pos.content
    able = [
        unit
        for unit in content.setup_area
        if content.assaults[unit] and pos.aboard[unit] < 0 and not worth.post(pos, unit)
    ]
    return sorted(able, key=lambda unit: (content.cover[pos.where[unit]], content.attack[unit], unit))


def relieved(pos: DropPosition, spare: int, gap: int) -> int:
    """Who goes into the gap: a weaker neighbour whom the spare unit then relieves, or the spare unit itself.

    So the stronger stands in the middle of the road and the weaker at its end; who has cover keeps it.
    """
    content, where = pos.content, pos.where
    for unit in content.setup_area:
        is_weaker = content.assaults[unit] and content.attack[unit] < content.attack[spare]
        if is_weaker and not content.cover[where[unit]]:
            beside = content.distance(where[unit], gap) == 1 == content.distance(where[unit], where[spare])
            if beside and setup_refusal(pos, unit, gap) is None:
                return unit
    return spare


def best_gap(pos: DropPosition, worth: Worth, unit: int) -> int:
    """The open hex of a nearly shut road that this unit may be set up in; NOTHING if there is none."""
    held = {pos.where[one] for one in pos.content.units_of[GERMAN] if pos.where[one] >= 0}
    roads = [[hex for hex in hexes if hex not in held] for hexes in pos.content.road_hexes]
    gaps = {hex for gaps in roads if len(gaps) <= MOST_GAPS for hex in gaps}
    fit = [hex for hex in gaps if setup_refusal(pos, unit, hex) is None]
    return max(fit, key=lambda hex: (worth.denies(pos, hex, (unit,)), -hex), default=NOTHING)
