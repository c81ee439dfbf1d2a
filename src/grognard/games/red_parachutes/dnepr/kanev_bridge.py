"""The Kanev bridge: German engineers may try to blow it."""

from typing import NamedTuple

from grognard.core.chapter import (
    D6,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_verbs,
    rule,
)
from grognard.games.battalions.model.markers import is_demoralized
from grognard.games.battalions.model.position import DEMOLISHED
from grognard.games.battalions.turn.engineering import BuildWorks, tire_at_work
from grognard.games.battalions.turn.seen_sequence import seen_preparing
from grognard.games.red_parachutes.model.position import GERMAN, SOVIET, ParachutePosition

BLOWN_UP_TO = 5


class Demolition(NamedTuple):
    """The engineer who sets the charge."""

    unit: int = -1


@rule("rp.engineering.5", "rp.engineering.2", "rp.sequence.8")
def demolition_refusal(pos: ParachutePosition, unit: int) -> Ruling:
    """Why this unit may not try to blow the bridge."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != GERMAN or not content.is_engineer[unit] or pos.phasing != GERMAN:
        return Refusal("rp.engineering.5", f"{name} is no German engineer in a German player turn.")
    if not pos.bridge or pos.hex[unit] not in (content.bridge_west, content.bridge_east):
        return Refusal("rp.engineering.5", f"{name} is not at an end of the standing bridge.")
    if is_demoralized(pos, unit):
        return Refusal("rp.engineering.2", f"{name} is demoralized.")
    if any(pos.flags[one] & DEMOLISHED for one in pos.on_map(GERMAN)):
        return Refusal("rp.engineering.5", "an attempt has been made this turn.")
    return None


@rule("rp.engineering.5")
class SetCharge(Decision[ParachutePosition, Demolition]):
    """One attempt a turn, by an engineer at either end."""

    title = "Blow the Kanev bridge"
    policies = (by_verbs("none", "The bridge is left alone.", "done"),)

    def side(self, pos: ParachutePosition, v: Demolition) -> int:
        return pos.phasing

    def options(self, pos: ParachutePosition, v: Demolition) -> list[Offer]:
        if v.unit >= 0 or pos.phasing != GERMAN:
            return []
        fit = [unit for unit in pos.on_map(GERMAN) if demolition_refusal(pos, unit) is None]
        return [Offer("demolish", fit), Offer("done")] if fit else []

    def take(self, game: Game[ParachutePosition], v: Demolition, choice: Choice) -> None:
        game.next(v if choice[0] == "done" else Demolition(choice[1]))

    def refuse(self, pos: ParachutePosition, v: Demolition, choice: Choice) -> Ruling:
        verb, unit = choice
        return demolition_refusal(pos, unit) if verb == "demolish" else None


@rule("rp.engineering.6", "rp.engineering.7", "rp.engineering.8")
class RollDemolition(Roll[ParachutePosition, Demolition]):
    """A die, one more if an enemy stands at the far end: up to 5 the bridge is gone."""

    title = "Is the bridge blown?"

    def outcomes(self, pos: ParachutePosition, v: Demolition) -> list[Outcome]:
        return D6 if v.unit >= 0 else []

    def roller(self, pos: ParachutePosition, v: Demolition) -> int:
        return GERMAN

    def take(self, game: Game[ParachutePosition], v: Demolition, noun: int) -> None:
        pos = game.pos
        content = pos.content
        here = pos.hex[v.unit]
        other = content.bridge_east if here == content.bridge_west else content.bridge_west
        result = noun + pos.has_unit(other, SOVIET)
        blown = result <= BLOWN_UP_TO
        pos.flags[v.unit] |= DEMOLISHED
        tire_at_work(game, v.unit)
        if blown:
            pos.bridge = 0
        game.tell(
            "demolition", noun, result, int(blown), rule="rp.engineering.7" if blown else "rp.engineering.8"
        )


engineering = Procedure(
    "engineering",
    SetCharge(),
    RollDemolition(),
    BuildWorks(),
    title="Engineering",
    rules=("rp.engineering.1",),
    start=lambda pos, v: Demolition(),
    vars=Demolition,
    sees=seen_preparing,
)
