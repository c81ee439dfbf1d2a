"""Breakdowns (breakdown regiments): what a division detaches, and how it takes them in again."""

from grognard.core.chapter import NOTHING, Game, Offer, Refusal, Ruling, only, rule
from grognard.games.ocs.model.ground import OTHER
from grognard.games.ocs.model.position import POOL, OcsPosition


@rule("ocs.breakdown.1", "ocs.breakdown.2", "ocs.breakdown.3", "ocs.breakdown.6")
def detach_refusal(pos: OcsPosition, unit: int) -> Ruling:
    """Why a unit cannot detach a Breakdown as it begins to move, advance or retreat."""
    content = pos.content
    name = content.unit_names[unit]
    if not content.is_multi_step[unit] or content.combat_class[unit] != OTHER:
        return Refusal("ocs.breakdown.1", f"{name} is not a multi-step unit of class Other.")
    if pos.steps(unit) <= 1:
        return Refusal("ocs.breakdown.1", f"{name} has only its last step.")
    if free_breakdown(pos, unit) == NOTHING:
        return Refusal("ocs.breakdown.3", f"no Breakdown of a rating up to that of {name} is left.")
    return None


@rule("ocs.breakdown.3", "ocs.breakdown.7")
def free_breakdown(pos: OcsPosition, unit: int) -> int:
    """The best Breakdown in the pool of a side that is not better than the unit; NOTHING if there is none."""
    content = pos.content
    side, rating = content.side[unit], content.rating[unit * 2]
    free = [
        other
        for other in content.combat_units[side]
        if content.is_breakdown[other] and pos.hex[other] == POOL and content.rating[other * 2] <= rating
    ]
    return max(free, key=lambda other: (content.rating[other * 2], -other), default=NOTHING)


@rule("ocs.breakdown.3", "ocs.breakdown.7")
def weaker_breakdown(pos: OcsPosition, unit: int) -> int:
    """The worst Breakdown that the owner may detach instead, to keep the best; NOTHING if all are alike."""
    content, best = pos.content, free_breakdown(pos, unit)
    free = [
        other
        for other in content.combat_units[content.side[unit]]
        if content.is_breakdown[other] and pos.hex[other] == POOL
    ]
    worst = min(free, key=lambda other: (content.rating[other * 2], other), default=NOTHING)
    return worst if best != NOTHING and content.rating[worst * 2] < content.rating[best * 2] else NOTHING


@rule("ocs.breakdown.1", "ocs.breakdown.3")
def detach_offers(pos: OcsPosition, units: list[int]) -> list[Offer]:
    """Of these units those that may detach a Breakdown, the best or a weaker one."""
    return [
        Offer("detach", units),
        Offer("detach-weaker", [unit for unit in units if weaker_breakdown(pos, unit) != NOTHING]),
    ]


@rule("ocs.breakdown.1", "ocs.breakdown.4", "ocs.breakdown.7")
def detach(game: Game[OcsPosition], unit: int, weaker: bool = False) -> int:
    """Detach a Breakdown: a step of the unit is recorded as lost; it has the same mode and markers."""
    pos = game.pos
    part = weaker_breakdown(pos, unit) if weaker else free_breakdown(pos, unit)
    pos.put.lost[unit] += 1
    put = pos.put
    for column in (put.mode, put.face, put.stocks, put.oos, put.fed, put.flags, put.spent, put.began):
        column[part] = column[unit]
    pos.place(part, pos.hex[unit])
    game.tell("detached", unit, part, rule="ocs.breakdown.1", sees=only(pos.content.side[unit]))
    return part


@rule("ocs.breakdown.3", "ocs.breakdown.4", "ocs.breakdown.5")
def can_absorb(pos: OcsPosition, unit: int, part: int) -> bool:
    """Must a reduced unit take this Breakdown in?"""
    content = pos.content
    if not content.is_breakdown[part] or not content.is_multi_step[unit] or not pos.lost[unit]:
        return False
    if content.combat_class[unit] != OTHER or content.rating[part * 2] < content.rating[unit * 2]:
        return False
    fields = (pos.hex, pos.mode, pos.face, pos.stocks, pos.oos)
    return content.side[unit] == content.side[part] and all(field[unit] == field[part] for field in fields)


@rule("ocs.breakdown.5")
def absorb(game: Game[OcsPosition], side: int) -> None:
    """The end of a phase: reduced units take in the Breakdowns stacked with them."""
    pos = game.pos
    content = pos.content
    parts = [u for u in content.combat_units[side] if content.is_breakdown[u] and pos.hex[u] >= 0]
    for part in parts:
        for unit in pos.combat_units_at(pos.hex[part], side):
            if can_absorb(pos, unit, part):
                pos.put.lost[unit] -= 1
                pos.place(part, POOL)
                game.tell("absorbed", unit, part, rule="ocs.breakdown.5", sees=only(side))
                break
