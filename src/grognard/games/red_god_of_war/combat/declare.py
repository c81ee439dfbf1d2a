"""Step 4a: attacks are declared, and which is resolved next."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_verbs,
    first_option,
    plain,
    rule,
)
from grognard.games.red_god_of_war.combat.odds import crosses_river
from grognard.games.red_god_of_war.combat.one_combat import begin_combat
from grognard.games.red_god_of_war.combat.retreat import defenders_at, nobody_left_refusal
from grognard.games.red_god_of_war.model.active_side import ActiveSideDecides
from grognard.games.red_god_of_war.model.position import ACTIVE, COMBAT_PHASE, FOUGHT, SOVIET, RedGodPosition

DONE: Choice = ("done", NOTHING)


class Declare(NamedTuple):
    """The hex whose attackers are being named."""

    target: int = NOTHING


@rule("rgw.declare.2", "rgw.declare.3", "rgw.declare.5", "rgw.declare.7")
def attack_refusal(pos: RedGodPosition, unit: int, target: int) -> Ruling:
    """Why this unit may not attack that hex. Overruns stand outside these limits."""
    content = pos.content
    name = content.unit_names[unit]
    if not pos.flags[unit] & ACTIVE:
        return Refusal("rgw.declare.2", f"{name} is not activated.")
    if content.is_hq[unit]:
        return Refusal("rgw.stacking.12", f"{name} is an HQ and has no strength.")
    if pos.hex[unit] < 0 or content.grid.direction(pos.hex[unit], target) < 0:
        return Refusal("rgw.declare.3", f"{name} is not next to {content.names[target]}.")
    if pos.flags[unit] & FOUGHT or pos.target[unit] not in (NOTHING, target):
        return Refusal("rgw.declare.5", f"{name} attacks once per impulse.")
    if content.is_tank[unit] and crosses_river(pos, unit, target):
        return Refusal("rgw.declare.3", f"{name} is a tank unit and may not attack across a river.")
    return None


def declared_hexes(pos: RedGodPosition) -> list[int]:
    """The hexes against which attacks are declared and not yet resolved."""
    return sorted({hex for hex in pos.target if hex >= 0})


def committed_to(pos: RedGodPosition, target: int) -> list[int]:
    """The units declared against a hex that can still attack it."""
    return [
        unit
        for unit, hex in enumerate(pos.target)
        if hex == target and attack_refusal(pos, unit, target) is None
    ]


@rule("rgw.declare.8", "rgw.declare.9", "rgw.declare.6")
def target_refusal(pos: RedGodPosition, target: int) -> Ruling:
    """Why the active side may not attack this hex. A hex is named once, and only the Soviets are limited."""
    side = pos.active_side
    if not pos.is_enemy_held(target, side):
        return Refusal("rgw.declare.1", f"no enemy unit holds {pos.content.names[target]}.")
    safe = nobody_left_refusal(pos, target)
    if safe is not None:
        return safe
    declared = declared_hexes(pos)
    if side == SOVIET and target not in declared and len(declared) >= pos.content.limit("soviet-attacks"):
        return Refusal("rgw.declare.8", "the Soviet player attacks at most two hexes in an impulse.")
    return None


def targets(pos: RedGodPosition) -> list[int]:
    """Enemy-occupied hexes that some activated unit could attack."""
    side = pos.active_side
    found: set[int] = set()
    for unit in pos.content.combat_units[side]:
        if not pos.flags[unit] & ACTIVE or pos.flags[unit] & FOUGHT or pos.hex[unit] < 0:
            continue
        base = pos.hex[unit] * 6
        for there in pos.content.neighbours[base : base + 6]:
            if there >= 0 and there not in found and pos.is_enemy_held(there, side):
                if attack_refusal(pos, unit, there) is None:
                    found.add(there)
    return [hex for hex in sorted(found) if target_refusal(pos, hex) is None]


@rule("rgw.declare.1", "rgw.declare.4")
class DeclareAttacks(ActiveSideDecides[Declare]):
    """All are announced before the first is resolved; nobody has to attack."""

    title = "4a. Declare attacks"

    policies = (by_verbs("none", "No more attacks.", "done", "agreed"),)

    def options(self, pos: RedGodPosition, v: Declare) -> list[Offer]:
        if v.target < 0:
            hexes = targets(pos)
            options: list[Choice] = [("target", hex) for hex in hexes]
            return plain([*options, DONE] if options or declared_hexes(pos) else [])
        options = []
        for unit in sorted(units_beside(pos, v.target)):
            if pos.target[unit] == v.target:
                options.append(("release", unit))
            elif attack_refusal(pos, unit, v.target) is None:
                options.append(("commit", unit))
        options.append(("agreed", NOTHING))
        return plain(options)

    def take(self, game: Game[RedGodPosition], v: Declare, choice: Choice) -> None:
        pos = game.pos
        verb, noun = choice
        match verb:
            case "target":
                game.update(Declare(noun))
            case "commit":
                pos.target[noun] = v.target
            case "release":
                pos.target[noun] = NOTHING
            case "agreed":
                game.update(Declare())
            case _:
                if declared_hexes(pos):
                    game.tell("phase", COMBAT_PHASE, rule="rgw.sequence.3")
                for hex in declared_hexes(pos):
                    game.tell("declared", hex, *committed_to(pos, hex), rule="rgw.declare.1")
                game.next()

    def refuse(self, pos: RedGodPosition, v: Declare, choice: Choice) -> Ruling:
        verb, noun = choice
        match verb:
            case "target":
                name = pos.content.names[noun]
                return target_refusal(pos, noun) or Refusal(
                    "rgw.declare.3", f"no activated unit that can still attack stands next to {name}."
                )
            case "commit" | "release" if v.target >= 0:
                name = pos.content.unit_names[noun]
                if pos.content.side[noun] != pos.active_side:
                    return Refusal(
                        "rgw.declare.2", f"{name} is the enemy's.", "Only your activated units attack."
                    )
                if pos.target[noun] == v.target:
                    return Refusal("rgw.declare.5", f"{name} is in this attack already.")
                barred = attack_refusal(pos, noun, v.target)
                return barred or Refusal("rgw.declare.1", f"{name} is not in this attack.")
        return None


def units_beside(pos: RedGodPosition, hex: int) -> list[int]:
    """The active side's combat units next to a hex."""
    around = pos.content.neighbours[hex * 6 : hex * 6 + 6]
    return [
        unit
        for there in around
        if there >= 0 and pos.has_friend(there, pos.active_side)
        for unit in pos.combat_units_at(there)
    ]


class ResolveAttacks(ActiveSideDecides[Declare]):
    title = "Choose the next attack to resolve"

    policies = (first_option("in-order", "One after the other, as they are listed."),)
    is_routine = True

    def options(self, pos: RedGodPosition, v: Declare) -> list[Offer]:
        held = [hex for hex in declared_hexes(pos) if pos.is_enemy_held(hex, pos.active_side)]
        hexes = [hex for hex in held if defenders_at(pos, hex)]
        return plain([("resolve", hex) for hex in hexes if committed_to(pos, hex)])

    def take(self, game: Game[RedGodPosition], v: Declare, choice: Choice) -> None:
        pos = game.pos
        attackers = committed_to(pos, choice[1])
        for unit in range(pos.content.units):
            if pos.target[unit] == choice[1]:
                pos.target[unit] = NOTHING
        begin_combat(game, choice[1], attackers, overrun=False)

    def refuse(self, pos: RedGodPosition, v: Declare, choice: Choice) -> Ruling:
        if choice[0] != "resolve":
            return None
        why = f"no attack on {pos.content.names[choice[1]]} was declared."
        return Refusal("rgw.declare.1", why, "All attacks were named before the first is resolved.")
