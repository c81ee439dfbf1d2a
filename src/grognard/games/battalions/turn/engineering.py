"""Engineering: improved positions, and what the night does to who builds."""

from typing import NamedTuple

from grognard.core.chapter import Choice, Decision, Game, Offer, Refusal, Ruling, by_verbs, rule
from grognard.games.battalions.model.markers import is_demoralized
from grognard.games.battalions.model.position import (
    BUILT,
    DEMORALIZED,
    DIGGING,
    DISRUPTED,
    NO_WORKS,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import BATTALION, is_battalion
from grognard.games.battalions.movement.fatigue import set_order


class Engineering(NamedTuple):
    """Engineering keeps nothing."""

    unit: int = -1


@rule("rp.engineering.10", "rp.engineering.11")
def can_dig(pos: BattalionPosition, unit: int) -> bool:
    """Battalions of all infantry, cavalry, machine guns, recon and parachutists; engineers of any size.

    Three companies of one type in the hex may stand in for the battalion if that is agreed.
    """
    content = pos.content
    kind = content.kind[unit]
    if kind == "engineer":
        return True
    if kind not in content.builders or pos.dispersed[unit]:
        return False
    if is_battalion(pos, unit):
        return True
    if not content.options.get("company-substitution", True) or not content.company_type[unit]:
        return False
    alike = _alike(pos, unit)
    return len(alike) >= BATTALION and unit in alike


@rule("rp.engineering.1", "rp.engineering.2", "rp.engineering.9")
def dig_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit may not build an improved position now."""
    content = pos.content
    name, hex = content.unit_names[unit], pos.hex[unit]
    if content.side[unit] != pos.phasing or hex < 0:
        return Refusal("rp.engineering.1", f"{name} is not one of the phasing player's units on the map.")
    if is_demoralized(pos, unit):
        return Refusal("rp.engineering.2", f"{name} is demoralized.")
    if pos.flags[unit] & BUILT:
        return Refusal("rp.engineering.9", f"{name} builds already.")
    if not can_dig(pos, unit):
        return Refusal("rp.engineering.10", f"{name} is not of a kind and size that builds.")
    barred = content.move_bar(pos, unit)
    if barred is not None:
        return barred
    if pos.works[hex] == DIGGING and pos.works_side[hex] == pos.phasing:
        return None
    if pos.works[hex] != NO_WORKS:
        return Refusal("rp.engineering.9", f"{content.names[hex]} has an improved position.")
    return None


def fit_to_dig(pos: BattalionPosition) -> list[int]:
    """The units of the phasing side that may build: nothing that `dig_refusal` says holds."""
    content, where, flags = pos.content, pos.hex, pos.flags
    builds, whole, dispersed = content.builds, content.is_battalion, pos.dispersed
    works, owner, order, side = pos.works, pos.works_side, pos.morale_state, pos.phasing
    fit = [
        unit
        for unit in pos.on_map(side)
        if builds[unit]
        and not flags[unit] & BUILT
        and order[unit] != DEMORALIZED
        and (works[where[unit]] == NO_WORKS or (works[where[unit]] == DIGGING and owner[where[unit]] == side))
        and ((whole[unit] and not dispersed[unit]) or can_dig(pos, unit))
    ]
    return content.free_to_move(pos, fit)


@rule("rp.engineering.9", "rp.engineering.12")
class BuildWorks(Decision[BattalionPosition, Engineering]):
    """Units begin or go on with improved positions."""

    title = "Build improved positions"
    policies = (by_verbs("none", "Nobody builds.", "done"),)
    is_routine = True
    is_rare = True

    def side(self, pos: BattalionPosition, v: Engineering) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Engineering) -> list[Offer]:
        fit = fit_to_dig(pos)
        return [Offer("build", fit), Offer("done")] if fit else []

    def take(self, game: Game[BattalionPosition], v: Engineering, choice: Choice) -> None:
        if choice[0] == "done":
            game.next()
        else:
            dig(game, choice[1])

    def refuse(self, pos: BattalionPosition, v: Engineering, choice: Choice) -> Ruling:
        verb, unit = choice
        return dig_refusal(pos, unit) if verb == "build" else None


@rule("rp.engineering.12")
def dig(game: Game[B], unit: int) -> None:
    """The hex carries an Under Construction marker until the works are finished."""
    pos = game.pos
    hex = pos.hex[unit]
    for one in _crew(pos, unit):
        pos.flags[one] |= BUILT
        tire_at_work(game, one)
    if pos.works[hex] == NO_WORKS:
        pos.works[hex] = DIGGING
        pos.works_side[hex] = pos.phasing
        pos.begun[hex] = pos.turn
        game.tell("works-begun", hex, rule="rp.engineering.12")


def _crew(pos: BattalionPosition, unit: int) -> list[int]:
    """The unit, or the three companies that build in place of a battalion."""
    if is_battalion(pos, unit) or pos.content.is_engineer[unit]:
        return [unit]
    others = [one for one in _alike(pos, unit) if one != unit]
    return [unit, *others[: BATTALION - 1]]


def _alike(pos: BattalionPosition, unit: int) -> list[int]:
    """The companies of its type in its hex that could build together: formed up, in hand, not at work yet."""
    content = pos.content
    return [
        one
        for one in pos.of_side_at(pos.hex[unit], content.side[unit])
        if content.company_type[one] == content.company_type[unit]
        and not is_demoralized(pos, one)
        and not pos.dispersed[one]
        and not pos.flags[one] & BUILT
    ]


@rule("rp.engineering.3", "rp.engineering.4", "rs.engineering.3", "rs.engineering.4")
def tire_at_work(game: Game[B], unit: int) -> None:
    """At night engineering work disrupts, and demoralizes who is disrupted."""
    pos = game.pos
    if not pos.is_night:
        return
    if pos.morale_state[unit] == DISRUPTED:
        set_order(game, unit, DEMORALIZED, "rp.engineering.4")
    else:
        set_order(game, unit, DISRUPTED, "rp.engineering.3")
