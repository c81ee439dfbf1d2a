"""Romanian replacements: infantry points in the morning, and steps for them."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    by_verbs,
    rule,
)
from grognard.games.battalions.model.position import ELIMINATED, REPLACED, BattalionPosition
from grognard.games.battalions.model.scale import half_up
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.unit_steps import free, last_step_of
from grognard.games.red_steel.model.position import AXIS, SteelPosition
from grognard.games.red_steel.model.secrecy import axis_only


class Points(NamedTuple):
    """The formations in which a step has been restored this turn."""

    served: tuple[int, ...] = ()


@rule("rs.replacements.1", "rs.replacements.2", "rs.replacements.3")
class RollPoints(Roll[SteelPosition, Points]):
    """Half a die, rounded up; what is not spent is kept."""

    title = "Romanian replacement points"

    def outcomes(self, pos: SteelPosition, v: Points) -> list[Outcome]:
        return D6

    def roller(self, pos: SteelPosition, v: Points) -> int:
        return AXIS

    def take(self, game: Game[SteelPosition], v: Points, noun: int) -> None:
        pos = game.pos
        pos.points += half_up(noun)
        game.tell("romanian-points", noun, half_up(noun), pos.points, rule="rs.replacements.2")


@rule(
    *("rs.replacements.4", "rs.replacements.5", "rs.replacements.6", "rs.replacements.7"),
    *("rs.replacements.8", "rs.replacements.9", "rs.replacements.10", "rs.replacements.11"),
    "rs.replacements.12",
)
def replacement_refusal(pos: SteelPosition, v: Points, unit: int) -> Ruling:
    """Why this unit gets no step."""
    content = pos.content
    name = content.unit_names[unit]
    if pos.hex[unit] < 0 or not is_romanian_infantry(pos, unit):
        return Refusal("rs.replacements.12", f"{name} is no Romanian infantry on the map.")
    if not has_lost(pos, unit):
        return Refusal("rs.replacements.6", f"{name} has lost no step.")
    if pos.supply[unit]:
        return Refusal("rs.replacements.8", f"{name} is out of supply.")
    if pos.morale_state[unit]:
        rule_id = f"rs.replacements.{8 + pos.morale_state[unit]}"
        return Refusal(rule_id, f"{name} is disrupted or demoralized.")
    if pos.formation_of(unit) in v.served:
        return Refusal("rs.replacements.11", "its formation has had a step this turn.")
    least = content.limit("replacement-distance")
    if any(content.grid.distance(pos.hex[unit], hex) < least for hex in pos.stacks_of(1 - AXIS)):
        return Refusal("rs.replacements.7", f"an enemy unit is nearer than {least} hexes to {name}.")
    return None


@rule("rs.replacements.12")
def is_romanian_infantry(pos: BattalionPosition, unit: int) -> bool:
    """May points be spent on such a unit? Not on Ukrainians."""
    content = pos.content
    is_infantry = content.nation[unit] == "romanian" and content.kind[unit] == "infantry"
    return is_infantry and "ukrainian" not in content.traits[unit]


def has_lost(pos: BattalionPosition, unit: int) -> bool:
    """Is it a remnant, or a battalion on a reduced side?"""
    if pos.source[unit] != NOTHING:
        return last_step_of(pos, unit) != NOTHING
    return pos.steps[unit] < pos.content.max_steps[unit]


def may_need_steps(pos: SteelPosition) -> bool:
    """Could a unit on the map have lost steps, by what lies open: the losses and the Eliminated box?"""
    content = pos.content
    if content.scenario.strength:
        return True  # some are weak from the start
    # German and tank steps cost two halves, all others one.
    lost = 2 * pos.lost_steps[AXIS] - pos.axis_cost
    gone = [unit for unit in content.units_of[AXIS] if pos.hex[unit] == ELIMINATED]
    return lost > sum(content.max_steps[unit] for unit in gone if not pos.is_dear(unit))


def restore(game: Game[SteelPosition], unit: int) -> int:
    """One step more: a remnant becomes its battalion again. Returns the counter that stands there now."""
    pos = game.pos
    of = pos.source[unit]
    if of == NOTHING:
        pos.steps[unit] += 1
        pos.changed(unit)
        return unit
    pos.place(of, pos.hex[unit])
    pos.steps[of] = 2
    pos.seen[of] = pos.seen[unit]
    pos.arrived[of] = pos.arrived[unit]
    pos.flags[of] = pos.flags[unit]
    free(pos, unit)
    pos.changed(of)
    return of


def weakest(pos: SteelPosition, v: Points, choice: Choice) -> tuple[bool, int]:
    """Who is served first: the unit with the fewest steps."""
    verb, unit = choice
    return (verb == "done", 0 if verb == "done" else pos.steps[unit])


@rule("rs.replacements.1", "rs.replacements.4")
class SpendPoints(Watched[SteelPosition, Points]):
    """A point is a step; at most one step in each formation and turn.

    The Axis is asked as long as there are points and, as far as the enemy can tell, infantry that needs
    them: where it stands and in which state is hidden.
    """

    title = "Spend Romanian replacement points"
    policies = (
        by_rank("weakest", "The weakest battalions first.", weakest),
        by_verbs("none", "The points are kept.", "done"),
    )
    is_routine = True

    def side(self, pos: SteelPosition, v: Points) -> int:
        return AXIS

    def options(self, pos: SteelPosition, v: Points) -> list[Offer]:
        infantry = [unit for unit in pos.on_map(AXIS) if is_romanian_infantry(pos, unit)]
        if not pos.points or not infantry or not may_need_steps(pos):
            return []
        fit = [unit for unit in infantry if replacement_refusal(pos, v, unit) is None]
        return [Offer("replace", fit), Offer("done")]

    def take(self, game: Game[SteelPosition], v: Points, choice: Choice) -> None:
        verb, unit = choice
        pos = game.pos
        if verb == "done":
            game.next()
            return
        formation = pos.formation_of(unit)
        pos.points -= 1
        now = restore(game, unit)
        pos.flags[now] |= REPLACED
        game.tell("replaced", now, pos.steps[now], rule="rs.replacements.4", sees=pos.viewers(now))
        game.update(Points((*v.served, formation)))

    def refuse(self, pos: SteelPosition, v: Points, choice: Choice) -> Ruling:
        verb, unit = choice
        return replacement_refusal(pos, v, unit) if verb == "replace" else None


replacements = Procedure(
    "replacements",
    RollPoints(),
    SpendPoints(),
    title="Romanian replacements",
    rules=("rs.replacements.1",),
    start=lambda pos, v: Points(),
    vars=Points,
    sees=axis_only,
)
