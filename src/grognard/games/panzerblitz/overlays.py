"""Overlays for the map."""

from typing import Final

from grognard.core.position import NOTHING
from grognard.games.panzerblitz.assault import Storm
from grognard.games.panzerblitz.content import RUSSIAN
from grognard.games.panzerblitz.fire import Attack
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.overrun import Charge
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.sight import visible_from
from grognard.games.panzerblitz.threat import threats
from grognard.games.panzerblitz.victory import cut_roads
from grognard.games.panzerblitz.ways import reach_costs

OVERLAYS: Final = {
    "reach": "Where the unit in hand can come to, and for how many movement points",
    "sight": "What the unit in hand sees, or what can be seen from the hex under attack",
    "roads": "The scoring roads and what each is worth",
    "cut-roads": "Scoring roads that are cut now",
    "threat": "Where known enemies can strike next turn: factors that can fire, O overrun, S storm",
}


def overlay(pos: DropPosition, side: int, name: str) -> dict[int, str]:
    """A label for each hex the overlay marks."""
    content = pos.content
    if name == "sight":
        hex = hex_in_hand(pos, side)
        return {} if hex < 0 else dict.fromkeys(visible_from(content.land, hex, content.farthest), "seen")
    if name == "reach":
        return reach_costs(pos) if side == pos.mover else {}
    if name == "threat":
        return {} if side < 0 else {hex: threat.label() for hex, threat in threats(pos, side).items()}
    found: dict[int, str] = {}
    if name == "roads":
        for points, hexes in zip(content.road_points, content.road_hexes, strict=True):
            for hex in hexes:
                found[hex] = f"{found[hex]}+{points}" if hex in found else str(points)
    elif name == "cut-roads" and (side == RUSSIAN or not content.hidden):
        for number in cut_roads(pos):
            found.update(dict.fromkeys(content.road_hexes[number], "cut"))
    return found


def hex_in_hand(pos: DropPosition, side: int) -> int:
    """The hex of the unit that is being moved, or the target of the attack being built."""
    if not pos.stack or (pos.content.hidden and side != pos.mover):
        return NOTHING
    v = pos.stack[-1].vars
    if isinstance(v, March):
        return pos.where[v.units[0]]
    return v.hex if isinstance(v, (Attack, Charge, Storm)) else NOTHING
