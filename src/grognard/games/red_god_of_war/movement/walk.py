"""A group on the move: into the map, hex by hex, and to its end."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

from grognard.core.chapter import NOTHING, OPEN, Game, Procedure, rule
from grognard.games.red_god_of_war.model.position import (
    ACTIVE,
    ARRIVED,
    MOVED,
    PINNED,
    STIRRED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy, is_overstacked
from grognard.games.red_god_of_war.movement.costs import (
    is_safe_behind,
    reach_of,
    steady_friend,
    weather_column,
)
from grognard.games.red_god_of_war.movement.entering import enter_hex, stop_in_hex
from grognard.games.red_god_of_war.sequence.activation import german_reaches
from grognard.games.red_god_of_war.supply.trace import movement_allowance
from grognard.kit.reach import CLOSED, path_to
from grognard.kit.walk import WalkOn

TACTICAL: Final = 0
STRATEGIC: Final = 1
RAIL: Final = 2


class Move(NamedTuple):
    """A movement phase: the group on the move, the half points it has spent, and a hex that is too full.

    `way` is how it moves: TACTICAL, or by STRATEGIC march or RAIL.
    """

    way: int = 0
    group: tuple[int, ...] = ()
    spent: int = 0
    crowded: int = NOTHING


class Walk(NamedTuple):
    """A group on its way: the hexes still to enter, and what it will have spent."""

    group: tuple[int, ...]
    path: tuple[int, ...]
    cost: int


def slowest_first(pos: RedGodPosition, units: Iterable[int]) -> tuple[int, ...]:
    """A group in the order of its allowances: the first, the slowest, sets the pace and the price for all."""
    return tuple(sorted(units, key=lambda unit: (movement_allowance(pos, unit), unit)))


def begin_walk(game: Game[RedGodPosition], v: Move, goal: int) -> None:
    """Send the group the cheapest way to the goal."""
    pos = game.pos
    reach = reach_of(pos, v.group, v.spent)
    cost = reach.cost[goal]
    for unit in v.group:
        pos.flags[unit] |= MOVED | STIRRED
        game.tell("moved", unit, pos.hex[unit], goal, cost, rule="rgw.tactical.1")
    game.call("walk", Walk(v.group, tuple(path_to(reach.came, goal)), cost))


@rule("rgw.tactical.1", "rgw.movement.7")
class EnterHexes(WalkOn[RedGodPosition, Walk]):
    """Control changes, lone HQs give way, friends are pinned."""

    title = "The group goes hex by hex"

    def enter(self, game: Game[RedGodPosition], v: Walk, place: int) -> None:
        pin_friend(game, game.pos.hex[v.group[0]], place, v.group)
        enter_hex(game, v.group, place, goes_on=True)

    def arrive(self, game: Game[RedGodPosition], v: Walk) -> None:
        moved = cast(Move, game.caller())._replace(spent=v.cost)
        game.leave()
        if v.cost >= movement_allowance(game.pos, v.group[0]) * 2:
            finish_move(game, moved)
        else:
            game.update(moved)


@rule("rgw.zoc.13")
def pin_friend(game: Game[RedGodPosition], here: int, there: int, group: Sequence[int]) -> None:
    """An activated unit that lets others pass from zone to zone may not move in this impulse."""
    pos = game.pos
    side = pos.content.side[group[0]]
    zone = pos.zoc(1 - side)
    if zone[here] and zone[there]:
        friend = steady_friend(pos, there, group, side)
        if friend >= 0 and pos.flags[friend] & ACTIVE and not pos.flags[friend] & PINNED:
            pos.flags[friend] |= PINNED
            game.tell("pinned", friend, rule="rgw.zoc.13")


def finish_move(game: Game[RedGodPosition], v: Move) -> None:
    """End the group's move; if it stands in a hex too full, somebody must leave it next."""
    pos = game.pos
    if v.spent:
        stop_in_hex(game, v.group)
    crowded = NOTHING
    if v.spent and pos.hex[v.group[0]] >= 0 and is_overstacked(pos, pos.hex[v.group[0]]):
        crowded = pos.hex[v.group[0]]
    elif v.crowded >= 0 and is_overstacked(pos, v.crowded):
        crowded = v.crowded
    game.update(Move(v.way, (), 0, crowded))


@rule("rgw.reinforce.1", "rgw.reinforce.2")
def entry_hexes(pos: RedGodPosition, unit: int) -> list[int]:
    """Where a German reinforcement may come on: an entry hex free of the enemy, or its safe railhead."""
    content = pos.content
    side = content.side[unit]
    return [
        hex
        for hex in content.arrival_places[unit]
        if not is_barred_by_enemy(pos, hex, side)
        and entry_cost(pos, unit, hex) < CLOSED
        and (hex not in content.rail_entry or is_safe_behind(pos, hex, side))
        and german_reaches(pos, pos.active_hq, hex)
        and has_room(pos, hex, (unit,))
    ]


def entry_cost(pos: RedGodPosition, unit: int, hex: int) -> int:
    """The price of the entry hex as the first hex of the move, in halves. By rail it is the whole move."""
    allowance = movement_allowance(pos, unit) * 2
    if hex in pos.content.rail_entry:
        return allowance
    ground = pos.content.entry_costs[weather_column(pos, unit)][hex]
    if ground >= CLOSED:
        return CLOSED
    return min(allowance, ground + pos.content.zoc_entry * pos.zoc(1 - pos.content.side[unit])[hex])


def enter_map(game: Game[RedGodPosition], v: Move, hex: int) -> None:
    """Bring a reinforcement on at its entry hex."""
    pos = game.pos
    unit = v.group[0]
    cost = entry_cost(pos, unit, hex)
    pos.flags[unit] |= MOVED | STIRRED | ARRIVED
    game.tell("arrived", unit, hex, rule="rgw.reinforce.2")
    enter_hex(game, (unit,), hex, goes_on=True)
    moved = v._replace(spent=cost)
    if cost >= movement_allowance(pos, unit) * 2:
        finish_move(game, moved)
    else:
        game.update(moved)


walk = Procedure("walk", EnterHexes(), title="A group moves", vars=Walk, sees=OPEN)
