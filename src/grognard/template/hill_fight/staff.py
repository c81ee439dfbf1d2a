"""The computer: it attacks whom it can, and else goes for the hill. It gets a view and nothing else."""

from grognard.core.chapter import Ask, Choice, Random, first_of
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.template.hill_fight.combat import targets
from grognard.template.hill_fight.movement import destinations
from grognard.template.hill_fight.position import HillFightPosition


class Staff:
    """The rule-based opponent."""

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """The answer to an Ask of the view's side."""
        pos: HillFightPosition = system.knowledge.sample(view, generator)
        options = ask.options(view.side)
        if options.of("take"):
            useful = [unit for unit in options.of("take") if targets(pos, unit) or _goal(pos, unit) >= 0]
            return ("take", useful[0]) if useful else ("done", -1)
        if options.of("attack"):
            return ("attack", min(options.of("attack"), key=lambda unit: pos.content.hit[pos.at[unit]]))
        (unit,) = system.screen.held(pos)
        goal = _goal(pos, unit)
        return ("go", goal) if goal >= 0 else first_of(options, "put-back")


def _goal(pos: HillFightPosition, unit: int) -> int:
    """The hex in reach that is nearest to the hill, if it is nearer than where the unit stands; else −1."""
    hill, distance = pos.content.hill, pos.board.grid.distance
    now = distance(pos.at[unit], hill)
    near = [hex for hex in destinations(pos, unit) if distance(hex, hill) < now]
    return min(near, key=lambda hex: distance(hex, hill), default=-1)
