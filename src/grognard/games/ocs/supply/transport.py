"""Transport Points: dividing, loading, unloading, Extenders."""

from fractions import Fraction

from grognard.core.chapter import NOTHING, Refusal, Ruling, rule
from grognard.games.ocs.modes import allowance, left
from grognard.games.ocs.position import CARRIED, MOVEMENT, POOL, OcsPosition
from grognard.games.ocs.scale import MP, SP, rounded
from grognard.games.ocs.trace import is_joined, trace_sources


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
    pos.cargo[unit] += tokens
    pos.spent[unit] += handling(pos, unit)
    pos.kept = {}


def unload(pos: OcsPosition, unit: int, tokens: int) -> None:
    """Lay tokens down; they cannot be loaded again in this phase."""
    pos.add_dump(pos.hex[unit], pos.content.side[unit], tokens)
    pos.unloaded[pos.hex[unit]] += tokens
    pos.cargo[unit] -= tokens
    pos.spent[unit] += handling(pos, unit)
    pos.kept = {}


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
    pos.points[slot], pos.cargo[slot] = points, cargo
    pos.points[unit] -= points
    pos.cargo[unit] -= cargo
    pos.mode[slot], pos.face[slot] = pos.mode[unit], pos.face[unit]
    pos.flags[slot], pos.spent[slot] = pos.flags[unit], pos.spent[unit]
    pos.fed[slot], pos.began[slot] = pos.fed[unit], pos.began[unit]
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
            pos.points[keep] += pos.points[gone]
            pos.cargo[keep] += pos.cargo[gone]
            pos.spent[keep] = max(pos.spent[keep], pos.spent[gone])
            pos.points[gone] = pos.cargo[gone] = 0
            pos.place(gone, POOL)
            return keep
    return unit


# -- Extenders ------------------------------------------------------------------------------------


@rule("ocs.trace.10", "ocs.trace.11", "ocs.transport.7")
def extend_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why these Transport Points cannot become an Extender here and now."""
    content = pos.content
    if content.is_organic[unit]:
        return Refusal("ocs.transport.7", "Organic Trucks never form Extenders.")
    if not content.extender_range[unit]:
        return Refusal("ocs.trace.11", f"{content.unit_names[unit]} cannot become an Extender.")
    if pos.phase != MOVEMENT:
        return Refusal("ocs.trace.10", "Extenders are formed in the Movement Phase.")
    wanted = content.limit("extender-points")
    more = sum(pos.points[other] for other in others_for_extender(pos, unit))
    if not pos.points[unit] <= wanted <= pos.points[unit] + more:
        return Refusal("ocs.trace.10", f"an Extender takes {wanted} points of one type.")
    if pos.cargo[unit]:
        return Refusal("ocs.trace.11", "loaded points must unload first.")
    if not has_half_left(pos, unit):
        return Refusal("ocs.trace.10", "half the MA must be left.")
    side = content.side[unit]
    if not is_joined(pos, unit, pos.hex[unit], trace_sources(pos, side)):
        return Refusal("ocs.trace.11", "it would not be joined to a source of trace supply.")
    return None


def has_half_left(pos: OcsPosition, unit: int) -> bool:
    """Has a Transport Point half its MA left?"""
    return 2 * left(pos, unit) >= allowance(pos, unit)


@rule("ocs.trace.10", "ocs.trace.11")
def others_for_extender(pos: OcsPosition, unit: int) -> list[int]:
    """Empty points of the type in the hex, from wherever they came, that can still spend half their MA."""
    content = pos.content
    return [
        other
        for other in pos.transports_at(pos.hex[unit], content.side[unit])
        if other != unit
        and content.kind[other] == content.kind[unit]
        and not pos.cargo[other]
        and not pos.flags[other] & CARRIED
        and has_half_left(pos, other)
    ]


@rule("ocs.trace.10")
def extend(pos: OcsPosition, unit: int) -> None:
    """Turn five points into an Extender, those of other counters in the hex where these are fewer."""
    for other in others_for_extender(pos, unit):
        taken = min(pos.points[other], pos.content.limit("extender-points") - pos.points[unit])
        pos.points[unit] += taken
        pos.points[other] -= taken
        if taken:
            pos.spent[unit] = max(pos.spent[unit], pos.spent[other])
        if not pos.points[other]:
            pos.place(other, POOL)
    pos.spent[unit] += allowance(pos, unit) // 2
    pos.extender[unit] = 1
    pos.touch()


@rule("ocs.trace.10", "ocs.trace.15")
def break_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why an Extender may not be turned back now."""
    if not pos.extender[unit] or pos.phase != MOVEMENT or pos.acting != pos.content.side[unit]:
        return Refusal("ocs.trace.10", "an Extender is turned back in the own Movement Phase.")
    if pos.spent[unit]:
        return Refusal("ocs.trace.10", "it was formed in this phase.")
    return None


def break_up(pos: OcsPosition, unit: int) -> None:
    """Turn an Extender back into its points, at half their MA."""
    pos.extender[unit] = 0
    pos.spent[unit] += allowance(pos, unit) // 2
    pos.touch()
