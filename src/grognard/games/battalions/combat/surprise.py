"""Surprise: an attacker with one gun at most may try it in the morning and at night."""

from grognard.core.chapter import (
    D6,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.combat.attack import FAILED, NOT_TRIED, SURPRISED, Combat
from grognard.games.battalions.model.position import BattalionPosition

MOST_GUNS = 1
SUCCEEDS = (1, 2)
TRYING = 3
"""Announced, the die not rolled yet."""


@rule("rp.surprise.1", "rp.surprise.5")
def surprise_refusal(pos: BattalionPosition, v: Combat) -> Ruling:
    """Why surprise may not be attempted. What the defender has committed does not matter."""
    if not pos.content.options.get("surprise", True):
        return Refusal("rp.surprise.1", "surprise is not used in this game.")
    if not (pos.is_am or pos.is_night):
        return Refusal("rp.surprise.1", "surprise is attempted in AM and night turns only.")
    if len(v.attack_guns) > MOST_GUNS:
        return Refusal("rp.surprise.5", f"{len(v.attack_guns)} guns support the attack; at most 1 may.")
    return None


@rule("rp.surprise.1", "rp.surprise.5")
class AttemptSurprise(Decision[BattalionPosition, Combat]):
    title = "Attempt surprise, or not"

    policies = (
        by_verbs("attempt", "Surprise is always attempted.", "surprise"),
        by_verbs("never", "Surprise is never attempted.", "no-surprise"),
    )
    is_routine = True

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return pos.phasing

    def options(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        if v.surprise != NOT_TRIED or surprise_refusal(pos, v) is not None:
            return []
        return [Offer("surprise"), Offer("no-surprise")]

    def take(self, game: Game[BattalionPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(surprise=TRYING if choice[0] == "surprise" else NOT_TRIED))


@rule("rp.surprise.2", "rp.surprise.3", "rp.surprise.4")
class RollSurprise(Roll[BattalionPosition, Combat]):
    """On a 1 or 2 the defender's guns are silent and go back unused."""

    title = "Roll for surprise"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return D6 if v.surprise == TRYING else []

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return pos.phasing

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        succeeds = noun in SUCCEEDS
        rule_id = "rp.surprise.3" if succeeds else "rp.surprise.4"
        game.tell("surprise", v.target, noun, int(succeeds), rule=rule_id)
        if succeeds:
            game.update(v._replace(surprise=SURPRISED, defence_guns=(), firing=()))
        else:
            game.update(v._replace(surprise=FAILED))
