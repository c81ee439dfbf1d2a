"""What happens when a unit enters a hex: control, field works, lone leaders, units that cannot defend."""

from collections.abc import Sequence

from grognard.core.chapter import Game, rule
from grognard.games.battalions.combat.after.leader_casualty import Casualty
from grognard.games.battalions.model.position import (
    BUILT,
    DIGGING,
    NO_WORKS,
    NOBODY,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.unit_steps import eliminate


def enter_hex(game: Game[B], units: Sequence[int], hex: int, moves: bool = True) -> None:
    """Units of one side come into a hex together: in movement, or else by advance or retreat.

    What they find there may call the check of a lone leader. Only who moves disturbs those that build near.
    """
    pos = game.pos
    side = pos.content.side[units[0]]
    leave_works(pos, units)
    for unit in units:
        pos.place(unit, hex)
    dispersed = pos.dispersed
    if not dispersed[units[0]] or not all(dispersed[unit] for unit in units):
        take_control(pos, hex, side)
        if moves:
            disturb_works(game, hex, side)
    sweep(game, hex, side)
    for unit in units:
        pos.content.entered(game, unit, hex, moves)


@rule("rp.strategic.4")
def take_control(pos: BattalionPosition, hex: int, side: int) -> None:
    """A hex is friendly to the side that last had a unit in it; water is nobody's."""
    if pos.control[hex] != side and not pos.content.ground.is_water[hex]:
        pos.take_control(hex, side)
        if side == pos.phasing:
            pos.taken.append(hex)


@rule("rp.move-general.15")
def leave_works(pos: BattalionPosition, units: Sequence[int]) -> None:
    """When a unit that builds is moved, the works under construction in its hex are given up.

    Others may come and go. A builder who retreats has not stayed in his hex either. In the enemy's player
    turn it is forgotten who builds: there a whole hex retreats.
    """
    hex, side = pos.hex[units[0]], pos.content.side[units[0]]
    if hex < 0 or pos.works[hex] != DIGGING:
        return
    if side != pos.phasing or any(pos.flags[unit] & BUILT for unit in units):
        clear_works(pos, hex)


def clear_works(pos: BattalionPosition, hex: int) -> None:
    """There are no field works in the hex any more."""
    pos.works[hex] = NO_WORKS
    pos.works_side[hex] = NOBODY
    pos.begun[hex] = 0


@rule("rp.move-general.14")
def disturb_works(game: Game[B], hex: int, side: int) -> None:
    """Enemies that are building next to the hex give up what they have begun."""
    pos = game.pos
    works = pos.works
    for there in (hex, *pos.content.around[hex]):
        if works[there] == DIGGING and pos.works_side[there] != side:
            clear_works(pos, there)
            game.tell("works-disturbed", there, rule="rp.move-general.14")


@rule("rp.normal-move.2", "rp.move-general.16")
def sweep(game: Game[B], hex: int, side: int) -> None:
    """Enemy units without a defence strength are eliminated, lone leaders run for it.

    Dispersed parachutists are not overrun like that, nor a leader who hides among them.
    """
    pos = game.pos
    if not pos.has_unit(hex, 1 - side):
        return
    found = [unit for unit in pos.of_side_at(hex, 1 - side) if not pos.dispersed[unit]]
    for unit in found:
        if not pos.content.is_leader[unit]:
            eliminate(game, unit, "rp.normal-move.2")
    for leader in found:
        if pos.content.is_leader[leader]:
            game.call("leader-casualty", Casualty(leader, 0, 1))
