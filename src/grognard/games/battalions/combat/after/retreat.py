"""Retreats: the owner walks a beaten stack back hex by hex, by the ranks that the rules give to hexes."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.core.chapter import (
    OPEN,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    first_option,
    rule,
)
from grognard.games.battalions.combat.after.entering_in_combat import can_go, come_into
from grognard.games.battalions.combat.after.losses import Losses
from grognard.games.battalions.combat.attack import beside, distance, still_on_map
from grognard.games.battalions.model.position import RETREATED, RETREATED_BEFORE, BattalionPosition
from grognard.games.battalions.model.stacking import has_room
from grognard.games.battalions.model.unit_steps import eliminate

RANK_RULES = ("rp.retreat.6", "rp.retreat.7", "rp.retreat.9", "rp.retreat.10", "rp.retreat.11")
"""The rules of the ranks, the best first."""
RANK_WORDS = (
    "outside enemy zones with room",
    "outside enemy zones, overstacked",
    "in an enemy zone with a friend and room",
    "in an enemy zone with a friend, overstacked",
    "empty in an enemy zone",
)


class Retreat(NamedTuple):
    """Groups that walk back: those waiting, and the one on its way with the hexes it has entered.

    `enemies` are the hexes the enemy fights from, `battle` the attacked hex, which nobody enters again.
    """

    queue: tuple[tuple[int, ...], ...]
    hexes: int
    enemies: tuple[int, ...]
    battle: int
    group: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    paths: tuple[tuple[int, ...], ...] = ()
    lost: tuple[int, ...] = ()
    paid: int = 0

    @property
    def why_steps(self) -> str:
        """The rule by which a retreating stack loses steps."""
        return "rp.retreat.12"


# -- where to -------------------------------------------------------------------------------------


def walkers(pos: BattalionPosition, group: Sequence[int]) -> list[int]:
    """The units of a group that are still there, leaders left out: those go where the others go."""
    return [unit for unit in still_on_map(pos, group) if not pos.content.is_leader[unit]]


@rule("rp.retreat.5", "rp.retreat.15", "rp.para-search.11")
def way_refusal(pos: BattalionPosition, v: Retreat, units: Sequence[int], there: int) -> Ruling:
    """Why these units may not enter the hex at all."""
    content = pos.content
    here, side = pos.hex[units[0]], content.side[units[0]]
    name = content.names[there]
    if there not in beside(pos, here):
        return Refusal("rp.retreat.5", f"{name} is not next to the retreating units.")
    if there == v.battle:
        return Refusal("rp.retreat.5", f"{name} is where the battle was.")
    if pos.has_unit(there, 1 - side):
        return Refusal("rp.retreat.15", f"an enemy unit is in {name}.")
    if not all(can_go(pos, unit, here, there) for unit in units):
        return Refusal("rp.retreat.15", f"the retreating units may not enter {name}.")
    return None


@rule(
    *("rp.retreat.6", "rp.retreat.7", "rp.retreat.9", "rp.retreat.10", "rp.retreat.11", "rp.para-search.11"),
)
def rank(pos: BattalionPosition, units: Sequence[int], there: int) -> int:
    """The priority of a hex in a retreat: 0 is the first. Dispersed companies ignore zones."""
    side = pos.content.side[units[0]]
    room = has_room(pos, there, units)
    if not is_in_zone(pos, units, there):
        return 0 if room else 1
    friends = [unit for unit in pos.of_side_at(there, side) if unit not in units]
    if friends:
        return 2 if room else 3
    return 4


def is_in_zone(pos: BattalionPosition, units: Sequence[int], there: int) -> bool:
    """Is the hex in an enemy zone of control that matters to these units?"""
    side = pos.content.side[units[0]]
    return bool(pos.zoc(1 - side)[there]) and not all(pos.dispersed[unit] for unit in units)


@rule("rp.retreat.8")
def leads_away(pos: BattalionPosition, v: Retreat, here: int, there: int) -> bool:
    """Is the hex farther than this one from every hex the enemy fights from?"""
    return all(distance(pos, there, enemy) > distance(pos, here, enemy) for enemy in v.enemies)


@rule("rp.retreat.5", "rp.retreat.8")
def retreat_hexes(pos: BattalionPosition, v: Retreat) -> list[int]:
    """The hexes the group may go to next: of the best rank there is, those that lead away if any does."""
    units = walkers(pos, v.group)
    here = pos.hex[units[0]]
    open_ones = [there for there in beside(pos, here) if way_refusal(pos, v, units, there) is None]
    if not open_ones:
        return []
    ranks = {there: rank(pos, units, there) for there in open_ones}
    best = [there for there in open_ones if ranks[there] == min(ranks.values())]
    return [there for there in best if leads_away(pos, v, here, there)] or best


def retreat_refusal(pos: BattalionPosition, v: Retreat, there: int) -> Ruling:
    """Why the group may not retreat into this hex now."""
    units = walkers(pos, v.group)
    if not units:
        return Refusal("rp.retreat.14", "nobody is left to retreat.")
    barred = way_refusal(pos, v, units, there)
    found = retreat_hexes(pos, v)
    if barred is not None or there in found:
        return barred
    name = pos.content.names[there]
    mine, best = rank(pos, units, there), rank(pos, units, found[0])
    if mine > best:
        why = f"{name} is {RANK_WORDS[mine]}; a hex {RANK_WORDS[best]} goes first."
        return Refusal(RANK_RULES[best], why)
    return Refusal("rp.retreat.8", f"{name} does not lead away from the attackers; another hex does.")


# -- the walk -------------------------------------------------------------------------------------


class NextGroup(Action[BattalionPosition, Retreat]):
    title = "The next group begins its retreat"

    def run(self, game: Game[BattalionPosition], v: Retreat) -> None:
        if v.queue:
            game.update(v._replace(queue=v.queue[1:], group=v.queue[0], path=(v.battle,)))
            return
        below: Any = game.caller()
        lost = tuple(sorted((*below.lost, *v.lost)))
        game.hand_back(below._replace(lost=lost, paths=(*below.paths, *v.paths)))
        game.leave()


@rule("rp.retreat.14")
class CheckWay(Action[BattalionPosition, Retreat]):
    """Units that can go nowhere are lost; where the rest cannot go together, each class goes for itself."""

    title = "Is there a way back?"

    def run(self, game: Game[BattalionPosition], v: Retreat) -> None:
        pos = game.pos
        units = walkers(pos, v.group)
        if not units or len(v.path) > v.hexes or retreat_hexes(pos, v):
            return
        around = beside(pos, pos.hex[units[0]])
        stuck = [
            unit for unit in units if all(way_refusal(pos, v, (unit,), there) is not None for there in around)
        ]
        for unit in stuck:
            eliminate(game, unit, "rp.retreat.14")
        rest = [unit for unit in units if unit not in stuck]
        if rest:
            self._split(game, v, rest)

    def _split(self, game: Game[BattalionPosition], v: Retreat, units: list[int]) -> None:
        """Go on without those that were stuck; if even so there is no way for all, class by class."""
        pos = game.pos
        leaders = [unit for unit in still_on_map(pos, v.group) if pos.content.is_leader[unit]]
        together = v._replace(group=(*units, *leaders))
        if retreat_hexes(pos, together):
            game.update(together)
            return
        first, *others = sorted({pos.mobility_of(unit) for unit in units})
        groups = tuple(tuple(unit for unit in units if pos.mobility_of(unit) == one) for one in others)
        mine = tuple(unit for unit in units if pos.mobility_of(unit) == first)
        game.update(v._replace(group=(*mine, *leaders), queue=(*groups, *v.queue)))


@rule("rp.retreat.5", "rp.retreat.12")
class WalkBack(Decision[BattalionPosition, Retreat]):
    title = "Retreat one hex"

    policies = (first_option("first", "The first of the hexes that are equally good."),)

    def always_asks(self, pos: BattalionPosition, v: Retreat) -> str:
        return "Whether another hex was as good hangs on stacks that the enemy may not see."

    def side(self, pos: BattalionPosition, v: Retreat) -> int:
        return pos.content.side[v.group[0]]

    def options(self, pos: BattalionPosition, v: Retreat) -> list[Offer]:
        if not walkers(pos, v.group) or len(v.path) > v.hexes:
            return []
        return [Offer("withdraw", retreat_hexes(pos, v))]

    def take(self, game: Game[BattalionPosition], v: Retreat, choice: Choice) -> None:
        pos = game.pos
        units = still_on_map(pos, v.group)
        payers = tuple(walkers(pos, v.group))
        costs = is_in_zone(pos, payers, choice[1])
        side = pos.content.side[units[0]]
        game.goto("CheckWay", v._replace(path=(*v.path, choice[1]), group=tuple(units)))
        come_into(game, units, choice[1], "retreated", "rp.retreat.5")
        for unit in units:
            pos.flags[unit] = pos.flags[unit] & ~RETREATED_BEFORE | RETREATED
        if costs:
            game.call("losses", Losses(side, payers, 1, walking=1))

    def refuse(self, pos: BattalionPosition, v: Retreat, choice: Choice) -> Ruling:
        if choice[0] != "withdraw":
            return None
        return retreat_refusal(pos, v, choice[1])


@rule("rp.retreat.14")
class EndGroup(Action[BattalionPosition, Retreat]):
    title = "A group has retreated"

    def run(self, game: Game[BattalionPosition], v: Retreat) -> None:
        game.goto("NextGroup", v._replace(group=(), path=(), paths=(*v.paths, v.path)))


retreat = Procedure(
    "retreat",
    NextGroup(),
    CheckWay(),
    WalkBack(),
    EndGroup(),
    title="Retreat",
    rules=("rp.retreat.5",),
    vars=Retreat,
    sees=OPEN,
)
