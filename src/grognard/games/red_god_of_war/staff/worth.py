"""What units, steps and hexes are worth, in victory points."""

from collections.abc import Sequence

from grognard.games.red_god_of_war.combat.odds import basic_column
from grognard.games.red_god_of_war.model.content import Content
from grognard.games.red_god_of_war.model.position import SOVIET, RedGodPosition
from grognard.games.red_god_of_war.sequence.victory import net_points, scoring_class
from grognard.games.red_god_of_war.staff import weights
from grognard.kit.foresight import Rung, Stakes, ladder, still_good_for
from grognard.kit.reach import Going, reach
from grognard.kit.temper import EVEN, Temper


class StaffWorth:
    """Unit values and combat results as flat lists, and what points are worth to a side as things stand."""

    def __init__(self, pos: RedGodPosition, temper: Temper = EVEN) -> None:
        content = pos.content
        self.temper = temper
        self.content: Content = content
        self.points: list[float] = [0.0] * content.units
        schedule = content.tables["victory-schedule"]
        for unit in [*content.units_of[0], *content.units_of[1]]:
            row = scoring_class(pos, unit)
            if row:
                self.points[unit] = schedule.integer(row, "points") / schedule.integer(row, "each")
        crt = content.tables["crt"]
        self.results: list[list[tuple[int, int]]] = [
            [crt.pair(str(die), label) for die in range(1, 7)] for label in crt.columns
        ]
        self.mean_on_defender: list[float] = [sum(d for _, d in column) / 6 for column in self.results]
        self.prize: list[int] = [sum(points) for points in zip(*content.objective, strict=True)]
        self.objectives: list[int] = [hex for hex, points in enumerate(self.prize) if points]
        self.shifts: list[list[int]] = [self._shifts(owner) for owner in (0, 1)]
        self.fade: list[float] = [
            weights.FADE_ROUGH.get(name, weights.FADE_OPEN) for name in content.terrain_name
        ]
        self.side: int = SOVIET
        self.future: float = 1.0
        self.stakes: Stakes = Stakes(0.0, (), 0)
        self.point: float = 1.0
        self.crow: Going = Going(content.graph, [1] * len(content.neighbours))
        self._rings: dict[int, list[tuple[int, int]]] = {}

    def _shifts(self, owner: int) -> list[int]:
        """The odds modifiers of each hex itself, to its owner's good: terrain and prepared positions."""
        content = self.content
        found: list[int] = []
        for hex, name in enumerate(content.terrain_name):
            terrain = content.tables["tec-combat"].text(name, "modifier")
            shift = content.shift(terrain) if terrain else 0
            if owner == 0 and content.improved[hex]:
                shift += content.shift("improved-position")
            found.append(shift)
        return found

    # -- the ladder -----------------------------------------------------------------------------

    def look(self, pos: RedGodPosition, side: int) -> None:
        """Reckon anew what points and strength are worth to a side by score, levels and clock."""
        sign = 1 if side == SOVIET else -1
        left = max(0, pos.content.scenario.turns - pos.turn)
        self.side = side
        self.stakes = Stakes(float(sign * net_points(pos)), self._rungs(sign), left)
        self.point = self.stakes.swing()
        self.future = max(weights.LEAST_FUTURE, still_good_for(left))

    def _rungs(self, sign: int) -> tuple[Rung, ...]:
        """The levels from this side's end; those that change the winner decide."""
        least = [net for _, net in self.content.levels if net is not None]
        winner = [name.split("-")[0] for name, _ in self.content.levels]
        deciding = [place for place in range(len(least)) if winner[place] != winner[place + 1]]
        if sign < 0:  # below the least net points of a level is the next one
            least = [1 - net for net in least]
        return ladder(least, deciding)

    def at_stake(self, hex: int, owner: int) -> float:
        """What an objective is worth to the side: to keep if it is the owner, to take if it is not."""
        prize = self.prize[hex]
        if not prize:
            return 0.0
        points = -self.stakes.worth(-prize) if owner == self.side else self.stakes.worth(prize)
        return self.temper.goals * self.temper.at(hex) * points

    # -- units ----------------------------------------------------------------------------------

    def unit(self, unit: int, steps: int) -> float:
        """What a unit with so many steps left is worth to its owner."""
        if steps <= 0:
            return 0.0
        content = self.content
        place = unit * 3 + steps
        strength = weights.STRENGTH * (content.attack[place] + content.defence[place]) / 2
        full = steps >= content.max_steps[unit]
        share = weights.FIRST_STEP_SHARE * self.future
        return strength * self.future + self.point * self.points[unit] * (1.0 if full else 1.0 - share)

    def step(self, pos: RedGodPosition, unit: int) -> float:
        """What the next step of a unit costs."""
        steps = pos.steps[unit]
        return self.unit(unit, steps) - self.unit(unit, steps - 1)

    def stack(self, pos: RedGodPosition, units: Sequence[int]) -> float:
        """What a stack is worth."""
        return sum(self.unit(unit, pos.steps[unit]) for unit in units)

    def cheapest_steps(self, pos: RedGodPosition, units: Sequence[int], most: int) -> list[float]:
        """The cost of losing 0, 1, 2 … steps, always the cheapest next; stops short where all are dead."""
        left = {unit: pos.steps[unit] for unit in units}
        costs = [0.0]
        for _ in range(most):
            prices = {
                u: self.unit(u, steps) - self.unit(u, steps - 1) for u, steps in left.items() if steps > 0
            }
            if not prices:
                break
            best = min(prices, key=prices.__getitem__)
            left[best] -= 1
            costs.append(costs[-1] + prices[best])
        return costs

    # -- hexes ----------------------------------------------------------------------------------

    def hex_to(self, hex: int, side: int, share: float = 1.0) -> float:
        """What giving up a hex of the line costs its owner; `share` is how much it matters to the line."""
        worth = weights.HEX_WORTH[side]
        if side == 0 and self.content.improved[hex]:
            worth += weights.IMPROVED_WORTH
        return worth * share * self.future + self.at_stake(hex, side)

    def falls(self, blows: Sequence[float], defence: float, steps: int, shift: int) -> float:
        """The chance that a stack which stands to the last step is destroyed by one blow after another."""
        if steps <= 0:
            return 1.0
        if not blows:
            return 0.0
        column = basic_column(int(blows[0]), max(1, round(defence))) + shift
        hits = self.results[max(0, min(len(self.results) - 1, column))]
        rests = [max(0, steps - on_defender) for _, on_defender in hits]
        return sum(self.falls(blows[1:], defence * rest / steps, rest, shift) for rest in rests) / len(hits)

    def around(self, hex: int) -> list[tuple[int, int]]:
        """The hexes within four of a hex with their distance, the hex itself left out."""
        found = self._rings.get(hex)
        if found is None:
            found = list(reach(self.crow, {hex: 0}, 4).cost.items())[1:]
            self._rings[hex] = found
        return found
