"""Overruns: attacks in the course of a move."""

from collections.abc import Sequence
from typing import Any

from grognard.core.chapter import NOTHING, Action, Game, Refusal, Ruling, rule
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.losses import survivors
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.ground import ALL
from grognard.games.ocs.model.position import COMBAT, EXPLOIT, MOVE, MOVED, OcsPosition
from grognard.games.ocs.model.scale import MP, mp_text
from grognard.games.ocs.model.units import is_attack_capable
from grognard.games.ocs.model.zoc import heeds_zoc, is_stopped_by_zoc
from grognard.games.ocs.movement.modes import left
from grognard.games.ocs.movement.reach import bare_price, pledge_refusal
from grognard.games.ocs.movement.stacking import overrun_room_refusal
from grognard.games.ocs.movement.variables import March
from grognard.games.ocs.sequence.fog import tell_moved
from grognard.games.ocs.supply.fuel import burn, fuel_refusal
from grognard.kit.reach import CLOSED


@rule("ocs.overrun.1", "ocs.overrun.2", "ocs.overrun.3", "ocs.overrun.4", "ocs.overrun.5", "ocs.overrun.11")
@rule("ocs.stacking.3", "ocs.modes.35", "ocs.combat.8", "ocs.movement.4")
def overrun_refusal(pos: OcsPosition, v: March, target: int) -> Ruling:
    """Why the moving group may not overrun a hex."""
    content = pos.content
    here, name = pos.hex[v.group[0]], content.names[target]
    if not content.is_adjacent(here, target) or not pos.is_held_by(target, 1 - pos.acting):
        return Refusal("ocs.overrun.1", f"{name} is not a hex next to the stack with enemy combat units.")
    if pos.calm:
        return Refusal("ocs.sequence.26", "this turn is played without fighting.")
    price = content.limit("overrun-mp") * MP
    for unit in v.group:
        ruling = _unit_refusal(pos, unit, v.group, target, price)
        if ruling is not None:
            return ruling
    if len({pos.began[unit] for unit in v.group}) > 1:
        return Refusal("ocs.overrun.2", "they did not begin the phase stacked together.")
    return overrun_room_refusal(pos, here, pos.acting)


def _unit_refusal(pos: OcsPosition, unit: int, movers: Sequence[int], target: int, price: int) -> Ruling:
    name = pos.content.unit_names[unit]
    if not is_attack_capable(pos, unit):
        return Refusal("ocs.overrun.11", f"{name} is not Attack-Capable.", "Drop it first.")
    if pos.mode[unit] not in (COMBAT, MOVE, EXPLOIT):
        return Refusal("ocs.overrun.2", f"{name} is disorganised.")
    if left(pos, unit) < price:
        return Refusal("ocs.overrun.3", f"{name} has {mp_text(left(pos, unit))} MP left; it takes 3.")
    entry = bare_price(pos, unit, pos.hex[unit], target)
    if entry == ALL or entry > price:
        told = "all" if entry == ALL else "prohibited" if entry >= CLOSED else mp_text(entry)
        where = pos.content.names[target]
        return Refusal(
            "ocs.overrun.4", f"without roads {where} costs {name} {told}; at most 3 can be overrun."
        )
    return pledge_refusal(pos, unit) or fuel_refusal(pos, unit, movers)


def overrun_targets(pos: OcsPosition, v: March) -> list[int]:
    """The hexes the moving group may overrun now."""
    enemies = pos.men_of(1 - pos.acting)
    around = [hex for hex in pos.content.around[pos.hex[v.group[0]]] if enemies[hex]]
    return [hex for hex in around if overrun_refusal(pos, v, hex) is None]


@rule("ocs.overrun.3", "ocs.overrun.6", "ocs.overrun.7", "ocs.overrun.12", "ocs.fuel.2")
def begin_overrun(game: Game[OcsPosition], v: March, target: int) -> None:
    """Pay 3 MP each and fight."""
    pos = game.pos
    burn(pos, v.group)
    for unit in v.group:
        pos.put.spent[unit] += pos.content.limit("overrun-mp") * MP
    game.call("combat", Combat(target, pos.acting, overrun=1, attackers=v.group))


@rule("ocs.overrun.8", "ocs.overrun.9", "ocs.overrun.10", "ocs.overrun.11", "ocs.combat.14", "ocs.zoc.4")
class FinishOverrun(Action[OcsPosition, Combat]):
    title = "An overrun that emptied the hex enters it; the move goes on"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        if not v.overrun:
            return
        pos = game.pos
        caller: Any = game.caller()
        # To the defender the march is hidden or nameless: drawn from what he knows, the attackers advance.
        march = caller if isinstance(caller, March) and caller.group else March(group=v.attackers)
        is_known = march is caller
        group = tuple(unit for unit in survivors(pos, march.group) if unit in v.attackers)
        for unit in march.group:
            if unit not in v.attackers:  # left out for want of supply: it is dropped where it is
                pos.put.flags[unit] |= MOVED
        if v.attackers_went:
            for unit in group:
                pos.put.flags[unit] |= MOVED
            if is_known:
                game.hand_back(march._replace(group=()))
            return
        if is_known:
            game.hand_back(march._replace(group=group))
        if group and not pos.is_held_by(v.target, 1 - v.side):
            tell_moved(game, "overran", pos.hex[group[0]], v.target, group, "ocs.overrun.8")
            bound = march.bound
            for unit in group:
                pos.place(unit, v.target)
            if any(heeds_zoc(pos, unit) for unit in group):
                bound = int(is_stopped_by_zoc(pos, v.target, v.side, group))
            if is_known:
                game.hand_back(march._replace(group=group, bound=bound, bridge=NOTHING))
            enter_hex(game, group, v.target, advance=True)
