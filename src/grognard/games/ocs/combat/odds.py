"""Strengths and odds of a combat, term by term; the sheet that is shown is the sheet that resolves."""

from collections.abc import Sequence
from fractions import Fraction

from grognard.core.chapter import NOTHING, Explanation, Term, rule
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.charts import odds_column, odds_text, shifted
from grognard.games.ocs.model.ground import ARMOR, CATEGORIES, MECH, OTHER
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import HALF, fraction_text
from grognard.games.ocs.model.units import action_rating, at_level, at_level_of, mode_factor, step_factor

AT_EFFECT = Fraction(3, 2)


# -- one unit -------------------------------------------------------------------------------------


@rule("ocs.combat.20", "ocs.combat.23", "ocs.combat.25", "ocs.combat.26", "ocs.landing.13")
def attack_factor(pos: OcsPosition, v: Combat, unit: int) -> tuple[Fraction, str]:
    """The terrain multiplier of an attacker, with anti-tank effects, and what it is for."""
    content = pos.content
    here = pos.hex[unit]
    kind = content.combat_class[unit]
    if here in v.rivers and v.beach:
        return HALF, "beach"
    if here in v.rivers:
        name = content.side_kind(here, v.target)
        return content.attack_factor[name][kind], name
    name = content.terrain_name[v.target]
    factor = content.attack_factor[name][kind]
    if kind != OTHER and factor == 2 and at_level_of(pos, v.target, 1 - v.side) >= at_level(pos, unit):
        return AT_EFFECT, f"{name}, anti-tank"
    return factor, name


@rule("ocs.combat.16", "ocs.combat.19", "ocs.combat.28", "ocs.basics.10", "ocs.basics.7", "ocs.modes.34")
def attack_strength(pos: OcsPosition, v: Combat, unit: int) -> Fraction:
    """The strength with which a unit attacks, unrounded, all multipliers together."""
    strength = Fraction(pos.shown(pos.content.strength, unit))
    strength *= attack_factor(pos, v, unit)[0] * mode_factor(pos, unit) * step_factor(pos, unit, attacks=True)
    return strength * (HALF if pos.oos[unit] else 1)


@rule("ocs.combat.12", "ocs.combat.16", "ocs.combat.19", "ocs.combat.21", "ocs.combat.24", "ocs.modes.19")
def defence_strength(pos: OcsPosition, v: Combat, unit: int) -> Fraction:
    """The strength with which a unit defends: half without combat supply, half Out of Supply."""
    content = pos.content
    strength = Fraction(pos.shown(content.strength, unit))
    strength *= content.defence_factor[content.terrain_name[v.target]][content.combat_class[unit]]
    strength *= mode_factor(pos, unit) * step_factor(pos, unit, attacks=False)
    if unit not in v.supplied:
        strength *= HALF
    return strength * (HALF if pos.oos[unit] else 1)


# -- the whole ------------------------------------------------------------------------------------


@rule("ocs.combat.7")
def defenders_of(pos: OcsPosition, v: Combat) -> list[int]:
    """All combat units in the target hex: none can be held back."""
    return pos.combat_units_at(v.target, 1 - v.side)


def totals(pos: OcsPosition, v: Combat) -> tuple[Fraction, Fraction]:
    """The strengths of both sides, unrounded."""
    attack = sum((attack_strength(pos, v, unit) for unit in v.attackers), Fraction(0))
    defence = sum((defence_strength(pos, v, unit) for unit in defenders_of(pos, v)), Fraction(0))
    return attack, defence


@rule("ocs.combat.21", "ocs.combat.23")
def category_of(pos: OcsPosition, hex: int) -> int:
    """The row of the Combat Table: the terrain of the defender's hex."""
    return pos.content.category[pos.content.terrain_name[hex]]


def first_column(pos: OcsPosition, v: Combat) -> int:
    """The column before surprise; once both sides have shown it, the one they showed."""
    if v.shown:
        return v.shown[5]
    return odds_column(pos.content.tables, category_of(pos, v.target), *totals(pos, v))


@rule("ocs.combat.33", "ocs.combat.18")
def rating_difference(pos: OcsPosition, v: Combat) -> int:
    """The attacker's Action Rating less the defender's, as they were shown."""
    if v.shown:
        return v.shown[1] - v.shown[2]
    return action_rating(pos, v.leader) - action_rating(pos, v.rival)


@rule("ocs.combat.34", "ocs.hedgehog.4")
def surprise_modifier(pos: OcsPosition, v: Combat) -> int:
    """What is added to the surprise roll: a hedgehog of any level takes one off."""
    row = "overrun" if v.overrun else "regular"
    work = pos.content.tables["surprise"].integer(row, "hedgehog") if pos.hedgehog[v.target] else 0
    return rating_difference(pos, v) + work


@rule("ocs.combat.36", "ocs.hedgehog.4")
def combat_modifier(pos: OcsPosition, v: Combat) -> int:
    """What is added to the combat roll: a hedgehog takes its level off."""
    return rating_difference(pos, v) - pos.hedgehog[v.target]


def stacks(pos: OcsPosition, units: Sequence[int]) -> list[int]:
    """The hexes that units attack from, in order."""
    return sorted({pos.hex[unit] for unit in units})


# -- the sheet ------------------------------------------------------------------------------------


@rule("ocs.combat.29", "ocs.combat.30")
def odds_sheet(pos: OcsPosition, v: Combat) -> Explanation:
    """Every number of a combat: strengths, odds, ratings, hedgehog, shift."""
    content = pos.content
    terms: list[Term] = []
    for unit in v.attackers:
        why = attack_factor(pos, v, unit)[1]
        terms.append(
            _strength_term(pos, unit, attack_strength(pos, v, unit), f"attacks, {why}", "ocs.combat.19")
        )
    for unit in defenders_of(pos, v):
        supply = "defends" if unit in v.supplied else "defends without supply"
        terms.append(_strength_term(pos, unit, defence_strength(pos, v, unit), supply, "ocs.combat.19"))
    attack, defence = totals(pos, v)
    category = category_of(pos, v.target)
    column = first_column(pos, v)
    told = odds_text(content.tables, category, column)
    terms.append(Term("strengths", f"{fraction_text(attack)} : {fraction_text(defence)}", "ocs.combat.29"))
    terms.append(Term(f"column, {CATEGORIES[category]}", told, "ocs.combat.30"))
    if v.leader != NOTHING and v.rival != NOTHING:
        ratings = f"{action_rating(pos, v.leader)} − {action_rating(pos, v.rival)}"
        terms.append(Term("Action Ratings", ratings, "ocs.combat.33"))
    if pos.hedgehog[v.target]:
        terms.append(Term("hedgehog", f"−{pos.hedgehog[v.target]}", "ocs.hedgehog.4"))
    if v.shift:
        terms.append(Term("surprise", f"{v.shift:+d}", "ocs.combat.35"))
        told = odds_text(content.tables, category, shifted(column, v.shift))
    name = "Overrun of" if v.overrun else "Attack on"
    return Explanation(f"{name} {content.names[v.target]}", tuple(terms), told)


def _strength_term(pos: OcsPosition, unit: int, strength: Fraction, why: str, rule_id: str) -> Term:
    printed = pos.shown(pos.content.strength, unit)
    kind = {ARMOR: "armor", MECH: "mech", OTHER: "other"}[pos.content.combat_class[unit]]
    label = f"{pos.content.unit_names[unit]} {why} ({kind} {printed})"
    return Term(label, fraction_text(strength), rule_id)
