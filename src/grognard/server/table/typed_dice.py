"""Dice that players roll on their own table and type in: whose they are, and which the program rolls."""

from grognard.core.flow.events import EVERYBODY
from grognard.core.flow.steps import Roll
from grognard.core.position import NOTHING
from grognard.play.dice.course import seers
from grognard.play.match import Match
from grognard.server.table.seating import TableSetup


def _roller(match: Match) -> int:
    """The side whose dice chance is asked for."""
    step = match.ask.item
    return step.roller(match.pos, match.pos.stack[-1].vars) if isinstance(step, Roll) else NOTHING


def typing_sides(setup: TableSetup, match: Match) -> list[int]:
    """The sides that may type what chance is asked for now; none: the program rolls.

    Each side types its own dice, and people those of a computer. What some may not know the program rolls.
    """
    if setup.dice != "typed" or not match.ask.is_chance:
        return []
    people, mask = setup.people(), seers(match.game)
    if not all(mask == EVERYBODY or mask >> side & 1 for side in people):
        return []
    roller = _roller(match)
    return [roller] if roller in people else people
