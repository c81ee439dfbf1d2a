"""How questions about strength are usually answered: who loses a step, who gets one back, who leaves."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import Choice, by_rank
from grognard.games.red_god_of_war.losses import survivors
from grognard.games.red_god_of_war.position import RedGodPosition


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
