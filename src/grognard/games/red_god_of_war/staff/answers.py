"""Answers inside a combat: losses, retreats, the step given back, advances."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, Choice
from grognard.games.red_god_of_war.combat.advance import Advance
from grognard.games.red_god_of_war.combat.one_combat import Combat, alive
from grognard.games.red_god_of_war.combat.retreat import Retreat, retreat_hexes
from grognard.games.red_god_of_war.model.position import RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.attacks import prospect
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.places import Places
from grognard.kit.staff import Answer


def lose(estimate: Estimate, pos: RedGodPosition, v: Combat, options: Sequence[Choice]) -> Answer:
    """The cheapest step; of equal ones the unit that keeps more strength in the stack."""
    best = min(options, key=lambda one: (estimate.worth.step(pos, one[1]), pos.defence_of(one[1]), one[1]))
    return best, f"{pos.content.unit_names[best[1]]} can best spare a step"


def restore(estimate: Estimate, pos: RedGodPosition, v: Combat, options: Sequence[Choice]) -> Answer:
    """The dearest step comes back."""

    def gain(unit: int) -> float:
        return estimate.worth.unit(unit, pos.steps[unit] + 1) - estimate.worth.unit(unit, pos.steps[unit])

    best = max(options, key=lambda one: (gain(one[1]), -one[1]))
    return best, f"{pos.content.unit_names[best[1]]} is worth most"


def extra_point(estimate: Estimate, pos: RedGodPosition, v: Combat, options: Sequence[Choice]) -> Answer:
    """Spend the point where a column gains more than it would light next turn."""
    plain = prospect(estimate, pos, v.target, v.attackers)
    spent = prospect(estimate, pos, v.target, v.attackers, extra=True)
    last = pos.turn >= pos.content.scenario.turns
    price = 0.0 if last else weights.POINT_PRICE * (0.6 if pos.sp[pos.active_side] > 2 else 1.0)
    gain = spent.value - plain.value
    if gain > price:
        return ("spend", NOTHING), f"{plain.label} becomes {spent.label}, worth {gain:.1f} points"
    return ("save", NOTHING), f"a column here is worth only {gain:.1f} points"


# -- standing or going --------------------------------------------------------------------------


def walks_of(pos: RedGodPosition, units: Sequence[int], enemies: Sequence[int], most: int) -> list[int]:
    """How far each unit of a stack could retreat: as one, or split up where no hex takes them all."""
    group = tuple(units)
    return split_walks(pos.copy(), Retreat((), most, tuple(enemies), group, group, pos.hex[group[0]], 0))


def split_walks(trial: RedGodPosition, v: Retreat) -> list[int]:
    """The hexes each unit of a group on its way back can still go. Changes the position it is given."""
    most = v.hexes - v.gone
    together, _ = _walk(trial, v, most)
    if together == most or len(v.group) == 1:
        return [together] * len(v.group)
    apart: list[int] = []
    for unit in v.group:  # those that went first take up the room
        far, end = _walk(trial, v._replace(group=(unit,)), most)
        trial.place(unit, end)
        apart.append(far)
    return apart if sum(apart) > together * len(apart) else [together] * len(apart)


def _walk(pos: RedGodPosition, v: Retreat, most: int) -> tuple[int, int]:
    """How far a group can walk back, and the hex it ends in."""
    here = pos.hex[v.group[0]]
    best = (0, here)
    if most == 0:
        return best
    for there in retreat_hexes(pos, v, v.group):
        pos.place_all(v.group, there)
        far, end = _walk(pos, v._replace(gone=v.gone + 1), most - 1)
        pos.place_all(v.group, here)
        best = max(best, (far + 1, end))
        if best[0] == most:
            break
    return best


def defend(estimate: Estimate, pos: RedGodPosition, v: Combat, options: Sequence[Choice]) -> Answer:
    """Stand and lose steps, or give up the hex: whichever costs less."""
    holding = alive(pos, v.defenders)
    most = max(noun for _, noun in options)
    walks = walks_of(pos, holding, v.origins, most) if most else [0] * len(holding)
    steps = estimate.worth.cheapest_steps(pos, holding, 2 * len(holding))
    ground = estimate.worth.hex_to(v.target, estimate.side, estimate.matters(v.target, estimate.side))
    costs: dict[int, float] = {}
    for _, hexes in options:
        # Every unit pays for every hex it cannot go.
        lost = v.defender_hits - hexes + sum(max(0, hexes - far) for far in walks)
        cost = steps[min(lost, len(steps) - 1)]
        if lost >= len(steps) - 1 or hexes:
            cost += ground + weights.FURTHER_HEX * max(0, hexes - 1)
        costs[hexes] = cost
    best = min(costs, key=lambda hexes: (costs[hexes], hexes))
    if best:
        return ("retreat", best), f"{pos.board.place_name(v.target)} is not worth the steps"
    held = f"{pos.board.place_name(v.target)} must be held"
    return ("retreat", 0), held if any(walks) else "there is no way back"


def fall_back(estimate: Estimate, pos: RedGodPosition, v: Combat, options: Sequence[Choice]) -> Answer:
    """Beaten attackers: more steps, or back from the hex they wanted."""
    worth = estimate.worth
    attackers = alive(pos, v.attackers)
    left = max(noun for _, noun in options)
    steps = worth.cheapest_steps(pos, attackers, left)
    stacks: dict[int, list[int]] = {}
    for unit in attackers:
        stacks.setdefault(pos.hex[unit], []).append(unit)
    walks = [far for group in stacks.values() for far in walks_of(pos, group, (v.target,), left)]
    chance = min(1.0, v.defender_hits / 2)
    prize = weights.EAGERNESS[estimate.side] * worth.hex_to(v.target, 1 - estimate.side) * chance
    costs: dict[int, float] = {}
    for _, hexes in options:
        cost = steps[min(left - hexes, len(steps) - 1)]
        if hexes:
            cost += weights.ATTACKER_RETREAT * worth.future * hexes + prize
        cost += steps[min(sum(max(0, hexes - far) for far in walks), len(steps) - 1)]
        costs[hexes] = cost
    best = min(costs, key=lambda hexes: (costs[hexes], hexes))
    return ("retreat", best), "it saves steps" if best else f"to stay before {pos.board.place_name(v.target)}"


def walk_back(estimate: Estimate, pos: RedGodPosition, v: Retreat, options: Sequence[Choice]) -> Answer:
    """The safest hex from which the way leads on; a stack that would come to bay as one splits up."""
    places = Places(estimate, pos)
    ahead = {hex: _beyond(pos, v, hex) for verb, hex in options if verb == "withdraw"}
    furthest = max(ahead.values(), default=0)
    if furthest < v.hexes - v.gone:
        apart = [one for one in options if one[0] == "split"]
        if apart and (not ahead or max(split_walks(pos.copy(), v)) > furthest):
            return apart[0], "no hex takes the whole stack"
    hexes = [hex for hex, far in ahead.items() if far == furthest]
    group = [unit for unit in v.group if not pos.content.is_hq[unit]] or list(v.group)
    best, _ = places.best(group, hexes)
    return ("withdraw", best), f"{pos.board.place_name(best)} is the safest way back"


def _beyond(pos: RedGodPosition, v: Retreat, hex: int) -> int:
    """How far the group comes in all if it goes to this hex next."""
    trial = pos.copy()
    trial.place_all(v.group, hex)
    return 1 + _walk(trial, v._replace(gone=v.gone + 1), v.hexes - v.gone - 1)[0]


# -- advances -------------------------------------------------------------------------------------


def advance(estimate: Estimate, pos: RedGodPosition, v: Advance, options: Sequence[Choice]) -> Answer:
    """Into the taken hex with a stack that can hold it, and on where it pays."""
    places = Places(estimate, pos)
    if v.unit >= 0:
        return _onward(places, pos, v, options)
    units = [noun for verb, noun in options if verb == "advance"]
    parties = _parties(pos, v.target, units)
    gains = [joint_gain(places, party, v.target) for party in parties]
    if max(gains, default=0.0) > 0:
        first = parties[gains.index(max(gains))][0]
        return ("advance", first), f"{pos.board.place_name(v.target)} can be held"
    return ("done", NOTHING), "they stand better where they are"


def _parties(pos: RedGodPosition, target: int, units: Sequence[int]) -> list[list[int]]:
    """One to three units that could go together, the best defenders first."""
    ranked = sorted(units, key=lambda unit: (-pos.defence_of(unit), unit))
    parties = [[unit] for unit in ranked]
    for size in (2, 3):
        party: list[int] = []
        for unit in ranked:
            if len(party) < size and has_room(pos, target, [*party, unit]):
                party.append(unit)
        if len(party) == size:
            parties.append(party)
    return parties


def joint_gain(places: Places, party: Sequence[int], hex: int) -> float:
    """What it brings that these units leave their hexes and stand in this one."""
    homes = [places.pos.hex[unit] for unit in party]
    here = weights.PULL[places.side] * sum(places.estimate.pull[home] for home in homes) / len(homes)
    places.lift(party)
    there = places.score(party, hex)
    for unit, home in zip(party, homes, strict=True):
        here += places.ground((unit,), home)
        places.drop((unit,), home)
    return there - here


def _onward(places: Places, pos: RedGodPosition, v: Advance, options: Sequence[Choice]) -> Answer:
    hexes = [noun for verb, noun in options if verb == "onward"]
    may_stop = len(hexes) < len(options)
    best, gain = places.best((v.unit,), hexes)
    if may_stop and gain <= weights.LEAST_MOVE:
        return ("stop", NOTHING), "far enough"
    return ("onward", best), f"follows up to {pos.board.place_name(best)}"
