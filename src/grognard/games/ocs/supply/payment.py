"""Paying supply from the sources that are in reach, and asking from which."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.core.chapter import Choice, Game, Offer, Procedure, Refusal, Ruling, first_option, only, rule
from grognard.games.ocs.model.position import OcsPosition
from grognard.games.ocs.model.scale import supply_text
from grognard.games.ocs.sequence.segments import Veiled, private
from grognard.games.ocs.supply.draw_and_throw import place_of, take_tokens, tokens_of


class Payment(NamedTuple):
    """What a side still has to pay, and the sources it may take it from, the nearest first."""

    side: int
    left: int
    sources: tuple[int, ...]


def pay(game: Game[OcsPosition], side: int, tokens: int, sources: Sequence[int]) -> None:
    """Pay at once where there is nothing to choose; else ask from where. The sources hold enough."""
    pos = game.pos
    rich = [source for source in sources if tokens_of(pos, side, source)]
    if tokens and len(rich) == 1:
        take_from(game, side, rich[0], tokens)
    elif tokens:
        game.call("pay", Payment(side, tokens, tuple(rich)))


def take_from(game: Game[OcsPosition], side: int, source: int, tokens: int) -> None:
    """Spend tokens of a source and say so to their owner."""
    take_tokens(game.pos, side, source, tokens)
    game.tell("spent", side, place_of(game.pos, source), tokens, rule="ocs.supply.6", sees=only(side))


@rule("ocs.supply.9", "ocs.supply.3")
class DrawSupply(Veiled[OcsPosition, Payment]):
    title = "From where is it paid?"

    policies = (first_option("nearest", "From the nearest dump."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Payment) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Payment) -> list[Offer]:
        if not v.left:
            return []
        places = pos.content.places
        rich = [source for source in v.sources if tokens_of(pos, v.side, source)]
        notes = {source: supply_text(tokens_of(pos, v.side, source)) for source in rich if source < places}
        return [
            Offer("from", [source for source in rich if source < places], notes=notes),
            Offer("from-trucks", [source - places for source in rich if source >= places]),
        ]

    def take(self, game: Game[OcsPosition], v: Payment, choice: Choice) -> None:
        verb, noun = choice
        source = noun + game.pos.content.places if verb == "from-trucks" else noun
        tokens = min(v.left, tokens_of(game.pos, v.side, source))
        take_from(game, v.side, source, tokens)
        game.update(v._replace(left=v.left - tokens))

    def why(self, pos: OcsPosition, v: Payment, choice: Choice) -> Ruling:
        return Refusal("ocs.supply.8", "no supply there can be drawn or thrown for this.")


paying = Procedure("pay", DrawSupply(), title="Paying supply", vars=Payment, sees=private)
