"""Ships: where they sail, what they fire at, and what fire does to them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.core.chance import dice
from grognard.core.chapter import (
    D6,
    NOTHING,
    OPEN,
    Choice,
    Explanation,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    Term,
    by_verbs,
    rule,
)
from grognard.games.ocs.lookup import barrage_cell, barrage_column, shifted
from grognard.games.ocs.losses import destroy
from grognard.games.ocs.position import (
    COMBAT,
    DG,
    FOUGHT,
    MOVED,
    TARGETED,
    OcsPosition,
)
from grognard.games.ocs.scale import MP, rounded
from grognard.games.ocs.segments import Asked, Chapter, Segment, is_movement
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


class Ships(Chapter):
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
            pos.spent[v.ship] += cost * MP
            pos.flags[v.ship] |= MOVED
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


# -- fire at ships --------------------------------------------------------------------------------


class ShipFire(NamedTuple):
    """Fire at one ship: the strength before its Protection, and the shifts for aircraft."""

    side: int
    ship: int
    strength: int
    near: int = 0
    far: int = 0
    half: int = 0
    """1 while a result of one half waits for its die."""


@rule("ocs.naval.12", "ocs.naval.9")
def ship_targets(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The ships of the other side in a hex that may be fired at, none twice in a phase."""
    ships = [unit for unit in pos.side_at(hex, 1 - side) if pos.content.is_ship[unit]]
    return one_of_each_flotilla(pos, [ship for ship in ships if not pos.flags[ship] & TARGETED])


@rule("ocs.naval.13")
def protection_of(pos: OcsPosition, ship: int) -> int:
    """What divides the strength of fire at a ship: its Protection, or 1 where none is printed."""
    return pos.shown(pos.content.protection, ship) or 1


@rule("ocs.naval.13")
def fire_column(pos: OcsPosition, v: ShipFire) -> int:
    """The column: the strength divided by the Protection, and no shift but those for aircraft."""
    tables = pos.content.tables
    first = barrage_column(tables, rounded(Fraction(v.strength, protection_of(pos, v.ship))))
    shifts = tables["barrage-shifts"]
    shift = shifts.integer("short-range", "shift") * v.near + shifts.integer("long-range", "shift") * v.far
    return shifted(first, shift, len(tables["barrage"].columns) - 1)


def fire_sheet(pos: OcsPosition, v: ShipFire) -> Explanation:
    """Every number of fire at a ship."""
    protection = protection_of(pos, v.ship)
    divided = rounded(Fraction(v.strength, protection))
    terms = [Term("strength", str(v.strength), "ocs.naval.13")]
    terms.append(Term(f"divided by Protection {protection}", str(divided), "ocs.naval.13"))
    shifts = pos.content.tables["barrage-shifts"]
    for name, holds in (("short-range", v.near), ("long-range", v.far)):
        if holds:
            terms.append(
                Term(name.replace("-", " "), f"{shifts.integer(name, 'shift'):+d}", "ocs.barrage.41")
            )
    heading = pos.content.tables["barrage"].columns[fire_column(pos, v)]
    return Explanation(f"Fire at {pos.content.unit_names[v.ship]}", tuple(terms), heading)


@rule("ocs.naval.13", "ocs.naval.14", "ocs.barrage.15")
class RollShipFire(Roll[OcsPosition, ShipFire]):
    title = "Fire at a ship"

    def outcomes(self, pos: OcsPosition, v: ShipFire) -> list[Outcome]:
        return dice(2)

    def roller(self, pos: OcsPosition, v: ShipFire) -> int:
        return v.side

    def take(self, game: Game[OcsPosition], v: ShipFire, noun: int) -> None:
        pos = game.pos
        pos.flags[v.ship] |= TARGETED
        cell = barrage_cell(pos.content.tables, fire_column(pos, v), noun)
        game.tell("ship-fire", v.ship, noun, rule="ocs.naval.13")
        if cell == "1/2":
            game.update(v._replace(half=1))
        elif cell != "-":  # in brackets it is a DG: who fires at ships is a ship or an aircraft
            hit_ship(game, v.ship, 0 if cell in ("DG", "[1/2]") else int(cell))


@rule("ocs.naval.14", "ocs.barrage.14")
class RollShipHalf(Roll[OcsPosition, ShipFire]):
    title = "The ship is hit on 4 to 6"

    def outcomes(self, pos: OcsPosition, v: ShipFire) -> list[Outcome]:
        return D6 if v.half else []

    def roller(self, pos: OcsPosition, v: ShipFire) -> int:
        return v.side

    def take(self, game: Game[OcsPosition], v: ShipFire, noun: int) -> None:
        hit_ship(game, v.ship, int(noun >= 4))


@rule("ocs.naval.5", "ocs.naval.14", "ocs.naval.15", "ocs.naval.17")
def hit_ship(game: Game[OcsPosition], ship: int, hits: int) -> None:
    """Hits and the DG that comes with them; a second DG takes the marker off and is one hit more.

    Coastal artillery ignores a DG, and any step destroys it. Landing craft of a hex are hit together.
    """
    pos = game.pos
    if is_coastal(pos, ship):
        if hits:
            destroy(game, ship, "ocs.naval.17")
        return
    if pos.content.is_craft[ship]:
        hit_craft(game, ship, hits)
        return
    if pos.mode[ship] == DG:
        pos.mode[ship] = COMBAT
        hits += 1
    else:
        pos.mode[ship] = DG
    pos.lost[ship] += hits
    if pos.lost[ship] >= pos.content.max_steps[ship]:
        sink(game, ship)
    else:
        game.tell("ship-hit", ship, hits, rule="ocs.naval.14")


@rule("ocs.naval.15")
def hit_craft(game: Game[OcsPosition], ship: int, hits: int) -> None:
    """A DG goes on all landing craft of the hex, or off them for a hit more; each hit is a point."""
    pos = game.pos
    together = [
        one for one in pos.side_at(pos.hex[ship], pos.content.side[ship]) if pos.content.is_craft[one]
    ]
    marked = pos.mode[ship] == DG
    for one in together:
        pos.mode[one] = COMBAT if marked else DG
        pos.flags[one] |= TARGETED
    game.tell("ship-hit", ship, hits + marked, rule="ocs.naval.15")
    if hits + marked:
        lose_craft(game, pos.content.side[ship], pos.hex[ship], hits + marked)


class CraftLosses(NamedTuple):
    """Points of landing craft that are lost in a hex."""

    side: int
    hex: int
    owed: int


def lose_craft(game: Game[OcsPosition], side: int, hex: int, points: int) -> None:
    """Points of landing craft are lost, drawn by lot with their cargo."""
    game.call("craft-losses", CraftLosses(side, hex, points))


@rule("ocs.naval.8", "ocs.naval.14")
def sink(game: Game[OcsPosition], ship: int) -> None:
    """A ship is lost, and with a carrier its aircraft."""
    for plane in carried_by(game.pos, ship):
        destroy(game, plane, "ocs.naval.8")
    destroy(game, ship, "ocs.naval.14")


ship_fire = Procedure(
    "ship-fire", RollShipFire(), RollShipHalf(), title="Fire at a ship", vars=ShipFire, sees=OPEN
)
sailing = Procedure("sailing", SailTo(), title="Sailing", vars=Sailing, sees=OPEN)
