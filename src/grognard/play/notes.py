"""What stands beside the choices of an Ask, as the side that is asked may know it."""

from collections.abc import Mapping

from grognard.core.flow.flow import AnyGame
from grognard.core.position import Choice
from grognard.core.system import AnySystem

Notes = Mapping[Choice, str]
"""What is said of single choices."""


def choice_notes(system: AnySystem, game: AnyGame, side: int) -> Notes:
    """What is said of single choices: by the offers themselves, and by the game's screen.

    The screen works it out on the position that the side knows, so that two positions which it cannot tell
    apart have the same notes.
    """
    options = game.ask.options(side)
    found = {(offer.verb, noun): note for offer in options.offers for noun, note in offer.notes.items()}
    if side < 0 or system.screen.noted.isdisjoint([offer.verb for offer in options.offers]):
        return found
    pos = game.pos
    if not pos.is_open:
        pos = system.knowledge.bare(system.knowledge.project(pos, side))
    return found | system.screen.notes(pos, side, options)
