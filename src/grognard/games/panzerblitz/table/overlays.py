"""Overlays for the map; among them where the enemy can strike in his next turn."""

from typing import Final, NamedTuple

from grognard.core.position import NOTHING
from grognard.games.panzerblitz.combat.targets import firing_range
from grognard.games.panzerblitz.model.content import CLASS_C, FOOT, RUSSIAN
from grognard.games.panzerblitz.model.position import DISPERSED, FROZEN, DropPosition
from grognard.games.panzerblitz.model.sight import knows, visible_from
from grognard.games.panzerblitz.movement.costs import March
from grognard.games.panzerblitz.sequence.victory import cut_roads
from grognard.games.panzerblitz.table.ways import reach_costs, target
from grognard.kit.reach import CLOSED, reach, with_flags

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
    match name:
        case "sight":
            hex = hex_in_hand(pos, side)
            return {} if hex < 0 else dict.fromkeys(visible_from(content.land, hex, content.farthest), "seen")
        case "reach":
            return reach_costs(pos) if side == pos.mover else {}
        case "threat":
            return {} if side < 0 else {hex: threat.label() for hex, threat in threats(pos, side).items()}
        case "roads":
            roads = list(zip(content.road_points, content.road_hexes, strict=True))
            scored = sorted({hex for _, hexes in roads for hex in hexes})
            return {hex: "+".join(str(points) for points, hexes in roads if hex in hexes) for hex in scored}
        case "cut-roads" if side == RUSSIAN or not content.hidden:
            return {hex: "cut" for number in cut_roads(pos) for hex in content.road_hexes[number]}
    return {}


def hex_in_hand(pos: DropPosition, side: int) -> int:
    """The hex of the unit that is being moved, or the target of the attack being built.

    With hidden movement only the player who acts is told. At opportunity fire that is the other one: whether
    he has a target would tell the mover that somebody unseen sees him.
    """
    is_fire_at_movers = bool(pos.stack) and pos.stack[-1].step == "OpportunityFire"
    if pos.content.hidden and side != (1 - pos.mover if is_fire_at_movers else pos.mover):
        return NOTHING
    return pos.where[pos.vars.units[0]] if isinstance(pos.vars, March) else target(pos)


# -- threats ---------------------------------------------------------------------------------------


class Threat(NamedTuple):
    """What can befall a hex: attack factors that can fire at it, an overrun, a close assault.

    Who of ours the enemy knows of is not asked: it would tell where his unseen scouts are. All of ours bar
    his way.
    """

    fire: int = 0
    overrun: bool = False
    storm: bool = False

    def label(self) -> str:
        """In a few letters: 12 factors, O for an overrun, S for a storm."""
        letters = "O" * self.overrun + "S" * self.storm
        return " ".join(part for part in (str(self.fire) if self.fire else "", letters) if part)


def threats(pos: DropPosition, side: int) -> dict[int, Threat]:
    """The hexes that the enemies whom a side knows of can strike, printed factors counted."""
    content = pos.content
    enemies = [
        unit
        for unit in content.units_of[1 - side]
        if pos.where[unit] >= 0
        and pos.aboard[unit] < 0
        and content.weapon[unit] != CLASS_C
        and not pos.marks[unit] & (DISPERSED | FROZEN)
        and knows(pos, side, unit)
    ]
    ours = {pos.where[unit] for unit in content.units_of[side] if pos.where[unit] >= 0}
    found: dict[int, Threat] = {}
    for unit in enemies:
        for hex in _in_range(pos, unit, enemies):
            old = found.get(hex, Threat())
            found[hex] = old._replace(fire=old.fire + content.attack[unit])
        if content.is_armoured[unit]:
            for hex in _driven_over(pos, unit, ours):
                found[hex] = found.get(hex, Threat())._replace(overrun=True)
        if content.assaults[unit]:
            for hex in _stormed(pos, unit, ours):
                found[hex] = found.get(hex, Threat())._replace(storm=True)
    return found


def _in_range(pos: DropPosition, unit: int, enemies: list[int]) -> list[int]:
    """The hexes a unit can fire into from where it stands: in cover only those beside one of its side."""
    here = pos.where[unit]
    beside = {there for other in enemies for there in _around(pos, pos.where[other])}
    seen = visible_from(pos.content.land, here, firing_range(pos, unit))
    return [hex for hex in seen if hex != here and (not pos.content.land.conceals[hex] or hex in beside)]


def _driven_over(pos: DropPosition, unit: int, ours: set[int]) -> list[int]:
    """The open hexes a vehicle can drive straight through, if somebody stood in them."""
    content = pos.content
    land, costs = content.land, content.exit_cost[content.column[unit]]
    shut = ours | set(pos.mines) | set(pos.blocks)
    closed = with_flags(bytearray(land.size), shut)
    budget = content.move[unit] * 2
    reached = reach(content.going[content.column[unit]], {pos.where[unit]: 0}, budget, closed=closed).cost
    found: set[int] = set()
    for entry, spent in reached.items():
        for direction in range(6):
            hex = land.neighbours[entry * 6 + direction]
            if hex < 0 or not land.is_open[hex] or hex in pos.mines or hex in pos.blocks:
                continue
            out = land.neighbours[hex * 6 + direction]
            price = spent + costs[entry * 6 + direction] + costs[hex * 6 + direction]
            if out >= 0 and out not in shut and price <= budget:
                found.add(hex)
    return sorted(found - {pos.where[unit]})


def _stormed(pos: DropPosition, unit: int, ours: set[int]) -> set[int]:
    """The hexes beside a unit, and those beside a hex it can step into first."""
    here = pos.where[unit]
    found = set(_around(pos, here))
    for direction in range(6):
        there = pos.content.land.neighbours[here * 6 + direction]
        is_shut = there < 0 or there in ours or there in pos.mines
        if not is_shut and pos.content.exit_cost[FOOT][here * 6 + direction] < CLOSED:
            found.update(_around(pos, there))
    return found - {here}


def _around(pos: DropPosition, hex: int) -> list[int]:
    return [there for there in pos.content.land.neighbours[hex * 6 : hex * 6 + 6] if there >= 0]
