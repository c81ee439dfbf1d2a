"""Barrages, attacks and their results: what to fire at, whom to attack, when to stand and when to go back."""

from collections.abc import Sequence
from typing import Final

from grognard.core.chapter import DONE, NOTHING, Choice
from grognard.games.ocs.combat.attacks import ready_against
from grognard.games.ocs.combat.retreat import Retreat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.fire.artillery import aims_at, guns_for
from grognard.games.ocs.fire.barrage import Shelling, gun_strength, has_spotter, total_strength
from grognard.games.ocs.fire.facilities import BASE, PORT, UNITS
from grognard.games.ocs.fire.shells import can_pay, price_of
from grognard.games.ocs.fire.variables import Barrage
from grognard.games.ocs.model.charts import facility_cell
from grognard.games.ocs.model.position import EXHAUSTED, OcsPosition
from grognard.games.ocs.movement.reach import could_enter
from grognard.games.ocs.staff.prospects import (
    Prospect,
    Striker,
    best_of,
    is_worth_while,
    rating_of,
    shells_of,
    strike_from,
)
from grognard.games.ocs.staff.situation import Situation
from grognard.games.ocs.supply.draw_and_throw import supply_for

Answer = tuple[Choice, str]

LEAST_SHELLS: Final = 0.12
"""What a barrage must be worth beyond its shells, in steps."""


# -- attacks --------------------------------------------------------------------------------------


def strikers_at(pos: OcsPosition, target: int) -> list[Striker]:
    """The units that may attack a hex now, as they stand."""
    found = []
    for unit in ready_against(pos, target):
        if not can_fight(pos, unit):
            continue
        strength = strike_from(pos, unit, pos.hex[unit], target, pos.face[unit])
        rating = rating_of(pos, unit, pos.face[unit])
        found.append(Striker(unit, pos.hex[unit], strength, rating, pos.steps(unit)))
    return found


def can_fight(pos: OcsPosition, unit: int) -> bool:
    """Is there supply for a unit's attack, on the map or in its own stocks?"""
    return pos.stocks[unit] != EXHAUSTED or supply_for(pos, unit) >= pos.steps(unit)


def best_attack(now: Situation, target: int, dg: float = 0.0) -> Prospect | None:
    """The attack on a hex that promises most, with those who stand ready."""
    strikers = strikers_at(now.pos, target)
    if not strikers:
        return None
    found = best_of(now, target, strikers, dg=dg)
    if found is None:
        return None
    short = max(0, sum(one.steps for one in found.strikers) - now.tokens_at(found.strikers[0].origin))
    return found._replace(value=found.value - 0.15 * short * now.step)


def attack(now: Situation, hexes: Sequence[int]) -> tuple[Answer, Prospect | None]:
    """The next attack of a Combat Segment on one of these hexes."""
    found = [one for hex in hexes if (one := best_attack(now, hex)) is not None]
    best = max(found, key=lambda one: now.temper.liked(one.value, one.target), default=None)
    if best is None or not is_worth_while(now, best):
        return (DONE, "no other attack is worth while"), None
    name = now.pos.content.names[best.target]
    why = f"{best.odds} on {name} promises {best.value:.1f} and the hex in {best.leaves:.0%}"
    return (("attack", best.target), why), best


def attacker_option(now: Situation, v: Combat, options: Sequence[Choice]) -> Answer:
    """Steps where the defender has to go or Exploit markers are won by them, else a retreat."""
    pos = now.pos
    alive = [unit for unit in v.attackers if pos.hex[unit] >= 0]
    steps = sum(pos.steps(unit) for unit in alive)
    hold: Choice = ("retreat-by", 0)
    wins = now.prize(v.target) if v.defender_option or v.defender_owes else 0.0
    wins += 0.8 if v.exploit else 0.0
    wins += now.bared_by({unit: pos.hex[unit] for unit in alive})
    if hold in options and steps > v.attacker_option and wins >= 0.6 * v.attacker_option * now.step:
        return hold, "the ground is worth the loss"
    return ("retreat-by", v.attacker_option), "nothing is won by standing"


def defender_option(now: Situation, v: Combat, options: Sequence[Choice]) -> Answer:
    """An objective is held while there are steps to lose; other ground is given up."""
    pos = now.pos
    if ("ignore", NOTHING) in options:
        return ("ignore", NOTHING), "the attacker went back first"
    alive = [unit for unit in v.defenders if pos.hex[unit] >= 0]
    steps = sum(pos.steps(unit) for unit in alive)
    worth = now.goals.get(v.target, 0.0) + 0.3 * pos.hedgehog[v.target]
    left = steps - v.defender_option
    if left >= 1 and worth >= 1.5 * v.defender_option:
        return ("retreat-by", 0), "the hex is worth the men"
    if left >= 0 and now.turns_left == 0 and worth and left:
        return ("retreat-by", 0), "there is no tomorrow to keep men for"
    return ("retreat-by", v.defender_option), "men are worth more than this ground"


def advance(now: Situation, v: Combat, options: Sequence[Choice]) -> Answer:
    """Into an objective with all it takes to hold it, else with one good unit if the ground is worth it."""
    pos, content = now.pos, now.pos.content
    stay: Choice = ("stay-put", NOTHING)
    ready = [unit for verb, unit in options if verb == "advance"]
    there = pos.combat_units_at(v.target, now.side)
    free = [unit for unit in ready if not _guards(now, unit) and could_enter(pos, unit, v.target)]
    fits = [unit for unit in free if pos.size_of(there) + pos.size(unit) <= 40]
    if not fits:
        return stay, "nobody can be spared to advance"
    held = sum(content.strength[unit * 2] for unit in there)
    if there and held >= 0.7 * now.threat[v.target]:
        return stay, "enough have advanced"
    if v.target not in now.goals and not there and now.threat[v.target] > 60 and not now.attacks:
        return stay, "the ground is not worth the danger"
    best = max(fits, key=lambda unit: (content.strength[unit * 2 + pos.face[unit]], pos.steps(unit), -unit))
    return ("advance", best), f"{content.names[v.target]} is taken over"


def _guards(now: Situation, unit: int) -> bool:
    """Would an objective in the enemy's reach be left empty?"""
    here = now.pos.hex[unit]
    return here in now.kept and now.threat[here] > 0 and len(now.pos.combat_units_at(here, now.side)) < 2


# -- retreats -------------------------------------------------------------------------------------


def walk_back(now: Situation, v: Retreat, options: Sequence[Choice]) -> Answer | None:
    """Out of enemy zones, into trace, towards friends, not away from objectives."""
    pos, content = now.pos, now.pos.content
    ways = [hex for verb, hex in options if verb == "withdraw"]
    if not ways:
        return None
    zone = pos.zoc(now.enemy)
    source = content.source[now.side]

    def cost(hex: int) -> float:
        far = content.distance(hex, source) / 4 if source >= 0 else 0.0
        friends = min(20.0, now.defence_at(hex, v.group)) / 5
        room = 40 - pos.size_of(pos.combat_units_at(hex, now.side)) - pos.size_of(list(v.group))
        full = 6.0 if room < 0 else 0.0
        objective = now.goals.get(hex, 0.0)
        return far + 5 * zone[hex] + (0 if hex in now.trace else 4) - friends + full - objective

    return ("withdraw", min(ways, key=lambda hex: (cost(hex), hex))), "the safest way back"


# -- barrages -------------------------------------------------------------------------------------


def barrage(now: Situation, hexes: Sequence[int]) -> tuple[Answer, Barrage | None]:
    """The barrage that helps most: before an attack, or on a stack that suffers by itself."""
    found = [_fire(now, hex) for hex in hexes]
    ready = [one for one in found if one is not None]
    best = max(ready, key=lambda one: one[0], default=None)
    if best is None or best[0] < LEAST_SHELLS:
        return (DONE, "no barrage is worth its shells"), None
    return (("barrage", best[1].target), best[2]), best[1]


def _fire(now: Situation, target: int) -> tuple[float, Barrage, str] | None:
    """The best barrage on a hex: its worth beyond the shells, what it is, and why."""
    pos = now.pos
    name = pos.content.names[target]
    guns = guns_for(pos, target, now.side)
    aims = aims_at(pos, target, now.side)
    best: tuple[float, Barrage, str] | None = None
    gain = gain_by_dg(now, target) if UNITS in aims else 0.0
    order = sorted(guns, key=lambda gun: (-gun_strength(pos, gun), gun))
    for count in range(1, len(order) + 1):
        chosen = tuple(order[:count])
        for aim in aims:
            if not can_pay(pos, chosen, aim != UNITS):
                continue
            worth = barrage_worth(now, target, total_strength(pos, chosen), aim, gain)
            worth -= price_of(pos, chosen, aim != UNITS) * now.token
            if best is None or worth > best[0] + 0.02:
                why = f"a barrage on {name} is worth {worth:.1f}"
                best = (worth, Barrage(target, now.side, aim, chosen), why)
    return best


def gain_by_dg(now: Situation, target: int) -> float:
    """What it is worth that a hex is disorganised: for our attack on it, or against an attack from it."""
    pos, content = now.pos, now.pos.content
    if pos.phasing != now.side:
        beside = any(pos.is_held_by(hex, now.side) for hex in content.around[target])
        units = [unit for unit in pos.combat_units_at(target, now.enemy) if content.can_attack[unit]]
        return min(1.5, sum(content.strength[unit * 2] for unit in units) / 15) if beside else 0.0
    plain, after = best_attack(now, target), best_attack(now, target, dg=1.0)
    if after is None:
        return 0.0
    return max(0.0, max(after.value, 0.0) - max(plain.value if plain else 0.0, 0.0))


def barrage_worth(
    now: Situation, target: int, strength: int, aim: int, gain: float = 0.0, **how: int
) -> float:
    """What a barrage of this strength is worth, where a disorganised hex is worth `gain`."""
    pos = now.pos
    if aim in (BASE, PORT):
        cells = [facility_cell(pos.content.tables, strength, roll) for roll in range(1, 7)]
        planes = len(pos.planes_at(target, now.enemy)) if aim == BASE else 0
        hits = sum(min(cell.hits, 1) for cell in cells) / 6
        shot = sum((7 - cell.planes) / 6 for cell in cells if cell.planes) / 6
        return 0.4 * hits + 0.5 * shot * planes
    if aim != UNITS:
        return 0.0
    spotted = int(has_spotter(pos, target, now.side))
    shells = shells_of(pos, Shelling(target, now.side, strength, **{"spotted": spotted, **how}))
    return shells.steps + shells.dg * (gain + 0.1)
