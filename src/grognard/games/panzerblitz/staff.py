"""The rule-based opponent: drops along the roads, garrisons them, shoots at the best odds."""

from typing import Final

from grognard.core.chance import Random
from grognard.core.flow import SEAL, Ask
from grognard.core.ledger import rule
from grognard.core.paths import path_to
from grognard.core.position import Choice
from grognard.core.system import RuleSystem
from grognard.core.view import View
from grognard.games.panzerblitz.assault import Storm, assault_sheet, joiners
from grognard.games.panzerblitz.breakdown import DONE, defence_of
from grognard.games.panzerblitz.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.drop import is_shot_down, landing_hexes, lone_wagon
from grognard.games.panzerblitz.fire import CANCEL, RESOLVE, WHOLE, Attack
from grognard.games.panzerblitz.march import BACK, HALT, UNLOAD, begin_march
from grognard.games.panzerblitz.movement import March
from grognard.games.panzerblitz.overrun import Charge, chargers, exit_of
from grognard.games.panzerblitz.position import MUST_LEAVE, DropPosition
from grognard.games.panzerblitz.results import BEST, dispersed_modifier, odds_column
from grognard.games.panzerblitz.sequence import READY
from grognard.games.panzerblitz.staff_advice import (
    Danger,
    Worth,
    enemy_hexes,
    gain,
    plan_fire,
    prospects,
    road_distances,
    ways,
)
from grognard.games.panzerblitz.targets import enemies_at, whole_target

ENOUGH: Final = 0.12
"""An attack worth less than this is not made."""


@rule("pb.forces.5", "pb.forces.8", "pb.forces.10")
class Staff:
    """A player for either side. It sees its own view and remembers only the way planned for a unit.

    The article's advice is built in: the worth of a piece is higher while its company is still complete,
    and drops go where the Germans are not.
    """

    def __init__(self) -> None:
        self._key: tuple[int, ...] = ()
        self._worth: Worth | None = None
        self._danger: Danger | None = None
        self._roads: dict[str, list[list[int]]] = {}
        self._way: list[int] = []
        self._walker = -1
        self._idle: set[int] = set()

    def choose(self, system: RuleSystem, view: View, ask: Ask, generator: Random) -> Choice:
        """An answer to the Ask."""
        options = ask.options(view.side)
        if len(options) == 1:
            return options[0]
        pos = system.sample(view, generator)
        assert isinstance(pos, DropPosition)
        self._look(pos, view, ask)
        wanted = self._answer(pos, view, ask, options)
        if wanted in options:
            return wanted
        return options[generator.randrange(len(options))]

    def _look(self, pos: DropPosition, view: View, ask: Ask) -> None:
        """Reckon worth and danger anew when another step begins."""
        step = "Walk" if ask.step in ("MoveVehicles", "MoveFoot") else ask.step
        key = (view.turn, pos.mover, len(step), pos.lost[0], pos.lost[1], view.side)
        if key != self._key or self._worth is None:
            self._key = key
            self._worth = Worth(pos)
            self._danger = Danger(pos, view.side)
        if ask.step not in ("Walk", "MoveVehicles", "MoveFoot"):
            self._idle.clear()

    def _answer(self, pos: DropPosition, view: View, ask: Ask, options: list[Choice]) -> Choice:
        step = ask.step
        if step == "SetUp":
            return READY
        if step == "WriteDrops":
            return self._write(pos, options)
        if step in ("FormCompanies", "Jump", "PickMinefield"):
            return options[0]
        if step == "Fire":
            return self._fire(pos, options)
        if step == "Aim":
            return self._aim(pos)
        if step == "AddFirers":
            return self._add(pos)
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

    def _write(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Drop what the entrance table will not let in later, where the pieces come down near roads."""
        draft = pos.drafts[RUSSIAN]
        if draft and draft[-1][0] == "drop":
            return ("target", self._best_target(pos, draft[-1][1] % 3, draft))
        for verb, code in options:
            if verb == "drop" and pos.content.windows[code // 3][1] == min(
                pos.turn + self._hurry(pos), pos.content.windows[code // 3][1]
            ):
                return (verb, code)
        return SEAL

    def _hurry(self, pos: DropPosition) -> int:
        """How many turns before the last moment to jump: the pieces must still reach the roads."""
        return max(0, 6 - (pos.content.turns - pos.turn)) if pos.content.turns < 8 else 0

    def _best_target(self, pos: DropPosition, kind: int, draft: tuple[Choice, ...]) -> int:
        value = self._landing_values(pos, draft)
        best, best_worth = pos.content.land.hexes[0], -1e9
        rows = [self._row(pos, die) for die in range(1, 7)]
        for target in pos.content.land.hexes:
            if is_shot_down(pos, target):
                continue
            worth = 0.0
            for row in rows:
                for hex, count in landing_hexes(pos, kind, row, target):
                    worth += count * (value[hex] if hex >= 0 else -1.0)
            if worth > best_worth:
                best, best_worth = target, worth
        return best

    def _row(self, pos: DropPosition, die: int) -> int:
        speeds = pos.content.tables["paratroop-dispersal"]
        return pos.content.letters.index(str(speeds.at(die - 1, max(0, pos.wind_speed))))

    def _landing_values(self, pos: DropPosition, draft: tuple[Choice, ...]) -> list[float]:
        """What a piece that comes down in each hex is worth: near roads nobody goes for yet, in cover."""
        assert self._danger is not None
        content = pos.content
        roads = self._distances(pos)
        aimed = [hex for verb, hex in draft if verb == "target"]
        here = [pos.where[unit] for unit in content.units_of[RUSSIAN] if pos.where[unit] >= 0]
        weights: list[float] = []
        for number, far in enumerate(roads):
            crowd = sum(3 for hex in aimed if far[hex] <= 3) + sum(1 for hex in here if far[hex] <= 2)
            weights.append(content.road_points[number] / (1.0 + 0.4 * crowd))
        values = [0.0] * content.land.size
        # Hexes from which a road can still be walked to in time are nearly as good as those beside it.
        reach = max(0, content.turns - pos.turn - 2)
        for hex in content.land.hexes:
            germans = pos.of_side_at(hex, GERMAN)
            if content.land.is_pond[hex] or (germans and lone_wagon(pos, germans) < 0):
                values[hex] = -1.0
                continue
            near = within = 0.0
            for weight, far in zip(weights, roads, strict=True):
                near = max(near, weight / (1.0 + far[hex]))
                within = max(within, weight / (1.0 + max(0, far[hex] - reach)))
            cover = 0.8 if content.land.conceals[hex] else 0.0
            values[hex] = near + within + cover - min(1.5, self._danger.at(hex, False) * 0.02)
        return values

    # -- attacks --------------------------------------------------------------------------------

    def _fire(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = ENOUGH, DONE
        for verb, noun in options:
            if verb == "fire":
                worth = plan_fire(pos, self._worth, Attack(noun)).worth
                if worth > best:
                    best, choice = worth, (verb, noun)
        return choice

    def _aim(self, pos: DropPosition) -> Choice:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        aim = plan_fire(pos, self._worth, v).aim
        if aim == whole_target(pos, v.hex) or len(aim) != 1:
            return WHOLE
        return ("aim", aim[0])

    def _add(self, pos: DropPosition) -> Choice:
        assert self._worth is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Attack)
        plan = plan_fire(pos, self._worth, v)
        if plan.joins >= 0:
            return ("add", plan.joins)
        return RESOLVE if v.firers else CANCEL

    def _overrun(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "overrun":
                able = chargers(pos, Charge(hex))
                strength = sum(pos.content.attack[unit] for unit in able[:3])
                worth = self._overrun_gain(pos, hex, strength)
                if worth > best:
                    best, choice = worth, (verb, hex)
        return choice

    def _overrun_gain(self, pos: DropPosition, hex: int, strength: int) -> float:
        assert self._worth is not None
        target = enemies_at(pos, hex)
        column = odds_column(pos, strength, defence_of(pos, target, hex))
        modifier = pos.content.die_modifier("overrun") + dispersed_modifier(pos, target)
        return gain(pos, self._worth, target, min(column + 1, BEST) if column >= 0 else -1, modifier)

    def _charge(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Join with the strongest until more would not help; come out where it is least dangerous."""
        assert self._danger is not None
        v = pos.stack[-1].vars
        assert isinstance(v, Charge)
        if v.picked >= 0:
            origins = [hex for verb, hex in options if verb == "through"]
            danger = self._danger
            return ("through", min(origins, key=lambda hex: danger.at(exit_of(pos, v.hex, hex), True)))
        strength = sum(pos.content.attack[unit] for unit in v.units)
        column = odds_column(pos, strength, defence_of(pos, enemies_at(pos, v.hex), v.hex))
        units = [unit for verb, unit in options if verb == "charge"]
        if units and (column < 4 or RESOLVE not in options):
            return ("charge", max(units, key=lambda unit: pos.content.attack[unit]))
        return RESOLVE

    def _assault(self, pos: DropPosition, options: list[Choice]) -> Choice:
        assert self._worth is not None
        best, choice = 2 * ENOUGH, DONE
        for verb, hex in options:
            if verb == "assault":
                units = tuple(joiners(pos, Storm(hex)))
                sheet = assault_sheet(pos, Storm(hex, units, tuple(pos.where[unit] for unit in units)))
                worth = gain(pos, self._worth, whole_target(pos, hex), sheet.column, sheet.modifier)
                if worth > best and sheet.column >= 2:
                    best, choice = worth, (verb, hex)
        return choice

    def _join(self, pos: DropPosition, options: list[Choice]) -> Choice:
        v = pos.stack[-1].vars
        assert isinstance(v, Storm)
        if v.picked >= 0:
            origins = [hex for verb, hex in options if verb == "from"]
            cover = pos.content.cover
            stay = pos.where[v.picked]
            return ("from", max(origins, key=lambda hex: (cover[hex], hex == stay)))
        units = [unit for verb, unit in options if verb == "join"]
        if units and (assault_sheet(pos, v).column < BEST or RESOLVE not in options):
            return ("join", max(units, key=lambda unit: pos.content.attack[unit]))
        return RESOLVE if RESOLVE in options else CANCEL

    # -- movement -------------------------------------------------------------------------------

    def _move(self, pos: DropPosition, options: list[Choice]) -> Choice:
        """Every unit that has somewhere better to be moves there; the others stay."""
        for verb, unit in options:
            if verb == "move" and unit not in self._idle:
                self._walker = unit
                self._way = self._plan(pos, begin_march(pos, unit))
                if self._way or pos.marks[unit] & MUST_LEAVE:
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
        return options[0] if pos.marks[v.units[0]] & MUST_LEAVE else BACK

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
        cost, came = ways(pos, v)
        if pos.marks[unit] & MUST_LEAVE and len(cost) > 1:
            del cost[pos.where[unit]]
        open_roads = self._open_roads(pos, v)
        if content.company[unit] >= 0:
            best = max(cost, key=lambda hex: (self._cutting(pos, v, hex, open_roads), -cost[hex]))
        else:
            targets = enemy_hexes(pos, content.side[unit])
            best = max(cost, key=lambda hex: (self._fighting(pos, v, hex, targets, open_roads), -cost[hex]))
        return path_to(came, best)

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
        worth = 0.0
        for weight, far in zip(open_roads, self._distances(pos), strict=True):
            if far[hex] == 0:
                worth += weight
            elif turns_left and far[hex] <= turns_left:
                worth = max(worth, weight * (1.0 - 0.05 * far[hex]))
            else:
                worth = max(worth, weight * 0.6 / (1.0 + far[hex] - turns_left))
        cover = 0.4 if turns_left == 0 else 1.5
        if content.land.conceals[hex]:
            worth += cover
        mates = sum(1 for other in pos.at(hex) if content.company[other] == content.company[v.units[0]])
        return worth + 0.1 * mates - min(2.0, 0.02 * self._danger.at(hex, False))

    def _fighting(
        self, pos: DropPosition, v: March, hex: int, targets: list[int], open_roads: list[float]
    ) -> float:
        """What a hex is worth to a fighting unit: a good shot, cover, roads held, little danger."""
        assert self._danger is not None and self._worth is not None
        content = pos.content
        unit = v.units[0]
        danger = self._danger.at(hex, content.is_armoured[unit]) / max(1, content.defence[unit])
        worth = -min(3.0, danger * (0.8 if content.side[unit] == GERMAN else 0.2))
        if content.attack[unit]:
            worth += 1.5 * prospects(pos, self._worth, unit, hex, targets)
        if content.land.conceals[hex]:
            worth += 0.15
        if content.side[unit] == RUSSIAN and hex in self._worth.roads_at:
            held = sum(w for w, hexes in zip(open_roads, content.road_hexes, strict=True) if hex in hexes)
            worth += held * (0.05 + 0.6 * self._worth.late * self._worth.late)
        if targets and content.attack[unit]:
            nearest = min(content.distance(hex, target) for target in targets)
            worth -= 0.03 * max(0, nearest - max(1, content.range[unit] // 2))
        return worth
