"""What a side knows of a combat that is being fought, and what it can guess of the rest."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import NOTHING, Frame, rule
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.units import action_rating


@rule("ocs.fog.4", "ocs.fog.2")
def combat_as_known(pos: OcsPosition, frame: Frame, side: int) -> Frame | None:
    """A combat as a side knows it: hidden while the other plans it; then without the names of his units."""
    v: Combat = frame.vars  # type: ignore[assignment]  # this procedure has no other vars
    if not v.origins and side != v.side:
        return None
    if side != v.side:
        v = v._replace(attackers=(), settled=(), on_stocks=(), leader=NOTHING, attacker_hits=())
    if side != 1 - v.side:
        v = v._replace(defenders=(), supplied=(), rival=NOTHING, defender_hits=())
    return Frame(frame.procedure, frame.step, v)


NAMING: Final = ("PayDefence", "DefendOnStocks", "NameLeader", "NameRival")
"""The steps of a combat before both Action Rating units are named, in their order."""


@rule("ocs.fog.4")
def guessed_combat(pos: OcsPosition, v: Combat, step: str) -> Combat:
    """A combat of which a side knows a part, with all the units there that it knows of or guesses at."""
    named = NAMING.index(step) if step in NAMING else len(NAMING)
    if not v.attackers:
        there = [unit for hex in v.origins for unit in pos.combat_units_at(hex, v.side)]
        units = tuple(unit for unit in there if pos.content.can_attack[unit]) or tuple(there)
        v = v._replace(attackers=units, settled=units)
        if named > NAMING.index("NameLeader") and units:
            v = v._replace(leader=likely_leader(pos, units))
    if not v.defenders:
        units = tuple(pos.combat_units_at(v.target, 1 - v.side))
        # Whether they were paid for is not told: usually they are.
        paid = units if named > NAMING.index("DefendOnStocks") else ()
        v = v._replace(defenders=units, supplied=paid)
        if named > NAMING.index("NameRival") and units:
            v = v._replace(rival=likely_leader(pos, units))
    return v


def likely_leader(pos: OcsPosition, units: Sequence[int]) -> int:
    """The unit with the highest Action Rating, of equals the one with most steps: who usually leads."""
    return max(units, key=lambda unit: (action_rating(pos, unit), pos.steps(unit)))
