"""Strengths, odds, dice and barrages of the Operational Combat Series, reckoned again from the charts."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from referee.ocs_charts import (
    BARRAGE,
    BARRAGE_COST,
    BARRAGE_UP_TO,
    COMBAT,
    COMBAT_CELLS,
    FACILITY,
    FACILITY_COST,
    FACILITY_UP_TO,
    ODDS,
)
from referee.ocs_world import ACROSS, DG, FORCE, HALF, RESERVE, STRAT, World, rounded

BY_AIR, BY_SHIP = 1, 2


# -- strengths ------------------------------------------------------------------------------------


def _common(world: World, unit: int) -> Fraction:
    """What mode and supply leave of a strength."""
    mode = world.pos.mode[unit]
    if mode == STRAT:
        return Fraction(0)
    return (HALF if mode in (DG, RESERVE) else Fraction(1)) * (HALF if world.pos.oos[unit] else 1)


def _after_losses(world: World, unit: int, attacks: bool) -> Fraction:
    """The strength that lost steps leave."""
    strength, lost = Fraction(world.strength(unit)), world.pos.lost[unit]
    if not world.is_division(unit) or not lost:
        return strength
    printed = world.counters[unit].steps
    if world.options["opt_21_2_proportional_loss"]:
        return Fraction(rounded(strength * (printed - lost) / printed))
    return strength * HALF if attacks or 2 * lost >= printed else strength


def hex_anti_tank(world: World, hex: int, side: int) -> int:
    """A hedgehog is heavy whoever is in it."""
    return 2 if world.pos.hedgehog[hex] else max(map(world.anti_tank, world.units_in(hex, side)), default=0)


def attack(world: World, v: Any, unit: int) -> Fraction:
    """The strength of an attacker, all multipliers together."""
    here, kind = world.pos.hex[unit], world.weight_class(unit)
    if here in v.rivers:
        factor = HALF if v.beach else Fraction(ACROSS[world.hexside(here, v.target)][kind])
    else:
        factor = Fraction(FORCE[world.ground(v.target)][1][kind])
        guns = hex_anti_tank(world, v.target, 1 - v.side)
        if factor == 2 and kind < 2 and guns >= world.anti_tank(unit):
            factor = Fraction(3, 2)
    return _after_losses(world, unit, True) * factor * _common(world, unit)


def defence(world: World, v: Any, unit: int) -> Fraction:
    """The strength of a defender."""
    factor = Fraction(FORCE[world.ground(v.target)][2][world.weight_class(unit)])
    return (
        _after_losses(world, unit, False)
        * factor
        * _common(world, unit)
        * (1 if unit in v.supplied else HALF)
    )


def category(world: World, hex: int) -> str:
    return FORCE[world.ground(hex)][0]


def odds_column(name: str, ours: Fraction, theirs: Fraction) -> int:
    """The highest printed odds that these reach."""
    if not theirs:
        if ours:
            return 12
        ours = theirs = Fraction(1)
    elif not ours:
        return 0
    least = min(ours, theirs)
    share = Fraction(rounded(ours / least), rounded(theirs / least))
    columns = [Fraction(*map(int, text.split(":"))) for text in ODDS[name].split()]
    return max([place for place, odds in enumerate(columns) if odds <= share], default=0)


CATEGORIES = ("open", "close", "very-close", "extremely-close")


def announced(world: World, v: Any) -> tuple[int, ...]:
    """What both sides show: hex, ratings, strengths in twelfths, column, category."""
    ours = sum((attack(world, v, unit) for unit in v.attackers), Fraction(0))
    theirs = sum((defence(world, v, unit) for unit in world.units_in(v.target, 1 - v.side)), Fraction(0))
    name = category(world, v.target)
    return (
        v.target,
        world.rating(v.leader),
        world.rating(v.rival),
        rounded(ours * 12),
        rounded(theirs * 12),
        odds_column(name, ours, theirs),
        CATEGORIES.index(name),
    )


def surprised(world: World, v: Any, dice: int) -> tuple[int, int]:
    """The modified surprise roll, and who has surprise."""
    total = dice + v.shown[1] - v.shown[2] - (1 if world.pos.hedgehog[v.target] else 0)
    attacker, defender = (9, 6) if v.overrun else (10, 5)
    return total, 1 if total >= attacker else -1 if total <= defender else 0


def result(world: World, v: Any, dice: int) -> tuple[int, int, dict[str, int]]:
    """The modified combat roll, the column, and what the cell asks for."""
    total = dice + v.shown[1] - v.shown[2] - world.pos.hedgehog[v.target]
    column = min(12, max(0, v.shown[5] + v.shift))
    cell = COMBAT_CELLS[COMBAT[min(15, max(1, total)) - 1][column]]
    ours, _, theirs = cell.partition(" D") if " D" in cell else (cell, "", "")
    return (
        total,
        column,
        {
            "attacker_owes": _after(ours, "L"),
            "attacker_option": _after(ours, "o"),
            "exploit": _after(ours, "e"),
            "defender_owes": _after(theirs, "L"),
            "defender_option": _after(theirs, "o"),
            "dg": int(theirs.endswith("DG")),
        },
    )


def _after(text: str, letter: str) -> int:
    place = text.find(letter)
    return int(text[place + 1]) if place >= 0 else 0


# -- barrages -------------------------------------------------------------------------------------


def _place(value: int, up_to: Sequence[int]) -> int:
    return sum(value > most for most in up_to)


def gun_strength(world: World, guns: Sequence[int]) -> int:
    """All guns together, halves for DG, rounded once."""
    each = (
        Fraction(world.printed(gun, "barrage")) * (HALF if world.pos.mode[gun] == DG else 1) for gun in guns
    )
    return rounded(sum(each, Fraction(0)))


def shell_price(strength: int, facility: bool) -> int:
    up_to, cost = (FACILITY_UP_TO, FACILITY_COST) if facility else (BARRAGE_UP_TO, BARRAGE_COST)
    return cost[_place(strength, up_to)]


def density(world: World, hex: int, side: int) -> int:
    """In quarters of an RE: a division, or the units of one, three at most."""
    units = world.units_in(hex, side)
    total = sum(world.quarters(u) for u in units if not world.formation(u) and not world.is_division(u))
    total += sum(min(12, world.quarters(u)) for u in units if not world.formation(u) and world.is_division(u))
    for name in {world.formation(u) for u in units} - {""}:
        total += min(12, sum(world.quarters(u) for u in units if world.formation(u) == name))
    return total


def barrage_column(world: World, v: Any) -> int:
    """The column after all shifts."""
    enemy = 1 - v.side
    size = density(world, v.target, enemy)
    shift = (
        -1
        if size <= 4
        else 0
        if size <= 12
        else 1
        if size <= 16
        else 2
        if size <= 20
        else 3
        if size <= 24
        else 4
    )
    shift -= 1 if world.pos.hedgehog[v.target] else 0
    shift -= {"open": 0, "close": 1, "very-close": 1, "extremely-close": 2}[category(world, v.target)]
    shift -= 0 if v.spotted else 3
    shift += 3 if any(world.pos.mode[u] == STRAT for u in world.units_in(v.target, enemy)) else 0
    shift += (1 if v.near else 0) - (1 if v.far else 0)
    return min(10, max(0, _place(v.strength, BARRAGE_UP_TO) + shift))


def has_spotter(world: World, hex: int, side: int) -> bool:
    near = [unit for there in world.around(hex) for unit in world.units_in(there, side)]
    return any(world.pos.craft[unit] < 0 for unit in near)


def barrage_effect(world: World, v: Any, dice: int) -> str:
    """What the roll does: "-", "DG", "1/2" or a number of steps."""
    cell = BARRAGE[dice].split()[barrage_column(world, v)]
    if v.kind == BY_SHIP:
        return {"1/2": "DG", "[1/2]": "DG", "1": "1/2", "2": "1", "3": "2"}.get(cell, cell)
    if cell == "[1/2]":
        weak = world.pos.hedgehog[v.target] > 2 or v.kind == BY_AIR or not v.spotted
        return "DG" if weak else "1/2"
    return cell


def facility_effect(strength: int, die: int) -> tuple[int, bool, int]:
    """Levels or hits, the star, and what hits an aircraft."""
    cell = FACILITY[die].split("|")[_place(strength, FACILITY_UP_TO)]
    planes = int(cell[cell.index("(") + 1]) if "(" in cell else 0
    return (int(cell[0]) if cell[0].isdigit() else 0), "*" in cell, planes
