"""A ride by rail, step by step: where to, and for supply how much."""

from typing import NamedTuple

from grognard.core.chapter import (
    NOTHING,
    Choice,
    Game,
    Offer,
    Procedure,
    Refusal,
    Ruling,
    by_verbs,
    last_option,
    rule,
)
from grognard.games.ocs.model.position import MOVEMENT, OcsPosition
from grognard.games.ocs.model.scale import CAP, SP
from grognard.games.ocs.model.units import transport_size
from grognard.games.ocs.rear.railways import (
    destinations,
    entrain_refusal,
    freight_hexes,
    freight_limit,
    network,
    rail_cost,
    rail_left,
    ride,
)
from grognard.games.ocs.sequence.fog import tell_sent
from grognard.games.ocs.sequence.segments import Segment, SegmentChapter, Veiled, private


class Ride(NamedTuple):
    """Who or what goes by rail: a unit, or supply from a hex, and where to."""

    side: int
    unit: int = NOTHING
    hex: int = NOTHING
    there: int = NOTHING


@rule("ocs.rail.2", "ocs.rail.6")
class RailTo(Veiled[OcsPosition, Ride]):
    title = "To which station?"

    policies = (by_verbs("stay", "It stays.", "stay"),)

    def side(self, pos: OcsPosition, v: Ride) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Ride) -> list[Offer]:
        if v.there != NOTHING:
            return []
        here = v.hex if v.unit == NOTHING else pos.hex[v.unit]
        size = CAP // SP if v.unit == NOTHING else transport_size(pos, v.unit)
        found = destinations(pos, v.side, here, size, v.unit)
        costs = [rail_cost(pos, v.side, size, here, there) for there in found]
        return [Offer("rail-to", found, costs), Offer("stay")]

    def take(self, game: Game[OcsPosition], v: Ride, choice: Choice) -> None:
        verb, noun = choice
        if verb == "stay":
            game.leave()
        elif v.unit != NOTHING:
            ride(game, v.unit, noun)
            game.leave()
        else:
            game.next(v._replace(there=noun))

    def why(self, pos: OcsPosition, v: Ride, choice: Choice) -> Ruling:
        return Refusal(
            "ocs.rail.6", "no free railway leads to a detrainable hex there within the Rail Cap left."
        )


@rule("ocs.rail.1", "ocs.supply.7", "ocs.basics.16")
class SendSupply(Veiled[OcsPosition, Ride]):
    title = "How much is sent?"

    policies = (last_option("most", "As much as the Rail Cap takes."),)
    is_routine = True

    def side(self, pos: OcsPosition, v: Ride) -> int:
        return v.side

    def options(self, pos: OcsPosition, v: Ride) -> list[Offer]:
        return [Offer("tokens", range(1, freight_limit(pos, v.side, v.hex, v.there) + 1))]

    def take(self, game: Game[OcsPosition], v: Ride, choice: Choice) -> None:
        pos = game.pos
        tokens = choice[1]
        pos.put.rail_used[v.side] += rail_cost(pos, v.side, tokens * CAP // SP, v.hex, v.there)
        pos.add_dump(v.hex, v.side, -tokens)
        pos.add_dump(v.there, v.side, tokens)
        pos.put.unloaded[v.there] += tokens
        tell_sent(game, "sent", v.hex, v.there, tokens, v.side, "ocs.rail.1")
        game.leave()

    def why(self, pos: OcsPosition, v: Ride, choice: Choice) -> Ruling:
        return Refusal("ocs.rail.3", "the Rail Cap that is left, or the dump, does not suffice.")


riding = Procedure("ride", RailTo(), SendSupply(), title="By rail", vars=Ride, sees=private)


class Trains(SegmentChapter):
    """Units and supply go by rail: pick, then the station; of supply also how much."""

    verbs = ("entrain", "send-supply")

    def offers(self, pos: OcsPosition, v: Segment) -> list[Offer]:
        if pos.phase != MOVEMENT or not rail_left(pos, v.side):
            return []
        here = network(pos, v.side, True)
        units = [unit for unit in pos.content.units_of[v.side] if pos.hex[unit] in here]
        units.sort(key=lambda unit: pos.hex[unit])
        ready = [
            unit
            for unit in units
            if entrain_refusal(pos, unit) is None
            and destinations(pos, v.side, pos.hex[unit], transport_size(pos, unit), unit)
        ]
        return [Offer("entrain", ready), Offer("send-supply", freight_hexes(pos, v.side))]

    def take(self, game: Game[OcsPosition], v: Segment, choice: Choice) -> None:
        verb, noun = choice
        game.call("ride", Ride(v.side, unit=noun) if verb == "entrain" else Ride(v.side, hex=noun))

    def refuse(self, pos: OcsPosition, v: Segment, choice: Choice) -> Ruling:
        verb, noun = choice
        if verb == "entrain":
            far = Refusal("ocs.rail.3", "the Rail Cap that is left takes it to no other station.")
            return entrain_refusal(pos, noun) or far
        return Refusal("ocs.rail.6", "no supply can be sent from there by rail.")
