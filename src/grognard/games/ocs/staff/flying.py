"""The air force and the ships: refit, sweeps, bombing, drops, changes of base, interception, gunfire."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.core.flow.chance import dice
from grognard.core.position import NOTHING, Choice
from grognard.games.ocs.air.aircraft import (
    active_over,
    bases_of,
    can_attack,
    is_fighter,
    is_patrolled,
    is_strategic,
    patrollers,
    range_of,
)
from grognard.games.ocs.air.combat import air_rating, who_aborts
from grognard.games.ocs.air.flak import flak_terms, flak_total, is_hit
from grognard.games.ocs.air.mission.bombing import is_short_range, is_spotted, strength_of
from grognard.games.ocs.air.mission.variables import BARRAGE, Mission, still_flying
from grognard.games.ocs.fire.barrage import BY_AIR, BY_SHIP
from grognard.games.ocs.fire.facilities import BASE, PORT, UNITS
from grognard.games.ocs.model.position import BARRAGED, MOVEMENT, OcsPosition
from grognard.games.ocs.staff.battle import Answer, barrage_worth, gain_by_dg
from grognard.games.ocs.staff.situation import Situation

LEAST_BOMBS: Final = 0.3
"""What a mission must promise, in steps."""
PLANE: Final = 0.8
"""What a step of an aircraft is worth."""
LEAST_THROUGH: Final = 0.5
"""How likely men must come through the enemy's Fighters before they are flown to their drop."""
BOLD: Final = 1
"""By how much an escort may be better than who intercepts it."""
AIMS: Final = {UNITS: "at-units", BASE: "at-base", PORT: "at-port"}


class Sortie(NamedTuple):
    """A mission that is wanted: who flies, what for and where, what is aimed at or carried, and why."""

    value: float
    planes: tuple[int, ...]
    verb: str
    hex: int
    why: str
    aim: str = ""
    rider: int = NOTHING
    tokens: int = 0


# -- movement -------------------------------------------------------------------------------------


def movement_sortie(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """The next mission of a Movement Segment after sweeps: a drop that is planned, planes out of danger."""
    if now.pos.phase != MOVEMENT:
        return _flight(now, ready)
    return _drop(now, ready) or _flight(now, ready)


def _drop(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """A drop that is planned for this turn, unless the enemy stands there or would shoot it down."""
    pos, content = now.pos, now.pos.content
    for unit in content.combat_units[now.side]:
        hex = pos.plan_hex[unit]
        if hex < 0 or pos.plan_turn[unit] != pos.turn or pos.is_held_by(hex, now.enemy):
            continue
        lifts = [one for one in ready if pos.shown(content.capacity, one) and pos.hex[one] == pos.hex[unit]]
        party = escorted(now, lifts[:1], ready, hex)
        if lifts and gets_through(now, party, hex) >= LEAST_THROUGH:
            why = f"{content.unit_names[unit]} is dropped as planned"
            return Sortie(1.0, party, "drop-at", hex, why, rider=unit)
    return None


def escorted(now: Situation, planes: Sequence[int], ready: Sequence[int], hex: int) -> tuple[int, ...]:
    """These aircraft, and the best Fighter at hand where the enemy patrols."""
    pos = now.pos
    near = [
        one
        for one in ready
        if is_fighter(pos, one) and pos.content.distance(pos.hex[one], hex) <= range_of(pos, one)
    ]
    if not near or not is_patrolled(pos, hex, now.enemy):
        return tuple(planes)
    return (*planes, max(near, key=lambda one: (air_rating(pos, one), -one)))


def gets_through(now: Situation, planes: Sequence[int], hex: int) -> float:
    """The chance that a mission comes through: an enemy Fighter meets those that have none of their own."""
    pos = now.pos
    foes = patrollers(pos, hex, now.enemy)
    if not foes or any(is_fighter(pos, plane) for plane in planes):
        return 1.0
    edge = max(air_rating(pos, foe) for foe in foes) - max(air_rating(pos, plane) for plane in planes)
    return sum(ways for roll, ways in dice(2) if not who_aborts(pos, roll + edge)[1]) / 36


def _flight(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """Planes leave a base that the enemy is about to take."""
    pos = now.pos
    bases = bases_of(pos, now.side)
    safe = [base for base in bases if now.away(base) > 4]
    for plane in ready:
        here = pos.hex[plane]
        if safe and now.away(here) <= 2 and now.threat[here] > 2 * now.defence_at(here):
            near = [base for base in safe if pos.content.distance(here, base) <= range_of(pos, plane)]
            if near:
                best = min(near, key=lambda base: (pos.content.distance(here, base), base))
                return Sortie(1.0, (plane,), "transfer-to", best, "the base may fall")
    return None


def sweep(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """A good Fighter drives an enemy one from the sky that watches where we bomb, before anybody bombs."""
    pos, content = now.pos, now.pos.content
    if pos.phase != MOVEMENT:
        return None
    mine = [plane for plane in ready if is_fighter(pos, plane)]
    if len(mine) < 2 or not any(strength_of(pos, (plane,)) > 5 for plane in ready):
        return None
    best: Sortie | None = None
    for base in bases_of(pos, now.enemy):
        foes = [plane for plane in active_over(pos, base, now.enemy) if is_fighter(pos, plane)]
        near = [plane for plane in mine if content.distance(pos.hex[plane], base) <= range_of(pos, plane)]
        if not foes or not near:
            continue
        plane = max(near, key=lambda one: (air_rating(pos, one), -pos.lost[one], -one))
        edge = air_rating(pos, plane) - max(air_rating(pos, foe) for foe in foes)
        if edge >= 0 and (best is None or edge > best.value):
            why = f"a sweep over {content.names[base]} clears the way for bombers"
            best = Sortie(float(edge), (plane,), "sweep", base, why)
    return best


# -- bombing --------------------------------------------------------------------------------------


def flak_risk(pos: OcsPosition, kind: int, hex: int, planes: Sequence[int], side: int) -> float:
    """The chance that Flak takes a step."""
    change = flak_total(flak_terms(pos, kind, hex, planes, side))
    return sum(ways for roll, ways in dice(2) if is_hit(pos, roll + change)) / 36


def bombing(now: Situation, ready: Sequence[int]) -> Sortie | None:
    """The bombing that promises most: a hex that is to be attacked, a base with planes, a port."""
    pos, content = now.pos, now.pos.content
    bombers = [plane for plane in ready if strength_of(pos, (plane,)) > 5]
    bombers.sort(key=lambda plane: (is_strategic(pos, plane), -strength_of(pos, (plane,)), plane))
    fighters = [plane for plane in ready if is_fighter(pos, plane)]
    best: Sortie | None = None
    for aim, hexes in _targets(now).items():
        for hex in hexes:
            able = [
                plane for plane in bombers if content.distance(pos.hex[plane], hex) <= range_of(pos, plane)
            ]
            gain = gain_by_dg(now, hex) if aim == UNITS and able else 0.0
            for count in range(1, min(3, len(able)) + 1):
                found = _bombing(now, able[:count], fighters, hex, aim, gain)
                if best is None or found.value > best.value + 0.02:
                    best = found
    return best if best is not None and best.value >= LEAST_BOMBS else None


def _targets(now: Situation) -> dict[int, list[int]]:
    """What can be bombed, by what is aimed at: hexes that have not had their barrage in this phase."""
    pos = now.pos
    ports = [hex for hex in pos.content.port_capacity if pos.port_side[hex] == now.enemy]
    found = {UNITS: now.enemy_hexes, BASE: bases_of(pos, now.enemy), PORT: ports}
    return {aim: [hex for hex in hexes if not pos.worked[hex] & BARRAGED] for aim, hexes in found.items()}


def _bombing(
    now: Situation, planes: Sequence[int], fighters: Sequence[int], hex: int, aim: int, gain: float
) -> Sortie:
    """What these bombers promise against a target, with a Fighter where the enemy patrols."""
    pos = now.pos
    strength = strength_of(pos, planes)
    spotted = int(is_spotted(pos, planes, hex, now.side))
    near = int(is_short_range(pos, planes, hex))
    value = barrage_worth(now, hex, strength, aim, gain, kind=BY_AIR, spotted=spotted, near=near)
    party = escorted(now, planes, fighters, hex)
    value *= gets_through(now, party, hex)
    value -= PLANE * flak_risk(pos, BARRAGE, hex, party, now.side)
    why = f"bombs on {pos.content.names[hex]} promise {value:.1f}"
    return Sortie(value, party, "bomb", hex, why, AIMS[aim])


# -- answers --------------------------------------------------------------------------------------


def intercept(now: Situation, v: Mission, options: Sequence[Choice]) -> Answer:
    """Bombers alone are always intercepted, with an escort unless that is much better."""
    pos = now.pos
    mine = [plane for verb, plane in options if verb == "intercept"]
    foes = [plane for plane in still_flying(pos, v) if can_attack(pos, plane)]
    best = max(mine, key=lambda plane: (air_rating(pos, plane), -pos.lost[plane], -plane))
    edge = air_rating(pos, best) - max((air_rating(pos, foe) for foe in foes), default=0)
    if not foes or edge >= 0:
        return ("intercept", best), "they cannot stand up to it"
    if edge + BOLD >= 0:
        return ("intercept", best), "their bombs would do more harm than their escort"
    return ("let-pass", NOTHING), "their escort is better"


def declare(sortie: Sortie | None, v: Mission, options: Sequence[Choice]) -> Answer | None:
    """Put the mission together, then declare it."""
    if sortie is None or not set(v.planes) <= set(sortie.planes):
        return None
    for plane in sortie.planes:
        if plane not in v.planes and ("fly-with", plane) in options:
            return ("fly-with", plane), sortie.why
    return (sortie.verb, sortie.hex), sortie.why


def load_aircraft(sortie: Sortie | None, v: Mission, options: Sequence[Choice]) -> Answer | None:
    """The rider boards or the tokens are loaded, and off they go."""
    if sortie is None or (sortie.rider == NOTHING and not sortie.tokens):
        return None
    if sortie.tokens and not v.tokens:
        most = max((noun for verb, noun in options if verb == "load"), default=0)
        return ("load", min(most, sortie.tokens)), sortie.why
    if ("board", sortie.rider) in options:
        return ("board", sortie.rider), sortie.why
    return ("take-off", NOTHING), sortie.why


# -- ships ----------------------------------------------------------------------------------------


def out_of_range(now: Situation, ship: int, hex: int) -> int:
    """How many hexes a ship in a hex is short of the nearest target of its guns, objectives first."""
    pos, content = now.pos, now.pos.content
    targets = [one for one in now.enemy_hexes if one in now.goals] or now.enemy_hexes
    far = min((content.distance(hex, one) for one in targets), default=0)
    return max(0, far - pos.shown(content.range, ship))


def sail(now: Situation, ship: int, options: Sequence[Choice]) -> Answer:
    """To where the ship has a target in range, or nearer to one."""
    pos, content = now.pos, now.pos.content
    here = pos.hex[ship]
    hexes = [hex for verb, hex in options if verb == "sail-to" and hex < content.hexes]
    best = min(
        hexes,
        key=lambda hex: (out_of_range(now, ship, hex), content.distance(hex, here), hex),
        default=here,
    )
    if out_of_range(now, ship, best) < out_of_range(now, ship, here):
        return ("sail-to", best), "to bring its guns into range"
    return ("anchor", NOTHING), "it comes no nearer"


def broadside(now: Situation, strength: int, options: Sequence[Choice]) -> Answer | None:
    """The best target of a ship's guns, which cost nothing."""
    aims = {"shell-units": UNITS, "shell-base": BASE, "shell-port": PORT}
    found = [
        (barrage_worth(now, hex, strength, aims[verb], gain_by_dg(now, hex), kind=BY_SHIP), (verb, hex))
        for verb, hex in options
        if verb in aims
    ]
    if not found:
        return None
    value, choice = max(found)
    return choice, f"the guns are worth {value:.1f} there"
