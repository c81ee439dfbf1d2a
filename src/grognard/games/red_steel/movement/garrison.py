"""The garrison of Chisinau (Kishinev) stays in the city until the enemy is near."""

from typing import Final

from grognard.core.chapter import Game, Refusal, rule
from grognard.games.battalions.model.content import Bounds
from grognard.games.red_steel.model.position import SteelPosition

FIFTEENTH_OF_JULY: Final = 13
"""The number of that day, 2 July being 0."""


@rule("rs.soviet-move.4", "rs.soviet-move.5")
def garrison_bounds(pos: SteelPosition, unit: int) -> Bounds | None:
    """The garrison of Chisinau moves about the city, and leaves it only when the Axis is near."""
    content = pos.content
    if not content.is_tied[unit] or pos.alarmed:
        return None
    why = f"{content.unit_names[unit]} stays in Chisinau until the Axis is near."
    return Bounds(content.outside_city, Refusal("rs.soviet-move.4", why))


@rule("rs.soviet-move.4", "rs.soviet-move.5")
def alarm_garrison(game: Game[SteelPosition], hex: int) -> None:
    """An Axis unit has come within 3 hexes of the city: that frees the garrison for good."""
    pos = game.pos
    content = pos.content
    if hex in content.city and hex not in pos.early and content.day(pos.turn) < FIFTEENTH_OF_JULY:
        pos.early = sorted([*pos.early, hex])
    if not pos.alarmed:
        pos.alarmed = 1
        game.tell("alarm", hex, rule="rs.soviet-move.5")
