"""Where the staff sends its units: who moves first, by which way, and what each hex is worth to whom."""

from typing import Final, NamedTuple

from grognard.core.chapter import DONE, HALT, NOTHING, Choice
from grognard.games.panzerblitz.drop.breakdown import group_of
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.movement.costs import March, can_move
from grognard.games.panzerblitz.movement.movement import BACK, UNLOAD, begin_march
from grognard.games.panzerblitz.sequence.victory import cuts_roads
from grognard.games.panzerblitz.staff.advice import Hunt, Worth, prospects, ways
from grognard.games.panzerblitz.staff.attacks import best_shot
from grognard.games.panzerblitz.staff.danger import Danger
from grognard.kit.reach import path_to
from grognard.kit.staff import Answer

RISK: Final = (0.9, 1.0)
"""How much the Russian and the German staff fear for what a unit is worth."""

HOPE: Final = 0.1
"""What a road is worth in the last turn to a unit that is surely lost on it: the enemy may miss."""

EXPOSED: Final = 0.8
"""What paratroops in the open have of the worth of cover: who comes into view later sees them."""

TOO_LATE: Final = 0.05
"""What a road that cannot be walked to in time is worth, as a part of one that can."""

PARA_RISK: Final = 0.9
"""How much paratroops that wait beside a road fear for their lives."""

SHOT: Final = 1.5
"""What a good shot next turn is worth beside other things."""

SCOUTING: Final = 0.6
"""How much the staff makes of spotting enemies under cover."""

TRANSPORT_RISK: Final = 3.0
"""How much unarmed transport fears: it has nothing to win by standing before the enemy."""

PAIR: Final = 0.1
"""Tanks with infantry in their hex, or infantry with tanks."""

FETCH: Final = 0.4
"""An empty carrier beside foot soldiers who are far from the enemy."""

FAR: Final = 8
"""Foot soldiers so far from every enemy had better ride."""

NEAR: Final = 5
"""So near to the enemy passengers get off."""

LEAST_STAKE: Final = 0.3
"""Who fears for less than this fires."""

LEAST_NEED: Final = 0.1
"""A road that is surely cut is still a little worth to one more: nothing is quite sure."""

A_WHIM: Final = 0.1
"""What a whim makes of a hex."""

LEAST_MOVE: Final = 0.01
"""A unit that gains less by moving stays."""


class PlannedMove(NamedTuple):
    """A planned move: what it gains over staying, the hexes to enter, and why."""

    gain: float
    hexes: list[int]
    why: str


class Moves:
    """The movement of one step: made anew when another step begins."""

    def __init__(self, worth: Worth, danger: Danger, hunt: Hunt, roads: list[list[int]]) -> None:
        self.worth = worth
        self.danger = danger
        self.hunt = hunt
        self.roads = roads
        self.idle: set[int] = set()
        self.gains: dict[int, float] = {}
        self.walker = NOTHING
        self.way = PlannedMove(0.0, [], "")

    # -- who, and one hex after another -------------------------------------------------------------

    def pick(self, pos: DropPosition, options: list[Choice]) -> Answer:
        """The unit with most to gain moves first; the others look again at what it has left them."""
        able = [unit for verb, unit in options if verb == "move" and unit not in self.idle]
        for unit in able:
            if unit not in self.gains:
                self.gains[unit] = self.plan(pos, begin_march(pos, unit)).gain
        for unit in sorted(able, key=lambda one: (-self.gains[one], one)):
            self.walker, self.way = unit, self.plan(pos, begin_march(pos, unit))
            if self.way.hexes or pos.must_leave(unit) or self._rider(pos, unit) >= 0:
                return ("move", unit), self.way.why or "it must make room"
            self.idle.add(unit)
        return DONE, "everybody else stands well"

    def walk(self, pos: DropPosition, v: March, options: list[Choice]) -> Answer:
        """The next hex of the way; at its end passengers get off."""
        unit = v.units[0]
        if self.walker not in v.units:
            self.walker, self.way = unit, self.plan(pos, v)
        if self.way.hexes:
            go = ("go", self.way.hexes.pop(0))
            if go in options:
                return go, self.way.why
            self.way = self.plan(pos, v)  # something has come in between: look again, once
            if self.way.hexes and ("go", self.way.hexes[0]) in options:
                return ("go", self.way.hexes.pop(0)), self.way.why
            self.way = PlannedMove(0.0, [], "")
        self.idle.add(unit)
        rider = self._rider(pos, unit)
        if ("load", rider) in options:
            return ("load", rider), "it is a long way on foot"
        if UNLOAD in options and self._sets_down(pos, unit):
            return UNLOAD, "here the passengers are needed"
        if HALT in options:
            return HALT, self.way.why or "it stands well here"
        return (options[0], "it must make room") if pos.must_leave(unit) else (BACK, "it stays where it is")

    def _sets_down(self, pos: DropPosition, carrier: int) -> bool:
        """Passengers get off near the enemy or on a road that counts."""
        hex = pos.where[carrier]
        near = any(pos.content.distance(hex, one) <= NEAR for one in pos.enemy_hexes(pos.mover))
        return near or (pos.mover == RUSSIAN and hex in self.worth.roads_at)

    def _rider(self, pos: DropPosition, carrier: int) -> int:
        """Somebody in the hex of an empty carrier who has far to go; NOTHING if there is nobody."""
        hex = pos.where[carrier]
        if hex < 0 or not pos.content.is_transport[carrier] or pos.is_loaded(carrier):
            return NOTHING
        riders = [unit for unit in pos.of_side_at(hex, pos.mover) if self._would_ride(pos, unit)]
        return riders[0] if riders else NOTHING

    def _would_ride(self, pos: DropPosition, unit: int) -> bool:
        content = pos.content
        hex = pos.where[unit]
        if not content.is_foot[unit] or content.company[unit] >= 0 or pos.aboard[unit] >= 0:
            return False
        if content.turns - pos.turn < 3 or hex in self.worth.roads_at:
            return False
        return all(content.distance(hex, enemy) > FAR for enemy in pos.enemy_hexes(pos.mover))

    def shy(self, pos: DropPosition) -> frozenset[int]:
        """Units that save more by leaving a dangerous hex than they destroy by firing: who fires stays."""
        found: set[int] = set()
        if self.worth.is_last and pos.mover == RUSSIAN:
            return frozenset()  # roads are judged, and German losses: nobody is saved for later
        for unit in pos.content.units_of[pos.mover]:
            if pos.where[unit] < 0 or not pos.content.attack[unit] or not can_move(pos, unit):
                continue
            stake = self.worth.of_unit(pos, unit) * self.danger.risk(pos.where[unit], unit)
            if stake > LEAST_STAKE and self._escape(pos, unit) > best_shot(pos, self.worth, unit):
                found.update(group_of(pos, unit))
        return frozenset(found)

    def _escape(self, pos: DropPosition, unit: int) -> float:
        """What a unit saves by going to the safest hex in reach, less what it leaves."""
        here = self.danger.risk(pos.where[unit], unit)
        safest = min(self.danger.risk(hex, unit) for hex in ways(pos, begin_march(pos, unit)).cost)
        return self.worth.of_unit(pos, unit) * (here - safest) - self.worth.post(pos, unit)

    # -- plans --------------------------------------------------------------------------------------

    def plan(self, pos: DropPosition, v: March) -> PlannedMove:
        """The best hex in reach and the way there; no hexes to stay."""
        unit = v.units[0]
        here = pos.where[unit]
        found = ways(pos, v)
        cost = found.cost
        if pos.must_leave(unit) and len(cost) > 1:
            del cost[here]
        if not cost:
            return PlannedMove(0.0, [], "")
        targets = pos.enemy_hexes(pos.content.side[unit])
        open_roads = self._open_roads(pos, v)
        whim = self.worth.temper.whim
        scores = {
            hex: self._score(pos, v, hex, targets, open_roads) + A_WHIM * whim(hex, unit) for hex in cost
        }
        best = max(cost, key=lambda hex: (scores[hex], -cost[hex]))
        if here < 0:
            way = path_to(found.came, best)
            edge = found.came[way[0]] if way else best
            return PlannedMove(9.0, [edge, *way], f"comes on and goes to {pos.content.land.names[best]}")
        gain = scores[best] - scores.get(here, scores[best] - 9.0)
        if gain < LEAST_MOVE:
            return PlannedMove(0.0, [], "")
        return PlannedMove(gain, path_to(found.came, best), self._why(pos, unit, best, targets))

    def _why(self, pos: DropPosition, unit: int, hex: int, targets: list[int]) -> str:
        """What speaks most for the hex, in a few words."""
        content, name = pos.content, pos.content.land.names[hex]
        if hex in self.worth.roads_at and content.side[unit] == RUSSIAN:
            return f"cuts the road at {name}"
        if self.danger.reply(unit, hex) == 0 < self.danger.risk(pos.where[unit], unit):
            return f"is safer at {name}"
        if content.attack[unit] and prospects(pos, self.worth, self.hunt, unit, hex, targets):
            return f"has a target from {name}"
        if self.hunt.scouting(pos, self.worth, unit, hex):
            return f"can see the enemy from {name}"
        return f"goes under cover at {name}" if content.land.conceals[hex] else f"goes on to {name}"

    def _open_roads(self, pos: DropPosition, v: March) -> list[float]:
        """What each road is worth to one more Russian unit: its points, if all who cut it now are lost."""
        content = pos.content
        others = [u for u in content.units_of[RUSSIAN] if u not in v.units and cuts_roads(pos, u)]
        found: list[float] = []
        for points, hexes in zip(self.worth.points, content.road_hexes, strict=True):
            worth = self.worth.road * points
            here = [unit for unit in others if pos.where[unit] in hexes]
            if self.worth.is_last:
                for unit in here:
                    worth *= max(LEAST_NEED, self.danger.risk(pos.where[unit], unit))
            else:
                worth /= 1.0 + len({pos.where[unit] for unit in here})
            found.append(worth)
        return found

    # -- what a hex is worth --------------------------------------------------------------------------

    def _score(
        self, pos: DropPosition, v: March, hex: int, targets: list[int], open_roads: list[float]
    ) -> float:
        content = pos.content
        unit = v.units[0]
        if content.company[unit] >= 0:
            return self._cutting(pos, v, hex, open_roads)
        if content.is_transport[unit] and not pos.is_loaded(unit) and not content.attack[unit]:
            return self._hiding(pos, unit, hex)
        return self._fighting(pos, v, hex, targets, open_roads)

    def _hiding(self, pos: DropPosition, unit: int, hex: int) -> float:
        """Empty transport keeps out of harm's way, off the roads that are fought for, or fetches somebody."""
        worth = -TRANSPORT_RISK * self.danger.risk(hex, unit) * self.worth.of_unit(pos, unit)
        if pos.content.land.conceals[hex]:
            worth += 0.15
        if any(self._would_ride(pos, other) for other in pos.of_side_at(hex, pos.content.side[unit])):
            worth += FETCH
        return worth - (0.05 if hex != pos.where[unit] else 0.0)

    def _cutting(self, pos: DropPosition, v: March, hex: int, open_roads: list[float]) -> float:
        """What it is worth for paratroops to stand in a hex.

        Roads are judged only at the end, so they wait under cover within reach of a road that nobody else
        cuts, and step onto it when time runs out. Cover from which no road can be walked to any more is
        worth little: they live to cut roads.
        """
        content = pos.content
        turns_left = content.turns - pos.turn
        risk = self.danger.risk(hex, v.units[0])
        roads = list(zip(open_roads, self.roads, strict=True))
        held = sum(weight for weight, far in roads if far[hex] == 0)
        if turns_left == 0:
            return held * self._stands(risk)
        worth = held
        for weight, far in roads:
            if far[hex] <= turns_left:
                worth = max(worth, weight * (1.0 - 0.05 * far[hex]))
            else:
                worth = max(worth, weight * TOO_LATE / (far[hex] - turns_left))
        lives = (1.0 - PARA_RISK * risk) * (1.0 if content.land.conceals[hex] else EXPOSED)
        mates = sum(1 for other in pos.at(hex) if content.company[other] == content.company[v.units[0]])
        return worth * lives + 0.1 * mates

    def _stands(self, risk: float) -> float:
        """The part of a road that a unit in such danger may count on in the last turn."""
        return 1.0 - (1.0 - HOPE) * risk

    def _fighting(
        self, pos: DropPosition, v: March, hex: int, targets: list[int], open_roads: list[float]
    ) -> float:
        """What a hex is worth to a fighting unit: a good shot, a spotter's place, roads, little danger."""
        content = pos.content
        unit = v.units[0]
        side = content.side[unit]
        risk = self.danger.risk(hex, unit)
        held = sum(w for w, hexes in zip(open_roads, content.road_hexes, strict=True) if hex in hexes)
        if self.worth.is_last and side == RUSSIAN:
            # Russian losses count for nothing: in the last turn a unit fears only for the road it cuts.
            return held * self._stands(risk)
        worth = -RISK[side] * risk * self.worth.of_unit(pos, unit)
        if not self.worth.is_last:
            if content.attack[unit]:
                worth += SHOT * prospects(pos, self.worth, self.hunt, unit, hex, targets)
            worth += SCOUTING * self.hunt.scouting(pos, self.worth, unit, hex)
            worth += self._pair(pos, v, hex)
        if content.land.conceals[hex]:
            worth += 0.15
        if side == GERMAN:
            worth += self.worth.denies(pos, hex, v.units)
        else:
            worth += held * (0.05 + 0.6 * self.worth.late**2)
        if targets and (content.attack[unit] or pos.is_loaded(unit)):
            nearest = min(content.distance(hex, target) for target in targets)
            worth -= 0.03 * max(0, nearest - max(1, content.range[unit] // 2))
        return worth

    def _pair(self, pos: DropPosition, v: March, hex: int) -> float:
        """Tanks and infantry help each other: one sees, the other shoots."""
        content = pos.content
        armoured = content.is_armoured[v.units[0]]
        mates = [one for one in pos.of_side_at(hex, content.side[v.units[0]]) if one not in v.units]
        return PAIR if any(content.is_armoured[one] != armoured for one in mates) else 0.0
