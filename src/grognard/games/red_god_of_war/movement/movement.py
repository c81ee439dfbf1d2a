"""Steps 3 and 5 of an impulse: the movement phases, unit by unit."""

from collections.abc import Sequence

from grognard.core.chapter import (
    DONE,
    OPEN,
    Action,
    Choice,
    Game,
    Offer,
    Options,
    Policy,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    first_of,
    first_refusal,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.overrun import begin_overrun, overrun_refusal, overrun_targets
from grognard.games.red_god_of_war.model.active_side import ActiveSideDecides
from grognard.games.red_god_of_war.model.position import (
    MARCHED,
    MECHANIZED_PHASE,
    MOVED,
    STIRRED,
    WAITING,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy
from grognard.games.red_god_of_war.movement.costs import (
    can_march,
    can_move_tactically,
    distant_refusal,
    is_safe_behind,
    makes_room,
    march_reach,
    may_stop,
    rail_load,
    rail_reach,
    rail_refusal,
    reach_of,
    tactical_refusal,
    weather_column,
    zoc_to_zoc_refusal,
)
from grognard.games.red_god_of_war.movement.entering import enter_hex
from grognard.games.red_god_of_war.movement.walk import (
    RAIL,
    STRATEGIC,
    Move,
    begin_walk,
    enter_map,
    entry_cost,
    entry_hexes,
    finish_move,
    slowest_first,
)
from grognard.games.red_god_of_war.supply.trace import movement_allowance
from grognard.kit.reach import Reach

# -- a) strategic and rail movement -------------------------------------------------------------


@rule("rgw.movement.2", "rgw.movement.3", "rgw.movement.4")
class StrategicMovement(ActiveSideDecides[Move]):
    title = "3a. Rail and strategic movement"

    policies = (by_verbs("none", "No rail and strategic moves.", "done", "halt"),)
    is_routine = True
    is_rare = True

    def options(self, pos: RedGodPosition, v: Move) -> list[Offer]:
        if v.group:
            cost = self._reach(pos, v).cost
            fit = [hex for hex in sorted(cost) if has_room(pos, hex, v.group)]
            return [Offer("to", fit, [cost[hex] for hex in fit]), Offer("halt")]
        units = [unit for unit in pos.active_units() if not pos.flags[unit] & MARCHED]
        options: list[Choice] = [("strategic", unit) for unit in units if can_march(pos, unit)]
        options.extend(("rail", unit) for unit in units if rail_refusal(pos, unit) is None)
        return plain([*options, DONE] if options else [])

    def _reach(self, pos: RedGodPosition, v: Move) -> Reach:
        return rail_reach(pos, v.group[0]) if v.way == RAIL else march_reach(pos, v.group[0])

    def take(self, game: Game[RedGodPosition], v: Move, choice: Choice) -> None:
        pos = game.pos
        match choice:
            case "done", _:
                game.next()
            case "halt", _:
                game.update(Move())
            case "strategic", unit:
                game.update(Move(STRATEGIC, (unit,)))
            case "rail", unit:
                game.update(Move(RAIL, (unit,)))
            case _, hex:
                unit = v.group[0]
                if v.way == RAIL:
                    pos.railed += rail_load(pos, unit)
                pos.flags[unit] |= MARCHED | STIRRED
                rule_id = "rgw.movement.4" if v.way == RAIL else "rgw.movement.3"
                game.tell("moved", unit, pos.hex[unit], hex, 0, rule=rule_id)
                enter_hex(game, v.group, hex)
                game.update(Move())

    def refuse(self, pos: RedGodPosition, v: Move, choice: Choice) -> Ruling:
        match choice:
            case "rail", unit:
                return rail_refusal(pos, unit)
            case "strategic", unit:
                return march_refusal(pos, unit)
            case "to", hex if v.group:
                return behind_refusal(pos, hex, v.group)
        return None


def march_refusal(pos: RedGodPosition, unit: int) -> Ruling:
    """Why the unit may not use strategic movement."""
    if pos.hex[unit] >= 0 and pos.zoc(1 - pos.content.side[unit])[pos.hex[unit]]:
        return Refusal("rgw.zoc.7", f"{pos.content.unit_names[unit]} starts in an enemy zone of control.")
    return tactical_refusal(pos, unit) or Refusal("rgw.movement.3", "no road or railway leads on from here.")


def behind_refusal(pos: RedGodPosition, hex: int, group: Sequence[int]) -> Ruling:
    """Why a unit on the road or railway may not go to this hex."""
    side = pos.content.side[group[0]]
    name = pos.content.names[hex]
    return first_refusal(
        (pos.control[hex] != side, "rgw.movement.7", f"{name} is not under friendly control."),
        (not is_safe_behind(pos, hex, side), "rgw.zoc.8", f"{name} is in an enemy zone of control."),
        (not has_room(pos, hex, group), "rgw.stacking.7", f"{name} is full."),
        (True, "rgw.movement.3", f"{name} cannot be reached by road or rail."),
    )


# -- b) tactical movement -----------------------------------------------------------------------


def stay(pos: RedGodPosition, v: Move, options: Options) -> Choice:
    """Nobody moves, but whoever makes room goes to the first hex that has some."""
    if v.crowded >= 0 and v.group and not v.spent:
        free = [hex for hex in options.of("to") if has_room(pos, hex, v.group)]
        return ("to", free[0]) if free else first_of(options, "halt")
    return first_of(options, "done", "halt", "move")


@rule("rgw.tactical.1", "rgw.movement.2")
class TacticalMovement(ActiveSideDecides[Move]):
    title = "3b. Tactical movement and overruns"

    policies = (Policy("stay", "Nobody moves but who must make room in a hex that is too full.", stay),)

    def movers(self, pos: RedGodPosition) -> list[int]:
        """The units that may move in this phase; one that waits off the map must find an entry."""
        units = [unit for unit in pos.active_units() if can_move_tactically(pos, unit)]
        return [unit for unit in units if pos.hex[unit] >= 0 or entry_hexes(pos, unit)]

    def options(self, pos: RedGodPosition, v: Move) -> list[Offer]:
        if not v.group:
            return self._who(pos, v)
        if pos.hex[v.group[0]] == WAITING:
            entries = entry_hexes(pos, v.group[0])
            costs = [entry_cost(pos, v.group[0], hex) for hex in entries]
            return [Offer("enter", entries, costs), Offer("halt")]
        reach = reach_of(pos, v.group, v.spent).cost
        stacks = pos.stacks()  # most hexes are empty, and an empty one has room
        hexes = [hex for hex in sorted(reach) if not stacks[hex] or may_stop(pos, hex, v.group)]
        others = [] if v.spent else companions(pos, v, self.movers(pos))
        return [
            Offer("to", hexes, [reach[hex] for hex in hexes]),
            Offer("overrun", overrun_targets(pos, v)),
            Offer("with", others),
            Offer("halt"),
        ]

    def _who(self, pos: RedGodPosition, v: Move) -> list[Offer]:
        """Which unit moves next. While a hex is too full, only one that makes room there."""
        if v.crowded >= 0:
            return [Offer("move", [unit for unit in pos.at(v.crowded) if makes_room(pos, unit, ())])]
        units = self.movers(pos)
        return [Offer("move", units), Offer("done")] if units else []

    def take(self, game: Game[RedGodPosition], v: Move, choice: Choice) -> None:
        match choice:
            case "done", _:
                game.next()
            case "halt", _:
                finish_move(game, v)
            case "move", unit:
                game.update(v._replace(group=(unit,), spent=0))
            case "with", unit:
                game.update(v._replace(group=slowest_first(game.pos, (*v.group, unit))))
            case "overrun", hex:
                begin_overrun(game, v, hex)
            case "enter", hex:
                enter_map(game, v, hex)
            case _, hex:
                begin_walk(game, v, hex)

    def refuse(self, pos: RedGodPosition, v: Move, choice: Choice) -> Ruling:
        match choice:
            case "move" | "with", unit:
                return self.mover_refusal(pos, unit) or company_refusal(pos, v, unit)
            case "overrun", hex if v.group:
                return overrun_refusal(pos, v, hex)
            case "enter", hex if v.group:
                return entry_refusal(pos, v.group[0], hex)
            case "to", hex if v.group:
                return destination_refusal(pos, v, hex)
        return None

    def mover_refusal(self, pos: RedGodPosition, unit: int) -> Ruling:
        return tactical_refusal(pos, unit)


@rule("rgw.mech.3", "rgw.mech.1", "rgw.mech.2")
class MechanizedMovement(TacticalMovement):
    title = "5. HQ, cavalry and mechanized units move again"

    def movers(self, pos: RedGodPosition) -> list[int]:
        return [unit for unit in super().movers(pos) if moves_again(pos, unit)]

    def mover_refusal(self, pos: RedGodPosition, unit: int) -> Ruling:
        if not moves_again(pos, unit):
            return Refusal("rgw.mech.4", f"{pos.content.unit_names[unit]} is on foot and has had its move.")
        return tactical_refusal(pos, unit)


@rule("rgw.mech.1", "rgw.mech.2", "rgw.mech.3", "rgw.mech.4")
def moves_again(pos: RedGodPosition, unit: int) -> bool:
    """Is this an HQ, cavalry or mechanized unit on the map? Nobody else moves in the second phase."""
    content = pos.content
    kind = content.is_hq[unit] or content.is_cavalry[unit] or content.is_mech[unit]
    return kind and pos.hex[unit] >= 0


def companions(pos: RedGodPosition, v: Move, movers: Sequence[int]) -> list[int]:
    """Units that may join the group: same hex, same costs, and of other divisions or corps same allowance."""
    here = pos.hex[v.group[0]]
    return [
        unit
        for unit in movers
        if pos.hex[unit] == here and unit not in v.group and not group_refusal(pos, v, unit)
    ]


def company_refusal(pos: RedGodPosition, v: Move, unit: int) -> Ruling:
    """Why a unit that could move may not do so now, or not with the group."""
    name = pos.content.unit_names[unit]
    if not v.group:
        if v.crowded >= 0:
            why = f"{pos.content.names[v.crowded]} is too full: a unit that can leave it moves first."
            return Refusal("rgw.stacking.7", why)
        return Refusal("rgw.reinforce.2", f"{name} finds no entry hex that is open.")
    if unit in v.group:
        return Refusal("rgw.tactical.1", f"{name} is on the move already.")
    if pos.hex[unit] != pos.hex[v.group[0]]:
        return Refusal("rgw.tactical.1", f"{name} is in another hex.", "Move it by itself.")
    return group_refusal(pos, v, unit)


def entry_refusal(pos: RedGodPosition, unit: int, hex: int) -> Ruling:
    """Why a reinforcement may not come on here."""
    name, place = pos.content.unit_names[unit], pos.content.names[hex]
    is_elsewhere = hex not in pos.content.arrival_places[unit]
    is_barred = is_barred_by_enemy(pos, hex, pos.content.side[unit])
    return first_refusal(
        (is_elsewhere, "rgw.reinforce.1", f"{name} does not enter at {place}."),
        (is_barred, "rgw.stacking.11", f"{place} is held by the enemy."),
        (not has_room(pos, hex, (unit,)), "rgw.stacking.7", f"{place} is full."),
        (True, "rgw.reinforce.1", f"{place} is closed, or out of range of the active HQ."),
    )


def group_refusal(pos: RedGodPosition, v: Move, unit: int) -> Ruling:
    """Why the unit may not move as one stack with the group."""
    first = v.group[0]
    alike = weather_column(pos, unit) == weather_column(pos, first)
    if pos.content.is_hq[unit] or pos.content.is_hq[first] or not alike:
        return Refusal("rgw.tactical.1", "units of different kinds pay different costs and move one by one.")
    formation = pos.content.formation[unit]
    is_of_one = formation >= 0 and all(pos.content.formation[mate] == formation for mate in v.group)
    if not is_of_one and any(
        movement_allowance(pos, unit) != movement_allowance(pos, mate) for mate in v.group
    ):
        return Refusal(
            "rgw.tactical.1",
            "units with different allowances move one by one.",
            "Only those of one division or corps may go at the pace of the slowest.",
        )
    return None


def destination_refusal(pos: RedGodPosition, v: Move, hex: int) -> Ruling:
    """Why the group cannot come to this hex."""
    name, here = pos.content.names[hex], pos.hex[v.group[0]]
    is_held = is_barred_by_enemy(pos, hex, pos.content.side[v.group[0]])
    is_full = hex in reach_of(pos, v.group, v.spent).cost
    is_beside = pos.content.grid.direction(here, hex) >= 0
    barred = first_refusal(
        (hex == here, "rgw.tactical.1", f"{name} is where it stands.", "Stop here ends its move."),
        (is_held, "rgw.stacking.11", f"{name} is held by the enemy.", "Attack it in the Combat Phase."),
        (is_full, "rgw.stacking.7", f"{name} is full and nobody there can make room."),
    )
    zones = zoc_to_zoc_refusal(pos, here, hex, v.group) if is_beside else None
    return barred or zones or distant_refusal(pos, v.group, v.spent, hex)


@rule("rgw.mech.3", "rgw.mech.4", "rgw.mech.7")
class BeginPhase(Action[RedGodPosition, tuple[object, ...]]):
    title = "Everybody may move anew; rail and strategic movement are for the first phase only"

    def run(self, game: Game[RedGodPosition], v: object) -> None:
        pos = game.pos
        game.tell("phase", MECHANIZED_PHASE, rule="rgw.sequence.3")
        for unit in pos.active_units():
            pos.flags[unit] &= ~(MOVED | MARCHED)
            if not moves_again(pos, unit):
                pos.flags[unit] |= MOVED  # rgw.mech.4: not even to make room for others


movement = Procedure(
    "movement",
    StrategicMovement(),
    TacticalMovement(),
    title="3. Movement Phase",
    start=lambda pos, v: Move(),
    vars=Move,
    sees=OPEN,
)


mechanized = Procedure(
    "mechanized",
    BeginPhase(),
    MechanizedMovement(),
    title="5. Mechanized Movement Phase",
    start=lambda pos, v: Move(),
    vars=Move,
    sees=OPEN,
)
