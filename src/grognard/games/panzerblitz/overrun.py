"""Overrun: armoured vehicles drive straight through an enemy hex in the open."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chance import D6, Outcome
from grognard.core.flow import Decision, Game, Procedure, Roll
from grognard.core.hexes import opposite
from grognard.core.ledger import rule
from grognard.core.paths import CLOSED
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Refusal, Ruling, Term
from grognard.games.panzerblitz.breakdown import DONE, defence_of
from grognard.games.panzerblitz.content import CLASS_I
from grognard.games.panzerblitz.fire import CANCEL, RESOLVE
from grognard.games.panzerblitz.mines import RESULTS
from grognard.games.panzerblitz.movement import barred_hexes
from grognard.games.panzerblitz.position import SPENT, DropPosition
from grognard.games.panzerblitz.results import (
    BEST,
    Sheet,
    apply_result,
    dispersed_modifier,
    odds_column,
    odds_refusal,
    result_of,
)
from grognard.games.panzerblitz.sight import knows
from grognard.games.panzerblitz.stacking import SOFT, has_room, target_class
from grognard.games.panzerblitz.targets import NO_FIRE, attack_refusal, enemies_at
from grognard.games.panzerblitz.telling import tell_unit


class Overruns(NamedTuple):
    """The hexes that have been overrun this turn."""

    done: tuple[int, ...] = ()


class Charge(NamedTuple):
    """An overrun being built: its hex, the vehicles in it, and the hex each comes from."""

    hex: int
    units: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    picked: int = NOTHING


# -- questions ----------------------------------------------------------------------------------


@rule("pb.overrun.3")
def target_refusal(pos: DropPosition, hex: int) -> Ruling:
    """Why a hex cannot be overrun: only units in the open can, not in forts, on mines or behind blocks."""
    content = pos.content
    place = content.land.names[hex]
    if not any(knows(pos, pos.mover, unit) for unit in pos.of_side_at(hex, 1 - pos.mover)):
        return Refusal("pb.overrun.3", f"no enemy is in {place}.")
    if not content.land.is_open[hex]:
        return Refusal("pb.overrun.3", f"{place} is {content.land.ground[hex]}, not clear ground.")
    if hex in pos.mines or hex in pos.blocks or pos.fort_at(hex):
        return Refusal("pb.overrun.3", f"there is a fort, a minefield or a block in {place}.")
    if pos.of_side_at(hex, pos.mover):
        return Refusal("pb.overrun.3", f"your own units are in {place} as well.")
    return None


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

    It must be able to pay all the way to the exit hex, without the road rate; no enemy may be there.
    """
    content = pos.content
    land = content.land
    costs = content.exit_cost[content.column[unit]]
    side = content.side[unit]
    wanted: dict[int, int] = {}
    budget = content.move[unit] * 2
    for direction in range(6):
        entry = land.neighbours[hex * 6 + direction]
        exit = land.neighbours[hex * 6 + opposite(direction)]
        if entry < 0 or exit < 0 or pos.has_enemy(exit, side) or exit in pos.mines or exit in pos.blocks:
            continue
        through = costs[entry * 6 + opposite(direction)] + costs[hex * 6 + opposite(direction)]
        if through <= budget:
            wanted[entry] = budget - through
    if not wanted:
        return []
    reached = reach(pos, unit)
    return sorted(entry for entry, most in wanted.items() if reached.get(entry, CLOSED) <= most)


def reach(pos: DropPosition, unit: int) -> dict[int, int]:
    """Cheapest cost off the road rate to every hex in reach; enemies, mines and blocks stop a vehicle."""
    known = pos.known_ways.get(unit)
    if known is None:
        known = _reach(pos, unit)
        pos.known_ways[unit] = known
    return known


def _reach(pos: DropPosition, unit: int) -> dict[int, int]:
    content = pos.content
    neighbours = content.land.neighbours
    costs = content.exit_cost[content.column[unit]]
    # Three half points at least are kept for the way through: clear ground, then a town.
    limit = max(0, content.move[unit] * 2 - 3)
    side = content.side[unit]
    barred = barred_hexes(pos, side)
    barred.update(pos.mines, pos.blocks)
    start = pos.where[unit]
    best = {start: 0}
    buckets: list[list[int]] = [[start]] + [[] for _ in range(limit)]
    for spent in range(limit + 1):
        for here in buckets[spent]:
            if best[here] != spent:
                continue
            for exit in range(here * 6, here * 6 + 6):
                total = spent + costs[exit]
                # An exit off the map is closed, so its price is beyond every limit.
                if total > limit:
                    continue
                there = neighbours[exit]
                if total < best.get(there, CLOSED) and there not in barred:
                    best[there] = total
                    buckets[total].append(there)
    return best


def exit_of(pos: DropPosition, hex: int, origin: int) -> int:
    """The hex on the far side of an overrun hex."""
    grid = pos.content.grid
    return grid.step(hex, grid.direction(origin, hex))


@rule("pb.overrun.5")
def origins_for(pos: DropPosition, v: Charge, unit: int) -> list[int]:
    """The hexes a vehicle may come from such that there is room where it and the others come out."""
    found: list[int] = []
    for origin in approaches(pos, unit, v.hex):
        exit = exit_of(pos, v.hex, origin)
        same = [u for u, o in zip(v.units, v.origins, strict=True) if exit_of(pos, v.hex, o) == exit]
        # Vehicles that will have driven off are still counted where they stand: the defender's luck.
        if has_room(pos, exit, (*same, unit)):
            found.append(origin)
    return found


def chargers(pos: DropPosition, v: Charge) -> list[int]:
    """The vehicles that may join this overrun."""
    content = pos.content
    found: list[int] = []
    for unit in content.units_of[pos.mover]:
        here = pos.where[unit]
        if here < 0 or not content.is_armoured[unit] or pos.marks[unit] & NO_FIRE or unit in v.units:
            continue
        if content.distance(here, v.hex) > content.move[unit] + content.land.town_gain:
            continue
        if charger_refusal(pos, unit, v.hex) is None and origins_for(pos, v, unit):
            found.append(unit)
    return found


def overrun_targets(pos: DropPosition, done: Sequence[int]) -> list[int]:
    """The hexes that some vehicle can overrun now."""
    content = pos.content
    sides = content.side
    neighbours = content.land.neighbours
    ready = [
        unit
        for unit in content.units_of[pos.mover]
        if pos.where[unit] >= 0 and content.is_armoured[unit] and attack_refusal(pos, unit) is None
    ]
    found: list[int] = []
    if not ready:
        return found
    for hex, units in pos.stacks().items():
        if hex in done or (sides[units[0]] == pos.mover and sides[units[-1]] == pos.mover):
            continue
        if target_refusal(pos, hex) is not None:
            continue
        far = content.land.distances(hex)
        for unit in ready:
            # Outside towns a hex costs at least a point, so this leaves out only what is hopelessly far.
            if far[pos.where[unit]] > content.move[unit] + content.land.town_gain:
                continue
            reached = reach(pos, unit)
            if not any(there in reached for there in neighbours[hex * 6 : hex * 6 + 6]):
                continue
            if charger_refusal(pos, unit, hex) is None and origins_for(pos, Charge(hex), unit):
                found.append(hex)
                break
    found.sort()
    return found


@rule("pb.overrun.7", "pb.overrun.8", "pb.elevation.3")
def overrun_sheet(pos: DropPosition, hex: int, units: Sequence[int]) -> Sheet:
    """The attack: printed factors, the whole stack, one column better, die -2; elevation does not matter."""
    content = pos.content
    terms = [Term(content.unit_names[unit], str(content.attack[unit]), "pb.overrun.7") for unit in units]
    total = sum(content.attack[unit] for unit in units)
    target = enemies_at(pos, hex)
    defence = defence_of(pos, target, hex)
    column = odds_column(pos, total, defence)
    terms.append(Term("attack factors", str(total), "pb.overrun.7"))
    terms.append(Term("defence factors", str(defence), "pb.overrun.7"))
    terms.append(Term("odds", content.odds_names[column] if column >= 0 else "too long", "pb.fire.8"))
    if column >= 0:
        column = min(column + 1, BEST)
        terms.append(Term("one column better", content.odds_names[column], "pb.overrun.8"))
    modifier = content.die_modifier("overrun")
    terms.append(Term("die: overrun", f"{modifier:+d}", "pb.overrun.8"))
    weak = dispersed_modifier(pos, target)
    if weak:
        terms.append(Term("die: dispersed target", f"{weak:+d}", "pb.results.2"))
    return Sheet(total, defence, column, modifier + weak, tuple(terms))


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.overrun.9")
class ChooseOverrun(Decision):
    """Overruns come before all other vehicle movement

    Each hex is overrun once a turn at most.
    """

    def side(self, pos: DropPosition, v: Overruns) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Overruns) -> list[Choice]:
        found: list[Choice] = [("overrun", hex) for hex in overrun_targets(pos, v.done)]
        return [*found, DONE] if found else found

    def take(self, game: Game, v: Overruns, choice: Choice) -> None:
        if choice == DONE:
            game.next()
        else:
            game.call("overrun", Charge(choice[1]))

    def refuse(self, pos: DropPosition, v: Overruns, choice: Choice) -> Ruling:
        verb, hex = choice
        if verb != "overrun" or not 0 <= hex < pos.content.land.size:
            return None
        if hex in v.done:
            return Refusal("pb.overrun.9", f"{pos.content.land.names[hex]} has been overrun this turn.")
        named = target_refusal(pos, hex)
        return named or Refusal("pb.overrun.5", "no vehicle can drive straight through and out beyond it.")


@rule("pb.overrun.1", "pb.overrun.4", "pb.overrun.5", "pb.overrun.9")
class JoinOverrun(Decision):
    """Vehicles join the overrun, each from a hex of its own choice"""

    def side(self, pos: DropPosition, v: Charge) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Charge) -> list[Choice]:
        if v.picked >= 0:
            return [*(("through", hex) for hex in origins_for(pos, v, v.picked)), CANCEL]
        found: list[Choice] = [("charge", unit) for unit in chargers(pos, v)]
        if overrun_sheet(pos, v.hex, v.units).column >= 0:
            found.append(RESOLVE)
        return [*found, CANCEL]

    def take(self, game: Game, v: Charge, choice: Choice) -> None:
        verb, noun = choice
        if verb == "charge":
            game.update(v._replace(picked=noun))
        elif verb == "through":
            game.update(Charge(v.hex, (*v.units, v.picked), (*v.origins, noun)))
        elif verb == "cancel":
            game.leave()
        else:
            game.next()

    def refuse(self, pos: DropPosition, v: Charge, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "charge" and 0 <= noun < pos.content.units:
            why = f"{pos.content.unit_names[noun]} cannot drive straight through and out beyond it."
            return charger_refusal(pos, noun, v.hex) or Refusal("pb.overrun.5", why)
        if verb == "through" and v.picked >= 0:
            return Refusal("pb.overrun.4", "there is no way straight through from there.")
        if verb == "resolve":
            sheet = overrun_sheet(pos, v.hex, v.units)
            return odds_refusal(pos, sheet.attack, sheet.defence)
        return None


@rule("pb.overrun.7", "pb.overrun.8")
class OverrunRoll(Roll):
    """The die is rolled; the vehicles drive on to the far side and stop"""

    def outcomes(self, pos: DropPosition, v: Charge) -> list[Outcome]:
        return D6

    def take(self, game: Game, v: Charge, noun: int) -> None:
        pos: DropPosition = game.pos
        sheet = overrun_sheet(pos, v.hex, v.units)
        result = result_of(pos, sheet.column, noun, sheet.modifier)
        game.tell(
            "overran", v.hex, sheet.column, noun, sheet.modifier, RESULTS.index(result), rule="pb.overrun.8"
        )
        apply_result(game, enemies_at(pos, v.hex), v.hex, result)
        for unit, origin in zip(v.units, v.origins, strict=True):
            pos.place(unit, exit_of(pos, v.hex, origin))
            pos.marks[unit] |= SPENT
            tell_unit(game, "moved", unit, pos.where[unit], 1, rule="pb.overrun.4")
        game.leave()
        # The step below remembers the hex: it is overrun once a turn.
        game.update(Overruns((*pos.stack[-1].vars[0], v.hex)))


overrun = Procedure("overrun", JoinOverrun(), OverrunRoll(), title="Overrun", vars=Charge)
overruns = Procedure(
    "overruns", ChooseOverrun(), title="Overruns", start=lambda pos, v: Overruns(), vars=Overruns
)
