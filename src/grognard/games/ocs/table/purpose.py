"""What the battle is for: hexes that count for the attacker."""

from grognard.core.score import Objective, Worth
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sequence.victory import attacker_of, holds


def objectives(pos: OcsPosition) -> list[Objective]:
    """The hexes with points for the attacker, the dearest first."""
    side = attacker_of(pos)
    found = [
        Objective(hex, pos.board.place_name(hex), points, side, holds(pos, hex))
        for hex, points in pos.content.objective.items()
    ]
    return sorted(found, key=lambda one: (-one.points, one.hex))


def worths(pos: OcsPosition) -> list[Worth]:
    """Nothing but hexes counts; one where every attacker is Out of Supply does not."""
    return [Worth("a hex where all the attacker's units are Out of Supply does not count", "")]
