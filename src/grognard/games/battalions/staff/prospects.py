"""What an attack promises: every option of both sides read through the whole table of results."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from grognard.core.board.tables import Table
from grognard.core.flow.chance import dice
from grognard.games.battalions.combat.after.stand_fast import stand_modifier
from grognard.games.battalions.combat.attack import Combat
from grognard.games.battalions.combat.combat_options import defence_refusal, uses_options
from grognard.games.battalions.combat.declaration import Declare, all_that_can, opened
from grognard.games.battalions.combat.odds.armor import with_armor
from grognard.games.battalions.combat.odds.odds_sheet import Sheet
from grognard.games.battalions.combat.odds.ratio import OFF_TABLE, column, odds_name
from grognard.games.battalions.combat.participation import usual_level
from grognard.games.battalions.combat.results import (
    ASSAULT,
    DEFEND,
    DEMORALIZES,
    DETERMINED,
    MAY_NOT_STAND,
    MAY_STAND,
    RETREAT,
    STANDARD,
    WITHDRAW,
    Cell,
    Numbers,
    attacker_split,
    cell,
    changed,
    defender_split,
    numbers,
)
from grognard.games.battalions.guns.support import enough_guns, points
from grognard.games.battalions.model.markers import current_morale
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.staff.situation import Situation

ATTACKS: Final = (STANDARD, ASSAULT)
"""The options an attacker thinks of: a probe or a feint takes nothing."""
DEFENCES: Final = (DEFEND, WITHDRAW, DETERMINED)
GROUND: Final = 0.4
"""What it is worth to drive the enemy out of any hex."""
SHAKEN: Final = 0.15
ROUTED: Final = 0.4
"""What disruption and demoralization of a stack are worth, while there is a later."""
THROWN_BACK: Final = 0.2
"""What it costs attackers to fall back."""
RETAKEN: Final = 0.5
"""How likely a goal that attackers had to leave falls to the enemy."""
LEFT_EMPTY: Final = 0.3
"""The part of a prize that a hex is worth which the enemy left and we could not enter."""
CAUTION: Final = 0.6
"""How far an attacker reckons with the answer that is worst for him, and not with any."""
HOPELESS: Final = -3.0
"""An attack that falls off the table."""
FORBIDDEN: Final = -100.0


class Forecast(NamedTuple):
    """An attack as both sides can reckon it: its odds, who may die in it and what hangs on it.

    `stands` is the chance that the defenders stand fast if they try; `gain` and `cost` are the points of a
    step of the defender and of the attacker, `prize` those of the hex, `risk` those of the goals that the
    attackers leave if they are thrown back.
    """

    target: int
    level: int
    terrain: str
    steps: int
    stands: float
    gain: float
    cost: float
    prize: float
    risk: float = 0.0


class Prospect(NamedTuple):
    """An attack: who takes part, what it promises and its odds in words."""

    value: float
    target: int
    units: tuple[int, ...]
    odds: str


# -- what may come of it --------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _spread(crt: Table, column: int, night: bool) -> tuple[tuple[int, Numbers], ...]:
    """The results of a column, each with its ways out of 36."""
    return tuple((ways, numbers(crt, column, roll, night)) for roll, ways in dice(2))


def worth_of(now: Situation, fight: Forecast, attack: int, defence: int) -> float:
    """What the attack is worth to the attacker if these options meet, as the side of `now` counts."""
    pos = now.pos
    tables = pos.content.tables
    met = cell(tables["option-matrix"], attack, defence)
    if not met.has_roll:
        return _outcome(now, fight, 0.0, 0.0, left=float(met.fall_back > 0))
    found = column(tables["odds-ladder"], fight.terrain, False, fight.level + met.shift)
    if found == OFF_TABLE:
        return HOPELESS
    spread = _spread(tables["crt"], found, pos.is_night)
    return sum(ways * _roll(now, fight, met, changed(result, met)) for ways, result in spread) / 36


def _roll(now: Situation, fight: Forecast, met: Cell, result: Numbers) -> float:
    """What one result is worth, over whether the defenders stand. Who falls back himself takes nothing."""
    own, back = attacker_split(result.attacker)
    steps, hexes = defender_split(result.defender, met)
    rest = (_shock(result.defender_mark) - _shock(result.attacker_mark)) * now.later
    won = LEFT_EMPTY if back else 1.0
    if back:
        rest -= THROWN_BACK * now.later + fight.risk
    if steps >= fight.steps:
        return rest + _outcome(now, fight, own, fight.steps, left=won)
    if not hexes:
        return rest + _outcome(now, fight, own, steps, left=0.0)
    stands = fight.stands if _tries(fight, met) else 0.0
    all_in = min(fight.steps, steps + hexes)
    stood = _outcome(now, fight, own, all_in, left=won * (all_in == fight.steps)) if stands else 0.0
    return rest + stands * stood + (1 - stands) * _outcome(now, fight, own, steps, left=won)


def _tries(fight: Forecast, met: Cell) -> bool:
    """Do the defenders try to stand? Who may does so only for a prize."""
    return met.stand != MAY_NOT_STAND and (met.stand != MAY_STAND or fight.prize > 0)


def _shock(mark: int) -> float:
    return 0.0 if not mark else ROUTED if mark == DEMORALIZES else SHAKEN


def _outcome(now: Situation, fight: Forecast, own: float, theirs: float, left: float) -> float:
    """Points as the ladder of victory values them, and what strength is worth while there is a later."""
    attacks = now.side == now.pos.phasing
    sign = 1 if attacks else -1
    if attacks:
        theirs *= now.temper.daring
    else:
        own *= now.temper.daring
    gained = theirs * fight.gain - own * fight.cost + left * fight.prize
    strength = now.later * (theirs - own) * now.strength
    return sign * now.stakes.worth(sign * gained) + strength + left * GROUND * now.later


def best_option(now: Situation, fight: Forecast, defences: Iterable[int] = DEFENCES) -> tuple[float, int]:
    """What the attacker can count on, more or less whatever the defender does, and the option for it."""
    if not uses_options(now.pos):
        return worth_of(now, fight, STANDARD, DEFEND), STANDARD
    allowed = list(defences)
    found: list[tuple[float, int]] = []
    for option in ATTACKS:
        values = [worth_of(now, fight, option, other) for other in allowed]
        found.append((CAUTION * min(values) + (1 - CAUTION) * sum(values) / len(values), option))
    return max(found, key=lambda one: one[0])


# -- the attack itself ------------------------------------------------------------------------------


def likely(pos: BattalionPosition, v: Combat) -> Combat:
    """The combat as it will probably be fought: usual levels, all guns that count, armor."""
    mine, theirs = pos.phasing, 1 - pos.phasing
    v = v._replace(
        reckoned=1,
        attack_level=usual_level(pos, v, mine) if v.attack_level < 0 else v.attack_level,
        defence_level=usual_level(pos, v, theirs) if v.defence_level < 0 else v.defence_level,
    )
    return with_armor(
        pos,
        v._replace(
            attack_guns=v.attack_guns or _support(pos, v, mine),
            defence_guns=v.defence_guns or _support(pos, v, theirs),
        ),
    )


def _support(pos: BattalionPosition, v: Combat, side: int) -> tuple[tuple[int, int], ...]:
    return tuple((gun, points(pos, v, gun)) for gun in enough_guns(pos, v, side))


def fight_of(now: Situation, v: Combat) -> Forecast:
    """A combat on the table, or one that might be declared."""
    pos = now.pos
    sheet = Sheet(pos, likely(pos, v))
    level = sheet.level if sheet.attack.total > 0 else FAR_DOWN
    chances = [(current_morale(pos, unit) - stand_modifier(pos, unit) - 1) / 6 for unit in v.defenders]
    return Forecast(
        v.target,
        level,
        sheet.terrain,
        sum(pos.steps[unit] for unit in v.defenders),
        min(1.0, max(0.0, max(chances, default=0.0))),
        mean_step(now, v.defenders),
        mean_step(now, v.attackers),
        now.goals.get(v.target, 0.0),
        at_risk(now, v.origins),
    )


def at_risk(now: Situation, origins: Iterable[int]) -> float:
    """What the side of `now` may lose by being thrown back from hexes; nothing if the enemy comes no more."""
    if now.has_last_word or now.side != now.pos.phasing:
        return 0.0
    return RETAKEN * sum(now.goals.get(hex, 0.0) for hex in set(origins))


def mean_step(now: Situation, units: Sequence[int]) -> float:
    """The points that a step of these units is worth on average."""
    steps = sum(now.pos.steps[unit] for unit in units)
    return sum(now.step(unit) * now.pos.steps[unit] for unit in units) / steps if steps else 0.0


def open_defences(pos: BattalionPosition, v: Combat) -> list[int]:
    """The options the defender may choose."""
    return [one for one in (*DEFENCES, RETREAT) if defence_refusal(pos, v, one) is None]


def prospect(now: Situation, target: int, units: Sequence[int]) -> Prospect:
    """What an attack of these units promises; a value far below 0 where it may not be made."""
    pos = now.pos
    v = opened(pos, target, units)
    fight = fight_of(now, v)
    value, _ = best_option(now, fight, open_defences(pos, v))
    return Prospect(value, target, tuple(units), odds_name(fight.level))


def best_attack(now: Situation, target: int) -> Prospect:
    """The attack of all who can, but for those without whom it promises more."""
    units = all_that_can(now.pos, Declare(target))
    if not units:
        return Prospect(FORBIDDEN, target, (), "no attack")
    best = prospect(now, target, units)
    while len(best.units) > 1:
        fewer = max((prospect(now, target, rest) for rest in _without_one(now, best.units)), key=_value)
        if fewer.value <= best.value:
            break
        best = fewer
    return best


def _value(one: Prospect) -> float:
    return one.value


def _without_one(now: Situation, units: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """These units without one of them, of those that fight alike only once."""
    pos = now.pos
    kinds = {
        (pos.attack_of(unit), pos.hex[unit], current_morale(pos, unit), pos.formation_of(unit)): unit
        for unit in units
    }
    return [tuple(one for one in units if one != unit) for unit in kinds.values()]


FAR_DOWN: Final = -20
"""The level of an attack without strength."""
