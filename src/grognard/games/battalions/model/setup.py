"""Setting up a game of the family: counters to their hexes, markers on them."""

from grognard.core.content.read import counters_in_play
from grognard.games.battalions.model.position import (
    BROKEN_DOWN,
    FULL_AMMUNITION,
    GERMAN,
    NOBODY,
    SOVIET,
    WAITING,
    BattalionPosition,
)


def set_up(pos: BattalionPosition) -> None:
    """Put everything where the scenario says."""
    content = pos.content
    scenario = content.scenario
    for id in counters_in_play(scenario):
        unit = content.roster.index[id]
        pos.hex[unit] = WAITING
        pos.steps[unit] = content.max_steps[unit]
    for id, hex in scenario.setup.items():
        unit = content.roster.index[id]
        pos.hex[unit] = content.grid.index(hex)
        pos.ammunition[unit] = FULL_AMMUNITION * content.is_artillery[unit]
    for id, steps in scenario.strength.items():
        pos.steps[content.roster.index[id]] = steps
    for id, level in scenario.ammunition.items():
        pos.ammunition[content.roster.index[id]] = level
    for id, companies in scenario.broken_down.items():
        battalion = content.roster.index[id]
        pos.hex[battalion] = BROKEN_DOWN
        pos.steps[battalion] = len(companies)
        for company in companies:
            pos.source[content.roster.index[company]] = battalion
    for id in scenario.limbered:
        pos.limbered[content.roster.index[id]] = 1
    pos.turn = scenario.first_turn
    set_control(pos)


def set_control(pos: BattalionPosition) -> None:
    """Hexes are whose the map and the scenario say, and those with units whose they are."""
    board = pos.content.board
    pos.control = [holder if holder in (GERMAN, SOVIET) else NOBODY for holder in board.holder]
    for name, areas in pos.content.scenario.holds.items():
        for hex in {hex for area in areas for hex in board.area(area)}:
            pos.control[hex] = pos.content.roster.sides.index(name)
    for side in (GERMAN, SOVIET):
        for hex in pos.hexes_of(side):
            pos.control[hex] = side
    pos.forget()
