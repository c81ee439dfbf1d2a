"""Modes: what each leaves of movement, who may change into which, who is disorganised (disorganized, DG)."""

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.core.chapter import Game, Refusal, Ruling, only, rule
from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.position import (
    BUILT,
    CARRIED,
    COMBAT,
    DG,
    EXPLOIT,
    HAD_ZOC,
    LANDED,
    MODES,
    MOVE,
    MOVED,
    MOVEMENT,
    REACTION,
    RELEASED,
    RESERVE,
    STRAT,
    VOLUNTARY,
    OcsPosition,
)
from grognard.games.ocs.model.scale import MP

RESERVE_MOVE: Final = 6
"""The choice of Reserve Mode with the Move side up; the other modes are chosen by their own number."""
CHOICES: Final = (*VOLUNTARY, RESERVE_MOVE)

FACTORS: Final = {COMBAT: 4, MOVE: 4, RESERVE: 1, STRAT: 8, DG: 2, EXPLOIT: 2}
"""Quarters of the printed allowance by mode."""


@rule("ocs.modes.17", "ocs.modes.25", "ocs.modes.30", "ocs.modes.34", "ocs.basics.9")
@rule("ocs.reaction.2", "ocs.exploitation.2", "ocs.modes.22", "ocs.basics.19", "ocs.modes.2")
def allowance(pos: OcsPosition, unit: int) -> int:
    """The MA of a unit in this phase, in quarters, never rounded."""
    quarters = pos.shown(pos.content.movement, unit) * MP * FACTORS[pos.mode[unit]] // 4
    if pos.phase == REACTION:
        quarters //= 2
    if pos.flags[unit] & (CARRIED | LANDED):
        quarters //= 2
    return quarters


def left(pos: OcsPosition, unit: int) -> int:
    """The quarters of MP that a unit can still spend in this phase."""
    return allowance(pos, unit) - pos.spent[unit]


# -- voluntary changes ----------------------------------------------------------------------------


@rule("ocs.modes.5", "ocs.modes.6", "ocs.modes.7", "ocs.modes.20")
def mode_refusal(pos: OcsPosition, unit: int, choice: int) -> Ruling:
    """Why a unit may not change into a mode now. A disorganised one only turns over."""
    content = pos.content
    name = content.unit_names[unit]
    side = content.side[unit]
    if pos.phase != MOVEMENT or pos.acting != side:
        return Refusal("ocs.modes.7", "modes are changed only in the own Movement Phase.")
    if pos.spent[unit] or pos.flags[unit] & (MOVED | BUILT):
        return Refusal("ocs.modes.6", f"{name} has begun to move or is held where it is.")
    return fit_refusal(pos, unit, choice)


@rule("ocs.modes.8", "ocs.modes.9", "ocs.modes.12", "ocs.zoc.14", "ocs.zoc.15", "ocs.modes.16", "ocs.modes.1")
def fit_refusal(pos: OcsPosition, unit: int, choice: int) -> Ruling:
    """Why a unit may not be in a mode that its owner chooses, whenever he does."""
    content = pos.content
    name, side = content.unit_names[unit], content.side[unit]
    if content.is_aircraft[unit] or content.is_ship[unit]:
        return Refusal("ocs.modes.1", f"{name} has no modes.")
    if content.is_transport[unit] and not (content.is_organic[unit] and choice in (MOVE, RESERVE_MOVE)):
        return Refusal("ocs.modes.12", f"{name} is always in Move Mode.")
    if not content.has_combat_side[unit] and choice in (COMBAT, RESERVE):
        return Refusal("ocs.modes.12", f"{name} has no Combat side.")
    if pos.mode[unit] == DG:
        if choice in (COMBAT, MOVE):
            return None
        return Refusal("ocs.modes.9", f"{name} is disorganised; it can only turn over.")
    if pos.mode[unit] == EXPLOIT:
        return Refusal("ocs.modes.8", f"{name} keeps its Exploit marker until the Clean Up.")
    zone = pos.zoc(1 - side)[pos.hex[unit]]
    if choice in (RESERVE, RESERVE_MOVE) and zone and pos.mode[unit] != RESERVE:
        return Refusal("ocs.zoc.14", f"{name} is in an enemy Zone of Control.")
    if choice == STRAT and zone:
        return Refusal("ocs.zoc.15", f"{name} is in an enemy Zone of Control.")
    if choice in (RESERVE, RESERVE_MOVE) and not content.reserve_markers[side]:
        return Refusal("ocs.modes.16", "this side has no Reserve markers.")
    return None


def change_mode(pos: OcsPosition, unit: int, choice: int) -> None:
    """Put a unit in a mode that was chosen; a disorganised one turns over."""
    if pos.mode[unit] == DG:
        pos.put.face[unit] = COMBAT_SIDE if choice == COMBAT else MOVE_SIDE
    elif choice in (RESERVE, RESERVE_MOVE):
        pos.put.mode[unit] = RESERVE
        pos.put.face[unit] = MOVE_SIDE if choice == RESERVE_MOVE else COMBAT_SIDE
    else:
        pos.set_mode(unit, choice)


def is_in_mode(pos: OcsPosition, unit: int, choice: int) -> bool:
    """Would the choice change nothing?"""
    if pos.mode[unit] == DG:
        return pos.face[unit] == (COMBAT_SIDE if choice == COMBAT else MOVE_SIDE)
    if choice in (RESERVE, RESERVE_MOVE):
        face = MOVE_SIDE if choice == RESERVE_MOVE else COMBAT_SIDE
        return pos.mode[unit] == RESERVE and pos.face[unit] == face
    return pos.mode[unit] == choice


@rule("ocs.modes.16", "ocs.modes.24", "ocs.stacking.5")
def reserve_refusal(pos: OcsPosition, group: Iterable[int], hex: int) -> Ruling:
    """Why these units may not end their move as Reserves in a hex: markers, hedgehogs."""
    return reserves_refusal(pos, [unit for unit in group if pos.mode[unit] == RESERVE], hex)


@rule("ocs.modes.16", "ocs.modes.24")
def reserves_refusal(pos: OcsPosition, reserves: Sequence[int], hex: int) -> Ruling:
    """Why these units cannot be Reserves in a hex."""
    if not reserves:
        return None
    side = pos.content.side[reserves[0]]
    if pos.hedgehog[hex]:
        return Refusal("ocs.modes.24", "a Reserve may not stay in a hedgehog.")
    others = {
        pos.hex[unit]
        for unit in pos.content.units_of[side]
        if pos.mode[unit] == RESERVE and pos.hex[unit] >= 0 and unit not in reserves
    }
    most = pos.content.reserve_markers[side]
    if len(others | {hex}) > most:
        return Refusal("ocs.modes.16", f"all {most} Reserve markers are in other hexes.")
    return None


@rule("ocs.modes.21")
def release_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a Reserve may not be released now."""
    if pos.mode[unit] != RESERVE or pos.hex[unit] < 0:
        return Refusal("ocs.modes.21", f"{pos.content.unit_names[unit]} is not in Reserve.")
    return None


@rule("ocs.modes.21")
def release(pos: OcsPosition, unit: int) -> None:
    """Take the Reserve marker off: the unit is in the mode of the side that shows."""
    pos.put.mode[unit] = orientation(pos, unit)
    pos.put.flags[unit] |= RELEASED


@rule("ocs.modes.3", "ocs.modes.4", "ocs.modes.10", "ocs.modes.14")
def orientation(pos: OcsPosition, unit: int) -> int:
    """Combat or Move Mode, by the side that shows."""
    return COMBAT if pos.face[unit] == COMBAT_SIDE else MOVE


# -- involuntary ones -----------------------------------------------------------------------------


@rule("ocs.modes.31", "ocs.modes.32", "ocs.modes.33", "ocs.modes.36")
def disorganise(game: Game[OcsPosition], hex: int, side: int, why: str) -> None:
    """All combat units of a side in a hex go into DG Mode; Organic Trucks there leave Reserve."""
    pos = game.pos
    fresh = [unit for unit in pos.combat_units_at(hex, side) if pos.mode[unit] != DG]
    for unit in fresh:
        pos.put.mode[unit] = DG
        pos.put.flags[unit] &= ~HAD_ZOC
    for unit in pos.transports_at(hex, side):
        if pos.mode[unit] == RESERVE:
            pos.put.mode[unit] = MOVE
    if fresh:
        game.tell("disorganised", hex, side, rule=why)


@rule("ocs.modes.23")
def lose_reserve(game: Game[OcsPosition], hex: int, side: int) -> None:
    """Reserve markers in a hex come off: its units are in the mode of the side that shows."""
    pos = game.pos
    for unit in pos.side_at(hex, side):
        if pos.mode[unit] == RESERVE:
            pos.put.mode[unit] = orientation(pos, unit)


@rule("ocs.modes.30", "ocs.results.28", "ocs.zoc.1")
def mark_exploit(game: Game[OcsPosition], unit: int) -> None:
    """Put a unit in Exploit Mode: it gets the marker and keeps the ZOC it has."""
    pos = game.pos
    if pos.mode[unit] == COMBAT and not pos.oos[unit]:
        pos.put.flags[unit] |= HAD_ZOC
    pos.put.mode[unit] = EXPLOIT
    game.tell("exploits", unit, rule="ocs.results.28", sees=only(game.pos.content.side[unit]))


@rule("ocs.sequence.20", "ocs.modes.8")
def recover(pos: OcsPosition, side: int) -> None:
    """Clean Up: DG and Exploit markers of a side come off."""
    for unit in pos.content.units_of[side]:
        if pos.mode[unit] in (DG, EXPLOIT):
            is_transport = pos.content.is_transport[unit]
            pos.put.mode[unit] = MOVE if is_transport else orientation(pos, unit)
            pos.put.flags[unit] &= ~HAD_ZOC


def mode_name(mode: int) -> str:
    """A mode as players say it."""
    names = {RESERVE_MOVE: "Reserve, Move side up", DG: "DG"}
    return names.get(mode) or MODES[mode].capitalize()
