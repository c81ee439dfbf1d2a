"""A planner's help: what is to be done in a phase, who is in trace, what fuel costs, where the supply is."""

from collections.abc import Callable
from typing import Final

from grognard.core.chapter import NOTHING, Explanation, Term, rule
from grognard.games.ocs.combat.attacks import target_refusal
from grognard.games.ocs.fire.artillery import guns_for
from grognard.games.ocs.model.position import (
    BREAKOUT,
    CLEAN_UP,
    COMBAT_BARRAGE,
    COMBAT_SEGMENT,
    DG,
    EXPLOIT,
    EXPLOITATION,
    EXPLOITATION_COMBAT,
    FULL,
    MOVED,
    MOVEMENT,
    REACTION,
    REFIT,
    REINFORCEMENT,
    RESERVE,
    SUPPLY,
    OcsPosition,
)
from grognard.games.ocs.model.scale import supply_text
from grognard.games.ocs.movement.modes import mode_name
from grognard.games.ocs.rear.railways import cap_text, rail_left
from grognard.games.ocs.supply.draw_and_throw import (
    all_sources,
    hq_lines,
    lines_to,
    place_of,
    serves,
    sources_of,
    supply_for,
    thrown_to,
    tokens_of,
    total_of,
)
from grognard.games.ocs.supply.fuel import is_fuelled, needs_fuel
from grognard.games.ocs.supply.phase import meal_price, untraced
from grognard.games.ocs.table.words import PHASE_WORDS

PLANS: Final = {
    "checklist": "What there is to do in this phase",
    "trace": "Who is in trace supply, and who would have to eat",
    "fuel": "What fuel costs, and the cheapest way to have it",
    "supply": "Where the supply is, and what each HQ can throw",
}

MOST_LINES: Final = 40
"""Lines of one sheet; a campaign has more units than anybody reads."""


def planner_sheet(pos: OcsPosition, side: int, name: str) -> list[Explanation]:
    """The sheets of one of the plans, from what the side knows; nothing for onlookers."""
    made: dict[str, Callable[[OcsPosition, int], list[Explanation]]] = {
        "checklist": checklist,
        "trace": trace_check,
        "fuel": fuel_plan,
        "supply": supply_list,
    }
    return made[name](pos, side) if side >= 0 and name in made else []


def on_map(pos: OcsPosition, side: int) -> list[int]:
    """The combat units of a side on the map."""
    return [unit for unit in pos.content.combat_units[side] if 0 <= pos.hex[unit] < pos.content.hexes]


def _short(terms: list[Term]) -> tuple[Term, ...]:
    more = len(terms) - MOST_LINES
    return tuple(terms if more <= 0 else [*terms[:MOST_LINES], Term("more of them", str(more))])


# -- the phase --------------------------------------------------------------------------------------


@rule("ocs.sequence.2")
def checklist(pos: OcsPosition, side: int) -> list[Explanation]:
    """What may be forgotten in this phase, with how much of it there is."""
    acting = pos.acting == side
    terms = [term for term in _todo(pos, side) if term.value not in ("", "0")] if acting else []
    total = "" if terms else "nothing is waiting" if acting else "the other side acts"
    return [Explanation(f"Checklist: {PHASE_WORDS[pos.phase]}", _short(terms), total)]


def _todo(pos: OcsPosition, side: int) -> list[Term]:
    content = pos.content
    units = on_map(pos, side)
    reserves = [unit for unit in units if pos.mode[unit] == RESERVE]
    if pos.phase == REFIT:
        planes = [plane for plane in content.planes[side] if pos.hex[plane] >= 0 and not pos.active[plane]]
        return [Term("aircraft that are Inactive", str(len(planes)), "ocs.airbase.5")]
    if pos.phase == REINFORCEMENT:
        due = [unit for unit in content.units_of[side] if pos.back[unit] == pos.turn and pos.hex[unit] < 0]
        return [Term("units that come back", str(len(due)), "ocs.trace.24")]
    if pos.phase == BREAKOUT:
        return [Term("units without trace that may break out", str(len(untraced(pos, side))), "ocs.trace.21")]
    if pos.phase == MOVEMENT:
        free = content.reserve_markers[side] - len({pos.hex[unit] for unit in reserves})
        return [
            Term("units that have not moved", str(_unmoved(pos, side)), "ocs.movement.1"),
            Term("units without trace where they stand", str(len(untraced(pos, side))), "ocs.trace.1"),
            Term("Rail Cap left", cap_text(rail_left(pos, side)), "ocs.rail.3"),
            Term("Reserve markers free", str(max(free, 0)), "ocs.modes.16"),
            Term("units without fuel in reach", str(len(dry_units(pos, side))), "ocs.fuel.11"),
            Term("Transport Points that have not moved", str(_idle_trucks(pos, side)), "ocs.transport.1"),
        ]
    if pos.phase == SUPPLY:
        low = [unit for unit in units if pos.stocks[unit] != FULL]
        return [
            Term("units with stocks to replenish", str(len(low)), "ocs.stocks.6"),
            Term("units without trace", str(len(untraced(pos, side))), "ocs.trace.1"),
        ]
    if pos.phase in (REACTION, EXPLOITATION):
        marked = [unit for unit in units if pos.mode[unit] == EXPLOIT and not pos.flags[unit] & MOVED]
        return [
            Term("units in Reserve to release", str(len(reserves)), "ocs.modes.21"),
            Term("units marked for exploitation", str(len(marked)), "ocs.exploitation.1"),
        ]
    if pos.phase == COMBAT_BARRAGE:
        aimed = {gun for hex in _held(pos, pos.men_of(1 - side)) for gun in guns_for(pos, hex, side)}
        return [Term("guns with a target", str(len(aimed)), "ocs.barrage.34")]
    if pos.phase in (COMBAT_SEGMENT, EXPLOITATION_COMBAT):
        open_hexes = [hex for hex in _held(pos, pos.men_of(1 - side)) if target_refusal(pos, hex) is None]
        return [Term(f"attack {content.names[hex]}", "can be", "ocs.combat.2") for hex in open_hexes]
    if pos.phase == CLEAN_UP:
        shaken = [unit for unit in units if pos.mode[unit] in (DG, EXPLOIT)]
        return [Term("DG and Exploit markers that come off", str(len(shaken)), "ocs.sequence.20")]
    return []


def _held(pos: OcsPosition, men: bytes | bytearray) -> list[int]:
    return [hex for hex in range(pos.content.hexes) if men[hex]]


def _unmoved(pos: OcsPosition, side: int) -> int:
    return sum(1 for unit in on_map(pos, side) if not pos.flags[unit] & MOVED and not pos.spent[unit])


def _idle_trucks(pos: OcsPosition, side: int) -> int:
    return sum(
        pos.points[unit]
        for unit in pos.content.transports[side]
        if pos.hex[unit] >= 0 and not pos.extender[unit] and not pos.flags[unit] & MOVED
    )


# -- trace ------------------------------------------------------------------------------------------


@rule("ocs.trace.1", "ocs.trace.4", "ocs.trace.16")
def trace_check(pos: OcsPosition, side: int) -> list[Explanation]:
    """Every unit that is not in trace supply, and the tokens that would feed them."""
    content = pos.content
    units = on_map(pos, side)
    hungry = [unit for unit in untraced(pos, side) if unit in set(units)]
    terms = [
        Term(
            f"{content.unit_names[unit]} in {content.names[pos.hex[unit]]}",
            "can eat" if supply_for(pos, unit) else "no supply in reach",
            "ocs.trace.4",
            bad=not supply_for(pos, unit),
        )
        for unit in hungry
    ]
    meal = supply_text(meal_price(0, sum(pos.size(unit) for unit in hungry)))
    total = f"{len(units) - len(hungry)} of {len(units)} in trace" + (f"; meals {meal}" if hungry else "")
    return [Explanation("Trace supply of the whole side", _short(terms), total)]


# -- fuel -------------------------------------------------------------------------------------------


def dry_units(pos: OcsPosition, side: int) -> list[int]:
    """The units that would need fuel and that no supply reaches."""
    return [
        unit
        for unit in on_map(pos, side)
        if needs_fuel(pos, unit) and not is_fuelled(pos, unit) and not supply_for(pos, unit, (unit,))
    ]


@rule("ocs.fuel.3", "ocs.fuel.4", "ocs.fuel.5")
def fuel_plan(pos: OcsPosition, side: int) -> list[Explanation]:
    """Formations and HQs with what each method costs for those that could move now."""
    content = pos.content
    thirsty = [unit for unit in on_map(pos, side) if needs_fuel(pos, unit) and not is_fuelled(pos, unit)]
    left = set(thirsty)
    terms: list[Term] = []
    total = 0
    for formation, members in enumerate(content.members):
        units = [unit for unit in members if unit in left]
        if units and content.side[units[0]] == side:
            price = min(len(units) * content.cost("fuel-unit"), content.cost("fuel-formation"))
            how = "the formation" if price < len(units) * content.cost("fuel-unit") else "each unit"
            name = list(content.roster.formations)[formation]
            terms.append(Term(f"{name}: {len(units)} units, by {how}", supply_text(price), "ocs.fuel.3"))
            total += price
            left -= set(units)
    for hq in content.hqs[side]:
        near = [unit for unit in sorted(left) if _serves_now(pos, hq, unit)] if pos.hex[hq] >= 0 else []
        if near:
            single = len(near) * content.cost("fuel-unit")
            price = min(single, content.cost("fuel-hq"))
            how = "the HQ" if price < single else "each unit"
            label = f"{content.unit_names[hq]} and independents in its throw: {len(near)}, by {how}"
            terms.append(Term(label, supply_text(price), "ocs.fuel.4"))
            total += price
            left -= set(near)
    for unit in sorted(left):
        there = bool(lines_to(pos, unit, (unit,)))
        value = supply_text(content.cost("fuel-unit")) if there else "none in reach"
        where = content.names[pos.hex[unit]]
        terms.append(Term(f"{content.unit_names[unit]} in {where}", value, "ocs.fuel.5", bad=not there))
        total += content.cost("fuel-unit") if there else 0
    title = "Fuel for all who could move, at the least"
    return [Explanation(title, _short(terms), supply_text(total))]


def _serves_now(pos: OcsPosition, hq: int, unit: int) -> bool:
    if unit == hq:
        return True
    is_alone = pos.content.is_independent[unit]
    return is_alone and serves(pos, hq, unit) and thrown_to(pos, hq, pos.hex[unit]) != NOTHING


# -- supply -----------------------------------------------------------------------------------------


@rule("ocs.supply.4", "ocs.supply.8", "ocs.supply.10")
def supply_list(pos: OcsPosition, side: int) -> list[Explanation]:
    """Every dump and loaded truck, and what each HQ can draw to throw."""
    content = pos.content
    dumps = [
        Term(_source_name(pos, source), supply_text(tokens_of(pos, side, source)), "ocs.supply.4")
        for source in all_sources(pos, side)
    ]
    stock = supply_text(total_of(pos, side, all_sources(pos, side)))
    hqs = [
        Term(
            f"{content.unit_names[hq]} in {content.names[pos.hex[hq]]}, {mode_name(pos.mode[hq])} Mode, "
            f"throws {pos.shown(content.throw, hq)}",
            supply_text(total_of(pos, side, sources_of(hq_lines(pos, hq)))),
            "ocs.supply.10",
        )
        for hq in content.hqs[side]
        if 0 <= pos.hex[hq] < content.hexes
    ]
    return [
        Explanation("Supply on the map", _short(dumps), stock),
        Explanation("What each HQ can draw and throw", _short(hqs), ""),
    ]


def _source_name(pos: OcsPosition, source: int) -> str:
    content = pos.content
    if source >= content.places:
        return f"{content.unit_names[source - content.places]} in {content.names[place_of(pos, source)]}"
    return pos.board.place_name(source)
