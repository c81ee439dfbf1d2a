"""Who may fire at what: range, sight, what can be aimed at, its target class, the sheet of an attack."""

from collections.abc import Sequence

from grognard.core.chapter import NOTHING, Choice, Refusal, Ruling, Term, first_refusal, rule
from grognard.games.panzerblitz.combat.results import (
    Sheet,
    cover_terms,
    dispersed_terms,
    odds_column,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of, fresh_pieces, group_range
from grognard.games.panzerblitz.model.boards import HILLTOP, SLOPE
from grognard.games.panzerblitz.model.content import CLASS_C, CLASSES
from grognard.games.panzerblitz.model.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FORT,
    FROZEN,
    INSIDE,
    LANDED,
    MOVED,
    UNFIT,
    DropPosition,
)
from grognard.games.panzerblitz.model.sight import can_see, is_seen, is_spotted, knows, obstacle

ARMOURED = 1
SOFT = 0
EITHER = 2
"""A tie: the class that suits the defender."""

WHOLE: Choice = ("whole", NOTHING)
FORT_ALONE: Choice = ("fort", NOTHING)
OUTSIDE: Choice = ("outside", NOTHING)

NO_FIRE = UNFIT | FIRED | MOVED | FORMED
_NO_ATTACK = (
    (LANDED, "pb.landing.2", "{} dropped this turn."),
    (FROZEN, "pb.landing.10", "Russians dropped onto {}."),
    (FORMED, "pb.forming.2", "{} formed this turn."),
    (DISPERSED, "pb.results.7", "{} is dispersed."),
    (FIRED, "pb.fire.1", "{} has attacked this turn."),
    (MOVED, "pb.sequence.3", "{} has moved."),
)
"""What a unit has done or suffered that keeps it from attacking."""


# -- who may fire -------------------------------------------------------------------------------


@rule(
    "pb.fire.1",
    "pb.sequence.3",
    "pb.results.7",
    "pb.landing.2",
    "pb.landing.10",
    "pb.forming.2",
    "pb.sequence.4",
)
def attack_refusal(pos: DropPosition, unit: int) -> Ruling:
    """Why a unit may not attack at all now."""
    content = pos.content
    name = content.unit_names[unit]
    marks = pos.marks[unit]
    if content.side[unit] != pos.mover:
        return Refusal("pb.sequence.4", f"{name} belongs to the player whose turn it is not.")
    if pos.where[unit] < 0 or content.weapon[unit] == CLASS_C:
        return Refusal("pb.fire.1", f"{name} has nothing to fire with here.")
    if pos.aboard[unit] >= 0:
        return Refusal("pb.transport.4", f"{name} is a passenger.")
    for mark, rule_id, why in _NO_ATTACK if marks & NO_FIRE else ():
        if marks & mark:
            return Refusal(rule_id, why.format(name))
    return None


def firing_range(pos: DropPosition, unit: int) -> int:
    """The farthest a unit can fire now: its range, or with the pieces beside it what they have together."""
    if not pos.content.is_piece[unit]:
        return pos.content.range[unit]
    return group_range(pos, unit, len(fresh_pieces(pos, unit, NO_FIRE)))


@rule("pb.fire.2", "pb.los.1", "pb.los.3", "pb.posts.2")
def aim_refusal(pos: DropPosition, unit: int, hex: int) -> Ruling:
    """Why a unit that may attack cannot fire into this hex: range, spotting, line of sight."""
    content = pos.content
    land, here, most = content.land, pos.where[unit], firing_range(pos, unit)
    name, place, far = content.unit_names[unit], land.names[hex], content.distance(here, hex)
    is_blind = not can_see(land, here, hex) and not fires_indirectly(pos, unit, hex, far)
    unspotted = f"nobody of yours is next to the {land.ground[hex]} of {place}."
    blind = f"{name} has no line of sight to {place}: {obstacle(land, here, hex)}."
    return first_refusal(
        (far > most, "pb.fire.2", f"{place} is {far} hexes away and the range of {name} is {most}."),
        (far == 0, "pb.fire.2", f"{name} stands in {place} itself."),
        (not is_spotted(pos, hex, content.side[unit]), "pb.los.1", unspotted, "Bring a spotter up first."),
        (is_blind, "pb.los.3", blind),
    )


@rule("pb.fire.1", "pb.fire.2", "pb.los.1", "pb.los.3", "pb.weapons.1")
def fire_refusal(pos: DropPosition, hex: int) -> Refusal:
    """Why nobody fires into this hex: no enemy known, none spotted, or what the nearest unit lacks."""
    content = pos.content
    place = content.land.names[hex]
    if not any(knows(pos, pos.mover, unit) for unit in pos.of_side_at(hex, 1 - pos.mover)):
        return Refusal("pb.fire.1", f"no enemy is in {place}.")
    if not is_spotted(pos, hex, pos.mover):
        why = f"nobody of yours is next to the {content.land.ground[hex]} of {place} to spot for you."
        return Refusal("pb.los.1", why, "Bring a spotter up first.")
    armed = [u for u in content.units_of[pos.mover] if pos.where[u] >= 0 and content.weapon[u] != CLASS_C]
    ready = [unit for unit in armed if attack_refusal(pos, unit) is None]
    if not armed:
        return Refusal("pb.fire.1", "nobody of yours on the boards has anything to fire with.")
    nearest = min(ready or armed, key=lambda unit: content.distance(pos.where[unit], hex))
    return (
        attack_refusal(pos, nearest)
        or aim_refusal(pos, nearest, hex)
        or no_effect(pos, nearest, hex, whole_target(pos, hex))
    )


@rule("pb.weapons.1", "pb.weapons.5", "pb.elevation.1", "pb.fire.11")
def no_effect(pos: DropPosition, unit: int, hex: int, aim: Sequence[int]) -> Refusal:
    """What takes all effect from a unit that can fire at this target: its class, or the hill it fires up."""
    name, place = pos.content.unit_names[unit], pos.content.land.names[hex]
    kind = target_class(pos, hex, aim)
    strengths = [weapon_strength(pos, unit, hex, armoured) for armoured in (True, False)]
    level = min(strengths) if kind == EITHER else strengths[kind != ARMOURED]
    if level > 0 and fires_uphill(pos, pos.where[unit], hex):
        return Refusal("pb.elevation.1", f"{name} fires uphill at {place}: half of its {level} is nothing.")
    what = "an armoured target" if kind == ARMOURED else "what is there"
    return Refusal("pb.weapons.1", f"{name} has no effect on {what} in {place}.")


@rule("pb.posts.1", "pb.posts.2")
def fires_indirectly(pos: DropPosition, unit: int, hex: int, far: int) -> bool:
    """With that option: may a mortar or rocket launcher fire beyond half range where a command post sees?"""
    content = pos.content
    if not content.indirect or not content.is_indirect[unit] or far <= content.range[unit] // 2:
        return False
    posts = [unit for unit in content.units_of[content.side[unit]] if content.is_observer[unit]]
    fit = [pos.where[post] for post in posts if pos.where[post] >= 0 and not pos.marks[post] & DISPERSED]
    return any(can_see(content.land, place, hex) for place in fit)


def lines_of_fire(pos: DropPosition) -> dict[int, list[int]]:
    """For every enemy hex the units of the moving side that could fire into it, fired already or not.

    Nobody moves in the fire step, so this holds until somebody does.
    """
    found = pos.known_aims
    if found is None:
        found = {}
        content = pos.content
        sides, land = content.side, content.land
        ready = [
            (unit, pos.where[unit], firing_range(pos, unit))
            for unit in content.units_of[pos.mover]
            if pos.where[unit] >= 0 and attack_refusal(pos, unit) is None
        ]
        for hex, units in pos.stacks().items():
            if sides[units[0]] == pos.mover and sides[units[-1]] == pos.mover:
                continue
            if not is_spotted(pos, hex, pos.mover) or (content.hidden and not is_seen(pos, pos.mover, hex)):
                continue
            distances = land.distances(hex)
            able = [
                unit
                for unit, here, reach in ready
                if 0 < distances[here] <= reach
                and (can_see(land, here, hex) or fires_indirectly(pos, unit, hex, distances[here]))
            ]
            if able:
                found[hex] = able
        pos.known_aims = found
    return found


def fire_targets(pos: DropPosition) -> list[int]:
    """The enemy hexes some unit could fire at with effect."""
    sides, marks = pos.content.side, pos.marks
    found: list[int] = []
    for hex, able in lines_of_fire(pos).items():
        there = pos.at(hex)
        if not there or (sides[there[0]] == pos.mover and sides[there[-1]] == pos.mover):
            continue
        ready = [unit for unit in able if not marks[unit] & NO_FIRE]
        # Mostly the whole will do, and parts of it need not be looked for.
        if ready and (
            _can_fire(pos, ready, hex, whole_target(pos, hex))
            or any(_can_fire(pos, ready, hex, aim) for aim in single_aims(pos, hex).values())
        ):
            found.append(hex)
    return sorted(found)


def can_be_fired_at(pos: DropPosition, hex: int, aim: Sequence[int]) -> bool:
    """Is there a unit that could open fire on this target with effect?"""
    able = lines_of_fire(pos).get(hex, ())
    return _can_fire(pos, [unit for unit in able if not pos.marks[unit] & NO_FIRE], hex, aim)


def _can_fire(pos: DropPosition, ready: Sequence[int], hex: int, aim: Sequence[int]) -> bool:
    kind = target_class(pos, hex, aim)
    return any(
        # Pieces that have fired no longer lend their range to the others.
        (
            not pos.content.is_piece[unit]
            or firing_range(pos, unit) >= pos.content.distance(pos.where[unit], hex)
        )
        and has_effect(pos, unit, hex, kind)
        for unit in ready
    )


@rule("pb.fire.11", "pb.weapons.1", "pb.elevation.1")
def has_effect(pos: DropPosition, unit: int, hex: int, kind: int) -> bool:
    """Does a unit by itself do anything to a target of this class? To a tie, whichever class it then is."""
    classes = (True, False) if kind == EITHER else (kind == ARMOURED,)
    return all(firepower(pos, unit, hex, armoured) > 0 for armoured in classes)


# -- what may be aimed at -----------------------------------------------------------------------


def enemies_at(pos: DropPosition, hex: int) -> list[int]:
    """The enemy units in a hex that are not in its fort."""
    marks = pos.marks
    return [unit for unit in pos.of_side_at(hex, 1 - pos.mover) if not marks[unit] & INSIDE]


@rule("pb.fire.4", "pb.forts.3", "pb.transport.8", "pb.targets.4", "pb.targets.3")
def whole_target(pos: DropPosition, hex: int) -> tuple[int, ...]:
    """Everything in the hex as one target: the fort where it is manned, and all who stand outside.

    A loaded carrier is attacked as the carrier only.
    """
    there = enemies_at(pos, hex)
    if any(pos.marks[unit] & INSIDE for unit in pos.of_side_at(hex, 1 - pos.mover)):
        return (FORT, *there)
    return tuple(there)


@rule("pb.fire.5", "pb.targets.1")
def weakest(pos: DropPosition, hex: int) -> list[int]:
    """The units that may be aimed at alone: the weakest of the stack, and any piece of a broken company."""
    content = pos.content
    there = enemies_at(pos, hex)
    if len(there) < 2:
        return []
    least = min(content.defence[unit] for unit in there)
    return [unit for unit in there if content.defence[unit] == least or content.is_piece[unit]]


def single_aims(pos: DropPosition, hex: int) -> dict[Choice, tuple[int, ...]]:
    """The targets of which one attack may choose: the whole, the fort or those outside it, a single unit."""
    target = whole_target(pos, hex)
    found: dict[Choice, tuple[int, ...]] = {WHOLE: target}
    if FORT in target and len(target) > 1:
        found |= {FORT_ALONE: (FORT,), OUTSIDE: target[1:]}
    if not only_whole(pos, hex):
        found |= {("aim", unit): (unit,) for unit in weakest(pos, hex)}
    return found


@rule("pb.fire.7")
def only_whole(pos: DropPosition, hex: int) -> bool:
    """Must the stack be attacked as a whole, because it is in a town or a fort?"""
    return pos.content.land.is_town[hex] or (bool(pos.forts) and pos.fort_at(hex) > 0)


@rule("pb.targets.2")
def more_pieces(pos: DropPosition, hex: int, aim: Sequence[int]) -> list[int]:
    """The pieces that may be added to a target that is made of pieces."""
    if not aim or only_whole(pos, hex) or not all(unit >= 0 and pos.content.is_piece[unit] for unit in aim):
        return []
    return [unit for unit in enemies_at(pos, hex) if pos.content.is_piece[unit] and unit not in aim]


# -- target class -------------------------------------------------------------------------------


@rule("pb.fire.11", "pb.stacking.3", "pb.stacking.4", "pb.weapons.6")
def target_class(pos: DropPosition, hex: int, units: Sequence[int]) -> int:
    """Is this target armoured? If armoured units outnumber the others, pieces counting as their fraction.

    So a Russian vehicle with less than a company's worth of pieces is an armoured target. Everything in
    a town or a fort is one.
    """
    content = pos.content
    if content.land.is_town[hex]:
        return ARMOURED
    armoured = soft = 0
    for unit in units:
        if unit < 0 or pos.marks[unit] & INSIDE:
            return ARMOURED
        if content.is_armoured[unit]:
            armoured += content.weight[unit]
        else:
            soft += content.weight[unit]
    if armoured == soft:
        return EITHER
    return ARMOURED if armoured > soft else SOFT


# -- the sheet ----------------------------------------------------------------------------------


@rule("pb.weapons.1", "pb.weapons.2", "pb.weapons.3", "pb.weapons.4", "pb.weapons.5", "pb.elevation.1")
def firepower(pos: DropPosition, unit: int, hex: int, armoured: bool) -> int:
    """The attack factor of one unit: weapon effect, then elevation, fractions dropped each time."""
    strength = weapon_strength(pos, unit, hex, armoured)
    return strength // 2 if fires_uphill(pos, pos.where[unit], hex) else strength


def weapon_strength(pos: DropPosition, unit: int, hex: int, armoured: bool) -> int:
    """The attack factor of one unit on level ground: doubled, full, halved or nothing by weapon and range.

    Half range is the range divided by two, fractions dropped.
    """
    content = pos.content
    far = content.distance(pos.where[unit], hex)
    column = 2 if not armoured else 0 if far <= content.range[unit] // 2 else 1
    return content.attack[unit] * content.effect[content.weapon[unit]][column] // 2


@rule("pb.elevation.1", "pb.elevation.2")
def fires_uphill(pos: DropPosition, here: int, hex: int) -> bool:
    """Is the target higher than the firer? A slope and the hilltop next to it count as level."""
    level = pos.content.land.level
    if level[here] >= level[hex]:
        return False
    return not (level[here] == SLOPE and level[hex] == HILLTOP and pos.content.distance(here, hex) == 1)


@rule("pb.fire.11")
def faced_class(pos: DropPosition, hex: int, aim: Sequence[int], firers: Sequence[int]) -> int:
    """The class of the target: of a tie, the one against which these firers do less."""
    kind = target_class(pos, hex, aim)
    if kind != EITHER:
        return kind
    hard = sum(firepower(pos, unit, hex, True) for unit in firers)
    soft = sum(firepower(pos, unit, hex, False) for unit in firers)
    return ARMOURED if hard < soft else SOFT


def fire_strength(pos: DropPosition, hex: int, aim: Sequence[int], firers: Sequence[int]) -> int:
    """The attack factors of all firers added up."""
    armoured = faced_class(pos, hex, aim, firers) == ARMOURED
    return sum(firepower(pos, unit, hex, armoured) for unit in firers)


@rule("pb.fire.3", "pb.fire.8", "pb.elevation.1", "pb.weapons.5")
def fire_sheet(pos: DropPosition, hex: int, aim: Sequence[int], firers: Sequence[int]) -> Sheet:
    """The attack line by line; what is shown is what resolves it."""
    content = pos.content
    kind = faced_class(pos, hex, aim, firers)
    terms = [Term("target", "armoured" if kind == ARMOURED else "not armoured", "pb.fire.11")]
    total = 0
    for unit in firers:
        strength = firepower(pos, unit, hex, kind == ARMOURED)
        total += strength
        far = content.distance(pos.where[unit], hex)
        letter = CLASSES[content.weapon[unit]]
        label = f"{content.unit_names[unit]}: {content.attack[unit]}{letter} at {far}"
        if fires_uphill(pos, pos.where[unit], hex):
            label += ", uphill"
        terms.append(Term(label, str(strength), "pb.weapons.5"))
    defence = defence_of(pos, aim, hex)
    column = odds_column(pos, total, defence)
    terms += [
        Term("attack factors", str(total), "pb.fire.3"),
        Term("defence factors", str(defence), "pb.strength.1"),
        Term("odds", content.odds_names[column] if column >= 0 else "too long", "pb.fire.8"),
    ]
    dice = [*cover_terms(pos, hex), *dispersed_terms(pos, aim)]
    return Sheet(total, defence, column, sum(int(term.value) for term in dice), (*terms, *dice))
