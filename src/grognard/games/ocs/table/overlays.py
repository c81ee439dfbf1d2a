"""Map overlays: zones, trace supply, the reach of HQs and dumps."""

from typing import Final

from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import MP, SP, mp_text, parts_text
from grognard.games.ocs.movement.march import goals
from grognard.games.ocs.movement.step_costs import area_around, with_adjacent
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.rear.railways import detrainable
from grognard.games.ocs.supply.draw_and_throw import all_sources, hq_lines, throw_reach, tokens_of
from grognard.games.ocs.supply.trace import trace_area

OVERLAYS: Final = {
    "reach": "What it costs the stack in hand to go somewhere",
    "zones": "Zones of Control that are known",
    "trace": "Hexes in trace supply",
    "throw": "Hexes that HQs can throw supply to, and the HQ with the shortest way",
    "draw": "Hexes from which dumps can be drawn, and how much there is",
    "supply": "Supply that reaches a hex, in SP",
    "stations": "Detrainable hexes",
}


def overlay(pos: OcsPosition, side: int, name: str) -> dict[int, str]:
    """A label for each hex that the overlay marks, from what the side knows.

    Supply, and how far a stack in hand can go, is nobody's business but its owner's. An onlooker is told
    what all can see: zones, and the stations of both sides.
    """
    if name == "reach":
        v = pos.stack[-1].vars if pos.stack and side == pos.acting else ()
        found = goals(pos, v) if isinstance(v, March) else {}
        return {hex: mp_text(cost) for hex, cost in found.items()}
    if name == "zones":
        zones = [pos.zoc(one) for one in (0, 1)]
        hexes = range(pos.content.hexes)
        return {
            hex: "".join("AB"[one] for one in (0, 1) if zones[one][hex])
            for hex in hexes
            if zones[0][hex] or zones[1][hex]
        }
    if name == "stations":
        sides = (0, 1) if side < 0 else (side,)
        return {hex: "r" for one in sides for hex in detrainable(pos, one, cargo=True)}
    return _own_supply(pos, side, name) if side >= 0 else {}


def _own_supply(pos: OcsPosition, side: int, name: str) -> dict[int, str]:
    """What the trace, the HQs and the dumps of a side do for each hex."""
    if name == "trace":
        return dict.fromkeys(trace_area(pos, side), "t")
    if name == "throw":
        return {hex: _short(pos, hq) for hex, (_, hq) in thrown_from(pos, side).items()}
    tokens_at = drawn_at if name == "draw" else supply_at
    return {hex: sp_text(tokens) for hex, tokens in tokens_at(pos, side).items()}


def thrown_from(pos: OcsPosition, side: int) -> dict[int, tuple[int, int]]:
    """For each hex that a throw reaches the length of the shortest and the HQ it comes from."""
    found: dict[int, tuple[int, int]] = {}
    for hq in pos.content.hqs[side]:
        cost = throw_reach(pos, hq) if pos.hex[hq] >= 0 else {}
        for hex in with_adjacent(pos.content, cost):
            near = min(cost[one] for one in (hex, *pos.content.around[hex]) if one in cost)
            found[hex] = min(found.get(hex, (near, hq)), (near, hq))
    return found


def drawn_at(pos: OcsPosition, side: int) -> dict[int, int]:
    """The tokens that a unit can draw in each hex, of dumps and ordinary trucks."""
    content = pos.content
    limit = content.limit("draw-mp") * MP
    found: dict[int, int] = {}
    for source in all_sources(pos, side):
        if source < content.hexes:
            for hex in area_around(pos, [source], side, TRUCK, limit):
                found[hex] = found.get(hex, 0) + tokens_of(pos, side, source)
    return found


def supply_at(pos: OcsPosition, side: int) -> dict[int, int]:
    """The tokens that reach each hex by draw or by throw, each dump counted once."""
    content = pos.content
    limit = content.limit("draw-mp") * MP
    by_source: dict[int, set[int]] = {}
    for source in all_sources(pos, side):
        if source < content.hexes:
            by_source[source] = set(area_around(pos, [source], side, TRUCK, limit))
    for hq in content.hqs[side]:
        reached = with_adjacent(content, throw_reach(pos, hq)) if pos.hex[hq] >= 0 else set()
        for line in hq_lines(pos, hq) if reached else []:
            if line.source in by_source:
                by_source[line.source] |= reached
    found: dict[int, int] = {}
    for source, hexes in by_source.items():
        for hex in hexes:
            found[hex] = found.get(hex, 0) + tokens_of(pos, side, source)
    return found


def _short(pos: OcsPosition, hq: int) -> str:
    return pos.content.unit_names[hq].split()[0]


def sp_text(tokens: int) -> str:
    """Supply in SP, short enough for a hex: 9 tokens are 2¼."""
    return parts_text(tokens, SP)
