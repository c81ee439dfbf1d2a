"""Ships: where they sail, what they fire at, and what fire does to them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.core.chance import D6, Outcome, dice
from grognard.core.flow import Game, Procedure, Roll
from grognard.core.ledger import rule
from grognard.core.offers import Offer
from grognard.core.policies import by_verbs
from grognard.core.position import NOTHING, OPEN, Choice
from grognard.core.rulings import Explanation, Refusal, Ruling, Term
from grognard.games.ocs.barrage import BY_SHIP, Shelling, has_spotter
from grognard.games.ocs.facility import BASE, PORT, UNITS, Damaging
from grognard.games.ocs.lookup import barrage_cell, barrage_column, shifted
from grognard.games.ocs.losses import destroy
from grognard.games.ocs.position import (
    BARRAGED,
    COMBAT,
    DG,
    FIRED,
    MOVED,
    SHELLED,
    TARGETED,
    OcsPosition,
)
from grognard.games.ocs.scale import rounded
from grognard.games.ocs.segments import Asked, Chapter, Segment, is_movement
from grognard.kit.reach import reach

SLOW: Final = 10
"""The hexes that a slow ship, or a single ship that is damaged, sails in a phase."""


# -- sailing ------------------------------------------------------------------------------------


@rule("ocs.naval.4")
def sailing_range(pos: OcsPosition, ship: int) -> int:
    """The hexes that a ship sails in a phase."""
    traits = pos.content.traits[ship]
    is_hurt = pos.lost[ship] > 0 and "multi-ship" not in traits
    printed = pos.shown(pos.content.movement, ship)
    return min(printed, SLOW) if is_hurt else printed


@rule("ocs.naval.1", "ocs.naval.2")
def closed_to_ships(pos: OcsPosition, side: int) -> bytes:
    """The hexes that a ship may not enter: land, and those with enemy ships or combat units."""
    content = pos.content
    enemy = {pos.hex[unit] for unit in content.units_of[1 - side] if content.is_ship[unit]}
    return bytes(
        not content.is_sea[hex] or hex in enemy or pos.is_held_by(hex, 1 - side)
        for hex in range(content.hexes)
    )


@rule("ocs.naval.3", "ocs.naval.4")
def sail_refusal(pos: OcsPosition, ship: int) -> Ruling:
    """Why a ship may not sail now. It needs neither Reserve markers nor supply."""
    name = pos.content.unit_names[ship]
    if not pos.content.is_ship[ship] or pos.content.side[ship] != pos.acting:
        return Refusal("ocs.naval.3", f"{name} is no ship of this side.")
    if not is_movement(pos.phase):
        return Refusal("ocs.naval.3", "ships sail in Movement, Reaction and Exploitation.")
    if not 0 <= pos.hex[ship] < pos.content.hexes:
        return Refusal("ocs.naval.3", f"{name} is not on the map.")
    if pos.flags[ship] & MOVED:
        return Refusal("ocs.naval.4", f"{name} has sailed in this phase.")
    return None


def sailing_hexes(pos: OcsPosition, ship: int) -> dict[int, int]:
    """Where a ship can sail to, with the hexes entered on the way."""
    side, here = pos.content.side[ship], pos.hex[ship]
    found = reach(pos.content.going_sea, {here: 0}, sailing_range(pos, ship), closed_to_ships(pos, side))
    return {hex: cost for hex, cost in found.cost.items() if hex != here}


class Sailing(NamedTuple):
    """A ship under way."""

    ship: int = NOTHING


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
            aboard = carried_by(pos, v.ship)
            game.tell("sailed", v.ship, pos.hex[v.ship], hex, rule="ocs.naval.3")
            for unit in (v.ship, *aboard):
                pos.place(unit, hex)
            pos.flags[v.ship] |= MOVED
        game.leave()

    def why(self, pos: OcsPosition, v: Sailing, choice: Choice) -> Ruling:
        if not pos.content.is_sea[choice[1]]:
            return Refusal("ocs.naval.2", "ships enter all-sea hexes only.")
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
    return any(trait.startswith("carrier:") for trait in pos.content.traits[ship])


# -- fire at ships --------------------------------------------------------------------------------


class ShipFire(NamedTuple):
    """Fire at one ship: the strength before its Protection, and the shifts for aircraft."""

    side: int = 0
    ship: int = NOTHING
    strength: int = 0
    near: int = 0
    far: int = 0
    half: int = 0
    """1 while a result of one half waits for its die."""


@rule("ocs.naval.12", "ocs.naval.9")
def ship_targets(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The ships of the other side in a hex that may be fired at, none twice in a phase."""
    ships = [unit for unit in pos.side_at(hex, 1 - side) if pos.content.is_ship[unit]]
    return [ship for ship in ships if not pos.flags[ship] & TARGETED]


@rule("ocs.naval.13")
def fire_column(pos: OcsPosition, v: ShipFire) -> int:
    """The column: the strength divided by the Protection, and no shift but those for aircraft."""
    protection = max(1, pos.shown(pos.content.protection, v.ship))
    tables = pos.content.tables
    first = barrage_column(tables, rounded(Fraction(v.strength, protection)))
    shifts = tables["barrage-shifts"]
    shift = shifts.integer("short-range", "shift") * v.near + shifts.integer("long-range", "shift") * v.far
    return shifted(first, shift, len(tables["barrage"].columns) - 1)


def fire_sheet(pos: OcsPosition, v: ShipFire) -> Explanation:
    """Every number of fire at a ship."""
    protection = max(1, pos.shown(pos.content.protection, v.ship))
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


@rule("ocs.naval.13", "ocs.naval.14")
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
        if cell in ("1/2", "[1/2]"):
            game.update(v._replace(half=1))
        elif cell != "-":
            hit_ship(game, v.ship, 0 if cell == "DG" else int(cell))


@rule("ocs.naval.14", "ocs.barrage.14")
class RollShipHalf(Roll[OcsPosition, ShipFire]):
    title = "The ship is hit on 4 to 6"

    def outcomes(self, pos: OcsPosition, v: ShipFire) -> list[Outcome]:
        return D6 if v.half else []

    def roller(self, pos: OcsPosition, v: ShipFire) -> int:
        return v.side

    def take(self, game: Game[OcsPosition], v: ShipFire, noun: int) -> None:
        game.update(v._replace(half=0))
        hit_ship(game, v.ship, int(noun >= 4))


@rule("ocs.naval.5", "ocs.naval.14")
def hit_ship(game: Game[OcsPosition], ship: int, hits: int) -> None:
    """Hits and the DG that comes with them; a second DG takes the marker off and is one hit more."""
    pos = game.pos
    if pos.mode[ship] == DG:
        pos.mode[ship] = COMBAT
        hits += 1
    else:
        pos.mode[ship] = DG
    for _ in range(hits):
        pos.lost[ship] += 1
    if pos.lost[ship] >= pos.content.max_steps[ship]:
        sink(game, ship)
    else:
        game.tell("ship-hit", ship, hits, rule="ocs.naval.14")


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


# -- fire by ships --------------------------------------------------------------------------------


class Broadside(NamedTuple):
    """Ships that fire together, and what at."""

    side: int = 0
    ships: tuple[int, ...] = ()


@rule("ocs.naval.10")
def gunfire_refusal(pos: OcsPosition, ship: int) -> Ruling:
    """Why a ship may not fire in this segment."""
    name = pos.content.unit_names[ship]
    if not pos.content.is_ship[ship] or pos.content.side[ship] != pos.acting:
        return Refusal("ocs.naval.10", f"{name} is no ship of this side.")
    if not 0 <= pos.hex[ship] < pos.content.hexes or not pos.shown(pos.content.barrage, ship):
        return Refusal("ocs.naval.10", f"{name} has no guns on the map.")
    if pos.flags[ship] & FIRED:
        return Refusal("ocs.naval.10", f"{name} has fired in this segment.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    return None


@rule("ocs.naval.10", "ocs.naval.11", "ocs.barrage.6", "ocs.barrage.34")
def ground_refusal(pos: OcsPosition, ships: Sequence[int], hex: int, aim: int, side: int) -> Ruling:
    """Why ships may not fire at the ground in a hex."""
    spent = [ship for ship in ships if pos.flags[ship] & SHELLED]
    if spent:
        name = pos.content.unit_names[spent[0]]
        return Refusal("ocs.naval.10", f"{name} has fired at the ground in this game turn.")
    if not _in_range(pos, ships, hex):
        return Refusal("ocs.barrage.34", "that is out of range.")
    if pos.worked[hex] & BARRAGED:
        return Refusal("ocs.barrage.6", "the hex has had its barrage of this phase.")
    enemy = 1 - side
    there = {
        UNITS: pos.is_held_by(hex, enemy),
        BASE: pos.base[hex] > 0 and pos.base_side[hex] == enemy,
        PORT: pos.port_side[hex] == enemy and hex in pos.content.port_capacity,
    }
    return None if there[aim] else Refusal("ocs.barrage.7", "there is no such target.")


def _in_range(pos: OcsPosition, ships: Sequence[int], hex: int) -> bool:
    content = pos.content
    return all(0 < content.distance(pos.hex[ship], hex) <= pos.shown(content.range, ship) for ship in ships)


@rule("ocs.naval.9", "ocs.naval.12")
def enemy_ships_in_range(pos: OcsPosition, ships: Sequence[int], side: int) -> list[int]:
    """The ships that can be fired at; a carrier only while no other surface ship is in range."""
    found = [
        ship
        for ship in pos.content.ships[1 - side]
        if 0 <= pos.hex[ship] < pos.content.hexes
        and not pos.flags[ship] & TARGETED
        and _in_range(pos, ships, pos.hex[ship])
    ]
    others = [ship for ship in found if not is_carrier(pos, ship)]
    return others or found


class ShipGunfire(Chapter):
    """Ships fire, in a Barrage Segment."""

    verbs = ("fire-ship",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        ships = pos.content.ships[v.side]
        return [Offer("fire-ship", [ship for ship in ships if gunfire_refusal(pos, ship) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("broadside", Broadside(v.side, (choice[1],)))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return gunfire_refusal(pos, choice[1])


AIM_VERBS: Final = {"shell-units": UNITS, "shell-base": BASE, "shell-port": PORT}


@rule("ocs.naval.10", "ocs.naval.11", "ocs.naval.12")
class AimGuns(Asked[OcsPosition, Broadside]):
    title = "Ships that need not be stacked fire together at one target"

    policies = (by_verbs("hold-fire", "They do not fire.", "hold-fire"),)

    def side(self, pos: OcsPosition, v: Broadside) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Broadside) -> list[Offer]:
        others = [
            ship
            for ship in pos.content.ships[v.side]
            if ship not in v.ships and gunfire_refusal(pos, ship) is None
        ]
        hexes = range(pos.content.hexes)
        ground = [
            Offer(verb, [hex for hex in hexes if ground_refusal(pos, v.ships, hex, aim, v.side) is None])
            for verb, aim in AIM_VERBS.items()
        ]
        at_ships = Offer("shell-ship", enemy_ships_in_range(pos, v.ships, v.side))
        return [*ground, at_ships, Offer("with-ship", others), Offer("hold-fire")]

    def take(self, game: Game[OcsPosition], v: Broadside, choice: Choice) -> None:
        pos = game.pos
        verb, noun = choice
        if verb == "with-ship":
            game.update(v._replace(ships=(*v.ships, noun)))
            return
        game.leave()
        if verb != "hold-fire":
            strength = sum(pos.shown(pos.content.barrage, ship) for ship in v.ships)
            for ship in v.ships:
                pos.flags[ship] |= FIRED if verb == "shell-ship" else FIRED | SHELLED
            self._fire(game, v, verb, noun, strength)

    @staticmethod
    def _fire(game: Game[OcsPosition], v: Broadside, verb: str, noun: int, strength: int) -> None:
        pos = game.pos
        if verb == "shell-ship":
            game.call("ship-fire", ShipFire(v.side, noun, strength))
            return
        pos.worked[noun] |= BARRAGED
        if verb == "shell-units":
            spotted = int(has_spotter(pos, noun, v.side))
            game.call("shelling", Shelling(noun, v.side, strength, BY_SHIP, spotted))
        else:
            game.call("facility", Damaging(noun, v.side, strength, AIM_VERBS[verb]))

    def why(self, pos: OcsPosition, v: Broadside, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "with-ship":
            return gunfire_refusal(pos, noun) or Refusal("ocs.naval.11", "it fires already.")
        if verb in AIM_VERBS:
            return ground_refusal(pos, v.ships, noun, AIM_VERBS[verb], v.side)
        return Refusal("ocs.naval.12", "that ship cannot be fired at now.")


broadside = Procedure("broadside", AimGuns(), title="Gunfire of ships", vars=Broadside, sees=OPEN)
