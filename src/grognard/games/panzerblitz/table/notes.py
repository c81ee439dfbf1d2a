"""What stands beside a choice: the odds of a target at their best, and what each firer brings."""

from collections.abc import Callable

from grognard.core.chapter import Choice
from grognard.games.panzerblitz.combat import close_assault, overrun
from grognard.games.panzerblitz.combat.close_assault import Storm
from grognard.games.panzerblitz.combat.fire import SEPARATELY, Attack, helpers, volley
from grognard.games.panzerblitz.combat.melee import FoughtHexes, Melee, with_units
from grognard.games.panzerblitz.combat.opportunity_fire import snap_volley, targets_left
from grognard.games.panzerblitz.combat.overrun import Charge
from grognard.games.panzerblitz.combat.results import Sheet
from grognard.games.panzerblitz.combat.targets import (
    ARMOURED,
    can_be_fired_at,
    faced_class,
    fire_sheet,
    firepower,
    fires_uphill,
    single_aims,
    weapon_strength,
    whole_target,
)
from grognard.games.panzerblitz.drop.breakdown import group_of
from grognard.games.panzerblitz.model.position import DropPosition
from grognard.games.panzerblitz.table.sheets import melee_sheet


def note(pos: DropPosition, side: int, choice: Choice) -> str:
    """What one choice comes to, in a few words; "" where its name says it all."""
    match pos.vars, choice:
        case _, ("fire", hex):
            return _at_best(pos, best_fire(pos, hex))
        case Attack() as v, _:
            return _aimed(pos, v, choice) if not v.aim else _added(pos, v, choice)
        case FoughtHexes(), ("overrun" | "assault" as verb, hex):
            return _at_best(pos, _whole_melee(pos, verb, hex))
        case Melee(), ("charge" | "join", unit):
            return f"attacks with {pos.content.attack[unit]}"
        case Melee() as v, ("through" | "from", origin) if v.picked >= 0:
            sheet = melee_sheet(pos, with_units(v, _company(pos, v, v.picked, origin), origin))
            return f"then {odds_words(pos, sheet)}"
    return ""


def odds_words(pos: DropPosition, sheet: Sheet) -> str:
    """The odds of a sheet with the modifier of the die."""
    if sheet.column < 0:
        return f"too long, {sheet.attack} to {sheet.defence}"
    die = f", die {sheet.modifier:+d}" if sheet.modifier else ""
    return f"{pos.content.odds_names[sheet.column]}{die}"


def _at_best(pos: DropPosition, sheet: Sheet | None) -> str:
    if sheet is None:
        return ""
    return odds_words(pos, sheet) if sheet.column < 0 else f"at best {odds_words(pos, sheet)}"


# -- fire -----------------------------------------------------------------------------------------


def everybody(pos: DropPosition, v: Attack) -> tuple[int, ...]:
    """All who can fire at this target, pieces with the comrades that the distance asks for."""
    while more := helpers(pos, v):
        v = v._replace(firers=(*v.firers, *volley(pos, more[0], v)))
    return v.firers


def best_fire(pos: DropPosition, hex: int) -> Sheet | None:
    """The sheet of the best attack that can be made on a hex: whichever of its targets, with all firers."""
    aims = [aim for aim in single_aims(pos, hex).values() if can_be_fired_at(pos, hex, aim)]
    sheets = [_best_sheet(pos, hex, aim) for aim in aims]
    return max(sheets, key=lambda sheet: (sheet.column, -sheet.modifier), default=None)


def _best_sheet(pos: DropPosition, hex: int, aim: tuple[int, ...]) -> Sheet:
    return fire_sheet(pos, hex, aim, everybody(pos, Attack(hex, aim)))


def _aimed(pos: DropPosition, v: Attack, choice: Choice) -> str:
    """The odds of what may be aimed at; of separate attacks every one, each as if all fired at it."""
    aim = single_aims(pos, v.hex).get(choice)
    if aim:
        return _at_best(pos, _best_sheet(pos, v.hex, aim))
    if choice != SEPARATELY:
        return ""
    each = [(unit, _best_sheet(pos, v.hex, (unit,))) for unit in whole_target(pos, v.hex)]
    said = "; ".join(f"{pos.content.unit_names[unit]} {odds_words(pos, sheet)}" for unit, sheet in each)
    return f"an attack on each, at best, if all fire at it: {said}"


def _added(pos: DropPosition, v: Attack, choice: Choice) -> str:
    """What a firer brings, halved uphill, and the odds with it."""
    verb, unit = choice
    aim = v.aim
    is_chance = pos.stack[-1].procedure == "opportunity"
    if is_chance:
        aim = targets_left(pos, v)
    if verb != "add" or not aim:
        return ""
    group = snap_volley(pos, unit, v) if is_chance else volley(pos, unit, v)
    firers = (*v.firers, *group)
    armoured = faced_class(pos, v.hex, aim, firers) == ARMOURED
    strength = sum(firepower(pos, one, v.hex, armoured) for one in group)
    with_it = f" with {len(group) - 1} more" if len(group) > 1 else ""
    uphill = ""
    if fires_uphill(pos, pos.where[unit], v.hex):
        uphill = f", uphill: half of {sum(weapon_strength(pos, one, v.hex, armoured) for one in group)}"
    far = pos.content.distance(pos.where[unit], v.hex)
    odds = odds_words(pos, fire_sheet(pos, v.hex, aim, firers))
    return f"{strength}{with_it} at {far}{uphill}; then {odds}"


# -- overruns and close assaults --------------------------------------------------------------------


def _company(pos: DropPosition, v: Melee, unit: int, origin: int) -> tuple[int, ...]:
    """Who comes along: a group of pieces that steps before it storms goes as one."""
    return group_of(pos, unit) if isinstance(v, Storm) and origin != pos.where[unit] else (unit,)


def _whole_melee(pos: DropPosition, verb: str, hex: int) -> Sheet | None:
    """The sheet of an attack that all join who can, each by the first way it has."""
    v: Melee = Charge(hex) if verb == "overrun" else Storm(hex)
    able: Callable[[DropPosition, Melee], list[int]] = (
        overrun.chargers if verb == "overrun" else close_assault.joiners
    )
    ways = overrun.overrun_origins if verb == "overrun" else close_assault.assault_origins
    while found := able(pos, v):
        origin = ways(pos, v, found[0])[0]
        v = with_units(v, _company(pos, v, found[0], origin), origin)
    return melee_sheet(pos, v) if v.units else None
