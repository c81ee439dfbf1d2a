"""Map overlays: zones, trace supply, the reach of HQs and dumps."""

from typing import Final

from grognard.games.ocs.march import goals
from grognard.games.ocs.movement import March
from grognard.games.ocs.paths import with_adjacent
from grognard.games.ocs.position import OcsPosition
from grognard.games.ocs.rail import detrainable
from grognard.games.ocs.scale import mp_text
from grognard.games.ocs.supply import throw_reach
from grognard.games.ocs.trace import trace_area

OVERLAYS: Final = {
    "reach": "What it costs the stack in hand to go somewhere",
    "zones": "Zones of Control that are known",
    "trace": "Hexes in trace supply",
    "throw": "Hexes that HQs can throw supply to",
    "stations": "Detrainable hexes",
}


def overlay(pos: OcsPosition, side: int, name: str) -> dict[int, str]:
    """A label for each hex that the overlay marks, from what the side knows."""
    sides = (0, 1) if side < 0 else (side,)
    if name == "reach":
        v = pos.stack[-1].vars if pos.stack else ()
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
    if name == "trace":
        return {hex: "t" for one in sides for hex in trace_area(pos, one)}
    if name == "throw":
        hqs = [hq for one in sides for hq in pos.content.hqs[one] if pos.hex[hq] >= 0]
        return {hex: "s" for hq in hqs for hex in with_adjacent(pos.content, throw_reach(pos, hq))}
    return {hex: "r" for one in sides for hex in detrainable(pos, one, cargo=True)}
