"""Internal stocks: replenished in the Supply Phase, as far as supply reaches."""

from grognard.core.chapter import (
    OPEN,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    first_option,
    only,
    rule,
)
from grognard.games.ocs.combat.payments import plain_lines, plain_supply
from grognard.games.ocs.model.position import EXHAUSTED, FULL, LOW, OcsPosition
from grognard.games.ocs.model.scale import RE
from grognard.games.ocs.sequence.segments import Segment, Veiled
from grognard.games.ocs.supply.draw_and_throw import sources_of, tokens_of
from grognard.games.ocs.supply.payment import pay, take_from


@rule("ocs.stocks.6", "ocs.stocks.7")
def restock_price(pos: OcsPosition, unit: int, stocks: int) -> int:
    """What it costs to fill a unit up from Low or Exhausted: for a multi-step unit per RE it has now."""
    price = pos.content.cost("restock-low" if stocks == LOW else "restock-exhausted")
    return price * (pos.size(unit) // RE if pos.content.is_multi_step[unit] else 1)


@rule("ocs.stocks.6", "ocs.stocks.8")
def wanting(pos: OcsPosition, side: int) -> list[int]:
    """Units whose stocks are not full and that supply can reach, Organic Trucks left aside."""
    units = [unit for unit in pos.content.combat_units[side] if pos.stocks[unit] and pos.hex[unit] >= 0]
    return [unit for unit in units if plain_supply(pos, unit)]


@rule("ocs.stocks.6", "ocs.stocks.7", "ocs.stocks.8", "ocs.sequence.13", "ocs.fog.2")
class Restock(Veiled[OcsPosition, Segment]):
    title = "Internal stocks are replenished"

    policies = (first_option("first", "In the order of the counters."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Segment) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        units = wanting(pos, v.side)
        return [Offer("restock", units)] if units else [Offer("enough")]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        if choice[0] == "enough":
            game.next()
        else:
            restock(game, choice[1])

    def why(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        return Refusal("ocs.stocks.6", "its stocks are full, or no supply reaches it.")


restocking = Procedure(
    "restocking",
    Restock(),
    title="Internal stocks are replenished",
    start=lambda pos, v: v,
    vars=Segment,
    sees=OPEN,
)


def restock(game: Game[OcsPosition], unit: int) -> None:
    """Fill a unit up; with too little an Exhausted one becomes Low, and what does not suffice is wasted."""
    pos = game.pos
    side = pos.content.side[unit]
    lines = plain_lines(pos, unit)
    there = plain_supply(pos, unit)
    full = restock_price(pos, unit, pos.stocks[unit])
    half = restock_price(pos, unit, LOW)
    if there >= full:
        pos.put.stocks[unit] = FULL
        game.tell("restocked", unit, FULL, rule="ocs.stocks.6", sees=only(side))
        pay(game, side, full, sources_of(lines))
    elif pos.stocks[unit] == EXHAUSTED and there >= half:
        pos.put.stocks[unit] = LOW
        game.tell("restocked", unit, LOW, rule="ocs.stocks.7", sees=only(side))
        pay(game, side, half, sources_of(lines))
    else:
        game.tell("wasted", unit, there, rule="ocs.stocks.7", sees=only(side))
        for line in lines:
            tokens = tokens_of(pos, side, line.source)
            if tokens:
                take_from(game, side, line.source, tokens)
