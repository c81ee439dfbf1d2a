"""Landing craft: their points and cargo, loading and unloading in ports, dividing."""

from typing import Final, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.ocs.model.position import (
    ABSENT,
    CARRIED,
    COMBAT,
    FOUGHT,
    LANDED,
    MOVE,
    MOVED,
    MOVEMENT,
    PLEDGED,
    WAITING,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP, SP, supply_text
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.sea.ports import harbours, is_watched, port_room, takes, use_port
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, is_movement, private

TOKEN: Final = CAP // SP

# -- who is where ---------------------------------------------------------------------------------


def crafts_at(pos: OcsPosition, place: int, side: int) -> list[int]:
    """The landing craft of a side in a place."""
    return [craft for craft in pos.content.crafts[side] if pos.hex[craft] == place]


def riders_of(pos: OcsPosition, craft: int) -> list[int]:
    """The units aboard landing craft."""
    return [unit for unit in pos.content.units_of[pos.content.side[craft]] if pos.craft[unit] == craft]


@rule("ocs.landing.1")
def room_aboard(pos: OcsPosition, craft: int) -> int:
    """What more landing craft can carry, in parts of a Cap."""
    aboard = pos.cargo[craft] * TOKEN + sum(transport_size(pos, unit) for unit in riders_of(pos, craft))
    return pos.points[craft] * CAP - aboard


@rule("ocs.landing.12", "ocs.naval.15")
def is_lst(pos: OcsPosition, craft: int) -> bool:
    """Is this an LST? One that was hit is landing craft of the lower value."""
    return pos.content.kind[craft] == "lst" and not pos.lost[craft]


def is_dukw(pos: OcsPosition, craft: int) -> bool:
    """Are these DUKWs afloat?"""
    return pos.content.kind[craft] == "dukw"


@rule("ocs.modes.13", "ocs.landing.4", "ocs.landing.7")
def landers(pos: OcsPosition, craft: int) -> list[int]:
    """The combat units aboard that can land: in Combat or Move Mode. Supply and vehicles need a port."""
    return [
        unit
        for unit in riders_of(pos, craft)
        if pos.content.is_combat[unit] and pos.mode[unit] in (COMBAT, MOVE)
    ]


# -- loading and unloading ------------------------------------------------------------------------


@rule("ocs.landing.2", "ocs.landing.3", "ocs.landing.6", "ocs.port.3", "ocs.option.18")
def dock_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why landing craft cannot load or unload at a quay now."""
    content = pos.content
    name, side = content.unit_names[craft], content.side[craft]
    if not content.is_craft[craft] or side != pos.acting or not is_movement(pos.phase):
        return Refusal("ocs.landing.1", f"{name} loads and unloads nothing now.")
    if pos.hex[craft] not in harbours(pos, side):
        return Refusal("ocs.landing.2", f"{name} is in no friendly port.")
    if pos.hex[craft] >= content.hexes and (pos.phase != MOVEMENT or pos.flags[craft] & MOVED):
        return Refusal("ocs.landing.3", "in the box they load in the Movement Phase, before they move.")
    if is_watched(pos, pos.hex[craft], side):
        return Refusal("ocs.port.3", "the port is in an enemy Zone of Control.")
    if not port_room(pos, pos.hex[craft], side):
        return Refusal("ocs.port.1", "the port can pass nothing more in this phase.")
    return None


@rule("ocs.landing.1", "ocs.landing.2", "ocs.landing.10", "ocs.basics.18")
def board_refusal(pos: OcsPosition, craft: int, unit: int) -> Ruling:
    """Why a unit cannot be taken aboard."""
    content = pos.content
    name, here = content.unit_names[unit], pos.hex[craft]
    if pos.hex[unit] != here or not (content.is_combat[unit] or content.is_transport[unit]):
        return Refusal("ocs.landing.2", f"{name} is no combat unit or Transport Points in the port.")
    if pos.spent[unit] or pos.extender[unit] or pos.flags[unit] & (MOVED | CARRIED | LANDED | PLEDGED):
        return Refusal("ocs.landing.2", f"{name} has moved or works in this phase.")
    if is_dukw(pos, craft) and not goes_by_air(pos, unit):
        return Refusal("ocs.landing.10", f"{name} is too heavy for DUKWs.")
    size = transport_size(pos, unit)
    if size > room_aboard(pos, craft):
        return Refusal("ocs.landing.1", f"{name} takes more than the craft have left.")
    if not takes(pos, here, content.side[craft], size, content.is_combat[unit]):
        return Refusal("ocs.port.1", "the port cannot pass it in this phase.")
    return None


def goes_by_air(pos: OcsPosition, unit: int) -> bool:
    """Could this combat unit go by air, its mode left aside?"""
    return pos.content.is_combat[unit] and pos.content.is_light(unit)


class Docking(NamedTuple):
    """Landing craft at a quay."""

    side: int
    craft: int


@rule("ocs.landing.1", "ocs.landing.2", "ocs.landing.5", "ocs.landing.6", "ocs.landing.7", "ocs.port.1")
class AtTheQuay(Asked[OcsPosition, Docking]):
    title = "Landing craft load and unload within the capacity of the port"

    policies = (by_verbs("cast-off", "Nothing more.", "cast-off"),)

    def side(self, pos: OcsPosition, v: Docking) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Docking) -> list[Offer]:
        here = pos.hex[v.craft]
        through = port_room(pos, here, v.side) // TOKEN
        on_ground = pos.ground_dump(here, v.side) - pos.unloaded[here]
        most = min(through, on_ground, room_aboard(pos, v.craft) // TOKEN)
        units = [unit for unit in pos.side_at(here, v.side) if board_refusal(pos, v.craft, unit) is None]
        ashore = [unit for unit in riders_of(pos, v.craft) if self._passes(pos, v, unit)]
        return [
            Offer("take-aboard", units),
            Offer("load", range(1, most + 1)),
            Offer("put-ashore", ashore),
            Offer("unload", range(1, min(through, pos.cargo[v.craft]) + 1)),
            Offer("cast-off"),
        ]

    @staticmethod
    def _passes(pos: OcsPosition, v: Docking, unit: int) -> bool:
        size = transport_size(pos, unit)
        return takes(pos, pos.hex[v.craft], v.side, size, pos.content.is_combat[unit])

    def take(self, game: Game[OcsPosition], v: Docking, choice: Choice) -> None:
        pos, (verb, noun), here = game.pos, choice, game.pos.hex[v.craft]
        if verb == "cast-off":
            game.leave()
        elif verb == "take-aboard":
            use_port(pos, here, transport_size(pos, noun))
            pos.place(noun, ABSENT)
            pos.put.craft[noun] = v.craft
        elif verb == "put-ashore":
            use_port(pos, here, transport_size(pos, noun))
            go_ashore(pos, noun, here)
            pos.put.flags[noun] |= MOVED | CARRIED
            pos.put.flags[v.craft] |= MOVED
        else:
            self._tokens(pos, v, noun if verb == "load" else -noun)

    @staticmethod
    def _tokens(pos: OcsPosition, v: Docking, tokens: int) -> None:
        here = pos.hex[v.craft]
        use_port(pos, here, abs(tokens) * TOKEN)
        pos.put.cargo[v.craft] += tokens
        pos.add_dump(here, v.side, -tokens)
        if tokens < 0:
            pos.put.unloaded[here] -= tokens
            pos.put.flags[v.craft] |= MOVED

    def why(self, pos: OcsPosition, v: Docking, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "take-aboard":
            return board_refusal(pos, v.craft, noun)
        most = supply_text(max(0, port_room(pos, pos.hex[v.craft], v.side) // TOKEN))
        return Refusal(
            "ocs.port.1", f"the port, the craft or the dump does not suffice; the port passes {most}."
        )


def go_ashore(pos: OcsPosition, unit: int, hex: int) -> None:
    """A unit is on the map again."""
    pos.put.craft[unit] = NOTHING
    pos.place(unit, hex)


docking = Procedure("docking", AtTheQuay(), title="At the quay", vars=Docking, sees=private)


# -- dividing -------------------------------------------------------------------------------------


@rule("ocs.landing.1")
def spare_counter(pos: OcsPosition, craft: int) -> int:
    """A counter for a part of these landing craft: one that has no points and does not wait for its turn."""
    content = pos.content
    for other in content.crafts[content.side[craft]]:
        is_free = not pos.points[other] and not content.arrival_turn[other] and pos.hex[other] <= WAITING
        if content.kind[other] == content.kind[craft] and is_free:
            return other
    return NOTHING


@rule("ocs.landing.1")
def divide_refusal(pos: OcsPosition, craft: int) -> Ruling:
    """Why landing craft cannot be divided."""
    name = pos.content.unit_names[craft]
    if not pos.content.is_craft[craft] or pos.hex[craft] < 0 or pos.points[craft] < 2:
        return Refusal("ocs.landing.1", f"{name} has no points to divide.")
    if riders_of(pos, craft) or pos.cargo[craft]:
        return Refusal("ocs.landing.1", f"{name} is loaded.", "Divide before loading.")
    if spare_counter(pos, craft) == NOTHING:
        return Refusal("ocs.landing.1", "there is no counter left for a part of them.")
    return None


class Dividing(NamedTuple):
    """Landing craft that are divided."""

    side: int
    craft: int


class DivideCraft(Asked[OcsPosition, Dividing]):
    title = "How many points go their own way?"

    policies = (by_verbs("one", "One.", "take"),)

    def side(self, pos: OcsPosition, v: Dividing) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Dividing) -> list[Offer]:
        return [Offer("take", range(1, pos.points[v.craft]))]

    def take(self, game: Game[OcsPosition], v: Dividing, choice: Choice) -> None:
        pos, part = game.pos, spare_counter(game.pos, v.craft)
        put = pos.put
        for column in (put.flags, put.spent, put.mode, put.face, put.lost):
            column[part] = column[v.craft]
        pos.put.points[part] = choice[1]
        pos.put.points[v.craft] -= choice[1]
        pos.place(part, pos.hex[v.craft])
        game.leave()

    def why(self, pos: OcsPosition, v: Dividing, choice: Choice) -> Ruling:
        return Refusal("ocs.landing.1", "a part is at least one point and leaves one.")


dividing = Procedure(
    "dividing", DivideCraft(), title="Landing craft are divided", vars=Dividing, sees=private
)


@rule("ocs.landing.1")
def others_alike(pos: OcsPosition, craft: int) -> list[int]:
    """Landing craft that can be combined with these: of their kind, in their hex, as far on in the phase."""
    together = crafts_at(pos, pos.hex[craft], pos.content.side[craft]) if pos.hex[craft] >= 0 else []
    return [
        other
        for other in together
        if other != craft
        and pos.content.kind[other] == pos.content.kind[craft]
        and (pos.flags[other], pos.spent[other], pos.mode[other], pos.lost[other])
        == (pos.flags[craft], pos.spent[craft], pos.mode[craft], pos.lost[craft])
    ]


def combine_craft(pos: OcsPosition, craft: int) -> None:
    """Add others of the kind to these, with all that is aboard."""
    for other in others_alike(pos, craft):
        for unit in riders_of(pos, other):
            pos.put.craft[unit] = craft
        pos.put.points[craft] += pos.points[other]
        pos.put.cargo[craft] += pos.cargo[other]
        pos.put.points[other] = pos.put.cargo[other] = 0
        pos.place(other, WAITING)


class LandingCraft(SegmentChapter):
    """Landing craft load, unload, divide and combine."""

    verbs = ("dock", "divide-craft", "combine-craft")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        crafts = pos.content.crafts[v.side]
        return [
            Offer("dock", [craft for craft in crafts if dock_refusal(pos, craft) is None]),
            Offer("divide-craft", [craft for craft in crafts if divide_refusal(pos, craft) is None]),
            Offer("combine-craft", [craft for craft in crafts if others_alike(pos, craft)]),
        ]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        verb, craft = choice
        if verb == "dock":
            game.call("docking", Docking(v.side, craft))
        elif verb == "divide-craft":
            game.call("dividing", Dividing(v.side, craft))
        else:
            combine_craft(game.pos, craft)

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, craft = choice
        alone = Refusal("ocs.landing.1", "no landing craft of its kind are with it.")
        if verb == "combine-craft":
            return alone
        return dock_refusal(pos, craft) if verb == "dock" else divide_refusal(pos, craft)


def mark_rolled(pos: OcsPosition, side: int) -> None:
    """The landing rolls are made: no landing craft sail any more in this phase."""
    for craft in pos.content.crafts[side]:
        pos.put.flags[craft] |= FOUGHT
