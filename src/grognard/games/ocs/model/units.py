"""Basic terms: who can attack, how strong a counter is as it lies, how large, how good."""

from collections.abc import Iterable
from fractions import Fraction

from grognard.core.ledger import rule
from grognard.games.ocs.model.content import COMBAT_SIDE, ENGINEERS, HEAVY_AT, LIGHT_AT, NO_AT
from grognard.games.ocs.model.ground import ARMOR, MECH
from grognard.games.ocs.model.position import COMBAT, DG, RESERVE, STRAT, OcsPosition
from grognard.games.ocs.model.scale import CAP, HALF, rounded


@rule("ocs.basics.21", "ocs.modes.18", "ocs.modes.26")
def is_attack_capable(pos: OcsPosition, unit: int) -> bool:
    """Has the unit a printed strength without parentheses, and is it in neither Strat nor Reserve Mode?"""
    return pos.content.can_attack[unit] and pos.mode[unit] not in (STRAT, RESERVE)


@rule("ocs.units.8", "ocs.combat.18", "ocs.modes.34", "ocs.modes.26")
def action_rating(pos: OcsPosition, unit: int) -> int:
    """The Action Rating in a combat: one less when disorganised, 0 in Strat Mode."""
    if pos.mode[unit] == STRAT:
        return 0
    return pos.shown(pos.content.rating, unit) - (pos.mode[unit] == DG)


@rule("ocs.combat.28", "ocs.option.2")
def step_factor(pos: OcsPosition, unit: int, attacks: bool) -> Fraction:
    """What lost steps leave of a unit's strength: half in attack, and in defence once half are gone."""
    content = pos.content
    lost, printed = pos.lost[unit], content.max_steps[unit]
    if not content.is_multi_step[unit] or not lost:
        return Fraction(1)
    if content.options["opt_21_2_proportional_loss"]:
        strength = pos.shown(content.strength, unit)
        left = rounded(Fraction(strength * (printed - lost), printed))
        return Fraction(left, strength) if strength else Fraction(1)
    return HALF if attacks or 2 * lost >= printed else Fraction(1)


@rule("ocs.modes.19", "ocs.modes.26", "ocs.modes.34")
def mode_factor(pos: OcsPosition, unit: int) -> Fraction:
    """What a unit's mode leaves of its strength."""
    mode = pos.mode[unit]
    if mode == STRAT:
        return Fraction(0)
    return HALF if mode in (DG, RESERVE) else Fraction(1)


@rule("ocs.combat.26", "ocs.combat.27")
def at_level(pos: OcsPosition, unit: int) -> int:
    """The anti-tank level of a unit, in any mode."""
    content = pos.content
    if content.combat_class[unit] == ARMOR or content.kind[unit] in ("anti-tank", "anti-aircraft"):
        return HEAVY_AT
    if content.combat_class[unit] == MECH:
        return HEAVY_AT if "tank-symbol" in content.traits[unit] else LIGHT_AT
    return NO_AT


@rule("ocs.combat.26", "ocs.combat.27", "ocs.hedgehog.4")
def at_level_of(pos: OcsPosition, hex: int, side: int) -> int:
    """The anti-tank level of a hex that `side` holds: a hedgehog is heavy."""
    if pos.hedgehog[hex]:
        return HEAVY_AT
    return max((at_level(pos, unit) for unit in pos.combat_units_at(hex, side)), default=NO_AT)


@rule("ocs.engineer.1", "ocs.modes.11", "ocs.modes.37")
def is_engineer_capable(pos: OcsPosition, unit: int) -> bool:
    """Is this an HQ or plain engineer in Combat Mode, or disorganised on its Combat side?"""
    if pos.content.kind[unit] not in ENGINEERS:
        return False
    return works(pos, unit)


@rule("ocs.modes.11", "ocs.modes.37")
def works(pos: OcsPosition, unit: int) -> bool:
    """Is the unit in Combat Mode, or disorganised with Combat orientation?"""
    if pos.mode[unit] == COMBAT:
        return True
    return pos.mode[unit] == DG and pos.face[unit] == COMBAT_SIDE


def transport_size(pos: OcsPosition, unit: int) -> int:
    """The capacity that a unit takes on rail, ships and planes, in parts of a Cap."""
    if pos.content.is_transport[unit]:
        return pos.points[unit] * CAP
    return pos.content.equivalent(unit, pos.size(unit))


def names_of(pos: OcsPosition, units: Iterable[int]) -> str:
    """The names of units, for a sentence."""
    return ", ".join(pos.content.unit_names[unit] for unit in units)
