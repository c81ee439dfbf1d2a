"""The Initial Segment: who gets supply points and chits, who comes and who goes."""

from collections.abc import Sequence

from grognard.core.chapter import DONE, NOTHING, SEAL, Choice
from grognard.games.red_god_of_war.model.formations import survivors
from grognard.games.red_god_of_war.model.position import ISOLATED, SOVIET, SUPPLIED, RedGodPosition
from grognard.games.red_god_of_war.model.stacking import has_room
from grognard.games.red_god_of_war.sequence.activation import is_due, units_to_activate
from grognard.games.red_god_of_war.sequence.chits import must_follow_last_turn, repeated_chits
from grognard.games.red_god_of_war.sequence.reinforcements import Transfer, armies
from grognard.games.red_god_of_war.staff import weights
from grognard.games.red_god_of_war.staff.estimate import Estimate
from grognard.games.red_god_of_war.staff.marches import Marches
from grognard.games.red_god_of_war.staff.places import Places
from grognard.games.red_god_of_war.supply.recheck import rechecked_state
from grognard.games.red_god_of_war.supply.trace import Traces
from grognard.kit.staff import Answer

LEAST_IMPORTANCE = 0.2
"""An HQ that promises less gets no supply point, unless there are plenty."""
PLENTY = 2
"""Points above this need not be saved."""


# -- which headquarters matter --------------------------------------------------------------------


def importance(estimate: Estimate, pos: RedGodPosition, hq: int) -> float:
    """What an impulse of this HQ promises: attacks, better places, reinforcements that wait for its call."""
    if pos.hex[hq] < 0:
        return 0.0
    trial = pos.copy()
    trial.active_hq = hq
    trial.lit[hq] = 1
    trial.set_active(hq, True)
    units = units_to_activate(trial)
    for unit in units:
        trial.set_active(unit, True)
    marches = Marches(estimate, trial, again=False)
    marches.plan()
    waiting = sum(trial.hex[unit] < 0 for unit in units)
    return marches.promise + weights.MOVE_IMPORTANCE * marches.gain + weights.ARRIVAL_IMPORTANCE * waiting


def rank_hqs(estimate: Estimate, pos: RedGodPosition) -> dict[int, float]:
    """The importance of every HQ of the estimate's side."""
    hqs = [hq for hq in pos.content.hqs[estimate.side] if pos.hex[hq] >= 0]
    return {hq: estimate.worth.temper.liked(importance(estimate, pos, hq), pos.hex[hq], hq) for hq in hqs}


# -- supply points and chits ------------------------------------------------------------------------


def supply(pos: RedGodPosition, side: int, ranks: dict[int, float], options: Sequence[Choice]) -> Answer:
    """A point for each HQ with something to do, the most promising first."""
    lit = sum(pos.lit[hq] > 0 for hq in pos.content.hqs[side])
    rich = pos.turn >= pos.content.scenario.turns or pos.sp[side] > PLENTY
    least = 0.0 if rich else LEAST_IMPORTANCE
    dark = [hq for verb, hq in options if verb == "light" and ranks.get(hq, 0.0) >= least]
    if not dark or lit >= weights.CHITS[side]:
        return DONE, "nobody else has use for a point"
    hq = max(dark, key=lambda one: (ranks.get(one, 0.0), -one))
    return ("light", hq), f"{pos.content.unit_names[hq]} promises {ranks.get(hq, 0.0):.1f} points"


def chits(pos: RedGodPosition, side: int, ranks: dict[int, float], options: Sequence[Choice]) -> Answer:
    """The chits of supplied HQs, then the most promising others; no more than are likely to be drawn."""
    draft = pos.drafts[side]
    if must_follow_last_turn(pos, side):
        return _one_change(pos, ranks, options)
    able = [hq for verb, hq in options if verb == "chit"]
    wanted = sorted(able, key=lambda hq: (-(pos.lit[hq] > 0), -ranks.get(hq, 0.0), hq))
    wanted = wanted[: weights.CHITS[side]]
    for hq in wanted:
        if ("chit", hq) not in draft:
            return ("chit", hq), f"{pos.content.unit_names[hq]} should act"
    for verb, hq in draft:
        if hq not in wanted:
            return (verb, hq), f"{pos.content.unit_names[hq]} can wait"
    return SEAL, "the cup is filled"


def _one_change(pos: RedGodPosition, ranks: dict[int, float], options: Sequence[Choice]) -> Answer:
    """Last turn's chits, with the best newcomer or without the idlest."""
    names = pos.content.unit_names
    draft = pos.drafts[SOVIET]
    for verb, hq in options:
        if verb == "chit" and ("chit", hq) not in draft:
            return ("chit", hq), f"{names[hq]} is back"
    if any(verb in ("add", "drop") for verb, _ in draft):
        return SEAL, "the cup is filled"
    same = repeated_chits(pos)
    adds = [hq for verb, hq in options if verb == "add"]
    drops = [hq for verb, hq in options if verb == "drop"]
    best = max(adds, key=lambda hq: (pos.lit[hq] > 0, ranks.get(hq, 0.0), -hq), default=NOTHING)
    if best >= 0 and (len(same) < weights.CHITS[SOVIET] or pos.lit[best]):
        if ranks.get(best, 0.0) >= LEAST_IMPORTANCE:
            return ("add", best), f"{names[best]} should act"
    worst = min(drops, key=lambda hq: (pos.lit[hq] > 0, ranks.get(hq, 0.0), hq), default=NOTHING)
    if worst >= 0 and not pos.lit[worst] and len(same) > 3:
        return ("drop", worst), f"{names[worst]} has nothing to do"
    return SEAL, "the same armies go on"


# -- activation -------------------------------------------------------------------------------------


def activate(estimate: Estimate, pos: RedGodPosition, v: object, options: Sequence[Choice]) -> Answer:
    """Everybody, but for those who would only be worn out, and Germans whom a better HQ will call."""
    idle = [noun for verb, noun in options if verb == "activate"]
    keep = set(_better_left(estimate, pos, idle))
    if not keep and idle:
        return ("all", NOTHING), "all hands"
    for unit in idle:
        if unit not in keep:
            return ("activate", unit), f"{pos.content.unit_names[unit]} takes part"
    return DONE, "that is enough"


def _better_left(estimate: Estimate, pos: RedGodPosition, units: Sequence[int]) -> list[int]:
    content = pos.content
    side = pos.active_side
    traces = Traces(pos, side)
    found: list[int] = []
    for unit in units:
        hex = pos.hex[unit]
        if hex < 0:
            continue
        after = rechecked_state(pos, traces, unit)
        if after == ISOLATED and pos.supply[unit] != ISOLATED and estimate.threat[hex] > 3:
            found.append(unit)
        elif side != SOVIET and after != SUPPLIED and pos.supply[unit] == SUPPLIED:
            calls = [hq for hq in pos.cup if content.side[hq] == side and pos.lit[hq]]
            if any(content.distance(hex, pos.hex[hq]) <= content.hq_range[hq] for hq in calls):
                found.append(unit)
    return found


# -- coming and going -------------------------------------------------------------------------------


def usefulness(estimate: Estimate, pos: RedGodPosition, unit: int) -> float:
    """What the side loses if this unit goes away: its strength, and its place in the line. No points."""
    places = Places(estimate, pos)
    home = pos.hex[unit]
    strength = weights.STRENGTH * (pos.attack_of(unit) + pos.defence_of(unit))
    places.lift((unit,))
    ground = places.ground((unit,), home)
    places.drop((unit,), home)
    return strength + max(0.0, ground) + 0.1 * estimate.pull[home]


def dismiss(estimate: Estimate, pos: RedGodPosition, v: object, options: Sequence[Choice]) -> Answer:
    """The unit, or corps, that is missed least. Brigades go in pairs."""
    content = pos.content
    divisions = any(content.is_division[unit] for _, unit in options)

    def cost(choice: Choice) -> float:
        verb, unit = choice
        if verb == "dismiss-corps":
            mates = [one for one in content.members[content.formation[unit]] if pos.hex[one] >= 0]
            return sum(usefulness(estimate, pos, one) for one in mates)
        pair = content.side[unit] == SOVIET and divisions and not content.is_division[unit]
        return usefulness(estimate, pos, unit) * (2 if pair else 1)

    best = min(options, key=lambda one: (cost(one), one[1]))
    return best, f"{content.unit_names[best[1]]} is missed least"


def recover(estimate: Estimate, pos: RedGodPosition, v: object, options: Sequence[Choice]) -> Answer:
    """The unit that gains most by a step."""
    units = [noun for verb, noun in options if verb == "recover"]
    best = max(units, key=lambda unit: (estimate.worth.unit(unit, pos.steps[unit] + 1), -unit))
    return ("recover", best), f"{pos.content.unit_names[best]} gains most"


def reassign(estimate: Estimate, pos: RedGodPosition, v: Transfer, options: Sequence[Choice]) -> Answer:
    """A division or corps that has lost its army joins the one it stands with."""
    content = pos.content
    if v.units:
        near = [noun for verb, noun in options if verb == "assign"]
        hex = pos.hex[v.units[0]]
        best = min(near, key=lambda hq: (content.distance(pos.hex[hq], hex), hq), default=NOTHING)
        if best >= 0 and content.distance(pos.hex[best], hex) <= content.hq_range[best]:
            return ("assign", best), f"{content.unit_names[best]} is nearer"
        return ("cancel", NOTHING), "no army is nearer"
    for verb, unit in sorted(options, reverse=True):
        match verb:
            case "reassign-corps" if survivors(pos, content.formation[unit])[0] != unit:
                continue  # every brigade names its corps; one is looked at
            case "reassign" | "reassign-corps" if _is_astray(pos, unit):
                return (verb, unit), f"{content.unit_names[unit]} is out of its army's reach"
    return DONE, "every unit is with its army"


def _is_astray(pos: RedGodPosition, unit: int) -> bool:
    """Is the unit far from its own army and in range of another?"""
    content, hex = pos.content, pos.hex[unit]
    own = pos.army[unit]
    if own >= 0 and pos.hex[own] >= 0 and content.distance(pos.hex[own], hex) <= content.hq_range[own] + 1:
        return False
    return any(content.distance(pos.hex[hq], hex) <= content.hq_range[hq] for hq in armies(pos) if hq != own)


def bring(
    estimate: Estimate, pos: RedGodPosition, ranks: dict[int, float], v: Transfer, options: Sequence[Choice]
) -> Answer:
    """Every arrival, corps by corps, to the army with the best prospects; an HQ to the best source."""
    names = pos.content.unit_names
    due = [noun for verb, noun in options if verb == "bring"]
    if due:
        first = min(
            due, key=lambda unit: (not corps_mates_on_map(pos, unit), pos.content.formation[unit], unit)
        )
        return ("bring", first), f"{names[first]} has arrived"
    armies_open = [noun for verb, noun in options if verb == "assign"]
    if not armies_open:
        return land(estimate, pos, v, options)
    unit = v.units[0]
    with_corps = [
        hq for hq in armies_open if any(pos.army[mate] == hq for mate in corps_mates_on_map(pos, unit))
    ]
    if with_corps:
        return ("assign", with_corps[0]), f"its corps is with {names[with_corps[0]]}"
    coming = [mate for mate in corps_of(pos, unit) if is_due(pos, mate)]
    roomy = [hq for hq in armies_open if has_room(pos, pos.hex[hq], coming)] or armies_open
    best = max(roomy, key=lambda hq: (ranks.get(hq, 0.0), -hq))
    return ("assign", best), f"{names[best]} has the best prospects"


def corps_of(pos: RedGodPosition, unit: int) -> list[int]:
    """The unit and, if it is of a division or corps of several counters, those that belong to it."""
    formation = pos.content.formation[unit]
    return list(pos.content.members[formation]) if formation >= 0 else [unit]


def corps_mates_on_map(pos: RedGodPosition, unit: int) -> list[int]:
    """The other counters of its division or corps that are on the map."""
    return [mate for mate in corps_of(pos, unit) if mate != unit and pos.hex[mate] >= 0]


def land(
    estimate: Estimate, pos: RedGodPosition, v: object, options: Sequence[Choice], unit: int = NOTHING
) -> Answer:
    """The entry hex nearest to what matters, and to the others of its division."""
    hexes = [noun for verb, noun in options if verb in ("land", "enter")]
    mates = [pos.hex[mate] for mate in corps_mates_on_map(pos, unit)] if unit >= 0 else []

    def worth(hex: int) -> float:
        apart = min((pos.content.distance(hex, mate) for mate in mates), default=0)
        return estimate.pull[hex] - estimate.threat[hex] - weights.CORPS_TOGETHER * apart

    best = max(hexes, key=lambda hex: (worth(hex), -hex))
    verb = next(verb for verb, noun in options if noun == best)
    return (verb, best), f"{pos.board.place_name(best)} is nearest to its task"
