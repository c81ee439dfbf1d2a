"""The rule-based opponent: drops along the roads, garrisons them, shoots at the best odds."""

from typing import Final

from grognard.core.chance import Random
from grognard.core.flow import Ask
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, Choice
from grognard.core.system import AnySystem
from grognard.core.view import View
from grognard.games.panzerblitz.assault import Storm, assault_sheet
from grognard.games.panzerblitz.breakdown import DONE, defence_of
from grognard.games.panzerblitz.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.fire import CANCEL, RESOLVE, WHOLE, Attack
from grognard.games.panzerblitz.march import BACK, HALT, UNLOAD, begin_march
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.opportunity import HOLD
from grognard.games.panzerblitz.overrun import Charge, exit_of
from grognard.games.panzerblitz.position import DropPosition
from grognard.games.panzerblitz.results import BEST, odds_column
from grognard.games.panzerblitz.sequence import READY
from grognard.games.panzerblitz.staff_advice import (
    Danger,
    Hunt,
    Worth,
    enemy_hexes,
    prospects,
    road_distances,
    ways,
)
from grognard.games.panzerblitz.staff_attacks import (
    assault_gain,
    better_close,
    drive,
    next_stormer,
    overrun_gain,
    plan_fire,
    plan_snap,
    storm,
)
from grognard.games.panzerblitz.staff_drops import next_order
from grognard.games.panzerblitz.targets import enemies_at, whole_target
from grognard.kit.reach import path_to

ENOUGH: Final = 0.12
"""An attack worth less than this is not made."""

RISK: Final = (0.9, 1.0)
"""How much the Russian and the German staff fear for what a unit is worth."""

PARA_RISK: Final = 2.0
"""How much paratroops that wait beside a road fear for their lives."""

SCOUTING: Final = 0.6
DENIAL: Final = 0.3
"""How much the German staff makes of spotting enemies under cover, and of standing on roads."""

MOST_TRIES: Final = 4
"""Attacks on one hex in one step."""

PART_OF: Final = {
    "Aim": "Fire",
    "AddFirers": "Fire",
    "JoinOverrun": "ChooseOverrun",
    "JoinAssault": "ChooseAssault",
    "MoveVehicles": "Walk",
    "MoveFoot": "Walk",
}
"""Steps at which the staff goes on with what it has reckoned at another."""


@rule("pb.forces.5", "pb.forces.8", "pb.forces.10")
class Staff:
    """A player for either side. It sees its own view and remembers only the way planned for a unit.

    The article's advice is built in: the worth of a piece is higher while its company is still complete,
    and drops go where the Germans are not.
    """

    def __init__(self) -> None:
        self._key: tuple[int | str, ...] = ()
        self._tried: list[int] = []
        self._worth: Worth | None = None
        self._danger: Danger | None = None
        self._hunt: Hunt | None = None
        self._roads: dict[str, list[list[int]]] = {}
        self._way: list[int] = []
        self._walker = -1
        self._idle: set[int] = set()

    def choose(self, system: AnySystem, view: View, ask: Ask, generator: Random) -> Choice:
        """An answer to the Ask."""
        options = list(ask.options(view.side))
        if len(options) == 1:
            return options[0]
        pos = system.knowledge.sample(view, generator)
        assert isinstance(pos, DropPosition)
        self._look(pos, view, ask)
        wanted = self._answer(pos, view, ask, options)
        return wanted if wanted in options else ask.usual(pos, view.side)

    def _look(self, pos: DropPosition, view: View, ask: Ask) -> None:
        """Reckon worth and danger anew when another step begins."""
        step = PART_OF.get(ask.step, ask.step)
        key = (view.turn, pos.mover, step, pos.lost[0], pos.lost[1], view.side)
        if key != self._key or self._worth is None:
            self._key = key
            self._tried.clear()
            self._worth = Worth(pos)
            if step == "Fire":
                self._worth.reserved |= better_close(pos, self._worth)
            self._danger = Danger(pos, view.side)
            self._hunt = Hunt(pos, view.side)
        if ask.step not in ("Walk", "MoveVehicles", "MoveFoot"):
            self._idle.clear()

    def _answer(self, pos: DropPosition, view: View, ask: Ask, options: list[Choice]) -> Choice:
        step = ask.step
        if step == "SetUp":
            return READY
        if step == "WriteDrops":
            assert self._danger is not None
            return next_order(pos, options, self._danger, self._distances(pos))
        if step in ("FormCompanies", "Jump", "PickMinefield"):
            return options[0]
        if step == "Fire":
            return self._fire(pos, options)
        if step == "Aim":
            return self._aim(pos, options)
        if step == "AddFirers":
            return self._add(pos)
        if step == "OpportunityFire":
            return self._snap(pos, options)
        if step == "ChooseOverrun":
            return self._overrun(pos, options)
        if step == "JoinOverrun":
            return self._charge(pos, options)
        if step == "ChooseAssault":
            return self._assault(pos, options)
        if step == "JoinAssault":
            return self._join(pos, options)
        if step in ("MoveVehicles", "MoveFoot"):
            return self._move(pos, options)
        return self._walk(pos, options)

    # -- drops ----------------------------------------------------------------------------------

    def _distances(self, pos: DropPosition) -> list[list[int]]:
        key = pos.content.scenario.id
        if key not in self._roads:
            self._roads[key] = road_distances(pos.content)
        return self._roads[key]

    # -- attacks --------------------------------------------------------------------------------

    def _fire(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = ENOUGH, DONE
        for verb, noun in options:
            if verb == "fire" and self._tried.count(noun) < MOST_TRIES:
                worth = plan_fire(pos, self._worth, Attack(noun)).worth
                if worth > best:
                    best, choice = worth, (verb, noun)
        self._tried.append(choice[1])
        return choice

    def _aim(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        aim = plan_fire(pos, self._worth, v).aim
        is_whole = aim == whole_target(pos, v.hex) or len(aim) != 1
        choice = WHOLE if is_whole else ("aim", aim[0])
        return choice if choice in options else options[0]

    def _add(self, pos: DropPosition) -> Choice:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        plan = plan_fire(pos, self._worth, v)
        if plan.joins >= 0:
            return ("add", plan.joins)
        return RESOLVE if v.firers else CANCEL

    def _snap(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Fire at who comes into view, if all who may do enough together."""
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        unit = plan_snap(pos, self._worth, v, [noun for verb, noun in options if verb == "add"])
        if unit >= 0:
            return ("add", unit)
        return RESOLVE if RESOLVE in options else CANCEL if v.firers else HOLD

    def _overrun(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "overrun" and hex not in self._tried:
                worth = overrun_gain(pos, self._worth, hex, drive(pos, self._worth, hex)[:3])
                if worth > best:
                    best, choice = worth, (verb, hex)
        self._tried.append(choice[1])
        return choice

    def _charge(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Join with the strongest until more would not help; come out where it is least dangerous."""
        assert self._danger is not None and self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Charge)
        if v.picked >= 0:
            origins = [hex for verb, hex in options if verb == "through"]
            danger = self._danger
            return ("through", min(origins, key=lambda hex: danger.at(exit_of(pos, v.hex, hex), True)))
        strength = sum(pos.content.attack[unit] for unit in v.units)
        column = odds_column(pos, strength, defence_of(pos, enemies_at(pos, v.hex), v.hex))
        units = [unit for unit in drive(pos, self._worth, v.hex) if ("charge", unit) in options]
        if units and (column < 4 or RESOLVE not in options):
            return ("charge", units[0])
        return RESOLVE if RESOLVE in options else CANCEL

    def _assault(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "assault" and hex not in self._tried:
                worth = assault_gain(pos, self._worth, storm(pos, self._worth, hex))
                if worth > best:
                    best, choice = worth, (verb, hex)
        self._tried.append(choice[1])
        return choice

    def _join(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Storm)
        if v.picked >= 0:
            return ("from", next_stormer(pos, self._worth, v._replace(picked=NOTHING), v.picked)[1])
        if assault_sheet(pos, v).column < BEST:
            unit, _ = next_stormer(pos, self._worth, v)
            if unit >= 0:
                return ("join", unit)
        return RESOLVE if RESOLVE in options else CANCEL

    # -- movement -------------------------------------------------------------------------------

    def _move(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Every unit that has somewhere better to be moves there; the others stay."""
        for verb, unit in options:
            if verb == "move" and unit not in self._idle:
                self._walker = unit
                self._way = self._plan(pos, begin_march(pos, unit))
                if self._way or pos.must_leave(unit):
                    return (verb, unit)
                self._idle.add(unit)
        return DONE

    def _walk(self, pos: DropPosition, options: list[Choice]) -> Choice:
        v = pos.stack[-1].vars
        assert isinstance(v, March)
        if self._walker not in v.units:
            self._walker, self._way = v.units[0], self._plan(pos, v)
        if self._way:
            go = ("go", self._way.pop(0))
            if go in options:
                return go
            self._way = []
        self._idle.add(v.units[0])
        if UNLOAD in options and self._sets_down(pos, v.units[0]):
            return UNLOAD
        if HALT in options:
            return HALT
        return options[0] if pos.must_leave(v.units[0]) else BACK

    def _sets_down(self, pos: DropPosition, carrier: int) -> bool:
        """Passengers get off near the enemy or on a road that counts."""
        assert self._worth is not None
        hex = pos.where[carrier]
        near = any(pos.content.distance(hex, one) <= 5 for one in enemy_hexes(pos, pos.mover))
        return near or hex in self._worth.roads_at

    def _plan(self, pos: DropPosition, v: March) -> list[int]:
        """The hexes to enter, one after another; empty to stay."""
        content = pos.content
        unit = v.units[0]
        if pos.where[unit] < 0:
            return self._entry(pos, v)
        found = ways(pos, v)
        cost = found.cost
        if pos.must_leave(unit) and len(cost) > 1:
            del cost[pos.where[unit]]
        open_roads = self._open_roads(pos, v)
        if content.company[unit] >= 0:
            best = max(cost, key=lambda hex: (self._cutting(pos, v, hex, open_roads), -cost[hex]))
        else:
            targets = enemy_hexes(pos, content.side[unit])
            best = max(cost, key=lambda hex: (self._fighting(pos, v, hex, targets, open_roads), -cost[hex]))
        return path_to(found.came, best)

    def _open_roads(self, pos: DropPosition, v: March) -> list[float]:
        """What each road is worth to one more Russian unit: less, the more others stand on it."""
        content = pos.content
        others = {pos.where[u] for u in content.units_of[RUSSIAN] if pos.where[u] >= 0 and u not in v.units}
        found: list[float] = []
        for number, hexes in enumerate(content.road_hexes):
            found.append(content.road_points[number] / (1.0 + sum(1 for hex in hexes if hex in others)))
        return found

    def _entry(self, pos: DropPosition, v: March) -> list[int]:
        """Come on where there is room, by the road if it is free, and go on from there next time."""
        hexes = pos.content.arrival_hexes.get(v.units[0], ())
        free = [hex for hex in hexes if not pos.at(hex)]
        roads = [hex for hex in free if any(pos.content.land.road[hex * 6 : hex * 6 + 6])]
        return (roads or free or list(hexes))[:1]

    def _cutting(self, pos: DropPosition, v: March, hex: int, open_roads: list[float]) -> float:
        """What it is worth for paratroops to stand in a hex.

        Roads are judged only at the end, so they wait under cover within reach of a road that nobody else
        cuts, and step onto it when time runs out.
        """
        assert self._danger is not None
        content = pos.content
        turns_left = content.turns - pos.turn
        risk = self._danger.risk(hex, v.units[0])
        roads = list(zip(open_roads, self._distances(pos), strict=True))
        if turns_left == 0:
            return sum(weight * (1.0 - 0.8 * risk) for weight, far in roads if far[hex] == 0)
        worth = 0.0
        for weight, far in roads:
            if far[hex] == 0:
                worth += weight
            elif far[hex] <= turns_left:
                worth = max(worth, weight * (1.0 - 0.05 * far[hex]))
            else:
                worth = max(worth, weight * 0.6 / (1.0 + far[hex] - turns_left))
        if content.land.conceals[hex]:
            worth += 1.5
        mates = sum(1 for other in pos.at(hex) if content.company[other] == content.company[v.units[0]])
        return worth + 0.1 * mates - PARA_RISK * risk

    def _fighting(
        self, pos: DropPosition, v: March, hex: int, targets: list[int], open_roads: list[float]
    ) -> float:
        """What a hex is worth to a fighting unit: a good shot, a spotter's place, roads, little danger."""
        assert self._danger is not None and self._worth is not None and self._hunt is not None
        content = pos.content
        unit = v.units[0]
        side = content.side[unit]
        worth = -RISK[side] * self._danger.risk(hex, unit) * self._worth.of_unit(pos, unit)
        if not self._worth.is_last:
            if content.attack[unit]:
                worth += 1.5 * prospects(pos, self._worth, self._hunt, unit, hex, targets)
            if side == GERMAN:
                worth += SCOUTING * self._hunt.scouting(pos, self._worth, unit, hex)
        if content.land.conceals[hex]:
            worth += 0.15
        if hex in self._worth.roads_at:
            if side == GERMAN:
                worth += DENIAL * self._worth.denies(hex)
            else:
                held = sum(w for w, hexes in zip(open_roads, content.road_hexes, strict=True) if hex in hexes)
                worth += held * (1.5 if self._worth.is_last else 0.05 + 0.6 * self._worth.late**2)
        if targets and content.attack[unit]:
            nearest = min(content.distance(hex, target) for target in targets)
            worth -= 0.03 * max(0, nearest - max(1, content.range[unit] // 2))
        return worth
