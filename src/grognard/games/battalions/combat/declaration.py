"""Declaring attacks: which units attack which hex, and which units of the hex defend it."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import (
    DONE,
    NOTHING,
    Action,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_rank,
    by_verbs,
    plain,
    rule,
)
from grognard.games.battalions.combat.attack import AGREED, Combat, beside
from grognard.games.battalions.combat.attack_limits import (
    may_attack,
    may_defend,
    party_of,
    substitutes,
)
from grognard.games.battalions.combat.leader_attempts import leaders_at_hand
from grognard.games.battalions.model.position import (
    ATTACKED,
    FOUND,
    MARCHED,
    RETREATED,
    RETREATED_BEFORE,
    B,
    BattalionPosition,
)
from grognard.games.battalions.model.secrecy import seen_without_hand
from grognard.games.battalions.model.stacking import is_battalion

ALL_ATTACK: Choice = ("all-attack", NOTHING)


class Declare(NamedTuple):
    """The hex whose attackers are being named, and those named so far."""

    target: int = NOTHING
    picked: tuple[int, ...] = ()


# -- attackers ----------------------------------------------------------------------------------


@rule("rp.attack-declare.6", "rp.attack-declare.7", "rp.attack-declare.9")
def attack_refusal(pos: BattalionPosition, unit: int, target: int) -> Ruling:
    """Why this unit of the phasing side may not attack that hex, whoever else does."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != pos.phasing:
        return Refusal("rp.attack-declare.1", f"{name} is the enemy's.", "Name units of your own.")
    if pos.dispersed[unit]:
        return Refusal("rp.attack-declare.7", f"{name} is dispersed.")
    if pos.hex[unit] < 0 or not can_strike(pos, pos.hex[unit], target):
        return Refusal("rp.attack-declare.1", f"{name} is not next to {content.names[target]}.")
    if content.is_leader[unit]:
        return Refusal("rp.odds-shifts.7", f"{name} is a leader: he has no strength, but can give a shift.")
    if pos.flags[unit] & MARCHED:
        return Refusal("rp.attack-declare.6", f"{name} has moved strategically in this turn.")
    if pos.flags[unit] & ATTACKED:
        return Refusal("rp.attack-declare.1", f"{name} has attacked in this turn.")
    if pos.attack_of(unit) == 0:
        rule_id = "rp.attack-declare.9" if content.is_artillery[unit] else "rp.attack-declare.1"
        return Refusal(rule_id, f"{name} has an attack strength of 0.")
    return content.combat.attack_bar(pos, unit) or content.combat.strike_bar(pos, unit, target)


def can_strike(pos: BattalionPosition, here: int, target: int) -> bool:
    """May units in one hex attack another: adjacent, or the same where a dispersed company was found?"""
    if here == target:
        return bool(found_at(pos, target))
    direction = pos.content.grid.direction(here, target)
    if direction >= 0:
        return not pos.content.ground.is_impassable[here * 6 + direction]
    return target in beside(pos, here)


@rule("rp.attack-declare.3", "rp.attack-declare.4")
def stack_refusal(pos: BattalionPosition, unit: int, picked: Sequence[int]) -> Ruling:
    """Why the unit may not attack together with those named already from its hex."""
    together = [one for one in picked if pos.hex[one] == pos.hex[unit] and one != unit]
    if may_attack(party_of(pos, [*together, unit]), substitutes(pos)):
        return None
    why = f"too many attack from {pos.content.names[pos.hex[unit]]} with {pos.content.unit_names[unit]}."
    fix = "2 battalions with 2 companies or a tank battalion, or 3 of one regiment with one of either."
    return Refusal("rp.attack-declare.3", why, fix)


@rule("rp.defend-declare.2", "rp.para-search.4")
def target_refusal(pos: BattalionPosition, target: int) -> Ruling:
    """Why nobody in the hex can be attacked by the phasing side."""
    enemy = 1 - pos.phasing
    name = pos.content.names[target]
    if pos.is_held(target, enemy) or found_at(pos, target):
        return None
    if pos.has_unit(target, enemy):
        return Refusal("rp.defend-declare.2", f"nobody in {name} can fight: a leader alone is not attacked.")
    if any(pos.dispersed[unit] for unit in pos.of_side_at(target, enemy)):
        return Refusal("rp.para-search.4", f"the dispersed companies in {name} have not been found.")
    return Refusal("rp.attack-declare.1", f"no enemy unit holds {name}.")


def found_at(pos: BattalionPosition, hex: int) -> list[int]:
    """The dispersed (flipped) companies of the enemy in a hex that have been found."""
    return [unit for unit in pos.of_side_at(hex, 1 - pos.phasing) if pos.flags[unit] & FOUND]


def units_beside(pos: BattalionPosition, target: int) -> list[int]:
    """The phasing side's counters in the hexes that could attack a hex."""
    stacks, sides = pos.stacks(), pos.content.side
    near = [unit for hex in (*beside(pos, target), target) for unit in stacks[hex]]
    return sorted([unit for unit in near if sides[unit] == pos.phasing])


def who_may_attack(pos: BattalionPosition, target: int) -> list[int]:
    return [unit for unit in units_beside(pos, target) if attack_refusal(pos, unit, target) is None]


def attack_targets(pos: BattalionPosition) -> list[int]:
    """The hexes that some unit could attack now."""
    return [
        hex
        for hex in attackable(pos)
        if any(attack_refusal(pos, unit, hex) is None for unit in units_beside(pos, hex))
    ]


def attackable(pos: BattalionPosition) -> list[int]:
    """The hexes with somebody to attack, next to or in which a counter of the phasing side stands."""
    own = pos.hex_set(pos.phasing)
    return [hex for hex in enemy_hexes(pos) if hex in own or not own.isdisjoint(beside(pos, hex))]


@rule("rp.para-search.4")
def enemy_hexes(pos: BattalionPosition) -> list[int]:
    """The hexes in which somebody of the other side can be attacked: combat units, and companies found."""
    enemy = 1 - pos.phasing
    found = {pos.hex[unit] for unit in pos.on_map(enemy) if pos.flags[unit] & FOUND}
    return sorted(found.union(pos.held_hexes(enemy)))


def all_that_can(pos: BattalionPosition, v: Declare) -> tuple[int, ...]:
    """Those named so far and of the others as many as the limits allow, the strongest first."""
    picked = list(v.picked)
    others = [unit for unit in who_may_attack(pos, v.target) if unit not in picked]
    for unit in sorted(others, key=lambda one: (-pos.attack_of(one), one)):
        if stack_refusal(pos, unit, picked) is None:
            picked.append(unit)
    return tuple(sorted(picked))


def attacker_offers(pos: BattalionPosition, v: Declare) -> list[Offer]:
    """Units to add to the attack being named or to take out of it."""
    free = [unit for unit in who_may_attack(pos, v.target) if unit not in v.picked]
    fits = [unit for unit in free if stack_refusal(pos, unit, v.picked) is None]
    offers = [Offer("commit", fits), Offer("release", v.picked)]
    if fits:
        offers.append(Offer(ALL_ATTACK[0]))
    return [*offers, Offer(AGREED[0] if v.picked else "drop")]


def named(pos: BattalionPosition, v: Declare, choice: Choice) -> Declare:
    """The declaration after adding or taking out a unit, or all."""
    verb, noun = choice
    if verb == "commit":
        return v._replace(picked=tuple(sorted((*v.picked, noun))))
    if verb == "release":
        return v._replace(picked=tuple(unit for unit in v.picked if unit != noun))
    return v._replace(picked=all_that_can(pos, v))


def naming_refusal(pos: BattalionPosition, v: Declare, choice: Choice) -> Ruling:
    """Why a unit cannot be added to the attack being named or taken out of it."""
    verb, noun = choice
    if verb not in ("commit", "release") or v.target < 0:
        return None
    name = pos.content.unit_names[noun]
    if noun in v.picked:
        return Refusal("rp.attack-declare.1", f"{name} is in this attack already.")
    if verb == "release":
        return Refusal("rp.attack-declare.1", f"{name} is not in this attack.")
    return attack_refusal(pos, noun, v.target) or stack_refusal(pos, noun, v.picked)


def touches_enemy(pos: BattalionPosition) -> bool:
    """Does any counter of the phasing side stand next to the enemy? Both sides see that."""
    own = pos.hex_set(pos.phasing)
    near = (hex for hex in pos.held_hexes(1 - pos.phasing) if not own.isdisjoint(beside(pos, hex)))
    return next(near, NOTHING) != NOTHING or bool(attackable(pos))


@rule("rp.attack-declare.1", "rp.attack-declare.2", "rp.resolution.4")
class DeclareAttack(Decision[BattalionPosition, Declare]):
    """One attack after the other, each carried out before the next is named."""

    title = "Declare an attack, or end the combat phase"

    policies = (by_verbs("none", "No more attacks.", "done", "drop", "agreed"),)

    def always_asks(self, pos: BattalionPosition, v: Declare) -> str:
        return "" if attack_targets(pos) else "Whether a unit could still attack is not shown."

    def side(self, pos: BattalionPosition, v: Declare) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Declare) -> list[Offer]:
        if v.target >= 0:
            return attacker_offers(pos, v)
        return [Offer("target", attack_targets(pos)), Offer(DONE[0])] if touches_enemy(pos) else []

    def take(self, game: Game[BattalionPosition], v: Declare, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next(Declare())
        elif verb == "target":
            game.update(Declare(noun))
        elif verb == "drop":
            game.update(Declare())
        elif choice == AGREED:
            game.update(Declare())
            begin_combat(game, v.target, v.picked)
        else:
            game.update(named(game.pos, v, choice))

    def refuse(self, pos: BattalionPosition, v: Declare, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "target":
            name = pos.content.names[noun]
            return target_refusal(pos, noun) or Refusal(
                "rp.attack-declare.1", f"no unit that can still attack stands next to {name}."
            )
        return naming_refusal(pos, v, choice)


def begin_combat(game: Game[B], target: int, attackers: Sequence[int], breakthrough: bool = False) -> None:
    """Open one combat. All who fight, and all who stand with them, are shown."""
    pos = game.pos
    v = opened(pos, target, attackers, breakthrough)
    for unit in attackers:
        pos.flags[unit] |= ATTACKED
    for hex in {target, *v.origins}:
        show_all(pos, hex)
    for unit in (unit for hex in set(v.origins) for unit in pos.of_side_at(hex, pos.phasing)):
        if pos.flags[unit] & RETREATED:
            pos.flags[unit] |= RETREATED_BEFORE
    for side in (0, 1):  # whoever is asked whether a leader helps has shown that there is one
        for leader in leaders_at_hand(pos, v, side):
            pos.reveal(leader, 1 - side)
    game.tell("attack", target, *attackers, rule="rp.attack-declare.1")
    game.call("combat", v)


def opened(
    pos: BattalionPosition, target: int, attackers: Sequence[int], breakthrough: bool = False
) -> Combat:
    """The combat of these attackers at its beginning."""
    origins = tuple(pos.hex[unit] for unit in attackers)
    defenders = tuple(who_could_defend(pos, target))
    return Combat(target, tuple(attackers), origins, defenders, int(breakthrough))


def show_all(pos: BattalionPosition, hex: int) -> None:
    """Both sides see all counters of a hex, but for dispersed companies that nobody has found."""
    for unit in pos.at(hex):
        if not pos.dispersed[unit] or pos.flags[unit] & FOUND:
            for side in (0, 1):
                pos.reveal(unit, side)


# -- defenders ----------------------------------------------------------------------------------


@rule("rp.defend-declare.5", "rp.para-search.8")
def who_could_defend(pos: BattalionPosition, target: int) -> list[int]:
    """The enemy's units in the hex that fight: not leaders, DS 0, nor dispersed companies nobody found."""
    enemy = pos.of_side_at(target, 1 - pos.phasing)
    awake = [unit for unit in enemy if not pos.dispersed[unit] or pos.flags[unit] & FOUND]
    return [unit for unit in awake if pos.defence_of(unit) > 0 and not pos.content.is_leader[unit]]


def too_many(pos: BattalionPosition, v: Combat) -> bool:
    """Are there more in the attacked hex than may defend it?"""
    return not may_defend(party_of(pos, v.defenders), len(set(v.origins)), substitutes(pos))


def who_may_stay_out(pos: BattalionPosition, v: Combat) -> list[int]:
    """Units whose staying out brings the hex nearer to its limit."""
    if not too_many(pos, v):
        return []
    most = 3 if len(set(v.origins)) >= 4 else 2
    party = party_of(pos, v.defenders)
    battalions = [unit for unit in v.defenders if is_battalion(pos, unit)]
    if len(party.battalions) > most:
        return battalions
    hqs = [unit for unit in v.defenders if pos.content.is_hq[unit]]
    others = [unit for unit in v.defenders if unit not in battalions and (len(hqs) > 1 or unit not in hqs)]
    return others if most == 3 else [*battalions, *others]


def defence_given_up(pos: BattalionPosition, v: Combat, choice: Choice) -> tuple[int, int]:
    """The DS that staying out costs; the morale where that is equal."""
    return (pos.defence_of(choice[1]), pos.morale_of(choice[1]))


@rule("rp.defend-declare.1", "rp.defend-declare.3", "rp.defend-declare.4")
class NameDefenders(Decision[BattalionPosition, Combat]):
    """The phasing player has named the hex; where too many stand in it, their owner picks who fights."""

    title = "More units than may defend: name one that stays out"

    policies = (by_rank("weakest", "The weakest in defence stay out.", defence_given_up),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def options(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        return plain([("stay-out", unit) for unit in who_may_stay_out(pos, v)])

    def take(self, game: Game[BattalionPosition], v: Combat, choice: Choice) -> None:
        defenders = tuple(unit for unit in v.defenders if unit != choice[1])
        game.tell("stays-out", choice[1], rule="rp.defend-declare.3")
        game.update(v._replace(defenders=defenders))

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[0] != "stay-out":
            return None
        name = pos.content.unit_names[choice[1]]
        if choice[1] not in v.defenders:
            return Refusal("rp.defend-declare.1", f"{name} is not one of the defenders.")
        return Refusal("rp.defend-declare.3", f"there are too many of another kind than {name}.")


# -- the phase -------------------------------------------------------------------------------------


@rule("rp.para-search.4")
class EndCombatPhase(Action[BattalionPosition, Declare]):
    """Companies that were found are so until now."""

    title = "The combat phase ends"

    def run(self, game: Game[BattalionPosition], v: Declare) -> None:
        game.pos.flags = [flags & ~FOUND for flags in game.pos.flags]


attacks = Procedure(
    "attacks",
    DeclareAttack(),
    EndCombatPhase(),
    title="Attacks",
    rules=("rp.sequence.6", "rp.resolution.4"),
    start=lambda pos, v: Declare(),
    vars=Declare,
    sees=seen_without_hand,
)
