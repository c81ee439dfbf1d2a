"""The garrison of Chisinau stays in the city until the enemy is near."""

from typing import Final

from grognard.core.chapter import Game, rule
from grognard.games.red_steel.position import SteelPosition

FIFTEENTH_OF_JULY: Final = 13
"""The number of that day, 2 July being 0."""


@rule("rs.soviet-move.4", "rs.soviet-move.5")
def note_approach(game: Game[SteelPosition], hex: int) -> None:
    """An Axis unit has come within 3 hexes of the city: that frees the garrison for good."""
    pos = game.pos
    content = pos.content
    if hex in content.city and hex not in pos.early and content.day(pos.turn) < FIFTEENTH_OF_JULY:
        pos.early = sorted([*pos.early, hex])
    if not pos.alarmed:
        pos.alarmed = 1
        game.tell("alarm", hex, rule="rs.soviet-move.5")
