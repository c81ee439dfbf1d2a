"""German units assigned to Romanian formations, one to each."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Decision,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.model.position import BattalionPosition
from grognard.games.red_steel.model.position import AXIS, SteelPosition
from grognard.games.red_steel.model.secrecy import axis_only


class Attachment(NamedTuple):
    """The German unit that is assigned."""

    unit: int = NOTHING


def romanian_formations(pos: SteelPosition) -> list[int]:
    """The Romanian formations with units on the map that have no German unit."""
    content = pos.content
    units = [unit for unit in pos.on_map(AXIS) if content.nation[unit] == "romanian"]
    found = {content.formation[pos.origin(unit)] for unit in units} - {NOTHING}
    return sorted(found - {pos.attached_to(unit) for unit in pos.on_map(AXIS)})


@rule("rs.formations.3", "rs.formations.5")
def attach_refusal(pos: BattalionPosition, unit: int) -> Ruling:
    """Why this unit is not assigned elsewhere."""
    content = pos.content
    if (
        content.nation[unit] != "german"
        or pos.hex[unit] < 0
        or content.is_leader[unit]
        or content.is_hq[unit]
    ):
        name = content.unit_names[unit]
        return Refusal("rs.formations.3", f"{name} is no German combat unit on the map.")
    return None


@rule("rs.formations.3")
class AttachGermans(Decision[SteelPosition, Attachment]):
    """In an Initial Segment one German unit may be assigned to each Romanian formation, or come back."""

    title = "Assign German units to Romanian formations"
    policies = (by_verbs("none", "No change.", "done", "put-back"),)
    is_routine = True
    is_rare = True

    def side(self, pos: SteelPosition, v: Attachment) -> int:
        return AXIS

    def options(self, pos: SteelPosition, v: Attachment) -> list[Offer]:
        if v.unit != NOTHING:
            return [Offer("assign-to", romanian_formations(pos)), Offer("put-back")]
        units = [unit for unit in pos.on_map(AXIS) if attach_refusal(pos, unit) is None]
        away = [unit for unit in units if pos.attached_to(unit) != NOTHING]
        free = [unit for unit in units if unit not in away] if romanian_formations(pos) else []
        return [Offer("assign", free), Offer("take-back", away), Offer("done")] if units else []

    def take(self, game: Game[SteelPosition], v: Attachment, choice: Choice) -> None:
        verb, noun = choice
        pos = game.pos
        if verb == "done":
            game.next(Attachment())
        elif verb == "assign":
            game.update(Attachment(noun))
        elif verb == "assign-to":
            pos.attached[v.unit] = noun
            game.tell("assigned", v.unit, noun, rule="rs.formations.3", sees=pos.viewers(v.unit))
            game.update(Attachment())
        else:
            if verb == "take-back":
                pos.attached[noun] = pos.attached[pos.origin(noun)] = NOTHING
            game.update(Attachment())

    def refuse(self, pos: SteelPosition, v: Attachment, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb not in ("assign", "take-back"):
            return None
        barred = attach_refusal(pos, unit)
        if barred is not None:
            return barred
        name = pos.content.unit_names[unit]
        if verb == "take-back":
            return Refusal("rs.formations.3", f"{name} is with its own formation.")
        if pos.attached_to(unit) != NOTHING:
            return Refusal("rs.formations.3", f"{name} is assigned to a Romanian formation already.")
        return Refusal("rs.formations.3", "every Romanian formation has its German unit.")


attachment = Procedure(
    "attachment",
    AttachGermans(),
    title="German units with the Romanians",
    rules=("rs.formations.3",),
    start=lambda pos, v: Attachment(),
    vars=Attachment,
    sees=axis_only,
)
