"""Who has won: points of the Axis by the scenario. All of it is ours. Points are counted in halves."""

from typing import Final

from grognard.core.chapter import NOTHING, Explanation, Term, rule
from grognard.core.victory import Ladder, Victory, rungs
from grognard.games.battalions.turn.supply import Traces
from grognard.games.red_steel.model.position import AXIS, SOVIET, SteelPosition
from grognard.games.red_steel.model.scenario import LEVELS

HALVES: Final = 2
SIDES: Final = ("axis", "soviet")
HQ: Final = 3
MARCHED_OFF: Final = 4
NOT_AWAY: Final = 6
CUT_OFF: Final = 5

Points = list[tuple[str, int]]
"""What counts, each with its halves of a point, above 0 for the Axis."""


@rule("rs.turn-end.1")
def open_points(pos: SteelPosition) -> Points:
    """Hexes, losses and departures: nothing that is hidden."""
    content = pos.content
    found: Points = []
    for name, worth in content.scenario.victory.hexes.items():
        hex = content.grid.index(name)
        if pos.control[hex] == AXIS:
            twice = hex in pos.early
            place = pos.board.places.get(hex)
            label = name if place is None else place.name
            found.append((f"{label}, taken early" if twice else label, worth * HALVES * (1 + twice)))
    if pos.lost_steps[SOVIET]:
        found.append((f"Soviet steps lost × {pos.lost_steps[SOVIET]}", pos.lost_steps[SOVIET]))
    if pos.lost_hqs:
        found.append((f"Soviet HQs lost × {pos.lost_hqs}", pos.lost_hqs * HQ * HALVES))
    if pos.axis_cost:
        found.append(("Axis steps lost", -pos.axis_cost))
    return [*found, *departures(pos)]


@rule("rs.activation.16", "rs.activation.6")
def departures(pos: SteelPosition) -> Points:
    """Formations that marched off, and those that were called away and are still there."""
    content = pos.content
    gone: dict[int, int] = {}
    for place in range(0, len(pos.departed), 2):
        formation, steps = pos.departed[place : place + 2]
        gone[formation] = gone.get(formation, 0) + steps
    found: Points = []
    away = content.scenario.called_away
    for formation, steps in gone.items():
        id = content.formation_ids[formation]
        if id not in away and 2 * steps >= full_strength(pos, formation):
            found.append((f"{id} marched off", -MARCHED_OFF * HALVES))
    for id, turn in away.items():
        formation = content.formation_ids.index(id)
        here = any(pos.formation_of(unit) == formation for unit in pos.on_map(SOVIET))
        if pos.turn >= turn and here:
            found.append((f"{id} was called away", NOT_AWAY * HALVES))
    return found


def full_strength(pos: SteelPosition, formation: int) -> int:
    """All steps of a formation."""
    content = pos.content
    units = [unit for unit in content.units_of[SOVIET] if content.formation[unit] == formation]
    return sum(content.max_steps[unit] for unit in units if not content.is_leader[unit])


def divisions_cut_off(pos: SteelPosition) -> int:
    """How many divisions of the Axis are wholly cut off from supply."""
    traces, kinds = Traces(pos, AXIS), pos.content.formation_kinds
    divisions: dict[int, list[int]] = {}
    for unit in pos.on_map(AXIS):
        formation = pos.formation_of(unit)
        if formation >= 0 and kinds[formation].endswith("division"):
            divisions.setdefault(formation, []).append(unit)
    return sum(not any(map(traces.reaches, units)) for units in divisions.values())


def final_points(pos: SteelPosition) -> Points:
    """All that counts: divisions of the Axis that are wholly cut off, too; at the end that is shown."""
    found = open_points(pos)
    cut = pos.cut_off if pos.over else divisions_cut_off(pos)
    if cut:
        found.append((f"Axis divisions cut off × {cut}", -cut * CUT_OFF * HALVES))
    return found


@rule("rs.turn-end.1")
def verdict(pos: SteelPosition) -> tuple[int, str]:
    """The winner and the level of victory, as if the game ended now."""
    level = level_of(pos, sum(worth for _, worth in final_points(pos)))
    return {"soviet": SOVIET, "axis": AXIS}.get(level.split("-")[0], NOTHING), level


def level_of(pos: SteelPosition, halves: int) -> str:
    """The highest level that so many halves of a point reach."""
    levels = pos.content.scenario.victory.levels
    reached = (level for level in LEVELS[:-1] if level in levels and halves >= levels[level] * HALVES)
    return next(reached, LEVELS[-1])


class SteelVictory(Victory[SteelPosition]):
    """Axis points: while the game goes on what everybody can see, then all of it."""

    def side(self, pos: SteelPosition) -> int:
        return AXIS

    def points(self, pos: SteelPosition) -> float:
        found = final_points(pos) if pos.over else open_points(pos)
        return sum(worth for _, worth in found) / HALVES

    def ladder(self, pos: SteelPosition) -> Ladder:
        levels = pos.content.scenario.victory.levels
        named = [(level, levels[level]) for level in LEVELS[:-1] if level in levels]
        return rungs([*named, (LEVELS[-1], None)], SIDES)


# -- words ----------------------------------------------------------------------------------------


def points(halves: int) -> str:
    """Halves of a point as players write them: +1½."""
    whole, rest = divmod(abs(halves), HALVES)
    return f"{'-' if halves < 0 else '+'}{whole or ('' if rest else 0)}{'½' if rest else ''}"


def level_name(level: str) -> str:
    """A level in words: "axis-marginal" is an Axis marginal victory."""
    side, _, how = level.partition("-")
    return f"{side.capitalize()} {how} victory" if how else level


def victory_sheet(pos: SteelPosition) -> Explanation:
    """How the game stands: what everybody can see, and after the end all of it."""
    found = final_points(pos) if pos.over else open_points(pos)
    terms = tuple(Term(label, points(worth), "rs.turn-end.1", house=True) for label, worth in found)
    total = sum(worth for _, worth in found)
    level = pos.result if pos.over else level_of(pos, total)
    ending = "" if pos.over else " if the game ended now"
    return Explanation("Axis points", terms, f"{points(total)}, {level_name(level)}{ending}")
