"""Combat of the battalion games reckoned again: strengths, odds, results, retreats, advances."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.battalions_facts import (
    BEFORE,
    DEMORALIZED,
    DISRUPTED,
    FOOT,
    ISOLATED,
    MOTOR,
    OUT,
    RETREATED,
    Facts,
    up,
)

LEGS = {"infantry", "mechanized", "parachute", "cavalry", "engineer", "mg", "smg"}
"""Leg-type units: whoever is stacked with one may use his armor."""
ALONE = {"infantry", "parachute", "cavalry", "mg", "smg", "recon"}
TANKS = {"tank", "assault-gun"}
ATTACK_OPTIONS = ("standard", "probe", "feint", "assault")
DEFENCE_OPTIONS = ("defend", "withdraw", "determined", "retreat")


class Levels(NamedTuple):
    """What armour and anti-tank values come to."""

    armor: int
    at: int
    shift: int
    massed: int


def present(f: Facts, fighter: int) -> int:
    """What stands for a fighter now: itself, or its last company or remnant; -1 if it is gone."""
    if f.pos.hex[fighter] >= 0:
        return fighter
    for unit, of in enumerate(f.pos.source):
        last = f.pos.hex[unit] >= 0 and of == fighter and not f.pos.left_over[unit]
        if last and unit in f.content.last_slots[fighter]:
            return unit
    return -1


def those_left(f: Facts, units: Iterable[int]) -> list[int]:
    found = [present(f, unit) for unit in units]
    return [unit for unit in dict.fromkeys(found) if unit >= 0]


def party(f: Facts, v: Any) -> list[int]:
    """The attackers who take part."""
    return those_left(f, [unit for unit in v.attackers if unit not in v.attack_failed])


# -- armour ---------------------------------------------------------------------------------------


def may_use_armor(f: Facts, unit: int, mates: list[int], defends: bool) -> bool:
    """A leg-type or recon unit may; others with a leg-type partner; Germans of some kinds defend alone."""
    kind = f.kind(unit)
    if kind in ALONE:
        return True
    alone = {"engineer"} if f.is_steel else {"mechanized", "engineer"}
    if defends and kind in alone and f.nation(unit) == "german":
        return True
    partners = [one for one in mates if one != unit and f.pos.hex[one] == f.pos.hex[unit]]
    return any(f.kind(one) in LEGS and "militia" not in f.traits(one) for one in partners)


def levels(f: Facts, v: Any) -> Levels:
    """Levels and shifts as they are before AT fire."""
    mine, theirs = party(f, v), those_left(f, v.defenders)
    sound = [unit for unit in theirs if unit not in v.defence_failed]
    armor = {unit: f.armor(unit) for unit in mine if may_use_armor(f, unit, mine, False)}
    at: dict[int, int] = {}
    their_armor = 0
    for unit in theirs:
        if may_use_armor(f, unit, sound, True):
            half = 2 if unit in v.defence_failed else 1
            at[unit] = max(f.armor(unit), f.at(unit)) // half
            their_armor = max(their_armor, f.armor(unit) // half)
    best, against = max(armor.values(), default=0), max(at.values(), default=0)
    shift = max(0, min(best, 3) - against) - (best < their_armor)
    return Levels(best, against, shift, int(massed(f, armor, at)))


def massed(f: Facts, armor: dict[int, int], at: dict[int, int]) -> bool:
    """Five tank steps of the best armor to one defending step of the best value."""
    tanks = {unit: value for unit, value in armor.items() if f.kind(unit) in TANKS and value}
    best, worst = max(tanks.values(), default=0), max(at.values(), default=0)
    ours = sum(f.pos.steps[unit] for unit, value in tanks.items() if value == best)
    theirs = sum(f.pos.steps[unit] for unit, value in at.items() if value == worst) if worst else 0
    return theirs > 0 and ours >= 5 * theirs


# -- strengths ------------------------------------------------------------------------------------


def attack_strength(f: Facts, v: Any) -> int:
    units = party(f, v)
    total = sum(one_attack(f, v, unit) for unit in units)
    if not units:
        return 0
    most = v.attack_most if v.attack_most >= 0 else 2 * sum(f.attack(unit) for unit in v.attackers)
    return total + min(most, sum(points for _, points in v.attack_guns))


def one_attack(f: Facts, v: Any, unit: int) -> int:
    """Terrain, supply, then disruption or demoralization, each rounded up."""
    pos = f.pos
    value = f.attack(unit)
    tank_or_recon = f.kind(unit) in TANKS or f.kind(unit) == "recon"
    if not f.is_steel and tank_or_recon and v.at >= v.armor + 2:
        value = up(value)
    if any(present(f, one) == unit for one in v.pinned):
        value = up(value)
    row = obstacle(f, pos.hex[unit], v.target, f.mobility(unit) == FOOT)
    if row and value:
        table = f.tables["strength-factors"]
        part = value * table.integer(row, "numerator")
        value = max(1, up(part, table.integer(row, "denominator")))
    if pos.supply[unit] == OUT and value:
        value = max(1, value - 1)
    elif pos.supply[unit] == ISOLATED:
        value = up(value)
    if pos.morale_state[unit] == DEMORALIZED:
        value = up(value)
    elif pos.morale_state[unit] == DISRUPTED and f.is_battalion(unit):
        value = value - 1 if value > 2 else value
    return value


def obstacle(f: Facts, here: int, target: int, on_foot: bool) -> str:
    """What lies between an attacker and his target: the row of the table of strength factors."""
    if here == target:
        return ""
    way = f.way(here, target)
    if way < 0:
        return "great-river"
    side = f.hexside(here, way)
    if side == "river":
        return "great-river"
    if side != "stream" or f.road(here, way):
        return ""
    return "stream-foot" if on_foot else "stream-motor"


def defence_strength(f: Facts, v: Any) -> int:
    guns = [gun for gun, _ in v.defence_guns]
    total = sum(one_defence(f, v, unit) for unit in those_left(f, v.defenders) if unit not in guns)
    most = v.defence_most if v.defence_most >= 0 else sum(f.defence(unit) for unit in v.defenders)
    return total + min(most, sum(points for _, points in v.defence_guns))


def one_defence(f: Facts, v: Any, unit: int) -> int:
    pos = f.pos
    if pos.flags[unit] & RETREATED:
        return 0
    value = f.defence(unit)
    works = pos.works[v.target] == 2 and pos.works_side[v.target] == f.side(unit)
    if works and f.terrain(v.target) not in (("town", "city") if f.is_steel else ("town",)):
        value = up(value * 3)
    if pos.supply[unit] == ISOLATED:
        value = up(value)
    if pos.morale_state[unit] == DEMORALIZED:
        value = up(value)
    if any(present(f, one) == unit for one in v.defence_failed):
        value //= 2
    return value


# -- odds -----------------------------------------------------------------------------------------


def shifts(f: Facts, v: Any, armor: Levels) -> int:
    matrix = f.tables["option-matrix"]
    row = f"{ATTACK_OPTIONS[v.attack_option]}/{DEFENCE_OPTIONS[v.defence_option]}"
    total = int(matrix.cell(row, "shift")) + (v.surprise == 2)
    lead = v.attack_level - v.defence_level
    total += min(3, lead) if lead >= 0 else -min(2, up(-lead))
    total += armor.shift + armor.massed + v.attack_leader - v.defence_leader
    total += attacking_regiments(f, v) - defending_regiment(f, v)
    mine = party(f, v)
    total -= is_mixed(f, mine)
    hexes = {hex for unit, hex in zip(v.attackers, v.origins, strict=True) if unit not in v.attack_failed}
    total += len(hexes) >= 4
    total += engineers_open(f, v.target, mine)
    return int(total)


def whole_regiment(f: Facts, unit: int) -> list[int]:
    """The units in play of its regiment, two at least, if it is one with integrity."""
    kinds = {"infantry", "cavalry"} if f.is_steel else {"infantry", "mechanized"}
    name = f.regiment(unit)
    if f.side(unit) != 0 or not name or f.kind(unit) not in kinds:
        return []
    units = [one for one in f.on_map(0) if f.regiment(one) == name]
    return units if len(units) >= 2 else []


def attacking_regiments(f: Facts, v: Any) -> int:
    near = {v.target, *f.combat_neighbours(v.target)}
    found = set()
    for unit in those_left(f, v.attackers):
        units = whole_regiment(f, unit)
        sound = all(f.pos.hex[one] in near and f.pos.morale_state[one] != DEMORALIZED for one in units)
        if units and sound:
            found.add(tuple(units))
    return min(2, len(found))


def defending_regiment(f: Facts, v: Any) -> int:
    for unit in those_left(f, v.defenders):
        near = {f.pos.hex[unit], *f.combat_neighbours(f.pos.hex[unit])}
        others = [one for one in whole_regiment(f, unit) if one != unit and f.pos.hex[one] in near]
        sound = [one for one in others if f.pos.morale_state[one] != DEMORALIZED]
        if sound and f.pos.morale_state[unit] != DEMORALIZED:
            return 1
    return 0


def is_mixed(f: Facts, units: list[int]) -> bool:
    """Units of more than one formation: in Red Parachutes of more than one Soviet rifle division."""
    found = set()
    for unit in units:
        formation = f.formation(unit)
        if not f.is_steel and formation and f.roster.formations[formation].kind != "rifle-division":
            continue
        if f.is_steel and f.nation(unit) == "romanian" and f.kind(unit) == "tank":
            continue
        if formation and (f.is_steel or f.side(unit) == 1):
            found.add(formation)
    return len(found) > 1


def engineers_open(f: Facts, target: int, units: list[int]) -> bool:
    if f.terrain(target) not in ("town", "city") or not units:
        return False
    hexes = {f.pos.hex[unit] for unit in units}
    with_engineer = {f.pos.hex[one] for one in units if f.kind(one) == "engineer" and f.attack(one) > 0}
    return hexes == with_engineer


def ratio(attack: int, defence: int) -> int:
    """1:1 is 0, 3:1 is 2, 1:3 is -2; in the defender's favour, and as large as it is."""
    if defence <= 0:
        return 7
    return attack // defence - 1 if attack >= defence else 1 - up(defence, attack)


def column(f: Facts, target: int, level: int) -> int:
    """The column for the odds in this terrain; 0 off the left side."""
    row = "night" if f.is_night else f.terrain(target)
    level = min(level, 7)
    name = f"{level + 1}:1" if level >= 0 else f"1:{1 - level}"
    ladder = f.tables["odds-ladder"]
    if name not in ladder.columns or ladder.is_blank(row, name):
        return 0
    return int(ladder.integer(row, name))


# -- results --------------------------------------------------------------------------------------


class Result(NamedTuple):
    """What both sides owe: steps, hexes, and the marker (0 none, 1 disrupted, 2 demoralized)."""

    attack_steps: int
    attack_hexes: int
    defence_steps: int
    defence_hexes: int
    attack_mark: int
    defence_mark: int


def result(f: Facts, v: Any, dice: int, which: int) -> Result:
    """The result of a roll, after night, options, and who cannot lose his steps."""
    first, _, second = f.tables["crt"].text(str(dice), str(which)).partition("/")
    (mine, my_mark), (theirs, their_mark) = _read(first), _read(second)
    if f.is_night:
        theirs = min(theirs, 3)
    matrix = f.tables["option-matrix"]
    row = f"{ATTACK_OPTIONS[v.attack_option]}/{DEFENCE_OPTIONS[v.defence_option]}"
    mine, theirs = (
        _change(number, str(matrix.cell(row, column)))
        for number, column in ((mine, "attacker"), (theirs, "defender"))
    )
    way = str(matrix.cell(row, "split"))
    side = f.pos.phasing
    too_many_mine = up(mine) > room(f, side, party(f, v), -1)
    too_many_theirs = _defence_steps(theirs, way) > room(f, 1 - side, those_left(f, v.defenders), v.target)
    mine, theirs = max(0, mine - too_many_theirs), max(0, theirs - too_many_mine)
    lost = _defence_steps(theirs, way)
    hexes = max(1, theirs) if way == "hexes" else theirs - lost
    if str(matrix.cell(row, "effect")) == "demoralized" and hexes >= 3:
        their_mark = 2
    return Result(up(mine), mine - up(mine), lost, hexes, my_mark, their_mark)


def _read(text: str) -> tuple[int, int]:
    number = text.rstrip("DM")
    return int(number or 0), {"": 0, "D": 1, "M": 2}[text[len(number) :]]


def _change(number: int, change: str) -> int:
    if change == "half":
        return number // 2
    return min(number, 1) if change == "one" else max(0, number + int(change))


def _defence_steps(number: int, way: str) -> int:
    if way == "hexes":
        return 0
    return up(number) if way == "up" else number // 2


def room(f: Facts, side: int, units: list[int], reserve: int) -> int:
    """How many steps a side can lose: who fights with a strength above 0, or others of the hex."""
    attacks = side == f.pos.phasing
    able = [
        unit
        for unit in units
        if not f.is_leader(unit)
        and (f.attack(unit) if attacks else f.defence(unit)) > 0
        and (attacks or not f.pos.flags[unit] & RETREATED)
    ]
    stuck = [] if attacks else [unit for unit in units if f.pos.flags[unit] & RETREATED]
    others = []
    if reserve >= 0 and not stuck:
        others = [
            unit
            for unit in f.stack(reserve, side)
            if unit not in able
            and not f.is_leader(unit)
            and f.kind(unit) != "monitor"
            and not f.pos.dispersed[unit]
            and not f.pos.flags[unit] & RETREATED
        ]
    return sum(f.pos.steps[unit] for unit in (*able, *others))


# -- retreat --------------------------------------------------------------------------------------


def can_enter(f: Facts, unit: int, here: int, there: int) -> bool:
    """May a unit come into a neighbouring hex after combat, as far as the ground goes?"""
    if f.is_water(there):
        return False
    way = f.way(here, there)
    if way < 0:
        return there in f.combat_neighbours(here)
    if f.hexside(here, way) != "river":
        return f.price(here, way, f.mobility(unit)) is not None
    if f.side(unit) == 1:
        return False
    foot = f.mobility(unit) == FOOT
    for near, far, vehicles in f.bridges():
        if {near, far} == {here, there} and (vehicles or foot):
            return True
    return foot and f.kind(unit) not in ("cavalry", "artillery", "monitor", "leader")


def retreat_hexes(f: Facts, v: Any) -> set[int]:
    """The hexes of the best rank, and of these those that lead away from all attackers if any does."""
    units = [unit for unit in those_left(f, v.group) if not f.is_leader(unit)]
    here, side = f.pos.hex[units[0]], f.side(units[0])
    distance = f.board.grid.distance
    ranks: dict[int, int] = {}
    for there in f.combat_neighbours(here):
        if there == v.battle or f.has_unit(there, 1 - side):
            continue
        if all(can_enter(f, unit, here, there) for unit in units):
            ranks[there] = _rank(f, units, there, side)
    best = {there for there, rank in ranks.items() if rank == min(ranks.values())}
    away = {
        there for there in best if all(distance(there, enemy) > distance(here, enemy) for enemy in v.enemies)
    }
    return away or best


def _rank(f: Facts, units: list[int], there: int, side: int) -> int:
    fits = f.fits(there, units)
    ignores = all(f.pos.dispersed[unit] for unit in units)
    if there not in f.zone(1 - side) or ignores:
        return 1 if fits else 2
    if [unit for unit in f.stack(there, side) if unit not in units]:
        return 4 if fits else 5
    return 6


# -- advance --------------------------------------------------------------------------------------


def most_hexes(f: Facts, unit: int) -> int:
    """The most hexes of an advance by arm and side."""
    kind, mobility = f.kind(unit), f.mobility(unit)
    if kind == "artillery":
        return 0 if f.is_steel or "sp" not in f.traits(unit) else 2
    if f.side(unit) == 1 or (mobility == FOOT and kind != "cavalry"):
        return 2
    if f.is_steel:
        return 3
    if kind == "cavalry":
        return 2
    mobile = kind in (*TANKS, "recon", "mechanized") or (kind == "infantry" and mobility == MOTOR)
    return 4 if mobile else 3


def advance_hexes(f: Facts, v: Any) -> set[int]:
    """Where the unit in hand may advance to: along the path of the retreat, less a hex for each zone left."""
    unit, side = v.unit, f.pos.phasing
    here = f.pos.hex[unit]
    most = min(99 if f.is_leader(unit) else most_hexes(f, unit), v.length)
    fought = those_left(f, v.attackers)
    if f.is_leader(unit):
        ahead = [hexes for one, hex, hexes in v.went if hex == here and one in fought]
        most = min(most, max(ahead, default=0))
    if most < 1 or not can_enter(f, unit, here, v.target):
        return set()
    zone = f.zone(1 - side)
    beaten = tuple(those_left(f, v.defenders))
    left_own = here in zone and here in f.zone(1 - side, beaten)
    found: set[int] = set()
    ways = [((v.target,), int(left_own))]
    while ways:
        way, less = ways.pop()
        if way[-1] in found:
            continue
        found.add(way[-1])
        less += way[-1] in zone
        came = way[-2] if len(way) > 1 else here
        over = f.way(came, way[-1])
        crossed = over >= 0 and f.hexside(came, over) == "river"
        if len(way) + 1 > most - less or crossed:
            continue
        if v.ways:
            ahead_of = {path[len(way)] for path in v.ways if path[: len(way)] == way and len(path) > len(way)}
        else:
            ahead_of = set(f.combat_neighbours(way[-1])) - set(way)
        for there in ahead_of:
            if not f.holds(there, 1 - side) and can_enter(f, unit, way[-1], there):
                ways.insert(0, ((*way, there), less))
    return {hex for hex in found if f.fits(hex, [unit])}


def has_retreated_now(f: Facts, unit: int) -> bool:
    return bool(f.pos.flags[unit] & (RETREATED | BEFORE) == RETREATED)
