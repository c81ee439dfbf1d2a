"""Movement as this game has it: the family's, with crossings of the Dnepr and recon units that dismount."""

from grognard.core.chapter import Choice, Game, Offer, Refusal, Ruling, rule
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.battalions.movement.move import Move, mover_refusal
from grognard.games.battalions.movement.normal_movement import NormalMovement
from grognard.games.red_parachutes.dnepr.crossing import Crossing, crossing_refusal, fit_to_cross
from grognard.games.red_parachutes.model.position import SOVIET, ParachutePosition


@rule("rp.sequence.5", "rp.dnepr.3", "rp.movement-allowance.20", "rp.move-general.13")
class MoveAndCross(NormalMovement):
    """Normal moves, and before or between them attempts to cross the Dnepr. Nobody has to move."""

    title = "Normal movement and crossings"

    def extra_offers(self, pos: BattalionPosition, units: list[int]) -> list[Offer]:
        assert isinstance(pos, ParachutePosition)
        scouts = [unit for unit in units if pos.content.is_recon[unit]]
        return [
            Offer("cross", fit_to_cross(pos, units)),
            Offer("dismount", [unit for unit in scouts if dismount_refusal(pos, unit) is None]),
        ]

    def take_extra(self, game: Game[BattalionPosition], v: Move, choice: Choice) -> None:
        verb, unit = choice
        if verb == "cross":
            game.call("crossing", Crossing(unit))
        else:
            dismount(game, unit)

    def refuse_extra(self, pos: BattalionPosition, v: Move, choice: Choice) -> Ruling:
        assert isinstance(pos, ParachutePosition)
        verb, unit = choice
        if v.group:
            return None
        if verb == "cross":
            return crossing_refusal(pos, unit)
        return dismount_refusal(pos, unit) if verb == "dismount" else None


@rule("rp.movement-allowance.20", "rp.movement-allowance.21")
def dismount_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit is not turned over to foot."""
    name = pos.content.unit_names[unit]
    if pos.content.side[unit] != SOVIET or not pos.content.is_recon[unit]:
        return Refusal("rp.movement-allowance.20", f"{name} is no Soviet recon unit.")
    if pos.afoot[unit]:
        return Refusal("rp.movement-allowance.21", f"{name} is on foot, and stays so.")
    if pos.spent[unit]:
        return Refusal("rp.movement-allowance.20", f"{name} has moved.")
    return mover_refusal(pos, unit)


@rule("rp.movement-allowance.20")
def dismount(game: Game[BattalionPosition], unit: int) -> None:
    """A recon unit goes on as a foot unit, for good."""
    pos = game.pos
    pos.afoot[unit] = 1
    pos.changed(unit)
    game.tell("dismounted", unit, rule="rp.movement-allowance.20", sees=pos.viewers(unit))
