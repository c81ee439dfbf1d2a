"""What the battle is for: roads to cut for the Russians, few losses for the Germans."""

from grognard.core.score import Objective, Worth
from grognard.core.words import counted
from grognard.games.panzerblitz.model.content import GERMAN, GERMAN_LOSSES, LEVELS, RUSSIAN, RUSSIAN_POINTS
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.sequence.victory import (
    cut_roads,
    cuts_roads,
    german_level,
    result_text,
    road_points,
    russian_level,
)


def sees_score(pos: DropPosition, side: int) -> bool:
    """Hidden paratroops cut roads that the Germans do not know to be cut."""
    return side == RUSSIAN or pos.over or not pos.content.hidden


def objectives(pos: DropPosition, side: int) -> list[Objective]:
    """The roads that score, the dearest first: a flag stands in the middle, or where the road is cut."""
    content = pos.content
    cut = set(cut_roads(pos)) if sees_score(pos, side) else set()
    found: list[Objective] = []
    for road, hexes in enumerate(content.road_hexes):
        way = sorted(hexes)
        flag = way[len(way) // 2]
        if road in cut:
            units = content.units_of[RUSSIAN]
            flag = min(
                pos.where[unit] for unit in units if pos.where[unit] in hexes and cuts_roads(pos, unit)
            )
        name = content.board.route_names[content.road_ids[road]]
        found.append(Objective(flag, name, content.road_points[road], RUSSIAN, road in cut))
    return sorted(found, key=lambda one: (-one.points, one.hex))


def worths(pos: DropPosition) -> list[Worth]:
    """What each level takes: points for the Russians, few losses for the Germans."""
    content = pos.content
    found = [
        Worth(f"Russian {name} level: roads cut", f"{content.level(RUSSIAN_POINTS, name)}") for name in LEVELS
    ]
    for name in LEVELS:
        most = content.level(GERMAN_LOSSES, name)
        takes = f"{most} or fewer" if most > 0 else "none" if most == 0 else "never"
        found.append(Worth(f"German {name} level: units lost", takes))
    return [*found, Worth("the lower level is taken from the higher", "")]


def score_words(pos: DropPosition, side: int) -> tuple[str, str]:
    """Roads and losses, the result that they make, and what the next level takes."""
    points, losses = road_points(pos), pos.lost[GERMAN]
    now = f"Roads {counted(points, 'point')}, {losses} German lost: {result_text(pos)}"
    return now, f"{_next_russian(pos, points)} · {_next_german(pos, losses)}"


def _next_russian(pos: DropPosition, points: int) -> str:
    level = russian_level(pos, points)
    if level == len(LEVELS):
        return "Russians at their best level"
    least = pos.content.level(RUSSIAN_POINTS, LEVELS[level])
    return f"{least - points} more on roads: Russian {LEVELS[level]} level"


def _next_german(pos: DropPosition, losses: int) -> str:
    level = german_level(pos, losses)
    if not level:
        return "Germans at no level"
    most = pos.content.level(GERMAN_LOSSES, LEVELS[level - 1])
    return f"{counted(most - losses + 1, 'German loss', 'German losses')}: one level less"
