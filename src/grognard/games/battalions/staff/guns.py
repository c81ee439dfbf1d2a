"""What a bombardment promises: the whole table of results, against the ammunition that it costs."""

from collections.abc import Sequence
from typing import Final

from grognard.core.flow.chance import dice
from grognard.games.battalions.combat.results import DEMORALIZES, DISRUPTS, MARKS
from grognard.games.battalions.guns.ammunition import salvo_price
from grognard.games.battalions.guns.bombardment import NO_COLUMN, bombard_sheet, column_of, density, hit_units
from grognard.games.battalions.model.position import DEMORALIZED, IN_ORDER
from grognard.games.battalions.staff.prospects import ROUTED, SHAKEN, mean_step
from grognard.games.battalions.staff.situation import Situation

A_LEVEL: Final = 0.15
"""What a level of ammunition is worth that no salvo in store replaces, in points, while there is a later."""
BEFORE_AN_ATTACK: Final = 3.0
"""How many times disorder counts in a hex that is attacked in the same turn."""
A_STACK: Final = 3
"""Units in a stack for which its disorder is reckoned."""


def barrage_worth(now: Situation, guns: Sequence[int], target: int, is_attacked: bool) -> float:
    """What these guns destroy and disorder in a hex on average, in points, less what they spend."""
    pos = now.pos
    column = column_of(pos, bombard_sheet(pos, guns, target)[1], density(pos, target)) if guns else NO_COLUMN
    units = hit_units(pos, target)
    if column == NO_COLUMN or not units:
        return 0.0
    table = pos.content.tables["bombardment"]
    name, total = table.columns[column], 0.0
    for roll, ways in dice(2):
        text = table.text(str(roll), name).replace("-", "")
        mark = MARKS[text[-1:] if text[-1:] in ("D", "M") else ""]
        total += ways * _harm(now, units, int(text.rstrip("DM") or 0), mark, is_attacked)
    return total / 36 - sum(_price(now, gun) for gun in guns)


def _harm(now: Situation, units: Sequence[int], steps: int, mark: int, is_attacked: bool) -> float:
    """What one result is worth: steps as the ladder counts them, and disorder of who is still in order."""
    pos = now.pos
    lost = min(steps, sum(pos.steps[unit] for unit in units))
    found = now.stakes.worth(lost * mean_step(now, units)) + now.later * lost * now.strength
    if mark == DISRUPTS:
        fresh = sum(pos.morale_state[unit] == IN_ORDER for unit in units)
        shock = SHAKEN * fresh / A_STACK
    else:
        fresh = sum(pos.morale_state[unit] != DEMORALIZED for unit in units)
        shock = ROUTED * fresh / A_STACK if mark == DEMORALIZES else 0.0
    return found + shock * (BEFORE_AN_ATTACK if is_attacked else now.later)


def _price(now: Situation, gun: int) -> float:
    """What the level of ammunition is worth that the gun spends: little where salvos wait in store."""
    pos = now.pos
    if not pos.content.combat.spends_ammunition(pos, gun):
        return 0.0
    is_replaced = pos.salvos_for(gun) >= salvo_price(pos, gun)
    return now.later * A_LEVEL * (0.1 if is_replaced else 1.0)
