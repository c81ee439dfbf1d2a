"""Is there supply enough? What was found out holds as long as nothing changes that supply depends on."""

from functools import lru_cache

from grognard.core.derived import derived
from grognard.core.position import NOTHING
from grognard.games.ocs.model.ground import LEG, TRACK, TRUCK
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.movement.step_costs import blocked, going_of
from grognard.games.ocs.supply.draw_and_throw import (
    all_sources,
    hq_lines,
    place_of,
    serves,
    supply_for,
    throws_to,
    tokens_of,
    total_of,
)


def has_supply(pos: OcsPosition, unit: int, price: int) -> bool:
    """Can so many tokens reach a unit? What HQs throw serves many, so it is looked at first."""
    if price <= 0:
        return True
    side = pos.content.side[unit]
    answers = supply_answers(pos, side)
    key = (unit, pos.hex[unit], pos.craft[unit] != NOTHING, price)
    found = answers.get(key)
    if found is None:
        thrown = any(
            serves(pos, hq, unit) and thrown_by(pos, hq) >= price
            for hq in throws_to(pos, side, pos.hex[unit])
        )
        found = answers[key] = thrown or supply_for(pos, unit) >= price
    return found


SupplyAnswers = dict[tuple[int, int, bool, int], bool]
"""By unit, its hex, whether it is afloat, and price: can it be supplied?"""


@derived()
def supply_answers(pos: OcsPosition, side: int) -> SupplyAnswers:
    """What is known of a side's supply as long as its ways, sources, HQs and craft are as they are."""
    content = pos.content
    goings = tuple(going_of(pos, side, mobility) for mobility in (LEG, TRACK, TRUCK))
    closed = blocked(pos, side, LEG), blocked(pos, side, TRUCK)
    sources = tuple(
        (source, place_of(pos, source), tokens_of(pos, side, source)) for source in all_sources(pos, side)
    )
    hqs = tuple((pos.hex[hq], pos.mode[hq], pos.face[hq]) for hq in content.hqs[side])
    crafts = tuple((pos.hex[craft], pos.cargo[craft]) for craft in content.crafts[side])
    return _answers((side, goings, closed, sources, hqs, crafts))


@lru_cache(maxsize=32)
def _answers(state: tuple[object, ...]) -> SupplyAnswers:
    """The answers that hold in this state, filled as they are asked for."""
    return {}


@derived()
def thrown_by(pos: OcsPosition, hq: int) -> int:
    """The tokens that an HQ can throw to anybody whom it serves."""
    plain = [line.source for line in hq_lines(pos, hq) if line.source < pos.content.places]
    return total_of(pos, pos.content.side[hq], plain)
