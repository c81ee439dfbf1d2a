"""Zones of control: which hexes exert one, where they reach, and what being in one means."""

from grognard.core.chapter import NOTHING, rule
from grognard.games.red_god_of_war.model.content import BRIGADE, DIVISION, REGIMENT
from grognard.games.red_god_of_war.model.position import RedGodPosition


@rule("rgw.zoc.1", "rgw.zoc.2", "rgw.zoc.4")
def exerts_zoc(pos: RedGodPosition, units: list[int]) -> bool:
    """A stack exerts a zone of control with a division or corps, or with two regiments or brigades.

    Battalions and HQs add nothing; supply does not matter.
    """
    content = pos.content
    small = 0
    for unit in units:
        size = content.unit_size[unit]
        if content.is_hq[unit]:
            continue
        if size >= DIVISION:
            return True
        if size in (REGIMENT, BRIGADE):
            small += 1
    return small >= 2


@rule("rgw.zoc.3")
def zones_of(pos: RedGodPosition, side: int, spared: int = NOTHING) -> bytearray:
    """One byte per hex: the six hexes around every exerting hex, whatever the terrain.

    The stack in hex `spared` (an overrun's target, rule:8.6) is left out.
    """
    content = pos.content
    neighbours = content.neighbours
    zone = bytearray(content.hexes)
    seen = {spared}
    for unit in content.combat_units[side]:
        hex = pos.hex[unit]
        if hex < 0 or hex in seen:
            continue
        seen.add(hex)
        if exerts_zoc(pos, pos.at(hex)):
            for there in neighbours[hex * 6 : hex * 6 + 6]:
                if there >= 0:
                    zone[there] = 1
    return zone
