"""Declaring an air mission, placing its aircraft, and carrying it out: steps A to C and F of its sequence."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import lru_cache

from grognard.core.chapter import (
    NOTHING,
    Action,
    Choice,
    Frame,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.ocs.air.aircraft import (
    active_over,
    base_of,
    bases_of,
    flown,
    fly_refusal,
    has_place_for,
    is_base_of,
    is_fighter,
    missions_now,
    range_of,
    take_off,
)
from grognard.games.ocs.air.combat import Dogfight, attacker_now
from grognard.games.ocs.air.drops import begin_air_drop
from grognard.games.ocs.air.mission.bombing import (
    SHIP,
    bomb,
    bomb_refusal,
    hip_shoot_refusal,
    trainbust_refusal,
)
from grognard.games.ocs.air.mission.loading import (
    drop_hexes,
    drop_refusal,
    load_refusal,
    unload_at_base,
)
from grognard.games.ocs.air.mission.variables import (
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
)
from grognard.games.ocs.model.content import Content
from grognard.games.ocs.model.position import BARRAGED, FLEW, OcsPosition
from grognard.games.ocs.sequence.segments import Asked, Segment, SegmentChapter
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
def fly_along_refusal(pos: OcsPosition, v: Mission, plane: int) -> Ruling:
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


class Missions(SegmentChapter):
    """Aircraft fly."""

    verbs = ("fly",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        active = [one for one in pos.content.planes[v.side] if pos.active[one]]
        ready = [one for one in active if fly_refusal(pos, one) is None]
        known: dict[Hashable, bool] = {}
        for one in ready:
            if likeness(pos, one) not in known:
                known[likeness(pos, one)] = has_mission(pos, one)
        return [Offer("fly", [one for one in ready if known[likeness(pos, one)]])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        game.call("mission", Mission(v.side, (choice[1],)))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return begin_mission_refusal(pos, choice[1])


@rule("ocs.air.6")
def begin_mission_refusal(pos: OcsPosition, plane: int) -> Ruling:
    """Why no mission can begin with an aircraft: what several can fly together one of them can fly alone."""
    ruling = fly_refusal(pos, plane)
    if ruling is not None or has_mission(pos, plane):
        return ruling
    return Refusal("ocs.air.6", f"there is no mission for {pos.content.unit_names[plane]} now.")


def likeness(pos: OcsPosition, plane: int) -> Hashable:
    """What decides which missions an aircraft can fly: where it is, its type and its values."""
    content = pos.content
    values = [pos.shown(one, plane) for one in (content.range, content.barrage, content.capacity)]
    return (base_of(pos, plane), content.kind[plane], content.traits[plane], *values)


def has_mission(pos: OcsPosition, plane: int) -> bool:
    """Is there anything that this aircraft can do in this segment?"""
    v = Mission(pos.content.side[plane], (plane,))
    kinds = sorted(missions_now(pos), key=lambda kind: kind != TRANSFER)  # the one that is looked up at once
    return any(True for kind in kinds for _ in mission_hexes(pos, v, kind))


def mission_hexes(pos: OcsPosition, v: Mission, kind: int) -> Iterator[int]:
    """Where the aircraft of a mission that is being put together can fly to for this purpose."""
    if kind not in missions_now(pos) or (pos.calm and kind in ATTACKING):
        return
    near = in_range(pos, v.planes, kind, places_for(pos, kind, v.side), v.side)
    if kind == DROP:
        yield from drop_hexes(pos, v.planes, near, v.side)
    else:
        yield from (hex for hex in near if _KINDS[kind](pos, v.planes, hex, v.side) is None)


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
        joins = [one for one in others if fly_along_refusal(pos, v, one) is None]
        return [
            *(self._hexes(pos, v, verb, kind) for verb, kind in VERBS_OF.items()),
            Offer("fly-with", joins),
            Offer("stay"),
        ]

    @staticmethod
    def _hexes(pos: OcsPosition, v: Mission, verb: str, kind: int) -> Offer:
        hexes = list(mission_hexes(pos, v, kind))
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
            return fly_along_refusal(pos, v, noun) or joined
        if verb in VERBS_OF:
            return mission_refusal(pos, v.planes, VERBS_OF[verb], noun, v.side)
        return Refusal("ocs.air.10", "a mission is declared, or the aircraft stay.")


# -- B and C: over the target -------------------------------------------------------------------


@rule("ocs.air.10", "ocs.air.8", "ocs.aircombat.1", "ocs.stacking.8", "ocs.barrage.6")
class PlaceAircraft(Action[OcsPosition, Mission]):
    title = "The aircraft are placed in the mission hex; Active enemies there fight them"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        pos = game.pos
        for plane in v.planes:
            pos.put.flags[plane] |= FLEW
            take_off(pos, plane, v.hex)
        if v.kind == TRAINBUSTING or (v.kind == BARRAGE and v.target != SHIP):
            pos.put.worked[v.hex] |= BARRAGED  # also if nobody gets through; fire at ships is not counted
        game.tell("mission", v.kind, v.hex, *v.planes, rule="ocs.air.10")
        if attacker_now(pos, v.hex, v.side) != NOTHING:
            game.call("air-combat", Dogfight(v.hex, v.side))


# -- F: the mission itself ----------------------------------------------------------------------


@rule("ocs.air.10")
class CarryOutMission(Action[OcsPosition, Mission]):
    title = "The mission is carried out"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        if v.kind in BOMBING:
            bomb(game, v)
        elif v.kind == TRANSPORT:
            unload_at_base(game, v)
        elif v.kind == DROP:
            begin_air_drop(game, v)


PREPARING = ("DeclareMission", "NameTarget", "LoadCargo")


@rule("ocs.fog.2", "ocs.air.10")
def declared(pos: OcsPosition, frame: Frame, side: int) -> Frame | None:
    """A mission is hidden from the other side until it is placed; what it carries always is."""
    v: Mission = frame.vars  # type: ignore[assignment]  # this procedure has no other vars
    if v.side == side:
        return frame
    if frame.step in PREPARING:
        return None
    return Frame(
        frame.procedure,
        frame.step,
        v._replace(tokens=0, riders=(), gliders=0, staying=(), kept=0, through=()),
    )
