"""Strategic movement: far from the enemy, over friendly ground, before all other moves."""

from grognard.core.chapter import DONE, HALT, Choice, Game, Offer, Refusal, Ruling, by_verbs, rule
from grognard.games.battalions.model.position import DEMOLISHED, BattalionPosition
from grognard.games.battalions.movement.limbering import unlimber, unlimber_refusal
from grognard.games.battalions.movement.move import (
    ARRIVED,
    Move,
    company_refusal,
    mover_refusal,
    movers,
    picked,
)
from grognard.games.battalions.movement.normal_movement import (
    NormalMovement,
    companions,
    end_march,
    finish,
    just,
    put_down,
    set_out,
    without,
)
from grognard.games.battalions.movement.reach import destination_refusal, near_enemy, reach_of


@rule("rp.strategic.1", "rp.strategic.2", "rp.attack-declare.8")
class StrategicMovement(NormalMovement):
    """Before normal movement; who marches is put down where it comes to. Guns may unlimber there."""

    title = "Strategic movement"
    policies = (by_verbs("none", "Nobody moves strategically.", "done", "halt"),)
    is_routine = True
    is_rare = True

    def options(self, pos: BattalionPosition, v: Move) -> list[Offer]:
        if not v.group:
            fit = fit_to_march(pos, movers(pos))
            return [Offer("march", fit), Offer("done")] if fit else []
        if v.strategic == ARRIVED:
            guns = [unit for unit in v.group if unlimber_refusal(pos, v, unit) is None]
            return [Offer("unlimber", guns), Offer("halt")]
        others = fit_to_march(pos, companions(pos, v))
        return [reach_of(pos, v).offer(), Offer("with", others), Offer("halt")]

    def take(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        verb, noun = choice
        if choice == DONE:
            game.next(Move())
        elif choice == HALT:
            put_down(game, v)
            game.update(Move())
        elif verb == "to":
            set_out(game, v, noun)
        elif verb == "unlimber":
            unlimber(game, noun)
            finish(game, just(v, noun))
            game.update(end_march(game, without(v, noun)))
        else:
            game.update(picked(game.pos, v._replace(strategic=1), noun))

    def refuse(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "unlimber" and v.group:
            return unlimber_refusal(pos, v, noun) or Refusal("rp.strategic.2", "it has not marched yet.")
        if verb in ("with", "to") and v.strategic == ARRIVED:
            return Refusal(
                "rp.strategic.2", "the guns in hand have made their march.", "Put them down first."
            )
        if verb in ("march", "with", "move"):
            barred = march_refusal(pos, noun, near_enemy(pos, pos.phasing))
            return barred or (company_refusal(pos, v, noun) if v.group else None)
        if verb == "to" and v.group:
            return destination_refusal(pos, v, noun)
        return None


def fit_to_march(pos: BattalionPosition, units: list[int]) -> list[int]:
    """Those of these units, which may be moved, that may march: nothing that `march_refusal` says holds."""
    near, where, flags = near_enemy(pos, pos.phasing), pos.hex, pos.flags
    is_gun, limbered, dispersed = pos.content.is_artillery, pos.limbered, pos.dispersed
    fit = [
        unit
        for unit in units
        if not near[where[unit]]
        and not dispersed[unit]
        and not flags[unit] & DEMOLISHED
        and (not is_gun[unit] or limbered[unit])
    ]
    return pos.content.free_to_march(pos, fit)


@rule("rp.strategic.3", "rp.strategic.6", "rp.move-general.4")
def march_refusal(pos: BattalionPosition, unit: int, near: bytes) -> Ruling:
    """Why this unit may not move strategically."""
    name = pos.content.unit_names[unit]
    barred = mover_refusal(pos, unit)
    if barred is not None:
        return barred
    if pos.dispersed[unit]:
        return Refusal("rp.movement-allowance.17", f"{name} is dispersed.")
    if pos.flags[unit] & DEMOLISHED:
        return Refusal("rp.strategic.6", f"{name} tried to blow the bridge this turn.")
    barred = pos.content.march_bar(pos, unit)
    if barred is not None:
        return barred
    if pos.content.is_artillery[unit] and not pos.limbered[unit]:
        return Refusal("rp.move-general.4", f"{name} is not limbered.")
    if near[pos.hex[unit]]:
        return Refusal("rp.strategic.3", f"{name} starts within 2 hexes of an enemy unit.")
    return None
