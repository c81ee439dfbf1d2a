"""The situation as a staff sees it: what hexes are worth, ways, threats, where supply and trace reach."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import Final

from grognard.games.ocs.model.content import COMBAT_SIDE, MOVE_SIDE
from grognard.games.ocs.model.ground import ALL, LEG
from grognard.games.ocs.model.position import DEAD, DG, MOVEMENT, STRAT, OcsPosition
from grognard.games.ocs.model.scale import MP, RE
from grognard.games.ocs.movement.step_costs import going_of, is_stormy, with_adjacent
from grognard.games.ocs.sequence.victory import attacker_of, holds, points_of
from grognard.games.ocs.staff.prospects import Charts, Held, held_by_enemy
from grognard.games.ocs.supply.draw_and_throw import drawn_from, hq_lines, sources_of, throw_reach, total_of
from grognard.games.ocs.supply.trace import trace_area
from grognard.kit.foresight import Stakes, ladder
from grognard.kit.reach import CLOSED, reach
from grognard.kit.temper import EVEN, Temper

FAR: Final = 10_000.0
"""A way that leads nowhere."""
OBJECTIVE: Final = 3.0
"""What a point of victory is worth, in steps."""
CUT: Final = 0.4
"""What it is worth to cut a step off from trace supply or to save it from that, in steps."""
A_MEAL: Final = 4
"""The tokens that feed a whole division and leave it some to fight with."""
ROOM: Final = 10 * RE


class Situation:
    """One side's view of the board at one moment. Everything is worked out when it is first asked for."""

    def __init__(self, pos: OcsPosition, side: int, charts: Charts, temper: Temper = EVEN) -> None:
        self.pos = pos
        self.side = side
        self.enemy = 1 - side
        self.charts = charts
        self.temper = temper

    # -- what is at stake -------------------------------------------------------------------------

    @property
    def attacks(self) -> bool:
        """Is this the side whose points are counted?"""
        return attacker_of(self.pos) == self.side

    @property
    def turns_left(self) -> int:
        """Own turns that come after this one."""
        pos = self.pos
        left = pos.content.scenario.turns - pos.turn
        waits = pos.phasing != self.side and pos.first != self.side
        return left + int(waits)

    @cached_property
    def step(self) -> float:
        """What a step is worth: when no own turn is to come men count for little, and ground for all."""
        if self.turns_left:
            return 1.0
        answered = self.pos.phasing == self.side and self.pos.first == self.side
        return 0.6 if answered else 0.1

    @cached_property
    def stakes(self) -> Stakes:
        """Where the side stands on the ladder of victory."""
        levels = sorted(self.pos.content.scenario.victory.levels)
        points = points_of(self.pos)
        if self.attacks:
            return Stakes(points, ladder(levels, (len(levels) - 2,)), self.turns_left)
        return Stakes(-points, ladder([1 - level for level in reversed(levels)], (1, 2)), self.turns_left)

    @cached_property
    def swing(self) -> float:
        """What a point of victory is worth now, in steps."""
        return self.temper.goals * OBJECTIVE * max(0.4, self.stakes.swing())

    @cached_property
    def goals(self) -> dict[int, float]:
        """What objectives are worth, in steps."""
        at = self.temper.at
        return {hex: points * self.swing * at(hex) for hex, points in self.pos.content.objective.items()}

    @cached_property
    def wanted(self) -> dict[int, float]:
        """The objectives that the enemy has."""
        pos = self.pos
        if self.attacks:
            return {hex: worth for hex, worth in self.goals.items() if not holds(pos, hex)}
        return {hex: worth for hex, worth in self.goals.items() if pos.control[hex] == self.enemy}

    @cached_property
    def kept(self) -> dict[int, float]:
        """The objectives that we have."""
        return {hex: worth for hex, worth in self.goals.items() if hex not in self.wanted}

    def prize(self, hex: int, overrun: bool = False) -> float:
        """What it is worth to drive the enemy from a hex."""
        pos, content = self.pos, self.pos.content
        near = min((content.distance(hex, goal) for goal in self.wanted), default=99)
        aside = 0.8 if near == 1 else 0.5 if near <= 3 else 0.3
        aside += 1.0 if pos.ground_dump(hex, self.enemy) else 0.0
        aside += 1.0 if pos.base[hex] and pos.base_side[hex] == self.enemy else 0.0
        # Before the Supply Phase a way that is opened saves who is cut off; later it helps him no more.
        relief = self.relief.get(hex, 0.0) if overrun and pos.phase == MOVEMENT else 0.0
        return self.wanted.get(hex, 0.0) + aside * self.step + relief

    def bared_by(self, origins: Mapping[int, int]) -> float:
        """What objectives of ours are worth that nobody else would hold if these units left these hexes."""
        pos = self.pos
        return sum(
            self.kept.get(hex, 0.0)
            for hex in set(origins.values())
            if all(unit in origins for unit in pos.combat_units_at(hex, self.side))
        )

    # -- ways -------------------------------------------------------------------------------------

    def ways_to(self, targets: Mapping[int, float], mobility: int) -> list[float]:
        """How far each hex is from the best target in quarters of MP, less what that is worth."""
        pos = self.pos
        going = going_of(pos, self.side, mobility, is_stormy(pos))
        ends = pos.content.neighbours
        found = [FAR] * pos.content.hexes
        heap = [(-worth * MP, hex) for hex, worth in targets.items()]
        for start, hex in heap:
            found[hex] = start
        heapify(heap)
        while heap:
            far, hex = heappop(heap)
            if far > found[hex]:
                continue
            for exit in range(hex * 6, hex * 6 + 6):
                other = ends[exit]
                if other < 0:
                    continue
                price = going.prices[other * 6 + (exit % 6 + 3) % 6]
                if price == ALL:
                    price = 4 * MP
                elif price >= CLOSED:
                    continue
                if far + price < found[other]:
                    found[other] = far + price
                    heappush(heap, (far + price, other))
        return found

    @cached_property
    def _ways(self) -> dict[int, list[float]]:
        return {}

    def ways(self, mobility: int) -> list[float]:
        """The way to what is wanted: objectives first, then enemy stacks."""
        found = self._ways.get(mobility)
        if found is None:
            found = self._ways[mobility] = self.ways_to(self.targets, mobility)
        return found

    @cached_property
    def targets(self) -> dict[int, float]:
        """Where units go that have nothing else to do: lost objectives, those in danger, weak enemies."""
        found = dict(self.wanted)
        if not self.attacks:
            found |= {hex: worth for hex, worth in self.kept.items() if self.is_in_danger(hex)}
        return found

    def is_in_danger(self, hex: int) -> bool:
        """Can the enemy strike a hex with more than holds it?"""
        return self.threat[hex] > 1.5 * self.defence_at(hex)

    # -- who is where -----------------------------------------------------------------------------

    @cached_property
    def enemy_hexes(self) -> list[int]:
        """The hexes that enemy combat units hold."""
        men = self.pos.men_of(self.enemy)
        return [hex for hex in range(self.pos.content.hexes) if men[hex]]

    @cached_property
    def _held(self) -> dict[int, Held]:
        return {}

    def held(self, hex: int) -> Held:
        """How strongly the enemy holds a hex."""
        found = self._held.get(hex)
        if found is None:
            found = self._held[hex] = held_by_enemy(self.pos, hex, self.side, self.enemy_hexes)
        return found

    def away(self, hex: int) -> int:
        """How many hexes the nearest enemy is off."""
        distance = self.pos.content.distance
        return min((distance(hex, one) for one in self.enemy_hexes), default=99)

    @cached_property
    def threat(self) -> list[float]:
        """The attack strength that the enemy could bring against each hex in his next turn."""
        pos, content = self.pos, self.pos.content
        found = [0.0] * content.hexes
        for unit in content.combat_units[self.enemy]:
            here = pos.hex[unit]
            if 0 <= here < content.hexes and content.can_attack[unit]:
                strength = content.strength[unit * 2 + COMBAT_SIDE] * self._fitness(unit)
                far = content.movement[unit * 2 + COMBAT_SIDE] // (1 if self._walks(unit) else 2) + 1
                for there in content.grid.within(here, min(far, 4)):
                    found[there] += strength
        return found

    @cached_property
    def raided(self) -> set[int]:
        """The hexes that enemy units could drive into in his next turn, if nobody holds them."""
        pos, content = self.pos, self.pos.content
        men = bytes(pos.men_of(self.side))
        found: set[int] = set()
        for unit in content.combat_units[self.enemy]:
            here, mobility = pos.hex[unit], content.mobility[unit * 2 + MOVE_SIDE]
            if 0 <= here < content.hexes and content.can_attack[unit] and mobility != LEG:
                going = going_of(pos, self.enemy, mobility, is_stormy(pos))
                limit = content.movement[unit * 2 + MOVE_SIDE] * MP
                found |= reach(going, {here: 0}, limit, men).cost.keys()
        return found

    def _walks(self, unit: int) -> bool:
        return self.pos.content.mobility[unit * 2 + COMBAT_SIDE] == LEG

    def _fitness(self, unit: int) -> float:
        return 0.5 if self.pos.mode[unit] in (DG, STRAT) or self.pos.oos[unit] else 1.0

    def defence_at(self, hex: int, but: Iterable[int] = ()) -> float:
        """The strength with which our units hold a hex on their Combat sides."""
        pos, content = self.pos, self.pos.content
        units = [unit for unit in pos.combat_units_at(hex, self.side) if unit not in but]
        total = sum(content.strength[unit * 2] * (0.5 if pos.mode[unit] == DG else 1.0) for unit in units)
        return total * (1 + 0.25 * pos.hedgehog[hex])

    # -- supply -----------------------------------------------------------------------------------

    @cached_property
    def trace(self) -> set[int]:
        """The hexes in trace supply."""
        return trace_area(self.pos, self.side)

    @cached_property
    def cut_off(self) -> dict[int, float]:
        """Own hexes out of trace supply, and what it is worth to open a way to them, in steps."""
        pos, content = self.pos, self.pos.content
        found: dict[int, float] = {}
        for unit in content.combat_units[self.side]:
            hex = pos.hex[unit]
            if 0 <= hex < content.hexes and hex not in self.trace:
                found[hex] = found.get(hex, self.kept.get(hex, 0.0)) + CUT * pos.steps(unit)
        return found

    @cached_property
    def relief(self) -> dict[int, float]:
        """The enemy hexes that stand in the way of our supply, and what it is worth to clear them."""
        if not self.cut_off:
            return {}
        pos = self.pos
        found: dict[int, float] = {}
        for hex in self.enemy_hexes:
            units = pos.combat_units_at(hex, self.enemy)
            for unit in units:
                pos.place(unit, DEAD)
            area = trace_area(pos, self.side)
            found[hex] = sum(worth for one, worth in self.cut_off.items() if one in area)
            for unit in units:
                pos.place(unit, hex)
        return {hex: worth for hex, worth in found.items() if worth}

    @cached_property
    def throws(self) -> list[tuple[int, set[int], int]]:
        """Every HQ with the hexes it throws to and the tokens it can draw."""
        pos = self.pos
        found = []
        for hq in pos.content.hqs[self.side]:
            if pos.hex[hq] >= 0:
                hexes = with_adjacent(pos.content, throw_reach(pos, hq))
                found.append((hq, hexes, total_of(pos, self.side, sources_of(hq_lines(pos, hq)))))
        return found

    def tokens_at(self, hex: int) -> int:
        """About how many tokens can be had in a hex, through the best HQ or by draw."""
        thrown = max((tokens for _, hexes, tokens in self.throws if hex in hexes), default=0)
        if thrown or not 0 <= hex < self.pos.content.hexes:
            return thrown
        direct = drawn_from(self.pos, hex, self.side, 2)
        return total_of(self.pos, self.side, direct)

    def feeds(self, hex: int) -> bool:
        """Is a stack in supply in a hex, at least for this turn: by trace, or from dumps in its reach?"""
        if hex in self.trace:
            return True
        if hex not in self._eats:
            self._eats[hex] = self.tokens_at(hex) >= A_MEAL
        return self._eats[hex]

    @cached_property
    def _eats(self) -> dict[int, bool]:
        """The hexes that were asked for: can a stack eat there?"""
        return {}

    @cached_property
    def token(self) -> float:
        """What a token is worth, in steps: more where there are few, nothing when there is no later."""
        pos, content = self.pos, self.pos.content
        places = content.places
        tokens = sum(pos.stores[self.side * places : self.side * places + content.hexes])
        tokens += sum(pos.cargo[unit] for unit in content.transports[self.side] if pos.hex[unit] >= 0)
        later = min(1.0, self.turns_left / 2)
        return later * min(0.25, 3.0 / (tokens + 8))
