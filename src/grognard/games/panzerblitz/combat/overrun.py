"""Overrun: armoured vehicles drive straight through an enemy hex in the open."""

from collections.abc import Sequence

from grognard.core.board.hexes import opposite
from grognard.core.chapter import OPEN, Action, Game, Procedure, Refusal, Ruling, Term, first_refusal, rule
from grognard.games.panzerblitz.combat.melee import (
    ChooseHex,
    CloseIn,
    FoughtHexes,
    Join,
    Melee,
    MeleeRoll,
    enemy_stacks,
    printed_sheet,
    stopped_by,
)
from grognard.games.panzerblitz.combat.results import Sheet
from grognard.games.panzerblitz.combat.targets import NO_FIRE, SOFT, attack_refusal, enemies_at, target_class
from grognard.games.panzerblitz.model.content import CLASS_I
from grognard.games.panzerblitz.model.position import MOVED, SPENT, DropPosition
from grognard.games.panzerblitz.model.secrecy import in_hand, tell_unit
from grognard.games.panzerblitz.model.stacking import has_room, stacking_refusal
from grognard.games.panzerblitz.movement.costs import barred_hexes, is_barred
from grognard.kit.reach import Reach, path_to, reach, with_flags


class Charge(Melee):
    """An overrun being built."""

    __slots__ = ()


# -- questions ----------------------------------------------------------------------------------


@rule("pb.overrun.3")
def overrun_refusal(pos: DropPosition, hex: int) -> Ruling:
    """Why a hex cannot be overrun: only units in the open can, not in forts, on mines or behind blocks."""
    land = pos.content.land
    place = land.names[hex]
    is_covered = hex in pos.mines or hex in pos.blocks or pos.fort_at(hex)
    return first_refusal(
        (not is_barred(pos, hex, pos.mover), "pb.overrun.3", f"no enemy is in {place}."),
        (not land.is_open[hex], "pb.overrun.3", f"{place} is {land.ground[hex]}, not clear ground."),
        (is_covered, "pb.overrun.3", f"there is a fort, a minefield or a block in {place}."),
        (pos.of_side_at(hex, pos.mover), "pb.overrun.3", f"your own units are in {place} as well."),
    )


@rule("pb.overrun.1", "pb.overrun.2")
def charger_refusal(pos: DropPosition, unit: int, hex: int) -> Ruling:
    """Why a unit may not overrun this hex: armoured vehicles may, half-tracks not against armour."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_armoured[unit]:
        return Refusal("pb.overrun.1", f"{name} is not an armoured vehicle.")
    barred = attack_refusal(pos, unit)
    if barred is not None:
        return barred
    if content.weapon[unit] == CLASS_I and target_class(pos, hex, enemies_at(pos, hex)) != SOFT:
        return Refusal("pb.overrun.2", f"{name} overruns only targets that are not armoured.")
    return None


@rule("pb.overrun.4", "pb.overrun.5", "pb.overrun.6")
def approaches(pos: DropPosition, unit: int, hex: int) -> list[int]:
    """The hexes from which a vehicle can drive straight through: entry, the hex itself, and out opposite.

    It must be able to pay all the way to the exit hex, without the road rate; no known enemy may be there.
    """
    content = pos.content
    land = content.land
    costs = content.exit_cost[content.column[unit]]
    side = content.side[unit]
    reached = charge_reach(pos, unit).cost
    budget = content.move[unit] * 2
    found: list[int] = []
    for direction in range(6):
        entry = land.neighbours[hex * 6 + direction]
        exit = land.neighbours[hex * 6 + opposite(direction)]
        if entry not in reached or exit < 0:
            continue
        through = costs[entry * 6 + opposite(direction)] + costs[hex * 6 + opposite(direction)]
        is_open = exit not in pos.mines and exit not in pos.blocks
        if reached[entry] + through <= budget and is_open and not is_barred(pos, exit, side):
            found.append(entry)
    return sorted(found)


def charge_reach(pos: DropPosition, unit: int) -> Reach:
    """Cheapest cost off the road rate to every hex in reach; enemies, mines and blocks stop a vehicle."""
    known = pos.known_ways.get(unit)
    if known is None:
        content = pos.content
        shut = (*barred_hexes(pos, content.side[unit]), *pos.mines, *pos.blocks)
        closed = with_flags(bytearray(content.land.size), shut)
        # Three half points at least are kept for the way through: clear ground, then a town.
        limit = max(0, content.move[unit] * 2 - 3)
        known = reach(content.going[content.column[unit]], {pos.where[unit]: 0}, limit, closed=closed)
        pos.known_ways[unit] = known
    return known


def exit_of(pos: DropPosition, hex: int, origin: int) -> int:
    """The hex on the far side of an overrun hex."""
    return pos.content.grid.step(hex, pos.content.grid.direction(origin, hex))


@rule("pb.overrun.5")
def overrun_origins(pos: DropPosition, v: Melee, unit: int) -> list[int]:
    """The hexes a vehicle may come from such that there is room where it and the others come out."""
    return [origin for origin in approaches(pos, unit, v.hex) if room_refusal(pos, v, unit, origin) is None]


@rule("pb.overrun.5")
def room_refusal(pos: DropPosition, v: Melee, unit: int, origin: int) -> Ruling:
    """Why a vehicle cannot come out opposite to this hex: with the others who do, there is no room for it."""
    exit = exit_of(pos, v.hex, origin)
    same = [u for u, o in zip(v.units, v.origins, strict=True) if exit_of(pos, v.hex, o) == exit]
    # Vehicles that will have driven off are still counted where they stand: the defender's luck.
    return stacking_refusal(pos, exit, (*same, unit))


def drive_refusal(pos: DropPosition, v: Melee, unit: int) -> Ruling:
    """Why a vehicle may not join: it is barred, in already, or finds no way through or no room beyond."""
    barred = charger_refusal(pos, unit, v.hex)
    if barred is not None:
        return barred
    name = pos.content.unit_names[unit]
    if unit in v.units:
        return Refusal("pb.overrun.9", f"{name} is in the attack already.")
    full = [room_refusal(pos, v, unit, origin) for origin in approaches(pos, unit, v.hex)]
    if None in full:
        return None
    way = Refusal("pb.overrun.5", f"{name} cannot drive straight through and out beyond it.")
    return full[0] if full else way


def overrun_way_refusal(pos: DropPosition, v: Melee, origin: int) -> Ruling:
    """Why the vehicle that is picked cannot come from this hex."""
    if origin in approaches(pos, v.picked, v.hex):
        return room_refusal(pos, v, v.picked, origin)
    return Refusal("pb.overrun.4", "the vehicle cannot drive straight through from there.")


def chargers(pos: DropPosition, v: Melee) -> list[int]:
    """The vehicles that may join this overrun."""
    content = pos.content
    return [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0
        and content.is_armoured[unit]
        and not pos.marks[unit] & NO_FIRE
        and unit not in v.units
        and content.distance(pos.where[unit], v.hex) <= content.move[unit] + content.land.town_gain
        and charger_refusal(pos, unit, v.hex) is None
        and overrun_origins(pos, v, unit)
    ]


def overrun_targets(pos: DropPosition, done: Sequence[int]) -> list[int]:
    """The hexes that some vehicle can overrun now."""
    content = pos.content
    ready = [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0 and content.is_armoured[unit] and attack_refusal(pos, unit) is None
    ]
    found: list[int] = []
    for hex in enemy_stacks(pos, done) if ready else ():
        if overrun_refusal(pos, hex) is not None:
            continue
        far = content.land.distances(hex)
        beside = content.land.neighbours[hex * 6 : hex * 6 + 6]
        if any(
            # Outside towns a hex costs at least a point, so this leaves out only what is hopelessly far.
            far[pos.where[unit]] <= content.move[unit] + content.land.town_gain
            and not charge_reach(pos, unit).cost.keys().isdisjoint(beside)
            and charger_refusal(pos, unit, hex) is None
            and overrun_origins(pos, Charge(hex), unit)
            for unit in ready
        ):
            found.append(hex)
    return sorted(found)


def why_not_overrun(pos: DropPosition, hex: int) -> Refusal:
    """Why a hex is not among the targets: what is in it, no way through it, or no room beyond it."""
    barred = overrun_refusal(pos, hex)
    if barred is not None:
        return barred
    tanks = [u for u in pos.content.units_of[pos.mover] if pos.where[u] >= 0]
    able = [unit for unit in tanks if charger_refusal(pos, unit, hex) is None]
    full = (room_refusal(pos, Charge(hex), u, origin) for u in able for origin in approaches(pos, u, hex))
    nobody = Refusal("pb.overrun.5", "no vehicle can drive straight through and out beyond it.")
    return next((one for one in full if one is not None), nobody)


@rule("pb.overrun.7", "pb.overrun.8", "pb.elevation.3")
def overrun_sheet(pos: DropPosition, v: Melee) -> Sheet:
    """The attack: printed factors, the whole stack, one column better, die -2; elevation does not matter."""
    shift = Term("one column better", "", "pb.overrun.8")
    dice = [Term("die: overrun", f"{pos.content.die_modifier('overrun'):+d}", "pb.overrun.8")]
    return printed_sheet(pos, v, enemies_at(pos, v.hex), "pb.overrun.7", shift, dice)


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.overrun.9")
class ChooseOverrun(ChooseHex):
    """Each hex is overrun once a turn at most."""

    title = "Overruns come before all other vehicle movement"

    verb = "overrun"
    once = "pb.overrun.9"
    attack = Charge


@rule("pb.overrun.1", "pb.overrun.4", "pb.overrun.5", "pb.overrun.9")
class JoinOverrun(Join):
    title = "Vehicles join the overrun, each from a hex of its own choice"

    verb = "charge"
    way = "through"


@rule("pb.overrun.4", "pb.balance.2")
class DriveUp(CloseIn):
    title = "The vehicles drive up; unseen enemies on the way stop them"

    def come_up(self, game: Game[DropPosition], unit: int, origin: int) -> bool:
        pos = game.pos
        if not pos.content.hidden:
            return True
        found = charge_reach(pos, unit)
        if origin not in found.cost:
            # What has just been found by another vehicle closes the way of this one.
            pos.marks[unit] |= SPENT
            return False
        stop = pos.where[unit]
        for hex in path_to(found.came, origin):
            if pos.has_enemy(hex, pos.content.side[unit]):
                drive_to(game, unit, stop)
                stopped_by(game, unit, hex)
                return False
            stop = hex if has_room(pos, hex, (unit,)) else stop
        return True


def drive_to(game: Game[DropPosition], unit: int, hex: int) -> None:
    """A vehicle stops on its way, if it does not stand there already."""
    if game.pos.where[unit] != hex:
        game.pos.place(unit, hex)
        tell_unit(game, "moved", unit, hex, rule="pb.overrun.4")


def come_out(game: Game[DropPosition], unit: int, hex: int) -> None:
    """A vehicle ends its overrun; where that is the hex in which it began, the log says so."""
    if game.pos.where[unit] == hex:
        tell_unit(game, "came-back", unit, hex, rule="pb.overrun.4")
    drive_to(game, unit, hex)


@rule("pb.overrun.7", "pb.overrun.8")
class OverrunRoll(MeleeRoll):
    title = "The die is rolled"

    told = "overran"
    cited = "pb.overrun.8"
    printed = "pb.overrun.7"


@rule("pb.overrun.4", "pb.overrun.5", "pb.balance.2")
class DriveOn(Action[DropPosition, Melee]):
    """One that finds unseen enemies there stops in the overrun hex if it is empty, else before it."""

    title = "The vehicles drive on to the far side and stop"

    def run(self, game: Game[DropPosition], v: Melee) -> None:
        pos = game.pos
        for unit, origin in zip(v.units, v.origins, strict=True):
            pos.marks[unit] |= MOVED
            exit = exit_of(pos, v.hex, origin)
            if not stopped_by(game, unit, exit) and (not pos.content.hidden or has_room(pos, exit, (unit,))):
                come_out(game, unit, exit)
                continue
            free = [hex for hex in (v.hex, origin) if not pos.has_enemy(hex, pos.content.side[unit])]
            come_out(game, unit, next((hex for hex in free if has_room(pos, hex, (unit,))), pos.where[unit]))


overrun = Procedure(
    "overrun",
    JoinOverrun(chargers, overrun_origins, overrun_sheet, drive_refusal, overrun_way_refusal),
    DriveUp(),
    OverrunRoll(overrun_sheet, enemies_at),
    DriveOn(),
    title="Overrun",
    vars=Charge,
    sees=in_hand,
)
overruns = Procedure(
    "overruns",
    ChooseOverrun(overrun_targets, why_not_overrun),
    title="Overruns",
    start=lambda pos, v: FoughtHexes(),
    vars=FoughtHexes,
    sees=OPEN,
)
