"""Results of a combat: losses, options, retreats, advance, exploitation."""

from grognard.core.chapter import (
    Action,
    Choice,
    Game,
    Offer,
    Refusal,
    Ruling,
    by_rank,
    by_verbs,
    rule,
)
from grognard.games.ocs.combat.capture import enter_hex
from grognard.games.ocs.combat.losses import cheapest_step, lose_step, survivors
from grognard.games.ocs.combat.retreat import begin_retreat
from grognard.games.ocs.combat.variables import Combat
from grognard.games.ocs.model.content import MOVE_SIDE
from grognard.games.ocs.model.position import COMBAT_SEGMENT, DG, OcsPosition
from grognard.games.ocs.model.units import action_rating
from grognard.games.ocs.movement.modes import mark_exploit
from grognard.games.ocs.movement.reach import could_enter
from grognard.games.ocs.rear.breakdowns import DETACHES, detach_offers, detach_refusal, part_from
from grognard.games.ocs.sequence.fog import tell_moved
from grognard.games.ocs.sequence.segments import Veiled

# -- losses ---------------------------------------------------------------------------------------


@rule("ocs.results.9", "ocs.results.10", "ocs.results.11", "ocs.combat.4", "ocs.units.2")
def who_loses(pos: OcsPosition, party: tuple[int, ...], chief: int, hits: tuple[int, ...]) -> list[int]:
    """Who may lose the next step: first the Action Rating unit, then those that have lost least."""
    alive = survivors(pos, party)
    if not hits and chief in alive:
        return [chief]
    return [unit for unit in alive if all(hits.count(unit) <= hits.count(other) for other in alive)]


@rule("ocs.results.2", "ocs.results.8", "ocs.results.9", "ocs.results.10", "ocs.results.11")
class AttackerLoses(Veiled[OcsPosition, Combat]):
    title = "The attacker loses steps"

    policies = (by_rank("cheapest", "A step of the unit that can best spare it.", cheapest_step),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if not v.attacker_owes:
            return []
        return [Offer("lose", who_loses(pos, v.attackers, v.leader, v.attacker_hits))]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        unit = choice[1]
        owed = v.attacker_owes - 1
        game.update(v._replace(attacker_owes=owed, attacker_hits=(*v.attacker_hits, unit)))
        lose_step(game, unit, "ocs.results.8")

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return loss_refusal(pos, v.attackers, v.leader, v.attacker_hits, choice[1])


def loss_refusal(
    pos: OcsPosition, party: tuple[int, ...], chief: int, hits: tuple[int, ...], unit: int
) -> Ruling:
    """Why a unit may not lose the next step."""
    if unit not in party or pos.hex[unit] < 0:
        return Refusal("ocs.combat.4", "only units that take part lose steps.")
    if not hits and pos.hex[chief] >= 0:
        return Refusal("ocs.results.10", "the first step comes from the Action Rating unit.")
    return Refusal("ocs.results.11", "every unit loses one step before any loses a second.")


@rule("ocs.results.3", "ocs.results.4", "ocs.results.5", "ocs.results.6", "ocs.landing.14")
class AttackerOption(Veiled[OcsPosition, Combat]):
    title = "The attacker carries out his option"

    policies = (by_verbs("retreat", "A retreat, if it can be.", "retreat-by"),)

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if not v.attacker_option or not survivors(pos, v.attackers):
            return []
        return [Offer("retreat-by", [0] if v.beach else range(v.attacker_option, -1, -1))]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        hexes = choice[1]
        steps = v.attacker_option - hexes
        v = v._replace(attacker_option=0, withdraw=hexes, attackers_went=int(hexes > 0))
        v = v._replace(attacker_owes=steps, lapsed=int(hexes > 0), exploit=0 if hexes else v.exploit)
        if steps:
            game.goto("AttackerLoses", v)
        else:
            game.next(v)

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return Refusal("ocs.results.3", "an option is met by steps and hexes that add up to it.")


@rule("ocs.results.5", "ocs.results.14")
class AttackerGoesBack(Action[OcsPosition, Combat]):
    title = "The attacker retreats"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        pos = game.pos
        alive = survivors(pos, v.attackers)
        if not alive and v.attacker_option:
            # Destroyed before he could take his option: the defender's lapses too.
            game.update(v._replace(lapsed=1))
        elif v.withdraw and alive:
            game.update(v._replace(withdraw=0))
            begin_retreat(game, alive, v.withdraw, [v.target])
        elif v.withdraw:
            game.update(v._replace(withdraw=0))


@rule("ocs.fog.2")
class AttackerIsBack(Action[OcsPosition, Combat]):
    """The combat stands here while the attackers walk: their enemy is shown that they do, not who."""

    title = "The attacker's retreat is over"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        pass


@rule("ocs.results.2", "ocs.results.8", "ocs.results.9", "ocs.results.10", "ocs.results.11")
class DefenderLoses(Veiled[OcsPosition, Combat]):
    title = "The defender loses steps"

    policies = (by_rank("cheapest", "A step of the unit that can best spare it.", cheapest_step),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if not v.defender_owes:
            return []
        return [Offer("lose", who_loses(pos, v.defenders, v.rival, v.defender_hits))]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        unit = choice[1]
        owed = v.defender_owes - 1
        game.update(v._replace(defender_owes=owed, defender_hits=(*v.defender_hits, unit)))
        lose_step(game, unit, "ocs.results.8")

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return loss_refusal(pos, v.defenders, v.rival, v.defender_hits, choice[1])


@rule("ocs.results.3", "ocs.results.5", "ocs.results.17", "ocs.results.31")
class DefenderOption(Veiled[OcsPosition, Combat]):
    title = "The defender carries out his options"

    policies = (
        by_verbs("retreat", "The whole as a retreat; what lapsed is ignored.", "ignore", "retreat-by"),
    )

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if not v.defender_option or not survivors(pos, v.defenders):
            return []
        offers = [Offer("ignore")] if v.lapsed else []
        return [*offers, Offer("retreat-by", range(v.defender_option, -1, -1))]

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        verb, hexes = choice
        if verb == "ignore":
            game.next(v._replace(defender_option=0))
            return
        steps = v.defender_option - hexes
        v = v._replace(defender_option=0, withdraw=hexes, defender_owes=steps)
        if steps:
            game.goto("DefenderLoses", v)
        else:
            game.next(v)

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        return Refusal("ocs.results.3", "an option is met by steps and hexes that add up to it.")


@rule("ocs.results.14")
class DefenderGoesBack(Action[OcsPosition, Combat]):
    title = "The defender retreats"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        alive = survivors(game.pos, v.defenders)
        if v.withdraw and alive:
            begin_retreat(game, alive, v.withdraw, v.origins)


class DefenderIsBack(AttackerIsBack):
    """The same while the defenders walk."""

    title = "The defender's retreat is over"


# -- advance and exploitation ---------------------------------------------------------------------


@rule("ocs.results.25", "ocs.results.26", "ocs.results.23", "ocs.fuel.2")
def advance_refusal(pos: OcsPosition, v: Combat, unit: int) -> Ruling:
    """Why a unit may not advance after combat into the hex that was attacked."""
    content = pos.content
    name = content.unit_names[unit]
    if unit not in v.settled or pos.hex[unit] < 0:
        return Refusal("ocs.results.26", f"{name} did not pay supply for this combat.")
    if v.attackers_went:
        return Refusal("ocs.results.26", "the attackers retreated.")
    if pos.is_held_by(v.target, 1 - v.side):
        return Refusal("ocs.results.25", "defenders are still there.")
    if pos.hex[unit] == v.target:
        return Refusal("ocs.results.25", f"{name} has advanced.")
    if not max(content.movement[unit * 2 : unit * 2 + 2]) or not could_enter(pos, unit, v.target):
        return Refusal("ocs.results.23", f"{name} cannot enter the hex.")
    return None


@rule("ocs.results.25", "ocs.results.26", "ocs.results.27", "ocs.breakdown.2")
class Advance(Veiled[OcsPosition, Combat]):
    """Advance after combat: attackers that paid go into the hex that was attacked."""

    title = "Attackers may advance"

    policies = (
        by_verbs("first", "One unit advances.", "advance"),
        by_verbs("stay", "Nobody advances.", "stay-put"),
    )

    def side(self, pos: OcsPosition, v: Combat) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Combat) -> list[Offer]:
        if v.overrun or v.beach:
            return []
        ready = [unit for unit in v.attackers if advance_refusal(pos, v, unit) is None]
        parts = [unit for unit in ready if detach_refusal(pos, unit) is None]
        return [Offer("advance", ready), *detach_offers(pos, parts), Offer("stay-put")] if ready else []

    def take(self, game: Game[OcsPosition], v: Combat, choice: Choice) -> None:
        verb, unit = choice
        if verb == "stay-put":
            game.next()
            return
        if verb in DETACHES:
            part_from(game, v, choice)
            return
        pos = game.pos
        if not pos.shown(pos.content.movement, unit):
            pos.put.face[unit] = MOVE_SIDE
        tell_moved(game, "advanced", pos.hex[unit], v.target, (unit,), "ocs.results.25")
        enter_hex(game, (unit,), v.target, advance=True)

    def why(self, pos: OcsPosition, v: Combat, choice: Choice) -> Ruling:
        none = Refusal("ocs.results.25", "attackers that paid may advance, or nobody.")
        return (
            advance_refusal(pos, v, choice[1]) if choice[0].startswith(("advance", "detach")) else None
        ) or none


@rule("ocs.results.29", "ocs.results.30", "ocs.results.6")
def may_exploit(pos: OcsPosition, v: Combat) -> bool:
    """Does the result count: in the Combat Phase, no overrun, from one hex or two that touch?"""
    if not v.exploit or v.overrun or pos.phase != COMBAT_SEGMENT or v.attackers_went:
        return False
    return len(v.origins) == 1 or (len(v.origins) == 2 and pos.content.is_adjacent(*v.origins))


@rule("ocs.results.28", "ocs.results.29", "ocs.results.30", "ocs.modes.35")
class Exploit(Action[OcsPosition, Combat]):
    title = "Attackers of good rating are marked for exploitation"

    def run(self, game: Game[OcsPosition], v: Combat) -> None:
        pos = game.pos
        if not may_exploit(pos, v):
            return
        for unit in survivors(pos, v.attackers):
            if pos.mode[unit] != DG and action_rating(pos, unit) >= v.exploit:
                mark_exploit(game, unit)
