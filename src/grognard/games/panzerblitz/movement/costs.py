"""Movement: who may move, and what each step costs by road or across country."""

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.chapter import Refusal, Ruling, first_refusal, halves, rule
from grognard.games.panzerblitz.drop.breakdown import group_refusal
from grognard.games.panzerblitz.model.boards import GREEN
from grognard.games.panzerblitz.model.content import FOOT
from grognard.games.panzerblitz.model.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FROZEN,
    LANDED,
    MOVED,
    UNFIT,
    WAITING,
    DropPosition,
)
from grognard.games.panzerblitz.model.sight import knows
from grognard.games.panzerblitz.model.stacking import has_room, stacking_refusal
from grognard.kit.reach import CLOSED, Going, Reach, reach, with_flags


class March(NamedTuple):
    """Units that move as one, the half points they have left, the hexes entered, and who was set down."""

    units: tuple[int, ...]
    left: int
    steps: int = 0
    unloaded: int = 0


# -- who may move -------------------------------------------------------------------------------


@rule("pb.sequence.2", "pb.results.7", "pb.landing.1", "pb.landing.9", "pb.landing.11", "pb.transport.4")
def move_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not move now."""
    name, marks, is_off = pos.content.unit_names[unit], pos.marks[unit], pos.where[unit] < 0
    is_other = pos.content.side[unit] != pos.mover
    barred = first_refusal(
        (is_other, "pb.sequence.1", f"{name} belongs to the player whose turn it is not."),
        (is_off and not is_due(pos, unit), "pb.movement.4", f"{name} is not on the boards."),
        (pos.aboard[unit] >= 0, "pb.transport.4", f"{name} is a passenger and goes where it is carried."),
        (not pos.content.move[unit], "pb.transport.5", f"{name} has no movement factor.", "Load it first."),
        (marks & LANDED, "pb.landing.1", f"{name} dropped this turn."),
        (marks & FROZEN, "pb.landing.9", f"Russians dropped onto {name}."),
        (marks & DISPERSED, "pb.results.7", f"{name} is dispersed."),
        (marks & FIRED, "pb.sequence.2", f"{name} has attacked, loaded or unloaded this turn."),
        (marks & MOVED, "pb.sequence.2", f"{name} has moved."),
    )
    return barred or (group_refusal(pos, unit) if pos.content.is_piece[unit] else None)


def can_move(pos: DropPosition, unit: int) -> bool:
    """May this unit, which is of the moving side, move now? The quick form of `move_refusal`."""
    if pos.marks[unit] & (UNFIT | FIRED | MOVED) or pos.content.move[unit] == 0 or pos.aboard[unit] >= 0:
        return False
    if pos.where[unit] < 0 and not is_due(pos, unit):
        return False
    return not pos.content.is_piece[unit] or group_refusal(pos, unit) is None


@rule("pb.movement.4", "pb.forces.2")
def is_due(pos: DropPosition, unit: int) -> bool:
    """Does this unit wait off the map for a turn that has come?"""
    return pos.where[unit] == WAITING and pos.content.arrival_turn.get(unit, 999) <= pos.turn


# -- one step -----------------------------------------------------------------------------------


@rule("pb.road.1", "pb.road.2", "pb.road.3", "pb.forming.4")
def on_road(pos: DropPosition, v: March, here: int, direction: int, there: int) -> bool:
    """Does this step go at the road rate? Along a drawn road, alone, with nothing else in either hex.

    A group of pieces is a stack, so only a single piece uses roads. A company that has just formed does not.
    """
    if not pos.content.land.road[here * 6 + direction] or len(v.units) > 1:
        return False
    if pos.marks[v.units[0]] & FORMED:
        return False
    if is_occupied(pos, there, pos.mover) or len(pos.at(here)) > (pos.where[v.units[0]] == here):
        return False
    return not (here in pos.wrecks or there in pos.wrecks or here in pos.blocks or there in pos.blocks)


def is_occupied(pos: DropPosition, hex: int, side: int) -> bool:
    """Is any unit in the hex, as far as this side knows? An unseen enemy must not show in the price."""
    there = pos.at(hex)
    return bool(there) and (not pos.content.hidden or any(knows(pos, side, unit) for unit in there))


@rule("pb.terrain.1", "pb.road.4", "pb.movement.2")
def step_cost(pos: DropPosition, v: March, here: int, direction: int, there: int) -> int:
    """Half points for one step; CLOSED where it may not go. A first step never costs more than there is."""
    content = pos.content
    column = content.column[v.units[0]]
    if content.land.road[here * 6 + direction] and on_road(pos, v, here, direction, there):
        cost = content.road_cost[column]
    else:
        cost = content.exit_cost[column][here * 6 + direction]
    if there in pos.blocks and cost < CLOSED:
        cost = block_cost(v)
    return min(cost, v.left) if v.steps == 0 and cost < CLOSED else cost


@rule("pb.blocks.1", "pb.blocks.2")
def block_cost(v: March) -> int:
    """A block is entered only from the hex in which the turn began, and that is the whole move."""
    return v.left if v.steps == 0 else CLOSED


@rule("pb.movement.1")
def is_barred(pos: DropPosition, hex: int, side: int) -> bool:
    """Does a known enemy unit, dispersed or not, keep this side out of the hex?"""
    there = pos.at(hex)
    if not there:
        return False
    sides = pos.content.side
    if not pos.content.hidden:
        # Stacks are in counter order, so a mixed one has a unit of either side at its ends.
        return sides[there[0]] != side or sides[there[-1]] != side
    return any(sides[unit] != side and knows(pos, side, unit) for unit in there)


def barred_hexes(pos: DropPosition, side: int) -> set[int]:
    """All hexes that known enemies keep this side out of."""
    hexes = pos.enemy_hexes(side)
    return {hex for hex in hexes if is_barred(pos, hex, side)} if pos.content.hidden else set(hexes)


def steps_from(pos: DropPosition, v: March, here: int) -> list[tuple[int, int]]:
    """The hexes that can be entered next, with their cost, wherever the move may end."""
    side = pos.content.side[v.units[0]]
    return [
        (there, cost)
        for direction, there in enumerate(pos.content.land.neighbours[here * 6 : here * 6 + 6])
        if there >= 0
        and (cost := step_cost(pos, v, here, direction, there)) <= v.left
        and not is_barred(pos, there, side)
    ]


@rule("pb.stack.2", "pb.opportunity.5")
def can_rest(pos: DropPosition, v: March, there: int, cost: int) -> bool:
    """May the units stop in this hex, or go on from it to one where they may?

    With hidden movement or opportunity fire they must be able to stop: a move may end anywhere.
    """
    if has_room(pos, there, v.units):
        return True
    left = v.left - cost
    if left <= 0 or pos.content.hidden or pos.content.experimental or there in pos.mines:
        return False
    on = March(v.units, left, 1)
    if any(has_room(pos, hex, v.units) for hex, _ in steps_from(pos, on, there)):
        return True
    return any(has_room(pos, hex, v.units) for hex in _search(pos, on, {there: 0}).came)


def entry_steps(pos: DropPosition, v: March) -> list[tuple[int, int]]:
    """The edge hexes at which a waiting unit comes on, with their cost."""
    content = pos.content
    side = content.side[v.units[0]]
    entry = content.entry_cost[content.column[v.units[0]]]
    return [
        (hex, min(entry[hex], v.left))
        for hex in content.arrival_hexes.get(v.units[0], ())
        if entry[hex] < CLOSED and not is_barred(pos, hex, side)
    ]


def open_steps(pos: DropPosition, v: March) -> list[tuple[int, int]]:
    """The hexes these units may enter next, with their cost."""
    here = pos.where[v.units[0]]
    if v.left <= 0:
        return []
    steps = steps_from(pos, v, here) if here >= 0 else entry_steps(pos, v)
    return [(there, cost) for there, cost in steps if can_rest(pos, v, there, cost)]


def cost_of_step(pos: DropPosition, v: March, there: int) -> int:
    """The cost of one of the open steps."""
    here = pos.where[v.units[0]]
    if here < 0:
        return dict(entry_steps(pos, v))[there]
    return step_cost(pos, v, here, pos.content.grid.direction(here, there), there)


# -- the whole move -----------------------------------------------------------------------------


def reach_of(pos: DropPosition, v: March) -> Reach:
    """Every hex these units can come to, the least it costs, and the way there, by what their side knows.

    In some they may not stop, only pass through.
    """
    here = pos.where[v.units[0]]
    if here >= 0:
        return _search(pos, v, {here: 0}) if v.left > 0 else Reach({here: 0}, {})
    entries = {hex: cost for hex, cost in entry_steps(pos, v) if can_rest(pos, v, hex, cost)}
    return _search(pos, v._replace(steps=1), entries)


@rule("pb.movement.1", "pb.movement.2", "pb.mines.1", "pb.opportunity.5")
def _search(pos: DropPosition, v: March, starts: dict[int, int]) -> Reach:
    """The cheapest ways from here on: known enemies bar hexes, mines end the move, the first step is open.

    Where a move may end anywhere, hexes without room are not even passed.
    """
    content = pos.content
    closed = with_flags(bytearray(content.land.size), barred_hexes(pos, content.side[v.units[0]]))
    stop = with_flags(bytearray(content.land.size), pos.mines)
    if content.hidden or content.experimental:
        for hex in {*pos.stacks(), *pos.wrecks}:
            closed[hex] |= not has_room(pos, hex, v.units)
    return reach(_going(pos, v, starts), starts, v.left, closed=closed, stop=stop, minimum=v.steps == 0)


@rule("pb.road.1", "pb.road.2", "pb.road.3", "pb.blocks.1", "pb.forming.4")
def _going(pos: DropPosition, v: March, starts: Iterable[int]) -> Going:
    """What every step costs these units: `step_cost` for all exits of the map, by what their side knows."""
    content = pos.content
    column = content.column[v.units[0]]
    plain = content.going[column]
    uses_roads = len(v.units) == 1 and not pos.marks[v.units[0]] & FORMED
    changed: dict[int, int] = {}
    if uses_roads:
        others = [hex for hex, units in pos.stacks().items() if units != [v.units[0]]]
        in_the_way = [hex for hex in others if is_occupied(pos, hex, pos.mover)]
        for hex in (*in_the_way, *pos.wrecks, *pos.blocks):
            for exit in content.land.road_exits.get(hex, ()):
                changed[exit] = plain.prices[exit]
    for hex in pos.blocks:
        for exit in content.land.exits_into(hex):
            if plain.prices[exit] < CLOSED:
                changed[exit] = block_cost(v) if exit // 6 in starts else CLOSED
    going = content.road_going[column] if uses_roads else plain
    return going.changed(changed) if changed else going


# -- refusals -----------------------------------------------------------------------------------


def step_refusal(pos: DropPosition, v: March, there: int) -> Ruling:
    """Why these units may not enter that hex next."""
    content = pos.content
    unit = v.units[0]
    name, place = content.unit_names[unit], content.land.names[there]
    here = pos.where[unit]
    if here < 0:
        if there not in content.arrival_hexes.get(unit, ()):
            return Refusal("pb.movement.4", f"{name} does not enter at {place}.")
        return _end_refusal(pos, v, there)
    direction = content.land.grid.direction(here, there)
    if direction < 0:
        return Refusal("pb.movement.1", f"{place} is not next to {name}.", "Move one hex at a time.")
    if is_barred(pos, there, content.side[unit]):
        return Refusal("pb.movement.1", f"the enemy is in {place}.")
    cost = step_cost(pos, v, here, direction, there)
    if cost >= CLOSED:
        return _closed_refusal(pos, v, here, direction, there)
    if cost > v.left:
        return Refusal("pb.terrain.1", f"{place} costs {halves(cost)} and {name} has {halves(v.left)} left.")
    return _end_refusal(pos, v, there)


def _end_refusal(pos: DropPosition, v: March, there: int) -> Ruling:
    if is_barred(pos, there, pos.content.side[v.units[0]]):
        return Refusal("pb.movement.1", f"the enemy is in {pos.content.land.names[there]}.")
    if any(hex == there for hex, _ in open_steps(pos, v)):
        return None
    return stacking_refusal(pos, there, v.units)


def _closed_refusal(pos: DropPosition, v: March, here: int, direction: int, there: int) -> Ruling:
    content, land = pos.content, pos.content.land
    name, place = content.unit_names[v.units[0]], land.names[there]
    is_green = content.column[v.units[0]] != FOOT and land.bar[here * 6 + direction] == GREEN
    green = f"{name} may not cross the green side into {place}."
    return first_refusal(
        (there in pos.blocks, "pb.blocks.1", f"{name} did not begin its move next to the block in {place}."),
        (land.is_pond[there], "pb.terrain.6", f"{place} is a pond."),
        (is_green, "pb.terrain.2", green, "Use a free road."),
        (True, "pb.terrain.3", f"{name} enters swamp by road only.", "The road must be free."),
    )
