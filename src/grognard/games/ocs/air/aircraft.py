"""Aircraft: who may fly, how far, from where and back to where."""

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    first_option,
    rule,
)
from grognard.core.derived import derived
from grognard.games.ocs.air.mission.variables import BARRAGE_SEGMENTS, IN_BARRAGE, IN_MOVEMENT
from grognard.games.ocs.model.content import STRIP
from grognard.games.ocs.model.position import (
    CLEAR,
    DEAD,
    FLEW,
    MOVEMENT,
    MOVEMENT_BARRAGE,
    OVERCAST,
    STORM,
    OcsPosition,
)
from grognard.games.ocs.sequence.segments import Asked, is_movement

# -- what an aircraft is ------------------------------------------------------------------------


@rule("ocs.air.3")
def is_fighter(pos: OcsPosition, plane: int) -> bool:
    """Is it a Fighter, or of a type that is also one?"""
    return pos.content.kind[plane] == "fighter" or "fighter" in pos.content.traits[plane]


@rule("ocs.air.5")
def is_strategic(pos: OcsPosition, plane: int) -> bool:
    """Is it a strategic bomber?"""
    return pos.content.kind[plane] == "strategic-bomber"


@rule("ocs.aircombat.3", "ocs.aircombat.4")
def can_attack(pos: OcsPosition, plane: int) -> bool:
    """Is its Air Combat Rating printed without parentheses?"""
    return "cannot-attack" not in pos.content.traits[plane]


@rule("ocs.air.1", "ocs.aircombat.1")
def active_over(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The Active aircraft of a side in a hex; Inactive ones are ignored."""
    return [plane for plane in pos.planes_at(hex, side) if pos.active[plane]]


# -- bases --------------------------------------------------------------------------------------


def is_base_of(pos: OcsPosition, hex: int, side: int) -> bool:
    """Is there an air base or strip of this side, or a carrier?"""
    return (pos.base[hex] > 0 and pos.base_side[hex] == side) or carrier_at(pos, hex, side) != NOTHING


@rule("ocs.naval.6")
def carrier_at(pos: OcsPosition, hex: int, side: int) -> int:
    """The carrier of a side in a hex, or NOTHING."""
    return next((ship for ship in pos.content.carriers[side] if pos.hex[ship] == hex), NOTHING)


@rule("ocs.naval.6")
def has_place_for(pos: OcsPosition, planes: Sequence[int], hex: int) -> bool:
    """Can aircraft come down at a base? Only a carrier is ever full, Active and Inactive together."""
    content = pos.content
    side = content.side[planes[0]]
    carrier = carrier_at(pos, hex, side)
    if carrier == NOTHING:
        return True
    aboard = [one for one in pos.planes_at(hex, side) if one not in planes and pos.home[one] == NOTHING]
    return len(aboard) + len(planes) <= content.carrier_room(carrier)


@derived()
def bases_of(pos: OcsPosition, side: int) -> list[int]:
    """The hexes with an air base or strip of a side, and those of its carriers."""
    hexes = pos.content.hexes
    found = [hex for hex in compress(range(hexes), pos.base) if pos.base_side[hex] == side]
    found += [pos.hex[ship] for ship in pos.content.carriers[side] if 0 <= pos.hex[ship] < hexes]
    return found


@rule("ocs.air.9")
def bases_within(pos: OcsPosition, side: int, hex: int, range: int) -> list[int]:
    """The bases of a side within so many hexes, the nearest first. Nothing on the way matters."""
    distance = pos.content.distance
    near = [(distance(hex, base), base) for base in bases_of(pos, side)]
    return [base for away, base in sorted(near) if away <= range]


@rule("ocs.airbase.2")
def active_limit(pos: OcsPosition, hex: int) -> int:
    """How many Active aircraft a base can hold: four and its level, a strip four."""
    return pos.content.limit("base-room") + pos.base_level(hex)


@rule("ocs.airbase.3")
def refit_limit(pos: OcsPosition, hex: int) -> int:
    """How many aircraft one refit makes Active: two for each level, at a strip one."""
    return 1 if pos.base[hex] == STRIP else 2 * pos.base[hex]


@rule("ocs.option.7")
def may_rebase(pos: OcsPosition, side: int, base: int) -> bool:
    """May one more aircraft come to a base this turn and be Active? By the option one for each level."""
    if not pos.content.options["opt_21_5_rebasing"]:
        return True
    return rebased_at(pos, side, base) < max(1, pos.base_level(base))


def rebased_at(pos: OcsPosition, side: int, base: int) -> int:
    """How many aircraft of a side came to a base this turn and are Active there; counted with the option."""
    return max(0, -pos.rebased[base] if side else pos.rebased[base])


@rule("ocs.option.7")
def count_rebased(pos: OcsPosition, side: int, base: int, active: int, more: int = 1) -> None:
    """Count an aircraft that came to a base by transfer or as a reinforcement and is Active there."""
    if active and pos.content.options["opt_21_5_rebasing"]:
        count = rebased_at(pos, side, base) + more
        pos.put.rebased[base] = -count if side else count


# -- Patrol Zones -------------------------------------------------------------------------------


def patrols(pos: OcsPosition, plane: int, hex: int) -> bool:
    """Does this Fighter's own Patrol Zone cover the hex?"""
    if not pos.active[plane] or pos.home[plane] != NOTHING or not is_fighter(pos, plane):
        return False
    here = pos.hex[plane]
    if here < 0 or not is_base_of(pos, here, pos.content.side[plane]):
        return False
    return pos.content.distance(here, hex) <= pos.content.limit("patrol-zone")


@rule("ocs.aircombat.9")
def patrollers(pos: OcsPosition, hex: int, side: int) -> list[int]:
    """The Active Fighters of a side at bases whose Patrol Zone covers a hex."""
    return [plane for plane in pos.content.planes[side] if patrols(pos, plane, hex)]


@rule("ocs.aircombat.9")
def is_patrolled(pos: OcsPosition, hex: int, side: int) -> bool:
    """Is the hex in a Patrol Zone of this side?"""
    return any(patrols(pos, plane, hex) for plane in pos.content.planes[side])


# -- may it fly? --------------------------------------------------------------------------------


@rule("ocs.weather.1", "ocs.sequence.4")
def weather_refusal(pos: OcsPosition) -> Ruling:
    """Why the weather keeps all missions on the ground now. Interception it never forbids."""
    if pos.weather == STORM:
        return Refusal("ocs.weather.1", "no missions are flown in a storm.")
    if pos.weather == OVERCAST and pos.phase not in (MOVEMENT, MOVEMENT_BARRAGE):
        return Refusal(
            "ocs.weather.1", "under an overcast sky missions are flown in the Movement Phase only."
        )
    assert pos.weather in (CLEAR, OVERCAST)
    return None


@rule("ocs.air.1", "ocs.air.6", "ocs.air.8", "ocs.air.15", "ocs.reaction.3", "ocs.exploitation.3")
def fly_refusal(pos: OcsPosition, plane: int) -> Ruling:
    """Why an aircraft may not join a mission now."""
    name = pos.content.unit_names[plane]
    if not pos.content.is_aircraft[plane]:
        return Refusal("ocs.air.15", f"{name} is no aircraft.")
    if pos.content.side[plane] != pos.acting:
        return Refusal("ocs.air.6", f"{name} is of the other side.")
    if not missions_now(pos):
        return Refusal("ocs.air.6", "aircraft fly in Movement, Reaction and Exploitation.")
    if pos.hex[plane] < 0:
        return Refusal("ocs.air.1", f"{name} is not on the map.")
    if pos.flags[plane] & FLEW:
        return Refusal("ocs.air.8", f"{name} has flown in this phase.")
    if not pos.active[plane]:
        return Refusal("ocs.air.1", f"{name} is Inactive.", "A refit makes it Active.")
    return weather_refusal(pos)


def missions_now(pos: OcsPosition) -> tuple[int, ...]:
    """The missions of this segment."""
    if is_movement(pos.phase):
        return IN_MOVEMENT
    return IN_BARRAGE if pos.phase in BARRAGE_SEGMENTS else ()


def range_of(pos: OcsPosition, plane: int) -> int:
    """The range of an aircraft in hexes."""
    return pos.shown(pos.content.range, plane)


def base_of(pos: OcsPosition, plane: int) -> int:
    """The base from which an aircraft flies, or has flown on this mission."""
    return pos.home[plane] if pos.home[plane] != NOTHING else pos.hex[plane]


def flown(pos: OcsPosition, plane: int, hex: int) -> int:
    """How far a mission hex is from an aircraft's base."""
    return pos.content.distance(base_of(pos, plane), hex)


# -- coming and going ---------------------------------------------------------------------------


def take_off(pos: OcsPosition, plane: int, hex: int) -> None:
    """Put an aircraft over a hex; its base is kept in mind."""
    pos.put.home[plane] = pos.hex[plane]
    pos.place(plane, hex)


def land(pos: OcsPosition, plane: int, base: int, active: bool = False) -> None:
    """Put an aircraft down at a base."""
    pos.put.home[plane] = NOTHING
    pos.put.active[plane] = int(active)
    if pos.hex[plane] != base:
        pos.place(plane, base)


@rule("ocs.air.2")
def hit_plane(game: Game[OcsPosition], plane: int, rule: str) -> bool:
    """Take a step from an aircraft: first its reduced side, then the Dead Pile. Is it lost?"""
    pos = game.pos
    pos.put.lost[plane] += 1
    if pos.lost[plane] < pos.content.max_steps[plane]:
        game.tell("plane-hit", plane, rule=rule)
        return False
    destroy_plane(game, plane, rule)
    return True


def destroy_plane(game: Game[OcsPosition], plane: int, rule: str) -> None:
    """An aircraft goes to the Dead Pile."""
    pos = game.pos
    pos.put.home[plane] = NOTHING
    pos.put.active[plane] = 0
    pos.put.lost[plane] = pos.content.max_steps[plane]
    pos.place(plane, DEAD)
    game.tell("plane-lost", plane, rule=rule)


class Returning(NamedTuple):
    """Aircraft that fly back one after another, each within a range of its own."""

    side: int
    planes: tuple[int, ...] = ()
    ranges: tuple[int, ...] = ()


def send_back(game: Game[OcsPosition], planes: Sequence[int], ranges: Sequence[int]) -> None:
    """Let aircraft return from a mission, each within its range; all become Inactive."""
    if planes:
        side = game.pos.content.side[planes[0]]
        game.call("return-flight", Returning(side, tuple(planes), tuple(ranges)))


def return_bases(pos: OcsPosition, v: Returning) -> list[int]:
    """The bases to which the next aircraft can return: its own first, then the nearest."""
    if not v.planes:
        return []
    plane = v.planes[0]
    near = bases_within(pos, v.side, pos.hex[plane], v.ranges[0])
    found = [base for base in near if has_place_for(pos, (plane,), base)]
    home = pos.home[plane]
    return sorted(found, key=lambda base: base != home)


@rule("ocs.air.14")
class NextToReturn(Action[OcsPosition, Returning]):
    title = "An aircraft without a base in range is lost"

    def run(self, game: Game[OcsPosition], v: Returning) -> None:
        planes, ranges = v.planes, v.ranges
        while planes and not return_bases(game.pos, Returning(v.side, planes, ranges)):
            destroy_plane(game, planes[0], "ocs.air.14")
            planes, ranges = planes[1:], ranges[1:]
        game.update(Returning(v.side, planes, ranges))


@rule("ocs.air.12", "ocs.air.9")
class ReturnToBase(Asked[OcsPosition, Returning]):
    title = "An aircraft returns to a friendly base within its range and is Inactive"

    policies = (first_option("home", "To the base it came from, or the nearest."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Returning) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Returning) -> list[Offer]:
        bases = return_bases(pos, v)
        here = pos.hex[v.planes[0]] if v.planes else NOTHING
        return [Offer("return-to", bases, [pos.content.distance(here, base) for base in bases])]

    def take(self, game: Game[OcsPosition], v: Returning, choice: Choice) -> None:
        plane = v.planes[0]
        land(game.pos, plane, choice[1])
        game.tell("returned", plane, choice[1], rule="ocs.air.12")
        game.goto("NextToReturn", Returning(v.side, v.planes[1:], v.ranges[1:]))

    def why(self, pos: OcsPosition, v: Returning, choice: Choice) -> Ruling:
        verb, hex = choice
        name = pos.content.unit_names[v.planes[0]]
        if verb != "return-to" or not is_base_of(pos, hex, v.side):
            return Refusal("ocs.air.12", "there is no friendly air base.")
        if not has_place_for(pos, v.planes[:1], hex):
            return Refusal("ocs.naval.6", "the carrier is full.")
        return Refusal("ocs.air.9", f"that is beyond the range of {name}.")


return_flight = Procedure(
    "return-flight", NextToReturn(), ReturnToBase(), title="Returning to base", vars=Returning, sees=OPEN
)
