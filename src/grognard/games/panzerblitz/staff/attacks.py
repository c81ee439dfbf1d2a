"""The attacks the staff would make: by fire, by overrun, by assault, with their exact chances."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.position import NOTHING
from grognard.games.panzerblitz.combat.close_assault import (
    Storm,
    assault_origins,
    assault_sheet,
    assault_targets,
    joiners,
)
from grognard.games.panzerblitz.combat.fire import Attack, helpers, volley
from grognard.games.panzerblitz.combat.melee import Melee, with_units
from grognard.games.panzerblitz.combat.overrun import (
    Charge,
    chargers,
    exit_of,
    overrun_origins,
    overrun_sheet,
    overrun_targets,
)
from grognard.games.panzerblitz.combat.results import BEST, dispersed_modifier, odds_column
from grognard.games.panzerblitz.combat.targets import (
    enemies_at,
    fire_strength,
    firepower,
    lines_of_fire,
    only_whole,
    weakest,
    whole_target,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of, group_of
from grognard.games.panzerblitz.model.position import DISPERSED, DropPosition
from grognard.games.panzerblitz.staff.advice import Worth, gain
from grognard.games.panzerblitz.staff.danger import Danger

CLOSE_BETTER: Final = 1.2
"""So much better must an attack at close quarters be for units to hold their fire for it."""

SNAP_ENOUGH: Final = 0.2
"""Opportunity fire worth less than this is not opened."""

SPENDING: Final = 0.004
"""What a factor of attack is worth somewhere else, so that nobody shoots sparrows with rockets."""


class PlannedFire(NamedTuple):
    """An attack the staff would make: its worth, whom it aims at, and who joins next (or nobody)."""

    worth: float
    aim: tuple[int, ...]
    joins: int


# -- fire ---------------------------------------------------------------------------------------


def aims(pos: DropPosition, hex: int) -> list[tuple[int, ...]]:
    """The targets in a hex that are worth thinking about: all of it, and one of each kind of single unit."""
    found = [whole_target(pos, hex)]
    if not only_whole(pos, hex):
        seen: set[tuple[int, int, int]] = set()
        for unit in weakest(pos, hex):
            kind = (pos.content.company[unit], pos.content.defence[unit], pos.marks[unit] & DISPERSED)
            if kind not in seen:
                seen.add(kind)
                found.append((unit,))
    return found


def plan_fire(pos: DropPosition, worth: Worth, v: Attack) -> PlannedFire:
    """The best way to go on with an attack on this hex, from the aim and the firers it already has."""
    targets = [v.aim] if v.aim else aims(pos, v.hex)
    return max((_plan_aim(pos, worth, v._replace(aim=aim)) for aim in targets), key=lambda plan: plan.worth)


def _plan_aim(pos: DropPosition, worth: Worth, v: Attack) -> PlannedFire:
    """Add the strongest firers one after another, and remember where it was best to stop."""
    defence = defence_of(pos, v.aim, v.hex)
    modifier = pos.content.cover[v.hex] + dispersed_modifier(pos, v.aim)
    column = odds_column(pos, fire_strength(pos, v.hex, v.aim, v.firers), defence)
    best = PlannedFire(gain(pos, worth, v.aim, column, modifier) - _spent(pos, v.firers), v.aim, -1)
    if column < 0:
        best = PlannedFire(0.0, v.aim, -1)
    first = -1
    while column < BEST:
        able = [unit for unit in helpers(pos, v) if unit not in worth.reserved]
        if not able:
            break
        unit = max(able, key=lambda one: firepower(pos, one, v.hex, True) + firepower(pos, one, v.hex, False))
        first = unit if first < 0 else first
        v = v._replace(firers=(*v.firers, *volley(pos, unit, v)))
        now = odds_column(pos, fire_strength(pos, v.hex, v.aim, v.firers), defence)
        if now > column:
            value = gain(pos, worth, v.aim, now, modifier) - _spent(pos, v.firers)
            if value > best.worth:
                best = PlannedFire(value, v.aim, first)
            column = now
    return best


def plan_snap(pos: DropPosition, worth: Worth, v: Attack, able: Sequence[int]) -> int:
    """Who joins opportunity fire next; NOTHING when it is strong enough, or not worth it."""
    there = tuple(unit for unit in v.aim if pos.where[unit] == v.hex)
    if not there or not able:
        return NOTHING
    defence = defence_of(pos, there, v.hex)
    modifier = pos.content.cover[v.hex]
    column = odds_column(pos, fire_strength(pos, v.hex, there, v.firers), defence)
    all_in = odds_column(pos, fire_strength(pos, v.hex, there, (*v.firers, *able)), defence)
    if column >= BEST or all_in <= column or gain(pos, worth, there, all_in, modifier) < SNAP_ENOUGH:
        return NOTHING
    return max(able, key=lambda unit: fire_strength(pos, v.hex, there, (unit,)))


def _spent(pos: DropPosition, firers: Sequence[int]) -> float:
    return SPENDING * sum(pos.content.attack[unit] for unit in firers)


# -- overrun and assault ------------------------------------------------------------------------


def drive(pos: DropPosition, worth: Worth, hex: int) -> list[int]:
    """The vehicles that could overrun a hex, the strongest first; not those that hold a road to the end."""
    able = [unit for unit in chargers(pos, Charge(hex)) if unit not in worth.holders]
    return sorted(able, key=lambda unit: -pos.content.attack[unit])


def overrun_gain(pos: DropPosition, worth: Worth, danger: Danger, hex: int, units: Sequence[int]) -> float:
    """What an overrun by these vehicles destroys on average, less what they lose where they come out."""
    sheet = overrun_sheet(pos, Charge(hex, tuple(units), tuple(pos.where[unit] for unit in units)))
    reply = sum(
        worth.of_unit(pos, unit) * danger.reply(unit, safest_exit(pos, danger, hex, unit))
        + worth.post(pos, unit)
        for unit in units
    )
    return gain(pos, worth, enemies_at(pos, hex), sheet.column, sheet.modifier) - reply


def safest_exit(pos: DropPosition, danger: Danger, hex: int, unit: int) -> int:
    """The hex in which a vehicle that overruns this one is least in danger afterwards."""
    exits = [exit_of(pos, hex, origin) for origin in overrun_origins(pos, Charge(hex), unit)]
    return min(exits, key=lambda exit: (danger.risk(exit, unit), exit), default=pos.where[unit])


def next_stormer(pos: DropPosition, worth: Worth, v: Melee, picked: int = NOTHING) -> tuple[int, int]:
    """The strongest unit that may join an assault and the hex it comes from: in cover, and rather its own."""
    units = [picked] if picked >= 0 else joiners(pos, v)
    for unit in sorted(units, key=lambda unit: -pos.content.attack[unit]):
        stay = pos.where[unit]
        origins = assault_origins(pos, v, unit)
        if unit in worth.holders:
            # Who holds a road does not leave it; who is to step onto one has no time to fight.
            origins = [stay] if stay in origins and stay in worth.roads_at else []
        if stay in origins and worth.post(pos, unit) > 0:
            origins = [stay]
        if origins:
            return (unit, max(origins, key=lambda hex: (pos.content.cover[hex], hex == stay)))
    return (NOTHING, NOTHING)


def storm(pos: DropPosition, worth: Worth, hex: int) -> Storm:
    """The assault on a hex as the staff would build it."""
    v = Storm(hex)
    while assault_sheet(pos, v).column < BEST:
        unit, origin = next_stormer(pos, worth, v)
        if unit < 0:
            break
        v = with_units(v, group_of(pos, unit) if origin != pos.where[unit] else (unit,), origin)
    return v


def assault_gain(pos: DropPosition, worth: Worth, danger: Danger, v: Storm) -> float:
    """What an assault destroys on average, less the reply; nothing at odds nobody would storm at."""
    sheet = assault_sheet(pos, v)
    if sheet.column < 2:
        return 0.0
    reply = sum(
        worth.of_unit(pos, unit) * danger.reply(unit, origin)
        + (worth.post(pos, unit) if origin != pos.where[unit] else 0.0)
        for unit, origin in zip(v.units, v.origins, strict=True)
    )
    return gain(pos, worth, whole_target(pos, v.hex), sheet.column, sheet.modifier) - reply


def better_close(pos: DropPosition, worth: Worth, danger: Danger) -> frozenset[int]:
    """The units that do more at close quarters later in the turn than by fire now."""
    plans: list[tuple[float, tuple[int, ...]]] = []
    for hex in overrun_targets(pos, ()):
        units = tuple(drive(pos, worth, hex)[:2])
        plans.append((overrun_gain(pos, worth, danger, hex, units), units))
    for hex in assault_targets(pos, ()):
        v = storm(pos, worth, hex)
        plans.append((assault_gain(pos, worth, danger, v), v.units))
    shots = {unit: best_shot(pos, worth, unit) for _, units in plans for unit in units}
    better = [
        units
        for value, units in plans
        if value > max(0.25, CLOSE_BETTER * sum(shots[unit] for unit in units))
    ]
    return frozenset().union(*better)


def best_shot(pos: DropPosition, worth: Worth, unit: int) -> float:
    """The most a unit destroys on average by firing alone."""
    best = 0.0
    for hex, able in lines_of_fire(pos).items():
        if unit not in able:
            continue
        for aim in aims(pos, hex):
            column = odds_column(pos, fire_strength(pos, hex, aim, (unit,)), defence_of(pos, aim, hex))
            modifier = pos.content.cover[hex] + dispersed_modifier(pos, aim)
            best = max(best, gain(pos, worth, aim, column, modifier))
    return best
