"""Extenders: formed of Transport Points, turned back, and collapsed, by an enemy or by their owner."""

from functools import lru_cache
from typing import NamedTuple

from grognard.core.chapter import Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, rule
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import CARRIED, MOVED, MOVEMENT, POOL, OcsPosition
from grognard.games.ocs.model.scale import MP
from grognard.games.ocs.movement.modes import allowance, left
from grognard.games.ocs.movement.step_costs import area_around, going_of, with_whole_steps
from grognard.games.ocs.sequence.fog import tell_carried
from grognard.games.ocs.sequence.segments import Veiled, private
from grognard.games.ocs.supply.trace import is_joined, trace_sources
from grognard.kit.reach import CLOSED, Going, reach

# -- forming and turning back ---------------------------------------------------------------------


@rule("ocs.trace.10", "ocs.trace.11", "ocs.transport.7")
def extend_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why these Transport Points cannot become an Extender here and now."""
    content = pos.content
    if content.is_organic[unit]:
        return Refusal("ocs.transport.7", "Organic Trucks never form Extenders.")
    if not content.extender_range[unit]:
        return Refusal("ocs.trace.11", f"{content.unit_names[unit]} cannot become an Extender.")
    if pos.phase != MOVEMENT:
        return Refusal("ocs.trace.10", "Extenders are formed in the Movement Phase.")
    wanted = content.limit("extender-points")
    more = sum(pos.points[other] for other in others_for_extender(pos, unit))
    if not pos.points[unit] <= wanted <= pos.points[unit] + more:
        return Refusal("ocs.trace.10", f"an Extender takes {wanted} points of one type.")
    if pos.cargo[unit]:
        return Refusal("ocs.trace.11", "loaded points must unload first.")
    if not has_half_left(pos, unit):
        return Refusal("ocs.trace.10", "half the MA must be left.")
    side = content.side[unit]
    if not is_joined(pos, unit, pos.hex[unit], trace_sources(pos, side)):
        return Refusal("ocs.trace.11", "it would not be joined to a source of trace supply.")
    return None


def has_half_left(pos: OcsPosition, unit: int) -> bool:
    """Has a Transport Point half its MA left?"""
    return 2 * left(pos, unit) >= allowance(pos, unit)


@rule("ocs.trace.10", "ocs.trace.11")
def others_for_extender(pos: OcsPosition, unit: int) -> list[int]:
    """Empty points of the type in the hex, from wherever they came, that can still spend half their MA."""
    content = pos.content
    return [
        other
        for other in pos.transports_at(pos.hex[unit], content.side[unit])
        if other != unit
        and content.kind[other] == content.kind[unit]
        and not pos.cargo[other]
        and not pos.flags[other] & CARRIED
        and has_half_left(pos, other)
    ]


@rule("ocs.trace.10")
def extend(pos: OcsPosition, unit: int) -> None:
    """Turn five points into an Extender, those of other counters in the hex where these are fewer."""
    for other in others_for_extender(pos, unit):
        taken = min(pos.points[other], pos.content.limit("extender-points") - pos.points[unit])
        pos.put.points[unit] += taken
        pos.put.points[other] -= taken
        if taken:
            pos.put.spent[unit] = max(pos.spent[unit], pos.spent[other])
        if not pos.points[other]:
            pos.place(other, POOL)
    pos.put.spent[unit] += allowance(pos, unit) // 2
    pos.put.extender[unit] = 1


@rule("ocs.trace.10", "ocs.trace.15")
def break_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why an Extender may not be turned back now."""
    if not pos.extender[unit] or pos.phase != MOVEMENT or pos.acting != pos.content.side[unit]:
        return Refusal("ocs.trace.10", "an Extender is turned back in the own Movement Phase.")
    if pos.spent[unit]:
        return Refusal("ocs.trace.10", "it was formed in this phase.")
    return None


def break_up(pos: OcsPosition, unit: int) -> None:
    """Turn an Extender back into its points, at half their MA."""
    pos.put.extender[unit] = 0
    pos.put.spent[unit] += allowance(pos, unit) // 2


# -- collapsing -----------------------------------------------------------------------------------


@rule("ocs.capture.12", "ocs.capture.13")
def collapse_hexes(pos: OcsPosition, unit: int) -> list[int]:
    """Where an Extender can collapse to: within its range, in trace supply that does not hang on itself."""
    content = pos.content
    side, here = content.side[unit], pos.hex[unit]
    sources = trace_sources(pos, side, without=unit)
    draw = content.limit("draw-mp") * MP
    area = area_around(pos, sources, side, TRUCK, draw) if sources else {}
    found = within_range(pos, unit).intersection(area)
    return sorted(hex for hex in found if hex != here and not pos.is_held_by(hex, 1 - side))


@rule("ocs.capture.12")
def within_range(pos: OcsPosition, unit: int) -> set[int]:
    """The hexes within an Extender's range in its MP; enemies are ignored, what is prohibited counts 1."""
    content = pos.content
    mobility, limit = content.extender_mobility[unit], content.extender_range[unit] * MP
    going = _all_passable(going_of(pos, content.side[unit], mobility))
    nothing = bytes(content.places)
    found = reach(going, {pos.hex[unit]: 0}, limit, closed=nothing)
    whole = with_whole_steps(going, found, limit, nothing, content.whole_hexes[mobility])
    return {hex for hex in whole.cost if not content.is_sea[hex]}


@lru_cache(maxsize=8)
def _all_passable(going: Going) -> Going:
    ends = going.graph.ends
    return going.changed(
        {exit: MP for exit, price in enumerate(going.prices) if price == CLOSED and ends[exit] >= 0}
    )


class ExtenderCollapse(NamedTuple):
    """An Extender that its owner collapses instead of moving it."""

    unit: int


@rule("ocs.capture.14", "ocs.capture.12")
class CollapseOwn(Veiled[OcsPosition, ExtenderCollapse]):
    title = "Where does the Extender collapse to?"

    policies = (first_option("first", "To the first hex that will do."),)

    def side(self, pos: OcsPosition, v: ExtenderCollapse) -> int:
        return pos.acting

    def options(self, pos: OcsPosition, v: ExtenderCollapse) -> list[Offer]:
        return [Offer("displace", collapse_hexes(pos, v.unit))] if pos.extender[v.unit] else []

    def take(self, game: Game[OcsPosition], v: ExtenderCollapse, choice: Choice) -> None:
        pos, here = game.pos, game.pos.hex[v.unit]
        pos.put.extender[v.unit] = 0
        pos.put.flags[v.unit] |= MOVED
        pos.place(v.unit, choice[1])
        tell_carried(game, "displaced", here, choice[1], v.unit, "ocs.capture.14")

    def why(self, pos: OcsPosition, v: ExtenderCollapse, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.capture.12", "an Extender collapses to a hex in its range that is in trace supply."
        )


collapse = Procedure(
    "collapse", CollapseOwn(), title="An Extender collapses", vars=ExtenderCollapse, sees=private
)
