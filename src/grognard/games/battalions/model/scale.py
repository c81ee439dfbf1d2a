"""The scale of the family: two kilometres a hex, four turns a day, and the words for it."""

from typing import Final

from grognard.core.ledger import rule
from grognard.games.battalions.model.content import Content

PART_NAMES: Final = ("AM", "mid-day", "PM", "night")


def turn_in_play(content: Content, turn: int) -> int:
    """The number of a turn as players count it: the first of the scenario is 1."""
    return turn - content.scenario.first_turn + 1


@rule("rp.general.22")
def part_name(content: Content, turn: int) -> str:
    """AM, mid-day, PM or night."""
    return PART_NAMES[content.part_of_day(turn)]


def halves(value: int) -> str:
    """A number of half points as players write it: 3 is 1½."""
    whole, half = divmod(value, 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


@rule("rp.movement-allowance.1")
def half_up(value: int) -> int:
    """Half of a number, rounded up."""
    return (value + 1) // 2
