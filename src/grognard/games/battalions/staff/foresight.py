"""What an attack would promise from hexes that its units have not reached yet."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.games.battalions.combat.attack import up
from grognard.games.battalions.combat.odds.ratio import basic_level, shifted
from grognard.games.battalions.combat.odds.strength import crossed
from grognard.games.battalions.model.content import FOOT
from grognard.games.battalions.model.markers import current_morale
from grognard.games.battalions.model.position import DEMORALIZED, IMPROVED, BattalionPosition
from grognard.games.battalions.staff.prospects import HOPELESS, Forecast, at_risk, best_option, mean_step
from grognard.games.battalions.staff.situation import Situation

MOST_LEAD: Final = 3


class Defence(NamedTuple):
    """A stack that may be attacked: its strength with its guns, its morale, who is in it."""

    strength: int
    morale: int
    units: tuple[int, ...]


def defence_of(now: Situation, target: int) -> Defence:
    """The enemy in a hex as he would defend it."""
    pos = now.pos
    units = [unit for unit in pos.of_side_at(target, now.enemy) if pos.defence_of(unit) > 0]
    units = [unit for unit in units if not pos.dispersed[unit] and not pos.content.is_leader[unit]]
    own = sum(_halved(pos, unit, pos.defence_of(unit)) for unit in units)
    works = pos.works[target] == IMPROVED and pos.works_side[target] == now.enemy
    if works and not pos.content.ground.works_in_vain[target]:
        own = up(own * 3)
    formations = {pos.formation_of(unit) for unit in units}
    printed = sum(pos.defence_of(unit) for unit in units)
    guns = support_within(pos, now.enemy, formations, target, spare=0)
    return Defence(own + min(printed, guns), _morale(pos, units), tuple(units))


def _halved(pos: BattalionPosition, unit: int, strength: int) -> int:
    return up(strength) if pos.morale_state[unit] == DEMORALIZED else strength


def _morale(pos: BattalionPosition, units: Sequence[int]) -> int:
    """The morale that most of these units have."""
    found = sorted((current_morale(pos, unit) for unit in units), reverse=True)
    return found[(len(found) - 1) // 2] if found else 0


def support_within(pos: BattalionPosition, side: int, formations: set[int], hex: int, spare: int) -> int:
    """The support that guns of these formations, or of none, could give around a hex."""
    content, total = pos.content, 0
    for gun in pos.on_map(side):
        fires = content.fires[gun] and not pos.limbered[gun] and pos.morale_state[gun] != DEMORALIZED
        if not fires or (not pos.ammunition[gun] and content.combat.spends_ammunition(pos, gun)):
            continue
        if content.formation[gun] >= 0 and content.formation[gun] not in formations:
            continue
        if content.grid.distance(pos.hex[gun], hex) <= pos.value("range", gun) + spare:
            total += pos.value("support", gun)
    return up(total) if pos.is_night else total


def foreseen_value(now: Situation, target: int, party: Sequence[tuple[int, int]], defence: Defence) -> float:
    """What units would promise that attack a stack, each from the hex it is to come to."""
    pos = now.pos
    units = [unit for unit, _ in party]
    own = sum(_strength(pos, unit, hex, target) for unit, hex in party)
    if not own:
        return HOPELESS
    printed = sum(pos.attack_of(unit) for unit in units)
    guns = support_within(pos, now.side, {pos.formation_of(unit) for unit in units}, target, spare=1)
    lead = _morale(pos, units) - defence.morale
    shift = min(lead, MOST_LEAD) if lead >= 0 else -up(-lead)
    level = shifted(basic_level(own + min(2 * printed, guns), defence.strength), shift)
    fight = Forecast(
        target,
        level,
        "night" if pos.is_night else pos.content.ground.terrain[target],
        sum(pos.steps[unit] for unit in defence.units),
        max(0.0, (defence.morale - 1) / 6),
        mean_step(now, defence.units),
        mean_step(now, units),
        now.goals.get(target, 0.0),
        at_risk(now, [hex for _, hex in party]),
    )
    return best_option(now, fight)[0]


def _strength(pos: BattalionPosition, unit: int, here: int, target: int) -> int:
    """The attack strength from a hex, over a river what is left of it."""
    strength = _halved(pos, unit, pos.attack_of(unit))
    row = crossed(pos, here, target, pos.mobility_of(unit) == FOOT)
    if not row:
        return strength
    table = pos.content.tables["strength-factors"]
    return max(1, up(strength * table.integer(row, "numerator"), table.integer(row, "denominator")))
