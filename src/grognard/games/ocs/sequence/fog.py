"""Fog of War: what lies on top of a stack for the enemy to see, and what he reads of a move."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, Game, only, rule
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.zoc import has_zoc

Line = tuple[str, *tuple[int, ...]]
"""A line of the log: the kind of event and its facts."""


@rule("ocs.fog.1", "ocs.fog.3")
def top_unit(pos: OcsPosition, place: int, side: int) -> int:
    """The combat unit of a stack that the enemy sees, one with a ZOC if there is one; else NOTHING."""
    units = pos.combat_units_at(place, side)
    shown = [unit for unit in units if has_zoc(pos, unit)] or units
    return max(shown, key=lambda unit: height_in_stack(pos, unit), default=NOTHING)


def height_in_stack(pos: OcsPosition, unit: int) -> tuple[int, int]:
    """How far up in its stack a counter lies."""
    return (pos.order.index(unit) if unit in pos.order else NOTHING, -unit)


@rule("ocs.fog.2")
def tell_moved(
    game: Game[OcsPosition], kind: str, here: int, there: int, units: Sequence[int], why: str
) -> None:
    """Who went where is told to their side; the other reads from where to where a stack went."""
    side = game.pos.content.side[units[0]]
    game.tell(kind, there, *units, rule=why, sees=only(side))
    game.tell("stack-moved", here, there, side, rule="ocs.fog.2", sees=only(1 - side))


@rule("ocs.fog.2")
def tell_carried(game: Game[OcsPosition], kind: str, here: int, there: int, unit: int, why: str) -> None:
    """The same of a unit that was carried."""
    side = game.pos.content.side[unit]
    game.tell(kind, unit, there, rule=why, sees=only(side))
    game.tell("stack-moved", here, there, side, rule="ocs.fog.2", sees=only(1 - side))


@rule("ocs.fog.2")
def tell_own(game: Game[OcsPosition], side: int, line: Line, other: Line, why: str) -> None:
    """A line that names counters is for their side; the other reads what can be seen of it."""
    game.tell(*line, rule=why, sees=only(side))
    game.tell(*other, rule=why, sees=only(1 - side))


@rule("ocs.fog.2")
def tell_sent(
    game: Game[OcsPosition], kind: str, here: int, there: int, tokens: int, side: int, why: str
) -> None:
    """How much supply was sent is told to its side; the other reads from where to where."""
    game.tell(kind, here, there, tokens, rule=why, sees=only(side))
    game.tell("convoy", here, there, side, rule="ocs.fog.2", sees=only(1 - side))
