"""Fire: attacks are built from small choices and resolved."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    CANCEL,
    D6,
    EVERYBODY,
    NOTHING,
    Choice,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    only,
    plain,
    rule,
)
from grognard.games.panzerblitz.combat.minefields import RESULTS, Clearing, clearing_refusal, sappers
from grognard.games.panzerblitz.combat.results import (
    EVEN,
    apply_result,
    odds_column,
    odds_refusal,
    result_of,
)
from grognard.games.panzerblitz.combat.targets import (
    ARMOURED,
    NO_FIRE,
    aim_refusal,
    attack_refusal,
    can_be_fired_at,
    faced_class,
    fire_refusal,
    fire_sheet,
    fire_strength,
    fire_targets,
    firepower,
    lines_of_fire,
    more_pieces,
    no_effect,
    only_whole,
    single_aims,
    target_class,
    weakest,
    whole_target,
)
from grognard.games.panzerblitz.drop.breakdown import defence_of, fresh_pieces, group_range
from grognard.games.panzerblitz.model.content import CLASS_I, GERMAN, RUSSIAN
from grognard.games.panzerblitz.model.position import (
    FIRED,
    FORT,
    INSIDE,
    LOUD,
    DropPosition,
)
from grognard.games.panzerblitz.model.secrecy import (
    FIRE,
    MoverDecides,
    Watched,
    in_hand,
    tell_attack,
    tell_factors,
    tell_phase,
    with_done,
)

RESOLVE: Choice = ("resolve", NOTHING)
SEPARATELY: Choice = ("separately", NOTHING)
NEXT: Choice = ("next", NOTHING)


class Attack(NamedTuple):
    """An attack being built: the target hex, the units aimed at, and who fires.

    `rest` are units still to be aimed at one by one, `plans` the finished (aim, firers) pairs.
    """

    hex: int
    aim: tuple[int, ...] = ()
    firers: tuple[int, ...] = ()
    rest: tuple[int, ...] = ()
    plans: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    @property
    def used(self) -> set[int]:
        """All who fire in it."""
        return {*self.firers, *(unit for _, firers in self.plans for unit in firers)}


# -- steps --------------------------------------------------------------------------------------


@rule("pb.sequence.1", "pb.fire.1", "pb.mines.5")
class Fire(Watched[tuple[()]]):
    title = "Units fire, and engineers clear mines"

    policies = (by_verbs("none", "Nobody fires or clears mines.", "done"),)

    def options(self, pos: DropPosition, v: tuple[()]) -> list[Offer]:
        clearing = sappers(pos) if pos.mines else []
        return with_done(pos, Offer("fire", fire_targets(pos)), Offer("clear", clearing))

    def take(self, game: Game[DropPosition], v: tuple[()], choice: Choice) -> None:
        match choice:
            case "fire", hex:
                game.call("attack", Attack(hex))
            case "clear", unit:
                game.call("clearing", Clearing(unit))
            case _:
                game.next()

    def refuse(self, pos: DropPosition, v: tuple[()], choice: Choice) -> Ruling:
        match choice:
            case "clear", unit:
                return clearing_refusal(pos, unit)
            case "fire", hex:
                return fire_refusal(pos, hex)
        return None


@rule("pb.fire.4", "pb.fire.5", "pb.fire.6", "pb.fire.7", "pb.targets.1", "pb.targets.2", "pb.targets.4")
class Aim(MoverDecides[Attack]):
    """All together, the weakest alone, each by a separate attack, or any pieces of broken companies."""

    title = "Which units of the hex are aimed at"

    policies = (by_verbs("whole", "At the whole stack.", "whole"),)
    is_routine = True

    def options(self, pos: DropPosition, v: Attack) -> list[Offer]:
        if v.aim:
            return []
        target, aims = whole_target(pos, v.hex), single_aims(pos, v.hex)
        options = [choice for choice, aim in aims.items() if can_be_fired_at(pos, v.hex, aim)]
        if not only_whole(pos, v.hex) and len(target) > 1:
            if all(can_be_fired_at(pos, v.hex, (unit,)) for unit in target):
                options.append(SEPARATELY)
        return plain([*options, CANCEL])

    def take(self, game: Game[DropPosition], v: Attack, choice: Choice) -> None:
        if choice == CANCEL:
            game.leave()
        elif choice == SEPARATELY:
            units = whole_target(game.pos, v.hex)
            game.next(v._replace(aim=units[:1], rest=units[1:]))
        else:
            game.next(v._replace(aim=single_aims(game.pos, v.hex)[choice]))

    def refuse(self, pos: DropPosition, v: Attack, choice: Choice) -> Ruling:
        target, place = whole_target(pos, v.hex), pos.content.land.names[v.hex]
        match choice:
            case "aim" | "separately", _ if only_whole(pos, v.hex):
                return Refusal("pb.fire.7", "in a town or fort the whole stack is the target.")
            case "fort" | "outside", _ if FORT not in target or len(target) == 1:
                return Refusal("pb.fire.4", f"{place} has no fort with units outside it.")
            case "separately", _ if len(target) == 1:
                return Refusal("pb.fire.6", "there is only one unit to aim at.", "Aim at the whole.")
            case "separately", _:
                spared = [unit for unit in target if not can_be_fired_at(pos, v.hex, (unit,))]
                return nobody_fires(pos, v.hex, spared[:1])
            case "aim", unit if unit not in pos.at(v.hex):
                return Refusal("pb.fire.4", f"{pos.content.unit_names[unit]} is no target in {place}.")
            case "aim", unit if unit not in weakest(pos, v.hex):
                return Refusal(
                    "pb.fire.5", "only the weakest unit, or a piece of a broken company, is aimed at alone."
                )
        return nobody_fires(pos, v.hex, single_aims(pos, v.hex).get(choice, ()))


def nobody_fires(pos: DropPosition, hex: int, aim: Sequence[int]) -> Ruling:
    """Why nobody who could fire into this hex does anything to this target; by the first of them."""
    able = [unit for unit in lines_of_fire(pos).get(hex, ()) if not pos.marks[unit] & NO_FIRE]
    return no_effect(pos, able[0], hex, aim) if able and aim else None


@rule("pb.fire.1", "pb.fire.2", "pb.fire.3", "pb.fire.6", "pb.fire.10", "pb.targets.2", "pb.strength.5")
class AddFirers(MoverDecides[Attack]):
    """The first piece of a company brings as many of its comrades as the distance asks for."""

    title = "Units join the attack until it is resolved"

    policies = (
        by_verbs("all", "All that can fire do.", "add", "next", "resolve", "cancel"),
        by_verbs("enough", "Until there are odds to roll at.", "next", "resolve", "add", "cancel"),
    )

    def options(self, pos: DropPosition, v: Attack) -> list[Offer]:
        if not v.aim:
            return []
        found: list[Choice] = [("add", unit) for unit in helpers(pos, v)]
        if not v.firers and not v.rest and not v.plans:
            found += [("aim", unit) for unit in more_pieces(pos, v.hex, v.aim)]
        column = odds_column(pos, fire_strength(pos, v.hex, v.aim, v.firers), defence_of(pos, v.aim, v.hex))
        separate = bool(v.rest or v.plans)
        if column >= (EVEN if separate else 0):
            found.append(NEXT if v.rest else RESOLVE)
        return plain([*found, CANCEL])

    def take(self, game: Game[DropPosition], v: Attack, choice: Choice) -> None:
        match choice:
            case "add", unit:
                game.update(v._replace(firers=(*v.firers, *volley(game.pos, unit, v))))
            case "aim", unit:
                game.update(v._replace(aim=tuple(sorted((*v.aim, unit)))))
            case "cancel", _:
                game.leave()
            case "next", _:
                game.update(Attack(v.hex, v.rest[:1], (), v.rest[1:], (*v.plans, (v.aim, v.firers))))
            case _:
                open_fire(game, v)

    def refuse(self, pos: DropPosition, v: Attack, choice: Choice) -> Ruling:
        match choice:
            case "resolve", _ if v.rest:
                names = ", ".join(pos.content.unit_names[unit] for unit in v.rest)
                return Refusal("pb.fire.6", f"an attack on each: {names} still to be fired at.", "Say next.")
            case "next", _ if not v.rest:
                return Refusal("pb.fire.6", "there is nobody else to fire at.", "Say resolve.")
            case "resolve" | "next", _:
                strength, defence = fire_strength(pos, v.hex, v.aim, v.firers), defence_of(pos, v.aim, v.hex)
                if (v.rest or v.plans) and strength < defence:
                    return Refusal("pb.fire.6", f"{strength} to {defence}: separate attacks need 1-1 each.")
                return odds_refusal(pos, strength, defence)
            case "add", unit:
                return (
                    attack_refusal(pos, unit)
                    or aim_refusal(pos, unit, v.hex)
                    or _adding_refusal(pos, unit, v)
                )
            case "aim", unit:
                name = pos.content.unit_names[unit]
                return Refusal("pb.targets.2", f"{name} is no piece that can be added to this target.")
        return None


def _adding_refusal(pos: DropPosition, unit: int, v: Attack) -> Ruling:
    """Why a unit that can fire into the hex may not be added to this attack."""
    name = pos.content.unit_names[unit]
    if unit in v.used:
        return Refusal("pb.fire.1", f"{name} is already in the attack.")
    if not volley(pos, unit, v):
        far = pos.content.distance(pos.where[unit], v.hex)
        return Refusal("pb.strength.5", f"{name} has too few comrades left to fire {far} hexes far with it.")
    return no_effect(pos, unit, v.hex, v.aim)


def helpers(pos: DropPosition, v: Attack) -> list[int]:
    """The units that may still join this attack with effect."""
    content, used = pos.content, v.used
    armoured = target_class(pos, v.hex, v.aim) == ARMOURED
    return [
        unit
        for unit in lines_of_fire(pos).get(v.hex, ())
        if unit not in used
        and not pos.marks[unit] & NO_FIRE
        and not (armoured and content.weapon[unit] == CLASS_I)
        and firepower(pos, unit, v.hex, armoured)
        and (not content.is_piece[unit] or volley(pos, unit, v))
    ]


@rule("pb.strength.2", "pb.strength.4", "pb.strength.5", "pb.strength.7")
def volley(pos: DropPosition, unit: int, v: Attack, spent: int = NO_FIRE, part: int = 1) -> tuple[int, ...]:
    """The units that fire with this one: of pieces as many as the distance asks for, all of one company.

    Comrades with marks in `spent` do not fire; `part` is 2 where only half the range counts.

    Empty if there are not enough left. Pieces already in the attack lend their number to the range.
    """
    content = pos.content
    if not content.is_piece[unit]:
        return (unit,)
    far = content.distance(pos.where[unit], v.hex)
    used = {unit, *v.used}
    mates = [piece for piece in fresh_pieces(pos, unit, spent) if piece not in used]
    firing = [
        p for p in v.firers if content.company[p] == content.company[unit] and pos.where[p] == pos.where[unit]
    ]
    count = 1
    while group_range(pos, unit, count + len(firing)) // part < far:
        count += 1
        if count > len(mates) + 1:
            return ()
    return (unit, *mates[: count - 1])


def open_fire(game: Game[DropPosition], v: Attack) -> None:
    """The attack is made: everybody in it has fired."""
    pos = game.pos
    plans = (*v.plans, (v.aim, v.firers))
    own = pos.content.units_of[pos.mover]
    is_snap = pos.content.side[plans[0][1][0]] != pos.mover
    tell_phase(game, FIRE, not is_snap and not any(pos.marks[unit] & FIRED for unit in own))
    for _, firers in plans:
        for unit in firers:
            pos.marks[unit] |= FIRED
            if pos.content.experimental and pos.content.land.conceals[pos.where[unit]]:
                pos.marks[unit] |= LOUD
                pos.look_again()
    game.next(Attack(v.hex, (), (), (), plans))


@rule("pb.results.1", "pb.results.2")
class FireRoll(Roll[DropPosition, Attack]):
    title = "The die is rolled"

    def outcomes(self, pos: DropPosition, v: Attack) -> list[Outcome]:
        return D6 if v.plans else []

    def roller(self, pos: DropPosition, v: Attack) -> int:
        return pos.content.side[v.plans[0][1][0]]

    def take(self, game: Game[DropPosition], v: Attack, noun: int) -> None:
        pos = game.pos
        aim, firers = v.plans[0]
        sheet = fire_sheet(pos, v.hex, aim, firers)
        result = result_of(pos, sheet.column, noun, sheet.modifier)
        facts = (sheet.column, noun, sheet.modifier, RESULTS.index(result))
        if set(aim) != set(_all_there(pos, v.hex, aim)):
            sees = only(RUSSIAN, GERMAN) if pos.content.hidden else EVERYBODY
            game.tell("aimed", v.hex, *aim, rule=_aiming_rule(pos, v, aim), sees=sees)
        is_hard = faced_class(pos, v.hex, aim, firers) == ARMOURED
        each = [(unit, firepower(pos, unit, v.hex, is_hard)) for unit in firers]
        sums = (sheet.attack, sheet.defence, sheet.column, int(is_hard))
        tell_attack(game, "fire", firers, v.hex, *facts, rule="pb.results.1")
        tell_factors(game, v.hex, sums, each, "pb.fire.3")
        apply_result(game, aim, v.hex, result)
        # Firers who have had their die say that the other attacks are separate ones.
        game.goto("FireRoll", v._replace(plans=v.plans[1:], firers=firers))


def _aiming_rule(pos: DropPosition, v: Attack, aim: Sequence[int]) -> str:
    """The rule by which these may be aimed at without the others of their hex."""
    if pos.content.side[v.plans[0][1][0]] != pos.mover:
        return "pb.opportunity.4"
    if v.firers or len(v.plans) > 1:
        return "pb.fire.6"
    if FORT in aim or only_whole(pos, v.hex):
        return "pb.fire.7"
    if len(aim) > 1:
        return "pb.targets.2"
    return "pb.targets.1" if pos.content.is_piece[aim[0]] else "pb.fire.5"


def _all_there(pos: DropPosition, hex: int, aim: Sequence[int]) -> Sequence[int]:
    """Everybody in the hex who could have been aimed at with these."""
    if FORT in aim:
        return whole_target(pos, hex)
    return [unit for unit in pos.of_side_at(hex, pos.content.side[aim[0]]) if not pos.marks[unit] & INSIDE]


attack = Procedure("attack", Aim(), AddFirers(), FireRoll(), title="Fire attack", vars=Attack, sees=in_hand)
fire = Procedure("fire", Fire(), title="Fire")
