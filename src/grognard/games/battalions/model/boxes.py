"""Counters beside the map: arrivals of the next day, battalions reduced and broken down, the eliminated.

Where they lie is the map's affair: a box is found by the name of the side and of what is in it.
"""

from typing import Final

from grognard.core.view import Piece
from grognard.games.battalions.model.content import PARTS_OF_DAY
from grognard.games.battalions.model.position import (
    BROKEN_DOWN,
    ELIMINATED,
    GERMAN,
    REDUCED,
    SOVIET,
    WAITING,
    BattalionPosition,
)

NAMES: Final = {
    WAITING: "arrivals",
    REDUCED: "reduced",
    BROKEN_DOWN: "broken-down",
    ELIMINATED: "eliminated",
}


def box_of(pos: BattalionPosition, unit: int) -> int:
    """The box in which a counter beside the map is shown; -1 if it is in none.

    Who arrives later than a day from now is not shown yet; airborne troops wait in the box of their brigade.
    """
    content, where = pos.content, pos.hex[unit]
    if where not in NAMES:
        return -1
    if where == WAITING and content.is_airborne[unit]:
        formation = next(iter(content.leads[unit]), content.formation[unit])
        brigade = content.formation_ids[formation].split()[0] if formation >= 0 else ""
        return content.board.find_place(f"airborne-{brigade}")
    if where == WAITING and content.arrival_turn[unit] > pos.turn + PARTS_OF_DAY:
        return -1
    return content.board.find_place(f"{content.roster.sides[content.side[unit]]}-{NAMES[where]}")


def boxed(pos: BattalionPosition) -> list[Piece]:
    """The counters in the boxes, for everybody to see."""
    content = pos.content
    if not content.board.boxes:
        return []
    found: list[Piece] = []
    for side in (GERMAN, SOVIET):
        for unit in content.units_of[side]:
            if pos.hex[unit] < 0:
                box = box_of(pos, unit)
                if box >= 0:
                    found.append(_piece(pos, unit, box))
    return found


def _piece(pos: BattalionPosition, unit: int, box: int) -> Piece:
    """A counter at its present strength; of an eliminated one its full side is shown."""
    content = pos.content
    steps = pos.steps[unit]
    lost = content.max_steps[unit] - steps if steps else 0
    face = min(lost, len(pos.roster.counters[unit].faces) - 1)
    return Piece(box, content.side[unit], unit, face, steps=0 if content.is_leader[unit] else steps)
