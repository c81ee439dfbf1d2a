"""Where and when the Russian staff drops its companies."""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from grognard.core.chapter import SEAL, Choice
from grognard.games.panzerblitz.drop.drop import is_shot_down, landing_hexes, lone_wagon
from grognard.games.panzerblitz.model.content import GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import WAITING, DropPosition
from grognard.games.panzerblitz.staff.danger import Danger

CROWD: Final = 0.5
"""How much less each further piece in one hex is worth: one blow strikes them all."""

LANDING_RISK: Final = 0.5
"""What a piece that comes down before guns loses of its worth: it stands there for a whole enemy turn."""


def next_order(pos: DropPosition, options: list[Choice], danger: Danger, roads: list[list[int]]) -> Choice:
    """Drop what the entrance table will not let in later, where the pieces come down near roads."""
    draft = pos.drafts[RUSSIAN]
    if draft and draft[-1][0] == "drop":
        return ("target", best_target(pos, draft[-1][1] % 3, draft, danger, roads))
    windows, last = pos.content.windows, pos.content.turns - 1
    codes = [code for verb, code in options if verb == "drop"]
    late = [code for code in codes if min(windows[code // 3][1], last) <= pos.turn]
    return ("drop", late[0]) if late else SEAL


def best_target(
    pos: DropPosition, kind: int, draft: tuple[Choice, ...], danger: Danger, roads: list[list[int]]
) -> int:
    """The hex over which a company does best, on average over the die."""
    value = landing_values(pos, draft, danger, roads)
    rows = [pos.content.dispersal_row(max(0, pos.wind_speed), die) for die in range(1, 7)]
    hexes = pos.content.land.hexes

    def worth(target: int) -> float:
        # A road needs a few pieces in any wind: twice as many in one are not twice as good.
        return sum(_down(value, landing_hexes(pos, kind, row, target)) for row in rows)

    return max((hex for hex in hexes if not is_shot_down(pos, hex)), key=worth, default=hexes[0])


def _down(value: list[float], landings: Sequence[tuple[int, int]]) -> float:
    """What a company that comes down like this is worth: each further piece that stands well adds less."""
    return sqrt(
        sum(
            count * max(0.0, value[hex]) ** 2 / (1.0 + CROWD * (count - 1))
            for hex, count in landings
            if hex >= 0
        )
    )


def landing_values(
    pos: DropPosition, draft: tuple[Choice, ...], danger: Danger, roads: list[list[int]]
) -> list[float]:
    """What a piece that comes down in each hex is worth: near roads nobody goes for yet, in cover."""
    content = pos.content
    aimed = [hex for verb, hex in draft if verb == "target"]
    here = [pos.where[unit] for unit in content.units_of[RUSSIAN] if pos.where[unit] >= 0]
    # Who comes on by land takes the roads at the edge.
    here += [content.arrival_hexes[unit][0] for unit in content.arrival_hexes if pos.where[unit] == WAITING]
    weights: list[float] = []
    piece = next(pieces[0] for pieces in content.pieces if pieces)
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
        away = [(weight, far[hex]) for weight, far in zip(weights, roads, strict=True)]
        near = max((weight / (1.0 + far) for weight, far in away), default=0.0)
        within = max((weight / (1.0 + max(0, far - reach)) for weight, far in away), default=0.0)
        cover = 0.8 if content.land.conceals[hex] else 0.0
        values[hex] = near + within + cover - LANDING_RISK * danger.risk(hex, piece)
    return values
