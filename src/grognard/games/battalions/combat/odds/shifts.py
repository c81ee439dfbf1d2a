"""Everything that shifts the odds, as lines of a sheet: to the right for the attacker, or against him."""

from typing import Final

from grognard.core.chapter import NOTHING, Term, rule
from grognard.games.battalions.combat.attack import (
    SURPRISED,
    Combat,
    attack_hexes,
    is_near,
    participating,
    still_on_map,
)
from grognard.games.battalions.combat.combat_options import cell_of
from grognard.games.battalions.combat.participation import morale_shift
from grognard.games.battalions.model.position import DEMORALIZED, BattalionPosition

SHIFT_NAMES: Final = (
    "options",
    "surprise",
    "morale",
    "armor",
    "massed armor",
    "attacker's leader",
    "defender's leader",
    "regimental integrity",
    "regimental integrity of the defender",
    "mixed formations",
    "envelopment",
    "engineers",
)
"""What shifts the odds, in the order of the rules."""
ENVELOPING: Final = 4
MOST_INTEGRITY: Final = 2
LEAST_UNITS: Final = 2


@rule("rp.odds-shifts.2")
def shift_terms(pos: BattalionPosition, v: Combat) -> list[Term]:
    """All shifts of the combat in the order of the rules; the net shift is their sum."""
    found = [
        ("options", cell_of(pos, v).shift, "rp.combat-options.6"),
        ("surprise", int(v.surprise == SURPRISED), "rp.odds-shifts.4"),
        ("morale", morale_shift(v), "rp.odds-shifts.5"),
        ("armor", v.armor_shift, "rp.odds-shifts.6"),
        ("massed armor", v.massed, "rp.armor.14"),
        ("attacker's leader", v.attack_leader, "rp.odds-shifts.7"),
        ("defender's leader", -v.defence_leader, "rp.odds-shifts.7"),
        ("regimental integrity", attack_integrity(pos, v), "rp.odds-shifts.10"),
        ("regimental integrity of the defender", -defence_integrity(pos, v), "rp.odds-shifts.12"),
        ("mixed formations", -int(is_mixed(pos, v)), "rp.odds-shifts.15"),
        ("envelopment", int(is_enveloped(pos, v)), "rp.odds-shifts.16"),
        ("engineers", int(engineers_help(pos, v)), "rp.odds-shifts.17"),
    ]
    house = ("options",)
    return [Term(name, f"{shift:+d}", rule_id, name in house) for name, shift, rule_id in found if shift]


def shift_facts(terms: list[Term]) -> list[int]:
    """The shifts as an event tells them: the place of each among the names, and how far it goes."""
    return [number for term in terms for number in (SHIFT_NAMES.index(term.label), int(term.value))]


# -- regimental integrity -------------------------------------------------------------------------


@rule("rp.odds-shifts.14", "rs.odds-shifts.10")
def regiment_of(pos: BattalionPosition, unit: int) -> list[int]:
    """The units in play of a unit's regiment, if it is one that can have integrity; none otherwise."""
    rules, content = pos.content.combat, pos.content
    name, side = pos.regiment_of(unit), content.side[unit]
    if not name or side not in rules.integrity_sides or content.kind[unit] not in rules.integrity_kinds:
        return []
    units = [one for one in pos.on_map(side) if pos.regiment_of(one) == name]
    return units if len(units) >= LEAST_UNITS else []


def is_in_order(pos: BattalionPosition, unit: int) -> bool:
    return pos.morale_state[unit] != DEMORALIZED


@rule("rp.odds-shifts.10", "rp.odds-shifts.11", "rs.odds-shifts.11")
def attack_integrity(pos: BattalionPosition, v: Combat) -> int:
    """One for each regiment whose units are all next to the defender, none demoralized; at most 2."""
    whole = set()
    for unit in still_on_map(pos, v.attackers):
        units = regiment_of(pos, unit)
        if units and all(is_near(pos, pos.hex[one], v.target) and is_in_order(pos, one) for one in units):
            whole.add(tuple(units))
    return min(len(whole), MOST_INTEGRITY)


@rule("rp.odds-shifts.12", "rp.odds-shifts.13", "rs.odds-shifts.13")
def defence_integrity(pos: BattalionPosition, v: Combat) -> int:
    """1 if a defender has another unit of his regiment with or next to him, both undemoralized."""
    for unit in still_on_map(pos, v.defenders):
        others = [one for one in regiment_of(pos, unit) if one != unit and is_in_order(pos, one)]
        if is_in_order(pos, unit) and any(is_near(pos, pos.hex[one], pos.hex[unit]) for one in others):
            return 1
    return 0


# -- the others -----------------------------------------------------------------------------------


@rule("rp.odds-shifts.15")
def is_mixed(pos: BattalionPosition, v: Combat) -> bool:
    """Do units of more than one formation attack that ought not to be mixed? Guns do not count."""
    formations = {pos.content.combat.mixes(pos, unit) for unit in participating(pos, v)}
    return len(formations - {NOTHING}) > 1


@rule("rp.odds-shifts.16", "rp.para-search.7")
def is_enveloped(pos: BattalionPosition, v: Combat) -> bool:
    """Is the hex attacked from four hexes or more? Units that take no part do not count."""
    return len(attack_hexes(pos, v)) >= ENVELOPING


@rule("rp.odds-shifts.17")
def engineers_help(pos: BattalionPosition, v: Combat) -> bool:
    """Is a town or city attacked with an engineer among the attackers of every hex?"""
    if not pos.content.ground.is_town[v.target]:
        return False
    units = participating(pos, v)
    hexes = {pos.hex[unit] for unit in units}
    with_engineer = {pos.hex[unit] for unit in units if is_working_engineer(pos, unit)}
    return bool(hexes) and hexes == with_engineer


def is_working_engineer(pos: BattalionPosition, unit: int) -> bool:
    return pos.content.is_engineer[unit] and pos.attack_of(unit) > 0
