"""What a Movement Segment offers on the ground: stacks move, Reserves are released, Extenders turned back."""

from grognard.core.chapter import Choice, Game, Offer, Refusal, Ruling, only, rule
from grognard.games.ocs.combat.overrun import overrun_targets
from grognard.games.ocs.model.position import EXPLOITATION, MOVEMENT, REACTION, RESERVE, OcsPosition
from grognard.games.ocs.movement.march import goals
from grognard.games.ocs.movement.modes import CHOICES, allowance, mode_refusal, release, release_refusal
from grognard.games.ocs.movement.reach import is_pledged, move_refusal
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.rear.breakdowns import detach_refusal
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter
from grognard.games.ocs.supply.extenders import ExtenderCollapse, break_refusal, break_up, collapse_hexes
from grognard.games.ocs.supply.fuel import fuel_refusal


class StackMoves(SegmentChapter):
    """Stacks move; Reserves are released; Extenders are turned back."""

    verbs = ("move", "release", "break-up", "collapse")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        own = [unit for unit in pos.content.units_of[v.side] if pos.hex[unit] >= 0]
        offers = [Offer("move", [unit for unit in own if begin_move_refusal(pos, unit) is None])]
        if v.phase in (REACTION, EXPLOITATION):
            offers.append(Offer("release", [unit for unit in own if pos.mode[unit] == RESERVE]))
        if v.phase == MOVEMENT:
            whole = [unit for unit in own if break_refusal(pos, unit) is None]
            offers.append(Offer("collapse", [unit for unit in whole if collapse_hexes(pos, unit)]))
            offers.append(Offer("break-up", whole))
        return offers

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        verb, unit = choice
        if verb == "release":
            release(game.pos, unit)
            game.tell("released", unit, rule="ocs.modes.21", sees=only(v.side))
        elif verb == "break-up":
            break_up(game.pos, unit)
        elif verb == "collapse":
            game.call("collapse", ExtenderCollapse(unit))
        else:
            game.call("march", March((unit,)))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "release":
            if v.phase not in (REACTION, EXPLOITATION):
                return Refusal(
                    "ocs.modes.7", "Reserves are released in the own Reaction or Exploitation Phase."
                )
            return release_refusal(pos, unit)
        if verb in ("break-up", "collapse"):
            lost = Refusal("ocs.capture.14", "no hex in its range is in trace supply.")
            return break_refusal(pos, unit) or lost
        return begin_move_refusal(pos, unit)


def begin_move_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit can neither move nor change its mode now."""
    ruling = move_refusal(pos, unit)
    if ruling is not None:
        return None if may_turn(pos, unit) else ruling
    if pos.phase == MOVEMENT:
        return None
    if not allowance(pos, unit):
        return Refusal("ocs.movement.4", f"{pos.content.unit_names[unit]} has no movement allowance.")
    return no_move_refusal(pos, unit)


@rule("ocs.movement.3", "ocs.fuel.11")
def no_move_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit that may move has nowhere to go and nobody to overrun; outside the own Movement Phase."""
    v = March((unit,))
    if goals(pos, v) or overrun_targets(pos, v) or detach_refusal(pos, unit) is None:
        return None
    nowhere = Refusal("ocs.movement.3", f"{pos.content.unit_names[unit]} can go nowhere.")
    return fuel_refusal(pos, unit, v.group) or nowhere


@rule("ocs.zoc.17", "ocs.modes.6")
def may_turn(pos: OcsPosition, unit: int) -> bool:
    """May a unit that holds off an enemy zone still change its mode? That costs no MP."""
    return is_pledged(pos, unit) and any(mode_refusal(pos, unit, mode) is None for mode in CHOICES)
