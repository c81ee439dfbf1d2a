"""Attack and defence strengths, unit by unit, with every modifier in the order of the rules."""

from collections.abc import Callable

from grognard.core.chapter import Explanation, Term, rule
from grognard.games.battalions.combat.attack import Combat, participating, present, still_on_map, up
from grognard.games.battalions.combat.odds.armor import is_armored, is_outclassed
from grognard.games.battalions.guns.support import most_support, total_support
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.position import (
    DEMORALIZED,
    DISRUPTED,
    IMPROVED,
    ISOLATED,
    OOS,
    RETREATED,
    BattalionPosition,
)
from grognard.games.battalions.model.stacking import is_battalion

LEAST = 1
LEAST_DISRUPTED = 2


class Strength:
    """A strength being worked out: each change is a line of its sheet."""

    def __init__(self) -> None:
        self.terms: list[Term] = []
        self.parts: list[int] = []
        """The counters that add to it, each followed by what it adds."""
        self.total = 0
        self.support = (0, 0)
        """What the guns add to that, and what they give before the limit."""

    def begin(self, label: str, printed: int, rule_id: str) -> None:
        self.value = printed
        self.terms.append(Term(label, str(printed), rule_id, house=True))

    def change(self, label: str, after: int, rule_id: str, house: bool = False) -> None:
        """A modifier; nothing is written where it changes nothing."""
        if after != self.value:
            self.terms.append(Term(f"  {label}", f"{after - self.value:+d}", rule_id, house))
            self.value = after

    def end(self, unit: int) -> None:
        self.total += self.value
        self.parts += [unit, self.value]

    def add(self, label: str, points: int, rule_id: str) -> None:
        self.total += points
        self.terms.append(Term(label, f"{points:+d}", rule_id))

    def sheet(self, title: str) -> Explanation:
        return Explanation(title, tuple(self.terms), str(self.total))


# -- attack -------------------------------------------------------------------------------------


@rule("rp.attack-strength.1", "rp.attack-strength.2", "rp.attack-strength.8", "rp.attack-strength.9")
def attack_strength(pos: BattalionPosition, v: Combat) -> Strength:
    """All participating units: terrain, supply, disruption, demoralization; then the guns they lean on."""
    found = Strength()
    units = participating(pos, v)
    for unit in units:
        found.begin(pos.content.unit_names[unit], pos.attack_of(unit), "rp.attack-strength.1")
        for modify in ATTACK_MODIFIERS:
            modify(pos, v, unit, found)
        found.end(unit)
    for unit in v.attack_failed:
        if present(pos, unit) >= 0:
            name = pos.content.unit_names[present(pos, unit)]
            found.terms.append(Term(f"{name} takes no part", "0", "rp.morale.12"))
    if units:
        _guns(pos, v, pos.phasing, found, "rp.attack-strength.9", "rp.offensive-support.3")
    return found


@rule("rp.armor.10")
def _outclassed(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if is_outclassed(pos, v) and (is_armored(pos, unit) or pos.content.is_recon[unit]):
        found.change("outclassed by AT", up(found.value), "rp.armor.10")


@rule("rp.at-fire.5")
def _pinned(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if any(present(pos, one) == unit for one in v.pinned):
        found.change("pinned", up(found.value), "rp.at-fire.5", house=True)


@rule("rp.attack-strength.2")
def _ground(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    """Over a stream without a road, or over the bridge of the great river: a fraction, at least 1."""
    row = crossed(pos, pos.hex[unit], v.target, pos.mobility_of(unit) == FOOT)
    if row and found.value > 0:
        table = pos.content.tables["strength-factors"]
        part = found.value * table.integer(row, "numerator")
        after = max(LEAST, up(part, table.integer(row, "denominator")))
        label = "over the great river" if row == "great-river" else "over a stream"
        found.change(label, after, "rp.attack-strength.2", pos.content.is_house(table.name, row, "numerator"))


def crossed(pos: BattalionPosition, here: int, target: int, on_foot: bool) -> str:
    """The row of the factor table for an attack from one hex on another; "" if nothing lies between."""
    if here == target:
        return ""
    direction = pos.content.grid.direction(here, target)
    if direction < 0:
        return "great-river"
    exit = here * 6 + direction
    own = pos.content.combat.hexside_row(pos, here, target, on_foot)
    if own:
        return own
    if not pos.content.ground.is_stream[exit] or pos.content.ground.is_linked(exit):
        return ""
    return "stream-foot" if on_foot else "stream-motor"


@rule("rp.attack-strength.3", "rp.attack-strength.4")
def _supply(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if pos.supply[unit] == OOS:
        found.change("out of supply", max(min(LEAST, found.value), found.value - 1), "rp.attack-strength.3")
    elif pos.supply[unit] == ISOLATED:
        found.change("isolated", up(found.value), "rp.attack-strength.4")


@rule("rp.attack-strength.5", "rp.attack-strength.6", "rp.attack-strength.7", "rs.attack-strength.5")
def _order(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if pos.morale_state[unit] == DISRUPTED and is_battalion(pos, unit):
        found.change(
            "disrupted",
            max(min(LEAST_DISRUPTED, found.value), found.value - 1),
            "rp.attack-strength.5",
        )
    elif pos.morale_state[unit] == DEMORALIZED:
        found.change("demoralized", up(found.value), "rp.attack-strength.7")


Modifier = Callable[[BattalionPosition, Combat, int, Strength], None]
ATTACK_MODIFIERS: tuple[Modifier, ...] = (_outclassed, _pinned, _ground, _supply, _order)


# -- defence ------------------------------------------------------------------------------------


@rule("rp.defense-strength.1", "rp.defense-strength.2", "rp.defense-strength.3", "rp.defense-strength.9")
def defence_strength(pos: BattalionPosition, v: Combat) -> Strength:
    """All defending units: field works, isolation, demoralization, morale checks; then the guns."""
    found = Strength()
    guns = [gun for gun, _ in v.defence_guns]
    for unit in still_on_map(pos, v.defenders):
        if unit in guns:
            continue  # it fires instead
        found.begin(pos.content.unit_names[unit], pos.defence_of(unit), "rp.defense-strength.1")
        for modify in DEFENCE_MODIFIERS:
            modify(pos, v, unit, found)
        found.end(unit)
    _guns(pos, v, 1 - pos.phasing, found, "rp.defense-strength.9", "rp.defensive-support.9")
    return found


@rule("rp.defense-strength.4", "rp.defense-strength.5")
def _works(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    """An improved position of the defender's side: half as much again, but not in a town."""
    mine = pos.works[v.target] == IMPROVED and pos.works_side[v.target] == pos.content.side[unit]
    if mine and not pos.content.ground.works_in_vain[v.target]:
        found.change("improved position", up(found.value * 3), "rp.defense-strength.4", house=True)


@rule("rp.defense-strength.7")
def _isolated(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if pos.supply[unit] == ISOLATED:
        found.change("isolated", up(found.value), "rp.defense-strength.7")


@rule("rp.defense-strength.6")
def _demoralized(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if pos.morale_state[unit] == DEMORALIZED:
        found.change("demoralized", up(found.value), "rp.defense-strength.6")


@rule("rp.morale.13")
def _failed(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if any(present(pos, one) == unit for one in v.defence_failed):
        found.change("failed its morale check", found.value // 2, "rp.morale.13")


@rule("rp.defense-strength.8")
def _retreated(pos: BattalionPosition, v: Combat, unit: int, found: Strength) -> None:
    if pos.flags[unit] & RETREATED:
        found.change("retreated into the hex", 0, "rp.defense-strength.8")


DEFENCE_MODIFIERS: tuple[Modifier, ...] = (_works, _isolated, _demoralized, _failed, _retreated)


def _guns(
    pos: BattalionPosition, v: Combat, side: int, found: Strength, rule_id: str, limit_rule: str
) -> None:
    """The support worked out before, gun by gun; what is over the limit is lost."""
    given = 0
    for gun, points in v.attack_guns if side == pos.phasing else v.defence_guns:
        found.add(f"support of {pos.content.unit_names[gun]}", points, rule_id)
        given += points
    counted = total_support(pos, v, side)
    found.support = (counted, given)
    if counted < given:
        found.add(f"more than {most_support(pos, v, side)} is lost", counted - given, limit_rule)
