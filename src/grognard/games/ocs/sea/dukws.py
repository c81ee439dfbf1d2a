"""DUKWs: afloat they are landing craft, ashore they are trucks, and they change from one to the other."""

from grognard.core.chapter import NOTHING, rule
from grognard.games.ocs.model.position import MOVED, WAITING, OcsPosition
from grognard.games.ocs.model.scale import MP

ASHORE = 3
"""A DUKW's MP on land for each that it has left afloat."""


def other_half(pos: OcsPosition, unit: int) -> int:
    """The counter of DUKWs ashore for one afloat, and the other way round; NOTHING if it is in use."""
    content = pos.content
    if content.is_craft[unit]:
        found = [one for one in content.transports[content.side[unit]] if "dukw" in content.traits[one]]
    else:
        found = [one for one in content.crafts[content.side[unit]] if content.kind[one] == "dukw"]
    free = [one for one in found if pos.hex[one] < 0]
    return free[0] if free else NOTHING


def turn_into(pos: OcsPosition, old: int, new: int) -> None:
    """DUKWs change from one counter to the other with their points and load."""
    hex = pos.hex[old]
    pos.put.points[new], pos.put.cargo[new] = pos.points[old], pos.cargo[old]
    pos.put.points[old] = pos.put.cargo[old] = 0
    pos.put.flags[old] = pos.put.flags[new] = 0
    pos.place(old, WAITING)
    pos.place(new, hex)


@rule("ocs.landing.10")
def go_afloat(pos: OcsPosition, truck: int) -> None:
    """DUKWs go afloat: a third of the MP that are left."""
    content, craft = pos.content, other_half(pos, truck)
    left = content.movement[truck * 2] * MP - pos.spent[truck]
    turn_into(pos, truck, craft)
    pos.put.spent[craft] = content.movement[craft * 2] * MP - left // ASHORE


@rule("ocs.landing.10", "ocs.landing.11")
def come_ashore(pos: OcsPosition, craft: int, with_units: bool) -> None:
    """DUKWs come ashore with three times the MP that are left; where units land with them they stop."""
    content, truck = pos.content, other_half(pos, craft)
    left = content.movement[craft * 2] * MP - pos.spent[craft]
    turn_into(pos, craft, truck)
    pos.put.spent[truck] = content.movement[truck * 2] * MP - ASHORE * left
    if with_units:
        pos.put.flags[truck] |= MOVED
