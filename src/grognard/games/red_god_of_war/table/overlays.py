"""Map overlays: supply, zones of control, control, reach and threat."""

from grognard.core.words import halves
from grognard.games.red_god_of_war.model.position import GERMAN, RedGodPosition
from grognard.games.red_god_of_war.model.scenario import SIDES
from grognard.games.red_god_of_war.movement.costs import reach_of
from grognard.games.red_god_of_war.supply.trace import Traces
from grognard.games.red_god_of_war.table.ways import reach_on_table

OVERLAYS = {
    "supply": "Hexes from which a supply path leads to a working source of your side.",
    "zoc": "Hexes in an enemy zone of control.",
    "control": "Who controls each hex.",
    "reach": "Where the unit on the move can go, and for how many movement points.",
    "threat": "Attack strength that the enemy can bring next to each hex next turn, as the lines stand now.",
}


def overlay(pos: RedGodPosition, side: int, name: str) -> dict[int, str]:
    """A label for each hex that the overlay marks; an onlooker sees the German side's."""
    side = max(side, GERMAN)
    match name:
        case "supply":
            traces = Traces(pos, side)
            return {hex: "supplied" for hex in range(pos.content.hexes) if traces.reaches_source(hex)}
        case "zoc":
            return {hex: "enemy ZOC" for hex, inside in enumerate(pos.zoc(1 - side)) if inside}
        case "control":
            return {hex: SIDES[holder] for hex, holder in enumerate(pos.control)}
        case "reach":
            return {hex: halves(spent) for hex, spent in reach_on_table(pos).cost.items()}
        case "threat":
            return _threat(pos, side)
    return {}


def _threat(pos: RedGodPosition, side: int) -> dict[int, str]:
    """Who stands beside a hex or can march there in one move; how many find room there is not asked."""
    total: dict[int, int] = {}
    for unit in pos.content.combat_units[1 - side]:
        if pos.hex[unit] < 0:
            continue
        stands = {pos.hex[unit], *reach_of(pos, (unit,), 0).cost}
        struck = {there for hex in stands for there in pos.content.neighbours[hex * 6 : hex * 6 + 6]}
        for hex in struck - {-1}:
            total[hex] = total.get(hex, 0) + pos.attack_of(unit)
    return {hex: str(strength) for hex, strength in total.items()}
