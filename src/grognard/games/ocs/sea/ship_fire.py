"""Fire at ships: the column, the dice, and what hits do to ships and landing craft."""

from fractions import Fraction
from typing import NamedTuple

from grognard.core.chapter import D6, OPEN, Explanation, Game, Outcome, Procedure, Roll, Term, rule
from grognard.core.flow.chance import dice
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.model.charts import barrage_cell, barrage_column, shifted
from grognard.games.ocs.model.position import COMBAT, DG, TARGETED, OcsPosition
from grognard.games.ocs.model.scale import rounded
from grognard.games.ocs.sea.craft_losses import lose_craft
from grognard.games.ocs.sea.ships import carried_by, is_coastal, one_of_each_flotilla


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
        pos.put.flags[v.ship] |= TARGETED
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
        pos.put.mode[ship] = COMBAT
        hits += 1
    else:
        pos.put.mode[ship] = DG
    pos.put.lost[ship] += hits
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
        pos.put.mode[one] = COMBAT if marked else DG
        pos.put.flags[one] |= TARGETED
    game.tell("ship-hit", ship, hits + marked, rule="ocs.naval.15")
    if hits + marked:
        lose_craft(game, pos.content.side[ship], pos.hex[ship], hits + marked)


@rule("ocs.naval.8", "ocs.naval.14")
def sink(game: Game[OcsPosition], ship: int) -> None:
    """A ship is lost, and with a carrier its aircraft."""
    for plane in carried_by(game.pos, ship):
        destroy(game, plane, "ocs.naval.8")
    destroy(game, ship, "ocs.naval.14")


ship_fire = Procedure(
    "ship-fire", RollShipFire(), RollShipHalf(), title="Fire at a ship", vars=ShipFire, sees=OPEN
)
