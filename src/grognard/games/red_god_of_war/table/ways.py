"""Where an option leads: moves, marches, overruns, retreats and advances, with their price term by term."""

from collections.abc import Sequence

from grognard.core.chapter import Choice, Explanation, Term, counted, halves, rule
from grognard.core.system import Way
from grognard.games.red_god_of_war.combat.advance import Advance, advance_left, longest_advance
from grognard.games.red_god_of_war.combat.overrun import overrun_cost
from grognard.games.red_god_of_war.combat.retreat import Retreat, retreat_hexes
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.model.zoc import zones_of
from grognard.games.red_god_of_war.movement.costs import (
    exit_costs,
    ground_term,
    march_reach,
    move_sheet,
    rail_reach,
    reach_of,
    weather_column,
    zone_terms,
)
from grognard.games.red_god_of_war.movement.walk import RAIL, STRATEGIC, Move, entry_cost
from grognard.games.red_god_of_war.sequence.reinforcements import Transfer
from grognard.games.red_god_of_war.supply.trace import movement_allowance
from grognard.kit.reach import Reach, path_to


def held(pos: RedGodPosition) -> tuple[int, ...]:
    """The units that are being moved, retreated, advanced, brought in or reassigned."""
    match pos.vars:
        case Move() | Retreat() as v:
            return v.group
        case Transfer() as v:
            return v.units
        case Advance() as v:
            return (v.unit,) if v.unit >= 0 else ()
    is_set_up = bool(pos.stack) and pos.stack[-1].step in ("PlaceSoviets", "PlaceGermans")
    return pos.vars if is_set_up else ()


def reach_on_table(pos: RedGodPosition) -> Reach:
    """Where the group on the move can come to by the way it moves; nowhere if nobody is on the map."""
    v = pos.vars
    if not isinstance(v, Move) or not v.group or pos.hex[v.group[0]] < 0:
        return Reach({}, {})
    if v.way == RAIL:
        return rail_reach(pos, v.group[0])
    return march_reach(pos, v.group[0]) if v.way == STRATEGIC else reach_of(pos, v.group, v.spent)


def way(pos: RedGodPosition, choice: Choice) -> Way | None:
    """The way of an offered choice of a hex."""
    match pos.vars, choice:
        case Move() as v, ("to", hex) if v.group:
            path = path_to(reach_on_table(pos).came, hex)
            return Way((pos.hex[v.group[0]], *path), _sheet(pos, v, path))
        case Move() as v, ("overrun", hex) if v.group:
            return Way((pos.hex[v.group[0]], hex), _overrun_sheet(pos, v, hex))
        case Move() as v, ("enter", hex) if v.group:
            return Way((hex,), _entry_sheet(pos, v.group[0], hex))
        case Retreat() as v, ("withdraw", hex):
            return Way((pos.hex[v.group[0]], hex), _retreat_sheet(pos, v, hex))
        case Advance() as v, ("onward", hex):
            return Way((pos.hex[v.unit], hex), _advance_sheet(pos, v, hex))
    return None


# -- moves --------------------------------------------------------------------------------------


def _sheet(pos: RedGodPosition, v: Move, path: Sequence[int]) -> Explanation:
    if v.way == STRATEGIC:
        return _march_sheet(pos, v.group[0], path)
    if v.way == RAIL:
        goal = pos.content.names[path[-1]]
        terms = (Term(f"{counted(len(path), 'hex', 'hexes')} by rail", "0", "rgw.movement.4"),)
        return Explanation(f"By rail to {goal}", terms, "0 MP")
    return move_sheet(pos, v.group, v.spent, path[-1])


def _march_sheet(pos: RedGodPosition, unit: int, path: Sequence[int]) -> Explanation:
    """Twice the allowance, at the costs of roads and railways only."""
    content = pos.content
    costs = content.march_costs[weather_column(pos, unit)]
    here, total = pos.hex[unit], 0
    terms: list[Term] = []
    for there in path:
        price = costs[here * 6 + content.grid.direction(here, there)]
        terms.append(ground_term(pos, unit, here, there, price))
        total += price
        here = there
    paid = f"{halves(total)} of {movement_allowance(pos, unit) * 2} MP"
    return Explanation(f"Strategic move to {content.names[path[-1]]}", tuple(terms), paid)


def _overrun_sheet(pos: RedGodPosition, v: Move, target: int) -> Explanation:
    """The hex, the price of the overrun itself, and the zones of other enemies than the target."""
    content = pos.content
    unit = v.group[0]
    here = pos.hex[unit]
    ground = exit_costs(pos, unit)[here * 6 + content.grid.direction(here, target)]
    is_house = content.is_house("limits", "overrun-cost", "value")
    terms = [
        *([Term("already spent", halves(v.spent), "rgw.tactical.1")] if v.spent else []),
        ground_term(pos, unit, here, target, ground),
        Term("the overrun", str(content.limit("overrun-cost")), "rgw.overrun.7", is_house),
        *zone_terms(pos, unit, here, target, zones_of(pos, 1 - content.side[unit], target)),
    ]
    paid = f"{halves(v.spent + overrun_cost(pos, v.group, target))} of {movement_allowance(pos, unit)} MP"
    return Explanation(f"Overrun of {content.names[target]}", tuple(terms), paid)


def _entry_sheet(pos: RedGodPosition, unit: int, hex: int) -> Explanation:
    """The entry hex as the first of the move; by rail it is the whole move."""
    content = pos.content
    cost = entry_cost(pos, unit, hex)
    if hex in content.rail_entry:
        terms = [Term("off the train: the whole move", halves(cost), "rgw.reinforce.2")]
    else:
        ground = content.entry_costs[weather_column(pos, unit)][hex]
        terms = [
            Term(f"{content.names[hex]} {content.terrain_name[hex]}", halves(ground), "rgw.tactical.1", True)
        ]
        if pos.zoc(1 - content.side[unit])[hex]:
            terms.append(Term("into an enemy zone", halves(content.zoc_entry), "rgw.zoc.9"))
    paid = f"{halves(cost)} of {movement_allowance(pos, unit)} MP"
    return Explanation(f"Enter at {content.names[hex]}", tuple(terms), paid)


# -- after combat -------------------------------------------------------------------------------


@rule("rgw.losses.9", "rgw.losses.10")
def ways_back(pos: RedGodPosition) -> dict[int, tuple[int, ...]]:
    """The hexes to which the beaten stack can come by two steps or more, and the steps to each."""
    v = pos.vars
    if not isinstance(v, Retreat) or not v.group:
        return {}
    trial = pos.copy()
    edge: dict[int, tuple[int, ...]] = {pos.hex[v.group[0]]: ()}
    found: dict[int, tuple[int, ...]] = {}
    for gone in range(v.gone, v.hexes):
        further: dict[int, tuple[int, ...]] = {}
        for here, steps in edge.items():
            trial.place_all(v.group, here)
            for there in retreat_hexes(trial, v._replace(gone=gone), v.group):
                further.setdefault(there, (*steps, there))
        edge = further
        found |= {hex: steps for hex, steps in edge.items() if len(steps) > 1}
    return found


def _retreat_sheet(pos: RedGodPosition, v: Retreat, hex: int) -> Explanation:
    """One hex of a retreat, and what follows from it: zones entered, steps lost where it leads nowhere."""
    content = pos.content
    gone = v.gone + 1
    terms = [Term(f"hex {gone} of {v.hexes}", content.names[hex], "rgw.losses.9")]
    if pos.zoc(1 - content.side[v.group[0]])[hex]:
        terms.append(Term("in an enemy zone, with a friend in it", "allowed", "rgw.zoc.15"))
    left = v.hexes - gone
    trial = pos.copy()
    trial.place_all(v.group, hex)
    lost = 0
    if left and not retreat_hexes(trial, v._replace(gone=gone), v.group):
        lost = sum(min(left, pos.steps[unit]) for unit in v.group if not content.is_hq[unit])
        terms.append(Term("no way on from there: steps lost at bay", str(lost), "rgw.losses.6"))
    goes_on = "the retreat ends" if not left else f"{lost} steps lost" if lost else f"{left} to go"
    return Explanation(f"Retreat to {content.names[hex]}", tuple(terms), goes_on)


def _advance_sheet(pos: RedGodPosition, v: Advance, hex: int) -> Explanation:
    """One hex of an advance out of the longest the unit may make."""
    content = pos.content
    limit = "advance-mech" if content.is_mech[v.unit] else "advance-foot"
    rule_id = "rgw.advance.8" if content.is_mech[v.unit] else "rgw.advance.7"
    longest = longest_advance(pos, v.unit)
    is_house = content.is_house("limits", limit, "value")
    terms = [
        Term("longest advance", str(longest), rule_id, is_house),
        Term("hexes gone", f"−{v.gone}", "rgw.advance.5"),
    ]
    zones = longest - v.gone - advance_left(pos, v, v.unit)
    if zones:
        terms.append(Term("enemy zones left", f"−{zones}", "rgw.zoc.11"))
    left = min(advance_left(pos, v, v.unit), v.beyond - v.gone + 1) - 1
    return Explanation(f"Advance to {content.names[hex]}", tuple(terms), f"{left} more after it")
