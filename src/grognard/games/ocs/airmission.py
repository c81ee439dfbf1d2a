"""Air missions, from the declaration to the flight home: steps A to G of the mission sequence."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grognard.core.chance import D6, Outcome, dice
from grognard.core.flow import Action, Game, Procedure, Roll
from grognard.core.ledger import rule
from grognard.core.offers import Offer
from grognard.core.policies import by_verbs, first_option
from grognard.core.position import NOTHING, Choice, Frame
from grognard.core.rulings import Refusal, Ruling
from grognard.games.ocs.air import (
    ATTACKING,
    BARRAGE,
    BOMBING,
    DROP,
    HIP_SHOOT,
    SWEEP,
    TRAINBUSTING,
    TRANSFER,
    TRANSPORT,
    Mission,
    active_over,
    base_of,
    bases_of,
    flown,
    fly_refusal,
    has_place_for,
    hit_plane,
    is_base_of,
    is_fighter,
    land,
    missions_now,
    patrollers,
    range_of,
    still_flying,
    take_off,
)
from grognard.games.ocs.aircombat import Dogfight, attacker_now
from grognard.games.ocs.airdrop import begin_drop
from grognard.games.ocs.airhome import FlyOn, GoHome
from grognard.games.ocs.airload import (
    JettisonCargo,
    LoadCargo,
    drop_hexes,
    drop_refusal,
    load_refusal,
    unload_at_base,
)
from grognard.games.ocs.bombing import NameTarget, bomb, bomb_refusal, hip_shoot_refusal, trainbust_refusal
from grognard.games.ocs.content import Content
from grognard.games.ocs.flak import flak_terms, is_hit, is_under_flak, planes_hit, total_of
from grognard.games.ocs.position import BARRAGED, FLEW, OcsPosition
from grognard.games.ocs.segments import Asked, Chapter, Segment
from grognard.kit.reach import CLOSED

VERBS_OF = {
    "sweep": SWEEP,
    "bomb": BARRAGE,
    "hip-shoot": HIP_SHOOT,
    "trainbust": TRAINBUSTING,
    "carry-to": TRANSPORT,
    "drop-at": DROP,
    "transfer-to": TRANSFER,
}
"""The verb that sends aircraft on each mission."""


# -- A: the declaration -------------------------------------------------------------------------


@rule("ocs.air.4", "ocs.air.5", "ocs.air.9", "ocs.air.7", "ocs.sequence.26")
def mission_refusal(pos: OcsPosition, planes: Sequence[int], kind: int, hex: int, side: int) -> Ruling:
    """Why these aircraft may not fly this mission to a hex."""
    content = pos.content
    if kind not in missions_now(pos):
        return Refusal("ocs.air.6", "that mission is not flown in this segment.")
    if not 0 <= hex < content.hexes:
        return Refusal("ocs.air.9", "that is not on the map.")
    if pos.calm and kind in ATTACKING:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    longest = legs_of(kind)
    for plane in planes:
        if flown(pos, plane, hex) > longest * range_of(pos, plane):
            return Refusal("ocs.air.9", f"{content.unit_names[plane]} cannot fly that far.")
        if longest == 1 and not has_way_home(pos, side, hex, range_of(pos, plane)):
            return Refusal("ocs.air.9", f"{content.unit_names[plane]} would have no base to return to.")
    return _KINDS[kind](pos, planes, hex, side)


@rule("ocs.air.9", "ocs.airmission.27")
def legs_of(kind: int) -> int:
    """How many times its range an aircraft flies: who lands at another base needs no way back."""
    return 2 if kind in (TRANSPORT, TRANSFER) else 1


@rule("ocs.air.9")
def in_range(
    pos: OcsPosition, planes: Sequence[int], kind: int, hexes: Iterable[int], side: int
) -> list[int]:
    """The hexes of these to which all the aircraft can fly, and come home."""
    legs = legs_of(kind)
    for base, range in {(base_of(pos, plane), range_of(pos, plane)) for plane in planes}:
        away = pos.content.away_from(base)
        hexes = [hex for hex in hexes if away[hex] <= legs * range]
        if legs == 1:
            home = way_home(pos.content, tuple(bases_of(pos, side)))
            hexes = [hex for hex in hexes if home[hex] <= range]
    return list(hexes)


@lru_cache(maxsize=64)
def way_home(content: Content, bases: tuple[int, ...]) -> list[int]:
    """How far every hex is from the nearest of these bases."""
    never = [CLOSED] * content.hexes
    return [min(ways) for ways in zip(never, *(content.away_from(base) for base in bases), strict=True)]


@rule("ocs.air.9")
def has_way_home(pos: OcsPosition, side: int, hex: int, range: int) -> bool:
    """Is any base of a side within so many hexes?"""
    return any(pos.content.distance(hex, base) <= range for base in bases_of(pos, side))


@rule("ocs.airmission.1", "ocs.air.4")
def sweep_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why no Fighter Sweep can be flown to a hex."""
    if not all(is_fighter(pos, plane) for plane in planes):
        return Refusal("ocs.air.4", "only Fighters sweep.")
    if not active_over(pos, hex, 1 - side):
        return Refusal("ocs.airmission.1", "no Active enemy aircraft are there.")
    return None


@rule("ocs.airmission.27")
def transfer_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why aircraft cannot change to a base."""
    if not is_base_of(pos, hex, side):
        return Refusal("ocs.airmission.27", "there is no friendly air base.")
    if any(base_of(pos, plane) == hex for plane in planes):
        return Refusal("ocs.airmission.27", "an aircraft is there already.")
    if not has_place_for(pos, planes, hex):
        return Refusal("ocs.naval.6", "the carrier is full.")
    return None


@rule("ocs.airmission.9", "ocs.airmission.14", "ocs.airmission.28", "ocs.air.4")
def transport_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why aircraft can carry nothing to a base."""
    if not is_base_of(pos, hex, side):
        return Refusal("ocs.airmission.9", "there is no friendly air base to land at.")
    return load_refusal(pos, planes, hex, TRANSPORT)


def air_drop_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, side: int) -> Ruling:
    """Why aircraft can drop nothing on a hex."""
    return drop_refusal(pos, planes, hex) or load_refusal(pos, planes, hex, DROP)


_KINDS = {
    SWEEP: sweep_refusal,
    BARRAGE: bomb_refusal,
    HIP_SHOOT: hip_shoot_refusal,
    TRAINBUSTING: trainbust_refusal,
    TRANSPORT: transport_refusal,
    DROP: air_drop_refusal,
    TRANSFER: transfer_refusal,
}


@rule("ocs.air.7", "ocs.air.11")
def join_refusal(pos: OcsPosition, v: Mission, plane: int) -> Ruling:
    """Why an aircraft cannot join a mission that is being put together."""
    if len(v.planes) >= pos.content.limit("mission-aircraft"):
        return Refusal("ocs.air.7", "at most four aircraft fly one mission together.")
    return fly_refusal(pos, plane)


def places_for(pos: OcsPosition, kind: int, side: int) -> list[int]:
    """The hexes where a mission may find what it is flown for, to be looked at one by one."""
    hexes = range(pos.content.hexes)
    if kind in (TRANSPORT, TRANSFER):
        return sorted(set(bases_of(pos, side)))
    if kind in (DROP, TRAINBUSTING):
        return list(hexes)
    enemy = 1 - side
    there = {pos.hex[unit] for unit in pos.content.units_of[enemy]}
    works = [hex for hex in hexes if enemy in (pos.base_side[hex], pos.port_side[hex])]
    return sorted(hex for hex in there.union(works) if 0 <= hex < pos.content.hexes)


class Missions(Chapter):
    """Aircraft fly."""

    verbs = ("fly",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        ready = [one for one in pos.content.planes[v.side] if pos.active[one]]
        return [Offer("fly", [one for one in ready if fly_refusal(pos, one) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("mission", Mission(v.side, (choice[1],)))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return fly_refusal(pos, choice[1])


@rule("ocs.air.10", "ocs.air.6", "ocs.air.7")
class DeclareMission(Asked[OcsPosition, Mission]):
    title = "A mission is put together and declared: who flies, what for, and where"

    policies = (by_verbs("stay", "The aircraft stay on the ground.", "stay"),)

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if v.kind != NOTHING:
            return []
        others = [one for one in pos.content.planes[v.side] if one not in v.planes]
        joins = [one for one in others if join_refusal(pos, v, one) is None]
        return [
            *(self._hexes(pos, v, verb, kind) for verb, kind in VERBS_OF.items()),
            Offer("fly-with", joins),
            Offer("stay"),
        ]

    @staticmethod
    def _hexes(pos: OcsPosition, v: Mission, verb: str, kind: int) -> Offer:
        if kind not in missions_now(pos) or (pos.calm and kind in ATTACKING):
            return Offer(verb, [])
        near = in_range(pos, v.planes, kind, places_for(pos, kind, v.side), v.side)
        if kind == DROP:
            hexes = drop_hexes(pos, v.planes, near, v.side)
        else:
            hexes = [hex for hex in near if _KINDS[kind](pos, v.planes, hex, v.side) is None]
        starts = [pos.content.away_from(base) for base in {base_of(pos, plane) for plane in v.planes}]
        return Offer(verb, hexes, [max([away[hex] for away in starts]) for hex in hexes])

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, noun = choice
        if verb == "stay":
            game.leave()
        elif verb == "fly-with":
            game.update(v._replace(planes=(*v.planes, noun)))
        else:
            game.next(v._replace(kind=VERBS_OF[verb], hex=noun))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "fly-with":
            joined = Refusal("ocs.air.7", "it is part of the mission already.")
            return join_refusal(pos, v, noun) or joined
        if verb in VERBS_OF:
            return mission_refusal(pos, v.planes, VERBS_OF[verb], noun, v.side)
        return Refusal("ocs.air.10", "a mission is declared, or the aircraft stay.")


# -- B and C: over the target -------------------------------------------------------------------


@rule("ocs.air.10", "ocs.air.8", "ocs.aircombat.1", "ocs.stacking.8")
class PlaceAircraft(Action[OcsPosition, Mission]):
    title = "The aircraft are placed in the mission hex; Active enemies there fight them"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        pos = game.pos
        for plane in v.planes:
            pos.flags[plane] |= FLEW
            take_off(pos, plane, v.hex)
        if v.kind in (BARRAGE, TRAINBUSTING):
            pos.worked[v.hex] |= BARRAGED  # also if nobody gets through (ocs.barrage.6)
        game.tell("mission", v.kind, v.hex, *v.planes, rule="ocs.air.10")
        if attacker_now(pos, v.hex, v.side) != NOTHING:
            game.call("air-combat", Dogfight(v.hex, v.side))


# -- D: interception ----------------------------------------------------------------------------


@rule("ocs.aircombat.10")
def interceptors(pos: OcsPosition, v: Mission) -> list[int]:
    """The Fighters that may intercept a mission: one that is subject to Flak, in their own Patrol Zone."""
    if not still_flying(pos, v) or not is_under_flak(pos, v.kind, v.hex, v.side):
        return []
    return patrollers(pos, v.hex, 1 - v.side)


@rule("ocs.aircombat.10", "ocs.aircombat.11")
class Intercept(Asked[OcsPosition, Mission]):
    title = "The other player may intercept with one Fighter whose Patrol Zone covers the hex"

    policies = (
        by_verbs("never", "Never intercept.", "let-pass"),
        by_verbs("always", "Intercept with the first Fighter that can.", "intercept"),
    )
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        found = interceptors(pos, v) if v.may_intercept else []
        return [Offer("intercept", found), Offer("let-pass")] if found else []

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, plane = choice
        if verb == "let-pass":
            game.next(v._replace(may_intercept=0))
            return
        game.next(v._replace(may_intercept=0, interceptor=plane))
        take_off(game.pos, plane, v.hex)
        game.tell("intercepted", plane, v.hex, rule="ocs.aircombat.10")
        game.call("air-combat", Dogfight(v.hex, 1 - v.side, plane))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.aircombat.10", "only an Active Fighter whose Patrol Zone covers the hex intercepts."
        )


@rule("ocs.aircombat.12", "ocs.aircombat.13")
class AfterInterception(Action[OcsPosition, Mission]):
    title = "An interceptor that has not aborted goes back Active; a mission without aircraft is over"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        pos, plane = game.pos, v.interceptor
        if plane != NOTHING and pos.hex[plane] == v.hex and pos.home[plane] != NOTHING:
            land(pos, plane, pos.home[plane], active=True)
        planes = still_flying(pos, v)
        if not planes:
            game.tell("mission-over", v.hex, rule="ocs.aircombat.13")
        game.update(v._replace(planes=planes))


# -- E: Flak ------------------------------------------------------------------------------------


def is_fired_at(pos: OcsPosition, v: Mission) -> bool:
    """Is Flak rolled now?"""
    return len(v.planes) > 0 and is_under_flak(pos, v.kind, v.hex, v.side)


@rule("ocs.flak.13")
class OrderOfStack(Asked[OcsPosition, Mission]):
    title = "Before Flak the owner fixes the order of the mission's stack"

    policies = (by_verbs("agreed", "As they joined.", "agreed"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if len(v.planes) < 2 or not is_fired_at(pos, v):
            return []
        return [Offer("put-last", v.planes[:-1]), Offer("agreed")]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, plane = choice
        if verb == "agreed":
            game.next()
        else:
            rest = tuple(one for one in v.planes if one != plane)
            game.update(v._replace(planes=(*rest, plane)))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.flak.13", "only aircraft of this mission that are not last already.")


@rule("ocs.flak.1", "ocs.flak.2", "ocs.flak.10")
class RollFlak(Roll[OcsPosition, Mission]):
    title = "The other player rolls Flak"

    def outcomes(self, pos: OcsPosition, v: Mission) -> list[Outcome]:
        return dice(2) if is_fired_at(pos, v) else []

    def roller(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def take(self, game: Game[OcsPosition], v: Mission, noun: int) -> None:
        modified = noun + total_of(flak_terms(game.pos, v.kind, v.hex, v.planes, v.side))
        game.tell("flak", v.hex, noun, modified, rule="ocs.flak.2")
        if is_hit(game.pos, modified):
            game.update(v._replace(hit=v.planes))


@rule("ocs.flak.13")
class RollMissionLoss(Roll[OcsPosition, Mission]):
    title = "A die says which aircraft is hit"

    def outcomes(self, pos: OcsPosition, v: Mission) -> list[Outcome]:
        return D6 if len(v.hit) > 1 else []

    def roller(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def take(self, game: Game[OcsPosition], v: Mission, noun: int) -> None:
        game.update(v._replace(hit=tuple(planes_hit(game.pos, v.planes, noun))))


@rule("ocs.flak.13", "ocs.flak.14", "ocs.flak.15")
class TakeFlakLoss(Asked[OcsPosition, Mission]):
    title = "The owner chooses among equals which aircraft loses a step"

    policies = (first_option("first", "The first in the stack."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        return [Offer("lose-step", v.hit)]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        hit_plane(game, choice[1], "ocs.flak.2")
        game.next(v._replace(planes=still_flying(game.pos, v), hit=()))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.flak.13", "the die has not hit that aircraft.")


# -- F and G: the mission itself, and home ------------------------------------------------------


@rule("ocs.air.10")
class CarryOutMission(Action[OcsPosition, Mission]):
    title = "The mission is carried out"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        if not v.planes:
            game.leave()
        elif v.kind in BOMBING:
            bomb(game, v)
        elif v.kind == TRANSPORT:
            unload_at_base(game, v)
        elif v.kind == DROP:
            begin_drop(game, v)


PREPARING = ("DeclareMission", "NameTarget", "LoadCargo")


@rule("ocs.fog.2", "ocs.air.10")
def declared(pos: OcsPosition, frame: Frame, side: int) -> Frame | None:
    """A mission is hidden from the other side until it is placed; what it carries always is."""
    v: Mission = frame.vars  # type: ignore[assignment]  # this procedure has no other vars
    if v.side == side:
        return frame
    if frame.step in PREPARING:
        return None
    return Frame(frame.procedure, frame.step, v._replace(tokens=0, riders=(), gliders=0, staying=()))


mission = Procedure(
    "mission",
    DeclareMission(),
    NameTarget(),
    LoadCargo(),
    PlaceAircraft(),
    Intercept(),
    AfterInterception(),
    OrderOfStack(),
    RollFlak(),
    RollMissionLoss(),
    TakeFlakLoss(),
    JettisonCargo(),
    CarryOutMission(),
    FlyOn(),
    GoHome(),
    title="Air mission",
    vars=Mission,
    sees=declared,
)
