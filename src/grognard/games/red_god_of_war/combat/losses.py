"""Steps lost and given back, units destroyed or sent away; who usually loses."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import Choice, Game, by_rank, rule
from grognard.games.red_god_of_war.model.formations import survivors, whole_formation
from grognard.games.red_god_of_war.model.position import DEAD, GERMAN, SOVIET, WITHDRAWN, RedGodPosition


@rule("rgw.losses.2", "rgw.losses.6")
def lose_step(game: Game[RedGodPosition], unit: int, why: str) -> None:
    """A full-strength unit is flipped; a reduced or one-step unit is destroyed (rule:8.2)."""
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


def leaver_rank(pos: RedGodPosition, v: object, choice: Choice) -> tuple[bool, int]:
    """The strength that leaves the map; one division goes before two brigades."""
    verb, unit = choice
    corps = verb == "dismiss-corps"
    units = survivors(pos, pos.content.formation[unit]) if corps else (unit,)
    return (not corps and not pos.content.is_division[unit], strength_of(pos, units))


WEAKEST_LOSES: Final = by_rank("weakest", "The unit loses a step that loses least strength by it.", step_lost)
STRONGEST_GAINS: Final = by_rank("strongest", "The step comes back that brings most strength.", step_gained)
WEAKEST_LEAVES: Final = by_rank("weakest", "What has least strength leaves.", leaver_rank)
