"""Examination of enemy stacks: before movement, after it, and by recon units at the end of their own."""

from collections.abc import Iterable

from grognard.core.chapter import Action, Game, only, rule
from grognard.games.battalions.model.position import B, BattalionPosition
from grognard.games.battalions.movement.move import Move


@rule("rp.move-intel.2", "rp.move-intel.3", "rp.move-intel.4", "rp.post-move.2", "rp.post-move.3")
def look_distance(pos: BattalionPosition, hex: int) -> int:
    """From how far a stack in this hex may be looked at: 1 hex at night, in a town or city, else 2."""
    content = pos.content
    near = pos.is_night or content.ground.is_town[hex]
    return content.limit("examine-night" if near else "examine-day")


def examine_from(game: Game[B], hexes: Iterable[int]) -> None:
    """The phasing player looks at the enemy units near enough to these hexes; dispersed ones stay a "?"."""
    pos = game.pos
    side = pos.phasing
    rings = [sum(1 << hex for hex in set(hexes))]
    for _ in range(max(look_limits(pos))):
        rings.append(pos.content.hex_sets.spread(rings[-1]))
    for hex in pos.hexes_of(1 - side):
        if rings[-1] >> hex & 1 and rings[look_distance(pos, hex)] >> hex & 1:
            _look_at(game, hex, side)


def look_limits(pos: BattalionPosition) -> tuple[int, int]:
    """From how far stacks may be looked at by day, and at night or in towns."""
    return pos.content.limit("examine-day"), pos.content.limit("examine-night")


def _look_at(game: Game[B], hex: int, side: int) -> None:
    pos = game.pos
    hidden = [
        unit for unit in pos.of_side_at(hex, 1 - side) if not pos.knows(side, unit) and not pos.lies_low(unit)
    ]
    for unit in hidden:
        pos.reveal(unit, side)
    if hidden:
        game.tell("examined", hex, *hidden, rule="rp.move-intel.2", sees=only(side))


@rule("rp.move-intel.1", "rp.move-intel.2")
class ExamineBefore(Action[BattalionPosition, Move]):
    """Before moving the phasing player looks at what is near his units."""

    title = "Enemy stacks are examined"

    def run(self, game: Game[BattalionPosition], v: Move) -> None:
        game.pos.forget_taken()
        examine_from(game, game.pos.watch_set(game.pos.phasing))


@rule("rp.post-move.1", "rp.post-move.2")
class ExamineAfter(Action[BattalionPosition, Move]):
    """After movement he looks again, from where his units stand now."""

    title = "Enemy stacks are examined"

    def run(self, game: Game[BattalionPosition], v: Move) -> None:
        examine_from(game, game.pos.watch_set(game.pos.phasing))
