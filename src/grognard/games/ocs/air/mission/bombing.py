"""Bombing: what aircraft can be sent against, and the barrage they lay on it."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Refusal, Ruling, by_verbs, rule
from grognard.games.ocs.air.aircraft import flown, is_strategic
from grognard.games.ocs.air.combat import is_far
from grognard.games.ocs.air.mission.variables import BARRAGE, BOMBING, HIP_SHOOT, TRAINBUSTING, Mission
from grognard.games.ocs.fire.barrage import BY_AIR, Shelling, has_spotter
from grognard.games.ocs.fire.facilities import BASE, PORT, TRAINS, UNITS, Damaging
from grognard.games.ocs.model.position import BARRAGED, OcsPosition
from grognard.games.ocs.sea.ship_fire import ShipFire, ship_targets
from grognard.games.ocs.sequence.segments import Asked

SHIP: Final = 4
"""A target besides those of the chapter on facilities."""
TARGET_VERBS: Final = {"at-units": UNITS, "at-base": BASE, "at-port": PORT, "at-ship": SHIP}


@rule("ocs.barrage.4", "ocs.airmission.2")
def strength_of(pos: OcsPosition, planes: Sequence[int]) -> int:
    """The added Barrage Strengths of aircraft."""
    return sum(pos.shown(pos.content.barrage, plane) for plane in planes)


@rule("ocs.barrage.25", "ocs.air.5")
def is_spotted(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> bool:
    """Does a combat unit next to the hex spot for them? A strategic bomber always fires unspotted."""
    return has_spotter(pos, hex, side) and not any(is_strategic(pos, plane) for plane in planes)


@rule("ocs.barrage.41", "ocs.air.5")
def is_short_range(pos: OcsPosition, planes: Sequence[int], hex: int) -> bool:
    """Are all aircraft within 10 hexes of their base, with no strategic bomber among them?"""
    if any(is_strategic(pos, plane) for plane in planes):
        return False
    return all(flown(pos, plane, hex) <= pos.content.limit("short-range") for plane in planes)


@rule("ocs.option.5")
def is_long_range(pos: OcsPosition, planes: Sequence[int]) -> bool:
    """With the option: has any of them flown more than half its range?"""
    return any(is_far(pos, plane) for plane in planes)


@rule("ocs.units.16")
def is_torpedo_bomber(pos: OcsPosition, plane: int) -> bool:
    """Is its Barrage Strength in parentheses, so that it bombs ships only?"""
    return "torpedo" in pos.content.traits[plane]


# -- targets ------------------------------------------------------------------------------------


@rule("ocs.barrage.6", "ocs.barrage.7", "ocs.air.5", "ocs.units.16")
def targets_in(pos: OcsPosition, planes: Sequence[int], hex: int, side: int, kind: int) -> list[int]:
    """What these aircraft can be sent against in a hex."""
    found = []
    at_ground = not any(is_torpedo_bomber(pos, plane) for plane in planes)
    if at_ground and (kind == HIP_SHOOT or not pos.worked[hex] & BARRAGED):
        if pos.is_held_by(hex, 1 - side):
            found.append(UNITS)
        if pos.base[hex] and pos.base_side[hex] == 1 - side:
            found.append(BASE)
        if pos.port_side[hex] == 1 - side and hex in pos.content.port_capacity:
            found.append(PORT)
    if not any(is_strategic(pos, plane) for plane in planes) and ship_targets(pos, hex, side):
        found.append(SHIP)
    return found


@rule("ocs.barrage.4", "ocs.barrage.6", "ocs.airmission.2")
def bomb_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why a hex cannot be bombed by these aircraft."""
    if strength_of(pos, planes) < 1:
        return Refusal("ocs.barrage.4", "these aircraft have no Barrage Strength.")
    if targets_in(pos, planes, hex, side, BARRAGE):
        return None
    if pos.worked[hex] & BARRAGED:
        return Refusal("ocs.barrage.6", "the hex has had its barrage of this phase.")
    return Refusal("ocs.barrage.7", "there is nothing to bomb.")


@rule("ocs.airmission.3", "ocs.barrage.26", "ocs.air.5")
def hip_shoot_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why there can be no Hip Shoot at a hex."""
    if not pos.content.hip_shoot[side]:
        return Refusal("ocs.airmission.3", "this side cannot make Hip Shoots.")
    if len(planes) != 1:
        return Refusal("ocs.airmission.3", "a Hip Shoot is flown by exactly one aircraft.")
    if is_strategic(pos, planes[0]):
        return Refusal("ocs.air.5", "a strategic bomber makes no Hip Shoot.")
    if strength_of(pos, planes) < 1:
        return Refusal("ocs.barrage.4", "the aircraft has no Barrage Strength.")
    if not targets_in(pos, planes, hex, side, HIP_SHOOT):
        return Refusal("ocs.barrage.7", "there is nothing to bomb.")
    if not is_spotted(pos, planes, hex, side):
        return Refusal("ocs.barrage.26", "no combat unit next to the hex spots for it.")
    return None


@rule("ocs.airmission.4", "ocs.barrage.6")
def trainbust_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why no Trainbusting can be flown to a hex."""
    if strength_of(pos, planes) < 1:
        return Refusal("ocs.barrage.4", "these aircraft have no Barrage Strength.")
    if any(is_torpedo_bomber(pos, plane) for plane in planes):
        return Refusal("ocs.units.16", "torpedo bombers attack ships only.")
    if pos.content.is_sea[hex]:
        return Refusal("ocs.airmission.4", "that is the sea.")
    if pos.worked[hex] & BARRAGED:
        return Refusal("ocs.barrage.6", "the hex has had its barrage of this phase.")
    if pos.trainbusted[hex] & (1 << (1 - side)):
        return Refusal("ocs.airmission.4", "a Trainbusting marker is there already.")
    return None


@rule("ocs.barrage.7", "ocs.naval.12")
class NameTarget(Asked[OcsPosition, Mission]):
    title = "What is bombed: the combat units, the air base, the port or a ship"

    policies = (by_verbs("units", "The combat units.", "at-units", "at-base", "at-port", "at-ship"),)

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if v.kind not in BOMBING or v.kind == TRAINBUSTING or v.target != NOTHING:
            return []
        found = targets_in(pos, v.planes, v.hex, v.side, v.kind)
        plain = [Offer(verb) for verb, target in TARGET_VERBS.items() if target in found and target != SHIP]
        return [*plain, Offer("at-ship", ship_targets(pos, v.hex, v.side) if SHIP in found else [])]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, ship = choice
        game.next(v._replace(target=TARGET_VERBS[verb], ship=ship))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.naval.12", "that is no enemy ship in the hex that may be bombed in this phase.")


# -- the barrage --------------------------------------------------------------------------------


@rule("ocs.airmission.2", "ocs.airmission.3", "ocs.airmission.5", "ocs.barrage.40")
def bomb(game: Game[OcsPosition], v: Mission) -> None:
    """The aircraft that are left lay their barrage. It costs no supply."""
    pos = game.pos
    strength = strength_of(pos, v.planes)
    if strength < 1:
        return
    if v.kind == TRAINBUSTING:
        game.call("facility", Damaging(v.hex, v.side, strength, TRAINS))
    elif v.target == SHIP:
        game.call("ship-fire", air_fire(pos, v, strength))
    elif v.target == UNITS:
        game.call("shelling", air_shelling(pos, v, strength))
    else:
        game.call("facility", Damaging(v.hex, v.side, strength, v.target))


def air_shelling(pos: OcsPosition, v: Mission, strength: int) -> Shelling:
    """A barrage of aircraft on combat units, with the shifts for their distance from base."""
    return Shelling(
        v.hex,
        v.side,
        strength,
        BY_AIR,
        int(is_spotted(pos, v.planes, v.hex, v.side)),
        int(is_short_range(pos, v.planes, v.hex)),
        int(is_long_range(pos, v.planes)),
    )


@rule("ocs.naval.13")
def air_fire(pos: OcsPosition, v: Mission, strength: int) -> ShipFire:
    """Aircraft against a ship: doubled, with the shifts for their distance from base alone."""
    near, far = is_short_range(pos, v.planes, v.hex), is_long_range(pos, v.planes)
    return ShipFire(v.side, v.ship, strength * 2, int(near), int(far))
