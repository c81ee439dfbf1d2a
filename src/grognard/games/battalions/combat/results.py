"""What the combat results table and the option matrix say, before anybody has lost anything."""

from typing import Final, NamedTuple

from grognard.core.board.tables import BLANK, Table
from grognard.core.ledger import rule

ATTACK_OPTIONS: Final = ("standard", "probe", "feint", "assault")
DEFENCE_OPTIONS: Final = ("defend", "withdraw", "determined", "retreat")
STANDARD, PROBE, FEINT, ASSAULT = range(4)
DEFEND, WITHDRAW, DETERMINED, RETREAT = range(4)

MAY_STAND: Final = 0
MUST_STAND: Final = 1
MAY_NOT_STAND: Final = 2
_STAND: Final = {"may": MAY_STAND, "must": MUST_STAND, "never": MAY_NOT_STAND}

NO_LIMIT: Final = 99
NIGHT_MOST: Final = 3
"""The highest number of a defender at night, before the option matrix changes it."""

UNMARKED: Final = 0
DISRUPTS: Final = 1
DEMORALIZES: Final = 2
MARKS: Final = {"": UNMARKED, "D": DISRUPTS, "M": DEMORALIZES}


class Cell(NamedTuple):
    """One crossing of an attack option and a defence option."""

    has_roll: bool
    shift: int
    attacker: str
    defender: str
    split: str
    stand: int
    fall_back: int
    advance: int
    effect: str


class Numbers(NamedTuple):
    """Both sides' result numbers and what the result does to their units."""

    attacker: int
    attacker_mark: int
    defender: int
    defender_mark: int


@rule("rp.combat-options.6")
def cell(matrix: Table, attack: int, defence: int) -> Cell:
    """What the matrix says of two options."""
    row = f"{ATTACK_OPTIONS[attack]}/{DEFENCE_OPTIONS[defence]}"
    said = {name: matrix.cell(row, name) for name in matrix.columns}
    return Cell(
        said["roll"] == "yes",
        int(said["shift"]),
        str(said["attacker"]),
        str(said["defender"]),
        str(said["split"]),
        _STAND[str(said["stand"])],
        int(said["fall-back"]),
        NO_LIMIT if said["advance"] == BLANK else int(said["advance"]),
        "" if said["effect"] == BLANK else str(said["effect"]),
    )


@rule("rp.resolution.2", "rp.combat-markers.1")
def numbers(crt: Table, column: int, roll: int, night: bool) -> Numbers:
    """The result in a column; at night a defender's number above 3 is cut to 3."""
    first, _, second = crt.text(str(roll), str(column)).partition("/")
    attacker, attacker_mark = _number_and_mark(first)
    defender, defender_mark = _number_and_mark(second)
    if night:
        defender = min(defender, NIGHT_MOST)
    return Numbers(attacker, attacker_mark, defender, defender_mark)


def _number_and_mark(text: str) -> tuple[int, int]:
    digits = text.rstrip("DM")
    return int(digits or 0), MARKS[text[len(digits) :]]


def changed(found: Numbers, cell: Cell) -> Numbers:
    """The result after the matrix; a number never falls below 0."""
    return found._replace(
        attacker=_altered(found.attacker, cell.attacker),
        defender=_altered(found.defender, cell.defender),
    )


def _altered(number: int, change: str) -> int:
    if change == "half":
        return number // 2
    if change == "one":
        return min(number, 1)
    return max(0, number + int(change))


@rule("rp.losses.3", "rp.stand-fast.1")
def attacker_split(number: int) -> tuple[int, int]:
    """Steps and hexes of an attacker's number: half of it, rounded up, are steps."""
    steps = (number + 1) // 2
    return steps, number - steps


@rule("rp.losses.4", "rp.stand-fast.1")
def defender_split(number: int, cell: Cell) -> tuple[int, int]:
    """Steps and hexes of a defender's number: half, rounded down, are steps, or as the matrix says."""
    if cell.split == "hexes":
        return 0, max(1, number)
    steps = (number + 1) // 2 if cell.split == "up" else number // 2
    return steps, number - steps
