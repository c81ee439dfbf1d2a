"""Spade and fuse: what is dug, repaired and blown up in a Movement Segment."""

from collections.abc import Sequence
from typing import Final

from grognard.core.position import Choice
from grognard.games.ocs.model.position import MOVEMENT
from grognard.games.ocs.staff.battle import Answer
from grognard.games.ocs.staff.situation import Situation

ENOUGH: Final = 20
"""Tokens that must be in reach before any are spent on works."""
DEEP: Final = 3
"""The level of hedgehogs that is dug, and no deeper."""
WORTH_BLOWING: Final = 8
"""Tokens of a dump that the enemy must not have."""


def work(now: Situation, options: Sequence[Choice]) -> Answer | None:
    """A hedgehog where an objective is in danger, or a port repaired, if there is supply to spare."""
    pos = now.pos
    if pos.phase != MOVEMENT or not now.turns_left:
        return None
    names = pos.content.names
    found: list[tuple[float, Choice, str]] = []
    for verb, hex in options:
        if verb == "repair-port" and now.tokens_at(hex) >= ENOUGH:
            found.append((1.0, (verb, hex), f"the port of {names[hex]} is wanted"))
        held = verb == "dig" and hex in now.kept and pos.is_held_by(hex, now.side)
        if held and _is_threatened(now, hex) and pos.hedgehog[hex] < DEEP and now.tokens_at(hex) >= ENOUGH:
            danger = now.kept[hex] * now.threat[hex] / (1.0 + now.defence_at(hex))
            found.append((danger, (verb, hex), f"{names[hex]} is in the enemy's reach"))
    if not found:
        return None
    _, choice, why = max(found)
    return choice, why


def _is_threatened(now: Situation, hex: int) -> bool:
    """Is it worth digging? Who attacks has other uses for supply, unless the hex is about to fall."""
    return now.is_in_danger(hex) if now.attacks else now.threat[hex] > 0


def blow(now: Situation, options: Sequence[Choice]) -> Answer | None:
    """A dump that nobody guards and the enemy can walk into is blown up rather than given away."""
    pos = now.pos
    for verb, hex in options:
        if verb != "blow" or hex >= pos.content.hexes or pos.is_held_by(hex, now.side):
            continue
        if pos.dump_at(hex, now.side) >= WORTH_BLOWING and now.away(hex) <= 1 and now.threat[hex]:
            return (verb, hex), f"the dump in {pos.content.names[hex]} would fall into his hands"
    return None
