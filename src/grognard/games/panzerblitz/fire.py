"""Fire: who may fire at what, the sheet of an attack, and its resolution."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chance import D6, Outcome
from grognard.core.flow import Decision, Game, Procedure, Roll
from grognard.core.ledger import rule
from grognard.core.position import NOTHING, Choice
from grognard.core.rulings import Refusal, Ruling, Term
from grognard.games.panzerblitz.breakdown import DONE, defence_of, fresh_pieces, group_range
from grognard.games.panzerblitz.content import CLASS_C, CLASS_I, CLASSES, HILLTOP, SLOPE
from grognard.games.panzerblitz.mines import RESULTS, Clearing, clearing_refusal, sappers
from grognard.games.panzerblitz.position import (
    DISPERSED,
    FIRED,
    FORMED,
    FORT,
    FROZEN,
    INSIDE,
    LANDED,
    LOUD,
    MOVED,
    UNFIT,
    DropPosition,
)
from grognard.games.panzerblitz.results import (
    EVEN,
    Sheet,
    apply_result,
    cover_terms,
    dispersed_modifier,
    odds_column,
    odds_refusal,
    result_of,
)
from grognard.games.panzerblitz.sight import can_see, is_spotted
from grognard.games.panzerblitz.stacking import ARMOURED, EITHER, SOFT, target_class

RESOLVE: Choice = ("resolve", NOTHING)
CANCEL: Choice = ("cancel", NOTHING)
WHOLE: Choice = ("whole", NOTHING)
OUTSIDE: Choice = ("outside", NOTHING)
SEPARATELY: Choice = ("separately", NOTHING)
NEXT: Choice = ("next", NOTHING)

NO_FIRE = UNFIT | FIRED | MOVED | FORMED


class Attack(NamedTuple):
    """An attack being built: the target hex, the units aimed at, and who fires.

    `rest` are units still to be aimed at one by one, `plans` the finished (aim, firers) pairs.
    """

    hex: int
    aim: tuple[int, ...] = ()
    firers: tuple[int, ...] = ()
    rest: tuple[int, ...] = ()
    plans: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()


# -- who may fire -------------------------------------------------------------------------------


@rule("pb.fire.1", "pb.sequence.3", "pb.results.7", "pb.landing.2", "pb.landing.10", "pb.forming.2", "pb.sequence.4")
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
    if marks & LANDED:
        return Refusal("pb.landing.2", f"{name} dropped this turn.")
    if marks & FROZEN:
        return Refusal("pb.landing.10", f"Russians dropped onto {name}.")
    if marks & FORMED:
        return Refusal("pb.forming.2", f"{name} formed this turn.")
    if marks & DISPERSED:
        return Refusal("pb.results.7", f"{name} is dispersed.")
    if marks & FIRED:
        return Refusal("pb.fire.1", f"{name} has attacked this turn.")
    if marks & MOVED:
        return Refusal("pb.sequence.3", f"{name} has moved.")
    return None


def reach_of(pos: DropPosition, unit: int) -> int:
    """The farthest a unit can fire now: its range, or with the pieces beside it what they have together."""
    if not pos.content.is_piece[unit]:
        return pos.content.range[unit]
    return group_range(pos, unit, len(fresh_pieces(pos, unit, NO_FIRE)))


@rule("pb.fire.2", "pb.los.1", "pb.los.3", "pb.posts.2")
def aim_refusal(pos: DropPosition, unit: int, hex: int) -> Ruling:
    """Why a unit that may attack cannot fire into this hex: range, spotting, line of sight."""
    content = pos.content
    name, place = content.unit_names[unit], content.land.names[hex]
    here = pos.where[unit]
    far = content.distance(here, hex)
    if far > reach_of(pos, unit):
        return Refusal("pb.fire.2", f"{place} is {far} hexes away and the range of {name} is {reach_of(pos, unit)}.")
    if far == 0:
        return Refusal("pb.fire.2", f"{name} stands in {place} itself.")
    if not is_spotted(pos, hex, content.side[unit]):
        ground = content.land.ground[hex]
        return Refusal("pb.los.1", f"nobody of yours is next to the {ground} of {place}.", "Bring a spotter up first.")
    if not can_see(content.land, here, hex) and not fires_indirectly(pos, unit, hex, far):
        return Refusal("pb.los.3", f"{name} has no line of sight to {place}.")
    return None


@rule("pb.posts.1", "pb.posts.2")
def fires_indirectly(pos: DropPosition, unit: int, hex: int, far: int) -> bool:
    """With that option: may a mortar or rocket launcher fire beyond half range where a command post sees?"""
    content = pos.content
    if not content.indirect or not content.is_indirect[unit] or far <= content.range[unit] // 2:
        return False
    for post in content.units_of[content.side[unit]]:
        if content.is_observer[post] and pos.where[post] >= 0 and not pos.marks[post] & DISPERSED:
            if can_see(content.land, pos.where[post], hex):
                return True
    return False


def lines_of_fire(pos: DropPosition) -> dict[int, list[int]]:
    """For every enemy hex the units of the moving side that could fire into it, whether they have fired or not.

    Nobody moves in the fire step, so this holds until somebody does.
    """
    found = pos._aims
    if found is None:
        found = {}
        content = pos.content
        sides, land = content.side, content.land
        ready = [
            (unit, pos.where[unit], reach_of(pos, unit))
            for unit in content.units_of[pos.mover]
            if pos.where[unit] >= 0 and attack_refusal(pos, unit) is None
        ]
        for hex, units in pos.stacks().items():
            if sides[units[0]] == pos.mover and sides[units[-1]] == pos.mover:
                continue
            if not is_spotted(pos, hex, pos.mover):
                continue
            able: list[int] = []
            for unit, here, reach in ready:
                far = content.distance(here, hex)
                if 0 < far <= reach and (can_see(land, here, hex) or fires_indirectly(pos, unit, hex, far)):
                    able.append(unit)
            if able:
                found[hex] = able
        pos._aims = found
    return found


def fire_targets(pos: DropPosition) -> list[int]:
    """The enemy hexes some unit could fire at with effect."""
    content = pos.content
    sides, marks, weapon = content.side, pos.marks, content.weapon
    found: list[int] = []
    for hex, able in lines_of_fire(pos).items():
        there = pos.at(hex)
        if not there or (sides[there[0]] == pos.mover and sides[there[-1]] == pos.mover):
            continue
        soft = has_soft(pos, hex)
        for unit in able:
            if not marks[unit] & NO_FIRE and (soft or weapon[unit] != CLASS_I):
                found.append(hex)
                break
    found.sort()
    return found


def has_soft(pos: DropPosition, hex: int) -> bool:
    """Is there a target in this hex on which class I weapons have effect?"""
    content = pos.content
    if content.land.is_town[hex]:
        return False
    armoured, marks = content.is_armoured, pos.marks
    return any(not armoured[unit] and not marks[unit] & INSIDE for unit in pos.of_side_at(hex, 1 - pos.mover))


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
    """The units that may be aimed at alone: the weakest of the stack, and any single piece of a broken company."""
    content = pos.content
    there = enemies_at(pos, hex)
    if len(there) < 2:
        return []
    least = min(content.defence[unit] for unit in there)
    return [unit for unit in there if content.defence[unit] == least or content.is_piece[unit]]


@rule("pb.fire.7")
def only_whole(pos: DropPosition, hex: int) -> bool:
    """Must the stack be attacked as a whole, because it is in a town or a fort?"""
    return pos.content.land.is_town[hex] or (bool(pos.forts) and pos.fort_at(hex) > 0)


@rule("pb.targets.2")
def more_pieces(pos: DropPosition, hex: int, aim: Sequence[int]) -> list[int]:
    """The pieces that may be added to a target that is made of pieces."""
    content = pos.content
    if not aim or only_whole(pos, hex) or not all(unit >= 0 and content.is_piece[unit] for unit in aim):
        return []
    return [unit for unit in enemies_at(pos, hex) if content.is_piece[unit] and unit not in aim]


# -- the sheet ----------------------------------------------------------------------------------


@rule("pb.weapons.1", "pb.weapons.2", "pb.weapons.3", "pb.weapons.4", "pb.weapons.5", "pb.elevation.1")
def firepower(pos: DropPosition, unit: int, hex: int, armoured: bool) -> int:
    """The attack factor of one unit against a target: weapon effect, then elevation, fractions dropped each time."""
    content = pos.content
    far = content.distance(pos.where[unit], hex)
    column = 2 if not armoured else 0 if far <= content.range[unit] // 2 else 1
    strength = content.attack[unit] * content.effect[content.weapon[unit]][column] // 2
    return strength // 2 if fires_uphill(pos, pos.where[unit], hex) else strength


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
    terms.append(Term("attack factors", str(total), "pb.fire.3"))
    terms.append(Term("defence factors", str(defence), "pb.strength.1"))
    terms.append(Term("odds", content.odds_names[column] if column >= 0 else "too long", "pb.fire.8"))
    terms += cover_terms(pos, hex)
    modifier = content.cover[hex]
    weak = dispersed_modifier(pos, aim)
    if weak:
        terms.append(Term("die: dispersed target", f"{weak:+d}", "pb.results.2"))
    return Sheet(total, defence, column, modifier + weak, tuple(terms))


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.fire.1", "pb.mines.5")
class Fire(Decision):
    """Units fire, and engineers clear mines"""

    def side(self, pos: DropPosition, v: tuple[()]) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: tuple[()]) -> list[Choice]:
        found: list[Choice] = [("fire", hex) for hex in fire_targets(pos)]
        if pos.mines:
            found += [("clear", unit) for unit in sappers(pos)]
        return [*found, DONE] if found else found

    def take(self, game: Game, v: tuple[()], choice: Choice) -> None:
        verb, noun = choice
        if verb == "fire":
            game.call("attack", Attack(noun))
        elif verb == "clear":
            game.call("clearing", Clearing(noun))
        else:
            game.next()

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        verb, noun = choice
        content = pos.content
        if verb == "clear" and 0 <= noun < content.units:
            return clearing_refusal(pos, noun)
        if verb != "fire" or not 0 <= noun < content.land.size:
            return None
        if not pos.of_side_at(noun, 1 - pos.mover):
            return Refusal("pb.fire.1", f"no enemy is in {content.land.names[noun]}.")
        if not is_spotted(pos, noun, pos.mover):
            return aim_refusal(pos, 0, noun) and Refusal("pb.los.1", f"{content.land.names[noun]} is not spotted.")
        return Refusal("pb.fire.2", f"nobody who can fire with effect reaches {content.land.names[noun]}.")


@rule("pb.fire.4", "pb.fire.5", "pb.fire.6", "pb.fire.7", "pb.targets.1", "pb.targets.2", "pb.targets.4")
class Aim(Decision):
    """Which units of the hex are aimed at

    All of them together, the weakest alone, every one by a separate attack, or any pieces of broken companies.
    """

    def side(self, pos: DropPosition, v: Attack) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Attack) -> list[Choice]:
        if v.aim:
            return []
        found: list[Choice] = [WHOLE]
        target = whole_target(pos, v.hex)
        if FORT in target and len(target) > 1:
            found += [("aim", FORT), OUTSIDE]
        if not only_whole(pos, v.hex):
            found += [("aim", unit) for unit in weakest(pos, v.hex)]
            if len(target) > 1:
                found.append(SEPARATELY)
        return [*found, CANCEL]

    def take(self, game: Game, v: Attack, choice: Choice) -> None:
        pos: DropPosition = game.pos
        verb, noun = choice
        if verb == "cancel":
            game.leave()
        elif verb == "whole":
            game.next(v._replace(aim=whole_target(pos, v.hex)))
        elif verb == "outside":
            game.next(v._replace(aim=tuple(enemies_at(pos, v.hex))))
        elif verb == "separately":
            units = whole_target(pos, v.hex)
            game.next(v._replace(aim=units[:1], rest=units[1:]))
        else:
            game.next(v._replace(aim=(noun,)))

    def refuse(self, pos: DropPosition, v: Attack, choice: Choice) -> Ruling:
        if choice[0] in ("aim", "separately") and only_whole(pos, v.hex):
            return Refusal("pb.fire.7", "in a town or fort the whole stack is the target.")
        if choice[0] == "aim" and choice[1] in pos.at(v.hex):
            return Refusal("pb.fire.5", "only the weakest unit, or a piece of a broken company, is aimed at alone.")
        return None


@rule("pb.fire.1", "pb.fire.2", "pb.fire.3", "pb.fire.6", "pb.fire.10", "pb.targets.2", "pb.strength.5")
class AddFirers(Decision):
    """Units join the attack until it is resolved

    The first piece of a company brings as many of its comrades as the distance asks for.
    """

    def side(self, pos: DropPosition, v: Attack) -> int:
        return pos.mover

    def options(self, pos: DropPosition, v: Attack) -> list[Choice]:
        if not v.aim:
            return []
        found: list[Choice] = [("add", unit) for unit in helpers(pos, v)]
        if not v.firers and not v.rest and not v.plans:
            found += [("aim", unit) for unit in more_pieces(pos, v.hex, v.aim)]
        column = odds_column(pos, fire_strength(pos, v.hex, v.aim, v.firers), defence_of(pos, v.aim, v.hex))
        separate = bool(v.rest or v.plans)
        if column >= (EVEN if separate else 0):
            found.append(NEXT if v.rest else RESOLVE)
        return [*found, CANCEL]

    def take(self, game: Game, v: Attack, choice: Choice) -> None:
        pos: DropPosition = game.pos
        verb, noun = choice
        if verb == "add":
            game.update(v._replace(firers=(*v.firers, *volley(pos, noun, v))))
        elif verb == "aim":
            game.update(v._replace(aim=tuple(sorted((*v.aim, noun)))))
        elif verb == "cancel":
            game.leave()
        elif verb == "next":
            plans = (*v.plans, (v.aim, v.firers))
            game.update(Attack(v.hex, v.rest[:1], (), v.rest[1:], plans))
        else:
            open_fire(game, v)

    def refuse(self, pos: DropPosition, v: Attack, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb in ("resolve", "next"):
            strength, defence = fire_strength(pos, v.hex, v.aim, v.firers), defence_of(pos, v.aim, v.hex)
            if (v.rest or v.plans) and strength < defence:
                return Refusal("pb.fire.6", f"{strength} to {defence}: separate attacks need 1-1 each.")
            return odds_refusal(pos, strength, defence)
        if verb == "add" and 0 <= noun < pos.content.units:
            return attack_refusal(pos, noun) or aim_refusal(pos, noun, v.hex) or _no_effect(pos, noun, v)
        return None


def _no_effect(pos: DropPosition, unit: int, v: Attack) -> Ruling:
    if unit in v.firers or any(unit in firers for _, firers in v.plans):
        return Refusal("pb.fire.1", f"{pos.content.unit_names[unit]} is already in the attack.")
    return Refusal("pb.weapons.1", f"{pos.content.unit_names[unit]} has no effect on this target.")


def helpers(pos: DropPosition, v: Attack) -> list[int]:
    """The units that may still join this attack with effect."""
    used = set(v.firers)
    for _, firers in v.plans:
        used.update(firers)
    kind = target_class(pos, v.hex, v.aim)
    content = pos.content
    found: list[int] = []
    for unit in lines_of_fire(pos).get(v.hex, ()):
        if unit in used or pos.marks[unit] & NO_FIRE:
            continue
        if kind == ARMOURED and content.weapon[unit] == CLASS_I:
            continue
        if firepower(pos, unit, v.hex, kind == ARMOURED) == 0:
            continue
        if not content.is_piece[unit] or volley(pos, unit, v):
            found.append(unit)
    return found


@rule("pb.strength.2", "pb.strength.4", "pb.strength.5", "pb.strength.7")
def volley(pos: DropPosition, unit: int, v: Attack) -> tuple[int, ...]:
    """The units that fire with this one: of pieces as many as the distance asks for, all of one company.

    Empty if there are not enough left. Pieces already in the attack lend their number to the range.
    """
    content = pos.content
    if not content.is_piece[unit]:
        return (unit,)
    far = content.distance(pos.where[unit], v.hex)
    used = set(v.firers)
    for _, firers in v.plans:
        used.update(firers)
    mates = [piece for piece in fresh_pieces(pos, unit, NO_FIRE) if piece not in used and piece != unit]
    firing = [p for p in v.firers if content.company[p] == content.company[unit] and pos.where[p] == pos.where[unit]]
    count = 1
    while group_range(pos, unit, count + len(firing)) < far:
        count += 1
        if count > len(mates) + 1:
            return ()
    return (unit, *mates[: count - 1])


def open_fire(game: Game, v: Attack) -> None:
    """The attack is made: everybody in it has fired."""
    pos: DropPosition = game.pos
    plans = (*v.plans, (v.aim, v.firers))
    for _, firers in plans:
        for unit in firers:
            pos.marks[unit] |= FIRED
            if pos.content.experimental and pos.content.land.conceals[pos.where[unit]]:
                pos.marks[unit] |= LOUD
    game.next(Attack(v.hex, (), (), (), plans))


@rule("pb.results.1", "pb.results.2")
class FireRoll(Roll):
    """The die is rolled"""

    def outcomes(self, pos: DropPosition, v: Attack) -> list[Outcome]:
        return D6 if v.plans else []

    def take(self, game: Game, v: Attack, noun: int) -> None:
        pos: DropPosition = game.pos
        aim, firers = v.plans[0]
        sheet = fire_sheet(pos, v.hex, aim, firers)
        result = result_of(pos, sheet.column, noun, sheet.modifier)
        game.tell("fire", v.hex, sheet.column, noun, sheet.modifier, RESULTS.index(result), rule="pb.results.1")
        apply_result(game, aim, v.hex, result)
        game.goto("FireRoll", v._replace(plans=v.plans[1:]))


attack = Procedure("attack", Aim(), AddFirers(), FireRoll(), title="Fire attack", vars=Attack)
fire = Procedure("fire", Fire(), title="Fire")
