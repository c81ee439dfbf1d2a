"""Infiltration: the only way from one enemy zone of control (EZOC) straight into another."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    DONE,
    HALT,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    only,
    rule,
)
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.markers import disrupt, is_demoralized
from grognard.games.battalions.model.position import INFILTRATED, MOVED, SOVIET, BattalionPosition
from grognard.games.battalions.model.scale import halves
from grognard.games.battalions.model.scenario import CLASSES
from grognard.games.battalions.model.secrecy import Watched, seen_without_hand
from grognard.games.battalions.model.stacking import battalions, is_battalion
from grognard.games.battalions.model.zoc import in_enemy_zoc
from grognard.games.battalions.movement.allowance import is_led
from grognard.games.battalions.movement.fatigue import tire
from grognard.games.battalions.movement.move import Move, mover_refusal, movers, picked
from grognard.games.battalions.movement.normal_movement import Walk, is_partly_hidden
from grognard.games.battalions.movement.reach import closed_hexes, going_of
from grognard.kit.reach import CLOSED

FEW_ENEMIES = 2
ALWAYS_FAILS = 6


class Infiltration(NamedTuple):
    """A stack that tries to slip through."""

    group: tuple[int, ...] = ()
    target: int = -1
    allowances: tuple[int, ...] = ()


@rule("rp.infiltration.1", "rp.infiltration.4")
class Infiltrate(Watched[BattalionPosition, Move]):
    """Stacks that have not moved try to slip from one enemy zone into the next, each with one roll."""

    title = "Infiltration"
    policies = (by_verbs("none", "Nobody infiltrates.", "done", "halt"),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Move) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Move) -> list[Offer]:
        if v.group:
            ends = [hex for hex in _around(pos, v) if infiltration_refusal(pos, v, hex) is None]
            here = pos.of_side_at(pos.hex[v.group[0]], pos.phasing)
            others = [unit for unit in here if unit not in v.group and who_refusal(pos, unit) is None]
            return [Offer("infiltrate", ends), Offer("with", others), Offer("halt")]
        zone = pos.zoc(1 - pos.phasing)
        near = [unit for unit in movers(pos) if zone[pos.hex[unit]]]
        fit = [unit for unit in near if who_refusal(pos, unit) is None]
        return [Offer("slip", fit), Offer("done")] if fit else []

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next(Move())
        elif choice == HALT:
            game.update(Move())
        elif verb == "infiltrate":
            game.update(Move())
            game.call("infiltration", Infiltration(v.group, noun, v.allowances))
        else:
            game.update(picked(game.pos, v, noun))

    def refuse(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb in ("slip", "with"):
            return who_refusal(pos, noun) or _together(pos, v, noun)
        if verb == "infiltrate" and v.group:
            return infiltration_refusal(pos, v, noun)
        return None


def _around(pos: BattalionPosition, v: Move) -> list[int]:
    here = pos.hex[v.group[0]]
    return [hex for hex in pos.content.neighbours[here * 6 : here * 6 + 6] if hex >= 0]


def _together(pos: BattalionPosition, v: Move, unit: int) -> Ruling:
    if v.group and pos.hex[unit] != pos.hex[v.group[0]]:
        return Refusal("rp.infiltration.4", "who infiltrates together starts as one stack.")
    if unit in v.group:
        return Refusal("rp.infiltration.4", f"{pos.content.unit_names[unit]} is in the stack already.")
    return None


def who_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit may not be part of an attempt. Flipped companies ignore zones and need none."""
    name = pos.content.unit_names[unit]
    barred = mover_refusal(pos, unit)
    if barred is not None:
        return barred
    if pos.dispersed[unit]:
        return Refusal("rp.zoc.9", f"{name} is dispersed and needs no infiltration.")
    if pos.spent[unit]:
        return Refusal("rp.normal-move.1", f"{name} has moved.")
    if not in_enemy_zoc(pos, pos.hex[unit], pos.phasing):
        return Refusal("rp.infiltration.1", f"{name} is in no enemy zone of control.")
    if pos.content.is_artillery[unit] and not pos.limbered[unit]:
        return Refusal("rp.move-general.4", f"{name} is not limbered.")
    return None


@rule("rp.infiltration.2", "rp.infiltration.3", "rp.infiltration.5")
def infiltration_refusal(pos: BattalionPosition, v: Move, hex: int) -> Ruling:
    """Why this stack may not try to come to that hex. Soviet AT units may always: it hangs on the others."""
    content = pos.content
    name, here = content.names[hex], pos.hex[v.group[0]]
    tied = [one.why for one in (content.bounds(pos, unit) for unit in v.group) if one and one.closed[hex]]
    if tied:
        return tied[0]
    if content.grid.distance(here, hex) != 1:
        return Refusal("rp.infiltration.1", f"{name} is not next to {content.names[here]}.")
    if not in_enemy_zoc(pos, hex, pos.phasing):
        return Refusal("rp.infiltration.1", f"{name} is in no enemy zone: go there in normal movement.")
    if closed_hexes(pos, pos.phasing)[hex] or content.ground.is_water[hex]:
        return Refusal("rp.move-intel.1", f"{name} cannot be entered.")
    for place, unit in enumerate(v.group):
        cost = infiltration_cost(pos, v.group, unit, hex)
        if cost >= CLOSED:
            return Refusal("rp.infiltration.2", f"{content.unit_names[unit]} may not enter {name}.")
        if _always_may(pos, unit):
            continue
        if is_demoralized(pos, unit):
            return Refusal("rp.infiltration.7", f"{content.unit_names[unit]} is demoralized.")
        if cost > v.allowances[place]:
            why = (
                f"{name} costs {content.unit_names[unit]} {halves(cost)} of {halves(v.allowances[place])} MP."
            )
            return Refusal("rp.infiltration.3", why)
    return None


def _always_may(pos: BattalionPosition, unit: int) -> bool:
    """Is it a Soviet AT unit?"""
    return pos.content.side[unit] == SOVIET and pos.content.kind[unit] == "at"


@rule("rp.infiltration.5")
def who_counts(pos: BattalionPosition, group: Sequence[int]) -> list[int]:
    """The units by which a stack is judged: no leaders, and Soviet AT units only if they are alone."""
    units = [unit for unit in group if not pos.content.is_leader[unit]]
    return [unit for unit in units if not _always_may(pos, unit)] or units


@rule("rp.infiltration.2", "rp.infiltration.3", "rp.dnepr.10", "rs.move-general.5")
def infiltration_cost(pos: BattalionPosition, group: Sequence[int], unit: int, there: int) -> int:
    """What a unit of the stack pays in halves: the ground, less where an engineer helps, and both zones."""
    here, content = pos.hex[unit], pos.content
    exit = here * 6 + content.grid.direction(here, there)
    ways = {pos.mobility_of(unit): going_of(pos, unit, group).prices[exit]}
    if content.also_on_foot(unit):
        ways[FOOT] = content.ground.going[FOOT].prices[exit]
    costs = content.tables["zoc-costs"]
    names = {CLASSES[mobility]: price for mobility, price in ways.items()}
    return min(
        CLOSED,
        *(price + costs.halves("leave", name) + costs.halves("enter", name) for name, price in names.items()),
    )


# -- the roll -------------------------------------------------------------------------------------


def _is_bare_leader(pos: BattalionPosition, group: Sequence[int]) -> bool:
    return all(pos.content.is_leader[unit] for unit in group)


@rule("rp.infiltration.7")
def succeeds_on(pos: BattalionPosition, group: Sequence[int]) -> int:
    """The number of the worst unit of the stack that counts."""
    table = pos.content.tables["infiltration"]
    return min(table.integer(_row(pos, unit), "succeed-on") for unit in who_counts(pos, group))


def _row(pos: BattalionPosition, unit: int) -> str:
    content = pos.content
    kind = content.kind[unit]
    if kind == "artillery":
        return "artillery"
    if kind in ("recon", "parachute"):
        return "recon"
    if kind == "at" and content.side[unit] == SOVIET:
        return "foot"
    return "foot" if kind in ("hq", "engineer") or pos.mobility_of(unit) == FOOT else "motor"


@rule("rp.infiltration.7")
def infiltration_modifier(pos: BattalionPosition, v: Infiltration) -> int:
    """What is added to the die: night, cover, a leader help; numbers and disruption hinder."""
    content = pos.content
    values = content.tables["infiltration-modifiers"]
    side = content.side[v.group[0]]
    total = values.integer("night", "modifier") * pos.is_night
    total += values.integer("cover", "modifier") * content.ground.is_infiltration_cover[v.target]
    led = any(is_led(pos, v.group[0], leader) for leader in pos.leaders(side))
    total += values.integer("leader", "modifier") * led
    total += values.integer("several-battalions", "modifier") * (battalions(pos, v.group) > 1)
    near = pos.content.neighbours[v.target * 6 : v.target * 6 + 6]
    enemies = [unit for hex in near if hex >= 0 for unit in pos.of_side_at(hex, 1 - side)]
    count = sum(is_battalion(pos, unit) and not pos.dispersed[unit] for unit in enemies)
    total += values.integer("enemy-battalion", "modifier") * max(0, count - FEW_ENEMIES)
    shaken = any(pos.morale_state[one] for one in who_counts(pos, v.group))
    return total + values.integer("disrupted", "modifier") * shaken


@rule("rp.infiltration.6", "rp.infiltration.7", "rp.infiltration.8")
class RollInfiltration(Roll[BattalionPosition, Infiltration]):
    """One die for the stack; leaders alone slip through without one."""

    title = "Does the stack slip through?"

    def outcomes(self, pos: BattalionPosition, v: Infiltration) -> list[Outcome]:
        if v.group and _is_bare_leader(pos, v.group):
            return []
        return D6

    def roller(self, pos: BattalionPosition, v: Infiltration) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Infiltration, noun: int) -> None:
        pos = game.pos
        if not v.group:
            # To the other side nobody is named who slips through.
            game.leave()
            return
        result, needed = noun + infiltration_modifier(pos, v), succeeds_on(pos, v.group)
        success = noun != ALWAYS_FAILS and result <= needed
        here = pos.hex[v.group[0]]
        game.tell("infiltrates", needed, *v.group, rule="rp.infiltration.7", sees=only(pos.phasing))
        game.tell("infiltration", here, v.target, noun, result, int(success), rule="rp.infiltration.7")
        for unit in v.group:
            pos.flags[unit] |= INFILTRATED
        if noun == ALWAYS_FAILS:
            for unit in v.group:
                disrupt(pos, unit)
        if not success:
            game.leave()


@rule("rp.infiltration.4")
class SlipThrough(Action[BattalionPosition, Infiltration]):
    """The stack goes to its hex as one, and its move is over."""

    title = "The stack slips through"

    def run(self, game: Game[BattalionPosition], v: Infiltration) -> None:
        pos = game.pos
        here = pos.hex[v.group[0]]
        for place, unit in enumerate(v.group):
            pos.flags[unit] |= INFILTRATED | MOVED
            cost = infiltration_cost(pos, v.group, unit, v.target)
            pos.spent[unit] = max(1, min(cost, v.allowances[place]))
            tire(game, unit, v.allowances[place], False)
            facts = (unit, here, v.target, pos.spent[unit], 0)
            game.tell("moved", *facts, rule="rp.infiltration.4", sees=pos.viewers(unit))
        if is_partly_hidden(pos, v.group):
            stack = (pos.phasing, here, v.target, 0)
            game.tell("stack-moved", *stack, rule="rp.infiltration.4", sees=only(1 - pos.phasing))
        game.call("walk", Walk(v.group, (v.target,)))


infiltration = Procedure(
    "infiltration",
    RollInfiltration(),
    SlipThrough(),
    title="Infiltration",
    vars=Infiltration,
    sees=seen_without_hand,
)
