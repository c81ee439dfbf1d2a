"""Air cargo: what aircraft can carry, loading it, losses on the way, and landing at a base."""

from collections.abc import Iterable, Sequence
from sys import maxsize
from typing import Final

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Refusal, Ruling, by_verbs, only, rule
from grognard.games.ocs.air.aircraft import base_of, flown, land, range_of
from grognard.games.ocs.air.bases import base_capacity, unloading_limit
from grognard.games.ocs.air.mission.variables import CARRYING, DROP, TRANSPORT, Mission
from grognard.games.ocs.combat.losses import destroy
from grognard.games.ocs.model.position import (
    ABSENT,
    BUILT,
    CARRIED,
    FOUGHT,
    LANDED,
    MOVE,
    MOVED,
    MOVEMENT,
    RELEASED,
    OcsPosition,
)
from grognard.games.ocs.model.scale import CAP, SP, supply_text
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.movement.modes import allowance
from grognard.games.ocs.sequence.segments import Asked

TOKEN: Final = CAP // SP
"""The parts of a Cap that a token takes."""
HALF_TOKEN: Final = TOKEN // 2
GLIDER_TOKENS: Final = 2
LEAST_GLIDER: Final = 1
"""What a glider carries whose towing aircraft has been hit, in tokens."""

# -- capacity -----------------------------------------------------------------------------------


@rule("ocs.airmission.14", "ocs.option.17")
def is_short_trip(pos: OcsPosition, plane: int, hex: int, leg: int = 0) -> bool:
    """Is the hex within half the range, so that the capacity is doubled? Of two legs the longer counts."""
    return 2 * max(leg, flown(pos, plane, hex)) <= range_of(pos, plane)


def carriers(pos: OcsPosition, planes: Sequence[int]) -> list[int]:
    """The aircraft of a mission that can carry cargo."""
    return [plane for plane in planes if pos.shown(pos.content.capacity, plane)]


@rule("ocs.airmission.14", "ocs.airmission.26")
def plane_capacity(pos: OcsPosition, plane: int, hex: int, leg: int = 0) -> int:
    """What an aircraft carries to a hex without gliders, in parts of a Cap."""
    printed = pos.shown(pos.content.capacity, plane) * HALF_TOKEN
    return printed * 2 if is_short_trip(pos, plane, hex, leg) else printed


@rule("ocs.airmission.23")
def towing_limit(pos: OcsPosition, planes: Sequence[int], hex: int) -> int:
    """How many Glider Points a mission can tow: one for each full-strength transport, two on a short trip."""
    strong = [plane for plane in carriers(pos, planes) if not pos.lost[plane]]
    return sum(2 if is_short_trip(pos, plane, hex) else 1 for plane in strong)


@rule("ocs.airmission.23", "ocs.airmission.24", "ocs.airmission.9")
def capacity(pos: OcsPosition, planes: Sequence[int], hex: int, gliders: int = 0, leg: int = 0) -> int:
    """What a mission carries in parts of a Cap. A glider takes the place of a transport's own capacity.

    Gliders are hung on so that most can be carried; one whose towing aircraft was hit holds only 1T.
    """
    total, left = 0, gliders
    for plane in sorted(carriers(pos, planes), key=lambda one: plane_capacity(pos, one, hex, leg)):
        own = plane_capacity(pos, plane, hex, leg)
        is_short = is_short_trip(pos, plane, hex, leg)
        hung = min(left, 2 if is_short else 1)
        left -= hung
        if not hung:
            total += own
        elif pos.lost[plane]:
            total += LEAST_GLIDER * TOKEN
        elif hung == 1 and is_short:
            total += GLIDER_TOKENS * TOKEN + own // 2
        else:
            total += hung * GLIDER_TOKENS * TOKEN
    return total


def weight(pos: OcsPosition, v: Mission) -> int:
    """What is aboard, in parts of a Cap."""
    return v.tokens * TOKEN + sum(transport_size(pos, unit) for unit in v.riders)


@rule("ocs.airmission.14", "ocs.option.17")
def is_doubled(pos: OcsPosition, v: Mission) -> bool:
    """Is more aboard than could be carried beyond half the range?"""
    return weight(pos, v) > capacity(pos, v.planes, v.hex, v.gliders, leg=maxsize)


@rule("ocs.airmission.10")
def room_left(pos: OcsPosition, v: Mission) -> int:
    """What more can be loaded, in parts of a Cap; half a token that is left over is of no use."""
    whole = capacity(pos, v.planes, v.hex, v.gliders, v.leg) // TOKEN * TOKEN
    return whole - weight(pos, v)


# -- who and what can go --------------------------------------------------------------------------


@rule("ocs.airmission.28", "ocs.air.4")
def load_refusal(pos: OcsPosition, planes: Sequence[int], hex: int, kind: int) -> Ruling:
    """Why aircraft can carry nothing to a hex on a mission of this kind."""
    lifting = carriers(pos, planes)
    if not lifting:
        return Refusal("ocs.air.4", "none of these aircraft can carry cargo.")
    if len({base_of(pos, plane) for plane in lifting}) > 1:
        return Refusal("ocs.airmission.28", "aircraft that carry a load together start at one base.")
    base = base_of(pos, lifting[0])
    if base == hex:
        return Refusal("ocs.airmission.9", "they are there already.")
    side = pos.content.side[lifting[0]]
    v = Mission(side, tuple(planes), kind, hex)
    if not tokens_at_hand(pos, v) and not _eligible(pos, v):
        return Refusal("ocs.airmission.28", "nothing that can go by air is in the hex of their base.")
    return None


def _eligible(pos: OcsPosition, v: Mission) -> list[int]:
    here = base_of(pos, carriers(pos, v.planes)[0])
    return [unit for unit in pos.combat_units_at(here, v.side) if rider_refusal(pos, v, unit) is None]


@rule("ocs.airmission.28", "ocs.airmission.12")
def tokens_at_hand(pos: OcsPosition, v: Mission) -> int:
    """The tokens on the ground at the base that were not moved in this phase, and those that may go on."""
    here = base_of(pos, carriers(pos, v.planes)[0])
    return max(0, pos.ground_dump(here, v.side) - pos.unloaded[here] + v.kept)


@rule("ocs.airmission.11", "ocs.airmission.12", "ocs.airmission.13", "ocs.airmission.16", "ocs.basics.17")
@rule("ocs.basics.18", "ocs.zoc.17", "ocs.engineer.7")
def rider_refusal(pos: OcsPosition, v: Mission, unit: int) -> Ruling:
    """Why a unit cannot go by air on this mission, its size left out."""
    content = pos.content
    name = content.unit_names[unit]
    if content.is_transport[unit]:
        return Refusal("ocs.basics.17", f"{name} cannot go by air.")
    if not content.is_combat[unit] or content.side[unit] != v.side:
        return Refusal("ocs.airmission.11", f"{name} cannot go by air.")
    if not content.is_light(unit):
        return Refusal("ocs.airmission.11", f"{name} is too heavy: only Leg MP up to 10 go by air.")
    if unit in v.through:
        return None  # it has been aboard from the first base on
    if pos.mode[unit] != MOVE:
        return Refusal("ocs.airmission.11", f"{name} is not in Move Mode.")
    if pos.flags[unit] & (CARRIED | LANDED):
        return Refusal("ocs.basics.18", f"{name} was carried in this phase.")
    if pos.flags[unit] & BUILT:  # who only holds off an enemy zone may leave where that costs no MP
        return Refusal("ocs.engineer.7", f"{name} works: it stays in this phase.")
    if 2 * pos.spent[unit] > allowance(pos, unit):
        return Refusal("ocs.airmission.12", f"{name} has spent more than half its MA.")
    if v.kind == DROP:
        return _drop_rider_refusal(pos, v, unit, name)
    return None


@rule("ocs.airmission.15", "ocs.airmission.16", "ocs.basics.20")
def _drop_rider_refusal(pos: OcsPosition, v: Mission, unit: int, name: str) -> Ruling:
    if pos.phase != MOVEMENT:
        return Refusal("ocs.airmission.16", "combat units are dropped only in the Movement Phase.")
    if pos.spent[unit]:
        return Refusal("ocs.basics.20", f"{name} has moved: who is dropped spends no MP in the phase.")
    if pos.plan_hex[unit] != v.hex or pos.plan_turn[unit] != pos.turn:
        return Refusal("ocs.airmission.16", f"{name} has no Drop Plan for this hex and turn.")
    if not is_para(pos, unit) and not v.gliders:
        return Refusal("ocs.airmission.15", f"{name} has no parachutes: it needs a glider.")
    return None


@rule("ocs.airmission.15")
def is_para(pos: OcsPosition, unit: int) -> bool:
    """Has the unit a para symbol?"""
    return pos.content.kind[unit] == "para" or "para" in pos.content.traits[unit]


@rule("ocs.airmission.22")
def drop_refusal(pos: OcsPosition, planes: Sequence[int], hex: int) -> Ruling:
    """Why nothing can be dropped on a hex."""
    if pos.content.is_sea[hex]:
        return Refusal("ocs.airmission.22", "that is the sea.")
    return None


def drop_hexes(pos: OcsPosition, planes: Sequence[int], hexes: Iterable[int], side: int) -> list[int]:
    """The hexes of these on which something can be dropped: tokens anywhere, troops only as planned."""
    lifting = carriers(pos, planes)
    if not lifting:
        return []
    base = base_of(pos, lifting[0])
    if not tokens_at_hand(pos, Mission(side, tuple(planes), DROP)):
        planned = {pos.plan_hex[unit] for unit in pos.combat_units_at(base, side)}
        hexes = [hex for hex in hexes if hex in planned and not load_refusal(pos, planes, hex, DROP)]
    elif any(base_of(pos, plane) != base for plane in lifting):
        return []
    return [hex for hex in hexes if hex != base and drop_refusal(pos, planes, hex) is None]


# -- loading --------------------------------------------------------------------------------------


@rule("ocs.airmission.9", "ocs.airmission.10", "ocs.airmission.23", "ocs.airmission.28")
class LoadCargo(Asked[OcsPosition, Mission]):
    title = "Cargo is loaded, up to the capacity of the transports"

    policies = (by_verbs("as-much", "As many tokens as they carry, then take off.", "load", "take-off"),)

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if v.kind not in CARRYING:
            return []
        room = room_left(pos, v)
        most = min(room // TOKEN, tokens_at_hand(pos, v) - v.tokens)
        offers = [Offer("load", range(most, 0, -1)), Offer("board", self._riders(pos, v, room))]
        offers.append(Offer("tow", self._gliders(pos, v)))
        if (v.tokens or v.riders) and takes_enough_on(pos, v):
            offers.append(Offer("take-off"))
        return [*offers, Offer("stay")]

    @staticmethod
    def _riders(pos: OcsPosition, v: Mission, room: int) -> list[int]:
        units = [unit for unit in _eligible(pos, v) if unit not in v.riders]
        return [unit for unit in units if transport_size(pos, unit) <= room]

    @staticmethod
    def _gliders(pos: OcsPosition, v: Mission) -> Sequence[int]:
        if v.gliders or v.kind != DROP:
            return ()
        here = base_of(pos, carriers(pos, v.planes)[0])
        return range(1, min(pos.gliders[here], towing_limit(pos, v.planes, v.hex)) + 1)

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, noun = choice
        if verb == "stay":
            game.leave()
            for plane in v.planes if v.leg else ():
                land(game.pos, plane, game.pos.hex[plane])  # the flight ends where it has come to
        elif verb == "take-off":
            game.next(v._replace(staying=staying(game.pos, v), doubled=int(is_doubled(game.pos, v))))
            put_aboard(game.pos, v)
        elif verb == "load":
            game.update(v._replace(tokens=v.tokens + noun))
        elif verb == "tow":
            game.update(v._replace(gliders=noun))
        else:
            game.update(v._replace(riders=(*v.riders, noun)))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "board":
            full = Refusal("ocs.airmission.9", "there is not enough capacity left.")
            return rider_refusal(pos, v, noun) or full
        if verb == "load":
            most = min(room_left(pos, v) // TOKEN, tokens_at_hand(pos, v) - v.tokens)
            return Refusal("ocs.airmission.9", f"at most {supply_text(max(most, 0))} more can be loaded.")
        return None


# -- by way of a third base -------------------------------------------------------------------------


@rule("ocs.option.17")
def brought(pos: OcsPosition, v: Mission) -> int:
    """What this flight has brought to the base where it is now, in parts of a Cap."""
    return v.kept * TOKEN + sum(transport_size(pos, unit) for unit in v.through)


@rule("ocs.option.17")
def carried_on(pos: OcsPosition, v: Mission) -> int:
    """What of that goes on to the third base: it was never unloaded."""
    riders = sum(transport_size(pos, unit) for unit in v.riders if unit in v.through)
    return min(v.kept, v.tokens) * TOKEN + riders


def in_tokens(parts: int) -> int:
    """Parts of a Cap in whole tokens, fractions up."""
    return -(-parts // TOKEN)


@rule("ocs.option.17", "ocs.airbase.6")
def takes_enough_on(pos: OcsPosition, v: Mission) -> bool:
    """May the flight go on: has the base where it is now unloaded what it does not carry on?"""
    before, after = in_tokens(brought(pos, v)), in_tokens(brought(pos, v) - carried_on(pos, v))
    here = base_of(pos, carriers(pos, v.planes)[0])
    return not after or after <= before + base_capacity(pos, here) - pos.flown_in[here]


def put_aboard(pos: OcsPosition, v: Mission) -> None:
    """The cargo leaves the base with its aircraft."""
    here = base_of(pos, carriers(pos, v.planes)[0])
    if v.leg:
        pos.put.unloaded[here] -= min(v.kept, v.tokens)
        pos.put.flown_in[here] -= in_tokens(brought(pos, v)) - in_tokens(brought(pos, v) - carried_on(pos, v))
    pos.add_dump(here, v.side, -v.tokens)
    pos.put.gliders[here] -= v.gliders
    for unit in v.riders:
        pos.place(unit, ABSENT)  # aboard: it is on the map again where it comes down


@rule("ocs.airbase.6")
def staying(pos: OcsPosition, v: Mission) -> tuple[int, ...]:
    """The transports that must stay at the base they fly to, because it cannot unload all they bring."""
    if v.kind != TRANSPORT or "integral-gliders" in pos.content.traits[carriers(pos, v.planes)[0]]:
        return ()
    excess = weight(pos, v) - unloading_limit(pos, v.hex) * TOKEN
    found: list[int] = []
    for plane in carriers(pos, v.planes):
        if excess > 0:
            found.append(plane)
            excess -= plane_capacity(pos, plane, v.hex, v.leg)
    return tuple(found)


# -- losses on the way ------------------------------------------------------------------------------


@rule("ocs.flak.15", "ocs.airmission.24")
def excess_load(pos: OcsPosition, v: Mission) -> int:
    """What is aboard beyond what the aircraft left can carry; rounding favours the cargo."""
    if not v.tokens and not v.riders:
        return 0
    planes = v.planes
    can = capacity(pos, planes, v.hex, v.gliders, v.leg) if planes else 0
    return weight(pos, v) - -(-can // TOKEN) * TOKEN


@rule("ocs.flak.15")
class JettisonCargo(Asked[OcsPosition, Mission]):
    title = "The owner removes what the aircraft that are left cannot carry"

    policies = (by_verbs("supply-first", "Supply first, then units.", "jettison", "jettison-unit"),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        excess = excess_load(pos, v)
        if excess <= 0:
            return []
        need = -(-excess // TOKEN)
        tokens = [min(need, v.tokens)] if v.tokens else []
        return [Offer("jettison", tokens), Offer("jettison-unit", v.riders)]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, noun = choice
        if verb == "jettison":
            game.tell("tokens-lost", v.hex, noun, rule="ocs.flak.15", sees=only(v.side))
            game.update(v._replace(tokens=v.tokens - noun))
        else:
            lose_rider(game, noun, "ocs.flak.15")
            riders = tuple(unit for unit in v.riders if unit != noun)
            game.update(v._replace(riders=riders))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.flak.15", "only what is aboard can be given up, and no more than is too much.")


def lose_rider(game: Game[OcsPosition], unit: int, rule: str) -> None:
    """A unit is destroyed in the air or on landing."""
    pos = game.pos
    pos.put.plan_hex[unit], pos.put.plan_turn[unit] = NOTHING, 0
    destroy(game, unit, rule)


# -- landing ----------------------------------------------------------------------------------------


@rule("ocs.airmission.9", "ocs.airmission.12", "ocs.airbase.6")
def unload_at_base(game: Game[OcsPosition], v: Mission) -> None:
    """Cargo is unloaded at a friendly base."""
    pos = game.pos
    pos.put.flown_in[v.hex] += -(-weight(pos, v) // TOKEN)
    pos.put.unloaded[v.hex] += v.tokens
    pos.add_dump(v.hex, v.side, v.tokens)
    if v.tokens:
        game.tell("flown-in", v.hex, v.tokens, rule="ocs.airmission.9", sees=only(v.side))
    for unit in v.riders:
        pos.place(unit, v.hex)
        pos.put.flags[unit] |= CARRIED
        if pos.phase != MOVEMENT and not pos.flags[unit] & RELEASED:
            pos.put.flags[unit] |= MOVED | FOUGHT
        game.tell("landed-by-air", unit, v.hex, rule="ocs.airmission.9", sees=only(v.side))
