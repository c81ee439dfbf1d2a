"""Ammunition of artillery: salvos that are rolled in the morning, kept and spent."""

from typing import NamedTuple

from grognard.core.chapter import (
    OPEN,
    Choice,
    Decision,
    Game,
    Offer,
    Outcome,
    Procedure,
    Refusal,
    Roll,
    Ruling,
    by_rank,
    rule,
)
from grognard.core.flow.chance import dice
from grognard.games.battalions.model.position import FULL_AMMUNITION, GERMAN, SOVIET, B, BattalionPosition
from grognard.games.battalions.turn.seen_sequence import seen_preparing
from grognard.games.battalions.turn.supply import is_in_supply

SIDE_COLUMNS = ("german", "soviet")
LARGE = ("III", "X")


class Ammunition(NamedTuple):
    """Whose guns are resupplied."""

    of: int = -1


@rule("rp.ammo-resupply.9", "rs.ammo-resupply.6")
def salvo_price(pos: BattalionPosition, unit: int) -> int:
    """What a level of ammunition costs: two salvos for a regiment or brigade, else one.

    The type of ammunition printed on the gun does not matter (rp.ammo-resupply.8).
    """
    return 2 if pos.content.size[unit] in LARGE else 1


@rule(
    "rp.ammo-resupply.2",
    "rp.ammo-resupply.3",
    "rp.ammo-resupply.10",
    "rp.ammo-resupply.8",
    "rs.ammo-resupply.2",
)
def resupply_refusal(pos: BattalionPosition, unit: int, side: int) -> Ruling:
    """Why this gun gets no ammunition now."""
    content = pos.content
    name = content.unit_names[unit]
    if content.side[unit] != side or pos.hex[unit] < 0 or not content.is_artillery[unit]:
        return Refusal("rp.ammo-resupply.2", f"{name} is no gun of this side on the map.")
    if pos.ammunition[unit] >= FULL_AMMUNITION:
        return Refusal("rp.ammo-resupply.10", f"{name} has ammunition level 2.")
    price = salvo_price(pos, unit)
    store = pos.salvos_for(unit)
    if store < price:
        return Refusal("rp.ammo-resupply.9", f"a level costs {price} salvos, {store} are left.")
    if not is_in_supply(pos, unit):
        return Refusal("rp.ammo-resupply.3", f"no supply line can be traced to {name}.")
    return None


@rule("rp.ammo-resupply.1", "rp.ammo-resupply.6", "rp.ammo-resupply.7", "rs.ammo-resupply.5")
def resupply(game: Game[B], unit: int) -> None:
    """A salvo is a level of ammunition."""
    pos = game.pos
    pos.spend_salvos(unit, salvo_price(pos, unit))
    pos.ammunition[unit] += 1
    pos.changed(unit)
    game.tell("resupplied", unit, pos.ammunition[unit], rule="rp.ammo-resupply.7", sees=pos.viewers(unit))


def emptiest(pos: BattalionPosition, v: object, choice: Choice) -> tuple[bool, int, int]:
    """Who is served first: the emptiest gun, then the strongest."""
    verb, unit = choice
    if verb == "done":
        return (True, 0, 0)
    return (False, pos.ammunition[unit], -pos.value("support", unit))


@rule("rp.ammo-resupply.7", "rp.ammo-resupply.11")
class SpendSalvos(Decision[BattalionPosition, Ammunition]):
    """Salvos are spent on guns, or kept."""

    title = "Ammunition for artillery"
    policies = (by_rank("emptiest", "The emptiest guns first, as long as there are salvos.", emptiest),)
    is_routine = True

    def side(self, pos: BattalionPosition, v: Ammunition) -> int:
        return pos.phasing if v.of < 0 else v.of

    def options(self, pos: BattalionPosition, v: Ammunition) -> list[Offer]:
        side = self.side(pos, v)
        artillery = [unit for unit in pos.on_map(side) if pos.content.is_artillery[unit]]
        guns = [unit for unit in artillery if resupply_refusal(pos, unit, side) is None]
        return [Offer("resupply", guns), Offer("done")] if guns else []

    def take(self, game: Game[BattalionPosition], v: Ammunition, choice: Choice) -> None:
        if choice[0] == "done":
            game.next()
        else:
            resupply(game, choice[1])

    def refuse(self, pos: BattalionPosition, v: Ammunition, choice: Choice) -> Ruling:
        verb, unit = choice
        if verb == "resupply":
            return resupply_refusal(pos, unit, self.side(pos, v))
        return None


@rule("rp.salvos.1", "rp.salvos.2")
class SpendStoredSalvos(SpendSalvos):
    """In a player turn only stored salvos are spent; none are rolled."""

    title = "Ammunition in the player turn"


@rule("rp.ammo-resupply.4", "rp.ammo-resupply.5")
class RollSalvos(Roll[BattalionPosition, Ammunition]):
    """As many dice as the turn track shows: their sum is the number of salvos."""

    title = "Salvos of the morning"

    def outcomes(self, pos: BattalionPosition, v: Ammunition) -> list[Outcome]:
        count = pos.content.since("salvo-dice", pos.turn, SIDE_COLUMNS[v.of])
        return dice(count) if count else []

    def roller(self, pos: BattalionPosition, v: Ammunition) -> int:
        return v.of

    def take(self, game: Game[BattalionPosition], v: Ammunition, noun: int) -> None:
        pos = game.pos
        pos.salvos[v.of] += noun
        game.tell("salvos", v.of, noun, pos.salvos[v.of], rule="rp.ammo-resupply.5")


class SpendMorningSalvos(SpendSalvos):
    """The salvos of the morning and those in store: asked wherever there are any, since guns lie hidden."""

    def options(self, pos: BattalionPosition, v: Ammunition) -> list[Offer]:
        return super().options(pos, v) or ([Offer("done")] if pos.salvos[v.of] else [])

    def always_asks(self, pos: BattalionPosition, v: Ammunition) -> str:
        return "which hidden guns lack ammunition is not shown"


german_salvos = Procedure(
    "german-salvos",
    RollSalvos(),
    SpendMorningSalvos(),
    title="German ammunition",
    start=lambda pos, v: Ammunition(GERMAN),
    vars=Ammunition,
    sees=OPEN,
)
soviet_salvos = Procedure(
    "soviet-salvos",
    RollSalvos(),
    SpendMorningSalvos(),
    title="Soviet ammunition",
    start=lambda pos, v: Ammunition(SOVIET),
    vars=Ammunition,
    sees=OPEN,
)
salvos = Procedure(
    "salvos",
    SpendStoredSalvos(),
    title="Ammunition for artillery",
    rules=("rp.salvos.1",),
    start=lambda pos, v: Ammunition(),
    vars=Ammunition,
    sees=seen_preparing,
)
