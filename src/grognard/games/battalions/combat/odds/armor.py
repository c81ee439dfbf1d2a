"""Armour against anti-tank values: who may use his, the levels, and the shift they give."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import Action, Game, rule
from grognard.games.battalions.combat.attack import Combat, participating, still_on_map
from grognard.games.battalions.combat.attack_limits import TANKS
from grognard.games.battalions.model.position import DEMORALIZED, ISOLATED, BattalionPosition

ON_THEIR_OWN: Final = frozenset({"infantry", "parachute", "cavalry", "mg", "smg", "recon"})
"""Kinds that use their values without a partner."""
LEGS: Final = frozenset({"infantry", "mechanized", "parachute", "cavalry", "engineer", "mg", "smg"})
"""Kinds that are a partner to others."""
MOST_ARMOR: Final = 3
MASSED_RATIO: Final = 5


# -- values ---------------------------------------------------------------------------------------


@rule("rp.armor.6", "rp.armor.8")
def armor_value(pos: BattalionPosition, unit: int) -> int:
    """The armor value, 2 lower if isolated and 2 if demoralized, not below 0."""
    lost = 2 * (pos.supply[unit] == ISOLATED) + 2 * (pos.morale_state[unit] == DEMORALIZED)
    return max(0, pos.armor_of(unit) - lost)


@rule("rp.armor.7", "rp.armor.9")
def at_value(pos: BattalionPosition, unit: int) -> int:
    """The AT value, 1 lower if isolated and 1 if demoralized, not below 0."""
    lost = (pos.supply[unit] == ISOLATED) + (pos.morale_state[unit] == DEMORALIZED)
    return max(0, pos.at_of(unit) - lost)


@rule("rp.morale.14")
def defending_value(pos: BattalionPosition, v: Combat, unit: int) -> int:
    """What a defender sets against armour: its AT or tank value, half of it after a failed morale check."""
    value = max(armor_value(pos, unit), at_value(pos, unit))
    return value // 2 if unit in v.defence_failed else value


# -- who may use them -----------------------------------------------------------------------------


@rule("rp.armor.2", "rp.armor.3", "rp.armor.4")
def may_use(pos: BattalionPosition, unit: int, party: Sequence[int], defends: bool) -> bool:
    """May a unit use its armor or AT value: is it leg-type or recon, or stacked with a partner?"""
    content = pos.content
    if content.kind[unit] in ON_THEIR_OWN:
        return True
    rules = content.combat
    if defends and content.kind[unit] in rules.lone_defenders and content.nation[unit] == rules.lone_nation:
        return True
    return any(
        other != unit
        and pos.hex[other] == pos.hex[unit]
        and content.kind[other] in LEGS
        and rules.is_partner(pos, other)
        for other in party
    )


def usable_armor(pos: BattalionPosition, v: Combat) -> dict[int, int]:
    """The armor values of the participating attackers that may use theirs."""
    party = participating(pos, v)
    values = {unit: armor_value(pos, unit) for unit in party}
    return {unit: value for unit, value in values.items() if value and may_use(pos, unit, party, False)}


def usable_at(pos: BattalionPosition, v: Combat) -> dict[int, int]:
    """The values that the defenders may set against armour; a partner has not failed his morale check."""
    units = still_on_map(pos, v.defenders)
    party = [unit for unit in units if unit not in v.defence_failed]
    values = {unit: defending_value(pos, v, unit) for unit in units}
    return {unit: value for unit, value in values.items() if value and may_use(pos, unit, party, True)}


# -- levels and shift -----------------------------------------------------------------------------


@rule("rp.armor.11", "rp.armor.12", "rp.armor.13", "rp.odds-shifts.6")
def armor_shift(armor: int, at: int, their_armor: int) -> int:
    """To the right for the armor level, less the AT level; and one less of all against better armour."""
    return max(0, min(armor, MOST_ARMOR) - at) - (armor < their_armor)


@rule("rp.armor.14", "rp.armor.15")
def is_massed(pos: BattalionPosition, armor: dict[int, int], at: dict[int, int]) -> bool:
    """Are the attacker's tank steps of his highest armor five times the defender's of his highest value?"""
    tanks = {unit: value for unit, value in armor.items() if is_armored(pos, unit)}
    theirs = best_steps(pos, at)
    return theirs > 0 and best_steps(pos, tanks) >= MASSED_RATIO * theirs


def best_steps(pos: BattalionPosition, values: dict[int, int]) -> int:
    """The steps of the units with the highest of these values."""
    best = max(values.values(), default=0)
    return sum(pos.steps[unit] for unit, value in values.items() if value == best)


@rule("rp.armor.10")
def is_outclassed(pos: BattalionPosition, v: Combat) -> bool:
    """Is the AT level so far above the armor level that tanks and recon attack with half their AS?"""
    least = pos.content.combat.outclassed_from
    return least >= 0 and v.at - v.armor >= least


def is_armored(pos: BattalionPosition, unit: int) -> bool:
    """Is it a tank unit, on tracks with or without a turret?"""
    return pos.content.kind[unit] in TANKS


@rule("rp.armor.1", "rp.armor.5")
class FixArmor(Action[BattalionPosition, Combat]):
    """The levels and the shift stay as they are, whatever AT fire does afterwards."""

    title = "Armor level, AT level and their shift"

    def run(self, game: Game[BattalionPosition], v: Combat) -> None:
        fixed = with_armor(game.pos, v)
        if fixed.armor or fixed.at:
            game.tell("armor", fixed.armor, fixed.at, rule="rp.armor.5")
        game.update(fixed)


def with_armor(pos: BattalionPosition, v: Combat) -> Combat:
    """The combat with its levels, the armor shift and the shots of the defender."""
    armor, at = usable_armor(pos, v), usable_at(pos, v)
    level, against = max(armor.values(), default=0), max(at.values(), default=0)
    return v._replace(
        armor=level,
        at=against,
        armor_shift=armor_shift(level, against, best_defending_armor(pos, v)),
        massed=int(is_massed(pos, armor, at)),
        shots=all_shots(pos, at),
    )


@rule("rp.armor.13")
def best_defending_armor(pos: BattalionPosition, v: Combat) -> int:
    """The highest armor that a defender may use: none has a tank unit alone; half of a failed one's."""
    values = [armor_value(pos, unit) // (2 if unit in v.defence_failed else 1) for unit in usable_at(pos, v)]
    return max(values, default=0)


@rule("rp.at-fire.2")
def all_shots(pos: BattalionPosition, at: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """A shot for each defending step with a value that may be used, the best first."""
    shots = [(unit, value) for unit, value in at.items() for _ in range(pos.steps[unit])]
    return tuple(sorted(shots, key=lambda shot: (-shot[1], shot[0])))
