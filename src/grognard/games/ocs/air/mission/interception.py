"""Interception of an air mission, and the Flak it flies through: steps D and E of the mission sequence."""

from grognard.core.chapter import (
    D6,
    NOTHING,
    Action,
    Choice,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    first_option,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.ocs.air.aircraft import hit_plane, land, patrollers, take_off
from grognard.games.ocs.air.combat import Dogfight
from grognard.games.ocs.air.flak import flak_facts, flak_terms, flak_total, is_hit, is_under_flak, planes_hit
from grognard.games.ocs.air.mission.variables import Mission, still_flying
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.sequence.segments import Asked

# -- D: interception ----------------------------------------------------------------------------


@rule("ocs.aircombat.10")
def interceptors(pos: OcsPosition, v: Mission) -> list[int]:
    """The Fighters that may intercept a mission: one that is subject to Flak, in their own Patrol Zone."""
    if not still_flying(pos, v) or not is_under_flak(pos, v.kind, v.hex, v.side):
        return []
    return patrollers(pos, v.hex, 1 - v.side)


@rule("ocs.aircombat.10", "ocs.aircombat.11")
class Intercept(Asked[OcsPosition, Mission]):
    title = "The other player may intercept with one Fighter whose Patrol Zone covers the hex"

    policies = (
        by_verbs("never", "Never intercept.", "let-pass"),
        by_verbs("always", "Intercept with the first Fighter that can.", "intercept"),
    )
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        found = interceptors(pos, v) if v.may_intercept else []
        return [Offer("intercept", found), Offer("let-pass")] if found else []

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, plane = choice
        if verb == "let-pass":
            game.next(v._replace(may_intercept=0))
            return
        game.next(v._replace(may_intercept=0, interceptor=plane))
        take_off(game.pos, plane, v.hex)
        game.tell("intercepted", plane, v.hex, rule="ocs.aircombat.10")
        game.call("air-combat", Dogfight(v.hex, 1 - v.side, plane))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.aircombat.10", "only an Active Fighter whose Patrol Zone covers the hex intercepts."
        )


@rule("ocs.aircombat.12", "ocs.aircombat.13")
class AfterInterception(Action[OcsPosition, Mission]):
    title = "An interceptor that has not aborted goes back Active; a mission without aircraft is over"

    def run(self, game: Game[OcsPosition], v: Mission) -> None:
        pos, plane = game.pos, v.interceptor
        if plane != NOTHING and pos.hex[plane] == v.hex and pos.home[plane] != NOTHING:
            land(pos, plane, pos.home[plane], active=True)
        planes = still_flying(pos, v)
        if not planes:
            game.tell("mission-over", v.hex, rule="ocs.aircombat.13")
        game.update(v._replace(planes=planes))


# -- E: Flak ------------------------------------------------------------------------------------


def is_fired_at(pos: OcsPosition, v: Mission) -> bool:
    """Is Flak rolled now?"""
    return len(v.planes) > 0 and is_under_flak(pos, v.kind, v.hex, v.side)


@rule("ocs.flak.13")
class OrderOfStack(Asked[OcsPosition, Mission]):
    title = "Before Flak the owner fixes the order of the mission's stack"

    policies = (by_verbs("agreed", "As they joined.", "agreed"),)
    is_routine = True
    is_rare = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        if len(v.planes) < 2 or not is_fired_at(pos, v):
            return []
        return [Offer("put-last", v.planes[:-1]), Offer("agreed")]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        verb, plane = choice
        if verb == "agreed":
            game.next()
        else:
            rest = tuple(one for one in v.planes if one != plane)
            game.update(v._replace(planes=(*rest, plane)))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.flak.13", "only aircraft of this mission that are not last already.")


@rule("ocs.flak.1", "ocs.flak.2", "ocs.flak.10")
class RollFlak(Roll[OcsPosition, Mission]):
    title = "The other player rolls Flak"

    def outcomes(self, pos: OcsPosition, v: Mission) -> list[Outcome]:
        return dice(2) if is_fired_at(pos, v) else []

    def roller(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def take(self, game: Game[OcsPosition], v: Mission, noun: int) -> None:
        terms = flak_terms(game.pos, v.kind, v.hex, v.planes, v.side)
        modified = noun + flak_total(terms)
        game.tell("flak", v.hex, noun, modified, *flak_facts(terms), rule="ocs.flak.2")
        if is_hit(game.pos, modified):
            game.update(v._replace(hit=v.planes))


@rule("ocs.flak.13")
class RollMissionLoss(Roll[OcsPosition, Mission]):
    title = "A die says which aircraft is hit"

    def outcomes(self, pos: OcsPosition, v: Mission) -> list[Outcome]:
        return D6 if len(v.hit) > 1 else []

    def roller(self, pos: OcsPosition, v: Mission) -> int:
        return 1 - v.side

    def take(self, game: Game[OcsPosition], v: Mission, noun: int) -> None:
        game.update(v._replace(hit=tuple(planes_hit(game.pos, v.planes, noun))))


@rule("ocs.flak.13", "ocs.flak.14", "ocs.flak.15")
class TakeFlakLoss(Asked[OcsPosition, Mission]):
    title = "The owner chooses among equals which aircraft loses a step"

    policies = (first_option("first", "The first in the stack."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Mission) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Mission) -> list[Offer]:
        return [Offer("lose-step", v.hit)]

    def take(self, game: Game[OcsPosition], v: Mission, choice: Choice) -> None:
        hit_plane(game, choice[1], "ocs.flak.2")
        game.next(v._replace(planes=still_flying(game.pos, v), hit=()))

    def why(self, pos: OcsPosition, v: Mission, choice: Choice) -> Ruling:
        return Refusal("ocs.flak.13", "the die has not hit that aircraft.")
