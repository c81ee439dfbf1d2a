"""Gunfire of ships and coastal artillery: at the ground and at ships."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.chapter import OPEN, Choice, Game, Offer, Procedure, Refusal, Ruling, by_verbs, rule
from grognard.games.ocs.fire.barrage import BY_SHIP, Shelling, has_spotter
from grognard.games.ocs.fire.facilities import BASE, PORT, UNITS, Damaging
from grognard.games.ocs.model.position import BARRAGED, COMBAT_BARRAGE, FIRED, SHELLED, TARGETED, OcsPosition
from grognard.games.ocs.sea.ship_fire import ShipFire
from grognard.games.ocs.sea.ships import is_carrier, is_coastal, one_of_each_flotilla
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter


class Broadside(NamedTuple):
    """Ships that fire together, and what at."""

    side: int
    ships: tuple[int, ...]


@rule("ocs.naval.10", "ocs.naval.16", "ocs.sequence.17")
def gunfire_refusal(pos: OcsPosition, ship: int) -> Ruling:
    """Why a ship, or coastal artillery as a ship, may not fire in this segment. It costs no supply."""
    name = pos.content.unit_names[ship]
    if not (pos.content.is_ship[ship] or is_coastal(pos, ship)) or pos.content.side[ship] != pos.acting:
        return Refusal("ocs.naval.10", f"{name} is no ship of this side.")
    if not 0 <= pos.hex[ship] < pos.content.hexes or not pos.shown(pos.content.barrage, ship):
        return Refusal("ocs.naval.10", f"{name} has no guns on the map.")
    if pos.flags[ship] & FIRED:
        return Refusal("ocs.naval.10", f"{name} has fired in this segment.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    if pos.phase == COMBAT_BARRAGE and pos.content.is_ship[ship]:
        return Refusal("ocs.sequence.17", "in the Combat Phase artillery alone fires.")
    return None


@rule("ocs.naval.10", "ocs.naval.11", "ocs.naval.16", "ocs.barrage.6", "ocs.barrage.34")
def ground_refusal(pos: OcsPosition, ships: Sequence[int], hex: int, aim: int, side: int) -> Ruling:
    """Why ships may not fire at the ground in a hex."""
    if any(is_coastal(pos, gun) for gun in ships):
        return Refusal("ocs.naval.16", "at the ground coastal artillery fires as other artillery does.")
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


@rule("ocs.naval.9", "ocs.naval.12", "ocs.naval.16", "ocs.naval.17")
def enemy_ships_in_range(pos: OcsPosition, ships: Sequence[int], side: int) -> list[int]:
    """The ships and coastal guns that can be fired at, none twice in a phase.

    Ships fire at a carrier only while no other surface ship is in range; coastal artillery always may.
    """
    content, enemy = pos.content, 1 - side
    by_ships = any(content.is_ship[ship] for ship in ships)
    near = [
        ship
        for ship in content.ships[enemy]
        if 0 <= pos.hex[ship] < content.hexes and _in_range(pos, ships, pos.hex[ship])
    ]
    if by_ships and any(not is_carrier(pos, ship) for ship in near):
        near = [ship for ship in near if not is_carrier(pos, ship)]
    guns = [
        gun
        for gun in content.combat_units[enemy]
        if is_coastal(pos, gun) and pos.hex[gun] >= 0 and by_ships and _in_range(pos, ships, pos.hex[gun])
    ]
    found = [unit for unit in (*near, *guns) if not pos.flags[unit] & TARGETED]
    return one_of_each_flotilla(pos, found)


def gunners(pos: OcsPosition, side: int) -> list[int]:
    """The ships and coastal guns of a side that may fire now."""
    guns = [unit for unit in pos.content.combat_units[side] if is_coastal(pos, unit)]
    return [unit for unit in (*pos.content.ships[side], *guns) if gunfire_refusal(pos, unit) is None]


AIM_VERBS: Final = {"shell-units": UNITS, "shell-base": BASE, "shell-port": PORT}


def targets(pos: OcsPosition, v: Broadside) -> list[Offer]:
    """What these ships together can fire at: hexes by what is hit there, and ships."""
    ship = v.ships[0]
    hexes = sorted(pos.content.grid.within(pos.hex[ship], pos.shown(pos.content.range, ship)))
    ground = [
        Offer(verb, [hex for hex in hexes if ground_refusal(pos, v.ships, hex, aim, v.side) is None])
        for verb, aim in AIM_VERBS.items()
    ]
    return [*ground, Offer("shell-ship", enemy_ships_in_range(pos, v.ships, v.side))]


def has_target(pos: OcsPosition, v: Broadside) -> bool:
    """Is there anything that these can fire at together?"""
    return any(offer.nouns for offer in targets(pos, v))


class ShipGunfire(SegmentChapter):
    """Ships fire, in a Barrage Segment."""

    verbs = ("fire-ship",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        # What several can fire at together a ship of theirs can begin.
        ready = [ship for ship in gunners(pos, v.side) if has_target(pos, Broadside(v.side, (ship,)))]
        return [Offer("fire-ship", ready)]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("broadside", Broadside(v.side, (choice[1],)))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return gunfire_refusal(pos, choice[1]) or no_gunfire_refusal(pos, choice[1])


@rule("ocs.naval.10", "ocs.barrage.34")
def no_gunfire_refusal(pos: OcsPosition, ship: int) -> Refusal:
    """Why a ship that may fire finds nothing to fire at."""
    name = pos.content.unit_names[ship]
    if pos.flags[ship] & SHELLED:
        return Refusal(
            "ocs.naval.10", f"{name} has fired at the ground in this game turn; no ship is in range."
        )
    return Refusal("ocs.barrage.34", f"{name} has nothing in range to fire at.")


@rule("ocs.naval.10", "ocs.naval.11", "ocs.naval.12")
class AimGuns(Asked[OcsPosition, Broadside]):
    title = "Ships that need not be stacked fire together at one target"

    policies = (by_verbs("hold-fire", "They do not fire.", "hold-fire"),)

    def side(self, pos: OcsPosition, v: Broadside) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Broadside) -> list[Offer]:
        others = [ship for ship in gunners(pos, v.side) if ship not in v.ships]
        joins = [ship for ship in others if has_target(pos, Broadside(v.side, (*v.ships, ship)))]
        return [*targets(pos, v), Offer("with-ship", joins), Offer("hold-fire")]

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
                pos.put.flags[ship] |= FIRED if verb == "shell-ship" else FIRED | SHELLED
            self._fire(game, v, verb, noun, strength)

    @staticmethod
    def _fire(game: Game[OcsPosition], v: Broadside, verb: str, noun: int, strength: int) -> None:
        pos = game.pos
        if verb == "shell-ship":
            game.call("ship-fire", ShipFire(v.side, noun, strength))
            return
        pos.put.worked[noun] |= BARRAGED
        if verb == "shell-units":
            spotted = int(has_spotter(pos, noun, v.side))
            game.call("shelling", Shelling(noun, v.side, strength, BY_SHIP, spotted))
        else:
            game.call("facility", Damaging(noun, v.side, strength, AIM_VERBS[verb]))

    def why(self, pos: OcsPosition, v: Broadside, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "with-ship":
            if noun in v.ships:
                return Refusal("ocs.naval.11", "it fires already.")
            together = Refusal("ocs.naval.11", "nothing is in range of all of them.")
            return gunfire_refusal(pos, noun) or together
        if verb in AIM_VERBS:
            return ground_refusal(pos, v.ships, noun, AIM_VERBS[verb], v.side)
        return Refusal("ocs.naval.12", "that ship cannot be fired at now.")


broadside = Procedure("broadside", AimGuns(), title="Gunfire of ships", vars=Broadside, sees=OPEN)
