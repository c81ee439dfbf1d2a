"""What attacks and barrages promise: their columns read through the whole tables of results."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.flow.chance import D6, dice
from grognard.games.ocs.combat.odds import AT_EFFECT, category_of, defence_strength
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.barrage import Shelling, barrage_columns, effect_of
from grognard.games.ocs.model.charts import (
    Result,
    Tables,
    barrage_cell,
    combat_cell,
    odds_column,
    odds_text,
    read_result,
    shifted,
    surprise,
)
from grognard.games.ocs.model.content import COMBAT_SIDE
from grognard.games.ocs.model.ground import OTHER
from grognard.games.ocs.model.position import DG, STRAT, OcsPosition
from grognard.games.ocs.model.units import at_level, at_level_of, step_factor
from grognard.games.ocs.sequence.fog import top_unit

if TYPE_CHECKING:
    from grognard.games.ocs.staff.situation import Situation

STANDS = 0.3
"""How often a defender who may choose loses steps and stays."""
STANDS_FIRM = 0.85
"""How often he does in an objective."""
FORLORN = 1.0
"""What speaks against an attack at 1:2 and worse, while there is a tomorrow."""
LIKELY = 0.6
LEAST = 0.3
"""What an attack must promise, in steps."""
HOPELESS = 0.1
"""How likely a last attack must clear its hex at least."""
HELD_BACK = 0.1
"""What a unit must add to an attack that is likely to succeed, or else it is kept for later."""
EXPLOITING = 0.6
"""What it is worth to get Exploit markers, in steps."""


class Mean(NamedTuple):
    """What an attack gives on average: steps of both sides, how often the hex is left, and exploitation."""

    own: float
    theirs: float
    leaves: float
    """How often the hex is left and somebody is there to come in."""
    exploits: float
    yields: float
    """How often the attackers are gone or have to go back themselves."""


class Striker(NamedTuple):
    """A unit of an attack, and where it strikes from."""

    unit: int
    origin: int
    strength: Fraction
    rating: int
    steps: int


class Prospect(NamedTuple):
    """An attack: who takes part from where, what it promises in steps, and its odds in words."""

    value: float
    target: int
    strikers: tuple[Striker, ...]
    odds: str
    leaves: float = 0.0


class Held(NamedTuple):
    """How a hex is held, as far as one can tell: the unit on top, and a share of all that is hidden."""

    strength: Fraction
    rating: int
    steps: int
    is_dg: bool


class Shells(NamedTuple):
    """What a barrage gives on average: how often it disorganises, and steps."""

    dg: float
    steps: float


class Charts:
    """The tables of a game, with what was read from them kept."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._results: dict[tuple[int, int, int, bool], list[tuple[float, Result]]] = {}

    def results(self, column: int, rating: int, hedgehog: int, overrun: bool) -> list[tuple[float, Result]]:
        """Every result of an attack with its chance: surprise, shift and roll."""
        key = (column, rating, hedgehog, overrun)
        found = self._results.get(key)
        if found is None:
            chances: dict[Result, float] = {}
            for shift, share in self._shifts(rating - (hedgehog > 0), overrun).items():
                for roll, ways in dice(2):
                    cell = combat_cell(self.tables, shifted(column, shift), roll + rating - hedgehog)
                    result = read_result(cell)
                    chances[result] = chances.get(result, 0.0) + share * ways / 36
            found = self._results[key] = [(chance, result) for result, chance in chances.items()]
        return found

    def _shifts(self, rating: int, overrun: bool) -> dict[int, float]:
        """Every shift of the column that surprise brings, with its chance."""
        found: dict[int, float] = {}
        for roll, ways in dice(2):
            who = surprise(self.tables, roll + rating, overrun)
            for die, weight in D6 if who else [(0, 6)]:
                found[who * die] = found.get(who * die, 0.0) + ways * weight / 216
        return found

    def mean(
        self,
        column: int,
        rating: int,
        hedgehog: int,
        overrun: bool,
        steps: int,
        mine: int,
        best: int,
        stands: float,
    ) -> Mean:
        """The average of an attack on so many steps, by attackers of so many and of this best rating.

        `stands` is how often a defender who may choose loses steps instead of going back.
        """
        own = theirs = leaves = exploits = yields = 0.0
        for chance, result in self.results(column, rating, hedgehog, overrun):
            left = steps - result.defender_loses
            is_spent = result.attacker_loses + result.attacker_option >= mine
            own += chance * (result.attacker_loses + 0.7 * result.attacker_option)
            theirs += chance * min(steps, result.defender_loses + stands * result.defender_option)
            if is_spent:  # they go back first or are gone: nobody has to leave, and nobody comes in
                yields += chance
            elif left <= 0 or result.defender_option >= left:
                leaves += chance
            elif result.defender_option:
                leaves += chance * (1 - stands)
            if result.exploit and best >= result.exploit and not overrun and not is_spent:
                exploits += chance
        return Mean(own, theirs, leaves, exploits, yields)


# -- strengths ------------------------------------------------------------------------------------


def strike_from(pos: OcsPosition, unit: int, origin: int, target: int, face: int) -> Fraction:
    """The strength of a unit that attacks from a hex, the defender choosing the terrain that helps him."""
    content = pos.content
    kind = content.combat_class[unit]
    name = content.terrain_name[target]
    factor = content.attack_factor[name][kind]
    enemy = 1 - content.side[unit]
    if kind != OTHER and factor == 2 and at_level_of(pos, target, enemy) >= at_level(pos, unit):
        factor = AT_EFFECT
    river = content.side_kind(origin, target)
    if river:
        factor = min(factor, content.attack_factor[river][kind])
    strength = Fraction(content.strength[unit * 2 + face]) * factor * step_factor(pos, unit, attacks=True)
    if pos.mode[unit] == DG:
        strength /= 2
    return strength / 2 if pos.oos[unit] else strength


def rating_of(pos: OcsPosition, unit: int, face: int = COMBAT_SIDE) -> int:
    """The Action Rating that a unit would have on a side of its counter."""
    if pos.mode[unit] == STRAT:
        return 0
    return pos.content.rating[unit * 2 + face] - (pos.mode[unit] == DG)


def held_by_enemy(pos: OcsPosition, target: int, side: int, hexes: Sequence[int]) -> Held:
    """How the enemy of a side holds a hex: by the unit on top and a share of all that is hidden.

    What lies below a top could be anywhere: with a new guess for each answer, plans would change half done.
    """
    content = pos.content
    tops = {hex: top_unit(pos, hex, 1 - side) for hex in hexes}
    top = tops[target]
    there = {unit for hex in hexes for unit in pos.combat_units_at(hex, 1 - side)}
    hidden = there - set(tops.values())
    factors = content.defence_factor[content.terrain_name[target]]
    share = sum(
        (content.strength[unit * 2] * factors[content.combat_class[unit]] for unit in hidden), Fraction(0)
    ) / len(hexes)
    is_dg = pos.mode[top] == DG
    strength = defence_strength(pos, Combat(target, side, supplied=(top,)), top)
    strength += share / (2 if is_dg else 1) / (2 if pos.oos[top] else 1)
    rating = rating_of(pos, top, pos.face[top])
    if len(hidden) >= len(hexes):
        mean = sum(content.rating[unit * 2] for unit in hidden) / len(hidden)
        rating = max(rating, round(mean) - is_dg)
    steps = pos.steps(top) + sum(pos.steps(unit) for unit in hidden) / len(hexes)
    return Held(strength, rating, max(1, round(steps)), is_dg)


def prospect(
    now: "Situation",
    target: int,
    strikers: Sequence[Striker],
    overrun: bool = False,
    dg: float = 0.0,
    price: float | None = None,
) -> Prospect:
    """What an attack promises; `dg` is the chance that a barrage disorganises the defenders first."""
    pos = now.pos
    held = now.held(target)
    defence = held.strength
    attack = sum((one.strength for one in strikers), Fraction(0))
    best = max(one.rating for one in strikers)
    category = category_of(pos, target)
    hedgehog = pos.hedgehog[target]
    cases = [(1.0 - dg, Fraction(1), 0), (dg, Fraction(1, 2), 1)]
    if held.is_dg or not dg:
        cases = [(1.0, Fraction(1), 0)]
    prize = now.prize(target, overrun)
    can_exploit = not overrun and exploits_together(pos, strikers)
    stands = STANDS_FIRM if target in now.wanted else STANDS
    tokens = sum(one.steps for one in strikers)
    bared = 0.0 if overrun else now.bared_by({one.unit: one.origin for one in strikers})
    value = leaves = 0.0
    told = ""
    for chance, share, worse in cases:
        column = odds_column(now.charts.tables, category, attack, defence * share)
        rating = best - held.rating + worse
        mean = now.charts.mean(column, rating, hedgehog, overrun, held.steps, tokens, best, stands)
        gain = (now.temper.daring * mean.theirs - mean.own) * now.step + mean.leaves * prize
        gain -= mean.yields * bared
        value += chance * (gain + (mean.exploits * EXPLOITING if can_exploit else 0.0))
        leaves += chance * mean.leaves
        told = told or odds_text(now.charts.tables, category, column)
    if 2 * attack < defence and now.turns_left:
        value -= FORLORN
    value -= tokens * (now.token if price is None else price)
    return Prospect(value, target, tuple(strikers), told, leaves)


def exploits_together(pos: OcsPosition, strikers: Sequence[Striker]) -> bool:
    """Do they strike from one hex, or from two that touch?"""
    origins = {one.origin for one in strikers}
    return len(origins) == 1 or (len(origins) == 2 and pos.content.is_adjacent(*origins))


def best_of(
    now: "Situation", target: int, strikers: Sequence[Striker], overrun: bool = False, dg: float = 0.0
) -> Prospect | None:
    """The best attack that the first so many of these make, the strongest first."""
    order = sorted(strikers, key=lambda one: (-one.strength, one.unit))
    best: Prospect | None = None
    for count in range(1, len(order) + 1):
        found = prospect(now, target, order[:count], overrun, dg)
        if best is None:
            best = found
            continue
        # Once the attack is likely to succeed, who adds little is worth more in Reserve.
        least = HELD_BACK * (count - len(best.strikers)) if best.leaves >= LIKELY else 0.02
        if found.value > best.value + least:
            best = found
    return best


def is_worth_while(now: "Situation", found: Prospect) -> bool:
    """Is an attack made? When no turn is to come, every one that has a chance to clear its hex."""
    if now.turns_left:
        return found.value >= LEAST
    return found.leaves >= HOPELESS and found.value >= LEAST * now.step


# -- barrages -------------------------------------------------------------------------------------


def shells_of(pos: OcsPosition, v: Shelling) -> Shells:
    """What a barrage gives on average."""
    tables = pos.content.tables
    _, column = barrage_columns(pos, v)
    dg = steps = 0.0
    for roll, ways in dice(2):
        effect = effect_of(pos, v, barrage_cell(tables, column, roll))
        if effect == "-":
            continue
        dg += ways
        steps += ways * (0.0 if effect == "DG" else 0.5 if effect == "1/2" else float(effect))
    return Shells(dg / 36, steps / 36)
