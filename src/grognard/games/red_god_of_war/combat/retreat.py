"""Retreats: the owner walks beaten units back, hex by hex (rule:8.3)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.chapter import (
    NOTHING,
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.losses import lose_step
from grognard.games.red_god_of_war.model.position import RETREATED, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room, is_barred_by_enemy
from grognard.games.red_god_of_war.movement.costs import exit_costs
from grognard.games.red_god_of_war.movement.entering import enter_hex, stop_in_hex
from grognard.kit.reach import CLOSED


class Retreat(NamedTuple):
    """Who still has to walk, and how far the present group has come.

    A group in the queue is the hex its retreat began in, the hexes it has gone, and its units.
    `spare` hits were left over when the groups that died at bay were gone.
    """

    queue: tuple[tuple[int, ...], ...]
    hexes: int
    enemies: tuple[int, ...]
    party: tuple[int, ...]
    group: tuple[int, ...] = ()
    start: int = -1
    gone: int = 0
    spare: int = NOTHING


@rule("rgw.losses.10", "rgw.stacking.6", "rgw.zoc.14", "rgw.zoc.15", "rgw.stacking.11")
def retreat_refusal(pos: RedGodPosition, v: Retreat, group: Sequence[int], there: int) -> Ruling:
    """Why the group may not retreat into the hex: enemy-occupied, an enemy zone, full, or the wrong way."""
    content = pos.content
    here = pos.hex[group[0]]
    side = content.side[group[0]]
    direction = content.grid.direction(here, there)
    name = content.names[there]
    if direction < 0:
        return Refusal("rgw.losses.10", f"{name} is not next to the retreating units.")
    fighters = [unit for unit in group if not content.is_hq[unit]]  # an HQ goes free with its stack
    if any(exit_costs(pos, unit)[here * 6 + direction] >= CLOSED for unit in fighters):
        return Refusal("rgw.losses.10", f"the terrain of {name} is closed to the retreating units.")
    if is_barred_by_enemy(pos, there, side):
        return Refusal("rgw.stacking.11", f"{name} is held by the enemy.")
    if pos.zoc(1 - side)[there] and not holds_friend(pos, there, side, v.party):
        return Refusal("rgw.zoc.14", f"{name} is in an enemy zone of control with no friend in it.")
    if not has_room(pos, there, group):
        return Refusal("rgw.stacking.6", f"{name} is full.")
    if content.distance(v.start, there) != v.gone + 1:
        return Refusal(
            "rgw.losses.10", f"{name} does not lead away from the start of the retreat (house rule 8.3)."
        )
    if nearest(pos, v.enemies, there) < nearest(pos, v.enemies, here):
        return Refusal("rgw.losses.10", f"{name} is nearer to the enemy (house rule 8.3).")
    return None


def holds_friend(pos: RedGodPosition, hex: int, side: int, party: Sequence[int]) -> bool:
    """Is there a friendly unit that is not of the retreating party?"""
    return any(pos.content.side[unit] == side and unit not in party for unit in pos.at(hex))


def nearest(pos: RedGodPosition, enemies: Sequence[int], hex: int) -> int:
    """The distance to the nearest hex the enemy fought from."""
    return min((pos.content.distance(enemy, hex) for enemy in enemies), default=0)


def retreat_hexes(pos: RedGodPosition, v: Retreat, group: Sequence[int]) -> list[int]:
    """The hexes the group may go to next."""
    here = pos.hex[group[0]]
    around = pos.content.neighbours[here * 6 : here * 6 + 6]
    return [there for there in around if there >= 0 and retreat_refusal(pos, v, group, there) is None]


@rule("rgw.losses.10")
def defenders_at(pos: RedGodPosition, hex: int) -> list[int]:
    """The combat units that defend a hex: not those that retreated in this impulse (rule:8.3).

    They may be attacked again only in another impulse, and leave whoever they have joined as he was.
    """
    return [unit for unit in pos.combat_units_at(hex) if not pos.flags[unit] & RETREATED]


def nobody_left_refusal(pos: RedGodPosition, hex: int) -> Ruling:
    """Why nobody in an enemy-held hex can be attacked."""
    if defenders_at(pos, hex):
        return None
    why = f"all units in {pos.content.names[hex]} have retreated in this impulse (house rule 8.3)."
    return Refusal("rgw.losses.10", why, "They can be attacked in another impulse.")


def begin_retreat(
    game: Game[RedGodPosition], units: Sequence[int], hexes: int, enemies: Sequence[int]
) -> None:
    """Call for these units to walk back, each stack as a group of its own."""
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(game.pos.hex[unit], []).append(unit)
    queue = tuple((start, 0, *group) for start, group in stacks.items())
    game.call("retreat", Retreat(queue, hexes, tuple(enemies), tuple(units)))


class NextGroup(Action[RedGodPosition, Retreat]):
    title = "The next beaten stack begins its retreat"

    def run(self, game: Game[RedGodPosition], v: Retreat) -> None:
        pos = game.pos
        if not v.queue:
            if v.spare > 0 and pos.content.side[v.party[0]] != pos.active_side:
                combat: Any = game.caller()
                game.hand_back(combat._replace(spare=v.spare))
            game.leave()
            return
        start, gone = v.queue[0][:2]
        group = tuple(unit for unit in v.queue[0][2:] if pos.hex[unit] >= 0)
        rest = v.queue[1:]
        if not group:
            game.goto("NextGroup", v._replace(queue=rest))
            return
        game.update(v._replace(queue=rest, group=group, start=start, gone=gone))


def safety(pos: RedGodPosition, v: Retreat, choice: Choice) -> tuple[bool, bool, int]:
    """How much a hex invites a retreat, as a rank: the stack as one, out of zones, far from the enemy."""
    verb, hex = choice
    if verb == "split":
        return (True, True, 0)
    enemy = 1 - pos.content.side[v.group[0]]
    return (False, bool(pos.zoc(enemy)[hex]), -nearest(pos, v.enemies, hex))


@rule("rgw.losses.4", "rgw.losses.7", "rgw.losses.9")
class WalkBack(Decision[RedGodPosition, Retreat]):
    title = "Retreat one hex"

    policies = (
        by_rank("safest", "Away from the enemy and out of his zones, stacks as one if they can.", safety),
    )

    def side(self, pos: RedGodPosition, v: Retreat) -> int:
        return pos.content.side[v.group[0]]

    def options(self, pos: RedGodPosition, v: Retreat) -> list[Offer]:
        if v.gone == v.hexes:
            return []
        options: list[Choice] = [("withdraw", there) for there in retreat_hexes(pos, v, v.group)]
        fighters = [unit for unit in v.group if not pos.content.is_hq[unit]]
        if len(fighters) > 1:
            options.extend(("split", unit) for unit in fighters)
        return plain(options)

    def take(self, game: Game[RedGodPosition], v: Retreat, choice: Choice) -> None:
        pos = game.pos
        match choice:
            case "split", alone:
                rest = (v.start, v.gone, *(unit for unit in v.group if unit != alone))
                game.update(v._replace(queue=(rest, *v.queue), group=(alone,)))
            case _, hex:
                game.tell("retreated", hex, *v.group, rule="rgw.losses.9")
                enter_hex(game, v.group, hex, goes_on=True)
                pos.trail.append(hex)
                if not pos.content.options["retreated-defend-again"]:
                    for unit in v.group:
                        pos.flags[unit] |= RETREATED
                game.update(v._replace(gone=v.gone + 1))

    def refuse(self, pos: RedGodPosition, v: Retreat, choice: Choice) -> Ruling:
        match choice:
            case "withdraw", hex:
                return retreat_refusal(pos, v, v.group, hex)
            case "split", unit:
                name = pos.content.unit_names[unit]
                return Refusal("rgw.losses.9", f"{name} is not a combat unit of the retreating stack.")
        return None


@rule("rgw.losses.6", "rgw.losses.11")
class StandAtBay(Action[RedGodPosition, Retreat]):
    title = "Units that cannot go on lose a step for each missing hex"

    def run(self, game: Game[RedGodPosition], v: Retreat) -> None:
        pos = game.pos
        spare = v.spare
        left = v.hexes - v.gone
        stop_in_hex(game, v.group)
        holding = [unit for unit in v.group if not pos.content.is_hq[unit]]
        if left and holding:
            game.tell("at-bay", left, *holding, rule="rgw.losses.6")
        while left and holding:
            left -= 1
            for unit in holding:
                lose_step(game, unit, "rgw.losses.6")
                if pos.content.side[unit] == pos.active_side:
                    pos.lost_steps.append(unit)  # rgw.losses.11 may give it back
            holding = [unit for unit in holding if pos.hex[unit] >= 0]
            if not holding:
                spare = left if spare < 0 else min(spare, left)
        game.goto("NextGroup", v._replace(group=(), gone=0, spare=spare))


retreat = Procedure(
    "retreat", NextGroup(), WalkBack(), StandAtBay(), title="Retreat", vars=Retreat, sees=OPEN
)
