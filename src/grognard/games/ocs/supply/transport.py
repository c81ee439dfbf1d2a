"""Transport Points: loading, unloading, dividing, combining."""

from fractions import Fraction

from grognard.core.chapter import NOTHING, Refusal, Ruling, rule
from grognard.games.ocs.model.position import MOVEMENT, POOL, OcsPosition
from grognard.games.ocs.model.scale import MP, SP, rounded
from grognard.games.ocs.movement.modes import left


@rule("ocs.transport.6")
def handling(pos: OcsPosition, unit: int) -> int:
    """What each loading or unloading costs: a tenth of the printed MA, rounded to whole MP; in quarters."""
    return rounded(Fraction(pos.content.movement[unit * 2], 10)) * MP


@rule("ocs.transport.1", "ocs.units.18")
def room(pos: OcsPosition, unit: int) -> int:
    """The tokens that Transport Points can still take up."""
    return max(0, pos.points[unit] * SP - pos.cargo[unit])


@rule("ocs.transport.4", "ocs.supply.7", "ocs.basics.18")
def load_limit(pos: OcsPosition, unit: int) -> int:
    """The tokens that a Transport Point can load where it stands: from the ground, not unloaded just now."""
    side, here = pos.content.side[unit], pos.hex[unit]
    if left(pos, unit) < handling(pos, unit):
        return 0
    return max(0, min(room(pos, unit), pos.ground_dump(here, side) - pos.unloaded[here]))


@rule("ocs.transport.5", "ocs.transport.7")
def unload_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a Transport Point may not unload where it stands."""
    content = pos.content
    side, here = content.side[unit], pos.hex[unit]
    if content.is_organic[unit]:
        return Refusal("ocs.transport.7", "Organic Trucks never unload.")
    if not pos.cargo[unit]:
        return Refusal("ocs.transport.1", "nothing is loaded.")
    if left(pos, unit) < handling(pos, unit):
        return Refusal("ocs.transport.6", "the MP that are left do not suffice for unloading.")
    friend = pos.is_held_by(here, side) or pos.ground_dump(here, side)
    if friend or side in (pos.port_side[here], pos.base_side[here]):
        return None
    return Refusal("ocs.transport.5", "there is no friendly combat unit, port, air base or dump in the hex.")


def load(pos: OcsPosition, unit: int, tokens: int) -> None:
    """Take tokens up from the ground."""
    pos.add_dump(pos.hex[unit], pos.content.side[unit], -tokens)
    pos.put.cargo[unit] += tokens
    pos.put.spent[unit] += handling(pos, unit)


def unload(pos: OcsPosition, unit: int, tokens: int) -> None:
    """Lay tokens down; they cannot be loaded again in this phase."""
    pos.add_dump(pos.hex[unit], pos.content.side[unit], tokens)
    pos.put.unloaded[pos.hex[unit]] += tokens
    pos.put.cargo[unit] -= tokens
    pos.put.spent[unit] += handling(pos, unit)


# -- dividing and combining -----------------------------------------------------------------------


@rule("ocs.transport.3")
def free_slot(pos: OcsPosition, unit: int) -> int:
    """A counter that can take a part of these Transport Points; NOTHING if the mix has none left."""
    content = pos.content
    for other in content.transports[content.side[unit]]:
        if content.kind[other] == content.kind[unit] and not content.is_organic[other]:
            if pos.hex[other] == POOL and not pos.points[other]:
                return other
    return NOTHING


@rule("ocs.transport.3")
def divide(pos: OcsPosition, unit: int, points: int) -> int:
    """Take some points off with as much of the load as they hold; the counter of the part taken."""
    slot = free_slot(pos, unit)
    cargo = min(pos.cargo[unit], points * SP)
    pos.put.points[slot], pos.put.cargo[slot] = points, cargo
    pos.put.points[unit] -= points
    pos.put.cargo[unit] -= cargo
    pos.put.mode[slot], pos.put.face[slot] = pos.mode[unit], pos.face[unit]
    pos.put.flags[slot], pos.put.spent[slot] = pos.flags[unit], pos.spent[unit]
    pos.put.fed[slot], pos.put.began[slot] = pos.fed[unit], pos.began[unit]
    pos.place(slot, pos.hex[unit])
    return slot


@rule("ocs.transport.3")
def combine(pos: OcsPosition, unit: int) -> int:
    """Merge Transport Points that have moved with others of their kind that have; what stays on the map."""
    content = pos.content
    if content.is_organic[unit] or pos.phase != MOVEMENT:
        return unit
    for other in pos.transports_at(pos.hex[unit], content.side[unit]):
        alike = content.kind[other] == content.kind[unit] and pos.flags[other] == pos.flags[unit]
        if other != unit and alike and pos.mode[other] == pos.mode[unit]:
            keep, gone = sorted((unit, other))
            pos.put.points[keep] += pos.points[gone]
            pos.put.cargo[keep] += pos.cargo[gone]
            pos.put.spent[keep] = max(pos.spent[keep], pos.spent[gone])
            pos.put.points[gone] = pos.put.cargo[gone] = 0
            pos.place(gone, POOL)
            return keep
    return unit
