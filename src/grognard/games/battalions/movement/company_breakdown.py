"""Battalions into companies, before movement, and companies into battalions, after it."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import NOTHING, Choice, Game, Offer, Procedure, Refusal, Ruling, by_verbs, rule
from grognard.games.battalions.model.position import (
    ABSENT,
    BROKEN_DOWN,
    ELIMINATED,
    GERMAN,
    MARCHED,
    WAITING,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.secrecy import Watched
from grognard.games.battalions.model.stacking import is_battalion
from grognard.games.battalions.model.unit_steps import (
    free,
    free_slot,
    last_step_of,
    put_in_box,
    settle_breakdown,
    stand_in,
)
from grognard.games.battalions.movement.move import Move
from grognard.games.battalions.turn.seen_sequence import seen_within_moving

# -- breaking down --------------------------------------------------------------------------------


@rule("rp.breakdown.1", "rp.breakdown.5")
def companies_of(pos: BattalionPosition, unit: int) -> int:
    """How many companies a battalion breaks down into: one fewer for each step it has lost."""
    chart = pos.content.tables["breakdown"]
    kind = pos.content.kind[unit]
    if not chart.has_row(kind) or not pos.content.company_slots[unit]:
        return 0
    lost = pos.content.max_steps[unit] - pos.steps[unit]
    return max(0, chart.integer(kind, "companies") - lost)


@rule("rp.breakdown.1", "rp.breakdown.4")
def breakdown_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit is not broken down."""
    name = pos.content.unit_names[unit]
    if pos.content.side[unit] != pos.phasing or pos.phasing != GERMAN or pos.hex[unit] < 0:
        return Refusal("rp.breakdown.1", f"{name} is no battalion on the map that its player may break down.")
    if not is_battalion(pos, unit) or companies_of(pos, unit) < 1:
        return Refusal("rp.breakdown.1", f"the chart does not break {name} down.")
    free_slots = sum(pos.hex[slot] == ABSENT for slot in pos.content.company_slots[unit])
    if free_slots < companies_of(pos, unit):
        return Refusal("rp.breakdown.4", f"no companies of its type are left for {name}.")
    return None


@rule("rp.breakdown.1")
class BreakDown(Watched[BattalionPosition, Move]):
    """The German player may break battalions down. He is asked even if he has none left that could be:
    which of his battalions stand on the map does not show."""

    title = "Break battalions down"
    policies = (by_verbs("none", "No battalion is broken down.", "done"),)
    is_routine = True
    is_rare = True

    def side(self, pos: BattalionPosition, v: Move) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Move) -> list[Offer]:
        units = pos.on_map(pos.phasing) if pos.phasing == GERMAN and pos.content.breaks_into else []
        slots = pos.content.company_slots
        fit = [unit for unit in units if slots[unit] and breakdown_refusal(pos, unit) is None]
        return [Offer("break", fit), Offer("done")] if units else []

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        if choice[0] == "done":
            game.next()
        else:
            break_down(game, choice[1])

    def refuse(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        verb, unit = choice
        return breakdown_refusal(pos, unit) if verb == "break" else None


@rule("rp.breakdown.2", "rp.breakdown.3")
def break_down(game: Game[B], unit: int) -> None:
    """The battalion goes to the Breakdown box, its companies take its place."""
    pos = game.pos
    hex, count = pos.hex[unit], companies_of(pos, unit)
    for _ in range(count):
        stand_in(pos, free_slot(pos, pos.content.company_slots[unit]), unit)
    game.tell("broken-down", unit, hex, count, rule="rp.breakdown.2", sees=pos.viewers(unit))
    put_in_box(pos, unit, BROKEN_DOWN)


# -- recombining ----------------------------------------------------------------------------------


class Joining(NamedTuple):
    """The companies in hand that are to become a battalion."""

    group: tuple[int, ...] = ()


def boxed_for(pos: BattalionPosition, group: Sequence[int]) -> list[int]:
    """Battalions that these companies can become: in the Breakdown box and of their type."""
    pool_of = pos.content.pool_of
    pool = pool_of[group[0]]
    battalions = pos.content.breaks_into.get(pool)
    if not battalions or any(pool_of[unit] != pool for unit in group):
        return []
    return [unit for unit in battalions if lies_in_box(pos, unit)]


@rule("rp.post-move.10", "rp.reinforcements.1")
def lies_in_box(pos: BattalionPosition, battalion: int) -> bool:
    """Does it lie in the Breakdown box? Not before the first of its companies has come to the map."""
    if pos.hex[battalion] != BROKEN_DOWN:
        return False
    own = [slot for slot in pos.content.company_slots[battalion] if pos.source[slot] == battalion]
    later = [slot for slot in own if pos.hex[slot] == WAITING and pos.content.arrival_turn[slot] > pos.turn]
    return not later or len(later) < len(own)


@rule("rp.post-move.10", "rp.post-move.11")
def join_refusal(pos: BattalionPosition, v: Joining, unit: int) -> Ruling:
    """Why this company may not be joined with those in hand."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.phasing or pos.hex[unit] < 0 or not content.is_company[unit]:
        return Refusal("rp.post-move.10", f"{name} is no company of the phasing player on the map.")
    if not joinable(pos, (unit,)):
        return Refusal("rp.post-move.11", f"no battalion of its type waits for {name}.")
    if not v.group:
        return None
    if unit in v.group or len(v.group) >= most_companies(pos, v.group):
        return Refusal("rp.post-move.12", "there are no more companies in a battalion.")
    if pos.hex[unit] != pos.hex[v.group[0]]:
        return Refusal("rp.post-move.10", f"{name} is in another hex.")
    if not joinable(pos, (*v.group, unit)):
        return Refusal("rp.post-move.11", f"{name} is of another type.")
    marched = pos.flags[v.group[0]] & MARCHED
    if pos.flags[unit] & MARCHED != marched:
        return Refusal("rp.post-move.10", "who moved strategically joins only those who did so too.")
    return None


def fit_to_combine(pos: BattalionPosition) -> list[int]:
    """The companies of the phasing side on the map for whose kind a battalion waits."""
    content, where = pos.content, pos.hex
    waiting = {pool for unit, pool in content.breakable if lies_in_box(pos, unit)}
    pool_of, kind = content.pool_of, content.kind
    return [
        unit
        for unit in content.companies_of[pos.phasing]
        if where[unit] >= 0
        and (pool_of[unit] in waiting or (kind[unit] == "parachute" and parachute_battalions(pos, (unit,))))
    ]


def joinable(pos: BattalionPosition, group: Sequence[int]) -> bool:
    """Can these become one battalion: from the Breakdown box, or of parachutists of one brigade?"""
    return bool(boxed_for(pos, group) or parachute_battalions(pos, group))


@rule("rp.post-move.13")
def parachute_battalions(pos: BattalionPosition, group: Sequence[int]) -> list[int]:
    """A free battalion counter of the brigade to which all these companies belong, if they are formed up.

    The last company of a battalion is a company of its brigade like any other.
    """
    content = pos.content
    if any(content.kind[unit] != "parachute" or pos.dispersed[unit] for unit in group):
        return []
    if len({pos.formation_of(unit) for unit in group}) != 1:
        return []
    slots = content.joins[pos.origin(group[0])]
    return [slot for slot in slots if pos.hex[slot] == ABSENT][:1]


def most_companies(pos: BattalionPosition, group: Sequence[int]) -> int:
    """How many companies make the whole battalion."""
    found = boxed_for(pos, group) or parachute_battalions(pos, group)
    return pos.content.max_steps[found[0]] if found else 0


@rule("rp.post-move.10", "rp.post-move.13")
class Recombine(Watched[BattalionPosition, Joining]):
    """Companies together in a hex become a battalion again."""

    title = "Recombine companies"
    policies = (by_verbs("none", "No companies are combined.", "done", "halt"),)
    is_routine = True
    is_rare = True

    def side(self, pos: BattalionPosition, v: Joining) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Joining) -> list[Offer]:
        if not v.group:
            fit = fit_to_combine(pos)
            return [Offer("combine", fit), Offer("done")] if fit or self._may_be_fit(pos) else []
        here = pos.of_side_at(pos.hex[v.group[0]], pos.phasing)
        mates = [unit for unit in here if join_refusal(pos, v, unit) is None]
        into = boxed_for(pos, v.group) or parachute_battalions(pos, v.group)
        ready = into if len(v.group) > 1 else []
        return [Offer("also", mates), Offer("form", ready), Offer("halt")]

    def _may_be_fit(self, pos: BattalionPosition) -> bool:
        """Could companies join, by what everybody sees? Battalions in the Breakdown box, not their companies.

        Those of paratroops lie hidden with their counters: where a side has any, it is asked.
        """
        content = pos.content
        if any(content.kind[unit] == "parachute" for unit in content.companies_of[pos.phasing]):
            return True
        waiting = [unit for unit, _ in pos.content.breakable if lies_in_box(pos, unit)]
        return any(pos.content.side[unit] == pos.phasing for unit in waiting)

    def take(self, game: Game[BattalionPosition], v: Joining, choice: Choice) -> None:
        verb, noun = choice
        if verb == "done":
            game.next(Joining())
        elif verb == "halt":
            game.update(Joining())
        elif verb == "form":
            form(game, v.group, noun)
            game.update(Joining())
        else:
            game.update(Joining((*v.group, noun)))

    def refuse(self, pos: BattalionPosition, v: Joining, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb in ("combine", "also"):
            return join_refusal(pos, v, unit)
        if verb == "form" and v.group:
            name = pos.content.unit_names[unit]
            if len(v.group) < 2:
                return Refusal("rp.post-move.12", "one company alone is not combined.")
            return Refusal("rp.post-move.11", f"the companies do not make {name}.")
        return None


@rule("rp.post-move.12")
def form(game: Game[B], group: Sequence[int], battalion: int) -> None:
    """The battalion has a step for each company, the worst of their states, and has moved if one has."""
    pos = game.pos
    hex = pos.hex[group[0]]
    pos.place(battalion, hex)
    pos.steps[battalion] = len(group)
    pos.morale_state[battalion] = max(pos.morale_state[unit] for unit in group)
    pos.supply[battalion] = max(pos.supply[unit] for unit in group)
    pos.spent[battalion] = max(pos.spent[unit] for unit in group)
    pos.arrived[battalion] = max(pos.arrived[unit] for unit in group)
    pos.flags[battalion] = 0
    for unit in group:
        pos.flags[battalion] |= pos.flags[unit]
        pos.seen[battalion] |= pos.seen[unit]
    game.tell("combined", battalion, hex, len(group), rule="rp.post-move.12", sees=pos.viewers(battalion))
    pools = {pos.content.pool_of[unit] for unit in group}
    if pos.content.pool_of[battalion]:
        # A parachute battalion keeps the formation of its companies.
        pos.source[battalion] = pos.origin(group[0])
    for slot in pos.content.company_slots[battalion]:
        if pos.source[slot] == battalion and slot not in group:
            pos.left_over[slot] = 1
    for unit in group:
        of = last_step_of(pos, unit)
        if of != NOTHING:
            # The last company of a battalion has become part of another one.
            pos.hex[of] = ELIMINATED
            pos.steps[of] = 0
        free(pos, unit)
    pos.changed(battalion)
    for pool in sorted(pools):
        settle_breakdown(game, pool)


recombination = Procedure(
    "recombination",
    Recombine(),
    title="Recombination",
    start=lambda pos, v: Joining(),
    vars=Joining,
    sees=seen_within_moving,
)
