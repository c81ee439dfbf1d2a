"""The situation as a staff sees it: goals, ways, who is strong where."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Final

from grognard.games.battalions.position import DEMORALIZED, BattalionPosition
from grognard.games.battalions.stacking import in_companies
from grognard.kit.reach import CLOSED

FAR: Final = 10_000
"""A way that leads nowhere."""

Goals = Mapping[int, float]
"""What it is worth to hold a hex, by hex."""
Links = Sequence[tuple[int, int, int]]
"""Ways that are no plain steps, such as a crossing: from, to, and what it costs in halves of a point."""
Errands = Mapping[int, int]
"""Where units are wanted for what only they can do, such as bridging: the hex, by unit."""


class Situation:
    """One side's view of the board at one moment. Everything is worked out when it is first asked for."""

    def __init__(self, pos: BattalionPosition, side: int, goals: Goals, links: Links = ()) -> None:
        self.pos = pos
        self.side = side
        self.enemy = 1 - side
        self.goals = goals
        self.links = links
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
        """The way to the goals that are not ours and to the enemy; if there are none, to our own."""
        known = self._ways.get(mobility)
        if known is None:
            pos = self.pos
            targets = {hex: worth for hex, worth in self.goals.items() if pos.control[hex] != self.side}
            for hex in self.enemy_hexes:
                targets.setdefault(hex, 0.0)
            known = self._ways[mobility] = self.ways_to(targets or self.goals, mobility)
        return known

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


WELL_FILLED: Final = 7
