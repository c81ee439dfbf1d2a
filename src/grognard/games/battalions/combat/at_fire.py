"""AT fire: each defending step with a value shoots once at attacking armour, before strengths are added."""

from typing import Final

from grognard.core.chapter import (
    D6,
    NOTHING,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.combat.attack import Combat, participating
from grognard.games.battalions.combat.odds.armor import armor_value
from grognard.games.battalions.guns.support import with_support_fixed
from grognard.games.battalions.model.position import DISRUPTED, BattalionPosition
from grognard.games.battalions.model.unit_steps import lose_step

TWO_DICE: Final = dice(2)
LOWEST, HIGHEST = -3, 4
HALF_KILLS: Final = (1, 2, 3)


@rule("rp.at-fire.2")
def shot_targets(pos: BattalionPosition, v: Combat) -> list[int]:
    """The participating attackers with an armor value that are still there."""
    return [unit for unit in participating(pos, v) if pos.armor_of(unit) > 0]


@rule("rp.at-fire.3")
def index(pos: BattalionPosition, v: Combat, target: int) -> int:
    """The value of the next shot less the armor value of its target."""
    return v.shots[0][1] - armor_value(pos, target)


def row_of(number: int) -> str:
    """The row of the table for an index."""
    return str(min(max(number, LOWEST), HIGHEST))


@rule("rp.at-fire.5")
def effect_of(pos: BattalionPosition, number: int, roll: int) -> str:
    """What a modified roll does at an index: "kill", "pinned" or nothing."""
    table, row = pos.content.tables["at-fire"], row_of(number)
    if roll >= table.integer(row, "kill"):
        return "kill"
    is_pinned = not table.is_blank(row, "pinned") and roll == table.integer(row, "pinned")
    return "pinned" if is_pinned else ""


@rule("rp.at-fire.4")
def modifiers(pos: BattalionPosition, v: Combat) -> dict[str, int]:
    """What changes the roll of the next shot, by name."""
    holds = {
        "woods-or-town": pos.content.ground.is_at_cover[v.target],
        "night": pos.is_night,
        "disrupted": pos.morale_state[v.shots[0][0]] == DISRUPTED,
    }
    table = pos.content.tables["at-modifiers"]
    return {name: table.integer(name, "modifier") for name, is_true in holds.items() if is_true}


def best_shot(pos: BattalionPosition, v: Combat, choice: Choice) -> tuple[int, int, int]:
    """The likeliest kill first; among equals the strongest in attack."""
    return (-index(pos, v, choice[1]), -pos.attack_of(choice[1]), choice[1])


@rule("rp.at-fire.1", "rp.at-fire.2", "rp.at-fire.3")
class AimShot(Decision[BattalionPosition, Combat]):
    """Shot by shot, each after the result of the one before is known."""

    title = "AT fire: choose the target of the next shot"

    policies = (by_rank("likeliest", "Where a kill is likeliest, the strongest first.", best_shot),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def options(self, pos: BattalionPosition, v: Combat) -> list[Offer]:
        return [Offer("shoot", shot_targets(pos, v))] if v.shots and v.aim == NOTHING else []

    def take(self, game: Game[BattalionPosition], v: Combat, choice: Choice) -> None:
        game.next(v._replace(aim=choice[1]))

    def refuse(self, pos: BattalionPosition, v: Combat, choice: Choice) -> Ruling:
        if choice[0] != "shoot":
            return None
        name = pos.content.unit_names[choice[1]]
        return Refusal("rp.at-fire.2", f"{name} is not a participating attacker with an armor value.")


@rule("rp.at-fire.4", "rp.at-fire.5")
class RollShot(Roll[BattalionPosition, Combat]):
    title = "Roll for AT fire"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return TWO_DICE if v.aim != NOTHING else []

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        pos = game.pos
        number = index(pos, v, v.aim)
        roll = noun + sum(modifiers(pos, v).values())
        effect = effect_of(pos, number, roll)
        game.tell("shot", v.shots[0][0], v.aim, number, noun, roll, rule="rp.at-fire.5")
        if effect == "kill" and number <= LOWEST:
            game.goto("RollHalfKill", v._replace(half_kill=1))
            return
        if effect == "kill":
            v = killed(game, v)
        elif effect == "pinned":
            v = pinned(game, v)
        next_shot(game, v)


@rule("rp.at-fire.5")
class RollHalfKill(Roll[BattalionPosition, Combat]):
    title = "A hit on armour that is far too thick kills on a 1, 2 or 3"

    def outcomes(self, pos: BattalionPosition, v: Combat) -> list[Outcome]:
        return D6 if v.half_kill else []

    def roller(self, pos: BattalionPosition, v: Combat) -> int:
        return 1 - pos.phasing

    def take(self, game: Game[BattalionPosition], v: Combat, noun: int) -> None:
        game.tell("thick-armor", v.aim, noun, int(noun in HALF_KILLS), rule="rp.at-fire.5")
        next_shot(game, (killed(game, v) if noun in HALF_KILLS else v)._replace(half_kill=0))


def killed(game: Game[BattalionPosition], v: Combat) -> Combat:
    """The target loses a step; what is left of it fights with less."""
    hex, v = game.pos.hex[v.aim], with_support_fixed(game.pos, v)
    lose_step(game, v.aim, "rp.at-fire.5")
    return v._replace(lost=tuple(sorted((*v.lost, hex))))


def pinned(game: Game[BattalionPosition], v: Combat) -> Combat:
    """The target attacks with half its AS in this combat; once is enough."""
    game.tell("pinned", v.aim, rule="rp.at-fire.5")
    return v._replace(pinned=tuple(sorted({*v.pinned, v.aim})))


def next_shot(game: Game[BattalionPosition], v: Combat) -> None:
    """The next step fires, if there is one and anything to shoot at."""
    rest = v._replace(shots=v.shots[1:], aim=NOTHING)
    if rest.shots and shot_targets(game.pos, rest):
        game.goto("AimShot", rest)
    else:
        game.goto("AttackLeader", rest._replace(shots=()))
