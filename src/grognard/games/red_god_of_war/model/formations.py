"""Which units a division or corps still has."""

from grognard.games.red_god_of_war.model.position import WAITING, RedGodPosition


def survivors(pos: RedGodPosition, formation: int) -> list[int]:
    """The units of a division or corps that are on the map."""
    return [unit for unit in pos.content.members[formation] if pos.hex[unit] >= 0]


def whole_formation(pos: RedGodPosition, formation: int) -> list[int]:
    """All that a division or corps still is: its units on the map, and those that wait to arrive."""
    return [unit for unit in pos.content.members[formation] if pos.hex[unit] >= WAITING]
