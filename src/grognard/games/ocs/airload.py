"""Air cargo: what aircraft can carry, loading it, and what becomes of it on landing and drop."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.chance import Outcome, dice
from grognard.core.flow import Action, Decision, Game, Procedure, Roll
from grognard.core.ledger import rule
from grognard.core.offers import Offer
from grognard.core.policies import by_verbs
from grognard.core.position import NOTHING, OPEN, Choice
from grognard.core.rulings import Explanation, Refusal, Ruling, Term
from grognard.games.ocs.air import (
    CARRYING,
    DROP,
    TRANSPORT,
    Load,
    Mission,
    base_of,
    flown,
    range_of,
)
from grognard.games.ocs.airbase import unloading_limit
from grognard.games.ocs.capture import enter_hex
from grognard.games.ocs.content import CATEGORIES, LEG, MOVE_SIDE
from grognard.games.ocs.flak import total_of
from grognard.games.ocs.losses import destroy
from grognard.games.ocs.modes import allowance
from grognard.games.ocs.position import (
    ABSENT,
    CARRIED,
    DROPPED,
    FOUGHT,
    MOVE,
    MOVED,
    MOVEMENT,
    PLEDGED,
    RELEASED,
    OcsPosition,
)
from grognard.games.ocs.scale import CAP, SP, supply_text
from grognard.games.ocs.units import transport_size

TOKEN: Final = CAP // SP
"""The parts of a Cap that a token takes."""
HALF_TOKEN: Final = TOKEN // 2
GLIDER_TOKENS: Final = 2
LEAST_GLIDER: Final = 1
"""What a glider carries whose towing aircraft has been hit, in tokens."""

# -- capacity -----------------------------------------------------------------------------------


@rule("ocs.airmission.14")
def is_short_trip(pos: OcsPosition, plane: int, hex: int) -> bool:
    """Is the hex within half the range, so that the capacity is doubled?"""
    return 2 * flown(pos, plane, hex) <= range_of(pos, plane)


def carriers(pos: OcsPosition, planes: Sequence[int]) -> list[int]:
    """The aircraft of a mission that can carry cargo."""
    return [plane for plane in planes if pos.shown(pos.content.capacity, plane)]


@rule("ocs.airmission.14", "ocs.airmission.26")
def plane_capacity(pos: OcsPosition, plane: int, hex: int) -> int:
    """What an aircraft carries to a hex without gliders, in parts of a Cap."""
    printed = pos.shown(pos.content.capacity, plane) * HALF_TOKEN
    return printed * 2 if is_short_trip(pos, plane, hex) else printed


@rule("ocs.airmission.23")
def towing_limit(pos: OcsPosition, planes: Sequence[int], hex: int) -> int:
    """How many Glider Points a mission can tow: one for each full-strength transport, two on a short trip."""
    strong = [plane for plane in carriers(pos, planes) if not pos.lost[plane]]
    return sum(2 if is_short_trip(pos, plane, hex) else 1 for plane in strong)


@rule("ocs.airmission.23", "ocs.airmission.24", "ocs.airmission.9")
def capacity(pos: OcsPosition, planes: Sequence[int], hex: int, gliders: int = 0) -> int:
    """What a mission carries in parts of a Cap. A glider takes the place of a transport's own capacity.

    Gliders are hung on so that most can be carried; one whose towing aircraft was hit holds only 1T.
    """
    total, left = 0, gliders
    for plane in sorted(carriers(pos, planes), key=lambda one: plane_capacity(pos, one, hex)):
        own = plane_capacity(pos, plane, hex)
        hung = min(left, 2 if is_short_trip(pos, plane, hex) else 1)
        left -= hung
        if not hung:
            total += own
        elif pos.lost[plane]:
            total += LEAST_GLIDER * TOKEN
        elif hung == 1 and is_short_trip(pos, plane, hex):
            total += GLIDER_TOKENS * TOKEN + own // 2
        else:
            total += hung * GLIDER_TOKENS * TOKEN
    return total


def weight(pos: OcsPosition, load: Load) -> int:
    """What a load takes of the capacity, in parts of a Cap."""
    return load.tokens * TOKEN + sum(transport_size(pos, unit) for unit in load.riders)


@rule("ocs.airmission.10")
def room_left(pos: OcsPosition, v: Mission) -> int:
    """What more can be loaded, in parts of a Cap; half a token that is left over is of no use."""
    whole = capacity(pos, v.planes, v.hex, v.load.gliders) // TOKEN * TOKEN
    return whole - weight(pos, v.load)


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
    """The tokens on the ground at the base that were not moved in this phase."""
    here = base_of(pos, carriers(pos, v.planes)[0])
    return max(0, pos.ground_dump(here, v.side) - pos.unloaded[here])


@rule("ocs.airmission.11", "ocs.airmission.12", "ocs.airmission.13", "ocs.airmission.16", "ocs.basics.17")
def rider_refusal(pos: OcsPosition, v: Mission, unit: int) -> Ruling:
    """Why a unit cannot go by air on this mission, its size left out."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_combat[unit] or content.side[unit] != v.side:
        return Refusal("ocs.airmission.11", f"{name} cannot go by air.")
    move = unit * 2 + MOVE_SIDE
    if content.mobility[move] != LEG or content.movement[move] > content.limit("air-leg-mp"):
        return Refusal("ocs.airmission.11", f"{name} is too heavy: only Leg MP up to 10 go by air.")
    if pos.mode[unit] != MOVE:
        return Refusal("ocs.airmission.11", f"{name} is not in Move Mode.")
    if pos.flags[unit] & (CARRIED | PLEDGED):
        return Refusal("ocs.airmission.12", f"{name} was carried or is held in this phase.")
    if 2 * pos.spent[unit] > allowance(pos, unit):
        return Refusal("ocs.airmission.12", f"{name} has spent more than half its MA.")
    if v.kind == DROP:
        return _drop_rider_refusal(pos, v, unit, name)
    return None


@rule("ocs.airmission.15", "ocs.airmission.16")
def _drop_rider_refusal(pos: OcsPosition, v: Mission, unit: int, name: str) -> Ruling:
    if pos.phase != MOVEMENT:
        return Refusal("ocs.airmission.16", "combat units are dropped only in the Movement Phase.")
    if pos.plan_hex[unit] != v.hex or pos.plan_turn[unit] != pos.turn:
        return Refusal("ocs.airmission.16", f"{name} has no Drop Plan for this hex and turn.")
    if not is_para(pos, unit) and not v.load.gliders:
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


# -- loading --------------------------------------------------------------------------------------


@rule("ocs.airmission.9", "ocs.airmission.10", "ocs.airmission.23", "ocs.airmission.28")
class LoadCargo(Decision[OcsPosition, Mission]):
    title = "Cargo is loaded, up to the capacity of the transports"

    policies = (by_verbs("as-much", "As many tokens as they carry, then take off.", "load", "take-off"),)

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if v.kind not in CARRYING:
            return []
        room = room_left(pos, v)
        most = min(room // TOKEN, tokens_at_hand(pos, v) - v.load.tokens)
        offers = [Offer("load", range(most, 0, -1)), Offer("board", self._riders(pos, v, room))]
        offers.append(Offer("tow", self._gliders(pos, v)))
        if v.load.tokens or v.load.riders:
            offers.append(Offer("take-off"))
        return [*offers, Offer("stay")]

    @staticmethod
    def _riders(pos: OcsPosition, v: Mission, room: int) -> list[int]:
        units = [unit for unit in _eligible(pos, v) if unit not in v.load.riders]
        return [unit for unit in units if transport_size(pos, unit) <= room]

    @staticmethod
    def _gliders(pos: OcsPosition, v: Mission) -> range:
        if v.load.gliders or v.kind != DROP:
            return range(0)
        here = base_of(pos, carriers(pos, v.planes)[0])
        return range(1, min(pos.gliders[here], towing_limit(pos, v.planes, v.hex)) + 1)

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, noun = choice
        load = v.load
        if verb == "stay":
            game.leave()
        elif verb == "take-off":
            game.next(v._replace(load=load._replace(staying=staying(game.pos, v))))
            put_aboard(game.pos, v)
        elif verb == "load":
            game.update(v._replace(load=load._replace(tokens=load.tokens + noun)))
        elif verb == "tow":
            game.update(v._replace(load=load._replace(gliders=noun)))
        else:
            game.update(v._replace(load=load._replace(riders=(*load.riders, noun))))

    def refuse(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "board":
            full = Refusal("ocs.airmission.9", "there is not enough capacity left.")
            return rider_refusal(pos, v, noun) or full
        if verb == "load":
            most = min(room_left(pos, v) // TOKEN, tokens_at_hand(pos, v) - v.load.tokens)
            return Refusal("ocs.airmission.9", f"at most {supply_text(max(most, 0))} more can be loaded.")
        return None


def put_aboard(pos: OcsPosition, v: Mission) -> None:
    """The cargo leaves the base with its aircraft."""
    here = base_of(pos, carriers(pos, v.planes)[0])
    pos.add_dump(here, v.side, -v.load.tokens)
    pos.gliders[here] -= v.load.gliders
    for unit in v.load.riders:
        pos.place(unit, ABSENT)  # aboard: it is on the map again where it comes down


@rule("ocs.airbase.6")
def staying(pos: OcsPosition, v: Mission) -> tuple[int, ...]:
    """The transports that must stay at the base they fly to, because it cannot unload all they bring."""
    if v.kind != TRANSPORT or "integral-gliders" in pos.content.traits[carriers(pos, v.planes)[0]]:
        return ()
    excess = weight(pos, v.load) - unloading_limit(pos, v.hex) * TOKEN
    found: list[int] = []
    for plane in carriers(pos, v.planes):
        if excess > 0:
            found.append(plane)
            excess -= plane_capacity(pos, plane, v.hex)
    return tuple(found)


# -- losses on the way ------------------------------------------------------------------------------


@rule("ocs.flak.15", "ocs.airmission.24")
def excess_load(pos: OcsPosition, v: Mission) -> int:
    """What is aboard beyond what the aircraft left can carry; rounding favours the cargo."""
    if not v.load.tokens and not v.load.riders:
        return 0
    planes = v.planes
    can = capacity(pos, planes, v.hex, v.load.gliders) if planes else 0
    return weight(pos, v.load) - -(-can // TOKEN) * TOKEN


@rule("ocs.flak.15")
class JettisonCargo(Decision[OcsPosition, Mission]):
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
        tokens = [min(need, v.load.tokens)] if v.load.tokens else []
        return [Offer("jettison", tokens), Offer("jettison-unit", v.load.riders)]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, noun = choice
        load = v.load
        if verb == "jettison":
            game.tell("tokens-lost", v.hex, noun, rule="ocs.flak.15")
            game.update(v._replace(load=load._replace(tokens=load.tokens - noun)))
        else:
            lose_rider(game, noun, "ocs.flak.15")
            riders = tuple(unit for unit in load.riders if unit != noun)
            game.update(v._replace(load=load._replace(riders=riders)))


def lose_rider(game: Game[OcsPosition], unit: int, rule: str) -> None:
    """A unit is destroyed in the air or on landing."""
    pos = game.pos
    pos.plan_hex[unit], pos.plan_turn[unit] = NOTHING, 0
    destroy(game, unit, rule)


# -- landing ----------------------------------------------------------------------------------------


@rule("ocs.airmission.9", "ocs.airmission.12", "ocs.airbase.6")
def unload_at_base(game: Game[OcsPosition], v: Mission) -> None:
    """Cargo is unloaded at a friendly base."""
    pos = game.pos
    pos.unloaded[v.hex] += -(-weight(pos, v.load) // TOKEN)
    pos.add_dump(v.hex, v.side, v.load.tokens)
    if v.load.tokens:
        game.tell("flown-in", v.hex, v.load.tokens, rule="ocs.airmission.9")
    for unit in v.load.riders:
        pos.place(unit, v.hex)
        pos.flags[unit] |= CARRIED
        if pos.phase != MOVEMENT and not pos.flags[unit] & RELEASED:
            pos.flags[unit] |= MOVED | FOUGHT
        game.tell("landed-by-air", unit, v.hex, rule="ocs.airmission.9")


class Dropping(NamedTuple):
    """Cargo in the air, unit by unit and token by token, and whose gliders bring it down."""

    side: int = 0
    hex: int = NOTHING
    riders: tuple[int, ...] = ()
    tokens: int = 0
    glider_room: int = 0
    """Parts of a Cap that still come down by glider."""
    modifiers: tuple[str, ...] = ()
    """Rows of the table of modifiers that the aircraft bring."""


@rule("ocs.airmission.19")
def drop_rows(pos: OcsPosition, planes: Sequence[int]) -> tuple[str, ...]:
    """The modifiers by nation that the aircraft of a drop bring."""
    traits = {trait for plane in planes for trait in pos.content.traits[plane]}
    return tuple(sorted(trait.removeprefix("drop:") for trait in traits if trait.startswith("drop:")))


@rule("ocs.airmission.21")
def is_friendly_drop(pos: OcsPosition, hex: int, side: int) -> bool:
    """Was any unit of this side in the hex when the phase began?"""
    return any(pos.began[unit] == hex for unit in pos.content.units_of[side])


@rule("ocs.airmission.21")
def is_clear_drop(pos: OcsPosition, hex: int) -> bool:
    """Is the hex Open or a Village, or has it an air base of either side?"""
    return pos.content.terrain_name[hex] in ("open", "village") or pos.base[hex] > 0


@rule("ocs.airmission.18")
def drop_needs(pos: OcsPosition, hex: int, side: int) -> int:
    """The roll that a drop on a hex needs."""
    row = "friendly" if is_friendly_drop(pos, hex, side) else "enemy"
    column = "clear" if is_clear_drop(pos, hex) else "closed"
    return pos.content.tables["air-transport-success"].integer(row, column)


@rule("ocs.airmission.18", "ocs.airmission.19", "ocs.airmission.20", "ocs.option.21")
def drop_sheet(pos: OcsPosition, v: Dropping, by_glider: bool) -> Explanation:
    """What is added to the roll of one piece of cargo."""
    table = pos.content.tables["air-transport-modifiers"]
    terms = [
        Term(row.replace("-", " "), f"{table.integer(row, 'change'):+d}", "ocs.airmission.19")
        for row in v.modifiers
    ]
    if by_glider:
        terms.append(Term("glider", f"{table.integer('glider', 'change'):+d}", "ocs.airmission.20"))
    if pos.content.options["opt_21_12e_drop_terrain"]:
        category = _worst_terrain(pos, v.hex)
        if category in table.rows:
            label = category.replace("-", " ")
            terms.append(Term(label, f"{table.integer(category, 'change'):+d}", "ocs.option.21"))
    title = f"Air Transport Success: {drop_needs(pos, v.hex, v.side)} or more"
    return Explanation(title, tuple(terms), f"{total_of(terms):+d}")


def _worst_terrain(pos: OcsPosition, hex: int) -> str:
    return CATEGORIES[pos.content.category.get(pos.content.terrain_name[hex], 0)]


def goes_by_glider(pos: OcsPosition, v: Dropping) -> bool:
    """Does the next piece of cargo come down by glider? Units without parachutes were put aboard first."""
    need = transport_size(pos, v.riders[0]) if v.riders else TOKEN
    return v.glider_room >= need


@rule("ocs.airmission.22")
def begin_drop(game: Game[OcsPosition], v: Mission) -> None:
    """Let the cargo of a mission fall; on enemy combat units all of it is lost."""
    pos = game.pos
    if pos.is_held_by(v.hex, 1 - v.side):
        for unit in v.load.riders:
            lose_rider(game, unit, "ocs.airmission.22")
        if v.load.tokens:
            game.tell("tokens-lost", v.hex, v.load.tokens, rule="ocs.airmission.22")
        return
    room = v.load.gliders * GLIDER_TOKENS * TOKEN
    riders = tuple(sorted(v.load.riders, key=lambda unit: is_para(pos, unit)))
    rows = drop_rows(pos, v.planes)
    game.call("air-drop", Dropping(v.side, v.hex, riders, v.load.tokens, room, rows))


@rule("ocs.airmission.18", "ocs.airmission.22")
class RollDrop(Roll[OcsPosition, Dropping]):
    title = "Each unit and each token rolls whether it comes down safely"

    def outcomes(self, pos: OcsPosition, v: Dropping) -> list[Outcome]:
        return dice(2) if v.riders or v.tokens else []

    def roller(self, pos: OcsPosition, v: Dropping) -> int:
        return v.side

    def take(self, game: Game[OcsPosition], v: Dropping, noun: int) -> None:
        pos = game.pos
        glides = goes_by_glider(pos, v)
        modified = noun + total_of(drop_sheet(pos, v, glides).terms)
        is_safe = modified >= drop_needs(pos, v.hex, v.side)
        used = (transport_size(pos, v.riders[0]) if v.riders else TOKEN) if glides else 0
        rest = v._replace(glider_room=v.glider_room - used)
        if v.riders:
            game.goto("RollDrop", rest._replace(riders=v.riders[1:]))
            land_rider(game, v.riders[0], v.hex, noun, modified, is_safe)
        else:
            game.goto("RollDrop", rest._replace(tokens=v.tokens - 1))
            if is_safe:
                pos.add_dump(v.hex, v.side, 1)
                pos.unloaded[v.hex] += 1
            game.tell("token-dropped", v.hex, noun, modified, int(is_safe), rule="ocs.airmission.18")


@rule("ocs.airmission.22")
def land_rider(game: Game[OcsPosition], unit: int, hex: int, roll: int, modified: int, is_safe: bool) -> None:
    """A dropped unit stands in the hex in Move Mode, its movement over, or is lost."""
    pos = game.pos
    game.tell("dropped", unit, hex, roll, modified, int(is_safe), rule="ocs.airmission.18")
    if not is_safe:
        lose_rider(game, unit, "ocs.airmission.18")
        return
    pos.place(unit, hex)
    pos.set_mode(unit, MOVE)
    pos.flags[unit] |= MOVED | DROPPED
    pos.plan_hex[unit], pos.plan_turn[unit] = NOTHING, 0


class TakeGround(Action[OcsPosition, Dropping]):
    """What lies in the hex falls to those who came down there."""

    title = "What the enemy has in the hex is captured"

    def run(self, game: Game[OcsPosition], v: Dropping) -> None:
        pos = game.pos
        landed = [unit for unit in pos.combat_units_at(v.hex, v.side) if pos.flags[unit] & DROPPED]
        if landed:
            enter_hex(game, landed, v.hex)


air_drop = Procedure("air-drop", RollDrop(), TakeGround(), title="Air drop", vars=Dropping, sees=OPEN)
