"""Steps lost, units destroyed, and where they go."""

from grognard.core.chapter import NOTHING, Choice, Game, only, rule
from grognard.games.ocs.model.position import COMBAT, DEAD, FULL, MOVE, POOL, OcsPosition


@rule("ocs.results.8", "ocs.results.13", "ocs.air.2", "ocs.units.20", "ocs.replacement.6")
def lose_step(game: Game[OcsPosition], unit: int, why: str) -> None:
    """A unit loses a step; with its last one it is destroyed."""
    pos = game.pos
    pos.put.lost[unit] += 1
    game.tell("lost-step", unit, pos.hex[unit], rule=why, sees=only(pos.content.side[unit]))
    if pos.lost[unit] >= pos.content.max_steps[unit]:
        destroy(game, unit, why)


@rule("ocs.units.20", "ocs.replacement.6", "ocs.units.14")
def destroy(game: Game[OcsPosition], unit: int, why: str) -> None:
    """A unit goes to the Dead Pile, one of a pool back to its pool; what it carried lies where it was."""
    pos = game.pos
    content = pos.content
    game.tell("destroyed", unit, pos.hex[unit], rule=why)
    for rider in content.units_of[content.side[unit]] if content.is_craft[unit] else ():
        if pos.craft[rider] == unit:
            destroy(game, rider, why)
    remove(pos, unit)


def remove(pos: OcsPosition, unit: int) -> None:
    """A unit is taken off the map without a word: merged into another, or captured to the last vehicle."""
    content = pos.content
    generic = content.is_repl[unit] or content.is_breakdown[unit] or content.is_transport[unit]
    wipe(pos, unit)
    pos.place(unit, POOL if generic and not content.is_organic[unit] else DEAD)


def wipe(pos: OcsPosition, unit: int) -> None:
    """Take all markers off a unit that leaves the map."""
    pos.put.mode[unit] = COMBAT if pos.content.has_combat_side[unit] else MOVE
    pos.put.face[unit] = 0 if pos.content.has_combat_side[unit] else 1
    pos.put.stocks[unit] = FULL
    pos.put.oos[unit] = pos.put.flags[unit] = pos.put.fuel[unit] = pos.put.extender[unit] = 0
    pos.put.points[unit] = pos.put.cargo[unit] = pos.put.active[unit] = 0
    pos.put.home[unit] = pos.put.craft[unit] = NOTHING
    if pos.content.is_repl[unit] or pos.content.is_breakdown[unit]:
        pos.put.lost[unit] = 0


def cheapest_step(pos: OcsPosition, v: object, choice: Choice) -> tuple[int, int]:
    """Steps of units that have more of them first, then the weakest."""
    unit = choice[1]
    return (-pos.steps(unit), pos.shown(pos.content.strength, unit))


def survivors(pos: OcsPosition, units: tuple[int, ...]) -> list[int]:
    """Those of the units that are still on the map."""
    return [unit for unit in units if pos.hex[unit] >= 0]
