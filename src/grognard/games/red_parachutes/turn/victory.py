"""Who has won: points of the Soviets by the scenario, levels, and what ends a campaign before its time.

The player aid says nothing of it: all of this is ours. Points are counted in quarters.
"""

from collections.abc import Iterable
from typing import Final

from grognard.core.chapter import NOTHING, Explanation, Term, rule
from grognard.core.victory import Ladder, Victory, rungs, settled
from grognard.games.battalions.model.position import WAITING
from grognard.games.battalions.model.stacking import is_battalion
from grognard.games.battalions.turn.supply import Traces
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition
from grognard.games.red_parachutes.model.scenario import LEVELS

QUARTERS: Final = 4
SIDES: Final = ("german", "soviet")
ARMORED: Final = ("tank", "assault-gun", "mechanized")
TEN: Final = 10

Points = list[tuple[str, int]]
"""What counts, each with its quarters of a point, above 0 for the Soviets."""


# -- what everybody can see ---------------------------------------------------------------------------


def open_points(pos: ParachutePosition, hexes: Iterable[int]) -> Points:
    """Points for these hexes, bridgeheads, the bridge and losses: nothing that is hidden."""
    victory = pos.content.scenario.victory
    found: Points = [(_place(pos, hex), _worth(pos, hex) * QUARTERS) for hex in hexes]
    pairs = sum(pair.on_map for pair in pos.all_pairs())
    if victory.per_bridgehead and pairs:
        found.append((f"bridgeheads × {pairs}", pairs * victory.per_bridgehead * QUARTERS))
    if victory.bridge and pos.bridge and pos.control[pos.content.bridge_west] == SOVIET:
        found.append(("the Kanev bridge, whole", victory.bridge * QUARTERS))
    losses = (
        ("german", "German steps lost", pos.lost_steps[GERMAN]),
        ("soviet", "Soviet steps lost", pos.lost_steps[SOVIET]),
        ("costly", "of these guards, armor and airborne", pos.lost_costly),
    )
    for key, label, count in losses:
        if count and victory.per_step.get(key):
            found.append((f"{label} × {count}", count * victory.per_step[key]))
    return found


def held_hexes(pos: ParachutePosition) -> list[int]:
    """The hexes with points that the Soviets hold, in the order of the map."""
    names = pos.content.scenario.victory.hexes
    return [hex for hex in sorted(map(pos.content.grid.index, names)) if pos.control[hex] == SOVIET]


def _worth(pos: ParachutePosition, hex: int) -> int:
    return pos.content.scenario.victory.hexes[pos.content.names[hex]]


def _place(pos: ParachutePosition, hex: int) -> str:
    place = pos.board.places.get(hex)
    return pos.content.names[hex] if place is None else place.name


# -- what is counted at the end -------------------------------------------------------------------------


def final_points(pos: ParachutePosition) -> Points:
    """All that counts: hexes only if they are in supply, and what was hidden until now."""
    victory = pos.content.scenario.victory
    traces = Traces(pos, SOVIET)
    supplied = traces.spread(pos.content.supply_exits(pos, SOVIET), pos.content.hexes)
    found = open_points(pos, [hex for hex in held_hexes(pos) if supplied >> hex & 1])
    west = supplied_battalions(pos, traces, "break-out")
    tens = len([unit for unit in west if not pos.content.is_airborne[unit]]) // TEN
    if victory.per_ten_battalions and tens:
        found.append((f"ten battalions broken out × {tens}", tens * victory.per_ten_battalions * QUARTERS))
    worn = worn_divisions(pos)
    if victory.worn_division and worn:
        found.append((f"German divisions worn out × {worn}", worn * victory.worn_division * QUARTERS))
    return found


def supplied_battalions(pos: ParachutePosition, traces: Traces, area: str) -> list[int]:
    """The Soviet battalions in supply in an area of the map."""
    hexes = pos.board.area(area)
    return [
        unit
        for unit in pos.on_map(SOVIET)
        if pos.hex[unit] in hexes and is_battalion(pos, unit) and traces.reaches(unit)
    ]


def worn_divisions(pos: ParachutePosition) -> int:
    """How many German divisions have come in whole and have fewer than half their steps left."""
    content = pos.content
    count = 0
    for formation, kind in enumerate(content.formation_kinds):
        members = [
            unit
            for unit in content.units_of[GERMAN]
            if content.formation[unit] == formation and not content.is_hq[unit]
        ]
        if kind.endswith("division") and members and not any(pos.hex[unit] == WAITING for unit in members):
            full = sum(content.max_steps[unit] for unit in members)
            count += 2 * steps_left(pos, formation) < full
    return count


def steps_left(pos: ParachutePosition, formation: int) -> int:
    """The steps on the map of a formation, companies and remnants included."""
    return sum(
        pos.steps[unit]
        for unit in pos.on_map(GERMAN)
        if pos.formation_of(unit) == formation and not pos.content.is_hq[unit]
    )


# -- the verdict ----------------------------------------------------------------------------------------


@rule("rp.turn-end.1")
def verdict(pos: ParachutePosition) -> tuple[int, str]:
    """The winner and the level of victory, as if the game ended now."""
    return _of_level(level_of(pos, sum(worth for _, worth in final_points(pos))))


def level_of(pos: ParachutePosition, quarters: int) -> str:
    """The highest level that so many quarters of a point reach."""
    levels = pos.content.scenario.victory.levels
    reached = (level for level in LEVELS[:-1] if level in levels and quarters >= levels[level] * QUARTERS)
    return next(reached, LEVELS[-1])


def _of_level(level: str) -> tuple[int, str]:
    return {"soviet": SOVIET, "german": GERMAN}.get(level.split("-")[0], NOTHING), level


@rule("rp.turn-end.1")
def sudden_end(pos: ParachutePosition) -> tuple[int, str] | None:
    """What ends the game at the end of this turn, whatever the points; None if nothing does.

    The lodgement is lost once no Soviet unit is left on the west bank; the Germans have lost once enough
    armor in supply stands at the western edge.
    """
    victory = pos.content.scenario.victory
    if victory.collapse_from and pos.turn >= victory.collapse_from:
        if not any(pos.hex[unit] in pos.content.west_bank for unit in pos.on_map(SOVIET)):
            return _of_level("german-decisive")
    if victory.breakthrough:
        armor = [
            unit
            for unit in supplied_battalions(pos, Traces(pos, SOVIET), "west-edge")
            if pos.content.kind[unit] in ARMORED
        ]
        if len(armor) >= victory.breakthrough:
            return _of_level("soviet-decisive")
    return None


class ParachuteVictory(Victory[ParachutePosition]):
    """Soviet points: while the game goes on what everybody can see, then all of it."""

    def side(self, pos: ParachutePosition) -> int:
        return SOVIET

    def points(self, pos: ParachutePosition) -> float:
        found = final_points(pos) if pos.over else open_points(pos, held_hexes(pos))
        worth = sum(worth for _, worth in found) / QUARTERS
        return settled(self.ladder(pos), pos.result, worth, 1 / QUARTERS) if pos.over else worth

    def ladder(self, pos: ParachutePosition) -> Ladder:
        levels = pos.content.scenario.victory.levels
        named = [(level, levels[level]) for level in LEVELS[:-1] if level in levels]
        return rungs([*named, (LEVELS[-1], None)], SIDES)


# -- words ----------------------------------------------------------------------------------------------


def quarters(value: int) -> str:
    """Quarters of a point as players write them: +1½."""
    whole, rest = divmod(abs(value), QUARTERS)
    sign = "-" if value < 0 else "+"
    return f"{sign}{whole or ('' if rest else 0)}{('', '¼', '½', '¾')[rest]}"


def level_name(level: str) -> str:
    """A level in words: "german-marginal" is a German marginal victory."""
    side, _, how = level.partition("-")
    return f"{side.capitalize()} {how} victory" if how else level


def victory_sheet(pos: ParachutePosition) -> Explanation:
    """How the game stands: what everybody can see, and after the end all of it."""
    found = final_points(pos) if pos.over else open_points(pos, held_hexes(pos))
    terms = tuple(Term(label, quarters(worth), "rp.turn-end.1", house=True) for label, worth in found)
    total = sum(worth for _, worth in found)
    level = pos.result if pos.over else level_of(pos, total)
    ending = "" if pos.over else " if the game ended now and all of it were in supply"
    return Explanation("Soviet points", terms, f"{quarters(total)}, {level_name(level)}{ending}")
