"""Overruns: combat in the course of a move (rule:8.6)."""

from collections.abc import Sequence

from grognard.core.chapter import Action, Game, Refusal, Ruling, halves, rule
from grognard.games.red_god_of_war.combat.odds import Sheet, crosses_river, has_divisional_integrity
from grognard.games.red_god_of_war.combat.one_combat import Combat, begin_combat
from grognard.games.red_god_of_war.combat.retreat import nobody_left_refusal
from grognard.games.red_god_of_war.model.formations import survivors, whole_formation
from grognard.games.red_god_of_war.model.position import (
    GERMAN,
    MOVED,
    OVERRAN,
    SOVIET,
    STIRRED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.stacking import is_barred_by_enemy, is_overstacked
from grognard.games.red_god_of_war.model.zoc import zones_of
from grognard.games.red_god_of_war.movement.costs import exit_costs, zoc_exit_cost
from grognard.games.red_god_of_war.movement.entering import enter_hex, stop_in_hex
from grognard.games.red_god_of_war.movement.walk import Move, slowest_first
from grognard.games.red_god_of_war.supply.trace import movement_allowance
from grognard.kit.reach import CLOSED

LEAST_ODDS = "2:1"


@rule("rgw.overrun.1")
def has_corps_integrity(pos: RedGodPosition, unit: int) -> bool:
    """Are the surviving brigades of the corps, two or more, of one army and within a hex of each other?

    While one of them is still to arrive they are not.
    """
    content = pos.content
    formation = content.formation[unit]
    if formation < 0 or content.side[unit] != SOVIET or not content.has_integrity[formation]:
        return False
    together = whole_formation(pos, formation)
    if len(together) < 2 or any(pos.hex[brigade] < 0 for brigade in together):
        return False
    apart = 1 if content.options["corps-within-one-hex"] else 0
    return all(
        pos.army[a] == pos.army[unit] and content.distance(pos.hex[a], pos.hex[b]) <= apart
        for a in together
        for b in together
    )


def overrun_cost(pos: RedGodPosition, group: Sequence[int], target: int) -> int:
    """The price in halves: the hex, two points, and zones of other enemy hexes than the target."""
    content = pos.content
    unit = group[0]
    here = pos.hex[unit]
    ground = exit_costs(pos, unit)[here * 6 + content.grid.direction(here, target)]
    if ground >= CLOSED:
        return CLOSED
    zone = zones_of(pos, 1 - content.side[unit], target)
    charges = content.zoc_entry * zone[target] + zoc_exit_cost(pos, unit) * zone[here]
    return ground + content.limit("overrun-cost") * 2 + charges


@rule("rgw.overrun.2", "rgw.overrun.3", "rgw.overrun.6", "rgw.overrun.7", "rgw.mech.5", "rgw.mech.6")
def overrun_refusal(pos: RedGodPosition, v: Move, target: int) -> Ruling:
    """Why the moving group may not overrun this hex. Germans may do it as often as they can pay."""
    content = pos.content
    group = v.group
    name = content.names[target]
    side = content.side[group[0]]
    if content.grid.direction(pos.hex[group[0]], target) < 0 or not pos.is_enemy_held(target, side):
        return Refusal("rgw.overrun.1", f"{name} is not an enemy-held hex next to the group.")
    safe = nobody_left_refusal(pos, target)
    if safe is not None:
        return safe
    if not all(content.is_mech[unit] for unit in group):
        return Refusal("rgw.overrun.3", "only mechanized units overrun.")
    if not pos.lit[pos.active_hq]:
        return Refusal("rgw.overrun.2", f"{content.unit_names[pos.active_hq]} is not in combat supply.")
    integrity = integrity_refusal(pos, group)
    if integrity is not None:
        return integrity
    if side == SOVIET and any(pos.flags[unit] & OVERRAN for unit in group):
        return Refusal("rgw.overrun.6", "a Soviet unit takes part in one overrun per impulse.")
    if side == SOVIET and content.options["one-overrun-per-army"] and pos.army_overran:
        return Refusal("rgw.overrun.6", "the army has made its overrun of this impulse.")
    if any(content.is_tank[unit] and crosses_river(pos, unit, target) for unit in group):
        return Refusal("rgw.declare.3", "tank units may not attack across a river.")
    if is_overstacked(pos, pos.hex[group[0]]):
        return Refusal("rgw.stacking.9", "the group stands in a hex too full for the end of a combat.")
    cost = overrun_cost(pos, group, target)
    left = movement_allowance(pos, group[0]) * 2 - v.spent
    if cost > left:
        price = "more than any allowance" if cost >= CLOSED else halves(cost)
        return Refusal("rgw.overrun.7", f"the overrun of {name} costs {price} MP, {halves(left)} are left.")
    return odds_refusal(pos, group, target)


def integrity_refusal(pos: RedGodPosition, group: Sequence[int]) -> Ruling:
    """Why the group lacks integrity: it must be a whole German division, or brigades of one Soviet corps."""
    content = pos.content
    formation = content.formation[group[0]]
    if any(content.formation[unit] != formation for unit in group):
        return Refusal("rgw.overrun.3", "the group is not of one division or corps.")
    if formation >= 0 and len(survivors(pos, formation)) < len(whole_formation(pos, formation)):
        return Refusal("rgw.overrun.3", "units of the division or corps are still to arrive.")
    if content.side[group[0]] == GERMAN:
        whole = has_divisional_integrity(pos, group[0]) and len(group) == len(survivors(pos, formation))
        return None if whole else Refusal("rgw.overrun.3", "the division is not whole in this group.")
    if not has_corps_integrity(pos, group[0]):
        return Refusal("rgw.overrun.3", "the corps is not together.")
    return None


def odds_refusal(pos: RedGodPosition, group: Sequence[int], target: int) -> Ruling:
    """Why the odds are too low to try."""
    if not pos.content.options["overrun-needs-2-to-1"]:
        return None
    sheet = Sheet(pos, target, group, overrun=True, extra=False)
    if sheet.column < pos.content.tables["crt"].columns.index(LEAST_ODDS):
        return Refusal("rgw.overrun.1", f"the odds would be {sheet.label}; an overrun needs {LEAST_ODDS}.")
    return None


def overrun_targets(pos: RedGodPosition, v: Move) -> list[int]:
    """The hexes the moving group may overrun now."""
    unit = v.group[0]
    # Cheap tests first: most groups on the move can never overrun.
    if not pos.lit[pos.active_hq] or not pos.content.is_mech[unit] or pos.content.formation[unit] < 0:
        return []
    here = pos.hex[unit]
    around = pos.content.neighbours[here * 6 : here * 6 + 6]
    held = [there for there in around if there >= 0 and pos.is_enemy_held(there, pos.content.side[unit])]
    return [there for there in held if overrun_refusal(pos, v, there) is None]


def begin_overrun(game: Game[RedGodPosition], v: Move, target: int) -> None:
    """Pay and fight. The group goes on afterwards if it takes the hex."""
    pos = game.pos
    cost = overrun_cost(pos, v.group, target)
    for unit in v.group:
        pos.flags[unit] |= OVERRAN | MOVED | STIRRED
    pos.army_overran = 1
    game.update(v._replace(spent=v.spent + cost))
    begin_combat(game, target, v.group, overrun=True)


@rule("rgw.overrun.1", "rgw.stacking.11")
class FinishOverrun(Action[RedGodPosition, Combat]):
    title = "An overrun that emptied the hex must enter it; otherwise the move is over"

    def run(self, game: Game[RedGodPosition], v: Combat) -> None:
        if not v.overrun:
            return
        pos = game.pos
        caller = game.caller()
        group = slowest_first(pos, [unit for unit in v.attackers if pos.hex[unit] >= 0])
        if group and not v.attackers_went and not is_barred_by_enemy(pos, v.target, pos.active_side):
            game.tell("overran", v.target, *group, rule="rgw.overrun.1")
            enter_hex(game, group, v.target, goes_on=True)
            game.hand_back(Move(caller[0], group, caller[2], caller[3]))
        else:
            if group:
                game.tell("repulsed", v.target, *group, rule="rgw.overrun.1")
                if not v.attackers_went:
                    stop_in_hex(game, group)
            game.hand_back(Move(caller[0], (), 0, caller[3]))
