"""Ships: where they sail, and what sails with them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
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
    FOUGHT,
    MOVED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter, is_movement
from grognard.kit.reach import reach

SLOW: Final = 10
"""The hexes that a slow ship, or a single ship that is damaged, sails in a phase."""


# -- sailing ------------------------------------------------------------------------------------


@rule("ocs.naval.4", "ocs.landing.10")
def sailing_range(pos: OcsPosition, ship: int) -> int:
    """The hexes that a ship sails in a phase: 20, or 10, or 8 for a DUKW that has come from nowhere else."""
    traits = pos.content.traits[ship]
    is_hurt = pos.lost[ship] > 0 and "multi-ship" not in traits
    printed = pos.shown(pos.content.movement, ship)
    if pos.content.is_craft[ship]:
        return max(0, (printed * MP - pos.spent[ship]) // MP)  # whole hexes only
    return min(printed, SLOW) if is_hurt else printed


@rule("ocs.naval.1", "ocs.naval.2", "ocs.stacking.7")
def closed_to_ships(pos: OcsPosition, side: int, is_craft: bool = False) -> bytes:
    """The hexes that a ship may not enter: land, and those with enemy ships or combat units.

    Landing craft come to coastal hexes too; our maps have no estuaries.
    """
    content = pos.content
    enemy = {pos.hex[unit] for unit in content.units_of[1 - side] if content.is_ship[unit]}
    return bytes(
        not (content.is_sea[hex] or (is_craft and content.is_coast[hex]))
        or hex in enemy
        or pos.is_held_by(hex, 1 - side)
        for hex in range(content.hexes)
    )


@rule("ocs.naval.3", "ocs.naval.4", "ocs.reaction.3", "ocs.exploitation.3", "ocs.landing.3", "ocs.landing.8")
def sail_refusal(pos: OcsPosition, ship: int) -> Ruling:
    """Why a ship may not sail now. It needs neither Reserve markers nor supply."""
    name = pos.content.unit_names[ship]
    if not pos.content.is_ship[ship] or pos.content.side[ship] != pos.acting:
        return Refusal("ocs.naval.3", f"{name} is no ship of this side.")
    if not is_movement(pos.phase):
        return Refusal("ocs.naval.3", "ships sail in Movement, Reaction and Exploitation.")
    if not 0 <= pos.hex[ship] < pos.content.hexes and not is_in_box(pos, ship):
        return Refusal("ocs.naval.3", f"{name} is not on the map.")
    if pos.flags[ship] & MOVED:
        return Refusal("ocs.naval.4", f"{name} has sailed in this phase.")
    if pos.content.is_craft[ship] and any(pos.flags[one] & FOUGHT for one in pos.content.crafts[pos.acting]):
        return Refusal("ocs.landing.8", "landing craft move before the landing rolls.")
    return None


@rule("ocs.landing.3")
def is_in_box(pos: OcsPosition, ship: int) -> bool:
    """Are these landing craft in their side's sea box, from which the map can be entered?"""
    content = pos.content
    side = content.side[ship]
    return content.is_craft[ship] and pos.hex[ship] == content.sea_box[side] and bool(content.sea_entry[side])


def sailing_hexes(pos: OcsPosition, ship: int) -> dict[int, int]:
    """Where a ship can sail to, with the hexes entered on the way."""
    content = pos.content
    side, here = content.side[ship], pos.hex[ship]
    closed = closed_to_ships(pos, side, content.is_craft[ship])
    starts = (
        {hex: 0 for hex in content.sea_entry[side] if not closed[hex]} if is_in_box(pos, ship) else {here: 0}
    )
    found = reach(content.going_sea, starts, sailing_range(pos, ship), closed)
    hexes = {hex: cost for hex, cost in found.cost.items() if hex != here}
    entries = [found.cost[hex] for hex in content.sea_entry[side] if hex in found.cost]
    if content.is_craft[ship] and entries and here < content.hexes:
        hexes[content.sea_box[side]] = min(entries)  # passing over costs nothing (ocs.landing.3)
    return hexes


class Sailing(NamedTuple):
    """A ship under way."""

    ship: int


class Ships(SegmentChapter):
    """Ships sail."""

    verbs = ("sail",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        ships = pos.content.ships[v.side]
        return [Offer("sail", [ship for ship in ships if sail_refusal(pos, ship) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("sailing", Sailing(choice[1]))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return sail_refusal(pos, choice[1])


@rule("ocs.naval.2", "ocs.naval.3", "ocs.naval.8")
class SailTo(Asked[OcsPosition, Sailing]):
    title = "A ship sails, one point for each hex"

    policies = (by_verbs("anchor", "It stays.", "anchor"),)

    def side(self, pos: OcsPosition, v: Sailing) -> int:
        return pos.content.side[v.ship]

    def options(self, pos: OcsPosition, v: Sailing) -> list[Offer]:
        found = sailing_hexes(pos, v.ship)
        return [Offer("sail-to", list(found), list(found.values())), Offer("anchor")]

    def take(self, game: Game[OcsPosition], v: Sailing, choice: Choice) -> None:
        pos = game.pos
        verb, hex = choice
        if verb == "sail-to":
            aboard, cost = carried_by(pos, v.ship), sailing_hexes(pos, v.ship)[hex]
            game.tell("sailed", v.ship, pos.hex[v.ship], hex, rule="ocs.naval.3")
            for unit in (v.ship, *aboard):
                pos.place(unit, hex)
            pos.put.spent[v.ship] += cost * MP
            pos.put.flags[v.ship] |= MOVED
        game.leave()

    def why(self, pos: OcsPosition, v: Sailing, choice: Choice) -> Ruling:
        content, hex = pos.content, choice[1]
        if hex < content.hexes and not (
            content.is_sea[hex] or (content.is_craft[v.ship] and content.is_coast[hex])
        ):
            return Refusal("ocs.naval.2", "ships enter all-sea hexes, landing craft the coast as well.")
        return Refusal("ocs.naval.4", f"it cannot sail there within {sailing_range(pos, v.ship)} hexes.")


@rule("ocs.naval.6", "ocs.naval.8")
def carried_by(pos: OcsPosition, ship: int) -> list[int]:
    """The aircraft of a carrier, which go where it goes."""
    if not is_carrier(pos, ship):
        return []
    planes = pos.planes_at(pos.hex[ship], pos.content.side[ship])
    return [plane for plane in planes if pos.home[plane] == NOTHING]


@rule("ocs.naval.6")
def is_carrier(pos: OcsPosition, ship: int) -> bool:
    """Is the ship an air base?"""
    return ship in pos.content.carriers[pos.content.side[ship]]


@rule("ocs.naval.16")
def is_coastal(pos: OcsPosition, unit: int) -> bool:
    """Is this coastal artillery?"""
    return "coastal" in pos.content.traits[unit]


@rule("ocs.naval.12")
def one_of_each_flotilla(pos: OcsPosition, ships: Sequence[int]) -> list[int]:
    """Ships as targets: all landing craft of a hex are one."""
    found: list[int] = []
    for ship in ships:
        together = pos.content.is_craft[ship] and any(
            pos.content.is_craft[other] and pos.hex[other] == pos.hex[ship] for other in found
        )
        if not together:
            found.append(ship)
    return found


sailing = Procedure("sailing", SailTo(), title="Sailing", vars=Sailing, sees=OPEN)
