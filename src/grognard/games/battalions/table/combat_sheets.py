"""What lies on the table of a combat: the sheets of an attack or bombardment, its hex, what is in hand."""

from typing import Any

from grognard.core.chapter import NOTHING, Explanation
from grognard.games.battalions.combat.after.breakthrough import Breakthrough
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.declaration import Declare, opened
from grognard.games.battalions.combat.odds.armor import with_armor
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.guns.bombardment import Barrage, sheet
from grognard.games.battalions.model.position import BattalionPosition

BUILDING = (Declare, Breakthrough, Barrage)
"""Orders that are still being put together."""


def top_vars(pos: BattalionPosition) -> Any:
    """The vars of the running procedure."""
    return pos.stack[-1].vars if pos.stack else ()


def attack_on_table(pos: BattalionPosition) -> Combat | None:
    """The attack being named or fought, up to its roll."""
    v = top_vars(pos)
    if isinstance(v, (Declare, Breakthrough)) and v.target != NOTHING and v.picked:
        return opened(pos, v.target, v.picked, isinstance(v, Breakthrough))
    return next((frame.vars for frame in reversed(pos.stack) if isinstance(frame.vars, Combat)), None)


def sheets(pos: BattalionPosition) -> list[Explanation]:
    """Attack, defence and odds; or what a bombardment is worth."""
    v = top_vars(pos)
    if isinstance(v, Barrage) and v.target != NOTHING and v.picked:
        return [sheet(pos, v.picked, v.target)]
    attack = attack_on_table(pos)
    return [] if attack is None else Sheet(pos, foreseen(pos, attack)).explanations()


def foreseen(pos: BattalionPosition, v: Combat) -> Combat:
    """An attack with its armor shift as it would be if all took part, until the levels are known."""
    return with_armor(pos, v) if v.attack_level == NOTHING else v


def shows(pos: BattalionPosition, side: int) -> bool:
    """May a side see these sheets? An order being built is its owner's, if he has seen its target."""
    v = top_vars(pos)
    if not isinstance(v, BUILDING) or v.target == NOTHING:
        return True
    enemy = pos.of_side_at(v.target, 1 - pos.phasing)
    return side == pos.phasing and all(pos.knows(side, unit) or pos.dispersed[unit] for unit in enemy)


def units_in_hand(pos: BattalionPosition) -> tuple[int, ...]:
    """The counters that are being put into an order."""
    v = top_vars(pos)
    if isinstance(v, BUILDING):
        return v.picked
    return v.draft if isinstance(v, Combat) else ()
