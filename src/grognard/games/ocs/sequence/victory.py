"""Victory: points of the hexes that the attacker has taken."""

from math import inf
from typing import Final

from grognard.core.chapter import NOTHING, Explanation, Game, Term, rule
from grognard.core.victory import Ladder, Rung, Victory
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scenario import SIDES

LEVELS: Final = ("attacker-decisive", "attacker-marginal", "draw", "defender-marginal", "defender-decisive")


def attacker_of(pos: OcsPosition) -> int:
    """The side whose points are counted."""
    return SIDES.index(pos.content.scenario.victory.attacker)


@rule("ocs.sequence.25")
def holds(pos: OcsPosition, hex: int) -> bool:
    """Has the attacker a victory hex? Not if all his units there are Out of Supply."""
    side = attacker_of(pos)
    if pos.control[hex] != side:
        return False
    units = pos.combat_units_at(hex, side)
    return not units or any(not pos.oos[unit] for unit in units)


@rule("ocs.sequence.25")
def score(pos: OcsPosition) -> Explanation:
    """The attacker's points, hex by hex."""
    names = pos.content.names
    terms = [
        Term(
            pos.board.place_name(hex),
            f"{points if holds(pos, hex) else 0} of {points}",
            "ocs.sequence.25",
            True,
        )
        for hex, points in sorted(pos.content.objective.items(), key=lambda one: names[one[0]])
    ]
    return Explanation(f"Points of {SIDES[attacker_of(pos)].capitalize()}", tuple(terms), str(points_of(pos)))


def points_of(pos: OcsPosition) -> int:
    """The attacker's points now."""
    return sum(points for hex, points in pos.content.objective.items() if holds(pos, hex))


@rule("ocs.sequence.25")
def level_of(pos: OcsPosition) -> int:
    """The level of victory now, 0 the best for the attacker."""
    levels = pos.content.scenario.victory.levels
    points = points_of(pos)
    return next((place for place, least in enumerate(levels) if points >= least), len(levels))


class OcsVictory(Victory[OcsPosition]):
    """Points for the hexes that the attacker has taken."""

    def side(self, pos: OcsPosition) -> int:
        return attacker_of(pos)

    def points(self, pos: OcsPosition) -> float:
        return points_of(pos)

    def ladder(self, pos: OcsPosition) -> Ladder:
        attacker = attacker_of(pos)
        winners = (attacker, attacker, NOTHING, 1 - attacker, 1 - attacker)
        least = (*pos.content.scenario.victory.levels, -inf)
        return tuple(map(Rung, LEVELS, winners, least))


@rule("ocs.sequence.24", "ocs.sequence.25")
def judge(game: Game[OcsPosition]) -> None:
    """The last turn is over: who has won?"""
    level = level_of(game.pos)
    attacker = attacker_of(game.pos)
    winner = attacker if level < 2 else NOTHING if level == 2 else 1 - attacker
    game.end(winner, LEVELS[level])
