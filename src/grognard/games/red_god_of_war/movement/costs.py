"""What a move costs and where it can go: terrain, weather, zones of control, rail and road.

Movement points are counted in halves, because a road costs mechanized units half a point.
"""

from collections.abc import Sequence

from grognard.core.chapter import Explanation, Refusal, Ruling, Term, first_refusal, halves, rule
from grognard.games.red_god_of_war.model.content import RAIL_BIT, SKI, WEATHERS
from grognard.games.red_god_of_war.model.position import (
    ACTIVE,
    MARCHED,
    MOVED,
    MUD,
    PINNED,
    SOVIET,
    STIRRED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import (
    barred_hexes,
    has_room,
    is_barred_by_enemy,
    stacking_refusal,
)
from grognard.games.red_god_of_war.supply.trace import SWAPPED, movement_allowance
from grognard.kit.reach import CLOSED, Going, Reach, either, path_to, reach, toll


@rule("rgw.tactical.3", "rgw.tactical.4", "rgw.tactical.5")
def weather_column(pos: RedGodPosition, unit: int) -> int:
    """The cost list a unit reads: doubled in snow, undoubled for ski units; tripled in mud for all."""
    return pos.content.cost_list[pos.content.cost_column[unit] * 3 + pos.weather]


def exit_costs(pos: RedGodPosition, unit: int) -> list[int]:
    """What leaving each hex in each direction costs this unit in halves, zones of control left out."""
    return pos.content.exit_costs[weather_column(pos, unit)]


@rule("rgw.zoc.10")
def zoc_exit_cost(pos: RedGodPosition, unit: int) -> int:
    """Leaving an enemy zone costs half the allowance in force, rounded up to a whole point; in halves."""
    return (movement_allowance(pos, unit) + 1) // 2 * 2


@rule("rgw.zoc.13")
def steady_friend(pos: RedGodPosition, hex: int, group: Sequence[int], side: int) -> int:
    """A friendly unit in the hex that does not move in this impulse; -1 if there is none.

    One that is not activated is taken first, because an activated one is pinned by serving.
    """
    found = -1
    for unit in pos.at(hex):
        if pos.content.side[unit] != side or pos.flags[unit] & STIRRED or unit in group:
            continue
        if not pos.flags[unit] & ACTIVE or pos.flags[unit] & PINNED:
            return unit
        if found < 0:
            found = unit
    return found


@rule("rgw.zoc.12")
def zoc_to_zoc_refusal(pos: RedGodPosition, here: int, there: int, group: Sequence[int]) -> Ruling:
    """Why a group may not step from one enemy zone straight into another."""
    side = pos.content.side[group[0]]
    zone = pos.zoc(1 - side)
    if not (zone[here] and zone[there]) or steady_friend(pos, there, group, side) >= 0:
        return None
    return Refusal(
        "rgw.zoc.12",
        f"{pos.content.names[here]} and {pos.content.names[there]} are both in enemy zones of control.",
        "Go through a hex outside them, or into one with a friendly unit that stays put.",
    )


def step_cost(pos: RedGodPosition, group: Sequence[int], here: int, there: int) -> int:
    """The price of one hex in halves, zones of control included; CLOSED if the terrain forbids it."""
    unit = group[0]
    zone = pos.zoc(1 - pos.content.side[unit])
    cost = exit_costs(pos, unit)[here * 6 + pos.content.grid.direction(here, there)]
    if cost >= CLOSED:
        return CLOSED
    return cost + pos.content.zoc_entry * zone[there] + zoc_exit_cost(pos, unit) * zone[here]


def reach_of(pos: RedGodPosition, group: Sequence[int], spent: int) -> Reach:
    """Where the group can come to: worked out once for the Ask and its answer, until a unit is placed."""
    key = (tuple(group), spent, pos.turn, pos.active_hq, movement_allowance(pos, group[0]))
    kept = pos.last_reach
    if kept is None or kept[0] != key:
        kept = (key, _reach(pos, group, spent))
        pos.last_reach = kept
    return kept[1]


@rule("rgw.tactical.1", "rgw.zoc.9", "rgw.zoc.10", "rgw.stacking.10")
def _reach(pos: RedGodPosition, group: Sequence[int], spent: int) -> Reach:
    """Every hex the group can come to with the points it has left, the cost to it, and the way there.

    Full hexes can be passed. A group that has not moved may always go one hex (table:tec), if entry
    is not forbidden and the step is not from one enemy zone into another.
    """
    unit = group[0]
    side = pos.content.side[unit]
    start = pos.hex[unit]
    zone = pos.zoc(1 - side)
    found = reach(
        pos.content.going[weather_column(pos, unit)],
        {start: spent},
        movement_allowance(pos, unit) * 2,
        closed=barred_hexes(pos, side),
        enter=toll(zone, pos.content.zoc_entry),
        leave=toll(zone, zoc_exit_cost(pos, unit)),
        sticky=zone,
        slip=steady_hexes(pos, side),
        minimum=not spent,
    )
    return found.without(start)


def distant_refusal(pos: RedGodPosition, group: Sequence[int], spent: int, hex: int) -> Ruling:
    """What keeps the group from a hex out of reach: the ground, enemy zones on the way, or its points."""
    content, unit, name = pos.content, group[0], pos.content.names[hex]
    side, start, limit = content.side[unit], pos.hex[unit], movement_allowance(pos, unit) * 2
    going = content.going[weather_column(pos, unit)]
    zone = pos.zoc(1 - side)
    if content.entry_costs[weather_column(pos, unit)][hex] >= CLOSED:
        ground = content.terrain_name[hex].replace("-", " ")
        return Refusal(
            "rgw.tactical.1", f"{name} is {ground}, closed to {content.unit_names[unit]} in this weather."
        )
    if hex in reach(going, {start: spent}, limit, closed=barred_hexes(pos, side), minimum=not spent).cost:
        tolls = (toll(zone, content.zoc_entry), toll(zone, zoc_exit_cost(pos, unit)))
        paid = reach(
            going,
            {start: spent},
            limit,
            closed=barred_hexes(pos, side),
            enter=tolls[0],
            leave=tolls[1],
            minimum=not spent,
        )
        if hex in paid.cost:
            return Refusal(
                "rgw.zoc.12",
                f"every way to {name} leads straight from one enemy zone of control into another.",
            )
        return Refusal(
            "rgw.zoc.10",
            f"enemy zones of control on the way to {name} cost too much.",
            "Entering one costs a point more, leaving one half the allowance.",
        )
    left = movement_allowance(pos, unit) - (spent + 1) // 2
    return Refusal("rgw.tactical.1", f"{name} is out of reach with {left} MP left.")


@rule("rgw.zoc.13")
def steady_hexes(pos: RedGodPosition, side: int) -> bytearray:
    """The hexes with a friendly unit; in enemy zones, where it matters, only with one that has not moved."""
    flags, where, zone = pos.flags, pos.hex, pos.zoc(1 - side)
    steady = pos.men_of(side)[:]
    for hq in pos.content.hqs[side]:
        if where[hq] >= 0:
            steady[where[hq]] = 1
    for unit in pos.active_units():  # nobody else can have moved
        hex = where[unit]
        if hex >= 0 and zone[hex] and flags[unit] & STIRRED and steady[hex]:
            steady[hex] = steady_friend(pos, hex, (), side) >= 0
    return steady


def has_way_out(pos: RedGodPosition, hex: int, group: Sequence[int]) -> bool:
    """Can a unit of the hex that has not moved yet still step out of it into a hex with room?"""
    side = pos.content.side[group[0]]
    # Whoever lets the group slip in from zone to zone is pinned by it and cannot leave.
    pinned = steady_friend(pos, hex, group, side) if pos.zoc(1 - side)[hex] else -1
    return any(makes_room(pos, unit, group) for unit in pos.at(hex) if unit not in group and unit != pinned)


def makes_room(pos: RedGodPosition, unit: int, group: Sequence[int]) -> bool:
    """Would this unit, by stepping out of its hex, leave a legal stack with the newcomers in it?"""
    rest = [other for other in pos.at(pos.hex[unit]) if other != unit and other not in group]
    side = pos.content.side[unit]
    return stacking_refusal(pos, side, [*rest, *group]) is None and can_step_out(pos, unit, group)


def can_step_out(pos: RedGodPosition, unit: int, group: Sequence[int]) -> bool:
    """Has this unit a legal one-hex move to a hex with room?"""
    if not can_move_tactically(pos, unit):
        return False
    here = pos.hex[unit]
    side = pos.content.side[unit]
    costs = exit_costs(pos, unit)
    around = enumerate(pos.content.neighbours[here * 6 : here * 6 + 6], here * 6)
    return any(
        there >= 0
        and costs[exit] < CLOSED
        and not is_barred_by_enemy(pos, there, side)
        # The newcomers stay, but they have moved: they cannot be the steady friend.
        and zoc_to_zoc_refusal(pos, here, there, (unit, *group)) is None
        and has_room(pos, there, (unit,))
        for exit, there in around
    )


@rule("rgw.stacking.7")
def may_stop(pos: RedGodPosition, hex: int, group: Sequence[int]) -> bool:
    """May the group end its move here? In a full hex only if another unit can still make room."""
    return has_room(pos, hex, group) or (len(group) == 1 and has_way_out(pos, hex, group))


@rule("rgw.movement.1", "rgw.tactical.2")
def can_move_tactically(pos: RedGodPosition, unit: int) -> bool:
    """Is the unit activated, and neither moved, marched nor pinned?"""
    flags = pos.flags[unit]
    return flags & ACTIVE > 0 and not flags & (MOVED | MARCHED | PINNED)


def tactical_refusal(pos: RedGodPosition, unit: int) -> Ruling:
    """Why this unit may not make a tactical move now."""
    flags, name = pos.flags[unit], pos.content.unit_names[unit]
    return first_refusal(
        (not flags & ACTIVE, "rgw.movement.1", f"{name} is not activated."),
        (flags & MARCHED, "rgw.tactical.2", f"{name} has used rail or strategic movement."),
        (flags & PINNED, "rgw.zoc.13", f"{name} holds a hex for units that slipped past."),
        (flags & MOVED, "rgw.tactical.1", f"{name} has moved in this phase."),
    )


# -- strategic movement and rail ----------------------------------------------------------------


@rule("rgw.zoc.7", "rgw.zoc.8", "rgw.movement.7")
def is_safe_behind(pos: RedGodPosition, hex: int, side: int) -> bool:
    """Is the hex controlled by this side and outside enemy zones, as rail and strategic moves need?"""
    return pos.control[hex] == side and not pos.zoc(1 - side)[hex] and not is_barred_by_enemy(pos, hex, side)


@rule("rgw.movement.3")
def can_march(pos: RedGodPosition, unit: int) -> bool:
    """May the unit use strategic movement: activated, unmoved, behind the front, on a road or railway?"""
    here = pos.hex[unit]
    if here < 0 or not can_move_tactically(pos, unit):
        return False
    side = pos.content.side[unit]
    if pos.zoc(1 - side)[here]:
        return False
    links, neighbours = pos.content.board.links, pos.content.neighbours
    exits = [exit for exit in range(here * 6, here * 6 + 6) if links[exit]]
    return any(is_safe_behind(pos, neighbours[exit], side) for exit in exits)


@rule("rgw.zoc.8", "rgw.movement.7")
def unsafe_hexes(pos: RedGodPosition, side: int) -> bytes:
    """The hexes that rail and strategic moves of this side must keep out of: those not safe behind."""
    foreign = bytes(pos.control)
    if side == SOVIET:
        foreign = foreign.translate(SWAPPED)
    return either(foreign, pos.zoc(1 - side), barred_hexes(pos, side))


def march_reach(pos: RedGodPosition, unit: int) -> Reach:
    """Strategic movement (rule:4.2): along roads and railways at twice the allowance, at their costs."""
    going = pos.content.march_going[weather_column(pos, unit)]
    return _reach_behind(pos, unit, going, movement_allowance(pos, unit) * 4)


def rail_reach(pos: RedGodPosition, unit: int) -> Reach:
    """Any distance along German-controlled railway hexes outside enemy zones, at no cost."""
    return _reach_behind(pos, unit, pos.content.rail_going, 0)


def _reach_behind(pos: RedGodPosition, unit: int, going: Going, limit: int) -> Reach:
    start = pos.hex[unit]
    return reach(going, {start: 0}, limit, closed=unsafe_hexes(pos, pos.content.side[unit])).without(start)


@rule("rgw.movement.4", "rgw.movement.5", "rgw.movement.6")
def rail_refusal(pos: RedGodPosition, unit: int) -> Ruling:
    """Why this unit may not go by rail now (rule:4.3)."""
    content = pos.content
    name = content.unit_names[unit]
    here = pos.hex[unit]
    if content.side[unit] == 1:
        return Refusal("rgw.movement.5", f"{name} is Soviet; only German units go by rail.")
    if here < 0 or not can_move_tactically(pos, unit):
        return tactical_refusal(pos, unit) or Refusal("rgw.movement.4", f"{name} is not on the map.")
    if pos.weather == MUD and not content.options["rail-in-mud"]:
        return Refusal("rgw.movement.4", "no rail movement in mud (rule:4.3).")
    if not any(bits & RAIL_BIT for bits in content.board.links[here * 6 : here * 6 + 6]):
        return Refusal("rgw.movement.4", f"{name} is not on a railway.")
    if pos.zoc(1 - content.side[unit])[here]:
        return Refusal("rgw.zoc.7", f"{name} starts in an enemy zone of control.")
    if pos.railed + rail_load(pos, unit) > content.limit("rail-units"):
        return Refusal(
            "rgw.movement.6", "the railway has carried one division or two smaller units this impulse."
        )
    return None


def rail_load(pos: RedGodPosition, unit: int) -> int:
    """What a unit takes of an impulse's rail capacity: a division all of it, anything smaller half."""
    return pos.content.limit("rail-units") if pos.content.is_division[unit] else 1


# -- explanation --------------------------------------------------------------------------------


def move_sheet(pos: RedGodPosition, group: Sequence[int], spent: int, goal: int) -> Explanation:
    """The cost of a tactical move hex by hex, term by term."""
    found = reach_of(pos, group, spent)
    cost = found.cost
    terms = [Term("already spent", halves(spent), "rgw.tactical.1")] if spent else []
    total = spent
    here = pos.hex[group[0]]
    zone = pos.zoc(1 - pos.content.side[group[0]])
    for there in path_to(found.came, goal):
        price = exit_costs(pos, group[0])[here * 6 + pos.content.grid.direction(here, there)]
        terms += [
            ground_term(pos, group[0], here, there, price),
            *zone_terms(pos, group[0], here, there, zone),
        ]
        total += step_cost(pos, group, here, there)
        here = there
    if total > cost[goal]:
        terms.append(
            Term("one hex is always allowed", f"−{halves(total - cost[goal])}", "rgw.tactical.1", True)
        )
    paid = f"{halves(cost[goal])} of {movement_allowance(pos, group[0])} MP"
    return Explanation(f"Move to {pos.content.names[goal]}", tuple(terms), paid)


def ground_term(pos: RedGodPosition, unit: int, here: int, there: int, price: int) -> Term:
    """The line of one hex: what is paid for, and how the weather multiplies it."""
    content = pos.content
    is_ski = content.cost_column[unit] == SKI
    effects = content.tables["weather-effects"]
    factor = effects.integer(WEATHERS[pos.weather], "ski-cost" if is_ski else "cost")
    label = f"{content.names[there]} {content.ground_name(here, there)}"
    rule_id = "rgw.tactical.1"
    if factor > 1:
        label += f", {WEATHERS[pos.weather]} ×{factor}"
        rule_id = "rgw.tactical.5" if pos.weather == MUD else "rgw.tactical.3"
    is_house = content.is_house("tec-movement", *content.ground_cell(here, there, unit))
    return Term(label, halves(price), rule_id, is_house)


def zone_terms(pos: RedGodPosition, unit: int, here: int, there: int, zone: Sequence[int]) -> list[Term]:
    """The charges for entering and leaving enemy zones of control."""
    terms: list[Term] = []
    if zone[there]:
        is_house = pos.content.is_house("limits", "enemy-zoc-entry", "value")
        terms.append(Term("into an enemy zone", halves(pos.content.zoc_entry), "rgw.zoc.9", is_house))
    if zone[here]:
        terms.append(Term("out of an enemy zone", halves(zoc_exit_cost(pos, unit)), "rgw.zoc.10"))
    return terms
