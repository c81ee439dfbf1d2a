"""Coming into a hex in the course of a combat, by retreat or advance."""

from collections.abc import Sequence

from grognard.core.chapter import Game, rule
from grognard.games.battalions.combat.attack import beside
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.movement.entering import enter_hex


@rule("rp.retreat.15", "rp.advance.4", "rp.advance.7")
def can_go(pos: BattalionPosition, unit: int, here: int, there: int) -> bool:
    """May the unit enter an adjacent hex, as far as the ground goes? Over a great river only by a bridge."""
    content = pos.content
    if content.ground.is_water[there] or there in content.shut(pos):
        return False
    if content.grid.direction(here, there) < 0:
        return there in beside(pos, here)
    if content.ground.is_river[here * 6 + content.grid.direction(here, there)]:
        return content.may_wade(pos, unit, here, there)
    return content.ground.can_enter(here, there, pos.mobility_of(unit))


def come_into(game: Game[BattalionPosition], units: Sequence[int], hex: int, kind: str, why: str) -> None:
    """Units come into a hex under the eyes of those who have seen them fight. It is no movement."""
    pos = game.pos
    game.tell(kind, hex, *units, rule=why)
    seen = {unit: pos.seen[unit] for unit in units}
    enter_hex(game, units, hex, moves=False)
    for unit, mask in seen.items():
        pos.seen[unit] = mask
