"""Railways: detrainable hexes, Rail Cap, the ride, and conversion by Rail Repair (railroad repair) units."""

from functools import lru_cache

from grognard.core.chapter import NOTHING, Game, Refusal, Ruling, rule
from grognard.core.derived import derived
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.ground import RAIL, TRUCK
from grognard.games.ocs.model.position import (
    CARRIED,
    COMBAT,
    CONVERTED,
    LANDED,
    MOVE,
    MOVED,
    MOVEMENT,
    PLEDGED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP, MP, SP, parts_text
from grognard.games.ocs.model.units import is_engineer_capable, transport_size, works
from grognard.games.ocs.model.zoc import open_zones
from grognard.games.ocs.movement.modes import allowance, mode_refusal
from grognard.games.ocs.movement.reach import pledge_refusal
from grognard.games.ocs.movement.step_costs import is_any_trainbusted, trainbusted_hexes
from grognard.games.ocs.sequence.fog import tell_carried, tell_own
from grognard.kit.reach import Going, either, reach


@rule("ocs.rail.6", "ocs.rail.9", "ocs.rail.10", "ocs.rail.15", "ocs.zoc.8", "ocs.zoc.9", "ocs.stacking.9")
@derived()
def closed_to_rail(pos: OcsPosition, side: int, cargo: bool) -> bytes:
    """The hexes that no train of a side passes: enemy combat units, zones, stations it does not control.

    For trace supply alone a zone may be negated; for cargo it may not.
    """
    content = pos.content
    foreign = bytearray(content.places)
    for hex in content.rail_hexes:
        lost = pos.control[hex] == 1 - side and is_station(pos, hex, 1 - side)
        foreign[hex] = lost or pos.gauge[hex] == 1 - side
    zones = pos.zoc(1 - side) if cargo else open_zones(pos, side)
    return either(pos.men_of(1 - side), zones, foreign)


@rule("ocs.rail.4", "ocs.rail.5", "ocs.engineer.5")
def is_station(pos: OcsPosition, hex: int, side: int) -> bool:
    """Has a rail hex a village, city, port or working HQ, or is it the side's map-edge source?"""
    content = pos.content
    if not content.has_rail[hex]:
        return False
    if content.is_town[hex] or hex in content.port_capacity or hex == content.source[side]:
        return True
    return any(
        content.is_hq[unit] and is_engineer_capable(pos, unit) for unit in pos.combat_units_at(hex, side)
    )


def rail_sources(pos: OcsPosition, side: int) -> list[int]:
    """The rail hexes from which a side's network starts: its map edge, and a port that is a source."""
    content = pos.content
    found = [content.source[side]] if content.source[side] >= 0 else []
    port = content.source_port[side]
    if port >= 0 and content.has_rail[port] and is_port_source(pos, side):
        found.append(port)
    return [hex for hex in found if content.has_rail[hex] and pos.control[hex] == side]


@rule("ocs.port.7", "ocs.zoc.11", "ocs.port.3")
def is_port_source(pos: OcsPosition, side: int) -> bool:
    """Can the side's port be a supply source: its own, and able to pass 1 SP?"""
    port = pos.content.source_port[side]
    return port >= 0 and pos.port_side[port] == side and pos.port_capacity(port) >= SP


@rule("ocs.rail.4", "ocs.rail.10", "ocs.trace.12")
@derived()
def network(pos: OcsPosition, side: int, cargo: bool, more: tuple[int, ...] = ()) -> set[int]:
    """The rail hexes joined to a side's sources by a free railway; `more` are further ends, for trace."""
    content = pos.content
    closed = closed_to_rail(pos, side, cargo)
    ends = (*rail_sources(pos, side), *more)
    starts = tuple(hex for hex in ends if content.has_rail[hex] and not closed[hex])
    return _joined(content.going_rail, starts, closed)


@lru_cache(maxsize=64)
def _joined(going: Going, starts: tuple[int, ...], closed: bytes) -> set[int]:
    """The hexes that a railway joins to these, to read only."""
    return set(reach(going, dict.fromkeys(starts, 0), 0, closed=closed).cost)


@rule("ocs.rail.4", "ocs.rail.15")
@derived()
def detrainable(pos: OcsPosition, side: int, cargo: bool, more: tuple[int, ...] = ()) -> set[int]:
    """The hexes where a side's trains are loaded and unloaded, or where trace supply comes off them."""
    joined = network(pos, side, cargo, more)
    return {hex for hex in joined if pos.control[hex] == side and is_station(pos, hex, side)}


# -- the ride -------------------------------------------------------------------------------------


@rule("ocs.rail.2", "ocs.airmission.7")
def rail_factor(pos: OcsPosition, side: int, here: int, there: int) -> tuple[int, int]:
    """What a ride costs for each part of a Cap, as a fraction: half on double track, twice through a zone."""
    way = rail_path(pos, side, here, there)
    zones = busted_hexes(pos, side)
    busted = any(zones[hex] for hex in way) if zones else False
    return (2 if busted else 1), (2 if _is_multi_track(pos.content, way) else 1)


@lru_cache(maxsize=1 << 10)
def _is_multi_track(content: Content, way: tuple[int, ...]) -> bool:
    return all(content.is_multi_track[hex] for hex in way)


@rule("ocs.airmission.6")
def busted_hexes(pos: OcsPosition, side: int) -> bytes:
    """One byte per place: is it in a Trainbusting Zone that hurts this side? Empty if there is none."""
    return bytes(trainbusted_hexes(pos, side, TRUCK)) if is_any_trainbusted(pos) else b""


@rule("ocs.rail.2", "ocs.rail.6")
def rail_path(pos: OcsPosition, side: int, here: int, there: int) -> tuple[int, ...]:
    """The hexes of the railway between two stations, both included: the way that takes least Rail Cap."""
    closed = closed_to_rail(pos, side, True)
    return _rail_path(pos.content, closed, busted_hexes(pos, side), here, there)


@lru_cache(maxsize=1 << 10)
def _rail_path(content: Content, closed: bytes, busted: bytes, here: int, there: int) -> tuple[int, ...]:
    """On double track and out of Trainbusting Zones, else one of the two, else as it can be."""
    single = content.single_track
    for avoided in ((busted, single), (busted,), (single,), ()):
        shut = either(closed, *(flags for flags in avoided if flags))
        if avoided and (shut[here] or shut[there]):
            continue
        before = _rail_tree(content, shut, here)
        if there in before:
            return tuple(reversed(_way_back(before, there)))
    return (there,)


def _way_back(before: dict[int, int], there: int) -> list[int]:
    way = [there]
    while before[way[-1]] != NOTHING:
        way.append(before[way[-1]])
    return way


@lru_cache(maxsize=256)
def _rail_tree(content: Content, closed: bytes, here: int) -> dict[int, int]:
    """Every hex that trains reach from a station, with the hex they come from."""
    before = {here: NOTHING}
    queue = [here]
    for hex in queue:
        for exit in range(hex * 6, hex * 6 + 6):
            there = content.neighbours[exit]
            is_open = content.board.links[exit] & RAIL and not closed[there]  # no railway leads off the map
            if is_open and there not in before:
                before[there] = hex
                queue.append(there)
    return before


def rail_cost(pos: OcsPosition, side: int, size: int, here: int, there: int) -> int:
    """The parts of Rail Cap that a size takes for a ride, rounded up to the smallest part."""
    times, over = rail_factor(pos, side, here, there)
    return -(-size * times // over)


@rule("ocs.rail.1", "ocs.rail.3", "ocs.rail.6", "ocs.rail.7", "ocs.modes.15", "ocs.basics.18")
def entrain_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit may not go by rail now."""
    content = pos.content
    side, name = content.side[unit], content.unit_names[unit]
    here = pos.hex[unit]
    repairs = content.kind[unit] == "rail-repair"
    if pos.phase != MOVEMENT or pos.acting != side:
        return Refusal("ocs.rail.3", "Rail Cap is used only in the own Movement Phase.")
    if not (content.is_combat[unit] or content.is_transport[unit]) or pos.extender[unit]:
        return Refusal("ocs.rail.1", f"{name} does not go by rail.")
    if here not in (network(pos, side, True) if repairs else detrainable(pos, side, True)):
        return Refusal("ocs.rail.6", f"{name} is not in a detrainable hex.")
    if pos.mode[unit] != MOVE and not (repairs and works(pos, unit)) and not makes_station(pos, unit):
        return Refusal("ocs.modes.15", f"{name} is not in Move Mode.")
    if pos.flags[unit] & (CARRIED | LANDED):
        return Refusal("ocs.basics.18", f"{name} was carried in this phase.")
    if pos.flags[unit] & PLEDGED:
        return pledge_refusal(pos, unit)
    if 2 * pos.spent[unit] > allowance(pos, unit) and not repairs:
        return Refusal("ocs.rail.7", f"{name} has spent more than half its allowance.")
    if rail_left(pos, side) == 0:
        return Refusal("ocs.rail.3", "the Rail Cap of this turn is used.")
    return None


@rule("ocs.engineer.5", "ocs.modes.6")
def makes_station(pos: OcsPosition, unit: int) -> bool:
    """Is this an HQ in Combat Mode, for which its own hex is a station, and that can still turn over?"""
    is_ready = pos.content.is_hq[unit] and pos.mode[unit] == COMBAT
    return is_ready and mode_refusal(pos, unit, MOVE) is None


def rail_left(pos: OcsPosition, side: int) -> int:
    """The parts of Rail Cap that are left this turn."""
    return pos.content.rail_capacity(side) - pos.rail_used[side]


@rule("ocs.rail.13", "ocs.rail.14")
def destinations(pos: OcsPosition, side: int, here: int, size: int, unit: int = NOTHING) -> list[int]:
    """The stations that a load of this size can still be taken to; for Rail Repair units any rail hex."""
    repairs = unit != NOTHING and pos.content.kind[unit] == "rail-repair"
    return _stations(pos, side, here, size, repairs)


@derived()
def _stations(pos: OcsPosition, side: int, here: int, size: int, repairs: bool) -> list[int]:
    room = rail_left(pos, side)
    ends = network(pos, side, True) if repairs else detrainable(pos, side, True)
    found = sorted(ends - {here})
    if repairs:
        found = [there for there in found if not _crosses_new(pos, side, here, there)]
    return [
        there
        for there in found
        if rail_cost(pos, side, size, here, there) <= room and not pos.has_enemy_goods(there, side)
    ]


def _crosses_new(pos: OcsPosition, side: int, here: int, there: int) -> bool:
    """Does the railway between two hexes run over one converted in this phase?"""
    return any(pos.worked[hex] & CONVERTED for hex in rail_path(pos, side, here, there))


@rule("ocs.rail.11", "ocs.rail.12", "ocs.zoc.10")
def convert_railway(game: Game[OcsPosition], unit: int, hex: int) -> None:
    """Rail conversion: a Rail Repair unit makes a rail hex that it enters its side's, and moves the railhead.

    Four hexes a phase, fewer if its MA is less, and none in an enemy zone.
    """
    pos = game.pos
    content = pos.content
    side = content.side[unit]
    if content.kind[unit] != "rail-repair" or not works(pos, unit) or pos.gauge[hex] != 1 - side:
        return
    if (
        pos.phase == MOVEMENT
        and pos.converted[unit] < min(content.limit("conversion-hexes"), allowance(pos, unit) // MP)
        and not pos.zoc(1 - side)[hex]
    ):
        pos.put.gauge[hex] = side
        pos.put.converted[unit] += 1
        pos.put.worked[hex] |= CONVERTED
        tell_own(game, side, ("converted", unit, hex), ("gauge-changed", hex, side), "ocs.rail.11")


@rule("ocs.rail.7", "ocs.rail.13", "ocs.basics.20", "ocs.engineer.5")
def ride(game: Game[OcsPosition], unit: int, there: int) -> None:
    """Carry a unit by rail: it does not move any more in this phase, but for Rail Repair units."""
    pos = game.pos
    side, here = pos.content.side[unit], pos.hex[unit]
    pos.put.rail_used[side] += rail_cost(pos, side, transport_size(pos, unit), here, there)
    if pos.content.is_hq[unit] and pos.mode[unit] == COMBAT:
        pos.set_mode(unit, MOVE)  # it turns over once it is on the train
    pos.place(unit, there)
    if pos.content.kind[unit] == "rail-repair":
        pos.put.flags[unit] &= ~MOVED  # it goes on with what it has left
    else:
        pos.put.flags[unit] |= CARRIED | MOVED
    tell_carried(game, "railed", here, there, unit, "ocs.rail.6")


@rule("ocs.rail.1", "ocs.supply.7", "ocs.rail.8")
def freight_hexes(pos: OcsPosition, side: int) -> list[int]:
    """The stations with supply on the ground that can still be sent off by rail."""
    if pos.phase != MOVEMENT or not rail_left(pos, side):
        return []
    return sorted(
        hex
        for hex in detrainable(pos, side, True)
        if pos.ground_dump(hex, side) > pos.unloaded[hex] and destinations(pos, side, hex, CAP // SP)
    )


def freight_limit(pos: OcsPosition, side: int, here: int, there: int) -> int:
    """The tokens that can be sent from one station to another."""
    times, over = rail_factor(pos, side, here, there)
    by_cap = rail_left(pos, side) * over * SP // (CAP * times)
    return min(by_cap, pos.ground_dump(here, side) - pos.unloaded[here])


def cap_text(parts: int) -> str:
    """Rail Cap as players write it."""
    return parts_text(parts, CAP)
