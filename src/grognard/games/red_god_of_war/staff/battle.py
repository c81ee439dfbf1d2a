"""What an attack is worth: the combat results table enumerated against what each hit costs."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.red_god_of_war.movement import exit_costs
from grognard.games.red_god_of_war.odds import Sheet
from grognard.games.red_god_of_war.position import RedGodPosition
from grognard.games.red_god_of_war.retreat import defenders_at, holds_friend
from grognard.games.red_god_of_war.stacking import has_room, is_barred_by_enemy
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.kit.reach import CLOSED

MOST_HITS = 5


class Prospect(NamedTuple):
    """An attack weighed: expected harm done less harm taken, and the column it is fought on."""

    value: float
    column: int
    label: str


def prospect(
    estimate: Estimate,
    pos: RedGodPosition,
    target: int,
    attackers: Sequence[int],
    extra: bool = False,
    overrun: bool = False,
) -> Prospect:
    """The exact expectation over the six results of the die."""
    sheet = Sheet(pos, target, attackers, overrun, extra)
    done = harm_to_defender(estimate, pos, target, attackers)
    taken = harm_to_attacker(estimate, pos, attackers)
    side = pos.content.side[attackers[0]]
    eagerness = weights.EAGERNESS[side]
    total = 0.0
    for on_attacker, on_defender in estimate.worth.results[sheet.column]:
        total += eagerness * done[min(on_defender, MOST_HITS)] - taken[min(on_attacker, MOST_HITS)]
    return Prospect(total / 6, sheet.column, sheet.label)


def harm_to_defender(
    estimate: Estimate, pos: RedGodPosition, target: int, attackers: Sequence[int]
) -> list[float]:
    """What 0, 1, 2 … hits cost the defender, who meets them by steps or retreat, whichever is cheaper."""
    content, worth = pos.content, estimate.worth
    defenders = defenders_at(pos, target)
    owner = 1 - content.side[attackers[0]]
    steps = worth.cheapest_steps(pos, defenders, MOST_HITS)
    ground = worth.hex_to(target, owner, estimate.matters(target, owner))
    longest = content.limit("retreat-hexes") if has_way_back(pos, target, attackers) else 0
    harm: list[float] = []
    for hits in range(MOST_HITS + 1):
        ways: list[float] = []
        for gone in range(min(hits, longest) + 1):
            lost = min(hits - gone, len(steps) - 1)
            destroyed = hits - gone >= len(steps) - 1
            way_back = weights.FURTHER_HEX * (gone - 1) if gone else 0.0
            ways.append(steps[lost] + (ground + way_back if gone or destroyed else 0.0))
        harm.append(min(ways))
    return harm


def has_way_back(pos: RedGodPosition, target: int, attackers: Sequence[int]) -> bool:
    """Could the defenders of the hex retreat from it, as things stand?"""
    content = pos.content
    defenders = defenders_at(pos, target)
    if not defenders:
        return False
    side = content.side[defenders[0]]
    zone = pos.zoc(1 - side)
    fronts = {pos.hex[unit] for unit in attackers}
    costs = exit_costs(pos, defenders[0])
    for exit in range(target * 6, target * 6 + 6):
        there = content.neighbours[exit]
        if there < 0 or there in fronts or costs[exit] >= CLOSED or is_barred_by_enemy(pos, there, side):
            continue
        if zone[there] and not holds_friend(pos, there, side, defenders):
            continue
        if has_room(pos, there, defenders):
            return True
    return False


def harm_to_attacker(estimate: Estimate, pos: RedGodPosition, attackers: Sequence[int]) -> list[float]:
    """What 0, 1, 2 … hits cost the attacker: half are steps, the rest steps or retreat."""
    steps = estimate.worth.cheapest_steps(pos, attackers, MOST_HITS)
    back = weights.ATTACKER_RETREAT * estimate.worth.future
    harm: list[float] = []
    for hits in range(MOST_HITS + 1):
        forced = min((hits + 1) // 2, len(steps) - 1)
        all_steps = steps[min(hits, len(steps) - 1)]
        harm.append(min(all_steps, steps[forced] + back * (hits // 2)))
    return harm
