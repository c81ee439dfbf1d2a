"""Steps lost and regained, and the boxes beside the map: Reduced, Breakdown, Eliminated."""

from grognard.core.chapter import NOTHING, Game, rule
from grognard.games.battalions.model.position import (
    ABSENT,
    BROKEN_DOWN,
    ELIMINATED,
    HURT,
    REDUCED,
    WAITING,
    B,
    BattalionPosition,
)


def reason_of(pos: BattalionPosition, why: str) -> int:
    """The place of a rule among the reasons for a loss, for the log; NOTHING where none is listed."""
    reasons = [*pos.content.combat.loss_reasons]
    return reasons.index(why) if why in reasons else NOTHING


def free_slot(pos: BattalionPosition, slots: tuple[int, ...]) -> int:
    """The first counter of a pool that is not in play; NOTHING if all are."""
    return next((slot for slot in slots if pos.hex[slot] == ABSENT), NOTHING)


@rule("rp.losses.9", "rp.losses.10", "rp.losses.12", "rp.losses.13", "rp.losses.14", "rp.losses.16")
def lose_step(game: Game[B], unit: int, why: str = "rp.losses.1") -> int:
    """A unit loses a step. Returns the counter that stands for it now, NOTHING if nothing is left.

    A battalion whose last step is a company or a remnant goes to the Reduced box, and that counter takes its
    place on the map.
    """
    pos = game.pos
    pos.count_lost(unit, 1)
    left = pos.steps[unit] - 1
    game.tell("step-lost", unit, left, reason_of(pos, why), rule=why, sees=pos.viewers(unit))
    if pos.steps[unit] <= 1:
        remove(game, unit, why)
        return NOTHING
    pos.steps[unit] -= 1
    pos.changed(unit)
    slot = free_slot(pos, pos.content.last_slots[unit]) if pos.steps[unit] == 1 else NOTHING
    if slot == NOTHING:
        return unit
    stand_in(pos, slot, unit)
    put_in_box(pos, unit, REDUCED)
    game.tell("reduced", unit, slot, rule="rp.losses.14", sees=pos.viewers(slot))
    return slot


def stand_in(pos: BattalionPosition, slot: int, battalion: int) -> None:
    """A company or remnant takes the place of a battalion, in the same state."""
    pos.place(slot, pos.hex[battalion])
    pos.steps[slot] = pos.content.max_steps[slot]
    pos.source[slot] = battalion
    pos.left_over[slot] = 0
    pos.morale_state[slot] = pos.morale_state[battalion]
    pos.supply[slot] = pos.supply[battalion]
    pos.flags[slot] = pos.flags[battalion]
    pos.spent[slot] = pos.spent[battalion]
    pos.arrived[slot] = pos.arrived[battalion]
    pos.afoot[slot] = pos.afoot[battalion]
    pos.seen[slot] = pos.seen[battalion]
    pos.changed(slot)


@rule("rp.losses.14", "rp.losses.16")
def last_step_of(pos: BattalionPosition, slot: int) -> int:
    """The battalion in the Reduced box whose last step this counter is; NOTHING if it is none.

    A company that was left over when its battalion was joined again is not, whatever becomes of that.
    """
    of = pos.source[slot]
    return of if of != NOTHING and pos.hex[of] == REDUCED and not pos.left_over[slot] else NOTHING


def put_in_box(pos: BattalionPosition, unit: int, box: int) -> None:
    """Take a counter off the map into a box; its steps are kept."""
    pos.place(unit, box)
    pos.clear(unit)


@rule("rp.losses.15", "rp.losses.16")
def remove(game: Game[B], unit: int, why: str = "rp.losses.1") -> None:
    """A counter is eliminated. With a remnant or last company goes its battalion in the Reduced box."""
    pos = game.pos
    game.tell("eliminated", unit, reason_of(pos, why), rule=why, sees=pos.viewers(unit))
    of = last_step_of(pos, unit)
    pos.steps[unit] = 0
    if pos.content.is_leader[unit]:
        put_in_box(pos, unit, HURT)
    elif pos.source[unit] == NOTHING:
        put_in_box(pos, unit, ELIMINATED)
    else:
        free(pos, unit)
        if of != NOTHING:
            pos.hex[of] = ELIMINATED
            pos.steps[of] = 0
        settle_breakdown(game, pos.content.pool_of[unit])


def eliminate(game: Game[B], unit: int, why: str) -> None:
    """A unit is lost with all its steps, which count as lost."""
    game.pos.count_lost(unit, game.pos.steps[unit])
    remove(game, unit, why)


def free(pos: BattalionPosition, slot: int) -> None:
    """A company or remnant goes back into its pool."""
    put_in_box(pos, slot, ABSENT)
    pos.steps[slot] = 0
    pos.source[slot] = NOTHING
    pos.left_over[slot] = 0
    pos.arrived[slot] = 0
    pos.afoot[slot] = 0


@rule("rp.post-move.10")
def settle_breakdown(game: Game[B], pool: str) -> None:
    """Battalions in the Breakdown box for which no company is left on the map or to come are eliminated.

    Each needs one company at least of its kind; those with companies of their own stay longest.
    """
    pos = game.pos
    if not pool:
        return
    left = [slot for slot in pos.roster.pools[pool] if _is_left_over(pos, slot)]
    box = [
        unit
        for unit, slots in enumerate(pos.content.company_slots)
        if pos.hex[unit] == BROKEN_DOWN and slots and pos.content.pool_of[slots[0]] == pool
    ]
    own = {pos.source[slot] for slot in left}
    box.sort(key=lambda unit: (unit not in own, unit))
    for unit in box[len(left) :]:
        pos.hex[unit] = ELIMINATED
        pos.steps[unit] = 0
        game.tell("eliminated", unit, reason_of(pos, "rp.post-move.10"), rule="rp.post-move.10")


def _is_left_over(pos: BattalionPosition, slot: int) -> bool:
    """Is it in play as a company broken off a battalion, whichever; the last step of one is not."""
    in_play = pos.hex[slot] >= 0 or pos.hex[slot] == WAITING
    return in_play and pos.source[slot] != NOTHING and last_step_of(pos, slot) == NOTHING
