"""The plan of a movement phase: attackers to their places, then everybody else to where he does most good."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import NOTHING
from grognard.games.red_god_of_war.combat.odds import crosses_river
from grognard.games.red_god_of_war.combat.overrun import LEAST_ODDS, integrity_refusal, overrun_cost
from grognard.games.red_god_of_war.combat.retreat import defenders_at
from grognard.games.red_god_of_war.model.position import FOUGHT, SOVIET, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.games.red_god_of_war.movement.costs import (
    can_march,
    can_move_tactically,
    march_reach,
    rail_load,
    rail_reach,
    rail_refusal,
    reach_of,
)
from grognard.games.red_god_of_war.movement.movement import group_refusal, moves_again
from grognard.games.red_god_of_war.movement.walk import Move
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.attacks import PlannedAttack, Planner, most_attacks, prospect
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.supply.trace import movement_allowance


class Order(NamedTuple):
    """A group that goes somewhere: `way` is "to", "strategic", "rail" or "enter"."""

    group: tuple[int, ...]
    goal: int
    way: str
    why: str


class Marches:
    """Plans one movement phase of the active side."""

    def __init__(self, estimate: Estimate, pos: RedGodPosition, again: bool) -> None:
        self.estimate = estimate
        self.start = pos
        self.pos: RedGodPosition = pos.copy()
        self.content = pos.content
        self.side = pos.active_side
        self.again = again
        self.orders: list[Order] = []
        self.attacks: list[PlannedAttack] = []
        self.railed = pos.railed
        self.gain = 0.0
        self.promise = 0.0
        units = [unit for unit in pos.active_units() if can_move_tactically(pos, unit)]
        if again:
            units = [unit for unit in units if moves_again(pos, unit)]
        self.waiting = [unit for unit in units if pos.hex[unit] < 0]
        self.hqs = [unit for unit in units if pos.hex[unit] >= 0 and self.content.is_hq[unit]]
        fighters = [unit for unit in units if pos.hex[unit] >= 0 and not self.content.is_hq[unit]]
        self.groups = groups_of(pos, fighters)
        self.reach = {group: reach_of(pos, group, 0).cost for group in self.groups}

    def plan(self) -> list[Order]:
        """The orders in the order they should be carried out."""
        if not self.again:
            self._plan_attacks()
        self.orders += [Order((unit,), NOTHING, "enter", "brings in reinforcements") for unit in self.waiting]
        self.places = Places(self.estimate, self.pos)
        self._plan_places()
        for hq in self.hqs:
            self._plan_hq(hq)
        return self.orders

    # -- attackers ------------------------------------------------------------------------------

    def _plan_attacks(self) -> None:
        reaches = {
            unit: {self.pos.hex[unit], *reach} for group, reach in self.reach.items() for unit in group
        }
        reaches |= {  # those that cannot move can still attack from where they are
            unit: {self.pos.hex[unit]}
            for unit in self.pos.active_units()
            if unit not in reaches
            and self.pos.hex[unit] >= 0
            and not self.content.is_hq[unit]
            and not self.pos.flags[unit] & FOUGHT
        }
        planner = Planner(self.estimate, self.pos, self.side, reaches)
        self.attacks = planner.plan(most_attacks(self.pos, self.side))
        self.promise = sum(attack.prospect.value for attack in self.attacks)
        pledged: set[int] = set()
        for attack in self.attacks:
            pledged.update(attack.units)
            why = f"attacks {self.pos.board.place_name(attack.target)} at {attack.prospect.label}"
            moved = [(unit, hex) for unit, hex in attack.places if hex != self.start.hex[unit]]
            self.orders += [Order((unit,), hex, "to", why) for unit, hex in moved]
        self._leave_out(pledged)

    def _leave_out(self, pledged: set[int]) -> None:
        """Groups go on without their members that attack."""
        left = {group: tuple(unit for unit in group if unit not in pledged) for group in self.groups}
        self.reach = {rest: self.reach[group] for group, rest in left.items() if rest}
        self.groups = list(self.reach)

    # -- everybody else ---------------------------------------------------------------------------

    def _plan_places(self) -> None:
        """The group with most to gain goes first; the others look again at what is left."""
        waiting = {group: self._best(group) for group in self.groups}
        while waiting:
            group = max(waiting, key=lambda one: (waiting[one][0], -one[0]))
            gain, order = self._best(group)
            others = max((best[0] for one, best in waiting.items() if one != group), default=-1.0)
            if gain < others - 1e-9 and gain < waiting[group][0] - 1e-9:
                waiting[group] = (gain, order)
                continue
            del waiting[group]
            if order is not None and gain > weights.LEAST_MOVE:
                self.gain += gain
                self._accept(order)

    def _accept(self, order: Order) -> None:
        self.places.lift(order.group)
        self.places.drop(order.group, order.goal)
        if order.way == "rail":
            self.railed += rail_load(self.pos, order.group[0])
        if order.way in ("rail", "strategic"):
            self.orders.extend(order._replace(group=(unit,)) for unit in order.group)
        else:
            self.orders.append(order)

    def _best(self, group: tuple[int, ...]) -> tuple[float, Order | None]:
        """The gain of the best place for a group over where it is, and the order to go there."""
        places = self.places
        home = self.pos.hex[group[0]]
        places.lift(group)
        stay = places.score(group, home) + self._overrun_gain(group, home, 0)
        gain, order = 0.0, None
        for hex, cost in self.reach[group].items():
            score = places.score(group, hex) + self._overrun_gain(group, hex, cost) - stay
            if self.again and self.estimate.pull[hex] < self.estimate.pull[home]:
                score -= weights.DRIVE_HOME  # a second move is for what the first and the battle have opened
            if score > gain and has_room(self.pos, hex, group):
                gain, order = score, Order(group, hex, "to", self._why(hex))
        if not self.again:
            for way, hexes in self._ways(group, home):
                for hex in hexes:
                    score = places.score(group, hex) - stay - weights.MARCH_MARGIN
                    if score > gain and has_room(self.pos, hex, group):
                        gain, order = score, Order(group, hex, way, self._why(hex))
        places.drop(group, home)
        return gain, order

    def _ways(self, group: tuple[int, ...], home: int) -> list[tuple[str, list[int]]]:
        """Where the whole group could march by road or go by rail."""
        found: list[tuple[str, list[int]]] = []
        first = self.start
        if all(can_march(first, unit) for unit in group):
            found.append(("strategic", sorted(march_reach(first, group[0]).cost)))
        if self.side != SOVIET and len(group) == 1 and rail_refusal(first, group[0]) is None:
            if self.railed + rail_load(first, group[0]) <= self.content.limit("rail-units"):
                found.append(("rail", sorted(rail_reach(first, group[0]).cost)))
        return found

    def _why(self, hex: int) -> str:
        name, worth = self.pos.board.place_name(hex), self.estimate.worth.prize[hex]
        if worth and self.pos.control[hex] != self.side:
            return f"takes {name}, worth {worth}"
        if self.estimate.need[hex] and not self.places.covered[hex]:
            return f"closes the line at {name}"
        if self.estimate.threat[hex]:
            return f"takes post at {name}"
        return f"goes forward by {name}"

    def _overrun_gain(self, group: tuple[int, ...], hex: int, cost: int) -> float:
        """What the best overrun out of this hex promises, if the points are left for one."""
        return overrun_prospect(self.estimate, self.pos, group, hex, cost)[0]

    # -- headquarters -----------------------------------------------------------------------------

    def _plan_hq(self, hq: int) -> None:
        pos = self.pos
        units = commanded(pos, hq)
        home = pos.hex[hq]
        reach = reach_of(pos, (hq,), 0).cost
        best, score = home, self._score_hq(hq, home, units) + weights.LEAST_MOVE
        for hex in sorted(reach):
            trial = self._score_hq(hq, hex, units)
            if trial > score and has_room(pos, hex, (hq,)):
                best, score = hex, trial
        if best != home:
            pos.place(hq, best)
            self.orders.append(Order((hq,), best, "to", "keeps its units in range"))

    def _score_hq(self, hq: int, hex: int, units: Sequence[int]) -> float:
        """Attackers must be in range, or they lose the support they were counted with."""
        score = self.places.score_hq(hq, hex, units)
        for attack in self.attacks:
            if all(
                self.content.distance(hex, spot) <= self.content.hq_range[hq] for _, spot in attack.places
            ):
                score += weights.SUPPORT
        return score


def overrun_prospect(
    estimate: Estimate, pos: RedGodPosition, group: tuple[int, ...], hex: int, cost: int
) -> tuple[float, int]:
    """The value and target of the best overrun out of a hex; (0, -1) if there is none worth while."""
    victims = _weak_neighbours(pos, group, hex)
    if not victims:
        return 0.0, NOTHING
    homes = [pos.hex[unit] for unit in group]
    pos.place_all(group, hex)
    best, target = 0.0, NOTHING
    for there in victims:
        if _may_overrun(pos, group, there, cost):
            found = prospect(estimate, pos, there, group, overrun=True)
            least = pos.content.tables["crt"].columns.index(LEAST_ODDS)
            if found.column >= least and found.value > max(best, weights.OVERRUN_GAIN):
                best, target = found.value, there
    for unit, home in zip(group, homes, strict=True):
        pos.place(unit, home)
    return best, target


def _weak_neighbours(pos: RedGodPosition, group: tuple[int, ...], hex: int) -> list[int]:
    """Enemy stacks beside a hex that the group could hope to overrun by strength alone."""
    content = pos.content
    side = content.side[group[0]]
    if content.formation[group[0]] < 0 or not content.is_mech[group[0]] or not pos.lit[pos.active_hq]:
        return []
    around = content.neighbours[hex * 6 : hex * 6 + 6]
    victims = [
        there
        for there in around
        if there >= 0 and pos.is_enemy_held(there, side) and defenders_at(pos, there)
    ]
    strength = sum(pos.attack_of(unit) for unit in group) // (2 if side == SOVIET else 1)
    return [
        there
        for there in victims
        if strength >= sum(pos.defence_of(unit) for unit in defenders_at(pos, there))
    ]


def _may_overrun(pos: RedGodPosition, group: tuple[int, ...], target: int, cost: int) -> bool:
    """Is the group whole, are the points left, and is no river in the way of its tanks?"""
    if integrity_refusal(pos, group) is not None:
        return False
    if cost + overrun_cost(pos, group, target) > movement_allowance(pos, group[0]) * 2:
        return False
    return not any(pos.content.is_tank[unit] and crosses_river(pos, unit, target) for unit in group)


def groups_of(pos: RedGodPosition, units: Sequence[int]) -> list[tuple[int, ...]]:
    """Brigades and regiments of one formation in one hex move together; everybody else alone."""
    content = pos.content
    groups: list[tuple[int, ...]] = []
    taken: set[int] = set()
    for unit in units:
        if unit in taken:
            continue
        group: tuple[int, ...] = (unit,)
        formation = content.formation[unit]
        if formation >= 0 and content.has_integrity[formation]:
            mates = [
                other
                for other in units
                if content.formation[other] == formation and pos.hex[other] == pos.hex[unit]
            ]
            group = tuple(
                other
                for other in mates
                if other not in taken
                and (other == unit or group_refusal(pos, Move(0, (unit,)), other) is None)
            )
        taken.update(group)
        groups.append(group)
    return groups


def commanded(pos: RedGodPosition, hq: int) -> list[int]:
    """The units an HQ should keep near: a Soviet army's own, or the Germans it activated or could reach."""
    content = pos.content
    side = content.side[hq]
    if side == SOVIET:
        return [unit for unit in content.combat_units[side] if pos.army[unit] == hq and pos.hex[unit] >= 0]
    near = content.hq_range[hq] + 2
    return [
        unit
        for unit in content.combat_units[side]
        if pos.hex[unit] >= 0 and content.distance(pos.hex[unit], pos.hex[hq]) <= near
    ]
