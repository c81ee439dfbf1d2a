"""The estimate of the situation: where to go, where the enemy can strike, where the line is thin."""

from heapq import heappop, heappush

from grognard.games.red_god_of_war.odds import has_divisional_integrity
from grognard.games.red_god_of_war.position import ISOLATED, MUD, SOVIET, SUPPLIED, RedGodPosition
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.worth import Worth
from grognard.games.red_god_of_war.supply import Traces
from grognard.games.red_god_of_war.zoc import exerts_zoc

REACH_FOOT = (0.0, 1.0, 0.6, 0.25, 0.0)
REACH_MOBILE = (0.0, 1.0, 0.8, 0.6, 0.4)
"""How much of an enemy unit's attack counts at a distance: what it can bring before we move again."""


class Estimate:
    """Maps of one position as one side sees it. Built once for a phase, then only read."""

    def __init__(self, pos: RedGodPosition, side: int, worth: Worth) -> None:
        self.pos = pos
        self.side = side
        self.worth = worth
        self.content = pos.content
        self.zone = pos.zoc(1 - side)
        self.threat = self._threat(1 - side)
        self.power = self._threat(side)
        self.covered = self._covered()
        self.fear = self._spread(self._goals(1 - side, self.power, []), 1 - side)
        self.need = self._need()
        gaps = [hex for hex, need in enumerate(self.need) if need > 0 and not self.covered[hex]]
        self.pull = self._spread(self._goals(side, self.threat, gaps), side)
        self.traces = Traces(pos, side)

    # -- where the enemy can strike ---------------------------------------------------------------

    def _threat(self, side: int) -> list[float]:
        """The strongest attack that one command of `side` could bring against each hex."""
        pos, content = self.pos, self.content
        commands: dict[int, list[float]] = {}
        for unit in content.combat_units[side]:
            hex = pos.hex[unit]
            if hex < 0:
                continue
            command = pos.army[unit] if side == SOVIET else self._nearest_hq(hex, side)
            power = commands.setdefault(command, [0.0] * content.hexes)
            strength = pos.attack_of(unit) / (1 if pos.supply[unit] == SUPPLIED else 2)
            if side != SOVIET and has_divisional_integrity(pos, unit):
                strength *= 2
            mobile = content.is_mech[unit] or content.is_cavalry[unit]
            share = REACH_MOBILE if mobile and pos.weather != MUD else REACH_FOOT
            for there, away in self.worth.around(hex):
                if share[away]:
                    power[there] += strength * share[away]
        return [max(column) for column in zip(*commands.values(), strict=True)] or [0.0] * content.hexes

    def _nearest_hq(self, hex: int, side: int) -> int:
        pos, content = self.pos, self.content
        hqs = [hq for hq in content.hqs[side] if pos.hex[hq] >= 0]
        return min(hqs, key=lambda hq: content.distance(pos.hex[hq], hex), default=-1)

    # -- the line ---------------------------------------------------------------------------------

    def _covered(self) -> list[int]:
        """How many of our stacks cover each hex, by standing in it or by a zone of control."""
        pos, content = self.pos, self.content
        covered = [0] * content.hexes
        for hex in {pos.hex[unit] for unit in content.combat_units[self.side] if pos.hex[unit] >= 0}:
            for there in self.covers(pos, hex):
                covered[there] += 1
        return covered

    def covers(self, pos: RedGodPosition, hex: int) -> list[int]:
        """The hexes that the stack in a hex covers."""
        units = pos.at(hex)
        if not any(not self.content.is_hq[unit] for unit in units):
            return []
        if not exerts_zoc(pos, units):
            return [hex]
        around = self.content.neighbours[hex * 6 : hex * 6 + 6]
        return [hex, *(there for there in around if there >= 0)]

    def _need(self) -> list[float]:
        """What covering each hex of ours is worth: more where the enemy is near and wants to pass."""
        pos, content, side = self.pos, self.content, self.side
        need = [0.0] * content.hexes
        for hex in range(content.hexes):
            if pos.control[hex] == side and self.threat[hex] > 0:
                near = min(1.0, self.threat[hex] / 6)
                need[hex] = weights.COVER[side] * near * (0.25 + min(1.0, self.fear[hex] / 4))
        return need

    # -- where to go ------------------------------------------------------------------------------

    def _goals(self, side: int, threat: list[float], gaps: list[int]) -> dict[int, float]:
        """The hexes that draw `side`, with what they are worth to it."""
        pos, content = self.pos, self.content
        goals: dict[int, float] = {}
        for hex in range(content.hexes):
            value = 0.0
            if content.objective[side][hex] and pos.control[hex] != side:
                value = content.objective[side][hex] * weights.DETOUR[side] / self._strongpoint(hex, side)
            elif content.objective[1 - side][hex]:
                if pos.control[hex] != side:
                    value = content.objective[1 - side][hex] / self._strongpoint(hex, side)
                elif threat[hex]:
                    short = threat[hex] - self._defence(hex)
                    value = content.objective[1 - side][hex] * max(0.0, min(1.0, short / 8))
            if value:
                goals[hex] = value
        self._add_victims(goals, side)
        for hex in gaps:
            goals[hex] = goals.get(hex, 0.0) + self.need[hex] * weights.GAP_PULL
        return goals

    def _add_victims(self, goals: dict[int, float], side: int) -> None:
        """Enemy stacks are goals too, the weaker the better."""
        pos, content = self.pos, self.content
        for hex in {pos.hex[unit] for unit in content.combat_units[1 - side] if pos.hex[unit] >= 0}:
            prize = self.worth.stack(pos, pos.combat_units_at(hex))
            if any(pos.supply[unit] == ISOLATED for unit in pos.combat_units_at(hex)):
                prize *= 2
            value = weights.KILL_PULL * prize / self._strongpoint(hex, side)
            goals[hex] = goals.get(hex, 0.0) + value
        for hq in content.hqs[1 - side]:
            hex = pos.hex[hq]
            if hex >= 0 and not pos.men(hex):
                goals[hex] = goals.get(hex, 0.0) + weights.HQ_WORTH * weights.KILL_PULL

    def _defence(self, hex: int) -> float:
        return float(sum(self.pos.defence_of(unit) for unit in self.pos.combat_units_at(hex)))

    def _strongpoint(self, hex: int, side: int) -> float:
        """How much harder the enemy in a hex makes it to get there: 1 where there is none."""
        if not self.pos.is_enemy_held(hex, side):
            return 1.0
        return 1.0 + self._defence(hex) * (1 - 0.25 * self.shift_at(hex, 1 - side)) / 7

    def shift_at(self, hex: int, owner: int) -> int:
        """The odds modifiers of the hex itself, to its owner's good: terrain and prepared positions."""
        content = self.content
        terrain = content.tables["tec-combat"].text(content.terrain_name[hex], "modifier")
        shift = content.shift(terrain) if terrain else 0
        if owner == 0 and content.improved[hex]:
            shift += content.shift("improved-position")
        return shift

    def _spread(self, goals: dict[int, float], side: int) -> list[float]:
        """What the goals are worth from each hex: their value fades along the best way to them."""
        content = self.content
        fade = self._fade(side)
        best = [0.0] * content.hexes
        heap: list[tuple[float, int]] = []
        for hex, value in goals.items():
            best[hex] = value
            heappush(heap, (-value, hex))
        neighbours = content.neighbours
        while heap:
            value, here = heappop(heap)
            if -value < best[here]:
                continue
            passed = -value * fade[here]
            if passed < 0.02:
                continue
            for there in neighbours[here * 6 : here * 6 + 6]:
                if there >= 0 and passed > best[there]:
                    best[there] = passed
                    heappush(heap, (-passed, there))
        return best

    def _fade(self, side: int) -> list[float]:
        """How much of a goal's value is left after the way through each hex."""
        pos, content = self.pos, self.content
        zone = pos.zoc(1 - side)
        fade: list[float] = []
        for hex, name in enumerate(content.terrain_name):
            left = weights.FADE_ROUGH.get(name, weights.FADE_OPEN)
            if pos.is_enemy_held(hex, side):
                left /= self._strongpoint(hex, side)
            elif zone[hex]:
                left *= weights.FADE_ZONE
            fade.append(left)
        return fade

    # -- supply -----------------------------------------------------------------------------------

    def is_fed(self, hex: int) -> bool:
        """Would a unit in this hex have a supply path to a source?"""
        traces = self.traces
        if traces.reaches_source(hex):
            return True
        around = self.content.neighbours[hex * 6 : hex * 6 + 6]
        return any(there >= 0 and traces.reaches_source(there) for there in around)
