"""What the battle is for: hexes that count for the Axis, and what else does."""

from grognard.core.score import Objective, Worth, number
from grognard.games.red_steel.model.position import AXIS, SteelPosition
from grognard.games.red_steel.turn.victory import CUT_OFF, HALVES, HQ, MARCHED_OFF, NOT_AWAY

YEAR = 1941


def objectives(pos: SteelPosition) -> list[Objective]:
    """The hexes with points for the Axis, the dearest first; one that was taken early counts twice."""
    found = [
        Objective(hex, pos.board.place_name(hex), worth * (1 + (hex in pos.early)), AXIS, _is_held(pos, hex))
        for name, worth in pos.content.scenario.victory.hexes.items()
        for hex in [pos.content.grid.index(name)]
    ]
    return sorted(found, key=lambda one: (-one.points, one.hex))


def _is_held(pos: SteelPosition, hex: int) -> bool:
    return pos.control[hex] == AXIS


def worths(pos: SteelPosition) -> list[Worth]:
    """What else counts for the Axis."""
    away = pos.content.scenario.called_away
    found = [
        Worth("Soviet step lost", number(1 / HALVES)),
        Worth("Soviet HQ lost", number(HQ)),
        Worth("Axis step lost", number(-1 / HALVES)),
        Worth("Axis step of tanks lost", number(-1)),
        Worth("Soviet formation marched off with half its steps", number(-MARCHED_OFF)),
        Worth("Axis division cut off at the end", number(-CUT_OFF)),
    ]
    return [*found, Worth(f"{' or '.join(away)} still there when due", number(NOT_AWAY))] if away else found
