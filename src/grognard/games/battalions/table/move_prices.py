"""Where an option leads: moves, marches and infiltrations, with their price term by term."""

from grognard.core.chapter import Choice, Explanation, Term
from grognard.core.system import Way
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.model.scale import halves
from grognard.games.battalions.movement.infiltration import infiltration_cost, succeeds_on
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.movement.reach import move_sheet, reach_of


def way_of(pos: BattalionPosition, choice: Choice) -> Way | None:
    """The way of the units in hand to a hex and what it costs the first of them; None for other choices."""
    verb, hex = choice
    v = pos.stack[-1].vars if pos.stack else ()
    if not isinstance(v, Move) or not v.group or not 0 <= hex < pos.content.hexes:
        return None
    here = pos.hex[v.group[0]]
    if verb == "to" and hex in reach_of(pos, v).cost:
        return Way((here, *reach_of(pos, v).path_to(hex)), move_sheet(pos, v, hex))
    if verb == "infiltrate" and pos.content.grid.distance(here, hex) == 1:
        return Way((here, hex), _infiltration_sheet(pos, v, hex))
    return None


def _infiltration_sheet(pos: BattalionPosition, v: Move, hex: int) -> Explanation:
    """The price of the dearest, and the number to roll; what modifies it may hang on enemies nobody sees."""
    cost = max(infiltration_cost(pos, v.group, unit, hex) for unit in v.group)
    terms = [Term("ground and both enemy zones", halves(cost), "rp.infiltration.3", True)]
    if any(not pos.content.is_leader[unit] for unit in v.group):
        number = succeeds_on(pos, v.group)
        terms.append(Term("slips through on", f"{number} or less", "rp.infiltration.7", True))
    return Explanation(f"Infiltrate {pos.content.names[hex]}", tuple(terms), f"{halves(cost)} MP")
