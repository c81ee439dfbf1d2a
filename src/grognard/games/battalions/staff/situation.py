"""The situation as a staff sees it: goals, ways, who is strong where."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Final, NamedTuple

from grognard.games.battalions.model.position import DEMORALIZED, BattalionPosition
from grognard.games.battalions.model.stacking import in_companies
from grognard.games.battalions.movement.move import Move, picked
from grognard.games.battalions.movement.reach import reach_of
from grognard.kit.foresight import Stakes, still_good_for
from grognard.kit.reach import CLOSED
from grognard.kit.temper import EVEN, Temper

FAR: Final = 10_000
"""A way that leads nowhere."""

Goals = Mapping[int, float]
"""What it is worth to hold a hex, by hex."""
Links = Sequence[tuple[int, int, int]]
"""Ways that are no plain steps, such as a crossing: from, to, and what it costs in halves of a point."""
Errands = Mapping[int, int]
"""Where units are wanted for what only they can do, such as bridging: the hex, by unit."""


class Aims(NamedTuple):
    """What a side plays for: goals, where it stands on the ladder, the points of a step of each unit.

    `strength` is what a step is worth besides for what it can still do; `has_last_word`: the enemy does not
    act again.
    """

    goals: Goals
    stakes: Stakes
    step: Callable[[int], float]
    strength: float
    has_last_word: bool


def reach(pos: BattalionPosition, unit: int, strategic: bool) -> dict[int, int]:
    """Where a unit of either side can come to by itself, and what it costs."""
    if pos.content.is_artillery[unit] and not pos.limbered[unit]:
        return {}
    return reach_of(pos, picked(pos, Move(strategic=int(strategic)), unit)).cost


class Situation:
    """One side's view of the board at one moment. Everything is worked out when it is first asked for."""

    def __init__(
        self, pos: BattalionPosition, side: int, aims: Aims, links: Links = (), temper: Temper = EVEN
    ) -> None:
        self.pos = pos
        self.side = side
        self.enemy = 1 - side
        self.goals, self.stakes, self.step, self.strength, self.has_last_word = aims
        self.later = still_good_for(self.stakes.turns_left)
        self.links = links
        self.temper = temper
        self._ways: dict[int, list[float]] = {}

    # -- ways -----------------------------------------------------------------------------------

    def ways_to(self, targets: Mapping[int, float], mobility: int) -> list[float]:
        """How far each hex is from the best target: the way in halves of a point, less what that is worth.

        The way of one mobility class, whoever stands in it; worth shortens it. A blown bridge is none.
        """
        ends = self.pos.content.ground.graph.ends
        prices = self.pos.content.ground.going[mobility].prices
        shut = self.pos.content.shut(self.pos)
        found = [float(FAR)] * self.pos.content.hexes
        heap = [(-worth, hex) for hex, worth in targets.items()]
        for start, hex in heap:
            found[hex] = start
        heap.sort()
        back: dict[int, list[tuple[int, int]]] = {}
        for here, there, price in self.links:
            back.setdefault(there, []).append((here, price))
        while heap:
            far, hex = heappop(heap)
            if far > found[hex]:
                continue
            steps = list(back.get(hex, ()))
            for exit in range(hex * 6, hex * 6 + 6):
                other = ends[exit]
                if other >= 0 and other not in shut:
                    price = prices[other * 6 + (exit % 6 + 3) % 6]
                    steps.append((other, price if price < CLOSED else FAR))
            for other, price in steps:
                if price < FAR and far + price < found[other]:
                    found[other] = far + price
                    heappush(heap, (far + price, other))
        return found

    def to_goals(self, mobility: int) -> list[float]:
        """The way to the goals that are not ours, or that are ours and in danger; else to the enemy."""
        known = self._ways.get(mobility)
        if known is None:
            known = self._ways[mobility] = self.ways_to(self._targets(), mobility)
        return known

    def _targets(self) -> dict[int, float]:
        wanted = {hex: worth for hex, worth in self.goals.items() if self.pos.control[hex] != self.side}
        if self.is_defending:
            kept = {hex: worth for hex, worth in self.goals.items() if hex not in wanted}
            in_danger = {hex: worth + NEAR_HOME for hex, worth in kept.items() if self.coming[hex]}
            return {**wanted, **(in_danger or kept)}
        for hex in self.enemy_hexes:
            wanted.setdefault(hex, 0.0)
        return wanted or dict(self.goals)

    @cached_property
    def is_defending(self) -> bool:
        """Has this side more to keep than to win?"""
        kept = sum(worth for hex, worth in self.goals.items() if self.pos.control[hex] == self.side)
        return 2 * kept > sum(self.goals.values())

    # -- who is where ---------------------------------------------------------------------------

    @cached_property
    def enemy_hexes(self) -> list[int]:
        """The hexes that enemy combat units hold."""
        return [hex for hex in self.pos.hexes_of(self.enemy) if self.pos.is_held(hex, self.enemy)]

    def strength_at(self, hex: int, side: int) -> int:
        """The attack strength of a side in a hex; demoralized units do not attack."""
        pos = self.pos
        units = pos.of_side_at(hex, side)
        return sum(pos.attack_of(unit) for unit in units if pos.morale_state[unit] != DEMORALIZED)

    def defence_at(self, hex: int, side: int) -> int:
        """The defence strength of a side in a hex."""
        pos = self.pos
        return sum(pos.defence_of(unit) for unit in pos.of_side_at(hex, side) if not pos.dispersed[unit])

    def room_at(self, hex: int) -> int:
        """The companies that a hex still takes if it is to fight well: two battalions and a company."""
        taken = sum(in_companies(self.pos, unit) for unit in self.pos.of_side_at(hex, self.side))
        return WELL_FILLED - taken

    @cached_property
    def threat(self) -> list[int]:
        """The enemy attack strength that could strike each hex from where it stands or one hex nearer."""
        grid = self.pos.content.grid
        found = [0] * self.pos.content.hexes
        for hex in self.pos.hexes_of(self.enemy):
            strength = self.strength_at(hex, self.enemy)
            if strength:
                for there in grid.within(hex, 2):
                    found[there] += strength
        return found

    @cached_property
    def coming(self) -> list[int]:
        """The enemy attack strength that could come to or next to each hex in his next turn, as he moves."""
        pos, ends = self.pos, self.pos.content.graph.ends
        found = [0] * pos.content.hexes
        for unit in pos.on_map(self.enemy):
            strength = pos.attack_of(unit)
            if strength and pos.morale_state[unit] != DEMORALIZED:
                hexes = {pos.hex[unit], *reach(pos, unit, strategic=False)}
                beside = {ends[exit] for hex in hexes for exit in range(hex * 6, hex * 6 + 6)}
                for there in hexes | beside:
                    if there >= 0:
                        found[there] += strength
        return found


NEAR_HOME: Final = 4.0
"""By how much a defender rather goes to a goal that he has and may lose than to one he has lost."""
WELL_FILLED: Final = 7
