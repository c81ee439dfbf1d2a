"""Newcomers: the base of an aircraft and the mode of a unit that has arrived or been rebuilt."""

from typing import NamedTuple

from grognard.core.chapter import Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, only, rule
from grognard.games.ocs.air.aircraft import bases_of, count_rebased, may_rebase
from grognard.games.ocs.model.position import BUILT, NEW, RESERVE, OcsPosition
from grognard.games.ocs.movement.modes import (
    CHOICES,
    RESERVE_MOVE,
    change_mode,
    fit_refusal,
    is_in_mode,
    mode_name,
    reserves_refusal,
)
from grognard.games.ocs.rear.replacements import bases
from grognard.games.ocs.sequence.segments import Veiled, private


class Newcomer(NamedTuple):
    """A unit that has come onto the map in this phase, of which its owner has more to say."""

    side: int
    unit: int


def newcomers(pos: OcsPosition, side: int) -> list[int]:
    """Combat units and aircraft that arrived in this Reinforcement Phase or came back from the dead."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[side]
        if pos.fed[unit] == NEW
        and 0 <= pos.hex[unit] < content.hexes
        and (content.is_aircraft[unit] or (content.is_combat[unit] and not content.is_repl[unit]))
    ]


def may_settle(pos: OcsPosition, unit: int) -> bool:
    """Has the owner of a newcomer a choice: another base, another mode?"""
    choices = newcomer_bases if pos.content.is_aircraft[unit] else newcomer_modes
    return len(choices(pos, unit)) > 1


def settle_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why there is nothing more to say of a unit."""
    name = pos.content.unit_names[unit]
    if unit not in newcomers(pos, pos.content.side[unit]):
        return Refusal("ocs.reinforcement.4", f"{name} has not come onto the map in this phase.")
    return Refusal("ocs.reinforcement.4", f"{name} has no other base or mode to come in at.")


@rule("ocs.reinforcement.2", "ocs.airbase.2", "ocs.option.7")
def landing_grounds(pos: OcsPosition, side: int) -> tuple[list[int], int]:
    """Where an aircraft may come in, Active where there is room, and whether it is so."""
    free = bases(pos, side)
    ready = [base for base in free if may_rebase(pos, side, base)]
    return (ready, 1) if ready else (free or bases_of(pos, side), 0)


@rule("ocs.reinforcement.2", "ocs.replacement.9", "ocs.option.7")
def newcomer_bases(pos: OcsPosition, plane: int) -> list[int]:
    """The bases at which an aircraft may come in, that where it has been placed first; as Active as it is."""
    side, here = pos.content.side[plane], pos.hex[plane]
    others = bases(pos, side) if pos.active[plane] else landing_grounds(pos, side)[0]
    if pos.active[plane] and is_counted(pos, plane):
        others = [base for base in others if may_rebase(pos, side, base)]
    return [here, *(base for base in others if base != here)]


@rule("ocs.option.7")
def is_counted(pos: OcsPosition, plane: int) -> bool:
    """Has the aircraft arrived, not been rebuilt, so that it counts against what may come to a base?"""
    return bool(pos.active[plane]) and not pos.flags[plane] & BUILT


@rule("ocs.reinforcement.4", "ocs.replacement.5")
def newcomer_modes(pos: OcsPosition, unit: int) -> list[int]:
    """The voluntary modes in which a unit may come onto the map, that in which it is placed first."""
    fit = [
        mode for mode in CHOICES if is_in_mode(pos, unit, mode) or _newcomer_refusal(pos, unit, mode) is None
    ]
    return sorted(fit, key=lambda mode: not is_in_mode(pos, unit, mode))


def _newcomer_refusal(pos: OcsPosition, unit: int, mode: int) -> Ruling:
    """Why a unit cannot come in in a mode: what the mode wants, and Reserve markers and hedgehogs."""
    if refused := fit_refusal(pos, unit, mode):
        return refused
    return reserves_refusal(pos, (unit,), pos.hex[unit]) if mode in (RESERVE, RESERVE_MOVE) else None


@rule("ocs.reinforcement.2", "ocs.replacement.9")
class ChooseBase(Veiled[OcsPosition, Newcomer]):
    title = "At which base does the aircraft stand?"

    policies = (first_option("first", "At the first base that has room."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Newcomer) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Newcomer) -> list[Offer]:
        is_plane = pos.content.is_aircraft[v.unit]
        return [Offer("base-at", newcomer_bases(pos, v.unit))] if is_plane else []

    def take(self, game: Game[OcsPosition], v: Newcomer, choice: Choice) -> None:
        pos = game.pos
        if is_counted(pos, v.unit):
            count_rebased(pos, v.side, pos.hex[v.unit], 1, -1)
            count_rebased(pos, v.side, choice[1], 1)
        pos.place(v.unit, choice[1])
        game.tell("based", v.unit, choice[1], rule="ocs.reinforcement.2", sees=only(v.side))
        game.leave()

    def why(self, pos: OcsPosition, v: Newcomer, choice: Choice) -> Ruling:
        return Refusal("ocs.airbase.2", "only a base of your own with room for it.")


@rule("ocs.reinforcement.4", "ocs.replacement.5")
class ChooseMode(Veiled[OcsPosition, Newcomer]):
    title = "In which mode does the unit come onto the map?"

    policies = (first_option("move", "In Move Mode."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Newcomer) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Newcomer) -> list[Offer]:
        return [Offer("mode", newcomer_modes(pos, v.unit))]

    def take(self, game: Game[OcsPosition], v: Newcomer, choice: Choice) -> None:
        change_mode(game.pos, v.unit, choice[1])
        game.leave()

    def why(self, pos: OcsPosition, v: Newcomer, choice: Choice) -> Ruling:
        if choice[0] != "mode" or choice[1] not in CHOICES:
            return None
        refused = _newcomer_refusal(pos, v.unit, choice[1])
        return refused or Refusal("ocs.modes.1", f"{mode_name(choice[1])} is no mode that it could come in.")


newcomer = Procedure("newcomer", ChooseBase(), ChooseMode(), title="A newcomer", vars=Newcomer, sees=private)
