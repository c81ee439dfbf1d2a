"""Units enter a hex: it comes under their control, and an enemy HQ alone in it gives way."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, Game, rule
from grognard.games.red_god_of_war.model.position import DEAD, OWED, PAID, SOVIET, UNLIT, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room


@rule("rgw.movement.7")
def enter_hex(game: Game[RedGodPosition], units: Sequence[int], hex: int, goes_on: bool = False) -> None:
    """Put units in a hex: it comes under their control, and an enemy HQ alone in it gives way.

    Units that may go on from there take it later by option, if they stop in it: see `stop_in_hex`.
    """
    pos = game.pos
    side = pos.content.side[units[0]]
    pos.place_all(units, hex)
    if not goes_on or pos.content.options["control-in-passing"]:
        take_control(game, hex, side)
    for unit in [other for other in pos.at(hex) if pos.content.side[other] != side]:
        displace_hq(game, unit)


@rule("rgw.movement.7")
def stop_in_hex(game: Game[RedGodPosition], units: Sequence[int]) -> None:
    """Their move, retreat or advance ends here: now the hex is theirs even if passing did not take it."""
    pos = game.pos
    if units and not pos.content.options["control-in-passing"]:
        take_control(game, pos.hex[units[0]], pos.content.side[units[0]])


def take_control(game: Game[RedGodPosition], hex: int, side: int) -> None:
    """The side whose unit last entered a hex controls it."""
    pos = game.pos
    if pos.control[hex] == side:
        return
    pos.control[hex] = side
    worth = pos.content.objective[SOVIET][hex]
    if worth:
        game.tell("taken", hex, side, worth, rule="rgw.turn.5")
    if side == SOVIET:
        if worth >= pos.content.tables["stalin-modifiers"].integer("objective-taken", "threshold"):
            pos.took_objective = 1
        if worth >= pos.content.tables["okw-modifiers"].integer("objective-lost", "threshold"):
            pos.lost_objective = 1


@rule("rgw.stacking.11", "rgw.halt.7")
def displace_hq(game: Game[RedGodPosition], hq: int) -> None:
    """An HQ caught alone goes to the nearest friendly hex at least five away, or is lost (rule:hq).

    The point it was put in combat supply with stays spent on it: a halt can still give it back.
    """
    pos = game.pos
    refuge = refuge_for(pos, hq)
    if pos.lit[hq] == PAID:
        pos.flags[hq] |= OWED
    pos.lit[hq] = UNLIT
    if refuge == NOTHING:
        pos.place(hq, DEAD)
        if hq in pos.cup:
            pos.cup.remove(hq)
        game.tell("destroyed", hq, rule="rgw.stacking.11")
        return
    pos.barred[hq] = pos.turn + 1
    pos.place(hq, refuge)
    game.tell("displaced", hq, refuge, rule="rgw.stacking.11")


def refuge_for(pos: RedGodPosition, hq: int) -> int:
    """The nearest hex under friendly control, free of the enemy, with room, that is far enough away."""
    content = pos.content
    side = content.side[hq]
    far = content.grid.distances(pos.hex[hq])
    least = content.limit("hq-escape")
    away = [hex for hex in range(content.hexes) if far[hex] >= least and pos.control[hex] == side]
    free = [hex for hex in away if not pos.is_enemy_held(hex, side) and has_room(pos, hex, (hq,))]
    return min(free, key=lambda hex: far[hex], default=NOTHING)
