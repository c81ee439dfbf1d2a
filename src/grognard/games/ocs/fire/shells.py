"""Shells: what a barrage by artillery costs, who pays for it, and what Supply Caches do."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, rule
from grognard.games.ocs.fire.barrage import total_strength
from grognard.games.ocs.fire.facilities import UNITS
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.charts import barrage_cost
from grognard.games.ocs.model.ground import TRUCK
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.supply.draw_and_throw import (
    drawn_from,
    lines_through,
    lines_to,
    serves,
    sources_of,
    thrown_to,
    tokens_of,
    total_of,
)
from grognard.games.ocs.supply.sharing import Need, Share, is_choice, shared_out


@rule("ocs.barrage.36", "ocs.supply.9", "ocs.barrage.38")
def payers(pos: OcsPosition, guns: Sequence[int], price: int) -> tuple[list[int], list[int]]:
    """Through which HQs, and from which single dumps, all these guns can get their shells."""
    content = pos.content
    side = content.side[guns[0]]
    hqs = [
        hq
        for hq in content.hqs[side]
        if pos.hex[hq] >= 0
        and all(serves(pos, hq, gun) and thrown_to(pos, hq, pos.hex[gun]) != NOTHING for gun in guns)
        and total_of(pos, side, hq_sources(pos, hq, guns)) >= price
    ]
    direct = [drawn_from(pos, pos.hex[gun], side, TRUCK) for gun in guns]
    dumps = [
        place
        for place in direct[0]
        if all(place in found for found in direct) and tokens_of(pos, side, place) >= price
    ]
    return hqs, sorted(dumps, key=lambda place: direct[0][place])


@rule("ocs.barrage.36", "ocs.supply.9")
def nearest_shells(pos: OcsPosition, guns: Sequence[int], price: int) -> list[Share]:
    """What the shells are paid with out of the nearest: of a lone gun's own, or of the first HQ that can pay.

    Nothing where several guns need no choice of dumps: then the HQ or the dump is all there is to name.
    """
    side = pos.content.side[guns[0]]
    if len(guns) == 1:
        return shared_out(pos, side, [Need(guns[0], price, lines_to(pos, guns[0]))])
    hqs, dumps = payers(pos, guns, price)
    if dumps or not hqs:
        return []
    need = Need(guns[0], price, lines_through(pos, hqs[0], guns))
    return shared_out(pos, side, [need]) if is_choice(pos, side, [need]) else []


CACHE = 2
"""The tokens of a barrage that a Supply Cache pays."""


@rule("ocs.option.12")
def cache_hqs(pos: OcsPosition, guns: Sequence[int]) -> list[int]:
    """The HQs at which a Supply Cache can be spent for these guns."""
    content = pos.content
    side = content.side[guns[0]]
    if not content.options["opt_21_10_caches"] or not pos.cache[side]:
        return []
    return [
        hq
        for hq in content.hqs[side]
        if pos.hex[hq] >= 0
        and all(serves(pos, hq, gun) and thrown_to(pos, hq, pos.hex[gun]) != NOTHING for gun in guns)
    ]


@rule("ocs.option.12")
def cached_strength(pos: OcsPosition, v: Barrage, hq: int) -> int:
    """The most of the strength that a cache and the HQ pay for together; no change is given."""
    tables, most = pos.content.tables, total_strength(pos, v.guns)
    can_pay_for = CACHE * v.caches + total_of(pos, v.side, hq_sources(pos, hq, v.guns))
    while barrage_cost(tables, most, v.aim != UNITS) > can_pay_for:
        most -= 1
    return most


@rule("ocs.option.12")
def cached_parts(pos: OcsPosition, v: Barrage) -> list[int]:
    """The strengths with which the owner may fire: the most that is paid, and less for less supply."""
    found, price = [cached_strength(pos, v, v.hq)], 0
    for points in range(found[0], 0, -1):
        cost = barrage_cost(pos.content.tables, points, v.aim != UNITS)
        if cost < price and price > CACHE * v.caches:
            found.append(points)
        price = cost
    return found


@rule("ocs.option.12")
def may_add_cache(pos: OcsPosition, v: Barrage) -> bool:
    """Is one more Supply Cache at hand, and of use: do those that are to be spent not pay for all?"""
    return v.caches < pos.cache[v.side] and price_of(pos, v.guns, v.aim != UNITS) > CACHE * v.caches


def hq_sources(pos: OcsPosition, hq: int, guns: Sequence[int]) -> tuple[int, ...]:
    """What an HQ draws for guns."""
    return sources_of(lines_through(pos, hq, guns))


@rule("ocs.barrage.4", "ocs.barrage.10", "ocs.barrage.35")
def price_of(pos: OcsPosition, guns: Sequence[int], facility: bool) -> int:
    """What these guns pay: by the column of their strength before shifts."""
    return barrage_cost(pos.content.tables, total_strength(pos, guns), facility)


def can_pay(pos: OcsPosition, guns: Sequence[int], facility: bool) -> bool:
    """Have the guns a point of strength, and can the shells be paid?"""
    if total_strength(pos, guns) < 1:
        return False
    price = price_of(pos, guns, facility)
    side = pos.content.side[guns[0]]
    if cache_hqs(pos, guns):
        return True
    if len(guns) == 1 and total_of(pos, side, sources_of(lines_to(pos, guns[0]))) >= price:
        return True
    return any(payers(pos, guns, price))
