"""Replacements: which Pax Repls and Eq Repls rebuild what, and where."""

from collections.abc import Iterable

from grognard.core.chapter import NOTHING, Game, Refusal, Ruling, only, rule
from grognard.games.ocs.model.position import BUILT, DEAD, MOVE, NEW, POOL, OcsPosition
from grognard.games.ocs.model.units import works
from grognard.games.ocs.rear.revised_rebuilds import is_revised, revised_price

REBUILD = "rebuild:"


@rule("ocs.replacement.3", "ocs.units.14")
def rebuild_row(pos: OcsPosition, unit: int) -> str:
    """The row of the rebuild table that a unit is on; nothing for one that cannot be rebuilt."""
    content = pos.content
    if content.is_aircraft[unit]:
        return "aircraft"
    if content.is_organic[unit]:
        return "truck"
    return next((trait[len(REBUILD) :] for trait in content.traits[unit] if trait.startswith(REBUILD)), "")


@rule("ocs.replacement.3", "ocs.option.9")
def rebuild_price(pos: OcsPosition, unit: int) -> tuple[int, int]:
    """The Pax and Eq that a rebuild of a unit, or of a step of it, takes."""
    table, row = pos.content.tables["rebuild"], rebuild_row(pos, unit)
    pax, eq = table.integer(row, "pax"), table.integer(row, "eq")
    return revised_price(pos, unit, pax, eq) if is_revised(pos) else (pax, eq)


@rule("ocs.replacement.3", "ocs.zoc.16", "ocs.modes.11")
def depots(pos: OcsPosition, side: int) -> list[int]:
    """The hexes where Repls in Move Mode can rebuild: two hexes from a working HQ, out of enemy zones."""
    content = pos.content
    reach = content.limit("rebuild-reach")
    hqs = [pos.hex[hq] for hq in content.hqs[side] if 0 <= pos.hex[hq] < content.hexes and works(pos, hq)]
    repls = [u for u in content.combat_units[side] if content.is_repl[u] and pos.mode[u] == MOVE]
    hexes = sorted({pos.hex[unit] for unit in repls if 0 <= pos.hex[unit] < content.hexes})
    zone = pos.zoc(1 - side)
    return [hex for hex in hexes if not zone[hex] and any(content.distance(hex, hq) <= reach for hq in hqs)]


def repls_at(pos: OcsPosition, hex: int, side: int, kind: str) -> list[int]:
    """The Pax or Eq in Move Mode in a hex."""
    units = pos.combat_units_at(hex, side)
    return [unit for unit in units if pos.content.kind[unit] == kind and pos.mode[unit] == MOVE]


def has_repls(pos: OcsPosition, hex: int, side: int, price: tuple[int, int]) -> bool:
    """Does a hex hold the Repls that a rebuild takes?"""
    return all(
        len(repls_at(pos, hex, side, kind)) >= want for kind, want in zip(("pax", "eq"), price, strict=True)
    )


@rule("ocs.replacement.3", "ocs.replacement.4", "ocs.replacement.9", "ocs.replacement.7")
def depot_for(pos: OcsPosition, unit: int, paid_row: str = "", paid_hex: int = NOTHING) -> int:
    """The hex in which a unit or a step of it can be rebuilt now; NOTHING if there is none.

    `paid_row` is a row of the table on which one more rebuild is paid already, with Repls of `paid_hex`.
    """
    content = pos.content
    side, row = content.side[unit], rebuild_row(pos, unit)
    if not row:
        return NOTHING
    on_map = pos.hex[unit] >= 0 and not content.is_aircraft[unit]
    if row == paid_row and (not on_map or pos.hex[unit] == paid_hex):
        return paid_hex
    places = depots(pos, side)
    if row == "hq" and not any(pos.hex[hq] >= 0 for hq in content.hqs[side]):
        places = [content.source[side]] if content.source[side] >= 0 else []
    for hex in places:
        if has_repls(pos, hex, side, rebuild_price(pos, unit)) and (not on_map or pos.hex[unit] == hex):
            return hex
    return NOTHING


@rule("ocs.replacement.3", "ocs.replacement.4", "ocs.replacement.6", "ocs.replacement.8", "ocs.replacement.9")
def rebuild_refusal(pos: OcsPosition, unit: int, paid_row: str = "", paid_hex: int = NOTHING) -> Ruling:
    """Why a unit cannot be rebuilt, or get a step back, now."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.phasing:
        return Refusal("ocs.replacement.3", f"{name} is of the other side.")
    reduced = (
        pos.hex[unit] >= 0 and pos.lost[unit] and (content.is_multi_step[unit] or content.is_aircraft[unit])
    )
    if not (pos.hex[unit] == DEAD or reduced):
        return Refusal("ocs.replacement.3", f"{name} is neither dead nor reduced.")
    if not rebuild_row(pos, unit):
        why = "ocs.replacement.6" if content.is_breakdown[unit] else "ocs.replacement.3"
        return Refusal(why, f"{name} is not on the rebuild table.")
    if content.is_aircraft[unit] and pos.hex[unit] < 0 and not bases(pos, content.side[unit]):
        return Refusal("ocs.replacement.9", "there is no air base for it.")
    if depot_for(pos, unit, paid_row, paid_hex) == NOTHING:
        return Refusal(
            "ocs.replacement.3", f"no Repls near a working HQ, out of enemy zones, can rebuild {name}."
        )
    return None


def bases(pos: OcsPosition, side: int) -> list[int]:
    """Air bases of a side that have room for one more Active aircraft."""
    content = pos.content
    room = content.limit("base-room")
    return [
        hex
        for hex in range(content.hexes)
        if pos.base[hex]
        and pos.base_side[hex] == side
        and sum(pos.active[plane] for plane in pos.planes_at(hex, side)) < room + pos.base_level(hex)
    ]


@rule("ocs.replacement.5", "ocs.replacement.9")
def rebuild(game: Game[OcsPosition], unit: int, hex: int) -> None:
    """Place a dead unit with one step, or give a reduced one a step back."""
    pos = game.pos
    content = pos.content
    if pos.hex[unit] >= 0:
        pos.put.lost[unit] -= 1
    elif content.is_aircraft[unit]:
        pos.put.lost[unit], pos.put.active[unit] = 1, 1
        pos.place(unit, bases(pos, content.side[unit])[0])
        pos.put.fed[unit] = NEW
        pos.put.flags[unit] |= BUILT  # rebuilt, not come from elsewhere
    else:
        pos.put.lost[unit] = content.max_steps[unit] - 1
        pos.set_mode(unit, MOVE)
        pos.put.fed[unit] = NEW
        pos.put.points[unit] = 1 if content.is_organic[unit] else 0
        pos.put.lost[unit] = 0 if content.is_organic[unit] else pos.lost[unit]
        pos.place(unit, hex)
    game.tell("rebuilt", unit, hex, rule="ocs.replacement.3", sees=only(pos.content.side[unit]))


def use_repls(game: Game[OcsPosition], hex: int, side: int, price: Iterable[int]) -> None:
    """Take the Repls of a rebuild off the map."""
    pos = game.pos
    for kind, count in zip(("pax", "eq"), price, strict=True):
        for unit in repls_at(pos, hex, side, kind)[:count]:
            pos.place(unit, POOL)


@rule("ocs.replacement.8")
def lost_trucks(pos: OcsPosition, side: int) -> int:
    """The ordinary truck points of a side that the enemy has destroyed or captured."""
    content = pos.content
    trucks = [unit for unit in content.transports[side] if content.kind[unit] == "truck"]
    given = sum(content.starting_load(unit)[0] for unit in trucks)
    return max(0, given - sum(pos.points[unit] for unit in trucks))
