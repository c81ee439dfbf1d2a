"""Breakout: units without trace try to slip away."""

from functools import lru_cache
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    OPEN,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    rule,
)
from grognard.games.ocs.combat.losses import destroy, wipe
from grognard.games.ocs.model.content import MOVE_SIDE
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import AWAY, BREAKOUT, NEW, TRACED, OcsPosition
from grognard.games.ocs.model.zoc import open_zones
from grognard.games.ocs.movement.step_costs import going_of
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter
from grognard.games.ocs.supply.trace import is_traced, trace_area
from grognard.games.ocs.supply.transport import divide, free_slot
from grognard.kit.reach import CLOSED, Going, either, reach


class Escape(NamedTuple):
    """Who tries to break out, and whether it is his first turn without trace."""

    unit: int
    first: int
    out: int = 0


@rule("ocs.trace.22")
def is_first_turn(pos: OcsPosition, unit: int) -> bool:
    """Did the unit trace in its last own Supply Phase, or was it placed since?"""
    return pos.fed[unit] in (TRACED, NEW)


@rule("ocs.trace.21")
def has_way_out(pos: OcsPosition, unit: int) -> bool:
    """Does a way of any length, free of enemies and passable to its Move side, lead to a friend in trace?"""
    content = pos.content
    side = content.side[unit]
    mobility = content.mobility[unit * 2 + MOVE_SIDE]
    closed = pos.men_of(1 - side)
    if mobility == TRUCK:
        closed = bytearray(either(closed, open_zones(pos, side, (unit,))))
    flat = _free_of_cost(going_of(pos, side, mobility))
    found = reach(flat, {pos.hex[unit]: 0}, 0, closed=closed).cost
    area = trace_area(pos, side)
    friends = [pos.hex[other] for other in content.units_of[side] if other != unit]
    return any(place in found and place in area for place in friends)


@lru_cache(maxsize=16)
def _free_of_cost(going: Going) -> Going:
    """The same ground at no cost: a way of any length."""
    return going.changed({exit: 0 for exit, price in enumerate(going.prices) if price != CLOSED})


@rule("ocs.trace.21")
def is_near_friend(pos: OcsPosition, unit: int) -> bool:
    """Is a friendly combat unit in trace within 15 hexes?"""
    content = pos.content
    side, far = content.side[unit], content.limit("breakout-hexes")
    return any(
        content.distance(pos.hex[unit], pos.hex[other]) <= far and is_traced(pos, other)
        for other in content.combat_units[side]
        if other != unit and 0 <= pos.hex[other] < content.hexes
    )


@rule("ocs.trace.21", "ocs.trace.22", "ocs.trace.24")
def escape_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit may not try to break out."""
    content = pos.content
    name = content.unit_names[unit]
    if pos.phase != BREAKOUT or content.side[unit] != pos.acting:
        return Refusal("ocs.sequence.10", "breakouts are made in the own Breakout Segment.")
    if not 0 <= pos.hex[unit] < content.hexes:
        return Refusal("ocs.trace.21", f"{name} is not on the map.")
    first = is_first_turn(pos, unit)
    if content.is_transport[unit]:
        in_trace = pos.hex[unit] in trace_area(pos, content.side[unit])
        if first and not in_trace and not pos.extender[unit] and pos.points[unit]:
            return None
        return Refusal("ocs.trace.22", f"{name} tries only in its first turn without trace.")
    if not content.is_combat[unit] or not max(content.movement[unit * 2 : unit * 2 + 2]):
        return Refusal("ocs.trace.21", f"{name} is no combat unit that can move.")
    if is_traced(pos, unit):
        return Refusal("ocs.trace.21", f"{name} is in trace supply.")
    if first or (has_way_out(pos, unit) and is_near_friend(pos, unit)):
        return None
    return Refusal("ocs.trace.21", f"no free way leads {name} to a friend in trace within 15 hexes.")


class Breakouts(SegmentChapter):
    """Attempts of a Breakout Segment."""

    verbs = ("break-out",)

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        area = trace_area(pos, v.side)
        lost = [u for u in pos.content.units_of[v.side] if pos.hex[u] >= 0 and pos.hex[u] not in area]
        return [Offer("break-out", [unit for unit in lost if escape_refusal(pos, unit) is None])]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        pos, unit = game.pos, choice[1]
        first = int(is_first_turn(pos, unit))
        if pos.content.is_transport[unit]:
            unit = one_point(pos, unit)
        game.call("escape", Escape(unit, first))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return escape_refusal(pos, choice[1])


@rule("ocs.trace.22")
def one_point(pos: OcsPosition, unit: int) -> int:
    """Transport Points try one by one; the load is left on the ground."""
    pos.add_dump(pos.hex[unit], pos.content.side[unit], pos.cargo[unit])
    pos.put.cargo[unit] = 0
    if pos.points[unit] > 1 and free_slot(pos, unit) >= 0:
        return divide(pos, unit, 1)
    return unit


@rule("ocs.trace.22", "ocs.trace.23")
class RollEscape(Roll[OcsPosition, Escape]):
    title = "Does the unit slip away?"

    def outcomes(self, pos: OcsPosition, v: Escape) -> list[Outcome]:
        return D6

    def take(self, game: Game[OcsPosition], v: Escape, noun: int) -> None:
        out = noun + v.first >= game.pos.content.limit("breakout-succeeds")
        game.tell("escape", v.unit, noun, int(out), rule="ocs.trace.23")
        game.update(v._replace(out=int(out)))
        if not out:
            destroy(game, v.unit, "ocs.trace.23")

    def roller(self, pos: OcsPosition, v: Escape) -> int:
        return pos.acting


@rule("ocs.trace.23")
class RollReturn(Roll[OcsPosition, Escape]):
    title = "In how many turns does it come back?"

    def outcomes(self, pos: OcsPosition, v: Escape) -> list[Outcome]:
        return D6 if v.out else []

    def take(self, game: Game[OcsPosition], v: Escape, noun: int) -> None:
        pos = game.pos
        points, lost = pos.points[v.unit], pos.lost[v.unit]
        wipe(pos, v.unit)
        pos.put.points[v.unit], pos.put.lost[v.unit] = points, lost
        pos.place(v.unit, AWAY)
        pos.put.back[v.unit] = pos.turn + noun
        game.tell("slipped-away", v.unit, pos.back[v.unit], rule="ocs.trace.23")

    def roller(self, pos: OcsPosition, v: Escape) -> int:
        return pos.acting


escape = Procedure("escape", RollEscape(), RollReturn(), title="Breakout", vars=Escape, sees=OPEN)
