"""Reading the charts: odds to a column, a roll to a row, a result to what it asks for."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.core.board.tables import Table
from grognard.core.ledger import rule
from grognard.games.ocs.model.ground import CATEGORIES
from grognard.games.ocs.model.scale import rounded

Tables = dict[str, Table]
LAST_COLUMN: Final = 12


class Result(NamedTuple):
    """A cell of the Combat Table: loss numbers (L), option numbers (o), exploitation (e), DG."""

    attacker_loses: int = 0
    attacker_option: int = 0
    exploit: int = 0
    """The least Action Rating that exploits; 0: nobody does."""
    defender_loses: int = 0
    defender_option: int = 0
    dg: bool = False

    @property
    def has_defender_part(self) -> bool:
        """Does the cell say anything of the defender?"""
        return bool(self.defender_loses or self.defender_option or self.dg)


@rule("ocs.results.1")
@lru_cache(maxsize=256)
def read_result(text: str) -> Result:
    """A cell such as "Ao1 e4 DL1o2" or "Ae3 DL2o2DG"."""
    attacker, _, defender = text.partition("D")
    return Result(
        _number(attacker, "L"),
        _number(attacker, "o"),
        _number(attacker, "e"),
        _number(defender, "L"),
        _number(defender, "o"),
        defender.endswith("DG"),
    )


def _number(text: str, letter: str) -> int:
    found = re.search(rf"{letter}(\d)", text)
    return int(found[1]) if found else 0


# -- odds ---------------------------------------------------------------------------------------


@rule("ocs.combat.29")
def odds_ratio(attacker: Fraction, defender: Fraction) -> tuple[int, int]:
    """Both totals divided by the smaller one, each rounded; both are above 0."""
    least = min(attacker, defender)
    return rounded(attacker / least), rounded(defender / least)


@rule("ocs.combat.30", "ocs.combat.31", "ocs.combat.32")
def odds_column(tables: Tables, category: int, attacker: Fraction, defender: Fraction) -> int:
    """The column of the Combat Table: the highest printed odds that are not above these."""
    if not defender:
        if attacker:
            return LAST_COLUMN
        attacker = defender = Fraction(1)
    elif not attacker:
        return 0
    table = tables["combat-odds"]
    printed = table.cells[table.row_index(CATEGORIES[category])]
    share = Fraction(*odds_ratio(attacker, defender))
    return max((place for place, text in enumerate(printed) if _share(str(text)) <= share), default=0)


def _share(text: str) -> Fraction:
    first, _, second = text.partition(":")
    return Fraction(int(first), int(second))


def odds_text(tables: Tables, category: int, column: int) -> str:
    """The odds printed over a column."""
    return tables["combat-odds"].text(CATEGORIES[category], str(column))


@rule("ocs.combat.31")
def shifted(column: int, shift: int, last: int = LAST_COLUMN) -> int:
    """A column after a shift, which stops at either end of the table."""
    return min(max(column + shift, 0), last)


@rule("ocs.combat.36", "ocs.combat.37")
def combat_cell(tables: Tables, column: int, roll: int) -> str:
    """The cell of a modified roll."""
    return tables["combat"].text(str(min(max(roll, 1), 15)), str(column))


@rule("ocs.combat.34")
def surprise(tables: Tables, roll: int, overrun: bool) -> int:
    """Who gains surprise on a modified roll: 1 the attacker, -1 the defender, 0 nobody."""
    row = "overrun" if overrun else "regular"
    table = tables["surprise"]
    if roll >= table.integer(row, "attacker-at-least"):
        return 1
    return -1 if roll <= table.integer(row, "defender-at-most") else 0


# -- columns that are ranges ----------------------------------------------------------------------


def range_column(table: Table, value: int) -> int:
    """The column that a number falls in, of headings such as "1-", "2", "3-4", "117+"."""
    for place, heading in enumerate(table.columns):
        low, _, high = heading.partition("-")
        if heading.endswith("+") or value <= int(high or low):
            return place
    raise ValueError(f"{table.name} has no column for {value}")


@rule("ocs.barrage.8")
def barrage_column(tables: Tables, strength: int) -> int:
    """The column of a Barrage Strength before shifts."""
    return range_column(tables["barrage"], strength)


@rule("ocs.barrage.10")
def barrage_cost(tables: Tables, strength: int, facility: bool = False) -> int:
    """What artillery pays, in tokens, by the column before shifts."""
    table = tables["facility" if facility else "barrage"]
    return int(table.cell("cost", table.columns[range_column(table, strength)]))


def barrage_cell(tables: Tables, column: int, roll: int) -> str:
    """The cell of the Barrage Table."""
    table = tables["barrage"]
    return table.text(str(roll), table.columns[column])


class Damage(NamedTuple):
    """A cell of the Facility Table: levels or hits, what a plane rolls to be hit (0: none does), the star."""

    hits: int
    planes: int
    star: bool


@rule("ocs.barrage.29")
def facility_cell(tables: Tables, strength: int, roll: int) -> Damage:
    """What a barrage on a facility does."""
    table = tables["facility"]
    text = table.text(str(roll), table.columns[range_column(table, strength)])
    planes = re.search(r"\((\d)\)", text)
    return Damage(int(text[0]) if text[0].isdigit() else 0, int(planes[1]) if planes else 0, "*" in text)


@rule("ocs.barrage.18")
def density_shift(tables: Tables, quarters: int) -> int:
    """The shift for so many quarters of an RE in the hex."""
    table = tables["barrage-density"]
    for row in table.rows:
        if table.is_blank(row, "up-to-re") or quarters <= table.integer(row, "up-to-re") * 4:
            return table.integer(row, "shift")
    raise ValueError("the table of densities has no last row")


@rule("ocs.trace.18")
def attrition(tables: Tables, rating: int, roll: int) -> int:
    """The Attrition Table: steps lost; -1 for all of them."""
    table = tables["attrition"]
    row = str(min(max(rating, 0), 5))
    for column in table.columns:
        if not table.is_blank(row, column) and roll <= table.integer(row, column):
            return 0 if column == "none" else int(column)
    return -1


def six(table: Table, row: str, roll: int) -> int:
    """A cell of a table with a column for each face of a die."""
    return table.integer(row, str(roll))
