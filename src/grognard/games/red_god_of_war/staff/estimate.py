"""The estimate of the situation: where to go, where the enemy can strike, where the line is thin."""

from collections.abc import Sequence
from functools import cached_property
from heapq import heappop, heappush

from grognard.core.chapter import NOTHING
from grognard.games.red_god_of_war.combat.odds import has_divisional_integrity
from grognard.games.red_god_of_war.model.content import MECH
from grognard.games.red_god_of_war.model.position import (
    CLEAR,
    ISOLATED,
    MUD,
    SOVIET,
    SUPPLIED,
    RedGodPosition,
)
from grognard.games.red_god_of_war.model.zoc import exerts_zoc
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.worth import StaffWorth
from grognard.games.red_god_of_war.supply.trace import SWAPPED, Traces, open_hexes, working_sources
from grognard.kit.reach import path_to, reach, toll

FAR = 60
"""Longer than any supply path."""

REACH_FOOT = (0.0, 1.0, 0.9, 0.45, 0.0)
REACH_MOBILE = (0.0, 1.0, 1.0, 0.8, 0.5)
"""How much of an enemy unit's attack counts at a distance: what it can bring before we move again."""

BREAK_RISK = 0.35
"""The same for a hex that raiders could reach if our line broke before them."""

THAW_RISK = 0.12
"""And for one that they could reach then if the roads were clear."""

NEAR = (0.0, 1.0, 0.7, 0.25, 0.0)
"""How much a hex belongs to the line, by its distance from the nearest enemy stack."""

RAID_SOON = (1.0, 0.7, 0.3, 0.1)
"""How pressing a raid is that takes one move, two (the moves of an impulse) or three."""

MOST_BLOWS = 2
"""Commands that strike at one hex before we move again."""


class Estimate:
    """Maps of one position as one side sees it, each made when it is first looked at.

    `base` is an earlier estimate of the same impulse: its maps of goals and threats, which are dear to
    make, are taken over; zones, cover and supply paths are those of the position.
    """

    def __init__(
        self, pos: RedGodPosition, side: int, worth: StaffWorth, base: "Estimate | None" = None
    ) -> None:
        self.pos = pos
        self.side = side
        self.worth = worth
        self.content = pos.content
        self.zone = pos.zoc(1 - side)
        self.base = base

    @cached_property
    def threat(self) -> list[float]:
        """The strongest attack that one enemy command could bring against each hex."""
        if self.base:
            return self.base.threat
        return [max(blows) for blows in zip([0.0] * self.content.hexes, *self.blows, strict=True)]

    @cached_property
    def blows(self) -> list[list[float]]:
        """What each enemy command could bring against each hex before we move again."""
        return self.base.blows if self.base else self._strikes(1 - self.side)

    @cached_property
    def fear(self) -> list[float]:
        """What the enemy's goals are worth to him, seen from each hex."""
        enemy = 1 - self.side
        return self.base.fear if self.base else self._spread(self._goals(enemy, None, []), enemy)

    @cached_property
    def pull(self) -> list[float]:
        """What our goals are worth, seen from each hex."""
        if self.base:
            return self.base.pull
        covered = self.cover_of(self.pos)
        gaps = [hex for hex, need in enumerate(self.need) if need > 0 and not covered[hex]]
        return self._spread(self._goals(self.side, self.threat, gaps), self.side)

    @cached_property
    def traces(self) -> Traces:
        """Our supply paths."""
        return Traces(self.pos, self.side)

    # -- where the enemy can strike ---------------------------------------------------------------

    def _strikes(self, side: int) -> list[list[float]]:
        """The attacks that the commands of `side` could bring against each hex, command by command."""
        pos, content = self.pos, self.content
        commands: dict[int, list[float]] = {}
        for unit in content.combat_units[side]:
            hex = pos.hex[unit]
            if hex < 0:
                continue
            command = pos.army[unit] if side == SOVIET else self._nearest_hq(hex, side)
            ready = self._readiness(command)
            if not ready:
                continue
            power = commands.setdefault(command, [0.0] * content.hexes)
            strength = ready * pos.attack_of(unit) / (1 if pos.supply[unit] == SUPPLIED else 2)
            if side != SOVIET and has_divisional_integrity(pos, unit):
                strength *= 2
            mobile = content.is_mech[unit] or content.is_cavalry[unit]
            share = REACH_MOBILE if mobile and pos.weather != MUD else REACH_FOOT
            for there, away in self.worth.around(hex):
                if share[away]:
                    power[there] += strength * share[away]
        return list(commands.values())

    def _readiness(self, hq: int) -> float:
        """How likely a command strikes before we move again: who has acted waits for the next turn."""
        if hq < 0:
            return weights.READY_LATER
        if not self.pos.activated[hq]:
            return 1.0
        return weights.READY_LATER if self.pos.turn < self.content.scenario.turns else 0.0

    # -- what holds -----------------------------------------------------------------------------

    def falls(self, hex: int, units: Sequence[int], extra: int = 0) -> float:
        """The chance that a hex of ours is lost before we move again, with these units in it."""
        if not units:
            return max(self.raid[hex], min(1.0, self.threat[hex] / 4))
        blows = sorted((blow[hex] for blow in self.blows if blow[hex] >= 1), reverse=True)[:MOST_BLOWS]
        defence = extra + sum(self.pos.defence_of(unit) for unit in units)
        steps = sum(self.pos.steps[unit] for unit in units)
        return self.worth.falls(blows, defence, steps, weights.ASSAULT_SHIFT + self.shift_at(hex, self.side))

    def matters(self, hex: int, owner: int) -> float:
        """How much a hex matters to its owner's line: by what the other side could reach through it."""
        goals = self.fear if owner == self.side else self.pull
        return min(1.0, goals[hex] / weights.GOAL_BEHIND)

    def _nearest_hq(self, hex: int, side: int) -> int:
        pos, content = self.pos, self.content
        hqs = [hq for hq in content.hqs[side] if pos.hex[hq] >= 0]
        return min(hqs, key=lambda hq: content.distance(pos.hex[hq], hex), default=-1)

    @cached_property
    def raid(self) -> list[float]:
        """How soon enemy raiders could be in each hex: 1 in one move, less later, 0 not soon.

        What mobile enemies could reach as the line is now; less surely if it broke or roads cleared.
        """
        if self.base:
            return self.base.raid
        pos, content = self.pos, self.content
        mobile = [
            unit
            for unit in content.combat_units[1 - self.side]
            if pos.hex[unit] >= 0 and (content.is_mech[unit] or content.is_cavalry[unit])
        ]
        risk = [0.0] * content.hexes
        if not mobile:
            return risk
        starts = {pos.hex[unit] for unit in mobile}
        move = max(pos.movement_of(unit) for unit in mobile) * 2
        for hex, cost in self._flood(starts, move * 3, move // 2, pos.weather).items():
            risk[hex] = RAID_SOON[min(3, cost // move)]
        broken = [(pos.weather, BREAK_RISK)]
        if pos.weather != CLEAR:
            broken.append((CLEAR, THAW_RISK))
        for weather, share in broken:
            for hex in self._flood(starts, move * 3 // 2, NOTHING, weather):
                risk[hex] = max(risk[hex], share)
        return risk

    def _flood(self, starts: set[int], limit: int, leaving: int, weather: int) -> dict[int, int]:
        """One search from many hexes at once, at mechanized costs.

        `leaving` is the price of leaving our zones; if negative, the search goes as if we were not there.
        """
        going = self.content.going[MECH * 3 + weather]
        begun = dict.fromkeys(sorted(starts), 0)
        if leaving < 0:
            return reach(going, begun, limit).cost
        zone = self.pos.zoc(self.side)
        return reach(
            going,
            begun,
            limit,
            closed=self.pos.men_of(self.side),
            enter=toll(zone, 2),
            leave=toll(zone, leaving),
            sticky=zone,
        ).cost

    # -- the line ---------------------------------------------------------------------------------

    def cover_of(self, pos: RedGodPosition) -> list[int]:
        """How many of our stacks cover each hex of a position, by standing in it or by a zone of control."""
        covered = [0] * self.content.hexes
        for hex in set(pos.hexes_of(self.content.combat_units[self.side])):
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
        return [hex, *(there for there in self.content.neighbours[hex * 6 : hex * 6 + 6] if there >= 0)]

    @cached_property
    def need(self) -> list[float]:
        """What covering each hex of ours is worth: more where the enemy is near and wants to pass."""
        if self.base:
            return self.base.need
        pos, content, side = self.pos, self.content, self.side
        near = [0.0] * content.hexes
        paths = self._lifelines()
        for hex in set(pos.hexes_of(content.combat_units[1 - side])):
            for there, away in self.worth.around(hex):
                near[there] = max(near[there], NEAR[away])
        return [
            weights.COVER[side] * close * (0.25 + min(1.0, self.fear[hex] / 4))
            + (weights.HQ_PATH * close if hex in paths else 0.0)
            if close and pos.control[hex] == side
            else 0.0
            for hex, close in enumerate(near)
        ]

    def _lifelines(self) -> set[int]:
        """The hexes by which our HQs are supplied."""
        pos, content = self.pos, self.content
        closed = open_hexes(pos, self.side).translate(SWAPPED)
        sources = [hex for hex in working_sources(pos, self.side) if not closed[hex]]
        found = reach(self.worth.crow, dict.fromkeys(sources, 0), FAR, closed=closed)
        homes = [pos.hex[hq] for hq in content.hqs[self.side] if pos.hex[hq] in found.cost]
        return {hex for home in homes for hex in path_to(found.came, home)}

    # -- where to go ------------------------------------------------------------------------------

    def _goals(self, side: int, threat: list[float] | None, gaps: list[int]) -> dict[int, float]:
        """The hexes that draw `side`, with what they are worth to it."""
        pos, content = self.pos, self.content
        goals: dict[int, float] = {}
        for hex in self.worth.objectives:
            prize = self.worth.at_stake(hex, pos.control[hex])
            if pos.control[hex] != side:
                prize *= weights.DETOUR[side] if content.objective[side][hex] else 1.0
                goals[hex] = prize / self._strongpoint(hex, side)
            elif threat is not None:
                goals[hex] = prize * weights.GARRISON_PULL * self.falls(hex, pos.combat_units_at(hex))
        self._add_victims(goals, side)
        for hex in gaps:
            goals[hex] = goals.get(hex, 0.0) + self.need[hex] * weights.GAP_PULL
        return goals

    def _add_victims(self, goals: dict[int, float], side: int) -> None:
        """Enemy stacks are goals too, the weaker the better."""
        pos, content = self.pos, self.content
        for hex in set(pos.hexes_of(content.combat_units[1 - side])):
            prize = self.worth.stack(pos, pos.combat_units_at(hex))
            if any(pos.supply[unit] == ISOLATED for unit in pos.combat_units_at(hex)):
                prize *= 2
            goals[hex] = goals.get(hex, 0.0) + weights.KILL_PULL * prize / self._strongpoint(hex, side)
        for hq in content.hqs[1 - side]:
            hex = pos.hex[hq]
            if hex >= 0 and not pos.is_held(hex):
                goals[hex] = goals.get(hex, 0.0) + weights.HQ_WORTH * weights.KILL_PULL

    def _strongpoint(self, hex: int, side: int) -> float:
        """How much harder the enemy in a hex makes it to get there: 1 where there is none."""
        if not self.pos.is_enemy_held(hex, side):
            return 1.0
        defence = sum(self.pos.defence_of(unit) for unit in self.pos.combat_units_at(hex))
        return 1.0 + defence * (1 - 0.25 * self.shift_at(hex, 1 - side)) / 7

    def shift_at(self, hex: int, owner: int) -> int:
        """The odds modifiers of the hex itself, to its owner's good: terrain and prepared positions."""
        return self.worth.shifts[owner][hex]

    def _spread(self, goals: dict[int, float], side: int) -> list[float]:
        """What the goals are worth from each hex: their value fades along the best way to them."""
        fade = self._fade(side)
        best = [0.0] * self.content.hexes
        heap: list[tuple[float, int]] = []
        for hex, value in goals.items():
            best[hex] = value
            heappush(heap, (-value, hex))
        neighbours = self.content.neighbours
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
        fade = [
            left * weights.FADE_ZONE if zone else left
            for left, zone in zip(self.worth.fade, self.pos.zoc(1 - side), strict=True)
        ]
        for unit in self.content.combat_units[1 - side]:
            hex = self.pos.hex[unit]
            if hex >= 0:
                fade[hex] = self.worth.fade[hex] / self._strongpoint(hex, side)
        return fade

    # -- supply -----------------------------------------------------------------------------------

    def is_fed(self, hex: int) -> bool:
        """Would a unit in this hex have a supply path to a source?"""
        if self.traces.reaches_source(hex):
            return True
        around = self.content.neighbours[hex * 6 : hex * 6 + 6]
        return any(there >= 0 and self.traces.reaches_source(there) for there in around)
