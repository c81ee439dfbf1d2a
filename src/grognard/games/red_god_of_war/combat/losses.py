"""Steps lost, units destroyed, hexes entered: what combat and movement share; who usually loses."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Choice, Game, by_rank, rule
from grognard.games.red_god_of_war.position import (
    DEAD,
    GERMAN,
    OWED,
    PAID,
    SOVIET,
    UNLIT,
    WAITING,
    WITHDRAWN,
    RedGodPosition,
)


def survivors(pos: RedGodPosition, formation: int) -> list[int]:
    """The units of a division or corps that are on the map."""
    return [unit for unit in pos.content.members[formation] if pos.hex[unit] >= 0]


def whole_formation(pos: RedGodPosition, formation: int) -> list[int]:
    """All that a division or corps still is: its units on the map, and those that wait to arrive."""
    return [unit for unit in pos.content.members[formation] if pos.hex[unit] >= WAITING]


@rule("rgw.losses.2", "rgw.losses.6")
def lose_step(game: Game[RedGodPosition], unit: int, why: str) -> None:
    """A full unit flips to its reduced side; a reduced or one-step unit is destroyed (rule:8.2)."""
    pos = game.pos
    pos.steps[unit] -= 1
    if pos.content.side[unit] == SOVIET:
        pos.steps_this_turn += 1
    game.tell("step", unit, pos.steps[unit], rule=why)
    if pos.steps[unit] == 0:
        destroy(game, unit, why)


def destroy(game: Game[RedGodPosition], unit: int, why: str) -> None:
    """Take a unit off the map for good and remember what its death means for the two leaders."""
    pos = game.pos
    pos.place(unit, DEAD)
    pos.steps[unit] = 0
    game.tell("destroyed", unit, rule=why)
    count_formation(pos, unit, 1)


def count_formation(pos: RedGodPosition, unit: int, by: int) -> None:
    """With a dead unit its division or corps is gone too: a German division, the last of a mobile one."""
    content = pos.content
    formation = content.formation[unit]
    is_last = formation >= 0 and not whole_formation(pos, formation)
    if content.side[unit] == GERMAN:
        pos.division_died += by * (
            content.is_division[unit] or (is_last and content.has_integrity[formation])
        )
    elif is_last and content.formation_kinds[formation] in MOBILE_CORPS:
        pos.corps_destroyed += by


MOBILE_CORPS = ("tank-corps", "mech-corps", "cavalry-corps")


def restore_step(game: Game[RedGodPosition], unit: int, hex: int, why: str) -> None:
    """Give back a step lost in this combat; a unit it had destroyed returns on its last step."""
    pos = game.pos
    if pos.steps[unit] == 0:
        count_formation(pos, unit, -1)
        pos.place(unit, hex)
    pos.steps[unit] += 1
    if pos.content.side[unit] == SOVIET:
        pos.steps_this_turn -= 1
    game.tell("restored", unit, pos.steps[unit], rule=why)


def withdraw_unit(game: Game[RedGodPosition], unit: int, why: str) -> None:
    """Send a unit off to another front: it leaves the map and gives nobody points."""
    game.pos.place(unit, WITHDRAWN)
    game.tell("withdrawn", unit, rule=why)


@rule("rgw.movement.7")
def enter_hex(game: Game[RedGodPosition], units: Sequence[int], hex: int, passing: bool = False) -> None:
    """Put units in a hex: it comes under their control, and an enemy HQ alone in it gives way."""
    pos = game.pos
    side = pos.content.side[units[0]]
    pos.place_all(units, hex)
    if not passing or pos.content.options["control-in-passing"]:
        take_control(game, hex, side)
    for unit in [other for other in pos.at(hex) if pos.content.side[other] != side]:
        displace_hq(game, unit)


def take_control(game: Game[RedGodPosition], hex: int, side: int) -> None:
    """The side whose unit last entered a hex controls it."""
    pos = game.pos
    if pos.control[hex] == side:
        return
    pos.control[hex] = side
    worth = pos.content.objective[SOVIET][hex]
    if worth:
        game.tell("taken", hex, side, worth, rule="rgw.turn.5")
    if side == SOVIET:
        if worth >= pos.content.tables["stalin-modifiers"].integer("objective-taken", "threshold"):
            pos.took_objective = 1
        if worth >= pos.content.tables["okw-modifiers"].integer("objective-lost", "threshold"):
            pos.lost_objective = 1


@rule("rgw.stacking.11", "rgw.halt.7")
def displace_hq(game: Game[RedGodPosition], hq: int) -> None:
    """An HQ caught alone goes to the nearest friendly hex at least five away, or is lost (rule:hq).

    The point it was put in combat supply with stays spent on it: a halt can still give it back.
    """
    pos = game.pos
    refuge = refuge_for(pos, hq)
    if pos.lit[hq] == PAID:
        pos.flags[hq] |= OWED
    pos.lit[hq] = UNLIT
    if refuge == NOTHING:
        pos.place(hq, DEAD)
        if hq in pos.cup:
            pos.cup.remove(hq)
        game.tell("destroyed", hq, rule="rgw.stacking.11")
        return
    pos.barred[hq] = pos.turn + 1
    pos.place(hq, refuge)
    game.tell("displaced", hq, refuge, rule="rgw.stacking.11")


def refuge_for(pos: RedGodPosition, hq: int) -> int:
    """The nearest hex under friendly control, free of the enemy, that is far enough away."""
    content = pos.content
    side = content.side[hq]
    far = content.grid.distances(pos.hex[hq])
    least = content.limit("hq-escape")
    away = [hex for hex in range(content.hexes) if far[hex] >= least and pos.control[hex] == side]
    free = [hex for hex in away if not pos.is_enemy_held(hex, side)]
    return min(free, key=lambda hex: far[hex], default=NOTHING)


# -- how questions about strength are usually answered ---------------------------------------------


def strength(pos: RedGodPosition, unit: int, steps: int) -> int:
    """The printed attack and defence of a unit with so many steps, added up."""
    return pos.content.attack[unit * 3 + steps] + pos.content.defence[unit * 3 + steps]


def strength_of(pos: RedGodPosition, units: Sequence[int]) -> int:
    """The strength of units as they are now."""
    return sum(strength(pos, unit, pos.steps[unit]) for unit in units)


def step_lost(pos: RedGodPosition, v: object, choice: Choice) -> int:
    """The strength that a unit's next lost step costs."""
    unit = choice[1]
    return strength(pos, unit, pos.steps[unit]) - strength(pos, unit, pos.steps[unit] - 1)


def step_gained(pos: RedGodPosition, v: object, choice: Choice) -> int:
    """The strength that a step given back brings, as a rank: the most first."""
    unit = choice[1]
    return strength(pos, unit, pos.steps[unit]) - strength(pos, unit, pos.steps[unit] + 1)


def leaver(pos: RedGodPosition, v: object, choice: Choice) -> tuple[bool, int]:
    """The strength that leaves the map; one division goes before two brigades."""
    verb, unit = choice
    corps = verb == "dismiss-corps"
    units = survivors(pos, pos.content.formation[unit]) if corps else (unit,)
    return (not corps and not pos.content.is_division[unit], strength_of(pos, units))


WEAKEST_LOSES: Final = by_rank("weakest", "The unit loses a step that loses least strength by it.", step_lost)
STRONGEST_GAINS: Final = by_rank("strongest", "The step comes back that brings most strength.", step_gained)
WEAKEST_LEAVES: Final = by_rank("weakest", "What has least strength leaves.", leaver)
