"""What the rolls of PanzerBlitz are for that a side chooses to make, who attacks, which cell is hit."""

from typing import Final

from grognard.core.cards import Aim, TableCell, told
from grognard.games.panzerblitz.combat.close_assault import Storm
from grognard.games.panzerblitz.combat.fire import Attack
from grognard.games.panzerblitz.combat.minefields import MineAttack
from grognard.games.panzerblitz.combat.overrun import Charge
from grognard.games.panzerblitz.combat.targets import fire_sheet
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.table.sheets import melee_sheet

ATTACK_ROLLS: Final = frozenset(("FireRoll", "OverrunRoll", "AssaultRoll"))
AIMS: Final[dict[str, Aim]] = {
    "MinesExplode": Aim("the mines do harm", lambda event: event.kind == "mined" and event.facts[-1] > 0),
    "ClearMines": Aim("the minefield is cleared", told("cleared")),
}
UNCHOSEN: Final[dict[str, str]] = {
    "WindSpeed": "the wind is rolled once, when all drops are written",
    "WindDirection": "the wind is rolled once, when all drops are written",
    "DispersalDie": "the drops are written before the wind is known",
}


def attacking_side(pos: DropPosition) -> int:
    """The side whose attack is on the table."""
    match pos.vars:
        case Attack() as v:
            firers = v.plans[0][1] if v.plans else v.firers
            return pos.content.side[firers[0]]
        case Charge() | Storm() as v:
            return pos.content.side[v.units[0]]
    return 0


def table_cell(pos: DropPosition, noun: int) -> TableCell | None:
    """The cell of the combat results that a die hits."""
    match pos.vars:
        case Attack() as v:
            aim, firers = v.plans[0]
            sheet = fire_sheet(pos, v.hex, aim, firers)
            column, modifier = sheet.column, sheet.modifier
        case Charge() | Storm() as v:
            melee = melee_sheet(pos, v)
            column, modifier = melee.column, melee.modifier
        case MineAttack():
            column, modifier = pos.content.mine_column, 0
        case _:
            return None
    content = pos.content
    headings = content.tables["combat-results"].columns
    if not 0 <= column < len(headings):
        return None
    row = min(max(noun + modifier, content.lowest_die), content.highest_die)
    return TableCell("combat-results", str(row), headings[column])
