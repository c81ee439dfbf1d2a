"""Air drops: each unit and each token rolls for itself, and what comes down takes the ground."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Explanation,
    Game,
    Outcome,
    Procedure,
    Roll,
    Term,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.air.flak import flak_total
from grognard.games.ocs.air.mission.loading import GLIDER_TOKENS, TOKEN, is_para, lose_rider
from grognard.games.ocs.air.mission.variables import Mission
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.model.ground import CATEGORIES
from grognard.games.ocs.model.position import (
    BASE_WORK,
    CARRIED,
    DROPPED,
    HEDGEHOG_WORK,
    MOVED,
    TAKEN,
    OcsPosition,
)
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.sequence.fog import tell_own


class Dropping(NamedTuple):
    """Cargo in the air, unit by unit and token by token, and whose gliders bring it down."""

    side: int
    hex: int
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
    """Friendly, not Enemy: was any unit of this side there when the phase began, a dump, base or hedgehog?"""
    if any(pos.began[unit] == hex for unit in pos.content.units_of[side]):
        return True
    works = ((pos.base_side, BASE_WORK), (pos.hedgehog_side, HEDGEHOG_WORK), (pos.port_side, 0))
    done = pos.worked[hex]
    built = any(owner[hex] == side and not done & new for owner, new in works)
    return not done & TAKEN and (built or pos.ground_dump(hex, side) > pos.unloaded[hex])


@rule("ocs.airmission.21")
def is_clear_drop(pos: OcsPosition, hex: int) -> bool:
    """Clear, not Closed: is the hex Open or a Village, or has it an air base of either side?"""
    return pos.content.known_name[hex] in ("open", "village") or pos.base[hex] > 0


@rule("ocs.airmission.18")
def drop_needs(pos: OcsPosition, hex: int, side: int) -> int:
    """The roll that a drop needs by the Air Transport Success Table: Friendly or Enemy, Clear or Closed."""
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
    return Explanation(title, tuple(terms), f"{flak_total(terms):+d}")


def _worst_terrain(pos: OcsPosition, hex: int) -> str:
    return CATEGORIES[pos.content.category[pos.content.terrain_name[hex]]]


def goes_by_glider(pos: OcsPosition, v: Dropping) -> bool:
    """Does the next piece of cargo come down by glider? Units without parachutes were put aboard first."""
    need = transport_size(pos, v.riders[0]) if v.riders else TOKEN
    return v.glider_room >= need


@rule("ocs.airmission.22")
def begin_air_drop(game: Game[OcsPosition], v: Mission) -> None:
    """Let the cargo of a mission fall; on enemy combat units all of it is lost."""
    pos = game.pos
    if pos.is_held_by(v.hex, 1 - v.side):
        for unit in v.riders:
            lose_rider(game, unit, "ocs.airmission.22")
        if v.tokens:
            game.tell("tokens-lost", v.hex, v.tokens, rule="ocs.airmission.22")
        return
    room = v.gliders * GLIDER_TOKENS * TOKEN
    riders = tuple(sorted(v.riders, key=lambda unit: is_para(pos, unit)))
    rows = drop_rows(pos, v.planes)
    game.call("air-drop", Dropping(v.side, v.hex, riders, v.tokens, room, rows))


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
        modified = noun + flak_total(drop_sheet(pos, v, glides).terms)
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
                pos.put.unloaded[v.hex] += 1
            game.tell("token-dropped", v.hex, noun, modified, int(is_safe), rule="ocs.airmission.18")


@rule("ocs.airmission.22", "ocs.basics.18", "ocs.basics.20")
def land_rider(game: Game[OcsPosition], unit: int, hex: int, roll: int, modified: int, is_safe: bool) -> None:
    """A dropped unit stands in the hex, in Move Mode as it was, its movement over; or it is lost."""
    pos = game.pos
    side, fate = pos.content.side[unit], (hex, roll, modified, int(is_safe))
    tell_own(game, side, ("dropped", unit, *fate), ("troops-dropped", *fate), "ocs.airmission.18")
    if not is_safe:
        lose_rider(game, unit, "ocs.airmission.18")
        return
    pos.place(unit, hex)
    pos.put.flags[unit] |= MOVED | DROPPED | CARRIED
    pos.put.plan_hex[unit], pos.put.plan_turn[unit] = NOTHING, 0


class TakeGround(Action[OcsPosition, Dropping]):
    """What lies in the hex falls to those who came down there."""

    title = "What the enemy has in the hex is captured"

    def run(self, game: Game[OcsPosition], v: Dropping) -> None:
        pos = game.pos
        landed = [unit for unit in pos.combat_units_at(v.hex, v.side) if pos.flags[unit] & DROPPED]
        if landed:
            enter_hex(game, landed, v.hex)


air_drop = Procedure("air-drop", RollDrop(), TakeGround(), title="Air drop", vars=Dropping, sees=OPEN)
