"""Ports and shipping: what goes by sea from port to port."""

from sys import maxsize
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    last_option,
    rule,
)
from grognard.games.ocs.model.position import CARRIED, LANDED, MOVE, MOVED, MOVEMENT, PLEDGED, OcsPosition
from grognard.games.ocs.model.scale import CAP, SP
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.sea.ships import closed_to_ships
from grognard.games.ocs.sequence.fog import tell_carried, tell_sent
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, private
from grognard.kit.reach import reach

TOKEN = CAP // SP
NIGHT = 4
"""How many times the Sea Cap a port in an enemy zone takes by night, with the option."""


# -- ports --------------------------------------------------------------------------------------


@rule("ocs.port.8", "ocs.landing.12")
def harbours(pos: OcsPosition, side: int) -> list[int]:
    """The ports of a side, and its sea box, which counts as one."""
    found = [hex for hex in sorted(pos.content.port_capacity) if pos.port_side[hex] == side]
    if side in pos.beach:
        found += [hex for hex, owner in enumerate(pos.beach) if owner == side]
    box = pos.content.sea_box[side]
    return [*found, box] if box != NOTHING else found


@rule("ocs.port.3", "ocs.zoc.12", "ocs.option.18")
def is_watched(pos: OcsPosition, harbour: int, side: int) -> bool:
    """Is the port in an enemy Zone of Control? For shipping nobody negates it; a box never is."""
    return bool(pos.zoc(1 - side)[harbour])


@rule("ocs.port.1", "ocs.port.3", "ocs.port.4", "ocs.option.18")
def port_room(pos: OcsPosition, harbour: int, side: int) -> int:
    """What Sea Cap may still load and unload at a port in this phase, in parts of a Cap."""
    if is_watched(pos, harbour, side) and not pos.content.options["opt_21_12b_night"]:
        return 0
    return quay_room(pos, harbour)


@rule("ocs.port.1", "ocs.port.4")
def quay_room(pos: OcsPosition, harbour: int) -> int:
    """The same, whoever watches the port; a sea box has no limit."""
    if harbour >= pos.content.hexes:
        return maxsize
    return max(0, pos.port_capacity(harbour) * TOKEN - pos.port_used[harbour])


@rule("ocs.port.1", "ocs.port.2")
def takes(pos: OcsPosition, harbour: int, side: int, size: int, is_unit: bool) -> bool:
    """Can a port pass a load? One single unit larger than its capacity, if that is its only traffic."""
    room = port_room(pos, harbour, side)
    if size <= room:
        return True
    is_whole = harbour < pos.content.hexes and not pos.port_used[harbour]
    return is_unit and is_whole and room > 0


@rule("ocs.port.8")
def sea_left(pos: OcsPosition, side: int) -> int:
    """The Sea Cap that is left this turn, in parts."""
    return pos.content.sea_capacity(side) - pos.sea_used[side]


@rule("ocs.option.18")
def sea_cost(pos: OcsPosition, side: int, size: int, here: int, there: int) -> int:
    """The Sea Cap that a load takes: four times as much through a port in an enemy zone."""
    return size * (NIGHT if is_watched(pos, here, side) or is_watched(pos, there, side) else 1)


@rule("ocs.port.8")
def has_sea_path(pos: OcsPosition, side: int, here: int, there: int) -> bool:
    """Do open sea hexes join two ports? From a sea box the way is always open."""
    content = pos.content
    if here >= content.hexes or there >= content.hexes:
        return True
    closed = closed_to_ships(pos, side)
    starts = {hex: 0 for hex in content.around[here] if not closed[hex]}
    found = reach(content.going_sea, starts, content.hexes, closed).cost
    return any(hex in found for hex in content.around[there])


# -- shipping -----------------------------------------------------------------------------------


@rule("ocs.port.8", "ocs.basics.17", "ocs.basics.18", "ocs.modes.15")
def ship_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit may not be shipped now."""
    content = pos.content
    side, name = content.side[unit], content.unit_names[unit]
    if pos.phase != MOVEMENT or side != pos.acting:
        return Refusal("ocs.port.8", "shipping is done in the own Movement Phase.")
    if not (content.is_combat[unit] or content.is_transport[unit]) or pos.extender[unit]:
        return Refusal("ocs.port.8", f"{name} does not go by sea.")
    if pos.hex[unit] not in harbours(pos, side):
        return Refusal("ocs.port.8", f"{name} is in no port.")
    if pos.mode[unit] != MOVE:
        return Refusal("ocs.port.8", f"{name} is not in Move Mode.")
    if pos.flags[unit] & (CARRIED | LANDED):
        return Refusal("ocs.basics.18", f"{name} was carried in this phase.")
    if pos.spent[unit] or pos.flags[unit] & (PLEDGED | MOVED):
        return Refusal("ocs.port.8", f"{name} has moved or works in this phase.")
    return None


def ports_for(pos: OcsPosition, side: int, here: int, size: int, is_unit: bool) -> list[int]:
    """The ports to which a load can be shipped from another."""
    if not takes(pos, here, side, size, is_unit):
        return []
    return [
        there
        for there in harbours(pos, side)
        if there != here
        and takes(pos, there, side, size, is_unit)
        and sea_cost(pos, side, size, here, there) <= sea_left(pos, side)
        and has_sea_path(pos, side, here, there)
    ]


def use_port(pos: OcsPosition, harbour: int, size: int) -> None:
    """Count what went through a port."""
    if harbour < pos.content.hexes:
        pos.put.port_used[harbour] += size


class Voyage(NamedTuple):
    """Who or what goes by sea: a unit, or supply of a port, and where to."""

    side: int
    unit: int = NOTHING
    hex: int = NOTHING
    there: int = NOTHING


class Shipping(SegmentChapter):
    """Units and supply go by sea: pick, then the port; of supply also how much."""

    verbs = ("embark", "ship-supply")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        if pos.phase != MOVEMENT:
            return []
        units = [unit for harbour in harbours(pos, v.side) for unit in pos.side_at(harbour, v.side)]
        ready = [
            unit
            for unit in units
            if ship_refusal(pos, unit) is None
            and ports_for(pos, v.side, pos.hex[unit], transport_size(pos, unit), True)
        ]
        full = [
            harbour
            for harbour in harbours(pos, v.side)
            if pos.ground_dump(harbour, v.side) > pos.unloaded[harbour]
            and ports_for(pos, v.side, harbour, TOKEN, False)
        ]
        return [Offer("embark", ready), Offer("ship-supply", full)]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        verb, noun = choice
        game.call("voyage", Voyage(v.side, unit=noun) if verb == "embark" else Voyage(v.side, hex=noun))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb != "embark":
            return Refusal("ocs.port.8", "no supply can be shipped from there.")
        full = Refusal("ocs.port.1", "Sea Cap or the capacity of the ports does not suffice.")
        return ship_refusal(pos, noun) or full


@rule("ocs.port.8", "ocs.port.1", "ocs.port.2")
class ShipTo(Asked[OcsPosition, Voyage]):
    title = "To which port?"

    policies = (by_verbs("stay", "It stays.", "stay"),)

    def side(self, pos: OcsPosition, v: Voyage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Voyage) -> list[Offer]:
        if v.there != NOTHING:
            return []
        is_unit = v.unit != NOTHING
        here = pos.hex[v.unit] if is_unit else v.hex
        size = transport_size(pos, v.unit) if is_unit else TOKEN
        return [Offer("ship-to", ports_for(pos, v.side, here, size, is_unit)), Offer("stay")]

    def take(self, game: Game[OcsPosition], v: Voyage, choice: Choice) -> None:
        verb, there = choice
        if verb == "stay":
            game.leave()
        elif v.unit == NOTHING:
            game.next(v._replace(there=there))
        else:
            game.leave()
            ship_unit(game, v.unit, there)

    def why(self, pos: OcsPosition, v: Voyage, choice: Choice) -> Ruling:
        if choice[1] not in harbours(pos, v.side):
            return Refusal("ocs.port.8", "there is no friendly port.")
        if is_watched(pos, choice[1], v.side):
            return Refusal("ocs.port.3", "the port is in an enemy Zone of Control.")
        return Refusal("ocs.port.1", "Sea Cap, a port's capacity or the way over sea does not suffice.")


def ship_unit(game: Game[OcsPosition], unit: int, there: int) -> None:
    """Carry a unit by sea: it does not move any more in this phase."""
    pos = game.pos
    side, here, size = pos.content.side[unit], pos.hex[unit], transport_size(pos, unit)
    pos.put.sea_used[side] += sea_cost(pos, side, size, here, there)
    for harbour in (here, there):
        use_port(pos, harbour, size)
    pos.place(unit, there)
    pos.put.flags[unit] |= CARRIED | MOVED
    tell_carried(game, "shipped", here, there, unit, "ocs.port.8")


@rule("ocs.port.8", "ocs.basics.16")
class ShipTokens(Asked[OcsPosition, Voyage]):
    title = "How much is shipped?"

    policies = (last_option("most", "As much as Sea Cap and ports take."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Voyage) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Voyage) -> list[Offer]:
        each = sea_cost(pos, v.side, TOKEN, v.hex, v.there)
        rooms = [port_room(pos, harbour, v.side) // TOKEN for harbour in (v.hex, v.there)]
        here = pos.ground_dump(v.hex, v.side) - pos.unloaded[v.hex]
        most = min(sea_left(pos, v.side) // each, here, *rooms)
        return [Offer("tokens", range(1, most + 1))]

    def take(self, game: Game[OcsPosition], v: Voyage, choice: Choice) -> None:
        pos, tokens = game.pos, choice[1]
        pos.put.sea_used[v.side] += sea_cost(pos, v.side, tokens * TOKEN, v.hex, v.there)
        for harbour in (v.hex, v.there):
            use_port(pos, harbour, tokens * TOKEN)
        pos.add_dump(v.hex, v.side, -tokens)
        pos.add_dump(v.there, v.side, tokens)
        pos.put.unloaded[v.there] += tokens
        tell_sent(game, "shipped-supply", v.hex, v.there, tokens, v.side, "ocs.port.8")
        game.leave()

    def why(self, pos: OcsPosition, v: Voyage, choice: Choice) -> Ruling:
        return Refusal("ocs.port.1", "Sea Cap, the ports or the dump do not suffice.")


voyage = Procedure("voyage", ShipTo(), ShipTokens(), title="By sea", vars=Voyage, sees=private)
