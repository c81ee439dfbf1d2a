"""Crossing the Prut, over its bridges and away from them."""

from typing import NamedTuple

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, rule
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import CROSSED, MOVED
from grognard.games.battalions.model.secrecy import Watched, seen_without_hand
from grognard.games.battalions.movement.allowance import can_stir, movement_allowance
from grognard.games.battalions.movement.entering import enter_hex
from grognard.games.battalions.movement.move import mover_refusal
from grognard.games.red_steel.model.position import AXIS, SOVIET, SteelPosition


class Fording(NamedTuple):
    """The unit that crosses."""

    unit: int = NOTHING


@rule("rs.prut.1", "rs.prut.3")
def can_ford(pos: SteelPosition, unit: int) -> bool:
    """May a unit of its kind cross away from a bridge at all? Axis troops on foot, no cavalry, no guns."""
    content = pos.content
    on_foot = pos.mobility_of(unit) == FOOT and content.kind[unit] not in ("cavalry", "artillery", "monitor")
    return content.side[unit] == AXIS and on_foot and not content.is_leader[unit]


@rule("rs.prut.1", "rs.prut.3")
def open_exits(pos: SteelPosition, mobility: int) -> tuple[int, ...]:
    """Both ways over every bridge, for the Axis: Soviet units may not cross the Prut at all."""
    if pos.phasing == SOVIET:
        return ()
    grid, found = pos.content.grid, []
    for near, far, vehicles in pos.spans():
        if vehicles or mobility == FOOT:
            found.append(near * 6 + grid.direction(near, far))
            found.append(far * 6 + grid.direction(far, near))
    return tuple(found)


@rule("rs.advance.7", "rs.retreat.15", "rs.prut.1", "rs.prut.3")
def may_wade(pos: SteelPosition, unit: int, here: int, there: int) -> bool:
    """After combat the Prut is crossed only where the unit could do so as a move."""
    if pos.content.side[unit] == SOVIET:
        return False
    spans = [{near, far} for near, far, cars in pos.spans() if cars or pos.mobility_of(unit) == FOOT]
    return {here, there} in spans or can_ford(pos, unit)


@rule("rs.prut.1", "rs.prut.2", "rs.prut.3")
def river_bar(pos: SteelPosition, unit: int, here: int, there: int) -> Ruling:
    """The Prut lies on the way from a hex to another, and no bridge leads this unit over it."""
    content = pos.content
    name, goal = content.unit_names[unit], content.names[there]
    direction = content.grid.direction(here, there)
    beside = direction >= 0 and content.ground.is_river[here * 6 + direction]
    if not beside and (here in content.west_bank) == (there in content.west_bank):
        return None
    if content.side[unit] == SOVIET:
        return Refusal("rs.prut.1", f"{goal} is across the Prut, which Soviet units may not cross.")
    if not can_ford(pos, unit):
        return Refusal("rs.prut.3", f"{goal} is across the Prut; {name} crosses it only by a bridge.")
    fix = "Cross the Prut with it instead of moving it." if beside else "Cross from a hex beside the Prut."
    return Refusal("rs.prut.2", f"{goal} is across the Prut: a crossing takes the whole allowance.", fix)


def river_neighbours(pos: SteelPosition, hex: int) -> list[int]:
    """The hexes on the other side of the Prut hexsides of a hex."""
    return pos.content.across.get(hex, [])


def landings(pos: SteelPosition, unit: int) -> list[int]:
    """Where a unit could land from where it stands."""
    return landing_hexes(pos, pos.hex[unit], 1 - pos.content.side[unit])


def landing_hexes(pos: SteelPosition, hex: int, enemy: int) -> list[int]:
    """The hexes across the Prut from one that the enemy does not hold."""
    return [far for far in river_neighbours(pos, hex) if far >= 0 and not pos.is_held(far, enemy)]


def at_the_bank(pos: SteelPosition, units: list[int]) -> list[int]:
    """Those of these units that stand beside the Prut."""
    banks, where = pos.content.across, pos.hex
    return [unit for unit in units if where[unit] in banks]


@rule("rs.prut.2")
def landing_refusal(pos: SteelPosition, unit: int, hex: int) -> Ruling:
    """Why the unit does not land in this hex."""
    name = pos.content.names[hex]
    if hex not in river_neighbours(pos, pos.hex[unit]):
        who = pos.content.unit_names[unit]
        return Refusal("rs.prut.2", f"{name} is not on the other bank of the Prut next to {who}.")
    if pos.is_held(hex, 1 - pos.content.side[unit]):
        return Refusal("rs.prut.2", f"{name} is held by the enemy.", "Attack it over the river.")
    return None


def fit_to_ford(pos: SteelPosition, units: list[int]) -> list[int]:
    """Those of these units, which may be moved, that `fording_refusal` says nothing against."""
    if pos.phasing != AXIS:
        return []
    where = pos.hex
    ready = [unit for unit in at_the_bank(pos, units) if not pos.spent[unit] and can_ford(pos, unit)]
    open_banks = {hex for hex in {where[unit] for unit in ready} if landing_hexes(pos, hex, SOVIET)}
    return [unit for unit in ready if where[unit] in open_banks and can_stir(pos, unit)]


@rule("rs.prut.2", "rs.prut.3")
def fording_refusal(pos: SteelPosition, unit: int) -> Ruling:
    """Why this unit may not cross the Prut from where it stands."""
    barred = mover_refusal(pos, unit)
    if barred is not None:
        return barred
    name = pos.content.unit_names[unit]
    if not can_ford(pos, unit):
        rule_id = "rs.prut.3" if pos.content.side[unit] == AXIS else "rs.prut.1"
        return Refusal(rule_id, f"{name} may not cross the Prut away from a bridge.")
    if pos.spent[unit] or not movement_allowance(pos, unit):
        return Refusal("rs.prut.2", f"{name} has not its whole allowance left.")
    if not landings(pos, unit):
        return Refusal("rs.prut.2", f"{name} has no free hex on the other bank beside it.")
    return None


@rule("rs.prut.2")
class ChooseLanding(Watched[SteelPosition, Fording]):
    """Over any Prut hexside of its hex; it may land in an enemy zone of control."""

    title = "Where to cross the Prut"
    policies = (first_option("first", "The first hex of the other bank."),)

    def side(self, pos: SteelPosition, v: Fording) -> int:
        return pos.phasing

    def options(self, pos: SteelPosition, v: Fording) -> list[Offer]:
        if v.unit == NOTHING:
            # To the other side nobody is named who crosses.
            return [Offer("land", pos.content.bank_hexes[:1])]
        return [Offer("land", landings(pos, v.unit)), Offer("put-back")]

    def take(self, game: Game[SteelPosition], v: Fording, choice: Choice) -> None:
        game.next()  # first, since a lone leader on the other bank calls for dice
        if choice[0] == "land" and v.unit != NOTHING:
            ford(game, v.unit, choice[1])

    def refuse(self, pos: SteelPosition, v: Fording, choice: Choice) -> Ruling:
        verb, hex = choice
        return landing_refusal(pos, v.unit, hex) if verb == "land" and v.unit != NOTHING else None


@rule("rs.prut.2", "rs.move-general.10")
def ford(game: Game[SteelPosition], unit: int, hex: int) -> None:
    """The crossing takes the whole allowance and tires nobody, not even at night."""
    pos = game.pos
    here = pos.hex[unit]
    pos.spent[unit] = movement_allowance(pos, unit) * 2
    pos.flags[unit] |= MOVED | CROSSED
    game.tell("forded", unit, here, hex, rule="rs.prut.2", sees=pos.viewers(unit))
    enter_hex(game, (unit,), hex)


fording = Procedure(
    "fording",
    ChooseLanding(),
    title="Crossing the Prut",
    rules=("rs.prut.2",),
    vars=Fording,
    sees=seen_without_hand,
)
